//! How a game is shown: the data of its renderer, the place of a move, descriptions in
//! words, and the numbers of graphs and reports.
//!
//! This layer is above the rules: [`Presentation`] reads positions and decides nothing, and
//! no file of rules imports a file of presentation. The data for the page and for other programs has
//! the game's own types, each declared once; their TypeScript is generated from the same declaration. This
//! module depends on no interface.

use crate::base::fixed::shorten;
use crate::contract::game::{Game, Seat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Debug;

/// The reason against a move that needs agreement between people; see [`SpecialMove::agreed`].
pub const NOT_AGREED: &str = "needs all players to agree, and a bot plays";

/// An optional move for people, in addition to the legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SpecialMove {
    /// Its notation, by which it is played: `end`.
    #[serde(rename = "move")]
    pub mv: &'static str,
    /// The label of the button.
    pub label: &'static str,
    /// Its effect, in one line.
    pub about: &'static str,
    /// Whether all players must agree to it, so that no bot may play.
    #[serde(skip)]
    pub agreed: bool,
}

/// The text next to a seat's name on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatStatus {
    /// The main figure, such as `12 cells`.
    pub score: String,
    /// The other figures, in a few words: `1 of 2 placements · 9 houses`.
    pub note: String,
}

/// A number for a chart over the plies of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// The chart; metrics with the same word share a chart.
    pub chart: &'static str,
    /// The label of the line.
    pub label: String,
    /// The seat whose colour the line has; null if it belongs to no seat.
    pub seat: Option<Seat>,
    /// In the unit of the chart.
    pub value: f64,
}

/// An event of a ply, for a log with links.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Incident<L> {
    /// The affected seat.
    pub seat: Seat,
    /// The kind of event, in a word for a filter button: `lost`.
    pub kind: &'static str,
    /// The description: `North-West loses the outpost at 40,12 (cut: home disputed)`.
    pub text: String,
    /// Its place, in the format of the game's renderer.
    pub location: L,
}

/// The report on a finished game as a table, if one row per seat is clearer than lines of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReportTable {
    /// The column headings, one for each cell of a row.
    pub columns: Vec<&'static str>,
    /// The cells, one row per seat, in the order of the seats.
    pub rows: Vec<Vec<String>>,
    /// The seats in the order of their ranks.
    pub order: Vec<Seat>,
    /// The decisive plies with their events, in order.
    pub moments: Vec<(usize, String)>,
    /// An additional sentence; empty for none.
    pub note: String,
}

/// A statistic of a finished game, for totals over many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tally {
    /// Counts the games with the answer `answer` to `of`.
    Count {
        /// The question, such as `winner`.
        of: Cow<'static, str>,
        /// The answer in this game, such as `White`.
        answer: String,
    },
    /// Averages `value` over the games that report it.
    Mean {
        /// The name of the number.
        of: Cow<'static, str>,
        /// Its value in this game.
        value: f64,
        /// The seat whose bot it belongs to in the table of end metrics; `None` for every bot of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
}

/// Texts about a game's positions: the sentences are in the game's `presentation/words.rs`.
pub trait Wording: Game {
    /// The report on a finished game: label and text, in words for people. Empty before the end.
    fn report(&self) -> Vec<(&'static str, String)>;

    // ---- optional methods: a game adds the texts that it has ----

    /// A description of the move before it is played, with its effect: `stone on d3, turns 2 stones`.
    fn describe_move(&self, mv: &Self::Move) -> String {
        self.move_name(mv)
    }

    /// Where a seat begins, after its player's name: `north-west`. `None` if seats are called by their colours.
    fn seat_place(&self, _seat: Seat) -> Option<String> {
        None
    }

    /// A description of the last turn's events, for a game whose seats move at once.
    fn turn_report(&self) -> String {
        String::new()
    }

    /// The report on a finished game as a table, if that is clearer than [`Self::report`]: interfaces with
    /// tables show it instead.
    fn report_table(&self) -> Option<ReportTable> {
        None
    }

    /// The result in one sentence, if the general sentence (winner, scores, reason) is not
    /// enough.
    fn outcome_text(&self) -> Option<String> {
        None
    }

    /// The statistics that an arena totals over many finished games; empty before the end.
    fn tallies(&self) -> Vec<Tally> {
        Vec::new()
    }

    /// The seat to move, in words: `Red to move`.
    fn turn_text(&self) -> String {
        let names: Vec<_> = self.to_act().iter().map(|seat| self.seat_name(seat)).collect();
        if names.is_empty() {
            "The game is over".to_owned()
        } else {
            format!("{} to move", names.join(", "))
        }
    }

    /// The same for the only person in the game, on their turn.
    fn your_turn_text(&self) -> String {
        "Your turn".to_owned()
    }
}

/// Where a move is drawn on the board before it is played, by the renderer's numbers of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Footprint {
    /// The mover.
    pub seat: Seat,
    /// The cells that its piece takes; empty for a move without a place.
    pub cells: Vec<usize>,
    /// The cell that the piece leaves; null if it comes from outside.
    pub from: Option<usize>,
    /// What the move gains: exits, turned stones, the rest of its group or village.
    pub gains: Vec<usize>,
}

