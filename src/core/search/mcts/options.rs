//! The settings of a search as data: the defaults of a game's bot, and the options for
//! them.

use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};

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
}

/// Declares the options: for each setting the kind of its option, the key, the label, the description and the limits.
macro_rules! options {
    ($($field:ident: $kind:path, $key:literal, $label:literal, $about:literal $(, $limits:expr)?;)*) => {
        $(
            #[doc = concat!("The option for [`Settings::", stringify!($field), "`], with the default of these settings.")]
            pub const fn $field(base: &Settings) -> OptionSpec {
                $kind($key, $label, base.$field, $about $(, $limits)?)
            }
        )*

        /// All options, in the recommended display order.
        pub const fn all(base: &Settings) -> [OptionSpec; 12] {
            [$($field(base)),*]
        }

        impl Settings {
            /// These settings, overridden by a bot's options for the `specs`.
            pub fn read(mut self, specs: &[OptionSpec], options: &Options) -> Settings {
                for spec in specs {
                    match spec.key {
                        $($key => self.$field = Setting::read(spec, options),)*
                        _ => {}
                    }
                }
                self
            }
        }
    };
}

/// The value of a setting under the options of a bot.
trait Setting {
    fn read(spec: &OptionSpec, options: &Options) -> Self;
}

impl Setting for Fixed {
    fn read(spec: &OptionSpec, options: &Options) -> Fixed {
        options.number(spec)
    }
}

impl Setting for u32 {
    fn read(spec: &OptionSpec, options: &Options) -> u32 {
        u32::try_from(options.int(spec)).unwrap_or(0)
    }
}

impl Setting for bool {
    fn read(spec: &OptionSpec, options: &Options) -> bool {
        options.text(spec) == "on"
    }
}

impl Setting for Reuse {
    fn read(spec: &OptionSpec, options: &Options) -> Reuse {
        match options.text(spec).as_str() {
            "on" => Reuse::On,
            "off" => Reuse::Off,
            _ => Reuse::Timed,
        }
    }
}

const fn int(
    key: &'static str,
    label: &'static str,
    default: u32,
    about: &'static str,
    (min, max): (i64, i64),
) -> OptionSpec {
    let kind = OptionKind::Int { min, max, default: default as i64 };
    OptionSpec { key, alias: None, label, kind, about }
}

/// Its key was `playouts` until a term had that key.
const fn leaf_playouts(
    key: &'static str,
    label: &'static str,
    default: u32,
    about: &'static str,
    limits: (i64, i64),
) -> OptionSpec {
    OptionSpec { alias: Some("playouts"), ..int(key, label, default, about, limits) }
}

const fn number(
    key: &'static str,
    label: &'static str,
    default: Fixed,
    about: &'static str,
    max: i64,
) -> OptionSpec {
    let (min, max, step) = (Fixed::ZERO, Fixed::from_int(max), Fixed::from_thousandths(50));
    OptionSpec {
        key,
        alias: None,
        label,
        kind: OptionKind::Number { min, max, step, default },
        about,
    }
}

const fn tree_reuse(
    key: &'static str,
    label: &'static str,
    default: Reuse,
    about: &'static str,
) -> OptionSpec {
    let choices = &["timed", "on", "off"];
    let default = choices[default as usize];
    let kind = OptionKind::Choice { choices, names: &["Timed", "On", "Off"], default };
    OptionSpec { key, alias: None, label, kind, about }
}

options! {
    exploration: number, "exploration", "Exploration",
        "exploration constant c of UCT: how often rarely visited moves are tried", 5;
    rave: int, "rave", "RAVE",
        "visits of a move that count as much as all its RAVE samples (playouts with the move later on); 0: no RAVE", (0, 1_000_000);
    first_play: number, "first-play", "First play",
        "value assumed for an untried move: above 1, every move is tried early; below 0.5, good moves are tried again first", 5;
    expand: int, "expand", "Expand after",
        "visits of a position before its moves enter the tree", (1, 1_000);
    solver: OptionSpec::switch, "solver", "Solver",
        "On: proven wins and losses are backed up (MCTS-Solver)";
    look: OptionSpec::switch, "look", "Look for wins",
        "On: each expansion checks for moves that decide the game at once";
    playouts: leaf_playouts, "leaf-playouts", "Playouts a leaf",
        "number of playouts from each leaf", (1, 100);
    cut: int, "cut", "Cut playouts",
        "plies after which a playout is cut and its position evaluated; 0: never", (0, 10_000);
    breadth: int, "breadth", "Breadth",
        "number of moves of a position that are tried first, the most promising; more follow as its visits grow", (1, 100_000);
    interval_width: number, "doubt", "Interval width",
        "width of the confidence intervals, whose lower ends decide: half the width is this / sqrt(visits); if wide, the most visited move is played", 100;
    memory: int, "memory", "Memory",
        "maximum size of the tree in MB; when full, it stops growing, and playouts start from its leaves", (1, 1_024);
    reuse: tree_reuse, "reuse", "Keep the tree",
        "whether to reuse the tree of the last move; Timed: only with a budget in milliseconds, so that games with a budget in nodes are reproducible";
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
