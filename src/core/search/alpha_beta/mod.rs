//! Alpha-beta with iterative deepening, and plain minimax, for any game of two sides whose legal moves
//! can be listed. This module knows no game.
//!
//! The search walks the tree with an explicit stack instead of recursion, so that it can pause
//! after any node and resume: a worker receives *stop* between two slices, and the same
//! nodes are visited in the same order for any slicing. A node is a position reached by a move of
//! the search; the root is not a node. Inside a node nothing is allocated once the stack has reached
//! its full depth.
//!
//! All seats other than the searching seat are assumed to play against it. The position defines the seat to move,
//! so seats need not alternate.
//!
//! # Scores of the candidates
//! A score is the evaluation of the last position of the candidate's line, and the terms are measured there. If a table
//! hit cut the line short, the line is played on until value and position agree. Alpha-beta proves of most candidates only
//! an upper bound, the score of the choice; they have no terms. [`Search::set_multi_pv`] requests exact
//! scores of the best few: they are searched again after the choice.
//!
//! # Scouting
//! [`Settings::scout`] selects principal variation search, for games of many moves: moves that are probably no better are
//! searched with a null window, late moves a ply or two less deep at first, and deeper if that fails high. The search then
//! reaches greater depths, but its result is only as good as the reduced searches: a bound holds within them, and lines that
//! are searched again after the choice never score more than it. Wins and losses remain proofs. If forward pruning may miss a
//! win of the opponent ([`Selective::wants_checks`]), a root move is checked before it becomes the best or is shown: four plies
//! without it. Near the end, where the budget may suffice ([`Selective::plies_left`]), no move is pruned forward or reduced.

mod explain;

use super::deepening::{
    DEEPEST, Deepening, DeepeningOptions, INFINITY, LARGEST_VALUE, LIKELY, OPEN, Tried, Visit, WIN,
    Walk, branches, contributions, score_of, window_scores,
};
use super::evaluate::Ending;
use super::forced_loss::Check;
use super::selective::{LookAhead, Selective, won_by};
use super::table::Table;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Branch, Candidate, Score};
use crate::contract::bot::{Bot, Budget, Clock, SLICE, Search};
use crate::contract::film::{Film, Kind, MovePath, Variation, What};
use crate::contract::game::{Enumerable, MoveList, Seat};

/// What to do when every move loses by force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lost {
    /// Play the move that delays the loss longest; among equals the move with the fewest immediate wins for the opponent,
    /// then the move with the best evaluation.
    #[default]
    Resist,
    /// Play any move, all with equal probability.
    Random,
}

/// Settings of an alpha-beta or minimax search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Prune with alpha-beta, which cannot change the choice. Otherwise minimax.
    pub prune: bool,
    /// Maximum search depth, for any budget.
    pub depth: u32,
    /// Number of entries of the transposition table, as a power of 2; `None` for no table.
    pub table: Option<u32>,
    /// Search the best moves of an iteration first in the next iteration. Otherwise the random order of the
    /// start remains.
    pub reorder: bool,
    /// Search the probably best moves of a position first, by the heuristic, the table and earlier cutoffs.
    pub ordered: bool,
    /// Show the exact score of every candidate; see [`Search::set_multi_pv`].
    pub exact: bool,
    /// What to do when every move loses.
    pub lost: Lost,
    /// Principal variation search: all moves of a position except the first are searched with a null window first, late moves
    /// less deep at first (late move reductions), with killer moves and the history of cutoffs in the move order; and a depth
    /// that the budget cuts short counts with its partial results.
    pub scout: bool,
    /// With `scout`: number of plies of quiescence search for moves that change the value a lot; see [`Selective::unquiet`].
    pub quiesce: u32,
}

impl Settings {
    /// Alpha-beta without a table and in random order.
    pub const ALPHA_BETA: Settings = Settings {
        prune: true,
        depth: DEEPEST,
        table: None,
        reorder: false,
        ordered: true,
        exact: false,
        lost: Lost::Resist,
        scout: false,
        quiesce: 0,
    };

    /// As [`Settings::ALPHA_BETA`], but without pruning.
    pub const MINIMAX: Settings = Settings { prune: false, ..Settings::ALPHA_BETA };
}

