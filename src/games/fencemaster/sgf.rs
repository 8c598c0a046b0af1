//! Games of Havannah in SGF, as written by engines and Little Golem: `(;FF[4]GM[Havannah]SZ[6];W[a1];B[b2])`.
//!
//! A cell is the letter of its row from the top and a number. Little Golem counts the cells of the row from 1; engines
//! count slanted columns, so the two differ below the middle. Engines write `GM[havannah]` in lower
//! case; a text that fits one numbering worse is read in the other, with a note. Output uses the
//! numbering of Little Golem. White begins.

use super::geometry::{Geometry, LARGEST, Place, SMALLEST};
use super::moves::Printed;
use super::position::{BOARD, FenceMaster, RULES, SIZE, SWAP};
use super::position_text::{PositionText, coordinates};
use crate::base::fixed::shorten;
use crate::base::format::{Format, Keeps, Play, Transcribed, Written, placed};
use crate::base::options::RawOptions;
use crate::base::rng::{Rng, Stream};
use crate::base::sgf::{Entry, Node, Tree, branches, is_tree, parse, peek};
use crate::base::sgf_notes::annotation;
use crate::contract::game::{Enumerable, FORFEIT, Game, Seat};
use serde_json::Value;

/// The SGF format of the game.
pub(super) static SGF: Format =
    Format { id: "sgf", what: "SGF", ending: "sgf", keeps: Keeps::Tree, likeness, read, write };

/// The names of the game in SGF; a file of Little Golem has none.
const GAMES: [&str; 4] = ["", "havannah", "4100", "fencemaster"];

fn likeness(text: &str) -> u8 {
    let game = peek(text, "GM").unwrap_or_default().to_ascii_lowercase();
    match (is_tree(text), GAMES.contains(&game.as_str())) {
        (true, true) => {
            if game.is_empty() {
                60
            } else {
                100
            }
        }
        (true, false) => 30,
        (false, _) => 0,
    }
}

/// The value of `RU` in a game without the swap.
const NO_SWAP: &str = "no swap";

/// The seat of a property for moves or stones.
fn seat_of(entry: &Entry) -> Option<Seat> {
    match entry.key.as_str() {
        "W" | "AW" => Some(0),
        "B" | "AB" => Some(1),
        _ => None,
    }
}

fn is_move(entry: &Entry) -> bool {
    matches!(entry.key.as_str(), "W" | "B")
}

/// A move that is no cell, in the notation of the game.
fn other_move(entry: &Entry) -> Option<&'static str> {
    Some(match entry.word().replace([' ', '_'], "-").as_str() {
        // The goals of both players are the same, so exchanging the stones and exchanging the seats are one move.
        "swap" | "swap-pieces" | "swap-sides" => "swap",
        "resign" | FORFEIT => FORFEIT,
        _ => return None,
    })
}

/// Row and column of a cell, numbered by slanted columns or from 1 in every row; `None` if it is not on the board.
fn cell(side: usize, slanted: bool, text: &str) -> Option<(usize, usize)> {
    // A mail may have broken the value.
    let text: String = text.split_whitespace().collect();
    let mut letters = text.chars();
    let letter = letters.next()?.to_ascii_lowercase();
    let row = usize::from(u8::try_from(letter).ok()?).checked_sub(usize::from(b'a'))?;
    let digits = letters.as_str();
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse::<usize>().ok()?.checked_sub(1)?;
    let column = if slanted { number } else { number + (row + 1).saturating_sub(side) };
    Geometry::with_side(side)?.at(row, column).map(|_| (row, column))
}

/// The cells of a value for stones: one, or those of an area between two corners, as in `a1:b3`.
fn area(side: usize, slanted: bool, text: &str) -> Option<Vec<(usize, usize)>> {
    let Some((one, other)) = text.split_once(':') else {
        return cell(side, slanted, text).map(|at| vec![at]);
    };
    let (one, other) = (cell(side, slanted, one)?, cell(side, slanted, other)?);
    let between = |a: usize, b: usize| a.min(b)..=a.max(b);
    let rows = between(one.0, other.0);
    let cells = rows.flat_map(|row| between(one.1, other.1).map(move |column| (row, column)));
    let geometry = Geometry::with_side(side)?;
    Some(cells.filter(|&(row, column)| geometry.at(row, column).is_some()).collect())
}

