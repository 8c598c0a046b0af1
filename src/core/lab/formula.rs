//! Formulas: the small language of the Lab, parsed into a tree and printed again. It has numbers, a game's features,
//! `+ - * / % ^`, comparisons, `and or not` and some functions; no loops and no variables, so that the cost of a
//! stranger's formula is bounded. [`super::program`] evaluates formulas; this module depends on no game.
//!
//! # Grammar
//! From the weakest binding: `or`; `and`; `not`; one of `< <= > >= == !=` (not twice in a row; `=` means `==`);
//! `+ -`; `* / %`; a sign; `^`, which is right-associative. So `-2^2` is -4, and `2^3^2` is 2^9. A comparison
//! has the value 1 or 0, and any value except 0 counts as true.

use crate::base::fixed::shorten;
use crate::contract::features::Feature;
use serde::Serialize;
use std::fmt;

/// Maximum number of characters of a formula.
pub const MOST_CHARACTERS: usize = 4_000;
/// Maximum number of parts of a formula: numbers, features, operators and functions.
pub const MOST_PARTS: usize = 250;
/// Maximum nesting depth of brackets, functions, signs and right operands.
pub const MOST_NESTING: usize = 128;
/// Maximum number of characters of a number or a name.
pub const LONGEST_WORD: usize = 24;
/// The largest number that a formula may contain.
pub const LARGEST_NUMBER: f64 = 1e15;

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`: 1 if at least one operand is not 0, else 0.
    Or,
    /// `and`: 1 if neither operand is 0, else 0.
    And,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    More,
    /// `>=`
    MoreOrEqual,
    /// `==`, also written `=`.
    Equal,
    /// `!=`
    NotEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`: 0 with a warning if the right operand is 0.
    Over,
    /// `%`: has the sign of the left operand; 0 with a warning if the right one is 0.
    Remainder,
    /// `^`: 0 with a warning where it is undefined.
    Power,
    /// The smaller operand: only in compiled formulas, for [`Function::Min`].
    Min,
    /// The larger operand: only in compiled formulas, for [`Function::Max`].
    Max,
}

/// The precedences of `not` and a sign, on the scale of [`Operator::precedence`].
const NOT: u8 = 3;
const SIGN: u8 = 7;
const TIGHTEST: u8 = 9;

impl Operator {
    /// Every written form; the first of an operator is the printed one. The last ones are typographic: texts and other programs
    /// write them.
    const ALL: [(&'static str, Operator); 24] = [
        ("or", Operator::Or),
        ("and", Operator::And),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::MoreOrEqual),
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<", Operator::Less),
        (">", Operator::More),
        ("=", Operator::Equal),
        ("+", Operator::Plus),
        ("-", Operator::Minus),
        ("*", Operator::Times),
        ("/", Operator::Over),
        ("%", Operator::Remainder),
        ("^", Operator::Power),
        ("×", Operator::Times),
        ("·", Operator::Times),
        ("⋅", Operator::Times),
        ("÷", Operator::Over),
        ("−", Operator::Minus),
        ("–", Operator::Minus),
        ("≤", Operator::LessOrEqual),
        ("≥", Operator::MoreOrEqual),
        ("≠", Operator::NotEqual),
    ];

    /// The printed form; empty for `Min` and `Max`.
    pub fn sign(self) -> &'static str {
        Self::ALL.iter().find(|(_, operator)| *operator == self).map_or("", |(sign, _)| sign)
    }

    /// The precedence, from 1 (lowest).
    const fn precedence(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Plus | Operator::Minus => 5,
            Operator::Times | Operator::Over | Operator::Remainder => 6,
            Operator::Power => 8,
            _ => 4,
        }
    }

    /// The minimum precedence of the right operand.
    const fn right(self) -> u8 {
        match self {
            Operator::Power => SIGN,
            other => other.precedence() + 1,
        }
    }
}

/// A function, or a unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `-x`
    Negative,
    /// `not x`: 1 if `x` is 0, else 0.
    Not,
    /// `if(condition, then, else)`: evaluates only one of `then` and `else`.
    If,
    /// `min(a, b, …)`
    Min,
    /// `max(a, b, …)`
    Max,
    /// `abs(x)`
    Abs,
    /// `sqrt(x)`: 0 with a warning if `x` is negative.
    Sqrt,
    /// `ln(x)`: 0 with a warning unless `x` is positive.
    Ln,
    /// `exp(x)`
    Exp,
    /// `clamp(x, least, most)`: `most` if `least` is larger than it.
    Clamp,
}

