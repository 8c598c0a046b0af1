//! The protocol for external programs: JSON Lines, with one response line per request line; specified in
//! `docs/reference/protocol.md`.
//!
//! It reads and writes texts only; streams and clocks belong to the command line. Every input gets exactly
//! one line in response, and an error leaves the position unchanged.

use crate::base::fixed::shorten;
use crate::base::json::At;
use crate::base::options::Options;
use crate::base::util::{gathered, split_outside};
use crate::catalog;
use crate::contract::bot::{Budget, Clock};
use crate::record::import::{Content, import};
use crate::record::link::{self, ViewState};
use crate::record::{FORMAT, Record, RecordError, SeatSpec, raw_options, seed_of};
use crate::session::Session;
use crate::session::dto::{self, AnalysisRow, PositionState};
use serde_json::{Map, Value, json};

/// Maximum bytes of a request line.
pub const MAX_LINE: usize = crate::record::MAX_BYTES;

const COMMANDS: &str = "new, play, undo, state, legal, position, think, record, link, load, quit";

/// A conversation with one program.
#[derive(Default)]
pub struct Conversation {
    session: Option<Session>,
}

/// The response to one line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// One line, without its line end.
    pub line: String,
    /// Whether the conversation has ended.
    pub quit: bool,
}

impl Answer {
    /// The response to a line that is not valid text, or too long.
    pub fn error(message: &str) -> Self {
        Answer { line: json!({ "ok": false, "error": message }).to_string(), quit: false }
    }
}

impl Conversation {
    /// A conversation without a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// Responds to a line. `watch` creates a watch that starts now, for budgets in time.
    pub fn answer(&mut self, line: &str, watch: &dyn Fn() -> Box<dyn Clock>) -> Answer {
        match self.respond(line, watch) {
            Ok((fields, quit)) => {
                let mut object = Map::new();
                object.insert("ok".to_owned(), Value::Bool(true));
                if let Value::Object(fields) = fields {
                    object.extend(fields);
                }
                Answer { line: Value::Object(object).to_string(), quit }
            }
            Err(message) => Answer::error(&message),
        }
    }

    /// Begins a game between bots, written as for the command `play`: options are `key=value`, and `seats` has a bot
    /// for each seat, separated by commas.
    ///
    /// # Errors
    /// What is wrong, and what was expected.
    pub fn begin_match(
        &mut self,
        game: &str,
        options: &[String],
        seed: u64,
        seats: &str,
        budget: Option<&str>,
    ) -> Result<(), String> {
        let game = catalog::game(game).map_err(|e| e.to_string())?;
        let raw = raw_options(options.iter().map(String::as_str))?;
        let options = Options::check(game.options(), &raw).map_err(|e| e.to_string())?;
        let budget = budget.map(str::parse::<Budget>).transpose()?;
        let bots = split_outside(seats, b',');
        let expected = game.start(&options, seed).map_err(|e| e.to_string())?.seats();
        if bots.len() != expected {
            let given = bots.len();
            return Err(format!("expected {expected} bots, one for each seat; there are {given}"));
        }
        let bot = |text| SeatSpec::from_text(game, text, budget).map_err(RecordError::words);
        let seats = bots.into_iter().map(bot).collect::<Result<Vec<_>, _>>()?;
        let record = Record::new(game, options, seed, seats);
        self.session = Some(Session::begin(record).map_err(RecordError::words)?);
        Ok(())
    }

    fn respond(
        &mut self,
        line: &str,
        watch: &dyn Fn() -> Box<dyn Clock>,
    ) -> Result<(Value, bool), String> {
        if line.len() > MAX_LINE {
            return Err(too_long());
        }
        let request: Value = serde_json::from_str(line)
            .map_err(|e| format!("not JSON: {e}; expected one object a line"))?;
        let command = request.get("do").and_then(Value::as_str).ok_or_else(|| {
            format!(
                "`{}` says nothing to do; expected an object with \"do\": one of {COMMANDS}",
                shorten(line)
            )
        })?;
        let all = At::root(&request);
        let fields = match command {
            "new" => {
                self.session = Some(begin(&all)?);
                self.state()?
            }
            "load" => {
                let (record, notes) = brought(&all)?;
                self.session = Some(Session::replay(record).map_err(|e| e.to_string())?);
                let mut fields = self.state()?;
                if !notes.is_empty() {
                    fields["notes"] = json!(notes);
                }
                fields
            }
            "play" => {
                let text = all.need("move", "a text in the game's notation")?.text()?;
                let seat = dto::seat_of(&all)?;
                let session = self.session()?;
                let before = session.ply();
                session.play(seat, text, true).map_err(|e| e.to_string())?;
                // A turn that waits for other seats has no description yet.
                let last = session.plies().get(before).filter(|_| session.ply() > before);
                let played = last.map(|ply| ply.description.clone());
                let mut fields = self.state()?;
                if let Some(words) = played {
                    fields["words"] = json!(words);
                }
                fields
            }
            "undo" => {
                self.session()?.take_back().map_err(|e| e.to_string())?;
                self.state()?
            }
            "state" => self.state()?,
            "legal" => json!({ "moves": self.session()?.position().legal() }),
            "position" => json!({ "position": self.session()?.position().position_text() }),
            "link" => {
                let session = self.session()?;
                let shown = ViewState { ply: session.ply(), ..ViewState::default() };
                json!({ "link": session.link(&shown).map_err(|e| e.to_string())? })
            }
            "think" => json!({ "thought": think(self.session()?, &all, watch)? }),
            "record" => json!({ "record": self.session()?.to_record().to_json() }),
            "quit" => return Ok((Value::Null, true)),
            other => {
                return Err(format!("unknown `do`: `{}`; known are {COMMANDS}", shorten(other)));
            }
        };
        Ok((fields, false))
    }

