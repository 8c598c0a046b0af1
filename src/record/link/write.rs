//! Encodes a link: the record's bytes, line by line, and the selection of variations.

use super::{
    CHECKSUM, LinkError, MAX_ANNOTATIONS, MAX_CHARACTERS, MAX_INFLATED, MAX_VARIATIONS, MOST_WORK,
    Order, SHORT_CHARACTERS, Span, UNITS, VERSION, VERSION_WITH_ANNOTATIONS,
    VERSION_WITH_VARIATIONS, ViewState, estimated_nodes, replay_move, replayers,
};
use crate::base::annotation::Cells;
use crate::base::bytes::{put_number, put_text};
use crate::base::options::{OptionValue, Options};
use crate::base::util::sort_by_key;
use crate::contract::game::{FORFEIT, TURN_SEPARATOR, parse_disqualification};
use crate::record::{Annotated, Record, SeatSpec, Variation};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use std::borrow::Cow;

/// Encodes a record as a link, beginning with `#`: with all its variations, if the link stays short with them;
/// otherwise with the shown variation, if there is one, and those that it branches off from. The moves are played on
/// the way: a link never contains a game that does not replay. Annotations of the included lines are never left out.
///
/// # Errors
/// When a move is not legal, or the game is too large for a link.
pub fn encode(record: &Record, shown: &ViewState) -> Result<String, LinkError> {
    encode_watched(record, shown, &mut |_, _| {})
}

/// The same; `watch` receives the number of encoded plies, and the total, after each ply. Bots search again to check
/// which of their moves can be omitted, which takes a while.
///
/// # Errors
/// When a move is not legal, or the game is too large for a link.
pub fn encode_watched(
    record: &Record,
    shown: &ViewState,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<String, LinkError> {
    // A larger number of plies cannot be a short link.
    let few = record.plies() - record.moves.len() <= 2 * SHORT_CHARACTERS;
    let all: Vec<usize> = (1..=record.variations.len()).collect();
    if !all.is_empty() && all.len() <= MAX_VARIATIONS && few {
        // Notes do not decide which variations are included: they belong to the lines that people care about.
        let link = write(&bare(record), &all, shown, watch);
        if link.as_ref().map_or(true, |link| link.len() <= SHORT_CHARACTERS) {
            return match record.annotations.is_empty() {
                true => link,
                false => write(record, &all, shown, watch),
            };
        }
    }
    let mut chain = Vec::new();
    let mut line = shown.variation;
    while let Some(variation) = line.checked_sub(1).and_then(|i| record.variations.get(i)) {
        chain.push(line);
        line = variation.of;
    }
    chain.reverse();
    write(record, &chain, shown, watch)
}

/// The record without annotations.
fn bare(record: &Record) -> Cow<'_, Record> {
    match record.annotations.is_empty() {
        true => Cow::Borrowed(record),
        false => Cow::Owned(Record { annotations: Vec::new(), ..record.clone() }),
    }
}

/// The requested variations in the order of a link, and for each line of the link, the main line included, its number in
/// the record.
fn in_order(record: &Record, carried: &[usize]) -> (Vec<Variation>, Vec<usize>) {
    // In reverse order of their branching points: the last is written next.
    let of = |line: usize| {
        let mut branches: Vec<usize> = carried.to_vec();
        branches.retain(|&other| record.variations[other - 1].of == line);
        sort_by_key(&mut branches, |&other| {
            (record.variations[other - 1].after as i64, other as i64)
        });
        branches.reverse();
        branches
    };
    let mut waiting = of(0);
    let mut numbers = vec![0];
    while let Some(line) = waiting.pop() {
        numbers.push(line);
        waiting.extend(of(line));
    }
    let number = |line: usize| numbers.iter().position(|&one| one == line).unwrap_or(0);
    let variation = |&line: &usize| {
        let variation = &record.variations[line - 1];
        Variation { of: number(variation.of), ..variation.clone() }
    };
    (numbers[1..].iter().map(variation).collect(), numbers)
}

