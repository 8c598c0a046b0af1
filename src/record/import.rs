//! The one importer: tells what a text is, whoever wrote it, and opens it. A text is a link, a record, or in a format of
//! some game: a map, a board, a position text, SGF, a line of moves. Each game says how much the text looks like its
//! formats. Moves that the rules forbid are left out with all that follows, and a note says so.

mod surroundings;

use super::annotations::annotated;
use super::cost::Cost;
use super::link::{self, Address, LinkError, MAX_VARIATIONS};
use super::{MAX_BYTES, Record, SeatSpec, Variation, limited};
use crate::base::annotation::{Annotation, Cells};
use crate::base::format::{Format, Keeps, POSITION, Play, SURE, Transcribed, Written, head};
use crate::base::options::{Options, OptionsError, RawOptions};
use crate::base::util::counted;
use crate::catalog::{AnyGame, AnyPosition, GAMES};
use crate::contract::game::{FORFEIT, SetupText, disqualification, parse_disqualification};
use serde::Serialize;
use serde_json::Value;
use surroundings::{Reading, readings};
use thiserror::Error;

/// Maximum estimated work for the moves of a text, in microseconds.
const MOST_US: u64 = 5_000_000;
/// The likeness of a text that a game recognises as its map or board.
const SETUP: u8 = 85;

/// The characters of an object in which it says what it is.
const HEAD: usize = 4_000;
/// The key of an object that is a study, in quotation marks.
const STUDY_KEY: &str = "\"totora_study\"";

/// What a text is.
#[derive(Debug)]
pub enum Content {
    /// A link.
    Link(Address),
    /// JSON, which [`Record::from_text`] reads.
    Json,
    /// JSON of a study.
    Study,
    /// A game or a position in a format of some game.
    Game(Box<Imported>),
}

/// A game or a position from a text.
#[derive(Debug)]
pub struct Imported {
    /// The name of the format: `SGF`, `map`.
    pub format: &'static str,
    /// The game with the moves that the rules allow, and people on its seats.
    pub record: Record,
    /// Remarks on the conversion, and on what was left out. The comments of the text are annotations of the record.
    pub notes: Vec<String>,
    /// Whether the text is a map, a board or a position text: a game starts from it.
    pub starts: bool,
}

impl Imported {
    /// Whether this reading of a text has the same game with fewer remarks than another one.
    fn is_better(&self, other: &Imported) -> bool {
        let length = |one: &Imported| {
            let all = one.record.variations.iter().map(|variation| variation.moves.len());
            one.record.moves.len() + all.sum::<usize>()
        };
        self.format == other.format
            && self.record.game.id() == other.record.game.id()
            && self.notes.len() < other.notes.len()
            && length(self) >= length(other)
    }
}

/// Why a text could not be opened.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ImportError {
    /// A link that cannot be read.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A text with a fault.
    #[error("{error} ({format} of {name})")]
    Text {
        /// The fault, its place, and the expected text.
        error: String,
        /// The name of the format.
        format: &'static str,
        /// The id of the game.
        game: &'static str,
        /// The name of the game.
        name: &'static str,
    },
    /// The text looks like nothing that is known.
    #[error("{0}")]
    Unknown(String),
}

