//! Many games between bots: who meets whom, the games, and what they say.
//!
//! A round robin: every choice of as many entrants as the game has seats plays the same number of
//! games, and the entrants rotate through the seats, each opening once in every rotation. Every game
//! has a seed of its own that depends on the arena's seed, the pairing and the opening alone, so the
//! result is the same on any number of threads and in a browser. No stream, no clock and no face is
//! known here.

pub mod statistics;

use crate::bot::{Budget, Watch};
use crate::catalog::{AnyBot, AnyGame, AnyPosition, completes};
use crate::game::Outcome;
use crate::json::{self, Json, pairs as object_of};
use crate::object;
use crate::options::Options;
use crate::presentation::Tally;
use crate::record::SeatSpec;
use crate::rng::{MAX_SEED, Rng, Stream};
#[cfg(feature = "cli")]
use rayon::prelude::*;
use serde_json::Value;
use statistics::{Interval, wilson};

/// A bot in an arena.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called in the tables: as it was asked for.
    pub name: String,
    /// Which bot, with its options and budget; a person stands for a program outside.
    pub seat: SeatSpec,
}

/// What is played.
pub struct Arena {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its options.
    pub options: Options,
    /// At least as many as the game has seats.
    pub entrants: Vec<Entrant>,
    /// If given, so many of the first entrants meet the others only, not each other, and all of them
    /// meet the same opponents on the same openings.
    pub challengers: Option<usize>,
    /// Games a pairing.
    pub games: u32,
    /// From which all seeds are made.
    pub seed: u64,
}

/// One game of an arena, as planned.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fixture {
    seed: u64,
    /// The entrant on each seat.
    seats: Vec<usize>,
}

/// One game of an arena, as played.
#[derive(Clone, Debug)]
pub struct Played {
    seats: Vec<usize>,
    outcome: Outcome,
    tallies: Vec<Tally>,
    plies: usize,
}

/// Wins, draws and losses of one entrant.
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
    /// How many comparisons.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins and half the draws, as a share with its 95% interval (Wilson). Nought of nothing is all
    /// of [0, 1].
    pub fn share(&self) -> Interval {
        wilson(self.wins as f64 + self.draws as f64 / 2.0, self.games() as f64)
    }
}

/// The average of a number over those games that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    games: u64,
}

impl Mean {
    /// The average; 0 of nothing.
    pub fn value(&self) -> f64 {
        self.sum / self.games.max(1) as f64
    }
}

impl Json for Mean {
    fn json(&self) -> Value {
        self.value().json()
    }
}

/// How often each answer was given, in the order in which they came up.
pub type Answers = Vec<(String, u64)>;

/// The value under `key` in a short list, put there if there is none.
fn entry<'a, K: PartialEq + Clone, V: Default>(list: &'a mut Vec<(K, V)>, key: &K) -> &'a mut V {
    let at = list.iter().position(|(known, _)| known == key);
    let at = at.unwrap_or_else(|| {
        list.push((key.clone(), V::default()));
        list.len() - 1
    });
    &mut list[at].1
}

