//! The content of a board picture, in words and figures, before a game starts from it. Uses only the
//! seat names of the position; the rules do not depend on this module.

use super::board::{LOOP, TRIPOD};
use super::geometry::{LARGEST, SMALLEST};
use super::position::{SEAT_NAMES, by as won_by};
use super::position_text::PositionText;
use crate::base::erased_value::ErasedValue;
use crate::base::format::{Format, Keeps, POSITION, unwritten};
use crate::base::util::plural;
use crate::contract::game::{CheckedSetup, Seat, SetupText};
use serde::Serialize;

/// The content of a picture, by FenceMaster's own rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupAnalysis {
    /// The side N, 1 to [`super::position_text::LONGEST`].
    #[serde(rename = "size")]
    pub side: usize,
    /// The number of stones of White and of Black.
    pub stones: [usize; 2],
    /// Whether the board is full.
    pub full: bool,
    /// The structures of each player.
    pub has: [Wins; 2],
    /// The seat that has won.
    pub winner: Option<Seat>,
    /// `tripod`, `loop`, `both` or `draw`; `None` while no player has won.
    pub by: Option<&'static str>,
}

/// The structures of a player on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wins {
    /// Three sides joined.
    pub tripod: bool,
    /// A cell cut off.
    #[serde(rename = "loop")]
    pub ring: bool,
}

impl Wins {
    fn words(self) -> &'static str {
        match (self.tripod, self.ring) {
            (true, false) => "a tripod",
            (false, true) => "a loop",
            _ => "a tripod and a loop",
        }
    }
}

impl SetupAnalysis {
    /// The structures in one sentence.
    pub fn words(&self) -> String {
        let SetupAnalysis { side, stones: [white, black], .. } = self;
        let has = |seat: Seat| self.has[seat].words();
        let verdict = match (self.winner, self.by) {
            (Some(seat), _) => format!("{} has won by {}", SEAT_NAMES[seat], has(seat)),
            (None, None) => "no win yet".to_owned(),
            (None, Some(_)) if !self.has.iter().any(|has| has.tripod || has.ring) => {
                "a draw: the board is full without a win".to_owned()
            }
            (None, Some(_)) => {
                format!("a draw: White has {}, and Black has {}, so nothing is won", has(0), has(1))
            }
        };
        format!(
            "Side {side}, {white} white {} and {black} black {}; {verdict}.",
            plural(*white as u64, "stone"),
            plural(*black as u64, "stone")
        )
    }
}

/// Analyses a picture of a board.
///
/// # Errors
/// The problem in the picture, and its location.
pub fn analyse(text: &str) -> Result<SetupAnalysis, String> {
    let picture = PositionText::read(text)?;
    let full = picture.cells.iter().all(Option::is_some);
    let has = [0, 1].map(|seat| picture.wins(seat, false));
    let (winner, by) = match has {
        [0, 0] => (None, full.then_some("draw")),
        [by, 0] => (Some(0), won_by(by)),
        [0, by] => (Some(1), won_by(by)),
        _ => (None, Some("draw")),
    };
    let has = has.map(|has| Wins { tripod: has & TRIPOD != 0, ring: has & LOOP != 0 });
    Ok(SetupAnalysis { side: picture.side, stones: picture.stones(), full, has, winner, by })
}

/// The start text format, checked by `check`.
pub static SETUP: SetupText =
    SetupText { option: "board", what: "board", recognise: PositionText::recognise, check };

/// The same text as a format: what the start text accepts is never read in this form.
pub(super) static POSITION_TEXT: Format = Format {
    id: POSITION,
    what: "position text",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: |_| 0,
    read: |_| Err("a board is read as the start of a game".to_owned()),
    write: unwritten,
};

/// A note about numbers of stones that cannot occur in a game.
pub(super) fn uneven([white, black]: [usize; 2]) -> Option<String> {
    (white.abs_diff(black) > 1).then(|| {
        format!(
            "{white} white and {black} black stones: players who move in turn do not come to that"
        )
    })
}

/// Checks a picture, with a warning if no game can start from it.
fn check(text: &str) -> Result<CheckedSetup, String> {
    let analysis = analyse(text)?;
    let mut warnings = Vec::new();
    if !(SMALLEST..=LARGEST).contains(&analysis.side) {
        warnings.push(format!(
            "no game begins from a board of side {}; sides {SMALLEST} to {LARGEST} are played",
            analysis.side
        ));
    }
    warnings.extend(uneven(analysis.stones));
    Ok(CheckedSetup { text: analysis.words(), warnings, facts: ErasedValue::new(analysis) })
}
