//! How a game is shown: what a renderer draws, where a move is, what is said of a position in
//! words, and the numbers of graphs and reports.
//!
//! It stands beside the rules and above them: [`Presentation`] reads positions and decides nothing, and
//! no file of rules imports a file of presentation. What crosses to the page and to other programs has
//! types of the game's own, each declared once; their TypeScript is made from the same declaration. No
//! interface may enter here.

use crate::base::fixed::shorten;
use crate::contract::game::{Game, Seat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Debug;

/// What is said where people alone can agree on something; see [`SpecialMove::agreed`].
pub const NOT_AGREED: &str = "needs all players to agree, and a bot plays";

/// A move beyond the legal ones that a person may be offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SpecialMove {
    /// Its notation.
    #[serde(rename = "move")]
    pub mv: &'static str,
    /// What stands on the button.
    pub label: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Whether all players must agree to it, so that no bot may play.
    #[serde(skip)]
    pub agreed: bool,
}

/// What stands beside a seat's name on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatStatus {
    /// The one figure that counts.
    pub score: String,
    /// The rest, in a few words: `1 of 2 placements · 9 houses`.
    pub note: String,
}

/// A number that is drawn over the plies of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// Metrics of one chart share this word.
    pub chart: &'static str,
    /// The name of the line, for people.
    pub label: String,
    /// The seat whose colour the line has, if it is one seat's.
    pub seat: Option<Seat>,
    /// The number.
    pub value: f64,
}

/// Something that happened in a ply, for a log that one can click.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Incident<L> {
    /// Whom it happened to.
    pub seat: Seat,
    /// What kind it is, in a word that a filter can have on its button: `lost`.
    pub kind: &'static str,
    /// In words: `North-West loses the outpost at 40,12 (cut: home disputed)`.
    pub text: String,
    /// Where, in the form that the game's renderer knows.
    pub location: L,
}

/// The report on a game that is over, where a row for each seat says more than lines of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReportTable {
    /// What its columns are called.
    pub columns: Vec<&'static str>,
    /// Its cells, a row a seat, in the order of the seats.
    pub rows: Vec<Vec<String>>,
    /// The seats in the order of their ranks.
    pub order: Vec<Seat>,
    /// The plies that decided, with what happened in them, in their order.
    pub moments: Vec<(usize, String)>,
    /// What else is to be said, in a sentence; empty for nothing.
    pub note: String,
}

/// Something about a finished game that is added up over many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tally {
    /// Counts the games in which `of` was `answer`.
    Count {
        /// The question.
        of: Cow<'static, str>,
        /// The answer.
        answer: String,
    },
    /// Averages a number.
    Mean {
        /// What is measured.
        of: Cow<'static, str>,
        /// Its value in this game.
        value: f64,
    },
}

/// What people read of a game's positions: the sentences, which a game has in its `presentation/words.rs`.
pub trait Wording: Game {
    /// The name of a seat, such as `Red`.
    fn seat_name(&self, seat: Seat) -> String;

    /// The report on a game that is over: label and text, in words for people. Empty before the end.
    fn report(&self) -> Vec<(&'static str, String)>;

    // ---- below this line a game writes what it has something to say about ----

    /// The move in words for people, as seen before it is played: `house on D2 (F.2)`.
    fn describe_move(&self, mv: &Self::Move) -> String {
        mv.to_string()
    }

    /// What the last turn brought, in words, for a game whose seats move at once.
    fn turn_report(&self) -> String {
        String::new()
    }

    /// The report on a game that is over as a table, where that says more than [`Self::report`]: who can
    /// show tables shows it in its place.
    fn report_table(&self) -> Option<ReportTable> {
        None
    }

    /// The end in one sentence, where the general one (who wins, the scores, the reason) would not
    /// say enough.
    fn outcome_text(&self) -> Option<String> {
        None
    }

    /// What an arena adds up over many finished games; empty before the end.
    fn tallies(&self) -> Vec<Tally> {
        Vec::new()
    }

    /// Whose turn it is, in words: `Red to move`.
    fn turn_text(&self) -> String {
        let names: Vec<_> = self.to_act().iter().map(|seat| self.seat_name(seat)).collect();
        if names.is_empty() {
            "The game is over".to_owned()
        } else {
            format!("{} to move", names.join(", "))
        }
    }

    /// The same for the only person at the board, on their turn.
    fn your_turn_text(&self) -> String {
        "Your turn".to_owned()
    }
}

/// What is shown of a game's positions.
pub trait Presentation: Wording {
    /// The figures that the rules file names; an object.
    type Summary: for<'a> From<&'a Self> + Serialize + Debug + Send + Sync + 'static;
    /// What the board renderer needs and no move changes: names of squares, the map. Given once a game.
    type Layout: for<'a> From<&'a Self> + Serialize + Send + Sync + 'static;
    /// What the board renderer needs of one position.
    type View: for<'a> From<&'a Self> + Serialize + Send + Sync + 'static;
    /// Where a move, an incident or a task is on the board.
    type Location: Serialize + Debug + PartialEq + Send + Sync + 'static;
    /// What a page may ask of a position.
    type Question: DeserializeOwned;
    /// What it is answered.
    type Answer: Serialize + Send + Sync + 'static;

    /// Where a move is on the board. The position is the one before the move, which need not be legal.
    fn location(&self, mv: &Self::Move) -> Self::Location;

    /// What stands beside a seat's name.
    fn seat_status(&self, seat: Seat) -> SeatStatus;

    /// The numbers that the graph over the game shows; the same list in every position of a game.
    fn metrics(&self) -> Vec<Metric>;

    // ---- below this line a game writes what it has something to say about ----

    /// The figures of the position that the rules file names.
    fn summary(&self) -> Self::Summary {
        self.into()
    }

    /// What the renderer needs once; the same in every position of a game.
    fn layout(&self) -> Self::Layout {
        self.into()
    }

    /// What the renderer needs to draw this position.
    fn view(&self) -> Self::View {
        self.into()
    }

    /// The cells of the board as moves name them, in the order in which the renderer numbers them; none where a
    /// program cannot draw on the board.
    fn cell_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the last ply brought that a log of the game should tell, each with its place.
    fn incidents(&self) -> Vec<Incident<Self::Location>> {
        Vec::new()
    }

    /// Moves that are accepted now although they are not listed as legal, and that a person should be
    /// offered, such as ending a settled game.
    fn extras(&self) -> Vec<SpecialMove> {
        Vec::new()
    }

    /// Answers what the page asks while a move is being made (which places fit an island turned so?).
    /// The answer never changes the position.
    ///
    /// # Errors
    /// What was wrong with the question.
    fn inspect(&self, question: Self::Question) -> Result<Self::Answer, String>;
}

/// The error for what is no [`Presentation::Question`]: what was asked, and what was expected.
pub fn no_question(question: &serde_json::Value, error: &serde_json::Error) -> String {
    format!("`{}` is not a question of this game: {error}", shorten(&question.to_string()))
}
