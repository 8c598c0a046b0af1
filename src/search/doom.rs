//! A look at the first plies in which nothing is left out: does a move lose by force?
//!
//! A selective search leaves moves out, and what it left out may end the game. A move is therefore checked before it is
//! chosen or shown: all moves of the opponent, all answers, and of the opponent's last moves those that can end the game.
//! It is a proof, not an evaluation. It uses nothing of the search but its position.

use crate::contract::game::{Enumerable, MoveList, Seat};

/// What is left of a game that cannot be won any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doom {
    /// It is over after this many plies at most.
    pub plies: u32,
    /// Whether it is lost for certain; else it may still be a draw.
    pub lost: bool,
}

/// What a check of a root move found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// It does not lose within the plies of the check.
    Safe,
    /// Within the plies of the check it comes by force to an end that it loses, or at least does not win.
    Lost(Doom),
    /// It would take too long to know.
    Open,
}

/// How a game ends, for a check.
pub trait Ends<G: Enumerable> {
    /// Keeps of the moves those that may end the game at once.
    fn finishing(&self, position: &G, moves: &mut MoveList<G::Move>);

    /// Whether so few stones of `seat` are left that it is worth looking deeper for an end.
    fn endangered(&self, position: &G, seat: Seat) -> bool;

    /// What is left of a game that `seat` has lost, or can no longer win. `None` of any other.
    fn doomed(&self, position: &G, seat: Seat) -> Option<Doom>;
}

/// Plies of a full-width check after the move itself.
const FULL: u32 = 3;

/// The looks that follow where few stones are left: plies after the move itself, and how many answers the opponent's moves
/// may leave in all in one line.
const NARROW: [(u32, u32); 7] = [(5, 2), (5, 6), (7, 3), (5, 14), (7, 8), (5, 30), (7, 30)];

/// The share of the nodes that are left which all of them may take.
const SHARE_OF_NARROW: u64 = 8;

/// A check under way.
struct Proof<'a, M, E> {
    ends: &'a E,
    seat: Seat,
    /// Positions visited.
    nodes: u64,
    most: u64,
    /// The answer that survived last is tried first.
    reply: Option<M>,
}

impl<M: Clone + PartialEq, E> Proof<'_, M, E> {
    /// Whether `seat` loses by force within this many plies, and after how many the game is over. `None` when there are no
    /// nodes left. Only those of the opponent's moves count that leave no more than `width` answers.
    fn lost<G: Enumerable<Move = M>>(
        &mut self,
        position: &G,
        plies: u32,
        width: u32,
    ) -> Option<Option<Doom>>
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
        let mut worst: Option<Doom> = None;
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
            let lost = lost.map(later);
            match lost {
                // The answer that holds out longest.
                Some(end) if own => {
                    worst = worst.map_or(Some(end), |one| {
                        Some(Doom { plies: one.plies.max(end.plies), lost: one.lost && end.lost })
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

/// The width of a look at all moves.
const ALL: u32 = u32::MAX;

/// The same, seen a ply earlier.
fn later(end: Doom) -> Doom {
    Doom { plies: end.plies + 1, ..end }
}

/// Whether a move of `seat` loses by force within four plies, and how many nodes it took to know; no more than `most`.
/// Where few stones are left, some lines are looked at up to eight plies deep.
pub fn check<G: Enumerable, E: Ends<G>>(
    ends: &E,
    position: &G,
    seat: Seat,
    mv: &G::Move,
    most: u64,
) -> (Option<Check>, u64) {
    let mut next = position.clone();
    next.play_unchecked(mv);
    if next.to_act().is_empty() {
        return (Some(Check::Safe), 0);
    }
    if let Some(end) = ends.doomed(&next, seat) {
        return (Some(Check::Lost(later(end))), 0);
    }
    let mut proof = Proof { ends, seat, nodes: 0, most, reply: None };
    for plies in [1, FULL] {
        match proof.lost(&next, plies, ALL) {
            None => return (None, proof.nodes),
            Some(Some(end)) => return (Some(Check::Lost(later(end))), proof.nodes),
            Some(None) => {}
        }
    }
    if ends.endangered(&next, seat) {
        proof.most = most.min(proof.nodes + most / SHARE_OF_NARROW);
        for (plies, width) in NARROW {
            match proof.lost(&next, plies, width) {
                None => break,
                Some(Some(end)) => return (Some(Check::Lost(later(end))), proof.nodes),
                Some(None) => {}
            }
        }
    }
    (Some(Check::Safe), proof.nodes)
}