/// A format of a game, or its map or board.
#[derive(Clone, Copy)]
enum Form {
    Setup(&'static SetupText),
    Other(&'static Format),
}

impl Form {
    fn what(self) -> &'static str {
        match self {
            Form::Setup(kind) => kind.what,
            Form::Other(format) => format.what,
        }
    }

    fn likeness(self, text: &str) -> u8 {
        match self {
            Form::Setup(kind) if (kind.recognise)(text) => SETUP,
            Form::Setup(_) => 0,
            Form::Other(format) => (format.likeness)(text),
        }
    }

    fn read(self, text: &str) -> Result<Transcribed, String> {
        match self {
            Form::Setup(kind) => {
                let notes = (kind.check)(text)?.warnings;
                let text = without_margins(text);
                let options = RawOptions::from_iter([(kind.option.to_owned(), Value::from(text))]);
                Ok(Transcribed { options, notes, ..Transcribed::default() })
            }
            Form::Other(format) => (format.read)(text),
        }
    }
}

/// The text without empty lines around it, and without white space at the ends of lines and before all of them.
fn without_margins(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().take_while(|line| line.is_empty()).count();
    let last = lines.iter().rev().take_while(|line| line.is_empty()).count();
    let inside = lines.get(first..lines.len() - last).unwrap_or_default();
    let margin = |line: &&&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let margin = inside.iter().filter(|line| !line.is_empty()).map(|line| margin(&line)).min();
    let cut = |line: &&str| format!("{}\n", line.get(margin.unwrap_or(0)..).unwrap_or_default());
    inside.iter().map(cut).collect()
}

/// The forms of a game's texts.
fn forms(game: &dyn AnyGame) -> impl Iterator<Item = Form> + use<> {
    let data = game.data();
    let setup = data.setup_text.map(Form::Setup);
    setup.into_iter().chain(data.formats.iter().map(|&format| Form::Other(format)))
}

/// The form that a text looks like most, with its likeness; of one game, or of any.
fn nearest(
    text: &str,
    of: Option<&'static dyn AnyGame>,
) -> Option<(&'static dyn AnyGame, Form, u8)> {
    let mut best: Option<(&'static dyn AnyGame, Form, u8)> = None;
    let games = GAMES.iter().copied().filter(|game| of.is_none_or(|of| of.id() == game.id()));
    for game in games {
        for form in forms(game) {
            let likeness = form.likeness(text);
            if likeness > best.map_or(0, |(_, _, most)| most) {
                best = Some((game, form, likeness));
            }
        }
    }
    best
}

/// What can be opened, in a sentence.
fn what_opens() -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in GAMES.iter().flat_map(|&game| forms(game)).map(Form::what) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("Totora opens links, records, and texts of these kinds: {}", names.join(", "))
}

/// Tells what a text is, and opens it unless it is JSON or a link.
///
/// # Errors
/// What is wrong with it, and where; or that it looks like nothing known, and what it looks like most.
pub fn import(text: &str) -> Result<Content, ImportError> {
    import_as(text, None)
}

/// The same for a text of a game that is known.
///
/// # Errors
/// As [`import`].
pub fn import_as(text: &str, of: Option<&'static dyn AnyGame>) -> Result<Content, ImportError> {
    limited("bytes", text.len(), MAX_BYTES)
        .map_err(|error| ImportError::Unknown(error.to_string()))?;
    let text = text.trim_start_matches('\u{feff}');
    let begun = text.trim_start();
    let object = begun.starts_with('{');
    // Its chapters have records.
    if object && begun.contains(STUDY_KEY) {
        return Ok(Content::Study);
    }
    if object && begun.contains("\"totora\"") {
        return Ok(Content::Json);
    }
    let link = if link::may_be_in(text) { link::find(text) } else { Err(LinkError::NotALink) };
    let wrong = match link {
        Ok(address) => return Ok(Content::Link(address)),
        Err(error) => error,
    };
    read_game(text, wrong, of)
}

/// Reads a game, a map or a board, after no link was found for the reason `wrong`. Not inlined: the first part of the page's engine
/// needs only the links.
#[inline(never)]
fn read_game(
    text: &str,
    wrong: LinkError,
    of: Option<&'static dyn AnyGame>,
) -> Result<Content, ImportError> {
    let begun = text.trim_start();
    let object = begun.starts_with('{');
    // Another object may have moves in it.
    let is_game = ["moves", "history"].iter().any(|key| head(begun, HEAD).contains(key));
    if object && (begun.contains("\"game\"") || !is_game) {
        return Ok(Content::Json);
    }
    let mut best: Option<Box<Imported>> = None;
    let mut near = None;
    for Reading { text, is_part } in readings(text) {
        if is_part && best.is_some() {
            break;
        }
        let Some((game, form, likeness)) = nearest(&text, of) else { continue };
        match opened(game, form, &text) {
            Ok(mut found) if likeness >= SURE => {
                if is_part {
                    found.notes.push(part_note(&text));
                }
                if best.as_ref().is_none_or(|best| found.is_better(best)) {
                    best = Some(found);
                }
                if best.as_ref().is_some_and(|best| best.notes.is_empty()) {
                    break;
                }
            }
            Ok(_) => {}
            Err(error) if near.as_ref().is_none_or(|(sure, _)| likeness >= SURE && !sure) => {
                near = Some((likeness >= SURE, error));
            }
            Err(_) => {}
        }
    }
    if let Some(best) = best {
        return Ok(Content::Game(best));
    }
    if object {
        return Ok(Content::Json);
    }
    if let Some((true, error)) = near {
        return Err(error);
    }
    if wrong != LinkError::NotALink || text.contains('#') {
        return Err(wrong.into());
    }
    if begun.starts_with('[') {
        return Ok(Content::Json);
    }
    if begun.is_empty() {
        return Err(ImportError::Unknown(format!("line 1, column 1: empty. {}", what_opens())));
    }
    let near = near.map(|(_, near)| format!(". It looks most like this: {near}"));
    let near = near.unwrap_or_default();
    let message = format!("line 1, column 1: this text is not recognised. {}{near}", what_opens());
    Err(ImportError::Unknown(message))
}

/// The remark on a reading that is a part of a text, with empty lines for the rest.
fn part_note(text: &str) -> String {
    let is_blank = |line: &&str| line.trim().is_empty();
    let first = text.split('\n').take_while(is_blank).count() + 1;
    let last = text.trim_end().matches('\n').count() + 1;
    format!("Only lines {first} to {last} of the text are opened.")
}

/// Opens a text in a form.
fn opened(
    game: &'static dyn AnyGame,
    form: Form,
    text: &str,
) -> Result<Box<Imported>, ImportError> {
    let failed = |error: String| ImportError::Text {
        error,
        format: form.what(),
        game: game.id(),
        name: game.name(),
    };
    // A text without a wrong character may still be no start of a game.
    let whole = |error: OptionsError| {
        let error = error.to_string();
        let placed = error.contains("line ");
        failed(if placed { error } else { format!("line 1, column 1: {error}") })
    };
    let Transcribed { options, plays, annotations, mut notes } = form.read(text).map_err(failed)?;
    let options = Options::check(game.options(), &options).map_err(whole)?;
    let start = game.start(&options, 1).map_err(whole)?;
    let cost = Cost::new(start.as_ref(), plays.len() as u64, 0);
    if cost.work_us > MOST_US {
        let moves = counted(plays.len() as u64, "move");
        return Err(failed(format!("{moves} would take too long to play")));
    }
    let seats = start.seats();
    let cells = if annotations.is_empty() { Vec::new() } else { start.printed_cells() };
    let cells = Cells::new(cells);
    let played = Playing::all(start, &plays);
    notes.extend(played.notes(&plays));
    let lines = played.lines();
    if lines.len() > MAX_VARIATIONS + 1 {
        notes.push(format!("Links have at most {MAX_VARIATIONS} variations; a record has all."));
    }
    let nodes = played.nodes_of(&lines);
    let placed = annotations.into_iter().filter_map(|(play, annotation)| {
        let place = match play {
            Some(play) => nodes[(*played.places.get(play)?)?],
            None => (0, 0),
        };
        Some((place, annotation))
    });
    let annotations = annotated(placed, &cells, &mut notes);
    let text_of = |&(_, play): &(usize, usize)| played.nodes[play].text.clone();
    let mut moves = lines.iter().map(|line| line.plays.iter().map(text_of).collect::<Vec<_>>());
    let main = moves.next().unwrap_or_default();
    let variations = lines.iter().skip(1).zip(moves);
    let variations = variations
        .map(|(line, moves)| Variation { of: line.of, after: line.after, moves })
        .collect();
    let record = Record::new(game, options, 1, vec![SeatSpec::Human; seats]);
    let starts = match form {
        Form::Setup(_) => true,
        Form::Other(format) => format.id == POSITION,
    };
    Ok(Box::new(Imported {
        format: form.what(),
        record: Record { moves: main, variations, annotations, ..record },
        notes,
        starts,
    }))
}

// ---- playing ----

/// A move that was played.
struct Node {
    /// Its text in records.
    text: String,
    /// The index of the move before it, among the played ones.
    after: Option<usize>,
}

/// The moves of a text as far as the rules allow them.
struct Playing {
    nodes: Vec<Node>,
    /// The played move of each move in the text; `None` if it was left out.
    places: Vec<Option<usize>>,
    /// The moves that the rules forbid, with the reasons.
    refused: Vec<(usize, String)>,
    /// The number of moves after one that was left out.
    lost: usize,
}

/// A line of a record: the moves with the number of plies before each.
struct ImportedLine {
    of: usize,
    after: usize,
    plays: Vec<(usize, usize)>,
}

impl Playing {
    /// Plays all moves; a move of which several follow keeps its position until all of them are played.
    fn all(start: Box<dyn AnyPosition>, plays: &[Play]) -> Playing {
        let place = |after: Option<usize>| after.map_or(0, |after| after + 1);
        let mut waiting = vec![0usize; plays.len() + 1];
        plays.iter().for_each(|play| waiting[place(play.after)] += 1);
        let mut positions: Vec<Option<Box<dyn AnyPosition>>> = vec![Some(start)];
        let mut playing = Playing {
            nodes: Vec::new(),
            places: Vec::with_capacity(plays.len()),
            refused: Vec::new(),
            lost: 0,
        };
        for (number, play) in plays.iter().enumerate() {
            let before = place(play.after);
            waiting[before] -= 1;
            let position = match positions.get_mut(before) {
                Some(place) if waiting[before] == 0 => place.take(),
                Some(place) => place.as_ref().map(|position| position.boxed()),
                None => None,
            };
            let Some(mut position) = position else {
                playing.lost += 1;
                playing.places.push(None);
                positions.push(None);
                continue;
            };
            match played(position.as_mut(), play) {
                Ok(text) => {
                    let after = play.after.and_then(|after| playing.places[after]);
                    let node = playing.node(text, after);
                    playing.places.push(Some(node));
                    positions.push((waiting[number + 1] > 0).then_some(position));
                }
                Err(why) => {
                    playing.refused.push((number, why));
                    playing.places.push(None);
                    positions.push(None);
                }
            }
        }
        playing
    }

