//! Reversi XT in words for people: tiles, moves, players, and the report on a game. Only reads positions.

use super::super::board::Board;
use super::super::map::Tile;
use super::super::moves::{Move, Special};
use super::super::names::{is_usual, name};
use super::super::position::{Phase, Reversi};
use super::targets::{ReversiMoveKind, target_on, turned};
use crate::base::util::counted;
use crate::base::util::sort_by_key;
use crate::contract::game::{Game, Seat};

/// The name of a seat.
pub(super) fn player(seat: Seat) -> String {
    format!("Player {}", seat + 1)
}

/// Adds a number, without the formatting machinery: thousands of tiles are named.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Adds the name of a tile as people say it: `d4` on the usual board, else its column and row.
fn push_place(text: &mut String, board: &Board, tile: usize) {
    let (x, y) = board.at(tile);
    if is_usual(board.map()) {
        text.push_str(&name(x, y));
        return;
    }
    push_number(text, x.into());
    text.push(',');
    push_number(text, y.into());
}

/// The name of a tile as moves are written: `3,4`.
pub(super) fn place(board: &Board, tile: usize) -> String {
    let (x, y) = board.at(tile);
    let mut text = String::with_capacity(5);
    push_number(&mut text, x.into());
    text.push(',');
    push_number(&mut text, y.into());
    text
}

/// The name of a tile as people say it.
pub(super) fn said(board: &Board, tile: usize) -> String {
    let mut text = String::with_capacity(5);
    push_place(&mut text, board, tile);
    text
}

/// What stands on a tile, in words.
fn tile_text(tile: Tile, was_hole: bool) -> &'static str {
    const STONES: [&str; 8] = [
        "stone of Player 1",
        "stone of Player 2",
        "stone of Player 3",
        "stone of Player 4",
        "stone of Player 5",
        "stone of Player 6",
        "stone of Player 7",
        "stone of Player 8",
    ];
    match tile {
        Tile::Hole if was_hole => "hole",
        Tile::Hole => "hole, blown up",
        Tile::Empty => "empty",
        Tile::Choice => "choice",
        Tile::Inversion => "inversion",
        Tile::Bonus => "bonus",
        Tile::Expansion => "expansion stone",
        Tile::Stone(number) => STONES[usize::from(number - 1) % STONES.len()],
    }
}

/// A tile with its place, as it is now: `3,4, stone of Player 1`.
pub(super) fn tile_with_place(position: &Reversi, tile: usize) -> String {
    let board = position.board();
    let mut text = String::with_capacity(64);
    push_place(&mut text, board, tile);
    text.push_str(", ");
    text.push_str(tile_text(position.tile(tile), board.map().tiles[tile] == Tile::Hole));
    text
}

/// The same for a screen reader, with what a move there would do: `5,0, bonus, legal, turns 3`. Empty for
/// holes that were there at the start.
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

/// What a move answers to its tile; `None` where nothing is asked.
pub(super) fn reply(position: &Reversi, special: Special) -> Option<String> {
    match special {
        Special::None => None,
        Special::Swap(number) if usize::from(number) == position.turn() + 1 => {
            Some("keep own stones".to_owned())
        }
        Special::Swap(number) => Some(format!("swap all stones with Player {number}")),
        Special::Bomb => Some("take a bomb".to_owned()),
        Special::Override => Some("take an override stone".to_owned()),
    }
}

/// A move in words, as seen before it is played.
pub(super) fn describe(position: &Reversi, mv: &Move) -> String {
    let map = position.board().map();
    if mv.x >= map.width || mv.y >= map.height {
        return mv.to_string();
    }
    let (board, seat) = (position.board(), position.turn());
    let tile = board.number(mv.x, mv.y);
    let at = said(board, tile);
    if position.phase() == Phase::Elimination {
        let tiles = position.blast(tile).len() as u64;
        return format!("bomb on {at}, destroys {}", counted(tiles, "tile"));
    }
    let count = turned(position, seat, tile).len() as u64;
    let turns = format!("turns {}", counted(count, "stone"));
    let mut text = match position.tile(tile) {
        Tile::Expansion => format!("override on the expansion stone {at}, {turns}"),
        Tile::Stone(number) if usize::from(number) == seat + 1 => {
            format!("override on the own stone {at}, {turns}")
        }
        Tile::Stone(number) => format!("override on Player {number}'s stone {at}, {turns}"),
        Tile::Inversion => format!("stone on {at}, {turns}; inversion"),
        _ => format!("stone on {at}, {turns}"),
    };
    if let Some(reply) = reply(position, mv.special) {
        text += &format!("; {reply}");
    }
    text
}

/// The end in one sentence.
pub(super) fn outcome(position: &Reversi) -> Option<String> {
    let outcome = position.outcome()?;
    let stones = |seat: Seat| u64::from(position.stones(seat));
    let first = |&seat: &Seat| outcome.ranks[seat] == 1;
    let (firsts, others): (Vec<Seat>, Vec<Seat>) = (0..position.players()).partition(first);
    let names = |seats: &[Seat]| seats.iter().map(|&s| player(s)).collect::<Vec<_>>().join(" and ");
    let numbers: Vec<String> = others
        .iter()
        .map(|&seat| match position.disqualified().contains(seat) {
            true => format!("{} is disqualified", player(seat)),
            false => format!("{} has {}", player(seat), stones(seat)),
        })
        .collect();
    let best = counted(stones(firsts[0]), "stone");
    Some(match (firsts.as_slice(), others.as_slice()) {
        (_, []) => format!("A draw: {best} each."),
        ([winner], [other]) if position.disqualified().contains(*other) => {
            format!("{} wins: {} was disqualified.", player(*winner), player(*other))
        }
        ([winner], _) if outcome.reason != "stones" => {
            format!("{} wins: all others were disqualified.", player(*winner))
        }
        ([winner], [other]) => {
            format!("{} wins: {best} to {}.", player(*winner), stones(*other))
        }
        ([winner], _) => {
            format!("{} wins with {best}: {}.", player(*winner), numbers.join(", "))
        }
        _ => format!("{} share the first rank with {best} each.", names(&firsts)),
    })
}

/// The report on a game that is over.
pub(super) fn report(position: &Reversi) -> Vec<(&'static str, String)> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let firsts: Vec<String> =
        (0..position.players()).filter(|&seat| outcome.ranks[seat] == 1).map(player).collect();
    let mut order: Vec<Seat> = (0..position.players()).collect();
    sort_by_key(&mut order, |&seat| (i64::from(outcome.ranks[seat]), seat as i64));
    let ranking: Vec<String> = order
        .iter()
        .map(|&seat| {
            let out = if position.disqualified().contains(seat) { ", disqualified" } else { "" };
            let stones = counted(u64::from(position.stones(seat)), "stone");
            format!("{}. {} ({stones}{out})", outcome.ranks[seat], player(seat))
        })
        .collect();
    let board = position.board();
    let tiles = (0..board.tiles()).map(|tile| position.tile(tile));
    let free = tiles.clone().filter(|tile| tile.is_free()).count() as u64;
    let start = board.map().tiles.iter().filter(|tile| **tile != Tile::Hole).count();
    let left = tiles.filter(|tile| *tile != Tile::Hole).count();
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
        ("Free tiles left", free.to_string()),
    ];
    if left < start {
        report.push(("Tiles blown up", (start - left).to_string()));
    }
    report
}