    /// The game of the conversation, for callers that need no text.
    ///
    /// # Errors
    /// When no game has begun.
    pub fn session(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| {
            r#"there is no game yet; begin one with {"do":"new","game":"uros"}"#.to_owned()
        })
    }

    fn state(&mut self) -> Result<Value, String> {
        Ok(json!({ "state": PositionState::from_session(self.session()?) }))
    }
}

/// The error message for a line that is too long.
pub fn too_long() -> String {
    format!("the line is too long; at most {MAX_LINE} bytes are read")
}

/// The fields with these keys that the request contains.
fn given(all: &At<'_>, keys: &[&str]) -> Map<String, Value> {
    let field = |key: &&str| Some(((*key).to_owned(), all.get(key)?.value().clone()));
    gathered(keys.iter().filter_map(field))
}

/// The game of a request to load one, with remarks on its conversion: `record`, or `text` in any format that the importer
/// knows. A link is opened if that takes no longer than a search may.
fn brought(all: &At<'_>) -> Result<(Record, Vec<String>), String> {
    let Some(text) = all.get("text") else {
        let record = all.need("record", "a record")?.value();
        return Ok((Record::from_json(record).map_err(|e| e.to_string())?, Vec::new()));
    };
    let text = text.text()?;
    match import(text).map_err(|e| e.to_string())? {
        Content::Json => Ok((Record::from_text(text).map_err(|e| e.to_string())?, Vec::new())),
        Content::Link(address) => {
            let (record, _) = link::decode(&address.link()).map_err(|e| e.to_string())?;
            Ok((record, Vec::new()))
        }
        Content::Game(found) => Ok((found.record, found.notes)),
        Content::Study => Err("this is a study; expected one game".to_owned()),
    }
}

fn begin(all: &At<'_>) -> Result<Session, String> {
    all.need("game", "a game's name, such as \"uros\"")?.text()?;
    let mut record = given(all, &["game", "options", "seed"]);
    record.insert("totora".to_owned(), json!(FORMAT));
    let record = Record::from_json(&Value::Object(record));
    record.and_then(Session::begin).map_err(RecordError::words)
}

