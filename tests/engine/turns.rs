//! Reviews of games in which all seats move at once: the decision that cost most in each turn, by simulation.

use super::review::{finish_all, judge};
use serde_json::{Value, json};
use totora::catalog::game;
use totora::contract::bot::NoClock;
use totora::contract::judging::Mark;
use totora::record::Record;
use totora::review::{Assessment, AssessmentCache, Review};
use totora::session::Session;

/// A game of Outpost of 40 turns between bots.
fn played(seats: [&str; 4], turns: usize, seed: u64) -> Session {
    played_with(seats, turns, seed, json!({ "T": 40, "r": 7, "L": 40, "W": 10 }))
}

/// The turns before [`late`].
const LATE: usize = 110;

/// The last 40 turns of a game with many outposts, from a position text: turns and plies have other numbers.
fn late(seats: [&str; 4], seed: u64) -> Session {
    let cheap =
        |position: &str| json!({ "T": LATE + 40, "r": 7, "L": 12, "W": 3, "position": position });
    let opening = played_with(seats, LATE, seed, cheap(""));
    played_with(seats, 40, seed, cheap(&opening.position().position_text()))
}

fn played_with(seats: [&str; 4], turns: usize, seed: u64, options: Value) -> Session {
    let seats: Vec<_> = seats.iter().map(|bot| json!({ "bot": bot, "options": {} })).collect();
    let record = json!({ "totora": 1, "game": "outpost", "options": options, "seed": seed,
        "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("begins");
    while session.plies().len() < turns && session.play_bot(&NoClock).expect("plays") {}
    session
}

fn reviewed(session: &Session, slice: u64) -> Vec<Assessment> {
    let judges = vec![judge("outpost", "drifter", None)];
    finish_all(session.review(judges), slice, &mut AssessmentCache::default()).0
}

/// The game with other turns after a ply.
fn with_turns(session: &Session, ply: usize, turns: &[String]) -> Session {
    let mut record = session.to_record();
    record.moves.truncate(ply);
    record.moves.extend(turns.iter().cloned());
    record.result = None;
    Session::replay(record).expect("legal turns")
}

/// Cells, outposts, and outposts that can be paid for.
fn balance(session: &Session, seat: usize) -> [i64; 3] {
    let values = session.position().features(seat);
    let features = game("outpost").expect("a game").features();
    let of = |key: &str| {
        let at = features.iter().position(|feature| feature.key == key).expect("a feature");
        values[at] as i64
    };
    [of("own_land") + of("own_water"), of("own_outposts"), of("affordable")]
}

/// The number before a word in a text; 0 if it has none.
fn number(text: &str, word: &str) -> i64 {
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let at = words.iter().position(|one| one.trim_end_matches('s') == word);
    at.and_then(|at| words[at.checked_sub(1)?].parse().ok()).unwrap_or(0)
}

/// The step of an outpost in a seat's part of a turn: `north`, or `stayed`.
fn step(part: &str, outpost: &str) -> &'static str {
    let letter = part.split(' ').find_map(|one| one.strip_prefix(&format!("{outpost}:")));
    match letter {
        Some("N") => "went north",
        Some("E") => "went east",
        Some("S") => "went south",
        Some("W") => "went west",
        _ => "stayed",
    }
}

/// Every number in a verdict is the difference of two positions that the rules reach: the end of the turns as they were played, and of
/// the same turns with one outpost going another way. No other order differs.
#[test]
fn what_a_turn_cost_is_recomputed_by_the_rules() {
    let (mut cells, mut outposts, mut harvests, mut nothing) = (0, 0, 0, 0);
    for (start, session) in [
        (0, played(["harvester", "mason", "shepherd", "drifter"], 40, 3)),
        (0, played(["drifter", "wolfpack", "drifter", "kamikaze"], 40, 4)),
        (LATE, late(["shepherd", "wolfpack", "harvester", "kamikaze"], 4)),
    ] {
        let turns: Vec<String> = session.plies().iter().map(|ply| ply.text.clone()).collect();
        for one in reviewed(&session, 1 << 16) {
            let Some(judged) = &one.judged else { continue };
            let place = format!("turn {} seat {}: {}", one.ply + 1, one.seat, judged.text);
            assert!(!judged.text.contains('%'), "{place}");
            assert_eq!((judged.loss, judged.accuracy), (None, None), "{place}");
            let Some(first) = one.best.as_ref().filter(|best| best.contains('|')) else {
                assert!(judged.text.starts_with("Not enough to judge"), "{place}");
                assert!(judged.mark.is_none() && one.refutation.is_empty(), "{place}");
                nothing += 1;
                continue;
            };
            let better: Vec<String> = [first].into_iter().chain(&one.line).cloned().collect();
            let lines = [&turns[one.ply..one.ply + better.len()], &better[..]];
            assert_eq!(lines[0][1..], one.refutation, "{place}");
            // One outpost has another order.
            let outpost = judged.text.split(' ').nth(1).expect("its index");
            let [before, after] = lines.map(|line| {
                let parts: Vec<&str> = line[0].split(" | ").collect();
                (step(parts[one.seat], outpost), line[0].split(' ').count())
            });
            assert!(judged.text.contains(&format!("Outpost {outpost} {}", before.0)), "{place}");
            assert_ne!(before.0, after.0, "{place}");
            let way = after.0.strip_prefix("went ").unwrap_or("staying there");
            assert!(judged.text.contains(way), "{place}");
            let [was, would] = lines.map(|line| {
                let session = with_turns(&session, one.ply, line);
                balance(&session, one.seat)
            });
            let end = one.ply + better.len();
            let when = match end {
                40 => "at the end of the game".to_owned(),
                _ => format!("at the harvest of turn {}", start + end + 1),
            };
            assert_eq!(one.turn_cost.0 as usize, start + one.ply + 1, "{place}");
            assert!(judged.text.contains(&when), "{place}");
            let built = |[_, has, pays]: [i64; 3]| (pays - has).signum();
            let harvest = |balance: [i64; 3]| {
                if end == 40 { 0 } else { balance[1] + built(balance) }
            };
            let even = judged.text.contains(": even by ");
            let said = (number(&judged.text, "cell"), number(&judged.text, "outpost"));
            let gain = (would[0] - was[0], harvest(would) - harvest(was));
            if even {
                // Its own continuation was better than the one that was played.
                let value = |(cells, outposts): (i64, i64)| cells + 40 * outposts;
                assert!(value(said) <= value(gain), "{place} {gain:?}");
            } else if one.habit == Some("cost harvests") {
                assert!(gain.1 > 0 && would[1] <= was[1], "{place} {gain:?}");
                assert!(gain.0 <= 0 || said.0 == gain.0, "{place} {gain:?}");
            } else {
                assert_eq!(said.0, gain.0.max(0), "{place} {gain:?}");
                assert_eq!(said.1, gain.1, "{place} {gain:?}");
            }
            let mark = match one.habit {
                Some("cost outposts") => (Some(Mark::Mistake), &mut outposts),
                Some("cost harvests") => (Some(Mark::Inaccuracy), &mut harvests),
                _ => (None, &mut cells),
            };
            assert_eq!(judged.mark, mark.0, "{place}");
            *mark.1 += 1;
        }
    }
    println!("{cells} cells, {outposts} outposts, {harvests} harvests, {nothing} nothing");
    assert!(cells > 20 && harvests > 0 && nothing > 20);
}

/// The number of outposts after the next harvest.
fn after_harvest(session: &Session, seat: usize) -> i64 {
    let [_, has, pays] = balance(session, seat);
    has + (pays - has).signum()
}

/// Outposts sent away in games of bots, so that the harvest brings fewer, where staying would have left as many as the game did: the turn is
/// marked.
#[test]
fn planted_losses_at_harvests_are_marked() {
    let (mut planted, mut missed) = (0, Vec::new());
    for seed in 1..3 {
        let session = played(["totora", "wolfpack", "mason", "kamikaze"], 40, seed);
        let turns: Vec<String> = session.plies().iter().map(|ply| ply.text.clone()).collect();
        for (ply, seat) in (0..28).step_by(3).flat_map(|ply| (0..4).map(move |seat| (ply, seat))) {
            let end: usize = ((ply + 1) / 10 + 1) * 10 - 1;
            let line = &turns[ply..end];
            let kept = after_harvest(&with_turns(&session, ply, line), seat);
            let posts = balance(&with_turns(&session, ply, &[]), seat)[1];
            let ways = (0..posts).flat_map(|index| "NESW".chars().map(move |way| (index, way)));
            for (index, way) in ways {
                let [sent, staying] = [format!("{index}:{way}"), String::new()].map(|step| {
                    let line: Vec<String> =
                        line.iter().map(|turn| with_step(turn, seat, index, &step)).collect();
                    with_turns(&session, ply, &line)
                });
                let [after, staying] = [&sent, &staying].map(|game| after_harvest(game, seat));
                if after >= kept || staying < kept {
                    continue;
                }
                planted += 1;
                let judged = reviewed_turn(&sent, ply, seat).judged.expect("a verdict");
                if judged.mark.is_none() {
                    let place = format!("{seed} ply {ply} seat {seat} {index}:{way}");
                    missed.push(format!("{place}: {}", judged.text));
                }
                break;
            }
        }
    }
    println!("{planted} planted, {} missed", missed.len());
    assert!(planted > 2 && missed.is_empty(), "{} of {planted}: {missed:#?}", missed.len());
}

/// A turn with another step for an outpost of a seat; none if `step` is empty.
fn with_step(turn: &str, seat: usize, index: i64, step: &str) -> String {
    let mut parts: Vec<String> = turn.split(" | ").map(str::to_owned).collect();
    let mine = format!("{index}:");
    let others = parts[seat].split(' ').filter(|one| *one != "-" && !one.starts_with(&mine));
    let steps: Vec<&str> = others.chain((!step.is_empty()).then_some(step)).collect();
    parts[seat] = if steps.is_empty() { "-".to_owned() } else { steps.join(" ") };
    parts.join(" | ")
}

/// The assessment of a seat's part of a turn, from there to the end of the game.
fn reviewed_turn(session: &Session, ply: usize, seat: usize) -> Assessment {
    let start = with_turns(session, ply, &[]).position().boxed();
    let moves = session.plies().iter().skip(ply).map(|ply| ply.text.clone()).collect();
    let review = Review::new(start, ply, moves, 1, vec![judge("outpost", "drifter", None)]);
    let found = finish_all(review, 1 << 16, &mut AssessmentCache::default()).0;
    found.into_iter().find(|one| one.ply == ply && one.seat == seat).expect("an assessment")
}

/// Slices of any size and a repeated review give the same verdicts; a further turn changes only those that it concerns.
#[test]
fn what_a_turn_cost_is_the_same_in_slices_and_later() {
    let session = played(["harvester", "mason", "shepherd", "drifter"], 24, 5);
    let to_json = |found: &[Assessment]| serde_json::to_value(found).expect("plain values");
    let whole = reviewed(&session, u64::MAX >> 1);
    assert_eq!(to_json(&whole), to_json(&reviewed(&session, 1)));
    let mut known = AssessmentCache::default();
    let turns: Vec<String> = session.plies().iter().map(|ply| ply.text.clone()).collect();
    for turns in [&turns[..22], &turns[..]] {
        let session = with_turns(&session, 0, turns);
        let review = session.review(vec![judge("outpost", "drifter", None)]);
        let found = finish_all(review, 1 << 16, &mut known).0;
        assert_eq!(to_json(&found), to_json(&reviewed(&session, 1 << 16)));
    }
    // The last turns end with the record.
    let last = whole.iter().filter(|one| one.ply == 22).filter_map(|one| one.judged.as_ref());
    assert!(last.clone().all(|judged| judged.text.contains("after turn 24")), "{whole:?}");
    assert_eq!(last.count(), 4);
}

/// A paragraph for each empire counts its turns.
#[test]
fn summaries_of_turns_count_the_game() {
    let session = played(["drifter", "wolfpack", "drifter", "kamikaze"], 40, 4);
    let judges = vec![judge("outpost", "drifter", None)];
    let (found, summaries) =
        finish_all(session.review(judges), 1 << 16, &mut AssessmentCache::default());
    assert_eq!(summaries.len(), 4);
    for one in &summaries {
        let own: Vec<_> = found.iter().filter(|other| other.seat == one.seat).collect();
        let judged: Vec<_> = own.iter().filter_map(|one| one.judged.as_ref()).collect();
        let marks = judged.iter().filter(|judged| judged.mark.is_some()).count();
        let well = format!("In {} of 40 turns, no decision", judged.len() - marks);
        assert!(one.text.contains(&well), "{}", one.text);
        let most = own.iter().map(|one| one.turn_cost.1).max().expect("turns");
        let turn = own.iter().find(|one| one.turn_cost.1 == most).expect("a turn").turn_cost.0;
        assert!(one.text.starts_with(&format!("Turn {turn} cost ")), "{}", one.text);
        if let Some(at) = one.text.find("To work on: ") {
            let costly = own.iter().filter(|one| one.turn_cost.1 > 0).count();
            assert!(one.text[at..].contains(&format!("of the {costly} turns")), "{}", one.text);
        }
    }
}
