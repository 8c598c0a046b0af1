//! A running search: one simulation after another, from the root down the tree, to the end of a playout, and
//! back up.

use super::filming::Filming;
use super::options::{Reuse, Settings};
use super::playout_rng::PlayoutRng;
use super::policy::{
    ENDINGS, Known, Pause, Playout, Prior, Report, Rewards, Trace, level, winner, won_by,
};
use super::tree::{Formula, Index, NODE_BYTES, Node, Proof, Tree};
use super::tree_cache;
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Analysis, Branch, Candidate, Part};
use crate::contract::bot::{Budget, Clock, Search};
use crate::contract::film::{Film, Variation};
use crate::contract::game::{Enumerable, MoveList, Seat};
use std::marker::PhantomData;

/// Number of playouts for a budget in plies, which limits the depth of the tree, not the playouts.
pub const DEPTH_PLAYOUTS: u64 = 10_000;
/// Visits from which a move is comparable with the choice, if more than one line is requested.
pub const COMPARABLE: u32 = 1_000;
/// The share of a budget in milliseconds for the choice, if more lines than its own are to be shown.
const SHARE_OF_CHOICE: f64 = 0.75;
/// Playouts if only one move is legal or only one does not lose at once: enough to estimate its value.
const FORCED_PLAYOUTS: u64 = 64;
/// Maximum number of playouts between two clock reads; fewer if they are slow.
const CLOCK: u64 = 64;
/// Milliseconds between two clock reads above which the interval is halved.
const LONG: f64 = 1.0;
/// Average number of visits per move of a position before the search adds more of its moves.
const TRIES: u32 = 8;
/// Maximum number of positions examined to find the root in an earlier tree.
const LOOK_BACK: usize = 20_000;

/// A saved tree for the next decision.
struct SavedTree<G: Enumerable, P> {
    seat: Seat,
    settings: Settings,
    fingerprint: u64,
    root: G,
    tree: Tree,
    moves: Vec<G::Move>,
    policy: PhantomData<fn() -> P>,
}

/// A step of a simulation down the tree.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The node after the step.
    pub(super) child: Index,
    mover: Seat,
    /// Whether the step only explores an alternative: the position has a proven draw, which the mover
    /// would choose.
    rather_draws: bool,
}

/// A simulation that has reached its playouts.
#[derive(Clone, Copy)]
struct Pending {
    /// Remaining playouts, including the current one.
    times: u64,
    /// Remaining plies of the current playout.
    max_plies: u32,
    /// Depth of the first node that this simulation proved.
    news: Option<usize>,
}

/// A search in progress, which can pause within a playout.
pub struct TreeSearch<G: Enumerable, P: Report<G>> {
    pub(super) policy: P,
    pub(super) settings: Settings,
    pub(super) formula: Formula,
    pub(super) seat: Seat,
    pub(super) root: G,
    pub(super) tree: Tree,
    /// The move that leads to each node; the root's entry is unused.
    pub(super) moves: Vec<G::Move>,
    scratch: P::Scratch,
    trace: Trace,
    rng: PlayoutRng,
    order_seed: u64,
    most_playouts: u64,
    /// The budget, if it is in playouts.
    pub(super) budget_playouts: Option<u64>,
    most_ms: Option<f64>,
    most_depth: u32,
    /// Number of playouts so far.
    pub(super) playouts: u64,
    /// Plies of the longest path down the tree.
    pub(super) deepest: u32,
    /// Endings of the playouts through each root move, in this search.
    endings: Vec<[u32; ENDINGS]>,
    finished: bool,
    saves_tree: bool,
    /// The simulation that paused during its playouts.
    pending: Option<Pending>,
    /// Playouts until the next clock read.
    clock: u64,
    /// Number of lines that are to be comparable.
    lines: usize,
    /// Index of the choice among the root's moves, and the playouts up to it, once other moves are simulated further.
    pub(super) decided: Option<usize>,
    decided_at: u64,
    /// The root move to simulate, after the choice.
    focus: Option<Index>,
    // Buffers that simulations reuse.
    position: G,
    leaf: G,
    pub(super) path: Vec<Step>,
    legal: MoveList<G::Move>,
    outlooks: Vec<Prior>,
    picked: Vec<Prior>,
    order: Vec<u64>,
    /// If every move loses: the number of immediately winning replies to each root move.
    pub(super) threats: Vec<u32>,
    /// The film, if there is one.
    pub(super) film: Option<Box<Filming<G::Move>>>,
}

