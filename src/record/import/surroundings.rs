//! What mail, chats and pages put around a text, and the readings of the text without it. Characters that are left keep
//! their lines, and their columns except after a line break of HTML.

use super::super::link;

/// Maximum number of characters of a fragment that is tried as a format.
const FRAGMENT: usize = 4_000;
/// More characters than a person writes by hand. A longer text is a file, which has nothing around it.
const BY_HAND: usize = 40_000;

/// A text that another one may stand for.
pub(super) struct Reading {
    pub(super) text: String,
    /// Whether it is only a part, so that another game may be left out.
    pub(super) is_part: bool,
}

/// Returns other readings of a text, if there are any.
type Reader = fn(&str) -> Vec<String>;

/// The texts that a text may stand for, the likeliest first, and its parts last.
pub(super) fn readings(text: &str) -> impl Iterator<Item = Reading> {
    let plain = tidied(text);
    let hand = if text.len() <= BY_HAND { plain.clone() } else { String::new() };
    let fragment = fragment(text);
    let others: [(Reader, bool); 6] = [
        (without_prose, false),
        (quoted, false),
        (joined, false),
        (usual, false),
        (indented, true),
        (blocks, true),
    ];
    let more = others.into_iter().flat_map(move |(other, is_part)| {
        other(&hand).into_iter().map(move |text| Reading { text, is_part })
    });
    let whole = std::iter::once(plain).chain(fragment);
    whole.map(|text| Reading { text, is_part: false }).chain(more)
}

/// The text without invisible characters, tags, the marks of a reply to a mail, and those of a quotation or of code.
fn tidied(text: &str) -> String {
    let visible = |letter: &char| {
        !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe0f}')
    };
    let old = text.contains('\r') && !text.contains('\n');
    let space = |letter: char| match letter {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => ' ',
        '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\r' if old => '\n',
        other => other,
    };
    let text: String = text.chars().filter(visible).map(space).collect();
    let text = without_tags(text);
    let mut lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let reply = lines.all(is_reply) && !text.trim().is_empty();
    let line = |line: &str| match (is_fence(line), reply) {
        (true, _) => String::new(),
        (_, true) => without_marks(line),
        _ => line.to_owned(),
    };
    let mut text = text.split('\n').map(line).collect::<Vec<_>>().join("\n");
    let quoted = text.trim();
    for (open, close) in [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('\u{201c}', '\u{201d}'),
        ('\u{201e}', '\u{201c}'),
        ('\u{2018}', '\u{2019}'),
    ] {
        let inside = quoted.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inside) = inside.filter(|inside| !inside.contains([open, close])) {
            let before = &text[..text.len() - text.trim_start().len()];
            text = format!("{before} {inside}");
            break;
        }
    }
    text
}

