//! The text form of a position: a map's text with the current tiles, followed by lines such as these, all of them
//! optional.
//!
//! ```text
//! to move: 2
//! overrides: 1 0 3
//! bombs: 0 0 1
//! phase: 2
//! out: 3
//! ```

use super::map::{MOST, Map, MapError};
use crate::contract::game::{MAX_SEATS, Seat, Seats};
use crate::contract::setup::entries;

/// The keys of the lines after the map, in writing order.
const KEYS: [&str; 5] = ["to move", "overrides", "bombs", "phase", "out"];

/// A map with stones, and the stocks of the players.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionText {
    /// The map with its current tiles.
    pub map: Map,
    /// The seat to move, if it can move.
    pub mover: Seat,
    /// Override stones in hand, by seat.
    pub overrides: [u32; MAX_SEATS],
    /// Bombs in hand, by seat.
    pub bombs: [u32; MAX_SEATS],
    /// Whether the position is in the bomb phase.
    pub elimination: bool,
    /// The disqualified seats; the text lists them as players, from 1.
    pub out: Seats,
}

impl PositionText {
    /// The start position on a map.
    pub fn on(map: Map) -> PositionText {
        PositionText {
            mover: 0,
            overrides: [map.overrides; MAX_SEATS],
            bombs: [map.bombs; MAX_SEATS],
            elimination: false,
            out: Seats::NONE,
            map,
        }
    }

    /// Parses a position.
    ///
    /// # Errors
    /// The problem, with line and column, and the expected input.
    pub fn read(text: &str) -> Result<PositionText, String> {
        let begun: usize = text
            .split_inclusive('\n')
            .take_while(|line| !line.contains([':', '\u{ff1a}']))
            .map(str::len)
            .sum();
        let (head, tail) = text.split_at(begun);
        let map = Map::parse(head).map_err(|error: MapError| error.to_string())?;
        let above = head.matches('\n').count();
        let players = usize::from(map.players);
        let mut given = PositionText::on(map);
        for (place, entry) in entries(tail, above, KEYS)?.into_iter().enumerate() {
            let Some(entry) = entry else { continue };
            let most = if (1..3).contains(&place) { MOST } else { MAX_SEATS as u32 };
            let numbers = entry.numbers(most)?;
            let player = |number: u32| {
                let seat = (number as usize).checked_sub(1).filter(|&seat| seat < players);
                seat.ok_or_else(|| entry.wrong(format!("expected a player from 1 to {players}")))
            };
            match (place, &numbers[..]) {
                (0, &[number]) => given.mover = player(number)?,
                (1 | 2, stock) if stock.len() == players => {
                    let held = if place == 1 { &mut given.overrides } else { &mut given.bombs };
                    held[..players].copy_from_slice(stock);
                }
                (1 | 2, _) => {
                    let message = format!("expected a number for each of {players} players");
                    return Err(entry.wrong(message));
                }
                (3, &[phase @ (1 | 2)]) => given.elimination = phase == 2,
                (3, _) => return Err(entry.wrong("expected phase 1 (stones) or 2 (bombs)")),
                (4, numbers) => {
                    for &number in numbers {
                        given.out = given.out.with(player(number)?);
                    }
                }
                _ => return Err(entry.wrong(format!("expected one player from 1 to {players}"))),
            }
        }
        Ok(given)
    }

    /// Writes the position in its text form.
    pub fn write(&self) -> String {
        let players = usize::from(self.map.players);
        let list =
            |numbers: &[u32]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
        let mut text = format!("{}to move: {}\n", self.map, self.mover + 1);
        text += &format!("overrides:{}\n", list(&self.overrides[..players]));
        text += &format!("bombs:{}\n", list(&self.bombs[..players]));
        text += &format!("phase: {}\n", 1 + u8::from(self.elimination));
        let out: Vec<u32> = self.out.iter().map(|seat| seat as u32 + 1).collect();
        if !out.is_empty() {
            text += &format!("out:{}\n", list(&out));
        }
        text
    }
}
