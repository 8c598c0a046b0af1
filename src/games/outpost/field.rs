//! One turn of the rules: season, orders, ownership, supply, ownership again. All effects of orders
//! are implemented here; the position handles who submits them and their notation.

use super::board::{Cell, Cells, Direction, EMPIRES, HOMES, Owners, supplied, supply};
use super::map::Map;
use super::sites::Sites;
use super::steps::Plain;
use std::sync::Arc;

/// The constants of a game.
#[derive(Debug)]
pub struct Rules {
    /// Land and water.
    pub map: Arc<Map>,
    /// Radius of influence, as a Manhattan distance; may be 0.
    pub r: u32,
    /// Land cells for each further outpost, at least 1.
    pub land_cost: u32,
    /// Water cells for each further outpost, at least 1.
    pub water_cost: u32,
    /// The game ends after this turn.
    pub turns: u32,
    /// Cached sites of the map for planning.
    pub sites: Sites,
}

/// A season comes every this number of turns.
pub const SEASON: u32 = 10;

/// The outposts of all empires, with derived data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Turns played.
    pub turn: u32,
    /// The outposts of each empire, in the order of its list.
    pub posts: [Vec<Cell>; EMPIRES],
    /// The owner of each cell.
    pub owners: Owners,
    /// Land cells that each empire controls.
    pub land: [u32; EMPIRES],
    /// Water cells that each empire controls.
    pub water: [u32; EMPIRES],
}

/// The reason for ignoring an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// No outpost has this index.
    NoOutpost,
    /// The step leads into water.
    Water,
    /// The step leads off the board.
    OffBoard,
    /// The outpost had already moved.
    Twice,
    /// No outpost had to be disbanded.
    NothingToDisband,
    /// No outpost with this index could be disbanded; the newest was.
    NewestInstead,
}

impl Ignored {
    /// The end of a sentence that says why an order has no effect.
    pub fn words(self) -> &'static str {
        match self {
            Ignored::NoOutpost => "no outpost has this index",
            Ignored::Water => "there is water",
            Ignored::OffBoard => "there the board ends",
            Ignored::Twice => "the outpost has moved already",
            Ignored::NothingToDisband => "nothing had to be disbanded",
            Ignored::NewestInstead => "no outpost has this index, so the newest went",
        }
    }
}

/// The reason for losing an outpost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its home cell was disputed.
    HomeDisputed,
    /// Its home cell was controlled by that empire.
    HomeTaken(u8),
    /// No adjacent cell lets supply pass.
    ShutIn,
    /// The supply line from home was broken farther away.
    LineBroken,
}

/// The events of a turn. Its lists are reused turn after turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// In a season: land, water and affordable outposts of each empire, by the previous ownership.
    pub season: Option<[[u32; 3]; EMPIRES]>,
    /// Empires that got an outpost.
    pub built: Vec<u8>,
    /// Empire, previous index, and cell of disbanded outposts.
    pub disbanded: Vec<(u8, u32, Cell)>,
    /// Empire, index after moving, cell and reason of lost outposts; the highest index first.
    pub lost: Vec<(u8, u32, Cell, Cut)>,
    /// Empire, index, direction (none for a disbanding) and reason of ignored orders.
    pub ignored: Vec<(u8, u32, Option<Direction>, Ignored)>,
    /// By empire and index: whether the outpost has moved.
    moved: Vec<bool>,
}

impl Events {
    /// The outposts that an empire lost.
    pub fn lost_by(&self, empire: usize) -> impl Iterator<Item = &(u8, u32, Cell, Cut)> {
        self.lost.iter().filter(move |lost| usize::from(lost.0) == empire)
    }
}

impl Rules {
    /// Creates the constants from the map and the parameters of a game; only `r` may be zero.
    pub fn new(map: Arc<Map>, r: u32, land_cost: u32, water_cost: u32, turns: u32) -> Rules {
        let sites = Sites::new(Arc::clone(&map), r, land_cost, water_cost);
        Rules { map, r, land_cost, water_cost, turns, sites }
    }

    /// The number of outposts that this area can pay for.
    #[inline]
    pub fn afford(&self, land: u32, water: u32) -> u32 {
        1 + (land / self.land_cost).min(water / self.water_cost)
    }
}

impl Field {
    /// The start: one outpost on each home.
    pub fn start(rules: &Rules) -> Field {
        Field::new(rules, 0, HOMES.map(|home| vec![home]))
    }

    /// Creates a field from outposts on land.
    pub fn new(rules: &Rules, turn: u32, posts: [Vec<Cell>; EMPIRES]) -> Field {
        let mut field = Field {
            turn,
            posts,
            owners: Owners::default(),
            land: [0; EMPIRES],
            water: [0; EMPIRES],
        };
        field.measure(rules);
        field
    }

    /// Recomputes ownership and areas from the outposts.
    pub fn measure(&mut self, rules: &Rules) {
        self.owners.measure(&self.posts, rules.r);
        self.count(rules);
    }

    fn count(&mut self, rules: &Rules) {
        for e in 0..EMPIRES {
            self.land[e] = self.owners.own[e].count_in(&rules.map.land);
            self.water[e] = self.owners.own[e].count_in(&rules.map.water);
        }
    }

    /// Land and water together: the score at the end.
    pub fn area(&self, empire: usize) -> u32 {
        self.land[empire] + self.water[empire]
    }

    /// The area of each empire.
    pub fn areas(&self) -> [u32; EMPIRES] {
        std::array::from_fn(|e| self.area(e))
    }

