//! What people call the seats of a game: the only person is *You*, a bot has its name, and the colour or the corner follows
//! where two have one name. Sentences of the games name seats by colour; they are addressed to these people here, in one place.

use super::names::player_name;
use crate::base::util::sort_by_key;
use crate::catalog::AnyPosition;
use crate::contract::game::{PrintedMove, Seat};
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

/// The verbs after "you" in sentences about positions. Another word after it is no verb: "gives you 3 stones".
const VERBS: [&str; 12] = [
    "beat", "gain", "hold", "keep", "lose", "need", "owe", "place", "play", "resist", "take", "win",
];

/// A sentence about "you" as one about the seat of this name.
fn third_person(text: &str, name: &str) -> String {
    let irregular = [("have", "has"), ("are", "is"), ("were", "was"), ("do", "does")];
    let mut verb_follows = false;
    let mut say = |word: &str| {
        let now = std::mem::take(&mut verb_follows);
        match word {
            "your" | "Your" | "yours" => format!("{name}'s"),
            "you" | "You" => {
                verb_follows = true;
                name.to_owned()
            }
            "still" | "also" => {
                verb_follows = now;
                word.to_owned()
            }
            _ if !now => word.to_owned(),
            _ => match irregular.iter().find(|(own, _)| *own == word) {
                Some((_, third)) => (*third).to_owned(),
                None if VERBS.contains(&word) => format!("{word}s"),
                None => word.to_owned(),
            },
        }
    };
    let mut said = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let end = part.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
        if end > 0 {
            said += &say(&part[..end]);
        }
        said += &part[end..];
    }
    said
}

/// The labels of all seats.
#[derive(Clone, Debug, Default)]
pub struct SeatLabels {
    seats: Vec<SeatLabel>,
}

#[derive(Clone, Debug, Default)]
struct SeatLabel {
    /// The seat's own name, such as `Red`.
    name: String,
    /// The label beside its board and in lists: `Otis, north-east`.
    label: String,
    /// The label in a sentence, where a comma would separate it from its verb: `Otis`.
    spoken: String,
    /// Whether no person sits there.
    bot: bool,
}

impl SeatLabels {
    /// The labels of a game.
    pub fn new(setup: &Record, position: &dyn AnyPosition) -> SeatLabels {
        let specs = &setup.seats;
        let people = specs.iter().filter(|spec| matches!(spec, SeatSpec::Human)).count();
        let players: Vec<String> = specs.iter().map(|spec| player_name(setup.game, spec)).collect();
        let label = |(seat, spec): (usize, &SeatSpec)| {
            let name = position.seat_name(seat);
            let player = &players[seat];
            let twice = players.iter().filter(|other| *other == player).count() > 1;
            let (label, spoken) = match (spec, position.seat_place(seat)) {
                (SeatSpec::Human, _) if people == 1 => (YOU.to_owned(), YOU.to_owned()),
                (SeatSpec::Human, _) => (name.clone(), name.clone()),
                (_, Some(place)) if twice => {
                    (format!("{player}, {place}"), format!("{player} ({place})"))
                }
                (_, Some(place)) => (format!("{player}, {place}"), player.clone()),
                (_, None) if twice => {
                    let label = format!("{player} ({name})");
                    (label.clone(), label)
                }
                (_, None) => (player.clone(), player.clone()),
            };
            SeatLabel { name, label, spoken, bot: !matches!(spec, SeatSpec::Human) }
        };
        SeatLabels { seats: specs.iter().enumerate().map(label).collect() }
    }

    /// The label of a seat.
    pub fn get(&self, seat: Seat) -> &str {
        self.seats.get(seat).map_or("", |seat| &seat.label)
    }

    /// A move for people with the labels instead of the names of the seats: `b3 to swap with Mina`.
    pub fn in_move(&self, printed: PrintedMove) -> PrintedMove {
        let [words, short] = [&printed.words, &printed.short].map(|text| self.in_text(text));
        PrintedMove { words, short, ..printed }
    }

    /// A sentence that advises the player of a seat, for the reader: a bot is named instead of being addressed as "you".
    pub fn in_advice(&self, to: Option<Seat>, text: &str) -> String {
        match to.and_then(|seat| self.seats.get(seat)).filter(|seat| seat.bot) {
            Some(seat) => self.in_text(&third_person(text, &seat.name)),
            None => self.in_text(text),
        }
    }

    /// A sentence with the labels instead of the names of the seats.
    pub fn in_text(&self, text: &str) -> String {
        let mut seats: Vec<&SeatLabel> = self.seats.iter().collect();
        // `North` must not hide `North-West`.
        sort_by_key(&mut seats, |seat| (-(seat.name.len() as i64), 0));
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let inside = words.ends_with(|c: char| c.is_alphanumeric());
            let found = seats.iter().find_map(|seat| {
                let after = rest.strip_prefix(seat.name.as_str()).filter(|_| !inside)?;
                (!after.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
                    .then_some((&seat.spoken, after))
            });
            let Some((spoken, after)) = found else {
                let mut letters = rest.chars();
                words.extend(letters.next());
                rest = letters.as_str();
                continue;
            };
            if spoken != YOU {
                words += spoken;
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
        let seat = |&(name, spoken): &(&str, &str)| SeatLabel {
            name: name.to_owned(),
            label: String::new(),
            spoken: spoken.to_owned(),
            bot: spoken != YOU,
        };
        SeatLabels { seats: of.iter().map(seat).collect() }
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
        let equal = labels(&[("Red", "Totora (Red)"), ("Blue", "Totora (Blue)")]);
        assert_eq!(equal.in_text("Red beats Blue"), "Totora (Red) beats Totora (Blue)");
    }

    #[test]
    fn advice_names_the_bot_that_it_is_for() {
        let two = labels(&[("Red", "You"), ("Blue", "Totora (Blue)")]);
        for (text, expected) in [
            (
                "After f5 your biggest village has 2 more houses: you have 6, Red 3.",
                "After f5 Totora (Blue)'s biggest village has 2 more houses: Totora (Blue) has 6, you 3.",
            ),
            ("You still need 3 stones", "Totora (Blue) still needs 3 stones"),
            (
                "It gives you 3 stones; you would lose",
                "It gives Totora (Blue) 3 stones; Totora (Blue) would lose",
            ),
        ] {
            assert_eq!(two.in_advice(Some(1), text), expected);
            assert_eq!(two.in_advice(Some(0), text), two.in_text(text));
        }
    }

    #[test]
    fn a_bot_has_its_corner_and_sentences_name_it_only_where_two_have_one_name() {
        let labels_of = |bots: [&str; 3]| {
            let bots = bots.map(|bot| serde_json::json!({ "bot": bot, "options": {} }));
            let seats = [&[serde_json::json!({ "human": true })][..], &bots].concat();
            let record = serde_json::json!({
                "totora": 1, "game": "outpost", "options": {}, "seed": 1, "seats": seats, "moves": [],
            });
            let record = Record::from_json(&record).expect("a record");
            let session = super::super::Session::begin(record).expect("a game");
            SeatLabels::new(session.setup(), session.position())
        };
        let three = labels_of(["level-2", "level-3", "level-1"]);
        assert_eq!(three.get(0), "You");
        assert_eq!(three.get(1), "Mina, north-east");
        assert_eq!(three.in_text("North-East holds 4"), "Mina holds 4");
        let equal = labels_of(["level-2", "level-2", "level-1"]);
        assert_eq!(equal.get(2), "Mina, south-east");
        assert_eq!(equal.in_text("South-East holds 4"), "Mina (south-east) holds 4");
    }
}
