//! The policy of Uros for the tree search: fast random games with their final lead, a key for every
//! placement, and a prior of placements from one ply ahead.

use super::super::calibration::CALIBRATION;
use super::super::geometry::ISLANDS;
use super::super::moves::Move;
use super::super::position::Uros;
use super::super::presentation::words;
use super::super::strategies::{COLUMNS, TUNED_WEIGHTS, Weighted, row};
use super::playout::{Ended, play_out};
use super::terms::{LEAD, PLAYOUTS};
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Part, Term};
use crate::contract::bot::Heuristic;
use crate::contract::calibration::Odds;
use crate::contract::game::{Enumerable, Game, Seat};
use crate::search::explain::clause;
use crate::search::mcts::{ENDINGS, Facts, Playout, Policy, Prior, Report, Rewards};

/// A placement with this score below the best one ply ahead gets a quarter of its prior.
const NEAR: f32 = 3_000.0;
/// The bonus over the current value for the best placement one ply ahead before it is tried.
const PROMISE: f32 = 0.4;
/// The number of prior outcomes of every placement.
pub(super) const EXPECTED: u32 = 8;
/// The number of different placements: eight squares of each island, and four turns of each on 36 corners.
const NUMBERS: usize = (8 + 4 * 36) * ISLANDS;

/// A number for each placement.
fn number(mv: &Move) -> u16 {
    (match *mv {
        Move::House { island, square } => island.index() * 8 + usize::from(square),
        Move::Island { island, turn, corner } => {
            8 * ISLANDS + (island.index() * 4 + turn.quarters()) * 36 + corner.index()
        }
        Move::End | Move::Agree => 0,
    }) as u16
}

/// Index of a drawn game, after the wins of Red and Blue.
const DRAWN: usize = 2;

/// Random games to the end.
#[derive(Clone, Debug)]
pub(super) struct RandomGames {
    /// The share of the lead in houses in the value of a game.
    lead: Fixed,
    /// The heuristic for the prior.
    heuristic: Weighted,
    /// The bot whose calibration gives the meaning of the scores.
    calibrated: Option<&'static str>,
}

/// The buffers of the search for this policy.
pub(super) struct Scratch {
    /// The scores of placements one ply ahead, by number.
    scores: Vec<Option<i64>>,
    ended: Ended,
}

impl RandomGames {
    pub(super) fn new(lead: Fixed, calibrated: Option<&'static str>) -> RandomGames {
        RandomGames { lead, heuristic: Weighted::thousandths(TUNED_WEIGHTS), calibrated }
    }

    /// The reward of a finished game for both players.
    fn brought(&self, ended: Ended) -> Rewards {
        let weight = self.lead.to_f64() as f32;
        let mut rewards = leads(ended);
        for (reward, ended) in rewards.iter_mut().zip([ended, ended.turned()]) {
            let share = (1 + ended.rank().signum()) as f32 / 2.0;
            *reward = share + weight * (*reward - share);
        }
        rewards
    }
}

/// The lead in houses, for both players.
fn leads(ended: Ended) -> Rewards {
    let mut rewards = Rewards::default();
    (rewards[0], rewards[1]) = (ended.lead.into(), -f32::from(ended.lead));
    rewards
}

impl Policy<Uros> for RandomGames {
    type Scratch = Scratch;

    fn scratch(&self, _position: &Uros) -> Scratch {
        Scratch { scores: vec![None; NUMBERS], ended: Ended::default() }
    }

    fn keys(&self, _position: &Uros) -> usize {
        NUMBERS
    }

    fn key(&self, _position: &Uros, mv: &Move) -> Option<u16> {
        Some(number(mv))
    }

    /// Of houses that change nothing, one may gain time; the others are equivalent.
    fn outlook(
        &self,
        scratch: &mut Scratch,
        position: &Uros,
        moves: &[Move],
        _look: bool,
        outlooks: &mut [Prior],
    ) {
        scratch.scores.fill(None);
        let (mut best, mut worst) = (i64::MIN, i64::MAX);
        self.heuristic.scores(position, |mv, score| {
            let score = score.thousandths();
            scratch.scores[usize::from(number(mv))] = Some(score);
            (best, worst) = (best.max(score), worst.min(score));
        });
        let idle = position.idle_house().map(|mv| number(&mv));
        for (mv, outlook) in moves.iter().zip(outlooks) {
            outlook.key = number(mv);
            let score = scratch.scores[usize::from(outlook.key)];
            let score = score.or((idle == Some(outlook.key)).then_some(worst.min(best)));
            outlook.wins = EXPECTED as f32
                * match score {
                    Some(score) => {
                        let behind = 1.0 + (best - score) as f32 / NEAR;
                        PROMISE / (behind * behind)
                    }
                    None => -1.0,
                };
        }
    }

