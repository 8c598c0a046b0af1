//! Compares the solver with exhaustive search.

use super::hexagon::Hexagon;
use super::perfect::Perfect;
use super::search::Solver;
use crate::base::rng::{Rng, Stream};
use crate::contract::analysis::{Analysis, Candidate, Score};
use crate::contract::bot::{Bot, Budget, NoClock};
use crate::contract::game::{Enumerable, Game};
use crate::moves::Move;
use crate::position::{FenceMaster, Rules};
use std::collections::HashMap;

const RULES: [Rules; 2] = [Rules::FenceMaster, Rules::Havannah];

/// A position after random non-winning moves, with this number of empty cells; `None` if a win is unavoidable.
fn late_position(side: usize, rules: Rules, empties: usize, rng: &mut Rng) -> Option<FenceMaster> {
    let mut position = FenceMaster::empty(side, rules, false).expect("a size");
    while position.empties() > empties {
        let mut quiet = position.move_list();
        quiet.retain(|mv| {
            mv.place().is_some_and(|place| position.would_win(position.turn(), place) == 0)
        });
        let mv = *quiet.get(rng.below(quiet.len().max(1)))?;
        position.play_unchecked(&mv);
    }
    Some(position)
}

/// The result of exhaustive search for the mover: 1, 0 or -1, and the number of plies. The winner minimises this number
/// and the loser maximises it.
fn exhaustive_search(position: &FenceMaster, known: &mut HashMap<u64, (i32, u32)>) -> (i32, u32) {
    if position.outcome().is_some() {
        return (if position.winner().is_some() { -1 } else { 0 }, 0);
    }
    if let Some(&found) = known.get(&position.hash()) {
        return found;
    }
    let replies = position.move_list();
    let replies = replies.iter().map(|mv| {
        let (value, plies) = exhaustive_search(&position.played(mv), known);
        (-value, plies + 1)
    });
    let key = |&(value, plies): &(i32, u32)| (value, -value * plies as i32);
    let best = replies.max_by_key(key).expect("a move");
    known.insert(position.hash(), best);
    best
}

#[test]
fn winning_cells_match_the_board() {
    let (mut wins, mut hopeless) = ([0; 2], 0);
    for seed in 0..600 {
        let mut rng = Rng::new(seed, Stream::Other(3));
        let rules = RULES[seed as usize % 2];
        let side = 3 + rng.below(3);
        let empties = 1 + rng.below(3 * side * (side - 1));
        let Some(position) = late_position(side, rules, empties, &mut rng) else { continue };
        let (hexagon, stones) = Hexagon::from_position(&position).expect("small enough");
        for (seat, wins) in wins.iter_mut().enumerate() {
            let mut expected = 0;
            for (number, &place) in position.geometry().places().iter().enumerate() {
                let empty = position.board().stone(place).is_none();
                if empty && position.would_win(seat, place) != 0 {
                    expected |= 1 << number;
                    *wins += 1;
                }
            }
            assert_eq!(hexagon.wins(&stones, seat), expected, "{}", position.picture());
            // A player for whom `can_win` is false never wins, whatever the order of the remaining moves.
            if !hexagon.can_win(&stones, seat) {
                hopeless += 1;
                for _ in 0..20 {
                    let mut now = stones;
                    let mut left: Vec<u8> = super::hexagon::each(hexagon.empty(&now)).collect();
                    rng.shuffle(&mut left);
                    for cell in left {
                        assert!(!hexagon.would_win(&now, seat, cell), "{}", position.picture());
                        now = hexagon.put(&now, seat, cell);
                    }
                }
            }
        }
    }
    assert!(wins.iter().all(|&wins| wins > 100) && hopeless > 10, "{wins:?} {hopeless}");
}

