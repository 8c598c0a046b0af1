//! A position as data: the summary of the rules, and what a renderer needs. Words are next door.

use super::board::{CELLS, Cell, Cells, EMPIRES, HOMES, Owners, SIDE};
use super::field::{Field, Rules};
use super::moves::{ADVISERS, Orders, Task};
use super::position::{Outpost, SEAT_NAMES};
use super::standing::{Standing, nearest_enemy};
use super::survey::neutral;
use super::words::{ignored_words, plural, task_words, turn_words};
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
            "words": turn_words(position),
        }),
        "advisers": ADVISERS,
    })
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