/// What is expected at a value that is no cell.
fn no_cell(side: usize, entry: &Entry) -> String {
    let found = shorten(&entry.value);
    let last = char::from(b'a' + (2 * side - 2) as u8);
    format!(
        "expected a cell of a board of side {side}, a letter from a to {last} and a number, found `{found}`"
    )
}

/// The number of values that make no sense in a numbering: they are no cells, or taken already in the main line.
fn misfits(side: usize, slanted: bool, tree: &Tree) -> usize {
    let mut wrong = 0;
    let mut seen: Vec<(usize, usize)> = Vec::new();
    let mut main = None;
    for (number, node) in tree.nodes.iter().enumerate() {
        // The first child of every node is the main line.
        let is_main = node.after == main;
        if is_main {
            main = Some(number);
        }
        for entry in &node.values {
            if seat_of(entry).is_none() || is_move(entry) && other_move(entry).is_some() {
                continue;
            }
            match area(side, slanted, &entry.value) {
                None => wrong += 1,
                Some(cells) if is_main => {
                    wrong += cells.iter().filter(|at| seen.contains(at)).count();
                    seen.extend(cells);
                }
                Some(_) => {}
            }
        }
    }
    wrong
}

/// The side of the board: `SZ[6]`, or `SZ[d=11]` for the cells of the longest row.
fn side_of(tree: &Tree) -> Result<usize, String> {
    let size =
        tree.find("SZ").ok_or_else(|| placed(1, 1, "expected the side of the board, as SZ[6]"))?;
    let word = size.word();
    let diameter = word.strip_prefix('d').and_then(|rest| rest.trim_start().strip_prefix('='));
    let side = match diameter {
        Some(row) => {
            row.trim().parse().ok().filter(|row| row % 2 == 1).map(|row: usize| row / 2 + 1)
        }
        None => match word.split_once(':') {
            Some((one, other)) if one.trim() == other.trim() => one.trim().parse().ok(),
            _ => word.parse().ok(),
        },
    };
    side.filter(|side| (SMALLEST..=LARGEST).contains(side)).ok_or_else(|| {
        let found = shorten(&size.value);
        let row = 2 * LARGEST - 1;
        size.wrong(format!(
            "expected a side from {SMALLEST} to {LARGEST}, or d= and an odd number up to {row}, found `{found}`"
        ))
    })
}

/// The options for a board with these stones.
fn board(tree: &Tree, side: usize, slanted: bool) -> Result<Option<PositionText>, String> {
    let mut stones: Vec<((usize, usize), Option<Seat>)> = Vec::new();
    let has_move = |node: &Node| node.values.iter().any(is_move);
    let before = tree.nodes.iter().take_while(|node| node.after.is_none() || !has_move(node));
    for entry in before.flat_map(|node| &node.values) {
        if !matches!(entry.key.as_str(), "AW" | "AB" | "AE") {
            continue;
        }
        let cells = area(side, slanted, &entry.value);
        let cells = cells.ok_or_else(|| entry.wrong(no_cell(side, entry)))?;
        stones.extend(cells.into_iter().map(|at| (at, seat_of(entry))));
    }
    if stones.is_empty() {
        return Ok(None);
    }
    let stone =
        |at| stones.iter().rev().find(|(other, _)| *other == at).and_then(|&(_, seat)| seat);
    let cells: Vec<Option<Seat>> = coordinates(side).map(stone).collect();
    let first = tree.nodes.iter().flat_map(|node| &node.values).find(|entry| is_move(entry));
    let named = tree.find("PL").map(|player| usize::from(!player.word().starts_with('w')));
    let whites = cells.iter().filter(|&&cell| cell == Some(0)).count();
    let blacks = cells.iter().filter(|&&cell| cell == Some(1)).count();
    let mover = first.and_then(seat_of).or(named).unwrap_or(usize::from(whites > blacks));
    Ok(Some(PositionText { side, cells, mover: Some(mover) }))
}

