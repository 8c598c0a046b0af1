//! What a person who does not look at every turn wants to be told: what a turn brought, with its place,
//! and when to stop a run. Also what orders would make of the tasks, before they are given.

use super::super::board::{Cell, EMPIRES, HOMES};
use super::super::moves::{self, Orders, Task};
use super::super::position::{Outpost, SEAT_NAMES};
use super::super::standing::Standing;
use super::super::survey::cut_off;
use super::tasks_json;
use crate::fixed::shorten;
use crate::game::Game;
use crate::object;
use crate::presentation::Incident;
use serde_json::Value;

/// How near an enemy is to be for an alarm: this many steps beyond the radius of influence, so that
/// there is time to come home.
const WARNING: u32 = 6;

/// What the last turn brought: built, disbanded, lost.
pub(super) fn incidents(position: &Outpost) -> Vec<Incident<Value>> {
    let events = &position.events;
    let mut incidents = Vec::new();
    let name = |e: usize| SEAT_NAMES.get(e).copied().unwrap_or("an empire");
    for &e in &events.built {
        let e = usize::from(e);
        let Some(home) = HOMES.get(e) else { continue };
        incidents.push(Incident {
            seat: e,
            text: format!("{} builds an outpost", name(e)),
            location: object!({ "cell": home }),
        });
    }
    for &(e, _, cell) in &events.disbanded {
        let e = usize::from(e);
        incidents.push(Incident {
            seat: e,
            text: format!("{} disbands at {cell}", name(e)),
            location: object!({ "cell": cell }),
        });
    }
    for &(e, _, cell, cut) in &events.lost {
        let e = usize::from(e);
        incidents.push(Incident {
            seat: e,
            text: format!("{} loses the outpost at {cell} ({})", name(e), cut.words()),
            location: object!({ "cell": cell }),
        });
    }
    incidents
}

/// Whether a run is to stop here: `{"ask":"until","seat":0,"stops":["season","near","cut","arrival","over"]}`
/// gives `{"stop": words or null}`.
///
/// `season`: the last turn began with one. `near`: an enemy has come near the home. `cut`: an outpost
/// would be lost if every enemy came a step nearer, or was lost now. `arrival`: an outpost has
/// reached the last of its way-points. `over`: the next season makes the empire disband one.
pub(super) fn until(position: &Outpost, seat: usize, question: &Value) -> Result<Value, String> {
    let stops = question
        .get("stops")
        .and_then(Value::as_array)
        .ok_or("`stops` is missing; expected an array of season, near, cut, arrival, over")?;
    let mut stop: Option<String> = None;
    for kind in stops {
        let found = match kind.as_str() {
            Some("season") => position.events.season.is_some().then(|| "A season.".to_owned()),
            Some("near") => enemy_near(position, seat),
            Some("cut") => in_danger(position, seat),
            Some("arrival") => arrival(position, seat),
            Some("over") => {
                let soon = position.field.turn % super::super::field::SEASON
                    == super::super::field::SEASON - 1;
                (soon && position.over_limit(seat))
                    .then(|| "One outpost must be disbanded in the next turn.".to_owned())
            }
            _ => {
                return Err(format!(
                    "`{}` is nothing to stop at; known are season, near, cut, arrival, over",
                    shorten(&kind.to_string())
                ));
            }
        };
        stop = stop.or(found);
    }
    Ok(object!({ "stop": stop }))
}

/// An enemy that has come near the home in the last turn: one that has been there is no news.
fn enemy_near(position: &Outpost, seat: usize) -> Option<String> {
    let reach = position.rules.r + WARNING;
    let home = HOMES.get(seat)?;
    let near = |posts: &[Cell]| posts.iter().filter(|p| p.distance(*home) <= reach).count();
    (0..EMPIRES).filter(|&e| e != seat).find_map(|e| {
        let now = near(&position.field.posts[e]);
        (now > near(&position.before[e]))
            .then(|| format!("{} comes near your home.", SEAT_NAMES[e]))
    })
}

fn in_danger(position: &Outpost, seat: usize) -> Option<String> {
    let lost = position.events.lost.iter().filter(|lost| usize::from(lost.0) == seat).count();
    if lost > 0 {
        return Some(if lost == 1 {
            "An outpost was lost.".to_owned()
        } else {
            format!("{lost} outposts were lost.")
        });
    }
    let cut = cut_off(&position.rules, &position.field, seat);
    let posts = &position.field.posts[seat];
    match cut.as_slice() {
        [] => None,
        [only] => posts.get(*only).map(|post| format!("Your outpost on {post} could be cut off.")),
        several => Some(format!("{} of your outposts could be cut off.", several.len())),
    }
}

/// An outpost that came to the end of its way in the last turn.
fn arrival(position: &Outpost, seat: usize) -> Option<String> {
    let standing = position.standing.get(seat)?.as_deref()?;
    let posts = &position.field.posts[seat];
    posts.iter().enumerate().find_map(|(index, post)| {
        let came = position.before[seat].get(index) != Some(post);
        let there = match standing.tasks.get(index)? {
            Task::Go(cells) => cells.len() == 1 && cells.first() == Some(post),
            Task::Guard => *post == HOMES[seat],
            Task::Harvest(site) => *site == Some(*post),
            _ => false,
        };
        (came && there).then(|| format!("Outpost {index} has arrived at {post}."))
    })
}

/// What orders would make of the tasks: `{"ask":"plan","seat":0,"text":"go 3 40,12"}` gives
/// `{"error": null or words, "tasks": OutpostTask[]}`. Nothing is played.
pub(super) fn plan(position: &Outpost, seat: usize, question: &Value) -> Result<Value, String> {
    let text = question.get("text").and_then(Value::as_str).ok_or("`text` is missing")?;
    let field = position.field.mustered(&position.rules);
    let outposts = field.posts[seat].len();
    let mut standing =
        position.standing[seat].as_deref().cloned().unwrap_or_else(|| Standing::new(outposts));
    standing.tasks.resize(outposts, Task::Auto);
    let error = match moves::parse(text) {
        Err(error) => Some(error.to_string()),
        Ok(orders) => {
            let refused = position.clone().play(seat, &orders).err().map(|e| e.to_string());
            if let (None, Orders::Standing(clauses)) = (&refused, &orders) {
                standing.give(clauses, &mut |_| {});
            }
            refused
        }
    };
    Ok(object!({
        "error": error,
        "tasks": tasks_json(&position.rules, &field, seat, &standing),
    }))
}
