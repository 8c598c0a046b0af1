//! Builds the report from a tally: statistics, then sentences.

use super::{
    BotReport, Difference, Lengths, Measured, MetricReport, PairReport, Report, Score, SeatReport,
    Share, Spread, StartReport, TestReport,
};
use crate::arena::Arena;
use crate::arena::statistics::davidson::Ratings;
use crate::arena::statistics::sprt::{Sprt, Verdict, bound};
use crate::arena::statistics::{DIFFERENCES, Interval, PRIOR_VARIANCE, SHARES, Sample, wilson};
use crate::arena::tally::{Firsts, GameTally, Tableau};
use crate::arena::{references, summary};
use crate::base::util::{gathered, order_key, sort_by_key};
use crate::contract::declaration::EndMetric;

/// A score of comparisons in this many games. A game of more than two is one trial, whatever the number of opponents.
fn score(tableau: Tableau, games: u64) -> Score {
    let comparisons = tableau.games().max(1) as f64;
    let Interval { low, middle, high } =
        wilson(tableau.points() * games as f64 / comparisons, games as f64);
    let Tableau { wins, draws, losses } = tableau;
    let [share, low, high] = [middle, low, high].map(round);
    Score { wins, draws, losses, share, low, high }
}

fn share(firsts: Firsts) -> Share {
    let found = wilson(firsts.halves as f64 / 2.0, firsts.games as f64);
    let [share, low, high] = [found.middle, found.low, found.high].map(round);
    Share { games: firsts.games, share, low, high }
}

/// To six decimals; never negative zero.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

pub(in crate::arena) fn round_all(interval: Interval) -> Interval {
    let Interval { low, middle, high } = interval;
    Interval { low: round(low), middle: round(middle), high: round(high) }
}

/// The report of a tally's games.
pub(in crate::arena) fn make(arena: &Arena, planned: u64, tally: &GameTally) -> Report {
    let found = tally.with_unfinished();
    let n = arena.entrants.len();
    let many = !found.rankings.is_empty();
    let course = arena.course(&found);
    let order = match &course {
        Some(course) => course.order.clone(),
        None => places(arena, &found),
    };
    let ratings = found.ratings();
    let metrics = arena.game.data().end_metrics;
    let bots = (0..n).map(|a| bot_report(arena, &found, &order, ratings.as_ref(), a));
    let pairs = (0..n).flat_map(|a| (0..n).filter(move |&b| b != a).map(move |b| (a, b)));
    let pairs = pairs.map(|(a, b)| pair_report(arena, &found, a, b));
    let test = arena.until.map(|test| test_report(arena, &found, test));
    let decided = test.as_ref().is_some_and(|test| test.verdict != Verdict::Open);
    let plies: u64 = found.plies.iter().map(|(&plies, &games)| plies as u64 * games).sum();
    let mut report = Report {
        game: arena.game.id().to_owned(),
        options: arena.options.to_json(),
        seed: arena.seed,
        games_a_pairing: arena.games,
        repeat: arena.repeat,
        planned,
        games: found.games,
        different: found.different(),
        counted: found.games - found.repeated,
        openings: summary::openings(arena, &found),
        finished: found.games == planned || decided,
        headline: String::new(),
        remarks: Vec::new(),
        plies: round(plies as f64 / (found.games - found.repeated).max(1) as f64),
        lengths: lengths(&found),
        model: match &ratings {
            Some(ratings) if ratings.nu > 0.0 => "Bradley-Terry with Davidson's term for draws",
            Some(_) => "Bradley-Terry",
            None => "",
        }
        .to_owned(),
        bots: bots.collect(),
        pairs: pairs.collect(),
        differences: differences(arena, &found, &order),
        seats: seats(arena, &found),
        starts: starts(arena, &found),
        reasons: gathered(
            found
                .reasons
                .iter()
                .map(|(reason, &games)| (summary::reason(arena.game, reason).to_owned(), games)),
        ),
        counts: found.counts.clone(),
        means: gathered(found.means.iter().map(|(of, sample)| (of.clone(), round(sample.mean())))),
        metrics: metrics.iter().filter(|_| !many).map(metric).collect(),
        test,
        rounds: course.map_or_else(Vec::new, |course| course.report(arena)),
        references: Vec::new(),
    };
    report.references = references::compare(arena, &report);
    report.headline = summary::headline(&report);
    report.remarks = summary::remarks(arena, &report);
    report
}

/// All results of an entrant.
fn total(found: &GameTally, a: usize) -> Tableau {
    let mut sum = Tableau::default();
    found.pairs[a].iter().for_each(|&pair| sum.add(pair));
    sum
}

