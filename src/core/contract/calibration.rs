//! Converts a bot's score to the chance to win and the expected margin. The curves are fitted to games
//! that the bot played against itself (`totora calibrate`), and stored in a table in each game's folder.
//!
//! A curve is logistic in the score, with a slope for leads and a slope for deficits, and its parameters change with the
//! progress of the game: they are defined at [`KNOTS`] points from the start to the end, with linear interpolation
//! between two points. A bot that searches has a curve for each of several budgets; between two budgets the parameters are
//! interpolated in the logarithm of the nodes ([`Curves`]). A curve never falls, so it changes no order of moves.

use crate::base::fixed::Fixed;
use crate::contract::analysis::{Interval, Margin, Scale, Score};
use crate::contract::bot::Budget;
use crate::contract::game::Game;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Number of points with parameters of a curve, from the start to the end of a game.
pub const KNOTS: usize = 6;
/// Parameters at each knot: an offset, the slope of deficits, the slope of leads.
pub const PER_KNOT: usize = 3;
/// Number of parameters at all knots.
pub const NUMBERS: usize = PER_KNOT * KNOTS;
/// The parameters in the order of the knots.
pub type CurveParameters = [f64; NUMBERS];
/// A bot is calibrated if no bucket of ten points has an error of more than this many points of 100.
pub const MOST_ERROR: f64 = 5.0;
/// Minimum number of moves for a bucket to count.
pub const BUCKET_MOVES: usize = 200;
/// A curve is used for budgets up to this many times smaller or larger than those of its games.
const REACH: f64 = 2.0;

/// The smallest and the largest chance of an unproven result: only a proof is certain.
const ALL_BUT: [Fixed; 2] = [Fixed::from_thousandths(1), Fixed::from_thousandths(999)];

/// Limits the chance of an unproven result.
pub fn certain_is_proven(chance: Fixed) -> Fixed {
    chance.clamp(ALL_BUT[0], ALL_BUT[1])
}

/// A chance to win in whole percent: `54%`. Only a certain result has 0% or 100%: pass an unproven chance through
/// [`certain_is_proven`]. The page rounds in the same way.
pub fn percent(chance: Fixed) -> String {
    format!("{}%", shown_percent(chance))
}

/// The number of [`percent`].
pub fn shown_percent(chance: Fixed) -> i64 {
    let certain = chance == Fixed::ZERO || chance == Fixed::ONE;
    let rounded = whole_percent(chance);
    if certain { rounded } else { rounded.clamp(1, 99) }
}

/// A share in percent, rounded to a whole number.
pub fn whole_percent(share: Fixed) -> i64 {
    (share.thousandths() + 5).div_euclid(10)
}

/// The calibration of a game's bots.
pub struct Calibration<G: Game> {
    /// The rows of `calibration.txt`, each for one bot on one board; see [`Row`].
    pub table: &'static str,
    /// The board of a position, without spaces: a curve is valid for one board only.
    pub board: fn(&G) -> String,
    /// The progress of a game, from 0 to 1.
    pub progress: fn(&G) -> f64,
    /// The unit of the margin, in the singular; empty in a game without margins.
    pub unit: &'static str,
}

impl<G: Game> Calibration<G> {
    /// A game without calibrated bots.
    pub const NONE: Calibration<G> =
        Calibration { table: "", board: |_| String::new(), progress: |_| 0.0, unit: "" };

    /// The conversion of sampled shares of wins, for moves of a position and a bot with its own options that searches this
    /// number of nodes; `None` without a curve.
    pub fn odds(&self, bot: &str, position: &G, nodes: u64) -> Option<Odds> {
        let curve = Curves::new(self.table, bot, &(self.board)(position)).at(Some(nodes))?;
        let evaluator = Evaluator { curve: Some(curve), ..Evaluator::judged(Scale::Rate) };
        Some(Odds { evaluator, progress: (self.progress)(position) })
    }
}

/// The conversion of shares of wins in one position.
pub struct Odds {
    evaluator: Evaluator,
    progress: f64,
}

impl Odds {
    fn chance(&self, score: Fixed) -> Fixed {
        self.evaluator.evaluate(Score::Value(score), false, self.progress).win.unwrap_or(score)
    }

