//! The sentences at the top of a report: its results and their limits; and the format of shares.

use super::Arena;
use super::report::{BotReport, Difference, PairReport, Report};
use super::statistics::sprt::{Sprt, Verdict};
use super::tally::{GameTally, repeats};
use crate::base::util::plural;
use crate::catalog::AnyGame;
use crate::contract::declaration::{Heading, Reference};

/// A share or a difference of shares as a percentage with one decimal; never `-0.0`.
pub fn percent(share: f64) -> String {
    format!("{:.1}", (share * 1000.0).round() / 10.0 + 0.0)
}

/// The same with a sign; zero has no sign.
pub fn signed(share: f64) -> String {
    let text = percent(share);
    if text.starts_with('-') || text == "0.0" { text } else { format!("+{text}") }
}

/// An interval of shares in percent, such as `40.0 to 60.0`.
pub fn range(low: f64, high: f64) -> String {
    format!("{} to {}", percent(low), percent(high))
}

/// The text of a reason for people; a reason that the game does not declare is returned unchanged.
pub(super) fn reason<'a>(game: &dyn AnyGame, reason: &'a str) -> &'a str {
    let named = game.data().reasons.iter().find(|(of, _)| *of == reason);
    named.map_or(reason, |(_, words)| words)
}

/// The difference between the best two, if it can be computed.
fn top_two(report: &Report) -> Option<&Difference> {
    let order = report.order();
    let (first, second) = (order.first()?, order.get(1)?);
    let (first, second) = (&report.bots[*first].bot, &report.bots[*second].bot);
    report.differences.iter().find(|one| one.bot == *first && one.than == *second)
}

/// The first sentence of a report.
pub(super) fn headline(report: &Report) -> String {
    let sentence = if report.games == 0 {
        "No game has been played yet.".to_owned()
    } else if let Some(only) = only_challenger(report) {
        against_field(report, only)
    } else if let [_, _] = report.bots.as_slice() {
        match_of_two(report)
    } else {
        top_two(report).map_or_else(|| first_alone(report), race)
    };
    let sentence = match report.different {
        Some(different) if repeats(different, report.games) => {
            format!(
                "Only {different} of {} differ, so this may be chance. {sentence}",
                games(report.games)
            )
        }
        _ => sentence,
    };
    if report.finished {
        return sentence;
    }
    format!("Unfinished, {} of {}: {sentence}", report.games, games(report.planned))
}

/// The only challenger; `None` if there are several.
fn only_challenger(report: &Report) -> Option<&BotReport> {
    let mut challengers = report.bots.iter().filter(|bot| bot.against_field.is_some());
    challengers.next().filter(|_| challengers.next().is_none())
}

/// The sentence about a challenger against the field.
fn against_field(report: &Report, bot: &BotReport) -> String {
    let Some(found) = bot.against_field else { return String::new() };
    let others: Vec<&BotReport> =
        report.bots.iter().filter(|one| one.against_field.is_none()).collect();
    let field = match others.as_slice() {
        [one] => format!("`{}`", one.bot),
        several => format!("the field of {}", several.len()),
    };
    let name = &bot.bot;
    let verdict = match found {
        found if found.low > 0.5 => format!("`{name}` is stronger than {field}"),
        found if found.high < 0.5 => format!("`{name}` is weaker than {field}"),
        _ => format!("Between `{name}` and {field} no difference is shown"),
    };
    let (share, range) = (percent(found.middle), range(found.low, found.high));
    format!(
        "{verdict}: `{name}` has {share}% of the points of {} (95%: {range}).",
        games(bot.won.games)
    )
}

/// A number of games in words.
fn games(count: u64) -> String {
    format!("{count} {}", plural(count, "game"))
}

fn match_of_two(report: &Report) -> String {
    let order = report.order();
    let (a, b) = (order[0], order[1]);
    let (first, second) = (&report.bots[a].bot, &report.bots[b].bot);
    let Some(pair) = report.pair(a, b) else { return first_alone(report) };
    let PairReport { score, paired, .. } = pair;
    let (low, high) = paired.map_or((score.low, score.high), |paired| (paired.low, paired.high));
    let share = percent(score.share);
    let range = format!("95%: {}", range(low, high));
    let games = games(score.games());
    if low <= 0.5 && 0.5 <= high {
        format!(
            "Between `{first}` and `{second}` no difference is shown: `{first}` has {share}% of the points of \
             {games} ({range})."
        )
    } else {
        format!(
            "`{first}` is stronger than `{second}`: {share}% of the points of {games} ({range})."
        )
    }
}

