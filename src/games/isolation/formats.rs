//! Boards and histories of a well-known course of artificial intelligence, and the position text. The course counts rows
//! and columns from 0 at the top left; its first version plays on 7x7, its second on 11x9. Player 1 begins.

use super::board::{Cell, LARGEST, SMALLEST, Size};
use super::position::{Isolation, POSITION, SIZE};
use super::position_text::PositionText;
use crate::base::fixed::shorten;
use crate::base::format::{
    Format, Keeps, POSITION as FORMAT, Play, Transcribed, Written, head, placed, unwritten,
};
use crate::base::options::RawOptions;
use crate::base::rng::{Rng, Stream};
use crate::contract::game::{Game, Seat};
use crate::contract::setup::has_entry;
use serde_json::Value;

/// The formats of the game.
pub(super) static FORMATS: [&Format; 3] = [&POSITION_TEXT, &BOARD, &HISTORY];

/// The text form of a position.
static POSITION_TEXT: Format = Format {
    id: FORMAT,
    what: "position text",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: like_position,
    read: |text| PositionText::read(text).map(|given| at(&given, Vec::new())),
    write: unwritten,
};

/// A board as the course prints it.
static BOARD: Format = Format {
    id: "board",
    what: "printed board",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: |text| {
        let rows = rows(text);
        let cells = || rows.iter().flat_map(|(_, cells)| cells);
        let unknown = cells().filter(|(_, mark)| matches!(mark, Mark::Unknown(_))).count();
        match (rows.len() >= usize::from(SMALLEST), unknown) {
            (true, 0) => 85,
            (true, 1) => 60,
            (true, _) if 4 * unknown < cells().count() => 30,
            _ => 0,
        }
    },
    read: read_board,
    write: write_board,
};

/// The moves as pairs of numbers.
static HISTORY: Format = Format {
    id: "history",
    what: "history",
    ending: "txt",
    keeps: Keeps::Moves,
    likeness: like_history,
    read: read_history,
    write: write_history,
};

/// Lines of a text that are looked at.
const MOST_LINES: usize = 200;

fn at(given: &PositionText, notes: Vec<String>) -> Transcribed {
    let options = [(POSITION.key.to_owned(), Value::from(given.write()))].into_iter().collect();
    Transcribed { options, notes, ..Transcribed::default() }
}

fn like_position(text: &str) -> u8 {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST_LINES);
    let (mut rows, mut wrong, mut to_move) = (0, 0, false);
    for line in lines {
        let cells = line.chars().filter(|letter| !letter.is_whitespace());
        let known = cells.clone().filter(|letter| ".xX12".contains(*letter)).count();
        let cells = cells.count();
        if has_entry(line, &["to move"]) {
            to_move = true;
        } else if known == cells && cells >= usize::from(SMALLEST) {
            rows += 1;
        } else {
            wrong += 1;
        }
    }
    let free = text.contains('.');
    match (rows >= usize::from(SMALLEST), wrong) {
        (true, 0) if free || to_move => 90,
        (true, 1) if free && to_move => 60,
        _ => 0,
    }
}

// ---- printed boards ----

/// A cell of a printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Free,
    Closed,
    Knight(Seat),
    Unknown(char),
}

/// The cells between the bars of each row, with the number of the line and the column of each cell.
fn rows(text: &str) -> Vec<(usize, Vec<(usize, Mark)>)> {
    let mut rows = Vec::new();
    for (number, line) in head(text, 40_000).split('\n').take(MOST_LINES).enumerate() {
        let mut parts = Vec::new();
        let mut column = 1;
        for part in line.split(['|', '\u{2502}']) {
            parts.push((column, part));
            column += part.chars().count() + 1;
        }
        // The first part is a label, and the last is empty.
        if parts.len() < 2 + usize::from(SMALLEST) {
            continue;
        }
        let label = parts[0].1.trim();
        if !label.chars().all(|letter| letter.is_ascii_digit()) {
            continue;
        }
        let mark = |(column, part): &(usize, &str)| {
            let mut letters = part.trim().chars();
            let mark = match (letters.next(), letters.next()) {
                (None, _) | (Some('.' | '_'), None) => Mark::Free,
                (Some('-' | 'X' | 'x' | '#' | '*'), None) => Mark::Closed,
                (Some('1'), None) => Mark::Knight(0),
                (Some('2'), None) => Mark::Knight(1),
                (Some(letter), _) => Mark::Unknown(letter),
            };
            (*column, mark)
        };
        rows.push((number + 1, parts[1..parts.len() - 1].iter().map(mark).collect()));
    }
    rows
}

