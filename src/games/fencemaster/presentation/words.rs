//! All sentences of FenceMaster: positions, moves, endings, searches and proofs. Options, bots and
//! features declare their own texts; notation errors are in the rules.

use super::super::board::{BRIDGE, LOOP, TRIPOD};
use super::super::distance::Lack;
use super::super::geometry::{EDGE_NAMES, Geometry, LARGEST, Place, SMALLEST};
use super::super::moves::{Move, Printed};
use super::super::position::{FenceMaster, GameStatus, SEAT_NAMES};
use super::end::{both_have, ring};
use super::groups::{Group, best_group, groups};
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::{Tally, Wording};
use crate::search::explain::{grouped, listed};

pub(super) const STONES_LACKING: &str = "Stones needed";
pub(super) const EDGES: &str = "Edges";
pub(super) const TO_MOVE: &str = "To move";
pub(super) const SIDE: &str = "Side";

pub(super) fn lacking_of(seat: Seat) -> String {
    format!("{}'s stones needed for a tripod", SEAT_NAMES[seat])
}

pub(super) fn most_edges_of(seat: Seat) -> String {
    format!("{}'s most edges joined", SEAT_NAMES[seat])
}

pub(super) fn stone_piece(seat: &str) -> String {
    format!("{seat} stone")
}

/// The error for an unsupported side length, in the format of errors with a location.
pub(super) fn wrong_side(side: usize) -> String {
    format!(
        "line 1, column 1: the board has side {side}; a game is played on sides {SMALLEST} to {LARGEST}"
    )
}

fn stones(number: u64) -> String {
    counted(number, "stone")
}

/// The number of stones of a player, and the size of its best group.
pub(super) fn seat_note(position: &FenceMaster, seat: Seat) -> String {
    match best_group(position, seat).map_or(0, |group| group.cells.len()) {
        0 => "no stone yet".to_owned(),
        size => {
            let all = stones(position.board().count(seat).into());
            format!("{all} · best group of {size}")
        }
    }
}

impl Wording for FenceMaster {
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

    fn describe_move(&self, mv: &Move) -> String {
        match (mv.place(), self.last()) {
            (Some(place), _) => format!("stone on {}", Printed(self.geometry(), place)),
            (None, Some(stone)) => {
                format!("swap: the stone on {} turns black", Printed(self.geometry(), stone))
            }
            (None, None) => "swap".to_owned(),
        }
    }

    fn outcome_text(&self) -> Option<String> {
        Some(match self.status() {
            GameStatus::Open => return None,
            GameStatus::Won(seat) => {
                let what = won(self, self.won());
                format!("{} won by {what}: {}.", SEAT_NAMES[seat], how(self, seat))
            }
            GameStatus::GivenUp(seat) => {
                format!("{} won: {} gave up.", SEAT_NAMES[1 - seat], SEAT_NAMES[seat])
            }
            GameStatus::Drawn if self.empties() == 0 && !both_have(self) => {
                "A draw: the board is full without a win.".to_owned()
            }
            GameStatus::Drawn => {
                "A draw: on the board given, both players have what wins.".to_owned()
            }
        })
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let winner = self.winner().map_or("neither", |seat| SEAT_NAMES[seat]);
        let mut report = vec![("Winner", winner.to_owned())];
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let text = best_group(self, seat).map_or("no stone".to_owned(), |group| {
                let edges = edges(group.touched);
                format!(
                    "{} in its best group, which touches {edges}",
                    stones(group.cells.len() as u64)
                )
            });
            report.push((name, text));
        }
        report.push(("Plies", self.plies().to_string()));
        report.push(("Empty cells left", self.empties().to_string()));
        report
    }

    fn tallies(&self) -> Vec<Tally> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        vec![
            Tally::Count {
                of: "winner".into(),
                answer: self.winner().map_or("neither", |seat| SEAT_NAMES[seat]).to_owned(),
            },
            Tally::Mean { of: "plies".into(), value: self.plies() as f64, seat: None },
        ]
    }
}

