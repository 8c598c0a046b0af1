//! All sentences of Isolation: texts about a position, a move, an end and a proof. Options, bots and
//! features are declared in their own modules; errors of notation belong to the rules.

use super::super::board::{Cell, Cells, Size, count};
use super::super::moves::END;
use super::super::position::{Isolation, Move, SEAT_NAMES};
use super::super::theory::{Placement, is_known};
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{SpecialMove, Wording};
use crate::search::explain::plies;

pub(super) const MOVES: &str = "Moves";
pub(super) const DIFFERENCE: &str = "Difference";
pub(super) const CLOSED_CELL: &str = "Closed cell";
pub(super) const TO_MOVE: &str = "To move";
pub(super) const COLUMNS: &str = "Columns";
pub(super) const ROWS: &str = "Rows";

/// Why there is no tree to show if a known strategy decides.
pub(in super::super) const MIRRORED_WITHOUT_TREE: &str =
    "No search tree: mirroring proves the result.";

pub(super) const EARLY_END: SpecialMove = SpecialMove {
    mv: END,
    label: "Result is settled: end now",
    about: "The knights are separated, so each walks alone: the longer walk decides.",
    agreed: false,
};

pub(super) fn knight_piece(seat: &str) -> String {
    format!("Knight of {seat}")
}

pub(super) fn moves_of(seat: Seat) -> String {
    format!("{}'s moves", SEAT_NAMES[seat])
}

pub(super) fn moves_minus() -> String {
    format!("{}'s moves minus {}'s", SEAT_NAMES[0], SEAT_NAMES[1])
}

/// The knight's cell, and the number of cells that it could reach.
pub(super) fn seat_note(knight: Option<Cell>, region: Cells) -> String {
    match knight {
        None => "not placed yet".to_owned(),
        Some(cell) => {
            format!("knight on {cell} · {} in reach", counted(count(region).into(), "cell"))
        }
    }
}

impl Wording for Isolation {
    fn turn_text(&self) -> String {
        match self.to_act().first() {
            None => "The game is over".to_owned(),
            Some(seat) if self.knight(seat).is_none() => {
                format!("{} to move: place the knight", SEAT_NAMES[seat])
            }
            Some(seat) => format!("{} to move", SEAT_NAMES[seat]),
        }
    }

    fn your_turn_text(&self) -> String {
        let placed = self.to_act().first().is_none_or(|seat| self.knight(seat).is_some());
        if placed { "Your turn" } else { "Your turn: place your knight" }.to_owned()
    }

    fn describe_move(&self, mv: &Move) -> String {
        match self.knight(self.turn()) {
            _ if *mv == Move::END => "ends the game: the result is settled".to_owned(),
            None => format!("knight placed on {mv}"),
            Some(from) => format!("knight from {from} to {mv}"),
        }
    }

    fn outcome_text(&self) -> Option<String> {
        let winner = self.winner()?;
        let (winner, loser) = (SEAT_NAMES[winner], SEAT_NAMES[1 - winner]);
        Some(match self.gave_up() {
            Some(_) => format!("{winner} won: {loser} gave up."),
            None if self.ended() => format!("{winner} won: the knights are separated."),
            None => format!("{winner} won: {loser} cannot move."),
        })
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(winner) = self.winner() else { return Vec::new() };
        let loser = SEAT_NAMES[1 - winner];
        let how = match self.gave_up() {
            Some(_) => format!("{loser} gave up"),
            None if self.ended() => {
                "the knights are separated, and the winner's can go on longer".to_owned()
            }
            None => format!("{loser} was to move, and no cell a knight's move away was free"),
        };
        let mut report = vec![
            ("Winner", SEAT_NAMES[winner].to_owned()),
            ("How", how),
            ("Winner's remaining moves", counted(self.mobility(winner).into(), "move")),
            ("Plies", self.plies().to_string()),
            ("Free cells left", count(self.free()).to_string()),
        ];
        report.extend(placements(self).map(|words| ("Placement", words)));
        report
    }
}

/// A text for a cell, for a screen reader; `targets` are the cells of legal moves.
pub(super) fn square(position: &Isolation, cell: Cell, targets: Cells) -> String {
    if let Some(seat) = (0..2).find(|&seat| position.knight(seat) == Some(cell)) {
        return format!("{cell}, {}'s knight", SEAT_NAMES[seat]);
    }
    if position.free() & cell.alone() == 0 {
        let by_first = position.trail_of(0).any(|trodden| trodden == cell);
        return match position.trail().position(|trodden| trodden == cell) {
            None => format!("{cell}, closed"),
            Some(ply) => {
                let seat = SEAT_NAMES[usize::from(!by_first)];
                format!("{cell}, closed by {seat} at ply {}", ply + 1)
            }
        };
    }
    match targets & cell.alone() == 0 {
        true => format!("{cell}, free"),
        false => format!("{cell}, free, legal"),
    }
}

