//! What is told of a game when it is over: what was built and lost, and the turns that decided. Kept along
//! with the position; no rule and no bot reads it.

use super::board::EMPIRES;
use super::field::{Events, Field};

/// The story of a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Outposts built, by empire.
    pub built: [u32; EMPIRES],
    /// Outposts lost; those that were disbanded are not among them.
    pub lost: [u32; EMPIRES],
    /// The most cells that an empire controlled, and after which turn first.
    pub most: [(u32, u32); EMPIRES],
    /// The turn that cost an empire the most outposts, and how many; the first of several.
    pub worst: [(u32, u32); EMPIRES],
    /// Who controls most cells alone, since after which turn, and who did before; a tie changes nothing.
    pub lead: Option<(usize, u32, Option<usize>)>,
    /// How often the lead went from one to another.
    pub changes: u32,
}

impl Story {
    /// A turn was played.
    pub(super) fn note(&mut self, field: &Field, events: &Events) {
        for &e in &events.built {
            self.built[usize::from(e)] += 1;
        }
        let areas: [u32; EMPIRES] = std::array::from_fn(|e| field.area(e));
        for (e, &area) in areas.iter().enumerate() {
            let lost = events.lost.iter().filter(|lost| usize::from(lost.0) == e).count() as u32;
            self.lost[e] += lost;
            if lost > self.worst[e].1 {
                self.worst[e] = (field.turn, lost);
            }
            if area > self.most[e].1 {
                self.most[e] = (field.turn, area);
            }
        }
        let best = areas.iter().copied().max().unwrap_or(0);
        let mut first = (0..EMPIRES).filter(|&e| areas[e] == best);
        let (Some(leader), None) = (first.next(), first.next()) else { return };
        let before = self.lead.map(|(e, ..)| e);
        if before != Some(leader) {
            self.changes += u32::from(before.is_some());
            self.lead = Some((leader, field.turn, before));
        }
    }
}
