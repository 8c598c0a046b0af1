//! What the search asks of a game: how to play out, what to know beforehand, how to call a move.
//!
//! Everything but [`Policy::Scratch`] has a default that works for any game whose legal moves can be
//! listed. What a game adds makes the search quicker or stronger, never different in its rules.

use super::quick::QuickRng;
use super::terms::WIN_RATE;
use crate::base::fixed::Fixed;
use crate::contract::calibration::Odds;
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList, Outcome, Seat};
use crate::contract::thought::{Part, Term};

/// What a finished game is worth to every seat, from 0 to 1: between two, 1 for a win, a half for a
/// draw. Places beyond the game's seats are nought.
pub type Rewards = [f32; MAX_SEATS];

/// The rewards of an outcome: the share of the other seats that a seat came out ahead of, where a
/// seat of the same rank counts half.
pub fn rewards_of(outcome: &Outcome) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    let ranks = &outcome.ranks;
    let others = ranks.len().saturating_sub(1).max(1);
    for (reward, &rank) in rewards.iter_mut().zip(ranks) {
        let halves: usize = ranks
            .iter()
            .map(|&other| if other > rank { 2 } else { usize::from(other == rank) })
            .sum();
        // The seat itself is among the equals.
        *reward = (halves - 1) as f32 / (2 * others) as f32;
    }
    rewards
}

/// The rewards of a game between two seats that `seat` has won.
pub fn won_by(seat: Seat) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    if let Some(reward) = rewards.get_mut(seat) {
        *reward = 1.0;
    }
    rewards
}

/// The rewards of a game among `seats` that no seat has won: a half each.
pub fn level(seats: usize) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    rewards.iter_mut().take(seats).for_each(|reward| *reward = 0.5);
    rewards
}

/// What is certain about a move before it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    #[default]
    Open,
    /// `by` then wins alone, whatever the others do, within that many plies after the move (0: the
    /// move itself ends the game).
    Won {
        /// The winner.
        by: Seat,
        /// Plies after the move.
        plies: u16,
    },
}

/// The key of a move that no other move is like.
pub const NO_KEY: u16 = u16::MAX;

/// What a game says of a move when its position is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// What the move is called in all-moves-as-first statistics, below [`Policy::keys`]; [`NO_KEY`] if it
    /// takes no part.
    pub key: u16,
    /// How often the move has won before it was tried: outcomes that are made up, which real ones
    /// outweigh soon. From 0 to `visits`.
    pub wins: f32,
    /// How many made-up outcomes those are; 0 for none. More hold longer.
    pub visits: f32,
    /// What is certain about it.
    pub known: Known,
}

impl Default for Outlook {
    fn default() -> Self {
        Outlook { key: NO_KEY, wins: 0.0, visits: 0.0, known: Known::Open }
    }
}

/// The moves that the seats made in a simulation, by key: what all-moves-as-first learns from.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    keys: usize,
    /// All bits set for a move that was made, none for others: so that what learns from it needs no jump.
    marks: Vec<u32>,
}

impl Trace {
    pub(super) fn new(keys: usize, seats: usize) -> Self {
        Trace { keys, marks: vec![0; keys * seats] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.marks.fill(0);
    }

    /// `seat` made the move with this key. A key that is none is not noted.
    #[inline]
    pub fn note(&mut self, seat: Seat, key: u16) {
        if usize::from(key) < self.keys
            && let Some(mark) = self.marks.get_mut(seat * self.keys + usize::from(key))
        {
            *mark = u32::MAX;
        }
    }

    /// Whether anybody asks for moves: without, they need not be noted.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.keys > 0
    }

    /// The marks of `seat`, one a key: all bits for a move that was made, none for others.
    #[inline]
    pub(super) fn of(&self, seat: Seat) -> &[u32] {
        self.marks.get(seat * self.keys..(seat + 1) * self.keys).unwrap_or(&[])
    }
}

/// A playout to be made: everything that it may use, none of it allocated anew.
pub struct Playout<'a, G: Enumerable> {
    /// Where it begins, or goes on after a pause; not over. What it is left as at its end does not matter.
    pub position: &'a mut G,
    /// The chance.
    pub rng: &'a mut QuickRng,
    /// Where moves are noted.
    pub trace: &'a mut Trace,
    /// Room for legal moves.
    pub moves: &'a mut MoveList<G::Move>,
    /// The most plies it may still play before it is cut and estimated.
    pub most_plies: &'a mut u32,
    /// When to pause.
    pub pause: Pause<'a>,
}

