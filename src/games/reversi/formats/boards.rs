//! Boards of Othello programs: 64 characters and the player to move in a line, or rows with or without labels, as
//! servers and programs print them. `X`, `*`, `B` and `●` are Black, `O`, `W` and `○` White, `-`, `.`, `_` and `+` empty
//! cells; in one word also 1, 2 and 0; in rows with bars between the cells, blank ones are empty. Slashes may part the rows
//! of a line, and a number then stands for as many empty cells.

use super::{Board, SIDES, begin, play};
use crate::base::format::{Format, Keeps, Transcribed, Written, head, narrow, placed};
use crate::contract::game::Seat;

/// The board as a format of the game.
pub(super) static BOARD: Format =
    Format { id: "obf", what: "OBF", ending: "obf", keeps: Keeps::Position, likeness, read, write };

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
        '-' | '.' | '_' | '+' | '\u{b7}' | '\u{30fb}' | '\u{1f7e9}' => Some(None),
        _ => None,
    }
}

/// The cells of a line with many of them, the column of the first, and what follows them.
struct Run<'a> {
    cells: Vec<Option<Seat>>,
    column: usize,
    before: &'a str,
    rest: &'a str,
}

/// The first run of cells in a line, after a title or a quotation mark; all cells of a whole board are in one word or, at
/// the start of the line, in several.
fn run(line: &str) -> Option<Run<'_>> {
    /// Words before the board.
    const TITLE: usize = 12;
    let is_gap = |letter: char| letter.is_whitespace() || ":\"',(=".contains(letter);
    let starts = line.char_indices().filter(|&(_, letter)| is_gap(letter)).take(TITLE);
    let starts = starts.map(|(at, letter)| at + letter.len_utf8());
    let runs = std::iter::once(0).chain(starts).filter_map(|start| {
        let (before, rest) = line.split_at(start);
        let (cells, rest) = slashed(rest).unwrap_or_else(|| cells(rest));
        let joined = || line[start..].split_whitespace().next().is_some_and(is_long);
        let many = cells.len() == 64 || cells.len() >= MANY && (start == 0 || joined());
        many.then(|| Run { cells, column: before.chars().count() + 1, before, rest })
    });
    let runs: Vec<Run<'_>> = runs.collect();
    let whole = runs.iter().position(|run| run.cells.len() == 64);
    runs.into_iter().nth(whole.unwrap_or(0))
}

/// The cells of a word with eight rows, with slashes between them, and what follows it; `None` for another word.
fn slashed(line: &str) -> Option<(Vec<Option<Seat>>, &str)> {
    let word = line.split_whitespace().next().filter(|word| word.matches('/').count() == 7)?;
    let begun = line.find(word)?;
    let mut cells = Vec::new();
    for (number, row) in word.split('/').enumerate() {
        for letter in row.chars().take(9) {
            match letter {
                '1'..='8' => {
                    cells.extend(std::iter::repeat_n(None, letter as usize - '0' as usize))
                }
                letter => cells.push(stone(letter)?),
            }
        }
        if cells.len() != 8 * (number + 1) {
            return None;
        }
    }
    Some((cells, &line[begun + word.len()..]))
}

/// Whether a word has the length of many cells.
fn is_long(word: &str) -> bool {
    word.chars().take(MANY).count() == MANY
}

/// The cells at the start of a line, and what follows them.
fn cells(line: &str) -> (Vec<Option<Seat>>, &str) {
    const TOTAL: usize = 64;
    let word = line.split_whitespace().next().unwrap_or_default();
    let joined = is_long(word);
    let digits = joined && word.chars().take(TOTAL).all(|letter| ('0'..='2').contains(&letter));
    let stone = |letter: char| match letter {
        '0'..='2' if digits => Some((letter as usize - '0' as usize).checked_sub(1)),
        letter => stone(letter),
    };
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

/// The board that several lines have, each of more cells than a row; also what follows its last cell.
fn wrapped<'a>(lines: &[&'a str]) -> Option<(Vec<Option<Seat>>, &'a str)> {
    let part = |line: &&'a str| {
        let word = line.split_whitespace().next()?;
        let cells = word.chars().take(65).map(stone).collect::<Option<Vec<_>>>()?;
        (cells.len() > 8).then(|| (cells, &line[word.len()..]))
    };
    let parts: Vec<_> = lines.iter().filter_map(part).collect();
    let cells: Vec<Option<Seat>> = parts.iter().flat_map(|(cells, _)| cells).copied().collect();
    // More of them are the rows of a larger board.
    (cells.len() == 64).then(|| parts.last().map(|(_, rest)| (cells, *rest)))?
}

