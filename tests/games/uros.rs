//! Uros: known numbers, the two subtle points of its rules, and a comparison of the fast engine with a slow and simple
//! reference.

use crate::shown::{ask, shown};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use totora::base::fixed::Fixed;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::Score;
use totora::contract::bot::{Bot, Budget, Heuristic, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::contract::presentation::{Presentation, Wording};
use totora::games::uros::bots::BOTS;
use totora::games::uros::geometry::{Island, Square, Turn};
use totora::games::uros::metrics::changes;
use totora::games::uros::{Move, Uros};

fn start() -> Uros {
    Uros::start(false, false)
}

fn bot(id: &str) -> Box<dyn Bot<Uros>> {
    let spec = BOTS.iter().find(|spec| spec.id == id).expect("a bot");
    spec.build(&Options::default())
}

/// Plays texts, each by the seat to move.
fn play_all(position: &mut Uros, texts: &str) {
    for text in texts.split_whitespace() {
        let seat = position.to_act().first().expect("not over");
        let mv = position.parse_move(seat, text).expect(text);
        position.play(seat, &mv).expect(text);
    }
}

/// Plays uniformly at random to the end, or for at most `plies`.
fn play_out(position: &mut Uros, rng: &mut Rng, plies: usize) {
    let mut moves = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
}

#[test]
fn perft_agrees_with_the_known_numbers() {
    assert_eq!(start().perft(0), 1);
    assert_eq!(start().perft(1), 667);
    assert_eq!(start().perft(2), 283_334);
    assert_eq!(start().perft(3), 78_399_654);
}

#[test]
fn the_first_667_moves_are_632_islands_and_35_houses() {
    let mut moves = MoveList::new();
    start().legal_moves(&mut moves);
    let count = |letter: char| {
        moves
            .iter()
            .filter(|mv| matches!(mv, Move::Island { island, .. } if island.letter() == letter))
            .count()
    };
    let counts: Vec<_> = "TSDLPVIFU".chars().map(count).collect();
    assert_eq!(counts, [80, 40, 60, 80, 80, 100, 48, 64, 80]);
    assert_eq!(moves.iter().filter(|mv| matches!(mv, Move::House { .. })).count(), 35);
}

/// The first subtle point: a game ends before any placement, even between the two placements of a turn, if the player to
/// place has nothing to place. The other player's houses do not matter.
#[test]
fn a_game_ends_in_the_middle_of_a_turn() {
    let mut mid_turn = 0;
    let mut with_opponent_houses = 0;
    for seed in 0..400 {
        let mut position = start();
        let mut rng = Rng::new(seed, Stream::Other(0));
        let (balanced, exploit) = (bot("balanced"), bot("exploit"));
        let mut plies = 0;
        while let Some(seat) = position.to_act().first() {
            let who = if seat == 0 { &balanced } else { &exploit };
            let rng = Rng::new(rng.next_u64(), Stream::Other(1));
            let mv = who.choose(&position, seat, Budget::Nodes(1), rng, &NoClock).expect("a move");
            position.play(seat, &mv).expect("legal");
            plies += 1;
            assert!(plies <= 39, "a game has at most 39 placements");
        }
        let summary = shown(&position.summary());
        let over_mid_turn = summary["left"] == 1 && plies > 0;
        mid_turn += usize::from(over_mid_turn);
        let pool: Vec<u64> =
            summary["pool"].as_array().expect("two").iter().filter_map(|n| n.as_u64()).collect();
        assert!(pool.contains(&0), "a player has no houses left");
        with_opponent_houses += usize::from(pool.iter().sum::<u64>() > 0);
    }
    // The rules file: 64% and 55% of bot games.
    assert!((180..330).contains(&mid_turn), "{mid_turn} of 400 ended mid-turn");
    assert!((150..290).contains(&with_opponent_houses), "{with_opponent_houses} of 400");
}

/// The same rule: an empty pool during a turn ends the game only if no island fits.
#[test]
fn an_empty_pool_in_mid_turn_ends_it_only_if_no_island_fits() {
    let mut position = start();
    // Continue with random placements from here.
    play_all(&mut position, "U@A6 U.0");
    let before = position;
    assert!(before.outcome().is_none());
    let mut rng = Rng::new(5, Stream::Other(0));
    for _ in 0..200 {
        let mut game = before;
        play_out(&mut game, &mut rng, 100);
        let outcome = game.outcome().expect("over");
        assert_eq!(game.legal_count(), 0);
        assert!(game.reedbed().all(|island| !game.fits(island)));
        assert_eq!(outcome.scores.len(), 2);
    }
}

/// The second subtle point: S, D and I look the same after a half turn, but their houses may not.
#[test]
fn half_turns_are_one_move_without_houses_and_two_moves_with_houses() {
    let turns = |position: &Uros, letter: char| -> Vec<u32> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let turns: BTreeSet<u32> = moves
            .iter()
            .filter_map(|mv| match mv {
                Move::Island { island, turn, .. } if island.letter() == letter => {
                    Some(turn.degrees())
                }
                _ => None,
            })
            .collect();
        turns.into_iter().collect()
    };
    let mut position = start();
    for letter in ['S', 'D', 'I'] {
        assert_eq!(turns(&position, letter), [0, 90]);
    }
    assert_eq!(turns(&position, 'V'), [0, 90, 180, 270]);
    play_all(&mut position, "D.0"); // Red on one end
    assert_eq!(turns(&position, 'D'), [0, 90, 180, 270]);
    play_all(&mut position, "D.1"); // Blue on the other: still different after a half turn
    assert_eq!(turns(&position, 'D'), [0, 90, 180, 270]);
    play_all(&mut position, "I.1"); // the middle of I stays the middle
    assert_eq!(turns(&position, 'I'), [0, 90]);
    play_all(&mut position, "S.1 S.2"); // Red on both squares of a pair that a half turn swaps
    assert_eq!(turns(&position, 'S'), [0, 90]);
    play_all(&mut position, "S.0");
    assert_eq!(turns(&position, 'S'), [0, 90, 180, 270]);
    // The alternative notation of a merged move is refused, with the correct notation in the error.
    let mv = position.parse_move(1, "I@A6/180").expect("notation");
    let error = position.clone().play(1, &mv).expect_err("merged").to_string();
    assert!(error.contains("I@A6"), "{error}");
    // All four turns of D give different Lakes.
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let lakes: HashSet<String> = moves
        .iter()
        .filter(|mv| matches!(mv, Move::Island { island, .. } if island.letter() == 'D'))
        .map(|mv| {
            let mut next = position;
            next.play(1, mv).expect("legal");
            shown(&next.view())["square_words"].to_string()
        })
        .collect();
    assert_eq!(lakes.len(), 120);
}

