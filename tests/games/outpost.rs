//! Outpost: external traces and situations, a comparison of the fast engine with a slow and simple reference, the riddle of
//! the duo, symmetry, maps, and the notation of orders.

use crate::shown::{ask, shown};
use serde_json::{Value, json};
use std::path::PathBuf;
use totora::base::fixed::Fixed;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{BotSpec, Budget, NoClock, Search};
use totora::contract::game::Game;
use totora::contract::presentation::{Presentation, Wording};
use totora::games::outpost::advice;
use totora::games::outpost::board::{CELLS, Cell, Cells, Direction, EMPIRES, HOMES};
use totora::games::outpost::bots::BOTS;
use totora::games::outpost::field::{Events, Field, Rules};
use totora::games::outpost::map::{self, Map};
use totora::games::outpost::moves;
use totora::games::outpost::steps::Plain;
use totora::games::outpost::{Orders, Outpost};
use totora::record::link::ViewState;
use totora::record::{Record, RecordError};
use totora::session::Session;

/// The folder with external traces, if it exists.
fn data() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/outpost");
    if !folder.is_dir() {
        eprintln!("skipped: no folder {}", folder.display());
        return None;
    }
    Some(folder)
}

fn number(value: &Value) -> u32 {
    value.as_u64().expect("a number") as u32
}

fn cell(x: &Value, y: &Value) -> Cell {
    Cell::new(number(x) as usize, number(y) as usize).expect("on the board")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Converts flat lists of x and y, one list per empire.
fn posts(value: &Value) -> [Vec<Cell>; EMPIRES] {
    std::array::from_fn(|e| list(&value[e]).chunks(2).map(|xy| cell(&xy[0], &xy[1])).collect())
}

fn crc(codes: &[u8]) -> String {
    format!("{:08x}", crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(codes))
}

/// The ownership of a field in the format of a trace.
fn figures(field: &Field, rules: &Rules) -> Value {
    let owners = &field.owners;
    let codes = owners.codes();
    let neutral = |on: &Cells| on.iter().filter(|cell| codes[cell.index()] == b'0').count();
    json!({
        "land": field.land,
        "water": field.water,
        "disputed": [owners.disputed.count_in(&rules.map.land), owners.disputed.count_in(&rules.map.water)],
        "neutral": [neutral(&rules.map.land), neutral(&rules.map.water)],
        "crc": crc(&codes),
    })
}

fn assert_same_figures(found: &Value, line: &Value, what: &str) {
    for key in ["land", "water", "disputed", "neutral", "crc"] {
        assert_eq!(found[key], line[key], "{what}: {key}");
    }
}

/// A replacement for `map0`, which is not in the folder. It matches the traces: 41 water cells are in reach of the outposts
/// of the first trace, and one of them is in reach of the last step of the second.
fn stand_in() -> Vec<Cell> {
    let mut region = vec![Cell { x: 9, y: 1 }];
    for x in [10, 20] {
        let near = Cells::diamond(Cell { x, y: 3 }, 5);
        region.extend(near.iter().filter(|c| c.x > 7 && c.y > 3).take(20));
    }
    let inner = (25..45).flat_map(|x| (25..48).map(move |y| Cell { x, y }));
    region.extend(inner.take(459));
    region
}

/// Splits a file into traces. A line with `format` begins a trace, and the lines after it are its turns.
fn traces(text: &str) -> Vec<(Value, Vec<Value>)> {
    let mut traces: Vec<(Value, Vec<Value>)> = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line.get("format").is_some() {
            traces.push((line, Vec::new()));
        } else {
            traces.last_mut().expect("a header").1.push(line);
        }
    }
    traces
}

fn replay(folder: &std::path::Path, header: &Value, turns: &[Value]) {
    let name = header["name"].as_str().or(header["kind"].as_str()).unwrap_or("a trace");
    let region = match header["map"].as_str() {
        Some("none") | None => Vec::new(),
        Some("map0") if !folder.join("maps/map0").exists() => stand_in(),
        Some(file) => {
            let text = std::fs::read_to_string(folder.join("maps").join(file)).expect("a map");
            map::read(&text).expect("a map").region
        }
    };
    let mut water = map::unfold(&region);
    for xy in list(&header["extra_water"]) {
        water.insert(cell(&xy[0], &xy[1]));
    }
    let map = Map::from_water(water).into();
    let rules =
        Rules::new(map, number(&header["r"]), number(&header["L"]), number(&header["W"]), 10_000);
    let start = number(&header["start_tick"]);
    let mut field = Field::new(&rules, start, posts(&header["initial"]));
    if header.get("crc").is_some() {
        assert_same_figures(&figures(&field, &rules), header, &format!("{name}, the start"));
    } else {
        field.owners = Default::default();
    }
    let mut events = Events::default();
    for turn in turns {
        let what = format!("{name}, turn {}", turn["t"]);
        let mut named = [None; EMPIRES];
        for entry in list(&turn["disband"]) {
            named[number(&entry[0]) as usize] = Some(number(&entry[1]));
        }
        field.season(&rules, named, &mut events);
        let season = events.season.map_or(Value::Null, |season| json!(season));
        assert_eq!(season, turn.get("season").cloned().unwrap_or_default(), "{what}: season");
        let built = json!(events.built);
        assert_eq!(built, turn.get("built").cloned().unwrap_or(json!([])), "{what}");
        let disbanded: Vec<_> = events.disbanded.iter().map(|(e, i, c)| (e, i, c.x, c.y)).collect();
        let expected = turn.get("disband").cloned().unwrap_or(json!([]));
        assert_eq!(json!(disbanded), expected, "{what}: disbanded");
        let orders: [Plain; EMPIRES] = std::array::from_fn(|e| {
            let mut at: Vec<Cell> = field.posts[e].clone();
            let mut steps = Vec::new();
            for order in list(&turn["moves"][e]) {
                let to = Cell::new(number(&order[1]) as usize, number(&order[2]) as usize);
                let index = number(&order[0]);
                let from = at.get_mut(index as usize);
                // An impossible step has no notation. The engine would ignore it.
                if let (Some(from), Some(to)) = (from, to)
                    && let Some(direction) =
                        Direction::ALL.into_iter().find(|&way| from.step(way) == Some(to))
                {
                    steps.push((index, direction));
                }
            }
            Plain { disband: None, steps }
        });
        field.resolve(&rules, orders.each_ref(), &mut events);
        let lost: Vec<_> = events.lost.iter().map(|(e, i, c, _)| (e, i, c.x, c.y)).collect();
        assert_eq!(json!(lost), turn["lost"], "{what}: lost");
        assert_eq!(field.posts, posts(&turn["out"]), "{what}: positions");
        assert_same_figures(&figures(&field, &rules), turn, &what);
    }
    assert_eq!(turns.len(), number(&header["ticks"]) as usize);
}

#[test]
fn external_situations_and_traces_replay_without_a_difference() {
    let Some(folder) = data() else { return };
    let mut replayed = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ext| ext == "jsonl") {
            let text = std::fs::read_to_string(&path).expect("a file");
            for (header, turns) in traces(&text) {
                replay(&folder, &header, &turns);
                replayed += 1;
            }
        }
    }
    assert!(replayed >= 35, "{replayed}");
}

#[test]
fn homes_are_corners() {
    assert_eq!(HOMES.map(|home| home.index()), [0, 9900, 9999, 99]);
    assert_eq!(CELLS, 10_000);
}

// ---- a slow reference ----

/// The owner of a cell: compares the distances to all outposts.
fn slow_owner(posts: &[Vec<Cell>; EMPIRES], r: u32, cell: Cell) -> u8 {
    let nearest = |e: usize| posts[e].iter().map(|post| post.distance(cell)).min().unwrap_or(999);
    let best = (0..EMPIRES).map(nearest).min().expect("four");
    let level: Vec<usize> = (0..EMPIRES).filter(|&e| nearest(e) == best).collect();
    match level.as_slice() {
        _ if best > r => 0,
        [only] => *only as u8 + 1,
        _ => 5,
    }
}

/// Whether supply reaches a cell: a search from the home, cell by cell.
fn slow_supplied(land: &Cells, codes: &[u8], empire: usize, cell: Cell) -> bool {
    let passes = |at: Cell| land.contains(at) && [0, empire as u8 + 1].contains(&codes[at.index()]);
    let mut reached = vec![false; CELLS];
    reached[HOMES[empire].index()] = true;
    let mut next = vec![HOMES[empire]];
    while let Some(at) = next.pop() {
        if passes(at) {
            for neighbour in at.neighbours() {
                if !std::mem::replace(&mut reached[neighbour.index()], true) {
                    next.push(neighbour);
                }
            }
        }
    }
    reached[cell.index()]
}

