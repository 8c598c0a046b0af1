//! The gallery: five studies, one per game, that show what a heuristic sees. Every move, score and weight in their texts is
//! computed here and compared with the files; `UPDATE_GALLERY=1` writes them again. The puzzle of the fourth chapter is
//! proven by `puzzles.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::puzzles::puzzles;
use super::random_games::random_game;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use totora::catalog::game;
use totora::contract::bot::{Clock, NoClock};
use totora::session::Session;
use totora::session::protocol::Conversation;
use totora::study::Study;

/// The hand-written part of a study.
struct Plan {
    game: &'static str,
    bot: &'static str,
    /// What the bot sums, in a sentence.
    counts: &'static str,
    /// The term whose weight changes, and its other weight.
    term: &'static str,
    weight: f64,
    /// The id of the puzzle that the bot misses, and its reason; empty for none.
    puzzle: (&'static str, &'static str),
    /// The question, the feature with its way, and the solution of the last chapter.
    write: (&'static str, &'static str, &'static str, &'static str),
}

const PLANS: [Plan; 5] = [
    Plan {
        game: "uros",
        bot: "balanced",
        counts: "Balanced tries every placement and adds up five measures of the two biggest villages.",
        term: "foe_efl",
        weight: 0.0,
        puzzle: ("uros-154-32", "Mina looks no further than the house that she builds now."),
        write: (
            "Write a term that grows with your village.",
            "own_village",
            "rises",
            "own_village",
        ),
    },
    Plan {
        game: "isolation",
        bot: "greedy",
        counts: "Greedy counts the moves that it would have next, and subtracts those of its opponent.",
        term: "opponent",
        weight: 4.0,
        puzzle: (
            "isolation-16-10",
            "Greedy counts exits for one move and does not see where they end.",
        ),
        write: ("Write a term that grows with your own moves.", "own_moves", "rises", "own_moves"),
    },
    Plan {
        game: "outpost",
        bot: "harvester",
        counts: "Harvester gives each outpost a task: it weighs the land and the water around a site against the way home.",
        term: "water",
        weight: 0.0,
        puzzle: ("", ""),
        write: ("Write a term that grows with the land around a site.", "land", "rises", "land"),
    },
    Plan {
        game: "fencemaster",
        bot: "edgewise",
        counts: "Edgewise counts the stones that each side still lacks for a winning shape, and the ways to one.",
        term: "opponent-lacks",
        weight: 0.0,
        puzzle: (
            "fencemaster-2-17",
            "Edgewise counts stones and does not see that two threats at once cannot be met.",
        ),
        write: (
            "Write a term that falls with the stones that you lack.",
            "own_lack",
            "falls",
            "-own_lack",
        ),
    },
    Plan {
        game: "reversi",
        bot: "balanced",
        counts: "Balanced adds up corners, moves to choose from, stones that cannot be turned, and stones.",
        term: "mobility",
        weight: 0.0,
        puzzle: ("reversi-13-53", "Greedy turns as many stones as it can, and gives the end away."),
        write: (
            "Write a term that grows with your lead in stones.",
            "stones_ahead",
            "rises",
            "stones_ahead",
        ),
    },
];

impl Plan {
    /// Whether the bot gives tasks to pieces, which it weighs together.
    fn gives_tasks(&self) -> bool {
        self.game == "outpost"
    }
}

fn ask(conversation: &mut Conversation, request: &Value) -> Value {
    let watch: &dyn Fn() -> Box<dyn Clock> = &|| Box::new(NoClock);
    let answer = conversation.answer(&request.to_string(), watch);
    let answer: Value = serde_json::from_str(&answer.line).unwrap();
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

/// A choice of a bot.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    words: String,
    score: f64,
    terms: BTreeMap<String, f64>,
    place: Option<String>,
}

