//! Iterative deepening: the common part of all searches that increase the depth ply by ply. It has the root moves and
//! their results, the budget and the clock, the stop condition, the choice, and the form of values in the
//! transposition table. A search adds its own [`Walk`] through the tree below a root move; this module does
//! not depend on how moves and leaves are evaluated there.

mod explain;
mod tree;
mod tree_recorder;

use super::forced_loss::Check;
use super::table::{Bound, Entry, Table};
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::analysis::Score;
use crate::contract::bot::{Budget, Clock};
use crate::contract::game::{Enumerable, Game, MAX_SEATS, MoveList, Seat};

pub(super) use explain::{RankedRoot, measured};
pub(super) use tree::branches;
use tree_recorder::TreeRecorder;
pub(super) use tree_recorder::{OPEN, Tried};
pub(super) use tree_recorder::{contributions, window_scores};

/// The share of a budget in milliseconds for the choice, if more lines than its own are to be shown.
const SHARE_OF_CHOICE: f64 = 0.5;
/// Maximum number of nodes between two clock reads; fewer if they are slow. In the page a clock read is a call of JavaScript,
/// which takes as long as several nodes of a fast game.
const CLOCK: u64 = 512;
/// Other lines may use this multiple of the nodes of the choice in total, and at least `LEAST_OF_LINES`. Lines that are
/// not exact by then are shown as they are: one move far worse than the choice may take as long as a thousand others.
const MOST_OF_LINES: u64 = 100;
const LEAST_OF_LINES: u64 = 1_000_000;
/// Maximum number of nodes of a check.
const MOST_OF_CHECK: u64 = 20_000;
/// Milliseconds between two clock reads above which the interval is halved.
const LONG: f64 = 1.0;
/// Above the depth of any search.
pub(super) const DEEPEST: u32 = 1000;
/// Above every value of a heuristic; a win after n plies has this value minus n.
pub(super) const WIN: i64 = i64::MAX / 4;
/// The largest absolute value that is not a win or loss.
pub(super) const LARGEST_VALUE: i64 = WIN - 2 * DEEPEST as i64;
pub(super) const INFINITY: i64 = i64::MAX / 2;

/// Value of a game won by a margin: this plus the margin. Above every value of a heuristic, below the values of
/// wins that count by their number of plies.
pub(super) const MARGIN: i64 = WIN / 2;

/// The maximum value of a position with forward pruning, in thousandths: a win or loss that rests on pruning is
/// no proof, and is shown as a million points.
pub(super) const LIKELY: i64 = 1_000_000_000;

pub(super) fn score_of(value: i64, exact: bool) -> Score {
    if value > LARGEST_VALUE {
        Score::Win(exact.then_some((WIN - value) as u32))
    } else if value < -LARGEST_VALUE {
        Score::Loss(exact.then_some((WIN + value) as u32))
    } else if value >= MARGIN {
        Score::Win(None)
    } else if value <= -MARGIN {
        Score::Loss(None)
    } else {
        Score::Value(Fixed::from_thousandths(value))
    }
}

/// The value that a search returns for a position.
pub(super) trait RootValue: Copy {
    /// Its value for `seat`.
    fn to(&self, seat: Seat) -> i64;
}

/// A value for the searching seat only.
impl RootValue for i64 {
    #[inline]
    fn to(&self, _seat: Seat) -> i64 {
        *self
    }
}

/// A value for every seat.
impl RootValue for [i64; MAX_SEATS] {
    #[inline]
    fn to(&self, seat: Seat) -> i64 {
        self[seat]
    }
}

/// The result of a search for a root move.
#[derive(Clone, Debug)]
pub(super) struct RootResult<M, W> {
    pub(super) worth: W,
    /// Whether the value for the searching seat is exact at its depth, not an upper bound.
    pub(super) exact: bool,
    pub(super) line: Vec<M>,
    /// Search depth in plies.
    pub(super) depth: u32,
    /// Nodes visited for this result.
    nodes: u64,
}