fn think(
    session: &Session,
    all: &At<'_>,
    watch: &dyn Fn() -> Box<dyn Clock>,
) -> Result<Value, String> {
    all.need("bot", "a bot's name")?.text()?;
    let bot = Value::Object(given(all, &["bot", "options", "budget"]));
    let seed = seed_of(all)?.unwrap_or(session.setup().seed);
    let (mut thinking, measure) = dto::think_by(session, all, &bot, seed)?;
    let watch = watch();
    while !thinking.advance(crate::contract::bot::SLICE, watch.as_ref()) && !watch.stop() {}
    Ok(json!(AnalysisRow::from_search(thinking.as_ref(), &measure)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::bot::NoClock;

    fn ask(conversation: &mut Conversation, line: &str) -> Value {
        let answer = conversation.answer(line, &|| Box::new(NoClock));
        assert!(!answer.line.contains('\n'));
        serde_json::from_str(&answer.line).expect("JSON")
    }

    fn refused(conversation: &mut Conversation, line: &str, said: &str) {
        let answer = ask(conversation, line);
        assert_eq!(answer["ok"], false, "{line}");
        let error = answer["error"].as_str().expect("a text");
        assert!(error.contains(said), "{line}: {error}");
    }

    #[test]
    fn conversation_continues_after_every_error() {
        let mut conversation = Conversation::new();
        for (line, said) in [
            ("", "not JSON"),
            ("null", "nothing to do"),
            ("{\"do\":7}", "nothing to do"),
            (r#"{"do":"dance"}"#, "unknown `do`: `dance`"),
            (r#"{"do":"state"}"#, "no game yet"),
            (r#"{"do":"new"}"#, "`game` is missing"),
            (r#"{"do":"new","game":"go"}"#, "unknown game `go`; known are"),
            (r#"{"do":"new","game":"uros","seed":-1}"#, "`seed` is `-1`"),
            (
                r#"{"do":"new","game":"uros","options":{"start":"green"}}"#,
                "must be one of red, blue",
            ),
            (r#"{"do":"new","game":"uros","options":[]}"#, "`options` is `[]`"),
        ] {
            refused(&mut conversation, line, said);
        }
        let begun = ask(&mut conversation, r#"{"do":"new","game":"uros","options":{},"seed":1}"#);
        assert_eq!(begun["state"]["legal"], 667);
        assert_eq!(begun["state"]["ply"], 0);
        for (line, said) in [
            (r#"{"do":"play"}"#, "`move` is missing"),
            (r#"{"do":"play","move":"Q@A6"}"#, "`Q@A6` is not a move: at character 1"),
            (r#"{"do":"play","move":"T@A6","seat":1}"#, "seat 1 does not owe a move"),
            (r#"{"do":"play","move":"T@A6","seat":2}"#, "there is no seat 2"),
            (r#"{"do":"undo"}"#, "nothing to undo"),
            (r#"{"do":"think"}"#, "`bot` is missing"),
            (r#"{"do":"think","bot":"deep"}"#, "unknown bot `deep`"),
            (r#"{"do":"think","bot":"balanced","options":{"bvl":99}}"#, "from 0 to 10"),
            (r#"{"do":"think","bot":"balanced","budget":{"nodes":0}}"#, "must be from 1"),
            (r#"{"do":"load"}"#, "`record` is missing"),
            (
                r#"{"do":"load","record":{"totora":1,"game":"uros","moves":["T@A6","T@A6"]}}"#,
                "ply 2",
            ),
        ] {
            refused(&mut conversation, line, said);
            let state = ask(&mut conversation, r#"{"do":"state"}"#);
            assert_eq!(state["state"], begun["state"], "{line} changed the position");
        }
    }

    #[test]
    fn playing_a_ply_describes_its_effects() {
        let mut conversation = Conversation::new();
        ask(&mut conversation, r#"{"do":"new","game":"uros","options":{},"seed":1}"#);
        let played = ask(&mut conversation, r#"{"do":"play","move":"T@A6"}"#);
        assert!(played["words"].as_str().is_some_and(|words| !words.is_empty()), "{played}");
        ask(&mut conversation, r#"{"do":"new","game":"outpost","options":{},"seed":1}"#);
        for seat in 0..4 {
            let line = json!({ "do": "play", "seat": seat, "move": "0:N" }).to_string();
            let played = ask(&mut conversation, &line);
            let ignored = "North-West: ignored: outpost 0 north: there the board ends";
            let said = played["words"].as_str().is_some_and(|words| words.contains(ignored));
            assert_eq!(said, seat == 3, "{played}");
        }
    }

    #[test]
    fn requests_of_a_whole_game_are_answered() {
        let mut conversation = Conversation::new();
        ask(&mut conversation, r#"{"do":"new","game":"uros","options":{},"seed":1}"#);
        let legal = ask(&mut conversation, r#"{"do":"legal"}"#);
        assert_eq!(legal["moves"][0], "T@A6");
        assert_eq!(legal["moves"].as_array().map(Vec::len), Some(667));
        let played = ask(&mut conversation, r#"{"do":"play","move":"T@A6"}"#);
        assert_eq!(played["state"]["to_act"], json!([1]));
        let analysis = ask(
            &mut conversation,
            r#"{"do":"think","bot":"balanced","options":{},"budget":{"nodes":1000},"seed":3}"#,
        );
        let analysis = &analysis["thought"];
        let first = &analysis["candidates"][0];
        assert_eq!(first["terms"].as_object().map(|t| t.len()), Some(5));
        let sum: f64 =
            first["terms"].as_object().expect("terms").values().filter_map(Value::as_f64).sum();
        assert!((sum - first["score"].as_f64().expect("a number")).abs() < 1e-9);
        assert!(first["visits"].is_null() && first["pv"] == json!([]));
        assert!(analysis["choice"].is_string() && analysis["why"].is_string());
        let record = ask(&mut conversation, r#"{"do":"record"}"#)["record"].clone();
        assert_eq!(record["moves"], json!(["T@A6"]));
        assert_eq!(record["result"], Value::Null);
        let undone = ask(&mut conversation, r#"{"do":"undo"}"#);
        assert_eq!(undone["state"]["ply"], 0);
        let load = json!({ "do": "load", "record": record }).to_string();
        assert_eq!(ask(&mut conversation, &load)["state"], played["state"]);
        let link = ask(&mut conversation, r#"{"do":"link"}"#)["link"].clone();
        let link = link.as_str().expect("a text");
        let (there, shown) = Session::open(link).expect("a link");
        assert_eq!((there.plies().len(), shown.ply), (1, 1), "{link}");
        let text = ask(&mut conversation, r#"{"do":"position"}"#)["position"].clone();
        assert!(text.as_str().is_some_and(|text| text.contains("lake: T@A6")), "{text}");
        let over = ask(&mut conversation, r#"{"do":"play","move":"forfeit"}"#);
        assert_eq!(over["state"]["outcome"]["ranks"], json!([1, 2]));
        assert_eq!(over["state"]["legal"], 0);
        assert_eq!(over["state"]["to_act"], json!([]));
        let answer = conversation.answer(r#"{"do":"quit"}"#, &|| Box::new(NoClock));
        assert!(answer.quit);
    }
}
