//! Parses the words of orders: numbers, cells and steps.

use super::board::{Cell, Direction};
use crate::contract::game::NotationError;

/// A parser for the notation, with error locations.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
}

/// A word of the text, and its byte offset.
pub(super) type Word<'a> = (usize, &'a str);

impl<'a> Reader<'a> {
    pub(super) fn wrong(self, at: usize, expected: &str) -> NotationError {
        NotationError::new(self.text, at, expected)
    }

    /// The words between two offsets.
    pub(super) fn words(self, from: usize, to: usize) -> impl Iterator<Item = Word<'a>> {
        let part = &self.text[from..to];
        part.split_ascii_whitespace()
            .map(move |word| (word.as_ptr() as usize - self.text.as_ptr() as usize, word))
    }

    pub(super) fn number(self, at: usize, digits: &str, what: &str) -> Result<u32, NotationError> {
        let plain = digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| plain).ok_or_else(|| self.wrong(at, what))
    }

    pub(super) fn step(self, (at, word): Word<'_>) -> Result<(u32, Direction), NotationError> {
        const WHAT: &str = "a step such as `3:N`: an outpost's index, a colon and N, E, S or W";
        let (index, direction) = word.split_once(':').ok_or_else(|| self.wrong(at, WHAT))?;
        let number = self.number(at, index, WHAT)?;
        let direction = match direction.as_bytes() {
            &[letter] => Direction::parse(letter),
            _ => None,
        };
        let second = at + index.len() + 1;
        Ok((number, direction.ok_or_else(|| self.wrong(second, "one of N, E, S, W"))?))
    }

    pub(super) fn disband(self, (at, word): Word<'_>) -> Result<u32, NotationError> {
        self.number(at + 1, word.get(1..).unwrap_or(""), "the index of the outpost to disband")
    }

    pub(super) fn next(
        self,
        words: &mut impl Iterator<Item = Word<'a>>,
        end: usize,
        what: &str,
    ) -> Result<Word<'a>, NotationError> {
        words.next().ok_or_else(|| self.wrong(end, what))
    }

    pub(super) fn cell(self, (at, word): Word<'_>) -> Result<Cell, NotationError> {
        const WHAT: &str = "a cell such as 40,12, each number from 0 to 99";
        let (x, y) = word.split_once(',').ok_or_else(|| self.wrong(at, WHAT))?;
        let second = at + x.len() + 1;
        let (x, y) = (self.number(at, x, WHAT)?, self.number(second, y, WHAT)?);
        Cell::new(x as usize, y as usize).ok_or_else(|| self.wrong(at, WHAT))
    }
}
