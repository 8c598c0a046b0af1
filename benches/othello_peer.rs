//! Compares Othello in Reversi XT with the crate `magpie`: perft 9 and whole random games, on one core. The two run in
//! turn, so other load on the machine affects both. Every count is checked. As a test (`cargo test --bench othello_peer`)
//! it runs one small round.
//!
//! Perft is measured in two ways: playing the moves of the last ply, and only counting them, which is what our perft does.
//! Random games of both use the same small generator.

use magpie::othello::{Board, Stone};
use std::hint::black_box;
use std::time::{Duration, Instant};
use totora::contract::game::{Enumerable, MoveList};
use totora::games::reversi::built_in::map_of;
use totora::games::reversi::{Move, Reversi};

/// The amount of work.
struct Scale {
    depth: u32,
    /// Leaves of Othello at this depth.
    leaves: u64,
    /// Random games per round.
    games: u64,
    /// Number of rounds. The fastest one counts: disturbances only make a round slower.
    rounds: usize,
}

const BENCH: Scale = Scale { depth: 9, leaves: 3_005_288, games: 20_000, rounds: 7 };
const TEST: Scale = Scale { depth: 6, leaves: 8_200, games: 40, rounds: 1 };

/// A small generator (xorshift), so that choosing a random move costs almost nothing.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}

/// Perft with the peer. A skipped turn counts as a ply; `bulk` counts the last ply without playing it.
fn peer_perft(board: &Board, stone: Stone, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return match board.moves_for(stone.flip()).is_empty() {
            true => u64::from(depth <= 2),
            false => peer_perft(board, stone.flip(), depth - 1, bulk),
        };
    }
    if bulk && depth == 1 {
        return u64::from(moves.count_set());
    }
    moves
        .hot_bits()
        .map(|position| {
            let mut next = board.clone();
            next.play(stone, position);
            peer_perft(&next, stone.flip(), depth - 1, bulk)
        })
        .sum()
}

/// Perft with our rules, as the bots use them, by plain recursion.
fn our_perft(position: &Reversi, depth: u32, spare: &mut Vec<(Reversi, MoveList<Move>)>) -> u64 {
    let skipped = position.skipped();
    if depth <= skipped {
        return 1;
    }
    let (mut next, mut moves) = spare.pop().unwrap_or_else(|| (position.clone(), MoveList::new()));
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for mv in &moves {
        next.clone_from(position);
        next.play_unchecked(mv);
        leaves +=
            if depth == skipped + 1 { 1 } else { our_perft(&next, depth - skipped - 1, spare) };
    }
    spare.push((next, moves));
    leaves
}

/// Plays a random game with the peer, and returns its plies.
fn peer_game(draw: &mut Draw) -> u64 {
    let (mut board, mut stone, mut plies) = (Board::standard(), Stone::Black, 0);
    loop {
        let mut moves = board.moves_for(stone);
        if moves.is_empty() {
            stone = stone.flip();
            moves = board.moves_for(stone);
            if moves.is_empty() {
                return plies;
            }
        }
        let mut list = moves.hot_bits();
        if let Some(position) = list.nth(draw.below(usize::from(moves.count_set()))) {
            board.play(stone, position);
        }
        stone = stone.flip();
        plies += 1;
    }
}

/// Plays a random game with our rules, and returns its plies.
fn our_game(
    start: &Reversi,
    game: &mut Reversi,
    moves: &mut MoveList<Move>,
    draw: &mut Draw,
) -> u64 {
    game.clone_from(start);
    let mut plies = 0;
    loop {
        game.legal_moves(moves);
        let Some(mv) = moves.get(draw.below(moves.len())) else { return plies };
        game.play_unchecked(mv);
        plies += 1;
    }
}

/// A measurement: its name, the amount of work per run, and the run.
type Entry<'a> = (&'a str, u64, Box<dyn FnMut() + 'a>);

/// Runs all entries in turn, and prints the rate of each per second and relative to the first one.
fn measure(rounds: usize, unit: &str, mut entries: Vec<Entry<'_>>) {
    let mut best = vec![Duration::MAX; entries.len()];
    for _ in 0..rounds {
        for ((_, _, run), best) in entries.iter_mut().zip(&mut best) {
            let begun = Instant::now();
            run();
            *best = (*best).min(begun.elapsed());
        }
    }
    let rates: Vec<f64> = entries
        .iter()
        .zip(&best)
        .map(|((_, amount, _), best)| *amount as f64 / best.as_secs_f64())
        .collect();
    for ((name, ..), rate) in entries.iter().zip(&rates) {
        println!("{name:<44} {rate:>13.0} {unit} per second  {:>6.2}", rate / rates[0]);
    }
    println!();
}

fn main() {
    // Like criterion: cargo passes `--bench` to benches, but not to tests.
    let scale = if std::env::args().any(|arg| arg == "--bench") { BENCH } else { TEST };
    let Scale { depth, leaves, games, rounds } = scale;
    let map = map_of("othello").expect("built in");
    let (quick, general) = (Reversi::on(map.clone()), Reversi::on_lines(map));
    let board = Board::standard();
    let check = |counted: u64| assert_eq!(counted, leaves);
    let played = |start: &Reversi| check(our_perft(black_box(start), depth, &mut Vec::new()));
    let peer = |bulk| check(peer_perft(black_box(&board), Stone::Black, depth, bulk));
    measure(
        rounds,
        "leaves",
        vec![
            ("perft, every ply played: magpie", leaves, Box::new(|| peer(false))),
            ("perft, every ply played: totora", leaves, Box::new(|| played(&quick))),
            ("the same, engine for any map", leaves, Box::new(|| played(&general))),
            ("perft, last ply counted: magpie", leaves, Box::new(|| peer(true))),
            (
                "perft, last ply counted: totora",
                leaves,
                Box::new(|| check(black_box(&quick).perft(depth))),
            ),
        ],
    );
    let ours = |start: &Reversi, count: u64| {
        let (mut game, mut moves, mut draw) = (start.clone(), MoveList::new(), Draw(1));
        let plies: u64 =
            (0..count).map(|_| our_game(start, &mut game, &mut moves, &mut draw)).sum();
        assert!((55 * count..61 * count).contains(&black_box(plies)));
    };
    measure(
        rounds,
        "games",
        vec![
            (
                "random games: magpie",
                games,
                Box::new(|| {
                    let mut draw = Draw(1);
                    let plies: u64 = (0..games).map(|_| peer_game(&mut draw)).sum();
                    assert!((55 * games..61 * games).contains(&black_box(plies)));
                }),
            ),
            ("random games: totora", games, Box::new(|| ours(&quick, games))),
            ("the same, engine for any map", games / 4, Box::new(|| ours(&general, games / 4))),
        ],
    );
}
