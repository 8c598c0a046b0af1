//! What people read of a position: words, figures for graphs, the report. What a renderer draws stands in
//! `view`, what a position is set up with in `set_up`. No rule is decided here.

pub mod set_up;
mod view;

use super::board::count;
use super::moves::END;
use super::position::{Isolation, Move, SEAT_NAMES};
use super::theory;
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{Extra, Metric, Presentation, SeatStatus};
use view::region;
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

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn summary(&self) -> IsolationSummary {
        IsolationSummary::of(self)
    }

    fn layout(&self) -> IsolationLayout {
        IsolationLayout::of(self)
    }

    fn view(&self) -> IsolationView {
        IsolationView::of(self)
    }

    fn location(&self, mv: &Move) -> IsolationLocation {
        IsolationLocation::of(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let moves = self.mobility(seat);
        let note = match self.knight(seat) {
            None => "not placed yet".to_owned(),
            Some(cell) => {
                let cells = counted(count(region(self, seat)).into(), "cell");
                format!("knight on {cell} · {cells} in reach")
            }
        };
        SeatStatus { score: counted(moves.into(), "move"), note }
    }

    fn metrics(&self) -> Vec<Metric> {
        let moves = [0, 1].map(|seat| f64::from(self.mobility(seat)));
        let mut metrics: Vec<_> = (0..2)
            .map(|seat| Metric {
                chart: "Moves",
                label: format!("{}'s moves", SEAT_NAMES[seat]),
                seat: Some(seat),
                value: moves[seat],
            })
            .collect();
        metrics.push(Metric {
            chart: "Difference",
            label: format!("{}'s moves minus {}'s", SEAT_NAMES[0], SEAT_NAMES[1]),
            seat: None,
            value: moves[0] - moves[1],
        });
        metrics
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(winner) = self.winner() else { return Vec::new() };
        let loser = SEAT_NAMES[1 - winner];
        let mut report = vec![
            ("Winner", SEAT_NAMES[winner].to_owned()),
            (
                "How",
                match self.gave_up() {
                    Some(_) => format!("{loser} gave up"),
                    None if self.ended() => {
                        "the knights are separated, and the winner's can go on longer".to_owned()
                    }
                    None => {
                        format!("{loser} was to move, and no cell a knight's move away was free")
                    }
                },
            ),
            ("Winner's remaining moves", counted(self.mobility(winner).into(), "move")),
            ("Plies", self.plies().to_string()),
            ("Free cells left", count(self.free()).to_string()),
        ];
        if let Some(words) = theory::words(self) {
            report.push(("Placement", words));
        }
        report
    }

    fn describe_move(&self, mv: &Move) -> String {
        match self.knight(self.turn()) {
            _ if *mv == Move::END => "ends the game: the result is settled".to_owned(),
            None => format!("knight placed on {mv}"),
            Some(from) => format!("knight from {from} to {mv}"),
        }
    }

    /// The end in one sentence.
    fn outcome_text(&self) -> Option<String> {
        let winner = self.winner()?;
        let (winner, loser) = (SEAT_NAMES[winner], SEAT_NAMES[1 - winner]);
        Some(match self.gave_up() {
            Some(_) => format!("{winner} wins: {loser} gave up."),
            None if self.ended() => format!("{winner} wins: the knights are separated."),
            None => format!("{winner} wins: {loser} cannot move."),
        })
    }

    fn turn_text(&self) -> String {
        match self.to_act().first() {
            None => "The game is over".to_owned(),
            Some(seat) if self.knight(seat).is_none() => {
                format!("{} to move: place the knight", SEAT_NAMES[seat])
            }
            Some(seat) => format!("{} to move", SEAT_NAMES[seat]),
        }
    }

    fn your_turn_text(&self) -> String {
        let placed = self.to_act().first().is_none_or(|seat| self.knight(seat).is_some());
        if placed { "Your turn" } else { "Your turn: place your knight" }.to_owned()
    }

    fn extras(&self) -> Vec<Extra> {
        let offer = Extra {
            mv: END,
            label: "Result is settled: end now",
            about: "The knights are separated, so each walks alone: who can go on longer wins.",
            agreed: false,
        };
        self.settled().map(|_| offer).into_iter().collect()
    }

    fn inspect(&self, question: IsolationQuestion) -> Result<IsolationAfter, String> {
        question.answer(self)
    }
}
