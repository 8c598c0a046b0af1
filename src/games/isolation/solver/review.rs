//! A look back at a whole game: who had a win at every ply, and who gave it away. Exact, wherever the
//! solver reaches.

use super::solve::Solver;
use crate::bot::{Remark, Reviewing};
use crate::game::Enumerable;
use crate::games::isolation::position::{Isolation, Move, SEAT_NAMES};
use crate::games::isolation::theory;
use serde::Serialize;

/// What a move did to the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The mover had a win and kept it.
    KeptWin,
    /// The mover had a win and gave it away.
    GaveAway,
    /// The mover had no win, and no move could have changed that.
    WasLost,
    /// The position before or after the move is beyond the solver's reach.
    Unknown,
}

/// A review under way.
#[derive(Clone, Debug)]
pub struct Review {
    /// The position before each move, and the last one.
    positions: Vec<Isolation>,
    /// Per position whether its mover wins; `None` for the ones not solved.
    wins: Vec<Option<bool>>,
    at: usize,
    asked: bool,
    solver: Solver,
}

impl Review {
    /// Prepares the review of a game from `start`; stops at the first move that is not legal.
    pub fn new(start: &Isolation, moves: &[Move]) -> Self {
        let mut positions = vec![*start];
        let mut legal = Vec::new();
        for mv in moves {
            let mut next = positions[positions.len() - 1];
            next.legal_moves(&mut legal);
            if !legal.contains(mv) {
                break;
            }
            next.play_unchecked(mv);
            positions.push(next);
        }
        let wins = vec![None; positions.len()];
        Review { positions, wins, at: 0, asked: false, solver: Solver::new() }
    }

    /// Goes on for about `nodes` nodes; true once the review is complete.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let until = self.solver.nodes().saturating_add(nodes);
        while self.at < self.positions.len() {
            if !self.asked {
                let position = &self.positions[self.at];
                if let Some(known) = mover_wins(position) {
                    self.wins[self.at] = Some(known);
                    self.at += 1;
                    continue;
                }
                self.asked = self.solver.begin(position);
                if !self.asked {
                    self.at += 1;
                    continue;
                }
            }
            match self.solver.advance(until.saturating_sub(self.solver.nodes())) {
                None => return false,
                Some(answer) => {
                    self.wins[self.at] = Some(answer);
                    self.asked = false;
                    self.at += 1;
                }
            }
        }
        true
    }

    /// How many positions have been looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.positions.len())
    }

    /// For every ply of the game, what it did to the outcome; unknown while it has not been looked at.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.wins
            .windows(2)
            .map(|pair| match (pair[0], pair[1]) {
                (Some(false), _) => Verdict::WasLost,
                (Some(true), Some(false)) => Verdict::KeptWin,
                (Some(true), Some(true)) => Verdict::GaveAway,
                _ => Verdict::Unknown,
            })
            .collect()
    }

    /// For every position of the game, whether its mover wins; `None` where that is not known.
    pub fn wins(&self) -> &[Option<bool>] {
        &self.wins
    }
}

impl Reviewing for Review {
    fn advance(&mut self, slice: u64) -> bool {
        Review::advance(self, slice)
    }

    fn progress(&self) -> (usize, usize) {
        Review::progress(self)
    }

    fn remarks(&self) -> Vec<Remark> {
        let given_away = |&(_, verdict): &(usize, Verdict)| verdict == Verdict::GaveAway;
        let verdicts = self.verdicts().into_iter().enumerate();
        verdicts
            .filter(given_away)
            .map(|(i, _)| {
                let who = SEAT_NAMES[self.positions[i].turn()];
                Remark {
                    ply: i + 1,
                    label: "had a win",
                    text: format!("{who} had a win here and gave it away."),
                }
            })
            .collect()
    }
}

/// Whether the mover wins, if that is plain without a search: a game that is over is lost to the
/// player who would move, and on 7x7 the rule knows placements.
fn mover_wins(position: &Isolation) -> Option<bool> {
    match position.winner() {
        Some(winner) => Some(winner == position.turn()),
        None if theory::is_mirrored(position) => Some(false),
        None => match position.plies() {
            0 => theory::winner_by_placement(position).map(|winner| winner == 0),
            // The second player always has an answer.
            1 => theory::winner_by_placement(position).map(|winner| winner == 1),
            2 => theory::Placement::of(position)?.winner().map(|winner| winner == 0),
            _ => None,
        },
    }
}
