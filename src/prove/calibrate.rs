//! Calibrates a bot's scores: it plays against itself from an arena's drawn openings, and its scores of the positions
//! are compared with the results of the games. The curve for a game's table is fitted to all games; the reported
//! error comes from cross-validation: from curves that were fitted to other games than those they predict.

use super::Study;
use crate::arena::{Arena, Course, Entrant, Plan};
use crate::base::rng::{Rng, Stream};
use crate::catalog::AnyBot;
use crate::contract::analysis::{Scale, Score};
use crate::contract::bot::{Budget, Clock, NoClock, SLICE};
use crate::contract::calibration::{
    BUCKET_MOVES, Curve, CurveParameters, Curves, Evaluator, NUMBERS, PER_KNOT, Row, along, chance,
    features,
};
use crate::contract::game::Seat;
use crate::record::SeatSpec;
use crate::review::worth;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
/// The same for the distance to the curve of the next smaller budget.
const NEAR: f64 = 10.0;

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
    /// Half the 95% interval of the difference of the two, in percentage points; positions of one game count as one.
    pub by: f64,
}

impl Bucket {
    /// Whether there are enough moves to estimate the error.
    pub fn counts(&self) -> bool {
        self.positions >= BUCKET_MOVES
    }

    /// The error, in percentage points.
    pub fn error(&self) -> f64 {
        (self.foretold - self.outcome).abs()
    }
}

/// One game of a bot against itself: what it thought of its positions, and the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationGame {
    /// The id of the bot.
    pub bot: String,
    /// The board, in the calibration's notation.
    pub board: String,
    /// The budget of its searches; `-` for a bot that does not search.
    pub budget: String,
    /// The master seed, and the number of the game in it.
    pub seed: u64,
    /// The number of the game, from 0.
    pub game: u32,
    /// Equal for games with the same positions.
    pub course: String,
    /// The result of each seat: 1 for a win, one half for a draw.
    pub outcome: [f64; 2],
    /// The final scores of the two seats.
    pub scores: [i64; 2],
    /// The positions: the seat to move, its score, and the progress of the game.
    pub positions: Vec<(Seat, f64, f64)>,
    /// Numbers of predicted forced results, and of those that occurred.
    pub forced: [usize; 2],
}

impl CalibrationGame {
    /// Whether it is a game of this bot, board, budget and seed.
    pub fn is_of(&self, calibration: &Calibrator<'_>) -> bool {
        self.bot == calibration.id
            && self.board == calibration.board
            && self.budget == calibration.budget
            && self.seed == calibration.study.seed
    }
}

/// Plays the games of a study's bot against itself. The field of the study is not used.
pub struct Calibrator<'a> {
    study: &'a Study,
    id: String,
    board: String,
    budget: String,
    spent: Budget,
    bot: Box<dyn AnyBot>,
    evaluator: Evaluator,
    arena: Arena,
    plan: Plan,
}

