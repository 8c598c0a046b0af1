//! Explanations in words: a headline of at most 20 words, and at most three differences, a sentence each. All sentences of
//! searches are here; those of a game are in its `presentation/words.rs`.
//!
//! They use only the analysis: scores, lines, and for every term the wording of a difference in it
//! ([`Contrast`](crate::contract::analysis::Contrast)), which games and searches declare. If a bot looks ahead, the compared
//! terms are those at the ends of the two lines, whose sums are the scores. This module knows no game and makes
//! no decision.

mod differences;
mod fixed;
mod phrases;
mod samples;

pub(super) use fixed::{
    ALL_AGAINST, ALL_FOR_THEMSELVES, LOST_ANYWAY, NO_WEIGHT, ONE_FREE, REPLIES_WITHOUT_TREE,
    SHALLOW_WITHOUT_TREE, STOPPED, UNCHECKED, after_each, drawn_from, harmless_slip,
    keeps_the_draw, next_threatens, one_of, other_weight, overlooked, overlooking_slip, says_equal,
    slip,
};
pub use fixed::{NO_MOVE, SOLVED_WITHOUT_TREE};
pub use phrases::{capital, clause, grouped, joined, listed, plies, sentence, with_number};

use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::analysis::{
    Analysis, Candidate, Interval, MOST_DIFFERENCES, Margin, Score, Term, TermValue, too_few,
};
use crate::contract::game::{Enumerable, Game};
use differences::{Said, differing, main_advantage};
use fixed::{EQUAL, TOO_FEW};
use phrases::words_in;
use samples::{decided, rated, sampled};

/// Maximum number of words of a headline.
pub const MOST_WORDS: usize = 20;
/// Number of moves of a line in a sentence; of a longer line the first two and the last.
const MOST_MOVES: usize = 3;
/// Moves with longer words are not named: sets of orders do not fit in a sentence.
const LONGEST_NAME: usize = 32;
/// Chances to win with at most this difference are called equal.
const ABOUT_EQUAL: Fixed = Fixed::from_thousandths(10);
/// Judgements with a smaller difference are not called clearly different, however certain the difference is.
const CLEARLY: Fixed = Fixed::from_thousandths(50);

/// Facts about a choice that the analysis does not contain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// The opponent's threat if the mover ignored it: `the loop around 5,6`.
    pub danger: Option<&'a str>,
    /// Whether the choice was the only legal move.
    pub only: bool,
    /// Whether chance decided among equal scores.
    pub drawn: bool,
    /// Whether the terms are changes by the moves, not values after them.
    pub changes: bool,
}

/// A headline with its differences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The main reason, in one sentence of at most 20 words.
    pub headline: String,
    /// Further reasons, a sentence each.
    pub differences: Vec<String>,
}

impl Reason {
    fn only(headline: String) -> Reason {
        Reason { headline, differences: Vec::new() }
    }
}

/// The next move after a candidate, and its player, who may be the mover again: a turn can have several moves, and other players
/// may have to pass.
#[derive(Clone)]
pub(super) struct NextMove {
    /// The name of its player; `None` for the mover.
    other: Option<String>,
    /// The move as a verb: `place d3`.
    action: String,
}

impl NextMove {
    /// The move `next` after `mv`; `None` if the game is over then.
    pub(super) fn new<G: Game>(position: &G, mv: &G::Move, next: &G::Move) -> Option<NextMove> {
        let (after, again, player) = successor(position, mv)?;
        Some(NextMove { other: (!again).then_some(player), action: after.move_action(next) })
    }

    /// `Black would swap`, or `you would then place d3`.
    fn clause(&self) -> String {
        match &self.other {
            Some(player) => format!("{player} would {}", self.action),
            None => format!("you would then {}", self.action),
        }
    }
}

/// The position after a move of one seat, whether that seat moves there again, and the name of the seat that moves there; `None` if
/// no seat, or several, are to move.
fn successor<G: Game>(position: &G, mv: &G::Move) -> Option<(G, bool, String)> {
    let mover = position.to_act().only()?;
    let mut after = position.clone();
    after.play(mover, mv).ok()?;
    let next = after.to_act().only()?;
    let player = after.seat_name(next);
    Some((after, next == mover, player))
}

