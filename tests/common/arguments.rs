//! Checks that the sentences about a choice are true: each sentence is compared with the scores and lines of the analysis.

use totora::base::fixed::Fixed;
use totora::contract::analysis::{
    Analysis, Candidate, MOST_DIFFERENCES, Score, Task, Term, TermValue,
};
use totora::contract::game::Game;
use totora::search::explain::{MOST_WORDS, contrast, joined};

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
fn names<G: Game>(text: &str, candidate: &Candidate<G::Move>, position: &G) -> bool {
    let named = |mv: &G::Move| position.move_name(mv);
    let ends = !candidate.after.is_empty();
    let mut line = vec![named(&candidate.mv)];
    line.extend(candidate.pv.iter().filter(|_| ends).map(named));
    let (first, last) = (&line[0], &line[line.len() - 1]);
    let long = line.len() > 1;
    text == joined(&line)
        || (long && text == format!("{first} …"))
        || (long && text == format!("{} … {last}", joined(&line[..2])))
        || first.len() > 32
}

/// Checks `After LINE clause than after LINE`, or `than now`: both lines belong to candidates, and the clause is true and
/// in favour of the first. False for a sentence of another form.
fn is_true_comparison<G: Game>(
    sentence: &str,
    mine: &Candidate<G::Move>,
    analysis: &Analysis<G::Move>,
    position: &G,
) -> bool {
    let Some(body) = sentence.strip_prefix("After ").and_then(|rest| rest.strip_suffix('.')) else {
        return false;
    };
    let others = analysis.candidates.iter().map(|other| (&other.terms[..], Some(other)));
    for (terms, other) in others.chain([(&analysis.now[..], None)]) {
        for (clause, gain) in clauses(&mine.terms, terms, &analysis.terms) {
            let Some((line, than)) = body.split_once(&format!(" {clause} than ")) else { continue };
            let right = match other {
                None => than == "now",
                Some(other) => {
                    than.strip_prefix("after ").is_some_and(|line| names(line, other, position))
                }
            };
            if right && gain > Fixed::ZERO && names(line, mine, position) {
                return true;
            }
        }
    }
    false
}

/// The clause about the next move in a candidate's line, by the seat that is to move there.
fn next_clause<G: Game>(candidate: &Candidate<G::Move>, position: &G) -> Option<String> {
    let next = candidate.pv.first()?;
    let mover = position.to_act().only().expect("one seat");
    let mut then = position.clone();
    then.play(mover, &candidate.mv).expect("legal");
    let (seat, action) = (then.to_act().only().expect("one seat"), then.move_action(next));
    Some(match seat == mover {
        true => format!("you would then {action}"),
        false => format!("{} would {action}", then.seat_name(seat)),
    })
}

/// Checks sentences that say what would follow a move: `After B Black would play C.` and `: there Black would play C.`
fn next_moves_are_true<G: Game>(
    bot: &str,
    sentence: &str,
    candidates: &[Candidate<G::Move>],
    position: &G,
) {
    assert!(!sentence.contains("opponent answers"), "{bot}: {sentence}");
    // A task is compared with a better one, not with an answer.
    let answers = !sentence.starts_with("It would") && !sentence.contains(" would be better, but ");
    let Some(at) = sentence.find(" would ").filter(|_| answers) else {
        return;
    };
    let clause = sentence[..at].rsplit_once(": there ").map_or_else(
        || sentence.strip_prefix("After ").map_or(sentence, |rest| rest),
        |(before, _)| &sentence[before.len() + ": there ".len()..],
    );
    let clause = clause.trim_end_matches('.');
    let is_said = |one: &Candidate<G::Move>| {
        next_clause(one, position).is_some_and(|next| {
            let named = format!("{} {next}", position.move_name(&one.mv));
            let begins = |text: &str| {
                clause
                    .strip_prefix(text)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(" and threaten "))
            };
            begins(&next) || begins(&named)
        })
    };
    assert!(candidates.iter().any(is_said), "{bot}: {sentence}");
}

