//! Untrusted input: random bytes and mutated valid texts, thousands per run. Each gives an error with a message or a game
//! that follows the rules. Nothing panics and nothing hangs.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::contract::bot::{Clock, NoClock};
use totora::record::link::{LinkError, MAX_CHARACTERS, ViewState};
use totora::record::{Record, RecordError};
use totora::session::Session;
use totora::session::protocol::Conversation;

/// A random game of `game` with this many plies.
fn session(game: &str, seed: u64, plies: usize) -> Session {
    let record = json!({ "totora": 1, "game": game, "seed": seed & totora::base::rng::MAX_SEED });
    let mut session = Session::begin(Record::from_json(&record).expect("valid")).expect("begins");
    let mut rng = Rng::new(seed, Stream::Other(1));
    for _ in 0..plies {
        let owing = session.position().to_act();
        match session.position().legal() {
            Some(legal) if legal.is_empty() => break,
            Some(legal) => {
                session.play(None, &legal[rng.below(legal.len())], false).expect("legal");
            }
            // If moves cannot be listed, any well-formed orders are accepted; a few turns are enough.
            None if session.plies().len() == 6 => break,
            None => {
                for seat in owing.iter() {
                    let order = ORDERS[rng.below(ORDERS.len())];
                    session.play(Some(seat), order, false).expect("orders");
                }
            }
        }
    }
    session
}

/// Orders of Outpost, possible and impossible ones.
const ORDERS: [&str; 8] =
    ["-", ".", "0:E", "0:S 1:N 7:W", "hold 0", "go 0 3,4", "adviser wolfpack", "rally 2,2; raid 0"];

/// The id of a game in the catalogue by number.
fn id(number: usize) -> &'static str {
    GAMES[number % GAMES.len()].id()
}

/// Changes, deletes, repeats or inserts characters, this many times.
fn mutate(text: &str, rng: &mut Rng, times: usize, alphabet: &str) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..times {
        let at = rng.below(chars.len() + 1);
        let random = alphabet[rng.below(alphabet.len())];
        match rng.below(5) {
            0 => chars.insert(at, random),
            1 if at < chars.len() => chars[at] = random,
            2 if at < chars.len() => drop(chars.remove(at)),
            3 => chars.truncate(at),
            _ => {
                let from = rng.below(at + 1);
                let part: Vec<char> = chars[from..at.min(from + 20)].to_vec();
                chars.splice(at..at, part);
            }
        }
    }
    chars.into_iter().collect()
}

const LINK: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.#=+/é ";
const JSON: &str = "{}[]\",:0123456789-.eE truefalsn\\uTSDLPVIFU@/ABCDEF\u{0}é";

/// Checks that a session from untrusted input is a valid game.
fn check_session(session: &Session) {
    let record = session.to_record();
    let again = Session::replay(record).expect("an opened game replays");
    assert_eq!(again.plies().len(), session.plies().len());
}

