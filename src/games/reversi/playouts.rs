//! How the Monte Carlo tree search plays Reversi XT to the end: nearly at random, but no override stone
//! is used while something else can be done, and whoever takes a choice tile swaps with the player who
//! has most stones. The bombs are not played out: ranks are those of the stones at the end of the build
//! phase.

use super::bitboard::move_on;
use super::moves::{Move, Special};
use super::position::{Phase, Reversi};
use crate::base::fixed::Fixed;
use crate::contract::game::{Enumerable, MAX_SEATS, Seat};
use crate::contract::thought::{Part, Term};
use crate::lab::guide::Guide;
use crate::search::mcts::{ENDINGS, Outlook, Playout, Policy, Rewards, level, try_moves};

/// The policy of the tree search. With a guide, a heuristic that somebody wrote judges positions and finds moves
/// promising.
#[derive(Clone, Debug)]
pub(super) struct Playouts(pub(super) Option<Guide>);

/// What the search keeps for it: what the last playout's position was judged to be worth, and whether that playout
/// paused and is to go on.
pub(super) struct Judged {
    rewards: Rewards,
    under_way: bool,
}

/// How often a move is drawn again if it would use an override stone.
const DRAWS: usize = 4;

/// The player who has most stones of those who are in the game.
fn richest(position: &Reversi) -> Seat {
    (0..position.players())
        .filter(|&seat| !position.disqualified().contains(seat))
        .max_by_key(|&seat| position.stones(seat))
        .unwrap_or(0)
}

/// What a position would be worth if it ended here: the share of the others that a player is ahead of.
fn by_stones(position: &Reversi) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    let players = position.players();
    let out = |seat: Seat| position.disqualified().contains(seat);
    for seat in (0..players).filter(|&seat| !out(seat)) {
        let own = position.stones(seat);
        let halves: u32 = (0..players)
            .filter(|&other| other != seat)
            .map(|other| match position.stones(other).cmp(&own) {
                _ if out(other) => 2,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            })
            .sum();
        rewards[seat] = halves as f32 / (2 * (players - 1)) as f32;
    }
    rewards
}

/// What the heuristic makes of a position; who is out has nothing more to win.
fn judged(guide: &Guide, position: &Reversi) -> Rewards {
    let mut rewards = guide.judged(position);
    for seat in position.disqualified().iter() {
        rewards[seat] = 0.0;
    }
    rewards
}

impl Policy<Reversi> for Playouts {
    type Scratch = Judged;

    fn scratch(&self, position: &Reversi) -> Judged {
        Judged { rewards: level(position.players()), under_way: false }
    }

    fn outlook(
        &self,
        _scratch: &mut Judged,
        position: &Reversi,
        moves: &[Move],
        look: bool,
        outlooks: &mut [Outlook],
    ) {
        if look {
            try_moves(position, moves, outlooks);
        }
        if let Some(guide) = &self.0 {
            guide.impress(position, moves, outlooks);
        }
    }

    fn playout(&self, scratch: &mut Judged, playout: Playout<'_, Reversi>) -> Option<Rewards> {
        let Playout { position, rng, moves, most_plies, mut pause, .. } = playout;
        let judging = self.judgement().unwrap_or(Fixed::ZERO);
        if let Some(guide) = &self.0
            && judging > Fixed::ZERO
            && !scratch.under_way
        {
            scratch.rewards = judged(guide, position);
        }
        if judging >= Fixed::ONE {
            return Some(scratch.rewards);
        }
        scratch.under_way = true;
        while *most_plies > 0 && position.phase() == Phase::Build {
            if pause.now() {
                return None;
            }
            *most_plies -= 1;
            if let Some(plain) = position.plain() {
                // Every move is on a free tile and nothing special: the drawn one alone is looked for.
                let mut targets = plain.targets;
                for _ in 0..rng.below(targets.count_ones() as usize) {
                    targets &= targets.wrapping_sub(1);
                }
                if targets == 0 {
                    break;
                }
                position.play_unchecked(&move_on(targets.trailing_zeros() as usize));
                continue;
            }
            position.legal_moves(moves);
            let mut drawn = None;
            for _ in 0..DRAWS {
                drawn = moves.get(rng.below(moves.len())).copied();
                let free = |mv: Move| {
                    let board = position.board();
                    position.tile(board.number(mv.x, mv.y)).is_free()
                };
                if drawn.is_none_or(free) {
                    break;
                }
            }
            let Some(mut mv) = drawn else { break };
            if matches!(mv.special, Special::Swap(_)) {
                mv.special = Special::Swap(richest(position) as u8 + 1);
            }
            position.play_unchecked(&mv);
        }
        scratch.under_way = false;
        let mut rewards = by_stones(position);
        if judging > Fixed::ZERO {
            let weight = judging.to_f64() as f32;
            for (reward, judged) in rewards.iter_mut().zip(scratch.rewards) {
                *reward += weight * (judged - *reward);
            }
        }
        Some(rewards)
    }

    fn judgement(&self) -> Option<Fixed> {
        self.0.as_ref().map(Guide::judging).filter(|&judging| judging > Fixed::ZERO)
    }

    fn judgement_term(&self) -> Term {
        self.0.as_ref().map_or(crate::search::mcts::WIN_RATE, Guide::judgement_term)
    }

    fn judged(&self, scratch: &Judged) -> Rewards {
        scratch.rewards
    }

    fn beside(&self) -> &[Term] {
        self.0.as_ref().map_or(&[], Guide::beside)
    }

    fn measure(&self, position: &Reversi, seat: Seat) -> Vec<Fixed> {
        self.0.as_ref().map_or_else(Vec::new, |guide| guide.values(position, seat))
    }

    fn parts(&self, position: &Reversi, mv: &Move, _endings: &[u32; ENDINGS]) -> Vec<Part> {
        let guide = self.0.iter().filter(|guide| guide.judging() > Fixed::ZERO);
        guide
            .map(|guide| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let text = guide.told(&next, position.mover());
                Part { term: guide.judgement_term().key, text }
            })
            .collect()
    }

    fn fingerprint(&self) -> u64 {
        self.0.as_ref().map_or(0, Guide::fingerprint)
    }

    fn rewards(&self, position: &Reversi) -> Rewards {
        by_stones(position)
    }
}
