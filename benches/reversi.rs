//! How fast Reversi XT is. Filled in below.
fn main() {}
