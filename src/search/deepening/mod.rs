//! Iterative deepening: what all searches that look ply by ply deeper have in common. The root moves with
//! what was found of them, the budget and the clock, when to stop, the choice, and how values stand in the
//! transposition table. A search brings its own [`Walk`] through the tree below a root move; how moves and
//! leaves are valued there is not known here.

mod explain;
mod noting;
mod tree;

use super::doom::Check;
use super::table::{Bound, Entry, Table};
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::bot::{Budget, Watch};
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList, Seat};
use crate::contract::thought::Score;

pub(super) use explain::{RankedRoot, measured};
use noting::Noting;
pub(super) use noting::{OPEN, Tried};
pub(super) use tree::branches;

/// The share of a budget in milliseconds that the choice gets where more lines than its own are to be shown.
const SHARE_OF_CHOICE: f64 = 0.5;
/// The most nodes between two looks at the clock; fewer where they take long. A look is a call of JavaScript in the
/// page, as long as several nodes of a quick game.
const CLOCK: u64 = 512;
/// So many times the nodes that the choice took may be spent in all to show other lines, and this many at any rate. What is
/// not exact by then is shown as it is: one move far worse than the choice may take as long as a thousand others.
const MOST_OF_LINES: u64 = 100;
const LEAST_OF_LINES: u64 = 1_000_000;
/// The most nodes of a check.
const MOST_OF_CHECK: u64 = 20_000;
/// Milliseconds between two looks at the clock that are too many.
const LONG: f64 = 1.0;
/// Deeper than any search gets.
pub(super) const DEEPEST: u32 = 1000;
/// Above every value of a heuristic; a win after n plies is worth n less.
pub(super) const WIN: i64 = i64::MAX / 4;
/// The largest size of a value that is no win or loss.
pub(super) const LARGEST_VALUE: i64 = WIN - 2 * DEEPEST as i64;
pub(super) const INFINITY: i64 = i64::MAX / 2;

/// What a game is worth that is won by a margin: this and the margin. Above every value of a heuristic, below those of
/// wins that count by how soon they come.
pub(super) const MARGIN: i64 = WIN / 2;

/// The most that a position is worth of whose moves some were left out, in thousandths: a win or loss that rests on that is
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

/// What a search says of a position.
pub(super) trait RootValue: Copy {
    /// What it is worth to the seat that thinks.
    fn to(&self, seat: Seat) -> i64;
}

/// To the seat that thinks, and to no other.
impl RootValue for i64 {
    #[inline]
    fn to(&self, _seat: Seat) -> i64 {
        *self
    }
}

/// To every seat.
impl RootValue for [i64; MAX_SEATS] {
    #[inline]
    fn to(&self, seat: Seat) -> i64 {
        self[seat]
    }
}

/// What a search found about a root move.
#[derive(Clone, Debug)]
pub(super) struct RootResult<M, W> {
    pub(super) worth: W,
    /// Whether the worth to the seat that thinks is the true one at its depth, not an upper bound.
    pub(super) exact: bool,
    pub(super) line: Vec<M>,
    /// How many plies deep it was looked at.
    pub(super) depth: u32,
    /// Positions visited for that.
    nodes: u64,
}

/// A legal move of the position that is thought about.
#[derive(Clone, Debug)]
pub(super) struct Root<M, W> {
    pub(super) mv: M,
    /// Its place among the legal moves.
    index: usize,
    /// From the last depth that was finished.
    pub(super) found: Option<RootResult<M, W>>,
    /// From the depth that is being searched.
    fresh: Option<RootResult<M, W>>,
    /// What a check of it found, where one was made.
    pub(super) checked: Option<Check>,
}

/// How a search deepens.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeepeningOptions {
    /// Look no deeper than this.
    pub(super) deepest: u32,
    /// Go there at once.
    pub(super) straight: bool,
    /// Show of a root move only that it is no better than the best before it, where that is so.
    pub(super) bounded: bool,
    /// Search the best moves of a depth first in the next. Otherwise the order drawn at the start stays.
    pub(super) reorder: bool,
    /// Where every move loses, choose by [`Walk::resistance`] among those that hold out equally long.
    pub(super) resist: bool,
    /// Check a root move before it is chosen or shown; see [`Walk::check`].
    pub(super) checks: bool,
    /// Show of a root move first that it is no better than the best before it, and look for its value only if
    /// it is; and count what a depth that was cut short has found.
    pub(super) scout: bool,
    /// After the first of these depths go to the second at once.
    pub(super) skip: Option<(u32, u32)>,
}

