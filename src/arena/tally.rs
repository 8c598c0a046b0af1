//! Collects the results of games in the order of their numbers; some may be missing.

use super::Arena;
use super::game_result::GameResult;
use super::schedule::Fixture;
use super::statistics::Sample;
use super::statistics::davidson::{Ratings, Unit, fit};
use super::statistics::pairs::{Units, halves};
use super::statistics::sprt::{Scores, Sprt, Verdict};
use crate::base::util::{mix64, sort_by_key};
use crate::contract::declaration::EndMetric;
use crate::contract::presentation::Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Number of games with each ranking: the entrants of a game in rising order with their ranks, 1 for the best.
type Rankings = BTreeMap<Vec<(usize, u8)>, u64>;

/// Results against other entrants, seat against seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tableau {
    /// Better rank than the other.
    pub wins: u64,
    /// The same rank.
    pub draws: u64,
    /// Worse rank.
    pub losses: u64,
}

impl Tableau {
    /// Number of comparisons: one per game and opponent.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a draw is half a win.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    pub(super) fn add(&mut self, other: Tableau) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Number of first ranks of an entrant: games, and halves of a first rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Firsts {
    /// Games played, without repeated ones.
    pub games: u64,
    /// Halves of a first rank in them: 2 for the only first, 1 for one of several.
    pub halves: u64,
}

impl Firsts {
    fn add(&mut self, halves: u64) {
        self.games += 1;
        self.halves += halves;
    }
}

/// Results of an entrant on the current opening.
#[derive(Clone, Copy, Debug, Default)]
struct OnOpening {
    games: u64,
    ranks: u64,
    /// Halves of points against each opponent of its games, and the number of these opponents.
    points: u64,
    others: u64,
}

impl OnOpening {
    /// The share of the points, seat against seat.
    fn share(&self) -> f64 {
        self.points as f64 / (2 * self.others.max(1)) as f64
    }
}

/// Sums over the games so far, for reports and tests.
#[derive(Clone, Debug, Default)]
pub struct GameTally {
    entrants: usize,
    challengers: Option<usize>,
    /// Number of games added, including repeated ones.
    pub games: u64,
    /// Entrants and course of each game, as a hash. Shared by all copies made for reports.
    courses: Arc<BTreeSet<u64>>,
    /// Number of games of which the course is unknown.
    unknown: u64,
    /// Games that do not count: the same entrants had already played all games that swap seats on the opening.
    pub(super) repeated: u64,
    /// Hashes of the positions at which bots began, from each start; and the number of openings.
    begun: Arc<BTreeSet<u64>>,
    pub(super) openings: u64,
    /// The games of an incomplete block.
    block: Vec<(Fixture, GameResult)>,
    /// `pairs[a][b]`: `a` against `b`, seat by seat.
    pub(super) pairs: Vec<Vec<Tableau>>,
    /// All games of two, for `a < b`, including repeated ones.
    met: BTreeMap<[usize; 2], u64>,
    /// Games of two in pairs, for `a < b`.
    units: BTreeMap<(usize, usize), Units>,
    /// A game of two whose partner is missing so far: its block, entrants, and halves of a win of the first.
    alone: Option<(usize, (usize, usize), usize)>,
    pub(super) firsts: Vec<Firsts>,
    /// By start and entrant.
    pub(super) by_start: Vec<Vec<Firsts>>,
    /// By tournament and entrant: results against all others, seat by seat.
    pub(super) by_tournament: Vec<Vec<Tableau>>,
    /// The metrics that the game declares for the ends of its games.
    metrics: &'static [EndMetric],
    /// By entrant, opponent and metric, in games of two; empty without metrics.
    pub(super) ends: Vec<Vec<Vec<Sample>>>,
    /// Results of the games by seat, from 0.
    pub(super) seats: Vec<Firsts>,
    /// Games of more than two.
    pub(super) rankings: Rankings,
    /// The mean rank of each entrant; the unit is an opening.
    pub(super) mean_ranks: Vec<Sample>,
    /// The share of the points of each entrant, seat against seat; the unit is an opening.
    pub(super) shares: Vec<Sample>,
    /// For `a < b`: the share of the points of `a` minus that of `b`; the unit is an opening.
    differences: BTreeMap<(usize, usize), Sample>,
    /// The score of the first entrant against the second; the unit is an opening.
    scores: Scores,
    opening: Option<u64>,
    on_opening: Vec<OnOpening>,
    /// Number of games by number of plies.
    pub(super) plies: BTreeMap<usize, u64>,
    pub(super) reasons: BTreeMap<String, u64>,
    pub(super) counts: BTreeMap<String, BTreeMap<String, u64>>,
    pub(super) means: BTreeMap<String, Sample>,
    /// By entrant: games with an error of a bot, such as an invalid answer of an external program.
    pub(super) faults: Vec<u64>,
}

