//! Depth-first proof-number search (df-pn, after A. Nagai): can one of the players, the *attacker*, win? A draw is a success
//! for the other player, so two such queries distinguish a win, a draw and a loss.
//!
//! The search has an explicit stack, so it can be suspended after any position and resumed, with the same result
//! however often that happens.

use super::hexagon::{Hexagon, Set, Stones, each};
use super::table::{ENTRY_BYTES, Key, NEVER, Numbers, Table};
use super::threats::{ForcingLine, Limits};
use crate::contract::game::{Enumerable, Seat};
use crate::moves::Move;
use crate::position::FenceMaster;

/// No limit on plies.
const EVER: u32 = 63;
/// Maximum number of stones to try for a forced win in one position.
const TRIES: u32 = 20;

/// A solver for the boards of one size and one rule set: it stores results about positions, so that later
/// queries are faster.
#[derive(Clone, Debug)]
pub struct Solver {
    hexagon: Hexagon,
    table: Table,
    /// The line under search; empty if no query is running.
    frames: Vec<Frame>,
    /// The children of all frames, frame by frame.
    children: Vec<Child>,
    attacker: usize,
    nodes: u64,
    keys: Vec<Key>,
}

#[derive(Clone, Debug)]
struct Frame {
    stones: Stones,
    mover: usize,
    key: Key,
    /// Remaining plies of the attacker; [`EVER`] or more if unlimited.
    plies: u32,
    /// The thresholds: beyond these the frame is abandoned for now.
    most: Numbers,
    /// The index of its first child.
    first: usize,
    /// The child under search.
    at: usize,
    /// The number of searched positions when the frame was pushed.
    since: u64,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    cell: u8,
    numbers: Numbers,
}

/// The result of a static check.
enum Look {
    Decided(bool),
    /// The remaining moves; all others are proven losses.
    Open(Set),
}

impl Solver {
    /// Creates a solver for positions on the same board, with a table of at most this size in MiB; `None` if the board is too
    /// large.
    pub fn new(position: &FenceMaster, mib: usize) -> Option<Solver> {
        let (hexagon, _) = Hexagon::from_position(position)?;
        Some(Solver {
            hexagon,
            table: Table::new(mib),
            frames: Vec::new(),
            children: Vec::new(),
            attacker: 0,
            nodes: 0,
            keys: Vec::new(),
        })
    }

    /// Starts a query whether `attacker` wins under best play, within this number of plies if set.
    /// Discards the answer to an earlier query, but not its table entries.
    ///
    /// The position must have the board and rules of the solver, and must not be over. A swap that is still
    /// allowed is ignored: the caller handles it with a query after each response.
    pub fn begin(&mut self, position: &FenceMaster, attacker: Seat, within: Option<u32>) {
        let Some((_, stones)) = Hexagon::from_position(position) else { return };
        let plies = within.map_or(EVER, |plies| plies.min(EVER - 1));
        let (mover, attacker) = (position.turn(), attacker & 1);
        self.frames.clear();
        self.children.clear();
        self.attacker = attacker;
        let key = Self::key(&stones, mover, attacker, plies);
        let look = if let Some(wins) = self.answer(&key, mover == attacker) {
            Look::Decided(wins)
        } else if self.hexagon.wins(&stones, mover) != 0 {
            Look::Decided(mover == attacker && plies >= 1)
        } else {
            self.look(&stones, mover, self.hexagon.wins(&stones, 1 - mover), plies)
        };
        let most = Numbers { phi: NEVER, delta: NEVER };
        self.push(stones, mover, key, plies, most, look);
    }

    /// Whether the attacker wins, without a node limit; see [`Solver::begin`].
    pub fn solve(&mut self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        self.begin(position, attacker, None);
        self.advance(u64::MAX)
    }

    /// The number of searched positions, over all queries.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker wins, if the result is still in the table.
    pub fn known(&self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        let (_, stones) = Hexagon::from_position(position)?;
        let (mover, attacker) = (position.turn(), attacker & 1);
        self.answer(&Self::key(&stones, mover, attacker, EVER), mover == attacker)
    }

