//! The features of Isolation, for formulas of the Lab. [`super::heuristics`] measures the parts of the source's heuristics,
//! so that formulas and bots cannot differ.

use super::board::{Cell, Cells, count, reached_first};
use super::heuristics::Measure;
use super::position::Isolation;
use crate::contract::features::{Feature, Featured, Part, Wanted, features, yes};
use crate::contract::game::Seat;

/// A position from the view of a seat.
struct FeatureContext<'a> {
    position: &'a Isolation,
    seat: Seat,
}

impl FeatureContext<'_> {
    fn measured(&self, measure: Measure) -> f64 {
        measure.value(self.position, self.seat) as f64 / 1000.0
    }

    fn other(&self) -> Seat {
        self.seat ^ 1
    }

    /// The number of cells that the knight of `seat` reaches first.
    fn first(&self, seat: Seat) -> f64 {
        let (free, turn) = (self.position.free(), self.position.turn());
        self.both(|a, b| reached_first([a, b], turn, free)).map_or(0.0, |first| number(first[seat]))
    }

    /// 1 in the middle of the board, 0 in its corners; also before the knight is placed.
    fn centrality(&self, seat: Seat) -> f64 {
        let size = self.position.size();
        let off = |at: u8, side: u8| (2.0 * f64::from(at) - f64::from(side - 1)).abs();
        self.position.knight(seat).map_or(0.0, |cell| {
            let (x, y) = (off(cell.column(), size.width()), off(cell.row(), size.height()));
            1.0 - x.max(y) / f64::from(size.width().max(size.height()) - 1)
        })
    }

    fn both<T>(&self, of: impl Fn(Cell, Cell) -> T) -> Option<T> {
        Some(of(self.position.knight(0)?, self.position.knight(1)?))
    }

    fn cells(&self) -> f64 {
        f64::from(count(self.position.size().cells()))
    }
}

fn number(cells: Cells) -> f64 {
    f64::from(count(cells))
}

features! { FeatureContext<'_>;
    own_moves: "moves", 0 to 121, "cells that your knight can move to; before it is placed, all free cells"
        => |s| number(s.position.targets(s.seat));
    opponent_moves: "moves", 0 to 121, "cells that the opponent's knight can move to"
        => |s| number(s.position.targets(s.other()));
    own_next_moves: "moves", 0 to 968, "total moves from all cells that your knight can move to, on the current board"
        => |s| s.measured(Measure::OwnNext);
    opponent_next_moves: "moves", 0 to 968, "total moves from all cells that the opponent's knight can move to, on the current board"
        => |s| s.measured(Measure::TheirNext);
    shared_moves: "moves", 0 to 121, "cells that both knights can move to"
        => |s| number(s.position.targets(0) & s.position.targets(1));
    own_corner_moves: "moves", 0 to 4, "your moves into a corner"
        => |s| s.measured(Measure::OwnCorners);
    opponent_corner_moves: "moves", 0 to 4, "the opponent's moves into a corner"
        => |s| s.measured(Measure::TheirCorners);
    own_reach: "cells", 0 to 121, "cells that your knight can reach in any number of moves"
        => |s| number(s.position.region(s.seat));
    opponent_reach: "cells", 0 to 121, "cells that the opponent's knight can reach in any number of moves"
        => |s| number(s.position.region(s.other()));
    shared_reach: "cells", 0 to 121, "cells that both knights can reach in any number of moves"
        => |s| number(s.position.region(0) & s.position.region(1));
    own_first: "cells", 0 to 121, "cells that your knight can reach first: in fewer moves, or in as many if it moves next; 0 before both are placed"
        => |s| s.first(s.seat);
    opponent_first: "cells", 0 to 121, "cells that the opponent's knight can reach first; 0 before both are placed"
        => |s| s.first(s.other());
    separated: "yes or no", 0 to 1, "1 when no cell can be reached by both knights, so each plays alone"
        => |s| yes(s.both(|_, _| ()).is_some() && s.position.region(0) & s.position.region(1) == 0);
    own_distance: "cells", 0 to 8, "distance of your knight from (height/2, width/2), counted from the top left as in the source; 0 before it is placed"
        => |s| s.measured(Measure::OwnDistance);
    opponent_distance: "cells", 0 to 8, "distance of the opponent's knight from (height/2, width/2); 0 before it is placed"
        => |s| s.measured(Measure::TheirDistance);
    own_distance_squared: "cells squared", 0 to 61, "exact square of own_distance"
        => |s| s.measured(Measure::Away);
    centrality: "share", 0 to 1, "1 when your knight is in the centre, 0 on the edge of a square board and before it is placed"
        => |s| s.centrality(s.seat);
    opponent_centrality: "share", 0 to 1, "1 when the opponent's knight is in the centre, 0 on the edge of a square board"
        => |s| s.centrality(s.other());
    knights_apart: "cells", 0 to 10, "distance between the knights in columns or rows, whichever is larger; 0 before both are placed"
        => |s| s.both(|a, b| a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))).map_or(0.0, f64::from);
    facing: "yes or no", 0 to 1, "1 when the knights are a knight's move apart"
        => |s| yes(s.both(|a, b| a.knight() & b.alone() != 0) == Some(true));
    same_colour: "yes or no", 0 to 1, "1 when the knights are on cells of the same colour; much then depends on whose turn it is"
        => |s| yes(s.both(Cell::same_colour) == Some(true));
    own_turn: "yes or no", 0 to 1, "1 when it is your turn"
        => |s| yes(s.position.turn() == s.seat);
    free_cells: "cells", 0 to 121, "cells that are still free"
        => |s| number(s.position.free());
    free_parity: "yes or no", 0 to 1, "1 when the number of free cells is odd"
        => |s| f64::from(count(s.position.free()) % 2);
    filled: "share", 0 to 1, "share of cells that are closed"
        => |s| 1.0 - number(s.position.free()) / s.cells();
    plies: "plies", 0 to 121, "cells that have been visited, including the placements"
        => |s| s.position.plies() as f64;
}

impl Featured for Isolation {
    fn features() -> &'static [Feature] {
        FEATURES
    }

    #[inline]
    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let seen = FeatureContext { position: self, seat: seat & 1 };
        for (place, value) in wanted.places().zip(values) {
            *value = match place {
                // The features of most formulas, without a call.
                0 => number(self.targets(seat & 1)),
                1 => number(self.targets(seat & 1 ^ 1)),
                _ => MEASURES.get(place).map_or(0.0, |measure| measure(&seen)),
            };
        }
    }

    fn exact_number(key: &str) -> Option<usize> {
        Measure::number(key)
    }

    #[inline]
    fn exact(&self, seat: Seat, parts: &[Part], mut sink: impl FnMut(&Part, i64)) {
        for part in parts {
            sink(part, Measure::numbered(part.number).value(self, seat));
        }
    }
}
