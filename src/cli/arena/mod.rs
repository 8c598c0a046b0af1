//! `totora arena`: its arguments and its output. [`run`] plays the games, [`results`] saves them, and [`tables`] prints
//! them.

pub(super) mod results;
pub(super) mod run;
pub(super) mod tables;

use super::input::{Setup, read_text, seed, whole};
use super::output::{Failure, check_signal, input, out, print_line, progress};
use super::programs::{ProgramOptions, Programs, SeatAssignment, entered};
use super::signals;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use rayon::prelude::*;
use results::Results;
use std::io::Write;
use std::path::{Path, PathBuf};
use totora::arena::journal::{Header, Journal, Shard, merge};
use totora::arena::openings::read_book;
use totora::arena::setup::of_preset_openings;
use totora::arena::statistics::sprt::Sprt;
use totora::arena::{
    Adjudication, Arena as Matches, ArenaRules, Format, GameResult, MAX_REPEAT, Openings, Report,
    TimeControl, csv,
};
use totora::arena::{divergence, pool};
use totora::base::fixed::shorten;
use totora::catalog::AnyGame;
use totora::contract::bot::Budget;
use totora::contract::declaration::Preset;

/// `totora arena GAME …`, or `totora arena merge FILES`.
pub(crate) enum Arena {
    /// Plays a tournament.
    Run(Box<Run>),
    /// Reads results files.
    Other(Other),
}

#[derive(Subcommand)]
pub(crate) enum Other {
    /// Merges the results of shards and prints the table of a single run
    #[command(after_help = "Example: totora arena merge part1.jsonl part2.jsonl --json")]
    Merge(Merge),
    /// Rates the bots of several results files together; each game counts once
    #[command(
        after_help = "Example: totora arena ratings june.jsonl july.jsonl --anchor greedy=1000"
    )]
    Ratings(Ratings),
    /// Prints the record of one game in a results file, for `totora replay` or the page
    #[command(after_help = "Example: totora arena game results.jsonl 17")]
    Game(Game),
    /// Explains why one bot is better than another: where their games diverge, and by which term
    #[command(after_help = "Example: totora arena why results.jsonl --bots 2,1 --games 100")]
    Why(Why),
}

// Implemented by hand: the derived code cannot have subcommands and required arguments at the same time.
impl Args for Arena {
    fn augment_args(command: Command) -> Command {
        Other::augment_subcommands(Run::augment_args(command))
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Arena {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some(_) => Other::from_arg_matches(matches).map(Arena::Other),
            None => Run::from_arg_matches(matches).map(|run| Arena::Run(Box::new(run))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Args)]
pub(crate) struct Merge {
    /// Files that --results wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
}

#[derive(Args)]
pub(crate) struct Ratings {
    /// Files that --results wrote for one game, from shards or from different arenas with common bots
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The known rating of a bot; with several, their mean is used. By default, the mean of all bots is 0
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<(String, f64)>,
    #[command(flatten)]
    form: Form,
}

/// Reads `NAME=ELO`. The name may contain an `=`.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let read = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
    read.filter(|(name, elo)| !name.is_empty() && elo.abs() <= 10_000.0)
        .map(|(name, elo)| (name.to_owned(), elo))
        .ok_or_else(|| "expected NAME=ELO, such as greedy=1000, from -10000 to 10000".to_owned())
}

/// The output format.
#[derive(Args)]
struct Form {
    /// Prints JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Prints comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    setup: Setup,
    /// The bots: NAME, or NAME:key=value:key=value; exec:COMMAND for an external program; or a link with heuristics of the
    /// Lab. Bots and programs can end with @BUDGET, and all can start with LABEL=. Put text with commas or spaces in quotes
    #[arg(long, value_delimiter = ',', required_unless_present = "preset")]
    bots: Vec<String>,
    /// Opponents: the bots play these only, not each other, all on the same openings
    #[arg(long, value_delimiter = ',')]
    against: Vec<String>,
    /// The name of a predefined tournament, instead of bots
    #[arg(long, conflicts_with_all = ["bots", "against"])]
    preset: Option<String>,
    /// Start equally often from each of these values of an option: map=othello,torus. Repeat it for a grid: every combination
    /// of values. A map may be a file, or a pattern of files such as map=*.txt
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    each: Vec<String>,
    /// Games per pairing, with balanced sides; 100 by default
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Play the whole tournament this many times, each with the next seed, and show how the results vary
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_REPEAT)))]
    repeat: u32,
    /// The openings: `drawn`, random plies as the game declares them; `none`, the plain start; or a file with one opening per
    /// line, its plies in the format of `--moves`. By default `drawn`, or the openings of the preset
    #[arg(long, value_name = "drawn|none|FILE")]
    openings: Option<String>,
    /// The seed, 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The budget of bots that use one and have none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// Stop when a sequential test is decided: "sprt 0 20" tests whether the first of two bots is ahead by 20 Elo rather than
    /// by 0. The units are pairs of games, or openings
    #[arg(long, value_name = "CONDITION")]
    until: Option<Sprt>,
    /// The pairings: round-robin; swiss:ROUNDS, where bots with similar points meet; or knockout, where losers are out
    #[arg(long, default_value_t = Format::RoundRobin)]
    format: Format,
    /// Time for a game and increment per decision, for programs and bots with a budget in time: 10s+100ms
    #[arg(long, value_name = "TIME+INCREMENT")]
    clock: Option<TimeControl>,
    /// Ends decided games early: if both bots agree, or by the game's solver
    #[arg(long, value_name = "agreement|solver")]
    adjudicate: Option<Adjudication>,
    /// Save every finished game in this file; the same command with the same file continues where it stopped
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Save the moves of every game in the results file, with the score and the time of each decision. The moves of a
    /// game with a program or a budget in time are always saved
    #[arg(long, requires = "results")]
    record: bool,
    /// Play only part i of k of the games; `totora arena merge` merges the parts
    #[arg(long, value_name = "i/k", requires = "results", conflicts_with = "until")]
    shard: Option<Shard>,
    #[command(flatten)]
    program_options: ProgramOptions,
    /// Number of threads; all cores by default. The result does not depend on it
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    form: Form,
}