/// A bot that searches ahead. With a budget in nodes or milliseconds it deepens ply by ply and uses
/// the last completed depth; with a budget in plies, alpha-beta deepens up to that depth and minimax
/// searches it directly.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    evaluate: E,
    settings: Settings,
}

impl<E> AlphaBeta<E> {
    /// A bot that evaluates its leaves with `evaluate`.
    pub fn new(evaluate: E, settings: Settings) -> Self {
        AlphaBeta { evaluate, settings }
    }
}

impl<G: Enumerable, E: Selective<G>> Bot<G> for AlphaBeta<E> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Search<G>> {
        Box::new(AlphaBetaSearch::new(
            self.evaluate.clone(),
            self.settings,
            position,
            seat,
            budget,
            rng,
        ))
    }

    fn choose(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<G::Move> {
        let settings = Settings { exact: false, ..self.settings };
        let mut search =
            AlphaBetaSearch::new(self.evaluate.clone(), settings, position, seat, budget, rng);
        while !search.advance(SLICE, watch) && !watch.stop() {}
        search.chosen().map(|index| search.deepening.roots[index].mv.clone())
    }
}

/// Number of moves that the history distinguishes.
const HISTORY: usize = 1 << 12;
/// Number of moves that the history moves to the front.
const FROM_HISTORY: usize = 4;
/// Moves of a position from this index on are reduced by one ply at first.
const LATE: u32 = 4;
/// Moves after this index are reduced by two plies.
const LATER: u32 = 12;

/// How a frame searches its current move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    /// At full depth, for its value.
    Full,
    /// At full depth, with a null window.
    Scout,
    /// At reduced depth, with a null window.
    Reduced,
}

/// Value of a finished game for `seat`.
#[inline]
fn end<G: Enumerable, E: Selective<G>>(
    evaluate: &E,
    position: &G,
    seat: Seat,
    ending: Option<Ending>,
    ply: u32,
) -> i64 {
    match (evaluate.margin(position, seat), ending) {
        (Some(margin), _) => won_by(margin),
        (None, Some(Ending::Won)) => WIN - i64::from(ply),
        (None, Some(Ending::Lost)) => i64::from(ply) - WIN,
        (None, _) => 0,
    }
}

/// A position on the current path.
struct Frame<G: Enumerable> {
    position: G,
    moves: MoveList<G::Move>,
    next: usize,
    /// Index in `moves` of the best move so far.
    best_at: usize,
    best: i64,
    alpha: i64,
    beta: i64,
    maximises: bool,
    /// Remaining search depth.
    left: u32,
    /// Plies of quiescence search, which examines loud moves only; 0 above it.
    beyond: u32,
    /// How the move before `next` is searched.
    trial: Trial,
    /// Whether forward pruning removed moves, so that no win or loss is proven.
    cut_short: bool,
    /// Whether the move is to be searched again, in the mode of `trial`.
    again: bool,
    /// Killer moves: the numbers of the last two moves that caused a cutoff at this ply.
    killers: [u16; 2],
    /// [`Deepening::estimated`] of the frame above.
    estimated: bool,
    /// Whether the results of its moves are recorded. Together with `trial` this costs one test per move, so that a search
    /// that records nothing loses no time.
    noted: bool,
    /// Whether the heuristic searched the position itself ([`Selective::solve`]), if that is to be recorded.
    quick: bool,
    visit: Visit,
}

impl<G: Enumerable> Frame<G> {
    /// Chooses how the move before `next` is searched, unless that is already set; returns the reduction in plies.
    #[inline]
    fn tries(&mut self, whole: bool) -> u32 {
        if self.again {
            self.again = false;
            return 0;
        }
        let at = self.next as u32 - 1;
        let wide = self.beta - self.alpha > 1;
        let less = match at {
            LATE.. if self.left >= 3 && !whole => self.reduction(),
            _ => 0,
        };
        self.trial = match less {
            1.. => Trial::Reduced,
            _ if at > 0 && wide => Trial::Scout,
            _ => Trial::Full,
        };
        less
    }

    /// Reduction in plies of a late move before `next`.
    fn reduction(&self) -> u32 {
        1 + u32::from(self.next as u32 > LATER && self.left > 4)
    }
}

