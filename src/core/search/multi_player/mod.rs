//! Searches for games of two to eight seats whose legal moves can be listed: paranoid search, max^n and
//! best reply search. They share one walk through the tree, one move ordering, iterative deepening
//! and a transposition table. This module knows no game.
//!
//! # The three searches
//! - **Paranoid** (Sturtevant and Korf, *On pruning techniques for multi-player games*, 2000): all others
//!   are assumed to play against the searching seat. So there are two sides, and alpha-beta holds.
//! - **Max^n** (Luckhardt and Irani, *An algorithmic solution of n-person games*, 1986): every seat plays
//!   for itself. A value is a number for each seat. The only safe pruning is after an immediate
//!   win.
//! - **Best reply** (Schadd and Winands, *Best reply search for multiplayer games*, 2011), in the form
//!   BRS+ (Esser, Gras, Winands, Schadd and Lanctot, *Improving best-reply search*, 2013): between two
//!   moves of the searching seat only one of the others, the one with the most harmful reply, moves freely. The
//!   rest make a *special move*, the first in the heuristic's order, so that every position can occur in a
//!   game. Special moves cost no depth, so the search covers more of its own moves than the others.
//!
//! # The walk
//! As in `alpha_beta`, the search walks the tree with an explicit stack, so that it can pause after
//! any node and resume, and never exceeds a budget in nodes. A node is a position reached by a
//! move of the search. Nothing is allocated inside a node once the stack has reached its full depth.
//!
//! # Finished games
//! A finished game is a win for a seat that is first alone, and a loss for a seat that is last alone.
//! Other results are worth [`PLACE`] for each place above the middle.
//!
//! # Scores of the candidates
//! Scores are for the searching seat. A candidate's terms are those at the end of its line, as in `alpha_beta`. The values for
//! every seat are in [`Search::views`]: for max^n the result of the search, for the other two, which
//! evaluate only one seat, the heuristic's values at the end of the shown line.

mod explain;

use super::deepening::{
    DEEPEST, Deepening, DeepeningOptions, LARGEST_VALUE, OPEN, Tried, Visit, WIN, Walk, branches,
    contributions, score_of, window_scores,
};
use super::evaluate::Evaluate;
use super::explain::REPLIES_WITHOUT_TREE;
use super::table::Table;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Branch, Score, Views};
use crate::contract::bot::{Bot, Budget, Clock, Search};
use crate::contract::film::{Film, Kind, MovePath, Variation, What};
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList, Seat};

/// What a search assumes about the other seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All others play against the searching seat.
    Paranoid,
    /// Every seat plays for itself.
    MaxN,
    /// One of the others replies freely; the rest make their special moves.
    BestReply,
}

/// Settings of a [`MultiPlayer`] bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The search algorithm.
    pub mode: Mode,
    /// Number of entries of the transposition table, as a power of 2.
    pub table: u32,
    /// Prune, except in max^n, where only a win ends the search of a position.
    pub prune: bool,
    /// Search the probably best moves of a position first, by the heuristic and the table.
    pub ordered: bool,
}

impl Settings {
    /// A search with this mode and size of the table.
    pub const fn new(mode: Mode, table: u32) -> Settings {
        Settings { mode, table, prune: true, ordered: true }
    }
}

/// Value of one place in a game that ended neither first nor last, in thousandths.
pub const PLACE: i64 = 1_000_000;

/// A bot with one of these searches. It deepens ply by ply and uses the last completed depth.
#[derive(Clone, Debug)]
pub struct MultiPlayer<E> {
    evaluate: E,
    settings: Settings,
}

impl<E> MultiPlayer<E> {
    /// A bot that evaluates its leaves with `evaluate`.
    pub fn new(evaluate: E, settings: Settings) -> Self {
        MultiPlayer { evaluate, settings }
    }
}

impl<G: Enumerable, E: Evaluate<G>> Bot<G> for MultiPlayer<E> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Search<G>> {
        Box::new(MultiPlayerSearch::new(
            self.evaluate.clone(),
            self.settings,
            position,
            seat,
            budget,
            rng,
        ))
    }
}

/// The value of a position: for every seat in max^n, else for the searching seat, at its own index.
type Values = [i64; MAX_SEATS];

/// The moves allowed in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Any move.
    Free,
    /// Any move, or the special move, after which another seat may choose.
    Reply,
    /// The special move only: another seat has already chosen.
    Special,
}

/// A position on the current path.
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
    /// Whether any child has a value yet.
    any: bool,
    alpha: i64,
    beta: i64,
    /// Remaining search depth.
    depth: u32,
    /// [`Deepening::estimated`] of the frame above.
    estimated: bool,
    visit: Visit,
}

impl<G: Enumerable> Frame<G> {
    /// The move that is being searched.
    fn latest(&self) -> Option<&G::Move> {
        let at = self.next.checked_sub(1)?;
        // The special move is the first.
        self.moves.get(if at < self.moves.len() { at } else { 0 })
    }
}

