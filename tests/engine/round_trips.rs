//! Random games through every form in which a game is kept: records, links, the formats of other programs and position
//! texts. What comes back is the same game, move by move, with the same result.
//!
//! The full number of games: `TOTORA_ROUND_TRIPS=500 cargo test -p totora --test engine round_trips`.

use super::random_games::{begin, play, random_game};
use serde_json::{Value, json};
use totora::base::format::{Format, Keeps, POSITION};
use totora::base::options::OptionKind;
use totora::base::rng::{Rng, Stream};
use totora::catalog::{AnyGame, GAMES};
use totora::contract::game::FORFEIT;
use totora::record::import::{Content, Exported, Imported, import};
use totora::record::link::ViewState;
use totora::record::{Record, Variation};
use totora::session::Session;

/// Number of games per game and format; more on request, because CI has other work.
fn games() -> u64 {
    std::env::var("TOTORA_ROUND_TRIPS").map_or(30, |n| n.parse().expect("a number"))
}

#[track_caller]
fn opened(text: &str) -> Imported {
    match import(text) {
        Ok(Content::Game(found)) => *found,
        other => panic!("{text}: {other:?}"),
    }
}

/// A game begins on a board of Othello programs, so that their formats can express it.
fn is_plain(session: &Session) -> bool {
    let text = start_of(session);
    let lines: Vec<&str> = text.lines().collect();
    let mut cells = lines.iter().skip(4).take_while(|line| !line.contains(':'));
    let sides: Vec<&str> = lines[3].split_whitespace().collect();
    let none_left = |key: &str| {
        let stock = lines.iter().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        stock.split_whitespace().all(|count| count == "0")
    };
    lines[0] == "2"
        && none_left("overrides:")
        && none_left("bombs:")
        && sides[0] == sides[1]
        && cells.all(|line| line.split_whitespace().all(|cell| "012".contains(cell)))
        && !text.contains("<->")
}

/// The position text of the start.
fn start_of(session: &Session) -> String {
    let start = Session::begin(session.to_record().setup()).expect("begins");
    start.position().position_text()
}

/// A map of Othello with other sides, for as many players, with or without stocks.
fn drawn_map(rng: &mut Rng) -> String {
    let plain = rng.below(2) == 0;
    let (players, side) = if plain { (2, 4 + 2 * rng.below(6)) } else { (2 + rng.below(3), 8) };
    let stock = |rng: &mut Rng| if plain { 0 } else { rng.below(3) };
    let (overrides, bombs) = (stock(rng), stock(rng));
    let strength = bombs.min(1);
    let middle = side / 2;
    let cell = |x: usize, y: usize| match (x.wrapping_sub(middle - 1), y.wrapping_sub(middle - 1)) {
        (0, 0) | (1, 1) => "2",
        (0, 1) | (1, 0) => "1",
        (2, 0) if players > 2 => "3",
        (2, 1) if players > 3 => "4",
        _ => "0",
    };
    let row = |y| (0..side).map(|x| cell(x, y)).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..side).map(row).collect();
    format!("{players}\n{overrides}\n{bombs} {strength}\n{side} {side}\n{}\n", rows.join("\n"))
}

/// Options of a game as people set them.
fn drawn_options(of: &dyn AnyGame, seed: u64, rng: &mut Rng) -> Value {
    fn one<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
        list[rng.below(list.len())]
    }
    let known = |key: &str| match of.options().iter().find(|option| option.key == key) {
        Some(option) => match option.kind {
            OptionKind::Text { known, .. } => known.iter().map(|one| one.value).collect(),
            _ => Vec::new(),
        },
        None => Vec::new(),
    };
    let usual = match of.id() {
        "uros" => json!({
            "start": one(rng, &["red", "blue"]), "end": one(rng, &["strict", "settled"]),
        }),
        "isolation" => json!({
            "size": format!("{}x{}", 3 + rng.below(9), 3 + rng.below(9)),
            "opening": one(rng, &["free", "free", "random"]),
        }),
        "outpost" => json!({
            "map": one(rng, &known("map")), "r": rng.below(12), "L": 4 + rng.below(60),
            "W": 1 + rng.below(20), "T": 2 + rng.below(8),
        }),
        "fencemaster" => json!({
            "size": 3 + rng.below(8), "rules": one(rng, &["fencemaster", "havannah"]),
            "swap": one(rng, &["on", "off"]), "opening": rng.below(3) / 2 * rng.below(9),
        }),
        "reversi" => match rng.below(4) {
            0 => json!({ "map": one(rng, &known("map")) }),
            1 => json!({ "map": drawn_map(rng) }),
            _ => json!({}),
        },
        other => panic!("no options are drawn for {other}"),
    };
    // A game from a set-up position.
    if rng.below(4) > 0 {
        return usual;
    }
    let before = random_game(of.id(), &usual, seed, rng.below(12));
    if before.position().outcome().is_some() {
        return usual;
    }
    let text = before.position().position_text();
    match of.id() {
        "fencemaster" => json!({ "rules": usual["rules"], "board": text }),
        "isolation" => json!({ "position": text }),
        "outpost" => {
            let mut options = usual;
            options["position"] = json!(text);
            // The turns before it count.
            options["T"] = json!(40);
            options
        }
        _ => json!({ "position": text }),
    }
}

