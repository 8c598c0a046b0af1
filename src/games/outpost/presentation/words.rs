//! All sentences of Outpost: turns, orders, tasks, cells, alarms, the end of a game and reasons of bots. Options, bots and
//! features declare their own texts; notation errors are in the rules. This module makes no decisions.

use super::super::board::{Cell, Direction, EMPIRES};
use super::super::bots::BOTS;
use super::super::decisions::{Balance, Better, COUNTS, End, Way};
use super::super::field::{Cut, Field, Ignored, Rules};
use super::super::moves::{Adviser, Clause, Orders, Who};
use super::super::position::{Outpost, SEAT_NAMES};
use super::super::standing_rules::{RULED, SCOPES, StandingRule, When};
use super::super::steps::Plain;
use super::super::survey::{both, neutral, supplied_land};
use super::super::tasks::Task;
use crate::base::util::{counted, grouped, plural, sort_by_key};
use crate::contract::game::{Game, Seat};
use crate::contract::judging::Mark;
use crate::contract::presentation::{ReportTable, Tally, Wording};
use crate::search::explain::capital;
use std::cmp::Ordering;

pub(super) const CHANCE: &str = "chance to win, %";
pub(super) const HARVEST: &str = "The harvest.";
pub(super) const MUST_DISBAND: &str = "One outpost must be disbanded in the next turn.";
pub(super) const HOME_IS_WET: &str = "The corner 0,0 is a home: it must be land.";
pub(super) const CORNER_IS_WET: &str = "A corner is under water: allowed, but not in a valid map.";
pub(super) const VALID_MAP: &str = "A valid map.";
pub(super) const TURNS_PLAYED: &str = "Turns played";

impl Cut {
    /// A sentence for the page.
    pub(super) fn text(self) -> String {
        match self {
            Cut::HomeDisputed => "cut: home disputed".to_owned(),
            Cut::HomeTaken(by) => format!("cut: home controlled by {}", name(usize::from(by))),
            Cut::ShutIn => "cut: every cell around it is closed".to_owned(),
            Cut::LineBroken => "cut: the line from home is broken".to_owned(),
        }
    }
}

pub(super) fn name(empire: usize) -> &'static str {
    SEAT_NAMES.get(empire).copied().unwrap_or("an empire")
}

/// The name of the bot behind an adviser.
fn bot(adviser: Adviser) -> &'static str {
    let known = BOTS.iter().find(|bot| bot.id == adviser.id());
    known.map_or(adviser.id(), |bot| bot.name)
}

impl Wording for Outpost {
    fn seat_place(&self, seat: Seat) -> Option<String> {
        SEAT_NAMES.get(seat).map(|name| name.to_ascii_lowercase())
    }

    /// The last turn in one line.
    fn turn_report(&self) -> String {
        let events = &self.events;
        let mut parts: Vec<String> = Vec::new();
        if events.season.is_some() {
            parts.push("harvest".to_owned());
        }
        if !events.built.is_empty() {
            let names: Vec<_> = events.built.iter().map(|&e| name(e.into())).collect();
            parts.push(format!("built: {}", names.join(", ")));
        }
        for &(e, _, cell) in &events.disbanded {
            parts.push(disbands(e.into(), cell));
        }
        for e in 0..EMPIRES {
            let lost: Vec<_> = events.lost_by(e).collect();
            let Some(&&(_, _, cell, cut)) = lost.first() else { continue };
            parts.push(match lost.len() {
                1 => loses(e, cell, cut),
                count => {
                    let outposts = counted(count as u64, "outpost");
                    format!("{} loses {outposts} ({})", name(e), cut.text())
                }
            });
        }
        const MOST: usize = 3;
        for &(e, index, direction, why) in events.ignored.iter().take(MOST) {
            let ignored = ignored_text(index, direction, why);
            parts.push(format!("{}: ignored: {ignored}", name(e.into())));
        }
        if events.ignored.len() > MOST {
            let more = counted((events.ignored.len() - MOST) as u64, "order");
            parts.push(format!("{more} more ignored"));
        }
        if parts.is_empty() { "all quiet".to_owned() } else { parts.join("; ") }
    }

