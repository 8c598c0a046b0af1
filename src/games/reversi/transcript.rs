//! Games on the usual board in the common notation: `f5d6c3…`, columns a to h from the left and rows 1 to 8 from the
//! top. A pass is omitted, or written as `--` or `pa`; move numbers and dots are ignored.

use super::built_in;
use super::moves::Move;
use super::names::{cell, name};
use super::position::{MAP, POSITION};
use crate::base::options::{OptionSpec, Options, RawOptions};
use crate::base::transcript::{MAX_BYTES, Transcribed, Transcript};
use crate::contract::setup::misread;

/// The move sequence as an import format of the game.
pub(super) static LINE: Transcript =
    Transcript { what: "Transcript", ending: "txt", recognise, read, write };

/// The legal first moves.
const FIRST: [&str; 4] = ["c4", "d3", "e6", "f5"];
/// Maximum number of moves of a game.
const MOST_MOVES: usize = 60;

/// The moves up to the first invalid one; the error has its location.
fn moves(text: &str) -> Result<Vec<String>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        let mut at = 0;
        while let Some(&letter) = letters.get(at) {
            let next = letters.get(at + 1).copied().unwrap_or(' ');
            let column = at + 1;
            let wrong = |message: &str| misread(number + 1, column, message);
            let pass = matches!((letter, next), ('-', '-') | ('p' | 'P', 'a' | 'A' | 's' | 'S'));
            if letter.is_whitespace() || matches!(letter, '.' | ',' | ';') {
                at += 1;
            } else if letter.is_ascii_digit() {
                // Skip a move number.
                at += letters[at..].iter().take_while(|letter| letter.is_ascii_digit()).count();
            } else if pass {
                let word: String = letters[at..].iter().take(4).collect();
                at += if word.eq_ignore_ascii_case("pass") { 4 } else { 2 };
            } else if matches!(letter.to_ascii_lowercase(), 'a'..='h') {
                if !matches!(next, '1'..='8') {
                    return Err(wrong("expected a row from 1 to 8 after the column"));
                }
                found.push(format!("{}{next}", letter.to_ascii_lowercase()));
                if found.len() > MOST_MOVES {
                    return Err(wrong("a game has at most 60 moves"));
                }
                at += 2;
            } else {
                let found = letter.escape_debug();
                return Err(wrong(&format!("expected a move such as f5, found `{found}`")));
            }
        }
    }
    Ok(found)
}

/// At least two moves, the first of them legal at the start, and nothing but moves near the beginning.
fn recognise(text: &str) -> bool {
    let head: String = text.trim_start().chars().take(12).collect();
    // The text may end within a move or have a typo later: reading it reports that.
    let begins = |end: usize| {
        let moves = head.get(..end).and_then(|begin| moves(begin).ok());
        moves.is_some_and(|moves| moves.len() > 1 && FIRST.contains(&moves[0].as_str()))
    };
    (4..=head.len()).any(begins)
}

fn read(text: &str) -> Result<Transcribed, String> {
    if text.len() > MAX_BYTES {
        return Err(misread(1, 1, format!("a game has at most {MAX_BYTES} bytes")));
    }
    let moves = moves(text)?.into_iter().filter_map(|name| cell(&name));
    let moves = moves.map(|(x, y)| Move::plain(x, y).to_string()).collect();
    Ok(Transcribed { options: RawOptions::new(), moves, notes: Vec::new() })
}

fn write(options: &Options, moves: &[String]) -> Option<String> {
    let usual = |spec: &OptionSpec| options.get(spec) == spec.default_value();
    if !usual(&MAP) || !usual(&POSITION) {
        return None;
    }
    let map = built_in::map_of("othello").ok()?;
    let name = |text: &String| {
        let mv = super::moves::parse(text, &map).ok()?;
        Some(name(mv.x, mv.y))
    };
    let line: Option<String> = moves.iter().map(name).collect();
    line.filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_lists_are_read_in_every_notation() {
        let known = ["5,4", "3,5", "2,2", "3,2"];
        for text in [
            "f5d6c3d3",
            " F5 D6 C3 D3\n",
            "1. f5 d6 2. c3 d3",
            "f5,d6;c3\nd3",
            "f5d6--c3pad3",
            "f5 d6 pass c3 d3",
        ] {
            assert!(recognise(text), "{text}");
            assert_eq!(read(text).expect(text).moves, known, "{text}");
        }
        for text in [
            "",
            "f5",
            "d4 e6 f4",
            "f5 is a move",
            "3 W-- ---- ----- ---- ---",
            "{}",
            "(;SZ[4];W[a1])",
            "2\n0\n0 0\n3 3",
        ] {
            assert!(!recognise(text), "{text}");
        }
        assert!(recognise("f5d6c3d3c4f4f6i9"), "a text with a later mistake is still recognised");
    }

    #[test]
    fn errors_give_location_and_reason() {
        for (text, error) in [
            ("f5d6\nc9", "line 2, column 1: expected a row from 1 to 8 after the column"),
            ("f5d6c3i4", "line 1, column 7: expected a move such as f5, found `i`"),
            ("f5é", "line 1, column 3: expected a move such as f5, found `é`"),
        ] {
            assert_eq!(read(text), Err(error.to_owned()));
        }
        assert!(read(&"f5".repeat(61)).is_err());
        assert!(read(&" ".repeat(MAX_BYTES + 1)).is_err());
    }

    #[test]
    fn only_ordinary_moves_are_written() {
        let options = Options::default();
        let moves: Vec<String> = ["5,4", "3,5", "2,2"].map(str::to_owned).to_vec();
        assert_eq!(write(&options, &moves).as_deref(), Some("f5d6c3"));
        assert_eq!(write(&options, &[]), None);
        assert_eq!(write(&options, &["forfeit".to_owned()]), None);
    }
}
