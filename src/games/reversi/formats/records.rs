//! Games of Othello programs in brackets: GGF, `(;GM[Othello]…BO[8 … *]B[F5//2.4]W[D6]…;)`, and SGF with `GM[2]`.

use super::{Board, SIDES, begin, cell, mirror_note, named, play, resigns};
use crate::base::fixed::shorten;
use crate::base::format::{Format, Keeps, Play, Transcribed, Written};
use crate::base::sgf::{Entry, Tree, branches, is_tree, parse, peek};
use crate::base::sgf_notes::{annotation, comment, read_comment};
use crate::contract::game::{FORFEIT, Game, Outcome, Seat};
use crate::moves::Move;
use crate::position::Reversi;

/// The format of the Generic Game Server.
pub(super) static GGF: Format = Format {
    id: "ggf",
    what: "GGF",
    ending: "ggf",
    keeps: Keeps::Notes,
    likeness: like_ggf,
    read,
    write: write_ggf,
};

/// The Smart Game Format.
pub(super) static SGF: Format = Format {
    id: "sgf",
    what: "SGF",
    ending: "sgf",
    keeps: Keeps::Tree,
    likeness: like_sgf,
    read,
    write: write_sgf,
};

/// The name of the game in brackets, in lower case; empty if there is none.
fn game_of(text: &str) -> String {
    peek(text, "GM").unwrap_or_default().to_ascii_lowercase()
}

fn like_ggf(text: &str) -> u8 {
    let named = matches!(game_of(text).as_str(), "othello" | "reversi");
    match is_tree(text) {
        true if named && peek(text, "BO").is_some() => 100,
        true if named => 90,
        _ => 0,
    }
}

fn like_sgf(text: &str) -> u8 {
    match is_tree(text) {
        true if game_of(text) == "2" => 100,
        // Any other game in SGF could be meant.
        true => 20,
        false => 0,
    }
}

/// The seat of a property for moves or stones.
fn seat_of(key: &str) -> Option<Seat> {
    match key {
        "B" | "AB" => Some(0),
        "W" | "AW" => Some(1),
        _ => None,
    }
}

/// Column and row of a value: `f5`, `F5//2.4`, or two letters.
fn place(side: usize, value: &str) -> Option<(u8, u8)> {
    let name = value.split('/').next().unwrap_or_default();
    // A mail may have broken the value.
    let name: String = name.split_whitespace().collect();
    cell(side, &name).or_else(|| {
        let lower = name.to_ascii_lowercase();
        let [x, y] = *lower.as_bytes() else { return None };
        let number = |letter: u8| letter.checked_sub(b'a').filter(|&n| usize::from(n) < side);
        number(x).zip(number(y))
    })
}

/// Whether a value is a pass.
fn is_pass(value: &str) -> bool {
    let word = value.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(word.as_str(), "" | "pa" | "pass" | "ps" | "--" | "tt")
}

/// The cells of a value with single cells, or the corners of an area.
fn area(side: usize, value: &str) -> Option<Vec<(u8, u8)>> {
    let Some((one, other)) = value.split_once(':') else {
        return place(side, value).map(|at| vec![at]);
    };
    let ((a, b), (c, d)) = (place(side, one)?, place(side, other)?);
    let rows = b.min(d)..=b.max(d);
    Some(rows.flat_map(|y| (a.min(c)..=a.max(c)).map(move |x| (x, y))).collect())
}

/// The side of a board and its stones in GGF: `8 -------- … *`.
fn ggf_board(entry: &Entry) -> Result<Board, String> {
    let mut words = entry.value.split_whitespace();
    let side = words.next().and_then(|word| word.parse().ok()).filter(|side| SIDES.contains(side));
    let side: usize = side.ok_or_else(|| {
        let found = shorten(entry.value.trim());
        entry.wrong(format!("expected the side of the board and its cells, found `{found}`"))
    })?;
    let letters: Vec<char> = words.flat_map(str::chars).collect();
    let stone = |letter: char| match letter.to_ascii_lowercase() {
        '*' | 'x' | 'b' => Some(Some(0)),
        'o' | 'w' => Some(Some(1)),
        '-' | '.' => Some(None),
        _ => None,
    };
    let total = side * side;
    let cells: Vec<Option<Seat>> =
        letters.iter().take(total).map_while(|&one| stone(one)).collect();
    let mover = letters.get(total).and_then(|&one| stone(one)).flatten();
    match mover {
        Some(mover) if cells.len() == total && letters.len() == total + 1 => {
            Ok(Board { side, cells, mover })
        }
        _ => {
            let found = letters.len();
            let expected =
                format!("expected {total} cells, each *, O or -, and the player to move");
            Err(entry.wrong(format!("{expected}; found {found} characters")))
        }
    }
}

