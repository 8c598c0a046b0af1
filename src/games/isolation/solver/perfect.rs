//! The bot that never loses a won game.
//!
//! On 7x7 the opening book ([`super::book`]) holds the plies of every move until three have been made, and then those of a
//! best one; positions in the book are not solved again. The bot answers, in this order and within the budget:
//!
//! 1. for every legal move whether it wins: placements on 7x7 by [`super::super::theory`], everything
//!    else by the solver. This is exact, and alone decides whether a won game stays won;
//! 2. how many plies the best move takes to win, or delays a loss: first whether it does so
//!    within more plies than are likely, then within fewer and fewer. One line against every defence shows that a win takes at
//!    most this many plies, which is cheap. Showing that it cannot be done in two plies
//!    fewer is expensive, so this is solved once, for the moves that matter. The search stops after
//!    [`PLIES_NODES`]; then the same for all other moves, which stops after [`EXTRA_NODES`] and is skipped
//!    if the best moves alone took more;
//! 3. in a lost position, how many of the opponent's replies would give the win away, for the
//!    moves that are tied so far; it stops after the same number of nodes;
//! 4. with more lines ([`Search::set_multi_pv`]), the principal variations of the choice and of that number of other moves:
//!    the winner's quickest way and the loser's longest, as far as the plies are known; with the same limit.
//!
//! If a position is too large for the solver, such as a large board with most cells free, alpha-beta
//! searches it, and the analysis is marked as an estimate.

use super::book::{Book, Entry, Opening, Solved};
use super::estimate::Estimate;
use super::walk::Solver;
use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::base::util::sort_by_key;
use crate::board::count;
use crate::contract::analysis::{Analysis, Branch, Candidate, Contrast, Score, Term, TermValue};
use crate::contract::bot::{Bot, Budget, Clock, Done, Search};
use crate::contract::game::{Enumerable, Game, Seat};
use crate::position::{Isolation, Move};
use crate::presentation::words;
use crate::search::explain::{NO_MOVE, SOLVED_WITHOUT_TREE};
use crate::theory;

/// The default budget: far more than any position of 7x7 needs. It was enough for 20 of 20 drawn positions of 8x8 at ply 8.
pub const BUDGET: Budget = Budget::Nodes(200_000_000);
/// Maximum number of nodes of each of the two additional questions.
pub const EXTRA_NODES: u64 = 1_000_000;
/// Maximum number of nodes for the plies of the best moves.
pub const PLIES_NODES: u64 = 12_000_000;
/// With more free cells than this, the plies to the end are not solved: [`PLIES_NODES`] would rarely suffice.
const MOST_FREE: u32 = 46;
/// Nodes between two checks of the clock.
const CLOCK: u64 = 4_096;
/// Nodes between two checks of `stop` while an opening is solved for the book.
const STOP: u64 = 1 << 16;

/// The number of replies that give the win away.
pub const TRAPS: Term = Term {
    key: "traps",
    label: "ways to go wrong",
    meaning: "replies that would give away the opponent's win; counted when every move loses",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "your opponent has # more [reply|replies] that give the win away",
        less: "your opponent has # fewer [reply|replies] that give the win away",
        ..Contrast::BY_LABEL
    },
};

/// Plays solved positions perfectly, and others by an estimate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Perfect;

impl Bot<Isolation> for Perfect {
    fn prepare(&self, position: &Isolation) -> Result<(), String> {
        if Book::reaches(position) { Book::of_the_program().map(|_| ()) } else { Ok(()) }
    }

