//! How fast `totora` solves endgames on the plain board of Reversi XT: positions 40 to 44 of the FFO endgame test, with 20 to
//! 23 free tiles. Results are asserted, times are not. As a test (`cargo test --bench reversi_end`) it solves only the first.
//!
//! `cargo bench --bench reversi_end`

use std::time::Instant;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Budget, NoClock};
use totora::games::reversi::bots::BOTS;
use totora::games::reversi::{Map, Reversi};

/// A position per line: its number; the tiles from the top left, where `X` is the side to move; the number of stones by which
/// it wins; and the best moves.
const POSITIONS: &str = include_str!("reversi_end.txt");

fn main() {
    let bench = std::env::args().any(|argument| argument == "--bench");
    let totora = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let (mut nodes, mut seconds) = (0, 0.0);
    for line in POSITIONS.lines().take(if bench { usize::MAX } else { 1 }) {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("a word");
        let (number, tiles) = (word(), word());
        let stones: i32 = word().parse().expect("a number");
        let best: Vec<&str> = words.collect();
        let tiles: String = tiles
            .chars()
            .map(|tile| ['0', '1', '2'][usize::from(tile != '-') + usize::from(tile == 'O')])
            .collect();
        let rows: Vec<String> = (0..8)
            .map(|row| tiles[8 * row..8 * row + 8].split("").collect::<Vec<_>>().join(" "))
            .collect();
        let map = Map::parse(&format!("2\n0\n0 0\n8 8\n{}\n", rows.join("\n"))).expect("a map");
        let rng = Rng::new(0, Stream::Other(0));
        let begun = Instant::now();
        let bot = totora.build(&Options::default());
        let analysis = bot.think(&Reversi::on(map), 0, Budget::Nodes(u64::MAX >> 1), rng, &NoClock);
        let took = begun.elapsed().as_secs_f64();
        let choice = analysis.choice.expect("a move").to_string();
        assert!(analysis.exact && best.contains(&choice.as_str()), "{number}: {choice}");
        let said = format!("{} {}", analysis.why, analysis.differences.join(" "));
        let result = match stones {
            1.. => format!("it wins by {stones} stones"),
            0 => "a draw".to_owned(),
            _ => format!("it loses by {} stones", -stones),
        };
        assert!(said.contains(&result), "{number}: {said}");
        println!("FFO {number}: {choice}, {stones} stones, {} nodes, {took:.1} s", analysis.nodes);
        (nodes, seconds) = (nodes + analysis.nodes, seconds + took);
    }
    println!("all: {nodes} nodes, {seconds:.1} s");
}