/// The report of an entrant; `order` has all entrants, best first.
fn bot_report(
    arena: &Arena,
    found: &GameTally,
    order: &[usize],
    ratings: Option<&Ratings>,
    a: usize,
) -> BotReport {
    let place = order.iter().position(|&other| other == a).unwrap_or(a);
    BotReport {
        bot: arena.entrants[a].name.clone(),
        seat: serde_json::json!(arena.entrants[a].seat),
        place: place + 1,
        score: score(total(found, a), found.firsts[a].games),
        won: share(found.firsts[a]),
        against_field: (arena.challengers.is_some_and(|n| a < n))
            .then(|| found.shares[a].interval(PRIOR_VARIANCE, SHARES))
            .flatten()
            .map(round_all),
        mean_rank: found.mean_ranks[a]
            .interval(1.0, 1.0..=found.seats.len() as f64)
            .filter(|_| !found.rankings.is_empty())
            .map(round_all),
        rating: ratings.map(|ratings| round_all(ratings.elo(a))),
        // Challengers are not compared with their opponents.
        superiority: order
            .get(place + 1)
            .filter(|&&next| arena.challengers.is_none_or(|n| (a < n) == (next < n)))
            .and_then(|&next| Some(round(ratings?.superiority(a, next)))),
        faults: found.faults[a],
        tournaments: tournaments(arena, found, a),
        spread: spread(arena, found, a),
        ends: ends_of_all(arena.game.data().end_metrics, found, a),
    }
}

/// The report of an entrant's games against another one.
fn pair_report(arena: &Arena, found: &GameTally, a: usize, b: usize) -> PairReport {
    let units = found.units(a, b);
    let two = found.rankings.is_empty() && found.pairs[a][b].games() > 0;
    PairReport {
        bot: arena.entrants[a].name.clone(),
        against: arena.entrants[b].name.clone(),
        score: score(found.pairs[a][b], found.pairs[a][b].games()),
        pentanomial: two.then(|| units.pentanomial()),
        paired: units.score().map(round_all),
        ends: found
            .ends
            .get(a)
            .map_or_else(Vec::new, |ends| measured(arena.game.data().end_metrics, &ends[b])),
    }
}

/// By how much each entrant is ahead of those after it in `order`.
fn differences(arena: &Arena, found: &GameTally, order: &[usize]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let sample = found.difference(a, b);
            let Some(ahead) = sample.interval(PRIOR_VARIANCE, DIFFERENCES) else { continue };
            differences.push(Difference {
                bot: arena.entrants[a].name.clone(),
                than: arena.entrants[b].name.clone(),
                openings: sample.units(),
                ahead: round_all(ahead),
                superiority: round(sample.likelihood_above(0.0, PRIOR_VARIANCE)),
                needed: crate::arena::statistics::units_needed(sample.mean(), sample.variance()),
            });
        }
    }
    differences
}

/// Order by the share of the points, best first, seat against seat, as for ratings and differences.
/// Challengers come before their opponents.
fn places(arena: &Arena, found: &GameTally) -> Vec<usize> {
    let share = |a: usize| {
        let tableau = total(found, a);
        tableau.points() / tableau.games().max(1) as f64
    };
    let opponent = |a: usize| arena.challengers.is_some_and(|n| a >= n);
    let mut order: Vec<usize> = (0..arena.entrants.len()).collect();
    // Entrants without games come last in their group.
    let waits = |a: usize| found.firsts[a].games == 0;
    sort_by_key(&mut order, |&a| {
        (2 * i64::from(opponent(a)) + i64::from(waits(a)), -order_key(share(a)))
    });
    order
}

/// Maximum number of bins of the lengths of games.
const MOST_BINS: usize = 40;

fn lengths(found: &GameTally) -> Lengths {
    let counted: u64 = found.plies.values().sum();
    let mut left = counted.div_ceil(2);
    let median = found.plies.iter().find(|&(_, &games)| {
        let inside = left <= games;
        left = left.saturating_sub(games);
        inside
    });
    let shortest = found.plies.first_key_value().map_or(0, |(&plies, _)| plies);
    let longest = found.plies.last_key_value().map_or(0, |(&plies, _)| plies);
    let width = (longest - shortest + 1).div_ceil(MOST_BINS);
    let mut bins: Vec<(usize, u64)> = Vec::new();
    if counted > 0 {
        bins.extend((shortest..=longest).step_by(width).map(|from| (from, 0)));
    }
    for (&plies, &games) in &found.plies {
        bins[(plies - shortest) / width].1 += games;
    }
    Lengths { shortest, median: median.map_or(0, |(&plies, _)| plies), longest, bins }
}

fn seats(arena: &Arena, found: &GameTally) -> Vec<SeatReport> {
    let start = arena.start(0, arena.seed).ok();
    let name = |seat: usize| {
        let named = start.as_ref().filter(|start| seat < start.seats());
        named.map_or_else(|| format!("seat {}", seat + 1), |start| start.seat_name(seat))
    };
    let report =
        |(seat, &firsts): (usize, &Firsts)| SeatReport { seat: name(seat), won: share(firsts) };
    found.seats.iter().enumerate().map(report).collect()
}

