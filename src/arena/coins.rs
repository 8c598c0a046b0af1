//! Games of coins: whether intervals and tests are wrong as seldom as they say.

use super::statistics::sprt::Verdict;
use super::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Ranks drawn with equal chances, or for two by the chance of the first; some openings come again, as they do between
/// bots without chance. How often 500 runs are wrong.
struct Coins {
    rng: Rng,
    /// The chance of the first of two entrants.
    chance: f64,
    /// How many openings of a hundred are played again.
    again: usize,
}

impl Coins {
    fn below_one(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The games of one opening, all of them new or all of them those of an opening before.
    fn play(&mut self, fixtures: &[Fixture], before: &[Vec<Played>]) -> Vec<Played> {
        if !before.is_empty() && self.rng.below(100) < self.again {
            return before[self.rng.below(before.len())].clone();
        }
        let mut games = Vec::new();
        for fixture in fixtures {
            let n = fixture.seats.len();
            let mut ranks: Vec<u8> = (1..=n as u8).collect();
            self.rng.shuffle(&mut ranks);
            if n == 2 {
                let first = fixture.seats.iter().position(|&one| one == 0).expect("plays");
                ranks = vec![2, 2];
                let won = self.below_one() < self.chance;
                ranks[if won { first } else { 1 - first }] = 1;
            }
            games.push(Played {
                seats: fixture.seats.clone(),
                ranks,
                scores: vec![0; n],
                reason: "coins".into(),
                plies: 1,
                course: Some(self.rng.next_u64() as u32),
                opening: None,
                moves: Vec::new(),
                decisions: Vec::new(),
                tallies: Vec::new(),
                faults: Vec::new(),
            });
        }
        games
    }

    /// A run until the arena's test is decided, or to the end.
    fn run(&mut self, arena: &Arena, schedule: &Schedule, seats: usize) -> Collector {
        let mut collector = Collector::new(arena);
        let mut before = Vec::new();
        for opening in 0..schedule.games() / seats {
            let fixture = |i| schedule.fixture(opening * seats + i).expect("a game");
            let fixtures: Vec<Fixture> = (0..seats).map(fixture).collect();
            let games = self.play(&fixtures, &before);
            for (fixture, game) in fixtures.iter().zip(&games) {
                collector.add(fixture, game);
            }
            before.push(games);
            if arena.until.is_some_and(|test| collector.verdict(&test) != Verdict::Open) {
                break;
            }
        }
        collector
    }
}

const RUNS: usize = 500;

fn for_coins(seats: usize, games: u32, until: Option<&str>) -> (Arena, Schedule) {
    let (game, bot) = if seats == 2 { ("uros", "random") } else { ("outpost", "mason") };
    let bots = vec![bot; seats];
    let setup = json!({ "game": game, "bots": bots, "games": games });
    let mut arena = super::setup::read(&setup).expect("an arena");
    arena.until = until.map(|test| test.parse().expect("a test"));
    let schedule = arena.schedule();
    (arena, schedule)
}

/// The intervals of a report about the first two of coins that are alike, and what they should hold.
fn intervals(found: &Collector, seats: usize) -> Vec<(&'static str, statistics::Interval, f64)> {
    let ahead = found.difference(0, 1).interval(statistics::DOUBT, statistics::DIFFERENCES);
    let rating = found.ratings().expect("games").anchored(0, &[1], 0.0);
    let mut all = vec![("difference", ahead.expect("openings"), 0.0), ("rating", rating, 0.0)];
    if seats == 2 {
        all.push(("score of pairs", found.units(0, 1).score().expect("pairs"), 0.5));
    }
    all
}

#[test]
fn intervals_of_coins_hold_the_truth_as_often_as_they_say() {
    for (seats, games, again) in [(2, 100, 0), (2, 100, 50), (4, 160, 0), (4, 160, 50)] {
        let (arena, schedule) = for_coins(seats, games, None);
        let rng = Rng::new(seats as u64, Stream::Other(again as u32));
        let mut coins = Coins { rng, chance: 0.5, again };
        let mut held: BTreeMap<&str, usize> = BTreeMap::new();
        for _ in 0..RUNS {
            let found = coins.run(&arena, &schedule, seats).settled();
            for (name, interval, truth) in intervals(&found, seats) {
                *held.entry(name).or_default() += usize::from(interval.holds(truth));
            }
        }
        for (name, held) in held {
            let share = held as f64 / RUNS as f64;
            eprintln!(
                "{seats} seats, {again} of 100 openings again, {name}: {held} of {RUNS} intervals hold"
            );
            assert!((share - 0.95).abs() <= 0.03, "{seats} seats, {again} again, {name}: {share}");
        }
    }
}

#[test]
fn tests_of_coins_are_wrong_as_seldom_as_they_say() {
    let ahead = statistics::sprt::expected_score(100.0);
    for (seats, test, chance, wrong) in [
        (2, "sprt 0 100", 0.5, Verdict::Greater),
        (2, "sprt 0 100", ahead, Verdict::Lesser),
        (4, "sprt 0 100", 0.5, Verdict::Greater),
        (4, "sprt -100 0", 0.5, Verdict::Lesser),
        (4, "sprt 0 30", 0.5, Verdict::Greater),
        (4, "sprt -30 0", 0.5, Verdict::Lesser),
    ] {
        let (arena, schedule) = for_coins(seats, 2400, Some(test));
        let mut coins = Coins { rng: Rng::new(3, Stream::Other(seats as u32)), chance, again: 5 };
        let (mut errors, mut openings) = (0, 0);
        for _ in 0..RUNS {
            let found = coins.run(&arena, &schedule, seats);
            let verdict = found.verdict(&arena.until.expect("a test"));
            errors += usize::from(verdict == wrong);
            openings += found.games() as usize / seats;
        }
        let share = errors as f64 / RUNS as f64;
        let mean = openings / RUNS;
        eprintln!(
            "{seats} seats, {test}, {chance:.3}: {errors} of {RUNS} decided wrongly, {mean} openings"
        );
        assert!(share <= statistics::sprt::ALPHA + 0.03, "{seats} seats, {test}: {share}");
    }
}