    /// The chance to win for a score, with the interval for an uncertainty of the score of `by`.
    pub fn interval(&self, score: Fixed, by: Fixed) -> Interval {
        let share = self.chance(score);
        let [low, high] = [score - by, score + by].map(|end| self.chance(end));
        Interval { share, by: share - low, above: high - share }
    }
}

/// The chance to win and the margin by score and progress, fitted to games.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The unit of scores; the curve uses their inverse hyperbolic sine, which is linear for small scores and
    /// logarithmic for large ones; for rates of wins it uses log odds.
    pub unit: f64,
    /// The log odds of a win.
    pub win: CurveParameters,
    /// The margin in the game's unit; `None` in a game without margins.
    pub margin: Option<CurveParameters>,
}

/// A row of a game's table: the self-play result of one bot with one budget on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The id of a bot.
    pub bot: String,
    /// The board, in the game's notation.
    pub board: String,
    /// Number of nodes of its searches; `-` for a bot that does not search.
    pub budget: String,
    /// Number of different games.
    pub games: u32,
    /// The largest error of a bucket that counts, in points of 100, in games outside the fit.
    pub error: f64,
    /// `None` if the error is too large, and for a budget that is only checked.
    pub curve: Option<Curve>,
    /// Whether no curve was fitted to these games: they check the interpolation between budgets.
    pub checked: bool,
}

impl Row {
    /// Number of nodes of its searches; `None` for a bot that does not search.
    pub fn nodes(&self) -> Option<u64> {
        self.budget.strip_suffix('n')?.parse().ok()
    }

    /// Whether the error is small enough for chances at this budget.
    pub fn holds(&self) -> bool {
        self.error <= MOST_ERROR
    }
}

/// A bot's curves on a board, from the smallest budget to the largest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// The nodes of each, `None` for a bot that does not search; no curve where the chances do not hold.
    points: Vec<(Option<u64>, Option<Curve>)>,
}

impl Curves {
    /// The curves of a bot on a board in a table.
    pub fn new(table: &str, bot: &str, board: &str) -> Curves {
        let own = rows(table).filter_map(Result::ok);
        Curves::from_rows(own.filter(|row| row.bot == bot && row.board == board))
    }

    /// The curves of the rows of one bot on one board.
    pub fn from_rows(rows: impl Iterator<Item = Row>) -> Curves {
        // A budget between two others at which the chances hold is no point of its own.
        let points = rows.filter(|row| !(row.checked && row.holds()));
        let mut points: Vec<_> = points.map(|row| (row.nodes(), row.curve)).collect();
        points.sort_by_key(|(nodes, _)| *nodes);
        Curves { points }
    }

    /// The curve for a search of this number of nodes; `None` where the chances do not hold.
    pub fn at(&self, nodes: Option<u64>) -> Option<Curve> {
        let (first, last) = (self.points.first()?, self.points.last()?);
        let (Some(least), Some(most)) = (first.0, last.0) else { return first.1.clone() };
        let nodes = nodes?.max(1) as f64;
        if nodes * REACH < least as f64 || nodes > most as f64 * REACH {
            return None;
        }
        let nodes = nodes.clamp(least as f64, most as f64);
        let size = |at: usize| self.points[at].0.unwrap_or(1) as f64;
        let above = (0..self.points.len()).find(|&at| size(at) >= nodes)?;
        let to = self.points[above].1.as_ref();
        if above == 0 || size(above) == nodes {
            return to.cloned();
        }
        let (from, to) = (self.points[above - 1].1.as_ref()?, to?);
        let part = (nodes / size(above - 1)).ln() / (size(above) / size(above - 1)).ln();
        from.mixed(to, part)
    }
}

impl Curves {
    /// The curve of the budget nearest to this number of nodes, however far: good enough to compare two moves, but its
    /// chances are not shown.
    pub fn nearest(&self, nodes: Option<u64>) -> Option<Curve> {
        let log = |nodes: u64| (nodes.max(1) as f64).ln();
        let distance = |of: Option<u64>| match (of, nodes) {
            (Some(of), Some(nodes)) => (log(of) - log(nodes)).abs(),
            _ => 0.0,
        };
        let fitted = self.points.iter().filter(|(_, curve)| curve.is_some());
        let nearest = fitted.min_by(|one, two| distance(one.0).total_cmp(&distance(two.0)));
        nearest.and_then(|(_, curve)| curve.clone())
    }
}

