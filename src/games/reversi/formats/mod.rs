//! The formats of Othello programs for games and positions on a board without special tiles: GGF, SGF, lines of moves,
//! boards, and the position text of every map. Black is Player 1. Passes need not be written, because the rules know when
//! a player has no move.

mod boards;
mod line;
mod records;

use super::map::Tile;
use super::position::{POSITION, Phase, Reversi};
use super::position_text::PositionText;
use crate::base::format::{Format, Keeps, POSITION as FORMAT, Transcribed, unwritten};
use crate::base::options::{Options, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::game::{FORFEIT, Game, Seat, parse_disqualification};
use crate::contract::setup::has_entry;
pub(super) use line::split;
use serde_json::Value;

/// The formats of the game.
pub(super) static FORMATS: [&Format; 5] =
    [&records::GGF, &records::SGF, &line::LINE, &boards::BOARD, &POSITION_TEXT];

/// The text form of a position, on any map.
static POSITION_TEXT: Format = Format {
    id: FORMAT,
    what: "position text",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: |text| {
        let map = (super::setup::SETUP.recognise)(text);
        if map && has_entry(text, &["to move"]) { 95 } else { 0 }
    },
    read: |text| {
        let position = PositionText::read(text)?;
        Ok(at(position.write()))
    },
    write: unwritten,
};

/// A game that starts from a position text.
fn at(position: String) -> Transcribed {
    let options = [(POSITION.key.to_owned(), Value::from(position))].into_iter().collect();
    Transcribed { options, ..Transcribed::default() }
}

/// The sides of boards that other programs know.
const SIDES: std::ops::RangeInclusive<usize> = 4..=26;

/// A square board without special tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    side: usize,
    /// The owner of the stone on each cell, row by row from the top.
    cells: Vec<Option<Seat>>,
    mover: Seat,
}

/// How a board begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// As Othello does.
    Usual,
    /// As Othello does on a mirrored board.
    Mirrored,
    /// With other stones.
    Other,
}

impl Board {
    fn empty(side: usize) -> Board {
        Board { side, cells: vec![None; side * side], mover: 0 }
    }

    /// The start of Othello.
    fn usual() -> Board {
        let mut board = Board::empty(8);
        for (at, seat) in [(27, 1), (28, 0), (35, 0), (36, 1)] {
            board.cells[at] = Some(seat);
        }
        board
    }

    fn start(&self) -> Start {
        let usual = Board::usual();
        if *self == usual {
            return Start::Usual;
        }
        if *self == usual.mirrored() { Start::Mirrored } else { Start::Other }
    }

    /// The board with left and right exchanged.
    fn mirrored(&self) -> Board {
        let side = self.side;
        let cell = |at: usize| self.cells[at / side * side + side - 1 - at % side];
        Board { cells: (0..self.cells.len()).map(cell).collect(), ..*self }
    }

    /// The options of a game that starts from the board, and whether its cells must be mirrored.
    fn options(&self) -> Result<(RawOptions, bool), String> {
        match self.start() {
            Start::Usual => Ok((RawOptions::new(), false)),
            Start::Mirrored => Ok((RawOptions::new(), true)),
            Start::Other => {
                let mut text = format!("2\n0\n0 0\n{0} {0}\n", self.side);
                for row in self.cells.chunks(self.side) {
                    let digits = row.iter().map(|cell| cell.map_or(0, |seat| seat + 1));
                    let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
                    text += &digits.join(" ");
                    text.push('\n');
                }
                text += &format!("to move: {}\n", self.mover + 1);
                Ok((at(PositionText::read(&text)?.write()).options, false))
            }
        }
    }

    /// The board of a position; `None` for one that other programs do not know.
    fn from_position(position: &Reversi) -> Option<Board> {
        let text = PositionText::from(position);
        let (map, side) = (&text.map, usize::from(text.map.width));
        let plain = map.players == 2
            && map.width == map.height
            && SIDES.contains(&side)
            && map.transitions.is_empty()
            && text.overrides == [0; crate::contract::game::MAX_SEATS]
            && text.bombs == [0; crate::contract::game::MAX_SEATS]
            && position.phase() != Phase::Elimination
            && text.out.is_empty();
        let cell = |tile: &Tile| match tile {
            Tile::Empty => Some(None),
            Tile::Stone(player) => Some(Some(usize::from(*player) - 1)),
            _ => None,
        };
        let cells: Option<Vec<_>> = map.tiles.iter().map(cell).collect();
        plain.then_some(Board { side, cells: cells?, mover: text.mover })
    }

    /// The cells as text, with a letter for empty cells and for the stones of each player.
    fn rows(&self, letters: [char; 3]) -> Vec<String> {
        let letter = |cell: &Option<Seat>| letters[cell.map_or(0, |seat| seat + 1)];
        self.cells.chunks(self.side).map(|row| row.iter().map(letter).collect()).collect()
    }
}

/// The position at the start of a game with these options.
fn begin(options: &Options) -> Option<Reversi> {
    Reversi::new(options, &mut Rng::new(0, Stream::Setup)).ok()
}

/// Plays a resignation of a record; returns the seat that resigns, or `None` for a move.
fn resigns(position: &mut Reversi, text: &str) -> Option<Seat> {
    if let Some(seat) = parse_disqualification(text) {
        return position.disqualify(seat).ok().map(|()| seat);
    }
    let seat = position.to_act().first().filter(|_| text == FORFEIT)?;
    position.forfeit(seat).ok().map(|()| seat)
}

/// Plays a move of a record; also returns the seat that moves. `None` for a resignation and in the bomb phase.
fn play(position: &mut Reversi, text: &str) -> Option<(Seat, (u8, u8))> {
    let seat = position.to_act().first().filter(|_| position.phase() == Phase::Build)?;
    let mv = position.parse_move(seat, text).ok()?;
    position.play(seat, &mv).ok()?;
    Some((seat, (mv.x, mv.y)))
}

/// The name of a cell: `f5`.
fn named((x, y): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// Column and row of a name such as `f5` or `F5` on a board of this side.
fn cell(side: usize, name: &str) -> Option<(u8, u8)> {
    let name = name.as_bytes();
    let (&letter, digits) = name.split_first()?;
    let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row: u8 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let row = row.checked_sub(1)?;
    let plain = digits.iter().all(u8::is_ascii_digit) && digits[0] != b'0';
    let on = usize::from(column) < side && usize::from(row) < side;
    (plain && on).then_some((column, row))
}

/// The remark on a game from the mirrored start.
fn mirror_note(written: &str, (x, y): (u8, u8)) -> String {
    format!(
        "The game begins from the mirrored start, so it is shown mirrored: {written} is {} here.",
        named((x, y))
    )
}
