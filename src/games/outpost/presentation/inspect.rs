//! What the page asks of a position, and the answers: what an overlay shows, what hovering says, whether a map
//! is one, how orders are written. Drafts of maps and the stops of a run are answered next door.

use super::super::board::{Cell, Cells, EMPIRES, HOMES, count_around, supplied, supply};
use super::super::field::{Field, Rules};
use super::super::map;
use super::super::position::Outpost;
use super::super::survey::{both, chokes, cut_off, neutral, pressed};
use super::alarm::{self, OutpostBrought, OutpostPlan, OutpostStop, OutpostUntil};
use super::draft::{self, OutpostDraft, OutpostUnread};
use super::order::{self, OutpostClause, OutpostWritten};
use super::view::{codes, grid};
use super::words::{self, cell_text};
use serde::{Deserialize, Serialize};

/// A question; seats count from 0, a cell is [x, y].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", try_from = "Request")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostQuestion {
    /// The supply area of a seat and its choke points: `OutpostSupply`.
    Supply {
        /// Whose.
        seat: usize,
    },
    /// A code a cell, own cells only: 2 the cell would be lost if every enemy came one step nearer, 1 if two
    /// steps, 0 not even then: `OutpostCodes`.
    Danger {
        /// Whose.
        seat: usize,
    },
    /// Own outposts that would be lost if every enemy came one step nearer to them: `OutpostCut`.
    Cut {
        /// Whose.
        seat: usize,
    },
    /// A code a land cell: how much unclaimed area an outpost there would add, in ninths of the most it
    /// could: `OutpostCodes`.
    Value {
        /// Whose.
        seat: usize,
    },
    /// What an outpost of the seat on this cell would gain: `OutpostGhost`.
    Ghost {
        /// Whose.
        seat: usize,
        /// Where.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
        cell: Cell,
    },
    /// The shortest way over land to a cell, or to the land nearest to it: `OutpostPath`.
    Path {
        /// Whose.
        seat: usize,
        /// Where it begins.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
        from: Cell,
        /// Where it ends.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
        to: Cell,
    },
    /// What the last turn brought an empire: `OutpostBrought`.
    Brought {
        /// Whose.
        seat: usize,
    },
    /// A cell in words for a screen reader: `OutpostCell`.
    Cell {
        /// Which.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
        cell: Cell,
    },
    /// Checks a map text, for the editor: `OutpostMap`.
    Map {
        /// The text.
        text: String,
    },
    /// What water cells that are painted on the region become, and what they lack to be a map, or the same
    /// of a map text: `OutpostDraft`, or `OutpostUnread` for a text that is none.
    Draft {
        /// Water cells of the region, [x, y] from 0 to 49, in any order; not looked at beside a text.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        cells: Option<Vec<(usize, usize)>>,
        /// A map text.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        text: Option<String>,
    },
    /// A region that the generator makes: `OutpostDraft` with `cells`.
    #[serde(rename = "random")]
    RandomMap {
        /// Decides which.
        seed: u64,
    },
    /// Why a run stops here: `OutpostUntil`.
    Until {
        /// Whose run.
        seat: usize,
        /// What it may stop at.
        stops: Vec<OutpostStop>,
    },
    /// What orders would make of the tasks, or why they cannot be given; nothing is played: `OutpostPlan`.
    Plan {
        /// Whose.
        seat: usize,
        /// The orders.
        text: String,
    },
    /// How orders are written, and what they are in words: `OutpostWritten`.
    Order {
        /// The orders, one after the other.
        clauses: Vec<OutpostClause>,
    },
}

/// A question as it is read. Reading the enum itself would be thirteen readers of fields in one function,
/// 44 kB of wasm.
#[derive(Deserialize)]
struct Request {
    ask: String,
    seat: Option<usize>,
    cell: Option<Cell>,
    from: Option<Cell>,
    to: Option<Cell>,
    cells: Option<Vec<(usize, usize)>>,
    text: Option<String>,
    seed: Option<u64>,
    stops: Option<Vec<OutpostStop>>,
    clauses: Option<Vec<OutpostClause>>,
}

/// The questions, for a request with an unknown one.
const QUESTIONS: &str = "supply, danger, cut, value, ghost, path, brought, cell, map, draft, random, until, plan, order";

impl TryFrom<Request> for OutpostQuestion {
    type Error = String;

