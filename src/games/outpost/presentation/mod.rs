//! A position as data: the summary of the rules, and what a renderer needs. Words are next door.

mod alarm;
mod diagram;
mod draft;
mod questions;
mod words;

use super::board::{CELLS, Cell, Cells, EMPIRES, HOMES, Owners, SIDE};
use super::field::{Field, Rules};
use super::moves::{ADVISERS, Orders, Task};
use super::position::{Outpost, SEAT_NAMES};
use super::standing::{Standing, nearest_enemy};
use super::survey::neutral;
use crate::game::{Game, Seat};
use crate::json::Json;
use crate::object;
use crate::presentation::{Incident, Metric, Presentation, SeatStatus, Tally};
use serde_json::Value;
use words::{ignored_words, plural, task_words, turn_text};

/// CRC-32 as zlib has it, with a small table: every byte of the wasm is downloaded.
static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// One digit a cell, `1` for those in the set.
pub(super) fn grid(cells: &Cells) -> Value {
    digits(|cell| u8::from(cells.contains(cell)))
}

/// One digit a cell, x-major.
pub(super) fn digits(digit: impl Fn(Cell) -> u8) -> Value {
    let text = (0..CELLS).map(|at| char::from(b'0' + digit(Cell::from_index(at)).min(9))).collect();
    Value::String(text)
}

pub(super) fn both(cells: &Cells, rules: &Rules) -> [u32; 2] {
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
            "words": turn_text(position),
        }),
        "advisers": ADVISERS,
    })
}

pub(super) fn location(position: &Outpost, orders: &Orders) -> Value {
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

pub(super) fn seat_status(position: &Outpost, seat: Seat) -> SeatStatus {
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

pub(super) fn metrics(position: &Outpost) -> Vec<Metric> {
    let field = &position.field;
    let mut metrics = Vec::with_capacity(4 * EMPIRES);
    for chart in ["area", "land", "water", "outposts"] {
        for (e, name) in SEAT_NAMES.into_iter().enumerate() {
            let value = match chart {
                "area" => field.area(e),
                "land" => field.land[e],
                "water" => field.water[e],
                _ => field.posts[e].len() as u32,
            };
            let label = name.to_owned();
            metrics.push(Metric { chart, label, seat: Some(e), value: f64::from(value) });
        }
    }
    metrics
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

impl Presentation for Outpost {
    type Summary = Value;
    type Layout = ();
    type View = Value;
    type Location = Value;
    type Question = Value;
    type Answer = Value;

    fn position_text(&self) -> String {
        diagram::write(self)
    }

    fn layout(&self) {}

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn describe_move(&self, orders: &Orders) -> String {
        words::describe(orders)
    }

    fn turn_report(&self) -> String {
        words::turn_text(self)
    }

    fn incidents(&self) -> Vec<Incident<Value>> {
        alarm::incidents(self)
    }

    fn summary(&self) -> Value {
        summary(self)
    }

    fn view(&self) -> Value {
        view(self)
    }

    fn location(&self, orders: &Orders) -> Value {
        location(self, orders)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        seat_status(self, seat)
    }

    fn metrics(&self) -> Vec<Metric> {
        metrics(self)
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        report(self)
    }

    fn outcome_text(&self) -> Option<String> {
        words::outcome_text(self)
    }

    fn tallies(&self) -> Vec<Tally> {
        if !self.is_over() {
            return Vec::new();
        }
        let scores = self.scores();
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|&&score| score == best).count();
        let winner = scores.iter().position(|&score| score == best).unwrap_or(0);
        let outposts: usize = self.field.posts.iter().map(Vec::len).sum();
        let answer = if winners == 1 { SEAT_NAMES[winner] } else { "shared" };
        vec![
            Tally::Count { of: "won from", answer: answer.to_owned() },
            Tally::Mean { of: "winner's area", value: f64::from(best) },
            Tally::Mean { of: "outposts at the end", value: outposts as f64 },
        ]
    }

    fn turn_text(&self) -> String {
        if self.is_over() {
            return "The game is over".to_owned();
        }
        let owing: Vec<&str> = self.to_act().iter().map(|seat| SEAT_NAMES[seat]).collect();
        let who = if owing.len() == EMPIRES { "all empires".to_owned() } else { owing.join(", ") };
        format!("Turn {} of {}: {who} to order", self.field.turn + 1, self.rules.turns)
    }

    fn inspect(&self, question: Value) -> Result<Value, String> {
        questions::inspect(self, &question)
    }
}
