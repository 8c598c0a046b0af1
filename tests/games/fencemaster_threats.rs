//! What `totora` must see with its default budget: future loops and bridges, and the first stones that are worth a swap.

use serde_json::{Value, json};
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, Game};
use totora::games::fencemaster::bots::BOTS;
use totora::games::fencemaster::first_stones::{FirstStone, RECORDED, class};
use totora::games::fencemaster::geometry::{Geometry, LARGEST, SMALLEST, column, row};
use totora::games::fencemaster::{FenceMaster, Move, Rules};

/// Its default budget.
const DEFAULT: u64 = 10_000;

/// Six cells around 5,5 on a board of side 6, each a bridge away from the next. If all are white, they form a frame.
const RING: [(usize, usize); 6] = [(6, 7), (7, 6), (6, 4), (4, 3), (3, 4), (4, 6)];
/// The two cells between each cell and the next: one inside the ring, and one outside.
const GAPS: [[(usize, usize); 2]; 6] = [
    [(6, 6), (7, 7)],
    [(6, 5), (7, 5)],
    [(5, 4), (5, 3)],
    [(4, 4), (3, 3)],
    [(4, 5), (3, 5)],
    [(5, 6), (5, 7)],
];
/// Cells for black stones in and next to the corners, which threaten nothing.
const FAR: [(usize, usize); 12] = [
    (0, 0),
    (0, 5),
    (5, 10),
    (10, 10),
    (10, 5),
    (5, 0),
    (1, 1),
    (9, 9),
    (5, 9),
    (5, 1),
    (9, 5),
    (1, 5),
];

/// A board with these white stones, as many black stones far away, and this player to move.
fn board(white: &[(usize, usize)], mover: &str) -> FenceMaster {
    let mut text = String::from("6\n");
    let black = &FAR[..white.len().min(FAR.len())];
    for row in 0..11_usize {
        for column in row.saturating_sub(5)..=(row + 5).min(10) {
            let cell = (row, column);
            text.push(if white.contains(&cell) {
                'W'
            } else if black.contains(&cell) {
                'B'
            } else {
                '-'
            });
        }
        text.push('\n');
    }
    text += &format!("to move: {mover}\n");
    FenceMaster::from_text(&text, Rules::FenceMaster).expect("a board")
}

fn think(position: &FenceMaster, playouts: u64, raw: Value, seed: u64) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let options = Options::check(&spec.options(), raw.as_object().expect("an object"));
    let bot = spec.build(&options.expect("options"));
    let rng = Rng::new(seed, Stream::Decision { seat: position.mover(), ply: 0 });
    bot.think(position, position.mover(), Budget::Nodes(playouts), rng, &NoClock)
}

/// The score of the best candidate.
fn score(analysis: &Analysis<Move>) -> Score {
    analysis.candidates.first().expect("a candidate").score
}

/// Checks that the best line is legal and ends with a win of `winner`.
fn ends_in_a_win(position: &FenceMaster, analysis: &Analysis<Move>, winner: usize) {
    let best = &analysis.candidates[0];
    let mut next = position.clone();
    for mv in std::iter::once(&best.mv).chain(&best.pv) {
        next.play(next.mover(), mv).expect("a legal line");
    }
    assert_eq!(next.winner(), Some(winner), "{} {:?}", best.mv, best.pv);
}

/// The ring with this many open gaps.
fn ring(open: usize) -> Vec<(usize, usize)> {
    // Fill the outer cells: inner cells would make smaller loops possible.
    let filled = GAPS[open..].iter().map(|gap| gap[1]);
    RING.into_iter().chain(filled).collect()
}

#[test]
fn a_loop_that_lacks_one_stone_is_closed_and_cannot_be_stopped() {
    let position = board(&ring(1), "White");
    let analysis = think(&position, DEFAULT, json!({}), 1);
    assert_eq!(score(&analysis), Score::Win(Some(1)));
    let analysis = think(&board(&ring(1), "Black"), DEFAULT, json!({}), 1);
    assert_eq!(score(&analysis), Score::Loss(Some(2)));
}

