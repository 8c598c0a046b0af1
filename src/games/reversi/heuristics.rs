//! The terms of the bots' evaluation. Every term compares a player with the others who are still in the
//! game: the player's count minus the average of the others.
//!
//! After the build phase no stone can be placed, flanked or captured: stones count as they are and are all
//! stable, bombs count, and all other terms are zero.
//!
//! Search values and the terms on the page come from the same function, so they cannot
//! differ.

use super::bitboard::{self, Plain};
use super::facts::{better, more_stones};
use super::lines::{Lines, cell};
use super::map::LARGEST;
use super::moves::{Move, Special};
use super::position::{Phase, Reversi};
use super::presentation::words;
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::Weight;
use crate::contract::features::Part;
use crate::contract::game::{MAX_SEATS, MoveList, Seat};
use crate::lab::heuristic;
use crate::search::evaluate::{Ending, Evaluate};
use crate::search::forced_loss::{self, Check, Ends, ForcedLoss};
use crate::search::selective::Selective;

/// A quantity that is counted for every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Tiles with a stone of the player.
    Stones,
    /// Stones, times the square of the share of occupied tiles.
    LateStones,
    /// The total worth of the tiles under a player's stones.
    Corners,
    /// Legal moves on free tiles.
    Mobility,
    /// Legal moves on free tiles, times the share of free tiles.
    EarlyMobility,
    /// Stones that only an override stone can capture.
    Stability,
    /// Override stones in hand, times the size of the map in 8x8 boards.
    Overrides,
    /// Bombs in hand.
    Bombs,
}

use Measure::{Bombs, Corners, EarlyMobility, LateStones, Mobility, Overrides, Stability, Stones};

/// A measure with its feature, its key and label, its meaning, and the two phrases that compare moves: one if a move has
/// more of it, one if it has less.
type Column = (Measure, &'static str, &'static str, &'static str, Contrast);

macro_rules! columns {
    ($($measure:ident, $feature:literal, $key:literal: $meaning:literal, $balance:literal, $more:literal / $less:literal;)*) => {
        /// The measures in order. Values scaled by game progress or map size are not marked as counts.
        const COLUMNS: &[Column] = &[$((
            $measure,
            $feature,
            $key,
            $meaning,
            Contrast {
                more: concat!("the balance of ", $balance, " ", $more, " for you"),
                less: concat!("the balance of ", $balance, " ", $less, " for you"), ..Contrast::BY_LABEL
            },
        )),*];
    };
}

columns! {
    Stones, "stones_ahead", "stones": "your stones minus the others' average", "stones is #", "better" / "worse";
    LateStones, "late_stones", "stones": "your stones minus the others' average, times the square of the share of occupied tiles", "stones counts", "more" / "less";
    Corners, "corners_ahead", "corners": "axes along which your stones can never be flanked, minus the others' average", "safe lines is #", "better" / "worse";
    Mobility, "mobility_ahead", "mobility": "your legal moves on free tiles minus the others' average", "moves is #", "better" / "worse";
    EarlyMobility, "early_mobility", "mobility": "your legal moves on free tiles minus the others' average, times the share of free tiles", "moves counts", "more" / "less";
    Stability, "stability_ahead", "stability": "your stones known to be safe from all but override stones, minus the others' average; stones in full lines may be missed", "stones known to be stable is #", "better" / "worse";
    Overrides, "overrides_ahead", "overrides": "your override stones minus the others' average, times the map's tiles / 64", "override stones counts", "more" / "less";
    Bombs, "bombs_ahead", "bombs": "your bombs minus the others' average", "bombs is #", "better" / "worse";
}

impl Measure {
    /// The index of the measure of a feature.
    pub(super) fn number(feature: &str) -> Option<usize> {
        COLUMNS.iter().position(|column| column.1 == feature)
    }

    /// The measure with this index.
    #[inline]
    pub(super) const fn numbered(number: usize) -> Measure {
        COLUMNS[number].0
    }

    /// A weighted term of this measure; the weight is in thousandths, from -200 to 200.
    pub const fn weight(self, weight: i64) -> Weight {
        let (_, feature, key, meaning, contrast) = COLUMNS[self as usize];
        let weight = Fixed::from_thousandths(weight);
        let term = Term { key, label: key, meaning, weight, contrast };
        Weight::of_term(term, 200).measured_by(feature)
    }
}

/// A count for every player.
type Counts = [u32; MAX_SEATS];

fn mobility(position: &Reversi) -> Counts {
    let plays = |seat| seat < position.players() && !position.disqualified().contains(seat);
    std::array::from_fn(|seat| if plays(seat) { position.free_mobility(seat) } else { 0 })
}

fn corners(position: &Reversi, lines: &Lines) -> Counts {
    let mut counts = [0; MAX_SEATS];
    for &(tile, worth) in &position.board().safety.rim {
        if let Some(count) = counts.get_mut(usize::from(lines.cells[usize::from(tile)])) {
            *count += u32::from(worth);
        }
    }
    counts
}

/// `number * by / over`, in 32 bits where possible: 64-bit divisions are slow on wasm.
#[inline]
fn scaled_by(number: i64, by: i64, over: i64) -> i64 {
    if let (Ok(small), Ok(factor), Ok(divisor)) =
        (i32::try_from(number), i32::try_from(by), i32::try_from(over))
        && let Some(product) = small.checked_mul(factor)
        && divisor > 0
    {
        return i64::from(product / divisor);
    }
    number * by / over
}

/// The count of `seat` minus the average of the others in the game, in thousandths.
#[inline]
fn ahead(position: &Reversi, counts: &Counts, seat: Seat) -> i64 {
    let (mut sum, mut others) = (0, 0);
    for (other, &count) in counts.iter().enumerate().take(position.players()) {
        if other != seat && !position.disqualified().contains(other) {
            sum += i64::from(count);
            others += 1;
        }
    }
    let own = i64::from(counts[seat]);
    match others {
        0 => own * 1000,
        1 => (own - sum) * 1000,
        _ => own * 1000 - scaled_by(sum, 1000, others),
    }
}

/// The share of occupied tiles, in thousandths.
#[inline]
pub(super) fn taken(position: &Reversi) -> i64 {
    1000 - scaled_by(position.free().into(), 1000, position.tiles_left().max(1).into())
}

/// The number of initial tiles divided by the 64 of a standard board, in thousandths. The possible gain, including
/// what an override stone can capture at the end, grows with it.
fn size(position: &Reversi) -> i64 {
    const COMMON: i64 = 64;
    position.board().land as i64 * 1000 / COMMON
}

/// The scale factors of a position, in thousandths: see [`taken`] and [`size`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Scales {
    pub(super) taken: i64,
    size: i64,
}

