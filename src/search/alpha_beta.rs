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
//! choice, and looks no further; their score is an upper bound, and says so. [`Thinking::show`] asks for the exact
//! ones of the best few: they are looked at again once the choice has been made.

mod explain;

use super::deepening::{DEEPEST, Deepening, INFINITY, LARGEST_VALUE, Manner, Visit, WIN, Walk};
use super::evaluate::{Ending, Evaluate};
use super::table::Table;
use crate::bot::{Bot, Budget, SLICE, Thinking, Watch};
use crate::game::{Enumerable, MoveList, Seat};
use crate::rng::Rng;
use crate::thought::Thought;

pub use super::deepening::LOOK_AHEAD;

/// What to do when every move loses by force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lost {
    /// Play the move that holds out longest; of several the one that leaves the fewest ways to win at once,
    /// then the one that the heuristic likes best.
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
    /// Show the exact score of every candidate; see [`Thinking::show`].
    pub exact: bool,
    /// What to do when every move loses.
    pub lost: Lost,
}

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
        let settings = Settings { exact: false, ..self.settings };
        let mut search = Search::new(self.evaluate.clone(), settings, position, seat, budget, rng);
        while !search.advance(SLICE, watch) && !watch.stop() {}
        search.choice()
    }
}

#[inline]
fn ended(ending: Option<Ending>, ply: u32) -> i64 {
    match ending {
        Some(Ending::Won) => WIN - i64::from(ply),
        Some(Ending::Lost) => i64::from(ply) - WIN,
        _ => 0,
    }
}

/// A position on the way down.
struct Frame<G: Enumerable> {
    position: G,
    moves: MoveList<G::Move>,
    next: usize,
    /// The place in `moves` of the best one so far.
    best_at: usize,
    best: i64,
    alpha: i64,
    beta: i64,
    maximises: bool,
    /// What [`Deepening::estimated`] was for the frame above.
    estimated: bool,
    visit: Visit,
}