/// What an arena found.
#[derive(Clone, Debug)]
pub struct Results {
    /// The entrants' names.
    pub names: Vec<String>,
    /// `pairs[a][b]`: `a` against `b`, seat by seat.
    pub pairs: Vec<Vec<Tableau>>,
    /// Of each entrant: how many games it played, and how many halves of a first rank it had in them.
    pub firsts: Vec<(u64, u64)>,
    /// How many seats a game has.
    pub seats: usize,
    /// How many games were played.
    pub games: u64,
    /// The mean number of plies.
    pub plies: f64,
    /// How often a question about finished games had each answer.
    pub counts: Vec<(&'static str, Answers)>,
    /// Averages over finished games.
    pub means: Vec<(&'static str, Mean)>,
}

impl Results {
    /// The share of an entrant's games in which it was first (a half if it shared that), with its 95%
    /// interval (Wilson).
    pub fn won(&self, entrant: usize) -> Interval {
        let (games, halves) = self.firsts[entrant];
        wilson(halves as f64 / 2.0, games as f64)
    }

    /// One entrant against all others together.
    pub fn total(&self, entrant: usize) -> Tableau {
        self.pairs[entrant].iter().fold(Tableau::default(), |sum, pair| Tableau {
            wins: sum.wins + pair.wins,
            draws: sum.draws + pair.draws,
            losses: sum.losses + pair.losses,
        })
    }
}

impl Tableau {
    /// As a JSON object with these fields more.
    fn with<const N: usize>(self, more: [(&'static str, Value); N]) -> Value {
        let Interval { low, middle, high } = self.share();
        let mut fields = vec![
            ("wins", self.wins.json()),
            ("draws", self.draws.json()),
            ("losses", self.losses.json()),
            ("share", middle.json()),
            ("low", low.json()),
            ("high", high.json()),
        ];
        fields.extend(more);
        json::object(fields)
    }
}

impl Arena {
    /// The results as JSON, with what was played.
    pub fn to_json(&self, results: &Results) -> Value {
        let n = results.names.len();
        let bots: Vec<Value> = (0..n)
            .map(|a| {
                let Interval { low, middle, high } = results.won(a);
                let games = results.firsts[a].0;
                results.total(a).with([
                    ("bot", results.names[a].json()),
                    ("seat", self.entrants[a].seat.to_json()),
                    ("won", object!({ "games": games, "share": middle, "low": low, "high": high })),
                ])
            })
            .collect();
        let pairs: Vec<Value> = (0..n)
            .flat_map(|a| (0..n).filter(move |&b| b != a).map(move |b| (a, b)))
            .map(|(a, b)| {
                results.pairs[a][b]
                    .with([("bot", results.names[a].json()), ("against", results.names[b].json())])
            })
            .collect();
        let counts: Vec<(&str, Value)> =
            results.counts.iter().map(|(of, answers)| (*of, object_of(answers))).collect();
        let counts = object_of(&counts);
        object!({
            "game": self.game.id(),
            "options": self.options,
            "seed": self.seed,
            "games_a_pairing": self.games,
            "games": results.games,
            "plies": results.plies,
            "bots": bots,
            "pairs": pairs,
            "counts": counts,
            "means": object_of(&results.means),
        })
    }

    /// How many games there will be.
    pub fn size(&self) -> usize {
        self.fixtures().len()
    }

    fn fixtures(&self) -> Vec<Fixture> {
        // What the options make of it: a map may have any number of seats.
        let seats = self
            .game
            .start(&self.options, self.seed)
            .map_or(self.game.seat_names().len(), |start| start.seats());
        let mut fixtures = Vec::new();
        let mut opponents: Vec<Vec<usize>> = Vec::new();
        for (pairing, group) in groups(self.entrants.len(), seats).into_iter().enumerate() {
            let pairing = match self.challengers {
                None => pairing,
                // The opponents alone, so that every challenger has the same openings.
                Some(n) if group[0] < n && group.get(1).is_some_and(|&b| b >= n) => {
                    let others = &group[1..];
                    let known = opponents.iter().position(|known| known == others);
                    let number = known.unwrap_or_else(|| {
                        opponents.push(others.to_vec());
                        opponents.len() - 1
                    });
                    if seats == 2 { group[1] } else { number }
                }
                Some(_) => continue,
            };
            for game in 0..self.games {
                let opening = game / seats as u32;
                let turn = game as usize % seats;
                let stream = Stream::Match { pairing: pairing as u32, opening };
                let seed = Rng::new(self.seed, stream).next_u64() & MAX_SEED;
                let mut group = group.clone();
                group.rotate_left(turn);
                fixtures.push(Fixture { seed, seats: group });
            }
        }
        fixtures
    }

    /// Makes the bots and plans the games.
    ///
    /// # Errors
    /// A sentence, when a bot cannot be made.
    pub fn prepare(&self) -> Result<Plan, String> {
        let bots = self
            .entrants
            .iter()
            .map(|entrant| match &entrant.seat {
                SeatSpec::Human => Ok(None),
                SeatSpec::Bot { id, options, budget } => {
                    let info = self.game.bot_info(id).map_err(|e| e.to_string())?;
                    let bot = self.game.bot(id, options).map_err(|e| e.to_string())?;
                    Ok(Some((bot, budget.or(info.budget).unwrap_or(Budget::Nodes(1)))))
                }
            })
            .collect::<Result<_, String>>()?;
        Ok(Plan { bots, fixtures: self.fixtures() })
    }

    /// Plays the game of that number, from 0 up to [`Plan::games`]. Games may be played in any
    /// order; each is the same whenever it is played.
    ///
    /// # Errors
    /// A sentence, when there is no such game, its start cannot be made, or a bot gives no move.
    pub fn play(
        &self,
        plan: &Plan,
        index: usize,
        watch: &dyn Fn() -> Box<dyn Watch>,
    ) -> Result<Played, String> {
        let fixture = plan.fixtures.get(index).ok_or("there is no such game")?;
        let mut position =
            self.game.start(&self.options, fixture.seed).map_err(|e| e.to_string())?;
        let mut plies = 0;
        loop {
            let owing = position.to_act();
            let Some(seat) = owing.first() else { break };
            let entrant = fixture.seats[seat];
            let Some((bot, budget)) = &plan.bots[entrant] else {
                return Err(format!("{} is no bot of this arena", self.entrants[entrant].name));
            };
            let rng = Rng::new(fixture.seed, Stream::Decision { seat, ply: plies });
            let timed;
            let watch: &dyn Watch = if matches!(budget, Budget::Ms(_)) {
                timed = watch();
                timed.as_ref()
            } else {
                &crate::bot::Unwatched
            };
            bot.play(position.as_mut(), seat, *budget, rng, watch, false).ok_or_else(|| {
                format!(
                    "{} gave no move at ply {plies} of the game with seed {}",
                    self.entrants[entrant].name, fixture.seed
                )
            })?;
            plies += usize::from(completes(owing, seat, position.to_act()));
        }
        let outcome = position.outcome().ok_or("a game stopped without an outcome")?;
        Ok(Played { seats: fixture.seats.clone(), outcome, tallies: position.tallies(), plies })
    }

    /// The seed of the game of that number, and the entrant on each seat, for one that is played
    /// elsewhere; `None` when there is no such game.
    pub fn fixture<'a>(&self, plan: &'a Plan, index: usize) -> Option<(u64, &'a [usize])> {
        let fixture = plan.fixtures.get(index)?;
        Some((fixture.seed, &fixture.seats))
    }

    /// A game that was played elsewhere, from its last position; `None` if it is not over, or not planned.
    pub fn played_elsewhere(
        &self,
        plan: &Plan,
        index: usize,
        last: &dyn AnyPosition,
        plies: usize,
    ) -> Option<Played> {
        let seats = plan.fixtures.get(index)?.seats.clone();
        Some(Played { seats, outcome: last.outcome()?, tallies: last.tallies(), plies })
    }

    /// Plays all games by `play`, which is given their numbers, on the threads of the current rayon
    /// pool; `progress` is called after every game, from any thread.
    ///
    /// # Errors
    /// The first of `play`.
    #[cfg(feature = "cli")]
    pub fn run<E: Send>(
        &self,
        plan: &Plan,
        play: &(dyn Fn(usize) -> Result<Played, E> + Sync),
        progress: &(dyn Fn() + Sync),
    ) -> Result<Results, E> {
        let played: Vec<Played> = (0..plan.games())
            .into_par_iter()
            .map(|index| {
                let game = play(index);
                progress();
                game
            })
            .collect::<Result<_, E>>()?;
        Ok(self.add_up(&played))
    }

    /// What the games played so far say, in the order of their numbers.
    pub fn add_up(&self, games: &[Played]) -> Results {
        let n = self.entrants.len();
        let mut pairs = vec![vec![Tableau::default(); n]; n];
        let mut counts: Vec<(&'static str, Answers)> = Vec::new();
        let mut means: Vec<(&'static str, Mean)> = Vec::new();
        let mut firsts = vec![(0, 0); n];
        for game in games {
            let ranks = &game.outcome.ranks;
            for (seat, &entrant) in game.seats.iter().enumerate() {
                firsts[entrant].0 += 1;
                firsts[entrant].1 += u64::from(game.outcome.halves(seat));
            }
            for (i, &a) in game.seats.iter().enumerate() {
                for (j, &b) in game.seats.iter().enumerate().filter(|&(j, _)| j != i) {
                    let pair = &mut pairs[a][b];
                    match ranks[i].cmp(&ranks[j]) {
                        std::cmp::Ordering::Less => pair.wins += 1,
                        std::cmp::Ordering::Equal => pair.draws += 1,
                        std::cmp::Ordering::Greater => pair.losses += 1,
                    }
                }
            }
            for tally in &game.tallies {
                match tally {
                    Tally::Count { of, answer } => {
                        *entry(entry(&mut counts, of), answer) += 1;
                    }
                    Tally::Mean { of, value } => {
                        let mean = entry(&mut means, of);
                        mean.sum += value;
                        mean.games += 1;
                    }
                }
            }
        }
        let plies: usize = games.iter().map(|game| game.plies).sum();
        Results {
            names: self.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            pairs,
            firsts,
            seats: self.game.seat_names().len(),
            games: games.len() as u64,
            plies: plies as f64 / games.len().max(1) as f64,
            counts,
            means,
        }
    }
}

/// The bots of an arena, made, and its games, planned.
pub struct Plan {
    /// Per entrant; `None` for one that is no bot of ours.
    bots: Vec<Option<(Box<dyn AnyBot>, Budget)>>,
    fixtures: Vec<Fixture>,
}

impl Plan {
    /// How many games are planned.
    pub fn games(&self) -> usize {
        self.fixtures.len()
    }
}

/// All ways to choose `size` of `n`, in rising order.
fn groups(n: usize, size: usize) -> Vec<Vec<usize>> {
    fn extend(
        group: &mut Vec<usize>,
        from: usize,
        n: usize,
        size: usize,
        all: &mut Vec<Vec<usize>>,
    ) {
        if group.len() == size {
            all.push(group.clone());
            return;
        }
        for next in from..n {
            group.push(next);
            extend(group, next + 1, n, size, all);
            group.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), 0, n, size, &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Unwatched;
    use crate::catalog::game;

    fn arena(bots: &[&str], games: u32) -> Arena {
        let game = game("uros").expect("a game");
        let entrant = |id: &&str| Entrant {
            name: (*id).to_owned(),
            seat: SeatSpec::bot(game, id).expect("a bot"),
        };
        Arena {
            game,
            options: Options::default(),
            entrants: bots.iter().map(entrant).collect(),
            challengers: None,
            games,
            seed: 1,
        }
    }

    fn run(arena: &Arena, threads: usize) -> Results {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let plan = arena.prepare().expect("bots");
        let play = |index: usize| arena.play(&plan, index, &|| Box::new(Unwatched));
        pool.install(|| arena.run(&plan, &play, &|| {})).expect("played")
    }

    #[test]
    fn groups_are_all_choices() {
        assert_eq!(groups(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(groups(4, 4), [[0, 1, 2, 3]]);
        assert_eq!(groups(5, 3).len(), 10);
        assert!(groups(1, 2).is_empty());
    }

    #[test]
    fn sides_are_balanced_and_openings_shared() {
        let fixtures = arena(&["balanced", "exploit"], 6).fixtures();
        let first: Vec<usize> = fixtures.iter().map(|f| f.seats[0]).collect();
        assert_eq!(first, [0, 1, 0, 1, 0, 1]);
        assert_eq!(fixtures[0].seed, fixtures[1].seed);
        assert_ne!(fixtures[1].seed, fixtures[2].seed);
    }

    #[test]
    fn challengers_meet_the_others_on_the_same_openings() {
        let mut arena = arena(&["balanced", "explore", "greedy", "random"], 4);
        arena.challengers = Some(2);
        let fixtures = arena.fixtures();
        assert_eq!(fixtures.len(), 16);
        for fixture in &fixtures {
            assert_eq!(fixture.seats.iter().filter(|&&entrant| entrant < 2).count(), 1);
        }
        // balanced against greedy, and explore against greedy.
        assert_eq!(fixtures[0].seed, fixtures[8].seed);
        assert_ne!(fixtures[0].seed, fixtures[4].seed);
    }

    #[test]
    fn the_result_is_the_same_on_any_number_of_threads() {
        let arena = arena(&["balanced", "explore", "random"], 20);
        let (one, three) = (run(&arena, 1), run(&arena, 3));
        assert_eq!(one.pairs, three.pairs);
        assert_eq!(one.means, three.means);
        assert_eq!(one.counts, three.counts);
        assert_eq!(one.games, 60);
        for a in 0..3 {
            assert_eq!(one.total(a).games(), 40);
            for b in 0..3 {
                assert_eq!(one.pairs[a][b].wins, one.pairs[b][a].losses);
                assert_eq!(one.pairs[a][b].draws, one.pairs[b][a].draws);
            }
        }
        assert_eq!(one.total(2).wins, 0, "random does not beat the others");
    }

    /// The cross table of the rules file, in fewer games and so with a wide bound: 4.5 standard
    /// errors of a score over so many games, for the figure's own error too.
    #[test]
    fn the_bots_are_as_strong_as_the_source_says() {
        let names = ["balanced", "explore", "expand", "exterminate", "exploit"];
        let expected = [
            [50.0, 63.2, 47.7, 53.4, 49.4],
            [36.8, 50.0, 34.4, 38.3, 36.5],
            [52.3, 65.6, 50.0, 54.6, 50.8],
            [46.6, 61.7, 45.4, 50.0, 46.6],
            [50.6, 63.5, 49.2, 53.4, 50.0],
        ];
        const GAMES: u32 = 400;
        let results = run(&arena(&names, GAMES), 2);
        let bound = 4.5 * (0.25 / f64::from(GAMES) + 0.25 / 4000.0).sqrt() * 100.0;
        for (a, row) in expected.iter().enumerate() {
            for (b, &expected) in row.iter().enumerate().filter(|&(b, _)| a != b) {
                let found = results.pairs[a][b].share().middle * 100.0;
                assert!(
                    (found - expected).abs() < bound,
                    "{} against {}: {found:.1}%, expected {expected}% ± {bound:.1}",
                    names[a],
                    names[b]
                );
            }
        }
    }
}
