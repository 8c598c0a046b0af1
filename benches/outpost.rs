//! The speed of Outpost: a turn of the rules with few and many outposts, parts of a turn, a decision of each bot, and whole
//! games between bots.
//!
//! Results are asserted, times are not.
#![allow(missing_docs)] // criterion's macros generate public functions

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::Game;
use totora::games::outpost::board::{Cell, Direction, EMPIRES, HOMES, Owners, supply};
use totora::games::outpost::bots::BOTS;
use totora::games::outpost::field::{Events, Field, Rules};
use totora::games::outpost::map::{self, Map};
use totora::games::outpost::steps::Plain;
use totora::games::outpost::{COURSE, Outpost};

fn rules() -> Rules {
    let region = map::generate(&mut Rng::new(1, Stream::Setup));
    let map = Map::from_water(map::unfold(&region));
    Rules::new(map.into(), 7, 40, 10, 10_000)
}

/// A field on which each empire has this many outposts, spread over its own quarter.
fn crowd(rules: &Rules, each: usize) -> Field {
    let mut rng = Rng::new(5, Stream::Other(0));
    let posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| {
        let place = |from: u8, by: usize| if from == 0 { by } else { 99 - by };
        let mut posts = vec![home];
        while posts.len() < each {
            let (x, y) = (place(home.x, rng.below(52)), place(home.y, rng.below(52)));
            posts.extend(Cell::new(x, y).filter(|&cell| rules.map.land.contains(cell)));
        }
        posts
    });
    Field::new(rules, 0, posts)
}

/// Writes the board of a bench for a peer, if `OUTPOST_BOARDS` names a folder. The file has r, L and W; the water of the
/// region, one cell per line; `posts`; and a line per empire with x and y of its outposts.
fn write_board(rules: &Rules, field: &Field, each: usize) {
    let Some(folder) = std::env::var_os("OUTPOST_BOARDS") else { return };
    let region: Vec<Cell> = rules.map.water.iter().filter(|c| c.x < 50 && c.y < 50).collect();
    let mut text = format!("{} {} {}\n", rules.r, rules.land_cost, rules.water_cost);
    text.push_str(&map::write(&region));
    text.push_str("posts\n");
    for posts in &field.posts {
        let numbers: Vec<String> = posts.iter().map(|p| format!("{} {}", p.x, p.y)).collect();
        text.push_str(&(numbers.join(" ") + "\n"));
    }
    let file = std::path::Path::new(&folder).join(format!("{each}.txt"));
    std::fs::write(file, text).expect("a folder that can be written to");
}

/// Turns of the rules on one field. All outposts move to and fro, so that the field stays crowded.
fn turns(c: &mut Criterion) {
    let rules = rules();
    for each in [25, 40, 150] {
        let start = crowd(&rules, each);
        write_board(&rules, &start, each);
        let steps = |direction: [Direction; 2]| -> Vec<Plain> {
            direction
                .map(|direction| Plain {
                    disband: None,
                    steps: (0..each as u32).map(|index| (index, direction)).collect(),
                })
                .to_vec()
        };
        let pace = steps([Direction::North, Direction::South]);
        let mut field = start.clone();
        let mut events = Events::default();
        c.bench_function(&format!("outpost/turn/4 x {each}"), |b| {
            b.iter(|| {
                for (field, start) in field.posts.iter_mut().zip(&start.posts) {
                    field.clone_from(start);
                }
                let orders = &pace[field.turn as usize % 2];
                field.season(&rules, [None; EMPIRES], &mut events);
                field.resolve(&rules, [black_box(orders); EMPIRES], &mut events);
            });
        });
        assert!(field.posts.iter().map(Vec::len).sum::<usize>() > each);
    }
    let field = crowd(&rules, 40);
    let mut owners = Owners::default();
    owners.measure(&field.posts, rules.r);
    assert_eq!(owners, field.owners);
    c.bench_function("outpost/ownership/4 x 40", |b| {
        b.iter(|| owners.measure(black_box(&field.posts), rules.r));
    });
    c.bench_function("outpost/supply/one empire", |b| {
        b.iter(|| supply(HOMES[0], &field.owners.passable(0, black_box(&rules.map.land))));
    });
}

fn game() -> Outpost {
    let mut raw = RawOptions::new();
    for (key, value) in COURSE.into_iter().chain([("map", "random:1")]) {
        raw.insert(key.to_owned(), value.into());
    }
    let options = Options::check(Outpost::options(), &raw).expect("options");
    Outpost::new(&options, &mut Rng::new(1, Stream::Setup)).expect("a start")
}

fn bots(c: &mut Criterion) {
    let game = game();
    let crowd = crowd(game.rules(), 40);
    let crowded = game.with_field(crowd);
    for spec in BOTS {
        let bot = spec.build(&Options::default());
        let budget = spec.budget.unwrap_or(Budget::Nodes(1));
        c.bench_function(&format!("outpost/bot/{}/4 x 40", spec.id), |b| {
            b.iter(|| {
                let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 1 });
                bot.choose(black_box(&crowded), 0, budget, rng, &NoClock).expect("orders")
            });
        });
    }
}

/// A game of 400 turns between four bots.
fn games(c: &mut Criterion) {
    let names = ["wolfpack", "phalanx", "harvester", "mason"];
    let bots = names.map(|id| {
        let spec = BOTS.iter().find(|spec| spec.id == id).expect("a bot");
        spec.build(&Options::default())
    });
    let mut seed = 0;
    let mut group = c.benchmark_group("outpost/games");
    group.sample_size(10).throughput(Throughput::Elements(400));
    group.bench_function("four bots, 400 turns", |b| {
        b.iter(|| {
            seed += 1;
            let mut game = game();
            while !game.to_act().is_empty() {
                let ply = game.field().turn as usize;
                let picture = game.clone();
                for (seat, bot) in bots.iter().enumerate() {
                    let rng = Rng::new(seed, Stream::Decision { seat, ply });
                    let orders = bot.choose(&picture, seat, Budget::Nodes(1), rng, &NoClock);
                    game.play(seat, &orders.expect("orders")).expect("accepted");
                }
            }
            assert_eq!(game.field().turn, 400);
        });
    });
    group.finish();
}

criterion_group!(benches, turns, bots, games);
criterion_main!(benches);
