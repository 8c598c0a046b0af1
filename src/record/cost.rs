//! The cost of opening a game, known before any of it is played: plies, an estimate of the work, and budgets and
//! options of its bots beyond the usual. Interfaces use it to decide what they do at once, in slices, or only
//! after a click of the user. No link, no session and no interface may enter here.

use crate::base::options::{OptionKind, OptionValue};
use crate::catalog::{AnyGame, AnyPosition};
use crate::contract::bot::Budget;
use crate::contract::game::Seat;
use crate::record::tree::stride;
use crate::record::{Record, RecordError, SeatSpec, content};
use serde::Serialize;

/// Maximum work that is done at once, in microseconds: not noticeable, even on a slow machine.
pub const LIGHT_US: u64 = 20_000;

/// Maximum work that is started at all, in microseconds: ten minutes.
pub const MOST_US: u64 = 600_000_000;

/// Bot options that cost time or memory.
const COSTLY: [&str; 2] = ["memory", "leaf-playouts"];

/// Usual budgets for bots whose default has another unit: milliseconds, and plies.
const USUAL_MS: u64 = 1_000;
const USUAL_DEPTH: u64 = 4;

/// An unusually large budget or option of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Demand {
    /// The seat, from 0.
    pub seat: Seat,
    /// The id of the bot on it.
    pub bot: &'static str,
    /// The unit of the budget: `nodes`, `ms` or `depth`, or the key of an option.
    pub what: &'static str,
    /// The requested amount, always more than `usual`.
    pub asked: u64,
    /// The usual amount: the bot's default.
    pub usual: u64,
}

/// The cost of opening a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Plies to play, including those of variations; turns, if all seats move at once.
    pub plies: u64,
    /// Nodes of bots that search again, because a link omits their moves.
    pub nodes: u64,
    /// An estimate of the total, in microseconds of a machine of 2020. It may be wrong by a factor of a few.
    pub work_us: u64,
}

impl Cost {
    /// The cost of `plies` from `start`, with `nodes` of bots on the way.
    pub fn new(start: &dyn AnyPosition, plies: u64, nodes: u64) -> Cost {
        let each = start.resource_estimate().ply_us;
        let work_us = plies.saturating_add(nodes).saturating_mul(each);
        Cost { plies, nodes, work_us }
    }

    /// The cost of replaying a record with its variations.
    ///
    /// # Errors
    /// When its options do not define a valid position.
    pub fn from_record(record: &Record) -> Result<Cost, RecordError> {
        let start = record.game.start(&record.options, record.seed);
        let start = start.map_err(content)?;
        let plies = record.plies() as u64;
        let mut cost = Cost::new(start.as_ref(), plies, 0);
        // At a branching point, the plies since the last stored position are played again.
        let estimate = start.resource_estimate();
        let stride = stride(start.simultaneous(), plies, estimate.bytes);
        let again = record.variations.iter().map(|one| stride.min(one.after as u64)).sum::<u64>();
        cost.work_us = cost.work_us.saturating_add(again.saturating_mul(estimate.ply_us));
        Ok(cost)
    }

    /// Whether it may be opened at once.
    pub fn is_light(&self) -> bool {
        self.work_us <= LIGHT_US
    }

    /// Whether the work exceeds the limit.
    pub fn is_too_much(&self) -> bool {
        self.work_us > MOST_US
    }
}

/// The unusually large budgets and options of the bots on `seats`, seat by seat.
pub fn demands(game: &dyn AnyGame, seats: &[SeatSpec]) -> Vec<Demand> {
    let mut demands = Vec::new();
    for (seat, spec) in seats.iter().enumerate() {
        let SeatSpec::Bot { id, options, budget } = spec else { continue };
        let Ok(info) = game.bot_info(id) else { continue };
        let mut demand = |what: &'static str, asked: u64, usual: u64| {
            if asked > usual {
                demands.push(Demand { seat, bot: info.id, what, asked, usual });
            }
        };
        // A bot that needs no budget ignores it.
        if let (Some(own), Some(budget)) = (info.budget, budget) {
            let (what, asked) = budget.parts();
            let usual = match (own, budget) {
                (Budget::Nodes(own), Budget::Nodes(_)) | (Budget::Ms(own), Budget::Ms(_)) => own,
                (Budget::Depth(own), Budget::Depth(_)) => own.into(),
                (_, Budget::Ms(_)) => USUAL_MS,
                (_, Budget::Depth(_)) => USUAL_DEPTH,
                (_, Budget::Nodes(_)) => 0,
            };
            demand(what, asked, usual);
        }
        for spec in info.options.iter().filter(|spec| COSTLY.contains(&spec.key)) {
            if let (OptionKind::Int { default, .. }, OptionValue::Int(asked)) =
                (&spec.kind, options.get(spec))
            {
                demand(spec.key, asked.max(0) as u64, (*default).max(0) as u64);
            }
        }
    }
    demands
}
