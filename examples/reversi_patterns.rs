//! Rebuilds the file of patterns of Reversi's plain board: plays games of self-play, then fits the weights by least squares.
//! The result is the same file every time. `docs/explanation/reversi-patterns.md` explains the file and its design.
//!
//! ```text
//! cargo run --release --example reversi_patterns -- src/games/reversi/reversi-patterns.bin
//! cargo run --release --example reversi_patterns -- small.bin 50
//! cargo run --release --example reversi_patterns -- --spread 250
//! ```
//!
//! The second command uses a fiftieth of the positions, as a quick test. The third measures how far the results of shallow
//! searches differ from deeper ones, in positions of GAMES games; the result is `SPREAD` of `patterns/probcut.rs`.
//!
//! Several machines can play the games, as those of `totora tune` (`examples/on_ray.py` runs these commands):
//!
//! ```text
//! reversi_patterns small.bin 50 --results labels.txt --join                       prints how many games are next
//! reversi_patterns small.bin 50 --results labels.txt --shard 1/2 --part 1.txt     on each machine
//! reversi_patterns small.bin 50 --results labels.txt --join 1.txt 2.txt           prints how many are next, 0 at the end
//! reversi_patterns small.bin 50 --results labels.txt                              writes the file
//! ```

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use totora::arena::journal::Shard;
use totora::games::reversi::patterns::Table;
use totora::games::reversi::patterns::training::{Labels, RECIPE, Round, Sample, make, spread};

/// Positions of a game, fewer than on average: the last games of a round take some more steps.
const OF_A_GAME: usize = 48;

/// A line of a file of labels: the game of this number in a round, from 0, with its positions; or the weights of a round.
enum Line {
    Game(usize, u64, Vec<Sample>),
    Weights(usize, Vec<u8>),
}

/// The whole lines of a file of labels. One that was cut off by an interruption is left out.
fn read(path: &str) -> Result<(Vec<Line>, usize), String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{path}: {error}")),
    };
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let line = |(number, text): (usize, &str)| {
        let mut words = text.split(' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (kind, round) = (word(), word());
        let wrong = |what: String| format!("{path}: line {}: {what}", number + 1);
        let round = round.parse().map_err(|_| wrong(format!("`{round}` is no round")))?;
        match kind.as_str() {
            "game" => {
                let game = word();
                let game = game.parse().map_err(|_| wrong(format!("`{game}` is no game")))?;
                // A game may have ended before its first position.
                let labels = words.filter(|word| !word.is_empty());
                let samples: Result<Vec<Sample>, String> = labels.map(str::parse).collect();
                Ok(Line::Game(round, game, samples.map_err(wrong)?))
            }
            "weights" => {
                let digits = word();
                let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
                let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
                Ok(Line::Weights(round, bytes.ok_or_else(|| wrong("wrong weights".to_owned()))?))
            }
            other => Err(wrong(format!("`{other}` is unknown; expected game or weights"))),
        }
    };
    let lines: Result<Vec<Line>, String> = text[..whole].lines().enumerate().map(line).collect();
    Ok((lines?, whole))
}

/// Opens a file to write lines after its whole ones.
fn append(path: &str, whole: usize) -> Result<fs::File, String> {
    let open = || -> std::io::Result<fs::File> {
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        Ok(file)
    };
    open().map_err(|error| format!("{path}: {error}"))
}

fn write_game(
    file: &mut fs::File,
    round: usize,
    game: u64,
    samples: &[Sample],
) -> Result<(), String> {
    let samples: Vec<String> = samples.iter().map(Sample::to_string).collect();
    writeln!(file, "game {round} {game} {}", samples.join(" ")).map_err(|error| error.to_string())
}

/// What is known of the rounds, by the file of results.
#[derive(Default)]
struct Known {
    /// The fitted rounds.
    weights: Vec<Vec<u8>>,
    /// The labels of the games of the round after them.
    games: Vec<Vec<Sample>>,
    whole: usize,
}

impl Known {
    fn read(path: &str) -> Result<Known, String> {
        let (lines, whole) = read(path)?;
        let mut known = Known { whole, ..Known::default() };
        for line in lines {
            match line {
                Line::Weights(round, weights) if round == known.weights.len() => {
                    known.weights.push(weights);
                    known.games.clear();
                }
                Line::Game(round, game, samples)
                    if round == known.weights.len() && game as usize == known.games.len() =>
                {
                    known.games.push(samples);
                }
                _ => return Err(format!("{path} has the labels of another recipe")),
            }
        }
        Ok(known)
    }

