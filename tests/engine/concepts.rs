//! Ideas of games: every one is shown by some positions and not by others, what it says is recomputed from the legal moves,
//! and the rules page has its paragraph.

use serde_json::json;
use std::collections::BTreeMap;
use totora::base::rng::{Rng, Stream};
use totora::catalog::{self, AnyPosition};
use totora::contract::bot::NoClock;
use totora::contract::concept::FoundConcept;
use totora::record::Record;
use totora::session::Session;

/// Random games, each position with the ideas that it shows.
fn in_games(id: &str, games: u64, mut each: impl FnMut(&dyn AnyPosition, &[FoundConcept])) {
    for seed in 0..games {
        let record = json!({ "totora": 1, "game": id, "seed": seed });
        let mut session =
            Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
        let mut rng = Rng::new(seed, Stream::Other(31));
        loop {
            let position = session.position();
            each(position, &position.concepts());
            let Some(legal) = position.legal().filter(|legal| !legal.is_empty()) else { break };
            let mv = legal[rng.below(legal.len())].clone();
            session.play(None, &mv, false).expect("legal");
        }
    }
}

/// The places of an idea for a seat; empty if it is not shown.
fn places(shown: &[FoundConcept], id: &str, seat: usize) -> Vec<String> {
    let found = shown.iter().find(|one| one.id == id && one.seat == Some(seat));
    let mut places = found.map_or(Vec::new(), |one| one.places.clone());
    places.sort();
    places
}

/// The positions after moves, by the moves' printed names.
type Moves = BTreeMap<String, Box<dyn AnyPosition>>;

/// The seat to move, and its legal moves by printed name, each with the position after it.
fn moves(position: &dyn AnyPosition) -> Option<(usize, Moves)> {
    let seat = position.to_act().first()?;
    let after = |mv: String| {
        let mut next = position.boxed();
        next.play_ply(&mv).ok()?;
        Some((position.move_name(seat, &mv).ok()?, next))
    };
    Some((seat, position.legal()?.into_iter().filter_map(after).collect()))
}

#[test]
fn every_idea_is_shown_by_some_positions_and_not_by_others() {
    for (id, games) in [("isolation", 300), ("reversi", 30), ("fencemaster", 60), ("uros", 60)] {
        let mut shown_in: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all = 0;
        in_games(id, games, |_, shown| {
            all += 1;
            let mut ids: Vec<&str> = shown.iter().map(|one| one.id).collect();
            ids.dedup();
            ids.into_iter().for_each(|id| *shown_in.entry(id).or_default() += 1);
        });
        let concepts = catalog::game(id).expect("a game").concepts();
        assert!(concepts.len() >= 6, "{id}");
        for (concept, _) in concepts {
            let count = shown_in.get(concept).copied().unwrap_or(0);
            assert!(count > 0 && count < all, "{id} {concept}: {count} of {all}");
        }
    }
}

