//! What people add to a position: a note, a verdict, arrows, and coloured places. Places have the names printed on the
//! board; the game says which exist. This module knows no game.

use crate::base::bytes::{put_number, put_text, take, take_byte, take_number};
use crate::base::fixed::shorten;
use crate::base::json::{At, Found};
use crate::base::util::is_control;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Maximum number of characters of a note.
pub const MAX_NOTE: usize = 500;
/// Maximum number of arrows on a position.
pub const MAX_ARROWS: usize = 32;
/// Maximum number of coloured places on a position.
pub const MAX_PLACES: usize = 64;

/// A verdict on the move that led to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Glyph {
    /// A brilliant move.
    #[serde(rename = "!!")]
    Brilliant,
    /// A good move.
    #[serde(rename = "!")]
    Good,
    /// An interesting move.
    #[serde(rename = "!?")]
    Interesting,
    /// A dubious move.
    #[serde(rename = "?!")]
    Dubious,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
}

impl Glyph {
    /// All verdicts, from the best to the worst. Links have the index; append only.
    pub const ALL: [Glyph; 6] = [
        Glyph::Brilliant,
        Glyph::Good,
        Glyph::Interesting,
        Glyph::Dubious,
        Glyph::Mistake,
        Glyph::Blunder,
    ];

    /// As it is written: `!?`.
    pub fn text(self) -> &'static str {
        match self {
            Glyph::Brilliant => "!!",
            Glyph::Good => "!",
            Glyph::Interesting => "!?",
            Glyph::Dubious => "?!",
            Glyph::Mistake => "?",
            Glyph::Blunder => "??",
        }
    }

    /// The reverse of [`Glyph::text`].
    pub fn parse(text: &str) -> Option<Glyph> {
        Glyph::ALL.into_iter().find(|glyph| glyph.text() == text)
    }
}

/// The colour of a place; the page draws each with a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// A circle.
    Green,
    /// A cross.
    Red,
    /// A square.
    Blue,
    /// A triangle.
    Yellow,
}

impl Colour {
    /// All colours with their names. Links have the index; append only.
    pub const ALL: [(Colour, &'static str); 4] = [
        (Colour::Green, "green"),
        (Colour::Red, "red"),
        (Colour::Blue, "blue"),
        (Colour::Yellow, "yellow"),
    ];
}

/// An arrow between two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(rename = "NoteArrow"))]
pub struct Arrow {
    /// The printed name of its first place.
    pub from: String,
    /// The printed name of the place that it points at.
    pub to: String,
}

/// A coloured place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ColouredPlace {
    /// Its printed name.
    pub place: String,
    /// Its colour.
    pub colour: Colour,
}

/// Everything that people add to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Annotation {
    /// A text of at most [`MAX_NOTE`] characters, without white space around it; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub note: String,
    /// The verdict on the move that led to the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub glyph: Option<Glyph>,
    /// At most [`MAX_ARROWS`], each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub arrows: Vec<Arrow>,
    /// At most [`MAX_PLACES`], each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub places: Vec<ColouredPlace>,
}

/// The places of a board by their printed names, in the order of the renderer's numbers.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Cells {
    /// The places with these names.
    pub fn new(names: Vec<String>) -> Cells {
        let numbers = names.iter().cloned().zip(0..).collect();
        Cells { names, numbers }
    }

    /// Whether the board has a place of that name.
    pub fn has(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// The expected text where a place is missing.
    fn expected(&self) -> String {
        match (self.names.first(), self.names.last()) {
            (Some(first), Some(last)) => {
                format!("a place of the board as printed on it, such as {first} or {last}")
            }
            _ => "nothing, because this board has no names of places".to_owned(),
        }
    }
}

/// The fields of an annotation in JSON.
pub const FIELDS: [&str; 4] = ["note", "glyph", "arrows", "places"];

/// A text of any origin as a note: without control characters but line breaks, and without white space around it.
pub fn tidy_note(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let plain = |letter: char| if letter != '\n' && is_control(letter) { ' ' } else { letter };
    let text: String = text.chars().map(plain).collect();
    text.trim().to_owned()
}

/// Reads a note.
///
/// # Errors
/// When it is too long, or has a character that changes the display of others.
pub fn read_note(at: &At<'_>) -> Found<String> {
    let text = at.text()?.trim();
    let found = text.chars().count();
    if found > MAX_NOTE {
        return at.wrong(format!("{found} characters; expected at most {MAX_NOTE}"));
    }
    match text.chars().find(|&letter| letter != '\n' && is_control(letter)) {
        Some(letter) => at.wrong(format!(
            "has the character U+{:04X}; expected a text without control characters",
            u32::from(letter)
        )),
        None => Ok(text.to_owned()),
    }
}

