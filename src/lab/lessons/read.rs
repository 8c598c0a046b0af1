//! Reading a lesson from JSON: what is wrong is named by line, column and the field's path. A lesson may come from anybody:
//! all of it is bounded, and its games are no longer than those of the lessons that come with Totora.

use super::{Demand, Lesson, Step};
use crate::base::fixed::shorten;
use crate::base::options::{Options, RawOptions};
use crate::base::util::is_control;
use crate::catalog::{AnyGame, game};
use crate::lab::formula;
use crate::lab::heuristic::{FORMULA, LAB, Lab};
use serde_json::Value;
use std::fmt::Display;

/// The most bytes of a lesson.
pub const MOST_BYTES: usize = 30_000;
/// The most steps of a lesson, and demands of a step.
pub const MOST_STEPS: usize = 8;
/// The most moves to the position that is shown.
const MOST_MOVES: usize = 200;
/// The most nodes of a move in a lesson's games.
const MOST_NODES: u64 = 2_000;

/// What is wrong, and at which path.
struct Wrong {
    path: String,
    message: String,
}

type Found<T> = Result<T, Wrong>;

/// A value of the lesson, with its path: `steps[1].demands[0].more`.
struct At<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> At<'a> {
    fn wrong<T>(&self, message: impl Display) -> Found<T> {
        Err(Wrong { path: self.path.clone(), message: message.to_string() })
    }

    fn unlike<T>(&self, expected: impl Display) -> Found<T> {
        let found = shorten(&self.value.to_string());
        self.wrong(format!("found `{found}`; expected {expected}"))
    }

    /// Checks that it is an object of no other fields than these.
    fn fields(&self, known: &[&str]) -> Found<()> {
        let Value::Object(fields) = self.value else {
            return self.unlike(format!("an object of {}", known.join(", ")));
        };
        match fields.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let known = known.join(", ");
                self.wrong(format!("there is no field `{}`; expected {known}", shorten(key)))
            }
        }
    }

    fn get(&self, key: &str) -> Option<At<'a>> {
        let dot = if self.path.is_empty() { "" } else { "." };
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(At { value, path: format!("{}{dot}{key}", self.path) })
    }

    fn need(&self, key: &str) -> Found<At<'a>> {
        self.get(key).map_or_else(|| self.wrong(format!("the field `{key}` is missing")), Ok)
    }

    /// A text of 1 to so many characters, none of which changes how others are read.
    fn text(&self, most: usize) -> Found<String> {
        match self.value {
            Value::String(text)
                if (1..=most).contains(&text.chars().count()) && !text.chars().any(is_control) =>
            {
                Ok(text.clone())
            }
            _ => self.unlike(format!("a text of 1 to {most} characters, on one line")),
        }
    }

    fn list(&self, least: usize, most: usize) -> Found<Vec<At<'a>>> {
        let items = self.value.as_array().filter(|list| (least..=most).contains(&list.len()));
        let Some(items) = items else {
            return self.unlike(format!("a list of {least} to {most}"));
        };
        let item = |(i, value)| At { value, path: format!("{}[{i}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    fn number(&self, most: u64) -> Found<u64> {
        let number = self.value.as_u64().filter(|number| (1..=most).contains(number));
        number.map_or_else(|| self.unlike(format!("a whole number from 1 to {most}")), Ok)
    }

    fn object(&self) -> Found<RawOptions> {
        self.value.as_object().cloned().map_or_else(|| self.unlike("an object of options"), Ok)
    }

    /// The same, or where it failed.
    fn checked<T, E: Display>(&self, result: Result<T, E>) -> Found<T> {
        result.or_else(|error| self.wrong(error))
    }
}

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// What is wrong: the line, the column, the field and what was expected.
    pub fn read(text: &str) -> Result<Lesson, String> {
        if text.len() > MOST_BYTES {
            return Err(format!(
                "a lesson has at most {MOST_BYTES} bytes; this has {}",
                text.len()
            ));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            let words = words.rsplit_once(" at line ").map_or(&*words, |(words, _)| words);
            format!("line {}, column {}: no JSON: {words}", error.line(), error.column())
        })?;
        lesson(&At { value: &value, path: String::new() }).map_err(|Wrong { path, message }| {
            let before = &text[..place_of(text, &path)];
            let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n'));
            let column = before[start.map_or(0, |start| start + 1)..].chars().count() + 1;
            let named = if path.is_empty() { path } else { format!("{path}: ") };
            format!("line {line}, column {column}: {named}{message}")
        })
    }
}

fn lesson(all: &At<'_>) -> Found<Lesson> {
    const FIELDS: [&str; 8] =
        ["game", "title", "about", "author", "begin", "options", "moves", "steps"];
    all.fields(&FIELDS)?;
    let of = all.need("game")?;
    let game = of.checked(game(&of.text(40)?))?;
    if game.features().is_empty() {
        return of.wrong(format!("{} has no Lab", game.name()));
    }
    let begin = all.need("begin")?;
    let heuristic = begin.object()?;
    begin.checked(game.bot_options(LAB, &heuristic))?;
    let options = all.get("options").map_or(Ok(RawOptions::new()), |options| options.object())?;
    let checked = Options::check(game.options(), &options);
    let checked = all.get("options").map_or(Ok(Options::default()), |at| at.checked(checked))?;
    let moves = all.get("moves").map_or(Ok(Vec::new()), |moves| moves.list(0, MOST_MOVES))?;
    let mut position = all.checked(game.start(&checked, 1))?;
    let mut played = Vec::new();
    for mv in &moves {
        let text = mv.text(1_000)?;
        mv.checked(position.play_ply(&text))?;
        played.push(text);
    }
    let steps = all.need("steps")?.list(1, MOST_STEPS)?;
    Ok(Lesson {
        game,
        title: all.need("title")?.text(80)?,
        about: all.need("about")?.text(200)?,
        author: all.get("author").map_or(Ok(String::new()), |author| author.text(120))?,
        steps: steps.iter().map(|one| step(game, one, &heuristic)).collect::<Found<_>>()?,
        begin: heuristic,
        options,
        moves: played,
    })
}