    /// The node of a move: an earlier one, if the same move was played there before.
    fn node(&mut self, text: String, after: Option<usize>) -> usize {
        // Only moves after the last one with this predecessor can be equal: a text has few at one place.
        let same = |node: &Node| node.after == after && node.text == text;
        let found = match self.nodes.last() {
            // In a line without branches, nothing is searched.
            Some(_) if after.map_or(0, |after| after + 1) == self.nodes.len() => None,
            _ => self.nodes.iter().position(same),
        };
        found.unwrap_or_else(|| {
            self.nodes.push(Node { text, after });
            self.nodes.len() - 1
        })
    }

    /// The main line, and the variations, each after the line that it branches off from.
    fn lines(&self) -> Vec<ImportedLine> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len() + 1];
        for (number, node) in self.nodes.iter().enumerate() {
            children[node.after.map_or(0, |after| after + 1)].push(number);
        }
        let mut lines: Vec<ImportedLine> = Vec::new();
        // The first move of each line to come, with its parent and its branching point; the next one is last.
        let mut coming: Vec<(usize, usize, Option<usize>)> =
            vec![(0, 0, children[0].first().copied())];
        while let Some((of, after, first)) = coming.pop() {
            let number = lines.len();
            let mut plays = Vec::new();
            let mut branches = Vec::new();
            let (mut next, mut ply) = (first, after);
            if number == 0 {
                branches.extend(children[0].iter().skip(1).map(|&other| (0, 0, Some(other))));
            }
            while let Some(node) = next {
                plays.push((ply, node));
                ply += 1;
                let after = &children[node + 1];
                branches.extend(after.iter().skip(1).map(|&other| (number, ply, Some(other))));
                next = after.first().copied();
            }
            lines.push(ImportedLine { of, after, plays });
            coming.extend(branches.into_iter().rev());
        }
        lines
    }

    /// The line and the ply after each played move.
    fn nodes_of(&self, lines: &[ImportedLine]) -> Vec<(usize, usize)> {
        let mut found = vec![(0, 0); self.nodes.len()];
        for (number, line) in lines.iter().enumerate() {
            line.plays.iter().for_each(|&(ply, node)| found[node] = (number, ply + 1));
        }
        found
    }

    /// What was left out, in the notation of the text.
    fn notes(&self, plays: &[Play]) -> Vec<String> {
        const MOST: usize = 3;
        let note = |(number, why): &(usize, String)| {
            let Play { written, line, column, .. } = &plays[*number];
            format!(
                "Line {line}, column {column}: {written} was left out, with all moves after it: {why}."
            )
        };
        let mut notes: Vec<String> = self.refused.iter().take(MOST).map(note).collect();
        if self.refused.len() > MOST {
            let more = counted((self.refused.len() - MOST) as u64, "more variation");
            notes.push(format!("The same happened in {more}."));
        }
        match self.lost {
            0 => {}
            1 => notes.push("1 later move was not read.".to_owned()),
            lost => notes.push(format!("{lost} later moves were not read.")),
        }
        notes
    }
}

