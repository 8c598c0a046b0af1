//! The opening book of 7x7: for every position after both placements and three moves (28 978 up to turns and
//! reflections), the plies to the end with best play and a best move. `totora solve isolation --book` computes it,
//! [`super::perfect`] plays by it.
//!
//! The file has a byte for each of [`Opening::all`], in this order: five bits for the plies, and three for the index of a best
//! move in the legal moves. An opening ends within a few plies or lasts for many. At the end is a checksum of all openings,
//! plies and moves before encoding, so that a changed order of openings or moves is detected
//! like a damaged file.

use super::table::image;
use crate::base::files::File;
use crate::board::{Cell, Size, each};
use crate::contract::game::Enumerable;
use crate::position::{Isolation, Move};
use crate::theory::is_known;
use std::sync::OnceLock;

/// Number of moves of an opening.
const PLIES: usize = 5;
/// Fewer plies than this are stored unchanged; from 25 to 48 plies, [`LEAP`] is subtracted.
const FEW: u32 = 8;
const LEAP: u32 = 17;
/// The value of an unsolved opening.
const UNKNOWN: u8 = 0;
/// Number of legal moves that a byte can distinguish: the maximum of a knight.
const MOVES: u8 = 8;
const CHECKSUM_BYTES: usize = 4;

/// Without a lookup table, which would be a sixth of the book's size.
static CHECKSUM: crc::Crc<u32, crc::NoTable> =
    crc::Crc::<u32, crc::NoTable>::new(&crc::CRC_32_ISO_HDLC);
/// The book file of the program.
static FILE: File = File {
    name: "isolation-book.bin",
    #[cfg(not(target_arch = "wasm32"))]
    bytes: include_bytes!("../isolation-book.bin"),
};

/// Both placements and the first three moves, if the game is not over by then; of openings that are equal up to
/// turns and reflections of the board, the smallest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opening {
    /// The cells in the order of play.
    pub at: [Cell; PLIES],
}

impl Opening {
    /// All openings, in a fixed order: by their cells.
    pub fn all() -> Vec<Opening> {
        let mut all = Vec::new();
        // Only a smallest image begins with such a cell.
        for first in each(Size::SEVEN.cells()).filter(|&first| least([first]).0 == [first]) {
            Opening::add(&Isolation::of_cells([first]), &mut all);
        }
        all
    }

    /// Adds the openings that a position leads to.
    fn add(position: &Isolation, all: &mut Vec<Opening>) {
        if position.winner().is_some() {
            return;
        }
        if let Some(opening) = Opening::begun(position) {
            if least(opening.at).0 == opening.at {
                all.push(opening);
            }
            return;
        }
        for mv in position.move_list() {
            Opening::add(&position.played(&mv), all);
        }
    }

    /// The first moves of a game, if it has that number; not reduced by symmetry.
    fn begun(position: &Isolation) -> Option<Opening> {
        let cells: Vec<Cell> = position.trail().take(PLIES).collect();
        Some(Opening { at: cells.try_into().ok()? })
    }

    /// The position after the opening.
    pub fn position(&self) -> Isolation {
        Isolation::of_cells(self.at)
    }
}

/// The smallest image and the index of its symmetry. Written as a loop: unrolled, the code is eight times as long.
fn least<const N: usize>(at: [Cell; N]) -> ([Cell; N], usize) {
    let mut least = (at, 0);
    for way in 1..8 {
        let image = at.map(|cell| image(cell, way));
        if image < least.0 {
            least = (image, way);
        }
    }
    least
}

/// The inverse of a symmetry.
fn inverse(way: usize) -> usize {
    match way & 4 {
        0 => way,
        // The reflections come before columns and rows are exchanged.
        _ => 4 | (way & 1) << 1 | (way & 2) >> 1,
    }
}

/// The book's result for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Plies to the end with best play. The winner makes the last move: the player to move wins if they are odd.
    pub plies: u32,
    /// The start of a best line: up to the move after the opening.
    pub line: Vec<Move>,
}

impl Entry {
    /// Whether the player to move wins.
    pub fn wins(&self) -> bool {
        self.plies % 2 == 1
    }
}

/// The result of an opening: plies to the end with best play, and a move of a best line.
pub type Solved = (u32, Move);

/// The results of all openings, as far as they are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// In the order of [`Opening::all`].
    entries: Vec<(Opening, Option<Solved>)>,
}

impl Book {
    /// A book of all openings, without results.
    pub fn empty() -> Book {
        Book { entries: Opening::all().into_iter().map(|opening| (opening, None)).collect() }
    }

    /// Stores the result of an opening.
    pub fn insert(&mut self, opening: Opening, solved: Solved) {
        if let Ok(at) = self.find(&opening) {
            self.entries[at].1 = Some(solved);
        }
    }

    fn find(&self, opening: &Opening) -> Result<usize, usize> {
        self.entries.binary_search_by_key(opening, |(opening, _)| *opening)
    }

