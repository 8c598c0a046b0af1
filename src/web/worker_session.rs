//! The wasm interface of a worker: one session with a copy of the page's game. It receives plies as they are played,
//! analyses any of them by ply and hash, plays whole turns, and reviews games. The page sends a record
//! only for another game.

use super::{Reviewer, SliceClock, Thinker, error, from_js, now, ts};
use std::cell::RefCell;
use std::rc::Rc;
use totora::review::AssessmentCache;
use totora::session::dto;
use totora::session::run::{self, Run, RunResult, Unfinished};
use totora::session::{Session, hash_text};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The page's game in a worker.
#[wasm_bindgen]
pub struct WorkerSession {
    inner: Session,
    /// A turn that was interrupted.
    unfinished: Option<Unfinished>,
}

impl WorkerSession {
    /// Wraps a replayed copy.
    pub(super) fn new(inner: Session) -> WorkerSession {
        WorkerSession { inner, unfinished: None }
    }
}

#[wasm_bindgen]
impl WorkerSession {
    /// Follows the page's current line from the ply `from` on, in record notation; plies that the session already has
    /// are not played again. False if plies before `from` are missing.
    pub fn follow(&mut self, from: usize, moves: Vec<String>) -> Result<bool, JsError> {
        if from > self.inner.plies().len() {
            return Ok(false);
        }
        let known = self.inner.plies()[from..].iter().zip(&moves);
        let same = known.take_while(|(ply, text)| ply.text == **text).count();
        if same < moves.len() {
            self.unfinished = None;
            let entered = self.inner.enter(from, &moves);
            for text in &moves[entered..] {
                self.inner.play_ply(text, true).map_err(error)?;
            }
        }
        Ok(true)
    }

    /// Whether the session has the position with this ply and hash; if so, it becomes the current one. Later plies stay
    /// until the next move is played.
    pub fn is_at(&mut self, ply: usize, hash: &str) -> bool {
        let here = self.inner.ply();
        if self.inner.go_to(ply).is_ok() && hash_text(self.inner.position().hash()) == hash {
            return true;
        }
        // The session has `here`, so returning there cannot fail.
        self.inner.go_to(here).is_err()
    }

    /// Plays on. A request with `slices` may return in the middle of a turn, with `thinking`; the same
    /// request then continues the turn.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Run")] request: JsValue,
    ) -> Result<Ts<RunResult>, JsError> {
        let run: Run = from_js(request)?;
        let clock = SliceClock { begun: now(), until: f64::INFINITY };
        let unfinished = run.slices.then_some(&mut self.unfinished);
        ts(&run::play_on(&mut self.inner, &run, unfinished, &clock).map_err(error)?)
    }

    /// Starts the analysis of a position of the game; undefined if the position at that ply is another one.
    pub fn think(
        &mut self,
        ply: usize,
        hash: &str,
        #[wasm_bindgen(unchecked_param_type = "ThinkQuestion")] request: JsValue,
    ) -> Result<Option<Thinker>, JsError> {
        let here = self.inner.ply();
        if !self.is_at(ply, hash) {
            return Ok(None);
        }
        let request = from_js(request)?;
        let begun = dto::think_in(&self.inner, &request).map_err(error);
        // An interrupted turn continues from its position; otherwise returning could replay some turns for nothing.
        if self.unfinished.is_some() {
            self.inner.go_to(here).map_err(error)?;
        }
        let (thinking, measure) = begun?;
        Ok(Some(Thinker { thinking, measure, begun: now(), done: false }))
    }

    /// Starts a review of the game's first plies, the number that the page has; undefined if the session has fewer.
    pub fn review(
        &mut self,
        plies: usize,
        #[wasm_bindgen(unchecked_param_type = "JudgeQuestion")] request: JsValue,
    ) -> Result<Option<Reviewer>, JsError> {
        if plies > self.inner.plies().len() {
            return Ok(None);
        }
        let judges = dto::judges(&self.inner, &from_js(request)?).map_err(error)?;
        self.inner.prepare(&judges).map_err(error)?;
        let here = self.inner.ply();
        self.inner.go_to(plies).map_err(error)?;
        self.inner.forget_later();
        let inner = self.inner.review(judges);
        self.inner.go_to(here.min(plies)).map_err(error)?;
        Ok(Some(Reviewer { inner, known: KNOWN.with(Rc::clone) }))
    }

    /// Starts to judge a move in a position of the game; undefined if the position at that ply is another one.
    pub fn judge(
        &mut self,
        ply: usize,
        hash: &str,
        #[wasm_bindgen(js_name = "move")] text: &str,
        #[wasm_bindgen(unchecked_param_type = "JudgeQuestion")] request: JsValue,
    ) -> Result<Option<Reviewer>, JsError> {
        if !self.is_at(ply, hash) {
            return Ok(None);
        }
        let judge = dto::judges(&self.inner, &from_js(request)?).map_err(error)?;
        self.inner.prepare(&judge).map_err(error)?;
        let judge = judge.into_iter().next().ok_or_else(|| error("`bots` is empty"))?;
        let inner = self.inner.judge(text, judge).map_err(error)?;
        Ok(Some(Reviewer { inner, known: KNOWN.with(Rc::clone) }))
    }
}

thread_local! {
    /// Results of bots by position, shared by all games: undo returns to an earlier game, and changing seats creates a new
    /// worker session.
    static KNOWN: Rc<RefCell<AssessmentCache>> = Rc::default();
}
