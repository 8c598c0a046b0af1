//! The opening book of 7x7: for every position after both placements and a move of each player, 6 574 of them but for
//! turns and reflections, the plies to the end with best play and the first moves of one best line. `totora solve isolation --book`
//! computes it, [`super::perfect`] plays by it.
//!
//! The file has a record for each of [`Opening::all`], in this order: the plies, and where a line is known, one number
//! with all its moves. The first move is the remainder of the division by the count of legal moves, the next one that of
//! the quotient, and so on; a number is written in bytes of seven bits, the low ones first, and the eighth bit says that
//! more follow. At the end is a checksum of all openings, plies and moves as they were before they were written, so that
//! a change of the order of openings or moves is noticed as a damaged file is.

use super::table::image;
use crate::base::bytes::{put_number, take_number};
use crate::base::files::File;
use crate::contract::game::Enumerable;
use crate::games::isolation::board::{Cell, Size, each};
use crate::games::isolation::position::{Isolation, Move};
use crate::games::isolation::theory::is_known;
use std::sync::OnceLock;

/// The most moves of a line that are in the book: up to ply 12, from where a search is quick.
pub const LINE: usize = 8;
/// How many moves an opening has.
const PLIES: usize = 4;
/// In place of plies that are not known.
const UNKNOWN: u8 = u8::MAX;
/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 4;
/// The most bytes of the number of a line.
const MOST_BYTES: u32 = 10;

/// Without a table, which would be a sixth of the book.
static CHECKSUM: crc::Crc<u32, crc::NoTable> =
    crc::Crc::<u32, crc::NoTable>::new(&crc::CRC_32_ISO_HDLC);
/// The book of the program.
static FILE: File = File {
    name: "isolation-book.bin",
    #[cfg(not(target_arch = "wasm32"))]
    bytes: include_bytes!("../../../../assets/isolation-book.bin"),
};

/// Both placements and the first move of each player, where the game is not over by then; of those that are one and
/// the same but for turning and reflecting the board, the
/// one that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opening {
    /// Where the knights went.
    pub at: [Cell; PLIES],
}

impl Opening {
    /// All openings, in a fixed order: by their cells.
    pub fn all() -> Vec<Opening> {
        let cells = Size::SEVEN.cells();
        let mut all = Vec::new();
        // Only an image that comes first begins with such a cell.
        for first in each(cells).filter(|&first| least([first]).0 == [first]) {
            for second in each(cells & !first.alone()) {
                for to in each(first.knight() & cells & !second.alone()) {
                    for reply in each(second.knight() & cells & !first.alone() & !to.alone()) {
                        let opening = Opening { at: [first, second, to, reply] };
                        if least(opening.at).0 == opening.at
                            && opening.position().winner().is_none()
                        {
                            all.push(opening);
                        }
                    }
                }
            }
        }
        all
    }

    /// The opening of a game and by which symmetry the game's board becomes its board; `None` where there is none: before the
    /// first move, on other boards, and where the game began otherwise.
    fn of(position: &Isolation) -> Option<(Opening, usize)> {
        let mut cells = position.trail();
        let at = [cells.next()?, cells.next()?, cells.next()?, cells.next()?];
        if !is_known(position) {
            return None;
        }
        let (at, way) = least(at);
        Some((Opening { at }, way))
    }

    /// The position after it.
    pub fn position(&self) -> Isolation {
        let mut position = Isolation::empty(Size::SEVEN);
        for cell in self.at {
            position.play_unchecked(&Move(cell));
        }
        position
    }
}

/// The image that comes first, and by which symmetry it is had. Written as a loop: unrolled it is eight times as long.
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

/// The symmetry that undoes another one.
fn inverse(way: usize) -> usize {
    match way & 4 {
        0 => way,
        // The reflections come before columns and rows are exchanged.
        _ => 4 | (way & 1) << 1 | (way & 2) >> 1,
    }
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Plies to the end with best play. The winner makes the last move: the player to move wins if they are odd.
    pub plies: u32,
    /// The first moves of a best line, at most [`LINE`] from the opening on.
    pub line: Vec<Move>,
}

impl Entry {
    /// Whether the player to move wins.
    pub fn wins(&self) -> bool {
        self.plies % 2 == 1
    }
}

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// In the order of [`Opening::all`].
    entries: Vec<(Opening, Option<Entry>)>,
}

impl Book {
    /// A book that knows nothing yet.
    pub fn empty() -> Book {
        Book { entries: Opening::all().into_iter().map(|opening| (opening, None)).collect() }
    }

    /// Puts in what was found out of an opening.
    pub fn insert(&mut self, opening: Opening, entry: Entry) {
        if let Ok(at) = self.find(&opening) {
            self.entries[at].1 = Some(entry);
        }
    }

