//! FenceMaster through its interface: fixed cases, and comparisons of the fast code with slow and simple code.

use crate::shown::{ask, shown};
use serde_json::{Value, json};
use std::path::PathBuf;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, Game};
use totora::contract::presentation::{Presentation, Wording};
use totora::games::fencemaster::board::{BRIDGE, Board, LOOP, TRIPOD};
use totora::games::fencemaster::bots::BOTS;
use totora::games::fencemaster::distance::lack;
use totora::games::fencemaster::geometry::{
    Geometry, LARGEST, Place, SMALLEST, around, column, row,
};
use totora::games::fencemaster::playout::{Playouts, Quick};
use totora::games::fencemaster::position_text::PositionText;
use totora::games::fencemaster::setup::{Wins, analyse};
use totora::games::fencemaster::{FenceMaster, Move, Rules};
use totora::record::Record;
use totora::record::link::ViewState;
use totora::session::Session;

const BOTH_RULES: [Rules; 2] = [Rules::FenceMaster, Rules::Havannah];

// ---- the slow reference: a square of cells and flood fill, without incremental state ----

/// A board with rows and columns, for a direct implementation of the rules.
#[derive(Clone)]
struct Slow {
    side: i32,
    cells: Vec<Option<usize>>,
}

impl Slow {
    fn new(side: usize) -> Self {
        let span = 2 * side - 1;
        Slow { side: side as i32, cells: vec![None; span * span] }
    }

    fn from_position(position: &FenceMaster) -> Self {
        let mut slow = Slow::new(position.geometry().side());
        for &place in position.geometry().places() {
            *slow.at(row(place) as i32, column(place) as i32) = position.board().stone(place);
        }
        slow
    }

    fn on(&self, (r, c): (i32, i32)) -> bool {
        let span = 2 * self.side - 1;
        (0..span).contains(&r) && (0..span).contains(&c) && (r - c).abs() < self.side
    }

    fn at(&mut self, r: i32, c: i32) -> &mut Option<usize> {
        &mut self.cells[(r * (2 * self.side - 1) + c) as usize]
    }

    fn is(&self, seat: usize, (r, c): (i32, i32)) -> bool {
        self.on((r, c)) && self.cells[(r * (2 * self.side - 1) + c) as usize] == Some(seat)
    }

    fn all(&self) -> Vec<(i32, i32)> {
        let span = 2 * self.side - 1;
        let cells = (0..span).flat_map(|r| (0..span).map(move |c| (r, c)));
        cells.filter(|&cell| self.on(cell)).collect()
    }