impl<G: Enumerable, P: Report<G>> TreeSearch<G, P> {
    /// Prepares a search: lists the legal moves and finds immediate wins.
    pub fn new(
        policy: P,
        settings: Settings,
        position: &G,
        seat: Seat,
        budget: Budget,
        mut rng: Rng,
    ) -> Self {
        let seats = position.seats();
        let keys = if settings.rave == 0 { 0 } else { policy.keys(position) };
        let formula = Formula {
            exploration: settings.exploration.to_f64() as f32,
            bias: if settings.rave == 0 { 0.0 } else { 1.0 / settings.rave as f32 },
            first_play: settings.first_play.to_f64() as f32,
            first_visits: settings.relative.max(1) as f32,
            relative: settings.relative > 0,
        };
        let saves_tree = match settings.reuse {
            Reuse::Timed => matches!(budget, Budget::Ms(_)),
            Reuse::On => true,
            Reuse::Off => false,
        };
        let (most_playouts, most_ms, most_depth) = match budget {
            Budget::Nodes(most) => (most, None, u32::MAX),
            Budget::Ms(ms) => (u64::MAX, Some(ms as f64), u32::MAX),
            Budget::Depth(depth) => (DEPTH_PLAYOUTS, None, depth),
        };
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mut search = TreeSearch {
            formula,
            seat,
            root: position.clone(),
            tree: Tree::new(max_nodes::<G>(&settings), seats),
            moves: Vec::new(),
            scratch: policy.scratch(position),
            trace: Trace::new(keys, seats),
            rng: PlayoutRng::new(&mut rng),
            order_seed: rng.next_u64(),
            most_playouts,
            budget_playouts: match budget {
                Budget::Nodes(most) => Some(most),
                Budget::Ms(_) | Budget::Depth(_) => None,
            },
            most_ms,
            most_depth,
            playouts: 0,
            deepest: 0,
            endings: vec![[0; ENDINGS]; legal.len()],
            finished: legal.is_empty(),
            saves_tree: saves_tree && !legal.is_empty(),
            pending: None,
            clock: 1,
            lines: 1,
            decided: None,
            decided_at: 0,
            focus: None,
            position: position.clone(),
            leaf: position.clone(),
            path: Vec::new(),
            legal,
            outlooks: Vec::new(),
            picked: Vec::new(),
            order: Vec::new(),
            threats: Vec::new(),
            film: None,
            policy,
            settings,
        };
        // The root has no move of its own; any move keeps the two lists aligned.
        search.moves.extend(search.legal.first().cloned());
        let reused = search.saves_tree && search.reuse_tree();
        if !search.finished && !reused {
            search.expand(0, usize::MAX);
        }
        search.settle();
        if search.is_forced() {
            search.most_playouts = search.most_playouts.min(FORCED_PLAYOUTS);
        }
        search
    }

    /// Whether only one move can be played, because the others are known to lose.
    fn is_forced(&self) -> bool {
        let mover = self.root.mover();
        let root = &self.tree.nodes[0];
        let open = root.children().filter(|&child| !self.tree.is_lost(child as Index, mover));
        root.complete && open.count() == 1
    }

    /// Endings of the playouts through a root move.
    fn endings_of(&self, child: Index) -> [u32; ENDINGS] {
        self.endings.get((child - self.tree.nodes[0].first) as usize).copied().unwrap_or_default()
    }

    /// Number of playouts so far.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Number of playouts up to the choice.
    pub(super) fn playouts_to_decide(&self) -> u64 {
        if self.decided.is_some() { self.decided_at } else { self.playouts }
    }

