//! Requests of the map editor: the whole board for a painted region, the problems that make
//! it invalid, and their cells; and start regions.

use super::super::board::Cell;
use super::super::map::{self, REGION, WATER};
use super::view::grid;
use super::words;
use crate::base::rng::{Rng, Stream};
use serde::Serialize;

/// The result of a painted region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostDraft {
    /// 1 for the water of the whole board, x-major.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub grid: Vec<u8>,
    /// Water cells of the region.
    pub count: usize,
    /// The number of water cells of a valid map.
    pub needed: usize,
    /// Land of the region that cannot be reached.
    pub cut: Vec<Cell>,
    /// Corners of the region that are under water.
    pub corners: Vec<Cell>,
    /// Whether a game can start on it.
    pub ok: bool,
    /// Instructions, one sentence each.
    pub words: Vec<String>,
    /// The map as text: a line `x y` for each water cell of the region.
    pub text: String,
    /// The water cells of the region, if it was not painted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub cells: Option<Vec<Cell>>,
}

/// From water cells of the region.
pub(super) fn of_cells(cells: &[(usize, usize)]) -> Result<OutpostDraft, String> {
    let mut wet = [false; REGION * REGION];
    for &(x, y) in cells {
        if x >= REGION || y >= REGION {
            return Err("`cells` must be pairs of whole numbers from 0 to 49".to_owned());
        }
        wet[x * REGION + y] = true;
    }
    Ok(judge(&map::region(|at| wet[at]), false))
}

/// From a map text.
pub(super) fn of_text(text: &str) -> Result<OutpostDraft, String> {
    Ok(judge(&map::read(text)?.region, true))
}

/// From the generator.
pub(super) fn random(seed: u64) -> OutpostDraft {
    judge(&map::generate(&mut Rng::new(seed & crate::base::rng::MAX_SEED, Stream::Setup)), true)
}

fn judge(region: &[Cell], with_cells: bool) -> OutpostDraft {
    let last = REGION as u8 - 1;
    let corner = |cell: &Cell| [0, last].contains(&cell.x) && [0, last].contains(&cell.y);
    let corners: Vec<Cell> = region.iter().copied().filter(corner).collect();
    let home = corners.iter().any(|cell| cell.x == 0 && cell.y == 0);
    let cut = if home { Vec::new() } else { map::cut_off(region) };
    let mut said = Vec::new();
    if home {
        said.push(words::HOME_IS_WET.to_owned());
    }
    if !cut.is_empty() {
        said.push(words::cut_land(cut.len()));
    }
    if !home && !corners.is_empty() {
        said.push(words::CORNER_IS_WET.to_owned());
    }
    if region.len() != WATER {
        said.push(words::water_to_go(region.len(), WATER));
    }
    let ok = !home && cut.is_empty();
    if said.is_empty() {
        said.push(words::VALID_MAP.to_owned());
    }
    OutpostDraft {
        grid: grid(&map::unfold(region)),
        count: region.len(),
        needed: WATER,
        cut,
        corners,
        ok,
        words: said,
        text: map::write(region),
        cells: with_cells.then(|| region.to_vec()),
    }
}