/// A search in progress, which can pause after any node.
pub struct AlphaBetaSearch<G: Enumerable, E> {
    evaluate: E,
    settings: Settings,
    deepening: Deepening<G, i64>,
    /// `frames[n]` is n + 1 plies below the root; only the frames of the current path are in use.
    frames: Vec<Frame<G>>,
    table: Option<Table>,
    /// Whether forward pruning and reductions are off, because the search may reach the end of the game.
    whole: bool,
    /// Weighted number of cutoffs by side and move number; empty if unused.
    history: Vec<u32>,
}

impl<G: Enumerable, E: Selective<G>> AlphaBetaSearch<G, E> {
    /// Prepares a search; visits no node yet.
    pub fn new(
        evaluate: E,
        settings: Settings,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Self {
        let whole = settings.scout && evaluate.may_reach_end(position, budget);
        let deepening_options = DeepeningOptions {
            deepest: settings.depth,
            // Minimax with a fixed depth gains nothing from shallower iterations.
            straight: !settings.prune
                && (matches!(budget, Budget::Depth(_)) || settings.depth < DEEPEST),
            bounded: settings.prune,
            reorder: settings.reorder,
            resist: settings.lost == Lost::Resist,
            scout: settings.scout,
            skip: whole.then(|| (evaluate.solves_from(position), evaluate.plies_left(position))),
            checks: settings.scout && !whole && evaluate.wants_checks(position, seat),
        };
        // One ply has as many nodes as moves, so a budget would not shorten it.
        let budget = if settings.depth == 1 { Budget::Depth(1) } else { budget };
        let mut deepening = Deepening::new(position, seat, budget, deepening_options, rng);
        if settings.exact {
            deepening.set_multi_pv(usize::MAX);
        }
        AlphaBetaSearch {
            evaluate,
            settings,
            deepening,
            frames: Vec::new(),
            table: settings.table.map(Table::new),
            whole,
            history: if settings.scout { vec![0; 2 * HISTORY] } else { Vec::new() },
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
            moves: MoveList::new(),
            next: 0,
            best_at: 0,
            best: 0,
            alpha: 0,
            beta: 0,
            maximises: false,
            left: 0,
            beyond: 0,
            trial: Trial::Full,
            cut_short: false,
            again: false,
            killers: [0; 2],
            estimated: false,
            noted: false,
            quick: false,
            visit: Visit::default(),
        });
        self.deepening.below.push(Vec::new());
    }

    /// The value of frame `n`'s position as a leaf. Like the other steps of the walk it is inlined, because
    /// a call would return its result through memory.
    #[inline(always)]
    fn leaf(&mut self, n: usize) -> i64 {
        let position = &self.frames[n].position;
        let seat = self.deepening.seat;
        match self.evaluate.ending(position, seat) {
            None => {
                self.deepening.estimated = true;
                self.evaluate.estimate(position, seat)
            }
            ending => end(&self.evaluate, position, seat, ending, n as u32 + 1),
        }
    }

    /// Starts the moves of frame `n`, whose position is set; returns its value if it is known
    /// without a search.
    #[inline(always)]
    fn open(&mut self, n: usize, (alpha, beta): (i64, i64), left: u32) -> Option<i64> {
        let seat = self.deepening.seat;
        let frame = &mut self.frames[n];
        self.deepening.below[n].clear();
        frame.position.legal_moves(&mut frame.moves);
        if frame.moves.is_empty() {
            let ending = self.evaluate.ending(&frame.position, seat);
            return Some(end(&self.evaluate, &frame.position, seat, ending, n as u32 + 1));
        }
        if self.settings.ordered {
            self.evaluate.order(&frame.position, &mut frame.moves);
        }
        frame.cut_short = false;
        if self.settings.scout && !self.whole {
            let few = self.evaluate.search_width(&frame.position, &frame.moves);
            frame.cut_short = few < frame.moves.len();
            frame.moves.truncate(few);
        }
        frame.maximises = frame.position.mover() == seat;
        frame.left = left;
        frame.beyond = 0;
        frame.again = false;
        frame.next = 0;
        frame.best_at = 0;
        frame.best = if frame.maximises { -INFINITY } else { INFINITY };
        frame.alpha = alpha;
        frame.beta = beta;
        let mut first = None;
        if let Some(table) = &self.table {
            frame.visit = Visit::new(frame.position.hash(), (alpha, beta));
            if let Some(entry) = table.get(frame.visit.hash) {
                let scout = self.settings.scout;
                let depth = if scout { left.max(entry.depth.into()) } else { left };
                if let Some(value) = frame.visit.known_value(entry, n, depth) {
                    self.deepening.estimated |= entry.estimated && value.abs() <= LARGEST_VALUE;
                    return Some(value);
                }
                if scout {
                    first = Some(entry.best);
                } else if self.settings.ordered {
                    frame.visit.put_first(entry.best, &mut frame.moves);
                }
            }
        }
        if self.settings.scout && self.settings.ordered && left > 1 {
            self.order_moves(n, first);
        }
        if self.deepening.notes() {
            self.opened(n, left);
        }
        let frame = &mut self.frames[n];
        // A removed move might have been better, so nothing is proven.
        frame.estimated = std::mem::replace(&mut self.deepening.estimated, frame.cut_short);
        None
    }