    fn try_from(request: Request) -> Result<Self, String> {
        let Request { ask, seat, cell, from, to, cells, text, seed, stops, clauses } = request;
        let lacks = |field: &str| format!("`{ask}` needs `{field}`");
        let seat = || seat.ok_or_else(|| lacks("seat"));
        let cell = || cell.ok_or_else(|| lacks("cell"));
        Ok(match ask.as_str() {
            "supply" => OutpostQuestion::Supply { seat: seat()? },
            "danger" => OutpostQuestion::Danger { seat: seat()? },
            "cut" => OutpostQuestion::Cut { seat: seat()? },
            "value" => OutpostQuestion::Value { seat: seat()? },
            "ghost" => OutpostQuestion::Ghost { seat: seat()?, cell: cell()? },
            "path" => OutpostQuestion::Path {
                seat: seat()?,
                from: from.ok_or_else(|| lacks("from"))?,
                to: to.ok_or_else(|| lacks("to"))?,
            },
            "brought" => OutpostQuestion::Brought { seat: seat()? },
            "cell" => OutpostQuestion::Cell { cell: cell()? },
            "map" => OutpostQuestion::Map { text: text.ok_or_else(|| lacks("text"))? },
            "draft" => OutpostQuestion::Draft { cells, text },
            "random" => OutpostQuestion::RandomMap { seed: seed.ok_or_else(|| lacks("seed"))? },
            "until" => OutpostQuestion::Until {
                seat: seat()?,
                stops: stops.ok_or_else(|| lacks("stops"))?,
            },
            "plan" => {
                OutpostQuestion::Plan { seat: seat()?, text: text.ok_or_else(|| lacks("text"))? }
            }
            "order" => OutpostQuestion::Order { clauses: clauses.ok_or_else(|| lacks("clauses"))? },
            other => {
                return Err(format!(
                    "`{}` is none of {QUESTIONS}",
                    crate::base::fixed::shorten(other)
                ));
            }
        })
    }
}

/// An answer; which one, its question says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostAnswer {
    /// To `supply`.
    Supply(OutpostSupply),
    /// To `danger` and `value`.
    Codes(OutpostCodes),
    /// To `cut`.
    Cut(OutpostCut),
    /// To `ghost`.
    Ghost(OutpostGhost),
    /// To `path`.
    Path(OutpostPath),
    /// To `brought`.
    Brought(OutpostBrought),
    /// To `cell`.
    Cell(OutpostCell),
    /// To `map`.
    Map(OutpostMap),
    /// To `draft` and `random`.
    Draft(OutpostDraft),
    /// To `draft`, where the text is no map.
    Unread(OutpostUnread),
    /// To `until`.
    Until(OutpostUntil),
    /// To `plan`.
    Plan(OutpostPlan),
    /// To `order`.
    Written(OutpostWritten),
}

/// A cell whose loss alone would cut outposts off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostChoke {
    /// Which.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub cell: Cell,
    /// How many outposts.
    pub outposts: u32,
}

/// What supply reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostSupply {
    /// 1 for the cells that it reaches, x-major.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub grid: Vec<u8>,
    /// Its choke points.
    pub chokes: Vec<OutpostChoke>,
}

/// A code a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostCodes {
    /// The codes, x-major.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub grid: Vec<u8>,
}

/// Outposts in danger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostCut {
    /// Their indices.
    pub indices: Vec<usize>,
}

/// What an outpost would gain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostGhost {
    /// Cells within the radius of influence.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub diamond: Vec<Cell>,
    /// Land cells that would become the seat's.
    pub land: u32,
    /// Water cells that would.
    pub water: u32,
    /// Cells that others would lose to it.
    pub taken: u32,
    /// Whether supply would reach it.
    pub supplied: bool,
    /// In a sentence.
    pub words: String,
}

/// A way over land to a cell, or to the land nearest to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostPath {
    /// Its cells, without the first.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub path: Vec<Cell>,
    /// How many steps; null when there is no way.
    pub steps: Option<usize>,
    /// Where it ends: the cell that was asked for, or for water the land nearest to it.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub to: Cell,
    /// In words: "goes to 28,19, 12 steps", "28,18 is water: goes to 28,19, 12 steps".
    pub words: String,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostCell {
    /// In words.
    pub words: String,
    /// 0 neutral, 1 to 4 the empires, 5 disputed.
    pub code: u8,
    /// Whether it is water.
    pub water: bool,
    /// How many outposts of each empire stand there.
    pub outposts: Vec<usize>,
}

/// What is said about a map text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostMap {
    /// Whether it is one.
    pub ok: bool,
    /// Why not; null if it is.
    pub error: Option<String>,
    /// What it shows, in a sentence.
    pub words: String,
    /// What is unusual about it, and allowed.
    pub warnings: Vec<String>,
    /// Water cells of its region.
    pub cells: usize,
}

