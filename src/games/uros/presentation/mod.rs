//! What people read of a position: words, figures for graphs, the report. What a renderer draws stands in
//! `view`. No rule is decided here.

pub mod set_up;
mod view;

use super::bots::BOTS;
use super::geometry::{LAKE, bits};
use super::moves::{AGREE, END, Move};
use super::position::{HOUSES, SEAT_NAMES, Uros};
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{Extra, Metric, Presentation, SeatStatus, Tally};
pub use view::{
    UrosBuild, UrosIsland, UrosLayout, UrosLocation, UrosPlace, UrosQuestion, UrosShape,
    UrosSummary, UrosTurned, UrosView, UrosVillage, UrosWinning,
};

impl Presentation for Uros {
    type Summary = UrosSummary;
    type Layout = UrosLayout;
    type View = UrosView;
    type Location = UrosLocation;
    type Question = UrosQuestion;
    type Answer = UrosTurned;

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn summary(&self) -> UrosSummary {
        UrosSummary::of(self)
    }

    fn layout(&self) -> UrosLayout {
        UrosLayout::new()
    }

    fn view(&self) -> UrosView {
        UrosView::of(self)
    }

    fn location(&self, mv: &Move) -> UrosLocation {
        UrosLocation::of(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let houses = counted(self.pool[seat].into(), "house");
        let note = match self.to_act().contains(seat) {
            true if self.left == 2 => format!("1 of 2 · {houses}"),
            true if self.last.is_some() => format!("2 of 2 · {houses}"),
            true => format!("first · {houses}"),
            false => houses,
        };
        SeatStatus { score: self.metrics(seat).bvl.to_string(), note }
    }

    /// Both biggest villages, and the advantage that `balanced` sees for Red: the difference between the
    /// two players' weighted sums of metrics.
    fn metrics(&self) -> Vec<Metric> {
        let metrics = [0, 1].map(|seat| self.metrics(seat));
        let weights: Vec<Fixed> = BOTS[0].weights.iter().map(|weight| weight.term.weight).collect();
        let worth = |own: usize| -> Fixed {
            let (own, foe) = (metrics[own], metrics[own ^ 1]);
            [own.bvl, own.efl, -foe.efl, own.bvr, own.efr]
                .iter()
                .zip(&weights)
                .map(|(&value, weight)| weight.times(Fixed::from_int(i64::from(value))))
                .sum()
        };
        let village = |seat: Seat| Metric {
            chart: "Biggest village",
            label: SEAT_NAMES[seat].to_owned(),
            seat: Some(seat),
            value: f64::from(metrics[seat].bvl),
        };
        vec![
            village(0),
            village(1),
            Metric {
                chart: "Score advantage",
                label: "Red's advantage as Balanced scores it".to_owned(),
                seat: None,
                value: (worth(0) - worth(1)).to_f64(),
            },
        ]
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let best = [0, 1].map(|seat| self.best_village(seat));
        let size = |seat: usize| best[seat].map_or(0, |v| v.size);
        let islands = |seat: usize| best[seat].map_or(0, |v| v.islands);
        let winner = (outcome.ranks[0] != outcome.ranks[1])
            .then(|| usize::from(outcome.ranks[1] < outcome.ranks[0]));
        let placed = self.placements();
        let started = self.starter();
        let mut lines = Vec::new();
        match winner {
            Some(winner) => {
                let place = if winner == started { "first" } else { "second" };
                lines.push(("Winner", format!("{}, who placed {place}", SEAT_NAMES[winner])));
                lines.push(("Winner's biggest village", size(winner).to_string()));
                lines.push(("Loser's biggest village", size(winner ^ 1).to_string()));
            }
            None => {
                lines.push(("Winner", "none, a draw".to_owned()));
                lines.push(("Biggest villages", format!("{} and {}", size(0), size(1))));
            }
        }
        lines.push((
            if winner.is_some() { "Won by" } else { "Tied on" },
            match outcome.reason {
                "size" => "a larger village".to_owned(),
                "islands" => {
                    let (more, fewer) = (islands(0).max(islands(1)), islands(0).min(islands(1)));
                    format!("more islands under villages of the same size: {more} against {fewer}")
                }
                "forfeit" => match self.forfeited() {
                    Some(seat) => format!("{}'s resignation", SEAT_NAMES[seat]),
                    None => "resignation".to_owned(),
                },
                _ => "size and number of islands".to_owned(),
            },
        ));
        let left: Vec<String> = self.reedbed().map(|i| i.letter().to_string()).collect();
        lines.push((
            "Left in the Reedbed",
            if left.is_empty() { "no island".to_owned() } else { left.join(", ") },
        ));
        let how = if self.agreed() {
            ", by agreement"
        } else if self.forfeited().is_none() && self.left == 1 {
            ", in the middle of a turn"
        } else {
            ""
        };
        lines.push(("Ended", format!("after {}{how}", counted(placed as u64, "placement"))));
        lines
    }

    /// A move in words, as seen before it is played.
    fn describe_move(&self, mv: &Move) -> String {
        match *mv {
            Move::House { island, square } => match self.lake_square(island, square) {
                Some(on) => format!("house on {on} ({mv})"),
                None => format!("house on {} in the Reedbed ({mv})", island.letter()),
            },
            Move::Island { island, turn, corner } => {
                let squares: Vec<String> =
                    bits(island.turned(turn).at(corner) & LAKE).map(|s| s.to_string()).collect();
                format!("island {} onto {} ({mv})", island.letter(), squares.join(" "))
            }
            Move::End => "ends the settled game".to_owned(),
            Move::Agree => "both agree to end".to_owned(),
        }
    }

    /// The end in one sentence, where the general one would not say what decided.
    fn outcome_text(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let winner = usize::from(outcome.ranks[1] < outcome.ranks[0]);
        let houses = |seat: Seat| counted(outcome.scores[seat] as u64, "house");
        match outcome.reason {
            "islands" => {}
            "size" => {
                let (first, other) = (SEAT_NAMES[winner], SEAT_NAMES[winner ^ 1]);
                let (more, fewer) = (houses(winner), outcome.scores[winner ^ 1]);
                return Some(format!("{first} wins: a village of {more}, {other}'s has {fewer}."));
            }
            "draw" => {
                let size = houses(winner);
                return Some(format!("A draw: both biggest villages have {size}."));
            }
            _ => return None,
        }
        let islands = |seat: Seat| self.best_village(seat).map_or(0, |v| v.islands);
        Some(format!(
            "{} wins the tie of {}: its village spans {} islands, {}'s {}.",
            SEAT_NAMES[winner],
            houses(winner),
            islands(winner),
            SEAT_NAMES[winner ^ 1],
            islands(winner ^ 1)
        ))
    }

    /// What the arena adds up: the end report over many games.
    fn tallies(&self) -> Vec<Tally> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let winner = (outcome.ranks[0] != outcome.ranks[1])
            .then(|| usize::from(outcome.ranks[1] < outcome.ranks[0]));
        let count = |of, answer: String| Tally::Count { of, answer };
        let won = match winner {
            Some(winner) if winner == self.starter() => "player 1",
            Some(_) => "player 2",
            None => "draw",
        };
        let mut tallies = vec![count("won by", won.to_owned())];
        if let Some(winner) = winner {
            let score = |seat: Seat| outcome.scores[seat] as f64;
            tallies.push(Tally::Mean { of: "winner's biggest village", value: score(winner) });
            tallies.push(Tally::Mean { of: "loser's biggest village", value: score(winner ^ 1) });
        }
        let left = self.reedbed().map(|i| count("left in the Reedbed", i.letter().to_string()));
        tallies.extend(left);
        let mid_turn = if self.left == 1 { "yes" } else { "no" };
        tallies.push(count("ended in the middle of a turn", mid_turn.to_owned()));
        tallies.push(Tally::Mean { of: "placements", value: self.placements() as f64 });
        tallies
    }