/// Deep enough to see a loss at once: with a single legal move nothing more is looked at.
const FORCED: u32 = 2;

/// What stands once the choice has been made.
struct Decided {
    /// Where it is in the roots, if there is one.
    chosen: Option<usize>,
    /// Nodes visited by then.
    nodes: u64,
}

/// Where a search stands. First it decides, within its budget. Then, if more candidates than the choice are
/// to be shown exact, it looks at the best of them again, at the very depth that decided.
pub(super) struct Deepening<M, W> {
    pub(super) seat: Seat,
    options: DeepeningOptions,
    /// How many of the best candidates are to be exact.
    lines: usize,
    /// The nodes after which this number changed, and the new number.
    multi_pv_changes: Vec<(u64, usize)>,
    decided: Option<Decided>,
    /// Nodes when the root move before was done.
    since: u64,
    /// What is noted of a search that is done again.
    noting: Option<Box<Noting<M>>>,
    /// In the order in which they are searched.
    pub(super) roots: Vec<Root<M, W>>,
    /// The root move that is being searched, or is next.
    at: usize,
    /// The best value at this depth so far; once decided, what a candidate must be better than to be
    /// among the best.
    best: i64,
    /// Whether the root move turned out better than shown, and its value is looked for.
    again: bool,
    /// How many plies below the root the walk stands; 0 between two root moves.
    pub(super) height: usize,
    /// `below[n]` is the principal variation from n + 1 plies below the root on; the last is empty.
    pub(super) below: Vec<Vec<M>>,
    /// The depth that is being searched.
    pub(super) depth: u32,
    /// The last depth that was finished.
    pub(super) reached: u32,
    most_nodes: u64,
    most_ms: Option<f64>,
    /// Visited in all.
    pub(super) nodes: u64,
    /// Nodes until the next look at the clock.
    clock: u64,
    /// Whether a value that was found below the frame on top, or at this depth if there is none, rests on the
    /// heuristic.
    pub(super) estimated: bool,
    /// Whether no value at the last finished depth does.
    pub(super) exact: bool,
    /// Whether every move is known to lose, and the order of the roots is that of their resistance.
    resisting: bool,
    finished: bool,
}

impl<M: Clone, W: RootValue> Deepening<M, W> {
    /// Prepares to search; nothing is looked at yet. The seed decides among equals.
    pub(super) fn new<G: Enumerable<Move = M>>(
        position: &G,
        seat: Seat,
        budget: Budget,
        options: DeepeningOptions,
        mut rng: Rng,
    ) -> Self {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut roots: Vec<_> = moves
            .into_iter()
            .enumerate()
            .map(|(index, mv)| Root { mv, index, found: None, fresh: None, checked: None })
            .collect();
        rng.shuffle(&mut roots);
        let most_depth = if let Budget::Depth(depth) = budget { depth } else { DEEPEST };
        let forced = if roots.len() == 1 { FORCED } else { DEEPEST };
        let options =
            DeepeningOptions { deepest: options.deepest.min(most_depth).min(forced), ..options };
        Deepening {
            seat,
            options,
            lines: 1,
            multi_pv_changes: Vec::new(),
            decided: None,
            since: 0,
            noting: None,
            finished: roots.is_empty(),
            roots,
            at: 0,
            best: -INFINITY,
            again: false,
            height: 0,
            below: vec![Vec::new()],
            depth: if options.straight { options.deepest } else { 1 },
            reached: 0,
            most_nodes: if let Budget::Nodes(nodes) = budget { nodes } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            nodes: 0,
            clock: 1,
            estimated: false,
            exact: false,
            resisting: false,
        }
    }

    /// The root move that is next.
    pub(super) fn next(&self) -> &M {
        &self.roots[self.at].mv
    }

    /// What a check of the root move that is next found.
    pub(super) fn next_checked(&self) -> Option<Check> {
        self.roots[self.at].checked
    }

