//! What happened at an event of a film, in one or two sentences.

use super::{FilmMove, named, share};
use crate::base::util::counted;
use crate::catalog::AnyPosition;
use crate::contract::analysis::Score;
use crate::contract::calibration::percent;
use crate::contract::film::{Event, Mean, Step, What};

/// A value in a sentence.
pub(super) fn value(score: Score) -> String {
    match score {
        Score::Unknown => "an unknown value".to_owned(),
        Score::Win(Some(plies)) => format!("a win in {plies}"),
        Score::Win(None) => "a win".to_owned(),
        Score::Loss(Some(plies)) => format!("a loss in {plies}"),
        Score::Loss(None) => "a loss".to_owned(),
        Score::Value(value) => {
            let tenths = (value.to_f64() * 10.0).round() / 10.0;
            let sign = if tenths > 0.0 {
                "+"
            } else if tenths < 0.0 {
                "−"
            } else {
                ""
            };
            format!("{sign}{}", tenths.abs())
        }
    }
}

/// A number of plies.
fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// What a value means for a player: `Red wins in 3`, `+2 for Red`.
fn verdict(score: Score, who: &str) -> String {
    let after = |plies: Option<u32>| plies.map_or(String::new(), |plies| format!(" in {plies}"));
    match score {
        Score::Win(plies) => format!("{who} wins{}", after(plies)),
        Score::Loss(plies) => format!("{who} loses{}", after(plies)),
        Score::Value(_) | Score::Unknown => format!("{} for {who}", value(score)),
    }
}

/// Whether a value is a forced result.
fn forced(score: Score) -> bool {
    score.class(false).is_forced()
}

/// Tells what happened at one event.
struct Narrator<'a> {
    /// The root of the search.
    position: &'a dyn AnyPosition,
    /// The line from there to the event.
    line: &'a [FilmMove],
    /// Whether each player looks at the own value only, as in max^n.
    own_values: bool,
    /// The player who searches.
    me: String,
    /// The last move of the line.
    last: &'a str,
}

/// The event in a sentence with a capital first letter, unless it begins with the name of a place. In max^n (`own_values`) each
/// player looks at the own value only.
pub(super) fn sentence(
    position: &dyn AnyPosition,
    event: &Event,
    line: &[FilmMove],
    own_values: bool,
) -> String {
    let me = position.to_act().first().map_or(String::new(), |seat| position.seat_name(seat));
    let last = line.last().map_or("the position", |mv| mv.words.as_str());
    let text = Narrator { position, line, own_values, me, last }.tell(event);
    let place = line.last().is_some_and(|mv| text.starts_with(&mv.name));
    if place { text } else { capital(&text) }
}

fn best_so_far(best: bool) -> &'static str {
    if best { ", the best so far" } else { "" }
}

