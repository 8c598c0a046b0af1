//! A game of Outpost: the empires that still owe orders, the turn once all orders are complete, and
//! the end. [`super::field`] resolves the turn, the view has words and drawings.

use super::board::{Cell, EMPIRES, HOMES, Owners};
use super::chance::{FITTED, chances, shares, weights};
use super::field::{Events, Field, Ignored, Rules};
use super::map::{self, Map, Wanted, mix};
use super::moves::{self, Adviser, Clause, Orders};
use super::position_text::PositionText;
use super::standing::{StandingOrders, text_of};
use super::standing_rules::never_counts;
use super::steps::Plain;
use super::story::Story;
use super::tasks::Task;
use crate::base::fixed::shorten;
use crate::base::options::{NamedValue, OptionKind, OptionSpec, Options, OptionsError, Parsed};
use crate::base::rng::Rng;
use crate::contract::game::{
    Game, IllegalMove, NotationError, Outcome, PrintedMove, ResourceEstimate, Seat, Seats,
};
use std::sync::Arc;

/// The names of the empires, after the corners of their homes.
pub const SEAT_NAMES: [&str; EMPIRES] = ["North-West", "North-East", "South-East", "South-West"];

/// The maps with a name.
pub(super) const MAPS: [NamedValue; 5] = [
    NamedValue {
        value: "lagoons",
        name: "Lagoons",
        about: "round lakes, with wide land between them",
    },
    NamedValue { value: "delta", name: "Delta", about: "rivers that meet in lakes" },
    NamedValue { value: "ring", name: "Ring", about: "a broken ring of lakes" },
    NamedValue { value: "marsh", name: "Marsh", about: "many ponds" },
    NamedValue { value: "random", name: "Random", about: "random lakes and rivers" },
];

/// A named map, a seed, or the text of a map.
pub const MAP: OptionSpec = OptionSpec {
    key: "map",
    alias: None,
    label: "Map",
    kind: OptionKind::Text {
        max_len: map::MAX_BYTES,
        default: "lagoons",
        known: &MAPS,
        read: Some(|text| Ok(Parsed::new(map::wanted(text)?))),
    },
    about: "where the water is; Random: drawn from the game's seed",
};

/// Radius of influence: cells farther from every outpost are neutral.
pub const RADIUS: OptionSpec = OptionSpec {
    key: "r",
    alias: None,
    label: "Radius of influence",
    kind: OptionKind::Int { min: 0, max: 50, default: 10 },
    about: "cells farther than this from every outpost are neutral; the course used 7, 10 and 5",
};

/// Land cells for each further outpost.
pub const LAND: OptionSpec = OptionSpec {
    key: "L",
    alias: Some("land"),
    label: "Land for an outpost",
    kind: OptionKind::Int { min: 1, max: 10_000, default: 120 },
    about: "land cells for each further outpost; the course used 40, 12 and 4",
};

/// Water cells for each further outpost.
pub const WATER: OptionSpec = OptionSpec {
    key: "W",
    alias: Some("water"),
    label: "Water for an outpost",
    kind: OptionKind::Int { min: 1, max: 10_000, default: 30 },
    about: "water cells for each further outpost; the course used 10, 3 and 1",
};

/// The number of turns, after which the game ends.
pub const TURNS: OptionSpec = OptionSpec {
    key: "T",
    alias: Some("turns"),
    label: "Turns",
    kind: OptionKind::Int { min: 1, max: 10_000, default: 400 },
    about: "the game ends after this turn; the course used 400, and 4444 with expensive or cheap outposts",
};

/// A start position as a text; empty for one outpost on each home.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: 16_000, default: "", known: &[], read: None },
    about: "a start position instead of one outpost on each home: `turn: 12`, then the outposts of each empire, `A: 0,0 5,6` and so on to D",
};

static OPTIONS: [OptionSpec; 6] = [MAP, RADIUS, LAND, WATER, TURNS, POSITION];

/// The default parameters of games between bots: those of the course.
pub const COURSE: [(&str, &str); 3] = [("r", "7"), ("L", "40"), ("W", "10")];
/// The default parameters for players and for measuring the levels: those of the course with 60 turns.
pub(super) const FIRST: [(&str, &str); 4] = [("T", "60"), COURSE[0], COURSE[1], COURSE[2]];

/// A game of Outpost, between two sets of orders.
#[derive(Clone, Debug)]
pub struct Outpost {
    pub(super) rules: Arc<Rules>,
    pub(super) field: Field,
    /// Orders submitted for the current turn.
    pub(super) pending: [Option<Orders>; EMPIRES],
    pub(super) standing: [Option<Box<StandingOrders>>; EMPIRES],
    pub(super) forfeited: [bool; EMPIRES],
    /// The events of the last turn.
    pub(super) events: Events,
    /// The position of each outpost before its step.
    pub(super) before: [Vec<Cell>; EMPIRES],
    /// Ownership before the last turn.
    pub(super) was: Owners,
    /// The data of the final report.
    pub(super) story: Story,
}