impl GameTally {
    /// A tally without games.
    pub fn new(arena: &Arena) -> Self {
        let n = arena.entrants.len();
        GameTally {
            entrants: n,
            challengers: arena.challengers,
            pairs: vec![vec![Tableau::default(); n]; n],
            firsts: vec![Firsts::default(); n],
            by_start: vec![vec![Firsts::default(); n]; arena.starts().len()],
            by_tournament: vec![vec![Tableau::default(); n]; arena.repeat as usize],
            metrics: arena.game.data().end_metrics,
            ends: match arena.game.data().end_metrics.len() {
                0 => Vec::new(),
                count => vec![vec![vec![Sample::default(); count]; n]; n],
            },
            mean_ranks: vec![Sample::default(); n],
            shares: vec![Sample::default(); n],
            on_opening: vec![OnOpening::default(); n],
            faults: vec![0; n],
            ..GameTally::default()
        }
    }

    /// Adds a game; the numbers of games must increase.
    pub fn add(&mut self, fixture: &Fixture, game: &GameResult) {
        if self.block.first().is_some_and(|(before, _)| before.block != fixture.block) {
            self.end_block();
        }
        self.games += 1;
        if let &[a, b] = game.seats.as_slice() {
            *self.met.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
        for (seat, &entrant) in game.seats.iter().enumerate() {
            self.faults[entrant] += u64::from(game.faults.iter().any(|fault| fault.seat == seat));
        }
        self.block.push((fixture.clone(), game.clone()));
        if self.block.len() == game.seats.len() {
            self.end_block();
        }
    }

    /// Counts the games of a block, unless all of them are repetitions.
    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let mut new = false;
        for (fixture, game) in &block {
            if self.opening != Some(fixture.seed) {
                self.end_opening();
                self.opening = Some(fixture.seed);
                self.openings += 1;
            }
            if let Some(opening) = game.opening {
                let key = mix64(u64::from(opening) | (fixture.start as u64) << 32);
                Arc::make_mut(&mut self.begun).insert(key);
            }
            new |= match game.course {
                Some(course) => {
                    let mut played = game.seats.clone();
                    sort_by_key(&mut played, |&entrant| (entrant as i64, 0));
                    let key = played
                        .iter()
                        .fold(u64::from(course), |key, &entrant| mix64(key ^ entrant as u64));
                    Arc::make_mut(&mut self.courses).insert(key)
                }
                None => {
                    self.unknown += 1;
                    true
                }
            };
        }
        if new {
            block.iter().for_each(|(fixture, game)| self.count(fixture, game));
        } else {
            self.repeated += block.len() as u64;
        }
    }

    fn count(&mut self, fixture: &Fixture, game: &GameResult) {
        self.seats.resize(self.seats.len().max(game.seats.len()), Firsts::default());
        for (seat, &entrant) in game.seats.iter().enumerate() {
            let halves = game.halves(seat);
            self.firsts[entrant].add(halves);
            self.by_start[fixture.start][entrant].add(halves);
            self.seats[seat].add(halves);
            let here = &mut self.on_opening[entrant];
            here.games += 1;
            here.ranks += u64::from(game.ranks[seat]);
        }
        for (i, &a) in game.seats.iter().enumerate() {
            for (j, &b) in game.seats.iter().enumerate().filter(|&(j, _)| j != i) {
                let Tableau { wins, draws, losses } = &mut self.pairs[a][b];
                let points = halves(game.ranks[i], game.ranks[j]);
                *[losses, draws, wins][points] += 1;
                if let Some(tableaus) = self.by_tournament.get_mut(fixture.tournament) {
                    let Tableau { wins, draws, losses } = &mut tableaus[a];
                    *[losses, draws, wins][points] += 1;
                }
                let here = &mut self.on_opening[a];
                here.others += 1;
                here.points += points as u64;
            }
        }
        if let (&[a, b], &[first, second]) = (game.seats.as_slice(), game.ranks.as_slice()) {
            if a < b {
                self.add_of_two(fixture.block, (a, b), halves(first, second));
            } else {
                self.add_of_two(fixture.block, (b, a), halves(second, first));
            }
        } else {
            let mut ranking: Vec<(usize, u8)> =
                game.seats.iter().copied().zip(game.ranks.iter().copied()).collect();
            sort_by_key(&mut ranking, |&(entrant, rank)| (entrant as i64, i64::from(rank)));
            *self.rankings.entry(ranking).or_default() += 1;
        }
        self.add_tallies(game);
    }

    fn add_of_two(&mut self, block: usize, pair: (usize, usize), points: usize) {
        match self.alone.take_if(|(before, ..)| *before == block) {
            Some((_, _, one)) => self.units.entry(pair).or_default().add_pair(one, points),
            None => {
                self.end_alone();
                self.alone = Some((block, pair, points));
            }
        }
    }

    /// Counts the game whose partner is missing.
    fn end_alone(&mut self) {
        if let Some((_, pair, points)) = self.alone.take() {
            self.units.entry(pair).or_default().single[points] += 1;
        }
    }

