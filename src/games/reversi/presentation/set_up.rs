//! Setup mode for positions: stones and tiles, override stones and bombs of each player, the seat to move. The map
//! itself (its size, its players, its transitions) belongs to the map editor.

use super::super::map::{MOST, Map, Tile};
use super::super::names::name;
use super::super::position::{MAP, POSITION, Phase, Reversi, player};
use super::super::position_text::PositionText;
use super::words;
use crate::base::options::{OptionSpec, Options};
use crate::contract::setup::{Draft, Editing, SetupField, SetupPiece, SetupSpot, SetupTable};

/// A position of Reversi XT in setup mode.
pub struct ReversiDraft(PositionText);

/// The fields, by their index in the list; then override stones, bombs and whether it plays, for each player.
const MOVER: usize = 0;
const PHASE: usize = 1;
const FIRST: usize = 2;

impl ReversiDraft {
    fn players(&self) -> usize {
        usize::from(self.0.map.players)
    }

    /// The piece that represents a tile.
    fn piece(&self, tile: Tile) -> Option<usize> {
        match tile {
            Tile::Stone(player) => Some(usize::from(player) - 1),
            _ => words::PIECES
                .iter()
                .position(|&(other, _)| other == tile)
                .map(|at| self.players() + at),
        }
    }

    fn change(&mut self, spot: usize, tile: Tile) -> Result<(), String> {
        let before = std::mem::replace(&mut self.0.map.tiles[spot], tile);
        // Only adding or removing a hole can affect transitions.
        if (before == Tile::Hole) != (tile == Tile::Hole)
            && let Some(problem) = Map::problems(&self.0.map.to_string()).into_iter().next()
        {
            self.0.map.tiles[spot] = before;
            return Err(words::transition_in_the_way(&problem.message));
        }
        Ok(())
    }
}

impl Draft for ReversiDraft {
    type Game = Reversi;
    const OPTION: &'static OptionSpec = &POSITION;
    const REPLACED: &'static [&'static str] = &[MAP.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            let map = options.parsed::<Map>(&MAP).map_err(|error| error.to_string())?;
            return Ok(ReversiDraft(PositionText::on(Map::clone(&map))));
        }
        PositionText::read(text).map(ReversiDraft)
    }

    fn write(position: &Reversi) -> String {
        PositionText::from(position).write()
    }
}

impl Editing for ReversiDraft {
    fn text(&self) -> String {
        self.0.write()
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        let tile = match piece.checked_sub(self.players()) {
            None => Tile::Stone(piece as u8 + 1),
            Some(other) => words::PIECES.get(other).map_or(Tile::Empty, |&(tile, _)| tile),
        };
        self.change(spot, tile)
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        self.change(spot, Tile::Empty)
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        match field {
            MOVER => self.0.mover = value as usize,
            PHASE => self.0.elimination = value == 1,
            _ => {
                let (seat, what) = ((field - FIRST) / 3, (field - FIRST) % 3);
                match what {
                    0 => self.0.overrides[seat] = value,
                    1 => self.0.bombs[seat] = value,
                    _ if value == 1 => self.0.out = self.0.out.with(seat),
                    _ => self.0.out = self.0.out.without(seat),
                }
            }
        }
        Ok(())
    }

    fn clear(&mut self) {
        for tile in &mut self.0.map.tiles {
            if matches!(tile, Tile::Stone(_) | Tile::Expansion) {
                *tile = Tile::Empty;
            }
        }
        self.0.elimination = false;
    }

    fn show(&self, table: &mut SetupTable) {
        let PositionText { map, mover, overrides, bombs, elimination, out } = &self.0;
        let width = usize::from(map.width);
        for (spot, &tile) in map.tiles.iter().enumerate() {
            let (x, y) = (spot % width, spot / width);
            table.spots.push(SetupSpot {
                name: name(x as u8, y as u8),
                x: x as f64,
                y: y as f64,
                terrain: if tile == Tile::Hole { "hole" } else { "board" },
                piece: self.piece(tile),
                count: 1,
                group: None,
            });
        }
        let names: Vec<String> = (0..self.players()).map(player).collect();
        for (seat, player) in names.iter().enumerate() {
            let label = words::stone_piece(player);
            table.pieces.push(SetupPiece::new(seat, label, "stone"));
        }
        for (tile, label) in words::PIECES {
            let look = match tile {
                Tile::Expansion => "block",
                Tile::Hole => "hole",
                _ => "letter",
            };
            let letter = (look == "letter").then(|| tile.letter());
            table.pieces.push(SetupPiece {
                label: label.to_owned(),
                look,
                letter,
                ..SetupPiece::default()
            });
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        table.fields.push(SetupField::choice(words::TO_MOVE, *mover, &names));
        let phase = usize::from(*elimination);
        table.fields.push(SetupField::choice(words::PHASE, phase, &words::PHASES));
        for (seat, player) in names.iter().enumerate() {
            let stocks = [
                (words::overrides_of(player), overrides[seat]),
                (words::bombs_of(player), bombs[seat]),
            ];
            for (label, held) in stocks {
                table.fields.push(SetupField::number(label, held, 0, MOST).for_seat(seat));
            }
            let label = words::whether_it_plays(player);
            let is_out = usize::from(out.contains(seat));
            table.fields.push(SetupField::choice(label, is_out, &words::TAKES_PART).for_seat(seat));
        }
        let position = Reversi::given(&self.0);
        if position.phase() != Phase::Over && position.turn() != *mover {
            let (asked, turn) = (names[*mover], names[position.turn()]);
            table.notes.push(words::turn_passes(asked, turn));
        }
    }
}
