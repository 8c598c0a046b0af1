//! Orders from the page: their text form and their description. The page
//! represents them by their parts and never reads or writes the notation.

use super::super::board::Cell;
use super::super::moves::{self, Adviser, Clause, Orders, Policy, Who};
use super::super::standing_rules::StandingRule;
use super::super::steps::Plain;
use super::super::tasks::Task;
use super::words::{order_text, rule_text, this_turn};
use crate::base::fixed::shorten;
use serde::{Deserialize, Serialize};

/// An order in parts, as the page sends it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostClause {
    /// `go`, `patrol`, `hold`, `guard`, `pair`, `harvest`, `raid`, `auto`; `adviser`, `rally`, `disband`; `x`
    /// to disband an outpost; `rules` for standing rules; `turn` for the steps of this turn, such as a bot's advice.
    pub verb: String,
    /// Indices of outposts; empty for orders to the empire.
    #[serde(default)]
    pub who: Vec<u32>,
    /// The cells of the order, in sequence; empty if it has none.
    #[serde(default)]
    pub points: Vec<Cell>,
    /// An additional argument: the partner's index, a bot's id, a policy, the orders of a turn in notation.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rest: Option<String>,
    /// The rules of `rules`; empty to turn them off.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rules: Vec<OutpostRule>,
}

/// A standing rule in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostRule {
    /// The scope: one of `OutpostLayout.scopes`.
    pub scope: String,
    /// The condition: one of `OutpostLayout.conditions`; empty for always.
    #[serde(default)]
    pub when: String,
    /// The number of the condition; 0 for a condition without.
    #[serde(default)]
    pub number: u32,
    /// The task: one of `OutpostLayout.ruled`.
    pub verb: String,
    /// The cell of the task, if it takes one.
    #[serde(default)]
    pub points: Vec<Cell>,
    /// The description; ignored in a request.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub words: String,
}

impl OutpostRule {
    pub(super) fn from_rule(rule: &StandingRule) -> OutpostRule {
        let (when, number) = rule.when.parts();
        OutpostRule {
            scope: rule.scope.word().to_owned(),
            when: when.to_owned(),
            number,
            verb: rule.task.word().to_owned(),
            points: rule.cell().copied().into_iter().collect(),
            words: rule_text(rule),
        }
    }

    /// The rule in notation; the notation's parser checks its validity.
    fn text(&self) -> String {
        let OutpostRule { scope, when, number, verb, points, .. } = self;
        let condition = match (when.as_str(), number) {
            ("", _) => String::new(),
            (when, 0) => format!(" if {when}"),
            (when, number) => format!(" if {when} {number}"),
        };
        let cells: String = points.iter().map(|cell| format!(" {cell}")).collect();
        format!("{scope}{condition} then {verb}{cells}")
    }
}

/// Orders in notation and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostWritten {
    /// The orders in notation.
    pub text: String,
    /// The description of each of them: "Outpost 3: go to 40,12, then 50,20".
    pub words: Vec<String>,
    /// The rules among them, with their descriptions.
    pub rules: Vec<OutpostRule>,
}

/// Writes orders. The orders of a turn alone are carried out unchanged, while standing orders are suspended;
/// next to other orders they take precedence over the tasks.
pub(super) fn written(clauses: &[OutpostClause]) -> Result<OutpostWritten, String> {
    if let [only] = clauses
        && let Some(plain) = only.turn()?
    {
        let words = vec![this_turn(&plain)];
        let text = Orders::Plain(plain).to_string();
        return Ok(OutpostWritten { text, words, rules: Vec::new() });
    }
    let (mut all, mut words, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    for clause in clauses {
        match clause.turn()? {
            Some(plain) => {
                words.push(this_turn(&plain));
                all.extend(plain.disband.map(Clause::Disband));
                all.extend(plain.steps.iter().map(|&(index, to)| Clause::Step(index, to)));
            }
            None => {
                let clause = clause.read()?;
                words.push(order_text(&clause));
                if let Clause::Rules(list) = &clause {
                    rules = list.iter().map(OutpostRule::from_rule).collect();
                }
                all.push(clause);
            }
        }
    }
    Ok(OutpostWritten { text: Orders::Standing(all).to_string(), words, rules })
}

impl OutpostClause {
    /// The orders of a turn, if the clause has verb `turn`.
    fn turn(&self) -> Result<Option<Plain>, String> {
        if self.verb != "turn" {
            return Ok(None);
        }
        let text = self.rest.as_deref().unwrap_or_default();
        match moves::parse(text).map_err(|error| error.to_string())? {
            Orders::Plain(plain) => Ok(Some(plain)),
            Orders::Standing(_) => {
                Err(format!("`{}` are not the steps of one turn", shorten(text)))
            }
        }
    }

    fn read(&self) -> Result<Clause, String> {
        let OutpostClause { verb, who, points, rest, rules } = self;
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
            "rules" if rules.is_empty() => return Ok(Clause::Rules(Vec::new())),
            "rules" => {
                let texts: Vec<String> = rules.iter().map(OutpostRule::text).collect();
                let text = format!("rules {}", texts.join(" / "));
                return match moves::parse(&text).map_err(|error| error.to_string())? {
                    Orders::Standing(mut list) if list.len() == 1 => Ok(list.remove(0)),
                    _ => Err(format!("`{}` are no rules", shorten(&text))),
                };
            }
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
