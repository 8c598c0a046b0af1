//! The opponents of five levels: their names, when they slip, and the sentence that reports it.

use serde_json::json;
use std::collections::BTreeSet;
use totora::base::options::Options;
use totora::catalog::{AnyGame, BotInfo, GAMES};
use totora::contract::analysis::Analysis;
use totora::contract::bot::NoClock;
use totora::record::link::ViewState;
use totora::record::{Record, SeatSpec};
use totora::session::Session;
use totora::session::dto::GameInfo;

/// A game after two random plies, or at its start if moves cannot be listed.
fn begin(game: &'static dyn AnyGame, seed: u64) -> Session {
    let human = vec![json!({ "human": true }); game.data().seat_names.len()];
    let record = json!({
        "totora": 1, "game": game.id(), "seed": seed, "options": {}, "seats": human,
    });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    for _ in 0..2 {
        let Some(moves) = session.position().legal() else { break };
        session.play_ply(&moves[seed as usize % moves.len()], false).expect("legal");
    }
    session
}

/// A bot's analysis with the budget of `like`, with this option `blunders` if the bot is a level.
fn analysis(
    session: &Session,
    bot: &BotInfo,
    blunders: Option<i64>,
    like: &BotInfo,
) -> Analysis<String> {
    let raw = blunders.map(|blunders| ("slips".to_owned(), json!(blunders)));
    let options = Options::check(&bot.options, &raw.into_iter().collect()).expect("options");
    let spec = SeatSpec::Bot { id: bot.id, options, budget: like.budget };
    let mut thinking = session.think(&spec).expect("thinks");
    while !thinking.advance(64, &NoClock) {}
    thinking.analysis()
}

/// The bots of a game: the levels and the others.
fn levels(game: &'static dyn AnyGame) -> (Vec<BotInfo>, Vec<BotInfo>) {
    game.bots().into_iter().partition(|bot| bot.id.starts_with("level-"))
}

#[test]
fn every_game_has_five_opponents_and_the_last_is_its_strongest() {
    for game in GAMES {
        let ids = game.levels();
        assert_eq!(ids[..4], ["level-1", "level-2", "level-3", "level-4"], "{}", game.id());
        assert_eq!(ids[4..], [game.data().advisor], "{}", game.id());
        let (levels, others) = levels(*game);
        assert_eq!(levels.iter().map(|bot| bot.name).collect::<Vec<_>>(), NAMES);
        assert!(others.iter().all(|bot| !NAMES.contains(&bot.name)), "{}", game.id());
        for bot in &levels {
            assert!(bot.about.ends_with('.') && !bot.about[..bot.about.len() - 1].contains('.'));
        }
    }
}

const NAMES: [&str; 4] = ["Pip", "Mina", "Otis", "Vera"];

const SLIP: &str = "A slip: this turn it plays like ";

/// With 0 and 100% slips, a level has the choice, scores and sentences of one of the game's bots. With 100%, one more sentence
/// names this bot and the overlooked move, and the headline says why that is better, if it can.
#[test]
fn without_slips_a_level_is_its_strong_bot_and_with_slips_the_bot_that_it_names() {
    for game in GAMES {
        let (levels, others) = levels(*game);
        let session = begin(*game, 3);
        for level in &levels {
            let of = format!("{} of {}", level.id, game.id());
            let sharp = analysis(&session, level, Some(0), level);
            assert!(!sharp.differences.iter().any(|one| one.contains("slip")), "{of}: {sharp:?}");
            let same = |bot: &&BotInfo| {
                bot.id != "perfect" && analysis(&session, bot, None, level) == sharp
            };
            assert!(others.iter().any(|bot| same(&bot)), "{of} is not a bot of the game");
            let mut slipped = analysis(&session, level, Some(100), level);
            let sentence = slipped.differences.remove(0);
            let rest = sentence.strip_prefix(SLIP).expect("a slip");
            let (name, overlooked) = rest.split_once(", ").unwrap_or((rest, ""));
            let name = name.trim_end_matches('.');
            // What the bot without slips would play is said, with the reason if there is one.
            let choice = sharp.choice.as_deref().expect("a choice");
            let better = session.position().move_name(0, choice).expect("a name");
            match slipped.choice == sharp.choice {
                true => assert_eq!(overlooked, "but overlooks nothing.", "{of}"),
                // The main bot finds the move as good.
                false if overlooked == "but overlooks nothing." => {
                    let same = |mv: &String| sharp.candidate(mv).map(|one| (one.score, one.margin));
                    let (own, best) = (slipped.choice.as_ref(), sharp.choice.as_ref());
                    assert_eq!(own.and_then(same), best.and_then(same), "{of}");
                }
                false if overlooked.is_empty() => assert!(better.len() > 24, "{of}: {better}"),
                false => assert_eq!(overlooked, format!("and overlooks {better}."), "{of}"),
            }
            let named = others.iter().find(|bot| bot.name == name).expect("a bot of the game");
            let mut full = analysis(&session, named, None, level);
            // The headline then says why that is better, and the bot's own reason follows.
            if slipped.why.starts_with("Overlooked: ") {
                slipped.why = slipped.differences.remove(0);
            }
            // The sentences about the slip may replace the last differences.
            full.differences.truncate(slipped.differences.len());
            assert!(slipped == full, "{of} is not {name}");
        }
    }
}