/// A threat whose only answer does not help, and then a double threat. This is proven before the first playout.
#[test]
fn a_loop_that_lacks_two_stones_is_proven_at_once() {
    let position = board(&ring(2), "White");
    let analysis = think(&position, 1, json!({}), 1);
    assert_eq!(score(&analysis), Score::Win(Some(3)));
    ends_in_a_win(&position, &analysis, 0);
    // The player who must stop it is also lost, and the bot knows it after more playouts.
    let analysis = think(&board(&ring(2), "Black"), DEFAULT, json!({}), 1);
    assert!(matches!(score(&analysis), Score::Loss(_)), "{:?}", score(&analysis));
}

/// With three open gaps or more, there is no threat yet.
#[test]
fn a_loop_of_bridges_is_seen_long_before_it_is_threatened() {
    for open in 3..=5 {
        let position = board(&ring(open), "White");
        let analysis = think(&position, DEFAULT, json!({}), 1);
        match score(&analysis) {
            Score::Win(_) => {}
            Score::Value(value) => assert!(value.to_f64() > 0.7, "{open}: {value}"),
            Score::Unknown | Score::Loss(_) => panic!("{open} lost"),
        }
        let analysis = think(&board(&ring(open), "Black"), DEFAULT, json!({}), 1);
        match score(&analysis) {
            Score::Loss(_) => {}
            Score::Value(value) => assert!(value.to_f64() < 0.35, "{open}: {value}"),
            Score::Unknown | Score::Win(_) => panic!("{open} won"),
        }
    }
}

/// White's ring without one of its corners and with this many open gaps.
fn without(missing: usize, open: usize) -> Vec<(usize, usize)> {
    ring(open).into_iter().filter(|&cell| cell != RING[missing]).collect()
}

#[test]
fn a_stone_that_makes_such_a_loop_is_played() {
    for (missing, open) in [(0, 2), (2, 2), (0, 3), (2, 3), (4, 4)] {
        let analysis = think(&board(&without(missing, open), "White"), DEFAULT, json!({}), 1);
        match score(&analysis) {
            Score::Win(_) => {}
            Score::Value(value) => assert!(value.to_f64() > 0.7, "{missing} {open}: {value}"),
            Score::Unknown | Score::Loss(_) => panic!("{missing} {open} lost"),
        }
    }
}

#[test]
fn a_stone_that_would_make_such_a_loop_is_prevented() {
    for (missing, open) in [(0, 2), (2, 2)] {
        let position = board(&without(missing, open), "Black");
        let analysis = think(&position, DEFAULT, json!({}), 1);
        let lost = analysis.candidates.iter().filter(|c| matches!(c.score, Score::Loss(_))).count();
        assert!(lost > 40 && matches!(score(&analysis), Score::Value(_)), "{missing}: {lost} lose");
        // Without the detection of threats and frames, the bot does not see and prevent it.
        let blind = think(&position, DEFAULT, json!({"threats": 0, "frames": "off"}), 1);
        let choice = blind.choice.expect("a move");
        let chosen = analysis.candidates.iter().find(|candidate| candidate.mv == choice);
        assert!(matches!(chosen.map(|c| c.score), Some(Score::Loss(_))), "{choice}");
    }
}

/// In Havannah, both players play near the corner that would make a bridge unstoppable.
#[test]
fn a_bridge_of_havannah_is_made_and_prevented() {
    for mover in ["White", "Black"] {
        let text =
            format!("4\n---W\n--W--\n------\n-------\n---B--\n--B--\n----\nto move: {mover}\n");
        let position = FenceMaster::from_text(&text, Rules::Havannah).expect("a board");
        let analysis = think(&position, 1_000, json!({}), 1);
        let choice = analysis.choice.expect("a move").to_string();
        let near = ["0,0", "0,1", "0,2", "1,1", "1,3"];
        assert!(near.contains(&choice.as_str()), "{mover}: {choice}");
    }
}

/// The share of decided games that the owner of the stone won, as Wilson's 95% interval.
fn interval(opening: &FirstStone) -> [f64; 2] {
    const Z: f64 = 1.96;
    let games = f64::from(opening.games - opening.drawn);
    let share = f64::from(opening.won) / games;
    let middle = share + Z * Z / (2.0 * games);
    let half = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    [middle - half, middle + half].map(|end| end / (1.0 + Z * Z / games))
}