    fn near((r, c): (i32, i32)) -> [(i32, i32); 6] {
        [(r, c - 1), (r - 1, c - 1), (r - 1, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
    }

    /// The cells that are connected with `from` through cells that `through` accepts.
    fn flood(&self, from: &[(i32, i32)], through: impl Fn((i32, i32)) -> bool) -> Vec<bool> {
        let span = 2 * self.side - 1;
        let index = |(r, c): (i32, i32)| (r * span + c) as usize;
        let mut seen = vec![false; self.cells.len()];
        let mut left: Vec<_> = from.iter().copied().filter(|&cell| through(cell)).collect();
        while let Some(cell) = left.pop() {
            if std::mem::replace(&mut seen[index(cell)], true) {
                continue;
            }
            left.extend(Self::near(cell).into_iter().filter(|&n| self.on(n) && through(n)));
        }
        seen
    }

    /// The side of a border cell, as the set of its missing neighbours; `None` for corners.
    fn edge(&self, cell: (i32, i32)) -> Option<[bool; 6]> {
        let missing = Self::near(cell).map(|near| !self.on(near));
        (missing.iter().filter(|&&missing| missing).count() == 2).then_some(missing)
    }

    fn corner(&self, cell: (i32, i32)) -> bool {
        Self::near(cell).into_iter().filter(|&near| !self.on(near)).count() == 3
    }

    fn wins(&self, seat: usize, havannah: bool) -> u8 {
        let span = 2 * self.side - 1;
        let index = |(r, c): (i32, i32)| (r * span + c) as usize;
        let mine = |cell| self.is(seat, cell);
        let mut won = 0;
        let mut grouped = vec![false; self.cells.len()];
        for cell in self.all() {
            if !mine(cell) || grouped[index(cell)] {
                continue;
            }
            let seen = self.flood(&[cell], mine);
            let group: Vec<_> = self.all().into_iter().filter(|&c| seen[index(c)]).collect();
            for &cell in &group {
                grouped[index(cell)] = true;
            }
            let mut edges: Vec<_> = group.iter().filter_map(|&cell| self.edge(cell)).collect();
            edges.sort_unstable();
            edges.dedup();
            if edges.len() >= 3 {
                won |= TRIPOD;
            }
            if havannah && group.iter().filter(|&&cell| self.corner(cell)).count() >= 2 {
                won |= BRIDGE;
            }
        }
        let border: Vec<_> = self
            .all()
            .into_iter()
            .filter(|&cell| Self::near(cell).into_iter().any(|near| !self.on(near)))
            .collect();
        let outside = self.flood(&border, |cell| !mine(cell));
        // An own cell is enclosed if it is not on the border and no neighbour is outside.
        let enclosed = |cell| {
            if mine(cell) {
                let free = |near| !self.on(near) || (!mine(near) && outside[index(near)]);
                havannah && !Self::near(cell).into_iter().any(free)
            } else {
                !outside[index(cell)]
            }
        };
        if self.all().into_iter().any(enclosed) {
            won |= LOOP;
        }
        won
    }
}

fn is_havannah(rules: Rules) -> bool {
    rules == Rules::Havannah
}

// ---- comparison of the fast rules with the reference ----

/// Puts stones in this order, each for a seat, and compares the wins on both boards until both players have won. Counts the
/// compared stones, the loops and the filled rings.
fn compare(
    geometry: &Geometry,
    rules: Rules,
    stones: impl Iterator<Item = (usize, Place)>,
    counts: &mut [usize; 3],
) {
    let mut slow = Slow::new(geometry.side());
    let mut board = Board::default();
    let mut had = [0; 2];
    for (seat, place) in stones {
        if had[seat] != 0 {
            continue;
        }
        let predicted = match rules {
            Rules::FenceMaster => board.would_win::<false>(geometry, seat, place),
            Rules::Havannah => board.would_win::<true>(geometry, seat, place),
        };
        let won = match rules {
            Rules::FenceMaster => board.put::<false>(geometry, seat, place),
            Rules::Havannah => board.put::<true>(geometry, seat, place),
        };
        *slow.at(row(place) as i32, column(place) as i32) = Some(seat);
        let truth = slow.wins(seat, is_havannah(rules));
        assert_eq!(won, truth, "side {}, {rules:?}, {seat} on {place}", geometry.side());
        assert_eq!(predicted, won);
        had[seat] = won;
        counts[0] += 1;
        counts[1] += usize::from(won & LOOP != 0);
        counts[2] += usize::from(won & LOOP != 0 && slow.wins(seat, false) & LOOP == 0);
    }
}

#[test]
fn wins_agree_with_the_slow_reference_in_random_positions() {
    for rules in BOTH_RULES {
        for side in SMALLEST..=LARGEST {
            let geometry = Geometry::with_side(side).expect("a size");
            let mut counts = [0; 3];
            for seed in 0..if side < 7 { 40 } else { 12 } {
                let mut rng = Rng::new(seed, Stream::Other(side as u32));
                let mut places = geometry.places().to_vec();
                rng.shuffle(&mut places);
                // White gets from half to nearly all of the stones.
                let share = [50, 50, 80, 95][seed as usize % 4];
                let stones: Vec<_> = places
                    .into_iter()
                    .map(|place| (usize::from(rng.below(100) >= share), place))
                    .collect();
                compare(geometry, rules, stones.into_iter(), &mut counts);
            }
            let [compared, loops, _] = counts;
            assert!(compared > 400 && (loops > 3 || side < 5), "side {side}: {counts:?}");
        }
    }
}

/// Stones that grow in clusters or chains, which give filled hexagons, rings and chains along the border.
#[test]
fn wins_agree_with_the_slow_reference_in_positions_with_many_rings() {
    for rules in BOTH_RULES {
        let mut solid = 0;
        for side in SMALLEST..=LARGEST {
            let geometry = Geometry::with_side(side).expect("a size");
            let mut counts = [0; 3];
            for seed in 0..if side < 7 { 60 } else { 24 } {
                let mut rng = Rng::new(seed, Stream::Other(100 + side as u32));
                let mut board: Vec<(usize, Place)> = Vec::new();
                let mut left = geometry.places().to_vec();
                // The preferred numbers of own neighbours: clusters prefer many, chains one or two.
                let preferred: &[u32] =
                    [&[6, 5, 4, 3][..], &[1, 2], &[2, 1], &[3, 2, 1]][seed as usize % 4];
                while !left.is_empty() {
                    let seat = usize::from(rng.below(10) >= 7);
                    let own = |place: &Place| {
                        let near = around(*place);
                        board.iter().filter(|(s, p)| *s == seat && near.contains(p)).count() as u32
                    };
                    let sample: Vec<usize> = (0..6).map(|_| rng.below(left.len())).collect();
                    let rank = |&at: &usize| {
                        let own = own(&left[at]);
                        preferred.iter().position(|&number| number == own).unwrap_or(9)
                    };
                    let at = sample.into_iter().min_by_key(rank).unwrap_or(0);
                    board.push((seat, left.swap_remove(at)));
                }
                compare(geometry, rules, board.into_iter(), &mut counts);
            }
            assert!(counts[0] > 800 || side < 5, "side {side}: {counts:?}");
            assert!(counts[1] > 3, "side {side}: {counts:?}");
            solid += counts[2];
        }
        assert_eq!(solid > 10, is_havannah(rules), "rings around own stones: {solid}");
    }
}

/// In random games, no player has won before the last stone. With the last stone its player wins, or the board is full. The
/// view shows the win correctly.
#[test]
fn games_end_as_in_the_slow_reference() {
    let mut ends = [0; 4];
    for rules in BOTH_RULES {
        for side in SMALLEST..=LARGEST {
            for seed in 0..if side < 7 { 12 } else { 4 } {
                let position = random_game(side, rules, seed, usize::MAX);
                let slow = Slow::from_position(&position);
                let last = position.history().last().copied().expect("a stone");
                let mover = position.board().stone(last).expect("a stone");
                let won = slow.wins(mover, is_havannah(rules));
                assert_eq!((position.won(), slow.wins(1 - mover, is_havannah(rules))), (won, 0));
                let mut before = slow.clone();
                *before.at(row(last) as i32, column(last) as i32) = None;
                assert_eq!(before.wins(mover, is_havannah(rules)), 0);
                let winner = (won != 0).then_some(mover);
                assert_eq!(position.winner(), winner);
                if won == 0 {
                    assert_eq!(position.empties(), 0, "a draw only on a full board");
                    ends[3] += 1;
                }
                ends[0] += usize::from(won == TRIPOD);
                ends[1] += usize::from(won == LOOP);
                ends[2] += usize::from(won & BRIDGE != 0);
                check_win_in_view(&position, mover);
                assert!(position.outcome_text().expect("over").ends_with('.'));
            }
        }
    }
    assert!(ends[0] > 20 && ends[1] > 20 && ends[2] > 5, "{ends:?}");
}

/// Checks that the win in the view is correct.
fn check_win_in_view(position: &FenceMaster, seat: usize) {
    let view = shown(&position.view());
    if position.won() == 0 {
        assert!(view["win"].is_null());
        return;
    }
    let geometry = position.geometry();
    let list = |key: &str| -> Option<Vec<Place>> {
        let cells = view["win"][key].as_array()?;
        let place = |cell: &Value| geometry.place(cell.as_u64().expect("a cell") as usize);
        Some(cells.iter().map(|cell| place(cell).expect("on the board")).collect())
    };
    for (key, bit, least) in [("tripod", TRIPOD, 3), ("bridge", BRIDGE, 2)] {
        let Some(cells) = list(key) else {
            assert_eq!(position.won() & bit, 0);
            continue;
        };
        assert!(position.won() & bit != 0 && cells.iter().all(|&p| position.board().has(seat, p)));
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for near in around(at) {
                if cells.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        assert_eq!(reached.len(), cells.len(), "{key} is connected");
        let touched = cells.iter().fold(0, |bits, &p| bits | geometry.border(p));
        let touched = if bit == TRIPOD { touched & 63 } else { touched >> 6 };
        assert!(touched.count_ones() >= least, "{key}: {cells:?}");
    }
    let Some(ring) = list("loop") else {
        assert_eq!(position.won() & LOOP, 0);
        return;
    };
    let enclosed = list("enclosed").expect("a list");
    assert!(position.won() & LOOP != 0 && ring.len() >= 6 && !enclosed.is_empty());
    for (n, &place) in ring.iter().enumerate() {
        assert!(position.board().has(seat, place));
        assert!(around(place).contains(&ring[(n + 1) % ring.len()]), "{ring:?} goes around");
        assert!(!ring[..n].contains(&place), "each cell once");
    }
    for &place in &enclosed {
        let near = around(place);
        assert!(
            near.iter().all(|p| ring.contains(p) || enclosed.contains(p)),
            "{ring:?} is closed"
        );
    }
    let foreign = enclosed.iter().any(|&place| !position.board().has(seat, place));
    assert!(foreign || position.rules() == Rules::Havannah);
}

/// A random game of at most this many plies.
fn random_game(side: usize, rules: Rules, seed: u64, plies: usize) -> FenceMaster {
    let mut position = FenceMaster::empty(side, rules, true).expect("a size");
    let mut rng = Rng::new(seed, Stream::Other(7));
    let mut moves = Vec::new();
    while position.plies() < plies {
        position.legal_moves(&mut moves);
        let Some(mv) = moves.get(rng.below(moves.len())) else { break };
        position.play_unchecked(mv);
    }
    position
}

#[test]
fn playouts_follow_the_rules() {
    for rules in BOTH_RULES {
        for side in [3, 4, 7, 10] {
            let start = random_game(side, rules, 3, side);
            let mut playouts = Playouts::new(0);
            playouts.begin(&start);
            let (mut quick, mut again) = (Quick::new(5), Quick::new(5));
            for _ in 0..60 {
                let played = playouts.again(&start, &mut quick);
                let mut position = start.clone();
                for &place in playouts.played(&played) {
                    let seat = position.to_act().first().expect("a seat to move");
                    position.play(seat, &Move::on(place)).expect("legal");
                }
                assert!(position.outcome().is_some());
                assert_eq!((position.winner(), position.won()), (played.winner, played.won));
                assert!(played.plies > 0);
            }
            let mut other = Playouts::new(0);
            other.begin(&start);
            for _ in 0..60 {
                other.again(&start, &mut again);
            }
            assert_eq!(quick.next_u64(), again.next_u64(), "the same seed plays the same games");
        }
    }
}

/// Random play has the known shares of White's wins and of loops.
#[test]
fn random_play_has_the_known_shares() {
    for (side, white, loops) in [(4, 53.0, 9.0), (6, 52.5, 36.0), (10, 49.5, 87.0)] {
        let start = FenceMaster::empty(side, Rules::FenceMaster, false).expect("a size");
        let mut playouts = Playouts::new(0);
        let mut quick = Quick::new(11);
        let mut counts = [0; 2];
        const GAMES: u32 = 6000;
        for _ in 0..GAMES {
            let played = playouts.run(&start, &mut quick);
            counts[0] += u32::from(played.winner == Some(0));
            counts[1] += u32::from(played.won & LOOP != 0);
        }
        let share = counts.map(|count| 100.0 * f64::from(count) / f64::from(GAMES));
        assert!(
            (share[0] - white).abs() < 3.0 && (share[1] - loops).abs() < 3.0,
            "{side}: {share:?}"
        );
    }
}

/// A loop in a playout does not count if it has too few stones of the position.
#[test]
fn loops_with_too_few_stones_of_the_position_do_not_count() {
    let start = FenceMaster::empty(8, Rules::FenceMaster, false).expect("a size");
    let mut playouts = Playouts::new(3);
    let mut quick = Quick::new(2);
    for _ in 0..300 {
        let played = playouts.run(&start, &mut quick);
        assert_ne!(played.won, LOOP, "the position has no stones");
    }
    // Five of the six stones around a cell are on the board: the sixth closes a loop that counts.
    let start = from(
        Rules::FenceMaster,
        "4\n- - - -\n- - - - -\n- - W W - -\n- - - - W - -\n- - W W - -\n- - - - -\n- - - -",
    );
    let loops = (0..400).filter(|_| playouts.run(&start, &mut quick).won == LOOP).count();
    assert!(loops > 20, "{loops}");
}

// ---- fixed cases ----

fn from(rules: Rules, text: &str) -> FenceMaster {
    FenceMaster::from_text(text, rules).expect("a board")
}

fn play(position: &FenceMaster, mv: &str) -> FenceMaster {
    position.clone().after([mv]).expect(mv)
}

#[test]
fn a_solid_hexagon_of_seven_is_not_a_loop_but_a_ring_of_havannah() {
    let text = "4\n- - - -\n- B - - -\nB - W W - -\nB - W W W - B\n- - W - - B\n- - - B -\n- - - -";
    for (rules, won) in [(Rules::FenceMaster, 0), (Rules::Havannah, LOOP)] {
        let position = from(rules, text);
        assert_eq!(position.winner(), None);
        assert_eq!(position.turn(), 0);
        let after = play(&position, "4,4");
        assert_eq!(after.won(), won);
        assert_eq!(after.winner(), (won != 0).then_some(0));
        if won != 0 {
            assert_eq!(
                after.outcome_text().expect("over"),
                "White won by a ring: 6 stones enclose 1 cell."
            );
            check_win_in_view(&after, 0);
        }
    }
    // The middle stone is last: the six around it win before.
    let ring = "4\n- - - -\n- - - - -\n- - W W - -\n- - W - W - -\n- - W W - -\n- - - - -\n- - - -";
    assert_eq!(from(Rules::FenceMaster, ring).won(), LOOP);
}

#[test]
fn a_loop_must_enclose_a_foreign_cell() {
    // The loop encloses two cells, one with a white and one with a black stone.
    let text = "5\n- - - - -\nB - - B B -\n- - - - - - B\n- - - W - W - -\n- - - W W B W - -\n- B - W W W - B\n- - - - B - -\n- - - - - -\n- - - - -";
    let position = from(Rules::FenceMaster, text);
    assert_eq!((position.winner(), position.turn()), (None, 0));
    let after = play(&position, "3,4");
    assert_eq!((after.winner(), after.won()), (Some(0), LOOP));
    check_win_in_view(&after, 0);
    assert_eq!(shown(&after.summary()), json!({ "stones": [9, 8], "winner": 0, "by": "loop" }));
    // If both enclosed stones are White's, there is no loop.
    let solid = text.replace("W W B W", "W W W W");
    let solid = from(Rules::FenceMaster, &solid.replace("5\n- - - - -", "5\n- - - - B"));
    assert_eq!((solid.winner(), play(&solid, "3,4").winner()), (None, None));
}

#[test]
fn a_chain_along_the_border_is_not_a_loop() {
    // Black cuts off a corner. The border does not close the loop.
    let text = "4\n- - B -\n- - B - W\nB B B - W W\n- - - - - - W\n- - - - - W\n- - - - -\n- - - -";
    let position = from(Rules::FenceMaster, text);
    assert_eq!(position.outcome(), None);
    let position = play(&play(&position, "0,0"), "0,1");
    let position = play(&play(&position, "6,6"), "1,0");
    assert_eq!(position.winner(), None);
    assert_eq!(Slow::from_position(&position).wins(1, false) & LOOP, 0);
}

#[test]
fn corners_connect_edges_but_belong_to_none() {
    // A chain along the top and around the upper right corner has two edges. Another stone on the left adds the third.
    let text = "4\n- W W W\n- - - - W\n- - - - - -\n- - - - - - -\nB B B B B -\n- - - - -\n- - - -";
    let position = from(Rules::FenceMaster, text);
    assert_eq!((position.winner(), position.turn()), (None, 0));
    let corner = play(&position, "0,0");
    assert_eq!(corner.winner(), None, "the corner adds no edge");
    let after = play(&play(&corner, "6,6"), "1,0");
    assert_eq!((after.winner(), after.won()), (Some(0), TRIPOD));
    assert_eq!(
        after.outcome_text().expect("over"),
        "White won by a tripod: one group joins the top, the upper right and the upper left edge."
    );
    check_win_in_view(&after, 0);
    // In Havannah, the same corner makes a bridge.
    let bridge = play(&from(Rules::Havannah, text), "0,0");
    assert_eq!((bridge.winner(), bridge.won()), (Some(0), BRIDGE));
    assert_eq!(shown(&bridge.summary())["by"], "bridge");
    check_win_in_view(&bridge, 0);
}

#[test]
fn a_tripod_and_a_loop_at_once() {
    let text = "4\nB - B -\n- - B - W\n- B - W W B\nB - - W - W B\n- - - - W W\nB - W - -\nB W - -";
    let position = from(Rules::FenceMaster, text);
    assert_eq!((position.winner(), position.turn()), (None, 0));
    let after = play(&position, "4,4");
    assert_eq!((after.winner(), after.won()), (Some(0), LOOP | TRIPOD));
    assert_eq!(shown(&after.summary())["by"], "both");
    let words = after.outcome_text().expect("over");
    assert!(words.starts_with("White won by a tripod and a loop at once: "), "{words}");
    check_win_in_view(&after, 0);
}

#[test]
fn a_full_board_without_a_winner_is_a_draw() {
    let rows = "4\nB B B B\nW W W W W\nB B B B B B\nW W W W W W W\nB B B B B B\nW W W W W\nB B B -";
    let position = from(Rules::FenceMaster, rows);
    assert_eq!((position.outcome(), position.turn()), (None, 0), "White has fewer stones");
    let after = play(&position, "6,6");
    let outcome = after.outcome().expect("over");
    assert_eq!((outcome.ranks, outcome.scores, outcome.reason), (vec![1, 1], vec![0, 0], "draw"));
    assert_eq!(
        shown(&after.summary()),
        json!({ "stones": [18, 19], "winner": null, "by": "draw" })
    );
    assert_eq!(after.outcome_text().as_deref(), Some("A draw: the board is full without a win."));
}

#[test]
fn a_game_can_begin_from_a_board() {
    let begin = |text: &str| {
        let raw = json!({ "totora": 1, "game": "fencemaster", "options": { "board": text } });
        Record::from_json(&raw).and_then(Session::begin).map_err(|error| error.to_string())
    };
    let equal = begin("3 B-W ---- ----- ---- ---").expect("a board");
    assert_eq!(equal.position().to_act().first(), Some(0));
    assert_eq!(equal.position().legal_count(), Some(17), "no swap");
    let ahead = begin("3 --W ---- ----- ---- ---").expect("a board");
    assert_eq!(ahead.position().to_act().first(), Some(1));
    let won = begin("4 ---- ----- --WW-- --W-W-- --WW-- ----- ----").expect("a board");
    assert_eq!(won.position().outcome().map(|outcome| outcome.reason), Some("loop"));
    let both = begin("4 -BBW BBWBB WW-BBB BW-WWB- -WWW-- -BBWW BWW-").expect("a board");
    assert_eq!(both.position().outcome().map(|outcome| outcome.reason), Some("draw"));
    assert_eq!(
        both.outcome_text().as_deref(),
        Some("A draw: on the board given, both players have what wins.")
    );
    for (text, error) in [
        ("2 -- --- --", "has side 2; a game is played on sides 3 to 10"),
        ("3 --- ---- --x", "at row 2, column 2 of the board stands `x`; expected B, W or -"),
    ] {
        let found = begin(text).err().unwrap_or_default();
        assert!(found.contains(error), "{found}");
    }
    assert_eq!(shown(&equal.position().layout())["size"], 3);
}

/// The seed places the stones in alternation, without a win and without a swap after them. Both games of a pair in an arena
/// begin with the same stones.
#[test]
fn a_game_can_begin_with_random_stones() {
    let begin = |raw: Value| {
        let raw = json!({ "totora": 1, "game": "fencemaster", "options": raw, "seed": 7 });
        Record::from_json(&raw).and_then(Session::begin).map_err(|error| error.to_string())
    };
    for rules in ["fencemaster", "havannah"] {
        for size in SMALLEST..=LARGEST {
            for opening in 0..=8 {
                let options = json!({ "size": size, "rules": rules, "opening": opening });
                let session = begin(options.clone()).expect("a game");
                let position = session.position();
                let stones = [opening - opening / 2, opening / 2];
                assert_eq!(
                    shown(&position.summary()),
                    json!({ "stones": stones, "winner": null, "by": null })
                );
                assert_eq!(position.to_act().first(), Some(opening % 2));
                let cells = 3 * size * (size - 1) + 1;
                assert_eq!(position.legal_count(), Some(cells - opening));
                let again = begin(options).expect("a game");
                assert_eq!(shown(&again.position().view()), shown(&position.view()));
            }
        }
    }
    let of = |seed| {
        let raw = Options::check(
            FenceMaster::options(),
            json!({ "size": 3, "rules": "havannah", "opening": 8 }).as_object().expect("an object"),
        )
        .expect("options");
        FenceMaster::new(&raw, &mut Rng::new(seed, Stream::Setup)).expect("a game")
    };
    let mut openings = Vec::new();
    for seed in 0..300 {
        let position = of(seed);
        let slow = Slow::from_position(&position);
        assert_eq!([0, 1].map(|seat| slow.wins(seat, true)), [0, 0]);
        assert!(position.outcome().is_none());
        openings.push(position.picture());
        let mut after = position.clone();
        assert!(after.play(0, &Move::SWAP).is_err());
    }
    openings.sort();
    openings.dedup();
    assert!(openings.len() > 290, "{} openings", openings.len());
    let both = begin(json!({ "board": "3 --W ---- ----- ---- ---", "opening": 2 }));
    assert!(both.err().is_some_and(|error| error.contains("option `opening`")));
    let swapless = begin(json!({ "opening": 1 })).expect("a game");
    let mut session = swapless;
    let error = session
        .play(Some(1), "swap", false)
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(error.contains("no swap in a game that begins with stones"), "{error}");
}

#[test]
fn the_swap_turns_the_stone_black_and_is_in_the_record() {
    let start = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
    assert!(start.clone().play(0, &Move::SWAP).is_err());
    let one = play(&start, "5,5");
    assert_eq!(one.legal_count(), 91);
    let swapped = play(&one, "swap");
    assert_eq!(swapped.turn(), 0);
    assert_eq!(shown(&swapped.summary())["stones"], json!([0, 1]));
    assert_eq!(shown(&swapped.view())["last"], json!({ "seat": 1, "cell": 45, "swap": true }));
    assert_eq!(swapped.legal_count(), 90);
    let error = swapped.clone().play(0, &Move::SWAP).expect_err("only once").to_string();
    assert_eq!(error, "only Black's first move may be the swap");
    let off = play(&FenceMaster::empty(6, Rules::FenceMaster, false).expect("a size"), "5,5");
    assert_eq!(off.legal_count(), 90);
    assert!(off.clone().play(1, &Move::SWAP).is_err());
    let record = r#"{"totora":1,"game":"fencemaster","moves":["5,5","swap","4,4","4,3"]}"#;
    let session = Session::replay(Record::from_text(record).expect("a record")).expect("replays");
    assert_eq!(session.plies()[1].text, "swap");
    assert_eq!(session.plies()[1].description, "swap: the stone on f6 turns black");
    let link = session.link(&ViewState::default()).expect("a link");
    let mut opened = Session::open(&link).expect("opens").0;
    opened.go_to(4).expect("a ply");
    assert_eq!(opened.to_record().to_json(), session.to_record().to_json());
    assert_eq!(shown(&opened.position().summary())["stones"], json!([1, 2]));
}

#[test]
fn a_complete_game_gives_a_short_link() {
    for seed in 0..5 {
        let moves: Vec<String> = {
            let end = random_game(6, Rules::FenceMaster, seed, usize::MAX);
            end.history().iter().map(|&place| Move::on(place).to_string()).collect()
        };
        let swap_off = json!({ "totora": 1, "game": "fencemaster", "options": { "swap": "off" }, "seed": 12345678,
            "seats": [{ "human": true }, { "bot": "norton-rizk" }], "moves": moves });
        let session =
            Session::replay(Record::from_json(&swap_off).expect("a record")).expect("replays");
        let link = session
            .link(&ViewState { overlay: "all".to_owned(), ..ViewState::default() })
            .expect("a link");
        assert!(moves.len() > 40 && link.len() < 300, "{} characters", link.len());
    }
}

/// Every order of stones is a legal line until a player can have won: at ply 9 on side 3, and at ply 11 on larger boards.
#[test]
fn perft_counts_orders_of_stones() {
    for (side, swap, leaves) in [
        (3, false, &[19, 342, 5814, 93024][..]),
        (3, true, &[19, 19 * 19, 19 * (18 * 17 + 18), 19 * (18 * 17 * 16 + 18 * 17)]),
        (4, false, &[37, 37 * 36, 37 * 36 * 35]),
        (6, true, &[91, 91 * 91, 91 * (90 * 89 + 90)]),
        (10, false, &[271, 271 * 270]),
    ] {
        let start = FenceMaster::empty(side, Rules::FenceMaster, swap).expect("a size");
        for (depth, &count) in leaves.iter().enumerate() {
            assert_eq!(start.perft(depth as u32 + 1), count, "side {side}, swap {swap}");
        }
    }
}

/// Compares the tree at the end of a game, where wins cut lines short, with the slow reference.
#[test]
fn perft_agrees_with_the_slow_reference() {
    fn slow(board: &mut Slow, seat: usize, havannah: bool, depth: u32) -> u64 {
        let empty: Vec<_> =
            board.all().into_iter().filter(|&(r, c)| board.at(r, c).is_none()).collect();
        if depth == 1 {
            return empty.len() as u64;
        }
        let mut leaves = 0;
        for (r, c) in empty {
            *board.at(r, c) = Some(seat);
            if board.wins(seat, havannah) == 0 {
                leaves += slow(board, 1 - seat, havannah, depth - 1);
            }
            *board.at(r, c) = None;
        }
        leaves
    }
    for rules in BOTH_RULES {
        for (side, plies, seed) in [(3, 9, 1), (3, 10, 2), (4, 22, 3), (5, 30, 4)] {
            let position = random_game(side, rules, seed, plies);
            if position.outcome().is_some() {
                continue;
            }
            let mut board = Slow::from_position(&position);
            let seat = position.turn();
            let expected = slow(&mut board, seat, is_havannah(rules), 3);
            assert_eq!(position.perft(3), expected, "side {side}, {rules:?}");
        }
    }
}

#[test]
fn hashes_and_views_do_not_depend_on_the_order_of_moves() {
    let start = FenceMaster::empty(5, Rules::FenceMaster, true).expect("a size");
    let one = start.clone().after(["4,4", "3,3", "2,2"]).expect("legal");
    let other = start.clone().after(["2,2", "3,3", "4,4"]).expect("legal");
    assert!(one == other && one.hash() == other.hash());
    let swapped = start.clone().after(["4,4", "swap"]).expect("legal");
    let plain = start.clone().after(["4,4"]).expect("legal");
    assert_ne!(swapped.hash(), plain.hash());
    let answer = ask(&one, &json!({ "after": "3,4" })).expect("an answer");
    assert_eq!(answer["wins"], Value::Null);
    assert!(ask(&one, &json!({ "after": "3,3" })).is_err());
    assert!(ask(&one, &json!({ "after": "swap" })).is_err());
    assert!(ask(&one, &json!({ "before": 1 })).is_err());
    assert!(ask(&one, &json!({ "text": false })).is_err());
    assert_eq!(ask(&one, &json!({ "text": true })).expect("an answer")["text"], one.picture());
    let (layout, view) = (shown(&one.layout()), shown(&one.view()));
    let codes = view["stones"].as_array().expect("a code per cell");
    assert_eq!(codes.len(), layout["cell_names"].as_array().expect("a name per cell").len());
    for (code, name) in codes.iter().zip(layout["cell_names"].as_array().expect("names")) {
        let expected = match name.as_str() {
            Some("2,2" | "4,4") => 1,
            Some("3,3") => 2,
            _ => 0,
        };
        assert_eq!(*code, expected, "{name}");
    }
    assert_eq!(view["group_list"][0]["cell_words"], "White, in a group of 1 that touches 0 edges");
}

// ---- external boards ----

#[test]
fn boards_of_the_course_have_the_expected_results() {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/fencemaster/samples");
    let Ok(list) = std::fs::read_to_string(folder.join("samples.jsonl")) else {
        eprintln!("skipped: no boards in {}", folder.display());
        return;
    };
    let mut checked = 0;
    for line in list.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        let (id, text) = (&sample["id"], sample["text"].as_str().expect("a text"));
        checked += 1;
        let expected = sample["oracle_part_a"].as_str().expect("a verdict");
        let found = match analyse(text) {
            Err(_) => "Error".to_owned(),
            Ok(analysis) => match (analysis.winner, analysis.by) {
                (None, None) => "None/Nil".to_owned(),
                (None, Some(_)) => "Draw/Nil".to_owned(),
                (Some(seat), by) => {
                    let by = match by {
                        Some("tripod") => "Tripod",
                        Some("loop") => "Loop",
                        _ => "Both",
                    };
                    format!("{}/{by}", ["White", "Black"][seat])
                }
            },
        };
        assert_eq!(found, expected, "{id}");
        assert!(PositionText::recognise(text), "{id}");
        let Ok(picture) = PositionText::read(text) else { continue };
        assert_eq!(sample["size"], picture.side, "{id}");
        let cells: String =
            picture.cells.iter().map(|cell| ["W", "B", "-"][cell.unwrap_or(2)]).collect();
        assert_eq!(sample["cells"].as_str(), Some(cells.as_str()), "{id}");
        if let Ok(position) = FenceMaster::from_text(text, Rules::FenceMaster) {
            assert_eq!(position.outcome().is_none(), expected == "None/Nil", "{id}");
            assert_eq!(PositionText::read(&position.picture()), Ok(picture), "{id}");
        }
    }
    assert_eq!(checked, 66);
}

/// Compares the analysis of random boards, full or not, with the slow reference.
#[test]
fn boards_are_analysed_as_by_the_slow_reference() {
    for side in SMALLEST..=LARGEST {
        for seed in 0..20 {
            let mut rng = Rng::new(seed, Stream::Other(50 + side as u32));
            let mut slow = Slow::new(side);
            let (empty, white) = (rng.below(60), rng.below(100));
            let mut text = side.to_string();
            for (r, c) in slow.all() {
                let cell = (rng.below(100) >= empty).then(|| usize::from(rng.below(100) >= white));
                *slow.at(r, c) = cell;
                text.push(['W', 'B', '-'][cell.unwrap_or(2)]);
            }
            let analysis = analyse(&text).expect("a board");
            let has = |seat| slow.wins(seat, false);
            let wins =
                [0, 1].map(|seat| Wins { tripod: has(seat) & 1 != 0, ring: has(seat) & 2 != 0 });
            assert_eq!(analysis.has, wins, "{text}");
            for rules in BOTH_RULES {
                let position = from(rules, &text);
                let has = [0, 1].map(|seat| slow.wins(seat, is_havannah(rules)));
                let winner = match has {
                    [won, 0] if won != 0 => Some(0),
                    [0, won] if won != 0 => Some(1),
                    _ => None,
                };
                assert_eq!(position.winner(), winner);
                let open = has == [0, 0] && position.empties() > 0;
                assert_eq!(position.outcome().is_none(), open);
            }
        }
    }
}

// ---- bots ----

fn options(bot: &str, raw: Value) -> Options {
    let Value::Object(raw) = raw else { panic!("an object") };
    let raw: RawOptions = raw;
    let spec = BOTS.iter().find(|spec| spec.id == bot).expect("a bot");
    Options::check(&spec.options(), &raw).expect("options")
}

fn think(bot: &str, position: &FenceMaster, raw: Value) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == bot).expect("a bot");
    let rng = Rng::new(1, Stream::Other(9));
    let bot_made = spec.build(&options(bot, raw));
    bot_made.think(position, position.mover(), Budget::Nodes(2_000), rng, &NoClock)
}

