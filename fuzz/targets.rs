//! The fuzz targets. Each target treats bytes as the program or the page treats input from a stranger, and checks what
//! must hold for any input: what can be opened also replays and round-trips; an error has a message and changes
//! nothing; the work stays within the estimate. Budgets in the input are not limited here, because a watch stops the
//! search.
//!
//! `fuzz_targets/` passes the targets to libFuzzer. `tests/engine/fuzz.rs` runs them with the stable compiler, over the
//! corpus and mutations of it. This file depends on no fuzzing engine and reads no files.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::cell::Cell;
use totora::arena::journal::{Journal, MAGIC, game_line, header_line};
use totora::arena::{GameResult, STOPPED};
use totora::base::format::decode;
use totora::base::options::{Options, RawOptions};
use totora::catalog::{AnyPosition, GAMES};
use totora::contract::bot::Clock;
use totora::lab::formula::{MOST_CHARACTERS, parse};
use totora::lab::heuristic::{self, Lab, Written};
use totora::record::cost::Cost;
use totora::record::import::{Content, Exported, import};
use totora::record::link::LinkDecoder;
use totora::record::{Record, SeatSpec};
use totora::session::protocol::Conversation;
use totora::session::{MOST_BYTES, Replaying, Session};

/// A target: its name and its function.
pub(crate) type Target = (&'static str, fn(&[u8]));

pub(crate) const TARGETS: [Target; 8] = [
    ("links", links),
    ("records", records),
    ("boards", boards),
    ("protocol", protocol),
    ("arenas", arenas),
    ("results", results),
    ("formulas", formulas),
    ("texts", texts),
];

/// Maximum estimated work for one input, in microseconds. Of a game that costs more, only the beginning is played.
const MOST_US: u64 = 100_000;
/// Number of plies in the beginning.
const BEGINNING: usize = 40;

/// A watch that stops after some queries. Its clock advances by a millisecond per query.
struct Looks(Cell<u32>);

impl Looks {
    const MOST: u32 = 60;

    fn boxed() -> Box<dyn Clock> {
        Box::new(Looks(Cell::new(0)))
    }

    fn look(&self) -> u32 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

impl Clock for Looks {
    fn elapsed_ms(&self) -> f64 {
        f64::from(self.look())
    }

    fn stop(&self) -> bool {
        self.look() > Looks::MOST
    }
}

/// Asserts that an error has a message of reasonable length.
fn says_something(error: &dyn std::fmt::Display) {
    let words = error.to_string();
    assert!((5..2_000).contains(&words.len()), "{words}");
}

/// Maximum number of plies to play of a game with this cost.
fn plies_of(work_us: u64, plies: u64) -> usize {
    if work_us <= MOST_US { plies as usize } else { BEGINNING.min(plies as usize) }
}

/// Asserts that a session from outside input is within the size limit, round-trips, and refuses nonsense.
fn sound(session: &Session) {
    assert!(session.bytes() <= MOST_BYTES.max(session.position().resource_estimate().bytes));
    let record = session.to_record();
    let again = Record::from_text(&record.to_json().to_string()).expect("a record is read back");
    assert_eq!(again.to_json(), record.to_json());
    let again = Session::replay(again).expect("what was opened replays");
    assert_eq!(again.to_record().to_json(), record.to_json());
    refuses_nonsense(session.position());
}

/// Asserts that texts that are not moves are refused and change nothing.
fn refuses_nonsense(position: &dyn AnyPosition) {
    let before = (position.hash(), position.summary());
    let mut other = position.boxed();
    for text in ["", "no move", "forfeit=9", "\u{0}", "9999999999999999999"] {
        for seat in [0, 1, usize::MAX] {
            assert!(other.play(seat, text).is_err(), "{text}");
        }
    }
    assert_eq!((other.hash(), other.summary()), before);
}

/// A link as text, or, if the input does not begin with `#`, the content of one: a byte with the number of the game
/// (plus 128 for a link with variations), then the bytes of the payload, to which a correct checksum is added.
pub(crate) fn links(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && text.starts_with('#')
    {
        return link(text);
    }
    let Some((&number, content)) = data.split_first() else { return };
    let game = GAMES[usize::from(number % 128) % GAMES.len()].id();
    let mut bytes = content.to_vec();
    let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    let payload = URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(&bytes, 1));
    let version = 1 + number / 128;
    link(&format!("#{version}{game}.{payload}"));
}

fn link(text: &str) {
    let mut decoder = match LinkDecoder::begin(text) {
        Ok(decoder) => decoder,
        Err(error) => return says_something(&error),
    };
    let plies = decoder.plies();
    let most = plies_of(decoder.cost().work_us, decoder.cost().plies);
    let mut ended = false;
    while !ended && decoder.read() < most.max(1) {
        match decoder.step() {
            Ok(more) => ended = !more,
            Err(error) => {
                says_something(&error);
                break;
            }
        }
    }
    assert!(decoder.read() <= plies);
    if !ended && most == plies {
        match decoder.step() {
            Ok(more) => ended = !more,
            Err(error) => says_something(&error),
        }
    }
    // Complete or not, the decoded part is a game.
    let session = Session::replay(decoder.record()).expect("the decoded part replays");
    sound(&session);
    if ended {
        let shown = decoder.shown().clone();
        let again = session.link(&shown).expect("a game from a link fits into one");
        let (opened, _) = Session::open(&again).expect("it opens");
        let (opened, record) = (opened.to_record(), session.to_record());
        assert_eq!(opened.moves, record.moves);
        // A link has all variations if it stays short with them, otherwise only the shown ones.
        let (few, all) = (opened.variations.len(), record.variations.len());
        assert!(few == all || few <= all && again.len() > 40);
        if few == all {
            assert_eq!(opened.to_json(), record.to_json());
        }
    }
}

/// A record as text.
pub(crate) fn records(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match Record::from_text(text) {
        Ok(record) => record,
        Err(error) => return says_something(&error),
    };
    let cost = Cost::from_record(&record).expect("its options have been read");
    let most = plies_of(cost.work_us, cost.plies);
    let mut replaying = Replaying::begin(record).expect("its options have been read");
    for _ in 0..=most {
        match replaying.step() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                says_something(&error);
                break;
            }
        }
    }
    sound(replaying.session());
}

