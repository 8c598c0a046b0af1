//! All sentences of Uros: texts about a position, a placement, an end and a solved game. Options, bots and
//! features are declared in their own modules; errors of notation belong to the rules.

use super::super::geometry::{Island, Square, Turn};
use super::super::moves::{AGREE, END, Move};
use super::super::position::{SEAT_NAMES, Uros};
use crate::base::util::counted;
use crate::contract::declaration::EndMetric;
use crate::contract::game::{Game, Seat, halves};
use crate::contract::presentation::{SpecialMove, Tally, Wording};
use crate::search::explain::capital;

pub(super) const VILLAGES: &str = "Biggest village";
pub(super) const ADVANTAGE: &str = "Score advantage";
pub(super) const OF_RED: &str = "Red's advantage as Balanced scores it";

pub(super) const NO_ISLAND_SQUARE: &str =
    "There is water: a house stands on a square of an island.";
pub(super) const NO_SUCH_ISLAND: &str = "There is no such island.";
pub(super) const ONTO_THE_LAKE: &str = "An island goes onto the Lake.";
pub(super) const TO_PLACE: &str = "To place";
pub(super) const PLACEMENTS_LEFT: &str = "Placements left in the turn";

const OVER: &str = "The game is over.";

pub(super) fn house_piece(seat: &str) -> String {
    format!("{seat} house")
}

pub(super) fn island_piece(island: Island) -> String {
    format!("Island {}", island.letter())
}

pub(super) fn pool(seat: &str) -> String {
    format!("{seat} houses in the pool")
}

/// The houses left to a seat, and the number of the placement in its turn.
pub(super) fn seat_note(position: &Uros, seat: Seat) -> String {
    let houses = counted(position.pool[seat].into(), "house");
    match position.to_act().contains(seat) {
        true if position.left == 2 => format!("1 of 2 · {houses}"),
        true if position.last.is_some() => format!("2 of 2 · {houses}"),
        true => format!("first · {houses}"),
        false => houses,
    }
}

