//! A tree search of any game with listed moves, with an author's heuristic: random playouts next to
//! its evaluation of positions, or the evaluation alone, and its prior of moves.

use super::guide::Guide;
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Part, Term};
use crate::contract::features::Featured;
use crate::contract::game::{Enumerable, Seat};
use crate::search::mcts::{
    ENDINGS, Plain, Playout, Policy, Prior, Report, Rewards, level, try_moves,
};

/// The policy of such a search, with the random games of another policy.
#[derive(Clone, Debug)]
pub struct Guided<P = Plain>(Guide, P);

impl Guided {
    /// A search with this heuristic, with games in which every move is equally likely.
    pub fn new(guide: Guide) -> Self {
        Guided(guide, Plain)
    }
}

impl<P> Guided<P> {
    /// A search with this heuristic, with the games of `policy`.
    pub fn with(guide: Guide, policy: P) -> Self {
        Guided(guide, policy)
    }

    fn judges(&self) -> bool {
        self.0.judging() > Fixed::ZERO
    }
}

/// The evaluation of the last playout's position, and whether that playout paused and has to continue.
pub struct PlayoutState<S> {
    rewards: Rewards,
    under_way: bool,
    games: S,
}

impl<G: Enumerable + Featured, P: Policy<G>> Policy<G> for Guided<P> {
    type Scratch = PlayoutState<P::Scratch>;

    fn scratch(&self, position: &G) -> Self::Scratch {
        let games = self.1.scratch(position);
        PlayoutState { rewards: level(position.seats()), under_way: false, games }
    }

    fn outlook(
        &self,
        _scratch: &mut Self::Scratch,
        position: &G,
        moves: &[G::Move],
        look: bool,
        outlooks: &mut [Prior],
    ) {
        if look {
            try_moves(position, moves, outlooks);
        }
        self.0.add_priors(position, moves, outlooks);
    }

    fn playout(&self, scratch: &mut Self::Scratch, playout: Playout<'_, G>) -> Option<Rewards> {
        if self.judges() && !scratch.under_way {
            scratch.rewards = self.0.judged(&*playout.position);
            for seat in 0..playout.position.seats() {
                if self.1.is_out(playout.position, seat) {
                    scratch.rewards[seat] = 0.0;
                }
            }
        }
        if self.0.judges_alone() {
            return Some(scratch.rewards);
        }
        scratch.under_way = true;
        let mut rewards = self.1.playout(&mut scratch.games, playout)?;
        scratch.under_way = false;
        if self.judges() {
            let weight = self.0.judging().to_f64() as f32;
            for (reward, judged) in rewards.iter_mut().zip(scratch.rewards) {
                *reward += weight * (judged - *reward);
            }
        }
        Some(rewards)
    }

    fn rewards(&self, position: &G) -> Rewards {
        self.1.rewards(position)
    }

    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}

impl<G: Enumerable + Featured, P: Policy<G>> Report<G> for Guided<P> {
    fn judgement(&self) -> Option<Fixed> {
        self.judges().then(|| self.0.judging())
    }

    fn judgement_term(&self) -> Term {
        self.0.judgement_term()
    }

    fn judged(&self, scratch: &Self::Scratch) -> Rewards {
        scratch.rewards
    }

    fn beside(&self) -> &[Term] {
        self.0.beside()
    }

    fn measure(&self, _before: &G, position: &G, seat: Seat) -> Vec<Fixed> {
        self.0.values(position, seat)
    }

    fn parts(&self, position: &G, mv: &G::Move, _endings: &[u32; ENDINGS]) -> Vec<Part> {
        if !self.judges() {
            return Vec::new();
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let text = self.0.judgement_text(&next, position.mover());
        vec![Part { term: self.0.judgement_term().key, text }]
    }
}
