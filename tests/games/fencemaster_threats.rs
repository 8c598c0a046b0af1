//! What `totora` must see: loops and bridges that are coming, at the budget that it has unless told, and which first
//! stones to take over.

use serde_json::{Value, json};
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Budget, Unwatched};
use totora::contract::game::{Enumerable, Game};
use totora::contract::thought::{Score, Thought};
use totora::games::fencemaster::bots::BOTS;
use totora::games::fencemaster::geometry::{Geometry, LARGEST, SMALLEST, column, row};
use totora::games::fencemaster::openings::{Opening, RECORDED, class};
use totora::games::fencemaster::{FenceMaster, Move, Rules};

/// The budget that it has unless told.
const DEFAULT: u64 = 10_000;

/// Six cells around 5,5 on a board of side 6, each a bridge from the next: with all of them white, a frame.
const RING: [(usize, usize); 6] = [(6, 7), (7, 6), (6, 4), (4, 3), (3, 4), (4, 6)];
/// Between each and the next: the cell inside the ring, and the one outside.
const GAPS: [[(usize, usize); 2]; 6] = [
    [(6, 6), (7, 7)],
    [(6, 5), (7, 5)],
    [(5, 4), (5, 3)],
    [(4, 4), (3, 3)],
    [(4, 5), (3, 5)],
    [(5, 6), (5, 7)],
];
/// Black stones in the corners and beside them, which threaten nothing.
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

/// White's stones, as many black ones far away, and whose move it is.
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

fn think(position: &FenceMaster, playouts: u64, raw: Value, seed: u64) -> Thought<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let options = Options::check(&spec.options(), raw.as_object().expect("an object"));
    let bot = spec.build(&options.expect("options"));
    let rng = Rng::new(seed, Stream::Decision { seat: position.mover(), ply: 0 });
    bot.think(position, position.mover(), Budget::Nodes(playouts), rng, &Unwatched)
}

/// What the best candidate is worth.
fn score(thought: &Thought<Move>) -> Score {
    thought.candidates.first().expect("a candidate").score
}

/// The line is legal, and its end is the end of the game, with `winner`.
fn ends_in_a_win(position: &FenceMaster, thought: &Thought<Move>, winner: usize) {
    let best = &thought.candidates[0];
    let mut next = position.clone();
    for mv in std::iter::once(&best.mv).chain(&best.pv) {
        next.play(next.mover(), mv).expect("a legal line");
    }
    assert_eq!(next.winner(), Some(winner), "{} {:?}", best.mv, best.pv);
}

/// All of the ring, with this many of its gaps still open.
fn ring(open: usize) -> Vec<(usize, usize)> {
    // On the outside: inside, smaller loops would come of it.
    let filled = GAPS[open..].iter().map(|gap| gap[1]);
    RING.into_iter().chain(filled).collect()
}

#[test]
fn a_loop_that_lacks_one_stone_is_closed_and_cannot_be_stopped() {
    let position = board(&ring(1), "White");
    let thought = think(&position, DEFAULT, json!({}), 1);
    assert_eq!(score(&thought), Score::Win(Some(1)));
    let thought = think(&board(&ring(1), "Black"), DEFAULT, json!({}), 1);
    assert_eq!(score(&thought), Score::Loss(Some(2)));
}

/// A threat whose only answer helps nobody, and then two at once: proven before a playout was made.
#[test]
fn a_loop_that_lacks_two_stones_is_proven_at_once() {
    let position = board(&ring(2), "White");
    let thought = think(&position, 1, json!({}), 1);
    assert_eq!(score(&thought), Score::Win(Some(3)));
    ends_in_a_win(&position, &thought, 0);
    // Whoever must stop it is lost, too, and knows it a little later.
    let thought = think(&board(&ring(2), "Black"), DEFAULT, json!({}), 1);
    assert!(matches!(score(&thought), Score::Loss(_)), "{:?}", score(&thought));
}

/// With three gaps open and more nothing is threatened yet.
#[test]
fn a_loop_of_bridges_is_seen_long_before_it_is_threatened() {
    for open in 3..=5 {
        let position = board(&ring(open), "White");
        let thought = think(&position, DEFAULT, json!({}), 1);
        match score(&thought) {
            Score::Win(_) => {}
            Score::Value(value) => assert!(value.to_f64() > 0.7, "{open}: {value}"),
            Score::Unknown | Score::Loss(_) => panic!("{open} lost"),
        }
        let thought = think(&board(&ring(open), "Black"), DEFAULT, json!({}), 1);
        match score(&thought) {
            Score::Loss(_) => {}
            Score::Value(value) => assert!(value.to_f64() < 0.35, "{open}: {value}"),
            Score::Unknown | Score::Win(_) => panic!("{open} won"),
        }
    }
}

/// White's ring without one of its corners, and with this many gaps beside those of that corner open.
fn without(missing: usize, open: usize) -> Vec<(usize, usize)> {
    ring(open).into_iter().filter(|&cell| cell != RING[missing]).collect()
}

