//! Finds a link in a text: in a sentence or brackets, with a tracker's parameters behind it, percent-encoded in another
//! address, or broken into lines by a mail program. The payload ends where its compressed data end, and its checksum
//! shows whether the right characters were found. What surrounds a link never becomes part of it.

use super::{LinkError, MAX_CHARACTERS, VERSIONS};
use crate::base::fixed::shorten;
use crate::catalog;
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD, URL_SAFE_NO_PAD};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The start of a link to a challenge; a link to a game without its `#` follows.
pub const CHALLENGE: &str = "beat=";
/// The start of a link to a bot in code, which has no version and no checksum.
const BOT: &str = "bot";
/// The names of links that do not open a game: a heuristic, a lesson, a tournament, a hand-in, and a study.
const OTHERS: [&str; 5] = ["lab", "lesson", "arena", "handin", "study"];
/// Maximum number of characters of the payload of a link to a bot in code, and of its content in bytes.
const MAX_BOT: (usize, usize) = (60_000, 800_000);
/// How often an address in an address in an address is decoded.
const ROUNDS: usize = 4;
/// Maximum number of `#` in a text after which a link is looked for.
const HEADS: usize = 16;
/// The last characters that programs take for the end of a sentence or for emphasis, and drop.
const DROPPED: [&str; 7] = ["", "_", "-", "__", "_-", "-_", "--"];

/// Ignores the unused bits of the last character, so that a longer text decodes to its first bytes.
const LENIENT: GeneralPurpose =
    GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

/// A link without the characters around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether it is a challenge.
    pub challenge: bool,
    /// Its version; `None` for a bot in code.
    pub version: Option<char>,
    /// The id of a game, `lab`, `lesson`, `arena`, `handin`, `study` or `bot`.
    pub name: String,
    /// The payload, without characters after its end.
    payload: String,
    /// The inflated bytes with their checksum.
    content: Vec<u8>,
}

impl Address {
    /// The link from `#` on.
    pub fn link(&self) -> String {
        let Address { challenge, version, name, payload, .. } = self;
        let version = version.map(String::from).unwrap_or_default();
        format!("#{}{version}{name}.{payload}", if *challenge { CHALLENGE } else { "" })
    }

    /// Whether it leads to a game, and to nothing else.
    pub fn is_game(&self) -> bool {
        !self.challenge && self.version.is_some() && !OTHERS.contains(&self.name.as_str())
    }

    /// The content without its checksum, which has been compared.
    pub(crate) fn into_content(mut self) -> Vec<u8> {
        self.content.truncate(self.content.len().saturating_sub(4));
        self.content
    }
}

/// The first link in a text that can be read.
///
/// # Errors
/// What is wrong with the first text that looks like a link; [`LinkError::NotALink`] if none does.
pub fn find(text: &str) -> Result<Address, LinkError> {
    let plain = plain(text);
    let mut first = None;
    let mut search = |plain: &str| {
        starts(plain).into_iter().find_map(|start| match read(&plain[start..]) {
            Ok(address) => Some(address),
            Err(LinkError::NotALink) => None,
            Err(error) => {
                first = first.take().or(Some(error));
                None
            }
        })
    };
    // Some programs escape with other marks, which are usual characters everywhere else.
    let escapes = |mark: &char| {
        ["23", "2E", "3D"].iter().any(|code| plain.contains(&format!("{mark}{code}")))
    };
    let mut escaped =
        ['=', '-'].into_iter().filter(escapes).filter_map(|mark| decoded(&plain, mark));
    let found = match plain.contains('#') {
        true => search(&plain).or_else(|| escaped.find_map(|plain| search(&plain))),
        false => escaped.find_map(|plain| search(&plain)).or_else(|| search(&plain)),
    };
    found.ok_or_else(|| first.unwrap_or(LinkError::NotALink))
}

/// Whether a text may have a link: a quick check, after which [`find`] searches for one.
pub fn may_be_in(text: &str) -> bool {
    text.contains(['#', '%', '\u{ff03}'])
        || ["&#", "&num;", "=23", "-23", "/*", "u0023"].iter().any(|mark| text.contains(mark))
        || text.contains('.') && names().any(|name| text.contains(name))
}