/// The data that interfaces show of a game's positions.
pub trait Presentation: Wording {
    /// The figures listed in the rules file; an object.
    type Summary: for<'a> From<&'a Self> + Serialize + Debug + Send + Sync + 'static;
    /// Constant data for the board renderer: names of squares, the map. Sent once per game.
    type Layout: for<'a> From<&'a Self> + Serialize + Send + Sync + 'static;
    /// Data of one position for the board renderer.
    type View: for<'a> From<&'a Self> + Serialize + Send + Sync + 'static;
    /// The place of a move, an incident or a task on the board.
    type Location: Serialize + Debug + PartialEq + Send + Sync + 'static;
    /// A request of the page about a position.
    type Question: DeserializeOwned;
    /// The response to a [`Presentation::Question`].
    type Answer: Serialize + Send + Sync + 'static;

    /// The place of a move on the board. The position is the one before the move, which need not be legal.
    fn location(&self, mv: &Self::Move) -> Self::Location;

    /// The text next to a seat's name.
    fn seat_status(&self, seat: Seat) -> SeatStatus;

    /// The numbers of the game's graphs; the same list in every position of a game.
    fn metrics(&self) -> Vec<Metric>;

    // ---- optional methods: a game adds the data that it has ----

    /// The figures of the position listed in the rules file.
    fn summary(&self) -> Self::Summary {
        self.into()
    }

    /// The renderer's constant data; the same in every position of a game.
    fn layout(&self) -> Self::Layout {
        self.into()
    }

    /// The renderer's data of this position.
    fn view(&self) -> Self::View {
        self.into()
    }

    /// Replaces the names of seats in the texts of a view by those of their players. Colours that name pieces stay.
    fn name_players(_view: &mut Self::View, _named: &dyn Fn(&str) -> String) {}

    /// The same in an answer.
    fn name_players_in_answer(_answer: &mut Self::Answer, _named: &dyn Fn(&str) -> String) {}

    /// The cells of the board by their names in moves, in the order of the renderer's numbers; empty if
    /// programs cannot draw on the board.
    fn cell_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The same cells by the names printed on the board, in which people write notes.
    fn printed_cells(&self) -> Vec<String> {
        self.cell_names()
    }

    /// The board as a text for people, with the coordinates of moves; `None` for the position text.
    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> Option<String> {
        None
    }

    /// The cells of a move of the seat to move. The position is the one before the move, which need not be legal.
    fn footprint(&self, _mv: &Self::Move) -> Footprint {
        Footprint::default()
    }

    /// Events of the last ply for the log of the game, each with its place.
    fn incidents(&self) -> Vec<Incident<Self::Location>> {
        Vec::new()
    }

    /// Additional moves that are accepted now although they are not listed as legal, to be offered to people,
    /// such as ending a decided game.
    fn extras(&self) -> Vec<SpecialMove> {
        Vec::new()
    }

    /// Responds to a request of the page during the input of a move (which spots fit a rotated island?).
    /// The response never changes the position.
    ///
    /// # Errors
    /// The error in the request.
    fn inspect(&self, question: Self::Question) -> Result<Self::Answer, String>;
}

/// A grid as text, with labels above the columns and left of the rows.
#[cfg(not(target_arch = "wasm32"))]
pub fn grid_text(
    columns: &[String],
    rows: &[String],
    cell: impl Fn(usize, usize) -> String,
) -> String {
    let cells = |row: usize| (0..columns.len()).map(|column| cell(row, column)).collect::<Vec<_>>();
    let cells: Vec<Vec<String>> = (0..rows.len()).map(cells).collect();
    let length = |text: &String| text.chars().count();
    let width = cells.iter().flatten().chain(columns).map(length).max().unwrap_or(1);
    let left = rows.iter().map(length).max().unwrap_or(0);
    let line = |label: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
        format!("{label:>left$}  {}", cells.join(" ")).trim_end().to_owned()
    };
    let mut lines = vec![line("", columns)];
    lines.extend(rows.iter().zip(&cells).map(|(label, cells)| line(label, cells)));
    lines.join("\n")
}

/// The error for an invalid [`Presentation::Question`]: the request, and the expected form.
pub fn no_question(question: &serde_json::Value, error: &serde_json::Error) -> String {
    format!("`{}` is not a question of this game: {error}", shorten(&question.to_string()))
}