/// The place of a foreign character in a word that is otherwise a board.
fn foreign(line: &str) -> Option<(usize, char)> {
    let word = line.split_whitespace().next()?;
    let letters: Vec<char> = word.chars().take(80).collect();
    let mut others = letters.iter().enumerate().filter(|&(_, &letter)| stone(letter).is_none());
    let (at, &first) = others.next()?;
    let few = others.count() < 2 && (56..=72).contains(&letters.len());
    few.then_some((at + 1, first))
}

/// A line without its label, if its number is repeated after the cells, and what follows that: Edax prints
/// `2 - - - - - - - - 2 * to move`.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let label = line.chars().next().filter(char::is_ascii_digit)?;
    let (cells, rest) = line[1..].split_once(label)?;
    let many = cells.split_whitespace().count() >= *SIDES.start();
    (many && rest.starts_with(char::is_whitespace)).then_some((cells, rest))
}

/// The cells of a row without its labels and lines between cells; empty for any other line.
fn row(line: &str) -> Vec<Option<Seat>> {
    let line = labelled(line).map_or(line, |(cells, _)| cells);
    let bars = ['|', '\u{2502}'];
    if line.matches(bars).count() > 4 {
        let parts: Vec<&str> = line.split(bars).map(str::trim).collect();
        let inside = &parts[1..parts.len() - 1];
        let cell = |part: &&str| {
            let mut letters = part.chars();
            match (letters.next(), letters.next()) {
                (None, _) => Some(None),
                (Some(letter), None) => stone(letter),
                _ => None,
            }
        };
        return inside.iter().map(cell).collect::<Option<Vec<_>>>().unwrap_or_default();
    }
    let is_frame = |letter: char| {
        letter.is_whitespace() || bars.contains(&letter) || ",'\"[]()".contains(letter)
    };
    // In a list, digits are cells; elsewhere they are labels.
    let listed = || {
        let begun = line.find('[').unwrap_or(0);
        let parts = line[begun..].split(is_frame).filter(|part| !part.is_empty());
        let cells: Option<Vec<_>> = parts
            .map(|part| ["0", "1", "2"].iter().position(|one| *one == part))
            .map(|cell| cell.map(|number| number.checked_sub(1)))
            .collect();
        cells.filter(|cells| cells.len() >= *SIDES.start())
    };
    if let Some(cells) = line.contains([',', '[']).then(listed).flatten() {
        return cells;
    }
    let inner =
        line.trim_matches(|letter: char| is_frame(letter) || narrow(letter).is_ascii_digit());
    let letters = inner.chars().filter(|&letter| !is_frame(letter) && letter != '\u{fe0f}');
    letters.map(stone).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Whether a line only separates rows.
fn is_separator(line: &str) -> bool {
    let is_box = |letter: char| ('\u{2500}'..='\u{257f}').contains(&letter);
    let crosses = |letter: char| letter == '+' || is_box(letter) && letter != '\u{2502}';
    line.contains(crosses)
        && line.contains(|letter: char| "-=".contains(letter) || is_box(letter))
        && line.chars().all(|letter| "+-=| ".contains(letter) || is_box(letter))
}

/// The player to move according to words such as `X`, `Black to move` or `turn: *`.
fn mover(words: &str) -> Option<Seat> {
    let lower = words.to_lowercase();
    let is_gap = |letter: char| letter.is_whitespace() || ";:|,.!'\"()[]=".contains(letter);
    lower.split(is_gap).find_map(|word| match word {
        "x" | "*" | "b" | "black" | "black's" | "@" => Some(0),
        "o" | "w" | "white" | "white's" => Some(1),
        // Nothing parts words in Japanese.
        _ => word.chars().next().filter(|_| word.chars().count() < 5).and_then(|one| match one {
            '\u{25cf}' | '\u{26ab}' | '\u{9ed2}' => Some(0),
            '\u{25cb}' | '\u{26aa}' | '\u{767d}' => Some(1),
            _ => None,
        }),
    })
}

/// The player to move according to lines beside a board.
fn said<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<Seat> {
    let says = |line: &&str| {
        let line = line.to_lowercase();
        ["to move", "to play", "turn", "next", "\u{756a}"].iter().any(|words| line.contains(words))
    };
    let said = lines.clone().find(says).and_then(mover);
    // A line that is only a name names the player too.
    let alone = |line: &&str| line.split_whitespace().count() == 1;
    said.or_else(|| lines.filter(alone).find_map(mover))
}

/// A board in a text.
struct Found {
    board: Board,
    named: bool,
    /// Other boards of the text.
    others: usize,
}

fn find(text: &str) -> Option<Found> {
    let lines: Vec<&str> = lines(text).map(str::trim).filter(|line| !is_separator(line)).collect();
    fn whole<'a>(line: &&'a str) -> Option<Run<'a>> {
        run(line).filter(|run| run.cells.len() == 64)
    }
    let first = lines.iter().enumerate().find_map(|(at, line)| whole(line).map(|run| (at, run)));
    if let Some((at, Run { cells, before, rest, .. })) = first {
        // What follows a semicolon or a percent sign is a comment.
        let rest = rest.trim_start().split([';', '%']).next().unwrap_or_default();
        let others = lines.iter().filter(|line| whole(line).is_some()).count() - 1;
        let board = Board { side: 8, cells, mover: 0 };
        let digit = || match lines[at][before.len()..].trim_start().starts_with(['0', '1', '2']) {
            true if rest.trim() == "1" => Some(0),
            true if rest.trim() == "2" => Some(1),
            _ => None,
        };
        let beside = || said(lines.iter().filter(|line| whole(line).is_none()).copied());
        let named = mover(rest).or_else(digit).or_else(|| mover(before)).or_else(beside);
        return Some(with_mover(board, named, others));
    }
    if let Some((cells, rest)) = wrapped(&lines) {
        let board = Board { side: 8, cells, mover: 0 };
        return Some(with_mover(board, mover(rest).or_else(|| said(lines.iter().copied())), 0));
    }
    let rows: Vec<_> = lines.iter().map(|line| row(line)).collect();
    let (at, side) = (0..rows.len()).find_map(|at| {
        let side = rows[at].len();
        let square =
            SIDES.contains(&side) && rows[at..].iter().take(side).all(|row| row.len() == side);
        (square && at + side <= rows.len()).then_some((at, side))
    })?;
    let board = Board { side, cells: rows[at..at + side].concat(), mover: 0 };
    let beside = lines[at..at + side].iter().filter_map(|line| Some(labelled(line)?.1));
    let others = lines[..at].iter().chain(&lines[at + side..]).copied().chain(beside);
    Some(with_mover(board, said(others), 0))
}