/// A map or a board, read by every game that has such texts. A valid one starts a game.
pub(crate) fn boards(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in GAMES {
        let Some(kind) = game.data().setup_text else { continue };
        let _ = (kind.recognise)(text);
        let checked = (kind.check)(text);
        if let Err(error) = &checked {
            says_something(error);
            assert!(error.contains("line ") && error.contains("column "), "{error}");
        }
        let raw: RawOptions =
            [(kind.option.to_owned(), Value::String(text.to_owned()))].into_iter().collect();
        let options = match Options::check(game.options(), &raw) {
            Ok(options) => options,
            Err(error) => {
                says_something(&error);
                continue;
            }
        };
        let Ok(mut position) = game.start(&options, 1) else { continue };
        refuses_nonsense(position.as_ref());
        // Plays a few plies, each time with another choice among the legal moves.
        for ply in 0..12 {
            let Some(seat) = position.to_act().first() else { break };
            let Some(legal) = position.legal() else { break };
            assert!(!legal.is_empty(), "a player is to move, but has no legal move");
            assert_eq!(position.legal_count(), Some(legal.len()));
            position.play(seat, &legal[ply * 7919 % legal.len()]).expect("legal");
        }
    }
}

/// Lines of the protocol.
pub(crate) fn protocol(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut conversation = Conversation::new();
    let watch = || Looks::boxed();
    for line in text.lines().take(12) {
        if too_much(line) {
            continue;
        }
        let before = conversation.answer(r#"{"do":"state"}"#, &watch).line;
        let answer = conversation.answer(line, &watch);
        assert!(!answer.line.contains('\n'));
        let value: Value = serde_json::from_str(&answer.line).expect("an answer is JSON");
        if value["ok"] == Value::Bool(false) {
            says_something(&value["error"]);
            assert_eq!(conversation.answer(r#"{"do":"state"}"#, &watch).line, before);
        } else {
            assert_eq!(value["ok"], Value::Bool(true));
        }
        if answer.quit {
            break;
        }
    }
    let again = conversation.answer(r#"{"do":"new","game":"uros"}"#, &watch);
    assert!(again.line.starts_with(r#"{"ok":true"#), "the conversation continues: {}", again.line);
}

/// Whether a line loads a game that would take too long to replay.
fn too_much(line: &str) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(line) else { return false };
    let record = value.get("record").and_then(|record| Record::from_json(record).ok());
    record
        .and_then(|record| Cost::from_record(&record).ok())
        .is_some_and(|cost| cost.work_us > MOST_US)
}

/// A tournament request of the page, as JSON.
pub(crate) fn arenas(data: &[u8]) {
    let Ok(request) = serde_json::from_slice::<Value>(data) else { return };
    let arena = match totora::arena::setup::read(&request) {
        Ok(arena) => arena,
        Err(error) => return says_something(&error),
    };
    let plan = match arena.prepare() {
        Ok(plan) => plan,
        Err(error) => return says_something(&error),
    };
    assert_eq!(plan.games(), arena.schedule().games());
    for index in [0, plan.games() / 2, plan.games().saturating_sub(1)] {
        let Some(fixture) = plan.schedule().fixture(index) else { continue };
        assert!(fixture.seats.iter().all(|&entrant| entrant < arena.entrants.len()));
    }
    assert!(plan.schedule().fixture(plan.games()).is_none());
    let quick = |seat: &SeatSpec| match seat {
        SeatSpec::Bot { id, .. } => ["random", "greedy"].contains(id),
        SeatSpec::Human | SeatSpec::Program { .. } => false,
    };
    let start = arena.game.start(&arena.options, 1).expect("the arena was prepared with them");
    let light = start.resource_estimate().ply_us <= 100;
    if plan.games() > 0 && light && arena.entrants.iter().all(|one| quick(&one.seat)) {
        match arena.play(&plan, 0, &Looks::boxed, false) {
            Ok(played) => assert!(json!(arena.add_up(&[played])).is_object()),
            // The watch stopped it; a stopped game has no result.
            Err(error) => assert_eq!(error, STOPPED),
        }
    }
}

/// A results file of an arena: once unchanged, and once with corrected checksums, so that the lines themselves are read.
pub(crate) fn results(data: &[u8]) {
    journal(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let mended: String = text
        .split_inclusive('\n')
        .map(|line| {
            let tail = line.strip_prefix(MAGIC).and_then(|tail| tail.get(8..));
            let rest = tail.and_then(|tail| tail.strip_prefix("\",")).unwrap_or(line);
            let sum = checksum.checksum(rest.trim_end_matches('\n').as_bytes());
            format!("{MAGIC}{sum:08x}\",{rest}")
        })
        .collect();
    journal(mended.as_bytes());
}

fn journal(text: &[u8]) {
    let journal = match Journal::read(text) {
        Ok(Some(journal)) => journal,
        Ok(None) => return,
        Err(error) => return says_something(&error),
    };
    // The complete lines read the same without the incomplete rest, and after they are written again.
    let whole = Journal::read(&text[..journal.whole]).expect("read before").expect("a header");
    assert_eq!((whole.whole, &whole.games), (journal.whole, &journal.games));
    let mut written = header_line(&journal.header);
    written.extend(journal.games.iter().map(|(game, played)| game_line(*game, played)));
    let again = Journal::read(written.as_bytes()).expect("as it was written").expect("a header");
    assert!(again.header.differs(&journal.header).is_none());
    assert_eq!((again.whole, &again.games), (written.len(), &journal.games));
    let arena = journal.header.arena().expect("the schedule was made from it");
    // The file may lack games; only those before the first missing one are counted.
    let first = |(at, (game, played)): (usize, (usize, GameResult))| (at == game).then_some(played);
    let played: Vec<GameResult> = journal.games.into_iter().enumerate().map_while(first).collect();
    assert!(json!(arena.add_up(&played)).is_object());
}

/// A heuristic of the Lab, for every game that has features.
pub(crate) fn formulas(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in GAMES.iter().filter(|game| !game.features().is_empty()) {
        let features = game.features();
        let lab = match Lab::read(&text, features) {
            Ok(lab) => lab,
            Err(error) => {
                says_something(&error);
                if let Some(place) = error.formula {
                    assert!(1 <= place.start && place.start <= place.end, "{place:?}");
                    assert!(place.start <= MOST_CHARACTERS + 1, "{place:?}");
                }
                continue;
            }
        };
        for formula in lab.formulas() {
            let printed = formula.print(features);
            let again = parse(&printed, features);
            assert_eq!(again.as_ref(), Ok(formula), "{printed}");
        }
        let written = lab.written();
        // The written text may be longer than the input, because it has all names and weights.
        if text.len() < heuristic::MOST_BYTES / 2 {
            assert_eq!(Written::read(&written.to_text()).as_ref(), Ok(written));
        }
        let mut position = game.start(&Options::default(), 1).expect("a start");
        for _ in 0..3 {
            for seat in 0..position.seats() {
                let (values, _) = position.measured(&lab, seat);
                assert_eq!(values.len(), lab.terms().len());
                assert!(values.iter().all(|value| value.to_f64().abs() <= 1e9), "{values:?}");
            }
            let Some(moves) = position.legal() else { break };
            let (Some(seat), Some(mv)) = (position.to_act().first(), moves.first()) else { break };
            position.play(seat, mv).expect("legal");
        }
    }
}

/// A text of any kind, as a file: what opens replays, and comes back through every format that can express it.
pub(crate) fn texts(data: &[u8]) {
    let Ok(text) = decode(data) else { return };
    let found = match import(&text) {
        Ok(Content::Game(found)) => found,
        Ok(Content::Json | Content::Study) => return,
        Ok(Content::Link(address)) => return link(&address.link()),
        Err(error) => return says_something(&error),
    };
    found.notes.iter().for_each(|note| says_something(note));
    let record = found.record;
    let session = Session::replay(record.clone()).expect("what was opened replays");
    sound(&session);
    for format in record.game.data().formats {
        let Some(Exported { text: written, .. }) = record.to_format(format) else { continue };
        // One move is too little to recognise a line of moves.
        let Ok(Content::Game(again)) = import(&written) else {
            assert!(
                record.moves.len() < 2 || format.id != "sgf" && format.id != "ggf",
                "{written}"
            );
            continue;
        };
        if format.id == "sgf" {
            assert_eq!(again.record.moves, record.moves, "{written}");
            let annotated = |record: &Record| record.annotations.len();
            assert_eq!(annotated(&again.record), annotated(&record), "{written}");
        }
    }
}