/// A random game with such options: whole, or a part of it, sometimes with variations or a resignation.
fn drawn(of: &dyn AnyGame, seed: u64) -> Session {
    let mut rng = Rng::new(seed, Stream::Other(31));
    let options = drawn_options(of, seed, &mut rng);
    let mut session = begin(of.id(), &options, seed);
    let most = if rng.below(2) == 0 { 400 } else { rng.below(40) };
    let most = if of.id() == "outpost" { most.min(10) } else { most };
    for _ in 0..most {
        if !play(&mut session, &mut rng) {
            break;
        }
    }
    let over = session.position().outcome().is_some();
    if !over && rng.below(3) == 0 && session.position().legal().is_some() {
        session.play(None, FORFEIT, true).expect("a resignation");
    }
    if rng.below(3) == 0 {
        for _ in 0..1 + rng.below(3) {
            let ply = rng.below(session.plies().len() + 1);
            session.go_to(ply).expect("a ply");
            for _ in 0..1 + rng.below(3) {
                play(&mut session, &mut rng);
            }
            session.open_line(0, 0).expect("the main line");
        }
    }
    let plies = session.plies().len();
    session.open_line(0, plies).expect("its end");
    session
}

/// The same game, move by move: start, positions, moves that are legal, result.
#[track_caller]
fn same(one: &Session, other: Record, from: &str) {
    let other = Session::replay(other).unwrap_or_else(|error| panic!("{from}: {error}"));
    let (here, there) = (one.to_record(), other.to_record());
    assert_eq!(there.moves, here.moves, "{from}");
    let (mut one, mut other) = (Session::replay(here.clone()).expect("replays"), other);
    for ply in 0..=here.moves.len() {
        one.go_to(ply).expect("a ply");
        other.go_to(ply).expect("a ply");
        let (one, other) = (one.position(), other.position());
        assert_eq!(other.position_text(), one.position_text(), "{from}: ply {ply}");
        assert_eq!(other.legal(), one.legal(), "{from}: ply {ply}");
        assert_eq!(other.outcome(), one.outcome(), "{from}: ply {ply}");
    }
}

fn lines(of: &Record) -> Vec<(usize, usize, Vec<String>)> {
    let line = |one: &Variation| (one.of, one.after, one.moves.clone());
    let mut all: Vec<_> = of.variations.iter().map(line).collect();
    all.sort();
    all
}

#[test]
fn records_and_links_bring_random_games_back() {
    for &of in GAMES {
        for seed in 0..games() {
            let session = drawn(of, seed);
            let record = session.to_record();
            let text = record.to_text();
            let again = Record::from_text(&text).expect("a record");
            assert_eq!(again.to_text(), text);
            same(&session, again, &text);
            let link = session.link(&ViewState::default()).expect("a link");
            let (found, _) = Session::open(&link).expect("its own link");
            let found = found.to_record();
            assert_eq!(found.to_json(), record.to_json(), "{link}");
            same(&session, found, &link);
        }
    }
}

/// Whether a format can express the game: its start, and for a line of moves that every ply is a cell.
fn expresses(of: &dyn AnyGame, format: &Format, session: &Session) -> bool {
    let record = session.to_record();
    let played = record.moves.iter().filter(|text| *text != FORFEIT).count();
    let option = |key: &str| record.to_json()["options"].get(key).cloned();
    let begins_usually = ["map", "position", "opening"]
        .iter()
        .all(|key| option(key).is_none_or(|value| value == "othello" || value == "free"));
    match (of.id(), format.id) {
        ("fencemaster", "sgf") => true,
        ("reversi", "sgf" | "ggf") => is_plain(session),
        ("reversi", "obf") => is_plain(session) && start_of(session).contains("\n8 8\n"),
        ("reversi", "transcript") => begins_usually && played > 1,
        ("isolation", "history") => begins_usually && played > 0,
        ("isolation", "board") => true,
        other => panic!("{other:?}: say what it expresses"),
    }
}

