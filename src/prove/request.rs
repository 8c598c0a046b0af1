//! What a face asks for and is told, as JSON, where it plays the arenas by itself: the page, in its workers. Which
//! arenas a sweep, a tuning or an ablation consists of, what comes next, and the command that does the same.
//! Answers are functions of what is asked alone; nothing is remembered here.

use super::ablate::Ablation;
use super::sweep::Sweep;
use super::tune::{Plan, Stage, Tally, Tuning};
use super::{Study, parameter};
use crate::arena::setup::{self, quoted};
use crate::arena::{Arena, Openings};
use crate::base::fixed::Fixed;
use crate::catalog::AnyGame;
use crate::record::SeatSpec;
use serde_json::{Value, json};

/// Answers `{"do":"numbers"|"sweep"|"ablate"|"tune", …}`, the rest as [`Study::read`] has it:
///
/// - `numbers`: `{"game","bot"}` gives the numbers that can be turned;
/// - `sweep`: with `number`, `from`, `to` and `steps` gives the arena and the values of its challengers;
/// - `ablate`: with `terms` gives the arena and the terms that are left out; against itself, a `rival` is met too;
/// - `tune`: with a `plan`, the points of the `generations` that were played, and how many of the arenas that verify
///   are `verified`, gives what is to be played next, and what was found so far.
///
/// # Errors
/// What does not fit, and what was expected.
pub fn answer(asked: &Value) -> Result<Value, String> {
    match asked.get("do").and_then(Value::as_str) {
        Some("numbers") => numbers(asked),
        Some("sweep") => sweep(asked),
        Some("ablate") => ablate(asked),
        Some("tune") => tune(asked),
        _ => Err("`do` is none of numbers, sweep, ablate, tune".to_owned()),
    }
}

fn numbers(asked: &Value) -> Result<Value, String> {
    let id = asked.get("game").and_then(Value::as_str).ok_or("`game` is missing")?;
    let game = crate::catalog::game(id).map_err(|error| error.to_string())?;
    let bot = asked.get("bot").unwrap_or(&Value::Null);
    Ok(json!(parameter::parameters(game, &seat(game, bot)?)?))
}

/// A bot as text or as JSON.
fn seat(game: &'static dyn AnyGame, bot: &Value) -> Result<SeatSpec, String> {
    let seat = match bot.as_str() {
        Some(text) => SeatSpec::from_text(game, text, None),
        None => SeatSpec::from_json(game, bot),
    };
    seat.map_err(|error| error.to_string())
}

fn fixed(asked: &Value, key: &str) -> Result<Fixed, String> {
    let number = asked.get(key).and_then(Value::as_f64).and_then(Fixed::from_f64);
    number.ok_or_else(|| format!("`{key}` is no number with at most three decimals"))
}

fn list<'a>(asked: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    asked.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn texts(asked: &Value, key: &str) -> Vec<String> {
    list(asked, key).filter_map(Value::as_str).map(str::to_owned).collect()
}

fn sweep(asked: &Value) -> Result<Value, String> {
    let study = Study::read(asked)?;
    let key = asked.get("number").and_then(Value::as_str).ok_or("`number` is missing")?;
    let steps = asked.get("steps").and_then(Value::as_u64).unwrap_or(11) as usize;
    let (from, to) = (fixed(asked, "from")?, fixed(asked, "to")?);
    let sweep = Sweep::new(&study, key, from, to, steps)?;
    let now = sweep.values.iter().position(|&value| value == sweep.parameter.value);
    let more = format!(" --number {} --from {from} --to {to} --steps {steps}", quoted(key));
    Ok(json!({
        "number": sweep.parameter,
        "values": sweep.values.iter().map(|value| value.to_f64()).collect::<Vec<_>>(),
        "now": now,
        "arena": setup::write(&sweep.arena),
        "games": sweep.arena.expected(),
        "command": command("sweep", &study, &more),
    }))
}

fn ablate(asked: &Value) -> Result<Value, String> {
    let study = Study::read(asked)?;
    let terms = texts(asked, "terms");
    let rival = asked.get("rival").filter(|rival| !rival.is_null());
    let rival = rival.map(|rival| seat(study.game, rival)).transpose()?;
    let ablation = Ablation::new(&study, &terms, rival)?;
    let more = if terms.is_empty() {
        String::new()
    } else {
        format!(" --terms {}", quoted(&terms.join(",")))
    };
    Ok(json!({
        "terms": ablation.terms,
        "itself": ablation.itself,
        "arena": setup::write(&ablation.arena),
        "games": ablation.arena.expected(),
        "command": command("ablate", &study, &more),
    }))
}

