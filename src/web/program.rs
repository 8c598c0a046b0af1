//! The wasm interface for programs: the protocol, for programs that use the rules, and requests to programs on a
//! seat of the page's game. Requests and responses are text.

use super::{Session, SliceClock, chosen, columns_js, draw_seed, error, from_js, now, to_js, ts};
use totora::contract::bot::Clock;
use totora::session::dto::PositionState;
use totora::session::protocol::Conversation;
use totora::session::{self, ply_line, program};
use tsify::Ts;
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
        let watch =
            || Box::new(SliceClock { begun: now(), until: f64::INFINITY }) as Box<dyn Clock>;
        self.inner.answer(line, &watch).line
    }

    /// Plays a move, like `{"do":"play"}`, and returns the number of plies played.
    pub fn play(
        &mut self,
        #[wasm_bindgen(js_name = "move")] text: &str,
        seat: Option<f64>,
    ) -> Result<usize, JsError> {
        let seat = match seat {
            Some(seat) if seat < 0.0 || seat.fract() != 0.0 => {
                return Err(error(format!("`seat` is `{seat}`; expected a seat, counted from 0")));
            }
            // A number that is too large becomes a seat that no game has.
            seat => seat.map(|seat| seat as usize),
        };
        let game = self.game()?;
        game.play(seat, text, true).map_err(error)?;
        Ok(game.ply())
    }

    /// Takes the last move back, like `{"do":"undo"}`, and returns the number of plies that are left.
    pub fn undo(&mut self) -> Result<usize, JsError> {
        let game = self.game()?;
        game.take_back().map_err(error)?;
        Ok(game.ply())
    }

    /// The legal moves, each on a line; undefined if they cannot be listed. One text crosses the border faster than a list.
    pub fn legal(&mut self) -> Result<Option<String>, JsError> {
        Ok(self.game()?.position().legal().map(|moves| moves.join("\n")))
    }

    /// Begins a game between bots, as the command `play` reads them, and returns its seed: a drawn one if none is given.
    pub fn begin_match(
        &mut self,
        game: &str,
        options: Vec<String>,
        seed: Option<f64>,
        seats: &str,
        budget: Option<String>,
    ) -> Result<f64, JsError> {
        let seed = seed.map_or_else(draw_seed, Ok)?;
        let begun = self.inner.begin_match(game, &options, chosen(seed)?, seats, budget.as_deref());
        begun.map(|()| seed).map_err(error)
    }

    /// Plays the next move of the bots; false at the end of the game.
    pub fn play_bot(&mut self) -> Result<bool, JsError> {
        let watch = SliceClock { begun: now(), until: f64::INFINITY };
        self.game()?.play_bot(&watch).map_err(error)
    }

    /// The last ply as the command `play` prints it: its number, the player, the move and its description. Undefined
    /// before the first.
    pub fn ply_line(&mut self) -> Result<Option<String>, JsError> {
        let game = self.game()?;
        let ply = game.ply();
        let last = ply.checked_sub(1).and_then(|last| game.plies().get(last));
        Ok(last.map(|played| ply_line(ply, played, game.position())))
    }

    /// The result and its report as the command `play` prints them; undefined while the game goes on.
    pub fn ending(&mut self) -> Result<Option<String>, JsError> {
        Ok(self.game()?.ending())
    }

    /// Whether no seat owes a move.
    pub fn over(&mut self) -> Result<bool, JsError> {
        Ok(self.game()?.position().to_act().is_empty())
    }

    /// The position, like `{"do":"state"}`.
    pub fn state(&mut self) -> Result<Ts<PositionState>, JsError> {
        ts(&PositionState::from_session(self.game()?))
    }

    /// The last ply in words; undefined before the first.
    pub fn words(&mut self) -> Result<Option<String>, JsError> {
        let game = self.game()?;
        let last = game.ply().checked_sub(1).and_then(|last| game.plies().get(last));
        Ok(last.map(|ply| ply.description.clone()))
    }

    /// What a renderer draws of the board: the data that stay the same for the whole game.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn layout(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.game()?.position().layout())
    }

    /// What a renderer draws of the position; the game defines its type, such as `UrosView`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn view(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.game()?.position().view())
    }
}

impl Protocol {
    fn game(&mut self) -> Result<&mut session::Session, JsError> {
        self.inner.session().map_err(error)
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

    /// The program's analysis, from its answer. The error names false claims.
    #[wasm_bindgen(unchecked_return_type = "AnalysisInfo")]
    pub fn analysis(&self, answer: &str) -> Result<JsValue, JsError> {
        let answer = self.inner.read(answer).map_err(error)?;
        columns_js(&self.inner.columns(&answer).map_err(error)?)
    }
}