    /// Starts the loud moves of frame `n`, `beyond` plies below the search depth, where the mover may also stand pat;
    /// returns its value if there are none. Nearly all such positions are leaves.
    #[inline(always)]
    fn open_beyond(&mut self, n: usize, window: (i64, i64), beyond: u32) -> Option<i64> {
        self.deepening.below[n].clear();
        let position = &self.frames[n].position;
        if beyond > self.settings.quiesce || !self.evaluate.unquiet(position) {
            return Some(self.leaf(n));
        }
        self.open_loud(n, window, beyond)
    }

    #[inline(never)]
    fn open_loud(&mut self, n: usize, (alpha, beta): (i64, i64), beyond: u32) -> Option<i64> {
        let frame = &mut self.frames[n];
        frame.position.legal_moves(&mut frame.moves);
        let (evaluate, position) = (&self.evaluate, &frame.position);
        frame.moves.retain(|mv| evaluate.is_tactical(position, mv));
        let none = frame.moves.is_empty();
        let value = self.leaf(n);
        if none {
            return Some(value);
        }
        let frame = &mut self.frames[n];
        frame.maximises = frame.position.mover() == self.deepening.seat;
        (frame.left, frame.beyond, frame.cut_short) = (1, beyond, true);
        (frame.next, frame.best_at, frame.best, frame.again) = (0, 0, value, false);
        (frame.alpha, frame.beta) = match frame.maximises {
            true => (alpha.max(value), beta),
            false => (alpha, beta.min(value)),
        };
        frame.estimated = true;
        if self.deepening.notes() {
            self.opened(n, 0);
        }
        None
    }

    /// Starts recording the moves of frame `n` if it is the position to analyse.
    #[cold]
    #[inline(never)]
    fn opened(&mut self, n: usize, left: u32) {
        let frame = &mut self.frames[n];
        frame.noted = self.deepening.opened(n, frame.position.hash(), left);
        self.record(Kind::Enter, n, |search| {
            let frame = &search.frames[n];
            let window = window_scores((frame.alpha, frame.beta));
            What::Enter { window, left, moves: frame.moves.len() }
        });
    }

    /// Records an event at the position of frame `n`, if there is a film.
    fn record(&mut self, kind: Kind, n: usize, make: impl FnOnce(&Self) -> What) {
        let Some(mut film) = self.deepening.take_film() else { return };
        film.record(kind, false, || {
            let below = self.frames[..n].iter().filter_map(|frame| frame.moves.get(frame.next - 1));
            let line = MovePath::from_moves(std::iter::once(self.deepening.next()).chain(below));
            (line, make(self))
        });
        self.deepening.put_film(film);
    }

    /// Records that the value of frame `n`'s position is known without a search of its moves.
    fn record_known(&mut self, n: usize, value: i64, (left, quick): (u32, Option<u64>)) {
        let value = score_of(value, true);
        if let Some(positions) = quick {
            return self.record(Kind::Quick, n, |_| What::Quick { value, positions });
        }
        let position = &self.frames[n].position;
        let over = position.to_act().is_empty();
        if left > 0 && !over {
            return self.record(Kind::Table, n, |_| What::Table { value });
        }
        self.record(Kind::Leaf, n, |search| {
            let position = &search.frames[n].position;
            let seat = search.deepening.seat;
            let terms = match over {
                true => Vec::new(),
                false => contributions(&search.evaluate, position, seat),
            };
            What::Leaf { value, terms }
        });
    }

