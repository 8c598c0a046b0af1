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
//! A game that is over is a win for the seat that is first alone, a loss for one that no other is behind.
//! Between these it is worth this many of [`PLACE`] as places are gained over the middle.
//!
//! # What the candidates' scores are
//! For the seat that thinks. A candidate's terms are those at the end of its line, as in `alpha_beta`. The worth to every
//! seat stands beside it in [`Thinking::views`]: for max^n what the search found, for the others, who
//! look only at the one seat, what the heuristic says of the end of the line that is shown.

mod explain;

use super::deepening::{
    DEEPEST, Deepening, DeepeningOptions, LARGEST_VALUE, OPEN, Tried, Visit, WIN, Walk, branches,
    score_of,
};
use super::evaluate::Evaluate;
use super::explain::REPLIES_WITHOUT_TREE;
use super::table::Table;
use crate::base::rng::Rng;
use crate::contract::bot::{Bot, Budget, Thinking, Watch};
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList, Seat};
use crate::contract::thought::{Branch, Score, Thought, Views};

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

/// What a place is worth in a game that ended neither first nor last, in thousandths.
pub const PLACE: i64 = 1_000_000;

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
    best: Values,
    /// Whether any child has a value.
    any: bool,
    alpha: i64,
    beta: i64,
    /// Plies to look at below.
    depth: u32,
    /// What [`Deepening::estimated`] was for the frame above.
    estimated: bool,
    visit: Visit,
}