#[test]
fn ties_in_size_are_decided_by_islands_and_then_drawn() {
    // Red: two houses on one island; Blue: two on two islands.
    let mut position = start();
    play_all(&mut position, "U@A6 D@C6 V@E6 U.0 U.1 D.1 V.0");
    position.play(0, &Move::Agree).expect("agreed");
    let outcome = position.outcome().expect("over");
    assert_eq!(
        (outcome.ranks, outcome.scores, outcome.reason),
        (vec![2, 1], vec![2, 2], "islands")
    );
    let mut position = start();
    play_all(&mut position, "U@A6 D@C6 D.0 U.0");
    position.play(position.to_act().first().expect("on"), &Move::Agree).expect("agreed");
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.ranks, outcome.scores, outcome.reason), (vec![1, 1], vec![1, 1], "draw"));
}

#[test]
fn a_settled_game_can_be_ended_or_ends_by_an_option() {
    let mut ended_early = 0;
    for seed in 0..300 {
        let mut strict = start();
        let mut settled = Uros::start(false, true);
        let mut rng = Rng::new(seed, Stream::Other(3));
        let (first, second) = (bot("balanced"), bot("exploit"));
        while let Some(seat) = strict.to_act().first() {
            let who = if seat == 0 { &first } else { &second };
            let rng = Rng::new(rng.next_u64(), Stream::Other(1));
            let mv = who.choose(&strict, seat, Budget::Nodes(1), rng, &NoClock).expect("a move");
            assert_eq!(strict.settled(), strict.extras()[0].mv == "end");
            let mut early = strict;
            match early.play(seat, &Move::End) {
                Ok(()) => assert!(strict.settled() && early.outcome().is_some()),
                Err(error) => assert!(!strict.settled(), "{error}"),
            }
            if settled.outcome().is_none() {
                settled.play(seat, &mv).expect("legal in both");
            } else {
                ended_early += 1;
            }
            strict.play(seat, &mv).expect("legal");
        }
        assert_eq!(strict.outcome(), settled.outcome(), "settled means the result cannot change");
    }
    assert!(ended_early > 0);
}

