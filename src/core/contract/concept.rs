//! Ideas that players of a game teach, each with an exact rule: a position shows it or does not. The paragraph about an
//! idea, with a position that shows it, is in the game's rules page under the heading of the same name.

use crate::contract::game::{Game, Seat};
use serde::Serialize;

/// An idea of a game.
pub struct Concept<G: Game> {
    /// Its name in data: the heading of its paragraph, in lower case with hyphens.
    pub id: &'static str,
    /// Its displayed name.
    pub name: &'static str,
    /// Words of the game's sentences that speak of it.
    pub words: &'static [&'static str],
    /// The places that show it for a seat, by their printed names; empty if the position does not show it.
    pub places: fn(&G, Seat) -> Vec<String>,
}

/// An idea that a position shows, or of which a sentence speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FoundConcept {
    /// The heading of its paragraph.
    pub id: &'static str,
    /// Its displayed name.
    pub name: &'static str,
    /// The seat for which the position shows it; null if only a sentence speaks of it.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub seat: Option<Seat>,
    /// The places that show it.
    pub places: Vec<String>,
}

/// Maximum number of ideas beside an explanation.
const MOST_SHOWN: usize = 3;

/// The ideas beside an explanation: those that the choice brings about for either side, then those of which the sentences
/// speak. `before` and `after` are the positions around the choice.
pub fn beside<G: Game>(
    concepts: &[Concept<G>],
    (before, after): (&G, Option<&G>),
    sentences: &str,
) -> Vec<FoundConcept> {
    let seats = || 0..before.seats();
    let mut found: Vec<FoundConcept> = Vec::new();
    for Concept { id, name, places, .. } in concepts {
        let Some(after) = after else { break };
        let brought = seats().find_map(|seat| {
            let shown = places(after, seat);
            (!shown.is_empty() && places(before, seat).is_empty()).then_some((seat, shown))
        });
        found.extend(brought.map(|(seat, places)| FoundConcept {
            id,
            name,
            seat: Some(seat),
            places,
        }));
    }
    for Concept { id, name, words, .. } in concepts {
        let spoken = words.iter().any(|word| sentences.contains(word));
        if spoken && found.iter().all(|one| one.id != *id) {
            found.push(FoundConcept { id, name, seat: None, places: Vec::new() });
        }
    }
    found.truncate(MOST_SHOWN);
    found
}
