//! The tree: an arena of numbered nodes with the sums of their playouts and their proofs.
//!
//! The children of a node are adjacent, so selection is one pass over an array. The
//! moves that lead to them are stored elsewhere; this module depends on no game and none of its types.
//!
//! Sums are `f32`, which is exact enough and the same on every machine: additions have a fixed order, and
//! the square root is the only platform function used, which is exact by the standard.

use super::playout_rng::ln;
use super::policy::{Known, NO_KEY, Prior, Rewards, Trace};
use crate::contract::analysis::Score;
use crate::contract::film::Step;
use crate::contract::game::Seat;
use std::ops::Range;

/// The index of a node. The root is node 0.
pub(super) type Index = u32;

/// The proof of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Not proven.
    Open,
    /// That seat wins alone, whatever the others play.
    Won(u8),
    /// No seat can win; between two seats only.
    Drawn,
    /// The game is over, with a shared result among several seats.
    Over,
}

/// The data for selection, from the view of the seat that moves to the node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Rewards of simulations through the node.
    pub(super) wins: f32,
    /// Number of these simulations.
    pub(super) visits: f32,
    /// Rewards of hints: prior outcomes, and simulations that played the move later.
    pub(super) hint_wins: f32,
    /// Number of these hints.
    pub(super) hint_visits: f32,
}

/// Sums are halved above this number, so that `f32` never stops counting.
const MOST: f32 = 4_194_304.0;
/// Number of nodes that are computed together.
const BLOCK: usize = 64;
/// Below this many visits of a node no child can have `MOST` hints, priors included.
const FEW: u32 = 1 << 20;

impl Sums {
    /// The mean of its own simulations; one half if there are none.
    pub(super) fn mean(&self) -> f32 {
        if self.visits > 0.0 { self.wins / self.visits } else { 0.5 }
    }

    /// The weighted mean of its own simulations and the hints; `lift` is added to the hint rewards.
    #[inline]
    pub(super) fn blended(&self, bias: f32, lift: f32) -> f32 {
        let trust = 1.0 + self.hint_visits * bias;
        (self.wins * trust + (self.hint_wins + lift)) / (self.visits * trust + self.hint_visits)
    }
}

/// The sums of all nodes, in one row per kind, so that the compiler vectorises the loops over the children of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    wins: Vec<f32>,
    visits: Vec<f32>,
    hint_wins: Vec<f32>,
    hint_visits: Vec<f32>,
    /// The judged part of the rewards.
    judged: Vec<f32>,
}

impl Rows {
    /// The sums of a node.
    #[inline]
    pub(super) fn at(&self, node: usize) -> Sums {
        Sums {
            wins: self.wins[node],
            visits: self.visits[node],
            hint_wins: self.hint_wins[node],
            hint_visits: self.hint_visits[node],
        }
    }

    fn set(&mut self, node: usize, sums: Sums) {
        self.wins[node] = sums.wins;
        self.visits[node] = sums.visits;
        self.hint_wins[node] = sums.hint_wins;
        self.hint_visits[node] = sums.hint_visits;
    }

    fn all(&mut self) -> [&mut Vec<f32>; 5] {
        let Rows { wins, visits, hint_wins, hint_visits, judged } = self;
        [wins, visits, hint_wins, hint_visits, judged]
    }

    /// Appends zeros, up to `count` nodes.
    fn resize(&mut self, count: usize) {
        self.all().into_iter().for_each(|row| row.resize(count, 0.0));
    }

    /// Appends copies of the sums of `range`.
    fn extend_from_within(&mut self, range: Range<usize>) {
        self.all().into_iter().for_each(|row| row.extend_from_within(range.clone()));
    }

    /// Appends the sums of `range` of another tree.
    fn extend_from(&mut self, other: &Rows, range: Range<usize>) {
        self.wins.extend_from_slice(&other.wins[range.clone()]);
        self.visits.extend_from_slice(&other.visits[range.clone()]);
        self.hint_wins.extend_from_slice(&other.hint_wins[range.clone()]);
        self.hint_visits.extend_from_slice(&other.hint_visits[range.clone()]);
        self.judged.extend_from_slice(&other.judged[range]);
    }