#[test]
fn a_house_can_be_named_by_its_lake_square() {
    let mut position = start();
    play_all(&mut position, "F@A6/90");
    // F after a clockwise quarter turn: .#. / ### / #.., with rotated numbers.
    for square in 0..5 {
        let island = Island::parse(b'F').expect("F");
        let on = position.lake_square(island, square).expect("on the Lake");
        let mv = position.parse_move(1, &on.to_string()).expect("a house");
        assert_eq!(mv, Move::House { island, square });
    }
    let error = position.parse_move(1, "F1").expect_err("water").to_string();
    assert!(error.contains("water"), "{error}");
}

/// An island that reaches beyond the Lake can still be described.
#[test]
fn moves_beyond_the_lake_can_be_described() {
    let position = start();
    for letter in "TSDLPVIFU".chars() {
        for turn in ["", "/90", "/180", "/270"] {
            for corner in ["F1", "A1", "F6"] {
                let text = format!("{letter}@{corner}{turn}");
                let mv = position.parse_move(0, &text).expect("notation");
                let words = position.describe_move(&mv);
                assert!(words.starts_with(&format!("island {letter} on ")), "{words}");
                assert!(shown(&position.location(&mv))["kind"].is_string());
            }
        }
    }
}

/// The answer has the cells that a turned island covers. Invalid questions are refused.
#[test]
fn the_page_can_request_where_a_turned_island_fits() {
    let mut position = start();
    play_all(&mut position, "D@A6");
    let answer = |island: &str, turn: u32| {
        ask(&position, &json!({ "island": island, "turn": turn })).expect("an answer")
    };
    let turned = answer("L", 90);
    assert_eq!((&turned["width"], &turned["height"]), (&json!(3), &json!(2)));
    let places = turned["places"].as_array().expect("places");
    assert!(!places.is_empty());
    let seat = position.to_act().first().expect("not over");
    for place in places {
        let mv = place["move"].as_str().expect("a move");
        let mv = position.parse_move(seat, mv).expect("notation");
        assert!(position.clone().play(seat, &mv).is_ok(), "{mv}");
        let mut cells = shown(&position.location(&mv))["cells"].as_array().expect("cells").clone();
        cells.sort_by_key(Value::as_u64);
        assert_eq!(place["cells"], Value::Array(cells));
    }
    assert_eq!(answer("D", 0)["places"], json!([]), "D is on the Lake");
    for wrong in
        [json!({ "island": "X", "turn": 0 }), json!({ "island": "L", "turn": 45 }), json!({})]
    {
        assert!(ask(&position, &wrong).is_err(), "{wrong}");
    }
}

#[test]
fn illegal_moves_give_an_error_and_change_nothing() {
    let mut position = start();
    play_all(&mut position, "U@A6 U.0");
    for (seat, text, expected) in [
        (1, "U.0", "stands there already"),
        (1, "U@C6", "on the Lake already"),
        (1, "P@A6", "it needs a6, where an island lies"),
        (1, "P@F6", "beyond the Lake"),
        (1, "D@D6/180", "D@D6"),
        (0, "D@D6", "seat 0 does not owe a move"),
        (1, "end", "not settled"),
    ] {
        let mv = position.parse_move(seat, text).expect(text);
        let before = position;
        let error = position.play(seat, &mv).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
        assert_eq!(position, before);
    }
    position.forfeit(1).expect("forfeits");
    assert_eq!(position.outcome().expect("over").ranks, [1, 2]);
    assert!(position.forfeit(1).is_err());
    let mv = Move::House { island: Island::parse(b'U').expect("U"), square: 1 };
    assert!(position.play(1, &mv).expect_err("over").to_string().contains("over"));
}

