//! No sentence that says why argues against the choice: read from the sentence, term by term.

use std::fmt::Display;
use totora::base::fixed::Fixed;
use totora::contract::thought::{Candidate, Score, Term, Thought};
use totora::search::words::contrast;

/// With the thousands set apart.
fn grouped(size: Fixed) -> String {
    let text = size.to_string();
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits: Vec<char> = whole.chars().rev().collect();
    let groups: Vec<String> = digits.chunks(3).map(|three| three.iter().collect()).collect();
    groups.join(",").chars().rev().collect::<String>() + rest
}

/// What may stand in a sentence for a difference of `value` in a term: with the noun and without.
fn clauses(term: &Term, value: Fixed) -> Vec<String> {
    let pattern = if value > Fixed::ZERO { term.contrast.more } else { term.contrast.less };
    let size = value.abs();
    if pattern.is_empty() {
        let way = if value > Fixed::ZERO { "higher" } else { "lower" };
        return vec![format!("“{}” is {} {way}", term.label, grouped(size))];
    }
    let percent = format!("{}%", size.times(Fixed::from_int(100)));
    let pattern = pattern.replace('#', &grouped(size)).replace('%', &percent);
    let Some((before, rest)) = pattern.split_once('[') else { return vec![pattern] };
    let (noun, after) = rest.split_once(']').expect("a closed bracket");
    let (one, many) = noun.split_once('|').expect("one and many");
    let noun = if size == Fixed::ONE { one } else { many };
    vec![format!("{before}{noun}{after}"), format!("{}{after}", before.trim_end())]
}

/// Every difference that is told before *although* speaks for the choice, every one after it against it; where the
/// choice is better by its terms, something that speaks for it is told.
fn argues_for_the_choice<M: Display>(
    bot: &str,
    sentence: &str,
    (mine, other): (&Candidate<M>, &Candidate<M>),
    terms: &[Term],
) {
    let (pro, con) = sentence
        .split_once(", although ")
        .or_else(|| sentence.split_once(", but "))
        .unwrap_or((sentence, ""));
    let says = |half: &str, clauses: &[String]| {
        let half = half.replace("at least ", "").replace("at most ", "");
        clauses.iter().any(|clause| half.contains(clause.as_str()))
    };
    let mut better = Vec::new();
    for (i, term) in terms.iter().enumerate() {
        let (a, b) = (mine.terms[i], other.terms[i]);
        let gain = a.contribution - b.contribution;
        if gain == Fixed::ZERO || a.value == b.value {
            continue;
        }
        let clauses = clauses(term, a.value - b.value);
        if gain > Fixed::ZERO {
            assert!(!says(con, &clauses), "{bot}: {sentence} ({} speaks for it)", term.key);
            better.push(clauses);
        } else {
            assert!(!says(pro, &clauses), "{bot}: {sentence} ({} speaks against it)", term.key);
        }
    }
    if let (Score::Value(a), Score::Value(b)) = (mine.score, other.score)
        && a > b
        && !mine.terms.is_empty()
    {
        assert!(better.iter().any(|clauses| says(pro, clauses)), "{bot}: {sentence} says why");
    }
}

/// Holds the contrasts with the best and the worst candidates against the numbers.
pub(crate) fn arguments_are_for_the_choice<M: Display + PartialEq>(
    bot: &str,
    thought: &Thought<M>,
) {
    const EACH_END: usize = 5;
    let Some(choice) = &thought.choice else { return };
    let Some(mine) = thought.candidates.iter().find(|c| c.mv == *choice) else { return };
    let count = thought.candidates.len();
    for (at, other) in thought.candidates.iter().enumerate() {
        if at >= EACH_END && at + EACH_END < count {
            continue;
        }
        let sentence = contrast(thought, at).expect("a candidate and a choice");
        assert!(sentence.ends_with('.'), "{bot}: {sentence}");
        if other.mv == *choice {
            assert_eq!(sentence, thought.why);
            continue;
        }
        let results = |score| !matches!(score, Score::Value(_));
        if results(mine.score) || results(other.score) {
            // A result is told as one, and no term beside it.
            let told = ["win", "los", "as far", "holds out", "forced"];
            assert!(told.iter().any(|word| sentence.contains(word)), "{bot}: {sentence}");
            assert!(!sentence.contains("although"), "{bot}: {sentence}");
        } else {
            argues_for_the_choice(bot, &sentence, (mine, other), &thought.terms);
        }
    }
    assert_eq!(contrast(thought, count), None);
}
