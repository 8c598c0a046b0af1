//! What would change a choice: each weight changed alone, the others fixed. Exact for a bot that looks one ply ahead, whose
//! scores are linear in each weight; other bots have no result. This module knows no game.

use crate::base::fixed::Fixed;
use crate::contract::analysis::{Analysis, Candidate, Class, Term, TermValue};
use crate::search::explain;
use serde::Serialize;
use std::cmp::Ordering;

/// A weight is varied up to this value, or up to four times its own, within its limits, and never across 0: with the opposite sign a
/// term explains nothing.
const MOST: Fixed = Fixed::from_int(10);
/// Step sizes for suggested weights, in thousandths; the largest sufficient step is used.
const STEPS: [i64; 3] = [100, 10, 1];

/// The chosen move for each value of one weight, the others fixed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FlipStrip {
    /// Index of the term in [`Analysis::terms`].
    pub term: usize,
    /// The smallest value examined; 0 for a positive weight.
    pub least: Fixed,
    /// The largest value examined; 0 for a negative weight.
    pub most: Fixed,
    /// The moves, from the smallest value on; for ties all of them: `D6 or C5`, `D6 or 2 others`.
    pub moves: Vec<String>,
    /// The start of each range except the first.
    pub bounds: Vec<f64>,
    /// The chosen move without the term, if it differs.
    pub without: Option<String>,
}

/// What would change a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sensitivity {
    /// The smallest change of one weight that would change the choice, in a sentence.
    pub sentence: String,
    /// A strip for each weight.
    pub strips: Vec<FlipStrip>,
}

/// The chosen move for the values of two weights, the others fixed, in squares of [`ACROSS`] columns and rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlipMap {
    /// The moves chosen in at least one square, named as in a [`FlipStrip`].
    pub moves: Vec<String>,
    /// For each square the index of its move in that list: row by row from the smallest value of the second weight, in a row from
    /// the smallest value of the first weight. It is the choice in the middle of the square.
    pub squares: Vec<usize>,
}

/// Columns and rows of a [`FlipMap`].
pub const ACROSS: usize = 24;

/// The least and the largest weight that the bot accepts for a term; `None` if the weight is fixed.
pub type WeightLimits<'a> = &'a dyn Fn(&Term) -> Option<(Fixed, Fixed)>;

/// Another weight of a term, by its index in [`Analysis::terms`].
type Replacement = (usize, Fixed);

/// The score of a candidate with other weights of some terms, as the bot would compute it.
fn score_with(candidate: &Candidate<String>, instead: &[Replacement]) -> Fixed {
    let weighed = |(at, value): (usize, &TermValue)| {
        let other = instead.iter().find(|(term, _)| *term == at);
        other.map_or(value.contribution, |(_, weight)| weight.times(value.value))
    };
    candidate.terms.iter().enumerate().map(weighed).sum()
}

/// The candidates with the best score for other weights of some terms.
fn best_with(analysis: &Analysis<String>, instead: &[Replacement]) -> Vec<usize> {
    let scores: Vec<Fixed> =
        analysis.candidates.iter().map(|one| score_with(one, instead)).collect();
    let most = scores.iter().copied().max();
    (0..scores.len()).filter(|&at| Some(scores[at]) == most).collect()
}

