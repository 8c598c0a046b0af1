//! The transposition table of the solver, with a fixed size. Keys are exact: an entry contains the stones themselves.

use super::hexagon::Set;
use crate::base::util::mix64;

/// Proof and disproof number from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Minimum number of positions still to be decided to show that the mover succeeds; 0 if it does.
    pub(super) phi: u32,
    /// The same to show that the mover fails.
    pub(super) delta: u32,
}

/// Greater than any sum.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    pub(super) const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };

    /// Decided for or against the mover.
    pub(super) const fn decided(reached: bool) -> Numbers {
        if reached { Numbers { phi: 0, delta: NEVER } } else { Numbers { phi: NEVER, delta: 0 } }
    }

    /// Whether the mover succeeds, if known.
    pub(super) const fn answer(self) -> Option<bool> {
        match self {
            Numbers { phi: 0, .. } => Some(true),
            Numbers { delta: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A position with its query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) stones: [Set; 2],
    /// The mover, the attacker, and the ply limit.
    pub(super) question: u16,
}

/// A position in half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Entry {
    stones: [Set; 2],
    numbers: Numbers,
    question: u16,
    /// The binary logarithm, plus one, of the number of positions searched for it; 0 for a vacant entry.
    work: u8,
}

const VACANT: Entry = Entry { stones: [0; 2], numbers: Numbers::UNKNOWN, question: 0, work: 0 };

/// The size of a serialized entry, in bytes.
pub const ENTRY_BYTES: usize = 27;

/// The number of slots in which a position can be stored.
const PLACES: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Entry {
    fn is(&self, key: &Key) -> bool {
        self.stones == key.stones && self.question == key.question && self.work != 0
    }

    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [self.work; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.stones[0].to_le_bytes());
        bytes[8..16].copy_from_slice(&self.stones[1].to_le_bytes());
        bytes[16..20].copy_from_slice(&self.numbers.phi.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.numbers.delta.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.question.to_le_bytes());
        bytes
    }
}

impl Table {
    /// Creates a table of at most this size in MiB; the number of entries is a power of two.
    pub(super) fn new(mib: usize) -> Table {
        let most = ((mib << 20) / size_of::<Entry>()).max(PLACES);
        Table { entries: vec![VACANT; 1 << most.ilog2()] }
    }

    #[inline]
    fn start(&self, key: &Key) -> usize {
        let [first, second] = key.stones;
        let hash = mix64(mix64(first ^ u64::from(key.question) << 48).wrapping_add(second));
        (hash as usize) & (self.entries.len() - 1) & !(PLACES - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: &Key) -> Option<Numbers> {
        let start = self.start(key);
        let places = self.entries.get(start..start + PLACES)?;
        places.iter().find(|entry| entry.is(key)).map(|entry| entry.numbers)
    }

    /// The entries with at least this amount of work, serialized.
    pub(super) fn entries(&self, least: u8) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
        let worth = move |entry: &&Entry| entry.work >= least.max(1);
        self.entries.iter().filter(worth).map(|entry| entry.to_bytes())
    }

    /// Inserts a serialized entry from [`Table::entries`].
    pub(super) fn insert(&mut self, bytes: &[u8; ENTRY_BYTES]) {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let numbers = Numbers { phi: number(16, 20) as u32, delta: number(20, 24) as u32 };
        let stones = [number(0, 8), number(8, 16)];
        self.put_work(Key { stones, question: number(24, 26) as u16 }, numbers, bytes[26]);
    }

    /// Stores numbers that took this number of positions; evicts the entry with the least work.
    pub(super) fn put(&mut self, key: Key, numbers: Numbers, nodes: u64) {
        self.put_work(key, numbers, nodes.max(1).ilog2() as u8 + 1);
    }

    fn put_work(&mut self, key: Key, numbers: Numbers, work: u8) {
        let start = self.start(&key);
        let Some(places) = self.entries.get_mut(start..start + PLACES) else { return };
        let same = places.iter().position(|entry| entry.is(&key));
        let least = || (0..PLACES).min_by_key(|&place| places[place].work);
        if let Some(place) = same.or_else(least) {
            let before = if same.is_some() { places[place].work } else { 0 };
            let Key { stones, question } = key;
            places[place] = Entry { stones, question, work: work.max(before), numbers };
        }
    }
}
