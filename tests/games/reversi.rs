//! Reversi XT: its known numbers, external games, difficult cases, and a slow reference.

use crate::shown::{ask, shown};
use crc::{CRC_32_ISO_HDLC, Crc};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use totora::base::fixed::Fixed;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::analysis::Score;
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::contract::presentation::Presentation;
use totora::games::reversi::bots::BOTS;
use totora::games::reversi::built_in::{MAPS, map_of};
use totora::games::reversi::heuristics::{Measure, Weighted, named};
use totora::games::reversi::{Map, Move, Phase, Reversi, Special, Tile};
use totora::record::Record;
use totora::record::link::ViewState;
use totora::search::evaluate::Evaluate;
use totora::session::Session;

/// External games and maps, which are not part of the project. Tests that need them are skipped if they do not exist.
fn data(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/reversi").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} does not exist", path.display());
    }
    text
}

fn crc32(text: &str) -> u64 {
    u64::from(Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(text.as_bytes()))
}

fn map(text: &str) -> Map {
    Map::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The board row by row, without spaces.
fn rows(position: &Reversi) -> Vec<String> {
    let width = usize::from(position.board().map().width);
    let letters: Vec<char> =
        (0..position.board().tiles()).map(|tile| position.tile(tile).letter()).collect();
    letters.chunks(width).map(|row| row.iter().collect()).collect()
}

fn list<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn special_number(special: Special) -> u8 {
    match special {
        Special::None => 0,
        Special::Swap(player) => player,
        Special::Bomb => 20,
        Special::Override => 21,
    }
}

fn special_of(number: u64) -> Special {
    match number {
        0 => Special::None,
        20 => Special::Bomb,
        21 => Special::Override,
        player => Special::Swap(player as u8),
    }
}

/// Replays a game that was checked ply by ply with the course's server.
fn check_replay(game: &Value, start: Reversi) {
    let name = format!("{} seed {}", game["map"], game["seed"]);
    let number = |value: &Value| value.as_u64().expect("a number");
    let mut position = start;
    let players = position.players();
    for (i, ply) in game["plies"].as_array().expect("plies").iter().enumerate() {
        let at = format!("{name}, ply {}", i + 1);
        let phase = if position.phase() == Phase::Build { 1 } else { 2 };
        assert_eq!(phase, number(&ply[0]), "{at}: phase");
        let seat = position.to_act().first().unwrap_or_else(|| panic!("{at}: over too early"));
        assert_eq!(seat as u64 + 1, number(&ply[1]), "{at}: player");
        assert_eq!(u64::from(position.overrides(seat)), number(&ply[2]), "{at}: overrides");
        assert_eq!(u64::from(position.bombs(seat)), number(&ply[3]), "{at}: bombs");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert_eq!(position.target_tiles().count() as u64, number(&ply[4]), "{at}: tiles");
        assert_eq!(moves.len() as u64, number(&ply[5]), "{at}: moves");
        let listed = list(
            moves.iter().map(|mv| format!("{},{},{}", mv.x, mv.y, special_number(mv.special))),
            ";",
        );
        assert_eq!(crc32(&listed), number(&ply[6]), "{at}: {listed}");
        if ply[7].is_null() {
            position.forfeit(seat).expect("to act");
        } else {
            let part = |n: usize| number(&ply[7][n]);
            let mv = Move { x: part(0) as u8, y: part(1) as u8, special: special_of(part(2)) };
            position.play(seat, &mv).unwrap_or_else(|error| panic!("{at}: {error}"));
        }
        let stones: Vec<u64> = (0..players).map(|seat| position.stones(seat).into()).collect();
        assert_eq!(serde_json::json!(stones), ply[8], "{at}: stones");
        let state = format!(
            "{}|{}|{}",
            rows(&position).join("\n"),
            list((0..players).map(|seat| position.overrides(seat)), ","),
            list((0..players).map(|seat| position.bombs(seat)), ",")
        );
        assert_eq!(crc32(&state), number(&ply[9]), "{at}: {state}");
    }
    let outcome = position.outcome().unwrap_or_else(|| panic!("{name} is not over"));
    let end = &game["end"];
    assert_eq!(serde_json::json!(outcome.scores), end["stones"], "{name}");
    assert_eq!(serde_json::json!(rows(&position)), end["rows"], "{name}");
    let mut rank = 1;
    for group in end["ranking"].as_array().expect("groups") {
        let group = group.as_array().expect("a group");
        for player in group {
            assert_eq!(outcome.ranks[number(player) as usize - 1], rank, "{name}: {player}");
        }
        rank += group.len() as u8;
    }
}

#[test]
fn games_of_the_course_replay_ply_by_ply() {
    for name in [
        "2013_comp_4_2p",
        "2019_comp_in_2p_8",
        "Map_4v4_9x9",
        "comp2016_01_2p",
        "comp2016_01_4p",
        "comp2016_01_8p",
        "comp2017_04_4p",
        "comp2020_02_2p",
        "comp2020_02_4p",
        "comp2023_07_2p",
        "endlosrohr",
        "fuenf",
        "map44",
    ] {
        let Some(games) = data(&format!("real_{name}.jsonl")) else { return };
        for line in games.lines() {
            let game: Value = serde_json::from_str(line).expect("JSON");
            let map = map(game["text"].as_str().expect("a map"));
            let again = map.to_string();
            assert_eq!(
                Map::parse(&again),
                Ok(map.clone()),
                "{name}: the written map is read as the same map"
            );
            check_replay(&game, Reversi::on(map));
        }
    }
}

#[test]
fn the_map_in_the_first_figure_of_the_course_is_read() {
    let Some(text) = data("seed-figure-1.map") else { return };
    let position = Reversi::on(map(&text));
    assert_eq!((position.players(), position.overrides(0), position.bombs(2)), (3, 6, 4));
    assert_eq!(position.board().map().strength, 2);
    assert_eq!(position.tile(14 * 15 + 7), Tile::Empty);
    assert!(position.outcome().is_none());
}

const OTHELLO: [u64; 11] =
    [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];

#[test]
fn othello_has_the_known_number_of_leaves() {
    let map = map(include_str!("../../src/games/reversi/maps/othello.map"));
    let quick = Reversi::on(map.clone());
    for depth in 1..=10 {
        assert_eq!(quick.perft(depth), OTHELLO[depth as usize - 1], "depth {depth}");
    }
    let general = Reversi::on_lines(map);
    for depth in 1..=8 {
        assert_eq!(general.perft(depth), OTHELLO[depth as usize - 1], "depth {depth}, any map");
    }
}

/// A second implementation of the rules, slow and simple: letters on a grid, and transitions in a table.
mod reference {
    use super::*;

    #[derive(Clone)]
    pub(super) struct Reference {
        strength: u32,
        /// The border to which the transition on a border leads.
        joins: BTreeMap<(usize, usize, usize), (usize, usize, usize)>,
        cells: Vec<Vec<char>>,
        pub(super) overrides: Vec<u32>,
        pub(super) bombs: Vec<u32>,
        pub(super) out: Vec<bool>,
        pub(super) mover: usize,
        pub(super) phase: u8,
    }

    const STEPS: [(i32, i32); 8] =
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

    impl Reference {
        pub(super) fn new(map: &Map) -> Self {
            let width = usize::from(map.width);
            let players = usize::from(map.players);
            let mut reference = Reference {
                cells: map
                    .tiles
                    .chunks(width)
                    .map(|row| row.iter().map(|tile| tile.letter()).collect())
                    .collect(),
                overrides: vec![map.overrides; players],
                bombs: vec![map.bombs; players],
                out: vec![false; players],
                mover: 0,
                phase: 1,
                strength: map.strength,
                joins: BTreeMap::new(),
            };
            for [a, b] in &map.transitions {
                let [a, b] = [a, b].map(|end| (end.x.into(), end.y.into(), end.direction.into()));
                reference.joins.insert(a, b);
                reference.joins.insert(b, a);
            }
            reference.next_turn(players - 1);
            reference
        }

        fn players(&self) -> usize {
            self.out.len()
        }

        pub(super) fn rows(&self) -> Vec<String> {
            self.cells.iter().map(|row| row.iter().collect()).collect()
        }

        pub(super) fn at(&self, x: usize, y: usize) -> char {
            self.cells[y][x]
        }

        fn letter(player: usize) -> char {
            char::from_digit(player as u32 + 1, 10).expect("a digit")
        }

        pub(super) fn stones(&self, player: usize) -> usize {
            self.cells.iter().flatten().filter(|&&c| c == Self::letter(player)).count()
        }

        /// The tile and the direction after one step.
        fn step(&self, x: usize, y: usize, d: usize) -> Option<(usize, usize, usize)> {
            let (nx, ny) = (x as i32 + STEPS[d].0, y as i32 + STEPS[d].1);
            let inside = ny >= 0
                && nx >= 0
                && (ny as usize) < self.cells.len()
                && (nx as usize) < self.cells[0].len();
            if inside && self.cells[ny as usize][nx as usize] != '-' {
                return Some((nx as usize, ny as usize, d));
            }
            let &(x, y, d) = self.joins.get(&(x, y, d))?;
            if self.cells[y][x] != '-' {
                return Some((x, y, (d + 4) % 8));
            }
            None
        }

        pub(super) fn captures(
            &self,
            player: usize,
            x: usize,
            y: usize,
        ) -> BTreeSet<(usize, usize)> {
            let mut all = BTreeSet::new();
            for d in 0..8 {
                let mut between = Vec::new();
                let mut at = (x, y, d);
                while let Some(next) = self.step(at.0, at.1, at.2) {
                    at = next;
                    if (at.0, at.1) == (x, y) {
                        break;
                    }
                    let cell = self.at(at.0, at.1);
                    if cell == Self::letter(player) {
                        all.extend(between);
                        break;
                    }
                    if cell == 'x' || cell.is_ascii_digit() && cell != '0' {
                        between.push((at.0, at.1));
                    } else {
                        break;
                    }
                }
            }
            all
        }

        fn is_legal(&self, player: usize, x: usize, y: usize) -> bool {
            match self.at(x, y) {
                '-' => false,
                '0' | 'c' | 'i' | 'b' => !self.captures(player, x, y).is_empty(),
                'x' => self.overrides[player] > 0,
                _ => self.overrides[player] > 0 && !self.captures(player, x, y).is_empty(),
            }
        }

        fn tiles(&self) -> Vec<(usize, usize)> {
            (0..self.cells.len())
                .flat_map(|y| (0..self.cells[0].len()).map(move |x| (x, y)))
                .collect()
        }

        /// The legal moves in the order of the rules: by row, column and special.
        pub(super) fn moves(&self) -> Vec<String> {
            let mut moves = Vec::new();
            for (x, y) in self.tiles() {
                match (self.phase, self.at(x, y)) {
                    (2, '-') | (3, _) => {}
                    (2, _) => moves.push(format!("{x},{y}")),
                    _ if !self.is_legal(self.mover, x, y) => {}
                    (_, 'c') => {
                        moves
                            .extend((1..=self.players()).map(|player| format!("{x},{y}={player}")));
                    }
                    (_, 'b') => {
                        moves.push(format!("{x},{y}=bomb"));
                        moves.push(format!("{x},{y}=override"));
                    }
                    _ => moves.push(format!("{x},{y}")),
                }
            }
            moves
        }

        fn replace(&mut self, change: impl Fn(usize) -> usize) {
            for cell in self.cells.iter_mut().flatten() {
                if let Some(digit) = cell.to_digit(10).filter(|&digit| digit > 0) {
                    *cell = Self::letter(change(digit as usize - 1));
                }
            }
        }

        pub(super) fn play(&mut self, mv: &str) {
            let (place, special) = mv.split_once('=').unwrap_or((mv, ""));
            let (x, y) = place.split_once(',').expect("a place");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            let me = self.mover;
            if self.phase == 2 {
                self.bombs[me] -= 1;
                let mut reached = BTreeSet::from([(x, y)]);
                let strength = self.strength.min(3000);
                for _ in 0..strength {
                    let wider: Vec<_> = reached
                        .iter()
                        .flat_map(|&(x, y)| (0..8).map(move |d| (x, y, d)))
                        .filter_map(|(x, y, d)| self.step(x, y, d))
                        .map(|(x, y, _)| (x, y))
                        .collect();
                    let before = reached.len();
                    reached.extend(wider);
                    if reached.len() == before {
                        break;
                    }
                }
                for (x, y) in reached {
                    self.cells[y][x] = '-';
                }
            } else {
                let before = self.at(x, y);
                let captured = self.captures(me, x, y);
                if before == 'x' || before.is_ascii_digit() && before != '0' {
                    self.overrides[me] -= 1;
                }
                self.cells[y][x] = Self::letter(me);
                for (x, y) in captured {
                    self.cells[y][x] = Self::letter(me);
                }
                let players = self.players();
                match (before, special) {
                    ('i', _) => self.replace(|player| (player + 1) % players),
                    ('c', number) => {
                        let with = number.parse::<usize>().expect("a player") - 1;
                        self.replace(|player| match player {
                            player if player == me => with,
                            player if player == with => me,
                            player => player,
                        });
                    }
                    ('b', "bomb") => self.bombs[me] += 1,
                    ('b', _) => self.overrides[me] += 1,
                    _ => {}
                }
            }
            self.next_turn(me);
        }

        pub(super) fn disqualify(&mut self) {
            self.out[self.mover] = true;
            self.next_turn(self.mover);
        }

        fn next_turn(&mut self, last: usize) {
            let players = self.players();
            if self.out.iter().filter(|&&out| !out).count() < 2 {
                self.phase = 3;
                return;
            }
            let order: Vec<usize> = (1..=players)
                .map(|n| (last + n) % players)
                .filter(|&player| !self.out[player])
                .collect();
            if self.phase == 1 {
                for &player in &order {
                    if self.tiles().iter().any(|&(x, y)| self.is_legal(player, x, y)) {
                        self.mover = player;
                        return;
                    }
                }
                self.phase = 2;
            }
            let any_tile = self.cells.iter().flatten().any(|&c| c != '-');
            match order.into_iter().find(|&player| self.bombs[player] > 0) {
                Some(player) if any_tile => self.mover = player,
                _ => self.phase = 3,
            }
        }

        pub(super) fn ranks(&self) -> Vec<u8> {
            let key = |player: usize| {
                (!self.out[player], if self.out[player] { 0 } else { self.stones(player) })
            };
            (0..self.players())
                .map(|player| {
                    1 + (0..self.players()).filter(|&other| key(other) > key(player)).count() as u8
                })
                .collect()
        }
    }
}

use reference::Reference;

/// A random small map with all kinds of tiles.
fn random_map(seed: u64) -> Map {
    let mut rng = Rng::new(seed, Stream::Other(3));
    let (width, height) = (1 + rng.below(7), 1 + rng.below(7));
    let players = 2 + rng.below(3);
    let holes = rng.below(4);
    let mut rows = Vec::new();
    for _ in 0..height {
        let row: Vec<String> = (0..width)
            .map(|_| match rng.below(20) {
                n if n < holes => "-".to_owned(),
                4..=11 => (1 + rng.below(players)).to_string(),
                12 => "x".to_owned(),
                13 => ["c", "i", "b"][rng.below(3)].to_owned(),
                _ => "0".to_owned(),
            })
            .collect();
        rows.push(row.join(" "));
    }
    let (overrides, bombs, strength) = (rng.below(3), rng.below(3), rng.below(4));
    let text = format!(
        "{players}\n{overrides}\n{bombs} {strength}\n{height} {width}\n{}\n",
        rows.join("\n")
    );
    let mut all = text.clone();
    let plain = map(&text);
    let mut open: Vec<(u8, u8, u8)> = Vec::new();
    for y in 0..plain.height {
        for x in 0..plain.width {
            for direction in 0..8 {
                if plain.tile(x.into(), y.into()) != Tile::Hole
                    && plain.neighbour(x, y, direction).is_none()
                {
                    open.push((x, y, direction));
                }
            }
        }
    }
    rng.shuffle(&mut open);
    // Use from none to all of the borders. A quarter of the transitions are mirrors.
    let mut left = rng.below(open.len() + 1);
    while left > 0 && open.len() > 1 {
        let a = open.pop().expect("left");
        let b = if rng.below(4) == 0 { a } else { open.pop().expect("left") };
        all += &format!("{} {} {} <-> {} {} {}\n", a.0, a.1, a.2, b.0, b.1, b.2);
        left -= 1;
    }
    map(&all)
}

/// Plays a random game with both implementations and compares everything. Sometimes a player is disqualified.
fn compare_with_the_reference(map: &Map, seed: u64, forfeits: bool) {
    let mut rng = Rng::new(seed, Stream::Other(4));
    let mut slow = Reference::new(map);
    let mut fast = Reversi::on(map.clone());
    let mut moves = MoveList::new();
    for ply in 0..120 {
        let context = || format!("ply {ply}\n{map}\n{}", slow.rows().join("\n"));
        assert_eq!(rows(&fast), slow.rows(), "{}", context());
        let phase = match fast.phase() {
            Phase::Build => 1,
            Phase::Elimination => 2,
            Phase::Over => 3,
        };
        assert_eq!(phase, slow.phase, "{}", context());
        for seat in 0..fast.players() {
            assert_eq!(fast.stones(seat) as usize, slow.stones(seat), "{}", context());
            assert_eq!(fast.overrides(seat), slow.overrides[seat], "{}", context());
            assert_eq!(fast.bombs(seat), slow.bombs[seat], "{}", context());
            assert_eq!(fast.disqualified().contains(seat), slow.out[seat]);
        }
        fast.legal_moves(&mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        assert_eq!(texts, slow.moves(), "{}", context());
        assert_eq!(fast.legal_count(), moves.len());
        let Some(seat) = fast.to_act().first() else { break };
        assert_eq!(seat, slow.mover, "{}", context());
        if phase == 1 {
            for tile in (0..fast.board().tiles()).filter(|&tile| fast.tile(tile) != Tile::Hole) {
                let (x, y) = fast.board().at(tile);
                let expected = slow.captures(seat, x.into(), y.into());
                let turned: BTreeSet<(usize, usize)> = (0..8)
                    .flat_map(|direction| {
                        let length = fast.flanked(seat, tile, direction);
                        fast.board().ray(tile, direction).take(length).collect::<Vec<_>>()
                    })
                    .map(|(tile, _)| fast.board().at(tile))
                    .map(|(x, y)| (x.into(), y.into()))
                    .collect();
                assert_eq!(turned, expected, "{}", context());
            }
        }
        let view = shown(&fast.view());
        let targets = view["targets"].as_array().expect("targets");
        assert_eq!(
            targets
                .iter()
                .map(|one| match (one["moves"].as_array().map_or(0, Vec::len), &one["asks"]) {
                    (0, Value::Null) => 1,
                    (0, asks) => panic!("{asks} without an answer: {}", context()),
                    (count, asks) => {
                        assert!(asks.is_string(), "{}", context());
                        count
                    }
                })
                .sum::<usize>(),
            moves.len()
        );
        let tiles: Vec<usize> = (0..fast.board().tiles()).collect();
        let described = ask(&fast, &json!({ "describe": tiles })).expect("texts");
        let playable: Vec<usize> = (0..tiles.len())
            .filter(|&tile| {
                let text = described["texts"][tile].as_str().expect("a text");
                text.contains(", legal") || text.contains("may go here")
            })
            .collect();
        let listed = targets.iter().map(|one| one["tile"].as_u64().expect("a tile") as usize);
        assert_eq!(playable, listed.collect::<Vec<_>>(), "{}", context());
        for target in targets {
            let tile = target["tile"].as_u64().expect("a tile") as usize;
            let (x, y) = fast.board().at(tile);
            let turns = if phase == 1 { slow.captures(seat, x.into(), y.into()).len() } else { 0 };
            assert_eq!(target["turns"], turns, "{x},{y}: {}", context());
            let words = described["texts"][tile].as_str().expect("words");
            let end = match target["kind"].as_str() {
                Some("bomb") => ", a bomb may go here".to_owned(),
                Some("override") => format!(", legal with an override stone, turns {turns}"),
                _ => format!(", legal, turns {turns}"),
            };
            // Plain boards for two players name their tiles from a1.
            let square_name = format!("{}{}, ", char::from(b'a' + x), y + 1);
            let named = words.starts_with(&format!("{x},{y}, ")) || words.starts_with(&square_name);
            assert!(named && words.ends_with(&end), "{words}");
        }
        if forfeits && rng.below(15) == 0 {
            fast.forfeit(seat).expect("owes a move");
            slow.disqualify();
            continue;
        }
        let at = rng.below(moves.len());
        fast.play(seat, &moves[at]).expect("legal");
        slow.play(&texts[at]);
    }
    if let Some(outcome) = fast.outcome() {
        assert_eq!(outcome.ranks, slow.ranks());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_agree_with_the_reference(seed in any::<u64>()) {
        compare_with_the_reference(&random_map(seed), seed, seed % 3 == 0);
    }

    #[test]
    fn a_written_map_is_read_as_the_same_map(seed in any::<u64>()) {
        let random = random_map(seed);
        prop_assert_eq!(Map::parse(&random.to_string()), Ok(random));
    }

    /// Any text gives a map or an error, and problems are reported exactly if there are any.
    #[test]
    fn any_text_is_handled(seed in any::<u64>(), cut in 0..400usize, put in "[-0-9cibx <>\n\t\u{e9}]{0,4}") {
        let text = random_map(seed).to_string();
        let at = cut.min(text.len());
        let invalid = format!("{}{put}{}", &text[..at], &text[at..]);
        prop_assert_eq!(Map::parse(&invalid).is_ok(), Map::problems(&invalid).is_empty());
        prop_assert_eq!(Map::parse(&invalid).err(), Map::problems(&invalid).into_iter().next());
    }
}

#[test]
fn both_engines_agree_on_plain_maps() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed, Stream::Other(9));
        let (width, height) = (3 + rng.below(6), 3 + rng.below(6));
        let holes = rng.below(3);
        let rows: Vec<String> = (0..height)
            .map(|_| {
                let tiles: Vec<&str> = (0..width)
                    .map(|_| match rng.below(16) {
                        n if n < holes => "-",
                        5..=7 => "1",
                        8..=10 => "2",
                        _ => "0",
                    })
                    .collect();
                tiles.join(" ")
            })
            .collect();
        let bombs = rng.below(2);
        let map = map(&format!("2\n0\n{bombs} 1\n{height} {width}\n{}\n", rows.join("\n")));
        let (mut quick, mut general) = (Reversi::on(map.clone()), Reversi::on_lines(map));
        for depth in 1..=4 {
            assert_eq!(quick.perft(depth), general.perft(depth), "depth {depth}");
        }
        let (mut moves, mut others) = (MoveList::new(), MoveList::new());
        loop {
            quick.legal_moves(&mut moves);
            general.legal_moves(&mut others);
            assert_eq!(moves, others);
            assert_eq!(shown(&quick.view()), shown(&general.view()));
            assert_eq!(shown(&quick.summary()), shown(&general.summary()));
            for spec in BOTS.iter().filter(|spec| spec.budget.is_none() && spec.id != "random") {
                let bot = spec.build(&Options::default());
                let choose = |position: &Reversi| {
                    let rng = Rng::new(1, Stream::Other(0));
                    let seat = position.mover();
                    bot.think(position, seat, Budget::Nodes(1), rng, &NoClock).candidates
                };
                assert_eq!(choose(&quick), choose(&general), "{}", spec.id);
            }
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            quick.play_unchecked(mv);
            general.play_unchecked(mv);
        }
        assert_eq!(quick.outcome(), general.outcome());
    }
}

