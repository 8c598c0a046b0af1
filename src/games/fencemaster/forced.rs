//! Stones that end the game, now or next: detection, decisions and sentences for bots without deeper
//! search. Only reads positions.

use super::board::LOOP;
use super::geometry::Place;
use super::moves::Move;
use super::position::FenceMaster;
use super::presentation::words;
use super::trace;
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Candidate, Score, Term};
use crate::contract::game::Enumerable;
use crate::search::explain::{Notes, explain};

/// Stones that end the game, now or next.
pub(super) struct Urgent {
    /// Cells on which the player to move wins.
    pub(super) wins: Vec<Place>,
    /// Cells on which the opponent would win next.
    pub(super) threats: Vec<Place>,
}

impl Urgent {
    pub(super) fn from_position(position: &FenceMaster) -> Self {
        let seat = position.mover();
        let mut urgent = Urgent { wins: Vec::new(), threats: Vec::new() };
        position.board().empty(position.geometry(), |place| {
            if position.would_win(seat, place) != 0 {
                urgent.wins.push(place);
            }
            if position.would_win(1 - seat, place) != 0 {
                urgent.threats.push(place);
            }
        });
        urgent
    }

    /// The certain score of a stone, if any: it wins, or the opponent wins after it.
    pub(super) fn score(&self, place: Option<Place>) -> Option<Score> {
        if place.is_some_and(|place| self.wins.contains(&place)) {
            return Some(Score::Win(Some(1)));
        }
        let blocks = |threat: &Place| place == Some(*threat);
        (!self.threats.iter().all(blocks)).then_some(Score::Loss(Some(2)))
    }
}

/// The structures that the opponent threatens: `the loop around 5,6`, `the tripod on 2,7`; `None` if there is no threat.
pub(super) fn danger(position: &FenceMaster) -> Option<String> {
    const MOST_NAMED: usize = 2;
    let threats = Urgent::from_position(position).threats;
    let mut named: Vec<String> = Vec::new();
    for &place in &threats {
        let words = threat(position, place);
        if !named.contains(&words) {
            named.push(words);
        }
    }
    let more = named.len().saturating_sub(MOST_NAMED);
    named.truncate(MOST_NAMED);
    (!named.is_empty()).then(|| words::threats(named, more))
}

/// The structure that the opponent's stone on `place` would complete.
fn threat(position: &FenceMaster, place: Place) -> String {
    let opponent = 1 - position.mover();
    let (field, havannah) = (position.field(), position.havannah());
    let won = position.would_win(opponent, place);
    if won & LOOP != 0 {
        let mut board = *position.board();
        field.put(&mut board, opponent, place);
        let ring = trace::ring(field.geometry, &board, opponent, havannah);
        let enclosed = ring.as_ref().map_or(&[][..], |ring| &ring.enclosed[..]);
        return words::loop_threat(position, place, enclosed);
    }
    words::threat(position, place, won)
}

/// The analysis of a bot without deeper search: draws among the best candidates, and adds the reason.
pub(super) fn decided(
    position: &FenceMaster,
    candidates: Vec<Candidate<Move>>,
    terms: Vec<Term>,
    urgent: Option<&Urgent>,
    rng: &mut Rng,
) -> Analysis<Move> {
    let chosen = draw(&candidates, urgent, rng);
    let mut analysis = Analysis {
        choice: chosen.map(|chosen| candidates[chosen].mv),
        nodes: candidates.len() as u64,
        candidates,
        terms,
        depth: 1,
        ..Analysis::nothing(String::new())
    };
    analysis.sort();
    reason(&mut analysis, position, urgent);
    analysis
}

/// One of the candidates with the best score. If every move loses, one that stops a threat, and of those
/// one with the highest evaluation.
fn draw(candidates: &[Candidate<Move>], urgent: Option<&Urgent>, rng: &mut Rng) -> Option<usize> {
    let best = candidates.iter().map(|candidate| candidate.score).max()?;
    let stops = |candidate: &Candidate<Move>| {
        let stop = |place| urgent.is_some_and(|urgent| urgent.threats.contains(&place));
        let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
        (candidate.mv.place().is_some_and(stop), sum)
    };
    let mut level: Vec<usize> =
        (0..candidates.len()).filter(|&at| candidates[at].score == best).collect();
    if matches!(best, Score::Loss(_)) {
        let most = level.iter().map(|&at| stops(&candidates[at])).max();
        level.retain(|&at| Some(stops(&candidates[at])) == most);
    }
    level.get(rng.below(level.len())).copied()
}

/// Adds the reason for the choice of a bot without deeper search; the candidates are sorted.
fn reason(analysis: &mut Analysis<Move>, position: &FenceMaster, urgent: Option<&Urgent>) {
    let danger = urgent.and_then(|_| danger(position));
    let only = analysis.candidates.len() == 1;
    let notes = Notes { danger: danger.as_deref(), only, drawn: true, changes: false };
    explain(analysis, notes, position);
    let lost = analysis.candidates.first().is_some_and(|c| matches!(c.score, Score::Loss(_)));
    if let (Some(urgent), Some(place)) = (urgent, analysis.choice.and_then(|choice| choice.place()))
        && lost
        && urgent.threats.contains(&place)
        && !only
    {
        let threats = urgent.threats.len();
        analysis.differences.push(words::stops_one(position.geometry(), place, threats));
    }
}
