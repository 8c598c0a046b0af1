//! The texts about a position, in the sentences of `words`, and figures for graphs. `view` has the data for
//! the renderer. No rules are decided here.

mod end;
mod groups;
pub mod set_up;
#[cfg(not(target_arch = "wasm32"))]
mod text;
mod view;
pub(super) mod words;

use super::board::TRIPOD;
use super::distance;
use super::moves::{Move, Name};
use super::position::{FenceMaster, GameStatus};
use super::sgf;
use crate::base::util::counted;
use crate::contract::game::Seat;
use crate::contract::presentation::{Footprint, Metric, Presentation, SeatStatus};
use groups::most_edges;
pub use view::{
    FenceMasterAfter, FenceMasterAnswer, FenceMasterGroup, FenceMasterLast, FenceMasterLayout,
    FenceMasterLocation, FenceMasterQuestion, FenceMasterSummary, FenceMasterText, FenceMasterView,
    FenceMasterWin,
};

impl Presentation for FenceMaster {
    type Summary = FenceMasterSummary;
    type Layout = FenceMasterLayout;
    type View = FenceMasterView;
    type Location = FenceMasterLocation;
    type Question = FenceMasterQuestion;
    type Answer = FenceMasterAnswer;

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        Some(text::board(self))
    }

    fn cell_names(&self) -> Vec<String> {
        self.geometry().places().iter().map(|&place| Name(place).to_string()).collect()
    }

    fn printed_cells(&self) -> Vec<String> {
        let side = self.geometry().side();
        self.geometry().places().iter().map(|&place| sgf::name(side, place)).collect()
    }

    fn location(&self, mv: &Move) -> FenceMasterLocation {
        let cell = mv.place().and_then(|place| self.geometry().number(place));
        FenceMasterLocation { cell }
    }

    fn footprint(&self, mv: &Move) -> Footprint {
        view::footprint(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let edges = most_edges(self)[seat & 1];
        SeatStatus { score: counted(edges.into(), "edge"), note: words::seat_note(self, seat) }
    }

    fn metrics(&self) -> Vec<Metric> {
        let metric = |chart, label, seat, value| Metric { chart, label, seat: Some(seat), value };
        let mut metrics = Vec::with_capacity(4);
        // One call for both seats: each move of a session is measured, and this is the slowest part of it.
        for (seat, lack) in distance::lacks(self).into_iter().enumerate() {
            let lacks = match self.status() {
                // The winner by a loop may lack as many stones to a tripod as before.
                GameStatus::Won(winner) if winner == seat && self.won() & TRIPOD != 0 => 0,
                _ => lack.stones,
            };
            let label = words::lacking_of(seat);
            metrics.push(metric(words::STONES_LACKING, label, seat, f64::from(lacks)));
        }
        for (seat, edges) in most_edges(self).into_iter().enumerate() {
            let label = words::most_edges_of(seat);
            metrics.push(metric(words::EDGES, label, seat, f64::from(edges)));
        }
        metrics
    }

    fn inspect(&self, question: FenceMasterQuestion) -> Result<FenceMasterAnswer, String> {
        question.answer(self)
    }
}
