//! Decodes a link, one ply at a time. Links come from strangers: nothing in them is trusted.

use super::address::find;
use super::{
    FilmView, LinkError, MAX_ANNOTATIONS, MAX_VARIATIONS, MOST_WORK, Order, Replayer, Span, UNITS,
    VERSION, VERSION_WITH_ANNOTATIONS, ViewState, replay_move, replayers,
};
use crate::base::annotation::{Annotation, Cells};
use crate::base::bytes::{take, take_byte, take_number};
use crate::base::fixed::Fixed;
use crate::base::options::{Options, RawOptions};
use crate::base::rng::MAX_SEED;
use crate::base::util::sort_by_key;
use crate::catalog::{AnyGame, game};
use crate::contract::bot::Budget;
use crate::contract::game::{FORFEIT, MAX_SEATS, NO_ORDER, TURN_SEPARATOR, disqualification};
use crate::record::cost::{Cost, MOST_US};
use crate::record::{Annotated, MAX_MOVES, Record, RecordError, SeatSpec, Variation, content};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Decodes a link: a whole address, or its fragment with or without `#`, see [`find`]. The record has no result, because
/// its moves determine it.
///
/// # Errors
/// What is wrong with it.
pub fn decode(link: &str) -> Result<(Record, ViewState), LinkError> {
    let mut decoder = LinkDecoder::begin(link)?;
    while decoder.step()? {}
    Ok((decoder.record(), decoder.shown))
}

/// The game of a link, its version, and the inflated bytes of its payload.
fn unpack(link: &str) -> Result<(&'static dyn AnyGame, char, Vec<u8>), LinkError> {
    let address = find(link)?;
    let unknown = |_| LinkError::Game {
        id: address.name.clone(),
        known: crate::catalog::ids().collect::<Vec<_>>().join(", "),
    };
    let game = game(&address.name).map_err(unknown)?;
    let version = address.version.unwrap_or(VERSION);
    Ok((game, version, address.into_content()))
}

/// Decodes a link one ply at a time. The players and the cost are available before the first ply, and
/// the moves so far between plies.
pub struct LinkDecoder {
    /// The record without its moves.
    record: Record,
    cost: Cost,
    /// The moves of every line so far, and their total number.
    moves: Vec<Vec<String>>,
    read: usize,
    order: Order,
    /// The inflated bytes, and the position of the next byte.
    content: Vec<u8>,
    at: usize,
    /// The encoding of each line's moves.
    ways: Vec<Way>,
    /// The bots that play their moves again.
    bots: Vec<Option<Replayer>>,
    version: char,
    /// The printed names of the board's cells, if there are annotations.
    cells: Cells,
    /// What people added to the positions; read after the moves.
    annotations: Vec<Annotated>,
    shown: ViewState,
    finished: bool,
}

/// The encoding of the moves of a line.
enum Way {
    /// Moves one after the other. `no_moves`: the plies without a move, by ply number, decoded in advance.
    Moves { no_moves: BTreeMap<u64, String> },
    /// Seat by seat. `again`: whether the seat's bot plays again; `written`: bytes still to read; `forfeits`: turn and seat.
    Turns { again: Vec<bool>, written: Vec<Range<usize>>, forfeits: Vec<(u64, usize)> },
}

impl LinkDecoder {
    /// Decodes everything but the moves; nothing is played.
    ///
    /// # Errors
    /// What is wrong with it, or that the work exceeds the limit.
    pub fn begin(link: &str) -> Result<LinkDecoder, LinkError> {
        let (game, version, content) = unpack(link)?;
        let mut input = Input { bytes: &content };
        let seed = input.number().filter(|&seed| seed <= MAX_SEED).ok_or(WRONG)?;
        let options = Options::check(game.options(), &input.options().ok_or(WRONG)?)?;
        let count = input.number().filter(|&n| n <= MAX_SEATS as u64).ok_or(WRONG)?;
        let seats = (0..count).map(|_| input.seat(game)).collect::<Result<Vec<_>, _>>()?;
        let start = game.start(&options, seed)?;
        if seats.len() != start.seats() {
            return Err(WRONG);
        }
        let annotated = version == VERSION_WITH_ANNOTATIONS;
        let least = if annotated { 0 } else { 1 };
        let branched = (version != VERSION).then_some(least);
        let lines = input.lines(branched, start.resource_estimate().max_plies)?;
        let plies: u64 = lines.iter().map(|line| line.plies as u64).sum();
        let (mut ways, mut nodes) = (Vec::with_capacity(lines.len()), 0u64);
        let bots = if game.simultaneous() { replayers(game, &seats)? } else { Vec::new() };
        for line in &lines {
            let (way, more) = if game.simultaneous() {
                turns(&mut input, &content, &bots, line.plies as u64)?
            } else {
                (no_moves(&mut input, line.plies as u64)?, 0)
            };
            nodes = nodes.saturating_add(more);
            ways.push(way);
        }
        if nodes > MOST_WORK {
            return Err(LinkError::TooManyNodes { nodes });
        }
        let at = content.len() - input.bytes.len();
        let cost = Cost::new(start.as_ref(), plies, nodes);
        if cost.is_too_much() {
            let (seconds, most) = (cost.work_us / 1_000_000, MOST_US / 1_000_000);
            return Err(LinkError::TooMuch { seconds, most });
        }
        let cells = if annotated { start.printed_cells() } else { Vec::new() };
        let cells = Cells::new(cells);
        let order = Order::new(lines, start, &seats);
        Ok(LinkDecoder {
            record: Record::new(game, options, seed, seats),
            cost,
            moves: vec![Vec::new(); order.lines.len()],
            read: 0,
            order,
            content,
            at,
            ways,
            bots,
            version,
            cells,
            annotations: Vec::new(),
            shown: ViewState::default(),
            finished: false,
        })
    }

