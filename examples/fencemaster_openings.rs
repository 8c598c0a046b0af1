//! Plays FenceMaster from every kind of first stone, `totora` against itself without the swap rule, and prints how often the
//! player of that stone won. The table is in `src/games/fencemaster/openings.rs`.
//!
//! Each kind is played in rounds of ten games, until the 99% Wilson interval of its share of wins, draws excluded, does not
//! contain one half, or MOST games are played. Far from one half few games are enough; close to it no number would be.
//!
//! `cargo run --release --example fencemaster_openings -- SIDE PLAYOUTS MOST SEED [KIND,KIND,...]`

use std::io::Write;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::fencemaster::bots::BOTS;
use totora::games::fencemaster::first_stones::class;
use totora::games::fencemaster::{FenceMaster, Move, Rules};

/// Games per round.
const ROUND: u64 = 10;

/// A kind of first stone, and its results.
struct Kind {
    class: usize,
    first: Move,
    won: u64,
    drawn: u64,
    games: u64,
}

impl Kind {
    /// Whether the interval of the share does not contain one half.
    fn decided(&self) -> bool {
        const Z: f64 = 2.576;
        if self.games == self.drawn {
            return false;
        }
        let games = (self.games - self.drawn) as f64;
        let share = self.won as f64 / games;
        let middle = (share + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
        let half = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt()
            / (1.0 + Z * Z / games);
        middle - half > 0.5 || middle + half < 0.5
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, what: &str| -> Result<u64, String> {
        let text = args
            .get(at)
            .ok_or_else(|| format!("{what} is missing: SIDE PLAYOUTS MOST SEED [KIND,...]"))?;
        text.parse().map_err(|_| format!("{what} must be a whole number, not \"{text}\""))
    };
    let (side, playouts) = (number(0, "SIDE")? as usize, number(1, "PLAYOUTS")?);
    let (most, seed) = (number(2, "MOST")?, number(3, "SEED")?);
    let selected: Option<Vec<usize>> = args
        .get(4)
        .map(|list| list.split(',').map(str::parse).collect::<Result<_, _>>())
        .transpose()?;
    let start =
        FenceMaster::empty(side, Rules::FenceMaster, false).ok_or("no board of that side")?;
    let totora = BOTS.iter().find(|spec| spec.id == "totora").ok_or("no such bot")?;
    let bot = totora.build(&Options::default());

    let mut kinds: Vec<Kind> = Vec::new();
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    for &first in moves.iter() {
        let Some(place) = first.place() else { continue };
        let class = class(start.geometry(), place);
        let included = selected.as_ref().is_none_or(|selected| selected.contains(&class));
        if included && kinds.iter().all(|kind| kind.class != class) {
            kinds.push(Kind { class, first, won: 0, drawn: 0, games: 0 });
        }
    }
    kinds.sort_by_key(|kind| kind.class);
    while kinds.iter().any(|kind| kind.games < most && !kind.decided()) {
        for kind in kinds.iter_mut().filter(|kind| kind.games < most && !kind.decided()) {
            for _ in 0..ROUND.min(most - kind.games) {
                let mut position = start.clone();
                position.play_unchecked(&kind.first);
                let game_seed = seed + 1_000 * kind.class as u64 + kind.games;
                while position.outcome().is_none() {
                    let (mover, ply) = (position.turn(), position.stones());
                    let rng = Rng::new(game_seed, Stream::Decision { seat: mover, ply });
                    let analysis =
                        bot.think(&position, mover, Budget::Nodes(playouts), rng, &NoClock);
                    let Some(mv) = analysis.choice else { break };
                    position.play_unchecked(&mv);
                }
                kind.games += 1;
                match position.winner() {
                    Some(0) => kind.won += 1,
                    Some(_) => {}
                    None => kind.drawn += 1,
                }
            }
            let decided = if kind.decided() { "decided" } else { "undecided" };
            let Kind { class, first, won, drawn, games } = kind;
            println!(
                "side {side} kind {class} stone {first} won {won} drawn {drawn} of {games} at {playouts} playouts: {decided}"
            );
            std::io::stdout().flush()?;
        }
    }
    Ok(())
}
