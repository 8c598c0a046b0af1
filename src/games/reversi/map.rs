//! Maps: the text format, its errors, and the writer. A [`Map`] is always valid; `board` and the position
//! define how its tiles behave in walks and play.

use crate::base::fixed::shorten;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// The minimum and maximum number of players.
pub const PLAYERS: std::ops::RangeInclusive<u32> = 2..=8;
/// The maximum number of rows and of columns according to the course's format.
pub const LARGEST_NAMED: usize = 50;
/// The maximum accepted size: the course's own server sent maps of 51 and 52.
pub const LARGEST: usize = 52;
/// The maximum initial number of override stones or bombs of a player, and the maximum bomb strength. Values
/// beyond the number of tiles play alike, except that overrides never run out then.
pub const MOST: u32 = 999_999_999;
/// Maximum size of a map's text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum number of problems reported per text.
const MOST_PROBLEMS: usize = 32;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// No tile, at the start or since a bomb destroyed it.
    Hole,
    /// An empty tile without a special effect.
    Empty,
    /// An empty tile: the player who takes it swaps all stones with a chosen player.
    Choice,
    /// An empty tile: when it is taken, all stones pass to the next player.
    Inversion,
    /// An empty tile: the player who takes it gets a bomb or an override stone.
    Bonus,
    /// An expansion stone, which belongs to no player.
    Expansion,
    /// A stone of the player with that number, from 1.
    Stone(u8),
}

impl Tile {
    /// The character in a map's text.
    pub fn letter(self) -> char {
        match self {
            Tile::Hole => '-',
            Tile::Empty => '0',
            Tile::Choice => 'c',
            Tile::Inversion => 'i',
            Tile::Bonus => 'b',
            Tile::Expansion => 'x',
            Tile::Stone(player) => char::from(b'0' + player),
        }
    }

    fn from_letter(letter: char) -> Option<Tile> {
        Some(match letter {
            '-' => Tile::Hole,
            '0' => Tile::Empty,
            'c' => Tile::Choice,
            'i' => Tile::Inversion,
            'b' => Tile::Bonus,
            'x' => Tile::Expansion,
            '1'..='8' => Tile::Stone(letter as u8 - b'0'),
            _ => return None,
        })
    }

    /// Whether a stone can be placed here without an override stone.
    pub fn is_free(self) -> bool {
        matches!(self, Tile::Empty | Tile::Choice | Tile::Inversion | Tile::Bonus)
    }
}

/// The x and y offsets of a step in each of the eight directions: 0 is up, then clockwise.
pub const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A border of a tile: column and row from the top left, from 0, and a direction from 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// The column, from 0 at the left.
    pub x: u8,
    /// The row, from 0 at the top.
    pub y: u8,
    /// 0 up, then clockwise to 7 up-left.
    pub direction: u8,
}

impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, self.direction)
    }
}

/// An error in a map's text, with its location and the expected input.
#[derive(Clone, Debug, Default, Error, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[error("line {line}, column {column}: {message}")]
pub struct MapError {
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The tile (column and row from the top left, from 0) that the error is about, if any.
    pub tile: Option<(u8, u8)>,
    /// The expected and the actual input.
    pub message: String,
}

/// A valid map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The number of players, 2 to 8.
    pub players: u8,
    /// The initial number of override stones of each player.
    pub overrides: u32,
    /// The initial number of bombs of each player.
    pub bombs: u32,
    /// The bomb radius, in steps.
    pub strength: u32,
    /// Columns, 1 to 52.
    pub width: u8,
    /// Rows, 1 to 52.
    pub height: u8,
    /// Row by row from the top left.
    pub tiles: Vec<Tile>,
    /// The pairs of joined borders, in the order of the text.
    pub transitions: Vec<[Border; 2]>,
}

impl Map {
    /// Whether the map is for two players, at most 8x8, without overrides, transitions and special tiles.
    pub(super) fn is_plain(&self) -> bool {
        /// Maximum number of columns and rows.
        const SIDE: u8 = 8;
        let usual = |tile: &Tile| matches!(tile, Tile::Hole | Tile::Empty | Tile::Stone(_));
        self.players == 2
            && self.width <= SIDE
            && self.height <= SIDE
            && self.overrides == 0
            && self.transitions.is_empty()
            && self.tiles.iter().all(usual)
    }

