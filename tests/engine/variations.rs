//! Variations in sessions, records and links.

use super::random_games::{self, play};
use proptest::prelude::*;
use serde_json::{Value, json};
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::record::Record;
use totora::record::link::{LinkDecoder, LinkError, SHORT_CHARACTERS, ViewState};
use totora::session::{MOST_BYTES, Session};

fn begin(game: &str) -> Session {
    random_games::begin(game, &json!({}), 5)
}

/// The lines of a session, each with its parent, its first ply and its moves.
fn lines_of(session: &Session) -> Vec<(usize, usize, Vec<String>)> {
    let texts = |line: totora::session::Line| {
        (line.of, line.after, line.plies.iter().map(|ply| ply.text.clone()).collect())
    };
    session.lines().into_iter().map(texts).collect()
}

/// A random game with many variations, some of them inside others.
fn random_tree(game: &str, seed: u64, plies: usize) -> Session {
    let (mut session, mut rng) = (begin(game), Rng::new(seed, Stream::Other(3)));
    for _ in 0..plies {
        if rng.below(4) == 0 {
            let (_, variations) = session.variation();
            let line = rng.below(variations + 1);
            session.open_line(line, 0).expect("a valid place");
            let ply = rng.below(session.plies().len() + 1);
            session.go_to(ply).expect("a valid place");
        }
        play(&mut session, &mut rng);
    }
    session
}

/// Checks the properties of every session.
fn check_session(session: &mut Session) {
    let lines = session.lines();
    assert!(session.bytes() <= MOST_BYTES);
    for (number, line) in lines.iter().enumerate().skip(1) {
        assert!(line.of < number, "a line comes after its parent");
        let of = &lines[line.of];
        let others = if line.of == 0 { 0 } else { of.after + 1 };
        assert!((others..of.after + of.plies.len()).contains(&line.after), "{number}");
        assert!(!line.plies.is_empty());
    }
    let current = (session.variation().0, session.ply(), session.position().hash());
    // Every position of every line is the result of its moves.
    for (number, line) in lines.iter().enumerate() {
        let length = line.after + line.plies.len();
        session.open_line(number, length).expect("a valid place");
        assert_eq!((session.variation().0, session.plies().len()), (number, length));
        let mut fresh = begin(session.setup().game.id());
        for ply in session.plies() {
            fresh.play_ply(&ply.text, false).expect("legal");
        }
        assert_eq!(fresh.position().hash(), session.position().hash(), "line {number}");
        assert_eq!(fresh.metrics(), session.metrics());
    }
    session.open_line(current.0, current.1).expect("back");
    assert_eq!(session.position().hash(), current.2);
    // A record saves and restores the lines.
    let record = session.to_record().to_json();
    let version = if lines.len() > 1 { 2 } else { 1 };
    assert_eq!(
        (record["totora"].as_u64(), record.get("variations").is_some()),
        (Some(version), version == 2)
    );
    let again = Session::replay(Record::from_json(&record).expect("valid")).expect("replays");
    assert_eq!(again.to_record().to_json(), record);
    assert_eq!(lines_of(&again), lines_of(session));
    assert_eq!(
        (again.variation().0, again.ply()),
        (0, again.plies().len()),
        "the main line is shown"
    );
    check_link(session);
}

/// Checks the link of a session: it has all lines if it is short, otherwise only the shown line, and it opens at that line.
fn check_link(session: &Session) {
    let (variation, ply) = (session.variation().0, session.ply());
    let shown = ViewState { ply, variation, ..ViewState::default() };
    let link = session.link(&shown).expect("a link");
    let (opened, state) = Session::open(&link).expect("its own link");
    assert_eq!((opened.ply(), opened.position().hash()), (ply, session.position().hash()));
    assert_eq!(opened.plies(), session.plies());
    assert_eq!(opened.to_record().moves, session.to_record().moves);
    assert_eq!(link.starts_with("#2"), opened.variation().1 > 0);
    if opened.variation().1 == session.variation().1 {
        assert_eq!((lines_of(&opened), state), (lines_of(session), shown));
    } else {
        // The link has the shown line, which is the last one, and its ancestors.
        assert_eq!(opened.variation(), (state.variation, state.variation));
        assert!(session.variation().1 > state.variation);
    }
}

