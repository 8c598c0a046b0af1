//! What speaks for a move beside what a search says of it: how many stones both players still need for a tripod after its
//! line, and after that of another move. Every sentence says what [`super::distance`] counts on those boards.

use super::distance::{Lack, lacks};
use super::moves::Move;
use super::position::FenceMaster;
use crate::base::util::counted;
use crate::contract::game::Enumerable;
use crate::search::mcts::Facts;

/// Beginnings of lines, in plies, in the order in which they are compared: after the reply first.
const BEGINNINGS: [usize; 4] = [2, 1, 4, 3];
/// Stones that a player needs who has no way left, for comparisons.
const NO_WAY: i64 = 100;

/// What both lack after a line; `None` where the game is over, and after a swap, which would turn the comparison round.
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

/// How many stones fewer a player needs than the opponent.
fn ahead(lacks: [Lack; 2], seat: usize) -> i64 {
    stones(lacks[1 - seat]) - stones(lacks[seat])
}

fn written(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// `After 3,4 you need 8 stones for a tripod, your opponent needs 9.`
fn needs(line: &[Move], lacks: [Lack; 2], seat: usize, what: &str) -> String {
    let own = match lacks[seat] {
        Lack { ways: 0, .. } => format!("have no way to a {what}"),
        Lack { stones, .. } => format!("need {} for a {what}", counted(stones.into(), "stone")),
    };
    let theirs = match lacks[1 - seat] {
        Lack { ways: 0, .. } => "has no way".to_owned(),
        Lack { stones, .. } => format!("needs {stones}"),
    };
    format!("After {} you {own}, your opponent {theirs}.", written(line))
}

/// In what the choice's line stands better, if it does, after as few plies as that takes: the headline, and what stands
/// worse.
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
        let (line, than) = (written(mine), written(theirs));
        let (first, second) = (a[seat], b[seat]);
        let needed = counted(first.stones.into(), "stone");
        let for_you = match second.ways {
            0 => format!(
                "After {line} you need {needed} for a {what}, after {than} you have no way."
            ),
            _ => format!(
                "After {line} you need {needed} for a {what}, after {than} {}.",
                second.stones
            ),
        };
        let (first, second) = (a[1 - seat], b[1 - seat]);
        let for_them = match (first.ways, second.ways) {
            (0, _) => format!(
                "After {line} your opponent has no way to a {what}, after {than} it needs {}.",
                counted(second.stones.into(), "stone")
            ),
            (_, 0) => format!(
                "After {line} your opponent needs {} for a {what}, after {than} there is no way.",
                counted(first.stones.into(), "stone")
            ),
            _ => format!(
                "After {line} your opponent needs {} for a {what}, after {than} {}.",
                counted(first.stones.into(), "stone"),
                second.stones
            ),
        };
        let against = |sentence: &str| format!("Against it: a{}", &sentence[1..]);
        Some(if own >= theirs_more {
            let worse = (theirs_more < 0).then(|| against(&for_them));
            (for_you, worse)
        } else {
            let worse = (own < 0 && a[seat].ways > 0).then(|| against(&for_you));
            (for_them, worse)
        })
    })
}

/// What is known of the choice and of the best other move.
pub(super) fn facts(position: &FenceMaster, choice: &[Move], other: Option<&[Move]>) -> Facts {
    let seat = position.mover();
    let what = if position.havannah() { "fork" } else { "tripod" };
    let mut facts = Facts::default();
    let Some(found) = choice.get(..1).and_then(|mv| Some((mv, after(position, mv)?))) else {
        return facts;
    };
    if let Some((reason, worse)) = other.and_then(|other| better(position, choice, other, what)) {
        facts.reason = Some(reason);
        facts.beside.extend(worse);
    }
    facts.beside.push(needs(found.0, found.1, seat, what));
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::Options;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::{Game, MoveList};

    /// The words of a sentence with its numbers, as `(who needs how many after which moves)`.
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
            let is_move = |word: &&&str| word.contains(',');
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
    fn needs_are_those_of_the_boards_that_are_named() {
        let mut checked = 0;
        for seed in 0..60 {
            let mut rng = Rng::new(seed, Stream::Other(3));
            let options = Options::default();
            let Ok(mut position) = FenceMaster::new(&options, &mut rng) else { panic!("defaults") };
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
                    let of = if mine.iter().zip(&moves).all(|(a, b)| a.to_string() == *b) {
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
}
