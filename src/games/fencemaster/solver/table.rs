//! What was found out about positions, in memory that never grows. Keys are exact: an entry holds the stones themselves.

use super::hexagon::Set;
use crate::base::util::mix64;

/// How hard it is to show either answer: proof and disproof number as the mover sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Positions that have yet to be decided, at least, to show that the mover reaches its aim; 0 if it does.
    pub(super) phi: u32,
    /// The same for that it does not.
    pub(super) delta: u32,
}

/// More than any sum.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };

    /// Decided for or against the mover.
    pub(super) const fn decided(reached: bool) -> Numbers {
        if reached { Numbers { phi: 0, delta: NEVER } } else { Numbers { phi: NEVER, delta: 0 } }
    }

    /// Whether the mover reaches its aim, if that is known.
    pub(super) const fn answer(self) -> Option<bool> {
        match self {
            Numbers { phi: 0, .. } => Some(true),
            Numbers { delta: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A position and the question that is asked about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) stones: [Set; 2],
    /// Who moves, who wants to win, and until when.
    pub(super) question: u16,
}

/// A position on half a line of the processor's memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Entry {
    stones: [Set; 2],
    numbers: Numbers,
    question: u16,
    /// The logarithm of the positions that were looked at for it; 0 for an entry that is vacant.
    work: u8,
}

const VACANT: Entry = Entry { stones: [0; 2], numbers: Numbers::UNKNOWN, question: 0, work: 0 };

/// The bytes of an entry outside of the memory.
pub const ENTRY_BYTES: usize = 27;

/// Places that a position may be at.
const PLACES: usize = 4;

/// The table.
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
    /// A table of at most this many MiB, a power of two of entries.
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

    /// The entries with at least this much work, as bytes.
    pub(super) fn entries(&self, least: u8) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
        let worth = move |entry: &&Entry| entry.work >= least.max(1);
        self.entries.iter().filter(worth).map(|entry| entry.to_bytes())
    }

    /// Inserts an entry of [`Table::entries`].
    pub(super) fn insert(&mut self, bytes: &[u8; ENTRY_BYTES]) {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let numbers = Numbers { phi: number(16, 20) as u32, delta: number(20, 24) as u32 };
        let stones = [number(0, 8), number(8, 16)];
        self.put_work(Key { stones, question: number(24, 26) as u16 }, numbers, bytes[26]);
    }

    /// Keeps numbers that took this many positions; what took least has to go.
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
