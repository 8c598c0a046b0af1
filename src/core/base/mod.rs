//! Modules that know no game: numbers, options, random numbers, files and texts.

pub mod bytes;
pub mod files;
pub mod fixed;
pub mod json;
pub mod opaque;
pub mod options;
pub mod rng;
pub mod transcript;
pub mod util;
