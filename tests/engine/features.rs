//! Compares the features of positions in random games with slow and simple computations.

use std::collections::BTreeMap;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::features::{Featured, all};
use totora::contract::game::{Enumerable, Seat};
use totora::games::fencemaster::geometry::{Place, around, column, row};
use totora::games::fencemaster::{FenceMaster, Rules};
use totora::games::isolation::{Isolation, each};
use totora::games::reversi::{Phase, Reversi, Tile};

/// The values of all features by their keys.
fn features<G: Featured>(position: &G, seat: Seat) -> BTreeMap<&'static str, f64> {
    G::features().iter().map(|feature| feature.key).zip(all(position, seat)).collect()
}

/// Plays a random game and passes every position to `visit`.
fn play<G: Enumerable>(mut position: G, seed: u64, visit: &mut dyn FnMut(&G)) {
    let mut rng = Rng::new(seed, Stream::Other(9));
    let mut moves = Vec::new();
    loop {
        visit(&position);
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
}

fn options<G: Enumerable>(raw: serde_json::Value) -> Options {
    Options::check(G::options(), raw.as_object().expect("options")).expect("options")
}

/// The type of a cell by its place relative to the middle: near-edge 0, edge 1, normal 2, corner 3.
fn type_of(place: Place, side: i64) -> usize {
    let (down, right) = (row(place) as i64 - (side - 1), column(place) as i64 - (side - 1));
    let off = down.abs().max(right.abs()).max((down - right).abs());
    let straight = down == 0 || right == 0 || down == right;
    match (side - 1 - off, straight) {
        (0, true) => 3,
        (0, false) => 1,
        (1, true) => 0,
        _ => 2,
    }
}

#[test]
fn fencemaster_has_the_parts_of_the_utility() {
    const INITIAL: [f64; 4] = [400.0, 300.0, 2.0, 1.0];
    const GAIN: [f64; 4] = [400.0, 1000.0, 200.0, 100.0];
    let (mut near, mut multiplied) = (0, 0);
    for seed in 0..6 {
        let side = 4 + seed as i64 % 3;
        let game = FenceMaster::empty(side as usize, Rules::Havannah, false).expect("a board");
        play(game, seed, &mut |position| {
            let Some(&last) = position.history().last() else { return };
            let on = |place: &Place| position.geometry().number(*place).is_some();
            let before = &position.history()[..position.history().len() - 1];
            let owner = |place: Place| position.board().stone(place).expect("a stone");
            let kind = type_of(last, side);
            for seat in 0..2 {
                let values = features(position, seat);
                assert_eq!(values["last_near_edge"], f64::from(u8::from(kind == 0)));
                assert_eq!(values["last_initial"], INITIAL[kind]);
                // Stone by stone, as the source describes it.
                let (mut types, mut stones, mut ahead, mut utility) =
                    (0.0, 0.0, 0.0, INITIAL[kind]);
                for (at, &stone) in before.iter().enumerate() {
                    if !around(last).contains(&stone) {
                        continue;
                    }
                    let opponent = owner(stone) != seat;
                    let gain = |opponent: bool| if opponent { 5000.0 } else { 2000.0 };
                    let mut look_ahead = 0.0;
                    let mut alike = 0.0;
                    for place in around(last).into_iter().filter(on) {
                        look_ahead += GAIN[type_of(place, side)];
                        if before[..=at].contains(&place) {
                            look_ahead += gain(owner(place) != seat);
                            alike += f64::from(u8::from(owner(place) == owner(stone)));
                        }
                    }
                    types += GAIN[kind];
                    stones += gain(opponent);
                    ahead += look_ahead / 100.0;
                    utility += GAIN[kind] + gain(opponent) + look_ahead / 100.0;
                    utility *= if opponent { 1.0 + alike } else { 1.0 };
                    multiplied += u32::from(opponent);
                }
                near += u32::from(kind == 0);
                let parts = [types, stones, ahead];
                let named = ["last_type_gains", "last_stone_gains", "last_look_ahead"];
                assert_eq!(named.map(|key| values[key]), parts);
                assert!((values["last_utility"] - utility).abs() < 0.02, "{utility}: {values:?}");
                let rest = utility - INITIAL[kind] - parts.iter().sum::<f64>();
                assert!((values["last_loop_factor"] - rest).abs() < 0.02, "{rest}: {values:?}");
            }
        });
    }
    assert!(near > 10 && multiplied > 100, "{near} {multiplied}");
}

/// The number of moves to each cell from a knight's cell, over free cells.
fn distances(position: &Isolation, seat: Seat) -> BTreeMap<(u8, u8), u32> {
    let free: Vec<(i8, i8)> =
        each(position.free()).map(|cell| (cell.column() as i8, cell.row() as i8)).collect();
    let knight = position.knight(seat).expect("placed");
    let mut wave = vec![(knight.column() as i8, knight.row() as i8)];
    let mut found = BTreeMap::new();
    for moves in 1.. {
        let jump = |from: &(i8, i8), to: &(i8, i8)| {
            let (x, y) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
            (x, y) == (1, 2) || (x, y) == (2, 1)
        };
        let fresh = |to: &&(i8, i8)| {
            !found.contains_key(&(to.0 as u8, to.1 as u8)) && wave.iter().any(|from| jump(from, to))
        };
        let next: Vec<(i8, i8)> = free.iter().filter(fresh).copied().collect();
        if next.is_empty() {
            return found;
        }
        found.extend(next.iter().map(|to| ((to.0 as u8, to.1 as u8), moves)));
        wave = next;
    }
    found
}

#[test]
fn isolation_counts_the_cells_that_are_reached_first() {
    let mut total = 0.0;
    for (seed, size) in [(0, "7x7"), (1, "5x8"), (2, "11x11"), (3, "4x4")] {
        let options = options::<Isolation>(serde_json::json!({ "size": size, "opening": "free" }));
        let mut rng = Rng::new(seed, Stream::Other(1));
        let start = <Isolation as totora::contract::game::Game>::new(&options, &mut rng);
        play(start.expect("a start"), seed, &mut |position| {
            let placed = (0..2).all(|seat| position.knight(seat).is_some());
            for seat in 0..2 {
                let values = features(position, seat);
                let first = |own: Seat| -> f64 {
                    if !placed {
                        return 0.0;
                    }
                    let (mine, theirs) = (distances(position, own), distances(position, own ^ 1));
                    let sooner = |(cell, moves): &(&(u8, u8), &u32)| match theirs.get(*cell) {
                        None => true,
                        Some(other) if other == *moves => position.turn() == own,
                        Some(other) => *moves < other,
                    };
                    mine.iter().filter(sooner).count() as f64
                };
                total += first(seat);
                assert_eq!(
                    (values["own_first"], values["opponent_first"]),
                    (first(seat), first(seat ^ 1))
                );
            }
        });
    }
    assert!(total > 1000.0, "{total}");
}

#[test]
fn reversi_distinguishes_own_others_and_the_strongest_rival() {
    let mut rivals = [0.0; 3];
    for (seed, map) in [(0, "othello"), (1, "trio"), (2, "othello"), (3, "cross")] {
        let options = options::<Reversi>(serde_json::json!({ "map": map }));
        let mut rng = Rng::new(seed, Stream::Other(1));
        let start = <Reversi as totora::contract::game::Game>::new(&options, &mut rng);
        play(start.expect("a start"), seed, &mut |position| {
            let players = position.players();
            let each_one: Vec<_> = (0..players).map(|seat| features(position, seat)).collect();
            for (seat, values) in each_one.iter().enumerate() {
                let others: Vec<Seat> = (0..players)
                    .filter(|&other| other != seat && !position.disqualified().contains(other))
                    .collect();
                let mean = |key: &str| {
                    let sum: f64 = others.iter().map(|&other| each_one[other][key]).sum();
                    sum / others.len().max(1) as f64
                };
                for [own, theirs, ahead] in [
                    ["own_corners", "others_corners", "corners_ahead"],
                    ["own_stability", "others_stability", "stability_ahead"],
                ] {
                    assert!((values[theirs] - mean(own)).abs() < 1e-9, "{theirs}");
                    assert!((values[own] - mean(own) - values[ahead]).abs() < 2e-3, "{ahead}");
                }
                let strongest =
                    others.iter().copied().rev().max_by_key(|&other| position.stones(other));
                let of = |key: &str| strongest.map_or(0.0, |rival| each_one[rival][key]);
                let named = ["own_stones", "own_mobility", "own_stability"].map(of);
                let rival =
                    ["rival_stones", "rival_mobility", "rival_stability"].map(|key| values[key]);
                assert_eq!(rival, named, "{map}");
                rivals.iter_mut().zip(rival).for_each(|(sum, value)| *sum += value);
                if map == "othello" && position.phase() == Phase::Build {
                    assert_eq!(values["own_corners"], safe_axes(position, seat));
                }
            }
        });
    }
    assert!(rivals.iter().all(|&sum| sum > 100.0), "{rivals:?}");
}

/// The number of axes of a player's stones on which a stone has no neighbour on at least one side.
fn safe_axes(position: &Reversi, seat: Seat) -> f64 {
    let board = position.board();
    let own = Tile::Stone(seat as u8 + 1);
    let stones = (0..board.tiles()).filter(|&tile| position.tile(tile) == own);
    let open = |tile: usize, direction: usize| board.neighbour(tile, direction).is_some();
    let closed = |tile| (0..4).filter(|&axis| !(open(tile, axis) && open(tile, axis + 4))).count();
    stones.map(closed).sum::<usize>() as f64
}
