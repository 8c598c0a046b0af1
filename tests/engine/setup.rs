//! Set-up positions in every game: a game that begins from a draft has the position that the draft shows.

use serde_json::{Value, json};
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::catalog::{AnyGame, AnyPosition, GAMES, game};
use totora::contract::setup::SetupTable;
use totora::record::Record;
use totora::record::link;
use totora::session::Session;

const SEED: u64 = 11;

fn raw(value: Value) -> RawOptions {
    match value {
        Value::Object(options) => options,
        other => panic!("{other} is not an object"),
    }
}

/// Games with options that change how a draft looks.
fn games_with_options() -> Vec<(&'static dyn AnyGame, RawOptions)> {
    let own = [
        ("uros", json!({ "start": "blue", "end": "settled" })),
        ("isolation", json!({ "size": "5x4", "opening": "random" })),
        ("outpost", json!({ "map": "random", "T": 90, "r": 7, "L": 12, "W": 3 })),
        ("fencemaster", json!({ "size": 4, "rules": "havannah" })),
        ("fencemaster", json!({ "opening": 6, "swap": "off" })),
        ("reversi", json!({ "map": "othello-bombs" })),
        ("reversi", json!({ "map": "trio" })),
        ("reversi", json!({ "map": "islands" })),
    ];
    let mut games_with_options: Vec<_> =
        GAMES.iter().map(|&game| (game, RawOptions::new())).collect();
    games_with_options.extend(own.map(|(id, options)| (game(id).expect("a game"), raw(options))));
    games_with_options
}

fn begin(game: &'static dyn AnyGame, options: &RawOptions) -> Result<Box<dyn AnyPosition>, String> {
    Options::check(game.options(), options)
        .and_then(|options| game.start(&options, SEED))
        .map_err(|error| error.to_string())
}

/// Checks that a game begins from a draft exactly if the draft has no problems.
fn check_draft(game: &'static dyn AnyGame, table: &SetupTable) {
    let begun = begin(game, &table.options);
    assert_eq!(begun.is_ok(), table.problems.is_empty(), "{}: {table:?}", game.id());
    let Ok(position) = begun else { return };
    assert_eq!(position.turn_text(), table.turn, "{}", game.id());
    // The game that begins from a draft has the same position.
    let again = game.set_up(&table.options, SEED, &position.position_text(), "");
    let again = again.expect("a position is a draft");
    assert_eq!(begin(game, &again.options).expect("begins").hash(), position.hash());
}

#[test]
fn every_game_sets_up_positions() {
    for (game, options) in games_with_options() {
        let table = game.set_up(&options, SEED, "", "").expect("the start");
        assert!(!table.spots.is_empty() && !table.pieces.is_empty(), "{}", game.id());
        for problem in &table.problems {
            assert!(problem.at.is_none_or(|at| at < table.spots.len()));
        }
        check_draft(game, &table);
    }
}

/// Random edits: a refused edit changes nothing, and the draft stays consistent.
#[test]
fn drafts_after_random_edits_agree_with_the_rules() {
    for (number, (game, options)) in games_with_options().into_iter().enumerate() {
        let mut rng = Rng::new(number as u64, Stream::Setup);
        let mut table = game.set_up(&options, SEED, "", "").expect("the start");
        // A draft of Outpost has 10 000 spots.
        let edits = if table.spots.len() > 1_000 { 6 } else { 120 };
        let (mut good, mut refused) = (0, 0);
        for _ in 0..edits {
            let spot = rng.below(table.spots.len());
            let edit = match rng.below(8) {
                0 => format!("remove {spot}"),
                1 | 2 => {
                    let field = rng.below(table.fields.len());
                    let of = &table.fields[field];
                    let span = (of.max - of.min).min(9) as usize + 1;
                    format!("set {field} {}", of.min as usize + rng.below(span))
                }
                3 if rng.below(20) == 0 => "clear".to_owned(),
                _ => format!("put {} {spot} {}", rng.below(table.pieces.len()), rng.below(4)),
            };
            match game.set_up(&options, SEED, &table.text, &edit) {
                Ok(next) => table = next,
                Err(why) => {
                    assert!(!why.is_empty() && !why.starts_with("line "), "{edit}: {why}");
                    refused += 1;
                }
            }
            check_draft(game, &table);
            good += usize::from(table.problems.is_empty());
        }
        assert!(good > 0, "{}: no draft could be played", game.id());
        assert!(refused < edits, "{}: every edit was refused", game.id());
    }
}

