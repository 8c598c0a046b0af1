//! Why, in words: what speaks for the choice against another candidate, by the terms in which the two differ
//! most, and phrases that the bots share.
//!
//! The sentences are made of a thought alone: scores, and for every term how a difference in it is told
//! ([`Contrast`](crate::contract::thought::Contrast)), which games and searches declare. They never argue against the
//! choice: what speaks for the other move is told after *although*. A bound is spoken of as one, a forced
//! result as one. No game is known here, and nothing is decided.

use super::deepening::LOOK_AHEAD;
use crate::base::fixed::Fixed;
use crate::base::util::{set_apart, sort_by_key};
use crate::contract::thought::{Candidate, Margin, Score, Term, TermValue, Thought};
use std::fmt::Display;

/// The most differences that a sentence names.
const MOST_CLAUSES: usize = 4;
/// Moves with a longer notation are not named: sets of orders are no words of a sentence.
const LONGEST_NAME: usize = 24;

/// What a bot knows about its choice beside the numbers of its thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// How it was looked at, with which the sentence begins: `Seen 4 plies deep`. May be empty.
    pub seen: &'a str,
    /// What the opponent would win by if nothing were done about it: `the loop around 5,6`.
    pub danger: Option<&'a str>,
    /// Whether the choice was the only legal move.
    pub only: bool,
    /// Whether chance decided among equal scores.
    pub drawn: bool,
}

/// `1 ply`, `4 plies`.
pub fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
}

/// The sentence about a choice that wins; `None` for one that does not.
pub fn winning(mv: &dyn Display, score: Score) -> Option<String> {
    Some(match score {
        Score::Win(Some(1)) => format!("{mv} wins at once."),
        Score::Win(Some(n)) => format!("{mv} wins by force within {}.", plies(n)),
        Score::Win(None) => format!("{mv} wins by force."),
        Score::Unknown | Score::Loss(_) | Score::Value(_) => return None,
    })
}

/// A number with its thousands set apart: `16,842.5`.
pub fn grouped(number: Fixed) -> String {
    let text = number.to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, rest) = text.split_once('.').map_or((text, None), |(w, r)| (w, Some(r)));
    let out = set_apart(whole);
    match rest {
        None => format!("{sign}{out}"),
        Some(rest) => format!("{sign}{out}.{rest}"),
    }
}

/// With its sign, even of what is above nought.
fn signed(number: Fixed) -> String {
    let plus = if number > Fixed::ZERO { "+" } else { "" };
    format!("{plus}{}", grouped(number))
}

/// A list in words: `this, that and the other`.
pub fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A candidate without the type of its move.
struct Side<'a> {
    name: String,
    score: Score,
    bound: bool,
    margin: Option<Margin>,
    terms: &'a [TermValue],
}

impl<'a> Side<'a> {
    fn of<M: Display>(candidate: &'a Candidate<M>, or: &str) -> Side<'a> {
        let name = candidate.mv.to_string();
        let name = if name.len() > LONGEST_NAME { or.to_owned() } else { name };
        let &Candidate { score, bound, margin, ref terms, .. } = candidate;
        Side { name, score, bound, margin, terms }
    }
}

/// Why the choice of a thought was chosen, whose candidates are sorted: a forced result, or what speaks for it
/// against the best of the others.
pub fn why<M: Display + PartialEq>(thought: &Thought<M>, notes: Notes) -> String {
    let Some(choice) = &thought.choice else { return "No move is owed here.".to_owned() };
    let Some(at) = thought.candidates.iter().position(|c| c.mv == *choice) else {
        return format!("{choice} was chosen before anything had been looked at.");
    };
    let others = || thought.candidates.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, c)| c);
    let mine = &thought.candidates[at];
    let level = |c: &&Candidate<M>| !c.bound && c.score == mine.score && c.margin == mine.margin;
    let ties = others().filter(level).count();
    let rest: Vec<Side> = others().map(|other| Side::of(other, "the other")).collect();
    let best = others().position(|c| !level(&c) && c.score != Score::Unknown);
    reason(&Side::of(mine, "this"), &rest, (ties, best), &thought.terms, notes)
}