impl Narrator<'_> {
    fn tell(&self, event: &Event) -> String {
        let Narrator { me, last, .. } = self;
        match &event.what {
            What::Candidate { score, best, .. } if forced(*score) => {
                format!("{}{}.", verdict(*score, last), best_so_far(*best))
            }
            What::Candidate { score, best, .. } => {
                format!("{last} scores {}{}.", value(*score), best_so_far(*best))
            }
            What::Enter { left, moves, .. } => {
                let (who, _) = self.next().unwrap_or_default();
                let moves = counted(*moves as u64, "move");
                format!("{who} has {moves} after {last}. The search looks {} ahead.", plies(*left))
            }
            What::Leaf { value, .. } => self.leaf(*value),
            What::Table { value } => {
                let value = verdict(*value, &self.whose());
                format!("The position after {last} was searched before: {value}.")
            }
            What::Quick { value, positions } => self.quick(*value, *positions),
            What::Best { value } => self.best_move(*value),
            What::Cut { value, bound, skipped } => self.cut(*value, *bound, *skipped),
            What::Return { value } => {
                format!(
                    "All that matters after {last} is known: {}.",
                    verdict(*value, &self.whose())
                )
            }
            What::Root { bound: true, .. } => {
                format!("{last} is no better than the best move so far.")
            }
            What::Root { value, best, .. } if forced(*value) => {
                format!("{}{}.", verdict(*value, last), best_so_far(*best))
            }
            What::Root { value: worth, best, .. } => {
                format!("{last} is worth {} to {me}{}.", value(*worth), best_so_far(*best))
            }
            What::Check { lost, .. } => {
                let result = if *lost { "it loses" } else { "it does not lose" };
                format!("{last} is checked for a forced loss: {result}.")
            }
            What::Iteration { depth, value: worth } => {
                let result = if forced(*worth) { verdict(*worth, "which") } else { value(*worth) };
                let plies = plies(*depth);
                format!("The search of {plies} is complete: {me} prefers {last}, {result}.")
            }
            What::Choice { before: None, .. } => format!("{me} prefers {last} so far."),
            What::Choice { before: Some(before), .. } => {
                let before = named(self.position, [before.as_str()].into_iter()).pop();
                format!("{me} now prefers {last} to {}.", before.unwrap_or_default().words)
            }
            What::Path { steps } => self.path(event.nodes + 1, steps.first()),
            What::Expand { moves } => {
                let moves = counted(*moves as u64, "move");
                format!("{last} was tried often enough: the {moves} after it enter the tree.")
            }
            What::Playout { moves } => match moves.moves().count() {
                0 => format!("The position after {last} is judged without a random game."),
                plies => {
                    let plies = counted(plies as u64, "move");
                    format!("A random game from {last} ends after {plies}.")
                }
            },
            What::Result { rewards, proven } => self.result(rewards, *proven),
            What::Backup { nodes, .. } => self.backup(nodes.first()),
        }
    }

    /// A move of the line.
    fn name(&self, at: usize) -> &str {
        self.line.get(at).map_or("this move", |mv| mv.words.as_str())
    }

    /// Whose value an event tells.
    fn whose(&self) -> String {
        let last = self.line.last().filter(|_| self.own_values);
        last.map_or(self.me.clone(), |mv| self.position.seat_name(mv.seat))
    }

    /// The position after the line.
    fn after(&self) -> Option<Box<dyn AnyPosition>> {
        let mut here = self.position.boxed();
        for mv in self.line {
            here.play(mv.seat, &mv.mv).ok()?;
        }
        Some(here)
    }

    /// Who moves there, and whether it is the player who searches.
    fn next(&self) -> Option<(String, bool)> {
        let seat = self.after()?.to_act().first()?;
        Some((self.position.seat_name(seat), Some(seat) == self.position.to_act().first()))
    }

    fn leaf(&self, worth: Score) -> String {
        let last = self.last;
        let value = verdict(worth, &self.whose());
        match self.after().and_then(|here| here.outcome()) {
            Some(end) if end.ranks.iter().all(|&rank| rank == 1) => {
                format!("The game ends with {last}: a draw.")
            }
            Some(_) => format!("The game ends with {last}: {value}."),
            None if forced(worth) => format!("The search stops after {last}: {value}."),
            None => format!("The search stops after {last} and rates the position {value}."),
        }
    }

    fn quick(&self, worth: Score, positions: u64) -> String {
        let last = self.last;
        if worth == Score::Unknown {
            let positions = counted(positions, "position");
            return format!("A faster search of {positions} after {last} found no result.");
        }
        let positions = counted(positions + 1, "position");
        let that = if forced(worth) { "that " } else { "" };
        let value = verdict(worth, &self.whose());
        format!("A faster search of {positions} after {last} finds {that}{value}.")
    }

    fn best_move(&self, worth: Score) -> String {
        let Some(mv) = self.line.last() else { return String::new() };
        let Narrator { me, last, .. } = self;
        let who = self.position.seat_name(mv.seat);
        if who == *me || self.own_values {
            let value = if forced(worth) { verdict(worth, &who) } else { value(worth) };
            format!("{last} is {who}'s best move here so far: {value}.")
        } else if forced(worth) {
            format!("{who} can answer {last}: {}.", verdict(worth, me))
        } else {
            format!("{who} can answer {last} and hold {me} to {}.", value(worth))
        }
    }

    fn cut(&self, worth: Score, bound: Option<Score>, skipped: usize) -> String {
        let me = &self.me;
        let others = match skipped {
            1 => "the other move is not looked at".to_owned(),
            n => format!("the other {n} moves are not looked at"),
        };
        let (who, mine) = self.next().unwrap_or_default();
        let Some(bound) = bound else {
            return format!("{who} cannot do better than this, so {others}.");
        };
        let bound = value(bound);
        if mine {
            let here = match worth {
                worth if forced(worth) => format!("{} here", verdict(worth, me)),
                worth => format!("{me} reaches {} here", value(worth)),
            };
            let allow = match (self.position.seats(), self.position.to_act().first()) {
                (2, Some(seat)) => format!("{} allows", self.position.seat_name(1 - seat)),
                _ => "The others allow".to_owned(),
            };
            return format!("{here}. {allow} at most {bound}, so {others}.");
        }
        let here = match worth {
            worth if forced(worth) => format!("{} here", verdict(worth, me)),
            worth => format!("{who} holds {me} to {}", value(worth)),
        };
        format!("{here}. {me} already has {bound} elsewhere, so {others}.")
    }

    fn path(&self, number: u64, step: Option<&Step>) -> String {
        let Some(step) = step else {
            return format!("Visit {number}: the first game starts at the root.");
        };
        let first = self.name(0);
        if step.visits == 0 {
            return format!("Visit {number}: {first} is tried for the first time.");
        }
        let chance = percent(share(step.value));
        let only = if step.exploration > 0.0 { "only " } else { "" };
        let times = match step.visits {
            1 => "once".to_owned(),
            tried => format!("{tried} times"),
        };
        format!(
            "Visit {number}: {first} is tried again: it wins {chance}, and was tried {only}{times}."
        )
    }

    fn result(&self, rewards: &[f32], proven: bool) -> String {
        let me = &self.me;
        let own = self.position.to_act().first().and_then(|seat| rewards.get(seat)).copied();
        let proven = if proven { "It is proven: " } else { "" };
        let result = match own.unwrap_or(0.5) {
            0.995.. => format!("{me} wins"),
            ..=0.005 => format!("{me} loses"),
            0.5 => "a draw".to_owned(),
            part => format!("it counts {} for {me}", percent(share(part))),
        };
        format!("{proven}{result}.")
    }

    fn backup(&self, node: Option<&Mean>) -> String {
        let Some(mean) = node else { return "The result counts for the root.".to_owned() };
        format!(
            "The result goes back up the line: {} now wins {} of {}.",
            self.name(0),
            percent(share(mean.mean)),
            counted(u64::from(mean.visits), "game")
        )
    }
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
