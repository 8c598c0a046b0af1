//! Prints an arena's report as text tables.

use crate::cli::output::Failure;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use totora::arena::divergence::Divergences;
use totora::arena::report::{
    BotReport, Difference, Measured, MeetingReport, MetricReport, ReferenceCell, SeatReport,
    Spread, StartReport,
};
use totora::arena::statistics::Interval;
use totora::arena::{Report, percent, range, signed};
use totora::base::util::counted;

/// A table. The first row is the header. Numbers are aligned to the right.
pub(in crate::cli) struct Grid {
    left: Vec<bool>,
    /// The smallest width of a column.
    pub(in crate::cli) least: usize,
    pub(in crate::cli) rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these headers. A column whose header starts with `<` is aligned to the left.
    pub(in crate::cli) fn new(headers: &[&str]) -> Self {
        let left = headers.iter().map(|header| header.starts_with('<')).collect();
        let header = headers.iter().map(|h| h.trim_start_matches('<').to_owned()).collect();
        Grid { left, least: 0, rows: vec![header] }
    }

    /// A table with these first headers, and a column for each of the places of a report.
    fn by_place(first: &[&str], report: &Report) -> Self {
        let places: Vec<String> = (1..=report.bots.len()).map(|place| place.to_string()).collect();
        let headers = first.iter().copied().chain(places.iter().map(String::as_str));
        Grid::new(&headers.collect::<Vec<_>>())
    }

    /// The rows as text. A row may lack its last cells.
    pub(in crate::cli) fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).fold(self.least, usize::max)
        };
        let widths: Vec<usize> = (0..self.left.len()).map(width).collect();
        let cell = |((cell, &width), &left): ((&String, &usize), &bool)| match left {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        };
        let line = |row: &Vec<String>| -> String {
            row.iter().zip(&widths).zip(&self.left).map(cell).collect::<Vec<_>>().join("  ")
        };
        self.rows.iter().map(line).collect()
    }

    pub(in crate::cli) fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        for line in self.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Removes the backticks around names, for a terminal.
fn plain(sentence: &str) -> String {
    sentence.replace('`', "")
}

/// A bot's rating, half the width of its interval, and the probability that it is stronger than the next bot.
fn rating(bot: &BotReport) -> [String; 3] {
    let [elo, half] = bot.rating.map_or_else(Default::default, |Interval { low, middle, high }| {
        [format!("{:+.0}", middle.round() + 0.0), format!("{:.0}", (high - low) / 2.0)]
    });
    let ahead = bot.superiority.map(percent);
    [elo, half, ahead.unwrap_or_default()]
}

/// Prints the whole report.
pub(super) fn print(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    writeln!(out, "{}", plain(&report.headline))?;
    for remark in &report.remarks {
        writeln!(out, "{}", plain(remark))?;
    }
    writeln!(out)?;
    rounds(out, report)?;
    bots(out, report)?;
    cross(out, report)?;
    differences(out, report)?;
    starts(out, report)?;
    tournaments(out, report)?;
    ends(out, report)?;
    figures(out, report)?;
    references(out, report)
}

/// Prints where the games of two bots diverge.
pub(super) fn print_divergences(
    out: &mut impl Write,
    found: &Divergences,
    [first, second]: [&str; 2],
) -> Result<(), Failure> {
    writeln!(out, "{}", found.headline)?;
    let alike = counted(found.alike as u64, "game");
    writeln!(
        out,
        "Examined {}; in {alike} both play the same moves to the end.",
        counted(found.looked as u64, "game")
    )?;
    writeln!(out)?;
    let share = format!("{second} %");
    let mut grid = Grid::new(&["<term", "games", "plies", &share]);
    for group in &found.groups {
        let plies = format!("{} to {}", group.plies[0], group.plies[1]);
        let (term, games) = (group.term.clone(), group.games.to_string());
        grid.rows.push(vec![term, games, plies, percent(group.share)]);
    }
    grid.write(out)?;
    for group in found.groups.iter().take(3) {
        writeln!(out, "\nThe clearest games that diverge by {}:", group.term)?;
        let mut grid =
            Grid::new(&["game", "ply", &format!("<{first}"), &format!("<{second}"), "difference"]);
        for one in &group.clearest {
            grid.rows.push(vec![
                (one.game + 1).to_string(),
                (one.ply + 1).to_string(),
                one.first.clone(),
                one.second.clone(),
                format!("{:.2}", one.by),
            ]);
        }
        grid.write(out)?;
    }
    Ok(())
}