impl Scales {
    /// After the build phase no more tiles can be occupied.
    pub(super) fn from_position(position: &Reversi) -> Scales {
        let building = position.phase() == Phase::Build;
        Scales { taken: if building { taken(position) } else { 1000 }, size: size(position) }
    }
}

impl Measure {
    /// The count of every player.
    pub(super) fn counts(self, position: &Reversi) -> Counts {
        if position.phase() != Phase::Build {
            return match self {
                Stones | LateStones | Stability => position.all_stones(),
                Bombs => position.bombs,
                Corners | Mobility | EarlyMobility | Overrides => [0; MAX_SEATS],
            };
        }
        match (self, position.lines()) {
            (Stones | LateStones, _) => position.all_stones(),
            (Corners, Some(lines)) => corners(position, lines),
            (Stability, Some(lines)) => position.board().safety.stable(&lines.cells),
            (Corners | Stability, None) => self.on_plain(position),
            (Mobility | EarlyMobility, _) => mobility(position),
            (Overrides, _) => position.overrides,
            (Bombs, _) => position.bombs,
        }
    }

    /// A difference scaled by game progress and map size, in thousandths.
    #[inline]
    fn scaled(self, difference: i64, Scales { taken, size }: Scales) -> i64 {
        match self {
            Overrides => scaled_by(difference, size, 1000),
            LateStones => scaled_by(difference, scaled_by(taken, taken, 1000), 1000),
            EarlyMobility => scaled_by(difference, 1000 - taken, 1000),
            _ => difference,
        }
    }

