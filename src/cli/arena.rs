//! `totora arena`.

use super::Setup;
use super::input::seed;
use super::output::{Failure, clock, input, out, progress};
use super::table::{Programs, Sitter};
use clap::Args;
use std::io::Write;
use totora::arena::{Arena as Matches, Entrant, Plan, Played, Results};
use totora::bot::Budget;
use totora::catalog::AnyGame;
use totora::fixed::shorten;
use totora::record::Record;
use totora::session::Session;

#[derive(Args)]
pub(crate) struct Arena {
    #[command(flatten)]
    setup: Setup,
    /// The bots: NAME, or NAME:key=value:key=value, either with @BUDGET; or exec:COMMAND for a program
    /// outside
    #[arg(long, value_delimiter = ',', required_unless_present = "preset")]
    bots: Vec<String>,
    /// If given, the bots meet these only, not each other, all on the same openings
    #[arg(long, value_delimiter = ',')]
    against: Vec<String>,
    /// A tournament by its name, in place of bots
    #[arg(long, conflicts_with_all = ["bots", "against"])]
    preset: Option<String>,
    /// Games for every pairing, sides balanced; 100 unless given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For bots that have one and none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// How long a program outside may take to answer, in milliseconds, beside a budget in time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// All cores unless given; the result is the same
    #[arg(long)]
    threads: Option<usize>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Arena {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read_for_bots()?;
        let (bots, against, games) = self.who(game)?;
        let seats = game.start(&options, 0).map_err(input)?.seats();
        if bots.len() + against.len() < seats {
            return Err(input(format!(
                "{} bots are given; a game of {} needs at least {seats}",
                bots.len() + against.len(),
                game.name()
            )));
        }
        if !against.is_empty() && against.len() + 1 < seats {
            return Err(input(format!(
                "--against names {} bots; a game of {} needs at least {}",
                against.len(),
                game.name(),
                seats - 1
            )));
        }
        let challengers = (!against.is_empty()).then_some(bots.len());
        let names: Vec<&String> = bots.iter().chain(&against).collect();
        let sitters = names
            .iter()
            .map(|name| Sitter::read(game, name, self.budget))
            .collect::<Result<Vec<_>, Failure>>()?;
        let entrants = names
            .iter()
            .zip(&sitters)
            .map(|(name, sitter)| Entrant { name: (*name).clone(), seat: sitter.spec() })
            .collect();
        let seed = seed(Some(self.seed))?;
        let arena = Matches { game, options, entrants, challengers, games, seed };
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let outside = |&entrant: &usize| matches!(sitters[entrant], Sitter::Program(_));
        let play = |index: usize| match arena.fixture(&plan, index) {
            Some((_, seats)) if seats.iter().any(outside) => {
                self.play_outside(&arena, &plan, index, &sitters)
            }
            _ => arena.play(&plan, index, &clock).map_err(Failure::Failed),
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build()
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let bar = progress(arena.size() as u64, "games");
        let results = pool.install(|| arena.run(&plan, &play, &|| bar.inc(1)))?;
        bar.finish_and_clear();
        let mut out = out();
        if self.json {
            writeln!(out, "{}", arena.to_json(&results))?;
        } else {
            tables(&mut out, &results)?;
        }
        Ok(out.flush()?)
    }
}

impl Arena {
    /// Plays a game at which a program outside sits; it is started for this game alone.
    fn play_outside(
        &self,
        arena: &Matches,
        plan: &Plan,
        index: usize,
        sitters: &[Sitter],
    ) -> Result<Played, Failure> {
        let none = || Failure::Failed("a game stopped without an outcome".to_owned());
        let (seed, seats) = arena.fixture(plan, index).ok_or_else(none)?;
        let sitting: Vec<&Sitter> = seats.iter().map(|&entrant| &sitters[entrant]).collect();
        let record = Record {
            game: arena.game,
            options: arena.options.clone(),
            seed,
            seats: sitting.iter().map(|sitter| sitter.spec()).collect(),
            moves: Vec::new(),
            result: None,
        };
        let mut session = Session::begin(record).map_err(input)?;
        let mut programs = Programs::start(&sitting, self.budget, self.patience)?;
        let mut complain = |session: &Session, seat: usize, words: &str| {
            let (ply, name) = (session.plies().len() + 1, &arena.entrants[seats[seat]].name);
            eprintln!("totora: game {}, ply {ply}: {name}: {words}", index + 1);
        };
        while programs.step(&mut session, &mut complain)? {}
        let plies = session.plies().len();
        arena.played_elsewhere(plan, index, session.position(), plies).ok_or_else(none)
    }

