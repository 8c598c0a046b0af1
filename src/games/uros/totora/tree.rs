//! The tree of placements: what was tried from where, and what the games through it ended with.
//!
//! Going down, a placement is chosen by what games through it brought on average plus
//! `exploration × share × √(games through the position) / (1 + games through the placement)`: the rule of
//! PUCT (Rosin, *Multi-armed bandits with episode context*, 2011), with shares by how near a placement comes
//! to the best one ply ahead. What was not tried counts as a little less than the position so far. A placement
//! enters the tree when it is chosen for the second time. With a heuristic that somebody wrote, that one's scores are
//! looked at, their softmax are the shares, and it judges the positions where games begin.
//!
//! Everything that is counted is a whole number, and no function of the platform is used whose last bit may
//! differ: the same seed gives the same tree everywhere. No words here.

use super::super::moves::Move;
use super::super::position::Uros;
use super::super::strategies::Weighted;
use super::playout::{Ended, play_out};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::bot::Heuristic;
use crate::contract::game::{Enumerable, Game, Seat};
use crate::lab::guide::Guide;
use crate::lab::heuristic::OrLab;
use crate::search::mcts::QuickRng;

/// The most placements in the tree; then it grows no more, and playouts begin at its leaves.
const MOST_EDGES: usize = 1 << 20;
/// How many points behind the best one ply ahead a placement must be to get a quarter of its share.
const NEAR: f32 = 3_000.0;
/// How much less than the position so far an untried placement counts.
const UNTRIED: f32 = 0.1;
/// What is judged is counted in parts of a win so small.
const PART: f64 = 1e6;
/// No node.
const NONE: u32 = 0;

/// What games through a placement, or a position, ended with, as the mover there sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// How many games.
    pub(super) games: u32,
    /// How many were won.
    pub(super) won: u32,
    /// How many were drawn.
    pub(super) drawn: u32,
    /// The sum of the leads in houses.
    pub(super) lead: i32,
    /// The sum of the squares of the leads.
    pub(super) squares: u32,
    /// What was judged of where the games began, in parts of a win.
    judged: u64,
}

impl Tally {
    fn add(&mut self, leaf: Leaf, red: bool) {
        let Leaf { ended, judged } = leaf;
        let (rank, lead) = (ended.rank(), i32::from(ended.lead));
        self.games += 1;
        self.judged += judged[usize::from(!red)];
        self.won += u32::from(if red { rank > 0 } else { rank < 0 });
        self.drawn += u32::from(rank == 0);
        self.lead += if red { lead } else { -lead };
        self.squares = self.squares.saturating_add((lead * lead) as u32);
    }

    /// The share of a win on average, a draw as half of one; 0 of no game.
    pub(super) fn share(&self) -> f64 {
        f64::from(2 * self.won + self.drawn) / f64::from(2 * self.games.max(1))
    }

    /// What was judged of where the games began, on average; 0 of no game.
    pub(super) fn mean_judged(&self) -> f64 {
        self.judged as f64 / PART / f64::from(self.games.max(1))
    }

    /// The lead in houses on average; 0 of no game.
    pub(super) fn mean_lead(&self) -> f64 {
        f64::from(self.lead) / f64::from(self.games.max(1))
    }

    /// How far single leads lie from the average: the standard deviation, in houses.
    pub(super) fn spread(&self) -> f64 {
        let mean = self.mean_lead();
        let square = f64::from(self.squares) / f64::from(self.games.max(1));
        (square - mean * mean).max(0.0).sqrt()
    }

    /// What they brought on average, by the weights of a share and of a lead.
    #[inline]
    fn value(&self, worth: &Worth) -> f32 {
        let share = worth.share * 0.5 * (2 * self.won + self.drawn) as f32;
        let games = self.games.max(1) as f32;
        let brought = (share + worth.lead * self.lead as f32) / games;
        if worth.judged == 0.0 {
            return brought;
        }
        brought + worth.judged * (self.judged as f64 / PART) as f32 / games
    }
}

/// What a win, a house of lead and a win that is judged are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) share: f32,
    pub(super) lead: f32,
    pub(super) judged: f32,
}

/// What a simulation comes to.
#[derive(Clone, Copy)]
struct Leaf {
    ended: Ended,
    /// What was judged of where the game began, as either seat sees it, in parts of a win.
    judged: [u64; 2],
}

/// A placement in the tree.
struct Edge {
    mv: Move,
    /// Its share of attention before it is tried.
    share: f32,
    /// The position after it, or [`NONE`].
    node: u32,
    tally: Tally,
}

/// A position in the tree.
struct Node {
    first: u32,
    count: u16,
    red: bool,
    tally: Tally,
}

/// How a tree grows.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// By what placements look promising.
    pub(super) heuristic: OrLab<Weighted>,
    /// What that one's scores mean, if somebody wrote it.
    pub(super) guide: Option<Guide>,
    pub(super) worth: Worth,
    pub(super) exploration: f32,
    /// The most placements that are looked at from a position: the best one ply ahead.
    pub(super) breadth: usize,
    /// The most plies from the root to a leaf.
    pub(super) depth: u32,
}

/// A tree from one position.
pub(super) struct Tree {
    growth: Growth,
    root: Uros,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    path: Vec<(u32, u32)>,
    /// Plies of the longest way down.
    pub(super) deepest: u32,
}

