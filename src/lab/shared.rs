//! Links from the Lab, encoded and decoded: a heuristic with the position that it is studied in, which need not be
//! finished, and a lesson; and the heuristics of links of any kind, for an arena. Nothing in a link is trusted.

use super::heuristic::{FORMULA, LAB, Written};
use super::lessons::Lesson;
use crate::base::fixed::shorten;
use crate::base::options::RawOptions;
use crate::catalog::{AnyGame, game};
use crate::contract::bot::Budget;
use crate::record::link::{self, LinkDecoder};
use crate::record::{RecordError, SeatSpec};
use serde::Serialize;
use serde_json::{Value, json};

/// The name of a link to the Lab, in place of a game's id.
const NAME: &str = "lab";
/// The name of a link to a lesson.
const LESSON: &str = "lesson";
/// Maximum number of heuristics read from links at once.
const MOST_ENTRANTS: usize = 64;

/// The content of a link of the Lab.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum LabSent {
    /// A lesson that a person wrote.
    Lesson {
        /// As JSON text.
        lesson: String,
    },
    /// A heuristic; its formulas may be wrong.
    Heuristic {
        /// The draft as the page stores it.
        draft: SentDraft,
        /// A link to a game; may be empty.
        position: String,
    },
}

/// A heuristic with its search options.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SentDraft {
    game: &'static str,
    #[serde(flatten)]
    written: Written,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    options: RawOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<Budget>,
}

/// The heuristics of many links.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LabEntrants {
    game: Option<&'static str>,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot[]"))]
    bots: Vec<SeatSpec>,
    /// Lines without a heuristic, and the reasons.
    wrong: Vec<String>,
}

fn pack(name: &str, value: &Value) -> Result<String, String> {
    link::pack(name, value.to_string().into_bytes()).map_err(|error| error.to_string())
}

/// Creates a link to a lesson, passed as JSON text.
///
/// # Errors
/// The error in the lesson, and its place.
pub fn lesson_link(text: &str) -> Result<String, String> {
    Lesson::read(text)?;
    pack(LESSON, &serde_json::from_str(text).map_err(|error| error.to_string())?)
}

/// Creates a link to the Lab from `{"game","options","budget","position"}`: `options` are those of the bot `lab`, whose formulas
/// may be wrong, and `position` is a link to a game, or empty.
///
/// # Errors
/// The field that does not fit.
pub fn heuristic_link(sent: &Value) -> Result<String, String> {
    draft(sent)?;
    pack(NAME, sent)
}

/// Whether the link is of one of these two kinds.
pub fn is_lab_link(link: &str) -> bool {
    link::find(link).is_ok_and(|address| [NAME, LESSON].contains(&address.name.as_str()))
}

/// The content of such a link.
///
/// # Errors
/// Why the link is invalid.
pub fn open(link: &str) -> Result<LabSent, String> {
    match unpack_link(link)? {
        (LESSON, value) => {
            let lesson = format!("{value:#}");
            Lesson::read(&lesson).map(|_| LabSent::Lesson { lesson })
        }
        (_, value) => draft(&value),
    }
}

fn unpack_link(link: &str) -> Result<(&'static str, Value), String> {
    let address = link::find(link).map_err(|error| error.to_string())?;
    let name = [NAME, LESSON].into_iter().find(|known| *known == address.name);
    let name = name.ok_or("this is no link to the Lab")?;
    let value = serde_json::from_slice(&address.into_content());
    Ok((name, value.map_err(|_| "this link to the Lab is damaged: it holds no JSON")?))
}

fn game_of(sent: &Value) -> Result<&'static dyn AnyGame, String> {
    let id = sent.get("game").and_then(Value::as_str).ok_or("`game` is missing")?;
    game(id).map_err(|error| error.to_string())
}

/// Checks a draft except for its formulas.
fn draft(sent: &Value) -> Result<LabSent, String> {
    let game = game_of(sent)?;
    let mut options = sent.get("options").and_then(Value::as_object).cloned().unwrap_or_default();
    let Some(Value::String(formula)) = options.remove(FORMULA) else {
        return Err("`options.formula` is missing".to_owned());
    };
    let written = Written::read(&formula).map_err(|error| error.to_string())?;
    game.bot_options(LAB, &options).map_err(|error| error.to_string())?;
    let budget = sent.get("budget").filter(|budget| !budget.is_null());
    let budget = budget.map(Budget::from_json).transpose()?;
    let position = sent.get("position").and_then(Value::as_str).unwrap_or_default();
    if !position.is_empty() {
        let of = LinkDecoder::begin(position).map_err(|error| error.to_string())?.record().game;
        if of.id() != game.id() {
            return Err(format!("`position` is of {}; expected {}", of.name(), game.name()));
        }
    }
    let draft = SentDraft { game: game.id(), written, options, budget };
    Ok(LabSent::Heuristic { draft, position: position.to_owned() })
}

