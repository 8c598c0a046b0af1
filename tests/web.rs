//! The wasm interface as JavaScript uses it. Runs in Node on wasm only: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Float64Array, Function, JSON, Object, Reflect, Uint8Array};
use totora::web::{
    LinkDecoder, Opening, Session, Thinker, carried_variations, encode_link, games, lab_check,
    lab_open,
};
use wasm_bindgen::{JsCast, JsError, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

fn js(text: &str) -> JsValue {
    JSON::parse(text).expect("JSON")
}

/// Converts an object to JSON, with numbers as JavaScript writes them.
fn value(object: &JsValue) -> serde_json::Value {
    let text = JSON::stringify(object).expect("JSON");
    serde_json::from_str(&String::from(text)).expect("JSON")
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).expect("an object")
}

fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| panic!("{value:?} is not a text"))
}

fn ok<T>(result: Result<T, JsError>) -> T {
    result.unwrap_or_else(|error| panic!("{}", message(error)))
}

/// Like [`ok`], for a value with a TypeScript type.
fn typed<T: Into<JsValue>>(result: Result<T, JsError>) -> JsValue {
    ok(result).into()
}

fn message(error: JsError) -> String {
    text(&get(&error.into(), "message"))
}

fn refused<T>(result: Result<T, JsError>) -> String {
    match result {
        Ok(_) => panic!("not refused"),
        Err(error) => message(error),
    }
}

