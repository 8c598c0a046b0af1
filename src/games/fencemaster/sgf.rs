//! Games of Havannah in SGF, as written by engines and Little Golem: `(;FF[4]GM[Havannah]SZ[6];W[a1];B[b2])`.
//!
//! A cell is the letter of its row from the top and a number. Little Golem counts the cells of the row from 1; engines
//! count slanted columns, so the two differ below the middle. Engines write `GM[havannah]` in lower
//! case; a text that is invalid in one numbering is parsed in the other, with a note. Output uses the
//! numbering of Little Golem. White begins. Only the main line is parsed.

use super::geometry::{Geometry, LARGEST, Place, SMALLEST, column, row};
use super::position::{BOARD, FenceMaster, OPENING, RULES, SIZE};
use super::position_text::{PositionText, coordinates};
use crate::base::fixed::shorten;
use crate::base::options::{Options, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::base::transcript::{MAX_BYTES, Transcribed, Transcript};
use crate::contract::game::{Enumerable, FORFEIT, Game, Seat};
use crate::contract::setup::misread;
use serde_json::Value;

/// The SGF transcript format of the game.
pub(super) static SGF: Transcript =
    Transcript { what: "SGF", ending: "sgf", recognise, read, write };

/// Maximum number of parsed values: a board has 271 cells.
const MOST_VALUES: usize = 2_000;

/// Whether the text starts like SGF, ignoring a byte order mark and white space.
fn recognise(text: &str) -> bool {
    let body = text.trim_start_matches('\u{feff}').trim_start();
    body.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// A property value with its location.
struct Entry {
    key: String,
    value: String,
    line: usize,
    column: usize,
}

impl Entry {
    fn wrong(&self, message: impl std::fmt::Display) -> String {
        misread(self.line, self.column, message)
    }
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
        misread(self.line, self.column, message)
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
}

/// The values of the main line in order, and the number of other lines and games.
fn main_line(text: &str) -> Result<(Vec<Entry>, usize), String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, column: 1 };
    let (mut entries, mut others) = (Vec::new(), 0);
    let (mut depth, mut nodes, mut ended) = (0usize, 0usize, false);
    while let Some(letter) = reader.ahead() {
        match letter {
            // The first line that ends is the main line, because it is the first one at every branch.
            '(' => {
                others += usize::from(ended);
                depth += 1;
            }
            ')' if depth > 0 && nodes > 0 => {
                ended = true;
                depth -= 1;
            }
            ';' if depth > 0 => nodes += 1,
            letter if letter.is_ascii_alphabetic() && nodes > 0 && depth > 0 => {
                let mut key = String::new();
                while let Some(&letter) =
                    reader.letters.peek().filter(|one| one.is_ascii_alphabetic())
                {
                    // Older files have lower-case letters in between, which are ignored.
                    if letter.is_ascii_uppercase() && key.len() < 8 {
                        key.push(letter);
                    }
                    reader.next();
                }
                if reader.ahead() != Some('[') {
                    return Err(reader.wrong(format!("expected [ and a value after {key}")));
                }
                while reader.ahead() == Some('[') {
                    reader.next();
                    let (line, column) = (reader.line, reader.column);
                    let value = reader.value()?;
                    if !ended {
                        entries.push(Entry { key: key.clone(), value, line, column });
                    }
                    if entries.len() > MOST_VALUES {
                        return Err(reader.wrong("that is more than any game has"));
                    }
                }
                continue;
            }
            other => {
                let expected = if depth == 0 { "expected (" } else { "expected ; or a property" };
                let found = other.escape_debug();
                return Err(reader.wrong(format!("{expected}, found `{found}`")));
            }
        }
        reader.next();
    }
    if depth > 0 || nodes == 0 {
        return Err(reader.wrong("the game has no end: expected )"));
    }
    Ok((entries, others))
}

/// Row and column of a cell, numbered by slanted columns or from 1 in every row; `None` if it is not on the board.
fn cell(side: usize, slanted: bool, text: &str) -> Option<(usize, usize)> {
    let mut letters = text.trim().chars();
    let letter = letters.next()?.to_ascii_lowercase();
    let row = usize::from(u8::try_from(letter).ok()?).checked_sub(usize::from(b'a'))?;
    let digits = letters.as_str();
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse::<usize>().ok()?.checked_sub(1)?;
    let column = if slanted { number } else { number + (row + 1).saturating_sub(side) };
    Geometry::of(side)?.at(row, column).map(|_| (row, column))
}