/// A second implementation of Norton and Rizk's utilities from the notes, in whole numbers.
fn utilities(position: &FenceMaster, me: usize) -> Vec<((i32, i32), i128)> {
    let slow = Slow::new(position.geometry().side());
    let kind = |cell: (i32, i32)| {
        let mut sides: Vec<_> = Slow::near(cell)
            .into_iter()
            .filter(|&n| slow.on(n))
            .filter_map(|n| slow.edge(n))
            .collect();
        sides.sort_unstable();
        sides.dedup();
        match () {
            () if slow.corner(cell) => 3,
            () if slow.edge(cell).is_some() => 1,
            () if sides.len() == 2 => 0,
            () => 2,
        }
    };
    let gain = [400, 1000, 200, 100];
    let mut utility: Vec<((i32, i32), i128)> =
        slow.all().into_iter().map(|cell| (cell, [400, 300, 2, 1][kind(cell)])).collect();
    let mut board = slow.clone();
    for &stone in position.history() {
        let m = (row(stone) as i32, column(stone) as i32);
        let colour = position.board().stone(stone).expect("a stone");
        *board.at(m.0, m.1) = Some(colour);
        for (cell, value) in &mut utility {
            if !Slow::near(m).contains(cell) || board.at(cell.0, cell.1).is_some() {
                continue;
            }
            let mut v = *value + gain[kind(*cell)] + if colour == me { 2000 } else { 5000 };
            let mut ahead = 0;
            let mut same = 0;
            for near in Slow::near(*cell) {
                if board.on(near) {
                    let stone = *board.at(near.0, near.1);
                    let stones = stone.map_or(0, |s| if s == me { 2000 } else { 5000 });
                    ahead += gain[kind(near)] + stones;
                    same += i128::from(stone == Some(colour));
                }
            }
            v += ahead / 100;
            if colour != me {
                v *= 1 + same;
            }
            *value = v.min(1 << 50);
        }
    }
    utility.retain(|&((r, c), _)| board.at(r, c).is_none());
    utility
}