/// Red has two villages of two houses: one on P with a front of 3, and one on U and I with a front of 2. The metric uses the
/// first, and the result uses the second.
#[test]
fn the_metric_breaks_ties_by_front_and_the_result_by_islands() {
    let mut position = start();
    play_all(&mut position, "U@A6 I@C6 P@E3 U.1 I.0 T.0 T.1 P.2 P.3");
    let red = position.metrics(0);
    assert_eq!((red.bvl, red.efl), (2, 3));
    let village = position.best_village(0).expect("a village");
    assert_eq!((village.size, village.islands), (2, 2));
    // Blue has two adjacent houses on T, next to the third square of the row and the foot.
    let blue = position.metrics(1);
    assert_eq!((blue.bvl, blue.efl, blue.bvr, blue.efr), (0, 0, 2, 2));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(160) })]

    /// The fast changes of all placements equal the differences of metrics before and after.
    #[test]
    fn fast_changes_equal_slow_changes(seed in 0u64..1_000_000, plies in 0usize..39) {
        let mut position = start();
        play_out(&mut position, &mut Rng::new(seed, Stream::Other(0)), plies);
        let seat = position.mover();
        let before = [position.metrics(seat), position.metrics(seat ^ 1)];
        let mut considered = 0;
        changes(&position, |mv, change| {
            considered += 1;
            let mut next = position;
            next.play(seat, &mv).expect("candidates are legal");
            let after = [next.metrics(seat), next.metrics(seat ^ 1)];
            assert_eq!(change.own.bvl, after[0].bvl - before[0].bvl, "{mv}");
            assert_eq!(change.own.efl, after[0].efl - before[0].efl, "{mv}");
            assert_eq!(change.own.bvr, after[0].bvr - before[0].bvr, "{mv}");
            assert_eq!(change.own.efr, after[0].efr - before[0].efr, "{mv}");
            assert_eq!(change.opponent.bvl, after[1].bvl - before[1].bvl, "{mv}");
            assert_eq!(change.opponent.efl, after[1].efl - before[1].efl, "{mv}");
        });
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let pointless = legal.iter().filter(|mv| match mv {
            Move::House { island, .. } => position.in_reedbed(*island) && !position.fits(*island),
            _ => false,
        }).count();
        let sensible = legal.len() - pointless;
        prop_assert_eq!(considered, if sensible == 0 { legal.len() } else { sensible });
    }

    /// Rules, metrics and result agree with a reference that uses lists of squares.
    #[test]
    fn the_engine_agrees_with_the_reference(seed in 0u64..1_000_000) {
        let mut rng = Rng::new(seed, Stream::Other(0));
        let mut position = start();
        let mut reference = Reference::start();
        loop {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let listed: BTreeSet<String> = moves.iter().map(|mv| mv.to_string()).collect();
            prop_assert_eq!(listed.len(), moves.len(), "no move is listed twice");
            prop_assert_eq!(position.legal_count(), moves.len());
            prop_assert_eq!(&listed, &reference.legal());
            for seat in 0..2 {
                let m = position.metrics(seat);
                prop_assert_eq!((m.bvl, m.efl, m.bvr, m.efr), reference.metrics(seat));
            }
            if moves.is_empty() {
                break;
            }
            // All moves that are not listed are refused.
            for island in Island::ALL {
                for turn in Turn::ALL {
                    let corner = Square::from_index(rng.below(36)).expect("on the Lake");
                    let mv = Move::Island { island, turn, corner };
                    let played = position.clone().play(position.mover(), &mv).is_ok();
                    prop_assert_eq!(played, listed.contains(&mv.to_string()), "{}", mv);
                }
                for square in 0..island.size() as u8 {
                    let mv = Move::House { island, square };
                    let played = position.clone().play(position.mover(), &mv).is_ok();
                    prop_assert_eq!(played, listed.contains(&mv.to_string()), "{}", mv);
                }
            }
            let mv = moves[rng.below(moves.len())];
            position.play(position.mover(), &mv).expect("listed");
            reference.play(&mv.to_string());
        }
        prop_assert_eq!(position.outcome().map(|o| (o.ranks, o.reason)), Some(reference.result()));
    }

    /// Every bot plays a move with the best score that it shows, and its analysis and its choice agree.
    #[test]
    fn bots_choose_the_best_shown_score(seed in 0u64..1_000_000, plies in 0usize..36) {
        let mut position = start();
        play_out(&mut position, &mut Rng::new(seed, Stream::Other(0)), plies);
        let Some(seat) = position.to_act().first() else { return Ok(()) };
        for spec in BOTS {
            let bot = spec.build(&Options::default());
            let rng = || Rng::new(seed, Stream::Other(9));
            let budget = Budget::Nodes(1);
            let analysis = bot.think(&position, seat, budget, rng(), &NoClock);
            let chosen = bot.choose(&position, seat, budget, rng(), &NoClock);
            prop_assert_eq!(analysis.choice, chosen);
            let best = analysis.candidates[0].score;
            let of_choice = analysis.candidates.iter().find(|c| Some(c.mv) == chosen).expect("shown");
            prop_assert_eq!(of_choice.score, best);
            for candidate in &analysis.candidates {
                prop_assert!(candidate.lower_bound() <= analysis.candidates[0].lower_bound());
                let known = candidate.score != Score::Unknown && !analysis.terms.is_empty();
                prop_assert!(!known || !candidate.terms.is_empty());
                if known {
                    let sum: Fixed = candidate.terms.iter().map(|t| t.contribution).sum();
                    prop_assert_eq!(candidate.score, Score::Value(sum));
                    for (value, term) in candidate.terms.iter().zip(&analysis.terms) {
                        prop_assert_eq!(value.contribution, term.weight.times(value.value));
                    }
                }
            }
            prop_assert!(!analysis.why.is_empty());
        }
    }
}

