//! The wasm face of playing on: a copy of the page's game in a worker, in which turns are played in
//! batches, and bots think about positions of it without being sent the whole record.

use super::{Clock, Thinker, error, from_js, now, to_js};
use crate::dto;
use crate::object;
use crate::record::Record;
use crate::run::{self, Run, Unfinished};
use crate::session::{self, Session, hash_text};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A game in a worker that is played on.
#[wasm_bindgen]
pub struct Runner {
    inner: Session,
    /// The turn that was left in the middle.
    unfinished: Option<Unfinished>,
}

#[wasm_bindgen]
impl Runner {
    /// Replays a record, given as JSON text, up to a ply.
    pub fn create(record: &str, ply: usize) -> Result<Runner, JsError> {
        let mut inner =
            Record::from_text(record).and_then(session::Session::replay).map_err(error)?;
        inner.go_to(ply).map_err(error)?;
        Ok(Runner { inner, unfinished: None })
    }

    /// Whether it has the position of that ply and hash, and looks at it now. What it has beyond is kept
    /// until it plays on.
    pub fn is_at(&mut self, ply: usize, hash: &str) -> bool {
        let here = self.inner.ply();
        if self.inner.go_to(ply).is_ok() && hash_text(self.inner.position().hash()) == hash {
            return true;
        }
        // It has `here`, so going back there cannot fail.
        self.inner.go_to(here).is_err()
    }

    /// Plays on. A request with `slices` may come back in the middle of a turn, with `thinking`; the same
    /// request goes on there.
    #[wasm_bindgen(unchecked_return_type = "RunAnswer")]
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RunRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = from_js(request)?;
        let run = read(&request).map_err(error)?;
        let slices = request.get("slices").and_then(Value::as_bool) == Some(true);
        let clock = Clock { begun: now(), until: f64::INFINITY };
        let ran = if slices {
            run::play_slice(&mut self.inner, &run, &mut self.unfinished, &clock)
        } else {
            run::play_on(&mut self.inner, &run, &clock)
        }
        .map_err(error)?;
        to_js(&object!({ "moves": ran.moves, "stop": ran.stop, "thinking": ran.thinking }))
    }

    /// Begins to think about a position of the game; nothing when it has another one at that ply.
    pub fn think(
        &mut self,
        ply: usize,
        hash: &str,
        #[wasm_bindgen(unchecked_param_type = "ThinkRequest")] request: JsValue,
    ) -> Result<Option<Thinker>, JsError> {
        let here = self.inner.ply();
        if !self.is_at(ply, hash) {
            return Ok(None);
        }
        let begun = dto::think_in(&self.inner, &from_js(request)?).map_err(error);
        self.inner.go_to(here).map_err(error)?;
        Ok(Some(Thinker { thinking: begun?, begun: now(), done: false }))
    }
}

/// What is to be done, from what the page says.
fn read(request: &Value) -> Result<Run, String> {
    let most = request.get("most").and_then(Value::as_u64).ok_or("`most` is missing")?;
    let ms = request.get("ms").and_then(Value::as_f64).ok_or("`ms` is missing")?;
    let mut given = Vec::new();
    for (seat, text) in request.get("given").and_then(Value::as_object).into_iter().flatten() {
        let seat = seat.parse().map_err(|_| format!("`given` names no seat: {seat}"))?;
        let text = text.as_str().ok_or("an order in `given` is no text")?;
        given.push((seat, text.to_owned()));
    }
    Ok(Run {
        most: most as usize,
        ms,
        given,
        go_on: request.get("go_on").and_then(Value::as_str).map(str::to_owned),
        until: request.get("until").filter(|until| !until.is_null()).cloned(),
    })
}