impl Wording for Uros {
    fn turn_text(&self) -> String {
        match self.to_act().first() {
            None => "The game is over".to_owned(),
            Some(seat) if self.left == 2 => format!("{} to place, 1 of 2", SEAT_NAMES[seat]),
            Some(seat) if self.last.is_none() => format!("{} to place first", SEAT_NAMES[seat]),
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

    fn describe_move(&self, mv: &Move) -> String {
        match *mv {
            Move::House { .. } | Move::Island { .. } => self.move_name(mv),
            Move::End => "ends the settled game".to_owned(),
            Move::Agree => "both agree to end".to_owned(),
        }
    }

    fn outcome_text(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let winner = usize::from(outcome.ranks[1] < outcome.ranks[0]);
        let first = SEAT_NAMES[winner];
        let size = counted(outcome.scores[winner] as u64, "house");
        let islands = |seat: Seat| self.best_village(seat).map_or(0, |village| village.islands);
        match outcome.reason {
            "islands" => Some(format!(
                "{first} won the tie of {size}: the villages span {} and {} islands.",
                islands(winner),
                islands(winner ^ 1)
            )),
            "size" => {
                let fewer = outcome.scores[winner ^ 1];
                Some(format!("{first} won, {size} to {fewer}."))
            }
            "draw" => Some(format!("A draw: both biggest villages have {size}.")),
            _ => None,
        }
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let best = [0, 1].map(|seat| self.best_village(seat));
        let size = |seat: usize| best[seat].map_or(0, |v| v.size);
        let islands = |seat: usize| best[seat].map_or(0, |v| v.islands);
        let winner = self.winner();
        let mut lines = Vec::new();
        match winner {
            Some(winner) => {
                let first = winner == self.starter();
                let words = if first { "who placed first" } else { "who placed second" };
                lines.push(("Winner", format!("{}, {words}", SEAT_NAMES[winner])));
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
            match (outcome.reason, self.forfeited()) {
                ("size", _) => "a larger village".to_owned(),
                ("islands", _) => {
                    let (more, fewer) = (islands(0).max(islands(1)), islands(0).min(islands(1)));
                    format!("more islands under villages of the same size: {more} against {fewer}")
                }
                (_, Some(seat)) => format!("{}'s resignation", SEAT_NAMES[seat]),
                _ => "size and number of islands".to_owned(),
            },
        ));
        let left: Vec<String> = self.reedbed().map(|i| i.letter().to_string()).collect();
        lines.push((
            "Left in the Reedbed",
            if left.is_empty() { "no island".to_owned() } else { left.join(", ") },
        ));
        let placements = counted(self.placements() as u64, "placement");
        let ended = if self.agreed() {
            format!("after {placements}, by agreement")
        } else if self.forfeited().is_none() && self.left == 1 {
            format!("after {placements}, in the middle of a turn")
        } else {
            format!("after {placements}")
        };
        lines.push(("Ended", ended));
        lines
    }

    fn tallies(&self) -> Vec<Tally> {
        let Some(outcome) = self.outcome() else { return Vec::new() };
        let winner = self.winner();
        let count = |of: &'static str, answer: String| Tally::Count { of: of.into(), answer };
        let mean = |of: &'static str, value: f64, seat: Option<Seat>| Tally::Mean {
            of: of.into(),
            value,
            seat,
        };
        let won = match winner {
            Some(winner) if winner == self.starter() => "player 1",
            Some(_) => "player 2",
            None => "draw",
        };
        let mut tallies = vec![count("won by", won.to_owned())];
        if let Some(winner) = winner {
            let score = |seat: Seat| outcome.scores[seat] as f64;
            let [won, lost] = [score(winner), score(winner ^ 1)];
            tallies.push(mean(WINNERS_VILLAGE, won, Some(winner)));
            tallies.push(mean(LOSERS_VILLAGE, lost, Some(winner)));
            tallies.push(mean(MARGIN, won - lost, Some(winner)));
        }
        let (first, second) = (self.starter(), self.starter() ^ 1);
        for (of, seat) in [(WON_AS_FIRST, first), (WON_AS_SECOND, second)] {
            tallies.push(mean(of, f64::from(halves(&outcome.ranks, seat)) / 2.0, Some(seat)));
        }
        let islands = self.reedbed().count() as f64;
        tallies.push(mean(ISLANDS_LEFT, islands, None));
        let left = self.reedbed().map(|i| count("left in the Reedbed", i.letter().to_string()));
        tallies.extend(left);
        let mid_turn = if self.left == 1 { "yes" } else { "no" };
        tallies.push(count("ended in the middle of a turn", mid_turn.to_owned()));
        tallies.push(mean("placements", self.placements() as f64, None));
        tallies
    }
}

const WINNERS_VILLAGE: &str = "winner's biggest village";
const LOSERS_VILLAGE: &str = "loser's biggest village";
const MARGIN: &str = "margin of the winner";
const WON_AS_FIRST: &str = "won as first";
const WON_AS_SECOND: &str = "won as second";
const ISLANDS_LEFT: &str = "islands left in the Reedbed";

/// The columns of the table of end metrics by bot.
pub(crate) const END_METRICS: [EndMetric; 6] = [
    EndMetric {
        of: WINNERS_VILLAGE,
        about: "The bot's biggest village in the games that it won.",
        share: false,
    },
    EndMetric {
        of: LOSERS_VILLAGE,
        about: "The opponent's biggest village in the games that the bot won.",
        share: false,
    },
    EndMetric { of: MARGIN, about: "The difference of these two.", share: false },
    EndMetric {
        of: WON_AS_FIRST,
        about: "The share of the points in the games that the bot starts.",
        share: true,
    },
    EndMetric {
        of: WON_AS_SECOND,
        about: "The share of the points in the games that the opponent starts.",
        share: true,
    },
    EndMetric {
        of: ISLANDS_LEFT,
        about: "Islands in the Reedbed at the end of the bot's games.",
        share: false,
    },
];

/// A move that ends the game early.
pub(super) fn early_end(settled: bool) -> SpecialMove {
    if settled {
        return SpecialMove {
            mv: END,
            label: "Result is settled: end now",
            about: "No island fits and every square on the Lake is built on: nothing can change the result.",
            agreed: false,
        };
    }
    SpecialMove {
        mv: AGREE,
        label: "Agree to end",
        about: "Both players agree: the Lake as it stands decides.",
        agreed: true,
    }
}

fn house(position: &Uros, island: Island, square: u8) -> &'static str {
    let [red, blue] = position.marks[island.index()];
    if red & (1 << square) != 0 {
        "Red house"
    } else if blue & (1 << square) != 0 {
        "Blue house"
    } else {
        "free"
    }
}

