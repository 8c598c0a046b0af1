//! Searches over any game that keeps the contract; no game is known here.