fn any_cell(rng: &mut Rng, spread: usize, corner: Cell) -> Cell {
    let shift = |from: u8, by: usize| if from == 0 { by } else { 99 - by };
    Cell::new(shift(corner.x, rng.below(spread)), shift(corner.y, rng.below(spread)))
        .expect("a cell")
}

#[test]
fn ownership_and_supply_agree_with_a_slow_reference() {
    for seed in 0..14 {
        let mut rng = Rng::new(seed, Stream::Other(5));
        let region = if seed % 3 == 0 { Vec::new() } else { map::generate(&mut rng) };
        let r = [0, 1, 3, 5, 7, 10, 20][seed as usize % 7];
        let rules = rules(&region, r);
        // The outposts are near home, on the whole board, or all in one corner.
        let spread = [25, 99, 60][seed as usize % 3];
        let crowd = seed % 4 == 1;
        let posts: [Vec<Cell>; EMPIRES] = std::array::from_fn(|e| {
            let corner = if crowd { HOMES[0] } else { HOMES[e] };
            let count = 1 + rng.below(if seed % 2 == 0 { 6 } else { 25 });
            (0..count).map(|_| rules.map.nearest_land(any_cell(&mut rng, spread, corner))).collect()
        });
        let mut field = Field::new(&rules, 0, posts.clone());
        let slow: Vec<u8> =
            (0..CELLS).map(|at| slow_owner(&posts, r, Cell::from_index(at))).collect();
        for (at, &slow) in slow.iter().enumerate() {
            let cell = Cell::from_index(at);
            assert_eq!(field.owners.code(cell), slow, "seed {seed}: {cell}");
        }
        let codes: Vec<u8> = field.owners.codes().iter().map(|code| code - b'0').collect();
        assert_eq!(codes, slow);
        for e in 0..EMPIRES {
            let count = |on: &Cells| on.iter().filter(|c| slow[c.index()] == e as u8 + 1).count();
            assert_eq!(field.land[e] as usize, count(&rules.map.land));
            assert_eq!(field.water[e] as usize, count(&rules.map.water));
        }
        // A turn without moves removes exactly the outposts that supply does not reach.
        let stay = Plain::default();
        let mut events = Events::default();
        field.resolve(&rules, [&stay; EMPIRES], &mut events);
        for (e, posts) in posts.iter().enumerate() {
            let kept: Vec<Cell> = posts
                .iter()
                .copied()
                .filter(|&post| slow_supplied(&rules.map.land, &slow, e, post))
                .collect();
            assert_eq!(field.posts[e], kept, "seed {seed}, empire {e}");
        }
    }
}

/// The rules on a map, with enough turns for any test.
fn rules(region: &[Cell], r: u32) -> Rules {
    Rules::new(Map::from_water(map::unfold(region)).into(), r, 4, 1, 10_000)
}

/// A quarter turn of the board gives the same game with rotated seats.
#[test]
fn turning_the_board_turns_the_game() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed, Stream::Other(6));
        let rules = rules(&map::generate(&mut rng), 5);
        let start: [Vec<Cell>; EMPIRES] = HOMES.map(|home| {
            let mut posts = vec![home];
            let more = (0..20).map(|_| rules.map.nearest_land(any_cell(&mut rng, 100, home)));
            posts.extend(more);
            posts
        });
        let turned = |posts: &[Vec<Cell>; EMPIRES]| -> [Vec<Cell>; EMPIRES] {
            std::array::from_fn(|e| posts[(e + 3) % 4].iter().map(|cell| cell.turned()).collect())
        };
        let mut a = Field::new(&rules, 0, start.clone());
        let mut b = Field::new(&rules, 0, turned(&start));
        let (mut events_a, mut events_b) = (Events::default(), Events::default());
        let mut lost = 0;
        for _ in 0..80 {
            a.season(&rules, [Some(1); EMPIRES], &mut events_a);
            b.season(&rules, [Some(1); EMPIRES], &mut events_b);
            let orders: [Plain; EMPIRES] = std::array::from_fn(|e| {
                let steps = (0..a.posts[e].len() as u32 + 1)
                    .map(|index| (index, Direction::from_code(rng.below(4) as u8)));
                Plain { disband: None, steps: steps.collect() }
            });
            let same: [Plain; EMPIRES] = std::array::from_fn(|e| {
                let steps = orders[(e + 3) % 4].steps.iter().map(|&(i, way)| (i, way.turned()));
                Plain { disband: None, steps: steps.collect() }
            });
            a.resolve(&rules, orders.each_ref(), &mut events_a);
            b.resolve(&rules, same.each_ref(), &mut events_b);
            assert_eq!(turned(&a.posts), b.posts);
            assert_eq!(events_a.lost.len(), events_b.lost.len());
            lost += events_a.lost.len();
        }
        assert!(lost > 0, "some outposts are lost");
    }
}

// ---- consequences of the rules ----

fn at(x: u8, y: u8) -> Cell {
    Cell { x, y }
}

/// Plays steps of two empires with these outposts on a board without water. All homes are guarded.
fn scene(posts: [&[Cell]; 2], orders: [&str; 2]) -> Field {
    let rules = rules(&[], 5);
    let mut all: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
    all[0].extend(posts[0]);
    all[2].extend(posts[1]);
    let mut field = Field::new(&rules, 0, all);
    let plain = |text: &str| match moves::parse(text) {
        Ok(Orders::Plain(plain)) => plain,
        other => panic!("{other:?}"),
    };
    let (first, second, stay) = (plain(orders[0]), plain(orders[1]), Plain::default());
    field.resolve(&rules, [&first, &stay, &second, &stay], &mut Events::default());
    field
}

/// The riddle of the course: a duo beats a single outpost and survives.
#[test]
fn a_duo_beats_a_single_outpost_and_ties_with_another_duo() {
    let counts = |field: &Field| (field.posts[0].len(), field.posts[2].len());
    // A single outpost against another in one cell: both are lost.
    assert_eq!(counts(&scene([&[at(49, 50)], &[at(51, 50)]], ["1:E", "1:W"])), (1, 1));
    // With a second outpost next to it, both survive, and the single outpost is lost.
    let duo = scene([&[at(49, 50), at(48, 50)], &[at(50, 50)]], ["1:E 2:E", "-"]);
    assert_eq!(counts(&duo), (3, 1));
    // With a gap of one cell, it is too far: the two in contact are lost, and the second one survives.
    let gap = scene([&[at(49, 50), at(47, 50)], &[at(50, 50)]], ["1:E 2:E", "-"]);
    assert_eq!(counts(&gap), (2, 1));
    // A duo against a duo: no outpost is lost.
    let both =
        scene([&[at(49, 50), at(48, 50)], &[at(51, 50), at(52, 50)]], ["1:E 2:E", "1:W 2:W"]);
    assert_eq!(counts(&both), (3, 3));
    // More outposts in the same cell do not help.
    let stack = scene([&[at(50, 50), at(50, 50)], &[at(51, 50)]], ["-", "1:W"]);
    assert_eq!(counts(&stack), (1, 1));
}

/// An enemy duo occupies a home. Every season an outpost is built there. It survives while it stays and is lost when it leaves.
#[test]
fn an_empire_is_never_eliminated_even_under_siege() {
    let rules = rules(&[], 5);
    let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
    posts[0].clear();
    posts[2].extend([at(0, 0), at(1, 0), at(2, 0), at(3, 0)]);
    let mut field = Field::new(&rules, 8, posts);
    let mut events = Events::default();
    let stay = Plain::default();
    let east = Plain { disband: None, steps: vec![(0, Direction::East)] };
    for turn in 9..=40 {
        field.season(&rules, [None, None, Some(0), None], &mut events);
        // The besiegers can be afforded, or their outpost at home is disbanded.
        let leave = turn == 25;
        let orders = if leave { [&east, &stay, &stay, &stay] } else { [&stay; EMPIRES] };
        field.resolve(&rules, orders, &mut events);
        match turn {
            9 => assert_eq!(field.posts[0].len(), 0),
            10 | 24 => assert_eq!(field.posts[0], [at(0, 0)], "turn {turn}"),
            25 => assert_eq!(field.posts[0].len(), 0, "an outpost that leaves is cut off"),
            30 | 40 => assert_eq!(field.posts[0].len(), 1, "turn {turn}"),
            _ => {}
        }
    }
}