#[test]
fn symmetric_positions_share_a_key() {
    let moves = ["1,1", "2,2", "0,2"];
    let position = |moves: &[&str]| {
        let empty = FenceMaster::empty(3, Rules::FenceMaster, false).expect("a size");
        empty.after(moves.iter().copied()).expect("legal")
    };
    let key = |position: &FenceMaster| {
        Hexagon::canonical_stones(&Hexagon::from_position(position).expect("small").1)
    };
    // A rotation by 60 degrees: a step (d, r) from the centre becomes (r, r - d).
    let turned = ["1,2", "2,2", "2,4"];
    let mirrored = ["1,1", "2,2", "2,0"];
    let other = ["1,2", "2,2", "2,0"];
    assert_eq!(key(&position(&moves)), key(&position(&turned)));
    assert_eq!(key(&position(&moves)), key(&position(&mirrored)));
    assert_ne!(key(&position(&moves)), key(&position(&other)));
}

#[test]
fn solver_matches_exhaustive_search() {
    let mut found = [[0; 3]; 2];
    for seed in 0..160 {
        let mut rng = Rng::new(seed, Stream::Other(4));
        let rules = seed as usize % 2;
        let (side, empties) = [(3, 10), (4, 9), (3, 3), (5, 8)][seed as usize / 2 % 4];
        let Some(position) = late_position(side, RULES[rules], empties, &mut rng) else { continue };
        let (value, plies) = exhaustive_search(&position, &mut HashMap::new());
        found[rules][(value + 1) as usize] += 1;
        let mut solver = Solver::new(&position, 1).expect("small enough");
        let mover = position.turn();
        let picture = position.picture();
        assert_eq!(solver.solve(&position, mover), Some(value > 0), "{picture}");
        assert_eq!(solver.solve(&position, 1 - mover), Some(value < 0), "{picture}");
        if value != 0 {
            let winner = if value > 0 { mover } else { 1 - mover };
            for (within, reached) in [(plies, true), (plies - 1, false), (plies + 2, true)] {
                solver.begin(&position, winner, Some(within));
                assert_eq!(solver.advance(u64::MAX), Some(reached), "{plies} {within} {picture}");
            }
        }
    }
    // Draws are rare under Havannah rules.
    let [[lost, drawn, won], [havannah_lost, _, havannah_won]] = found;
    let least = lost.min(drawn).min(won).min(havannah_lost).min(havannah_won);
    assert!(least >= 5, "{found:?}");
}

fn analysis(position: &FenceMaster, budget: Budget, slice: u64) -> Analysis<Move> {
    let rng = Rng::new(1, Stream::Other(5));
    let mut thinking = Perfect.begin(position, position.turn(), budget, rng);
    while !thinking.advance(slice, &NoClock) {}
    thinking.analysis()
}

