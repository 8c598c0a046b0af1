//! Tests of the common part of grid games: a game for three players, and a game with falling pieces.

use super::bots::{Bots, FeatureContext, Measure, Measured};
use super::presentation::GridQuestion;
use super::rules::{Board, End, Position, Rules};
use super::set_up::GridDraft;
use crate::base::fixed::Fixed;
use crate::base::options::{Options, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::{Budget, NoClock, Weight};
use crate::contract::features::{Feature, features};
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::contract::presentation::Presentation;
use crate::contract::setup::{Drafting, SetupTable};

const REASONS: &[(&str, &str)] =
    &[("row", "three in a row"), ("full", "a full board"), ("forfeit", "giving up")];

fn three_in_a_row(board: &Board, last: Option<usize>) -> Option<End> {
    if let Some(row) = board.row_of(3, last) {
        return Some(End { winner: board.piece(row[0]), reason: "row" });
    }
    board.is_full().then_some(End { winner: None, reason: "full" })
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Trio;

impl Rules for Trio {
    const SEATS: &'static [&'static str] = &["Red", "Green", "Blue"];
    const SIZE: &'static str = "4x3";
    const SIDES: [u8; 2] = [3, 5];
    const REASONS: &'static [(&'static str, &'static str)] = REASONS;

    fn end(board: &Board, _mover: Seat, last: Option<usize>) -> Option<End> {
        three_in_a_row(board, last)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Falling;

impl Rules for Falling {
    const SEATS: &'static [&'static str] = &["First", "Second"];
    const SIZE: &'static str = "4x3";
    const SIDES: [u8; 2] = [3, 5];
    const FALLS: bool = true;
    const REASONS: &'static [(&'static str, &'static str)] = REASONS;

    fn end(board: &Board, _mover: Seat, last: Option<usize>) -> Option<End> {
        three_in_a_row(board, last)
    }
}

features! { FeatureContext<'_>;
    own_pieces: "pieces", 0 to 25, "own pieces" => |seen| seen.board.count(seen.seat) as f64;
}

macro_rules! measured {
    ($($game:ty),*) => {$(
        impl Measured for $game {
            const WEIGHTS: &'static [Weight] = &[Weight::of_term(
                Term {
                    key: "pieces",
                    label: "pieces",
                    meaning: "own pieces",
                    weight: Fixed::ONE,
                    contrast: Contrast::BY_LABEL,
                },
                10,
            )
            .measured_by("own_pieces")];
            const CHART: &'static str = "Pieces";

            fn features() -> &'static [Feature] {
                FEATURES
            }

            fn measures() -> &'static [Measure] {
                MEASURES
            }
        }
    )*};
}

measured!(Trio, Falling);

fn after<R: Rules>(moves: &str) -> Position<R> {
    let mut rng = Rng::new(1, Stream::Setup);
    let mut position = Position::new(&Options::default(), &mut rng).expect("a start");
    for text in moves.split_whitespace() {
        let mv = position.parse_move(position.mover(), text).expect(text);
        position.play(position.mover(), &mv).expect(text);
    }
    position
}

#[test]
fn seats_take_turns_and_illegal_moves_are_explained() {
    let mut position = after::<Trio>("b2 a1 c3");
    assert_eq!((position.mover(), position.legal_count()), (0, 9));
    let mv = position.parse_move(0, "b2").expect("a cell");
    let error = position.play(0, &mv).expect_err("taken").to_string();
    assert_eq!(error, "b2 is taken: a piece of Red is there");
    let mut full = after::<Falling>("a a a");
    let mv = full.parse_move(1, "A").expect("a column");
    assert_eq!(full.play(1, &mv).expect_err("full").to_string(), "column a is full");
    assert_eq!(full.passed().map(|passed| passed.mover()), Some(0));
}

#[test]
fn a_seat_that_forfeits_among_three_is_last() {
    let mut position = after::<Trio>("b2");
    position.forfeit(1).expect("its turn");
    assert_eq!(position.outcome().map(|outcome| outcome.ranks), Some(vec![1, 2, 1]));
    let won = after::<Trio>("a1 a2 d3 b1 b2 d1 c1").outcome().expect("over");
    assert_eq!((won.ranks, won.reason), (vec![1, 2, 2], "row"));
}

#[test]
fn inspecting_a_line_returns_the_cells_it_fills() {
    let position = after::<Falling>("b");
    let cells = |line: &str| {
        let line = line.split_whitespace().map(str::to_owned).collect();
        let cells = position.inspect(GridQuestion { line }).expect("moves").cells;
        let name = |cell: usize| position.layout().square_names[cell].clone();
        cells.into_iter().map(|cell| cell.map(name)).collect::<Vec<_>>()
    };
    let named =
        |names: &[&str]| names.iter().map(|&name| Some(name.to_owned())).collect::<Vec<_>>();
    assert_eq!(cells("b c b"), named(&["b2", "c1", "b3"]));
    assert_eq!(cells("b b b c"), [named(&["b2", "b3"]), vec![None, None]].concat());
    assert!(position.inspect(GridQuestion { line: vec!["b2".to_owned()] }).is_err());
    let b2 = position.view().targets.into_iter().find(|target| target.mv == "b").expect("b");
    assert_eq!((b2.cell, b2.aim), (5, vec![1, 5, 9]));
}

#[test]
fn positions_can_be_set_up_by_hand() {
    let drafting = Drafting::by::<GridDraft<Falling>>();
    let edit = |text: &str, edit: &str| -> SetupTable {
        (drafting.table)(&RawOptions::new(), 0, text, edit).expect("an edit")
    };
    let start = edit("", "");
    assert_eq!(start.text, ". . . .\n. . . .\n. . . .\nto move: 1\n");
    let hanging = edit(&start.text, "put 1 5 0");
    assert_eq!(hanging.problems.len(), 1);
    assert_eq!(hanging.problems[0].text, "the piece on b2 would fall: b1 is empty");
    assert_eq!(hanging.problems[0].at, Some(5));
    let held = edit(&edit(&hanging.text, "put 0 9 0").text, "set 0 1");
    assert_eq!(held.text, ". . . .\n. 2 . .\n. 1 . .\nto move: 2\n");
    assert_eq!((held.problems.len(), held.turn.as_str()), (0, "Second to move"));
    assert_eq!(edit(&held.text, "set 2 5").text.lines().count(), 6, "five rows");
    assert_eq!(edit(&held.text, "clear").text, start.text);
}

fn bots_move<R: Measured>(moves: &str) -> Vec<String> {
    let position = after::<R>(moves);
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let chosen = Bots::<R>::ALL.iter().map(|spec| {
        let bot = spec.build(&Options::default());
        let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
        let budget = Budget::Nodes(400);
        let analysis = bot.think(&position, position.mover(), budget, rng, &NoClock);
        let choice = analysis.choice.expect("a choice");
        assert!(legal.contains(&choice), "{}: {choice}", spec.id);
        format!("{} {choice}", spec.id)
    });
    chosen.collect()
}

#[test]
fn features_and_weights_define_every_bot() {
    let three = bots_move::<Trio>("a1 a2 d3 b1 b2 d1");
    let two = bots_move::<Falling>("a b a b");
    for bot in ["alphabeta", "mcts", "greedy", "lab"] {
        assert!(three.contains(&format!("{bot} c1")), "{three:?}");
        assert!(two.contains(&format!("{bot} a")), "{two:?}");
    }
}