fn race(two: &Difference) -> String {
    // The order by ratings may differ from the order on shared openings.
    let (bot, than, ahead) = match two.ahead.middle < 0.0 {
        true => (&two.than, &two.bot, two.ahead.reversed()),
        false => (&two.bot, &two.than, two.ahead),
    };
    let range = format!("95%: {}", range(ahead.low, ahead.high));
    if ahead.holds(0.0) {
        format!(
            "`{bot}` leads `{than}` by {} points ({range}): these games cannot tell which is better.",
            percent(ahead.middle)
        )
    } else {
        format!("`{bot}` is ahead of `{than}` by {} points ({range}).", percent(ahead.middle))
    }
}

fn first_alone(report: &Report) -> String {
    let Some(&first) = report.order().first() else { return String::new() };
    let bot = &report.bots[first];
    let share = percent(bot.score.share);
    format!("`{}` is first with {share}% of the points; too few games to say more.", bot.bot)
}

/// The type of openings, and the numbers of different openings and games.
pub(super) fn openings(arena: &Arena, found: &GameTally) -> String {
    let mut parts = vec![match found.different() {
        Some(different) => format!("{}, {different} different", games(found.games)),
        None => games(found.games),
    }];
    if let Some(different) = found.different_openings() {
        let (count, what) = (found.openings, plural(found.openings, "opening"));
        parts.push(format!("{count} {what}, {different} different"));
    }
    parts.push(arena.openings_in_words());
    format!("{}.", parts.join("; "))
}

/// The result of the test in words.
pub(super) fn test(
    test: &Sprt,
    verdict: Verdict,
    names: [&String; 2],
    (count, of): (u64, &str),
    repeats: bool,
) -> String {
    let [a, b] = names;
    let Sprt { elo0, elo1 } = test;
    let decided = |is: &f64, other: &f64| {
        format!(
            "Decided after {count} {of}: the lead of `{a}` over `{b}` is nearer to {is} than to {other} Elo."
        )
    };
    match verdict {
        Verdict::Greater => decided(elo1, elo0),
        Verdict::Lesser => decided(elo0, elo1),
        Verdict::Open if repeats => format!(
            "Not decided: too many of the games behind {count} {of} repeat each other. Let them begin from more than one start."
        ),
        Verdict::Open => format!(
            "Not decided by {count} {of}: the lead of `{a}` over `{b}` may be nearer to {elo0} or to {elo1} Elo."
        ),
    }
}

/// After several tournaments, whether the order in a published table of several is shown by our games too.
fn luck(arena: &Arena, report: &Report) -> Option<String> {
    let tournaments = report.bots.first()?.tournaments.iter();
    let played = tournaments.filter(|score| score.games() > 0).count();
    let average = |reference: &Reference| {
        let row = reference.rows.iter().find(|(heading, _)| *heading == Heading::Average)?;
        let bots = reference.columns.iter().zip(row.1).filter_map(|(&heading, &share)| {
            let Heading::Bot(bot) = heading else { return None };
            Some((arena.entrants_with(bot).next()?, share))
        });
        Some(bots.collect::<Vec<(usize, f64)>>())
    };
    let published = arena.references().iter().find_map(average).filter(|_| played > 1)?;
    let name = |at: usize| report.bots[at].bot.as_str();
    // Of each two, the first is ahead in the published table.
    let mut verdicts = [0; 3];
    for &(a, of_a) in &published {
        for &(b, _) in published.iter().filter(|&&(_, of_b)| of_b < of_a) {
            let (one, other) = (name(a), name(b));
            let ahead = report.differences.iter().find_map(|two| {
                if two.bot == one && two.than == other {
                    Some(two.ahead)
                } else {
                    (two.bot == other && two.than == one).then(|| two.ahead.reversed())
                }
            })?;
            verdicts[if ahead.low > 0.0 { 0 } else { usize::from(ahead.high >= 0.0) + 1 }] += 1;
        }
    }
    let [right, wrong, open] = verdicts;
    let answer = match (right, wrong + open) {
        (_, 0) => "No",
        (0, _) => "These games show nothing else",
        _ => "Partly",
    };
    let bots = || published.iter().filter_map(|&(at, _)| report.bots[at].spread);
    let deviation =
        bots().map(|spread| spread.deviation).sum::<f64>() / bots().count().max(1) as f64;
    let best = published.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a })?.0;
    let firsts = report.bots[best].spread.map_or(0, |spread| spread.firsts);
    Some(format!(
        "Was the published order luck? {answer}: of its {} comparisons, {played} tournaments confirm {right}, contradict \
         {wrong} and leave {open} open. `{}`, first there, comes first in {firsts} of {played}. From one tournament \
         to the next, a share varies by {} points (standard deviation).",
        right + wrong + open,
        name(best),
        percent(deviation)
    ))
}

