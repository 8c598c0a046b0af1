//! The contract of a bot: how it is asked to think, how long it may, and how it is stopped.
//!
//! A bot thinks in slices, so that the caller can show progress and say *stop* between two of
//! them: a worker hears nothing while a call into wasm runs. [`Bot::think`] is the loop over the
//! slices. Bots know the contract and their own game, no interface and no clock:
//! time comes from the [`Watch`].

use crate::base::fixed::{Fixed, shorten};
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::contract::thought::{Branch, Part, Scale, Score, Task, Term, Thought, Views};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// How long a bot may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// How many nodes, or playouts in a tree search: reproducible.
    Nodes(u64),
    /// How many milliseconds: depends on the machine.
    Ms(u64),
    /// How many plies deep: reproducible.
    Depth(u32),
}

/// The largest number in a budget; beyond it a wait makes no sense.
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
    /// About how many nodes it allows, at so many a millisecond; none where only the depth is limited.
    pub fn nodes(self, a_millisecond: u64) -> u64 {
        match self {
            Budget::Nodes(nodes) => nodes,
            Budget::Ms(ms) => ms.saturating_mul(a_millisecond),
            Budget::Depth(_) => 0,
        }
    }

    /// From a unit, as in JSON, and a number.
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

    /// From `{"nodes":10000}` and the like.
    ///
    /// # Errors
    /// When it is no object of one such field, or the number is 0 or too large.
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

/// Gives a thinking bot the time and says when to stop.
pub trait Watch {
    /// Milliseconds since thinking began.
    fn elapsed_ms(&self) -> f64;

    /// Whether to stop now, with what has been found so far.
    fn stop(&self) -> bool {
        false
    }

    /// Whether to come back now and be asked to go on: unlike a stop this changes nothing about what is found,
    /// and a slice never takes much longer, however slow the machine or the game.
    fn pause(&self) -> bool {
        false
    }
}

/// Watches nothing: for budgets in nodes or depth. Its clock stands still.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn elapsed_ms(&self) -> f64 {
        0.0
    }
}

/// A bot that is thinking about one position.
pub trait Thinking<G: Game>: Send {
    /// Thinks on for about `slice` nodes, or until the watch says to pause; true when it has finished.
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool;

    /// What it thinks so far. Once [`Thinking::advance`] has run at least once, and a move is owed, it
    /// has a choice.
    fn thought(&self) -> Thought<G::Move>;

    /// The same without the candidates that were not chosen, and so without a word against them, for callers that have
    /// no time for thousands of them.
    fn choice_only(&self) -> Thought<G::Move> {
        self.thought()
    }

    /// What the candidates of [`Thinking::thought`] are worth to every seat; `None` from a bot that looks
    /// at its own seat only.
    fn views(&self) -> Option<Views> {
        None
    }

    /// What the terms of a candidate are made of, in lines for people: only asked for a candidate that a user
    /// looks at.
    fn parts(&self, _mv: &G::Move) -> Vec<Part> {
        Vec::new()
    }

    /// What the tree of a search has after these moves from the position, which are given as texts: best first. Else a
    /// sentence that says why a search has no tree to show; nothing from a bot that does not search, and where the tree
    /// does not go so far.
    fn branches(&self, _path: &[String]) -> Result<Vec<Branch>, &'static str> {
        Err("")
    }

    /// What the position is worth to the seat that thinks, where that is not what the best candidate
    /// scores: a bot that looks at changes alone says here what they are changes of.
    fn static_value(&self) -> Option<Score> {
        None
    }

    /// What each piece does in the choice, for games where a move is a set of orders.
    fn tasks(&self) -> Vec<Task> {
        Vec::new()
    }

    /// How many of the best candidates are to be exact, each with its own principal variation (multi-PV);
    /// one unless set, `usize::MAX` for all, never fewer than were asked for before. What is chosen never depends on it: a search that only bounds
    /// the moves that it rejects decides first, as it would anyway, and then looks at the best of them again
    /// at the depth that decided. Within a budget in milliseconds it does both.
    fn set_multi_pv(&mut self, _lines: usize) {}

    /// Nodes spent on what [`Thinking::set_multi_pv`] asked for. They are not the budget's, and not among
    /// [`Thought::nodes`].
    fn multi_pv_nodes(&self) -> u64 {
        0
    }
}

/// What [`Thinking::set_multi_pv`] is called among the options of a bot. Every bot takes it, but it is no option of a
/// seat: it says what a user wants to see, so neither records nor links keep it.
pub const LINES: &str = "lines";