#[test]
fn another_move_begins_a_variation_and_the_main_line_stays() {
    let mut session = begin("isolation");
    for text in ["d4", "c3", "b5"] {
        session.play(None, text, false).expect("legal");
    }
    session.go_to(1).expect("a valid place");
    let refused =
        session.play(None, "e2", false).expect_err("a variation is not allowed").to_string();
    assert!(refused.contains("would begin a variation"), "{refused}");
    session.play(None, "e2", true).expect("legal");
    assert_eq!((session.variation(), session.ply(), session.main_plies()), ((1, 1), 2, 1));
    session.play(None, "b3", false).expect("at its end");
    // A move that exists already follows its line and begins no new one.
    session.open_line(0, 1).expect("a valid place");
    session.play(None, "e2", true).expect("legal");
    assert_eq!((session.variation(), session.plies().len()), ((1, 1), 3));
    assert_eq!(
        session.to_record().to_json()["variations"],
        json!([{ "of": 0, "after": 1, "moves": ["e2", "b3"] }])
    );
    assert_eq!(session.to_record().moves, ["d4", "c3", "b5"]);
    // A move that replaces an undone move becomes the main line.
    session.open_line(0, 3).expect("a valid place");
    assert!(session.undo());
    session.play(None, "f5", false).expect("legal after undo");
    assert_eq!(session.to_record().moves, ["d4", "c3", "f5"]);
    assert_eq!((session.variation(), session.main_plies()), ((0, 2), 3));
    check_session(&mut session);
}

#[test]
fn variations_are_promoted_deleted_and_restored() {
    let mut session = begin("isolation");
    for text in ["d4", "c3", "b5", "d1"] {
        session.play(None, text, false).expect("legal");
    }
    session.go_to(2).expect("a valid place");
    session.play(None, "f5", true).expect("legal");
    session.play(None, "d5", true).expect("legal");
    session.go_to(3).expect("a valid place");
    session.play(None, "e4", true).expect("legal");
    // 0: d4 c3 b5 d1; 1: b2 d5; 2, of 1: e4.
    let before = lines_of(&session);
    assert_eq!(
        before.iter().map(|line| (line.0, line.1)).collect::<Vec<_>>(),
        [(0, 0), (0, 2), (1, 3)]
    );
    assert_eq!(session.variation(), (2, 2));
    session.promote(2, false).expect("a valid place");
    assert_eq!(lines_of(&session)[1], (0, 2, vec!["f5".to_owned(), "e4".to_owned()]));
    assert_eq!(session.variation().0, 1, "the shown line stays shown");
    session.promote(2, true).expect("a valid place");
    assert_eq!(session.to_record().moves, ["d4", "c3", "f5", "d5"]);
    assert_eq!(lines_of(&session)[2], (0, 3, vec!["e4".to_owned()]));
    let all_lines = lines_of(&session);
    assert!(session.delete(1, 2).is_err() && session.delete(9, 1).is_err());
    assert!(session.promote(0, true).is_err() && session.promote(3, true).is_err());
    // A line is deleted with its branches. If it was shown, the ply before it is shown.
    assert_eq!(session.ply(), 4);
    session.delete(0, 3).expect("a ply of the line");
    assert_eq!((session.ply(), session.plies().len(), session.variation()), (2, 4, (0, 0)));
    assert_eq!(session.to_record().moves, ["d4", "c3", "b5", "d1"]);
    assert_eq!(session.changes(), 1);
    assert!(session.restore().is_some() && session.restore().is_none());
    assert_eq!((lines_of(&session), session.ply()), (all_lines.clone(), 3));
    // Moves that were played again since then are merged with the restored line.
    session.delete(0, 3).expect("a ply of the line");
    session.go_to(2).expect("a valid place");
    for text in ["f5", "a2"] {
        session.play(None, text, true).expect("legal");
    }
    session.restore().expect("restored");
    let lines = lines_of(&session);
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().any(|line| line.2.last().is_some_and(|text| text == "a2")));
    assert!(lines.iter().any(|line| line.2.last().is_some_and(|text| text == "e4")));
    check_session(&mut session);
}

