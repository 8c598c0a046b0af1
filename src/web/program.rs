//! The wasm interface for programs: the protocol, for programs that use the rules, and requests to programs on a
//! seat of the page's game. Requests and responses are text.

use super::{Clock, Session, error, from_js, now, to_js};
use totora::contract::bot::Watch;
use totora::session::program;
use totora::session::protocol::Conversation;
use wasm_bindgen::prelude::*;

/// A session of the protocol of `docs/reference/protocol.md`.
#[wasm_bindgen]
pub struct Protocol {
    inner: Conversation,
}

#[wasm_bindgen]
impl Protocol {
    /// A session without a game.
    pub fn create() -> Protocol {
        Protocol { inner: Conversation::new() }
    }

    /// The response to a line, both JSON.
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
    /// Creates a request for the displayed position; `wait` in milliseconds.
    pub fn ask(
        game: &Session,
        seat: usize,
        #[wasm_bindgen(unchecked_param_type = "Budget | null")] budget: JsValue,
        wait: f64,
    ) -> Result<Question, JsError> {
        let question = program::Question::ask(&game.inner, seat, from_js(budget)?, wait as u64);
        Ok(Question { inner: question.map_err(error)? })
    }

    /// The line sent to the program.
    pub fn line(&self) -> String {
        self.inner.line().to_owned()
    }

    /// The program's analysis, from its answer: a `ThoughtInfo` with lists for its numbers. The error names false claims.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn thought(&self, answer: &str) -> Result<JsValue, JsError> {
        to_js(&self.inner.columns(answer).map_err(error)?)
    }
}
