//! Tools that measure and improve a heuristic: [`sweep`] plays it with several values of one parameter,
//! [`tune`] optimises all its weights, [`learn`] finds weights from games against itself, [`ablate`] plays it without each
//! of its terms.
//!
//! All of them are arenas ([`crate::arena`]): variants of one bot against a field, on the same openings. Their
//! figures are thus an arena's, the same natively and in the page, on any number of threads, and after any
//! interruption. This module defines the arenas and evaluates their reports; the interfaces play them:
//! no stream, no clock and no thread is known here. (Formulas are below the games, in `lab`; the tools that
//! play them are here, above the arena, so that imports only go down.)

pub mod ablate;
pub mod calibrate;
pub mod evolution;
pub mod learn;
pub mod learned;
pub mod parameter;
pub mod request;
pub mod sweep;
pub mod tune;
pub mod tuning_log;

use crate::arena::report::{Report, Score};
use crate::arena::statistics::Interval;
use crate::arena::{Arena, Entrant, Openings, Start, entrants, setup};
use crate::base::json::At;
use crate::base::options::Options;
use crate::catalog::AnyGame;
use crate::record::SeatSpec;
use parameter::{Parameter, parameters};
use serde::Serialize;
use serde_json::{Value, json};

/// Maximum number of variants of a bot in one arena.
pub const MOST_VARIANTS: usize = 48;

/// A bot, its field and its games: the common part of sweeps, tuning and ablations.
#[derive(Clone)]
pub struct Study {
    /// The game of the bot and of its field.
    pub game: &'static dyn AnyGame,
    /// Of each game without a start of its own.
    pub options: Options,
    /// If not empty, games begin from each of these in place of `options`.
    pub starts: Vec<Start>,
    /// The bot with its current values.
    pub bot: SeatSpec,
    /// The opponents; may be empty for an ablation, which then plays the bot against itself.
    pub field: Vec<Entrant>,
    /// Games of each variant against each combination of opponents, from each start.
    pub games: u32,
    /// The openings of the games.
    pub openings: Openings,
    /// The master seed: all other seeds derive from it.
    pub seed: u64,
}

impl Study {
    /// Parses `{"game","options","each","bot","field","games","openings","seed"}`; as in an arena's setup, all but `game`,
    /// `bot` and `games` are optional.
    ///
    /// # Errors
    /// Which part is invalid, and what was expected.
    pub fn read(request: &Value) -> Result<Study, String> {
        let all = At::root(request);
        let bot = all.need("bot", "a bot")?.value();
        let list = |at: &At<'_>| at.read(at.value().as_array().cloned(), "a list");
        let field = all.maybe("field", list)?.unwrap_or_default();
        let alone = field.is_empty();
        // Without a field it meets itself, on all other seats; a game has at most eight seats.
        let against = if alone { vec![bot.clone(); 7] } else { field };
        let arena = setup::read(&json!({
            "game": request.get("game"), "options": request.get("options"), "each": request.get("each"),
            "bots": [bot], "against": against,
            "games": request.get("games"), "openings": request.get("openings"),
            "seed": request.get("seed"),
        }))?;
        let mut study = Study::from_arena(arena)?;
        if alone {
            study.field.clear();
        }
        Ok(study)
    }

    /// The study of an arena's first entrant against all others.
    ///
    /// # Errors
    /// When there is no entrant.
    pub fn from_arena(arena: Arena) -> Result<Study, String> {
        let Arena { game, options, starts, entrants, games, openings, seed, .. } = arena;
        let mut entrants = entrants.into_iter();
        let bot = entrants.next().ok_or("no bot is given")?.seat;
        Ok(Study { game, options, starts, bot, field: entrants.collect(), games, openings, seed })
    }

    /// The parameters of the bot.
    ///
    /// # Errors
    /// When it has none.
    pub fn parameters(&self) -> Result<Vec<Parameter>, String> {
        let parameters = parameters(self.game, &self.bot)?;
        if parameters.is_empty() {
            return Err(format!("{} has no weight and no other number to set", self.bot.to_text()));
        }
        Ok(parameters)
    }

