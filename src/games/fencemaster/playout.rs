//! Fast random games: a Monte Carlo search needs thousands of them per second.
//!
//! The empty cells are drawn in uniformly random order without legality checks,
//! until a player has won or none is left. A [`Playouts`] allocates only when it is created.
//!
//! On large boards, loops decide random games far more often than good games. So loops can
//! be restricted to those through a number of stones from before the random game
//! (a parameter of `Playouts::new`; T. Ewalds' Havannah engine uses 3).

use super::board::{Board, LOOP};
use super::geometry::{Geometry, MOST_CELLS, PLACES, Place, around};
use super::position::{FenceMaster, GameStatus, Rules};
use crate::contract::game::Seat;

/// A fast generator for playouts (SplitMix64), seeded from the game's own generator.
#[derive(Clone, Debug)]
pub struct Quick(u64);

impl Quick {
    /// Creates the generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Quick(seed)
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        crate::base::util::mix64(self.0)
    }
}

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// The winning structure, as bits of [`super::board`].
    pub won: u8,
    /// The number of stones placed.
    pub plies: usize,
}

/// Buffers for successive random games from one position.
#[derive(Clone, Debug)]
pub struct Playouts {
    board: Board,
    /// The empty cells; the played ones come first, in order.
    cells: [Place; MOST_CELLS],
    count: usize,
    /// Minimum number of a loop's stones from before the random game; 0 if all loops count.
    standing: u8,
    /// For tracing a loop: by place the mark of the walk that reached it, and the number of standing stones
    /// on the path to it.
    marks: [u16; PLACES],
    found: [u8; PLACES],
    mark: u16,
    queue: [Place; MOST_CELLS],
}

impl Playouts {
    /// Creates buffers for random games in which a loop counts if at least `standing` of its stones are older.
    pub fn new(standing: u8) -> Self {
        Playouts {
            board: Board::default(),
            cells: [0; MOST_CELLS],
            count: 0,
            standing,
            marks: [0; PLACES],
            found: [0; PLACES],
            mark: 0,
            queue: [0; MOST_CELLS],
        }
    }

    /// Collects the empty cells of a position, for [`Playouts::again`].
    pub fn begin(&mut self, start: &FenceMaster) {
        let (cells, mut count) = (&mut self.cells, 0);
        start.board().empty(start.geometry(), |place| {
            if let Some(cell) = cells.get_mut(count) {
                *cell = place;
                count += 1;
            }
        });
        self.count = count;
    }

    /// Plays a random game from `start`, which is not over, to the end.
    pub fn run(&mut self, start: &FenceMaster, quick: &mut Quick) -> PlayoutResult {
        self.begin(start);
        self.again(start, quick)
    }

    /// Plays another game from the same position, without collecting the cells again.
    #[inline]
    pub fn again(&mut self, start: &FenceMaster, quick: &mut Quick) -> PlayoutResult {
        if start.status() != GameStatus::Open {
            return PlayoutResult { winner: start.winner(), won: start.won(), plies: 0 };
        }
        match (start.rules(), self.standing) {
            (Rules::FenceMaster, 0) => self.play::<false, false>(start, quick),
            (Rules::FenceMaster, _) => self.play::<false, true>(start, quick),
            (Rules::Havannah, 0) => self.play::<true, false>(start, quick),
            (Rules::Havannah, _) => self.play::<true, true>(start, quick),
        }
    }

    /// The cells of the last random game in order; the player to move placed the first, then the players
    /// alternate.
    pub fn played(&self, played: &PlayoutResult) -> &[Place] {
        &self.cells[..played.plies.min(MOST_CELLS)]
    }

    fn play<const HAVANNAH: bool, const STANDING: bool>(
        &mut self,
        start: &FenceMaster,
        quick: &mut Quick,
    ) -> PlayoutResult {
        let geometry: &Geometry = start.geometry();
        self.board.copy_from(start.board(), geometry, start.history());
        let mut seat = start.turn();
        let count = self.count.min(MOST_CELLS);
        let cells = &mut self.cells[..count];
        // The players with too few stones for any loop, as bits.
        let few = if STANDING {
            let too_few =
                |seat: Seat| u8::from(start.board().count(seat) < u32::from(self.standing));
            too_few(0) | too_few(1) << 1
        } else {
            0
        };
        let mut bits = 0;
        for at in 0..count {
            bits = if at & 1 == 0 { quick.next_u64() } else { bits >> 32 };
            let left = (count - at) as u64;
            let drawn = at + (((bits & 0xffff_ffff) * left) >> 32) as usize;
            cells.swap(at, drawn);
            let place = cells[at];
            let mut won = self.board.put::<HAVANNAH>(geometry, seat, place);
            if won != 0 {
                if STANDING && won == LOOP && few & 1 << seat != 0 {
                    won = 0;
                } else if STANDING && won == LOOP {
                    let mut follow = Follow {
                        board: &self.board,
                        start: start.board(),
                        marks: &mut self.marks,
                        found: &mut self.found,
                        mark: &mut self.mark,
                        queue: &mut self.queue,
                    };
                    if follow.standing(seat, place) < self.standing {
                        won = 0;
                    }
                }
                if won != 0 {
                    return PlayoutResult { winner: Some(seat), won, plies: at + 1 };
                }
            }
            seat ^= 1;
        }
        PlayoutResult { winner: None, won: 0, plies: count }
    }
}

/// Traces a newly closed loop.
struct Follow<'a> {
    board: &'a Board,
    start: &'a Board,
    marks: &'a mut [u16; PLACES],
    found: &'a mut [u8; PLACES],
    mark: &'a mut u16,
    queue: &'a mut [Place; MOST_CELLS],
}

impl Follow<'_> {
    /// The number of standing stones of the loop through the new stone on `last`: of the shortest paths from one
    /// run of neighbours to another, the first found; the maximum over all pairs of connected runs.
    fn standing(&mut self, seat: Seat, last: Place) -> u8 {
        let mut starts = [0; 3];
        let mut runs = 0;
        for (slot, place) in starts.iter_mut().zip(self.board.run_starts(seat, last)) {
            *slot = place;
            runs += 1;
        }
        if runs < 2 {
            // A ring around one own stone: its six, of which the middle one counts no less.
            return around(last).iter().filter(|&&p| self.start.has(seat, p)).count() as u8;
        }
        let mut most = 0;
        for from in 0..runs - 1 {
            for &to in &starts[from + 1..runs] {
                most = most.max(self.way(seat, last, starts[from], to).unwrap_or(0));
            }
        }
        most
    }

    fn way(&mut self, seat: Seat, last: Place, from: Place, to: Place) -> Option<u8> {
        *self.mark = self.mark.wrapping_add(1);
        if *self.mark == 0 {
            self.marks.fill(0);
            *self.mark = 1;
        }
        let mark = *self.mark;
        self.marks[usize::from(last)] = mark;
        self.marks[usize::from(from)] = mark;
        self.found[usize::from(from)] = u8::from(self.start.has(seat, from));
        self.queue[0] = from;
        let (mut next, mut end) = (0, 1);
        while next < end {
            let at = self.queue[next];
            next += 1;
            let so_far = self.found[usize::from(at)];
            if at == to {
                return Some(so_far);
            }
            for near in around(at) {
                if self.board.has(seat, near) && self.marks[usize::from(near)] != mark {
                    self.marks[usize::from(near)] = mark;
                    self.found[usize::from(near)] =
                        so_far.saturating_add(u8::from(self.start.has(seat, near)));
                    if let Some(slot) = self.queue.get_mut(end) {
                        *slot = near;
                        end += 1;
                    }
                }
            }
        }
        None
    }
}
