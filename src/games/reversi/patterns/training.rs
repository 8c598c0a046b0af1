//! Training of the pattern weights: self-play games and least squares. Native only, and no bot uses
//! it; `examples/reversi_patterns.rs` is the command.

use super::leaf_search::{LeafSearch, POINTS, PlainPosition};
use super::probcut::{LEAST, SHALLOWER};
use super::shapes::{Shapes, USED};
use super::table::{COUNTS, PHASES, Table, UNIT, per_phase, phase};
use crate::base::util::mix64;

/// A position with the result of its game: a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The stones of the mover.
    own: u64,
    /// The stones of the other player.
    other: u64,
    /// The number of stones by which the mover won.
    result: i8,
}

/// A random number generator with the same output on every platform.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mix64(self.0)) * n as u128) >> 64) as usize
    }
}

pub(super) const START: [u64; 2] = [0x0000_0008_1000_0000, 0x0000_0010_0800_0000];
/// The minimum and maximum number of random plies at the start of a game.
const DRAWN: (usize, usize) = (4, 28);
/// The search depth of moves in games, in plies.
const DEPTH: u32 = 3;
/// From this number of free tiles on, the exact endgame search plays.
const ENDS: u32 = 10;
/// Binary logarithm of the size of the table of that search.
const TABLE: u32 = 16;
/// Number of conjugate gradient steps of a fit.
const STEPS: u32 = 25;
/// The range of a phase is extended by this number of free tiles for its fit.
const BEYOND: u32 = 4;

/// The first table, made by hand: corners, the tiles next to them, and moves.
fn first_weights() -> Vec<u8> {
    let shapes = Shapes::get();
    let each = per_phase(shapes);
    let mut weights = vec![0u8; PHASES * each];
    const BESIDE: [(u32, i32); 3] = [(1, 20), (3, 20), (4, 45)];
    const CORNER: i32 = 110;
    const MOVE: i32 = 4;
    let side = |number: u32, digit: u32| match number / 3u32.pow(digit) % 3 {
        0 => 0,
        1 => 1,
        _ => -1,
    };
    for phase in weights.chunks_exact_mut(each) {
        for (number, &at) in shapes.shared[0].iter().enumerate() {
            let number = number as u32;
            let mut sum = CORNER * side(number, 0);
            if sum == 0 {
                sum = BESIDE.iter().map(|&(digit, bad)| -bad * side(number, digit)).sum();
            }
            phase[at as usize] = sum.clamp(-127, 127) as i8 as u8;
        }
        let moves = &mut phase[each - 2 * COUNTS..];
        for count in 0..COUNTS {
            let worth = MOVE * count as i32;
            moves[count] = worth.min(127) as i8 as u8;
            moves[COUNTS + count] = (-worth).max(-127) as i8 as u8;
        }
    }
    weights
}

/// The value of a finished game.
fn ended(lead: i32) -> i64 {
    i64::from(lead) * 1_000_000
}

/// Plays a game against itself: first random moves, then searched moves, and from few free tiles on an exact
/// endgame. Stores the positions after the last random move. Each game is a function of the table, the seed and its number;
/// the table of the search persists from game to game, and only saves time.
fn game(table: &Table, seed: u64, number: u64, ahead: &mut LeafSearch, out: &mut Vec<Sample>) {
    let mut draw = Draw(mix64(seed ^ mix64(number)));
    let mut position = PlainPosition::new(table, START, 0);
    let drawn = DRAWN.0 + draw.below(DRAWN.1 - DRAWN.0 + 1);
    // Every second game has one later random move, so that the data contains punished mistakes.
    let slip = if draw.below(2) == 0 { drawn + draw.below(30) } else { 0 };
    let begun = out.len();
    let mut movers = Vec::new();
    let mut ply = 0;
    let lead = loop {
        if position.targets == 0 {
            break if position.mover == 0 { position.lead() } else { -position.lead() };
        }
        let (own, other) = position.sides();
        if ply == slip && ply > 0 {
            out.truncate(begun);
            movers.clear();
        } else if ply >= drawn {
            out.push(Sample { own, other, result: 0 });
            movers.push(position.mover);
        }
        if ply >= drawn && ply >= slip && position.free().count_ones() <= ENDS {
            let lead = ahead.solve_exactly(table, (own, other), (-64, 64)).unwrap_or(0);
            break if position.mover == 0 { lead } else { -lead };
        }
        let tiles: Vec<usize> = crate::base::util::bits(position.targets).collect();
        let tile = if ply < drawn || ply == slip {
            tiles[draw.below(tiles.len())]
        } else {
            best(table, &position, &tiles, ahead, &mut draw)
        };
        position = position.after(table, tile);
        ply += 1;
    };
    for (sample, mover) in out[begun..].iter_mut().zip(movers) {
        sample.result = (if mover == 0 { lead } else { -lead }) as i8;
    }
}