    fn playout(&self, scratch: &mut Scratch, playout: Playout<'_, Uros>) -> Option<Rewards> {
        let Playout { position, rng, trace, film, .. } = playout;
        scratch.ended = match film {
            None => play_out(*position, rng, |seat, mv| trace.note(seat, number(mv))),
            Some(film) => play_out(*position, rng, |seat, mv| {
                trace.note(seat, number(mv));
                film.push(*mv);
            }),
        };
        Some(self.brought(scratch.ended))
    }

    fn rewards(&self, position: &Uros) -> Rewards {
        self.brought(Ended::from_position(position))
    }

    fn fingerprint(&self) -> u64 {
        self.lead.thousandths() as u64
    }
}

impl Report<Uros> for RandomGames {
    fn judgement(&self) -> Option<Fixed> {
        (self.lead > Fixed::ZERO).then_some(self.lead)
    }

    fn judgement_term(&self) -> Term {
        LEAD
    }

    fn judges_chances(&self) -> bool {
        false
    }

    fn odds(&self, position: &Uros, playouts: u64) -> Option<Odds> {
        CALIBRATION.odds(self.calibrated?, position, playouts)
    }

    fn judged(&self, scratch: &Scratch) -> Rewards {
        leads(scratch.ended)
    }

    fn judged_at_end(&self, position: &Uros) -> Option<Rewards> {
        position.to_act().is_empty().then(|| leads(Ended::from_position(position)))
    }

    fn beside(&self) -> &[Term] {
        &COLUMNS
    }

    fn measure(&self, before: &Uros, after: &Uros, seat: Seat) -> Vec<Fixed> {
        changed(before, after, seat)
    }

    /// The immediate advantage of the choice over another candidate: the metric with the largest gain by the weights of
    /// the one-ply bots.
    fn facts(&self, position: &Uros, choice: &[Move], other: Option<&[Move]>) -> Facts {
        let seat = position.next_seat();
        let right_after = |line: &[Move]| {
            let mv = *line.first()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            Some((mv, changed(position, &after, seat)))
        };
        let (Some((mv, mine)), Some((other, theirs))) =
            (right_after(choice), other.and_then(right_after))
        else {
            return Facts::default();
        };
        let mut best: Option<(i64, String)> = None;
        for ((term, weight), (mine, theirs)) in
            COLUMNS.iter().zip(TUNED_WEIGHTS).zip(mine.into_iter().zip(theirs))
        {
            let gain = (mine - theirs).thousandths() * weight;
            if gain > best.as_ref().map_or(0, |(most, _)| *most)
                && let Some(words) = clause(term, mine - theirs)
            {
                best = Some((gain, words));
            }
        }
        let said = |(_, by): (_, String)| {
            words::right_after(&position.move_name(&mv), &by, &position.move_name(&other))
        };
        Facts { reason: best.map(said), beside: Vec::new() }
    }

    fn ending(&self, scratch: &Scratch) -> Option<usize> {
        Some(match scratch.ended.rank().signum() {
            1 => 0,
            -1 => 1,
            _ => DRAWN,
        })
    }

    fn parts(&self, position: &Uros, _mv: &Move, endings: &[u32; ENDINGS]) -> Vec<Part> {
        let own = position.next_seat();
        let [won, lost, drawn] = [own, 1 - own, DRAWN].map(|kind| u64::from(endings[kind]));
        let text = words::random_games([won, drawn, lost]);
        vec![Part { term: PLAYOUTS.key, text }]
    }
}

/// The change of the five metrics by a placement.
pub(super) fn changed(before: &Uros, after: &Uros, seat: Seat) -> Vec<Fixed> {
    let of = |position: &Uros| row(position.metrics(seat), position.metrics(1 - seat));
    of(after).iter().zip(of(before)).map(|(&then, now)| then - now).collect()
}
