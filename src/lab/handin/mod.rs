//! Hand-ins: a pupil's work at the end of a lesson, as a link. It has the heuristic, the predictions, how often games were played for
//! each step, and a result that anyone can play again to the last bit: the heuristic's share of the points in [`GAMES`] games of
//! the lesson's last step with games, from the openings of [`SEED`], which are the same for all pupils. [`class`] reads lists of
//! hand-ins and compares results. Nothing in a link is trusted; predictions and attempts are what the page has counted.

pub mod class;
mod code;

pub use code::read as read_code;

use super::heuristic::{FORMULA, LAB};
use super::lessons::{Lesson, MOST_STEPS, PREDICTIONS};
use crate::arena::table::Table;
use crate::base::json::{At, Found, to_value};
use crate::base::options::RawOptions;
use crate::base::util::is_control;
use crate::catalog::game;
use crate::record::link::{self, CHECKSUM};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The name of a link to a hand-in, in place of a game's id.
pub(crate) const NAME: &str = "handin";
/// The number of games that measure a heuristic.
pub const GAMES: u64 = 200;
/// The seed of their openings.
pub const SEED: u64 = 1;
/// Maximum number of characters of a pupil's name.
pub const MOST_NAME: usize = 60;
/// Maximum number of counted attempts of a step.
const MOST_ATTEMPTS: u64 = 9_999;
/// Maximum number of games in the result of a hand-in.
const MOST_GAMES: u64 = 1_000_000;

/// A pupil's work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct HandIn {
    /// The lesson.
    pub lesson: LessonVersion,
    /// The version of Totora that made it: bots may differ between versions.
    pub totora: String,
    /// The pupil's name; may be empty.
    pub name: String,
    /// The heuristic and its search: the options of the bot `lab`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// How often games were played, by step.
    pub attempts: Vec<u64>,
    /// The first prediction of each step that asks for one.
    pub predictions: Vec<Prediction>,
    /// The result; `None` for a lesson without games.
    pub result: Option<HandInResult>,
}

/// A lesson and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LessonVersion {
    /// The game's id.
    pub game: &'static str,
    /// A fingerprint of its conditions and games, as in [`Taught::print`].
    pub print: String,
}

/// A pupil's prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Prediction {
    /// The step, from 1.
    pub step: u64,
    /// One of [`PREDICTIONS`].
    pub said: String,
    /// Whether the step's games confirmed it.
    pub right: bool,
}

/// A measured share of the points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HandInResult {
    /// The number of games.
    pub games: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The share, 0 to 1, as all shares of the arena with six decimals.
    pub share: f64,
    /// Lower end of its 95% interval.
    pub low: f64,
    /// Upper end of its 95% interval.
    pub high: f64,
    /// A digest of all positions of all games, in hexadecimal digits.
    pub digest: String,
}

/// A link with its code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HandInLink {
    /// From `#` on.
    pub link: String,
    /// Its fingerprint, to type.
    pub code: String,
}

/// A lesson with its version.
pub struct Taught {
    /// The lesson.
    pub lesson: Lesson,
    /// Changes with the game, its options, and the steps' conditions and games, but not with the lesson's words.
    pub print: String,
}

impl Taught {
    /// Reads a lesson, passed as JSON text.
    ///
    /// # Errors
    /// As [`Lesson::read`].
    pub fn read(text: &str) -> Result<Taught, String> {
        let lesson = Lesson::read(text)?;
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let steps = value["steps"].as_array().into_iter().flatten();
        let demands: Vec<&Value> = steps.map(|step| &step["demands"]).collect();
        let rules = json!([value["game"], lesson.options, demands]).to_string();
        Ok(Taught { lesson, print: format!("{:08x}", CHECKSUM.checksum(rules.as_bytes())) })
    }

    /// The games that measure a heuristic, as an [`ArenaSetup`](crate::arena::setup::ArenaSetup); null for a lesson without games.
    pub fn measuring(&self, options: &RawOptions) -> Value {
        let mut setup = self.lesson.last_games(options);
        if setup.is_object() {
            setup["games"] = GAMES.into();
            setup["seed"] = SEED.into();
        }
        setup
    }

    /// A pupil's work, passed as JSON without lesson and version, as a link with a code.
    ///
    /// # Errors
    /// The field that does not fit.
    pub fn hand_in(&self, work: &Value) -> Result<HandInLink, String> {
        let mut work = work.clone();
        if !work.is_object() {
            return Err("the work is no object".to_owned());
        }
        work["lesson"] = json!({ "game": self.lesson.game.id(), "print": self.print });
        work["totora"] = env!("CARGO_PKG_VERSION").into();
        let work = HandIn::read(&work)?;
        Ok(HandInLink { link: work.link()?, code: work.code() })
    }
}

/// The result of the games in a table, which are of the first entrant against the second; `None` without games.
pub fn result_of(table: &Table) -> Option<HandInResult> {
    let report = table.report();
    let pair = report.pairs.first()?;
    let paired = pair.paired.map(|paired| (paired.middle, paired.low, paired.high));
    let (share, low, high) = paired.unwrap_or((pair.score.share, pair.score.low, pair.score.high));
    let digest = format!("{:08x}", table.digest());
    Some(HandInResult {
        games: table.done() as u64,
        seed: table.arena().seed,
        share,
        low,
        high,
        digest,
    })
}