/// A legal move of the root position.
#[derive(Clone, Debug)]
pub(super) struct Root<M, W> {
    pub(super) mv: M,
    /// Its index in the list of legal moves.
    index: usize,
    /// From the last completed depth.
    pub(super) found: Option<RootResult<M, W>>,
    /// From the current depth.
    fresh: Option<RootResult<M, W>>,
    /// The result of its check, if it was checked.
    pub(super) checked: Option<Check>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeepeningOptions {
    /// Maximum search depth.
    pub(super) deepest: u32,
    /// Search that depth directly.
    pub(super) straight: bool,
    /// Search a root move only for an upper bound if it is no better than the best one before it.
    pub(super) bounded: bool,
    /// Search the best moves of a depth first at the next depth. Otherwise the random order of the start remains.
    pub(super) reorder: bool,
    /// If every move loses, choose by [`Walk::resistance`] among the moves that delay the loss equally long.
    pub(super) resist: bool,
    /// Check a root move before it is chosen or shown; see [`Walk::check`].
    pub(super) checks: bool,
    /// Test each root move against the best score first, and search for its value only if it is
    /// better; and count the results of a depth that was cut short.
    pub(super) scout: bool,
    /// After the first of these depths continue directly with the second.
    pub(super) skip: Option<(u32, u32)>,
}

/// Deep enough to detect an immediate loss: a single legal move is not searched deeper.
const FORCED: u32 = 2;

/// The fixed result after the choice.
struct Decided {
    /// Index of the choice in the roots; `None` if there is none.
    chosen: Option<usize>,
    /// Nodes visited up to the choice.
    nodes: u64,
}

/// State of a search. First it makes the choice, within its budget. Then, if more candidates than the choice are
/// to be exact, it searches the best of them again, at the depth of the choice.
pub(super) struct Deepening<G: Enumerable, W> {
    pub(super) root: G,
    budget: Budget,
    rng: Rng,
    pub(super) seat: Seat,
    options: DeepeningOptions,
    /// Number of best candidates that are to be exact.
    lines: usize,
    /// The node counts at which this number changed, and the new numbers.
    multi_pv_changes: Vec<(u64, usize)>,
    decided: Option<Decided>,
    /// Nodes when the previous root move was completed.
    since: u64,
    /// The records of a repeated search.
    tree_recorder: Option<Box<TreeRecorder<G::Move>>>,
    /// In search order.
    pub(super) roots: Vec<Root<G::Move, W>>,
    /// Index of the current or next root move.
    at: usize,
    /// The best value at this depth so far; after the choice, the value that a candidate must exceed to be
    /// among the best.
    best: i64,
    /// Whether the root move failed high in its null-window test and is searched for its value.
    again: bool,
    /// Plies of the walk below the root; 0 between two root moves.
    pub(super) height: usize,
    /// `below[n]` is the principal variation from n + 1 plies below the root on; the last one is empty.
    pub(super) below: Vec<Vec<G::Move>>,
    /// The current search depth.
    pub(super) depth: u32,
    /// The last completed depth.
    pub(super) reached: u32,
    pub(super) max_nodes: u64,
    most_ms: Option<f64>,
    /// Nodes visited in total.
    pub(super) nodes: u64,
    /// Nodes until the next clock read.
    clock: u64,
    /// Whether a value found below the top frame, or at this depth if there is no frame, rests on the
    /// heuristic.
    pub(super) estimated: bool,
    /// Whether no value at the last completed depth rests on the heuristic.
    pub(super) exact: bool,
    /// Whether every move is known to lose, and the roots are in the order of their resistance.
    resisting: bool,
    finished: bool,
}

impl<G: Enumerable, W: RootValue> Deepening<G, W> {
    /// Prepares a search; visits no node yet. The seed breaks ties.
    pub(super) fn new(
        position: &G,
        seat: Seat,
        budget: Budget,
        options: DeepeningOptions,
        rng: Rng,
    ) -> Self {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut roots: Vec<_> = moves
            .into_iter()
            .enumerate()
            .map(|(index, mv)| Root { mv, index, found: None, fresh: None, checked: None })
            .collect();
        rng.clone().shuffle(&mut roots);
        let most_depth = if let Budget::Depth(depth) = budget { depth } else { DEEPEST };
        let forced = if roots.len() == 1 { FORCED } else { DEEPEST };
        let options =
            DeepeningOptions { deepest: options.deepest.min(most_depth).min(forced), ..options };
        Deepening {
            root: position.clone(),
            budget,
            rng,
            seat,
            options,
            lines: 1,
            multi_pv_changes: Vec::new(),
            decided: None,
            since: 0,
            tree_recorder: None,
            finished: roots.is_empty(),
            roots,
            at: 0,
            best: -INFINITY,
            again: false,
            height: 0,
            below: vec![Vec::new()],
            depth: if options.straight { options.deepest } else { 1 },
            reached: 0,
            max_nodes: if let Budget::Nodes(nodes) = budget { nodes } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            nodes: 0,
            clock: 1,
            estimated: false,
            exact: false,
            resisting: false,
        }
    }

