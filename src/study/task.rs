//! The tasks of chapters: find a move, predict, or write a term. Answers are checked here, with a sentence for the reader.

use crate::base::fixed::shorten;
use crate::base::json::{At, Found, line};
use crate::catalog::AnyGame;
use crate::lab::lessons::{Demand, conditions, unmet};
use crate::session::Session;
use serde::Serialize;
use serde_json::{Value, json};

/// Maximum number of characters of a question.
const QUESTION: usize = 200;
/// Maximum number of characters of an explanation.
const WHY: usize = 400;
/// Maximum number of right moves, and of choices.
const MOST: usize = 12;
/// Maximum number of characters of a move or a choice.
const ANSWER: usize = 200;

/// A task of the reader.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is asked.
    pub question: String,
    /// Help before an answer; may be empty.
    pub hint: String,
    /// What a right answer shows.
    pub why: String,
    /// What an answer is.
    pub kind: Kind,
}

/// What an answer to a task is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A move of the seat to move; these are right.
    Find(Vec<String>),
    /// One of several choices.
    Predict {
        /// In the order in which they are shown.
        choices: Vec<String>,
        /// The index of the right one.
        right: usize,
    },
    /// A heuristic of the Lab that meets conditions.
    Term {
        /// The conditions as they were read.
        conditions: Value,
        /// A heuristic that meets them.
        solution: String,
    },
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Answered {
    /// Whether the answer is right.
    pub right: bool,
    /// For the reader, in a sentence or two.
    pub words: String,
}

impl Task {
    pub(super) fn from_json(game: &'static dyn AnyGame, at: &At<'_>) -> Found<Task> {
        const KINDS: &str = "find, predict or term";
        let kind = at.need("kind", KINDS)?;
        let all = ["kind", "question", "hint", "why"];
        let kind = match kind.text()? {
            "find" => {
                at.fields(&[&all[..], &["moves"]].concat())?;
                let moves = at.need("moves", "a list of moves")?.list(1..=MOST)?;
                Kind::Find(moves.iter().map(|at| line(at, ANSWER)).collect::<Found<_>>()?)
            }
            "predict" => {
                at.fields(&[&all[..], &["choices", "right"]].concat())?;
                let listed = at.need("choices", "a list of texts")?.list(2..=MOST)?;
                let choices =
                    listed.iter().map(|at| line(at, ANSWER)).collect::<Found<Vec<_>>>()?;
                let expected = "the index of the right choice, from 0";
                let right = at.need("right", expected)?.whole(0..=choices.len() as u64 - 1)?;
                Kind::Predict { choices, right: right as usize }
            }
            "term" => {
                at.fields(&[&all[..], &["demands", "solution"]].concat())?;
                if game.features().is_empty() {
                    return kind.wrong(format!("{} has no Lab", game.name()));
                }
                let listed = at.need("demands", "a list of conditions")?;
                conditions(game, &listed)?;
                let solution = at.need("solution", "a formula")?;
                Kind::Term {
                    conditions: listed.value().clone(),
                    solution: line(&solution, ANSWER)?,
                }
            }
            _ => return kind.unlike(KINDS),
        };
        Ok(Task {
            question: line(&at.need("question", "a text")?, QUESTION)?,
            hint: at.maybe("hint", |at| line(at, WHY))?.unwrap_or_default(),
            why: at.maybe("why", |at| line(at, WHY))?.unwrap_or_default(),
            kind,
        })
    }

    /// The task as JSON, with its answer.
    pub fn to_json(&self) -> Value {
        let mut all = match &self.kind {
            Kind::Find(moves) => json!({ "kind": "find", "moves": moves }),
            Kind::Predict { choices, right } => {
                json!({ "kind": "predict", "choices": choices, "right": right })
            }
            Kind::Term { conditions, solution } => {
                json!({ "kind": "term", "demands": conditions, "solution": solution })
            }
        };
        all["question"] = json!(self.question);
        for (key, text) in [("hint", &self.hint), ("why", &self.why)] {
            if !text.is_empty() {
                all[key] = json!(text);
            }
        }
        all
    }

