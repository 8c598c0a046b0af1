//! Outpost: traces and situations that others have checked, a slow, obvious reference that the fast
//! engine is compared with, the riddle of the duo, symmetry, maps, and the words of orders.
#![cfg(not(target_arch = "wasm32"))]

use serde_json::Value;
use std::path::PathBuf;
use totora::games::outpost::board::{CELLS, Cell, Cells, Direction, EMPIRES, HOMES};
use totora::games::outpost::field::{Events, Field, Rules};
use totora::games::outpost::map::{self, Map};
use totora::games::outpost::moves::Plain;

/// The folder with other people's traces, where it exists.
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

/// Flat lists of x, y, one an empire.
fn posts(value: &Value) -> [Vec<Cell>; EMPIRES] {
    std::array::from_fn(|e| list(&value[e]).chunks(2).map(|xy| cell(&xy[0], &xy[1])).collect())
}

fn crc(codes: &[u8]) -> String {
    format!("{:08x}", crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(codes))
}

/// What a trace says of ownership, of the field.
fn figures(field: &Field, rules: &Rules) -> Value {
    let owners = &field.owners;
    let codes = owners.codes();
    let neutral = |on: &Cells| on.iter().filter(|cell| codes[cell.index()] == b'0').count();
    serde_json::json!({
        "land": field.land,
        "water": field.water,
        "disputed": [owners.disputed.count_in(&rules.map.land), owners.disputed.count_in(&rules.map.water)],
        "neutral": [neutral(&rules.map.land), neutral(&rules.map.water)],
        "crc": crc(&codes),
    })
}

fn same_figures(found: &Value, line: &Value, what: &str) {
    for key in ["land", "water", "disputed", "neutral", "crc"] {
        assert_eq!(found[key], line[key], "{what}: {key}");
    }
}

/// A map that agrees with what the traces say of `map0`, which is not in the folder: 41 water cells in
/// reach of the first trace's outposts, one of them in reach of the second's last step.
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

/// A line with a format begins a trace; the others are its turns.
fn traces(text: &str) -> Vec<(Value, Vec<Value>)> {
    let mut traces: Vec<(Value, Vec<Value>)> = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line.get("format").is_some() {
            traces.push((line, Vec::new()));
        } else {
            traces.last_mut().expect("a header first").1.push(line);
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
    let rules = Rules {
        map: Map::from_water(water),
        r: number(&header["r"]),
        land_cost: number(&header["L"]),
        water_cost: number(&header["W"]),
        turns: 10_000,
        sites: Default::default(),
    };
    let start = number(&header["start_tick"]);
    let mut field = Field::of(&rules, start, posts(&header["initial"]));
    if header.get("crc").is_some() {
        same_figures(&figures(&field, &rules), header, &format!("{name}, the start"));
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
        let season = events.season.map_or(Value::Null, |season| serde_json::json!(season));
        assert_eq!(season, turn.get("season").cloned().unwrap_or_default(), "{what}: season");
        let built = serde_json::json!(events.built);
        assert_eq!(built, turn.get("built").cloned().unwrap_or(serde_json::json!([])), "{what}");
        let disbanded: Vec<_> = events.disbanded.iter().map(|(e, i, c)| (e, i, c.x, c.y)).collect();
        let expected = turn.get("disband").cloned().unwrap_or(serde_json::json!([]));
        assert_eq!(serde_json::json!(disbanded), expected, "{what}: disbanded");
        let orders: [Plain; EMPIRES] = std::array::from_fn(|e| {
            let mut at: Vec<Cell> = field.posts[e].clone();
            let mut steps = Vec::new();
            for order in list(&turn["moves"][e]) {
                let to = Cell::new(number(&order[1]) as usize, number(&order[2]) as usize);
                let index = number(&order[0]);
                let from = at.get_mut(index as usize);
                // What is no step at all has no notation; it would be ignored.
                if let (Some(from), Some(to)) = (from, to)
                    && let Some(direction) = Direction::between(*from, to)
                {
                    steps.push((index, direction));
                }
            }
            Plain { disband: None, steps }
        });
        field.resolve(&rules, orders.each_ref(), &mut events);
        let lost: Vec<_> = events.lost.iter().map(|(e, i, c, _)| (e, i, c.x, c.y)).collect();
        assert_eq!(serde_json::json!(lost), turn["lost"], "{what}: lost");
        assert_eq!(field.posts, posts(&turn["out"]), "{what}: positions");
        same_figures(&figures(&field, &rules), turn, &what);
    }
    assert_eq!(turns.len(), number(&header["ticks"]) as usize);
}

#[test]
fn situations_and_traces_of_others_replay_without_a_difference() {
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