    fn turn_text(&self) -> String {
        match self.to_act().first() {
            None => "The game is over".to_owned(),
            Some(seat) if self.left == 2 => format!("{} to place, 1 of 2", SEAT_NAMES[seat]),
            Some(seat) if self.last.is_none() => {
                format!("{} to place first", SEAT_NAMES[seat])
            }
            Some(seat) => format!("{} to place, 2 of 2", SEAT_NAMES[seat]),
        }
    }

    fn your_turn_text(&self) -> String {
        match self.left {
            2 => "Your turn: 1 of 2 placements",
            _ if self.last.is_none() => "Your turn: a single placement",
            _ => "Your turn: 2 of 2 placements",
        }
        .to_owned()
    }

    fn extras(&self) -> Vec<Extra> {
        if self.to_act().is_empty() {
            Vec::new()
        } else if self.settled() {
            vec![Extra {
                mv: END,
                label: "Result is settled: end now",
                about: "No island fits and every square on the Lake is built on: nothing can change the result.",
                agreed: false,
            }]
        } else {
            vec![Extra {
                mv: AGREE,
                label: "Agree to end",
                about: "Both players agree: the Lake as it stands decides.",
                agreed: true,
            }]
        }
    }

    fn inspect(&self, question: UrosQuestion) -> Result<UrosTurned, String> {
        question.answer(self)
    }
}

impl Uros {
    /// How many placements have been made.
    fn placements(&self) -> usize {
        let islands = self.places.iter().filter(|place| place.is_some()).count();
        let houses: u8 = self.pool.iter().map(|pool| HOUSES - pool).sum();
        islands + usize::from(houses)
    }

    /// Who placed first. Turns of two follow a single placement, so whose turn it is and how many
    /// placements were made tell.
    fn starter(&self) -> Seat {
        // Placements 1, then 2+3, then 4+5: the turn number of the placement that comes next.
        let turn = self.placements().div_ceil(2);
        self.next_seat() ^ (turn % 2)
    }
}
