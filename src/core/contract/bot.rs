//! The contract of a bot: how it starts, its budget, and how it is stopped.
//!
//! A bot works in slices, so that the caller can show progress and stop it between two
//! slices: a worker receives no message while a call into wasm runs. [`Bot::think`] is the loop over the
//! slices. Bots depend on the contract and their own game, on no interface and no clock:
//! the [`Clock`] provides the time.

use crate::base::fixed::{Fixed, shorten};
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::contract::analysis::{
    Analysis, Branch, Candidate, Part, Scale, Score, Task, Term, Views,
};
use crate::contract::film::{Film, Kind, MovePath, Variation, What};
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// The limit of a bot's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Maximum number of nodes, or playouts in a tree search: reproducible.
    Nodes(u64),
    /// Maximum number of milliseconds: depends on the machine.
    Ms(u64),
    /// Maximum search depth in plies: reproducible.
    Depth(u32),
}

/// The largest number in a budget; a longer search is never useful.
pub const MAX_BUDGET: u64 = 1_000_000_000_000;

const BUDGET_EXPECTED: &str =
    "a number with a unit: 10000n (nodes or playouts), 50ms or 6d (plies deep)";

/// `10000n`, `50ms`, `6d`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(n) => write!(f, "{n}n"),
            Budget::Ms(n) => write!(f, "{n}ms"),
            Budget::Depth(n) => write!(f, "{n}d"),
        }
    }
}

impl Budget {
    /// Approximate number of nodes, at `a_millisecond` nodes per millisecond; 0 if only the depth is limited.
    pub fn nodes(self, a_millisecond: u64) -> u64 {
        match self {
            Budget::Nodes(nodes) => nodes,
            Budget::Ms(ms) => ms.saturating_mul(a_millisecond),
            Budget::Depth(_) => 0,
        }
    }

    /// Parses a unit, as in JSON, and a number.
    ///
    /// # Errors
    /// When the unit is not `nodes`, `playouts`, `ms` or `depth`, or the number is 0 or too large.
    pub fn from_parts(unit: &str, number: u64) -> Result<Budget, String> {
        let largest = if unit == "depth" { 1000 } else { MAX_BUDGET };
        if !(1..=largest).contains(&number) {
            return Err(format!("a budget of {number} {unit} must be from 1 to {largest}"));
        }
        match unit {
            "nodes" | "playouts" => Ok(Budget::Nodes(number)),
            "ms" => Ok(Budget::Ms(number)),
            "depth" => Ok(Budget::Depth(number as u32)),
            other => Err(format!(
                "`{}` is not a unit of a budget; known are nodes, playouts, ms, depth",
                shorten(other)
            )),
        }
    }

    /// Parses `{"nodes":10000}` and the like.
    ///
    /// # Errors
    /// When it is not an object with one such field, or the number is 0 or too large.
    pub fn from_json(value: &Value) -> Result<Budget, String> {
        let wrong = || {
            format!(
                "`{}` is not a budget; expected an object with one of nodes, playouts, ms, depth and a whole number",
                shorten(&value.to_string())
            )
        };
        let object = value.as_object().filter(|o| o.len() == 1).ok_or_else(wrong)?;
        let (unit, number) = object.iter().next().ok_or_else(wrong)?;
        Budget::from_parts(unit, number.as_u64().ok_or_else(wrong)?)
    }

