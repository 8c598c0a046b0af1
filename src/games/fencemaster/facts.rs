//! Reasons for a move besides the search result: the stones that both players still need for a tripod after its
//! line, and after the line of another move. Every number in a sentence is computed by [`super::distance`] on those boards.

use super::distance::{Lack, lacks};
use super::distance_to_loop::to_a_loop;
use super::moves::Move;
use super::position::FenceMaster;
use super::presentation::words;
use crate::contract::game::{Enumerable, Game};
use crate::search::explain::joined;
use crate::search::mcts::Facts;

/// Lengths of line prefixes, in plies, in the order of comparison: after the reply first.
const BEGINNINGS: [usize; 4] = [2, 1, 4, 3];
/// The stones needed by a player without a path, for comparisons.
const NO_WAY: i64 = 100;

/// The stones that both lack after a line; `None` if the game is over, or after a swap, which would invert the comparison.
fn after(position: &FenceMaster, line: &[Move]) -> Option<[Lack; 2]> {
    let mut next = position.clone();
    for mv in line {
        if next.is_over() || mv.place().is_none() {
            return None;
        }
        next.play_unchecked(mv);
    }
    (!next.is_over()).then(|| lacks(&next))
}

fn stones(lack: Lack) -> i64 {
    if lack.ways == 0 { NO_WAY } else { lack.stones.into() }
}

/// The number of stones by which a player needs fewer than the opponent.
fn ahead(lacks: [Lack; 2], seat: usize) -> i64 {
    stones(lacks[1 - seat]) - stones(lacks[seat])
}

fn written(position: &FenceMaster, line: &[Move]) -> String {
    joined(&line.iter().map(|mv| position.move_name(mv)).collect::<Vec<_>>())
}

/// The advantage of the choice's line, after the first prefix that has one: the headline, and the
/// disadvantage.
fn better(
    position: &FenceMaster,
    choice: &[Move],
    other: &[Move],
    what: &str,
) -> Option<(String, Option<String>)> {
    let seat = position.mover();
    BEGINNINGS.into_iter().find_map(|plies| {
        let (mine, theirs) = (choice.get(..plies)?, other.get(..plies)?);
        let (a, b) = (after(position, mine)?, after(position, theirs)?);
        if ahead(a, seat) <= ahead(b, seat) {
            return None;
        }
        let own = stones(b[seat]) - stones(a[seat]);
        let theirs_more = stones(a[1 - seat]) - stones(b[1 - seat]);
        let lines = [&*written(position, mine), &*written(position, theirs)];
        let for_you = words::you_need(lines, [a[seat], b[seat]], what);
        let for_them = words::they_need(lines, [a[1 - seat], b[1 - seat]], what);
        Some(if own >= theirs_more {
            let worse = (theirs_more < 0).then(|| words::against(&for_them));
            (for_you, worse)
        } else {
            let worse = (own < 0 && a[seat].ways > 0).then(|| words::against(&for_you));
            (for_them, worse)
        })
    })
}

/// The facts about the choice, compared with the best other move.
pub(super) fn facts(position: &FenceMaster, choice: &[Move], other: Option<&[Move]>) -> Facts {
    let seat = position.mover();
    let what = words::tripod(position.havannah());
    let mut facts = Facts::default();
    let Some(line) = choice.get(..1) else { return facts };
    let Some(lacks) = after(position, line) else { return facts };
    if let Some((reason, worse)) = other.and_then(|other| better(position, choice, other, what)) {
        facts.reason = Some(reason);
        facts.beside.extend(worse);
    }
    let lacks = [lacks[seat], lacks[1 - seat]];
    let words = written(position, line);
    facts.beside.push(match lacks {
        [Lack { ways: 0, .. }, Lack { ways: 0, .. }] => {
            let next = position.played(&line[0]);
            let loops = [seat, 1 - seat].map(|seat| to_a_loop(&next, seat));
            words::needs_a_loop(&words, loops, [what, words::a_loop(position.havannah())])
        }
        _ => words::needs(&words, lacks, what),
    });
    facts
}

#[cfg(test)]
mod tests {
    use super::super::position::Rules;
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::MoveList;