    /// Makes the choice if necessary; then selects the next move to simulate further. False if there is none.
    fn next_line(&mut self) -> bool {
        self.focus = None;
        let root = &self.tree.nodes[0];
        if self.lines < 2 || self.playouts == 0 || root.proof != Proof::Open || root.count < 2 {
            return false;
        }
        let first = root.first;
        let Some(chosen) = self.decided.or_else(|| self.chosen()) else { return false };
        if self.decided.is_none() {
            (self.decided, self.decided_at) = (Some(chosen), self.playouts);
            // Later proofs would change the values that the choice rests on.
            self.settings.solver = false;
            self.saves_tree = false;
        }
        let visits = |child: Index| self.tree.nodes[child as usize].visits;
        let enough = COMPARABLE.min(visits(first + chosen as Index) / 4);
        let mut tried: Vec<Index> = self.tree.nodes[0]
            .children()
            .map(|child| child as Index)
            .filter(|&child| self.tree.nodes[child as usize].proof == Proof::Open)
            .filter(|&child| visits(child) > 0)
            .collect();
        sort_by_key(&mut tried, |&child| (-i64::from(visits(child)), 0));
        tried.truncate(self.lines);
        let within = self.playouts - self.decided_at < self.decided_at;
        self.focus = tried.pop().filter(|&child| within && visits(child) < enough);
        self.focus.is_some()
    }

    /// The number of nodes of the tree, and their bytes including reserved memory.
    pub fn size(&self) -> (usize, usize) {
        let tree = &self.tree;
        let bytes =
            tree.nodes.capacity() * NODE_BYTES + self.moves.capacity() * size_of::<G::Move>();
        (tree.nodes.len(), bytes)
    }

    /// Checks whether the root is proven, or all of its moves except one lose at once: more playouts are then hardly useful.
    fn settle(&mut self) {
        let root = &self.tree.nodes[0];
        if !self.settings.solver || root.count < 2 {
            self.finished |= self.settings.solver && root.proof != Proof::Open;
            return;
        }
        // Plies after the move.
        const AT_ONCE: u16 = 1;
        let mover = self.root.mover();
        let (mut open, mut safe) = (0, 0);
        for child in root.children() {
            let lost = self.tree.is_lost(child as Index, mover);
            open += u32::from(!lost);
            safe += u32::from(!lost || self.tree.nodes[child].plies > AT_ONCE);
        }
        if open == 0 {
            self.resist();
        } else if safe == 1 {
            self.most_playouts = self.most_playouts.min(self.playouts.max(FORCED_PLAYOUTS));
        }
        self.finished |= self.tree.nodes[0].proof != Proof::Open;
    }

    /// Every move loses: counts the immediately winning replies to each, for the choice of the move with the
    /// fewest.
    fn resist(&mut self) {
        if !self.threats.is_empty() {
            return;
        }
        for child in self.tree.nodes[0].children() {
            self.position.clone_from(&self.root);
            self.position.play_unchecked(&self.moves[child]);
            self.legal.clear();
            if self.position.to_act().is_empty() {
                self.threats.push(u32::MAX);
                continue;
            }
            let mover = self.position.mover();
            self.position.legal_moves(&mut self.legal);
            self.find_outlooks(true);
            let wins =
                |outlook: &&Prior| matches!(outlook.known, Known::Won { by, .. } if by == mover);
            self.threats.push(self.outlooks.iter().filter(wins).count() as u32);
        }
    }

    /// Sets the outlooks of the legal moves of `self.position`.
    fn find_outlooks(&mut self, look: bool) {
        let TreeSearch { policy, scratch, position, legal, outlooks, .. } = self;
        outlooks.clear();
        outlooks.resize(legal.len(), Prior::default());
        policy.outlook(scratch, position, legal, look, outlooks);
    }

