//! The last plies of a search on the plain board, and exact endgames by stones, as fast as possible: recursion over bitboards
//! with incrementally updated pattern indices. The caller chooses the depth and interprets the result.

use super::shapes::Indices;
use super::table::{Table, UNIT};
use crate::base::util::{bits, mix64};
use crate::bitboard::{captured, targets};

/// The value of a stone of lead, in points.
pub(super) const POINTS: i64 = 3;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The quarters of the board.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
/// Greater than any number of stones.
const STONES: i32 = 65;

/// A position of the plain board with derived data.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainPosition {
    /// The stones of both players.
    pub(super) stones: [u64; 2],
    pub(super) mover: usize,
    /// Legal target tiles; none if the game is over.
    pub(super) targets: u64,
    indices: Indices,
}

impl PlainPosition {
    /// Creates a position with these stones; a player without a legal move is skipped.
    pub(super) fn new(table: &Table, stones: [u64; 2], mover: usize) -> PlainPosition {
        let indices = table.shapes.indices(stones);
        let mut position = PlainPosition { stones, mover: mover & 1, targets: 0, indices };
        position.find_targets();
        position
    }

    /// Tiles without a stone.
    #[inline]
    pub(super) fn free(&self) -> u64 {
        !(self.stones[0] | self.stones[1])
    }

    /// The stones of the mover and of the other player.
    #[inline]
    pub(super) fn sides(&self) -> (u64, u64) {
        (self.stones[self.mover & 1], self.stones[self.mover & 1 ^ 1])
    }

    #[inline]
    fn find_targets(&mut self) {
        let free = self.free();
        let (own, other) = self.sides();
        self.targets = targets(own, other, free);
        if self.targets == 0 {
            self.targets = targets(other, own, free);
            if self.targets != 0 {
                self.mover ^= 1;
            }
        }
    }

    /// The position after a stone on `tile`.
    #[inline]
    pub(super) fn after(&self, table: &Table, tile: usize) -> PlainPosition {
        let mut next = *self;
        let (own, other) = (self.mover & 1, self.mover & 1 ^ 1);
        let place = 1u64 << (tile & 63);
        let turned = captured(self.stones[own], self.stones[other], place);
        next.stones[own] |= turned | place;
        next.stones[other] &= !turned;
        let adds = &table.shapes.adds;
        for (index, add) in next.indices.iter_mut().zip(&adds[tile & 63]) {
            *index += add << own;
        }
        for tile in bits(turned) {
            let adds = &adds[tile & 63];
            if own == 0 {
                for (index, add) in next.indices.iter_mut().zip(adds) {
                    *index -= add;
                }
            } else {
                for (index, add) in next.indices.iter_mut().zip(adds) {
                    *index += add;
                }
            }
        }
        next.mover = other;
        next.find_targets();
        next
    }

    /// The number of free tiles, and of the legal moves of the mover and of the other player.
    #[inline]
    fn counts(&self) -> (u32, [u32; 2]) {
        let free = self.free();
        let (own, other) = self.sides();
        let moves = [self.targets.count_ones(), targets(other, own, free).count_ones()];
        (free.count_ones(), moves)
    }

    /// The value for the mover, in weights of the table.
    #[inline]
    pub(super) fn sum(&self, table: &Table) -> i32 {
        let (free, moves) = self.counts();
        table.sum(&self.indices, self.mover, free, moves)
    }

    /// The value for the mover by region.
    pub(super) fn by_region(&self, table: &Table) -> [i32; super::shapes::REGIONS] {
        let (free, moves) = self.counts();
        table.by_region(&self.indices, self.mover, free, moves)
    }

    /// The pattern indices of all places.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn indices(&self) -> &Indices {
        &self.indices
    }

    /// The value for the mover, in thousandths of a point.
    #[inline]
    pub(super) fn value(&self, table: &Table) -> i64 {
        i64::from(self.sum(table)) * (UNIT * POINTS)
    }

    /// Stones of the mover minus stones of the other player.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        let (own, other) = self.sides();
        own.count_ones() as i32 - other.count_ones() as i32
    }
}

