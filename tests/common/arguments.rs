//! Checks that the sentences about a choice are true: each sentence is compared with the scores and lines of the analysis.

use std::fmt::Display;
use totora::base::fixed::Fixed;
use totora::contract::thought::{
    Candidate, MOST_DIFFERENCES, Score, Task, Term, TermValue, Thought,
};
use totora::search::explain::{MOST_WORDS, contrast};

/// A number in the format of a sentence: a whole number from ten on, otherwise with one decimal.
fn rounded(size: Fixed) -> String {
    let (step, thousandths) = if size >= Fixed::from_int(10) { (1_000, 500) } else { (100, 50) };
    let size = (size.thousandths() + thousandths) / step * step;
    let (whole, tenth) = (size / 1_000, size % 1_000 / 100);
    let digits: Vec<char> = whole.to_string().chars().rev().collect();
    let groups: Vec<String> = digits.chunks(3).map(|three| three.iter().collect()).collect();
    let whole: String = groups.join(",").chars().rev().collect();
    if tenth == 0 { whole } else { format!("{whole}.{tenth}") }
}

/// The clause for a difference of `value` in a term.
fn clause(term: &Term, value: Fixed) -> String {
    let pattern = if value > Fixed::ZERO { term.contrast.more } else { term.contrast.less };
    let size = rounded(value.abs());
    if pattern.is_empty() {
        let direction = if value > Fixed::ZERO { "higher" } else { "lower" };
        return format!("“{}” is {size} {direction}", term.label);
    }
    let percent = format!("{}%", (value.abs().thousandths() + 5) / 10);
    let pattern = pattern.replace('#', &size).replace('%', &percent);
    let Some((before, rest)) = pattern.split_once('[') else { return pattern };
    let (noun, after) = rest.split_once(']').expect("a closed bracket");
    let (one, many) = noun.split_once('|').expect("one and many");
    format!("{before}{}{after}", if size == "1" { one } else { many })
}

/// The true clauses that compare two candidates, each with its contribution to the score of the first.
fn clauses(mine: &[TermValue], other: &[TermValue], terms: &[Term]) -> Vec<(String, Fixed)> {
    let pairs = mine.iter().zip(other).zip(terms);
    pairs
        .filter(|((a, b), _)| a.value != b.value)
        .map(|((a, b), term)| (clause(term, a.value - b.value), a.contribution - b.contribution))
        .collect()
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}

/// Whether a share of wins is too uncertain to be compared: it has fewer than 64 games and fewer than a quarter of the
/// games of the choice.
fn is_uncertain<M>(other: &Candidate<M>, mine: &Candidate<M>) -> bool {
    let games = |candidate: &Candidate<M>| candidate.visits.unwrap_or(0);
    other.interval.is_some()
        && mine.interval.is_some()
        && games(other) < 64
        && 4 * games(other) < games(mine)
}

/// Whether `text` is a valid name of a candidate's line in a sentence.
fn names<M>(text: &str, candidate: &Candidate<M>, named: &dyn Fn(&M) -> String) -> bool {
    let ends = !candidate.after.is_empty();
    let mut line = vec![named(&candidate.mv)];
    line.extend(candidate.pv.iter().filter(|_| ends).map(named));
    let (first, last) = (&line[0], &line[line.len() - 1]);
    let long = line.len() > 1;
    text == line.join(" ")
        || (long && text == format!("{first} …"))
        || (long && text == format!("{first} {} … {last}", line[1]))
        || first.len() > 24
}

/// Checks `After LINE clause than after LINE`, or `than now`: both lines belong to candidates, and the clause is true and
/// in favour of the first. False for a sentence of another form.
fn is_true_comparison<M: PartialEq>(
    sentence: &str,
    mine: &Candidate<M>,
    thought: &Thought<M>,
    named: &dyn Fn(&M) -> String,
) -> bool {
    let Some(body) = sentence.strip_prefix("After ").and_then(|rest| rest.strip_suffix('.')) else {
        return false;
    };
    let others = thought.candidates.iter().map(|other| (&other.terms[..], Some(other)));
    for (terms, other) in others.chain([(&thought.now[..], None)]) {
        for (clause, gain) in clauses(&mine.terms, terms, &thought.terms) {
            let Some((line, than)) = body.split_once(&format!(" {clause} than ")) else { continue };
            let right = match other {
                None => than == "now",
                Some(other) => {
                    than.strip_prefix("after ").is_some_and(|line| names(line, other, named))
                }
            };
            if right && gain > Fixed::ZERO && names(line, mine, named) {
                return true;
            }
        }
    }
    false
}

