//! What people read: turns, orders, tasks, cells and the end of a game in words. Nothing here decides.

use super::super::board::{Cell, Direction, EMPIRES};
use super::super::field::{Cut, Field, Ignored, Rules};
use super::super::moves::{Clause, Orders, Who};
use super::super::position::{Outpost, SEAT_NAMES};
use super::super::standing_rules::{RULED, SCOPES, StandingRule, When};
use super::super::steps::Plain;
use super::super::survey::{both, neutral};
use super::super::tasks::Task;
use crate::base::util::{counted, grouped};
use crate::contract::game::Outcome;
use crate::contract::presentation::ReportTable;

impl Cut {
    /// In words, for people.
    pub(super) fn text(self) -> String {
        match self {
            Cut::HomeDisputed => "cut: home disputed".to_owned(),
            Cut::HomeTaken(by) => format!("cut: home controlled by {}", name(usize::from(by))),
            Cut::ShutIn => "cut: every cell around it is closed".to_owned(),
            Cut::LineBroken => "cut: the line from home is broken".to_owned(),
        }
    }
}

fn name(empire: usize) -> &'static str {
    SEAT_NAMES.get(empire).copied().unwrap_or("an empire")
}

/// The last turn in one line.
pub(super) fn turn_text(position: &Outpost) -> String {
    let events = &position.events;
    let mut parts: Vec<String> = Vec::new();
    let names = |of: &mut dyn Iterator<Item = usize>| of.map(name).collect::<Vec<_>>().join(", ");
    if events.season.is_some() {
        parts.push("season".to_owned());
    }
    if !events.built.is_empty() {
        parts.push(format!("built: {}", names(&mut events.built.iter().map(|&e| e.into()))));
    }
    for &(e, _, cell) in &events.disbanded {
        parts.push(format!("{} disbands at {cell}", name(e.into())));
    }
    for e in 0..EMPIRES {
        let mut lost = events.lost.iter().filter(|lost| usize::from(lost.0) == e);
        let count = lost.clone().count();
        if let Some(&(_, _, cell, cut)) = lost.next() {
            let at = if count == 1 {
                format!("the outpost at {cell}")
            } else {
                counted(count as u64, "outpost")
            };
            parts.push(format!("{} loses {at} ({})", name(e), cut.text()));
        }
    }
    const MOST: usize = 3;
    for &(e, index, direction, why) in events.ignored.iter().take(MOST) {
        parts.push(format!("{}: ignored: {}", name(e.into()), ignored_text(index, direction, why)));
    }
    if events.ignored.len() > MOST {
        parts.push(format!(
            "{} more ignored",
            counted((events.ignored.len() - MOST) as u64, "order")
        ));
    }
    if parts.is_empty() { "all quiet".to_owned() } else { parts.join("; ") }
}

/// Orders in words.
pub(super) fn describe(orders: &Orders) -> String {
    match orders {
        Orders::Plain(plain) => describe_plain(plain),
        Orders::Standing(clauses) => {
            const MOST: usize = 4;
            let mut words: Vec<String> = clauses.iter().filter_map(describe_clause).collect();
            if words.is_empty() {
                return "standing orders go on".to_owned();
            }
            if words.len() > MOST {
                let more = format!("{} more", words.len() - MOST);
                words.truncate(MOST);
                words.push(more);
            }
            words.join("; ")
        }
    }
}

fn describe_plain(plain: &Plain) -> String {
    let steps = match plain.steps.len() {
        0 => "all stay".to_owned(),
        count => counted(count as u64, "step"),
    };
    match plain.disband {
        Some(index) => format!("outpost {index} disbands; {steps}"),
        None => steps,
    }
}