/// The player to move according to a line such as `Player 1 to move` or `to move: 2`.
fn said_mover(text: &str) -> Option<Seat> {
    let says = |line: &&str| {
        let line = line.to_lowercase();
        !line.contains('|')
            && ["to move", "to play", "turn", "active", "next"]
                .iter()
                .any(|word| line.contains(word))
    };
    let line = head(text, 40_000).split('\n').find(says)?;
    let mut numbers = line.split(|letter: char| !letter.is_ascii_digit());
    numbers.find_map(|number| match number {
        "1" => Some(0),
        "2" => Some(1),
        _ => None,
    })
}

fn read_board(text: &str) -> Result<Transcribed, String> {
    /// Lines between two rows of one board.
    const BETWEEN: usize = 2;
    let mut rows = rows(text);
    let width = rows.first().map_or(0, |(_, cells)| cells.len());
    // A row with the label 0 begins a board.
    let begins = |line: usize| {
        let text = text.split('\n').nth(line - 1).unwrap_or_default().trim_start();
        text.split(['|', '\u{2502}']).next().is_some_and(|label| label.trim() == "0")
    };
    let apart = rows.windows(2).position(|two| two[1].0 - two[0].0 > BETWEEN || begins(two[1].0));
    let more = apart.is_some_and(|last| rows.len() - last > usize::from(SMALLEST));
    if let Some(last) = apart.filter(|_| more) {
        rows.truncate(last + 1);
    }
    let sides = u8::try_from(width).ok().zip(u8::try_from(rows.len()).ok());
    let size = sides.and_then(|(width, height)| Size::new(width, height)).ok_or_else(|| {
        let (line, height) = (rows.last().map_or(1, |row| row.0), rows.len());
        let expected = format!("a board has {SMALLEST} to {LARGEST} columns and rows");
        placed(line, 1, format!("{expected}, this one has {width} and {height}"))
    })?;
    let mut given = PositionText { size, closed: 0, at: [None; 2], mover: 0 };
    let mut closed = 0;
    for (row, (line, cells)) in (0..size.height).rev().zip(&rows) {
        if cells.len() != width {
            let message = format!("this row has {} cells, the first has {width}", cells.len());
            return Err(placed(*line, 1, message));
        }
        for (column, &(place, mark)) in (0..).zip(cells) {
            let Some(cell) = Cell::at(column, row) else { continue };
            match mark {
                Mark::Free => {}
                Mark::Closed => {
                    given.closed |= cell.alone();
                    closed += 1;
                }
                Mark::Knight(seat) => {
                    if given.at[seat].replace(cell).is_some() {
                        let message = format!("knight {} is there twice", seat + 1);
                        return Err(placed(*line, place, message));
                    }
                }
                Mark::Unknown(letter) => {
                    let found = letter.escape_debug();
                    let message = format!("expected 1, 2, - or an empty cell, found `{found}`");
                    return Err(placed(*line, place, message));
                }
            }
        }
    }
    let knights = given.at.iter().flatten().count();
    given.mover = (closed + knights) % 2;
    if knights == 1 {
        given.mover = usize::from(given.at[0].is_some());
    }
    let mut notes = Vec::new();
    match said_mover(text) {
        Some(mover) => given.mover = mover,
        None => notes.push(format!(
            "By the number of closed cells it is the turn of Player {}.",
            given.mover + 1
        )),
    }
    if more {
        notes.push("Only the first board of the text is opened.".to_owned());
    }
    Ok(at(&given, notes))
}

/// The position at the start of a game, and after its moves; `None` if one of them is no cell.
fn ends(game: &Written<'_>) -> Option<(Isolation, Isolation)> {
    let start = Isolation::new(game.options, &mut Rng::new(game.seed, Stream::Setup)).ok()?;
    let mut position = start;
    for text in game.moves {
        let mv = position.parse_move(position.turn(), text).ok()?;
        position.play(position.turn(), &mv).ok()?;
    }
    Some((start, position))
}

