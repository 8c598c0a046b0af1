//! The transposition table: results of a search for positions that it may reach again.

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value.
    Exact,
    /// A lower bound of the true value.
    AtLeast,
    /// An upper bound of the true value.
    AtMost,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u64,
    /// Exact, or a bound; see `bound`.
    pub value: i64,
    /// Search depth below the position in plies; 0 marks an empty entry.
    pub depth: u16,
    /// Index of the best move in the order of the legal moves.
    pub best: u16,
    /// Whether `value` is exact, or on which side it bounds the true value.
    pub bound: Bound,
    /// Whether the value rests on a heuristic; else it is proven.
    pub estimated: bool,
}

/// A table of fixed size. A newer entry replaces an older one of another position, so its memory
/// never grows; its results depend only on the stored entries.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    /// The largest number of bits for a table of at most this many MiB.
    pub const fn bits_within(mib: usize) -> u32 {
        let places = (mib << 20) / size_of::<Entry>();
        if places == 0 { 0 } else { places.ilog2() }
    }

    /// A table of 2^`bits` entries.
    pub fn new(bits: u32) -> Self {
        let empty =
            Entry { key: 0, value: 0, depth: 0, best: 0, bound: Bound::Exact, estimated: false };
        let places = 1usize << bits.min(28);
        Table { entries: vec![empty; places], mask: places - 1 }
    }

    /// The entry of the position with this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<&Entry> {
        let entry = &self.entries[hash as usize & self.mask];
        (entry.depth > 0 && entry.key == hash).then_some(entry)
    }

    /// Stores the result of the position with this hash: a value with its bound and whether it is
    /// estimated, the search depth in plies, and the index of the best move.
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
    fn table_is_the_largest_within_the_memory_limit() {
        for mib in [1, 8, 9, 256] {
            let bytes = size_of::<Entry>() << Table::bits_within(mib);
            assert!(bytes <= mib << 20 && 2 * bytes > mib << 20, "{mib} MiB: {bytes} bytes");
        }
        assert_eq!(Table::bits_within(0), 0);
    }

    #[test]
    fn slots_keep_the_newest_entry_and_distinguish_positions() {
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