/// The best move; a random one of nearly equal moves, so that games differ.
fn best(
    table: &Table,
    position: &PlainPosition,
    tiles: &[usize],
    ahead: &mut LeafSearch,
    draw: &mut Draw,
) -> usize {
    const NEARLY: usize = 600;
    let mut best = (i64::MIN, tiles[0]);
    for &tile in tiles {
        let next = position.after(table, tile);
        let noise = draw.below(NEARLY) as i64;
        let least = best.0.saturating_sub(noise).max(-i64::MAX / 2);
        let same = next.mover == position.mover;
        let window = if same { (least, i64::MAX / 2) } else { (-i64::MAX / 2, -least) };
        let value = ahead.solve(table, &next, window, DEPTH - 1, ended).unwrap_or(0);
        let value = (if same { value } else { -value }).saturating_add(noise);
        if value > best.0 {
            best = (value, tile);
        }
    }
    best.1
}

/// The indices of the weights, within the phase in the file, that apply to a position.
type Row = [u32; USED + 2];

fn row(table: &Table, sample: &Sample) -> Row {
    let shapes = table.shapes;
    let position = PlainPosition::new(table, [sample.own, sample.other], 0);
    let mut row = [0; USED + 2];
    for (at, place) in shapes.places.iter().enumerate() {
        let number = usize::from(position.indices()[at]);
        let start: u32 = shapes.distinct[..place.kind].iter().sum();
        row[at] = start + shapes.shared[place.kind][number];
    }
    let free = position.free();
    let moves = [(sample.own, sample.other), (sample.other, sample.own)]
        .map(|(own, other)| super::super::bitboard::targets(own, other, free).count_ones());
    let start = (per_phase(shapes) - 2 * COUNTS) as u32;
    row[USED] = start + moves[0].min(COUNTS as u32 - 1);
    row[USED + 1] = start + COUNTS as u32 + moves[1].min(COUNTS as u32 - 1);
    row
}

fn predicted(row: &Row, weights: &[f32]) -> f32 {
    row.iter().map(|&at| weights[at as usize]).sum()
}

