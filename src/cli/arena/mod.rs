//! `totora arena`: its arguments, and what is printed. The games are run in [`run`], kept in
//! [`results`], and shown as tables in [`tables`].

pub(super) mod results;
pub(super) mod run;
pub(super) mod tables;

use super::input::{Setup, read_text, seed, whole};
use super::output::{Failure, input, out, progress, unless_asked};
use super::programs::{ProgramOptions, Programs, SeatAssignment};
use super::signals;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rayon::prelude::*;
use results::Results;
use std::io::Write;
use std::path::{Path, PathBuf};
use totora::arena::journal::{Header, Journal, Shard, merge};
use totora::arena::openings::read_book;
use totora::arena::setup::of_preset_openings;
use totora::arena::statistics::sprt::Sprt;
use totora::arena::{
    Adjudication, Arena as Matches, Clock, Format, Openings, Played, Report, Rules, csv, entrants,
};
use totora::arena::{partings, pool};
use totora::base::fixed::shorten;
use totora::catalog::AnyGame;
use totora::contract::bot::Budget;
use totora::contract::declaration::Preset;

/// `totora arena GAME …`, or `totora arena merge FILES`.
pub(crate) enum Arena {
    /// Plays.
    Run(Box<Run>),
    /// Puts the results of shards together.
    Merge(Merge),
    /// Rates the bots of several results files together.
    Ratings(Ratings),
    /// Writes the record of one game.
    Game(Game),
    /// Says why one bot is better than another.
    Why(Why),
}

// By hand, for what is derived cannot have a subcommand beside required arguments.
impl Args for Arena {
    fn augment_args(command: Command) -> Command {
        let merge = Merge::augment_args(Command::new("merge"))
            .about("Puts the results of shards together, and prints the table of one run")
            .after_help("Example: totora arena merge part1.jsonl part2.jsonl --json");
        let ratings = Ratings::augment_args(Command::new("ratings"))
            .about("Rates the bots of several results files together, each game once")
            .after_help("Example: totora arena ratings june.jsonl july.jsonl --anchor greedy=1000");
        let game = Game::augment_args(Command::new("game"))
            .about(
                "Prints the record of one game of a results file, for `totora replay` or the page",
            )
            .after_help("Example: totora arena game results.jsonl 17");
        let why = Why::augment_args(Command::new("why"))
            .about("Says why one bot is better than another: where their games part, and by which term")
            .after_help("Example: totora arena why results.jsonl --bots 2,1 --games 100");
        Run::augment_args(command)
            .subcommand(merge)
            .subcommand(ratings)
            .subcommand(game)
            .subcommand(why)
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
            Some(("ratings", ratings)) => Ratings::from_arg_matches(ratings).map(Arena::Ratings),
            Some(("game", game)) => Game::from_arg_matches(game).map(Arena::Game),
            Some(("why", why)) => Why::from_arg_matches(why).map(Arena::Why),
            Some((_, merge)) => Merge::from_arg_matches(merge).map(Arena::Merge),
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
    /// Files written by --results
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
}

#[derive(Args)]
pub(crate) struct Ratings {
    /// Files written by --results, of one game: of shards, and of different arenas that share bots
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A bot whose rating is known; of several, the mean. Else the mean of all is 0
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<(String, f64)>,
    #[command(flatten)]
    form: Form,
}

/// Reads `NAME=ELO`; a name may have an `=` of its own.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let read = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
    read.filter(|(name, elo)| !name.is_empty() && elo.abs() <= 10_000.0)
        .map(|(name, elo)| (name.to_owned(), elo))
        .ok_or_else(|| "expected NAME=ELO, such as greedy=1000, from -10000 to 10000".to_owned())
}

