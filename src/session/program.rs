//! An external program on a seat: the fields of its requests, and its answer about the chosen move, parsed and
//! checked against the rules. A program that lists its candidates must list legal moves, and each score must be
//! the sum of its terms, as with our own bots. `docs/reference/protocol.md` describes the program's side.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::shorten;
use crate::base::json::{At, Found};
use crate::base::util::{gathered, is_control};
use crate::catalog::AnyPosition;
use crate::contract::bot::Budget;
use crate::contract::game::{FORFEIT, PrintedMove, RESIGNATION, Seat};
use crate::session::Session;
use crate::session::drawing::{self, Mark};
use crate::session::dto::PositionState;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Fields of every request, unless the program asks for fewer.
const FIELDS: [&str; 4] = ["state", "history", "position", "legal_moves"];

/// The fields that a program wants in every request.
#[derive(Clone, Copy)]
pub struct Wants([bool; 4]);

impl Wants {
    /// All fields: the default of a program.
    pub const ALL: Wants = Wants([true; 4]);

    /// All fields, unless the answer to `new` lists the wanted ones.
    pub fn read(answer: &Value) -> Self {
        let Some(named) = answer.get("wants").and_then(Value::as_array) else {
            return Wants::ALL;
        };
        Wants(FIELDS.map(|field| named.iter().any(|name| name == field)))
    }

    /// Adds the position in each of the wanted forms.
    pub fn describe(self, session: &Session, line: &mut Map<String, Value>) {
        let forms: [fn(&Session) -> Value; 4] = [
            |session| json!(PositionState::of(session)),
            |session| session.plies()[..session.ply()].iter().map(|ply| json!(ply.text)).collect(),
            |session| json!(session.position().position_text()),
            |session| json!(session.position().legal()),
        ];
        let wanted = FIELDS.iter().zip(forms).zip(self.0).filter(|(_, wanted)| *wanted);
        line.extend(wanted.map(|((field, form), _)| ((*field).to_owned(), form(session))));
    }
}

/// The request for a move; `wait` is the time limit in milliseconds.
pub fn think_line(
    wants: Wants,
    session: &Session,
    seat: Seat,
    budget: Option<Budget>,
    wait: u64,
) -> Map<String, Value> {
    let setup = session.setup();
    let fields = [
        ("do", json!("think")),
        ("seat", json!(seat)),
        ("seed", json!(setup.seed)),
        ("time_left_ms", json!(wait)),
    ];
    let budget = budget.map(|budget| ("budget", json!(budget)));
    let fields = fields.into_iter().chain(budget).map(|(key, value)| (key.to_owned(), value));
    let mut line: Map<String, Value> = gathered(fields);
    wants.describe(session, &mut line);
    line
}

/// A request for a move in one self-contained line: for programs that receive the whole game with each
/// request, such as those in the page.
pub struct Question {
    position: Box<dyn AnyPosition>,
    seat: Seat,
    line: String,
}

impl Question {
    /// Requests a move of `seat` at the shown position.
    ///
    /// # Errors
    /// When the seat is not to move.
    pub fn ask(
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
        wait: u64,
    ) -> Result<Question, String> {
        if !session.position().to_act().contains(seat) {
            return Err(format!("seat {seat} owes no move"));
        }
        let setup = session.setup();
        let mut line = think_line(Wants::ALL, session, seat, budget, wait);
        line.insert("game".to_owned(), json!(setup.game.id()));
        line.insert("options".to_owned(), Value::Object(setup.options.to_json()));
        let line = Value::Object(line).to_string();
        Ok(Question { position: session.position().boxed(), seat, line })
    }

    /// The seat whose move is requested.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The line to send to the program.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Parses the program's answer and checks all of it against the rules, including its choice.
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn read(&self, answer: &str) -> Result<ReportedThought, String> {
        let answer: Value = serde_json::from_str(answer)
            .map_err(|error| format!("`{}` is not JSON: {error}", shorten(answer)))?;
        let reported = check(self.position.as_ref(), self.seat, &answer)?;
        if reported.candidates.is_empty() {
            self.position.boxed().play(self.seat, &reported.choice).map_err(|e| e.to_string())?;
        }
        Ok(reported)
    }

    /// The answer as columns for the page.
    ///
    /// # Errors
    /// As [`Question::read`].
    pub fn columns(&self, answer: &str) -> Result<Value, String> {
        columns(self.position.as_ref(), self.seat, &self.read(answer)?)
    }
}

/// Tolerance between a score and the sum of its terms: our own values are in thousandths.
const NEAR: f64 = 1e-3;

/// Maximum number of candidates.
const MOST: usize = 100_000;

/// Maximum number of log lines per turn, and of characters per line.
const MOST_LINES: usize = 200;
const LONGEST_LINE: usize = 500;

