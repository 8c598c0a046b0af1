//! The protocol: JSON Lines for programs outside. One object a line, one answer a line; see
//! `docs/protocol.md`. It reads and writes texts only; the streams are the command line's.
