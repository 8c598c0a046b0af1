//! Calibrates a bot's scores: it plays against itself from an arena's drawn openings, and its scores of the positions
//! are compared with the results of the games. The curve for a game's table is fitted to all games; the reported
//! error comes from cross-validation: from curves that were fitted to other games than those they predict.

use super::Study;
use crate::arena::{Course, Entrant};
use crate::base::rng::{Rng, Stream};
use crate::catalog::AnyPosition;
use crate::contract::bot::{Budget, SLICE, Unwatched, Watch};
use crate::contract::calibration::{
    BUCKET_GAMES, Curve, Line, MOST_ERROR, NUMBERS, PER_KNOT, Row, along, chance, features,
};
use crate::contract::thought::{Scale, Score};
use crate::record::SeatSpec;
use crate::review::worth;
use serde::Serialize;
use std::collections::BTreeSet;

/// Number of parts of the games for cross-validation: the curve for each part is fitted to the others.
const PARTS: usize = 4;
/// Number of buckets of predicted chances.
const BUCKETS: usize = 10;
/// Candidate units of scores, in median absolute scores: from almost a logarithm to almost a line.
const UNITS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 8.0];
/// Steps of Newton's method.
const STEPS: usize = 12;
/// Ridge penalty: keeps coefficients that the games do not determine near 0.
const RIDGE: f64 = 1.0;

/// The bot's score of a position of one of its games.
#[derive(Clone, Copy, Debug)]
struct Sample {
    game: usize,
    value: f64,
    progress: f64,
    /// The result for the seat to move: 1 for a win, one half for a draw.
    outcome: f64,
    /// The final margin of that seat.
    margin: f64,
}

/// Positions with a predicted chance in the same range of 10 percentage points.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bucket {
    /// Lower end of the range, in percent.
    pub from: usize,
    /// Number of different games with positions here.
    pub games: usize,
    /// Number of positions here, from all these games.
    pub positions: usize,
    /// The mean predicted chance, in percent.
    pub foretold: f64,
    /// The mean result, in percent.
    pub outcome: f64,
}

impl Bucket {
    /// Whether there are enough games to estimate the error.
    pub fn counts(&self) -> bool {
        self.games >= BUCKET_GAMES
    }

    /// The error, in percentage points.
    pub fn error(&self) -> f64 {
        (self.foretold - self.outcome).abs()
    }
}

/// The results of a calibration.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The row of the game's table.
    pub row: Row,
    /// The accuracy of the chances on games that were not used for the fit.
    pub buckets: Vec<Bucket>,
    /// Numbers of predicted forced results, and of those that occurred.
    pub forced: [usize; 2],
}

