//! Searches for games of two to eight seats whose legal moves can be listed: paranoid search, max^n and
//! best reply search. They share one walk through the tree, one way of ordering moves, iterative deepening
//! and a table. No game is known here.
//!
//! # The three
//! - **Paranoid** (Sturtevant and Korf, *On pruning techniques for multi-player games*, 2000): all others
//!   are taken to play against the seat that thinks. So there are two sides, and alpha-beta holds.
//! - **Max^n** (Luckhardt and Irani, *An algorithmic solution of n-person games*, 1986): every seat plays
//!   for itself. A value is a number for each seat. Nothing can be left out but what follows a win at
//!   once.
//! - **Best reply** (Schadd and Winands, *Best reply search for multiplayer games*, 2011), in the form
//!   BRS+ (Esser, Gras, Winands, Schadd and Lanctot, *Improving best-reply search*, 2013): between two
//!   moves of the seat that thinks only one of the others, whichever hurts most, has a free choice. The
//!   rest make a *special move*, the first in the heuristic's order, so that every position can really
//!   come about. Special moves cost no depth, so the search looks at more of its own moves than the others.
//!
//! # The walk
//! As in `alpha_beta`, the tree is walked with a stack of its own, so that a search can be put down after
//! any node and taken up again, and a budget in nodes is kept to the node. A node is a position that a
//! move of the search led to. Nothing is allocated inside a node once the stack has grown to its depth.
//!
//! # Ends
//! A game that is over is a win for the seat that is first alone, a loss for one that nobody is behind.
//! Between these it is worth so many of [`PLACE`] as places are gained over the middle.
//!
//! # What the candidates' scores are
//! For the seat that thinks. A candidate's terms are those of the position right after it, and
//! [`LOOK_AHEAD`] or [`AT_MOST`] what the search found beyond them, as in `alpha_beta`. The worth to every
//! seat stands beside it in [`Thinking::views`]: for max^n what the search found, for the others, who
//! look only at the one seat, what the heuristic says of the end of the line that is shown.

mod explain;

use super::alpha_beta::{AT_MOST, LOOK_AHEAD};
use super::evaluate::Evaluate;
use super::table::{Bound, Table};
use crate::bot::{Bot, Budget, Thinking, Watch};
use crate::game::{Enumerable, MAX_SEATS, MoveList, Seat};
use crate::json::sort_by_key;
use crate::rng::Rng;
use crate::thought::{Term, Thought, Views};

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All others play against the seat that thinks.
    Paranoid,
    /// Every seat plays for itself.
    MaxN,
    /// One of the others replies freely; the rest make their special move.
    BestReply,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which search.
    pub mode: Mode,
    /// Keep a table of 2^that places.
    pub table: u32,
}

/// The terms that a search adds to those of its heuristic.
pub const TERMS: [Term; 2] = [LOOK_AHEAD, AT_MOST];

/// Deeper than any search gets.
const DEEPEST: u32 = 1000;
/// Above every value of a heuristic; a win after n plies is worth n less.
const WIN: i64 = i64::MAX / 4;
/// The largest size of a value that is no win or loss.
const LARGEST_VALUE: i64 = WIN - 2 * DEEPEST as i64;
const INFINITY: i64 = i64::MAX / 2;
/// What a place is worth in a game that ended neither first nor last, in thousandths.
pub const PLACE: i64 = 1_000_000;
/// Nodes between two looks at the clock.
const CLOCK: u64 = 32;

/// A bot that searches so. It deepens ply by ply and plays by the last depth that it finished.
#[derive(Clone, Debug)]
pub struct Many<E> {
    evaluate: E,
    settings: Settings,
}

impl<E> Many<E> {
    /// A bot that values its leaves by `evaluate`.
    pub fn new(evaluate: E, settings: Settings) -> Self {
        Many { evaluate, settings }
    }
}

impl<G: Enumerable, E: Evaluate<G>> Bot<G> for Many<E> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Thinking<G>> {
        Box::new(Search::new(self.evaluate.clone(), self.settings, position, seat, budget, rng))
    }
}

/// What a position is worth: to every seat in max^n, else to the seat that thinks, at its own place.
type Values = [i64; MAX_SEATS];

