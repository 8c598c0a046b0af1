//! How Reversi XT is shown and told: `view` has what the board draws, `words` the sentences, `inspect` what the
//! board and the map editor ask. Rules never import it.

pub mod inspect;
pub mod set_up;
pub mod targets;
pub mod view;
pub(super) mod words;

use super::moves::Move;
use super::position::Reversi;
use crate::base::util::counted;
use crate::contract::game::Seat;
use crate::contract::presentation::{Metric, Presentation, SeatStatus};
use inspect::{ReversiAnswer, ReversiQuestion};
use view::{ReversiLayout, ReversiLocation, ReversiSummary, ReversiView};

impl Presentation for Reversi {
    type Summary = ReversiSummary;
    type Layout = ReversiLayout;
    type View = ReversiView;
    type Location = ReversiLocation;
    type Question = ReversiQuestion;
    type Answer = ReversiAnswer;

    fn seat_name(&self, seat: Seat) -> String {
        words::player(seat)
    }

    fn summary(&self) -> ReversiSummary {
        ReversiSummary::of(self)
    }

    fn layout(&self) -> ReversiLayout {
        ReversiLayout::of(self)
    }

    fn cell_names(&self) -> Vec<String> {
        (0..self.board().tiles()).map(|tile| words::place(self.board(), tile)).collect()
    }

    fn view(&self) -> ReversiView {
        ReversiView::of(self)
    }

    fn location(&self, mv: &Move) -> ReversiLocation {
        ReversiLocation::of(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let score = counted(u64::from(self.stones(seat)), "stone");
        SeatStatus { score, note: words::seat_note(self, seat) }
    }

    fn metrics(&self) -> Vec<Metric> {
        (0..self.players())
            .map(|seat| Metric {
                chart: words::STONES,
                label: words::stones_of(seat),
                seat: Some(seat),
                value: f64::from(self.stones(seat)),
            })
            .collect()
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        words::report(self)
    }

    fn outcome_text(&self) -> Option<String> {
        words::outcome(self)
    }

    fn describe_move(&self, mv: &Move) -> String {
        words::describe(self, mv)
    }

    fn turn_text(&self) -> String {
        words::turn(self)
    }

    fn your_turn_text(&self) -> String {
        words::your_turn(self)
    }

    fn inspect(&self, question: ReversiQuestion) -> Result<ReversiAnswer, String> {
        inspect::inspect(self, question)
    }
}