/// Plays the games of the bot of a study one after the other, and reports their number after each. Its field is not used.
///
/// # Errors
/// A sentence, when a bot cannot be created, a game cannot be played, or the watch requests a stop.
pub fn calibrate(
    study: &Study,
    watch: &dyn Watch,
    progress: &mut dyn FnMut(u32),
) -> Result<Findings, String> {
    let SeatSpec::Bot { id, options, budget } = &study.bot else {
        return Err("a person cannot be calibrated; name a bot".to_owned());
    };
    let game = study.game;
    let info = game.bot_info(id).map_err(|error| error.to_string())?;
    let scale = info.scale_of(options);
    if scale == Scale::Nothing {
        return Err(format!("the scores of {id} measure nothing"));
    }
    let spent = budget.or(info.budget).unwrap_or(Budget::Nodes(1));
    let bot = game.bot(id, options).map_err(|error| error.to_string())?;
    let first = game.start(&study.options, study.seed).map_err(|error| error.to_string())?;
    if first.seats() != 2 || first.simultaneous() {
        return Err("only games of two sides in turns can be calibrated".to_owned());
    }
    let mut evaluator = game.evaluator(id, options, first.as_ref()).map_err(|e| e.to_string())?;
    evaluator.scale = scale;
    let entrant = |name: &str| vec![Entrant { name: name.to_owned(), seat: study.bot.clone() }];
    // The arena plays every opening twice; between equal bots once is enough.
    let games = 2 * study.games;
    let arena = study.meeting(entrant("one"), entrant("other"), games, study.seed)?;
    let plan = arena.prepare()?;
    let (mut samples, mut forced) = (Vec::new(), [0, 0]);
    let mut courses = BTreeSet::new();
    for index in 0..study.games {
        let fixture = plan.schedule().fixture(2 * index as usize).ok_or("there is no such game")?;
        let opening = arena.opening(&plan, &fixture)?;
        let mut position = opening.position;
        let mut course = Course::from(position.as_ref());
        let mut seen: Vec<(usize, Score, f64)> = Vec::new();
        let mut ply = opening.moves.len();
        while let Some(seat) = position.to_act().first() {
            if watch.stop() {
                return Err("stopped".to_owned());
            }
            let rng = Rng::new(arena.chance(&fixture), Stream::Decision { seat, ply });
            bot.prepare(position.as_ref())?;
            let mut thinking = bot
                .begin(position.as_ref(), seat, spent, rng)
                .ok_or_else(|| format!("{id} gave no move at ply {ply}"))?;
            while !thinking.advance(SLICE, &Unwatched) {}
            let thought = thinking.choice_only();
            let value = worth(&evaluator, thinking.as_ref(), &thought);
            seen.extend(value.map(|value| (seat, value, position.progress())));
            let choice = thought.choice.ok_or_else(|| format!("{id} gave no move at ply {ply}"))?;
            position.play(seat, &choice).map_err(|error| error.to_string())?;
            course.pass(position.as_ref());
            ply += 1;
        }
        progress(index + 1);
        let last: &dyn AnyPosition = position.as_ref();
        let outcome = last.outcome().ok_or("a game stopped without an outcome")?;
        // A repeated game is no new evidence.
        if !courses.insert(course.digest()) {
            continue;
        }
        for (seat, score, progress) in seen {
            let share = f64::from(outcome.halves(seat)) / 2.0;
            match score {
                Score::Value(value) => samples.push(Sample {
                    game: courses.len() - 1,
                    value: value.to_f64(),
                    progress,
                    outcome: share,
                    margin: (outcome.scores[seat] - outcome.scores[1 - seat]) as f64,
                }),
                Score::Win(_) | Score::Loss(_) => {
                    let won = matches!(score, Score::Win(_));
                    forced[0] += 1;
                    forced[1] += usize::from(share == f64::from(u8::from(won)));
                }
                Score::Unknown => {}
            }
        }
    }
    if samples.is_empty() {
        return Err(format!("{id} scored no position"));
    }
    let unit = game.margin_unit();
    let buckets = cross_validate(&samples, scale);
    let error = buckets.iter().filter(|bucket| bucket.counts()).map(Bucket::error);
    let error = error.fold(0.0, f64::max);
    let found = fit(&samples, scale, |_| true, !unit.is_empty());
    let row = Row {
        bot: (*id).to_owned(),
        board: first.board(),
        budget: info.budget.map_or_else(|| "-".to_owned(), |_| spent.to_string()),
        games: courses.len() as u32,
        error,
        curve: (error <= MOST_ERROR).then_some(found),
    };
    Ok(Findings { row, buckets, forced })
}