/// A move that was considered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedCandidate {
    /// In the game's notation, or in another form that the game reads.
    pub mv: String,
    /// A number, `win` or `loss`; empty if it is unknown.
    pub score: String,
    /// Whether the score is only an upper bound.
    pub bound: bool,
    /// The contribution of each term; they sum to the score.
    pub terms: Vec<(String, f64)>,
}

/// A program's answer about its choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedThought {
    /// The move, or `forfeit`.
    pub choice: String,
    /// In the program's order; may be empty.
    pub candidates: Vec<ReportedCandidate>,
    /// The reason in plain words; empty if the program sends none.
    pub why: String,
    /// Log lines of this turn.
    pub log: Vec<String>,
    /// Marks on the board; empty if the program sends none.
    pub draw: Vec<Mark>,
}

impl ReportedThought {
    /// The score of the choice: a number, `win`, `loss`, or null.
    pub fn score(&self) -> Value {
        let chosen = self.candidates.iter().find(|candidate| candidate.mv == self.choice);
        chosen.map_or(Value::Null, score)
    }
}

/// Parses the answer to `think` and checks everything but the choice, which the game itself checks.
///
/// # Errors
/// What is missing or wrong.
pub fn check(
    position: &dyn AnyPosition,
    seat: Seat,
    answer: &Value,
) -> Result<ReportedThought, String> {
    let analysis = answer.get("thought");
    let choice = analysis.and_then(|analysis| analysis.get("choice")).and_then(Value::as_str);
    let (Some(analysis), Some(choice)) = (analysis, choice) else {
        return Err(format!("no thought.choice in `{}`", shorten(&answer.to_string())));
    };
    let analysis = At::root(analysis);
    let listed = analysis.maybe("candidates", |at| at.list(0..=MOST))?.unwrap_or_default();
    let legal: Option<BTreeSet<String>> =
        (!listed.is_empty()).then(|| position.legal()).flatten().map(gathered);
    let mut candidates = Vec::with_capacity(listed.len());
    let mut seen = BTreeSet::new();
    for (i, listed) in listed.iter().enumerate() {
        let row = candidate(&At::root(listed.value()))
            .map_err(|error| format!("candidate {}: {error}", i + 1))?;
        let known = legal.as_ref().is_some_and(|legal| legal.contains(&row.mv));
        // The notation may differ from ours.
        if !known && let Err(error) = position.boxed().play(seat, &row.mv) {
            return Err(format!("candidate {}: {error}", i + 1));
        }
        if !seen.insert(row.mv.clone()) {
            return Err(format!("candidate {}: `{}` is there twice", i + 1, shorten(&row.mv)));
        }
        candidates.push(row);
    }
    if !candidates.is_empty() && choice != FORFEIT && !seen.contains(choice) {
        return Err(format!("its choice `{}` is none of its candidates", shorten(choice)));
    }
    if candidates.iter().any(|row| row.bound && row.mv == choice) {
        return Err(format!("the score of its choice `{}` is only a bound", shorten(choice)));
    }
    let why = analysis.maybe("why", At::text)?.unwrap_or_default();
    let log = analysis.maybe("log", |at| at.list(0..=MOST_LINES))?.unwrap_or_default();
    let line = |at: &At<'_>| at.text().map(|line| plain(line, LONGEST_LINE));
    let draw = analysis.maybe("draw", |at| at.list(0..=drawing::MOST))?.unwrap_or_default();
    Ok(ReportedThought {
        choice: choice.to_owned(),
        candidates,
        why: plain(why, 1000),
        log: log.iter().map(line).collect::<Found<_>>()?,
        draw: drawing::read(position, &draw)?,
    })
}

/// The first `most` characters of a text, without control characters.
fn plain(text: &str, most: usize) -> String {
    text.chars().filter(|&c| !is_control(c)).take(most).collect()
}

