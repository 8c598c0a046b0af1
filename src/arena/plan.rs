//! The settings of an arena: entrants, starts, number of games, and their checks.

use super::openings::{Openings, play_line};
use super::rules::{Adjudication, ArenaRules, Format};
use super::schedule::Schedule;
use super::statistics::sprt::Sprt;
use crate::base::options::Options;
use crate::base::rng::MAX_SEED;
use crate::base::util::counted;
use crate::catalog::{AnyGame, AnyPosition};
use crate::contract::declaration::{Preset, Reference};
use crate::record::SeatSpec;

/// A bot in an arena.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in the tables: as in the request.
    pub name: String,
    /// The bot, with its options and budget; a person stands for an external program.
    pub seat: SeatSpec,
}

/// A start of games: a named set of the game's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The start's name, such as that of a map; empty if there is only one.
    pub name: String,
    /// The options in which it may differ from other starts, each with the name of its value.
    pub values: Vec<(&'static str, String)>,
    /// The options of the games from this start.
    pub options: Options,
}

/// The settings of an arena.
pub struct Arena {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The options of each game without a start of its own.
    pub options: Options,
    /// If not empty, games begin from each of these in place of `options`, with the same number of games from each.
    pub starts: Vec<Start>,
    /// At least as many as the game has seats.
    pub entrants: Vec<Entrant>,
    /// If set, this many of the first entrants meet only the others, not each other, and all of them
    /// meet the same opponents on the same openings.
    pub challengers: Option<usize>,
    /// Games per pairing, from each start.
    pub games: u32,
    /// How many tournaments are played, the first with `seed` and each further one with the next seed.
    pub repeat: u32,
    /// The openings of the games.
    pub openings: Openings,
    /// The master seed: all other seeds derive from it.
    pub seed: u64,
    /// If set, the arena ends when this test is decided.
    pub until: Option<Sprt>,
    /// Format, clock and adjudication.
    pub rules: ArenaRules,
    /// The preset of this arena, with published tables for comparison.
    pub preset: Option<&'static Preset>,
}

/// Maximum number of tournaments of an arena.
pub const MAX_REPEAT: u32 = 100;

/// Maximum number of games of an arena, all meetings together.
pub const MOST_GAMES: u64 = 1_000_000;

/// The entrants with these names and seats. Equal names get numbers: the second `balanced` becomes `balanced #2`.
pub fn entrants(named: impl IntoIterator<Item = (String, SeatSpec)>) -> Vec<Entrant> {
    let mut names: Vec<String> = Vec::new();
    let entrant = |(name, seat): (String, SeatSpec)| {
        let before = names.iter().filter(|other| **other == name).count();
        names.push(name.clone());
        Entrant { name: if before == 0 { name } else { format!("{name} #{}", before + 1) }, seat }
    };
    named.into_iter().map(entrant).collect()
}