    /// Adds the children of `node`, whose position is `self.position`: the `limit` best by outlook, or all.
    /// Returns false without a change if the tree is full.
    fn expand(&mut self, node: Index, limit: usize) -> bool {
        let mover = self.position.mover();
        self.position.legal_moves(&mut self.legal);
        let count = self.legal.len().min(limit);
        // The root's own moves are always added, whatever the bound.
        if count == 0 || (node != 0 && self.tree.is_full(count)) {
            return false;
        }
        self.find_outlooks(self.settings.look && self.settings.solver);
        if !self.settings.solver {
            self.outlooks.iter_mut().for_each(|outlook| outlook.known = Known::Open);
        }
        let room = self.tree.reserve(count);
        self.moves.reserve_exact(room.saturating_sub(self.moves.len()));
        let complete = count == self.legal.len();
        // A node with few children may get more later, and must keep their order.
        let ordered = node != 0 && self.legal.len() > self.settings.breadth as usize;
        if ordered {
            let seed = PlayoutRng::seeded(self.position.hash(), self.order_seed);
            order_by_prior(&self.outlooks, mover, &self.formula, seed, &mut self.order);
            self.picked.clear();
            for &place in self.order.iter().take(count) {
                let place = place as u32 as usize;
                self.picked.push(self.outlooks[place]);
                self.moves.push(self.legal[place].clone());
            }
            self.tree.expand(node, mover, &self.picked, complete, &self.formula);
        } else {
            self.moves.extend_from_slice(&self.legal);
            self.tree.expand(node, mover, &self.outlooks, complete, &self.formula);
        }
        if self.settings.solver {
            self.tree.resolve(node, mover, None);
        }
        true
    }

    /// One path down the tree, and one or several playouts at its end; or the rest of paused playouts.
    /// It returns early, to be resumed, if `pause` is true.
    fn simulate(&mut self, pause: &dyn Fn() -> bool) {
        if self.pending.is_none() {
            self.pending = self.descend();
        }
        while let Some(mut pending) = self.pending {
            let playout = Playout {
                position: &mut self.position,
                rng: &mut self.rng,
                trace: &mut self.trace,
                moves: &mut self.legal,
                max_plies: &mut pending.max_plies,
                pause: Pause::new(pause),
                film: self.film.as_mut().map(|film| &mut film.playout),
            };
            let rewards = self.policy.playout(&mut self.scratch, playout);
            let Some(rewards) = rewards else {
                self.pending = Some(pending);
                return;
            };
            self.playouts += 1;
            if let Some(kind) = self.policy.ending(&self.scratch)
                && let Some(step) = self.path.first()
                && let Some(endings) =
                    self.endings.get_mut((step.child - self.tree.nodes[0].first) as usize)
                && let Some(count) = endings.get_mut(kind)
            {
                *count = count.saturating_add(1);
            }
            let judged = self.policy.judgement().map(|_| self.policy.judged(&self.scratch));
            if self.film.is_some() {
                self.record_result(&rewards, false);
            }
            self.learn(&rewards, judged.as_ref().unwrap_or(&rewards));
            pending.times -= 1;
            self.pending = (pending.times > 0).then_some(pending);
            if self.pending.is_some() {
                self.pending = Some(Pending { max_plies: self.max_plies(), ..pending });
                self.position.clone_from(&self.leaf);
                self.trace.clear();
            } else if let (Some(news), true) = (pending.news, self.settings.solver) {
                self.prove(news);
            }
        }
    }

    /// Maximum number of plies of a playout.
    fn max_plies(&self) -> u32 {
        if self.settings.cut == 0 { u32::MAX } else { self.settings.cut }
    }