fn write_board(game: &Written<'_>) -> Option<String> {
    let (_, position) = ends(game)?;
    let given = PositionText::from(&position);
    let Size { width, height } = given.size;
    let mark = |cell: Cell| match given.at.iter().position(|&at| at == Some(cell)) {
        Some(seat) => ['1', '2'][seat],
        None if given.closed & cell.alone() != 0 => '-',
        None => ' ',
    };
    let numbers: String = (0..width).map(|column| format!("{column:>4}")).collect();
    let mut text = format!("  {numbers}\n");
    for row in 0..height {
        let cells = (0..width).filter_map(|column| Cell::at(column, height - 1 - row));
        let cells: String = cells.map(|cell| format!(" {} |", mark(cell))).collect();
        text += &format!("{row:<3}|{cells}\n");
    }
    Some(text + &format!("Player {} to move\n", given.mover + 1))
}

// ---- histories ----

/// A pair of numbers, with its text and its place.
struct Pair {
    row: i32,
    column: i32,
    written: String,
    place: (usize, usize),
}

/// The pairs of a text of brackets, numbers and commas; the error has the place of anything else.
fn pairs(text: &str) -> Result<Vec<Pair>, String> {
    /// More moves than any game has.
    const MOST: usize = 400;
    let mut pairs: Vec<Pair> = Vec::new();
    let mut open: Option<(usize, usize, Vec<i32>, String)> = None;
    let (mut line, mut column) = (1, 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        column += 1;
        let here = (line, column);
        let wrong = |expected: &str| {
            let found = letter.escape_debug();
            Err(placed(here.0, here.1, format!("expected {expected}, found `{found}`")))
        };
        if let Some((_, _, _, written)) = &mut open {
            written.push(letter);
        }
        match letter {
            '\n' => {
                line += 1;
                column = 0;
            }
            '[' | '(' => open = Some((line, column, Vec::new(), letter.to_string())),
            ']' | ')' => {
                let Some((line, column, numbers, written)) = open.take() else { continue };
                match numbers[..] {
                    [row, at] => {
                        pairs.push(Pair { row, column: at, written, place: (line, column) });
                        if pairs.len() > MOST {
                            return Err(placed(line, column, "that is more than any game has"));
                        }
                    }
                    [] => {}
                    _ => {
                        let found = shorten(&written);
                        let message = format!("expected a row and a column, found `{found}`");
                        return Err(placed(line, column, message));
                    }
                }
            }
            '-' | '0'..='9' => {
                let mut digits = letter.to_string();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                    column += 1;
                }
                let Some((_, _, numbers, written)) = &mut open else {
                    return wrong("[ before a number");
                };
                written.push_str(&digits[1..]);
                match digits.parse() {
                    Ok(number) if digits.len() <= 3 && numbers.len() < 2 => numbers.push(number),
                    _ => return wrong("a row and a column of one or two digits"),
                }
            }
            ',' | ';' => {}
            letter if letter.is_whitespace() => {}
            _ => return wrong("[row, column]"),
        }
    }
    match open {
        Some((line, column, ..)) => {
            Err(placed(line, column, "this bracket has no end: expected ]"))
        }
        None if pairs.is_empty() => Err(placed(1, 1, "expected moves such as [2, 3]")),
        None => Ok(pairs),
    }
}