/// Plays a move of a text; returns it as in records.
fn played(position: &mut dyn AnyPosition, play: &Play) -> Result<String, String> {
    if let Some(fault) = &play.fault {
        return Err(fault.clone());
    }
    let Some(seat) = position.to_act().first() else {
        return Err("the game is over before it".to_owned());
    };
    let mut text = play.text.clone();
    if let Some(other) = play.seat.filter(|&other| other != seat) {
        if text == FORFEIT && other < position.seats() {
            text = disqualification(other);
        } else {
            let name = |seat: usize| position.seat_name(seat);
            let other = if other < position.seats() { name(other) } else { String::new() };
            return Err(format!("it is the turn of {}, not of {other}", name(seat)));
        }
    }
    // The reason names the move as the text does; later it may be a word of the sentence.
    let name = position.move_name(seat, &text).unwrap_or_else(|_| text.clone());
    let (_, played) = position.play_ply(&text).map_err(|error| {
        let error = error.to_string();
        if parse_disqualification(&text).is_some() {
            return "only the player to move can resign".to_owned();
        }
        let rest = [&name, &text].into_iter().find_map(|named| error.strip_prefix(&**named));
        rest.map_or_else(|| error.clone(), |rest| format!("{}{rest}", play.written))
    })?;
    Ok(played.text)
}

