//! The data of the Outpost board: the layout once per game, the view after every turn; the figures of the
//! rules file, and the locations of orders and incidents. Only reads positions.

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

/// CRC-32 as in zlib, with a small table: every byte of the wasm is downloaded.
static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// One number per cell, 10 000 in all, x-major: cell (x, y) at x * 100 + y.
pub(super) fn codes(code: impl Fn(Cell) -> u8) -> Vec<u8> {
    (0..CELLS).map(|at| code(Cell::from_index(at))).collect()
}

/// A 1 for cells in the set, a 0 for all others.
pub(super) fn grid(cells: &Cells) -> Vec<u8> {
    codes(|cell| u8::from(cells.contains(cell)))
}

/// The checksum of the owner codes, as defined in the rules file.
fn ownership_crc(owners: &Owners) -> u32 {
    CHECKSUM.checksum(&owners.codes())
}

/// The figures named in the rules file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostSummary {
    /// Turns played.
    pub turn: u32,
    /// In a season: land, water and affordable outposts of each empire; else null.
    pub season: Option<[[u32; 3]; EMPIRES]>,
    /// Empires that got an outpost.
    pub built: Vec<u8>,
    /// Empire, index and cell (two numbers) of disbanded outposts.
    pub disbanded: Vec<[u32; 4]>,
    /// The same for lost outposts.
    pub lost: Vec<[u32; 4]>,
    /// The outposts of each empire.
    pub outposts: [Vec<Cell>; EMPIRES],
    /// Land cells of each empire.
    pub land: [u32; EMPIRES],
    /// Water cells of each empire.
    pub water: [u32; EMPIRES],
    /// Disputed land and water.
    pub disputed: [u32; 2],
    /// Land and water cells that are neither owned nor disputed.
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

/// The data that no turn changes. A cell is [x, y], x to the right, y down, 0 to 99.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostLayout {
    /// Cells per side: 100.
    pub side: usize,
    /// The number of turns of the game.
    pub turns: u32,
    /// The radius of influence, in steps.
    pub r: u32,
    /// Land cells for each further outpost.
    pub land_cost: u32,
    /// Water cells for each further outpost.
    pub water_cost: u32,
    /// 1 for cells of water, 0 for land, x-major: cell (x, y) at x * 100 + y.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub water: Vec<u8>,
    /// Equal for equal water, so that the page can skip redrawing it.
    pub water_hash: String,
    /// The names of the empires.
    pub names: [&'static str; EMPIRES],
    /// Their homes: the corners of the board, clockwise from the top left.
    pub homes: [Cell; EMPIRES],
    /// Ids of the bots that standing orders may name as adviser.
    pub advisers: Vec<&'static str>,
    /// The recommended adviser for these parameters.
    pub adviser: &'static str,
    /// The possible scopes of standing rules.
    pub scopes: Vec<OutpostChoice>,
    /// The possible conditions of standing rules.
    pub conditions: Vec<OutpostChoice>,
    /// The possible tasks of standing rules.
    pub ruled: Vec<OutpostChoice>,
}

/// A choice in the editor of standing rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostChoice {
    /// Its value in `OutpostRule`.
    pub id: &'static str,
    /// The label; `#` stands for the number.
    pub label: &'static str,
    /// The maximum number, from 1; 0 if it takes none.
    pub most: u32,
    /// The default number; 0 if it takes none.
    pub usual: u32,
    /// Whether it takes a cell: 0 no, 1 optional, 2 required.
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
            // Fighting empires need spare outposts; see docs/explanation/outpost.md.
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

/// The standing orders of an empire, without its tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostStanding {
    /// The bot that controls outposts without a task; null: they stay.
    pub adviser: Option<&'static str>,
    /// The destination of new outposts; null: the adviser controls them.
    pub rally: Option<Cell>,
    /// The rule for choosing the outpost to disband: `newest`, `farthest`, `least`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'newest' | 'farthest' | 'least'"))]
    pub policy: &'static str,
    /// Its rules; the first one that applies counts.
    pub rules: Vec<OutpostRule>,
}