/// What the bot may choose in a position, the best first, and nothing if the best one does not decide; for a bot that gives tasks, that
/// of its first piece and the alternatives.
fn choices(session: &Session, bot: &str, options: &Value) -> Vec<Choice> {
    let mut conversation = Conversation::new();
    let mut record = session.to_record();
    record.moves.truncate(session.ply());
    (record.result, record.annotations) = (None, Vec::new());
    ask(&mut conversation, &json!({ "do": "load", "record": record.to_json() }));
    let request = json!({ "do": "think", "bot": bot, "options": options, "seed": 1 });
    let analysis = ask(&mut conversation, &request)["thought"].take();
    let (position, cells) = (session.position(), session.position().printed_cells());
    let seat = position.to_act().first().unwrap();
    let tasks = analysis["tasks"].as_array().filter(|tasks| !tasks.is_empty());
    let listed = tasks.map_or(&analysis["candidates"], |tasks| &tasks[0]["options"]);
    let mut found: Vec<Choice> = listed
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| {
            let (words, place) = match one["words"].as_str() {
                Some(words) => (words.to_owned(), words.split(' ').next_back().map(str::to_owned)),
                None => {
                    let printed = position.printed_move(seat, one["move"].as_str()?).ok()?;
                    (printed.words, Some(printed.place.to_lowercase()))
                }
            };
            let place = place.filter(|place| cells.contains(place));
            let terms = serde_json::from_value(one["terms"].clone()).ok()?;
            Some(Choice { words, score: one["score"].as_f64()?, terms, place })
        })
        .collect();
    // The first of a piece's options is its task, which other pieces may decide too.
    if tasks.is_some() {
        return found;
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    // A study tells of scores only where the best one decides.
    let chosen = position.printed_move(seat, analysis["choice"].as_str().unwrap()).unwrap();
    if found.first().is_none_or(|best| best.words != chosen.words) { Vec::new() } else { found }
}

/// Whether the best choice is no coin toss; a task need not be the best of a single piece.
fn is_clear(plan: &Plan, found: &[Choice]) -> bool {
    // Numbers for people have one decimal.
    found.len() >= 3 && (plan.gives_tasks() || found[0].score - found[1].score > 0.15)
}

/// A number for people.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    let text =
        if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") };
    text.replace('-', "−")
}

