//! What a program outside says of the move it chose: read, and held against the rules. A program that
//! lists its candidates must list legal moves, and each score must be the sum of its terms, as it is with
//! every bot of ours.

use serde_json::Value;
use std::collections::BTreeSet;
use totora::base::fixed::shorten;
use totora::base::util::is_control;
use totora::catalog::AnyPosition;
use totora::contract::game::{FORFEIT, Seat};

/// By how much a sum of terms may miss its score: ours are told in thousandths.
const NEAR: f64 = 1e-3;

/// The most candidates that are read.
const MOST: usize = 100_000;

/// A move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    pub(crate) mv: String,
    /// A number, `win` or `loss`.
    pub(crate) score: String,
    /// Whether that is only an upper bound.
    pub(crate) bound: bool,
    pub(crate) terms: Vec<(String, f64)>,
}

/// What a program says of its choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claims {
    pub(crate) choice: String,
    pub(crate) candidates: Vec<Claim>,
    /// In plain words; empty if it says nothing.
    pub(crate) why: String,
}

/// Reads the answer to `think`, and checks all but the choice, which the game itself does.
///
/// # Errors
/// What is missing, or not true.
pub(crate) fn check(
    position: &dyn AnyPosition,
    seat: Seat,
    answer: &Value,
) -> Result<Claims, String> {
    let thought = answer.get("thought");
    let choice = thought.and_then(|thought| thought.get("choice")).and_then(Value::as_str);
    let (Some(thought), Some(choice)) = (thought, choice) else {
        return Err(format!("no thought.choice in `{}`", shorten(&answer.to_string())));
    };
    let listed = match thought.get("candidates") {
        None | Some(Value::Null) => &[][..],
        Some(Value::Array(candidates)) if candidates.len() <= MOST => candidates.as_slice(),
        Some(Value::Array(_)) => return Err(format!("more than {MOST} candidates")),
        Some(_) => return Err("thought.candidates is no list".to_owned()),
    };
    let legal: Option<BTreeSet<String>> = (!listed.is_empty())
        .then(|| position.legal())
        .flatten()
        .map(|moves| moves.into_iter().collect());
    let mut candidates = Vec::with_capacity(listed.len());
    let mut seen = BTreeSet::new();
    for (i, listed) in listed.iter().enumerate() {
        let claim = candidate(listed).map_err(|error| format!("candidate {}: {error}", i + 1))?;
        let known = legal.as_ref().is_some_and(|legal| legal.contains(&claim.mv));
        // It may be written in another way than ours.
        if !known && let Err(error) = position.boxed().play(seat, &claim.mv) {
            return Err(format!("candidate {}: {error}", i + 1));
        }
        if !seen.insert(claim.mv.clone()) {
            return Err(format!("candidate {}: `{}` is there twice", i + 1, shorten(&claim.mv)));
        }
        candidates.push(claim);
    }
    if !candidates.is_empty() && choice != FORFEIT && !seen.contains(choice) {
        return Err(format!("its choice `{}` is none of its candidates", shorten(choice)));
    }
    if candidates.iter().any(|claim| claim.bound && claim.mv == choice) {
        return Err(format!("the score of its choice `{}` is only a bound", shorten(choice)));
    }
    let why = thought.get("why").and_then(Value::as_str).unwrap_or_default();
    let why = why.chars().filter(|&c| !is_control(c)).take(1000).collect();
    Ok(Claims { choice: choice.to_owned(), candidates, why })
}

