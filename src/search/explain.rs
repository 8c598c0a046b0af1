//! Why, in words: a headline of at most 20 words, and at most three differences, a sentence each.
//!
//! They are made of a thought alone: scores, lines, and for every term how a difference in it is said
//! ([`Contrast`](crate::contract::thought::Contrast)), which games and searches declare. Where a bot looks ahead, the terms
//! compared are those at the ends of the two lines, whose sums are the scores. No game is known here, and nothing is
//! decided.

use crate::base::fixed::Fixed;
use crate::base::util::{counted, set_apart, sort_by_key};
use crate::contract::thought::{Candidate, MOST_DIFFERENCES, Score, Term, TermValue, Thought};

/// The most words of a headline.
pub const MOST_WORDS: usize = 20;
/// So many moves of a line stand in a sentence; of a longer one the first two and the last.
const MOST_MOVES: usize = 4;
/// Moves with a longer notation are not named: sets of orders are no words of a sentence.
const LONGEST_NAME: usize = 24;
/// Shares of wins that lie no further apart are called equal.
const ABOUT_EQUAL: Fixed = Fixed::from_thousandths(10);
/// A share that is known less well than this says nothing: fewer than 63 simulations.
const HARDLY_KNOWN: Fixed = Fixed::from_thousandths(125);

/// What a bot knows about its choice beside the numbers of its thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// What the opponent would win by if nothing were done about it: `the loop around 5,6`.
    pub danger: Option<&'a str>,
    /// Whether the choice was the only legal move.
    pub only: bool,
    /// Whether chance decided among equal scores.
    pub drawn: bool,
}

/// A headline with its differences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// One sentence.
    pub headline: String,
    /// More sentences.
    pub differences: Vec<String>,
}

impl Reason {
    fn only(headline: String) -> Reason {
        Reason { headline, differences: Vec::new() }
    }
}

/// `1 ply`, `4 plies`.
pub fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
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

/// A list in words: `this, that and the other`.
pub fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A share in whole percent: `54%`.
pub fn percent(share: Fixed) -> String {
    let (thousandths, sign) =
        (share.thousandths().abs(), if share < Fixed::ZERO { "-" } else { "" });
    format!("{sign}{}%", (thousandths + 5) / 10)
}

/// A candidate, with how it is named.
struct Side<'a, M> {
    candidate: &'a Candidate<M>,
    name: String,
    /// The move with its line, as a sentence has it: `c4 e3 d5 b2`.
    line: String,
    /// The same shorter: `c4 …`.
    short: String,
    reply: Option<String>,
}

