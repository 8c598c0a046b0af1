//! What the board of Outpost is given: once a game its layout, after every turn its view; the figures of the
//! rules file, and where orders and incidents are. Only reads positions.

use super::super::board::{CELLS, Cell, Cells, EMPIRES, HOMES, Owners, SIDE};
use super::super::field::{Cut, SEASON};
use super::super::moves::ADVISERS;
use super::super::position::{Outpost, SEAT_NAMES};
use super::super::standing_rules::{CONDITIONS, RULED, SCOPES};
use super::super::survey::{both, neutral};
use super::alarm::{OutpostOpenHome, open_home};
use super::order::OutpostRule;
use super::task::OutpostTask;
use super::words::ignored_text;
use crate::contract::game::Game;
use crate::contract::presentation::Wording;
use serde::Serialize;

/// CRC-32 as zlib has it, with a small table: every byte of the wasm is downloaded.
static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A number a cell, 10 000 of them, x-major: cell (x, y) at x * 100 + y.
pub(super) fn codes(code: impl Fn(Cell) -> u8) -> Vec<u8> {
    (0..CELLS).map(|at| code(Cell::from_index(at))).collect()
}

/// A 1 for cells that are in a set, a 0 for the others.
pub(super) fn grid(cells: &Cells) -> Vec<u8> {
    codes(|cell| u8::from(cells.contains(cell)))
}

/// The checksum of the owner codes, as the rules file has it.
fn ownership_crc(owners: &Owners) -> u32 {
    CHECKSUM.checksum(&owners.codes())
}

/// The figures that the rules file names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostSummary {
    /// Turns played.
    pub turn: u32,
    /// In a season: land, water and affordable outposts of each empire; else null.
    pub season: Option<[[u32; 3]; EMPIRES]>,
    /// Empires that got an outpost.
    pub built: Vec<u8>,
    /// Empire, index and cell (two numbers) of outposts that were disbanded.
    pub disbanded: Vec<[u32; 4]>,
    /// The same of outposts that were lost.
    pub lost: Vec<[u32; 4]>,
    /// The outposts of each empire.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][][]"))]
    pub outposts: [Vec<Cell>; EMPIRES],
    /// Land cells of each empire.
    pub land: [u32; EMPIRES],
    /// Water cells of each empire.
    pub water: [u32; EMPIRES],
    /// Disputed land and water.
    pub disputed: [u32; 2],
    /// Neutral land and water.
    pub neutral: [u32; 2],
    /// The checksum of the owner codes.
    pub crc: String,
}

impl From<&Outpost> for OutpostSummary {
    fn from(position: &Outpost) -> Self {
        let (field, events, rules) = (&position.field, &position.events, &position.rules);
        let row = |e: u8, index: u32, cell: Cell| [e.into(), index, cell.x.into(), cell.y.into()];
        OutpostSummary {
            turn: field.turn,
            season: events.season,
            built: events.built.clone(),
            disbanded: events.disbanded.iter().map(|&(e, i, cell)| row(e, i, cell)).collect(),
            lost: events.lost.iter().map(|&(e, i, cell, _)| row(e, i, cell)).collect(),
            outposts: field.posts.clone(),
            land: field.land,
            water: field.water,
            disputed: both(&field.owners.disputed, rules),
            neutral: both(&neutral(&field.owners), rules),
            crc: format!("{:08x}", ownership_crc(&field.owners)),
        }
    }
}

/// What no turn changes. A cell is [x, y], x to the right, y down, 0 to 99.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostLayout {
    /// Cells a side: 100.
    pub side: usize,
    /// The turns of the game.
    pub turns: u32,
    /// The radius of influence.
    pub r: u32,
    /// Land cells for each further outpost.
    pub land_cost: u32,
    /// Water cells for each further outpost.
    pub water_cost: u32,
    /// 1 for cells of water, 0 for land, x-major: cell (x, y) at x * 100 + y.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub water: Vec<u8>,
    /// Equal for equal water: so that it need not be drawn again.
    pub water_hash: String,
    /// The names of the empires.
    pub names: [&'static str; EMPIRES],
    /// Their homes.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub homes: [Cell; EMPIRES],
    /// Ids of the bots that standing orders may name as adviser.
    pub advisers: Vec<&'static str>,
    /// The one of them that does well with these parameters.
    pub adviser: &'static str,
    /// Whom standing rules can be for.
    pub scopes: Vec<OutpostChoice>,
    /// What can be their condition.
    pub conditions: Vec<OutpostChoice>,
    /// What they can have outposts do.
    pub ruled: Vec<OutpostChoice>,
}