/// The cells of a game in one numbering.
fn cells<'a>(
    side: usize,
    slanted: bool,
    entries: impl Iterator<Item = &'a Entry>,
) -> Result<Vec<(usize, usize)>, String> {
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for entry in entries {
        let Some(at) = cell(side, slanted, &entry.value) else {
            let found = shorten(&entry.value);
            let last = char::from(b'a' + (2 * side - 2) as u8);
            return Err(entry.wrong(format!(
                "expected a cell of a board of side {side}, a letter from a to {last} and a number, found `{found}`"
            )));
        };
        if seen.contains(&at) {
            return Err(entry.wrong(format!("a stone stands on {} already", shorten(&entry.value))));
        }
        seen.push(at);
    }
    Ok(seen)
}

fn read(text: &str) -> Result<Transcribed, String> {
    if text.len() > MAX_BYTES {
        return Err(misread(1, 1, format!("a game has at most {MAX_BYTES} bytes")));
    }
    let (entries, others) = main_line(text)?;
    let find = |key: &str| entries.iter().find(|entry| entry.key == key);
    let game = find("GM");
    let kind = game.map_or(String::new(), |game| game.value.trim().to_ascii_lowercase());
    if !["", "havannah", "4100", "fencemaster"].contains(&kind.as_str()) {
        let found = shorten(&kind);
        let message = format!("this is a game of `{found}`; expected GM[Havannah]");
        return Err(game.map_or_else(String::new, |game| game.wrong(message)));
    }
    let size =
        find("SZ").ok_or_else(|| misread(1, 1, "expected the side of the board, as SZ[6]"))?;
    let side = size.value.trim().parse().ok().filter(|side| (SMALLEST..=LARGEST).contains(side));
    let side: usize = side.ok_or_else(|| {
        let found = shorten(&size.value);
        size.wrong(format!("expected a side from {SMALLEST} to {LARGEST}, found `{found}`"))
    })?;
    let seat_of = |entry: &Entry| match entry.key.as_str() {
        "W" | "AW" => Some(0),
        "B" | "AB" => Some(1),
        _ => None,
    };
    let word = |entry: &Entry| entry.value.trim().to_ascii_lowercase();
    let is_move = |entry: &Entry| matches!(entry.key.as_str(), "W" | "B");
    let is_cell = |entry: &&Entry| {
        seat_of(entry).is_some()
            && !(is_move(entry) && ["swap", "resign", FORFEIT].contains(&word(entry).as_str()))
    };
    // Engines write the name of the game in lower case.
    let slanted = game.is_some_and(|game| game.value.trim() == "havannah");
    let stones = || entries.iter().filter(is_cell);
    let mut notes = Vec::new();
    let places = cells(side, slanted, stones()).or_else(|error| {
        let places = cells(side, !slanted, stones()).map_err(|_| error)?;
        let note = match slanted {
            true => "Cells are read as numbers in their row, as Little Golem counts.",
            false => "Cells are read by slanted columns, as engines count.",
        };
        notes.push(note.to_owned());
        Ok::<_, String>(places)
    })?;
    if others > 0 {
        notes.push("Only the main line of the first game is read.".to_owned());
    }
    let mut options = RawOptions::new();
    if kind != "fencemaster" {
        options.insert(RULES.key.to_owned(), Value::from("havannah"));
    }
    let mut given: Vec<((usize, usize), Seat)> = Vec::new();
    let mut moves = Vec::new();
    let mut places = places.into_iter();
    let mut due = None;
    for (entry, seat) in entries.iter().filter_map(|entry| Some((entry, seat_of(entry)?))) {
        if !is_move(entry) {
            if !moves.is_empty() {
                return Err(entry.wrong("stones are put there before the first move only"));
            }
            given.extend(places.next().map(|at| (at, seat)));
            continue;
        }
        if due.is_some_and(|due| due != seat) {
            let expected = ["W", "B"][1 - seat];
            return Err(entry.wrong(format!("{expected} is to move here, found {}", entry.key)));
        }
        if moves.is_empty() && given.is_empty() && seat == 1 {
            return Err(entry.wrong("White begins: expected W"));
        }
        due = Some(1 - seat);
        moves.push(match word(entry).as_str() {
            "swap" => "swap".to_owned(),
            "resign" | FORFEIT => FORFEIT.to_owned(),
            _ => places.next().map_or(String::new(), |(row, column)| format!("{row},{column}")),
        });
    }
    if given.is_empty() {
        options.insert(SIZE.key.to_owned(), Value::from(side));
    } else {
        let stone = |at| given.iter().find(|(other, _)| *other == at).map(|&(_, seat)| seat);
        let first = entries.iter().find(|entry| is_move(entry)).and_then(seat_of);
        let named = find("PL").map(|player| usize::from(!word(player).starts_with('w')));
        let whites = given.iter().filter(|(_, seat)| *seat == 0).count();
        let fewer = usize::from(2 * whites > given.len());
        let (cells, mover) = (coordinates(side).map(stone).collect(), first.or(named));
        let board = PositionText { side, cells, mover: mover.or(Some(fewer)) };
        options.insert(BOARD.key.to_owned(), Value::from(board.write()));
    }
    Ok(Transcribed { options, moves, notes })
}

