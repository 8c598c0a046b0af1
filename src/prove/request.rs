//! Requests and responses about studies, for a caller that plays the arenas itself, such as the page in its workers: the
//! arenas of a sweep, a tuning or an ablation, the next step, and the command that does the same.
//! A response depends on the request alone; there is no state here.

use super::Study;
use super::ablate::Ablation;
use super::learn::{LearningSettings, default_terms};
use super::parameter::{Parameter, parameters};
use super::sweep::Sweep;
use super::tune::{Found, Halves, Stage, Tuning, TuningPlan};
use crate::arena::setup::{self, ArenaSetup, each_argument, quoted};
use crate::arena::{Arena, Openings};
use crate::base::erased_value::ErasedValue;
use crate::base::fixed::Fixed;
use crate::base::json::At;
use crate::lab::heuristic::Written;
use serde::Serialize;
use serde_json::Value;

/// A sweep before its first game.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProveSweep {
    number: Parameter,
    /// One for each challenger of the arena, ascending.
    values: Vec<f64>,
    /// The index of the bot's current value.
    now: usize,
    arena: ArenaSetup,
    games: f64,
    command: String,
}

/// An ablation before its first game.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProveAblation {
    terms: Vec<String>,
    /// Whether the complete bot, the first entrant, meets those without a term, and a rival last; else all meet a field.
    itself: bool,
    arena: ArenaSetup,
    games: f64,
    command: String,
}

/// The state of a tuning.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ProveTuning {
    stage: Stage,
    /// The next arena to play.
    arena: Option<ArenaSetup>,
    population: usize,
    games: Option<f64>,
    /// Numbers of games of training and of verification in total.
    all: (u64, u64),
    found: Found,
    verify_seed: Option<u64>,
    command: String,
}

/// What a game suggests for learning.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProveLearning {
    terms: Written,
    against: &'static str,
    settings: LearningSettings,
}

/// Responds to `{"do":"numbers"|"sweep"|"ablate"|"tune"|"learn", …}`, the other fields as in [`Study::read`]:
///
/// - `numbers`: `{"game","bot"}` returns the parameters of the bot;
/// - `sweep`: with `number`, `from`, `to` and `steps` returns the arena and the values of its challengers;
/// - `ablate`: with `terms` returns the arena and the omitted terms; against itself, a `rival` is met too;
/// - `tune`: with a `plan`, the points of the finished `generations`, and the number of `verified` arenas of
///   verification, returns the next arena, and the results so far;
/// - `learn`: `{"game"}` returns the terms, the opponent and the settings of a learning.
///
/// # Errors
/// What is invalid, and what was expected.
pub fn answer(request: &Value) -> Result<ErasedValue, String> {
    const EXPECTED: &str = "one of numbers, sweep, ablate, tune, learn";
    let (all, study) = (At::root(request), || Study::read(request));
    let what = all.need("do", EXPECTED)?;
    match what.text()? {
        "numbers" => numbers(&all),
        "sweep" => sweep(&all, &study()?),
        "ablate" => ablate(&all, &study()?),
        "tune" => tune(&all, study()?),
        "learn" => learn(&all),
        _ => Ok(what.unlike(EXPECTED)?),
    }
}

fn numbers(all: &At<'_>) -> Result<ErasedValue, String> {
    let game = all.need("game", "a name")?.text()?;
    let game = crate::catalog::game(game).map_err(|error| error.to_string())?;
    let bot = setup::seat(game, all.need("bot", "a bot")?.value())?;
    Ok(ErasedValue::new(parameters(game, &bot)?))
}

fn learn(all: &At<'_>) -> Result<ErasedValue, String> {
    let game = all.need("game", "a name")?.text()?;
    let game = crate::catalog::game(game).map_err(|error| error.to_string())?;
    let (terms, against) = (default_terms(game)?, game.data().learning.1);
    Ok(ErasedValue::new(ProveLearning { terms, against, settings: LearningSettings::default() }))
}

fn fixed(all: &At<'_>, key: &str) -> Result<Fixed, String> {
    const EXPECTED: &str = "a number with at most three decimals";
    let at = all.need(key, EXPECTED)?;
    Ok(at.read(at.value().as_f64().and_then(Fixed::from_f64), EXPECTED)?)
}

fn texts(all: &At<'_>, key: &str) -> Result<Vec<String>, String> {
    let listed = all.maybe(key, |at| at.list(0..=usize::MAX))?.unwrap_or_default();
    let texts: Result<Vec<_>, _> = listed.iter().map(|at| at.text().map(str::to_owned)).collect();
    Ok(texts?)
}

fn sweep(all: &At<'_>, study: &Study) -> Result<ErasedValue, String> {
    let key = all.need("number", "the key of a number")?.text()?;
    let steps = all.maybe("steps", |at| at.whole(0..=u64::MAX))?.unwrap_or(11) as usize;
    let (from, to) = (fixed(all, "from")?, fixed(all, "to")?);
    let sweep = Sweep::new(study, key, from, to, steps)?;
    let more = format!(" --number {} --from {from} --to {to} --steps {steps}", quoted(key));
    Ok(ErasedValue::new(ProveSweep {
        values: sweep.values.iter().map(|value| value.to_f64()).collect(),
        now: sweep.now(),
        arena: setup::write(&sweep.arena),
        games: sweep.arena.expected(),
        command: command("sweep", study, &more),
        number: sweep.parameter,
    }))
}

