//! What an arena found, as data: the same for the command line's tables, for files and for the page.
//! Shares are from 0 to 1; numbers are rounded to six decimals, so that they are written alike everywhere.

use super::Arena;
use super::collector::{Collector, Firsts, Tableau};
use super::statistics::sprt::{Sprt, Verdict, bound};
use super::statistics::{DOUBT, Interval, davidson, plackett_luce, wilson};
use super::words;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Wins, draws and losses, and the share of the points with its 95% interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Better rank than the other.
    pub wins: u64,
    /// The same rank.
    pub draws: u64,
    /// Worse rank.
    pub losses: u64,
    /// Wins and half the draws, 0 to 1.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A share of games with its 95% interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Of so many games.
    pub games: u64,
    /// 0 to 1.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// An entrant against all others together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotReport {
    /// Its name.
    pub bot: String,
    /// Who it is, as in a record.
    pub seat: Value,
    /// Its place in the table, from 1.
    pub place: usize,
    /// Seat against seat.
    #[serde(flatten)]
    pub score: Score,
    /// How often it was first (half, if it shared that).
    pub won: Share,
    /// The mean of its ranks, an opening a unit, where more than two play.
    pub mean_rank: Option<Interval>,
    /// Its rating in Elo's unit, about a mean of 0; see [`Report::model`].
    pub rating: Option<Interval>,
    /// The likelihood that it is stronger than the next in the table, 0 to 1.
    pub superiority: Option<f64>,
    /// Games in which it did something wrong, as a program outside may.
    pub faults: u64,
}

/// One entrant against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReport {
    /// The one.
    pub bot: String,
    /// The other.
    pub against: String,
    /// Seat against seat.
    #[serde(flatten)]
    pub score: Score,
    /// Pairs of games on one opening with 0, ½, 1, 1½ and 2 points, where two play.
    pub pentanomial: Option<[u64; 5]>,
    /// The score over the pairs, each a unit; `None` of fewer than two.
    pub paired: Option<Interval>,
}

/// How much larger the share of wins of one entrant is than that of another, over shared openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The one, which has the better place.
    pub bot: String,
    /// The other.
    pub than: String,
    /// Openings on which both played as often.
    pub openings: u64,
    /// The mean difference with its 95% interval, an opening a unit.
    pub ahead: Interval,
    /// The likelihood that the true difference is above 0.
    pub superiority: f64,
    /// Openings that a difference of this size takes to be seen (5%, power 80%).
    pub needed: Option<u64>,
}

/// How often a seat was first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatReport {
    /// The seat's name.
    pub seat: String,
    /// How often it was first.
    pub won: Share,
}

/// What happened from one of several starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartReport {
    /// Its name.
    pub start: String,
    /// How often each entrant was first, in their order.
    pub won: Vec<Share>,
}

/// How long games were, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// The fewest.
    pub shortest: usize,
    /// Half of the games had at most so many.
    pub median: usize,
    /// The most.
    pub longest: usize,
}

/// The test that ends the arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// As asked for.
    pub test: Sprt,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// It is decided at plus or minus this.
    pub bound: f64,
    /// What it says.
    pub verdict: Verdict,
    /// That in words.
    pub words: String,
}

/// A known table that ours is shown beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceReport {
    /// What it is.
    pub title: String,
    /// What to know of it.
    pub note: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows: a name, and shares in percent, `None` where it says nothing.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// What an arena found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Its options.
    pub options: Map<String, Value>,
    /// From which all seeds are made.
    pub seed: u64,
    /// As asked for, from each start.
    pub games_a_pairing: u32,
    /// Games that were planned.
    pub planned: u64,
    /// Games that count here.
    pub games: u64,
    /// Whether these are all, or all that the test needed.
    pub finished: bool,
    /// What it all says, in a sentence.
    pub headline: String,
    /// What else should be known, in sentences.
    pub remarks: Vec<String>,
    /// The mean number of plies.
    pub plies: f64,
    /// More on the length of games.
    pub lengths: Lengths,
    /// The model of the ratings, in words; empty where there are none.
    pub model: String,
    /// The entrants, in the order in which they were named.
    pub bots: Vec<BotReport>,
    /// Each against each, both ways.
    pub pairs: Vec<PairReport>,
    /// The better placed of two against the other, by place.
    pub differences: Vec<Difference>,
    /// How often each seat was first.
    pub seats: Vec<SeatReport>,
    /// Where there are several starts, what happened from each.
    pub starts: Vec<StartReport>,
    /// How games were decided.
    pub reasons: BTreeMap<String, u64>,
    /// How often a question about finished games had each answer.
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// Averages over finished games.
    pub means: BTreeMap<String, f64>,
    /// The test that ends the arena, if there is one.
    pub test: Option<TestReport>,
    /// Known tables.
    pub references: Vec<ReferenceReport>,
}