/// How results are printed.
#[derive(Args)]
struct Form {
    /// As JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// As comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    setup: Setup,
    /// The bots: NAME, or NAME:key=value:key=value; exec:COMMAND for a program outside; or a link with heuristics of the
    /// Lab. Bots and programs may have @BUDGET at the end, all LABEL= in front. Quotes hold a word with commas or spaces
    /// together
    #[arg(long, value_delimiter = ',', required_unless_present = "preset")]
    bots: Vec<String>,
    /// If given, the bots meet these only, not each other, all on the same openings
    #[arg(long, value_delimiter = ',')]
    against: Vec<String>,
    /// A tournament by its name, in place of bots
    #[arg(long, conflicts_with_all = ["bots", "against"])]
    preset: Option<String>,
    /// Begin as often with each of these values of an option: map=othello,torus
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    each: Option<String>,
    /// Games for every pairing, sides balanced; 100 unless given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// What games begin with: `drawn`, random plies as the game declares them; `none`, the plain start; or a file, a line
    /// an opening, its plies as `--moves` takes them. Drawn unless given, or as the preset says
    #[arg(long, value_name = "drawn|none|FILE")]
    openings: Option<String>,
    /// 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For bots that have one and none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// Stop when this is decided, with pairs of games, or openings, as units: "sprt 0 20" asks whether the first of
    /// two bots is 20 Elo ahead rather than 0
    #[arg(long, value_name = "CONDITION")]
    until: Option<Sprt>,
    /// Who meets whom: round-robin; swiss:ROUNDS, bots with about as many points meet; or knockout, who loses is out
    #[arg(long, default_value_t = Format::RoundRobin)]
    format: Format,
    /// Time for a game and what each decision adds, for programs and bots with a budget in time: 10s+100ms
    #[arg(long, value_name = "TIME+INCREMENT")]
    clock: Option<Clock>,
    /// Ends games that are as good as over: by agreement of both bots, or by the game's solver
    #[arg(long, value_name = "agreement|solver")]
    adjudicate: Option<Adjudication>,
    /// Keep every finished game in this file; the same command with the same file goes on where it was
    /// stopped
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Keep the moves of every game in the file of results, with the score and the time of each decision. The moves of a
    /// game with a program or a budget in time are kept in any case
    #[arg(long, requires = "results")]
    record: bool,
    /// Play part i of k of the games only; `totora arena merge` puts the parts together
    #[arg(long, value_name = "i/k", requires = "results", conflicts_with = "until")]
    shard: Option<Shard>,
    #[command(flatten)]
    outside: ProgramOptions,
    /// All cores unless given; the result is the same
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    form: Form,
}

impl Arena {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Arena::Run(run) => run.run(),
            Arena::Merge(merge) => merge.run(),
            Arena::Ratings(ratings) => ratings.run(),
            Arena::Game(game) => game.run(),
            Arena::Why(why) => why.run(),
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

/// A results file, with its name.
fn journal(path: &Path) -> Result<(String, Journal), Failure> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|error| input(format!("{name}: {error}")))?;
    let journal = Journal::read(&text)
        .map_err(|error| input(format!("{name}: {error}")))?
        .ok_or_else(|| input(format!("{name}: empty; expected an arena's results")))?;
    Ok((name, journal))
}

fn journals(paths: &[PathBuf]) -> Result<Vec<(String, Journal)>, Failure> {
    paths.iter().map(|path| journal(path)).collect()
}

#[derive(Args)]
pub(crate) struct Game {
    /// Written by --results
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
            let [first, last] = [journal.games.keys().next(), journal.games.keys().next_back()];
            let held = match (first, last) {
                (Some(first), Some(last)) => {
                    format!("{} from {} to {}", journal.games.len(), first + 1, last + 1)
                }
                _ => "none".to_owned(),
            };
            input(format!("{name}: it has no game {}; it holds {held}", self.number))
        })?;
        let plan = arena.prepare().map_err(input)?;
        let record = arena.record(&plan, game, &played.moves).map_err(input)?;
        let mut out = out();
        writeln!(out, "{}", record.to_text())?;
        Ok(out.flush()?)
    }
}

#[derive(Args)]
pub(crate) struct Why {
    /// Written by --results
    file: PathBuf,
    /// Two bots by their place in the arena's list: whether the second is better than the first
    #[arg(long, value_delimiter = ',', num_args = 1, default_values_t = [1, 2])]
    bots: Vec<usize>,
    /// Look at this many of their games
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Why {
    fn run(&self) -> Result<(), Failure> {
        let (name, journal) = journal(&self.file)?;
        let arena = journal.header.arena().map_err(input)?;
        let count = arena.entrants.len();
        let bots = match self.bots.as_slice() {
            &[a, b] if a != b && (1..=count).contains(&a) && (1..=count).contains(&b) => {
                [a - 1, b - 1]
            }
            _ => {
                return Err(input(format!(
                    "--bots: expected two different numbers from 1 to {count}, such as 1,2"
                )));
            }
        };
        let games: Vec<_> = (journal.games.iter())
            .filter(|(_, played)| bots.iter().all(|bot| played.seats.contains(bot)))
            .take(self.games as usize)
            .collect();
        if games.is_empty() {
            return Err(input(format!("{name}: the two have no game in it")));
        }
        let plan = arena.prepare().map_err(input)?;
        signals::listen()?;
        let bar = progress(games.len() as u64, "games");
        let part = |&(&game, played): &(&usize, &Played)| {
            if signals::received().is_some() {
                return Ok(None);
            }
            bar.inc(1);
            arena.parting(&plan, game, bots, &played.ranks).map(Some)
        };
        let found: Result<Vec<_>, String> = games.par_iter().map(part).collect();
        let found = found.map_err(input)?;
        bar.finish_and_clear();
        // Those that a signal left out were not looked at.
        let looked: Vec<_> = found.into_iter().flatten().collect();
        let names = bots.map(|bot| arena.entrants[bot].name.as_str());
        let report = partings::add_up(&looked, names);
        let mut out = out();
        if self.json {
            writeln!(out, "{}", serde_json::json!(report))?;
        } else {
            tables::print_partings(&mut out, &report, names)?;
        }
        out.flush()?;
        unless_asked()
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
        let arena = header.arena().map_err(input)?;
        let (schedule, collector) = run::add_up(&arena, games);
        self.form.print(&arena.report(&schedule, &collector))
    }
}

/// Who plays, and from what.
struct Cast {
    bots: Vec<String>,
    against: Vec<String>,
    games: u32,
    preset: Option<&'static Preset>,
}

impl Run {
    fn run(&self) -> Result<(), Failure> {
        let cast = self.cast()?;
        let (arena, assignments) = self.arena(&cast)?;
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        if arena.rules.format != Format::RoundRobin && shard.of > 1 {
            return Err(input(format!("--format {} cannot be played in shards", self.format)));
        }
        let mut results =
            Results::open(self.results.as_deref(), &Header::new(&arena, shard)).map_err(input)?;
        signals::listen()?;
        let bar = progress(arena.expected() as u64 / shard.of as u64, "games");
        let programs = Programs::new(assignments, self.outside.clone())?;
        let table = run::Table::new(&arena, &plan, &programs).keeping(self.record);
        let threads = run::threads(self.threads);
        let collector = table.play_all(threads, shard, &mut results, &bar)?;
        bar.finish_and_clear();
        drop(programs);
        self.form.print(&arena.report(plan.schedule(), &collector))?;
        unless_asked()
    }