/// Checks `A scores more than B` and `B scores no more than A` against the scores. Also accepts a true comparison of the ends
/// of lines.
fn is_true<G: Game>(
    sentence: &str,
    mine: &Candidate<G::Move>,
    compared: Option<&Candidate<G::Move>>,
    analysis: &Analysis<G::Move>,
    position: &G,
) -> bool {
    let named = |mv: &G::Move| position.move_name(mv);
    // A sentence about the choice alone names the other move itself.
    let is_compared = |other: &&Candidate<G::Move>| compared.is_none_or(|one| one.mv == other.mv);
    let others =
        || analysis.candidates.iter().filter(|other| other.mv != mine.mv).filter(is_compared);
    let a = named(&mine.mv);
    let more = |other: &Candidate<G::Move>| {
        sentence == format!("{a} scores more than {}.", named(&other.mv))
    };
    let no_more = |other: &Candidate<G::Move>| {
        sentence == format!("{} scores no more than {a}.", named(&other.mv))
    };
    let share = |of: &Candidate<G::Move>| of.interval.map(|interval| interval.share);
    let ends = |of: &Candidate<G::Move>| of.interval.map(|interval| interval.ends());
    // `A is judged clearly better than B: there Black would play C.`
    let judged = |other: &Candidate<G::Move>| {
        let apart = ends(mine).zip(ends(other)).is_some_and(|(a, b)| a[0] > b[1]);
        let five = Fixed::from_thousandths(50);
        let far = share(mine).zip(share(other)).is_some_and(|(x, y)| x - y >= five);
        let how = if apart && far { "clearly" } else { "slightly" };
        let text = format!("{a} is judged {how} better than {}", named(&other.mv));
        let next = next_clause(other, position).map(|next| format!("{text}: there {next}."));
        share(mine) > share(other)
            && (sentence == format!("{text}.") || Some(sentence) == next.as_deref())
    };
    others().any(judged)
        || others().any(|other| more(other) && !other.bound && mine.score > other.score)
        || others().any(|other| no_more(other) && other.bound && other.score <= mine.score)
        || is_true_comparison(sentence, mine, analysis, position)
}

/// Checks the contrasts with the best and the worst candidates. If a bot explains the tasks of its pieces, the tests of its
/// game check its first sentence.
pub(crate) fn arguments_support_the_choice<G: Game>(
    bot: &str,
    (analysis, tasks): (&Analysis<G::Move>, &[Task]),
    position: &G,
) {
    let named = |mv: &G::Move| position.move_name(mv);
    const EACH_END: usize = 5;
    // A move is one word, as it has a picture; the next move after it is not known here by its words.
    let mut phrases: Vec<String> = analysis.candidates.iter().map(|c| named(&c.mv)).collect();
    phrases.retain(|name| name.contains(' '));
    phrases.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let words = |sentence: &str| {
        let mut text = sentence.to_owned();
        for name in &phrases {
            text = text.replace(name.as_str(), "move");
        }
        let next = if phrases.is_empty() || !text.contains(" would ") { 0 } else { 6 };
        text.split_whitespace().count().saturating_sub(next)
    };
    assert!(words(&analysis.why) <= MOST_WORDS || bot == "perfect", "{bot}: {}", analysis.why);
    assert!(analysis.differences.len() <= MOST_DIFFERENCES, "{bot}: {:?}", analysis.differences);
    let Some(choice) = &analysis.choice else { return };
    let Some(mine) = analysis.candidates.iter().find(|c| c.mv == *choice) else { return };
    let count = analysis.candidates.len();
    let compares = [" scores more than ", " scores no more than ", " better than "];
    if tasks.is_empty() && compares.iter().any(|words| analysis.why.contains(words)) {
        // Sentences about counts on the board come before those about terms. They have their own tests.
        let mut sentences = std::iter::once(&analysis.why).chain(&analysis.differences);
        let one = sentences.any(|sentence| is_true(sentence, mine, None, analysis, position));
        assert!(one, "{bot}: {} {:?}", analysis.why, analysis.differences);
    }
    uncertain_moves_are_not_compared(bot, analysis, mine, &named);
    for sentence in std::iter::once(&analysis.why).chain(&analysis.differences) {
        next_moves_are_true(bot, sentence, &analysis.candidates, position);
    }
    counts_are_true(bot, analysis, mine);
    for (at, other) in analysis.candidates.iter().enumerate() {
        if at >= EACH_END && at + EACH_END < count {
            continue;
        }
        let reason = contrast(analysis, at, position).expect("a candidate and a choice");
        let sentence = &reason.headline;
        assert!(sentence.ends_with('.'), "{bot}: {sentence}");
        if other.mv == *choice {
            assert_eq!(*sentence, analysis.why);
            continue;
        }
        assert!(words(sentence) <= MOST_WORDS, "{bot}: {sentence}");
        if sentence.contains(" than ") {
            assert!(is_true(sentence, mine, Some(other), analysis, position), "{bot}: {sentence}");
        }
        next_moves_are_true(bot, sentence, std::slice::from_ref(other), position);
        if mine.interval.is_some() || other.interval.is_some() {
            shares_are_true(bot, sentence, mine, other);
            continue;
        }
        let true_clauses = clauses(&mine.terms, &other.terms, &analysis.terms);
        let gain = |clause: &str| true_clauses.iter().find(|(one, _)| one == clause).map(|c| c.1);
        for difference in &reason.differences {
            let clause = difference.strip_suffix('.').expect("a full stop");
            if clause.ends_with(" any more") {
                let said = [mine, other]
                    .into_iter()
                    .find_map(|of| is_gone(clause, of, analysis, position));
                let term = said.unwrap_or_else(|| panic!("{bot}: {difference}"));
                let gain = mine.terms[term].contribution - other.terms[term].contribution;
                let against = clause.starts_with("Against it: ");
                assert!(against == (gain < Fixed::ZERO), "{bot}: {difference}");
                continue;
            }
            match clause.strip_prefix("Against it: ") {
                Some(clause) => assert!(gain(clause) < Some(Fixed::ZERO), "{bot}: {difference}"),
                None => {
                    let gain = gain(&lower(clause)).or_else(|| gain(clause));
                    assert!(gain > Some(Fixed::ZERO), "{bot}: {difference}");
                }
            }
        }
    }
    assert_eq!(contrast(analysis, count, position), None);
}