    /// Parses a map's text.
    ///
    /// # Errors
    /// The first problem, with its line and column.
    pub fn parse(text: &str) -> Result<Map, MapError> {
        Map::read(text).map_err(|problems| problems.into_iter().next().unwrap_or_default())
    }

    fn read(text: &str) -> Result<Map, Vec<MapError>> {
        let mut reader = Reader::new(text);
        let map = reader.map(text.len()).filter(|_| reader.problems.is_empty());
        map.ok_or(reader.problems)
    }

    /// Parses a map from a server, which separates words by any whitespace, whatever the line breaks.
    ///
    /// # Errors
    /// As [`Map::parse`], with positions in the original text.
    pub fn from_server(text: &str) -> Result<Map, MapError> {
        Map::parse(text).or_else(|error| Map::parse(&reflow(text)).map_err(|_| error))
    }

    /// All problems of a map's text, as far as it can be parsed; empty exactly if
    /// [`Map::parse`] succeeds. At most 32 are returned.
    pub fn problems(text: &str) -> Vec<MapError> {
        Map::read(text).err().unwrap_or_default()
    }

    /// The content of a cell, which must be on the map.
    pub fn tile(&self, x: usize, y: usize) -> Tile {
        self.tiles[y * usize::from(self.width) + x]
    }

    /// The adjacent tile in a direction, ignoring transitions: column and row; `None` at a hole or the edge
    /// of the map.
    pub fn neighbour(&self, x: u8, y: u8, direction: u8) -> Option<(u8, u8)> {
        let (dx, dy) = STEPS[usize::from(direction & 7)];
        let (x, y) = (i32::from(x) + dx, i32::from(y) + dy);
        let inside =
            (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        (inside && self.tile(x as usize, y as usize) != Tile::Hole).then_some((x as u8, y as u8))
    }
}

/// Writes the map in its text format.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Map { players, overrides, bombs, strength, width, height, .. } = self;
        write!(f, "{players}\n{overrides}\n{bombs} {strength}\n{height} {width}\n")?;
        for row in self.tiles.chunks(usize::from(*width)) {
            let mut line = String::with_capacity(2 * row.len());
            for tile in row {
                line.push(tile.letter());
                line.push(' ');
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        for [one, other] in &self.transitions {
            writeln!(f, "{one} <-> {other}")?;
        }
        Ok(())
    }
}

/// A word of a line, with the index of its first character, from 1.
type Word<'a> = (usize, &'a str);

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Split<'a, char>>,
    /// The current line, from 1.
    line: usize,
    /// The length of the line in characters.
    length: usize,
    /// The remaining words of the line.
    words: std::vec::IntoIter<Word<'a>>,
    problems: Vec<MapError>,
}

/// The words of a map, broken into the lines of the format.
fn reflow(text: &str) -> String {
    /// The number of words in each header line.
    const HEADER: [usize; 4] = [1, 1, 2, 2];
    const TRANSITION: usize = 7;
    let mut words = text.trim_start_matches('\u{feff}').split_whitespace();
    let mut lines = String::new();
    let mut line = |count: usize| {
        let words: Vec<&str> = words.by_ref().take(count).collect();
        lines.push_str(&words.join(" "));
        lines.push('\n');
        words.iter().map(|word| word.parse().unwrap_or(0)).collect::<Vec<usize>>()
    };
    let size = HEADER.map(&mut line).into_iter().next_back().unwrap_or_default();
    if let [height, width] = size[..] {
        (0..height.min(LARGEST)).for_each(|_| drop(line(width)));
    }
    while !line(TRANSITION).is_empty() {}
    lines
}