#[test]
fn a_level_slips_as_often_as_its_option_says_and_always_on_the_same_turns() {
    const TURNS: u64 = 400;
    let game = totora::catalog::game("isolation").expect("a game");
    let (levels, _) = levels(game);
    for percent in [10, 50, 90] {
        let blunders = |_| -> Vec<u64> {
            (0..TURNS)
                .filter(|&seed| {
                    analysis(&begin(game, seed), &levels[0], Some(percent), &levels[0])
                        .differences
                        .first()
                        .is_some_and(|sentence| sentence.starts_with(SLIP))
                })
                .collect()
        };
        let [first, again] = [0, 1].map(blunders);
        assert_eq!(first, again);
        // Five standard deviations are at most 12.5 percentage points.
        let share = 100.0 * first.len() as f64 / TURNS as f64;
        assert!((share - percent as f64).abs() < 12.5, "{percent}%: {share}%");
    }
}

/// A slip in Uros lasts: all turns in a stretch of plies are equal, and different stretches differ.
#[test]
fn slips_of_uros_last() {
    const STRETCH: usize = 24;
    let game = totora::catalog::game("uros").expect("a game");
    let (levels, _) = levels(game);
    let mut ends = 0;
    for seed in 0..20 {
        let mut session = begin(game, seed);
        let mut last = [None; 2];
        while session.ply() <= STRETCH && session.outcome_text().is_none() {
            let differences = analysis(&session, &levels[0], Some(50), &levels[0]).differences;
            let slip = differences.first().is_some_and(|sentence| sentence.starts_with(SLIP));
            let seat = session.position().to_act().first().expect("a seat");
            if let Some(before) = last[seat].replace(slip).filter(|&before| before != slip) {
                assert_eq!(session.ply(), STRETCH, "{before}, then {slip} in game {seed}");
                ends += 1;
            }
            let moves = session.position().legal().expect("listed");
            session.play_ply(&moves[0], false).expect("legal");
        }
    }
    assert!(ends > 0, "no stretch ends");
}

#[test]
fn records_and_links_contain_levels() {
    for game in GAMES {
        let mut session = begin(*game, 1);
        let (levels, _) = levels(*game);
        let raw = [("slips".to_owned(), json!(33))].into_iter().collect();
        let options = Options::check(&levels[1].options, &raw).expect("options");
        let spec = SeatSpec::Bot { id: levels[1].id, options, budget: None };
        session.set_seat(0, spec.clone()).expect("a seat");
        let replayed =
            Session::replay(Record::from_text(&session.to_record().to_text()).expect("text"));
        assert_eq!(replayed.expect("replays").setup().seats[0], spec, "{}", game.id());
        let shown =
            ViewState { ply: session.ply(), overlay: "off".to_owned(), ..ViewState::default() };
        let (opened, _) = Session::open(&session.link(&shown).expect("a link")).expect("opens");
        assert_eq!(opened.setup().seats[0], spec, "{}", game.id());
    }
}

#[test]
fn the_strongest_level_of_every_game_has_the_same_names() {
    for game in totora::catalog::GAMES {
        let levels = game.levels();
        let last = levels.last().expect("levels");
        for name in ["totora".to_owned(), format!("level-{}", levels.len())] {
            assert_eq!(game.bot_info(&name).expect("a bot").id, *last, "{} {name}", game.id());
        }
        assert!(game.bot_info("level-9").is_err(), "{}", game.id());
    }
}

/// A table of several opponents has different characters: the one of the level, then its neighbours.
#[test]
fn the_opponents_of_a_table_are_different_characters() {
    for game in GAMES {
        let info = GameInfo::from_game(*game);
        for (level, rivals) in info.rivals.iter().enumerate() {
            assert_eq!(rivals[0], info.levels[level], "{}", info.data.id);
            let first: BTreeSet<_> = rivals.iter().take(info.levels.len()).collect();
            assert_eq!(first.len(), info.levels.len(), "{}: {rivals:?}", info.data.id);
        }
        let three: Vec<_> = info.rivals.iter().map(|rivals| &rivals[..3]).collect();
        let strongest = game.data().advisor;
        assert_eq!(three[0], ["level-1", "level-2", "level-3"]);
        assert_eq!(three[1], ["level-2", "level-3", "level-1"]);
        assert_eq!(three[4], [strongest, "level-4", "level-3"]);
    }
}

/// A game to watch has different bots, each with its character in a line.
#[test]
fn watched_bots_differ_and_have_a_story() {
    for game in GAMES {
        let data = game.data();
        let bots: BTreeSet<_> = data.watched.iter().map(|one| one.bot).collect();
        assert_eq!(bots.len(), data.watched.len(), "{}", data.id);
        assert!(bots.len() >= game.data().seat_names.len(), "{}", data.id);
        for one in data.watched {
            assert!(game.bot_info(one.bot).is_ok(), "{}: {}", data.id, one.bot);
            assert!(one.story.len() < 60 && !one.story.ends_with('.'), "{}", one.story);
        }
    }
}