/// The heuristics of a link: of the Lab, of a challenge, or of a game with heuristics on its seats.
///
/// # Errors
/// Why the link is invalid.
pub fn heuristics(link: &str) -> Result<(&'static dyn AnyGame, Vec<SeatSpec>), String> {
    if is_lab_link(link) {
        let (NAME, value) = unpack_link(link)? else {
            return Err("a lesson; expected a heuristic".to_owned());
        };
        let game = game_of(&value)?;
        let options = value.get("options").cloned().unwrap_or(json!(RawOptions::new()));
        let seat = json!({ "bot": LAB, "options": options, "budget": value.get("budget") });
        let seat = SeatSpec::from_json(game, &seat).map_err(RecordError::words)?;
        return Ok((game, vec![seat]));
    }
    let record = LinkDecoder::begin(link).map_err(|error| error.to_string())?.record();
    let mut found: Vec<SeatSpec> = Vec::new();
    for seat in record.seats {
        if matches!(seat, SeatSpec::Bot { id: LAB, .. }) && !found.contains(&seat) {
            found.push(seat);
        }
    }
    if found.is_empty() {
        Err("no heuristic sits in this game".to_owned())
    } else {
        Ok((record.game, found))
    }
}

/// The heuristics of links, one per line, all of the game `of`, or of the first link's if empty; bad lines are listed by number.
pub fn entrants(text: &str, of: &str) -> LabEntrants {
    let mut known = game(of).ok();
    let (mut seats, mut lines, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut enter = |game: &'static dyn AnyGame, found: Vec<SeatSpec>| {
            let expected = *known.get_or_insert(game);
            if game.id() != expected.id() {
                let (found, expected) = (game.name(), expected.name());
                return Err(format!("a heuristic of {found}; expected {expected}"));
            }
            for seat in found {
                if let Some(at) = seats.iter().position(|other| *other == seat) {
                    return Err(format!("the same heuristic as in line {}", lines[at]));
                }
                if seats.len() == MOST_ENTRANTS {
                    return Err(format!("more than {MOST_ENTRANTS} heuristics"));
                }
                seats.push(seat);
                lines.push(i + 1);
            }
            Ok(())
        };
        if let Err(error) = heuristics(line).and_then(|(game, found)| enter(game, found)) {
            wrong.push(format!("Line {}, `{}`: {error}", i + 1, shorten(line.trim())));
        }
    }
    LabEntrants { game: known.map(AnyGame::id), bots: seats, wrong }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::record::link::{ViewState, encode};
    use crate::session::names::written_name;

    fn draft_json(game: &str, formula: &str, position: &str) -> Value {
        json!({ "game": game, "options": { "formula": formula }, "position": position })
    }

    /// A link to a game against a heuristic.
    fn game_link(of: &str, formula: &str) -> String {
        let seats = json!([{ "human": true }, { "bot": LAB, "options": { "formula": formula } }]);
        let record = json!({ "totora": 1, "game": of, "seed": 1, "seats": seats });
        encode(&Record::from_json(&record).expect("a record"), &ViewState::default())
            .expect("a link")
    }

    const MINE: &str = r#"{"name":"Mine","author":"Ada","note":"hm","terms":[{"name":"a","formula":"own_moves"}]}"#;

    #[test]
    fn unfinished_heuristic_and_position_survive_a_link() {
        let unfinished = MINE.replace("own_moves", "own_moves - (");
        let position = game_link("isolation", "own_moves");
        let mut draft = draft_json("isolation", &unfinished, &position);
        draft["options"]["search"] = "alpha-beta".into();
        draft["budget"] = json!({ "nodes": 500 });
        let found = json!(open(&heuristic_link(&draft).expect("a link")).expect("a draft"));
        assert_eq!(
            found["draft"],
            json!({
                "game": "isolation", "name": "Mine", "author": "Ada", "note": "hm",
                "terms": [{ "name": "a", "weight": 1, "formula": "own_moves - (" }],
                "options": { "search": "alpha-beta" }, "budget": { "nodes": 500 },
            })
        );
        assert_eq!(found["position"], position.as_str());
    }

    #[test]
    fn invalid_drafts_are_neither_linked_nor_opened() {
        let long = "x".repeat(41);
        let author = "x".repeat(121);
        for (draft, said) in [
            (draft_json("chess", "1", ""), "chess"),
            (json!({ "game": "uros" }), "`options.formula` is missing"),
            (draft_json("uros", &MINE.replace("Mine", &long), ""), "`name` must be"),
            (draft_json("uros", &MINE.replace("Ada", &author), ""), "`author` must be"),
            (draft_json("uros", &MINE.replace("Ada", "A\u{202e}da"), ""), "direction of writing"),
            (draft_json("uros", &MINE.replace("\"a\"", "\"a\u{7f}\""), ""), "its name is"),
            (draft_json("uros", "1", &game_link("isolation", "1")), "`position` is of Isolation"),
            (draft_json("uros", "1", "#1uros.AAAA"), "damaged"),
            (json!({ "game": "uros", "options": { "formula": "1", "search": "x" } }), "search"),
            (json!({ "game": "uros", "options": { "formula": "1" }, "budget": 3 }), "budget"),
        ] {
            assert!(heuristic_link(&draft).expect_err("none").contains(said), "{draft}");
            let forged = pack(NAME, &draft).expect("short");
            assert!(open(&forged).expect_err("none").contains(said), "{draft}");
        }
        assert!(open(&game_link("isolation", "1")).is_err());
        assert!(lesson_link("{}").expect_err("none").contains("`game` is missing"));
    }

    #[test]
    fn lessons_survive_a_link_unchanged() {
        let text = include_str!("lessons/uros.json");
        let link = lesson_link(text).expect("a link");
        assert!(link.starts_with("#1lesson.") && link.len() < 2_500, "{}", link.len());
        let found = json!(open(&link).expect("a lesson"));
        let text: Value = serde_json::from_str(text).expect("JSON");
        let back = found["lesson"].as_str().expect("a text");
        assert_eq!(serde_json::from_str::<Value>(back).expect("JSON"), text);
    }

    #[test]
    fn links_become_entrants_and_errors_name_the_line() {
        let other = MINE.replace("Ada", "Ben").replace("own_moves", "-opponent_moves");
        let in_lab = heuristic_link(&draft_json("isolation", &other, "")).expect("a link");
        let unfinished =
            heuristic_link(&draft_json("isolation", "own_moves -", "")).expect("a link");
        let mine = game_link("isolation", MINE);
        let challenge = game_link("isolation", "own_reach").replace('#', "#beat=");
        let lines = [
            mine.as_str(),
            "",
            "hello",
            &format!("https://somewhere.example/page{in_lab}"),
            &unfinished,
            &game_link("uros", "1"),
            &mine,
            &challenge,
            &mine[..mine.len() - 3],
            &in_lab[..in_lab.len() - 3],
            &lesson_link(include_str!("lessons/uros.json")).expect("a link"),
        ];
        let found = entrants(&lines.join("\r\n"), "");
        assert_eq!(found.game, Some("isolation"));
        let names: Vec<_> = found.bots.iter().map(written_name).collect();
        let named = |name: &str| Some(name.to_owned());
        assert_eq!(names, [named("Mine by Ada"), named("Mine by Ben"), None]);
        let wrong = found.wrong;
        let expected = [
            ("Line 3, `hello`: ", "not a Totora link"),
            ("Line 5, ", "column 12: the formula ends here"),
            ("Line 6, ", "a heuristic of Uros; expected Isolation"),
            ("Line 7, ", "the same heuristic as in line 1"),
            ("Line 9, ", "damaged"),
            ("Line 10, ", "damaged"),
            ("Line 11, ", "a lesson; expected a heuristic"),
        ];
        assert_eq!(wrong.len(), expected.len(), "{wrong:#?}");
        for (line, (begins, has)) in wrong.iter().zip(expected) {
            assert!(line.starts_with(begins) && line.contains(has), "{line}");
        }
        assert!(entrants(&mine, "uros").bots.is_empty());
    }
}
