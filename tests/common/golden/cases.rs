//! The positions and bots in `cases.json`.

use crate::files::pairs;
use serde_json::{Map, Value, json};
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::contract::bot::{NoClock, SLICE};
use totora::record::{Record, SeatSpec};
use totora::session::Session;
use totora::session::protocol::Conversation;

/// A bot that analyses a position.
pub(crate) struct Case {
    /// The name of the position.
    position: String,
    /// The record of the game up to the position.
    record: Value,
    /// The bot with its options and its budget, and the seat if several owe a move.
    bot_request: Map<String, Value>,
    /// The budget of all cases of this game without their own.
    budget: Option<Value>,
}

/// The ids of all games in this build, with the ids of their bots and whether they use a budget.
pub(crate) fn games_and_bots() -> Vec<(&'static str, Vec<(&'static str, bool)>)> {
    GAMES
        .iter()
        .map(|game| {
            let bots = game.bots();
            (game.id(), bots.iter().map(|bot| (bot.id, bot.budget.is_some())).collect())
        })
        .collect()
}

/// The cases of a game in the text of `cases.json`: every bot with its defaults at every position, or at the positions in
/// `only`, and then the variants.
///
/// A game that is not in the file uses the positions of a random game.
pub(crate) fn cases(text: &str, game: &str) -> Vec<Case> {
    let all: Value = serde_json::from_str(text).expect("cases.json is JSON");
    let drawn = json!({ "budget": { "nodes": 200 }, "positions": random_positions(game) });
    let of = all.get(game).unwrap_or(&drawn);
    let list = |key: &str| of[key].as_array().cloned().unwrap_or_default();
    let positions = list("positions");
    assert!(
        positions.len() >= 3,
        "tests/golden/thoughts/cases.json has {} positions of {game}; give it at least three \
         (the opening, the middle, near the end), as the other games have",
        positions.len()
    );
    let named = |name: &str| {
        positions
            .iter()
            .find(|position| position["name"] == *name)
            .unwrap_or_else(|| panic!("cases.json: {game} has no position `{name}`"))
    };
    let make = |position: &Value, bot_request: Map<String, Value>, budget: Option<Value>| {
        // The first plies of the game of another position, or a game of its own.
        let source = match position["of"].as_str() {
            Some(name) => named(name),
            None => position,
        };
        let mut moves: Vec<&str> = match source["moves"].as_str().unwrap_or_default() {
            "" => Vec::new(),
            turns if turns.contains(" / ") => turns.split(" / ").collect(),
            moves => moves.split(' ').collect(),
        };
        if let Some(plies) = position["plies"].as_u64() {
            moves.truncate(plies as usize);
        }
        Case {
            position: position["name"].as_str().expect("a position has a name").to_owned(),
            record: json!({
                "totora": 1,
                "game": game,
                "options": source.get("options").cloned().unwrap_or_else(|| json!({})),
                "seed": source["seed"],
                "moves": moves,
            }),
            bot_request,
            budget,
        }
    };
    let (_, bots) = games_and_bots().into_iter().find(|(id, _)| *id == game).expect("a game");
    let mut cases = Vec::new();
    for position in &positions {
        for (bot, timed) in &bots {
            let only = of["only"].get(bot).and_then(Value::as_array);
            if only.is_some_and(|only| !only.contains(&position["name"])) {
                continue;
            }
            let mut bot_request = Map::new();
            bot_request.insert("bot".to_owned(), json!(bot));
            if let Some(seat) = position.get("seat") {
                bot_request.insert("seat".to_owned(), seat.clone());
            }
            cases.push(make(position, bot_request, timed.then(|| of["budget"].clone())));
        }
    }
    for variant in list("variants") {
        let mut bot_request = variant.as_object().cloned().expect("a variant is an object");
        let at = bot_request.remove("at").expect("a variant names its position");
        cases.push(make(named(at.as_str().expect("a name")), bot_request, None));
    }
    cases
}

/// Positions in the opening, in the middle and near the end of a game with random moves.
fn random_positions(game: &str) -> Value {
    let record = json!({ "totora": 1, "game": game, "options": {}, "seed": 1 });
    let record = Record::from_json(&record).expect("a record");
    let mut session = Session::begin(record).expect("a session");
    let mut rng = Rng::new(1, Stream::Other(78));
    let mut moves: Vec<String> = Vec::new();
    while let Some(seat) = session.position().to_act().first() {
        let Some(legal) = session.position().legal().filter(|legal| !legal.is_empty()) else {
            break;
        };
        let mv = legal[rng.below(legal.len())].clone();
        session.play(Some(seat), &mv, false).expect("a legal move");
        moves.push(mv);
    }
    let at = |name: &str, plies: usize| json!({ "name": name, "seed": 1, "moves": moves[..plies].join(" ") });
    let end = moves.len();
    json!([at("opening", 0), at("middle", end / 2), at("near the end", end.saturating_sub(3))])
}

fn ask(conversation: &mut Conversation, request: &Value) -> Value {
    let answer = conversation.answer(&request.to_string(), &|| Box::new(NoClock));
    let answer: Value = serde_json::from_str(&answer.line).expect("the protocol answers JSON");
    assert_eq!(answer["ok"], true, "{request}: {}", answer["error"]);
    answer
}

impl Case {
    /// Identifies the case among those of its bot: the position, and the options or budget of a variant.
    pub(crate) fn id(&self) -> String {
        format!("{}{}", self.position, pairs(&self.bot_request, &["bot", "seat"]))
    }

    /// The id of the bot.
    pub(crate) fn bot(&self) -> &str {
        self.bot_request["bot"].as_str().expect("a bot")
    }

    /// The name of the position.
    pub(crate) fn position(&self) -> &str {
        &self.position
    }

    /// The bot's answer in the format of the protocol.
    pub(crate) fn analysis(&self) -> Value {
        let mut conversation = Conversation::new();
        ask(&mut conversation, &json!({ "do": "load", "record": self.record }));
        let mut request = self.bot_request.clone();
        if let (None, Some(budget)) = (request.get("budget"), &self.budget) {
            request.insert("budget".to_owned(), budget.clone());
        }
        request.insert("do".to_owned(), json!("think"));
        ask(&mut conversation, &Value::Object(request))["thought"].take()
    }

    /// Each candidate with its description and its location on the board.
    pub(crate) fn shown(&self) -> Vec<(String, String, Value)> {
        let record = Record::from_json(&self.record).expect("a record");
        let session = Session::replay(record).expect("replays");
        let spec = SeatSpec::from_json(session.setup().game, &Value::Object(self.record_seat()))
            .expect("a bot");
        let seat = self.bot_request.get("seat").and_then(Value::as_u64).map(|seat| seat as usize);
        let mut thinking =
            session.think_for(seat, &spec, session.setup().seed).expect("begins to think");
        while !thinking.advance(SLICE, &NoClock) {}
        let moves = thinking.analysis().candidates.into_iter().map(|candidate| candidate.mv);
        moves
            .zip(thinking.descriptions())
            .zip(thinking.locations())
            .map(|((mv, words), place)| (mv, words, place.to_json()))
            .collect()
    }

    /// The bot in the format of records.
    fn record_seat(&self) -> Map<String, Value> {
        let of_record = |(key, _): &(&String, &Value)| key.as_str() != "seat";
        let pairs = self.bot_request.iter().filter(of_record);
        let mut seat: Map<String, Value> =
            pairs.map(|(key, value)| (key.clone(), value.clone())).collect();
        if let Some(budget) = self.budget.clone() {
            seat.insert("budget".to_owned(), budget);
        }
        seat
    }
}