    fn begin(
        &self,
        position: &Isolation,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Isolation>> {
        // Only a search by plies respects a depth limit; the solver has none.
        if matches!(budget, Budget::Depth(_)) || !within_reach(position) {
            return Box::new(Estimate::new(position, seat, budget, rng));
        }
        match Book::reaches(position).then(Book::of_the_program).transpose() {
            Ok(book) => Box::new(Exact::with_book(position, seat, budget, rng, book)),
            Err(why) => Done::without(why),
        }
    }
}

/// Whether all moves of a position can be solved.
fn within_reach(position: &Isolation) -> bool {
    position.move_list().iter().all(|mv| {
        theory::placing_wins(position, *mv).is_some() || Solver::can_solve(&position.played(mv))
    })
}

#[derive(Clone, Debug)]
struct Root {
    mv: Move,
    /// Index in the legal moves.
    index: usize,
    next: Isolation,
    wins: Option<bool>,
    /// Lower bound of the plies from the position before the move to the end ...
    least: u32,
    /// ... and upper bound, where known.
    most: Option<u32>,
    traps: Option<u32>,
    /// The opening book's entry of the position after the move.
    book: Option<Entry>,
    /// The continuation, once it has been searched.
    line: Option<Vec<Move>>,
}

impl Root {
    /// Plies from the position before the move to the end, if known exactly.
    fn plies(&self) -> Option<u32> {
        self.most.filter(|&most| most == self.least)
    }
}

/// A principal variation under construction.
struct Following {
    /// Index of its root move.
    at: usize,
    line: Vec<Move>,
    /// The position at its end.
    position: Isolation,
    /// Plies from there to the end, if known.
    left: Option<u32>,
    /// The moves there, the most likely first.
    moves: Vec<Move>,
    /// Index of the move being solved.
    next: usize,
}

/// The effort for everything besides finding the winning moves.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Nodes for the plies of the best moves.
    plies: u64,
    /// Nodes for every other question.
    extra: u64,
    /// Whether to count the plies of other moves, and the replies that lose the win.
    others: bool,
}

impl Effort {
    /// For an analysis.
    const THINK: Effort = Effort { plies: PLIES_NODES, extra: EXTRA_NODES, others: true };
}

/// The current question: the solver works on it, or gets it next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Whether `roots[at]` wins.
    Outcome {
        at: usize,
    },
    /// The number of plies of the best moves.
    Best,
    /// The number of plies of the other moves.
    Rest,
    /// The number of replies to `roots[at]` that give the win away: `found` of the first `reply` replies.
    Traps {
        at: usize,
        reply: usize,
        found: u32,
    },
    /// The principal variations of the best moves.
    Lines,
    Over,
}

/// The state of the exact search.
struct Exact {
    position: Isolation,
    seat: Seat,
    /// In search order.
    roots: Vec<Root>,
    solver: Solver,
    /// Whether the solver is working on a question.
    solving: bool,
    /// The question about plies: whether `roots[.0]` takes at most `.1`.
    within: (usize, u32),
    phase: Phase,
    /// The node count at the start of the phase.
    begun: u64,
    /// The node count at which the phase stops.
    give_up: u64,
    max_nodes: u64,
    most_ms: Option<f64>,
    /// The number of moves with a line; 0 when only a move is needed.
    lines: usize,
    following: Option<Following>,
    /// Plies of the position to the end, if they are in the opening book.
    known: Option<u32>,
    effort: Effort,
}