impl Tree {
    /// With nothing in it but the root.
    pub(super) fn new(root: Uros, growth: Growth) -> Tree {
        let (nodes, edges) = (Vec::new(), Vec::new());
        let mut tree = Tree { growth, root, nodes, edges, path: Vec::new(), deepest: 0 };
        tree.expand(&root);
        tree
    }

    /// How it grows.
    pub(super) fn growth(&self) -> &Growth {
        &self.growth
    }

    /// Adds a position.
    fn expand(&mut self, position: &Uros) {
        let mut scored: Vec<(Move, Fixed)> = Vec::new();
        self.growth.heuristic.scores(position, |mv, score| scored.push((*mv, score)));
        sort_by_key(&mut scored, |&(_, score)| (-score.thousandths(), 0));
        scored.truncate(self.growth.breadth.max(1));
        // A house that changes nothing may win time: it has a chance too, if it is not among them.
        if let Some(pass) = position.idle_house()
            && scored.iter().all(|&(mv, _)| mv != pass)
        {
            let last = scored.last().map_or(Fixed::ZERO, |&(_, score)| score);
            scored.push((pass, last));
        }
        let best = scored.first().map_or(0, |&(_, score)| score.thousandths());
        let first = self.edges.len();
        let mut all = 0.0;
        for (mv, score) in scored {
            let behind = best - score.thousandths();
            let share = match &self.growth.guide {
                Some(guide) => guide.promise(Fixed::from_thousandths(behind)),
                None => {
                    let behind = 1.0 + behind as f32 / NEAR;
                    1.0 / (behind * behind)
                }
            };
            all += share;
            self.edges.push(Edge { mv, share, node: NONE, tally: Tally::default() });
        }
        for edge in &mut self.edges[first..] {
            edge.share /= all;
        }
        self.nodes.push(Node {
            first: first as u32,
            count: (self.edges.len() - first) as u16,
            red: position.next_seat() == 0,
            tally: Tally::default(),
        });
    }

    /// The placement to try from a node.
    fn choose(&self, node: &Node) -> usize {
        let worth = &self.growth.worth;
        let reach = self.growth.exploration * (node.tally.games.max(1) as f32).sqrt();
        let so_far = if node.tally.games == 0 { 0.5 } else { node.tally.value(worth) };
        let untried = so_far - UNTRIED;
        let mut chosen = node.first as usize;
        let mut most = f32::NEG_INFINITY;
        let range = node.first as usize..node.first as usize + usize::from(node.count);
        for (at, edge) in range.clone().zip(&self.edges[range]) {
            let games = edge.tally.games;
            let value = if games == 0 { untried } else { edge.tally.value(worth) };
            let hope = value + reach * edge.share / (1 + games) as f32;
            if hope > most {
                (most, chosen) = (hope, at);
            }
        }
        chosen
    }

    /// One way down the tree, and a game to its end from there.
    pub(super) fn simulate(&mut self, rng: &mut QuickRng) {
        self.path.clear();
        let mut position = self.root;
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            if node.count == 0 {
                break;
            }
            let chosen = self.choose(node);
            self.path.push((at, chosen as u32));
            let edge = &self.edges[chosen];
            position.play_unchecked(&edge.mv);
            if edge.node != NONE {
                at = edge.node;
                continue;
            }
            let again = edge.tally.games > 0;
            if !again
                || self.path.len() as u32 >= self.growth.depth
                || self.edges.len() >= MOST_EDGES
                || position.to_act().is_empty()
            {
                break;
            }
            at = self.nodes.len() as u32;
            self.edges[chosen].node = at;
            self.expand(&position);
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
        let leaf = self.leaf(position, rng);
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.tally.add(leaf, node.red);
            self.edges[edge as usize].tally.add(leaf, node.red);
        }
    }

    /// What a position brings: a game to its end, and what is judged of it, which is certain where nothing can
    /// change any more.
    fn leaf(&self, position: Uros, rng: &mut QuickRng) -> Leaf {
        let Some(guide) = self.growth.guide.as_ref().filter(|guide| guide.judging() > Fixed::ZERO)
        else {
            return Leaf { ended: play_out(position, rng), judged: [0; 2] };
        };
        let part = |share: f32| (f64::from(share) * PART).round() as u64;
        if position.to_act().is_empty() || position.settled() {
            let ended = Ended::of(&position);
            let red = match ended.rank().signum() {
                1 => 1.0,
                0 => 0.5,
                _ => 0.0,
            };
            return Leaf { ended, judged: [red, 1.0 - red].map(part) };
        }
        let judged = guide.judged(&position);
        let judged = [0, 1].map(|seat: Seat| part(judged[seat]));
        let ended = if guide.judges_alone() { Ended::default() } else { play_out(position, rng) };
        Leaf { ended, judged }
    }

    /// What was tried from the root.
    pub(super) fn tried(&self) -> impl Iterator<Item = (&Move, &Tally)> {
        self.children(0).iter().map(|edge| (&edge.mv, &edge.tally))
    }

    fn children(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first as usize..node.first as usize + usize::from(node.count)]
    }

    /// What is expected after a placement from the root: what was tried most, at most so many plies of it.
    pub(super) fn line(&self, mv: &Move, most: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = self.children(0).iter().find(|edge| edge.mv == *mv).map_or(NONE, |e| e.node);
        while at != NONE && line.len() < most {
            let mut best: Option<&Edge> = None;
            for edge in self.children(at) {
                if edge.tally.games > best.map_or(0, |best| best.tally.games) {
                    best = Some(edge);
                }
            }
            let Some(best) = best else { break };
            line.push(best.mv);
            at = best.node;
        }
        line
    }
}