fn candidate(listed: &At<'_>) -> Result<ReportedCandidate, String> {
    const SCORE: &str = "a number, \"win\" or \"loss\"";
    let mv = listed.need("move", "a text in the game's notation")?.text()?.to_owned();
    let mut terms = Vec::new();
    if let Some(named) = listed.get("terms") {
        // As in our own answers: null is an unknown term.
        for (key, term) in named.object()?.keys().filter_map(|key| Some((key, named.get(key)?))) {
            terms.push((key.clone(), term.read(term.value().as_f64(), "a number")?));
        }
    }
    let bound = listed.maybe("bound", At::truth)?.unwrap_or(false);
    if listed.get("score").is_none() && terms.is_empty() {
        if bound {
            return Err("it is a bound without a score".to_owned());
        }
        return Ok(ReportedCandidate { mv, score: String::new(), bound, terms });
    }
    let at = listed.need("score", SCORE)?;
    let score = match at.value() {
        // An upper bound of a win carries no information.
        Value::String(word) if word == "win" && bound => {
            return Ok(ReportedCandidate { mv, score: String::new(), bound: false, terms });
        }
        Value::String(word) if word == "win" || word == "loss" => word.clone(),
        Value::Number(number) => {
            let score = number.as_f64().unwrap_or(f64::NAN);
            let sum: f64 = terms.iter().map(|(_, value)| value).sum();
            let near = NEAR.max(score.abs() * 1e-9);
            // Written so that a sum of NaN does not pass.
            let adds_up = (sum - score).abs() <= near;
            if !terms.is_empty() && !adds_up {
                return Err(format!("its terms sum to {sum}, but its score is {score}"));
            }
            number.to_string()
        }
        _ => at.unlike(SCORE)?,
    };
    Ok(ReportedCandidate { mv, score, bound, terms })
}

/// Columns of our own bots that a program's candidates lack.
const OF_NO_CANDIDATE: [&str; 7] =
    ["depths", "proven", "wins", "margins", "plies", "visits", "intervals"];
/// Fields of our own bots' analyses besides the columns that a program's answer lacks.
const NOT_OF_IT: [&str; 7] =
    ["nodes", "line_nodes", "depth", "views", "standing", "sensitivity", "no_tree"];

