//! The moments of Home's gallery: every link opens, and shows what its caption says. `demos/demos.toml` tells how they
//! came about; with `UPDATE_DEMOS=1` the links are made anew and written to where the page reads them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use totora::catalog::AnyPosition;
use totora::contract::bot::{Unwatched, Watch};
use totora::record::Record;
use totora::record::link::Shown;
use totora::session::Session;
use totora::session::dto;
use totora::session::protocol::Conversation;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Demos {
    demo: Vec<Demo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Demo {
    id: String,
    game: String,
    title: String,
    text: String,
    seats: String,
    seed: u64,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    moves: Option<String>,
    plies: Option<usize>,
    #[serde(default)]
    people: Vec<usize>,
    ply: usize,
    #[serde(default = "off")]
    overlay: String,
    holds: Vec<Claim>,
}

fn off() -> String {
    "off".to_owned()
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Claim {
    ply: Option<usize>,
    bot: Option<String>,
    nodes: Option<u64>,
    choice: Option<String>,
    not: Option<String>,
    why: Option<String>,
    plies: Option<u64>,
    all: Option<String>,
    wins: Option<usize>,
    losses: Option<usize>,
    count: Option<usize>,
    of: Option<String>,
    term: Option<String>,
    gives: Option<f64>,
    next: Option<String>,
    opposite: bool,
    human: Option<bool>,
    says: Option<String>,
    summary: Option<String>,
    is: Option<i64>,
    has: Option<String>,
    lacks: Option<String>,
    falls: Option<i64>,
    legal: Option<u64>,
    threats: Option<Vec<String>>,
    saves: Option<String>,
    turns: Option<usize>,
    through: Option<usize>,
    others: Option<usize>,
    regains: bool,
    last: Option<usize>,
    times: Option<u64>,
    end: Option<String>,
}

impl Claim {
    /// The numbers that it says something about.
    fn numbers(&self) -> Vec<u64> {
        let counts = [self.wins, self.losses, self.count, self.turns, self.through, self.others];
        let counts = counts.into_iter().flatten().map(|number| number as u64);
        let figures = [self.is, self.falls].into_iter().flatten().map(i64::unsigned_abs);
        let given = self.gives.map(|points| points.abs() as u64);
        let others = [self.plies, self.legal, self.times, given].into_iter().flatten();
        let threats = self.threats.iter().map(|cells| cells.len() as u64);
        counts.chain(figures).chain(others).chain(threats).collect()
    }
}

/// What the page reads.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
struct Card {
    id: String,
    game: String,
    title: String,
    text: String,
    link: String,
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

const PAGE: &str = "www/app/demos.json";

fn demos() -> Vec<Demo> {
    let text = fs::read_to_string(path("demos/demos.toml")).unwrap();
    toml::from_str::<Demos>(&text).unwrap_or_else(|e| panic!("demos/demos.toml: {e}")).demo
}

fn cards() -> Vec<Card> {
    let text = fs::read_to_string(path(PAGE)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{PAGE}: {e}"))
}

/// An option as the command line takes it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The game of a demo, played by its bots, or with its moves.
fn record(demo: &Demo) -> Record {
    let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
    command.args(["play", &demo.game, "--seats", &demo.seats, "--json"]);
    command.args(["--seed", &demo.seed.to_string()]);
    for (key, value) in &demo.options {
        command.args(["--option", &format!("{key}={}", plain(value))]);
    }
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}: {}", demo.id, String::from_utf8_lossy(&done.stderr));
    let mut record: Value = serde_json::from_slice(&done.stdout).unwrap();
    if let Some(moves) = &demo.moves {
        record["moves"] = moves.split(' ').collect();
        record["result"] = Value::Null;
    }
    if let Some(plies) = demo.plies {
        record["moves"].as_array_mut().unwrap().truncate(plies);
        record["result"] = Value::Null;
    }
    for &seat in &demo.people {
        record["seats"][seat] = json!({ "human": true });
    }
    Record::from_text(&record.to_string()).unwrap()
}

fn card(demo: &Demo) -> Card {
    let session = Session::replay(record(demo)).unwrap_or_else(|e| panic!("{}: {e}", demo.id));
    let shown = Shown { ply: demo.ply, overlay: demo.overlay.clone(), ..Shown::default() };
    let link = session.link(&shown).unwrap();
    let Demo { id, game, title, text, .. } = demo;
    let [id, game, title, text] = [id, game, title, text].map(String::clone);
    Card { id, game, title, text, link }
}

/// A demo's game as the protocol talks about it.
struct Table {
    conversation: Conversation,
    record: Value,
}

impl Table {
    fn ask(&mut self, question: &Value) -> Value {
        let watch: &dyn Fn() -> Box<dyn Watch> = &|| Box::new(Unwatched);
        let answer = self.conversation.answer(&question.to_string(), watch);
        let answer: Value = serde_json::from_str(&answer.line).unwrap();
        assert_eq!(answer["ok"], true, "{question}: {answer}");
        answer
    }

    /// Goes to the position after so many plies.
    fn state(&mut self, ply: usize) -> Value {
        let mut record = self.record.clone();
        record["moves"].as_array_mut().unwrap().truncate(ply);
        record["result"] = Value::Null;
        self.ask(&json!({ "do": "load", "record": record }))["state"].take()
    }
}

/// Holds a claim against the game; the error says what is so instead.
fn check(
    table: &mut Table,
    session: &mut Session,
    ply: usize,
    claim: &Claim,
) -> Result<(), String> {
    let state = table.state(ply);
    let same = |what: &str, found: &Value, wanted: &Value| {
        if found == wanted { Ok(()) } else { Err(format!("{what} is {found}, not {wanted}")) }
    };
    let contains = |what: &str, text: &str, part: &str| {
        if text.contains(part) {
            Ok(())
        } else {
            Err(format!("{what} is “{text}”, without “{part}”"))
        }
    };
    if let Some(bot) = &claim.bot {
        let mut question = json!({ "do": "think", "bot": bot, "seed": session_seed(session) });
        if let Some(nodes) = claim.nodes {
            question["budget"] = json!({ "nodes": nodes });
        }
        let thought = table.ask(&question)["thought"].take();
        if let Some(choice) = &claim.choice {
            same(&format!("{bot}’s choice"), &thought["choice"], &json!(choice))?;
        }
        if let Some(not) = &claim.not
            && thought["choice"] == json!(not)
        {
            return Err(format!("{bot} plays {not} too"));
        }
        if let Some(why) = &claim.why {
            contains(&format!("{bot}’s reason"), thought["why"].as_str().unwrap(), why)?;
        }
        let candidates = thought["candidates"].as_array().unwrap();
        if let Some(plies) = claim.plies {
            let chosen = candidates.iter().find(|one| one["move"] == thought["choice"]).unwrap();
            same(&format!("{bot}’s plies"), &chosen["plies"], &json!(plies))?;
        }
        if let (Some(of), Some(term), Some(gives)) = (&claim.of, &claim.term, claim.gives) {
            let one = candidates.iter().find(|one| one["move"] == json!(of));
            let found = &one.ok_or(format!("{bot} has no candidate {of}"))?["terms"][term];
            same(&format!("{term} of {of}"), &json!(found.as_f64()), &json!(gives))?;
        }
        if let Some(count) = claim.count {
            same(&format!("{bot}’s candidates"), &json!(candidates.len()), &json!(count))?;
        }
        let having = |score: &str| candidates.iter().filter(|one| one["score"] == score).count();
        if let Some(all) = &claim.all {
            same(
                &format!("{bot}: {all} of {}", candidates.len()),
                &json!(having(all)),
                &json!(candidates.len()),
            )?;
        }
        if let Some(wins) = claim.wins {
            same(&format!("{bot}: moves that win"), &json!(having("win")), &json!(wins))?;
        }
        if let Some(losses) = claim.losses {
            same(&format!("{bot}: moves that lose"), &json!(having("loss")), &json!(losses))?;
        }
    }
    if let Some(path) = &claim.summary {
        let at = |state: &Value| {
            state["summary"].pointer(path).cloned().ok_or(format!("no {path} in the summary"))
        };
        let found = at(&state)?;
        if let Some(is) = claim.is {
            same(path, &found, &json!(is))?;
        }
        for (text, wanted) in [(&claim.has, true), (&claim.lacks, false)] {
            if let Some(text) = text {
                let there = found.as_array().unwrap().contains(&json!(text));
                same(&format!("{text} in {path}"), &json!(there), &json!(wanted))?;
            }
        }
        if let Some(falls) = claim.falls {
            let after = at(&table.state(ply + 1))?.as_i64().unwrap();
            same(
                &format!("the fall of {path}"),
                &json!(found.as_i64().unwrap() - after),
                &json!(falls),
            )?;
        }
    }
    if let Some(human) = claim.human {
        let seat = state["to_act"][0].as_u64().unwrap() as usize;
        let seated = &table.record["seats"][seat]["human"];
        same("a person to move", &json!(seated == &json!(true)), &json!(human))?;
    }
    if let Some(cells) = &claim.threats {
        let wanted: BTreeSet<&String> = cells.iter().collect();
        same("threats", &json!(threats(session, ply)), &json!(wanted))?;
    }
    if let Some(cell) = &claim.saves {
        let here = session.position_at(ply).unwrap();
        for other in here.legal().unwrap().iter().filter(|other| *other != cell) {
            let mut next = here.boxed();
            next.play_ply(other).unwrap();
            let winner = next.to_act().first();
            if next.play_ply(cell).is_err() || winner_of(next.as_ref()) != winner {
                return Err(format!("after {other} {cell} does not win"));
            }
        }
    }
    if let Some(legal) = claim.legal {
        same("legal moves", &state["legal"], &json!(legal))?;
    }
    let row = dto::moves(session, ply, 1);
    if let Some(next) = &claim.next {
        same("the next move", &json!(session.plies().get(ply).map(|ply| &ply.text)), &json!(next))?;
    }
    if claim.opposite {
        let cell = |ply: usize| {
            let bytes = session.plies()[ply].text.as_bytes();
            (u32::from(bytes[0]), u32::from(bytes[1]))
        };
        let (before, now) = (cell(ply - 1), cell(ply));
        // On 7x7.
        let sum = (u32::from(b'a' + b'g'), u32::from(b'1' + b'7'));
        same("the opposite", &json!([before.0 + now.0, before.1 + now.1]), &json!([sum.0, sum.1]))?;
    }
    if let Some(says) = &claim.says {
        let told = serde_json::to_string(&row).unwrap();
        contains("the next move", &told, says)?;
    }
    if let (Some(turns), Some(next)) = (claim.turns, &claim.next) {
        same("stones turned", &json!(turned(session, ply, next).1.len()), &json!(turns))?;
    }
    if let (Some(most), Some(next)) = (claim.others, &claim.next) {
        let legal = session.position_at(ply).unwrap().legal().unwrap();
        let others = legal.iter().filter(|other| *other != next);
        let found = others.map(|other| turned(session, ply, other).1.len()).max();
        same("stones turned by another move", &json!(found), &json!(most))?;
    }
    if claim.regains {
        let text = |ply: usize| session.plies()[ply].text.as_str();
        let (_, before) = turned(session, ply - 1, text(ply - 1));
        let (_, now) = turned(session, ply, text(ply));
        if before.is_empty() || !before.is_subset(&now) {
            return Err(format!("{now:?} is turned of {before:?}"));
        }
    }
    if let (Some(through), Some(next)) = (claim.through, &claim.next) {
        let (answer, _) = turned(session, ply, next);
        let crossed = |ray: &Value| {
            ray["steps"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|step| !step["through"].is_null())
                .count()
        };
        let most = answer["rays"].as_array().unwrap().iter().map(crossed).max();
        same("transitions", &json!(most), &json!(through))?;
    }
    if let Some(seat) = claim.last {
        let ranks = state["outcome"]["ranks"].as_array().ok_or("the game is not over")?;
        let last = ranks.iter().map(|rank| rank.as_u64().unwrap()).max();
        same("the last rank", &ranks[seat], &json!(last))?;
        if let Some(times) = claim.times {
            let scores = state["outcome"]["scores"].as_array().unwrap();
            let of = |seat: usize| scores[seat].as_u64().unwrap();
            let others = (0..scores.len()).filter(|&other| other != seat).map(of);
            if others.min() < Some(of(seat) * times) {
                return Err(format!("the scores are {scores:?}"));
            }
        }
    }
    if let Some(end) = &claim.end {
        session.go_to(ply).unwrap();
        contains("the end", &session.outcome_text().ok_or("the game is not over")?, end)?;
    }
    Ok(())
}

/// Who has won; `None` while it goes on, and for several.
fn winner_of(position: &dyn AnyPosition) -> Option<usize> {
    let ranks = position.outcome()?.ranks;
    let first = ranks.iter().position(|&rank| rank == 1)?;
    (ranks.iter().filter(|&&rank| rank == 1).count() == 1).then_some(first)
}

/// The cells on which the opponent of whoever is to move wins, after some move that leaves them free.
fn threats(session: &Session, ply: usize) -> BTreeSet<String> {
    let here = session.position_at(ply).unwrap();
    let mut found = BTreeSet::new();
    for mv in here.legal().unwrap() {
        let mut next = here.boxed();
        next.play_ply(&mv).unwrap();
        let opponent = next.to_act().first();
        for cell in next.legal().unwrap() {
            let mut last = next.boxed();
            last.play_ply(&cell).unwrap();
            if opponent.is_some() && winner_of(last.as_ref()) == opponent {
                found.insert(cell);
            }
        }
    }
    found
}

/// What the page is told of a stone that is put there, and the stones that it turns.
fn turned(session: &Session, ply: usize, mv: &str) -> (Value, BTreeSet<u64>) {
    let position = session.position_at(ply).unwrap();
    let (x, y) = mv.split_once(',').unwrap();
    let columns = serde_json::to_value(position.layout()).unwrap()["columns"].as_u64().unwrap();
    let tile = y.parse::<u64>().unwrap() * columns + x.parse::<u64>().unwrap();
    let answer = position.inspect(&json!({ "turns": tile })).unwrap();
    let answer = serde_json::to_value(answer).unwrap();
    let turned = answer["turned"].as_array().unwrap().iter().map(|at| at.as_u64().unwrap());
    let turned = turned.collect();
    (answer, turned)
}

/// The numbers of a caption, in digits or words, but for `one`, coordinates and sizes of boards.
fn numbers_of(caption: &str) -> Vec<u64> {
    const WORDS: [(&str, u64); 14] = [
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("tenth", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("twenty", 20),
        ("thirty-one", 31),
    ];
    let words = caption
        .split_whitespace()
        .map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase());
    words
        .filter_map(|word| {
            let known = WORDS.iter().find(|(known, _)| *known == word).map(|&(_, number)| number);
            known.or_else(|| word.parse().ok())
        })
        .collect()
}

fn session_seed(session: &Session) -> u64 {
    session.to_record().seed
}

#[test]
fn every_link_opens_and_shows_what_its_caption_says() {
    let demos = demos();
    if std::env::var_os("UPDATE_DEMOS").is_some() {
        let cards: Vec<Card> = demos.iter().map(card).collect();
        let mut text = serde_json::to_string_pretty(&cards).unwrap();
        text.push('\n');
        fs::write(path(PAGE), text).unwrap();
    }
    let cards = cards();
    let mut wrong = Vec::new();
    assert_eq!(cards.len(), demos.len(), "{PAGE} is of other demos: UPDATE_DEMOS=1 makes it anew");
    for (demo, card) in demos.iter().zip(&cards) {
        let same = [(&demo.id, &card.id), (&demo.title, &card.title), (&demo.text, &card.text)];
        assert!(same.iter().all(|(a, b)| a == b), "{}: UPDATE_DEMOS=1 makes {PAGE} anew", demo.id);
        let (mut session, shown) = match Session::open(&card.link) {
            Ok(opened) => opened,
            Err(e) => {
                wrong.push(format!("{}: {e}; UPDATE_DEMOS=1 makes the link anew", demo.id));
                continue;
            }
        };
        assert_eq!((shown.ply, &shown.overlay), (demo.ply, &demo.overlay), "{}", demo.id);
        assert!(card.link.len() < 400, "{}: {} characters", demo.id, card.link.len());
        let record = serde_json::to_value(session.to_record()).unwrap();
        let mut table = Table { conversation: Conversation::new(), record };
        assert!(!demo.holds.is_empty(), "{}: a caption without a claim", demo.id);
        let mut known: Vec<u64> = demo.holds.iter().flat_map(Claim::numbers).collect();
        known.push(session.position().seats() as u64);
        let caption = format!("{} {}", demo.title, demo.text);
        for number in numbers_of(&caption).into_iter().filter(|number| !known.contains(number)) {
            wrong.push(format!("{}: {number} is in the caption and in no claim", demo.id));
        }
        for claim in &demo.holds {
            let ply = claim.ply.unwrap_or(demo.ply);
            if let Err(e) = check(&mut table, &mut session, ply, claim) {
                wrong.push(format!("{} at {ply}: {e}", demo.id));
            }
        }
    }
    assert!(wrong.is_empty(), "captions that are not so:\n{}", wrong.join("\n"));
}

#[test]
fn every_game_has_four_and_the_captions_are_short() {
    let demos = demos();
    assert!(demos.len() >= 20, "{} demos", demos.len());
    for demo in &demos {
        let of = demos.iter().filter(|other| other.game == demo.game).count();
        assert!(of >= 4, "{} has {of} demos", demo.game);
    }
    let mut ids: Vec<_> = demos.iter().map(|demo| &demo.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), demos.len(), "an id twice");
    for demo in &demos {
        assert!(demo.title.chars().count() <= 45, "{}: the title is long", demo.id);
        assert!(demo.text.chars().count() <= 150, "{}: the text is long", demo.id);
    }
}