/// A set-up copy of a position in the middle of a game continues like the game, and a link can contain it.
#[test]
fn a_position_of_a_game_can_be_set_up() {
    for (game, options) in games_with_options() {
        if game.simultaneous() {
            continue;
        }
        let mut position = begin(game, &options).expect("a start");
        let mut rng = Rng::new(5, Stream::Setup);
        for _ in 0..14 {
            let legal = position.legal().expect("listed");
            let Some(text) = (!legal.is_empty()).then(|| &legal[rng.below(legal.len())]) else {
                break;
            };
            position.play_ply(text).expect("legal");
        }
        let text = position.position_text();
        let table = game.set_up(&options, SEED, &text, "").expect(&text);
        assert_eq!(table.text, text);
        assert_eq!(table.problems, []);
        let again = begin(game, &table.options).expect("begins");
        assert_eq!(again.to_act(), position.to_act(), "{text}");
        assert_eq!(again.legal(), position.legal(), "{text}");
        assert_eq!(again.summary(), position.summary(), "{text}");
        let seats = vec![json!({ "human": true }); again.seats()];
        let moves: Vec<_> = again.legal().expect("listed").into_iter().take(1).collect();
        let record = json!({
            "totora": 1, "game": game.id(), "options": table.options, "seed": 3,
            "seats": seats, "moves": moves, "result": null,
        });
        let session = Record::from_text(&record.to_string()).and_then(Session::replay);
        let session = session.expect("a record that begins from it");
        let shown =
            link::ViewState { ply: moves.len(), overlay: "off".into(), ..Default::default() };
        let made = session.link(&shown).expect("a link");
        let (record, _) = link::decode(&made).expect("a valid link");
        let opened = Session::replay(record).expect("replays");
        assert_eq!(opened.position().hash(), session.position().hash());
        let most = if game.id() == "reversi" { 1_500 } else { 300 };
        assert!(made.len() < most, "{}: {} characters", game.id(), made.len());
    }
}

/// The map of Outpost depends on the seed. A game from a draft keeps the map of the draft even with another seed.
#[test]
fn a_random_map_is_kept_with_its_outposts() {
    let game = game("outpost").expect("a game");
    let options = raw(json!({ "map": "random" }));
    let table = game.set_up(&options, 77, "", "").expect("the start");
    assert_eq!(table.options["map"], "random:77");
    let land = table.spots.iter().position(|spot| spot.terrain == "board" && spot.x > 30.0);
    let edit = format!("put 2 {} 0", land.expect("land"));
    let table = game.set_up(&options, 77, &table.text, &edit).expect("on land");
    let begun = begin(game, &table.options).expect("begins with another seed");
    assert_eq!(begun.summary()["outposts"][2].as_array().map(Vec::len), Some(2));
    let wet = table.spots.iter().position(|spot| spot.terrain == "water").expect("water");
    let refused = game.set_up(&options, 77, &table.text, &format!("put 2 {wet} 0"));
    assert!(refused.expect_err("water").contains("is water; the nearest land is"));
}