impl<'a> Calibrator<'a> {
    /// Prepares the games.
    ///
    /// # Errors
    /// A sentence, when the bot cannot be created or calibrated.
    pub fn new(study: &'a Study) -> Result<Calibrator<'a>, String> {
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
        let entrant = |name: &str| vec![Entrant { name: name.to_owned(), seat: study.bot.clone() }];
        // The arena plays every opening twice; between equal bots once is enough.
        let games = 2 * study.games;
        let arena = study.meeting(entrant("one"), entrant("other"), games, study.seed)?;
        let plan = arena.prepare()?;
        Ok(Calibrator {
            study,
            id: (*id).to_owned(),
            board: first.board(),
            budget: info.budget.map_or_else(|| "-".to_owned(), |_| spent.to_string()),
            spent,
            bot,
            evaluator: Evaluator::judged(scale),
            arena,
            plan,
        })
    }

    /// The meaning of the bot's scores.
    pub fn scale(&self) -> Scale {
        self.evaluator.scale
    }

    /// Plays the game of this number.
    ///
    /// # Errors
    /// A sentence, when the game cannot be played, or the watch requests a stop.
    pub fn play(&self, index: u32, watch: &dyn Clock) -> Result<CalibrationGame, String> {
        let fixture =
            self.plan.schedule().fixture(2 * index as usize).ok_or("there is no such game")?;
        let opening = self.arena.opening(&self.plan, &fixture)?;
        let mut position = opening.position;
        let mut course = Course::from(position.as_ref());
        let mut seen: Vec<(Seat, Score, f64)> = Vec::new();
        let mut ply = opening.moves.len();
        let id = &self.id;
        while let Some(seat) = position.to_act().first() {
            if watch.stop() {
                return Err("stopped".to_owned());
            }
            let rng = Rng::new(self.arena.chance(&fixture), Stream::Decision { seat, ply });
            self.bot.prepare(position.as_ref())?;
            let mut thinking = self
                .bot
                .begin(position.as_ref(), seat, self.spent, rng)
                .ok_or_else(|| format!("{id} gave no move at ply {ply}"))?;
            while !thinking.advance(SLICE, &NoClock) {}
            let analysis = thinking.choice_only();
            let value = worth(&self.evaluator, thinking.as_ref(), &analysis);
            seen.extend(value.map(|value| (seat, value, position.progress())));
            let choice =
                analysis.choice.ok_or_else(|| format!("{id} gave no move at ply {ply}"))?;
            position.play(seat, &choice).map_err(|error| error.to_string())?;
            course.pass(position.as_ref());
            ply += 1;
        }
        let outcome = position.outcome().ok_or("a game stopped without an outcome")?;
        let share = |seat| f64::from(outcome.halves(seat)) / 2.0;
        let (mut positions, mut forced) = (Vec::new(), [0, 0]);
        for (seat, score, progress) in seen {
            match score {
                Score::Value(value) => positions.push((seat, value.to_f64(), progress)),
                Score::Win(_) | Score::Loss(_) => {
                    let won = matches!(score, Score::Win(_));
                    forced[0] += 1;
                    forced[1] += usize::from(share(seat) == f64::from(u8::from(won)));
                }
                Score::Unknown => {}
            }
        }
        Ok(CalibrationGame {
            bot: id.clone(),
            board: self.board.clone(),
            budget: self.budget.clone(),
            seed: self.study.seed,
            game: index,
            course: format!("{:016x}", course.digest()),
            outcome: [share(0), share(1)],
            scores: [outcome.scores[0], outcome.scores[1]],
            positions,
            forced,
        })
    }
}

/// The result of a calibration at one budget.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The row of the game's table.
    pub row: Row,
    /// The accuracy of the chances on games that were not used for the fit.
    pub buckets: Vec<Bucket>,
    /// Numbers of predicted forced results, and of those that occurred.
    pub forced: [usize; 2],
}

/// The different games at one budget, as samples.
struct Budgeted {
    row: Row,
    samples: Vec<Sample>,
    forced: [usize; 2],
}

impl Budgeted {
    fn new(games: &[CalibrationGame], checked: bool) -> Result<Budgeted, String> {
        let first = games.first().ok_or("a calibration needs a game")?;
        let mut courses = BTreeSet::new();
        // A repeated game is no new evidence.
        let different: Vec<_> = games.iter().filter(|game| courses.insert(&game.course)).collect();
        let samples: Vec<Sample> = different
            .iter()
            .enumerate()
            .flat_map(|(number, game)| {
                game.positions.iter().map(move |&(seat, value, progress)| Sample {
                    game: number,
                    value,
                    progress,
                    outcome: game.outcome[seat],
                    margin: (game.scores[seat] - game.scores[1 - seat]) as f64,
                })
            })
            .collect();
        if samples.is_empty() {
            return Err(format!("{} scored no position with budget {}", first.bot, first.budget));
        }
        let row = Row {
            bot: first.bot.clone(),
            board: first.board.clone(),
            budget: first.budget.clone(),
            games: different.len() as u32,
            error: 0.0,
            curve: None,
            checked,
        };
        let sum = |at: usize| different.iter().map(|game| game.forced[at]).sum();
        Ok(Budgeted { row, samples, forced: [sum(0), sum(1)] })
    }

    fn found(self, buckets: Vec<Bucket>, curve: Option<Curve>) -> Findings {
        let errors = buckets.iter().filter(|bucket| bucket.counts()).map(Bucket::error);
        let error = (errors.fold(0.0, f64::max) * 10.0).round() / 10.0;
        let row = Row { error, ..self.row };
        let curve = curve.filter(|_| row.holds());
        Findings { row: Row { curve, ..row }, buckets, forced: self.forced }
    }
}