    fn find(&self, opening: &Opening) -> Result<usize, usize> {
        self.entries.binary_search_by_key(opening, |(opening, _)| *opening)
    }

    /// The book of the program; in the page the file is fetched at the first call.
    ///
    /// # Errors
    /// Why the file cannot be had or read, in a sentence. It may be at the next call.
    pub fn of_the_program() -> Result<&'static Book, String> {
        static BOOK: OnceLock<Book> = OnceLock::new();
        if let Some(book) = BOOK.get() {
            return Ok(book);
        }
        let read = Book::read(&FILE.read()?)?;
        Ok(BOOK.get_or_init(|| read))
    }

    /// Whether a book may have something about a position, or about what its moves lead to.
    pub fn reaches(position: &Isolation) -> bool {
        is_known(position) && (PLIES - 2..=PLIES + LINE).contains(&position.plies())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Book, &'static str> {
        const SHORT: &str = "the opening book ends too early";
        let (mut rest, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(SHORT)?;
        let mut entries = Vec::new();
        for opening in Opening::all() {
            let (&plies, after) = rest.split_first().ok_or(SHORT)?;
            rest = after;
            let entry = match plies {
                UNKNOWN => None,
                _ => {
                    let line = line(
                        opening.position(),
                        plies,
                        take_number(&mut rest, MOST_BYTES).ok_or(SHORT)?,
                    );
                    Some(Entry { plies: plies.into(), line })
                }
            };
            entries.push((opening, entry));
        }
        let book = Book { entries };
        if !rest.is_empty() || book.checksum() != u32::from_le_bytes(*checksum) {
            return Err("the opening book is damaged, or made for another order of moves");
        }
        Ok(book)
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (opening, entry) in &self.entries {
            match entry {
                None => bytes.push(UNKNOWN),
                Some(entry) => {
                    bytes.push(entry.plies as u8);
                    put_number(&mut bytes, number(opening.position(), &entry.line));
                }
            }
        }
        bytes.extend(self.checksum().to_le_bytes());
        bytes
    }

    fn checksum(&self) -> u32 {
        let mut digest = CHECKSUM.digest();
        for (opening, entry) in &self.entries {
            digest.update(&opening.at.map(|cell| cell.0));
            if let Some(entry) = entry {
                digest.update(&[entry.plies as u8, entry.line.len() as u8]);
                entry.line.iter().for_each(|mv| digest.update(&[mv.0.0]));
            }
        }
        digest.finalize()
    }

    /// The openings that it lacks.
    pub fn unknown(&self) -> Vec<Opening> {
        let unknown = self.entries.iter().filter(|(_, entry)| entry.is_none());
        unknown.map(|&(opening, _)| opening).collect()
    }

    /// What is known of a position of 7x7: after both placements and one move, of an opening, and of what follows on
    /// its line.
    pub fn entry(&self, position: &Isolation) -> Option<Entry> {
        if is_known(position) && position.plies() == PLIES - 1 {
            return self.by_replies(position);
        }
        let (opening, way) = Opening::of(position)?;
        let entry = self.entries[self.find(&opening).ok()?].1.as_ref()?;
        let mut line = entry.line.iter().map(|mv| Move(image(mv.0, inverse(way))));
        let mut plies = entry.plies;
        for cell in position.trail().skip(opening.at.len()) {
            if line.next() != Some(Move(cell)) {
                return None;
            }
            plies -= 1;
        }
        Some(Entry { plies, line: line.collect() })
    }

    /// What follows from the openings that a move leads to.
    fn by_replies(&self, position: &Isolation) -> Option<Entry> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best: Option<Entry> = None;
        for mv in moves {
            let mut next = *position;
            next.play_unchecked(&mv);
            let Entry { plies, line } = match next.winner() {
                Some(_) => Entry { plies: 0, line: Vec::new() },
                None => self.entry(&next)?,
            };
            let entry = Entry { plies: plies + 1, line: [&[mv], &line[..]].concat() };
            // A quick win before a slow one, a late loss before an early one.
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

/// How many moves of a line are written.
fn written(plies: u8) -> usize {
    LINE.min(plies.into())
}

/// The moves of a line, from its number.
fn line(mut position: Isolation, plies: u8, mut number: u64) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut line = Vec::new();
    while line.len() < written(plies) {
        position.legal_moves(&mut moves);
        let count = moves.len() as u64;
        let Some(mv) = number.checked_rem(count).and_then(|at| moves.get(at as usize)) else {
            break;
        };
        number /= count;
        position.play_unchecked(mv);
        line.push(*mv);
    }
    line
}

/// The number of a line.
fn number(mut position: Isolation, line: &[Move]) -> u64 {
    let mut moves = Vec::new();
    let (mut number, mut factor) = (0, 1);
    for mv in line {
        position.legal_moves(&mut moves);
        let at = moves.iter().position(|other| other == mv).unwrap_or_default();
        number += factor * at as u64;
        factor *= moves.len() as u64;
        position.play_unchecked(mv);
    }
    number
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
    fn the_book_is_read_and_written_as_it_is() {
        let book = Book::read(FILE.bytes).expect("the file in assets");
        assert_eq!(book.write(), FILE.bytes);
        assert_eq!(book.entries.len(), 6_574);
        assert_eq!(book.unknown(), []);
        assert!(FILE.bytes.len() < 100_000);
        // A book with gaps is written as well, and filled.
        let mut gaps = Book::empty();
        assert_eq!(gaps.unknown().len(), 6_574);
        for (opening, entry) in book.entries.iter().filter(|(opening, _)| opening.at[3].0 % 3 > 0) {
            gaps.insert(*opening, entry.clone().expect("known"));
        }
        assert!(!gaps.unknown().is_empty());
        assert_eq!(Book::read(&gaps.write()), Ok(gaps.clone()));
        for opening in gaps.unknown() {
            gaps.insert(opening, book.entry(&opening.position()).expect("known"));
        }
        assert_eq!(gaps, book);
    }

    #[test]
    fn a_damaged_file_is_no_book() {
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
    fn all_images_of_a_position_have_one_entry() {
        let book = Book::of_the_program().expect("a book");
        for opening in Opening::all().iter().step_by(7) {
            let entry = book.entry(&opening.position()).expect("known");
            for (way, at) in symmetric(opening.at).into_iter().enumerate() {
                let mut position = Opening { at }.position();
                let found = book.entry(&position).expect("known");
                assert_eq!(found.plies, entry.plies);
                // The line is legal there, and each position on it has what is left of it.
                for (played, mv) in found.line.iter().enumerate() {
                    let seat = position.turn();
                    position.play(seat, mv).expect("legal");
                    let left = book.entry(&position).expect("on the line");
                    assert_eq!(left.plies as usize, entry.plies as usize - played - 1);
                    assert_eq!(left.line, found.line[played + 1..]);
                }
                // Only where the opening is its own image may the line be another one.
                let line: Vec<_> = entry.line.iter().map(|mv| Move(image(mv.0, way))).collect();
                assert!(
                    found.line == line
                        || symmetric(opening.at).iter().filter(|&&other| other == at).count() > 1
                );
            }
        }
    }

    #[test]
    fn after_one_move_the_best_reply_decides() {
        let book = Book::of_the_program().expect("a book");
        for opening in Opening::all().iter().step_by(97) {
            let [first, second, to, _] = opening.at.map(|cell| cell.to_string());
            let position = after(&[first, second, to].join(" "));
            let entry = book.entry(&position).expect("known");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let replies = moves.iter().map(|mv| {
                let mut next = position;
                next.play_unchecked(mv);
                book.entry(&next).map_or(0, |entry| entry.plies)
            });
            let (wins, losses): (Vec<u32>, Vec<u32>) = replies.partition(|plies| plies % 2 == 0);
            let best = wins.into_iter().min().or(losses.into_iter().max());
            assert_eq!(Some(entry.plies), best.map(|plies| plies + 1));
        }
    }

    /// The winner that the parity of the plies says is that of the colour rule.
    #[test]
    fn the_winners_are_those_of_the_colour_rule() {
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
    fn the_book_is_of_games_on_7x7_alone() {
        let book = Book::of_the_program().expect("a book");
        for moves in ["b2 e5 d3", "b2 e5 d3 c4"] {
            assert!(book.entry(&after(moves)).is_some());
            let eight = Size::new(8, 8).expect("a size");
            let large = Isolation::after(eight, moves.split(' ')).expect("legal");
            assert!(book.entry(&large).is_none() && !Book::reaches(&large));
            // The same knights and free cells, but nothing is known of how they came there.
            let given = Isolation::given(&(&after(moves)).into()).expect("a position");
            assert!(book.entry(&given).is_none() && !Book::reaches(&given));
        }
        assert!(book.entry(&after("b2 e5")).is_none(), "no move yet");
        assert!(Book::reaches(&after("b2 e5")) && !Book::reaches(&after("b2")));
        // Off the line nothing is known.
        let position = after("b2 e5 d3 c4");
        let best = book.entry(&position).expect("known").line[0];
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let mut next = position;
            next.play_unchecked(&mv);
            assert_eq!(book.entry(&next).is_some(), mv == best);
        }
    }
}