/// Invalid texts, each with the place of the error and what is expected there.
#[test]
fn errors_in_a_text_are_reported_with_their_place() {
    let long = "x".repeat(5000);
    for (id, text, error) in [
        (
            "isolation",
            "1 .\n. 2\n",
            "line 2, column 1: a board has 3 to 11 columns and rows, this one has 2 and 2",
        ),
        ("isolation", "1 . .\n. . 1\n. . .\n", "line 2, column 5: knight 1 stands on a3 already"),
        (
            "isolation",
            "1 . .\n. .\n. . .\n",
            "line 2, column 1: this row has 2 cells, the first has 3",
        ),
        (
            "isolation",
            "1 . .\n. ? .\n. . .\n",
            "line 2, column 3: expected 1, 2, `.` or x for b2, found `?`",
        ),
        (
            "isolation",
            "1 . .\n. . .\n. . .\nto move: 3",
            "line 4, column 9: expected 1 or 2, found `3`",
        ),
        (
            "isolation",
            "1 . .\n. . .\n. . .\nto go: 1",
            "line 4, column 1: expected `to move: 1` or `to move: 2`",
        ),
        (
            "isolation",
            "1 . .\n. . .\n. . .\nto move: 1\nto move: 1",
            "line 5, column 9: whose move it is was said before",
        ),
        (
            "isolation",
            "1 . .\n. . .\n. . .\nto move: 1\n. . .",
            "line 5, column 1: expected the end after whose move it is",
        ),
        (
            "uros",
            "lake: T@A6 S@A6",
            "line 1, column 12: island S needs B6, where another island lies",
        ),
        (
            "uros",
            "lake: T@F6",
            "line 1, column 7: island T reaches beyond the Lake from F6: it is 3 columns wide and 2 rows high",
        ),
        ("uros", "lake: T.0", "line 1, column 7: expected an island such as U@B5/90"),
        ("uros", "red: A1", "line 1, column 6: A1 is water: no house stands there"),
        (
            "uros",
            "blue: T.0 T@A6",
            "line 1, column 11: expected a house such as F.2, or its Lake square",
        ),
        ("uros", "red: T.0\nred: T.1", "line 2, column 5: `red` was there before"),
        (
            "uros",
            "to place: Green 1",
            "line 1, column 10: expected `to place: Red 1`, with Red or Blue and 1 or 2",
        ),
        (
            "uros",
            "to place: Red 3",
            "line 1, column 10: expected `to place: Red 1`, with Red or Blue and 1 or 2",
        ),
        (
            "uros",
            "pond: T@A6",
            "line 1, column 1: expected one of `lake:`, `red:`, `blue:`, `to place:`",
        ),
        ("outpost", "turn: 1 2", "line 1, column 6: expected how many turns were played"),
        ("outpost", "A: 0,0 5", "line 1, column 3: expected at most 500 outposts such as 12,5"),
        ("outpost", "A: 0,100", "line 1, column 6: expected a number from 0 to 99, found `100`"),
        ("outpost", "A: 0,0\nA: 0,0", "line 2, column 3: `A` was there before"),
        ("outpost", "E: 0,0", "line 1, column 1: expected `turn:`, or `A:` to `D:` and outposts"),
        (
            "fencemaster",
            "3 W-- ---- ----- ---- ---\nto move: Red",
            "line 2, column 9: expected White or Black, found `Red`",
        ),
        (
            "fencemaster",
            "2 -- --- --",
            "line 1, column 1: the board has side 2; a game is played on sides 3 to 10",
        ),
        (
            "reversi",
            "2\n0\n0 0\n1 2\n1 2\nto move: 3",
            "line 6, column 9: expected a player from 1 to 2",
        ),
        (
            "reversi",
            "2\n0\n0 0\n1 2\n1 2\nbombs: 1",
            "line 6, column 7: expected a number for each of 2 players",
        ),
        (
            "reversi",
            "2\n0\n0 0\n1 2\n1 2\nphase: 3",
            "line 6, column 7: expected phase 1 (stones) or 2 (bombs)",
        ),
        ("reversi", "2\n0\n0 0\n1 2\n1 9\nphase: 2", "line 5, column 3: "),
        (
            "reversi",
            "2\n0\n0 0\n1 2\n1 2\nbags: 2",
            "line 6, column 1: expected one of `to move:`, `overrides:`",
        ),
        ("uros", &long, "line 1, column 1: expected one of"),
    ] {
        let game = game(id).expect("a game");
        let message = game.set_up(&RawOptions::new(), SEED, text, "").expect_err(text);
        assert!(message.starts_with(error), "{id}: {text:?} gives\n{message}");
        let mut options = RawOptions::new();
        let key = game.drafting().key;
        options.insert(key.to_owned(), text.into());
        let begun = begin(game, &options).err().expect("also refused");
        let place = error.split(": ").nth(1).expect("words");
        assert!(
            begun.contains(place) || begun.contains("at most") || begun.contains("sides 3"),
            "{begun}"
        );
    }
}