fn reason(
    mine: &Side,
    others: &[Side],
    (ties, best): (usize, Option<usize>),
    terms: &[Term],
    notes: Notes,
) -> String {
    let name = &mine.name;
    let losing = |side: &Side| matches!(side.score, Score::Loss(_));
    if notes.only {
        return match mine.score {
            Score::Unknown | Score::Value(_) => format!("{name} is the only move."),
            Score::Loss(_) => format!("{name} is the only move, and it loses by force."),
            Score::Win(_) => winning(name, mine.score).unwrap_or_default(),
        };
    }
    match mine.score {
        Score::Win(Some(1)) => return format!("{name} wins at once."),
        Score::Loss(plies_of) => {
            let danger = notes.danger.map_or("by force".to_owned(), |what| format!("to {what}"));
            let sooner = others.iter().any(|side| losing(side) && side.score < mine.score);
            return match plies_of {
                Some(n) if sooner => {
                    format!(
                        "Every move loses {danger}; {name} holds out longest, for {}.",
                        plies(n)
                    )
                }
                Some(n) => {
                    let within = plies(n);
                    format!(
                        "Every move loses {danger} within {within}; none holds out longer than {name}."
                    )
                }
                None => format!("Every move loses {danger}."),
            };
        }
        Score::Unknown | Score::Win(_) => {}
        Score::Value(_) if !others.is_empty() && others.iter().all(losing) => {
            let danger = notes.danger.map_or("by force".to_owned(), |what| format!("to {what}"));
            return format!("{name} is forced: every other move loses {danger}.");
        }
        Score::Value(_) => {}
    }
    let chance = if notes.drawn { ", and the seed decided" } else { "" };
    let level = match ties {
        0 => String::new(),
        1 => format!("another move scores the same{chance}"),
        n => format!("{n} others score the same{chance}"),
    };
    let sentence = match best {
        Some(best) => Some(compared(mine, &others[best], terms)),
        None if ties > 0 => None,
        None => winning(name, mine.score).map(|words| words.trim_end_matches('.').to_owned()),
    };
    let sentence = match (sentence, level.as_str()) {
        (Some(sentence), "") => sentence,
        (Some(sentence), level) => format!("{sentence}; {level}"),
        // The others were not looked at, or are not asked for.
        (None, "") => match mine.score {
            Score::Value(value) => format!("{name} comes to {}", signed(value)),
            Score::Unknown | Score::Win(_) | Score::Loss(_) => name.clone(),
        },
        (None, _) if ties + 1 == others.len() + 1 && ties > 1 => {
            format!("all {} moves score the same{chance}", ties + 1)
        }
        (None, level) => format!("{name} was chosen, but {level}"),
    };
    if notes.seen.is_empty() {
        return format!("{}.", capital(&sentence, name));
    }
    format!("{}, {sentence}.", notes.seen)
}

/// With a capital letter, unless it begins with a move.
fn capital(sentence: &str, name: &str) -> String {
    let mut sentence = sentence.to_owned();
    if !sentence.starts_with(name)
        && let Some(first) = sentence.get(..1)
    {
        sentence.replace_range(..1, &first.to_ascii_uppercase());
    }
    sentence
}

/// What speaks for the choice of a thought against the candidate number `at`, in a sentence; of the choice itself,
/// why it was chosen. `None` where there is no such candidate, or no choice.
pub fn contrast<M: Display + PartialEq>(thought: &Thought<M>, at: usize) -> Option<String> {
    let choice = thought.choice.as_ref()?;
    let other = thought.candidates.get(at)?;
    if other.mv == *choice {
        return Some(thought.why.clone());
    }
    let mine = thought.candidates.iter().find(|c| c.mv == *choice)?;
    let (mine, other) = (Side::of(mine, "this"), Side::of(other, "the other"));
    Some(format!("{}.", compared(&mine, &other, &thought.terms)))
}

