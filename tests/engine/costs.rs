//! Limits of cost: the cost of links and records is known before anything is played, games end on every map, memory is bounded
//! for any length, and a search can be stopped inside a playout.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::cell::Cell;
use totora::base::rng::{Rng, Stream};
use totora::catalog::game;
use totora::contract::bot::{Clock, NoClock};
use totora::games::reversi::{MOST_BUILT, built_in};
use totora::record::cost::{Cost, Demand, demands};
use totora::record::link::{LinkDecoder, LinkError, ViewState};
use totora::record::{Record, RecordError, SeatSpec};
use totora::session::{MOST_BYTES, Session};

/// The bytes of a link, as `docs/reference/links.md` describes them.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(mut self, mut number: u64) -> Self {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
        self
    }

    fn text(mut self, text: &str) -> Self {
        self = self.number(text.len() as u64);
        self.0.extend(text.bytes());
        self
    }

    fn byte(mut self, byte: u8) -> Self {
        self.0.push(byte);
        self
    }

    fn bytes(mut self, byte: u8, count: usize) -> Self {
        self.0.extend(std::iter::repeat_n(byte, count));
        self
    }

    fn link(mut self, game: &str) -> String {
        let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&self.0);
        self.0.extend(sum.to_le_bytes());
        let payload = miniz_oxide::deflate::compress_to_vec(&self.0, 10);
        format!("#1{game}.{}", URL_SAFE_NO_PAD.encode(payload))
    }
}

/// A map with nearly unlimited override stones: rows full of the players' stones.
fn endless(rows: usize, columns: usize, players: usize) -> String {
    let row: Vec<String> = (0..columns).map(|x| (x % players + 1).to_string()).collect();
    let row = row.join(" ") + "\n";
    format!("{players}\n999999999\n0 0\n{rows} {columns}\n{}", row.repeat(rows))
}

/// A link of Reversi XT on that map with the first legal move at every ply, which compresses very well.
fn first_moves(plies: usize) -> String {
    Bytes::default()
        .number(0)
        .number(1)
        .text("map")
        .byte(0)
        .text(&endless(8, 8, 2))
        .number(2)
        .bytes(0, 2)
        .number(plies as u64)
        .number(0)
        .bytes(1, plies)
        .bytes(0, 3 + 4)
        .link("reversi")
}

#[test]
fn more_plies_than_a_game_can_have_are_refused_before_they_are_played() {
    let link = first_moves(80_000);
    assert!(link.len() < 500, "{}", link.len());
    let error = LinkDecoder::begin(&link).err().expect("refused");
    assert!(
        matches!(error, LinkError::Record(RecordError::TooMany { found: 80_000, most: 5_066 })),
        "{error}"
    );
    let moves = vec!["0,0"; 6_000];
    let map = endless(8, 8, 2);
    let record =
        json!({ "totora": 1, "game": "reversi", "options": { "map": map }, "moves": moves });
    let error = Record::from_json(&record).expect_err("refused");
    assert!(matches!(error, RecordError::TooMany { found: 6_000, .. }), "{error}");
}

#[test]
fn the_cost_of_a_link_is_known_before_it_is_played_and_a_part_can_be_saved() {
    let mut decoder = LinkDecoder::begin(&first_moves(4_000)).expect("begins");
    assert_eq!((decoder.plies(), decoder.read()), (4_000, 0));
    assert_eq!(decoder.cost().plies, 4_000);
    assert!(!decoder.cost().is_light() && decoder.cost().work_us < 10_000_000);
    for _ in 0..100 {
        assert!(decoder.step().expect("legal"));
    }
    // The user stops here.
    let record = decoder.record();
    assert_eq!(record.moves.len(), 100);
    assert_eq!(Session::replay(record).expect("replays").plies().len(), 100);
    // A game of a human against a bot is cheap, and its cost as a record is the same.
    let uros = json!({
        "totora": 1, "game": "uros", "moves": ["T@A6"],
        "seats": [{ "human": true }, { "bot": "balanced" }],
    });
    let record = Record::from_json(&uros).expect("a record");
    let link = Session::replay(record.clone()).expect("replays").link(&ViewState::default());
    let decoder = LinkDecoder::begin(&link.expect("a link")).expect("begins");
    assert!(decoder.cost().is_light());
    assert_eq!(Cost::from_record(&record).as_ref(), Ok(decoder.cost()));
}