/// A heuristic that only measures positions, so that the contract's default computes its changes.
#[derive(Clone)]
struct Plain(Vec<totora::contract::analysis::Term>);

impl Heuristic<Uros> for Plain {
    fn terms(&self) -> &[totora::contract::analysis::Term] {
        &self.0
    }
    fn measure(&self, position: &Uros, seat: usize, values: &mut [Fixed]) {
        let (own, opponent) = (position.metrics(seat), position.metrics(seat ^ 1));
        let [bvl, efl, bvr, efr] = [own.bvl, own.efl, own.bvr, own.efr].map(i64::from);
        for (value, n) in values.iter_mut().zip([bvl, efl, -i64::from(opponent.efl), bvr, efr]) {
            *value = Fixed::from_int(n);
        }
    }
}

/// Every square where a house or an island cannot be placed has a reason, and no other square has one.
#[test]
fn every_refusal_has_its_reason() {
    let mut position = start();
    for text in ["", "T@A6", "T.0 S@D4", "T.1 T.2"] {
        play_all(&mut position, text);
        let view = shown(&position.view());
        let built: HashSet<u64> = (view["build"].as_array().expect("a list").iter())
            .filter_map(|one| one["cell"].as_u64())
            .collect();
        for (cell, why) in view["refused"].as_array().expect("a list").iter().enumerate() {
            let why = why.as_str().expect("words");
            assert_eq!(why.is_empty(), built.contains(&(cell as u64)), "{cell}: {why}");
        }
        for turn in [0, 90, 180, 270] {
            let answer =
                ask(&position, &json!({ "island": "P", "turn": turn })).expect("an answer");
            let fits: HashSet<u64> = (answer["places"].as_array().expect("a list").iter())
                .filter_map(|one| one["corner"].as_u64())
                .collect();
            for (corner, why) in answer["refused"].as_array().expect("a list").iter().enumerate() {
                let why = why.as_str().expect("words");
                assert_eq!(why.is_empty(), fits.contains(&(corner as u64)), "{corner}: {why}");
            }
        }
    }
    let view = shown(&position.view());
    assert_eq!(view["refused"][0], "A house stands there already.");
    assert_eq!(view["refused"][35], "f1 is water: a house needs an island.");
    let answer = ask(&position, &json!({ "island": "P", "turn": 0 })).expect("an answer");
    assert_eq!(answer["refused"][0], "It needs a6, where an island lies.");
}

#[test]
fn a_bot_without_fast_changes_gives_the_same_scores() {
    let spec = BOTS[0];
    let plain = totora::search::one_ply::OnePly::new::<Uros>(Plain(spec.terms()));
    let quick = spec.build(&Options::default());
    let mut position = start();
    play_out(&mut position, &mut Rng::new(11, Stream::Other(0)), 14);
    let rng = || Rng::new(1, Stream::Other(0));
    let budget = Budget::Nodes(1);
    let slow = plain.think(&position, position.mover(), budget, rng(), &NoClock);
    let fast = quick.think(&position, position.mover(), budget, rng(), &NoClock);
    for candidate in &fast.candidates {
        let same = slow.candidates.iter().find(|c| c.mv == candidate.mv).expect("considered");
        assert_eq!(same.score, candidate.score);
    }
}

/// The reference: Uros with lists of squares, slow and simple.
struct Reference {
    /// The houses as (island, square, player).
    houses: Vec<(char, usize, usize)>,
    on_lake: Vec<(char, Vec<(i32, i32)>)>,
    pool: [u32; 2],
    mover: usize,
    left: u32,
}

/// An island, its quarter turns, its corner and its squares.
type Placement = (char, usize, (i32, i32), Vec<(i32, i32)>);

const DRAWN: [(char, &str); 9] = [
    ('T', "###/.#."),
    ('S', ".##/##."),
    ('D', "##"),
    ('L', "#./#./##"),
    ('P', "##/##/#."),
    ('V', "##/#."),
    ('I', "###"),
    ('F', ".##/##./.#."),
    ('U', "##/#./##"),
];

