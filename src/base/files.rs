//! Files that come apart from the module, because only some thoughts need them: the weights of patterns. Who needs one
//! names it; natively it is part of the program, and in the page the wasm interface says how it is fetched. Nothing here
//! knows what is in them.

#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

/// A file.
#[derive(Debug)]
pub struct File {
    /// Its name, which the page knows it by.
    pub name: &'static str,
    /// What is in it.
    #[cfg(not(target_arch = "wasm32"))]
    pub bytes: &'static [u8],
}

/// How a file is had by its name; the error is told as it is.
#[cfg(target_arch = "wasm32")]
pub type Fetch = fn(&str) -> Result<Vec<u8>, String>;

#[cfg(target_arch = "wasm32")]
static FETCH: OnceLock<Fetch> = OnceLock::new();

/// Says how files are had. The first to say so is heard.
#[cfg(target_arch = "wasm32")]
pub fn fetched_by(fetch: Fetch) {
    let _ = FETCH.set(fetch);
}

impl File {
    /// What is in it.
    ///
    /// # Errors
    /// Why it cannot be had, in a sentence; asked again, it may be.
    #[cfg(target_arch = "wasm32")]
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match FETCH.get() {
            Some(fetch) => fetch(self.name),
            None => Err(format!("nothing fetches the file {} here", self.name)),
        }
    }

    /// What is in it.
    ///
    /// # Errors
    /// None here; in the page it may not be had.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(&self) -> Result<Vec<u8>, String> {
        Ok(self.bytes.to_vec())
    }
}
