//! Standing rules: the tasks of new outposts, and of existing ones while a condition holds. A
//! rule has no memory: the same board always gives the same orders. Their notation is here as well.

use super::board::{Cell, HOMES};
use super::field::{Field, Rules};
use super::reader::{Reader, Word};
use super::survey::cut_off;
use super::tasks::Task;
use crate::contract::game::NotationError;
use std::fmt;

/// Maximum number of rules of an empire.
pub const MOST_RULES: usize = 16;

/// The outposts that a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A newly built outpost: it keeps the task from the rule.
    New,
    /// Outposts on auto, for this turn.
    Auto,
    /// All outposts, for this turn, whatever their task.
    All,
}

/// The scopes, with their words in the notation and their labels.
pub const SCOPES: [(&str, &str, Scope); 3] = [
    ("new", "New outposts", Scope::New),
    ("auto", "Outposts on auto", Scope::Auto),
    ("all", "All outposts", Scope::All),
];

/// The condition of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// No condition.
    Always,
    /// An enemy outpost is at most this many steps from the outpost, straight across water.
    Enemy(u32),
    /// An enemy outpost is at most this many steps from the home.
    Home(u32),
    /// The outpost would be cut off if every enemy came one step nearer.
    Cut,
    /// Land is scarcer than water for the next outpost.
    Land,
    /// Water is scarcer than land for the next outpost.
    Water,
    /// From this turn on.
    Turn(u32),
}

/// A condition in the editor.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// Its word in the notation; empty for the condition that always holds.
    pub word: &'static str,
    /// The label; `#` stands for the number.
    pub label: &'static str,
    /// The maximum and default number; `None` for a condition without.
    pub number: Option<(u32, u32)>,
    make: fn(u32) -> When,
}

const fn condition(
    word: &'static str,
    label: &'static str,
    number: Option<(u32, u32)>,
    make: fn(u32) -> When,
) -> Condition {
    Condition { word, label, number, make }
}

/// In the order of the page; the first always holds.
pub const CONDITIONS: [Condition; 7] = [
    condition("", "always", None, |_| When::Always),
    condition("enemy", "if an enemy is within # steps", Some((198, 6)), When::Enemy),
    condition("home", "if an enemy is within # steps of home", Some((198, 20)), When::Home),
    condition("cut", "if it could be cut off in a step", None, |_| When::Cut),
    condition("water", "if water is scarcer", None, |_| When::Water),
    condition("land", "if land is scarcer", None, |_| When::Land),
    condition("turn", "from turn # on", Some((10_000, 100)), When::Turn),
];

/// The tasks that a rule may give, and whether they take a cell: 0 no, 1 optional, 2 required.
pub const RULED: [(&str, &str, u8); 6] = [
    ("go", "go to", 2),
    ("hold", "hold", 0),
    ("guard", "guard the home", 0),
    ("harvest", "harvest", 1),
    ("raid", "raid the nearest enemy", 0),
    ("auto", "use suggested orders", 0),
];

/// A rule: its scope, its condition, and the task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandingRule {
    /// The outposts that it applies to.
    pub scope: Scope,
    /// The condition; [`When::Always`] for a rule without one.
    pub when: When,
    /// The task: go to one cell, hold, guard, harvest, raid, or auto.
    pub task: Task,
}

impl Scope {
    /// Its word in the notation.
    pub fn word(self) -> &'static str {
        SCOPES[self as usize].0
    }
}

impl When {
    /// Its word in the notation, empty for the condition that always holds, and its number, 0 for none.
    pub fn parts(self) -> (&'static str, u32) {
        let (place, number) = self.place();
        (CONDITIONS[place].word, number)
    }

    /// Its index in the list of conditions, and its number.
    fn place(self) -> (usize, u32) {
        match self {
            When::Always => (0, 0),
            When::Enemy(n) => (1, n),
            When::Home(n) => (2, n),
            When::Cut => (3, 0),
            When::Water => (4, 0),
            When::Land => (5, 0),
            When::Turn(n) => (6, n),
        }
    }

