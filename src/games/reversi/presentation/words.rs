//! All sentences of Reversi XT: tiles, moves, players, game reports, and reasons for a move. Options, bots and
//! features declare their own texts; notation errors are in the rules.

use super::super::board::Board;
use super::super::map::Tile;
use super::super::moves::{Move, Special};
use super::super::names::name;
use super::super::position::{Phase, Reversi, player};
use super::targets::{ReversiMoveKind, target_on, turned};
use crate::base::util::counted;
use crate::base::util::sort_by_key;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::Wording;

pub(super) const STONES: &str = "Stones";
pub(super) const TO_MOVE: &str = "To move";
pub(super) const PHASE: &str = "Phase";
pub(super) const PHASES: [&str; 2] = ["1: stones", "2: bombs"];
pub(super) const TAKES_PART: [&str; 2] = ["in the game", "out"];
/// Pieces in setup mode that are not stones of a player.
pub(super) const PIECES: [(Tile, &str); 5] = [
    (Tile::Expansion, "Expansion stone"),
    (Tile::Choice, "Choice tile"),
    (Tile::Inversion, "Inversion tile"),
    (Tile::Bonus, "Bonus tile"),
    (Tile::Hole, "Hole"),
];

pub(super) fn stones_of(seat: Seat) -> String {
    format!("{}'s stones", player(seat))
}

pub(super) fn stone_piece(player: &str) -> String {
    format!("Stone of {player}")
}

pub(super) fn overrides_of(player: &str) -> String {
    format!("Override stones of {player}")
}

pub(super) fn bombs_of(player: &str) -> String {
    format!("Bombs of {player}")
}

pub(super) fn whether_it_plays(player: &str) -> String {
    format!("{player} is")
}

pub(super) fn transition_in_the_way(problem: &str) -> String {
    format!("A transition is in the way here: {problem}.")
}

pub(super) fn turn_passes(asked: &str, turn: &str) -> String {
    format!("{asked} cannot move, so it is {turn}'s turn.")
}

/// The stocks and possible actions of a seat.
pub(super) fn seat_note(position: &Reversi, seat: Seat) -> String {
    let mut note = Vec::new();
    if position.disqualified().contains(seat) {
        note.push("disqualified".to_owned());
    } else if position.phase() == Phase::Build {
        note.push(counted(u64::from(position.mobility(seat)), "move"));
    }
    for (count, one) in [(position.overrides(seat), "override"), (position.bombs(seat), "bomb")] {
        if count > 0 {
            note.push(counted(u64::from(count), one));
        }
    }
    note.join(" · ")
}

impl Wording for Reversi {
    fn turn_text(&self) -> String {
        let Some(seat) = self.to_act().first() else { return "The game is over".to_owned() };
        let does = if self.phase() == Phase::Build { "to move" } else { "to throw a bomb" };
        format!("{} {does}{}", player(seat), skipped(self))
    }

    fn your_turn_text(&self) -> String {
        let does = if self.phase() == Phase::Build { "" } else { ": throw a bomb" };
        format!("Your turn{does}{}", skipped(self))
    }

    fn describe_move(&self, mv: &Move) -> String {
        let map = self.board().map();
        if mv.x >= map.width || mv.y >= map.height {
            return mv.to_string();
        }
        let (board, seat) = (self.board(), self.turn());
        let tile = board.number(mv.x, mv.y);
        let at = said(board, tile);
        if self.phase() == Phase::Elimination {
            let tiles = self.blast(tile).len() as u64;
            return format!("bomb on {at}, destroys {}", counted(tiles, "tile"));
        }
        let count = turned(self, seat, tile).len() as u64;
        let turns = format!("turns {}", counted(count, "stone"));
        let mut text = match self.tile(tile) {
            Tile::Expansion => format!("override on the expansion stone {at}, {turns}"),
            Tile::Stone(number) if usize::from(number) == seat + 1 => {
                format!("override on the own stone {at}, {turns}")
            }
            Tile::Stone(number) => {
                let owner = player(usize::from(number).saturating_sub(1));
                format!("override on {owner}'s stone {at}, {turns}")
            }
            Tile::Inversion => format!("stone on {at}, {turns}; inversion"),
            _ => format!("stone on {at}, {turns}"),
        };
        if let Some(reply) = reply(self, mv.special) {
            text += &format!("; {reply}");
        }
        text
    }