/// The words of a line, limited to the number that can matter.
fn words_of(line: &str) -> Vec<Word<'_>> {
    const MOST_WORDS: usize = LARGEST + 2;
    let column = |word: &str| {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        line[..at].chars().count() + 1
    };
    line.split_whitespace().take(MOST_WORDS).map(|word| (column(word), word)).collect()
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader {
            // Some editors write a byte order mark.
            lines: text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').enumerate(),
            line: 1,
            length: 0,
            words: Vec::new().into_iter(),
            problems: Vec::new(),
        }
    }

    /// Adds a problem to the list; returns nothing, so that a caller can end with it.
    fn problem<T>(&mut self, column: usize, tile: Option<(u8, u8)>, message: String) -> Option<T> {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(MapError { line: self.line, column, tile, message });
        }
        None
    }

    /// Advances to the next line with words; false at the end of the text.
    fn next_line(&mut self) -> bool {
        for (index, line) in self.lines.by_ref() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            let words = words_of(line);
            self.line = index + 1;
            self.length = line.chars().count();
            if !words.is_empty() {
                self.words = words.into_iter();
                return true;
            }
        }
        self.words = Vec::new().into_iter();
        false
    }

    /// The next word of the line.
    fn word(&mut self, expected: &str) -> Option<Word<'a>> {
        self.words.next().or_else(|| {
            let message = format!("expected {expected}, found the end of the line");
            self.problem(self.length + 1, None, message)
        })
    }

    /// Parses the next word as a number.
    fn number(&mut self, what: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let expected = format!("{what} from {} to {}", range.start(), range.end());
        let (column, word) = self.word(&expected)?;
        read_number(word).filter(|number| range.contains(number)).or_else(|| {
            let message = format!("expected {expected}, found `{}`", shorten(word));
            self.problem(column, None, message)
        })
    }

    /// The line must end here.
    fn end_of_line(&mut self, after: &str) -> Option<()> {
        match self.words.next() {
            None => Some(()),
            Some((column, word)) => {
                let word = shorten(word);
                let message = format!("expected the end of the line {after}, found `{word}`");
                self.problem(column, None, message)
            }
        }
    }

    /// Parses a line of numbers, each with its name and range.
    fn header<const N: usize>(
        &mut self,
        after: &str,
        parts: [(&str, std::ops::RangeInclusive<u32>); N],
    ) -> Option<[u32; N]> {
        if !self.next_line() {
            let (what, range) = &parts[0];
            let message = format!(
                "expected {what} from {} to {}, found the end of the map",
                range.start(),
                range.end()
            );
            return self.problem(self.length + 1, None, message);
        }
        let mut numbers = [0; N];
        for (number, (what, range)) in numbers.iter_mut().zip(parts) {
            *number = self.number(what, range)?;
        }
        self.end_of_line(after)?;
        Some(numbers)
    }

    /// Parses the map, a text of this length; the caller discards the value if there were problems.
    fn map(&mut self, bytes: usize) -> Option<Map> {
        if bytes > MAX_BYTES {
            return self.problem(
                1,
                None,
                format!("expected at most {MAX_BYTES} bytes, found {bytes}"),
            );
        }
        let [players] =
            self.header("after the number of players", [("the number of players", PLAYERS)])?;
        let [overrides] = self.header(
            "after the number of override stones",
            [("the number of override stones a player", 0..=MOST)],
        )?;
        let [bombs, strength] = self.header(
            "after the strength of bombs",
            [("the number of bombs a player", 0..=MOST), ("the strength of bombs", 0..=MOST)],
        )?;
        let largest = LARGEST as u32;
        let [height, width] = self.header(
            "after height and width",
            [("the height", 1..=largest), ("the width", 1..=largest)],
        )?;
        let mut map = Map {
            players: players as u8,
            overrides,
            bombs,
            strength,
            width: width as u8,
            height: height as u8,
            tiles: Vec::with_capacity((height * width) as usize),
            transitions: Vec::new(),
        };
        for y in 0..map.height {
            self.row(&mut map, y)?;
        }
        // The occupied borders, each with the line that joined it.
        let mut taken = vec![0usize; map.tiles.len() * 8];
        while self.problems.len() < MOST_PROBLEMS && self.next_line() {
            self.transition(&mut map, &mut taken);
        }
        Some(map)
    }

    /// Parses a row of tiles; `None` if the rows after it cannot be recognised any more.
    fn row(&mut self, map: &mut Map, y: u8) -> Option<()> {
        let (height, width) = (map.height, map.width);
        let number = y + 1;
        if !self.next_line() {
            let message = format!("expected row {number} of {height}, found the end of the map");
            return self.problem(self.length + 1, None, message);
        }
        for x in 0..width {
            let Some((column, word)) = self.words.next() else {
                let message = format!("expected {width} tiles in row {number}, found {x} of them");
                return self.problem(self.length + 1, Some((x, y)), message);
            };
            if word == "<->" {
                let message = format!("expected row {number} of {height}, found a transition");
                return self.problem(column, None, message);
            }
            let mut letters = word.chars();
            let tile = letters.next().and_then(Tile::from_letter);
            let players = map.players;
            let message = match tile {
                Some(_) if letters.next().is_some() => {
                    Some(format!("expected a space after each tile, found `{}`", shorten(word)))
                }
                Some(Tile::Stone(player)) if player > players => Some(format!(
                    "expected a stone of a player from 1 to {players}, found `{player}`"
                )),
                Some(_) => None,
                None => Some(format!(
                    "expected a tile (0, 1 to {players}, -, c, i, b or x), found `{}`",
                    shorten(word)
                )),
            };
            if let Some(message) = message {
                self.problem::<()>(column, Some((x, y)), message);
            }
            map.tiles.push(tile.unwrap_or(Tile::Empty));
        }
        if let Some((column, word)) = self.words.next() {
            let message = format!(
                "expected {width} tiles in row {number}, found `{}` after them",
                shorten(word)
            );
            self.problem::<()>(column, None, message);
        }
        Some(())
    }

    fn transition(&mut self, map: &mut Map, taken: &mut [usize]) -> Option<()> {
        if self.is_row(map) {
            let column = self.words.as_slice().first().map_or(1, |word| word.0);
            let height = map.height;
            let message = format!(
                "expected a transition or the end of the map after row {height}, found another row"
            );
            return self.problem(column, None, message);
        }
        let one = self.border(map)?;
        let (column, arrow) = self.word("the arrow `<->`")?;
        if arrow != "<->" {
            let message = format!("expected the arrow `<->`, found `{}`", shorten(arrow));
            return self.problem(column, None, message);
        }
        let other = self.border(map)?;
        self.end_of_line("after the transition")?;
        let ends = [one, other].map(|(border, _)| border);
        let width = usize::from(map.width);
        for (i, (border, column)) in [one, other].into_iter().enumerate() {
            let tile = usize::from(border.y) * width + usize::from(border.x);
            let index = tile * 8 + usize::from(border.direction);
            let earlier = taken[index];
            if earlier == 0 {
                taken[index] = self.line;
            } else if !(i == 1 && ends[0] == ends[1]) {
                let same = |pair: &&[Border; 2]| **pair == ends || **pair == [ends[1], ends[0]];
                let message = if map.transitions.iter().any(|pair| same(&pair)) {
                    format!("expected another transition, found the one of line {earlier} again")
                } else {
                    format!(
                        "expected a border without a transition, but {border} has one since line {earlier}"
                    )
                };
                return self.problem(column, Some((border.x, border.y)), message);
            }
        }
        map.transitions.push(ends);
        Some(())
    }

    /// Whether the line can only be a row of tiles.
    fn is_row(&self, map: &Map) -> bool {
        /// A row of at most this number of tiles may also be a truncated transition.
        const AMBIGUOUS: usize = 3;
        let words = self.words.as_slice();
        let tile = |(_, word): &Word<'_>| {
            let mut letters = word.chars();
            letters.next().and_then(Tile::from_letter).is_some() && letters.next().is_none()
        };
        let letters = words.iter().any(|(_, word)| word.parse::<u32>().is_err());
        words.len() == usize::from(map.width)
            && words.iter().all(tile)
            && (letters || words.len() > AMBIGUOUS)
    }

    /// Parses an end of a transition, with the column of its first word.
    fn border(&mut self, map: &Map) -> Option<(Border, usize)> {
        let first = self.words.as_slice().first().map_or(self.length + 1, |word| word.0);
        let x = self.number("the column of a transition's end", 0..=u32::from(map.width) - 1)?;
        let y = self.number("the row of a transition's end", 0..=u32::from(map.height) - 1)?;
        let direction = self.number("a direction", 0..=7)?;
        let border = Border { x: x as u8, y: y as u8, direction: direction as u8 };
        let tile = Some((border.x, border.y));
        if map.tile(x as usize, y as usize) == Tile::Hole {
            let message = format!("expected a transition's end on a tile, but {x},{y} is a hole");
            return self.problem(first, tile, message);
        }
        if let Some((nx, ny)) = map.neighbour(border.x, border.y, border.direction) {
            let message = format!(
                "expected a border that leads nowhere, but {x},{y} has the neighbour {nx},{ny} in direction {direction}"
            );
            return self.problem(first, tile, message);
        }
        Some((border, first))
    }
}

/// Parses decimal digits without a sign; `None` on overflow.
fn read_number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}