/// A part of a standing rule, as it is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostChoice {
    /// What `OutpostRule` calls it.
    pub id: &'static str,
    /// For people; `#` stands for its number.
    pub label: &'static str,
    /// The largest number that it takes, from 1; 0 if it takes none.
    pub most: u32,
    /// A usual number.
    pub usual: u32,
    /// Whether it takes a cell: 0 no, 1 if one likes, 2 yes.
    pub cell: u8,
}

impl From<&Outpost> for OutpostLayout {
    fn from(position: &Outpost) -> Self {
        let rules = &*position.rules;
        OutpostLayout {
            side: SIDE,
            turns: rules.turns,
            r: rules.r,
            land_cost: rules.land_cost,
            water_cost: rules.water_cost,
            water: grid(&rules.map.water),
            water_hash: format!("{:016x}", rules.map.hash()),
            names: SEAT_NAMES,
            homes: HOMES,
            advisers: ADVISERS.to_vec(),
            // An empire that fights needs outposts to spare; see docs/explanation/outpost.md.
            adviser: if rules.land_cost > rules.r * 8 { "harvester" } else { "wolfpack" },
            scopes: SCOPES.map(|(id, label, _)| choice(id, label)).to_vec(),
            conditions: CONDITIONS
                .map(|one| {
                    let (most, usual) = one.number.unwrap_or_default();
                    OutpostChoice { most, usual, ..choice(one.word, one.label) }
                })
                .to_vec(),
            ruled: RULED
                .map(|(id, label, cell)| OutpostChoice { cell, ..choice(id, label) })
                .to_vec(),
        }
    }
}

fn choice(id: &'static str, label: &'static str) -> OutpostChoice {
    OutpostChoice { id, label, ..OutpostChoice::default() }
}

/// What the standing orders of an empire say beside its tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostStanding {
    /// The bot that runs what has no task; null: it stays.
    pub adviser: Option<&'static str>,
    /// Where new outposts go; null: they are the adviser's.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number] | null"))]
    pub rally: Option<Cell>,
    /// Which goes, when one must: `newest`, `farthest`, `least`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'newest' | 'farthest' | 'least'"))]
    pub policy: &'static str,
    /// Its rules; of several that hold the first counts.
    pub rules: Vec<OutpostRule>,
}

/// An empire as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostEmpire {
    /// Its outposts in the order of its list, as they stand after the last turn.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub outposts: Vec<Cell>,
    /// The list that the next orders are for: when the next turn begins with a season that builds, it has
    /// one more outpost, on the home cell. When that season disbands, `over` is true, and the indices of
    /// orders count after the outpost has gone.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub muster: Vec<Cell>,
    /// Whether one must be disbanded in the next turn.
    pub over: bool,
    /// A task for each of `muster`, for an empire with standing orders; else null.
    pub tasks: Option<Vec<OutpostTask>>,
    /// What else its standing orders say; null for an empire without.
    pub standing: Option<OutpostStanding>,
    /// The home when it stands open: no own outpost is on it, and an enemy could cut all off before one is back;
    /// null when it does not.
    pub open_home: Option<OutpostOpenHome>,
    /// Land cells.
    pub land: u32,
    /// Water cells.
    pub water: u32,
    /// Outposts that this area pays for.
    pub afford: u32,
    /// Gave up: it stands still from then on.
    pub forfeited: bool,
    /// Has given its orders for the turn that waits.
    pub ready: bool,
}

/// For the season strip: what an empire has, and what it would need for one outpost more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostNext {
    /// Land cells.
    pub land: u32,
    /// Water cells.
    pub water: u32,
    /// Land cells that one more outpost needs.
    pub land_needed: u32,
    /// Water cells that one more outpost needs.
    pub water_needed: u32,
}

/// An outpost that was disbanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostDisbanded {
    /// Whose.
    pub empire: u8,
    /// Its index in the list before.
    pub index: u32,
    /// Where.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub cell: Cell,
}

/// An outpost that was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostLoss {
    /// Whose.
    pub empire: u8,
    /// Its index in the list after moving.
    pub index: u32,
    /// Where.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub cell: Cell,
    /// `home-disputed`, `home-taken`, `shut-in`, `line-broken`.
    pub reason: &'static str,
    /// "cut: home disputed".
    pub words: String,
}

/// An order that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostIgnored {
    /// Whose.
    pub empire: u8,
    /// The index of the outpost.
    pub index: u32,
    /// In words: "outpost 3 north: there is water".
    pub words: String,
}

