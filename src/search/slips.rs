//! A player who errs as beginners do: now and then it plays what it sees at a glance.

use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::base::rng::Rng;
use crate::contract::bot::{Bot, BotSpec, Budget, Opened, Thinking, Watch};
use crate::contract::game::{Game, Seat};
use crate::contract::thought::{Part, Score, Task, Thought, Views};

/// How many of 100 turns it plays at a glance.
pub const fn slips(default: i64) -> OptionSpec {
    OptionSpec {
        key: "slips",
        alias: None,
        label: "Slips",
        kind: OptionKind::Int { min: 0, max: 100, default },
        about: "in how many of 100 turns it plays what it sees at a glance; which turns these are is drawn by the seed",
    }
}

/// Two bots on one seat: one that thinks, and one for the turns that slip.
pub struct Slips<G: Game> {
    thinks: Box<dyn Bot<G>>,
    glances: Box<dyn Bot<G>>,
    percent: i64,
}

impl<G: Game> Slips<G> {
    /// Two of `bots`, by their names, as they are declared; `level` says how often it slips.
    ///
    /// # Panics
    /// When `bots` has no such bot.
    pub fn of(
        bots: &[&BotSpec<G>],
        [thinks, glances]: [&str; 2],
        level: &BotSpec<G>,
        options: &Options,
    ) -> Box<dyn Bot<G>> {
        let build = |id: &str| {
            let spec = bots.iter().find(|spec| spec.id == id).expect("a level is made of bots");
            spec.build(&Options::default())
        };
        let percent = level.settings.first().map_or(0, |slips| options.int(slips));
        Box::new(Slips { thinks: build(thinks), glances: build(glances), percent })
    }
}

/// The opponent of a level from 1 to 4: a declaration says what it plays and slips like.
pub const fn level<G: Game>(
    number: usize,
    make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>,
) -> BotSpec<G> {
    const IDS: [&str; 4] = ["level-1", "level-2", "level-3", "level-4"];
    const NAMES: [&str; 4] = ["Pip", "Mina", "Otis", "Vera"];
    BotSpec {
        id: IDS[number - 1],
        name: NAMES[number - 1],
        opened: Opened::Not("It is two bots, of which one plays at a glance."),
        ..BotSpec::plain(make)
    }
}

impl<G: Game> Bot<G> for Slips<G> {
    fn begin(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Thinking<G>> {
        if (rng.below(100) as i64) < self.percent {
            Box::new(Glance(self.glances.begin(position, seat, budget, rng)))
        } else {
            self.thinks.begin(position, seat, budget, rng)
        }
    }

    fn prepare(&self, position: &G) -> Result<(), String> {
        self.thinks.prepare(position)?;
        self.glances.prepare(position)
    }
}

/// What is thought at a glance: it says so.
struct Glance<G: Game>(Box<dyn Thinking<G>>);

impl<G: Game> Glance<G> {
    fn said(mut thought: Thought<G::Move>) -> Thought<G::Move> {
        thought.why = format!("It slipped: it only glanced at this turn. {}", thought.why);
        thought
    }
}

impl<G: Game> Thinking<G> for Glance<G> {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        self.0.advance(slice, watch)
    }

    fn thought(&self) -> Thought<G::Move> {
        Self::said(self.0.thought())
    }

    fn brief(&self) -> Thought<G::Move> {
        Self::said(self.0.brief())
    }

    fn views(&self) -> Option<Views> {
        self.0.views()
    }

    fn parts(&self, mv: &G::Move) -> Vec<Part> {
        self.0.parts(mv)
    }

    fn worth(&self) -> Option<Score> {
        self.0.worth()
    }

    fn tasks(&self) -> Vec<Task> {
        self.0.tasks()
    }

    fn show(&mut self, lines: usize) {
        self.0.show(lines);
    }

    fn line_nodes(&self) -> u64 {
        self.0.line_nodes()
    }
}