impl Exact {
    fn with_book(
        position: &Isolation,
        seat: Seat,
        budget: Budget,
        mut rng: Rng,
        book: Option<&Book>,
    ) -> Self {
        let entry = |position: &Isolation| book.and_then(|book| book.entry(position));
        let known = entry(position);
        // In a lost position every move loses, within this number of plies at most.
        let lost = known.as_ref().filter(|known| !known.wins()).map(|known| known.plies);
        let mut roots: Vec<Root> = position
            .move_list()
            .into_iter()
            .enumerate()
            .map(|(index, mv)| {
                let next = position.played(&mv);
                let at_once = next.winner() == Some(seat);
                let book = entry(&next);
                let plies = book.as_ref().map(|book| book.plies + 1).or(at_once.then_some(1));
                Root {
                    mv,
                    index,
                    next,
                    // The winner makes the last move.
                    wins: match plies {
                        Some(plies) => Some(plies % 2 == 1),
                        None if lost.is_some() => Some(false),
                        None => theory::wins(position, mv),
                    },
                    least: plies.unwrap_or(0),
                    most: plies.or(lost),
                    traps: theory::traps(position, mv),
                    book,
                    line: None,
                }
            })
            .collect();
        // Shuffles equal moves; likely winners come first.
        rng.shuffle(&mut roots);
        sort_by_key(&mut roots, |root| {
            let mobility = |seat| i64::from(root.next.mobility(seat));
            (mobility(1 - seat) - mobility(seat), 0)
        });
        let max_nodes = if let Budget::Nodes(nodes) = budget { nodes } else { u64::MAX };
        let mut solver = Solver::new();
        // All moves are solved on one graph, so that they share the table.
        solver.begin(position);
        Exact {
            position: *position,
            seat,
            phase: if roots.is_empty() { Phase::Over } else { Phase::Outcome { at: 0 } },
            roots,
            solver,
            solving: false,
            within: (0, 0),
            begun: 0,
            give_up: max_nodes,
            max_nodes,
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            lines: 0,
            following: None,
            known: known.map(|known| known.plies),
            effort: Effort::THINK,
        }
    }

    /// Starts the line of the next of the best moves without one; false if there is none.
    fn follow(&mut self) -> bool {
        let chosen = self.chosen();
        let mut order: Vec<usize> = (0..self.roots.len()).collect();
        sort_by_key(&mut order, |&at| {
            let (class, value) = self.score(&self.roots[at]).key();
            if chosen == Some(at) { (i64::MIN, 0) } else { (-class, value.saturating_neg()) }
        });
        let mut wanted = order.into_iter().take(self.lines);
        let Some(at) = wanted.find(|&at| self.roots[at].line.is_none()) else { return false };
        if self.known.is_some() {
            // Plies from the book leave the tables empty, so a line outside the book takes more nodes.
            let more = if chosen == Some(at) { self.effort.plies } else { self.effort.extra };
            self.give_up = self.max_nodes.min(self.solver.nodes().saturating_add(more));
        }
        let root = &self.roots[at];
        // The opening book holds the start of the line.
        let line = root.book.as_ref().map_or(Vec::new(), |book| book.line.clone());
        let mut position = root.next;
        line.iter().for_each(|mv| position.play_unchecked(mv));
        let own = position.turn() == self.seat;
        let left = root.plies().map(|plies| plies - 1 - line.len() as u32);
        self.following = Some(Following {
            at,
            position,
            left,
            moves: self.line_moves(&position, own == (root.wins == Some(true)), left),
            line,
            next: 0,
        });
        true
    }

    /// The moves of a position on a line, in solving order: first the move by which the mover reached its aim when
    /// the plies were counted, since its answer is in the table. If a loser has to hold out
    /// for a number of plies, the likely move comes last: it is cheap to show that a move loses sooner, but expensive to show
    /// that it does not, and the last move needs no proof.
    fn line_moves(&self, position: &Isolation, mover_wins: bool, left: Option<u32>) -> Vec<Move> {
        let mut moves = likely_first(position);
        if !mover_wins && left.is_some() {
            moves.reverse();
        }
        if let Some(cell) = self.solver.remembered(position, mover_wins) {
            sort_by_key(&mut moves, |mv| (i64::from(mv.0 != cell), 0));
        }
        moves
    }

    /// Stores the current line, which cannot be continued.
    fn end_line(&mut self) {
        if let Some(Following { at, line, .. }) = self.following.take() {
            self.roots[at].line = Some(line);
        }
    }