/// The functions: name, variant and usage.
pub const FUNCTIONS: [(&str, Function, &str); 8] = [
    ("if", Function::If, "if(condition, then, else)"),
    ("min", Function::Min, "min(a, b)"),
    ("max", Function::Max, "max(a, b)"),
    ("abs", Function::Abs, "abs(x)"),
    ("sqrt", Function::Sqrt, "sqrt(x)"),
    ("ln", Function::Ln, "ln(x)"),
    ("exp", Function::Exp, "exp(x)"),
    ("clamp", Function::Clamp, "clamp(x, least, most)"),
];

impl Function {
    /// The minimum and maximum number of arguments.
    const fn takes(self) -> (usize, usize) {
        match self {
            Function::If | Function::Clamp => (3, 3),
            Function::Min | Function::Max => (2, MOST_PARTS),
            _ => (1, 1),
        }
    }
}

/// A formula, as a tree. Features are indices in the game's list.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A literal, not negative.
    Number(f64),
    /// The feature with this index in the game's list.
    Feature(usize),
    /// A binary operator with its operands.
    Two(Operator, Box<[Formula; 2]>),
    /// A function, a sign or `not`, with its arguments.
    Call(Function, Vec<Formula>),
}

/// A syntax error, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FormulaError {
    /// The first wrong character, from 1; one past the last where something is missing at the end.
    pub start: usize,
    /// One past the last wrong character; never less than `start`.
    pub end: usize,
    /// The problem, in words: "found `)`", "the formula ends here".
    pub found: String,
    /// What would be right there, in words: "an operator or the end".
    pub expected: String,
    /// The name that was probably intended.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}; expected {}", self.start, self.found, self.expected)?;
        match self.nearest {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FormulaError {}

/// A token of a formula's text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Number(f64),
    Word(&'a str),
    Operator(Operator),
    Open,
    Close,
    Comma,
    End,
}

const A_PART: &str = "a number, a feature, a function, `(`, `-` or `not`";

struct Reader<'a> {
    text: &'a str,
    features: &'static [Feature],
    /// The current token, and its byte range.
    token: Token<'a>,
    start: usize,
    end: usize,
    depth: usize,
    parts: usize,
}

