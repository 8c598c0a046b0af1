//! The results of an arena as data: the same for the command line's tables, for files and for the page.
//! Shares are from 0 to 1; numbers are rounded to six decimals, so that they have the same text everywhere.

pub(in crate::arena) mod build;

use super::journal::{is_one, one};
use super::statistics::Interval;
use super::statistics::sprt::{Sprt, Verdict};
use crate::base::util::sort_by_key;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Wins, draws and losses, and the share of the points with its 95% interval (Wilson; each game is a trial).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(rename = "ArenaScore"))]
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
    /// Upper end of the interval.
    pub high: f64,
}

/// A share of games with its 95% interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Share {
    /// Number of games.
    pub games: u64,
    /// Games with this result divided by `games`, 0 to 1.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// An entrant against all opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BotReport {
    /// The entrant's name.
    pub bot: String,
    /// Its seat, as in a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "SeatConfig"))]
    pub seat: Value,
    /// Its rank in the table, from 1.
    pub place: usize,
    /// Its score, seat against seat.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaScore"))]
    pub score: Score,
    /// Its share of first ranks (a shared one counts half).
    pub won: Share,
    /// For a challenger: its share of the points against the field with the 95% interval; the unit is an opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_field: Option<Interval>,
    /// The mean of its ranks, in games of more than two; the unit is an opening.
    pub mean_rank: Option<Interval>,
    /// Its rating in Elo's unit, with a mean of 0; see [`Report::model`].
    pub rating: Option<Interval>,
    /// The likelihood that it is stronger than the next in the table, 0 to 1.
    pub superiority: Option<f64>,
    /// Games with an error of the bot, such as an invalid answer of an external program.
    pub faults: u64,
    /// By tournament: its score against all others; empty for a single tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaScore[]"))]
    pub tournaments: Vec<Score>,
    /// How its share of the points differs between the tournaments; `None` for fewer than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// The metrics of [`Report::metrics`] over all its games of two; empty for a game without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(Measured | null)[]"))]
    pub ends: Vec<Option<Measured>>,
}

/// How the share of the points of an entrant differs between tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Spread {
    /// The smallest share of a tournament.
    pub low: f64,
    /// The mean of the tournaments.
    pub mean: f64,
    /// The largest share of a tournament.
    pub high: f64,
    /// The standard deviation between tournaments.
    pub deviation: f64,
    /// Number of tournaments with the largest share of the table; a shared first place counts for each.
    pub firsts: usize,
}

/// The mean of a metric with its 95% interval: Wilson's for a share of points, else Student's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Measured {
    /// Number of games that it is measured in.
    pub games: u64,
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// A metric for the ends of games, see [`EndMetric`](crate::contract::declaration::EndMetric).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MetricReport {
    /// Its name.
    pub of: String,
    /// Its meaning for one bot.
    pub about: String,
    /// Whether it is a share of points, 0 to 1.
    pub share: bool,
}

/// One entrant against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PairReport {
    /// The entrant that the score belongs to.
    pub bot: String,
    /// Its opponent.
    pub against: String,
    /// Its score, seat against seat.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaScore"))]
    pub score: Score,
    /// Numbers of pairs of games on one opening with 0, ½, 1, 1½ and 2 points, in games of two.
    pub pentanomial: Option<[u64; 5]>,
    /// The score over the pairs, each a unit; `None` for fewer than two pairs.
    pub paired: Option<Interval>,
    /// The metrics of [`Report::metrics`] for `bot` in these games; empty for a game without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(Measured | null)[]"))]
    pub ends: Vec<Option<Measured>>,
}

/// The share of the points of one entrant minus that of another, over shared openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Difference {
    /// The entrant with the better place.
    pub bot: String,
    /// The entrant with the worse place.
    pub than: String,
    /// Number of openings with the same number of games of both.
    pub openings: u64,
    /// The mean difference with its 95% interval; the unit is an opening.
    pub ahead: Interval,
    /// The likelihood that the true difference is above 0.
    pub superiority: f64,
    /// Number of openings needed to detect a difference of this size (5%, power 80%).
    pub needed: Option<u64>,
}

/// The share of first ranks of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeatReport {
    /// The seat's name at the first start; `seat 3` if that start has fewer seats.
    pub seat: String,
    /// Its share of first ranks.
    pub won: Share,
}

/// The results from one of several starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StartReport {
    /// The start's name, such as that of a map.
    pub start: String,
    /// The options in which it may differ from the others, with the names of its values.
    pub values: Vec<(String, String)>,
    /// The share of first ranks of each entrant, in their order.
    pub won: Vec<Share>,
    /// The entrants with the largest share, by index: several if they are equal; none before the first game.
    pub winners: Vec<usize>,
    /// Whether the 95% interval of the only winner is above those of all others; the unit is an opening.
    pub clear: bool,
}

