//! A bot that plays any legal move, all with equal probability.

use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Candidate, Scale, Score};
use crate::contract::bot::{Bot, BotSpec, Budget, Clock, Done, Search};
use crate::contract::game::{Enumerable, MoveList, Seat};
use crate::search::explain::drawn_from;

/// The bot, as data; `about` describes it in the words of the game.
pub const fn random<G: Enumerable>(about: &'static str) -> BotSpec<G> {
    BotSpec {
        id: "random",
        name: "Random",
        scale: Scale::Nothing,
        about,
        closed: "It plays at random.",
        ..BotSpec::plain(|_, _| Box::new(RandomBot))
    }
}

/// Plays uniformly at random; ignores its budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: Enumerable> Bot<G> for RandomBot {
    fn begin(
        &self,
        position: &G,
        _seat: Seat,
        _budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Search<G>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let choice = pick(&moves, &mut rng);
        let why = drawn_from(moves.len());
        let nodes = moves.len() as u64;
        let candidates = moves
            .into_iter()
            .map(|mv| Candidate::exact(mv, Score::Value(Fixed::ZERO), Vec::new()))
            .collect();
        let mut analysis = Analysis { choice, candidates, nodes, ..Analysis::nothing(why) };
        analysis.sort();
        Box::new(Done::new(analysis))
    }

    fn choose(
        &self,
        position: &G,
        _seat: Seat,
        _budget: Budget,
        mut rng: Rng,
        _watch: &dyn Clock,
    ) -> Option<G::Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        pick(&moves, &mut rng)
    }
}

fn pick<M: Clone>(moves: &[M], rng: &mut Rng) -> Option<M> {
    moves.get(rng.below(moves.len())).cloned()
}
