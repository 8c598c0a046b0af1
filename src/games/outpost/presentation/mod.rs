//! The presentation of Outpost: `view` has the data of the board, `words` the sentences, `inspect` the requests of the page,
//! `alarm` the stops of fast-forward, `draft` the requests of the map editor, `set_up` the setup mode, `order` orders in parts.
//! The rules never import it.

pub mod alarm;
pub mod draft;
pub mod inspect;
pub mod order;
pub mod set_up;
mod spot;
mod task;
#[cfg(not(target_arch = "wasm32"))]
mod text;
pub mod view;
pub(super) mod words;

use super::board::{EMPIRES, SIDE};
use super::moves::Orders;
use super::position::{Outpost, SEAT_NAMES};
use super::survey::supplied_land;
use crate::base::util::counted;
use crate::contract::game::Seat;
use crate::contract::presentation::{Incident, Metric, Presentation, SeatStatus};
use inspect::{OutpostAnswer, OutpostQuestion};
use spot::OutpostSpot;
use view::{OutpostLayout, OutpostSummary, OutpostView};

impl Presentation for Outpost {
    type Summary = OutpostSummary;
    type Layout = OutpostLayout;
    type View = OutpostView;
    type Location = OutpostSpot;
    type Question = OutpostQuestion;
    type Answer = OutpostAnswer;

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        Some(text::board(self))
    }

    fn cell_names(&self) -> Vec<String> {
        (0..SIDE * SIDE).map(|n| format!("{},{}", n % SIDE, n / SIDE)).collect()
    }

    fn location(&self, orders: &Orders) -> OutpostSpot {
        OutpostSpot::new(self, orders)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let field = &self.field;
        if seat >= EMPIRES {
            return SeatStatus { score: String::new(), note: String::new() };
        }
        let note = words::seat_note(self, seat);
        SeatStatus { score: counted(field.area(seat) as u64, "cell"), note }
    }

    fn metrics(&self) -> Vec<Metric> {
        let field = &self.field;
        let each = |of: &dyn Fn(usize) -> u32| std::array::from_fn(|e| f64::from(of(e)));
        let charts: [(&str, [f64; EMPIRES]); 6] = [
            (words::CHANCE, self.chances().map(|chance| (1000.0 * chance).round() / 10.0)),
            ("cells", each(&|e| field.area(e))),
            ("outposts", each(&|e| field.posts[e].len() as u32)),
            ("supply", each(&|e| supplied_land(&self.rules, &field.owners, e))),
            ("land", field.land.map(f64::from)),
            ("water", field.water.map(f64::from)),
        ];
        let metrics =
            charts.into_iter().flat_map(|(chart, values)| {
                SEAT_NAMES.into_iter().zip(values).enumerate().map(move |(e, (name, value))| {
                    Metric { chart, label: name.to_owned(), seat: Some(e), value }
                })
            });
        metrics.collect()
    }

    fn incidents(&self) -> Vec<Incident<OutpostSpot>> {
        alarm::incidents(self)
    }

    fn name_players(view: &mut OutpostView, named: &dyn Fn(&str) -> String) {
        let homes = view.empires.iter_mut().filter_map(|empire| empire.open_home.as_mut());
        let lost = view.last.lost.iter_mut().map(|lost| &mut lost.words);
        for words in homes.map(|home| &mut home.words).chain(lost).chain([&mut view.last.words]) {
            *words = named(words);
        }
    }

    fn name_players_in_answer(answer: &mut OutpostAnswer, named: &dyn Fn(&str) -> String) {
        match answer {
            OutpostAnswer::Brought { words } => {
                words.iter_mut().for_each(|words| *words = named(words));
            }
            OutpostAnswer::Cell { words, .. } => *words = named(words),
            OutpostAnswer::Until { stop: Some(words), .. } => *words = named(words),
            _ => {}
        }
    }

    fn inspect(&self, question: OutpostQuestion) -> Result<OutpostAnswer, String> {
        question.answer(self)
    }
}
