//! The perfect-play bot, for sides 3 to 5.
//!
//! It determines the following, in this order and within the budget:
//!
//! 1. `totora`'s estimate of the position, with a small part of the budget: it gives the move order, and the choice
//!    if nothing is proven;
//! 2. for the position and every legal move whether the mover wins, and if not, whether the opponent does. No query
//!    blocks the others: each is suspended after some nodes, and resumed later with more;
//! 3. the number of plies of every win and every loss, by iterative deepening in plies; given up after
//!    [`EXTRA_NODES`]. Once a win is found, this starts when only this number of nodes, or a quarter of the budget, is left.
//!
//! Unproven values are marked as such: an unknown score, or `totora`'s estimate. On larger boards `totora`
//! plays alone, and the analysis says so.

use super::Solver;
use crate::base::fixed::Fixed;
use crate::base::options::Options;
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Analysis, Branch, Candidate, Score};
use crate::contract::bot::{Bot, Budget, Clock, Search};
use crate::contract::game::{Enumerable, Game, Seat};
use crate::moves::Move;
use crate::position::FenceMaster;
use crate::presentation::words;
use crate::search::explain::SOLVED_WITHOUT_TREE;
use crate::totora;

/// The default budget, which takes seconds.
pub(in super::super) const BUDGET: Budget = Budget::Nodes(200_000);
/// Maximum number of nodes for the plies of wins and losses.
const EXTRA_NODES: u64 = 50_000;
/// Maximum number of `totora` playouts before the first query; never more than a quarter of the budget.
const LOOK: u64 = 1_000;
/// The number of `totora` playouts if the position cannot be solved.
const ESTIMATE: u64 = 10_000;
/// Nodes for a query in the first round; the number doubles every round.
const ROUND: u64 = 1_000;
/// The factor for queries about the position itself.
const WHOLE: u64 = 4;
/// The memory of the solver, in MiB.
const MEMORY: usize = 16;
/// Nodes between two clock checks.
const CLOCK: u64 = 512;
/// The win rate of a draw.
pub(super) const DRAWN: Score = Score::Value(Fixed::from_thousandths(500));

/// Plays perfectly within its budget.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Perfect;

impl Bot<FenceMaster> for Perfect {
    fn begin(
        &self,
        position: &FenceMaster,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<FenceMaster>> {
        let totora = totora::SPEC.build(&Options::default());
        // Only a search in plies can respect a depth limit.
        let exact = !matches!(budget, Budget::Depth(_));
        let solver = Solver::new(position, MEMORY).filter(|_| exact);
        let look = match budget {
            Budget::Nodes(nodes) if solver.is_some() => Budget::Nodes((nodes / 4).clamp(1, LOOK)),
            Budget::Ms(_) if solver.is_some() => Budget::Nodes(LOOK),
            Budget::Nodes(nodes) => Budget::Nodes(nodes.min(ESTIMATE)),
            other => other,
        };
        let look = totora.begin(position, seat, look, rng);
        match solver {
            Some(solver) => Box::new(Exact::new(position, seat, budget, solver, look)),
            None => Box::new(Estimate { look, large: exact }),
        }
    }
}

/// `totora` instead of the solver.
struct Estimate {
    look: Box<dyn Search<FenceMaster>>,
    /// Whether the reason is the board size.
    large: bool,
}

impl Search<FenceMaster> for Estimate {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.look.advance(slice, watch)
    }

    fn analysis(&self) -> Analysis<Move> {
        let mut analysis = self.look.analysis();
        if !analysis.exact {
            analysis.remark(words::estimate(self.large).to_owned());
        }
        analysis
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.look.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.look.multi_pv_nodes()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        self.look.branches(path)
    }
}

/// The proven result of a position for the analysed seat: whether it wins, and whether it loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ProvenResult {
    wins: Option<bool>,
    loses: Option<bool>,
}

impl ProvenResult {
    const WON: ProvenResult = ProvenResult { wins: Some(true), loses: Some(false) };

    /// The first open query: whether it wins, else whether it loses.
    fn question(self) -> Option<bool> {
        match self {
            ProvenResult { wins: None, .. } => Some(true),
            ProvenResult { wins: Some(false), loses: None } => Some(false),
            _ => None,
        }
    }

    fn learn(&mut self, asked_to_win: bool, answer: bool) {
        if asked_to_win {
            self.wins = Some(answer);
        } else {
            self.loses = Some(answer);
        }
        match (asked_to_win, answer) {
            (true, true) => self.loses = Some(false),
            (false, true) => self.wins = Some(false),
            _ => {}
        }
    }

