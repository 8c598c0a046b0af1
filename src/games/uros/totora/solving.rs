//! A decision near the end: the exact search first, and the tree search if that does not finish.

use super::super::moves::Move;
use super::super::position::Uros;
use super::super::presentation::words;
use super::super::strategies::COLUMNS;
use super::endgame::Endgame;
use super::playout::Ended;
use super::policy::{RandomGames, changed};
use super::terms::{LEAD, PLAYOUTS};
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::{
    Analysis, Branch, Candidate, MOST_DIFFERENCES, Margin, Part, Score, Term, TermValue,
};
use crate::contract::bot::{Budget, Clock, Search};
use crate::contract::film::{Film, Variation};
use crate::contract::game::{Enumerable, Game};
use crate::search::explain::{Notes, SOLVED_WITHOUT_TREE, explain};
use crate::search::mcts::{DEPTH_PLAYOUTS, Mcts, TreeSearch};

/// Positions of the exact search that count as one node: they take about the time of a random game.
pub(super) const SOLVED_A_NODE: u64 = 16;

/// Such a decision in progress.
pub(super) struct Solving {
    position: Uros,
    tree: Mcts<RandomGames>,
    rng: Rng,
    budget: Budget,
    endgame: Endgame,
    search: Option<TreeSearch<Uros, RandomGames>>,
    lines: usize,
    /// How the tree search is observed, if it is.
    observed: Option<Variation>,
}

impl Solving {
    pub(super) fn new(
        tree: Mcts<RandomGames>,
        position: Uros,
        endgame: Endgame,
        budget: Budget,
        rng: Rng,
    ) -> Solving {
        Solving { position, tree, rng, budget, endgame, search: None, lines: 1, observed: None }
    }

    /// Nodes used by the exact search.
    fn solving(&self) -> u64 {
        self.endgame.positions.div_ceil(SOLVED_A_NODE)
    }

    /// The share of the exact search, which is half of the budget, in positions and milliseconds.
    fn share(&self) -> (u64, f64) {
        match self.budget {
            Budget::Nodes(most) => ((most / 2).saturating_mul(SOLVED_A_NODE), f64::INFINITY),
            Budget::Ms(ms) => (u64::MAX, ms as f64 / 2.0),
            Budget::Depth(_) => (DEPTH_PLAYOUTS / 2 * SOLVED_A_NODE, f64::INFINITY),
        }
    }

    /// Every placement with its result, from the mover's view; `None` until all are known.
    fn solved(&self) -> Option<Vec<(Move, Ended)>> {
        let red = self.position.next_seat() == 0;
        let seen = |ended: Ended| if red { ended } else { ended.turned() };
        Some(self.endgame.solved()?.map(|(mv, ended)| (mv, seen(ended))).collect())
    }

    fn tree_search(&self, budget: Budget) -> TreeSearch<Uros, RandomGames> {
        self.tree.search(&self.position, self.position.next_seat(), budget, self.rng.clone())
    }

    /// Starts the tree search with the rest of the budget.
    fn give_up(&mut self) {
        let budget = match self.budget {
            Budget::Nodes(most) => Budget::Nodes(most.saturating_sub(self.solving()).max(1)),
            other => other,
        };
        let mut search = self.tree_search(budget);
        search.set_multi_pv(self.lines);
        if let Some(variation) = self.observed {
            search.observe(variation);
        }
        self.search = Some(search);
    }

