//! The film of a tree search. None of this runs in a search without one.

use super::policy::{Report, Rewards};
use super::simulate::TreeSearch;
use super::tree::{Index, Proof};
use crate::base::fixed::Fixed;
use crate::contract::analysis::Score;
use crate::contract::film::{Film, Kind, Mean, MovePath, Step, What};
use crate::contract::game::Enumerable;

/// The film, and what it knows of the current simulation.
#[derive(Clone, Debug)]
pub(super) struct Filming<M> {
    pub(super) film: Film,
    /// The numbers that chose each move of the path.
    pub(super) steps: Vec<Step>,
    /// The moves of the playout.
    pub(super) playout: Vec<M>,
    /// The reward of each move of the path for the player who made it, from the end of the path.
    pub(super) brought: Vec<f32>,
    /// The root move that the search prefers.
    prefers: Option<Index>,
}

impl<M> Default for Filming<M> {
    fn default() -> Self {
        Filming {
            film: Film::default(),
            steps: Vec::new(),
            playout: Vec::new(),
            brought: Vec::new(),
            prefers: None,
        }
    }
}

impl<G: Enumerable, P: Report<G>> TreeSearch<G, P> {
    /// Records an event at the end of the path.
    fn record(&mut self, kind: Kind, make: impl FnOnce(&Self, &mut Filming<G::Move>) -> What) {
        let Some(mut filming) = self.film.take() else { return };
        let mut film = std::mem::take(&mut filming.film);
        film.count_nodes(self.playouts);
        film.record(kind, false, || {
            let line =
                MovePath::from_moves(self.path.iter().map(|step| &self.moves[step.child as usize]));
            (line, make(self, &mut filming))
        });
        filming.film = film;
        self.film = Some(filming);
    }

    /// Records that the moves of `node` entered the tree.
    #[cold]
    #[inline(never)]
    pub(super) fn record_expansion(&mut self, node: Index) {
        self.record(Kind::Expand, |search, _| What::Expand {
            moves: search.tree.nodes[node as usize].count as usize,
        });
    }

    /// Records the path down the tree.
    #[cold]
    #[inline(never)]
    pub(super) fn record_path(&mut self) {
        self.record(Kind::Path, |_, filming| What::Path { steps: filming.steps.clone() });
    }

    /// Records the playout, unless the result is proven, and the result.
    #[cold]
    #[inline(never)]
    pub(super) fn record_result(&mut self, rewards: &Rewards, proven: bool) {
        if !proven {
            self.record(Kind::Playout, |_, filming| What::Playout {
                moves: MovePath::from_moves(&filming.playout),
            });
            if let Some(filming) = &mut self.film {
                filming.playout.clear();
            }
        }
        let seats = self.root.seats();
        let rewards = rewards[..seats].to_vec();
        self.record(Kind::Result, |_, _| What::Result { rewards, proven });
    }

    /// Records the back-up, and whether the search now prefers another move.
    #[cold]
    #[inline(never)]
    pub(super) fn record_back_up(&mut self) {
        self.record(Kind::Backup, |search, filming| {
            let mean = |at: usize| Mean {
                visits: search.tree.nodes[at].visits,
                mean: search.tree.sums.at(at).mean(),
            };
            What::Backup {
                rewards: filming.brought.iter().rev().copied().collect(),
                nodes: search.path.iter().map(|step| mean(step.child as usize)).collect(),
            }
        });
        let best = self.preferred();
        let Some(filming) = &mut self.film else { return };
        let Some(best) = best.filter(|&best| filming.prefers != Some(best)) else { return };
        let before = filming.prefers.replace(best);
        let text = |node: Index| self.moves[node as usize].to_string();
        let what = What::Choice {
            before: before.map(text),
            value: Fixed::from_f64(self.tree.sums.at(best as usize).mean().into())
                .map_or(Score::Unknown, Score::Value),
        };
        let line = MovePath::from_moves([&self.moves[best as usize]]);
        filming.film.record(Kind::Choice, true, || (line, what));
    }

    /// The root move with the largest lower end, as the choice: proven wins first, proven losses last.
    fn preferred(&self) -> Option<Index> {
        let mover = self.root.mover();
        let width = self.settings.interval_width.to_f64() as f32;
        let least = |child: usize| {
            let sums = self.tree.sums.at(child);
            match self.tree.nodes[child].proof {
                won if won == Proof::won(mover) => f32::INFINITY,
                Proof::Won(_) => f32::NEG_INFINITY,
                _ => sums.mean() - width / (sums.visits + 1.0).sqrt(),
            }
        };
        let mut best: Option<(usize, f32)> = None;
        for child in self.tree.nodes[0].children() {
            let visited = self.tree.nodes[child].visits > 0;
            let least = least(child);
            if visited && best.is_none_or(|(_, most)| least > most) {
                best = Some((child, least));
            }
        }
        best.map(|(child, _)| child as Index)
    }
}