/// The stones of the first node in SGF; the start of Othello if there are none.
fn sgf_board(tree: &Tree) -> Result<Board, String> {
    let side = match tree.find("SZ") {
        None => 8,
        Some(entry) => {
            let (one, other) = entry.value.split_once(':').unwrap_or((&entry.value, &entry.value));
            let side = one.trim().parse().ok().filter(|side| SIDES.contains(side));
            let side = side.filter(|_| one.trim() == other.trim());
            side.ok_or_else(|| {
                let (least, most) = (SIDES.start(), SIDES.end());
                let found = shorten(&entry.value);
                entry.wrong(format!("expected a side from {least} to {most}, found `{found}`"))
            })?
        }
    };
    let mut board = Board::empty(side);
    let mut stones = 0;
    let setup = tree.nodes.iter().take_while(|node| {
        node.after.is_none() || (node.get("B").is_none() && node.get("W").is_none())
    });
    for entry in setup.flat_map(|node| &node.values) {
        let seat = match entry.key.as_str() {
            "AB" | "AW" => seat_of(&entry.key),
            "AE" => None,
            _ => continue,
        };
        let cells = area(side, &entry.value).ok_or_else(|| {
            let found = shorten(&entry.value);
            entry.wrong(format!("expected a cell such as e4, found `{found}`"))
        })?;
        for (x, y) in cells {
            board.cells[usize::from(y) * side + usize::from(x)] = seat;
        }
        stones += 1;
    }
    if stones == 0 {
        let middle = side / 2;
        for (dx, dy) in [(1, 1), (0, 0), (1, 0), (0, 1)] {
            let at = (middle - dy) * side + middle - dx;
            board.cells[at] = Some(usize::from(dx == dy));
        }
    }
    let mut values = tree.nodes.iter().flat_map(|node| &node.values);
    let first = values.find(|entry| matches!(entry.key.as_str(), "B" | "W"));
    let named =
        tree.find("PL").map(|player| usize::from(player.word().starts_with(['w', 'o', '2'])));
    board.mover = named.or(first.and_then(|entry| seat_of(&entry.key))).unwrap_or(0);
    Ok(board)
}

/// The note on a game of the type `8a`.
const ANTI_OTHELLO: &str =
    "This is anti-Othello, where fewer stones win; it is shown with the usual rules.";

fn read(text: &str) -> Result<Transcribed, String> {
    let tree = parse(text)?;
    let board = tree.find("BO").map_or_else(|| sgf_board(&tree), ggf_board)?;
    let side = board.side;
    let (options, mirrored) = board.options()?;
    let mut read = Transcribed { options, notes: tree.notes().collect(), ..Transcribed::default() };
    let ggf = tree.find("BO").is_some();
    if ggf && tree.find("TY").is_some_and(|kind| kind.word().contains('a')) {
        read.notes.push(ANTI_OTHELLO.to_owned());
    }
    let printed = |value: &str| {
        let (x, y) = place(side, value)?;
        Some(named((if mirrored { (side - 1) as u8 - x } else { x }, y)))
    };
    // The last move of each node, for the nodes after it.
    let mut last: Vec<Option<usize>> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let mut after = node.after.and_then(|before| last[before]);
        for entry in &node.values {
            // All moves of GGF are in one node, and a comment follows its move.
            if ggf && entry.key == "C" {
                read.annotate(after, read_comment(&entry.value));
            }
            let Some(seat) = seat_of(&entry.key).filter(|_| entry.key.len() == 1) else { continue };
            if is_pass(&entry.value) {
                continue;
            }
            let resigns = entry.word() == RESIGN;
            let at = place(side, &entry.value);
            let fault = (at.is_none() && !resigns).then(|| {
                let last = char::from(b'a' + (side - 1) as u8);
                format!("expected a cell from a1 to {last}{side}")
            });
            let (x, y) = at.unwrap_or_default();
            let x = if mirrored { (side - 1) as u8 - x } else { x };
            if mirrored && read.plays.is_empty() && at.is_some() {
                read.notes.push(mirror_note(&entry.written(), (x, y)));
            }
            let text = if resigns { FORFEIT.to_owned() } else { Move::plain(x, y).to_string() };
            let written = entry.written();
            let (line, column) = (entry.line, entry.column);
            read.plays.push(Play { after, text, seat: Some(seat), fault, written, line, column });
            after = Some(read.plays.len() - 1);
        }
        if !ggf {
            read.annotate(after, annotation(node.pairs(), &printed));
        }
        last.push(after);
    }
    let resigned = read.plays.iter().any(|play| play.text == FORFEIT);
    if let Some(given_up) = tree.given_up().filter(|_| !resigned) {
        given_up.resign(FORFEIT, tree.end(&last), seat_of, &mut read);
    }
    Ok(read)
}