// ---- the game ----

fn game(options: Value) -> Outpost {
    let Value::Object(raw) = options else { panic!("an object") };
    let options = Options::check(Outpost::options(), &raw).expect("options");
    Outpost::new(&options, &mut Rng::new(1, Stream::Setup)).expect("a start")
}

/// Plays a turn: the first empire's orders, the others stay.
fn turn(game: &mut Outpost, text: &str) {
    turn_of_all(game, [text, "-", "-", "-"]);
}

fn turn_of_all(game: &mut Outpost, [text, others @ ..]: [&str; EMPIRES]) {
    let read = |seat: usize| {
        let text = if seat == 0 { text } else { others[seat - 1] };
        game.parse_move(seat, text).expect(text)
    };
    let mut orders: Vec<_> = (0..EMPIRES).map(|seat| Some(read(seat))).collect();
    advice::complete(game, &mut orders);
    for (seat, orders) in orders.iter().flatten().enumerate() {
        game.play(seat, orders).expect(text);
    }
}

#[test]
fn impossible_orders_are_ignored_and_reported() {
    let mut game = game(json!({ "map": "1 0\n", "T": 30 }));
    // Water in the east, the edge of the board in the north, no outpost 7, and south as the third choice.
    turn(&mut game, "x0 0:E 0:N 7:S 0:S 0:S");
    assert_eq!(game.field().posts[0], [at(0, 1)]);
    let ignored: Vec<String> = list(&shown(&game.view())["last"]["ignored"])
        .iter()
        .map(|entry| entry["words"].as_str().expect("words").to_owned())
        .collect();
    let ignored: Vec<&str> = ignored.iter().map(String::as_str).collect();
    assert_eq!(
        ignored,
        [
            "outpost 0: nothing had to be disbanded",
            "outpost 0 east: there is water",
            "outpost 0 north: there the board ends",
            "outpost 7 south: no outpost has this index",
            "outpost 0 south: the outpost has moved already",
        ]
    );
    assert!(game.parse_move(0, "0:Q").is_err());
    let words = game.turn_report();
    assert!(words.contains("North-West: ignored: outpost 0 east: there is water"), "{words}");
    assert!(words.ends_with("2 orders more ignored"), "{words}");
    // Steps with standing orders follow the same rule: the first possible one is used.
    turn(&mut game, "hold 0; 0:W; 0:S; 0:S; pair 0 9; hold 4");
    assert_eq!(game.field().posts[0], [at(0, 2)]);
    let ignored: Vec<u64> = list(&shown(&game.view())["last"]["ignored"])
        .iter()
        .map(|entry| entry["index"].as_u64().expect("an index"))
        .collect();
    assert_eq!(
        ignored,
        [9, 4, 0, 0],
        "the partner, the missing outpost, the edge of the board, the second step"
    );
}

/// An outpost that follows a follower stays next to it too, in any order of the list.
#[test]
fn pairs_of_pairs_stay_together() {
    let mut game = game(json!({ "map": "", "r": 5, "T": 100 }));
    let rules = rules(&[], 5);
    let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
    posts[0] = vec![at(4, 5), at(5, 5), at(6, 5), at(7, 5)];
    game = game.with_field(Field::new(&rules, 10, posts));
    turn(&mut game, "pair 0 1; pair 1 2; pair 2 3; go 3 7,9 15,9");
    for _ in 0..6 {
        turn(&mut game, ".");
        let posts = &game.field().posts[0];
        assert!(posts.windows(2).all(|two| two[0].distance(two[1]) <= 1), "{posts:?}");
    }
    assert_eq!(game.field().posts[0][3], at(10, 9));
    // A ring of followers has no leader: it closes up and rests.
    turn(&mut game, "pair 3 0");
    turn(&mut game, ".");
    let posts = &game.field().posts[0];
    assert!(posts[3].distance(posts[0]) <= 1, "{posts:?}");
    assert_eq!(posts[..3], [at(7, 9), at(8, 9), at(9, 9)]);
}

/// On a map with a warning, the quarters may be separated by water. Orders to another quarter are then refused.
#[test]
fn orders_that_lead_nowhere_are_refused() {
    let wall: String = (0..50).map(|i| format!("49 {i}\n")).collect();
    let mut game = game(json!({ "map": wall, "T": 30 }));
    for text in ["go 0 60,10", "patrol 0 3,3 60,10", "harvest 0 60,10", "rally 60,10"] {
        let orders = game.parse_move(0, text).expect("notation");
        let error = game.play(0, &orders).expect_err(text).to_string();
        assert!(error.contains("no way over land leads from the home to 60,10"), "{error}");
    }
}

/// A watch that stops at the first call.
struct Stopped;

impl totora::contract::bot::Clock for Stopped {
    fn elapsed_ms(&self) -> f64 {
        0.0
    }

    fn stop(&self) -> bool {
        true
    }
}

/// With any budget, the strongest bot stops within a few trials on request, and has orders then.
#[test]
fn the_strongest_bot_can_be_stopped_within_a_turn() {
    let mut game = game(json!({ "map": "lagoons", "r": 7, "T": 100 }));
    let mut rng = Rng::new(1, Stream::Other(9));
    let posts = HOMES.map(|home| {
        let any = (0..60).map(|_| game.rules().map.nearest_land(any_cell(&mut rng, 60, home)));
        any.collect::<Vec<_>>()
    });
    let field = Field::new(game.rules(), 0, posts);
    game = game.with_field(field);
    let spec = &totora::games::outpost::bots::totora::SPEC;
    let bot = spec.build(&Options::default());
    let rng = || Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
    let budget = totora::contract::bot::Budget::Nodes(1_000_000);
    let stopped = bot.think(&game, 0, budget, rng(), &Stopped);
    assert!(stopped.choice.is_some() && stopped.nodes < 20, "{}", stopped.nodes);
    assert!(bot.think(&game, 0, budget, rng(), &NoClock).nodes > 100);
}

/// A game of a hundred turns with sixty outposts per empire at random places in its quarter.
fn crowded(turn: u32) -> Outpost {
    let game = game(json!({ "map": "lagoons", "r": 7, "T": 100 }));
    let mut rng = Rng::new(1, Stream::Other(9));
    let posts = HOMES.map(|home| {
        let any = (0..60).map(|_| game.rules().map.nearest_land(any_cell(&mut rng, 60, home)));
        any.collect::<Vec<_>>()
    });
    let field = Field::new(game.rules(), turn, posts);
    game.with_field(field)
}

/// The finished analysis of `totora` at a level.
fn totora_thinking(game: &Outpost, level: &str) -> Box<dyn Search<Outpost>> {
    let spec = &totora::games::outpost::bots::totora::SPEC;
    let raw = json!({ "level": level });
    let options = Options::check(&spec.options(), raw.as_object().expect("an object"));
    let bot = spec.build(&options.expect("a level"));
    let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
    let mut thinking = bot.begin(game, 0, totora::contract::bot::Budget::Nodes(300), rng);
    while !thinking.advance(1 << 10, &NoClock) {}
    thinking
}

/// The tasks of `totora` at a level, and the nodes that it used.
fn tasks_of(game: &Outpost, level: &str) -> (Vec<&'static str>, u64) {
    let thinking = totora_thinking(game, level);
    (thinking.tasks().iter().map(|task| task.task).collect(), thinking.analysis().nodes)
}

/// Near the end, `totora` spreads: outposts that hunted before settle in the last turns.
#[test]
fn totora_knows_when_the_game_ends() {
    let (early, _) = tasks_of(&crowded(20), "middle");
    assert!(early.contains(&"hunt"), "{early:?}");
    let (late, _) = tasks_of(&crowded(85), "middle");
    assert!(!late.contains(&"hunt") && late.contains(&"settle"), "{late:?}");
}

#[test]
fn totora_has_three_levels() {
    let game = crowded(20);
    let (_, full) = tasks_of(&game, "full");
    let (_, middle) = tasks_of(&game, "middle");
    let (easy, none) = tasks_of(&game, "easy");
    assert!(full > 100 && (middle, none) == (0, 0), "{full}, {middle}, {none}");
    let harvests = |task: &&str| ["harvest", "settle", "rest"].contains(task);
    assert!(easy.iter().all(harvests), "{easy:?}");
}