/// The winning structure, in the terms of the current rules.
pub(super) fn won(position: &FenceMaster, won: u8) -> String {
    let havannah = position.havannah();
    let names: Vec<&str> = [
        (TRIPOD, if havannah { "a fork" } else { "a tripod" }),
        (BRIDGE, "a bridge"),
        (LOOP, if havannah { "a ring" } else { "a loop" }),
    ]
    .into_iter()
    .filter(|(bit, _)| won & bit != 0)
    .map(|(_, name)| name)
    .collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} and {last} at once", rest.join(", ")),
    }
}

/// How the winner's stones form the structure.
fn how(position: &FenceMaster, seat: Seat) -> String {
    let joined = |bit: u8| {
        let group = groups(position).into_iter().find(|group| {
            group.seat == seat
                && if bit == TRIPOD { group.edges() >= 3 } else { group.corners() >= 2 }
        });
        group.filter(|_| position.won() & bit != 0)
    };
    let mut clauses = Vec::new();
    if let Some(group) = joined(TRIPOD) {
        clauses.push(format!("one group joins {}", edges(group.touched)));
    }
    if let Some(group) = joined(BRIDGE) {
        clauses.push(format!("one group joins {}", counted(group.corners() as u64, "corner")));
    }
    if let Some(ring) = ring(position, seat) {
        let (stones, cells) = (ring.cells.len(), counted(ring.enclosed.len() as u64, "cell"));
        clauses.push(format!("{stones} stones enclose {cells}"));
    }
    clauses.join(", and ")
}

/// `White, 5 stones, touches the top and the upper right edge`.
pub(super) fn group(group: &Group) -> String {
    let (seat, size) = (SEAT_NAMES[group.seat], stones(group.cells.len() as u64));
    let edges = edges(group.touched);
    match group.corners() {
        0 => format!("{seat}, {size}, touches {edges}"),
        n => format!("{seat}, {size}, touches {edges} and holds {}", counted(n as u64, "corner")),
    }
}

/// The group of a stone to be placed, and its winning structure.
pub(super) fn group_that_wins(position: &FenceMaster, of: &Group) -> String {
    match position.won() {
        0 => group(of),
        bits => format!("{}; wins by {}", group(of), won(position, bits)),
    }
}

/// The text of each cell of a group: `White, in a group of 5 that touches 2 edges`.
pub(super) fn cell_of_group(group: &Group) -> String {
    let (seat, edges) = (SEAT_NAMES[group.seat], counted(group.edges() as u64, "edge"));
    format!("{seat}, in a group of {} that touches {edges}", group.cells.len())
}

/// `the top, the upper right and the bottom edge`.
fn edges(bits: u16) -> String {
    let names: Vec<String> = (0..6)
        .filter(|edge| bits >> edge & 1 == 1)
        .map(|edge| format!("the {}", EDGE_NAMES[edge]))
        .collect();
    if names.is_empty() { "no edge".to_owned() } else { format!("{} edge", listed(&names)) }
}

/// The word for a tripod: a fork under the Havannah rules.
pub(in super::super) fn tripod(havannah: bool) -> &'static str {
    if havannah { "fork" } else { "tripod" }
}

/// The word for a loop: a ring under the Havannah rules.
pub(in super::super) fn a_loop(havannah: bool) -> &'static str {
    if havannah { "ring" } else { "loop" }
}

/// The loop that a stone on `place` would close around these cells.
pub(in super::super) fn loop_threat(
    position: &FenceMaster,
    place: Place,
    enclosed: &[Place],
) -> String {
    let what = a_loop(position.havannah());
    let printed = |place| Printed(position.geometry(), place);
    match enclosed {
        [] => format!("the {what} on {}", printed(place)),
        [only] => format!("the {what} around {}", printed(*only)),
        [first, rest @ ..] => {
            let more = counted(rest.len() as u64, "more cell");
            format!("the {what} around {} and {more}", printed(*first))
        }
    }
}

/// The other structures that a stone on `place` would complete.
pub(in super::super) fn threat(position: &FenceMaster, place: Place, won: u8) -> String {
    let what = match won {
        won if won & TRIPOD != 0 => tripod(position.havannah()),
        won if won & BRIDGE != 0 => "bridge",
        _ => "stone",
    };
    format!("the {what} on {}", Printed(position.geometry(), place))
}