/// The upper envelope of the scores over one weight: candidates, and the start of each except the first.
fn envelope(
    analysis: &Analysis<String>,
    term: usize,
    (least, most): (Fixed, Fixed),
) -> (Vec<usize>, Vec<f64>) {
    let line = |at: usize| {
        let candidate = &analysis.candidates[at];
        let (slope, zero) =
            (candidate.terms[term].value, score_with(candidate, &[(term, Fixed::ZERO)]));
        (slope.to_f64(), zero.to_f64())
    };
    let mut at = least.to_f64();
    let first = best_with(analysis, &[(term, least)]);
    // The steepest of the best candidates remains the best; of equal ones the first represents all.
    let steepest =
        |of: &[usize]| of.iter().copied().rev().max_by(|&a, &b| line(a).0.total_cmp(&line(b).0));
    let Some(mut now) = steepest(&first) else { return (Vec::new(), Vec::new()) };
    let (mut moves, mut bounds) = (vec![now], Vec::new());
    loop {
        let (slope, zero) = line(now);
        let mut next: Option<(f64, usize)> = None;
        for other in 0..analysis.candidates.len() {
            let (steeper, start) = line(other);
            if steeper <= slope {
                continue;
            }
            let crossing = ((zero - start) / (steeper - slope)).max(at);
            let better = next.is_none_or(|(best, chosen)| {
                crossing < best || (crossing == best && steeper > line(chosen).0)
            });
            if better {
                next = Some((crossing, other));
            }
        }
        match next {
            Some((crossing, other)) if crossing < most.to_f64() => {
                (at, now) = (crossing, other);
                moves.push(now);
                bounds.push(at);
            }
            _ => return (moves, bounds),
        }
    }
}

/// The roundest weight just beyond a bound, upwards or downwards and further from `today`, that changes the choice, and the new choice.
fn beyond(
    bound: Fixed,
    up: bool,
    today: Fixed,
    (least, most): (Fixed, Fixed),
    changed: &dyn Fn(Fixed) -> Option<String>,
) -> Option<(Fixed, String)> {
    STEPS.iter().find_map(|&step| {
        let first = bound.thousandths().div_euclid(step) * step + if up { step } else { 0 };
        [first, first + if up { step } else { -step }].into_iter().find_map(|weight| {
            let weight = Fixed::from_thousandths(weight);
            let further = if up { weight > today } else { weight < today };
            let inside = further && (least..=most).contains(&weight);
            changed(weight).filter(|_| inside).map(|other| (weight, other))
        })
    })
}

/// The examined range of a weight; `None` if it is 0 or fixed.
fn range(term: &Term, limits: WeightLimits) -> Option<(Fixed, Fixed)> {
    let (min, max) = limits(term)?;
    let reach = MOST.max(term.weight.abs().times(Fixed::from_int(4)));
    match term.weight.cmp(&Fixed::ZERO) {
        Ordering::Greater => Some((min.max(Fixed::ZERO), max.min(reach))),
        Ordering::Less => Some((min.max(-reach), max.min(Fixed::ZERO))),
        Ordering::Equal => None,
    }
}

/// Index of the choice, if it follows from the weights alone and another move could be chosen.
fn chosen_by_weights(analysis: &Analysis<String>, limits: WeightLimits) -> Option<usize> {
    let choice = analysis.choice.as_ref()?;
    let sums = analysis.candidates.iter().all(|one| {
        one.class(false) == Class::Value
            && one.interval.is_none()
            && one.after.is_empty()
            && one.terms.len() == analysis.terms.len()
    });
    let movable = analysis.terms.iter().any(|term| range(term, limits).is_some());
    if analysis.depth != 1 || !sums || analysis.candidates.len() < 2 || !movable {
        return None;
    }
    analysis.candidates.iter().position(|one| one.mv == *choice)
}

/// The choice among the best: the previous choice if it is one of them, because then nothing changes. Among several others
/// chance decides, and the text names them as such.
fn one_of(best: &[usize], chosen: usize, name: &dyn Fn(usize) -> String) -> String {
    match *best {
        _ if best.contains(&chosen) => name(chosen),
        [] => String::new(),
        [only] => name(only),
        [first, second] => explain::one_of(&name(first), Some(&name(second)), 1),
        [first, ..] => explain::one_of(&name(first), None, best.len() - 1),
    }
}