/// The text with nothing but its pairs of numbers in brackets, each in its place; `None` if it has none, or is long.
fn only_pairs(text: &str) -> Option<String> {
    /// More characters than a game with its names has.
    const LONGEST: usize = 40_000;
    if text.len() > LONGEST {
        return None;
    }
    let letters: Vec<char> = text.chars().collect();
    let blank = |&letter: &char| if letter == '\n' { '\n' } else { ' ' };
    let mut out: Vec<char> = letters.iter().map(blank).collect();
    let (mut open, mut found) = (None, false);
    let listed = is_list(text);
    for (at, &letter) in letters.iter().enumerate() {
        match (letter, open) {
            ('[' | '(', _) => open = Some(at),
            (']' | ')', Some(begun)) => {
                let inside: String = letters[begun + 1..at].iter().collect();
                let is_gap = |letter: char| letter.is_whitespace() || ",;>".contains(letter);
                let numbers = inside.split(is_gap).filter(|part| !part.is_empty());
                let count = numbers.clone().count();
                let right = numbers.filter(|part| part.parse::<i32>().is_ok()).count();
                // A number beside something else is a move with a fault, which must not be lost.
                if listed && right > 0 && (count, right) != (2, 2) {
                    return None;
                }
                if (count, right) == (2, 2) {
                    // A mail that replies may have broken the pair.
                    let kept =
                        letters[begun..=at].iter().map(|&one| if one == '>' { ' ' } else { one });
                    out.splice(begun..=at, kept);
                    found = true;
                }
                open = None;
            }
            (letter, Some(_))
                if !(listed || letter.is_ascii_digit() || " ,;-\n\r\t>".contains(letter)) =>
            {
                open = None
            }
            _ => {}
        }
    }
    found.then(|| out.into_iter().collect())
}

/// Whether a text begins as a list does, `[[2`: it has nothing but moves, and its faults are errors.
fn is_list(text: &str) -> bool {
    let mut begin = text.chars().filter(|letter| !letter.is_whitespace());
    begin.next() == Some('[')
        && begin.next().is_some_and(|letter| "[(".contains(letter))
        && begin.next().is_some_and(|letter| letter.is_ascii_digit())
}

/// Whether a text begins with brackets and numbers, and has nothing else near its beginning.
fn is_plain_history(text: &str) -> bool {
    let mut head = text.chars().filter(|letter| !letter.is_whitespace()).take(60);
    let plain = head.clone().all(|letter| "[](),;-0123456789".contains(letter));
    let begins = head.next().is_some_and(|letter| "[(".contains(letter));
    plain && begins && head.any(|letter| letter.is_ascii_digit())
}

/// The text with the numbers that NumPy prints, `np.int64(2)`, as plain ones in their places.
fn without_types(text: &str) -> String {
    const TYPE: &str = "np.int64(";
    /// More characters than a number of a move has.
    const LONGEST: usize = 8;
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(TYPE) {
        out += before;
        out += &" ".repeat(TYPE.len());
        rest = after;
        if let Some((number, after)) = after.split_once(')').filter(|one| one.0.len() < LONGEST) {
            out += number;
            out.push(' ');
            rest = after;
        }
    }
    out + rest
}

fn like_history(text: &str) -> u8 {
    let text = &without_types(text);
    if is_plain_history(text) {
        return if text.contains([']', ')']) { 80 } else { 60 };
    }
    // A game with a title, numbers or the names of the players; the board after it has less.
    if said_size(text).is_some() && only_pairs(text).is_some() {
        return 86;
    }
    match only_pairs(text).map(|pairs| pairs.matches([']', ')']).count()) {
        None if is_list(text) => 60,
        None | Some(0 | 1) => 0,
        Some(2) => 55,
        Some(_) => 86,
    }
}

/// The size of the board in front of a history, as in `5x5: [[2, 3], [0, 4]]`; the course's own have none.
fn said_size(text: &str) -> Option<Size> {
    let (before, _) = text.split_once(['[', '('])?;
    before.split_whitespace().find_map(|word| Size::parse(word.trim_end_matches([':', ','])))
}

fn write_history(game: &Written<'_>) -> Option<String> {
    if !game.options.text(&POSITION).trim().is_empty() {
        return None;
    }
    let (start, end) = ends(game)?;
    let size = start.size();
    let pair = |cell: Cell| format!("[{}, {}]", size.height - 1 - cell.row(), cell.column());
    let pairs: Vec<String> = end.trail().map(pair).collect();
    // The course has no other starts, and no moves that are no cells.
    if start.plies() > 0 || pairs.is_empty() || pairs.len() != game.moves.len() {
        return None;
    }
    let before = if size == Size::SEVEN { String::new() } else { format!("{size}: ") };
    Some(format!("{before}[{}]\n", pairs.join(", ")))
}

