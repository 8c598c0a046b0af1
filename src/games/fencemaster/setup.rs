//! What is on a picture of a board, in words and figures, before a game begins from it. Knows positions
//! by the names of their seats alone; nothing of the rules stands on it.

use super::board::{LOOP, TRIPOD};
use super::geometry::{LARGEST, SMALLEST};
use super::position::{SEAT_NAMES, by as won_by};
use super::position_text::PositionText;
use crate::base::opaque::Opaque;
use crate::base::util::plural;
use crate::contract::game::{CheckedSetup, Seat, SetupText};
use serde::Serialize;

/// What is on a picture, by FenceMaster's own rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The side N, 1 to [`super::position_text::LONGEST`].
    #[serde(rename = "size")]
    pub side: usize,
    /// White's stones and Black's.
    pub stones: [usize; 2],
    /// Whether no cell is empty.
    pub full: bool,
    /// What each player has.
    pub has: [Wins; 2],
    /// The seat that has won.
    pub winner: Option<Seat>,
    /// `tripod`, `loop`, `both` or `draw`; `None` while no player has won.
    pub by: Option<&'static str>,
}

/// What a player has on a picture.
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

impl Analysis {
    /// In one sentence for people.
    pub fn words(&self) -> String {
        let Analysis { side, stones: [white, black], .. } = self;
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

/// Says what is on a picture of a board.
///
/// # Errors
/// What is wrong with the picture, and where.
pub fn analyse(text: &str) -> Result<Analysis, String> {
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
    Ok(Analysis { side: picture.side, stones: picture.stones(), full, has, winner, by })
}

/// The text that a game can begin from, and that `check` reads.
pub static SETUP: SetupText =
    SetupText { option: "board", what: "board", recognise: PositionText::recognise, check };

/// What is to be said of this many stones of each player, where they are none that a game comes to.
pub(super) fn uneven([white, black]: [usize; 2]) -> Option<String> {
    (white.abs_diff(black) > 1).then(|| {
        format!(
            "{white} white and {black} black stones: players who move in turn do not come to that"
        )
    })
}

/// What is on a picture, with a warning where no game can begin from it.
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
    Ok(CheckedSetup { text: analysis.words(), warnings, facts: Opaque::new(analysis) })
}
