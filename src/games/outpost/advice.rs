//! The suggested steps of an adviser for outposts on auto. They are computed when orders are entered, and stored
//! as steps in them, so that records and links contain the actual moves; the rules do not depend on bots.

use super::board::EMPIRES;
use super::moves::{Clause, Orders};
use super::planning;
use super::position::Outpost;
use super::standing::StandingOrders;

/// Adds the missing suggested steps to orders. `turn` has the known orders, by seat: the disbanding of an empire
/// without orders is unknown.
pub fn complete(position: &Outpost, turn: &mut [Option<Orders>]) {
    let lacking: Vec<_> = (0..EMPIRES.min(turn.len()))
        .filter_map(|e| Some((e, position.lacks_steps_of(e, turn[e].as_ref()?)?)))
        .collect();
    if lacking.is_empty() {
        return;
    }
    let mut next = position.clone();
    let rules = std::sync::Arc::clone(&next.rules);
    let mut field = next.field.mustered(&rules);
    for (e, orders) in turn.iter().enumerate().take(EMPIRES) {
        let named = next.choose_disbanded_outpost(e, orders.as_ref());
        if orders.is_some() && position.over_limit(e) {
            let posts = &mut field.posts[e];
            let newest = posts.len().saturating_sub(1);
            let gone = named.map_or(newest, |index| index as usize).min(newest);
            posts.remove(gone);
            next.standing[e].iter_mut().for_each(|standing| standing.gone(gone));
        }
    }
    for (e, adviser) in lacking {
        let Some(Orders::Standing(clauses)) = &mut turn[e] else { continue };
        let outposts = field.posts[e].len();
        let mut standing =
            next.standing[e].take().unwrap_or_else(|| Box::new(StandingOrders::new(outposts)));
        if standing.tasks.len() < outposts {
            standing.built(&rules, &field, e);
        }
        standing.give(clauses, &mut |_| {});
        let on_auto = standing.on_auto(&standing.ruled(&rules, &field, e));
        let advised = if on_auto.contains(&true) {
            planning::advise(adviser, &rules, &field, e)
        } else {
            Vec::new()
        };
        let steps = advised.into_iter().zip(on_auto).enumerate();
        let steps =
            steps.filter_map(|(i, (job, on_auto))| Some((i as u32, job.step.filter(|_| on_auto)?)));
        clauses.push(Clause::Suggested(steps.collect()));
    }
}
