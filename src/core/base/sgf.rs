//! Trees of moves in brackets, as in SGF and GGF: `(;GM[2]SZ[8];B[f5](;W[d6])(;W[f4]))`. Only the first tree of a text is
//! parsed. A text that is cut off is parsed up to there. This module knows no game.

use super::format::{MOST_VALUES, Play, Transcribed, Written, head, placed};
use super::sgf_notes::properties;

/// A node of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The index of the node before it; `None` for the first.
    pub after: Option<usize>,
    /// Its values in order; a property with several values has several.
    pub values: Vec<Entry>,
}

impl Node {
    /// The properties, each with its value.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|entry| (entry.key.as_str(), entry.value.as_str()))
    }

    /// The first value of a property.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.values.iter().find(|entry| entry.key == key)
    }
}

/// A value of a property, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key of the property, in capital letters.
    pub key: String,
    /// The value, unescaped.
    pub value: String,
    /// The line of the value, from 1.
    pub line: usize,
    /// The column of the value, from 1.
    pub column: usize,
}

impl Entry {
    /// An error at the value.
    pub fn wrong(&self, message: impl std::fmt::Display) -> String {
        placed(self.line, self.column, message)
    }

    /// The value in lower case, without white space around it.
    pub fn word(&self) -> String {
        self.value.trim().to_ascii_lowercase()
    }

    /// The property as it is written: `B[f5]`.
    pub fn written(&self) -> String {
        format!("{}[{}]", self.key, self.value.trim())
    }
}

/// The first tree of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes; each comes after the one before it.
    pub nodes: Vec<Node>,
    /// The fault at which the text ends too early.
    pub fault: Option<String>,
    /// Whether other trees follow.
    pub more: bool,
}

impl Tree {
    /// The first value of a property in any node.
    pub fn find(&self, key: &str) -> Option<&Entry> {
        self.nodes.iter().find_map(|node| node.get(key))
    }

    /// The resignation or the loss on time that the result names: `RE[W+R]`, `RE[B+Time]`, or `RE[-64.000:r]` in GGF.
    pub fn given_up(&self) -> Option<GivenUp> {
        let entry = self.find("RE")?;
        let word = entry.word();
        let (winner, how) = match word.split_once(':') {
            // The difference of the stones, Black's first.
            Some((by, how)) => {
                let by = by.trim().parse::<f64>().ok()?;
                ((by != 0.0).then_some(if by > 0.0 { "B" } else { "W" }), how)
            }
            None => {
                let (winner, how) = word.split_once('+')?;
                (Some(if winner.starts_with('b') { "B" } else { "W" }), how)
            }
        };
        let on_time = how.starts_with('t');
        let resigns = how.starts_with(['r', 'l', 'f']);
        (on_time || resigns).then(|| GivenUp { winner, on_time, entry: entry.clone() })
    }

    /// The place of the last move of the main line among the moves of all nodes; `last` has it for each node.
    pub fn end(&self, last: &[Option<usize>]) -> Option<usize> {
        // The first node after another one follows it in the text.
        let nodes = self.nodes.iter().enumerate();
        let main = nodes.take_while(|&(at, node)| node.after == at.checked_sub(1)).last();
        main.and_then(|(at, _)| last.get(at).copied().flatten())
    }

    /// The remarks on what was not read.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let fault = self.fault.as_ref().map(|fault| format!("The text is cut off: {fault}."));
        let more = self.more.then(|| "Only the first game of the text is opened.".to_owned());
        fault.into_iter().chain(more)
    }
}

/// A game that a player gave up, according to its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The key of the winner's moves, `B` or `W`, if the text names one.
    pub winner: Option<&'static str>,
    /// Whether the other player lost on time.
    pub on_time: bool,
    /// The property.
    pub entry: Entry,
}

impl GivenUp {
    /// Adds the resignation, which is `text` as a move, after another one; a loss on time gets a note. `seat` has the seat of
    /// each key.
    pub fn resign(
        &self,
        text: &str,
        after: Option<usize>,
        seat: impl Fn(&str) -> Option<usize>,
        read: &mut Transcribed,
    ) {
        let Entry { line, column, .. } = self.entry;
        let written = self.entry.written();
        if self.on_time {
            read.notes.push(format!("{written} is a loss on time; it is shown as a resignation."));
        }
        let seat = self.winner.and_then(|winner| seat(if winner == "B" { "W" } else { "B" }));
        let text = text.to_owned();
        read.plays.push(Play { after, text, seat, fault: None, written, line, column });
    }
}

/// The byte at which a tree begins: `(`, white space, `;`.
fn beginning(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| {
        let after = &text[at + 1..];
        let space = |letter: &char| letter.is_whitespace() || *letter == '(';
        after.chars().take(8).find(|letter| !space(letter)) == Some(';')
    })
}

