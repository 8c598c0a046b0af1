//! Links as chats, mails, notes and trackers change them. `tests/page/links.test.js` opens the same disguises on the page.

use super::random_games::random_game;
use serde_json::{Value, json};
use totora::catalog::GAMES;
use totora::lab::shared;
use totora::record::import::{Content, ImportError, import};
use totora::record::link::{self, LinkError, ViewState};
use totora::session::Session;

/// A link to a game of each kind, and to the other screens.
fn links() -> Vec<String> {
    let mut links: Vec<String> = GAMES.iter().map(|game| game_link(game.id(), 3)).collect();
    let formula = r#"{"name":"Mine","terms":[{"name":"a","formula":"own_moves"}]}"#;
    let draft = json!({ "game": "isolation", "options": { "formula": formula }, "position": "" });
    links.push(shared::heuristic_link(&draft).expect("a link"));
    let lesson = include_str!("../../src/lab/lessons/uros.json");
    links.push(shared::lesson_link(lesson).expect("a link"));
    let work = json!({
        "name": "Ada", "options": { "formula": "own_village" }, "attempts": [1, 2], "predictions": [],
    });
    let taught = totora::lab::handin::Taught::read(lesson).expect("a lesson");
    links.push(taught.hand_in(&work).expect("a link").link);
    let request = json!({ "game": "isolation", "bots": ["random", "greedy"], "games": 4 });
    let arena = totora::arena::setup::read(&request).expect("an arena");
    links.push(totora::arena::setup::to_link(&arena, &[]).expect("a link"));
    links.push(links[1].replace('#', "#beat="));
    // A bot in code: the page compresses it, without a checksum.
    links.push("#bot.q1bKS8xNVbJSyq1UsFVIyi9R0lEqzi8tSgaJpVYU5BeVKCTn5xWXgOSAKqoVSjIy87I1NIGsotSS0qI8hbzSnByFWoVapVoA".to_owned());
    links
}

/// A link to a random game.
fn game_link(game: &str, seed: u64) -> String {
    random_game(game, &json!({}), seed, 6).link(&ViewState::default()).expect("a link")
}

/// A link as a program changes it.
fn disguised(disguise: &Value, link: &str) -> String {
    let text = |key: &str| disguise[key].as_str().unwrap_or_default();
    let mut link = link.to_owned();
    if let Some(every) = disguise["every"].as_u64() {
        let letters: Vec<char> = link.chars().collect();
        let parts: Vec<String> =
            letters.chunks(every as usize).map(|part| part.iter().collect()).collect();
        link = parts.join(text("insert"));
    }
    for pair in disguise["replace"].as_array().into_iter().flatten() {
        let (from, to) = (pair[0].as_str().expect("a text"), pair[1].as_str().expect("a text"));
        link = link.replace(from, to);
    }
    format!("{}{link}{}", text("before"), text("after"))
}

#[test]
fn links_survive_sixty_disguises() {
    let disguises: Vec<Value> =
        serde_json::from_str(include_str!("../common/disguises.json")).expect("JSON");
    assert!(disguises.len() >= 60);
    for link in links() {
        let plain = link::find(&link).unwrap_or_else(|error| panic!("{link}: {error}"));
        for disguise in &disguises {
            let text = disguised(disguise, &link);
            let found = link::find(&text);
            assert_eq!(
                found.as_ref().map(link::Address::link),
                Ok(plain.link()),
                "{disguise}: {text}"
            );
            assert!(matches!(import(&text), Ok(Content::Link(_))), "{disguise}: {text}");
        }
    }
}

#[test]
fn links_without_their_hash_open() {
    for link in links().iter().filter(|link| !link.starts_with("#bot")) {
        let plain = link::find(link).expect("a link");
        for text in [link[1..].to_owned(), format!("Look: {} (my game)", &link[1..])] {
            assert_eq!(link::find(&text).map(|found| found.link()), Ok(plain.link()), "{text}");
            assert!(matches!(import(&text), Ok(Content::Link(_))), "{text}");
        }
    }
}

#[test]
fn no_link_ends_in_a_character_that_programs_drop() {
    let mut appended = 0;
    let games = totora::catalog::GAMES.iter().cycle();
    for (seed, game) in (0..400).zip(games) {
        let link = game_link(game.id(), seed);
        assert!(!link.ends_with(['-', '_']), "{link}");
        let (opened, _) = Session::open(&link).expect("it opens");
        assert!(opened.to_record().seed == seed);
        let address = link::find(&link).expect("a link");
        appended += usize::from(address.link() != link);
        // What ends in such a character was written by an earlier version; it opens with and without it.
        let earlier = address.link();
        for cut in [earlier.as_str(), earlier.trim_end_matches(['-', '_'])] {
            Session::open(cut).unwrap_or_else(|error| panic!("{cut}: {error}"));
        }
    }
    assert!(appended > 0, "some of so many links would end in one");
}

#[test]
fn unreadable_links_name_their_game_and_say_what_to_do() {
    for game in GAMES {
        let link = game_link(game.id(), 3);
        for cut in [
            &link[..link.len() - 3],
            &link[..link.len() / 2],
            &link[..game.id().len() + 3],
            &link[..game.id().len() + 2],
        ] {
            let error = link::find(cut).expect_err(cut);
            assert!(error.to_string().ends_with("Copy the link again"), "{error}");
            assert_eq!(link::named_game(cut), Some(game.id()), "{cut}");
            let address = format!("https://totora.example/?x#{}.", &cut[1..]);
            assert_eq!(link::named_game(&address), Some(game.id()), "{address}");
            assert!(matches!(import(cut), Err(ImportError::Link(_))), "{cut}");
        }
        let changed = link.replacen(&link[link.len() - 9..link.len() - 7], "!!", 1);
        assert!(matches!(link::find(&changed), Err(LinkError::Character { found: '!', .. })));
    }
    assert_eq!(link::named_game("#about uros"), None);
}

#[test]
fn only_a_text_with_a_hash_is_called_no_link() {
    for text in ["#about", "https://example.org/#x", "hello #there"] {
        let error = import(text).expect_err(text).to_string();
        assert!(error.contains("not a Totora link"), "{text}: {error}");
    }
    for text in ["hello", "https://example.org/", "Isolation, please."] {
        let error = import(text).expect_err(text).to_string();
        assert!(!error.contains("not a Totora link"), "{text}: {error}");
        assert!(error.contains("Totora opens links, records"), "{text}: {error}");
    }
}

#[test]
fn searching_a_text_for_links_is_bounded() {
    for text in [
        "#1uros.".repeat(100_000),
        "%25".repeat(300_000),
        format!("#1uros.{}", "A \n".repeat(200_000)),
        format!("{}#1uros.AAAA", "&#35;".repeat(200_000)),
        "#".repeat(1 << 20),
    ] {
        let begun = std::time::Instant::now();
        assert!(link::find(&text).is_err());
        assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    }
}