/// A search in progress, which can pause after any node.
pub struct MultiPlayerSearch<G: Enumerable, E> {
    evaluate: E,
    settings: Settings,
    deepening: Deepening<G, Values>,
    frames: Vec<Frame<G>>,
    /// Stores values and bounds; for max^n only the best moves.
    table: Table,
}

impl<G: Enumerable, E: Evaluate<G>> MultiPlayerSearch<G, E> {
    /// Prepares a search; visits no node yet.
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
            bounded: settings.mode != Mode::MaxN && settings.prune,
            reorder: settings.ordered,
            resist: true,
            ..DeepeningOptions::default()
        };
        MultiPlayerSearch {
            evaluate,
            settings,
            deepening: Deepening::new(position, seat, budget, deepening_options, rng),
            frames: Vec::new(),
            table: Table::new(settings.table),
        }
    }

    /// Ensures that frame `n` and a line below it exist.
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
            position: self.deepening.root.clone(),
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

    /// The heuristic's values of an unfinished game's position.
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
                let seat = self.deepening.seat;
                values[seat] = self.evaluate.estimate(position, seat);
            }
        }
        values
    }

    /// Starts the moves of frame `n`, whose position is set, with this search depth; returns its
    /// value if it is known without a search.
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
        if self.settings.ordered {
            self.evaluate.order(&frame.position, &mut frame.moves);
        }
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
        // The same position has another value after the free choice than before it.
        let hash = frame.position.hash() ^ (u64::from(frame.choice == Choice::Reply) << 63);
        frame.visit = Visit::new(hash, (alpha, beta));
        if frame.choice == Choice::Special {
            frame.estimated = std::mem::take(&mut self.deepening.estimated);
            if self.deepening.notes() {
                self.opened(n, depth);
            }
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
            // The special move must remain the first.
            if frame.choice == Choice::Free && self.settings.ordered {
                frame.visit.put_first(entry.best, &mut frame.moves);
            }
        }
        frame.estimated = std::mem::take(&mut self.deepening.estimated);
        if self.deepening.notes() {
            self.opened(n, depth);
        }
        None
    }

    #[cold]
    #[inline(never)]
    fn opened(&mut self, n: usize, left: u32) {
        self.deepening.opened(n, self.frames[n].position.hash(), left);
        self.record(Kind::Enter, n, |search| {
            let frame = &search.frames[n];
            let window = window_scores((frame.alpha, frame.beta));
            What::Enter { window, left, moves: frame.end }
        });
    }

    /// Records an event at the position of frame `n`, if there is a film.
    fn record(&mut self, kind: Kind, n: usize, make: impl FnOnce(&Self) -> What) {
        let Some(mut film) = self.deepening.take_film() else { return };
        film.record(kind, false, || {
            let below = self.frames[..n].iter().filter_map(Frame::latest);
            let line = MovePath::from_moves(std::iter::once(self.deepening.next()).chain(below));
            (line, make(self))
        });
        self.deepening.put_film(film);
    }

    /// The seat by whose values the move to the position of frame `n` is chosen.
    fn seat_of_values(&self, n: usize) -> Seat {
        match self.settings.mode {
            Mode::MaxN if n > 0 => self.frames[n - 1].seat,
            _ => self.deepening.seat,
        }
    }

    /// The value of the position of frame `n` for that seat.
    fn score_at(&self, n: usize, values: &Values) -> Score {
        score_of(values[self.seat_of_values(n)], true)
    }

    /// Records that the value of frame `n`'s position is known without a search of its moves.
    #[cold]
    #[inline(never)]
    fn record_known(&mut self, n: usize, values: &Values, left: u32) {
        let value = self.score_at(n, values);
        let over = self.frames[n].position.to_act().is_empty();
        if left > 0 && !over {
            return self.record(Kind::Table, n, |_| What::Table { value });
        }
        self.record(Kind::Leaf, n, |search| {
            let position = &search.frames[n].position;
            let terms = match over {
                true => Vec::new(),
                false => contributions(&search.evaluate, position, search.seat_of_values(n)),
            };
            What::Leaf { value, terms }
        });
    }

    /// Records that frame `n` is finished.
    fn record_return(&mut self, n: usize, values: &Values, cut: bool) {
        let value = self.score_at(n, values);
        let frame = &self.frames[n];
        let skipped = frame.end - frame.next;
        if cut && skipped > 0 {
            let mine = frame.seat == self.deepening.seat;
            let bound = if mine { frame.beta } else { frame.alpha };
            let max_n = self.settings.mode == Mode::MaxN;
            let bound = window_scores((bound, bound))[0].filter(|_| !max_n);
            self.deepening.spare(skipped);
            self.record(Kind::Cut, n, |_| What::Cut { value, bound, skipped });
        }
        self.record(Kind::Return, n, |_| What::Return { value });
    }

    /// Records the result of the last move of frame `n`; `exact` if it does not depend on the window.
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

    /// Passes the values of the last child to frame `n`.
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
        if self.deepening.notes() {
            self.record(Kind::Best, n + 1, |search| What::Best {
                value: search.score_at(n + 1, values),
            });
        }
        let frame = &mut self.frames[n];
        let at = frame.next - 1;
        frame.best_at = if at < frame.moves.len() { at } else { 0 };
        if max_n || (frame.alpha < value && value < frame.beta) {
            self.deepening.follow(n, &frame.moves[frame.best_at]);
        }
        if !max_n && self.settings.prune {
            if maximises {
                frame.alpha = frame.alpha.max(value);
            } else {
                frame.beta = frame.beta.min(value);
            }
        }
    }

    /// Stores the result of frame `n` in the transposition table.
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