impl PartialEq for Outpost {
    fn eq(&self, other: &Self) -> bool {
        self.field == other.field
            && self.pending == other.pending
            && self.standing == other.standing
            && self.forfeited == other.forfeited
            && (Arc::ptr_eq(&self.rules, &other.rules)
                || self.rules.map.water == other.rules.map.water)
    }
}

impl Outpost {
    /// The win chance of each empire, from 0 to 1, fitted to games between bots; the actual result if the game is over.
    pub(super) fn chances(&self) -> [f64; EMPIRES] {
        let field = &self.field;
        if let Some(Outcome { ranks, .. }) = self.outcome() {
            let winners = ranks.iter().filter(|&&rank| rank == 1).count() as f64;
            return std::array::from_fn(|e| if ranks[e] == 1 { 1.0 / winners } else { 0.0 });
        }
        // An empire that has forfeited cannot win.
        let of = |e: usize, count: u32| if self.forfeited[e] { 0 } else { count };
        let cells = std::array::from_fn(|e| of(e, field.area(e)));
        let posts = std::array::from_fn(|e| of(e, field.posts[e].len() as u32));
        let progress = f64::from(field.turn) / f64::from(self.rules.turns);
        let mut chances =
            chances(&weights(FITTED, self.rules.turns), progress, &shares(cells, posts));
        for (chance, forfeited) in chances.iter_mut().zip(self.forfeited) {
            *chance = if forfeited { 0.0 } else { *chance };
        }
        let sum: f64 = chances.iter().sum();
        chances.map(|chance| chance / sum)
    }

    /// The start position: one outpost on each home, and no turn played.
    pub fn start(rules: Rules) -> Outpost {
        let field = Field::start(&rules);
        Outpost::on(Arc::new(rules), field)
    }

    fn on(rules: Arc<Rules>, field: Field) -> Outpost {
        Outpost {
            rules,
            before: field.posts.clone(),
            was: field.owners.clone(),
            story: Story::default(),
            field,
            pending: Default::default(),
            standing: Default::default(),
            forfeited: [false; EMPIRES],
            events: Events::default(),
        }
    }

    /// The same game with other outposts and another turn, for custom positions. Standing orders
    /// and orders submitted for the current turn are dropped.
    pub fn with_field(self, field: Field) -> Outpost {
        Outpost { forfeited: self.forfeited, ..Outpost::on(self.rules, field) }
    }

    /// The field with the outposts of a position text, all on land.
    pub(super) fn field_of(&self, given: &PositionText) -> Field {
        Field::new(&self.rules, given.turn, given.posts.clone())
    }

    /// The same game with the outposts of a position text.
    ///
    /// # Errors
    /// If an outpost does not stand on land.
    pub fn given(self, given: &PositionText) -> Result<Outpost, String> {
        if let Some(wet) = given.outpost_in_water(&self.rules.map.land) {
            return Err(format!("an outpost stands in the water at {wet}"));
        }
        let field = self.field_of(given);
        Ok(self.with_field(field))
    }

    /// The constants of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Outposts, ownership and areas after the last turn.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The events of the last turn.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Whether the season of the next turn forces an empire to disband an outpost.
    pub fn over_limit(&self, empire: usize) -> bool {
        self.field.season_change(&self.rules, empire) < 0
    }

    pub(super) fn is_over(&self) -> bool {
        self.field.turn >= self.rules.turns || self.forfeited == [true; EMPIRES]
    }

