//! The wasm face of opening long games: a record is replayed in slices, so that the page stays alive, and
//! links are unfolded and folded with word of how far they are. What is good is decided further down.

use super::{Session, error, from_js, now, ts};
use crate::link::{self, Shown};
use crate::record::Record;
use crate::session::Replaying;
use js_sys::Function;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Milliseconds between two words about how far a link is unfolded.
const WORD_EVERY: f64 = 100.0;

/// A record that is being replayed.
#[wasm_bindgen]
pub struct Opening {
    inner: Replaying,
}

#[wasm_bindgen]
impl Opening {
    /// Begins to replay a record, given as JSON text.
    pub fn create(record: &str) -> Result<Opening, JsError> {
        let inner = Record::from_text(record).and_then(Replaying::begin).map_err(error)?;
        Ok(Opening { inner })
    }

    /// Replays on for about so many milliseconds; true when the whole record has proved good.
    pub fn advance(&mut self, ms: f64) -> Result<bool, JsError> {
        let until = now() + ms;
        loop {
            if !self.inner.step().map_err(error)? {
                return Ok(true);
            }
            if now() >= until {
                return Ok(false);
            }
        }
    }

    /// How many plies the record has, those of variations too.
    pub fn plies(&self) -> usize {
        self.inner.plies()
    }

    /// How many of them have been replayed.
    pub fn played(&self) -> usize {
        self.inner.played()
    }

    /// Hands over the game as far as it was replayed; it shows the last ply of the main line.
    pub fn finish(self) -> Session {
        let inner = self.inner.into_session();
        let shown = Shown { ply: inner.ply(), ..Shown::default() };
        Session { inner, shown }
    }
}

/// Tells JavaScript every now and then how many plies are done, and of how many.
fn teller(watch: &Function) -> impl FnMut(usize, usize) {
    let mut said = now();
    move |done, of| {
        let at = now();
        if at - said >= WORD_EVERY {
            said = at;
            // Word of progress that does not arrive costs nothing.
            drop(watch.call2(&JsValue::NULL, &(done as f64).into(), &(of as f64).into()));
        }
    }
}

/// A link to the game of a record, given as JSON text, from `#` on; the reverse of `unfold`. Bots play
/// their game again for it, which can take long: `watch` is told how far they are.
#[wasm_bindgen]
pub fn fold(
    record: &str,
    #[wasm_bindgen(unchecked_param_type = "Shown")] shown: JsValue,
    watch: &Function,
) -> Result<String, JsError> {
    let record = Record::from_text(record).map_err(error)?;
    let shown: Shown = from_js(shown)?;
    link::encode_watched(&record, &shown, &mut teller(watch)).map_err(error)
}

/// The record in a link as JSON text, and what the link shows. Bots' moves that a link leaves out are
/// found again, which can take long: `watch` is told how many plies there are already, and of how many.
#[wasm_bindgen]
pub fn unfold(link: &str, watch: &Function) -> Result<Ts<Unfolded>, JsError> {
    let (record, shown) = link::decode_watched(link, &mut teller(watch)).map_err(error)?;
    ts(&Unfolded { record: record.to_text(), shown })
}

/// What [`unfold`] finds in a link.
#[derive(Serialize, Tsify)]
pub struct Unfolded {
    /// JSON text, without a result.
    record: String,
    /// What the link shows.
    shown: Shown,
}

/// How many variations a link carries; nothing is played.
#[wasm_bindgen]
pub fn carried(link: &str) -> Result<usize, JsError> {
    link::Unfolding::begin(link).map(|unfolding| unfolding.variations()).map_err(error)
}