    /// The condition in words: "if an enemy is within 6 steps".
    pub(super) fn words(self) -> String {
        let (place, number) = self.place();
        CONDITIONS[place].label.replace('#', &number.to_string())
    }
}

/// `all if enemy 6 then guard`, `new then go 40,12`.
impl fmt::Display for StandingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scope.word())?;
        let (place, number) = self.when.place();
        let Condition { word, number: takes, .. } = CONDITIONS[place];
        if place > 0 {
            write!(f, " if {word}")?;
        }
        if takes.is_some() {
            write!(f, " {number}")?;
        }
        write!(f, " then {}", self.task.word())?;
        match &self.task {
            Task::Go(cells) => cells.iter().try_for_each(|cell| write!(f, " {cell}")),
            Task::Harvest(Some(cell)) => write!(f, " {cell}"),
            _ => Ok(()),
        }
    }
}

impl StandingRule {
    /// The cell of its task, if it has one.
    pub fn cell(&self) -> Option<&Cell> {
        match &self.task {
            Task::Go(cells) => cells.first(),
            Task::Harvest(cell) => cell.as_ref(),
            _ => None,
        }
    }

    /// Whether a later rule can never apply because of this one.
    fn hides(&self, later: &StandingRule) -> bool {
        let wider =
            self.scope == later.scope || (self.scope == Scope::All && later.scope == Scope::Auto);
        wider && (self.when == When::Always || self.when == later.when)
    }
}

/// The first rule that can never apply, and the earlier one that hides it; indices from 0.
pub fn never_counts(rules: &[StandingRule]) -> Option<(usize, usize)> {
    rules.iter().enumerate().find_map(|(later, rule)| {
        rules[..later].iter().position(|one| one.hides(rule)).map(|earlier| (later, earlier))
    })
}

/// The context of rules, for one empire in one turn.
pub(super) struct RuleContext<'a> {
    rules: &'a Rules,
    field: &'a Field,
    empire: usize,
    standing: &'a [StandingRule],
    /// Outposts that could be cut off; empty if no rule has this condition.
    cut: Vec<usize>,
}

impl<'a> RuleContext<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        field: &'a Field,
        empire: usize,
        standing: &'a [StandingRule],
    ) -> RuleContext<'a> {
        let asked = standing.iter().any(|rule| rule.when == When::Cut);
        let cut = if asked { cut_off(rules, field, empire) } else { Vec::new() };
        RuleContext { rules, field, empire, standing, cut }
    }

    fn enemy_within(&self, steps: u32, of: Cell) -> bool {
        self.field.enemies(self.empire).any(|(_, post)| post.distance(of) <= steps)
    }

    fn holds(&self, when: When, index: usize, post: Cell) -> bool {
        let (field, e) = (self.field, self.empire);
        // The payment by land and by water, multiplied out to avoid a division.
        let land = u64::from(field.land[e]) * u64::from(self.rules.water_cost);
        let water = u64::from(field.water[e]) * u64::from(self.rules.land_cost);
        match when {
            When::Always => true,
            When::Enemy(steps) => self.enemy_within(steps, post),
            When::Home(steps) => self.enemy_within(steps, HOMES[e]),
            When::Cut => self.cut.contains(&index),
            When::Land => land < water,
            When::Water => water < land,
            When::Turn(turn) => field.turn + 1 >= turn,
        }
    }

    /// The first rule that applies to a new outpost.
    pub(super) fn for_new(&self) -> Option<&'a StandingRule> {
        let index = self.field.posts[self.empire].len().saturating_sub(1);
        let mut rules = self.standing.iter().filter(|rule| rule.scope == Scope::New);
        rules.find(|rule| self.holds(rule.when, index, HOMES[self.empire]))
    }

    /// The index of the first rule that applies to an outpost with this task.
    pub(super) fn for_one(&self, index: usize, post: Cell, task: &Task) -> Option<usize> {
        self.standing.iter().position(|rule| {
            let meant = match rule.scope {
                Scope::New => false,
                Scope::Auto => *task == Task::Auto,
                Scope::All => true,
            };
            meant && self.holds(rule.when, index, post)
        })
    }
}

