//! The perfect bot's search of positions too large for the solver: alpha-beta's estimate, and proofs by mirroring. Nothing
//! is solved here.

use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Branch, Score};
use crate::contract::bot::{Budget, Clock, Search};
use crate::contract::game::Seat;
use crate::heuristics::{Weighted, named};
use crate::position::{Isolation, Move};
use crate::presentation::words;
use crate::search::alpha_beta::{AlphaBetaSearch, Settings};
use crate::theory;

/// Maximum number of nodes.
const NODES: u64 = 400_000;

/// Alpha-beta in place of the solver. It still includes the proofs by mirroring.
pub(super) struct Estimate {
    search: AlphaBetaSearch<Isolation, Weighted>,
    position: Isolation,
}

impl Estimate {
    /// Starts a search, limited to [`NODES`] because more do not pay.
    pub(super) fn new(position: &Isolation, seat: Seat, budget: Budget, rng: Rng) -> Self {
        let budget = match budget {
            Budget::Nodes(nodes) => Budget::Nodes(nodes.min(NODES)),
            other => other,
        };
        let settings = Settings { table: Some(16), reorder: true, ..Settings::ALPHA_BETA };
        let improved = Weighted::with_weights(&named::IMPROVED);
        let search = AlphaBetaSearch::new(improved, settings, position, seat, budget, rng);
        Estimate { search, position: *position }
    }
}

impl Search<Isolation> for Estimate {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.search.advance(slice, watch)
    }

    fn analysis(&self) -> Analysis<Move> {
        let mut analysis = self.search.analysis();
        if analysis.exact {
            return analysis;
        }
        let mut proven = 0;
        for candidate in &mut analysis.candidates {
            let Some(wins) = theory::wins(&self.position, candidate.mv) else { continue };
            proven += 1;
            let same = match candidate.score {
                Score::Win(_) => wins,
                Score::Loss(_) => !wins,
                Score::Unknown | Score::Value(_) => false,
            };
            if !same {
                candidate.score = if wins { Score::Win(None) } else { Score::Loss(None) };
                candidate.bound = false;
                candidate.depth = None;
                candidate.terms.clear();
                candidate.pv.clear();
            }
        }
        analysis.exact = proven > 0 && proven == analysis.candidates.len();
        let won = analysis.candidates.iter().find(|one| matches!(one.score, Score::Win(_)));
        analysis.why = match won.map(|one| one.mv) {
            Some(mv) if proven > 0 => {
                if !analysis.chosen().is_some_and(|one| matches!(one.score, Score::Win(_))) {
                    analysis.choice = Some(mv);
                }
                words::wins_by_mirroring(mv)
            }
            _ if analysis.exact => words::ALL_LOSE_BY_MIRRORING.to_owned(),
            _ => {
                analysis.remark(words::ESTIMATED.to_owned());
                analysis.why
            }
        };
        analysis.sort();
        analysis
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.search.set_multi_pv(lines);
    }

    /// An error if mirroring proves a result that the search did not find.
    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let searched = self.search.analysis();
        let proven = |mv| !searched.exact && theory::wins(&self.position, mv).is_some();
        match searched.candidates.iter().any(|candidate| proven(candidate.mv)) {
            true => Err(words::MIRRORED_WITHOUT_TREE),
            false => self.search.branches(path),
        }
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.search.multi_pv_nodes()
    }
}
