//! Parses a lesson from JSON: errors name the line, the column and the field's path. A lesson may come from a stranger:
//! all of it is bounded, and its games are no longer than those of the lessons included in Totora.

use super::step::{Demand, Learned, Lesson, Step};
use crate::base::json::{At, Found, line, located, parsed};
use crate::base::options::{Options, RawOptions};
use crate::catalog::{AnyGame, game};
use crate::lab::formula;
use crate::lab::heuristic::{LAB, Lab};

/// Maximum size of a lesson, in bytes.
pub const MOST_BYTES: usize = 30_000;
/// Maximum number of steps of a lesson, and of demands of a step.
pub const MOST_STEPS: usize = 8;
/// Maximum number of moves to the displayed position.
const MOST_MOVES: usize = 200;
/// Maximum number of games of a measured result.
const MOST_MEASURED: u64 = 1_000_000;
/// Maximum number of nodes of a move in a lesson's games.
const MOST_NODES: u64 = 2_000;

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// The error: the line, the column, the field and what was expected.
    pub fn read(text: &str) -> Result<Lesson, String> {
        if text.len() > MOST_BYTES {
            return Err(format!(
                "a lesson has at most {MOST_BYTES} bytes; this has {}",
                text.len()
            ));
        }
        let value = parsed(text)?;
        lesson(&At::root(&value)).map_err(|wrong| located(text, &wrong))
    }
}

fn lesson(all: &At<'_>) -> Found<Lesson> {
    const FIELDS: [&str; 8] =
        ["game", "title", "about", "author", "begin", "options", "moves", "steps"];
    all.fields(&FIELDS)?;
    let of = all.need("game", "a name")?;
    let game = of.checked(game(&line(&of, 40)?))?;
    if game.features().is_empty() {
        return of.wrong(format!("{} has no Lab", game.name()));
    }
    let begin = all.need("begin", "an object of options")?;
    let heuristic = begin.object()?.clone();
    begin.checked(game.bot_options(LAB, &heuristic))?;
    let options = all.maybe("options", |at| at.object().cloned())?.unwrap_or_default();
    let check = |at: &At<'_>| at.checked(Options::check(game.options(), &options));
    let checked = all.maybe("options", check)?.unwrap_or_default();
    let mut position = all.checked(game.start(&checked, 1))?;
    let mut played = Vec::new();
    for mv in all.maybe("moves", |at| at.list(0..=MOST_MOVES))?.unwrap_or_default() {
        let text = line(&mv, 1_000)?;
        mv.checked(position.play_ply(&text))?;
        played.push(text);
    }
    let steps = all.need("steps", "a list of steps")?.list(1..=MOST_STEPS)?;
    Ok(Lesson {
        game,
        title: needed(all, "title", 80)?,
        about: needed(all, "about", 200)?,
        author: all.maybe("author", |at| line(at, 120))?.unwrap_or_default(),
        steps: steps.iter().map(|one| step(game, one, &heuristic)).collect::<Found<_>>()?,
        begin: heuristic,
        options,
        moves: played,
    })
}

/// The text of a required field.
fn needed(of: &At<'_>, key: &str, most: usize) -> Found<String> {
    line(&of.need(key, "a text")?, most)
}

fn step(game: &'static dyn AnyGame, of: &At<'_>, begin: &RawOptions) -> Found<Step> {
    of.fields(&["title", "text", "hint", "solution", "learned", "demands"])?;
    let listed = of.need("demands", "a list of demands")?;
    let list = listed.list(1..=MOST_STEPS)?;
    let demands = list.iter().map(|one| demand(game, one, begin)).collect::<Found<_>>()?;
    let mut games = list.iter().filter(|one| one.get("against").is_some());
    let played = games.next();
    if games.next().is_some() {
        return listed.wrong("more than one demand with `against`; expected one at most");
    }
    let solution = of.maybe("solution", |at| solution(game, at, begin))?.unwrap_or_default();
    Ok(Step {
        title: needed(of, "title", 80)?,
        text: needed(of, "text", 600)?,
        hint: if solution.is_empty() || of.get("hint").is_some() {
            needed(of, "hint", 400)?
        } else {
            String::new()
        },
        solution,
        learned: of.maybe("learned", learned)?,
        games: played.is_some(),
        question: played.map_or(Ok(None), |one| one.maybe("question", |at| line(at, 120)))?,
        demands,
    })
}