const RULE: &str = "a rule such as `all if enemy 6 then guard` or `new then go 40,12`";

/// Parses the rules after the word `rules`: `off`, or rules separated by ` / `. Error offsets count from the
/// start of the whole text.
pub(super) fn read<'a>(
    reader: Reader<'a>,
    words: &mut impl Iterator<Item = Word<'a>>,
    end: usize,
) -> Result<Vec<StandingRule>, NotationError> {
    let words: Vec<Word<'a>> = words.collect();
    if let [(_, "off")] = words.as_slice() {
        return Ok(Vec::new());
    }
    let mut rules = Vec::new();
    for part in words.split(|(_, word)| *word == "/") {
        let after = |part: &[Word<'_>]| part.last().map_or(end, |(at, word)| at + word.len());
        let &[(at, _), ..] = part else {
            return Err(reader.wrong(rules.last().map_or(end, |(_, to)| *to), RULE));
        };
        if rules.len() == MOST_RULES {
            return Err(reader.wrong(at, &format!("at most {MOST_RULES} rules")));
        }
        rules.push((one(reader, part, after(part))?, after(part)));
    }
    Ok(rules.into_iter().map(|(rule, _)| rule).collect())
}

fn one(reader: Reader<'_>, words: &[Word<'_>], end: usize) -> Result<StandingRule, NotationError> {
    let mut words = words.iter().copied();
    let (at, word) = reader.next(&mut words, end, RULE)?;
    let &(_, _, scope) = SCOPES
        .iter()
        .find(|(known, ..)| *known == word)
        .ok_or_else(|| reader.wrong(at, "new, auto or all: whom the rule is for"))?;
    let (at, word) = reader.next(&mut words, end, "if or then")?;
    let when = if word == "if" {
        const WHAT: &str = "enemy, home, cut, water, land or turn";
        let (at, word) = reader.next(&mut words, end, WHAT)?;
        let found = CONDITIONS.iter().find(|one| !one.word.is_empty() && one.word == word);
        let condition = found.ok_or_else(|| reader.wrong(at, WHAT))?;
        let number = match condition.number {
            None => 0,
            Some((most, _)) => {
                let what = format!("a number from 1 to {most} after `{word}`");
                let (at, digits) = reader.next(&mut words, end, &what)?;
                let number = reader.number(at, digits, &what)?;
                if number == 0 || number > most {
                    return Err(reader.wrong(at, &what));
                }
                number
            }
        };
        let (at, then) = reader.next(&mut words, end, "then")?;
        if then != "then" {
            return Err(reader.wrong(at, "then"));
        }
        (condition.make)(number)
    } else if word == "then" {
        When::Always
    } else {
        return Err(reader.wrong(at, "if or then"));
    };
    const WHAT: &str = "go, hold, guard, harvest, raid or auto";
    let (at, word) = reader.next(&mut words, end, WHAT)?;
    let task = match word {
        "go" => {
            Task::Go(vec![reader.cell(reader.next(&mut words, end, "a cell such as 40,12")?)?])
        }
        "hold" => Task::Hold,
        "guard" => Task::Guard,
        "harvest" => Task::Harvest(words.next().map(|word| reader.cell(word)).transpose()?),
        "raid" => Task::Raid,
        "auto" => Task::Auto,
        _ => return Err(reader.wrong(at, WHAT)),
    };
    match words.next() {
        Some((at, _)) => {
            Err(reader.wrong(at, "`/` and another rule, `;`, or the end of the orders"))
        }
        None => Ok(StandingRule { scope, when, task }),
    }
}