    /// The book of the program; in the page, the first call loads the file.
    ///
    /// # Errors
    /// Why the file cannot be loaded or read, in a sentence. A later call may succeed.
    pub fn of_the_program() -> Result<&'static Book, String> {
        static BOOK: OnceLock<Book> = OnceLock::new();
        if let Some(book) = BOOK.get() {
            return Ok(book);
        }
        let read = Book::read(&FILE.read()?)?;
        Ok(BOOK.get_or_init(|| read))
    }

    /// Whether the book may have an entry for a position, or for a position after one of its moves.
    pub fn reaches(position: &Isolation) -> bool {
        is_known(position) && (2..=PLIES).contains(&position.plies())
    }

    /// Decodes a file.
    ///
    /// # Errors
    /// Why the file is invalid.
    pub fn read(bytes: &[u8]) -> Result<Book, &'static str> {
        const DAMAGED: &str = "the opening book is damaged, or made for another order of moves";
        let (bytes, checksum) =
            bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or("the opening book ends too early")?;
        let openings = Opening::all();
        if bytes.len() != openings.len() {
            return Err(DAMAGED);
        }
        let mut entries = Vec::new();
        for (opening, &byte) in openings.into_iter().zip(bytes) {
            let solved = match byte {
                UNKNOWN => None,
                _ => {
                    let plies = u32::from(byte / MOVES);
                    let plies = if plies < FEW { plies } else { plies + LEAP };
                    let moves = opening.position().move_list();
                    let mv = moves.get(usize::from(byte % MOVES)).ok_or(DAMAGED)?;
                    Some((plies, *mv))
                }
            };
            entries.push((opening, solved));
        }
        let book = Book { entries };
        if book.checksum() != u32::from_le_bytes(*checksum) {
            return Err(DAMAGED);
        }
        Ok(book)
    }

    /// Encodes the file: a byte for each opening, then the checksum.
    pub fn write(&self) -> Vec<u8> {
        let byte = |(opening, solved): &(Opening, Option<Solved>)| match solved {
            None => UNKNOWN,
            Some((plies, mv)) => {
                let at = opening.position().move_list().iter().position(|other| other == mv);
                let plies = if *plies < FEW { *plies } else { plies - LEAP };
                plies as u8 * MOVES + at.unwrap_or_default() as u8
            }
        };
        let mut bytes: Vec<u8> = self.entries.iter().map(byte).collect();
        bytes.extend(self.checksum().to_le_bytes());
        bytes
    }

    fn checksum(&self) -> u32 {
        let mut digest = CHECKSUM.digest();
        for (opening, solved) in &self.entries {
            digest.update(&opening.at.map(|cell| cell.0));
            if let Some((plies, mv)) = solved {
                digest.update(&[*plies as u8, mv.0.0]);
            }
        }
        digest.finalize()
    }

    /// The openings without a result.
    pub fn unknown(&self) -> Vec<Opening> {
        let unknown = self.entries.iter().filter(|(_, solved)| solved.is_none());
        unknown.map(|&(opening, _)| opening).collect()
    }

    /// The result of a position of 7x7: after both placements and one to three moves, and after the book's move.
    pub fn entry(&self, position: &Isolation) -> Option<Entry> {
        if !is_known(position) {
            return None;
        }
        if (3..PLIES).contains(&position.plies()) {
            return self.entry_from_replies(position);
        }
        let (at, way) = least(Opening::begun(position)?.at);
        let (plies, mv) = self.entries[self.find(&Opening { at }).ok()?].1?;
        let best = Move(image(mv.0, inverse(way)));
        let mut played = position.trail().skip(PLIES).map(Move);
        match (played.next(), played.next()) {
            (None, _) => Some(Entry { plies, line: vec![best] }),
            (Some(mv), None) if mv == best => Some(Entry { plies: plies - 1, line: Vec::new() }),
            _ => None,
        }
    }

    /// The result derived from the openings after each move.
    fn entry_from_replies(&self, position: &Isolation) -> Option<Entry> {
        let mut best: Option<Entry> = None;
        for mv in position.move_list() {
            let next = position.played(&mv);
            let Entry { plies, line } = match next.winner() {
                Some(_) => Entry { plies: 0, line: Vec::new() },
                None => self.entry(&next)?,
            };
            let entry = Entry { plies: plies + 1, line: [&[mv], &line[..]].concat() };
            // Prefers quick wins to slow ones, and late losses to early ones.
            let worth = |entry: &Entry| {
                let plies = i64::from(entry.plies);
                if entry.wins() { 1_000 - plies } else { plies }
            };
            if best.as_ref().is_none_or(|best| worth(&entry) > worth(best)) {
                best = Some(entry);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Class, symmetric};
    use super::*;
    use crate::contract::game::Game;

    fn after(moves: &str) -> Isolation {
        Isolation::after(Size::SEVEN, moves.split(' ')).expect("legal moves")
    }

    #[test]
    fn book_round_trips_through_bytes() {
        let book = Book::read(FILE.bytes).expect("the file in assets");
        assert_eq!(book.write(), FILE.bytes);
        assert_eq!(book.entries.len(), 28_978);
        assert!(book.entries.is_sorted_by_key(|(opening, _)| *opening));
        assert_eq!(book.unknown(), []);
        assert!(FILE.bytes.len() < 100_000);
        // An incomplete book can be written and completed too.
        let mut gaps = Book::empty();
        assert_eq!(gaps.unknown().len(), 28_978);
        for (opening, entry) in
            book.entries.iter().filter(|(opening, _)| opening.at[PLIES - 1].0 % 3 > 0)
        {
            gaps.insert(*opening, entry.expect("known"));
        }
        assert!(!gaps.unknown().is_empty());
        assert_eq!(Book::read(&gaps.write()), Ok(gaps.clone()));
        for opening in gaps.unknown() {
            let entry = book.entry(&opening.position()).expect("known");
            gaps.insert(opening, (entry.plies, entry.line[0]));
        }
        assert_eq!(gaps, book);
    }

    #[test]
    fn damaged_files_are_rejected() {
        for at in (0..FILE.bytes.len()).step_by(301) {
            for bit in [1, 128] {
                let mut bytes = FILE.bytes.to_vec();
                bytes[at] ^= bit;
                assert!(Book::read(&bytes).is_err(), "byte {at}");
            }
            assert!(Book::read(&FILE.bytes[..at]).is_err(), "{at} bytes");
        }
        assert!(Book::read(&[FILE.bytes, &[0]].concat()).is_err());
        assert!(Book::read(&[u8::MAX; 30_000]).is_err());
    }

    #[test]
    fn symmetric_positions_share_an_entry() {
        let book = Book::of_the_program().expect("a book");
        for opening in Opening::all().iter().step_by(29) {
            let entry = book.entry(&opening.position()).expect("known");
            for (way, at) in symmetric(opening.at).into_iter().enumerate() {
                let mut position = Opening { at }.position();
                let found = book.entry(&position).expect("known");
                assert_eq!(found.plies, entry.plies);
                let seat = position.turn();
                position.play(seat, &found.line[0]).expect("legal");
                let left = book.entry(&position).map_or(0, |left| left.plies);
                assert!(left + 1 == found.plies);
                // The line may only differ if the opening is its own image.
                let line: Vec<_> = entry.line.iter().map(|mv| Move(image(mv.0, way))).collect();
                assert!(
                    found.line == line
                        || symmetric(opening.at).iter().filter(|&&other| other == at).count() > 1
                );
            }
        }
    }

    #[test]
    fn entries_before_the_openings_follow_the_best_move() {
        let book = Book::of_the_program().expect("a book");
        for (nth, opening) in Opening::all().iter().enumerate().step_by(97) {
            let cells = opening.at.map(|cell| cell.to_string());
            let position = after(&cells[..3 + nth % 2].join(" "));
            let entry = book.entry(&position).expect("known");
            let plies = |mv| book.entry(&position.played(mv)).map_or(0, |entry| entry.plies);
            let replies = position.move_list();
            let (wins, losses): (Vec<u32>, Vec<u32>) =
                replies.iter().map(plies).partition(|plies| plies % 2 == 0);
            let best = wins.into_iter().min().or(losses.into_iter().max());
            assert_eq!(Some(entry.plies), best.map(|plies| plies + 1));
        }
    }

    /// The parity of the plies gives the same winner as the colour rule.
    #[test]
    fn winners_match_the_colour_rule() {
        let book = Book::of_the_program().expect("a book");
        for class in Class::all() {
            let [first, second] = class.placement.at;
            let mut wins = false;
            for to in each(first.knight() & Size::SEVEN.cells() & !second.alone()) {
                let moves = [first, second, to].map(|at| at.to_string()).join(" ");
                wins |= !book.entry(&after(&moves)).expect("known").wins();
            }
            assert_eq!(class.placement.winner(), usize::from(!wins), "{class:?}");
        }
    }

    #[test]
    fn book_covers_only_games_on_7x7() {
        let book = Book::of_the_program().expect("a book");
        for moves in ["b2 e5 d3", "b2 e5 d3 c4", "b2 e5 d3 c4 f4"] {
            assert!(book.entry(&after(moves)).is_some());
            let eight = Size::new(8, 8).expect("a size");
            let large = Isolation::after(eight, moves.split(' ')).expect("legal");
            assert!(book.entry(&large).is_none() && !Book::reaches(&large));
            // The same knights and free cells, but with an unknown history.
            let given = Isolation::given(&(&after(moves)).into()).expect("a position");
            assert!(book.entry(&given).is_none() && !Book::reaches(&given));
        }
        assert!(book.entry(&after("b2 e5")).is_none(), "no move yet");
        assert!(Book::reaches(&after("b2 e5")) && !Book::reaches(&after("b2")));
        // The book has no entry after another move, nor after a reply to the best one.
        let position = after("b2 e5 d3 c4 f4");
        let best = book.entry(&position).expect("known").line[0];
        for mv in position.move_list() {
            let next = position.played(&mv);
            assert_eq!(book.entry(&next).is_some(), mv == best);
            assert!(next.move_list().iter().all(|mv| book.entry(&next.played(mv)).is_none()));
            assert!(!Book::reaches(&next));
        }
    }
}