/// The board with the player to move: as named, or the player whose turn it is if nobody has passed.
fn with_mover(mut board: Board, named: Option<Seat>, others: usize) -> Found {
    let stones = board.cells.iter().filter(|cell| cell.is_some()).count();
    board.mover = named.unwrap_or(stones % 2);
    Found { board, named: named.is_some(), others }
}

fn likeness(text: &str) -> u8 {
    match find(text) {
        // A list of numbers could be moves of Isolation, too.
        Some(found) if found.board.side == 8 => 82,
        Some(_) => 55,
        None => {
            let long = |line: &str| run(line.trim()).is_some() || foreign(line.trim()).is_some();
            if lines(text).any(long) { 60 } else { 0 }
        }
    }
}

fn read(text: &str) -> Result<Transcribed, String> {
    let Some(Found { board, named, others }) = find(text) else {
        let wrong = |(at, line): (usize, &str)| {
            let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
            let line = line.trim();
            let foreign = || foreign(line).map(|(place, found)| (place - 1, 1, Some(found)));
            let long =
                || run(line).map(|run| (run.cells.len(), run.column, run.rest.chars().next()));
            foreign()
                .or_else(long)
                .map(|(count, column, next)| (at + 1, indent + column, count, next))
        };
        let (line, column, count, next) =
            lines(text).enumerate().find_map(wrong).unwrap_or((1, 1, 0, None));
        let next = next.map(|next| format!(" before `{}`", next.escape_debug()));
        let message = format!(
            "expected 64 cells, each X, O or -, and the player to move; found {count}{}",
            next.unwrap_or_default()
        );
        return Err(placed(line, column + count, message));
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
    let board = Board::from_position(&position).filter(|board| board.side == 8)?;
    let cells = board.rows(['-', 'X', 'O']).concat();
    Some(format!("{cells} {};\n", ['X', 'O'][board.mover]))
}
