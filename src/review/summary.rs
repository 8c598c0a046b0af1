//! What a player can learn from a whole game, in one paragraph: where the game turned, what went well, and a habit to work
//! on. Each sentence counts assessments of the game.

use super::{Assessment, Judged};
use crate::base::fixed::Fixed;
use crate::base::util::{counted, group_digits};
use crate::contract::game::Seat;
use crate::contract::judging::Mark;
use serde::Serialize;
use std::collections::BTreeMap;

/// Smallest loss that counts for a habit.
pub(super) const COUNTS: Fixed = Fixed::from_thousandths(50);
/// Smallest number of losses that make a habit.
const HABIT: usize = 2;

/// The paragraph for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Summary {
    /// The player's seat.
    pub seat: Seat,
    /// The sentences.
    pub text: String,
}

/// The summaries of a game by the assessments of its first judge; `name` is a seat's name, `moves` a played move in words by
/// the number of plies before it. A seat without a known loss has none.
pub(super) fn summaries(
    found: &[Assessment],
    seats: usize,
    name: &dyn Fn(Seat) -> String,
    moves: &dyn Fn(usize) -> String,
) -> Vec<Summary> {
    let turn = turning_point(found, name, moves);
    (0..seats)
        .filter_map(|seat| {
            let text: Vec<String> =
                [turn.clone(), good(found, seat, &name(seat)), habit(found, seat, &name(seat))]
                    .into_iter()
                    .flatten()
                    .collect();
            let known = found.iter().any(|one| one.seat == seat && loss(one).is_some());
            (known && !text.is_empty()).then(|| Summary { seat, text: text.join(" ") })
        })
        .collect()
}

/// The summaries of a game in which all seats move at once, by what the decisions of each turn cost.
pub(super) fn of_turns(
    found: &[Assessment],
    seats: usize,
    name: &dyn Fn(Seat) -> String,
) -> Vec<Summary> {
    let of = |seat: Seat| {
        let own: Vec<&Assessment> =
            found.iter().filter(|one| one.seat == seat && one.judged.is_some()).collect();
        // The first of equal costs.
        let worst = own.iter().rev().max_by_key(|one| one.turn_cost.1)?;
        let name = name(seat);
        let worst = match &worst.judged {
            Some(judged) if worst.turn_cost.1 > 0 => {
                format!("Turn {} cost {name} most. {}", worst.turn_cost.0, judged.text)
            }
            _ => format!("No turn of {name} has a better decision that was found."),
        };
        let good = |one: &&&Assessment| !one.judged.as_ref().is_some_and(Judged::is_mistake);
        let kept = own.iter().filter(good).count();
        let well = (kept > 0).then(|| {
            let all = counted(own.len() as u64, "turn");
            format!("In {kept} of {all}, no decision of {name} cost an outpost.")
        });
        let costly = || own.iter().filter(|one| one.turn_cost.1 > 0);
        let habit = most(costly().filter_map(|one| one.habit)).map(|(habit, count)| {
            let all = counted(costly().count() as u64, "turn");
            format!("To work on: {count} of the {all} with a better decision {habit}.")
        });
        let text: Vec<String> = [Some(worst), well, habit].into_iter().flatten().collect();
        Some(Summary { seat, text: text.join(" ") })
    };
    (0..seats).filter_map(of).collect()
}

/// The most frequent habit and its number, if it occurs often enough.
fn most(habits: impl Iterator<Item = &'static str>) -> Option<(&'static str, usize)> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for habit in habits {
        *counts.entry(habit).or_default() += 1;
    }
    counts.into_iter().rev().max_by_key(|&(_, count)| count).filter(|&(_, count)| count >= HABIT)
}

fn loss(one: &Assessment) -> Option<Fixed> {
    one.judged.as_ref()?.loss
}

/// Whether no games support the loss, so that it is not shown.
fn is_estimated(one: &Assessment) -> bool {
    one.judged.as_ref().is_some_and(|judged| judged.estimated)
}

/// The move that cost most of all.
fn turning_point(
    found: &[Assessment],
    name: &dyn Fn(Seat) -> String,
    moves: &dyn Fn(usize) -> String,
) -> Option<String> {
    // The first of equal losses.
    let worst = found.iter().rev().max_by_key(|one| loss(one))?;
    let loss = loss(worst).filter(|&loss| loss >= COUNTS)?;
    let points = worst.judged.as_ref().and_then(|judged| judged.points).unwrap_or(0);
    let (who, mv) = (name(worst.seat), moves(worst.ply));
    let number = worst.ply + 1;
    Some(match worst.judged.as_ref().is_some_and(|judged| judged.proven) {
        true if loss == Fixed::ONE => {
            format!("The game turned on move {number}, {mv}: {who} gave away a proven win.")
        }
        _ if is_estimated(worst) => {
            format!(
                "The game turned on move {number}, {mv}: {who}'s largest loss, as far as can be judged."
            )
        }
        _ => format!(
            "The game turned on move {number}, {mv}: it cost {who} {}.",
            counted(points, "percentage point")
        ),
    })
}

/// What a player did well.
fn good(found: &[Assessment], seat: Seat, name: &str) -> Option<String> {
    let own = || found.iter().filter(|one| one.seat == seat && loss(one).is_some());
    let (all, kept) = (own().count(), own().filter(|one| loss(one) < Some(COUNTS)).count());
    if kept == 0 {
        return None;
    }
    let mark = |one: &&Assessment| {
        one.judged.as_ref().is_some_and(|judged| judged.mark == Some(Mark::Only))
    };
    let only = own().filter(mark).count();
    let found_only = match only {
        0 => String::new(),
        n => format!(", and found {}", counted(n as u64, "only good move")),
    };
    let how = match own().any(is_estimated) {
        true => "without a loss that counts",
        false => "with a loss below 5 percentage points",
    };
    let all = counted(all as u64, "move");
    Some(format!("{name} played {kept} of {all} {how}{found_only}."))
}

/// What several of a player's losses have in common.
fn habit(found: &[Assessment], seat: Seat, name: &str) -> Option<String> {
    let losses: Vec<&Assessment> =
        found.iter().filter(|one| one.seat == seat && loss(one) >= Some(COUNTS)).collect();
    let (habit, count) = most(losses.iter().filter_map(|one| one.habit))?;
    let all = group_digits(&losses.len().to_string());
    Some(match losses.iter().any(|one| is_estimated(one)) {
        true => format!("To work on: {count} of the {all} losses by {name} {habit}."),
        false => format!(
            "To work on: {count} of the {all} losses of 5 percentage points or more by {name} {habit}."
        ),
    })
}