fn tune(asked: &Value) -> Result<Value, String> {
    let study = Study::read(asked)?;
    let plan = plan(asked.get("plan").unwrap_or(&Value::Null))?;
    let mut generations: Vec<Vec<Tally>> = Vec::new();
    for tallies in list(asked, "generations") {
        let tally = |pair: &Value| Some((pair.get(0)?.as_u64()?, pair.get(1)?.as_u64()?));
        let tallies = tallies.as_array().into_iter().flatten().map(tally).collect::<Option<_>>();
        generations.push(tallies.ok_or("`generations` has no pairs of points and games")?);
    }
    let more = of_plan(&plan);
    let told = command("tune", &study, &more);
    let mut tuning = Tuning::new(study, plan)?;
    for tallies in &generations {
        tuning.learn(tallies)?;
    }
    for _ in 0..asked.get("verified").and_then(Value::as_u64).unwrap_or(0).min(2) {
        tuning.verified(tuning.stage());
    }
    let stage = tuning.stage();
    let arena = tuning.arena()?;
    let seed = if stage == Stage::Train { None } else { Some(tuning.verify_seed()?) };
    Ok(json!({
        "stage": stage.name(),
        "arena": arena.as_ref().map(setup::write),
        "population": tuning.population(),
        "games": arena.as_ref().map(Arena::expected),
        "all": tuning.games()?,
        "found": found(&tuning)?,
        "verify_seed": seed,
        "command": told,
    }))
}

/// By hand, as all here: what is derived would cost the page's module more than it saves.
fn plan(given: &Value) -> Result<Plan, String> {
    let mut plan = Plan { parameters: texts(given, "parameters"), ..Plan::default() };
    let whole = |key: &str, usual: u64| match given.get(key) {
        None | Some(Value::Null) => Ok(usual),
        Some(value) => value.as_u64().ok_or_else(|| format!("`{key}` is no whole number")),
    };
    let small = |key: &str, usual: u32| {
        u32::try_from(whole(key, usual.into())?).map_err(|_| format!("`{key}` is too large"))
    };
    plan.generations = small("generations", plan.generations)?;
    plan.verify = small("verify", plan.verify)?;
    plan.population = match whole("population", 0)? {
        0 => None,
        given => Some(given as usize),
    };
    if let Some(spread) = given.get("spread").and_then(Value::as_f64) {
        plan.spread = spread;
    }
    plan.verify_seed = given.get("verify_seed").and_then(Value::as_u64);
    Ok(plan)
}

/// What tuning found so far, without what the arenas that verify say.
fn found(tuning: &Tuning) -> Result<Value, String> {
    let numbers = tuning.parameters().iter().zip(tuning.tuned()).map(|(parameter, value)| {
        json!({
            "key": parameter.key, "label": parameter.label,
            "from": parameter.value.to_f64(), "to": value.to_f64(),
        })
    });
    let history = tuning.history().iter().map(|one| {
        json!({
            "share": one.share, "best": one.best, "spread": one.spread, "values": one.values,
        })
    });
    let bot = tuning.tuned_bot()?;
    Ok(json!({
        "numbers": numbers.collect::<Value>(),
        "tuned": bot,
        "tuned_text": bot.to_text(),
        "training": {
            "seed": tuning.study().seed,
            "generations": tuning.plan().generations,
            "population": tuning.population(),
            "games": tuning.study().games,
            "history": history.collect::<Value>(),
        },
        "finished": tuning.stage() == Stage::Done,
    }))
}

fn of_plan(plan: &Plan) -> String {
    let mut more = String::new();
    if !plan.parameters.is_empty() {
        more += &format!(" --numbers {}", quoted(&plan.parameters.join(",")));
    }
    if let Some(population) = plan.population {
        more += &format!(" --population {population}");
    }
    more += &format!(" --generations {} --spread {}", plan.generations, plan.spread);
    more += &format!(" --verify {}", plan.verify);
    if let Some(seed) = plan.verify_seed {
        more += &format!(" --verify-seed {seed}");
    }
    more
}

/// The command that does the same.
fn command(name: &str, study: &Study, more: &str) -> String {
    let written = study.to_json();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut told =
        format!("totora {name} {} --bot {}", study.game.id(), quoted(&text(&written["bot"])));
    let field: Vec<String> = written["field"].as_array().into_iter().flatten().map(text).collect();
    if !field.is_empty() {
        told += &format!(" --field {}", quoted(&field.join(",")));
    }
    for (key, value) in written["options"].as_object().into_iter().flatten() {
        told += &format!(" --option {}", quoted(&format!("{key}={}", text(value))));
    }
    match study.openings {
        Openings::Drawn => {}
        Openings::Book(_) => told += " --openings FILE",
        Openings::None | Openings::Earlier => told += " --openings none",
    }
    format!("{told}{more} --games {} --seed {}", study.games, study.seed)
}
