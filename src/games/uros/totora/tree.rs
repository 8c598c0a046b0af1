//! The tree of placements: what was tried from where, and what the games through it ended with.
//!
//! Going down, a placement is chosen by what games through it brought on average plus
//! `exploration × share × √(games through the position) / (1 + games through the placement)`: the rule of
//! PUCT (Rosin, *Multi-armed bandits with episode context*, 2011), with shares by how near a placement comes
//! to the best one ply ahead. Two things count besides while a placement has few games: what is expected of it by its share,
//! and what games brought in which the same player made it later on (rapid action value estimation; Gelly and Silver,
//! *Monte-Carlo tree search and rapid action value estimation in computer Go*, 2011). A placement
//! enters the tree when it is chosen for the second time. With a heuristic that somebody wrote, that one's scores are
//! looked at, their softmax are the shares, and it judges the positions where games begin; games are then counted by the
//! placements that they went through alone.
//!
//! Everything that is counted is a whole number, and no function of the platform is used whose last bit may
//! differ: the same seed gives the same tree everywhere. No words here.

use super::super::geometry::ISLANDS;
use super::super::moves::Move;
use super::super::position::Uros;
use super::super::strategies::Weighted;
use super::playout::{Ended, play_out};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::bot::Heuristic;
use crate::contract::game::{Enumerable, Game, Seat};
use crate::contract::thought::{Branch, best_branches};
use crate::lab::guide::Guide;
use crate::search::mcts::QuickRng;

/// The most placements in the tree; then it grows no more, and playouts begin at its leaves.
const MOST_EDGES: usize = 1 << 20;
/// How many points behind the best one ply ahead a placement must be to get a quarter of its share.
const NEAR: f32 = 3_000.0;
/// How much less than the position so far an untried placement counts.
const UNTRIED: f32 = 0.1;
/// What is judged is counted in parts of a win so small.
const PART: f64 = 1e6;
/// Games to the end in a simulation, all from one position.
pub(super) const GAMES: u32 = 4;
/// How much more than the position so far the best placement one ply ahead counts before it is tried, and others by
/// their shares.
const PROMISE: f32 = 0.4;
/// As many games count as what is expected before any.
const EXPECTED: f32 = 4.0;
/// As many games in which a placement was made later on count as nothing.
const DOUBTED: f32 = 30.0;
/// From how many games through a placement these count more than any number of others.
const LATER: f32 = 300.0;
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

/// What games ended with in which a player made a placement later on (AMAF), as that player sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Later {
    games: u32,
    /// Half wins.
    halves: u32,
    /// The sum of the leads in houses.
    lead: i32,
}

impl Later {
    fn of(ended: Ended, seat: Seat) -> Later {
        let ended = if seat == 0 { ended } else { ended.turned() };
        let halves = (1 + ended.rank().signum()) as u32;
        Later { games: 1, halves, lead: ended.lead.into() }
    }

    #[inline]
    fn add(&mut self, other: Later) {
        self.games += other.games;
        self.halves += other.halves;
        self.lead += other.lead;
    }

    /// Together with the value of a placement that was tried in so many games: the fewer these are, the more it counts.
    #[inline]
    fn joined(&self, value: f32, tried: u32, worth: &Worth) -> f32 {
        if self.games == 0 {
            return value;
        }
        let (later, tried) = (self.games as f32, tried as f32);
        let halves = worth.share * 0.5 * self.halves as f32;
        let brought = (halves + worth.lead * self.lead as f32) / later;
        let all = later + tried + DOUBTED + tried * later / LATER;
        value + (brought - value) * later / all
    }
}

/// What the games of a simulation ended with, by the placements made in them.
struct Seen {
    /// By seat and placement, with the simulation that it is of.
    by: [Vec<(u32, Later)>; 2],
    simulation: u32,
    /// The placements of a game.
    made: Vec<(Seat, u16)>,
}

/// A number for each placement.
fn number(mv: &Move) -> u16 {
    (match *mv {
        Move::House { island, square } => island.index() * 8 + usize::from(square),
        Move::Island { island, turn, corner } => {
            8 * ISLANDS + (island.index() * 4 + turn.quarters()) * 36 + corner.index()
        }
        Move::End | Move::Agree => 0,
    }) as u16
}

impl Seen {
    fn new() -> Seen {
        let none = (0, Later::default());
        let by = [0, 1].map(|_| vec![none; (8 + 4 * 36) * ISLANDS]);
        Seen { by, simulation: 0, made: Vec::new() }
    }

    #[inline]
    fn add(&mut self, seat: Seat, number: u16, later: Later) {
        let (simulation, sum) = &mut self.by[seat][usize::from(number)];
        if *simulation != self.simulation {
            (*simulation, *sum) = (self.simulation, Later::default());
        }
        sum.add(later);
    }

