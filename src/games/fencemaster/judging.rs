//! The judgement of `totora`: the win chance by the stones that both players lack to win. Only reads positions; the search
//! decides how to use it.

use super::distance::ways;
use super::position::FenceMaster;
use super::ring_frames::frames;
use crate::contract::game::{Game, Seat};
use crate::search::mcts::{Rewards, level};

/// The lead in stones that means a win chance of three in four.
const AHEAD: f32 = 2.0;
/// The value of being to move, in stones.
const TEMPO: f32 = 0.5;
/// The value of an additional way, in stones.
const WAY: f32 = 0.01;

/// Structures that the judgement considers besides the tripod.
#[derive(Clone, Copy, Debug)]
pub(super) struct PositionJudge {
    /// Loops that no single stone can stop.
    pub(super) frames: bool,
    /// Havannah's bridges.
    pub(super) bridges: bool,
}

impl PositionJudge {
    /// The win chance of the player to move, by the stones that both players lack: one half if
    /// the right to move offsets the deficit, nearer to 0 or 1 the larger the lead.
    pub(super) fn share(self, position: &FenceMaster) -> f32 {
        let seat = position.turn();
        let mut lacks = ways(position, self.bridges, 0).map(|ways| ways.lack);
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

/// Rewards of `share` for the mover, and of the rest for the other player.
pub(super) fn shared(mover: Seat, share: f32) -> Rewards {
    let mut rewards = level(2);
    rewards[mover] = share;
    rewards[1 - mover] = 1.0 - share;
    rewards
}

/// The number of cached judgements.
const REMEMBERED: usize = 1 << 13;

/// A cache of the results of one judge, indexed by position hash. Most leaves of a tree are judged twice
/// before they are expanded, and move transpositions lead to the same position.
#[derive(Clone, Debug, Default)]
pub(super) struct Judgements {
    /// Empty until first use. A vacant slot has the hash 0.
    shares: Vec<(u64, f32)>,
}

impl Judgements {
    /// The result of [`PositionJudge::share`]; `judge` must be the same in every call.
    pub(super) fn share(&mut self, judge: PositionJudge, position: &FenceMaster) -> f32 {
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
    fn cached_judgements_equal_new_ones() {
        let mut rng = Rng::new(8, Stream::Other(0));
        let judge = PositionJudge { frames: true, bridges: true };
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
        // There were more positions than slots, so some slots were overwritten.
        assert!(asked > REMEMBERED, "{asked}");
    }
}
