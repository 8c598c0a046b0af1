//! Setup mode for positions: the outposts of the four empires, and the number of turns played.

use super::super::board::{Cell, EMPIRES, SIDE};
use super::super::position::{MAP, Outpost, POSITION, SEAT_NAMES, home_of};
use super::super::position_text::{MOST_POSTS, PositionText, picture};
use super::words;
use crate::base::options::{OptionSpec, Options, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::game::Game;
use crate::contract::setup::{
    Draft, Editing, SetupField, SetupPiece, SetupProblem, SetupSpot, SetupTable,
};
use serde_json::Value;

/// A position of Outpost in setup mode, on its map.
pub struct OutpostDraft {
    given: PositionText,
    /// The start of its game.
    start: Outpost,
}

/// The index of the field for the turns played; the values of the other fields follow from the board.
const TURN: usize = 0;

/// The cell of a spot index: row by row from the top.
fn cell(spot: usize) -> Cell {
    Cell { x: (spot % SIDE) as u8, y: (spot / SIDE % SIDE) as u8 }
}

impl Draft for OutpostDraft {
    type Game = Outpost;
    const OPTION: &'static OptionSpec = &POSITION;
    const REPLACED: &'static [&'static str] = &[];

    /// Replaces a random map by its seeded name, because the new game has another seed.
    fn pin(options: &mut RawOptions, seed: u64) {
        if options.get(MAP.key).and_then(Value::as_str) == Some("random") {
            options.insert(MAP.key.to_owned(), Value::from(format!("random:{seed}")));
        }
    }

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        let start = Outpost::new(options, &mut Rng::new(0, Stream::Setup));
        let start = start.map_err(|error| error.to_string())?;
        let begun = text.trim().is_empty();
        let given =
            if begun { PositionText::from_field(start.field()) } else { PositionText::read(text)? };
        Ok(OutpostDraft { given, start })
    }

    fn write(position: &Outpost) -> String {
        let field = position.field();
        picture(&position.rules().map.land, field) + &PositionText::from_field(field).write()
    }
}

impl Editing for OutpostDraft {
    fn text(&self) -> String {
        self.given.write()
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        let at = cell(spot);
        let map = &self.start.rules().map;
        if !map.land.contains(at) {
            let near = map.nearest_land(at);
            return Err(words::water_at(at, near));
        }
        if self.given.posts[piece].len() >= MOST_POSTS {
            return Err(words::has_the_most(piece, MOST_POSTS));
        }
        self.given.posts[piece].push(at);
        Ok(())
    }

    /// Removes the newest outpost on this cell.
    fn remove(&mut self, spot: usize) -> Result<(), String> {
        let at = cell(spot);
        let stands = |posts: &&mut Vec<Cell>| posts.contains(&at);
        if let Some(posts) = self.given.posts.iter_mut().find(stands)
            && let Some(newest) = posts.iter().rposition(|&cell| cell == at)
        {
            posts.remove(newest);
        }
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        if field == TURN {
            self.given.turn = value;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.given = PositionText::default();
    }

    fn show(&self, table: &mut SetupTable) {
        let PositionText { turn, posts } = &self.given;
        let rules = self.start.rules();
        for spot in 0..SIDE * SIDE {
            let at = cell(spot);
            let letter = |empire: usize| char::from(b'A' + empire as u8);
            table.spots.push(SetupSpot {
                name: at.to_string(),
                x: f64::from(at.x),
                y: f64::from(at.y),
                terrain: if rules.map.land.contains(at) { "board" } else { "water" },
                piece: None,
                count: 0,
                group: home_of(at).map(letter),
            });
        }
        for (empire, posts) in posts.iter().enumerate() {
            for at in posts {
                let spot = &mut table.spots[usize::from(at.y) * SIDE + usize::from(at.x)];
                spot.piece = spot.piece.or(Some(empire));
                spot.count += 1;
            }
        }
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let label = words::outpost_piece(name);
            table.pieces.push(SetupPiece::new(seat, label, "outpost"));
        }
        let last = rules.turns.saturating_sub(1);
        table.fields.push(SetupField::number(words::TURNS_PLAYED, *turn, 0, last.max(*turn)));
        if let Some(wet) = self.given.outpost_in_water(&rules.map.land) {
            let spot = usize::from(wet.y) * SIDE + usize::from(wet.x);
            table.problems.push(SetupProblem::at(spot, words::in_the_water(wet)));
            return;
        }
        let field = self.start.field_of(&self.given);
        for empire in 0..EMPIRES {
            let (has, name) = (posts[empire].len() as u32, SEAT_NAMES[empire]);
            let label = words::outposts_of(name);
            table.fields.push(SetupField::number(label, has, has, has).for_seat(empire));
            let afford = field.afford(rules, empire);
            if has > afford {
                table.notes.push(words::cannot_pay(name, has, afford));
            }
        }
        if *turn >= rules.turns {
            table.notes.push(words::all_played(rules.turns));
        }
    }
}
