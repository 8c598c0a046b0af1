//! What all connections share.

use crate::cli::programs::ProgramOptions;
use std::collections::BTreeMap;
use std::time::Duration;
use totora::base::fixed::shorten;

/// What every connection needs to know.
pub(super) struct Server {
    /// What the page must show to be let in.
    pub(super) token: String,
    /// The names that this machine may be called by in an address, with the port.
    pub(super) hosts: [String; 2],
    /// Command lines by name.
    pub(super) programs: BTreeMap<String, String>,
    /// How long a connection may be silent.
    pub(super) idle: Duration,
    pub(super) outside: ProgramOptions,
}

impl Server {
    /// The command line of a program.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(super) fn command(&self, name: &str) -> Result<&str, String> {
        let command = self.programs.get(name).map(String::as_str);
        command.ok_or_else(|| format!("there is no program `{}`", shorten(name)))
    }
}
