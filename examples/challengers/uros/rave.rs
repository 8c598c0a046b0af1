//! A tree search with a softmax prior, RAVE and random games in which most houses are built next to a village.

use super::board::{Board, HOUSES_DRAWN, KEYS, key};
use super::duel::Searcher;
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::uros::metrics::changes;
use totora::games::uros::{Move, Uros};
use totora::search::mcts::PlayoutRng;

/// The weights of the own village and its front, of the opponent's front, and of both in the Reedbed, for the prior.
const WEIGHTS: [f32; 5] = [5.7, 1.4, -10.0, 0.7, 0.3];
/// Points that divide a prior by e.
const TEMPERATURE: f32 = 3.0;
/// Visits that count as much as all samples of RAVE.
const EQUAL: f32 = 300.0;
/// The value of a placement without samples, below that of its position.
const UNTRIED: f32 = 0.1;
/// Visits of a position before its placements enter the tree.
const EXPAND: f32 = 4.0;

/// What can be set.
#[derive(Clone, Copy)]
pub(crate) struct Tuning {
    /// How many of [`HOUSES_DRAWN`] houses in a random game go next to a village of their player.
    pub(crate) near: usize,
    /// The weight of the prior in the choice.
    pub(crate) exploration: f32,
}

impl Tuning {
    pub(crate) const DEFAULT: Tuning = Tuning { near: HOUSES_DRAWN * 3 / 4, exploration: 0.5 };
}

struct Node {
    mv: Move,
    key: u16,
    /// The index of the first child, and the number of children.
    children: (u32, u32),
    prior: f32,
    visits: f32,
    /// Points of the player who plays `mv`.
    points: f32,
    /// The same of random games in which the player places `mv` later.
    samples: (f32, f32),
}

/// A search from one position.
pub(crate) struct Rave {
    tuning: Tuning,
    root: (Uros, Board),
    nodes: Vec<Node>,
    rng: PlayoutRng,
    moves: MoveList<Move>,
    path: Vec<(usize, usize)>,
    scores: Vec<f32>,
    /// The number of the last simulation with each placement, by player.
    seen: Vec<[u32; 2]>,
    simulation: u32,
}

impl Rave {
    pub(crate) fn new(root: Uros, tuning: Tuning, seed: u64) -> Option<Rave> {
        let mut rave = Rave {
            tuning,
            root: (root, Board::of(&root)?),
            nodes: Vec::new(),
            rng: PlayoutRng::seeded(seed, 2),
            moves: MoveList::new(),
            path: Vec::new(),
            scores: vec![0.0; KEYS],
            seen: vec![[0; 2]; KEYS],
            simulation: 0,
        };
        rave.nodes.push(Rave::node(Move::End, 0.0));
        rave.expand(0, &root);
        Some(rave)
    }

    fn node(mv: Move, prior: f32) -> Node {
        Node {
            mv,
            key: key(&mv),
            children: (0, 0),
            prior,
            visits: 0.0,
            points: 0.0,
            samples: (0.0, 0.0),
        }
    }

    fn expand(&mut self, at: usize, position: &Uros) {
        position.legal_moves(&mut self.moves);
        self.rng.shuffle(&mut self.moves);
        self.scores.fill(f32::NEG_INFINITY);
        let mut best = f32::NEG_INFINITY;
        changes(position, |mv, change| {
            let (own, opponent) = (change.own, change.opponent);
            let terms = [own.bvl, own.efl, opponent.efl, own.bvr, own.efr].map(f32::from);
            let score: f32 = terms.iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum();
            self.scores[usize::from(key(&mv))] = score;
            best = best.max(score);
        });
        let weight =
            |mv: &Move| ((self.scores[usize::from(key(mv))] - best) / TEMPERATURE).exp().max(1e-5);
        let sum: f32 = self.moves.iter().map(weight).sum();
        self.nodes[at].children = (self.nodes.len() as u32, self.moves.len() as u32);
        let children = self.moves.iter().map(|mv| Rave::node(*mv, weight(mv) / sum));
        self.nodes.extend(children);
    }

    fn select(&self, at: usize, mean: f32) -> usize {
        let node = &self.nodes[at];
        let (first, count) = node.children;
        let spread = self.tuning.exploration * node.visits.max(1.0).sqrt();
        let (mut best, mut chosen) = (f32::NEG_INFINITY, first as usize);
        for at in first as usize..(first + count) as usize {
            let child = &self.nodes[at];
            let sampled = (child.samples.0 + mean - UNTRIED) / (child.samples.1 + 1.0);
            let share = EQUAL / (EQUAL + 3.0 * child.visits);
            let share = if child.visits == 0.0 { 1.0 } else { share.sqrt() };
            let played = child.points / child.visits.max(1.0);
            let value = share * sampled
                + (1.0 - share) * played
                + spread * child.prior / (1.0 + child.visits);
            if value > best {
                (best, chosen) = (value, at);
            }
        }
        chosen
    }
}

impl Searcher for Rave {
    fn simulate(&mut self) {
        let (mut position, mut board) = self.root;
        let (mut at, mut last) = (0, None);
        self.path.clear();
        self.simulation += 1;
        while let Some(seat) = position.to_act().first() {
            let node = &self.nodes[at];
            if node.children.1 == 0 {
                if node.visits < EXPAND || self.nodes.len() > 8_000_000 {
                    break;
                }
                self.expand(at, &position);
            }
            let node = &self.nodes[at];
            let mean = if node.visits > 0.0 { node.points / node.visits } else { 0.5 };
            let mean = if last == Some(seat) { mean } else { 1.0 - mean };
            at = self.select(at, mean);
            position.play_unchecked(&self.nodes[at].mv);
            board.play(&self.nodes[at].mv);
            self.path.push((at, seat));
            last = Some(seat);
        }
        if !position.to_act().is_empty() {
            let Rave { rng, seen, simulation, .. } = self;
            board.play_out(self.tuning.near, rng, |seat, key| {
                seen[usize::from(key)][seat] = *simulation
            });
        }
        let red = board.points();
        let points = [red, 1.0 - red];
        for step in (0..self.path.len()).rev() {
            let (at, seat) = self.path[step];
            self.seen[usize::from(self.nodes[at].key)][seat] = self.simulation;
            let parent = if step == 0 { 0 } else { self.path[step - 1].0 };
            let (first, count) = self.nodes[parent].children;
            for child in &mut self.nodes[first as usize..(first + count) as usize] {
                if self.seen[usize::from(child.key)][seat] == self.simulation {
                    child.samples.0 += points[seat];
                    child.samples.1 += 1.0;
                }
            }
            self.nodes[at].visits += 1.0;
            self.nodes[at].points += points[seat];
        }
        // The root counts for the player to move, who is also the "opponent of the last move" there.
        self.nodes[0].visits += 1.0;
        if let Some(&(_, seat)) = self.path.first() {
            self.nodes[0].points += 1.0 - points[seat];
        }
    }

    fn choice(&self) -> Option<Move> {
        let (first, count) = self.nodes[0].children;
        let children = &self.nodes[first as usize..(first + count) as usize];
        children.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).map(|child| child.mv)
    }
}