/// If an empire has enough outposts and the others have only their homes, its tasks cover the whole board.
#[test]
fn totora_fills_the_whole_board() {
    for (r, count) in [(7, 200), (10, 110)] {
        let game = game(json!({ "map": "lagoons", "r": r, "T": 100 }));
        let mut rng = Rng::new(1, Stream::Other(9));
        let any = (0..count).map(|_| any_cell(&mut rng, 100, HOMES[0]));
        let mine = any.map(|cell| game.rules().map.nearest_land(cell)).collect();
        let posts = [mine, vec![HOMES[1]], vec![HOMES[2]], vec![HOMES[3]]];
        let field = Field::new(game.rules(), 82, posts);
        let game = game.with_field(field);
        let mut covered = Cells::EMPTY;
        for task in totora_thinking(&game, "middle").tasks() {
            let spot = serde_json::to_value(&task.location).expect("a place");
            let at = |i: usize| spot["target"][i].as_u64().map(|at| at as usize);
            let (Some(x), Some(y)) = (at(0), at(1)) else { continue };
            let target = Cell::new(x, y).expect("a cell");
            covered = covered.with(&Cells::diamond(target, r), |a, b| a | b);
        }
        assert!(covered.count() > 9_300, "r {r}: {} cells", covered.count());
    }
}

/// Where water is scarce, an empire keeps what pays for its outposts until another outpost pays for them: on these maps it once
/// walked to and fro with three outposts, or stood still with two, until the end.
#[test]
fn totora_grows_where_water_is_scarce() {
    for (r, seed, least) in [(7, 7_481_691_568_431_485_u64, 500), (5, 350_486_025_931_584, 500)] {
        let options = json!({ "map": "random", "r": r, "T": 200, "L": 40, "W": 10 });
        let mut seats = ["totora", "drifter", "drifter", "drifter"].map(|id| json!({ "bot": id }));
        seats[0]["budget"] = json!({ "nodes": 1 });
        let record = json!({
            "totora": 1, "game": "outpost", "options": options, "seed": seed, "seats": seats,
        });
        let record = Record::from_json(&record).expect("a record");
        let mut session = Session::begin(record).expect("begins");
        while session.play_bot(&NoClock).expect("plays") {}
        let area = session.position().outcome().expect("over").scores[0];
        assert!(area > least, "r {r}: {area} cells");
    }
}

/// The value of a site counts the cells that are nearer to it than to any enemy. So an empire that has settled all free cells
/// takes cells from its neighbours and does not wait at home.
#[test]
fn totora_settles_against_its_neighbours() {
    let (late, _) = tasks_of(&crowded(85), "middle");
    let idle = late.iter().filter(|task| ["rest", "reserve"].contains(task)).count();
    assert!(idle * 4 < late.len(), "{idle} of {} wait: {late:?}", late.len());
}

/// The finished analysis of a bot with its default options.
fn thinking_of(game: &Outpost, spec: &BotSpec<Outpost>) -> Box<dyn Search<Outpost>> {
    let options = Options::check(&spec.options(), &RawOptions::new()).expect("defaults");
    let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
    let mut thinking = spec.build(&options).begin(game, 0, Budget::Nodes(300), rng);
    while !thinking.advance(1 << 10, &NoClock) {}
    thinking
}

/// The Lab's features of a task are its kind and the distance from its target to the nearest enemy.
#[test]
fn features_of_tasks_are_their_kind_and_the_nearest_enemy() {
    const KEYS: [&str; 5] = ["settles", "guards", "hunts", "saves", "nearest_enemy"];
    let terms = KEYS.map(|key| json!({ "name": key, "weight": 1, "formula": key }));
    let spec = BOTS.iter().find(|spec| spec.id == "lab").expect("the Lab");
    let mut kinds = [0; 5];
    for (planner, turn) in
        [("wolfpack", 23), ("shepherd", 23), ("homesteader", 61), ("phalanx", 63)]
    {
        let raw = json!({ "formula": json!(terms).to_string(), "search": planner });
        let raw = raw.as_object().expect("options");
        let options = Options::check(&spec.options(), raw).expect("fits");
        let game = crowded(turn);
        let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
        let mut thinking = spec.build(&options).begin(&game, 0, Budget::Nodes(300), rng);
        while !thinking.advance(1 << 10, &NoClock) {}
        let enemies: Vec<Cell> = (1..EMPIRES).flat_map(|e| game.field().posts[e].clone()).collect();
        for task in thinking.tasks() {
            let is = |words: &[&str]| words.contains(&task.task);
            let kind = match task.task {
                _ if is(&["harvest", "settle", "collect", "wall", "homestead", "graze"]) => 0,
                _ if is(&["guard", "flee"]) => 1,
                _ if is(&["hunt", "follow"]) => 2,
                _ if is(&["rest", "reserve"]) => 4,
                _ => 3,
            };
            kinds[kind] += 1;
            let values: Vec<f64> = task.terms.iter().map(|term| term.value.to_f64()).collect();
            let expected: Vec<f64> = (0..4).map(|k| f64::from(u8::from(k == kind))).collect();
            assert_eq!(values[..4], expected, "{planner}: {}", task.description);
            // An outpost that grazes, waits in reserve or rests is measured at its own cell.
            let Some((_, place)) = task.description.rsplit_once(' ') else { continue };
            let Some((x, y)) = place.split_once(',').filter(|_| kind < 3 && task.task != "graze")
            else {
                continue;
            };
            let target = Cell::new(x.parse().expect("x"), y.parse().expect("y")).expect("a cell");
            let near = enemies.iter().map(|enemy| enemy.distance(target)).min().unwrap_or(198);
            assert_eq!(values[4], f64::from(near), "{planner}: {}", task.description);
        }
    }
    assert!(kinds[0] > 20 && kinds[1] > 0 && kinds[2] > 0, "{kinds:?}");
}