#[test]
fn norton_rizk_agrees_with_the_notes() {
    let mut cut = 0;
    for side in [3, 4, 6, 10] {
        for seed in 0..6 {
            for plies in [0, 1, 2, 9, side * side, 2 * side * side] {
                let position = random_game(side, Rules::FenceMaster, seed, plies);
                if position.outcome().is_some() {
                    continue;
                }
                let expected = utilities(&position, position.mover());
                let analysis = think("norton-rizk", &position, json!({}));
                assert_eq!(analysis.candidates.len(), expected.len());
                for candidate in &analysis.candidates {
                    let place = candidate.mv.place().expect("a stone");
                    let cell = (row(place) as i32, column(place) as i32);
                    let (_, utility) = expected.iter().find(|(c, _)| *c == cell).expect("empty");
                    let Score::Value(score) = candidate.score else { panic!("a number") };
                    assert_eq!(i128::from(score.thousandths()), 1000 * utility, "{}", candidate.mv);
                    cut += usize::from(*utility == 1 << 50);
                }
                let best = expected.iter().map(|&(_, utility)| utility).max();
                let Score::Value(first) = analysis.candidates[0].score else { panic!("a number") };
                assert_eq!(Some(i128::from(first.thousandths()) / 1000), best);
                assert_eq!(analysis.choice, Some(analysis.candidates[0].mv));
            }
        }
    }
    // None of these reaches the upper limit. With a lower limit, some do, and the terms still add up.
    assert_eq!(cut, 0);
    let position = random_game(6, Rules::FenceMaster, 1, 40);
    let analysis = think("norton-rizk", &position, json!({ "limit": 12 }));
    assert_eq!(
        analysis.candidates[0].score,
        Score::Value(totora::base::fixed::Fixed::from_int(4096))
    );
    for candidate in &analysis.candidates {
        let sum = candidate.terms.iter().map(|term| term.contribution).sum();
        assert_eq!(candidate.score, Score::Value(sum));
    }
}