/// The lengths of the games, in plies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lengths {
    /// Plies of the shortest game; 0 without games.
    pub shortest: usize,
    /// Half of the games have at most this many plies.
    pub median: usize,
    /// Plies of the longest game; 0 without games.
    pub longest: usize,
    /// Histogram from the shortest to the longest, in bins of the same width: lower bound in plies, number of games.
    pub bins: Vec<(usize, u64)>,
}

/// The test that ends the arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TestReport {
    /// The test's hypotheses.
    pub test: Sprt,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// The absolute log ratio at which the test is decided.
    pub bound: f64,
    /// The test's result; open if too many games repeat others.
    pub verdict: Verdict,
    /// The verdict in words: the first of the report's remarks.
    pub words: String,
}

/// A round of a tournament in rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoundReport {
    /// The pairs of bots that meet in this round.
    pub meetings: Vec<MeetingReport>,
    /// The bots with a bye.
    pub byes: Vec<String>,
}

/// A meeting of two bots in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MeetingReport {
    /// The two bots; `points` has the same order.
    pub bots: [String; 2],
    /// Points of each so far: a win is 1, a draw ½.
    pub points: [f64; 2],
    /// `None` before the end of the meeting, and after a draw in the Swiss system; a knockout has a winner.
    pub winner: Option<String>,
}

/// A published table for comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReferenceReport {
    /// One line above the table.
    pub title: String,
    /// A note on it.
    pub note: String,
    /// Headings of the shares.
    pub columns: Vec<String>,
    /// Its rows: a name, and a cell for each column, `None` if neither the table nor our games have a number.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[string, (ReferenceCell | null)[]][]"))]
    pub rows: Vec<(String, Vec<Option<ReferenceCell>>)>,
    /// Whether cells are of the column's bot against the row's.
    pub by_column: bool,
}

/// A number of a published table, and ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReferenceCell {
    /// The published number as printed; empty if unknown.
    pub known: String,
    /// Ours in the same form; empty without games.
    pub ours: String,
    /// Our share of the points with its 95% interval.
    pub share: Option<Interval>,
    /// Whether the published number is outside of that interval.
    pub outside: bool,
}

/// The results of an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Of every game, by key.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Map<String, Value>,
    /// The master seed: all other seeds derive from it.
    pub seed: u64,
    /// The requested number of games per pairing, from each start.
    pub games_a_pairing: u32,
    /// Number of tournaments, each with the next seed.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub repeat: u32,
    /// Number of scheduled games; for a tournament in rounds, the maximum.
    pub planned: u64,
    /// Number of finished games, including repeated ones.
    pub games: u64,
    /// Number of different games; `None` unless known of all.
    #[serde(default)]
    pub different: Option<u64>,
    /// Number of games in tables and intervals: without openings on which the same entrants had played the same games.
    #[serde(default)]
    pub counted: u64,
    /// The type of openings, their number, and the number of different ones, in a sentence.
    #[serde(default)]
    pub openings: String,
    /// Whether all games are played, or all that the test needed.
    pub finished: bool,
    /// The main result, in a sentence.
    pub headline: String,
    /// Further results and warnings, in sentences.
    pub remarks: Vec<String>,
    /// The mean number of plies.
    pub plies: f64,
    /// Further statistics of the lengths of games.
    pub lengths: Lengths,
    /// The model of the ratings, in words; empty if there are no ratings.
    pub model: String,
    /// The entrants, in the order of the request.
    pub bots: Vec<BotReport>,
    /// Each entrant against each other, both ways.
    pub pairs: Vec<PairReport>,
    /// For each pair, the better placed entrant against the other, by place.
    pub differences: Vec<Difference>,
    /// The share of first ranks of each seat.
    pub seats: Vec<SeatReport>,
    /// The results from each start, if there are several.
    pub starts: Vec<StartReport>,
    /// Number of games in the tables by reason of the end.
    pub reasons: BTreeMap<String, u64>,
    /// Number of games in the tables by question and answer.
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// Averages over the games in the tables, by the name of the number.
    pub means: BTreeMap<String, f64>,
    /// The metrics of the table of ends by bot; empty for a game without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<MetricReport>,
    /// The stop condition's test, if there is one.
    pub test: Option<TestReport>,
    /// The rounds so far, in a tournament in rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundReport>,
    /// Published tables of the preset; empty without one.
    pub references: Vec<ReferenceReport>,
}

impl Report {
    /// The entrants by place, best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        sort_by_key(&mut order, |&i| (self.bots[i].place as i64, 0));
        order
    }

    /// The games of one entrant against another; `None` if they did not meet.
    pub fn pair(&self, a: usize, b: usize) -> Option<&PairReport> {
        let (bot, against) = (&self.bots[a].bot, &self.bots[b].bot);
        let found = |pair: &&PairReport| pair.bot == *bot && pair.against == *against;
        self.pairs.iter().find(found).filter(|pair| pair.score.games() > 0)
    }

    /// Whether games have more than two seats.
    pub fn many(&self) -> bool {
        self.seats.len() > 2
    }
}

impl Score {
    /// Number of comparisons: one per game and opponent.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
