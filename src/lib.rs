//! **Totora**: rules, bots and explanations for board games, natively and in the browser.
//!
//! Play, look, and see the end:
//!
//! ```
//! use totora::contract::game::Game;
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
//! use totora::contract::bot::{Bot, Budget, Unwatched};
//! use totora::games::uros::{Uros, bots::BOTS};
//! use totora::base::options::Options;
//! use totora::base::rng::{Rng, Stream};
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
//! use totora::record::link::ViewState;
//! use totora::record::Record;
//! use totora::session::Session;
//!
//! let record = Record::from_text(r#"{"totora":1,"game":"uros","moves":["T@A6","T.0"]}"#)?;
//! let session = Session::replay(record)?;
//! let link = session.link(&ViewState { ply: 1, ..ViewState::default() })?;
//! assert_eq!(Session::open(&link)?.0.plies().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the ground up: [`base`] knows no game; [`contract`] says what games and bots are to the rest; [`search`], [`lab`]
//! and [`games`] keep it, and [`grid`] is what games on a rectangle have in common; [`catalog`] lists the games and erases their types; [`record`] and [`session`] keep, send and run a
//! game, [`review`] looks back at one; [`arena`] plays many, and [`prove`] asks by them what a bot's numbers are worth. The
//! faces are the native binary and, on wasm, `web`. `tests/contract/layers.txt` says who may import whom.

pub mod arena;
pub mod base;
pub mod catalog;
pub mod contract;
pub mod games;
pub mod grid;
pub mod lab;
pub mod prove;
pub mod record;
pub mod review;
pub mod search;
pub mod session;
#[cfg(target_arch = "wasm32")]
pub mod web;