#[test]
fn built_in_maps_are_valid_and_can_be_played() {
    let names: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
    for expected in [
        "othello",
        "othello-bombs",
        "trio",
        "tube",
        "torus",
        "moebius",
        "mirrors",
        "islands",
        "cross",
        "star",
        "lake",
        "ocean",
    ] {
        assert!(names.contains(&expected), "{expected}");
    }
    for built_in in MAPS {
        let map = map_of(built_in.name).expect(built_in.name);
        assert_eq!(map.to_string(), built_in.text, "{} has our formatting", built_in.name);
        let mut position = Reversi::on(map);
        assert_eq!(position.turn(), 0, "{}: player 1 begins", built_in.name);
        for seat in 0..position.players() {
            assert!(position.mobility(seat) > 0, "{}: all can move", built_in.name);
        }
        let mut rng = Rng::new(1, Stream::Other(0));
        let mut moves = MoveList::new();
        let mut plies = 0;
        loop {
            position.legal_moves(&mut moves);
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            position.play_unchecked(mv);
            plies += 1;
        }
        assert!(plies > 30, "{}: {plies} plies", built_in.name);
        let checked = catalog::game("reversi").expect("a game").data().setup_text.expect("maps");
        assert!((checked.recognise)(built_in.text), "{}", built_in.name);
        let result = (checked.check)(built_in.text).expect(built_in.name);
        assert!(result.warnings.is_empty(), "{}: {:?}", built_in.name, result.warnings);
    }
    assert!(map_of("othelo").expect_err("no map").contains("there is no map `othelo`"));
    let strip = Reversi::on(map_of("moebius").expect("built in"));
    // A step over the right border in the second row leads to the left border in the second-last row.
    let board = strip.board();
    assert_eq!(board.neighbour(board.number(9, 1), 2), Some(board.number(0, 3)));
    assert_eq!(board.neighbour(board.number(9, 1), 3), Some(board.number(0, 2)));
    let torus = Reversi::on(map_of("torus").expect("built in"));
    let board = torus.board();
    assert_eq!(board.neighbour(0, 7), Some(board.tiles() - 1));
    assert_eq!(board.ray(0, 3).count(), 23, "a diagonal of 8x6 closes after 24 steps");
    for seed in 0..4 {
        for name in ["tube", "torus", "moebius", "mirrors", "islands"] {
            compare_with_the_reference(&map_of(name).expect("built in"), seed, false);
        }
    }
}

