//! Settings of a tournament besides its entrants and openings, and their texts on the command line and in files.

use crate::base::fixed::shorten;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Format, clock and adjudication of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArenaRules {
    /// The pairing system; round robin by default.
    #[serde(skip_serializing_if = "Format::is_usual")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
    pub format: Format,
    /// Time per game, for programs and for bots with a budget in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub clock: Option<TimeControl>,
    /// How decided games end early; `None` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub adjudicate: Option<Adjudication>,
}

/// The time per game, and the increment per decision, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Time for the whole game.
    pub base: u32,
    /// Increment after each decision.
    pub increment: u32,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let time = |text: &str| {
            let (number, unit) = match text.strip_suffix("ms") {
                Some(number) => (number, 1),
                None => (text.strip_suffix('s')?, 1000),
            };
            number.parse::<u32>().ok()?.checked_mul(unit)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0ms"));
        let read = time(base).zip(time(increment)).filter(|&(base, _)| base > 0);
        read.map(|(base, increment)| TimeControl { base, increment }).ok_or_else(|| {
            format!("`{}` is not a clock; expected such as 10s or 10s+100ms", shorten(text))
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms+{}ms", self.base, self.increment)
    }
}

/// How decided games end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Adjudication {
    /// Both bots agree, by their chances to win.
    Agreement,
    /// The seat to move gives up if the game's solver proves its loss.
    Solver,
}

impl FromStr for Adjudication {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "agreement" => Ok(Adjudication::Agreement),
            "solver" => Ok(Adjudication::Solver),
            _ => Err(format!("`{}` ends no game; expected agreement or solver", shorten(text))),
        }
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Adjudication::Agreement => "agreement",
            Adjudication::Solver => "solver",
        })
    }
}

/// In JSON they are the same texts as on the command line.
macro_rules! as_texts {
    ($($of:ty),*) => {$(
        impl TryFrom<String> for $of {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$of> for String {
            fn from(of: $of) -> String {
                of.to_string()
            }
        }
    )*};
}

as_texts!(Format, TimeControl, Adjudication);

/// The pairing system: which entrants meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Format {
    /// All entrants meet, or challengers meet the others.
    #[default]
    RoundRobin,
    /// This many rounds. Each pairs bots with similar points that have not met.
    Swiss(u32),
    /// The loser of a meeting is knocked out.
    Knockout,
}

impl ArenaRules {
    /// The settings as options of the command line.
    pub(super) fn options(&self) -> Vec<String> {
        let format = (!self.format.is_usual()).then(|| format!("--format {}", self.format));
        let clock = self.clock.map(|clock| format!("--clock {clock}"));
        let adjudicate = self.adjudicate.map(|by| format!("--adjudicate {by}"));
        [format, clock, adjudicate].into_iter().flatten().collect()
    }
}

impl Format {
    pub(super) fn is_usual(&self) -> bool {
        *self == Format::RoundRobin
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let swiss = |text: &str| text.strip_prefix("swiss:")?.parse().ok().filter(|&n| n > 0);
        match (text, swiss(text)) {
            ("round-robin", _) => Ok(Format::RoundRobin),
            ("knockout", _) => Ok(Format::Knockout),
            (_, Some(rounds)) => Ok(Format::Swiss(rounds)),
            _ => Err(format!(
                "`{}` is not a format; expected round-robin, knockout, or swiss:ROUNDS such as swiss:3",
                shorten(text)
            )),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::RoundRobin => f.write_str("round-robin"),
            Format::Swiss(rounds) => write!(f, "swiss:{rounds}"),
            Format::Knockout => f.write_str("knockout"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_clocks_are_parsed_and_validated() {
        for text in ["round-robin", "swiss:5", "knockout"] {
            assert_eq!(text.parse::<Format>().expect("a format").to_string(), text);
        }
        for text in ["", "swiss", "swiss:0", "swiss:x", "cup"] {
            let error = text.parse::<Format>().expect_err("none");
            assert!(error.contains("expected round-robin, knockout, or swiss:ROUNDS"), "{error}");
        }
        for (text, base, increment) in [("10s", 10_000, 0), ("1500ms+20ms", 1500, 20)] {
            let clock: TimeControl = text.parse().expect("a clock");
            assert_eq!(clock, TimeControl { base, increment });
            assert_eq!(clock.to_string().parse(), Ok(clock));
        }
        for text in ["", "10", "0s", "10s+", "1m", "5000000s"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert!("both".parse::<Adjudication>().is_err());
    }
}