#[test]
fn a_stone_that_makes_such_a_loop_is_played() {
    for (missing, open) in [(0, 2), (2, 2), (0, 3), (2, 3), (4, 4)] {
        let thought = think(&board(&without(missing, open), "White"), DEFAULT, json!({}), 1);
        match score(&thought) {
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
        let thought = think(&position, DEFAULT, json!({}), 1);
        let lost = thought.candidates.iter().filter(|c| matches!(c.score, Score::Loss(_))).count();
        assert!(lost > 40 && matches!(score(&thought), Score::Value(_)), "{missing}: {lost} lose");
        // Without threats and frames it is not seen, and not prevented.
        let blind = think(&position, DEFAULT, json!({"threats": 0, "frames": "off"}), 1);
        let choice = blind.choice.expect("a move");
        let chosen = thought.candidates.iter().find(|candidate| candidate.mv == choice);
        assert!(matches!(chosen.map(|c| c.score), Some(Score::Loss(_))), "{choice}");
    }
}

/// In Havannah a stone on the second of two corners that nothing can part from the first.
#[test]
fn a_bridge_of_havannah_is_made_and_prevented() {
    for mover in ["White", "Black"] {
        let text =
            format!("4\n---W\n--W--\n------\n-------\n---B--\n--B--\n----\nto move: {mover}\n");
        let position = FenceMaster::from_text(&text, Rules::Havannah).expect("a board");
        let thought = think(&position, 1_000, json!({}), 1);
        let choice = thought.choice.expect("a move").to_string();
        let near = ["0,0", "0,1", "0,2", "1,1", "1,3"];
        assert!(near.contains(&choice.as_str()), "{mover}: {choice}");
    }
}

/// The share of the won games that whoever had the stone won: Wilson's interval of 95%.
fn interval(opening: &Opening) -> [f64; 2] {
    const Z: f64 = 1.96;
    let games = f64::from(opening.games - opening.drawn);
    let share = f64::from(opening.won) / games;
    let middle = share + Z * Z / (2.0 * games);
    let half = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    [middle - half, middle + half].map(|end| end / (1.0 + Z * Z / games))
}

/// What many games say is worth having is taken over, what they say is not is left, and what is shown is what they say.
#[test]
fn totora_takes_over_what_many_games_say_it_should() {
    let mut seen = [0, 0];
    for opening in &RECORDED {
        let [least, most] = interval(opening);
        let decided = least > 0.5 || most < 0.5;
        assert!(decided || opening.games >= 100, "{opening:?}");
        for side in opening.sides[0]..=opening.sides[1] {
            let start = FenceMaster::empty(side, Rules::FenceMaster, true).expect("a size");
            let geometry = start.geometry();
            let stone = |&&place: &&u16| class(geometry, place) == opening.class;
            let stone = *geometry.places().iter().find(stone).expect("a cell of that kind");
            let first = format!("{},{}", row(stone), column(stone));
            let position = start.clone().after([first.as_str()]).expect("a move");
            assert_eq!(Opening::of(&position), Some(opening));
            for playouts in [1, 1_000] {
                let thought = think(&position, playouts, json!({}), 1);
                let swap = thought.candidates.iter().find(|c| c.mv == Move::SWAP).expect("a swap");
                let Score::Value(shown) = swap.score else { panic!("side {side}: {swap:?}") };
                assert!((shown.to_f64() - opening.share()).abs() < 0.001, "side {side}: {shown}");
                // What records say is no sum of terms.
                assert!(swap.terms.is_empty(), "{swap:?}");
                let examined = |c: &&totora::contract::thought::Candidate<Move>| {
                    c.mv != Move::SWAP && c.score != Score::Unknown
                };
                let tried = thought.candidates.iter().filter(examined).count();
                assert!(playouts == 1 || tried > 5, "side {side}: {tried}");
                for other in thought.candidates.iter().filter(examined) {
                    let Score::Value(value) = other.score else { panic!("{other:?}") };
                    assert!(value.to_f64() <= 1.001 - opening.share(), "side {side}: {other:?}");
                }
                // Whether to take over what is level is left to chance.
                if decided && (least > 0.5 || playouts > 1) {
                    let swaps = thought.choice == Some(Move::SWAP);
                    assert_eq!(swaps, least > 0.5, "side {side}, {first}, {playouts}");
                    seen[usize::from(swaps)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
    // Of what nobody played out there is no record, nor by Havannah's rules.
    for (rules, first) in [(Rules::FenceMaster, "0,0"), (Rules::Havannah, "5,5")] {
        let start = FenceMaster::empty(6, rules, true).expect("a size");
        let position = start.after([first]).expect("a move");
        assert!(Opening::of(&position).is_none());
    }
    let start = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
    let thought = think(&start.after(["0,0"]).expect("a move"), 1_000, json!({}), 1);
    assert_ne!(thought.choice, Some(Move::SWAP));
}

/// Two cells are of one kind if a turn or a mirror of the board takes one to the other, and only then.
#[test]
fn kinds_of_first_stones_are_the_orbits_of_the_board() {
    for side in SMALLEST..=LARGEST {
        let geometry = Geometry::of(side).expect("a size");
        let middle = side as i32 - 1;
        let kind = |down: i32, right: i32| {
            let place = geometry.at((down + middle) as usize, (right + middle) as usize);
            class(geometry, place.expect("a cell"))
        };
        let mut of_kind: Vec<usize> = Vec::new();
        for &place in geometry.places() {
            let (down, right) = (row(place) as i32 - middle, column(place) as i32 - middle);
            let found = class(geometry, place);
            // A sixth of a turn, and the mirror that swaps rows and columns.
            assert_eq!(found, kind(right, right - down), "side {side}: {down},{right} turned");
            assert_eq!(found, kind(right, down), "side {side}: {down},{right} mirrored");
            of_kind.resize(of_kind.len().max(found + 1), 0);
            of_kind[found] += 1;
        }
        // The middle alone, then six or twelve of each.
        assert_eq!(of_kind[0], 1, "side {side}");
        assert!(of_kind[1..].iter().all(|&cells| cells == 6 || cells == 12), "{side}: {of_kind:?}");
    }
}