/// The names of all links with a version.
fn names() -> impl Iterator<Item = &'static str> {
    catalog::ids().chain(OTHERS)
}

/// The game that a link names, even if the rest of the link cannot be read.
pub fn named_game(text: &str) -> Option<&'static str> {
    let plain = plain(text);
    starts(&plain).into_iter().find_map(|start| {
        let rest = &plain[start..];
        let rest = rest.strip_prefix(CHALLENGE).unwrap_or(rest);
        let rest = rest.strip_prefix(|version: char| version.is_ascii_digit()).unwrap_or(rest);
        let name = rest.split(|letter: char| !letter.is_ascii_lowercase()).next()?;
        catalog::ids().find(|&id| id == name)
    })
}

/// The places after each `#`; in a text without one, its beginning and the places where a link without its `#` may begin.
fn starts(plain: &str) -> Vec<usize> {
    if plain.contains('#') {
        return plain.match_indices('#').map(|(at, _)| at + 1).take(HEADS).collect();
    }
    let own = plain.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let own = plain.len() - own.len();
    let mut all = vec![own];
    // A mail filter writes an asterisk for the hash.
    all.extend(plain.match_indices("/*").map(|(at, mark)| at + mark.len()).take(HEADS));
    for name in names() {
        let places = plain.match_indices(name).filter_map(|(at, _)| at.checked_sub(1));
        let versions = places.filter(|&at| plain.as_bytes()[at].is_ascii_digit());
        let begin = |at: usize| plain[..at].strip_suffix(CHALLENGE).map_or(at, str::len);
        all.extend(versions.map(begin).filter(|&at| at != own).take(HEADS));
    }
    all
}

/// Name and version of a link at the start of a text, and what follows; white space in the name, where a program broke
/// the line, is dropped if the name is known.
fn head(text: &str) -> (String, &str) {
    /// More characters than any name has.
    const LONGEST: usize = 40;
    let (mut letters, mut plain) = (String::new(), None);
    for (at, letter) in text.char_indices() {
        if letter.is_ascii_alphanumeric() && letters.len() < LONGEST {
            letters.push(letter);
            continue;
        }
        plain.get_or_insert(at);
        let broken = letter.is_whitespace() || matches!(letter, '>' | '|' | '=');
        if broken && !letters.is_empty() {
            continue;
        }
        let known = names().any(|name| letters.get(1..) == Some(name));
        if letter == '.' && known {
            return (letters, &text[at..]);
        }
        break;
    }
    let (head, rest) = text.split_at(plain.unwrap_or(text.len()));
    (head.to_owned(), rest)
}

/// Reads the link at the start of a text, which follows a `#`.
fn read(text: &str) -> Result<Address, LinkError> {
    let after = text.strip_prefix(CHALLENGE);
    let (challenge, text) = (after.is_some(), after.unwrap_or(text));
    let (head, rest) = head(text);
    let (version, name) = match head.as_str() {
        BOT => (None, BOT),
        _ => match head.chars().next() {
            Some(version) => (Some(version), &head[1..]),
            None => return Err(LinkError::NotALink),
        },
    };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Err(LinkError::NotALink);
    }
    let readable = version.is_none_or(|version| VERSIONS.contains(&version));
    let known = version.is_none() || names().any(|id| id == name);
    let Some(rest) = rest.strip_prefix('.') else {
        // A name alone may be the address of a screen.
        let cut = readable && known && version.is_some();
        let error = LinkError::Damaged("it ends before the game itself");
        return Err(if cut { error } else { LinkError::NotALink });
    };
    if !readable {
        return Err(version.filter(|_| known).map_or(LinkError::NotALink, LinkError::Version));
    }
    if !known {
        let known = catalog::ids().collect::<Vec<_>>().join(", ");
        return Err(LinkError::Game { id: shorten(name), known });
    }
    let (short, most) = if version.is_none() {
        MAX_BOT
    } else {
        (MAX_CHARACTERS - head.len() - 2, super::MAX_INFLATED)
    };
    let found = payload(rest, short)
        .map_err(|found| LinkError::TooLong { found: found + head.len() + 1 })?;
    let (payload, content) = opened(&found, most, version.is_some())?;
    Ok(Address { challenge, version, name: name.to_owned(), payload, content })
}

