//! The patterns of Reversi's plain board as `totora` shows them: the values of the regions add up to the score, a mirrored
//! board has the same value, and a damaged file is refused with a message.

use totora::base::fixed::Fixed;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, MoveList};
use totora::games::reversi::bots::BOTS;
use totora::games::reversi::built_in::map_of;
use totora::games::reversi::patterns::Table;
use totora::games::reversi::{Map, Move, Phase, Reversi, Tile};

fn analysis(position: &Reversi, budget: Budget) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let rng = Rng::new(5, Stream::Other(2));
    spec.build(&Options::default()).think(position, position.mover(), budget, rng, &NoClock)
}

/// A position of a random game.
fn after(plies: usize, seed: u64) -> Reversi {
    let mut position = Reversi::on(map_of("othello").expect("built in"));
    let mut rng = Rng::new(seed, Stream::Other(1));
    let mut moves = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
    position
}

/// A map with the same stones under one of the eight symmetries, where player 1 moves first.
fn transformed(position: &Reversi, symmetry: usize) -> Map {
    let place = |x: usize, y: usize| {
        let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (7 - x, y) };
        let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, 7 - y) };
        if symmetry & 4 == 0 { (x, y) } else { (y, x) }
    };
    let mut rows = vec![vec!["0"; 8]; 8];
    for tile in 0..64 {
        let (x, y) = place(tile % 8, tile / 8);
        rows[y][x] = match position.tile(tile) {
            Tile::Stone(player) if usize::from(player) == position.mover() + 1 => "1",
            Tile::Stone(_) => "2",
            _ => "0",
        };
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    Map::parse(&format!("2\n0\n0 0\n8 8\n{}\n", rows.join("\n"))).expect("a map")
}

#[test]
fn the_values_of_regions_add_up_to_the_score() {
    let mut regions = 0;
    for (plies, seed) in [(0, 1), (9, 2), (20, 3), (31, 4), (40, 5)] {
        let position = after(plies, seed);
        let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
        let bot = spec.build(&Options::default());
        let rng = Rng::new(1, Stream::Other(3));
        let mut thinking = bot.begin(&position, position.mover(), Budget::Nodes(3_000), rng);
        // Moves that were only scouted have no terms.
        thinking.set_multi_pv(usize::MAX);
        while !thinking.advance(1_000, &NoClock) {}
        let analysis = thinking.analysis();
        assert_eq!(analysis.terms.len(), 11, "eleven regions");
        let chosen = analysis.candidates.iter().find(|one| Some(one.mv) == analysis.choice);
        assert!(chosen.is_some_and(|one| !one.terms.is_empty()), "{chosen:?}");
        for candidate in &analysis.candidates {
            let Score::Value(score) = candidate.score else { continue };
            if candidate.terms.is_empty() {
                continue;
            }
            let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
            assert_eq!(sum, score, "{}", candidate.mv);
            for (term, value) in analysis.terms.iter().zip(&candidate.terms) {
                assert_eq!(term.weight.times(value.value), value.contribution, "{}", term.key);
                regions += usize::from(value.value != Fixed::ZERO);
            }
        }
    }
    assert!(regions > 200, "{regions}");
}

#[test]
fn at_depth_1_only_the_regions_decide() {
    let position = after(14, 8);
    let analysis = analysis(&position, Budget::Depth(1));
    for candidate in &analysis.candidates {
        let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
        assert_eq!(candidate.score, Score::Value(sum), "{}", candidate.mv);
        assert_eq!(candidate.terms, candidate.after, "{}", candidate.mv);
    }
    assert!(analysis.candidates.len() > 3);
}

#[test]
fn a_rotated_or_mirrored_board_has_the_same_value() {
    for (plies, seed) in [(8, 1), (19, 2), (32, 3), (33, 4), (41, 5)] {
        let position = after(plies, seed);
        if position.phase() != Phase::Build {
            continue;
        }
        let mut all: Vec<Vec<Score>> = Vec::new();
        for symmetry in 0..8 {
            let analysis =
                analysis(&Reversi::on(transformed(&position, symmetry)), Budget::Depth(1));
            let mut scores: Vec<Score> = analysis.candidates.iter().map(|one| one.score).collect();
            scores.sort();
            all.push(scores);
        }
        assert!(all.iter().all(|scores| *scores == all[0]), "{all:?}");
        assert!(all[0].windows(2).any(|pair| pair[0] != pair[1]), "the scores differ");
    }
}

#[test]
fn the_budget_in_nodes_is_respected() {
    for (plies, seed) in [(10, 1), (30, 2), (44, 3), (48, 4), (50, 5)] {
        for nodes in [1, 37, 500, 5_000, 60_000] {
            let analysis = analysis(&after(plies, seed), Budget::Nodes(nodes));
            assert!(analysis.nodes <= nodes, "{} of {nodes} nodes", analysis.nodes);
        }
    }
}

#[test]
fn other_boards_are_judged_by_weights() {
    let patterns = |map: Map| {
        let analysis = analysis(&Reversi::on(map), Budget::Nodes(200));
        analysis.terms.iter().any(|term| term.key == "top-left")
    };
    let plain = map_of("othello").expect("built in").to_string();
    assert!(patterns(Map::parse(&plain).expect("a map")), "also by its text");
    for (from, to) in [("0 0\n8 8", "1 1\n8 8"), ("8 8\n0", "8 8\n-"), ("8 8\n0", "8 8\nb")] {
        let other = plain.replacen(from, to, 1);
        assert_ne!(other, plain);
        assert!(!patterns(Map::parse(&other).expect("a map")), "{other}");
    }
}

#[test]
fn an_invalid_file_is_refused_with_a_message() {
    let good = include_bytes!("../../src/games/reversi/reversi-patterns.bin");
    assert!(Table::read(good).is_ok());
    assert!(good.len() <= 300_000, "{} bytes", good.len());
    let refused = |file: &[u8]| Table::read(file).err().unwrap_or_default();
    assert!(refused(b"").contains("begins with `totora patterns 1`"), "{}", refused(b""));
    let other = [b"totora patterns 2\n", &good[18..]].concat();
    assert!(refused(&other).contains("begins with `totora patterns 1`"));
    let cut = refused(&good[..good.len() - 100]);
    assert!(cut.contains("damaged"), "{cut}");
    let few = refused(&Table::write(&[1, 2, 3]));
    assert!(few.contains("found 3"), "{few}");
    // A file that unpacks to too much data.
    let many = refused(&Table::write(&vec![0; 3_000_000]));
    assert!(many.contains("damaged"), "{many}");
}