/// A search under way.
pub struct Search<G: Enumerable, E> {
    evaluate: E,
    settings: Settings,
    root: G,
    budget: Budget,
    rng: Rng,
    deepening: Deepening<G::Move, Values>,
    frames: Vec<Frame<G>>,
    /// Of values and bounds; max^n keeps only the best moves there.
    table: Table,
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
        let deepening_options = DeepeningOptions {
            deepest: DEEPEST,
            straight: false,
            bounded: settings.mode != Mode::MaxN,
            reorder: true,
            resist: true,
            scout: false,
            checks: false,
            skip: None,
        };
        Search {
            evaluate,
            settings,
            root: position.clone(),
            budget,
            deepening: Deepening::new(position, seat, budget, deepening_options, rng.clone()),
            rng,
            frames: Vec::new(),
            table: Table::new(settings.table),
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
            seat: 0,
            moves: MoveList::new(),
            choice: Choice::Free,
            next: 0,
            end: 0,
            best_at: 0,
            best: [0; MAX_SEATS],
            any: false,
            alpha: 0,
            beta: 0,
            depth: 0,
            estimated: false,
            visit: Visit::default(),
        });
        self.deepening.below.push(Vec::new());
    }

    /// The heuristic's values of a position that is not over.
    fn estimate(&self, position: &G) -> Values {
        let mut values = [0; MAX_SEATS];
        match self.settings.mode {
            Mode::MaxN => {
                let seats = position.seats().min(MAX_SEATS);
                self.evaluate.values(position, &mut values[..seats]);
                values.iter_mut().for_each(|value| {
                    *value = (*value).clamp(-LARGEST_VALUE, LARGEST_VALUE);
                });
            }
            Mode::Paranoid | Mode::BestReply => {
                values[self.deepening.seat] = self.value(position, self.deepening.seat);
            }
        }
        values
    }

    #[inline]
    fn value(&self, position: &G, seat: Seat) -> i64 {
        self.evaluate.value(position, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE)
    }

    /// Begins to look at the moves of frame `n`, whose position is set, with this many plies to look at; its
    /// value, if that is known without looking.
    fn open(
        &mut self,
        n: usize,
        (alpha, beta): (i64, i64),
        depth: u32,
        choice: Choice,
    ) -> Option<Values> {
        let seat = self.deepening.seat;
        let frame = &mut self.frames[n];
        self.deepening.below[n].clear();
        if frame.position.to_act().is_empty() {
            return Some(ended(&frame.position, n as u32 + 1));
        }
        if depth == 0 {
            self.deepening.estimated = true;
            return Some(self.estimate(&self.frames[n].position));
        }
        frame.position.legal_moves(&mut frame.moves);
        self.evaluate.order(&frame.position, &mut frame.moves);
        frame.seat = frame.position.mover();
        frame.choice = match self.settings.mode {
            Mode::BestReply if frame.seat != seat => choice,
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
        frame.any = false;
        frame.alpha = alpha;
        frame.beta = beta;
        frame.depth = depth;
        // A seat whose choice is gone is not the same as one that may still choose.
        let hash = frame.position.hash() ^ (u64::from(frame.choice == Choice::Reply) << 63);
        frame.visit = Visit::new(hash, (alpha, beta));
        if frame.choice == Choice::Special {
            frame.estimated = std::mem::take(&mut self.deepening.estimated);
            return None;
        }
        if let Some(entry) = self.table.get(hash) {
            if self.settings.mode != Mode::MaxN
                && let Some(value) = frame.visit.known_value(entry, n, depth)
            {
                self.deepening.estimated |= entry.estimated && value.abs() <= LARGEST_VALUE;
                let mut values = [0; MAX_SEATS];
                values[seat] = value;
                return Some(values);
            }
            // The special move has to stay the first.
            if frame.choice == Choice::Free {
                frame.visit.put_first(entry.best, &mut frame.moves);
            }
        }
        frame.estimated = std::mem::take(&mut self.deepening.estimated);
        if self.deepening.notes() {
            self.deepening.opened(n, self.frames[n].position.hash(), depth);
        }
        None
    }

    /// Notes what came of the move that frame `n` tried last; `exact` where that does not hang on the window.
    #[cold]
    #[inline(never)]
    fn note(&mut self, n: usize, values: &Values, left: u32, (exact, inner): (bool, bool)) {
        let frame = &self.frames[n];
        let max_n = self.settings.mode == Mode::MaxN;
        let value = values[if max_n { frame.seat } else { self.deepening.seat }];
        let window = if exact || max_n { OPEN } else { (frame.alpha, frame.beta) };
        let Some(mv) = frame.moves.get(frame.next - 1).cloned() else { return };
        self.deepening.tried(n, Tried { mv, value, window, left, inner, nodes: 0 });
    }

    /// Frame `n` learns the values of the child that it tried last.
    fn take(&mut self, n: usize, values: &Values) {
        let max_n = self.settings.mode == Mode::MaxN;
        let frame = &mut self.frames[n];
        let seat = self.deepening.seat;
        let whose = if max_n { frame.seat } else { seat };
        let maximises = max_n || frame.seat == seat;
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
            self.deepening.follow(n, &frame.moves[frame.best_at]);
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
        let whose = if self.settings.mode == Mode::MaxN { frame.seat } else { self.deepening.seat };
        let value = (frame.best[whose], self.deepening.estimated);
        frame.visit.note(&mut self.table, n, value, frame.depth, frame.best_at);
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

/// The same as scores.
pub fn scores_of_end<G: Enumerable>(position: &G, ply: u32) -> Vec<Score> {
    let values = ended(position, ply);
    values.iter().take(position.seats()).map(|&value| score_of(value, true)).collect()
}

impl<G: Enumerable, E: Evaluate<G>> Walk for Search<G, E> {
    type Move = G::Move;
    type RootValue = Values;

    fn deepening(&mut self) -> &mut Deepening<G::Move, Values> {
        &mut self.deepening
    }

    fn enter(&mut self) -> Option<Values> {
        self.grow(0);
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.root);
        frame.position.play_unchecked(self.deepening.next());
        self.open(0, self.deepening.window(), self.deepening.depth - 1, Choice::Reply)
    }

    fn resistance(&self, mv: &G::Move, _at_once: bool) -> (i64, i64) {
        let mut next = self.root.clone();
        next.play_unchecked(mv);
        if next.to_act().is_empty() {
            return (i64::MAX, 0);
        }
        (0, -self.value(&next, self.deepening.seat))
    }

    fn walk(&mut self, until: u64) -> Option<Values> {
        loop {
            let top = self.deepening.height - 1;
            let frame = &self.frames[top];
            let won = self.settings.mode == Mode::MaxN
                && frame.any
                && frame.best[frame.seat] > LARGEST_VALUE;
            let cut = self.settings.mode != Mode::MaxN && frame.alpha >= frame.beta;
            if won || cut || frame.next == frame.end {
                let (values, estimated) = (frame.best, frame.estimated);
                self.store(top);
                self.deepening.estimated |= estimated;
                self.deepening.height = top;
                if self.deepening.notes() {
                    self.deepening.closed(top);
                    if top > 0 {
                        self.note(top - 1, &values, self.frames[top].depth, (false, true));
                    }
                }
                if top == 0 {
                    return Some(values);
                }
                self.take(top - 1, &values);
                continue;
            }
            if self.deepening.nodes >= until {
                return None;
            }
            self.deepening.nodes += 1;
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
            if frame.choice == Choice::Reply && special && (over || on == self.deepening.seat) {
                // No seat is left to choose after it, so it was among the free choices.
                continue;
            }
            let depth = frame.depth - u32::from(!special);
            let window = (frame.alpha, frame.beta);
            match self.open(top + 1, window, depth, choice) {
                Some(values) => {
                    if self.deepening.notes() {
                        let leaf = over || depth == 0;
                        self.note(top, &values, depth, (leaf, !leaf));
                    }
                    self.take(top, &values);
                }
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

    fn choice_only(&self) -> Thought<G::Move> {
        self.explained(true)
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.deepening.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.deepening.nodes - self.nodes()
    }

    fn views(&self) -> Option<Views> {
        Some(self.viewed())
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let seat = self.deepening.seat;
        let Search { settings, root, budget, .. } = self;
        let again =
            || Search::new(self.evaluate.fresh(), *settings, root, seat, *budget, self.rng.clone());
        let whose = |position: &G| match settings.mode {
            Mode::MaxN => position.mover(),
            Mode::Paranoid | Mode::BestReply => seat,
        };
        match settings.mode {
            Mode::BestReply => Err(REPLIES_WITHOUT_TREE),
            Mode::Paranoid | Mode::MaxN => branches(&self.deepening, root, path, again, whose),
        }
    }
}
