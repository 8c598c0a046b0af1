//! Games on the usual board as a line of moves: `f5d6c3…`, columns a to h from the left and rows 1 to 8 from the top.
//! Numbers, arrows, brackets, results and lines with names are skipped, a pass is `--`, `pa` or `pass`, and letters may
//! be capital or full-width. A game from the mirrored start is mirrored.

use super::{begin, cell, mirror_note, named, play, resigns};
use crate::base::fixed::shorten;
use crate::base::format::{Format, Keeps, Transcribed, Written, head, narrow, placed};
use crate::base::options::{OptionSpec, RawOptions};
use crate::contract::game::{FORFEIT, Seat};
use crate::moves::Move;
use crate::position::{MAP, POSITION};

/// The move sequence as a format of the game.
pub(super) static LINE: Format = Format {
    id: "transcript",
    what: "transcript",
    ending: "txt",
    keeps: Keeps::Result,
    likeness,
    read,
    write,
};

/// The legal first moves, and those of the mirrored start.
const FIRST: [[&str; 4]; 2] = [["c4", "d3", "e6", "f5"], ["f4", "e3", "d6", "c5"]];
/// More moves than any game has; the rules say which are too many.
const MOST_MOVES: usize = 200;
/// More characters than a game with all names and comments has.
const MOST_CHARACTERS: usize = 40_000;
/// Words around a game that are no moves.
const WORDS: [&str; 34] = [
    "black",
    "white",
    "player",
    "winner",
    "wins",
    "win",
    "won",
    "draw",
    "drawn",
    "by",
    "resigns",
    "resign",
    "resigned",
    "resignation",
    "forfeits",
    "timeout",
    "result",
    "score",
    "final",
    "game",
    "moves",
    "move",
    "play",
    "plays",
    "to",
    "vs",
    "and",
    "no",
    "x",
    "o",
    "b",
    "w",
    "end",
    "genmove",
];

/// A move with its place: name, as written, line and column.
type Found = (String, String, (usize, usize));

/// What a text has.
#[derive(Debug, Default)]
struct Scan {
    moves: Vec<Found>,
    /// The first text that is neither a move nor one of the usual things around moves.
    fault: Option<String>,
    /// Letters that belong to no move.
    others: usize,
    /// Other games in later lines, as in a list of openings.
    games: usize,
    /// The resignation that the text names, with the player, if it does.
    resigned: Option<(Option<Seat>, Found)>,
}

/// The resignation at the end of a line, such as `White resigns` or `(Black wins by resignation)`, with nothing but such
/// words around it: the player who resigned, if the line names one, and the place.
fn resignation(line: &str, number: usize) -> Option<(Option<Seat>, Found)> {
    let is_gap = |letter: char| !letter.is_alphanumeric();
    let plain: String = line.chars().map(narrow).collect();
    let is_move = |word: &&str| {
        let letters: Vec<char> = word.chars().collect();
        matches!(split_word(&letters), (moves, None) if !moves.is_empty())
    };
    let words: Vec<&str> = plain.split(is_gap).collect();
    let last = words.iter().rposition(is_move).map_or(0, |last| last + 1);
    let (mut loser, mut wins, mut found) = (None, false, None);
    for word in words[last..].iter().filter(|word| word.contains(char::is_alphabetic)) {
        let lower = word.to_lowercase();
        if !WORDS.contains(&lower.as_str()) {
            return None;
        }
        match lower.as_str() {
            "black" | "b" | "x" => loser = Some(0),
            "white" | "w" | "o" => loser = Some(1),
            "wins" | "win" | "won" | "winner" => wins = true,
            "resigns" | "resign" | "resigned" | "resignation" | "forfeits" => found = Some(*word),
            _ => {}
        }
    }
    if wins {
        loser = loser.map(|winner: Seat| 1 - winner);
    }
    let written = found?;
    let before: usize = plain.find(written).map_or(0, |at| plain[..at].chars().count());
    Some((loser, (FORFEIT.to_owned(), written.to_owned(), (number, before + 1))))
}