    fn describe_move(&self, orders: &Orders) -> String {
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
                    words.splice(MOST.., [more]);
                }
                words.join("; ")
            }
        }
    }

    fn outcome_text(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let mut order: Vec<usize> = (0..EMPIRES).collect();
        sort_by_key(&mut order, |&e| (i64::from(outcome.ranks[e]), -outcome.scores[e]));
        let firsts = outcome.ranks.iter().filter(|&&rank| rank == 1).count();
        let rest: Vec<String> = order
            .iter()
            .skip(firsts)
            .map(|&e| {
                let out = if self.forfeited[e] { " (gave up)" } else { "" };
                format!("{} {}{out}", SEAT_NAMES[e], grouped(outcome.scores[e] as u64))
            })
            .collect();
        let names: Vec<&str> = order.iter().take(firsts).map(|&e| SEAT_NAMES[e]).collect();
        let first = grouped(outcome.scores[order[0]] as u64);
        let after = if rest.is_empty() { String::new() } else { format!("; {}", rest.join(", ")) };
        Some(if firsts == 1 {
            format!("{} won with {first} cells{after}.", names[0])
        } else {
            format!("{} shared the first rank with {first} cells{after}.", names.join(" and "))
        })
    }

    /// The final report: a row for each empire, and the decisive turns.
    fn report_table(&self) -> Option<ReportTable> {
        let outcome = self.outcome()?;
        let (field, story) = (&self.field, &self.story);
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
            let words = format!("{} loses {lost}, more than in any other turn.", name(e));
            moments.push((turn as usize, words));
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
        sort_by_key(&mut moments, |moment| (moment.0 as i64, 0));
        let mut order: Vec<usize> = (0..EMPIRES).collect();
        sort_by_key(&mut order, |&e| (i64::from(outcome.ranks[e]), e as i64));
        Some(ReportTable {
            columns: vec!["Cells", "Land", "Water", "Outposts", "Built", "Lost", "Most cells"],
            rows: (0..EMPIRES).map(row).collect(),
            order,
            moments,
            note: format!("Unowned: {}.", unowned(self)),
        })
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let field = &self.field;
        let each = |f: &dyn Fn(usize) -> String| {
            let parts: Vec<_> =
                (0..EMPIRES).map(|e| format!("{} {}", SEAT_NAMES[e], f(e))).collect();
            parts.join(", ")
        };
        vec![
            ("Area", each(&|e| field.area(e).to_string())),
            ("Land", each(&|e| field.land[e].to_string())),
            ("Water", each(&|e| field.water[e].to_string())),
            ("Outposts", each(&|e| field.posts[e].len().to_string())),
            ("Unowned", unowned(self)),
        ]
    }

    fn tallies(&self) -> Vec<Tally> {
        if !self.is_over() {
            return Vec::new();
        }
        let scores = self.field.areas();
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|&&score| score == best).count();
        let winner = scores.iter().position(|&score| score == best).unwrap_or(0);
        let outposts: usize = self.field.posts.iter().map(Vec::len).sum();
        let answer = if winners == 1 { SEAT_NAMES[winner] } else { "shared" };
        vec![
            Tally::Count { of: "won from".into(), answer: answer.to_owned() },
            Tally::Mean { of: "winner's area".into(), value: f64::from(best), seat: None },
            Tally::Mean { of: "outposts at the end".into(), value: outposts as f64, seat: None },
        ]
    }

    fn turn_text(&self) -> String {
        if self.is_over() {
            return "The game is over".to_owned();
        }
        let owing: Vec<&str> = self.to_act().iter().map(|seat| SEAT_NAMES[seat]).collect();
        let (turn, turns) = (self.field.turn + 1, self.rules.turns);
        match owing.len() {
            EMPIRES => format!("Turn {turn} of {turns}: all empires to order"),
            _ => format!("Turn {turn} of {turns}: {} to order", owing.join(", ")),
        }
    }

    fn your_turn_text(&self) -> String {
        format!("Turn {} of {}: give your orders", self.field.turn + 1, self.rules.turns)
    }
}

