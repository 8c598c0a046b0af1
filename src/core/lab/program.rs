//! Compiled formulas: a flat list of steps for a machine with one accumulator and a small stack.
//! Evaluation allocates nothing and always ends: no step jumps back. This module depends on no game.
//!
//! # Number semantics
//! All numbers are IEEE 754 doubles with its `+ - * /`; roots, logarithms and powers come from
//! `libm`, so that every machine computes the same bits. Every step gives a finite number:
//! - a division by zero gives 0 ([`Warnings::DIVISION`]), and so does 0 to a negative power;
//! - the root of a negative number, the logarithm of a number that is not positive, and a negative number to a power
//!   that is not whole are 0 ([`Warnings::UNDEFINED`]);
//! - results beyond [`LARGEST`] in absolute value are clamped to it ([`Warnings::OVERFLOW`]).
//!
//! A whole power from 0 to [`WHOLE`] is a product; `0^0` is 1. The remainder has the sign of the dividend.
//! The value of a term is its formula's value [in whole thousandths](thousandths): the nearest, halves away from zero, at
//! most [`LARGEST_TERM`] in absolute value.

use super::formula::{Formula, Function, Operator};
use crate::base::fixed::Fixed;
use crate::contract::features::Wanted;

/// The largest absolute value of a step's result.
pub const LARGEST: f64 = 1e15;
/// The largest absolute value of a term, in whole units.
pub const LARGEST_TERM: i64 = 1_000_000_000;
/// Whole powers up to this one are products.
pub const WHOLE: f64 = 8.0;

/// The set of warnings of an evaluation, for the author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings(u8);

impl Warnings {
    /// The empty set: the evaluation met no problem.
    pub const NONE: Warnings = Warnings(0);
    /// A division by zero, which gives 0.
    pub const DIVISION: Warnings = Warnings(1);
    /// A root, a logarithm or a power that is undefined.
    pub const UNDEFINED: Warnings = Warnings(2);
    /// A number exceeded the limit.
    pub const OVERFLOW: Warnings = Warnings(4);

    /// Adds the warnings of `other`.
    pub fn add(&mut self, other: Warnings) {
        self.0 |= other.0;
    }

    /// A text for each kind of warning.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        [
            (Warnings::DIVISION, "divided by 0, which gives 0"),
            (Warnings::UNDEFINED, "a root, logarithm or power that does not exist, which gives 0"),
            (Warnings::OVERFLOW, "a number too large, which is cut"),
        ]
        .into_iter()
        .filter(move |(kind, _)| self.0 & kind.0 != 0)
        .map(|(_, words)| words)
    }
}

/// A step. The accumulator is the left operand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// Loads a number into the accumulator.
    Number(f64),
    /// Loads a feature into the accumulator.
    Feature(u8),
    /// Pushes the accumulator onto the stack.
    Push,
    /// Combines the accumulator with a number.
    WithNumber(Operator, f64),
    /// Combines the accumulator with a feature.
    WithFeature(Operator, u8),
    /// Combines a value popped from the stack, as the left operand, with the accumulator.
    WithStack(Operator),
    /// Changes the accumulator.
    Change(Function),
    /// 1 for any value except 0.
    Truth,
    /// Jumps to a later step if the accumulator is 0.
    IfZero(u16),
    /// Jumps to a later step if it is not 0.
    IfNotZero(u16),
    /// Jumps to a later step.
    Jump(u16),
}

/// A compiled formula. Its features are in a list that several formulas may share.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    steps: Vec<Step>,
    /// Maximum depth of the stack.
    stack: usize,
}

/// Stack sizes for most formulas, and for all: the stack is never deeper than the number of parts of a formula.
const SMALL: usize = 2;
const ROOM: usize = super::formula::MOST_PARTS;

impl Program {
    /// Compiles a formula. The features that it uses are added to `wanted`.
    pub fn new(formula: &Formula, wanted: &mut Wanted) -> Program {
        let mut maker = Maker { steps: Vec::new(), wanted, stack: 0, deepest: 0 };
        maker.make(formula);
        Program { steps: maker.steps, stack: maker.deepest }
    }