fn watch() -> Box<dyn Clock> {
    Box::new(NoClock)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn links_of_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for link in [text.clone(), format!("#1uros.{text}"), format!("#{text}")] {
            prop_assert!(Session::open(&link).is_err());
        }
    }

    #[test]
    fn mutated_links(seed: u64, game in 0usize..9, plies in 0usize..40, times in 1usize..6) {
        let session = session(id(game), seed, plies);
        let link = session.link(&ViewState::default()).expect("a link");
        let mut rng = Rng::new(seed, Stream::Other(2));
        let mutated = mutate(&link, &mut rng, times, LINK);
        match Session::open(&mutated) {
            Ok((opened, _)) => {
                prop_assert_eq!(opened.to_record().to_json(), session.to_record().to_json());
            }
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }

    /// A payload with a valid checksum is not trusted either.
    #[test]
    fn mutated_payloads(seed: u64, game in 0usize..9, plies in 0usize..40, times in 1usize..6) {
        use base64::Engine as _;
        use base64::engine::general_purpose::URL_SAFE_NO_PAD;
        let link = session(id(game), seed, plies).link(&ViewState::default()).expect("a link");
        let (head, payload) = link.split_once('.').expect("a dot");
        let deflated = URL_SAFE_NO_PAD.decode(payload).expect("base64");
        let mut bytes = miniz_oxide::inflate::decompress_to_vec(&deflated).expect("deflated");
        bytes.truncate(bytes.len() - 4);
        let mut rng = Rng::new(seed, Stream::Other(3));
        for _ in 0..times {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.next_u64() as u8,
                1 => bytes.insert(at, rng.next_u64() as u8),
                _ => drop(bytes.remove(at)),
            }
        }
        let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        let payload = URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(&bytes, 6));
        match Session::open(&format!("{head}.{payload}")) {
            Ok((opened, _)) => check_session(&opened),
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }

    #[test]
    fn mutated_records(seed: u64, game in 0usize..9, plies in 0usize..40, times in 1usize..6) {
        let text = session(id(game), seed, plies).to_record().to_json().to_string();
        let mut rng = Rng::new(seed, Stream::Other(4));
        let mutated = mutate(&text, &mut rng, times, JSON);
        match Record::from_text(&mutated).and_then(Session::replay) {
            Ok(opened) => check_session(&opened),
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }

    #[test]
    fn moves_of_random_text(seed: u64, game in 0usize..9, plies in 0usize..40, text in ".{0,12}") {
        let mut session = session(id(game), seed, plies);
        let before = session.position().hash();
        if session.play(None, &text, false).is_err() {
            prop_assert_eq!(session.position().hash(), before);
        }
    }

    #[test]
    fn mutated_moves(seed: u64, game in 0usize..9, plies in 0usize..40) {
        let mut session = session(id(game), seed, plies);
        let listed = session.position().legal();
        let legal = listed.clone().unwrap_or_else(|| ORDERS.map(str::to_owned).to_vec());
        let mut rng = Rng::new(seed, Stream::Other(5));
        if legal.is_empty() || session.position().to_act().is_empty() {
            return Ok(());
        }
        let mutated = mutate(&legal[rng.below(legal.len())], &mut rng, 1, "TSDLPVIFU@./0123456789ABCDEFabcdefgx,=r ");
        let before = session.position().hash();
        match session.play(None, &mutated, false) {
            // An accepted text is a listed move, perhaps in another notation.
            Ok((_, played)) if listed.is_some() => {
                prop_assert!(legal.contains(&played.text), "{}", mutated);
            }
            Ok(_) => check_session(&session),
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                prop_assert_eq!(session.position().hash(), before);
            }
        }
    }

    #[test]
    fn mutated_protocol_lines(seed: u64, times in 1usize..5) {
        let mut conversation = Conversation::new();
        let mut rng = Rng::new(seed, Stream::Other(6));
        let lines = [
            r#"{"do":"new","game":"uros","options":{"start":"blue"},"seed":1}"#,
            r#"{"do":"play","move":"T@A6"}"#,
            r#"{"do":"think","bot":"balanced","options":{"bvl":5.5},"budget":{"nodes":10},"seed":3}"#,
            r#"{"do":"play","move":"F.2","seat":0}"#,
            r#"{"do":"undo"}"#,
            r#"{"do":"load","record":{"totora":1,"game":"uros","seats":[{"human":true},{"bot":"exploit"}],"moves":["T@A6"]}}"#,
            r#"{"do":"legal"}"#,
            r#"{"do":"record"}"#,
        ];
        for line in lines {
            let line = mutate(line, &mut rng, times, JSON).replace('\n', " ");
            let answer = conversation.answer(&line, &watch);
            let answer: Value = serde_json::from_str(&answer.line).expect("JSON");
            match answer["ok"].as_bool() {
                Some(true) => {}
                _ => prop_assert!(answer["error"].as_str().is_some_and(|e| e.len() > 5), "{}", line),
            }
        }
        // After any input, the conversation still works.
        let answer = conversation.answer(r#"{"do":"new","game":"uros"}"#, &watch);
        prop_assert!(answer.line.contains("\"legal\":667"));
    }

    #[test]
    fn options_of_any_json(key in "[a-zA-Z_]{0,6}", value in prop::sample::select(vec![
        json!(null), json!(true), json!([]), json!({}), json!(1e300), json!(-1), json!(0.5),
        json!("x"), json!(18446744073709551615u64), json!(""), json!("1e9"), json!("NaN"),
    ])) {
        for game in GAMES {
            let keys = game.options().iter().map(|o| o.key).chain([key.as_str()]);
            for key in keys {
                let raw: RawOptions = [(key.to_owned(), value.clone())].into_iter().collect();
                if let Err(error) = Options::check(game.options(), &raw) {
                    prop_assert!(error.to_string().len() > 5);
                }
            }
        }
    }
}

