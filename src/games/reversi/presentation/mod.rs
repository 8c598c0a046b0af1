//! The presentation of Reversi XT: `view` has the data of the board, `words` the sentences, `inspect` the requests of
//! the board and the map editor. The rules never import it.

pub mod inspect;
pub mod set_up;
pub mod targets;
#[cfg(not(target_arch = "wasm32"))]
mod text;
pub mod view;
pub(super) mod words;

use super::moves::Move;
use super::position::{Phase, Reversi};
use crate::base::util::counted;
use crate::contract::game::Seat;
use crate::contract::presentation::{Footprint, Metric, Presentation, SeatStatus};
use inspect::{ReversiAnswer, ReversiQuestion};
use targets::turned;
use view::{ReversiLayout, ReversiLocation, ReversiSummary, ReversiView};

impl Presentation for Reversi {
    type Summary = ReversiSummary;
    type Layout = ReversiLayout;
    type View = ReversiView;
    type Location = ReversiLocation;
    type Question = ReversiQuestion;
    type Answer = ReversiAnswer;

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        Some(text::board(self))
    }

    fn cell_names(&self) -> Vec<String> {
        (0..self.board().tiles()).map(|tile| words::place(self.board(), tile)).collect()
    }

    fn printed_cells(&self) -> Vec<String> {
        let name = |(x, y)| super::names::name(x, y);
        (0..self.board().tiles()).map(|tile| name(self.board().at(tile))).collect()
    }

    fn location(&self, mv: &Move) -> ReversiLocation {
        let tile = self.board().number(mv.x, mv.y);
        ReversiLocation { tile, answer: words::reply(self, mv.special) }
    }

    fn footprint(&self, mv: &Move) -> Footprint {
        let (board, seat) = (self.board(), self.turn());
        if mv.x >= board.map().width || mv.y >= board.map().height {
            return Footprint::default();
        }
        let tile = board.number(mv.x, mv.y);
        let gains = match self.phase() {
            Phase::Build => turned(self, seat, tile),
            Phase::Elimination | Phase::Over => Vec::new(),
        };
        Footprint { seat, cells: vec![tile], from: None, gains }
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

    fn name_players(view: &mut ReversiView, named: &dyn Fn(&str) -> String) {
        for reply in view.targets.iter_mut().flat_map(|target| &mut target.moves) {
            reply.label = named(&reply.label);
        }
    }

    fn inspect(&self, question: ReversiQuestion) -> Result<ReversiAnswer, String> {
        inspect::inspect(self, question)
    }
}