/// Reads a formula over `features`.
///
/// # Errors
/// The first error, and its place.
pub fn parse(text: &str, features: &'static [Feature]) -> Result<Formula, FormulaError> {
    if let Some((at, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        return Err(FormulaError {
            start: MOST_CHARACTERS + 1,
            end: MOST_CHARACTERS + 1 + text[at..].chars().count(),
            found: "the formula goes on".to_owned(),
            expected: format!("at most {MOST_CHARACTERS} characters"),
            nearest: None,
        });
    }
    let mut reader =
        Reader { text, features, token: Token::End, start: 0, end: 0, depth: 0, parts: 0 };
    reader.advance()?;
    let formula = reader.expression(1)?;
    match reader.token {
        Token::End => Ok(formula),
        _ => Err(reader.wrong("an operator or the end")),
    }
}

impl<'a> Reader<'a> {
    /// An error at the current token.
    fn wrong(&self, expected: &str) -> FormulaError {
        let found = match self.token {
            Token::End => "the formula ends here".to_owned(),
            _ => format!("found `{}`", shorten(&self.text[self.start..self.end])),
        };
        self.error(found, expected, None)
    }

    fn error(&self, found: String, expected: &str, nearest: Option<&'static str>) -> FormulaError {
        let column = |at: usize| self.text.get(..at).map_or(at, |head| head.chars().count()) + 1;
        let (start, end, expected) = (column(self.start), column(self.end), expected.to_owned());
        FormulaError { start, end, found, expected, nearest }
    }

    /// Reads the next token.
    fn advance(&mut self) -> Result<(), FormulaError> {
        let rest = self.text[self.end..].trim_start();
        self.start = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            self.end = self.start;
            self.token = Token::End;
            return Ok(());
        };
        let run = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let (token, length) = if first.is_ascii_digit() || first == '.' {
            let mut length = run(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_');
            // The sign of a power of ten, as in 1e-3, belongs to the number.
            if rest[..length].ends_with(['e', 'E']) {
                let more = rest[length..].strip_prefix(['-', '+']).unwrap_or_default();
                let digits = more.bytes().take_while(u8::is_ascii_digit).count();
                length += if digits > 0 { 1 + digits } else { 0 };
            }
            self.end = self.start + length;
            (Token::Number(self.number(&rest[..length])?), length)
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = run(|c| c.is_ascii_alphanumeric() || c == '_');
            let word = &rest[..length];
            let named = Operator::ALL.iter().find(|(sign, _)| *sign == word);
            (named.map_or(Token::Word(word), |(_, operator)| Token::Operator(*operator)), length)
        } else if let Some((sign, operator)) =
            Operator::ALL.iter().find(|(sign, _)| rest.starts_with(sign))
        {
            (Token::Operator(*operator), sign.len())
        } else {
            let token = match first {
                '(' => Token::Open,
                ')' => Token::Close,
                ',' => Token::Comma,
                _ => return Err(self.unexpected_character(rest, first)),
            };
            (token, 1)
        };
        self.end = self.start + length;
        self.token = token;
        Ok(())
    }

    /// An error at a character that no formula contains; for operators of other languages it suggests the right one.
    fn unexpected_character(&mut self, rest: &str, first: char) -> FormulaError {
        let (sign, expected, nearest) = match first {
            '&' => ("&&", "`and`, as in `a and b`", Some("and")),
            '|' => ("||", "`or`, as in `a or b`", Some("or")),
            '!' => ("!", "`not`, as in `not a`", Some("not")),
            '?' | ':' => ("", "`if(condition, then, else)` for a choice", None),
            _ => ("", "numbers, names, operators, brackets and commas", None),
        };
        let length = if rest.starts_with(sign) { sign.len() } else { 0 }.max(first.len_utf8());
        self.end = self.start + length;
        self.error(format!("found `{}`", shorten(&rest[..length])), expected, nearest)
    }

    fn number(&self, digits: &str) -> Result<f64, FormulaError> {
        let plain = |b: u8| b.is_ascii_digit() || b".eE+-".contains(&b);
        let plain = digits.bytes().all(plain);
        let number = digits.parse::<f64>().ok().filter(|n| plain && *n <= LARGEST_NUMBER);
        let fits = digits.len() <= LONGEST_WORD;
        number.filter(|_| fits).ok_or_else(|| {
            const EXPECTED: &str =
                "a number such as 2, 0.5 or 1e-3, of at most 24 digits and 10^15";
            self.error(format!("found `{}`", shorten(digits)), EXPECTED, None)
        })
    }

    /// Counts one more part.
    fn count(&mut self) -> Result<(), FormulaError> {
        self.parts += 1;
        if self.parts <= MOST_PARTS {
            return Ok(());
        }
        let expected = format!("at most {MOST_PARTS} numbers, features, operators and functions");
        Err(self.error("the formula goes on".to_owned(), &expected, None))
    }

    /// An expression of operators with at least this precedence.
    fn expression(&mut self, least: u8) -> Result<Formula, FormulaError> {
        if self.depth == MOST_NESTING {
            let expected = format!(
                "at most {MOST_NESTING} brackets, functions, signs and operators in each other"
            );
            return Err(self.error("nested too deeply".to_owned(), &expected, None));
        }
        self.depth += 1;
        let mut left = self.part()?;
        let mut compared = false;
        while let Token::Operator(operator) = self.token {
            let precedence = operator.precedence();
            if precedence < least {
                break;
            }
            if precedence == Operator::Less.precedence() && std::mem::replace(&mut compared, true) {
                return Err(self.wrong("one comparison at a time, such as `a < b and b < c`"));
            }
            self.count()?;
            self.advance()?;
            let right = self.expression(operator.right())?;
            left = Formula::Two(operator, Box::new([left, right]));
        }
        self.depth -= 1;
        Ok(left)
    }

    /// An operand.
    fn part(&mut self) -> Result<Formula, FormulaError> {
        self.count()?;
        match self.token {
            Token::Number(number) => {
                self.advance()?;
                Ok(Formula::Number(number))
            }
            Token::Operator(Operator::Minus) => {
                self.advance()?;
                Ok(Formula::Call(Function::Negative, vec![self.expression(SIGN)?]))
            }
            Token::Word("not") => {
                self.advance()?;
                Ok(Formula::Call(Function::Not, vec![self.expression(NOT)?]))
            }
            Token::Open => {
                // Brackets are not counted as parts.
                self.parts -= 1;
                self.advance()?;
                let inside = self.expression(1)?;
                self.close("an operator or `)`")?;
                Ok(inside)
            }
            Token::Word(word) => self.named(word),
            _ => Err(self.wrong(A_PART)),
        }
    }

    fn close(&mut self, expected: &str) -> Result<(), FormulaError> {
        if self.token != Token::Close {
            return Err(self.wrong(expected));
        }
        self.advance()
    }

    /// A feature or a function.
    fn named(&mut self, word: &str) -> Result<Formula, FormulaError> {
        if let Some(place) = self.features.iter().position(|feature| feature.key == word) {
            self.advance()?;
            if self.token == Token::Open {
                return Err(self.wrong(&format!("an operator: `{word}` is a feature, no function")));
            }
            return Ok(Formula::Feature(place));
        }
        let Some(&(_, function, usage)) = FUNCTIONS.iter().find(|(name, ..)| *name == word) else {
            let keys = self.features.iter().map(|feature| feature.key);
            let nearest = nearest(word, keys.chain(FUNCTIONS.iter().map(|(name, ..)| *name)));
            let found = format!("there is no `{}`", shorten(word));
            return Err(self.error(found, "a feature of the game or a function", nearest));
        };
        self.advance()?;
        if self.token != Token::Open {
            return Err(self.wrong(&format!("`(`, as in `{usage}`")));
        }
        self.advance()?;
        let (fewest, most) = function.takes();
        let mut parts = vec![self.expression(1)?];
        while self.token == Token::Comma && parts.len() < most {
            self.advance()?;
            parts.push(self.expression(1)?);
        }
        if parts.len() < fewest && self.token == Token::Close {
            return Err(self.wrong(&format!("`,`, as in `{usage}`")));
        }
        let or = if parts.len() < most { "an operator, `,` or `)`" } else { "an operator or `)`" };
        self.close(&format!("{or}, as in `{usage}`"))?;
        Ok(Formula::Call(function, parts))
    }
}

/// The name that was probably intended by `word`: the one with the smallest edit distance, if that is small.
pub fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if word.len() > 2 * LONGEST_WORD {
        return None;
    }
    let least = names.map(|name| (distance(word, name), name)).min_by_key(|(apart, _)| *apart)?;
    (least.0 <= 1 + word.len() / 3).then_some(least.1)
}