/// A transposition table entry.
#[derive(Clone, Copy, Debug, Default)]
struct TableEntry {
    key: u64,
    least: i64,
    most: i64,
    depth: u8,
    best: u8,
    estimated: bool,
}

impl TableEntry {
    /// The value at this search depth, if the entry decides it in the window.
    #[inline]
    fn value(&self, (alpha, beta): (i64, i64), left: u32) -> Option<i64> {
        if u32::from(self.depth) != left {
            None
        } else if self.least >= beta {
            Some(self.least)
        } else if self.most <= alpha || self.least == self.most {
            Some(self.most)
        } else {
            None
        }
    }
}

/// Searches the last plies below the main search.
#[derive(Clone, Debug)]
pub(super) struct LeafSearch {
    /// Positions visited.
    pub(super) nodes: u64,
    /// Maximum number of nodes.
    pub(super) limit: u64,
    /// Whether any result since the last reset depends on the patterns.
    pub(super) estimated: bool,
    /// Whether branches may be cut by [ProbCut](super::probcut).
    pub(super) probcut: bool,
    known: Vec<TableEntry>,
}

/// The value of a finished game for the player who leads by this number of stones.
pub(super) type Ended = fn(i32) -> i64;

/// Minimum search depth for transposition table lookups.
const LOOKED_UP: u32 = 2;
/// Up to this number of free tiles, endgames are solved without the table; moves are ordered by parity only.
const FEW: u32 = 7;
/// From this number of free tiles on, the table is probed for all children before the first one is searched.
const LOOKED_AHEAD: u32 = 10;
/// From this number of free tiles on, patterns help to order moves.
const BY_PATTERNS: u32 = 12;
/// The weight of a quarter of an opponent reply in move ordering, in weights of the table.
const REPLY: i32 = 24;

impl LeafSearch {
    /// Creates a search with a table of 2^`bits` entries.
    pub(super) fn new(bits: u32, probcut: bool) -> LeafSearch {
        LeafSearch {
            nodes: 0,
            limit: u64::MAX,
            estimated: false,
            probcut,
            known: vec![TableEntry::default(); 1 << bits],
        }
    }

    /// Creates an empty search with a table of the same size.
    pub(super) fn fresh(&self) -> LeafSearch {
        LeafSearch::new(self.known.len().ilog2(), self.probcut)
    }