/// Whether a text has a link to a hand-in.
pub fn is_hand_in(link: &str) -> bool {
    link::find(link).is_ok_and(|address| address.name == NAME)
}

impl HandIn {
    /// Reads a hand-in.
    ///
    /// # Errors
    /// The field, the value found, and what was expected.
    pub fn read(value: &Value) -> Result<HandIn, String> {
        Ok(hand_in(&At::root(value))?)
    }

    /// Opens a link, in whatever surrounds it.
    ///
    /// # Errors
    /// Why the link is invalid.
    pub fn open(link: &str) -> Result<HandIn, String> {
        let address = link::find(link).map_err(|error| error.to_string())?;
        if address.name != NAME {
            return Err("this is no link to a hand-in".to_owned());
        }
        let damaged = "this link to a hand-in is damaged: it holds no JSON";
        let value = serde_json::from_slice(&address.into_content()).map_err(|_| damaged)?;
        HandIn::read(&value)
    }

    /// The link, from `#` on.
    ///
    /// # Errors
    /// When the heuristic is too long for a link.
    pub fn link(&self) -> Result<String, String> {
        link::pack(NAME, self.content()).map_err(|error| error.to_string())
    }

    /// The code of the link.
    pub fn code(&self) -> String {
        code::fingerprint(&self.content())
    }

    fn content(&self) -> Vec<u8> {
        to_value(self).to_string().into_bytes()
    }
}

fn hand_in(all: &At<'_>) -> Found<HandIn> {
    all.fields(&["lesson", "totora", "name", "options", "attempts", "predictions", "result"])?;
    let lesson = all.need("lesson", "an object with `game` and `print`")?;
    lesson.fields(&["game", "print"])?;
    let of = lesson.need("game", "a game")?;
    let of = of.checked(game(of.text()?))?;
    let options = all.need("options", "an object of options")?;
    let formula = options.need(FORMULA, "a heuristic")?;
    formula.text()?;
    options.checked(of.bot_options(LAB, options.object()?))?;
    let attempts = all.need("attempts", "a list of numbers")?.list(1..=MOST_STEPS)?;
    let listed = all.need("predictions", "a list of predictions")?.list(0..=attempts.len())?;
    let mut predictions: Vec<Prediction> = Vec::new();
    for one in &listed {
        let found = prediction(one, attempts.len())?;
        if predictions.last().is_some_and(|last| last.step >= found.step) {
            return one.wrong("expected one prediction a step, in the order of the steps");
        }
        predictions.push(found);
    }
    Ok(HandIn {
        lesson: LessonVersion {
            game: of.id(),
            print: hexadecimal(&lesson.need("print", DIGITS)?)?,
        },
        totora: line(&all.need("totora", "a version")?, 1..=40)?,
        name: all.maybe("name", |at| line(at, 0..=MOST_NAME))?.unwrap_or_default(),
        options: options.object()?.clone(),
        attempts: attempts.iter().map(|at| at.whole(0..=MOST_ATTEMPTS)).collect::<Found<_>>()?,
        predictions,
        result: all.maybe("result", result)?,
    })
}

fn prediction(of: &At<'_>, steps: usize) -> Found<Prediction> {
    of.fields(&["step", "said", "right"])?;
    let said = of.need("said", "a prediction")?;
    if !PREDICTIONS.contains(&said.text()?) {
        return said.unlike(PREDICTIONS.join(", "));
    }
    Ok(Prediction {
        step: of.need("step", "a number")?.whole(1..=steps as u64)?,
        said: said.text()?.to_owned(),
        right: of.need("right", "true or false")?.truth()?,
    })
}

fn result(of: &At<'_>) -> Found<HandInResult> {
    of.fields(&["games", "seed", "share", "low", "high", "digest"])?;
    let share = |key: &str| {
        const EXPECTED: &str = "a share from 0 to 1";
        let at = of.need(key, EXPECTED)?;
        at.read(at.value().as_f64().filter(|share| (0.0..=1.0).contains(share)), EXPECTED)
    };
    Ok(HandInResult {
        games: of.need("games", "a number of games")?.whole(1..=MOST_GAMES)?,
        seed: of.need("seed", "a seed")?.whole(0..=crate::base::rng::MAX_SEED)?,
        share: share("share")?,
        low: share("low")?,
        high: share("high")?,
        digest: hexadecimal(&of.need("digest", DIGITS)?)?,
    })
}

const DIGITS: &str = "eight hexadecimal digits";

fn hexadecimal(at: &At<'_>) -> Found<String> {
    let text = at.text()?;
    let fits =
        text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    at.read(fits.then(|| text.to_owned()), DIGITS)
}

/// A text on one line, without characters that change the display of others.
fn line(at: &At<'_>, lengths: std::ops::RangeInclusive<usize>) -> Found<String> {
    let text = at.text()?;
    let fits = lengths.contains(&text.chars().count()) && !text.chars().any(is_control);
    let (least, most) = (lengths.start(), lengths.end());
    at.read(
        fits.then(|| text.trim().to_owned()),
        format!("a text of {least} to {most} characters, on one line"),
    )
}