    /// The claims of a sentence: whether each is about the player, after which moves, and how many stones are needed.
    /// The number is `None` if the sentence says that there is no safe way.
    fn claims(sentence: &str) -> Vec<(bool, Vec<String>, Option<u16>)> {
        let body = sentence.trim_start_matches("Against it: ").trim_end_matches('.');
        let mut found = Vec::new();
        let mut yours = true;
        let parts: Vec<&str> = body.split(", ").collect();
        let mut line: Vec<String> = Vec::new();
        for part in parts {
            let words: Vec<&str> = part.split(' ').collect();
            let begins = words[0].eq_ignore_ascii_case("after");
            let moves = words.iter().skip(usize::from(begins));
            let is_move = |word: &&&str| {
                word.starts_with(|c: char| c.is_ascii_lowercase())
                    && word[1..].bytes().all(|byte| byte.is_ascii_digit())
                    && word.len() > 1
            };
            let named: Vec<String> = moves.take_while(is_move).map(|&w| w.to_owned()).collect();
            let rest = &words[usize::from(begins) * (1 + named.len())..];
            if begins {
                line = named;
            }
            if rest.contains(&"you") {
                yours = true;
            } else if rest.contains(&"opponent") {
                yours = false;
            }
            let none = rest.contains(&"no");
            let number = rest.iter().find_map(|word| word.parse().ok());
            assert!(none != number.is_some(), "{sentence}: {part}");
            found.push((yours, line.clone(), number));
        }
        found
    }

    #[test]
    fn needed_stones_match_the_boards_after_the_named_moves() {
        let mut checked = 0;
        for seed in 0..60 {
            let mut rng = Rng::new(seed, Stream::Other(3));
            let mut position = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
            let mut line = |from: &FenceMaster, plies: usize| {
                let (mut next, mut line, mut moves) = (from.clone(), Vec::new(), MoveList::new());
                while line.len() < plies && !next.is_over() {
                    next.legal_moves(&mut moves);
                    let mv = moves[rng.below(moves.len())];
                    if mv.place().is_some() {
                        next.play_unchecked(&mv);
                        line.push(mv);
                    }
                }
                (next, line)
            };
            let plies = 4 + seed as usize % 40;
            position = line(&position, plies).0;
            if position.is_over() {
                continue;
            }
            let (seat, mine, theirs) =
                (position.mover(), line(&position, 4).1, line(&position, 4).1);
            let found = facts(&position, &mine, Some(&theirs));
            for sentence in found.reason.iter().chain(&found.beside) {
                assert!(
                    sentence.split(' ').count() <= 20 || sentence.starts_with("Against"),
                    "{sentence}"
                );
                for (yours, moves, number) in claims(sentence) {
                    let of = if mine.iter().zip(&moves).all(|(a, b)| position.move_name(a) == *b) {
                        &mine
                    } else {
                        &theirs
                    };
                    let lacks = after(&position, &of[..moves.len()]).expect("not over");
                    let lack = lacks[if yours { seat } else { 1 - seat }];
                    assert_eq!(number, (lack.ways > 0).then_some(lack.stones as u16), "{sentence}");
                    checked += 1;
                }
            }
            if let Some(reason) = &found.reason {
                let lines: Vec<Vec<String>> =
                    claims(reason).into_iter().map(|(_, line, _)| line).collect();
                let plies = lines[0].len();
                let [a, b] = [&mine, &theirs].map(|line| after(&position, &line[..plies]));
                let (a, b) = (a.expect("not over"), b.expect("not over"));
                assert!(ahead(a, seat) > ahead(b, seat), "{reason}");
            }
        }
        assert!(checked > 100, "{checked}");
    }

    /// If neither player has a safe path, the sentence gives the number of stones that each needs for a loop.
    #[test]
    fn sentences_about_blocked_boards_count_stones_to_a_loop() {
        let (mut sentences, mut possible) = (0, 0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed, Stream::Other(4));
            let mut position = FenceMaster::empty(6, Rules::FenceMaster, true).expect("a size");
            let mut moves = MoveList::new();
            loop {
                position.legal_moves(&mut moves);
                let mv = moves[rng.below(moves.len())];
                let next = position.played(&mv);
                if next.is_over() {
                    break;
                }
                if lacks(&next).iter().all(|lack| lack.ways == 0) && mv.place().is_some() {
                    let sentence = facts(&position, &[mv], None).beside.pop().expect("a sentence");
                    let seat = position.mover();
                    let loops = [seat, 1 - seat].map(|seat| to_a_loop(&next, seat));
                    assert_eq!(loops_in(&sentence), loops, "{sentence}");
                    assert!(sentence.split(' ').count() <= 20, "{sentence}");
                    sentences += 1;
                    possible += usize::from(loops != [None; 2]);
                }
                position = next;
            }
        }
        assert!(sentences > 10 && possible > 3, "{sentences} {possible}");
    }

    /// The numbers of stones that the player and the opponent need for a loop, according to a sentence.
    fn loops_in(sentence: &str) -> [Option<u32>; 2] {
        let (_, clause) = sentence.split_once("unopposed, ").unwrap_or_default();
        let after = |who: &str| {
            let (_, rest) = clause.split_once(who)?;
            rest.split(|c: char| !c.is_ascii_digit()).find_map(|word| word.parse().ok())
        };
        [after("takes you "), after("your opponent")]
    }
}