/// The characters of a payload at the start of a text, and the place of the first other character.
struct Payload {
    letters: String,
    /// The first character that no link has, if more of the payload seems to follow it.
    foreign: Option<char>,
}

/// Collects the characters of a payload, without white space and the quotation marks of replies to mails.
///
/// # Errors
/// The number of characters, if there are more than `most`.
fn payload(text: &str, most: usize) -> Result<Payload, usize> {
    let mut letters = String::new();
    let (mut new_line, mut count, mut rest) = (false, 0, text.chars());
    while let Some(letter) = rest.next() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => {
                count += 1;
                if count <= most {
                    letters.push(letter);
                }
                new_line = false;
            }
            '\n' => new_line = true,
            '>' | '|' if new_line => {}
            // The soft line break of a mail.
            '=' if rest.clone().find(|next| *next != '\r') == Some('\n') => {}
            letter if letter.is_whitespace() => {}
            foreign => {
                let more = rest.take(8).filter(|&next| is_letter(next)).count() >= 5;
                let foreign = Some(foreign).filter(|_| more);
                return if count > most { Err(count) } else { Ok(Payload { letters, foreign }) };
            }
        }
    }
    if count > most { Err(count) } else { Ok(Payload { letters, foreign: None }) }
}

/// Whether a character belongs to the alphabet of payloads.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// The exact payload and its content, found by its checksum.
fn opened(found: &Payload, most: usize, checked: bool) -> Result<(String, Vec<u8>), LinkError> {
    let mut error = LinkError::Damaged("it is empty");
    for (number, dropped) in DROPPED.into_iter().enumerate() {
        match inflate(&format!("{}{dropped}", found.letters), most) {
            Ok((payload, content)) if !checked || is_whole(&content) => {
                return Ok((payload, content));
            }
            Ok(_) if number == 0 => error = LinkError::Damaged("its checksum does not fit"),
            Err(wrong) if number == 0 => error = wrong,
            _ => {}
        }
        // Nothing was dropped from a payload that is complete, but wrong.
        if !matches!(error, LinkError::Damaged(CUT)) {
            break;
        }
    }
    match found.foreign {
        Some(foreign) if matches!(error, LinkError::Damaged(_)) => {
            Err(LinkError::Character { at: found.letters.len() + 1, found: foreign })
        }
        _ => Err(error),
    }
}

/// The reason of an error for compressed data without an end.
const CUT: &str = "it ends too early";

/// Whether the last four bytes are the checksum of the others.
fn is_whole(content: &[u8]) -> bool {
    let parts = content.split_last_chunk::<4>();
    parts
        .is_some_and(|(content, sum)| super::CHECKSUM.checksum(content) == u32::from_le_bytes(*sum))
}

/// Inflates to at most `most` bytes; also returns the payload without the characters after the end of its data.
fn inflate(letters: &str, most: usize) -> Result<(String, Vec<u8>), LinkError> {
    // A last group of one character has no whole byte.
    let whole = letters.len() - usize::from(letters.len() % 4 == 1);
    let wrong = LinkError::Damaged("it does not unpack");
    let Ok(deflated) = LENIENT.decode(&letters[..whole]) else { return Err(wrong) };
    if deflated.is_empty() {
        return Err(LinkError::Damaged(CUT));
    }
    let mut machine = Box::<DecompressorOxide>::default();
    let mut content = vec![0; deflated.len().saturating_mul(4).min(most)];
    let (mut at, mut written) = (0, 0);
    loop {
        let rest = deflated.get(at..).unwrap_or_default();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, taken, put) = decompress(&mut machine, rest, &mut content, written, flags);
        (at, written) = (at + taken, written + put);
        match status {
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput if content.len() >= most => return Err(LinkError::TooLarge),
            TINFLStatus::HasMoreOutput => {
                let length = content.len().saturating_mul(2).max(64).min(most);
                content.resize(length, 0);
            }
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                return Err(LinkError::Damaged(CUT));
            }
            _ => return Err(wrong),
        }
    }
    content.truncate(written);
    Ok((URL_SAFE_NO_PAD.encode(&deflated[..at.min(deflated.len())]), content))
}

