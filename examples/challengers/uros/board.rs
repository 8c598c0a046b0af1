//! A board for fast random games: sets of squares instead of a checked position. It uses nothing but the rules.

use totora::games::uros::geometry::{
    HOUSES, ISLANDS, Island, LAKE, Square, Squares, Turn, beside, bits, connected,
};
use totora::games::uros::moves::{Written, parse};
use totora::games::uros::position_text::PositionText;
use totora::games::uros::{Move, Uros};
use totora::search::mcts::PlayoutRng;

/// The houses of which `near` are built next to a village of their player, where that is possible.
pub(crate) const HOUSES_DRAWN: usize = 16;

/// A position of a random game.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    land: Squares,
    houses: [Squares; 2],
    pool: [u8; 2],
    mover: usize,
    left: u8,
    /// Islands of the Reedbed, one bit each.
    reedbed: u16,
    /// Houses by island and player, a bit for each square of the island.
    marks: [[u8; 2]; ISLANDS],
    /// The island on each Lake square, and the number of its square.
    names: [(u8, u8); 64],
    /// The squares of each island on the Lake.
    islands: [Squares; ISLANDS],
}

impl Board {
    pub(crate) fn of(position: &Uros) -> Option<Board> {
        let mut board = Board {
            land: 0,
            houses: [0; 2],
            pool: [HOUSES; 2],
            mover: 0,
            left: 0,
            reedbed: (1 << ISLANDS) - 1,
            marks: [[0; 2]; ISLANDS],
            names: [(0, 0); 64],
            islands: [0; ISLANDS],
        };
        let text = PositionText::from(position);
        // Houses before islands, so that islands carry them.
        for (key, player) in [("red:", 0), ("blue:", 1), ("lake:", 0)] {
            let written = text.write();
            let line = written.lines().find_map(|line| line.strip_prefix(key));
            for word in line.unwrap_or_default().split_whitespace() {
                let Ok(Written::Move(mv)) = parse(word) else { return None };
                (board.mover, board.left) = (player, 2);
                board.play(&mv);
            }
        }
        (board.mover, board.left) = (text.mover, text.left);
        Some(board)
    }

    pub(crate) fn play(&mut self, mv: &Move) {
        match *mv {
            Move::House { island, square } => {
                let at = island.index();
                self.marks[at][self.mover] |= 1 << square;
                self.pool[self.mover] -= 1;
                for on in bits(self.islands[at]) {
                    if self.names[on.set().trailing_zeros() as usize].1 == square {
                        self.houses[self.mover] |= on.set();
                    }
                }
            }
            Move::Island { island, turn, corner } => self.place(island, turn, corner),
            Move::End | Move::Agree => return,
        }
        self.next();
    }

    fn place(&mut self, island: Island, turn: Turn, corner: Square) {
        let (at, turned) = (island.index(), island.turned(turn));
        self.reedbed &= !(1 << at);
        self.islands[at] = turned.at(corner);
        self.land |= self.islands[at];
        for square in 0..island.size() {
            let on = turned.square_at(square, corner);
            self.names[on.trailing_zeros() as usize] = (at as u8, square as u8);
            for player in 0..2 {
                if self.marks[at][player] >> square & 1 != 0 {
                    self.houses[player] |= on;
                }
            }
        }
    }