/// The predicted chances of each part of the games, by a curve fitted to the others, and the actual results.
fn cross_validate(samples: &[Sample], scale: Scale) -> Vec<Bucket> {
    let mut found: Vec<(BTreeSet<usize>, Bucket)> = (0..BUCKETS)
        .map(|at| (BTreeSet::new(), Bucket { from: at * 100 / BUCKETS, ..Bucket::default() }))
        .collect();
    for part in 0..PARTS {
        let curve = fit(samples, scale, |game| game % PARTS != part, false);
        for sample in samples.iter().filter(|sample| sample.game % PARTS == part) {
            let chance = chance(along(&curve.win, &sample.features(scale, curve.unit)));
            let at = ((chance * BUCKETS as f64) as usize).min(BUCKETS - 1);
            let (games, bucket) = &mut found[at];
            games.insert(sample.game);
            bucket.positions += 1;
            bucket.foretold += chance;
            bucket.outcome += sample.outcome;
        }
    }
    let bucket = |(games, bucket): (BTreeSet<usize>, Bucket)| {
        let mean = |sum: f64| 100.0 * sum / bucket.positions.max(1) as f64;
        let (foretold, outcome) = (mean(bucket.foretold), mean(bucket.outcome));
        Bucket { games: games.len(), foretold, outcome, ..bucket }
    };
    found.into_iter().map(bucket).collect()
}

impl Sample {
    fn features(&self, scale: Scale, unit: f64) -> Line {
        features(scale, unit, self.value, self.progress)
    }
}

/// The curve with the best fit to the samples of some games.
fn fit(samples: &[Sample], scale: Scale, of: impl Fn(usize) -> bool, margin: bool) -> Curve {
    let samples: Vec<Sample> = samples.iter().filter(|sample| of(sample.game)).copied().collect();
    let mut sizes: Vec<f64> = samples.iter().map(|sample| sample.value.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0).max(0.01);
    let units: &[f64] = if scale == Scale::Rate { &[1.0] } else { &UNITS };
    let mut best: Option<(f64, Curve)> = None;
    for part in units {
        // Rounded as in the table, so that the evaluated curve is the published one.
        let unit = (part * median * 1e4).round() / 1e4;
        let win = logistic(&samples, scale, unit);
        let loss: f64 = samples.iter().map(|sample| sample.log_loss(&win, scale, unit)).sum();
        if best.as_ref().is_none_or(|(least, _)| loss < *least) {
            best = Some((loss, Curve { unit, win, margin: None }));
        }
    }
    let (_, mut curve) =
        best.unwrap_or((0.0, Curve { unit: 1.0, win: [0.0; NUMBERS], margin: None }));
    curve.margin = margin.then(|| {
        solve(&samples, scale, curve.unit, &mut |sample, _| (1.0, sample.margin), [0.0; NUMBERS])
    });
    curve
}

impl Sample {
    /// The log loss of the predicted chance.
    fn log_loss(&self, line: &Line, scale: Scale, unit: f64) -> f64 {
        let chance = chance(along(line, &self.features(scale, unit))).clamp(1e-9, 1.0 - 1e-9);
        -(self.outcome * chance.ln() + (1.0 - self.outcome) * (1.0 - chance).ln())
    }
}

/// Logistic regression by Newton's method. A slope below 0 would show better moves as worse: it is fixed at 0.
fn logistic(samples: &[Sample], scale: Scale, unit: f64) -> Line {
    let mut line = [0.0; NUMBERS];
    for _ in 0..STEPS {
        line = solve(
            samples,
            scale,
            unit,
            &mut |sample, line| {
                let odds = along(line, &sample.features(scale, unit));
                let chance = chance(odds);
                let weight = (chance * (1.0 - chance)).max(1e-6);
                (weight, odds + (sample.outcome - chance) / weight)
            },
            line,
        );
    }
    line
}

