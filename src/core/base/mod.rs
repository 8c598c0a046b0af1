//! Modules that know no game: numbers, options, random numbers, files and texts.

pub mod annotation;
pub mod bytes;
pub mod erased_value;
pub mod files;
pub mod fixed;
pub mod format;
pub mod json;
pub mod options;
pub mod rng;
pub mod sgf;
pub mod sgf_notes;
pub mod util;