/// A word of letters and digits with the column of its first letter.
struct Word {
    letters: Vec<char>,
    column: usize,
}

/// The words of a line, without comments in brackets and headers in square brackets.
fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let letters: Vec<char> = line.chars().map(narrow).collect();
    let (mut inside, mut fresh) = (None, true);
    for (at, &letter) in letters.iter().enumerate() {
        match (inside, letter) {
            (Some(end), letter) if letter == end => inside = None,
            (Some(_), _) => {}
            (None, '{') => inside = Some('}'),
            (None, '[') if is_header_at(&letters, at) => inside = Some(']'),
            (None, '(') if is_comment_at(&letters, at) => inside = Some(')'),
            (None, ';' | '/') if is_remark_at(&letters, at) => break,
            // Letters of other alphabets name players, in front of their moves.
            (None, letter) if letter.is_ascii_alphanumeric() => {
                if std::mem::take(&mut fresh) {
                    words.push(Word { letters: Vec::new(), column: at + 1 });
                }
                if let Some(word) = words.last_mut() {
                    word.letters.push(letter);
                }
                continue;
            }
            _ => {}
        }
        fresh = true;
    }
    words
}

/// Whether a header such as `[Event "x"]` begins at a square bracket, and not a list of moves.
fn is_header_at(letters: &[char], at: usize) -> bool {
    let key = letters[at + 1..].iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
    key > 1
}

/// Whether a comment in words begins at a bracket, and not a pass, a move or a number.
fn is_comment_at(letters: &[char], at: usize) -> bool {
    /// More characters than a comment in a line of moves has.
    const LONGEST: usize = 400;
    let rest = letters[at + 1..].iter().take(LONGEST);
    let Some(end) = rest.clone().position(|&letter| letter == ')') else { return false };
    has_foreign_word(&letters[at + 1..at + 1 + end])
}

/// Whether a remark in words begins at a semicolon or two slashes, up to the end of the line, and not a move.
fn is_remark_at(letters: &[char], at: usize) -> bool {
    let mark = letters[at];
    if mark == '/' && letters.get(at + 1) != Some(&'/') {
        return false;
    }
    /// More characters than a remark needs to be seen as one.
    const LONGEST: usize = 400;
    let rest = &letters[at..letters.len().min(at + LONGEST)];
    let rest = &rest[rest.iter().take_while(|&&letter| letter == mark).count()..];
    let end = rest.iter().position(|&letter| letter == mark).unwrap_or(rest.len());
    has_foreign_word(&rest[..end])
}

/// Whether some word is no move, pass or number.
fn has_foreign_word(letters: &[char]) -> bool {
    let mut words = letters.split(|letter| !letter.is_ascii_alphanumeric());
    words.any(|word| !word.is_empty() && split_word(word).1.is_some())
}

/// Whether the lines of a text from one on have words only: no cells, and nothing that is meant to be one.
fn is_prose(text: &str, from: usize) -> bool {
    let is_mixed = |word: &str| {
        let has = |is: fn(char) -> bool| word.chars().any(is);
        has(|letter| letter.is_ascii_digit()) && has(|letter| letter.is_ascii_alphabetic())
    };
    text.lines().skip(from).flat_map(str::split_whitespace).all(|word| !is_mixed(word))
}

/// The moves of a word, as byte offset and name, and the offset of the first letter that belongs to none.
fn split_word(word: &[char]) -> (Vec<(usize, String)>, Option<usize>) {
    let lower: Vec<char> = word.iter().map(char::to_ascii_lowercase).collect();
    let mut at = lower.iter().take_while(|letter| letter.is_ascii_digit()).count();
    let mut moves = Vec::new();
    if at > 3 {
        return (moves, Some(0));
    }
    while let Some(&letter) = lower.get(at) {
        let next = lower.get(at + 1).copied();
        match (letter, next) {
            ('a'..='h', Some(row @ '1'..='8')) => {
                moves.push((at, format!("{letter}{row}")));
                at += 2;
            }
            ('p', Some('a' | 's')) => {
                let whole = lower[at..].starts_with(&['p', 'a', 's', 's']);
                at += if whole { 4 } else { 2 };
            }
            _ => return (moves, Some(at)),
        }
    }
    (moves, None)
}

