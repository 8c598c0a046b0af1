//! What the search tells of itself: candidates with their terms, the line it expects, and the sentence that says
//! why. Nothing is decided here but which of the candidates is best, by the scores that are shown.

use super::super::moves::Move;
use super::super::position::Uros;
use super::super::strategies::TUNED_WEIGHTS;
use super::playout::Ended;
use super::search::{BESIDE, LEAD, PLAYOUTS, SPREAD, Search};
use super::tree::{GAMES, Tally};
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::bot::Heuristic;
use crate::contract::game::Enumerable;
use crate::contract::thought::MOST_DIFFERENCES;
use crate::contract::thought::{
    Candidate, Interval, Margin, Part, Score, Term, TermValue, Thought,
};
use crate::lab::guide::{Guide, JUDGEMENT};
use crate::search::explain::{Notes, clause, explain, grouped, rival};
use std::cmp::Reverse;

/// The longest line that is told.
const LONGEST_LINE: usize = 12;

/// What is known of a candidate.
#[derive(Clone, Copy)]
enum Known {
    /// What games through it ended with.
    Tried(Tally),
    /// What it comes to, as the mover sees it.
    Solved(Ended),
}

/// What the choice goes by: of equal lower ends the better end, then the placement that was expected to be better.
type Worth = (Score, i16, Reverse<usize>);

/// The heuristic that somebody wrote, if the search goes by one.
fn guide(search: &Search) -> Option<&Guide> {
    search.tree.growth().guide.as_ref()
}

fn columns(search: &Search) -> Vec<Term> {
    let [share, lead] = search.weights;
    let playouts = Term { weight: share, ..PLAYOUTS };
    let lead = Term { weight: lead, ..LEAD };
    let Some(guide) = guide(search) else {
        return [playouts, lead].into_iter().chain(BESIDE).collect();
    };
    let mut columns = Vec::new();
    if guide.judging() > Fixed::ZERO {
        columns.push(guide.judgement_term());
    }
    if !guide.judges_alone() {
        columns.extend([playouts, lead, SPREAD]);
    }
    columns.extend_from_slice(guide.beside());
    columns
}

/// Every placement that is worth telling of, in the order of the legal ones, with what it changes one ply ahead.
fn considered(search: &Search, all: bool) -> Vec<(Move, Vec<Fixed>)> {
    let (position, heuristic) = (&search.position, &search.tree.growth().heuristic);
    let mut found = Vec::new();
    heuristic.changes(position, &mut |mv, row| found.push((*mv, row.to_vec())));
    let seat = position.next_seat();
    let count = Heuristic::<Uros>::terms(heuristic).len();
    let of = |position: &Uros| {
        let mut values = vec![Fixed::ZERO; count];
        heuristic.measure(position, seat, &mut values);
        values
    };
    let now = of(position);
    let after = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        (*mv, of(&next).iter().zip(&now).map(|(&then, &now)| then - now).collect())
    };
    if all {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let known = |mv: &Move| found.iter().find(|(other, _)| other == mv).cloned();
        return legal.iter().map(|mv| known(mv).unwrap_or_else(|| after(mv))).collect();
    }
    if let Some(idle) = position.idle_house()
        && found.iter().all(|(mv, _)| *mv != idle)
    {
        found.push(after(&idle));
    }
    found
}

fn fixed(number: f64) -> Fixed {
    Fixed::from_f64(number).unwrap_or(Fixed::ZERO)
}

/// What stands in a column of the search.
fn measured(known: Known, key: &str) -> Fixed {
    let share = match rank(known) {
        0 => Fixed::from_thousandths(500),
        rank => Fixed::from_int(i64::from(rank > 0)),
    };
    match (known, key) {
        (Known::Solved(_), key) if key == PLAYOUTS.key || key == JUDGEMENT.key => share,
        (Known::Solved(Ended { lead, .. }), key) if key == LEAD.key => Fixed::from_int(lead.into()),
        (Known::Solved(_), _) => Fixed::ZERO,
        (Known::Tried(tally), key) => fixed(match key {
            key if key == JUDGEMENT.key => tally.mean_judged(),
            key if key == PLAYOUTS.key => tally.share(),
            key if key == LEAD.key => tally.mean_lead(),
            _ => tally.spread(),
        }),
    }
}

/// The share of a win that games through a placement brought, or that positions were judged to be worth.
fn share(search: &Search, known: Known) -> Fixed {
    let judging = guide(search).map_or(Fixed::ZERO, Guide::judging);
    measured(known, JUDGEMENT.key).times(judging)
        + measured(known, PLAYOUTS.key).times(Fixed::ONE - judging)
}

