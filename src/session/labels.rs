//! What people call the seats of a game: the only person is *You*, a bot has its name, and the colour or the corner follows
//! where two have one name. Sentences of the games name seats by colour; they are addressed to these people here, in one place.

use super::names::player_name;
use crate::base::util::sort_by_key;
use crate::catalog::AnyPosition;
use crate::contract::game::Seat;
use crate::record::{Record, SeatSpec};
use crate::search::explain::capital;

/// The label of the only person.
const YOU: &str = "You";
/// A verb after the name of a seat, as it is after "you"; `None` for another word.
fn second_person(verb: &str) -> Option<String> {
    let irregular = [("is", "are"), ("has", "have"), ("was", "were"), ("does", "do")];
    if let Some((_, own)) = irregular.iter().find(|(third, _)| *third == verb) {
        return Some((*own).to_owned());
    }
    if verb.len() < 4 || ["ss", "us", "as"].iter().any(|end| verb.ends_with(end)) {
        return None;
    }
    if let Some(stem) = verb.strip_suffix("ies") {
        return Some(format!("{stem}y"));
    }
    let long = ["ches", "shes", "sses", "xes", "oes"].iter().any(|end| verb.ends_with(end));
    verb.strip_suffix(if long { "es" } else { "s" }).map(str::to_owned)
}

/// The labels of all seats.
#[derive(Clone, Debug, Default)]
pub struct SeatLabels {
    /// The seat's name and its label, by seat.
    names: Vec<(String, String)>,
}

impl SeatLabels {
    /// The labels of a game.
    pub fn of(setup: &Record, position: &dyn AnyPosition) -> SeatLabels {
        let specs = &setup.seats;
        let people = specs.iter().filter(|spec| matches!(spec, SeatSpec::Human)).count();
        let players: Vec<String> = specs.iter().map(|spec| player_name(setup.game, spec)).collect();
        let label = |(seat, spec): (usize, &SeatSpec)| {
            let name = position.seat_name(seat);
            let player = &players[seat];
            let label = match spec {
                SeatSpec::Human if people == 1 => YOU.to_owned(),
                SeatSpec::Human => name.clone(),
                _ if players.iter().filter(|other| *other == player).count() > 1 => {
                    match position.seat_place(seat) {
                        Some(place) => format!("{player}, {place}"),
                        None => format!("{player} ({name})"),
                    }
                }
                _ => player.clone(),
            };
            (name, label)
        };
        SeatLabels { names: specs.iter().enumerate().map(label).collect() }
    }

    /// The label of a seat.
    pub fn get(&self, seat: Seat) -> &str {
        self.names.get(seat).map_or("", |(_, label)| label)
    }

    /// A sentence with the labels instead of the names of the seats.
    pub fn in_text(&self, text: &str) -> String {
        let mut names: Vec<&(String, String)> = self.names.iter().collect();
        // `North` must not hide `North-West`.
        sort_by_key(&mut names, |(name, _)| (-(name.len() as i64), 0));
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let inside = words.ends_with(|c: char| c.is_alphanumeric());
            let found = names.iter().find_map(|(name, label)| {
                let after = rest.strip_prefix(name.as_str()).filter(|_| !inside)?;
                (!after.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
                    .then_some((label, after))
            });
            let Some((label, after)) = found else {
                let mut letters = rest.chars();
                words.extend(letters.next());
                rest = letters.as_str();
                continue;
            };
            if label != YOU {
                // A comma would separate the name from its verb.
                match label.split_once(", ") {
                    Some((player, place)) => words += &format!("{player} ({place})"),
                    None => words += label,
                }
                rest = after;
                continue;
            }
            let begins = words.is_empty() || words.ends_with(". ");
            let (you, after) = match after.strip_prefix("'s") {
                Some(after) => ("your", after),
                None => ("you", after),
            };
            words += &if begins { capital(you) } else { you.to_owned() };
            rest = after;
            let Some(next) = after.strip_prefix(' ').filter(|_| you == "you") else { continue };
            let end = next.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(next.len());
            if let Some(verb) = second_person(&next[..end]) {
                words.push(' ');
                words += &verb;
                rest = &next[end..];
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(of: &[(&str, &str)]) -> SeatLabels {
        let names = of.iter().map(|&(name, label)| (name.to_owned(), label.to_owned()));
        SeatLabels { names: names.collect() }
    }

    #[test]
    fn sentences_address_the_person_and_name_the_bot() {
        let two = labels(&[("Red", "You"), ("Blue", "Mina")]);
        for (text, expected) in [
            ("Red wins: Blue's village has 6.", "You win: Mina's village has 6."),
            ("After f5 Blue would play d3.", "After f5 Mina would play d3."),
            ("Blue won: Red cannot move.", "Mina won: you cannot move."),
            ("Red's knight", "Your knight"),
            ("Redder Blues", "Redder Blues"),
            ("Red loses it, Red has 2, Red catches up", "You lose it, you have 2, you catch up"),
        ] {
            assert_eq!(two.in_text(text), expected);
        }
        let corners = labels(&[("North", "Otis"), ("North-West", "You")]);
        assert_eq!(corners.in_text("North-West has 4, North 3"), "You have 4, Otis 3");
        let four = labels(&[("North-East", "Otis, north-east"), ("South-West", "You")]);
        assert_eq!(four.in_text("North-East holds 4"), "Otis (north-east) holds 4");
        let equal = labels(&[("Red", "Totora (Red)"), ("Blue", "Totora (Blue)")]);
        assert_eq!(equal.in_text("Red beats Blue"), "Totora (Red) beats Totora (Blue)");
    }
}
