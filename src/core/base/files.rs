//! Files outside the wasm module, because only some searches need them: the weights of patterns. The code that needs a
//! file names it; natively it is part of the program, and in the page the wasm interface sets how to fetch it. This module
//! does not know the contents.

#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

/// A file outside the wasm module.
#[derive(Debug)]
pub struct File {
    /// Its name in the page.
    pub name: &'static str,
    /// Its contents, as part of the program.
    #[cfg(not(target_arch = "wasm32"))]
    pub bytes: &'static [u8],
}

/// Fetches a file by its name; the error is shown unchanged.
#[cfg(target_arch = "wasm32")]
pub type Fetch = fn(&str) -> Result<Vec<u8>, String>;

#[cfg(target_arch = "wasm32")]
static FETCH: OnceLock<Fetch> = OnceLock::new();

/// Sets the fetch function. Only the first call has an effect.
#[cfg(target_arch = "wasm32")]
pub fn fetched_by(fetch: Fetch) {
    let _ = FETCH.set(fetch);
}

impl File {
    /// The contents.
    ///
    /// # Errors
    /// Why the file is not available, in a sentence; a later call may succeed.
    #[cfg(target_arch = "wasm32")]
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match FETCH.get() {
            Some(fetch) => fetch(self.name),
            None => Err(format!("nothing fetches the file {} here", self.name)),
        }
    }

    /// The contents.
    ///
    /// # Errors
    /// None here; in the page the file may be unavailable.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(&self) -> Result<Vec<u8>, String> {
        Ok(self.bytes.to_vec())
    }
}