/// A candidate without its move type, and with its name: the rest is compiled once, not for each game.
#[derive(Clone)]
struct Side<'a> {
    score: Score,
    bound: bool,
    margin: Option<Margin>,
    interval: Option<Interval>,
    visits: Option<u64>,
    terms: &'a [TermValue],
    name: String,
    /// The move with its line, as used in a sentence: `c4 e3 d5 b2`.
    line: String,
    /// A shorter form: `c4 …`.
    short: String,
    next: Option<NextMove>,
    /// The player who wins with the next move, if the candidate loses to it.
    winner: Option<String>,
    /// How the game is won at the end of the line, if it is forced and the line gets there.
    how: String,
}

impl<'a> Side<'a> {
    fn new<G: Game>(candidate: &'a Candidate<G::Move>, or: &str, position: &G) -> Side<'a> {
        // Terms that are not measured at the end of a line are measured right after the move.
        let plies = if candidate.after.is_empty() { 0 } else { candidate.pv.len() };
        let moves = std::iter::once(&candidate.mv).chain(candidate.pv.iter().take(plies));
        let moves = moves.map(|mv| position.move_name(mv)).collect();
        let [name, line, short] = line_in_words(moves, or);
        let next = candidate.pv.first();
        let next = next.and_then(|next| NextMove::new(position, &candidate.mv, next));
        let duel = position.seats() == 2 && candidate.score == Score::Loss(Some(2));
        let winner = duel.then(|| successor(position, &candidate.mv)).flatten();
        let forced = candidate.class(false).is_forced();
        let how = forced.then(|| end_of_line(position, candidate)).flatten().unwrap_or_default();
        Side {
            score: candidate.score,
            bound: candidate.bound,
            margin: candidate.margin,
            interval: candidate.interval,
            visits: candidate.visits,
            terms: &candidate.terms,
            name,
            line,
            short,
            next: next.filter(|next| next.action.len() <= LONGEST_NAME),
            winner: winner.filter(|(_, again, _)| !again).map(|(_, _, player)| player),
            how,
        }
    }

    fn visits(&self) -> u64 {
        self.visits.unwrap_or(0)
    }

    fn is_rough(&self, choice: &Side) -> bool {
        let samples = |of: &Side| of.interval.and(of.visits);
        too_few(samples(self), samples(choice))
    }

    /// A sentence about the next move, if one is known.
    fn next_sentence(&self) -> Vec<String> {
        self.next.iter().map(|next| format!("After {} {}.", self.name, next.clause())).collect()
    }
}

/// How the game is won at the end of a candidate's line; `None` if the line stops before.
fn end_of_line<G: Game>(position: &G, candidate: &Candidate<G::Move>) -> Option<String> {
    let mut next = position.clone();
    for mv in std::iter::once(&candidate.mv).chain(&candidate.pv) {
        next.play(next.to_act().only()?, mv).ok()?;
    }
    next.to_act().is_empty().then(|| next.won_how())
}

/// The name of a move, and its line in words and in short; a move with a long notation becomes "the other" or "this".
fn line_in_words(mut moves: Vec<String>, or: &str) -> [String; 3] {
    if moves[0].len() > LONGEST_NAME {
        moves[0] = or.to_owned();
    }
    let name = moves[0].clone();
    let line = match moves.as_slice() {
        [first, second, .., last] if moves.len() > MOST_MOVES => {
            format!("{} … {last}", joined(&[first.clone(), second.clone()]))
        }
        moves => joined(moves),
    };
    let short = if moves.len() > 1 { format!("{name} …") } else { name.clone() };
    [name, line, short]
}

/// Explains the choice of an analysis of `position` whose candidates are sorted.
pub fn explain<G: Game>(analysis: &mut Analysis<G::Move>, notes: Notes, position: &G) {
    let Reason { headline, differences } = reason(analysis, notes, position);
    (analysis.why, analysis.differences) = (headline, differences);
}

/// The common data of all candidates.
struct Columns<'a> {
    terms: &'a [Term],
    now: &'a [TermValue],
    /// Number of candidates with a sampled chance to win.
    sampled: usize,
    /// Whether recorded games turned their scores into chances.
    converted: bool,
}