/// The rank that is certain, or nought.
fn rank(known: Known) -> i16 {
    match known {
        Known::Solved(ended) => ended.rank(),
        Known::Tried(_) => 0,
    }
}

/// What it thinks so far.
pub(super) fn thought(search: &Search) -> Thought<Move> {
    let red = search.position.next_seat() == 0;
    let solved: Option<Vec<(Move, Ended)>> =
        search.endgame.as_ref().and_then(|endgame| Some(endgame.solved()?.collect()));
    let exact = solved.is_some();
    let columns = columns(search);
    let mut candidates = Vec::new();
    let mut chosen: Option<(usize, Worth)> = None;
    for (mv, metrics) in considered(search, exact) {
        let tried = search.tree.tried().enumerate().find(|(_, (other, _))| **other == mv);
        let order = Reverse(tried.map_or(usize::MAX, |(order, _)| order));
        let end = solved.iter().flatten().find(|(other, _)| *other == mv);
        let known = match end {
            Some(&(_, ended)) => Known::Solved(if red { ended } else { ended.turned() }),
            None => Known::Tried(tried.map_or_else(Tally::default, |(_, (_, tally))| *tally)),
        };
        let own = columns.len() - metrics.len();
        let values = columns[..own].iter().map(|term| measured(known, term.key)).chain(metrics);
        let terms: Vec<TermValue> = columns
            .iter()
            .zip(values)
            .map(|(term, value)| TermValue { value, contribution: term.weight.times(value) })
            .collect();
        let rank = rank(known);
        let visits = match known {
            // Games from one position share the way there, so they count once in an interval.
            Known::Tried(tally) => Some(u64::from(tally.games / GAMES)),
            Known::Solved(_) => None,
        };
        let score = match rank.signum() {
            1 => Score::Win(None),
            -1 => Score::Loss(None),
            _ if visits == Some(0) => Score::Unknown,
            _ => Score::Value(terms.iter().map(|term| term.contribution).sum()),
        };
        let interval = visits
            .filter(|&visits| visits > 0)
            .map(|visits| Interval::of(share(search, known), visits));
        let least = match (score, interval) {
            (Score::Value(value), Some(interval)) => {
                Score::Value(value - interval.by.times(search.doubt))
            }
            (score, _) => score,
        };
        let worth = (least, rank, order);
        if chosen.is_none_or(|(_, best)| worth > best) {
            chosen = Some((candidates.len(), worth));
        }
        let pv = if exact { Vec::new() } else { search.tree.line(&mv, LONGEST_LINE) };
        let margin = match known {
            Known::Solved(ended) if rank != 0 => Some(match ended.lead {
                // Islands decide between villages of one size.
                0 => (ended.islands, "island"),
                lead => (lead, "house"),
            }),
            _ => None,
        };
        let margin = margin.map(|(by, unit)| {
            let by = u32::from(by.unsigned_abs());
            Margin { by, unit, rank: i64::from(rank) }
        });
        let terms = if score == Score::Unknown { Vec::new() } else { terms };
        candidates.push(Candidate {
            margin,
            interval,
            visits,
            pv,
            ..Candidate::exact(mv, score, terms)
        });
    }
    let decided = search.decided;
    let at = decided.and_then(|mv| candidates.iter().position(|candidate| candidate.mv == mv));
    let chosen = at.or(chosen.map(|(at, _)| at)).and_then(|at| candidates.get(at).cloned());
    let plies = search.endgame.as_ref().filter(|_| exact).map(|endgame| endgame.plies());
    let mut thought = Thought {
        choice: chosen.as_ref().map(|chosen| chosen.mv),
        candidates,
        terms: columns,
        nodes: search.nodes(),
        depth: plies.unwrap_or(search.tree.deepest),
        exact,
        why: String::new(),
        differences: Vec::new(),
        now: Vec::new(),
    };
    thought.sort();
    // More lines than one may show another to be as good: the choice stays, and stays in front.
    thought.put_choice_first();
    say_why(&mut thought, chosen.as_ref(), guide(search).is_none());
    thought
}

/// `0.8 houses behind`.
fn standing(lead: Fixed) -> String {
    let tenths = Fixed::from_thousandths((lead.abs().thousandths() + 50) / 100 * 100);
    let way = if lead < Fixed::ZERO { "behind" } else { "ahead" };
    format!("{} {} {way}", grouped(tenths), if tenths == Fixed::ONE { "house" } else { "houses" })
}

