//! Boards of Othello programs: 64 characters and the player to move in a line, or rows with or without labels, as
//! servers and programs print them. `X`, `*`, `B` and `●` are Black, `O`, `W` and `○` White, `-`, `.` and `_` empty cells.

use super::{Board, SIDES, begin, play};
use crate::base::format::{Format, Transcribed, Written, head, narrow, placed};
use crate::contract::game::Seat;

/// The board as a format of the game.
pub(super) static BOARD: Format =
    Format { id: "obf", what: "OBF", ending: "obf", exports: true, likeness, read, write };

/// Cells of a line that is a whole board, from this number on.
const MANY: usize = 40;

/// The lines of a text that are looked at.
fn lines(text: &str) -> std::iter::Take<std::str::Lines<'_>> {
    head(text, 40_000).lines().take(400)
}

/// The owner of a cell by its letter; `None` for another letter.
fn stone(letter: char) -> Option<Option<Seat>> {
    match narrow(letter) {
        'X' | 'x' | '*' | '@' | 'B' | 'b' | '\u{25cf}' | '\u{26ab}' => Some(Some(0)),
        'O' | 'o' | 'W' | 'w' | '\u{25cb}' | '\u{26aa}' => Some(Some(1)),
        '-' | '.' | '_' | '\u{b7}' => Some(None),
        _ => None,
    }
}

/// The cells at the start of a line, and what follows them; all cells of a whole board are in one word or in several.
fn cells(line: &str) -> (Vec<Option<Seat>>, &str) {
    const TOTAL: usize = 64;
    let word = line.split_whitespace().next().unwrap_or_default();
    let joined = word.chars().take(MANY).count() == MANY;
    let mut cells = Vec::new();
    let mut end = 0;
    for (at, letter) in line.char_indices() {
        // One more than a board has, so that a longer one is noticed.
        match stone(letter) {
            Some(cell) if cells.len() <= TOTAL => cells.push(cell),
            None if letter.is_whitespace() && !joined && cells.len() < TOTAL => continue,
            _ => break,
        }
        end = at + letter.len_utf8();
        let after = line[end..].chars().next();
        if cells.len() == TOTAL && after.is_some_and(|next| next.is_whitespace() || next == ';') {
            break;
        }
    }
    // The player to move may follow without a space.
    if cells.len() == TOTAL + 1 && cells[TOTAL].is_some() {
        cells.pop();
        end = line[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    }
    (cells, &line[end..])
}

/// The cells of a row without its labels and lines between cells; empty for any other line.
fn row(line: &str) -> Vec<Option<Seat>> {
    let inner = line.trim_matches(|letter: char| {
        letter.is_whitespace() || letter == '|' || letter.is_ascii_digit() || letter == '\u{2502}'
    });
    let letters =
        inner.chars().filter(|letter| !letter.is_whitespace() && !"|\u{2502}".contains(*letter));
    letters.map(stone).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The player to move according to words such as `X`, `Black to move` or `turn: *`.
fn mover(words: &str) -> Option<Seat> {
    let lower = words.to_lowercase();
    let mut parts = lower.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, ';' | ':' | '|' | ',' | '\'' | '(' | ')' | '=')
    });
    parts.find_map(|word| match word {
        "x" | "*" | "b" | "black" | "@" | "\u{25cf}" => Some(0),
        "o" | "w" | "white" | "\u{25cb}" => Some(1),
        _ => None,
    })
}

/// A board in a text.
struct Found {
    board: Board,
    named: bool,
    /// Other boards of the text.
    others: usize,
}

fn find(text: &str) -> Option<Found> {
    let lines: Vec<&str> = lines(text).map(str::trim).collect();
    let whole = |line: &&&str| cells(line).0.len() == 64;
    if let Some(line) = lines.iter().find(whole) {
        let (cells, rest) = cells(line);
        // What follows a semicolon or a percent sign is a comment.
        let rest = rest.trim_start().split([';', '%']).next().unwrap_or_default();
        let (named, others) = (mover(rest), lines.iter().filter(whole).count() - 1);
        let board = Board { side: 8, cells, mover: 0 };
        return Some(with_mover(board, named, others));
    }
    let rows: Vec<_> = lines.iter().map(|line| row(line)).collect();
    let (at, side) = (0..rows.len()).find_map(|at| {
        let side = rows[at].len();
        let square =
            SIDES.contains(&side) && rows[at..].iter().take(side).all(|row| row.len() == side);
        (square && at + side <= rows.len()).then_some((at, side))
    })?;
    let board = Board { side, cells: rows[at..at + side].concat(), mover: 0 };
    let others = lines[..at].iter().chain(&lines[at + side..]);
    let says = |line: &&&str| {
        let line = line.to_lowercase();
        ["to move", "to play", "turn", "next"].iter().any(|words| line.contains(words))
    };
    let said = others.clone().find(says).and_then(|line| mover(line));
    // A line that is only a letter names the player too.
    let alone =
        || others.clone().find(|line| line.chars().count() == 1).and_then(|line| mover(line));
    Some(with_mover(board, said.or_else(alone), 0))
}

/// The board with the player to move: as named, or the player whose turn it is if nobody has passed.
fn with_mover(mut board: Board, named: Option<Seat>, others: usize) -> Found {
    let stones = board.cells.iter().filter(|cell| cell.is_some()).count();
    board.mover = named.unwrap_or(stones % 2);
    Found { board, named: named.is_some(), others }
}

fn likeness(text: &str) -> u8 {
    match find(text) {
        Some(found) if found.board.side == 8 => 80,
        Some(_) => 55,
        None => {
            let long = |line: &str| cells(line.trim()).0.len() >= MANY;
            if lines(text).any(long) { 60 } else { 0 }
        }
    }
}

fn read(text: &str) -> Result<Transcribed, String> {
    let Some(Found { board, named, others }) = find(text) else {
        let long = lines(text).enumerate();
        let (line, found) = long
            .map(|(at, line)| (at + 1, cells(line.trim())))
            .find(|(_, (cells, _))| cells.len() >= MANY)
            .map_or((1, (0, None)), |(at, (cells, rest))| (at, (cells.len(), rest.chars().next())));
        let (count, next) = found;
        let next = next.map(|next| format!(" before `{}`", next.escape_debug()));
        let message = format!(
            "expected 64 cells, each X, O or -, and the player to move; found {count}{}",
            next.unwrap_or_default()
        );
        return Err(placed(line, count + 1, message));
    };
    let (options, mirrored) = board.options()?;
    let mut notes = Vec::new();
    if mirrored {
        notes.push("This is the mirrored start; it is shown mirrored.".to_owned());
    }
    if !named {
        let name = ["Black", "White"][board.mover];
        notes.push(format!(
            "The text names no player to move. By the number of stones it is {name}."
        ));
    }
    if others > 0 {
        notes.push(format!("Only the first of {} positions is opened.", others + 1));
    }
    Ok(Transcribed { options, notes, ..Transcribed::default() })
}

/// Writes the last position.
fn write(game: &Written<'_>) -> Option<String> {
    let mut position = begin(game.options)?;
    for text in game.moves {
        play(&mut position, text)?;
    }
    let board = Board::of(&position).filter(|board| board.side == 8)?;
    let cells = board.rows(['-', 'X', 'O']).concat();
    Some(format!("{cells} {};\n", ['X', 'O'][board.mover]))
}