/// Says when a playout has to pause. Most are over long before the first question.
pub struct Pause<'a> {
    wanted: &'a dyn Fn() -> bool,
    plies: u32,
}

impl<'a> Pause<'a> {
    /// Plies before the first question, and between two questions.
    const FIRST: u32 = 256;
    const EVERY: u32 = 16;

    pub(super) fn new(wanted: &'a dyn Fn() -> bool) -> Self {
        Pause { wanted, plies: 0 }
    }

    /// Whether to pause before the next ply; to be called before each.
    #[inline]
    pub fn now(&mut self) -> bool {
        self.plies += 1;
        self.plies >= Self::FIRST && self.plies.is_multiple_of(Self::EVERY) && (self.wanted)()
    }
}

/// How many kinds of ends a policy can distinguish.
pub const ENDINGS: usize = 8;

/// What a game knows of a choice, in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// What speaks for it, in place of what simulations brought; a headline of at most 20 words.
    pub reason: Option<String>,
    /// What is to be known beside it.
    pub beside: Vec<String>,
}

/// How a game helps a Monte Carlo tree search.
pub trait Policy<G: Enumerable>: Clone + Send + Sync + 'static {
    /// What the policy keeps during a search, such as tables and buffers; `()` for nothing.
    type Scratch: Send + 'static;

    /// Makes the scratch of a search from `position`.
    fn scratch(&self, position: &G) -> Self::Scratch;

    // ---- below this line nothing has to be written by a game; faster or wiser versions may be ----

    /// How many keys moves can have in games from `position`, at most [`NO_KEY`]; 0 turns
    /// all-moves-as-first off.
    fn keys(&self, _position: &G) -> usize {
        0
    }

    /// What `mv` is called in all-moves-as-first statistics: moves with one key mean much the same at
    /// whatever ply they are made. Below [`Policy::keys`], or `None`.
    fn key(&self, _position: &G, _mv: &G::Move) -> Option<u16> {
        None
    }

    /// Says what is known of the legal `moves` of a position that is being expanded, by changing
    /// `outlooks`, one a move. `look` says whether to search for moves that decide the game now; what is
    /// claimed must be true. A move that lets another seat win next may be marked as won by it. The same
    /// position must always get the same answer.
    ///
    /// By default keys are computed one by one, and with `look` every move is tried for a win.
    fn outlook(
        &self,
        _scratch: &mut Self::Scratch,
        position: &G,
        moves: &[G::Move],
        look: bool,
        outlooks: &mut [Outlook],
    ) {
        for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
            outlook.key = self.key(position, mv).unwrap_or(NO_KEY);
        }
        if look {
            try_moves(position, moves, outlooks);
        }
    }

    /// Plays to the end and says what that brought, noting the moves made if they are wanted; `None` if it
    /// was to pause, and is to be called again with everything as it was left. A game whose playouts are a few
    /// hundred plies at the most need not look for pauses.
    ///
    /// By default every legal move is as likely as the others.
    fn playout(&self, scratch: &mut Self::Scratch, playout: Playout<'_, G>) -> Option<Rewards> {
        let Playout { position, rng, trace, moves, most_plies, mut pause } = playout;
        while *most_plies > 0 {
            if pause.now() {
                return None;
            }
            *most_plies -= 1;
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
            position.play_unchecked(mv);
        }
        Some(if position.to_act().is_empty() {
            self.rewards(position)
        } else {
            self.estimate(scratch, position)
        })
    }

    /// What a game that is over is worth. The default asks for the outcome, which allocates; a game
    /// that plays out often writes its own.
    fn rewards(&self, position: &G) -> Rewards {
        position.outcome().map_or_else(|| level(position.seats()), |outcome| rewards_of(&outcome))
    }

    /// Whether a seat has nothing more to win.
    fn is_out(&self, _position: &G, _seat: Seat) -> bool {
        false
    }

    /// What a position is worth where a playout was cut. By default it is level.
    fn estimate(&self, _scratch: &mut Self::Scratch, position: &G) -> Rewards {
        level(position.seats())
    }

    /// What the game knows of the choice with its line, and of the best other move with its line if there is one.
    fn facts(&self, _position: &G, _choice: &[G::Move], _other: Option<&[G::Move]>) -> Facts {
        Facts::default()
    }

    /// What the opponent would win by next if the mover did nothing about it: `the loop around 5,6`.
    fn danger(&self, _position: &G) -> Option<String> {
        None
    }

    /// What `mv`, a move of the root, is worth by games that were played out from there, to the one who makes it; with
    /// `true` where it is at most that. It takes the place of what simulations bring when the move is reported and chosen.
    fn recorded(&self, _position: &G, _mv: &G::Move) -> Option<(f64, bool)> {
        None
    }

    /// How a position goes on that [`Policy::outlook`] said is won or lost: the moves to the end, or as far as they are
    /// known.
    fn forced(&self, _position: &G) -> Vec<G::Move> {
        Vec::new()
    }

    /// How well the mover resists by `mv` where every move loses as soon: more is better.
    fn resistance(&self, _position: &G, _mv: &G::Move) -> i64 {
        0
    }

    /// The share of what a simulation brings that is judgement, at most 1; the rest is its playout, if there is a
    /// rest. `None` from a policy that only plays out: its terms are then others.
    fn judgement(&self) -> Option<Fixed> {
        None
    }

    /// The term of that share: what it is called, and what it means.
    fn judgement_term(&self) -> Term {
        Term { weight: Fixed::ZERO, ..WIN_RATE }
    }

    /// Whether that is a chance to win as well; else the share of wins is that of the playouts.
    fn judges_chances(&self) -> bool {
        true
    }

    /// What scores of moves of `position` mean, where games of the bot said so.
    fn odds(&self, _position: &G) -> Option<Odds> {
        None
    }

    /// What the last playout's position was judged to be worth, for a policy that judges.
    fn judged(&self, _scratch: &Self::Scratch) -> Rewards {
        level(2)
    }

    /// The same of a position at the end of the game; `None` where that is judged as what it brings.
    fn judged_at_end(&self, _position: &G) -> Option<Rewards> {
        None
    }

    /// Terms that are shown beside the search's own. They decide nothing, and weigh 0.
    fn beside(&self) -> &[Term] {
        &[]
    }

    /// What those are worth to `seat` in a position right `after` its move.
    fn measure(&self, _before: &G, _after: &G, _seat: Seat) -> Vec<Fixed> {
        Vec::new()
    }

    /// How the last playout ended, as a number below [`ENDINGS`], for a policy that reports it.
    fn ending(&self, _scratch: &Self::Scratch) -> Option<usize> {
        None
    }

    /// What the terms of the move `mv` are made of, in lines for people. `endings` counts how the playouts through
    /// it ended.
    fn parts(&self, _position: &G, _mv: &G::Move, _endings: &[u32; ENDINGS]) -> Vec<Part> {
        Vec::new()
    }

    /// Tells policies of one type apart, where they have settings: a tree is taken up again only by
    /// the same.
    fn fingerprint(&self) -> u64 {
        0
    }
}