/// A search under way.
pub struct Search<G: Enumerable, E> {
    evaluate: E,
    settings: Settings,
    root: G,
    deepening: Deepening<G::Move, i64>,
    /// `frames[n]` is n + 1 plies below the root; only as many are in use as the walk is high.
    frames: Vec<Frame<G>>,
    table: Option<Table>,
}

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// Prepares to search; nothing is looked at yet.
    pub fn new(
        evaluate: E,
        settings: Settings,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Self {
        let manner = Manner {
            deepest: settings.depth,
            // Minimax told how deep to look gains nothing from shallower looks.
            straight: !settings.prune
                && (matches!(budget, Budget::Depth(_)) || settings.depth < DEEPEST),
            bounded: settings.prune,
            reorder: settings.reorder,
            resist: settings.lost == Lost::Resist,
        };
        // One ply is as many nodes as there are moves: no search that could be cut.
        let budget = if settings.depth == 1 { Budget::Depth(1) } else { budget };
        let mut deepening = Deepening::new(position, seat, budget, manner, rng);
        if settings.exact {
            deepening.show(usize::MAX);
        }
        Search {
            evaluate,
            settings,
            root: position.clone(),
            deepening,
            frames: Vec::new(),
            table: settings.table.map(Table::new),
        }
    }

    /// Nodes visited so far to make the choice.
    pub fn nodes(&self) -> u64 {
        self.deepening.nodes_to_decide()
    }

    /// Makes sure that there is a frame number `n` and a line below it.
    #[inline(always)]
    fn grow(&mut self, n: usize) {
        if self.frames.len() <= n {
            self.add_frame();
        }
    }

    #[cold]
    #[inline(never)]
    fn add_frame(&mut self) {
        self.frames.push(Frame {
            position: self.root.clone(),
            moves: MoveList::new(),
            next: 0,
            best_at: 0,
            best: 0,
            alpha: 0,
            beta: 0,
            maximises: false,
            estimated: false,
            visit: Visit::default(),
        });
        self.deepening.below.push(Vec::new());
    }

    /// The value of frame `n`'s position as a leaf. Like the other steps of the walk it is written out where
    /// it is used: as a call it would hand its result over in memory.
    #[inline(always)]
    fn leaf(&mut self, n: usize) -> i64 {
        let position = &self.frames[n].position;
        let seat = self.deepening.seat;
        match self.evaluate.ending(position, seat) {
            None => {
                self.deepening.estimated = true;
                self.evaluate.value(position, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE)
            }
            ending => ended(ending, n as u32 + 1),
        }
    }

    /// Begins to look at the moves of frame `n`, whose position is set; its value, if that is known
    /// without looking.
    #[inline(always)]
    fn open(&mut self, n: usize, alpha: i64, beta: i64) -> Option<i64> {
        let seat = self.deepening.seat;
        let frame = &mut self.frames[n];
        self.deepening.below[n].clear();
        frame.position.legal_moves(&mut frame.moves);
        if frame.moves.is_empty() {
            return Some(ended(self.evaluate.ending(&frame.position, seat), n as u32 + 1));
        }
        self.evaluate.order(&frame.position, &mut frame.moves);
        frame.maximises = frame.position.mover() == seat;
        frame.next = 0;
        frame.best_at = 0;
        frame.best = if frame.maximises { -INFINITY } else { INFINITY };
        frame.alpha = alpha;
        frame.beta = beta;
        if let Some(table) = &self.table {
            frame.visit = Visit::new(frame.position.hash(), (alpha, beta));
            if let Some(entry) = table.get(frame.visit.hash) {
                let depth = self.deepening.depth - 1 - n as u32;
                if let Some(value) = frame.visit.told(entry, n, depth) {
                    self.deepening.estimated |= entry.estimated && value.abs() <= LARGEST_VALUE;
                    return Some(value);
                }
                frame.visit.put_first(entry.best, &mut frame.moves);
            }
        }
        frame.estimated = std::mem::take(&mut self.deepening.estimated);
        None
    }

    /// Frame `n` learns the value of the move that it tried last.
    #[inline(always)]
    fn take(&mut self, n: usize, value: i64) {
        let frame = &mut self.frames[n];
        let better = if frame.maximises { value > frame.best } else { value < frame.best };
        if !better {
            return;
        }
        frame.best = value;
        frame.best_at = frame.next - 1;
        if frame.alpha < value && value < frame.beta {
            self.deepening.follow(n, &frame.moves[frame.next - 1]);
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
        let depth = self.deepening.depth - 1 - n as u32;
        let value = (frame.best, self.deepening.estimated);
        frame.visit.note(table, n, value, depth, frame.best_at);
    }

    /// Where the chosen move is in `roots`.
    fn chosen(&self) -> Option<usize> {
        let all = &self.deepening;
        let chosen = all.chosen()?;
        let lost = all.seen(&all.roots[chosen]).is_some_and(|found| found.worth < -LARGEST_VALUE);
        if lost && self.settings.lost == Lost::Random {
            // The order was drawn at the start.
            return all.roots.iter().position(|root| all.seen(root).is_some());
        }
        Some(chosen)
    }

    /// The move it would play now.
    pub fn choice(&self) -> Option<G::Move> {
        self.chosen().map(|index| self.deepening.roots[index].mv.clone())
    }
}

impl<G: Enumerable, E: Evaluate<G>> Walk for Search<G, E> {
    type Move = G::Move;
    type Worth = i64;
    const CLOCK: u64 = 128;

    fn deepening(&mut self) -> &mut Deepening<G::Move, i64> {
        &mut self.deepening
    }

    fn enter(&mut self) -> Option<i64> {
        self.grow(0);
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.root);
        frame.position.play_unchecked(self.deepening.next());
        if self.deepening.depth == 1 {
            return Some(self.leaf(0));
        }
        let (alpha, beta) = self.deepening.window();
        self.open(0, alpha, beta)
    }

    fn resistance(&self, mv: &G::Move, at_once: bool) -> (i64, i64) {
        let seat = self.deepening.seat;
        let mut next = self.root.clone();
        next.play_unchecked(mv);
        if next.to_act().is_empty() {
            return (i64::MAX, 0);
        }
        let mut winning = 0;
        if at_once {
            let mut replies = MoveList::new();
            next.legal_moves(&mut replies);
            let wins = |reply: &&G::Move| {
                let mut end = next.clone();
                end.play_unchecked(reply);
                self.evaluate.ending(&end, seat) == Some(Ending::Lost)
            };
            winning = replies.iter().filter(wins).count() as i64;
        }
        (winning, -self.evaluate.value(&next, seat))
    }

    fn walk(&mut self, until: u64) -> Option<i64> {
        loop {
            let top = self.deepening.height - 1;
            let frame = &self.frames[top];
            let cut = self.settings.prune && frame.alpha >= frame.beta;
            if cut || frame.next == frame.moves.len() {
                let (value, estimated) = (frame.best, frame.estimated);
                self.store(top);
                self.deepening.estimated |= estimated;
                self.deepening.height = top;
                if top == 0 {
                    return Some(value);
                }
                self.take(top - 1, value);
                continue;
            }
            if self.deepening.nodes >= until {
                return None;
            }
            self.deepening.nodes += 1;
            self.grow(top + 1);
            let (upper, lower) = self.frames.split_at_mut(top + 1);
            let (frame, child) = (&mut upper[top], &mut lower[0]);
            child.position.clone_from(&frame.position);
            child.position.play_unchecked(&frame.moves[frame.next]);
            frame.next += 1;
            let (alpha, beta) = (frame.alpha, frame.beta);
            let value = if top as u32 + 2 == self.deepening.depth {
                self.deepening.below[top + 1].clear();
                Some(self.leaf(top + 1))
            } else {
                self.open(top + 1, alpha, beta)
            };
            match value {
                Some(value) => self.take(top, value),
                None => self.deepening.height += 1,
            }
        }
    }
}

impl<G: Enumerable, E: Evaluate<G>> Thinking<G> for Search<G, E> {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        self.deepen(slice, watch)
    }

    fn thought(&self) -> Thought<G::Move> {
        self.explained(false)
    }

    fn brief(&self) -> Thought<G::Move> {
        self.explained(true)
    }

    fn show(&mut self, lines: usize) {
        self.deepening.show(lines);
    }

    fn line_nodes(&self) -> u64 {
        self.deepening.nodes - self.nodes()
    }
}