/// The squares of an island after this many quarter turns, in the order of the original squares.
fn turned(island: char, quarters: usize) -> Vec<(i32, i32)> {
    let drawing = DRAWN.iter().find(|(name, _)| *name == island).expect("an island").1;
    let mut rows: i32 = drawing.split('/').count() as i32;
    let mut columns = drawing.find('/').unwrap_or(drawing.len()) as i32;
    let mut squares = Vec::new();
    for (y, row) in drawing.split('/').enumerate() {
        for (x, c) in row.chars().enumerate() {
            if c == '#' {
                squares.push((x as i32, y as i32));
            }
        }
    }
    for _ in 0..quarters {
        squares = squares.iter().map(|&(x, y)| (rows - 1 - y, x)).collect();
        std::mem::swap(&mut rows, &mut columns);
    }
    squares
}

fn name((x, y): (i32, i32)) -> String {
    format!("{}{}", (b'A' + x as u8) as char, 6 - y)
}

impl Reference {
    fn start() -> Self {
        Reference { houses: vec![], on_lake: vec![], pool: [15, 15], mover: 0, left: 1 }
    }

    fn owner(&self, island: char, square: usize) -> Option<usize> {
        self.houses.iter().find(|h| (h.0, h.1) == (island, square)).map(|h| h.2)
    }

    fn island_placements(&self) -> Vec<Placement> {
        let taken: Vec<_> = self.on_lake.iter().flat_map(|(_, s)| s.clone()).collect();
        let mut all = Vec::new();
        for (island, _) in DRAWN {
            if self.on_lake.iter().any(|(i, _)| *i == island) {
                continue;
            }
            for quarters in 0..4 {
                for y in 0..6 {
                    for x in 0..6 {
                        let squares: Vec<_> =
                            turned(island, quarters).iter().map(|s| (s.0 + x, s.1 + y)).collect();
                        let free = squares.iter().all(|s| {
                            (0..6).contains(&s.0) && (0..6).contains(&s.1) && !taken.contains(s)
                        });
                        if free {
                            all.push((island, quarters, (x, y), squares));
                        }
                    }
                }
            }
        }
        all
    }

    fn legal(&self) -> BTreeSet<String> {
        let mut texts = BTreeSet::new();
        let mut lakes = HashSet::new();
        for (island, quarters, corner, squares) in self.island_placements() {
            let mut lake: Vec<_> =
                squares.iter().enumerate().map(|(i, &s)| (s, self.owner(island, i))).collect();
            lake.sort();
            if lakes.insert((island, lake)) {
                let turn = ["", "/90", "/180", "/270"][quarters];
                texts.insert(format!("{island}@{}{turn}", name(corner)));
            }
        }
        if self.pool[self.mover] > 0 {
            for (island, _) in DRAWN {
                for square in 0..turned(island, 0).len() {
                    if self.owner(island, square).is_none() {
                        texts.insert(format!("{island}.{square}"));
                    }
                }
            }
        }
        texts
    }

    fn play(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let island = bytes[0] as char;
        if bytes[1] == b'.' {
            self.houses.push((island, usize::from(bytes[2] - b'0'), self.mover));
            self.pool[self.mover] -= 1;
        } else {
            let quarters =
                text.split_once('/').map_or(0, |(_, d)| d.parse::<usize>().expect("degrees") / 90);
            let (x, y) = (i32::from(bytes[2] - b'A'), 6 - i32::from(bytes[3] - b'0'));
            let squares = turned(island, quarters).iter().map(|s| (s.0 + x, s.1 + y)).collect();
            self.on_lake.push((island, squares));
        }
        self.left -= 1;
        if self.left == 0 {
            self.mover = 1 - self.mover;
            self.left = 2;
        }
    }

