//! The wasm interface for programs: the protocol, for those that play with the rules, and questions to those that sit on a
//! seat of the page's game. What programs are sent and answer is text.

use super::{Clock, Session, error, from_js, now, to_js};
use crate::contract::bot::Watch;
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

/// A request for a program's move.
#[wasm_bindgen]
pub struct Question {
    inner: program::Question,
}

#[wasm_bindgen]
impl Question {
    /// Asks at the position that is shown; `wait` milliseconds.
    pub fn ask(
        game: &Session,
        seat: usize,
        #[wasm_bindgen(unchecked_param_type = "Budget | null")] budget: JsValue,
        wait: f64,
    ) -> Result<Question, JsError> {
        let question = program::Question::ask(&game.inner, seat, from_js(budget)?, wait as u64);
        Ok(Question { inner: question.map_err(error)? })
    }

    /// What the program reads.
    pub fn line(&self) -> String {
        self.inner.line().to_owned()
    }

    /// What it thinks, from its answer: a `ThoughtInfo` with lists for its numbers. The error says what is not true.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn thought(&self, answer: &str) -> Result<JsValue, JsError> {
        to_js(&self.inner.columns(answer).map_err(error)?)
    }
}