    /// The conditions of a heuristic, which have been read before.
    fn demands(game: &'static dyn AnyGame, value: &Value) -> Result<Vec<Demand>, String> {
        conditions(game, &At::root(value)).map_err(|wrong| wrong.message)
    }

    /// Checks the task in the position of its chapter.
    pub(super) fn check(&self, session: &Session) -> Result<(), String> {
        match &self.kind {
            Kind::Find(moves) => moves.iter().enumerate().try_for_each(|(index, text)| {
                let played = named(session, text);
                played.map(drop).map_err(|error| format!("`task.moves[{index}]`: {error}"))
            }),
            Kind::Predict { .. } => Ok(()),
            Kind::Term { conditions, solution } => {
                let game = session.setup().game;
                match unmet(game, &Task::demands(game, conditions)?, solution) {
                    Ok(None) => Ok(()),
                    Ok(Some(lacks)) => Err(format!("`task.solution` is not enough: {lacks}")),
                    Err(error) => Err(format!("`task.solution`: {error}")),
                }
            }
        }
    }

    pub(super) fn answer(&self, session: &Session, answer: &str) -> Result<Answered, String> {
        let (right, words) = match &self.kind {
            Kind::Find(moves) => {
                let (text, words) = named(session, answer)?;
                let right =
                    moves.iter().any(|mv| named(session, mv).is_ok_and(|(right, _)| right == text));
                let no = format!("Not {words}: look again.");
                (right, if right { format!("Yes, {words}.") } else { no })
            }
            Kind::Predict { choices, right } => {
                let chosen =
                    answer.trim().parse().ok().filter(|&index: &usize| index < choices.len());
                let chosen = chosen.ok_or_else(|| {
                    let last = choices.len() - 1;
                    format!("`{}` is no choice; expected 0 to {last}", shorten(answer))
                })?;
                match chosen == *right {
                    true => (true, "Right.".to_owned()),
                    false => (false, self.solved(session)?),
                }
            }
            Kind::Term { conditions, .. } => {
                let game = session.setup().game;
                match unmet(game, &Task::demands(game, conditions)?, answer)? {
                    None => (true, "This term does it.".to_owned()),
                    Some(lacks) => (false, format!("Not yet. {lacks}.")),
                }
            }
        };
        // A prediction is explained whatever it was; other tasks can be tried again.
        let explained = right || matches!(self.kind, Kind::Predict { .. });
        let why = if explained { self.why.as_str() } else { "" };
        Ok(Answered { right, words: format!("{words} {why}").trim().to_owned() })
    }
}

impl Task {
    /// A right answer in a sentence.
    fn solved(&self, session: &Session) -> Result<String, String> {
        Ok(match &self.kind {
            Kind::Find(moves) => {
                let (_, words) = named(session, moves.first().ok_or("no move is right here")?)?;
                format!("It is {words}.")
            }
            Kind::Predict { choices, right } => {
                format!("It is: {}.", choices[*right]).replace("..", ".")
            }
            Kind::Term { solution, .. } => format!("For example: {solution}"),
        })
    }

    /// A right answer and why it is right, for a reader who asks for it.
    pub(super) fn solution(&self, session: &Session) -> Result<Answered, String> {
        let words = self.solved(session)?;
        Ok(Answered { right: true, words: format!("{words} {}", self.why).trim().to_owned() })
    }
}

/// A move of the seat to move as in records, and in words.
fn named(session: &Session, text: &str) -> Result<(String, String), String> {
    let position = session.position();
    let seat = position.to_act().first().ok_or("the game is over here")?;
    let (_, played) = position.boxed().play_ply(text).map_err(|error| error.to_string())?;
    let words = position.move_name(seat, &played.text).unwrap_or_else(|_| played.text.clone());
    Ok((played.text, words))
}
