//! What knows no game: numbers, options, chance, files and texts.

pub mod bytes;
pub mod files;
pub mod fixed;
pub mod json;
pub mod opaque;
pub mod options;
pub mod rng;
pub mod transcript;
pub mod util;