/// For a tournament in rounds: the pairings, their points and the winners.
fn rounds(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    for (i, round) in report.rounds.iter().enumerate() {
        let mut grid = Grid::new(&[&format!("<round {}", i + 1), "", "<", "<"]);
        for MeetingReport { bots: [one, other], points: [a, b], winner } in &round.meetings {
            let winner = winner.as_ref().map(|winner| match a == b {
                true => format!("{winner}, by lot"),
                false => winner.clone(),
            });
            let points = format!("{a} : {b}");
            grid.rows.push(vec![one.clone(), points, other.clone(), winner.unwrap_or_default()]);
        }
        for bye in &round.byes {
            grid.rows.push(vec![bye.clone(), String::new(), "bye".to_owned()]);
        }
        grid.write(out)?;
        writeln!(out)?;
    }
    Ok(())
}

fn bots(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let many = report.many();
    let score: &[&str] = match many {
        true => &["games", "share %", "<95%", "first %", "mean rank", "<95%"],
        false => &["wins", "draws", "losses", "share %", "<95%"],
    };
    let mut grid = Grid::new(&[&["", "<bot"], score, &["rating", "±", "> next %"]].concat());
    for i in report.order() {
        let bot = &report.bots[i];
        let mut row = vec![bot.place.to_string(), bot.bot.clone()];
        let score = &bot.score;
        let share = [percent(score.share), range(score.low, score.high)];
        if many {
            row.push(bot.won.games.to_string());
            row.extend(share);
            row.push(percent(bot.won.share));
            row.extend(bot.mean_rank.map_or_else(Default::default, |rank| {
                [format!("{:.2}", rank.middle), format!("{:.2} to {:.2}", rank.low, rank.high)]
            }));
        } else {
            row.extend([score.wins, score.draws, score.losses].map(|count| count.to_string()));
            row.extend(share);
        }
        row.extend(rating(bot));
        grid.rows.push(row);
    }
    grid.write(out)?;
    if !report.model.is_empty() {
        let about = if report.model.contains("anchored") { "" } else { " about a mean of 0" };
        writeln!(
            out,
            "Rating: Elo points{about} by {}; > next: how likely it is stronger than the next.",
            report.model
        )?;
    }
    Ok(())
}

fn cross(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    writeln!(out, "\nShare of row against column, seat by seat, in %")?;
    let order = report.order();
    let mut grid = Grid::by_place(&["", "<"], report);
    for (place, &a) in order.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), report.bots[a].bot.clone()];
        row.extend(
            order.iter().map(|&b| {
                report.pair(a, b).map_or("-".to_owned(), |pair| percent(pair.score.share))
            }),
        );
        grid.rows.push(row);
    }
    grid.write(out)
}

/// The differences between neighbours in the table, on their common openings.
fn differences(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let order = report.order();
    let neighbours: Vec<&Difference> = order
        .windows(2)
        .filter_map(|two| {
            let (a, b) = (&report.bots[two[0]].bot, &report.bots[two[1]].bot);
            report.differences.iter().find(|one| one.bot == *a && one.than == *b)
        })
        .collect();
    if neighbours.is_empty() || order.len() == 2 && !report.many() {
        return paired(out, report, &order);
    }
    writeln!(out, "\nAhead on the same openings, in points of 100")?;
    let mut grid = Grid::new(&["<bot", "<than", "openings", "ahead", "<95%", "likely %"]);
    for one in neighbours {
        grid.rows.push(vec![
            one.bot.clone(),
            one.than.clone(),
            one.openings.to_string(),
            signed(one.ahead.middle),
            range(one.ahead.low, one.ahead.high),
            percent(one.superiority),
        ]);
    }
    grid.write(out)
}

