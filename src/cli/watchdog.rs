//! Ends an outside program, and all that it started, when Totora itself is killed. No process can catch SIGKILL, so
//! another one must be there to act. A signal on the parent's death (`PR_SET_PDEATHSIG`) reaches the program
//! but none of its children, exists on Linux only, and comes as soon as the *thread* ends that started the
//! program. A watchdog has none of these limits: it is this same binary, it leads the program's process group, and
//! it reads a pipe that only Totora holds open. When the pipe closes, it kills the group, itself included.
//!
//! Where there are no process groups (Windows) a program only sees its standard input close.

use super::output::Failure;
use clap::Args;
use std::io;
use std::process::{Child, Command};

/// `totora watchdog`, which Totora starts for itself.
#[derive(Args)]
pub(crate) struct Watchdog {}

impl Watchdog {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        io::copy(&mut io::stdin().lock(), &mut io::sink())?;
        #[cfg(unix)]
        {
            use rustix::process::{Signal, getpgrp, getpid, kill_process_group};
            // Only a group of its own: started by hand it must not end its shell's.
            if getpgrp() == getpid() {
                kill_process_group(getpgrp(), Signal::KILL).map_err(io::Error::from)?;
            }
        }
        Ok(())
    }
}

/// The process group of an outside program. It ends when this is dropped, or when this process dies.
pub(crate) struct ProcessGroup {
    /// The leader; `None` where there are no process groups. Until it is waited for, no other group can have
    /// its number.
    watchdog: Option<Child>,
}

impl ProcessGroup {
    /// A group that has only its watchdog.
    ///
    /// # Errors
    /// When the watchdog cannot be started.
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        use std::os::unix::process::CommandExt;
        use std::process::Stdio;
        // On Linux this name leads to the binary that runs, even after the file was replaced.
        let linux = cfg!(target_os = "linux").then(|| "/proc/self/exe".into());
        let binary = linux.map_or_else(std::env::current_exe, Ok)?;
        let mut command = Command::new(binary);
        command.arg0("totora").arg("watchdog").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(ProcessGroup { watchdog: Some(command.spawn()?) })
    }

    /// Nothing, where there are no process groups.
    #[cfg(not(unix))]
    pub(crate) fn new() -> io::Result<Self> {
        Ok(ProcessGroup { watchdog: None })
    }

    /// Has the command start its program in this group.
    pub(crate) fn takes(&self, command: &mut Command) {
        #[cfg(unix)]
        if let Some(watchdog) = &self.watchdog {
            let group = watchdog.id().cast_signed();
            std::os::unix::process::CommandExt::process_group(command, group);
        }
        #[cfg(not(unix))]
        let _ = command;
    }

    /// Ends all that is in it, the watchdog too.
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