impl Report {
    /// The entrants by place, best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by_key(|&i| self.bots[i].place);
        order
    }

    /// The games of one entrant against another; `None` if they did not meet.
    pub fn pair(&self, a: usize, b: usize) -> Option<&PairReport> {
        let (bot, against) = (&self.bots[a].bot, &self.bots[b].bot);
        let found = |pair: &&PairReport| pair.bot == *bot && pair.against == *against;
        self.pairs.iter().find(found).filter(|pair| pair.score.games() > 0)
    }

    /// Whether more than two play.
    pub fn many(&self) -> bool {
        self.seats.len() > 2
    }
}

impl Score {
    /// How many comparisons.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn new(tableau: Tableau) -> Self {
        let Interval { low, middle, high } = wilson(tableau.points(), tableau.games() as f64);
        let Tableau { wins, draws, losses } = tableau;
        let [share, low, high] = [middle, low, high].map(round);
        Score { wins, draws, losses, share, low, high }
    }
}

impl Share {
    fn new(firsts: Firsts) -> Self {
        let found = wilson(firsts.halves as f64 / 2.0, firsts.games as f64);
        let [share, low, high] = [found.middle, found.low, found.high].map(round);
        Share { games: firsts.games, share, low, high }
    }
}

/// To six decimals; no negative nought.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn round_all(interval: Interval) -> Interval {
    let Interval { low, middle, high } = interval;
    Interval { low: round(low), middle: round(middle), high: round(high) }
}

/// The ratings, whichever model fits the game.
enum Ratings {
    Two(davidson::Ratings),
    Many(plackett_luce::Ratings),
    None,
}

impl Ratings {
    fn of(collector: &Collector, n: usize) -> Self {
        // One virtual game each: nothing beside real ones, and enough to keep ratings finite.
        const PRIOR: f64 = 1.0;
        let fitted = if collector.rankings.is_empty() {
            davidson::fit(n, &collector.meetings(), PRIOR).map(Ratings::Two)
        } else {
            // Where starts differ in seats, games of two count as rankings too.
            let mut rankings = collector.rankings.clone();
            for (a, b, units) in collector.meetings() {
                let [losses, draws, wins] = units.totals();
                for (ranks, count) in [([2, 1], losses), ([1, 1], draws), ([1, 2], wins)] {
                    if count > 0 {
                        *rankings.entry(vec![(a, ranks[0]), (b, ranks[1])]).or_default() += count;
                    }
                }
            }
            plackett_luce::fit(n, &rankings, PRIOR).map(Ratings::Many)
        };
        fitted.unwrap_or(Ratings::None)
    }

    fn elo(&self, entrant: usize) -> Option<Interval> {
        match self {
            Ratings::Two(ratings) => Some(round_all(ratings.elo(entrant))),
            Ratings::Many(ratings) => Some(round_all(ratings.elo(entrant))),
            Ratings::None => None,
        }
    }

    fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        match self {
            Ratings::Two(ratings) => Some(round(ratings.superiority(a, b))),
            Ratings::Many(ratings) => Some(round(ratings.superiority(a, b))),
            Ratings::None => None,
        }
    }

    fn model(&self) -> &'static str {
        match self {
            Ratings::Two(ratings) if ratings.nu > 0.0 => {
                "Bradley-Terry with Davidson's term for draws"
            }
            Ratings::Two(_) => "Bradley-Terry",
            Ratings::Many(_) => "Plackett-Luce",
            Ratings::None => "",
        }
    }
}

/// What the games of a collector say.
pub(super) fn make(arena: &Arena, planned: u64, collector: &Collector) -> Report {
    let found = collector.settled();
    let n = arena.entrants.len();
    let many = !found.rankings.is_empty();
    let total = |a: usize| {
        let mut sum = Tableau::default();
        found.pairs[a].iter().for_each(|&pair| sum.add(pair));
        sum
    };
    let order = places(arena, &found, many, total);
    let ratings = Ratings::of(&found, n);
    let bots = (0..n).map(|a| {
        let place = order.iter().position(|&other| other == a).unwrap_or(a);
        BotReport {
            bot: arena.entrants[a].name.clone(),
            seat: serde_json::json!(arena.entrants[a].seat),
            place: place + 1,
            score: Score::new(total(a)),
            won: Share::new(found.firsts[a]),
            mean_rank: found.mean_rank(a).interval(1.0).filter(|_| many).map(round_all),
            rating: ratings.elo(a),
            // Challengers are not compared with those they met.
            superiority: order
                .get(place + 1)
                .filter(|&&next| arena.challengers.is_none_or(|n| (a < n) == (next < n)))
                .and_then(|&next| ratings.superiority(a, next)),
            faults: found.faults[a],
        }
    });
    let name = |a: usize| arena.entrants[a].name.clone();
    let pairs = (0..n).flat_map(|a| (0..n).filter(move |&b| b != a).map(move |b| (a, b)));
    let pairs = pairs.map(|(a, b)| {
        let units = found.units(a, b);
        let two = !many && found.pairs[a][b].games() > 0;
        PairReport {
            bot: name(a),
            against: name(b),
            score: Score::new(found.pairs[a][b]),
            pentanomial: two.then(|| units.pentanomial()),
            paired: units.score().map(round_all),
        }
    });
    let mut differences = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let sample = found.difference(a, b);
            let Some(ahead) = sample.interval(DOUBT) else { continue };
            differences.push(Difference {
                bot: name(a),
                than: name(b),
                openings: sample.units(),
                ahead: round_all(ahead),
                superiority: round(sample.likelihood_above(0.0, DOUBT)),
                needed: super::statistics::units_needed(sample.mean(), sample.variance()),
            });
        }
    }
    let test = arena.until.map(|test| test_report(arena, &found, test));
    let decided = test.as_ref().is_some_and(|test| test.verdict != Verdict::Open);
    let plies: u64 = found.plies.iter().map(|(&plies, &games)| plies as u64 * games).sum();
    let mut report = Report {
        game: arena.game.id().to_owned(),
        options: arena.options.to_json(),
        seed: arena.seed,
        games_a_pairing: arena.games,
        planned,
        games: found.games,
        finished: found.games == planned || decided,
        headline: String::new(),
        remarks: Vec::new(),
        plies: round(plies as f64 / found.games.max(1) as f64),
        lengths: lengths(&found),
        model: ratings.model().to_owned(),
        bots: bots.collect(),
        pairs: pairs.collect(),
        differences,
        seats: seats(arena, &found),
        starts: starts(arena, &found),
        reasons: found.reasons.clone(),
        counts: found.counts.clone(),
        means: found.means.iter().map(|(of, sample)| (of.clone(), round(sample.mean()))).collect(),
        test,
        references: arena.references().iter().map(reference).collect(),
    };
    report.headline = words::headline(&report);
    report.remarks = words::remarks(&report, arena.references());
    report
}