#[test]
fn each_kind_of_invalid_link_is_reported() {
    let session = session("uros", 1, 9);
    let link = session
        .link(&ViewState { ply: 3, overlay: "all".into(), ..ViewState::default() })
        .expect("a link");
    let refused = |link: &str| Session::open(link).err().expect("refused").to_string();
    let payload = link.split_once('.').expect("a dot").1;
    assert!(refused("").contains("not a Totora link"));
    assert!(refused("https://example.org/").contains("not a Totora link"));
    assert!(refused("#about").contains("not a Totora link"));
    assert!(refused(&format!("#4uros.{payload}")).contains("version `4`"));
    assert!(refused(&format!("#2uros.{payload}")).contains("damaged"), "it has no variations");
    assert!(refused(&format!("#1chess.{payload}")).contains("`chess`"));
    assert!(refused(&format!("#1UROS.{payload}")).contains("not a Totora link"));
    assert!(refused(&link.replace('A', "!")).contains("`!` at character"));
    assert!(refused("#1uros.").contains("damaged"));
    for end in 8..link.len() {
        let message = refused(&link[..end]);
        assert!(message.contains("damaged"), "cut at {end}: {message}");
    }
    let long = format!("#1uros.{}", "A".repeat(MAX_CHARACTERS));
    assert!(refused(&long).contains("at most"));
    assert!(refused(&"x".repeat(1 << 20)).contains("not a Totora link"));
}

/// A small link that unpacks to too much data is stopped while it unpacks.
#[test]
fn a_link_cannot_unpack_to_more_than_the_limit() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![0; 16 << 20], 9);
    let link = format!("#1uros.{}", URL_SAFE_NO_PAD.encode(bomb));
    assert!(link.len() < MAX_CHARACTERS, "the limit on characters does not stop it");
    assert_eq!(Session::open(&link).err(), Some(LinkError::TooLarge));
}

