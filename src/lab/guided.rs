//! A tree search of any game whose moves can be listed, with a heuristic that somebody wrote: random playouts beside its
//! judgement of positions, or that alone, and its first impression of moves.

use super::guide::Guide;
use crate::base::fixed::Fixed;
use crate::contract::features::Featured;
use crate::contract::game::{Enumerable, Seat};
use crate::contract::thought::{Part, Term};
use crate::search::mcts::{ENDINGS, Outlook, Plain, Playout, Policy, Rewards, level, try_moves};

/// The policy of such a search.
#[derive(Clone, Debug)]
pub struct Guided(Guide);

impl Guided {
    /// A search by this heuristic.
    pub fn new(guide: Guide) -> Self {
        Guided(guide)
    }

    fn judges(&self) -> bool {
        self.0.judging() > Fixed::ZERO
    }
}

/// What the last playout's position was judged to be worth, and whether that playout paused and is to go on.
pub struct Judged {
    rewards: Rewards,
    under_way: bool,
}

impl<G: Enumerable + Featured> Policy<G> for Guided {
    type Scratch = Judged;

    fn scratch(&self, position: &G) -> Judged {
        Judged { rewards: level(position.seats()), under_way: false }
    }

    fn outlook(
        &self,
        _scratch: &mut Judged,
        position: &G,
        moves: &[G::Move],
        look: bool,
        outlooks: &mut [Outlook],
    ) {
        if look {
            try_moves(position, moves, outlooks);
        }
        self.0.impress(position, moves, outlooks);
    }

    fn playout(&self, scratch: &mut Judged, playout: Playout<'_, G>) -> Option<Rewards> {
        if self.judges() && !scratch.under_way {
            scratch.rewards = self.0.judged(&*playout.position);
        }
        if self.0.judges_alone() {
            return Some(scratch.rewards);
        }
        scratch.under_way = true;
        let mut rewards = Plain.playout(&mut (), playout)?;
        scratch.under_way = false;
        if self.judges() {
            let weight = self.0.judging().to_f64() as f32;
            for (reward, judged) in rewards.iter_mut().zip(scratch.rewards) {
                *reward += weight * (judged - *reward);
            }
        }
        Some(rewards)
    }

    fn judgement(&self) -> Option<Fixed> {
        self.judges().then(|| self.0.judging())
    }

    fn judgement_term(&self) -> Term {
        self.0.judgement_term()
    }

    fn judged(&self, scratch: &Judged) -> Rewards {
        scratch.rewards
    }

    fn beside(&self) -> &[Term] {
        self.0.beside()
    }

    fn measure(&self, position: &G, seat: Seat) -> Vec<Fixed> {
        self.0.values(position, seat)
    }

    fn parts(&self, position: &G, mv: &G::Move, _endings: &[u32; ENDINGS]) -> Vec<Part> {
        if !self.judges() {
            return Vec::new();
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let text = self.0.told(&next, position.mover());
        vec![Part { term: self.0.judgement_term().key, text }]
    }

    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}