    #[inline]
    fn key(stones: [u64; 2], mover: usize) -> u64 {
        mix64(stones[0] ^ mix64(stones[1].wrapping_add(mover as u64 + 1)))
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.known.len() - 1)
    }

    /// The value for the mover at search depth `left`; exact only inside the window, otherwise a bound. `None` if the
    /// node limit is exceeded.
    pub(super) fn solve(
        &mut self,
        table: &Table,
        position: &PlainPosition,
        (mut alpha, beta): (i64, i64),
        left: u32,
        ended: Ended,
    ) -> Option<i64> {
        if position.targets == 0 {
            return Some(ended(position.lead()));
        }
        if left == 0 {
            self.estimated = true;
            return Some(position.value(table));
        }
        if self.nodes >= self.limit {
            return None;
        }
        let (entered, mut first) = (alpha, 64);
        let looked_up = left >= LOOKED_UP;
        let mut key = 0;
        if looked_up {
            key = Self::key(position.stones, position.mover);
            let known = self.known[self.place(key)];
            if known.key == key {
                if let Some(value) = known.value((alpha, beta), left) {
                    self.estimated |= known.estimated;
                    return Some(value);
                }
                first = usize::from(known.best);
            }
        }
        if beta - alpha == 1
            && self.may_cut(left, position.free().count_ones())
            && let Some(bound) = self.probcut(table, position, (alpha, beta), left, ended)
        {
            return Some(bound);
        }
        let before = std::mem::replace(&mut self.estimated, false);
        let mut best = -i64::MAX;
        let mut best_at = 64;
        if left == 1 {
            best = self.last_ply(table, position, beta, ended);
        } else {
            let (moves, count) = self.ordered(table, position, first, left);
            for (at, (_, tile, next)) in moves[..count].iter().enumerate() {
                self.nodes += 1;
                let same = next.mover == position.mover;
                // Later moves get a null window first, and a full search only if they fail high.
                let scout = at > 0 && beta - alpha > 1;
                let window = (alpha, if scout { alpha + 1 } else { beta });
                let mut value = self.child(table, next, same, window, left - 1, ended)?;
                if scout && value > alpha && value < beta {
                    value = self.child(table, next, same, (alpha, beta), left - 1, ended)?;
                }
                if value > best {
                    best = value;
                    best_at = *tile;
                    alpha = alpha.max(value);
                    if best >= beta {
                        break;
                    }
                }
            }
        }
        if looked_up {
            let (least, most) = if best >= beta {
                (best, i64::MAX)
            } else if best <= entered {
                (-i64::MAX, best)
            } else {
                (best, best)
            };
            let estimated = self.estimated;
            let place = self.place(key);
            self.known[place] =
                TableEntry { key, least, most, depth: left as u8, best: best_at as u8, estimated };
        }
        self.estimated |= before;
        Some(best)
    }

    /// The best value one ply ahead, or the first one that reaches `beta`.
    #[inline]
    fn last_ply(
        &mut self,
        table: &Table,
        position: &PlainPosition,
        beta: i64,
        ended: Ended,
    ) -> i64 {
        let mut best = -i64::MAX;
        for tile in bits(position.targets) {
            self.nodes += 1;
            let next = position.after(table, tile);
            let value = if next.targets == 0 {
                ended(if next.mover == position.mover { next.lead() } else { -next.lead() })
            } else {
                self.estimated = true;
                let value = next.value(table);
                if next.mover == position.mover { value } else { -value }
            };
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
            }
        }
        best
    }

    fn child(
        &mut self,
        table: &Table,
        next: &PlainPosition,
        same: bool,
        (alpha, beta): (i64, i64),
        left: u32,
        ended: Ended,
    ) -> Option<i64> {
        if same {
            self.solve(table, next, (alpha, beta), left, ended)
        } else {
            self.solve(table, next, (-beta, -alpha), left, ended).map(|value| -value)
        }
    }

    /// The moves with their child positions, the most promising first.
    #[inline]
    fn ordered(
        &self,
        table: &Table,
        position: &PlainPosition,
        first: usize,
        left: u32,
    ) -> ([(i64, usize, PlainPosition); 34], usize) {
        let mut moves = [(0, 0, *position); 34];
        let mut count = 0;
        let mut rest = position.targets;
        while rest != 0 && count < moves.len() {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let next = position.after(table, tile);
            let same = next.mover == position.mover;
            let mut key = if tile == first {
                i64::MIN
            } else if left > 2 {
                let value = next.value(table);
                if same { -value } else { value }
            } else {
                let moves = i64::from(next.targets.count_ones());
                let corner = if CORNERS >> tile & 1 != 0 { 16 } else { 0 };
                if same { -64 } else { moves - corner }
            };
            if next.targets == 0 {
                key = key.min(0);
            }
            insert(&mut moves, count, (key, tile, next), |other| other.0 > key);
            count += 1;
        }
        (moves, count)
    }

    /// The number of stones by which the mover wins under best play to the end; exact only inside the window,
    /// otherwise a bound. `None` if the node limit is exceeded. Patterns only order moves.
    pub(super) fn solve_exactly(
        &mut self,
        table: &Table,
        (own, other): (u64, u64),
        (mut alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let free = !(own | other);
        let left = free.count_ones();
        if left <= FEW {
            let odd = QUARTERS.iter().filter(|&quarter| (free & quarter).count_ones() & 1 != 0);
            let value = self.few((own, other), free, odd.sum(), left, (alpha, beta));
            return (self.nodes < self.limit).then_some(value);
        }
        let mut rest = targets(own, other, free);
        if rest == 0 {
            if targets(other, own, free) == 0 {
                return Some(own.count_ones() as i32 - other.count_ones() as i32);
            }
            return self.solve_exactly(table, (other, own), (-beta, -alpha)).map(|value| -value);
        }
        let key = Self::key([own, other], 7);
        let at = self.place(key);
        let mut known = self.known[at];
        if known.key == key {
            if known.least >= beta.into() {
                return Some(known.least as i32);
            }
            if known.most <= alpha.into() || known.least == known.most {
                return Some(known.most as i32);
            }
        } else {
            known = TableEntry { key, least: -i64::MAX, most: i64::MAX, best: 64, ..known };
        }
        let position = (left >= BY_PATTERNS).then(|| PlainPosition::new(table, [own, other], 0));
        let (entered, mut best, mut best_at) = (alpha, -STONES, 64);
        let mut moves = [(0i32, 0u64, 0u64); 34];
        let mut count = 0;
        while rest != 0 && count < moves.len() {
            let place = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let turned = captured(own, other, place);
            let (next, after) = (other & !turned, own | turned | place);
            if left >= LOOKED_AHEAD {
                let key = Self::key([next, after], 7);
                let reply = &self.known[self.place(key)];
                if reply.key == key && -reply.most >= beta.into() {
                    return Some(-reply.most as i32);
                }
            }
            let replies = targets(next, after, free & !place);
            let corners = (replies & CORNERS).count_ones();
            let odd = (free & quarter(place)).count_ones() & 1;
            let mut key = 4 * (replies.count_ones() + corners) as i32 - 3 * odd as i32;
            if place & CORNERS != 0 {
                key -= 6;
            }
            if let Some(position) = &position {
                let next = position.after(table, place.trailing_zeros() as usize);
                let sum = next.sum(table);
                key = REPLY * key + if next.mover == 0 { -sum } else { sum };
            }
            if place.trailing_zeros() == u32::from(known.best) {
                key = i32::MIN;
            }
            insert(&mut moves, count, (key, place, turned), |other| other.0 > key);
            count += 1;
        }
        for &(_, place, turned) in &moves[..count] {
            if self.nodes >= self.limit {
                return None;
            }
            self.nodes += 1;
            let after = (other & !turned, own | turned | place);
            let value = -self.solve_exactly(table, after, (-beta, -alpha))?;
            if value > best {
                best = value;
                best_at = place.trailing_zeros();
                alpha = alpha.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        if best > entered {
            known.least = known.least.max(best.into());
            known.best = best_at as u8;
        }
        if best < beta {
            known.most = known.most.min(best.into());
        }
        self.known[at] = TableEntry { depth: left as u8, estimated: false, ..known };
        Some(best)
    }

    /// Like `solve_exactly` for few free tiles, `left` of them. Tiles in quarters with an `odd` number of free tiles come first,
    /// because the mover gets the last move there. The result is meaningless once the nodes are used up.
    fn few(
        &mut self,
        (own, other): (u64, u64),
        free: u64,
        odd: u64,
        left: u32,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        let mut best = -STONES;
        for mut some in [free & odd, free & !odd] {
            while some != 0 {
                let place = some & some.wrapping_neg();
                some &= some - 1;
                let turned = captured(own, other, place);
                if turned == 0 {
                    continue;
                }
                if self.nodes >= self.limit {
                    return best;
                }
                self.nodes += 1;
                let (next, after) = (other & !turned, own | turned | place);
                let (free, odd) = (free & !place, odd ^ quarter(place));
                let value = match left {
                    2 => -self.last((next, after), free),
                    _ => -self.few((next, after), free, odd, left - 1, (-beta, -alpha)),
                };
                if value > best {
                    best = value;
                    alpha = alpha.max(best);
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        if best > -STONES {
            return best;
        }
        // No legal move: the game is over unless the other player has one.
        if targets(other, own, free) == 0 {
            return own.count_ones() as i32 - other.count_ones() as i32;
        }
        -self.few((other, own), free, odd, left, (-beta, -alpha))
    }

    /// Like `few`, with one free tile.
    #[inline]
    fn last(&mut self, (own, other): (u64, u64), place: u64) -> i32 {
        let lead = 2 * own.count_ones() as i32 - 63;
        let turned = captured(own, other, place);
        if turned != 0 {
            self.nodes += 1;
            return lead + 2 * turned.count_ones() as i32 + 1;
        }
        match captured(other, own, place) {
            0 => lead,
            turned => {
                self.nodes += 1;
                lead - 2 * turned.count_ones() as i32 - 1
            }
        }
    }
}

/// Inserts an item into a sorted list of `count` items, before those that come `after` it.
#[inline(always)]
fn insert<T: Copy>(list: &mut [T], count: usize, item: T, after: impl Fn(&T) -> bool) {
    let mut to = count;
    while to > 0 && after(&list[to - 1]) {
        list[to] = list[to - 1];
        to -= 1;
    }
    list[to] = item;
}

/// The quarter of the board that contains a tile.
#[inline]
fn quarter(place: u64) -> u64 {
    let tile = place.trailing_zeros() as usize;
    QUARTERS[tile >> 2 & 1 | tile >> 4 & 2]
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::super::training::START;
    use super::*;
    use crate::patterns;

    const MAX_VALUE: i64 = 1 << 60;

    fn ended(lead: i32) -> i64 {
        i64::from(lead) * 10_000_000
    }

    /// Positions of random games with at most this number of free tiles.
    fn positions(table: &Table, games: u64, free: u32) -> Vec<PlainPosition> {
        let mut found = Vec::new();
        for game in 0..games {
            let mut position = PlainPosition::new(table, START, 0);
            let mut random = mix64(game + 7);
            while position.targets != 0 && position.free().count_ones() > free {
                random = mix64(random.wrapping_add(1));
                let tiles: Vec<usize> = bits(position.targets).collect();
                position = position.after(table, tiles[random as usize % tiles.len()]);
            }
            if position.targets != 0 {
                found.push(position);
            }
        }
        found
    }

    fn plain_recursion(table: &Table, position: &PlainPosition, left: u32) -> i64 {
        if position.targets == 0 {
            return ended(position.lead());
        }
        if left == 0 {
            return position.value(table);
        }
        let after = bits(position.targets).map(|tile| position.after(table, tile));
        let values = after.map(|next| {
            let value = plain_recursion(table, &next, left - 1);
            if next.mover == position.mover { value } else { -value }
        });
        values.max().expect("a legal move")
    }

    #[test]
    fn incremental_values_match_new_ones() {
        let table = patterns::table().expect("the file");
        for free in [54, 40, 21, 6] {
            for position in positions(table, 12, free) {
                let rebuilt = PlainPosition::new(table, position.stones, position.mover);
                assert_eq!(position.indices(), rebuilt.indices());
                assert_eq!((position.mover, position.targets), (rebuilt.mover, rebuilt.targets));
                let sum: i32 = position.by_region(table).iter().sum();
                assert_eq!(position.sum(table), sum);
            }
        }
    }

    #[test]
    fn quick_search_matches_plain_recursion() {
        let table = patterns::table().expect("the file");
        let mut leaf_search = LeafSearch::new(10, false);
        let mut checked = 0;
        for (free, left) in [(50, 3), (30, 3), (12, 4), (3, 4)] {
            for position in positions(table, 8, free) {
                let truth = plain_recursion(table, &position, left);
                let found =
                    leaf_search.solve(table, &position, (-MAX_VALUE, MAX_VALUE), left, ended);
                assert_eq!(found, Some(truth));
                // A null window shows whether the value is above or below it.
                for bound in [truth - 1, truth] {
                    let found =
                        leaf_search.solve(table, &position, (bound, bound + 1), left, ended);
                    assert_eq!(found.expect("no limit") > bound, truth > bound);
                }
                checked += 1;
            }
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn probcut_saves_nodes_is_mostly_right_and_is_exact_near_the_end() {
        let table = patterns::table().expect("the file");
        let [mut open, mut plain, mut cutting] =
            [false, false, true].map(|probcut| LeafSearch::new(14, probcut));
        let above = |leaf_search: &mut LeafSearch,
                     position: &PlainPosition,
                     bound: i64,
                     left: u32| {
            leaf_search.solve(table, position, (bound, bound + 1), left, ended).expect("no limit")
                > bound
        };
        let (mut asked, mut right) = (0, 0);
        for position in positions(table, 10, 30) {
            let truth =
                open.solve(table, &position, (-MAX_VALUE, MAX_VALUE), 6, ended).expect("no limit");
            for stones in [-4, -2, 2, 4] {
                let bound = truth + stones * 1000 * POINTS;
                assert_eq!(above(&mut plain, &position, bound, 6), stones < 0);
                right += usize::from(above(&mut cutting, &position, bound, 6) == (stones < 0));
                asked += 1;
            }
        }
        assert!(cutting.nodes < plain.nodes, "{} of {}", cutting.nodes, plain.nodes);
        assert!(10 * right > 9 * asked && asked > 20, "{right} of {asked}");
        for position in positions(table, 10, 7) {
            let left = position.free().count_ones();
            let truth = plain_recursion(table, &position, left);
            for bound in [truth - 1, truth] {
                assert_eq!(above(&mut cutting, &position, bound, left), truth > bound);
            }
        }
    }

    #[test]
    fn endgame_solver_matches_plain_recursion() {
        let table = patterns::table().expect("the file");
        let mut leaf_search = LeafSearch::new(10, false);
        let mut checked = 0;
        for free in [3, 6, 7, 8, 9] {
            for position in positions(table, 8, free) {
                let truth = plain_recursion(table, &position, 64) / ended(1);
                let both = position.sides();
                assert_eq!(
                    leaf_search.solve_exactly(table, both, (-65, 65)).map(i64::from),
                    Some(truth)
                );
                for bound in [truth as i32 - 1, truth as i32] {
                    let found = leaf_search
                        .solve_exactly(table, both, (bound, bound + 1))
                        .expect("no limit");
                    assert_eq!(found > bound, truth > i64::from(bound));
                }
                checked += 1;
            }
        }
        assert!(checked > 20, "{checked}");
    }

    /// Plain recursion is too slow for these positions, so the reference is the search for few free tiles.
    #[test]
    fn table_and_patterns_do_not_change_results() {
        let table = patterns::table().expect("the file");
        let mut leaf_search = LeafSearch::new(10, false);
        for position in positions(table, 6, 12) {
            let both = position.sides();
            let truth =
                leaf_search.few(both, position.free(), 0, position.free().count_ones(), (-65, 65));
            for bound in [truth - 1, truth] {
                let found =
                    leaf_search.solve_exactly(table, both, (bound, bound + 1)).expect("no limit");
                assert_eq!(found > bound, truth > bound);
            }
        }
    }

    #[test]
    fn search_stops_soon_after_the_node_limit() {
        let table = patterns::table().expect("the file");
        let mut leaf_search = LeafSearch::new(10, false);
        for position in positions(table, 4, 12) {
            leaf_search.nodes = 0;
            leaf_search.limit = 50;
            assert_eq!(leaf_search.solve_exactly(table, position.sides(), (-65, 65)), None);
            assert!(leaf_search.nodes <= 50 + 34, "{}", leaf_search.nodes);
        }
    }

    #[test]
    fn phases_increase_as_tiles_fill() {
        assert_eq!(table::phase(60), 0);
        assert_eq!(table::phase(0), table::PHASES - 1);
        assert!((1..=60).all(|free| table::phase(free) <= table::phase(free - 1)));
    }
}