    /// Checks orders in this position. Impossible steps are no error: they are ignored and
    /// reported. But a standing order to go into the water is reported as a mistake at once.
    pub(super) fn check(&self, seat: Seat, orders: &Orders) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        let Orders::Standing(clauses) = orders else { return Ok(()) };
        for clause in clauses {
            let ruled: Vec<Cell>;
            let cells: &[Cell] = match clause {
                Clause::Task(_, Task::Go(cells) | Task::Patrol(cells, _)) => cells,
                Clause::Task(_, Task::Harvest(Some(cell))) | Clause::Rally(Some(cell)) => {
                    std::slice::from_ref(cell)
                }
                Clause::Rules(rules) => {
                    if let Some((later, earlier)) = never_counts(rules) {
                        return Err(IllegalMove(format!(
                            "rule {} (`{}`) never counts: rule {} (`{}`) is before it",
                            later + 1,
                            rules[later],
                            earlier + 1,
                            rules[earlier],
                        )));
                    }
                    ruled = rules.iter().filter_map(|rule| rule.cell().copied()).collect();
                    &ruled
                }
                _ => &[],
            };
            if let Some(&wet) = cells.iter().find(|&&cell| !self.rules.map.land.contains(cell)) {
                return Err(IllegalMove(format!(
                    "`{clause}`: {wet} is water; the nearest land is {}",
                    self.rules.map.nearest_land(wet)
                )));
            }
            let from_home = self.rules.map.from_home(seat);
            if let Some(&far) = cells.iter().find(|cell| from_home[cell.index()] == map::FAR) {
                return Err(IllegalMove(format!(
                    "`{clause}`: no way over land leads from the home to {far}"
                )));
            }
        }
        Ok(())
    }

    /// The adviser whose suggested steps are missing from these orders of an empire.
    pub(super) fn lacks_steps_of(&self, seat: Seat, orders: &Orders) -> Option<Adviser> {
        let Orders::Standing(clauses) = orders else { return None };
        let changed = clauses.iter().rev().find_map(|clause| match clause {
            Clause::Adviser(adviser) => Some(*adviser),
            _ => None,
        });
        let now = || self.standing[seat].as_ref().and_then(|standing| standing.adviser);
        let lacking = !clauses.iter().any(|clause| clause.suggested().is_some());
        changed.unwrap_or_else(now).filter(|_| lacking)
    }

    /// Plays the turn once all empires have submitted orders.
    fn play_turn_if_ready(&mut self) {
        if !self.is_over() && self.to_act().is_empty() {
            let orders = std::mem::take(&mut self.pending);
            self.play_turn(orders);
        }
    }

    /// Plays a turn; `None` for an empire without orders.
    fn play_turn(&mut self, orders: [Option<Orders>; EMPIRES]) {
        let rules = Arc::clone(&self.rules);
        let rules = &*rules;
        self.was.clone_from(&self.field.owners);
        let named = std::array::from_fn(|e| self.choose_disbanded_outpost(e, orders[e].as_ref()));
        self.field.season(rules, named, &mut self.events);
        for &e in &self.events.built {
            if let Some(standing) = &mut self.standing[usize::from(e)] {
                standing.built(rules, &self.field, usize::from(e));
            }
        }
        for &(e, index, _) in &self.events.disbanded {
            self.standing[usize::from(e)].iter_mut().for_each(|one| one.gone(index as usize));
        }
        let mut given: [Plain; EMPIRES] = Default::default();
        for (e, orders) in orders.into_iter().enumerate() {
            match orders {
                None => {}
                Some(Orders::Plain(plain)) => given[e] = plain,
                Some(Orders::Standing(clauses)) => given[e].steps = self.expand(e, &clauses),
            }
        }
        for (before, posts) in self.before.iter_mut().zip(&self.field.posts) {
            before.clone_from(posts);
        }
        self.field.resolve(rules, given.each_ref(), &mut self.events);
        for &(e, index, ..) in &self.events.lost {
            self.before[usize::from(e)].remove(index as usize);
            self.standing[usize::from(e)].iter_mut().for_each(|one| one.gone(index as usize));
        }
        self.story.note(&self.field, &self.events);
    }

    /// The outpost that an empire disbands, if necessary. Also applies the clauses that take effect before the season.
    pub(super) fn choose_disbanded_outpost(
        &mut self,
        empire: usize,
        orders: Option<&Orders>,
    ) -> Option<u32> {
        let clauses = match orders? {
            Orders::Plain(plain) => return plain.disband,
            Orders::Standing(clauses) => clauses,
        };
        let outposts = self.field.posts[empire].len();
        if self.standing[empire].is_none() && clauses.is_empty() {
            return None;
        }
        let standing =
            self.standing[empire].get_or_insert_with(|| Box::new(StandingOrders::new(outposts)));
        let named = standing.before_season(clauses);
        if named.is_none() && self.field.season_change(&self.rules, empire) < 0 {
            return standing.choose_disband(&self.rules, &self.field, empire);
        }
        named
    }

    fn expand(&mut self, empire: usize, clauses: &[Clause]) -> Vec<(u32, super::board::Direction)> {
        let Some(standing) = &mut self.standing[empire] else { return Vec::new() };
        let ignored = &mut self.events.ignored;
        standing.give(clauses, &mut |index| {
            ignored.push((empire as u8, index, None, Ignored::NoOutpost));
        });
        let suggested = clauses.iter().find_map(Clause::suggested).unwrap_or_default();
        let mut steps = standing.steps(&self.rules, &self.field, empire, suggested);
        let given: Vec<_> = clauses
            .iter()
            .filter_map(|clause| match clause {
                &Clause::Step(index, direction) => Some((index, direction)),
                _ => None,
            })
            .collect();
        steps.retain(|(index, _)| !given.iter().any(|(other, _)| other == index));
        steps.extend(given);
        steps
    }
}

