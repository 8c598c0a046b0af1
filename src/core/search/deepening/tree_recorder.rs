//! The records of a search: of its repetition to show its tree, and its film.

use super::{Deepening, INFINITY, RootValue, measured, score_of};
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::Score;
use crate::contract::bot::{Budget, Heuristic};
use crate::contract::film::{Film, Kind, MovePath, What};
use crate::contract::game::{Enumerable, Seat};

/// A move that a search tried in some position, and its result.
#[derive(Clone, Debug)]
pub(in crate::search) struct Tried<M> {
    pub(in crate::search) mv: M,
    /// Its value for the seat of the values.
    pub(in crate::search) value: i64,
    /// Its search window; a full window if the value is exact.
    pub(in crate::search) window: (i64, i64),
    /// Search depth below it in plies.
    pub(in crate::search) left: u32,
    /// Whether its own moves were tried.
    pub(in crate::search) inner: bool,
    /// Number of positions visited for it, including itself.
    pub(in crate::search) nodes: u64,
}

/// The full window, which contains every value.
pub(in crate::search) const OPEN: (i64, i64) = (i64::MIN, i64::MAX);

/// The records of a search that is repeated or filmed.
pub(super) struct TreeRecorder<M> {
    /// The film, unless it is being written to.
    pub(super) film: Option<Box<Film>>,
    /// Positions that the heuristic's own search visited last.
    pub(super) quick: u64,
    /// The root move that a filmed search prefers.
    pub(super) prefers: Option<M>,
    /// The hash of the position to analyse. A search may reach it by several paths. `None` in a search that is only filmed.
    pub(super) position: Option<u64>,
    /// Maximum search depth below it at the decisive iteration.
    pub(super) most: u32,
    /// The current frame of the position, and the remaining search depth.
    pub(super) here: Option<(usize, u32)>,
    /// Nodes when the previous one of its moves was completed.
    pub(super) since: u64,
    pub(super) tried: Vec<Tried<M>>,
    /// From the last of the deepest complete searches of the position.
    pub(super) done: (u32, Vec<Tried<M>>),
}

impl<M> TreeRecorder<M> {
    pub(super) fn new(film: Option<Box<Film>>, position: Option<u64>, most: u32) -> Self {
        TreeRecorder {
            film,
            quick: 0,
            prefers: None,
            position,
            most,
            here: None,
            since: 0,
            tried: Vec::new(),
            done: (0, Vec::new()),
        }
    }
}

/// The bounds of a window as scores; `None` where it is open.
pub(in crate::search) fn window_scores((alpha, beta): (i64, i64)) -> [Option<Score>; 2] {
    [alpha, beta].map(|bound| (bound.abs() < INFINITY).then(|| score_of(bound, true)))
}

/// The contributions of a heuristic's terms in a position for a seat.
pub(in crate::search) fn contributions<G: Enumerable>(
    heuristic: &impl Heuristic<G>,
    position: &G,
    seat: Seat,
) -> Vec<Fixed> {
    measured(heuristic, position, seat).iter().map(|term| term.contribution).collect()
}

/// The film of a search. None of this runs in a search without one.
impl<G: Enumerable, W: RootValue> Deepening<G, W> {
    /// Starts the film of a search that has visited no node yet.
    pub(in crate::search) fn observe(&mut self, own_values: bool) {
        let film = Box::new(Film::new(own_values));
        self.tree_recorder = Some(Box::new(TreeRecorder::new(Some(film), None, 0)));
    }

    pub(in crate::search) fn film(&self) -> Option<&Film> {
        self.tree_recorder.as_ref()?.film.as_deref()
    }

    /// The arguments with which the search was created.
    pub(in crate::search) fn beginning(&self) -> (G, Seat, Budget, Rng) {
        (self.root.clone(), self.seat, self.budget, self.rng.clone())
    }

    /// Takes the film out, so that events can be made from the whole search.
    pub(in crate::search) fn take_film(&mut self) -> Option<Box<Film>> {
        let nodes = self.nodes;
        let mut film = self.tree_recorder.as_mut()?.film.take()?;
        film.count_nodes(nodes);
        Some(film)
    }

    pub(in crate::search) fn put_film(&mut self, film: Box<Film>) {
        if let Some(tree_recorder) = &mut self.tree_recorder {
            tree_recorder.film = Some(film);
        }
    }

    /// Counts moves that a cut spared.
    pub(in crate::search) fn spare(&mut self, moves: usize) {
        if let Some(film) =
            self.tree_recorder.as_mut().and_then(|tree_recorder| tree_recorder.film.as_mut())
        {
            film.spare(moves);
        }
    }

    /// Sets the number of positions that the heuristic's own search visited, for the next event.
    pub(in crate::search) fn put_quick(&mut self, positions: u64) {
        if let Some(tree_recorder) = &mut self.tree_recorder {
            tree_recorder.quick = positions;
        }
    }

    pub(in crate::search) fn take_quick(&mut self) -> u64 {
        self.tree_recorder
            .as_mut()
            .map_or(0, |tree_recorder| std::mem::take(&mut tree_recorder.quick))
    }

    fn record(&mut self, kind: Kind, at_root: bool, make: impl FnOnce(&Self) -> (MovePath, What)) {
        let Some(mut film) = self.take_film() else { return };
        film.record(kind, at_root, || make(self));
        self.put_film(film);
    }

    /// Records the result of the current root move.
    #[cold]
    #[inline(never)]
    pub(super) fn record_root(&mut self, value: i64, exact: bool) {
        let best = exact && value > self.best && self.decided.is_none();
        let score = score_of(value, exact);
        self.record(Kind::Root, best, |all| {
            (MovePath::from_moves([all.next()]), What::Root { value: score, bound: !exact, best })
        });
        let next = self.next().clone();
        let Some(tree_recorder) = self.tree_recorder.as_mut().filter(|_| best) else { return };
        let before = tree_recorder.prefers.replace(next.clone());
        if before.as_ref() != Some(&next) {
            self.record(Kind::Choice, true, |_| {
                let before = before.map(|mv| mv.to_string());
                (MovePath::from_moves([next]), What::Choice { before, value: score })
            });
        }
    }

    /// Records that a depth is complete.
    #[cold]
    #[inline(never)]
    pub(super) fn record_iteration(&mut self) {
        let Some(chosen) = self.chosen() else { return };
        let value = self.root_result(&self.roots[chosen]).map(|found| found.worth.to(self.seat));
        self.record(Kind::Iteration, true, |all| {
            let value = value.map_or(Score::Unknown, |value| score_of(value, true));
            let line = MovePath::from_moves([&all.roots[chosen].mv]);
            (line, What::Iteration { depth: all.depth, value })
        });
    }

    /// Records the check of the current root move.
    #[cold]
    #[inline(never)]
    pub(super) fn record_check(&mut self, lost: bool, positions: u64) {
        self.record(Kind::Check, false, |all| {
            (MovePath::from_moves([all.next()]), What::Check { lost, positions })
        });
    }
}