    /// Starts the solver on the next move of the line, unless its answer is known.
    fn ask_line(&mut self) {
        let Some(following) = &self.following else {
            if !self.follow() {
                self.next_phase();
            }
            return;
        };
        let Following { position, left, .. } = *following;
        let mv = following.moves.get(following.next).copied();
        let Some(mv) = mv else { return self.end_line() };
        let mover = position.mover();
        let wins = (mover == self.seat) == (self.roots[following.at].wins == Some(true));
        let next = position.played(&mv);
        let implied = left.is_some() && following.next + 1 == following.moves.len();
        if implied || next.winner().is_some() {
            // The game ends; or all other moves have failed, so the last one succeeds.
            return self.learn(false);
        }
        self.solving = match left {
            // The winner must win in time, the loser must hold out.
            Some(1) if wins => return self.learn(true),
            Some(left) if wins => self.solver.begin_within(&next, false, left.saturating_sub(1)),
            Some(left) if left > 3 => self.solver.begin_within(&next, true, left - 3),
            None if wins => self.solver.begin(&next),
            _ => return self.learn(false),
        };
        if !self.solving {
            self.end_line();
        }
    }

    fn placing(&self) -> bool {
        self.position.knight(self.seat).is_none()
    }

    /// Runs until the solver has visited `until` nodes in total, or no question is left.
    fn work(&mut self, until: u64) {
        while self.phase != Phase::Over {
            // Starting a question visits a node, so the budget is checked first.
            if self.solver.nodes() >= self.give_up {
                self.solving = false;
                self.next_phase();
                continue;
            }
            if self.solver.nodes() >= until {
                return;
            }
            if !self.solving && !self.ask() {
                continue;
            }
            let left = until.min(self.give_up).saturating_sub(self.solver.nodes());
            if let Some(answer) = self.solver.advance(left) {
                self.solving = false;
                self.learn(answer);
            }
        }
    }

    /// Starts the solver on the phase's question; false if there was none, and the phase advanced.
    fn ask(&mut self) -> bool {
        match self.phase {
            Phase::Outcome { at } => match self.roots.get(at) {
                None => self.next_phase(),
                Some(root) if root.wins.is_none() => self.solving = self.solver.begin(&root.next),
                Some(_) => self.phase = Phase::Outcome { at: at + 1 },
            },
            Phase::Best | Phase::Rest => {
                let question = if self.phase == Phase::Best {
                    self.question_about_best()
                } else {
                    self.question_about_others()
                };
                match question {
                    None => self.next_phase(),
                    Some((at, plies)) => {
                        let root = &self.roots[at];
                        self.within = (at, plies);
                        self.solving = self.solver.begin_within(
                            &root.next,
                            root.wins == Some(false),
                            plies - 1,
                        );
                    }
                }
            }
            Phase::Traps { at, reply, found } => {
                let level = self.best_score();
                match self.roots.get(at) {
                    None => self.next_phase(),
                    Some(root) if root.traps.is_some() || self.score(root) != level => {
                        self.phase = Phase::Traps { at: at + 1, reply: 0, found: 0 };
                    }
                    Some(root) => match root.next.move_list().get(reply) {
                        None => {
                            self.roots[at].traps = Some(found);
                            self.phase = Phase::Traps { at: at + 1, reply: 0, found: 0 };
                        }
                        Some(mv) => self.solving = self.solver.begin(&root.next.played(mv)),
                    },
                }
            }
            Phase::Lines => self.ask_line(),
            Phase::Over => {}
        }
        self.solving
    }

