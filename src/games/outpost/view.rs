//! Words and drawings: everything about a position that people see, and nothing that decides.

use super::board::{CELLS, Cell, Cells, Direction, EMPIRES, HOMES, Owners, SIDE, supplied, supply};
use super::field::{Cut, Field, Ignored, Rules};
use super::map;
use super::moves::{ADVISERS, Clause, Orders, Plain, Task};
use super::position::{Outpost, SEAT_NAMES};
use super::standing::{Standing, nearest_enemy};
use crate::fixed::shorten;
use crate::game::{Gauge, Seat, SeatStatus};
use crate::json::Json;
use crate::object;
use serde_json::Value;

/// CRC-32 as zlib has it, with a small table: every byte of the wasm is downloaded.
static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// One digit a cell, `1` for those in the set.
pub(super) fn grid(cells: &Cells) -> Value {
    digits(|cell| u8::from(cells.contains(cell)))
}

/// One digit a cell, x-major.
fn digits(digit: impl Fn(Cell) -> u8) -> Value {
    let text = (0..CELLS).map(|at| char::from(b'0' + digit(Cell::from_index(at)).min(9))).collect();
    Value::String(text)
}

fn neutral(owners: &Owners) -> Cells {
    let mut taken = owners.disputed.clone();
    for own in &owners.own {
        taken = taken.with(own, |a, b| a | b);
    }
    taken.complement()
}

fn both(cells: &Cells, rules: &Rules) -> [u32; 2] {
    [cells.count_in(&rules.map.land), cells.count_in(&rules.map.water)]
}

/// The checksum of the owner codes, as the rules file has it.
pub(super) fn ownership_crc(owners: &Owners) -> u32 {
    CHECKSUM.checksum(&owners.codes())
}

pub(super) fn summary(position: &Outpost) -> Value {
    let (field, events, rules) = (&position.field, &position.events, &position.rules);
    let disbanded: Vec<Value> = events
        .disbanded
        .iter()
        .map(|&(e, index, cell)| row(&[u32::from(e), index, cell.x.into(), cell.y.into()]))
        .collect();
    let lost: Vec<Value> = events
        .lost
        .iter()
        .map(|&(e, index, cell, _)| row(&[u32::from(e), index, cell.x.into(), cell.y.into()]))
        .collect();
    object!({
        "turn": field.turn,
        "season": events.season.map(|season| season.to_vec()),
        "built": events.built,
        "disbanded": disbanded,
        "lost": lost,
        "outposts": field.posts,
        "land": field.land,
        "water": field.water,
        "disputed": both(&field.owners.disputed, rules),
        "neutral": both(&neutral(&field.owners), rules),
        "crc": format!("{:08x}", ownership_crc(&field.owners)),
    })
}

fn row(numbers: &[u32]) -> Value {
    numbers.json()
}

impl Cut {
    /// The word in the view.
    pub fn key(self) -> &'static str {
        match self {
            Cut::HomeDisputed => "home-disputed",
            Cut::HomeTaken(_) => "home-taken",
            Cut::ShutIn => "shut-in",
            Cut::LineBroken => "line-broken",
        }
    }

    /// In words, for people.
    pub fn words(self) -> String {
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

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The last turn in one line.
pub(super) fn turn_words(position: &Outpost) -> String {
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
                plural(count, "outpost")
            };
            parts.push(format!("{} loses {at} ({})", name(e), cut.words()));
        }
    }
    if !events.ignored.is_empty() {
        parts.push(format!("{} ignored", plural(events.ignored.len(), "order")));
    }
    if parts.is_empty() { "all quiet".to_owned() } else { parts.join("; ") }
}

/// Orders in words.
pub(super) fn describe(orders: &Orders) -> String {
    match orders {
        Orders::Plain(plain) => describe_plain(plain),
        Orders::Standing(clauses) if clauses.is_empty() => "standing orders go on".to_owned(),
        Orders::Standing(clauses) => {
            const MOST: usize = 4;
            let mut words: Vec<String> = clauses.iter().take(MOST).map(describe_clause).collect();
            if clauses.len() > MOST {
                words.push(format!("{} more", clauses.len() - MOST));
            }
            words.join("; ")
        }
    }
}

fn describe_plain(plain: &Plain) -> String {
    let steps = match plain.steps.len() {
        0 => "all stay".to_owned(),
        count => plural(count, "step"),
    };
    match plain.disband {
        Some(index) => format!("outpost {index} disbands; {steps}"),
        None => steps,
    }
}