    /// The next root move.
    pub(super) fn next(&self) -> &G::Move {
        &self.roots[self.at].mv
    }

    /// The check result of the next root move.
    pub(super) fn next_checked(&self) -> Option<Check> {
        self.roots[self.at].checked
    }

    /// The window of the next root move.
    pub(super) fn window(&self) -> (i64, i64) {
        let least = if self.options.bounded { self.best } else { -INFINITY };
        (least, if self.scouting() { least + 1 } else { INFINITY })
    }

    /// Whether the root move is only tested against the best score.
    fn scouting(&self) -> bool {
        self.options.scout && !self.again && self.decided.is_none() && self.best > -INFINITY
    }

    /// Sets the line from `n` + 1 plies below the root on to `mv`, followed by the line below.
    #[inline]
    pub(super) fn follow(&mut self, n: usize, mv: &G::Move) {
        let (upper, lower) = self.below.split_at_mut(n + 1);
        upper[n].clear();
        upper[n].push(mv.clone());
        upper[n].extend_from_slice(&lower[0]);
    }

    /// Whether the current root move with this value must be checked before the value counts.
    fn wants_check(&self, value: i64) -> bool {
        let exact = value > self.best && !self.scouting();
        let first_look = self.depth == 1 && self.decided.is_none();
        self.options.checks
            && exact
            && !first_look
            && value.abs() < MARGIN
            && self.roots[self.at].checked.is_none()
    }

    /// Stores the value of the current root move.
    fn root_done(&mut self, worth: W) {
        let value = worth.to(self.seat);
        if self.scouting() && value > self.best && self.depth > 1 {
            self.again = true;
            return;
        }
        self.again = false;
        // At the first ply all are leaves, for any window.
        let lost = matches!(self.roots[self.at].checked, Some(Check::Lost(_)));
        let exact = !self.options.bounded || value > self.best || self.depth == 1 || lost;
        let line = if exact { self.below[0].clone() } else { Vec::new() };
        if self.notes() {
            self.record_root(value, exact);
        }
        let nodes = self.nodes - std::mem::replace(&mut self.since, self.nodes);
        let found = Some(RootResult { worth, exact, line, depth: self.depth, nodes });
        if self.decided.is_some() {
            self.roots[self.at].found = found;
            return self.next_line();
        }
        self.roots[self.at].fresh = found;
        self.best = self.best.max(value);
        self.at += 1;
        // A faster win would have been found at a smaller depth.
        if value > LARGEST_VALUE && self.reached > 0 {
            self.accept();
            self.decide();
        }
    }

