//! What is played: who meets whom, from where, and how often.

use super::openings::{Openings, play_line};
use super::rules::{Adjudication, Format, Rules};
use super::schedule::Schedule;
use super::statistics::sprt::Sprt;
use crate::base::options::Options;
use crate::base::util::counted;
use crate::catalog::AnyGame;
use crate::contract::declaration::{Preset, Reference};
use crate::record::SeatSpec;

/// A bot in an arena.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called in the tables: as it was asked for.
    pub name: String,
    /// Which bot, with its options and budget; a person stands for a program outside.
    pub seat: SeatSpec,
}

/// Something to begin games from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// What it is called, such as a map's name; empty where there is one only.
    pub name: String,
    /// The game's options.
    pub options: Options,
}

/// What is played.
pub struct Arena {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its options.
    pub options: Options,
    /// If any, games begin from each of these in place of `options`, as often from each.
    pub starts: Vec<Start>,
    /// At least as many as the game has seats.
    pub entrants: Vec<Entrant>,
    /// If given, this many of the first entrants meet the others only, not each other, and all of them
    /// meet the same opponents on the same openings.
    pub challengers: Option<usize>,
    /// Games a pairing, from each start.
    pub games: u32,
    /// What they begin with.
    pub openings: Openings,
    /// From which all seeds are made.
    pub seed: u64,
    /// If given, the arena ends when this test is decided.
    pub until: Option<Sprt>,
    /// Format, clock and adjudication.
    pub rules: Rules,
    /// The tournament that this is, with the known tables that ours is shown beside.
    pub preset: Option<&'static Preset>,
}

/// The most games of an arena, all meetings together.
pub const MOST_GAMES: u64 = 1_000_000;

/// Those of these names and seats. Equal names are told apart: the second `balanced` becomes `balanced #2`.
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
    /// Known tables that ours is shown beside.
    pub fn references(&self) -> &'static [Reference] {
        self.preset.map_or(&[], |preset| preset.references)
    }

    /// What games begin from, with its options.
    pub fn starts(&self) -> Vec<(&str, &Options)> {
        if self.starts.is_empty() {
            return vec![("", &self.options)];
        }
        self.starts.iter().map(|start| (start.name.as_str(), &start.options)).collect()
    }

    /// How many seats games have from each start.
    fn seats(&self) -> Vec<usize> {
        let seats = |options: &Options| {
            // What the options make of it: a map may have any number of seats.
            let start = self.game.start(options, self.seed);
            start.map_or(self.game.data().seat_names.len(), |start| start.seats())
        };
        self.starts().into_iter().map(|(_, options)| seats(options)).collect()
    }

    /// All games, as planned.
    pub fn schedule(&self) -> Schedule {
        let (entrants, seats) = (self.entrants.len(), self.seats());
        Schedule::new(entrants, self.challengers, &seats, self.games, self.seed)
    }

    /// Whether this many games can be planned, known before any of them is: a file from outside may ask for more
    /// than there is memory for.
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

    /// Whether there are entrants for all seats, and whether the test that ends it makes sense.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    pub fn check(&self) -> Result<(), String> {
        let (name, given) = (self.game.name(), self.entrants.len());
        let mut uneven = None;
        for (_, options) in self.starts() {
            let seats = self.game.start(options, 0).map_err(|e| e.to_string())?.seats();
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
        self.check_adjudication()?;
        if self.until.is_some() {
            // It asks about the first two: those that were met are no entrants of their own.
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

    /// Whether a tournament in rounds can be.
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

    /// Whether games can be ended so.
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

    /// Whether each line of a book can be played from each start.
    fn check_book(&self) -> Result<(), String> {
        let Openings::Book(lines) = &self.openings else { return Ok(()) };
        for (_, options) in self.starts() {
            for (i, line) in lines.iter().enumerate() {
                let start = self.game.start(options, self.seed);
                let mut position = start.map_err(|error| error.to_string())?;
                play_line(position.as_mut(), line)
                    .map_err(|error| format!("opening {} of the book: {error}", i + 1))?;
            }
        }
        Ok(())
    }

    /// How many games there will be at most.
    pub fn expected(&self) -> f64 {
        let bots = self.entrants.len();
        let meetings = match self.rules.format {
            Format::RoundRobin => return self.pairings(),
            Format::Swiss(rounds) => rounds as usize * (bots / 2),
            Format::Knockout => bots.saturating_sub(1),
        };
        meetings as f64 * f64::from(self.games) * self.starts().len() as f64
    }

    /// How many games a round robin has, computed without a schedule; it may exceed the limit.
    fn pairings(&self) -> f64 {
        let choose = |n: usize, k: usize| -> f64 {
            (0..k).map(|i| (n as f64 - i as f64) / (i + 1) as f64).product()
        };
        let n = self.entrants.len();
        let meetings = |seats: usize| match self.challengers {
            None => choose(n, seats),
            Some(c) => c as f64 * choose(n.saturating_sub(c), seats.saturating_sub(1)),
        };
        self.seats().into_iter().map(|seats| meetings(seats) * f64::from(self.games)).sum()
    }
}