    /// Records that frame `n` is finished.
    #[cold]
    #[inline(never)]
    fn record_return(&mut self, n: usize, value: i64, cut: bool) {
        self.deepening.closed(n);
        let value = score_of(value, true);
        let frame = &self.frames[n];
        let skipped = frame.moves.len() - frame.next;
        if cut && skipped > 0 {
            let bound = if frame.maximises { frame.beta } else { frame.alpha };
            let bound = window_scores((bound, bound))[0];
            self.deepening.spare(skipped);
            self.record(Kind::Cut, n, |_| What::Cut { value, bound, skipped });
        }
        self.record(Kind::Return, n, |_| What::Return { value });
    }

    /// Records that the last move of frame `n` is its new best move, if it is.
    #[cold]
    #[inline(never)]
    fn record_best(&mut self, n: usize, value: i64) {
        let frame = &self.frames[n];
        let better = if frame.maximises { value > frame.best } else { value < frame.best };
        if !better {
            return;
        }
        self.record(Kind::Best, n + 1, |_| What::Best { value: score_of(value, true) });
    }

    /// Records the result of the last move of frame `n`, whose own frame is the next; `inner` if its moves were searched.
    #[cold]
    #[inline(never)]
    fn note(&mut self, n: usize, value: i64, inner: bool) {
        let (upper, lower) = self.frames.split_at_mut(n + 1);
        let (frame, child) = (&upper[n], &mut lower[0]);
        let less = if frame.trial == Trial::Reduced { frame.reduction() } else { 0 };
        let left = frame.left - 1 - less;
        let quick = std::mem::take(&mut child.quick);
        // A leaf, the end of the game, a table hit or the heuristic's own search.
        let searched = inner;
        let exact = !inner && (left == 0 || (!quick && child.moves.is_empty()));
        let (alpha, beta) = (frame.alpha, frame.beta);
        let window = match (frame.trial, frame.maximises) {
            _ if exact => OPEN,
            (Trial::Full, _) => (alpha, beta),
            (_, true) => (alpha, alpha + 1),
            (_, false) => (beta - 1, beta),
        };
        let inner = inner || !(exact || quick);
        if !searched {
            let nodes = self.deepening.take_quick();
            self.record_known(n + 1, value, (left, quick.then_some(nodes)));
        }
        let frame = &self.frames[n];
        let mv = frame.moves[frame.next - 1].clone();
        self.deepening.tried(n, Tried { mv, value, window, left, inner, nodes: 0 });
    }

    /// Runs the heuristic's own search of frame `n`'s position.
    #[inline(always)]
    fn quick(&mut self, n: usize, window: (i64, i64), left: u32) -> LookAhead {
        if !self.settings.scout || window.1 - window.0 != 1 {
            return LookAhead::Not(0);
        }
        let most = self.deepening.max_nodes - self.deepening.nodes;
        let position = &self.frames[n].position;
        self.evaluate.solve(position, self.deepening.seat, window, left, most)
    }

    /// Counts the positions that the heuristic's own search of frame `n`'s position visited without a result.
    #[cold]
    #[inline(never)]
    fn looked_in_vain(&mut self, n: usize, positions: u64) {
        self.deepening.nodes += positions;
        self.record(Kind::Quick, n, |_| What::Quick { value: Score::Unknown, positions });
    }