    /// Walks down the tree; returns the playouts to run from its end, or `None` if the result there is proven.
    fn descend(&mut self) -> Option<Pending> {
        self.position.clone_from(&self.root);
        self.path.clear();
        self.trace.clear();
        if let Some(film) = &mut self.film {
            film.film.begin_group();
            film.steps.clear();
        }
        let mut at: Index = 0;
        // The proven result at the end of the path.
        let mut certain: Option<Rewards> = None;
        // Depth of the first node that this path proves.
        let mut news: Option<usize> = None;
        loop {
            let node = &self.tree.nodes[at as usize];
            if at != 0 {
                if node.visits == 0
                    && node.proof == Proof::Open
                    && self.position.to_act().is_empty()
                {
                    certain = Some(self.mark_ended(at));
                    news = news.or(Some(self.path.len()));
                    break;
                }
                certain = self.known(at);
                if certain.is_some() {
                    break;
                }
            }
            let node = &self.tree.nodes[at as usize];
            let open = node.proof == Proof::Open;
            if node.count == 0 {
                let early = at != 0 && node.visits < self.settings.expand;
                if early
                    || self.path.len() as u32 >= self.most_depth
                    || !self.expand(at, self.settings.breadth as usize)
                {
                    break;
                }
                if self.film.is_some() {
                    self.record_expansion(at);
                }
            } else if !node.complete && node.visits / TRIES >= node.count {
                self.widen(at);
            }
            let mover = self.position.mover();
            let so_far = self.so_far(at, mover);
            let drawn = self.rng.below(self.tree.nodes[at as usize].count as usize);
            let mut child = match self.focus {
                Some(focus) if at == 0 => focus,
                _ => self.tree.select(at, drawn, so_far, &self.formula),
            };
            // All children so far may be lost while other moves are not.
            while self.tree.is_lost(child, mover) && self.widen(at) {
                child = self.tree.select(at, 0, so_far, &self.formula);
            }
            if open && self.tree.nodes[at as usize].proof != Proof::Open {
                news = news.or(Some(self.path.len()));
                certain = self.known(at);
                if certain.is_some() {
                    break;
                }
            }
            let mut rather_draws = false;
            if self.tree.nodes[child as usize].proof == Proof::Drawn
                && let Some(other) = self.tree.select_open(at, so_far, &self.formula)
            {
                (child, rather_draws) = (other, true);
            }
            if let Some(film) = &mut self.film {
                film.steps.push(self.tree.numbers(at, child, so_far, &self.formula));
            }
            self.path.push(Step { child, mover, rather_draws });
            self.position.play_unchecked(&self.moves[child as usize]);
            at = child;
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
        if self.film.is_some() {
            self.record_path();
        }
        let Some(rewards) = certain else {
            let rest = self.most_playouts.saturating_sub(self.playouts);
            let times = u64::from(self.settings.playouts.max(1)).min(rest).max(1);
            if times > 1 {
                self.leaf.clone_from(&self.position);
            }
            return Some(Pending { times, max_plies: self.max_plies(), news });
        };
        self.playouts += 1;
        if self.film.is_some() {
            self.record_result(&rewards, true);
        }
        let judged = self.policy.judged_at_end(&self.position).unwrap_or(rewards);
        self.learn(&rewards, &judged);
        if let (Some(news), true) = (news, self.settings.solver) {
            self.prove(news);
        }
        None
    }

    /// The mean reward of the simulations through a node for the seat to move there.
    fn so_far(&self, node: Index, mover: Seat) -> f32 {
        let mean = self.tree.sums.at(node as usize).mean();
        match self.path.last() {
            Some(step) if step.mover != mover => 1.0 - mean,
            _ => mean,
        }
    }

    /// Adds more children to `node`, if it has more moves and the tree has room; else returns false.
    fn widen(&mut self, node: Index) -> bool {
        let Node { count, complete, .. } = self.tree.nodes[node as usize];
        !complete && self.expand(node, 2 * count as usize)
    }

    /// Marks `node` as over: `self.position` has ended.
    fn mark_ended(&mut self, node: Index) -> Rewards {
        let rewards = self.policy.rewards(&self.position);
        self.tree.nodes[node as usize].proof = if !self.settings.solver {
            Proof::Over
        } else if let Some(by) = winner(&self.position) {
            Proof::won(by)
        } else if self.tree.duel {
            Proof::Drawn
        } else {
            Proof::Over
        };
        rewards
    }

    /// The proven value of `node`, whose position is `self.position`. With more than two seats it exists
    /// only at the end of the game, because rewards depend on more than the winner.
    fn known(&self, node: Index) -> Option<Rewards> {
        let node = &self.tree.nodes[node as usize];
        match node.proof {
            Proof::Open => None,
            Proof::Won(by) if self.tree.duel => Some(won_by(usize::from(by))),
            Proof::Drawn => Some(level(2)),
            Proof::Won(_) | Proof::Over => {
                self.position.to_act().is_empty().then(|| self.policy.rewards(&self.position))
            }
        }
    }

    /// Backs up the rewards along the path, and the judged part of them.
    fn learn(&mut self, rewards: &Rewards, judged: &Rewards) {
        let drawn = level(2);
        if let Some(film) = &mut self.film {
            film.brought.clear();
        }
        let mut brought = (rewards, judged);
        for step in (0..self.path.len()).rev() {
            let Step { child, mover, rather_draws } = self.path[step];
            let parent = self.parent(step);
            self.trace.note(mover, self.tree.keys[child as usize]);
            self.tree.learn(parent, child, mover, brought, &self.trace);
            if let Some(film) = &mut self.film {
                film.brought.push(brought.0[mover]);
            }
            if rather_draws {
                brought = (&drawn, &drawn);
            }
        }
        if let Some(first) = self.path.first() {
            self.tree.learn_root(rewards[first.mover]);
        }
        if self.film.is_some() {
            self.record_back_up();
        }
    }

    /// The node before a step of the path.
    fn parent(&self, step: usize) -> Index {
        if step == 0 { 0 } else { self.path[step - 1].child }
    }

    /// Backs up the proof of the node at this depth of the path.
    fn prove(&mut self, plies: usize) {
        for step in (0..plies).rev() {
            let Step { child, mover, .. } = self.path[step];
            if !self.tree.resolve(self.parent(step), mover, Some(child)) {
                break;
            }
        }
        self.settle();
    }

    /// Reuses a saved tree, if it contains the position.
    fn reuse_tree(&mut self) -> bool {
        let fingerprint = self.policy.fingerprint();
        let fits = |cached: &SavedTree<G, P>| {
            (cached.seat, cached.settings, cached.fingerprint)
                == (self.seat, self.settings, fingerprint)
        };
        let Some(cached) = tree_cache::take::<SavedTree<G, P>>(fits) else { return false };
        let Some(at) = self.find(&cached) else { return false };
        let node = &cached.tree.nodes[at as usize];
        // Positions with equal hashes may differ.
        if !node.complete || cached.moves[node.children()] != self.legal[..] {
            return false;
        }
        let (tree, from) = cached.tree.below(at, max_nodes::<G>(&self.settings));
        if tree.nodes[0].count == 0 {
            return false;
        }
        self.moves.reserve_exact(tree.nodes.capacity());
        self.moves.clear();
        self.moves.extend(from.into_iter().map(|old| cached.moves[old as usize].clone()));
        self.tree = tree;
        true
    }

    /// The root's node in an earlier tree.
    fn find(&self, cached: &SavedTree<G, P>) -> Option<Index> {
        let wanted = self.root.hash();
        let max_plies = 2 * self.root.seats();
        let mut looked = 0;
        let mut open = vec![(0, cached.root.clone(), 0)];
        while let Some((at, position, plies)) = open.pop() {
            if position.hash() == wanted {
                return Some(at);
            }
            looked += 1;
            if plies == max_plies || looked > LOOK_BACK {
                continue;
            }
            for child in cached.tree.nodes[at as usize].children() {
                if cached.tree.nodes[child].count > 0 {
                    let next = position.played(&cached.moves[child]);
                    open.push((child as Index, next, plies + 1));
                }
            }
        }
        None
    }
}

/// Maximum number of nodes that fit in the memory.
fn max_nodes<G: Enumerable>(settings: &Settings) -> usize {
    ((settings.memory as usize) << 20) / (NODE_BYTES + size_of::<G::Move>())
}

/// The indices of the outlooks, best first, in the low halves of `order`. Equal ones are in
/// random order.
#[inline(never)]
fn order_by_prior(
    outlooks: &[Prior],
    mover: Seat,
    formula: &Formula,
    mut rng: PlayoutRng,
    order: &mut Vec<u64>,
) {
    order.clear();
    order.extend(outlooks.iter().enumerate().map(|(place, outlook)| {
        let prior = match outlook.known {
            Known::Won { by, .. } if by == mover => 1 << 20,
            Known::Won { .. } => 0,
            Known::Open => {
                // At most 5, by the bound of `first_play`.
                1 + (formula.prior_value(outlook).clamp(0.0, 8.0) * 65_536.0) as u64
            }
        };
        // The largest first; then in random order.
        (((1 << 20) - prior) << 43) | ((rng.next_u64() >> 53) << 32) | place as u64
    }));
    order.sort_unstable();
}

impl<G: Enumerable, P: Report<G>> Search<G> for TreeSearch<G, P> {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        let until = self.playouts.saturating_add(slice.max(1));
        let share = if self.lines > 1 && self.decided.is_none() { SHARE_OF_CHOICE } else { 1.0 };
        let most_ms = self.most_ms.map(|most| most * share);
        let over = || most_ms.is_some_and(|most| watch.elapsed_ms() >= most);
        let interrupted = || watch.stop() || watch.pause() || over();
        let mut before = watch.elapsed_ms();
        // A proof may lower the maximum.
        while !self.finished && self.playouts < until.min(self.most_playouts) {
            let next = self.playouts.saturating_add(self.clock).min(until);
            while !self.finished && self.playouts < next.min(self.most_playouts) {
                self.simulate(&interrupted);
                if self.pending.is_some() {
                    break;
                }
            }
            let now = watch.elapsed_ms();
            self.finished |= most_ms.is_some_and(|most| now >= most);
            if watch.stop() || watch.pause() {
                break;
            }
            self.clock = if now - before > LONG { 1 } else { (2 * self.clock).min(CLOCK) };
            before = now;
        }
        self.finished |= self.playouts >= self.most_playouts;
        if !self.finished || self.most_ms.is_some_and(|most| watch.elapsed_ms() >= most) {
            return self.finished;
        }
        while self.playouts < until {
            if self.pending.is_none() && !self.next_line() {
                return true;
            }
            self.simulate(&interrupted);
            if self.pending.is_some() || interrupted() {
                break;
            }
        }
        false
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.lines = self.lines.max(lines);
    }

