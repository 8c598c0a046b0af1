//! The tree of a deepening search, position by position. It is not stored: a request repeats the search, identical to
//! the node, and records the moves tried in the position to analyse.

use super::tree_recorder::{OPEN, TreeRecorder, Tried};
use super::{Check, Deepening, Root, RootValue, Walk, score_of};
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Branch, Limit, Score};
use crate::contract::bot::Budget;
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::search::explain::SHALLOW_WITHOUT_TREE;

impl<G: Enumerable, W: RootValue> Deepening<G, W> {
    /// Whether the search records moves.
    #[inline]
    pub(in crate::search) fn notes(&self) -> bool {
        self.tree_recorder.is_some()
    }

    /// Frame `n` starts the moves of a position with search depth `left`. Returns whether to record them.
    #[cold]
    pub(in crate::search) fn opened(&mut self, n: usize, position: u64, left: u32) -> bool {
        let Some(tree_recorder) = &mut self.tree_recorder else { return false };
        let Some(wanted) = tree_recorder.position else { return true };
        let noted = position == wanted;
        if noted {
            tree_recorder.here = Some((n, left));
            tree_recorder.since = self.nodes;
            tree_recorder.tried.clear();
        } else if tree_recorder.here.is_some_and(|(at, _)| at == n) {
            tree_recorder.here = None;
        }
        noted
    }

    /// Records a move of frame `n` and counts its nodes.
    #[cold]
    pub(in crate::search) fn tried(&mut self, n: usize, tried: Tried<G::Move>) {
        let Some(tree_recorder) = &mut self.tree_recorder else { return };
        if tree_recorder.here.is_none_or(|(at, _)| at != n) {
            return;
        }
        let nodes = self.nodes - std::mem::replace(&mut tree_recorder.since, self.nodes);
        // If a move is searched again, its last result counts.
        match tree_recorder.tried.iter_mut().find(|one| one.mv == tried.mv) {
            Some(before) => *before = Tried { nodes: before.nodes + nodes, ..tried },
            None => tree_recorder.tried.push(Tried { nodes, ..tried }),
        }
    }

    /// Stores the recorded moves when frame `n` is complete.
    #[cold]
    pub(in crate::search) fn closed(&mut self, n: usize) {
        let Some(tree_recorder) = &mut self.tree_recorder else { return };
        if let Some((_, left)) = tree_recorder.here.take_if(|(at, _)| *at == n)
            && (tree_recorder.done.0..=tree_recorder.most).contains(&left)
        {
            tree_recorder.done = (left, std::mem::take(&mut tree_recorder.tried));
        }
    }

    /// The root moves that were searched.
    fn tried_roots(&self) -> Vec<Tried<G::Move>> {
        let most = self.chosen_value().unwrap_or(i64::MAX);
        let tried = |root: &Root<G::Move, W>| {
            let found = self.root_result(root)?;
            let value = found.worth.to(self.seat);
            // A move that is searched again and scores more than the choice is no better than it.
            let known = found.exact && found.depth == self.reached && value <= most;
            let lost = matches!(root.checked, Some(Check::Lost(_)));
            Some(Tried {
                mv: root.mv.clone(),
                value,
                window: if known || lost { OPEN } else { (value, i64::MAX) },
                left: found.depth.saturating_sub(1),
                inner: found.depth > 1 && !lost,
                nodes: found.nodes,
            })
        };
        self.roots.iter().filter_map(tried).collect()
    }
}

/// The moves in a search tree after these moves from its root, best first. `again` starts the same search; `whose`
/// returns the seat of a position's values.
pub(in crate::search) fn branches<S: Walk>(
    search: &Deepening<S::Game, S::RootValue>,
    path: &[String],
    again: impl FnOnce(&S::Game, Seat, Budget, Rng) -> S,
    whose: impl FnOnce(&S::Game) -> Seat,
) -> Result<Vec<Branch>, &'static str> {
    if search.reached < 2 {
        return Err(SHALLOW_WITHOUT_TREE);
    }
    let position = after(&search.root, path).ok_or("")?;
    if position.to_act().is_empty() {
        return Ok(Vec::new());
    }
    let tried = match path.first() {
        None => search.tried_roots(),
        Some(first) => {
            let root = search.roots.iter().find(|root| root.mv.to_string() == *first);
            let root = root.ok_or("")?;
            let plies = search.root_result(root).map_or(0, |found| found.depth);
            let mut again = again(&search.root, search.seat, search.budget, search.rng.clone());
            let most = plies.saturating_sub(path.len() as u32);
            again.deepening().tree_recorder =
                Some(Box::new(TreeRecorder::new(None, Some(position.hash()), most)));
            again.repeat(search);
            again.deepening().tree_recorder.take().ok_or("")?.done.1
        }
    };
    Ok(listed(&position, whose(&position), path.len() as u32, tried))
}

fn after<G: Enumerable>(root: &G, path: &[String]) -> Option<G> {
    let mut position = root.clone();
    let mut moves = MoveList::new();
    for text in path {
        position.legal_moves(&mut moves);
        position.play_unchecked(moves.iter().find(|mv| mv.to_string() == *text)?);
    }
    Some(position)
}

/// The moves tried in a position, `plies` after the root, best first for the player to move; values are for `seat`.
fn listed<G: Enumerable>(
    position: &G,
    seat: Seat,
    plies: u32,
    tried: Vec<Tried<G::Move>>,
) -> Vec<Branch> {
    let mine = position.mover() == seat;
    let branch = |tried: Tried<G::Move>| {
        let limit = limit(&tried, mine);
        let score = match score_of(tried.value, limit.is_none()) {
            // At most a win, or at least a loss, has no information.
            Score::Win(_) if tried.value <= tried.window.0 => Score::Unknown,
            Score::Loss(_) if tried.value >= tried.window.1 => Score::Unknown,
            Score::Value(_) if limit.is_some() => Score::Unknown,
            score => score,
        };
        let next = position.played(&tried.mv);
        let branch = Branch {
            mv: tried.mv.to_string(),
            name: position.move_name(&tried.mv),
            seat,
            score,
            win: None,
            by: None,
            limit: limit.filter(|_| score == Score::Unknown),
            plies: score.plies().map(|all| all.saturating_sub(plies)),
            depth: Some(tried.left),
            visits: tried.nodes,
            inner: tried.inner && !next.to_act().is_empty(),
        };
        (key(&branch, mine, tried.value), branch)
    };
    let mut branches: Vec<_> = tried.into_iter().map(branch).collect();
    sort_by_key(&mut branches, |(key, _)| *key);
    branches.into_iter().map(|(_, branch)| branch).collect()
}

/// Whether a value is only a bound, from the view of the player who makes the move.
fn limit<M>(tried: &Tried<M>, mine: bool) -> Option<Limit> {
    let (alpha, beta) = tried.window;
    match (tried.value <= alpha, tried.value >= beta) {
        (false, false) => None,
        (low, _) => Some(if low == mine { Limit::Worse } else { Limit::Refutes }),
    }
}

/// The sort key of moves, smallest first: wins of the player who makes them, refutations, values, moves that
/// are no better than another, losses.
fn key(branch: &Branch, mine: bool, value: i64) -> (i64, i64) {
    let group = match (branch.score, branch.limit) {
        (Score::Win(_), _) if mine => 0,
        (Score::Loss(_), _) if !mine => 0,
        (Score::Win(_) | Score::Loss(_), _) => 4,
        (_, Some(Limit::Refutes)) => 1,
        (_, None) => 2,
        (_, Some(Limit::Worse)) => 3,
    };
    (group, if mine { -value } else { value })
}
