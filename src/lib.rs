//! **Totora**: rules, bots and explanations for board games, natively and in the browser.
//!
//! Play, look, and see the end:
//!
//! ```
//! use totora::game::Game;
//! use totora::games::uros::Uros;
//!
//! let mut position = Uros::start(false, false);
//! let mv = position.parse_move(0, "U@B5/90")?;
//! position.play(0, &mv)?;
//! assert!(position.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask a bot what it thinks, and why:
//!
//! ```
//! use totora::bot::{Bot, Budget, Unwatched};
//! use totora::games::uros::{Uros, bots::BOTS};
//! use totora::options::Options;
//! use totora::rng::{Rng, Stream};
//!
//! let position = Uros::start(false, false);
//! let balanced = BOTS[0].build(&Options::default());
//! let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
//! let thought = balanced.think(&position, 0, Budget::Nodes(1), rng, &Unwatched);
//! assert_eq!(thought.candidates.len(), 667);
//! println!("{}", thought.why);
//! ```
//!
//! Drive any game by name, keep it as a record, and send it as a link:
//!
//! ```
//! use totora::link::Shown;
//! use totora::record::Record;
//! use totora::session::Session;
//!
//! let record = Record::from_text(r#"{"totora":1,"game":"uros","moves":["T@A6","T.0"]}"#)?;
//! let session = Session::replay(record)?;
//! let link = session.link(&Shown { ply: 1, ..Shown::default() })?;
//! assert_eq!(Session::open(&link)?.0.plies().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms, from the ground up: [`game`], [`bot`] and [`thought`] are the contract, with [`fixed`],
//! [`opaque`], [`options`] and [`rng`] below it; [`search`] and [`games`] keep it; [`catalog`] lists the games and
//! erases their types; [`record`], [`session`] and [`link`] run, keep and send a game; [`run`] plays one on,
//! [`arena`] plays many, and [`prove`] asks by them what a bot's numbers are worth; [`protocol`] and [`dto`] serve the two faces, the native binary and (on wasm) `web`. An import only
//! goes down.

pub mod arena;
pub mod bot;
pub mod catalog;
pub mod cost;
pub mod declaration;
pub mod dto;
pub mod features;
pub mod files;
pub mod fixed;
pub mod game;
pub mod games;
pub mod judging;
pub mod lab;
pub mod link;
pub mod opaque;
pub mod options;
pub mod presentation;
pub mod protocol;
pub mod prove;
pub mod record;
pub mod review;
pub mod rng;
pub mod run;
pub mod search;
pub mod session;
pub mod setup;
pub mod thought;
pub mod transcript;
mod tree;
pub mod util;
#[cfg(target_arch = "wasm32")]
pub mod web;
