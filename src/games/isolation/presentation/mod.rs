//! Texts about a position, with the sentences of `words`, and numbers for graphs. The renderer's types are in
//! `view`, the set-up of positions in `set_up`. No rule is decided here.

pub mod set_up;
#[cfg(not(target_arch = "wasm32"))]
mod text;
mod view;
pub(super) mod words;

use super::position::{Isolation, Move};
use crate::base::util::counted;
use crate::contract::game::Seat;
use crate::contract::presentation::{Footprint, Metric, Presentation, SeatStatus, SpecialMove};
use view::page_order;
pub use view::{
    IsolationAfter, IsolationLast, IsolationLayout, IsolationLocation, IsolationOpenings,
    IsolationPlacement, IsolationQuestion, IsolationSummary, IsolationTarget, IsolationView,
};

impl Presentation for Isolation {
    type Summary = IsolationSummary;
    type Layout = IsolationLayout;
    type View = IsolationView;
    type Location = IsolationLocation;
    type Question = IsolationQuestion;
    type Answer = IsolationAfter;

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        Some(text::board(self))
    }

    fn cell_names(&self) -> Vec<String> {
        page_order(self.size()).map(|cell| cell.to_string()).collect()
    }

    fn location(&self, mv: &Move) -> IsolationLocation {
        IsolationLocation::from_move(self, mv)
    }

    fn footprint(&self, mv: &Move) -> Footprint {
        view::footprint(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let note = words::seat_note(self.knight(seat), self.region(seat));
        SeatStatus { score: counted(self.mobility(seat).into(), "move"), note }
    }

    fn metrics(&self) -> Vec<Metric> {
        let moves = [0, 1].map(|seat| f64::from(self.mobility(seat)));
        let metric = |chart, label, seat, value| Metric { chart, label, seat, value };
        vec![
            metric(words::MOVES, words::moves_of(0), Some(0), moves[0]),
            metric(words::MOVES, words::moves_of(1), Some(1), moves[1]),
            metric(words::DIFFERENCE, words::moves_minus(), None, moves[0] - moves[1]),
        ]
    }

    fn extras(&self) -> Vec<SpecialMove> {
        self.settled().map(|_| words::EARLY_END).into_iter().collect()
    }

    fn name_players(view: &mut IsolationView, named: &dyn Fn(&str) -> String) {
        let placement = view.placement.iter_mut().map(|placement| &mut placement.words);
        let others = placement.chain(&mut view.settled);
        for words in view.square_words.iter_mut().chain(others) {
            *words = named(words);
        }
    }

    fn inspect(&self, question: IsolationQuestion) -> Result<IsolationAfter, String> {
        question.answer(self)
    }
}