impl Curve {
    /// The curve at a part of the way to another one of the same unit.
    fn mixed(&self, to: &Curve, part: f64) -> Option<Curve> {
        let mix = |from: &CurveParameters, to: &CurveParameters| -> CurveParameters {
            std::array::from_fn(|at| from[at] + part * (to[at] - from[at]))
        };
        let margin = self.margin.as_ref().zip(to.margin.as_ref()).map(|(one, two)| mix(one, two));
        let win = mix(&self.win, &to.win);
        (self.unit == to.unit).then_some(Curve { unit: self.unit, win, margin })
    }
}

/// The values of the features of a score: the factors of the numbers of a [`CurveParameters`].
pub fn features(scale: Scale, unit: f64, value: f64, progress: f64) -> CurveParameters {
    let x = match scale {
        Scale::Rate => {
            let rate = value.clamp(0.002, 0.998);
            (rate / (1.0 - rate)).ln()
        }
        Scale::Points | Scale::Nothing => (value / unit).asinh(),
    };
    let at = progress.clamp(0.0, 1.0) * (KNOTS - 1) as f64;
    let mut line = [0.0; NUMBERS];
    for (knot, part) in line.chunks_exact_mut(PER_KNOT).enumerate() {
        let near = (1.0 - (at - knot as f64).abs()).max(0.0);
        part.copy_from_slice(&[near, near * x.min(0.0), near * x.max(0.0)]);
    }
    line
}

/// The value of a line at these features.
pub fn along(line: &CurveParameters, features: &CurveParameters) -> f64 {
    line.iter().zip(features).map(|(number, feature)| number * feature).sum()
}

/// Converts log odds to a chance.
pub fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { bot, board, budget, games, error, curve, checked } = self;
        write!(f, "{bot} {board} {budget} {games} {error:.1}")?;
        let word = if *checked { " checked" } else { " judged" };
        let Some(curve) = curve else { return f.write_str(word) };
        write!(f, " {:.4}", curve.unit)?;
        for number in curve.win.iter().chain(curve.margin.iter().flatten()) {
            write!(f, " {number:.3}")?;
        }
        Ok(())
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(text: &str) -> Result<Row, String> {
        let wrong = || {
            format!(
                "`{text}` is no row of a calibration; expected bot, board, budget, games, error and numbers"
            )
        };
        let mut words = text.split(' ');
        let mut word = || words.next().map(str::to_owned).ok_or_else(wrong);
        let (bot, board, budget) = (word()?, word()?, word()?);
        let games = word()?.parse().map_err(|_| wrong())?;
        let error = decimal(&word()?).ok_or_else(wrong)?;
        let row = |curve, checked| Row { bot, board, budget, games, error, curve, checked };
        let rest: Vec<&str> = words.collect();
        if let [word @ ("judged" | "checked")] = rest[..] {
            return Ok(row(None, word == "checked"));
        }
        let numbers: Option<Vec<f64>> = rest.iter().map(|word| decimal(word)).collect();
        let numbers = numbers.ok_or_else(wrong)?;
        let (unit, lines) = numbers.split_first().ok_or_else(wrong)?;
        let (lines, left) = lines.as_chunks::<NUMBERS>();
        let (Some(win), true) = (lines.first(), left.is_empty() && lines.len() <= 2) else {
            return Err(wrong());
        };
        let curve = Curve { unit: *unit, win: *win, margin: lines.get(1).copied() };
        Ok(row(Some(curve), false))
    }
}

/// Parses a number of a [`Row`]: a sign, digits, and optional decimals. The result is the nearest float, because both
/// sides of the division are exact. A general parser takes 13 kB, which would delay the first view.
fn decimal(text: &str) -> Option<f64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = format!("{whole}{part}").parse().ok().filter(|_| digits)?;
    let exact = number.unsigned_abs() < 1 << 53 && part.len() <= 15;
    exact.then(|| number as f64 / 10_i64.pow(part.len() as u32) as f64)
}