/// A game of bots shows the ideas of Outpost that need no accident at some turns, and not at all.
#[test]
fn ideas_of_outpost_are_shown_by_some_turns() {
    let mut shown_in: BTreeMap<&str, usize> = BTreeMap::new();
    let seats = ["totora", "kamikaze", "homesteader", "drifter"];
    let seats: Vec<_> = seats.iter().map(|bot| json!({ "bot": bot, "options": {} })).collect();
    let record = json!({ "totora": 1, "game": "outpost", "seed": 5, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    let (mut all, mut timed) = (0, 0);
    while all < 120 && session.play_bot(&NoClock).expect("plays") {
        all += 1;
        let shown = session.position().concepts();
        let mut ids: Vec<&str> = shown.iter().map(|one| one.id).collect();
        ids.dedup();
        ids.sort_unstable();
        ids.dedup();
        timed += usize::from(ids.contains(&"harvest-timing"));
        ids.into_iter().for_each(|id| *shown_in.entry(id).or_default() += 1);
    }
    // The harvest comes at every tenth turn.
    assert_eq!(timed, 12, "{all}");
    for concept in ["harvest-timing", "surplus"] {
        let count = shown_in.get(concept).copied().unwrap_or(0);
        assert!(count > 0 && count < all, "{concept}: {count} of {all}");
    }
    assert!(catalog::game("outpost").expect("a game").concepts().len() >= 6, "{shown_in:?}");
}

#[test]
fn every_idea_has_a_paragraph_in_the_rules() {
    for game in catalog::GAMES {
        let path = format!("docs/reference/rules/{}.md", game.id());
        let rules = std::fs::read_to_string(&path).expect("the rules");
        for (id, name) in game.concepts() {
            assert_eq!(id, name.to_lowercase().replace(' ', "-"), "{path}");
            let (_, after) = rules.split_once(&format!("\n### {name}\n")).expect(name);
            let paragraph = after.split("\n#").next().unwrap_or_default();
            assert!(paragraph.split_whitespace().count() >= 15, "{path}: {name}");
        }
    }
}

/// The moves of a figure of the rules: a text, or a list of turns with their counts.
fn moves_of(figure: &toml::Value) -> Vec<String> {
    let turns = |entry: &toml::Value| {
        let count = entry[0].as_integer().and_then(|count| usize::try_from(count).ok());
        vec![entry[1].as_str().expect("a turn").to_owned(); count.expect("a count")]
    };
    match &figure["moves"] {
        toml::Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        list => list.as_array().expect("a list").iter().flat_map(turns).collect(),
    }
}

#[test]
fn the_rules_have_a_position_that_shows_every_idea() {
    for game in catalog::GAMES {
        let path = format!("docs/reference/rules/{}.toml", game.id());
        let data = std::fs::read_to_string(&path).expect("the figures");
        let data: toml::Table = toml::from_str(&data).expect("a table");
        for (id, _) in game.concepts() {
            let figure = data["figures"].get(id).unwrap_or_else(|| panic!("{path}: {id}"));
            let options = figure.get("options").map_or(json!({}), |options| json!(options));
            let record = json!({ "totora": 1, "game": game.id(), "options": options });
            let record = Record::from_json(&record).expect("a record");
            let mut session = Session::begin(record).expect("a game");
            for mv in moves_of(figure) {
                session
                    .play(None, &mv, false)
                    .unwrap_or_else(|error| panic!("{path}: {id}: {error}"));
            }
            let idea = &figure["idea"];
            let seat = idea["seat"].as_integer().and_then(|seat| usize::try_from(seat).ok());
            let listed = idea["places"].as_array().expect("places");
            let mut listed: Vec<&str> = listed.iter().filter_map(toml::Value::as_str).collect();
            listed.sort_unstable();
            let shown = places(&session.position().concepts(), id, seat.expect("a seat"));
            assert_eq!(shown, listed, "{path}: {id}");
        }
    }
}

#[test]
fn ideas_of_isolation_match_the_legal_moves() {
    let mut checked = [0; 2];
    in_games("isolation", 40, |position, shown| {
        let Some((seat, moves)) = moves(position) else { return };
        let exits: Vec<String> = moves.keys().filter(|mv| !mv.contains(' ')).cloned().collect();
        if shown.iter().any(|one| one.id == "only-exit" && one.seat == Some(seat)) {
            assert_eq!(places(shown, "only-exit", seat), exits);
            checked[0] += 1;
        }
        // Separated knights: no sequence of moves of one reaches a cell of the other, so the regions share no cell.
        let regions = [0, 1].map(|seat| places(shown, "partition", seat));
        if !regions[0].is_empty() && !regions[1].is_empty() {
            assert!(regions[0].iter().all(|cell| !regions[1].contains(cell)));
            assert!(exits.iter().all(|cell| regions[seat].contains(cell)));
            checked[1] += 1;
        }
    });
    assert!(checked.iter().all(|&count| count > 10), "{checked:?}");
}

#[test]
fn ideas_of_reversi_match_the_legal_moves() {
    let mut checked = [0; 3];
    in_games("reversi", 20, |position, shown| {
        let Some((seat, moves)) = moves(position) else { return };
        let corners: Vec<String> = ["a1", "a8", "h1", "h8"].map(str::to_owned).into();
        let open: Vec<String> = corners.into_iter().filter(|at| moves.contains_key(at)).collect();
        assert_eq!(places(shown, "open-corner", seat), open);
        checked[0] += open.len();
        let mobile = places(shown, "mobility", seat);
        if !mobile.is_empty() {
            assert_eq!(mobile, moves.keys().cloned().collect::<Vec<_>>());
            checked[1] += 1;
        }
        // After a move that leaves the opponent without one, the same seat moves again.
        for next in moves.values() {
            let again = next.to_act().first() == Some(seat);
            if again {
                assert!(!places(&next.concepts(), "tempo", seat).is_empty());
                checked[2] += 1;
            }
        }
    });
    assert!(checked.iter().all(|&count| count > 3), "{checked:?}");
}

#[test]
fn ideas_of_fencemaster_match_the_legal_moves() {
    let mut checked = [0; 2];
    in_games("fencemaster", 6, |position, shown| {
        let Some((seat, moves)) = moves(position) else { return };
        let wins = |next: &dyn AnyPosition| next.outcome().is_some_and(|end| end.halves(seat) == 2);
        let winning: Vec<String> = moves
            .iter()
            .filter(|(_, next)| wins(next.as_ref()))
            .map(|(mv, _)| mv.clone())
            .collect();
        let [one, more] = ["threat", "double-threat"].map(|id| places(shown, id, seat));
        match winning.len() {
            0 => assert!(one.is_empty() && more.is_empty()),
            1 => assert_eq!((one, more), (winning, Vec::new())),
            count => {
                assert!(one.is_empty() && more.len() == count.min(6));
                assert!(more.iter().all(|mv| winning.contains(mv)));
                checked[1] += 1;
                return;
            }
        }
        checked[0] += usize::from(!places(shown, "threat", seat).is_empty());
    });
    assert!(checked.iter().all(|&count| count > 0), "{checked:?}");
}

#[test]
fn ideas_of_uros_match_the_legal_moves() {
    let mut checked = [0; 2];
    in_games("uros", 120, |position, shown| {
        let Some((seat, moves)) = moves(position) else { return };
        let islands = moves.keys().any(|mv| mv.contains("island"));
        if !places(shown, "full-lake", seat).is_empty() {
            assert!(!islands, "{:?}", moves.keys().collect::<Vec<_>>());
            checked[0] += 1;
        }
        let last = places(shown, "last-placement", seat);
        if let [square] = &last[..] {
            assert!(!islands && moves.keys().any(|mv| mv.ends_with(square)), "{square}");
            checked[1] += 1;
        }
    });
    assert!(checked.iter().all(|&count| count > 0), "{checked:?}");
}