    fn arena(&self, cast: &Cast) -> Result<(Matches, Vec<SeatAssignment>), Failure> {
        let mut setup = self.setup.clone();
        let preset = cast.preset;
        for (key, value) in preset.map_or(&[][..], |preset| preset.options) {
            if !setup.is_set(key) {
                setup.options.push(format!("{key}={value}"));
            }
        }
        let own = self.each.as_deref().map(each).transpose()?;
        let each = own.or_else(|| {
            // A start that was named is played alone.
            let (key, values) = preset?.each?;
            let alone = setup.is_set(key) || setup.map.is_some();
            (!alone).then(|| (key.to_owned(), values.iter().map(|v| (*v).to_owned()).collect()))
        });
        let given = self.openings.as_deref().map(openings).transpose()?;
        let openings = given.unwrap_or_else(|| preset.map_or(Openings::Drawn, of_preset_openings));
        let (game, options) = setup.read_for_arena(&openings)?;
        let starts = setup.starts(each.as_ref(), &openings)?;
        let read = |texts: &[String]| SeatAssignment::read_all(game, texts, self.budget);
        let (bots, against) = (read(&cast.bots)?, read(&cast.against)?);
        let challengers = (!against.is_empty()).then_some(bots.len());
        let (named, assignments): (Vec<_>, Vec<_>) = bots
            .into_iter()
            .chain(against)
            .map(|(name, assignment)| ((name, assignment.spec()), assignment))
            .unzip();
        let arena = Matches {
            game,
            options,
            starts,
            entrants: entrants(named),
            challengers,
            games: cast.games,
            openings,
            seed: seed(Some(self.seed))?,
            until: self.until,
            rules: Rules { format: self.format, clock: self.clock, adjudicate: self.adjudicate },
            preset,
        };
        arena.check().map_err(input)?;
        Ok((arena, assignments))
    }

    /// The bots, those they meet only if that is so, and the games a pairing.
    fn cast(&self) -> Result<Cast, Failure> {
        let Some(name) = &self.preset else {
            let (bots, against) = (whole(&self.bots), whole(&self.against));
            return Ok(Cast { bots, against, games: self.games.unwrap_or(100), preset: None });
        };
        let game: &dyn AnyGame = totora::catalog::game(&self.setup.game).map_err(input)?;
        let presets = game.data().presets;
        let preset = presets.iter().find(|preset| preset.id == name).ok_or_else(|| {
            let known: Vec<_> = presets.iter().map(|preset| preset.id).collect();
            input(format!(
                "{} has no tournament `{}`; known: {}",
                game.name(),
                shorten(name),
                if known.is_empty() { "none".to_owned() } else { known.join(", ") }
            ))
        })?;
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Ok(Cast {
            bots: owned(preset.bots),
            against: owned(preset.against),
            games: self.games.unwrap_or(preset.games),
            preset: Some(preset),
        })
    }
}

/// Reads `drawn`, `none`, or the name of a book.
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

/// Reads `key=value,value`.
pub(super) fn each(text: &str) -> Result<(String, Vec<String>), Failure> {
    let wrong = || input(format!("--each `{}`: expected key=value,value", shorten(text)));
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let values: Vec<String> = values.split(',').map(str::to_owned).collect();
    if key.is_empty() || values.iter().any(String::is_empty) {
        return Err(wrong());
    }
    Ok((key.to_owned(), values))
}
