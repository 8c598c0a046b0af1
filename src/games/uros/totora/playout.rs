//! Games played to the end one ply ahead, as fast as can be: what a playout brings is what the game ends with.
//! Each side plays by one of several weightings, drawn anew for every game, so that what a placement is worth does
//! not hang on one idea of how the other plays. No tree and no words here.

use super::super::metrics::{Change, changes};
use super::super::moves::Move;
use super::super::position::{Uros, Village};
use super::super::strategies::{STRATEGIES, TUNED_WEIGHTS};
use crate::contract::game::{Enumerable, Game};
use crate::search::mcts::QuickRng;

/// The weights A to E, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Policy(pub(super) [i64; 5]);

/// By what the sides play.
const POLICIES: [Policy; 6] = [
    Policy(TUNED_WEIGHTS),
    Policy(STRATEGIES[0]),
    Policy(STRATEGIES[1]),
    Policy(STRATEGIES[2]),
    Policy(STRATEGIES[3]),
    Policy(STRATEGIES[4]),
];

impl Policy {
    /// The best placement one ply ahead; chance decides among equals.
    #[inline]
    fn choose(&self, position: &Uros, rng: &mut QuickRng) -> Option<Move> {
        // All of it fits in 32 bits, which is quicker in wasm: weights up to 10 000, changes below 36.
        let [a, b, c, d, e] = self.0.map(|weight| weight as i32);
        let mut best = i32::MIN;
        let mut equals = 0;
        let mut chosen = None;
        changes(position, |mv, Change { own, foe }| {
            let score = a * i32::from(own.bvl) + b * i32::from(own.efl) - c * i32::from(foe.efl)
                + d * i32::from(own.bvr)
                + e * i32::from(own.efr);
            if score > best {
                (best, equals, chosen) = (score, 1, Some(mv));
            } else if score == best {
                equals += 1;
                // Each of n equals stays with a chance of one in n.
                if rng.below(equals) == 0 {
                    chosen = Some(mv);
                }
            }
        });
        chosen
    }
}

/// Plays to the end, or until nothing can change any more.
pub(super) fn play_out(mut position: Uros, rng: &mut QuickRng) -> Ended {
    let sides = [0, 1].map(|_| POLICIES[rng.below(POLICIES.len())]);
    while !position.to_act().is_empty() && !position.settled() {
        let Some(mv) = sides[position.next_seat()].choose(&position, rng) else { break };
        position.play_unchecked(&mv);
    }
    Ended::of(&position)
}

/// What a game ends with, as Red sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ended {
    /// Houses that the biggest village has more than Blue's.
    pub(super) lead: i8,
    /// Islands that it stands on more, which decides between equally large ones.
    pub(super) islands: i8,
}

impl Ended {
    /// Of a position, if the game ended in it.
    pub(super) fn of(position: &Uros) -> Ended {
        let [red, blue] = [0, 1].map(|seat| position.best_village(seat));
        let size = |village: Option<Village>| village.map_or(0, |v| v.size as i8);
        let islands = |village: Option<Village>| village.map_or(0, |v| v.islands as i8);
        Ended { lead: size(red) - size(blue), islands: islands(red) - islands(blue) }
    }

    /// Larger for what is better for Red; above nought where Red has won, nought for a draw.
    pub(super) const fn rank(self) -> i16 {
        self.lead as i16 * 32 + self.islands as i16
    }

    /// The same as the opponent sees it.
    pub(super) const fn turned(self) -> Ended {
        Ended { lead: -self.lead, islands: -self.islands }
    }

    /// What has that rank.
    pub(super) fn ranked(rank: i16) -> Ended {
        let lead = (rank + 16).div_euclid(32);
        Ended { lead: lead as i8, islands: (rank - 32 * lead) as i8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_says_what_the_game_ended_with() {
        for lead in -15..=15 {
            for islands in -9..=9 {
                let ended = Ended { lead, islands };
                assert_eq!(Ended::ranked(ended.rank()), ended);
                let better = lead > 0 || (lead == 0 && islands > 0);
                assert_eq!(ended.rank() > 0, better);
            }
        }
    }
}
