//! Explanations in words: a headline of at most 20 words, and at most three differences, a sentence each. All sentences of
//! searches are here; those of a game are in its `presentation/words.rs`.
//!
//! They use only the analysis: scores, lines, and for every term the wording of a difference in it
//! ([`Contrast`](crate::contract::thought::Contrast)), which games and searches declare. If a bot looks ahead, the compared
//! terms are those at the ends of the two lines, whose sums are the scores. This module knows no game and makes
//! no decision.

use crate::base::fixed::Fixed;
use crate::base::util::{counted, group_digits, sort_by_key};
use crate::contract::calibration::{certain_is_proven, percent, whole_percent};
use crate::contract::game::Game;
use crate::contract::thought::{
    Candidate, Interval, MOST_DIFFERENCES, Margin, Score, Term, TermValue, Thought, too_few,
};

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

/// For a position where no seat is to act.
pub const NO_MOVE: &str = "No move is due here.";
pub(super) const STOPPED: &str = "It was stopped before it had examined a move.";
pub(super) const LOST_ANYWAY: &str = "Every move loses by force, so the choice was random.";
pub(super) const UNCHECKED: &str = "It was not checked for a forced loss within a few plies.";
pub(super) const ALL_AGAINST: &str = "All others are assumed to play against you.";
pub(super) const ALL_FOR_THEMSELVES: &str = "All players are assumed to play for themselves.";
pub(super) const ONE_FREE: &str =
    "Only one opponent is assumed to choose freely between your moves.";
pub(super) const NO_WEIGHT: &str = "No single weight changes this move.";
/// The start of a headline about equal moves.
const EQUAL: &str = "About equal: ";

/// Whether a headline calls moves about equal.
pub(super) fn says_equal(headline: &str) -> bool {
    headline.starts_with(EQUAL)
}

pub(super) fn keeps_the_draw(mv: &str) -> String {
    format!("No move wins by force; {mv} keeps the draw.")
}

/// The sentence that the next move after `mv` would make this threat.
pub(super) fn next_threatens(mv: &str, next: &NextMove, danger: &str) -> String {
    format!("After {mv} {} and threaten {danger}.", next.clause())
}

/// `clause` compares the results of both moves, in favour of the first or `against` it.
pub(super) fn after_each(mv: &str, clause: &str, than: &str, against: bool) -> String {
    match against {
        true => format!("Against it: after {mv} {clause} than after {than}."),
        false => format!("After {mv} {clause} than after {than}."),
    }
}

/// The explanation of a move that was drawn randomly from this many.
pub(super) fn drawn_from(moves: usize) -> String {
    match moves {
        0 => NO_MOVE.to_owned(),
        1 => "It is the only legal move.".to_owned(),
        n => format!("It was chosen at random from {n} legal moves."),
    }
}

/// The first of several equal moves; `second` if there are two.
pub(super) fn one_of(first: &str, second: Option<&str>, others: usize) -> String {
    match second {
        Some(second) => format!("{first} or {second}"),
        None => format!("{first} or {others} others"),
    }
}

pub(super) fn other_weight(mv: &str, term: &Term, to: Fixed) -> String {
    let (label, from) = (term.label, term.weight);
    format!("It would play {mv} if “{label}” counted {to} instead of {from}.")
}

pub(super) fn slip(bot: &str) -> String {
    format!("A slip: this turn it plays like {bot}.")
}

/// The same if the level's main bot would play the same.
pub(super) fn harmless_slip(bot: &str) -> String {
    format!("A slip: this turn it plays like {bot}, but overlooks nothing.")
}

/// The same if the level's main bot would play another move.
pub(super) fn overlooking_slip(bot: &str, mv: &str) -> String {
    if mv.len() > LONGEST_NAME {
        return slip(bot);
    }
    format!("A slip: this turn it plays like {bot}, and overlooks {mv}.")
}

/// Why a search of one ply has no tree to show.
pub(super) const SHALLOW_WITHOUT_TREE: &str = "No search tree: it did not look two plies ahead.";
/// Why the best-reply search has no tree: some of its moves cost no depth and others do.
pub(super) const REPLIES_WITHOUT_TREE: &str =
    "No search tree: between your moves one opponent replies freely, the others as expected.";
/// Why a solver has no tree.
pub const SOLVED_WITHOUT_TREE: &str =
    "No search tree: the solver keeps results of positions, not the moves between them.";

