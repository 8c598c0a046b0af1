//! Requests of the page about a position, and the responses: overlays, hover texts, map checks, written
//! orders. The modules `draft` and `alarm` answer requests about map drafts and stops.

use super::super::board::{Cell, Cells, EMPIRES, HOMES, count_around, supplied, supply};
use super::super::field::{Field, Rules};
use super::super::map;
use super::super::position::Outpost;
use super::super::survey::{both, choke_points, cut_off, neutral, owners_if_enemies_approach};
use super::alarm::{self, OutpostBrought, OutpostPlan, OutpostStop, OutpostUntil};
use super::draft::{self, OutpostDraft, OutpostUnread};
use super::order::{self, OutpostClause, OutpostWritten};
use super::view::{codes, grid};
use super::words::{self, cell_text};
use serde::{Deserialize, Serialize};

/// A request; seats count from 0, a cell is [x, y].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", try_from = "Request")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostQuestion {
    /// The supply area of a seat and its choke points: `OutpostSupply`.
    Supply {
        /// The seat.
        seat: usize,
    },
    /// A code per cell, own cells only: 2 if the cell would be lost if every enemy came one step nearer, 1 if two
    /// steps, 0 otherwise: `OutpostCodes`.
    Danger {
        /// The seat.
        seat: usize,
    },
    /// Own outposts that would be lost if every enemy came one step nearer to them: `OutpostCut`.
    Cut {
        /// The seat.
        seat: usize,
    },
    /// A code per land cell: the unclaimed area that an outpost there would add, in ninths of the
    /// maximum: `OutpostCodes`.
    Value {
        /// The seat.
        seat: usize,
    },
    /// The gain of the seat from an outpost on this cell: `OutpostGhost`.
    Ghost {
        /// The seat.
        seat: usize,
        /// The cell.
        cell: Cell,
    },
    /// The shortest way over land to a cell, or to the land nearest to it: `OutpostPath`.
    Path {
        /// The seat.
        seat: usize,
        /// The start of the path.
        from: Cell,
        /// The end of the path.
        to: Cell,
    },
    /// The changes of an empire in the last turn: `OutpostBrought`.
    Brought {
        /// The seat.
        seat: usize,
    },
    /// The text of a cell for a screen reader: `OutpostCell`.
    Cell {
        /// The cell.
        cell: Cell,
    },
    /// Checks a map text, for the editor: `OutpostMap`.
    Map {
        /// The text.
        text: String,
    },
    /// The whole board from painted water cells of the region or from a map text, and what is missing for a valid
    /// map: `OutpostDraft`, or `OutpostUnread` for an invalid text.
    Draft {
        /// Water cells of the region, [x, y] from 0 to 49, in any order; ignored if `text` is set.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        cells: Option<Vec<(usize, usize)>>,
        /// A map text.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        text: Option<String>,
    },
    /// A random region from the generator: `OutpostDraft` with `cells`.
    #[serde(rename = "random")]
    RandomMap {
        /// The seed of the generator.
        seed: u64,
    },
    /// Whether fast-forward stops here, and why: `OutpostUntil`.
    Until {
        /// The seat that fast-forwards.
        seat: usize,
        /// The enabled stop conditions.
        stops: Vec<OutpostStop>,
    },
    /// The tasks after these orders, or why the orders are invalid; the turn is not played: `OutpostPlan`.
    Plan {
        /// The seat.
        seat: usize,
        /// The orders.
        text: String,
    },
    /// The text form of orders, and their description: `OutpostWritten`.
    Order {
        /// The orders, in sequence.
        clauses: Vec<OutpostClause>,
    },
}

/// A request as received. Deserializing the enum itself would generate thirteen field readers in one function,
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

/// The request names, for the error message of an unknown request.
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

/// A response; the request determines its variant.
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
    /// To `draft`, if the text is no valid map.
    Unread(OutpostUnread),
    /// To `until`.
    Until(OutpostUntil),
    /// To `plan`.
    Plan(OutpostPlan),
    /// To `order`.
    Written(OutpostWritten),
}

/// A cell whose loss alone would cut off outposts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostChoke {
    /// The cell.
    pub cell: Cell,
    /// The number of outposts.
    pub outposts: u32,
}

/// The supply area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostSupply {
    /// 1 for supplied cells, x-major.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub grid: Vec<u8>,
    /// Its choke points.
    pub chokes: Vec<OutpostChoke>,
}

/// A code per cell.
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

/// The gain from an outpost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostGhost {
    /// Cells within the radius of influence.
    pub diamond: Vec<Cell>,
    /// Land cells that the seat would gain.
    pub land: u32,
    /// Water cells that the seat would gain.
    pub water: u32,
    /// Cells that other empires would lose to it.
    pub taken: u32,
    /// Whether it would be supplied.
    pub supplied: bool,
    /// In a sentence.
    pub words: String,
}

/// A path over land to a cell, or to the land nearest to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostPath {
    /// Its cells, without the first.
    pub path: Vec<Cell>,
    /// The number of steps; null if there is no path.
    pub steps: Option<usize>,
    /// The end of the path: the requested cell or, for water, the land nearest to it.
    pub to: Cell,
    /// In words: "goes to 28,19, 12 steps", "28,18 is water: goes to 28,19, 12 steps".
    pub words: String,
}

/// Details of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostCell {
    /// The description of the cell.
    pub words: String,
    /// 0 neutral, 1 to 4 the empires, 5 disputed.
    pub code: u8,
    /// Whether it is water.
    pub water: bool,
    /// The number of outposts of each empire on the cell.
    pub outposts: Vec<usize>,
}

/// The result of checking a map text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostMap {
    /// Whether the text is a valid map.
    pub ok: bool,
    /// The error; null if valid.
    pub error: Option<String>,
    /// A description of the map, in a sentence.
    pub words: String,
    /// Unusual but valid properties.
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
            let chokes = choke_points(rules, field, seat).into_iter();
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
    let near = owners_if_enemies_approach(rules, field, seat, 1);
    let far = owners_if_enemies_approach(rules, field, seat, 2);
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
