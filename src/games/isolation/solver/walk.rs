//! The boolean search: does the player to move reach its aim?
//!
//! Without a limit the aim of either player is to win. With a limit of plies one player, the known
//! winner, attacks: its aim is to win in time, and the other's is to hold out longer. Either way, a
//! node succeeds if any of its moves leads to a node that fails, so one search serves both.
//!
//! The search uses its own stack, so that it can pause after any node. It is pruned as follows:
//!
//! - if a player can win in one ply, or loses whatever it does, the result is found without making a move;
//!   moves that lose to the next reply are never tried;
//! - moves are ordered by the number of replies, among those that do not lose at once, which they
//!   leave to the opponent, minus the number of moves that they leave to the mover. This matters more than
//!   everything else: ordering by the replies alone makes the tree three times as large, and putting the fewest own moves
//!   first among equals, as in a knight's tour, a hundred times. While many cells are free, ties are
//!   broken by the number of cells that the knights can reach in two moves;
//! - with a limit, a defender with a safe path (see `super::uncut`) as long as the limit holds out;
//! - once few cells are left, the regions that the knights can reach are compared: if they are
//!   disjoint, longest paths decide; and even if not, a player with a safe path longer than
//!   any path of the opponent wins by following it;
//! - positions that differ only in cells which no knight can reach share one table entry.

use super::graph::{Graph, Node, each_node};
use super::uncut::{Chase, MOST_STEPS};
use crate::board::Cell;
use crate::position::Isolation;

/// Table size, as a power of two: 256 kB. The search seldom reaches one position by two paths, so
/// a table sixteen times as large saves one node in thirty, but takes half as long again or more: it no longer fits
/// into the processor's cache.
const TABLE_BITS: u32 = 14;
/// Size of the table of limits, as a power of two: 256 kB.
const LIMITS_BITS: u32 = 14;
/// Regions are compared if at most this number of free cells is left; measured.
const COMPARE: u32 = 22;
/// With more free cells than this, tied moves are ordered by [`Solver::two_moves`]; measured.
const TELL_APART: u32 = 28;
/// More than the number of cells that a knight can reach in two moves.
const TWO_MOVES: u32 = 64;
/// Maximum number of moves of a knight.
const MOST_MOVES: usize = 8;
/// Maximum length of a line: every cell of the largest graph and one more.
const MOST_FRAMES: usize = super::graph::MOST_NODES + 1;
const NODE_BITS: u32 = 6;

/// A position: exact, so that no two positions share a key. As the key of a table entry it has one additional
/// bit, [`Key::MARK`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Key {
    /// The cells that can still be reached.
    free: u64,
    /// The cells of the knights: the mover's, then the opponent's.
    knights: u16,
}

impl Key {
    /// The mover succeeds; in the table of limits: the mover attacks.
    const MARK: u16 = 1 << (2 * NODE_BITS);

    #[inline]
    fn new(free: u64, own: u8, other: u8) -> Key {
        Key { free, knights: u16::from(own) | u16::from(other) << NODE_BITS }
    }

    #[inline]
    fn marked(self, mark: bool) -> Key {
        Key { knights: if mark { self.knights | Key::MARK } else { self.knights }, ..self }
    }

    /// Index of the first of its two slots in a table of 2^`bits`.
    #[inline]
    fn place(self, bits: u32) -> usize {
        let mixed = self.free.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ u64::from(self.knights).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> (64 - bits)) as usize & !1
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    free: u64,
    key: Key,
    own: u8,
    other: u8,
    /// The number of plies left to the attacker.
    left: u8,
    attacks: bool,
    moves: [u8; MOST_MOVES],
    count: u8,
    next: u8,
}

/// Bounds of the plies that the attacker needs in a position.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    /// Marked if the mover attacks.
    key: Key,
    /// It cannot win in this number of plies.
    fails: u8,
    /// It can win in this number of plies; 0 if unknown.
    wins: u8,
    /// The move that last reached the mover's aim in a search with a limit, plus one; 0 if none did.
    best: u8,
}