/// Fits the weights of a phase; also returns the mean squared error in stones on every 16th position, which was held out.
fn fit(table: &Table, samples: &[Sample], which: usize, round: &Round) -> (Vec<u8>, f64) {
    let near = |free: u32| {
        let (less, more) = (phase(free.saturating_sub(BEYOND)), phase(free + BEYOND));
        less == which || more == which || phase(free) == which
    };
    let (mut rows, mut results, mut held) = (Vec::new(), Vec::new(), Vec::new());
    for sample in samples {
        let free = (!(sample.own | sample.other)).count_ones();
        if !near(free) {
            continue;
        }
        let row = row(table, sample);
        // By position hash, so that a position is never in both sets.
        if mix64(sample.own ^ mix64(sample.other)).is_multiple_of(16) {
            if phase(free) == which {
                held.push((row, f32::from(sample.result)));
            }
        } else {
            rows.push(row);
            results.push(f32::from(sample.result));
        }
    }
    let each = per_phase(table.shapes);
    let mut counts = vec![0u32; each];
    for &at in rows.iter().flatten() {
        counts[at as usize] += 1;
    }
    let keep = |gradient: &mut [f32]| {
        for (one, &count) in gradient.iter_mut().zip(&counts) {
            if count < round.seen {
                *one = 0.0;
            }
        }
    };
    // Conjugate gradients on the normal equations, with each weight scaled (Jacobi preconditioning).
    let scale: Vec<f32> = counts.iter().map(|&n| 1.0 / (n as f32 + round.ridge)).collect();
    let mut weights = vec![0.0f32; each];
    let mut rest = vec![0.0f32; each];
    for (row, &result) in rows.iter().zip(&results) {
        row.iter().for_each(|&at| rest[at as usize] += result);
    }
    keep(&mut rest);
    let scaled =
        |rest: &[f32]| -> Vec<f32> { rest.iter().zip(&scale).map(|(r, s)| r * s).collect() };
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    let mut way = scaled(&rest);
    let mut size = dot(&rest, &way);
    for _ in 0..STEPS {
        let mut pulled: Vec<f32> = way.iter().map(|one| one * round.ridge).collect();
        for row in &rows {
            let along = predicted(row, &way);
            row.iter().for_each(|&at| pulled[at as usize] += along);
        }
        keep(&mut pulled);
        let by = (size / dot(&way, &pulled).max(1e-9)) as f32;
        for at in 0..each {
            weights[at] += by * way[at];
            rest[at] -= by * pulled[at];
        }
        let next = scaled(&rest);
        let grown = dot(&rest, &next);
        let turn = (grown / size.max(1e-9)) as f32;
        size = grown;
        for (way, next) in way.iter_mut().zip(&next) {
            *way = next + turn * *way;
        }
    }
    let unit = UNIT as f32 / 1000.0;
    let rounded: Vec<i8> =
        weights.iter().map(|one| (one / unit).round().clamp(-127.0, 127.0) as i8).collect();
    let known: Vec<f32> = rounded.iter().map(|&one| f32::from(one) * unit).collect();
    let error: f64 =
        held.iter().map(|(row, result)| f64::from(predicted(row, &known) - result).powi(2)).sum();
    (rounded.iter().map(|&one| one as u8).collect(), error / held.len().max(1) as f64)
}

/// A round of self-play games and the fit to it.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The number of positions, from games in sequence; the last game may be cut off.
    pub positions: usize,
    /// The seed of the games, which are played with the weights of the previous round.
    pub seed: u64,
    /// The ridge penalty on the square of a weight, in squared stones.
    pub ridge: f32,
    /// Weights that occur in fewer positions stay zero.
    pub seen: u32,
}

/// The recipe of the file: games with hand-made weights, then games with the weights trained on those.
pub const RECIPE: [Round; 2] = [
    Round { positions: 314_419, seed: 101, ridge: 100.0, seen: 2 },
    Round { positions: 1_575_468, seed: 202, ridge: 5.0, seen: 10 },
];

/// The labels of some games of a round: the positions of each, with its result.
pub struct Labels<'a> {
    table: Table,
    round: &'a Round,
    ahead: LeafSearch,
}

impl<'a> Labels<'a> {
    /// Games with the weights of the round before; without them, those made by hand.
    ///
    /// # Errors
    /// If the weights do not form a valid table.
    pub fn new(round: &'a Round, weights: Option<&[u8]>) -> Result<Labels<'a>, String> {
        let first = || first_weights();
        let table = Table::decode(&weights.map_or_else(first, <[u8]>::to_vec))?;
        Ok(Labels { table, round, ahead: LeafSearch::new(TABLE, false) })
    }

    /// Plays the game of this number, and returns its positions.
    pub fn game(&mut self, number: u64) -> Vec<Sample> {
        let mut samples = Vec::new();
        game(&self.table, self.round.seed, number, &mut self.ahead, &mut samples);
        samples
    }

    /// The weights that fit the labels of the round's games; only its number of positions is used.
    pub fn fit(&self, samples: &[Sample], mut say: impl FnMut(String)) -> Vec<u8> {
        let samples = &samples[..samples.len().min(self.round.positions)];
        let mut weights = Vec::new();
        for phase in 0..PHASES {
            let (fitted, error) = fit(&self.table, samples, phase, self.round);
            say(format!("phase {phase}, mean squared error {error:.1}"));
            weights.extend(fitted);
        }
        weights
    }
}

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x},{:x},{}", self.own, self.other, self.result)
    }
}

