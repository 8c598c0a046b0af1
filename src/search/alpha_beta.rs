//! Alpha-beta with iterative deepening, and plain minimax, for any game of two sides whose legal moves
//! can be listed. No game is known here.
//!
//! The tree is walked with a stack of its own instead of by recursion, so that a search can be put
//! down after any node and taken up again: a worker hears *stop* between two slices, and the same
//! nodes are visited in the same order however they are sliced. A node is a position that a move of
//! the search led to; the root is none. Inside a node nothing is allocated once the stack has grown
//! to its depth.
//!
//! Other seats than the thinking one are taken to play against it. Who moves is asked of the position,
//! so seats need not alternate.
//!
//! # What the candidates' scores are
//! A candidate's terms are those of the position right after it. What the search found beyond them is
//! the term [`LOOK_AHEAD`]. Alpha-beta proves of most candidates only that they are no better than the
//! choice, and looks no further; their remainder is an upper bound and stands under [`AT_MOST`]
//! instead. With [`Settings::exact`] every candidate is searched to the end, which costs nodes.

mod explain;

use super::evaluate::{Ending, Evaluate};
use super::table::{Bound, Table};
use crate::bot::{Bot, Budget, SLICE, Thinking, Watch};
use crate::fixed::Fixed;
use crate::game::{Enumerable, MoveList, Seat};
use crate::json::sort_by_key;
use crate::rng::Rng;
use crate::thought::{Score, Term, Thought};

/// What looking ahead found beyond the first look.
pub const LOOK_AHEAD: Term = Term {
    key: "look-ahead",
    label: "look-ahead",
    meaning: "what the best play found by the search adds to the position right after the move",
    weight: Fixed::ONE,
};

/// The same, where the search proved only that the move is no better than the choice.
pub const AT_MOST: Term = Term {
    key: "at-most",
    label: "look-ahead, at most",
    meaning: "like look-ahead, but an upper bound: the search saw that the move is no better than the choice and looked no further",
    weight: Fixed::ONE,
};

/// What to do when every move loses by force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lost {
    /// Play the move that holds out longest.
    #[default]
    Resist,
    /// Play any move, each as likely as the others.
    Random,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Leave out what cannot change the choice: alpha-beta. Otherwise minimax.
    pub prune: bool,
    /// Look no deeper than this, whatever the budget.
    pub depth: u32,
    /// Keep a transposition table of 2^that places.
    pub table: Option<u32>,
    /// Search the best moves of an iteration first in the next. Otherwise the order drawn at the
    /// start stays.
    pub reorder: bool,
    /// Search every candidate with a full window, so that all scores are exact at their depth.
    pub exact: bool,
    /// What to do when every move loses.
    pub lost: Lost,
}

/// Deeper than any search gets.
const DEEPEST: u32 = 1000;

impl Settings {
    /// Alpha-beta without table and in random order.
    pub const ALPHA_BETA: Settings = Settings {
        prune: true,
        depth: DEEPEST,
        table: None,
        reorder: false,
        exact: false,
        lost: Lost::Resist,
    };

    /// Minimax.
    pub const MINIMAX: Settings = Settings { prune: false, ..Settings::ALPHA_BETA };
}

/// A bot that looks ahead. With a budget in nodes or milliseconds it deepens ply by ply and plays by
/// the last depth that it finished; with one in plies, alpha-beta deepens up to it and minimax goes
/// there at once.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    evaluate: E,
    settings: Settings,
}

impl<E> AlphaBeta<E> {
    /// A bot that values its leaves by `evaluate`.
    pub fn new(evaluate: E, settings: Settings) -> Self {
        AlphaBeta { evaluate, settings }
    }
}

impl<G: Enumerable, E: Evaluate<G>> Bot<G> for AlphaBeta<E> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Thinking<G>> {
        Box::new(Search::new(self.evaluate.clone(), self.settings, position, seat, budget, rng))
    }

    fn choose(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
    ) -> Option<G::Move> {
        let mut search =
            Search::new(self.evaluate.clone(), self.settings, position, seat, budget, rng);
        while !search.advance(SLICE, watch) && !watch.stop() {}
        search.choice()
    }
}

/// Above every value of a heuristic; a win after n plies is worth n less.
const WIN: i64 = i64::MAX / 4;
/// The largest size of a value that is no win or loss.
const LARGEST_VALUE: i64 = WIN - 2 * DEEPEST as i64;
const INFINITY: i64 = i64::MAX / 2;
/// Nodes between two looks at the clock.
const CLOCK: u64 = 128;