#[test]
fn a_walked_line_leaves_the_game_unchanged() {
    let mut session = begin("isolation");
    for text in ["d4", "c3", "b5", "d1"] {
        session.play(None, text, false).expect("legal");
    }
    session.go_to(3).expect("a valid place");
    let (record, hash) = (session.to_record().to_json(), session.position().hash());
    let moves = ["d5", "d4", "c3"].map(str::to_owned);
    assert!(session.take_walk(1, &moves, 2).is_err(), "d4 is taken");
    let beyond = session.take_walk(2, &moves, 9).expect_err("beyond the line");
    assert_eq!(
        beyond.to_string(),
        format!("there is no ply 9; the game has 0 to {}", 2 + moves.len())
    );
    assert_eq!((session.ply(), session.position().hash()), (3, hash));
    assert!(session.walk().is_none());
    let moves = ["f5", "d5", "g7"].map(str::to_owned);
    assert_eq!(session.take_walk(2, &moves, 4).expect("legal"), 2);
    assert_eq!((session.ply(), session.plies().len(), session.game_ply()), (4, 5, 3));
    assert_eq!(session.walk().map(|walk| walk.from), Some(2));
    assert_eq!(session.to_record().to_json(), record, "the game is unchanged");
    assert_eq!(session.lines().len(), 1);
    // Continue from there and from another ply: all of this is dropped.
    session.go_to(5).expect("a valid place");
    let legal = session.position().legal().expect("listed");
    session.play(None, &legal[0], true).expect("legal");
    session.go_to(4).expect("a valid place");
    let legal = session.position().legal().expect("listed");
    session.take_walk(4, &legal[legal.len() - 1..], 5).expect("legal");
    assert_eq!(session.to_record().to_json(), record);
    assert_eq!(session.back(), Some(2));
    assert_eq!((session.ply(), session.plies().len(), session.position().hash()), (3, 4, hash));
    assert_eq!((session.back(), session.save_walk()), (None, false));
    // A walk along the game's own moves ends at its last move.
    session.take_walk(0, &["d4".to_owned(), "c3".to_owned()], 1).expect("legal");
    assert_eq!((session.ply(), session.plies().len()), (1, 2));
    session.back().expect("a walk");
    assert_eq!((session.ply(), session.plies().len()), (3, 4));
    session.take_walk(2, &moves, 4).expect("legal");
    assert!(session.save_walk());
    assert_eq!((session.variation(), session.ply(), session.plies().len()), ((1, 1), 4, 5));
    assert_eq!(session.to_record().to_json()["variations"][0]["moves"], json!(["f5", "d5", "g7"]));
    session.take_walk(0, &["a1".to_owned()], 1).expect("legal");
    assert!(session.undo(), "goes back");
    assert_eq!((session.variation(), session.ply()), ((1, 1), 4));
    check_session(&mut session);
}