/// Reads the name of a place.
fn place(at: &At<'_>, cells: &Cells) -> Found<String> {
    let name = at.text()?;
    at.read(cells.has(name).then(|| name.to_owned()), cells.expected())
}

impl Annotation {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Annotation::default()
    }

    /// Reads the fields of [`FIELDS`] from an object; others are the caller's. `cells` are the printed names of the board.
    ///
    /// # Errors
    /// The field that does not fit, and what was expected.
    pub fn from_json(of: &At<'_>, cells: &Cells) -> Found<Annotation> {
        let glyph = of.maybe("glyph", |at| {
            let glyph = at.value().as_str().and_then(Glyph::parse);
            at.read(glyph, "one of !!, !, !?, ?!, ? and ??")
        })?;
        let mut found = Annotation {
            note: of.maybe("note", read_note)?.unwrap_or_default(),
            glyph,
            ..Annotation::default()
        };
        for at in of.maybe("arrows", |at| at.list(0..=MAX_ARROWS))?.unwrap_or_default() {
            at.fields(&["from", "to"])?;
            let from = place(&at.need("from", cells.expected())?, cells)?;
            let to = place(&at.need("to", cells.expected())?, cells)?;
            let arrow = Arrow { from, to };
            if arrow.from == arrow.to {
                return at.wrong("ends where it begins; expected two places");
            }
            if found.arrows.contains(&arrow) {
                return at.wrong("is there twice");
            }
            found.arrows.push(arrow);
        }
        const COLOURS: &str = "green, red, blue or yellow";
        for at in of.maybe("places", |at| at.list(0..=MAX_PLACES))?.unwrap_or_default() {
            at.fields(&["place", "colour"])?;
            let place = place(&at.need("place", cells.expected())?, cells)?;
            let colour = at.need("colour", COLOURS)?;
            let text = colour.text()?;
            let known = Colour::ALL.into_iter().find(|(_, name)| *name == text);
            let (colour, _) = colour.read(known, COLOURS)?;
            if found.places.iter().any(|other| other.place == place) {
                return at.wrong(format!("{} is coloured twice", shorten(&place)));
            }
            found.places.push(ColouredPlace { place, colour });
        }
        Ok(found)
    }

    /// The annotation as JSON, without empty fields.
    pub fn to_json(&self) -> Value {
        json!(self)
    }

    /// Bytes in a record, at most.
    pub fn size(&self) -> usize {
        const FIELD: usize = 40;
        let arrows = self.arrows.iter().map(|one| one.from.len() + one.to.len() + FIELD);
        let places = self.places.iter().map(|one| one.place.len() + FIELD);
        // A line break takes two bytes, a quotation mark as well; no other character is escaped.
        2 * self.note.len() + arrows.sum::<usize>() + places.sum::<usize>() + 2 * FIELD
    }

    /// Writes it for a link; places become their numbers among the cells.
    pub fn put(&self, out: &mut Vec<u8>, cells: &Cells) {
        let number = |name: &str| cells.numbers.get(name).copied().unwrap_or(0) as u64;
        let glyph = self.glyph.and_then(|one| Glyph::ALL.iter().position(|&glyph| glyph == one));
        out.push(glyph.map_or(0, |index| index as u8 + 1));
        put_text(out, &self.note);
        put_number(out, self.arrows.len() as u64);
        for Arrow { from, to } in &self.arrows {
            put_number(out, number(from));
            put_number(out, number(to));
        }
        put_number(out, self.places.len() as u64);
        for ColouredPlace { place, colour } in &self.places {
            put_number(out, number(place));
            out.push(Colour::ALL.iter().position(|(one, _)| one == colour).unwrap_or(0) as u8);
        }
    }

    /// Reads one of [`Annotation::put`]; `None` if anything in it does not fit.
    pub fn take(bytes: &mut &[u8], cells: &Cells) -> Option<Annotation> {
        let glyph = match take_byte(bytes)? {
            0 => None,
            index => Some(*Glyph::ALL.get(usize::from(index) - 1)?),
        };
        let length = take_number(bytes, 4)?;
        let note = std::str::from_utf8(take(bytes, length)?).ok()?;
        let cell = |bytes: &mut &[u8]| {
            let number = usize::try_from(take_number(bytes, 4)?).ok()?;
            cells.names.get(number).cloned()
        };
        let count = |bytes: &mut &[u8], most: usize| {
            take_number(bytes, 4).filter(|&count| count <= most as u64)
        };
        let mut found = Annotation { glyph, note: note.to_owned(), ..Annotation::default() };
        for _ in 0..count(bytes, MAX_ARROWS)? {
            found.arrows.push(Arrow { from: cell(bytes)?, to: cell(bytes)? });
        }
        for _ in 0..count(bytes, MAX_PLACES)? {
            let place = cell(bytes)?;
            let (colour, _) = *Colour::ALL.get(usize::from(take_byte(bytes)?))?;
            found.places.push(ColouredPlace { place, colour });
        }
        // The checks for JSON are for links too.
        let value = found.to_json();
        Annotation::from_json(&At::root(&value), cells).ok().filter(|read| *read == found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> Cells {
        Cells::new(["a1", "b1", "a2", "b2"].map(str::to_owned).to_vec())
    }

    fn read(value: &Value) -> Result<Annotation, String> {
        Annotation::from_json(&At::root(value), &cells()).map_err(String::from)
    }

    #[test]
    fn annotations_come_back_from_json_and_bytes() {
        let value = json!({
            "note": "Two lines,\n\"quoted\" \u{1f600}", "glyph": "?!",
            "arrows": [{ "from": "a1", "to": "b2" }, { "from": "b2", "to": "a1" }],
            "places": [{ "place": "b1", "colour": "yellow" }, { "place": "a1", "colour": "red" }],
        });
        let found = read(&value).expect("an annotation");
        assert_eq!(found.to_json(), value);
        assert!(found.to_json().to_string().len() <= found.size());
        let mut bytes = Vec::new();
        found.put(&mut bytes, &cells());
        for length in 0..bytes.len() {
            assert_eq!(Annotation::take(&mut &bytes[..length], &cells()), None, "{length}");
        }
        assert_eq!(Annotation::take(&mut bytes.as_slice(), &cells()), Some(found));
        for glyph in Glyph::ALL {
            let value = json!({ "glyph": glyph.text() });
            assert_eq!(read(&value).expect("a verdict").to_json(), value);
        }
        assert_eq!(read(&json!({ "note": " \n" })).expect("nothing"), Annotation::default());
    }

    #[test]
    fn errors_name_the_field_and_what_was_expected() {
        let many = |count: usize| json!(vec![json!({ "from": "a1", "to": "b1" }); count]);
        for (value, error) in [
            (json!({ "note": "x".repeat(501) }), "note: 501 characters; expected at most 500"),
            (json!({ "note": "a\u{202e}b" }), "note: has the character U+202E"),
            (json!({ "note": 3 }), "`note` is `3`; expected a text"),
            (json!({ "glyph": "!!!" }), "`glyph` is `\"!!!\"`; expected one of !!, !"),
            (json!({ "arrows": many(33) }), "`arrows` is "),
            (json!({ "arrows": many(2) }), "arrows[1]: is there twice"),
            (
                json!({ "arrows": [{ "from": "a1" }] }),
                "`arrows[0].to` is missing; expected a place",
            ),
            (
                json!({ "arrows": [{ "from": "a1", "to": "a1" }] }),
                "arrows[0]: ends where it begins",
            ),
            (
                json!({ "arrows": [{ "from": "c9", "to": "a1" }] }),
                "`arrows[0].from` is `\"c9\"`; expected a place of the board as printed on it, such as a1 or b2",
            ),
            (
                json!({ "places": [{ "place": "a1", "colour": "pink" }] }),
                "`places[0].colour` is `\"pink\"`; expected green, red, blue or yellow",
            ),
            (
                json!({ "places": [{ "place": "a1", "colour": "red" }, { "place": "a1", "colour": "blue" }] }),
                "places[1]: a1 is coloured twice",
            ),
        ] {
            let found = read(&value).expect_err("refused");
            assert!(found.starts_with(error), "{value}: {found}");
        }
        let most = "\u{1f600}".repeat(500);
        assert_eq!(read(&json!({ "note": most })).expect("500 characters").note, most);
    }

    #[test]
    fn notes_from_elsewhere_are_tidied() {
        assert_eq!(tidy_note(" a\r\nb\tc\u{7}\u{202e}d\r "), "a\nb c  d");
        assert_eq!(tidy_note("\u{6} good\u{6}"), "good");
    }
}
