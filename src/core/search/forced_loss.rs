//! A full-width check of the first plies: does a move lose by force?
//!
//! A selective search skips moves, and a skipped move may end the game. A move is therefore checked before it is
//! chosen or shown: all moves of the opponent, all answers, and for the opponent's last ply the moves that can end the game.
//! The result is a proof, not an evaluation. It uses only the position of the search.

use crate::contract::game::{Enumerable, MoveList, Seat};

/// The end of a game that can no longer be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedLoss {
    /// Maximum number of plies to the end.
    pub plies: u32,
    /// Whether it is certainly lost; else it may still be a draw.
    pub lost: bool,
}

/// The result of a check of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The move does not lose within the plies of the check.
    Safe,
    /// Within the plies of the check the move leads by force to a loss, or at least to no win.
    Lost(ForcedLoss),
    /// Unknown, because the check would take too long.
    Open,
}

/// The endings of a game, for a check.
pub trait Ends<G: Enumerable> {
    /// Retains only the moves that may end the game at once.
    fn finishing(&self, position: &G, moves: &mut MoveList<G::Move>);

    /// Whether `seat` has so few stones left that a deeper check is worthwhile.
    fn endangered(&self, position: &G, seat: Seat) -> bool;

    /// The end of a game that `seat` has lost, or can no longer win. `None` for any other game.
    fn doomed(&self, position: &G, seat: Seat) -> Option<ForcedLoss>;
}

/// Plies of a full-width check after the move itself.
const FULL: u32 = 3;

/// The checks that follow if few stones are left: plies after the move itself, and the maximum total number of answers
/// that the opponent's moves may leave in one line.
const NARROW: [(u32, u32); 7] = [(5, 2), (5, 6), (7, 3), (5, 14), (7, 8), (5, 30), (7, 30)];

/// The share of the remaining nodes for all of these checks together.
const SHARE_OF_NARROW: u64 = 8;

/// A running check.
struct Proof<'a, M, E> {
    ends: &'a E,
    seat: Seat,
    nodes: u64,
    most: u64,
    /// The last surviving answer, which is tried first.
    reply: Option<M>,
}

impl<M: Clone + PartialEq, E> Proof<'_, M, E> {
    /// Whether `seat` loses by force within this many plies, and the number of plies to the end. `None` if no nodes are
    /// left. The opponent's moves count only if they leave at most `width` answers.
    fn lost<G: Enumerable<Move = M>>(
        &mut self,
        position: &G,
        plies: u32,
        width: u32,
    ) -> Option<Option<ForcedLoss>>
    where
        E: Ends<G>,
    {
        let own = position.mover() == self.seat;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if own
            && let Some(at) = self.reply.as_ref().and_then(|mv| moves.iter().position(|m| m == mv))
        {
            moves[..=at].rotate_right(1);
        }
        if plies == 1 && !own {
            self.ends.finishing(position, &mut moves);
        }
        let mut next = position.clone();
        let mut worst: Option<ForcedLoss> = None;
        for mv in &moves {
            if self.nodes >= self.most {
                return None;
            }
            self.nodes += 1;
            next.clone_from(position);
            next.play_unchecked(mv);
            let lost = match self.ends.doomed(&next, self.seat) {
                Some(end) => Some(end),
                None if plies == 1 || next.to_act().is_empty() => None,
                None => {
                    let leaves = width < ALL && !own && next.mover() == self.seat;
                    let answers = if leaves { next.legal_count() as u32 } else { 0 };
                    match width.checked_sub(answers) {
                        None => None,
                        Some(width) => self.lost(&next, plies - 1, width)?,
                    }
                }
            };
            let lost = lost.map(one_ply_earlier);
            match lost {
                // The answer that delays the end longest.
                Some(end) if own => {
                    worst = worst.map_or(Some(end), |one| {
                        Some(ForcedLoss {
                            plies: one.plies.max(end.plies),
                            lost: one.lost && end.lost,
                        })
                    });
                }
                None if !own => {}
                lost => {
                    if own {
                        self.reply = Some(mv.clone());
                    }
                    return Some(lost);
                }
            }
        }
        Some(worst)
    }
}

/// The width of a full-width check.
const ALL: u32 = u32::MAX;

/// The same end, one ply earlier.
fn one_ply_earlier(end: ForcedLoss) -> ForcedLoss {
    ForcedLoss { plies: end.plies + 1, ..end }
}

/// Whether a move of `seat` loses by force within four plies, and the number of nodes used; at most `most`.
/// If few stones are left, some lines are searched up to eight plies deep.
pub fn check<G: Enumerable, E: Ends<G>>(
    ends: &E,
    position: &G,
    seat: Seat,
    mv: &G::Move,
    most: u64,
) -> (Option<Check>, u64) {
    let next = position.played(mv);
    if next.to_act().is_empty() {
        return (Some(Check::Safe), 0);
    }
    if let Some(end) = ends.doomed(&next, seat) {
        return (Some(Check::Lost(one_ply_earlier(end))), 0);
    }
    let mut proof = Proof { ends, seat, nodes: 0, most, reply: None };
    for plies in [1, FULL] {
        match proof.lost(&next, plies, ALL) {
            None => return (None, proof.nodes),
            Some(Some(end)) => return (Some(Check::Lost(one_ply_earlier(end))), proof.nodes),
            Some(None) => {}
        }
    }
    if ends.endangered(&next, seat) {
        proof.most = most.min(proof.nodes + most / SHARE_OF_NARROW);
        for (plies, width) in NARROW {
            match proof.lost(&next, plies, width) {
                None => break,
                Some(Some(end)) => return (Some(Check::Lost(one_ply_earlier(end))), proof.nodes),
                Some(None) => {}
            }
        }
    }
    (Some(Check::Safe), proof.nodes)
}