/// Checks `A scores more than B` and `B scores no more than A` against the scores. Also accepts a true comparison of the ends
/// of lines.
fn is_true<M: PartialEq>(
    sentence: &str,
    mine: &Candidate<M>,
    compared: Option<&Candidate<M>>,
    thought: &Thought<M>,
    named: &dyn Fn(&M) -> String,
) -> bool {
    // A sentence about the choice alone names the other move itself.
    let is_compared = |other: &&Candidate<M>| compared.is_none_or(|one| one.mv == other.mv);
    let others =
        || thought.candidates.iter().filter(|other| other.mv != mine.mv).filter(is_compared);
    let a = named(&mine.mv);
    let more =
        |other: &Candidate<M>| sentence == format!("{a} scores more than {}.", named(&other.mv));
    let no_more =
        |other: &Candidate<M>| sentence == format!("{} scores no more than {a}.", named(&other.mv));
    let share = |of: &Candidate<M>| of.interval.map(|interval| interval.share);
    let ends = |of: &Candidate<M>| of.interval.map(|interval| interval.ends());
    // `A is judged clearly better than B, where the opponent answers C.`
    let judged = |other: &Candidate<M>| {
        let apart = ends(mine).zip(ends(other)).is_some_and(|(a, b)| a[0] > b[1]);
        let five = Fixed::from_thousandths(50);
        let far = share(mine).zip(share(other)).is_some_and(|(x, y)| x - y >= five);
        let how = if apart && far { "clearly" } else { "slightly" };
        let text = format!("{a} is judged {how} better than {}", named(&other.mv));
        let reply = other
            .pv
            .first()
            .map(|reply| format!("{text}, where the opponent answers {}.", named(reply)));
        share(mine) > share(other)
            && (sentence == format!("{text}.") || Some(sentence) == reply.as_deref())
    };
    others().any(judged)
        || others().any(|other| more(other) && !other.bound && mine.score > other.score)
        || others().any(|other| no_more(other) && other.bound && other.score <= mine.score)
        || is_true_comparison(sentence, mine, thought, named)
}

/// Checks the contrasts with the best and the worst candidates. If a bot explains the tasks of its pieces, the tests of its
/// game check its first sentence.
pub(crate) fn arguments_support_the_choice<M: Display + PartialEq>(
    bot: &str,
    (thought, tasks): (&Thought<M>, &[Task]),
    named: &dyn Fn(&M) -> String,
) {
    const EACH_END: usize = 5;
    let words = |sentence: &str| sentence.split_whitespace().count();
    assert!(words(&thought.why) <= MOST_WORDS || bot == "perfect", "{bot}: {}", thought.why);
    assert!(thought.differences.len() <= MOST_DIFFERENCES, "{bot}: {:?}", thought.differences);
    let Some(choice) = &thought.choice else { return };
    let Some(mine) = thought.candidates.iter().find(|c| c.mv == *choice) else { return };
    let count = thought.candidates.len();
    if tasks.is_empty() && thought.why.contains(" than ") {
        // Sentences about counts on the board come before those about terms. They have their own tests.
        let mut sentences = std::iter::once(&thought.why).chain(&thought.differences);
        let one = sentences.any(|sentence| is_true(sentence, mine, None, thought, named));
        assert!(one, "{bot}: {} {:?}", thought.why, thought.differences);
    }
    uncertain_moves_are_not_compared(bot, thought, mine, named);
    counts_are_true(bot, thought, mine);
    for (at, other) in thought.candidates.iter().enumerate() {
        if at >= EACH_END && at + EACH_END < count {
            continue;
        }
        let reason = contrast(thought, at, named).expect("a candidate and a choice");
        let sentence = &reason.headline;
        assert!(sentence.ends_with('.'), "{bot}: {sentence}");
        if other.mv == *choice {
            assert_eq!(*sentence, thought.why);
            continue;
        }
        assert!(words(sentence) <= MOST_WORDS, "{bot}: {sentence}");
        if sentence.contains(" than ") {
            assert!(is_true(sentence, mine, Some(other), thought, named), "{bot}: {sentence}");
        }
        if mine.interval.is_some() || other.interval.is_some() {
            shares_are_true(bot, sentence, mine, other);
            continue;
        }
        let true_clauses = clauses(&mine.terms, &other.terms, &thought.terms);
        let gain = |clause: &str| true_clauses.iter().find(|(one, _)| one == clause).map(|c| c.1);
        for difference in &reason.differences {
            let clause = difference.strip_suffix('.').expect("a full stop");
            match clause.strip_prefix("Against it: ") {
                Some(clause) => assert!(gain(clause) < Some(Fixed::ZERO), "{bot}: {difference}"),
                None => {
                    let gain = gain(&lower(clause)).or_else(|| gain(clause));
                    assert!(gain > Some(Fixed::ZERO), "{bot}: {difference}");
                }
            }
        }
    }
    assert_eq!(contrast(thought, count, named), None);
}

