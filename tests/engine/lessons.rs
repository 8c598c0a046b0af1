use serde_json::{Value, json};
use totora::arena::{GameResult, setup};
use totora::base::options::RawOptions;
use totora::contract::bot::NoClock;
use totora::lab::heuristic::{FORMULA, LAB};
use totora::lab::lessons::*;

/// A formula or terms, the search, and the prediction.
type Answer = (&'static str, &'static str, &'static str);

const LESSONS: [&str; 5] = [
    include_str!("../../src/lab/lessons/uros.json"),
    include_str!("../../src/lab/lessons/isolation.json"),
    include_str!("../../src/lab/lessons/outpost.json"),
    include_str!("../../src/lab/lessons/fencemaster.json"),
    include_str!("../../src/lab/lessons/reversi.json"),
];

fn lessons() -> impl Iterator<Item = Lesson> {
    LESSONS.iter().map(|text| Lesson::read(text).expect("a lesson"))
}

/// The predictions that the games confirm, by game and step (from 0).
const TRUE_PREDICTIONS: [(&str, usize, &str); 8] = [
    ("isolation", 1, "equal"),
    ("isolation", 4, "stronger"),
    ("uros", 2, "weaker"),
    ("outpost", 0, "weaker"),
    ("outpost", 2, "weaker"),
    ("fencemaster", 3, "stronger"),
    ("reversi", 2, "stronger"),
    ("reversi", 3, "equal"),
];

/// The lesson's own solution of a step, with the prediction that the games confirm.
fn solution(lesson: &Lesson, step: usize) -> Answer {
    let given = &lesson.steps[step].solution;
    let text = |key: &str| {
        let value = given.get(key).or_else(|| lesson.begin.get(key)).and_then(Value::as_str);
        &*value.expect("a text").to_owned().leak()
    };
    let of = lesson.game.id();
    let predicted = TRUE_PREDICTIONS.iter().find(|(game, at, _)| *game == of && *at == step);
    (text(FORMULA), text("search"), predicted.map_or("", |(.., prediction)| prediction))
}

/// Three alternative answers for each lesson: the step (from 0), the user's answer, and a part of what is missing,
/// which is empty if the answer passes.
fn alternatives(of: &str) -> [(usize, Answer, &'static str); 3] {
    match of {
        "isolation" => [
            (1, ("2 * own_moves − 3 × opponent_moves", "one-ply", "equal"), ""),
            (1, ("own_moves", "one-ply", "equal"), "leaves it in"),
            (3, ("own_moves + own_next_moves", "one-ply", ""), "now it is one-ply"),
        ],
        "uros" => [
            (1, ("3 * own_village - 2 * opponent_front", "one-ply", ""), ""),
            (1, ("own_village + opponent_front", "one-ply", ""), "raises it in"),
            (4, ("own_village", "one-ply", ""), "Yours is weaker"),
        ],
        "outpost" => [
            (1, ("land + 2 * water", "wolfpack", ""), ""),
            (3, ("land + water - way", "wolfpack", ""), "lowers it in"),
            (3, ("land", "wolfpack", ""), "Yours is weaker"),
        ],
        "fencemaster" => [
            (1, ("3 * opponent_lack - 2 * own_lack", "one-ply", ""), ""),
            (2, ("own_lack + own_ways", "one-ply", ""), "raises it in"),
            (3, ("opponent_lack - own_lack", "one-ply", "stronger"), "now it is one-ply"),
        ],
        _ => [
            (1, ("stones_ahead + 30 * corners_ahead", "one-ply", ""), ""),
            (3, ("mobility_ahead + stones_ahead", "one-ply", ""), "raises it in"),
            (5, ("stones_ahead + corners_ahead / 100", "one-ply", ""), "Yours is weaker"),
        ],
    }
}

fn options((formula, search, _): Answer) -> RawOptions {
    let mut options = RawOptions::new();
    options.insert(FORMULA.to_owned(), formula.into());
    options.insert("search".to_owned(), search.into());
    options
}

/// The progress of an answer in a step, as the page gets it.
fn judge(lesson: &Lesson, step: usize, answer: Answer) -> Value {
    json!(lesson.judge(step, &options(answer)).expect("options that fit"))
}

/// The share of the points, and half the width of its interval.
fn outcome(report: &totora::arena::Report) -> (f64, f64) {
    let pair = &report.pairs[0];
    let (low, middle, high) =
        pair.paired.as_ref().map_or((pair.score.low, pair.score.share, pair.score.high), |one| {
            (one.low, one.middle, one.high)
        });
    (middle, (high - low) / 2.0)
}

/// Plays the games of a step until they decide, and returns the verdict. Returns `None` if the step has no games, or if
/// its other demands are not met.
fn play_until_verdict(
    lesson: &Lesson,
    step: usize,
    judged: &mut Value,
    prediction: &str,
    seed: u64,
) -> Option<Value> {
    if judged["arena"].is_null() {
        return None;
    }
    judged["arena"]["seed"] = seed.into();
    let arena = setup::read(&judged["arena"]).expect("an arena");
    let plan = arena.prepare().expect("a plan");
    let watch = || Box::new(NoClock) as Box<dyn totora::contract::bot::Clock>;
    let mut games: Vec<GameResult> = Vec::new();
    loop {
        games.push(arena.play(&plan, games.len(), &watch, false).expect("a game"));
        let count = games.len() as u64;
        // A lesson tests its verdict after 40 games, and each time that their number has doubled.
        if !count.is_multiple_of(40) {
            continue;
        }
        let outcome = outcome(&arena.add_up(&games));
        let found = lesson.verdict(step, count, outcome, prediction).expect("a step");
        if let Some(found) = found {
            println!("{} step {}: {found:?}", lesson.game.id(), step + 1);
            return Some(json!(found));
        }
    }
}

/// What is missing. Empty if the step is done.
fn missing(lesson: &Lesson, step: usize, answer: Answer, seed: u64) -> String {
    let mut judged = judge(lesson, step, answer);
    let found = play_until_verdict(lesson, step, &mut judged, answer.2, seed);
    if judged["done"] == true || found.as_ref().is_some_and(|found| found["passed"] == true) {
        return String::new();
    }
    let demands = judged["demands"].as_array().expect("a list");
    let lacks: String = demands.iter().filter_map(|one| one["lacks"].as_str()).collect();
    lacks + found.as_ref().and_then(|found| found["words"].as_str()).unwrap_or_default()
}

#[test]
fn solutions_pass_every_step_and_earlier_answers_do_not() {
    for lesson in lessons() {
        let of = lesson.game.id();
        let path: Vec<Answer> =
            (0..lesson.steps.len()).map(|step| solution(&lesson, step)).collect();
        let text = |key| lesson.begin.get(key).and_then(Value::as_str).expect("a text");
        let begin: (String, String) = (text(FORMULA).to_owned(), text("search").to_owned());
        let begin: Answer = (begin.0.leak(), begin.1.leak(), "");
        let mut before = begin;
        for (step, answer) in path.into_iter().enumerate() {
            let at = format!("{of} step {}", step + 1);
            // The answer of the previous step is not enough: it does not meet the demands, or must play games first.
            assert_eq!(judge(&lesson, step, before)["done"], false, "{at}");
            // An unchanged formula is not enough for a demand on the heuristic.
            assert_ne!(missing(&lesson, step, (begin.0, answer.1, answer.2), 1), "", "{at}");
            assert_eq!(missing(&lesson, step, answer, 2), "", "{at}");
            before = answer;
        }
    }
}

#[test]
fn alternative_answers_pass_or_report_what_is_missing() {
    for lesson in lessons() {
        for (step, answer, expected) in alternatives(lesson.game.id()) {
            let found = missing(&lesson, step, answer, 4);
            let at = format!("{} step {}: {found}", lesson.game.id(), step + 1);
            assert_eq!(found.is_empty(), expected.is_empty(), "{at}");
            assert!(found.contains(expected), "{at}");
        }
    }
}

/// A wrong prediction completes the step: the verdict repeats it beside the result.
#[test]
fn a_verdict_compares_the_prediction_with_the_games() {
    for lesson in lessons() {
        let of = lesson.game.id();
        for (step, right) in TRUE_PREDICTIONS
            .iter()
            .filter(|(game, ..)| *game == of)
            .map(|&(_, step, right)| (step, right))
        {
            let (formula, search, _) = solution(&lesson, step);
            for prediction in PREDICTIONS {
                let mut judged = judge(&lesson, step, (formula, search, prediction));
                let found =
                    play_until_verdict(&lesson, step, &mut judged, prediction, 3).expect("games");
                assert_eq!(found["passed"], true, "{of} step {}", step + 1);
                let words = found["words"].as_str().expect("words");
                let begins = match prediction {
                    _ if prediction == right => ["As you predicted. ", "Your prediction may be"],
                    "equal" => ["You predicted: equal. ", "You predicted: equal. "],
                    "weaker" => ["You predicted: weaker. ", "Your prediction may be"],
                    _ => ["You predicted: stronger. ", "Your prediction may be"],
                };
                assert!(begins.iter().any(|begin| words.starts_with(begin)), "{words}");
            }
        }
    }
}

/// The number in the sentence that a step shows when it is done, and that the effect is large enough to be found: at least 8
/// points of 100, or so small that both heuristics are equal.
#[test]
fn measured_sentences_are_recomputed() {
    let mut wrong = Vec::new();
    for lesson in lessons() {
        for (step, of) in lesson.steps.iter().enumerate() {
            let at = format!("{} step {}", lesson.game.id(), step + 1);
            let learned = of.learned.as_ref().expect("a measured result");
            let mut judged = judge(&lesson, step, solution(&lesson, step));
            judged["arena"]["seed"] = 1.into();
            judged["arena"]["games"] = learned.games.into();
            let arena = setup::read(&judged["arena"]).expect("an arena");
            let plan = arena.prepare().expect("a plan");
            let watch = || Box::new(NoClock) as Box<dyn totora::contract::bot::Clock>;
            let play = |game| arena.play(&plan, game, &watch, false).expect("a game");
            let games: Vec<GameResult> = (0..learned.games as usize).map(play).collect();
            let (share, _) = outcome(&arena.add_up(&games));
            let percent = (share * 100.0).round() as u64;
            let effect = percent.abs_diff(50);
            println!("{at}: {percent}% in {} games", learned.games);
            if percent != learned.percent {
                wrong.push(format!("{at}: {percent}%, not {}%", learned.percent));
            }
            if !(effect >= 8 || effect <= 2) {
                wrong.push(format!("{at}: {percent}% is neither 8 points from a half nor equal"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// In the displayed position, the heuristic of the second step gives moves different scores.
#[test]
fn moves_score_differently_in_the_displayed_position() {
    use totora::base::rng::{Rng, Stream};
    use totora::contract::bot::Budget;
    for lesson in lessons() {
        let checked = totora::base::options::Options::check(lesson.game.options(), &lesson.options);
        let mut position = lesson.game.start(&checked.expect("options"), 1).expect("a start");
        for ply in &lesson.moves {
            position.play_ply(ply).expect("a ply");
        }
        let of = lesson.game.id();
        let options =
            lesson.game.bot_options(LAB, &options(solution(&lesson, 1))).expect("options");
        let bot = lesson.game.bot(LAB, &options).expect("a bot");
        let seat = position.to_act().first().expect("a seat");
        let rng = Rng::new(1, Stream::Decision { seat, ply: 0 });
        let begun = bot.begin(position.as_ref(), seat, Budget::Nodes(1), rng);
        let mut thinking = begun.expect("of this game");
        while !thinking.advance(1 << 10, &NoClock) {}
        let analysis = thinking.analysis();
        let mut scores: Vec<String> =
            analysis.candidates.iter().map(|one| format!("{:?}", one.score)).collect();
        let tasks = thinking.tasks();
        let options = tasks.iter().flat_map(|task| &task.options);
        scores.extend(options.map(|one| format!("{:?}", one.score)));
        scores.sort();
        scores.dedup();
        assert!(scores.len() > 2, "{of}: {scores:?}");
    }
}

#[test]
fn lesson_errors_name_line_column_and_field() {
    let good: Value = serde_json::from_str(LESSONS[1]).expect("JSON");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut other = good.clone();
        change(&mut other);
        serde_json::to_string_pretty(&other).expect("JSON")
    };
    let cases: [(String, &str); 15] = [
        ("{".to_owned(), "line 1, column 1: no JSON: EOF"),
        ("{\n  \"game\": \"chess\"\n}".to_owned(), "line 2, column 11: game: "),
        (
            "{\"game\":\"uros\"}".to_owned(),
            "line 1, column 1: `begin` is missing; expected an object of options",
        ),
        ("[]".to_owned(), "line 1, column 1: found `[]`; expected an object with `game`, `title`"),
        (with(&|all| all["stepz"] = 1.into()), "unknown field `stepz`; known are game, title"),
        (with(&|all| all["title"] = "a\u{202e}b".into()), "`title` is `"),
        (with(&|all| all["title"] = "a\u{7}b".into()), "expected a text of 1 to 80 characters"),
        (with(&|all| all["author"] = "x".repeat(121).into()), "`author` is `"),
        (with(&|all| all["steps"] = json!([])), "`steps` is `[]`; expected a list of 1 to 8"),
        (with(&|all| all["moves"][1] = "z9".into()), "moves[1]: "),
        (with(&|all| all["begin"]["formula"] = "1 +".into()), "begin: "),
        (
            with(&|all| all["steps"][1]["demands"][1]["more"] = "own_move".into()),
            "steps[1].demands[1].more: column 1: there is no `own_move`",
        ),
        (
            with(&|all| all["steps"][1]["demands"][1]["score"] = "up".into()),
            "`steps[1].demands[1].score` is `\"up\"`; expected `rises`, `falls` or `stays`",
        ),
        (
            with(&|all| all["steps"][3]["demands"][1]["is"] = "beta".into()),
            "steps[3].demands[1].is: ",
        ),
        (
            with(&|all| all["steps"][5]["demands"][1]["against"]["bot"] = "x".into()),
            "steps[5].demands[1].against.bot: unknown bot `x`",
        ),
    ];
    for (text, said) in cases {
        let error = Lesson::read(&text).err().unwrap_or_else(|| panic!("{text}"));
        assert!(error.contains(said), "{error}\n{said}");
        // The line and column are the start of the value of this field.
        let Some((place, rest)) = error.split_once(": ") else { panic!("{error}") };
        let numbers: Vec<usize> =
            place.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let line = text.lines().nth(numbers[0] - 1).unwrap_or_default();
        let last = rest.split(": ").next().unwrap_or_default().rsplit('.').next();
        if let Some(key) = last.filter(|key| key.bytes().all(|b| b.is_ascii_lowercase())) {
            let before: String = line.chars().take(numbers[1] - 1).collect();
            assert!(before.trim_end().ends_with(&format!("\"{key}\":")), "{error}\n{before}");
        }
    }
    assert!(Lesson::read(&" ".repeat(MOST_BYTES + 1)).err().expect("too long").contains("bytes"));
}

#[test]
fn step_texts_are_short_and_missing_steps_are_errors() {
    for lesson in lessons() {
        for step in &lesson.steps {
            assert!(step.text.len() < 300, "{}", step.title);
        }
        assert!(lesson.judge(lesson.steps.len(), &RawOptions::new()).is_err());
        assert!(lesson.verdict(99, 40, (0.5, 0.1), "").is_err());
    }
    assert!(lessons().nth(1).expect("Isolation").verdict(1, 40, (0.5, 0.1), "").is_err());
}

/// What it learns in its game completes the steps of the tutorial on learning, which weights of zero do not.
#[test]
fn learned_weights_complete_the_tutorial_on_learning() {
    let text = include_str!("../../src/lab/lessons/learning.json");
    let lesson = Lesson::read(text).expect("a lesson");
    assert!(lesson.steps.iter().all(|step| step.text.len() < 300 + step.text.matches('λ').count()));
    let judged = |step: usize, options: &RawOptions| {
        json!(lesson.judge(step, options).expect("options that fit"))
    };
    assert_eq!(
        [0, 1, 2].map(|step| judged(step, &lesson.begin)["done"] == true),
        [true, true, false]
    );
    let request = json!({
        "game": lesson.game.id(), "seed": 1, "games": 1, "bot": { "bot": "lab", "options": lesson.begin },
        "field": [{ "bot": "random", "options": {} }],
        "settings": { "games": 300, "measure": 0, "verify": 0 },
    });
    let mut learning = totora::prove::learned::read(&request).expect("a learning");
    while !learning.is_done() {
        learning.advance(&|| Box::new(NoClock)).expect("a game");
    }
    let report = learning.report().expect("a report");
    let learned = report.seat["options"].as_object().expect("options").clone();
    assert_eq!(judged(2, &learned)["done"], true, "{learned:?}");
    let mut last = judged(3, &learned);
    assert_eq!(play_until_verdict(&lesson, 3, &mut last, "", 2).expect("games")["passed"], true);
    let useless = options(("own_corner_moves", "alpha-beta", ""));
    assert_eq!(judged(4, &useless)["done"], true);
    assert_eq!(judged(4, &learned)["done"], false);
}