    /// The cost of decoding the rest.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// Number of plies, including those of variations.
    pub fn plies(&self) -> usize {
        self.cost.plies as usize
    }

    /// Number of plies decoded so far, including those of variations.
    pub fn read(&self) -> usize {
        self.read
    }

    /// Number of variations, including those not decoded yet.
    pub fn variations(&self) -> usize {
        self.moves.len() - 1
    }

    /// The record as decoded so far; complete after the last step. Until then, variations whose alternative
    /// move in their parent line is still missing are left out.
    pub fn record(&self) -> Record {
        let mut numbers = vec![Some(0)];
        let mut variations = Vec::new();
        for (line, moves) in self.order.lines.iter().zip(&self.moves).skip(1) {
            let beside = line.after < self.order.lines[line.of].after + self.moves[line.of].len();
            let of = numbers[line.of].filter(|_| beside && !moves.is_empty());
            numbers.push(of.map(|_| variations.len() + 1));
            variations.extend(of.map(|of| Variation {
                of,
                after: line.after,
                moves: moves.clone(),
            }));
        }
        let (moves, annotations) = (self.moves[0].clone(), self.annotations.clone());
        Record { moves, variations, annotations, ..self.record.clone() }
    }

    /// The view that the link shows; valid after the last step.
    pub fn shown(&self) -> &ViewState {
        &self.shown
    }