/// `totora` swaps if the recorded games show an advantage for the stone, and does not swap if they show a disadvantage. It shows
/// the recorded share.
#[test]
fn totora_swaps_as_the_recorded_games_recommend() {
    let mut decisions = [0, 0];
    for opening in &RECORDED {
        let [least, most] = interval(opening);
        let decided = least > 0.5 || most < 0.5;
        assert!(decided || opening.games >= 100, "{opening:?}");
        for side in opening.sides[0]..=opening.sides[1] {
            let start = FenceMaster::empty(side, Rules::FenceMaster, true).expect("a size");
            let geometry = start.geometry();
            let stone = |&&place: &&u16| class(geometry, place) == opening.class;
            let stone = *geometry.places().iter().find(stone).expect("a cell of that class");
            let first = format!("{},{}", row(stone), column(stone));
            let position = start.clone().after([first.as_str()]).expect("a move");
            assert_eq!(FirstStone::for_position(&position), Some(opening));
            for playouts in [1, 1_000] {
                let analysis = think(&position, playouts, json!({}), 1);
                let swap = analysis.candidates.iter().find(|c| c.mv == Move::SWAP).expect("a swap");
                let Score::Value(shown) = swap.score else { panic!("side {side}: {swap:?}") };
                assert!((shown.to_f64() - opening.share()).abs() < 0.001, "side {side}: {shown}");
                // A recorded share is not a sum of terms.
                assert!(swap.terms.is_empty(), "{swap:?}");
                let examined = |c: &&totora::contract::analysis::Candidate<Move>| {
                    c.mv != Move::SWAP && c.score != Score::Unknown
                };
                let tried = analysis.candidates.iter().filter(examined).count();
                assert!(playouts == 1 || tried > 5, "side {side}: {tried}");
                for other in analysis.candidates.iter().filter(examined) {
                    let Score::Value(value) = other.score else { panic!("{other:?}") };
                    assert!(value.to_f64() <= 1.001 - opening.share(), "side {side}: {other:?}");
                }
                // If the games show no clear advantage, the swap may go either way.
                if decided && (least > 0.5 || playouts > 1) {
                    let swaps = analysis.choice == Some(Move::SWAP);
                    assert_eq!(swaps, least > 0.5, "side {side}, {first}, {playouts}");
                    decisions[usize::from(swaps)] += 1;
                }
            }
        }
    }
    assert!(decisions.iter().all(|&count| count > 0), "{decisions:?}");
    // Stones that were not recorded, and stones in Havannah, have no share.
    for (rules, first) in [(Rules::FenceMaster, "0,0"), (Rules::Havannah, "5,5")] {
        let start = FenceMaster::empty(6, rules, true).expect("a size");
        let position = start.after([first]).expect("a move");
        assert!(FirstStone::for_position(&position).is_none());
    }
    let start = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
    let analysis = think(&start.after(["0,0"]).expect("a move"), 1_000, json!({}), 1);
    assert_ne!(analysis.choice, Some(Move::SWAP));
}

/// Two cells are in the same class exactly if a rotation or a reflection of the board maps one to the other.
#[test]
fn classes_of_first_stones_are_the_orbits_of_the_board() {
    for side in SMALLEST..=LARGEST {
        let geometry = Geometry::with_side(side).expect("a size");
        let middle = side as i32 - 1;
        let class_at = |down: i32, right: i32| {
            let place = geometry.at((down + middle) as usize, (right + middle) as usize);
            class(geometry, place.expect("a cell"))
        };
        let mut class_sizes: Vec<usize> = Vec::new();
        for &place in geometry.places() {
            let (down, right) = (row(place) as i32 - middle, column(place) as i32 - middle);
            let found = class(geometry, place);
            // A rotation by 60 degrees, and the reflection that swaps rows and columns.
            assert_eq!(found, class_at(right, right - down), "side {side}: {down},{right} turned");
            assert_eq!(found, class_at(right, down), "side {side}: {down},{right} mirrored");
            class_sizes.resize(class_sizes.len().max(found + 1), 0);
            class_sizes[found] += 1;
        }
        // The middle is a class of one cell, and all others have six or twelve.
        assert_eq!(class_sizes[0], 1, "side {side}");
        assert!(
            class_sizes[1..].iter().all(|&cells| cells == 6 || cells == 12),
            "{side}: {class_sizes:?}"
        );
    }
}