/// The pairs of games of a tournament between two bots.
fn paired(out: &mut impl Write, report: &Report, order: &[usize]) -> Result<(), Failure> {
    let &[a, b] = order else { return Ok(()) };
    let pair = report.pair(a, b);
    let Some((pair, paired)) = pair.and_then(|pair| Some((pair, pair.paired?))) else {
        return Ok(());
    };
    let counts = pair.pentanomial.unwrap_or_default().map(|count| count.to_string());
    writeln!(
        out,
        "\nPairs of games on one opening with 0, ½, 1, 1½, 2 points for {}: {}; score {}% ({})",
        pair.bot,
        counts.join(", "),
        percent(paired.middle),
        range(paired.low, paired.high)
    )?;
    Ok(())
}

fn starts(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    if report.starts.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nFirst places in % of the games from each start (a shared first place counts half)"
    )?;
    let order = report.order();
    let mut grid = Grid::by_place(&["<start"], report);
    for start in &report.starts {
        let mut row = vec![start.start.clone()];
        row.extend(order.iter().map(|&i| match &start.won[i] {
            won if won.games == 0 => "-".to_owned(),
            won => percent(won.share),
        }));
        grid.rows.push(row);
    }
    grid.write(out)?;
    winners(out, report)
}

/// Who is first from each start: in a grid of two options, the first option down and the second across.
fn winners(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let words = |start: &StartReport| {
        let names = start.winners.iter().map(|&i| report.bots[i].bot.as_str());
        let names = names.collect::<Vec<_>>().join(" = ");
        let share = start.winners.first().map(|&i| percent(start.won[i].share));
        let mark = if start.clear { " *" } else { "" };
        share.map_or_else(|| "-".to_owned(), |share| format!("{names} {share}{mark}"))
    };
    writeln!(
        out,
        "\nThe winner from each start, with its first places in % (*: its 95% interval over openings is above all others)"
    )?;
    let two = |start: &&StartReport| start.values.len() == 2;
    let [first, ..] = report.starts.as_slice() else { return Ok(()) };
    if !two(&first) {
        let mut grid = Grid::new(&["<start", "<winner"]);
        let row = |start: &StartReport| vec![start.start.clone(), words(start)];
        grid.rows.extend(report.starts.iter().map(row));
        return grid.write(out);
    }
    let [(down, _), (across, _)] = &first.values[..] else { return Ok(()) };
    let columns = report.starts.iter().filter(|start| start.values[0].1 == first.values[0].1);
    let columns: Vec<&str> = columns.map(|start| start.values[1].1.as_str()).collect();
    let headers = columns.iter().map(|value| format!("<{across}={value}"));
    let headers: Vec<String> = std::iter::once(format!("<{down}")).chain(headers).collect();
    let mut grid = Grid::new(&headers.iter().map(String::as_str).collect::<Vec<_>>());
    // The last option changes fastest.
    for row in report.starts.chunks(columns.len().max(1)) {
        let value = row[0].values[0].1.clone();
        grid.rows.push(std::iter::once(value).chain(row.iter().map(words)).collect());
    }
    grid.write(out)
}

/// The share of the points in each of several tournaments.
fn tournaments(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    if report.repeat < 2 {
        return Ok(());
    }
    writeln!(out, "\nShare of the points in each of {} tournaments, in %", report.repeat)?;
    let seeds = (0..report.repeat).map(|i| format!("seed {}", report.seed + u64::from(i)));
    let headers: Vec<String> = std::iter::once("<bot".to_owned())
        .chain(seeds)
        .chain(["mean", "lowest", "highest", "deviation", "first in"].map(str::to_owned))
        .collect();
    let mut grid = Grid::new(&headers.iter().map(String::as_str).collect::<Vec<_>>());
    for i in report.order() {
        let bot = &report.bots[i];
        let mut row = vec![bot.bot.clone()];
        row.extend(bot.tournaments.iter().map(|score| match score.games() {
            0 => "-".to_owned(),
            _ => percent(score.share),
        }));
        if let Some(spread) = bot.spread {
            let Spread { low, mean, high, deviation, firsts } = spread;
            row.extend([mean, low, high, deviation].map(percent));
            row.push(firsts.to_string());
        }
        grid.rows.push(row);
    }
    grid.write(out)
}

