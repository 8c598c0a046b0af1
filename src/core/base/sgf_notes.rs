//! Comments, verdicts and marks in trees of moves in brackets: the properties `C`, `TE`, `BM`, `IT`, `DO`, `AR`, `CR`, `MA`,
//! `SQ` and `TR` of SGF, and the comments of GGF, which has no marks. This module knows no game.

use super::annotation::{Annotation, Arrow, Colour, ColouredPlace, Glyph, tidy_note};

/// The property of each verdict, with its value.
const GLYPHS: [(Glyph, &str, &str); 6] = [
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Good, "TE", "1"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Dubious, "DO", ""),
    (Glyph::Mistake, "BM", "1"),
    (Glyph::Blunder, "BM", "2"),
];

/// The property of each colour: a circle, a cross, a square and a triangle.
const COLOURS: [(Colour, &str); 4] =
    [(Colour::Green, "CR"), (Colour::Red, "MA"), (Colour::Blue, "SQ"), (Colour::Yellow, "TR")];

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The properties of an annotation in SGF; empty without one. Printed names of places are values of cells.
pub fn properties(annotation: Option<&Annotation>) -> String {
    let Some(Annotation { note, glyph, arrows, places }) = annotation else {
        return String::new();
    };
    let mut out = String::new();
    if !note.is_empty() {
        out += &format!("C[{}]", escaped(note));
    }
    if let Some((_, key, value)) = GLYPHS.iter().find(|(one, ..)| Some(*one) == *glyph) {
        out += &format!("{key}[{value}]");
    }
    for (number, Arrow { from, to }) in arrows.iter().enumerate() {
        out += if number == 0 { "AR" } else { "" };
        out += &format!("[{from}:{to}]");
    }
    for (colour, key) in COLOURS {
        for (number, one) in places.iter().filter(|one| one.colour == colour).enumerate() {
            out += if number == 0 { key } else { "" };
            out += &format!("[{}]", one.place);
        }
    }
    out
}

/// The annotation of a node in SGF with these properties, each with its value. `place` returns the printed name of a cell; marks on other places are left out.
pub fn annotation<'a>(
    values: impl Iterator<Item = (&'a str, &'a str)>,
    place: &dyn Fn(&str) -> Option<String>,
) -> Annotation {
    let mut found = Annotation::default();
    for (key, value) in values {
        if key == "C" {
            add_note(&mut found, &tidy_note(value));
        } else if key == "AR" {
            let names = value.split_once(':').and_then(|(from, to)| place(from).zip(place(to)));
            if let Some((from, to)) = names.filter(|(from, to)| from != to) {
                found.arrows.push(Arrow { from, to });
            }
        } else if let Some((colour, _)) = COLOURS.iter().find(|(_, known)| *known == key) {
            let mark = |place| ColouredPlace { place, colour: *colour };
            found.places.extend(place(value).map(mark));
        } else if let Some((first, ..)) = GLYPHS.iter().find(|(_, known, _)| *known == key) {
            // Any other value means the usual strength.
            let strong = value.trim() == "2";
            found.glyph = Some(match first {
                Glyph::Brilliant | Glyph::Good if strong => Glyph::Brilliant,
                Glyph::Brilliant | Glyph::Good => Glyph::Good,
                Glyph::Mistake | Glyph::Blunder if strong => Glyph::Blunder,
                Glyph::Mistake | Glyph::Blunder => Glyph::Mistake,
                other => *other,
            });
        }
    }
    found
}

/// Adds a text to a note, in lines of its own.
pub fn add_note(to: &mut Annotation, text: &str) {
    if !text.is_empty() {
        to.note += if to.note.is_empty() { "" } else { "\n" };
        to.note += text;
    }
}

/// The comment of an annotation in GGF: the verdict before the note. GGF has no marks.
pub fn comment(annotation: Option<&Annotation>) -> String {
    let Some(Annotation { note, glyph, .. }) = annotation else { return String::new() };
    let text = [glyph.map_or("", Glyph::text), note].join(" ");
    match text.trim() {
        "" => String::new(),
        text => format!("C[{}]", escaped(text)),
    }
}

/// The reverse of [`comment`].
pub fn read_comment(text: &str) -> Annotation {
    let note = tidy_note(text);
    let first = note.split_whitespace().next().unwrap_or_default();
    match Glyph::parse(first) {
        Some(glyph) => {
            let note = note[first.len()..].trim_start().to_owned();
            Annotation { note, glyph: Some(glyph), ..Annotation::default() }
        }
        None => Annotation { note, ..Annotation::default() },
    }
}