/// The alternatives of an outpost are other tasks or other steps, and the terms of each add up to its score. The first
/// sentence names the outpost with the largest lead of its task over the next alternative, with the term that gives most of
/// it. The closest call is the outpost with the smallest lead.
#[test]
fn sentences_about_decisions_are_true() {
    let mut checked = 0;
    for (spec, turn) in BOTS.iter().flat_map(|spec| [(spec, 20), (spec, 60), (spec, 85)]) {
        let thinking = thinking_of(&crowded(turn), spec);
        let (analysis, tasks) = (thinking.analysis(), thinking.tasks());
        let step_of = |words: &str, who: &str| {
            let cell = |text: &str| {
                let (x, y) = text.rsplit(' ').next()?.split_once(',')?;
                Cell::new(x.parse().ok()?, y.parse().ok()?)
            };
            let (from, to) = (cell(who)?, cell(words)?);
            crowded(turn).rules().map.way(from, to)
        };
        let mut leads = Vec::new();
        for task in &tasks {
            assert!(task.options.len() <= 3);
            for option in &task.options {
                let sum: Fixed = option.terms.iter().map(|term| term.contribution).sum();
                assert_eq!(sum, option.score, "{}: {}", spec.id, option.description);
            }
            let [own, other, ..] = &task.options[..] else { continue };
            assert_eq!((&own.description, own.score), (&task.description, task.score));
            let word = |words: &str| words.split(' ').next().map(str::to_owned);
            let (first, second) = (&task.options[1].description, task.options.get(2));
            if let Some(second) = second.map(|option| &option.description) {
                let same_task = word(first) == word(second);
                let steps = [first, second].map(|words| step_of(words, &task.who));
                assert!(!same_task || steps[0] != steps[1], "{}: {first} or {second}", spec.id);
            }
            let who = task.who.split(" on ").next().expect("an outpost").to_owned();
            leads.push((own.score - other.score, who, own.clone(), other.clone()));
        }
        let better = || leads.iter().filter(|(lead, ..)| *lead > Fixed::ZERO);
        let most = better().rev().max_by_key(|(lead, ..)| *lead);
        let all: Vec<&String> =
            std::iter::once(&analysis.why).chain(&analysis.differences).collect();
        let named = |sentence: &str| all.iter().any(|one| one.starts_with(sentence));
        if let Some((_, who, own, other)) = most
            && !named("Outpost")
        {
            panic!(
                "{}: no sentence about {who}: {} or {}",
                spec.id, own.description, other.description
            );
        }
        for sentence in &all {
            if let Some(call) = sentence.strip_prefix("The closest call is ") {
                let (_, who, own, other) = better().min_by_key(|(lead, ..)| *lead).expect("a call");
                let expected = format!("{who}: {}, or {}.", own.description, other.description);
                assert_eq!(call, expected, "{}", spec.id);
            }
        }
        let Some((_, who, own, other)) = most.filter(|_| !changes_a_step(&analysis.why)) else {
            continue;
        };
        let gain = |at: &usize| own.terms[*at].contribution - other.terms[*at].contribution;
        let at = (0..analysis.terms.len()).rev().max_by_key(gain).expect("a term");
        let (words, than) = (&own.description, &other.description);
        assert!(
            analysis.why.starts_with(&format!("O{}", &who[1..])),
            "{}: {}",
            spec.id,
            analysis.why
        );
        assert!(analysis.why.contains(&format!(": {words} ")), "{}", analysis.why);
        assert!(analysis.why.ends_with(&format!(" than {than}.")), "{}", analysis.why);
        assert!(analysis.why.split(' ').count() <= 20, "{}", analysis.why);
        let by = (own.terms[at].value - other.terms[at].value).abs().thousandths() / 1000;
        let saved = own.features["saved"] - other.features["saved"];
        if analysis.terms[at].key == "guard" && saved > Fixed::ZERO {
            let by = saved.thousandths() / 1000;
            assert!(
                analysis.why.contains(&format!(" saves {by} more outpost")),
                "{}",
                analysis.why
            );
            checked += 1;
        } else if ["land", "water", "way", "home"].contains(&analysis.terms[at].key) {
            assert!(analysis.why.contains(&format!(" {by} ")), "{}: {by}", analysis.why);
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked}");
}

/// Whether a headline is about a step that `totora` changed.
fn changes_a_step(why: &str) -> bool {
    why.contains(" matters most: a step ") || why.contains(" matters most: staying ")
}

/// Without the changed step in the headline, the turn would give as many fewer cells as the headline says.
#[test]
fn a_changed_step_has_the_effect_in_the_headline() {
    let mut checked = 0;
    for turn in [20, 40, 60, 70, 80, 85, 90, 95] {
        let game = crowded(turn);
        let thinking = totora_thinking(&game, "full");
        let why = thinking.analysis().why;
        if !changes_a_step(&why) {
            continue;
        }
        let (who, _) = why.split_once(" matters most: ").expect("a verdict");
        let index: usize =
            who.strip_prefix("Outpost ").expect("an outpost").parse().expect("its index");
        let number_after = |verb: &str| {
            let number = why.split_once(verb)?.1.split(' ').next()?;
            number.parse::<i64>().ok().map(|by| if why.contains(" fewer ") { -by } else { by })
        };
        let than = why.rsplit(' ').next().expect("a cell").trim_end_matches('.');
        let (x, y) = than.split_once(',').expect("a cell");
        let to = Cell::new(x.parse().expect("x"), y.parse().expect("y")).expect("a cell");
        let Some(Orders::Plain(with)) = thinking.analysis().choice else { panic!("plain orders") };
        let mut without = with.clone();
        without.steps.retain(|&(who, _)| who as usize != index);
        let post = game.field().mustered(game.rules()).posts[0][index];
        without.steps.extend(game.rules().map.way(post, to).map(|way| (index as u32, way)));
        without.steps.sort_by_key(|&(who, _)| who);
        // Counts own cells and lost enemy outposts.
        let after = |orders: &Plain| {
            let mut after = game.clone();
            after.play(0, &Orders::Plain(orders.clone())).expect("legal");
            for seat in 1..EMPIRES {
                after.play(seat, &Orders::Plain(Plain::default())).expect("legal");
            }
            let enemies: usize = after.field().posts[1..].iter().map(Vec::len).sum();
            [i64::from(after.field().area(0)), -(enemies as i64)]
        };
        let (with, without) = (after(&with), after(&without));
        for (at, verb) in [" leaves ", " cuts off "].into_iter().enumerate() {
            if let Some(by) = number_after(verb) {
                assert_eq!(with[at] - without[at], by, "turn {turn}: {why}");
                checked += 1;
            }
        }
    }
    assert!(checked > 2, "{checked}");
}

/// `disband least` chooses the same outpost as an exhaustive search.
#[test]
fn disband_least_loses_the_fewest_cells() {
    for seed in 0..4 {
        let mut rng = Rng::new(seed, Stream::Other(8));
        let rules = rules(&[], 6);
        let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
        for posts in &mut posts {
            posts.extend((0..9).map(|_| any_cell(&mut rng, 40, HOMES[0])));
        }
        let area = |posts: &[Vec<Cell>; EMPIRES]| {
            (0..CELLS).filter(|&at| slow_owner(posts, 6, Cell::from_index(at)) == 1).count()
        };
        let without = |index: usize| {
            let mut posts = posts.clone();
            posts[0].remove(index);
            area(&posts)
        };
        let best = (0..posts[0].len()).max_by_key(|&index| without(index)).expect("ten");
        let mut game = game(json!({ "map": "", "r": 6, "L": 4000, "W": 1, "T": 100 }));
        game = game.with_field(Field::new(&rules, 9, posts.clone()));
        turn(&mut game, "disband least");
        let gone = &game.events().disbanded[0];
        assert_eq!((gone.0, gone.1 as usize), (0, best), "seed {seed}");
    }
}

#[test]
fn standing_orders_are_carried_out_turn_by_turn() {
    let mut game = game(json!({ "map": "lagoons", "r": 7, "L": 12, "W": 3, "T": 400 }));
    let error = {
        let orders = game.parse_move(0, "go 0 14,12").expect("notation");
        game.play(0, &orders).expect_err("water").to_string()
    };
    assert!(error.contains("14,12 is water; the nearest land is"), "{error}");
    turn(&mut game, "go 0 6,2 6,5");
    for _ in 1..11 {
        turn(&mut game, ".");
    }
    assert_eq!(game.field().posts[0][0], at(6, 5), "through the first point");
    assert_eq!(shown(&game.view())["empires"][0]["tasks"][0]["task"], "go");
    turn(&mut game, ".");
    assert_eq!(shown(&game.view())["empires"][0]["tasks"][0]["task"], "hold");
    // Plain orders suspend the standing orders for a turn, and a step in a clause overrides a standing order.
    turn(&mut game, "patrol 0 6,5 6,8; 0:N");
    assert_eq!(game.field().posts[0][0], at(6, 4));
    turn(&mut game, "0:N");
    assert_eq!(game.field().posts[0][0], at(6, 3));
    for _ in 0..7 {
        turn(&mut game, ".");
    }
    assert_eq!(game.field().posts[0][0], at(6, 6), "down, up to the patrol, and further");
    turn(&mut game, "guard 0");
    for _ in 0..12 {
        turn(&mut game, ".");
    }
    assert_eq!(game.field().posts[0][0], at(0, 0));
    // An adviser makes the empire grow. New outposts go to the rally point, and pairs stay together.
    turn(&mut game, "adviser harvester; auto all");
    for _ in 0..90 {
        turn(&mut game, ".");
    }
    let count = game.field().posts[0].len();
    assert!(count >= 6, "{count}");
    turn(&mut game, "rally 0,12; pair 1 0; go 0 20,3; hold 2; harvest 3; raid 4");
    for _ in 0..40 {
        turn(&mut game, ".");
        let posts = &game.field().posts[0];
        assert!(posts[1].distance(posts[0]) <= 40);
    }
    let posts = &game.field().posts[0];
    assert_eq!(posts[0], at(20, 3));
    assert!(posts[1].distance(posts[0]) <= 1, "{posts:?}");
    assert!(posts[count..].contains(&at(0, 12)), "{posts:?}");
    let before: Vec<Cell> = posts.clone();
    turn(&mut game, "adviser none; auto all; rally off");
    turn(&mut game, ".");
    assert_eq!(&game.field().posts[0][..before.len()], &before[..], "without an adviser all stay");
}

/// With too many outposts for the area, the policy decides which ones are disbanded.
#[test]
fn disband_policies_choose() {
    for (text, survivors) in [
        (".", vec![at(0, 0), at(0, 9), at(1, 0)]),
        ("disband newest", vec![at(0, 0), at(0, 9), at(1, 0)]),
        ("disband farthest", vec![at(0, 0), at(1, 0), at(2, 0)]),
        ("disband least", vec![at(0, 0), at(0, 9), at(2, 0)]),
        (".; x0", vec![at(0, 9), at(1, 0), at(2, 0)]),
        ("x1", vec![at(0, 0), at(1, 0), at(2, 0)]),
        ("x9", vec![at(0, 0), at(0, 9), at(1, 0)]),
        ("disband farthest; x3", vec![at(0, 0), at(0, 9), at(1, 0)]),
    ] {
        // A board without water, which supports a single outpost.
        let mut game = game(json!({ "map": "", "r": 3, "L": 1, "W": 1, "T": 100 }));
        assert_eq!(game.field().afford(game.rules(), 0), 1, "there is no water");
        let rules = rules(&[], 3);
        let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
        posts[0] = vec![at(0, 0), at(0, 9), at(1, 0), at(2, 0)];
        let field = Field::new(&rules, 9, posts);
        game = game.with_field(field);
        assert!(game.over_limit(0));
        turn(&mut game, text);
        assert_eq!(game.field().posts[0], survivors, "{text}");
    }
}

#[test]
fn invalid_maps_are_refused_with_line_and_column() {
    let valid = map::write(&map::generate(&mut Rng::new(1, Stream::Setup)));
    let island = |x: u8, y: u8| {
        let ring = at(x, y).neighbours().map(|c| format!("{} {}\n", c.x, c.y));
        ring.collect::<String>()
    };
    let wall: String = (0..50).map(|y| format!("25 {y}\n")).collect();
    let cases: Vec<(String, &str)> = vec![
        ("1".to_owned(), "line 1 column 2"),
        ("1 ".to_owned(), "line 1 column 3"),
        (" 1 2".to_owned(), "line 1 column 1"),
        ("1  2".to_owned(), "line 1 column 3"),
        ("1,2".to_owned(), "line 1 column 2"),
        ("1\t2".to_owned(), "line 1 column 2"),
        ("1 2 3".to_owned(), "line 1 column 4"),
        ("1 2x".to_owned(), "line 1 column 4"),
        ("x y".to_owned(), "line 1 column 1"),
        ("-1 2".to_owned(), "line 1 column 1"),
        ("1 -2".to_owned(), "line 1 column 3"),
        ("+1 2".to_owned(), "line 1 column 1"),
        ("1.5 2".to_owned(), "line 1 column 2"),
        ("50 2".to_owned(), "line 1 column 1"),
        ("2 50".to_owned(), "line 1 column 3"),
        ("99 99".to_owned(), "from 0 to 49"),
        ("99999999999999999999999 1".to_owned(), "line 1 column 1"),
        ("3 4\n\n5 6".to_owned(), "line 2 column 1"),
        ("3 4\r\n5 6\r\n7 é\r\n".to_owned(), "line 3 column 3"),
        ("0 0\n".to_owned(), "line 1 column 1: `0 0` is a home"),
        (format!("{valid}0 0\n"), "line 501"),
        (format!("{valid}oops\n"), "line 501 column 1"),
        (island(20, 20), "such as `20 20`"),
        ("0 1\n1 0\n".to_owned(), "land is cut off"),
        (wall, "land is cut off"),
        ("\u{0}".to_owned(), "line 1 column 1"),
        ("1 1\n".repeat(20_000), "at most 40000"),
    ];
    assert!(cases.len() >= 20);
    for (text, expected) in cases {
        let error = map::read(&text).expect_err(&text);
        assert!(error.contains(expected), "{text:.30}: {error}");
        assert!((map::SETUP.check)(&text).is_err());
    }
    for (text, expected) in [
        ("", "0 water cells"),
        ("5 5\n5 5\n", "given in line 1 already"),
        ("49 49\n", "the corner `49 49`"),
        ("49 0", "the corner `49 0`"),
        ("0 49\r\n", "the corner `0 49`"),
        ("7 7\n\n \n", "1 water cells"),
    ] {
        let read = map::read(text).expect(text);
        assert!(
            read.warnings.iter().any(|warning| warning.contains(expected)),
            "{:?}",
            read.warnings
        );
        assert!((map::SETUP.check)(text).expect(text).facts.to_json()["valid"] == false);
    }
    let checked = (map::SETUP.check)(&valid.replace('\n', "\r\n")).expect("valid");
    assert!(checked.warnings.is_empty() && checked.facts.to_json()["cells"] == 500);
    assert!((map::SETUP.recognise)(&valid) && !(map::SETUP.recognise)("{\"totora\":1}"));
    for (option, expected) in [
        ("atlantis", "known are lagoons"),
        ("random:x", "after `random:`"),
        ("random:-1", "after `random:`"),
        ("5 5 5", "line 1 column 4"),
    ] {
        let raw = json!({ "map": option });
        let Value::Object(raw) = raw else { panic!("an object") };
        let error = Options::check(Outpost::options(), &raw).expect_err(option);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for (key, value) in
        [("L", 0), ("W", 0), ("L", -3), ("T", 0), ("T", 10_001), ("r", -1), ("r", 51)]
    {
        let Value::Object(raw) = json!({ key: value }) else { panic!("an object") };
        let error = Options::check(Outpost::options(), &raw).expect_err(key).to_string();
        assert!(error.contains("whole number from"), "{error}");
    }
}

// ---- records and links ----

fn bots_session(seats: [&str; EMPIRES], options: Value, seed: u64) -> Session {
    let seat = |id: &&str| match *id {
        "" => json!({ "human": true }),
        id => json!({ "bot": id, "options": {} }),
    };
    let record = json!({
        "totora": 1, "game": "outpost", "options": options, "seed": seed,
        "seats": seats.iter().map(seat).collect::<Vec<_>>(),
    });
    Session::begin(Record::from_json(&record).expect("a record")).expect("begins")
}

#[test]
fn a_demo_between_bots_is_a_short_link_and_changes_are_detected() {
    let options = json!({ "r": 7, "L": 12, "W": 3, "T": 120, "map": "delta" });
    let mut session = bots_session(["wolfpack", "phalanx", "drifter", "mason"], options, 77);
    while session.play_bot(&NoClock).expect("plays") {}
    assert_eq!(session.plies().len(), 120);
    let link = session.link(&ViewState { ply: 60, ..ViewState::default() }).expect("a link");
    assert!(link.len() < 300, "{} characters", link.len());
    let (opened, shown) = Session::open(&link).expect("opens");
    assert_eq!((shown.ply, opened.ply()), (60, 60));
    assert_eq!(opened.to_record().to_json(), session.to_record().to_json());
    // The link contains the moves of a seat whose bot would play otherwise. The other seats need none.
    let mut record = session.to_record();
    record.result = None;
    record.moves.truncate(40);
    record.moves[20] = "- | - | - | -".to_owned();
    record.moves.truncate(21);
    let changed = Session::replay(record).expect("still a game");
    let longer = changed.link(&ViewState::default()).expect("a link");
    let (again, _) = Session::open(&longer).expect("opens");
    assert_eq!(again.to_record().to_json(), changed.to_record().to_json());
}

#[test]
fn a_long_game_with_standing_orders_and_a_custom_map_is_a_short_link() {
    let text = map::write(&map::generate(&mut Rng::new(9, Stream::Setup)));
    let options = json!({ "map": text, "r": 7, "L": 12, "W": 3, "T": 200 });
    let mut session = bots_session(["", "wolfpack", "harvester", "shepherd"], options, 5);
    while session.position().outcome().is_none() {
        let text = match session.ply() {
            0 => "adviser wolfpack; disband least",
            30 => "rally 0,8; hold 0",
            90 => "raid 1; pair 2 1",
            _ => ".",
        };
        session.play(Some(0), text, false).expect("ordered");
        while session.play_bot(&NoClock).expect("plays") {}
    }
    assert_eq!(session.plies().len(), 200);
    let link = session.link(&ViewState::default()).expect("a link");
    assert!(link.len() < 2_500, "{} characters", link.len());
    let (opened, _) = Session::open(&link).expect("opens");
    assert_eq!(opened.to_record().to_json(), session.to_record().to_json());
}

/// A game of this many turns in which an adviser controls the first empire.
fn advised(adviser: &str, turns: usize) -> Session {
    let options = json!({ "r": 7, "L": 12, "W": 3, "T": 120 });
    let mut session = bots_session(["", "", "", ""], options, 5);
    session.play(None, &format!("adviser {adviser} | - | - | -"), false).expect("a turn");
    for _ in 1..turns {
        session.play(None, ". | - | - | -", false).expect("a turn");
    }
    session
}

fn replayed(moves: Vec<String>, of: &Session) -> Result<Session, RecordError> {
    Session::replay(Record { moves, ..of.to_record() })
}

#[test]
fn a_record_contains_the_suggested_steps_and_replays_without_an_adviser() {
    let session = advised("phalanx", 60);
    let moves = session.to_record().moves;
    assert!(moves[0].starts_with("adviser phalanx; suggested 0:"), "{}", moves[0]);
    assert!(moves.iter().all(|turn| turn.contains("suggested ")));
    let again = replayed(moves.clone(), &session).expect("replays");
    assert_eq!(again.position().hash(), session.position().hash());
    // On replay, the name of the adviser does not matter, and without written steps no outpost moves.
    let renamed: Vec<String> =
        moves.iter().map(|turn| turn.replace("adviser phalanx", "adviser mason")).collect();
    let posts = |session: &Session| session.position().summary()["outposts"].clone();
    assert_eq!(posts(&replayed(renamed, &session).expect("replays")), posts(&session));
    let still = moves.iter().map(|turn| {
        let (before, after) = turn.split_once("suggested ").expect("steps");
        format!("{before}suggested -{}", &after[after.find(" |").expect("others")..])
    });
    let still = replayed(still.collect(), &session).expect("replays");
    let home = json!([0, 0]);
    let all = posts(&still)[0].as_array().expect("outposts").iter().all(|post| *post == home);
    assert!(all, "{}", posts(&still)[0]);
    // The link contains the steps too, in few characters.
    let link = session.link(&ViewState::default()).expect("a link");
    assert!(link.len() < 600, "{} characters", link.len());
    let (opened, _) = Session::open(&link).expect("opens");
    assert_eq!(opened.to_record().to_json(), session.to_record().to_json());
}

#[test]
fn a_record_without_the_suggested_steps_is_refused_at_its_ply() {
    let session = advised("wolfpack", 4);
    let mut moves = session.to_record().moves;
    moves[2] = ". | - | - | -".to_owned();
    let error = replayed(moves.clone(), &session).err().expect("refused").to_string();
    assert!(
        error.starts_with("ply 3: seat 0: `.` lacks the steps that the adviser wolfpack"),
        "{error}"
    );
    // The same holds for records of an earlier version, which never wrote the steps, and for `auto all`.
    moves = vec!["adviser mason; auto all | - | - | -".to_owned()];
    let error = replayed(moves, &session).err().expect("refused").to_string();
    assert!(
        error.starts_with("ply 1: seat 0: `adviser mason; auto all` lacks the steps"),
        "{error}"
    );
    // Plain orders need no steps, and neither do orders without an adviser.
    let moves = ["hold 0 | - | - | -", ". | - | - | -", "adviser mason; adviser none | - | - | -"];
    replayed(moves.map(str::to_owned).into(), &session).expect("replays");
}

/// Suggested steps move outposts on auto only. Others follow their orders, whatever a record contains.
#[test]
fn suggested_steps_move_outposts_on_auto_only() {
    let mut game = game(json!({ "map": "", "T": 30 }));
    turn(&mut game, "adviser mason; hold 0; suggested 0:E 7:S");
    assert_eq!(game.field().posts[0], [at(0, 0)]);
    turn(&mut game, "auto 0; suggested 0:E");
    assert_eq!(game.field().posts[0], [at(1, 0)]);
    turn(&mut game, ".; 0:S; suggested 0:E");
    assert_eq!(game.field().posts[0], [at(1, 1)], "the player's own step comes first");
}

/// The plan shows an adviser's orders before the turn: outposts on auto come nearer to their shown targets.
#[test]
fn an_advisers_plan_is_shown_before_the_turn() {
    let mut game = game(json!({ "r": 7, "L": 12, "W": 3, "T": 80 }));
    let (mut nearer, mut steps) = (0, 0);
    for _ in 0..79 {
        let text = "adviser harvester; hold 1";
        let plan = ask(&game, &json!({ "ask": "plan", "seat": 0, "text": text })).expect("planned");
        turn(&mut game, text);
        for (i, task) in list(&plan["tasks"]).iter().enumerate() {
            if i == 1 {
                assert_eq!((&task["task"], &task["target"]), (&json!("hold"), &Value::Null));
                continue;
            }
            assert!(task["words"].as_str().expect("words").ends_with(", as suggested"), "{task}");
            let (before, Some(now)) = (list(&task["path"]).len(), game.field().posts[0].get(i))
            else {
                continue;
            };
            if before == 0 {
                continue;
            }
            let way = json!({ "ask": "path", "seat": 0, "from": now, "to": task["target"] });
            let left = list(&ask(&game, &way).expect("a way")["path"]).len();
            steps += 1;
            nearer += usize::from(left < before);
        }
    }
    assert!(steps > 100 && nearer * 10 >= steps * 9, "{nearer} of {steps}");
}

/// A run stops when a decision is needed, and reports the reason and the cells.
#[test]
fn a_run_reports_why_and_where_it_stops() {
    let mut game = game(json!({ "map": "", "r": 7, "L": 12, "W": 3, "T": 200 }));
    let orders = ["adviser harvester", "adviser kamikaze", "adviser kamikaze", "adviser wolfpack"];
    let mut stops = [0; 4];
    let raiders = "adviser kamikaze; go 0 3,3";
    turn_of_all(&mut game, ["adviser harvester; go 0 5,5", raiders, raiders, orders[3]]);
    while game.field().turn < 200 {
        for (which, stop) in ["arrival", "near", "cut", "season"].into_iter().enumerate() {
            let why = json!({ "ask": "until", "seat": 0, "stops": [stop] });
            let why = ask(&game, &why).expect("an answer");
            let at: Vec<Cell> = list(&why["at"]).iter().map(|c| cell(&c[0], &c[1])).collect();
            let Some(words) = why["stop"].as_str() else {
                assert!(at.is_empty(), "{why}");
                continue;
            };
            stops[which] += 1;
            let posts = &game.field().posts;
            match stop {
                "arrival" => assert!(words.ends_with(&format!("at {}.", at[0])), "{why}"),
                "near" => {
                    assert!(at.iter().all(|at| at.distance(HOMES[0]) <= 13), "{why}");
                    let whose = (1..4).find(|&e| at.iter().all(|at| posts[e].contains(at)));
                    assert!(!at.is_empty() && whose.is_some(), "{why}");
                }
                "cut" if words.contains("lost") => assert!(!at.is_empty(), "{why}"),
                "cut" => assert!(at.iter().all(|at| posts[0].contains(at)), "{why}"),
                _ => assert!(at.is_empty() && words == "The harvest.", "{why}"),
            }
        }
        turn_of_all(&mut game, orders);
    }
    assert!(stops.iter().all(|&times| times > 0), "{stops:?}");
}

/// Links of the previous version have no suggested steps. They are computed again, and the hash of the last position shows
/// whether they are the same.
#[test]
fn links_without_suggested_steps_still_open() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/links");
    let lines = std::fs::read_to_string(folder.join("outpost-advised.jsonl")).expect("it exists");
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let (opened, _) = Session::open(line["link"].as_str().expect("a link")).expect("opens");
        let hash = totora::session::hash_text(
            opened.position_at(opened.plies().len()).expect("it exists").hash(),
        );
        assert_eq!(json!(hash), line["hash"], "{}", line["link"]);
        let record = opened.to_record();
        assert!(record.moves.iter().all(|turn| turn.matches("suggested").count() == 4));
        Session::replay(record).expect("replays");
    }
    assert!(lines.lines().count() >= 3);
}

