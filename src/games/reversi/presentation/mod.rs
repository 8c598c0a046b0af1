//! How Reversi XT is shown and told: `view` has what the board draws, `text` the words, `inspect` what the
//! board and the map editor ask. Rules never import it.

pub mod inspect;
pub mod set_up;
pub mod targets;
mod text;
pub mod view;

use super::moves::Move;
use super::position::{Phase, Reversi};
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
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
        text::player(seat)
    }

    fn summary(&self) -> ReversiSummary {
        ReversiSummary::of(self)
    }

    fn layout(&self) -> ReversiLayout {
        ReversiLayout::of(self)
    }

    fn view(&self) -> ReversiView {
        ReversiView::of(self)
    }

    fn location(&self, mv: &Move) -> ReversiLocation {
        ReversiLocation::of(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let mut note = Vec::new();
        if self.disqualified().contains(seat) {
            note.push("disqualified".to_owned());
        } else if self.phase() == Phase::Build {
            note.push(counted(u64::from(self.mobility(seat)), "move"));
        }
        for (count, one) in [(self.overrides(seat), "override"), (self.bombs(seat), "bomb")] {
            if count > 0 {
                note.push(counted(u64::from(count), one));
            }
        }
        let score = counted(u64::from(self.stones(seat)), "stone");
        SeatStatus { score, note: note.join(" · ") }
    }

    fn metrics(&self) -> Vec<Metric> {
        (0..self.players())
            .map(|seat| Metric {
                chart: "Stones",
                label: format!("{}'s stones", text::player(seat)),
                seat: Some(seat),
                value: f64::from(self.stones(seat)),
            })
            .collect()
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        text::report(self)
    }

    fn outcome_text(&self) -> Option<String> {
        text::outcome(self)
    }

    fn describe_move(&self, mv: &Move) -> String {
        text::describe(self, mv)
    }

    fn turn_text(&self) -> String {
        let Some(seat) = self.to_act().first() else { return "The game is over".to_owned() };
        let doing = if self.phase() == Phase::Build { "to move" } else { "to throw a bomb" };
        format!("{} {doing}{}", text::player(seat), self.skipped_text())
    }

    fn your_turn_text(&self) -> String {
        let doing = if self.phase() == Phase::Build { "" } else { ": throw a bomb" };
        format!("Your turn{doing}{}", self.skipped_text())
    }

    fn inspect(&self, question: ReversiQuestion) -> Result<ReversiAnswer, String> {
        inspect::inspect(self, question)
    }
}

impl Reversi {
    /// That players could not move and were skipped, as an end of a sentence; empty if none was.
    fn skipped_text(&self) -> String {
        match self.skipped() {
            0 => String::new(),
            1 => ", one player was skipped".to_owned(),
            n => format!(", {n} players were skipped"),
        }
    }
}