impl<'a> Columns<'a> {
    fn from_analysis<M>(analysis: &'a Analysis<M>) -> Columns<'a> {
        let sampled = || analysis.candidates.iter().filter(|one| one.interval.is_some());
        let converted = sampled().any(|one| {
            one.interval.is_some_and(|interval| one.score != Score::Value(interval.share))
        });
        let sampled = sampled().count();
        Columns { terms: &analysis.terms, now: &analysis.now, sampled, converted }
    }

    /// Whether a tree search judged positions in addition to playouts, so that its scores are no shares of simulated games, and no
    /// chances.
    fn judged(&self) -> bool {
        let mixed = self.terms.iter().filter(|term| term.weight != Fixed::ZERO).count() > 1;
        self.terms.iter().any(|term| term.key == "judgement") || mixed && !self.converted
    }
}

/// The choice compared with the others.
struct Compared<'a> {
    mine: Side<'a>,
    /// The best candidate that is not as good.
    best: Option<Side<'a>>,
    /// The candidates that are as good.
    ties: Vec<Side<'a>>,
    others: usize,
    /// Number of others that lose by force, and that win.
    lost: usize,
    won: usize,
    /// Whether another move loses sooner.
    sooner: bool,
    /// Whether only a bound of another move is known.
    bounded: bool,
    decided: Option<&'static str>,
}

fn reason<G: Game>(analysis: &Analysis<G::Move>, notes: Notes, position: &G) -> Reason {
    let Some(choice) = &analysis.choice else {
        return Reason::only(NO_MOVE.to_owned());
    };
    let Some(mine) = analysis.chosen() else {
        return Reason::only(STOPPED.to_owned());
    };
    let others = || analysis.candidates.iter().filter(|other| other.mv != *choice);
    let count = |what: fn(&Score) -> bool| others().filter(|other| what(&other.score)).count();
    let side = |other| Side::new(other, "the other", position);
    let compared = Compared {
        best: rival(analysis).filter(|other| !ties(mine, other)).map(side),
        ties: others().filter(|other| ties(mine, other)).map(side).collect(),
        others: others().count(),
        lost: count(|score| matches!(score, Score::Loss(_))),
        won: count(|score| matches!(score, Score::Win(_))),
        sooner: others()
            .any(|other| matches!(other.score, Score::Loss(_)) && other.score < mine.score),
        bounded: others().any(|other| other.bound),
        decided: decided(mine, &analysis.candidates, Columns::from_analysis(analysis).judged()),
        mine: Side::new(mine, "this", position),
    };
    compared.reason(notes, &Columns::from_analysis(analysis))
}