    fn reserve_exact(&mut self, more: usize) {
        self.all().into_iter().for_each(|row| row.reserve_exact(more));
    }

    /// Adds the reward of a simulation, and its judged part.
    #[inline]
    fn add(&mut self, node: usize, reward: f32, judged: f32) {
        let Rows { wins, visits, judged: sums, .. } = self;
        let (wins, visits, sum) = (&mut wins[node], &mut visits[node], &mut sums[node]);
        *wins += reward;
        *visits += 1.0;
        *sum += judged;
        if *visits >= MOST {
            *wins *= 0.5;
            *visits *= 0.5;
            *sum *= 0.5;
        }
    }

    /// Adds a hint with this reward to every node of `range` whose key has a mark.
    #[inline]
    fn add_hints(&mut self, range: Range<usize>, keys: &[u16], marks: &[u32], reward: f32) {
        let mut found = [0; BLOCK];
        let wins = self.hint_wins[range.clone()].chunks_mut(BLOCK);
        let visits = self.hint_visits[range].chunks_mut(BLOCK);
        for ((wins, visits), keys) in wins.zip(visits).zip(keys.chunks(BLOCK)) {
            // The marks first, so that the compiler vectorises the sums.
            let found = &mut found[..keys.len()];
            for (mark, &key) in found.iter_mut().zip(keys) {
                *mark = marks.get(usize::from(key)).copied().unwrap_or(0);
            }
            // Adding 0 changes no sum, so no branch is needed.
            for ((wins, visits), mark) in wins.iter_mut().zip(visits).zip(found) {
                *wins += f32::from_bits(reward.to_bits() & *mark);
                *visits += f32::from_bits(1.0_f32.to_bits() & *mark);
            }
        }
    }

    fn halve_hints(&mut self, range: Range<usize>) {
        for node in range {
            if self.hint_visits[node] >= MOST {
                self.hint_wins[node] *= 0.5;
                self.hint_visits[node] *= 0.5;
            }
        }
    }
}

/// The other data of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its first child; meaningless if it has none.
    pub(super) first: Index,
    /// Number of its children in the tree.
    pub(super) count: u32,
    /// Number of simulations through it.
    pub(super) visits: u32,
    /// Plies to the proven result; 0 if there is none.
    pub(super) plies: u16,
    pub(super) proof: Proof,
    /// Whether every legal move has a child.
    pub(super) complete: bool,
}

impl Proof {
    #[inline]
    pub(super) fn won(seat: Seat) -> Proof {
        // There are at most eight seats.
        Proof::Won(seat as u8)
    }

    /// The proven score of a move of `mover` to a node with this proof and this many plies to its end.
    pub(super) fn result(self, mover: Seat, plies: u16) -> Score {
        let plies = Some(u32::from(plies) + 1);
        match self {
            won if won == Proof::won(mover) => Score::Win(plies),
            Proof::Won(_) => Score::Loss(plies),
            Proof::Open | Proof::Drawn | Proof::Over => Score::Unknown,
        }
    }
}

impl Node {
    const NEW: Node =
        Node { first: 0, count: 0, visits: 0, plies: 0, proof: Proof::Open, complete: false };