/// The annotations of the lines of a link, with their numbers there.
fn put_annotations(
    out: &mut Vec<u8>,
    record: &Record,
    numbers: &[usize],
    cells: &Cells,
) -> Result<(), LinkError> {
    let placed = |one: &Annotated| Some((numbers.iter().position(|&n| n == one.line)?, one.ply));
    let carried = |one| placed(one).map(|place| (place, &one.annotation));
    let carried: Vec<_> = record.annotations.iter().filter_map(carried).collect();
    if carried.len() > MAX_ANNOTATIONS {
        return Err(LinkError::TooManyAnnotations { found: carried.len() });
    }
    put_number(out, carried.len() as u64);
    for ((line, ply), annotation) in carried {
        put_number(out, line as u64);
        put_number(out, ply as u64);
        annotation.put(out, cells);
    }
    Ok(())
}

/// The encoded moves of a line so far.
struct Writing {
    /// Whether the bot of each seat plays the same moves again.
    again: Vec<bool>,
    /// The encoded moves of each seat, if all move at once.
    seats: Vec<Vec<u8>>,
    forfeits: Vec<(usize, usize)>,
}

fn write(
    record: &Record,
    carried: &[usize],
    shown: &ViewState,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<String, LinkError> {
    let (variations, numbers) = in_order(record, carried);
    let variation = numbers.iter().position(|&one| one == shown.variation).unwrap_or(0);
    let annotated = record.annotations.iter().any(|one| numbers.contains(&one.line));
    let plain = variations.is_empty() && !annotated;
    let mut bytes = Vec::new();
    let out = &mut bytes;
    put_number(out, record.seed);
    put_options(out, &record.options);
    put_number(out, record.seats.len() as u64);
    record.seats.iter().for_each(|seat| put_seat(out, seat));
    put_number(out, record.moves.len() as u64);
    let mut lines = vec![Span { of: 0, after: 0, plies: record.moves.len() }];
    let mut texts = vec![record.moves.as_slice()];
    if !plain {
        put_number(out, variations.len() as u64);
    }
    for Variation { of, after, moves } in &variations {
        [*of, *after, moves.len()].iter().for_each(|&number| put_number(out, number as u64));
        lines.push(Span { of: *of, after: *after, plies: moves.len() });
        texts.push(moves);
    }
    let length = lines[variation].after + lines[variation].plies;
    let start = record.game.start(&record.options, record.seed)?;
    let cells = if annotated { start.printed_cells() } else { Vec::new() };
    let cells = Cells::new(cells);
    let mut order = Order::new(lines, start, &record.seats);
    if record.game.simultaneous() {
        put_turns(out, record, &texts, &mut order, watch)?;
    } else {
        put_moves(out, &texts, &mut order, watch)?;
    }
    if annotated {
        put_annotations(out, record, &numbers, &cells)?;
    }
    if !plain {
        put_number(out, variation as u64);
    }
    put_number(out, shown.ply.min(length) as u64);
    put_text(out, &shown.overlay);
    out.push(shown.turned);
    if let Some(film) = &shown.film {
        put_number(out, film.event);
        put_text(out, &film.bot);
    }
    out.extend_from_slice(&order.hash().to_le_bytes());
    let version = match (plain, annotated) {
        (true, _) => VERSION,
        (false, false) => VERSION_WITH_VARIATIONS,
        (false, true) => VERSION_WITH_ANNOTATIONS,
    };
    packed(version, record.game.id(), bytes)
}

/// Encodes bytes as a link with that name.
///
/// # Errors
/// When they are too large for a link.
pub(crate) fn pack(name: &str, bytes: Vec<u8>) -> Result<String, LinkError> {
    packed(VERSION, name, bytes)
}

fn packed(version: char, name: &str, mut bytes: Vec<u8>) -> Result<String, LinkError> {
    let checksum = CHECKSUM.checksum(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    let mut deflated = compress_to_vec(&bytes, 10);
    if URL_SAFE_NO_PAD.encode(&deflated).ends_with(['-', '_']) {
        // Programs take these for the end of a sentence or for emphasis. A byte after the compressed data is not read.
        deflated.push(0);
    }
    let payload = URL_SAFE_NO_PAD.encode(deflated);
    let link = format!("#{version}{name}.{payload}");
    if bytes.len() > MAX_INFLATED {
        Err(LinkError::TooLarge)
    } else if link.len() > MAX_CHARACTERS {
        Err(LinkError::TooLong { found: link.len() })
    } else {
        Ok(link)
    }
}

/// Encodes the moves of a game in which one seat moves at a time.
fn put_moves(
    out: &mut Vec<u8>,
    texts: &[&[String]],
    order: &mut Order,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<(), LinkError> {
    for moves in texts {
        // The plies without a move, by number. A disqualification of `seat` in another seat's turn adds
        // `(seat + 1) * moves.len()` to the number.
        let given_up = |(i, text): (usize, &String)| match parse_disqualification(text) {
            Some(seat) => Some(i + moves.len() * (seat + 1)),
            None => (text == FORFEIT).then_some(i),
        };
        let forfeits: Vec<usize> = moves.iter().enumerate().filter_map(given_up).collect();
        put_number(out, forfeits.len() as u64);
        forfeits.iter().for_each(|&number| put_number(out, number as u64));
    }
    order.play_all(texts, watch, &mut |position, _, _, text| {
        if text == FORFEIT || parse_disqualification(text).is_some() {
            return Ok(());
        }
        position.encode_move(text, out)
    })?;
    Ok(())
}

/// Encodes the turns of a game in which all seats move at once, seat by seat. For a bot that plays the same moves
/// again, only this fact is encoded.
fn put_turns(
    out: &mut Vec<u8>,
    record: &Record,
    texts: &[&[String]],
    order: &mut Order,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<(), LinkError> {
    let plies: usize = texts.iter().map(|moves| moves.len()).sum();
    let mut bots = replayers(record.game, &record.seats)?;
    if estimated_nodes(&bots, plies as u64) > MOST_WORK {
        bots.iter_mut().for_each(|bot| *bot = bot.take().filter(|(_, b)| b.parts().1 == 1));
    }
    let fresh = |_: &&[String]| Writing {
        again: bots.iter().map(Option::is_some).collect(),
        seats: vec![Vec::new(); bots.len()],
        forfeits: Vec::new(),
    };
    let mut written: Vec<Writing> = texts.iter().map(fresh).collect();
    let after: Vec<usize> = order.lines.iter().map(|line| line.after).collect();
    order.play_all(texts, watch, &mut |position, line, i, text| {
        let writing = &mut written[line];
        let owing = position.to_act();
        for (seat, part) in text.split(TURN_SEPARATOR.trim()).map(str::trim).enumerate() {
            let Some(bytes) = writing.seats.get_mut(seat).filter(|_| owing.contains(seat)) else {
                continue;
            };
            if writing.again[seat]
                && let Some(bot) = &bots[seat]
                && replay_move(bot, position, record.seed, (seat, i)).as_deref() != Some(part)
            {
                writing.again[seat] = false;
            }
            if part == FORFEIT {
                writing.forfeits.push((i - after[line], seat));
            } else {
                position.encode_move(part, bytes)?;
            }
        }
        Ok(())
    })?;
    for Writing { again, seats, forfeits } in written {
        out.push((0..again.len()).filter(|&seat| again[seat]).fold(0, |set, s| set | 1 << s));
        put_number(out, forfeits.len() as u64);
        for (i, seat) in forfeits {
            put_number(out, i as u64);
            out.push(seat as u8);
        }
        for (bytes, _) in seats.iter().zip(&again).filter(|(_, again)| !**again) {
            put_number(out, bytes.len() as u64);
            out.extend_from_slice(bytes);
        }
    }
    Ok(())
}

fn put_seat(out: &mut Vec<u8>, seat: &SeatSpec) {
    // Other users do not have the program: its moves are encoded like a person's.
    let SeatSpec::Bot { id, options, budget } = seat else {
        out.push(0);
        return;
    };
    out.push(1);
    put_text(out, id);
    put_options(out, options);
    match budget {
        None => out.push(0),
        Some(budget) => {
            let (unit, number) = budget.parts();
            out.push(1 + UNITS.iter().position(|&u| u == unit).unwrap_or(0) as u8);
            put_number(out, number);
        }
    }
}

/// Maps negative and positive numbers alternately to unsigned ones, so that small ones stay short.
fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, (number << 1 ^ number >> 63) as u64);
}

fn put_options(out: &mut Vec<u8>, options: &Options) {
    put_number(out, options.iter().count() as u64);
    for (key, value) in options.iter() {
        put_text(out, key);
        match value {
            OptionValue::Text(text) => {
                out.push(0);
                put_text(out, text);
            }
            OptionValue::Int(number) => {
                out.push(1);
                put_signed(out, *number);
            }
            OptionValue::Number(number) => {
                out.push(2);
                put_signed(out, number.thousandths());
            }
        }
    }
}
