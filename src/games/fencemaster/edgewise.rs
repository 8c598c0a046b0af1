//! Edgewise: a one-ply search. It wins now if it can, stops a loss if it must, and otherwise minimises its own
//! lacking stones to a tripod and maximises the opponent's, by the two-distance of [`super::distance`].

use super::evaluation::Weighted;
use super::forced::{Urgent, decided};
use super::position::FenceMaster;
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::{Candidate, Score, TermValue};
use crate::contract::bot::{Bot, Budget, Done, Heuristic, Search};
use crate::contract::game::{Enumerable, Seat};

#[derive(Clone, Debug)]
pub(super) struct Edgewise(pub(super) Weighted);

impl Bot<FenceMaster> for Edgewise {
    fn begin(
        &self,
        position: &FenceMaster,
        seat: Seat,
        _budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Search<FenceMaster>> {
        let terms = Heuristic::<FenceMaster>::terms(&self.0);
        let moves = position.move_list();
        let urgent = Urgent::from_position(position);
        let mut values = vec![Fixed::ZERO; terms.len()];
        let mut candidates = Vec::new();
        for mv in moves {
            let next = position.played(&mv);
            self.0.measure(&next, seat, &mut values);
            let values = TermValue::weighed(terms, values.iter().copied());
            let sum = values.iter().map(|value| value.contribution).sum();
            candidates.push(Candidate::exact(
                mv,
                urgent.score(mv.place()).unwrap_or(Score::Value(sum)),
                values,
            ));
        }
        let terms = terms.to_vec();
        Box::new(Done::new(decided(position, candidates, terms, Some(&urgent), &mut rng)))
    }
}