    fn observe(&mut self, variation: Variation) {
        if let Some(exploration) = variation.exploration.and_then(Fixed::from_f64) {
            self.settings.exploration = exploration;
            self.formula.exploration = exploration.to_f64() as f32;
            self.saves_tree = false;
        }
        self.film = Some(Box::default());
    }

    fn film(&self) -> Option<&Film> {
        self.film.as_ref().map(|film| &film.film)
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.playouts - self.playouts_to_decide()
    }

    fn advantage(
        &self,
        analysis: &Analysis<G::Move>,
        other: &Candidate<G::Move>,
    ) -> Option<String> {
        TreeSearch::advantage(self, analysis, other)
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.explained()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        self.branches_after(path)
    }

    fn parts(&self, mv: &G::Move) -> Vec<Part> {
        let child = self.tree.nodes[0].children().find(|&child| self.moves[child] == *mv);
        child.map_or_else(Vec::new, |child| {
            self.policy.parts(&self.root, mv, &self.endings_of(child as Index))
        })
    }
}

impl<G: Enumerable, P: Report<G>> Drop for TreeSearch<G, P> {
    fn drop(&mut self) {
        if !self.saves_tree {
            return;
        }
        tree_cache::insert(SavedTree::<G, P> {
            seat: self.seat,
            settings: self.settings,
            fingerprint: self.policy.fingerprint(),
            root: self.root.clone(),
            tree: std::mem::replace(&mut self.tree, Tree::new(1, 2)),
            moves: std::mem::take(&mut self.moves),
            policy: PhantomData,
        });
    }
}