    /// The bots, those they meet only if that is so, and the games a pairing.
    fn who(&self, game: &dyn AnyGame) -> Result<(Vec<String>, Vec<String>, u32), Failure> {
        let Some(name) = &self.preset else {
            return Ok((self.bots.clone(), self.against.clone(), self.games.unwrap_or(100)));
        };
        let presets = game.presets();
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
        Ok((owned(preset.bots), owned(preset.against), self.games.unwrap_or(preset.games)))
    }
}

fn tables(out: &mut impl Write, results: &Results) -> Result<(), Failure> {
    let width = results.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let column = width.max(7) + 2;
    writeln!(
        out,
        "{:<width$}  {:>8} {:>8} {:>8} {:>8}   95% (Wilson)",
        "bot", "wins", "draws", "losses", "share"
    )?;
    let mut order: Vec<usize> = (0..results.names.len()).collect();
    order.sort_by(|&a, &b| {
        let share = |i: usize| results.total(i).share().middle;
        share(b).total_cmp(&share(a)).then(a.cmp(&b))
    });
    for &a in &order {
        let total = results.total(a);
        let share = total.share();
        writeln!(
            out,
            "{:<width$}  {:>8} {:>8} {:>8} {:>7.1}%   {:.1}% to {:.1}%",
            results.names[a],
            total.wins,
            total.draws,
            total.losses,
            share.middle * 100.0,
            share.low * 100.0,
            share.high * 100.0
        )?;
    }
    if results.seats > 2 {
        order.sort_by(|&a, &b| {
            results.won(b).middle.total_cmp(&results.won(a).middle).then(a.cmp(&b))
        });
        writeln!(out, "\n{:<width$}  {:>8} {:>8}   95% (Wilson)", "first in", "games", "share")?;
        for &a in &order {
            let (games, share) = (results.firsts[a].0, results.won(a));
            writeln!(
                out,
                "{:<width$}  {games:>8} {:>7.1}%   {:.1}% to {:.1}%",
                results.names[a],
                share.middle * 100.0,
                share.low * 100.0,
                share.high * 100.0
            )?;
        }
    }
    writeln!(out, "\nShare of row against column, seat by seat, in %")?;
    write!(out, "{:<width$}", "")?;
    for &b in &order {
        write!(out, "{:>column$}", results.names[b])?;
    }
    writeln!(out)?;
    for &a in &order {
        write!(out, "{:<width$}", results.names[a])?;
        for &b in &order {
            if results.pairs[a][b].games() == 0 {
                write!(out, "{:>column$}", "-")?;
            } else {
                write!(out, "{:>column$.1}", results.pairs[a][b].share().middle * 100.0)?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{} games, {:.1} plies on average", results.games, results.plies)?;
    for (of, mean) in &results.means {
        writeln!(out, "  {of}: {:.2} on average", mean.value())?;
    }
    for (of, answers) in &results.counts {
        let mut answers: Vec<_> = answers.iter().collect();
        answers.sort_by_key(|(answer, count)| (std::cmp::Reverse(*count), answer));
        let shares: Vec<String> = answers
            .iter()
            .map(|(answer, count)| {
                format!("{answer} {:.1}%", *count as f64 * 100.0 / results.games.max(1) as f64)
            })
            .collect();
        writeln!(out, "  {of}: {}", shares.join(", "))?;
    }
    Ok(())
}