/// Tries every move, and marks those that end the game at once with a winner.
pub fn try_moves<G: Enumerable>(position: &G, moves: &[G::Move], outlooks: &mut [Outlook]) {
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

/// The seat that has won alone; `None` while the game goes on, and when the first place is shared.
pub(super) fn winner<G: Enumerable>(position: &G) -> Option<Seat> {
    let outcome = position.outcome()?;
    (0..position.seats()).find(|&seat| outcome.halves(seat) == 2)
}

/// The policy that knows nothing: uniformly random playouts, and no all-moves-as-first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Enumerable> Policy<G> for Plain {
    type Scratch = ();

    fn scratch(&self, _position: &G) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_are_shares_of_the_others() {
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
    fn a_trace_forgets_and_keeps_to_its_keys() {
        let mut trace = Trace::new(3, 2);
        trace.clear();
        trace.note(1, 2);
        trace.note(0, 3);
        trace.note(7, 0);
        let made = |trace: &Trace, seat| {
            trace.of(seat).iter().map(|&mark| mark == u32::MAX).collect::<Vec<_>>()
        };
        assert_eq!(made(&trace, 1), [false, false, true]);
        assert_eq!(made(&trace, 0), [false; 3]);
        trace.clear();
        assert_eq!(made(&trace, 1), [false; 3]);
    }
}