/// Fits the curves of one bot to its games at the budgets of `fitted`, and checks them at those of `checked`, which lie
/// between these. `unit` is the game's unit of margins, which may be empty.
///
/// # Errors
/// A sentence, when there are no games at a budget.
pub fn calibrate(
    fitted: &[Vec<CalibrationGame>],
    checked: &[Vec<CalibrationGame>],
    scale: Scale,
    unit: &str,
) -> Result<Vec<Findings>, String> {
    let read = |games: &[Vec<CalibrationGame>], checked| {
        games.iter().map(|games| Budgeted::new(games, checked)).collect::<Result<Vec<_>, _>>()
    };
    let (mut fitted, checked) = (read(fitted, false)?, read(checked, true)?);
    fitted.sort_by_key(|one| one.row.nodes());
    let all: Vec<&[Sample]> = fitted.iter().map(|one| &one.samples[..]).collect();
    let margin = !unit.is_empty();
    let curves = fit(&all, scale, |_| true, margin);
    let buckets = cross_validate(&all, scale);
    let every = Curves::from_rows(
        fitted
            .iter()
            .zip(&curves)
            .map(|(one, curve)| Row { curve: Some(curve.clone()), ..one.row.clone() }),
    );
    let mut findings: Vec<Findings> = Vec::new();
    for ((one, curve), buckets) in fitted.into_iter().zip(curves).zip(buckets) {
        findings.push(one.found(buckets, Some(curve)));
    }
    for one in checked {
        let curve = every.at(one.row.nodes()).ok_or_else(|| {
            format!("budget {} is out of reach of the fitted budgets", one.row.budget)
        })?;
        let mut counted = Counting::default();
        for sample in &one.samples {
            counted.add(sample, sample.chance(&curve, scale));
        }
        findings.push(one.found(counted.buckets(), None));
    }
    Ok(findings)
}

/// Sums of predictions and results by bucket.
#[derive(Default)]
struct Counting {
    found: [(BTreeMap<usize, f64>, Bucket); BUCKETS],
}

impl Counting {
    fn add(&mut self, sample: &Sample, chance: f64) {
        let at = ((chance * BUCKETS as f64) as usize).min(BUCKETS - 1);
        let (games, bucket) = &mut self.found[at];
        // The positions of a game share its result: their errors are summed by game.
        *games.entry(sample.game).or_default() += sample.outcome - chance;
        bucket.positions += 1;
        bucket.foretold += chance;
        bucket.outcome += sample.outcome;
    }

    fn buckets(self) -> Vec<Bucket> {
        let bucket = |(at, (games, bucket)): (usize, (BTreeMap<usize, f64>, Bucket))| {
            let positions = bucket.positions.max(1) as f64;
            let mean = |sum: f64| 100.0 * sum / positions;
            let squares: f64 = games.values().map(|error| error * error).sum();
            Bucket {
                from: at * 100 / BUCKETS,
                games: games.len(),
                foretold: mean(bucket.foretold),
                outcome: mean(bucket.outcome),
                by: 1.96 * mean(squares.sqrt()),
                ..bucket
            }
        };
        self.found.into_iter().enumerate().map(bucket).collect()
    }
}

/// The predicted chances of each part of the games, by curves fitted to the others, and the actual results; for each budget.
fn cross_validate(budgets: &[&[Sample]], scale: Scale) -> Vec<Vec<Bucket>> {
    let mut found: Vec<Counting> = budgets.iter().map(|_| Counting::default()).collect();
    for part in 0..PARTS {
        let curves = fit(budgets, scale, |game| game % PARTS != part, false);
        for ((samples, curve), counting) in budgets.iter().zip(curves).zip(&mut found) {
            for sample in samples.iter().filter(|sample| sample.game % PARTS == part) {
                counting.add(sample, sample.chance(&curve, scale));
            }
        }
    }
    found.into_iter().map(Counting::buckets).collect()
}

impl Sample {
    fn features(&self, scale: Scale, unit: f64) -> CurveParameters {
        features(scale, unit, self.value, self.progress)
    }

    fn chance(&self, curve: &Curve, scale: Scale) -> f64 {
        chance(along(&curve.win, &self.features(scale, curve.unit)))
    }
}

/// The curves with the best fit to the samples of some games at each budget, all of one unit. The next budget's curve stays
/// near the last one's where its games say little.
fn fit(
    budgets: &[&[Sample]],
    scale: Scale,
    of: impl Fn(usize) -> bool,
    margin: bool,
) -> Vec<Curve> {
    let budgets: Vec<Vec<Sample>> = budgets
        .iter()
        .map(|samples| samples.iter().filter(|sample| of(sample.game)).copied().collect())
        .collect();
    let mut sizes: Vec<f64> = budgets.iter().flatten().map(|sample| sample.value.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0).max(0.01);
    let units: &[f64] = if scale == Scale::Rate { &[1.0] } else { &UNITS };
    let mut best: Option<(f64, f64, Vec<CurveParameters>)> = None;
    for part in units {
        // Rounded as in the table, so that the evaluated curve is the published one.
        let unit = (part * median * 1e4).round() / 1e4;
        let lines = in_turn(&budgets, |samples, prior| logistic(samples, scale, unit, prior));
        let loss = |(samples, line): (&Vec<Sample>, &CurveParameters)| -> f64 {
            let sum: f64 = samples.iter().map(|sample| sample.log_loss(line, scale, unit)).sum();
            sum / samples.len().max(1) as f64
        };
        let loss: f64 = budgets.iter().zip(&lines).map(loss).sum();
        if best.as_ref().is_none_or(|(least, ..)| loss < *least) {
            best = Some((loss, unit, lines));
        }
    }
    let Some((_, unit, wins)) = best else { return Vec::new() };
    let margins: Vec<Option<CurveParameters>> = if margin {
        let lines = in_turn(&budgets, |samples, prior| {
            solve(samples, scale, unit, &mut |sample, _| (1.0, sample.margin), prior.0, prior)
        });
        lines.into_iter().map(Some).collect()
    } else {
        vec![None; budgets.len()]
    };
    wins.into_iter().zip(margins).map(|(win, margin)| Curve { unit, win, margin }).collect()
}