/// The name of a cell in Little Golem's notation.
pub(super) fn name(side: usize, place: Place) -> String {
    let shift = (row(place) + 1).saturating_sub(side);
    format!("{}{}", char::from(b'a' + row(place) as u8), column(place) + 1 - shift)
}

fn write(options: &Options, moves: &[String]) -> Option<String> {
    if options.int(&OPENING) > 0 {
        // The stones from a seed are unknown here.
        return None;
    }
    let mut position = FenceMaster::new(options, &mut Rng::new(0, Stream::Setup)).ok()?;
    let side = position.geometry().side();
    let game = if position.havannah() { "Havannah" } else { "FenceMaster" };
    let mut sgf = format!("(;FF[4]CA[UTF-8]AP[Totora]GM[{game}]SZ[{side}]");
    let named = |place| name(side, place);
    if position.stones() > 0 {
        for (seat, key) in ["AW", "AB"].into_iter().enumerate() {
            let of = |place: &&_| position.board().stone(**place) == Some(seat);
            let stones: String = position
                .history()
                .iter()
                .filter(of)
                .map(|&at| format!("[{}]", named(at)))
                .collect();
            if !stones.is_empty() {
                sgf += &format!("{key}{stones}");
            }
        }
        sgf += &format!("PL[{}]", ["W", "B"][position.mover()]);
    }
    for text in moves {
        let seat = position.to_act().first()?;
        let value = if text == FORFEIT {
            position.forfeit(seat).ok()?;
            "resign".to_owned()
        } else {
            let mv = position.parse_move(seat, text).ok()?;
            position.play(seat, &mv).ok()?;
            mv.place().map_or_else(|| "swap".to_owned(), named)
        };
        sgf += &format!("\n;{}[{value}]", ["W", "B"][seat]);
    }
    Some(sgf + ")\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    fn read_game(text: &str) -> (Vec<String>, RawOptions, Vec<String>) {
        let Transcribed { moves, options, notes } = read(text).expect(text);
        (moves, options, notes)
    }

    #[test]
    fn reads_a_little_golem_game() {
        // Below the middle of side 4, rows start at 1 again: f3 is row 5, column 4.
        let (moves, options, notes) = read_game(
            "(;FF[4]EV[test]PB[Black \\[b\\]]PW[White]SZ[4]\n;W[d4];B[swap];W[F3]\n;B[g1])",
        );
        assert_eq!(moves, ["3,3", "swap", "5,4", "6,3"]);
        assert_eq!(
            (options["size"].as_u64(), options["rules"].as_str()),
            (Some(4), Some("havannah"))
        );
        assert!(notes.is_empty());
    }

    #[test]
    fn reads_an_engine_game() {
        let text = "(;FF[4]GM[havannah]SZ[5]\n ;W[a1]C[good]\n ;B[i9](;W[e5];B[f3])(;W[b2]))";
        let (moves, _, notes) = read_game(text);
        assert_eq!(moves, ["0,0", "8,8", "4,4", "5,2"]);
        assert_eq!(notes, ["Only the main line of the first game is read."]);
        // The name of the game implies a numbering in which this cell is invalid. The other numbering is used, with a
        // note.
        let (moves, _, notes) = read_game("(;GM[Havannah]SZ[4];W[g7])");
        assert_eq!((moves.as_slice(), notes.len()), (["6,6".to_owned()].as_slice(), 1));
        let (moves, ..) = read_game("(;GM[Havannah]SZ[4];W[g4])");
        assert_eq!(moves, ["6,6"]);
    }

    #[test]
    fn setup_stones_form_the_initial_board() {
        let (moves, options, _) =
            read_game("(;GM[Havannah]SZ[3]AW[a1][a2]AB[c3]PL[B];B[e1];W[resign])");
        assert_eq!(moves, ["4,2", FORFEIT]);
        let board = options["board"].as_str().expect("a board");
        assert!(
            board.starts_with("3\n  W W -\n") && board.ends_with("to move: Black\n"),
            "{board}"
        );
        assert!(!options.contains_key("size"));
    }

    #[test]
    fn errors_give_location_and_reason() {
        for (text, error) in [
            ("(;FF[4]SZ[4]\n;W[d4];W[a1])", "line 2, column 10: B is to move here, found W"),
            ("(;SZ[4];B[d4])", "line 1, column 11: White begins: expected W"),
            ("(;SZ[11];W[d4])", "line 1, column 6: expected a side from 3 to 10, found `11`"),
            (
                "(;SZ[4];W[h1])",
                "line 1, column 11: expected a cell of a board of side 4, a letter from a to g and a number, found `h1`",
            ),
            ("(;SZ[4];W[a0])", "line 1, column 11: expected a cell"),
            ("(;SZ[4];W[])", "line 1, column 11: expected a cell"),
            ("(;SZ[4];W[a1];B[A1])", "line 1, column 17: a stone stands on A1 already"),
            (
                "(;GM[1]SZ[19];B[dd])",
                "line 1, column 6: this is a game of `1`; expected GM[Havannah]",
            ),
            ("(;W[a1])", "line 1, column 1: expected the side of the board, as SZ[6]"),
            ("(;SZ[4];W[a1]", "line 1, column 14: the game has no end: expected )"),
            ("(;SZ[4];W[a1", "line 1, column 11: this value has no end: expected ]"),
            ("(;SZ[4];W a1)", "line 1, column 11: expected [ and a value after W"),
            ("(;SZ[4]\n;3)", "line 2, column 2: expected ; or a property, found `3`"),
            (
                "(;SZ[4];W[a1];AB[b1])",
                "line 1, column 18: stones are put there before the first move only",
            ),
            ("(;SZ[4]))", "line 1, column 9: expected (, found `)`"),
        ] {
            let message = read(text).expect_err(text);
            assert!(message.starts_with(error), "{text:?}: {message}");
        }
        assert!(read(&"(;SZ[4]".repeat(40_000)).is_err());
        assert!(read(&format!("(;SZ[4]{})", ";C[x]".repeat(MOST_VALUES + 1))).is_err());
    }

    #[test]
    fn games_round_trip_through_sgf() {
        let mut rng = Rng::new(9, Stream::Setup);
        for (number, size) in (3..=10).chain([6, 8]).enumerate() {
            let mut raw = RawOptions::new();
            raw.insert("size".into(), size.into());
            if number % 2 == 0 {
                raw.insert("rules".into(), "havannah".into());
            }
            if number == 8 {
                raw.remove("size");
                raw.insert(
                    "board".into(),
                    "4 WW-B ----- ------ ------- ------ ----- ---B to move: White"
                        .replace(" to move", "\nto move")
                        .into(),
                );
            }
            let options = Options::check(FenceMaster::options(), &raw).expect("options");
            let mut position =
                FenceMaster::new(&options, &mut Rng::new(0, Stream::Setup)).expect("a start");
            let mut moves = Vec::new();
            while moves.len() < 30 && position.outcome().is_none() {
                let legal = position.move_list();
                let mv = legal[rng.below(legal.len())];
                moves.push(mv.to_string());
                position.play_unchecked(&mv);
            }
            let sgf = write(&options, &moves).expect("written");
            assert!(recognise(&sgf));
            let again = read(&sgf).expect(&sgf);
            assert_eq!(again.moves, moves, "{sgf}");
            let options = Options::check(FenceMaster::options(), &again.options).expect("options");
            assert_eq!(write(&options, &moves), Some(sgf));
        }
    }

    /// Every mutated text is either read or rejected with a message.
    #[test]
    fn mutated_text_is_read_or_rejected() {
        let whole = "(;FF[4]GM[Havannah]SZ[4]AW[a1]AB[b\\]2];W[d4];B[swap](;W[f3];B[g1])(;W[a2]))";
        let mut rng = Rng::new(4, Stream::Setup);
        for _ in 0..20_000 {
            let mut bytes = whole.as_bytes().to_vec();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                match rng.below(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = b"()[];\\WBaz09 \n"[rng.below(14)],
                    _ => bytes.insert(at, rng.below(128) as u8),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Err(error) = read(&text) {
                assert!(error.starts_with("line "), "{text:?}: {error}");
            }
        }
    }
}