fn describe_clause(clause: &Clause) -> String {
    match clause {
        Clause::Task(who, task) => {
            let who = who.to_string();
            let many = who == "all" || who.contains(',');
            let outposts = if who == "all" {
                "all outposts".to_owned()
            } else {
                format!("outpost{} {who}", if many { "s" } else { "" })
            };
            format!("{outposts}: {}", task_words(task))
        }
        Clause::Adviser(None) => "the rest stays".to_owned(),
        Clause::Adviser(Some(adviser)) => format!("the rest is run by {}", adviser.id()),
        Clause::Rally(None) => "new outposts are the adviser's".to_owned(),
        Clause::Rally(Some(cell)) => format!("new outposts go to {cell}"),
        Clause::Policy(policy) => format!("disband the {} first", policy.word()),
        Clause::Disband(index) => format!("outpost {index} disbands"),
        Clause::Step(index, direction) => format!("outpost {index} steps {}", way_word(*direction)),
    }
}

fn way_word(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    }
}

fn cells_words(cells: &[Cell], between: &str) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(between)
}

fn task_words(task: &Task) -> String {
    match task {
        Task::Auto => "as the adviser says".to_owned(),
        Task::Go(cells) => format!("goes to {}", cells_words(cells, ", then ")),
        Task::Patrol(cells, _) => format!("patrols between {}", cells_words(cells, " and ")),
        Task::Hold => "holds".to_owned(),
        Task::Guard => "guards the home".to_owned(),
        Task::Pair(other) => format!("stays beside outpost {other}"),
        Task::Harvest(None) => "harvests where there is water".to_owned(),
        Task::Harvest(Some(site)) => format!("harvests at {site}"),
        Task::Raid => "raids the nearest enemy".to_owned(),
    }
}

/// Standing orders as one text; equal texts for equal ones.
pub(super) fn standing_words(standing: &Standing) -> String {
    use std::fmt::Write;
    let mut text = format!(
        "{}/{}/{}",
        standing.adviser.map_or("none", |adviser| adviser.id()),
        standing.rally.map_or_else(String::new, |cell| cell.to_string()),
        standing.policy.word(),
    );
    for task in &standing.tasks {
        let _ = write!(text, ";{task:?}");
    }
    text
}

fn task_json(rules: &Rules, field: &Field, empire: usize, post: Cell, task: &Task) -> Value {
    let posts = &field.posts[empire];
    let target = match task {
        Task::Auto | Task::Hold => None,
        Task::Go(cells) => cells.iter().copied().find(|&cell| cell != post),
        Task::Patrol(cells, at) => cells.get(usize::from(*at) % cells.len().max(1)).copied(),
        Task::Guard => Some(HOMES[empire]),
        Task::Pair(other) => posts.get(*other as usize).copied(),
        Task::Harvest(site) => *site,
        Task::Raid => nearest_enemy(field, empire, post),
    };
    let mut path = target.map_or_else(Vec::new, |target| rules.map.path(post, target));
    if let Task::Go(cells) = task {
        for pair in cells.windows(2) {
            path.extend(rules.map.path(pair[0], pair[1]));
        }
    }
    object!({ "task": task.word(), "words": task_words(task), "target": target, "path": path })
}

/// A task for each outpost of a list; one that is not there yet will do as the rally order says.
pub(super) fn tasks_json(
    rules: &Rules,
    field: &Field,
    empire: usize,
    standing: &Standing,
) -> Vec<Value> {
    let auto = Task::Auto;
    let rally = standing.rally.map(|cell| Task::Go(vec![cell]));
    let posts = field.posts[empire].iter().enumerate();
    posts
        .map(|(index, &post)| {
            let task = standing.tasks.get(index).or(rally.as_ref()).unwrap_or(&auto);
            task_json(rules, field, empire, post, task)
        })
        .collect()
}