    /// No more nodes than these may be visited.
    pub(super) fn most_nodes(&self) -> u64 {
        self.most_nodes
    }

    /// The window that it is searched with.
    pub(super) fn window(&self) -> (i64, i64) {
        let least = if self.options.bounded { self.best } else { -INFINITY };
        (least, if self.scouting() { least + 1 } else { INFINITY })
    }

    /// Whether of the root move only that is asked, whether it is better than the best.
    fn scouting(&self) -> bool {
        self.options.scout && !self.again && self.decided.is_none() && self.best > -INFINITY
    }

    /// The line from `n` + 1 plies below the root on is now `mv`, then what follows below.
    #[inline]
    pub(super) fn follow(&mut self, n: usize, mv: &M) {
        let (upper, lower) = self.below.split_at_mut(n + 1);
        upper[n].clear();
        upper[n].push(mv.clone());
        upper[n].extend_from_slice(&lower[0]);
    }

    /// Whether the root move that is being searched, and has this value, is to be checked before that counts.
    fn wants_check(&self, value: i64) -> bool {
        let exact = value > self.best && !self.scouting();
        let first_look = self.depth == 1 && self.decided.is_none();
        self.options.checks
            && exact
            && !first_look
            && value.abs() < MARGIN
            && self.roots[self.at].checked.is_none()
    }

    /// The root move that is being searched has this worth.
    fn root_done(&mut self, worth: W) {
        let value = worth.to(self.seat);
        if self.scouting() && value > self.best && self.depth > 1 {
            self.again = true;
            return;
        }
        self.again = false;
        // At the first ply all are leaves, whatever the window.
        let lost = matches!(self.roots[self.at].checked, Some(Check::Lost(_)));
        let exact = !self.options.bounded || value > self.best || self.depth == 1 || lost;
        let line = if exact { self.below[0].clone() } else { Vec::new() };
        let nodes = self.nodes - std::mem::replace(&mut self.since, self.nodes);
        let found = Some(RootResult { worth, exact, line, depth: self.depth, nodes });
        if self.decided.is_some() {
            self.roots[self.at].found = found;
            return self.next_line();
        }
        self.roots[self.at].fresh = found;
        self.best = self.best.max(value);
        self.at += 1;
        // A quicker win would have been found at a smaller depth.
        if value > LARGEST_VALUE && self.reached > 0 {
            self.accept();
            self.decide();
        }
    }

    /// How many of the best candidates are to be exact, each with its own line; never fewer than before. The
    /// choice is the same.
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

    /// The choice is made. What is looked at from here on is to be shown, and changes it no more.
    fn decide(&mut self) {
        self.again = false;
        self.decided = Some(Decided { chosen: self.chosen(), nodes: self.nodes });
        self.most_nodes = self.nodes.saturating_mul(MOST_OF_LINES).max(LEAST_OF_LINES);
        self.next_line();
    }

