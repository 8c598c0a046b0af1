//! The interface between the search and a game: playouts, prior knowledge and names.
//!
//! Everything except [`Policy::Scratch`] has a default that works for any game whose legal moves can be
//! listed. A game's own methods make the search faster or stronger, but never change the rules.

use super::playout_rng::PlayoutRng;
use super::terms::WIN_RATE;
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Part, Term};
use crate::contract::calibration::Odds;
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList, Outcome, Seat};

/// The value of a finished game for every seat, from 0 to 1: with two seats, 1 for a win and one half for a
/// draw. Entries beyond the game's seats are 0.
pub type Rewards = [f32; MAX_SEATS];

/// The rewards of an outcome: the share of the other seats that a seat has beaten, where a
/// seat of the same rank counts one half.
pub fn rewards_of(outcome: &Outcome) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    let ranks = &outcome.ranks;
    let others = ranks.len().saturating_sub(1).max(1);
    for (reward, &rank) in rewards.iter_mut().zip(ranks) {
        let halves: usize = ranks
            .iter()
            .map(|&other| if other > rank { 2 } else { usize::from(other == rank) })
            .sum();
        // The equals include the seat itself.
        *reward = (halves - 1) as f32 / (2 * others) as f32;
    }
    rewards
}

/// The rewards of a game of two seats that `seat` has won.
pub fn won_by(seat: Seat) -> Rewards {
    std::array::from_fn(|other| if other == seat { 1.0 } else { 0.0 })
}

/// The rewards of a game of `seats` without a winner: one half each.
pub fn level(seats: usize) -> Rewards {
    std::array::from_fn(|seat| if seat < seats { 0.5 } else { 0.0 })
}

/// Proven knowledge about a move before it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// Nothing proven.
    #[default]
    Open,
    /// `by` then wins alone, whatever the others play, within that many plies after the move (0: the
    /// move itself ends the game).
    Won {
        /// The seat that wins alone.
        by: Seat,
        /// Maximum number of plies after the move; 0 if the move itself ends the game.
        plies: u16,
    },
}

/// The key of a move that shares its key with no other move.
pub const NO_KEY: u16 = u16::MAX;

/// Prior knowledge about a move, set when its position is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The key of the move in all-moves-as-first statistics, below [`Policy::keys`]; [`NO_KEY`] excludes it
    /// from them.
    pub key: u16,
    /// Prior wins of the move: virtual outcomes, which real outcomes
    /// soon outweigh. From 0 to `visits`.
    pub wins: f32,
    /// Number of prior outcomes; 0 for none. A larger number has a longer effect.
    pub visits: f32,
    /// The proven result, if any.
    pub known: Known,
}

impl Default for Prior {
    fn default() -> Self {
        Prior { key: NO_KEY, wins: 0.0, visits: 0.0, known: Known::Open }
    }
}

/// The moves of the seats in a simulation, by key: the input of all-moves-as-first.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    keys: usize,
    /// All bits set for a move that was made, none for others, so that updates need no branch.
    marks: Vec<u32>,
}

impl Trace {
    pub(super) fn new(keys: usize, seats: usize) -> Self {
        Trace { keys, marks: vec![0; keys * seats] }
    }

    pub(super) fn clear(&mut self) {
        self.marks.fill(0);
    }

    /// Records that `seat` made the move with this key. Keys out of range are ignored.
    #[inline]
    pub fn note(&mut self, seat: Seat, key: u16) {
        if usize::from(key) < self.keys
            && let Some(mark) = self.marks.get_mut(seat * self.keys + usize::from(key))
        {
            *mark = u32::MAX;
        }
    }

    /// Whether moves must be recorded: without keys they are not used.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.keys > 0
    }

    /// The marks of `seat`, one per key: all bits for a move that was made, none for others.
    #[inline]
    pub(super) fn keys(&self, seat: Seat) -> &[u32] {
        self.marks.get(seat * self.keys..(seat + 1) * self.keys).unwrap_or(&[])
    }
}

/// The inputs and buffers of a playout, so that it needs no allocation.
pub struct Playout<'a, G: Enumerable> {
    /// The position to start from, or to resume after a pause; not over. Its state after the playout is not used.
    pub position: &'a mut G,
    /// The generator for all random choices of the playout.
    pub rng: &'a mut PlayoutRng,
    /// Receives the moves of the playout, if [`Trace::is_wanted`].
    pub trace: &'a mut Trace,
    /// A buffer for legal moves.
    pub moves: &'a mut MoveList<G::Move>,
    /// Maximum number of remaining plies before the playout is cut and estimated.
    pub max_plies: &'a mut u32,
    /// Says when to pause; see [`Pause::now`].
    pub pause: Pause<'a>,
    /// Receives the moves of the playout, if the search is filmed.
    pub film: Option<&'a mut Vec<G::Move>>,
}

