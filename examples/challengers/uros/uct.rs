//! A plain Monte Carlo tree search: UCT with uniformly random playouts. It uses nothing but the rules.

use super::duel::Searcher;
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::uros::{Move, Uros};
use totora::search::mcts::PlayoutRng;

/// The exploration constant of UCT.
const EXPLORATION: f32 = 0.3;

struct Node {
    mv: Move,
    /// The index of the first child, and the number of children; none until the second visit.
    children: (u32, u32),
    visits: u32,
    /// Half points of the player who plays `mv`.
    points: u32,
}

/// A search from one position.
pub(crate) struct Uct {
    root: Uros,
    nodes: Vec<Node>,
    rng: PlayoutRng,
    moves: MoveList<Move>,
    path: Vec<(u32, usize)>,
}

impl Uct {
    /// A tree with the root and its children.
    pub(crate) fn new(root: Uros, seed: u64) -> Uct {
        let node = Node { mv: Move::End, children: (0, 0), visits: 0, points: 0 };
        let (moves, path) = (MoveList::new(), Vec::new());
        let rng = PlayoutRng::seeded(seed, 1);
        let mut uct = Uct { root, nodes: vec![node], rng, moves, path };
        uct.expand(0, &root);
        uct
    }

    fn expand(&mut self, at: usize, position: &Uros) {
        position.legal_moves(&mut self.moves);
        // Children that were not visited are tried in this random order.
        self.rng.shuffle(&mut self.moves);
        self.nodes[at].children = (self.nodes.len() as u32, self.moves.len() as u32);
        let child = |mv: &Move| Node { mv: *mv, children: (0, 0), visits: 0, points: 0 };
        self.nodes.extend(self.moves.iter().map(child));
    }

    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let (first, count) = node.children;
        let log = (node.visits.max(1) as f32).ln();
        let (mut best, mut chosen) = (f32::NEG_INFINITY, first as usize);
        for at in first as usize..(first + count) as usize {
            let child = &self.nodes[at];
            let value = match child.visits {
                // Every child is visited once before any is visited again.
                0 => return at,
                visits => {
                    let share = child.points as f32 / (2 * visits) as f32;
                    share + EXPLORATION * (log / visits as f32).sqrt()
                }
            };
            if value > best {
                (best, chosen) = (value, at);
            }
        }
        chosen
    }
}

impl Searcher for Uct {
    /// Selects a path down the tree, then plays a random game to the end.
    fn simulate(&mut self) {
        let mut position = self.root;
        let mut at = 0;
        self.path.clear();
        self.nodes[0].visits += 1;
        while !position.to_act().is_empty() {
            if self.nodes[at].children.1 == 0 {
                if self.nodes[at].visits < 2 || self.nodes.len() > 20_000_000 {
                    break;
                }
                self.expand(at, &position);
            }
            let seat = position.to_act().first().unwrap_or(0);
            at = self.select(at);
            position.play_unchecked(&self.nodes[at].mv);
            self.nodes[at].visits += 1;
            self.path.push((at as u32, seat));
        }
        while !position.to_act().is_empty() && !position.settled() {
            position.legal_moves(&mut self.moves);
            position.play_unchecked(&self.moves[self.rng.below(self.moves.len())]);
        }
        let worth = |seat| position.best_village(seat).map_or((0, 0), |v| (v.size, v.islands));
        let points = match worth(0).cmp(&worth(1)) {
            std::cmp::Ordering::Greater => [2, 0],
            std::cmp::Ordering::Equal => [1, 1],
            std::cmp::Ordering::Less => [0, 2],
        };
        for &(at, seat) in &self.path {
            self.nodes[at as usize].points += points[seat];
        }
    }

    fn choice(&self) -> Option<Move> {
        let (first, count) = self.nodes[0].children;
        let children = &self.nodes[first as usize..(first + count) as usize];
        children.iter().max_by_key(|child| child.visits).map(|child| child.mv)
    }
}