/// `None` for steps that were suggested: they follow from what is said of the adviser.
fn describe_clause(clause: &Clause) -> Option<String> {
    Some(match clause {
        Clause::Task(who, task) => {
            let who = who.to_string();
            let many = who == "all" || who.contains(',');
            let outposts = if who == "all" {
                "all outposts".to_owned()
            } else {
                format!("outpost{} {who}", if many { "s" } else { "" })
            };
            format!("{outposts}: {}", task_text(task))
        }
        Clause::Adviser(None) => "the rest stays".to_owned(),
        Clause::Adviser(Some(adviser)) => format!("the rest is run by {}", adviser.id()),
        Clause::Rally(None) => "new outposts are the adviser's".to_owned(),
        Clause::Rally(Some(cell)) => format!("new outposts go to {cell}"),
        Clause::Rules(rules) => match rules.len() {
            0 => "no rules".to_owned(),
            count => counted(count as u64, "rule"),
        },
        Clause::Policy(policy) => format!("disband the {} first", policy.word()),
        Clause::Disband(index) => format!("outpost {index} disbands"),
        Clause::Step(index, direction) => format!("outpost {index} steps {}", direction.name()),
        Clause::Suggested(_) => return None,
    })
}

fn cells_text(cells: &[Cell], between: &str) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(between)
}

pub(super) fn task_text(task: &Task) -> String {
    match task {
        Task::Auto => "use suggested orders".to_owned(),
        Task::Go(cells) => format!("goes to {}", cells_text(cells, ", then ")),
        Task::Patrol(cells, _) => format!("patrols between {}", cells_text(cells, " and ")),
        Task::Hold => "holds".to_owned(),
        Task::Guard => "guards the home".to_owned(),
        Task::Pair(other) => format!("stays beside outpost {other}"),
        Task::Harvest(None) => "harvests where there is water".to_owned(),
        Task::Harvest(Some(site)) => format!("harvests at {site}"),
        Task::Raid => "raids the nearest enemy".to_owned(),
    }
}

pub(super) fn ignored_text(index: u32, direction: Option<Direction>, why: Ignored) -> String {
    let way = direction.map_or_else(String::new, |way| format!(" {}", way.name()));
    format!("outpost {index}{way}: {}", why.words())
}

/// An order that waits to be given, as its button says it: `Outpost 3: go to 40,12, then 50,20`.
pub(super) fn order_text(clause: &Clause) -> String {
    match clause {
        Clause::Task(who, task) => {
            let outposts = match who {
                Who::All => "All outposts".to_owned(),
                Who::These(list) => {
                    let list: Vec<String> = list.iter().map(u32::to_string).collect();
                    format!("Outpost{} {}", if list.len() == 1 { "" } else { "s" }, list.join(", "))
                }
            };
            let what = match task {
                Task::Go(cells) => format!("go to {}", cells_text(cells, ", then ")),
                Task::Patrol(cells, _) => format!("patrol {}", cells_text(cells, " – ")),
                Task::Pair(other) => format!("pair with {other}"),
                Task::Harvest(Some(site)) => format!("harvest at {site}"),
                other => other.word().to_owned(),
            };
            format!("{outposts}: {what}")
        }
        Clause::Adviser(adviser) => {
            format!("Adviser: {}", adviser.map_or("none", |adviser| adviser.id()))
        }
        Clause::Rally(None) => "New outposts: use suggested orders".to_owned(),
        Clause::Rally(Some(cell)) => format!("New outposts: go to {cell}"),
        Clause::Rules(rules) if rules.is_empty() => "No rules".to_owned(),
        Clause::Rules(rules) => {
            let words: Vec<String> = rules.iter().map(rule_text).collect();
            format!("Rules: {}", words.join("; "))
        }
        Clause::Policy(policy) => format!("Disband the {} first", policy.word()),
        Clause::Disband(index) => format!("Outpost {index}: disband"),
        Clause::Step(index, direction) => format!("Outpost {index}: step {}", direction.name()),
        Clause::Suggested(_) => "Suggested steps".to_owned(),
    }
}

/// A rule for people: `All outposts, if an enemy is within 6 steps: guard the home`.
pub(super) fn rule_text(rule: &StandingRule) -> String {
    let who = SCOPES[rule.scope as usize].1;
    let when = match rule.when {
        When::Always => String::new(),
        when => format!(", {}", when.words()),
    };
    let word = rule.task.word();
    let what = RULED.iter().find(|(known, ..)| *known == word).map_or(word, |&(_, label, _)| label);
    let place = match (&rule.task, rule.cell()) {
        (_, None) => String::new(),
        (Task::Harvest(_), Some(cell)) => format!(" at {cell}"),
        (_, Some(cell)) => format!(" {cell}"),
    };
    format!("{who}{when}: {what}{place}")
}

