//! Texts about a position, with the sentences of `words`, and numbers for graphs. The renderer's types are
//! in `view`. No rule is decided here.

pub mod set_up;
#[cfg(not(target_arch = "wasm32"))]
mod text;
mod view;
pub(super) mod words;

use super::bots::BOTS;
use super::geometry::Square;
use super::moves::Move;
use super::position::{HOUSES, SEAT_NAMES, Uros};
use super::strategies::row;
use crate::base::fixed::Fixed;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{Footprint, Metric, Presentation, SeatStatus, SpecialMove};
use view::squares;
pub use view::{
    UrosBuild, UrosIsland, UrosLayout, UrosLocation, UrosPlace, UrosQuestion, UrosShape,
    UrosSummary, UrosTurned, UrosView, UrosVillage, UrosWinning,
};

impl Presentation for Uros {
    type Summary = UrosSummary;
    type Layout = UrosLayout;
    type View = UrosView;
    type Location = UrosLocation;
    type Question = UrosQuestion;
    type Answer = UrosTurned;

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        Some(text::board(self))
    }

    fn cell_names(&self) -> Vec<String> {
        squares().map(|square| square.to_string()).collect()
    }

    fn printed_cells(&self) -> Vec<String> {
        squares().map(Square::printed).collect()
    }

    fn location(&self, mv: &Move) -> UrosLocation {
        UrosLocation::from_move(self, mv)
    }

    fn footprint(&self, mv: &Move) -> Footprint {
        view::footprint(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let score = self.metrics(seat).bvl.to_string();
        SeatStatus { score, note: words::seat_note(self, seat) }
    }

    /// Both biggest villages, and Red's advantage by the weights of `balanced`: the difference between the
    /// two players' weighted sums of metrics.
    fn metrics(&self) -> Vec<Metric> {
        let metrics = [0, 1].map(|seat| self.metrics(seat));
        let weights: Vec<Fixed> = BOTS[0].weights.iter().map(|weight| weight.term.weight).collect();
        let worth = |own: usize| -> Fixed {
            let row = row(metrics[own], metrics[own ^ 1]);
            row.into_iter().zip(&weights).map(|(value, weight)| weight.times(value)).sum()
        };
        let village = |seat: Seat| Metric {
            chart: words::VILLAGES,
            label: SEAT_NAMES[seat].to_owned(),
            seat: Some(seat),
            value: f64::from(metrics[seat].bvl),
        };
        vec![
            village(0),
            village(1),
            Metric {
                chart: words::ADVANTAGE,
                label: words::OF_RED.to_owned(),
                seat: None,
                value: (worth(0) - worth(1)).to_f64(),
            },
        ]
    }

    fn extras(&self) -> Vec<SpecialMove> {
        let over = self.to_act().is_empty();
        (!over).then(|| words::early_end(self.settled())).into_iter().collect()
    }

    fn inspect(&self, question: UrosQuestion) -> Result<UrosTurned, String> {
        question.answer(self)
    }
}

impl Uros {
    /// The number of placements made.
    fn placements(&self) -> usize {
        let islands = self.places.iter().filter(|place| place.is_some()).count();
        let houses: u8 = self.pool.iter().map(|pool| HOUSES - pool).sum();
        islands + usize::from(houses)
    }

    /// The seat that placed first. Turns of two follow a single placement, so the seat to move and the number of
    /// placements determine it.
    fn starter(&self) -> Seat {
        // Placements 1, then 2+3, then 4+5: the turn number of the next placement.
        let turn = self.placements().div_ceil(2);
        self.next_seat() ^ (turn % 2)
    }
}
