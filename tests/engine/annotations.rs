//! Notes, verdicts, arrows and coloured places: in sessions, records, links, and texts of other programs.

use super::random_games::{begin, play};
use proptest::prelude::*;
use serde_json::{Value, json};
use totora::base::annotation::{Annotation, Arrow, Colour, ColouredPlace, Glyph};
use totora::base::rng::{Rng, Stream};
use totora::catalog::{AnyGame, GAMES, game};
use totora::record::import::{Content, Imported, import};
use totora::record::link::{self, LinkError, ViewState};
use totora::record::{MAX_ANNOTATIONS, Record};
use totora::session::Session;

/// An annotation of a board with these places.
fn random_annotation(cells: &[String], rng: &mut Rng) -> Annotation {
    let words = ["a", "]", "\\", ":", "two\nlines", "\u{e9}\u{1f600}", "[x]", "(;", "\"", "%41#"];
    let note: Vec<&str> = (0..rng.below(6)).map(|_| words[rng.below(words.len())]).collect();
    let mut found = Annotation { note: note.join(" ").trim().to_owned(), ..Annotation::default() };
    found.glyph = (rng.below(2) == 0).then(|| Glyph::ALL[rng.below(6)]);
    for _ in 0..rng.below(4) {
        let mut cell = || cells[rng.below(cells.len())].clone();
        let arrow = Arrow { from: cell(), to: cell() };
        if arrow.from != arrow.to && !found.arrows.contains(&arrow) {
            found.arrows.push(arrow);
        }
    }
    for _ in 0..rng.below(4) {
        let place = cells[rng.below(cells.len())].clone();
        if found.places.iter().all(|other| other.place != place) {
            found.places.push(ColouredPlace { place, colour: Colour::ALL[rng.below(4)].0 });
        }
    }
    // SGF lists the places of a colour together.
    found
        .places
        .sort_by_key(|one| Colour::ALL.iter().position(|(colour, _)| *colour == one.colour));
    found
}

/// A random game with variations and annotations.
fn random_session(game: &dyn AnyGame, options: Value, seed: u64, plies: usize) -> Session {
    let (mut session, mut rng) = (begin(game.id(), &options, 5), Rng::new(seed, Stream::Other(7)));
    let cells = session.position().printed_cells();
    for _ in 0..plies {
        if rng.below(5) == 0 {
            let line = rng.below(session.variation().1 + 1);
            session.open_line(line, 0).expect("a valid place");
            session.go_to(rng.below(session.plies().len() + 1)).expect("a valid place");
        }
        if rng.below(3) == 0 {
            session.annotate(&random_annotation(&cells, &mut rng)).expect("an annotation");
        }
        play(&mut session, &mut rng);
    }
    session.open_line(0, 0).expect("the start");
    session
}