fn read(text: &str) -> Result<Transcribed, String> {
    let tree = parse(text)?;
    let game = tree.find("GM");
    let kind = game.map_or(String::new(), Entry::word);
    if !GAMES.contains(&kind.as_str()) {
        let found = shorten(&kind);
        let message = format!("this is a game of `{found}`; expected GM[Havannah]");
        return Err(game.map_or_else(String::new, |game| game.wrong(message)));
    }
    let side = side_of(&tree)?;
    let mut notes: Vec<String> = tree.notes().collect();
    // Engines write the name of the game in lower case.
    let usual = game.is_some_and(|game| game.value.trim() == "havannah");
    let wrong = [usual, !usual].map(|slanted| misfits(side, slanted, &tree));
    let slanted = if wrong[1] < wrong[0] { !usual } else { usual };
    if slanted != usual {
        notes.push(
            if slanted {
                "Cells are read by slanted columns, as engines count."
            } else {
                "Cells are read as numbers in their row, as Little Golem counts."
            }
            .to_owned(),
        );
    }
    let mut options = RawOptions::new();
    if kind != "fencemaster" {
        options.insert(RULES.key.to_owned(), Value::from("havannah"));
    }
    if tree.find("RU").is_some_and(|rules| rules.word() == NO_SWAP) {
        options.insert(SWAP.key.to_owned(), Value::from("off"));
    }
    let board = board(&tree, side, slanted)?;
    let first = tree.nodes.iter().flat_map(|node| &node.values).find(|entry| is_move(entry));
    let exchanged = board.is_none() && first.and_then(seat_of) == Some(1);
    if exchanged {
        notes.push(
            "Black begins in this file, but White in the game: the colours are exchanged."
                .to_owned(),
        );
    }
    match board {
        Some(board) => options.insert(BOARD.key.to_owned(), Value::from(board.write())),
        None => options.insert(SIZE.key.to_owned(), Value::from(side)),
    };
    let mut read = Transcribed { options, notes, ..Transcribed::default() };
    let printed = |value: &str| {
        let (row, column) = cell(side, slanted, value)?;
        Geometry::with_side(side)?.at(row, column).map(|place| name(side, place))
    };
    // The last move of each node, for the nodes after it.
    let mut last: Vec<Option<usize>> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let mut after = node.after.and_then(|before| last[before]);
        for entry in &node.values {
            let Some(seat) = seat_of(entry) else { continue };
            let mut fault = None;
            if !is_move(entry) {
                if after.is_none() {
                    continue;
                }
                fault = Some("stones are put there before the first move only".to_owned());
            }
            let text = match (other_move(entry), cell(side, slanted, &entry.value)) {
                (Some(other), _) => other.to_owned(),
                (None, Some((row, column))) => format!("{row},{column}"),
                (None, None) => {
                    fault = fault.or_else(|| Some(no_cell(side, entry)));
                    String::new()
                }
            };
            let (seat, written) = (Some(seat ^ usize::from(exchanged)), entry.written());
            let (line, column) = (entry.line, entry.column);
            read.plays.push(Play { after, text, seat, fault, written, line, column });
            after = Some(read.plays.len() - 1);
        }
        read.annotate(after, annotation(node.pairs(), &printed));
        last.push(after);
    }
    let resigned = read.plays.iter().any(|play| play.text == FORFEIT);
    if let Some(given_up) = tree.given_up().filter(|_| !resigned) {
        let seat = |key: &str| Some(usize::from(key == "B") ^ usize::from(exchanged));
        given_up.resign(FORFEIT, tree.end(&last), seat, &mut read);
    }
    Ok(read)
}

/// The name of a cell in Little Golem's notation.
pub(super) fn name(side: usize, place: Place) -> String {
    Geometry::with_side(side).map_or_else(String::new, |of| Printed(of, place).to_string())
}

