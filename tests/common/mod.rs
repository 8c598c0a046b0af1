//! Code that several test files share.

pub(crate) mod arguments;
pub(crate) mod conformance;
pub(crate) mod shown;
pub(crate) mod weights;