#[test]
fn each_kind_of_invalid_record_is_reported() {
    let good = json!({
        "totora": 1, "game": "uros", "options": {}, "seed": 1,
        "seats": [{ "human": true }, { "bot": "balanced", "options": {}, "budget": { "nodes": 1000 } }],
        "moves": ["T@A6", "T.0"], "result": null,
    });
    Session::replay(Record::from_json(&good).expect("valid")).expect("replays");
    let with = |key: &str, value: Value| {
        let mut record = good.clone();
        record[key] = value;
        Record::from_json(&record)
            .and_then(Session::replay)
            .err()
            .unwrap_or_else(|| panic!("{record} is accepted"))
            .to_string()
    };
    for (key, value, expected) in [
        ("totora", json!(4), "newer Totora"),
        ("totora", json!("1"), "`totora` is"),
        ("game", json!("go"), "unknown game `go`"),
        ("game", json!(7), "`game` is `7`"),
        ("options", json!({ "size": 8 }), "unknown option `size`"),
        ("options", json!([]), "`options` is `[]`"),
        ("seed", json!(-3), "`seed` is `-3`"),
        ("seed", json!(1.5), "`seed` is `1.5`"),
        ("seed", json!(u64::MAX), "expected a whole number"),
        ("seats", json!([]), "expected a list of 2"),
        ("seats", json!([{ "human": true }, { "human": false }]), "is not a seat"),
        ("seats", json!([{ "human": true }, { "bot": "deep" }]), "unknown bot `deep`"),
        (
            "seats",
            json!([{ "human": true }, { "bot": "balanced", "options": { "x": 1 } }]),
            "unknown option `x`",
        ),
        (
            "seats",
            json!([{ "human": true }, { "bot": "balanced", "budget": { "hours": 1 } }]),
            "not a unit",
        ),
        ("moves", json!("T@A6"), "`moves` is"),
        ("moves", json!(["T@A6", 5]), "ply 2: `5` is not a text"),
        ("moves", json!(["T@A6", "T@A6"]), "ply 2: T@A6: island T lies on the Lake already"),
        ("moves", json!(["T@A6", "Z.1"]), "ply 2: `Z.1` is not a move"),
        ("moves", json!(["forfeit", "T@A6"]), "ply 2: the game is over"),
        (
            "result",
            json!({ "ranks": [1, 2], "scores": [0, 0], "reason": "size" }),
            "its moves lead to null",
        ),
        ("result", json!("red"), "`result` is"),
        ("comment", json!("hello"), "unknown field `comment`"),
    ] {
        let message = with(key, value);
        assert!(message.contains(expected), "{key}: {message}");
    }
    let text = "{\n  \"totora\": 1,\n  oops\n}";
    let error = Record::from_text(text).expect_err("refused");
    assert!(matches!(error, RecordError::Json(_)));
    assert!(error.to_string().contains("line 3 column 3"), "{error}");
}

/// A megabyte of garbage gives an error quickly. The time limit is generous and only detects hanging.
#[test]
fn a_megabyte_of_garbage_gives_errors() {
    let begun = Instant::now();
    let mut rng = Rng::new(9, Stream::Other(0));
    let noise: String = (0..1 << 20).map(|_| char::from(rng.below(96) as u8 + 32)).collect();
    let mut conversation = Conversation::new();
    for garbage in [
        noise.clone(),
        "[".repeat(1 << 20),
        "{\"a\":".repeat(1 << 18),
        format!("\"{}\"", "x".repeat(1 << 20)),
        "9".repeat(1 << 20),
        format!("{{\"do\":\"{}\"}}", "y".repeat(1 << 20)),
        format!(
            "{{\"totora\":1,\"game\":\"uros\",\"moves\":[{}\"\"]}}",
            "\"T@A6\",".repeat(1 << 17)
        ),
    ] {
        let answer = conversation.answer(&garbage, &watch);
        assert!(answer.line.contains("\"ok\":false") && answer.line.len() < 1000);
        let error = Record::from_text(&garbage).and_then(Session::replay).err().expect("refused");
        assert!(error.to_string().len() < 1000, "{error}");
        let error = Session::open(&garbage).err().expect("refused");
        assert!(error.to_string().len() < 1000);
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// A saved game with a removed option still opens, and its seat plays like the current bot.
#[test]
fn a_removed_option_of_a_bot_is_ignored() {
    let record = |option: &str| {
        let totora = json!({ "bot": "totora", "options": { option: 5 } });
        Record::from_json(&json!({
            "totora": 1, "game": "fencemaster", "seats": [totora, { "human": true }], "moves": ["5,5"],
        }))
    };
    let read = record("ways").expect("a record");
    assert_eq!(read.to_json()["seats"][0]["options"].get("ways"), None);
    let error = record("wars").expect_err("never an option").to_string();
    assert!(error.contains("wars"), "{error}");
}