/// `e5 rather than d2: 3 more moves for you and 2 fewer for the opponent`, without the full stop.
fn compared(mine: &Side, other: &Side, terms: &[Term]) -> String {
    let (a, b) = (&mine.name, &other.name);
    let within = |n: Option<u32>| n.map_or(String::new(), |n| format!(" within {}", plies(n)));
    match (mine.score, other.score) {
        (Score::Win(_), Score::Win(_)) if let (Some(m), Some(n)) = (mine.margin, other.margin) => {
            format!("{a} wins by {m}, {b} by {n}")
        }
        (Score::Loss(_), Score::Loss(_))
            if let (Some(m), Some(n)) = (mine.margin, other.margin) =>
        {
            format!("{a} loses by {m}, {b} by {n}")
        }
        (Score::Win(n), Score::Win(m)) => match (n, m) {
            (Some(n), Some(m)) if n < m => {
                format!("{a} wins by force within {}, {b} only within {m}", plies(n))
            }
            (None, Some(m)) => format!("{a} wins by force, and so does {b}, within {}", plies(m)),
            _ => format!("{a} wins by force{}, and so does {b}", within(n)),
        },
        (Score::Win(n), Score::Loss(m)) => {
            format!("{a} wins by force{}; {}", within(n), lost(b, m))
        }
        (Score::Win(n), _) => {
            format!("{a} wins by force{}; {b} is not known to", within(n))
        }
        (Score::Value(_), Score::Loss(m)) => format!("{a} rather than {b}: {}", lost(b, m)),
        (Score::Loss(Some(n)), Score::Loss(Some(m))) if n > m => {
            format!("{a} holds out for {}, {b} only for {m}", plies(n))
        }
        (Score::Loss(n), Score::Loss(_)) => {
            format!("{a} loses by force{}, and so does {b}", within(n))
        }
        (_, Score::Unknown) => format!("{a} rather than {b}, which was not searched as far"),
        _ => weighed(mine, other, terms),
    }
}

fn lost(name: &str, plies_of: Option<u32>) -> String {
    match plies_of {
        Some(1) => format!("{name} loses at once"),
        Some(2) => format!("after {name} the opponent wins at once"),
        Some(n) => format!("{name} loses by force within {}", plies(n)),
        None => format!("{name} loses by force"),
    }
}

/// The two by their terms.
fn weighed(mine: &Side, other: &Side, terms: &[Term]) -> String {
    let (a, b) = (&mine.name, &other.name);
    let pairs = mine.terms.iter().zip(other.terms).zip(terms);
    let mut apart: Vec<(Fixed, Fixed, &Term)> = pairs
        .map(|((mine, other), term)| {
            (mine.contribution - other.contribution, mine.value - other.value, term)
        })
        .filter(|(gain, _, _)| *gain != Fixed::ZERO)
        .collect();
    sort_by_key(&mut apart, |(gain, _, _)| (-gain.abs().thousandths(), 0));
    // Those that differ most, and in any case one that speaks for the choice.
    let first_for = apart.iter().position(|(gain, _, _)| *gain > Fixed::ZERO);
    if let Some(at) = first_for.filter(|&at| at >= MOST_CLAUSES) {
        apart.swap(at, MOST_CLAUSES - 1);
    }
    apart.truncate(MOST_CLAUSES);
    let told = |speaks: &dyn Fn(Fixed) -> bool, bounded: &str| {
        let mut noun = "";
        let mut clauses = Vec::new();
        for (gain, value, term) in apart.iter().filter(|(gain, _, _)| speaks(*gain)) {
            let bounded = if other.bound && term.key == LOOK_AHEAD.key { bounded } else { "" };
            clauses.push(clause(term, *value, *gain, bounded, &mut noun));
        }
        listed(&clauses)
    };
    let speak_for = told(&|gain| gain > Fixed::ZERO, "at least ");
    let against = told(&|gain| gain < Fixed::ZERO, "at most ");
    let no_better = match (other.bound, other.score) {
        (true, Score::Value(value)) => format!(", which comes to {} at most", signed(value)),
        _ => String::new(),
    };
    let level = mine.score == other.score && !other.bound;
    match (speak_for.as_str(), against.as_str()) {
        ("", "") if other.bound => format!("{a} rather than {b}{no_better}"),
        ("", "") => format!("{a} and {b} score the same"),
        (pro, "") => format!("{a} rather than {b}{no_better}: {pro}"),
        ("", con) => format!("{a} rather than {b}{no_better}, although {con}"),
        (pro, con) if level => format!("{a} and {b} score the same: {pro}, but {con}"),
        (pro, con) => format!("{a} rather than {b}{no_better}: {pro}, although {con}"),
    }
}