#[test]
fn norton_rizk_begins_one_step_from_a_corner_and_never_swaps() {
    let start = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
    let analysis = think("norton-rizk", &start, json!({}));
    let best: Vec<String> = analysis
        .candidates
        .iter()
        .filter(|c| c.score == analysis.candidates[0].score)
        .map(|c| c.mv.to_string())
        .collect();
    assert_eq!(best.len(), 6);
    for cell in ["1,1", "1,5", "5,9", "9,9", "9,5", "5,1"] {
        assert!(best.contains(&cell.to_owned()), "{best:?}");
    }
    let analysis = think("norton-rizk", &play(&start, "5,5"), json!({}));
    assert!(analysis.candidates.iter().all(|candidate| candidate.mv != Move::SWAP));
}

/// White can close a loop on 3,2; Black has nothing.
const URGENT: &str =
    "4\n- - - -\n- - - - B\n- - W W - B\n- - - - W - -\n- - W W - B\n- - - - B\n- - - B";

#[test]
fn bots_win_at_once_or_stop_a_win() {
    for bot in ["norton-rizk-guard", "edgewise", "alphabeta", "totora"] {
        let white = from(Rules::FenceMaster, URGENT);
        assert_eq!(white.turn(), 0);
        // After another move of White, it is Black's turn, and Black must stop the loop.
        let analysis = think(bot, &play(&white, "0,0"), json!({}));
        assert_eq!(analysis.choice.map(|mv| mv.to_string()).as_deref(), Some("3,2"), "{bot}");
        // If it is White's turn, White wins.
        let analysis = think(bot, &white, json!({}));
        assert_eq!(analysis.choice.map(|mv| mv.to_string()).as_deref(), Some("3,2"), "{bot}");
        assert!(matches!(analysis.candidates[0].score, Score::Win(Some(1))), "{bot}");
        assert!(analysis.why.contains("wins at once"), "{bot}: {}", analysis.why);
    }
}