/// What the last turn brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostLast {
    /// In a season: land, water and affordable outposts of each empire; else null.
    pub season: Option<[[u32; 3]; EMPIRES]>,
    /// Empires that got an outpost.
    pub built: Vec<u8>,
    /// Outposts that were disbanded.
    pub disbanded: Vec<OutpostDisbanded>,
    /// Outposts that were lost.
    pub lost: Vec<OutpostLoss>,
    /// Orders that could not be carried out.
    pub ignored: Vec<OutpostIgnored>,
    /// Where each outpost of `outposts` stood before, in the same order; a newborn at home.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][][]"))]
    pub from: [Vec<Cell>; EMPIRES],
    /// All of it in one line for the log and the live region.
    pub words: String,
}

/// What a turn changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostView {
    /// Turns played.
    pub turn: u32,
    /// 0 neutral, 1 to 4 the empires, 5 disputed, x-major: cell (x, y) at x * 100 + y.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub owners: Vec<u8>,
    /// The empires.
    pub empires: Vec<OutpostEmpire>,
    /// Disputed land and water.
    pub disputed: [u32; 2],
    /// Neutral land and water.
    pub neutral: [u32; 2],
    /// Turns until the next season, 1 to 10: 1 when the next turn begins with one.
    pub season_in: u32,
    /// For the season strip, by empire.
    pub next: Vec<OutpostNext>,
    /// What the last turn brought.
    pub last: OutpostLast,
}

impl Cut {
    /// The word in the view.
    fn key(self) -> &'static str {
        match self {
            Cut::HomeDisputed => "home-disputed",
            Cut::HomeTaken(_) => "home-taken",
            Cut::ShutIn => "shut-in",
            Cut::LineBroken => "line-broken",
        }
    }
}

impl From<&Outpost> for OutpostView {
    fn from(position: &Outpost) -> Self {
        let (field, rules) = (&position.field, &*position.rules);
        let next = |e: usize| {
            let has = field.posts[e].len() as u32;
            OutpostNext {
                land: field.land[e],
                water: field.water[e],
                land_needed: has * rules.land_cost,
                water_needed: has * rules.water_cost,
            }
        };
        OutpostView {
            turn: field.turn,
            owners: codes(|cell| field.owners.code(cell)),
            empires: empires(position),
            disputed: both(&field.owners.disputed, rules),
            neutral: both(&neutral(&field.owners), rules),
            season_in: SEASON - field.turn % SEASON,
            next: (0..EMPIRES).map(next).collect(),
            last: last(position),
        }
    }
}

fn empires(position: &Outpost) -> Vec<OutpostEmpire> {
    let (field, rules) = (&position.field, &*position.rules);
    let mustered = field.mustered(rules);
    let to_act = position.to_act();
    (0..EMPIRES)
        .map(|e| {
            let standing = position.standing[e].as_deref();
            OutpostEmpire {
                outposts: field.posts[e].clone(),
                tasks: standing.map(|standing| OutpostTask::all(rules, &mustered, e, standing)),
                muster: mustered.posts[e].clone(),
                over: position.over_limit(e),
                standing: standing.map(|standing| OutpostStanding {
                    adviser: standing.adviser.map(|adviser| adviser.id()),
                    rally: standing.rally,
                    policy: standing.policy.word(),
                    rules: standing.rules.iter().map(OutpostRule::of).collect(),
                }),
                open_home: open_home(rules, &mustered, e),
                land: field.land[e],
                water: field.water[e],
                afford: field.afford(rules, e),
                forfeited: position.forfeited[e],
                ready: !to_act.contains(e),
            }
        })
        .collect()
}

fn last(position: &Outpost) -> OutpostLast {
    let events = &position.events;
    let disbanded = events.disbanded.iter();
    let lost = events.lost.iter().map(|&(empire, index, cell, cut)| OutpostLoss {
        empire,
        index,
        cell,
        reason: cut.key(),
        words: cut.text(),
    });
    let ignored = events.ignored.iter().map(|&(empire, index, direction, why)| OutpostIgnored {
        empire,
        index,
        words: ignored_text(index, direction, why),
    });
    OutpostLast {
        season: events.season,
        built: events.built.clone(),
        disbanded: disbanded
            .map(|&(empire, index, cell)| OutpostDisbanded { empire, index, cell })
            .collect(),
        lost: lost.collect(),
        ignored: ignored.collect(),
        from: position.before.clone(),
        words: position.turn_report(),
    }
}