fn opened(text: &str) -> Imported {
    match import(text) {
        Ok(Content::Game(found)) => *found,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn printed_places_are_unique_in_every_game() {
    for game in GAMES {
        let start = game.start(&Default::default(), 1).expect("a start");
        let (printed, cells) = (start.printed_cells(), start.cell_names());
        assert_eq!(printed.len(), cells.len(), "{}", game.id());
        let mut sorted = printed.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), printed.len(), "{}", game.id());
        assert!(printed.iter().all(|name| *name == name.to_lowercase()), "{printed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Annotations come back from records and links, with variations.
    #[test]
    fn annotations_come_back(seed: u64, game in 0..GAMES.len(), plies in 0usize..24) {
        let game = GAMES[game];
        let session = random_session(game, json!({}), seed, plies);
        let record = session.to_record();
        let json = record.to_json();
        prop_assert_eq!(record.annotations.is_empty(), json.get("annotations").is_none());
        let again = Session::replay(Record::from_json(&json).expect("valid")).expect("replays");
        prop_assert_eq!(again.to_record().to_json(), json);
        let link = session.link(&ViewState::default()).expect("a link");
        let (opened, _) = Session::open(&link).expect("its own link");
        let opened = opened.to_record();
        prop_assert_eq!(link.starts_with("#3"), !opened.annotations.is_empty());
        if opened.variations.len() == record.variations.len() {
            prop_assert_eq!(&opened.annotations, &record.annotations);
        }
        // Without annotations, the link is the same as before they existed.
        let bare = Record { annotations: Vec::new(), ..record };
        let plain = link::encode(&bare, &ViewState::default()).expect("a link");
        prop_assert!(!plain.starts_with("#3"));
        prop_assert_eq!(link == plain, opened.annotations.is_empty());
    }

    /// SGF carries everything, with variations.
    #[test]
    fn annotations_come_back_from_sgf(seed: u64, plies in 1usize..24, which in 0usize..2) {
        let (id, options) = [("reversi", json!({})), ("fencemaster", json!({ "size": 5, "rules": "havannah" }))][which].clone();
        let of = game(id).expect("a game");
        let record = random_session(of, options, seed, plies).to_record();
        let sgf = of.data().formats.iter().find(|format| format.id == "sgf").expect("SGF");
        let text = record.to_format(sgf).expect("written").text;
        let found = opened(&text);
        prop_assert_eq!(&found.record.moves, &record.moves, "{}", text);
        prop_assert_eq!(&found.record.annotations, &record.annotations, "{}", text);
        prop_assert!(found.notes.is_empty(), "{}: {:?}", text, found.notes);
    }

    /// GGF carries notes and verdicts of the main line.
    #[test]
    fn notes_come_back_from_ggf(seed: u64, plies in 1usize..24) {
        let of = game("reversi").expect("a game");
        let mut record = random_session(of, json!({}), seed, plies).to_record();
        let ggf = of.data().formats.iter().find(|format| format.id == "ggf").expect("GGF");
        let found = opened(&record.to_format(ggf).expect("written").text);
        record.annotations.retain(|one| one.line == 0);
        for one in &mut record.annotations {
            let Annotation { arrows, places, .. } = &mut one.annotation;
            (*arrows, *places) = (Vec::new(), Vec::new());
        }
        record.annotations.retain(|one| !one.annotation.is_empty());
        prop_assert_eq!(&found.record.annotations, &record.annotations);
    }
}

/// Bots and films replay the shown line alone: a note in a variation must not keep them from it.
#[test]
fn the_shown_line_is_a_record_with_its_annotations() {
    let mut variations = 0;
    for seed in 0..20 {
        let of = game("isolation").expect("a game");
        let mut session = random_session(of, json!({}), seed, 12);
        for line in 0..=session.variation().1 {
            variations += usize::from(line > 0);
            session.open_line(line, 0).expect("a line");
            let record = session.line_record();
            assert!(record.variations.is_empty());
            let record = Record::from_text(&record.to_text()).expect("a record");
            let mut alone = Session::replay(record).expect("replays");
            assert_eq!(alone.plies().len(), session.plies().len());
            for ply in 0..=session.plies().len() {
                alone.go_to(ply).expect("a ply");
                session.go_to(ply).expect("a ply");
                assert_eq!(alone.annotation(), session.annotation(), "{seed} {line} {ply}");
                assert_eq!(alone.position().hash(), session.position().hash());
            }
        }
    }
    assert!(variations > 5, "{variations}");
}

#[test]
fn changed_annotations_are_undone_in_order() {
    let mut session = begin("isolation", &json!({}), 5);
    for text in ["d4", "c3", "b5"] {
        session.play(None, text, false).expect("legal");
    }
    let note = |text: &str| Annotation { note: text.to_owned(), ..Annotation::default() };
    session.go_to(2).expect("a valid place");
    session.annotate(&note("first")).expect("a note");
    session.annotate(&note("first")).expect("no change");
    assert_eq!(session.changes(), 1);
    session.annotate(&note("second")).expect("a note");
    session.go_to(0).expect("a valid place");
    session.annotate(&note("start")).expect("a note");
    session.delete(0, 2).expect("a ply of the line");
    assert_eq!(session.annotations().len(), 1);
    assert_eq!(session.changes(), 4);
    // The deleted ply comes back with its note; then each note with what was there before.
    assert!(session.restore().is_some());
    assert_eq!(session.annotation(), note("second"));
    assert!(session.restore().is_some());
    assert_eq!((session.ply(), session.annotation()), (0, Annotation::default()));
    assert!(session.restore().is_some());
    assert_eq!((session.ply(), session.annotation(), session.plies().len()), (2, note("first"), 3));
    assert!(session.restore().is_some() && session.restore().is_none());
    assert!(session.annotations().is_empty());
    assert_eq!(session.to_record().to_json()["totora"], 1);
    // A ply that is removed for good takes its note and the changes of it along.
    session.annotate(&note("gone")).expect("a note");
    session.take_back().expect("a ply");
    assert_eq!((session.changes(), session.annotations().len()), (0, 0));
    session.play(None, "c3", true).expect("legal");
    assert_eq!(session.annotation(), Annotation::default());
}

#[test]
fn a_walked_line_cannot_be_annotated() {
    let mut session = begin("isolation", &json!({}), 5);
    session.play(None, "d4", false).expect("legal");
    session.take_walk(1, &["c3".to_owned()], 2).expect("legal");
    let note = Annotation { note: "here".to_owned(), ..Annotation::default() };
    let error = session.annotate(&note).expect_err("refused").to_string();
    assert!(error.contains("save it as a variation"), "{error}");
    assert!(session.save_walk());
    session.annotate(&note).expect("a ply of the game");
    assert_eq!(session.annotations().len(), 1);
}

#[test]
fn each_kind_of_invalid_annotation_is_reported_with_its_place() {
    let with = |annotations: Value| {
        let record = json!({
            "totora": 3, "game": "isolation", "moves": ["d4", "c3", "b5"],
            "variations": [{ "after": 2, "moves": ["f5"] }], "annotations": annotations,
        });
        let record = Record::from_json(&record).and_then(Session::replay);
        record.map(|session| session.annotations().len()).map_err(|error| error.to_string())
    };
    let all = json!([{ "ply": 0, "note": "a" }, { "ply": 3, "note": "b" }, { "line": 1, "ply": 3, "note": "c" }]);
    assert_eq!(with(all), Ok(3));
    for (annotations, expected) in [
        (json!({}), "`annotations` is `{}`; expected a list"),
        (
            json!([{ "note": "a" }]),
            "`annotations[0].ply` is missing; expected a whole number from 0 to 3",
        ),
        (
            json!([{ "ply": 4, "note": "a" }]),
            "`annotations[0].ply` is `4`; expected a whole number from 0 to 3",
        ),
        (
            json!([{ "line": 1, "ply": 2, "note": "a" }]),
            "`annotations[0].ply` is `2`; expected a whole number from 3 to 3",
        ),
        (json!([{ "line": 2, "ply": 3, "note": "a" }]), "`annotations[0].line` is `2`"),
        (json!([{ "ply": 1, "text": "a" }]), "annotations[0]: unknown field `text`"),
        (json!([{ "ply": 1 }]), "annotations[0]: is empty; expected one of note, glyph"),
        (
            json!([{ "ply": 1, "note": "a" }, { "ply": 1, "note": "b" }]),
            "annotations[1]: ply 1 of line 0 is annotated twice",
        ),
        (
            json!([{ "ply": 1, "places": [{ "place": "z9", "colour": "red" }] }]),
            "`annotations[0].places[0].place` is `\"z9\"`; expected a place of the board as printed on it, such as a7 or g1",
        ),
        (json!([{ "ply": 1, "note": "x".repeat(501) }]), "annotations[0].note: 501 characters"),
        (json!(vec![json!({ "ply": 1 }); MAX_ANNOTATIONS + 1]), "10001 annotated positions"),
    ] {
        let error = with(annotations.clone()).expect_err("refused");
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let old = json!({ "totora": 2, "game": "isolation", "annotations": [] });
    let error = Record::from_json(&old).expect_err("refused").to_string();
    assert!(error.contains("`annotations` came with version 3"), "{error}");
}

#[test]
fn links_bound_their_annotations() {
    let mut session = begin("reversi", &json!({}), 5);
    let mut rng = Rng::new(1, Stream::Other(7));
    for _ in 0..40 {
        play(&mut session, &mut rng);
    }
    // Notes that do not compress.
    for ply in 0..=40 {
        session.go_to(ply).expect("a valid place");
        let letter = |_| char::from_u32(0x4e00 + rng.below(20_000) as u32).unwrap_or('x');
        let note: String = (0..500).map(letter).collect();
        session.annotate(&Annotation { note, ..Annotation::default() }).expect("a note");
    }
    let refused = session.link(&ViewState::default()).expect_err("too long");
    assert!(matches!(refused, LinkError::TooLong { .. }), "{refused}");
    let record = session.to_record();
    let json = record.to_json();
    assert_eq!(Record::from_json(&json).expect("a file has them").annotations, record.annotations);
    // An ordinary amount fits.
    for ply in 0..=40 {
        session.go_to(ply).expect("a valid place");
        let note =
            format!("Move {ply}: the corner on a1 is safe, and both edges beside it are too.");
        session.annotate(&Annotation { note, ..Annotation::default() }).expect("a note");
    }
    let link = session.link(&ViewState::default()).expect("a link");
    assert!(link.len() < 700, "{}", link.len());
}

#[test]
fn comments_of_other_programs_become_notes() {
    let found = opened(
        "(;GM[2]SZ[8]C[before]LB[d3:A];C[with ; and \\]]B[f5]TE[2]AR[d3:c4]CR[c4][e6]MA[zz]SL[a1];W[d6]C[]BM[1])",
    );
    let notes: Vec<Value> = found
        .record
        .annotations
        .iter()
        .map(|one| serde_json::to_value(one).expect("JSON"))
        .collect();
    assert_eq!(
        notes,
        [
            json!({ "line": 0, "ply": 0, "note": "before" }),
            json!({
                "line": 0, "ply": 1, "note": "with ; and ]", "glyph": "!!",
                "arrows": [{ "from": "d3", "to": "c4" }],
                "places": [{ "place": "c4", "colour": "green" }, { "place": "e6", "colour": "green" }],
            }),
            json!({ "line": 0, "ply": 2, "glyph": "?" }),
        ]
    );
    // A comment without end is cut, and the remark has all of it.
    let long = "word ".repeat(200);
    let found = opened(&format!("(;GM[2];B[f5]C[{long}])"));
    assert_eq!(found.record.annotations[0].annotation.note.chars().count(), 499);
    assert!(
        found.notes[0].contains("after ply 1 was cut after 500 characters: word"),
        "{:?}",
        found.notes
    );
    assert!(found.notes[0].len() > 990);
    // Two branches with the same move share a position and its comments.
    let found = opened("(;SZ[4];W[a1](;B[b2]C[one];W[c3])(;B[b2]C[two];W[c4]))");
    assert_eq!(found.record.annotations[0].annotation.note, "one\ntwo");
}