/// Weighted least squares: `target` returns the weight and the wanted value of a sample under the current line.
fn solve(
    samples: &[Sample],
    scale: Scale,
    unit: f64,
    target: &mut dyn FnMut(&Sample, &Line) -> (f64, f64),
    line: Line,
) -> Line {
    const N: usize = NUMBERS;
    let (mut matrix, mut right) = ([[0.0; N]; N], [0.0; N]);
    for sample in samples {
        let (weight, wanted) = target(sample, &line);
        let features = sample.features(scale, unit);
        for i in 0..N {
            right[i] += weight * features[i] * wanted;
            for j in 0..N {
                matrix[i][j] += weight * features[i] * features[j];
            }
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += RIDGE;
    }
    let mut held = [false; N];
    loop {
        let found = eliminate(&matrix, &right, &held);
        let falling = (0..N).find(|&at| at % PER_KNOT > 0 && found[at] < 0.0);
        match falling {
            Some(at) => held[at] = true,
            None => return found,
        }
    }
}

/// Solves linear equations by elimination; fixed variables are 0.
fn eliminate<const N: usize>(
    matrix: &[[f64; N]; N],
    right: &[f64; N],
    held: &[bool; N],
) -> [f64; N] {
    let (mut matrix, mut right) = (*matrix, *right);
    for at in (0..N).filter(|&at| held[at]) {
        matrix[at] = [0.0; N];
        matrix.iter_mut().for_each(|row| row[at] = 0.0);
        (matrix[at][at], right[at]) = (1.0, 0.0);
    }
    for at in 0..N {
        // The matrix is positive definite: no row has to be swapped.
        let pivot = matrix[at];
        for below in at + 1..N {
            let part = matrix[below][at] / pivot[at];
            for (number, above) in matrix[below].iter_mut().zip(pivot) {
                *number -= part * above;
            }
            right[below] -= part * right[at];
        }
    }
    let mut found = [0.0; N];
    for at in (0..N).rev() {
        let rest: f64 = (at + 1..N).map(|column| matrix[at][column] * found[column]).sum();
        found[at] = (right[at] - rest) / matrix[at][at];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with random results of a known probability.
    fn random_samples(games: usize, odds: impl Fn(f64, f64) -> f64) -> Vec<Sample> {
        let mut rng = Rng::new(7, Stream::Setup);
        let mut unit = move || rng.below(1 << 20) as f64 / f64::from(1 << 20);
        (0..games)
            .map(|game| {
                let (value, progress) = (8.0 * unit() - 4.0, unit());
                let won = unit() < chance(odds(value, progress));
                let outcome = f64::from(u8::from(won));
                Sample { game, value, progress, outcome, margin: 3.0 * value }
            })
            .collect()
    }

    #[test]
    fn fit_recovers_a_known_curve() {
        let samples = random_samples(40_000, |value, progress| value * (0.3 + progress));
        let curve = fit(&samples, Scale::Points, |_| true, true);
        for (value, progress) in [(0.0, 0.5), (1.0, 0.1), (-2.0, 0.9), (3.0, 0.4)] {
            let features = features(Scale::Points, curve.unit, value, progress);
            let (found, known) =
                (chance(along(&curve.win, &features)), chance(value * (0.3 + progress)));
            assert!((found - known).abs() < 0.03, "{value} {progress}: {found}, expected {known}");
            let margin = curve.margin.map(|line| along(&line, &features));
            assert!(margin.is_some_and(|margin| (margin - 3.0 * value).abs() < 0.8), "{margin:?}");
        }
        let buckets = cross_validate(&samples, Scale::Points);
        assert!(buckets.iter().filter(|bucket| bucket.counts()).all(|b| b.error() < MOST_ERROR));
        assert_eq!(buckets.iter().map(|bucket| bucket.positions).sum::<usize>(), samples.len());
    }

    #[test]
    fn a_poor_fit_exceeds_the_error_limit() {
        // A large lead is as bad as a large deficit. No rising curve fits that.
        let samples = random_samples(20_000, |value, _| 3.0 - value.abs() * 2.0);
        let curve = fit(&samples, Scale::Points, |_| true, false);
        assert!(curve.win.chunks(PER_KNOT).all(|knot| knot[1] >= 0.0 && knot[2] >= 0.0));
        // The part used for validation differs from the parts used for the fit.
        let mut unlike = samples;
        for sample in unlike.iter_mut().filter(|sample| sample.game % PARTS == 0) {
            sample.outcome = 1.0;
        }
        let worst =
            cross_validate(&unlike, Scale::Points).iter().map(Bucket::error).fold(0.0, f64::max);
        assert!(worst > MOST_ERROR, "{worst}");
    }
}
