//! Combines the results of several arenas: every game counts once, even if several files have it; a bot is identified by name.

use super::journal::{Header, Journal, merge};
use super::report::build::{make, round_all};
use super::schedule::Fixture;
use super::tally::GameTally;
use super::{Arena, ArenaRules, Entrant, Report};
use crate::base::fixed::shorten;

/// The combined report of these files. Ratings have a mean of 0, or such a mean that those of `anchors` have on
/// average the set values.
///
/// # Errors
/// Which file is invalid and why, which anchor is not in the files, or which bots share no opponent with the others.
pub fn ratings(files: Vec<(String, Journal)>, anchors: &[(String, f64)]) -> Result<Report, String> {
    // Combine the shards of one arena first.
    let mut arenas: Vec<(Header, Vec<(String, Journal)>)> = Vec::new();
    for (name, journal) in files {
        let whole = journal.header.whole();
        match arenas.iter_mut().find(|(known, _)| known.differs(&whole).is_none()) {
            Some((_, parts)) => parts.push((name, journal)),
            None => arenas.push((whole, vec![(name, journal)])),
        }
    }
    let mut pooled: Option<Arena> = None;
    let mut merged = Vec::new();
    for (_, parts) in arenas {
        let name = parts[0].0.clone();
        let (header, games) = merge(parts)?;
        let arena = header.arena().map_err(|error| format!("{name}: {error}"))?;
        let schedule = arena.schedule();
        let all = pooled.get_or_insert_with(|| Arena {
            game: arena.game,
            options: arena.options.clone(),
            starts: Vec::new(),
            entrants: Vec::new(),
            challengers: None,
            games: 0,
            repeat: 1,
            openings: arena.openings.clone(),
            seed: arena.seed,
            until: None,
            rules: ArenaRules::default(),
            preset: None,
        });
        if all.game.id() != arena.game.id() {
            let (one, other) = (arena.game.name(), all.game.name());
            return Err(format!(
                "{name} has games of {one}; expected {other}, as in the first file"
            ));
        }
        let mut places = Vec::new();
        for Entrant { name: bot, seat } in arena.entrants {
            let known = all.entrants.iter().position(|known| known.name == bot);
            if known.is_some_and(|at| all.entrants[at].seat != seat) {
                return Err(format!(
                    "{name}: `{bot}` is another bot than in a file before; give it a label"
                ));
            }
            places.push(known.unwrap_or(all.entrants.len()));
            if known.is_none() {
                all.entrants.push(Entrant { name: bot, seat });
            }
        }
        merged.push((schedule, games, places));
    }
    let arena = pooled.ok_or("no files")?;
    let mut tally = GameTally::new(&arena);
    let mut blocks = 0;
    for (schedule, games, places) in merged {
        for (game, mut played) in games {
            let Some(fixture) = schedule.fixture(game) else { continue };
            let seats: Vec<usize> = fixture.seats.iter().map(|&seat| places[seat]).collect();
            played.seats.clone_from(&seats);
            let block = blocks + fixture.block;
            tally.add(&Fixture { tournament: 0, start: 0, block, seats, ..fixture }, &played);
        }
        blocks += schedule.games();
    }
    let mut report = make(&arena, tally.games, &tally);
    let found = tally.with_unfinished();
    check_connected(&arena, &found)?;
    if !anchors.is_empty()
        && let Some(ratings) = found.ratings()
    {
        let place = |(name, _): &(String, f64)| {
            arena.entrants.iter().position(|one| one.name == *name).ok_or_else(|| {
                let known: Vec<_> = arena.entrants.iter().map(|one| one.name.as_str()).collect();
                format!("`{}` is no bot of these files; known: {}", shorten(name), known.join(", "))
            })
        };
        let places = anchors.iter().map(place).collect::<Result<Vec<_>, String>>()?;
        let level = anchors.iter().map(|(_, elo)| elo).sum::<f64>() / anchors.len() as f64;
        for (bot, one) in report.bots.iter_mut().enumerate() {
            one.rating = Some(round_all(ratings.anchored(bot, &places, level)));
        }
        let named = anchors.iter().map(|(name, elo)| format!("{name} = {elo}"));
        report.model += &format!("; anchored at {}", named.collect::<Vec<_>>().join(", "));
    }
    Ok(report)
}

/// Rejects bots that no chain of games connects: their ratings would have no common scale.
fn check_connected(arena: &Arena, found: &GameTally) -> Result<(), String> {
    let n = arena.entrants.len();
    let met = |a: usize, b: usize| found.pairs[a][b].games() > 0;
    let played = |a: usize| (0..n).any(|b| met(a, b));
    let mut reached: Vec<usize> = (0..n).filter(|&a| played(a)).take(1).collect();
    let mut at = 0;
    while let Some(&a) = reached.get(at) {
        let new: Vec<usize> = (0..n).filter(|&b| met(a, b) && !reached.contains(&b)).collect();
        reached.extend(new);
        at += 1;
    }
    match (0..n).find(|&a| played(a) && !reached.contains(&a)) {
        None => Ok(()),
        Some(alone) => Err(format!(
            "`{}` and `{}` are in no chain of games: give a file in which bots of both sides meet",
            arena.entrants[reached[0]].name, arena.entrants[alone].name
        )),
    }
}