impl Arena {
    /// Published tables for comparison; empty without a preset.
    pub fn references(&self) -> &'static [Reference] {
        self.preset.map_or(&[], |preset| preset.references)
    }

    /// The entrants that play this bot, by its id or another name of it.
    pub(super) fn entrants_with(&self, bot: &str) -> impl Iterator<Item = usize> + use<'_> {
        let id = self.game.bot_info(bot).map_or("", |info| info.id);
        let plays =
            move |seat: &SeatSpec| matches!(seat, SeatSpec::Bot { id: own, .. } if *own == id);
        (0..self.entrants.len()).filter(move |&at| plays(&self.entrants[at].seat))
    }

    /// The starts, with their options.
    pub fn starts(&self) -> Vec<(&str, &Options)> {
        if self.starts.is_empty() {
            return vec![("", &self.options)];
        }
        self.starts.iter().map(|start| (start.name.as_str(), &start.options)).collect()
    }

    /// The position of a start.
    pub(super) fn start(&self, start: usize, seed: u64) -> Result<Box<dyn AnyPosition>, String> {
        self.game.start(self.starts()[start].1, seed).map_err(|error| error.to_string())
    }

    /// Number of seats from each start.
    fn seats(&self) -> Vec<usize> {
        // It depends on the options: a map may have any number of seats.
        let seats = |start: usize| match self.start(start, self.seed) {
            Ok(start) => start.seats(),
            Err(_) => self.game.data().seat_names.len(),
        };
        (0..self.starts().len()).map(seats).collect()
    }

    /// All games, in the order of their numbers; computed anew in each call.
    pub fn schedule(&self) -> Schedule {
        let (entrants, seats) = (self.entrants.len(), self.seats());
        Schedule::new(entrants, self.challengers, &seats, self.games, self.seed)
            .repeated(self.repeat)
    }

    /// Checks the number of games before a schedule is created: an external file may request more than fit
    /// into memory.
    ///
    /// # Errors
    /// A sentence with both numbers.
    pub fn check_size(&self) -> Result<(), String> {
        let games = self.pairings();
        if games > MOST_GAMES as f64 {
            return Err(format!("that makes {games} games; at most {MOST_GAMES} are planned"));
        }
        Ok(())
    }

    /// Checks whether there are entrants for all seats, and whether the test that ends the arena makes sense.
    ///
    /// # Errors
    /// A sentence that names what is missing.
    pub fn check(&self) -> Result<(), String> {
        let (name, given) = (self.game.name(), self.entrants.len());
        let mut uneven = None;
        for start in 0..self.starts().len() {
            let seats = self.start(start, 0)?.seats();
            if seats > 2 && !(self.games as usize).is_multiple_of(seats) {
                uneven = Some(seats);
            }
            if given < seats {
                return Err(format!(
                    "{given} bots are given; a game of {name} needs at least {seats}"
                ));
            }
            let opponents = self.challengers.map(|n| given.saturating_sub(n));
            if let Some(opponents) = opponents.filter(|&opponents| opponents + 1 < seats) {
                return Err(format!(
                    "--against names {opponents} bots; a game of {name} needs at least {}",
                    seats - 1
                ));
            }
        }
        self.check_book()?;
        self.check_format()?;
        self.check_repeat()?;
        self.check_adjudication()?;
        if self.until.is_some() {
            // The test compares the first two entrants; opponents of challengers do not count.
            if self.challengers.unwrap_or(given) < 2 {
                return Err("--until sprt compares the first two bots; name two".to_owned());
            }
            if let Some(seats) = uneven {
                return Err(format!(
                    "--until sprt compares openings on which everybody had each seat; make --games a \
                     multiple of {seats}, not {}",
                    self.games
                ));
            }
        }
        Ok(())
    }

    /// Checks whether a tournament in rounds is possible.
    fn check_format(&self) -> Result<(), String> {
        let (format, bots) = (self.rules.format, self.entrants.len());
        if format == Format::RoundRobin {
            return Ok(());
        }
        if let Some(seats) = self.seats().into_iter().find(|&seats| seats != 2) {
            let game = self.game.name();
            return Err(format!(
                "--format {format} pairs bots; a game of {game} has {seats} seats"
            ));
        }
        if self.challengers.is_some() || self.until.is_some() {
            return Err(format!(
                "--format {format} pairs all bots; leave out --against and --until"
            ));
        }
        match format {
            Format::Swiss(rounds) if rounds as usize > bots.div_ceil(2) => {
                let most = counted(bots.div_ceil(2) as u64, "round");
                Err(format!(
                    "--format {format}: {bots} bots have at most {most}; more is a round robin"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Checks whether several tournaments are possible.
    pub(super) fn check_repeat(&self) -> Result<(), String> {
        let repeat = self.repeat;
        if !(1..=MAX_REPEAT).contains(&repeat) {
            return Err(format!("--repeat {repeat}: expected 1 to {MAX_REPEAT} tournaments"));
        }
        if repeat > 1 && (self.until.is_some() || self.rules.format != Format::RoundRobin) {
            return Err(
                "--repeat plays whole round robins; leave out --until and --format".to_owned()
            );
        }
        if self.seed + u64::from(repeat - 1) > MAX_SEED {
            return Err(format!("--repeat {repeat}: the last seed would be above {MAX_SEED}"));
        }
        Ok(())
    }

    /// Checks whether games can be adjudicated in this way.
    fn check_adjudication(&self) -> Result<(), String> {
        let Some(by) = self.rules.adjudicate else { return Ok(()) };
        if let Some(seats) = self.seats().into_iter().find(|&seats| seats != 2) {
            return Err(format!("--adjudicate {by} is for games of two; these have {seats} seats"));
        }
        if by == Adjudication::Agreement && self.rules.clock.is_some() {
            return Err(
                "--adjudicate agreement does not go with --clock; expected solver".to_owned()
            );
        }
        let program = |one: &&Entrant| !matches!(one.seat, SeatSpec::Bot { .. });
        match self.entrants.iter().find(program).filter(|_| by == Adjudication::Agreement) {
            None => self.solver().map(drop),
            Some(Entrant { name, .. }) => Err(format!(
                "--adjudicate agreement: what the scores of `{name}` mean is not known; expected solver"
            )),
        }
    }

    /// Checks whether each line of a book can be played from each start.
    fn check_book(&self) -> Result<(), String> {
        let Openings::Book(lines) = &self.openings else { return Ok(()) };
        for start in 0..self.starts().len() {
            for (i, line) in lines.iter().enumerate() {
                let mut position = self.start(start, self.seed)?;
                play_line(self.game, position.as_mut(), line)
                    .map_err(|error| format!("opening {} of the book: {error}", i + 1))?;
            }
        }
        Ok(())
    }

    /// Maximum number of games over all starts, computed without a schedule.
    pub fn expected(&self) -> f64 {
        let bots = self.entrants.len();
        let meetings = match self.rules.format {
            Format::RoundRobin => return self.pairings(),
            Format::Swiss(rounds) => rounds as usize * (bots / 2),
            Format::Knockout => bots.saturating_sub(1),
        };
        meetings as f64 * f64::from(self.games) * self.starts().len() as f64
    }

    /// Number of games of a round robin, computed without a schedule; it may exceed the limit.
    fn pairings(&self) -> f64 {
        let choose = |n: usize, k: usize| -> f64 {
            (0..k).map(|i| (n as f64 - i as f64) / (i + 1) as f64).product()
        };
        let n = self.entrants.len();
        let meetings = |seats: usize| match self.challengers {
            None => choose(n, seats),
            Some(c) => c as f64 * choose(n.saturating_sub(c), seats.saturating_sub(1)),
        };
        let games: f64 =
            self.seats().into_iter().map(|seats| meetings(seats) * f64::from(self.games)).sum();
        games * f64::from(self.repeat)
    }
}