/// Whether a text begins with a tree, or has one after a few lines of other text.
pub fn is_tree(text: &str) -> bool {
    beginning(head(text, 4_000)).is_some()
}

/// The first value of a property near the beginning of a text, without parsing it: a quick check.
pub fn peek<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = head(text, 4_000);
    let named = |at: usize| {
        let before = head[..at].trim_end();
        let begun = before.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric()).len();
        plain_key(before[begun..].chars()) == key
    };
    let (at, _) = head.match_indices('[').find(|&(at, _)| named(at))?;
    head[at + 1..].split(']').next().map(str::trim)
}

/// The key of a property: older files have lower-case letters in between, which are ignored; in a key of nothing else,
/// they count.
fn plain_key(letters: impl Iterator<Item = char>) -> String {
    /// More characters than a key has.
    const LONGEST: usize = 8;
    let (mut key, mut lower) = (String::new(), String::new());
    for letter in letters {
        let part = if letter.is_ascii_uppercase() { &mut key } else { &mut lower };
        if part.len() < LONGEST {
            part.push(letter);
        }
    }
    if key.is_empty() { lower.to_ascii_uppercase() } else { key }
}

/// Reads characters and tracks lines and columns.
struct Reader<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    fn wrong(&self, message: impl std::fmt::Display) -> String {
        placed(self.line, self.column, message)
    }

    /// Skips white space and returns the next character without consuming it.
    fn ahead(&mut self) -> Option<char> {
        while self.letters.peek().is_some_and(|letter| letter.is_whitespace()) {
            self.next();
        }
        self.letters.peek().copied()
    }

    /// Parses a value up to its closing bracket; the opening one is already consumed.
    fn value(&mut self) -> Result<String, String> {
        let begun = self.wrong("this value has no end: expected ]");
        let mut value = String::new();
        loop {
            match self.next().ok_or_else(|| begun.clone())? {
                ']' => return Ok(value),
                '\\' => value.extend(self.next()),
                letter => value.push(letter),
            }
        }
    }

    /// Parses a property with its values.
    fn property(&mut self, node: &mut Node, count: &mut usize) -> Result<(), String> {
        let mut letters = String::new();
        while let Some(&letter) = self.letters.peek().filter(|one| one.is_ascii_alphanumeric()) {
            letters.push(letter);
            self.next();
        }
        let key = plain_key(letters.chars());
        if self.ahead() != Some('[') {
            return Err(self.wrong(format!("expected [ and a value after {key}")));
        }
        while self.ahead() == Some('[') {
            self.next();
            let (line, column) = (self.line, self.column);
            let value = self.value()?;
            *count += 1;
            if *count > MOST_VALUES {
                return Err(placed(line, column, "that is more than any game has"));
            }
            node.values.push(Entry { key: key.clone(), value, line, column });
        }
        Ok(())
    }

    /// Parses the first tree into `tree`.
    fn tree(&mut self, tree: &mut Tree) -> Result<(), String> {
        // The node at which each open bracket begins.
        let mut open: Vec<Option<usize>> = Vec::new();
        let (mut last, mut count) = (None, 0);
        loop {
            let Some(letter) = self.ahead() else {
                return Err(self.wrong("the game has no end: expected )"));
            };
            match letter {
                '(' => open.push(last),
                ')' if open.is_empty() || tree.nodes.is_empty() => {
                    return Err(self.wrong("expected ;, found `)`"));
                }
                ')' => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        self.next();
                        return Ok(());
                    }
                }
                ';' => {
                    tree.nodes.push(Node { after: last, values: Vec::new() });
                    last = Some(tree.nodes.len() - 1);
                    count += 1;
                }
                letter if letter.is_ascii_alphabetic() && !tree.nodes.is_empty() => {
                    // After a closed branch, a property belongs to no node; it is read as the branching node's.
                    let node = last.unwrap_or(0);
                    let mut taken = std::mem::take(&mut tree.nodes[node]);
                    let parsed = self.property(&mut taken, &mut count);
                    tree.nodes[node] = taken;
                    parsed?;
                    continue;
                }
                other => {
                    let found = other.escape_debug();
                    return Err(self.wrong(format!("expected ; or a property, found `{found}`")));
                }
            }
            if count > MOST_VALUES || open.len() > MOST_VALUES {
                return Err(self.wrong("that is more than any game has"));
            }
            self.next();
        }
    }
}

/// Parses the first tree of a text. A text with a fault after its first node is parsed up to there.
///
/// # Errors
/// Why there is no tree, with line and column.
pub fn parse(text: &str) -> Result<Tree, String> {
    let Some(begin) = beginning(text) else {
        return Err(placed(1, 1, "expected a game, which begins with (;"));
    };
    let before = &text[..begin];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let mut reader = Reader { letters: text[begin..].chars().peekable(), line, column };
    let mut tree = Tree::default();
    if let Err(fault) = reader.tree(&mut tree) {
        // GGF has all moves in one node.
        let is_move = |entry: &Entry| matches!(entry.key.as_str(), "B" | "W");
        let begun = tree.nodes.iter().any(|node| node.values.iter().any(is_move));
        if tree.nodes.len() < 2 && !begun {
            return Err(fault);
        }
        tree.fault = Some(fault);
        return Ok(tree);
    }
    let rest: String = reader.letters.take(4_000).collect();
    tree.more = beginning(&rest).is_some();
    Ok(tree)
}