fn two_humans() -> Session {
    ok(Session::create("uros", js("{}"), 1.0, js(r#"[{"human":true},{"human":true}]"#)))
}

#[wasm_bindgen_test]
fn the_catalogue_lists_games_bots_and_weights() {
    let games: Array = ok(games()).unchecked_into();
    let uros = games.get(0);
    assert_eq!(text(&get(&uros, "id")), "uros");
    let bots: Array = get(&uros, "bots").unchecked_into();
    let options: Array = get(&bots.get(0), "options").unchecked_into();
    assert_eq!(options.length(), 5);
    assert_eq!(get(&options.get(0), "default").as_f64(), Some(5.0));
}

#[wasm_bindgen_test]
fn a_session_plays_goes_back_and_is_saved() {
    let mut session = two_humans();
    assert_eq!(session.legal().len(), 667);
    let played = typed(session.play("U@B5/90", false));
    assert!(text(&get(&played, "announcement")).starts_with("Red: island U onto"));
    ok(session.play("U.0", false));
    let state = typed(session.state());
    assert_eq!(get(&state, "ply").as_f64(), Some(2.0));
    assert!(get(&state, "outcome").is_null());
    let seats: Array = get(&state, "seats").unchecked_into();
    assert_eq!(text(&get(&seats.get(1), "score")), "1");
    let view = ok(session.view());
    let islands: Array = get(&view, "islands").unchecked_into();
    assert_eq!(islands.length(), 9);
    let turned = ok(session.inspect(js(r#"{"island":"T","turn":90}"#)));
    assert_eq!(get(&turned, "width").as_f64(), Some(2.0));
    assert!(session.undo());
    assert!(session.redo());
    ok(session.go_to(1));
    assert!(refused(session.play("T.0", false)).contains("would begin a variation"));
    ok(session.go_to(2));
    let again = ok(Session::from_record(&session.record()));
    assert_eq!(text(&get(&typed(again.state()), "hash")), text(&get(&state, "hash")));
    ok(session.go_to(1));
    let moves: Array = ok(again.moves(None, None)).unchecked_into();
    assert_eq!(moves.length(), 2);
    let series: Array = ok(again.series(None, None)).unchecked_into();
    assert_eq!(series.length(), 3);
}

#[wasm_bindgen_test]
fn a_record_opens_in_slices_and_a_link_is_encoded_and_decoded() {
    let mut session = two_humans();
    ok(session.play("U@B5/90", false));
    ok(session.play("U.0", false));
    let third = session.legal().remove(0);
    ok(session.play(&third, false));
    let record = session.record();
    let mut opening = ok(Opening::create(&record));
    assert_eq!((opening.plies(), opening.played()), (3, 0));
    // With a time of 0, each slice is one ply, and one more slice finds the end.
    let mut slices = 0;
    while !ok(opening.advance(0.0)) {
        slices += 1;
        assert_eq!(opening.played(), slices);
    }
    assert_eq!(slices, 3);
    let opened = opening.finish();
    assert_eq!(opened.record(), record);
    let some: Array = ok(opened.moves(Some(1), Some(1))).unchecked_into();
    assert_eq!(some.length(), 1);
    assert_eq!(get(&some.get(0), "ply").as_f64(), Some(2.0));
    let lines: Array = ok(opened.series(Some(1), Some(2))).unchecked_into();
    let values: Array = get(&lines.get(0), "values").unchecked_into();
    assert_eq!(values.length(), 2);

    let watch = Function::new_no_args("");
    let shown = || js(r#"{"ply":1,"overlay":"hints","turned":2}"#);
    let link = ok(encode_link(&record, shown(), &watch));
    ok(session.go_to(1));
    assert_eq!(link, ok(session.link("hints", 2)));
    let mut decoder = ok(LinkDecoder::begin(&link));
    assert!(decoder.is_light());
    assert_eq!((decoder.plies(), decoder.read()), (3, 0));
    assert!(!ok(decoder.advance(0.0)));
    // The part that was read so far is a valid game.
    assert_eq!(decoder.read(), 1);
    let some = ok(Session::from_record(&decoder.record()));
    assert_eq!(ok(some.moves(None, None)).unchecked_into::<Array>().length(), 1);
    while !ok(decoder.advance(0.0)) {}
    let shown = typed(decoder.shown());
    assert_eq!(get(&shown, "ply").as_f64(), Some(1.0));
    assert_eq!(text(&get(&shown, "overlay")), "hints");
    let again = ok(Session::from_record(&decoder.record()));
    assert_eq!(again.record(), record);

    let mut wrong = ok(Opening::create(&record.replace(&third, "U@B5/90")));
    let refusal = loop {
        match wrong.advance(0.0) {
            Ok(done) => assert!(!done, "it must fail"),
            Err(error) => break message(error),
        }
    };
    assert!(refusal.contains('3'), "{refusal}");
}

#[wasm_bindgen_test]
fn variations_are_listed_opened_promoted_and_deleted() {
    let mut session = two_humans();
    ok(session.play("U@B5/90", false));
    ok(session.play("U.0", false));
    let third = session.legal().remove(0);
    ok(session.play(&third, false));
    ok(session.go_to(1));
    ok(session.play("U.1", true));
    let state = |session: &Session, key: &str| get(&typed(session.state()), key).as_f64();
    assert_eq!(
        (state(&session, "variation"), state(&session, "main_plies")),
        (Some(1.0), Some(1.0))
    );
    let lines: Array = ok(session.lines(Some(2))).unchecked_into();
    assert_eq!(lines.length(), 2);
    assert_eq!(get(&lines.get(0), "plies").as_f64(), Some(3.0));
    let rows: Array = get(&lines.get(0), "rows").unchecked_into();
    assert_eq!(rows.length(), 2, "at most the requested number");
    let link = ok(session.link("off", 0));
    assert_eq!(ok(carried_variations(&link)), 1);
    assert_eq!(ok(session.open_line(0, 3)), 1);
    let record = session.record();
    assert_eq!(ok(session.take_walk(1, vec!["U.1".to_owned()], 2)), 1);
    assert_eq!((state(&session, "walk_from"), state(&session, "game_ply")), (Some(1.0), Some(3.0)));
    assert_eq!(session.record(), record);
    assert_eq!(session.back(), Some(1));
    assert!(!session.save_walk() && session.back().is_none());
    assert_eq!(ok(session.promote(1, false)), 3);
    assert_eq!(ok(session.delete_from(1, 2)), 1);
    assert_eq!(state(&session, "variations"), Some(0.0));
    assert_eq!(session.restore(), Some(1));
    assert_eq!(state(&session, "variations"), Some(1.0));
    assert!(refused(session.open_line(2, 0)).contains("no variation 2"));
}

#[wasm_bindgen_test]
fn errors_are_values_with_a_message() {
    let seats = || js(r#"[{"human":true},{"bot":"balanced","options":{}}]"#);
    assert!(refused(Session::create("go", js("{}"), 1.0, seats())).contains("unknown game"));
    assert!(refused(Session::create("uros", js("{}"), 0.5, seats())).contains("seed"));
    assert!(refused(Session::create("uros", js("[]"), 1.0, seats())).contains("options"));
    assert!(refused(Session::create("uros", js("{}"), 1.0, js("[]"))).contains("seats"));
    assert!(refused(Session::from_record("{")).contains("line 1"));
    assert!(refused(LinkDecoder::begin("#1uros.AA")).contains("damaged"));
    let mut session = two_humans();
    assert!(refused(session.play("Q.1", false)).contains("at character 1"));
    assert!(refused(session.go_to(1)).contains("no ply 1"));
    assert!(refused(session.set_seat(5, js(r#"{"human":true}"#))).contains("no seat 5"));
    assert!(refused(session.set_seat(0, js(r#"{"bot":"x"}"#))).contains("unknown bot"));
    assert!(refused(session.inspect(js(r#"{"island":"Q","turn":0}"#))).contains("not a question"));
    assert_eq!(session.legal().len(), 667);
}

#[wasm_bindgen_test]
fn unusual_demands_of_bots_are_listed() {
    let bot = r#"{"bot":"mcts","options":{},"budget":{"nodes":1000000000000}}"#;
    let seats = js(&format!(r#"[{{"human":true}},{bot}]"#));
    let session = ok(Session::create("reversi", js("{}"), 1.0, seats));
    let demands: Array = ok(session.demands()).unchecked_into();
    assert_eq!(demands.length(), 1);
    assert_eq!(get(&demands.get(0), "seat").as_f64(), Some(1.0));
    assert_eq!(get(&demands.get(0), "asked").as_f64(), Some(1e12));
    assert_eq!(ok(two_humans().demands()).unchecked_into::<Array>().length(), 0);
}

fn request(record: &str, ply: u32, bot: &str) -> JsValue {
    let object = js(&format!(r#"{{"ply":{ply},"bot":{bot}}}"#));
    Reflect::set(&object, &"record".into(), &record.into()).expect("an object");
    object
}

#[wasm_bindgen_test]
fn a_thinker_shows_all_candidates_with_their_terms() {
    let mut session = two_humans();
    ok(session.play("T@A6", false));
    let bot = r#"{"bot":"balanced","options":{"bvl":6}}"#;
    let mut thinker = ok(Thinker::create(request(&session.record(), 1, bot)));
    assert!(thinker.advance(5.0));
    let thought = ok(thinker.thought());
    let moves: Array = get(&thought, "moves").unchecked_into();
    let scores: Array = get(&thought, "scores").unchecked_into();
    let contributions: Float64Array = get(&thought, "contributions").unchecked_into();
    assert_eq!(contributions.length(), moves.length() * 5);
    for i in 0..moves.length() {
        let sum: f64 = (0..5).map(|t| contributions.get_index(i * 5 + t)).sum();
        assert!((sum - scores.get(i).as_f64().expect("a number")).abs() < 1e-9);
    }
    let locations: Array = get(&thought, "locations").unchecked_into();
    assert_eq!(locations.length(), moves.length());
    let wrong = request(&session.record(), 9, bot);
    assert!(refused(Thinker::create(wrong)).contains("no ply 9"));
}

/// Makes the page provide these files to the engine. Any other file fails as on a host without it.
fn page_has(files: &[(&str, &[u8])]) {
    let contents = Object::new();
    for (name, bytes) in files {
        let bytes = Uint8Array::from(*bytes).into();
        Reflect::set(&contents, &JsValue::from_str(name), &bytes).expect("set");
    }
    let answer = Function::new_with_args(
        "name",
        "if (!contents[name]) throw new Error(`${name} is not there: 404.`); return contents[name];",
    );
    let global = js_sys::global();
    Reflect::set(&global, &"contents".into(), &contents.into()).expect("set");
    Reflect::set(&global, &"totoraFile".into(), &answer).expect("set");
}

/// A bot that needs a file reports an error if the page does not have it, and requests the file again next time. The engine
/// reads a file only once, so this must run first.
fn an_analysis_without_its_file_is_refused() {
    // A page calls this when it loads the module. The test is its own module.
    totora::web::start();
    let people = js(r#"[{"human":true},{"human":true}]"#);
    let session = ok(Session::create("reversi", js("{}"), 1.0, people));
    let create = |bot: &str| {
        let options = r#""options":{},"budget":{"nodes":50}"#;
        let bot = format!(r#"{{"bot":"{bot}",{options}}}"#);
        Thinker::create(request(&session.record(), 0, &bot))
    };
    page_has(&[]);
    assert_eq!(refused(create("totora")), "reversi-patterns.bin is not there: 404.");
    ok(create("alphabeta"));
    page_has(&[("reversi-patterns.bin", b"something else")]);
    assert!(refused(create("totora")).contains("begins with `totora patterns 1`"));
    page_has(&[("reversi-patterns.bin", PATTERNS), ("isolation-book.bin", BOOK)]);
    let mut thinker = ok(create("totora"));
    while !thinker.advance(50.0) {}
    assert!(get(&ok(thinker.thought()), "choice").is_string());
}

const PATTERNS: &[u8] = include_bytes!("../assets/reversi-patterns.bin");
const BOOK: &[u8] = include_bytes!("../assets/isolation-book.bin");

/// The same seed gives the same game as in the native build; see `golden/games.rs`.
#[wasm_bindgen_test]
fn golden_games_are_played_the_same() {
    an_analysis_without_its_file_is_refused();
    for golden in [
        include_str!("golden/uros-balanced-exploit.json"),
        include_str!("golden/uros-custom-settled.json"),
        include_str!("golden/isolation-alpha-beta.json"),
        include_str!("golden/isolation-perfect.json"),
        include_str!("golden/reversi-othello.json"),
        include_str!("golden/reversi-patterns.json"),
        include_str!("golden/reversi-bombs.json"),
        include_str!("golden/reversi-trio.json"),
        include_str!("golden/reversi-cross.json"),
        include_str!("golden/fencemaster-totora-alphabeta.json"),
        include_str!("golden/uros-lab-trees.json"),
        include_str!("golden/fencemaster-lab-trees.json"),
        include_str!("golden/reversi-lab-trees.json"),
    ] {
        let record = js(golden);
        let golden_moves: Array = get(&record, "moves").unchecked_into();
        let seats: Array = get(&record, "seats").unchecked_into();
        let game = text(&get(&record, "game"));
        let seed = get(&record, "seed").as_f64().expect("a number");
        let mut session =
            ok(Session::create(&game, get(&record, "options"), seed, seats.clone().into()));
        for ply in 0..golden_moves.length() {
            let state = typed(session.state());
            let to_act: Array = get(&state, "to_act").unchecked_into();
            let seat = to_act.get(0).as_f64().expect("a seat") as u32;
            let bot = text(&JSON::stringify(&seats.get(seat)).expect("JSON").into());
            let mut thinker = ok(Thinker::create(request(&session.record(), ply, &bot)));
            while !thinker.advance(50.0) {}
            let choice = text(&get(&ok(thinker.thought()), "choice"));
            assert_eq!(choice, text(&golden_moves.get(ply)), "ply {}", ply + 1);
            ok(session.play(&choice, false));
        }
        assert!(!get(&typed(session.state()), "outcome").is_null());
    }
}

/// The same for a game with simultaneous moves.
#[wasm_bindgen_test]
fn golden_turns_are_played_the_same() {
    let record = js(include_str!("golden/outpost-bots.json"));
    let seed = get(&record, "seed").as_f64().expect("a number");
    let seats = get(&record, "seats");
    let session = ok(Session::create("outpost", get(&record, "options"), seed, seats));
    let mut runner = ok(Opening::create(&session.record())).follow();
    let played = Array::new();
    loop {
        // Play some turns, and then some more, as the page's worker does.
        let answer = typed(runner.advance(js(r#"{"most":7,"ms":60000}"#)));
        let moves: Array = get(&answer, "moves").unchecked_into();
        if moves.length() == 0 {
            break;
        }
        for turn in moves.iter() {
            played.push(&turn);
        }
    }
    let golden_moves = get(&record, "moves");
    let json = |value: &JsValue| text(&JSON::stringify(value).expect("JSON").into());
    assert_eq!(json(&played), json(&golden_moves));
}

#[wasm_bindgen_test]
fn formulas_have_the_same_values_to_the_bit() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("golden/lab/formulas.json")).expect("JSON");
    for case in golden["cases"].as_array().expect("cases") {
        let game = case["game"].as_str().expect("a game");
        let seats = js(r#"[{"human":true},{"human":true}]"#);
        let mut session = ok(Session::create(game, js("{}"), 1.0, seats));
        for mv in case["moves"].as_array().expect("moves") {
            typed(session.play(mv.as_str().expect("a move"), false));
        }
        let formula = case["formula"].as_str().expect("a formula");
        let found = value(&ok(session.lab_values(formula)));
        assert_eq!(found, value(&js(&case["seats"].to_string())), "{formula}");
    }
}

#[wasm_bindgen_test]
fn the_lab_checks_opens_and_measures() {
    let wrong = value(&ok(lab_check("isolation", "own_move + 1")));
    assert_eq!(wrong["nearest"], "own_moves");
    assert!(lab_open("isolation", "ab-improved", js("{}")).is_ok());
    assert!(lab_open("isolation", "perfect", js("{}")).is_err());
    let features = value(&ok(two_humans().lab_features()));
    assert_eq!(features.as_array().map(Vec::len), Some(2));
}
