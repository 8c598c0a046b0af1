//! Ends an external program and all processes that it started when Totora is killed. No process can catch SIGKILL, so
//! another process must act. A signal on the parent's death (`PR_SET_PDEATHSIG`) reaches the program but not its
//! children, exists on Linux only, and is sent as soon as the *thread* that started the program ends. A watchdog has none of
//! these limits. It is this same binary, it leads the program's process group, and it reads a pipe that only Totora
//! holds open. When the pipe closes, it kills the group, including itself.
//!
//! Without process groups (Windows), a program only sees its standard input close.

use super::output::Failure;
use std::io;
use std::process::{Child, Command};

/// `totora watchdog`, which Totora starts for itself.
pub(crate) fn run() -> Result<(), Failure> {
    io::copy(&mut io::stdin().lock(), &mut io::sink())?;
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpgrp, getpid, kill_process_group};
        // Kill only its own group: if a user starts this command by hand, it must not kill the group of the shell.
        if getpgrp() == getpid() {
            kill_process_group(getpgrp(), Signal::KILL).map_err(io::Error::from)?;
        }
    }
    Ok(())
}

/// The process group of an external program. It ends when this value is dropped or when this process dies.
pub(crate) struct ProcessGroup {
    /// The leader; `None` if there are no process groups. Until we wait for it, no other group can get its id.
    watchdog: Option<Child>,
}

impl ProcessGroup {
    /// A group with only its watchdog.
    ///
    /// # Errors
    /// If the watchdog cannot be started.
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        use std::os::unix::process::CommandExt;
        use std::process::Stdio;
        // On Linux, this name refers to the running binary even after its file was replaced.
        let linux = cfg!(target_os = "linux").then(|| "/proc/self/exe".into());
        let binary = linux.map_or_else(std::env::current_exe, Ok)?;
        let mut command = Command::new(binary);
        command.arg0("totora").arg("watchdog").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(ProcessGroup { watchdog: Some(command.spawn()?) })
    }

    /// Does nothing without process groups.
    #[cfg(not(unix))]
    pub(crate) fn new() -> io::Result<Self> {
        Ok(ProcessGroup { watchdog: None })
    }

    /// Makes the command start its program in this group.
    pub(crate) fn add(&self, command: &mut Command) {
        #[cfg(unix)]
        if let Some(watchdog) = &self.watchdog {
            let group = watchdog.id().cast_signed();
            std::os::unix::process::CommandExt::process_group(command, group);
        }
        #[cfg(not(unix))]
        let _ = command;
    }

    /// Kills all processes in the group, including the watchdog.
    pub(crate) fn kill(&mut self) {
        let Some(mut watchdog) = self.watchdog.take() else { return };
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(watchdog.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = watchdog.kill();
        let _ = watchdog.wait();
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}