/// A text for a settled result, with the number of moves left to each knight.
pub(super) fn settled(moves: [u32; 2], winner: Seat) -> String {
    let [one, other] = moves.map(|moves| counted(moves.into(), "more move"));
    let [first, second] = SEAT_NAMES;
    format!(
        "The knights are separated. {first} can make {one}, {second} can make {other}: {} wins.",
        SEAT_NAMES[winner]
    )
}

/// The result of the placements in a sentence; `None` before the first one and on boards other than 7x7.
pub(super) fn placements(position: &Isolation) -> Option<String> {
    if !is_known(position) {
        return None;
    }
    let first = position.trail().next()?;
    let Some(placement) = Placement::from_position(position) else {
        return Some(if Some(first) == Size::SEVEN.centre() {
            let cells = count(position.free()) / 2 - count(first.knight() & position.free());
            format!(
                "{first} is the centre: {} wins on the {cells} cells of the other colour that are not a knight's move away",
                SEAT_NAMES[1]
            )
        } else {
            format!("{} wins on any cell of the other colour than {first}", SEAT_NAMES[1])
        });
    };
    let [a, b] = placement.at;
    Some(if placement.mirrors() {
        format!(
            "{a} and {b} have opposite colours, yet {} wins: the one exception, by mirroring through the centre",
            SEAT_NAMES[0]
        )
    } else if placement.same_colour() {
        format!("{a} and {b} have the same colour: {}, to move, wins with best play", SEAT_NAMES[0])
    } else {
        format!(
            "{a} and {b} have opposite colours: {}, moving second, wins with best play",
            SEAT_NAMES[1]
        )
    })
}

pub(in super::super) const ESTIMATED: &str = "Not solved, only estimated.";
pub(in super::super) const ALL_LOSE_BY_MIRRORING: &str =
    "Every move loses: the opponent answers each with the opposite move.";

pub(in super::super) fn wins_by_mirroring(mv: Move) -> String {
    format!("{mv} wins by mirroring: to whatever follows, the opposite move is the answer.")
}

/// The number of replies to a losing move that give the win away.
pub(in super::super) fn losing_replies(mv: Move, replies: usize, traps: u32) -> String {
    match traps {
        0 => format!("No reply to {mv} gives the win away."),
        n => format!("{n} of the {replies} replies to {mv} would give the win away."),
    }
}

/// A note that the plies of the chosen move were not searched here.
pub(in super::super) const FROM_BOOK: &str = "The number of plies is from the opening book.";

/// The kind of a proven win.
pub(in super::super) enum Win {
    /// Within this number of plies, the shortest win.
    Within(u32),
    /// On a board where the colours of the placements decide the game.
    ByColour,
    /// In at most this number of plies, if known.
    AtMost(Option<u32>),
}

/// `winning` of `total` moves win; `known` if all moves were solved.
pub(in super::super) fn wins(
    mv: Move,
    (win, loser): (&Win, &str),
    winning: usize,
    total: usize,
    known: bool,
) -> String {
    let others = match known {
        _ if total == 1 => "it is the only move".to_owned(),
        true if winning == 1 => format!("1 of {total} moves wins"),
        true => format!("{winning} of {total} moves win"),
        false => format!("{winning} of {total} moves are known to win so far"),
    };
    match *win {
        Win::Within(1) => format!("{mv} wins at once."),
        Win::Within(n) => {
            format!("{mv} wins by force within {}: {loser} runs out of moves; {others}.", plies(n))
        }
        Win::ByColour => format!("{mv} wins by the colour rule; {others}."),
        Win::AtMost(Some(n)) => {
            format!(
                "{mv} wins by force, in {} at most: {loser} runs out of moves; {others}.",
                plies(n)
            )
        }
        Win::AtMost(None) => format!("{mv} wins by force: {loser} runs out of moves; {others}."),
    }
}

/// Every move loses: `mv` in `longest` plies, which is the maximum, or any move in `most` plies or fewer.
pub(in super::super) fn loses(mv: Move, longest: Option<u32>, most: Option<u32>) -> String {
    match (longest, most) {
        (Some(n), _) => {
            format!("Every move loses against best play; {mv} holds out longest, for {}.", plies(n))
        }
        (None, Some(n)) => {
            format!("Every move loses against best play, within {} at most.", plies(n))
        }
        (None, None) => "Every move loses against best play.".to_owned(),
    }
}

pub(in super::super) fn unsolved(mv: Move) -> String {
    format!("Not solved within the budget; {mv} is not known to lose.")
}
