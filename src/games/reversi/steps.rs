//! The targets of steps, for every tile and heading of a map; see `board` for the definition of a state. Stones and
//! rules are outside this module.

use super::map::{Map, STEPS, Tile};

/// No state, or no tile.
pub(super) const NONE: u16 = u16::MAX;
/// Bits of a word.
pub(super) const WORD: usize = 64;

/// The next state of each state.
pub(super) fn steps(map: &Map) -> Vec<u16> {
    let width = usize::from(map.width);
    let mut steps = vec![NONE; map.tiles.len() * 8];
    for (tile, _) in map.tiles.iter().enumerate().filter(|(_, tile)| **tile != Tile::Hole) {
        for direction in 0..STEPS.len() {
            let (x, y) = ((tile % width) as u8, (tile / width) as u8);
            if let Some((x, y)) = map.neighbour(x, y, direction as u8) {
                let next = usize::from(y) * width + usize::from(x);
                steps[tile * 8 + direction] = (next * 8 + direction) as u16;
            }
        }
    }
    for &[one, other] in &map.transitions {
        let state = |x: u8, y: u8, direction: u8| {
            (usize::from(y) * width + usize::from(x)) * 8 + usize::from(direction)
        };
        // A walk that arrives at a border heads away from it.
        let out = |end: super::map::Border| state(end.x, end.y, (end.direction + 4) % 8) as u16;
        steps[state(one.x, one.y, one.direction)] = out(other);
        steps[state(other.x, other.y, other.direction)] = out(one);
    }
    steps
}