pub(super) fn outcome_text(position: &Outpost) -> Option<String> {
    let outcome = crate::contract::game::Game::outcome(position)?;
    let mut order: Vec<usize> = (0..EMPIRES).collect();
    crate::base::util::sort_by_key(&mut order, |&e| {
        (i64::from(outcome.ranks[e]), -outcome.scores[e])
    });
    let firsts = outcome.ranks.iter().filter(|&&rank| rank == 1).count();
    let rest: Vec<String> = order
        .iter()
        .skip(firsts)
        .map(|&e| {
            let out = if position.forfeited[e] { " (gave up)" } else { "" };
            format!("{} {}{out}", SEAT_NAMES[e], grouped(outcome.scores[e] as u64))
        })
        .collect();
    let names: Vec<&str> = order.iter().take(firsts).map(|&e| SEAT_NAMES[e]).collect();
    let first = grouped(outcome.scores[order[0]] as u64);
    let after = if rest.is_empty() { String::new() } else { format!("; {}", rest.join(", ")) };
    Some(if firsts == 1 {
        format!("{} wins with {first} cells{after}.", names[0])
    } else {
        format!("{} share the first rank with {first} cells{after}.", names.join(" and "))
    })
}

/// The end of a game: a row for each empire, and the turns that decided.
pub(super) fn report_table(position: &Outpost, outcome: &Outcome) -> ReportTable {
    let (field, story, rules) = (&position.field, &position.story, &position.rules);
    let row = |e: usize| {
        let (turn, most) = story.most[e];
        let figures = [
            field.area(e),
            field.land[e],
            field.water[e],
            field.posts[e].len() as u32,
            story.built[e],
            story.lost[e],
        ];
        let mut row: Vec<String> = figures.iter().map(u32::to_string).collect();
        row.push(format!("{most} (turn {turn})"));
        row
    };
    let mut moments: Vec<(usize, String)> = Vec::new();
    for (e, &(turn, lost)) in story.worst.iter().enumerate().filter(|(_, worst)| worst.1 > 0) {
        let lost = counted(lost.into(), "outpost");
        moments.push((
            turn as usize,
            format!("{} loses {lost}, more than in any other turn.", name(e)),
        ));
    }
    if let Some((leader, turn, before)) = story.lead {
        let from = before.map_or_else(String::new, |e| format!(" from {}", name(e)));
        let times = match story.changes {
            0 => String::new(),
            1 => " The lead changed once.".to_owned(),
            times => format!(" The lead changed {times} times."),
        };
        let words = format!("{} takes the lead{from} and keeps it.{times}", name(leader));
        moments.push((turn as usize, words));
    }
    crate::base::util::sort_by_key(&mut moments, |moment| (moment.0 as i64, 0));
    let mut order: Vec<usize> = (0..EMPIRES).collect();
    crate::base::util::sort_by_key(&mut order, |&e| (i64::from(outcome.ranks[e]), e as i64));
    let both = |cells| both(cells, rules).iter().sum::<u32>();
    let note = format!(
        "Nobody's: {} cells disputed, {} neutral.",
        both(&field.owners.disputed),
        both(&neutral(&field.owners))
    );
    ReportTable {
        columns: vec!["Cells", "Land", "Water", "Outposts", "Built", "Lost", "Most cells"],
        rows: (0..EMPIRES).map(row).collect(),
        order,
        moments,
        note,
    }
}

pub(super) fn cell_text(rules: &Rules, field: &Field, cell: Cell, counts: &[usize]) -> String {
    let ground = if rules.map.water.contains(cell) { "water" } else { "land" };
    let owner = match field.owners.code(cell) {
        0 => "neutral".to_owned(),
        5 => "disputed".to_owned(),
        code => name(usize::from(code) - 1).to_owned(),
    };
    let mut words = format!("{cell}, {ground}, {owner}");
    if let Some(home) = super::super::position::home_of(cell) {
        words.push_str(&format!(", home of {}", name(home)));
    }
    for (e, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        words.push_str(&format!(", {} of {}", counted(count as u64, "outpost"), name(e)));
    }
    words
}