impl Arena {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Arena::Run(run) => run.run(),
            Arena::Other(Other::Merge(merge)) => merge.run(),
            Arena::Other(Other::Ratings(ratings)) => ratings.run(),
            Arena::Other(Other::Game(game)) => game.run(),
            Arena::Other(Other::Why(why)) => why.run(),
        }
    }
}

impl Form {
    fn print(&self, report: &Report) -> Result<(), Failure> {
        let mut out = out();
        if self.json {
            writeln!(out, "{}", serde_json::json!(report))?;
        } else if self.csv {
            write!(out, "{}", csv::write(report))?;
        } else {
            tables::print(&mut out, report)?;
        }
        Ok(out.flush()?)
    }
}

/// Reads a results file; returns its name and its content.
fn journal(path: &Path) -> Result<(String, Journal), Failure> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|error| input(format!("{name}: {error}")))?;
    let journal = Journal::read(&text)
        .map_err(|error| input(format!("{name}: {error}")))?
        .ok_or_else(|| input(format!("{name}: empty; expected an arena's results")))?;
    Ok((name, journal))
}

/// Reads several results files.
pub(in crate::cli) fn journals(paths: &[PathBuf]) -> Result<Vec<(String, Journal)>, Failure> {
    paths.iter().map(|path| journal(path)).collect()
}

#[derive(Args)]
pub(crate) struct Game {
    /// A file that --results wrote
    file: PathBuf,
    /// The game's number, from 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
}

impl Game {
    fn run(&self) -> Result<(), Failure> {
        let (name, journal) = journal(&self.file)?;
        let arena = journal.header.arena().map_err(input)?;
        let game = self.number as usize - 1;
        let played = journal.games.get(&game).ok_or_else(|| {
            let ends = journal.games.keys().next().zip(journal.games.keys().next_back());
            let available = ends.map_or("none".to_owned(), |(first, last)| {
                format!("{} from {} to {}", journal.games.len(), first + 1, last + 1)
            });
            input(format!("{name}: there is no game {}; the file has {available}", self.number))
        })?;
        let plan = arena.prepare().map_err(input)?;
        let record = arena.record(&plan, game, &played.moves).map_err(input)?;
        print_line(record.to_text())
    }
}

