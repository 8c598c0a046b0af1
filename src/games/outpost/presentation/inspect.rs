//! Requests of the page about a position, and the responses: overlays, hover texts, map checks, written
//! orders. The modules `draft` and `alarm` answer requests about map drafts and stops.

use super::super::board::{Cell, Cells, EMPIRES, HOMES, count_around, supplied, supply};
use super::super::field::{Field, Rules};
use super::super::map;
use super::super::position::Outpost;
use super::super::survey::{both, choke_points, cut_off, neutral, owners_if_enemies_approach};
use super::alarm::{self, OutpostStop};
use super::draft::{self, OutpostDraft};
use super::order::{self, OutpostClause, OutpostWritten};
use super::task::OutpostTask;
use super::view::{codes, grid};
use super::words::{self, cell_text};
use serde::{Deserialize, Serialize};

/// A request; seats count from 0, a cell is [x, y].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", try_from = "Request")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostQuestion {
    /// The supply area of a seat and its choke points: `Supply`.
    Supply {
        /// The owner of the area.
        seat: usize,
    },
    /// A code per cell, own cells only: 2 if the cell would be lost if every enemy came one step nearer, 1 if two
    /// steps, 0 otherwise: `Codes`.
    Danger {
        /// The owner of the cells.
        seat: usize,
    },
    /// Own outposts that would be lost if every enemy came one step nearer to them: `Cut`.
    Cut {
        /// The owner of the outposts.
        seat: usize,
    },
    /// A code per land cell: the unclaimed area that an outpost there would add, in ninths of the
    /// maximum: `Codes`.
    Value {
        /// Only checked: the codes are the same for every seat.
        seat: usize,
    },
    /// The gain of the seat from an outpost on this cell: `Ghost`.
    Ghost {
        /// The seat that would own the outpost.
        seat: usize,
        /// The cell of the outpost; on water it gains nothing.
        cell: Cell,
    },
    /// The shortest way over land to a cell, or to the land nearest to it: `Path`.
    Path {
        /// Only checked: the path is the same for every seat.
        seat: usize,
        /// The start of the path.
        from: Cell,
        /// The end of the path.
        to: Cell,
    },
    /// The changes of an empire in the last turn: `Brought`.
    Brought {
        /// The seat of the empire.
        seat: usize,
    },
    /// The text of a cell for a screen reader: `Cell`.
    Cell {
        /// The cell, on land or water.
        cell: Cell,
    },
    /// Checks a map text, for the editor: `Map`.
    Map {
        /// The map text, valid or not.
        text: String,
    },
    /// The whole board from painted water cells of the region or from a map text, and what is missing for a valid
    /// map: `Draft`, or `Unread` for an invalid text.
    Draft {
        /// Water cells of the region, [x, y] from 0 to 49, in any order; ignored if `text` is set.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        cells: Option<Vec<(usize, usize)>>,
        /// A map text, used instead of `cells`.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        text: Option<String>,
    },
    /// A random region from the generator: `Draft` with `cells`.
    #[serde(rename = "random")]
    RandomMap {
        /// The seed of the generator.
        seed: u64,
    },
    /// Whether fast-forward stops here, and why: `Until`.
    Until {
        /// The seat that fast-forwards.
        seat: usize,
        /// The enabled stop conditions.
        stops: Vec<OutpostStop>,
    },
    /// The tasks after these orders, or why the orders are invalid; the turn is not played: `Plan`.
    Plan {
        /// The seat that would give the orders.
        seat: usize,
        /// The orders in notation.
        text: String,
    },
    /// The text form of orders, and their description: `Written`.
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
            "supply" => Self::Supply { seat: seat()? },
            "danger" => Self::Danger { seat: seat()? },
            "cut" => Self::Cut { seat: seat()? },
            "value" => Self::Value { seat: seat()? },
            "ghost" => Self::Ghost { seat: seat()?, cell: cell()? },
            "path" => Self::Path {
                seat: seat()?,
                from: from.ok_or_else(|| lacks("from"))?,
                to: to.ok_or_else(|| lacks("to"))?,
            },
            "brought" => Self::Brought { seat: seat()? },
            "cell" => Self::Cell { cell: cell()? },
            "map" => Self::Map { text: text.ok_or_else(|| lacks("text"))? },
            "draft" => Self::Draft { cells, text },
            "random" => Self::RandomMap { seed: seed.ok_or_else(|| lacks("seed"))? },
            "until" => Self::Until { seat: seat()?, stops: stops.ok_or_else(|| lacks("stops"))? },
            "plan" => Self::Plan { seat: seat()?, text: text.ok_or_else(|| lacks("text"))? },
            "order" => Self::Order { clauses: clauses.ok_or_else(|| lacks("clauses"))? },
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub enum OutpostAnswer {
    /// To `supply`.
    Supply {
        /// 1 for supplied cells, x-major.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
        grid: Vec<u8>,
        /// The choke points of the area.
        chokes: Vec<OutpostChoke>,
    },
    /// To `danger` and `value`.
    Codes {
        /// A code per cell, x-major.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
        grid: Vec<u8>,
    },
    /// To `cut`.
    Cut {
        /// The indices of the outposts in danger.
        indices: Vec<usize>,
    },
    /// To `ghost`: the gain from an outpost.
    Ghost {
        /// Cells within the radius of influence.
        diamond: Vec<Cell>,
        /// Land cells that the seat would gain.
        land: u32,
        /// Water cells that the seat would gain.
        water: u32,
        /// Cells that other empires would lose to it.
        taken: u32,
        /// Whether it would be supplied.
        supplied: bool,
        /// The same in a sentence, or that the cell is water.
        words: String,
    },
    /// To `path`.
    Path(OutpostPath),
    /// To `brought`.
    Brought {
        /// Sentences, the most important first.
        words: Vec<String>,
    },
    /// To `cell`.
    Cell {
        /// The description of the cell.
        words: String,
        /// 0 neutral, 1 to 4 the empires, 5 disputed.
        code: u8,
        /// Whether it is water.
        water: bool,
        /// The number of outposts of each empire on the cell.
        outposts: Vec<usize>,
    },
    /// To `map`: the result of checking a map text.
    Map {
        /// Whether the text is a valid map.
        ok: bool,
        /// The error; null if valid.
        error: Option<String>,
        /// A description of the map, in a sentence.
        words: String,
        /// Unusual but valid properties.
        warnings: Vec<String>,
        /// Water cells of its region.
        cells: usize,
    },
    /// To `draft` and `random`.
    Draft(OutpostDraft),
    /// To `draft`, if the text is no valid map.
    Unread {
        /// The problem and its location.
        error: String,
    },
    /// To `until`: whether fast-forward stops here.
    Until {
        /// The reason; null if it continues.
        stop: Option<String>,
        /// The cells concerned: of enemies near home, of outposts, of lost outposts.
        at: Vec<Cell>,
    },
    /// To `plan`: the tasks that orders would lead to.
    Plan {
        /// The reason why the orders are invalid; null if they are valid.
        error: Option<String>,
        /// The resulting task of each outpost; for one on auto the adviser's task for this turn.
        tasks: Vec<OutpostTask>,
    },
    /// To `order`.
    Written(OutpostWritten),
}