/// The current state of an empire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostEmpire {
    /// Its outposts in the order of its list, after the last turn.
    pub outposts: Vec<Cell>,
    /// The list that the next orders refer to: if the next turn begins with a season that builds, it has
    /// one more outpost, on the home cell. If that season disbands, `over` is true, and order
    /// indices refer to the list after the removal.
    pub muster: Vec<Cell>,
    /// Whether an outpost must be disbanded in the next turn.
    pub over: bool,
    /// A task for each of `muster`, for an empire with standing orders; else null.
    pub tasks: Option<Vec<OutpostTask>>,
    /// Its other standing orders; null for an empire without.
    pub standing: Option<OutpostStanding>,
    /// The home if it is open: no own outpost is on it, and an enemy could cut all off before one is back;
    /// else null.
    pub open_home: Option<OutpostOpenHome>,
    /// Land cells that it owns.
    pub land: u32,
    /// Water cells that it owns.
    pub water: u32,
    /// The number of outposts that this area can pay for.
    pub afford: u32,
    /// Whether the empire forfeited; then it stands still.
    pub forfeited: bool,
    /// Whether the empire has submitted orders for the current turn.
    pub ready: bool,
}

/// For the season strip: the area of an empire, and the area needed for one more outpost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostNext {
    /// Land cells that the empire owns now.
    pub land: u32,
    /// Water cells that the empire owns now.
    pub water: u32,
    /// Land cells needed for one more outpost.
    pub land_needed: u32,
    /// Water cells needed for one more outpost.
    pub water_needed: u32,
}

/// An outpost that a season removed because its empire could not pay for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostDisbanded {
    /// Its seat, 0 to 3.
    pub empire: u8,
    /// Its previous index in the list.
    pub index: u32,
    /// Where it was, before the steps of the turn.
    pub cell: Cell,
}

/// An outpost that was lost because no supply from its home reached it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostLoss {
    /// Its seat, 0 to 3.
    pub empire: u8,
    /// Its index in the list after moving.
    pub index: u32,
    /// Where it was, after the steps of the turn.
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
    /// Its seat, 0 to 3.
    pub empire: u8,
    /// The index of the outpost.
    pub index: u32,
    /// In words: "outpost 3 north: there is water".
    pub words: String,
}

/// The events of the last turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostLast {
    /// In a season: land, water and affordable outposts of each empire; else null.
    pub season: Option<[[u32; 3]; EMPIRES]>,
    /// Empires that got an outpost.
    pub built: Vec<u8>,
    /// Outposts disbanded by a season, at most one of each empire.
    pub disbanded: Vec<OutpostDisbanded>,
    /// Lost outposts, by seat; of each empire the highest index first.
    pub lost: Vec<OutpostLoss>,
    /// Orders that could not be carried out.
    pub ignored: Vec<OutpostIgnored>,
    /// The previous position of each outpost of `outposts`, in the same order; the home for a new one.
    pub from: [Vec<Cell>; EMPIRES],
    /// All events in one line, for the log and the live region.
    pub words: String,
}

/// The data that a turn changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostView {
    /// Turns played.
    pub turn: u32,
    /// 0 neutral, 1 to 4 the empires, 5 disputed, x-major: cell (x, y) at x * 100 + y.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub owners: Vec<u8>,
    /// The empires, by seat.
    pub empires: Vec<OutpostEmpire>,
    /// Disputed land and water.
    pub disputed: [u32; 2],
    /// Land and water cells that are neither owned nor disputed.
    pub neutral: [u32; 2],
    /// Turns until the next season, 1 to 10: 1 when the next turn begins with one.
    pub season_in: u32,
    /// For the season strip, by empire.
    pub next: Vec<OutpostNext>,
    /// The events of the last turn.
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
                    rules: standing.rules.iter().map(OutpostRule::from_rule).collect(),
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