    /// Number of best candidates that are to be exact, each with its own line; never reduced. The
    /// choice does not change.
    pub(super) fn set_multi_pv(&mut self, lines: usize) {
        let more = lines > self.lines;
        if more {
            self.multi_pv_changes.push((self.nodes, lines));
            self.lines = lines;
        }
        if more && self.finished && self.decided.is_some() {
            self.finished = false;
            self.next_line();
        }
    }

    /// Fixes the choice. Later searches are only for display and do not change it.
    fn decide(&mut self) {
        self.again = false;
        self.decided = Some(Decided { chosen: self.chosen(), nodes: self.nodes });
        self.max_nodes = self.nodes.saturating_mul(MOST_OF_LINES).max(LEAST_OF_LINES);
        self.next_line();
    }

    /// The budget is used up: makes the choice, or ends the search for display.
    fn stop(&mut self) {
        if self.decided.is_some() {
            self.finished = true;
        } else {
            self.accept_part();
            self.decide();
        }
    }

    /// Continues with the next candidate that may be among the best and is not exact; the highest bound first, because
    /// each exact score raises the threshold for the others.
    fn next_line(&mut self) {
        self.height = 0;
        self.since = self.nodes;
        self.depth = self.reached;
        // Before the first depth is complete there is no threshold.
        let none = self.lines < 2 || self.reached == 0;
        let (seat, reached) = (self.seat, self.reached);
        let mut known = Vec::new();
        let mut open = Vec::new();
        // A candidate that scores more than the choice after all has no score, and does not displace another.
        let most = self.chosen_value().filter(|&most| self.options.scout && most < MARGIN);
        for (at, root) in self.roots.iter().enumerate().filter(|_| !none) {
            let found = root.found.as_ref().map(|found| (found.worth.to(seat), found));
            match found {
                Some((value, found))
                    if found.exact
                        && found.depth == reached
                        && most.is_some_and(|most| value > most) => {}
                Some((value, found))
                    if found.exact
                        && (found.depth == reached || decisive(value))
                        && (!self.options.checks
                            || root.checked.is_some()
                            || value.abs() >= MARGIN) =>
                {
                    known.push(value);
                }
                Some((value, found)) if found.depth == reached => open.push((at, value)),
                _ => open.push((at, INFINITY)),
            }
        }
        sort_by_key(&mut known, |&value| (-value, 0));
        self.best = known.get(self.lines - 1).copied().unwrap_or(-INFINITY);
        sort_by_key(&mut open, |&(_, bound)| (-bound, 0));
        match open.first() {
            Some(&(at, bound)) if bound > self.best => self.at = at,
            _ => self.finished = true,
        }
    }

    /// Nodes visited for the choice, which the budget limits.
    pub(super) fn nodes_to_decide(&self) -> u64 {
        self.decided.as_ref().map_or(self.nodes, |decided| decided.nodes)
    }

    /// The value of the choice; `None` before it is made.
    pub(super) fn chosen_value(&self) -> Option<i64> {
        let chosen = self.decided.as_ref()?.chosen?;
        Some(self.root_result(&self.roots[chosen])?.worth.to(self.seat))
    }