/// A headline with shares never compares the choice with a move that was rarely examined.
fn uncertain_moves_are_not_compared<M: PartialEq>(
    bot: &str,
    thought: &Thought<M>,
    mine: &Candidate<M>,
    named: &dyn Fn(&M) -> String,
) {
    let sentences = || std::iter::once(&thought.why).chain(&thought.differences);
    for other in thought.candidates.iter().filter(|c| c.mv != mine.mv && is_uncertain(c, mine)) {
        let name = named(&other.mv);
        let compared = |sentence: &String| {
            [".", ":"].iter().any(|end| sentence.contains(&format!("% after {name}{end}")))
        };
        assert!(!sentences().any(compared), "{bot}: {}", thought.why);
    }
}

/// The shares in a sentence are those of the two candidates in whole percent, and the reply is in the line of the other.
fn shares_are_true<M>(bot: &str, sentence: &str, mine: &Candidate<M>, other: &Candidate<M>) {
    for candidate in [mine, other] {
        if let (Some(interval), Score::Value(_)) = (candidate.interval, candidate.score)
            && sentence.contains('%')
        {
            let percent = format!("{}%", (interval.share.thousandths() + 5) / 10);
            assert!(sentence.contains(&percent), "{bot}: {sentence} ({percent})");
            assert!(interval.share >= Fixed::ZERO && interval.share <= Fixed::ONE);
        }
    }
    if sentence.contains("the opponent answers") {
        assert!(!other.pv.is_empty(), "{bot}: {sentence}");
    }
}

/// Checks the counts in `3 other moves lose by force` and `About equal: a, b and 2 more moves score the same`.
fn counts_are_true<M: PartialEq>(bot: &str, thought: &Thought<M>, mine: &Candidate<M>) {
    let number = |text: &str| -> Option<usize> { text.split(' ').next()?.parse().ok() };
    for difference in &thought.differences {
        if difference.ends_with(" lose by force.") || difference.ends_with("move loses by force.") {
            let lost = thought.candidates.iter().filter(|c| c.mv != mine.mv);
            let lost = lost.filter(|c| matches!(c.score, Score::Loss(_))).count();
            assert_eq!(number(difference), Some(lost), "{bot}: {difference}");
        }
        if difference.ends_with(" as well.") || difference.ends_with(" is known to win.") {
            let won = thought.candidates.iter().filter(|c| c.mv != mine.mv);
            let won = won.filter(|c| matches!(c.score, Score::Win(_))).count();
            assert_eq!(number(difference).unwrap_or(0), won, "{bot}: {difference}");
        }
    }
    let equal = thought.candidates.iter().filter(|c| match (mine.interval, c.interval) {
        (Some(a), Some(b)) => {
            (a.share - b.share).abs() <= Fixed::from_thousandths(10) && !is_uncertain(c, mine)
        }
        _ => !c.bound && c.score == mine.score && c.margin == mine.margin,
    });
    let why = &thought.why;
    if let Some(all) = why.strip_prefix("All ") {
        assert_eq!(number(all), Some(equal.count()), "{bot}: {why}");
        assert_eq!(number(all), Some(thought.candidates.len()), "{bot}: {why}");
        return;
    }
    let body = why.trim_end_matches('.');
    let more = [" are within 1%", " score the same"];
    let by = [" win by ", " lose by "].into_iter().find_map(|verb| body.split_once(verb));
    let by = by.filter(|(_, margin)| *margin != "force");
    let body = match (by, more.iter().find_map(|end| body.strip_suffix(end))) {
        (Some((names, _)), _) => names,
        (None, Some(body)) => {
            body.strip_prefix("About equal: ").unwrap_or_else(|| panic!("{bot}: {why}"))
        }
        (None, None) => return,
    };
    let count = match body.rsplit_once(" and ") {
        None => number(body).expect("a number"),
        Some((named, last)) => {
            let names = named.split(", ").count();
            names + last.strip_suffix(" more moves").map_or(1, |n| number(n).expect("a number"))
        }
    };
    assert_eq!(count, equal.count(), "{bot}: {why}");
}
