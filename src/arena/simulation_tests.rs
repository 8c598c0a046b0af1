//! Simulated games with random results: whether intervals and tests have their nominal error rates.

use super::statistics::sprt::Verdict;
use super::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Generates games with random ranks (Plackett-Luce model). The first entrant may have a larger weight than each of the
/// others. Some openings are repeated, as between deterministic bots.
struct SimulatedGames {
    rng: Rng,
    /// The probability that the first entrant ranks before another.
    chance: f64,
    /// Percentage of repeated openings.
    again: usize,
}

impl SimulatedGames {
    fn unit_random(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The games of one opening, either all new or all repeated from an earlier opening.
    fn play(&mut self, fixtures: &[Fixture], before: &[Vec<GameResult>]) -> Vec<GameResult> {
        if !before.is_empty() && self.rng.below(100) < self.again {
            return before[self.rng.below(before.len())].clone();
        }
        let mut games = Vec::new();
        for fixture in fixtures {
            let n = fixture.seats.len();
            let tickets = self.chance / (1.0 - self.chance);
            let of = |seat: usize| if fixture.seats[seat] == 0 { tickets } else { 1.0 };
            let (mut ranks, mut left) = (vec![0; n], Vec::from_iter(0..n));
            for rank in 1..=n {
                let mut drawn = self.unit_random() * left.iter().map(|&seat| of(seat)).sum::<f64>();
                let has = |&seat: &usize| {
                    drawn -= of(seat);
                    drawn < 0.0
                };
                let at = left.iter().position(has).unwrap_or(left.len() - 1);
                ranks[left.remove(at)] = rank as u8;
            }
            games.push(GameResult {
                seats: fixture.seats.clone(),
                ranks,
                scores: vec![0; n],
                reason: "coins".into(),
                plies: 1,
                course: Some(self.rng.next_u64() as u32),
                ..GameResult::default()
            });
        }
        games
    }

    /// A run until the arena's test is decided, or all games are played.
    fn run(&mut self, arena: &Arena, schedule: &Schedule, seats: usize) -> GameTally {
        let mut tally = GameTally::new(arena);
        let mut before = Vec::new();
        for opening in 0..schedule.games() / seats {
            let fixture = |i| schedule.fixture(opening * seats + i).expect("a game");
            let fixtures: Vec<Fixture> = (0..seats).map(fixture).collect();
            let games = self.play(&fixtures, &before);
            for (fixture, game) in fixtures.iter().zip(&games) {
                tally.add(fixture, game);
            }
            before.push(games);
            if arena.until.is_some_and(|test| tally.verdict(&test) != Verdict::Open) {
                break;
            }
        }
        tally
    }
}

const RUNS: usize = 500;

fn arena_for_coins(seats: usize, games: u32, until: Option<&str>) -> (Arena, Schedule) {
    let (game, bot) = if seats == 2 { ("uros", "random") } else { ("outpost", "mason") };
    let bots = vec![bot; seats];
    let setup = json!({ "game": game, "bots": bots, "games": games });
    let mut arena = super::setup::read(&setup).expect("an arena");
    arena.until = until.map(|test| test.parse().expect("a test"));
    let schedule = arena.schedule();
    (arena, schedule)
}

/// The true values if the first entrant is `elo` points stronger on the scale of the test: the difference between the
/// first two shares of points, and the probability that the first ranks before each of the others.
fn truth(seats: usize, elo: f64) -> (f64, f64) {
    let ahead = 2.0 * statistics::sprt::expected_score(elo) - 1.0;
    let others = (seats - 1) as f64;
    (ahead, 0.5 + ahead * others / seats as f64)
}

/// The intervals of a report about the first two, and the true values.
fn intervals(
    found: &GameTally,
    seats: usize,
    (ahead, chance): (f64, f64),
) -> Vec<(&'static str, statistics::Interval, f64)> {
    let difference =
        found.difference(0, 1).interval(statistics::PRIOR_VARIANCE, statistics::DIFFERENCES);
    let rating = found.ratings().expect("games").anchored(0, &[1], 0.0);
    let elo = 400.0 * (chance / (1.0 - chance)).log10();
    let mut all =
        vec![("difference", difference.expect("openings"), ahead), ("rating", rating, elo)];
    if seats == 2 {
        all.push(("score of pairs", found.units(0, 1).score().expect("pairs"), chance));
    }
    all
}

#[test]
fn intervals_cover_the_true_value_at_the_nominal_rate() {
    for (seats, games, again, elo) in [
        (2, 100, 0, 0.0),
        (2, 100, 50, 0.0),
        (2, 100, 0, 60.0),
        (4, 160, 0, 0.0),
        (4, 160, 50, 0.0),
        (4, 160, 0, 60.0),
    ] {
        let (arena, schedule) = arena_for_coins(seats, games, None);
        let rng = Rng::new(seats as u64, Stream::Other(again as u32));
        let truth = truth(seats, elo);
        let mut coins = SimulatedGames { rng, chance: truth.1, again };
        let mut held: BTreeMap<&str, usize> = BTreeMap::new();
        for _ in 0..RUNS {
            let found = coins.run(&arena, &schedule, seats).with_unfinished();
            for (name, interval, true_value) in intervals(&found, seats, truth) {
                *held.entry(name).or_default() += usize::from(interval.holds(true_value));
            }
        }
        for (name, held) in held {
            let share = held as f64 / RUNS as f64;
            let what = format!("{seats} seats, {elo} Elo, {again}% repeated openings, {name}");
            eprintln!("{what}: {held} of {RUNS} intervals hold");
            assert!((share - 0.95).abs() <= 0.03, "{what}: {share}");
        }
    }
}

#[test]
fn sequential_tests_keep_their_nominal_error_rate() {
    for (seats, test, elo, wrong) in [
        (2, "sprt 0 100", 0.0, Verdict::Greater),
        (2, "sprt 0 100", 100.0, Verdict::Lesser),
        (4, "sprt 0 100", 0.0, Verdict::Greater),
        (4, "sprt -100 0", 0.0, Verdict::Lesser),
        (4, "sprt 0 30", 0.0, Verdict::Greater),
        (4, "sprt -30 0", 0.0, Verdict::Lesser),
        (4, "sprt 0 30", 30.0, Verdict::Lesser),
    ] {
        let (arena, schedule) = arena_for_coins(seats, 2400, Some(test));
        let chance = truth(seats, elo).1;
        let mut coins =
            SimulatedGames { rng: Rng::new(3, Stream::Other(seats as u32)), chance, again: 5 };
        let (mut errors, mut openings) = (0, 0);
        for _ in 0..RUNS {
            let found = coins.run(&arena, &schedule, seats);
            let verdict = found.verdict(&arena.until.expect("a test"));
            errors += usize::from(verdict == wrong);
            openings += found.games as usize / seats;
        }
        let share = errors as f64 / RUNS as f64;
        let (what, mean) = (format!("{seats} seats, {test}, {elo} Elo"), openings / RUNS);
        eprintln!("{what}: {errors} of {RUNS} decided wrongly, {mean} openings");
        assert!(share <= statistics::sprt::ALPHA + 0.03, "{what}: {share}");
    }
}
