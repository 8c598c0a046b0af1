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
//! use totora::contract::bot::{Bot, Budget, NoClock};
//! use totora::games::uros::{Uros, bots::BOTS};
//! use totora::base::options::Options;
//! use totora::base::rng::{Rng, Stream};
//!
//! let position = Uros::start(false, false);
//! let balanced = BOTS[0].build(&Options::default());
//! let rng = Rng::new(1, Stream::Decision { seat: 0, ply: 0 });
//! let analysis = balanced.think(&position, 0, Budget::Nodes(1), rng, &NoClock);
//! assert_eq!(analysis.candidates.len(), 667);
//! println!("{}", analysis.why);
//! ```
//!
//! Play any game by its name, write it as a record, and make a link to it:
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
//! From bottom to top: the crate `totora_core`, re-exported here. In it, [`base`] depends on no game; [`contract`] defines what
//! games and bots offer to the rest; [`search`] and the language of the [`lab`] implement it, and [`grid`] is shared by games on
//! a rectangle. Each of the [`games`] is a crate. In this crate, [`catalog`] lists the games and erases their types; [`record`]
//! and [`session`] store, send and run a game, [`review`] analyses a finished one, and a [`study`] is a sequence of
//! them; [`arena`] plays many games, and [`prove`] measures with them what a bot's numbers are worth. The interfaces, the command line and the wasm module, are the crates in
//! `src/cli` and `src/web`.

pub mod arena;
pub mod catalog;
pub mod lab;
pub mod prove;
pub mod record;
pub mod review;
pub mod session;
pub mod study;

pub use catalog::games;
pub use totora_core::{base, contract, grid, search};