    fn outcome_text(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let stones = |seat: Seat| u64::from(self.stones(seat));
        let first = |&seat: &Seat| outcome.ranks[seat] == 1;
        let (firsts, others): (Vec<Seat>, Vec<Seat>) = (0..self.players()).partition(first);
        let names =
            |seats: &[Seat]| seats.iter().map(|&s| player(s)).collect::<Vec<_>>().join(" and ");
        let numbers: Vec<String> = others
            .iter()
            .map(|&seat| match self.disqualified().contains(seat) {
                true => format!("{} is disqualified", player(seat)),
                false => format!("{} has {}", player(seat), stones(seat)),
            })
            .collect();
        let best = counted(stones(firsts[0]), "stone");
        Some(match (firsts.as_slice(), others.as_slice()) {
            (_, []) => format!("A draw: {best} each."),
            ([winner], [other]) if self.disqualified().contains(*other) => {
                format!("{} won: {} was disqualified.", player(*winner), player(*other))
            }
            ([winner], _) if outcome.reason != "stones" => {
                format!("{} won: all others were disqualified.", player(*winner))
            }
            ([winner], [other]) => {
                format!("{} won, {best} to {}.", player(*winner), stones(*other))
            }
            ([winner], _) => {
                format!("{} won with {best}: {}.", player(*winner), numbers.join(", "))
            }
            _ => format!("{} shared the first rank with {best} each.", names(&firsts)),
        })
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let firsts: Vec<String> =
            (0..self.players()).filter(|&seat| outcome.ranks[seat] == 1).map(player).collect();
        let mut order: Vec<Seat> = (0..self.players()).collect();
        sort_by_key(&mut order, |&seat| (i64::from(outcome.ranks[seat]), seat as i64));
        let ranking: Vec<String> = order
            .iter()
            .map(|&seat| {
                let out = if self.disqualified().contains(seat) { ", disqualified" } else { "" };
                let stones = counted(u64::from(self.stones(seat)), "stone");
                format!("{}. {} ({stones}{out})", outcome.ranks[seat], player(seat))
            })
            .collect();
        let gone = self.board().land - self.tiles_left() as usize;
        let mut report = vec![
            (if firsts.len() == 1 { "Winner" } else { "Shared first" }, firsts.join(", ")),
            (
                "How",
                match outcome.reason {
                    "stones" => "by the number of stones".to_owned(),
                    _ => "all others were disqualified".to_owned(),
                },
            ),
            ("Ranking", ranking.join(" · ")),
            ("Free tiles left", self.free().to_string()),
        ];
        if gone > 0 {
            report.push(("Tiles blown up", gone.to_string()));
        }
        report
    }
}

/// The end of a sentence about the turn, if players were skipped because they had no move.
fn skipped(position: &Reversi) -> String {
    match position.skipped() {
        0 => String::new(),
        1 => ", one player was skipped".to_owned(),
        n => format!(", {n} players were skipped"),
    }
}

/// Appends a number without the formatting machinery: a map has thousands of tile names.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends the display name of a tile: `d4` on the usual board, else its column and row.
fn push_place(text: &mut String, board: &Board, tile: usize) {
    let (x, y) = board.at(tile);
    text.push_str(&name(x, y));
}

/// The name of a tile in move notation: `3,4`.
pub(super) fn place(board: &Board, tile: usize) -> String {
    let (x, y) = board.at(tile);
    let mut text = String::with_capacity(5);
    push_number(&mut text, x.into());
    text.push(',');
    push_number(&mut text, y.into());
    text
}

/// The display name of a tile.
pub(super) fn said(board: &Board, tile: usize) -> String {
    let mut text = String::with_capacity(5);
    push_place(&mut text, board, tile);
    text
}

/// A tile with its current content: `3,4, stone of Red`.
pub(super) fn tile_with_place(position: &Reversi, tile: usize) -> String {
    let board = position.board();
    let mut text = String::with_capacity(64);
    push_place(&mut text, board, tile);
    let content = position.tile(tile);
    text.push_str(match content {
        Tile::Hole if board.map().tiles[tile] == Tile::Hole => ", hole",
        Tile::Hole => ", hole, blown up",
        Tile::Empty => ", empty",
        Tile::Choice => ", choice",
        Tile::Inversion => ", inversion",
        Tile::Bonus => ", bonus",
        Tile::Expansion => ", expansion stone",
        Tile::Stone(_) => ", stone of ",
    });
    if let Tile::Stone(number) = content {
        text.push_str(&player(usize::from(number).saturating_sub(1)));
    }
    text
}

/// A tile for a screen reader, with the effect of a move there: `5,0, bonus, legal, turns 3`. Empty for
/// holes that existed at the start.
pub(super) fn tile_with_move(position: &Reversi, tile: usize) -> String {
    if position.board().map().tiles[tile] == Tile::Hole {
        return String::new();
    }
    let mut text = tile_with_place(position, tile);
    if let Some((kind, turns)) = target_on(position, tile) {
        text.push_str(match kind {
            ReversiMoveKind::Bomb => ", a bomb may go here",
            ReversiMoveKind::Override => ", legal with an override stone, turns ",
            ReversiMoveKind::Stone => ", legal, turns ",
        });
        if kind != ReversiMoveKind::Bomb {
            push_number(&mut text, turns);
        }
    }
    text
}

/// The choice that a move makes on its tile; `None` if the tile requires none.
pub(super) fn reply(position: &Reversi, special: Special) -> Option<String> {
    match special {
        Special::None => None,
        Special::Swap(number) if usize::from(number) == position.turn() + 1 => {
            Some("keep own stones".to_owned())
        }
        Special::Swap(number) => {
            let other = player(usize::from(number).saturating_sub(1));
            Some(format!("swap all stones with {other}"))
        }
        Special::Bomb => Some("take a bomb".to_owned()),
        Special::Override => Some("take an override stone".to_owned()),
    }
}

