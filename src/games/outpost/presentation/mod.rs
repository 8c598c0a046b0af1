//! How Outpost is shown and told: `view` has what the board draws, `words` the sentences, `inspect` what the page
//! asks, `alarm` what a run stops at, `draft` the map editor's questions, `set_up` how a position is set up, `order` orders by their parts. Rules
//! never import it.

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
use super::survey::{both, neutral};
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{
    Incident, Metric, Presentation, ReportTable, SeatStatus, Tally,
};
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

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn summary(&self) -> OutpostSummary {
        OutpostSummary::of(self)
    }

    fn layout(&self) -> OutpostLayout {
        OutpostLayout::of(self)
    }

    fn cell_names(&self) -> Vec<String> {
        (0..SIDE * SIDE).map(|n| format!("{},{}", n % SIDE, n / SIDE)).collect()
    }

    fn view(&self) -> OutpostView {
        OutpostView::of(self)
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
                    "supply" => alarm::supplied_land(&self.rules, &field.owners, e),
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

    fn report(&self) -> Vec<(&'static str, String)> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let field = &self.field;
        let each = |f: &dyn Fn(usize) -> String| {
            let parts: Vec<_> =
                (0..EMPIRES).map(|e| format!("{} {}", SEAT_NAMES[e], f(e))).collect();
            parts.join(", ")
        };
        let disputed = both(&field.owners.disputed, &self.rules);
        let free = both(&neutral(&field.owners), &self.rules);
        vec![
            ("Area", each(&|e| field.area(e).to_string())),
            ("Land", each(&|e| field.land[e].to_string())),
            ("Water", each(&|e| field.water[e].to_string())),
            ("Outposts", each(&|e| field.posts[e].len().to_string())),
            ("Nobody's", words::nobodys(disputed.iter().sum(), free.iter().sum())),
        ]
    }

    fn report_table(&self) -> Option<ReportTable> {
        self.outcome().map(|outcome| words::report_table(self, &outcome))
    }

    fn describe_move(&self, orders: &Orders) -> String {
        words::describe(orders)
    }

    fn turn_report(&self) -> String {
        words::turn_text(self)
    }

    fn incidents(&self) -> Vec<Incident<OutpostSpot>> {
        alarm::incidents(self)
    }

    fn outcome_text(&self) -> Option<String> {
        words::outcome_text(self)
    }

    fn tallies(&self) -> Vec<Tally> {
        if !self.is_over() {
            return Vec::new();
        }
        let scores = self.scores();
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|&&score| score == best).count();
        let winner = scores.iter().position(|&score| score == best).unwrap_or(0);
        let outposts: usize = self.field.posts.iter().map(Vec::len).sum();
        words::tallies((winners == 1).then_some(winner), best, outposts)
    }

    fn turn_text(&self) -> String {
        if self.is_over() {
            return words::OVER.to_owned();
        }
        let owing: Vec<&str> = self.to_act().iter().map(|seat| SEAT_NAMES[seat]).collect();
        words::turn(self, &owing)
    }

    fn your_turn_text(&self) -> String {
        words::your_turn(self)
    }

    fn inspect(&self, question: OutpostQuestion) -> Result<OutpostAnswer, String> {
        inspect::inspect(self, question)
    }
}