/// The rows of a table; lines that begin with `#` are skipped.
pub fn rows(table: &str) -> impl Iterator<Item = Result<Row, String>> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::parse)
}

/// The lead of a seat, in the game's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lead {
    /// After a forced win or loss the final lead or deficit of the seat, never negative; else the expected
    /// lead, negative for a deficit.
    pub by: Fixed,
    /// The unit, in the singular: `stone`.
    pub unit: &'static str,
}

impl From<Margin> for Lead {
    fn from(margin: Margin) -> Lead {
        Lead { by: Fixed::from_int(margin.by.into()), unit: margin.unit }
    }
}

/// The meaning of the scores of one bot on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluator {
    /// How its scores are to be read.
    pub scale: Scale,
    /// `None` if it has no curve for this board and budget, or if its options are not those of the
    /// calibration.
    pub curve: Option<Curve>,
    /// Without `curve`: that of the nearest budget, for comparisons whose chances are not shown.
    pub nearest: Option<Curve>,
    /// The unit of margins, in the singular; empty without margins.
    pub unit: &'static str,
    /// For a budget in time or plies, whose number of nodes is known after the search: all curves, see [`Evaluator::at`].
    pub open: Curves,
}

/// The value of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// The chance to win, with a draw as one half, from 0 to 1; `None` if unknown.
    pub win: Option<Fixed>,
    /// The expected margin; `None` if unknown.
    pub lead: Option<Lead>,
    /// Whether no games support the chance at this budget: it may compare two moves, but is not shown.
    pub judged: bool,
}

impl Evaluation {
    /// The evaluation from the view of the opponent, in a game of two sides.
    pub fn turned(self) -> Evaluation {
        Evaluation {
            win: self.win.map(|win| Fixed::ONE - win),
            lead: self.lead.map(|lead| Lead { by: -lead.by, ..lead }),
            ..self
        }
    }

    /// The chance to win, if it may be shown.
    pub fn shown(self) -> Option<Fixed> {
        self.win.filter(|_| !self.judged)
    }
}

impl Evaluator {
    /// An evaluator for forced results only.
    pub fn judged(scale: Scale) -> Evaluator {
        Evaluator { scale, curve: None, nearest: None, unit: "", open: Curves::default() }
    }

    /// An evaluator with the curve for a budget.
    pub fn new(scale: Scale, curves: Curves, budget: Option<Budget>, unit: &'static str) -> Self {
        let nodes = match budget {
            Some(Budget::Nodes(nodes)) => Some(nodes),
            Some(Budget::Ms(_) | Budget::Depth(_)) | None => None,
        };
        let (curve, nearest) = (curves.at(nodes), curves.nearest(nodes));
        let open = match budget {
            Some(Budget::Ms(_) | Budget::Depth(_)) => curves,
            Some(Budget::Nodes(_)) | None => Curves::default(),
        };
        Evaluator { scale, curve, nearest, unit, open }
    }

    /// The evaluator for an analysis of this number of nodes.
    pub fn at(&self, nodes: u64) -> Evaluator {
        if self.open == Curves::default() {
            return self.clone();
        }
        let (curve, nearest) = (self.open.at(Some(nodes)), self.open.nearest(Some(nodes)));
        Evaluator { curve, nearest, ..self.clone() }
    }

    /// The values of a score in a position; `exact` if the score is proven.
    pub fn evaluate(&self, score: Score, exact: bool, progress: f64) -> Evaluation {
        match score {
            Score::Value(value) if !exact => {
                let judged = self.curve.is_none();
                let Some(curve) = self.curve.as_ref().or(self.nearest.as_ref()) else {
                    // A share of simulated games orders moves as a chance does.
                    let rate = (self.scale == Scale::Rate).then_some(value);
                    let win = rate.map(certain_is_proven);
                    return Evaluation { win, lead: None, judged };
                };
                let features = features(self.scale, curve.unit, value.to_f64(), progress);
                let lead = curve.margin.filter(|_| !judged).and_then(|line| {
                    // Rounded to tenths: more digits would not be more accurate.
                    let by = Fixed::from_f64((along(&line, &features) * 10.0).round() / 10.0)?;
                    Some(Lead { by, unit: self.unit })
                });
                let win = Fixed::from_f64(chance(along(&curve.win, &features)));
                Evaluation { win: win.map(certain_is_proven), lead, judged }
            }
            _ => Evaluation { win: score.class(exact).share(), ..Evaluation::default() },
        }
    }

