//! The state that all connections share.

use crate::cli::programs::ProgramOptions;
use std::collections::BTreeMap;
use std::time::Duration;
use totora::base::fixed::shorten;

/// The settings of the server.
pub(super) struct Server {
    /// The token that a page must send to connect.
    pub(super) token: String,
    /// The accepted values of the `Host` header: the names of this machine, with the port.
    pub(super) hosts: [String; 2],
    /// Command lines by name.
    pub(super) programs: BTreeMap<String, String>,
    /// How long a connection may be idle.
    pub(super) idle: Duration,
    pub(super) program_options: ProgramOptions,
}

impl Server {
    /// The command line of a program.
    ///
    /// # Errors
    /// If there is no program of this name.
    pub(super) fn command(&self, name: &str) -> Result<&str, String> {
        let command = self.programs.get(name).map(String::as_str);
        command.ok_or_else(|| format!("there is no program `{}`", shorten(name)))
    }
}