fn write(game: &Written<'_>) -> Option<String> {
    let start = FenceMaster::new(game.options, &mut Rng::new(game.seed, Stream::Setup)).ok()?;
    let side = start.geometry().side();
    let title = if start.havannah() { "Havannah" } else { "FenceMaster" };
    let mut sgf = format!("(;FF[4]CA[UTF-8]AP[Totora]GM[{title}]SZ[{side}]");
    // Where stones are set up, there is no swap anyway.
    let given = !game.options.text(&BOARD).trim().is_empty();
    if start.stones() == 0 && (given || game.options.text(&SWAP) != "on") {
        sgf += &format!("RU[{NO_SWAP}]");
    }
    if start.stones() > 0 {
        for (seat, key) in ["AW", "AB"].into_iter().enumerate() {
            let places =
                coordinates(side).filter_map(|(row, column)| start.geometry().at(row, column));
            let own = places.filter(|&place| start.board().stone(place) == Some(seat));
            let stones: String = own.map(|place| format!("[{}]", name(side, place))).collect();
            if !stones.is_empty() {
                sgf += &format!("{key}{stones}");
            }
        }
        sgf += &format!("PL[{}]", ["W", "B"][start.mover()]);
    }
    let mut end = start.clone();
    game.moves.iter().try_for_each(|text| node(&mut end, text).map(drop))?;
    if let Some(outcome) = end.outcome() {
        let how = if game.moves.last().is_some_and(|text| text == FORFEIT) { "R" } else { "" };
        sgf += &match outcome.ranks[..] {
            [1, 1] => "RE[0]".to_owned(),
            [1, _] => format!("RE[W+{how}]"),
            _ => format!("RE[B+{how}]"),
        };
    }
    let nodes = |moves: &[String]| {
        let mut position = start.clone();
        moves.iter().map(|text| node(&mut position, text)).collect()
    };
    sgf += &branches(game, &nodes)?;
    Some(sgf + ")\n")
}

