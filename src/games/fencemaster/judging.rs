//! How good a position looks to `totora`: by the stones that both players lack to win. Only reads positions; what is made
//! of it is the search's business.

use super::distance::{bridge_lacks, lacks};
use super::position::FenceMaster;
use super::ring_frames::frames;
use crate::contract::game::{Game, Seat};
use crate::search::mcts::{Rewards, level};

/// By how many stones a player must be ahead for three chances to win in four.
const AHEAD: f32 = 2.0;
/// How many stones it is worth to be the one who moves.
const TEMPO: f32 = 0.5;
/// How many stones a way more is worth.
const WAY: f32 = 0.01;

/// What the judgement knows beside the tripod.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    /// Loops that no single stone stops any more.
    pub(super) frames: bool,
    /// Havannah's bridges.
    pub(super) bridges: bool,
}

impl Judge {
    /// How likely the player to move is to win, as far as the stones tell that both lack to a tripod: a half if
    /// it is as good to move as to be behind, nearer to 0 or 1 the more one is ahead.
    pub(super) fn share(self, position: &FenceMaster) -> f32 {
        let seat = position.turn();
        let mut lacks = lacks(position);
        if position.havannah() && self.bridges {
            for (lack, bridge) in lacks.iter_mut().zip(bridge_lacks(position)) {
                if bridge.stones < lack.stones {
                    *lack = bridge;
                }
            }
        }
        if self.frames {
            for (lack, frame) in lacks.iter_mut().zip(frames(position)) {
                if let Some(stones) = frame.filter(|&stones| stones < lack.stones) {
                    lack.stones = stones;
                }
            }
        }
        let (own, theirs) = (lacks[seat], lacks[1 - seat]);
        let ahead = theirs.stones as f32 - own.stones as f32
            + WAY * (own.ways as f32 - theirs.ways as f32)
            + TEMPO;
        0.5 + 0.5 * ahead / (ahead.abs() + AHEAD)
    }
}

/// What is worth `share` to the one who moves, and the rest to the other.
pub(super) fn shared(mover: Seat, share: f32) -> Rewards {
    let mut rewards = level(2);
    rewards[mover] = share;
    rewards[1 - mover] = 1.0 - share;
    rewards
}

/// How many judgements are remembered.
const REMEMBERED: usize = 1 << 13;

/// What one judge said of positions lately, each at a place that its hash gives. Most leaves of a tree are judged twice
/// before they grow, and the same stones put in another order make the same position.
#[derive(Clone, Debug, Default)]
pub(super) struct Judgements {
    /// Empty until the first is needed. A place that is free has the hash 0.
    shares: Vec<(u64, f32)>,
}

impl Judgements {
    /// What [`Judge::share`] returns; `judge` has to be the same in every call.
    pub(super) fn share(&mut self, judge: Judge, position: &FenceMaster) -> f32 {
        let hash = position.hash();
        self.shares.resize(REMEMBERED, (0, 0.0));
        let known = &mut self.shares[hash as usize % REMEMBERED];
        if known.0 != hash || hash == 0 {
            *known = (hash, judge.share(position));
        }
        known.1
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Rules;
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Enumerable;

    #[test]
    fn what_is_remembered_is_what_would_be_judged() {
        let mut rng = Rng::new(8, Stream::Other(0));
        let judge = Judge { frames: true, bridges: true };
        let mut judgements = Judgements::default();
        let (mut asked, mut moves) = (0, Vec::new());
        for game in 0..400 {
            let rules = [Rules::FenceMaster, Rules::Havannah][game % 2];
            let start = FenceMaster::empty(4, rules, game % 4 < 2).expect("a size");
            let mut position = start;
            loop {
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                for _ in 0..2 {
                    assert_eq!(judgements.share(judge, &position), judge.share(&position));
                }
                asked += 1;
                position.play_unchecked(&moves[rng.below(moves.len())]);
            }
        }
        // Many more than there are places, so some had to give theirs up.
        assert!(asked > REMEMBERED, "{asked}");
    }
}
