//! What all connections share.

use crate::cli::table::Manners;
use std::collections::BTreeMap;
use std::time::Duration;

/// What every connection needs to know.
pub(super) struct House {
    /// What the page must show to be let in.
    pub(super) token: String,
    /// The names that this machine may be called by in an address, with the port.
    pub(super) hosts: [String; 2],
    /// Command lines by name.
    pub(super) programs: BTreeMap<String, String>,
    /// How long a connection may be silent.
    pub(super) idle: Duration,
    pub(super) manners: Manners,
}