/// A link with turns of Outpost by bots, which have to be computed again, with seasons of one turn.
fn turns(count: u64, nodes: u64) -> String {
    let mut bytes = Bytes::default().number(0).number(1).text("T").byte(1).number(2 * count);
    bytes = bytes.number(4);
    for _ in 0..4 {
        bytes = bytes.byte(1).text("totora").number(0).byte(1).number(nodes);
    }
    bytes.number(count).byte(15).number(0).bytes(0, 7).link("outpost")
}

#[test]
fn the_cost_of_long_games_of_outpost_is_known() {
    let begun = LinkDecoder::begin(&turns(10_000, 1));
    let link = turns(10_000, 1);
    assert!(link.len() < 120, "{}", link.len());
    let decoder = begun.expect("begins");
    assert_eq!((decoder.cost().plies, decoder.cost().nodes), (10_000, 40_000));
    assert!(!decoder.cost().is_light() && decoder.read() == 0);
    assert!(matches!(
        LinkDecoder::begin(&turns(10_000, 2_000)),
        Err(LinkError::TooManyNodes { nodes: 80_000_000 })
    ));
    // Where people play too, the nodes of each bot count.
    let mut mixed = Bytes::default().number(0).number(1).text("T").byte(1).number(200).number(4);
    for nodes in [5, 7] {
        mixed = mixed.byte(0).byte(1).text("totora").number(0).byte(1).number(nodes);
    }
    let mixed = mixed.number(100).byte(0b1010).number(0).bytes(0, 2 + 7).link("outpost");
    assert_eq!(LinkDecoder::begin(&mixed).expect("begins").cost().nodes, 100 * (5 + 7));
    // A link cannot have more turns than the game.
    let longer = Bytes::default().number(0).number(1).text("T").byte(1).number(200).number(4);
    let longer = longer.bytes(0, 4).number(101).byte(0).number(0).bytes(0, 4 + 7).link("outpost");
    assert!(matches!(
        LinkDecoder::begin(&longer),
        Err(LinkError::Record(RecordError::TooMany { found: 101, most: 100 }))
    ));
}

#[test]
fn unusual_demands_of_bots_are_listed() {
    let reversi = game("reversi").expect("it exists");
    let seat = |value: Value| SeatSpec::from_json(reversi, &value).expect("a seat");
    let usual = reversi.bot_info("mcts").expect("it exists").budget.expect("a budget").parts().1;
    let ask = |bot, budget: Value, options: Value| {
        let spec = seat(json!({ "bot": bot, "options": options, "budget": budget }));
        demands(reversi, &[SeatSpec::Human, spec])
    };
    let none: [Demand; 0] = [];
    assert_eq!(ask("mcts", Value::Null, json!({})), none);
    assert_eq!(ask("mcts", json!({ "nodes": usual }), json!({ "memory": 1 })), none);
    assert_eq!(ask("alphabeta", json!({ "ms": 500 }), json!({})), none);
    assert_eq!(
        ask("greedy", json!({ "nodes": 1_000_000 }), json!({})),
        none,
        "this bot uses no budget"
    );
    let found = ask("mcts", json!({ "nodes": 1_000_000_000_000u64 }), json!({ "memory": 1024 }));
    let listed: Vec<_> = found.iter().map(|one| (one.seat, one.bot, one.what, one.asked)).collect();
    assert_eq!(listed, [(1, "mcts", "nodes", 1_000_000_000_000), (1, "mcts", "memory", 1024)]);
    assert_eq!((found[0].usual, found[1].usual), (usual, 64));
    assert_eq!(ask("alphabeta", json!({ "ms": 60_000 }), json!({}))[0].what, "ms");
    assert_eq!(ask("alphabeta", json!({ "depth": 900 }), json!({}))[0].what, "depth");
}

#[test]
fn long_links_are_refused_and_other_texts_are_not_called_links() {
    let long = format!("https://example.org/totora/#1reversi.{}", "A".repeat(100_000));
    assert!(matches!(LinkDecoder::begin(&long), Err(LinkError::TooLong { found: 100_009 })));
    // A dropped picture as a data URL and as text, and prose.
    let picture = format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(5_000));
    let letters = "\u{fffd}PNG\r\n\u{1a}\n\0\0\0\rIHDR.".repeat(4_000);
    let words = "It was a dark and stormy night. ".repeat(3_000);
    for text in [picture, letters, words, format!("#{}", "x".repeat(99_999))] {
        let error = LinkDecoder::begin(&text).err().expect("refused");
        assert_eq!(error, LinkError::NotALink);
    }
}