#[test]
fn each_kind_of_invalid_variation_is_reported_with_its_place() {
    let with = |variations: Value| {
        let record = json!({
            "totora": 2, "game": "isolation", "moves": ["d4", "c3", "b5"], "variations": variations,
        });
        let record = Record::from_json(&record).and_then(Session::replay);
        record.err().unwrap_or_else(|| panic!("{variations} is accepted")).to_string()
    };
    let one =
        |of: Value, after: Value, moves: Value| json!({ "of": of, "after": after, "moves": moves });
    let good = one(json!(0), json!(1), json!(["e2"]));
    for (variations, expected) in [
        (json!({}), "`variations` is `{}`; expected a list"),
        (json!([5]), "variation 1: not a record: found `5`; expected an object with `of`, `after`"),
        (json!([good, { "after": 1 }]), "variation 2: not a record: `moves` is empty"),
        (json!([{ "after": 1, "moves": ["e2"], "x": 1 }]), "unknown field `x`"),
        (
            json!([one(json!(1), json!(1), json!(["e2"]))]),
            "`of` is `1`; expected a whole number from 0 to 0",
        ),
        (
            json!([one(json!(0), json!(3), json!(["e2"]))]),
            "`after` is `3`; expected a whole number from 0 to 2",
        ),
        (json!([one(json!(0), json!(-1), json!(["e2"]))]), "`after` is `-1`"),
        (json!([good, one(json!(1), json!(1), json!(["e3"]))]), "line 1 has no ply that another"),
        (json!([one(json!(0), json!(1), json!([]))]), "`moves` is empty"),
        (
            json!([one(json!(0), json!(1), json!(["e2", 3]))]),
            "variation 1: ply 3: `3` is not a text",
        ),
        (
            json!([good, one(json!(0), json!(2), json!(["b5"]))]),
            "variation 2: ply 3: `b5` is played there by another",
        ),
        (json!([one(json!(0), json!(1), json!(["e2", "e2"]))]), "variation 1: ply 3: "),
        (json!([one(json!(0), json!(0), json!(["z9"]))]), "variation 1: ply 1: "),
    ] {
        let message = with(variations);
        assert!(message.contains(expected), "{expected}: {message}");
    }
    let plain = json!({ "totora": 1, "game": "isolation", "moves": ["d4"], "variations": [] });
    let message = Record::from_json(&plain).expect_err("refused").to_string();
    assert!(message.contains("`variations` came with version 2"), "{message}");
    // Any order is valid in which a line comes after its parent.
    let record = json!({
        "totora": 2, "game": "isolation", "moves": ["d4", "c3", "b5"],
        "variations": [one(json!(0), json!(2), json!(["f5", "d5"])), good, one(json!(1), json!(3), json!(["e4"]))],
    });
    let mut session = Session::replay(Record::from_json(&record).expect("valid")).expect("replays");
    assert_eq!(
        session.lines().iter().map(|line| (line.of, line.after)).collect::<Vec<_>>(),
        [(0, 0), (0, 1), (0, 2), (2, 3)]
    );
    check_session(&mut session);
}

/// Many long variations do not fit into a link. It has only the shown variation, or none.
#[test]
fn a_long_link_has_the_shown_line_only() {
    let mut session = begin("isolation");
    let mut rng = Rng::new(1, Stream::Other(5));
    while session.position().outcome().is_none() {
        play(&mut session, &mut rng);
    }
    for n in 0..400 {
        session.open_line(0, n % 10).expect("a valid place");
        for _ in 0..12 {
            play(&mut session, &mut rng);
        }
    }
    let variations = session.variation().1;
    assert!(variations > 100, "{variations}");
    let main = session.link(&ViewState::default()).expect("a link");
    assert!(main.starts_with("#1") && main.len() < 300, "{}", main.len());
    assert_eq!(LinkDecoder::begin(&main).expect("a link").variations(), 0);
    session.open_line(variations, 11).expect("a valid place");
    check_link(&session);
    // The record has all lines.
    assert_eq!(session.to_record().variations.len(), variations);
    // A changed copy of a link is refused.
    let link = session.link(&ViewState { ply: 11, variation: variations, ..ViewState::default() });
    let link = link.expect("a link");
    assert!(Session::open(&link.replacen("#2", "#1", 1)).is_err());
    assert!(matches!(Session::open(&link.replacen("#2", "#4", 1)), Err(LinkError::Version('4'))));
}

