//! Wins by threats: a sequence of stones that each threaten to win, each with a single defence, until two
//! cells win at once. Results are certain, whatever the opponent plays. Only reads boards.

use super::board::{Board, Field, joins};
use super::geometry::{MOST_CELLS, PLACES, Place, around, step};
use crate::base::util::mix64;
use crate::contract::game::Seat;

/// Maximum number of consecutive threats in the search.
const DEEPEST: usize = 12;

/// An empty cell with an adjacent stone of the player, or on the border.
#[derive(Clone, Copy)]
struct Spot {
    place: Place,
    /// The sides and corners that a stone there would touch, including those of the groups that it joins.
    touched: u16,
    /// The groups that it joins, as bits by number.
    groups: u128,
}

/// A win by threats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Forced {
    /// The stones in order: a threat, its defence, and so on; the last one makes at least two threats.
    pub(super) line: Vec<Place>,
    /// The winning cells after the last stone.
    pub(super) ends: Vec<Place>,
}

impl Forced {
    /// The number of plies of the win, including the first stone.
    pub(super) fn plies(&self) -> u16 {
        self.line.len() as u16 + 2
    }
}

/// A search for wins by threats, with its buffers.
#[derive(Clone)]
pub(super) struct Threats {
    spots: Vec<Spot>,
    /// The number of the spot on a place, plus one; 0 for none.
    at: Vec<u16>,
    /// The roots of the groups, by group number.
    roots: Vec<Place>,
    /// Positions of this search without a win.
    failed: Vec<u64>,
    salt: u64,
    left: u32,
    line: Vec<Place>,
    ends: Vec<Place>,
}

/// The number of stored positions without a win.
const REMEMBERED: usize = 256;