/// What a search found about a root move.
#[derive(Clone, Debug)]
struct Found<M> {
    values: Values,
    /// Whether the value of the seat that thinks is the true one at its depth, not an upper bound.
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

/// Who may choose what in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Any move.
    Free,
    /// Any move, or the special one and then another seat may choose.
    Reply,
    /// The special move alone: another seat has had its choice.
    Special,
}

/// A position on the way down.
struct Frame<G: Enumerable> {
    position: G,
    seat: Seat,
    moves: MoveList<G::Move>,
    choice: Choice,
    next: usize,
    /// One past the last child: moves, and for a reply one more for the special move.
    end: usize,
    best_at: usize,
    /// The place, before it was put first, of the move that the table thinks best.
    hint: usize,
    best: Values,
    /// Whether any child has told a value.
    any: bool,
    alpha: i64,
    beta: i64,
    /// Plies to look at below.
    depth: u32,
    hash: u64,
    window: (i64, i64),
}

/// A search under way.
pub struct Search<G: Enumerable, E> {
    evaluate: E,
    mode: Mode,
    seat: Seat,
    root: G,
    roots: Vec<Root<G::Move>>,
    at: usize,
    best: i64,
    frames: Vec<Frame<G>>,
    height: usize,
    lines: Vec<Vec<G::Move>>,
    /// Of values and bounds; max^n keeps only the best moves there.
    table: Table,
    depth: u32,
    reached: u32,
    deepest: u32,
    most_nodes: u64,
    most_ms: Option<f64>,
    nodes: u64,
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
        // So that the seed decides among equals.
        rng.shuffle(&mut roots);
        Search {
            evaluate,
            mode: settings.mode,
            seat,
            root: position.clone(),
            finished: roots.is_empty(),
            roots,
            at: 0,
            best: -INFINITY,
            frames: Vec::new(),
            height: 0,
            lines: vec![Vec::new()],
            table: Table::new(settings.table),
            depth: 1,
            reached: 0,
            deepest: if let Budget::Depth(depth) = budget { depth.min(DEEPEST) } else { DEEPEST },
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
                    Some(values) => self.root_done(values, true),
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
        self.grow(0);
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.root);
        frame.position.play_unchecked(&self.roots[self.at].mv);
        match self.open(0, (self.best, INFINITY), self.depth - 1, Choice::Reply) {
            Some(values) => self.root_done(values, false),
            None => self.height = 1,
        }
    }

    /// Makes sure that there is a frame number `n` and a line below it.
    fn grow(&mut self, n: usize) {
        if self.frames.len() <= n {
            self.frames.push(Frame {
                position: self.root.clone(),
                seat: 0,
                moves: MoveList::new(),
                choice: Choice::Free,
                next: 0,
                end: 0,
                best_at: 0,
                hint: 0,
                best: [0; MAX_SEATS],
                any: false,
                alpha: 0,
                beta: 0,
                depth: 0,
                hash: 0,
                window: (0, 0),
            });
            self.lines.push(Vec::new());
        }
    }

    /// The heuristic's values of a position that is not over.
    fn estimate(&self, position: &G) -> Values {
        let mut values = [0; MAX_SEATS];
        match self.mode {
            Mode::MaxN => {
                let seats = position.seats().min(MAX_SEATS);
                self.evaluate.values(position, &mut values[..seats]);
                values.iter_mut().for_each(|value| {
                    *value = (*value).clamp(-LARGEST_VALUE, LARGEST_VALUE);
                });
            }
            Mode::Paranoid | Mode::BestReply => {
                values[self.seat] = self.value(position, self.seat);
            }
        }
        values
    }

    #[inline]
    fn value(&self, position: &G, seat: Seat) -> i64 {
        self.evaluate.value(position, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE)
    }

    /// Begins to look at the moves of frame `n`, whose position is set, with so many plies to look at; its
    /// value, if that is known without looking.
    fn open(
        &mut self,
        n: usize,
        (alpha, beta): (i64, i64),
        depth: u32,
        choice: Choice,
    ) -> Option<Values> {
        let frame = &mut self.frames[n];
        self.lines[n].clear();
        if frame.position.to_act().is_empty() {
            return Some(ended(&frame.position, n as u32 + 1));
        }
        if depth == 0 {
            self.estimated = true;
            return Some(self.estimate(&self.frames[n].position));
        }
        frame.position.legal_moves(&mut frame.moves);
        self.evaluate.order(&frame.position, &mut frame.moves);
        frame.seat = frame.position.mover();
        frame.choice = match self.mode {
            Mode::BestReply if frame.seat != self.seat => choice,
            _ => Choice::Free,
        };
        let moves = frame.moves.len();
        frame.end = match frame.choice {
            Choice::Free => moves,
            Choice::Reply => moves + 1,
            Choice::Special => 1,
        };
        frame.next = 0;
        frame.best_at = 0;
        frame.hint = 0;
        frame.any = false;
        frame.alpha = alpha;
        frame.beta = beta;
        frame.window = (alpha, beta);
        frame.depth = depth;
        // A seat whose choice is gone is not the same as one that may still choose.
        frame.hash = frame.position.hash() ^ (u64::from(frame.choice == Choice::Reply) << 63);
        if frame.choice == Choice::Special {
            return None;
        }
        if let Some(entry) = self.table.get(frame.hash) {
            let value = shifted(entry.value, -(n as i64 + 1));
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if self.mode != Mode::MaxN && cuts && u32::from(entry.depth) >= depth {
                self.estimated |= value.abs() <= LARGEST_VALUE;
                let mut values = [0; MAX_SEATS];
                values[self.seat] = value;
                return Some(values);
            }
            let hint = usize::from(entry.best);
            // The special move has to stay the first.
            if hint < moves && frame.choice == Choice::Free {
                frame.moves[..=hint].rotate_right(1);
                frame.hint = hint;
            }
        }
        None
    }

    /// Goes on from the topmost frame until the first one is done, whose values these are, or `until`
    /// nodes have been visited.
    fn walk(&mut self, until: u64) -> Option<Values> {
        loop {
            let top = self.height - 1;
            let frame = &self.frames[top];
            let won =
                self.mode == Mode::MaxN && frame.any && frame.best[frame.seat] > LARGEST_VALUE;
            let cut = self.mode != Mode::MaxN && frame.alpha >= frame.beta;
            if won || cut || frame.next == frame.end {
                let values = frame.best;
                self.store(top);
                self.height = top;
                if top == 0 {
                    return Some(values);
                }
                self.take(top - 1, &values);
                continue;
            }
            if self.nodes >= until {
                return None;
            }
            self.nodes += 1;
            self.grow(top + 1);
            let (upper, lower) = self.frames.split_at_mut(top + 1);
            let (frame, child) = (&mut upper[top], &mut lower[0]);
            let at = frame.next;
            frame.next += 1;
            // The special move stands first, and costs no depth.
            let special = frame.choice == Choice::Special || at == frame.moves.len();
            let mv = if special { frame.moves.first() } else { frame.moves.get(at) };
            let Some(mv) = mv else { continue };
            child.position.clone_from(&frame.position);
            child.position.play_unchecked(mv);
            let choice = match (frame.choice, special) {
                (Choice::Free, _) | (Choice::Reply, true) => Choice::Reply,
                _ => Choice::Special,
            };
            let on = child.position.mover();
            let over = child.position.to_act().is_empty();
            if frame.choice == Choice::Reply && special && (over || on == self.seat) {
                // Nobody is left to choose after it, so it was among the free choices.
                continue;
            }
            let depth = frame.depth - u32::from(!special);
            let window = (frame.alpha, frame.beta);
            match self.open(top + 1, window, depth, choice) {
                Some(values) => self.take(top, &values),
                None => self.height += 1,
            }
        }
    }

    /// Frame `n` learns the values of the child that it tried last.
    fn take(&mut self, n: usize, values: &Values) {
        let max_n = self.mode == Mode::MaxN;
        let frame = &mut self.frames[n];
        let whose = if max_n { frame.seat } else { self.seat };
        let maximises = max_n || frame.seat == self.seat;
        let value = values[whose];
        let better = !frame.any
            || if maximises { value > frame.best[whose] } else { value < frame.best[whose] };
        if !better {
            return;
        }
        frame.any = true;
        frame.best = *values;
        let at = frame.next - 1;
        frame.best_at = if at < frame.moves.len() { at } else { 0 };
        if max_n || (frame.alpha < value && value < frame.beta) {
            let (upper, lower) = self.lines.split_at_mut(n + 1);
            upper[n].clear();
            upper[n].extend(frame.moves.get(frame.best_at).cloned());
            upper[n].extend_from_slice(&lower[0]);
        }
        if !max_n {
            if maximises {
                frame.alpha = frame.alpha.max(value);
            } else {
                frame.beta = frame.beta.min(value);
            }
        }
    }

    /// Notes in the table what frame `n` found.
    fn store(&mut self, n: usize) {
        let frame = &self.frames[n];
        if frame.choice == Choice::Special {
            return;
        }
        let value = frame.best[if self.mode == Mode::MaxN { frame.seat } else { self.seat }];
        let (alpha, beta) = frame.window;
        let bound = if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        // The hint went to the front when the frame was opened, and those before it one back.
        let best = match frame.best_at {
            0 => frame.hint,
            at if at <= frame.hint => at - 1,
            at => at,
        };
        let best = u16::try_from(best).unwrap_or(0);
        let depth = frame.depth.min(u32::from(u16::MAX)) as u16;
        self.table.put(frame.hash, shifted(value, n as i64 + 1), depth, best, bound);
    }

    /// The root move that is being searched has these values.
    fn root_done(&mut self, values: Values, with_line: bool) {
        let value = values[self.seat];
        let exact = self.mode == Mode::MaxN || value > self.best;
        let line = if with_line && exact { self.lines[0].clone() } else { Vec::new() };
        self.roots[self.at].fresh = Some(Found { values, exact, line });
        self.best = self.best.max(value);
        self.at += 1;
        // A quicker win would have been found at a smaller depth.
        if value > LARGEST_VALUE && self.reached > 0 {
            self.accept();
            self.finished = true;
        }
    }

    /// Every root move has been searched at this depth.
    fn depth_done(&mut self) {
        self.accept();
        self.exact = !self.estimated;
        let decided = self.best.abs() > LARGEST_VALUE;
        let forced = self.roots.len() == 1 && self.depth >= 2;
        self.finished = decided || forced || self.exact || self.depth >= self.deepest;
        let seat = self.seat;
        // Stable, so that the order drawn at the start decides among equals.
        sort_by_key(&mut self.roots, |root| {
            root.found.as_ref().map_or((i64::MAX, 0), |found| {
                // Of two with the same value, the one that is only bounded by it comes later.
                (-found.values[seat], i64::from(!found.exact))
            })
        });
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
            let value = found.values[self.seat];
            // One that is only bounded is never better than the one that bounds it.
            if found.exact && best.is_none_or(|(_, most)| value > most) {
                best = Some((index, value));
            }
        }
        best.map(|(index, _)| index).or((!self.roots.is_empty()).then_some(0))
    }

    /// What is known about a root move; before the first depth is done, what has been found of it.
    fn seen<'a>(&self, root: &'a Root<G::Move>) -> Option<&'a Found<G::Move>> {
        if self.reached > 0 { root.found.as_ref() } else { root.fresh.as_ref() }
    }
}

/// What a game that is over after `ply` plies is worth to every seat.
fn ended<G: Enumerable>(position: &G, ply: u32) -> Values {
    let mut values = [0; MAX_SEATS];
    let Some(outcome) = position.outcome() else { return values };
    let others = outcome.ranks.len() as i64 - 1;
    for (value, &rank) in values.iter_mut().zip(&outcome.ranks) {
        let halves: i64 = outcome
            .ranks
            .iter()
            .map(|&other| if other > rank { 2 } else { i64::from(other == rank) })
            .sum::<i64>()
            - 1;
        *value = if halves == 2 * others {
            WIN - i64::from(ply)
        } else if halves == 0 {
            i64::from(ply) - WIN
        } else {
            (halves - others) * PLACE / 2
        };
    }
    values
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
                    self.finished |= watch.elapsed_ms() >= most;
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

    fn views(&self) -> Option<Views> {
        Some(self.viewed())
    }
}