impl Game for Outpost {
    type Move = Orders;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn simultaneous() -> bool {
        true
    }

    fn new(options: &Options, rng: &mut Rng) -> Result<Self, OptionsError> {
        let map = match &*options.parsed(&MAP)? {
            Wanted::Given(map) => Arc::clone(map),
            Wanted::Drawn => Arc::new(Map::from_water(map::unfold(&map::generate(rng)))),
        };
        let number = |spec| options.int(spec).clamp(0, 10_000) as u32;
        let (land, water) = (number(&LAND).max(1), number(&WATER).max(1));
        let rules = Rules::new(map, number(&RADIUS), land, water, number(&TURNS).max(1));
        let start = Outpost::start(rules);
        let given = options.text(&POSITION);
        if given.trim().is_empty() {
            return Ok(start);
        }
        PositionText::read(&given)
            .and_then(|given| start.given(&given))
            .map_err(|error| OptionsError::Setup(format!("option `position`: {error}")))
    }

    fn seats(&self) -> usize {
        EMPIRES
    }

    fn to_act(&self) -> Seats {
        if self.is_over() {
            return Seats::NONE;
        }
        let check_turn = |&e: &usize| !self.forfeited[e] && self.pending[e].is_none();
        (0..EMPIRES).filter(check_turn).fold(Seats::NONE, Seats::with)
    }

    fn play(&mut self, seat: Seat, orders: &Orders) -> Result<(), IllegalMove> {
        self.check(seat, orders)?;
        if let Some(adviser) = self.lacks_steps_of(seat, orders) {
            return Err(IllegalMove(format!(
                "`{}` lacks the steps that the adviser {} suggested; expected them beside it, such as `suggested 0:E 3:N`, or `suggested -`. Records of earlier versions lack them: their games cannot be replayed for certain",
                shorten(&orders.to_string()),
                adviser.id(),
            )));
        }
        self.pending[seat] = Some(orders.clone());
        self.play_turn_if_ready();
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.forfeited[seat] = true;
        self.standing[seat] = None;
        self.play_turn_if_ready();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let scores = self.field.areas();
        // Empires that have forfeited rank behind all others.
        let standing = |e: usize| (!self.forfeited[e], scores[e]);
        let rank = |e: usize| 1 + (0..EMPIRES).filter(|&o| standing(o) > standing(e)).count() as u8;
        let reason = if self.field.turn >= self.rules.turns { "area" } else { "forfeit" };
        Some(Outcome {
            ranks: (0..EMPIRES).map(rank).collect(),
            scores: scores.iter().map(|&score| i64::from(score)).collect(),
            reason,
        })
    }

    fn hash(&self) -> u64 {
        let mut hash = self.rules.map.hash();
        let mut put = |word: u64| hash = mix(hash ^ word);
        put(u64::from(self.field.turn));
        put(u64::from(self.rules.r) << 32 | u64::from(self.rules.turns));
        put(u64::from(self.rules.land_cost) << 32 | u64::from(self.rules.water_cost));
        for e in 0..EMPIRES {
            put(self.field.posts[e].len() as u64 | u64::from(self.forfeited[e]) << 32);
            for pair in self.field.posts[e].chunks(4) {
                put(pair.iter().fold(1, |word, cell| word << 14 | cell.index() as u64));
            }
            // Rare and small: their text is the full content.
            if let Some(orders) = &self.pending[e] {
                orders.to_string().bytes().for_each(|byte| put(u64::from(byte) | 1 << 40));
            }
            if let Some(standing) = &self.standing[e] {
                text_of(standing).bytes().for_each(|byte| put(u64::from(byte) | 1 << 41));
            }
        }
        hash
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Orders, NotationError> {
        moves::parse(text)
    }

    fn printed_move(&self, orders: &Orders) -> PrintedMove {
        PrintedMove::only_words(match orders {
            Orders::Plain(_) => "new steps",
            Orders::Standing(_) => "new orders",
        })
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn encode_move(&self, orders: &Orders, out: &mut Vec<u8>) {
        moves::encode(orders, out);
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Orders> {
        moves::decode(bytes)
    }

    fn resource_estimate(&self) -> ResourceEstimate {
        let posts: usize = self.field.posts.iter().map(Vec::len).sum();
        ResourceEstimate {
            // Each outpost is stored in the list, in the list of previous positions, and in an empire's orders.
            bytes: size_of::<Self>() + 32 * posts,
            ply_us: 1_000,
            max_plies: self.rules.turns.saturating_sub(self.field.turn).into(),
        }
    }
}

/// The empire whose home this cell is, if any.
pub fn home_of(cell: Cell) -> Option<usize> {
    HOMES.iter().position(|&home| home == cell)
}