    /// Turns to the next candidate that may be among the best and is not exact; the best bound first, since
    /// each that proves exact raises what the others must be better than.
    fn next_line(&mut self) {
        self.height = 0;
        self.since = self.nodes;
        self.depth = self.reached;
        // Before the first depth is done there is nothing to measure by.
        let none = self.lines < 2 || self.reached == 0;
        let (seat, reached) = (self.seat, self.reached);
        let mut known = Vec::new();
        let mut open = Vec::new();
        // What comes to more than the choice after all has no score, and takes no other's place.
        let most = self.decided_worth().filter(|&most| self.options.scout && most < MARGIN);
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

    /// Nodes visited to make the choice: the budget's.
    pub(super) fn nodes_to_decide(&self) -> u64 {
        self.decided.as_ref().map_or(self.nodes, |decided| decided.nodes)
    }

    /// What the choice is worth, once it is made.
    pub(super) fn decided_worth(&self) -> Option<i64> {
        let chosen = self.decided.as_ref()?.chosen?;
        Some(self.seen(&self.roots[chosen])?.worth.to(self.seat))
    }

    /// Every root move has been searched at this depth. True if every move loses: then the walk says how much
    /// each resists, and the depth is searched once more in that order, as the first of equals is played.
    fn depth_done(&mut self) -> bool {
        self.accept();
        self.exact = !self.estimated;
        let lost = self.best < -LARGEST_VALUE && self.roots.len() > 1;
        if lost && self.options.resist && !self.resisting {
            self.resisting = true;
            return true;
        }
        let seat = self.seat;
        let lost = |root: &&Root<M, W>| {
            root.found.as_ref().is_some_and(|found| found.worth.to(seat) < -LARGEST_VALUE)
        };
        // One that alone does not lose at once is the choice, and if it should lose too, holds out longest.
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
                    // Of two with the same value, the one that is only bounded by it comes later.
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

    /// Puts the roots in the order of these keys, smallest first.
    fn reorder(&mut self, keys: &[(i64, i64)]) {
        let mut order: Vec<usize> = (0..self.roots.len()).collect();
        sort_by_key(&mut order, |&at| keys.get(at).copied().unwrap_or_default());
        self.roots = order.into_iter().map(|at| self.roots[at].clone()).collect();
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

    /// The depth under way was cut short after some root moves, the best of the depth before among them. What was
    /// found of them counts, unless what it comes to is below what others came to.
    fn accept_part(&mut self) {
        let some = self.at > 0 && self.at < self.roots.len() && self.reached > 0;
        if !some || !self.options.scout || self.resisting {
            return;
        }
        // Found to be worse than it seemed, it may be no better than those that were not looked at.
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

    /// What is known about a root move; before the first depth is done, what has been found of it.
    pub(super) fn seen<'a>(&self, root: &'a Root<M, W>) -> Option<&'a RootResult<M, W>> {
        if self.reached > 0 { root.found.as_ref() } else { root.fresh.as_ref() }
    }

    /// Where the best root move is in `roots`; any while nothing is known. `None` when there is none.
    pub(super) fn chosen(&self) -> Option<usize> {
        if let Some(decided) = &self.decided {
            return decided.chosen;
        }
        let mut best: Option<(usize, i64)> = None;
        for (index, root) in self.roots.iter().enumerate() {
            let Some(found) = self.seen(root) else { continue };
            let value = found.worth.to(self.seat);
            // One that is only bounded is never better than the one that bounds it.
            if found.exact && best.is_none_or(|(_, most)| value > most) {
                best = Some((index, value));
            }
        }
        best.map(|(index, _)| index).or((!self.roots.is_empty()).then_some(0))
    }
}

/// The part of a search that is its own: the walk through the tree below a root move. It can be put down
/// after any node and taken up again.
pub(super) trait Walk {
    /// A move.
    type Move: Clone;
    /// What it says of a position.
    type RootValue: RootValue;

    /// Where the search stands.
    fn deepening(&mut self) -> &mut Deepening<Self::Move, Self::RootValue>;

    /// Plays [`Deepening::next`]; its worth, if that is known without a walk, as it is of one that a check found lost.
    fn enter(&mut self) -> Option<Self::RootValue>;

    /// Goes on below it until its worth is known, or `until` nodes have been visited in all.
    fn walk(&mut self, until: u64) -> Option<Self::RootValue>;

    /// How much a move resists that loses, the least number first: of replies that win at once, asked for when
    /// it is lost `at_once`, then minus the heuristic's value.
    fn resistance(&self, mv: &Self::Move, at_once: bool) -> (i64, i64);

    /// Whether a root move loses by force within a few plies in which nothing is left out, and the nodes that this took, no
    /// more than `most`; nothing if they were not enough.
    fn check(&self, _mv: &Self::Move, _most: u64) -> (Option<Check>, u64) {
        (Some(Check::Safe), 0)
    }

    /// The root move that is being searched has this worth, unless a check finds that it loses. False if there are too few
    /// nodes left for one.
    fn found(&mut self, worth: Self::RootValue) -> bool {
        let all = self.deepening();
        if all.wants_check(worth.to(all.seat)) {
            let mv = all.next().clone();
            let left = all.most_nodes.saturating_sub(all.nodes);
            let (found, nodes) = self.check(&mv, left.min(MOST_OF_CHECK));
            let all = self.deepening();
            all.nodes += nodes;
            if found.is_none() && left <= MOST_OF_CHECK {
                all.nodes = all.most_nodes;
                return false;
            }
            all.roots[all.at].checked = Some(found.unwrap_or(Check::Open));
            if let Some(Check::Lost(_)) = found
                && let Some(lost) = self.enter()
            {
                let all = self.deepening();
                // What a look less deep took it for is no longer true.
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

    /// Every move loses: looks for the one that resists most among those that hold out longest.
    #[inline(never)]
    fn resist(&mut self) {
        const AT_ONCE: i64 = 2 - WIN;
        let at_once = self.deepening().best <= AT_ONCE;
        let moves: Vec<Self::Move> =
            self.deepening().roots.iter().map(|root| root.mv.clone()).collect();
        let keys: Vec<(i64, i64)> = moves.iter().map(|mv| self.resistance(mv, at_once)).collect();
        let all = self.deepening();
        all.reorder(&keys);
        if all.options.bounded {
            all.begin_depth();
        } else {
            // All are exact as they are.
            all.decide();
        }
    }

    /// Searches until `until` nodes have been visited in all, or it has finished.
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
                    Some(worth) if !self.found(worth) => return,
                    Some(_) => {}
                    None => self.deepening().height = 1,
                }
            }
        }
    }

    /// Does what another search of the same position did, however that was sliced and stopped.
    #[inline(never)]
    fn repeat(&mut self, other: &Deepening<Self::Move, Self::RootValue>) {
        let decided = other.decided.as_ref().map_or(u64::MAX, |decided| decided.nodes);
        for &(nodes, lines) in other.multi_pv_changes.iter().chain(&[(other.nodes, 0)]) {
            self.run(nodes.min(decided));
            let all = self.deepening();
            if nodes >= decided && all.decided.is_none() {
                all.accept_part();
                all.decide();
            }
            self.run(nodes);
            self.deepening().set_multi_pv(lines);
        }
    }

    /// Searches on for `slice` nodes, within the budget; true when it has finished.
    fn deepen(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        let all = self.deepening();
        let until = all.nodes.saturating_add(slice).min(all.most_nodes);
        let most_ms = all.most_ms;
        let mut before = watch.elapsed_ms();
        while !self.deepening().finished && self.deepening().nodes < until {
            let next = self.deepening().nodes + self.deepening().clock;
            self.run(until.min(next));
            let now = watch.elapsed_ms();
            let all = self.deepening();
            if let Some(most) = most_ms {
                let showing = all.decided.is_some();
                let share = if showing || all.lines < 2 { 1.0 } else { SHARE_OF_CHOICE };
                match now >= most * share {
                    true if showing => all.finished = true,
                    true => {
                        all.accept_part();
                        all.decide();
                    }
                    false => {}
                }
            }
            if watch.stop() || watch.pause() {
                break;
            }
            // Where a node takes long, the clock is looked at more often.
            all.clock = if now - before > LONG { all.clock / 2 } else { 2 * all.clock };
            all.clock = all.clock.clamp(1, CLOCK);
            before = now;
        }
        let all = self.deepening();
        if all.nodes >= all.most_nodes {
            if all.decided.is_some() {
                all.finished = true;
            } else {
                all.accept_part();
                all.decide();
            }
        }
        all.finished
    }
}

/// What is kept while the moves of a position are tried, to note in the table what was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Visit {
    pub(super) hash: u64,
    /// The window it was entered with.
    pub(super) window: (i64, i64),
    /// The place, before it was put first, of the move that the table thinks best.
    hint: usize,
}

impl Visit {
    pub(super) fn new(hash: u64, window: (i64, i64)) -> Self {
        Visit { hash, window, hint: 0 }
    }

    /// The value by the table of a position `n` + 1 plies below the root, if it was looked at `depth` plies
    /// deep. Deeper will not do: a value would then hang on what else was searched, and a move that is looked at
    /// again could turn out better than the choice.
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

    /// Puts the move first that the table thinks best.
    #[inline]
    pub(super) fn put_first<M>(&mut self, best: u16, moves: &mut [M]) {
        let hint = usize::from(best);
        if hint < moves.len() {
            moves[..=hint].rotate_right(1);
            self.hint = hint;
        }
    }

    /// Notes that the move at `best_at` is the best of a position `n` + 1 plies below the root, looked at
    /// `depth` plies deep; with the value, and whether that is estimated.
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
        // The hint went to the front, and those before it one back.
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