/// The chosen move for the values of two weights, by the indices of their terms; `None` if [`sensitivity`] has
/// no result, or no strip for one of them. `limits` are those of the bot's weights; `name` names a candidate by its index.
pub fn flip_map(
    analysis: &Analysis<String>,
    terms: [usize; 2],
    limits: WeightLimits,
    name: &dyn Fn(usize) -> String,
) -> Option<FlipMap> {
    let chosen = chosen_by_weights(analysis, limits)?;
    let ranges = terms.map(|at| analysis.terms.get(at).and_then(|term| range(term, limits)));
    let [Some(first), Some(second)] = ranges else { return None };
    if terms[0] == terms[1] {
        return None;
    }
    let middle = |(least, most): (Fixed, Fixed), at: usize| {
        let parts = (2 * at + 1) as i64 * (most - least).thousandths();
        least + Fixed::from_thousandths(parts / (2 * ACROSS as i64))
    };
    let (mut moves, mut squares): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    for row in 0..ACROSS {
        for column in 0..ACROSS {
            let instead = [(terms[0], middle(first, column)), (terms[1], middle(second, row))];
            let words = one_of(&best_with(analysis, &instead), chosen, name);
            let at = moves.iter().position(|known| *known == words).unwrap_or(moves.len());
            if at == moves.len() {
                moves.push(words);
            }
            squares.push(at);
        }
    }
    Some(FlipMap { moves, squares })
}

/// What would change the choice of a bot that looks one ply ahead; `None` for another bot, and for a choice that is not
/// a sum of weighted terms with a weight that can be set. `limits` are those of the bot's weights; `name` names a candidate by its index.
pub fn sensitivity(
    analysis: &Analysis<String>,
    limits: WeightLimits,
    name: &dyn Fn(usize) -> String,
) -> Option<Sensitivity> {
    let chosen = chosen_by_weights(analysis, limits)?;
    let mut strips = Vec::new();
    let mut nearest: Option<(Fixed, Fixed, usize, String)> = None;
    for (at, term) in analysis.terms.iter().enumerate() {
        let Some((least, most)) = range(term, limits) else { continue };
        let (moves, bounds) = envelope(analysis, at, (least, most));
        let changed = |weight: Fixed| {
            let best = best_with(analysis, &[(at, weight)]);
            (!best.contains(&chosen)).then(|| one_of(&best, chosen, name))
        };
        let edges = bounds.iter().filter_map(|&bound| Fixed::from_f64(bound));
        // If the choice is one of several equal moves, the smallest change in either direction may end that.
        for bound in edges.chain([term.weight]) {
            let ways = [true, false].into_iter().filter(|&up| match bound.cmp(&term.weight) {
                Ordering::Greater => up,
                Ordering::Less => !up,
                Ordering::Equal => true,
            });
            for (to, other) in
                ways.filter_map(|up| beyond(bound, up, term.weight, (least, most), &changed))
            {
                let change = (to - term.weight).abs();
                if nearest.as_ref().is_none_or(|(least, ..)| change < *least) {
                    nearest = Some((change, to, at, other));
                }
            }
        }
        let without = best_with(analysis, &[(at, Fixed::ZERO)]);
        let without = (!without.contains(&chosen)).then(|| one_of(&without, chosen, name));
        let edges = || [least.to_f64()].into_iter().chain(bounds.iter().copied());
        let ends = bounds.iter().copied().chain([most.to_f64()]);
        let middles = edges().zip(ends).map(|(from, to)| Fixed::from_f64((from + to) / 2.0));
        let label = |(place, middle): (usize, Option<Fixed>)| {
            let best = middle.map(|weight| best_with(analysis, &[(at, weight)]));
            // If a range is narrower than a thousandth, its middle may be in another range.
            let best = best.filter(|best| best.contains(&place));
            best.map_or_else(|| name(place), |best| one_of(&best, chosen, name))
        };
        let moves = moves.into_iter().zip(middles).map(label).collect();
        strips.push(FlipStrip { term: at, least, most, moves, bounds, without });
    }
    let sentence = match nearest {
        None => explain::NO_WEIGHT.to_owned(),
        Some((_, to, at, other)) => explain::other_weight(&other, &analysis.terms[at], to),
    };
    Some(Sensitivity { sentence, strips })
}
