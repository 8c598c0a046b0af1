//! Why a move was a mistake: the best answer to it, and what it gave up. The positions at the ends of two lines of equal
//! length are compared, after the best move and after the played one, in the features that the game declares as
//! [`Cause`]s.

use crate::base::util::counted;
use crate::catalog::{AnyGame, AnyPosition};
use crate::contract::analysis::Score;
use crate::contract::game::Seat;
use crate::contract::judging::Cause;
use crate::search::explain::{plies, with_number};

/// The habit of moves that lose by force.
const LOSES: &str = "allowed a forced loss";
/// The habit of moves that give up a forced win.
const MISSES: &str = "missed a forced win";

/// The causes of a game, with the indices of their features.
pub(super) struct Causes(Vec<(usize, &'static Cause)>);

impl Causes {
    pub(super) fn for_game(game: &dyn AnyGame) -> Causes {
        let features = game.features();
        let causes = game.data().judging.causes.iter();
        let index =
            |cause: &Cause| features.iter().position(|feature| feature.key == cause.feature);
        Causes(causes.filter_map(|cause| Some((index(cause)?, cause))).collect())
    }

    /// The cause by which the mover is most worse off in one position than in another, with its number.
    fn main(
        &self,
        seat: Seat,
        played: &dyn AnyPosition,
        best: &dyn AnyPosition,
    ) -> Option<(&'static Cause, i64)> {
        // With more players, one opponent's advantage is not the mover's loss.
        let two = played.seats() == 2;
        let (played, best) = (played.features(seat), best.features(seat));
        let harm = |(at, cause): &(usize, &'static Cause)| {
            let by = played.get(*at)? - best.get(*at)?;
            let harm = -by * f64::from(cause.weight);
            // Averages over several players are no number of moves.
            let whole = by.fract() == 0.0 && (two || !cause.of_opponent());
            (harm > 0.0 && whole).then_some((harm, *cause, by.abs() as i64))
        };
        let mut found: Vec<_> = self.0.iter().filter_map(harm).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found.first().map(|&(_, cause, by)| (cause, by))
    }
}

impl Causes {
    /// The main cause at the ends of two lines, both cut to the shorter one's length; or, if the mover is in nothing worse off
    /// there, the last one before. Also the number of moves up to that place.
    fn of_lines(
        &self,
        here: &dyn AnyPosition,
        seat: Seat,
        best: &[String],
        played: &[String],
    ) -> Option<(usize, &'static Cause, i64)> {
        let both = best.len().min(played.len());
        // Before the answer to the move, nothing is about that line.
        (2.min(both)..=both).rev().find_map(|moves| {
            let [played, best] = after(here, best, played, moves)?;
            let (cause, by) = self.main(seat, played.as_ref(), best.as_ref())?;
            Some((moves, cause, by))
        })
    }
}

/// A move with its continuation, and its score for the mover.
#[derive(Clone, Debug, Default)]
pub(super) struct Continuation {
    /// The move and the moves after it.
    pub(super) moves: Vec<String>,
    pub(super) score: Option<Score>,
}

/// The reason why a move was a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reason {
    pub(super) text: String,
    /// What it has in common with other mistakes.
    pub(super) habit: Option<&'static str>,
}

/// The reason why the first move of `played` is worse than that of `best`.
pub(super) fn reason(
    causes: &Causes,
    here: &dyn AnyPosition,
    seat: Seat,
    (best, played): (&Continuation, &Continuation),
) -> Option<Reason> {
    let (better, mv) = (best.moves.first()?, played.moves.first()?);
    let name = |mv: &str| here.move_name(seat, mv).unwrap_or_else(|_| mv.to_owned());
    let (better, mv) = (name(better), name(mv));
    let reply = reply(here, seat, &played.moves);
    let allows = match &reply {
        Some((_, reply)) => format!("It allows {reply}"),
        None => format!("After {mv}"),
    };
    let within = |n: Option<u32>| n.map_or(String::new(), |n| format!(" within {}", plies(n)));
    let said = |text: String, habit| Some(Reason { text, habit: Some(habit) });
    if let Some(Score::Loss(n)) = played.score {
        let end = match &reply {
            Some((who, _)) => {
                let how = how_lost(here, seat, &played.moves);
                format!(": {who} then wins by force{}{how}.", within(n))
            }
            None => format!(" the game is lost by force{}.", within(n)),
        };
        return said(allows + &end, LOSES);
    }
    if let Some(Score::Win(n)) = best.score {
        let end = match &reply {
            Some(_) => format!("; {better} would win by force{}.", within(n)),
            None => format!(" no win is forced; {better} would win{}.", within(n)),
        };
        return said(allows + &end, MISSES);
    }
    let Some((length, cause, by)) = causes.of_lines(here, seat, &best.moves, &played.moves) else {
        let other = self::reply(here, seat, &best.moves).map(|(_, reply)| reply);
        let text = match (&reply, other) {
            (Some(_), Some(other)) => {
                format!("{allows}; after {better} the best reply is {other}.")
            }
            _ => format!("After {mv} the chance to win is lower than after {better}."),
        };
        return Some(Reason { text, habit: None });
    };
    let who = if cause.of_opponent() { other_seat(here, seat) } else { Some(seat) };
    let who = here.seat_name(who?);
    let worse = with_number(cause.worse, by);
    let text = match &reply {
        Some(_) if length == best.moves.len().min(played.moves.len()) => {
            format!("{allows}: at the end of that line {who} {worse} than after {better}.")
        }
        Some(_) => {
            let moves = counted(length as u64 - 1, "move");
            format!("{allows}: {moves} into that line {who} {worse} than after {better}.")
        }
        None => format!("{allows} {who} {worse} than after {better}."),
    };
    said(text, cause.habit)
}

/// How the seat has lost at the end of a line that ends the game: ` by the ring around f6`, `, 40 to 24`; empty if it does not.
fn how_lost(here: &dyn AnyPosition, seat: Seat, line: &[String]) -> String {
    let mut end = here.boxed();
    if line.iter().any(|mv| end.play_ply(mv).is_err()) {
        return String::new();
    }
    let Some(outcome) = end.outcome().filter(|outcome| outcome.halves(seat) == 0) else {
        return String::new();
    };
    let how = end.won_how();
    match (how.strip_prefix(": "), outcome.scores.as_slice()) {
        (Some(cause), _) => format!(" as {cause}"),
        (None, &[first, second]) if how.is_empty() => {
            format!(", {} to {}", first.max(second), first.min(second))
        }
        (None, _) => how,
    }
}

/// The first answer of another seat in a line: the seat's name, and the move in words.
fn reply(here: &dyn AnyPosition, seat: Seat, line: &[String]) -> Option<(String, String)> {
    let mut position = here.boxed();
    for mv in line {
        let mover = position.to_act().first()?;
        if mover != seat {
            let name = position.move_name(mover, mv).unwrap_or_else(|_| mv.clone());
            return Some((position.seat_name(mover), name));
        }
        position.play_ply(mv).ok()?;
    }
    None
}

/// The positions after this number of moves of the played line and of the best one.
fn after(
    here: &dyn AnyPosition,
    best: &[String],
    played: &[String],
    moves: usize,
) -> Option<[Box<dyn AnyPosition>; 2]> {
    let end = |line: &[String]| {
        let mut position = here.boxed();
        line.iter().take(moves).try_for_each(|mv| position.play_ply(mv).map(|_| ())).ok()?;
        Some(position)
    };
    Some([end(played)?, end(best)?])
}

fn other_seat(here: &dyn AnyPosition, seat: Seat) -> Option<Seat> {
    (here.seats() == 2).then_some(1 - seat)
}