#[test]
fn formats_bring_random_games_back() {
    for &of in GAMES {
        let formats = of.data().formats.iter().copied();
        for format in formats.filter(|format| format.id != POSITION) {
            let (mut expressed, mut resigned) = (0, 0);
            for seed in 0.. {
                if expressed == games() {
                    break;
                }
                assert!(seed < 40 * games() + 40, "{} {}: {expressed} games", of.id(), format.id);
                let mut session = drawn(of, seed);
                let record = session.to_record();
                let exported = record.to_format(format);
                let words = format!("{} {seed} {}", format.id, record.to_text());
                assert_eq!(exported.is_some(), expresses(of, format, &session), "{words}");
                let Some(Exported { text, notes }) = exported else { continue };
                expressed += 1;
                let found = opened(&text);
                let words = format!("{words}\n{text}");
                assert!(found.notes.is_empty(), "{words}: {:?}", found.notes);
                assert_eq!(found.record.game.id(), of.id(), "{words}");
                // What a format does not have is named.
                let given_up = record.moves.last().is_some_and(|text| text == FORFEIT);
                resigned += u64::from(given_up);
                let lost = |what: &str| notes.iter().any(|note| note.contains(what));
                let cut = given_up && format.keeps < Keeps::Result;
                assert_eq!(lost("the resignation"), cut, "{words}: {notes:?}");
                let branches = (Keeps::Moves..Keeps::Tree).contains(&format.keeps);
                let branches = branches && !record.variations.is_empty();
                assert_eq!(lost("the variations"), branches, "{words}: {notes:?}");
                if cut {
                    session.go_to(record.moves.len() - 1).expect("the ply before");
                }
                if format.keeps == Keeps::Position {
                    let there = Session::replay(found.record).expect("replays");
                    let (here, there) = (session.position(), there.position());
                    assert_eq!(there.position_text(), here.position_text(), "{words}");
                    assert_eq!(there.legal(), here.legal(), "{words}");
                    continue;
                }
                let again = found.record.to_format(format).map(|exported| exported.text);
                assert_eq!(again, Some(text), "{words}");
                if format.keeps == Keeps::Tree {
                    assert_eq!(lines(&found.record), lines(&record), "{words}");
                }
                if cut {
                    assert_eq!(found.record.moves, record.moves[..record.moves.len() - 1]);
                    continue;
                }
                same(&session, found.record, &words);
            }
            assert!(resigned > 0, "{} {}: no game was resigned", of.id(), format.id);
        }
    }
}

/// In a format of positions, the session writes the position that is shown, also in a variation.
#[test]
fn formats_of_positions_write_the_shown_position() {
    for &of in GAMES {
        let formats = of.data().formats.iter().copied();
        for format in formats.filter(|format| format.keeps == Keeps::Position) {
            let mut shown = 0;
            for seed in 0..games() {
                let mut session = drawn(of, seed);
                let mut rng = Rng::new(seed, Stream::Other(32));
                let variation = rng.below(session.to_record().variations.len() + 1);
                session.open_line(variation, 0).expect("a line");
                let ply = rng.below(session.plies().len() + 1);
                session.go_to(ply).expect("a ply");
                let Some(Exported { text, notes }) = session.in_format(format.id) else { continue };
                if session.plies()[..ply].last().is_some_and(|ply| ply.text == FORFEIT) {
                    assert!(session.position().outcome().is_none() || !notes.is_empty());
                    continue;
                }
                assert!(notes.is_empty(), "{notes:?}");
                if format.id == POSITION {
                    assert_eq!(text, session.position().position_text());
                } else {
                    let there = Session::replay(opened(&text).record).expect("replays");
                    let (here, there) = (session.position(), there.position());
                    assert_eq!(there.position_text(), here.position_text(), "{text}");
                }
                shown += 1;
            }
            assert!(shown > 0, "{} {}", of.id(), format.id);
        }
    }
}

#[test]
fn position_texts_bring_random_positions_back() {
    for &of in GAMES {
        for seed in 0..games() {
            let session = drawn(of, seed);
            let text = session.position().position_text();
            let found = opened(&text);
            assert!(found.starts && found.record.game.id() == of.id(), "{text}");
            // The text is the position; the rules are options of the game.
            let key = if of.id() == "fencemaster" { "board" } else { "position" };
            if of.id() != "outpost" {
                // Outpost's has a picture, too.
                assert_eq!(found.record.to_json()["options"][key], json!(text));
            }
            let record = session.to_record();
            let mut options = record.to_json()["options"].take();
            let list = options.as_object_mut().expect("options");
            list.retain(|key, _| match of.id() {
                "outpost" => true,
                _ => !["size", "opening", "swap", "start", "map"].contains(&key.as_str()),
            });
            list.insert(key.to_owned(), json!(text));
            let there = begin(of.id(), &options, seed);
            let (here, there) = (session.position(), there.position());
            assert_eq!(there.position_text(), text);
            if record.moves.iter().any(|text| text == FORFEIT) {
                // A position does not record resignations.
                continue;
            }
            // Nor does it offer the swap.
            let without_swap = |moves: Option<Vec<String>>| {
                moves.map(|moves| moves.into_iter().filter(|mv| mv != "swap").collect::<Vec<_>>())
            };
            assert_eq!(without_swap(there.legal()), without_swap(here.legal()), "{text}");
            assert_eq!(there.outcome().is_some(), here.outcome().is_some(), "{text}");
        }
    }
}