/// A list of threats, with the number of omitted ones.
pub(in super::super) fn threats(mut named: Vec<String>, more: usize) -> String {
    named.extend((more > 0).then(|| counted(more as u64, "other threat")));
    listed(&named)
}

pub(in super::super) fn stops_one(geometry: &Geometry, place: Place, threats: usize) -> String {
    format!("{} stops one of {threats} threats.", Printed(geometry, place))
}

/// `After 3,4 you need 8 stones for a tripod, your opponent needs 9.` A path is safe if it survives when the opponent takes
/// a cell of it each time; at least one of the players has such a path.
pub(in super::super) fn needs(line: &str, [own, theirs]: [Lack; 2], what: &str) -> String {
    let you = match own.ways {
        0 => format!("you have no safe way to a {what}"),
        _ => format!("you need {} for a {what}", stones(own.stones.into())),
    };
    match theirs.ways {
        0 => format!("After {line} {you}, your opponent has no safe way."),
        _ => format!("After {line} {you}, your opponent needs {}.", theirs.stones),
    }
}

/// The same if neither has a safe path: the stones to a loop if the opponent does nothing, `None` for no path.
pub(in super::super) fn needs_a_loop(
    line: &str,
    lacking: [Option<u32>; 2],
    [what, a_loop]: [&str; 2],
) -> String {
    let none = format!("After {line} no safe way to a {what} is left;");
    match lacking {
        [None, None] => {
            format!("After {line} neither player has a safe way to a {what} or a {a_loop} left.")
        }
        [Some(own), None] => {
            format!("{none} unopposed, a {a_loop} takes you {}.", stones(own.into()))
        }
        [None, Some(theirs)] => {
            let needed = stones(theirs.into());
            format!("{none} unopposed, a {a_loop} takes your opponent {needed}.")
        }
        [Some(own), Some(theirs)] => {
            let needed = stones(own.into());
            format!("{none} unopposed, a {a_loop} takes you {needed}, your opponent {theirs}.")
        }
    }
}

/// The stones that the player to move needs after a line, compared with another line.
pub(in super::super) fn you_need(
    [line, than]: [&str; 2],
    [after, other]: [Lack; 2],
    what: &str,
) -> String {
    let needed = stones(after.stones.into());
    match other.ways {
        0 => format!(
            "After {line} you need {needed} for a {what}, after {than} you have no safe way."
        ),
        _ => format!("After {line} you need {needed} for a {what}, after {than} {}.", other.stones),
    }
}

/// The same for the opponent.
pub(in super::super) fn they_need(
    [line, than]: [&str; 2],
    [after, other]: [Lack; 2],
    what: &str,
) -> String {
    let [needed, then] = [after, other].map(|lack| stones(lack.stones.into()));
    match (after.ways, other.ways) {
        (0, _) => format!(
            "After {line} your opponent has no safe way to a {what}, after {than} it needs {then}."
        ),
        (_, 0) => format!(
            "After {line} your opponent needs {needed} for a {what}, after {than} there is no safe way."
        ),
        _ => format!(
            "After {line} your opponent needs {needed} for a {what}, after {than} {}.",
            other.stones
        ),
    }
}

/// A sentence of [`you_need`] or [`they_need`] as an argument against a move.
pub(in super::super) fn against(sentence: &str) -> String {
    format!("Against it: a{}", &sentence[1..])
}

/// The structure that replaces a tripod because it lacks fewer stones.
pub(in super::super) enum Instead {
    Ring(u32),
    Bridge(u32),
}

/// The stones that a player still needs for a tripod: `6 stones (3 ways), and 4 stones for a bridge`.
pub(in super::super) fn lack(lack: Lack, instead: Option<Instead>, ring: &str) -> String {
    let found = match lack.ways {
        0 => "no way".to_owned(),
        ways => format!("{} ({})", stones(lack.stones.into()), counted(ways.into(), "way")),
    };
    match instead {
        None => found,
        Some(Instead::Ring(n)) => {
            format!("{found}, and {} for a {ring} that no single stone stops", stones(n.into()))
        }
        Some(Instead::Bridge(n)) => format!("{found}, and {} for a bridge", stones(n.into())),
    }
}