fn score_of(value: i64, exact: bool) -> Score {
    if value > LARGEST_VALUE {
        Score::Win(exact.then_some((WIN - value) as u32))
    } else if value < -LARGEST_VALUE {
        Score::Loss(exact.then_some((WIN + value) as u32))
    } else {
        Score::Value(Fixed::from_thousandths(value))
    }
}

fn ended(ending: Option<Ending>, ply: u32) -> i64 {
    match ending {
        Some(Ending::Won) => WIN - i64::from(ply),
        Some(Ending::Lost) => i64::from(ply) - WIN,
        _ => 0,
    }
}

/// What a search found about a root move.
#[derive(Clone, Debug)]
struct Found<M> {
    value: i64,
    /// Whether the value is the true one at its depth, not an upper bound.
    exact: bool,
    line: Vec<M>,
}

#[derive(Clone, Debug)]
struct Root<M> {
    mv: M,
    /// Its place among the legal moves.
    index: usize,
    /// From the last depth that was finished.
    found: Option<Found<M>>,
    /// From the depth that is being searched.
    fresh: Option<Found<M>>,
}

/// A position on the way down.
struct Frame<G: Enumerable> {
    position: G,
    moves: MoveList<G::Move>,
    next: usize,
    /// The place in `moves` of the best one so far.
    best_at: usize,
    /// The place, before it was put first, of the move that the table thinks best.
    hint: usize,
    best: i64,
    alpha: i64,
    beta: i64,
    maximises: bool,
    hash: u64,
    /// The window it was entered with.
    window: (i64, i64),
}

