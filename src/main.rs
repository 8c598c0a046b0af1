//! The native face.
fn main() {}