/// A cell whose loss alone would cut off outposts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostChoke {
    /// A cell of the supply area.
    pub cell: Cell,
    /// The number of outposts that its loss would cut off.
    pub outposts: u32,
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

impl OutpostQuestion {
    pub(super) fn answer(self, position: &Outpost) -> Result<OutpostAnswer, String> {
        let known = |seat: usize| match seat {
            0..EMPIRES => Ok(seat),
            _ => Err(format!("`seat` is {seat}; expected a number from 0 to {}", EMPIRES - 1)),
        };
        let (field, rules) = (&position.field, &*position.rules);
        Ok(match self {
            Self::Supply { seat } => {
                let seat = known(seat)?;
                let chokes = choke_points(rules, field, seat).into_iter();
                OutpostAnswer::Supply {
                    grid: grid(&field.supply_area(rules, seat)),
                    chokes: chokes
                        .map(|(cell, outposts)| OutpostChoke { cell, outposts })
                        .collect(),
                }
            }
            Self::Danger { seat } => {
                OutpostAnswer::Codes { grid: danger(rules, field, known(seat)?) }
            }
            Self::Cut { seat } => {
                OutpostAnswer::Cut { indices: cut_off(rules, field, known(seat)?) }
            }
            Self::Value { seat } => {
                known(seat)?;
                OutpostAnswer::Codes { grid: value(rules, field) }
            }
            Self::Ghost { seat, cell } => ghost(rules, field, known(seat)?, cell),
            Self::Path { seat, from, to } => {
                known(seat)?;
                OutpostAnswer::Path(way(rules, from, to))
            }
            Self::Brought { seat } => {
                OutpostAnswer::Brought { words: words::brought(position, known(seat)?) }
            }
            Self::Cell { cell } => about_cell(rules, field, cell),
            Self::Map { text } => about_map(&text),
            Self::Draft { text: Some(text), .. } => match draft::of_text(&text) {
                Ok(draft) => OutpostAnswer::Draft(draft),
                Err(error) => OutpostAnswer::Unread { error },
            },
            Self::Draft { cells, text: None } => {
                OutpostAnswer::Draft(draft::of_cells(&cells.unwrap_or_default())?)
            }
            Self::RandomMap { seed } => OutpostAnswer::Draft(draft::random(seed)),
            Self::Until { seat, stops } => {
                let (stop, at) = alarm::until(position, known(seat)?, &stops).unzip();
                OutpostAnswer::Until { stop, at: at.unwrap_or_default() }
            }
            Self::Plan { seat, text } => {
                let (error, tasks) = alarm::plan(position, known(seat)?, &text);
                OutpostAnswer::Plan { error, tasks }
            }
            Self::Order { clauses } => OutpostAnswer::Written(order::written(&clauses)?),
        })
    }
}