    /// Completes a depth after all root moves. Returns true if every move loses: the walk then rates the
    /// resistance of each, and the depth is searched once more in that order, because the first of equals is played.
    fn depth_done(&mut self) -> bool {
        self.accept();
        if self.notes() {
            self.record_iteration();
        }
        self.exact = !self.estimated;
        let lost = self.best < -LARGEST_VALUE && self.roots.len() > 1;
        if lost && self.options.resist && !self.resisting {
            self.resisting = true;
            return true;
        }
        let seat = self.seat;
        let lost = |root: &&Root<G::Move, W>| {
            root.found.as_ref().is_some_and(|found| found.worth.to(seat) < -LARGEST_VALUE)
        };
        // A single move that does not lose at once is the choice; if it loses too, it delays the loss longest.
        let alone = || {
            self.roots.len() > 1 && self.roots.iter().filter(lost).count() + 1 == self.roots.len()
        };
        let forced = self.options.resist && self.depth <= FORCED && alone();
        let deepest = self.depth >= self.options.deepest;
        let enough = decisive(self.best) || forced || self.exact || deepest;
        if self.options.reorder && !self.resisting {
            // Stable, so that the order drawn at the start decides among equals.
            sort_by_key(&mut self.roots, |root| {
                root.found.as_ref().map_or((i64::MAX, 0), |found| {
                    // Of two with the same value, a bound comes after an exact value.
                    (-found.worth.to(seat), i64::from(!found.exact))
                })
            });
        }
        if enough {
            self.decide();
            return false;
        }
        self.depth += 1;
        if let Some((after, to)) = self.options.skip
            && self.depth > after
        {
            self.depth = self.depth.max(to).min(self.options.deepest);
        }
        self.begin_depth();
        false
    }

    fn begin_depth(&mut self) {
        self.at = 0;
        self.best = -INFINITY;
        self.estimated = false;
    }

    /// Sorts the roots by these keys, smallest first.
    fn reorder(&mut self, keys: &[(i64, i64)]) {
        let mut order: Vec<usize> = (0..self.roots.len()).collect();
        sort_by_key(&mut order, |&at| keys.get(at).copied().unwrap_or_default());
        self.roots = order.into_iter().map(|at| self.roots[at].clone()).collect();
    }

    /// Replaces the previous results with those of this depth.
    fn accept(&mut self) {
        for root in &mut self.roots {
            if let Some(fresh) = root.fresh.take() {
                root.found = Some(fresh);
            }
        }
        self.reached = self.depth;
    }

    /// Accepts a depth that was cut short after some root moves, including the best of the previous depth. Their
    /// results count, unless the best of them is below the results of the remaining moves.
    fn accept_part(&mut self) {
        let some = self.at > 0 && self.at < self.roots.len() && self.reached > 0;
        if !some || !self.options.scout || self.resisting {
            return;
        }
        // If its value dropped, it may be no better than the moves not yet searched.
        let mut rest = self.roots[self.at..].iter().filter_map(|root| root.found.as_ref());
        if rest.any(|found| found.worth.to(self.seat) > self.best) {
            return;
        }
        self.accept();
        for root in &mut self.roots[self.at..] {
            if let Some(found) = &mut root.found {
                found.exact = false;
            }
        }
    }

    /// The result of a root move; before the first depth is complete, its partial result.
    pub(super) fn root_result<'a>(
        &self,
        root: &'a Root<G::Move, W>,
    ) -> Option<&'a RootResult<G::Move, W>> {
        if self.reached > 0 { root.found.as_ref() } else { root.fresh.as_ref() }
    }

    /// Index of the best root move in `roots`; any move if no result is known. `None` if there is none.
    pub(super) fn chosen(&self) -> Option<usize> {
        if let Some(decided) = &self.decided {
            return decided.chosen;
        }
        let mut best: Option<(usize, i64)> = None;
        for (index, root) in self.roots.iter().enumerate() {
            let Some(found) = self.root_result(root) else { continue };
            let value = found.worth.to(self.seat);
            // A bounded move is never better than the move that bounds it.
            if found.exact && best.is_none_or(|(_, most)| value > most) {
                best = Some((index, value));
            }
        }
        best.map(|(index, _)| index).or((!self.roots.is_empty()).then_some(0))
    }
}

/// A move of a walk's game.
type Move<S> = <<S as Walk>::Game as Game>::Move;

/// The specific part of a search: the walk through the tree below a root move. It can pause
/// after any node and resume.
pub(super) trait Walk {
    type Game: Enumerable;
    /// Its value of a position.
    type RootValue: RootValue;

    /// The state of the search.
    fn deepening(&mut self) -> &mut Deepening<Self::Game, Self::RootValue>;