    /// The legal stones; of symmetric ones only the first.
    pub fn distinct_stones(position: &FenceMaster) -> Vec<Move> {
        let Some((hexagon, stones)) = Hexagon::from_position(position) else { return Vec::new() };
        let (mut moves, mut seen) = (position.move_list(), Vec::new());
        moves.retain(|mv| {
            let number = mv.place().and_then(|place| position.geometry().number(place));
            let key = number.map(|cell| hexagon.canonical(&stones, position.turn(), cell as u8));
            let first = key.is_some() && !seen.contains(&key);
            seen.push(key);
            first
        });
        moves
    }

    /// The table entries of positions that took 2 to the power of `least` - 1 positions or more; for
    /// [`Solver::insert`].
    pub fn entries(&self, least: u8) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
        self.table.entries(least)
    }

    /// Inserts an entry from the table of a solver for the same board and rules.
    pub fn insert(&mut self, entry: &[u8; ENTRY_BYTES]) {
        self.table.insert(entry);
    }

    fn key(stones: &Stones, mover: usize, attacker: usize, plies: u32) -> Key {
        let question = Self::question(mover, attacker, plies);
        Key { stones: Hexagon::canonical_stones(stones), question }
    }

    /// Whether the attacker wins, if the table contains the result; `attacks` if it is the mover.
    fn answer(&self, key: &Key, attacks: bool) -> Option<bool> {
        self.table.get(key)?.answer().map(|reached| reached == attacks)
    }

    fn question(mover: usize, attacker: usize, plies: u32) -> u16 {
        (mover | attacker << 1) as u16 | (plies.min(EVER) as u16) << 2
    }

    /// The proof number and the disproof number of the running query: minimum numbers of positions still to be decided to show
    /// that the attacker wins, and that it does not.
    pub fn numbers(&self) -> [u32; 2] {
        let Some(frame) = self.frames.first() else { return [1, 1] };
        let Numbers { phi, delta } = self.sum(frame);
        if frame.mover == self.attacker { [phi, delta] } else { [delta, phi] }
    }

    /// Continues for about this number of positions; returns whether the attacker wins, once that is known.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        let until = self.nodes.saturating_add(nodes);
        loop {
            let frame = self.frames.last()?;
            let numbers = self.sum(frame);
            let decided = numbers.answer().is_some();
            if decided || numbers.phi >= frame.most.phi || numbers.delta >= frame.most.delta {
                let attacks = frame.mover == self.attacker;
                let work = self.nodes - frame.since;
                self.table.put(frame.key, numbers, work);
                self.children.truncate(frame.first);
                self.frames.pop();
                match self.frames.last() {
                    None => return numbers.answer().map(|reached| reached == attacks),
                    Some(parent) => self.children[parent.at].numbers = numbers,
                }
                continue;
            }
            if self.nodes >= until {
                return None;
            }
            self.descend();
        }
    }

    /// Computes the numbers of a position from those of its children.
    fn sum(&self, frame: &Frame) -> Numbers {
        let (mut phi, mut delta) = (NEVER, 0u32);
        for Child { numbers, .. } in self.children.get(frame.first..).unwrap_or_default() {
            if numbers.answer() == Some(false) {
                return Numbers::decided(true);
            }
            phi = phi.min(numbers.delta);
            delta = (delta + numbers.phi).min(NEVER - 1);
        }
        Numbers { phi, delta }
    }

    /// Descends to the most promising child for the mover.
    fn descend(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let children = &self.children[frame.first..];
        let (mut best, mut second) = (0, NEVER);
        let mut sum = 0u32;
        for (at, child) in children.iter().enumerate() {
            let delta = child.numbers.delta;
            if at > 0 {
                if delta < children[best].numbers.delta {
                    second = children[best].numbers.delta;
                    best = at;
                } else {
                    second = second.min(delta);
                }
            }
            sum = (sum + child.numbers.phi).min(NEVER);
        }
        let child = children[best];
        frame.at = frame.first + best;
        let rest = sum - child.numbers.phi;
        let most = Numbers {
            phi: frame.most.delta.saturating_sub(rest).min(NEVER),
            // Slightly more than the second best, otherwise the search would switch branches too often.
            delta: frame.most.phi.min(second.saturating_add(second / 4 + 1)).min(NEVER),
        };
        let (mover, plies) = (frame.mover, frame.plies);
        let stones = self.hexagon.canonical(&frame.stones, mover, child.cell);
        let after = if plies >= EVER { EVER } else { plies - 1 };
        let next = self.hexagon.put(&frame.stones, mover, child.cell);
        let key = Key { stones, question: Self::question(1 - mover, self.attacker, after) };
        // The mover had no winning cell before: otherwise the position would have been decided.
        let danger = self.hexagon.new_wins(&next, mover, child.cell);
        let look = self.look(&next, 1 - mover, danger, after);
        self.push(next, 1 - mover, key, after, most, look);
    }

    fn push(
        &mut self,
        stones: Stones,
        mover: usize,
        key: Key,
        plies: u32,
        most: Numbers,
        look: Look,
    ) {
        let since = self.nodes;
        self.nodes += 1;
        let first = self.children.len();
        let frame = Frame { stones, mover, key, plies, most, first, at: first, since };
        match look {
            // A deciding child decides the position.
            Look::Decided(wins) => {
                let numbers = Numbers::decided(wins != (mover == self.attacker));
                self.children.push(Child { cell: 0, numbers });
            }
            Look::Open(moves) => {
                let after = if plies >= EVER { EVER } else { plies - 1 };
                let question = Self::question(1 - mover, self.attacker, after);
                // Two loops, so that all memory accesses overlap.
                self.keys.clear();
                for cell in each(moves) {
                    let stones = self.hexagon.canonical(&stones, mover, cell);
                    self.keys.push(Key { stones, question });
                }
                let guess = self.guess(&stones, mover, moves);
                for (cell, key) in each(moves).zip(&self.keys) {
                    let numbers = self.table.get(key).unwrap_or_else(|| guess(cell));
                    self.children.push(Child { cell, numbers });
                }
            }
        }
        self.frames.push(frame);
    }

    /// Initial numbers of unsearched children: harder for the player who lacks more to a tripod or
    /// a bridge, and easier for the mover the less both players lack through its cell.
    fn guess(&self, stones: &Stones, mover: usize, moves: Set) -> impl Fn(u8) -> Numbers + use<> {
        let lacks = [0, 1].map(|seat| self.hexagon.lacks(stones, seat));
        let both =
            move |cell: u8| lacks.iter().map(|lack| lack[usize::from(cell & 63)]).sum::<u32>();
        let empty = self.hexagon.empty(stones);
        let least = |seat: usize| each(empty).map(|cell| lacks[seat & 1][usize::from(cell)]).min();
        let [own, theirs] = [mover, 1 - mover].map(|seat| least(seat).unwrap_or(0));
        let best = each(moves).map(both).min().unwrap_or(0);
        move |cell| Numbers {
            phi: 1 + 2 * theirs.saturating_sub(own),
            delta: 1 + 2 * (own.saturating_sub(theirs) + both(cell) - best),
        }
    }

    /// Whether the attacker wins, by a static check. The mover cannot win with the next stone; the opponent
    /// threatens to win on the cells `danger`.
    fn look(&self, stones: &Stones, mover: usize, danger: Set, plies: u32) -> Look {
        let (hexagon, attacker) = (&self.hexagon, self.attacker);
        let attacks = mover == attacker;
        if danger.count_ones() > 1 {
            return Look::Decided(!attacks && plies >= 2);
        }
        let empty = hexagon.empty(stones);
        // The attacker cannot win before its second stone from here.
        let needs = if attacks { 3 } else { 4 };
        if plies < needs || empty.count_ones() < needs || !hexagon.can_win(stones, attacker) {
            return Look::Decided(false);
        }
        if danger != 0 {
            return Look::Open(danger);
        }
        let mut line = ForcingLine::default();
        let mut limits = Limits { plies: if attacks { plies } else { EVER }, tries: TRIES };
        if hexagon.force(stones, mover, &mut limits, &mut line) {
            return Look::Decided(attacks);
        }
        // A null move test: if the opponent then wins by force, only moves that stop this line remain.
        let mut line = ForcingLine::default();
        let other = if attacks { EVER } else { plies - 1 };
        let mut limits = Limits { plies: other, tries: TRIES };
        let mut moves = empty;
        if hexagon.force(stones, 1 - mover, &mut limits, &mut line) {
            for cell in each(empty) {
                let next = hexagon.put(stones, mover, cell);
                if hexagon.replay(&next, 1 - mover, cell, &line, other) {
                    moves &= !(1 << cell);
                }
            }
        }
        if moves == 0 {
            return Look::Decided(!attacks);
        }
        Look::Open(moves)
    }
}