/// The metrics of the game's ends, by bot.
fn ends(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    if report.metrics.is_empty() || report.games == 0 {
        return Ok(());
    }
    writeln!(out, "\nEnds of the games by bot, each with half of its 95% interval")?;
    // The names are long; they follow below the table.
    let headers = (1..=report.metrics.len()).map(|number| format!("({number})"));
    let headers: Vec<String> = std::iter::once("<bot".to_owned()).chain(headers).collect();
    let mut grid = Grid::new(&headers.iter().map(String::as_str).collect::<Vec<_>>());
    for i in report.order() {
        let bot = &report.bots[i];
        let cell = |(metric, found): (&MetricReport, &Option<Measured>)| {
            let Some(Measured { mean, low, high, .. }) = *found else { return "-".to_owned() };
            let half = (high - low) / 2.0;
            match metric.share {
                true => format!("{}% ±{}", percent(mean), percent(half)),
                false => format!("{mean:.2} ±{half:.2}"),
            }
        };
        let cells = report.metrics.iter().zip(&bot.ends).map(cell);
        grid.rows.push(std::iter::once(bot.bot.clone()).chain(cells).collect());
    }
    grid.write(out)?;
    for (i, metric) in report.metrics.iter().enumerate() {
        writeln!(out, "  ({}) {}: {}", i + 1, metric.of, metric.about)?;
    }
    Ok(())
}

fn figures(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let lengths = &report.lengths;
    writeln!(
        out,
        "\n{}{}; {:.1} plies on average ({} to {}, median {})",
        counted(report.games, "game"),
        report.different.map_or(String::new(), |different| format!(", {different} different")),
        report.plies,
        lengths.shortest,
        lengths.longest,
        lengths.median
    )?;
    let share = |count: u64| format!("{}%", percent(count as f64 / report.games.max(1) as f64));
    let seat = |SeatReport { seat, won }: &SeatReport| {
        format!("{seat} {}% ({})", percent(won.share), range(won.low, won.high))
    };
    let seats: Vec<String> = report.seats.iter().map(seat).collect();
    if !seats.is_empty() {
        writeln!(out, "  first by seat: {}", seats.join(", "))?;
    }
    let answers = |answers: &BTreeMap<String, u64>| {
        let mut answers: Vec<(&String, &u64)> = answers.iter().collect();
        // The sort is stable: equal counts stay in alphabetical order.
        answers.sort_by_key(|(_, count)| Reverse(**count));
        let shares = answers.iter().map(|(answer, count)| format!("{answer} {}", share(**count)));
        shares.collect::<Vec<_>>().join(", ")
    };
    if !report.reasons.is_empty() {
        writeln!(out, "  decided by: {}", answers(&report.reasons))?;
    }
    for (of, mean) in &report.means {
        writeln!(out, "  {of}: {mean:.2} on average")?;
    }
    for (of, counts) in &report.counts {
        writeln!(out, "  {of}: {}", answers(counts))?;
    }
    Ok(())
}

fn references(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    for reference in &report.references {
        writeln!(
            out,
            "\nFor comparison, {}; in brackets: yours. {}",
            reference.title, reference.note
        )?;
        let columns = reference.columns.iter().map(String::as_str);
        let mut grid = Grid::new(&std::iter::once("<").chain(columns).collect::<Vec<_>>());
        let text = |cell: &Option<ReferenceCell>| match cell {
            None => "-".to_owned(),
            Some(ReferenceCell { known, ours, .. }) if ours.is_empty() => known.clone(),
            Some(ReferenceCell { known, ours, .. }) if known.is_empty() => format!("({ours})"),
            Some(ReferenceCell { known, ours, .. }) => format!("{known} ({ours})"),
        };
        for (name, cells) in &reference.rows {
            grid.rows.push([name.clone()].into_iter().chain(cells.iter().map(text)).collect());
        }
        grid.write(out)?;
    }
    Ok(())
}