    /// Plays [`Deepening::next`]; returns its value if it is known without a walk, as for a move that a check found lost.
    fn enter(&mut self) -> Option<Self::RootValue>;

    /// Continues below it until its value is known, or `until` nodes have been visited in total.
    fn walk(&mut self, until: u64) -> Option<Self::RootValue>;

    /// Resistance of a losing move, the smallest first: the number of replies that win at once, counted if
    /// it is lost `at_once`, then minus the heuristic's value.
    fn resistance(&self, mv: &Move<Self>, at_once: bool) -> (i64, i64);

    /// Records that the value of the current root move was known without a walk.
    fn entered(&mut self, worth: Self::RootValue);

    /// Whether a root move loses by force within a few plies without forward pruning, and the number of nodes used, at
    /// most `most`; `None` if they were not enough.
    fn check(&self, _mv: &Move<Self>, _most: u64) -> (Option<Check>, u64) {
        (Some(Check::Safe), 0)
    }

    /// Sets the value of the current root move, unless a check finds that it loses. False if too few nodes are
    /// left for a check.
    fn found(&mut self, worth: Self::RootValue) -> bool {
        let all = self.deepening();
        if all.wants_check(worth.to(all.seat)) {
            let mv = all.next().clone();
            let left = all.max_nodes.saturating_sub(all.nodes);
            let (found, nodes) = self.check(&mv, left.min(MOST_OF_CHECK));
            let all = self.deepening();
            all.nodes += nodes;
            if all.notes() {
                all.record_check(matches!(found, Some(Check::Lost(_))), nodes);
            }
            if found.is_none() && left <= MOST_OF_CHECK {
                all.nodes = all.max_nodes;
                return false;
            }
            all.roots[all.at].checked = Some(found.unwrap_or(Check::Open));
            if let Some(Check::Lost(_)) = found
                && let Some(lost) = self.enter()
            {
                let all = self.deepening();
                // The value of a shallower search is no longer true.
                let at = all.at;
                if let Some(before) = &mut all.roots[at].found {
                    (before.worth, before.exact) = (lost, true);
                    before.line.clear();
                }
                all.root_done(lost);
                return true;
            }
        }
        self.deepening().root_done(worth);
        true
    }

    /// Every move loses: sorts the roots by resistance for the choice among those that delay the loss equally long.
    #[inline(never)]
    fn resist(&mut self) {
        const AT_ONCE: i64 = 2 - WIN;
        let at_once = self.deepening().best <= AT_ONCE;
        let moves: Vec<Move<Self>> =
            self.deepening().roots.iter().map(|root| root.mv.clone()).collect();
        let keys: Vec<(i64, i64)> = moves.iter().map(|mv| self.resistance(mv, at_once)).collect();
        let all = self.deepening();
        all.reorder(&keys);
        if all.options.bounded {
            all.begin_depth();
        } else {
            // All are already exact.
            all.decide();
        }
    }

    /// Searches until `until` nodes have been visited in total, or it has finished.
    fn run(&mut self, until: u64) {
        while !self.deepening().finished {
            let all = self.deepening();
            if all.height > 0 {
                let Some(worth) = self.walk(until) else { return };
                if !self.found(worth) {
                    return;
                }
            } else if all.at == all.roots.len() {
                if all.depth_done() {
                    self.resist();
                }
            } else if all.nodes >= until {
                return;
            } else {
                all.nodes += 1;
                match self.enter() {
                    Some(worth) => {
                        if self.deepening().notes() {
                            self.entered(worth);
                        }
                        if !self.found(worth) {
                            return;
                        }
                    }
                    None => self.deepening().height = 1,
                }
            }
        }
    }