    fn next(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            (self.mover, self.left) = (1 - self.mover, 2);
        }
    }

    /// Plays a random game to the end, and calls `seen` with the player and the key of every placement.
    pub(crate) fn play_out(
        &mut self,
        near: usize,
        rng: &mut PlayoutRng,
        mut seen: impl FnMut(usize, u16),
    ) {
        let mut fits = [(Island::ALL[0], Turn::ALL[0], 0); 4 * ISLANDS];
        let (mut kinds, mut places, mut land) = (0, 0, !0);
        loop {
            if land != self.land {
                (kinds, places, land) = (0, 0, self.land);
                for island in Island::ALL.into_iter().filter(|i| self.reedbed >> i.index() & 1 != 0)
                {
                    for turn in Turn::ALL {
                        let corners = island.turned(turn).fits(LAKE & !land);
                        if corners != 0 {
                            fits[kinds] = (island, turn, corners);
                            places += corners.count_ones() as usize;
                            kinds += 1;
                        }
                    }
                }
            }
            let open = self.land & !(self.houses[0] | self.houses[1]);
            if places == 0 && (open == 0 || self.pool[self.mover] == 0) {
                return;
            }
            let fitting = fits[..kinds].iter().fold(0, |all: u16, fit| all | 1 << fit.0.index());
            let dry = Island::ALL.into_iter().filter(|island| fitting >> island.index() & 1 != 0);
            let free = |island: Island| {
                let [red, blue] = self.marks[island.index()];
                !(red | blue) & ((1 << island.size()) - 1)
            };
            let dry_free: usize = dry.clone().map(|i| free(i).count_ones() as usize).sum();
            let houses =
                if self.pool[self.mover] == 0 { 0 } else { open.count_ones() as usize + dry_free };
            let mut drawn = rng.below(houses + places);
            if drawn >= houses {
                drawn -= houses;
                let mut chosen = fits[0];
                for &fit in &fits[..kinds] {
                    chosen = fit;
                    let here = fit.2.count_ones() as usize;
                    if drawn < here {
                        break;
                    }
                    drawn -= here;
                }
                let (island, turn, corners) = chosen;
                let Some(corner) = bits(corners).nth(drawn) else { return };
                // An empty island that looks alike after a half turn has two turns in the list of moves.
                let alike = island.half_turn_alike() && self.marks[island.index()] == [0; 2];
                let named = if alike { Turn::ALL[turn.quarters() & 1] } else { turn };
                seen(self.mover, key(&Move::Island { island, turn: named, corner }));
                self.place(island, turn, corner);
                self.next();
                continue;
            }
            let beside = beside(self.houses[self.mover]) & open;
            let joins = beside != 0 && rng.below(HOUSES_DRAWN) < near;
            let among = if joins { beside } else { open };
            if joins {
                drawn = rng.below(among.count_ones() as usize);
            }
            if drawn < among.count_ones() as usize {
                let mut rest = among;
                (0..drawn).for_each(|_| rest &= rest - 1);
                let bit = rest.trailing_zeros() as usize;
                let (island, square) = self.names[bit];
                self.marks[usize::from(island)][self.mover] |= 1 << square;
                self.houses[self.mover] |= 1 << bit;
                seen(self.mover, u16::from(island) * 8 + u16::from(square));
            } else {
                drawn -= among.count_ones() as usize;
                for island in dry {
                    let mut rest = free(island);
                    let here = rest.count_ones() as usize;
                    if drawn < here {
                        (0..drawn).for_each(|_| rest &= rest - 1);
                        let square = rest.trailing_zeros() as u16;
                        self.marks[island.index()][self.mover] |= 1 << square;
                        seen(self.mover, island.index() as u16 * 8 + square);
                        break;
                    }
                    drawn -= here;
                }
            }
            self.pool[self.mover] -= 1;
            self.next();
        }
    }

    /// Red's points: a win 1, a draw one half, with a little more for every house of lead.
    pub(crate) fn points(&self) -> f32 {
        let best = |mut rest: Squares| {
            let (all, mut best) = (rest, (0, 0));
            while rest != 0 {
                let village = connected(rest & rest.wrapping_neg(), all);
                rest &= !village;
                let islands = self.islands.iter().filter(|&island| island & village != 0).count();
                best = best.max((village.count_ones(), islands));
            }
            best
        };
        let [red, blue] = self.houses.map(best);
        let lead = red.0 as f32 - blue.0 as f32;
        let won = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        won + 0.01 * lead
    }
}

/// The number of different keys.
pub(crate) const KEYS: usize = (8 + 4 * 36) * ISLANDS;

/// A number for each placement.
pub(crate) fn key(mv: &Move) -> u16 {
    (match *mv {
        Move::House { island, square } => island.index() * 8 + usize::from(square),
        Move::Island { island, turn, corner } => {
            8 * ISLANDS + (island.index() * 4 + turn.quarters()) * 36 + corner.index()
        }
        Move::End | Move::Agree => 0,
    }) as u16
}
