//! Bots as data: a search of a game, its settings, and terms, each the product of a weight and a formula. Built-in bots are
//! declared that way, and so is the bot `lab`, with terms from an author. This module depends on no game.

use super::heuristic::{FORMULA, LAB, Lab, MOST_BYTES};
use crate::base::options::{OptionKind, OptionSpec, Options, Parsed};
use crate::contract::bot::{Bot, BotSpec, Weight};
use crate::contract::features::Featured;

/// A search of a game that uses a heuristic.
pub struct SearchChoice<G: Searched> {
    id: &'static str,
    name: &'static str,
    build: Build<G>,
}

/// Creates a bot with the settings from its options.
type Build<G> = fn(<G as Searched>::Heuristic, &Options) -> Box<dyn Bot<G>>;

impl<G: Searched> SearchChoice<G> {
    /// A search with its id for [`BotSpec::search`] and the option `search` of the bot `lab`, and its display name.
    pub const fn new(id: &'static str, name: &'static str, build: Build<G>) -> Self {
        SearchChoice { id, name, build }
    }
}

/// A game with searches that use a heuristic.
pub trait Searched: Featured {
    /// The heuristic of its searches: terms over its features.
    type Heuristic;
    /// Its searches, at most [`MOST`], in display order.
    const SEARCHES: &'static [SearchChoice<Self>];
    /// The option `formula` of its bot `lab`: [`formula_option`].
    const FORMULA: OptionSpec;
    /// The option `search` of its bot `lab`: [`search_option`].
    const SEARCH: OptionSpec;
    /// The other options of its bot `lab`; fewer than [`MOST`] - 2.
    const SETTINGS: &'static [OptionSpec];

    /// The heuristic that sums these terms.
    fn heuristic(lab: Lab, options: &Options) -> Self::Heuristic;

    /// The heuristic of a bot with these terms.
    fn of_terms(terms: &[Weight], options: &Options) -> Self::Heuristic {
        Self::heuristic(Lab::of_terms(terms, Self::features()), options)
    }
}

/// Maximum number of searches of a game, and of options of its bot `lab`.
pub const MOST: usize = 10;

/// Lists derived from a game's declaration, padded to [`MOST`].
struct Lists<G>(std::marker::PhantomData<G>);

impl<G: Searched> Lists<G> {
    const WORDS: [[&'static str; MOST]; 2] = {
        let mut words = [[""; MOST]; 2];
        let mut i = 0;
        while i < G::SEARCHES.len() {
            words[0][i] = G::SEARCHES[i].id;
            words[1][i] = G::SEARCHES[i].name;
            i += 1;
        }
        words
    };
    const SETTINGS: [OptionSpec; MOST] = {
        let mut settings = [FILE; MOST];
        settings[0] = G::FORMULA;
        settings[1] = G::SEARCH;
        let mut i = 0;
        while i < G::SETTINGS.len() {
            settings[2 + i] = G::SETTINGS[i];
            i += 1;
        }
        settings
    };
}

const fn first<T>(all: &'static [T; MOST], count: usize) -> &'static [T] {
    all.split_at(count).0
}

/// The option `search`: the search of the bot `lab`, one of its game's.
pub const fn search_option<G: Searched>(default: &'static str, about: &'static str) -> OptionSpec {
    let count = G::SEARCHES.len();
    let choices = first(const { &Lists::<G>::WORDS[0] }, count);
    let names = first(const { &Lists::<G>::WORDS[1] }, count);
    let kind = OptionKind::Choice { choices, names, default };
    OptionSpec { key: "search", alias: None, label: "Search", kind, about }
}

/// The option `formula`: the heuristic of the bot `lab`.
pub const fn formula_option<G: Featured>(default: &'static str) -> OptionSpec {
    let read = |text: &str| {
        Lab::read(text, G::features()).map(Parsed::new).map_err(|error| error.to_string())
    };
    OptionSpec {
        key: FORMULA,
        alias: None,
        label: "Formula",
        kind: OptionKind::Text { max_len: MOST_BYTES, default, known: &[], read: Some(read) },
        about: "one expression over the game's features, or a JSON list of terms with name, weight and formula",
    }
}

/// The option `file`, which interfaces with file access convert to `formula`.
pub const FILE: OptionSpec = OptionSpec {
    key: "file",
    alias: None,
    label: "File",
    kind: OptionKind::Text {
        max_len: 4_096,
        default: "",
        known: &[],
        read: Some(|text| match text {
            "" => Ok(Parsed::new(())),
            _ => Err("file: only the command line reads files; expected its text as `formula`"
                .to_owned()),
        }),
    },
    about: "only on the command line: a file with the text of `formula`",
};

fn build<G: Searched>(search: &str, heuristic: G::Heuristic, options: &Options) -> Box<dyn Bot<G>> {
    let known = G::SEARCHES.iter().find(|known| known.id == search);
    (known.unwrap_or(&G::SEARCHES[0]).build)(heuristic, options)
}

/// A bot with its weights and the search of that id; a declaration adds the differences.
pub const fn searching<G: Searched>(search: &'static str) -> BotSpec<G> {
    BotSpec {
        search,
        closed: "",
        ..BotSpec::plain(|spec, options| {
            build(spec.search, G::of_terms(&spec.in_force(options), options), options)
        })
    }
}

/// The bot `lab` of a game; a declaration adds terms and budget.
pub const fn lab<G: Searched>() -> BotSpec<G> {
    BotSpec {
        id: LAB,
        name: "Lab",
        about: "Your own heuristic: a formula over the features of a position.",
        settings: first(const { &Lists::<G>::SETTINGS }, 3 + G::SETTINGS.len()),
        closed: "It already consists of formulas.",
        ..BotSpec::plain(|_, options| {
            // Options have been checked before a bot is built.
            let lab = options.parsed::<Lab>(&G::FORMULA).map(|lab| Lab::clone(&lab));
            let heuristic = G::heuristic(lab.unwrap_or_default(), options);
            build(&options.text(&G::SEARCH), heuristic, options)
        })
    }
}