impl Threats {
    pub(super) fn new() -> Self {
        Threats {
            spots: Vec::with_capacity(MOST_CELLS),
            at: vec![0; PLACES],
            roots: Vec::new(),
            failed: vec![0; REMEMBERED],
            salt: 0,
            left: 0,
            line: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// A win by threats of `seat`, which is to move and cannot win at once; the opponent cannot win at once either, except on
    /// `must`. `None` if none was found within this number of positions.
    pub(super) fn find(
        &mut self,
        field: Field,
        board: &Board,
        seat: Seat,
        must: Option<Place>,
        positions: u32,
    ) -> Option<Forced> {
        self.salt = mix64(self.salt.wrapping_add(1));
        self.left = positions;
        self.line.clear();
        self.ends.clear();
        if !self.attack(field, board, seat, must, self.salt) {
            return None;
        }
        Some(Forced { line: self.line.clone(), ends: self.ends.clone() })
    }

    /// Lists the cells where stones of `seat` matter; false if there are too many groups.
    fn list(&mut self, field: Field, board: &Board, seat: Seat) -> bool {
        for spot in self.spots.drain(..) {
            self.at[usize::from(spot.place)] = 0;
        }
        self.roots.clear();
        let (spots, at, roots) = (&mut self.spots, &mut self.at, &mut self.roots);
        board.empty(field.geometry, |place| {
            let mut touched = field.geometry.border(place);
            let mut groups = 0;
            for start in board.run_starts(seat, place) {
                let root = board.root(start);
                touched |= board.touched(root);
                let known = roots.iter().position(|&other| other == root);
                let number = known.unwrap_or(roots.len());
                if known.is_none() {
                    roots.push(root);
                }
                groups |= 1_u128 << (number & 127);
            }
            if touched != 0 || groups != 0 {
                spots.push(Spot { place, touched, groups });
                at[usize::from(place)] = spots.len() as u16;
            }
        });
        roots.len() <= 128
    }

    /// The cells on which `seat` would win after a non-winning stone on `spot`.
    fn after(&self, field: Field, board: &Board, seat: Seat, spot: &Spot, ends: &mut Vec<Place>) {
        ends.clear();
        let mut next: Option<Board> = None;
        for near in around(spot.place) {
            let Some(number) = self.at[usize::from(near)].checked_sub(1) else { continue };
            let other = &self.spots[usize::from(number)];
            let wins = joins(field.havannah, spot.touched | other.touched)
                || spot.groups & other.groups != 0 && {
                    let next = next.get_or_insert_with(|| {
                        let mut next = *board;
                        field.put(&mut next, seat, spot.place);
                        next
                    });
                    field.would_win(next, seat, near) != 0
                };
            if wins {
                ends.push(near);
            }
        }
        let two = |groups: u128| groups & groups.wrapping_sub(1) != 0;
        // On more distant cells two groups, or sides and corners, must connect.
        let sides = spot.touched != 0 && spot.groups != 0;
        if two(spot.groups) || sides {
            for other in &self.spots {
                let shared = spot.groups & other.groups;
                let wins = shared != 0
                    && (two(shared) || joins(field.havannah, spot.touched | other.touched));
                if wins && other.place != spot.place && !around(spot.place).contains(&other.place) {
                    ends.push(other.place);
                }
            }
        }
        if field.havannah {
            // A ring around an own stone that lacks two stones.
            for (direction, near) in around(spot.place).into_iter().enumerate() {
                if !board.has(seat, near) {
                    continue;
                }
                let lacks = 63 & !board.pattern(seat, near) & !(1 << ((direction + 3) % 6));
                let other = step(near, lacks.trailing_zeros() as usize % 6);
                if lacks.count_ones() == 1
                    && self.at[usize::from(other)] != 0
                    && !ends.contains(&other)
                {
                    ends.push(other);
                }
            }
        }
    }

    /// Whether `seat`, to move, wins by threats; if `must` is set, the first stone must be there to stop the opponent's win.
    fn attack(
        &mut self,
        field: Field,
        board: &Board,
        seat: Seat,
        must: Option<Place>,
        key: u64,
    ) -> bool {
        if self.left == 0 || self.line.len() >= 2 * DEEPEST {
            return false;
        }
        self.left -= 1;
        let slot = key as usize % REMEMBERED;
        if self.failed[slot] == key {
            return false;
        }
        if !self.list(field, board, seat) {
            return false;
        }
        let mut single: Vec<(Place, Place)> = Vec::new();
        let mut ends = Vec::new();
        for at in 0..self.spots.len() {
            let spot = self.spots[at];
            if must.is_some_and(|must| must != spot.place) {
                continue;
            }
            self.after(field, board, seat, &spot, &mut ends);
            match ends[..] {
                [] => {}
                [only] => single.push((spot.place, only)),
                _ => {
                    self.line.push(spot.place);
                    self.ends = ends;
                    return true;
                }
            }
        }
        for (threat, answer) in single {
            let mut next = *board;
            field.put(&mut next, seat, threat);
            field.put(&mut next, 1 - seat, answer);
            let (theirs, must) = field.wins(&next, 1 - seat);
            if theirs > 1 {
                continue;
            }
            self.line.extend([threat, answer]);
            let key = key
                ^ mix64(u64::from(threat) << 1 | 1 << 20)
                ^ mix64(u64::from(answer) << 1 | 1 << 21);
            if self.attack(field, &next, seat, (theirs == 1).then_some(must), key) {
                return true;
            }
            self.line.truncate(self.line.len() - 2);
        }
        self.failed[slot] = key;
        false
    }

    /// The stones by which `1 - seat` may stop a win by threats that `seat` would have if it moved now: all others lose.
    /// `None` if the win may fail after some defence elsewhere.
    pub(super) fn stops(
        &mut self,
        field: Field,
        board: &Board,
        seat: Seat,
        forced: &Forced,
    ) -> Option<Vec<Place>> {
        let mut stops: Vec<Place> = forced.line.iter().chain(&forced.ends).copied().collect();
        // The board has all the defences and none of the threats, whose cells count as taken: a stone that makes no
        // threat of its own here makes none earlier, because there are fewer defences then.
        let mut all = *board;
        for (at, &place) in forced.line.iter().enumerate() {
            if at % 2 == 1 {
                field.put(&mut all, 1 - seat, place);
            }
        }
        if field.wins(&all, 1 - seat).0 > 0 {
            return None;
        }
        if !self.list(field, &all, 1 - seat) {
            return None;
        }
        let mut ends = Vec::new();
        for at in 0..self.spots.len() {
            let spot = self.spots[at];
            self.after(field, &all, 1 - seat, &spot, &mut ends);
            if !ends.is_empty() {
                stops.push(spot.place);
            }
        }
        Some(stops)
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::{FenceMaster, Rules};
    use super::*;
    use crate::base::rng::{Rng, Stream};

    /// All cells on which `seat` would win.
    fn wins(field: Field, board: &Board, seat: Seat) -> Vec<Place> {
        let mut wins = Vec::new();
        board.empty(field.geometry, |place| {
            if field.would_win(board, seat, place) != 0 {
                wins.push(place);
            }
        });
        wins
    }

    /// Whether the line wins against every reply: each stone of `seat` threatens to win on the cell of the next reply,
    /// the last one threatens to win on several cells, and the opponent can never win at once.
    fn is_forced_win(field: Field, board: &Board, seat: Seat, forced: &Forced) -> bool {
        let mut board = *board;
        for (at, &place) in forced.line.iter().enumerate() {
            if board.stone(place).is_some() {
                return false;
            }
            if at % 2 == 1 {
                field.put(&mut board, 1 - seat, place);
                continue;
            }
            field.put(&mut board, seat, place);
            let threats = wins(field, &board, seat);
            let answers = match forced.line.get(at + 1) {
                Some(answer) => threats.contains(answer),
                None => threats.len() > 1,
            };
            if !answers || !wins(field, &board, 1 - seat).is_empty() {
                return false;
            }
        }
        true
    }

    #[test]
    fn forced_lines_win_unless_stopped() {
        let mut rng = Rng::new(5, Stream::Other(0));
        let (mut found, mut long, mut lost) = (0, 0, 0);
        let mut threats = Threats::new();
        for round in 0..900 {
            let rules = [Rules::FenceMaster, Rules::Havannah][round % 2];
            let side = 4 + round % 3;
            let cells = 3 * side * (side - 1) + 1;
            let plies = cells / 4 + rng.below(cells / 3);
            let position = FenceMaster::random(side, rules, plies, &mut rng);
            let (field, board) = (position.field(), position.board());
            for seat in 0..2 {
                let here = [0, 1].map(|seat| wins(field, board, seat).len());
                if position.winner().is_some() || here != [0, 0] {
                    continue;
                }
                // The threats found for a stone must equal those found by placing it.
                assert!(threats.list(field, board, seat));
                let mut ends = Vec::new();
                for spot in threats.spots.clone() {
                    threats.after(field, board, seat, &spot, &mut ends);
                    let mut next = *board;
                    field.put(&mut next, seat, spot.place);
                    ends.sort_unstable();
                    assert_eq!(ends, wins(field, &next, seat), "{}", position.picture());
                }
                let Some(forced) = threats.find(field, board, seat, None, 200) else { continue };
                found += 1;
                long += usize::from(forced.plies() > 3);
                assert!(
                    is_forced_win(field, board, seat, &forced),
                    "{forced:?} {}",
                    position.picture()
                );
                let Some(stops) = threats.stops(field, board, seat, &forced) else { continue };
                board.empty(field.geometry, |place| {
                    let mut next = *board;
                    field.put(&mut next, 1 - seat, place);
                    if !stops.contains(&place) {
                        lost += 1;
                        let wins = wins(field, &next, 1 - seat).is_empty();
                        assert!(
                            wins && is_forced_win(field, &next, seat, &forced),
                            "{}",
                            position.picture()
                        );
                    }
                });
            }
        }
        assert!(found > 100 && long > 20 && lost > 1_000, "{found} {long} {lost}");
    }
}