/// The pause condition of a playout. Most playouts end long before the first check.
pub struct Pause<'a> {
    wanted: &'a dyn Fn() -> bool,
    plies: u32,
}

impl<'a> Pause<'a> {
    /// Plies before the first check, and between two checks.
    const FIRST: u32 = 256;
    const EVERY: u32 = 16;

    pub(super) fn new(wanted: &'a dyn Fn() -> bool) -> Self {
        Pause { wanted, plies: 0 }
    }

    /// Whether to pause before the next ply; call it before each ply.
    #[inline]
    pub fn now(&mut self) -> bool {
        self.plies += 1;
        self.plies >= Self::FIRST && self.plies.is_multiple_of(Self::EVERY) && (self.wanted)()
    }
}

/// Maximum number of endings that a policy can distinguish.
pub const ENDINGS: usize = 8;

/// Explanations of a choice by the game, in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The main reason, in place of the simulation results; a headline of at most 20 words.
    pub reason: Option<String>,
    /// Additional sentences, which become differences of the analysis.
    pub beside: Vec<String>,
}

/// A game's support for Monte Carlo tree search.
pub trait Policy<G: Enumerable>: Clone + Send + Sync + 'static {
    /// The policy's data during a search, such as tables and buffers; `()` for none.
    type Scratch: Send + 'static;

    /// Creates the scratch data of a search from `position`.
    fn scratch(&self, position: &G) -> Self::Scratch;

    // ---- optional methods: a game may add faster or stronger versions ----

    /// Number of keys of moves in games from `position`, at most [`NO_KEY`]; 0 turns
    /// all-moves-as-first off.
    fn keys(&self, _position: &G) -> usize {
        0
    }

    /// The key of `mv` in all-moves-as-first statistics: moves with one key have a similar value at
    /// any ply. Below [`Policy::keys`], or `None`.
    fn key(&self, _position: &G, _mv: &G::Move) -> Option<u16> {
        None
    }

    /// Sets the prior knowledge about the legal `moves` of a position during its expansion, by changing
    /// `outlooks`, one per move. `look` requests a search for moves that decide the game now; a result must
    /// be true. A move that lets another seat win next may be marked as won by it. The same
    /// position must always have the same result.
    ///
    /// By default keys are computed one by one, and with `look` every move is tried for a win.
    fn outlook(
        &self,
        _scratch: &mut Self::Scratch,
        position: &G,
        moves: &[G::Move],
        look: bool,
        outlooks: &mut [Prior],
    ) {
        for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
            outlook.key = self.key(position, mv).unwrap_or(NO_KEY);
        }
        if look {
            try_moves(position, moves, outlooks);
        }
    }

    /// Plays to the end and returns the rewards, recording the moves if they are wanted; returns `None` for
    /// a pause, and is then called again with the same state. A game whose playouts have at most a few
    /// hundred plies need not check for pauses.
    ///
    /// By default every legal move has the same probability.
    fn playout(&self, scratch: &mut Self::Scratch, playout: Playout<'_, G>) -> Option<Rewards> {
        let Playout { position, rng, trace, moves, max_plies, mut pause, mut film } = playout;
        while *max_plies > 0 {
            if pause.now() {
                return None;
            }
            *max_plies -= 1;
            position.legal_moves(moves);
            if moves.is_empty() {
                return Some(self.rewards(position));
            }
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            if trace.is_wanted()
                && let Some(key) = self.key(position, mv)
            {
                trace.note(position.mover(), key);
            }
            if let Some(film) = &mut film {
                film.push(mv.clone());
            }
            position.play_unchecked(mv);
        }
        Some(if position.to_act().is_empty() {
            self.rewards(position)
        } else {
            self.estimate(scratch, position)
        })
    }

    /// The rewards of a finished game. The default computes the outcome, which allocates; a game
    /// with many playouts should have its own version.
    fn rewards(&self, position: &G) -> Rewards {
        position.outcome().map_or_else(|| level(position.seats()), |outcome| rewards_of(&outcome))
    }

    /// Whether a seat can no longer win anything.
    fn is_out(&self, _position: &G, _seat: Seat) -> bool {
        false
    }

    /// The rewards of a position where a playout was cut. The default is one half for each seat.
    fn estimate(&self, _scratch: &mut Self::Scratch, position: &G) -> Rewards {
        level(position.seats())
    }

    /// Distinguishes policies of one type with different settings: a tree is reused only by an
    /// equal policy.
    fn fingerprint(&self) -> u64 {
        0
    }
}

/// What a tree search reports beyond results of playouts: judgements of positions, terms and sentences of the game. By default
/// nothing.
pub trait Report<G: Enumerable>: Policy<G> {
    /// The game's explanation of the choice with its line, and of the best other move with its line if there is one.
    fn facts(&self, _position: &G, _choice: &[G::Move], _other: Option<&[G::Move]>) -> Facts {
        Facts::default()
    }

