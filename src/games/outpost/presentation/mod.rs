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

    fn cell_names(&self) -> Vec<String> {
        (0..SIDE * SIDE).map(|n| format!("{},{}", n % SIDE, n / SIDE)).collect()
    }

    fn location(&self, orders: &Orders) -> OutpostSpot {
        OutpostSpot::of(self, orders)
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
        let mut metrics = Vec::with_capacity(6 * EMPIRES);
        for (e, chance) in self.chances().into_iter().enumerate() {
            let (label, value) = (SEAT_NAMES[e].to_owned(), (1000.0 * chance).round() / 10.0);
            metrics.push(Metric { chart: words::CHANCE, label, seat: Some(e), value });
        }
        for chart in ["cells", "outposts", "supply", "land", "water"] {
            for (e, name) in SEAT_NAMES.into_iter().enumerate() {
                let value = match chart {
                    "cells" => field.area(e),
                    "supply" => supplied_land(&self.rules, &field.owners, e),
                    "land" => field.land[e],
                    "water" => field.water[e],
                    _ => field.posts[e].len() as u32,
                };
                let label = name.to_owned();
                metrics.push(Metric { chart, label, seat: Some(e), value: f64::from(value) });
            }
        }
        metrics
    }

    fn incidents(&self) -> Vec<Incident<OutpostSpot>> {
        alarm::incidents(self)
    }

    fn inspect(&self, question: OutpostQuestion) -> Result<OutpostAnswer, String> {
        inspect::inspect(self, question)
    }
}
