//! Published tables next to our results, cell by cell, in the form in which they were published.

use super::Arena;
use super::report::{BotReport, ReferenceCell, ReferenceReport, Report, Score};
use super::statistics::{Interval, Z};
use super::summary::percent;
use crate::contract::declaration::{Heading, Printed, Reference};

/// The published tables of the arena's preset, with our numbers.
pub(super) fn compare(arena: &Arena, report: &Report) -> Vec<ReferenceReport> {
    arena.references().iter().map(|reference| table(arena, report, reference)).collect()
}

fn table(arena: &Arena, report: &Report, reference: &Reference) -> ReferenceReport {
    let cell = |row: Heading, column: Heading, known: f64| {
        let known = (!known.is_nan()).then_some(known);
        let known_text =
            known.map_or_else(String::new, |known| printed(reference, row, column, known));
        let (ours, share) = ours(arena, report, reference, [row, column]).unwrap_or_default();
        let outside = known.zip(share).is_some_and(|(known, share)| !share.holds(known / 100.0));
        let some = known.is_some() || share.is_some();
        some.then_some(ReferenceCell { known: known_text, ours, share, outside })
    };
    let row = |&(row, shares): &(Heading, &[f64])| {
        let cells = reference.columns.iter().zip(shares);
        (row.label(), cells.map(|(&column, &known)| cell(row, column, known)).collect())
    };
    ReferenceReport {
        title: reference.title.to_owned(),
        note: reference.note.to_owned(),
        columns: reference.columns.iter().map(|column| column.label()).collect(),
        rows: reference.rows.iter().map(row).collect(),
        by_column: reference.by_column,
    }
}

/// A published share, in percent, in the form of its table.
fn printed(reference: &Reference, row: Heading, column: Heading, known: f64) -> String {
    match (reference.printed, row, column) {
        (Printed::WonLost(games), Heading::Bot(_), Heading::Bot(_)) => {
            let won = (known / 100.0 * f64::from(games)).round();
            format!("{won}\u{2013}{}", f64::from(games) - won)
        }
        _ => format!("{known:.1}"),
    }
}

/// Our result in a cell: as text in the table's form, and as a share.
fn ours(
    arena: &Arena,
    report: &Report,
    reference: &Reference,
    cell: [Heading; 2],
) -> Option<(String, Option<Interval>)> {
    let (score, interval) = match cell {
        [Heading::Bot(row), Heading::Bot(column)] => {
            let (of, against) = if reference.by_column { (column, row) } else { (row, column) };
            let pair = arena
                .entrants_with(of)
                .flat_map(|a| arena.entrants_with(against).map(move |b| (a, b)))
                .find_map(|(a, b)| if a == b { None } else { report.pair(a, b) })?;
            // Games on the same opening are not independent.
            (pair.score, pair.paired.unwrap_or(interval(&pair.score)))
        }
        [Heading::Bot(bot), other] | [other, Heading::Bot(bot)] => {
            let own = &report.bots[arena.entrants_with(bot).next()?];
            match other {
                Heading::Tournament(number) => {
                    // A single tournament is the first.
                    let single = [own.score];
                    let all = if arena.repeat > 1 { &own.tournaments[..] } else { &single };
                    let score = *all.get(number - 1)?;
                    (score, interval(&score))
                }
                Heading::Average => return average(own),
                _ => (own.score, interval(&own.score)),
            }
        }
        _ => return None,
    };
    if score.games() == 0 {
        return None;
    }
    let pair = matches!(cell, [Heading::Bot(_), Heading::Bot(_)]);
    let text = match reference.printed {
        Printed::WonLost(_) if pair && score.draws == 0 => {
            format!("{}\u{2013}{}", score.wins, score.losses)
        }
        _ => percent(score.share),
    };
    Some((text, Some(interval)))
}

fn interval(score: &Score) -> Interval {
    Interval { low: score.low, middle: score.share, high: score.high }
}

/// The mean over the tournaments. Its error is that of the tournaments' deviation.
fn average(bot: &BotReport) -> Option<(String, Option<Interval>)> {
    let spread = bot.spread?;
    let tournaments = bot.tournaments.iter().filter(|score| score.games() > 0).count();
    let half = Z * spread.deviation / (tournaments as f64).sqrt();
    Some((percent(spread.mean), Some(Interval::around(spread.mean, half))))
}