/// Plays a move of a record, and returns its node.
fn node(position: &mut FenceMaster, text: &str) -> Option<String> {
    let seat = position.to_act().first()?;
    let value = if text == FORFEIT {
        position.forfeit(seat).ok()?;
        "resign".to_owned()
    } else {
        let mv = position.parse_move(seat, text).ok()?;
        position.play(seat, &mv).ok()?;
        let side = position.geometry().side();
        mv.place().map_or_else(|| "swap".to_owned(), |place| name(side, place))
    };
    Some(format!("\n;{}[{value}]", ["W", "B"][seat]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::format::SURE;
    use crate::base::options::Options;

    fn read_game(text: &str) -> (Vec<String>, RawOptions, Vec<String>) {
        let Transcribed { plays, options, notes, .. } = read(text).expect(text);
        assert!(likeness(text) >= SURE, "{text}");
        (plays.into_iter().map(|play| play.text).collect(), options, notes)
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
    fn reads_an_engine_game_with_its_variations_and_comments() {
        let text = "(;FF[4]GM[havannah]SZ[5]\n ;W[a1]C[good]\n ;B[i9](;W[e5];B[f3])(;W[b2]))";
        let (moves, _, notes) = read_game(text);
        assert_eq!(moves, ["0,0", "8,8", "4,4", "5,2", "1,1"]);
        assert!(notes.is_empty());
        let read = read(text).expect("read");
        let after: Vec<_> = read.plays.iter().map(|play| play.after).collect();
        assert_eq!(after, [None, Some(0), Some(1), Some(2), Some(1)]);
        assert!(matches!(&read.annotations[..], [(Some(0), one)] if one.note == "good"));
        // The name of the game implies a numbering in which this cell is invalid. The other numbering is used, with a
        // note.
        let (moves, _, notes) = read_game("(;GM[Havannah]SZ[4];W[g7])");
        assert_eq!((moves.as_slice(), notes.len()), (["6,6".to_owned()].as_slice(), 1));
        let (moves, ..) = read_game("(;GM[Havannah]SZ[4];W[g4])");
        assert_eq!(moves, ["6,6"]);
    }

    #[test]
    fn reads_what_editors_write() {
        for (text, expected) in [
            ("(;FF[4]GM[Havannah]SZ[d=9];W[a1];B[b2])", vec!["0,0", "1,1"]),
            ("(;FF[4]GM[Havannah]SZ[4];W[a1];B[swap-pieces];W[b2])", vec!["0,0", "swap", "1,1"]),
            ("  ( ;SZ[4];W[A1];B[Swap-Sides])\nGame over.", vec!["0,0", "swap"]),
            ("Havannah 123\n(;SZ[4];W[a1];B[b2]", vec!["0,0", "1,1"]),
        ] {
            assert_eq!(read_game(text).0, expected, "{text}");
        }
        let (_, options, _) = read_game("(;FF[4]GM[Havannah]SZ[d=9];W[a1])");
        assert_eq!(options["size"].as_u64(), Some(5));
        let (_, _, notes) = read_game("(;SZ[4];B[a1];W[b2])");
        assert!(notes[0].contains("colours are exchanged"), "{notes:?}");
        assert_eq!(read("(;SZ[4];B[a1];W[b2])").expect("read").plays[0].seat, Some(0));
    }

    #[test]
    fn setup_stones_form_the_initial_board() {
        for stones in ["AW[a1][a2]", "AW[a1:a2]", "AW[a1:b3]AE[b1:b3][a3]"] {
            let text = format!("(;GM[Havannah]SZ[3]{stones}AB[c3]PL[B];B[e1];W[resign])");
            let (moves, options, _) = read_game(&text);
            assert_eq!(moves, ["4,2", FORFEIT]);
            let board = options["board"].as_str().expect("a board");
            assert!(
                board.starts_with("3\n  W W -\n") && board.ends_with("to move: Black\n"),
                "{board}"
            );
            assert!(!options.contains_key("size"));
        }
    }

    #[test]
    fn errors_give_location_and_reason() {
        for (text, error) in [
            (
                "(;SZ[11];W[d4])",
                "line 1, column 6: expected a side from 3 to 10, or d= and an odd number up to 19, found `11`",
            ),
            ("(;SZ[d=8];W[d4])", "line 1, column 6: expected a side from 3 to 10"),
            (
                "(;GM[1]SZ[19];B[dd])",
                "line 1, column 6: this is a game of `1`; expected GM[Havannah]",
            ),
            ("(;W[a1])", "line 1, column 1: expected the side of the board, as SZ[6]"),
            ("(;SZ[4]AW[h1])", "line 1, column 11: expected a cell of a board of side 4"),
            ("(;SZ[4", "line 1, column 6: this value has no end: expected ]"),
        ] {
            let message = read(text).expect_err(text);
            assert!(message.starts_with(error), "{text:?}: {message}");
        }
        for (text, fault) in [
            (
                "(;SZ[4];W[h1])",
                "expected a cell of a board of side 4, a letter from a to g and a number, found `h1`",
            ),
            ("(;SZ[4];W[a0])", "expected a cell"),
            ("(;SZ[4];W[])", "expected a cell"),
        ] {
            let play = &read(text).expect(text).plays[0];
            assert!(play.fault.as_ref().is_some_and(|said| said.starts_with(fault)), "{text}");
            assert_eq!((play.line, play.column), (1, 11));
        }
        let late = read("(;SZ[4];W[a1];AB[b1])").expect("read");
        assert!(
            late.plays[1].fault.as_ref().is_some_and(|said| said.contains("before the first move"))
        );
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
            let game = Written {
                options: &options,
                seed: 0,
                moves: &moves,
                variations: &[],
                annotations: &[],
            };
            let sgf = write(&game).expect("written");
            let again = read(&sgf).expect(&sgf);
            let texts: Vec<String> = again.plays.iter().map(|play| play.text.clone()).collect();
            assert_eq!(texts, moves, "{sgf}");
            let options = Options::check(FenceMaster::options(), &again.options).expect("options");
            assert_eq!(write(&Written { options: &options, ..game }), Some(sgf));
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