#[test]
fn errors_in_records_of_turns_are_reported() {
    let session = bots_session(["", "", "", ""], json!({ "T": 30 }), 1);
    let record = session.to_record().to_json();
    for (moves, expected) in [
        (json!(["0:E"]), "ply 1: a turn has the orders of 4 seats"),
        (json!(["0:E | - | -"]), "but this one has 3"),
        (json!(["0:E | - | - | - | -"]), "but this one has 5"),
        (
            json!(["- | - | - | -", "0:E | - | 0:Q | -"]),
            "ply 2: seat 2: `0:Q` is not a move: at character 3",
        ),
        (
            json!(["forfeit | - | - | -", "0:E | - | - | -"]),
            "ply 2: seat 0: seat 0 does not owe a move",
        ),
        (json!(["go 0 14,12 | - | - | -"]), "ply 1: seat 0: `go 0 14,12`: 14,12 is water"),
        (json!(["| | |"]), "ply 1: seat 0"),
    ] {
        let mut wrong = record.clone();
        wrong["moves"] = moves;
        let read = Record::from_json(&wrong).expect("a record");
        let error = Session::replay(read).err().expect("refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let mut fine = record;
    fine["moves"] = json!(["0:E|0:W| 0:W |0:E", "forfeit | - | - | -", "- | . | 0:N | -"]);
    let session = Session::replay(Record::from_json(&fine).expect("a record")).expect("replays");
    assert_eq!(session.plies()[0].text, "0:E | 0:W | 0:W | 0:E");
    assert_eq!(session.position().to_act().iter().collect::<Vec<_>>(), [1, 2, 3]);
}

/// Every turn of a long game can be shown, in any order.
#[test]
fn any_turn_of_a_long_game_can_be_shown() {
    let options = json!({ "r": 7, "L": 40, "W": 10, "T": 300, "map": "ring" });
    let mut session = bots_session(["harvester", "drifter", "mason", "drifter"], options, 3);
    let mut hashes = vec![session.position().hash()];
    while session.play_bot(&NoClock).expect("plays") {
        if session.ply() == hashes.len() {
            hashes.push(session.position().hash());
        }
    }
    for ply in [299, 0, 31, 32, 33, 150, 300, 64, 1] {
        session.go_to(ply).expect("a ply");
        assert_eq!(session.position().hash(), hashes[ply], "turn {ply}");
    }
}

#[test]
fn questions_of_the_page_are_answered() {
    let options = json!({ "r": 7, "L": 12, "W": 3, "T": 100, "map": "lagoons" });
    let mut session = bots_session(["wolfpack", "phalanx", "harvester", "mason"], options, 3);
    while session.play_bot(&NoClock).expect("plays") {}
    let position = session.position();
    for question in [
        json!({ "ask": "supply", "seat": 0 }),
        json!({ "ask": "danger", "seat": 1 }),
        json!({ "ask": "value", "seat": 2 }),
    ] {
        let answer = position.inspect(&question).expect("answered").to_json();
        assert_eq!(answer["grid"].as_array().map(Vec::len), Some(CELLS), "{question}");
    }
    let ghost = json!({ "ask": "ghost", "seat": 0, "cell": [30, 20] });
    let ghost = position.inspect(&ghost).expect("answered").to_json();
    assert!(ghost["words"].as_str().is_some_and(|words| words.contains("gains")));
    let path = json!({ "ask": "path", "seat": 0, "from": [0, 0], "to": [30, 20] });
    assert_eq!(position.inspect(&path).expect("answered").to_json()["steps"], 50);
    assert!(position.inspect(&json!({ "ask": "cut", "seat": 3 })).is_ok());
    let cell =
        position.inspect(&json!({ "ask": "cell", "cell": [0, 0] })).expect("answered").to_json();
    assert!(cell["words"].as_str().is_some_and(|words| words.contains("North-West's home")));
    let wrong = json!({ "ask": "map", "text": "1 1\n2 x\n" });
    assert!(
        position.inspect(&wrong).expect("answered").to_json()["error"]
            .to_string()
            .contains("line 2")
    );
    for bad in [
        json!(null),
        json!({ "ask": "supply" }),
        json!({ "ask": "supply", "seat": 4 }),
        json!({ "ask": "ghost", "seat": 0, "cell": [100, 0] }),
        json!({ "ask": "ghost", "seat": 0, "cell": [1] }),
        json!({ "ask": "nothing", "seat": 0 }),
        json!({ "ask": "until", "seat": 0, "stops": ["teatime"] }),
        json!({ "ask": "draft", "cells": [[50, 0]] }),
        json!({ "ask": "order", "clauses": [{ "verb": "sing", "who": [0] }] }),
        json!({ "ask": "order", "clauses": [{ "verb": "go", "who": [0] }] }),
        json!({ "ask": "order", "clauses": [{ "verb": "go", "points": [[1, 1]] }] }),
        json!({ "ask": "order", "clauses": [{ "verb": "patrol", "who": [0], "points": [[1, 1]] }] }),
        json!({ "ask": "order", "clauses": [{ "verb": "adviser", "rest": "nobody" }] }),
        json!({ "ask": "order", "clauses": [{ "verb": "pair", "who": [0], "rest": "x" }] }),
    ] {
        assert!(position.inspect(&bad).is_err(), "{bad}");
    }
}

/// The page composes orders from parts. The written text is read back as the same orders.
#[test]
fn orders_composed_from_parts_are_written_in_the_notation() {
    let game = game(json!({}));
    let written = |clauses: Value| {
        ask(&game, &json!({ "ask": "order", "clauses": clauses })).expect("written")
    };
    let all = written(json!([
        { "verb": "go", "who": [0], "points": [[4, 0], [9, 2]] },
        { "verb": "patrol", "who": [1, 2], "points": [[1, 1], [2, 3]] },
        { "verb": "pair", "who": [3], "points": [], "rest": "4" },
        { "verb": "harvest", "who": [4], "points": [[7, 7]] },
        { "verb": "harvest", "who": [5], "points": [] },
        { "verb": "hold", "who": [6], "points": [] },
        { "verb": "adviser", "who": [], "points": [], "rest": "mason" },
        { "verb": "rally", "who": [], "points": [[5, 6]] },
        { "verb": "disband", "who": [], "points": [], "rest": "least" },
    ]));
    assert_eq!(
        all["text"],
        "go 0 4,0 9,2; patrol 1,2 1,1 2,3; pair 3 4; harvest 4 7,7; harvest 5; hold 6; \
         adviser mason; rally 5,6; disband least"
    );
    assert_eq!(
        all["words"],
        json!([
            "Outpost 0: go to 4,0, then 9,2",
            "Outposts 1, 2: patrol 1,1 – 2,3",
            "Outpost 3: pair with 4",
            "Outpost 4: harvest at 7,7",
            "Outpost 5: harvest",
            "Outpost 6: hold",
            "Suggested orders: by Mason",
            "New outposts: go to 5,6",
            "Disband the least first",
        ])
    );
    // A full stop distinguishes a single outpost to disband from plain orders. No orders are a full stop alone.
    assert_eq!(written(json!([{ "verb": "x", "who": [7] }]))["text"], ".; x7");
    assert_eq!(written(json!([{ "verb": "rally", "rest": "off" }]))["text"], "rally off");
    assert_eq!(written(json!([]))["text"], ".");
    // A bot's orders for one turn are written unchanged if alone, and otherwise before the tasks.
    let advice = json!({ "verb": "turn", "rest": "x2 0:E 3:N" });
    let alone = written(json!([advice]));
    assert_eq!(alone["text"], "x2 0:E 3:N");
    assert_eq!(alone["words"], json!(["This turn: 2 steps, disband outpost 2"]));
    let combined = written(json!([advice, { "verb": "hold", "who": [0] }]));
    assert_eq!(combined["text"], ".; x2; 0:E; 3:N; hold 0");
    for wrong in [json!("hold 0"), json!("0:Q"), Value::Null] {
        let clauses = json!([{ "verb": "turn", "rest": wrong }]);
        assert!(ask(&game, &json!({ "ask": "order", "clauses": clauses })).is_err(), "{wrong}");
    }
    let plan = ask(&game, &json!({ "ask": "plan", "seat": 0, "text": "go 0 4,0" }));
    let plan = plan.expect("planned");
    assert_eq!((&plan["error"], &plan["tasks"][0]["task"]), (&Value::Null, &json!("go")));
}

/// A choke point is a cell whose loss cuts off outposts.
#[test]
fn choke_points_are_cells_whose_loss_cuts_off_outposts() {
    let wall: Vec<Cell> = (0..36).filter(|&y| y != 7).map(|y| at(20, y)).collect();
    let rules = rules(&wall, 4);
    let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
    posts[0].extend([at(30, 7), at(33, 9)]);
    // A southern neighbour closes the way around the wall.
    posts[3].extend((0..12).map(|i| at(2 + i * 8, 34)));
    let game = Outpost::start(rules);
    let field = Field::new(game.rules(), 0, posts);
    let game = game.with_field(field);
    let answer = ask(&game, &json!({ "ask": "supply", "seat": 0 })).expect("answered");
    let gate = json!({ "cell": [20, 7], "outposts": 2 });
    assert!(list(&answer["chokes"]).contains(&gate), "{}", answer["chokes"]);
}