/// Everything that a renderer needs; `view.d.ts` has its shape.
pub(super) fn view(position: &Outpost) -> Value {
    let (field, events, rules) = (&position.field, &position.events, &*position.rules);
    let mustered = field.mustered(rules);
    let to_act = crate::game::Game::to_act(position);
    let empires: Vec<Value> = (0..EMPIRES)
        .map(|e| {
            let standing = position.standing[e].as_deref();
            let tasks = standing.map(|standing| tasks_json(rules, &mustered, e, standing));
            object!({
                "name": SEAT_NAMES[e],
                "home": HOMES[e],
                "outposts": field.posts[e],
                "muster": mustered.posts[e],
                "over": position.over_limit(e),
                "tasks": tasks,
                "standing": standing.map(|standing| object!({
                    "adviser": standing.adviser.map(|adviser| adviser.id()),
                    "rally": standing.rally,
                    "policy": standing.policy.word(),
                })),
                "land": field.land[e],
                "water": field.water[e],
                "afford": field.afford(rules, e),
                "forfeited": position.forfeited[e],
                "ready": !to_act.contains(e),
            })
        })
        .collect();
    let next: Vec<Value> = (0..EMPIRES)
        .map(|e| {
            let has = field.posts[e].len() as u32;
            object!({
                "land": field.land[e],
                "water": field.water[e],
                "land_needed": has * rules.land_cost,
                "water_needed": has * rules.water_cost,
            })
        })
        .collect();
    let disbanded: Vec<Value> = events
        .disbanded
        .iter()
        .map(|&(e, index, cell)| object!({ "empire": e, "index": index, "cell": cell }))
        .collect();
    let lost: Vec<Value> = events
        .lost
        .iter()
        .map(|&(e, index, cell, cut)| {
            object!({
                "empire": e, "index": index, "cell": cell, "reason": cut.key(), "words": cut.words(),
            })
        })
        .collect();
    let ignored: Vec<Value> = events
        .ignored
        .iter()
        .map(|&(e, index, direction, why)| {
            object!({ "empire": e, "index": index, "words": ignored_words(index, direction, why) })
        })
        .collect();
    object!({
        "side": SIDE,
        "turn": field.turn,
        "turns": rules.turns,
        "r": rules.r,
        "land_cost": rules.land_cost,
        "water_cost": rules.water_cost,
        "water": grid(&rules.map.water),
        "water_hash": format!("{:016x}", rules.map.hash()),
        "owners": String::from_utf8(field.owners.codes()).unwrap_or_default(),
        "empires": empires,
        "disputed": both(&field.owners.disputed, rules),
        "neutral": both(&neutral(&field.owners), rules),
        "season_in": super::field::SEASON - field.turn % super::field::SEASON,
        "next": next,
        "last": object!({
            "season": events.season.map(|season| season.to_vec()),
            "built": events.built,
            "disbanded": disbanded,
            "lost": lost,
            "ignored": ignored,
            "from": position.before,
            "words": turn_words(position),
        }),
        "advisers": ADVISERS,
    })
}

fn ignored_words(index: u32, direction: Option<Direction>, why: Ignored) -> String {
    let way = direction.map_or_else(String::new, |way| format!(" {}", way_word(way)));
    format!("outpost {index}{way}: {}", why.words())
}

pub(super) fn spot(position: &Outpost, orders: &Orders) -> Value {
    let mut steps: Vec<Value> = Vec::new();
    let seat = crate::game::Game::to_act(position).first().unwrap_or(0);
    if let Orders::Plain(plain) = orders {
        let mut posts = position.field.mustered(&position.rules).posts[seat].clone();
        if let Some(index) = plain.disband.map(|index| index as usize)
            && position.over_limit(seat)
            && index < posts.len()
        {
            posts.remove(index);
        }
        for &(index, direction) in &plain.steps {
            if let Some(&from) = posts.get(index as usize)
                && let Some(to) = from.step(direction)
            {
                steps.push(object!({ "index": index, "from": from, "to": to }));
            }
        }
    }
    object!({ "steps": steps })
}

pub(super) fn status(position: &Outpost, seat: Seat) -> SeatStatus {
    let field = &position.field;
    if seat >= EMPIRES {
        return SeatStatus { score: String::new(), note: String::new() };
    }
    let outposts = field.posts[seat].len();
    let note = format!(
        "{} land · {} water · {} of {}{}",
        field.land[seat],
        field.water[seat],
        outposts,
        plural(field.afford(&position.rules, seat) as usize, "outpost"),
        if position.forfeited[seat] { " · gave up" } else { "" }
    );
    SeatStatus { score: field.area(seat).to_string(), note }
}