    /// The outposts of all other empires, each with its empire.
    pub fn enemies(&self, empire: usize) -> impl Iterator<Item = (usize, Cell)> {
        let others = self.posts.iter().enumerate().filter(move |&(e, _)| e != empire);
        others.flat_map(|(e, posts)| posts.iter().map(move |&post| (e, post)))
    }

    /// The number of outposts that an empire can currently pay for.
    pub fn afford(&self, rules: &Rules, empire: usize) -> u32 {
        rules.afford(self.land[empire], self.water[empire])
    }

    /// Whether the next turn begins with a season.
    pub fn season_next(&self) -> bool {
        (self.turn + 1).is_multiple_of(SEASON)
    }

    /// The effect of the next turn's season on an empire: 1 builds, -1 disbands, 0 neither.
    pub fn season_change(&self, rules: &Rules, empire: usize) -> i32 {
        if !self.season_next() {
            return 0;
        }
        let has = self.posts[empire].len() as u32;
        (self.afford(rules, empire).cmp(&has)) as i32
    }

    /// The season of a turn, by the ownership after the previous turn: builds outposts, and disbands those that
    /// the empires named.
    pub fn season(&mut self, rules: &Rules, named: [Option<u32>; EMPIRES], events: &mut Events) {
        events.season = None;
        events.built.clear();
        events.disbanded.clear();
        events.ignored.clear();
        if self.season_next() {
            events.season =
                Some(std::array::from_fn(|e| [self.land[e], self.water[e], self.afford(rules, e)]));
        }
        for (e, named) in named.into_iter().enumerate() {
            let change = self.season_change(rules, e);
            let posts = &mut self.posts[e];
            if change > 0 {
                posts.push(HOMES[e]);
                events.built.push(e as u8);
            }
            if change < 0 {
                let newest = posts.len() - 1;
                let index = named.map_or(newest, |index| index as usize);
                if index > newest {
                    events.ignored.push((e as u8, index as u32, None, Ignored::NewestInstead));
                }
                let index = index.min(newest);
                let cell = posts.remove(index);
                events.disbanded.push((e as u8, index as u32, cell));
            } else if let Some(index) = named {
                events.ignored.push((e as u8, index, None, Ignored::NothingToDisband));
            }
        }
    }

    /// The rest of a turn after its season: steps, ownership, supply, ownership again. Of several steps
    /// for one outpost, the first possible one counts.
    pub fn resolve(&mut self, rules: &Rules, orders: [&Plain; EMPIRES], events: &mut Events) {
        self.turn += 1;
        for (e, plain) in orders.into_iter().enumerate() {
            events.moved.clear();
            events.moved.resize(self.posts[e].len(), false);
            for &(index, direction) in &plain.steps {
                let ignored = match self.posts[e].get_mut(index as usize) {
                    None => Ignored::NoOutpost,
                    Some(_) if events.moved[index as usize] => Ignored::Twice,
                    Some(post) => match post.step(direction) {
                        None => Ignored::OffBoard,
                        Some(to) if !rules.map.land.contains(to) => Ignored::Water,
                        Some(to) => {
                            *post = to;
                            events.moved[index as usize] = true;
                            continue;
                        }
                    },
                };
                events.ignored.push((e as u8, index, Some(direction), ignored));
            }
        }
        self.owners.measure(&self.posts, rules.r);
        events.lost.clear();
        for (e, posts) in self.posts.iter().enumerate() {
            // All outposts at home: an outpost there is never lost.
            if posts.iter().all(|&post| post == HOMES[e]) {
                continue;
            }
            let passable = self.owners.passable(e, &rules.map.land);
            let reached = supply(HOMES[e], &passable);
            for (index, &post) in posts.iter().enumerate().rev() {
                if !supplied(post, HOMES[e], &reached) {
                    let cut = self.why_cut(e, post, &passable);
                    events.lost.push((e as u8, index as u32, post, cut));
                }
            }
        }
        if !events.lost.is_empty() {
            for &(e, index, ..) in &events.lost {
                self.posts[usize::from(e)].remove(index as usize);
            }
            self.owners.measure(&self.posts, rules.r);
        }
        self.count(rules);
    }

    fn why_cut(&self, empire: usize, post: Cell, passable: &Cells) -> Cut {
        let home = HOMES[empire];
        if !passable.contains(home) {
            return match self.owners.code(home) {
                5 => Cut::HomeDisputed,
                code => Cut::HomeTaken(code.saturating_sub(1)),
            };
        }
        if post.neighbours().any(|neighbour| passable.contains(neighbour)) {
            Cut::LineBroken
        } else {
            Cut::ShutIn
        }
    }

    /// The cells that an empire's supply currently reaches: its home and the adjacent cells.
    pub fn supply_area(&self, rules: &Rules, empire: usize) -> Cells {
        let passable = self.owners.passable(empire, &rules.map.land);
        let mut area = supply(HOMES[empire], &passable).grown();
        area.insert(HOMES[empire]);
        area
    }

    /// The field from the view of an empire at the time of its orders, including outposts that the season builds.
    /// The outposts that others will disband are unknown; the empire's own disbanding is its choice.
    pub fn mustered(&self, rules: &Rules) -> Field {
        let mut field = self.clone();
        for (e, home) in HOMES.into_iter().enumerate() {
            if self.season_change(rules, e) > 0 {
                field.posts[e].push(home);
            }
        }
        field
    }
}