    /// The labels of the present round; `None` after the last.
    fn labels<'a>(&self, rounds: &'a [Round]) -> Result<Option<Labels<'a>>, String> {
        let weights = self.weights.last().map(Vec::as_slice);
        rounds.get(self.weights.len()).map(|round| Labels::new(round, weights)).transpose()
    }

    fn positions(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// The games that are next: those that the present round lacks, as far as is known.
    fn next(&self, rounds: &[Round]) -> std::ops::Range<u64> {
        let done = self.games.len() as u64;
        let left = rounds
            .get(self.weights.len())
            .map_or(0, |round| round.positions.saturating_sub(self.positions()));
        done..done + left.div_ceil(OF_A_GAME) as u64
    }
}

/// The arguments for several machines.
#[derive(Default)]
struct Parts {
    results: Option<String>,
    shard: Option<Shard>,
    part: Option<String>,
    join: Option<Vec<String>>,
}

/// Plays a part of the next games, or joins parts. Returns the weights when all rounds are fitted.
fn in_parts(rounds: &[Round], parts: Parts) -> Result<Option<Vec<u8>>, String> {
    let results = parts.results.ok_or("--results is missing")?;
    let mut known = Known::read(&results)?;
    if let Some(shard) = parts.shard {
        let path = parts.part.ok_or("--shard needs --part FILE")?;
        let Some(mut labels) = known.labels(rounds)? else { return Ok(None) };
        let (lines, whole) = read(&path)?;
        let mut file = append(&path, whole)?;
        let round = known.weights.len();
        for game in known.next(rounds).filter(|&game| shard.has(game as usize)) {
            let is_there =
                |line: &Line| matches!(line, Line::Game(r, g, _) if (*r, *g) == (round, game));
            if !lines.iter().any(is_there) {
                write_game(&mut file, round, game, &labels.game(game))?;
            }
        }
        return Ok(None);
    }
    let mut file = append(&results, known.whole)?;
    let mut joined = std::collections::BTreeMap::new();
    for path in parts.join.iter().flatten() {
        for line in read(path)?.0 {
            if let Line::Game(round, game, samples) = line
                && round == known.weights.len()
            {
                joined.insert(game, samples);
            }
        }
    }
    // Alone, this command plays what is missing.
    let alone = parts.join.is_none();
    while let Some(mut labels) = known.labels(rounds)? {
        let round = known.weights.len();
        while known.positions() < rounds[round].positions {
            let game = known.games.len() as u64;
            let samples = match joined.remove(&game) {
                Some(samples) => samples,
                None if alone => labels.game(game),
                None => break,
            };
            write_game(&mut file, round, game, &samples)?;
            known.games.push(samples);
        }
        if known.positions() < rounds[round].positions {
            break;
        }
        let samples: Vec<Sample> = known.games.concat();
        let weights = labels.fit(&samples, |words| eprintln!("round {}: {words}", round + 1));
        let digits: String = weights.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(file, "weights {round} {digits}").map_err(|error| error.to_string())?;
        known.weights.push(weights);
        known.games.clear();
        joined.clear();
    }
    if !alone {
        println!("{{\"left\":{}}}", known.next(rounds).count());
        return Ok(None);
    }
    Ok(known.weights.pop())
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1).peekable();
    let usage = "usage: reversi_patterns FILE [SHARE] [--results FILE [--shard i/k --part FILE | --join FILES]], or --spread GAMES";
    let file = arguments.next().ok_or(usage)?;
    let number = |text: String| -> Result<usize, String> {
        let read = text.parse().ok().filter(|&number: &usize| number > 0);
        read.ok_or(format!("{text} is not valid: expected a whole number from 1"))
    };
    if file == "--spread" {
        let games = arguments.next().map_or(Ok(1), number)? as u64;
        let table = Table::read(include_bytes!("../src/games/reversi/reversi-patterns.bin"))?;
        spread(&table, games).iter().for_each(|row| println!("{row:?}"));
        return Ok(());
    }
    let share = arguments.next_if(|next| !next.starts_with("--")).map_or(Ok(1), number)?;
    let mut parts = Parts::default();
    while let Some(flag) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{flag} lacks its value; {usage}"));
        match flag.as_str() {
            "--results" => parts.results = Some(value()?),
            "--shard" => parts.shard = Some(value()?.parse()?),
            "--part" => parts.part = Some(value()?),
            "--join" => parts.join = Some(arguments.by_ref().collect()),
            _ => return Err(format!("unknown argument {flag}; {usage}")),
        }
    }
    let rounds = RECIPE.map(|round| Round { positions: round.positions / share, ..round });
    let weights = if parts.results.is_some() {
        in_parts(&rounds, parts)?
    } else {
        Some(make(&rounds, |message| eprintln!("{message}"))?)
    };
    let Some(weights) = weights else { return Ok(()) };
    let bytes = Table::write(&weights);
    eprintln!("{} bytes", bytes.len());
    fs::write(&file, bytes).map_err(|error| format!("{file}: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