    /// The counts of both players on a plain map.
    #[inline]
    fn pair(self, position: &Reversi, plain: &Plain) -> [u32; 2] {
        let closed = &position.board().safety.plain;
        match self {
            Stones | LateStones => plain.stones.map(u64::count_ones),
            Corners => plain
                .stones
                .map(|stones| closed.iter().map(|set| (stones & set).count_ones()).sum()),
            Mobility | EarlyMobility => plain.mobilities(),
            Stability => plain.stones.map(|stones| bitboard::stable(stones, closed).count_ones()),
            Overrides | Bombs => {
                let held = self.counts(position);
                [held[0], held[1]]
            }
        }
    }

    /// The counts on a plain map as an array over all seats.
    fn on_plain(self, position: &Reversi) -> Counts {
        let mut counts = [0; MAX_SEATS];
        if let Some(plain) = position.plain() {
            counts[..2].copy_from_slice(&self.pair(position, plain));
        }
        counts
    }

    /// The value for `seat`, in thousandths.
    #[inline]
    pub(super) fn value(self, position: &Reversi, seat: Seat, scales: Scales) -> i64 {
        // With two players there is nothing to average.
        if let Some(plain) = position.plain()
            && position.disqualified().is_empty()
            && position.phase() == Phase::Build
        {
            let held = self.pair(position, plain);
            let ahead = i64::from(held[seat & 1]) - i64::from(held[seat & 1 ^ 1]);
            return self.scaled(ahead * 1000, scales);
        }
        self.scaled(ahead(position, &self.counts(position), seat), scales)
    }
}

/// With more free tiles than this, override stones are only searched if there are no other moves.
const KEEP_UNTIL: u32 = 6;

/// Terms over the features of Reversi XT, with an optional preference for the larger stone lead among finished games,
/// depending on the number of players.
pub type Weighted = heuristic::Weighted<Reversi, Option<PlayerCount>>;

/// Whether a game has two players or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCount {
    /// Two.
    Two,
    /// More; all others are assumed to play against one.
    More,
}

/// Among finished games, prefers the one with more stones.
pub fn by_stones(mut terms: Weighted, among: PlayerCount) -> Weighted {
    terms.knows = Some(among);
    terms
}

/// A player with at most this number of stones, and at most half of the opponent's, may soon have none.
const FEW: u32 = 12;

/// A player with at most this number of moves may have one after which neither player can move.
const FEW_MOVES: usize = 3;

impl Ends<Reversi> for Weighted {
    /// Moves that may capture all of the opponent's stones. With few moves or free tiles left, all moves: one of them may
    /// leave both players without a move, which is too rare earlier to check.
    fn finishing(&self, position: &Reversi, moves: &mut MoveList<Move>) {
        let Some(lines) = position.lines() else { return };
        if position.phase() != Phase::Build {
            // Bombs alone never remove a player's last stones here: `doomed` covers that case.
            return moves.clear();
        }
        if lines.free <= KEEP_UNTIL || moves.len() <= FEW_MOVES {
            return;
        }
        let (board, seat) = (position.board(), position.turn());
        let others = position.stones(1 - seat) as usize;
        moves.retain(|mv| {
            let tile = board.number(mv.x, mv.y);
            let cell = lines.cells[tile];
            let on_other = cell < cell::EXPANSION && usize::from(cell) != seat;
            let mut taken = usize::from(on_other);
            let ray = |direction| lines.flanked(board, seat, tile, direction);
            matches!(cell, cell::CHOICE | cell::INVERSION)
                || (0..8).map(ray).any(|length| {
                    taken += length;
                    taken >= others
                })
        });
    }

    fn endangered(&self, position: &Reversi, seat: Seat) -> bool {
        position.stones(seat) <= FEW.min(position.stones(1 - seat) / 2)
    }

    /// With only bombs left and no stone, `seat` has lost if the opponent has more stones than bombs can reach.
    fn doomed(&self, position: &Reversi, seat: Seat) -> Option<ForcedLoss> {
        match position.phase() {
            Phase::Build => None,
            Phase::Over => {
                let lost = self.ending(position, seat) == Some(Ending::Lost);
                lost.then_some(ForcedLoss { plies: 0, lost })
            }
            Phase::Elimination if position.players() != 2 || position.stones(seat) > 0 => None,
            Phase::Elimination => {
                // Every throw makes holes, so no later throw reaches more tiles.
                let reach = position.target_tiles().map(|tile| position.blast(tile).len()).max();
                let plies: u32 = position.bombs[..2].iter().sum();
                let most = reach.unwrap_or(0).saturating_mul(plies as usize);
                Some(ForcedLoss { plies, lost: position.stones(1 - seat) as usize > most })
            }
        }
    }
}