/// The limit of a search.
#[derive(Clone, Copy, Debug)]
struct Limit {
    attacks: bool,
    left: u8,
}

/// Moves sorted by rank, each with its rank above its cell.
struct Ordered {
    items: [u32; MOST_MOVES],
    count: usize,
}

impl Ordered {
    #[inline]
    fn insert(&mut self, item: u32) {
        let mut place = self.count;
        while place > 0 && self.items[place - 1] > item {
            self.items[place & 7] = self.items[place - 1];
            place -= 1;
        }
        self.items[place & 7] = item;
        self.count += 1;
    }
}

/// A solver: it keeps a table of solved positions, so that the next position is solved faster.
#[derive(Clone, Debug)]
pub struct Solver {
    graph: Graph,
    frames: Box<[Frame; MOST_FRAMES]>,
    height: usize,
    /// The answer if the root needed no frame.
    at_once: Option<bool>,
    limited: bool,
    /// Pairs of slots: the first holds the position with more cells left, the second the newest.
    table: Vec<Key>,
    limits: Vec<Limits>,
    nodes: u64,
    solving: bool,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with an empty table.
    pub fn new() -> Self {
        Solver {
            graph: Graph::none(),
            frames: Box::new([Frame::default(); MOST_FRAMES]),
            height: 0,
            at_once: None,
            limited: false,
            table: vec![Key::default(); 1 << TABLE_BITS],
            limits: Vec::new(),
            nodes: 0,
            solving: false,
        }
    }

    /// Whether the solver can solve a position: both knights are placed, and few enough cells are left that either
    /// can reach. Every such position of 7x7 can be solved.
    pub fn can_solve(position: &Isolation) -> bool {
        Graph::from_position(position).is_some()
    }

    /// Starts to solve a position; false if [`Solver::can_solve`] is false.
    pub fn begin(&mut self, position: &Isolation) -> bool {
        self.start(position, None)
    }

    /// Starts to find out whether the player who wins the position can do so within `plies`. The
    /// caller guarantees that the mover wins if `mover_wins`, and the opponent otherwise.
    pub(super) fn begin_within(
        &mut self,
        position: &Isolation,
        mover_wins: bool,
        plies: u32,
    ) -> bool {
        self.start(position, Some((mover_wins, plies)))
    }

    /// Whether the player to move wins; `None` if [`Solver::can_solve`] is false.
    pub fn solve(&mut self, position: &Isolation) -> Option<bool> {
        self.begin(position).then(|| self.advance(u64::MAX)).flatten()
    }

    /// Total number of nodes visited by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Starts a search: whether the mover wins; or, with a limit, whether it reaches its aim,
    /// where the mover is the known winner (and so attacks) or not. False if the position cannot be solved.
    fn start(&mut self, position: &Isolation, within: Option<(bool, u32)>) -> bool {
        let node = self.graph.node(position).or_else(|| {
            // The tables are valid for the old graph only.
            self.graph = Graph::from_position(position)?;
            self.table.fill(Key::default());
            self.limits.fill(Limits::default());
            self.graph.node(position)
        });
        let Some(node) = node else { return false };
        self.solving = true;
        self.height = 0;
        self.limited = within.is_some();
        if self.limited && self.limits.is_empty() {
            self.limits = vec![Limits::default(); 1 << LIMITS_BITS];
        }
        self.at_once = match within {
            None => self.enter::<false>(node, Limit { attacks: true, left: 0 }),
            Some((attacks, plies)) => {
                self.enter::<true>(node, Limit { attacks, left: plies.min(255) as u8 })
            }
        };
        true
    }