/// The columns of a program's answer, after [`check`] has accepted it. The program
/// sends contributions without weights, so each of its terms has weight 1.
///
/// # Errors
/// When an accepted move is not legal, which would be a bug.
pub fn columns(
    position: &dyn AnyPosition,
    seat: Seat,
    reported: &ReportedThought,
) -> Result<Value, String> {
    // A program that lists no candidates still has a choice.
    let only = [ReportedCandidate { mv: reported.choice.clone(), ..Default::default() }];
    let listed = if reported.candidates.is_empty() { &only[..] } else { &reported.candidates };
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in listed.iter().flat_map(|row| &row.terms) {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    let mut values = Vec::with_capacity(listed.len() * keys.len());
    let (mut descriptions, mut printed, mut locations) = (Vec::new(), Vec::new(), Vec::new());
    for row in listed {
        let (words, name, location) = described(position, seat, &row.mv)?;
        descriptions.push(words);
        printed.push(name);
        locations.push(location);
        let of = |key: &&str| row.terms.iter().find(|(one, _)| one == key);
        values.extend(keys.iter().map(|key| of(key).map_or(0.0, |(_, value)| *value)));
    }
    let term = |key: &&str| json!({ "key": key, "label": key, "meaning": "as the program names it", "weight": 1 });
    let moves: Vec<&str> = listed.iter().map(|row| row.mv.as_str()).collect();
    let bounds: Vec<bool> = listed.iter().map(|row| row.bound).collect();
    let own = [
        ("choice", json!(reported.choice)),
        ("moves", json!(moves)),
        ("scores", listed.iter().map(score).collect()),
        ("bounds", json!(bounds)),
        ("judged", json!(true)),
        ("terms", keys.iter().map(term).collect()),
        ("exact", json!(false)),
        ("gone", json!([])),
        ("why", json!(reported.why)),
        ("tree", json!(false)),
        ("log", json!(reported.log)),
        ("draw", json!(reported.draw)),
        ("done", json!(true)),
        ("descriptions", json!(descriptions)),
        ("printed", json!(printed)),
        ("locations", json!(locations)),
        ("values", json!(values)),
        ("contributions", json!(values)),
    ];
    // Fields that a program does not send: per candidate, and for the whole answer.
    let each = |value: Value| Value::Array(vec![value; listed.len()]);
    let mut columns: Map<String, Value> = gathered(own.map(|(key, value)| (key.to_owned(), value)));
    for (keys, value) in [
        (&OF_NO_CANDIDATE[..], each(Value::Null)),
        (&["rough"], each(json!(false))),
        (&["pvs"], each(json!([]))),
        (&["differences", "tasks", "concepts"], json!([])),
        (&NOT_OF_IT, Value::Null),
    ] {
        columns.extend(keys.iter().map(|&key| (key.to_owned(), value.clone())));
    }
    Ok(Value::Object(columns))
}

/// A number, or a forced result; null if there is none.
fn score(row: &ReportedCandidate) -> Value {
    match row.score.as_str() {
        "" => Value::Null,
        "win" | "loss" => json!(row.score),
        number => number.parse::<f64>().map_or(Value::Null, |number| json!(number)),
    }
}

/// A move in words, as printed, and its location. Giving up is no move of the game.
fn described(
    position: &dyn AnyPosition,
    seat: Seat,
    mv: &str,
) -> Result<(String, PrintedMove, ErasedValue), String> {
    if mv == FORFEIT {
        return Ok((
            RESIGNATION.to_owned(),
            PrintedMove::only_words(RESIGNATION),
            ErasedValue::new(Value::Null),
        ));
    }
    let described = position
        .move_description(seat, mv)
        .and_then(|(words, location)| Ok((words, position.printed_move(seat, mv)?, location)));
    described.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::Options;
    use serde_json::json;

    fn position() -> Box<dyn AnyPosition> {
        let game = crate::catalog::game("uros").expect("a game");
        game.start(&Options::default(), 1).expect("a start")
    }

    fn checked(analysis: Value) -> Result<ReportedThought, String> {
        check(position().as_ref(), 0, &json!({ "ok": true, "thought": analysis }))
    }

    #[test]
    fn valid_thoughts_are_accepted() {
        let reported = checked(json!({
            "choice": "T@A6",
            "candidates": [
                { "move": "T@A6", "score": 0.3, "terms": { "a": 0.1, "b": 0.2 } },
                { "move": "F.2", "score": "win" },
                { "move": "F.3", "score": "win", "bound": true },
                { "move": "F.1", "score": 0.2, "terms": { "a": 0.2 }, "bound": true },
            ],
            "why": "because\u{1b}[31m of b",
            "log": ["667 moves"],
            "draw": [{ "cell": "B6", "to": "A6", "text": "next" }],
        }))
        .expect("a valid thought");
        assert_eq!(reported.choice, "T@A6");
        assert_eq!(reported.candidates[0].terms.len(), 2);
        assert_eq!(reported.candidates[1].score, "win");
        assert_eq!(
            (reported.candidates[2].score.as_str(), reported.candidates[2].bound),
            ("", false)
        );
        assert_eq!(reported.candidates.iter().filter(|row| row.bound).count(), 1);
        assert_eq!(reported.why, "because[31m of b");
        assert_eq!(reported.log, ["667 moves"]);
        assert_eq!((reported.draw[0].cell, reported.draw[0].to), (1, Some(0)));
        let columns = columns(position().as_ref(), 0, &reported).expect("columns");
        assert_eq!(columns["draw"][0]["text"], "next");
        assert!(checked(json!({ "choice": "anything" })).is_ok(), "the game validates the choice");
    }

    #[test]
    fn invalid_thoughts_are_rejected() {
        let one = |candidate: Value| json!({ "choice": "T@A6", "candidates": [candidate] });
        for (analysis, said) in [
            (json!({}), "no thought.choice"),
            (json!({ "choice": "T@A6", "candidates": 7 }), "`candidates` is `7`; expected a list"),
            (json!({ "choice": "T@A6", "draw": 7 }), "`draw` is `7`; expected a list"),
            (
                json!({ "choice": "T@A6", "draw": vec![json!({ "cell": "A1" }); 501] }),
                "expected a list of 0 to 500",
            ),
            (
                json!({ "choice": "T@A6", "draw": [{ "cell": "G7" }] }),
                "mark 1: cell: `G7` is no cell",
            ),
            (one(json!({ "move": "T@Z9", "score": 1 })), "candidate 1: `T@Z9` is not a move"),
            (one(json!({ "move": "T@A1", "score": 1 })), "candidate 1: "),
            (
                one(json!({ "move": "T@A6", "score": 5, "terms": { "a": 4.5 } })),
                "candidate 1: its terms sum to 4.5, but its score is 5",
            ),
            (
                one(json!({ "move": "T@A6", "score": 5, "terms": { "a": "x" } })),
                "`terms.a` is `\"x\"`; expected a number",
            ),
            (one(json!({ "move": "T@A6", "score": true })), "expected a number"),
            (one(json!({ "move": "T@A6", "score": 1, "bound": 1 })), "expected true or false"),
            (one(json!({ "move": "T@A6", "bound": true })), "a bound without a score"),
            (one(json!({ "move": "T@A6", "score": 1, "bound": true })), "is only a bound"),
            (one(json!({ "move": "F.2", "score": 1 })), "none of its candidates"),
            (json!({ "choice": "T@A6", "log": "x" }), "`log` is `\"x\"`; expected a list"),
            (json!({ "choice": "T@A6", "log": [7] }), "`log[0]` is `7`; expected a text"),
            (
                json!({ "choice": "T@A6", "candidates": [
                    { "move": "T@A6", "score": 1 }, { "move": "T@A6", "score": 1 }
                ] }),
                "there twice",
            ),
        ] {
            let error = checked(analysis.clone()).expect_err("an invalid thought");
            assert!(error.contains(said), "{analysis}: {error}");
        }
    }
}
