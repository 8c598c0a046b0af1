//! Many games at once, for learners: moves are numbers and positions are rows of numbers, so a step of all games is one call.
//! The only other place with the types of a game is [`super::erased`].

use crate::base::options::{Options, OptionsError};
use crate::base::rng::{Rng, Stream};
use crate::contract::declaration::{Declaration, Listing};
use crate::contract::game::{MoveList, Seat};
use crate::contract::planes::{Channel, Numbers, Planes, rewards};
use crate::contract::presentation::Presentation;
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

    /// The observations of all games, one after the other.
    fn observe(&self) -> Vec<f32>;
    /// For each game and action 1 if the action is legal, else 0.
    fn masks(&self) -> Vec<u8>;
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

/// See [`AnyBatch`].
struct Batch<G: Presentation> {
    game: &'static Declaration<G>,
    planes: &'static Planes<G>,
    listing: &'static Listing<G>,
    play: fn(&mut G, &G::Move),
    options: Options,
    observation: Observation,
    numbers: Numbers,
    actions: Vec<G::Move>,
    games: Vec<G>,
    seeds: Vec<u64>,
    next_seed: u64,
    legal: Vec<MoveList<G::Move>>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    width: usize,
    seats: usize,
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
    let first = G::new(options, &mut Rng::new(seed, Stream::Setup))?;
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
    let mut batch = Batch {
        game,
        planes,
        listing,
        play,
        options: options.clone(),
        observation,
        numbers,
        actions,
        games: vec![first; games],
        seeds: vec![seed; games],
        next_seed: seed,
        legal: vec![MoveList::new(); games],
        rewards: vec![0.0; games * seats],
        done: vec![0; games],
        width,
        seats,
        rng: Rng::new(seed, Stream::Other(58)),
    };
    for number in 0..games {
        batch.start(number)?;
    }
    Ok(Box::new(batch))
}

impl<G: Presentation> Batch<G> {
    /// Begins a game with the next seed.
    fn start(&mut self, number: usize) -> Result<(), OptionsError> {
        /// Seeds are below 2^53, so that every program reads them exactly.
        const SEEDS: u64 = 1 << 53;
        let seed = self.next_seed;
        self.next_seed = (seed + 1) % SEEDS;
        self.seeds[number] = seed;
        self.games[number] = G::new(&self.options, &mut Rng::new(seed, Stream::Setup))?;
        (self.listing.legal)(&self.games[number], &mut self.legal[number]);
        Ok(())
    }

    fn number_of(&self, game: usize, mv: &G::Move) -> Option<usize> {
        self.numbers.at((self.planes.slot)(&self.games[game], mv))
    }

    /// The legal move of that number.
    fn chosen(&self, game: usize, action: i64) -> Option<&G::Move> {
        let mv = self.actions.get(usize::try_from(action).ok()?)?;
        self.legal[game].contains(mv).then_some(mv)
    }
}

impl<G: Presentation> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn layout(&self) -> PlaneLayout {
        // A batch has at least one game.
        self.games.first().map_or_else(
            || PlaneLayout { channels: Vec::new(), shape: [0; 2], actions: Vec::new() },
            |first| layout(self.planes, first),
        )
    }

    fn width(&self) -> usize {
        self.width
    }

    fn actions(&self) -> usize {
        self.actions.len()
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        let games = self.games.len();
        if actions.len() != games {
            return Err(BatchError::Count { found: actions.len(), games });
        }
        for (game, &action) in actions.iter().enumerate() {
            if self.chosen(game, action).is_none() {
                let mv = usize::try_from(action).ok().and_then(|number| self.actions.get(number));
                let text = match mv {
                    Some(mv) => format!("action {action} (move {mv})"),
                    None => format!("action {action} (expected 0 to {})", self.actions.len() - 1),
                };
                return Err(BatchError::Illegal { game, text });
            }
        }
        self.rewards.fill(0.0);
        self.done.fill(0);
        for (number, &action) in actions.iter().enumerate() {
            let Some(mv) = self.actions.get(action as usize) else { continue };
            let game = &mut self.games[number];
            (self.play)(game, mv);
            if let Some(outcome) = game.outcome() {
                self.done[number] = 1;
                let own = &mut self.rewards[number * self.seats..(number + 1) * self.seats];
                own.iter_mut().zip(rewards(&outcome)).for_each(|(at, reward)| *at = reward as f32);
                self.start(number)?;
            } else {
                (self.listing.legal)(game, &mut self.legal[number]);
            }
        }
        Ok(())
    }

    fn observe(&self) -> Vec<f32> {
        let mut values = vec![0.0; self.games.len() * self.width];
        for (game, values) in self.games.iter().zip(values.chunks_mut(self.width.max(1))) {
            let seat = mover(game);
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
        values
    }

    fn masks(&self) -> Vec<u8> {
        let mut masks = vec![0; self.games.len() * self.actions.len()];
        for (game, mask) in masks.chunks_mut(self.actions.len().max(1)).enumerate() {
            for mv in &self.legal[game] {
                if let Some(number) = self.number_of(game, mv) {
                    mask[number] = 1;
                }
            }
        }
        masks
    }

    fn sample(&mut self) -> Vec<i64> {
        let mut chosen = Vec::with_capacity(self.games.len());
        for game in 0..self.games.len() {
            let place = self.rng.below(self.legal[game].len().max(1));
            let mv = self.legal[game].get(place);
            let number = mv.and_then(|mv| self.number_of(game, mv));
            chosen.push(number.map_or(-1, |number| number as i64));
        }
        chosen
    }

    fn to_act(&self) -> Vec<i64> {
        self.games.iter().map(|game| mover(game) as i64).collect()
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