fn starts(arena: &Arena, found: &GameTally) -> Vec<StartReport> {
    let report = |(at, (start, firsts)): (usize, (&crate::arena::Start, &Vec<Firsts>))| {
        let seats = arena.start(at, arena.seed).map_or(2, |start| start.seats());
        // The games of an opening that only swap seats are not independent: the unit is an opening.
        let ends = |won: &Share| {
            let openings = (won.games as f64 / seats as f64).max(1.0);
            wilson(won.share * openings, openings)
        };
        let won: Vec<Share> = firsts.iter().map(|&firsts| share(firsts)).collect();
        let played = || won.iter().filter(|won| won.games > 0);
        let best = played().map(|won| won.share).fold(0.0, f64::max);
        let is_best = |won: &Share| won.games > 0 && won.share >= best;
        let winners: Vec<usize> = (0..won.len()).filter(|&i| is_best(&won[i])).collect();
        let clear = match winners[..] {
            [only] => {
                let low = ends(&won[only]).low;
                played().all(|other| is_best(other) || ends(other).high < low)
            }
            _ => false,
        };
        let values = start.values.iter();
        let values = values.map(|(option, value)| ((*option).to_owned(), value.clone())).collect();
        StartReport { start: start.name.clone(), values, won, winners, clear }
    };
    arena.starts.iter().zip(&found.by_start).enumerate().map(report).collect()
}

fn tournaments(arena: &Arena, found: &GameTally, a: usize) -> Vec<Score> {
    let of = |tableaus: &Vec<Tableau>| score(tableaus[a], tableaus[a].games());
    found.by_tournament.iter().filter(|_| arena.repeat > 1).map(of).collect()
}

/// Over the tournaments in which the entrant has played. Challengers and their opponents are two tables.
fn spread(arena: &Arena, found: &GameTally, a: usize) -> Option<Spread> {
    let share = |tableau: &Tableau| tableau.points() / tableau.games().max(1) as f64;
    let mut sample = Sample::default();
    let (mut low, mut high, mut firsts) = (f64::INFINITY, 0.0f64, 0);
    for tableaus in found.by_tournament.iter().filter(|all| all[a].games() > 0) {
        let own = share(&tableaus[a]);
        sample.add(own);
        (low, high) = (low.min(own), high.max(own));
        let same = |other: usize| arena.challengers.is_none_or(|n| (a < n) == (other < n));
        let others = tableaus.iter().enumerate().filter(|&(other, _)| same(other));
        firsts += usize::from(others.map(|(_, other)| share(other)).all(|other| other <= own));
    }
    let [low, mean, high] = [low, sample.mean(), high].map(round);
    let deviation = round(sample.variance().sqrt());
    (sample.units() > 1).then_some(Spread { low, mean, high, deviation, firsts })
}

fn metric(metric: &EndMetric) -> MetricReport {
    let EndMetric { of, about, share } = *metric;
    MetricReport { of: of.to_owned(), about: about.to_owned(), share }
}

/// The metrics of an entrant over all opponents.
fn ends_of_all(metrics: &[EndMetric], found: &GameTally, a: usize) -> Vec<Option<Measured>> {
    let Some(ends) = found.ends.get(a) else { return Vec::new() };
    let mut all = vec![Sample::default(); metrics.len()];
    for of in ends {
        all.iter_mut().zip(of).for_each(|(sum, sample)| sum.merge(sample));
    }
    measured(metrics, &all)
}

fn measured(metrics: &[EndMetric], samples: &[Sample]) -> Vec<Option<Measured>> {
    let one = |(metric, sample): (&EndMetric, &Sample)| {
        let games = sample.units();
        let interval = match metric.share {
            true => (games > 0).then(|| wilson(sample.sum(), games as f64)),
            // A few equal games are no proof that all are equal.
            false => sample.interval(1.0, f64::NEG_INFINITY..=f64::INFINITY),
        };
        let Interval { low, middle, high } = round_all(interval?);
        Some(Measured { games, mean: middle, low, high })
    };
    metrics.iter().zip(samples).map(one).collect()
}

fn test_report(arena: &Arena, found: &GameTally, test: Sprt) -> TestReport {
    let scores = found.tested();
    let verdict = found.verdict(&test);
    let units = match arena.entrants.len() {
        2 => "pairs of games",
        _ => "openings",
    };
    let names = [&arena.entrants[0].name, &arena.entrants[1].name];
    TestReport {
        test,
        log_ratio: round(test.log_ratio(&scores)),
        bound: round(bound()),
        verdict,
        words: summary::test(&test, verdict, names, (scores.units(), units), found.repeats()),
    }
}
