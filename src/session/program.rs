//! An external program on a seat: the fields of its requests, and its answer about the chosen move, parsed and
//! checked against the rules. A program that lists its candidates must list legal moves, and each score must be
//! the sum of its terms, as with our own bots. `docs/reference/protocol.md` describes the program's side.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::{Fixed, shorten};
use crate::base::json::{At, Found};
use crate::base::util::{gathered, is_control};
use crate::catalog::AnyPosition;
use crate::contract::analysis::{Class, ranks};
use crate::contract::bot::Budget;
use crate::contract::game::{FORFEIT, PrintedMove, RESIGNATION, Seat};
use crate::session::Session;
use crate::session::drawing::{self, Mark};
use crate::session::dto::{AnalysisColumns, PositionState, TermColumn};
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
            |session| json!(PositionState::from_session(session)),
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

    /// The columns of an answer for the page; see [`ReportedThought::columns`].
    ///
    /// # Errors
    /// As there.
    pub fn columns<'a>(&self, answer: &'a ReportedThought) -> Result<AnalysisColumns<'a>, String> {
        answer.columns(self.position.as_ref(), self.seat)
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
    /// What the program claims about it.
    pub class: Class,
    /// A number, `win` or `loss`, as the program wrote it; empty if it is unknown.
    pub score: String,
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
        chosen.map_or(Value::Null, ReportedCandidate::column)
    }

    /// The columns of the answer for the page, after [`check`] has accepted it. The program
    /// sends contributions without weights, so each of its terms has weight 1.
    ///
    /// # Errors
    /// When an accepted move is not legal, which would be a bug.
    pub fn columns(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
    ) -> Result<AnalysisColumns<'_>, String> {
        let mut terms: Vec<TermColumn<'_>> = Vec::new();
        for (key, _) in self.candidates.iter().flat_map(|row| &row.terms) {
            if terms.iter().all(|term| term.key != key) {
                let meaning = "as the program names it";
                terms.push(TermColumn { key, label: key, meaning, weight: Fixed::ONE });
            }
        }
        let listed = self.candidates.iter().map(|row| (&row.mv, row.class, row.column()));
        // A program that lists no candidates still has a choice.
        let only = self.candidates.is_empty();
        let only = only.then_some((&self.choice, Class::Unknown, Value::Null));
        let listed: Vec<_> = listed.chain(only).collect();
        let n = listed.len();
        let scored: Vec<_> = listed.iter().map(|(_, class, score)| (class, score)).collect();
        let mut columns = AnalysisColumns {
            choice: Some(&self.choice),
            ranks: ranks(&scored),
            depths: vec![None; n],
            plies: vec![None; n],
            rough: vec![false; n],
            wins: vec![None; n],
            margins: vec![None; n],
            visits: vec![None; n],
            intervals: vec![None; n],
            pvs: vec![&[]; n],
            judges: !terms.is_empty() || listed.iter().any(|one| one.2 != 0.0),
            judged: true,
            claimed: true,
            why: self.why.clone(),
            log: &self.log,
            draw: &self.draw,
            done: true,
            ..AnalysisColumns::default()
        };
        for (mv, class, score) in listed {
            columns.moves.push(mv);
            columns.classes.push(class);
            columns.scores.push(score);
            let (words, name, location) = described(position, seat, mv)?;
            columns.descriptions.push(words);
            columns.printed.push(name);
            columns.locations.push(location);
        }
        for row in &self.candidates {
            let value = |term: &TermColumn<'_>| row.terms.iter().find(|(key, _)| key == term.key);
            columns.values.extend(terms.iter().map(|term| value(term).map_or(0.0, |one| one.1)));
        }
        columns.contributions.clone_from(&columns.values);
        columns.terms = terms;
        Ok(columns)
    }
}

impl ReportedCandidate {
    /// Its score: a number, `win`, `loss`, or null.
    fn column(&self) -> Value {
        match self.class {
            Class::Win | Class::Loss => json!(self.class),
            _ => self.score.parse::<f64>().map_or(Value::Null, |number| json!(number)),
        }
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
    if candidates.iter().any(|row| row.class == Class::Bound && row.mv == choice) {
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
        return Ok(ReportedCandidate { mv, terms, ..ReportedCandidate::default() });
    }
    let at = listed.need("score", SCORE)?;
    let (class, score) = match at.value() {
        // An upper bound of a win carries no information; one of a loss is a loss.
        Value::String(word) if word == "win" && bound => (Class::Unknown, String::new()),
        Value::String(word) if word == "win" => (Class::Win, word.clone()),
        Value::String(word) if word == "loss" => (Class::Loss, word.clone()),
        Value::Number(number) => {
            let score = number.as_f64().unwrap_or(f64::NAN);
            let sum: f64 = terms.iter().map(|(_, value)| value).sum();
            let near = NEAR.max(score.abs() * 1e-9);
            // Written so that a sum of NaN does not pass.
            let adds_up = (sum - score).abs() <= near;
            if !terms.is_empty() && !adds_up {
                return Err(format!("its terms sum to {sum}, but its score is {score}"));
            }
            (if bound { Class::Bound } else { Class::Value }, number.to_string())
        }
        _ => at.unlike(SCORE)?,
    };
    Ok(ReportedCandidate { mv, class, score, terms })
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
        let classes: Vec<Class> = reported.candidates.iter().map(|row| row.class).collect();
        assert_eq!(classes, [Class::Value, Class::Win, Class::Unknown, Class::Bound]);
        assert_eq!(reported.candidates[2].score, "");
        assert_eq!(reported.score(), json!(0.3));
        assert_eq!(reported.why, "because[31m of b");
        assert_eq!(reported.log, ["667 moves"]);
        assert_eq!((reported.draw[0].cell, reported.draw[0].to), (1, Some(0)));
        let columns = reported.columns(position().as_ref(), 0).expect("columns");
        assert!(columns.claimed && columns.judges && columns.judged && columns.done);
        assert_eq!(columns.classes, classes);
        assert_eq!(json!(columns.scores), json!([0.3, "win", null, 0.2]));
        assert_eq!(columns.ranks, [0, 1, 2, 3]);
        assert_eq!(columns.values, [0.1, 0.2, 0.0, 0.0, 0.0, 0.0, 0.2, 0.0]);
        assert_eq!(columns.terms.iter().map(|term| term.key).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!([columns.wins.len(), columns.pvs.len(), columns.printed.len()], [4; 3]);
        assert_eq!(columns.to_json()["draw"][0]["text"], "next");
        let only = checked(json!({ "choice": "T@A6" })).expect("a choice");
        let columns = only.columns(position().as_ref(), 0).expect("columns");
        assert_eq!((columns.moves, columns.classes), (vec!["T@A6"], vec![Class::Unknown]));
        let zero = json!({ "choice": "T@A6", "candidates": [{ "move": "T@A6", "score": 0 }] });
        let zero = checked(zero).expect("a choice");
        assert!(!zero.columns(position().as_ref(), 0).expect("columns").judges);
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