    /// The range of its children.
    #[inline]
    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The selection formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Formula {
    /// The weight of exploration of rarely visited moves.
    pub(super) exploration: f32,
    /// One over the number of visits that count as much as unlimited hints; 0 counts
    /// hints like visits.
    pub(super) bias: f32,
    /// The prior value of a move without visits.
    pub(super) first_play: f32,
    /// The number of prior outcomes for it.
    pub(super) first_visits: f32,
    /// Whether the prior is relative to the mean reward of the position.
    pub(super) relative: bool,
}

impl Formula {
    /// Added prior rewards in a position whose mean reward for the mover is `so_far`.
    #[inline]
    fn lift(&self, so_far: f32) -> f32 {
        if self.relative { self.first_visits * so_far.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The prior value of a move from its outlook's wins and visits.
    pub(super) fn prior_value(&self, outlook: &Prior) -> f32 {
        let wins = outlook.wins + self.first_visits * self.first_play + self.lift(0.5);
        wins / (outlook.visits + self.first_visits)
    }

    /// The exploration factor of a node with this many visits.
    #[inline]
    fn spread(&self, visits: u32) -> f32 {
        if self.exploration > 0.0 { self.exploration * ln(u64::from(visits)).sqrt() } else { 0.0 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) sums: Rows,
    pub(super) keys: Vec<u16>,
    /// Maximum number of nodes.
    most: usize,
    /// Whether there are two seats, so that a win of one is a loss of the other.
    pub(super) duel: bool,
}

/// Bytes of a node without its move: the same number on every machine, because it determines when the tree is
/// full.
pub(super) const NODE_BYTES: usize = 42;

const _: () = assert!(
    size_of::<Node>() + size_of::<Sums>() + size_of::<u16>() + size_of::<f32>() == NODE_BYTES
);

/// The first of the largest values, none of which is NaN.
struct Best {
    /// See [`Best::rank`].
    rank: i32,
    at: usize,
}

impl Best {
    /// No candidate yet: a proven loss is no better.
    const NONE: Best = Best { rank: f32::NEG_INFINITY.to_bits() as i32 ^ i32::MAX, at: 0 };

    /// An integer for a value, in the same order: integers can be compared and selected without a
    /// branch, also on wasm, which selects floats only by branches.
    #[inline(always)]
    fn rank(value: f32) -> i32 {
        // The sum is never negative zero.
        let bits = (value + 0.0).to_bits() as i32;
        bits ^ ((bits >> 31) as u32 >> 1) as i32
    }

    /// Offers the values of the nodes of `range`. Many at a time are converted to ranks first and
    /// then compared, because the compiler vectorises these loops.
    #[inline(always)]
    fn offer_all(&mut self, rows: &Rows, mut range: Range<usize>, value: impl Fn(Sums) -> f32) {
        let mut ranks = [0; BLOCK];
        while !range.is_empty() {
            let block = range.start..range.end.min(range.start + BLOCK);
            let ranks = &mut ranks[..block.len()];
            let wins = rows.wins[block.clone()].iter().zip(&rows.visits[block.clone()]);
            let hints = rows.hint_wins[block.clone()].iter().zip(&rows.hint_visits[block.clone()]);
            for ((rank, (&wins, &visits)), (&hint_wins, &hint_visits)) in
                ranks.iter_mut().zip(wins).zip(hints)
            {
                *rank = Best::rank(value(Sums { wins, visits, hint_wins, hint_visits }));
            }
            if ranks.iter().fold(i32::MIN, |most, &rank| most.max(rank)) > self.rank {
                for (&rank, at) in ranks.iter().zip(block.clone()) {
                    if rank > self.rank {
                        *self = Best { rank, at };
                    }
                }
            }
            range.start = block.end;
        }
    }
}

impl Tree {
    /// A tree of one node, which grows to at most `most` nodes.
    pub(super) fn new(most: usize, seats: usize) -> Self {
        let most = most.clamp(1, Index::MAX as usize);
        let mut tree = Tree {
            nodes: vec![Node::NEW],
            sums: Rows::default(),
            keys: vec![NO_KEY],
            most,
            duel: seats == 2,
        };
        tree.sums.resize(1);
        tree
    }

    /// The mean of the judged part of a node's simulations.
    pub(super) fn mean_judged(&self, node: Index) -> f32 {
        let visits = self.sums.visits[node as usize];
        if visits > 0.0 { self.sums.judged[node as usize] / visits } else { 0.5 }
    }

    /// Whether `count` more nodes exceed the maximum.
    pub(super) fn is_full(&self, count: usize) -> bool {
        self.nodes.len() + count > self.most
    }

    /// Reserves memory for `count` more nodes, doubling the capacity like a `Vec`, but never beyond the bound. Returns
    /// the new capacity.
    pub(super) fn reserve(&mut self, count: usize) -> usize {
        let needed = self.nodes.len() + count;
        let mut room = self.nodes.capacity();
        if needed > room {
            room = needed.max(2 * room).min(self.most.max(needed));
            let more = room - self.nodes.len();
            self.nodes.reserve_exact(more);
            self.sums.reserve_exact(more);
            self.keys.reserve_exact(more);
        }
        room
    }

    /// Adds children to `node` from its outlooks; the `mover` is to move there. The sums and children
    /// of existing children are copied: these must be the first of the new ones.
    pub(super) fn expand(
        &mut self,
        node: Index,
        mover: Seat,
        outlooks: &[Prior],
        complete: bool,
        formula: &Formula,
    ) {
        self.reserve(outlooks.len());
        let first = self.nodes.len() as Index;
        let old = self.nodes[node as usize].children();
        let new = outlooks.get(old.len()..).unwrap_or(&[]);
        self.nodes.extend_from_within(old.clone());
        self.keys.extend_from_within(old.clone());
        self.sums.extend_from_within(old);
        let known = self.nodes.len();
        self.sums.resize(known + new.len());
        // A move without an outlook gets a prior at once, so that every move has a value.
        let (wins, visits) = (formula.first_visits * formula.first_play, formula.first_visits);
        for (at, outlook) in (known..).zip(new) {
            self.sums.hint_wins[at] = outlook.wins + wins;
            self.sums.hint_visits[at] = outlook.visits + visits;
            self.keys.push(outlook.key);
            let mut child = Node::NEW;
            if let Known::Won { by, plies } = outlook.known {
                child.proof = Proof::won(by);
                child.plies = plies;
            }
            self.nodes.push(child);
            if child.proof != Proof::Open {
                self.mark(at, mover);
            }
        }
        let parent = &mut self.nodes[node as usize];
        parent.first = first;
        parent.count = outlooks.len() as u32;
        parent.complete = complete;
    }

    /// The child to visit next: the largest blend of outcomes and hints plus the exploration
    /// term. Ties are broken in order from an index drawn by the caller.
    #[inline]
    pub(super) fn select(
        &self,
        node: Index,
        drawn: usize,
        so_far: f32,
        formula: &Formula,
    ) -> Index {
        let parent = &self.nodes[node as usize];
        let Range { start, end } = parent.children();
        let from = (start + drawn).min(end);
        let (spread, lift) = (formula.spread(parent.visits), formula.lift(so_far));
        let mut best = Best { at: start, ..Best::NONE };
        for part in [from..end, start..from] {
            if spread > 0.0 {
                best.offer_all(&self.sums, part, |sums| {
                    sums.blended(formula.bias, lift) + spread / (sums.visits + 1.0).sqrt()
                });
            } else {
                best.offer_all(&self.sums, part, |sums| sums.blended(formula.bias, lift));
            }
        }
        best.at as Index
    }

    /// The numbers by which a child of `node` is chosen.
    pub(super) fn numbers(
        &self,
        node: Index,
        child: Index,
        so_far: f32,
        formula: &Formula,
    ) -> Step {
        let (spread, lift) =
            (formula.spread(self.nodes[node as usize].visits), formula.lift(so_far));
        let sums = self.sums.at(child as usize);
        Step {
            visits: self.nodes[child as usize].visits,
            value: sums.blended(formula.bias, lift),
            exploration: spread / (sums.visits + 1.0).sqrt(),
            prior: (sums.hint_wins + lift) / sums.hint_visits,
        }
    }

    /// The best child without a proof, if there is one.
    #[inline(never)]
    pub(super) fn select_open(&self, node: Index, so_far: f32, formula: &Formula) -> Option<Index> {
        let parent = &self.nodes[node as usize];
        let (spread, lift) = (formula.spread(parent.visits), formula.lift(so_far));
        let mut best: Option<(usize, f32)> = None;
        for child in parent.children().filter(|&child| self.nodes[child].proof == Proof::Open) {
            let sums = self.sums.at(child);
            let value = sums.blended(formula.bias, lift) + spread / (sums.visits + 1.0).sqrt();
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((child, value));
            }
        }
        best.map(|(child, _)| child as Index)
    }

    /// Backs up a simulation through `child` of `parent`, where `mover` moved, with its `rewards`, of which
    /// `judged` is the judged part. Its moves from there on, including this one, are in `trace`.
    #[inline]
    pub(super) fn learn(
        &mut self,
        parent: Index,
        child: Index,
        mover: Seat,
        (rewards, judged): (&Rewards, &Rewards),
        trace: &Trace,
    ) {
        let reward = rewards[mover];
        let node = &mut self.nodes[child as usize];
        node.visits = node.visits.saturating_add(1);
        self.sums.add(child as usize, reward, judged[mover]);
        let marks = trace.keys(mover);
        if marks.is_empty() {
            return;
        }
        let parent = &self.nodes[parent as usize];
        let (range, many) = (parent.children(), parent.visits >= FEW);
        self.sums.add_hints(range.clone(), &self.keys[range.clone()], marks, reward);
        if many {
            self.sums.halve_hints(range);
        }
    }

    /// Adds the reward of a simulation for the mover at the root.
    pub(super) fn learn_root(&mut self, reward: f32) {
        let root = &mut self.nodes[0];
        root.visits = root.visits.saturating_add(1);
        self.sums.add(0, reward, 0.0);
    }

    /// Sets the sums of a proven child so that selection prefers a win of `mover`, avoids a
    /// loss to the only opponent, and values a draw as one half.
    pub(super) fn mark(&mut self, child: usize, mover: Seat) {
        let mut sums = self.sums.at(child);
        match self.nodes[child].proof {
            won if won == Proof::won(mover) => sums.wins = f32::INFINITY,
            Proof::Won(_) if self.duel => sums.wins = f32::NEG_INFINITY,
            Proof::Drawn => {
                sums.visits = MOST / 2.0;
                sums.wins = sums.visits / 2.0;
            }
            Proof::Won(_) | Proof::Over | Proof::Open => {}
        }
        if sums.wins.is_infinite() {
            // Infinity needs at least one visit.
            sums.visits = sums.visits.max(1.0);
        }
        self.sums.set(child, sums);
    }

    /// Whether `mover` loses by moving to `child`, in a game of two seats.
    #[inline]
    pub(super) fn is_lost(&self, child: Index, mover: Seat) -> bool {
        self.duel && self.nodes[child as usize].proof == Proof::won(1 - mover)
    }

    /// Proves `node`, where `mover` is to move, from its children if possible; true if the proof is
    /// new. `child` is a child that has just been proven.
    ///
    /// A seat that can move to a position that it has won wins; if every move leads to positions
    /// that the same seat has won, that seat wins. Both hold for any number of seats and any
    /// goals. With two seats, a node with neither but only proven moves is drawn.
    pub(super) fn resolve(&mut self, node: Index, mover: Seat, child: Option<Index>) -> bool {
        if self.nodes[node as usize].proof != Proof::Open {
            return false;
        }
        if let Some(child) = child {
            self.mark(child as usize, mover);
        }
        let parent = self.nodes[node as usize];
        let children = &self.nodes[parent.children()];
        let won = children
            .iter()
            .filter(|child| child.proof == Proof::won(mover))
            .map(|child| child.plies)
            .min();
        let (proof, plies) = if let Some(plies) = won {
            (Proof::won(mover), plies)
        } else {
            if !parent.complete {
                return false;
            }
            let Some(first) = children.first() else { return false };
            let longest = |wanted: Proof| {
                children.iter().filter(|c| c.proof == wanted).map(|c| c.plies).max().unwrap_or(0)
            };
            if matches!(first.proof, Proof::Won(_))
                && children.iter().all(|child| child.proof == first.proof)
            {
                (first.proof, longest(first.proof))
            } else if self.duel && children.iter().all(|child| child.proof != Proof::Open) {
                (Proof::Drawn, longest(Proof::Drawn))
            } else {
                return false;
            }
        };
        let parent = &mut self.nodes[node as usize];
        parent.proof = proof;
        parent.plies = plies.saturating_add(1);
        true
    }

    /// A copy of the tree below `root` without the other nodes; and the old index of each of
    /// its nodes.
    pub(super) fn below(&self, root: Index, most: usize) -> (Tree, Vec<Index>) {
        let seats = if self.duel { 2 } else { 3 };
        let mut tree = Tree::new(most, seats);
        tree.nodes[0] = self.nodes[root as usize];
        let mut from = vec![root];
        let mut at = 0;
        while at < tree.nodes.len() {
            let old = tree.nodes[at].children();
            if tree.is_full(old.len()) {
                // Not enough room: this node creates its children again.
                let node = &mut tree.nodes[at];
                (node.count, node.complete) = (0, false);
            } else {
                tree.reserve(old.len());
                tree.nodes[at].first = tree.nodes.len() as Index;
                tree.nodes.extend_from_slice(&self.nodes[old.clone()]);
                tree.keys.extend_from_slice(&self.keys[old.clone()]);
                tree.sums.extend_from(&self.sums, old.clone());
                from.extend(old.map(|child| child as Index));
            }
            at += 1;
        }
        let mut root = Sums::default();
        for sums in tree.nodes[0].children().map(|child| tree.sums.at(child)) {
            if sums.wins.is_finite() {
                root.wins += sums.wins;
                root.visits += sums.visits;
            }
        }
        tree.sums.set(0, root);
        (tree, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};

    #[test]
    fn best_child_is_the_first_with_the_highest_value() {
        let mut rng = Rng::new(4, Stream::Other(0));
        for round in 0..2_000 {
            let count = 1 + rng.below(40);
            let mut sums = vec![Sums::default(); count];
            for sums in &mut sums {
                // There are few different values, so many are equal. Some are proven losses or wins.
                sums.wins = [0.0, 1.0, 2.0, f32::NEG_INFINITY, f32::NEG_INFINITY][rng.below(5)];
                if round % 7 == 0 && rng.below(9) == 0 {
                    sums.wins = f32::INFINITY;
                }
                if round % 5 == 0 {
                    sums.wins = f32::NEG_INFINITY;
                }
                (sums.visits, sums.hint_visits) = (2.0, 1.0);
            }
            let mut best = Best::NONE;
            let mut rows = Rows::default();
            rows.resize(3 + count);
            for (place, &sums) in sums.iter().enumerate() {
                rows.set(3 + place, sums);
            }
            best.offer_all(&rows, 3..3 + count, |sums| sums.blended(0.001, 0.0));
            let mut expected: Option<(usize, f32)> = None;
            for (place, sums) in sums.iter().enumerate() {
                let value = sums.blended(0.001, 0.0);
                if expected.is_none_or(|(_, most)| value > most) {
                    expected = Some((place, value));
                }
            }
            let lost = expected.is_none_or(|(_, most)| most == f32::NEG_INFINITY);
            let at = expected.filter(|_| !lost).map_or(0, |(place, _)| place + 3);
            assert_eq!(best.at, at, "{sums:?}");
        }
    }

    #[test]
    fn only_played_moves_learn_and_full_counts_are_halved() {
        let mut tree = Tree::new(100, 2);
        let formula = Formula {
            exploration: 0.0,
            bias: 0.001,
            first_play: 0.5,
            first_visits: 1.0,
            relative: false,
        };
        let outlook = |key| Prior { key, ..Prior::default() };
        tree.expand(0, 0, &[outlook(2), outlook(0), outlook(NO_KEY)], true, &formula);
        let mut trace = Trace::new(3, 2);
        trace.note(0, 0);
        trace.note(1, 2);
        let mut rewards = Rewards::default();
        rewards[0] = 0.25;
        let hints = |tree: &Tree| {
            [1, 2, 3].map(|child: usize| {
                let sums = tree.sums.at(child);
                (sums.hint_wins, sums.hint_visits)
            })
        };
        tree.learn(0, 2, 0, (&rewards, &rewards), &trace);
        assert_eq!(hints(&tree), [(0.5, 1.0), (0.75, 2.0), (0.5, 1.0)]);
        // The counts after millions of simulations.
        tree.nodes[0].visits = MOST as u32;
        (tree.sums.hint_wins[2], tree.sums.hint_visits[2]) = (1_000.0, MOST - 1.0);
        tree.learn(0, 2, 0, (&rewards, &rewards), &trace);
        assert_eq!(hints(&tree), [(0.5, 1.0), (500.125, MOST / 2.0), (0.5, 1.0)]);
    }
}
