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

/// Who has won on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// That seat alone, by a tripod, a loop or both: the bits of `board`.
    Won(Seat, u8),
    /// Both have won, or the board is full and no player has.
    Draw,
    /// No player has won yet.
    Open,
}

/// What is on a picture, by FenceMaster's own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The side N, 1 to [`super::position_text::LONGEST`].
    pub side: usize,
    /// How many stones each player has.
    pub stones: [usize; 2],
    /// Whether no cell is empty.
    pub full: bool,
    /// What each player has: [`TRIPOD`] and [`LOOP`] as bits.
    pub has: [u8; 2],
}

impl Analysis {
    /// Who has won.
    pub fn verdict(&self) -> Verdict {
        match self.has {
            [0, 0] if self.full => Verdict::Draw,
            [0, 0] => Verdict::Open,
            [by, 0] => Verdict::Won(0, by),
            [0, by] => Verdict::Won(1, by),
            _ => Verdict::Draw,
        }
    }

    /// In one sentence for people.
    pub fn words(&self) -> String {
        let Analysis { side, stones: [white, black], .. } = self;
        let has = |seat: Seat| match self.has[seat] {
            TRIPOD => "a tripod",
            LOOP => "a loop",
            _ => "a tripod and a loop",
        };
        let verdict = match self.verdict() {
            Verdict::Won(seat, _) => format!("{} has won by {}", SEAT_NAMES[seat], has(seat)),
            Verdict::Draw if self.has == [0, 0] => {
                "a draw: the board is full without a win".to_owned()
            }
            Verdict::Draw => {
                format!("a draw: White has {}, and Black has {}, so nothing is won", has(0), has(1))
            }
            Verdict::Open => "no win yet".to_owned(),
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
    Ok(Analysis {
        side: picture.side,
        stones: picture.stones(),
        full: picture.cells.iter().all(Option::is_some),
        has: [0, 1].map(|seat| picture.wins(seat, false)),
    })
}

/// The text that a game can begin from, and that `check` reads.
pub static SETUP: SetupText =
    SetupText { option: "board", what: "board", recognise: PositionText::recognise, check };

/// What is on a picture, in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Facts {
    /// The side N.
    size: usize,
    /// White's stones and Black's.
    stones: [usize; 2],
    /// Whether no cell is empty.
    full: bool,
    /// What each player has.
    has: [PlayerStones; 2],
    /// The seat that has won.
    winner: Option<Seat>,
    /// `tripod`, `loop`, `both` or `draw`; `None` while no player has won.
    by: Option<&'static str>,
}

/// What a player has on a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct PlayerStones {
    tripod: bool,
    #[serde(rename = "loop")]
    ring: bool,
}

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
    let (winner, by) = match analysis.verdict() {
        Verdict::Won(seat, by) => (Some(seat), won_by(by)),
        Verdict::Draw => (None, Some("draw")),
        Verdict::Open => (None, None),
    };
    let has =
        analysis.has.map(|has| PlayerStones { tripod: has & TRIPOD != 0, ring: has & LOOP != 0 });
    let Analysis { side: size, stones, full, .. } = analysis;
    let facts = Facts { size, stones, full, has, winner, by };
    Ok(CheckedSetup { text: analysis.words(), warnings, facts: Opaque::new(facts) })
}