/// How many of the best candidates are to be exact: a whole number from 1, or `all` (`usize::MAX`); see
/// [`Thinking::set_multi_pv`].
///
/// # Errors
/// When it is something else.
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

/// The lines that a request to think asks for: its field `lines`, or else that of the bot's options; 1 if there
/// is neither.
///
/// # Errors
/// As [`lines_from_json`].
pub fn lines_asked(request: &Value, options: Option<&Value>) -> Result<usize, OptionsError> {
    let lines_in = |of: &Value| of.get(LINES).filter(|lines| !lines.is_null()).cloned();
    let lines = lines_in(request).or_else(|| options.and_then(lines_in));
    lines.map_or(Ok(1), |lines| lines_from_json(&lines))
}

/// Nodes between two looks at the clock in [`Bot::think`].
pub const SLICE: u64 = 1 << 10;

/// Something that plays a game.
pub trait Bot<G: Game>: Send + Sync {
    /// Begins to think for `seat`, which owes a move. The budget is a promise: it is never exceeded
    /// in nodes or depth, and hardly in time.
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Thinking<G>>;

    // ---- below this line nothing has to be written by a bot; faster versions may be ----

    /// Gets what it needs beyond the program to think about a position, such as a file. Asked before it begins; who
    /// begins all the same gets no thought.
    ///
    /// # Errors
    /// What cannot be had, and why, in a sentence.
    fn prepare(&self, _position: &G) -> Result<(), String> {
        Ok(())
    }

    /// Thinks to the end of the budget, or until `watch` says stop.
    fn think(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
    ) -> Thought<G::Move> {
        let mut thinking = self.begin(position, seat, budget, rng);
        while !thinking.advance(SLICE, watch) && !watch.stop() {}
        thinking.thought()
    }

    /// The move alone: the same that [`Bot::think`] would choose, without the explanation.
    fn choose(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
    ) -> Option<G::Move> {
        let mut thinking = self.begin(position, seat, budget, rng);
        while !thinking.advance(SLICE, watch) && !watch.stop() {}
        thinking.choice_only().choice
    }
}

/// A bot that had finished before it was asked twice: what [`Bot::begin`] of a quick bot returns.
#[derive(Clone, Debug)]
pub struct Done<M> {
    /// What it thinks.
    pub thought: Thought<M>,
    /// As [`Thinking::static_value`].
    pub static_value: Option<Score>,
    /// As [`Thinking::tasks`].
    pub tasks: Vec<Task>,
}

impl<M> Done<M> {
    /// A thought with nothing beside it.
    pub fn new(thought: Thought<M>) -> Self {
        Done { thought, static_value: None, tasks: Vec::new() }
    }

    /// The answer of a bot that cannot have what it needs, as [`Bot::prepare`] says. Never another evaluation: the same seed
    /// and nodes give the same thought everywhere.
    // Apart, since hardly a thought comes to this: the page's first view does without it.
    #[inline(never)]
    pub fn without(why: String) -> Box<Self> {
        Box::new(Done::new(Thought::nothing(why)))
    }
}

impl<G: Game> Thinking<G> for Done<G::Move> {
    fn advance(&mut self, _slice: u64, _watch: &dyn Watch) -> bool {
        true
    }

    fn thought(&self) -> Thought<G::Move> {
        self.thought.clone()
    }

    fn static_value(&self) -> Option<Score> {
        self.static_value
    }

    fn tasks(&self) -> Vec<Task> {
        self.tasks.clone()
    }
}

/// A term whose weight can be set. The term and the option that sets it both follow from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The term, with its default weight.
    pub term: Term,
    /// What it measures, as a formula of the Lab; empty if no formula says it.
    pub formula: &'static str,
    /// What the option says of itself, in one line.
    pub about: &'static str,
    /// Another name that input may use for the option.
    pub alias: Option<&'static str>,
    /// The smallest value of the option.
    pub min: Fixed,
    /// The largest value of the option.
    pub max: Fixed,
    /// What a slider moves the option by.
    pub step: Fixed,
}