/// The text as the link was written: without invisible characters and escapes of other formats.
pub(crate) fn plain(text: &str) -> String {
    // Only what follows the first mark of a link matters.
    let mark = text.find(['#', '%', '&', '\u{ff03}']).unwrap_or(0);
    let begin = if text.len() > 4 * MAX_CHARACTERS { mark } else { 0 };
    let text = without_json(&text[begin..]);
    let mut text: String = text.chars().filter_map(visible).collect();
    for _ in 0..ROUNDS {
        match decoded(&text, '%') {
            Some(next) => text = next,
            None => break,
        }
    }
    text
}

/// The text with the characters that JSON escapes by their numbers, as `\\u0023`.
fn without_json(text: &str) -> String {
    const MARK: &str = "\\u00";
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(MARK) {
        out += before;
        let letter = after.as_bytes().get(..2).and_then(hex);
        match letter {
            Some(letter) => out.push(letter),
            None => out += MARK,
        }
        rest = &after[2 * usize::from(letter.is_some())..];
    }
    out + rest
}

/// A character in its plain form; `None` for one that is not seen, and for the backslash, which other formats put before
/// `_`.
fn visible(letter: char) -> Option<char> {
    match letter {
        '\\' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0),
        '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{fe63}' | '\u{2013}' => Some('-'),
        other => Some(other),
    }
}

/// Character references by name, of characters that links have.
const NAMED: [(&str, char); 3] = [("&num;", '#'), ("&period;", '.'), ("&lowbar;", '_')];

/// The text with each escape and character reference of ASCII decoded; `None` if there is none. An escape is the mark and
/// two hexadecimal digits.
fn decoded(text: &str, mark: char) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut changed) = (text, false);
    while let Some(at) = rest.find([mark, '&', '\u{2014}']) {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let named = NAMED.iter().find(|(name, _)| escape.starts_with(name));
        let (letter, length) = match escape.as_bytes() {
            [first, high, low, ..] if char::from(*first) == mark => (hex(&[*high, *low]), 3),
            // Typing two hyphens gives a dash in some programs.
            [0xe2, ..] => {
                out.push('-');
                (Some('-'), 3)
            }
            [b'&', b'#', ..] => {
                let end = escape.bytes().take(8).position(|byte| byte == b';').unwrap_or(0);
                let number = escape.get(2..end).unwrap_or_default();
                let decimal = || number.parse().ok().filter(u8::is_ascii).map(char::from);
                let letter = number
                    .strip_prefix(['x', 'X'])
                    .map_or_else(decimal, |number| hex(number.as_bytes()));
                (letter, end + 1)
            }
            _ => named.map_or((None, 1), |(name, letter)| (Some(*letter), name.len())),
        };
        match letter.and_then(|letter| Some((letter, escape.get(length..)?))) {
            Some((letter, after)) => {
                changed = true;
                out.extend(visible(letter));
                rest = after;
            }
            None => {
                // Both marks are one byte long, and the dash always has a letter.
                out.push_str(&escape[..1]);
                rest = &escape[1..];
            }
        }
    }
    out.push_str(rest);
    // Bytes of characters outside ASCII are never part of a link.
    changed.then_some(out)
}

/// The ASCII character with this number in two hexadecimal digits.
fn hex(digits: &[u8]) -> Option<char> {
    let &[high, low] = digits else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let number = digit(high)? * 16 + digit(low)?;
    char::from_u32(number).filter(char::is_ascii)
}
