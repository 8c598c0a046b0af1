//! What people call the seats of a game: the only person is *You*, a bot has its name, and the colour follows where two
//! have one name. Sentences of the games name seats by colour; they are addressed to these people here, in one place.

use super::names::player_name;
use crate::base::util::sort_by_key;
use crate::catalog::AnyPosition;
use crate::contract::game::Seat;
use crate::record::{Record, SeatSpec};
use crate::search::explain::capital;

/// The label of the only person.
const YOU: &str = "You";
/// Verbs after the name of a seat that differ after "you".
const VERBS: [(&str, &str); 9] = [
    (" wins", " win"),
    (" loses", " lose"),
    (" has ", " have "),
    (" is ", " are "),
    (" was ", " were "),
    (" needs ", " need "),
    (" holds ", " hold "),
    (" begins", " begin"),
    (" gives ", " give "),
];

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
                    format!("{player} ({name})")
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
                words += label;
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
            if let Some((verb, yours)) = VERBS.iter().find(|(verb, _)| after.starts_with(verb)) {
                words += yours;
                rest = &after[verb.len()..];
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
        ] {
            assert_eq!(two.in_text(text), expected);
        }
        let corners = labels(&[("North", "Otis"), ("North-West", "You")]);
        assert_eq!(corners.in_text("North-West has 4, North 3"), "You have 4, Otis 3");
        let equal = labels(&[("Red", "Totora (Red)"), ("Blue", "Totora (Blue)")]);
        assert_eq!(equal.in_text("Red beats Blue"), "Totora (Red) beats Totora (Blue)");
    }
}