fn read_history(text: &str) -> Result<Transcribed, String> {
    let text = &without_types(text);
    const USUAL: i32 = 7;
    let part = (!is_plain_history(text)).then(|| only_pairs(text)).flatten();
    let pairs = pairs(part.as_deref().unwrap_or(text))?;
    let largest = |number: fn(&Pair) -> i32| pairs.iter().map(number).max().unwrap_or(0) + 1;
    let (rows, columns) = (largest(|pair| pair.row), largest(|pair| pair.column));
    let mut read = Transcribed { options: RawOptions::new(), ..Transcribed::default() };
    let most = i32::from(LARGEST);
    let (mut height, mut width) = (USUAL, USUAL);
    if let Some(size) = said_size(text) {
        (height, width) = (i32::from(size.height), i32::from(size.width));
        read.options.insert(SIZE.key.to_owned(), Value::from(size.to_string()));
    } else if rows > USUAL || columns > USUAL {
        (height, width) = if rows <= 9 { (9, 11) } else { (most, most) };
        read.options.insert(SIZE.key.to_owned(), Value::from(format!("{width}x{height}")));
        read.notes.push(format!(
            "The cells do not fit on 7x7, so the board has {width} columns and {height} rows."
        ));
    }
    for Pair { row, column, written, place: (line, at) } in pairs {
        // The course writes -1, -1 for a player who cannot move, whom the rules know.
        if row == -1 && column == -1 {
            break;
        }
        let cell = u8::try_from(column).ok().zip(u8::try_from(height - 1 - row).ok());
        let on = (0..height).contains(&row) && (0..width).contains(&column);
        let cell = cell.filter(|_| on).and_then(|(column, row)| Cell::at(column, row));
        let fault = cell.is_none().then(|| {
            format!("expected a row from 0 to {} and a column from 0 to {}", height - 1, width - 1)
        });
        read.plays.push(Play {
            after: read.plays.len().checked_sub(1),
            text: cell.map(|cell| cell.to_string()).unwrap_or_default(),
            seat: None,
            fault,
            written,
            line,
            column: at,
        });
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_count_from_the_top() {
        for text in [
            "[[2, 3], [0, 5], [0, 2], [2, 6]]",
            "[(2, 3), (0, 5), (0, 2), (2, 6)]",
            "(2,3) (0,5)\n(0,2) (2,6)",
            "[[2,3],[0,5],[0,2],[2,6],[-1,-1]]",
        ] {
            assert_eq!(like_history(text), 80, "{text}");
            let read = read_history(text).expect(text);
            let texts: Vec<_> = read.plays.iter().map(|play| play.text.as_str()).collect();
            assert_eq!(texts, ["d5", "f7", "c7", "g5"], "{text}");
        }
        let read = read_history("[[8, 10], [0, 0]]").expect("11x9");
        assert_eq!(read.options["size"].as_str(), Some("11x9"));
        assert_eq!((read.plays[0].text.as_str(), read.plays[1].text.as_str()), ("k1", "a9"));
        for (text, error) in [
            ("[[2, 3], [0, x]]", "line 1, column 14: expected [row, column], found `x`"),
            ("[[2, 3], [0", "line 1, column 10: this bracket has no end: expected ]"),
            ("[[2, 3, 4]]", "line 1, column 9: expected a row and a column of one or two digits"),
            ("[[]]", "line 1, column 1: expected moves such as [2, 3]"),
        ] {
            let found = read_history(text).expect_err(text);
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }

    #[test]
    fn printed_boards_are_read_with_and_without_labels() {
        let first =
            "     0   1   2\n\r0  |   |   | 2 | \n\r1  | - |   |   | \n\r2  |   | 1 |   | \n\r";
        let second = "+ - + - + - +\n|   |   | 2 |\n+ - + - + - +\n| X |   |   |\n+ - + - + - +\n|   | 1 |   |\n+ - + - + - +\n";
        for text in [first, second] {
            assert!(rows(text).len() == 3, "{text}");
            let read = read_board(text).expect(text);
            assert_eq!(
                read.options["position"].as_str(),
                Some(". . 2\nx . .\n. 1 .\nto move: 2\n")
            );
        }
        let wrong = first.replace("| 1 |", "| ? |");
        let error = read_board(&wrong).expect_err("refused");
        assert!(error.starts_with("line 4, column 10: expected 1, 2, -"), "{error}");
    }
}
