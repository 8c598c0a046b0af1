//! Many games at once, for learners: moves are numbers and positions are rows of numbers, so a step of all games is one call.
//! The only other place with the types of a game is [`super::erased`].

use crate::base::options::{Options, OptionsError};
use crate::base::rng::{Rng, Stream};
use crate::contract::declaration::{Declaration, Listing};
use crate::contract::game::{MoveList, Seat};
use crate::contract::planes::{Channel, Numbers, Planes, rewards};
use crate::contract::presentation::Presentation;
use std::thread;
use thiserror::Error;

/// The shape of the planes of a game with its options, and its numbered moves.
#[derive(Clone, Debug)]
pub struct PlaneLayout {
    /// The layers.
    pub channels: Vec<Channel>,
    /// Rows and columns of each layer.
    pub shape: [usize; 2],
    /// The moves by their numbers; empty if they cannot be listed.
    pub actions: Vec<String>,
}

/// What a batch observes of each game, from the view of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The planes.
    Planes,
    /// The features; those that need more than a position are 0.
    Features,
    /// Nothing.
    Nothing,
}

/// Why a batch cannot begin or make a step.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BatchError {
    /// The game has no planes.
    #[error("{0} has no planes, which give its moves their numbers")]
    NoPlanes(&'static str),
    /// Its moves cannot be listed.
    #[error("{0}: all seats move at once, and its moves have no numbers")]
    Unlisted(&'static str),
    /// The options do not fit.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// Not one action per game.
    #[error("{found} actions are given for {games} games")]
    Count {
        /// The given actions.
        found: usize,
        /// The games of the batch.
        games: usize,
    },
    /// An action is not legal.
    #[error("game {game}: {text} is not legal here; no game has moved")]
    Illegal {
        /// The number of the game.
        game: usize,
        /// The action, with its move.
        text: String,
    },
}

/// Many games of one kind, all at a position where a seat owes a move.
pub trait AnyBatch: Send + Sync {
    /// The number of games.
    fn games(&self) -> usize;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The layers and moves.
    fn layout(&self) -> PlaneLayout;
    /// Numbers per observation.
    fn width(&self) -> usize;
    /// Number of actions.
    fn actions(&self) -> usize;

    /// Plays an action in every game. A game that ends begins again with the next seed.
    ///
    /// # Errors
    /// When an action is not legal; no game moves then.
    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError>;

    /// Bytes of the observations of all games: four for each number.
    fn observed_bytes(&self) -> usize;
    /// Writes the observations of all games, one after the other, as 32-bit floats of this machine.
    fn observe(&self, bytes: &mut [u8]);
    /// For each game and action 1 if the action is legal, else 0.
    fn masks(&self) -> &[u8];
    /// A legal action for every game, drawn at random.
    fn sample(&mut self) -> Vec<i64>;
    /// The seat to move in every game.
    fn to_act(&self) -> Vec<i64>;
    /// The rewards of the last step, by game and seat: those of the games that ended in it, else 0.
    fn rewards(&self) -> &[f32];
    /// 1 for the games that ended in the last step.
    fn done(&self) -> &[u8];
    /// The seed of each game.
    fn seeds(&self) -> &[u64];
}

/// A game of a batch.
#[derive(Clone)]
struct Table<G: Presentation> {
    game: G,
    legal: MoveList<G::Move>,
    /// The numbers of the legal moves.
    numbers: Vec<u32>,
}

/// What all games of a batch have in common.
struct SharedRules<G: Presentation> {
    game: &'static Declaration<G>,
    planes: &'static Planes<G>,
    listing: &'static Listing<G>,
    play: fn(&mut G, &G::Move),
    numbers: Numbers,
    actions: Vec<G::Move>,
    observation: Observation,
    width: usize,
}

/// See [`AnyBatch`].
struct Batch<G: Presentation> {
    rules: SharedRules<G>,
    options: Options,
    /// The first position, if it is the same for all seeds.
    start: Option<Table<G>>,
    tables: Vec<Table<G>>,
    masks: Vec<u8>,
    seeds: Vec<u64>,
    next_seed: u64,
    rewards: Vec<f32>,
    done: Vec<u8>,
    seats: usize,
    /// Games for each thread.
    share: usize,
    rng: Rng,
}

/// Starts `games` games with these options and consecutive seeds.
pub(super) fn begin<G: Presentation>(
    game: &'static Declaration<G>,
    options: &Options,
    games: usize,
    seed: u64,
    observation: Observation,
) -> Result<Box<dyn AnyBatch>, BatchError> {
    let id = game.data.id;
    let planes = game.planes.as_ref().ok_or(BatchError::NoPlanes(id))?;
    let (Some(play), Some(listing)) = (planes.play, game.listing.as_ref()) else {
        return Err(BatchError::Unlisted(id));
    };
    let mut rng = Rng::new(seed, Stream::Setup);
    let first = G::new(options, &mut rng)?;
    let actions = (planes.actions)(&first);
    let numbers = Numbers::new(&actions, |mv| (planes.slot)(&first, mv));
    let [rows, columns] = (planes.shape)(&first);
    let width = match observation {
        Observation::Planes => (planes.channels)(&first).len() * rows * columns,
        Observation::Features => {
            game.features.as_ref().map_or(0, |features| (features.list)().len())
        }
        Observation::Nothing => 0,
    };
    let seats = first.seats();
    let share = share(games, actions.len() + width);
    let rules = SharedRules { game, planes, listing, play, numbers, actions, observation, width };
    let mut table = Table { game: first, legal: MoveList::new(), numbers: Vec::new() };
    let mut mask = vec![0; rules.actions.len()];
    rules.list(&mut table, &mut mask);
    let mut batch = Batch {
        start: rng.is_unused().then(|| table.clone()),
        options: options.clone(),
        tables: vec![table; games],
        masks: mask.repeat(games),
        seeds: vec![seed; games],
        next_seed: seed,
        rewards: vec![0.0; games * seats],
        done: vec![0; games],
        seats,
        share,
        rng: Rng::new(seed, Stream::Other(58)),
        rules,
    };
    for number in 0..games {
        batch.start(number)?;
    }
    Ok(Box::new(batch))
}

/// Games for each thread: all, if a step is done before a thread has begun. Each game is its own, so threads change nothing.
fn share(games: usize, width: usize) -> usize {
    /// Numbers of a step that pay for another thread.
    const WORK: usize = 24_000;
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (games * width / WORK).clamp(1, cores);
    games.div_ceil(threads).max(1)
}

/// Does the work with each item, the last one on this thread.
fn on_threads<T: Send>(items: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
    let (work, last) = (&work, items.len().saturating_sub(1));
    thread::scope(|scope| {
        for (number, item) in items.enumerate() {
            if number < last {
                scope.spawn(move || work(item));
            } else {
                work(item);
            }
        }
    });
}

impl<G: Presentation> SharedRules<G> {
    /// Lists the legal moves of a table and writes its mask.
    fn list(&self, table: &mut Table<G>, mask: &mut [u8]) {
        (self.listing.legal)(&table.game, &mut table.legal);
        let (game, slot) = (&table.game, self.planes.slot);
        let number =
            |mv: &G::Move| self.numbers.at(slot(game, mv)).map_or(u32::MAX, |at| at as u32);
        table.numbers.clear();
        table.numbers.extend(table.legal.iter().map(number));
        mask.fill(0);
        for &number in &table.numbers {
            if let Some(legal) = mask.get_mut(number as usize) {
                *legal = 1;
            }
        }
    }

    /// Plays an action that was checked. Lists the next legal moves, or writes the rewards at the end.
    fn advance(
        &self,
        table: &mut Table<G>,
        action: i64,
        mask: &mut [u8],
        rewarded: &mut [f32],
    ) -> u8 {
        rewarded.fill(0.0);
        let Some(mv) = self.actions.get(action as usize) else { return 0 };
        (self.play)(&mut table.game, mv);
        let Some(outcome) = table.game.outcome() else {
            self.list(table, mask);
            return 0;
        };
        rewarded.iter_mut().zip(rewards(&outcome)).for_each(|(at, reward)| *at = reward as f32);
        1
    }

    fn observe(&self, game: &G, values: &mut [f32]) {
        let seat = mover(game);
        values.fill(0.0);
        match self.observation {
            Observation::Planes => (self.planes.write)(game, seat, values),
            Observation::Features => {
                let measured = self.game.features.as_ref().map(|of| (of.all)(game, seat));
                for (value, measured) in values.iter_mut().zip(measured.unwrap_or_default()) {
                    *value = if measured.is_nan() { 0.0 } else { measured as f32 };
                }
            }
            Observation::Nothing => {}
        }
    }
}

impl<G: Presentation> Batch<G> {
    /// Begins a game with the next seed.
    fn start(&mut self, number: usize) -> Result<(), OptionsError> {
        /// Seeds are below 2^53, so that every program reads them exactly.
        const SEEDS: u64 = 1 << 53;
        let seed = self.next_seed;
        self.next_seed = (seed + 1) % SEEDS;
        self.seeds[number] = seed;
        let (table, width) = (&mut self.tables[number], self.rules.actions.len());
        if let Some(start) = &self.start {
            table.game.clone_from(&start.game);
        } else {
            table.game = G::new(&self.options, &mut Rng::new(seed, Stream::Setup))?;
        }
        self.rules.list(table, &mut self.masks[number * width..(number + 1) * width]);
        Ok(())
    }

    /// Whether the action is legal in that game.
    fn is_legal(&self, game: usize, action: i64) -> bool {
        let width = self.rules.actions.len();
        let number = usize::try_from(action).ok().filter(|&number| number < width);
        number.is_some_and(|number| self.masks[game * width + number] == 1)
    }
}

impl<G: Presentation> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.tables.len()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn layout(&self) -> PlaneLayout {
        // A batch has at least one game.
        self.tables.first().map_or_else(
            || PlaneLayout { channels: Vec::new(), shape: [0; 2], actions: Vec::new() },
            |first| layout(self.rules.planes, &first.game),
        )
    }

    fn width(&self) -> usize {
        self.rules.width
    }

    fn actions(&self) -> usize {
        self.rules.actions.len()
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        let games = self.tables.len();
        if actions.len() != games {
            return Err(BatchError::Count { found: actions.len(), games });
        }
        for (game, &action) in actions.iter().enumerate() {
            if !self.is_legal(game, action) {
                let actions = &self.rules.actions;
                let mv = usize::try_from(action).ok().and_then(|number| actions.get(number));
                let text = match mv {
                    Some(mv) => format!("action {action} (move {mv})"),
                    None => format!("action {action} (expected 0 to {})", actions.len() - 1),
                };
                return Err(BatchError::Illegal { game, text });
            }
        }
        let (rules, width, seats, share) =
            (&self.rules, self.rules.actions.len().max(1), self.seats, self.share);
        let shares = self
            .tables
            .chunks_mut(share)
            .zip(actions.chunks(share))
            .zip(self.masks.chunks_mut(share * width))
            .zip(self.rewards.chunks_mut(share * seats).zip(self.done.chunks_mut(share)));
        on_threads(shares, |(((tables, actions), masks), (rewards, done))| {
            let games = tables.iter_mut().zip(actions).zip(masks.chunks_mut(width));
            let ends = rewards.chunks_mut(seats).zip(done);
            for (((table, &action), mask), (rewards, done)) in games.zip(ends) {
                *done = rules.advance(table, action, mask, rewards);
            }
        });
        // In the order of the games, because the next seed depends on it.
        for number in 0..games {
            if self.done[number] == 1 {
                self.start(number)?;
            }
        }
        Ok(())
    }

    fn observed_bytes(&self) -> usize {
        self.tables.len() * self.rules.width * size_of::<f32>()
    }

    fn observe(&self, bytes: &mut [u8]) {
        let (rules, width) = (&self.rules, self.rules.width * size_of::<f32>());
        if width == 0 {
            return;
        }
        let shares = self.tables.chunks(self.share).zip(bytes.chunks_mut(self.share * width));
        on_threads(shares, |(tables, bytes)| {
            // The numbers of one game stay in the processor's cache until they are copied.
            let mut values = vec![0.0; rules.width];
            for (table, bytes) in tables.iter().zip(bytes.chunks_mut(width)) {
                rules.observe(&table.game, &mut values);
                for (bytes, value) in bytes.as_chunks_mut().0.iter_mut().zip(&values) {
                    *bytes = value.to_ne_bytes();
                }
            }
        });
    }

    fn masks(&self) -> &[u8] {
        &self.masks
    }

    fn sample(&mut self) -> Vec<i64> {
        let mut chosen = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let place = self.rng.below(table.numbers.len().max(1));
            let number = table.numbers.get(place).filter(|&&number| number != u32::MAX);
            chosen.push(number.map_or(-1, |&number| number.into()));
        }
        chosen
    }

    fn to_act(&self) -> Vec<i64> {
        self.tables.iter().map(|table| mover(&table.game) as i64).collect()
    }

    fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    fn done(&self) -> &[u8] {
        &self.done
    }

    fn seeds(&self) -> &[u64] {
        &self.seeds
    }
}

fn mover<G: Presentation>(game: &G) -> Seat {
    game.to_act().first().unwrap_or(0)
}

/// The layers and moves of a position's game.
pub(super) fn layout<G: Presentation>(planes: &Planes<G>, position: &G) -> PlaneLayout {
    PlaneLayout {
        channels: (planes.channels)(position),
        shape: (planes.shape)(position),
        actions: (planes.actions)(position).iter().map(ToString::to_string).collect(),
    }
}