const LETTERS: [&str; 2] = ["B", "W"];
/// A resignation as the value of a move.
const RESIGN: &str = "resign";

/// The moves as colours and cells, without a cell for a resignation: each with the pass before it, if there is one.
type Turns = Vec<(Option<Seat>, Seat, Option<(u8, u8)>)>;

/// The moves of a game from its start.
struct Played {
    turns: Turns,
    /// The player who must pass now.
    pass: Option<Seat>,
    /// The result if the game is over.
    outcome: Option<Outcome>,
}

/// Plays the moves of a game from this start.
fn played(start: &Reversi, moves: &[String]) -> Option<Played> {
    let mut position = start.clone();
    let mut turn = Board::from_position(start)?.mover;
    let mut turns = Turns::new();
    for text in moves {
        if let Some(seat) = resigns(&mut position, text) {
            turns.push((None, seat, None));
            continue;
        }
        let (seat, place) = play(&mut position, text)?;
        let pass = (seat != turn).then_some(turn);
        turn = 1 - seat;
        turns.push((pass, seat, Some(place)));
    }
    let pass = position.to_act().first().filter(|&seat| seat != turn).map(|_| turn);
    Some(Played { turns, pass, outcome: position.outcome() })
}

/// The seat that resigned at the end.
fn loser(turns: &Turns) -> Option<Seat> {
    turns.last().filter(|(.., place)| place.is_none()).map(|&(_, seat, _)| seat)
}

fn write_ggf(game: &Written<'_>) -> Option<String> {
    let start = begin(game.options)?;
    let board = Board::from_position(&start)?;
    let Played { turns, pass, outcome } = played(&start, game.moves)?;
    let side = board.side;
    let mover = ['*', 'O'][board.mover];
    let rows = board.rows(['-', '*', 'O']).join(" ");
    let result = match (loser(&turns), outcome) {
        // As if the other player had all stones.
        (Some(loser), _) => format!("RE[{}{}.000:r]", ["-", "+"][loser], side * side),
        (None, Some(Outcome { scores, .. })) => format!("RE[{:+}.000]", scores[0] - scores[1]),
        (None, None) => String::new(),
    };
    let mut ggf = format!(
        "(;GM[Othello]PC[Totora]PB[Player 1]PW[Player 2]TY[{side}]{result}BO[{side} {rows} {mover}]"
    );
    ggf += &comment(game.annotation(0, 0));
    for (i, (pass, seat, place)) in turns.into_iter().enumerate() {
        if let Some(pass) = pass {
            ggf += &format!("{}[PA]", LETTERS[pass]);
        }
        // A resignation is a result.
        if let Some(place) = place {
            ggf += &format!("{}[{}]", LETTERS[seat], named(place).to_uppercase());
        }
        ggf += &comment(game.annotation(0, i + 1));
    }
    // Other programs take the other player for the one to move.
    if let Some(pass) = pass {
        ggf += &format!("{}[PA]", LETTERS[pass]);
    }
    Some(ggf + ";)\n")
}

fn write_sgf(game: &Written<'_>) -> Option<String> {
    let start = begin(game.options)?;
    let board = Board::from_position(&start)?;
    let mut sgf = format!("(;FF[4]CA[UTF-8]AP[Totora]GM[2]SZ[{}]", board.side);
    for (seat, key) in ["AB", "AW"].into_iter().enumerate() {
        let own = board.cells.iter().enumerate().filter(|(_, cell)| **cell == Some(seat));
        let name = |at: usize| named(((at % board.side) as u8, (at / board.side) as u8));
        let stones: String = own.map(|(at, _)| format!("[{}]", name(at))).collect();
        if !stones.is_empty() {
            sgf += &format!("{key}{stones}");
        }
    }
    sgf += &format!("PL[{}]", LETTERS[board.mover]);
    let main = played(&start, game.moves)?;
    if let Some(Outcome { scores, .. }) = main.outcome {
        let by = scores[0] - scores[1];
        sgf += &match loser(&main.turns) {
            Some(loser) => format!("RE[{}+R]", LETTERS[1 - loser]),
            None if by == 0 => "RE[0]".to_owned(),
            None => format!("RE[{}+{}]", LETTERS[usize::from(by < 0)], by.abs()),
        };
    }
    let nodes = |moves: &[String]| {
        let node = |(pass, seat, place): &(Option<Seat>, Seat, Option<(u8, u8)>)| {
            let pass = pass.map(|seat| format!("\n;{}[]", LETTERS[seat])).unwrap_or_default();
            let value = place.map_or_else(|| RESIGN.to_owned(), named);
            format!("{pass}\n;{}[{value}]", LETTERS[*seat])
        };
        played(&start, moves).map(|all| all.turns.iter().map(node).collect())
    };
    sgf += &branches(game, &nodes)?;
    Some(sgf + ")\n")
}