/// Whether a line is part of a mail that is replied to.
fn is_reply(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Whether a line begins or ends a block of code.
fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// A line with spaces for the marks of a reply.
fn without_marks(line: &str) -> String {
    let marks = line.chars().take_while(|&one| one == '>' || one.is_whitespace()).count();
    let blank = |(at, letter)| if at < marks && letter == '>' { ' ' } else { letter };
    line.chars().enumerate().map(blank).collect()
}

/// Tags of HTML that surround texts.
const TAGS: [&str; 17] = [
    "pre",
    "code",
    "p",
    "div",
    "span",
    "tt",
    "b",
    "i",
    "em",
    "strong",
    "li",
    "ul",
    "ol",
    "td",
    "tr",
    "blockquote",
    "body",
];
/// Tags of forums that surround texts.
const FORUM: [&str; 4] = ["code", "pre", "quote", "spoiler"];
/// Character references of HTML.
const REFERENCES: [(&str, &str); 6] = [
    ("&nbsp;", " "),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

/// The text with spaces for the tags of HTML and of forums, and with characters for their references.
fn without_tags(text: String) -> String {
    if text.len() > BY_HAND || !text.contains(['<', '[', '&']) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['<', '[', '&']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let (length, instead) = mark(tail, out.chars().next_back()).unwrap_or((1, &tail[..1]));
        out.push_str(instead);
        // A line break of HTML begins a line.
        if instead != "\n" {
            out.extend(std::iter::repeat_n(' ', length - instead.chars().count()));
        }
        rest = &tail[length..];
    }
    out + rest
}

/// The length of a tag or a reference at the start of a text, and what it stands for; `None` for anything else.
fn mark(text: &str, before: Option<char>) -> Option<(usize, &'static str)> {
    /// More characters than such a tag has.
    const LONGEST: usize = 120;
    if text.starts_with('&') {
        let known = REFERENCES.iter().find(|(name, _)| text.starts_with(name))?;
        return Some((known.0.len(), known.1));
    }
    let (close, known) = if text.starts_with('<') { ('>', &TAGS[..]) } else { (']', &FORUM[..]) };
    let (end, _) = text.char_indices().take(LONGEST).find(|&(_, letter)| letter == close)?;
    let closes = text[1..].starts_with('/');
    let inside = text[1..end].trim_start_matches('/');
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect();
    let name = name.to_ascii_lowercase();
    if !text[..end].is_ascii() {
        return None;
    }
    if close == '>' && name == "br" {
        let more = text[end + 1..].trim_start_matches([' ', '\r']).starts_with('\n');
        return Some((end + 1, if more { "" } else { "\n" }));
    }
    // After a letter, square brackets hold the value of a property.
    let property =
        close == ']' && !closes && before.is_some_and(|one| one.is_alphanumeric() || one == ']');
    (known.contains(&name.as_str()) && !property).then_some((end + 1, ""))
}

/// The part of an address after `#`, decoded, which may be a game in plain notation: `#f5d6c3`.
fn fragment(text: &str) -> Option<String> {
    let at = text.find('#')?;
    let fragment = text[at + 1..].trim();
    if fragment.is_empty() || fragment.len() > FRAGMENT || text[..at].contains('\n') {
        return None;
    }
    Some(link::plain(fragment).replace('+', " "))
}

/// The text without the sentences in the lines before and after a board or a game, and without a signature.
fn without_prose(text: &str) -> Vec<String> {
    /// More characters than a word has; a row of a picture is longer.
    const WORD: usize = 40;
    let mut lines: Vec<&str> = text.split('\n').collect();
    let whole = lines.len();
    if let Some(signature) = lines.iter().position(|line| line.trim_end() == "--") {
        lines.truncate(signature);
    }
    // A line such as `to move: 2` belongs to a position; a title may end in a colon.
    let prose = |line: &&str| {
        if line.split_whitespace().any(|word| word.chars().count() > WORD) {
            return false;
        }
        let mut words = line.split(|letter: char| !letter.is_alphabetic());
        let words = words.any(|word| word.chars().count() >= 3);
        line.trim().is_empty() || words && !line.trim_end().trim_end_matches(':').contains(':')
    };
    let first = lines.iter().take_while(|line| prose(line)).count();
    let last = lines.iter().rev().take_while(|line| prose(line)).count();
    if first + last == 0 && lines.len() == whole || first + last >= lines.len() {
        return Vec::new();
    }
    let mut kept = vec![""; first];
    kept.extend(&lines[first..lines.len() - last]);
    vec![kept.join("\n")]
}

/// The lines that a part of the text has, with empty lines for all others; none if it is the whole text, or nothing.
fn part(text: &str, mut has: impl FnMut(&str) -> bool, line: fn(&str) -> String) -> Vec<String> {
    let (mut kept, mut left) = (false, false);
    let mut choose = |one: &str| match has(one) {
        true => {
            kept |= !one.trim().is_empty();
            line(one)
        }
        false => {
            left |= !one.trim().is_empty();
            String::new()
        }
    };
    let lines: Vec<String> = text.split('\n').map(&mut choose).collect();
    if kept && left { vec![lines.join("\n")] } else { Vec::new() }
}

/// Only what a mail replies to.
fn quoted(text: &str) -> Vec<String> {
    part(text, is_reply, without_marks)
}

/// Only what is indented, as code is in a comment.
fn indented(text: &str) -> Vec<String> {
    part(text, |line| line.starts_with("    ") || line.starts_with('\t'), str::to_owned)
}

/// The text with the lines joined that a mail has broken.
fn joined(text: &str) -> Vec<String> {
    if text.contains("=\n") || text.contains("=\r\n") {
        return vec![text.replace("=\r\n", "").replace("=\n", "")];
    }
    Vec::new()
}

/// The text in usual letters instead of full-width ones, and without the braces of an object.
fn usual(text: &str) -> Vec<String> {
    let object = text.trim_start().starts_with('{');
    let letter = |letter: char| match letter {
        '{' | '}' if object => ' ',
        '\u{2212}' => '-',
        other => crate::base::format::narrow(other),
    };
    let usual: String = text.chars().map(letter).collect();
    if usual == text { Vec::new() } else { vec![usual] }
}

/// Each block of lines between empty ones.
fn blocks(text: &str) -> Vec<String> {
    const MOST: usize = 8;
    let lines: Vec<&str> = text.split('\n').collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    for block in lines.split(|line| line.trim().is_empty()) {
        if !block.is_empty() && block.len() < lines.len() {
            blocks.push("\n".repeat(at) + &block.join("\n"));
        }
        at += block.len() + 1;
    }
    if (2..=MOST).contains(&blocks.len()) { blocks } else { Vec::new() }
}