    fn add_tallies(&mut self, game: &GameResult) {
        *self.plies.entry(game.plies).or_default() += 1;
        *self.reasons.entry(game.reason.to_string()).or_default() += 1;
        for tally in &game.tallies {
            match tally {
                Tally::Count { of, answer } => {
                    let answers = self.counts.entry(of.to_string()).or_default();
                    *answers.entry(answer.to_string()).or_default() += 1;
                }
                Tally::Mean { of, value, seat } => {
                    let metric = self.metrics.iter().position(|metric| metric.of == *of);
                    if let (Some(metric), &[a, b]) = (metric, game.seats.as_slice()) {
                        for (at, one, other) in [(0, a, b), (1, b, a)] {
                            if seat.is_none_or(|seat| seat == at) {
                                self.ends[one][other][metric].add(*value);
                            }
                        }
                    }
                    if metric.is_none_or(|metric| !self.metrics[metric].share) {
                        self.means.entry(of.to_string()).or_default().add(*value);
                    }
                }
            }
        }
    }

    /// Compares the entrants on the finished opening: those with the same number of games on it.
    fn end_opening(&mut self) {
        let here =
            std::mem::replace(&mut self.on_opening, vec![OnOpening::default(); self.entrants]);
        let compared = self.challengers.unwrap_or(self.entrants);
        for (a, one) in here.iter().enumerate().filter(|(_, one)| one.games > 0) {
            self.mean_ranks[a].add(one.ranks as f64 / one.games as f64);
            self.shares[a].add(one.share());
            for (b, other) in here.iter().enumerate().take(compared).skip(a + 1) {
                if one.games == other.games {
                    let ahead = one.share() - other.share();
                    if (a, b) == (0, 1) {
                        self.scores.add((1.0 + ahead) / 2.0);
                    }
                    self.differences.entry((a, b)).or_default().add(ahead);
                }
            }
        }
    }

    /// Number of different games; `None` unless the course of all games is known.
    pub(super) fn different(&self) -> Option<u64> {
        (self.unknown == 0).then_some(self.courses.len() as u64)
    }

    /// Number of different openings; `None` if unknown.
    pub(super) fn different_openings(&self) -> Option<u64> {
        (!self.begun.is_empty()).then_some(self.begun.len() as u64)
    }

    /// Whether too many games repeat others to be independent evidence.
    pub(super) fn repeats(&self) -> bool {
        self.different().is_some_and(|different| repeats(different, self.games))
    }

    /// A copy that includes the game without its partner and the unfinished opening, for a report.
    pub(super) fn with_unfinished(&self) -> GameTally {
        let mut copy = self.clone();
        copy.end_block();
        copy.end_opening();
        copy.end_alone();
        copy
    }

    /// Number of games between two entrants, including repeated ones.
    pub(super) fn met(&self, [a, b]: [usize; 2]) -> u64 {
        self.met.get(&[a.min(b), a.max(b)]).copied().unwrap_or_default()
    }

    /// The games of two in pairs, from `a`'s view.
    pub(super) fn units(&self, a: usize, b: usize) -> Units {
        match a < b {
            true => self.units.get(&(a, b)).copied().unwrap_or_default(),
            false => self.units.get(&(b, a)).map(Units::reversed).unwrap_or_default(),
        }
    }

    /// The share of the points of `a` minus that of `b` on the same openings.
    pub(super) fn difference(&self, a: usize, b: usize) -> Sample {
        let known = self.differences.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b { known } else { known.reversed() }
    }

    /// The ratings; `None` if no game was played.
    pub(super) fn ratings(&self) -> Option<Ratings> {
        // One virtual comparison each: negligible next to real ones, and enough to keep ratings finite.
        fit(self.entrants, &self.rated(), 1.0)
    }

    /// All games as rating units: pairs of games of two, and single games of more.
    fn rated(&self) -> Vec<(u64, Unit)> {
        let pairs = self.units.iter().flat_map(|(&(a, b), units)| {
            units.kinds().map(move |(count, split)| (count, vec![(a, b, split)]))
        });
        let games = self.rankings.iter().map(|(ranking, &count)| {
            let mut unit = Unit::new();
            for (i, &(a, rank)) in ranking.iter().enumerate() {
                for &(b, other) in &ranking[i + 1..] {
                    let points = halves(rank, other);
                    unit.push((a, b, [0, 1, 2].map(|kind| u64::from(kind == points))));
                }
            }
            (count, unit)
        });
        pairs.filter(|(count, _)| *count > 0).chain(games).collect()
    }

    /// The scores for a test of the first entrant against the second: pairs of games if the two are the only
    /// entrants, else openings. The score of an opening is one half, plus half the difference between the shares
    /// of the points of the two, seat against seat.
    pub(super) fn tested(&self) -> Scores {
        match self.entrants {
            2 => Scores::of_pairs(&self.units(0, 1).pentanomial()),
            _ => self.scores.clone(),
        }
    }

    /// The verdict of a test of the first entrant against the second; open if the games repeat each other.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        if self.repeats() { Verdict::Open } else { sprt.verdict(&self.tested()) }
    }
}

/// Whether fewer than nine of ten games differ.
pub(super) fn repeats(different: u64, games: u64) -> bool {
    different * 10 < games * 9
}