    /// Searches at most `nodes` more nodes; returns the answer once it is found: whether the mover reaches its
    /// aim, which is to win, or with a limit of plies to win in time or to hold out longer.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        if !self.solving {
            return None;
        }
        let until = self.nodes.saturating_add(nodes);
        let answer = self.at_once.or_else(|| match self.limited {
            true => self.run_frames::<true>(until),
            false => self.run_frames::<false>(until),
        });
        self.solving = answer.is_none();
        answer
    }

    #[inline]
    fn run_frames<const LIMITED: bool>(&mut self, until: u64) -> Option<bool> {
        loop {
            let frame = &mut self.frames[self.height - 1];
            let mut answer = if frame.next == frame.count {
                Some(false)
            } else {
                if self.nodes >= until {
                    return None;
                }
                let to = frame.moves[usize::from(frame.next) & (MOST_MOVES - 1)];
                frame.next += 1;
                let node = Node { free: frame.free & !(1 << to), own: frame.other, other: to };
                let limit = Limit { attacks: !frame.attacks, left: frame.left.saturating_sub(1) };
                match self.enter::<LIMITED>(node, limit) {
                    // If the opponent fails, this node succeeds; otherwise the next move is tried.
                    Some(false) => Some(true),
                    Some(true) | None => None,
                }
            };
            // Every answer completes the top frame, and may complete those below.
            while let Some(succeeds) = answer {
                self.height -= 1;
                let frame = &self.frames[self.height];
                let (key, attacks, left) = (frame.key, frame.attacks, frame.left);
                let last = frame.moves[usize::from(frame.next.wrapping_sub(1)) & (MOST_MOVES - 1)];
                let best = if LIMITED && succeeds { last + 1 } else { 0 };
                self.note::<LIMITED>(key, succeeds, Limit { attacks, left }, best);
                if self.height == 0 {
                    return answer;
                }
                answer = if succeeds { None } else { Some(true) };
            }
        }
    }

    /// Visits a node: returns its answer if that is immediate, or else pushes a frame with the moves worth trying.
    #[inline]
    fn enter<const LIMITED: bool>(&mut self, node: Node, limit: Limit) -> Option<bool> {
        self.nodes += 1;
        let Node { free, own, other } = node;
        let graph = &self.graph;
        let targets = graph.near(own) & free;
        let theirs = graph.near(other) & free;
        let attacks = !LIMITED || limit.attacks;
        if targets == 0 {
            return Some(false);
        }
        if LIMITED {
            // An attacker needs a ply to win; a defender who can move holds out for two.
            if !attacks && limit.left < 2 {
                return Some(true);
            }
            if attacks && limit.left < 1 {
                return Some(false);
            }
        }
        if theirs == 0 || (single(theirs) && targets & theirs != 0) {
            return Some(true);
        }
        if LIMITED && attacks && limit.left < 3 {
            return Some(false);
        }
        if LIMITED && self.defender_survives(node, limit) {
            return Some(!attacks);
        }
        let mut key = Key::new(free, own, other);
        if let Some(answer) = self.known::<LIMITED>(key, limit) {
            return Some(answer);
        }
        if free.count_ones() <= COMPARE {
            let graph = &self.graph;
            let ours = graph.reach(targets, free);
            let their_cells = graph.reach(theirs, free);
            if ours | their_cells != free {
                key = Key::new(ours | their_cells, own, other);
                if let Some(answer) = self.known::<LIMITED>(key, limit) {
                    return Some(answer);
                }
            }
            if let Some(answer) = self.compare::<LIMITED>(node, limit, ours, their_cells) {
                self.note::<LIMITED>(key, answer, limit, 0);
                return Some(answer);
            }
        }
        let best = if LIMITED { self.best(key, attacks) } else { 0 };
        let moves = match self.ordered::<LIMITED>(node, [targets, theirs], best) {
            Ok(moves) => moves,
            Err(to) => {
                // Takes three plies at most, and an attacker has them.
                self.note::<LIMITED>(key, true, limit, to + 1);
                return Some(true);
            }
        };
        if moves.count == 0 {
            return Some(false);
        }
        // The checks above decide the last plies: no attack wins in three, so not in four, and a
        // defender with a move that does not lose to the next reply holds out for four.
        if LIMITED && attacks && limit.left < 5 {
            return Some(false);
        }
        if LIMITED && !attacks && limit.left < 4 {
            return Some(true);
        }
        let frame = &mut self.frames[self.height];
        for (place, item) in frame.moves.iter_mut().zip(moves.items) {
            *place = (item & ((1 << NODE_BITS) - 1)) as u8;
        }
        frame.free = free;
        frame.key = key;
        frame.own = own;
        frame.other = other;
        frame.left = limit.left;
        frame.attacks = limit.attacks;
        frame.count = moves.count as u8;
        frame.next = 0;
        self.height += 1;
        None
    }

    /// The moves worth trying, the most promising first; `Err` with a move that wins at once. `targets` are the cells that the
    /// mover can reach, `theirs` those of the opponent, `best` the move to try first, from 1; 0 for none.
    #[inline(always)]
    fn ordered<const LIMITED: bool>(
        &self,
        node: Node,
        [targets, theirs]: [u64; 2],
        best: u8,
    ) -> Result<Ordered, u8> {
        let (graph, free) = (&self.graph, node.free);
        // Replies with three or more continuations never lose at once, wherever the mover goes.
        let strong = each_node(theirs).fold(0, |set, reply| {
            let after = graph.near(reply) & free;
            let but_one = after & after.wrapping_sub(1);
            if single(but_one) { set } else { set | 1 << reply }
        });
        let many = free.count_ones() > TELL_APART;
        let mut moves = Ordered { items: [0; MOST_MOVES], count: 0 };
        for to in each_node(targets) {
            let onward = graph.near(to) & free;
            let replies = theirs & !(1 << to);
            // With no onward move, or a single one that the opponent can take, the move loses at once.
            if onward == 0 || (single(onward) && onward & replies != 0) {
                continue;
            }
            let left = !(1u64 << to);
            let mut good_replies = (strong & left).count_ones();
            for reply in each_node(replies & !strong) {
                let after = graph.near(reply) & free & left;
                let still = onward & !(1 << reply);
                let loses = after == 0 || (single(after) && after & still != 0);
                good_replies += u32::from(!loses);
            }
            if good_replies == 0 {
                return Err(to);
            }
            let rank = if LIMITED && to + 1 == best {
                0
            } else {
                let apart = if many { self.two_moves(replies, onward, free & left) } else { 0 };
                (8 + good_replies - onward.count_ones()) * 2 * TWO_MOVES + apart
            };
            let item = rank << NODE_BITS | u32::from(to);
            moves.insert(item);
        }
        Ok(moves)
    }

    /// The number of cells that the opponent reaches in two moves minus that of the mover, plus an offset that keeps it
    /// from being negative.
    #[inline]
    fn two_moves(&self, replies: u64, onward: u64, free: u64) -> u32 {
        let cells = |nodes| (self.graph.near_all(nodes) & free).count_ones();
        TWO_MOVES + cells(replies) - cells(onward)
    }

    /// Whether the defender has a safe path that is long enough for the limit.
    #[inline]
    fn defender_survives(&self, Node { free, own, other }: Node, limit: Limit) -> bool {
        let left = u32::from(limit.left);
        let (defender, chaser, steps) =
            if limit.attacks { (other, own, left.div_ceil(2)) } else { (own, other, left / 2 + 1) };
        let first = self.graph.near(defender) & free;
        let chase = Chase { free, first, chaser, chaser_begins: limit.attacks };
        steps <= MOST_STEPS && self.graph.has_uncut(chase, steps)
    }

    /// The answer from a comparison of the regions that the knights can reach, if that decides.
    #[inline]
    fn compare<const LIMITED: bool>(
        &self,
        node: Node,
        limit: Limit,
        ours: u64,
        their_cells: u64,
    ) -> Option<bool> {
        let Node { free, own, other } = node;
        let graph = &self.graph;
        let most = graph.most_steps(own, ours);
        let their_most = graph.most_steps(other, their_cells);
        let left = u32::from(limit.left);
        if ours & their_cells == 0 {
            // The mover wins with the longer path, and loses a tie: it runs out of moves first. With a limit, the length of
            // the loser's path alone gives the number of plies.
            return Some(if LIMITED && !limit.attacks {
                let mine = graph.longest(own, ours);
                their_most < mine || 2 * mine > left || !graph.has_path(other, their_cells, mine)
            } else {
                let theirs = graph.longest(other, their_cells);
                most > theirs
                    && (!LIMITED || 2 * theirs < left)
                    && graph.has_path(own, ours, theirs + 1)
            });
        }
        // The player who outlasts the opponent wins; an attacker has to do so in time.
        let chase = |from, chaser, chaser_begins| {
            let first = graph.near(from) & free;
            Chase { free, first, chaser, chaser_begins }
        };
        if (!LIMITED || !limit.attacks || 2 * their_most < left)
            && their_most < MOST_STEPS
            && graph.has_uncut(chase(own, other, false), their_most + 1)
        {
            return Some(true);
        }
        ((!LIMITED || limit.attacks || 2 * most <= left)
            && most <= MOST_STEPS
            && graph.has_uncut(chase(other, own, true), most))
        .then_some(false)
    }

    /// The move by which the mover reached its aim in the last search of this position with a limit of plies
    /// on the same graph, if it is still in the table: the likely move if the position is searched again.
    pub(super) fn remembered(&self, position: &Isolation, mover_wins: bool) -> Option<Cell> {
        let Node { free, own, other } = self.graph.node(position)?;
        let node = self.best(Key::new(free, own, other), mover_wins).checked_sub(1)?;
        self.graph.cell(node)
    }

    #[inline]
    fn best(&self, key: Key, attacks: bool) -> u8 {
        self.limits_of(key, attacks).map_or(0, |limits| limits.best)
    }

    #[inline]
    fn limits_of(&self, key: Key, attacks: bool) -> Option<&Limits> {
        let key = key.marked(attacks);
        let place = key.place(LIMITS_BITS);
        self.limits.get(place..place + 2)?.iter().find(|limits| limits.key == key)
    }

    /// The answer stored in the tables.
    #[inline]
    fn known<const LIMITED: bool>(&self, key: Key, limit: Limit) -> Option<bool> {
        let place = key.place(TABLE_BITS);
        for entry in &self.table[place..place + 2] {
            if entry.free == key.free && entry.knights & !Key::MARK == key.knights {
                let wins = entry.knights & Key::MARK != 0;
                if !LIMITED {
                    return Some(wins);
                }
                // A player who does not win at all does not win in time.
                if wins != limit.attacks {
                    return Some(wins);
                }
            }
        }
        let limits = if LIMITED { self.limits_of(key, limit.attacks)? } else { return None };
        if limit.left <= limits.fails {
            Some(!limit.attacks)
        } else if limits.wins != 0 && limit.left >= limits.wins {
            Some(limit.attacks)
        } else {
            None
        }
    }

    /// Stores an answer in a table.
    #[inline]
    fn note<const LIMITED: bool>(&mut self, key: Key, succeeds: bool, limit: Limit, best: u8) {
        if LIMITED {
            let key = key.marked(limit.attacks);
            let place = key.place(LIMITS_BITS);
            let place = if self.limits[place].key == key {
                place
            } else if self.limits[place + 1].key == key {
                place + 1
            } else {
                // As in the other table: the first slot holds the position with more cells left, the second the newest.
                let first = self.limits[place];
                let entry = Limits { key, ..Limits::default() };
                if key.free.count_ones() >= first.key.free.count_ones() {
                    self.limits[place + 1] = first;
                    self.limits[place] = entry;
                    place
                } else {
                    self.limits[place + 1] = entry;
                    place + 1
                }
            };
            let limits = &mut self.limits[place];
            if best != 0 {
                limits.best = best;
            }
            if succeeds == limit.attacks {
                if limits.wins == 0 || limit.left < limits.wins {
                    limits.wins = limit.left;
                }
            } else {
                limits.fails = limits.fails.max(limit.left);
            }
            return;
        }
        let entry = key.marked(succeeds);
        let place = key.place(TABLE_BITS);
        let (first, second) = (self.table[place], place + 1);
        if entry.free.count_ones() >= first.free.count_ones() {
            self.table[second] = first;
            self.table[place] = entry;
        } else {
            self.table[second] = entry;
        }
    }
}

#[inline]
fn single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}