impl Weight {
    /// The weight of `term`, set by an option of its name from -`most` to `most` in tenths.
    pub const fn of(term: Term, most: i64) -> Self {
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

    /// The same, of a term that measures what `formula` says.
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

    /// The term, with the weight that is in force under `options`.
    pub fn term(&self, options: &Options) -> Term {
        Term { weight: options.number(&self.option()), ..self.term }
    }
}

/// A named bot of a game, as data: panels and command line are built from this.
pub struct BotSpec<G: Game> {
    /// Its name in requests and records.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from, if not from us.
    pub source: Option<&'static str>,
    /// The terms of its score whose weights can be set.
    pub weights: &'static [Weight],
    /// What else can be set.
    pub settings: &'static [OptionSpec],
    /// Options that it once had. Records and links that set one still open; it is left out.
    pub retired: &'static [&'static str],
    /// The terms of its score whose weights stand, such as a search's; they follow the others.
    pub fixed_terms: &'static [Term],
    /// How long it thinks by default; `None` for a bot that never needs a budget.
    pub budget: Option<Budget>,
    /// What its scores measure, for judging moves by them.
    pub scale: Scale,
    /// A choice among its options, and the value of it with which its scores are rates all the same.
    pub rates: Option<(OptionSpec, &'static str)>,
    /// The search of its game that it plays by, which is an answer to the option `search` of the bot `lab`; empty for a
    /// bot with a way of its own.
    pub search: &'static str,
    /// Why it does not read as formulas, in a sentence; empty if it does.
    pub closed: &'static str,
    /// A choice among its options, and the value of it with which it reads as formulas all the same.
    pub opened_by: Option<(OptionSpec, &'static str)>,
    /// Makes it; [`BotSpec::build`] calls this with the specification itself.
    pub make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>,
}

impl<G: Game> BotSpec<G> {
    /// A bot with nothing to set, no term and no budget; a declaration names what differs.
    pub const fn plain(make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>) -> Self {
        BotSpec {
            id: "",
            name: "",
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
            closed: "What it does is no sum of formulas.",
            opened_by: None,
            make,
        }
    }

    /// What can be set: the weights, then the settings.
    pub fn options(&self) -> Vec<OptionSpec> {
        self.weights.iter().map(Weight::option).chain(self.settings.iter().copied()).collect()
    }

    /// The terms that its score is made of, with their default weights.
    pub fn terms(&self) -> Vec<Term> {
        self.weights
            .iter()
            .map(|weight| weight.term)
            .chain(self.fixed_terms.iter().copied())
            .collect()
    }

    /// The terms whose weights can be set, with the weights that are in force under `options`.
    pub fn weighed(&self, options: &Options) -> Vec<Term> {
        self.weights.iter().map(|weight| weight.term(options)).collect()
    }

    /// The weights that are in force under `options`, as the defaults of their terms.
    pub fn in_force(&self, options: &Options) -> Vec<Weight> {
        self.weights.iter().map(|weight| Weight { term: weight.term(options), ..*weight }).collect()
    }

    /// Makes the bot; `options` must be checked against [`BotSpec::options`].
    pub fn build(&self, options: &Options) -> Box<dyn Bot<G>> {
        (self.make)(self, options)
    }
}

/// Measures a position in named terms; a score is their weighted sum.
pub trait Heuristic<G: Enumerable>: Send + Sync {
    /// The terms; their weights are the ones in force.
    fn terms(&self) -> &[Term];

    /// Measures `position` for `seat`, one number for each term.
    fn measure(&self, position: &G, seat: Seat, values: &mut [Fixed]);

    // ---- below this line nothing has to be written by a heuristic; faster versions may be ----

    /// Puts the moves that are worth considering one ply ahead into `moves`. At least one, if one is legal.
    fn considered(&self, position: &G, moves: &mut MoveList<G::Move>) {
        position.legal_moves(moves);
    }

    /// Calls `sink` with every move that is considered and what it changes in each term: after minus before, for the
    /// mover.
    fn changes(&self, position: &G, sink: &mut dyn FnMut(&G::Move, &[Fixed])) {
        measured_changes(self, position, sink);
    }

    /// Calls `sink` with the same moves and the weighted sums of their changes, for callers that have no time to explain
    /// them. A faster version gives the very same numbers.
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
    use crate::contract::thought::Contrast;

    #[test]
    fn the_option_of_a_weight_is_the_weight_sign_and_all() {
        let (weight, contrast) = (Fixed::from_int(-4), Contrast::BY_LABEL);
        let term = Term { key: "front", label: "", meaning: "", weight, contrast };
        let weight = Weight::of(term, 10);
        assert_eq!(weight.option().default_value(), OptionValue::Number(Fixed::from_int(-4)));
        assert_eq!(weight.term(&Options::default()), term);
        let mut raw = RawOptions::new();
        raw.insert("front".to_owned(), Value::from(1.5));
        let options = Options::check(&[weight.option()], &raw).expect("in range");
        assert_eq!(weight.term(&options).weight, Fixed::from_thousandths(1500));
    }

    #[test]
    fn budgets_are_read_and_written() {
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