/// Options of the bot `lab` that differ from the initial ones.
fn solution(game: &'static dyn AnyGame, of: &At<'_>, begin: &RawOptions) -> Found<RawOptions> {
    let given = of.object()?.clone();
    let mut options = begin.clone();
    options.extend(given.clone());
    of.checked(game.bot_options(LAB, &options))?;
    Ok(given)
}

fn learned(of: &At<'_>) -> Found<Learned> {
    of.fields(&["why", "percent", "games"])?;
    let percent = of.need("percent", "a whole number")?.whole(0..=100)?;
    let games = of.need("games", "a whole number")?.whole(1..=MOST_MEASURED)?;
    Ok(Learned { why: needed(of, "why", 300)?, percent, games })
}

/// Reads conditions on a heuristic that no game decides.
///
/// # Errors
/// The field that does not fit, and what was expected.
pub(crate) fn conditions(game: &'static dyn AnyGame, listed: &At<'_>) -> Found<Vec<Demand>> {
    let read = |one: &At<'_>| match one.get("more").is_some() || one.get("terms").is_some() {
        true => demand(game, one, &RawOptions::new()),
        false => one.unlike("a condition: `more` or `terms`"),
    };
    listed.list(1..=MOST_STEPS)?.iter().map(read).collect()
}

fn demand(game: &'static dyn AnyGame, of: &At<'_>, begin: &RawOptions) -> Found<Demand> {
    if let Some(more) = of.get("more") {
        of.fields(&["more", "score", "where"])?;
        let key = line(&more, formula::LONGEST_WORD)?;
        // A feature alone is a formula, so the parser of formulas reports its errors.
        more.checked(formula::parse(&key, game.features()))?;
        let feature = game.features().iter().position(|feature| feature.key == key);
        let feature = more.read(feature, "a feature")?;
        const WAYS: &str = "`rises`, `falls` or `stays`";
        let score = of.need("score", WAYS)?;
        let way = match score.text()? {
            "rises" => 1,
            "falls" => -1,
            "stays" => 0,
            _ => return score.unlike(WAYS),
        };
        let when = of.maybe("where", |when| {
            let text = line(when, 200)?;
            when.checked(formula::parse(&text, game.features())).map(|_| text)
        })?;
        return Ok(Demand::Moves { feature, way, when: when.unwrap_or_default() });
    }
    if let Some(terms) = of.get("terms") {
        of.fields(&["terms"])?;
        return Ok(Demand::Terms(terms.whole(1..=16)? as usize));
    }
    if let Some(key) = of.get("option") {
        of.fields(&["option", "is"])?;
        let (name, value) = (line(&key, 40)?, of.need("is", "a text")?);
        let text = line(&value, 40)?;
        let mut options = begin.clone();
        options.insert(name.clone(), text.clone().into());
        value.checked(game.bot_options(LAB, &options))?;
        return Ok(Demand::Set(name, text));
    }
    let Some(against) = of.get("against") else {
        return of.unlike("a demand: `more`, `terms`, `option` or `against`");
    };
    of.fields(&["against", "nodes", "question"])?;
    against.fields(&["formula", "search", "bot"])?;
    let nodes = of.maybe("nodes", |nodes| nodes.whole(1..=MOST_NODES))?.unwrap_or(1);
    let (mut options, mut name) = (RawOptions::new(), String::new());
    if let Some(formula) = against.get("formula") {
        let text = line(&formula, formula::MOST_CHARACTERS)?;
        formula.checked(Lab::read(&text, game.features()))?;
        options = solution(game, &against, begin)?;
    } else {
        against.fields(&["bot"])?;
        let bot = against.need("bot", "a bot's name")?;
        name = bot.checked(game.bot_info(&line(&bot, 40)?))?.id.to_owned();
    }
    Ok(Demand::Games { bot: name, options, nodes })
}