    /// The villages of a seat as (squares, islands, front) among these squares.
    fn villages(
        &self,
        squares: &[((i32, i32), Option<usize>, char)],
        seat: usize,
    ) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        let mut seen: Vec<(i32, i32)> = Vec::new();
        let near = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
        for &(begin, owner, _) in squares {
            if owner != Some(seat) || seen.contains(&begin) {
                continue;
            }
            let mut village = vec![begin];
            let mut i = 0;
            while i < village.len() {
                for &(s, owner, _) in squares {
                    if owner == Some(seat) && near(s, village[i]) && !village.contains(&s) {
                        village.push(s);
                    }
                }
                i += 1;
            }
            let islands: HashSet<char> =
                squares.iter().filter(|(s, _, _)| village.contains(s)).map(|s| s.2).collect();
            let front = squares
                .iter()
                .filter(|(s, owner, _)| owner.is_none() && village.iter().any(|&v| near(*s, v)))
                .count();
            seen.extend(&village);
            found.push((village.len(), islands.len(), front));
        }
        found
    }

    fn lake(&self) -> Vec<((i32, i32), Option<usize>, char)> {
        let mut squares = Vec::new();
        for (island, on) in &self.on_lake {
            for (i, &s) in on.iter().enumerate() {
                squares.push((s, self.owner(*island, i), *island));
            }
        }
        squares
    }

    fn metrics(&self, seat: usize) -> (i8, i8, i8, i8) {
        let lake = self.villages(&self.lake(), seat).into_iter().map(|v| (v.0, v.2)).max();
        let mut reed = Vec::new();
        for (island, _) in DRAWN {
            if self.on_lake.iter().all(|(i, _)| *i != island) {
                let squares: Vec<_> = turned(island, 0)
                    .into_iter()
                    .enumerate()
                    .map(|(i, s)| (s, self.owner(island, i), island))
                    .collect();
                reed.extend(self.villages(&squares, seat).into_iter().filter(|v| v.2 > 0));
            }
        }
        let reed = reed.into_iter().map(|v| (v.0, v.2)).max().unwrap_or((0, 0));
        let lake = lake.unwrap_or((0, 0));
        (lake.0 as i8, lake.1 as i8, reed.0 as i8, reed.1 as i8)
    }

    fn result(&self) -> (Vec<u8>, &'static str) {
        let best = [0, 1].map(|seat| {
            self.villages(&self.lake(), seat)
                .into_iter()
                .map(|v| (v.0, v.1))
                .max()
                .unwrap_or((0, 0))
        });
        let reason = if best[0].0 != best[1].0 {
            "size"
        } else if best[0].1 != best[1].1 {
            "islands"
        } else {
            "draw"
        };
        let ranks = match best[0].cmp(&best[1]) {
            std::cmp::Ordering::Greater => vec![1, 2],
            std::cmp::Ordering::Less => vec![2, 1],
            std::cmp::Ordering::Equal => vec![1, 1],
        };
        (ranks, reason)
    }
}