/// The value of a game that ended after `ply` plies, for every seat.
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

/// The value of such a game for every seat, as scores.
pub fn scores_of_end<G: Enumerable>(position: &G, ply: u32) -> Vec<Score> {
    let values = ended(position, ply);
    values.iter().take(position.seats()).map(|&value| score_of(value, true)).collect()
}

impl<G: Enumerable, E: Evaluate<G>> Walk for MultiPlayerSearch<G, E> {
    type Game = G;
    type RootValue = Values;

    fn deepening(&mut self) -> &mut Deepening<G, Values> {
        &mut self.deepening
    }

    fn enter(&mut self) -> Option<Values> {
        self.grow(0);
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.deepening.root);
        frame.position.play_unchecked(self.deepening.next());
        self.open(0, self.deepening.window(), self.deepening.depth - 1, Choice::Reply)
    }

    fn entered(&mut self, worth: Values) {
        let left = self.deepening.depth - 1;
        self.record_known(0, &worth, left);
    }

    fn resistance(&self, mv: &G::Move, _at_once: bool) -> (i64, i64) {
        let next = self.deepening.root.played(mv);
        if next.to_act().is_empty() {
            return (i64::MAX, 0);
        }
        (0, -self.evaluate.estimate(&next, self.deepening.seat))
    }

    fn walk(&mut self, until: u64) -> Option<Values> {
        loop {
            let top = self.deepening.height - 1;
            let frame = &self.frames[top];
            let won = self.settings.mode == Mode::MaxN
                && self.settings.prune
                && frame.any
                && frame.best[frame.seat] > LARGEST_VALUE;
            let cut = self.settings.mode != Mode::MaxN
                && self.settings.prune
                && frame.alpha >= frame.beta;
            if won || cut || frame.next == frame.end {
                let (values, estimated) = (frame.best, frame.estimated);
                self.store(top);
                self.deepening.estimated |= estimated;
                self.deepening.height = top;
                if self.deepening.notes() {
                    self.deepening.closed(top);
                    self.record_return(top, &values, won || cut);
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
            // The special move is the first, and costs no depth.
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
                // No seat can choose after it, so the free choices include it.
                continue;
            }
            let depth = frame.depth - u32::from(!special);
            let window = (frame.alpha, frame.beta);
            match self.open(top + 1, window, depth, choice) {
                Some(values) => {
                    if self.deepening.notes() {
                        let leaf = over || depth == 0;
                        self.record_known(top + 1, &values, depth);
                        self.note(top, &values, depth, (leaf, !leaf));
                    }
                    self.take(top, &values);
                }
                None => self.deepening.height += 1,
            }
        }
    }
}

impl<G: Enumerable, E: Evaluate<G>> Search<G> for MultiPlayerSearch<G, E> {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.deepen(slice, watch)
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.explained(false)
    }

    fn choice_only(&self) -> Analysis<G::Move> {
        self.explained(true)
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.deepening.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.deepening.nodes - self.deepening.nodes_to_decide()
    }

    fn views(&self) -> Option<Views> {
        Some(self.viewed())
    }

    fn observe(&mut self, variation: Variation) {
        let Settings { prune, ordered, .. } = self.settings;
        let settings = Settings {
            prune: prune && !variation.no_cuts,
            ordered: ordered && !variation.unordered,
            ..self.settings
        };
        if settings != self.settings {
            let (root, seat, budget, rng) = self.deepening.beginning();
            *self =
                MultiPlayerSearch::new(self.evaluate.clone(), settings, &root, seat, budget, rng);
        }
        self.deepening.observe(self.settings.mode == Mode::MaxN);
    }

    fn film(&self) -> Option<&Film> {
        self.deepening.film()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let again = |root: &G, seat, budget, rng| {
            MultiPlayerSearch::new(self.evaluate.fresh(), self.settings, root, seat, budget, rng)
        };
        let whose = |position: &G| match self.settings.mode {
            Mode::MaxN => position.mover(),
            Mode::Paranoid | Mode::BestReply => self.deepening.seat,
        };
        match self.settings.mode {
            Mode::BestReply => Err(REPLIES_WITHOUT_TREE),
            Mode::Paranoid | Mode::MaxN => branches(&self.deepening, path, again, whose),
        }
    }
}