    /// The parameters with these keys; those that are `usual` if `keys` is empty.
    ///
    /// # Errors
    /// An unknown key; the message lists the known ones.
    pub fn chosen(
        &self,
        keys: &[String],
        usual: impl Fn(&Parameter) -> bool,
    ) -> Result<Vec<Parameter>, String> {
        let all = self.parameters()?;
        if keys.is_empty() {
            let bot = self.bot.to_text();
            let chosen: Vec<Parameter> =
                all.iter().filter(|parameter| usual(parameter)).cloned().collect();
            return match all.iter().any(|parameter| parameter.weight) {
                _ if !chosen.is_empty() => Ok(chosen),
                true => Err(format!(
                    "{bot} has one term, whose weight is a mere scale; write a constant into its formula, or another term"
                )),
                false => Err(format!("{bot} has no weights; name other numbers of it")),
            };
        }
        keys.iter().map(|key| parameter::find(&all, key).cloned()).collect()
    }

    /// Maximum number of seats of all starts.
    fn seats(&self) -> usize {
        let with = |options: &Options| {
            self.game.start(options, self.seed).map_or(2, |start| start.seats())
        };
        let starts = self.starts.iter().map(|start| with(&start.options)).max();
        starts.unwrap_or_else(|| with(&self.options)).max(2)
    }

    /// The arena of these variants against the field.
    ///
    /// # Errors
    /// When there are too few opponents for the game, or too many games.
    pub fn arena(&self, variants: Vec<Entrant>, games: u32, seed: u64) -> Result<Arena, String> {
        self.meeting(variants, self.field.clone(), games, seed)
    }

    /// The arena of these variants against others.
    fn meeting(
        &self,
        variants: Vec<Entrant>,
        against: Vec<Entrant>,
        games: u32,
        seed: u64,
    ) -> Result<Arena, String> {
        let challengers = Some(variants.len());
        let named = variants.into_iter().chain(against).map(|one| (one.name, one.seat));
        let arena = Arena {
            game: self.game,
            options: self.options.clone(),
            starts: self.starts.clone(),
            entrants: entrants(named),
            challengers,
            games,
            repeat: 1,
            openings: self.openings.clone(),
            seed,
            until: None,
            rules: crate::arena::ArenaRules::default(),
            preset: None,
        };
        arena.check().map_err(|error| error.replace("--against", "the field"))?;
        arena.check_size()?;
        Ok(arena)
    }

    /// Copies of one bot for all opponents' seats.
    fn copies(&self, name: &str, seat: &SeatSpec) -> Vec<Entrant> {
        let one = Entrant { name: name.to_owned(), seat: seat.clone() };
        vec![one; self.seats() - 1]
    }

    /// Rejects an empty field.
    fn needs_field(&self) -> Result<(), String> {
        if self.field.is_empty() {
            return Err("no field is given: whom is the bot to meet?".to_owned());
        }
        Ok(())
    }

    /// The study as JSON; [`Study::read`] is the reverse.
    pub fn to_json(&self) -> Value {
        // An arena's setup contains all of it; an empty field is added separately.
        let variants = vec![Entrant { name: String::new(), seat: self.bot.clone() }];
        let against =
            if self.field.is_empty() { self.copies("", &self.bot) } else { self.field.clone() };
        let written = self.meeting(variants, against, self.games, self.seed).map(|arena| {
            let setup = setup::write(&arena);
            let field = if self.field.is_empty() { Vec::new() } else { setup.against };
            json!({
                "game": setup.game, "options": setup.options, "each": setup.each,
                "bot": setup.bots[0], "field": field,
                "games": setup.games, "openings": setup.openings, "seed": setup.seed,
            })
        });
        written.unwrap_or(Value::Null)
    }
}

/// A variant's points, and its difference to the bot with its current values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantScore {
    /// Wins, draws, losses, the share of the points with its 95% interval (Wilson).
    #[serde(flatten)]
    pub score: Score,
    /// Its share of the points minus that of the bot with its current values, over shared openings, 95%; `None` for
    /// fewer than two openings, and for that bot itself.
    pub ahead: Option<Interval>,
}

/// The standing of the entrant with that index in a report, compared with another.
pub fn standing(report: &Report, entrant: usize, than: usize) -> Option<VariantScore> {
    let one = report.bots.get(entrant)?;
    let other = report.bots.get(than)?;
    let ahead = report.differences.iter().find_map(|difference| {
        if difference.bot == one.bot && difference.than == other.bot {
            return Some(difference.ahead);
        }
        let reversed = difference.bot == other.bot && difference.than == one.bot;
        reversed.then(|| difference.ahead.reversed())
    });
    Some(VariantScore { score: one.score, ahead })
}