pub(super) fn gauges(position: &Outpost) -> Vec<Gauge> {
    let field = &position.field;
    let mut gauges = Vec::with_capacity(4 * EMPIRES);
    for chart in ["area", "land", "water", "outposts"] {
        for (e, name) in SEAT_NAMES.into_iter().enumerate() {
            let value = match chart {
                "area" => field.area(e),
                "land" => field.land[e],
                "water" => field.water[e],
                _ => field.posts[e].len() as u32,
            };
            let label = name.to_owned();
            gauges.push(Gauge { chart, label, seat: Some(e), value: f64::from(value) });
        }
    }
    gauges
}

pub(super) fn report(position: &Outpost) -> Vec<(&'static str, String)> {
    if crate::game::Game::outcome(position).is_none() {
        return Vec::new();
    }
    let field = &position.field;
    let each = |f: &dyn Fn(usize) -> String| {
        let parts: Vec<_> = (0..EMPIRES).map(|e| format!("{} {}", SEAT_NAMES[e], f(e))).collect();
        parts.join(", ")
    };
    let disputed = both(&field.owners.disputed, &position.rules);
    let free = both(&neutral(&field.owners), &position.rules);
    vec![
        ("Area", each(&|e| field.area(e).to_string())),
        ("Land", each(&|e| field.land[e].to_string())),
        ("Water", each(&|e| field.water[e].to_string())),
        ("Outposts", each(&|e| field.posts[e].len().to_string())),
        (
            "Nobody's",
            format!("{} cells disputed, {} neutral", disputed[0] + disputed[1], free[0] + free[1]),
        ),
    ]
}

pub(super) fn outcome_words(position: &Outpost) -> Option<String> {
    let outcome = crate::game::Game::outcome(position)?;
    let mut order: Vec<usize> = (0..EMPIRES).collect();
    crate::json::sort_by_key(&mut order, |&e| (-outcome.scores[e], 0));
    let firsts = outcome.ranks.iter().filter(|&&rank| rank == 1).count();
    let rest: Vec<String> = order
        .iter()
        .skip(firsts)
        .map(|&e| format!("{} {}", SEAT_NAMES[e], outcome.scores[e]))
        .collect();
    let names: Vec<&str> = order.iter().take(firsts).map(|&e| SEAT_NAMES[e]).collect();
    let first = outcome.scores[order[0]];
    let after = if rest.is_empty() { String::new() } else { format!("; {}", rest.join(", ")) };
    Some(if firsts == 1 {
        format!("{} wins with {first} cells{after}.", names[0])
    } else {
        format!("{} share the first rank with {first} cells{after}.", names.join(" and "))
    })
}

// ---- questions of the page ----

