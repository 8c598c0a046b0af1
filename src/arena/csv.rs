//! A report as comma-separated values: one row per entrant against all others, then one row per pair. The metrics of the
//! game, with their intervals, come last.

use super::report::{Measured, Report, Score};
use super::statistics::Interval;

const HEADER: &str = "bot,against,games,wins,draws,losses,share,low,high,pairs_0,pairs_0.5,pairs_1,\
pairs_1.5,pairs_2,paired_low,paired_high,won,mean_rank,rating,rating_low,rating_high,place";

/// A field, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn score(score: &Score) -> Vec<String> {
    let Score { wins, draws, losses, share, low, high } = score;
    let counts = [score.games(), *wins, *draws, *losses].map(|count| count.to_string());
    let shares = [share, low, high].map(|share| share.to_string());
    counts.into_iter().chain(shares).collect()
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    let text = |end: fn(&Interval) -> f64| {
        interval.as_ref().map(|interval| end(interval).to_string()).unwrap_or_default()
    };
    [text(|interval| interval.low), text(|interval| interval.high)]
}

fn middle(interval: Option<Interval>) -> String {
    interval.map(|interval| interval.middle.to_string()).unwrap_or_default()
}

/// Three fields for each metric: mean, and ends of the interval.
fn measured(report: &Report, ends: &[Option<Measured>]) -> Vec<String> {
    let fields = |at: usize| {
        let texts = ends.get(at).copied().flatten().map(|Measured { mean, low, high, .. }| {
            [mean, low, high].map(|value| value.to_string())
        });
        texts.unwrap_or_default()
    };
    (0..report.metrics.len()).flat_map(fields).collect()
}

/// The whole table, with line feeds as line ends.
pub fn write(report: &Report) -> String {
    let metrics = report.metrics.iter().flat_map(|metric| {
        let of = &metric.of;
        ["", " low", " high"].map(|end| format!(",{}", field(&format!("{of}{end}"))))
    });
    let mut rows = vec![HEADER.to_owned() + &metrics.collect::<String>()];
    for bot in &report.bots {
        let mut row = vec![field(&bot.bot), String::new()];
        row.extend(score(&bot.score));
        row.extend(std::iter::repeat_n(String::new(), 7));
        row.extend([bot.won.share.to_string(), middle(bot.mean_rank), middle(bot.rating)]);
        row.extend(ends(bot.rating));
        row.push(bot.place.to_string());
        row.extend(measured(report, &bot.ends));
        rows.push(row.join(","));
    }
    for pair in report.pairs.iter().filter(|pair| pair.score.games() > 0) {
        let mut row = vec![field(&pair.bot), field(&pair.against)];
        row.extend(score(&pair.score));
        match pair.pentanomial {
            Some(counts) => row.extend(counts.map(|count| count.to_string())),
            None => row.extend(std::iter::repeat_n(String::new(), 5)),
        }
        row.extend(ends(pair.paired));
        row.extend(std::iter::repeat_n(String::new(), 6));
        row.extend(measured(report, &pair.ends));
        rows.push(row.join(","));
    }
    rows.push(String::new());
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_when_necessary() {
        assert_eq!(field("balanced:bvl=6"), "balanced:bvl=6");
        assert_eq!(field("exec:a, \"b\""), "\"exec:a, \"\"b\"\"\"");
    }
}