    fn drawn(self) -> bool {
        self.wins == Some(false) && self.loses == Some(false)
    }
}

struct Root {
    mv: Move,
    /// Its index among the legal moves.
    index: usize,
    next: FenceMaster,
    known: ProvenResult,
    /// The number of plies from the position before the move to the end.
    plies: Option<u32>,
    /// The estimate of the initial search.
    guess: Option<Candidate<Move>>,
}

/// The current query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// `totora`'s estimate.
    Look,
    /// The result of the position if `at` is the index after the last root, else of `roots[at]`.
    Outcome {
        round: u32,
        at: usize,
    },
    /// Whether `roots[at]` takes at most `plies`.
    Plies {
        at: usize,
        plies: u32,
    },
    Over,
}

/// A running exact analysis.
struct Exact {
    position: FenceMaster,
    seat: Seat,
    roots: Vec<Root>,
    whole: ProvenResult,
    solver: Solver,
    look: Box<dyn Search<FenceMaster>>,
    looked: u64,
    phase: Phase,
    /// The node count at which the current query is suspended.
    aside: Option<u64>,
    /// The node count at which the search for plies stops.
    give_up: u64,
    max_nodes: u64,
    most_ms: Option<f64>,
    depth: u32,
}

impl Exact {
    fn new(
        position: &FenceMaster,
        seat: Seat,
        budget: Budget,
        solver: Solver,
        look: Box<dyn Search<FenceMaster>>,
    ) -> Self {
        let root = |(index, mv): (usize, Move)| {
            let next = position.played(&mv);
            let (mut known, mut plies) = (ProvenResult::default(), None);
            if next.outcome().is_some() {
                let won = next.winner().is_some();
                known = ProvenResult { wins: Some(won), loses: Some(false) };
                plies = won.then_some(1);
            }
            Root { mv, index, next, known, plies, guess: None }
        };
        let roots: Vec<Root> = position.move_list().into_iter().enumerate().map(root).collect();
        let mut whole = ProvenResult::default();
        if roots.iter().any(|root| root.known == ProvenResult::WON) {
            whole = ProvenResult::WON;
        } else if position.may_swap() {
            // The solver does not support the swap.
            whole = ProvenResult { wins: Some(false), loses: Some(false) };
        }
        Exact {
            position: position.clone(),
            seat,
            phase: if roots.is_empty() { Phase::Over } else { Phase::Look },
            roots,
            whole,
            solver,
            look,
            looked: 0,
            aside: None,
            give_up: 0,
            max_nodes: if let Budget::Nodes(nodes) = budget { nodes } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            depth: 0,
        }
    }

    fn nodes(&self) -> u64 {
        self.looked + self.solver.nodes()
    }

    /// Imports the result of the initial search.
    fn import_initial_search(&mut self) {
        let analysis = self.look.analysis();
        self.looked = analysis.nodes;
        for (place, candidate) in analysis.candidates.into_iter().enumerate() {
            let Some(root) = self.roots.iter_mut().find(|root| root.mv == candidate.mv) else {
                continue;
            };
            // The initial search proves wins and losses, too.
            match candidate.score {
                Score::Win(_) if !candidate.bound => root.known.learn(true, true),
                Score::Loss(_) => root.known.learn(false, true),
                _ => {}
            }
            // In the order of the list: the solver searches likely moves first.
            root.guess = Some(Candidate { depth: Some(place as u32), ..candidate });
        }
        sort_by_key(&mut self.roots, |root| {
            (root.guess.as_ref().and_then(|guess| guess.depth).map_or(i64::MAX, i64::from), 0)
        });
        self.phase = Phase::Outcome { round: 0, at: self.roots.len() };
    }

    /// Works until this total number of nodes has been visited, or no query is left.
    fn work(&mut self, until: u64) {
        while self.phase != Phase::Over && self.nodes() < until {
            let Some(aside) = self.aside else {
                self.ask();
                continue;
            };
            let left = until.min(aside).saturating_sub(self.nodes());
            let answer = self.solver.advance(left);
            if let Some(answer) = answer {
                self.learn(answer);
            } else if self.nodes() >= aside {
                self.next();
            }
        }
    }