/// The judgement of a position by the stones that both lack, in the text of [`lack`].
pub(in super::super) fn judged(what: &str, [own, theirs]: [String; 2], share: f32) -> String {
    format!(
        "needed for a {what} after this move if the opponent resists: you {own}, the opponent {theirs}; judged as {:.1}%",
        share * 100.0
    )
}

/// The number of random games that a player won, by winning structure.
pub(in super::super) fn random_games(
    own: bool,
    won: u64,
    games: u64,
    kinds: &[(u32, &str)],
) -> String {
    let number = |n: u64| grouped(Fixed::from_int(n as i64));
    let (won, games) = (number(won), number(games));
    let who = if own { "you" } else { "the opponent" };
    let said = format!("{who} won {won} of {games} random games");
    let kind = |&(count, name): &(u32, &str)| format!("{} by {name}", number(count.into()));
    let kinds: Vec<String> = kinds.iter().map(kind).collect();
    if kinds.is_empty() { said } else { format!("{said}: {}", listed(&kinds)) }
}

/// The stones that both still need for a loop or a bridge if no opponent stops them.
pub(in super::super) fn lacking_freely(what: &str, found: [Option<u32>; 2]) -> String {
    let [own, theirs] = found.map(|lack| lack.map_or("no way".to_owned(), |n| stones(n.into())));
    format!("needed for a {what} without resistance: you {own}, the opponent {theirs}")
}

/// The record of a first stone: the number of wins and draws in its games, and its share of the points.
pub(in super::super) fn recorded([won, drawn, games]: [u32; 3], share: f64) -> String {
    format!(
        "recorded, not searched: this kind of first stone won {won} and drew {drawn} of {games} games of the bot against itself, and had {:.1}% of the points; that counts in place of the simulations",
        100.0 * share
    )
}

/// The share of points of a kind of first stone.
pub(in super::super) fn in_recorded_games(games: u64, share: f64) -> String {
    let percent = 100.0 * share;
    format!("Such a first stone made {percent:.0}% of the points in {games} recorded games.")
}

/// The note that a result is unproven, because the board is too large to be solved or for other reasons.
pub(in super::super) fn estimate(large: bool) -> &'static str {
    match large {
        true => "Only sides 3 to 5 are solved; this is Totora's estimate.",
        false => "Not solved; this is Totora's estimate.",
    }
}

/// The number of moves with a property; `open` if it is unknown for some of them.
pub(in super::super) struct Count {
    pub(in super::super) of: usize,
    pub(in super::super) total: usize,
    pub(in super::super) open: bool,
}

impl Count {
    fn so_far(&self) -> &'static str {
        if self.open { " so far" } else { "" }
    }
}

pub(in super::super) fn wins(mv: &str, plies: Option<u32>, winning: &Count) -> String {
    let Count { of, total, .. } = winning;
    let known = format!("{of} of {total} moves are known to win{}", winning.so_far());
    match plies {
        Some(1) => format!("{mv} wins at once; {known}."),
        Some(plies) => format!("{mv} wins by force within {plies} plies; {known}."),
        None => format!("{mv} wins by force; {known}."),
    }
}

pub(in super::super) fn loses(mv: &str, plies: Option<u32>) -> String {
    match plies {
        None => "Every move loses against best play.".to_owned(),
        Some(plies) => format!(
            "Every move loses against best play; {mv} holds out longest, for {plies} plies."
        ),
    }
}

pub(in super::super) fn keeps_the_draw(mv: &str, drawing: &Count) -> String {
    let Count { of, total, .. } = drawing;
    let so_far = drawing.so_far();
    format!(
        "No move wins against best play; {mv} keeps the draw, as {of} of {total} moves do{so_far}."
    )
}

pub(in super::super) fn unsolved(mv: &str, does_not_lose: bool) -> String {
    let proven = if does_not_lose { " does not lose, and" } else { "" };
    format!("Not solved: {mv}{proven} is Totora's choice of the rest.")
}

pub(in super::super) fn proven_so_far(total: usize, losing: usize, not_winning: usize) -> String {
    format!("Of {total} moves {losing} are proven to lose, {not_winning} more not to win.")
}