impl Compared<'_> {
    fn reason(&self, notes: Notes, columns: &Columns) -> Reason {
        let Compared { mine, others, lost, .. } = self;
        let name = &mine.name;
        let danger = || notes.danger.map_or("by force".to_owned(), |what| format!("to {what}"));
        if notes.only || (*others == 0 && matches!(mine.score, Score::Loss(_))) {
            let headline = match mine.score {
                Score::Unknown | Score::Value(_) => format!("{name} is the only legal move."),
                Score::Loss(_) => {
                    format!("{name} is the only legal move, and it loses by force{}.", mine.how)
                }
                Score::Win(n) => wins(mine, n),
            };
            return Reason { headline, differences: mine.next_sentence() };
        }
        match mine.score {
            Score::Win(n) if mine.margin.is_none() => {
                let also = match self.won {
                    0 => "No other move is known to win.".to_owned(),
                    1 => "1 other move wins by force as well.".to_owned(),
                    n => format!("{} win by force as well.", counted(n as u64, "other move")),
                };
                let differences = if *others == 0 { Vec::new() } else { vec![also] };
                return Reason { headline: wins(mine, n), differences };
            }
            Score::Loss(n) if mine.margin.is_none() => {
                let danger = danger();
                let headline = match n.map(plies) {
                    Some(n) if self.sooner => {
                        format!("Every move loses {danger}; {name} holds out longest, for {n}.")
                    }
                    Some(n) if danger == "by force" => {
                        format!("Every move loses {danger} within {n}{}.", mine.how)
                    }
                    Some(n) => format!("Every move loses {danger} within {n}."),
                    None => format!("Every move loses {danger}."),
                };
                return Reason { headline, differences: mine.next_sentence() };
            }
            Score::Value(_) if *others > 0 && lost == others => {
                return Reason::only(format!(
                    "{name} is forced: every other move loses {}.",
                    danger()
                ));
            }
            _ => {}
        }
        let mut reason = match (&self.best, self.ties.as_slice()) {
            (Some(best), _) => compared(mine, best, columns),
            (None, [only]) => compared(mine, only, columns),
            (None, _) => alone(mine, columns, self.bounded),
        };
        if !self.ties.is_empty() {
            let how = match self.decided {
                Some(decided) => decided.to_owned(),
                None => equals(mine, &self.ties, self.ties.len() == *others),
            };
            // The difference between the equal moves, or their common advantage over the rest.
            let how = match self.best {
                None => self.in_common(columns, &how, notes).unwrap_or(how),
                Some(_) => how,
            };
            // A margin is a result: which moves reach it is the reason.
            let scored = self.decided.is_none() && mine.margin.is_none();
            if self.best.is_some() && scored && has_quantity(mine, &reason.headline) {
                // What they have over the rest teaches more than that they are equal.
                reason.differences.insert(0, how);
            } else {
                let rest = std::mem::replace(&mut reason.headline, how);
                if self.best.is_some() || (self.decided.is_none() && adds_information(&rest)) {
                    reason.differences.insert(0, rest);
                }
            }
            if notes.drawn && mine.interval.is_none() {
                reason.differences.truncate(MOST_DIFFERENCES - 1);
                reason.differences.push("The choice among them was random.".to_owned());
            }
        }
        let holds = !matches!(mine.score, Score::Loss(_));
        if holds && *lost > 0 && reason.differences.len() < MOST_DIFFERENCES {
            let verb = if *lost == 1 { "loses" } else { "lose" };
            let others = counted(*lost as u64, "other move");
            reason.differences.push(format!("{others} {verb} by force."));
        }
        reason.differences.truncate(MOST_DIFFERENCES);
        reason
    }
}

impl Compared<'_> {
    /// `All 5 moves score the same`, with the largest change that all their lines bring about; `None` if there is none.
    fn in_common(&self, columns: &Columns, how: &str, notes: Notes) -> Option<String> {
        if !how.ends_with(" score the same.") || self.ties.len() != self.others {
            return None;
        }
        let none = vec![TermValue::default(); columns.terms.len()];
        let now = if notes.changes { &none } else { columns.now };
        let changes = differing(self.mine.terms, now, columns.terms);
        let words = changes.iter().filter(|one| one.has_quantity()).find_map(|change| {
            let Said::Compared(words) = &change.what else { return None };
            let same = |tie: &Side| {
                let all = differing(tie.terms, now, columns.terms);
                all.iter().any(|one| matches!(&one.what, Said::Compared(its) if its == words))
            };
            self.ties.iter().all(same).then_some(words)
        })?;
        let lines = if self.mine.line == self.mine.name { "move" } else { "line" };
        let text = format!("{}: after each {lines} {words} than now.", how.trim_end_matches('.'));
        (words_in(&text) <= MOST_WORDS).then_some(text)
    }
}