pub(super) fn inspect(position: &Outpost, question: &Value) -> Result<Value, String> {
    let wrong = |expected: &str| {
        format!(
            "`{}` is not a question of Outpost; expected {expected}",
            shorten(&question.to_string())
        )
    };
    let seat = || {
        question
            .get("seat")
            .and_then(Value::as_u64)
            .filter(|&seat| seat < EMPIRES as u64)
            .map(|seat| seat as usize)
            .ok_or_else(|| wrong("`seat` from 0 to 3"))
    };
    let cell = |key: &str| {
        let number = |i: usize| question.get(key)?.get(i)?.as_u64();
        number(0)
            .zip(number(1))
            .and_then(|(x, y)| Cell::new(x as usize, y as usize))
            .ok_or_else(|| wrong(&format!("`{key}` as [x, y], both from 0 to 99")))
    };
    let (field, rules) = (&position.field, &*position.rules);
    match question.get("ask").and_then(Value::as_str) {
        Some("supply") => {
            let seat = seat()?;
            let chokes: Vec<Value> = chokes(rules, field, seat)
                .into_iter()
                .map(|(cell, outposts)| object!({ "cell": cell, "outposts": outposts }))
                .collect();
            Ok(object!({ "grid": grid(&field.supply_area(rules, seat)), "chokes": chokes }))
        }
        Some("danger") => {
            let seat = seat()?;
            let own = &field.owners.own[seat];
            let near = pressed(rules, field, seat, 1);
            let far = pressed(rules, field, seat, 2);
            Ok(object!({ "grid": digits(|cell| match () {
                () if !own.contains(cell) => 0,
                () if !near.own[seat].contains(cell) => 2,
                () if !far.own[seat].contains(cell) => 1,
                () => 0,
            }) }))
        }
        Some("cut") => Ok(object!({ "indices": cut_off(position, seat()?) })),
        Some("value") => {
            seat()?;
            let free = neutral(&field.owners);
            let most = Cells::diamond(Cell { x: 50, y: 50 }, rules.r).count();
            Ok(object!({ "grid": digits(|cell| {
                if !rules.map.land.contains(cell) {
                    return 0;
                }
                (count_around(&free, cell, rules.r) * 9).div_ceil(most.max(1)) as u8
            }) }))
        }
        Some("ghost") => ghost(rules, field, seat()?, cell("cell")?),
        Some("path") => {
            seat()?;
            let (from, to) = (cell("from")?, cell("to")?);
            let path = rules.map.path(from, to);
            let steps = (from == to || !path.is_empty()).then_some(path.len());
            Ok(object!({ "path": path, "steps": steps }))
        }
        Some("cell") => {
            let cell = cell("cell")?;
            let counts: Vec<usize> = field
                .posts
                .iter()
                .map(|posts| posts.iter().filter(|&&post| post == cell).count())
                .collect();
            Ok(object!({
                "words": cell_words(rules, field, cell, &counts),
                "code": field.owners.code(cell),
                "water": rules.map.water.contains(cell),
                "outposts": counts,
            }))
        }
        Some("draft") => super::draft::draft(question),
        Some("random map") => super::draft::random(question),
        Some("until") => super::alarm::until(position, seat()?, question),
        Some("plan") => super::alarm::plan(position, seat()?, question),
        Some("map") => {
            let text = question
                .get("text")
                .and_then(Value::as_str)
                .ok_or_else(|| wrong("`text` with a map"))?;
            let checked = (map::SETUP.check)(text);
            Ok(match checked {
                Err(error) => object!({
                    "ok": false, "error": error, "words": "", "warnings": Vec::<String>::new(), "cells": 0usize,
                }),
                Ok(checked) => object!({
                    "ok": true,
                    "error": None::<String>,
                    "words": checked.words,
                    "warnings": checked.warnings,
                    "cells": checked.facts["cells"],
                }),
            })
        }
        _ => Err(wrong(
            "`ask` to be one of supply, danger, cut, value, ghost, path, cell, map, draft, random map, until, plan",
        )),
    }
}

/// Own outposts that would be lost if every enemy came one step nearer.
pub(super) fn cut_off(position: &Outpost, seat: usize) -> Vec<usize> {
    let (field, rules) = (&position.field, &*position.rules);
    let passable = pressed(rules, field, seat, 1).passable(seat, &rules.map.land);
    let reached = supply(HOMES[seat], &passable);
    let posts = field.posts[seat].iter().enumerate();
    posts
        .filter(|&(_, &post)| !supplied(post, HOMES[seat], &reached))
        .map(|(index, _)| index)
        .collect()
}

/// Who would control what if all enemies of an empire came so many steps nearer to everything.
pub(super) fn pressed(rules: &Rules, field: &Field, empire: usize, steps: u32) -> Owners {
    let mut posts = field.posts.clone();
    for (e, posts) in posts.iter_mut().enumerate() {
        if e != empire {
            let mut cells = Cells::EMPTY;
            for &post in posts.iter() {
                cells = cells.with(&Cells::diamond(post, steps), |a, b| a | b);
            }
            *posts = cells.iter().collect();
        }
    }
    let mut owners = Owners::default();
    owners.measure(&posts, rules.r);
    owners
}

/// How many cells of a set are within `r` of a cell.
pub(super) fn count_around(cells: &Cells, centre: Cell, r: u32) -> u32 {
    let (cx, cy, r) = (i32::from(centre.x), i32::from(centre.y), r as i32);
    let mut count = 0;
    for x in (cx - r).max(0)..=(cx + r).min(SIDE as i32 - 1) {
        let half = r - (x - cx).abs();
        let low = (cy - half).max(0) as u32;
        let high = (cy + half).min(SIDE as i32 - 1) as u32;
        let column = cells.columns[x as usize] >> low;
        count += (column & (u128::MAX >> (127 - (high - low)))).count_ones();
    }
    count
}

