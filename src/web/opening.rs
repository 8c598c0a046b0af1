//! The wasm interface of opening games: links are read and records replayed in slices, so that the page stays responsive,
//! can show the progress, and can use the part read so far. The layers below validate everything.

use super::{Session, WorkerSession, error, from_js, now, ts};
use js_sys::Function;
use serde::Serialize;
use std::fmt::Display;
use totora::base::options::Options;
use totora::record::import::{self, Content};
use totora::record::link::{self, LinkError, ViewState};
use totora::record::{Record, RecordError};
use totora::session::Replaying;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Milliseconds between two progress reports while a link is written.
const REPORT_EVERY: f64 = 100.0;

/// Runs steps for about this many milliseconds; true when there are no more.
fn steps<E: Display>(ms: f64, mut step: impl FnMut() -> Result<bool, E>) -> Result<bool, JsError> {
    let until = now() + ms;
    loop {
        if !step().map_err(error)? {
            return Ok(true);
        }
        if now() >= until {
            return Ok(false);
        }
    }
}

/// A link that is being read. Bots' moves that it omits are recomputed.
#[wasm_bindgen]
pub struct LinkDecoder {
    inner: link::LinkDecoder,
}

#[wasm_bindgen]
impl LinkDecoder {
    /// Reads all of a link except its moves: nothing is played, and a link that is too long is not even unpacked.
    pub fn begin(link: &str) -> Result<LinkDecoder, JsError> {
        Ok(LinkDecoder { inner: link::LinkDecoder::begin(link).map_err(error)? })
    }

    /// Whether reading the rest is cheap enough to do at once.
    pub fn is_light(&self) -> bool {
        self.inner.cost().is_light()
    }

    /// The number of plies, including those of variations.
    pub fn plies(&self) -> usize {
        self.inner.plies()
    }

    /// The number of plies read so far.
    pub fn read(&self) -> usize {
        self.inner.read()
    }

    /// Reads for about this many milliseconds; true when the whole link has been read and is valid.
    pub fn advance(&mut self, ms: f64) -> Result<bool, JsError> {
        steps::<LinkError>(ms, || self.inner.step())
    }

    /// The record as far as it has been read, as JSON text, without a result.
    pub fn record(&self) -> String {
        self.inner.record().to_text()
    }

    /// The view of the link; known when all has been read.
    pub fn shown(&self) -> Result<Ts<ViewState>, JsError> {
        ts(self.inner.shown())
    }
}

/// A record that is being replayed.
#[wasm_bindgen]
pub struct Opening {
    inner: Replaying,
}

#[wasm_bindgen]
impl Opening {
    /// Starts to replay a record, passed as JSON text.
    pub fn create(record: &str) -> Result<Opening, JsError> {
        let inner = Record::from_text(record).and_then(Replaying::begin).map_err(error)?;
        Ok(Opening { inner })
    }

    /// Replays for about this many milliseconds; true when the whole record has been replayed and is valid.
    pub fn advance(&mut self, ms: f64) -> Result<bool, JsError> {
        steps::<RecordError>(ms, || self.inner.step())
    }

    /// The number of plies of the record, including those of variations.
    pub fn plies(&self) -> usize {
        self.inner.plies()
    }

    /// The number of plies replayed so far.
    pub fn played(&self) -> usize {
        self.inner.played()
    }

    /// Returns the game as far as it was replayed; it shows the last ply of the main line.
    pub fn finish(self) -> Session {
        Session { inner: self.inner.into_session() }
    }

    /// The same for a worker, which follows the page from that point on.
    pub fn follow(self) -> WorkerSession {
        WorkerSession::new(self.inner.into_session())
    }
}

/// Reports the number of finished plies and the total to JavaScript, at intervals.
fn reporter(watch: &Function) -> impl FnMut(usize, usize) {
    let mut reported = now();
    move |done, of| {
        let at = now();
        if at - reported >= REPORT_EVERY {
            reported = at;
            // A lost report does no harm.
            drop(watch.call2(&JsValue::NULL, &(done as f64).into(), &(of as f64).into()));
        }
    }
}

/// A link to the game of a record, passed as JSON text, from `#` on; the reverse of [`LinkDecoder`]. Bots replay
/// their game for it, which can take long: `watch` receives the progress.
#[wasm_bindgen]
pub fn encode_link(
    record: &str,
    #[wasm_bindgen(unchecked_param_type = "ViewState")] shown: JsValue,
    watch: &Function,
) -> Result<String, JsError> {
    let record = Record::from_text(record).map_err(error)?;
    let shown: ViewState = from_js(shown)?;
    link::encode_watched(&record, &shown, &mut reporter(watch)).map_err(error)
}

/// The number of variations in a link; nothing is played.
#[wasm_bindgen]
pub fn carried_variations(link: &str) -> Result<usize, JsError> {
    link::LinkDecoder::begin(link).map(|decoder| decoder.variations()).map_err(error)
}

/// What a text from outside is, as the page opens it.
#[derive(Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Brought {
    /// A link to a game, without the characters around it.
    Link {
        /// From `#` on.
        link: String,
    },
    /// A link to another screen.
    Screen {
        /// From `#` on.
        link: String,
    },
    /// A record as JSON text.
    Json,
    /// A study as JSON text.
    Study,
    /// A game in the format of another program.
    Game {
        /// Its record as JSON text.
        record: String,
        /// Remarks on the conversion.
        notes: Vec<String>,
    },
    /// A map, a board or a position to start from.
    Start {
        /// The id of its game.
        game: &'static str,
        /// The options of a game that starts from it.
        #[tsify(type = "OptionValues")]
        options: Options,
        /// Remarks on it.
        notes: Vec<String>,
    },
}

/// Tells what a text is: a link in whatever surrounds it, a record, or a text in a format of some game. The error gives
/// the reason and the place.
#[wasm_bindgen]
pub fn import_text(text: &str) -> Result<Ts<Brought>, JsError> {
    let brought = match import::import(text).map_err(error)? {
        Content::Link(address) if address.is_game() => Brought::Link { link: address.link() },
        Content::Link(address) => Brought::Screen { link: address.link() },
        Content::Json => Brought::Json,
        Content::Study => Brought::Study,
        Content::Game(found) if found.starts => Brought::Start {
            game: found.record.game.id(),
            options: found.record.options,
            notes: found.notes,
        },
        Content::Game(found) => {
            Brought::Game { record: found.record.to_text(), notes: found.notes }
        }
    };
    ts(&brought)
}

/// The id of the game that a link names, even if the rest of it cannot be read.
#[wasm_bindgen]
pub fn named_game(link: &str) -> Option<String> {
    link::named_game(link).map(str::to_owned)
}