/// Best first: by how often one was first, then by points. Challengers come before those they met.
fn places(
    arena: &Arena,
    found: &Collector,
    many: bool,
    total: impl Fn(usize) -> Tableau,
) -> Vec<usize> {
    let share = |a: usize| {
        let tableau = total(a);
        let points = wilson(tableau.points(), tableau.games() as f64).middle;
        let firsts = found.firsts[a];
        let won = wilson(firsts.halves as f64 / 2.0, firsts.games as f64).middle;
        if many { (won, points) } else { (points, won) }
    };
    let opponent = |a: usize| arena.challengers.is_some_and(|n| a >= n);
    let mut order: Vec<usize> = (0..arena.entrants.len()).collect();
    order.sort_by(|&a, &b| {
        let ((a1, a2), (b1, b2)) = (share(a), share(b));
        opponent(a)
            .cmp(&opponent(b))
            .then(b1.total_cmp(&a1))
            .then(b2.total_cmp(&a2))
            .then(a.cmp(&b))
    });
    order
}

fn lengths(found: &Collector) -> Lengths {
    let mut left = found.games.div_ceil(2);
    let median = found.plies.iter().find(|&(_, &games)| {
        let inside = left <= games;
        left = left.saturating_sub(games);
        inside
    });
    Lengths {
        shortest: found.plies.first_key_value().map_or(0, |(&plies, _)| plies),
        median: median.map_or(0, |(&plies, _)| plies),
        longest: found.plies.last_key_value().map_or(0, |(&plies, _)| plies),
    }
}

fn seats(arena: &Arena, found: &Collector) -> Vec<SeatReport> {
    let start = arena.game.start(arena.starts()[0].1, arena.seed).ok();
    let name = |seat: usize| {
        let named = start.as_ref().filter(|start| seat < start.seats());
        named.map_or_else(|| format!("seat {}", seat + 1), |start| start.seat_name(seat))
    };
    let report = |(seat, &firsts): (usize, &Firsts)| SeatReport {
        seat: name(seat),
        won: Share::new(firsts),
    };
    found.seats.iter().enumerate().map(report).collect()
}

fn starts(arena: &Arena, found: &Collector) -> Vec<StartReport> {
    let report = |(start, firsts): (&super::Start, &Vec<Firsts>)| StartReport {
        start: start.name.clone(),
        won: firsts.iter().map(|&firsts| Share::new(firsts)).collect(),
    };
    arena.starts.iter().zip(&found.by_start).map(report).collect()
}

fn test_report(arena: &Arena, found: &Collector, test: Sprt) -> TestReport {
    let pentanomial = found.units(0, 1).pentanomial();
    let verdict = test.verdict(&pentanomial);
    let names = [&arena.entrants[0].name, &arena.entrants[1].name];
    TestReport {
        test,
        log_ratio: round(test.log_ratio(&pentanomial)),
        bound: round(bound()),
        verdict,
        words: words::test(&test, verdict, names, pentanomial.iter().sum()),
    }
}

fn reference(reference: &crate::declaration::Reference) -> ReferenceReport {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let row = |(name, shares): &(&str, &[f64])| {
        let shares = shares.iter().map(|&share| (!share.is_nan()).then_some(share)).collect();
        ((*name).to_owned(), shares)
    };
    ReferenceReport {
        title: reference.title.to_owned(),
        note: reference.note.to_owned(),
        columns: owned(reference.columns),
        rows: reference.rows.iter().map(row).collect(),
    }
}