fn cell_words(rules: &Rules, field: &Field, cell: Cell, counts: &[usize]) -> String {
    let ground = if rules.map.water.contains(cell) { "water" } else { "land" };
    let owner = match field.owners.code(cell) {
        0 => "neutral".to_owned(),
        5 => "disputed".to_owned(),
        code => name(usize::from(code) - 1).to_owned(),
    };
    let mut words = format!("{cell}, {ground}, {owner}");
    if let Some(home) = super::position::home_of(cell) {
        words.push_str(&format!(", home of {}", name(home)));
    }
    for (e, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        words.push_str(&format!(", {} of {}", plural(count, "outpost"), name(e)));
    }
    words
}

fn ghost(rules: &Rules, field: &Field, seat: usize, cell: Cell) -> Result<Value, String> {
    if !rules.map.land.contains(cell) {
        return Ok(object!({
            "diamond": Vec::<Cell>::new(), "land": 0u32, "water": 0u32, "taken": 0u32,
            "supplied": false, "words": format!("{cell} is water"),
        }));
    }
    let mut with = field.clone();
    with.posts[seat].push(cell);
    with.owners.measure(&with.posts, rules.r);
    let won = with.owners.own[seat].with(&field.owners.own[seat], |new, old| new & !old);
    let [land, water] = both(&won, rules);
    let taken: u32 = (0..EMPIRES)
        .filter(|&e| e != seat)
        .map(|e| field.owners.own[e].count() - field.owners.own[e].count_in(&with.owners.own[e]))
        .sum();
    let passable = with.owners.passable(seat, &rules.map.land);
    let supplied = supplied(cell, HOMES[seat], &supply(HOMES[seat], &passable));
    let words = format!(
        "an outpost on {cell} gains {land} land and {water} water{}{}",
        if taken > 0 { format!(", {taken} of them from others") } else { String::new() },
        if supplied { "" } else { "; supply would not reach it" }
    );
    Ok(object!({
        "diamond": Cells::diamond(cell, rules.r).iter().collect::<Vec<_>>(),
        "land": land,
        "water": water,
        "taken": taken,
        "supplied": supplied,
        "words": words,
    }))
}

/// Cells of an empire's supply whose loss alone would cut outposts off, with how many: the cut vertices
/// of the graph of its passable cells, by a depth-first search that keeps the lowest place each
/// subtree reaches (Hopcroft and Tarjan, 1973).
pub(super) fn chokes(rules: &Rules, field: &Field, empire: usize) -> Vec<(Cell, u32)> {
    let home = HOMES[empire];
    let reached = supply(home, &field.owners.passable(empire, &rules.map.land));
    if !reached.contains(home) {
        return Vec::new();
    }
    let mut outposts = vec![0u32; CELLS];
    let mut cut = vec![0u32; CELLS];
    for &post in &field.posts[empire] {
        // An outpost at the end of the line, on a cell that does not pass supply on, hangs on the one
        // cell beside it that does; with several it is hardly ever cut.
        let mut beside = post.neighbours().filter(|&n| reached.contains(n));
        match (reached.contains(post), beside.next(), beside.next()) {
            (true, ..) => outposts[post.index()] += 1,
            (false, Some(only), None) => {
                outposts[only.index()] += 1;
                cut[only.index()] += u32::from(only != home);
            }
            _ => {}
        }
    }
    let mut place = vec![0u32; CELLS];
    let mut low = vec![0u32; CELLS];
    let mut below = vec![0u32; CELLS];
    let mut count = 1;
    let mut stack = vec![(home, home, 0usize)];
    place[home.index()] = 1;
    low[home.index()] = 1;
    while let Some((cell, parent, next)) = stack.pop() {
        let at = cell.index();
        if let Some(&direction) = Direction::ALL.get(next) {
            stack.push((cell, parent, next + 1));
            let to = cell.step(direction).filter(|&to| reached.contains(to) && to != parent);
            let Some(to) = to else { continue };
            if place[to.index()] == 0 {
                count += 1;
                place[to.index()] = count;
                low[to.index()] = count;
                stack.push((to, cell, 0));
            } else {
                low[at] = low[at].min(place[to.index()]);
            }
            continue;
        }
        below[at] += outposts[at];
        if cell != home {
            let up = parent.index();
            below[up] += below[at];
            low[up] = low[up].min(low[at]);
            if low[at] >= place[up] && parent != home {
                cut[up] += below[at];
            }
        }
    }
    (0..CELLS).filter(|&at| cut[at] > 0).map(|at| (Cell::from_index(at), cut[at])).collect()
}