/// Checks that something is gone after a candidate, according to a clause; returns the position of the term that says so.
fn is_gone<G: Game>(
    clause: &str,
    of: &Candidate<G::Move>,
    analysis: &Analysis<G::Move>,
    position: &G,
) -> Option<usize> {
    let clause = lower(clause.trim_start_matches("Against it: "));
    let said = |term: &Term| {
        let gone = term.contrast.gone?;
        let by = analysis.terms.iter().position(|other| other.key == gone.by)?;
        let expected = format!("after {} {}", position.move_name(&of.mv), gone.clause);
        (clause == expected && of.terms[by].value == Fixed::ZERO).then_some(())
    };
    analysis.terms.iter().position(|term| said(term).is_some())
}

/// A headline with shares never compares the choice with a move that was rarely examined.
fn uncertain_moves_are_not_compared<M: PartialEq>(
    bot: &str,
    analysis: &Analysis<M>,
    mine: &Candidate<M>,
    named: &dyn Fn(&M) -> String,
) {
    let sentences = || std::iter::once(&analysis.why).chain(&analysis.differences);
    for other in analysis.candidates.iter().filter(|c| c.mv != mine.mv && is_uncertain(c, mine)) {
        let name = named(&other.mv);
        let compared = |sentence: &String| {
            [".", ":"].iter().any(|end| sentence.contains(&format!("% after {name}{end}")))
        };
        assert!(!sentences().any(compared), "{bot}: {}", analysis.why);
    }
}

/// The shares in a sentence are those of the two candidates in whole percent.
fn shares_are_true<M>(bot: &str, sentence: &str, mine: &Candidate<M>, other: &Candidate<M>) {
    for candidate in [mine, other] {
        if let (Some(interval), Score::Value(_)) = (candidate.interval, candidate.score)
            && sentence.contains('%')
        {
            // A sample proves nothing: never 0% or 100%.
            let percent = format!("{}%", ((interval.share.thousandths() + 5) / 10).clamp(1, 99));
            assert!(sentence.contains(&percent), "{bot}: {sentence} ({percent})");
            assert!(interval.share >= Fixed::ZERO && interval.share <= Fixed::ONE);
        }
    }
}

/// Checks the counts in `3 other moves lose by force` and `About equal: a, b and 2 more moves score the same`.
fn counts_are_true<M: PartialEq>(bot: &str, analysis: &Analysis<M>, mine: &Candidate<M>) {
    let number = |text: &str| -> Option<usize> { text.split(' ').next()?.parse().ok() };
    for difference in &analysis.differences {
        if difference.ends_with(" lose by force.") || difference.ends_with("move loses by force.") {
            let lost = analysis.candidates.iter().filter(|c| c.mv != mine.mv);
            let lost = lost.filter(|c| matches!(c.score, Score::Loss(_))).count();
            assert_eq!(number(difference), Some(lost), "{bot}: {difference}");
        }
        if difference.ends_with(" as well.") || difference.ends_with(" is known to win.") {
            let won = analysis.candidates.iter().filter(|c| c.mv != mine.mv);
            let won = won.filter(|c| matches!(c.score, Score::Win(_))).count();
            assert_eq!(number(difference).unwrap_or(0), won, "{bot}: {difference}");
        }
    }
    let equal = analysis.candidates.iter().filter(|c| match (mine.interval, c.interval) {
        (Some(a), Some(b)) => {
            (a.share - b.share).abs() <= Fixed::from_thousandths(10) && !is_uncertain(c, mine)
        }
        // The plies to a win or a loss do not count where the margin does.
        _ if mine.margin.is_some() => !c.bound && c.margin == mine.margin,
        _ => !c.bound && c.score == mine.score && c.margin.is_none(),
    });
    // The sentence about equal moves is the headline, or stands beside it.
    let beside = analysis.differences.iter().find(|one| one.starts_with("About equal: "));
    let why = beside.unwrap_or(&analysis.why);
    if let Some(all) = why.strip_prefix("All ") {
        assert_eq!(number(all), Some(equal.count()), "{bot}: {why}");
        assert_eq!(number(all), Some(analysis.candidates.len()), "{bot}: {why}");
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