/// The area that no empire owns at the end.
fn unowned(position: &Outpost) -> String {
    let owners = &position.field.owners;
    let cells = |cells| both(cells, &position.rules).iter().sum::<u32>();
    let (disputed, neutral) = (cells(&owners.disputed), cells(&neutral(owners)));
    format!("{disputed} cells disputed, {neutral} neutral")
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

/// `None` for suggested steps: the sentence about the adviser implies them.
fn describe_clause(clause: &Clause) -> Option<String> {
    Some(match clause {
        Clause::Task(who, task) => {
            format!("{}: {}", outposts(who, ","), task_text(task))
        }
        Clause::Adviser(None) => "the rest stays".to_owned(),
        Clause::Adviser(Some(adviser)) => {
            format!("the rest: orders suggested by {}", bot(*adviser))
        }
        Clause::Rally(None) => "new outposts: use suggested orders".to_owned(),
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

fn outposts(who: &Who, between: &str) -> String {
    match who {
        Who::All => "all outposts".to_owned(),
        Who::These(list) => {
            let indices: Vec<String> = list.iter().map(u32::to_string).collect();
            format!("{} {}", plural(list.len() as u64, "outpost"), indices.join(between))
        }
    }
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

/// The button label of an order before it is sent: `Outpost 3: go to 40,12, then 50,20`.
pub(super) fn order_text(clause: &Clause) -> String {
    match clause {
        Clause::Task(who, task) => {
            let what = match task {
                Task::Go(cells) => format!("go to {}", cells_text(cells, ", then ")),
                Task::Patrol(cells, _) => format!("patrol {}", cells_text(cells, " – ")),
                Task::Pair(other) => format!("pair with {other}"),
                Task::Harvest(Some(site)) => format!("harvest at {site}"),
                other => other.word().to_owned(),
            };
            format!("{}: {what}", capital(&outposts(who, ", ")))
        }
        Clause::Adviser(None) => "Suggested orders: none".to_owned(),
        Clause::Adviser(Some(adviser)) => format!("Suggested orders: by {}", bot(*adviser)),
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

/// A rule in words: `All outposts, if an enemy is within 6 steps: guard the home`.
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

pub(super) fn cell_text(rules: &Rules, field: &Field, cell: Cell, counts: &[usize]) -> String {
    let terrain = if rules.map.water.contains(cell) { "water" } else { "land" };
    let owner = match field.owners.code(cell) {
        0 => "neutral".to_owned(),
        5 => "disputed".to_owned(),
        code => name(usize::from(code) - 1).to_owned(),
    };
    let mut words = format!("{cell}, {terrain}, {owner}");
    if let Some(home) = super::super::position::home_of(cell) {
        words.push_str(&format!(", {}'s home", name(home)));
    }
    for (e, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        words.push_str(&format!(", {}'s {}", name(e), counted(count as u64, "outpost")));
    }
    words
}

/// The area of an empire, and the number of outposts it can afford.
pub(super) fn seat_note(position: &Outpost, seat: usize) -> String {
    let field = &position.field;
    let [land, water] = [field.land[seat], field.water[seat]].map(|n| grouped(n.into()));
    let (has, pays) =
        (field.posts[seat].len(), counted(field.afford(&position.rules, seat).into(), "outpost"));
    let end = if position.forfeited[seat] { " · gave up" } else { "" };
    format!("{land} land · {water} water · {has} of {pays}{end}")
}

pub(super) fn builds(empire: usize) -> String {
    format!("{} builds an outpost", name(empire))
}

pub(super) fn disbands(empire: usize, cell: Cell) -> String {
    format!("{} disbands at {cell}", name(empire))
}

pub(super) fn loses(empire: usize, cell: Cell, cut: Cut) -> String {
    format!("{} loses the outpost at {cell} ({})", name(empire), cut.text())
}

/// A warning that an enemy is nearer to a home than the nearest own outpost.
pub(super) fn unguarded(enemy: usize, far: u32, nearest: u32) -> String {
    format!(
        "Home is unguarded: {} is {} away, the nearest own outpost {}.",
        SEAT_NAMES[enemy],
        counted(far.into(), "step"),
        counted(nearest.into(), "step"),
    )
}

/// The changes of cells, supply and outposts of an empire in the last turn; the most important first.
pub(super) fn brought(position: &Outpost, seat: usize) -> Vec<String> {
    let (rules, field, events) = (&*position.rules, &position.field, &position.events);
    if field.turn == 0 {
        return Vec::new();
    }
    let mut said = Vec::new();
    let mine = |e: u8| usize::from(e) == seat;
    for &(_, _, cell, cut) in events.lost_by(seat) {
        said.push(format!("The outpost at {cell} is lost ({}).", cut.text()));
    }
    for &(_, _, cell) in events.disbanded.iter().filter(|gone| mine(gone.0)) {
        said.push(format!("The outpost at {cell} was disbanded."));
    }
    if events.built.iter().any(|&e| mine(e)) {
        let outposts = counted(field.posts[seat].len() as u64, "outpost");
        said.push(format!("A new outpost at home: {outposts} now."));
    }
    said.push(cells_changed(field.area(seat), position.was.own[seat].count()));
    let [now, before] =
        [&field.owners, &position.was].map(|owners| supplied_land(rules, owners, seat));
    said.push(supply_changed(now, before));
    for e in (0..EMPIRES).filter(|&e| e != seat) {
        let lost = events.lost_by(e).count();
        if lost > 0 {
            said.push(format!("{} lost {}.", SEAT_NAMES[e], counted(lost as u64, "outpost")));
        }
    }
    let ignored = events.ignored.iter().filter(|one| mine(one.0));
    for &(_, index, direction, why) in ignored.take(3) {
        said.push(format!("Not carried out: {}.", ignored_text(index, direction, why)));
    }
    said
}

fn cells_changed(now: u32, before: u32) -> String {
    let cells = counted(now.into(), "cell");
    match now.cmp(&before) {
        Ordering::Greater => format!("{cells}, {} more.", now - before),
        Ordering::Less => format!("{cells}, {} fewer.", before - now),
        Ordering::Equal => format!("{cells}, as many as before."),
    }
}

fn supply_changed(now: u32, before: u32) -> String {
    match now.cmp(&before) {
        Ordering::Equal => format!("Supply reaches {now} own land cells, as before."),
        Ordering::Greater => format!("Supply grew by {} to {now} own land cells.", now - before),
        Ordering::Less => format!("Supply shrank by {} to {now} own land cells.", before - now),
    }
}

pub(super) fn comes_near(empire: usize) -> String {
    format!("{} comes near your home.", SEAT_NAMES[empire])
}

pub(super) fn were_lost(outposts: usize) -> String {
    match outposts {
        1 => "An outpost was lost.".to_owned(),
        _ => format!("{outposts} outposts were lost."),
    }
}

pub(super) fn could_be_cut_off(post: Cell) -> String {
    format!("Your outpost on {post} could be cut off.")
}

pub(super) fn several_could_be_cut_off(outposts: usize) -> String {
    format!("{outposts} of your outposts could be cut off.")
}

pub(super) fn arrived(index: usize, post: Cell) -> String {
    format!("Outpost {index} has arrived at {post}.")
}

/// The orders of a turn, as a button label.
pub(super) fn this_turn(plain: &Plain) -> String {
    let steps = counted(plain.steps.len() as u64, "step");
    match plain.disband {
        None => format!("This turn: {steps}"),
        Some(index) => format!("This turn: {steps}, disband outpost {index}"),
    }
}

/// The task of an outpost that a standing rule moves.
pub(super) fn by_rule(task: &str, rule: &StandingRule) -> String {
    format!("{task} (rule: {})", rule_text(rule))
}

/// The path from a cell to the land nearest to another cell; `steps` is `None` if there is no path.
pub(super) fn way(from: Cell, asked: Cell, to: Cell, steps: Option<usize>) -> String {
    let way = match steps {
        None => return format!("no way over land leads from {from} to {to}"),
        Some(0) => format!("stays on {to}"),
        Some(steps) => format!("goes to {to}, {}", counted(steps as u64, "step")),
    };
    if to == asked { way } else { format!("{asked} is water: {way}") }
}

pub(super) fn is_water(cell: Cell) -> String {
    format!("{cell} is water")
}

/// The gain from an outpost on a cell, and whether it would be supplied.
pub(super) fn would_gain(
    cell: Cell,
    [land, water]: [u32; 2],
    taken: u32,
    supplied: bool,
) -> String {
    let mut words = format!("an outpost on {cell} gains {land} land and {water} water");
    if taken > 0 {
        words += &format!(", {taken} of them from others");
    }
    words + if supplied { "" } else { "; supply would not reach it" }
}

/// The problem that part of a painted map is cut off.
pub(super) fn cut_land(cells: usize) -> String {
    format!(
        "{} of land cannot be reached from the home: make a way, or flood them.",
        counted(cells as u64, "cell")
    )
}

pub(super) fn water_to_go(has: usize, needed: usize) -> String {
    let direction = if has < needed { "more" } else { "fewer" };
    let cells = has.abs_diff(needed);
    format!("{cells} {direction} cells of water make a valid map of {needed}.")
}

pub(super) fn water_at(at: Cell, near: Cell) -> String {
    format!("{at} is water; the nearest land is {near}.")
}

pub(super) fn has_the_most(empire: usize, most: usize) -> String {
    format!("{} has {most} outposts already.", SEAT_NAMES[empire])
}

pub(super) fn outpost_piece(empire: &str) -> String {
    format!("Outpost of {empire}")
}

pub(super) fn outposts_of(empire: &str) -> String {
    format!("Outposts of {empire}")
}

pub(super) fn in_the_water(at: Cell) -> String {
    format!("An outpost stands in the water at {at}.")
}

pub(super) fn cannot_pay(empire: &str, has: u32, affords: u32) -> String {
    format!(
        "{empire} has {} and land and water for {affords}: each harvest takes one away.",
        counted(has.into(), "outpost")
    )
}

pub(super) fn all_played(turns: u32) -> String {
    format!("All {turns} turns are played.")
}

/// A task with its target: `harvest at 44,10`; without a target `graze where it is`.
pub(in super::super) fn task_at(task: &str, target: Option<Cell>) -> String {
    target.map_or_else(|| format!("{task} where it is"), |target| format!("{task} at {target}"))
}

/// The task that an adviser chose for an outpost: `harvest at 44,10, as suggested`.
pub(super) fn suggested(task: &str, target: Option<Cell>) -> String {
    format!("{}, as suggested", task_at(task, target))
}

pub(in super::super) fn outpost_on(index: usize, post: Cell) -> String {
    format!("outpost {index} on {post}")
}

pub(in super::super) fn outpost(index: usize) -> String {
    format!("outpost {index}")
}

/// The phrase for a task that no single term distinguishes from another.
pub(in super::super) const SCORES_MORE: &str = "scores more";

/// `Outpost 3: harvest at 44,10 is 8 steps nearer than hunt at 30,22.`
pub(in super::super) fn better(who: &str, [what, clause, other]: [&str; 3]) -> String {
    format!("{}: {what} {clause} than {other}.", capital(who))
}

/// The same sentence for the outpost whose task has the largest lead.
pub(in super::super) fn matters_most(who: &str, [what, clause, other]: [&str; 3]) -> String {
    format!("{} matters most: {what} {clause} than {other}.", capital(who))
}

/// Why an outpost does not have its best task.
pub(in super::super) fn taken(who: &str, task: &str, by: &str) -> String {
    format!("{}: {task} would be better, but {by} takes it.", capital(who))
}

pub(in super::super) fn closest_call(who: &str, task: &str, other: &str) -> String {
    format!("The closest call is {who}: {task}, or {other}.")
}

pub(in super::super) fn must_go(index: u32) -> String {
    format!("Outpost {index} adds the least, and must go.")
}

/// The number of moving outposts, and the number of outposts for each task.
pub(in super::super) fn movers(moves: usize, tasks: &[(&str, usize)]) -> String {
    let of: usize = tasks.iter().map(|(_, count)| count).sum();
    let all: Vec<String> = tasks.iter().map(|(task, count)| format!("{count} {task}")).collect();
    match (of, moves, tasks) {
        (1, 0, [(task, _)]) => format!("The only outpost stays: {task}."),
        (1, _, [(task, _)]) => format!("The only outpost moves: {task}."),
        (0, ..) => "There is no outpost to order.".to_owned(),
        _ if moves == of => format!("{moves} of {of} outposts move: {}.", all.join(", ")),
        _ => format!("{moves} of {of} outposts move; all tasks: {}.", all.join(", ")),
    }
}

/// The random steps of outposts by direction: `2 of 3 outposts step at random: 1 north, 1 west.` `of` is the number of all.
pub(in super::super) fn drifts(of: usize, steps: &[(&str, usize)]) -> String {
    let moves: usize = steps.iter().map(|(_, count)| count).sum();
    let all: Vec<String> = steps.iter().map(|(to, count)| format!("{count} {to}")).collect();
    match (of, moves, steps) {
        (0, ..) => movers(0, &[]),
        (1, 1, [(to, _)]) => format!("The only outpost steps at random: {to}."),
        (_, 0, _) => "Every outpost drifts at random, and none can step that way.".to_owned(),
        (_, 1, _) => format!("1 of {of} outposts steps at random: {}.", all.join(", ")),
        _ => format!("{moves} of {of} outposts step at random: {}.", all.join(", ")),
    }
}

pub(in super::super) fn cuts_off(more: u64) -> String {
    format!("cuts off {} more enemy {}", more, plural(more, "outpost"))
}

pub(in super::super) fn step(to: Option<Direction>) -> String {
    to.map_or_else(|| "staying".to_owned(), |to| format!("a step {}", to.name()))
}

pub(in super::super) fn no_better_step(trials: u64) -> String {
    format!("{} found no better step.", counted(trials, "trial"))
}

/// The effect of a search's trials: the cells after the turn, and enemies that are cut off.
pub(in super::super) fn changed(trials: u64, steps: usize, cells: [u64; 2], kills: u64) -> String {
    let (trials, steps) = (counted(trials, "trial"), counted(steps as u64, "step"));
    let [now, before] = cells.map(grouped);
    let cut = match kills {
        0 => String::new(),
        _ => format!(", {} cut off", counted(kills, "enemy outpost")),
    };
    format!("{trials} changed {steps}: {now} cells after the turn instead of {before}{cut}.")
}

/// The sentence for a turn in which no simulated decision is better than the played ones; `compared` outposts, or all.
pub(in super::super) fn no_better_decision(end: End, compared: Option<usize>) -> String {
    let one = match compared {
        Some(n) => format!("one of the {n} outposts nearest to an enemy"),
        None => "one outpost".to_owned(),
    };
    let gained = match end {
        End::Game => String::new(),
        End::Harvest(_) | End::Record(_) => " or an outpost".to_owned(),
    };
    format!(
        "Not enough to judge: another direction for {one} would not have brought {COUNTS} cells{gained} more {}.",
        when_ended(end)
    )
}

/// The sentence about a decision, its mark, and its habit.
pub(in super::super) fn decision_cost(
    better: &Better,
    end: End,
) -> (String, Option<Mark>, &'static str) {
    let Better { outpost, played, way, kept_on, without, with } = *better;
    let lost = if end == End::Game { 0 } else { with.after_harvest() - without.after_harvest() };
    let outposts = with.outposts - without.outposts;
    let number = |n: i64, noun: &str| counted(n.unsigned_abs(), noun);
    let cells = with.cells - without.cells;
    let went = played.map_or_else(|| "stayed".to_owned(), |way| format!("went {}", way.name()));
    let other = format!("by {}", going(way, "going"));
    let even = match kept_on {
        true => format!("even by {}, ", going(played, "going on")),
        false => String::new(),
    };
    let when = when_ended(end);
    let (what, mark, habit) = if lost > 0 && outposts <= 0 {
        let (has, would) = harvests(without, with);
        let more = match cells {
            1.. => format!(", with {} more", number(cells, "cell")),
            _ => String::new(),
        };
        let what = format!("{has} {when}, and {would} {other} until then{more}");
        (what, Some(Mark::Inaccuracy), "cost harvests")
    } else {
        let (fewer, mark, habit) = match (lost, cells) {
            (1.., 1..) => (
                format!("{} and {}", number(lost, "outpost"), number(cells, "cell")),
                Some(Mark::Mistake),
                "cost outposts",
            ),
            (1.., _) => (number(lost, "outpost"), Some(Mark::Mistake), "cost outposts"),
            _ if played.is_none() => (number(cells, "cell"), None, "left an outpost where it was"),
            _ => (number(cells, "cell"), None, "sent an outpost in a worse direction"),
        };
        (format!("{fewer} fewer {when} than {other} until then"), mark, habit)
    };
    (format!("Outpost {outpost} {went}: {even}{what}."), mark, habit)
}

fn going(way: Way, verb: &str) -> String {
    way.map_or_else(|| "staying there".to_owned(), |way| format!("{verb} {}", way.name()))
}

/// What a harvest does, and what a better one would have done.
fn harvests(without: Balance, with: Balance) -> (&'static str, &'static str) {
    match (without.harvest < 0, with.harvest > 0) {
        (false, _) => ("no new outpost", "one"),
        (true, true) => ("one outpost disbanded", "a new one instead"),
        (true, false) => ("one outpost disbanded", "none"),
    }
}

/// The end of the simulated turns.
fn when_ended(end: End) -> String {
    match end {
        End::Harvest(turn) => format!("at the harvest of turn {turn}"),
        End::Game => "at the end of the game".to_owned(),
        End::Record(turn) => format!("after turn {turn}"),
    }
}