/// The effect of a stone on a tile.
pub(super) fn would_turn(board: &Board, seat: Seat, tile: usize, turned: usize) -> String {
    let stones = counted(turned as u64, "stone");
    format!("A stone of {} on {} would turn {stones}.", player(seat), said(board, tile))
}

/// The effect of a bomb on a tile; `lost` has the stones that each player would lose.
pub(super) fn would_destroy(board: &Board, tile: usize, tiles: usize, lost: &[u32]) -> String {
    let (at, tiles) = (said(board, tile), counted(tiles as u64, "tile"));
    let losses: Vec<String> = lost
        .iter()
        .enumerate()
        .filter(|(_, lost)| **lost > 0)
        .map(|(seat, &lost)| format!("{} of {}", counted(u64::from(lost), "stone"), player(seat)))
        .collect();
    match losses.is_empty() {
        true => format!("A bomb on {at} would destroy {tiles} with no stones."),
        false => format!("A bomb on {at} would destroy {tiles} with {}.", losses.join(", ")),
    }
}

/// The losses of the others and of oneself from a throw; `at` is the displayed tile name.
pub(in super::super) fn bomb_takes(at: &str, rivals: u32, own: u32) -> String {
    let rivals = counted(rivals.into(), "stone");
    match own {
        0 => format!("A bomb on {at} takes {rivals} of your rivals and none of yours."),
        _ => format!("A bomb on {at} takes {rivals} of your rivals and {own} of yours."),
    }
}

/// The final result of a throw, as the remaining stones of each player.
pub(in super::super) fn after_all_bombs(exact: bool, stones: impl Iterator<Item = u32>) -> String {
    let left: Vec<String> =
        stones.enumerate().map(|(seat, stones)| format!("{} {stones}", player(seat))).collect();
    let left = left.join(", ");
    match exact {
        true => format!("In the end, if both play their best, the stones are: {left}."),
        false => format!(
            "In the end, if everybody throws what takes most at once, the stones are: {left}."
        ),
    }
}

/// The solved result of two players, as the stone lead in thousandths of a stone.
pub(in super::super) fn solved(margin: i64) -> String {
    let stones = counted(margin.unsigned_abs() / 1000, "stone");
    match margin {
        1.. => format!("Solved to the end: it wins by {stones}."),
        0 => "Solved to the end: a draw.".to_owned(),
        _ => format!("Solved to the end: it loses by {stones} at least."),
    }
}

/// The solved result with more players, assuming that all others play against one.
pub(in super::super) fn solved_for_many(margin: i64) -> String {
    let stones = counted(margin.unsigned_abs() / 1000, "stone");
    match margin {
        1.. => {
            format!("Solved to the end: whatever the others do, it wins by {stones} at least.")
        }
        0 => "Solved to the end: whatever the others do, no player is ahead of it.".to_owned(),
        _ => format!(
            "Solved to the end: if all others play against it, one of them is {stones} ahead of it at least."
        ),
    }
}

/// Counts of which you have more and your opponent fewer, in the order of `facts`.
pub(in super::super) const MORE: [[&str; 2]; 4] = [
    ["you hold # more [corner|corners]", "your opponent holds # fewer [corner|corners]"],
    ["you can take # more [corner|corners]", "your opponent can take # fewer [corner|corners]"],
    [
        "you have # more [stable stone|stable stones]",
        "your opponent has # fewer [stable stone|stable stones]",
    ],
    ["you have # more [move|moves]", "your opponent has # fewer [move|moves]"],
];

/// Counts where fewer is better: your opponent has more and you fewer, in the order of `facts`.
pub(in super::super) const EXPOSED: [[&str; 2]; 2] = [
    [
        "your opponent has # more [stone|stones] next to a free corner",
        "you have # fewer [stone|stones] next to a free corner",
    ],
    [
        "your opponent has # more [stone|stones] next to a free tile",
        "you have # fewer [stone|stones] next to a free tile",
    ],
];

/// The sum of the patterns' values, in whole stones.
pub(in super::super) const JUDGED_BETTER: &str =
    "the board is judged # [stone|stones] better for you";

/// Counts on boards of any shape: moves, stones, override stones and bombs.
pub(in super::super) const MORE_ANYWHERE: [[&str; 2]; 4] = [
    ["you have # more [move|moves]", "your opponent has # fewer [move|moves]"],
    ["you have # more [stone|stones]", "your opponent has # fewer [stone|stones]"],
    [
        "you have # more override [stone|stones]",
        "your opponent has # fewer override [stone|stones]",
    ],
    ["you have # more [bomb|bombs]", "your opponent has # fewer [bomb|bombs]"],
];

/// A stone count of which you have more and your opponent fewer.
pub(in super::super) const MORE_STONES: [&str; 2] =
    ["you have # more [stone|stones]", "your opponent has # fewer [stone|stones]"];