    /// The opponent's threat if the mover ignored it: `the loop around 5,6`.
    fn danger(&self, _position: &G) -> Option<String> {
        None
    }

    /// The value of the root move `mv` for its player, by recorded playouts from there; `true` if it is
    /// an upper bound. It replaces the simulation results when the move is reported and chosen.
    fn recorded(&self, _position: &G, _mv: &G::Move) -> Option<(f64, bool)> {
        None
    }

    /// The continuation of a position that [`Policy::outlook`] declared won or lost: the moves to the end, or as far as they are
    /// known.
    fn forced(&self, _position: &G) -> Vec<G::Move> {
        Vec::new()
    }

    /// The resistance of `mv` if every move loses equally soon: higher is better.
    fn resistance(&self, _position: &G, _mv: &G::Move) -> i64 {
        0
    }

    /// The judgement's share of a simulation's reward, at most 1; the rest is the playout's share, if
    /// any. `None` from a policy that only plays out: it then has other terms.
    fn judgement(&self) -> Option<Fixed> {
        None
    }

    /// The term of that share, with label and meaning.
    fn judgement_term(&self) -> Term {
        Term { weight: Fixed::ZERO, ..WIN_RATE }
    }

    /// Whether the judgement is a chance to win; else only the playouts give the share of wins.
    fn judges_chances(&self) -> bool {
        true
    }

    /// The calibration of scores for moves of `position` after this number of playouts, if the bot has recorded games.
    fn odds(&self, _position: &G, _playouts: u64) -> Option<Odds> {
        None
    }

    /// The judged value of the last playout's position, for a policy that judges.
    fn judged(&self, _scratch: &Self::Scratch) -> Rewards {
        level(2)
    }

    /// The judged value of a finished game's position; `None` if it is equal to the rewards.
    fn judged_at_end(&self, _position: &G) -> Option<Rewards> {
        None
    }

    /// Additional terms for display. They have no influence and the weight 0.
    fn beside(&self) -> &[Term] {
        &[]
    }

    /// The values of these terms for `seat` in the position right `after` its move.
    fn measure(&self, _before: &G, _after: &G, _seat: Seat) -> Vec<Fixed> {
        Vec::new()
    }

    /// The ending of the last playout, as a number below [`ENDINGS`], for a policy that reports it.
    fn ending(&self, _scratch: &Self::Scratch) -> Option<usize> {
        None
    }

    /// The parts of the terms of the move `mv`, in lines for people. `endings` counts the endings of the playouts
    /// through it.
    fn parts(&self, _position: &G, _mv: &G::Move, _endings: &[u32; ENDINGS]) -> Vec<Part> {
        Vec::new()
    }
}

/// Tries every move, and marks the moves that end the game at once with a winner.
pub fn try_moves<G: Enumerable>(position: &G, moves: &[G::Move], outlooks: &mut [Prior]) {
    let mut next = position.clone();
    for (mv, outlook) in moves.iter().zip(outlooks) {
        next.clone_from(position);
        next.play_unchecked(mv);
        if next.to_act().is_empty()
            && let Some(by) = winner(&next)
        {
            outlook.known = Known::Won { by, plies: 0 };
        }
    }
}

/// The only winner; `None` while the game continues, and for a shared first place.
pub(super) fn winner<G: Enumerable>(position: &G) -> Option<Seat> {
    let outcome = position.outcome()?;
    (0..position.seats()).find(|&seat| outcome.halves(seat) == 2)
}

/// A policy without game knowledge: uniformly random playouts, and no all-moves-as-first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Enumerable> Policy<G> for Plain {
    type Scratch = ();

    fn scratch(&self, _position: &G) {}
}

impl<G: Enumerable> Report<G> for Plain {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_are_shares_of_opponents_beaten() {
        let of = |ranks: &[u8]| {
            let outcome = Outcome { ranks: ranks.into(), scores: vec![], reason: "" };
            rewards_of(&outcome)[..ranks.len()].to_vec()
        };
        assert_eq!(of(&[1, 2]), [1.0, 0.0]);
        assert_eq!(of(&[1, 1]), [0.5, 0.5]);
        assert_eq!(of(&[2, 1, 4, 2]), [0.5, 1.0, 0.0, 0.5]);
        assert_eq!(of(&[1, 1, 1]), [0.5; 3]);
    }

    #[test]
    fn trace_can_be_cleared_and_ignores_keys_out_of_range() {
        let mut trace = Trace::new(3, 2);
        trace.clear();
        trace.note(1, 2);
        trace.note(0, 3);
        trace.note(7, 0);
        let made = |trace: &Trace, seat| {
            trace.keys(seat).iter().map(|&mark| mark == u32::MAX).collect::<Vec<_>>()
        };
        assert_eq!(made(&trace, 1), [false, false, true]);
        assert_eq!(made(&trace, 0), [false; 3]);
        trace.clear();
        assert_eq!(made(&trace, 1), [false; 3]);
    }
}