/// A forced move costs no time, and the text says how every other move loses.
#[test]
fn a_forced_move_is_reported_and_costs_nothing() {
    let black = play(&from(Rules::FenceMaster, URGENT), "0,0");
    for bot in ["norton-rizk-guard", "edgewise", "totora"] {
        let analysis = think(bot, &black, json!({}));
        assert!(analysis.nodes <= 64, "{bot} spent {}", analysis.nodes);
        let expected = "d3 is forced: every other move loses to the loop around ";
        assert!(analysis.why.starts_with(expected), "{bot}: {}", analysis.why);
    }
    // With a smaller prior, these playouts also prove that the forced move wins.
    let analysis = think("totora", &black, json!({"prior": 8}));
    assert!(analysis.nodes <= 64, "{}", analysis.nodes);
    assert!(analysis.why.starts_with("d3 wins by force within 7 plies"), "{}", analysis.why);
}

/// The parts of a candidate's terms with their text.
fn parts_of(bot: &str, position: &FenceMaster, mv: Move) -> Vec<(&'static str, String)> {
    let spec = BOTS.iter().find(|spec| spec.id == bot).expect("a bot");
    let rng = Rng::new(4, Stream::Other(0));
    let bot = spec.build(&Options::default());
    let mut thinking = bot.begin(position, position.mover(), Budget::Nodes(300), rng);
    while !thinking.advance(64, &NoClock) {}
    thinking.parts(&mv).into_iter().map(|part| (part.term, part.text)).collect()
}