#[derive(Args)]
pub(crate) struct Why {
    /// A file that --results wrote
    file: PathBuf,
    /// Two bots by their positions in the arena's list; compares the second with the first
    #[arg(long, value_delimiter = ',', num_args = 1, default_values_t = [1, 2])]
    bots: Vec<usize>,
    /// How many of their games to examine
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Why {
    fn run(&self) -> Result<(), Failure> {
        let (name, journal) = journal(&self.file)?;
        let arena = journal.header.arena().map_err(input)?;
        let count = arena.entrants.len();
        let two = <[usize; 2]>::try_from(self.bots.as_slice()).ok();
        let fits = |[a, b]: &[usize; 2]| a != b && [a, b].iter().all(|n| (1..=count).contains(n));
        let bots = two.filter(fits).map(|two| two.map(|number| number - 1)).ok_or_else(|| {
            input(format!("--bots: expected two different numbers from 1 to {count}, such as 1,2"))
        })?;
        let games: Vec<_> = (journal.games.iter())
            .filter(|(_, played)| bots.iter().all(|bot| played.seats.contains(bot)))
            .take(self.games as usize)
            .collect();
        if games.is_empty() {
            return Err(input(format!("{name}: the file has no game between the two bots")));
        }
        let plan = arena.prepare().map_err(input)?;
        signals::listen()?;
        let bar = progress(games.len() as u64, "games");
        let part = |&(&game, played): &(&usize, &GameResult)| {
            if signals::received().is_some() {
                return Ok(None);
            }
            bar.inc(1);
            arena.divergence(&plan, game, bots, &played.ranks).map(Some)
        };
        let found: Result<Vec<_>, String> = games.par_iter().map(part).collect();
        let found = found.map_err(input)?;
        bar.finish_and_clear();
        // After a signal, the remaining games are missing.
        let examined: Vec<_> = found.into_iter().flatten().collect();
        let names = bots.map(|bot| arena.entrants[bot].name.as_str());
        let report = divergence::add_up(&examined, names);
        let mut out = out();
        if self.json {
            writeln!(out, "{}", serde_json::json!(report))?;
        } else {
            tables::print_divergences(&mut out, &report, names)?;
        }
        out.flush()?;
        check_signal()
    }
}

impl Ratings {
    fn run(&self) -> Result<(), Failure> {
        let journals = journals(&self.files)?;
        let report = pool::ratings(journals, &self.anchors).map_err(input)?;
        self.form.print(&report)
    }
}

impl Merge {
    fn run(&self) -> Result<(), Failure> {
        let journals = journals(&self.files)?;
        let (header, games) = merge(journals).map_err(input)?;
        self.form.print(&header.arena().map_err(input)?.merged(games))
    }
}

impl Run {
    fn run(&self) -> Result<(), Failure> {
        let (arena, assignments) = self.arena(self.preset()?)?;
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        if arena.rules.format != Format::RoundRobin && shard.of > 1 {
            return Err(input(format!("--format {} cannot be played in shards", self.format)));
        }
        let mut results =
            Results::open(self.results.as_deref(), &Header::new(&arena, shard)).map_err(input)?;
        signals::listen()?;
        let bar = progress(arena.expected() as u64 / shard.of as u64, "games");
        let programs = Programs::new(assignments, self.program_options.clone())?;
        let (record, stop) = (self.record, None);
        let table = run::Table { arena: &arena, plan: &plan, programs: &programs, record, stop };
        let threads = run::threads(self.threads);
        let tally = table.play_all(threads, shard, &mut results, &bar)?;
        bar.finish_and_clear();
        drop(programs);
        self.form.print(&arena.report(plan.schedule(), &tally))?;
        check_signal()
    }

    fn arena(
        &self,
        preset: Option<&'static Preset>,
    ) -> Result<(Matches, Vec<SeatAssignment>), Failure> {
        let mut setup = self.setup.clone();
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        for (key, value) in preset.map_or(&[][..], |preset| preset.options) {
            if !setup.is_set(key) {
                setup.options.push(format!("{key}={value}"));
            }
        }
        let mut each = self.each.clone();
        if let Some((key, values)) =
            preset.and_then(|preset| preset.each).filter(|_| each.is_empty())
        {
            // If the user names a start, play that one only.
            let alone = setup.is_set(key) || setup.map.is_some();
            each.extend((!alone).then(|| format!("{key}={}", values.join(","))));
        }
        let requested = self.openings.as_deref().map(openings).transpose()?;
        let openings =
            requested.unwrap_or_else(|| preset.map_or(Openings::Drawn, of_preset_openings));
        let (game, options) = setup.read_for_arena(&openings)?;
        let starts = setup.starts(&each, &openings)?;
        let (bots, against, games) = match preset {
            Some(preset) => (owned(preset.bots), owned(preset.against), preset.games),
            None => (whole(&self.bots), whole(&self.against), 100),
        };
        let read = |texts: &[String]| SeatAssignment::read_all(game, texts, self.budget);
        let (bots, against) = (read(&bots)?, read(&against)?);
        let challengers = (!against.is_empty()).then_some(bots.len());
        let (entrants, assignments) = entered(bots.into_iter().chain(against).collect());
        let arena = Matches {
            game,
            options,
            starts,
            entrants,
            challengers,
            games: self.games.unwrap_or(games),
            repeat: self.repeat,
            openings,
            seed: seed(Some(self.seed))?,
            until: self.until,
            rules: ArenaRules {
                format: self.format,
                clock: self.clock,
                adjudicate: self.adjudicate,
            },
            preset,
        };
        arena.check().map_err(input)?;
        Ok((arena, assignments))
    }

    fn preset(&self) -> Result<Option<&'static Preset>, Failure> {
        let Some(name) = &self.preset else { return Ok(None) };
        let game: &dyn AnyGame = totora::catalog::game(&self.setup.game).map_err(input)?;
        let presets = game.data().presets;
        presets.iter().find(|preset| preset.id == name).map(Some).ok_or_else(|| {
            let known: Vec<_> = presets.iter().map(|preset| preset.id).collect();
            input(format!(
                "{} has no tournament `{}`; known: {}",
                game.name(),
                shorten(name),
                if known.is_empty() { "none".to_owned() } else { known.join(", ") }
            ))
        })
    }
}

/// Reads `drawn`, `none`, or the name of a file with openings.
pub(super) fn openings(text: &str) -> Result<Openings, Failure> {
    match text {
        "drawn" => Ok(Openings::Drawn),
        "none" => Ok(Openings::None),
        file => {
            let book = read_text(std::path::Path::new(file))?;
            read_book(&book).map_err(|error| input(format!("--openings {file}: {error}")))
        }
    }
}