    /// Decodes the next ply; returns false when all are decoded and the last positions are those that the link was made with.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<bool, LinkError> {
        if self.finished {
            return Ok(false);
        }
        let Some((line, ply)) = self.order.next() else {
            self.read_end()?;
            self.finished = true;
            return Ok(false);
        };
        let text = self.next(line, ply)?;
        let text = self.order.play(&text)?;
        self.reject_duplicate(line, ply, &text)?;
        self.moves[line].push(text);
        self.read += 1;
        Ok(true)
    }

    /// Rejects two lines that branch off at one ply with the same move.
    fn reject_duplicate(&self, line: usize, ply: usize, text: &str) -> Result<(), LinkError> {
        let lines = &self.order.lines;
        let fork = if lines[line].after == ply { lines[line].of } else { line };
        let beside = (1..self.order.begun)
            .filter(|&other| other != line && (lines[other].of, lines[other].after) == (fork, ply));
        let same = |other: usize| self.moves[other].first().is_some_and(|first| first == text);
        if beside.into_iter().any(same) { Err(WRONG) } else { Ok(()) }
    }

    fn next(&mut self, line: usize, i: usize) -> Result<String, LinkError> {
        let position = self.order.position().ok_or(WRONG)?;
        let own = (i - self.order.lines[line].after) as u64;
        let (again_by, written, forfeits) = match &mut self.ways[line] {
            Way::Moves { no_moves } => {
                if let Some(text) = no_moves.remove(&own) {
                    return Ok(text);
                }
                let mut bytes = self.content.get(self.at..).unwrap_or_default();
                let text = position.decode_move(&mut bytes).ok_or(WRONG)?;
                self.at = self.content.len() - bytes.len();
                return Ok(text);
            }
            Way::Turns { again, written, forfeits } => (again, written, forfeits),
        };
        let owing = position.to_act();
        if owing.is_empty() {
            return Err(WRONG);
        }
        let mut parts = Vec::with_capacity(self.bots.len());
        for (seat, bot) in self.bots.iter().enumerate() {
            parts.push(if !owing.contains(seat) {
                NO_ORDER.to_owned()
            } else if forfeits.contains(&(own, seat)) {
                FORFEIT.to_owned()
            } else if let Some(bot) = bot.as_ref().filter(|_| again_by[seat]) {
                replay_move(bot, position, self.record.seed, (seat, i)).ok_or(WRONG)?
            } else {
                let range = &mut written[seat];
                let mut bytes = self.content.get(range.clone()).unwrap_or_default();
                let text = position.decode_move(&mut bytes).ok_or(WRONG)?;
                range.start = range.end - bytes.len();
                text
            });
        }
        // Links of earlier versions omit an adviser's suggestions. The hash of the last position shows whether they have
        // changed since.
        Ok(position.completed_ply(&parts.join(TURN_SEPARATOR)))
    }

    /// Decodes the part after the moves.
    fn read_end(&mut self) -> Result<(), LinkError> {
        let lines = &self.order.lines;
        if self.order.begun < lines.len() {
            return Err(WRONG);
        }
        let mut input = Input { bytes: self.content.get(self.at..).unwrap_or_default() };
        if self.version == VERSION_WITH_ANNOTATIONS {
            self.annotations = input.annotations(lines, &self.cells).ok_or(WRONG)?;
        }
        let branched = self.version != VERSION;
        let variation = if branched { input.number().ok_or(WRONG)? as usize } else { 0 };
        let line = lines.get(variation).ok_or(WRONG)?;
        let ply = input.number().ok_or(WRONG)? as usize;
        if ply > line.after + line.plies {
            return Err(WRONG);
        }
        let overlay = input.text().ok_or(WRONG)?;
        if !overlay.is_empty() && !self.record.game.data().overlays.contains(&overlay.as_str()) {
            return Err(WRONG);
        }
        let turned = input.byte().ok_or(WRONG)?;
        // Links without a film end here.
        let film = match input.bytes.len() > HASH_BYTES {
            true => Some(self.read_film(&mut input)?),
            false => None,
        };
        let hash: [u8; HASH_BYTES] = input.bytes.try_into().map_err(|_| WRONG)?;
        if self.order.hash() != u32::from_le_bytes(hash) {
            return Err(LinkError::OtherPosition);
        }
        self.shown = ViewState { ply, variation, overlay, turned, film };
        Ok(())
    }

    /// Decodes the place in a film, whose bot must exist.
    fn read_film(&self, input: &mut Input) -> Result<FilmView, LinkError> {
        let event = input.number().ok_or(WRONG)?;
        let bot = input.text().ok_or(WRONG)?;
        let value: serde_json::Value = serde_json::from_str(&bot).map_err(|_| WRONG)?;
        SeatSpec::from_json(self.record.game, &value)?;
        Ok(FilmView { event, bot })
    }
}

/// Bytes of the last position's hash.
const HASH_BYTES: usize = 4;

/// The error for content that makes no sense.
const WRONG: LinkError = LinkError::Damaged("its content makes no sense");

/// The plies without a move, if one seat moves at a time.
fn no_moves(input: &mut Input, plies: u64) -> Result<Way, LinkError> {
    let count = input.number().filter(|&n| n <= plies).ok_or(WRONG)?;
    let mut no_moves = BTreeMap::new();
    for _ in 0..count {
        let number = input.number().ok_or(WRONG)?;
        let (i, seat) = (number % plies, number / plies);
        let text = match seat {
            0 => FORFEIT.to_owned(),
            1..=8 => disqualification(seat as usize - 1),
            _ => return Err(WRONG),
        };
        no_moves.insert(i, text);
    }
    Ok(Way::Moves { no_moves })
}

/// The byte ranges of all seats' moves, and the nodes of the moves that bots play again.
fn turns(
    input: &mut Input,
    content: &[u8],
    bots: &[Option<Replayer>],
    plies: u64,
) -> Result<(Way, u64), LinkError> {
    let replayed = input.byte().ok_or(WRONG)?;
    let again: Vec<bool> = (0..bots.len()).map(|seat| replayed >> seat & 1 != 0).collect();
    if bots.iter().zip(&again).any(|(bot, &again)| again && bot.is_none()) {
        return Err(WRONG);
    }
    let thinking =
        bots.iter().zip(&again).filter(|(_, again)| **again).filter_map(|(bot, _)| bot.as_ref());
    let nodes = thinking.map(|(_, budget)| budget.parts().1).sum::<u64>().saturating_mul(plies);
    let count = input.number().filter(|&n| n <= MAX_SEATS as u64).ok_or(WRONG)?;
    let mut forfeits = Vec::new();
    for _ in 0..count {
        forfeits.push((input.number().ok_or(WRONG)?, usize::from(input.byte().ok_or(WRONG)?)));
    }
    let mut written = Vec::new();
    for &again in &again {
        let length = if again { 0 } else { input.number().ok_or(WRONG)? };
        let begins = content.len() - input.bytes.len();
        let moves = take(&mut input.bytes, length).ok_or(WRONG)?;
        written.push(begins..begins + moves.len());
    }
    Ok((Way::Turns { again, written, forfeits }, nodes))
}