fn step(game: &'static dyn AnyGame, of: &At<'_>, begin: &RawOptions) -> Found<Step> {
    of.fields(&["title", "text", "hint", "demands"])?;
    let listed = of.need("demands")?;
    let demands: Vec<Demand> = listed
        .list(1, MOST_STEPS)?
        .iter()
        .map(|one| demand(game, one, begin))
        .collect::<Found<_>>()?;
    if demands.iter().filter(|one| matches!(one, Demand::Games { .. })).count() > 1 {
        return listed.wrong("more than one demand with `against`; expected one at most");
    }
    Ok(Step {
        title: of.need("title")?.text(80)?,
        text: of.need("text")?.text(600)?,
        hint: of.need("hint")?.text(400)?,
        demands,
    })
}

fn demand(game: &'static dyn AnyGame, of: &At<'_>, begin: &RawOptions) -> Found<Demand> {
    if let Some(more) = of.get("more") {
        of.fields(&["more", "score", "where"])?;
        let key = more.text(formula::LONGEST_WORD)?;
        // A feature alone is a formula, so what is wrong with it is said as there.
        more.checked(formula::parse(&key, game.features()))?;
        let feature = game.features().iter().position(|feature| feature.key == key);
        let Some(feature) = feature else { return more.unlike("a feature") };
        let score = of.need("score")?;
        let way = match score.text(10)?.as_str() {
            "rises" => 1,
            "falls" => -1,
            "stays" => 0,
            _ => return score.unlike("`rises`, `falls` or `stays`"),
        };
        let when = of.get("where").map_or(Ok(String::new()), |when| {
            let text = when.text(200)?;
            when.checked(formula::parse(&text, game.features())).map(|_| text)
        })?;
        return Ok(Demand::Moves { feature, way, when });
    }
    if let Some(terms) = of.get("terms") {
        of.fields(&["terms"])?;
        return Ok(Demand::Terms(terms.number(16)? as usize));
    }
    if let Some(key) = of.get("option") {
        of.fields(&["option", "is"])?;
        let (name, value) = (key.text(40)?, of.need("is")?);
        let text = value.text(40)?;
        let mut options = begin.clone();
        options.insert(name.clone(), text.clone().into());
        value.checked(game.bot_options(LAB, &options))?;
        return Ok(Demand::Set(name, text));
    }
    let Some(against) = of.get("against") else {
        return of.unlike("a demand: `more`, `terms`, `option` or `against`");
    };
    of.fields(&["against", "nodes", "question"])?;
    against.fields(&["formula", "bot"])?;
    let nodes = of.get("nodes").map_or(Ok(1), |nodes| nodes.number(MOST_NODES))?;
    let question = of.get("question").map(|question| question.text(120)).transpose()?;
    let (mut options, mut name) = (begin.clone(), String::new());
    if let Some(formula) = against.get("formula") {
        let text = formula.text(formula::MOST_CHARACTERS)?;
        formula.checked(Lab::read(&text, game.features()))?;
        options.insert(FORMULA.to_owned(), text.into());
    } else {
        let bot = against.need("bot")?;
        name = bot.checked(game.bot_info(&bot.text(40)?))?.id.to_owned();
        options.clear();
    }
    Ok(Demand::Games { bot: name, options, nodes, question })
}

/// Where the value of a path begins in a JSON text, in bytes: of a field that is not there, its object.
fn place_of(text: &str, path: &str) -> usize {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0, wanted: path, found: 0 };
    scan.value("");
    scan.found
}

/// Walks through a JSON text that is known to be one.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    wanted: &'a str,
    found: usize,
}

impl Scan<'_> {
    fn peek(&mut self) -> u8 {
        while self.bytes.get(self.at).is_some_and(|byte| b" \t\r\n,:".contains(byte)) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied().unwrap_or(b'}')
    }

    /// The text that begins here, as it is written.
    fn string(&mut self) -> String {
        let from = self.at + 1;
        self.at = from;
        while self.bytes.get(self.at).is_some_and(|&byte| byte != b'"') {
            self.at += if self.bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        let end = self.at.min(self.bytes.len());
        self.at += 1;
        String::from_utf8_lossy(&self.bytes[from.min(end)..end]).into_owned()
    }

    fn value(&mut self, path: &str) {
        let first = self.peek();
        if path == self.wanted {
            self.found = self.at;
        }
        if first == b'"' {
            self.string();
        } else if first == b'{' || first == b'[' {
            self.at += 1;
            for i in 0.. {
                let next = self.peek();
                if next == b'}' || next == b']' {
                    break;
                }
                let dot = if path.is_empty() { "" } else { "." };
                let inner = match first {
                    b'{' => format!("{path}{dot}{}", self.string()),
                    _ => format!("{path}[{i}]"),
                };
                self.value(&inner);
            }
            self.at += 1;
        } else {
            let end = |byte: &u8| b" \t\r\n,:]}".contains(byte);
            while self.bytes.get(self.at).is_some_and(|byte| !end(byte)) {
                self.at += 1;
            }
        }
    }
}
