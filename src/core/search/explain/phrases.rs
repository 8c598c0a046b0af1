//! Phrases of sentences: numbers, lists, lines of moves, and the clauses for differences in terms.

use crate::base::fixed::Fixed;
use crate::base::util::group_digits;
use crate::contract::analysis::Term;
use crate::contract::calibration::whole_percent;

/// `1 ply`, `4 plies`.
pub fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
}

/// A number with thousands separators: `16,842.5`.
pub fn grouped(number: Fixed) -> String {
    let text = number.abs().to_string();
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if number < Fixed::ZERO { "-" } else { "" };
    format!("{sign}{}{rest}", group_digits(whole))
}

/// A list in words: `this, that and the other`.
pub fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Moves in sequence: `c4 e3 d5`, or `a house on d2, then island U on b5`.
pub fn joined(moves: &[String]) -> String {
    let phrases = moves.iter().any(|name| name.contains(' '));
    moves.join(if phrases { ", then " } else { " " })
}

pub(super) fn words_in(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The sentence with an initial capital, if it begins with an English letter: tables for all alphabets take 14 kB.
pub fn capital(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// The sentence with an initial capital, unless it begins with a place, such as `e4`.
pub fn sentence(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    if first.bytes().any(|byte| byte.is_ascii_digit()) { text.to_owned() } else { capital(text) }
}

/// The difference `value` in a term as a comparative clause; `None` if it is too small for a sentence.
pub fn clause(term: &Term, value: Fixed) -> Option<String> {
    if term.contrast.silent {
        return None;
    }
    let pattern = if value > Fixed::ZERO { term.contrast.more } else { term.contrast.less };
    let size = rounded(value.abs());
    let shown = if pattern.contains('%') { whole_percent(value.abs()) } else { size.thousandths() };
    if shown == 0 {
        return None;
    }
    if pattern.is_empty() {
        let way = if value > Fixed::ZERO { "higher" } else { "lower" };
        return Some(format!("“{}” is {} {way}", term.label, grouped(size)));
    }
    Some(fill_pattern(pattern, size, value.abs()))
}

/// Rounds to whole numbers, or to tenths below ten.
fn rounded(value: Fixed) -> Fixed {
    let step = if value >= Fixed::from_int(10) { 1_000 } else { 100 };
    Fixed::from_thousandths((value.thousandths() + step / 2) / step * step)
}

/// Fills a pattern of [`Contrast`](crate::contract::analysis::Contrast) with a whole number: `# [move|moves]` gives `2 moves`.
pub fn with_number(pattern: &str, number: i64) -> String {
    fill_pattern(pattern, Fixed::from_int(number), Fixed::from_int(number))
}

/// Fills a pattern of [`Contrast`](crate::contract::analysis::Contrast) with its number.
fn fill_pattern(pattern: &str, size: Fixed, exact: Fixed) -> String {
    let mut words = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['#', '%', '[']) {
        let (before, sign) = rest.split_at(at);
        words += before;
        rest = &sign[1..];
        match &sign[..1] {
            "#" => words += &grouped(size),
            "%" => words += &format!("{}%", whole_percent(exact)),
            _ => {
                let (inside, after) = rest.split_once(']').unwrap_or((rest, ""));
                rest = after;
                let (one, many) = inside.split_once('|').unwrap_or((inside, inside));
                words += if size == Fixed::ONE { one } else { many };
            }
        }
    }
    words + rest
}