#[test]
fn judgement_and_playouts_are_two_terms_with_parts() {
    for rules in BOTH_RULES {
        let start = FenceMaster::empty(5, rules, false).expect("a size");
        let position = ["2,2", "4,4", "3,3"].iter().fold(start, |p, mv| play(&p, mv));
        for (weight, playouts) in [(0.8, 0.2), (0.0, 1.0), (0.95, 0.05)] {
            let analysis = think("totora", &position, json!({ "judgement": weight }));
            let terms: Vec<_> =
                analysis.terms.iter().map(|term| (term.key, term.weight.to_f64())).collect();
            assert_eq!(terms, [("judgement", weight), ("playouts", playouts)]);
            for candidate in analysis.candidates.iter().filter(|c| c.score != Score::Unknown) {
                assert!(
                    candidate.terms[..2]
                        .iter()
                        .all(|share| (0.0..=1.0).contains(&share.value.to_f64()))
                );
            }
        }
        let mv = think("totora", &position, json!({})).choice.expect("a choice");
        let parts = parts_of("totora", &position, mv);
        let says = |term: &str, words: &str| {
            parts.iter().any(|(key, text)| *key == term && text.contains(words))
        };
        let havannah = rules == Rules::Havannah;
        assert!(
            says("judgement", if havannah { "for a fork" } else { "for a tripod" }),
            "{parts:?}"
        );
        assert!(says("playouts", if havannah { "for a ring" } else { "for a loop" }), "{parts:?}");
        assert!(says("playouts", "random games"), "{parts:?}");
        assert_eq!(says("playouts", "for a bridge"), havannah, "{parts:?}");
    }
}

