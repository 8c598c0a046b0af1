//! Our strongest: it makes several plans, plays each a few turns ahead on the real rules, and keeps the
//! one whose board it likes best.

use super::super::position::Outpost;
use super::{KINDS, TERMS, options_of, ordered, plan_with, terms_of};
use crate::bot::{Bot, BotSpec, Budget, Thinking};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::options::OptionSpec;
use crate::rng::Rng;
use crate::thought::Term;

const WEIGHTS: [i64; TERMS] = [500, 1000, -500, 8000, 4000];
static TERMS_OF: [Term; TERMS] = terms_of(WEIGHTS);
static OPTIONS_OF: [OptionSpec; TERMS] = options_of(WEIGHTS);

/// The bot as data.
pub static SPEC: BotSpec<Outpost> = BotSpec {
    id: "totora",
    name: "Totora",
    about: "Makes several plans, plays each some turns ahead, and keeps the best.",
    source: None,
    options: &OPTIONS_OF,
    terms: &TERMS_OF,
    budget: Some(Budget::Nodes(200)),
    build: |options| {
        Box::new(Totora { weights: std::array::from_fn(|i| options.number(&OPTIONS_OF[i])) })
    },
};

struct Totora {
    weights: [Fixed; TERMS],
}

impl Bot<Outpost> for Totora {
    fn begin(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
    ) -> Box<dyn Thinking<Outpost>> {
        let planner = KINDS[7].planner;
        let plan = plan_with(position.rules(), position.field(), seat, self.weights, planner, &rng);
        Box::new(ordered(plan, &self.weights))
    }
}