/// Facts about a choice that the analysis does not contain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// The opponent's threat if the mover ignored it: `the loop around 5,6`.
    pub danger: Option<&'a str>,
    /// Whether the choice was the only legal move.
    pub only: bool,
    /// Whether chance decided among equal scores.
    pub drawn: bool,
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
    pub(super) fn of<G: Game>(position: &G, mv: &G::Move, next: &G::Move) -> Option<NextMove> {
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
    fn of<G: Game>(candidate: &'a Candidate<G::Move>, or: &str, position: &G) -> Side<'a> {
        // Terms that are not measured at the end of a line are measured right after the move.
        let plies = if candidate.after.is_empty() { 0 } else { candidate.pv.len() };
        let moves = std::iter::once(&candidate.mv).chain(candidate.pv.iter().take(plies));
        let moves = moves.map(|mv| position.move_name(mv)).collect();
        let [name, line, short] = line_in_words(moves, or);
        let next = candidate.pv.first();
        let next = next.and_then(|next| NextMove::of(position, &candidate.mv, next));
        let duel = position.seats() == 2 && candidate.score == Score::Loss(Some(2));
        let winner = duel.then(|| successor(position, &candidate.mv)).flatten();
        let forced = matches!(candidate.score, Score::Win(_) | Score::Loss(_));
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

/// Moves in sequence: `c4 e3 d5`, or `a house on d2, then island U on b5`.
pub fn joined(moves: &[String]) -> String {
    let phrases = moves.iter().any(|name| name.contains(' '));
    moves.join(if phrases { ", then " } else { " " })
}

/// Explains the choice of an analysis of `position` whose candidates are sorted.
pub fn explain<G: Game>(thought: &mut Thought<G::Move>, notes: Notes, position: &G) {
    let Reason { headline, differences } = reason(thought, notes, position);
    (thought.why, thought.differences) = (headline, differences);
}

/// The common data of all candidates.
struct Columns<'a> {
    terms: &'a [Term],
    now: &'a [TermValue],
    /// Number of candidates with a sampled chance to win.
    sampled: usize,
}

impl<'a> Columns<'a> {
    fn of<M>(thought: &'a Thought<M>) -> Columns<'a> {
        let sampled = thought.candidates.iter().filter(|one| one.interval.is_some()).count();
        Columns { terms: &thought.terms, now: &thought.now, sampled }
    }

    /// Whether a tree search judged positions in addition to playouts.
    fn judged(&self) -> bool {
        self.terms.iter().any(|term| term.key == "judgement")
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

fn reason<G: Game>(thought: &Thought<G::Move>, notes: Notes, position: &G) -> Reason {
    let Some(choice) = &thought.choice else {
        return Reason::only(NO_MOVE.to_owned());
    };
    let Some(mine) = thought.chosen() else {
        return Reason::only(STOPPED.to_owned());
    };
    let others = || thought.candidates.iter().filter(|other| other.mv != *choice);
    let count = |what: fn(&Score) -> bool| others().filter(|other| what(&other.score)).count();
    let side = |other| Side::of(other, "the other", position);
    let compared = Compared {
        best: rival(thought).filter(|other| !ties(mine, other)).map(side),
        ties: others().filter(|other| ties(mine, other)).map(side).collect(),
        others: others().count(),
        lost: count(|score| matches!(score, Score::Loss(_))),
        won: count(|score| matches!(score, Score::Win(_))),
        sooner: others()
            .any(|other| matches!(other.score, Score::Loss(_)) && other.score < mine.score),
        bounded: others().any(|other| other.bound),
        decided: decided(mine, &thought.candidates, Columns::of(thought).judged()),
        mine: Side::of(mine, "this", position),
    };
    compared.reason(notes, &Columns::of(thought))
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
            let rest = std::mem::replace(&mut reason.headline, how);
            if self.best.is_some() || (self.decided.is_none() && adds_information(&rest)) {
                reason.differences.insert(0, rest);
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

/// Whether a sentence adds information to the list of moves.
pub(super) fn adds_information(sentence: &str) -> bool {
    let [none, same] = ["no other move was compared.", " score the same."];
    !sentence.ends_with(none)
        && !sentence.ends_with(same)
        && !sentence.contains(" scores more than ")
}

/// The candidate for comparison with the choice of an analysis: the best one that is known well enough and is not as
/// good; if there is none, the best of the equal ones.
pub fn rival<M: PartialEq>(thought: &Thought<M>) -> Option<&Candidate<M>> {
    let mine = thought.chosen()?;
    let known =
        |other: &&Candidate<M>| other.mv != mine.mv && compares(other) && !other.is_rough(mine);
    let others = || thought.candidates.iter().filter(known);
    others().find(|other| !ties(mine, other)).or_else(|| others().next())
}

/// Whether two candidates are equally good as far as known, and both are known well enough to say so.
fn ties<M>(mine: &Candidate<M>, other: &Candidate<M>) -> bool {
    equal(mine, other) && !other.is_rough(mine)
}

/// The sentence that all moves have a sampled chance to win close to 0 or close to 1; `None` otherwise.
fn decided<M>(
    mine: &Candidate<M>,
    all: &[Candidate<M>],
    judged: bool,
) -> Option<&'static str> {
    mine.interval?;
    let known = || all.iter().filter(|one| compares(one) && !one.is_rough(mine));
    let within = |from: Fixed, to: Fixed| {
        known().all(|one| one.interval.is_some_and(|i| (from..=to).contains(&i.share)))
    };
    if within(Fixed::ZERO, ABOUT_EQUAL) {
        Some(match judged {
            true => "Every move examined is judged as good as lost.",
            false => "No move examined wins more than 1% of its simulated games.",
        })
    } else if within(Fixed::ONE - ABOUT_EQUAL, Fixed::ONE) {
        Some(match judged {
            true => "Every move examined is judged as good as won.",
            false => "Every move examined wins 99% or more of its simulated games.",
        })
    } else {
        None
    }
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
    !other.bound
        && other.score != Score::Unknown
        && other.score == mine.score
        && other.margin == mine.margin
}

/// Whether a candidate is known well enough to be compared in the headline.
fn compares<M>(other: &Candidate<M>) -> bool {
    !other.bound && !matches!(other.score, Score::Unknown)
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
pub fn contrast<G: Game>(thought: &Thought<G::Move>, at: usize, position: &G) -> Option<Reason> {
    let choice = thought.choice.as_ref()?;
    let other = thought.candidates.get(at)?;
    if other.mv == *choice {
        let (headline, differences) = (thought.why.clone(), thought.differences.clone());
        return Some(Reason { headline, differences });
    }
    let mine = thought.chosen()?;
    let (mine, other) = (Side::of(mine, "this", position), Side::of(other, "the other", position));
    let mut reason = compared(&mine, &other, &Columns::of(thought));
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

/// `7,3 wins 54% of its simulated games`, and that no other move was compared.
fn rated(side: &Side, columns: &Columns) -> String {
    let share = side.interval.map_or(Fixed::ZERO, |interval| certain_is_proven(interval.share));
    let mut sentence = match columns.judged() {
        true => format!("{} is judged best", side.name),
        false if side.interval.is_some_and(is_vague) => {
            format!("{} was chosen after too few simulations for a percentage", side.name)
        }
        false => format!("{} wins {} of its simulated games", side.name, percent(share)),
    };
    if columns.sampled == 1 {
        sentence += "; no other move was examined.";
    } else {
        sentence.push('.');
    }
    sentence
}

/// A term with different values for two candidates.
struct Difference {
    /// Its contribution to the score of the first.
    gain: Fixed,
    what: Said,
}

/// How a difference is said.
enum Said {
    /// A comparative clause: `you have 3 more moves`.
    Compared(String),
    /// A clause about the first candidate alone: something is gone.
    OfFirst(&'static str),
    /// The same about the second.
    OfSecond(&'static str),
}

impl Difference {
    /// Whether it says how much, or that something is gone: `counts more for you` says neither.
    fn has_quantity(&self) -> bool {
        match &self.what {
            Said::Compared(words) => words.bytes().any(|byte| byte.is_ascii_digit()),
            Said::OfFirst(_) | Said::OfSecond(_) => true,
        }
    }
}

/// The index of the main advantage: the largest one with a quantity. Without a quantity a clause is no reason.
fn main_advantage(found: &[Difference]) -> Option<usize> {
    found.iter().position(|one| one.gain > Fixed::ZERO && one.has_quantity())
}

/// The terms that differ, in the order of their effect; differences too small for a sentence are omitted.
fn differing(mine: &[TermValue], other: &[TermValue], terms: &[Term]) -> Vec<Difference> {
    let pairs = mine.iter().zip(other).zip(terms);
    let mut found: Vec<Difference> = pairs
        .filter_map(|((one, two), term)| {
            let gain = one.contribution - two.contribution;
            let what = match (term.gone(terms, mine), term.gone(terms, other)) {
                (None, None) => Said::Compared(clause(term, one.value - two.value)?),
                (Some(clause), None) if !clause.is_empty() => Said::OfFirst(clause),
                (None, Some(clause)) if !clause.is_empty() => Said::OfSecond(clause),
                _ => return None,
            };
            (gain != Fixed::ZERO).then_some(Difference { gain, what })
        })
        .collect();
    sort_by_key(&mut found, |found| (-found.gain.abs().thousandths(), 0));
    found
}

/// Chances to win with a wider interval have no percentage.
const VAGUE: Fixed = Fixed::from_thousandths(300);

/// Whether an interval is too wide for a percentage.
fn is_vague(interval: Interval) -> bool {
    interval.by + interval.above > VAGUE
}

/// Compares two moves by their simulations. A judged value is a number of the search, and is not named.
fn sampled(mine: &Side, other: &Side, judged: bool) -> Reason {
    let (a, b) = (&mine.name, &other.name);
    let (Some(x), Some(y)) = (mine.interval, other.interval) else {
        return Reason::default();
    };
    let (m, n) = (percent(certain_is_proven(x.share)), percent(certain_is_proven(y.share)));
    let number = |visits: u64| grouped(Fixed::from_int(visits as i64));
    let (j, k) = (number(mine.visits()), number(other.visits()));
    if other.is_rough(mine) {
        let simulations = counted(other.visits(), "simulation");
        return Reason::only(format!("{b} was hardly examined: {simulations}, {j} for {a}."));
    }
    if y.share > x.share + ABOUT_EQUAL {
        return Reason::only(match (judged, other.visits() < mine.visits()) {
            (false, true) => {
                format!("{b} wins {n}, but of only {k} simulated games; {a} wins {m} of {j}.")
            }
            (false, false) => {
                format!("Simulated further, {b} wins {n} of its games, {a} wins {m}.")
            }
            (true, true) => {
                format!("{b} is judged better, but in only {k} simulations; {a} has {j}.")
            }
            (true, false) => {
                format!("Simulated further, {b} is judged better, {a} was chosen before.")
            }
        });
    }
    if !judged && (is_vague(x) || is_vague(y)) {
        return Reason::only(format!("{a} against {b}: too few simulations for a percentage."));
    }
    let worse = y.share + ABOUT_EQUAL < x.share;
    let apart = x.share - x.by > y.share + y.above;
    let next = other.next.as_ref().filter(|_| worse);
    let headline = match (judged, next) {
        (true, _) if !worse => format!("{a} and {b} are judged about equal."),
        (true, next) => {
            let clearly = apart && x.share - y.share >= CLEARLY;
            let how = if clearly { "clearly" } else { "slightly" };
            let next = next.map_or_else(String::new, |next| format!(": there {}", next.clause()));
            format!("{a} is judged {how} better than {b}{next}.")
        }
        (false, Some(next)) => {
            let next = next.clause();
            format!("{a} wins {m} of its simulated games, {b} {n}: there {next}.")
        }
        (false, None) => format!("{a} wins {m} of its simulated games, {b} {n}."),
    };
    let differences = match (apart, judged) {
        (true, _) => Vec::new(),
        (false, true) => vec!["Uncertain: more simulations may change it.".to_owned()],
        (false, false) => {
            // No sample is certain.
            let by = |by| whole_percent(by).max(1);
            let (x, y) = (by(x.by.max(x.above)), by(y.by.max(y.above)));
            let (m, n) = (m.replace('%', ""), n.replace('%', ""));
            vec![format!("Uncertain: {a} wins {m} ± {x}%, {b} {n} ± {y}%.")]
        }
    };
    Reason { headline, differences }
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

/// The sentence that a clause holds after the line of the choice, compared with the line of its rival; terms are compared
/// at the ends of both lines. `None` if there are no such lines.
pub fn at_the_ends<G: Game>(
    thought: &Thought<G::Move>,
    words: &str,
    position: &G,
) -> Option<String> {
    let (mine, other) = (thought.chosen()?, rival(thought)?);
    let (mine, other) = (Side::of(mine, "this", position), Side::of(other, "the other", position));
    let (than, short) = (format!("after {}", other.line), format!("after {}", other.short));
    Some(headline(&mine, words, &than, &short))
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

fn words_in(text: &str) -> usize {
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

/// Fills a pattern of [`Contrast`](crate::contract::thought::Contrast) with a whole number: `# [move|moves]` gives `2 moves`.
pub fn with_number(pattern: &str, number: i64) -> String {
    fill_pattern(pattern, Fixed::from_int(number), Fixed::from_int(number))
}

/// Fills a pattern of [`Contrast`](crate::contract::thought::Contrast) with its number.
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
