//! What people see of a position: figures, words, and all that the board renderer draws. The shapes of
//! the JSON are written down in `view.d.ts` beside this file. No rule is decided here.

use super::bots::BOTS;
use super::geometry::{Island, LAKE, SIDE, Square, Squares, Turn, beside, bits};
use super::moves::Move;
use super::position::{SEAT_NAMES, Uros, Village};
use crate::fixed::{Fixed, shorten};
use crate::game::{Enumerable, Game, MoveList, Seat};
use crate::object;
use crate::presentation::{Extra, Metric, Presentation, SeatStatus, Tally};
use serde_json::Value;

fn indices(squares: Squares) -> Vec<usize> {
    bits(squares).map(Square::index).collect()
}

fn plural(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// The figures that the rules name.
pub(super) fn summary(position: &Uros) -> Value {
    let metrics = [0, 1].map(|seat| position.metrics(seat));
    let reedbed: Vec<String> = position.reedbed().map(|i| i.letter().to_string()).collect();
    object!({
        "bvl": metrics.map(|m| m.bvl),
        "efl": metrics.map(|m| m.efl),
        "bvr": metrics.map(|m| m.bvr),
        "efr": metrics.map(|m| m.efr),
        "pool": position.pool,
        "left": position.left,
        "reedbed": reedbed,
    })
}

/// A move in words, as seen before it is played.
pub(super) fn describe(position: &Uros, mv: &Move) -> String {
    match *mv {
        Move::House { island, square } => match position.lake_square(island, square) {
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

pub(super) fn turn_text(position: &Uros) -> String {
    match position.to_act().first() {
        None => "The game is over".to_owned(),
        Some(seat) if position.left == 2 => format!("{} to place, 1 of 2", SEAT_NAMES[seat]),
        Some(seat) if position.last.is_none() => {
            format!("{} to place first", SEAT_NAMES[seat])
        }
        Some(seat) => format!("{} to place, 2 of 2", SEAT_NAMES[seat]),
    }
}

pub(super) fn seat_status(position: &Uros, seat: Seat) -> SeatStatus {
    let houses = plural(usize::from(position.pool[seat]), "house");
    let note = match position.to_act().contains(seat) {
        true if position.left == 2 => format!("1 of 2 · {houses}"),
        true if position.last.is_some() => format!("2 of 2 · {houses}"),
        true => format!("first · {houses}"),
        false => houses,
    };
    SeatStatus { score: position.metrics(seat).bvl.to_string(), note }
}

/// Both biggest villages, and the advantage that `balanced` sees for Red: the difference between the
/// two players' weighted sums of metrics.
pub(super) fn metrics(position: &Uros) -> Vec<Metric> {
    let metrics = [0, 1].map(|seat| position.metrics(seat));
    let weights: Vec<Fixed> = BOTS[0].terms.iter().map(|term| term.weight).collect();
    let worth = |own: usize| -> Fixed {
        let (own, foe) = (metrics[own], metrics[own ^ 1]);
        [own.bvl, own.efl, foe.efl, own.bvr, own.efr]
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

/// The end in one sentence, where the general one would not say what decided.
pub(super) fn outcome_text(position: &Uros) -> Option<String> {
    let outcome = position.outcome().filter(|outcome| outcome.reason == "islands")?;
    let winner = usize::from(outcome.ranks[1] < outcome.ranks[0]);
    let islands = |seat: Seat| position.best_village(seat).map_or(0, |v| v.islands);
    Some(format!(
        "{} wins on islands, {} to {}: both biggest villages have {}.",
        SEAT_NAMES[winner],
        islands(winner),
        islands(winner ^ 1),
        plural(outcome.scores[winner] as usize, "house")
    ))
}

pub(super) fn report(position: &Uros) -> Vec<(&'static str, String)> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let best = [0, 1].map(|seat| position.best_village(seat));
    let size = |seat: usize| best[seat].map_or(0, |v| v.size);
    let islands = |seat: usize| best[seat].map_or(0, |v| v.islands);
    let winner = (outcome.ranks[0] != outcome.ranks[1])
        .then(|| usize::from(outcome.ranks[1] < outcome.ranks[0]));
    let placed = position.placements();
    let started = position.starter();
    let mut lines = Vec::new();
    match winner {
        Some(winner) => {
            let place = if winner == started { "first" } else { "second" };
            lines.push(("Winner", format!("{}, who placed {place}", SEAT_NAMES[winner])));
            lines.push(("Winner's biggest village", size(winner).to_string()));
            lines.push(("Loser's biggest village", size(winner ^ 1).to_string()));
        }
        None => {
            lines.push(("Winner", "nobody: a draw".to_owned()));
            lines.push(("Biggest villages", format!("{} and {}", size(0), size(1))));
        }
    }
    lines.push((
        "Decided by",
        match outcome.reason {
            "size" => "the size of the biggest village".to_owned(),
            "islands" => {
                let (more, fewer) = (islands(0).max(islands(1)), islands(0).min(islands(1)));
                format!("islands under villages of the same size: {more} against {fewer}")
            }
            "forfeit" => match position.forfeited() {
                Some(seat) => format!("{} gave up", SEAT_NAMES[seat]),
                None => "giving up".to_owned(),
            },
            _ => "nothing: same size, same number of islands".to_owned(),
        },
    ));
    let left: Vec<String> = position.reedbed().map(|i| i.letter().to_string()).collect();
    lines.push((
        "Left in the Reedbed",
        if left.is_empty() { "no island".to_owned() } else { left.join(", ") },
    ));
    let how = if position.agreed() {
        ", by agreement"
    } else if position.forfeited().is_none() && position.left == 1 {
        ", in the middle of a turn"
    } else {
        ""
    };
    lines.push(("Ended", format!("after {}{how}", plural(placed, "placement"))));
    lines
}

/// What the arena adds up: the end report over many games.
pub(super) fn tallies(position: &Uros) -> Vec<Tally> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let winner = (outcome.ranks[0] != outcome.ranks[1])
        .then(|| usize::from(outcome.ranks[1] < outcome.ranks[0]));
    let count = |of, answer: String| Tally::Count { of, answer };
    let mut tallies = vec![count("decided by", outcome.reason.to_owned())];
    let won = match winner {
        Some(winner) if winner == position.starter() => "player 1",
        Some(_) => "player 2",
        None => "draw",
    };
    tallies.push(count("won by", won.to_owned()));
    if let Some(winner) = winner {
        let score = |seat: Seat| outcome.scores[seat] as f64;
        tallies.push(Tally::Mean { of: "winner's biggest village", value: score(winner) });
        tallies.push(Tally::Mean { of: "loser's biggest village", value: score(winner ^ 1) });
    }
    let left = position.reedbed().map(|i| count("left in the Reedbed", i.letter().to_string()));
    tallies.extend(left);
    let mid_turn = if position.left == 1 { "yes" } else { "no" };
    tallies.push(count("ended in the middle of a turn", mid_turn.to_owned()));
    tallies.push(Tally::Mean { of: "placements", value: position.placements() as f64 });
    tallies
}

impl Uros {
    /// How many placements have been made.
    fn placements(&self) -> usize {
        let islands = self.places.iter().filter(|place| place.is_some()).count();
        let houses: u8 = self.pool.iter().map(|pool| super::position::HOUSES - pool).sum();
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

fn village_json(position: &Uros, seat: Seat, village: Village, biggest: bool) -> Value {
    object!({
        "seat": seat,
        "cells": indices(village.squares),
        "front": indices(beside(village.squares) & position.open_land()),
        "islands": village.islands,
        "biggest": biggest,
    })
}

/// The villages of `seat`, the one that the metrics count marked.
fn villages_json(position: &Uros, seat: Seat) -> Vec<Value> {
    let front = |v: &Village| (beside(v.squares) & position.open_land()).count_ones();
    let villages: Vec<Village> = position.villages(seat).collect();
    let biggest = villages.iter().max_by_key(|v| (v.size, front(v))).copied();
    villages.into_iter().map(|v| village_json(position, seat, v, Some(v) == biggest)).collect()
}

fn house_words(position: &Uros, island: Island, square: u8) -> &'static str {
    let [red, blue] = position.marks[island.index()];
    if red & (1 << square) != 0 {
        "Red house"
    } else if blue & (1 << square) != 0 {
        "Blue house"
    } else {
        "free"
    }
}

fn square_words(position: &Uros, square: Square) -> String {
    match position.island_on(square) {
        None => format!("{square}, water"),
        Some((island, number)) => {
            let village = [0, 1].into_iter().find_map(|seat| {
                position.villages(seat).find(|v| v.squares & square.set() != 0 && v.size > 1)
            });
            let village =
                village.map_or_else(String::new, |v| format!(" in a village of {}", v.size));
            format!(
                "{square}, island {} square {number}, {}{village}",
                island.letter(),
                house_words(position, island, number)
            )
        }
    }
}

/// Where a move is, for the renderer.
pub(super) fn location(position: &Uros, mv: &Move) -> Value {
    match *mv {
        Move::House { island, square } => object!({
            "kind": "house",
            "island": island.letter(),
            "square": square,
            "cell": position.lake_square(island, square).map(Square::index),
        }),
        Move::Island { island, turn, corner } if island.turned(turn).on_lake(corner) => {
            let turned = island.turned(turn);
            let cells: Vec<usize> = (0..turned.size)
                .flat_map(|i| bits(turned.square_at(i, corner)))
                .map(Square::index)
                .collect();
            object!({
                "kind": "island",
                "island": island.letter(),
                "turn": turn.degrees(),
                "corner": corner.index(),
                "cells": cells,
            })
        }
        Move::Island { .. } | Move::End | Move::Agree => object!({ "kind": "other" }),
    }
}

fn island_json(position: &Uros, island: Island) -> Value {
    let unturned = island.turned(Turn::ALL[0]);
    let houses: Vec<u8> = (0..island.size())
        .map(|i| {
            let [red, blue] = position.marks[island.index()].map(|marks| marks >> i & 1);
            red + 2 * blue
        })
        .collect();
    let place = position.places[island.index()];
    let cells = place.map(|_| {
        (0..island.size() as u8)
            .filter_map(|i| position.lake_square(island, i))
            .map(Square::index)
            .collect::<Vec<_>>()
    });
    object!({
        "id": island.letter(),
        "shape": unturned.cells[..unturned.size],
        "houses": houses,
        "cells": cells,
        "turn": place.map(|p| p.turn.degrees()),
        "fits": place.is_none() && position.fits(island),
    })
}

/// All that the renderer draws.
pub(super) fn view(position: &Uros) -> Value {
    let squares = || (0..SIDE * SIDE).filter_map(Square::from_index);
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let build: Vec<Value> = moves
        .iter()
        .filter_map(|mv| match *mv {
            Move::House { island, square } => Some(object!({
                "island": island.letter(),
                "square": square,
                "cell": position.lake_square(island, square).map(Square::index),
                "move": mv.to_string(),
            })),
            _ => None,
        })
        .collect();
    let winning = position.outcome().filter(|o| o.ranks[0] != o.ranks[1]).and_then(|outcome| {
        let seat = usize::from(outcome.ranks[1] < outcome.ranks[0]);
        position.best_village(seat).map(|v| object!({ "seat": seat, "cells": indices(v.squares) }))
    });
    let island_words: Vec<Vec<String>> = Island::ALL
        .iter()
        .map(|&island| {
            (0..island.size() as u8)
                .map(|i| {
                    let what = house_words(position, island, i);
                    match position.lake_square(island, i) {
                        Some(on) => {
                            format!("island {} square {i} on {on}, {what}", island.letter())
                        }
                        None => {
                            format!("island {} in the Reedbed, square {i}, {what}", island.letter())
                        }
                    }
                })
                .collect()
        })
        .collect();
    let villages = [0, 1].map(|seat| villages_json(position, seat)).concat();
    object!({
        "columns": SIDE,
        "rows": SIDE,
        "square_names": squares().map(|s| s.to_string()).collect::<Vec<_>>(),
        "square_words": squares().map(|s| square_words(position, s)).collect::<Vec<_>>(),
        "islands": Island::ALL.map(|island| island_json(position, island)),
        "island_words": island_words,
        "pool": position.pool,
        "left": position.left,
        "build": build,
        "villages": villages,
        "winning": winning,
        "settled": position.settled(),
        "last": position.last.map(|mv| location(position, &mv)),
    })
}

/// Answers `{"island":"T","turn":90}`: the island turned so and the places where it fits.
pub(super) fn inspect(position: &Uros, question: &Value) -> Result<Value, String> {
    let island = question
        .get("island")
        .and_then(Value::as_str)
        .filter(|name| name.len() == 1)
        .and_then(|name| Island::parse(name.as_bytes()[0]));
    let turn = question.get("turn").and_then(Value::as_u64).and_then(Turn::from_degrees);
    let (Some(island), Some(turn)) = (island, turn) else {
        return Err(format!(
            "`{}` is not a question of Uros; expected an island and a turn of 0, 90, 180 or 270",
            shorten(&question.to_string())
        ));
    };
    let turned = island.turned(turn);
    let open = position.in_reedbed(island) && !position.to_act().is_empty();
    let corners = if open { turned.fits(position.water()) } else { 0 };
    // A half turn that changes nothing is written as the other name of the same move.
    let named = if position.turns(island).contains(&turn) { turn } else { turn.opposite() };
    let places: Vec<Value> = bits(corners)
        .map(|corner| {
            object!({
                "corner": corner.index(),
                "cells": indices(turned.at(corner)),
                "move": Move::Island { island, turn: named, corner }.to_string(),
            })
        })
        .collect();
    Ok(object!({
        "island": island.letter(),
        "turn": turn.degrees(),
        "width": turned.width,
        "height": turned.height,
        "shape": turned.cells[..turned.size],
        "places": places,
    }))
}

impl Presentation for Uros {
    type Summary = Value;
    type Layout = ();
    type View = Value;
    type Location = Value;
    type Question = Value;
    type Answer = Value;

    fn position_text(&self) -> String {
        super::diagram::write(self)
    }

    fn layout(&self) {}

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn describe_move(&self, mv: &Move) -> String {
        describe(self, mv)
    }

    fn summary(&self) -> Value {
        summary(self)
    }

    fn view(&self) -> Value {
        view(self)
    }

    fn location(&self, mv: &Move) -> Value {
        location(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        seat_status(self, seat)
    }

    fn metrics(&self) -> Vec<Metric> {
        metrics(self)
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        report(self)
    }

    fn outcome_text(&self) -> Option<String> {
        outcome_text(self)
    }

    fn tallies(&self) -> Vec<Tally> {
        tallies(self)
    }

    fn turn_text(&self) -> String {
        turn_text(self)
    }

    fn extras(&self) -> Vec<Extra> {
        if self.to_act().is_empty() {
            Vec::new()
        } else if self.settled() {
            vec![Extra {
                mv: super::moves::END,
                label: "Result is settled: end now",
                about: "No island fits and every square on the Lake is built on: nothing can change the result.",
                agreed: false,
            }]
        } else {
            vec![Extra {
                mv: super::moves::AGREE,
                label: "Agree to end",
                about: "Both players agree: the Lake as it stands decides.",
                agreed: true,
            }]
        }
    }

    fn inspect(&self, question: Value) -> Result<Value, String> {
        inspect(self, &question)
    }
}