    /// Maximum number of steps of an evaluation.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The value of the formula for these values of the wanted features; adds the warnings of the evaluation
    /// to `trouble`.
    #[inline]
    pub fn value(&self, features: &[f64], trouble: &mut Warnings) -> f64 {
        match (self.stack, self.steps.as_slice()) {
            // The most common formulas.
            (_, [Step::Feature(place)]) => feature(features, *place),
            (0, steps) => run::<0>(steps, features, trouble),
            (0..=SMALL, steps) => run::<SMALL>(steps, features, trouble),
            (_, steps) => run::<ROOM>(steps, features, trouble),
        }
    }
}

#[inline]
fn feature(features: &[f64], place: u8) -> f64 {
    features.get(usize::from(place)).copied().unwrap_or(0.0)
}

#[inline]
fn run<const N: usize>(steps: &[Step], features: &[f64], trouble: &mut Warnings) -> f64 {
    let mut stack = [0.0; N];
    let mut height = 0;
    let mut value = 0.0;
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match *step {
            Step::Number(number) => value = number,
            Step::Feature(place) => value = feature(features, place),
            Step::WithFeature(operator, place) => {
                value = paired(operator, value, feature(features, place), trouble);
            }
            Step::WithNumber(operator, number) => value = paired(operator, value, number, trouble),
            Step::Push => {
                if let Some(room) = stack.get_mut(height) {
                    *room = value;
                }
                height += 1;
            }
            Step::WithStack(operator) => {
                height -= 1;
                let left = stack.get(height).copied().unwrap_or(0.0);
                value = paired(operator, left, value, trouble);
            }
            Step::Change(function) => value = changed(function, value, trouble),
            Step::Truth => value = truth(value != 0.0),
            Step::IfZero(to) if value == 0.0 => at = usize::from(to),
            Step::IfNotZero(to) if value != 0.0 => at = usize::from(to),
            Step::IfZero(_) | Step::IfNotZero(_) => {}
            Step::Jump(to) => at = usize::from(to),
        }
    }
    value
}

#[inline]
fn bounded(value: f64, trouble: &mut Warnings) -> f64 {
    if value.abs() <= LARGEST {
        return value;
    }
    trouble.add(Warnings::OVERFLOW);
    if value < 0.0 { -LARGEST } else { LARGEST }
}

const fn truth(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}

#[inline]
fn paired(operator: Operator, a: f64, b: f64, trouble: &mut Warnings) -> f64 {
    match operator {
        Operator::Plus => bounded(a + b, trouble),
        Operator::Minus => bounded(a - b, trouble),
        Operator::Times => bounded(a * b, trouble),
        Operator::Over | Operator::Remainder if b == 0.0 => undefined(Warnings::DIVISION, trouble),
        Operator::Over => bounded(a / b, trouble),
        Operator::Remainder => libm::fmod(a, b),
        Operator::Power => power(a, b, trouble),
        Operator::Less => truth(a < b),
        Operator::LessOrEqual => truth(a <= b),
        Operator::More => truth(a > b),
        Operator::MoreOrEqual => truth(a >= b),
        Operator::Equal => truth(a == b),
        Operator::NotEqual => truth(a != b),
        Operator::Min if b < a => b,
        Operator::Max if b > a => b,
        Operator::Min | Operator::Max => a,
        // Compiled to jumps.
        Operator::And | Operator::Or => b,
    }
}

#[cold]
fn undefined(what: Warnings, trouble: &mut Warnings) -> f64 {
    trouble.add(what);
    0.0
}

#[inline(never)]
fn power(a: f64, b: f64, trouble: &mut Warnings) -> f64 {
    let whole = libm::floor(b) == b;
    if whole && (0.0..=WHOLE).contains(&b) {
        let product = (0..b as u32).fold(1.0, |product, _| product * a);
        return bounded(product, trouble);
    }
    if a == 0.0 && b < 0.0 {
        return undefined(Warnings::DIVISION, trouble);
    }
    if a < 0.0 && !whole {
        return undefined(Warnings::UNDEFINED, trouble);
    }
    bounded(libm::pow(a, b), trouble)
}