/// What the placement changes at once for the better, of what another does not change so: the metric that the one-ply bots
/// would weigh most.
fn at_once(
    thought: &Thought<Move>,
    chosen: &Candidate<Move>,
    other: &Candidate<Move>,
) -> Option<String> {
    let metrics = BESIDE.len() - TUNED_WEIGHTS.len();
    let first = thought.terms.iter().position(|term| term.key == BESIDE[metrics].key)?;
    let mut best: Option<(i64, String)> = None;
    for (at, weight) in TUNED_WEIGHTS.into_iter().enumerate() {
        let of = |candidate: &Candidate<Move>| candidate.terms.get(first + at).map(|t| t.value);
        let difference = of(chosen)? - of(other)?;
        let gain = difference.thousandths() * weight;
        if gain > best.as_ref().map_or(0, |(most, _)| *most)
            && let Some(words) = clause(&thought.terms[first + at], difference)
        {
            best = Some((gain, words));
        }
    }
    let (_, words) = best?;
    Some(format!("Right after {} {words} than right after {}.", chosen.mv, other.mv))
}

/// `metrics` says that the terms beside are those of the one-ply bots.
fn say_why(thought: &mut Thought<Move>, chosen: Option<&Candidate<Move>>, metrics: bool) {
    let only = thought.candidates.len() == 1;
    explain(thought, Notes { only, ..Notes::default() }, &|mv| mv.to_string());
    let Some(chosen) = chosen.filter(|_| !only) else { return };
    let mv = chosen.mv;
    if thought.exact && matches!(chosen.score, Score::Value(_)) {
        thought.why = format!("No placement wins by force; {mv} keeps the draw.");
        return;
    }
    let place = thought.terms.iter().position(|term| term.key == LEAD.key);
    let lead = place.and_then(|place| chosen.terms.get(place)).map(|term| term.value);
    if let Some(lead) = lead.filter(|_| thought.exact) {
        let houses = counted(lead.abs().thousandths() as u64 / 1_000, "house");
        thought.differences.insert(
            0,
            match (lead > Fixed::ZERO, lead == Fixed::ZERO) {
                (_, true) => "Solved: the biggest villages end equally large.".to_owned(),
                (true, _) => format!("Solved: your biggest village ends {houses} larger."),
                (false, _) => format!("Solved: your biggest village ends {houses} smaller."),
            },
        );
    } else if chosen.score == Score::Unknown {
        thought.why = "It was stopped before it had looked at anything.".to_owned();
    } else if let (Some(lead), Some(place)) = (lead, place) {
        let other = rival(thought).filter(|other| other.interval.is_some()).cloned();
        let of = |other: &Candidate<Move>| other.terms.get(place).map(|term| term.value);
        let than = other.as_ref().and_then(|other| Some((other.mv, of(other)?)));
        let than =
            than.map_or_else(String::new, |(mv, lead)| format!(", after {mv} {}", standing(lead)));
        let lead = standing(lead);
        let sentence = format!("After {mv} simulated games end {lead} on average{than}.");
        let seen = other.as_ref().filter(|_| metrics);
        let seen = seen.and_then(|other| at_once(thought, chosen, other));
        // After what was simulated against the rest, where some are equal.
        let at = usize::from(thought.why.starts_with("About equal")).min(thought.differences.len());
        thought.differences.splice(at..at, seen.into_iter().chain([sentence]));
    }
    thought.differences.truncate(MOST_DIFFERENCES);
}

/// What the terms of a candidate are made of.
pub(super) fn parts(search: &Search, mv: &Move) -> Vec<Part> {
    if search.exact() {
        let positions = search.endgame.as_ref().map_or(0, |endgame| endgame.positions);
        let positions = grouped(Fixed::from_int(positions as i64));
        let text = format!("solved to the end of the game, {positions} positions in all");
        return vec![Part { term: PLAYOUTS.key, text }];
    }
    let Some((_, tally)) = search.tree.tried().find(|(other, _)| *other == mv) else {
        return Vec::new();
    };
    let number = |n: u32| grouped(Fixed::from_int(n.into()));
    let lost = tally.games - tally.won - tally.drawn;
    let mut parts = Vec::new();
    if let Some(guide) = guide(search).filter(|guide| guide.judging() > Fixed::ZERO) {
        let mut next = search.position;
        next.play_unchecked(mv);
        let text = guide.told(&next, search.position.next_seat());
        parts.push(Part { term: JUDGEMENT.key, text });
        if guide.judges_alone() {
            return parts;
        }
    }
    parts.extend([
        Part {
            term: PLAYOUTS.key,
            text: format!(
                "you won {}, drew {} and lost {} of {} games to the end",
                number(tally.won),
                number(tally.drawn),
                number(lost),
                number(tally.games)
            ),
        },
        Part {
            term: LEAD.key,
            text: format!(
                "they ended {:+.1} houses apart on average, give or take {:.1}",
                tally.mean_lead(),
                tally.spread()
            ),
        },
    ]);
    parts
}