/// The nodes of a game with its variations as branches. `nodes` gets all moves from the start of the game to the end of
/// a line, and returns the text of a node for each.
pub fn branches(
    game: &Written<'_>,
    nodes: &dyn Fn(&[String]) -> Option<Vec<String>>,
) -> Option<String> {
    let mut paths: Vec<Vec<String>> = vec![game.moves.to_vec()];
    for &(of, after, own) in game.variations {
        let shared = paths.get(of)?.get(..after)?;
        paths.push([shared, own].concat());
    }
    let texts = paths.iter().map(|path| nodes(path)).collect::<Option<Vec<_>>>()?;
    let mut out = properties(game.annotation(0, 0));
    branch(game, &texts, (0, 0), &mut out, 0)?;
    Some(out)
}

/// Writes a line from a ply on, with all that branches off there or later.
fn branch(
    game: &Written<'_>,
    texts: &[Vec<String>],
    (line, from): (usize, usize),
    out: &mut String,
    depth: usize,
) -> Option<()> {
    /// More branches in branches than people make; each takes space on the stack.
    const DEEPEST: usize = 1_000;
    if depth > DEEPEST {
        return None;
    }
    let variations = game.variations;
    // A variation at the first ply of a variation belongs to the line before.
    let first = line.checked_sub(1).map_or(0, |at| variations[at].1 + 1);
    for ply in from..texts[line].len() {
        let is_other = |other: &usize| {
            let (of, after, _) = variations[*other - 1];
            (of, after) == (line, ply) && ply >= first
        };
        let others: Vec<usize> = (1..texts.len()).filter(is_other).collect();
        let noted = properties(game.annotation(line, ply + 1));
        if others.is_empty() {
            out.push_str(&texts[line][ply]);
            out.push_str(&noted);
            continue;
        }
        out.push_str("\n(");
        out.push_str(texts[line][ply].trim_start());
        out.push_str(&noted);
        branch(game, texts, (line, ply + 1), out, depth + 1)?;
        out.push(')');
        for other in others {
            let mut text = String::new();
            branch(game, texts, (other, ply), &mut text, depth + 1)?;
            out.push_str("\n(");
            out.push_str(text.trim_start());
            out.push(')');
        }
        break;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(tree: &Tree) -> Vec<(Option<usize>, String)> {
        let written = |node: &Node| node.values.iter().map(Entry::written).collect::<String>();
        tree.nodes.iter().map(|node| (node.after, written(node))).collect()
    }

    #[test]
    fn trees_have_branches() {
        let tree =
            parse("2 (;GM[2]\n;B[f5](;W[d6];B[c3])(;W[f4]C[a\\]b])) (;X[1])").expect("a tree");
        let expected = [
            (None, "GM[2]"),
            (Some(0), "B[f5]"),
            (Some(1), "W[d6]"),
            (Some(2), "B[c3]"),
            (Some(1), "W[f4]C[a]b]"),
        ];
        assert_eq!(values(&tree), expected.map(|(after, text)| (after, text.to_owned())));
        let place = tree.find("B").map(|entry| (entry.line, entry.column));
        assert_eq!((place, tree.more, &tree.fault), (Some((2, 4)), true, &None));
        assert!(!parse("(;A[1]) and text").expect("a tree").more);
    }

    #[test]
    fn cut_texts_are_read_up_to_there() {
        for (text, fault) in [
            ("(;A[1];B[2]", "line 1, column 12: the game has no end: expected )"),
            ("(;A[1];B[2];B[3", "line 1, column 15: this value has no end: expected ]"),
            ("(;A[1];B 2)", "line 1, column 10: expected [ and a value after B"),
            ("(;A[1]\n;3)", "line 2, column 2: expected ; or a property, found `3`"),
        ] {
            assert_eq!(parse(text).expect(text).fault.as_deref(), Some(fault));
        }
        for text in ["", "(", "()", "(;A[1", "(A[1])", "x"] {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with("line 1, column "), "{error}");
        }
    }

    #[test]
    fn work_is_bounded() {
        assert!(parse(&"(;A[1]".repeat(40_000)).is_ok_and(|tree| tree.fault.is_some()));
        assert!(parse(&format!("(;A[1]{}", "(".repeat(100_000))).is_err());
        assert!(parse(&"(".repeat(1 << 20)).is_err());
        assert!(parse(&format!("(;A{}", "[1]".repeat(40_000))).is_err());
    }
}
