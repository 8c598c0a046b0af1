//! What an arena found, as data: the same for the command line's tables, for files and for the page.
//! Shares are from 0 to 1; numbers are rounded to six decimals, so that they are written alike everywhere.

use super::statistics::Interval;
use super::statistics::sprt::{Sprt, Verdict};
use crate::base::util::sort_by_key;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Wins, draws and losses, and the share of the points with its 95% interval (Wilson, a game a trial).
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
    /// Upper end.
    pub high: f64,
}

/// A share of games with its 95% interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Share {
    /// Of this many games.
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BotReport {
    /// Its name.
    pub bot: String,
    /// Who it is, as in a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "SeatConfig"))]
    pub seat: Value,
    /// Its place in the table, from 1.
    pub place: usize,
    /// Seat against seat.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaScore"))]
    pub score: Score,
    /// How often it was first (half, if it shared that).
    pub won: Share,
    /// Of a challenger: its share of the points against the field with the 95% interval, an opening a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_field: Option<Interval>,
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PairReport {
    /// The one.
    pub bot: String,
    /// The other.
    pub against: String,
    /// Seat against seat.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaScore"))]
    pub score: Score,
    /// Pairs of games on one opening with 0, ½, 1, 1½ and 2 points, where two play.
    pub pentanomial: Option<[u64; 5]>,
    /// The score over the pairs, each a unit; `None` of fewer than two.
    pub paired: Option<Interval>,
}

/// How much larger the share of the points of one entrant is than that of another, over shared openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeatReport {
    /// The seat's name.
    pub seat: String,
    /// How often it was first.
    pub won: Share,
}

/// What happened from one of several starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StartReport {
    /// Its name.
    pub start: String,
    /// How often each entrant was first, in their order.
    pub won: Vec<Share>,
}

/// How long games were, in plies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lengths {
    /// The fewest.
    pub shortest: usize,
    /// Half of the games had at most this many.
    pub median: usize,
    /// The most.
    pub longest: usize,
    /// From the shortest to the longest, in steps of the same width: from how many plies on, and how many games.
    pub bins: Vec<(usize, u64)>,
}

/// The test that ends the arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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

/// A round of a tournament in rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoundReport {
    /// Who meets whom.
    pub meetings: Vec<MeetingReport>,
    /// Who goes on without a meeting.
    pub byes: Vec<String>,
}

/// Two bots that meet in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MeetingReport {
    /// The two.
    pub bots: [String; 2],
    /// Their points so far.
    pub points: [f64; 2],
    /// Who won it; `None` before its end, and where it was drawn.
    pub winner: Option<String>,
}

/// A known table that ours is shown beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Its options.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Map<String, Value>,
    /// From which all seeds are made.
    pub seed: u64,
    /// As asked for, from each start.
    pub games_a_pairing: u32,
    /// Games that were planned.
    pub planned: u64,
    /// Games that count here.
    pub games: u64,
    /// How many of them differ; `None` where that is not known of all.
    #[serde(default)]
    pub different: Option<u64>,
    /// Games that tables and intervals count: not those on openings on which the same entrants had played the same games.
    #[serde(default)]
    pub counted: u64,
    /// How they begin, how many openings there were, and how many of them differ, in a sentence.
    #[serde(default)]
    pub openings: String,
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
    /// Of a tournament in rounds, those so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundReport>,
    /// Known tables.
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
}
