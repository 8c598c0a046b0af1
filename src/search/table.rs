//! The transposition table: what a search has found out about positions that it may meet again.

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u64,
    /// The value.
    pub value: i64,
    /// How many plies below the position were looked at; 0 marks an empty place.
    pub depth: u16,
    /// The number of the best move in the order of the legal moves.
    pub best: u16,
    /// What the value says.
    pub bound: Bound,
    /// Whether it rests on a heuristic; else it is the truth about the game.
    pub estimated: bool,
}

/// A table of fixed size. A newer entry replaces an older one of another position, so its memory
/// never grows; what it answers depends only on what was put in.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    /// The most bits for a table of no more than this many MiB.
    pub const fn bits_within(mib: usize) -> u32 {
        let places = (mib << 20) / size_of::<Entry>();
        if places == 0 { 0 } else { places.ilog2() }
    }

    /// A table of 2^`bits` places.
    pub fn new(bits: u32) -> Self {
        let empty =
            Entry { key: 0, value: 0, depth: 0, best: 0, bound: Bound::Exact, estimated: false };
        let places = 1usize << bits.min(28);
        Table { entries: vec![empty; places], mask: places - 1 }
    }

    /// What is known about the position with this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<&Entry> {
        let entry = &self.entries[hash as usize & self.mask];
        (entry.depth > 0 && entry.key == hash).then_some(entry)
    }

    /// Notes what was found about the position with this hash: a value with what it says and whether it is
    /// estimated, this many plies deep, and the number of the best move.
    #[inline]
    pub fn put(
        &mut self,
        hash: u64,
        (value, bound, estimated): (i64, Bound, bool),
        depth: u16,
        best: u16,
    ) {
        let entry = Entry { key: hash, value, depth, best, bound, estimated };
        self.entries[hash as usize & self.mask] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_largest_within_its_memory() {
        for mib in [1, 8, 9, 256] {
            let bytes = size_of::<Entry>() << Table::bits_within(mib);
            assert!(bytes <= mib << 20 && 2 * bytes > mib << 20, "{mib} MiB: {bytes} bytes");
        }
        assert_eq!(Table::bits_within(0), 0);
    }

    #[test]
    fn a_place_holds_the_newest_and_tells_positions_apart() {
        let mut table = Table::new(4);
        assert_eq!(table.get(3), None);
        table.put(3, (-7, Bound::AtMost, true), 2, 1);
        let entry = table.get(3).expect("just put");
        assert_eq!((entry.value, entry.depth, entry.best, entry.bound), (-7, 2, 1, Bound::AtMost));
        assert_eq!(table.get(3 + 16), None);
        table.put(3 + 16, (1, Bound::Exact, false), 1, 0);
        assert_eq!(table.get(3), None);
    }
}