/// Words as the start of a sentence; places stay as they are.
fn capital(text: &str) -> String {
    if !text.contains(' ') {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A score in words: `1 point`, `−2.5 points`.
fn points(value: f64) -> String {
    let shown = number(value);
    format!("{shown} point{}", if shown.trim_start_matches('−') == "1" { "" } else { "s" })
}

/// A random game at a ply. Outpost has a different map for each seed.
fn random(game: &str, seed: u64, plies: usize) -> Session {
    let options = if game == "outpost" {
        let map = ["ring", "delta", "lagoons", "marsh"][seed as usize % 4];
        json!({ "map": map, "r": 4 + seed / 4 % 7 })
    } else {
        json!({})
    };
    random_game(game, &options, seed, plies)
}

/// The first random positions that are clear with both weights, and where the other weight changes the choice.
fn positions(plan: &Plan) -> Vec<Session> {
    let (plies, more) = match plan.game {
        "outpost" => (0, 1),
        "uros" => (14, 1),
        "fencemaster" => (10, 1),
        _ => (6, 8),
    };
    let mut found = Vec::new();
    for seed in 1..1_000 {
        let session = random(plan.game, seed, plies + (seed % more) as usize);
        if session.position().outcome().is_some() {
            continue;
        }
        let own = choices(&session, plan.bot, &json!({}));
        let other = choices(&session, plan.bot, &json!({ plan.term: plan.weight }));
        if is_clear(plan, &own) && is_clear(plan, &other) && own[0].words != other[0].words {
            found.push(session);
            if found.len() == 3 {
                break;
            }
        }
    }
    assert_eq!(found.len(), 3, "{}", plan.game);
    found
}

/// The record of a position with a note and marks.
fn record(session: &Session, note: &str, marks: &[(&Option<String>, &str)]) -> Value {
    let mut record = session.to_record();
    let ply = session.ply();
    record.moves.truncate(ply);
    (record.result, record.annotations) = (None, Vec::new());
    let mut record = record.to_json();
    let place = |(place, colour): &(&Option<String>, &str)| {
        place.as_ref().map(|place| json!({ "place": place, "colour": colour }))
    };
    let places: Vec<Value> = marks.iter().filter_map(place).collect();
    let mut annotation = json!({ "line": 0, "ply": ply, "note": note });
    if !places.is_empty() {
        annotation["places"] = json!(places);
    }
    record["totora"] = json!(3);
    record["annotations"] = json!([annotation]);
    record
}

/// Three choices in an order that tells nothing, and the index of one of them.
fn three(found: &[Choice], right: &str) -> (Vec<String>, usize) {
    let mut words: Vec<String> = found.iter().take(3).map(|one| one.words.clone()).collect();
    if !words.iter().any(|one| one == right) {
        words[2] = right.to_owned();
    }
    words.sort();
    let at = words.iter().position(|one| one == right).unwrap();
    (words, at)
}

/// What the bot does, in words that follow its name.
fn chosen(plan: &Plan, words: &str) -> String {
    match plan.game {
        "outpost" => format!("gives its first outpost the task “{words}”"),
        _ => format!("chooses {words}"),
    }
}

fn study(plan: &Plan) -> Value {
    let of = game(plan.game).unwrap();
    let info = of.bot_info(plan.bot).unwrap();
    let (bot, name) = (json!({ "bot": plan.bot, "options": {} }), info.name);
    let label = |key: &str| {
        info.terms.iter().find(|term| term.key == key).map_or(key, |term| term.label).to_owned()
    };
    let [first, second, third] = positions(plan).try_into().ok().expect("three");
    let mut chapters = Vec::new();

    // What it counts.
    let found = choices(&first, plan.bot, &json!({}));
    let mut parts: Vec<(&String, &f64)> =
        found[0].terms.iter().filter(|(_, value)| value.abs() >= 0.05).collect();
    parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
    let parts: Vec<String> =
        parts.iter().map(|(key, value)| format!("{} {}", label(key), number(**value))).collect();
    let note = format!(
        "{} Here it {} with {}: {}.{}",
        plan.counts,
        chosen(plan, &found[0].words),
        points(found[0].score),
        parts.join(", "),
        if plan.gives_tasks() {
            String::new()
        } else {
            format!(" The next best has {}.", number(found[1].score))
        }
    );
    let marks = [(&found[0].place, "green")];
    let overlay = if of.data().overlays.contains(&"all") { "all" } else { "tasks" };
    chapters.push(json!({
        "title": "What it counts",
        "record": record(&first, &note, &marks),
        "ply": first.ply(),
        "view": { "overlay": overlay, "bot": bot },
    }));

    // A prediction.
    let found = choices(&second, plan.bot, &json!({}));
    let (words, right) = three(&found, &found[0].words);
    chapters.push(json!({
        "title": "Think as it does",
        "record": record(&second, "Count as the bot does, then look whether you are right.", &[]),
        "ply": second.ply(),
        "task": {
            "kind": "predict",
            "question": match plan.game {
                "outpost" => format!("Which task does {name} give its first outpost here?"),
                _ => format!("What does {name} choose here?"),
            },
            "choices": words,
            "right": right,
            "why": if plan.gives_tasks() {
                format!("Its task is “{}”, with {}.", found[0].words, points(found[0].score))
            } else {
                format!(
                    "{} has {}, the next best has {}.",
                    capital(&found[0].words), points(found[0].score), number(found[1].score)
                )
            },
        },
    }));

    // Another weight.
    let own = choices(&third, plan.bot, &json!({}));
    let other = choices(&third, plan.bot, &json!({ plan.term: plan.weight }));
    let (words, right) = three(&own, &other[0].words);
    let note = format!(
        "Beside the board, each weight has a slider{}. Now {name} {}. Set “{}” to {} and watch what it wants then.",
        if plan.gives_tasks() { "" } else { ", and a strip of the moves that it would lead to" },
        chosen(plan, &own[0].words),
        label(plan.term),
        number(plan.weight)
    );
    chapters.push(json!({
        "title": "Change its mind",
        "record": record(&third, &note, &[(&own[0].place, "green")]),
        "ply": third.ply(),
        "view": { "overlay": overlay, "bot": bot, "term": plan.term },
        "task": {
            "kind": "predict",
            "question": format!(
                "What does it {} when “{}” counts {}?",
                if plan.gives_tasks() { "order" } else { "choose" },
                label(plan.term), number(plan.weight)
            ),
            "choices": words,
            "right": right,
            "why": if plan.gives_tasks() {
                format!("Then its task is “{}”, with {}.", other[0].words, points(other[0].score))
            } else {
                format!("Then {} has {}.", other[0].words, points(other[0].score))
            },
        },
    }));

    chapters.extend(blind_spot(plan));

    let (question, feature, way, solution) = plan.write;
    chapters.push(json!({
        "title": "Your turn",
        "record": record(&first, "A heuristic is a sum of terms. In the Lab you write your own, and games show what each is worth.", &[]),
        "ply": first.ply(),
        "task": {
            "kind": "term",
            "question": question,
            "demands": [{ "more": feature, "score": way }],
            "hint": format!("The feature is called {feature}."),
            "solution": solution,
            "why": "The Lab opens from Home.",
        },
    }));
    json!({
        "totora_study": 1,
        "title": format!("What does a heuristic see? {}", of.name()),
        "about": format!("Five minutes with {name}: what it counts{}.", if plan.puzzle.0.is_empty() {
            " and what changes its mind"
        } else {
            ", what changes its mind, and what it cannot see"
        }),
        "chapters": chapters,
    })
}

/// The chapter on what the bot cannot see: a puzzle that a bot misses.
fn blind_spot(plan: &Plan) -> Option<Value> {
    let (id, why) = plan.puzzle;
    let puzzle = puzzles().into_iter().find(|puzzle| puzzle.id == id)?;
    let position = puzzle.session.position();
    let (answer, instead) = (puzzle.printed(&puzzle.answer), puzzle.printed(&puzzle.instead()));
    let note = format!(
        "{} can choose from {} moves here. {} plays {} and loses. {why}",
        puzzle.seat_name(),
        puzzle.legal().len(),
        puzzle.weak_name(),
        instead.words
    );
    let cells = position.printed_cells();
    let place = Some(instead.place.to_lowercase()).filter(|place| cells.contains(place));
    Some(json!({
        "title": "What it cannot see",
        "record": record(&puzzle.session, &note, &[(&place, "red")]),
        "ply": puzzle.session.ply(),
        "task": {
            "kind": "find",
            "question": "One move keeps the win. Which?",
            "moves": [puzzle.answer],
            "why": match puzzle.plies() {
                Some(plies) => format!("{} wins within {plies} moves by both players; every other move loses.", capital(&answer.words)),
                None => format!("{} wins; every other move loses.", capital(&answer.words)),
            },
        },
    }))
}

#[test]
fn every_claim_of_the_gallery_is_recomputed() {
    for plan in &PLANS {
        let expected = study(plan);
        let path = format!("www/app/gallery/{}.json", plan.game);
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            fs::create_dir_all("www/app/gallery").unwrap();
            fs::write(&path, format!("{expected:#}\n")).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        let found: Value = serde_json::from_str(&text).unwrap();
        assert!(found == expected, "{path} is from other bots: UPDATE_GALLERY=1 writes it again");
        let study = Study::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        study.check().unwrap_or_else(|error| panic!("{path}: {error}"));
        for (n, chapter) in study.chapters.iter().enumerate() {
            let Some(task) = &chapter.task else { continue };
            let task = task.to_json();
            let right = match task["kind"].as_str().unwrap() {
                "find" => task["moves"][0].as_str().unwrap().to_owned(),
                "predict" => task["right"].to_string(),
                _ => task["solution"].as_str().unwrap().to_owned(),
            };
            let answered = chapter.answer(&right).unwrap();
            assert!(answered.right, "{path}: chapter {}: {}", n + 1, answered.words);
        }
        let link = study.link().unwrap();
        assert!(link.len() < 6_000, "{path}: {}", link.len());
    }
}