    /// Starts the solver query of the phase, or advances to the next.
    fn ask(&mut self) {
        let nodes = self.nodes();
        match self.phase {
            Phase::Outcome { round, at } => {
                let (position, known, times) = match self.roots.get(at) {
                    Some(root) => (&root.next, root.known, 1),
                    None => (&self.position, self.whole, WHOLE),
                };
                let Some(to_win) = known.question() else { return self.next() };
                let attacker = if to_win { self.seat } else { 1 - self.seat };
                self.solver.begin(position, attacker, None);
                self.aside = Some(nodes.saturating_add((times * ROUND) << round.min(32)));
            }
            Phase::Plies { at, plies } => match self.roots.get(at) {
                Some(Root { next, known, plies: None, .. })
                    // The winner makes the last move.
                    if known.question().is_none()
                        && !known.drawn()
                        && (known.wins == Some(true)) == (plies % 2 == 1) =>
                {
                    let attacker = if plies % 2 == 1 { self.seat } else { 1 - self.seat };
                    self.solver.begin(next, attacker, Some(plies - 1));
                    self.depth = plies;
                    self.aside = Some(self.give_up);
                }
                _ => self.next(),
            },
            Phase::Look | Phase::Over => {}
        }
    }

    /// Records the solver's result for the query of the phase.
    fn learn(&mut self, answer: bool) {
        match self.phase {
            Phase::Outcome { at, .. } => {
                let known = match self.roots.get_mut(at) {
                    Some(root) => &mut root.known,
                    None => &mut self.whole,
                };
                if let Some(to_win) = known.question() {
                    known.learn(to_win, answer);
                }
                // If the seat cannot win, no move wins; if the position is lost, every move loses.
                let ProvenResult { wins, loses } = self.whole;
                for root in &mut self.roots {
                    if !self.position.may_swap() && wins == Some(false) && root.known.wins.is_none()
                    {
                        root.known.learn(true, false);
                    }
                    if loses == Some(true) {
                        root.known.learn(false, true);
                    }
                }
                // The same root may need a second query: if it does not win, does it lose?
                self.aside = None;
            }
            Phase::Plies { at, plies } => {
                if let Some(root) = self.roots.get_mut(at).filter(|_| answer) {
                    root.plies = Some(plies);
                }
                self.next();
            }
            Phase::Look | Phase::Over => {}
        }
    }

    /// Advances to the next query.
    fn next(&mut self) {
        self.aside = None;
        let count = self.roots.len();
        let open = |root: &Root| root.known.question().is_some();
        let counted = |root: &Root| open(root) || root.known.drawn() || root.plies.is_some();
        // Once a win is found, the last part of the budget goes to the number of plies.
        let won = self.roots.iter().any(|root| root.known.wins == Some(true));
        let late = self.nodes() + EXTRA_NODES.min(self.max_nodes / 4) >= self.max_nodes;
        self.phase = match self.phase {
            Phase::Outcome { .. } if !self.roots.iter().any(open) || (won && late) => {
                self.give_up = self.max_nodes.min(self.nodes() + EXTRA_NODES);
                Phase::Plies { at: 0, plies: 2 }
            }
            // The position itself, then its moves.
            Phase::Outcome { round, at } if at == count => Phase::Outcome { round, at: 0 },
            Phase::Outcome { round, at } if at + 1 < count => Phase::Outcome { round, at: at + 1 },
            Phase::Outcome { round, .. } => Phase::Outcome { round: round + 1, at: count },
            Phase::Plies { at, plies } if at + 1 < count && self.nodes() < self.give_up => {
                Phase::Plies { at: at + 1, plies }
            }
            Phase::Plies { plies, .. }
                if self.nodes() < self.give_up && !self.roots.iter().all(counted) =>
            {
                Phase::Plies { at: 0, plies: plies + 1 }
            }
            _ => Phase::Over,
        };
    }

    /// Whether the choice is certain: there is a win, or no remaining move can win.
    fn certain(&self) -> bool {
        self.roots.iter().any(|root| root.known.wins == Some(true))
            || (self.roots.iter().all(|root| root.known.wins == Some(false))
                && (self.roots.iter().any(|root| root.known.drawn())
                    || self.roots.iter().all(|root| root.known.loses == Some(true))))
    }

    /// The displayed score, and whether it is only a bound. If every move loses, plies are shown only once all are known:
    /// unknown ones are the longest, and must not look like the shortest.
    fn score(&self, root: &Root, certain: bool) -> (Score, bool) {
        match root.known {
            ProvenResult { wins: Some(true), .. } => (Score::Win(root.plies), false),
            ProvenResult { loses: Some(true), .. } => {
                let all = self.roots.iter().all(|root| root.plies.is_some());
                let lost = self.roots.iter().all(|root| root.known.loses == Some(true));
                (Score::Loss(root.plies.filter(|_| all || !lost)), false)
            }
            known if known.drawn() => (DRAWN, false),
            // At most a draw.
            ProvenResult { wins: Some(false), .. } if certain => (DRAWN, true),
            _ if certain => (Score::Unknown, false),
            _ => {
                let guess = root.guess.as_ref().map(|guess| guess.score);
                let value = guess.filter(|score| matches!(score, Score::Value(_)));
                (value.unwrap_or(Score::Unknown), false)
            }
        }
    }