/// The advantages of a position over another; see [`Featured::advantages`](crate::contract::features::Featured::advantages).
pub(super) fn advantages(
    mine: &Reversi,
    other: &Reversi,
    seat: Seat,
    parts: &[Part],
) -> Vec<String> {
    let mut facts = better(mine, other, seat);
    // A term of stones is scaled by game progress; its sentence gives the number of stones.
    let speaks = |part: &Part| {
        let measure = Measure::numbered(part.number);
        let of = |position| measure.value(position, seat, Scales::from_position(position));
        matches!(measure, Stones | LateStones) && part.weight > Fixed::ZERO && of(mine) > of(other)
    };
    if parts.iter().any(speaks) {
        facts.extend(more_stones(mine, other, seat));
    }
    facts
}

impl Evaluate<Reversi> for Weighted {
    fn value(&self, position: &Reversi, seat: Seat) -> i64 {
        self.sum(position, seat)
    }

    /// Counts are computed once for all seats.
    fn values(&self, position: &Reversi, values: &mut [i64]) {
        let Some(parts) = self.exact() else {
            for (seat, value) in values.iter_mut().enumerate() {
                *value = self.sum(position, seat);
            }
            return;
        };
        values.fill(0);
        let scales = Scales::from_position(position);
        for part in parts {
            let measure = Measure::numbered(part.number);
            let counts = measure.counts(position);
            for (seat, sum) in values.iter_mut().enumerate().take(position.players()) {
                let value = measure.scaled(ahead(position, &counts, seat), scales);
                *sum += Fixed::from_thousandths(value).times(part.weight).thousandths();
            }
        }
    }

    fn ending(&self, position: &Reversi, seat: Seat) -> Option<Ending> {
        if position.phase() != Phase::Over {
            return None;
        }
        let own = position.stones(seat);
        if position.disqualified().contains(seat) {
            return Some(Ending::Lost);
        }
        let mut ending = Ending::Won;
        for other in position.playing().filter(|&other| other != seat) {
            match position.stones(other).cmp(&own) {
                std::cmp::Ordering::Greater => return Some(Ending::Lost),
                std::cmp::Ordering::Equal => ending = Ending::Drawn,
                std::cmp::Ordering::Less => {}
            }
        }
        Some(ending)
    }

    /// On plain maps corners first, then moves that leave the other player few moves. On others special
    /// tiles first, then free tiles by their worth, then overrides.
    fn order(&self, position: &Reversi, moves: &mut [Move]) {
        let board = position.board();
        let safety = &board.safety;
        if let Some(plain) = position.plain() {
            let corners = safety.plain.iter().fold(u64::MAX, |all, closed| all & closed);
            plain.order(position.turn(), corners, moves);
            return;
        }
        let Some(lines) = position.lines() else { return };
        const WORST: u32 = 7;
        let class = |mv: &Move| {
            let tile = board.number(mv.x, mv.y);
            match lines.cells[tile] {
                cell::CHOICE | cell::BONUS => 1,
                cell::EMPTY.. => 6 - safety.worth(tile),
                _ => WORST,
            }
        };
        // Most classes are empty on most maps.
        let mut there = moves.iter().fold(0u32, |there, mv| there | 1 << class(mv));
        let mut front = 0;
        // The last class needs no pass of its own.
        while there & there.wrapping_sub(1) != 0 {
            let wanted = there.trailing_zeros();
            there &= there - 1;
            let mut at = front;
            while at < moves.len() {
                if class(&moves[at]) == wanted {
                    moves.swap(front, at);
                    front += 1;
                }
                at += 1;
            }
        }
    }
}

impl Selective<Reversi> for Weighted {
    fn margin(&self, position: &Reversi, seat: Seat) -> Option<i64> {
        if self.knows.is_none() || position.phase() != Phase::Over {
            return None;
        }
        let others = position.playing().filter(|&other| other != seat);
        let most = others.map(|other| position.stones(other)).max()?;
        Some((i64::from(position.stones(seat)) - i64::from(most)) * 1000)
    }

