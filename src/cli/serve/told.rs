//! Thoughts as the page reads them: a bot's as it is, and what a program says of its move in the same form.

use super::super::claims::{Claim, Claims};
use serde_json::{Map, Value, json};
use totora::base::opaque::Opaque;
use totora::catalog::{AnyPosition, AnyThinking};
use totora::contract::game::{FORFEIT, Seat};
use totora::session::dto::{Measure, ThoughtColumns};

/// What a bot thinks so far.
pub(super) fn of_bot(thinking: &dyn AnyThinking, measure: Option<Measure>, done: bool) -> Value {
    let columns = ThoughtColumns::of(thinking, measure, done);
    let mut thought = json!(columns);
    thought["values"] = json!(columns.values);
    thought["contributions"] = json!(columns.contributions);
    thought
}

/// What a program says of its move, once [`check`](super::super::claims::check) has held it against the rules. It
/// tells contributions and no weights, so each of its terms counts as it is told.
///
/// # Errors
/// When a move that was found good is none, which would be a bug.
pub(super) fn of_program(
    position: &dyn AnyPosition,
    seat: Seat,
    claims: &Claims,
) -> Result<Value, String> {
    // A program that lists nothing chose all the same.
    let only = [Claim {
        mv: claims.choice.clone(),
        score: String::new(),
        bound: false,
        terms: Vec::new(),
    }];
    let listed = if claims.candidates.is_empty() { &only[..] } else { &claims.candidates };
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in listed.iter().flat_map(|claim| &claim.terms) {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    let mut columns: Map<String, Value> = Map::new();
    let mut values = Vec::with_capacity(listed.len() * keys.len());
    let (mut descriptions, mut locations) = (Vec::new(), Vec::new());
    for claim in listed {
        let (words, location) = told(position, seat, &claim.mv)?;
        descriptions.push(words);
        locations.push(location);
        let of = |key: &&str| claim.terms.iter().find(|(one, _)| one == key);
        values.extend(keys.iter().map(|key| of(key).map_or(0.0, |(_, value)| *value)));
    }
    let term = |key: &&str| json!({ "key": key, "label": key, "meaning": "as the program names it", "weight": 1 });
    let fields = [
        ("choice", json!(claims.choice)),
        ("moves", listed.iter().map(|claim| json!(claim.mv)).collect()),
        ("scores", listed.iter().map(score).collect()),
        ("bounds", listed.iter().map(|claim| json!(claim.bound)).collect()),
        ("depths", listed.iter().map(|_| Value::Null).collect()),
        ("proven", listed.iter().map(|_| Value::Null).collect()),
        ("margins", listed.iter().map(|_| Value::Null).collect()),
        ("plies", listed.iter().map(|_| Value::Null).collect()),
        ("terms", keys.iter().map(term).collect()),
        ("visits", listed.iter().map(|_| Value::Null).collect()),
        ("pvs", listed.iter().map(|_| json!([])).collect()),
        ("nodes", Value::Null),
        ("line_nodes", Value::Null),
        ("depth", Value::Null),
        ("exact", json!(false)),
        ("why", json!(claims.why)),
        ("views", Value::Null),
        ("standing", Value::Null),
        ("tasks", json!([])),
        ("options", json!([])),
        ("done", json!(true)),
        ("descriptions", json!(descriptions)),
        ("locations", json!(locations)),
        ("values", json!(values)),
        ("contributions", json!(values)),
    ];
    columns.extend(fields.map(|(key, value)| (key.to_owned(), value)));
    Ok(Value::Object(columns))
}

/// A number, or a forced result; null where nothing is said.
fn score(claim: &Claim) -> Value {
    match claim.score.as_str() {
        "" => Value::Null,
        "win" | "loss" => json!(claim.score),
        number => number.parse::<f64>().map_or(Value::Null, |number| json!(number)),
    }
}

/// A move in words, and where it is. Giving up is no move of the game.
fn told(position: &dyn AnyPosition, seat: Seat, mv: &str) -> Result<(String, Opaque), String> {
    if mv == FORFEIT {
        return Ok(("gives up".to_owned(), Opaque::new(Value::Null)));
    }
    position.tell_move(seat, mv).map_err(|error| error.to_string())
}