/// Whether a headline about the choice has a quantity besides the names of moves: those stand after `after`, or first.
fn has_quantity(mine: &Side, headline: &str) -> bool {
    let Some((_, rest)) = headline.split_once(&mine.line).or(headline.split_once(&mine.name))
    else {
        return false;
    };
    let clause = rest.split(" than ").next().unwrap_or_default();
    adds_information(headline) && clause.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a sentence adds information to the list of moves.
pub(super) fn adds_information(sentence: &str) -> bool {
    let [none, same] = ["no other move was compared.", " score the same."];
    !sentence.ends_with(none)
        && !sentence.ends_with(same)
        && [" scores more than ", " scores no more than ", TOO_FEW]
            .iter()
            .all(|empty| !sentence.contains(empty))
}

/// Whether a sentence compares a term by its label, for lack of words.
pub(super) fn names_label(sentence: &str) -> bool {
    sentence.contains('“')
}

/// The candidate for comparison with the choice of an analysis: the best one that is known well enough and is not as
/// good; if there is none, the best of the equal ones.
pub fn rival<M: PartialEq>(analysis: &Analysis<M>) -> Option<&Candidate<M>> {
    let mine = analysis.chosen()?;
    let known =
        |other: &&Candidate<M>| other.mv != mine.mv && other.is_known() && !other.is_rough(mine);
    let others = || analysis.candidates.iter().filter(known);
    others().find(|other| !ties(mine, other)).or_else(|| others().next())
}

/// Whether two candidates are equally good as far as known, and both are known well enough to say so.
pub(super) fn ties<M>(mine: &Candidate<M>, other: &Candidate<M>) -> bool {
    equal(mine, other) && !other.is_rough(mine)
}

/// The sentence that the choice and others are equal: with their names, or their number.
fn equals(mine: &Side, ties: &[Side], all: bool) -> String {
    let count = ties.len() + 1;
    let (about, how) = match (mine.score, mine.margin) {
        (Score::Win(_), Some(margin)) => ("", format!("win by {margin}")),
        (Score::Loss(_), Some(margin)) => ("", format!("lose by {margin}")),
        _ if mine.interval.is_some() => (EQUAL, "are within 1%".to_owned()),
        _ => (EQUAL, "score the same".to_owned()),
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
    if (nameless && count > 2) || words_in(&named) > MOST_WORDS + 3 * (words_in(name) - 1) {
        return format!("{about}{count} moves {how}.");
    }
    named
}

/// Whether two candidates are equally good.
fn equal<M>(mine: &Candidate<M>, other: &Candidate<M>) -> bool {
    if let (Some(a), Some(b)) = (mine.interval, other.interval) {
        return matches!((mine.score, other.score), (Score::Value(_), Score::Value(_)))
            && (a.share - b.share).abs() <= ABOUT_EQUAL;
    }
    // The plies to a win or a loss do not count where the margin does.
    let same = match (mine.score, other.score) {
        (Score::Win(_), Score::Win(_)) | (Score::Loss(_), Score::Loss(_)) => {
            mine.margin.is_some() || other.score == mine.score
        }
        _ => other.score == mine.score,
    };
    other.is_known() && same && other.margin == mine.margin
}

fn wins(side: &Side, within: Option<u32>) -> String {
    let Side { name, how, .. } = side;
    match within {
        Some(1) => format!("{name} wins at once{how}."),
        Some(n) => format!("{name} wins by force within {}{how}.", plies(n)),
        None => format!("{name} wins by force{how}."),
    }
}

fn loses(side: &Side, within: Option<u32>) -> String {
    let Side { name, how, .. } = side;
    match within {
        Some(1) => format!("{name} loses at once{how}."),
        Some(2) if let Some(winner) = &side.winner => {
            // That player is named already.
            let how = if how.starts_with(':') { "" } else { how };
            format!("After {name} {winner} wins at once{how}.")
        }
        Some(n) => format!("{name} loses by force within {}{how}.", plies(n)),
        None => format!("{name} loses by force{how}."),
    }
}

/// The choice, if no other move is known well enough for a comparison: what its line changes from the current position.
fn alone(mine: &Side, columns: &Columns, bounded: bool) -> Reason {
    let none = if bounded { "No other move scores more." } else { "" };
    let mut differences: Vec<String> = Vec::new();
    let changes = differing(mine.terms, columns.now, columns.terms);
    let gains = changes.iter().filter(|one| one.gain > Fixed::ZERO && one.has_quantity());
    let gain = gains.filter_map(|change| match &change.what {
        Said::Compared(words) => Some(headline(mine, words, "now", "now")),
        Said::OfFirst(words) => Some(format!("After {} {words}.", mine.line)),
        Said::OfSecond(_) => None,
    });
    let headline = match { gain }.next() {
        Some(headline) => {
            differences.extend((!none.is_empty()).then(|| none.to_owned()));
            headline
        }
        None if bounded => format!("{}: no other move scores more.", mine.name),
        None => match mine.score {
            Score::Value(_) if mine.interval.is_some() => rated(mine, columns),
            _ => format!("{} was chosen; no other move was compared.", mine.name),
        },
    };
    Reason { headline, differences }
}

/// The advantage of the choice of an analysis over the candidate at index `at`; for the choice itself, the reason for it.
/// `None` if there is no such candidate, or no choice.
pub fn contrast<G: Game>(analysis: &Analysis<G::Move>, at: usize, position: &G) -> Option<Reason> {
    let choice = analysis.choice.as_ref()?;
    let other = analysis.candidates.get(at)?;
    if other.mv == *choice {
        let (headline, differences) = (analysis.why.clone(), analysis.differences.clone());
        return Some(Reason { headline, differences });
    }
    let mine = analysis.chosen()?;
    let (mine, other) =
        (Side::new(mine, "this", position), Side::new(other, "the other", position));
    let mut reason = compared(&mine, &other, &Columns::from_analysis(analysis));
    reason.differences.truncate(MOST_DIFFERENCES);
    Some(reason)
}

fn compared(mine: &Side, other: &Side, columns: &Columns) -> Reason {
    let (a, b) = (&mine.name, &other.name);
    let margins = mine.margin.zip(other.margin);
    Reason::only(match (mine.score, other.score) {
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
            // How it is won is said once.
            let mine = &Side { how: String::new(), ..mine.clone() };
            format!("{} {}", wins(mine, n), loses(other, m))
        }
        (Score::Win(n), _) => wins(mine, n),
        (Score::Loss(Some(n)), Score::Loss(Some(m))) if n > m => {
            format!("{a} holds out for {}, {b} for {m}.", plies(n))
        }
        (Score::Loss(_), _) => format!("Both {a} and {b} lose by force."),
        (_, Score::Loss(m)) => loses(other, m),
        (_, Score::Unknown) => format!("{b} was not examined."),
        (_, Score::Win(m)) => wins(other, m),
        (Score::Unknown, _) => format!("{a} was not examined."),
        (Score::Value(_), Score::Value(_)) if other.bound => {
            format!("{b} scores no more than {a}.")
        }
        (Score::Value(_), Score::Value(_)) => return weighed(mine, other, columns),
    })
}

/// Compares two moves by their terms at the ends of their lines.
fn weighed(mine: &Side, other: &Side, columns: &Columns) -> Reason {
    if mine.interval.is_some() && other.interval.is_some() {
        return sampled(mine, other, columns.judged());
    }
    let found = differing(mine.terms, other.terms, columns.terms);
    let Some(first) = main_advantage(&found) else {
        let headline = match mine.score == other.score {
            true => format!("{} and {} score the same.", mine.name, other.name),
            false => format!("{} scores more than {}.", mine.name, other.name),
        };
        return Reason::only(headline);
    };
    let (than, short) = (format!("after {}", other.line), format!("after {}", other.short));
    let headline = match &found[first].what {
        Said::Compared(words) => headline(mine, words, &than, &short),
        Said::OfFirst(words) => format!("After {} {words}.", mine.line),
        Said::OfSecond(words) => format!("After {} {words}.", other.line),
    };
    let mut differences = Vec::new();
    let rest = found.iter().enumerate().filter(|&(at, _)| at != first).map(|(_, found)| found);
    let rest = rest.filter(|found| found.has_quantity());
    for found in rest.take(MOST_DIFFERENCES) {
        let words = match &found.what {
            Said::Compared(words) => words.clone(),
            Said::OfFirst(words) => format!("after {} {words}", mine.name),
            Said::OfSecond(words) => format!("after {} {words}", other.name),
        };
        differences.push(match found.gain > Fixed::ZERO {
            true => format!("{}.", capital(&words)),
            false => format!("Against it: {words}."),
        });
    }
    Reason { headline, differences }
}

/// The sentence that a clause holds after the line of a move, compared with the line of another; terms are compared
/// at the ends of both lines.
pub(super) fn at_the_ends<G: Game>(
    (mine, other): (&Candidate<G::Move>, &Candidate<G::Move>),
    words: &str,
    position: &G,
) -> String {
    let (mine, other) =
        (Side::new(mine, "this", position), Side::new(other, "the other", position));
    let (than, short) = (format!("after {}", other.line), format!("after {}", other.short));
    headline(&mine, words, &than, &short)
}

/// The end of a candidate's line, as far as its terms are measured there.
pub(super) fn end_of<G: Enumerable>(root: &G, candidate: &Candidate<G::Move>) -> G {
    let mut next = root.played(&candidate.mv);
    if !candidate.after.is_empty() {
        candidate.pv.iter().for_each(|mv| next.play_unchecked(mv));
    }
    next
}

/// Puts visible facts, which `facts` finds at the ends of the lines of the choice and its rival, before the sentences about
/// terms.
pub(super) fn say_facts<G: Enumerable>(
    analysis: &mut Analysis<G::Move>,
    root: &G,
    facts: impl FnOnce(&G, &G) -> Vec<String>,
) {
    let (Some(mine), Some(other)) = (analysis.chosen(), rival(analysis)) else { return };
    let value = |of: &Candidate<G::Move>| matches!(of.score, Score::Value(_));
    if !value(mine) || !value(other) || mine.terms.is_empty() || other.terms.is_empty() {
        return;
    }
    let tied = ties(mine, other);
    let mut facts = facts(&end_of(root, mine), &end_of(root, other)).into_iter();
    let Some(first) = facts.next() else { return };
    let headline = at_the_ends((mine, other), &first, root);
    let more = facts.next().map(|words| format!("{}.", capital(&words)));
    // A headline that moves are equal stays first, unless it hides what they have over the rest.
    let equal = says_equal(&analysis.why);
    let at = usize::from(analysis.differences.first().is_some_and(|one| says_equal(one)));
    let (before, facts, terms) = match equal {
        true if tied => (None, Some(headline), None),
        true => (Some(std::mem::replace(&mut analysis.why, headline)), None, None),
        false => (None, None, Some(std::mem::replace(&mut analysis.why, headline))),
    };
    let last = usize::from(equal || at > 0);
    let terms = terms.filter(|sentence| adds_information(sentence));
    let said = before.into_iter().chain(facts).chain(more).chain(terms);
    analysis.differences.splice(at..at, said);
    // The sentence about the random choice stays last.
    let all = analysis.differences.len();
    if all > MOST_DIFFERENCES {
        analysis.differences.drain(MOST_DIFFERENCES - last..all - last);
    }
}

/// `After c4 e3 you have 3 more moves than after d1.`, with short lines if it would be too long.
fn headline(side: &Side, words: &str, than: &str, than_short: &str) -> String {
    let sentence = format!("After {} {words} than {than}.", side.line);
    // A move is one word, as it has a picture.
    let phrases = |line: &str| line.split(", then ").map(|mv| words_in(mv) - 1).sum::<usize>();
    let than_line = than.strip_prefix("after ").unwrap_or_default();
    let more = match side.name.contains(' ') {
        true => phrases(&side.line) + if than_line.is_empty() { 0 } else { phrases(than_line) },
        false => 0,
    };
    if words_in(&sentence) <= MOST_WORDS + more {
        return sentence;
    }
    format!("After {} {words} than {than_short}.", side.short)
}