/// Links and records of earlier versions still open at the position that they showed. A line without a record has the record
/// and the position of the line before, but other seats.
#[test]
fn links_and_records_of_all_versions_open() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/links");
    let newest = folder.join("v2.jsonl");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !newest.exists() {
        let line = |game: &dyn totora::catalog::AnyGame| {
            let session = random_tree(game.id(), 7, 30);
            let (variation, ply) = (session.variation().0, session.ply());
            let shown = ViewState { ply, variation, ..ViewState::default() };
            let link = session.link(&shown).expect("a link");
            assert!(link.starts_with("#2") && link.len() <= SHORT_CHARACTERS);
            let shown = json!({ "ply": ply, "variation": variation });
            json!({ "link": link, "record": session.to_record().to_json(), "shown": shown })
        };
        let lines: String = GAMES.iter().map(|game| format!("{}\n", line(*game))).collect();
        std::fs::write(&newest, lines).expect("written");
    }
    for (name, version) in [("v1.jsonl", 1), ("v2.jsonl", 2)] {
        let lines = std::fs::read_to_string(folder.join(name)).expect("a valid place");
        let mut games = std::collections::BTreeSet::new();
        let mut before = Value::Null;
        for line in lines.lines() {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            if line.get("record").is_none() {
                let (link, seats) = (line["link"].take(), line["seats"].take());
                line = std::mem::take(&mut before);
                line["link"] = link;
                line["record"]["seats"] = seats;
            }
            let (link, golden) = (line["link"].as_str().expect("a link"), &line["record"]);
            assert!(
                link.starts_with(&format!("#{version}")) && golden["totora"] == version,
                "{link}"
            );
            let (opened, shown) = Session::open(link).unwrap_or_else(|e| panic!("{link}: {e}"));
            assert_eq!(&opened.to_record().to_json(), golden, "{link}");
            let shown = json!({ "ply": shown.ply, "variation": shown.variation });
            assert_eq!(shown, line["shown"], "{link}");
            let record = Record::from_json(golden).expect("valid");
            let replayed = Session::replay(record).expect("replays");
            assert_eq!(&replayed.to_record().to_json(), golden, "{link}");
            games.insert(golden["game"].as_str().expect("a name").to_owned());
            before = line;
        }
        assert_eq!(games.len(), GAMES.len(), "{name} has every game");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, ..ProptestConfig::default() })]

    /// In every game, a record restores the tree after lines are promoted, deleted, restored and walked.
    #[test]
    fn trees_round_trip(seed in 0u64..1 << 40) {
        for game in GAMES {
            let mut session = random_tree(game.id(), seed, 40);
            check_session(&mut session);
            let mut rng = Rng::new(seed, Stream::Other(4));
            let record = session.to_record().to_json();
            for _ in 0..6 {
                let (_, variations) = session.variation();
                let variation = 1 + rng.below(variations.max(1));
                match rng.below(4) {
                    0 => drop(session.promote(variation, rng.below(2) == 0)),
                    1 => {
                        let Some(line) = session.lines().get(variation).cloned() else { continue };
                        let ply = line.after + 1 + rng.below(line.plies.len());
                        let before = session.to_record().to_json();
                        session.delete(variation, ply).expect("a ply of the line");
                        prop_assert_ne!(&session.to_record().to_json(), &before);
                        if rng.below(2) == 0 {
                            session.restore().expect("restored");
                            prop_assert_eq!(&session.to_record().to_json(), &before);
                        }
                    }
                    2 => {
                        let before = (session.to_record().to_json(), session.position().hash());
                        let line = session.plies().to_vec();
                        let moves: Vec<String> = line.iter().take(3).map(|ply| ply.text.clone()).collect();
                        session.take_walk(0, &moves, moves.len()).expect("legal");
                        play(&mut session, &mut rng);
                        prop_assert_eq!(&session.to_record().to_json(), &before.0);
                        session.back().expect("a walk");
                        prop_assert_eq!((session.to_record().to_json(), session.position().hash()), before);
                    }
                    _ => {
                        play(&mut session, &mut rng);
                    }
                }
                check_session(&mut session);
            }
            prop_assert!(record.is_object());
        }
    }
}