/// The edit distance of two words: letters to insert, delete, change or swap.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_ascii_lowercase().into_bytes(), b.as_bytes());
    // Three rows of the usual table: the third is needed for swaps.
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[1][j] + 1).min(rows[2][j - 1] + 1).min(rows[1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = least;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

impl Formula {
    /// The text form that [`parse`] reads back, with as few brackets as possible.
    pub fn print(&self, features: &[Feature]) -> String {
        let mut text = String::new();
        self.write(features, 1, &mut text);
        text
    }

    fn precedence(&self) -> u8 {
        match self {
            Formula::Two(operator, _) => operator.precedence(),
            Formula::Call(Function::Negative, _) => SIGN,
            Formula::Call(Function::Not, _) => NOT,
            _ => TIGHTEST,
        }
    }

    fn write(&self, features: &[Feature], least: u8, text: &mut String) {
        let precedence = self.precedence();
        let brackets = precedence < least;
        if brackets {
            text.push('(');
        }
        match self {
            Formula::Number(number) => {
                let plain = number.to_string();
                // Small numbers have more digits than a formula may have.
                *text += &if plain.len() <= LONGEST_WORD { plain } else { format!("{number:e}") };
            }
            Formula::Feature(place) => *text += features.get(*place).map_or("?", |f| f.key),
            Formula::Two(operator, parts) => {
                // A right-associative operator or a comparison needs brackets around a left operand of equal precedence.
                let left = match operator.precedence() {
                    4 | 8 => precedence + 1,
                    _ => precedence,
                };
                parts[0].write(features, left, text);
                let sign = operator.sign();
                if *operator == Operator::Power {
                    *text += sign;
                } else {
                    *text += &format!(" {sign} ");
                }
                parts[1].write(features, operator.right(), text);
            }
            Formula::Call(Function::Negative, parts) => {
                text.push('-');
                parts.iter().for_each(|part| part.write(features, SIGN, text));
            }
            Formula::Call(Function::Not, parts) => {
                *text += "not ";
                parts.iter().for_each(|part| part.write(features, NOT, text));
            }
            Formula::Call(function, parts) => {
                let named = FUNCTIONS.iter().find(|(_, known, _)| known == function);
                *text += named.map_or("", |(name, ..)| name);
                text.push('(');
                for (i, part) in parts.iter().enumerate() {
                    *text += if i > 0 { ", " } else { "" };
                    part.write(features, 1, text);
                }
                text.push(')');
            }
        }
        if brackets {
            text.push(')');
        }
    }
}