pub(super) fn remarks(arena: &Arena, report: &Report) -> Vec<String> {
    let references = arena.references();
    let mut remarks = Vec::new();
    remarks.extend(report.test.as_ref().map(|test| test.words.clone()));
    if only_challenger(report).is_none() {
        let challengers = report.bots.iter().filter(|bot| bot.against_field.is_some());
        remarks
            .extend(challengers.min_by_key(|bot| bot.place).map(|bot| against_field(report, bot)));
    }
    if let Some(two) = top_two(report).filter(|two| two.openings > 0) {
        // Games of the whole arena per opening.
        let games = report.games as f64 / two.openings as f64;
        let needed = two.needed.map(|openings| (openings as f64 * games).ceil());
        let size = percent(two.ahead.middle.abs());
        let more = |&needed: &f64| two.ahead.holds(0.0) && needed > report.games as f64;
        if let Some(needed) = needed.filter(more) {
            remarks.push(format!(
                "To tell a difference of {size} points takes about {needed} games like these; there \
                 were {}.",
                report.games
            ));
        }
        for reference in references.iter().filter(|reference| reference.games > 0) {
            if needed.is_some_and(|needed| needed > reference.games as f64) {
                remarks.push(format!(
                    "{} games, as {}, show a true difference of {size} points less than four times in \
                     five.",
                    reference.games, reference.title
                ));
            }
        }
    }
    remarks.extend(luck(arena, report));
    if let Some(first) = report.seats.first().filter(|_| report.seats.len() == 2)
        && !(first.won.low <= 0.5 && 0.5 <= first.won.high)
    {
        let (which, share) = (&first.seat, percent(first.won.share));
        remarks.push(format!(
            "The seat matters: {which}, who moves first, has {share}% ({}); every opening was played \
             with the seats swapped.",
            range(first.won.low, first.won.high)
        ));
    }
    let uneven = report.seats.len().max(1) as u32;
    if !report.games_a_pairing.is_multiple_of(uneven) {
        remarks.push(format!(
            "With {} a pairing not every bot has each seat as often: take a multiple of {uneven}.",
            games(report.games_a_pairing.into())
        ));
    }
    for bot in report.bots.iter().filter(|bot| bot.faults > 0) {
        let (name, faults, games) = (&bot.bot, bot.faults, bot.won.games);
        remarks.push(format!(
            "`{name}` did something wrong in {faults} of its {games} {}.",
            plural(games, "game")
        ));
    }
    if report.games > 0 {
        remarks.push(report.openings.clone());
    }
    let repeated = report.games - report.counted;
    if repeated > 0 {
        remarks.push(format!(
            "Tables and intervals leave out repeated games: the same bots had played the same moves \
             before in {}.",
            games(repeated)
        ));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::super::statistics::Interval;
    use super::*;

    #[test]
    fn the_leader_is_the_bot_ahead_on_shared_openings() {
        let two = |middle: f64| Difference {
            bot: "a".to_owned(),
            than: "b".to_owned(),
            openings: 8,
            ahead: Interval { low: middle - 0.05, middle, high: middle + 0.05 },
            needed: None,
            superiority: 0.5,
        };
        assert_eq!(race(&two(0.1)), "`a` is ahead of `b` by 10.0 points (95%: 5.0 to 15.0).");
        assert_eq!(race(&two(-0.1)), "`b` is ahead of `a` by 10.0 points (95%: 5.0 to 15.0).");
        let open = race(&two(-0.02));
        assert!(open.starts_with("`b` leads `a` by 2.0 points (95%: -3.0 to 7.0): "), "{open}");
    }
}