/// The column after the key of a line such as `Black: Ada` or `Game: f5d6c3`; `None` for a line without a key, and for
/// one in which no moves follow the key.
fn key_of(line: &str) -> Option<(usize, bool)> {
    let (key, value) = line.split_once([':', '\u{ff1a}'])?;
    let named = key.chars().any(char::is_alphabetic) && !key.chars().any(|one| one.is_numeric());
    if !named {
        return None;
    }
    let mut first =
        words(value).into_iter().skip_while(|word| word.letters.iter().all(char::is_ascii_digit));
    let is_move =
        |word: &Word| matches!(split_word(&word.letters), (moves, None) if !moves.is_empty());
    let begun = first.next().filter(is_move);
    let several = begun.is_some_and(|word| word.letters.len() > 3);
    let known = |word: &Word| {
        let lower: String = word.letters.iter().collect::<String>().to_lowercase();
        WORDS.contains(&lower.as_str()) || split_word(&word.letters).1.is_none()
    };
    let moves = several || words(value).iter().any(is_move) && words(value).iter().all(known);
    Some((key.chars().count() + 1, moves))
}

fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    for (number, line) in text.lines().enumerate() {
        let key = key_of(line);
        if line.trim_start().starts_with('#') {
            continue;
        }
        let words: Vec<Word> = words(line)
            .into_iter()
            .filter(|word| word.column > key.map_or(0, |key| key.0))
            .collect();
        if scan.games == 0 && scan.resigned.is_none() {
            scan.resigned = resignation(line, number + 1);
        }
        if key.is_some_and(|(_, moves)| !moves) {
            continue;
        }
        if scan.begins_again(&words) {
            scan.games += 1;
        }
        if scan.games > 0 {
            continue;
        }
        let begun = scan.moves.len();
        for word in words {
            let (moves, wrong) = split_word(&word.letters);
            for (at, name) in moves {
                let written: String = word.letters[at..at + 2].iter().collect();
                scan.moves.push((name, written, (number + 1, word.column + at)));
                if scan.moves.len() >= MOST_MOVES {
                    return scan;
                }
            }
            let Some(wrong) = wrong else { continue };
            let lower: String = word.letters.iter().collect::<String>().to_lowercase();
            if WORDS.contains(&lower.as_str())
                || lower.chars().all(|one| !one.is_ascii_alphabetic())
            {
                continue;
            }
            let rest: String = word.letters[wrong..].iter().collect();
            scan.others += rest.chars().count();
            if scan.moves.is_empty() {
                continue;
            }
            let (line, column) = (number + 1, word.column + wrong);
            let found = shorten(&rest);
            let expected = format!("expected a move such as f5, found `{found}`");
            scan.fault = Some(placed(line, column, expected));
            if scan.moves.len() - begun < 2 && begun == 0 {
                // A heading with the name of a cell in it.
                scan.moves.clear();
                break;
            }
            if scan.moves.len() == begun && is_prose(text, number) {
                scan.fault = None;
            }
            return scan;
        }
        if !scan.moves.is_empty() && scan.fault.is_some() {
            scan.fault = None;
        }
    }
    scan
}

impl Scan {
    /// Whether a line begins another game: with a first move and one more, after a line that did so too, and on a cell
    /// that is taken.
    fn begins_again(&self, words: &[Word]) -> bool {
        let moves: Vec<String> = words
            .iter()
            .map(|word| split_word(&word.letters))
            .take_while(|(_, wrong)| wrong.is_none())
            .flat_map(|(moves, _)| moves.into_iter().map(|(_, name)| name))
            .take(2)
            .collect();
        let [first, _] = moves.as_slice() else { return false };
        let taken = self.moves.iter().any(|(name, ..)| name == first);
        self.moves.len() > 1 && taken && FIRST.iter().flatten().any(|name| name == first)
    }
}