/// Once the end is solved, moves are distinguished by the margin of the win or loss.
#[test]
fn moves_in_a_solved_end_have_margins() {
    let (mut solved, mut apart, mut sentences) = (0, 0, 0);
    for seed in 0..40 {
        let mut position = start();
        let mut rng = Rng::new(seed, Stream::Other(21));
        let mut moves = MoveList::new();
        while !position.to_act().is_empty() {
            let seat = position.mover();
            let analysis = bot("totora").think(
                &position,
                seat,
                Budget::Nodes(20),
                Rng::new(seed, Stream::Other(1)),
                &NoClock,
            );
            if analysis.exact && analysis.candidates.len() > 1 {
                solved += 1;
                let lead =
                    analysis.terms.iter().position(|term| term.key == "lead").expect("a lead");
                for candidate in &analysis.candidates {
                    let lead = candidate.terms[lead].value.to_f64();
                    match candidate.margin {
                        Some(margin) if margin.unit == "house" => {
                            assert_eq!(f64::from(margin.by), lead.abs());
                            let won = matches!(candidate.score, Score::Win(_));
                            assert_eq!(won, lead > 0.0, "{}", candidate.mv);
                        }
                        Some(margin) => assert!(margin.unit == "island" && lead == 0.0),
                        None => assert!(matches!(candidate.score, Score::Value(_))),
                    }
                }
                let first = &analysis.candidates[0];
                let alike = analysis
                    .candidates
                    .iter()
                    .all(|one| (one.score, one.margin) == (first.score, first.margin));
                let as_good = |one: &&totora::contract::analysis::Candidate<Move>| {
                    (one.score, one.margin) == (first.score, first.margin)
                };
                let count = analysis.why.strip_prefix("All ").map(|rest| (rest, 0));
                let more = || analysis.why.split_once(" and ").map(|(_, rest)| (rest, 2));
                let count = count.or_else(more).and_then(|(rest, named)| {
                    Some(rest.split_once(' ')?.0.parse::<usize>().ok()? + named)
                });
                let best = analysis.candidates.iter().filter(as_good).count();
                assert!(count.is_none_or(|count| count == best), "{}", analysis.why);
                // The lead of the own largest village now and at the end.
                let sizes = [seat, 1 - seat].map(|seat| {
                    position.best_village(seat).map_or(0, |village| i64::from(village.size))
                });
                let chosen = analysis.candidates[0].terms[lead].value.to_f64() as i64;
                let sentence = analysis.differences.iter().find(|one| one.starts_with("Solved: "));
                let leads = sentence.map(|text| {
                    let by = |words: &str| {
                        let number = words.split(' ').find_map(|word| word.parse::<i64>().ok());
                        number.unwrap_or(0) * if words.contains("smaller") { -1 } else { 1 }
                    };
                    let (now, end) = text.split_once(" now, and ends ").unwrap_or((text, text));
                    [by(now), by(end)]
                });
                assert!(
                    leads.is_none_or(|leads| leads == [sizes[0] - sizes[1], chosen]),
                    "{sentence:?}"
                );
                sentences += usize::from(sentence.is_some());
                apart += usize::from(!alike);
            }
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
    assert!(solved > 20 && apart > 5, "{solved} solved, {apart} apart");
    assert!(sentences > 20, "{sentences}");
}

/// Compares sentences such as `Right after A your biggest village has 1 more house than after B.` with both boards. The
/// average leads in sentences are those of the terms.
#[test]
fn sentences_about_placements_match_the_boards() {
    let (mut boards, mut leads) = (0, 0);
    for seed in 0..30 {
        let mut position = start();
        play_out(&mut position, &mut Rng::new(seed, Stream::Other(1)), 3 + seed as usize % 20);
        let Some(seat) = position.to_act().first() else { continue };
        let rng = Rng::new(seed, Stream::Decision { seat, ply: 0 });
        let analysis = bot("totora").think(&position, seat, Budget::Nodes(300), rng, &NoClock);
        let named = |name: &str| {
            let mut all = analysis.candidates.iter();
            all.find(|one| position.move_name(&one.mv) == name).expect(name)
        };
        // The longest name at the beginning of the text, and the rest.
        let split = |text: &str| {
            let names = analysis.candidates.iter().map(|one| position.move_name(&one.mv));
            let name = names.filter(|name| text.starts_with(&format!("{name} ")));
            let name = name.max_by_key(String::len)?;
            let rest = text[name.len() + 1..].to_owned();
            Some((name, rest))
        };
        let after = |name: &str| {
            let mut next = position;
            next.play(seat, &named(name).mv).expect(name);
            [seat, 1 - seat].map(|one| next.metrics(one))
        };
        let lead = |name: &str| {
            let one = named(name);
            let at = analysis.terms.iter().position(|term| term.key == "lead").expect("a lead");
            one.terms[at].value.to_f64()
        };
        for sentence in std::iter::once(&analysis.why).chain(&analysis.differences) {
            let body = sentence.trim_end_matches('.');
            if let Some((a, clause)) = body.strip_prefix("Right after ").and_then(split) {
                let (clause, b) = clause.split_once(" than after ").expect(sentence);
                let ([own, opponent], [other, their]) = (after(&a), after(b));
                let difference = match () {
                    () if clause.contains("opponent") => opponent.efl - their.efl,
                    () if clause.contains("Reedbed") && clause.contains("open") => {
                        own.efr - other.efr
                    }
                    () if clause.contains("Reedbed") => own.bvr - other.bvr,
                    () if clause.contains("open") => own.efl - other.efl,
                    () => own.bvl - other.bvl,
                };
                let direction = if difference > 0 { "more" } else { "fewer" };
                assert!(
                    clause.contains(&format!(" {} {direction} ", difference.abs())),
                    "{sentence} {difference}"
                );
                boards += 1;
            } else if let Some((a, rest)) = body
                .strip_prefix("After ")
                .or_else(|| body.strip_prefix("Against it: after "))
                .and_then(|body| body.split_once(" simulated games end "))
            {
                let (by, b) = rest.split_once(" for you than after ").expect(sentence);
                let size: f64 =
                    by.split(' ').next().and_then(|by| by.parse().ok()).expect(sentence);
                let sign = if by.ends_with("worse") { -1.0 } else { 1.0 };
                assert_eq!(sign < 0.0, body.starts_with("Against it"), "{sentence}");
                let difference = lead(a) - lead(b);
                assert!((difference - sign * size).abs() <= 0.0501, "{sentence} {difference}");
                leads += 1;
            }
        }
    }
    assert!(boards >= 5 && leads >= 10, "{boards} {leads}");
}
