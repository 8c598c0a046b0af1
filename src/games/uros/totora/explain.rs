//! What the search tells of itself: candidates with their terms, the line it expects, and the sentence that says
//! why. Nothing is decided here but which of the candidates is best, by the scores that are shown.

use super::super::moves::Move;
use super::super::position::Uros;
use super::playout::Ended;
use super::search::{BESIDE, DOUBT, LEAD, PLAYOUTS, SPREAD, Search};
use super::tree::Tally;
use crate::base::fixed::Fixed;
use crate::base::util::{counted, plural};
use crate::contract::bot::Heuristic;
use crate::contract::game::Enumerable;
use crate::contract::thought::{Candidate, Margin, Part, Score, Term, TermValue, Thought};
use crate::lab::guide::{Guide, JUDGEMENT};
use crate::search::words::{Notes, grouped, why};
use std::cmp::Reverse;

/// The longest line that is told.
const LONGEST_LINE: usize = 12;
/// As much of it as stands in a sentence.
const MOST_SHOWN: usize = 4;

/// What is known of a candidate.
#[derive(Clone, Copy)]
enum Known {
    /// What games through it ended with.
    Tried(Tally),
    /// What it comes to, as the mover sees it.
    Solved(Ended),
}

/// What the choice goes by: of equal scores the better end, then the placement that was expected to be better.
type Worth = (Score, i16, Reverse<usize>);

/// The heuristic that somebody wrote, if the search goes by one.
fn guide(search: &Search) -> Option<&Guide> {
    search.tree.growth().guide.as_ref()
}

fn columns(search: &Search) -> Vec<Term> {
    let [share, lead, doubt] = search.weights;
    let playouts = Term { weight: share, ..PLAYOUTS };
    let lead = Term { weight: lead, ..LEAD };
    let doubt = Term { weight: doubt, ..DOUBT };
    let Some(guide) = guide(search) else {
        return [playouts, lead, doubt].into_iter().chain(BESIDE).collect();
    };
    let mut columns = Vec::new();
    if guide.judging() > Fixed::ZERO {
        columns.push(guide.judgement_term());
    }
    if !guide.judges_alone() {
        columns.extend([playouts, lead, SPREAD]);
    }
    columns.push(doubt);
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
            key if key == SPREAD.key => tally.spread(),
            _ => -1.0 / (f64::from(tally.games) + 1.0).sqrt(),
        }),
    }
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
        let score = match rank.signum() {
            1 => Score::Win(None),
            -1 => Score::Loss(None),
            _ => Score::Value(terms.iter().map(|term| term.contribution).sum()),
        };
        let worth = (score, rank, order);
        if chosen.is_none_or(|(_, best)| worth > best) {
            chosen = Some((candidates.len(), worth));
        }
        let visits = match known {
            Known::Tried(tally) => Some(tally.games.into()),
            Known::Solved(_) => None,
        };
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
        let (bound, depth) = (false, None);
        candidates.push(Candidate { mv, score, bound, margin, depth, terms, visits, pv });
    }
    let chosen = chosen.and_then(|(at, _)| candidates.get(at).cloned());
    let plies = search.endgame.as_ref().filter(|_| exact).map(|endgame| endgame.plies());
    let mut thought = Thought {
        choice: chosen.as_ref().map(|chosen| chosen.mv),
        candidates,
        terms: columns,
        nodes: search.nodes(),
        depth: plies.unwrap_or(search.tree.deepest),
        exact,
        why: String::new(),
    };
    thought.sort();
    thought.why = reason(&thought, chosen.as_ref());
    thought
}

fn reason(thought: &Thought<Move>, chosen: Option<&Candidate<Move>>) -> String {
    let only = thought.candidates.len() == 1;
    let notes = Notes { only, ..Notes::default() };
    let Some(chosen) = chosen.filter(|_| !only) else { return why(thought, notes) };
    let mv = chosen.mv;
    let sentence = if thought.exact && matches!(chosen.score, Score::Value(_)) {
        format!("No placement wins by force; {mv} keeps the draw.")
    } else {
        why(thought, notes)
    };
    if thought.exact {
        let place = thought.terms.iter().position(|term| term.key == LEAD.key);
        let Some(lead) = place.and_then(|place| chosen.terms.get(place)).map(|term| term.value)
        else {
            return format!("{sentence} Solved to the end.");
        };
        let houses = plural(lead.abs().thousandths() as u64 / 1_000, "house");
        let how = match (lead > Fixed::ZERO, lead == Fixed::ZERO) {
            (_, true) => "with biggest villages of one size".to_owned(),
            (true, _) => format!("with the biggest village {} {houses} larger", grouped(lead)),
            (false, _) => {
                format!("with the biggest village {} {houses} smaller", grouped(lead.abs()))
            }
        };
        return format!("{sentence} Solved to the end: with the best play of both it ends {how}.");
    }
    let games = chosen.visits.unwrap_or(0);
    if games == 0 {
        return format!("{mv} was not tried yet; it was stopped before it had looked at much.");
    }
    let mut sentence = format!("{sentence} {mv} was played out {}", counted(games, "time"));
    if !chosen.pv.is_empty() {
        let line: Vec<String> =
            chosen.pv.iter().take(MOST_SHOWN).map(|mv| mv.to_string()).collect();
        sentence += &format!("; expected after it: {}", line.join(" "));
    }
    sentence + "."
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