/// Whether the game begins from the mirrored start; `None` if its first move is legal in neither.
fn mirrored(scan: &Scan) -> Option<bool> {
    let first = scan.moves.first()?.0.as_str();
    FIRST.iter().position(|moves| moves.contains(&first)).map(|place| place == 1)
}

fn likeness(text: &str) -> u8 {
    let scan = scan(head(text, 4_000));
    let letters = 2 * scan.moves.len();
    match mirrored(&scan) {
        Some(_) if scan.moves.len() < 2 || scan.others > 3 * letters + 40 => 0,
        Some(_) => 70,
        None if scan.moves.len() >= 4 && scan.others <= letters => 30,
        None => 0,
    }
}

fn read(text: &str) -> Result<Transcribed, String> {
    let scan = scan(head(text, MOST_CHARACTERS));
    if scan.moves.is_empty() {
        return Err(scan.fault.unwrap_or_else(|| placed(1, 1, "expected moves such as f5 d6 c3")));
    }
    let mirrored = mirrored(&scan) == Some(true);
    let mut read = Transcribed { options: RawOptions::new(), ..Transcribed::default() };
    for (name, written, place) in scan.moves {
        let Some((x, y)) = cell(8, &name) else { continue };
        let x = if mirrored { 7 - x } else { x };
        if mirrored && read.plays.is_empty() {
            read.notes.push(mirror_note(&written, (x, y)));
        }
        read.push(Move::plain(x, y).to_string(), written, place);
    }
    if let Some((seat, (text, written, place))) = scan.resigned.filter(|_| scan.fault.is_none()) {
        read.push(text, written, place);
        read.plays.iter_mut().last().into_iter().for_each(|play| play.seat = seat);
    }
    if scan.games > 0 {
        read.notes.push(format!("Only the first of {} games is opened.", scan.games + 1));
    }
    read.notes.extend(scan.fault.map(|fault| format!("The moves are read up to {fault}.")));
    Ok(read)
}

/// The moves of a text such as `F5D6C4D3` or `1. f5 d6`, as texts that the rules read; `None` for any other text.
pub(crate) fn split(text: &str) -> Option<Vec<String>> {
    let is_usual = |letter: char| letter.is_ascii_alphanumeric() || " \t.)".contains(letter);
    if text.len() > MOST_CHARACTERS || !text.chars().map(narrow).all(is_usual) {
        return None;
    }
    let mut moves = Vec::new();
    for word in words(text) {
        let (found, wrong) = split_word(&word.letters);
        if wrong.is_some() {
            return None;
        }
        moves.extend(found.into_iter().map(|(_, name)| name));
    }
    (!moves.is_empty()).then_some(moves)
}