    /// Repeats another search of the same position, independent of how that one was sliced and stopped.
    #[inline(never)]
    fn repeat(&mut self, other: &Deepening<Self::Game, Self::RootValue>) {
        let decided = other.decided.as_ref().map_or(u64::MAX, |decided| decided.nodes);
        for &(nodes, lines) in other.multi_pv_changes.iter().chain(&[(other.nodes, 0)]) {
            self.run(nodes.min(decided));
            let all = self.deepening();
            if nodes >= decided && all.decided.is_none() {
                all.stop();
            }
            self.run(nodes);
            self.deepening().set_multi_pv(lines);
        }
    }

    /// Continues for `slice` nodes, within the budget; true when it has finished.
    fn deepen(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        let all = self.deepening();
        let until = all.nodes.saturating_add(slice).min(all.max_nodes);
        let most_ms = all.most_ms;
        let mut before = watch.elapsed_ms();
        while !self.deepening().finished && self.deepening().nodes < until {
            let next = self.deepening().nodes + self.deepening().clock;
            self.run(until.min(next));
            let now = watch.elapsed_ms();
            let all = self.deepening();
            if let Some(most) = most_ms {
                let all_time = all.decided.is_some() || all.lines < 2;
                if now >= most * if all_time { 1.0 } else { SHARE_OF_CHOICE } {
                    all.stop();
                }
            }
            if watch.stop() || watch.pause() {
                break;
            }
            // If nodes are slow, the clock is read more often.
            all.clock = if now - before > LONG { all.clock / 2 } else { 2 * all.clock };
            all.clock = all.clock.clamp(1, CLOCK);
            before = now;
        }
        let all = self.deepening();
        if all.nodes >= all.max_nodes {
            all.stop();
        }
        all.finished
    }
}

/// Data of a position while its moves are searched, needed to store the result in the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Visit {
    pub(super) hash: u64,
    /// The window at entry.
    pub(super) window: (i64, i64),
    /// The index, before reordering, of the table's best move.
    hint: usize,
}

impl Visit {
    pub(super) fn new(hash: u64, window: (i64, i64)) -> Self {
        Visit { hash, window, hint: 0 }
    }

    /// The table's value of a position `n` + 1 plies below the root, if its depth is exactly
    /// `depth`. A greater depth is not accepted: the value would depend on the other moves searched, and a move that is
    /// searched again could score more than the choice.
    #[inline]
    pub(super) fn known_value(&self, entry: &Entry, n: usize, depth: u32) -> Option<i64> {
        let value = shifted(entry.value, -(n as i64 + 1));
        let (alpha, beta) = self.window;
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (cuts && u32::from(entry.depth) == depth).then_some(value)
    }

    /// Puts the table's best move first.
    #[inline]
    pub(super) fn put_first<M>(&mut self, best: u16, moves: &mut [M]) {
        let hint = usize::from(best);
        if hint < moves.len() {
            moves[..=hint].rotate_right(1);
            self.hint = hint;
        }
    }

    /// Stores that the move at `best_at` is the best of a position `n` + 1 plies below the root, searched
    /// `depth` plies deep; with the value, and whether it is estimated.
    #[inline]
    pub(super) fn note(
        &self,
        table: &mut Table,
        n: usize,
        (value, estimated): (i64, bool),
        depth: u32,
        best_at: usize,
    ) {
        let (alpha, beta) = self.window;
        let bound = if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        // The hint was moved to the front, and the moves before it one back.
        let best = match best_at {
            0 => self.hint,
            at if at <= self.hint => at - 1,
            at => at,
        };
        let best = u16::try_from(best).unwrap_or(0);
        let depth = depth.min(u32::from(u16::MAX)) as u16;
        table.put(self.hash, (shifted(value, n as i64 + 1), bound, estimated), depth, best);
    }
}

/// Whether a value is a win or a loss.
fn decisive(value: i64) -> bool {
    value.abs() > LARGEST_VALUE
}

/// Wins and losses count plies from the root, but in the table from the position itself.
fn shifted(value: i64, plies: i64) -> i64 {
    if value > LARGEST_VALUE {
        value + plies
    } else if value < -LARGEST_VALUE {
        value - plies
    } else {
        value
    }
}