    /// Orders the move with the number `first` first, then killer moves, then the moves with the most cutoffs.
    fn order_moves(&mut self, n: usize, first: Option<u16>) {
        let Frame { moves, killers, maximises, .. } = &mut self.frames[n];
        let number = |mv: &G::Move| self.evaluate.number(mv);
        let mut front = 0;
        let well = self.evaluate.orders_well();
        for wanted in first.into_iter().chain(killers.iter().copied().filter(|_| !well)) {
            if let Some(at) = moves[front..].iter().position(|mv| number(mv) == wanted) {
                moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
        if well {
            return;
        }
        let side = if *maximises { HISTORY } else { 0 };
        let cuts = |mv: &G::Move| self.history[side + usize::from(number(mv)) % HISTORY];
        for front in front..(front + FROM_HISTORY).min(moves.len()) {
            let mut best = (front, cuts(&moves[front]));
            for (at, mv) in moves.iter().enumerate().skip(front + 1) {
                let cuts = cuts(mv);
                if cuts > best.1 {
                    best = (at, cuts);
                }
            }
            moves[front..=best.0].rotate_right(1);
        }
    }

    /// Updates killer moves and history after a cutoff by the best move of frame `n`.
    fn remember(&mut self, n: usize) {
        let frame = &mut self.frames[n];
        let Some(mv) = frame.moves.get(frame.best_at) else { return };
        let number = self.evaluate.number(mv);
        if frame.killers[0] != number {
            frame.killers = [number, frame.killers[0]];
        }
        let side = if frame.maximises { HISTORY } else { 0 };
        let cuts = &mut self.history[side + usize::from(number) % HISTORY];
        *cuts = cuts.saturating_add(frame.left * frame.left);
    }

    /// Passes `value` of the last move to frame `n`; `inner` if the move had a frame of its own.
    #[inline(always)]
    fn take(&mut self, n: usize, value: i64, inner: bool) {
        let frame = &self.frames[n];
        if (frame.trial != Trial::Full) | frame.noted {
            if frame.noted {
                self.note(n, value, inner);
            }
            let frame = &mut self.frames[n];
            let good = if frame.maximises { value > frame.alpha } else { value < frame.beta };
            let inside = frame.alpha < value && value < frame.beta;
            if frame.trial != Trial::Full && good && (inside || frame.trial == Trial::Reduced) {
                let scout = frame.trial == Trial::Reduced && frame.beta - frame.alpha > 1;
                frame.trial = if scout { Trial::Scout } else { Trial::Full };
                frame.again = true;
                frame.next -= 1;
                return;
            }
            if frame.noted {
                self.record_best(n, value);
            }
        }
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

    /// Stores the result of frame `n` in the transposition table.
    #[inline]
    fn store(&mut self, n: usize) {
        let Some(table) = &mut self.table else { return };
        let frame = &self.frames[n];
        let value = (frame.best, self.deepening.estimated);
        let best = match frame.moves.get(frame.best_at) {
            Some(mv) if self.settings.scout => usize::from(self.evaluate.number(mv)),
            _ => frame.best_at,
        };
        frame.visit.note(table, n, value, frame.left, best);
    }

    /// Index of the chosen move in `roots`.
    fn chosen(&self) -> Option<usize> {
        let all = &self.deepening;
        let chosen = all.chosen()?;
        let lost =
            all.root_result(&all.roots[chosen]).is_some_and(|found| found.worth < -LARGEST_VALUE);
        if lost && self.settings.lost == Lost::Random {
            // The order is random since the start.
            return all.roots.iter().position(|root| all.root_result(root).is_some());
        }
        Some(chosen)
    }
}

impl<G: Enumerable, E: Selective<G>> Walk for AlphaBetaSearch<G, E> {
    type Game = G;
    type RootValue = i64;

    fn deepening(&mut self) -> &mut Deepening<G, i64> {
        &mut self.deepening
    }

    fn enter(&mut self) -> Option<i64> {
        self.grow(0);
        if let Some(Check::Lost(forced_loss)) = self.deepening.next_checked() {
            self.deepening.below[0].clear();
            return Some(if forced_loss.lost {
                i64::from(forced_loss.plies) - WIN
            } else {
                -LIKELY
            });
        }
        let frame = &mut self.frames[0];
        frame.position.clone_from(&self.deepening.root);
        frame.position.play_unchecked(self.deepening.next());
        if self.deepening.depth == 1 {
            return Some(self.leaf(0));
        }
        self.open(0, self.deepening.window(), self.deepening.depth - 1)
    }

    fn entered(&mut self, worth: i64) {
        let left = self.deepening.depth - 1;
        self.record_known(0, worth, (left, None));
    }

    fn check(&self, mv: &G::Move, most: u64) -> (Option<Check>, u64) {
        self.evaluate.check(&self.deepening.root, self.deepening.seat, mv, most)
    }

    fn resistance(&self, mv: &G::Move, at_once: bool) -> (i64, i64) {
        let seat = self.deepening.seat;
        let next = self.deepening.root.played(mv);
        if next.to_act().is_empty() {
            return (i64::MAX, 0);
        }
        let mut winning = 0;
        if at_once {
            let mut replies = MoveList::new();
            next.legal_moves(&mut replies);
            let wins = |reply: &&G::Move| {
                self.evaluate.ending(&next.played(reply), seat) == Some(Ending::Lost)
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
                let frame = &mut self.frames[top];
                if frame.cut_short {
                    frame.best = frame.best.clamp(-LIKELY, LIKELY);
                }
                let (value, estimated) = (frame.best, frame.estimated);
                if self.frames[top].beyond == 0 {
                    if cut && self.settings.scout {
                        self.remember(top);
                    }
                    self.store(top);
                }
                self.deepening.estimated |= estimated;
                self.deepening.height = top;
                if self.frames[top].noted {
                    self.record_return(top, value, cut);
                }
                if top == 0 {
                    return Some(value);
                }
                self.take(top - 1, value, true);
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
            let mut window = (frame.alpha, frame.beta);
            let mut left = frame.left - 1;
            if self.settings.scout {
                let whole = self.whole
                    || self.evaluate.is_tactical(&frame.position, &frame.moves[frame.next - 1]);
                left -= frame.tries(whole);
                if frame.trial != Trial::Full {
                    match frame.maximises {
                        true => window.1 = window.0 + 1,
                        false => window.0 = window.1 - 1,
                    }
                }
            }
            let beyond = frame.beyond;
            let value = if left == 0 {
                self.open_beyond(top + 1, window, beyond + 1)
            } else {
                match self.quick(top + 1, window, left) {
                    LookAhead::Not(nodes) => {
                        if nodes > 0 {
                            self.looked_in_vain(top + 1, nodes);
                        }
                        self.open(top + 1, window, left)
                    }
                    LookAhead::TooMany => {
                        // The last node already exceeded the budget.
                        self.looked_in_vain(
                            top + 1,
                            self.deepening.max_nodes - self.deepening.nodes,
                        );
                        return None;
                    }
                    LookAhead::Found { value, nodes, estimated } => {
                        self.deepening.below[top + 1].clear();
                        self.deepening.nodes += nodes;
                        self.deepening.estimated |= estimated;
                        if self.frames[top].noted {
                            self.frames[top + 1].quick = true;
                            self.deepening.put_quick(nodes);
                        }
                        Some(value)
                    }
                }
            };
            match value {
                Some(value) => self.take(top, value, false),
                None => self.deepening.height += 1,
            }
        }
    }
}

impl<G: Enumerable, E: Selective<G>> Search<G> for AlphaBetaSearch<G, E> {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.deepen(slice, watch)
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.explained(false)
    }

    fn choice_only(&self) -> Analysis<G::Move> {
        self.explained(true)
    }

    fn advantage(
        &self,
        analysis: &Analysis<G::Move>,
        other: &Candidate<G::Move>,
    ) -> Option<String> {
        AlphaBetaSearch::advantage(self, analysis, other)
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.deepening.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.deepening.nodes - self.deepening.nodes_to_decide()
    }

    fn observe(&mut self, variation: Variation) {
        let mut settings = self.settings;
        if variation.no_cuts {
            (settings.prune, settings.scout) = (false, false);
        }
        if variation.unordered {
            (settings.ordered, settings.reorder) = (false, false);
        }
        if settings != self.settings {
            let (root, seat, budget, rng) = self.deepening.beginning();
            *self = AlphaBetaSearch::new(self.evaluate.clone(), settings, &root, seat, budget, rng);
        }
        self.deepening.observe(false);
    }

    fn film(&self) -> Option<&Film> {
        self.deepening.film()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let again = |root: &G, seat, budget, rng| {
            AlphaBetaSearch::new(self.evaluate.fresh(), self.settings, root, seat, budget, rng)
        };
        branches(&self.deepening, path, again, |_| self.deepening.seat)
    }
}