/// The parts explain the utility stone by stone, and every multiplication has its factor.
#[test]
fn norton_rizk_explains_its_utilities() {
    let start = FenceMaster::empty(5, Rules::FenceMaster, false).expect("a size");
    let position = ["2,2", "4,4", "3,3", "4,5", "1,2"].iter().fold(start, |p, mv| play(&p, mv));
    let analysis = think("norton-rizk", &position, json!({}));
    let mut factors = 0;
    for candidate in &analysis.candidates {
        let parts = parts_of("norton-rizk", &position, candidate.mv);
        let (_, last) = parts.last().expect("its type at least");
        let (_, number) = last.rsplit_once(": ").expect("a number");
        let number: f64 = number.replace(',', "").parse().expect("a number");
        assert_eq!(candidate.score.key().1, (number * 1000.0).round() as i64, "{parts:?}");
        factors +=
            parts.iter().filter(|(term, text)| *term == "loops" && text.contains('×')).count();
    }
    assert!(factors > 3, "{factors}");
}

/// A loop is not a tripod: after a loop, the gauge still shows how many stones a tripod needs.
#[test]
fn a_player_who_wins_by_a_loop_may_still_lack_stones_for_a_tripod() {
    let won = play(&from(Rules::FenceMaster, URGENT), "3,2");
    assert_eq!((won.winner(), won.won()), (Some(0), LOOP));
    assert!(won.metrics()[0].value > 0.0, "{:?}", won.metrics());
}

/// With two open threats, the bots stop one of them and report that the position is lost.
#[test]
fn two_threats_cannot_both_be_stopped() {
    let text = "4\nB - - -\n- W - - -\nW B B - B -\n- W - - - B -\nW - - W B -\nW - W - -\n- W - B";
    let mut position = from(Rules::FenceMaster, text);
    assert_eq!(position.turn(), 1);
    let threats = ["5,3", "6,3"];
    for &place in position.geometry().places() {
        if position.board().stone(place).is_none() {
            let name = Move::on(place).to_string();
            assert_eq!(
                position.would_win(0, place) != 0,
                threats.contains(&name.as_str()),
                "{name}"
            );
        }
    }
    for bot in ["norton-rizk-guard", "edgewise", "alphabeta", "totora"] {
        let analysis = think(bot, &position, json!({}));
        let choice = analysis.choice.expect("a choice").to_string();
        assert!(bot == "alphabeta" || threats.contains(&choice.as_str()), "{bot}: {choice}");
        let seat = position.to_act().first().expect("a seat");
        let mv = position.parse_move(seat, threats[0]).expect("a move");
        let parts =
            ["Every move loses to the", &format!("on {}", position.printed_move(&mv).place)];
        assert!(parts.iter().all(|part| analysis.why.contains(part)), "{bot}: {}", analysis.why);
        assert!(analysis.candidates.iter().all(|c| matches!(c.score, Score::Loss(_))), "{bot}");
    }
    position = play(&position, "5,3");
    assert_eq!(
        think("totora", &position, json!({})).choice.map(|mv| mv.to_string()).as_deref(),
        Some("6,3")
    );
}

#[test]
fn two_distances_on_simple_boards() {
    for side in SMALLEST..=LARGEST {
        let start = FenceMaster::empty(side, Rules::FenceMaster, false).expect("a size");
        let [white, black] = [0, 1].map(|seat| lack(&start, seat));
        assert_eq!(white, black);
        assert!(white.stones >= side as u32 + 2, "the shortest tripod has N+2 stones: {white:?}");
        // On side 3, an edge of one cell can always be blocked: the game is a draw with best play.
        assert_eq!(white.stones < 3 * side as u32, side > 3, "side {side}: {white:?}");
    }
    // White's group touches two edges, and one cell would connect it to the third.
    let text = "4\n- W - -\nW W - - -\n- W - - - -\n- W - - - - -\n- - - - - -\n- - - - -\nB B B B";
    let position = from(Rules::FenceMaster, text);
    assert_eq!(position.winner(), None);
    let found = lack(&position, 0);
    assert_eq!((found.stones, found.ways), (1, 1));
    let stopped = play(&position, "4,1");
    assert!(lack(&stopped, 0).stones > 1);
    // Black has a row along the bottom and lacks more stones.
    assert!(lack(&position, 1).stones > found.stones);
}