    /// Stores the solver's answer to the phase's question.
    fn learn(&mut self, answer: bool) {
        match self.phase {
            Phase::Outcome { at } => {
                self.roots[at].wins = Some(!answer);
                self.phase = Phase::Outcome { at: at + 1 };
            }
            Phase::Best | Phase::Rest => {
                // After a winning move the defender is to move, who has to hold out longer; after a losing one
                // the attacker, who has to win in time.
                let (at, plies) = self.within;
                let root = &mut self.roots[at];
                if root.wins == Some(!answer) {
                    root.most = Some(plies);
                } else {
                    root.least = plies + 2;
                }
            }
            Phase::Traps { at, reply, found } => {
                self.phase =
                    Phase::Traps { at, reply: reply + 1, found: found + u32::from(answer) };
            }
            Phase::Lines => {
                let Some(mut following) = self.following.take() else { return };
                match following.moves.get(following.next).copied().filter(|_| !answer) {
                    None => following.next += 1,
                    Some(mv) => {
                        following.position.play_unchecked(&mv);
                        following.line.push(mv);
                        following.left = following.left.map(|left| left.saturating_sub(1));
                        let own = following.position.mover() == self.seat;
                        let wins = own == (self.roots[following.at].wins == Some(true));
                        following.moves =
                            self.line_moves(&following.position, wins, following.left);
                        following.next = 0;
                    }
                }
                self.following = Some(following);
            }
            Phase::Over => {}
        }
    }

    fn next_phase(&mut self) {
        let nodes = self.solver.nodes();
        let all_known = self.roots.iter().all(|root| root.wins.is_some());
        self.phase = match self.phase {
            // Plies are counted after the knights are placed; the theory answers placements.
            Phase::Outcome { .. } if all_known && !self.placing() => {
                for root in &mut self.roots {
                    // The winner makes the last move. No move wins sooner than the book says, if it has the plies.
                    let open = match root.wins {
                        Some(true) => self.known.filter(|plies| plies % 2 == 1).unwrap_or(3),
                        _ => 2,
                    };
                    if root.plies().is_none() {
                        root.least = open;
                    }
                }
                if count(self.position.free()) > MOST_FREE {
                    Phase::Traps { at: 0, reply: 0, found: 0 }
                } else {
                    Phase::Best
                }
            }
            // If the best moves were expensive, so are the others.
            Phase::Best if !self.effort.others || nodes - self.begun > self.effort.extra => {
                Phase::Traps { at: 0, reply: 0, found: 0 }
            }
            Phase::Best => Phase::Rest,
            Phase::Rest => Phase::Traps { at: 0, reply: 0, found: 0 },
            Phase::Traps { .. } => Phase::Lines,
            Phase::Outcome { .. } | Phase::Lines | Phase::Over => Phase::Over,
        };
        self.end_line();
        let lost = self.roots.iter().all(|root| root.wins == Some(false));
        if matches!(self.phase, Phase::Traps { .. }) && !(lost && self.effort.others) {
            self.phase = Phase::Lines;
        }
        if self.phase == Phase::Lines && self.lines == 0 {
            self.phase = Phase::Over;
        }
        if nodes >= self.max_nodes {
            self.phase = Phase::Over;
        }
        self.begun = nodes;
        let more = if self.phase == Phase::Best { self.effort.plies } else { self.effort.extra };
        self.give_up = self.max_nodes.min(nodes.saturating_add(more));
    }

    /// A number of plies above the likely length of the game, for a winning or a losing move: the first to
    /// be tried. On 7x7, games with best play fill two thirds of the cells.
    fn first_ply_limit(&self, wins: bool) -> u32 {
        let plies = count(self.position.free()) * 2 / 3 + 3;
        plies / 2 * 2 + u32::from(wins)
    }

    /// The next question about the plies of the best move; `None` once they are known.
    fn question_about_best(&self) -> Option<(usize, u32)> {
        let wins = self.roots.iter().any(|root| root.wins == Some(true));
        let roots = || self.roots.iter().enumerate().filter(|(_, root)| root.wins == Some(wins));
        let likely = self.first_ply_limit(wins);
        if !wins {
            // The longest loss: all moves need an upper bound, one needs a lower bound.
            let least = roots().map(|(_, root)| root.least).max()?;
            if let Some((at, _)) = roots().find(|(_, root)| root.most.is_none()) {
                return Some((at, likely.max(least)));
            }
            let most = roots().filter_map(|(_, root)| root.most).max()?;
            return roots()
                .find(|(_, root)| most > least && root.most == Some(most))
                .map(|(at, _)| (at, most - 2));
        }
        // The quickest win: one move needs an upper bound, all need a lower bound.
        match roots().filter_map(|(_, root)| root.most).min() {
            Some(most) => {
                let open = |root: &Root| root.least < most;
                roots().find(|(_, root)| open(root)).map(|(at, _)| (at, most - 2))
            }
            None => {
                let (at, root) = roots().min_by_key(|(_, root)| root.least)?;
                Some((at, root.least.max(likely)))
            }
        }
    }