#[test]
fn random_play_ends_on_every_map() {
    let mut maps: Vec<String> = built_in::MAPS.iter().map(|map| map.text.to_owned()).collect();
    maps.extend([endless(2, 3, 2), endless(8, 8, 2), endless(6, 5, 5)]);
    maps.push(
        "3\n999999999\n999999999 0\n3 4\n1 2 3 x\nc i b x\n0 0 1 2\n0 0 0 <-> 3 2 4\n".to_owned(),
    );
    for map in maps {
        let record = json!({ "totora": 1, "game": "reversi", "options": { "map": map } });
        let record = Record::from_json(&record).expect("a record");
        let mut position = record.game.start(&record.options, 0).expect("starts");
        let most = position.resource_estimate().max_plies;
        let mut rng = Rng::new(7, Stream::Other(1));
        let mut plies = 0;
        while let Some(seat) = position.to_act().first() {
            let legal = position.legal().expect("listed");
            position.play(seat, &legal[rng.below(legal.len())]).expect("legal");
            plies += 1;
            assert!(plies <= most, "{map}");
        }
        assert!(position.outcome().is_some());
    }
}

#[test]
fn a_build_phase_is_limited_only_on_maps_where_it_can_be_too_long() {
    let start = |map: &str| {
        let record = json!({ "totora": 1, "game": "reversi", "options": { "map": map } });
        Session::begin(Record::from_json(&record).expect("a record")).expect("begins")
    };
    let mut session = start(&endless(4, 4, 2).replace("\n0 0\n", "\n2 0\n"));
    while session.position().summary()["phase"] == 1 {
        let legal = session.position().legal().expect("listed");
        session.play(None, &legal[0], false).expect("legal");
    }
    assert_eq!(session.plies().len(), MOST_BUILT as usize);
    // The bomb phase follows as usual.
    assert_eq!(session.position().summary()["phase"], 2);
    assert_eq!(session.position().summary()["bombs"], json!([2, 2]));
    let checked = |map: &str| {
        let kind = game("reversi").expect("it exists").data().setup_text.expect("maps");
        (kind.check)(map).expect("a map").warnings.concat()
    };
    assert!(checked(&endless(4, 4, 2)).contains("ends after 5000 plies"));
    for map in built_in::MAPS {
        assert!(!checked(map.text).contains("plies"), "{}", map.name);
    }
}

#[test]
fn a_session_keeps_a_bounded_number_of_bytes() {
    let record = json!({
        "totora": 1, "game": "reversi", "options": { "map": endless(40, 40, 8) },
    });
    let record = Record::from_json(&record).expect("a record");
    let mut session = Session::begin(record).expect("begins");
    let each = session.position().resource_estimate().bytes;
    let mut hashes = vec![session.position().hash()];
    for _ in 0..3 * MOST_BYTES / each + 1 {
        let Some(mv) = session.position().legal().and_then(|legal| legal.first().cloned()) else {
            break;
        };
        session.play(None, &mv, false).expect("legal");
        hashes.push(session.position().hash());
        assert!(session.bytes() <= MOST_BYTES);
    }
    let plies = session.plies().len();
    assert!(plies * each > 2 * MOST_BYTES, "long enough: {plies}");
    for ply in (0..=plies).step_by(97).chain([plies, 0, 1, plies - 1]) {
        session.go_to(ply).expect("it exists");
        assert_eq!(session.position().hash(), hashes[ply], "ply {ply}");
    }
    // Going back and playing from there works as usual.
    session.go_to(plies / 2).expect("it exists");
    let legal = session.position().legal().expect("listed");
    session.play(None, legal.last().expect("a move"), true).expect("legal");
    assert_eq!((session.plies().len(), session.variation()), (plies / 2 + 1, (1, 1)));
    session.take_back().expect("a ply");
    assert_eq!(session.position().hash(), hashes[plies / 2]);
    session.forget_later();
    assert!(session.bytes() <= MOST_BYTES / 2 + 2 * each);
}