impl<'a, M> Side<'a, M> {
    fn of(candidate: &'a Candidate<M>, or: &str, named: &dyn Fn(&M) -> String) -> Side<'a, M> {
        let name = named(&candidate.mv);
        let name = if name.len() > LONGEST_NAME { or.to_owned() } else { name };
        // Terms that are not those of the end of a line are those right after the move.
        let plies = if candidate.after.is_empty() { 0 } else { candidate.pv.len() };
        let mut moves = vec![name.clone()];
        moves.extend(candidate.pv.iter().take(plies).map(named));
        let line = match moves.as_slice() {
            [first, second, .., last] if moves.len() > MOST_MOVES => {
                format!("{first} {second} … {last}")
            }
            moves => moves.join(" "),
        };
        let short = if moves.len() > 1 { format!("{name} …") } else { name.clone() };
        let reply = candidate.pv.first().map(named).filter(|reply| reply.len() <= LONGEST_NAME);
        Side { candidate, name, line, short, reply }
    }

    fn score(&self) -> Score {
        self.candidate.score
    }

    fn visits(&self) -> u64 {
        self.candidate.visits.unwrap_or(0)
    }
}

/// Says why the choice of a thought was chosen, whose candidates are sorted. `named` are the moves as they are
/// printed on the board.
pub fn explain<M: PartialEq>(thought: &mut Thought<M>, notes: Notes, named: &dyn Fn(&M) -> String) {
    let Reason { headline, differences } = reason(thought, notes, named);
    (thought.why, thought.differences) = (headline, differences);
}

fn reason<M: PartialEq>(
    thought: &Thought<M>,
    notes: Notes,
    named: &dyn Fn(&M) -> String,
) -> Reason {
    let Some(choice) = &thought.choice else {
        return Reason::only("No move is owed here.".to_owned());
    };
    let Some(at) = thought.candidates.iter().position(|c| c.mv == *choice) else {
        return Reason::only("It was stopped before it had looked at anything.".to_owned());
    };
    let mine = Side::of(&thought.candidates[at], "this", named);
    let others: Vec<&Candidate<M>> =
        thought.candidates.iter().filter(|other| other.mv != *choice).collect();
    let name = &mine.name;
    let losing = |other: &&Candidate<M>| matches!(other.score, Score::Loss(_));
    let danger = || notes.danger.map_or("by force".to_owned(), |what| format!("to {what}"));
    if notes.only || (others.is_empty() && matches!(mine.score(), Score::Loss(_))) {
        let headline = match mine.score() {
            Score::Unknown | Score::Value(_) => format!("{name} is the only legal move."),
            Score::Loss(_) => format!("{name} is the only legal move, and it loses by force."),
            Score::Win(n) => wins(name, n),
        };
        let reply = mine.reply.iter().map(|reply| format!("The best reply found is {reply}."));
        return Reason { headline, differences: reply.collect() };
    }
    match mine.score() {
        Score::Win(n) if mine.candidate.margin.is_none() => {
            let winning = others.iter().filter(|other| matches!(other.score, Score::Win(_)));
            let also = match winning.count() {
                0 => "No other move is known to win.".to_owned(),
                1 => "1 other move wins by force as well.".to_owned(),
                n => format!("{} win by force as well.", counted(n as u64, "other move")),
            };
            let differences = if others.is_empty() { Vec::new() } else { vec![also] };
            return Reason { headline: wins(name, n), differences };
        }
        Score::Loss(n) if mine.candidate.margin.is_none() => {
            let sooner = others.iter().any(|other| losing(other) && other.score < mine.score());
            return Reason::only(match n {
                Some(n) if sooner => {
                    format!(
                        "Every move loses {}; {name} holds out longest, for {}.",
                        danger(),
                        plies(n)
                    )
                }
                Some(n) => format!("Every move loses {} within {}.", danger(), plies(n)),
                None => format!("Every move loses {}.", danger()),
            });
        }
        Score::Value(_) if !others.is_empty() && others.iter().all(losing) => {
            return Reason::only(format!("{name} is forced: every other move loses {}.", danger()));
        }
        _ => {}
    }
    let ties: Vec<&Candidate<M>> =
        others.iter().filter(|other| ties(mine.candidate, other)).copied().collect();
    let best = rival(thought).filter(|other| !ties.iter().any(|tie| tie.mv == other.mv));
    let best = best.map(|other| Side::of(other, "the other", named));
    let mut reason = match &best {
        Some(best) => compared(&mine, best, thought),
        None => alone(&mine, thought, others.iter().any(|other| other.bound)),
    };
    if !ties.is_empty() {
        let sampled = mine.candidate.interval.is_some();
        let sides: Vec<Side<M>> =
            ties.iter().map(|tie| Side::of(*tie, "the other", named)).collect();
        let how = equals(&mine, &sides, ties.len() == others.len());
        if best.is_none() && ties.len() == 1 {
            reason = compared(&mine, &sides[0], thought);
        }
        // What tells equal ones apart, or what they have in common against the rest.
        let rest = std::mem::replace(&mut reason.headline, how);
        if best.is_some() || says_something(&rest) {
            reason.differences.insert(0, rest);
        }
        if notes.drawn && !sampled {
            reason.differences.truncate(MOST_DIFFERENCES - 1);
            reason.differences.push("The choice among them was random.".to_owned());
        }
    }
    let lost = others.iter().filter(|other| losing(other)).count();
    let holds = !matches!(mine.score(), Score::Loss(_));
    if holds && lost > 0 && reason.differences.len() < MOST_DIFFERENCES {
        let verb = if lost == 1 { "loses" } else { "lose" };
        reason.differences.push(format!("{} {verb} by force.", counted(lost as u64, "other move")));
    }
    reason.differences.truncate(MOST_DIFFERENCES);
    reason
}

/// Whether a sentence says more than that nothing was compared.
fn says_something(sentence: &str) -> bool {
    !sentence.ends_with("no other move was compared.") && !sentence.ends_with(" score the same.")
}

/// The candidate that the choice of a thought is compared with: the best of those that are known well enough and are not as
/// good as it; the best of the equal ones where there is no other.
pub fn rival<M: PartialEq>(thought: &Thought<M>) -> Option<&Candidate<M>> {
    let choice = thought.choice.as_ref()?;
    let mine = thought.candidates.iter().find(|c| c.mv == *choice)?;
    let known = |other: &&Candidate<M>| {
        other.mv != *choice && compares(other) && !hardly_examined(other, mine)
    };
    let others = || thought.candidates.iter().filter(known);
    others().find(|other| !ties(mine, other)).or_else(|| others().next())
}

/// Whether a tree search knows so little of a candidate that its share of wins says nothing beside that of the choice.
fn hardly_examined<M>(other: &Candidate<M>, choice: &Candidate<M>) -> bool {
    let Some(interval) = other.interval else { return false };
    interval.by > HARDLY_KNOWN
        && choice.interval.is_some_and(|choice| interval.by > choice.by + choice.by)
}

/// Whether two candidates are as good as each other, as far as is known, and enough is known of both to say so.
fn ties<M>(mine: &Candidate<M>, other: &Candidate<M>) -> bool {
    equal(mine, other) && !hardly_examined(other, mine)
}

/// That the choice and others are equal: their names, or how many they are.
fn equals<M>(mine: &Side<M>, ties: &[Side<M>], all: bool) -> String {
    let count = ties.len() + 1;
    let (about, how) = match (mine.score(), mine.candidate.margin) {
        (Score::Win(_), Some(margin)) => ("", format!("win by {margin}")),
        (Score::Loss(_), Some(margin)) => ("", format!("lose by {margin}")),
        _ if mine.candidate.interval.is_some() => ("About equal: ", "are within 1%".to_owned()),
        _ => ("About equal: ", "score the same".to_owned()),
    };
    if all && count > 2 {
        return format!("All {count} moves {how}.");
    }
    let name = &mine.name;
    let named = match ties {
        [one] => format!("{about}{name} and {} {how}.", one.name),
        [one, two] => format!("{about}{name}, {} and {} {how}.", one.name, two.name),
        [one, rest @ ..] => {
            format!("{about}{name}, {} and {} more moves {how}.", one.name, rest.len())
        }
        [] => String::new(),
    };
    let nameless = name == "this" || ties.iter().take(2).any(|tie| tie.name == "the other");
    if (nameless && count > 2) || named.split_whitespace().count() > MOST_WORDS {
        return format!("{about}{count} moves {how}.");
    }
    named
}

/// Whether two candidates are as good as each other.
fn equal<M>(mine: &Candidate<M>, other: &Candidate<M>) -> bool {
    if let (Some(a), Some(b)) = (mine.interval, other.interval) {
        return matches!((mine.score, other.score), (Score::Value(_), Score::Value(_)))
            && (a.share - b.share).abs() <= ABOUT_EQUAL;
    }
    !other.bound
        && other.score != Score::Unknown
        && other.score == mine.score
        && other.margin == mine.margin
}

/// Whether a candidate is known well enough to be compared in the headline.
fn compares<M>(other: &Candidate<M>) -> bool {
    !other.bound && !matches!(other.score, Score::Unknown)
}

fn wins(name: &str, within: Option<u32>) -> String {
    match within {
        Some(1) => format!("{name} wins at once."),
        Some(n) => format!("{name} wins by force within {}.", plies(n)),
        None => format!("{name} wins by force."),
    }
}

fn loses(name: &str, within: Option<u32>) -> String {
    match within {
        Some(1) => format!("{name} loses at once."),
        Some(2) => format!("After {name} the opponent wins at once."),
        Some(n) => format!("{name} loses by force within {}.", plies(n)),
        None => format!("{name} loses by force."),
    }
}

/// The choice, where no other move is known well enough to be compared: what its line leads to from here.
fn alone<M>(mine: &Side<M>, thought: &Thought<M>, bounded: bool) -> Reason {
    let none = if bounded { "No other move scores more." } else { "" };
    let mut differences: Vec<String> = Vec::new();
    let changes = differing(&mine.candidate.terms, &thought.now, &thought.terms);
    let headline = match changes.iter().find(|change| change.gain > Fixed::ZERO) {
        Some(change) => {
            differences.extend((!none.is_empty()).then(|| none.to_owned()));
            headline(mine, &change.words, "now", "now")
        }
        None if bounded => format!("{}: no other move scores more.", mine.name),
        None => match mine.score() {
            Score::Value(_) if mine.candidate.interval.is_some() => rated(mine, thought),
            _ => format!("{} was chosen; no other move was compared.", mine.name),
        },
    };
    Reason { headline, differences }
}

/// What speaks for the choice of a thought against the candidate number `at`; of the choice itself, why it was chosen.
/// `None` where there is no such candidate, or no choice.
pub fn contrast<M: PartialEq>(
    thought: &Thought<M>,
    at: usize,
    named: &dyn Fn(&M) -> String,
) -> Option<Reason> {
    let choice = thought.choice.as_ref()?;
    let other = thought.candidates.get(at)?;
    if other.mv == *choice {
        let (headline, differences) = (thought.why.clone(), thought.differences.clone());
        return Some(Reason { headline, differences });
    }
    let mine = thought.candidates.iter().find(|c| c.mv == *choice)?;
    let (mine, other) = (Side::of(mine, "this", named), Side::of(other, "the other", named));
    let mut reason = compared(&mine, &other, thought);
    reason.differences.truncate(MOST_DIFFERENCES);
    Some(reason)
}

fn compared<M>(mine: &Side<M>, other: &Side<M>, thought: &Thought<M>) -> Reason {
    let (a, b) = (&mine.name, &other.name);
    let margins = mine.candidate.margin.zip(other.candidate.margin);
    Reason::only(match (mine.score(), other.score()) {
        (Score::Win(_), Score::Win(_)) if let Some((m, n)) = margins => {
            format!("{a} wins by {m}, {b} by {n}.")
        }
        (Score::Loss(_), Score::Loss(_)) if let Some((m, n)) = margins => {
            format!("{a} loses by {m}, {b} by {n}.")
        }
        (Score::Win(Some(n)), Score::Win(Some(m))) if n < m => {
            format!("{a} wins by force within {}, {b} within {m}.", plies(n))
        }
        (Score::Win(_), Score::Win(_)) => format!("Both {a} and {b} win by force."),
        (Score::Win(n), Score::Loss(m)) => {
            format!("{} {}", wins(a, n), loses(b, m))
        }
        (Score::Win(n), _) => wins(a, n),
        (Score::Loss(Some(n)), Score::Loss(Some(m))) if n > m => {
            format!("{a} holds out for {}, {b} for {m}.", plies(n))
        }
        (Score::Loss(_), _) => format!("Both {a} and {b} lose by force."),
        (_, Score::Loss(m)) => loses(b, m),
        (_, Score::Unknown) => format!("{b} was not examined."),
        (_, Score::Win(m)) => wins(b, m),
        (Score::Unknown, _) => format!("{a} was not examined."),
        (Score::Value(_), Score::Value(_)) if other.candidate.bound => {
            format!("{b} scores no more than {a}.")
        }
        (Score::Value(_), Score::Value(_)) => return weighed(mine, other, thought),
    })
}

/// `7,3 wins 54% of simulated games`, and that it is compared with no other.
fn rated<M>(side: &Side<M>, thought: &Thought<M>) -> String {
    let share = side.candidate.interval.map_or(Fixed::ZERO, |interval| interval.share);
    let mut sentence = match judged(&thought.terms) {
        true => format!("{} is judged best", side.name),
        false => format!("{} wins {} of simulated games", side.name, percent(share)),
    };
    let examined = |other: &&Candidate<M>| other.interval.is_some();
    if thought.candidates.iter().filter(examined).count() == 1 {
        sentence += "; no other move was examined.";
    } else {
        sentence.push('.');
    }
    sentence
}

/// Whether a tree search judged positions instead of only playing them out.
fn judged(terms: &[Term]) -> bool {
    terms.iter().any(|term| term.key == "judgement")
}

/// A term in which two candidates differ.
struct Difference {
    /// What it adds to the score of the first.
    gain: Fixed,
    /// A comparative clause: `you have 3 more moves`.
    words: String,
}

/// The terms in which two differ, by how much they weigh; those too small to be said are left out.
fn differing(mine: &[TermValue], other: &[TermValue], terms: &[Term]) -> Vec<Difference> {
    let pairs = mine.iter().zip(other).zip(terms);
    let mut found: Vec<Difference> = pairs
        .filter_map(|((mine, other), term)| {
            let gain = mine.contribution - other.contribution;
            let words = clause(term, mine.value - other.value).filter(|_| gain != Fixed::ZERO)?;
            Some(Difference { gain, words })
        })
        .collect();
    sort_by_key(&mut found, |found| (-found.gain.abs().thousandths(), 0));
    found
}

/// The two by what simulations brought. What positions were judged to be worth is a number of the search, and not named.
fn sampled<M>(mine: &Side<M>, other: &Side<M>, judged: bool) -> Reason {
    let (a, b) = (&mine.name, &other.name);
    let (Some(x), Some(y)) = (mine.candidate.interval, other.candidate.interval) else {
        return Reason::default();
    };
    let (m, n) = (percent(x.share), percent(y.share));
    let number = |visits: u64| grouped(Fixed::from_int(visits as i64));
    let (j, k) = (number(mine.visits()), number(other.visits()));
    if hardly_examined(other.candidate, mine.candidate) {
        let simulations = counted(other.visits(), "simulation");
        return Reason::only(format!("{b} was hardly examined: {simulations}, {j} for {a}."));
    }
    if y.share > x.share + ABOUT_EQUAL {
        return Reason::only(match (judged, other.visits() < mine.visits()) {
            (false, true) => format!("{b} wins {n} in only {k} simulations, {a} {m} in {j}."),
            (false, false) => format!("Simulated further, {b} wins {n} of games, {a} {m}."),
            (true, true) => {
                format!("{b} is judged better, but in only {k} simulations; {a} has {j}.")
            }
            (true, false) => {
                format!("Simulated further, {b} is judged better, {a} was chosen before.")
            }
        });
    }
    let worse = y.share + ABOUT_EQUAL < x.share;
    let apart = x.share - x.by > y.share + y.by;
    let reply = other.reply.as_ref().filter(|_| worse);
    let headline = match (judged, reply) {
        (true, _) if !worse => format!("{a} and {b} are judged about equal."),
        (true, reply) => {
            let how = if apart { "clearly" } else { "slightly" };
            let reply = reply
                .map_or_else(String::new, |reply| format!(", where the opponent answers {reply}"));
            format!("{a} is judged {how} better than {b}{reply}.")
        }
        (false, Some(reply)) => {
            format!("{a} wins {m} of simulated games, {b} {n}: the opponent answers {reply}.")
        }
        (false, None) => format!("{a} wins {m} of simulated games, {b} {n}."),
    };
    let differences = match (apart, judged) {
        (true, _) => Vec::new(),
        (false, true) => vec!["Uncertain: more simulations may change it.".to_owned()],
        (false, false) => {
            let by = |by| percent(by).replace('%', "");
            let (x, y) = (by(x.by), by(y.by));
            let (m, n) = (m.replace('%', ""), n.replace('%', ""));
            vec![format!("Uncertain: {a} wins {m} ± {x}%, {b} {n} ± {y}%.")]
        }
    };
    Reason { headline, differences }
}

/// The two by their terms, at the ends of their lines.
fn weighed<M>(mine: &Side<M>, other: &Side<M>, thought: &Thought<M>) -> Reason {
    let (a, b) = (mine.candidate, other.candidate);
    if a.interval.is_some() && b.interval.is_some() {
        return sampled(mine, other, judged(&thought.terms));
    }
    let found = differing(&a.terms, &b.terms, &thought.terms);
    let Some(first) = found.iter().position(|found| found.gain > Fixed::ZERO) else {
        let headline = match (a.score, b.score) {
            (a, b) if a == b => format!("{} and {} score the same.", mine.name, other.name),
            _ => format!("{} scores more than {}.", mine.name, other.name),
        };
        return Reason::only(headline);
    };
    let (than, short) = (format!("after {}", other.line), format!("after {}", other.short));
    let headline = headline(mine, &found[first].words, &than, &short);
    let mut differences = Vec::new();
    let rest = found.iter().enumerate().filter(|&(at, _)| at != first).map(|(_, found)| found);
    for found in rest.take(MOST_DIFFERENCES) {
        differences.push(match found.gain > Fixed::ZERO {
            true => format!("{}.", capital(&found.words)),
            false => format!("Against it: {}.", found.words),
        });
    }
    Reason { headline, differences }
}

/// That after the line of the choice of a thought a clause holds against that of its rival; both lines are those at whose
/// ends terms are compared. `None` where there are no such lines.
pub fn at_the_ends<M: PartialEq>(
    thought: &Thought<M>,
    words: &str,
    named: &dyn Fn(&M) -> String,
) -> Option<String> {
    let choice = thought.choice.as_ref()?;
    let mine = thought.candidates.iter().find(|c| c.mv == *choice)?;
    let (mine, other) =
        (Side::of(mine, "this", named), Side::of(rival(thought)?, "the other", named));
    let (than, short) = (format!("after {}", other.line), format!("after {}", other.short));
    Some(headline(&mine, words, &than, &short))
}

/// `After c4 e3 you have 3 more moves than after d1.`, with short lines where it were too long.
fn headline<M>(side: &Side<M>, words: &str, than: &str, than_short: &str) -> String {
    let sentence = format!("After {} {words} than {than}.", side.line);
    if sentence.split_whitespace().count() <= MOST_WORDS {
        return sentence;
    }
    format!("After {} {words} than {than_short}.", side.short)
}

/// The same with a capital letter.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// One difference of `value` in a term as a comparative clause; `None` where it is too small to be said.
pub fn clause(term: &Term, value: Fixed) -> Option<String> {
    let pattern = if value > Fixed::ZERO { term.contrast.more } else { term.contrast.less };
    let size = rounded(value.abs());
    if value == Fixed::ZERO || (size == Fixed::ZERO && !pattern.contains('%')) {
        return None;
    }
    if pattern.is_empty() {
        let way = if value > Fixed::ZERO { "higher" } else { "lower" };
        return Some(format!("“{}” is {} {way}", term.label, grouped(size)));
    }
    Some(filled(pattern, size, value.abs()))
}

/// To whole numbers, or below ten to tenths where it is none.
fn rounded(value: Fixed) -> Fixed {
    let step = if value >= Fixed::from_int(10) { 1_000 } else { 100 };
    Fixed::from_thousandths((value.thousandths() + step / 2) / step * step)
}

/// A pattern of [`Contrast`](crate::contract::thought::Contrast) with its number.
fn filled(pattern: &str, size: Fixed, exact: Fixed) -> String {
    let mut words = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['#', '%', '[']) {
        let (before, sign) = rest.split_at(at);
        words += before;
        rest = &sign[1..];
        match &sign[..1] {
            "#" => words += &grouped(size),
            "%" => words += &percent(exact),
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