fn write(game: &Written<'_>) -> Option<String> {
    let usual = |spec: &OptionSpec| game.options.get(spec) == spec.default_value();
    if !usual(&MAP) || !usual(&POSITION) {
        return None;
    }
    let mut position = begin(game.options)?;
    let (mut line, mut moves) = (String::new(), 0);
    for text in game.moves {
        if let Some(seat) = resigns(&mut position, text) {
            line += [" Black resigns", " White resigns"][seat];
            continue;
        }
        line += &named(play(&mut position, text)?.1);
        moves += 1;
    }
    // A single move is a word that could be anything.
    (moves > 1).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::format::SURE;
    use crate::base::options::Options;

    fn texts(read: &Transcribed) -> Vec<&str> {
        read.plays.iter().map(|play| play.text.as_str()).collect()
    }

    #[test]
    fn move_lists_are_read_in_every_notation() {
        for text in [
            "f5d6c3d3",
            " F5 D6 C3 D3\n",
            "1. f5 d6 2. c3 d3",
            "1) f5 2) d6 3) c3 4) d3",
            "1.f5 2.d6 3.c3 4.d3",
            "f5,d6;c3\nd3",
            "f5d6--c3pad3",
            "f5 d6 pass c3 d3",
            "f5 d6 (pass) c3 (PA) d3",
            "f5\u{2192}d6\u{2192}c3->d3",
            "\u{ff46}\u{ff15}\u{ff24}\u{ff16}\u{ff43}\u{ff13}\u{ff44}\u{ff13}",
            "f5d6c3d3 33-31",
            "f5 d6 c3 d3 +2",
            "f5 d6 c3 d3 Black wins 40-24",
            "Black: Ada d. f.\nWhite: Ben\n\nf5d6c3d3",
            "[Event \"f5 cup\"]\n[White \"Ben\"]\n\n1. f5 d6 2. c3 d3 33-31",
            "f5! d6? c3!? d3",
            "f5 {best} d6 c3 d3",
            "f5 d6 ; perpendicular\nc3 // tiger\nd3",
            "f5;d6;c3;d3; a good game",
            "Black plays f5\nWhite plays d6\nBlack plays c3\nWhite plays d3",
            "play b f5\nplay w d6\nplay b c3\nplay w d3",
            "Player 1: f5\nPlayer 2: d6\nPlayer 1: c3\nPlayer 2: d3",
            "f5 d6 c3 d3\n\nNice game!\nAda",
        ] {
            assert!(likeness(text) >= SURE, "{text}");
            let read = read(text).expect(text);
            assert_eq!(texts(&read), ["5,4", "3,5", "2,2", "3,2"], "{text}");
            assert!(read.notes.is_empty(), "{text}: {:?}", read.notes);
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
            "It was a dark and stormy night in e3, and the storm went on to f4 and d6.",
        ] {
            assert!(likeness(text) < SURE, "{text}");
        }
        assert!(
            likeness("f5d6c3d3c4f4f6i9") >= SURE,
            "a text with a later mistake is still recognised"
        );
    }

    #[test]
    fn the_mirrored_start_is_mirrored() {
        let read = read("E3F5e6f4").expect("read");
        assert_eq!(texts(&read), ["3,2", "2,4", "3,5", "2,3"]);
        let note =
            "The game begins from the mirrored start, so it is shown mirrored: E3 is d3 here.";
        assert_eq!(read.notes, [note]);
        assert_eq!(read.plays[1].written, "F5");
    }

    #[test]
    fn faults_have_a_place_and_lose_nothing_before_them() {
        for (text, count, fault) in [
            ("f5d6\nc9", 2, "line 2, column 1: expected a move such as f5, found `c9`"),
            ("f5d6c3i4", 3, "line 1, column 7: expected a move such as f5, found `i4`"),
            ("f5 d6 hello", 2, "line 1, column 7: expected a move such as f5, found `hello`"),
        ] {
            let read = read(text).expect(text);
            assert_eq!(read.plays.len(), count, "{text}");
            assert_eq!(read.notes, [format!("The moves are read up to {fault}.")]);
        }
        assert!(read("hello").is_err());
        assert!(read(&"f5".repeat(100_000)).expect("bounded").plays.len() <= MOST_MOVES);
    }

    #[test]
    fn openings_without_spaces_are_split() {
        assert_eq!(split("F5D6c4").expect("moves"), ["f5", "d6", "c4"]);
        for text in ["5,4", "forfeit", "f9", "", "12", "f5-"] {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn only_ordinary_moves_are_written() {
        let options = Options::default();
        let moves: Vec<String> = ["5,4", "3,5", "2,2"].map(str::to_owned).to_vec();
        let game = |moves| Written {
            options: &options,
            seed: 0,
            moves,
            variations: &[],
            annotations: &[],
        };
        assert_eq!(write(&game(&moves)).as_deref(), Some("f5d6c3"));
        assert_eq!(write(&game(&[])), None);
        let given_up = ["forfeit".to_owned()];
        assert_eq!(write(&game(&given_up)), None);
        let resigned = [&moves[..], &given_up].concat();
        assert_eq!(write(&game(&resigned)).as_deref(), Some("f5d6c3 White resigns"));
    }
}
