//! The features of Outpost: the variables of Lab formulas. Formulas score tasks, so most features describe a
//! task of an outpost: the same numbers that the planners weigh. The others describe the board from its empire's view.

use super::board::{Cell, EMPIRES, HOMES};
use super::field::{Field, Rules, SEASON};
use super::measures::{
    CROWD, GUARD, HOME, LAND, NEED, PREY, SAVED, TERMS, THREAT, TaskKind, Values, WATER, WAY,
    is_of, target,
};
use super::position::Outpost;
use crate::base::fixed::Fixed;
use crate::contract::analysis::TermValue;
use crate::contract::features::{Feature, Featured, Wanted, features};
use crate::contract::game::Seat;
use crate::lab::heuristic::Lab;

/// The board from the view of an empire, and the task to score, if any.
struct FeatureContext<'a> {
    rules: &'a Rules,
    field: &'a Field,
    me: usize,
    task: Option<&'a Values>,
}

impl FeatureContext<'_> {
    fn task(&self, term: usize) -> f64 {
        self.task.map_or(0.0, |values| values[term].to_f64())
    }

    /// 1 if the task is of this kind, else 0.
    fn is(&self, kind: TaskKind) -> f64 {
        f64::from(u8::from(self.task.is_some_and(|values| is_of(values, kind))))
    }

    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..EMPIRES).filter(|&empire| empire != self.me)
    }

    /// Manhattan distance from a cell to the nearest outpost of another empire; 198, the maximum, if there is none.
    fn nearest_enemy(&self, cell: Cell) -> f64 {
        let enemies = self.field.enemies(self.me);
        f64::from(enemies.map(|(_, post)| post.distance(cell)).min().unwrap_or(198))
    }
}

features! { FeatureContext<'_>;
    land: "cells", 0 to 10000, "of the task: land cells that it adds or keeps"
        => |s| s.task(LAND);
    water: "cells", 0 to 10000, "of the task: water cells that it adds or keeps"
        => |s| s.task(WATER);
    need: "cells of water", 0 to 10000, "of the task: amount that it adds to pay for outposts: water matched by land, up to the outposts wanted"
        => |s| s.task(NEED);
    way: "steps", 0 to 10000, "of the task: steps to the target, ignoring water; with relays, from your nearest outpost"
        => |s| s.task(WAY);
    home: "steps", 0 to 100000, "of the task: steps from home to the target, over land"
        => |s| s.task(HOME);
    crowd: "points", 0 to 100000, "of the task: closeness of your other outposts to the place, 100 for each one on it"
        => |s| s.task(CROWD);
    threat: "steps", -100000 to 100000, "of the task: closeness of enemies to the place, in steps within twice the radius, minus three times the closeness to a hunted intruder"
        => |s| s.task(THREAT);
    prey: "outposts", -100000 to 100000, "of the task: enemy outposts that it could cut off, or closeness to an intruder"
        => |s| s.task(PREY);
    guard: "points", 0 to 100000, "of the task: danger that it counters, to the home or to itself; 50 for each of your outposts that it saves from being cut off"
        => |s| s.task(GUARD);
    saved: "outposts", 0 to 100000, "of the task: your outposts that it saves from being cut off"
        => |s| s.task(SAVED);
    settles: "yes or no", 0 to 1, "of the task: 1 when it takes and holds land and water"
        => |s| s.is(TaskKind::Settle);
    guards: "yes or no", 0 to 1, "of the task: 1 when it keeps enemies away from the home"
        => |s| s.is(TaskKind::Guard);
    hunts: "yes or no", 0 to 1, "of the task: 1 when it hunts enemy outposts"
        => |s| s.is(TaskKind::Hunt);
    saves: "yes or no", 0 to 1, "of the task: 1 when it saves your outposts from being cut off"
        => |s| s.is(TaskKind::Save);
    nearest_enemy: "steps", 0 to 198, "of the task: steps from its target to the nearest enemy outpost, ignoring water; 198 if there is none"
        => |s| s.task.map_or(0.0, |task| target(task).map_or(198.0, |cell| s.nearest_enemy(cell)));
    own_outposts: "outposts", 0 to 2000, "your outposts"
        => |s| s.field.posts[s.me].len() as f64;
    largest_outposts: "outposts", 0 to 2000, "most outposts of any other empire"
        => |s| s.others().map(|empire| s.field.posts[empire].len()).max().unwrap_or(0) as f64;
    own_land: "cells", 0 to 10000, "your land cells"
        => |s| f64::from(s.field.land[s.me]);
    own_water: "cells", 0 to 10000, "your water cells"
        => |s| f64::from(s.field.water[s.me]);
    largest_area: "cells", 0 to 10000, "most land and water cells of any other empire"
        => |s| f64::from(s.others().map(|empire| s.field.area(empire)).max().unwrap_or(0));
    affordable: "outposts", 0 to 10001, "outposts that your land and water pay for"
        => |s| f64::from(s.field.afford(s.rules, s.me));
    home_danger: "steps", 0 to 198, "steps from your home to the nearest enemy outpost, ignoring water; 198 if there is none"
        => |s| s.nearest_enemy(HOMES[s.me]);
    season: "turns", 1 to 10, "turns until the next harvest; 1 when the next turn begins with it"
        => |s| f64::from(SEASON - s.field.turn % SEASON);
    progress: "share", 0 to 1, "share of turns that have been played"
        => |s| f64::from(s.field.turn) / f64::from(s.rules.turns.max(1));
}

fn measure(seen: &FeatureContext<'_>, wanted: &Wanted, values: &mut [f64]) {
    for (place, value) in wanted.places().zip(values) {
        *value = MEASURES.get(place).map_or(0.0, |measure| measure(seen));
    }
}

impl Featured for Outpost {
    fn features() -> &'static [Feature] {
        FEATURES
    }

    /// Task features are 0 without a task.
    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let (rules, field, me) = (self.rules(), self.field(), seat.min(EMPIRES - 1));
        measure(&FeatureContext { rules, field, me, task: None }, wanted, values);
    }
}

/// The beginning of the descriptions of task features.
pub(super) const OF_THE_TASK: &str = "of the task: ";

/// The number of task features.
const OF_TASK: usize = TERMS + 5;

/// The values of all features in a position for a seat; those of a task are NaN.
pub(super) fn known(position: &Outpost, seat: Seat) -> Vec<f64> {
    let mut values = crate::contract::features::all(position, seat);
    values.iter_mut().take(OF_TASK).for_each(|value| *value = f64::NAN);
    values
}

/// The board from the view of an empire.
type View<'a> = (&'a Rules, &'a Field, usize);

/// The score of a task by formulas.
pub(super) fn score((rules, field, me): View<'_>, lab: &Lab, task: &Values) -> Fixed {
    lab.sum_by(|wanted, values| {
        measure(&FeatureContext { rules, field, me, task: Some(task) }, wanted, values);
    })
}

/// The terms of a task, by formulas.
pub(super) fn terms((rules, field, me): View<'_>, lab: &Lab, task: &Values) -> Vec<TermValue> {
    let (values, _) = lab.values_by(|wanted, values| {
        measure(&FeatureContext { rules, field, me, task: Some(task) }, wanted, values);
    });
    TermValue::weighed(lab.terms(), values)
}
