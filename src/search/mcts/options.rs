//! The settings of a search as data: the defaults of a game's bot, and the options for
//! them.

use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, OptionValue, Options};

/// When a search reuses the tree of an earlier search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// With a budget in milliseconds, where the choice is not reproducible anyway; never with a budget in
    /// playouts, so that the same seed gives the same game on every machine.
    #[default]
    Timed,
    /// Always. The choice then depends on earlier searches of the program.
    On,
    /// Never.
    Off,
}

/// Settings of a search. [`Settings::DEFAULT`] suits most games; a game's bot overrides
/// individual settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The constant c of UCT: the weight of exploration of rarely visited moves.
    pub exploration: Fixed,
    /// Number of visits of a move that count as much as all hints together; 0 turns all-moves-as-first off.
    pub rave: u32,
    /// The prior value of an untried move, as one prior outcome.
    pub first_play: Fixed,
    /// Number of prior outcomes of each move relative to the mean reward of its position, with
    /// `first_play` added to that mean; 0: one prior outcome of `first_play` itself.
    pub relative: u32,
    /// Visits of a position before its moves enter the tree.
    pub expand: u32,
    /// Whether proven wins and losses are backed up (MCTS-Solver).
    pub solver: bool,
    /// Whether an expansion searches for moves that decide the game at once.
    pub look: bool,
    /// Number of playouts from each leaf.
    pub playouts: u32,
    /// Plies after which a playout is cut and estimated; 0 for never.
    pub cut: u32,
    /// Number of moves of a position that enter the tree at first, the best by outlook; their number doubles
    /// whenever each has been visited eight times on average.
    pub breadth: u32,
    /// Half the width of a move's interval is this over the square root of its visits; the lower ends are compared.
    pub interval_width: Fixed,
    /// Maximum memory of the tree, in megabytes.
    pub memory: u32,
    /// When an earlier tree is reused.
    pub reuse: Reuse,
}

impl Settings {
    /// For any game, without game knowledge.
    pub const DEFAULT: Settings = Settings {
        exploration: Fixed::from_thousandths(700),
        rave: 0,
        first_play: Fixed::ONE,
        relative: 0,
        expand: 2,
        solver: true,
        look: true,
        playouts: 1,
        cut: 0,
        breadth: 512,
        interval_width: Fixed::ONE,
        memory: 64,
        reuse: Reuse::Timed,
    };

    /// For a game whose moves have keys and hold their value over many plies. The hints provide enough
    /// exploration: on Hex boards 0 won two of three games against 0.1.
    pub const RAVE: Settings =
        Settings { exploration: Fixed::ZERO, rave: 1_000, ..Settings::DEFAULT };

    /// These settings, overridden by a bot's options for the `specs`.
    pub fn read(mut self, specs: &[OptionSpec], options: &Options) -> Settings {
        for spec in specs {
            let value = options.get(spec);
            let number = match &value {
                OptionValue::Int(number) => u32::try_from(*number).unwrap_or(0),
                _ => 0,
            };
            let is = |word: &str| matches!(&value, OptionValue::Text(text) if text == word);
            match spec.key {
                "exploration" => self.exploration = options.number(spec),
                "rave" => self.rave = number,
                "first-play" => self.first_play = options.number(spec),
                "expand" => self.expand = number,
                "solver" => self.solver = is("on"),
                "look" => self.look = is("on"),
                "leaf-playouts" => self.playouts = number,
                "cut" => self.cut = number,
                "breadth" => self.breadth = number,
                "doubt" => self.interval_width = options.number(spec),
                "memory" => self.memory = number,
                "reuse" => {
                    self.reuse = if is("on") {
                        Reuse::On
                    } else if is("off") {
                        Reuse::Off
                    } else {
                        Reuse::Timed
                    };
                }
                _ => {}
            }
        }
        self
    }
}

const fn int(
    key: &'static str,
    label: &'static str,
    (min, max): (i64, i64),
    default: u32,
    about: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Int { min, max, default: default as i64 };
    OptionSpec { key, alias: None, label, kind, about }
}

const fn number(
    key: &'static str,
    label: &'static str,
    max: i64,
    default: Fixed,
    about: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Number {
        min: Fixed::ZERO,
        max: Fixed::from_int(max),
        step: Fixed::from_thousandths(50),
        default,
    };
    OptionSpec { key, alias: None, label, kind, about }
}

/// The option `exploration`, with the default of these settings.
pub const fn exploration(base: &Settings) -> OptionSpec {
    number(
        "exploration",
        "Exploration",
        5,
        base.exploration,
        "exploration constant c of UCT: how often rarely visited moves are tried",
    )
}