/// A text for a square of the Lake, for a screen reader.
pub(super) fn square(position: &Uros, square: Square) -> String {
    let Some((island, number)) = position.island_on(square) else {
        return format!("{}, water", square.printed());
    };
    let (letter, house) = (island.letter(), house(position, island, number));
    let village = [0, 1].into_iter().find_map(|seat| {
        position.villages(seat).find(|v| v.squares & square.set() != 0 && v.size > 1)
    });
    let village = village.map_or_else(String::new, |v| format!(" in a village of {}", v.size));
    format!("{}, island {letter} square {}, {house}{village}", square.printed(), number + 1)
}

/// Texts for the squares of an island, for a screen reader.
pub(super) fn island(position: &Uros, island: Island) -> Vec<String> {
    let letter = island.letter();
    let words = |square: u8| {
        let what = house(position, island, square);
        let number = square + 1;
        match position.lake_square(island, square) {
            Some(on) => format!("island {letter} square {number} on {}, {what}", on.printed()),
            None => format!("island {letter} in the Reedbed, square {number}, {what}"),
        }
    };
    (0..island.size() as u8).map(words).collect()
}

/// The reason why the player to move cannot build on a square of the Lake; empty if it can.
pub(super) fn no_house(position: &Uros, square: Square) -> String {
    let Some(seat) = position.to_act().first() else { return OVER.to_owned() };
    match position.island_on(square) {
        None => format!("{} is water: a house needs an island.", square.printed()),
        Some((island, number)) => refusal(position.check_house(seat, island, number)),
    }
}

/// The reason why an island does not fit with the corner of its box on a square; empty if it does.
pub(super) fn no_island(position: &Uros, island: Island, turn: Turn, corner: Square) -> String {
    match position.to_act().is_empty() {
        true => OVER.to_owned(),
        false => refusal(position.check_island(island, position.named(island, turn), corner)),
    }
}

/// A refusal as a sentence.
fn refusal(checked: Result<(), String>) -> String {
    checked.map_or_else(|why| format!("{}.", capital(&why)), |()| String::new())
}

/// The result of a solved game, as the lead of the own biggest village in houses, next to the lead `now`.
pub(in super::super) fn solved(now: i8, lead: i8) -> String {
    let ahead = |by: i8| match (by.signum(), counted(u64::from(by.unsigned_abs()), "house")) {
        (0, _) => "as large as your opponent's".to_owned(),
        (1, houses) => format!("{houses} larger"),
        (_, houses) => format!("{houses} smaller"),
    };
    match now == lead {
        true => format!("Solved: your biggest village is {} now and at the end.", ahead(now)),
        false => {
            format!("Solved: your biggest village is {} now, and ends {}.", ahead(now), ahead(lead))
        }
    }
}

pub(in super::super) fn solved_positions(positions: u64) -> String {
    format!("solved to the end of the game, {} in all", counted(positions, "position"))
}

pub(in super::super) fn keeps_the_draw(mv: &str) -> String {
    format!("No placement wins by force; {mv} keeps the draw.")
}

/// The sentence for `words`, a comparison of the immediate changes by both placements.
pub(in super::super) fn right_after(mv: &str, words: &str, other: &str) -> String {
    format!("Right after {mv} {words} than after {other}.")
}

pub(in super::super) fn random_games([won, drawn, lost]: [u64; 3]) -> String {
    let games = counted(won + drawn + lost, "game");
    format!("you won {won}, drew {drawn} and lost {lost} of {games} to the end")
}