    /// A game to the end.
    fn play_out(&mut self, position: Uros, rng: &mut QuickRng) -> Ended {
        let mut made = std::mem::take(&mut self.made);
        made.clear();
        let ended = play_out(position, rng, |seat, mv| made.push((seat, number(mv))));
        let later = [0, 1].map(|seat| Later::of(ended, seat));
        for &(seat, number) in &made {
            self.add(seat, number, later[seat]);
        }
        self.made = made;
        ended
    }

    #[inline]
    fn of(&self, seat: Seat, number: u16) -> Option<Later> {
        let (simulation, later) = self.by[seat][usize::from(number)];
        (simulation == self.simulation).then_some(later)
    }
}

/// A placement in the tree.
struct Edge {
    mv: Move,
    number: u16,
    later: Later,
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
    pub(super) heuristic: Weighted,
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
    seen: Seen,
    /// Plies of the longest way down.
    pub(super) deepest: u32,
}

impl Tree {
    /// With nothing in it but the root.
    pub(super) fn new(root: Uros, growth: Growth) -> Tree {
        let (nodes, edges) = (Vec::new(), Vec::new());
        let seen = Seen::new();
        let mut tree = Tree { growth, root, nodes, edges, path: Vec::new(), seen, deepest: 0 };
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
            let (number, later, tally) = (number(&mv), Later::default(), Tally::default());
            self.edges.push(Edge { mv, number, later, share, node: NONE, tally });
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
        // What is judged is known of a placement itself alone.
        let heeded = worth.judged == 0.0;
        let mut chosen = node.first as usize;
        let mut most = f32::NEG_INFINITY;
        let likely = self.edges[chosen].share;
        let range = node.first as usize..node.first as usize + usize::from(node.count);
        for (at, edge) in range.clone().zip(&self.edges[range]) {
            let games = edge.tally.games;
            // It begins as if some games had brought what is expected of it.
            let expected = untried + PROMISE * edge.share / likely;
            let brought = edge.tally.value(worth) * games as f32;
            let value = (expected * EXPECTED + brought) / (EXPECTED + games as f32);
            let value = if heeded { edge.later.joined(value, games, worth) } else { value };
            let hope = value + reach * edge.share / (1 + games) as f32;
            if hope > most {
                (most, chosen) = (hope, at);
            }
        }
        chosen
    }

    /// One way down the tree, and games to their ends from there; through the placement of that place among the root's, if one is
    /// given.
    pub(super) fn simulate(&mut self, rng: &mut QuickRng, through: Option<usize>) {
        self.path.clear();
        self.seen.simulation += 1;
        let mut position = self.root;
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            if node.count == 0 {
                break;
            }
            let chosen = match through.filter(|_| self.path.is_empty()) {
                Some(place) => node.first as usize + place,
                None => self.choose(node),
            };
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
        for _ in 0..GAMES {
            let leaf = self.leaf(position, rng);
            for &(node, edge) in &self.path {
                let node = &mut self.nodes[node as usize];
                node.tally.add(leaf, node.red);
                let edge = &mut self.edges[edge as usize];
                edge.tally.add(leaf, node.red);
                let seat = usize::from(!node.red);
                self.seen.add(seat, edge.number, Later::of(leaf.ended, seat));
            }
        }
        for &(node, _) in &self.path {
            let node = &self.nodes[node as usize];
            let edges = node.first as usize..node.first as usize + usize::from(node.count);
            for edge in &mut self.edges[edges] {
                if let Some(later) = self.seen.of(usize::from(!node.red), edge.number) {
                    edge.later.add(later);
                }
            }
        }
    }

    /// What a position brings: a game to its end, and what is judged of it, which is certain where nothing can
    /// change any more.
    fn leaf(&mut self, position: Uros, rng: &mut QuickRng) -> Leaf {
        let Some(guide) = self.growth.guide.as_ref().filter(|guide| guide.judging() > Fixed::ZERO)
        else {
            return Leaf { ended: self.seen.play_out(position, rng), judged: [0; 2] };
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
        let ended =
            if guide.judges_alone() { Ended::default() } else { self.seen.play_out(position, rng) };
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

    /// What the tree has after these placements from the root, given as texts; visits are simulations.
    pub(super) fn branches(&self, path: &[String]) -> Option<Vec<Branch>> {
        let (mut position, mut at) = (self.root, 0);
        for (depth, text) in path.iter().enumerate() {
            if depth > 0 && at == NONE {
                return None;
            }
            let edge = self.children(at).iter().find(|edge| edge.mv.to_string() == *text)?;
            position.play_unchecked(&edge.mv);
            at = edge.node;
        }
        if at == NONE && !path.is_empty() {
            return Some(Vec::new());
        }
        let branch = |edge: &Edge| Branch {
            inner: edge.node != NONE,
            ..Branch::sampled(
                &edge.mv,
                position.move_name(&edge.mv),
                edge.tally.share(),
                u64::from(edge.tally.games / GAMES),
            )
        };
        Some(best_branches(self.children(at).iter().map(branch).collect()))
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
