//! How Outpost is shown and told: `view` has what the board draws, `text` the words, `inspect` what the page
//! asks, `alarm` what a run stops at, `draft` the map editor's questions, `set_up` how a position is set up, `order` orders by their parts. Rules
//! never import it.

pub mod alarm;
pub mod draft;
pub mod inspect;
pub mod order;
pub mod set_up;
mod spot;
mod task;
mod text;
pub mod view;

use super::board::EMPIRES;
use super::moves::Orders;
use super::position::{Outpost, SEAT_NAMES};
use super::survey::{both, neutral};
use crate::base::util::{counted, grouped};
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
        let outposts = field.posts[seat].len();
        let note = format!(
            "{} land · {} water · {} of {}{}",
            grouped(field.land[seat] as u64),
            grouped(field.water[seat] as u64),
            outposts,
            counted(field.afford(&self.rules, seat).into(), "outpost"),
            if self.forfeited[seat] { " · gave up" } else { "" }
        );
        SeatStatus { score: counted(field.area(seat) as u64, "cell"), note }
    }

    fn metrics(&self) -> Vec<Metric> {
        let field = &self.field;
        let mut metrics = Vec::with_capacity(6 * EMPIRES);
        for (e, chance) in self.chances().into_iter().enumerate() {
            let (label, value) = (SEAT_NAMES[e].to_owned(), (1000.0 * chance).round() / 10.0);
            metrics.push(Metric { chart: "chance to win, %", label, seat: Some(e), value });
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
            (
                "Nobody's",
                format!(
                    "{} cells disputed, {} neutral",
                    disputed[0] + disputed[1],
                    free[0] + free[1]
                ),
            ),
        ]
    }

    fn report_table(&self) -> Option<ReportTable> {
        self.outcome().map(|outcome| text::report_table(self, &outcome))
    }

    fn describe_move(&self, orders: &Orders) -> String {
        text::describe(orders)
    }

    fn turn_report(&self) -> String {
        text::turn_text(self)
    }

    fn incidents(&self) -> Vec<Incident<OutpostSpot>> {
        alarm::incidents(self)
    }

    fn outcome_text(&self) -> Option<String> {
        text::outcome_text(self)
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
        let answer = if winners == 1 { SEAT_NAMES[winner] } else { "shared" };
        vec![
            Tally::Count { of: "won from", answer: answer.to_owned() },
            Tally::Mean { of: "winner's area", value: f64::from(best) },
            Tally::Mean { of: "outposts at the end", value: outposts as f64 },
        ]
    }

    fn turn_text(&self) -> String {
        if self.is_over() {
            return "The game is over".to_owned();
        }
        let owing: Vec<&str> = self.to_act().iter().map(|seat| SEAT_NAMES[seat]).collect();
        let who = if owing.len() == EMPIRES { "all empires".to_owned() } else { owing.join(", ") };
        format!("Turn {} of {}: {who} to order", self.field.turn + 1, self.rules.turns)
    }

    fn your_turn_text(&self) -> String {
        format!("Turn {} of {}: give your orders", self.field.turn + 1, self.rules.turns)
    }

    fn inspect(&self, question: OutpostQuestion) -> Result<OutpostAnswer, String> {
        inspect::inspect(self, question)
    }
}
