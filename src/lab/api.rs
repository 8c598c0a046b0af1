//! What a panel asks of the Lab, and the answers as JSON: is a formula right, what are features and terms worth in
//! this position, how does a bot read as formulas. The page's types for them are in `web/types.d.ts`.

use super::formula::{FUNCTIONS, FormulaError};
use super::heuristic::{HeuristicError, Lab};
use crate::base::fixed::Fixed;
use crate::base::options::{OptionValue, RawOptions};
use crate::catalog::{AnyGame, AnyPosition};
use serde_json::{Value, json};

fn refused(error: &HeuristicError) -> Value {
    let mut told = json!({ "ok": false, "term": error.term, "error": error.message });
    if let Some(FormulaError { start, end, found, expected, nearest }) = &error.formula {
        told["start"] = json!(start);
        told["end"] = json!(end);
        told["found"] = json!(found);
        told["expected"] = json!(expected);
        told["nearest"] = json!(nearest);
    }
    told
}

/// Whether a heuristic is right: its terms, each with its formula as it is printed; or what is wrong, and where.
pub fn check(game: &dyn AnyGame, text: &str) -> Value {
    let lab = match Lab::read(text, game.features()) {
        Ok(lab) => lab,
        Err(error) => return refused(&error),
    };
    let written = lab.written();
    let terms: Vec<Value> = written
        .terms
        .iter()
        .zip(lab.formulas())
        .map(|(term, formula)| {
            json!({
                "name": term.name,
                "weight": OptionValue::Number(term.weight).to_json(),
                "formula": term.formula,
                "printed": formula.print(game.features()),
            })
        })
        .collect();
    json!({
        "ok": true,
        "name": written.name,
        "author": written.author,
        "note": written.note,
        "steps": lab.steps(),
        "terms": terms,
    })
}

/// The functions of the language, each with how it is called.
pub fn language() -> Value {
    FUNCTIONS.iter().map(|(name, _, called)| json!([name, called])).collect()
}

/// The values of all features in a position, in their order, for every seat.
pub fn features(position: &dyn AnyPosition) -> Value {
    (0..position.seats()).map(|seat| json!(position.features(seat))).collect()
}

/// What a heuristic's terms are worth in a position to every seat, and what happened on the way.
pub fn values(game: &dyn AnyGame, position: &dyn AnyPosition, text: &str) -> Value {
    let lab = match Lab::read(text, game.features()) {
        Ok(lab) => lab,
        Err(error) => return refused(&error),
    };
    let seat = |seat| {
        let (values, trouble) = position.measured(&lab, seat);
        let contributions = lab.terms().iter().zip(&values);
        let contributions: Vec<Fixed> =
            contributions.map(|(term, value)| term.weight.times(*value)).collect();
        json!({
            "score": contributions.iter().copied().sum::<Fixed>(),
            "values": values,
            "contributions": contributions,
            "trouble": trouble.words().collect::<Vec<_>>(),
        })
    };
    json!({ "ok": true, "seats": (0..position.seats()).map(seat).collect::<Vec<_>>() })
}

/// A bot as formulas: the options and the budget of the bot `lab` that plays as it does; or why it is none.
pub fn opened(game: &dyn AnyGame, bot: &str, options: &RawOptions) -> Value {
    let opened = game.bot_options(bot, options).and_then(|options| game.opened(bot, &options));
    match opened {
        Ok((options, budget)) => json!({ "ok": true, "options": options, "budget": budget }),
        Err(error) => json!({ "ok": false, "error": error.to_string() }),
    }
}
