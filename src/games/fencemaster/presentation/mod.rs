//! What people read of a position: words, figures for graphs, the report. What a renderer draws stands in
//! `view`. No rule is decided here.

mod end;
mod groups;
pub mod set_up;
mod view;

use super::board::TRIPOD;
use super::distance;
use super::moves::{Move, Name};
use super::position::{FenceMaster, SEAT_NAMES, Stand};
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{Metric, Presentation, SeatStatus, Tally};
use end::{both_have, how_words, won_words};
use groups::{best_group, edges_words, stones_of};
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

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn summary(&self) -> FenceMasterSummary {
        FenceMasterSummary::of(self)
    }

    fn layout(&self) -> FenceMasterLayout {
        FenceMasterLayout::of(self)
    }

    fn view(&self) -> FenceMasterView {
        FenceMasterView::of(self)
    }

    fn location(&self, mv: &Move) -> FenceMasterLocation {
        FenceMasterLocation::of(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let stones = stones_of(self, seat);
        let (edges, size) =
            best_group(self, seat).map_or((0, 0), |group| (group.edges(), group.cells.len()));
        let note = match size {
            0 => "no stone yet".to_owned(),
            _ => format!("{} · best group of {size}", counted(stones as u64, "stone")),
        };
        SeatStatus { score: counted(edges as u64, "edge"), note }
    }

    fn metrics(&self) -> Vec<Metric> {
        let metric = |chart: &'static str, what: &str, seat: Seat, value: f64| Metric {
            chart,
            label: format!("{}'s {what}", SEAT_NAMES[seat]),
            seat: Some(seat),
            value,
        };
        let mut metrics = Vec::new();
        for seat in 0..2 {
            let lacks = match self.stand() {
                // Who has won by a loop may lack as many as before.
                Stand::Won(winner) if winner == seat && self.won() & TRIPOD != 0 => 0,
                _ => distance::lack(self, seat).stones,
            };
            metrics.push(metric(
                "Stones lacking",
                "stones lacking to a tripod",
                seat,
                f64::from(lacks),
            ));
        }
        for seat in 0..2 {
            let edges = best_group(self, seat).map_or(0, |group| group.edges());
            metrics.push(metric("Edges", "most edges joined", seat, edges as f64));
        }
        metrics
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(words) = self.outcome_text() else { return Vec::new() };
        let winner = self.winner().map_or("nobody", |seat| SEAT_NAMES[seat]);
        let mut report = vec![("Winner", winner.to_owned()), ("How", words)];
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let group = best_group(self, seat);
            let text = group.map_or("no stone".to_owned(), |group| {
                format!(
                    "{} in its best group, which touches {}",
                    counted(group.cells.len() as u64, "stone"),
                    edges_words(group.touched)
                )
            });
            report.push((name, text));
        }
        report.push(("Plies", self.plies().to_string()));
        report.push(("Empty cells left", self.empties().to_string()));
        report
    }

    fn describe_move(&self, mv: &Move) -> String {
        match (mv.place(), self.last()) {
            (Some(_), _) => format!("stone on {mv}"),
            (None, Some(stone)) => format!("swap: the stone on {} turns black", Name(stone)),
            (None, None) => "swap".to_owned(),
        }
    }

    /// The end in one sentence.
    fn outcome_text(&self) -> Option<String> {
        Some(match self.stand() {
            Stand::Open => return None,
            Stand::Won(seat) => {
                let what = won_words(self, self.won());
                format!("{} wins by {what}: {}.", SEAT_NAMES[seat], how_words(self, seat))
            }
            Stand::GivenUp(seat) => {
                format!("{} wins: {} gave up.", SEAT_NAMES[1 - seat], SEAT_NAMES[seat])
            }
            Stand::Drawn if self.empties() == 0 && !both_have(self) => {
                "A draw: the board is full, and nobody has won.".to_owned()
            }
            Stand::Drawn => "A draw: on the board given, both players have what wins.".to_owned(),
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        vec![
            Tally::Count {
                of: "winner",
                answer: self.winner().map_or("nobody", |seat| SEAT_NAMES[seat]).to_owned(),
            },
            Tally::Mean { of: "plies", value: self.plies() as f64 },
        ]
    }

    fn turn_text(&self) -> String {
        match self.to_act().first() {
            None => "The game is over".to_owned(),
            Some(seat) if self.may_swap() => format!("{} to move, or to swap", SEAT_NAMES[seat]),
            Some(seat) => format!("{} to move", SEAT_NAMES[seat]),
        }
    }

    fn your_turn_text(&self) -> String {
        if self.may_swap() { "Your turn: move, or swap" } else { "Your turn" }.to_owned()
    }

    fn inspect(&self, question: FenceMasterQuestion) -> Result<FenceMasterAnswer, String> {
        question.answer(self)
    }
}