#[test]
fn bot_scores_match_exhaustive_search() {
    let mut counts = [0; 3];
    for seed in 0..40 {
        let mut rng = Rng::new(seed, Stream::Other(6));
        let side = 3 + seed as usize / 2 % 2;
        let Some(position) = late_position(side, RULES[seed as usize % 2], 8, &mut rng) else {
            continue;
        };
        let analysis = analysis(&position, Budget::Nodes(100_000), 1_000);
        let picture = position.picture();
        assert!(analysis.exact, "{picture}: {}", analysis.why);
        let mut known = HashMap::new();
        for candidate in &analysis.candidates {
            let next = position.played(&candidate.mv);
            let (value, plies) = exhaustive_search(&next, &mut known);
            counts[(value + 1) as usize] += 1;
            let score = match value {
                -1 => Score::Win(Some(plies + 1)),
                0 => super::perfect::DRAWN,
                _ => Score::Loss(Some(plies + 1)),
            };
            assert_eq!((candidate.score, candidate.bound), (score, false), "{picture}");
        }
        let best = analysis.candidates.iter().map(|candidate| candidate.score).max();
        assert_eq!(analysis.candidates[0].score, best.expect("a move"));
        assert_eq!(analysis.choice, Some(analysis.candidates[0].mv));
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn reported_wins_are_shortest_in_an_unfinished_search() {
    let mut early = 0;
    for seed in 0..72 {
        let mut rng = Rng::new(seed, Stream::Other(8));
        let empties = [16, 19, 22][seed as usize / 2 % 3];
        let Some(position) = late_position(4, RULES[seed as usize % 2], empties, &mut rng) else {
            continue;
        };
        let budget = [400, 1_200, 3_000][seed as usize / 6 % 3];
        let analysis = analysis(&position, Budget::Nodes(budget), 1_000);
        let open = |c: &Candidate<Move>| c.bound || c.score == Score::Unknown;
        if !analysis.candidates.iter().any(open) {
            continue;
        }
        let mut solver = Solver::new(&position, 1).expect("small enough");
        for candidate in &analysis.candidates {
            let Score::Win(Some(plies)) = candidate.score else { continue };
            let next = position.played(&candidate.mv);
            if plies == 1 {
                assert!(next.to_act().is_empty(), "{}", position.picture());
                early += 1;
                continue;
            }
            let mut within = |plies| {
                solver.begin(&next, position.turn(), Some(plies));
                solver.advance(200_000)
            };
            // The move itself is one of the plies, and the winner makes the last.
            let picture = position.picture();
            assert_ne!(within(plies - 1), Some(false), "{picture}");
            assert!(plies < 3 || within(plies - 3) != Some(true), "{picture}");
            early += 1;
        }
    }
    assert!(early > 5, "{early}");
}

#[test]
fn unproven_results_are_not_reported_as_proven() {
    let start = FenceMaster::empty(4, Rules::FenceMaster, true).expect("a size");
    let position = start.after(["1,1"]).expect("legal");
    let analysis = analysis(&position, Budget::Nodes(600), 100);
    assert!(!analysis.exact && analysis.nodes <= 600, "{}", analysis.nodes);
    assert!(analysis.why.starts_with("Not solved: "), "{}", analysis.why);
    assert!(
        analysis.candidates.iter().all(|c| matches!(c.score, Score::Value(_) | Score::Unknown))
    );
    assert!(analysis.choice.is_some());
}

#[test]
fn totora_plays_on_larger_boards() {
    let position = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
    assert!(Solver::new(&position, 1).is_none());
    let analysis = analysis(&position, Budget::Nodes(200), 100);
    let said =
        analysis.differences.iter().any(|one| one.starts_with("Only sides 3 to 5 are solved"));
    assert!(said, "{:?}", analysis.differences);
}

#[test]
fn slices_do_not_change_the_result() {
    let mut rng = Rng::new(7, Stream::Other(7));
    for rules in RULES {
        let position = late_position(4, rules, 20, &mut rng).expect("no player has to win yet");
        let budget = Budget::Nodes(6_000);
        assert_eq!(analysis(&position, budget, 37), analysis(&position, budget, 5_000));
    }
}

#[test]
fn swapped_stone_has_the_same_value_for_its_new_owner() {
    let start = FenceMaster::empty(3, Rules::FenceMaster, true).expect("a size");
    let kept = start.clone().after(["2,2"]).expect("legal");
    let taken = start.after(["2,2", "swap"]).expect("legal");
    let mut solver = Solver::new(&kept, 8).expect("small enough");
    // On side 3 neither player wins, with either owner of the centre.
    for (position, seat) in [(&kept, 0), (&taken, 1)] {
        assert_eq!(solver.solve(position, seat), Some(false));
    }
}

#[test]
fn table_entries_can_be_copied_to_another_solver() {
    let start = FenceMaster::empty(3, Rules::Havannah, false).expect("a size");
    let position = start.after(["1,1"]).expect("legal");
    let mut solver = Solver::new(&position, 1).expect("small enough");
    let mut other = solver.clone();
    assert_eq!((solver.known(&position, 1), solver.solve(&position, 1)), (None, Some(true)));
    solver.entries(1).for_each(|entry| other.insert(&entry));
    assert_eq!(other.known(&position, 1), Some(true));
    assert_eq!((other.solve(&position, 1), other.nodes()), (Some(true), 1));
    assert!(solver.entries(3).count() < solver.entries(1).count());
}

#[test]
fn distinct_stones_exclude_symmetric_ones() {
    for (side, kinds) in [(3, 4), (4, 6), (5, 9)] {
        let start = FenceMaster::empty(side, Rules::FenceMaster, true).expect("a size");
        assert_eq!(Solver::distinct_stones(&start).len(), kinds);
        let next = start.after(["0,0"]).expect("legal");
        // The reflection through the corner remains, and the swap is not a stone.
        let stones = 3 * side * (side - 1);
        assert_eq!(Solver::distinct_stones(&next).len(), (stones + 2 * side - 2) / 2);
    }
}