fn candidate(listed: &Value) -> Result<Claim, String> {
    let mv = listed.get("move").and_then(Value::as_str).ok_or("it has no \"move\"")?;
    let mut terms = Vec::new();
    match listed.get("terms") {
        None | Some(Value::Null) => {}
        Some(Value::Object(named)) => {
            for (key, value) in named {
                let value = value.as_f64().ok_or_else(|| {
                    format!(
                        "its term `{}` is `{}`, not a number",
                        shorten(key),
                        shorten(&value.to_string())
                    )
                })?;
                terms.push((key.clone(), value));
            }
        }
        Some(_) => return Err("its terms are no object".to_owned()),
    }
    let score = match listed.get("score") {
        None | Some(Value::Null) if terms.is_empty() => String::new(),
        Some(Value::String(word)) if word == "win" || word == "loss" => word.clone(),
        Some(Value::Number(number)) => {
            let score = number.as_f64().unwrap_or(f64::NAN);
            let sum: f64 = terms.iter().map(|(_, value)| value).sum();
            let near = NEAR.max(score.abs() * 1e-9);
            // A sum that is no number is near to nothing.
            let adds_up = (sum - score).abs() <= near;
            if !terms.is_empty() && !adds_up {
                return Err(format!("its terms sum to {sum}, but its score is {score}"));
            }
            number.to_string()
        }
        other => {
            let found = other.map_or_else(|| "missing".to_owned(), Value::to_string);
            return Err(format!(
                "its score is {}; expected a number, \"win\" or \"loss\"",
                shorten(&found)
            ));
        }
    };
    let bound = match listed.get("bound") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(bound)) => *bound,
        Some(other) => {
            let found = shorten(&other.to_string());
            return Err(format!("its \"bound\" is {found}; expected true or false"));
        }
    };
    if bound && score.is_empty() {
        return Err("it is a bound without a score".to_owned());
    }
    // No better than a win says nothing.
    let (score, bound) = match (score.as_str(), bound) {
        ("win", true) => (String::new(), false),
        _ => (score, bound),
    };
    Ok(Claim { mv: mv.to_owned(), score, bound, terms })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use totora::base::options::Options;

    fn position() -> Box<dyn AnyPosition> {
        let game = totora::catalog::game("uros").expect("a game");
        game.start(&Options::default(), 1).expect("a start")
    }

    fn checked(thought: Value) -> Result<Claims, String> {
        check(position().as_ref(), 0, &json!({ "ok": true, "thought": thought }))
    }

    #[test]
    fn what_is_true_is_taken() {
        let claims = checked(json!({
            "choice": "T@A6",
            "candidates": [
                { "move": "T@A6", "score": 0.3, "terms": { "a": 0.1, "b": 0.2 } },
                { "move": "F.2", "score": "win" },
                { "move": "F.3", "score": "win", "bound": true },
                { "move": "F.1", "score": 0.2, "terms": { "a": 0.2 }, "bound": true },
            ],
            "why": "because\u{1b}[31m of b",
        }))
        .expect("true");
        assert_eq!(claims.choice, "T@A6");
        assert_eq!(claims.candidates[0].terms.len(), 2);
        assert_eq!(claims.candidates[1].score, "win");
        assert_eq!((claims.candidates[2].score.as_str(), claims.candidates[2].bound), ("", false));
        assert_eq!(claims.candidates.iter().filter(|claim| claim.bound).count(), 1);
        assert_eq!(claims.why, "because[31m of b");
        assert!(checked(json!({ "choice": "anything" })).is_ok(), "the game looks at the choice");
    }

    #[test]
    fn lies_are_named() {
        let one = |candidate: Value| json!({ "choice": "T@A6", "candidates": [candidate] });
        for (thought, said) in [
            (json!({}), "no thought.choice"),
            (json!({ "choice": "T@A6", "candidates": 7 }), "no list"),
            (one(json!({ "move": "T@Z9", "score": 1 })), "candidate 1: `T@Z9` is not a move"),
            (one(json!({ "move": "T@A1", "score": 1 })), "candidate 1: "),
            (
                one(json!({ "move": "T@A6", "score": 5, "terms": { "a": 4.5 } })),
                "candidate 1: its terms sum to 4.5, but its score is 5",
            ),
            (one(json!({ "move": "T@A6", "score": 5, "terms": { "a": "x" } })), "not a number"),
            (one(json!({ "move": "T@A6", "score": true })), "expected a number"),
            (one(json!({ "move": "T@A6", "score": 1, "bound": 1 })), "expected true or false"),
            (one(json!({ "move": "T@A6", "bound": true })), "a bound without a score"),
            (one(json!({ "move": "T@A6", "score": 1, "bound": true })), "is only a bound"),
            (one(json!({ "move": "F.2", "score": 1 })), "none of its candidates"),
            (
                json!({ "choice": "T@A6", "candidates": [
                    { "move": "T@A6", "score": 1 }, { "move": "T@A6", "score": 1 }
                ] }),
                "there twice",
            ),
        ] {
            let error = checked(thought.clone()).expect_err("a lie");
            assert!(error.contains(said), "{thought}: {error}");
        }
    }
}