/// The start on a map.
fn start(text: &str) -> Reversi {
    Reversi::on(map(text))
}

fn legal(position: &Reversi) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|mv| mv.to_string()).collect()
}

fn play(position: &mut Reversi, moves: &str) {
    for text in moves.split_whitespace() {
        let seat = position.to_act().first().expect("not over");
        if text == "forfeit" {
            position.forfeit(seat).expect("owes a move");
            continue;
        }
        let mv = position.parse_move(seat, text).expect(text);
        position.play(seat, &mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn walks_end_at_their_start() {
    // A ring: the right border leads to the left border.
    let ring = |row: &str| start(&format!("2\n1\n0 0\n1 4\n{row}\n3 0 2 <-> 0 0 6\n"));
    assert_eq!(legal(&ring("0 2 2 1")), ["0,0", "1,0"]);
    // The other stones of the ring are the opponent's: the walk returns to its start.
    assert_eq!(ring("0 2 2 2").to_act().first(), None);
    // The only own stone on the ring captures nothing on its own tile.
    assert_eq!(legal(&ring("1 2 2 2")), ["1,0", "2,0", "3,0"]);
    // A ring of one tile, and a ring of two.
    assert_eq!(
        start("2\n1\n0 0\n1 1\n1\n0 0 2 <-> 0 0 6\n").outcome().map(|o| o.scores),
        Some(vec![1, 0])
    );
    assert!(legal(&start("2\n1\n0 0\n1 2\n1 2\n0 0 6 <-> 1 0 2\n")).is_empty());
    // A straight mirror sends the walk back over the same stones, to its start.
    let mirror = start("2\n0\n0 0\n2 3\n2 2 0\n- 1 2\n0 0 6 <-> 0 0 6\n");
    assert_eq!(mirror.flanked(0, 2, 6), 0);
    // A corner mirror visits a tile twice and continues sideways.
    let corner = start("2\n0\n0 0\n2 2\n2 0\n1 -\n0 0 6 <-> 0 0 0\n");
    assert_eq!(legal(&corner), ["1,0"]);
    let mut corner = corner;
    play(&mut corner, "1,0");
    assert_eq!(rows(&corner), ["11", "1-"]);
}

#[test]
fn overrides_follow_their_rules() {
    // On an opponent's stone only with another capture; on an expansion stone always.
    let row = |row: &str, overrides: u32| {
        let width = row.split(' ').count();
        start(&format!("2\n{overrides}\n0 0\n1 {width}\n{row}\n"))
    };
    assert_eq!(legal(&row("1 2 2 - x", 1)), ["2,0", "4,0"]);
    assert_eq!(legal(&row("1 2 2 1 - x", 1)), ["0,0", "1,0", "2,0", "3,0", "5,0"]);
    assert!(row("1 2 2 1 - x", 0).outcome().is_some());
    let mut position = row("1 2 x - x", 1);
    assert_eq!(legal(&position), ["2,0", "4,0"]);
    play(&mut position, "2,0");
    assert_eq!((rows(&position), position.overrides(0)), (vec!["111-x".to_owned()], 0));
    let error = |position: &Reversi, text: &str| {
        let seat = position.mover();
        let mv = position.parse_move(seat, text).expect(text);
        position.clone().play(seat, &mv).expect_err(text).to_string()
    };
    let position = row("1 2 2 - b 1", 1);
    assert!(error(&position, "1,0").contains("would capture no other stone"));
    assert!(error(&position, "3,0").contains("is a hole"));
    assert!(error(&position, "4,0=bomb").contains("would capture nothing"));
    let position = row("1 2 0", 0);
    assert!(error(&position, "0,0").contains("Red has no override stone"));
    assert!(error(&position, "2,0=bomb").contains("nothing is to be chosen on 2,0"));
    let position = row("1 2 b", 0);
    assert!(error(&position, "2,0").contains("expected 2,0=bomb or 2,0=override"));
    let position = row("1 2 c", 0);
    assert!(error(&position, "2,0").contains("2,0=P with a player P from 1 to 2"));
    let mut position = position;
    let ghost = Move { x: 2, y: 0, special: Special::Swap(3) };
    assert!(position.play(0, &ghost).is_err() && position.play(0, &Move::plain(9, 9)).is_err());
}

#[test]
fn special_tiles_act_after_the_captures() {
    let mut position = start("3\n0\n0 0\n2 5\n1 2 i 3 -\n3 3 - - -\n");
    play(&mut position, "2,0");
    assert_eq!(rows(&position), ["2221-", "11---"]);
    // Disqualified players take part.
    let mut position = start("3\n0\n0 0\n1 4\ni 3 2 1\n");
    play(&mut position, "forfeit 0,0");
    assert_eq!(rows(&position), ["3332"]);
    assert_eq!(position.outcome().map(|outcome| outcome.ranks), Some(vec![3, 2, 1]));
    // Choice: with another player, with oneself, or with a player without stones.
    let choice = "3\n0\n0 0\n1 4\n1 2 c 2\n";
    for (answer, after) in [("1", "1112"), ("2", "2221"), ("3", "3332")] {
        let mut position = start(choice);
        play(&mut position, &format!("2,0={answer}"));
        assert_eq!(rows(&position), [after]);
    }
    // Bonus.
    let bonus = "2\n0\n0 1\n1 3\n1 2 b\n";
    for (answer, stocks) in [("bomb", (0, 1)), ("override", (1, 0))] {
        let mut position = start(bonus);
        play(&mut position, &format!("2,0={answer}"));
        assert_eq!((position.overrides(0), position.bombs(0)), stocks);
    }
    // Stocks do not wrap.
    let mut position = start("2\n999999999\n999999999 1\n1 3\n1 2 b\n");
    play(&mut position, "2,0=override");
    assert_eq!(position.overrides(0), 1_000_000_000);
}

#[test]
fn phases_begin_and_end_correctly() {
    // Red cannot move at the start, so player 2 begins.
    let position = start("2\n0\n0 0\n1 3\n2 1 0\n");
    assert_eq!((position.to_act().first(), position.skipped()), (Some(1), 1));
    assert_eq!((position.perft(1), position.perft(2)), (1, 1), "the skip is a ply");
    // Then both are skipped, and the game is over.
    assert_eq!([3, 4, 5].map(|depth| position.perft(depth)), [1, 1, 0]);
    let general = Reversi::on_lines(map("2\n0\n0 0\n1 3\n2 1 0\n"));
    assert_eq!([1, 2, 3, 4, 5].map(|depth| general.perft(depth)), [1, 1, 1, 1, 0]);
    // If no player can move, the game is over or the bomb phase begins at once with player 1.
    assert!(start("2\n0\n0 0\n1 3\n1 0 2\n").outcome().is_some());
    let mut position = start("2\n0\n1 0\n1 3\n1 0 2\n");
    assert_eq!((position.phase(), position.turn()), (Phase::Elimination, 0));
    assert_eq!(legal(&position), ["0,0", "1,0", "2,0"]);
    // Strength 0 hits only the tile itself.
    play(&mut position, "2,0 1,0");
    assert_eq!(rows(&position), ["1--"]);
    assert_eq!(position.outcome().map(|outcome| outcome.ranks), Some(vec![1, 2]));
    // A bomb larger than the map ends the game, even if players have bombs left.
    let mut position = start("2\n0\n5 999999999\n2 2\n1 0\n- 2\n");
    play(&mut position, "0,0");
    assert_eq!(rows(&position), ["--", "--"]);
    let outcome = position.outcome().expect("no tile is left");
    assert_eq!((outcome.ranks, outcome.scores), (vec![1, 1], vec![0, 0]));
    // Blasts go through transitions but not through holes, and remove transitions.
    let mut position = start("2\n0\n2 1\n1 6\n1 - 0 - 2 0\n0 0 2 <-> 5 0 2\n");
    assert_eq!(position.blast(0), [0, 5]);
    assert_eq!(position.blast(2), [2]);
    play(&mut position, "0,0");
    assert_eq!(rows(&position), ["--0-2-"]);
    assert_eq!(position.blast(4), [4]);
    assert_eq!(shown(&position.view())["blown_up"], json!([0]));
    assert_eq!(shown(&position.layout())["transitions"][0]["ends"][1]["tile"], 5);
    // The player after the last mover throws first. Players without bombs are skipped.
    let mut position = start("3\n0\n0 0\n1 7\n1 2 b - 3 1 b\n");
    play(&mut position, "2,0=bomb");
    assert_eq!(position.turn(), 2);
    play(&mut position, "6,0=bomb");
    // Among the players with bombs, player 1 follows player 3.
    assert_eq!((position.phase(), position.turn()), (Phase::Elimination, 0));
    // Equal counts share the better rank.
    let outcome = start("3\n0\n0 0\n1 6\n1 - 2 - 3 3\n").outcome().expect("over");
    assert_eq!((outcome.ranks, outcome.reason), (vec![2, 2, 1], "stones"));
    let outcome = start("3\n0\n0 0\n1 6\n1 1 - 2 2 3\n").outcome().expect("over");
    assert_eq!(outcome.ranks, [1, 1, 3]);
}

#[test]
fn invalid_maps_are_refused_with_the_place_of_the_error() {
    let header = "2\n0\n0 0\n2 3\n";
    let rows = "2\n0\n0 0\n2 3\n0 1 2\n2 1 0\n";
    let with = |start: &str, more: &str| format!("{start}{more}");
    let invalid: Vec<(String, &str)> = vec![
        (
            String::new(),
            "line 1, column 1: expected the number of players from 2 to 8, found the end of the map",
        ),
        (" \n\n".into(), "expected the number of players from 2 to 8, found the end of the map"),
        ("1\n".into(), "line 1, column 1: expected the number of players from 2 to 8, found `1`"),
        (
            "9\n0\n".into(),
            "line 1, column 1: expected the number of players from 2 to 8, found `9`",
        ),
        (
            "two\n".into(),
            "line 1, column 1: expected the number of players from 2 to 8, found `two`",
        ),
        ("-2\n".into(), "found `-2`"),
        ("+2\n".into(), "found `+2`"),
        ("2.0\n".into(), "found `2.0`"),
        ("99999999999999999999999\n".into(), "line 1, column 1: expected the number of players"),
        (
            "  2 0\n".into(),
            "line 1, column 5: expected the end of the line after the number of players, found `0`",
        ),
        (
            "2\n".into(),
            "line 2, column 1: expected the number of override stones a player from 0 to 999999999, found the end of the map",
        ),
        (
            "2\n-1\n".into(),
            "line 2, column 1: expected the number of override stones a player from 0 to 999999999, found `-1`",
        ),
        ("2\n1000000000\n".into(), "found `1000000000`"),
        (
            "2\n0 0\n".into(),
            "line 2, column 3: expected the end of the line after the number of override stones",
        ),
        (
            "2\n0\n1\n".into(),
            "line 3, column 2: expected the strength of bombs from 0 to 999999999, found the end of the line",
        ),
        ("2\n0\n1 x\n".into(), "line 3, column 3: expected the strength of bombs"),
        (
            "2\n0\n1 1 1\n".into(),
            "line 3, column 5: expected the end of the line after the strength of bombs",
        ),
        (
            "2\n0\n0 0\n".into(),
            "line 4, column 1: expected the height from 1 to 52, found the end of the map",
        ),
        (
            "2\n0\n0 0\n0 3\n".into(),
            "line 4, column 1: expected the height from 1 to 52, found `0`",
        ),
        (
            "2\n0\n0 0\n53 3\n".into(),
            "line 4, column 1: expected the height from 1 to 52, found `53`",
        ),
        (
            "2\n0\n0 0\n3 53\n".into(),
            "line 4, column 3: expected the width from 1 to 52, found `53`",
        ),
        (
            "2\n0\n0 0\n3\n".into(),
            "line 4, column 2: expected the width from 1 to 52, found the end of the line",
        ),
        (
            "2\n0\n0 0\n3 3 3\n".into(),
            "line 4, column 5: expected the end of the line after height and width",
        ),
        (header.into(), "line 5, column 1: expected row 1 of 2, found the end of the map"),
        (
            with(header, "0 1\n2 1 0\n"),
            "line 5, column 4: expected 3 tiles in row 1, found 2 of them",
        ),
        (
            with(header, "0 1 2 0\n2 1 0\n"),
            "line 5, column 7: expected 3 tiles in row 1, found `0` after them",
        ),
        (with(header, "0 1 2\n"), "expected row 2 of 2, found the end of the map"),
        (
            with(header, "0 1 2\n0 0 0 <-> 1 1 1\n"),
            "line 6, column 7: expected 3 tiles in row 2, found `<->` after them",
        ),
        (
            with(header, "012\n2 1 0\n"),
            "line 5, column 1: expected a space after each tile, found `012`",
        ),
        (
            with(header, "0 1 3\n2 1 0\n"),
            "line 5, column 5: expected a stone of a player from 1 to 2, found `3`",
        ),
        (
            with(header, "0 1 9\n2 1 0\n"),
            "line 5, column 5: expected a tile (0, 1 to 2, -, c, i, b or x), found `9`",
        ),
        (with(header, "0 1 C\n2 1 0\n"), "line 5, column 5: expected a tile"),
        (with(header, "0 \u{e9} \u{e9}1\n2 1 0\n"), "line 5, column 3: expected a tile"),
        (
            with("2\n0\n0 0\n1 4\n0 1 2 0\n", " 0 1 2 0\n"),
            "line 6, column 2: expected a transition or the end of the map after row 1, found another row",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4\n- - x\n"),
            "line 8, column 1: expected a transition or the end of the map after row 2, found another row",
        ),
        (
            format!("\u{feff}{}", rows.replacen('2', "two", 1)),
            "line 1, column 1: expected the number of players from 2 to 8, found `two`",
        ),
        (
            with(rows, &" ".repeat(1 << 20)),
            "line 1, column 1: expected at most 1048576 bytes, found 1048600",
        ),
        (
            with(rows, "0 1 4\n"),
            "line 7, column 6: expected the arrow `<->`, found the end of the line",
        ),
        (with(rows, "0 0 0 -> 2 1 4\n"), "line 7, column 7: expected the arrow `<->`, found `->`"),
        (
            with(rows, "0 0 0<->2 1 4\n"),
            "line 7, column 5: expected a direction from 0 to 7, found `0<->2`",
        ),
        (
            with(rows, "3 0 0 <-> 2 1 4\n"),
            "line 7, column 1: expected the column of a transition's end from 0 to 2, found `3`",
        ),
        (
            with(rows, "0 2 0 <-> 2 1 4\n"),
            "line 7, column 3: expected the row of a transition's end from 0 to 1, found `2`",
        ),
        (
            with(rows, "0 0 8 <-> 2 1 4\n"),
            "line 7, column 5: expected a direction from 0 to 7, found `8`",
        ),
        (
            with(rows, "0 0 0 <-> 2 1\n"),
            "line 7, column 14: expected a direction from 0 to 7, found the end of the line",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4 5\n"),
            "line 7, column 17: expected the end of the line after the transition, found `5`",
        ),
        (
            with(rows, "0 0 2 <-> 2 1 4\n"),
            "line 7, column 1: expected a border that leads nowhere, but 0,0 has the neighbour 1,0 in direction 2",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 0\n"),
            "line 7, column 11: expected a border that leads nowhere, but 2,1 has the neighbour 2,0 in direction 0",
        ),
        (
            with(header, "0 1 -\n2 1 0\n2 0 0 <-> 0 0 0\n"),
            "line 7, column 1: expected a transition's end on a tile, but 2,0 is a hole",
        ),
        (
            with(header, "0 1 -\n2 1 0\n0 0 0 <-> 2 0 0\n"),
            "line 7, column 11: expected a transition's end on a tile, but 2,0 is a hole",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4\n0 0 0 <-> 2 1 4\n"),
            "line 8, column 1: expected another transition, found the one of line 7 again",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4\n2 1 4 <-> 0 0 0\n"),
            "line 8, column 1: expected another transition, found the one of line 7 again",
        ),
        (
            with(rows, "0 0 0 <-> 0 0 0\n0 0 0 <-> 0 0 0\n"),
            "line 8, column 1: expected another transition",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4\n1 0 0 <-> 2 1 4\n"),
            "line 8, column 11: expected a border without a transition, but 2 1 4 has one since line 7",
        ),
        (
            with(rows, "0 0 0 <-> 2 1 4\nthe end\n"),
            "line 8, column 1: expected the column of a transition's end from 0 to 2, found `the`",
        ),
    ];
    assert!(invalid.len() >= 40);
    for (text, message) in &invalid {
        let error = Map::parse(text).expect_err(text).to_string();
        assert!(error.starts_with("line ") && error.contains(message), "{text:?}: {error}");
        assert!(map_of(text).is_err());
        assert!(!Map::problems(text).is_empty());
    }
    // Unusual but valid maps.
    for text in [
        rows.replace('\n', "\r\n"),
        with(rows, "\n0 0 0 <-> 0 0 0\n\n  \n"),
        rows.replace(' ', " \t "),
        rows.trim_end().to_owned(),
        with(rows, "0 0 0 <-> 0 0 6\n"),
        format!("\u{feff}{rows}"),
        rows.replace("0 0\n2", "0 999999999\n2"),
    ] {
        assert!(Map::parse(&text).is_ok(), "{text:?}: {:?}", Map::parse(&text));
    }
    // Several problems are reported at once, each with its tile.
    let problems = Map::problems(&with(header, "0 q 2\n2 1 7\n0 0 2 <-> 0 0 0\n"));
    let tiles: Vec<_> = problems.iter().map(|problem| problem.tile).collect();
    assert_eq!(tiles, [Some((1, 0)), Some((2, 1)), Some((0, 0))]);
}

#[test]
fn maps_of_a_megabyte_give_errors() {
    let rows = "2\n0\n0 0\n2 3\n0 1 2\n2 1 0\n";
    let size = 1 << 20;
    for text in [
        "2".repeat(size),
        "2 ".repeat(size / 2),
        "\n".repeat(size),
        "\u{1f4a3}".repeat(size / 4),
        format!("{rows}{}", "0 0 0 <-> 2 1 4\n".repeat(size / 16)),
        format!("{rows}{}", "9".repeat(size)),
        format!("2\n0\n0 0\n50 50\n{}", "0 ".repeat(size / 2)),
    ] {
        let error = map_of(&text).expect_err("no map");
        assert!(error.len() < 300, "{error}");
        assert!(Map::problems(&text).len() <= 32);
    }
    let raw = json!({ "map": " ".repeat(size + 1) });
    let options = catalog::game("reversi").expect("a game").options();
    let error = Options::check(options, raw.as_object().expect("an object")).expect_err("too long");
    assert!(error.to_string().contains("at most 1048576 bytes"), "{error}");
}

#[test]
fn texts_of_other_games_are_not_recognised_as_maps() {
    let recognise =
        catalog::game("reversi").expect("a game").data().setup_text.expect("maps").recognise;
    for text in [
        "",
        "{\"totora\":1}",
        "3\nB W -\nB W - -\n- - - - -\n",
        "0 0\n99 0\n12 13\n44 45\n",
        "3\n- - -\n- - - -\n",
    ] {
        assert!(!recognise(text), "{text}");
    }
    // Invalid maps are still recognised as maps.
    for text in ["2\n0\n0 0\n8 8\n0 0 q\n", "9\n0\n0 0\n1 1\n", "2\nx\n0 0\n1 1\n0 0 0 <-> 0 0 0\n"]
    {
        assert!(recognise(text), "{text}");
    }
}

fn random_game(options: Value, seed: u64) -> Session {
    let record = json!({ "totora": 1, "game": "reversi", "options": options, "seed": seed });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("begins");
    let mut rng = Rng::new(seed, Stream::Other(1));
    while session.position().outcome().is_none() {
        let moves = session.position().legal().expect("listed");
        session.play(None, &moves[rng.below(moves.len())], false).expect("legal");
    }
    session
}

#[test]
fn links_are_short() {
    for seed in 0..20 {
        let session = random_game(json!({}), seed);
        let link = session.link(&ViewState::default()).expect("a link");
        assert!(link.len() < 300, "8x8: {} characters", link.len());
        assert_eq!(
            Session::open(&link).expect("opens").0.to_record().to_json(),
            session.to_record().to_json()
        );
    }
    // 15x15 with custom maps, which have all kinds of tiles and stocks and no names.
    let cross =
        include_str!("../../src/games/reversi/maps/cross.map").replacen("1 1\n15", "2 3\n15", 1);
    let mut maps = vec![
        cross,
        format!(
            "{}0 5 6 <-> 14 9 2\n0 6 6 <-> 14 8 2\n",
            include_str!("../../src/games/reversi/maps/cross.map")
        ),
    ];
    maps.extend(data("seed-figure-1.map"));
    for map in maps {
        for seed in 0..5 {
            let session = random_game(json!({ "map": map }), seed);
            let link = session.link(&ViewState::default()).expect("a link");
            let plies = session.plies().len();
            assert!(link.len() < 1500, "15x15: {} characters for {plies} plies", link.len());
        }
    }
}

#[test]
fn questions_of_the_board_and_the_editor_are_answered() {
    let position = Reversi::on(map_of("othello").expect("built in"));
    let ask = |question: Value| ask(&position, &question);
    let turns = ask(json!({ "turns": 20 })).expect("an answer");
    assert_eq!(turns["turned"], json!([]));
    // Red has 4,3 and 3,4.
    let turns = ask(json!({ "turns": 26 })).expect("an answer");
    assert_eq!(turns["turned"], json!([27]));
    assert_eq!(turns["rays"][0]["steps"][1], json!({ "tile": 28, "heading": 2, "through": null }));
    assert_eq!(turns["words"], "A stone of Red on c4 would turn 1 stone.");
    let other = ask(json!({ "turns": 20, "seat": 1 })).expect("an answer");
    assert_eq!(other["turned"], json!([28]));
    let blast = ask(json!({ "blast": 28 })).expect("an answer");
    assert_eq!((&blast["tiles"], &blast["lost"]), (&json!([28]), &json!([1, 0])));
    assert_eq!(ask(json!({ "tile": 0 })).expect("an answer")["steps"][2]["tile"], 1);
    assert_eq!(
        ask(json!({ "maps": true })).expect("maps").as_array().map(Vec::len),
        Some(MAPS.len())
    );
    for wrong in [
        json!({ "turns": 64 }),
        json!({ "turns": -1 }),
        json!({ "turns": 3, "seat": 2 }),
        json!({ "blast": "x" }),
        json!({ "nothing": 1 }),
        json!({ "describe": [0, 64] }),
        json!({ "describe": 5 }),
        json!(null),
        json!({ "check": 5 }),
        json!({ "write": {} }),
        json!({ "write": { "columns": 0, "rows": 1, "players": 2, "overrides": 0, "bombs": 0, "strength": 0, "tiles": "0", "transitions": [[1]] } }),
    ] {
        assert!(!ask(wrong.clone()).expect_err("wrong").is_empty(), "{wrong}");
    }
    assert_eq!(
        ask(json!({ "describe": [28, 26] })).expect("texts")["texts"],
        json!(["e4, stone of Red", "c4, empty, legal, turns 1"])
    );
    for (wrong, expected) in [
        (json!({ "turns": 64 }), "`64` is not a tile; expected a number from 0 to 63"),
        (json!({ "turns": 3, "seat": 2 }), "`2` is not a seat; expected a number from 0 to 1"),
        (json!({ "nothing": 1 }), "expected an object with one of turns, blast"),
        (json!({ "write": {} }), "missing field `players`"),
    ] {
        assert!(ask(wrong.clone()).expect_err("wrong").contains(expected), "{wrong}");
    }
    let layout = shown(&position.layout());
    assert_eq!((&layout["columns"], &layout["square_names"][26]), (&json!(8), &json!("2,3")));
    assert_eq!(layout["map"], MAPS[0].text);
    // The content of the editor is written and read back unchanged.
    for built_in in MAPS {
        let read = ask(json!({ "check": built_in.text })).expect("an answer");
        assert_eq!(read["valid"], true, "{}", built_in.name);
        let written = ask(json!({ "write": read["parts"] })).expect("an answer");
        assert_eq!(written["text"], built_in.text);
        assert_eq!(written["parts"], read["parts"]);
    }
    let mut parts = ask(json!({ "check": MAPS[0].text })).expect("an answer")["parts"].clone();
    parts["transitions"] = json!([[{ "tile": 0, "direction": 2 }, { "tile": 7, "direction": 2 }]]);
    let answer = ask(json!({ "write": parts })).expect("an answer");
    assert_eq!((&answer["valid"], &answer["parts"]), (&json!(false), &Value::Null));
    assert_eq!(answer["problems"][0]["tile"], json!([0, 0]));
    parts["columns"] = json!(0);
    assert_eq!(ask(json!({ "write": parts })).expect("an answer")["valid"], false);
    let noted = ask(json!({ "check": "3\n0\n0 0\n1 3\n1 2 -\n" })).expect("an answer");
    assert_eq!(
        noted["notes"],
        json!(["Green has no stone.", "No player can move at the start: the game is over."])
    );
}

#[test]
fn bots_for_many_players_show_the_scores_of_all() {
    let position = Reversi::on(map_of("cross").expect("built in"));
    for (id, truthful) in [("maxn", true), ("paranoid", false), ("brs", false), ("totora", false)] {
        let spec = BOTS.iter().find(|spec| spec.id == id).expect(id);
        let bot = spec.build(&Options::default());
        for most in [1, 7, 40, 1500] {
            let rng = Rng::new(2, Stream::Other(0));
            let mut thinking = bot.begin(&position, 0, Budget::Nodes(most), rng);
            while !thinking.advance(13, &NoClock) {}
            let analysis = thinking.analysis();
            assert!(
                analysis.nodes <= most,
                "{id} respects its budget of {most}: {}",
                analysis.nodes
            );
            let views = thinking.views().expect("more than two play");
            assert_eq!((views.seat, views.by_seat.len()), (0, analysis.candidates.len()));
            for (candidate, by_seat) in analysis.candidates.iter().zip(&views.by_seat) {
                assert_eq!(by_seat.len(), 4);
                assert_eq!(by_seat[0], candidate.score);
                if truthful && let (Score::Value(own), 2..) = (candidate.score, analysis.depth) {
                    // Each player is compared with the others, so the sum is nearly zero.
                    let sum: i64 = by_seat
                        .iter()
                        .map(|score| match score {
                            Score::Value(value) => value.thousandths(),
                            _ => 0,
                        })
                        .sum();
                    assert!(sum.abs() < 2_000, "{own}: {by_seat:?}");
                }
            }
            // Other slices give the same result.
            let rng = || Rng::new(2, Stream::Other(0));
            let again = bot.think(&position, 0, Budget::Nodes(most), rng(), &NoClock);
            assert_eq!(again, analysis, "{id}");
            // `choice_only` has the same content for the chosen move only.
            let short = thinking.choice_only();
            let chosen = analysis.candidates.iter().find(|one| Some(one.mv) == analysis.choice);
            assert_eq!(short.candidates.iter().collect::<Vec<_>>(), Vec::from_iter(chosen));
            assert_eq!(short.choice, analysis.choice, "{id}");
            assert!(short.why.ends_with('.'), "{id}: {}", short.why);
            let choice = bot.choose(&position, 0, Budget::Nodes(most), rng(), &NoClock);
            assert_eq!(choice, analysis.choice, "{id}");
        }
        let rng = Rng::new(2, Stream::Other(0));
        assert_eq!(bot.think(&position, 0, Budget::Depth(2), rng, &NoClock).depth, 2, "{id}");
    }
}

/// The result of a paranoid search, by plain recursion.
fn paranoid(position: &Reversi, me: usize, depth: u32, value: &dyn Fn(&Reversi) -> i64) -> i64 {
    if depth == 0 || position.to_act().is_empty() {
        return value(position);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let values = moves.iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        paranoid(&next, me, depth - 1, value)
    });
    if position.mover() == me { values.max() } else { values.min() }.expect("a move")
}

/// The result of max^n for all players, by plain recursion. Among equal moves, the first one counts.
fn max_n(position: &Reversi, depth: u32, value: &dyn Fn(&Reversi, usize) -> i64) -> Vec<i64> {
    if depth == 0 || position.to_act().is_empty() {
        return (0..position.players()).map(|seat| value(position, seat)).collect();
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mover = position.mover();
    let mut best: Option<Vec<i64>> = None;
    for mv in &moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let values = max_n(&next, depth - 1, value);
        if best.as_ref().is_none_or(|best| values[mover] > best[mover]) {
            best = Some(values);
        }
    }
    best.expect("a move")
}

/// The result of a best-reply search, by plain recursion. `open` is whether an opponent may still choose its move.
fn best_reply(position: &Reversi, me: usize, depth: u32, open: bool, heuristic: &Weighted) -> i64 {
    if depth == 0 || position.to_act().is_empty() {
        return heuristic.value(position, me);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    heuristic.order(position, &mut moves);
    let after = |mv: &Move| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        next
    };
    if position.mover() == me {
        let values = moves.iter().map(|mv| best_reply(&after(mv), me, depth - 1, true, heuristic));
        return values.max().expect("a move");
    }
    let special = after(&moves[0]);
    if !open {
        return best_reply(&special, me, depth, false, heuristic);
    }
    let mut least = moves
        .iter()
        .map(|mv| best_reply(&after(mv), me, depth - 1, false, heuristic))
        .min()
        .expect("a move");
    if !special.to_act().is_empty() && special.mover() != me {
        least = least.min(best_reply(&special, me, depth, true, heuristic));
    }
    least
}

#[test]
fn searches_agree_with_plain_recursion() {
    use totora::search::multi_player::{Mode, MultiPlayer, Settings};
    let heuristic = Weighted::with_weights(&named::BALANCED);
    for name in ["cross", "trio"] {
        let mut position = Reversi::on(map_of(name).expect("built in"));
        let mut rng = Rng::new(5, Stream::Other(0));
        let mut moves = MoveList::new();
        for _ in 0..9 {
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
        let me = position.mover();
        position.legal_moves(&mut moves);
        let think = |mode, depth| {
            let bot = MultiPlayer::new(heuristic.clone(), Settings::new(mode, 12));
            let rng = Rng::new(1, Stream::Other(0));
            totora::contract::bot::Bot::<Reversi>::think(
                &bot,
                &position,
                me,
                Budget::Depth(depth),
                rng,
                &NoClock,
            )
        };
        let of = |score: Score| match score {
            Score::Value(value) => value.thousandths(),
            other => panic!("{other:?}"),
        };
        for depth in 1..=3 {
            let value = |position: &Reversi| heuristic.value(position, me);
            let best = paranoid(&position, me, depth, &value);
            let analysis = think(Mode::Paranoid, depth);
            assert_eq!(of(analysis.candidates[0].score), best, "{name}, paranoid, depth {depth}");
        }
        let all = |position: &Reversi, seat: usize| heuristic.value(position, seat);
        for depth in 1..=2 {
            let best = max_n(&position, depth, &all);
            let analysis = think(Mode::MaxN, depth);
            assert_eq!(of(analysis.candidates[0].score), best[me], "{name}, max^n, depth {depth}");
        }
        for depth in 1..=3 {
            let best = best_reply(&position, me, depth, true, &heuristic);
            let analysis = think(Mode::BestReply, depth);
            assert_eq!(of(analysis.candidates[0].score), best, "{name}, best reply, depth {depth}");
        }
    }
}

/// A map full of stones, so that the bomb phase begins at once.
fn full(players: usize, (bombs, strength): (u32, u32), rng: &mut Rng) -> Reversi {
    let row = |rng: &mut Rng| {
        let tile = |_| match rng.below(8) {
            0 => "-".to_owned(),
            _ => (1 + rng.below(players)).to_string(),
        };
        (0..7).map(tile).collect::<Vec<_>>().join(" ") + "\n"
    };
    let rows: String = (0..6).map(|_| row(rng)).collect();
    start(&format!("{players}\n0\n{bombs} {strength}\n6 7\n{rows}"))
}

#[test]
fn totora_plays_the_bomb_phase_to_the_end() {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("totora");
    let bot = spec.build(&Options::default());
    let mut rng = Rng::new(11, Stream::Other(3));
    let lead = |position: &Reversi, seat: usize| {
        i64::from(position.stones(seat)) - i64::from(position.stones(1 - seat))
    };
    // With two throws left and two players, its play is perfect.
    for n in 0..12 {
        let position = full(2, (1, n % 3), &mut rng);
        let seat = position.turn();
        let think = |nodes| {
            let rng = Rng::new(2, Stream::Other(0));
            bot.think(&position, seat, Budget::Nodes(nodes), rng, &NoClock)
        };
        let analysis = think(1_000_000);
        let after = |position: &Reversi, tile: usize| {
            let (x, y) = position.board().at(tile);
            let mut next = position.clone();
            next.play_unchecked(&Move::plain(x, y));
            next
        };
        let worth = |tile: usize| {
            let next = after(&position, tile);
            let replies = next.target_tiles().map(|reply| lead(&after(&next, reply), seat));
            replies.min().unwrap_or_else(|| lead(&next, seat)) - lead(&position, seat)
        };
        assert_eq!(analysis.candidates.len(), position.target_tiles().count());
        for candidate in &analysis.candidates {
            let worth = worth(position.board().number(candidate.mv.x, candidate.mv.y));
            assert_eq!(candidate.score, Score::Value(Fixed::from_int(worth)), "{}", candidate.mv);
        }
        let text = analysis.differences.join(" ");
        assert!(text.contains("if both play their best"), "{text}");
        for nodes in [1, 30, 100, 700] {
            let few = think(nodes);
            assert!(few.nodes <= nodes && few.choice.is_some(), "{} of {nodes}", few.nodes);
        }
    }
    // With more players, its lines are played to the end, and its terms add up.
    for n in 0..6 {
        let position = full(3, (2, n % 2), &mut rng);
        let seat = position.turn();
        let mut thinking =
            bot.begin(&position, seat, Budget::Nodes(5_000), Rng::new(2, Stream::Other(0)));
        while !thinking.advance(40, &NoClock) {}
        let analysis = thinking.analysis();
        let views = thinking.views().expect("more than two");
        assert!(analysis.nodes <= 5_000 && (2..=6).contains(&analysis.depth), "{}", analysis.depth);
        for (candidate, by_seat) in analysis.candidates.iter().zip(views.by_seat) {
            let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
            assert_eq!(candidate.score, Score::Value(sum));
            assert_eq!(by_seat[seat], candidate.score);
            let mut end = position.clone();
            end.play_unchecked(&candidate.mv);
            for mv in &candidate.pv {
                let mut moves = MoveList::new();
                end.legal_moves(&mut moves);
                assert!(moves.contains(mv));
                end.play_unchecked(mv);
            }
            assert_eq!(end.phase(), Phase::Over);
            for other in (0..3).filter(|&other| other != seat) {
                let change = i64::from(end.stones(other)) - i64::from(position.stones(other));
                assert_eq!(by_seat[other], Score::Value(Fixed::from_int(change)));
            }
        }
    }
}

#[test]
fn a_bomb_phase_with_very_many_bombs_stays_in_the_budget() {
    // A bomb of strength 0 changes no other blast, and there are more bombs than tiles. The budget must end the search.
    let mut rng = Rng::new(7, Stream::Other(0));
    let position = full(2, (999_999_999, 0), &mut rng);
    let bot =
        BOTS.iter().find(|spec| spec.id == "totora").expect("totora").build(&Options::default());
    let seat = position.turn();
    let tiles = position.target_tiles().count();
    let most = 5 * tiles as u64;
    let rng = Rng::new(2, Stream::Other(0));
    let analysis = bot.think(&position, seat, Budget::Nodes(most), rng, &NoClock);
    let lines: usize = analysis.candidates.iter().map(|candidate| 1 + candidate.pv.len()).sum();
    assert!(analysis.nodes <= most && analysis.choice.is_some());
    assert_eq!(
        lines,
        4 * tiles,
        "every throw is examined, and the rest of the budget continues the lines"
    );
}

#[test]
fn bots_examine_a_limited_number_of_throws() {
    let mut text = "4\n0\n2 10\n50 50\n".to_owned();
    for y in 0..50 {
        let row: Vec<String> = (0..50)
            .map(|x| {
                if (x / 3 + y / 3) % 5 == 0 {
                    "-".into()
                } else {
                    (1 + (x * 7 + y * 3) % 4).to_string()
                }
            })
            .collect();
        text += &(row.join(" ") + "\n");
    }
    let position = start(&text);
    assert_eq!(position.phase(), Phase::Elimination);
    for spec in BOTS.iter().filter(|spec| spec.id != "random") {
        // The Lab's bot needs a budget if it searches.
        let searching = serde_json::json!({ "search": "alpha-beta" });
        let searching = searching.as_object().filter(|_| spec.id == "lab").cloned();
        let options = Options::check(&spec.options(), &searching.unwrap_or_default());
        let bot = spec.build(&options.expect("good options"));
        let rng = || Rng::new(2, Stream::Other(0));
        let analysis = bot.think(&position, 0, Budget::Nodes(5_000), rng(), &NoClock);
        assert!(analysis.candidates.len() < 2_500 && analysis.candidates.len() > 50, "{}", spec.id);
        let best = &analysis.candidates[0];
        let lost = position.blast(position.board().number(best.mv.x, best.mv.y));
        let own = lost.iter().filter(|&&tile| position.tile(tile) == Tile::Stone(1)).count();
        assert_eq!(best.terms[1].value, Fixed::from_int(own as i64));
        let few = bot.think(&position, 0, Budget::Nodes(9), rng(), &NoClock);
        // A bot without a budget ignores it.
        assert!(few.nodes <= 9 || spec.budget.is_none(), "{}: {}", spec.id, few.nodes);
        assert!(few.choice.is_some());
    }
    // `greedy` finds a bomb that hurts only its rival.
    let position =
        start("2\n0\n1 1\n3 9\n1 1 1 0 0 0 2 2 2\n- - - - - - 2 2 2\n- - - - - - 2 2 2\n");
    let bot =
        BOTS.iter().find(|spec| spec.id == "greedy").expect("greedy").build(&Options::default());
    let rng = Rng::new(2, Stream::Other(0));
    let analysis = bot.think(&position, 0, Budget::Nodes(1000), rng, &NoClock);
    assert_eq!(analysis.choice, Some(Move::plain(7, 1)));
    assert_eq!(analysis.why, "A bomb on h2 takes 9 stones of your rivals and none of yours.");
    assert!(analysis.differences[0].contains(" scores more than "), "{:?}", analysis.differences);
}

#[test]
fn override_stones_count_by_the_size_of_the_map() {
    // The value of an override stone is the number of tiles of the map, without holes, divided by 64.
    let row = "0 0 0 0 0 0 0 - 0\n";
    let map = |height: usize, tiles: &str| {
        format!("2\n0\n0 0\n{height} 9\n{tiles}{}", row.repeat(height - 1))
    };
    for height in [8, 16] {
        let mut position = start(&map(height, "1 2 b 2 b 0 0 - 0\n"));
        play(&mut position, "2,0=override");
        let measured =
            Weighted::with_weights(&[Measure::Overrides.weight(1000)]).value(&position, 0);
        assert_eq!(measured, height as i64 * 1000 / 8);
    }
}

/// The list, the bar and the graph of a bot that searches one ply show the same value: the position after the move.
#[test]
fn bots_that_search_one_ply_score_the_position_after_the_move() {
    let mut position = Reversi::on(map_of("othello").expect("built in"));
    let mut rng = Rng::new(11, Stream::Other(7));
    let mut moves = MoveList::new();
    for _ in 0..30 {
        let seat = position.mover();
        let rng_of = || Rng::new(3, Stream::Other(1));
        for spec in BOTS.iter().filter(|spec| spec.budget.is_none() && !spec.weights.is_empty()) {
            let bot = spec.build(&Options::default());
            let mut thinking = bot.begin(&position, seat, Budget::Nodes(1), rng_of());
            while !thinking.advance(100, &NoClock) {}
            let analysis = thinking.analysis();
            assert_eq!(thinking.static_value(), None, "{}: the choice has the value", spec.id);
            let choice = bot.choose(&position, seat, Budget::Nodes(1), rng_of(), &NoClock);
            assert_eq!(analysis.choice, choice, "{}", spec.id);
            for candidate in analysis.candidates.iter().filter(|_| spec.id == "greedy") {
                let mut next = position.clone();
                next.play_unchecked(&candidate.mv);
                let ahead = i64::from(next.stones(seat)) - i64::from(next.stones(1 - seat));
                assert_eq!(candidate.score, Score::Value(Fixed::from_int(ahead)));
            }
        }
        position.legal_moves(&mut moves);
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
}