    /// The index of the chosen move in `roots`: one with the best score; of these one with unknown plies (such a loss takes
    /// longer than the known ones), then the one that `totora` ranks highest, which comes first.
    fn chosen(&self, certain: bool) -> Option<usize> {
        let key = |at: usize| {
            let root = &self.roots[at];
            let (score, bound) = self.score(root, certain);
            // Like the order of candidates: by the lower confidence bound.
            let guess = root.guess.as_ref().filter(|guess| guess.score == score);
            let score = guess.map_or(score, Candidate::lower_bound);
            let unknown = matches!(score, Score::Loss(_)) && root.plies.is_none();
            (!bound, score, unknown)
        };
        // `max_by_key` returns the last of equal elements, but the first is needed.
        (0..self.roots.len()).rev().max_by_key(|&at| key(at))
    }

    fn why(&self, root: &Root, score: Score, certain: bool) -> String {
        let mv = &*self.position.move_name(&root.mv);
        let count = |f: fn(&Root) -> bool| words::Count {
            of: self.roots.iter().filter(|root| f(root)).count(),
            total: self.roots.len(),
            open: self.roots.iter().any(|root| root.known.question().is_some()),
        };
        match score {
            Score::Win(plies) => {
                words::wins(mv, plies, &count(|root| root.known.wins == Some(true)))
            }
            Score::Loss(plies) => words::loses(mv, plies),
            Score::Value(_) if certain => {
                words::keeps_the_draw(mv, &count(|root| root.known.drawn()))
            }
            Score::Unknown | Score::Value(_) => {
                words::unsolved(mv, root.known.loses == Some(false))
            }
        }
    }

    fn proven_so_far(&self) -> String {
        let total = self.roots.len();
        let count = |f: fn(&Root) -> bool| self.roots.iter().filter(|root| f(root)).count();
        let losing = count(|root| root.known.loses == Some(true));
        let not_winning = count(|root| root.known.wins == Some(false)) - losing;
        words::proven_so_far(total, losing, not_winning)
    }
}

impl Search<FenceMaster> for Exact {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        if self.phase == Phase::Look {
            let done = self.look.advance(slice, watch);
            self.looked = self.look.analysis().nodes;
            if !done {
                return false;
            }
            self.import_initial_search();
        }
        let until = self.nodes().saturating_add(slice).min(self.max_nodes);
        while self.phase != Phase::Over && self.nodes() < until {
            self.work(until.min(self.nodes() + CLOCK));
            if self.most_ms.is_some_and(|most| watch.elapsed_ms() >= most) {
                self.phase = Phase::Over;
            }
            if watch.pause() {
                break;
            }
        }
        if self.nodes() >= self.max_nodes {
            self.phase = Phase::Over;
        }
        self.phase == Phase::Over
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        match self.phase {
            Phase::Look => self.look.branches(path),
            _ => Err(SOLVED_WITHOUT_TREE),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        let mut analysis = self.look.analysis();
        if self.phase == Phase::Look || self.roots.is_empty() {
            return analysis;
        }
        let certain = self.certain();
        let chosen = self.chosen(certain);
        let mut by_index: Vec<&Root> = self.roots.iter().collect();
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let candidate = |root: &Root| {
            let (score, bound) = self.score(root, certain);
            let mut candidate = Candidate { bound, ..Candidate::exact(root.mv, score, Vec::new()) };
            if let Some(guess) = root.guess.as_ref().filter(|guess| guess.score == score) {
                candidate.terms.clone_from(&guess.terms);
                candidate.interval = guess.interval;
                candidate.pv.clone_from(&guess.pv);
            }
            candidate
        };
        analysis.candidates = by_index.into_iter().map(candidate).collect();
        analysis.choice = chosen.map(|at| self.roots[at].mv);
        analysis.nodes = self.nodes();
        analysis.depth = self.depth;
        analysis.exact = certain;
        if let Some(at) = chosen {
            let root = &self.roots[at];
            let score = self.score(root, certain).0;
            analysis.why = self.why(root, score, certain);
            analysis.differences.clear();
            if let Score::Unknown | Score::Value(_) = score
                && !certain
            {
                analysis.differences.push(self.proven_so_far());
            }
        }
        analysis.sort();
        analysis
    }
}