    /// The next question about a move with unknown plies; `None` if there is none.
    fn question_about_others(&self) -> Option<(usize, u32)> {
        let (at, root) = self.roots.iter().enumerate().find(|(_, root)| root.plies().is_none())?;
        let likely = self.first_ply_limit(root.wins == Some(true));
        Some((at, root.most.map_or(likely.max(root.least), |most| most - 2)))
    }

    /// The displayed score. It includes plies if they are exact, and for losing moves only once the
    /// longest loss is known: a loss with unknown plies counts as the quickest.
    fn score(&self, root: &Root) -> Score {
        match root.wins {
            None => Score::Value(Fixed::ZERO),
            Some(true) => Score::Win(root.plies()),
            Some(false) => {
                let lost = self.roots.iter().all(|root| root.wins == Some(false));
                Score::Loss(if !lost || self.longest_known() { root.plies() } else { None })
            }
        }
    }

    /// Whether the longest loss of a lost position is known.
    fn longest_known(&self) -> bool {
        let most = self.roots.iter().map(|root| root.most.unwrap_or(u32::MAX)).max();
        self.roots.iter().any(|root| Some(root.least) == most)
    }

    fn best_score(&self) -> Score {
        self.roots.iter().map(|root| self.score(root)).max().unwrap_or(Score::Value(Fixed::ZERO))
    }

    /// The index of the chosen move in `roots`: one with the best score. In a lost position, ties are broken by the
    /// longest possible loss, then by the most traps; in a won position by the quickest
    /// known win; then by whether the line is in the opening book.
    fn chosen(&self) -> Option<usize> {
        let best = self.best_score();
        let lost = matches!(best, Score::Loss(_));
        (0..self.roots.len())
            .filter(|&at| self.score(&self.roots[at]) == best)
            // `max_by_key` returns the last of equals; we need the first.
            .rev()
            .max_by_key(|&at| {
                let root = &self.roots[at];
                let most = root.most.map_or(i64::MAX, i64::from);
                (if lost { most } else { -most }, root.traps, root.book.is_some())
            })
    }

    /// The number of replies to a losing move that give the win away.
    fn losing_replies(&self, root: &Root) -> Option<String> {
        let traps = root.traps.filter(|_| matches!(self.score(root), Score::Loss(_)))?;
        Some(words::losing_replies(root.mv, root.next.legal_count(), traps))
    }

    fn why(&self, root: &Root) -> String {
        let mv = root.mv;
        match self.score(root) {
            Score::Win(within) => {
                let winning = self.roots.iter().filter(|root| root.wins == Some(true)).count();
                let known = self.roots.iter().all(|root| root.wins.is_some());
                let win = match within {
                    Some(n) => words::Win::Within(n),
                    None if self.placing() => words::Win::ByColour,
                    None => words::Win::AtMost(root.most),
                };
                let loser = self.position.seat_name(1 - self.seat);
                words::wins(mv, (&win, &loser), winning, self.roots.len(), known)
            }
            Score::Loss(longest) => {
                let most: Option<Vec<u32>> = self.roots.iter().map(|root| root.most).collect();
                words::loses(mv, longest, most.and_then(|most| most.into_iter().max()))
            }
            Score::Unknown | Score::Value(_) => words::unsolved(mv),
        }
    }
}