/// A watch that stops or pauses after a number of calls.
struct StopAfter {
    readings: Cell<u32>,
    stop: u32,
    pause: u32,
}

impl Clock for StopAfter {
    fn elapsed_ms(&self) -> f64 {
        0.0
    }

    fn stop(&self) -> bool {
        self.readings.set(self.readings.get() + 1);
        self.readings.get() >= self.stop
    }

    fn pause(&self) -> bool {
        self.readings.get() >= self.pause
    }
}

fn stop_after(stop: u32, pause: u32) -> StopAfter {
    StopAfter { readings: Cell::new(0), stop, pause }
}

fn on(map: &str) -> Session {
    let record = json!({ "totora": 1, "game": "reversi", "options": { "map": map } });
    Session::begin(Record::from_json(&record).expect("a record")).expect("begins")
}

fn bot(id: &str, options: Value, nodes: u64) -> SeatSpec {
    let reversi = game("reversi").expect("it exists");
    let value = json!({ "bot": id, "options": options, "budget": { "nodes": nodes } });
    SeatSpec::from_json(reversi, &value).expect("a seat")
}

#[test]
fn a_search_can_be_stopped_inside_a_playout() {
    // A playout has thousands of plies here. The search stops in the middle of the first one.
    let session = on(&endless(12, 12, 8));
    let spec = bot("mcts", json!({ "cut": 0 }), 1_000_000_000);
    let mut thinking = session.think(&spec).expect("thinks");
    assert!(!thinking.advance(1_000_000, &stop_after(3, u32::MAX)));
    assert_eq!(thinking.analysis().nodes, 0);
    assert!(thinking.choice_only().choice.is_some());
}

#[test]
fn pauses_do_not_change_the_result() {
    let (endless, trio) = (endless(6, 6, 3), "trio".to_owned());
    for (map, id, options, nodes) in [
        (&endless, "mcts", json!({ "cut": 0 }), 5),
        (&endless, "mcts", json!({ "cut": 700, "playouts": 3 }), 10),
        (&trio, "mcts", json!({}), 300),
        (&trio, "brs", json!({}), 700),
        (&trio, "paranoid", json!({}), 700),
        (&trio, "maxn", json!({}), 700),
    ] {
        let session = on(map);
        let spec = bot(id, options, nodes);
        let mut unpaused = session.think(&spec).expect("thinks");
        while !unpaused.advance(1_000, &NoClock) {}
        let mut paused = session.think(&spec).expect("thinks");
        let mut slices = 0;
        // Pause at every call.
        while !paused.advance(1_000, &stop_after(u32::MAX, 0)) {
            slices += 1;
        }
        assert!(slices > 4, "{id}: it was paused {slices} times");
        assert_eq!(paused.analysis(), unpaused.analysis(), "{id}");
    }
}

/// A watch that counts the readings of its clock, which stands still.
struct CountReadings(Cell<u64>);

impl Clock for CountReadings {
    fn elapsed_ms(&self) -> f64 {
        self.0.set(self.0.get() + 1);
        0.0
    }

    fn pause(&self) -> bool {
        self.elapsed_ms() > 0.0
    }
}

/// In the page, a reading of the clock takes as long as several nodes.
#[test]
fn fast_searches_rarely_read_the_clock() {
    for (id, bot, nodes, per_reading) in [
        ("isolation", "ab-open", 100_000, 150),
        ("reversi", "alphabeta", 20_000, 150),
        ("reversi", "brs", 20_000, 150),
        ("reversi", "mcts", 4_000, 20),
        ("fencemaster", "totora", 4_000, 20),
    ] {
        let game = game(id).expect("it exists");
        let record = json!({ "totora": 1, "game": id });
        let record = Record::from_json(&record).expect("a record");
        let value = json!({ "bot": bot, "budget": { "nodes": nodes } });
        let spec = SeatSpec::from_json(game, &value).expect("a seat");
        let mut thinking = Session::begin(record).expect("begins").think(&spec).expect("thinks");
        let readings = CountReadings(Cell::new(0));
        while !thinking.advance(1 << 10, &readings) {}
        let (nodes, readings) = (thinking.analysis().nodes, readings.0.get());
        assert!(
            nodes >= per_reading * readings,
            "{id} {bot}: {readings} readings in {nodes} nodes"
        );
    }
}