    /// A score from the view of the opponent, in a game of two sides; `None` if the scale has no values.
    pub fn turned(&self, score: Score) -> Option<Score> {
        Some(match score {
            Score::Unknown => return None,
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Value(value) => Score::Value(match self.scale {
                Scale::Points => -value,
                Scale::Rate => Fixed::ONE - value,
                Scale::Nothing => return None,
            }),
        })
    }

    /// The value of the position after a candidate: its score, or for a bot that scores changes, the sum of that and
    /// the value `worth` of the position. `None` if the scale has no values.
    pub fn value(&self, score: Score, worth: Option<Score>) -> Option<Score> {
        match (score, worth) {
            (Score::Value(_), _) if self.scale == Scale::Nothing => None,
            (Score::Value(change), Some(Score::Value(worth))) => Some(Score::Value(worth + change)),
            (score, _) => Some(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluator(scale: Scale) -> Evaluator {
        let line = |slope: f64| {
            std::array::from_fn(|at| match at % PER_KNOT {
                // Whole thousandths, as in a row of the table.
                0 => (100 - 25 * at as i64) as f64 / 1000.0,
                1 => slope,
                _ => slope * at as f64 / 4.0,
            })
        };
        let curve = Some(Curve { unit: 2.0, win: line(0.5), margin: Some(line(2.0)) });
        Evaluator { curve, unit: "house", ..Evaluator::judged(scale) }
    }

    #[test]
    fn decimals_parse_to_the_nearest_number() {
        for text in
            ["0", "-0.043", "313.3200", "-187.4", "9007199254740991", "0.123456789012345", "-3.749"]
        {
            assert_eq!(decimal(text), text.parse().ok(), "{text}");
        }
        for wrong in
            ["", ".", "-", "1.-2", "1.+2", "1e3", "inf", "9007199254740992", "0.1234567890123456"]
        {
            assert_eq!(decimal(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rows_survive_a_round_trip() {
        let curve = evaluator(Scale::Points).curve;
        let text = |curve, checked| Row {
            bot: "balanced".to_owned(),
            board: "size=6".to_owned(),
            budget: "300n".to_owned(),
            games: 2_200,
            error: 3.5,
            curve,
            checked,
        };
        for row in [text(curve, false), text(None, false), text(None, true)] {
            assert_eq!(row.to_string().parse(), Ok(row.clone()), "{row}");
        }
        for wrong in ["", "balanced - - 1", "balanced - - 1 2.0 0.5 1", "balanced - - x 1 judged"] {
            assert!(wrong.parse::<Row>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn curves_are_interpolated_in_the_logarithm_of_the_nodes() {
        let line =
            |slope: f64| format!("1.0000{}", format!(" 0.000 {slope:.3} {slope:.3}").repeat(KNOTS));
        let table = format!(
            "bot b 100n 900 1.0 {}\nbot b 400n 900 4.0 checked\nbot b 1600n 900 1.0 {}\nbot b 6400n 90 5.5 judged\n",
            line(1.0),
            line(3.0)
        );
        let curves = Curves::new(&table, "bot", "b");
        let slope = |nodes| curves.at(nodes).map(|curve| (curve.win[1] * 1000.0).round());
        assert_eq!(slope(Some(100)), Some(1000.0));
        assert_eq!(slope(Some(400)), Some(2000.0));
        assert_eq!(slope(Some(1600)), Some(3000.0));
        // Half the smallest budget is within reach, a third is not; next to a budget without a curve there is none.
        assert_eq!([slope(Some(50)), slope(Some(33))], [Some(1000.0), None]);
        assert_eq!([slope(Some(1700)), slope(Some(6400)), slope(None)], [None; 3]);
        let wrong = table.replace("4.0 checked", "5.1 checked");
        let curves = Curves::new(&wrong, "bot", "b");
        assert!(curves.at(Some(200)).is_none() && curves.at(Some(1600)).is_some());
        let all = Curves::new("bot b - 900 1.0 judged", "bot", "b");
        assert_eq!(all.at(Some(5)), None);
        // One budget says nothing about others, but may still compare two moves.
        let one = Curves::new(&format!("bot b 300n 900 1.0 {}", line(2.0)), "bot", "b");
        assert!(one.at(Some(300)).is_some() && one.at(Some(600)).is_some());
        assert_eq!([one.at(Some(601)), one.at(Some(149)), one.at(None)], [None, None, None]);
        assert_eq!(one.nearest(Some(10_000)), one.at(Some(300)));
        let far = Evaluator::new(Scale::Points, one, Some(Budget::Nodes(10_000)), "stone");
        let found = far.evaluate(Score::Value(Fixed::ONE), false, 0.5);
        assert!(found.judged && found.win.is_some() && found.lead.is_none());
        assert_eq!(found.shown(), None);
        assert_eq!(far.evaluate(Score::Win(None), false, 0.5).shown(), Some(Fixed::ONE));
        let timed =
            Evaluator::new(Scale::Points, Curves::new(&table, "bot", "b"), Some(Budget::Ms(9)), "");
        assert_eq!(timed.curve, None);
        assert!(timed.at(400).curve.is_some());
    }

    #[test]
    fn a_better_score_never_lowers_the_win_chance() {
        for scale in [Scale::Points, Scale::Rate] {
            let evaluator = evaluator(scale);
            for progress in [0.0, 0.3, 0.5, 0.8, 1.0] {
                let win = |thousandths| {
                    let score = Score::Value(Fixed::from_thousandths(thousandths));
                    evaluator.evaluate(score, false, progress).win.expect("a chance")
                };
                let all: Vec<Fixed> = (-20..=20).map(|step| win(step * 100)).collect();
                assert!(all.is_sorted(), "{scale:?} {progress}: {all:?}");
                assert!(all.iter().all(|&win| win > Fixed::ZERO && win < Fixed::ONE));
            }
        }
    }

    #[test]
    fn only_proven_results_are_certain() {
        let evaluator = evaluator(Scale::Points);
        let of = |score, exact| evaluator.evaluate(score, exact, 0.5).win;
        let huge = Score::Value(Fixed::from_int(1_000_000_000));
        assert_eq!(of(huge, false), Some(Fixed::from_thousandths(999)));
        assert_eq!(of(Score::Win(None), false), Some(Fixed::ONE));
        assert_eq!(of(Score::Loss(Some(3)), false), Some(Fixed::ZERO));
        assert_eq!(of(Score::Value(Fixed::ZERO), true), Some(Fixed::from_thousandths(500)));
        assert_eq!(of(Score::Unknown, false), None);
        let rates = Evaluator::judged(Scale::Rate);
        let rate = Fixed::from_thousandths(540);
        assert_eq!(rates.evaluate(Score::Value(rate), false, 0.5).win, Some(rate));
        assert_eq!(rates.evaluate(Score::Value(rate), false, 0.5).shown(), None);
        assert_eq!(rates.evaluate(Score::Value(Fixed::ONE), false, 0.5).win, Some(ALL_BUT[1]));
        let judged = Evaluator::judged(Scale::Points);
        let unknown = Evaluation { judged: true, ..Evaluation::default() };
        assert_eq!(judged.evaluate(huge, false, 0.5), unknown);
        assert_eq!(judged.evaluate(Score::Win(None), false, 0.5).win, Some(Fixed::ONE));
    }

    #[test]
    fn win_chances_of_both_sides_sum_to_one() {
        let evaluation =
            evaluator(Scale::Points).evaluate(Score::Value(Fixed::from_int(3)), false, 0.2);
        let other = evaluation.turned();
        let sum = evaluation.win.zip(other.win).map(|(one, other)| one + other);
        assert_eq!(sum, Some(Fixed::ONE));
        assert_eq!(evaluation.lead.map(|lead| -lead.by), other.lead.map(|lead| lead.by));
        assert_eq!(other.turned(), evaluation);
    }
}