    fn exact(&self, solved: Vec<(Move, Ended)>) -> Analysis<Move> {
        let terms: Vec<Term> = [LEAD, PLAYOUTS].into_iter().chain(COLUMNS).collect();
        let best = solved.iter().map(|(_, ended)| ended.rank()).max();
        let chosen = solved.iter().find(|(_, ended)| Some(ended.rank()) == best).copied();
        let candidates = solved.into_iter().map(|(mv, ended)| self.candidate(mv, ended, &terms));
        let mut analysis = Analysis {
            choice: chosen.map(|(mv, _)| mv),
            candidates: candidates.collect(),
            terms,
            nodes: self.solving(),
            depth: self.endgame.plies(),
            exact: true,
            ..Analysis::nothing(String::new())
        };
        analysis.sort();
        analysis.put_choice_first();
        let only = analysis.candidates.len() == 1;
        explain(&mut analysis, Notes { only, ..Notes::default() }, &self.position);
        let Some((mv, ended)) = chosen.filter(|_| !only) else { return analysis };
        if ended.rank() == 0 {
            analysis.why = words::keeps_the_draw(&self.position.move_name(&mv));
            return analysis;
        }
        analysis.differences.insert(0, words::solved(self.lead_now(), ended.lead));
        analysis.differences.truncate(MOST_DIFFERENCES);
        analysis
    }

    /// The current lead of the mover's biggest village, in houses.
    fn lead_now(&self) -> i8 {
        let size = |seat| self.position.best_village(seat).map_or(0, |village| village.size as i8);
        let seat = self.position.next_seat();
        size(seat) - size(1 - seat)
    }

    fn candidate(&self, mv: Move, ended: Ended, terms: &[Term]) -> Candidate<Move> {
        let rank = ended.rank();
        let (share, score) = match rank.signum() {
            1 => (Fixed::ONE, Some(Score::Win(None))),
            -1 => (Fixed::ZERO, Some(Score::Loss(None))),
            _ => (Fixed::from_thousandths(500), None),
        };
        let mut after = self.position;
        after.play_unchecked(&mv);
        let beside = changed(&self.position, &after, self.position.next_seat());
        let values = [Fixed::from_int(ended.lead.into()), share].into_iter().chain(beside);
        let terms = TermValue::weighed(terms, values);
        let sum = || Score::Value(terms.iter().map(|term| term.contribution).sum());
        // Islands decide between villages of the same size.
        let (by, unit) =
            if ended.lead == 0 { (ended.islands, "island") } else { (ended.lead, "house") };
        let margin = Margin { by: by.unsigned_abs().into(), unit, rank: rank.into() };
        Candidate {
            margin: (rank != 0).then_some(margin),
            ..Candidate::exact(mv, score.unwrap_or_else(sum), terms)
        }
    }
}

impl Search<Uros> for Solving {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        let until = self.solving().saturating_add(slice.max(1));
        let (most, most_ms) = self.share();
        while self.search.is_none() {
            if self.endgame.solved().is_some() {
                return true;
            }
            if self.endgame.positions >= most || watch.elapsed_ms() >= most_ms {
                self.give_up();
            } else {
                self.endgame.advance(most - self.endgame.positions);
            }
            if self.solving() >= until || watch.pause() || watch.stop() {
                break;
            }
        }
        match &mut self.search {
            Some(search) => search.advance(slice, watch),
            None => self.endgame.solved().is_some(),
        }
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.lines = self.lines.max(lines);
        if let Some(search) = &mut self.search {
            search.set_multi_pv(lines);
        }
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, TreeSearch::multi_pv_nodes)
    }

    fn analysis(&self) -> Analysis<Move> {
        if let Some(solved) = self.solved() {
            return self.exact(solved);
        }
        let Some(search) = &self.search else {
            // Stopped before the first result: an empty analysis from the tree search.
            return self.tree_search(self.budget).analysis();
        };
        let mut analysis = search.analysis();
        analysis.nodes += self.solving();
        analysis
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        self.search.as_ref().ok_or(SOLVED_WITHOUT_TREE)?.branches(path)
    }

    fn observe(&mut self, variation: Variation) {
        self.observed = Some(variation);
    }

    fn film(&self) -> Option<&Film> {
        self.search.as_ref()?.film()
    }

    fn parts(&self, mv: &Move) -> Vec<Part> {
        if let Some(search) = &self.search {
            return search.parts(mv);
        }
        let text = words::solved_positions(self.endgame.positions);
        vec![Part { term: PLAYOUTS.key, text }]
    }
}