/// A line for each budget, from the smallest: each is given the last one as its prior.
fn in_turn(
    budgets: &[Vec<Sample>],
    line: impl Fn(&[Sample], CurvePrior) -> CurveParameters,
) -> Vec<CurveParameters> {
    let mut lines: Vec<CurveParameters> = Vec::new();
    for samples in budgets {
        let prior =
            lines.last().map_or(CurvePrior([0.0; NUMBERS], RIDGE), |last| CurvePrior(*last, NEAR));
        lines.push(line(samples, prior));
    }
    lines
}

/// The line that a fit stays near to, and the penalty for leaving it.
#[derive(Clone, Copy)]
struct CurvePrior(CurveParameters, f64);

impl Sample {
    /// The log loss of the predicted chance.
    fn log_loss(&self, line: &CurveParameters, scale: Scale, unit: f64) -> f64 {
        let chance = chance(along(line, &self.features(scale, unit))).clamp(1e-9, 1.0 - 1e-9);
        -(self.outcome * chance.ln() + (1.0 - self.outcome) * (1.0 - chance).ln())
    }
}

/// Logistic regression by Newton's method. A slope below 0 would show better moves as worse: it is fixed at 0.
fn logistic(samples: &[Sample], scale: Scale, unit: f64, prior: CurvePrior) -> CurveParameters {
    let mut line = prior.0;
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
            prior,
        );
    }
    line
}

/// Weighted least squares: `target` returns the weight and the wanted value of a sample under the current line.
fn solve(
    samples: &[Sample],
    scale: Scale,
    unit: f64,
    target: &mut dyn FnMut(&Sample, &CurveParameters) -> (f64, f64),
    line: CurveParameters,
    CurvePrior(near, ridge): CurvePrior,
) -> CurveParameters {
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
        row[i] += ridge;
        right[i] += ridge * near[i];
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
    use crate::contract::calibration::MOST_ERROR;

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
        let curve = fit(&[&samples], Scale::Points, |_| true, true).remove(0);
        for (value, progress) in [(0.0, 0.5), (1.0, 0.1), (-2.0, 0.9), (3.0, 0.4)] {
            let features = features(Scale::Points, curve.unit, value, progress);
            let (found, known) =
                (chance(along(&curve.win, &features)), chance(value * (0.3 + progress)));
            assert!((found - known).abs() < 0.03, "{value} {progress}: {found}, expected {known}");
            let margin = curve.margin.map(|line| along(&line, &features));
            assert!(margin.is_some_and(|margin| (margin - 3.0 * value).abs() < 0.8), "{margin:?}");
        }
        let buckets = cross_validate(&[&samples], Scale::Points).remove(0);
        assert!(buckets.iter().filter(|bucket| bucket.counts()).all(|b| b.error() < MOST_ERROR));
        assert_eq!(buckets.iter().map(|bucket| bucket.positions).sum::<usize>(), samples.len());
    }

    #[test]
    fn a_poor_fit_exceeds_the_error_limit() {
        // A large lead is as bad as a large deficit. No rising curve fits that.
        let samples = random_samples(20_000, |value, _| 3.0 - value.abs() * 2.0);
        let curve = fit(&[&samples], Scale::Points, |_| true, false).remove(0);
        assert!(curve.win.chunks(PER_KNOT).all(|knot| knot[1] >= 0.0 && knot[2] >= 0.0));
        // The part used for validation differs from the parts used for the fit.
        let mut unlike = samples;
        for sample in unlike.iter_mut().filter(|sample| sample.game % PARTS == 0) {
            sample.outcome = 1.0;
        }
        let worst = cross_validate(&[&unlike], Scale::Points)[0]
            .iter()
            .map(Bucket::error)
            .fold(0.0, f64::max);
        assert!(worst > MOST_ERROR, "{worst}");
    }
}