#[inline(never)]
fn changed(function: Function, a: f64, trouble: &mut Warnings) -> f64 {
    match function {
        Function::Negative => -a,
        Function::Not => truth(a == 0.0),
        Function::Sqrt if a < 0.0 => undefined(Warnings::UNDEFINED, trouble),
        Function::Sqrt => libm::sqrt(a),
        Function::Ln if a <= 0.0 => undefined(Warnings::UNDEFINED, trouble),
        Function::Ln => libm::log(a),
        Function::Exp => bounded(libm::exp(a), trouble),
        // The functions of several arguments have steps of their own.
        _ => a.abs(),
    }
}

/// The value of a term: its formula's value to the nearest thousandth, halves away from zero, at most
/// [`LARGEST_TERM`] in absolute value.
#[inline]
pub fn thousandths(value: f64, trouble: &mut Warnings) -> Fixed {
    const MOST: f64 = (LARGEST_TERM * Fixed::SCALE) as f64;
    let scaled = value * Fixed::SCALE as f64;
    if scaled.abs() > MOST {
        trouble.add(Warnings::OVERFLOW);
        return Fixed::from_int(if scaled < 0.0 { -LARGEST_TERM } else { LARGEST_TERM });
    }
    let whole = scaled as i64;
    let rest = scaled - whole as f64;
    Fixed::from_thousandths(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
}

/// Compiles a tree into steps.
struct Maker<'a> {
    steps: Vec<Step>,
    wanted: &'a mut Wanted,
    stack: usize,
    deepest: usize,
}