impl Opening {
    /// The plies and a best move by search, without the book; about 2 million nodes. The search has no limit, so it finds both
    /// unless `stop`, which is called at intervals, returns true.
    pub fn solve(&self, stop: &dyn Fn() -> bool) -> Option<Solved> {
        let rng = Rng::new(0, Stream::Other(0));
        let position = self.position();
        let seat = position.turn();
        let mut exact = Exact::with_book(&position, seat, Budget::Nodes(u64::MAX), rng, None);
        exact.effort = Effort { plies: u64::MAX, extra: 0, others: false };
        while exact.phase != Phase::Over {
            if stop() {
                return None;
            }
            exact.work(exact.solver.nodes() + STOP);
        }
        let root = &exact.roots[exact.chosen()?];
        Some((root.plies()?, root.mv))
    }
}

impl Search<Isolation> for Exact {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        let until = self.solver.nodes().saturating_add(slice).min(self.max_nodes);
        while self.phase != Phase::Over && self.solver.nodes() < until {
            match self.most_ms {
                None => self.work(until),
                Some(most) => {
                    self.work(until.min(self.solver.nodes() + CLOCK));
                    if watch.elapsed_ms() >= most {
                        self.phase = Phase::Over;
                    }
                }
            }
        }
        if self.solver.nodes() >= self.max_nodes {
            self.phase = Phase::Over;
        }
        self.phase == Phase::Over
    }

    fn analysis(&self) -> Analysis<Move> {
        let chosen = self.chosen();
        let mut by_index: Vec<&Root> = self.roots.iter().collect();
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let candidates = by_index
            .into_iter()
            .map(|root| {
                let score = self.score(root);
                // Empty if they were not counted.
                let traps = root.traps.filter(|_| matches!(score, Score::Loss(_)));
                let traps = traps.map(|traps| Fixed::from_int(i64::from(traps)));
                let terms = traps.map(|traps| TermValue { value: traps, contribution: traps });
                Candidate {
                    pv: root.line.clone().unwrap_or_default(),
                    ..Candidate::exact(root.mv, score, terms.into_iter().collect())
                }
            })
            .collect();
        let mut analysis = Analysis {
            choice: chosen.map(|at| self.roots[at].mv),
            candidates,
            terms: vec![TRAPS],
            nodes: self.solver.nodes(),
            // The length of the longest line that is solved to its end.
            depth: self.roots.iter().filter_map(Root::plies).max().unwrap_or(0),
            exact: self.roots.iter().all(|root| root.wins.is_some()),
            why: match chosen {
                None => NO_MOVE.to_owned(),
                Some(at) => self.why(&self.roots[at]),
            },
            differences: chosen.map_or(Vec::new(), |at| {
                let root = &self.roots[at];
                let from_book = root.book.is_some() && self.score(root).plies().is_some();
                let from_book = from_book.then(|| words::FROM_BOOK.to_owned());
                self.losing_replies(root).into_iter().chain(from_book).collect()
            }),
            now: Vec::new(),
        };
        analysis.sort();
        analysis
    }

    fn branches(&self, _path: &[String]) -> Result<Vec<Branch>, &'static str> {
        Err(SOLVED_WITHOUT_TREE)
    }

    fn set_multi_pv(&mut self, lines: usize) {
        let over = self.phase == Phase::Over && lines > self.lines;
        self.lines = lines;
        if over && self.roots.iter().all(|root| root.wins.is_some()) && !self.placing() {
            self.phase = Phase::Lines;
            self.give_up = self.max_nodes.min(self.solver.nodes() + self.effort.extra);
        }
    }
}

/// The legal moves, highest first by the mover's mobility minus the opponent's after the move.
fn likely_first(position: &Isolation) -> Vec<Move> {
    let (mut moves, seat) = (position.move_list(), position.mover());
    sort_by_key(&mut moves, |mv| {
        let next = position.played(mv);
        (i64::from(next.mobility(1 - seat)) - i64::from(next.mobility(seat)), 0)
    });
    moves
}
