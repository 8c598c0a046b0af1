//! Data for the final report: built and lost outposts, and the decisive turns. Stored
//! with the position; rules and bots do not read it.

use super::board::EMPIRES;
use super::field::{Events, Field};

/// The history of a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Outposts built, by empire.
    pub built: [u32; EMPIRES],
    /// Outposts lost, without disbanded ones.
    pub lost: [u32; EMPIRES],
    /// Maximum number of cells of an empire, and the first turn after which it had them.
    pub most: [(u32, u32); EMPIRES],
    /// The turn in which an empire lost most outposts, and their number; the first of several.
    pub worst: [(u32, u32); EMPIRES],
    /// The leader in cells, the turn since which it leads, and the previous leader; a tie changes nothing.
    pub lead: Option<(usize, u32, Option<usize>)>,
    /// The number of lead changes.
    pub changes: u32,
}

impl Story {
    /// Records a turn.
    pub(super) fn note(&mut self, field: &Field, events: &Events) {
        for &e in &events.built {
            self.built[usize::from(e)] += 1;
        }
        let areas = field.areas();
        for (e, &area) in areas.iter().enumerate() {
            let lost = events.lost_by(e).count() as u32;
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
