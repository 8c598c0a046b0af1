//! Many games between bots: pairings, matches, statistics.