// ---- writing ----

/// The formats in which a game of this kind can be written.
pub fn written_formats(game: &dyn AnyGame) -> &'static [&'static Format] {
    game.data().formats
}

/// A game in a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What the format has no place for, in a sentence each.
    pub notes: Vec<String>,
}

impl Record {
    /// The game in a format, or in a format of positions the last one of the main line; `None` if the format cannot express it.
    pub fn to_format(&self, format: &Format) -> Option<Exported> {
        let gives_up = |text: &String| text == FORFEIT || parse_disqualification(text).is_some();
        let whole = self.moves.as_slice();
        let mut moves = whole;
        if let Some((_, before)) = whole.split_last().filter(|(last, _)| gives_up(last))
            && format.keeps < Keeps::Result
            && self.after(whole)?.outcome().is_some()
        {
            moves = before;
        }
        let notes = self.left_out(format, moves.len() < whole.len());
        if format.id == POSITION {
            return Some(Exported { text: self.after(moves)?.position_text(), notes });
        }
        let variations: Vec<(usize, usize, &[String])> =
            self.variations.iter().map(|one| (one.of, one.after, one.moves.as_slice())).collect();
        let annotations: Vec<(usize, usize, &Annotation)> =
            self.annotations.iter().map(|one| (one.line, one.ply, &one.annotation)).collect();
        let text = (format.write)(&Written {
            options: &self.options,
            seed: self.seed,
            moves,
            variations: &variations,
            annotations: &annotations,
        })?;
        Some(Exported { text, notes })
    }

    /// The position after these moves from the start.
    fn after(&self, moves: &[String]) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.game.start(&self.options, self.seed).ok()?;
        moves.iter().try_for_each(|text| position.play_ply(text).map(drop)).ok()?;
        Some(position)
    }

    /// The sentence on what a format has no place for.
    fn left_out(&self, format: &Format, resignation: bool) -> Vec<String> {
        let annotated =
            |has: fn(&Annotation) -> bool| self.annotations.iter().any(|one| has(&one.annotation));
        let is_game = format.keeps > Keeps::Position;
        let below = |keeps: Keeps| is_game && format.keeps < keeps;
        let parts = [
            (resignation, "the resignation"),
            (below(Keeps::Tree) && !self.variations.is_empty(), "the variations"),
            (
                below(Keeps::Notes) && annotated(|one| !one.note.is_empty() || one.glyph.is_some()),
                "the notes",
            ),
            (
                below(Keeps::Tree)
                    && annotated(|one| !(one.arrows.is_empty() && one.places.is_empty())),
                "the marks",
            ),
        ];
        let parts = parts.into_iter().filter(|(lost, _)| *lost).map(|(_, what)| what);
        let parts: Vec<&str> = parts.collect();
        match parts.is_empty() {
            true => Vec::new(),
            false => vec![format!("Not in {}: {}.", format.what, parts.join(" and "))],
        }
    }
}