    /// Unit and number, as in JSON.
    pub fn parts(self) -> (&'static str, u64) {
        match self {
            Budget::Nodes(n) => ("nodes", n),
            Budget::Ms(n) => ("ms", n),
            Budget::Depth(n) => ("depth", u64::from(n)),
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{}` is not a budget; expected {BUDGET_EXPECTED}", shorten(text));
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let unit = match unit {
            "n" | "p" => "nodes",
            "ms" => "ms",
            "d" => "depth",
            _ => return Err(wrong()),
        };
        Budget::from_parts(unit, number.parse().map_err(|_| wrong())?)
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Budget::from_json(&value).map_err(serde::de::Error::custom)
    }
}

/// Provides a searching bot with the time and the stop signal.
pub trait Clock {
    /// Milliseconds since the search began.
    fn elapsed_ms(&self) -> f64;

    /// Whether to stop now, with the results so far.
    fn stop(&self) -> bool {
        false
    }

    /// Whether to return now and be resumed later: unlike a stop this does not change the results,
    /// and a slice never takes much longer, even on a slow machine or in a slow game.
    fn pause(&self) -> bool {
        false
    }
}

/// A watch without stop or clock, for budgets in nodes or depth. Its time is always 0.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> f64 {
        0.0
    }
}

/// A running search of one position.
pub trait Search<G: Game>: Send {
    /// Continues for about `slice` nodes, or until the watch requests a pause; true when it has finished.
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool;

    /// The analysis so far. Once [`Search::advance`] has run at least once, and the seat owes a move, it
    /// has a choice.
    fn analysis(&self) -> Analysis<G::Move>;

    /// The visible advantage of the choice of `analysis`, which is this search's, over another candidate, in a sentence; `None` if
    /// the game names none.
    fn advantage(
        &self,
        _analysis: &Analysis<G::Move>,
        _other: &Candidate<G::Move>,
    ) -> Option<String> {
        None
    }

    /// The same analysis without the rejected candidates, and so without a comparison, for callers that have
    /// no time for thousands of candidates.
    fn choice_only(&self) -> Analysis<G::Move> {
        self.analysis()
    }

    /// The values of the candidates of [`Search::analysis`] for every seat; `None` from a bot that evaluates
    /// its own seat only.
    fn views(&self) -> Option<Views> {
        None
    }

    /// The parts of a candidate's terms, in lines for people: only requested for a candidate that the user
    /// selects.
    fn parts(&self, _mv: &G::Move) -> Vec<Part> {
        Vec::new()
    }

    /// The moves in the search tree after `path`, a list of moves from the root position as texts: best first. An error
    /// is a sentence that explains why a search has no tree to show; empty from a bot that does not search, and if the tree
    /// does not reach that far.
    fn branches(&self, _path: &[String]) -> Result<Vec<Branch>, &'static str> {
        Err("")
    }

    /// The value of the position for the searching seat, if it is not the score of the best candidate:
    /// a bot that scores only changes returns the value before the change.
    fn static_value(&self) -> Option<Score> {
        None
    }

    /// The task of each piece in the choice, for games where a move is a set of orders.
    fn tasks(&self) -> Vec<Task> {
        Vec::new()
    }

    /// Number of best candidates that are to be exact, each with its own principal variation (multi-PV):
    /// 1 unless set, `usize::MAX` for all, never reduced. The choice never depends on it: a search that only bounds
    /// the rejected moves makes the same choice first, and then searches the best of them again
    /// at the depth of the choice. A budget in milliseconds covers both.
    fn set_multi_pv(&mut self, _lines: usize) {}

    /// Starts a film of the search, which has not advanced yet, with changes for comparison where the search knows them. The
    /// film does not change the search.
    fn observe(&mut self, _variation: Variation) {}

    /// The film so far; `None` without [`Search::observe`], and from a bot without a film of its own.
    fn film(&self) -> Option<&Film> {
        None
    }

    /// Nodes spent for [`Search::set_multi_pv`]. They count neither for the budget nor in
    /// [`Analysis::nodes`].
    fn multi_pv_nodes(&self) -> u64 {
        0
    }
}

/// The key of [`Search::set_multi_pv`] among the options of a bot. Every bot accepts it, but it is no option of a
/// seat: it only changes what the user sees, so neither records nor links save it.
pub const LINES: &str = "lines";

/// Number of best candidates that are to be exact: a whole number from 1, or `all` (`usize::MAX`); see
/// [`Search::set_multi_pv`].
///
/// # Errors
/// When it is any other value.
pub fn lines_from_json(value: &Value) -> Result<usize, OptionsError> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().ok().filter(|&lines: &u32| lines > 0).map(|lines| lines as usize).ok_or_else(
        || OptionsError::Value {
            key: LINES.to_owned(),
            found: shorten(&text),
            expected: "a whole number from 1, or all".to_owned(),
        },
    )
}

/// Number of lines in a request: its field `lines`, or else that of the bot's options; 1 if both are
/// missing.
///
/// # Errors
/// As [`lines_from_json`].
pub fn lines_asked(request: &Value, options: Option<&Value>) -> Result<usize, OptionsError> {
    let lines_in = |of: &Value| of.get(LINES).filter(|lines| !lines.is_null()).cloned();
    let lines = lines_in(request).or_else(|| options.and_then(lines_in));
    lines.map_or(Ok(1), |lines| lines_from_json(&lines))
}

/// Nodes between two checks of the watch in [`Bot::think`].
pub const SLICE: u64 = 1 << 10;

/// A player of a game.
pub trait Bot<G: Game>: Send + Sync {
    /// Starts a search for `seat`, which owes a move. The budget is strict: nodes and depth never exceed
    /// it, and time hardly does.
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Search<G>>;

    // ---- optional methods: a bot may add faster versions ----

    /// Loads the external data that a search of the position needs, such as a file. Called before [`Bot::begin`]; after an
    /// error the analysis is empty.
    ///
    /// # Errors
    /// A sentence that names the missing data and the reason.
    fn prepare(&self, _position: &G) -> Result<(), String> {
        Ok(())
    }

    /// Searches to the end of the budget, or until `watch` stops it.
    fn think(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Analysis<G::Move> {
        let mut thinking = self.begin(position, seat, budget, rng);
        while !thinking.advance(SLICE, watch) && !watch.stop() {}
        thinking.analysis()
    }

    /// Only the move: the same choice as [`Bot::think`], without the explanation.
    fn choose(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<G::Move> {
        let mut thinking = self.begin(position, seat, budget, rng);
        while !thinking.advance(SLICE, watch) && !watch.stop() {}
        thinking.choice_only().choice
    }
}

/// A search that is already complete: the result of [`Bot::begin`] of a fast bot.
#[derive(Clone, Debug)]
pub struct Done<M> {
    /// As [`Search::analysis`].
    pub analysis: Analysis<M>,
    /// As [`Search::static_value`].
    pub static_value: Option<Score>,
    /// As [`Search::tasks`].
    pub tasks: Vec<Task>,
    /// The candidates' moves in the order in which the bot rated them; empty for that of the analysis.
    pub order: Vec<M>,
    /// As [`Search::film`].
    pub film: Option<Film>,
}

impl<M> Done<M> {
    /// Only an analysis, without other data.
    pub fn new(analysis: Analysis<M>) -> Self {
        Done { analysis, static_value: None, tasks: Vec::new(), order: Vec::new(), film: None }
    }

    /// The analysis of a bot whose data is missing, with the error of [`Bot::prepare`]. Never another evaluation: the same
    /// seed and nodes give the same analysis everywhere.
    // Not inlined, because this is rare: the page's first view does not contain it.
    #[inline(never)]
    pub fn without(why: String) -> Box<Self> {
        Box::new(Done::new(Analysis::nothing(why)))
    }
}

impl<G: Game> Search<G> for Done<G::Move> {
    fn advance(&mut self, _slice: u64, _watch: &dyn Clock) -> bool {
        true
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.analysis.clone()
    }

    fn static_value(&self) -> Option<Score> {
        self.static_value
    }

    fn tasks(&self) -> Vec<Task> {
        self.tasks.clone()
    }

    fn observe(&mut self, _variation: Variation) {
        self.film = Some(film_of(&self.analysis, &self.order));
    }

    fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }
}

/// The film of a bot that rates each candidate once, in this `order`; that of the analysis if empty.
pub fn film_of<M: PartialEq + fmt::Display>(analysis: &Analysis<M>, order: &[M]) -> Film {
    let rated: Vec<&Candidate<M>> = match order {
        [] => analysis.candidates.iter().collect(),
        moves => {
            let of = |mv: &M| analysis.candidates.iter().find(|candidate| candidate.mv == *mv);
            moves.iter().filter_map(of).collect()
        }
    };
    let mut film = Film::default();
    let mut best: Option<Score> = None;
    for (candidate, nodes) in rated.into_iter().zip(1..) {
        let (score, bound) = (candidate.lower_bound(), candidate.bound);
        let better = !bound && best.is_none_or(|best| score > best);
        best = if better { Some(score) } else { best };
        film.count_nodes(nodes);
        film.record(Kind::Candidate, better, || {
            let terms = candidate.terms.iter().map(|term| term.contribution).collect();
            let what = What::Candidate { score: candidate.score, terms, best: better };
            (MovePath::from_moves([&candidate.mv]), what)
        });
    }
    film.count_nodes(analysis.nodes);
    film
}

/// A term with an adjustable weight. The term and the option that sets it both derive from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The term, with its default weight.
    pub term: Term,
    /// The measured value as a formula of the Lab; empty if no formula expresses it.
    pub formula: &'static str,
    /// The description of the option, in one line.
    pub about: &'static str,
    /// Another accepted name of the option.
    pub alias: Option<&'static str>,
    /// The smallest value of the option.
    pub min: Fixed,
    /// The largest value of the option.
    pub max: Fixed,
    /// The step of the option's slider.
    pub step: Fixed,
}

impl Weight {
    /// The weight of `term`, set by an option with its key, from -`most` to `most` in steps of a tenth.
    pub const fn of_term(term: Term, most: i64) -> Self {
        Weight {
            term,
            formula: "",
            about: term.meaning,
            alias: None,
            min: Fixed::from_int(-most),
            max: Fixed::from_int(most),
            step: Fixed::from_thousandths(100),
        }
    }

    /// The same weight, with `formula` as the measured value.
    pub const fn measured_by(self, formula: &'static str) -> Self {
        Weight { formula, ..self }
    }

    /// The same weights with these defaults, in thousandths.
    pub const fn tuned<const N: usize>(mut weights: [Weight; N], to: [i64; N]) -> [Weight; N] {
        let mut i = 0;
        while i < N {
            weights[i].term.weight = Fixed::from_thousandths(to[i]);
            i += 1;
        }
        weights
    }

    /// The option that sets it.
    pub const fn option(&self) -> OptionSpec {
        let Weight { term, alias, about, min, max, step, .. } = *self;
        let kind = OptionKind::Number { min, max, step, default: term.weight };
        OptionSpec { key: term.key, alias, label: term.label, kind, about }
    }

    /// The term, with its weight under `options`.
    pub fn term(&self, options: &Options) -> Term {
        Term { weight: options.number(&self.option()), ..self.term }
    }
}

/// A named bot of a game, as data: panels and the command line derive from this.
pub struct BotSpec<G: Game> {
    /// Its name in requests and records.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Other names of it, such as those of its source; accepted in requests.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
    /// Its source, if it is not ours.
    pub source: Option<&'static str>,
    /// The terms of its score with adjustable weights.
    pub weights: &'static [Weight],
    /// Its other options.
    pub settings: &'static [OptionSpec],
    /// Former options. Records and links that set one can still be opened; the option is ignored.
    pub retired: &'static [&'static str],
    /// The terms of its score with fixed weights, such as a search's; they follow the others.
    pub fixed_terms: &'static [Term],
    /// Its default budget; `None` for a bot that never needs one.
    pub budget: Option<Budget>,
    /// The unit of its scores, for judging moves by them.
    pub scale: Scale,
    /// A choice among its options, and the value for which its scores are rates anyway.
    pub rates: Option<(OptionSpec, &'static str)>,
    /// The search that it plays by, as a value of the option `search` of the bot `lab`; empty for a
    /// bot with another algorithm.
    pub search: &'static str,
    /// Why it cannot be shown as formulas, in a sentence; empty if it can.
    pub closed: &'static str,
    /// A choice among its options, and the value for which it can be shown as formulas anyway.
    pub opened_by: Option<(OptionSpec, &'static str)>,
    /// The constructor; [`BotSpec::build`] passes the specification itself.
    pub make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>,
}

impl<G: Game> BotSpec<G> {
    /// A bot without options, terms and budget; a declaration sets the fields that differ.
    pub const fn plain(make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>) -> Self {
        BotSpec {
            id: "",
            name: "",
            aliases: &[],
            about: "",
            source: None,
            weights: &[],
            settings: &[],
            retired: &[],
            fixed_terms: &[],
            budget: None,
            scale: Scale::Points,
            rates: None,
            search: "",
            closed: "It is not a sum of formulas.",
            opened_by: None,
            make,
        }
    }

    /// All options: the weights, then the settings.
    pub fn options(&self) -> Vec<OptionSpec> {
        self.weights.iter().map(Weight::option).chain(self.settings.iter().copied()).collect()
    }

    /// The terms of its score, with their default weights.
    pub fn terms(&self) -> Vec<Term> {
        self.weights
            .iter()
            .map(|weight| weight.term)
            .chain(self.fixed_terms.iter().copied())
            .collect()
    }

    /// The terms with adjustable weights, with their weights under `options`.
    pub fn weighed(&self, options: &Options) -> Vec<Term> {
        self.weights.iter().map(|weight| weight.term(options)).collect()
    }

    /// The weights under `options`, as the defaults of their terms.
    pub fn in_force(&self, options: &Options) -> Vec<Weight> {
        self.weights.iter().map(|weight| Weight { term: weight.term(options), ..*weight }).collect()
    }

    /// Builds the bot; `options` must be checked against [`BotSpec::options`].
    pub fn build(&self, options: &Options) -> Box<dyn Bot<G>> {
        (self.make)(self, options)
    }
}

/// Measures a position in named terms; a score is their weighted sum.
pub trait Heuristic<G: Enumerable>: Send + Sync {
    /// The terms with their current weights.
    fn terms(&self) -> &[Term];

    /// Measures `position` for `seat`, one value for each term.
    fn measure(&self, position: &G, seat: Seat, values: &mut [Fixed]);

    // ---- optional methods: a heuristic may add faster versions ----

    /// Advantages of one position over another for `seat`, as comparative clauses: `you hold 1 more corner`. For
    /// heuristics whose terms are not visible on the board.
    fn facts(&self, _mine: &G, _other: &G, _seat: Seat) -> Vec<String> {
        Vec::new()
    }

    /// Puts the moves to consider one ply ahead into `moves`. At least one, if one is legal.
    fn considered(&self, position: &G, moves: &mut MoveList<G::Move>) {
        position.legal_moves(moves);
    }

    /// Calls `sink` with every considered move and its change of each term: after minus before, for the
    /// mover.
    fn changes(&self, position: &G, sink: &mut dyn FnMut(&G::Move, &[Fixed])) {
        measured_changes(self, position, sink);
    }

    /// Calls `sink` with the same moves and the weighted sums of their changes, for callers that have no time to
    /// explain them. A faster version returns exactly the same numbers.
    #[inline]
    fn scores(&self, position: &G, sink: impl FnMut(&G::Move, Fixed))
    where
        Self: Sized,
    {
        weighed_changes(self, position, sink);
    }
}

/// [`Heuristic::changes`], by measuring before and after each move.
pub fn measured_changes<G: Enumerable, H: Heuristic<G> + ?Sized>(
    heuristic: &H,
    position: &G,
    sink: &mut dyn FnMut(&G::Move, &[Fixed]),
) {
    let seat = position.mover();
    let count = heuristic.terms().len();
    let mut before = vec![Fixed::ZERO; count];
    let mut after = vec![Fixed::ZERO; count];
    heuristic.measure(position, seat, &mut before);
    let mut moves = MoveList::new();
    heuristic.considered(position, &mut moves);
    let mut next = position.clone();
    for mv in &moves {
        next.clone_from(position);
        next.play_unchecked(mv);
        heuristic.measure(&next, seat, &mut after);
        for (after, before) in after.iter_mut().zip(&before) {
            *after = *after - *before;
        }
        sink(mv, &after);
    }
}

/// [`Heuristic::scores`], by weighing each change.
pub fn weighed_changes<G: Enumerable>(
    heuristic: &impl Heuristic<G>,
    position: &G,
    mut sink: impl FnMut(&G::Move, Fixed),
) {
    let terms = heuristic.terms();
    heuristic.changes(position, &mut |mv, changes| {
        let parts = changes.iter().zip(terms);
        sink(mv, parts.map(|(&value, term)| term.weight.times(value)).sum());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::{OptionValue, RawOptions};
    use crate::contract::analysis::Contrast;

    #[test]
    fn weight_option_keeps_value_and_sign() {
        let (weight, contrast) = (Fixed::from_int(-4), Contrast::BY_LABEL);
        let term = Term { key: "front", label: "", meaning: "", weight, contrast };
        let weight = Weight::of_term(term, 10);
        assert_eq!(weight.option().default_value(), OptionValue::Number(Fixed::from_int(-4)));
        assert_eq!(weight.term(&Options::default()), term);
        let mut raw = RawOptions::new();
        raw.insert("front".to_owned(), Value::from(1.5));
        let options = Options::check(&[weight.option()], &raw).expect("in range");
        assert_eq!(weight.term(&options).weight, Fixed::from_thousandths(1500));
    }

    #[test]
    fn budgets_are_parsed_and_formatted() {
        for (text, budget, json) in [
            ("10000n", Budget::Nodes(10_000), r#"{"nodes":10000}"#),
            ("50ms", Budget::Ms(50), r#"{"ms":50}"#),
            ("6d", Budget::Depth(6), r#"{"depth":6}"#),
        ] {
            assert_eq!(text.parse(), Ok(budget));
            assert_eq!(budget.to_string(), text);
            assert_eq!(serde_json::to_string(&budget).expect("json"), json);
            assert_eq!(serde_json::from_str::<Budget>(json).expect("budget"), budget);
        }
        assert_eq!("7p".parse(), Ok(Budget::Nodes(7)));
        for bad in ["", "5", "n", "0n", "5s", "-5n", "9999999999999999999999n", "1001d"] {
            assert!(bad.parse::<Budget>().is_err(), "{bad}");
        }
        for bad in ["{}", "5", r#"{"nodes":1,"ms":2}"#, r#"{"nodes":-1}"#, r#"{"eons":1}"#] {
            assert!(serde_json::from_str::<Budget>(bad).is_err(), "{bad}");
        }
    }
}
