//! Sentences about moves that a tree search sampled: shares of simulated games, and judgements without numbers.

use super::{ABOUT_EQUAL, CLEARLY, Columns, Reason, Side, grouped};
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::analysis::{Candidate, Interval, Score};
use crate::contract::calibration::{certain_is_proven, percent, whole_percent};

/// The sentence that all moves have a sampled chance to win close to 0 or close to 1; `None` otherwise.
pub(super) fn decided<M>(
    mine: &Candidate<M>,
    all: &[Candidate<M>],
    judged: bool,
) -> Option<&'static str> {
    mine.interval?;
    let known = || all.iter().filter(|one| one.is_known() && !one.is_rough(mine));
    let within = |from: Fixed, to: Fixed| {
        known().all(|one| one.interval.is_some_and(|i| (from..=to).contains(&i.share)))
    };
    if within(Fixed::ZERO, ABOUT_EQUAL) {
        Some(match judged {
            true => "Every move examined is judged as good as lost.",
            false => "No move examined wins more than 1% of its simulated games.",
        })
    } else if within(Fixed::ONE - ABOUT_EQUAL, Fixed::ONE) {
        Some(match judged {
            true => "Every move examined is judged as good as won.",
            false => "Every move examined wins 99% or more of its simulated games.",
        })
    } else {
        None
    }
}

/// `7,3 wins 54% of its simulated games`, and that no other move was compared.
pub(super) fn rated(side: &Side, columns: &Columns) -> String {
    let share = side.interval.map_or(Fixed::ZERO, |interval| certain_is_proven(interval.share));
    let mut sentence = match columns.judged() {
        true => format!("{} is judged best", side.name),
        false if side.interval.is_some_and(is_vague) => {
            format!("{} was chosen after too few simulations for a percentage", side.name)
        }
        false if is_chance(side) => {
            format!("The chance to win is {} after {}", percent(share), side.name)
        }
        false => format!("{} wins {} of its simulated games", side.name, percent(share)),
    };
    if columns.sampled == 1 {
        sentence += "; no other move was examined.";
    } else {
        sentence.push('.');
    }
    sentence
}

/// Chances to win with a wider interval have no percentage.
const VAGUE: Fixed = Fixed::from_thousandths(300);

/// Whether an interval is too wide for a percentage.
pub(super) fn is_vague(interval: Interval) -> bool {
    interval.by + interval.above > VAGUE
}

/// Whether the games of the bot turned the share of simulated games into a chance to win.
fn is_chance(side: &Side) -> bool {
    let Score::Value(score) = side.score else { return false };
    side.interval.is_some_and(|interval| !side.bound && interval.share != score)
}

/// Compares two moves by their simulations. A judged value is a number of the search, and is not named.
pub(super) fn sampled(mine: &Side, other: &Side, judged: bool) -> Reason {
    let (a, b) = (&mine.name, &other.name);
    let (Some(x), Some(y)) = (mine.interval, other.interval) else {
        return Reason::default();
    };
    let (m, n) = (percent(certain_is_proven(x.share)), percent(certain_is_proven(y.share)));
    let chances = is_chance(mine) || is_chance(other);
    let number = |visits: u64| grouped(Fixed::from_int(visits as i64));
    let (j, k) = (number(mine.visits()), number(other.visits()));
    if other.is_rough(mine) {
        let simulations = counted(other.visits(), "simulation");
        return Reason::only(format!("{b} was hardly examined: {simulations}, {j} for {a}."));
    }
    if y.share > x.share + ABOUT_EQUAL {
        return Reason::only(match (judged, other.visits() < mine.visits()) {
            (false, true) if chances => format!(
                "The chance is {n} after {b}, but in only {k} simulations; {m} after {a} in {j}."
            ),
            (false, true) => {
                format!("{b} wins {n}, but of only {k} simulated games; {a} wins {m} of {j}.")
            }
            (false, false) if chances => {
                format!("Simulated further, the chance is {n} after {b}, {m} after {a}.")
            }
            (false, false) => {
                format!("Simulated further, {b} wins {n} of its games, {a} wins {m}.")
            }
            (true, true) => {
                format!("{b} is judged better, but in only {k} simulations; {a} has {j}.")
            }
            (true, false) => {
                format!("Simulated further, {b} is judged better, {a} was chosen before.")
            }
        });
    }
    if !judged && (is_vague(x) || is_vague(y)) {
        return Reason::only(format!("{a} against {b}: too few simulations for a percentage."));
    }
    let worse = y.share + ABOUT_EQUAL < x.share;
    let apart = x.share - x.by > y.share + y.above;
    let next = other.next.as_ref().filter(|_| worse);
    let headline = match (judged, next) {
        (true, _) if !worse => format!("{a} and {b} are judged about equal."),
        (true, next) => {
            let clearly = apart && x.share - y.share >= CLEARLY;
            let how = if clearly { "clearly" } else { "slightly" };
            let next = next.map_or_else(String::new, |next| format!(": there {}", next.clause()));
            format!("{a} is judged {how} better than {b}{next}.")
        }
        (false, Some(next)) => {
            let next = next.clause();
            if chances {
                format!("The chance to win is {m} after {a}, {n} after {b}: there {next}.")
            } else {
                format!("{a} wins {m} of its simulated games, {b} {n}: there {next}.")
            }
        }
        (false, None) if chances => {
            format!("The chance to win is {m} after {a}, {n} after {b}.")
        }
        (false, None) => format!("{a} wins {m} of its simulated games, {b} {n}."),
    };
    let differences = match (apart, judged) {
        (true, _) => Vec::new(),
        (false, true) => vec!["Uncertain: more simulations may change it.".to_owned()],
        (false, false) => {
            // No sample is certain.
            let by = |by| whole_percent(by).max(1);
            let (x, y) = (by(x.by.max(x.above)), by(y.by.max(y.above)));
            let (m, n) = (m.replace('%', ""), n.replace('%', ""));
            vec![format!("Uncertain: {a} wins {m} ± {x}%, {b} {n} ± {y}%.")]
        }
    };
    Reason { headline, differences }
}