impl Maker<'_> {
    /// Adds steps that compute the value of `formula` in the accumulator.
    fn make(&mut self, formula: &Formula) {
        match formula {
            Formula::Number(number) => self.steps.push(Step::Number(*number)),
            Formula::Feature(place) => {
                let slot = self.slot(*place);
                self.steps.push(Step::Feature(slot));
            }
            Formula::Two(Operator::And, parts) => self.logic(parts, Step::IfZero),
            Formula::Two(Operator::Or, parts) => self.logic(parts, Step::IfNotZero),
            Formula::Two(operator, parts) => {
                self.make(&parts[0]);
                self.with(*operator, &parts[1]);
            }
            Formula::Call(Function::If, parts) => {
                if let [condition, then, or] = parts.as_slice() {
                    self.make(condition);
                    let to_else = self.jump(Step::IfZero(0));
                    self.make(then);
                    let to_end = self.jump(Step::Jump(0));
                    self.patch_jump(to_else);
                    self.make(or);
                    self.patch_jump(to_end);
                }
            }
            Formula::Call(Function::Min, parts) => self.fold(Operator::Min, parts),
            Formula::Call(Function::Max, parts) => self.fold(Operator::Max, parts),
            Formula::Call(Function::Clamp, parts) => {
                if let [value, least, most] = parts.as_slice() {
                    self.make(value);
                    self.with(Operator::Max, least);
                    self.with(Operator::Min, most);
                }
            }
            Formula::Call(function, parts) => {
                parts.iter().for_each(|part| self.make(part));
                self.steps.push(Step::Change(*function));
            }
        }
    }

    fn slot(&mut self, place: usize) -> u8 {
        self.wanted.add(place) as u8
    }

    /// Combines the accumulator with the value of `right`.
    fn with(&mut self, operator: Operator, right: &Formula) {
        match right {
            Formula::Number(number) => self.steps.push(Step::WithNumber(operator, *number)),
            Formula::Feature(place) => {
                let slot = self.slot(*place);
                self.steps.push(Step::WithFeature(operator, slot));
            }
            _ => {
                self.steps.push(Step::Push);
                self.stack += 1;
                self.deepest = self.deepest.max(self.stack);
                self.make(right);
                self.stack -= 1;
                self.steps.push(Step::WithStack(operator));
            }
        }
    }

    fn fold(&mut self, operator: Operator, parts: &[Formula]) {
        if let Some((first, others)) = parts.split_first() {
            self.make(first);
            others.iter().for_each(|other| self.with(operator, other));
        }
    }

    /// `and`, `or`: the right operand is only evaluated if the left one does not decide.
    fn logic(&mut self, parts: &[Formula; 2], decided: fn(u16) -> Step) {
        self.make(&parts[0]);
        let to_end = self.jump(decided(0));
        self.make(&parts[1]);
        self.patch_jump(to_end);
        self.steps.push(Step::Truth);
    }

    fn jump(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Sets the target of a jump to the next step.
    fn patch_jump(&mut self, jump: usize) {
        let here = self.steps.len() as u16;
        if let Step::IfZero(to) | Step::IfNotZero(to) | Step::Jump(to) = &mut self.steps[jump] {
            *to = here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::features::Feature;
    use crate::lab::formula::parse;

    const fn named(key: &'static str) -> Feature {
        Feature { key, about: "", unit: "", least: -9.0, most: 9.0 }
    }
    static FEATURES: [Feature; 3] = [named("a"), named("b"), named("c")];

    /// The value of a formula with a = 3, b = -2 and c = 0.
    fn evaluate(text: &str) -> (f64, Warnings) {
        let formula = parse(text, &FEATURES).expect(text);
        let mut wanted = Wanted::default();
        let program = Program::new(&formula, &mut wanted);
        let values: Vec<f64> = wanted.places().map(|place| [3.0, -2.0, 0.0][place]).collect();
        let mut warnings = Warnings::NONE;
        (program.value(&values, &mut warnings), warnings)
    }

    #[test]
    fn formulas_evaluate_to_the_expected_value() {
        for (text, value) in [
            ("a", 3.0),
            ("a - b", 5.0),
            ("2 + 3 * a ^ 2", 29.0),
            ("-a^2", -9.0),
            ("2^3^2", 512.0),
            ("2^-1", 0.5),
            ("-7 % 4", -3.0),
            ("10 - (4 - (3 - a))", 6.0),
            ("a * (b - 1) / (a + b)", -9.0),
            ("1 - (2 - (3 - (4 - (5 - 6))))", -3.0),
            ("not a or b > c", 0.0),
            ("a and b", 1.0),
            ("not (a and c) and a == 3", 1.0),
            ("a != 3 or b >= -2", 1.0),
            ("if(a > 2, b, 1 / c)", -2.0),
            ("if(c, 1, if(b, 7, 8))", 7.0),
            ("min(a, b, c)", -2.0),
            ("max(1, 2, a, 2.5)", 3.0),
            ("clamp(b * 10, -5, 5) + clamp(a, 0, 2)", -3.0),
            ("abs(b) + sqrt(a + 1)", 4.0),
            ("ln(exp(2))", 2.0),
            ("0^0", 1.0),
            ("max(0, a - 2)^2", 1.0),
            (".5 + 1.", 1.5),
        ] {
            assert_eq!(evaluate(text), (value, Warnings::NONE), "{text}");
        }
    }

    #[test]
    fn undefined_values_become_zero_or_the_limit_with_a_warning() {
        for (text, value, warnings) in [
            ("a / c", 0.0, Warnings::DIVISION),
            ("a % 0", 0.0, Warnings::DIVISION),
            ("c ^ -1", 0.0, Warnings::DIVISION),
            ("sqrt(b)", 0.0, Warnings::UNDEFINED),
            ("ln(c)", 0.0, Warnings::UNDEFINED),
            ("b ^ 0.5", 0.0, Warnings::UNDEFINED),
            ("exp(1000)", LARGEST, Warnings::OVERFLOW),
            ("-exp(1000) * exp(30)", -LARGEST, Warnings::OVERFLOW),
            ("(10 * b) ^ 99", -LARGEST, Warnings::OVERFLOW),
            ("1 / 10^-300", LARGEST, Warnings::OVERFLOW),
        ] {
            assert_eq!(evaluate(text), (value, warnings), "{text}");
        }
        let mut both = Warnings::DIVISION;
        both.add(Warnings::OVERFLOW);
        assert_eq!(both.words().count(), 2);
    }

    #[test]
    fn terms_are_rounded_to_thousandths_with_halves_away_from_zero() {
        for (value, rounded) in [
            (0.0005, 1),
            (-0.0005, -1),
            (0.000_499, 0),
            (1.2345, 1235),
            (-1.2345, -1235),
            (1e15, 1_000_000_000_000),
            (-1e15, -1_000_000_000_000),
            (-0.0, 0),
        ] {
            let found = thousandths(value, &mut Warnings::default());
            assert_eq!(found.thousandths(), rounded, "{value}");
        }
    }
}
