//! Positions in which a search showed a lead for a move that loses by force. `totora` did so because it had skipped moves, and
//! `alphabeta` did so in the positions that `find_wipeouts` found. Each line of `reversi_wipeouts.jsonl` has the map, the moves,
//! the budget in nodes, the moves that were shown with a lead, and the number of plies in which they lose, if more than four.

use serde_json::{Value, json};
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, MoveList, Seat};
use totora::games::reversi::bots::BOTS;
use totora::games::reversi::built_in::map_of;
use totora::games::reversi::{Map, Move, Phase, Reversi};

struct Case {
    name: String,
    position: Reversi,
    nodes: u64,
    shown: Vec<String>,
    plies: u32,
}

fn cases() -> Vec<Case> {
    let text = include_str!("reversi_wipeouts.jsonl");
    let case = |(number, line): (usize, &str)| {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let mut position = start(case["map"].as_str().expect("a map"));
        for text in case["moves"].as_str().expect("moves").split(' ') {
            let mv = legal(&position).into_iter().find(|mv| mv.to_string() == text);
            position.play_unchecked(&mv.expect("legal"));
        }
        let shown = case["shown"].as_array().expect("moves").iter();
        Case {
            name: format!("line {}", number + 1),
            position,
            nodes: case["nodes"].as_u64().expect("a number"),
            plies: case["plies"].as_u64().unwrap_or(4) as u32,
            shown: shown.map(|mv| mv.as_str().expect("a move").to_owned()).collect(),
        }
    };
    text.lines().enumerate().map(case).collect()
}

/// The start on a map with this name or text.
fn start(map: &str) -> Reversi {
    Reversi::on(match map.contains('\n') {
        true => Map::parse(map).expect("a map"),
        false => map_of(map).expect("a map"),
    })
}

fn legal(position: &Reversi) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Reversi, mv: &Move) -> Reversi {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// Whether `seat` has lost, or has no stones left after the build phase.
fn wiped_out(position: &Reversi, seat: Seat) -> bool {
    let stones = |seat| position.stones(seat);
    match position.phase() {
        Phase::Build => false,
        Phase::Elimination => stones(seat) == 0,
        Phase::Over => stones(seat) < stones(1 - seat),
    }
}

/// Whether `seat` is wiped out by force within this many plies. Uses plain recursion; in long searches, moves that leave the
/// fewest replies come first.
fn loses(position: &Reversi, seat: Seat, plies: u32) -> bool {
    if wiped_out(position, seat) {
        return true;
    }
    if plies == 0 || position.phase() != Phase::Build {
        return false;
    }
    let own = position.mover() == seat;
    let mut moves = legal(position);
    if !own && plies > 1 {
        moves.sort_by_cached_key(|mv| {
            let next = after(position, mv);
            let again = next.phase() == Phase::Build && next.mover() != seat;
            (again, next.legal_count())
        });
    }
    let lost = |mv: &Move| loses(&after(position, mv), seat, plies - 1);
    if own { moves.iter().all(lost) } else { moves.iter().any(lost) }
}

fn analysis(position: &Reversi, bot: &str, nodes: u64, lines: usize) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == bot).expect("a bot");
    let rng = Rng::new(1, Stream::Other(4));
    let bot = spec.build(&Options::default());
    let mut thinking = bot.begin(position, position.mover(), Budget::Nodes(nodes), rng);
    thinking.set_multi_pv(lines);
    while !thinking.advance(1_000, &NoClock) {}
    thinking.analysis()
}

fn leads(score: Score) -> bool {
    match score {
        Score::Value(value) => value.thousandths() > 0,
        Score::Win(_) => true,
        Score::Loss(_) | Score::Unknown => false,
    }
}

#[test]
fn no_move_that_is_known_to_lose_is_shown_with_a_lead() {
    let cases = cases();
    assert!(cases.len() >= 45, "{} positions", cases.len());
    let (mut lost, mut lead) = (0, 0);
    for case in &cases {
        let seat = case.position.mover();
        let of = |mv: &Move| loses(&after(&case.position, mv), seat, 3);
        for (nodes, lines) in [(case.nodes, 1), (case.nodes, usize::MAX), (20_000, usize::MAX)] {
            let analysis = analysis(&case.position, "totora", nodes, lines);
            assert!(analysis.nodes <= nodes, "{}: the budget includes the checks", case.name);
            for candidate in &analysis.candidates {
                let loses = case.shown.contains(&candidate.mv.to_string()) || of(&candidate.mv);
                let name =
                    format!("{}, {} by {nodes}: {:?}", case.name, candidate.mv, candidate.score);
                lost += usize::from(matches!(candidate.score, Score::Loss(Some(_))));
                assert!(!(leads(candidate.score) && loses), "{name}");
                lead += usize::from(leads(candidate.score));
            }
        }
        for mv in &case.shown {
            let mv = legal(&case.position).into_iter().find(|one| one.to_string() == *mv);
            let next = after(&case.position, &mv.expect("legal"));
            let true_claim = loses(&next, seat, case.plies - 1);
            assert!(true_claim, "{}: the claim is true", case.name);
        }
    }
    assert!(lost > 12 && lead > 12, "{lost} losses, {lead} leads");
}

/// Prints lines for the file: positions from games of `totora` against itself in which `alphabeta`, or the bot in `BOT`, shows
/// a lead for a move that loses by force. `SEED=1 cargo test --release --test games find_wipeouts -- --ignored --nocapture`
#[test]
#[ignore = "searches for positions until it is stopped"]
fn find_wipeouts() {
    let maps: Vec<Value> = include_str!("reversi_wipeouts.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")["map"].clone())
        .collect();
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let bot = std::env::var("BOT").unwrap_or("alphabeta".to_owned());
    let mut rng = Rng::new(seed, Stream::Other(5));
    for _ in 0..2_000 {
        let map = &maps[rng.below(maps.len())];
        let mut position = start(map.as_str().expect("a map"));
        let nodes = [500, 1_000, 2_000, 4_000][rng.below(4)];
        let drawn = 4 + rng.below(26);
        let mut moves: Vec<String> = Vec::new();
        while position.phase() == Phase::Build {
            let seat = position.mover();
            let (own, other) = (position.stones(seat), position.stones(1 - seat));
            if own <= 10 && 2 * own <= other {
                let shown: Vec<String> = analysis(&position, &bot, nodes, usize::MAX)
                    .candidates
                    .iter()
                    .filter(|one| leads(one.score) && loses(&after(&position, &one.mv), seat, 3))
                    .map(|one| one.mv.to_string())
                    .collect();
                if !shown.is_empty() {
                    let moves = moves.join(" ");
                    println!(
                        "{}",
                        json!({"map": map, "moves": moves, "nodes": nodes, "shown": shown})
                    );
                    break;
                }
            }
            let mv = match moves.len() < drawn {
                true => {
                    let legal = legal(&position);
                    legal[rng.below(legal.len())]
                }
                false => analysis(&position, "totora", nodes, 1).choice.expect("a move"),
            };
            position.play_unchecked(&mv);
            moves.push(mv.to_string());
        }
    }
}