    fn margin_unit(&self) -> &'static str {
        "stone"
    }

    fn solved(&self, margin: i64) -> String {
        match self.knows {
            None => String::new(),
            Some(PlayerCount::Two) => words::solved(margin),
            Some(_) => words::solved_for_many(margin),
        }
    }

    /// Every ply uses a free tile or an override stone; bomb throws are not searched to the end.
    fn plies_left(&self, position: &Reversi) -> u32 {
        let players = position.players();
        let bombs = position.bombs[..players].iter().any(|&held| held > 0);
        let bonus = position.lines().is_some_and(|lines| lines.cells.contains(&cell::BONUS));
        if bombs || bonus || position.phase() != Phase::Build {
            return u32::MAX;
        }
        let held = position.overrides[..players].iter();
        // An override stone usually has many possible tiles.
        held.fold(position.free(), |plies, held| plies.saturating_add(held.saturating_mul(3)))
    }

    /// Override stones are not searched while there are other moves, until few free tiles are left.
    fn search_width(&self, position: &Reversi, moves: &[Move]) -> usize {
        let Some(lines) = position.lines() else { return moves.len() };
        if position.phase() != Phase::Build || lines.free <= KEEP_UNTIL {
            return moves.len();
        }
        let board = position.board();
        let free = |mv: &&Move| lines.cells[board.number(mv.x, mv.y)] >= cell::EMPTY;
        // Overrides come last.
        match moves.iter().take_while(free).count() {
            0 => moves.len(),
            free => free,
        }
    }

    /// With two players: if override moves are excluded and the opponent has one or may get one, or if the player has few stones.
    fn wants_checks(&self, position: &Reversi, seat: Seat) -> bool {
        let Some(lines) = position.lines() else { return false };
        position.players() == 2
            && position.disqualified().is_empty()
            && position.phase() == Phase::Build
            && lines.free > KEEP_UNTIL
            && (position.overrides(1 - seat) > 0
                || lines.cells.contains(&cell::BONUS)
                || self.endangered(position, seat))
    }

    fn check(&self, position: &Reversi, seat: Seat, mv: &Move, most: u64) -> (Option<Check>, u64) {
        forced_loss::check(self, position, seat, mv, most)
    }

    /// While stones can still be swapped.
    fn unquiet(&self, position: &Reversi) -> bool {
        position.phase() == Phase::Build && position.lines().is_some_and(|lines| lines.swaps > 0)
    }

    fn is_tactical(&self, position: &Reversi, mv: &Move) -> bool {
        let tile = position.board().number(mv.x, mv.y);
        let cell = position.lines().map(|lines| lines.cells[tile]);
        matches!(cell, Some(cell::CHOICE | cell::INVERSION))
    }

    /// The tile combined with the choice made there.
    fn number(&self, mv: &Move) -> u16 {
        let special = match mv.special {
            Special::None => 0,
            Special::Swap(player) => u16::from(player),
            Special::Bomb => 9,
            Special::Override => 10,
        };
        const TILES: u16 = (LARGEST * LARGEST) as u16;
        special * TILES + u16::from(mv.y) * LARGEST as u16 + u16::from(mv.x)
    }
}

/// The heuristics by name: the measures with their default weights, in thousandths.
pub mod named {
    use super::*;

    /// Most stones now.
    pub const GREEDY: [Weight; 1] = [Stones.weight(1000)];
    /// Axes along which the own stones can never be flanked.
    pub const CORNERS: [Weight; 1] = [Corners.weight(1000)];
    /// Legal moves on free tiles.
    pub const MOBILITY: [Weight; 1] = [Mobility.weight(1000)];
    /// Stable stones, and all stones with a hundredth of that weight.
    pub const STABILITY: [Weight; 2] = [Stability.weight(1000), Stones.weight(10)];
    /// A mixture of all measures.
    pub const BALANCED: [Weight; 6] = [
        Corners.weight(300),
        EarlyMobility.weight(3000),
        Stability.weight(5000),
        LateStones.weight(1000),
        Overrides.weight(15_000),
        Bombs.weight(3000),
    ];
    /// Most stones, but an override stone counts more than any capture.
    pub const HOARDER: [Weight; 4] = [
        Overrides.weight(200_000),
        Corners.weight(1000),
        EarlyMobility.weight(1000),
        LateStones.weight(1000),
    ];
}
