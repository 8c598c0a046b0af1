//! What the decisions of a turn cost, in sentences for reviews.

use super::super::decisions::{Balance, Better, COUNTS, End, Way};
use crate::base::util::counted;
use crate::contract::judging::Mark;

/// The sentence for a turn in which no simulated decision is better than the played ones; `compared` outposts, or all.
pub(in super::super) fn undecided(end: End, compared: Option<usize>) -> String {
    let one = match compared {
        Some(n) => format!("one of the {n} outposts nearest to an enemy"),
        None => "one outpost".to_owned(),
    };
    let gained = match end {
        End::Game => String::new(),
        End::Harvest(_) | End::Record(_) => " or an outpost".to_owned(),
    };
    format!(
        "Not enough to judge: another direction for {one} would not have brought {COUNTS} cells{gained} more {}.",
        when(end)
    )
}

/// The sentence about a decision, its mark, and its habit.
pub(in super::super) fn costs(better: &Better, end: End) -> (String, Option<Mark>, &'static str) {
    let Better { outpost, played, way, kept_on, without, with } = *better;
    let lost = if end == End::Game { 0 } else { with.after_harvest() - without.after_harvest() };
    let outposts = with.outposts - without.outposts;
    let number = |n: i64, noun: &str| counted(n.unsigned_abs(), noun);
    let cells = with.cells - without.cells;
    let went = played.map_or_else(|| "stayed".to_owned(), |way| format!("went {}", way.name()));
    let other = format!("by {}", going(way, "going"));
    let even = match kept_on {
        true => format!("even by {}, ", going(played, "going on")),
        false => String::new(),
    };
    let when = when(end);
    let (what, mark, habit) = if lost > 0 && outposts <= 0 {
        let (has, would) = harvests(without, with);
        let more = match cells {
            1.. => format!(", with {} more", number(cells, "cell")),
            _ => String::new(),
        };
        let what = format!("{has} {when}, and {would} {other} until then{more}");
        (what, Some(Mark::Inaccuracy), "cost harvests")
    } else {
        let (fewer, mark, habit) = match (lost, cells) {
            (1.., 1..) => (
                format!("{} and {}", number(lost, "outpost"), number(cells, "cell")),
                Some(Mark::Mistake),
                "cost outposts",
            ),
            (1.., _) => (number(lost, "outpost"), Some(Mark::Mistake), "cost outposts"),
            _ if played.is_none() => (number(cells, "cell"), None, "left an outpost where it was"),
            _ => (number(cells, "cell"), None, "sent an outpost in a worse direction"),
        };
        (format!("{fewer} fewer {when} than {other} until then"), mark, habit)
    };
    (format!("Outpost {outpost} {went}: {even}{what}."), mark, habit)
}

fn going(way: Way, verb: &str) -> String {
    way.map_or_else(|| "staying there".to_owned(), |way| format!("{verb} {}", way.name()))
}

/// What a harvest does, and what a better one would have done.
fn harvests(without: Balance, with: Balance) -> (&'static str, &'static str) {
    match (without.harvest < 0, with.harvest > 0) {
        (false, _) => ("no new outpost", "one"),
        (true, true) => ("one outpost disbanded", "a new one instead"),
        (true, false) => ("one outpost disbanded", "none"),
    }
}

/// The end of the simulated turns.
fn when(end: End) -> String {
    match end {
        End::Harvest(turn) => format!("at the harvest of turn {turn}"),
        End::Game => "at the end of the game".to_owned(),
        End::Record(turn) => format!("after turn {turn}"),
    }
}