fn ablate(all: &At<'_>, study: &Study) -> Result<ErasedValue, String> {
    let terms = texts(all, "terms")?;
    let rival = all.get("rival").map(|rival| setup::seat(study.game, rival.value())).transpose()?;
    let ablation = Ablation::new(study, &terms, rival)?;
    let more = listed("terms", &terms);
    Ok(ErasedValue::new(ProveAblation {
        terms: ablation.terms,
        itself: ablation.itself,
        arena: setup::write(&ablation.arena),
        games: ablation.arena.expected(),
        command: command("ablate", study, &more),
    }))
}

fn tune(all: &At<'_>, study: Study) -> Result<ErasedValue, String> {
    let plan = all.get("plan").map_or_else(|| Ok(TuningPlan::default()), |at| plan(&at))?;
    let mut generations: Vec<Vec<Halves>> = Vec::new();
    for tallies in all.maybe("generations", |at| at.list(0..=usize::MAX))?.unwrap_or_default() {
        let tally = |pair: &Value| Some((pair.get(0)?.as_u64()?, pair.get(1)?.as_u64()?));
        let pairs = tallies.value().as_array();
        let pairs = pairs.and_then(|pairs| pairs.iter().map(tally).collect());
        generations.push(tallies.read(pairs, "pairs of points and games")?);
    }
    let more = of_plan(&plan);
    let command = command("tune", &study, &more);
    let mut tuning = Tuning::new(study, plan)?;
    for tallies in &generations {
        tuning.learn(tallies)?;
    }
    for _ in 0..all.maybe("verified", |at| at.whole(0..=2))?.unwrap_or(0) {
        tuning.verified(tuning.stage());
    }
    let stage = tuning.stage();
    let arena = tuning.arena()?;
    let seed = if stage == Stage::Train { None } else { Some(tuning.verify_seed()?) };
    Ok(ErasedValue::new(ProveTuning {
        stage,
        arena: arena.as_ref().map(setup::write),
        population: tuning.population(),
        games: arena.as_ref().map(Arena::expected),
        all: tuning.games()?,
        found: tuning.found(None, None)?,
        verify_seed: seed,
        command,
    }))
}

fn plan(given: &At<'_>) -> Result<TuningPlan, String> {
    let usual = TuningPlan { parameters: texts(given, "parameters")?, ..TuningPlan::default() };
    let whole = |key: &str| given.maybe(key, |at| at.whole(0..=u32::MAX.into()));
    let spread = |at: &At<'_>| at.read(at.value().as_f64(), "a number");
    Ok(TuningPlan {
        generations: whole("generations")?.map_or(usual.generations, |n| n as u32),
        verify: whole("verify")?.map_or(usual.verify, |n| n as u32),
        population: whole("population")?.filter(|&n| n > 0).map(|n| n as usize),
        spread: given.maybe("spread", spread)?.unwrap_or(usual.spread),
        verify_seed: given.maybe("verify_seed", |at| at.whole(0..=u64::MAX))?,
        ..usual
    })
}

fn of_plan(plan: &TuningPlan) -> String {
    let TuningPlan { parameters, population, generations, spread, verify, verify_seed } = plan;
    let numbers = listed("numbers", parameters);
    let population = population.map_or(String::new(), |n| format!(" --population {n}"));
    let seed = verify_seed.map_or(String::new(), |seed| format!(" --verify-seed {seed}"));
    format!(
        "{numbers}{population} --generations {generations} --spread {spread} --verify {verify}{seed}"
    )
}

/// An argument with a list; empty without items.
fn listed(name: &str, items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!(" --{name} {}", quoted(&items.join(","))) }
}

/// The command that does the same.
fn command(name: &str, study: &Study, more: &str) -> String {
    let written = study.to_json();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let field: Vec<String> = written["field"].as_array().into_iter().flatten().map(text).collect();
    let (bot, field) = (quoted(&text(&written["bot"])), listed("field", &field));
    let command = format!("totora {name} {} --bot {bot}{field}", study.game.id());
    let command = setting_of(study, command);
    format!("{command}{more} --games {} --seed {}", study.games, study.seed)
}

/// A command with the options, the starts and the openings of a study.
pub(super) fn setting_of(study: &Study, mut command: String) -> String {
    let written = study.to_json();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (key, value) in written["options"].as_object().into_iter().flatten() {
        command += &format!(" --option {}", quoted(&format!("{key}={}", text(value))));
    }
    let texts =
        |list: &Value| -> Vec<String> { list.as_array().into_iter().flatten().map(text).collect() };
    for each in written["each"].as_array().into_iter().flatten() {
        let (values, names) = (texts(&each["values"]), texts(&each["names"]));
        command += &format!(" {}", each_argument(&text(&each["option"]), values.join(","), &names));
    }
    match study.openings {
        Openings::Drawn => {}
        Openings::Book(_) => command += " --openings FILE",
        Openings::None | Openings::Earlier => command += " --openings none",
    }
    command
}
