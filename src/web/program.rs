//! The wasm face for programs: the protocol, for those that play with the rules, and questions to those that sit on a
//! seat of the page's game. All that crosses is text.

use super::{Clock, Session, error, now};
use crate::contract::bot::{Budget, Watch};
use crate::session::program;
use crate::session::protocol::Conversation;
use wasm_bindgen::prelude::*;

/// A conversation by the protocol of `docs/reference/protocol.md`.
#[wasm_bindgen]
pub struct Protocol {
    inner: Conversation,
}

#[wasm_bindgen]
impl Protocol {
    /// One that has no game yet.
    pub fn create() -> Protocol {
        Protocol { inner: Conversation::new() }
    }

    /// The answer to a line, both JSON.
    pub fn answer(&mut self, line: &str) -> String {
        let watch = || Box::new(Clock { begun: now(), until: f64::INFINITY }) as Box<dyn Watch>;
        self.inner.answer(line, &watch).line
    }
}

/// A move that a program is asked for.
#[wasm_bindgen]
pub struct Question {
    inner: program::Question,
}

#[wasm_bindgen]
impl Question {
    /// Asks at the position that is shown; the budget is JSON, and `wait` milliseconds.
    pub fn ask(game: &Session, seat: usize, budget: &str, wait: f64) -> Result<Question, JsError> {
        let budget: serde_json::Value = serde_json::from_str(budget).map_err(error)?;
        let budget = (!budget.is_null()).then(|| Budget::from_json(&budget));
        let budget = budget.transpose().map_err(error)?;
        let inner =
            program::Question::ask(&game.inner, seat, budget, wait as u64).map_err(error)?;
        Ok(Question { inner })
    }

    /// What the program reads.
    pub fn line(&self) -> String {
        self.inner.line().to_owned()
    }

    /// What it thinks, from its answer: `ThoughtInfo` as JSON. The error says what is not true.
    pub fn thought(&self, answer: &str) -> Result<String, JsError> {
        Ok(self.inner.columns(answer).map_err(error)?.to_string())
    }
}