/// A search under way.
pub struct Search<G: Enumerable, E> {
    evaluate: E,
    settings: Settings,
    seat: Seat,
    root: G,
    /// In the order in which they are searched.
    roots: Vec<Root<G::Move>>,
    /// The root move that is being searched, or is next.
    at: usize,
    best: i64,
    /// `frames[n]` is n + 1 plies below the root; only the first `height` are in use.
    frames: Vec<Frame<G>>,
    height: usize,
    /// `lines[n]` is the principal variation from `frames[n]` on; one more than frames, the last empty.
    lines: Vec<Vec<G::Move>>,
    table: Option<Table>,
    /// The depth that is being searched.
    depth: u32,
    /// The last depth that was finished.
    reached: u32,
    deepest: u32,
    most_nodes: u64,
    most_ms: Option<f64>,
    nodes: u64,
    /// Whether a value at this depth rests on the heuristic.
    estimated: bool,
    exact: bool,
    finished: bool,
}

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// Prepares to search; nothing is looked at yet.
    pub fn new(
        evaluate: E,
        settings: Settings,
        position: &G,
        seat: Seat,
        budget: Budget,
        mut rng: Rng,
    ) -> Self {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut roots: Vec<_> = moves
            .into_iter()
            .enumerate()
            .map(|(index, mv)| Root { mv, index, found: None, fresh: None })
            .collect();
        rng.shuffle(&mut roots);
        let deepest = match budget {
            Budget::Depth(depth) => depth.min(settings.depth).min(DEEPEST),
            Budget::Nodes(_) | Budget::Ms(_) => settings.depth.min(DEEPEST),
        };
        // Minimax told how deep to look gains nothing from shallower looks.
        let straight =
            !settings.prune && (matches!(budget, Budget::Depth(_)) || settings.depth < DEEPEST);
        Search {
            evaluate,
            settings,
            seat,
            root: position.clone(),
            finished: roots.is_empty(),
            roots,
            at: 0,
            best: -INFINITY,
            frames: Vec::new(),
            height: 0,
            lines: vec![Vec::new()],
            table: settings.table.map(Table::new),
            depth: if straight { deepest } else { 1 },
            reached: 0,
            deepest,
            most_nodes: if let Budget::Nodes(nodes) = budget { nodes } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            nodes: 0,
            estimated: false,
            exact: false,
        }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches until `until` nodes have been visited in all, or it has finished.
    fn run(&mut self, until: u64) {
        while !self.finished {
            if self.height > 0 {
                match self.walk(until) {
                    Some(value) => self.root_done(value, true),
                    None => return,
                }
            } else if self.at == self.roots.len() {
                self.depth_done();
            } else if self.nodes >= until {
                return;
            } else {
                self.enter_root();
            }
        }
    }

    /// Plays the next root move.
    fn enter_root(&mut self) {
        self.nodes += 1;
        let alpha = if self.settings.prune && !self.settings.exact { self.best } else { -INFINITY };
        self.grow(0);
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.root);
        frame.position.play_unchecked(&self.roots[self.at].mv);
        if self.depth == 1 {
            let value = self.leaf(0);
            self.root_done(value, false);
        } else {
            match self.open(0, alpha, INFINITY) {
                Some(value) => self.root_done(value, false),
                None => self.height = 1,
            }
        }
    }

    /// Makes sure that there is a frame number `n` and a line below it.
    fn grow(&mut self, n: usize) {
        if self.frames.len() <= n {
            self.frames.push(Frame {
                position: self.root.clone(),
                moves: MoveList::new(),
                next: 0,
                best_at: 0,
                hint: 0,
                best: 0,
                alpha: 0,
                beta: 0,
                maximises: false,
                hash: 0,
                window: (0, 0),
            });
            self.lines.push(Vec::new());
        }
    }

    /// The value of frame `n`'s position as a leaf.
    #[inline]
    fn leaf(&mut self, n: usize) -> i64 {
        let position = &self.frames[n].position;
        match self.evaluate.ending(position, self.seat) {
            None => {
                self.estimated = true;
                self.evaluate.value(position, self.seat).clamp(-LARGEST_VALUE, LARGEST_VALUE)
            }
            ending => ended(ending, n as u32 + 1),
        }
    }

    /// Begins to look at the moves of frame `n`, whose position is set; its value, if that is known
    /// without looking.
    #[inline]
    fn open(&mut self, n: usize, alpha: i64, beta: i64) -> Option<i64> {
        let frame = &mut self.frames[n];
        self.lines[n].clear();
        frame.position.legal_moves(&mut frame.moves);
        if frame.moves.is_empty() {
            return Some(ended(self.evaluate.ending(&frame.position, self.seat), n as u32 + 1));
        }
        self.evaluate.order(&frame.position, &mut frame.moves);
        frame.maximises = frame.position.mover() == self.seat;
        frame.next = 0;
        frame.best_at = 0;
        frame.hint = 0;
        frame.best = if frame.maximises { -INFINITY } else { INFINITY };
        frame.alpha = alpha;
        frame.beta = beta;
        frame.window = (alpha, beta);
        if let Some(table) = &self.table {
            frame.hash = frame.position.hash();
            if let Some(entry) = table.get(frame.hash) {
                let value = from_table(entry.value, n);
                let cuts = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value >= beta,
                    Bound::AtMost => value <= alpha,
                };
                if cuts && u32::from(entry.depth) >= self.depth - 1 - n as u32 {
                    self.estimated |= value.abs() <= LARGEST_VALUE;
                    return Some(value);
                }
                let hint = usize::from(entry.best);
                if hint < frame.moves.len() {
                    frame.moves[..=hint].rotate_right(1);
                    frame.hint = hint;
                }
            }
        }
        None
    }

    /// Goes on from the topmost frame until the first one is done, whose value this is, or `until`
    /// nodes have been visited.
    fn walk(&mut self, until: u64) -> Option<i64> {
        loop {
            let top = self.height - 1;
            let frame = &self.frames[top];
            let cut = self.settings.prune && frame.alpha >= frame.beta;
            if cut || frame.next == frame.moves.len() {
                let value = frame.best;
                self.store(top);
                self.height = top;
                if top == 0 {
                    return Some(value);
                }
                self.take(top - 1, value);
                continue;
            }
            if self.nodes >= until {
                return None;
            }
            self.nodes += 1;
            self.grow(top + 1);
            let (upper, lower) = self.frames.split_at_mut(top + 1);
            let (frame, child) = (&mut upper[top], &mut lower[0]);
            child.position.clone_from(&frame.position);
            child.position.play_unchecked(&frame.moves[frame.next]);
            frame.next += 1;
            let (alpha, beta) = (frame.alpha, frame.beta);
            let value = if top as u32 + 2 == self.depth {
                self.lines[top + 1].clear();
                Some(self.leaf(top + 1))
            } else {
                self.open(top + 1, alpha, beta)
            };
            match value {
                Some(value) => self.take(top, value),
                None => self.height += 1,
            }
        }
    }

    /// Frame `n` learns the value of the move that it tried last.
    #[inline]
    fn take(&mut self, n: usize, value: i64) {
        let frame = &mut self.frames[n];
        let better = if frame.maximises { value > frame.best } else { value < frame.best };
        if !better {
            return;
        }
        frame.best = value;
        frame.best_at = frame.next - 1;
        if frame.alpha < value && value < frame.beta {
            let (upper, lower) = self.lines.split_at_mut(n + 1);
            upper[n].clear();
            upper[n].push(frame.moves[frame.next - 1].clone());
            upper[n].extend_from_slice(&lower[0]);
        }
        if self.settings.prune {
            if frame.maximises {
                frame.alpha = frame.alpha.max(value);
            } else {
                frame.beta = frame.beta.min(value);
            }
        }
    }

    /// Notes in the table what frame `n` found.
    #[inline]
    fn store(&mut self, n: usize) {
        let Some(table) = &mut self.table else { return };
        let frame = &self.frames[n];
        let (alpha, beta) = frame.window;
        let bound = if frame.best <= alpha {
            Bound::AtMost
        } else if frame.best >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        let depth = (self.depth - 1 - n as u32).min(u32::from(u16::MAX)) as u16;
        // The hint went to the front when the frame was opened, and those before it one back.
        let best = match frame.best_at {
            0 => frame.hint,
            at if at <= frame.hint => at - 1,
            at => at,
        };
        let best = u16::try_from(best).unwrap_or(0);
        table.put(frame.hash, to_table(frame.best, n), depth, best, bound);
    }

    /// The root move that is being searched has this value.
    fn root_done(&mut self, value: i64, with_line: bool) {
        let bounded = self.settings.prune && !self.settings.exact;
        let exact = !bounded || value > self.best;
        let line = if with_line && exact { self.lines[0].clone() } else { Vec::new() };
        self.roots[self.at].fresh = Some(Found { value, exact, line });
        self.best = self.best.max(value);
        self.at += 1;
        // A quicker win would have been found at a smaller depth, so the first one will do.
        if value > LARGEST_VALUE && self.depth > 1 && self.reached > 0 && !self.settings.exact {
            self.accept();
            self.finished = true;
        }
    }

    /// Every root move has been searched at this depth.
    fn depth_done(&mut self) {
        self.accept();
        self.exact = !self.estimated;
        let decided = self.best.abs() > LARGEST_VALUE;
        self.finished = decided || self.exact || self.depth >= self.deepest;
        if self.settings.reorder {
            // Stable, so that the order drawn at the start decides among equals.
            sort_by_key(&mut self.roots, |root| {
                root.found.as_ref().map_or((i64::MAX, 0), |found| {
                    // Of two with the same value, the one that is only bounded by it comes later.
                    (-found.value, i64::from(!found.exact))
                })
            });
        }
        self.depth += 1;
        self.at = 0;
        self.best = -INFINITY;
        self.estimated = false;
    }

    /// What was found at this depth replaces what was found before.
    fn accept(&mut self) {
        for root in &mut self.roots {
            if let Some(fresh) = root.fresh.take() {
                root.found = Some(fresh);
            }
        }
        self.reached = self.depth;
    }

    /// Where the chosen move is in `roots`.
    fn chosen(&self) -> Option<usize> {
        let mut best: Option<(usize, i64)> = None;
        for (index, root) in self.roots.iter().enumerate() {
            let Some(found) = self.seen(root) else { continue };
            // One that is only bounded is never better than the one that bounds it.
            if found.exact && best.is_none_or(|(_, value)| found.value > value) {
                best = Some((index, found.value));
            }
        }
        match best {
            Some((_, value)) if value < -LARGEST_VALUE && self.settings.lost == Lost::Random => {
                // The order was drawn at the start.
                self.roots.iter().position(|root| self.seen(root).is_some())
            }
            Some((index, _)) => Some(index),
            None => (!self.roots.is_empty()).then_some(0),
        }
    }

    /// What is known about a root move; before the first depth is done, what has been found of it.
    fn seen<'a>(&self, root: &'a Root<G::Move>) -> Option<&'a Found<G::Move>> {
        if self.reached > 0 { root.found.as_ref() } else { root.fresh.as_ref() }
    }

    /// The move it would play now.
    pub fn choice(&self) -> Option<G::Move> {
        self.chosen().map(|index| self.roots[index].mv.clone())
    }
}

fn to_table(value: i64, n: usize) -> i64 {
    shifted(value, n as i64 + 1)
}

fn from_table(value: i64, n: usize) -> i64 {
    shifted(value, -(n as i64 + 1))
}

/// Wins and losses are counted in plies from the root, but in the table from the position itself.
fn shifted(value: i64, plies: i64) -> i64 {
    if value > LARGEST_VALUE {
        value + plies
    } else if value < -LARGEST_VALUE {
        value - plies
    } else {
        value
    }
}

impl<G: Enumerable, E: Evaluate<G>> Thinking<G> for Search<G, E> {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        let until = self.nodes.saturating_add(slice).min(self.most_nodes);
        match self.most_ms {
            None => self.run(until),
            Some(most) => {
                while !self.finished && self.nodes < until {
                    self.run(until.min(self.nodes + CLOCK));
                    if watch.elapsed_ms() >= most {
                        self.finished = true;
                    }
                }
            }
        }
        self.finished |= self.nodes >= self.most_nodes;
        self.finished
    }

    fn thought(&self) -> Thought<G::Move> {
        self.explained(false)
    }

    fn brief(&self) -> Thought<G::Move> {
        self.explained(true)
    }
}