impl std::str::FromStr for Sample {
    type Err = String;

    fn from_str(text: &str) -> Result<Sample, String> {
        let read = || {
            let mut parts = text.split(',');
            let own = u64::from_str_radix(parts.next()?, 16).ok()?;
            let other = u64::from_str_radix(parts.next()?, 16).ok()?;
            let result = parts.next()?.parse().ok()?;
            (own & other == 0 && parts.next().is_none()).then_some(Sample { own, other, result })
        };
        read().ok_or_else(|| {
            format!("`{text}` is no label; expected own stones, other stones and a result")
        })
    }
}

/// Plays and fits the rounds and reports progress; returns the weights of the last.
///
/// # Errors
/// If the weights do not form a valid table, which would be a bug here.
pub fn make(rounds: &[Round], mut say: impl FnMut(String)) -> Result<Vec<u8>, String> {
    let mut weights: Option<Vec<u8>> = None;
    for (number, round) in rounds.iter().enumerate() {
        let number = number + 1;
        let mut labels = Labels::new(round, weights.as_deref())?;
        let (mut samples, mut games) = (Vec::new(), 0);
        while samples.len() < round.positions {
            samples.extend(labels.game(games));
            games += 1;
            if games % 1000 == 0 {
                say(format!("round {number}: {games} games, {} positions", samples.len()));
            }
        }
        weights = Some(labels.fit(&samples, |message| say(format!("round {number}: {message}"))));
    }
    weights.ok_or_else(|| "there are no rounds".to_owned())
}

/// The difference between searches and the shallower ones that replace them, in positions of games of the last round: the root
/// mean square in hundredths of a stone, by phase from the second to the second to last, and by plies.
pub fn spread(table: &Table, games: u64) -> Vec<Vec<i64>> {
    const OF_A_GAME: usize = 3;
    const LEAST_FREE: u32 = 12;
    let all = (-i64::MAX / 2, i64::MAX / 2);
    let ended = |lead| i64::from(lead) * 1000 * POINTS;
    let mut squares = vec![vec![(0.0, 0.0); SHALLOWER.len()]; PHASES];
    let (mut ahead, mut draw) = (LeafSearch::new(TABLE, false), Draw(5));
    for number in 0..games {
        let mut samples = Vec::new();
        game(table, RECIPE[1].seed, number, &mut ahead, &mut samples);
        for _ in 0..OF_A_GAME.min(samples.len()) {
            let Sample { own, other, .. } = samples[draw.below(samples.len())];
            let position = PlainPosition::new(table, [own, other], 0);
            let free = position.free().count_ones();
            if free < LEAST_FREE {
                continue;
            }
            let mut leaf_search = LeafSearch::new(TABLE, false);
            let solve =
                |left| leaf_search.solve(table, &position, all, left, ended).unwrap_or(0) as f64;
            let values: Vec<f64> = (0..SHALLOWER.len() as u32).map(solve).collect();
            for (left, (sum, count)) in squares[phase(free)].iter_mut().enumerate() {
                let off = values[left] - values[SHALLOWER[left] as usize];
                *sum += off * off;
                *count += 1.0;
            }
        }
    }
    let root =
        |&(sum, count): &(f64, f64)| ((sum / count).sqrt() / (10 * POINTS) as f64).round() as i64;
    let rows = squares[1..PHASES - 1].iter();
    rows.map(|row| row[LEAST as usize..].iter().map(root).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machines that play other games before must write the same labels.
    #[test]
    fn the_labels_of_a_game_do_not_depend_on_the_games_before() {
        let round = Round { seed: 7, ..RECIPE[0] };
        let mut one = Labels::new(&round, None).expect("the first table");
        for number in 0..6 {
            let all = one.game(number);
            let alone = Labels::new(&round, None).expect("the first table").game(number);
            assert_eq!(all, alone, "game {number}");
            let texts: Vec<String> = all.iter().map(Sample::to_string).collect();
            let read: Result<Vec<Sample>, String> = texts.iter().map(|text| text.parse()).collect();
            assert_eq!(read, Ok(all));
        }
        assert!("1,1,0".parse::<Sample>().is_err() && "1,2".parse::<Sample>().is_err());
    }
}
