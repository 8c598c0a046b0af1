//! Alarms for players who fast-forward: the events of a turn, with their cells,
//! and the stop conditions. Also the tasks that orders would lead to, before they are sent.

use super::super::board::{Cell, EMPIRES, HOMES};
use super::super::field::{Field, Rules};
use super::super::moves::{self, Orders};
use super::super::planning;
use super::super::position::Outpost;
use super::super::standing::StandingOrders;
use super::super::survey::cut_off;
use super::super::tasks::Task;
use super::spot::OutpostSpot;
use super::task::OutpostTask;
use super::words;
use crate::contract::presentation::Incident;
use serde::{Deserialize, Serialize};

/// The enemy's distance for an alarm: this number of steps beyond the radius of influence, so that
/// there is time to come home.
const WARNING: u32 = 6;

/// The incidents of the last turn: built, disbanded, lost.
pub(super) fn incidents(position: &Outpost) -> Vec<Incident<OutpostSpot>> {
    let events = &position.events;
    let incident = |e: u8, kind, text, cell| Incident {
        seat: e.into(),
        kind,
        text,
        location: OutpostSpot::Cell { cell },
    };
    let built = events.built.iter().map(|&e| {
        let seat = usize::from(e);
        incident(e, "built", words::builds(seat), HOMES[seat])
    });
    let disbanded = events
        .disbanded
        .iter()
        .map(|&(e, _, cell)| incident(e, "disbanded", words::disbands(e.into(), cell), cell));
    let lost = events
        .lost
        .iter()
        .map(|&(e, _, cell, cut)| incident(e, "lost", words::loses(e.into(), cell, cut), cell));
    built.chain(disbanded).chain(lost).collect()
}

/// A warning that an enemy may reach the unguarded home first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostOpenHome {
    /// The index of the own outpost that can be home first.
    pub nearest: usize,
    /// In words: "Home is unguarded: an enemy of North-East is 12 steps away, your nearest outpost 9."
    pub words: String,
}

/// The open home, if any: no own outpost is on it, and an enemy's distance is at most the radius of influence
/// plus the path home of the nearest own outpost.
pub(super) fn open_home(rules: &Rules, field: &Field, seat: usize) -> Option<OutpostOpenHome> {
    let home = HOMES[seat];
    let way = |post: &Cell| u32::from(rules.map.from_home(seat)[post.index()]);
    let (nearest, steps) =
        field.posts[seat].iter().map(way).enumerate().min_by_key(|&(_, steps)| steps)?;
    if steps == 0 {
        return None;
    }
    let (far, enemy) = field.enemies(seat).map(|(e, post)| (post.distance(home), e)).min()?;
    (far <= rules.r + steps)
        .then(|| OutpostOpenHome { nearest, words: words::unguarded(enemy, far, steps) })
}

/// A stop condition of fast-forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostStop {
    /// The last turn began with a season.
    Season,
    /// An enemy has come near the home.
    Near,
    /// An outpost would be lost if every enemy came a step nearer, or was lost now.
    Cut,
    /// An outpost has reached its last way-point.
    Arrival,
    /// The next season forces the empire to disband an outpost.
    Over,
}

/// The first stop condition that is met, in words, and its cells.
pub(super) fn until(
    position: &Outpost,
    seat: usize,
    stops: &[OutpostStop],
) -> Option<(String, Vec<Cell>)> {
    stops.iter().find_map(|stop| match stop {
        OutpostStop::Season => {
            position.events.season.is_some().then(|| (words::HARVEST.to_owned(), Vec::new()))
        }
        OutpostStop::Near => enemy_near(position, seat),
        OutpostStop::Cut => in_danger(position, seat),
        OutpostStop::Arrival => arrival(position, seat),
        OutpostStop::Over => {
            position.over_limit(seat).then(|| (words::MUST_DISBAND.to_owned(), Vec::new()))
        }
    })
}

/// An enemy that came near the home in the last turn; one that was already there is ignored.
fn enemy_near(position: &Outpost, seat: usize) -> Option<(String, Vec<Cell>)> {
    let reach = position.rules.r + WARNING;
    let home = HOMES.get(seat)?;
    let near = |posts: &[Cell]| -> Vec<Cell> {
        posts.iter().filter(|p| p.distance(*home) <= reach).copied().collect()
    };
    (0..EMPIRES).filter(|&e| e != seat).find_map(|e| {
        let now = near(&position.field.posts[e]);
        (now.len() > near(&position.before[e]).len()).then(|| (words::comes_near(e), now))
    })
}

fn in_danger(position: &Outpost, seat: usize) -> Option<(String, Vec<Cell>)> {
    let lost: Vec<Cell> = position.events.lost_by(seat).map(|lost| lost.2).collect();
    if !lost.is_empty() {
        return Some((words::were_lost(lost.len()), lost));
    }
    let posts = &position.field.posts[seat];
    let cut = cut_off(&position.rules, &position.field, seat);
    let cut: Vec<Cell> = cut.into_iter().filter_map(|index| posts.get(index).copied()).collect();
    let words = match cut.as_slice() {
        [] => return None,
        [only] => words::could_be_cut_off(*only),
        several => words::several_could_be_cut_off(several.len()),
    };
    Some((words, cut))
}

/// An outpost that reached its destination in the last turn.
fn arrival(position: &Outpost, seat: usize) -> Option<(String, Vec<Cell>)> {
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
        (came && there).then(|| (words::arrived(index, *post), vec![*post]))
    })
}

/// Why orders are invalid, if they are, and the tasks that they would lead to. The turn is not played.
pub(super) fn plan(
    position: &Outpost,
    seat: usize,
    text: &str,
) -> (Option<String>, Vec<OutpostTask>) {
    let field = position.field.mustered(&position.rules);
    let outposts = field.posts[seat].len();
    let mut standing = position.standing[seat]
        .as_deref()
        .cloned()
        .unwrap_or_else(|| StandingOrders::new(outposts));
    standing.tasks.resize(outposts, Task::Auto);
    let error = match moves::parse(text) {
        Err(error) => Some(error.to_string()),
        Ok(orders) => {
            let refused = position.check(seat, &orders).err().map(|e| e.to_string());
            if let (None, Orders::Standing(clauses)) = (&refused, &orders) {
                standing.before_season(clauses);
                standing.give(clauses, &mut |_| {});
            }
            refused
        }
    };
    let mut tasks = OutpostTask::all(&position.rules, &field, seat, &standing);
    if let Some(adviser) = standing.adviser {
        let on_auto = standing.on_auto(&standing.ruled(&position.rules, &field, seat));
        let jobs = planning::advise(adviser, &position.rules, &field, seat);
        for (i, job) in jobs.iter().enumerate().filter(|&(i, _)| on_auto.get(i) == Some(&true)) {
            tasks[i].suggest(&position.rules, field.posts[seat][i], job);
        }
    }
    (error, tasks)
}