/// The remaining bytes.
struct Input<'a> {
    bytes: &'a [u8],
}

impl Input<'_> {
    fn byte(&mut self) -> Option<u8> {
        take_byte(&mut self.bytes)
    }

    fn number(&mut self) -> Option<u64> {
        take_number(&mut self.bytes, 10)
    }

    /// The lines of a game of `most` plies at most: the main line, and with `branched` at least that many variations.
    fn lines(&mut self, branched: Option<u64>, most: u64) -> Result<Vec<Span>, LinkError> {
        let limit = MAX_MOVES as u64;
        let mut plies = self.number().filter(|&n| n <= limit).ok_or(WRONG)?;
        let too_many = |found| LinkError::from(RecordError::TooMany { found, most });
        if plies > most {
            return Err(too_many(plies));
        }
        let mut lines = vec![Span { of: 0, after: 0, plies: plies as usize }];
        let Some(least) = branched else { return Ok(lines) };
        let count = self.number().filter(|n| (least..=MAX_VARIATIONS as u64).contains(n));
        for _ in 0..count.ok_or(WRONG)? {
            let of = self.number().ok_or(WRONG)?;
            let fork = usize::try_from(of).ok().and_then(|of| lines.get(of)).ok_or(WRONG)?;
            let (first, end) = (if of == 0 { 0 } else { fork.after + 1 }, fork.after + fork.plies);
            let after = self.number().filter(|&n| (first as u64..end as u64).contains(&n));
            let after = after.ok_or(WRONG)?;
            let own = self.number().filter(|n| (1..=limit).contains(n)).ok_or(WRONG)?;
            plies += own;
            if after + own > most {
                return Err(too_many(after + own));
            }
            if plies > limit {
                return Err(WRONG);
            }
            lines.push(Span { of: of as usize, after: after as usize, plies: own as usize });
        }
        Ok(lines)
    }

    /// The annotations of positions of these lines, each at most once and in order.
    fn annotations(&mut self, lines: &[Span], cells: &Cells) -> Option<Vec<Annotated>> {
        let count = self.number().filter(|&n| n <= MAX_ANNOTATIONS as u64)?;
        let mut known = BTreeSet::new();
        let mut found = Vec::new();
        for _ in 0..count {
            let (line, ply) = (self.number()? as usize, self.number()? as usize);
            let of = lines.get(line)?;
            let first = if line == 0 { 0 } else { of.after + 1 };
            let own = (first..=of.after + of.plies).contains(&ply);
            let annotation = Annotation::take(&mut self.bytes, cells)?;
            if !own || annotation.is_empty() || !known.insert((line, ply)) {
                return None;
            }
            found.push(Annotated { line, ply, annotation });
        }
        sort_by_key(&mut found, |one| (one.line as i64, one.ply as i64));
        Some(found)
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        String::from_utf8(take(&mut self.bytes, length)?.to_vec()).ok()
    }

    fn seat(&mut self, game: &'static dyn AnyGame) -> Result<SeatSpec, LinkError> {
        match self.byte().ok_or(WRONG)? {
            0 => Ok(SeatSpec::Human),
            1 => {
                let id = self.text().ok_or(WRONG)?;
                let raw = self.options().ok_or(WRONG)?;
                let info = game.bot_info(&id).map_err(content)?;
                let options = game.bot_options(&id, &raw).map_err(content)?;
                let budget = match self.byte().ok_or(WRONG)? {
                    0 => None,
                    unit => {
                        let unit = UNITS.get(usize::from(unit) - 1).ok_or(WRONG)?;
                        let number = self.number().ok_or(WRONG)?;
                        Some(Budget::from_parts(unit, number).map_err(content)?)
                    }
                };
                Ok(SeatSpec::Bot { id: info.id, options, budget })
            }
            _ => Err(WRONG),
        }
    }

    fn options(&mut self) -> Option<RawOptions> {
        const MOST: u64 = 64;
        let count = self.number().filter(|&n| n <= MOST)?;
        let mut raw = RawOptions::new();
        for _ in 0..count {
            let key = self.text()?;
            let value = match self.byte()? {
                0 => json!(self.text()?),
                1 => json!(self.signed()?),
                2 => json!(Fixed::from_thousandths(self.signed()?).to_string()),
                _ => return None,
            };
            raw.insert(key, value);
        }
        Some(raw)
    }
}
