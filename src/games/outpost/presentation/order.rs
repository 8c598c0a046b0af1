//! Orders that a person is putting together: how they are written, and what they are in words. The page
//! knows them by their parts and never reads or writes the notation.

use super::super::board::Cell;
use super::super::moves::{Adviser, Clause, Orders, Policy, Task, Who};
use super::text::order_text;
use crate::fixed::shorten;
use serde::{Deserialize, Serialize};

/// An order, by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostClause {
    /// `go`, `patrol`, `hold`, `guard`, `pair`, `harvest`, `raid`, `auto`; `adviser`, `rally`, `disband`; `x`
    /// to disband an outpost.
    pub verb: String,
    /// Indices of outposts; empty for orders to the empire.
    #[serde(default)]
    pub who: Vec<u32>,
    /// Cells, in order.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub points: Vec<Cell>,
    /// What else it needs: the other's index, a bot's id, a policy.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rest: Option<String>,
}

/// Orders in the notation and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostWritten {
    /// The orders as they are played.
    pub text: String,
    /// Each of them in words: "Outpost 3: go to 40,12, then 50,20".
    pub words: Vec<String>,
}

/// Writes orders.
pub(super) fn written(clauses: &[OutpostClause]) -> Result<OutpostWritten, String> {
    let clauses = clauses.iter().map(OutpostClause::read).collect::<Result<Vec<_>, _>>()?;
    let words = clauses.iter().map(order_text).collect();
    Ok(OutpostWritten { text: Orders::Standing(clauses).to_string(), words })
}

impl OutpostClause {
    fn read(&self) -> Result<Clause, String> {
        let OutpostClause { verb, who, points, rest } = self;
        let lacks = |what: &str| format!("the order `{}` lacks {what}", shorten(verb));
        let first = || points.first().copied();
        let rest = |what| rest.as_deref().ok_or_else(|| lacks(what));
        let task = match verb.as_str() {
            "x" => {
                return who.first().map(|&i| Clause::Disband(i)).ok_or_else(|| lacks("an outpost"));
            }
            "adviser" => {
                const WHAT: &str = "a bot that can advise, or none";
                let adviser = match rest(WHAT)? {
                    "none" => None,
                    id => Some(Adviser::named(id).ok_or_else(|| lacks(WHAT))?),
                };
                return Ok(Clause::Adviser(adviser));
            }
            "rally" => return Ok(Clause::Rally(first())),
            "disband" => {
                const WHAT: &str = "one of newest, farthest, least";
                let policy = Policy::named(rest(WHAT)?).ok_or_else(|| lacks(WHAT))?;
                return Ok(Clause::Policy(policy));
            }
            "go" if points.is_empty() => return Err(lacks("a cell")),
            "go" => Task::Go(points.clone()),
            "patrol" if points.len() < 2 => return Err(lacks("two cells")),
            "patrol" => Task::Patrol(points.clone(), 0),
            "hold" => Task::Hold,
            "guard" => Task::Guard,
            "pair" => {
                const WHAT: &str = "the index of the other outpost";
                Task::Pair(rest(WHAT)?.parse().map_err(|_| lacks(WHAT))?)
            }
            "harvest" => Task::Harvest(first()),
            "raid" => Task::Raid,
            "auto" => Task::Auto,
            _ => return Err(format!("`{}` is no order", shorten(verb))),
        };
        if who.is_empty() {
            return Err(lacks("an outpost"));
        }
        Ok(Clause::Task(Who::These(who.clone()), task))
    }
}