fn way(rules: &Rules, from: Cell, asked: Cell) -> OutpostPath {
    let to = rules.map.land_near(asked, from);
    let path = rules.map.path(from, to);
    let steps = (from == to || !path.is_empty()).then_some(path.len());
    let words = words::way(from, asked, to, steps);
    OutpostPath { path, steps, to, words }
}

fn danger(rules: &Rules, field: &Field, seat: usize) -> Vec<u8> {
    let own = &field.owners.own[seat];
    let near = owners_if_enemies_approach(rules, field, seat, 1);
    let far = owners_if_enemies_approach(rules, field, seat, 2);
    let code = |cell| match () {
        () if !own.contains(cell) => 0,
        () if !near.own[seat].contains(cell) => 2,
        () if !far.own[seat].contains(cell) => 1,
        () => 0,
    };
    codes(code)
}

fn value(rules: &Rules, field: &Field) -> Vec<u8> {
    let free = neutral(&field.owners);
    let most = Cells::diamond(Cell { x: 50, y: 50 }, rules.r).count();
    let code = |cell| {
        if rules.map.land.contains(cell) {
            (count_around(&free, cell, rules.r) * 9).div_ceil(most.max(1)).min(9) as u8
        } else {
            0
        }
    };
    codes(code)
}

fn about_cell(rules: &Rules, field: &Field, cell: Cell) -> OutpostAnswer {
    let count = |posts: &Vec<Cell>| posts.iter().filter(|&&post| post == cell).count();
    let outposts: Vec<usize> = field.posts.iter().map(count).collect();
    OutpostAnswer::Cell {
        words: cell_text(rules, field, cell, &outposts),
        code: field.owners.code(cell),
        water: rules.map.water.contains(cell),
        outposts,
    }
}

fn about_map(text: &str) -> OutpostAnswer {
    let cells = map::read(text).map_or(0, |read| read.region.len());
    let checked = (map::SETUP.check)(text);
    let (ok, error) = (checked.is_ok(), checked.as_ref().err().cloned());
    let (words, warnings) = checked.map_or_else(|_| Default::default(), |c| (c.text, c.warnings));
    OutpostAnswer::Map { ok, error, words, warnings, cells }
}

fn ghost(rules: &Rules, field: &Field, seat: usize, cell: Cell) -> OutpostAnswer {
    if !rules.map.land.contains(cell) {
        return OutpostAnswer::Ghost {
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
    OutpostAnswer::Ghost { diamond, land, water, taken, supplied, words }
}