/// One difference in words: the choice has `value` more of a term, which gains it so much of its score.
/// `noun` is the one of the clause before, which is not said again.
fn clause(
    term: &Term,
    value: Fixed,
    gain: Fixed,
    bounded: &str,
    noun: &mut &'static str,
) -> String {
    let pattern = if value > Fixed::ZERO { term.contrast.more } else { term.contrast.less };
    let words = if pattern.is_empty() {
        let way = if value > Fixed::ZERO { "higher" } else { "lower" };
        format!("“{}” is {bounded}{} {way}", term.label, grouped(value.abs()))
    } else {
        filled(pattern, value.abs(), bounded, noun)
    };
    // The number says it already, where the weight is one.
    if gain.abs() == value.abs() { words } else { format!("{words} ({})", signed(gain)) }
}

/// A pattern of [`Contrast`](crate::contract::thought::Contrast) with its number.
fn filled(pattern: &'static str, size: Fixed, bounded: &str, said: &mut &'static str) -> String {
    let mut words = String::new();
    let mut rest = pattern;
    let mut noun = "";
    while let Some(at) = rest.find(['#', '%', '[']) {
        let (before, sign) = rest.split_at(at);
        words += before;
        rest = &sign[1..];
        match &sign[..1] {
            "#" => words += &format!("{bounded}{}", grouped(size)),
            "%" => words += &format!("{bounded}{}%", size.times(Fixed::from_int(100))),
            _ => {
                let (inside, after) = rest.split_once(']').unwrap_or((rest, ""));
                rest = after;
                noun = inside;
                if *said == inside {
                    words.truncate(words.trim_end().len());
                } else {
                    let (one, many) = inside.split_once('|').unwrap_or((inside, inside));
                    words += if size == Fixed::ONE { one } else { many };
                }
            }
        }
    }
    *said = noun;
    words + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::thought::Contrast;

    const OWN: Term = Term {
        key: "own",
        label: "own moves",
        meaning: "",
        weight: Fixed::ONE,
        contrast: Contrast {
            more: "# more [move|moves] for you",
            less: "# fewer [move|moves] for you",
        },
    };
    const THEIRS: Term = Term {
        key: "opponent",
        weight: Fixed::from_int(-2),
        contrast: Contrast {
            more: "# more [move|moves] for the opponent",
            less: "# fewer [move|moves] for the opponent",
        },
        ..OWN
    };

    fn thought(rows: &[(&'static str, i64, i64, i64)]) -> Thought<String> {
        let terms = vec![OWN, THEIRS, LOOK_AHEAD];
        let candidates = rows.iter().map(|&(mv, own, theirs, ahead)| {
            let values = [own, theirs, ahead].map(Fixed::from_int);
            let of = |(term, &value): (&Term, &Fixed)| TermValue {
                value,
                contribution: term.weight.times(value),
            };
            let values: Vec<TermValue> = terms.iter().zip(&values).map(of).collect();
            Candidate::exact(
                mv.to_owned(),
                Score::Value(values.iter().map(|value| value.contribution).sum()),
                values,
            )
        });
        let candidates: Vec<_> = candidates.collect();
        let mut thought = Thought {
            choice: candidates.first().map(|c| c.mv.clone()),
            candidates,
            terms: terms.clone(),
            nodes: 0,
            depth: 1,
            exact: false,
            why: String::new(),
        };
        thought.sort();
        thought.why = why(&thought, Notes { seen: "Seen 4 plies deep", ..Notes::default() });
        thought
    }

    #[test]
    fn the_choice_is_told_from_the_others_by_what_speaks_for_it() {
        let thought =
            thought(&[("e5", 7, 3, 0), ("d2", 4, 5, 0), ("a1", 6, 3, 0), ("b2", 9, 6, 0)]);
        assert_eq!(
            contrast(&thought, thought.candidates.iter().position(|c| c.mv == "d2").unwrap_or(0)),
            Some(
                "e5 rather than d2: 2 fewer moves for the opponent (+4) and 3 more moves for you."
                    .replace("3 more moves", "3 more")
            )
        );
        assert_eq!(thought.why, "Seen 4 plies deep, e5 rather than a1: 1 more move for you.");
        let at = thought.candidates.iter().position(|c| c.mv == "b2").unwrap_or(0);
        assert_eq!(
            contrast(&thought, at).as_deref(),
            Some(
                "e5 rather than b2: 3 fewer moves for the opponent (+6), although 2 fewer moves for you."
            )
        );
        assert_eq!(contrast(&thought, 0), Some(thought.why.clone()));
        assert_eq!(contrast(&thought, 4), None);
    }

    #[test]
    fn a_bound_is_spoken_of_as_one_and_a_result_as_one() {
        let mut thought = thought(&[("e5", 7, 3, 4), ("d2", 7, 3, 1), ("a1", 7, 2, 0)]);
        for candidate in &mut thought.candidates[1..] {
            candidate.bound = true;
        }
        let of = |thought: &Thought<String>, mv: &str| {
            let at = thought.candidates.iter().position(|c| c.mv == mv).unwrap_or(9);
            contrast(thought, at).unwrap_or_default()
        };
        assert_eq!(
            of(&thought, "d2"),
            "e5 rather than d2, which comes to +2 at most: looking ahead adds at least 3 more."
        );
        assert_eq!(
            of(&thought, "a1"),
            "e5 rather than a1, which comes to +3 at most: looking ahead adds at least 4 more, although 1 more move for the opponent (-2)."
        );
        thought.candidates[1].bound = false;
        thought.candidates[1].score = Score::Loss(Some(2));
        let name = thought.candidates[1].mv.clone();
        assert!(of(&thought, &name).ends_with("the opponent wins at once."));
        thought.candidates[2].score = Score::Loss(Some(4));
        let notes = Notes { danger: Some("the loop around 5,6"), ..Notes::default() };
        assert_eq!(
            why(&thought, notes),
            "e5 is forced: every other move loses to the loop around 5,6."
        );
    }

    #[test]
    fn thousands_are_set_apart() {
        for (thousandths, text) in
            [(0, "0"), (999_000, "999"), (1_000_500, "1,000.5"), (-12_345_678_000, "-12,345,678")]
        {
            assert_eq!(grouped(Fixed::from_thousandths(thousandths)), text);
        }
    }

    #[test]
    fn equal_scores_are_called_equal() {
        let mut equal = thought(&[("e5", 7, 3, 0), ("d2", 7, 3, 0), ("c1", 9, 4, 0)]);
        let notes = Notes { drawn: true, ..Notes::default() };
        assert_eq!(why(&equal, notes), "All 3 moves score the same, and the seed decided.");
        let at = equal.candidates.iter().position(|c| c.mv == "c1").unwrap_or(0);
        assert_eq!(
            contrast(&equal, at).as_deref(),
            Some(
                "e5 and c1 score the same: 1 fewer move for the opponent (+2), but 2 fewer moves for you."
            )
        );
        equal.candidates.truncate(1);
        assert_eq!(why(&equal, Notes { only: true, ..notes }), "e5 is the only move.");
    }
}