/// The option `rave`.
pub const fn rave(base: &Settings) -> OptionSpec {
    int(
        "rave",
        "RAVE",
        (0, 1_000_000),
        base.rave,
        "visits of a move that count as much as all its RAVE samples (playouts with the move later on); 0: no RAVE",
    )
}

/// The option `first-play`.
pub const fn first_play(base: &Settings) -> OptionSpec {
    number(
        "first-play",
        "First play",
        5,
        base.first_play,
        "value assumed for an untried move: above 1, every move is tried early; below 0.5, good moves are tried again first",
    )
}

/// The option `expand`.
pub const fn expand(base: &Settings) -> OptionSpec {
    int(
        "expand",
        "Expand after",
        (1, 1_000),
        base.expand,
        "visits of a position before its moves enter the tree",
    )
}

/// The option `solver`.
pub const fn solver(base: &Settings) -> OptionSpec {
    OptionSpec::switch(
        "solver",
        "Solver",
        base.solver,
        "On: proven wins and losses are backed up (MCTS-Solver)",
    )
}

/// The option `look`.
pub const fn look(base: &Settings) -> OptionSpec {
    OptionSpec::switch(
        "look",
        "Look for wins",
        base.look,
        "On: each expansion checks for moves that decide the game at once",
    )
}

/// The option `leaf-playouts`; its name was `playouts` until a term had that name.
pub const fn playouts(base: &Settings) -> OptionSpec {
    let spec = int(
        "leaf-playouts",
        "Playouts a leaf",
        (1, 100),
        base.playouts,
        "number of playouts from each leaf",
    );
    OptionSpec { alias: Some("playouts"), ..spec }
}

/// The option `cut`.
pub const fn cut(base: &Settings) -> OptionSpec {
    int(
        "cut",
        "Cut playouts",
        (0, 10_000),
        base.cut,
        "plies after which a playout is cut and its position evaluated; 0: never",
    )
}

/// The option `breadth`.
pub const fn breadth(base: &Settings) -> OptionSpec {
    int(
        "breadth",
        "Breadth",
        (1, 100_000),
        base.breadth,
        "number of moves of a position that are tried first, the most promising; more follow as its visits grow",
    )
}

/// The option `doubt`.
pub const fn interval_width(base: &Settings) -> OptionSpec {
    number(
        "doubt",
        "Interval width",
        100,
        base.interval_width,
        "width of the confidence intervals, whose lower ends decide: half the width is this / sqrt(visits); if wide, the most visited move is played",
    )
}

/// The option `memory`.
pub const fn memory(base: &Settings) -> OptionSpec {
    int(
        "memory",
        "Memory",
        (1, 1_024),
        base.memory,
        "maximum size of the tree in MB; when full, it stops growing, and playouts start from its leaves",
    )
}

/// The option `reuse`.
pub const fn reuse(base: &Settings) -> OptionSpec {
    let default = match base.reuse {
        Reuse::Timed => "timed",
        Reuse::On => "on",
        Reuse::Off => "off",
    };
    OptionSpec {
        key: "reuse",
        alias: None,
        label: "Keep the tree",
        kind: OptionKind::Choice {
            choices: &["timed", "on", "off"],
            names: &["Timed", "On", "Off"],
            default,
        },
        about: "whether to reuse the tree of the last move; Timed: only with a budget in milliseconds, so that games with a budget in nodes are reproducible",
    }
}

/// All options, in the recommended display order.
pub const fn all(base: &Settings) -> [OptionSpec; 12] {
    [
        exploration(base),
        rave(base),
        first_play(base),
        expand(base),
        solver(base),
        look(base),
        playouts(base),
        cut(base),
        breadth(base),
        interval_width(base),
        memory(base),
        reuse(base),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_option_changes_its_setting() {
        static SPECS: [OptionSpec; 12] = all(&Settings::DEFAULT);
        let settings = Settings::DEFAULT.read(&SPECS, &Options::default());
        assert_eq!(settings, Settings::DEFAULT);
        let raw = json!({
            "exploration": 0.25, "rave": 3, "first-play": 0.5, "expand": 7, "solver": "off",
            "look": "off", "leaf-playouts": 2, "cut": 30, "breadth": 9, "doubt": 4, "memory": 1,
            "reuse": "on",
        });
        let options = Options::check(&SPECS, raw.as_object().expect("an object")).expect("valid");
        let expected = Settings {
            exploration: Fixed::from_thousandths(250),
            rave: 3,
            first_play: Fixed::from_thousandths(500),
            relative: 0,
            expand: 7,
            solver: false,
            look: false,
            playouts: 2,
            cut: 30,
            breadth: 9,
            interval_width: Fixed::from_int(4),
            memory: 1,
            reuse: Reuse::On,
        };
        assert_eq!(Settings::DEFAULT.read(&SPECS, &options), expected);
    }
}
