//! The perfect bot's search of positions too large for the solver: alpha-beta's estimate, and proofs by mirroring. Nothing
//! is solved here.

use crate::base::rng::Rng;
use crate::contract::bot::{Budget, Thinking, Watch};
use crate::contract::game::Seat;
use crate::contract::thought::{Branch, Score, Thought};
use crate::heuristics::{Weighted, named};
use crate::position::{Isolation, Move};
use crate::presentation::words;
use crate::search::alpha_beta::{Search, Settings};
use crate::theory;

/// Maximum number of nodes.
const NODES: u64 = 400_000;

/// Alpha-beta in place of the solver. It still includes the proofs by mirroring.
pub(super) struct Estimate {
    search: Search<Isolation, Weighted>,
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
        let improved = Weighted::of(&named::IMPROVED);
        let search = Search::new(improved, settings, position, seat, budget, rng);
        Estimate { search, position: *position }
    }
}

impl Thinking<Isolation> for Estimate {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        self.search.advance(slice, watch)
    }

    fn thought(&self) -> Thought<Move> {
        let mut thought = self.search.thought();
        if thought.exact {
            return thought;
        }
        let mut proven = 0;
        for candidate in &mut thought.candidates {
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
        thought.exact = proven > 0 && proven == thought.candidates.len();
        let won = thought.candidates.iter().find(|one| matches!(one.score, Score::Win(_)));
        thought.why = match won.map(|one| one.mv) {
            Some(mv) if proven > 0 => {
                if !thought.chosen().is_some_and(|one| matches!(one.score, Score::Win(_))) {
                    thought.choice = Some(mv);
                }
                words::wins_by_mirroring(mv)
            }
            _ if thought.exact => words::ALL_LOSE_BY_MIRRORING.to_owned(),
            _ => {
                thought.remark(words::ESTIMATED.to_owned());
                thought.why
            }
        };
        thought.sort();
        thought
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.search.set_multi_pv(lines);
    }

    /// An error if mirroring proves a result that the search did not find.
    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let searched = self.search.thought();
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
