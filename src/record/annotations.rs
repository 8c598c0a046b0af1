//! The annotations of a record: what people added to its positions.

use super::{RecordError, Variation, limited};
use crate::base::annotation::{self, Annotation, Cells, MAX_ARROWS, MAX_NOTE, MAX_PLACES};
use crate::base::json::At;
use crate::base::sgf_notes::add_note;
use crate::base::util::{counted, sort_by_key};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of annotated positions of a record.
pub const MAX_ANNOTATIONS: usize = 10_000;

/// What people added to a position of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Annotated {
    /// The number of the line that the ply belongs to: 0 is the main line, 1 the first variation.
    pub line: usize,
    /// Number of plies before the position, from the start of the game; the last of them is one of the line's own.
    pub ply: usize,
    /// The note, the verdict, the arrows and the coloured places; in JSON its fields are part of this object.
    #[serde(flatten)]
    pub annotation: Annotation,
}

/// Parses the annotations of a game with these lines, on a board with these cells.
pub(super) fn annotations_of(
    listed: &At<'_>,
    main: usize,
    variations: &[Variation],
    cells: &Cells,
) -> Result<Vec<Annotated>, RecordError> {
    let listed = listed.list(0..=usize::MAX)?;
    limited("annotated positions", listed.len(), MAX_ANNOTATIONS)?;
    let mut known = BTreeSet::new();
    let mut found = Vec::with_capacity(listed.len());
    for at in &listed {
        let [note, glyph, arrows, places] = annotation::FIELDS;
        at.fields(&["line", "ply", note, glyph, arrows, places])?;
        let line = at.maybe("line", |at| at.whole(0..=variations.len() as u64))?.unwrap_or(0);
        let line = line as usize;
        let (first, last) = match line.checked_sub(1).map(|index| &variations[index]) {
            None => (0, main),
            Some(own) => (own.after + 1, own.after + own.moves.len()),
        };
        let plies = first as u64..=last as u64;
        let ply = at.need("ply", format!("a whole number from {first} to {last}"))?;
        let ply = ply.whole(plies)? as usize;
        if !known.insert((line, ply)) {
            at.wrong::<()>(format!("ply {ply} of line {line} is annotated twice"))?;
        }
        let annotation = Annotation::from_json(at, cells)?;
        if annotation.is_empty() {
            at.wrong::<()>(format!("is empty; expected one of {}", annotation::FIELDS.join(", ")))?;
        }
        found.push(Annotated { line, ply, annotation });
    }
    sort_by_key(&mut found, |one| (one.line as i64, one.ply as i64));
    Ok(found)
}

/// The annotations of positions from a text of another program, of which one position may have several, within the limits
/// of records. Adds to `notes` what was left out.
pub(super) fn annotated(
    found: impl Iterator<Item = ((usize, usize), Annotation)>,
    cells: &Cells,
    notes: &mut Vec<String>,
) -> Vec<Annotated> {
    let mut all: BTreeMap<(usize, usize), Annotation> = BTreeMap::new();
    let mut lost = 0;
    for (place, one) in found.filter(|(_, one)| !one.is_empty()) {
        let to = all.entry(place).or_default();
        if !to.note.contains(&one.note) {
            add_note(to, &one.note);
        }
        to.glyph = to.glyph.or(one.glyph);
        for arrow in one.arrows {
            let known = cells.has(&arrow.from) && cells.has(&arrow.to);
            if !known || to.arrows.len() == MAX_ARROWS {
                lost += 1;
            } else if !to.arrows.contains(&arrow) {
                to.arrows.push(arrow);
            }
        }
        for mark in one.places {
            let twice = to.places.iter().any(|other| other.place == mark.place);
            if twice || !cells.has(&mark.place) || to.places.len() == MAX_PLACES {
                lost += usize::from(!twice);
            } else {
                to.places.push(mark);
            }
        }
    }
    if lost > 0 {
        let marks = counted(lost as u64, "mark");
        notes.push(format!("{marks} could not be kept: off the board, or too many on a position."));
    }
    let late = all.len().saturating_sub(MAX_ANNOTATIONS);
    if late > 0 {
        let more = counted(late as u64, "comment");
        notes.push(format!("{more} were left out: a record has at most {MAX_ANNOTATIONS}."));
    }
    let mut cut = |((line, ply), mut annotation): ((usize, usize), Annotation)| {
        if let Some((end, _)) = annotation.note.char_indices().nth(MAX_NOTE) {
            let of = if line == 0 { String::new() } else { format!(" of variation {line}") };
            let whole = annotation.note.replace('\n', " ");
            notes.push(format!(
                "The comment after ply {ply}{of} was cut after {MAX_NOTE} characters: {whole}"
            ));
            annotation.note.truncate(end);
            annotation.note.truncate(annotation.note.trim_end().len());
        }
        Annotated { line, ply, annotation }
    };
    all.into_iter().filter(|(_, one)| !one.is_empty()).take(MAX_ANNOTATIONS).map(&mut cut).collect()
}