pub(super) fn inspect(
    position: &Outpost,
    question: OutpostQuestion,
) -> Result<OutpostAnswer, String> {
    let known = |seat: usize| match seat {
        0..EMPIRES => Ok(seat),
        _ => Err(format!("`seat` is {seat}; expected a number from 0 to {}", EMPIRES - 1)),
    };
    let (field, rules) = (&position.field, &*position.rules);
    Ok(match question {
        OutpostQuestion::Supply { seat } => {
            let seat = known(seat)?;
            let chokes = chokes(rules, field, seat).into_iter();
            OutpostAnswer::Supply(OutpostSupply {
                grid: grid(&field.supply_area(rules, seat)),
                chokes: chokes.map(|(cell, outposts)| OutpostChoke { cell, outposts }).collect(),
            })
        }
        OutpostQuestion::Danger { seat } => {
            OutpostAnswer::Codes(danger(rules, field, known(seat)?))
        }
        OutpostQuestion::Cut { seat } => {
            OutpostAnswer::Cut(OutpostCut { indices: cut_off(rules, field, known(seat)?) })
        }
        OutpostQuestion::Value { seat } => {
            known(seat)?;
            OutpostAnswer::Codes(value(rules, field))
        }
        OutpostQuestion::Ghost { seat, cell } => {
            OutpostAnswer::Ghost(ghost(rules, field, known(seat)?, cell))
        }
        OutpostQuestion::Path { seat, from, to } => {
            known(seat)?;
            OutpostAnswer::Path(way(rules, from, to))
        }
        OutpostQuestion::Brought { seat } => {
            OutpostAnswer::Brought(alarm::brought(position, known(seat)?))
        }
        OutpostQuestion::Cell { cell } => OutpostAnswer::Cell(about_cell(rules, field, cell)),
        OutpostQuestion::Map { text } => OutpostAnswer::Map(about_map(&text)),
        OutpostQuestion::Draft { text: Some(text), .. } => {
            draft::of_text(&text).map_or_else(OutpostAnswer::Unread, OutpostAnswer::Draft)
        }
        OutpostQuestion::Draft { cells, text: None } => {
            OutpostAnswer::Draft(draft::of_cells(&cells.unwrap_or_default())?)
        }
        OutpostQuestion::RandomMap { seed } => OutpostAnswer::Draft(draft::random(seed)),
        OutpostQuestion::Until { seat, stops } => {
            OutpostAnswer::Until(alarm::until(position, known(seat)?, &stops))
        }
        OutpostQuestion::Plan { seat, text } => {
            OutpostAnswer::Plan(alarm::plan(position, known(seat)?, &text))
        }
        OutpostQuestion::Order { clauses } => OutpostAnswer::Written(order::written(&clauses)?),
    })
}

fn way(rules: &Rules, from: Cell, asked: Cell) -> OutpostPath {
    let to = rules.map.land_near(asked, from);
    let path = rules.map.path(from, to);
    let steps = (from == to || !path.is_empty()).then_some(path.len());
    let words = words::way(from, asked, to, steps);
    OutpostPath { path, steps, to, words }
}

fn danger(rules: &Rules, field: &Field, seat: usize) -> OutpostCodes {
    let own = &field.owners.own[seat];
    let near = pressed(rules, field, seat, 1);
    let far = pressed(rules, field, seat, 2);
    let code = |cell| match () {
        () if !own.contains(cell) => 0,
        () if !near.own[seat].contains(cell) => 2,
        () if !far.own[seat].contains(cell) => 1,
        () => 0,
    };
    OutpostCodes { grid: codes(code) }
}

fn value(rules: &Rules, field: &Field) -> OutpostCodes {
    let free = neutral(&field.owners);
    let most = Cells::diamond(Cell { x: 50, y: 50 }, rules.r).count();
    let code = |cell| {
        if rules.map.land.contains(cell) {
            (count_around(&free, cell, rules.r) * 9).div_ceil(most.max(1)).min(9) as u8
        } else {
            0
        }
    };
    OutpostCodes { grid: codes(code) }
}

fn about_cell(rules: &Rules, field: &Field, cell: Cell) -> OutpostCell {
    let count = |posts: &Vec<Cell>| posts.iter().filter(|&&post| post == cell).count();
    let outposts: Vec<usize> = field.posts.iter().map(count).collect();
    OutpostCell {
        words: cell_text(rules, field, cell, &outposts),
        code: field.owners.code(cell),
        water: rules.map.water.contains(cell),
        outposts,
    }
}

fn about_map(text: &str) -> OutpostMap {
    let cells = map::read(text).map_or(0, |read| read.region.len());
    match (map::SETUP.check)(text) {
        Err(error) => OutpostMap {
            ok: false,
            error: Some(error),
            words: String::new(),
            warnings: Vec::new(),
            cells,
        },
        Ok(checked) => OutpostMap {
            ok: true,
            error: None,
            words: checked.text,
            warnings: checked.warnings,
            cells,
        },
    }
}

fn ghost(rules: &Rules, field: &Field, seat: usize, cell: Cell) -> OutpostGhost {
    if !rules.map.land.contains(cell) {
        return OutpostGhost {
            diamond: Vec::new(),
            land: 0,
            water: 0,
            taken: 0,
            supplied: false,
            words: words::is_water(cell),
        };
    }
    let mut with = field.clone();
    with.posts[seat].push(cell);
    with.owners.measure(&with.posts, rules.r);
    let won = with.owners.own[seat].without(&field.owners.own[seat]);
    let [land, water] = both(&won, rules);
    let taken: u32 = (0..EMPIRES)
        .filter(|&e| e != seat)
        .map(|e| field.owners.own[e].count() - field.owners.own[e].count_in(&with.owners.own[e]))
        .sum();
    let passable = with.owners.passable(seat, &rules.map.land);
    let supplied = supplied(cell, HOMES[seat], &supply(HOMES[seat], &passable));
    let words = words::would_gain(cell, [land, water], taken, supplied);
    let diamond = Cells::diamond(cell, rules.r).iter().collect();
    OutpostGhost { diamond, land, water, taken, supplied, words }
}