/// Problems of a draft are reported with their spot or seat.
#[test]
fn problems_of_a_draft_are_reported() {
    let isolation = game("isolation").expect("a game");
    let none = RawOptions::new();
    let table =
        isolation.set_up(&none, SEED, "1 . .\n. . .\n. . .\nto move: 1", "").expect("a draft");
    assert_eq!(
        table.problems[0].text,
        "Blue has no knight on the board yet, so Blue is to place it"
    );
    let table = isolation.set_up(&none, SEED, &table.text, "set 0 1").expect("a draft");
    assert_eq!((table.problems.len(), table.turn.as_str()), (0, "Blue to move: place the knight"));
    let full =
        isolation.set_up(&none, SEED, "1 x x\nx x x\nx x x\nto move: 2", "").expect("a draft");
    assert_eq!(
        full.problems[0].text,
        "the knights that are not on the board need a free cell each"
    );
    let outpost = game("outpost").expect("a game");
    let wet = outpost.set_up(&none, SEED, "", "").expect("the start");
    let at = wet.spots.iter().position(|spot| spot.terrain == "water").expect("water");
    let text = format!("turn: 3\nA: {}\n", wet.spots[at].name);
    let table = outpost.set_up(&none, SEED, &text, "").expect("a draft");
    assert_eq!(table.problems[0].at, Some(at));
    assert!(begin(outpost, &table.options).err().expect("refused").contains("in the water at"));
    let uros = game("uros").expect("a game");
    let mut text = String::from("red:");
    for island in ["T", "S", "L"] {
        (0..4).for_each(|i| text += &format!(" {island}.{i}"));
    }
    text += " P.0 P.1 P.2";
    let table = uros.set_up(&none, SEED, &text, "").expect("15 houses");
    assert!(
        table
            .notes
            .iter()
            .any(|note| note.contains("do not come to that") || note.contains("would be left"))
    );
    let spot =
        table.spots.iter().position(|spot| spot.name == "square 4 of P").expect("in the Reedbed");
    let refused = uros.set_up(&none, SEED, &table.text, &format!("put 0 {spot} 0"));
    assert_eq!(refused.expect_err("the 16th"), "all 15 houses of Red stand already");
    assert!(uros.set_up(&none, SEED, &format!("{text} P.3"), "").is_err());
    let refused = uros.set_up(&none, SEED, "", "put 0 0 0").expect_err("water");
    assert_eq!(refused, "There is water: a house stands on a square of an island.");
    // There is an end of a transition.
    let reversi = game("reversi").expect("a game");
    let torus = raw(json!({ "map": "torus" }));
    let table = reversi.set_up(&torus, SEED, "", "").expect("the start");
    let hole = table.pieces.iter().position(|piece| piece.look == "hole").expect("a hole");
    let refused = reversi.set_up(&torus, SEED, &table.text, &format!("put {hole} 0 0"));
    assert!(refused.expect_err("a border").starts_with("A transition is in the way here: "));
    for edit in
        ["put 99 0 0", "put 0 9999 0", "remove 9999", "set 99 0", "set 0 7", "fly 1", "put 0"]
    {
        assert!(uros.set_up(&none, SEED, "", edit).is_err(), "{edit}");
    }
}

/// A position text contains the turn, the stocks and the phase.
#[test]
fn stocks_phase_and_turn_are_read() {
    let reversi = game("reversi").expect("a game");
    let map = "2\n0\n0 1\n3 3\n1 2 0\n0 0 0\n0 0 0\n";
    let start = |text: &str| {
        let mut options = RawOptions::new();
        options.insert("position".to_owned(), format!("{map}{text}").into());
        begin(reversi, &options).expect(text)
    };
    assert_eq!(start("").legal(), Some(vec!["2,0".to_owned()]));
    let bombs = start("to move: 2\nbombs: 0 1\nphase: 2\n");
    assert_eq!(bombs.summary()["phase"], 2);
    assert_eq!((bombs.to_act().first(), bombs.legal_count()), (Some(1), Some(9)));
    // Red has the only move of the build phase.
    assert_eq!(start("to move: 2\n").to_act().first(), Some(0));
    assert_eq!(start("to move: 2\noverrides: 0 2\n").summary()["overrides"], json!([0, 2]));
    let out = start("out: 2\n");
    assert_eq!(out.outcome().expect("over").reason, "last one left");
    let fence = game("fencemaster").expect("a game");
    for (text, seat) in [("", 1), ("\nto move: White", 0), ("\nto move: black", 1)] {
        let mut options = RawOptions::new();
        options.insert("board".to_owned(), format!("3 W-- ---- ----- ---- ---{text}").into());
        assert_eq!(begin(fence, &options).expect(text).to_act().first(), Some(seat), "{text}");
    }
}
