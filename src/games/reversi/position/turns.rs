//! The rules of turns and phases: the next seat, the effect of a move, the end of a phase, the reasons for illegal moves.

use super::super::bitboard;
use super::super::lines::cell;
use super::super::map::Tile;
use super::super::moves::{Move, Special};
use super::super::names::name;
use super::stones::Stones;
use super::{Phase, Reversi, player};
use crate::contract::game::{MAX_SEATS, Seat};

impl Reversi {
    /// The seats in order after `last`, ending with `last` itself, without disqualified seats.
    fn in_turn(&self, last: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (players, out) = (self.players(), self.disqualified);
        (last + 1..players).chain(0..=last).filter(move |&seat| !out.contains(seat))
    }

    /// Determines the seat to move after `last`, and whether a phase ends.
    pub(super) fn advance_turn(&mut self, last: Seat) {
        self.skipped = 0;
        self.skips = 0;
        // Nearly always the other player can move.
        if let (Stones::Plain(plain), Phase::Build) = (&mut self.stones, self.phase)
            && self.disqualified.is_empty()
            && plain.find_targets(last ^ 1)
        {
            self.mover = last as u8 ^ 1;
            return;
        }
        if !self.disqualified.is_empty() && self.in_turn(last).nth(1).is_none() {
            self.phase = Phase::Over;
            return;
        }
        if self.phase == Phase::Build {
            // When no plies are left, no player can move.
            let asked = if self.left > 0 { usize::MAX } else { 0 };
            for (skipped, seat) in self.in_turn(last).take(asked).enumerate() {
                let any = match &mut self.stones {
                    Stones::Plain(plain) => plain.find_targets(seat),
                    Stones::Lines(lines) => {
                        lines.find_targets(&self.board, seat, self.overrides[seat] > 0)
                    }
                };
                if any {
                    self.mover = seat as u8;
                    self.skipped = skipped as u8;
                    self.skips = skipped as u8;
                    return;
                }
            }
            self.phase = Phase::Elimination;
            self.skips = self.in_turn(last).count() as u8;
        }
        // The search above ended with `last` itself, so the next seat throws first.
        let thrower = self.in_turn(last).enumerate().find(|&(_, seat)| self.bombs[seat] > 0);
        if let Some((skipped, seat)) = thrower {
            if self.plain().is_some() {
                self.stones = Stones::Lines(self.to_lines());
            }
            if let Stones::Lines(lines) = &mut self.stones
                && lines.find_bomb_targets()
            {
                self.mover = seat as u8;
                self.skipped = skipped as u8;
                self.skips += skipped as u8;
                return;
            }
        }
        self.phase = Phase::Over;
    }

    pub(super) fn refused(&self, seat: Seat, mv: &Move, tile: usize) -> String {
        let place = name(mv.x, mv.y);
        let here = self.tile(tile);
        if here == Tile::Hole {
            return format!("{place} is a hole");
        }
        if here.is_free() {
            return format!("{place} is not legal: a stone there would capture nothing");
        }
        if self.overrides[seat] == 0 {
            return format!("{place} is occupied, and {} has no override stone", player(seat));
        }
        format!("{place} is not legal: an override stone there would capture no other stone")
    }

    /// The error in the special part of a move on a legal tile.
    pub(super) fn wrong_special(&self, mv: &Move, tile: usize) -> Option<String> {
        let (x, y) = (mv.x, mv.y);
        let players = self.players();
        match (self.specials(tile).0, mv.special) {
            (Special::None, Special::None)
            | (Special::Swap(_), Special::Swap(_))
            | (Special::Bomb, Special::Bomb | Special::Override) => None,
            (Special::Swap(_), _) => Some(format!(
                "{x},{y} is a choice tile: expected {x},{y}=P with a player P from 1 to {players}"
            )),
            (Special::Bomb, _) => {
                Some(format!("{x},{y} is a bonus tile: expected {x},{y}=bomb or {x},{y}=override"))
            }
            _ => Some(format!("nothing is to be chosen on {x},{y}: expected {x},{y} alone")),
        }
    }

    /// Plays a legal move of the build phase.
    pub(super) fn build(&mut self, seat: Seat, tile: usize, mv: &Move) {
        let lines = match &mut self.stones {
            Stones::Plain(plain) => {
                plain.play(seat, bitboard::bit(mv.x, mv.y));
                return;
            }
            Stones::Lines(lines) => lines,
        };
        if self.left != u32::MAX {
            self.left = self.left.saturating_sub(1);
        }
        let players = self.board.players();
        let before = lines.cells[tile];
        if before <= cell::EXPANSION {
            self.overrides[seat] = self.overrides[seat].saturating_sub(1);
        }
        lines.play(&self.board, seat, tile);
        match (before, mv.special) {
            (cell::INVERSION, _) => {
                let to: [Seat; MAX_SEATS] = std::array::from_fn(|from| (from + 1) % players);
                lines.reassign_stones(&self.board, &to[..players]);
            }
            (cell::CHOICE, Special::Swap(player)) => {
                let with = usize::from(player - 1).min(players - 1);
                if with != seat {
                    let mut to = [0, 1, 2, 3, 4, 5, 6, 7];
                    to.swap(seat, with);
                    lines.reassign_stones(&self.board, &to[..players]);
                }
            }
            (cell::BONUS, Special::Bomb) => {
                self.bombs[seat] = self.bombs[seat].saturating_add(1);
            }
            (cell::BONUS, Special::Override) => {
                self.overrides[seat] = self.overrides[seat].saturating_add(1);
            }
            _ => {}
        }
    }

    pub(super) fn throw(&mut self, seat: Seat, tile: usize) {
        self.bombs[seat] = self.bombs[seat].saturating_sub(1);
        let blast = self.blast(tile);
        if let Stones::Lines(lines) = &mut self.stones {
            lines.destroy(&self.board, &blast);
        }
    }
}
