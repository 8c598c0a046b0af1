//! An ablation: compares a heuristic with itself without each of its terms, to measure the value of each. Without a field
//! the complete bot plays against each of those without a term; with a field all of them meet it on the same openings.

use super::parameter::with_values;
use super::{MOST_VARIANTS, Study, standing};
use crate::arena::report::Score;
use crate::arena::statistics::Interval;
use crate::arena::{Arena, Entrant, Report};
use crate::base::fixed::Fixed;
use crate::record::SeatSpec;
use serde::Serialize;

/// The arena of an ablation, and its terms.
pub struct Ablation {
    /// The omitted terms, one at a time; terms with a weight of 0 have no effect anyway.
    pub terms: Vec<String>,
    /// The arena: the complete bot, and those without a term.
    pub arena: Arena,
    /// Whether the complete bot meets those without a term, in place of all meeting a field.
    pub itself: bool,
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The key of the omitted term.
    pub term: String,
    /// Against itself: the points of the complete bot against the one without the term. Against a field: the points of
    /// the bot without the term.
    #[serde(flatten)]
    pub score: Score,
    /// The share of the points with the term minus that without it, 95%, pairs of games (openings) as units;
    /// against itself the share minus one half. `None` for fewer than two units.
    pub worth: Option<Interval>,
}

impl Ablation {
    /// Prepares an ablation of these terms; of all with an effect if `keys` is empty. Against itself the complete bot also
    /// meets the `rival`, the last entrant of the arena.
    ///
    /// # Errors
    /// What is invalid.
    pub fn new(
        study: &Study,
        keys: &[String],
        rival: Option<SeatSpec>,
    ) -> Result<Ablation, String> {
        let mut parameters = study.chosen(keys, |parameter| parameter.weight)?;
        if let Some(other) = parameters.iter().find(|parameter| !parameter.weight) {
            return Err(format!("`{}` is the weight of no term", other.key));
        }
        parameters.retain(|parameter| parameter.value != Fixed::ZERO);
        if parameters.is_empty() {
            return Err("no term has a weight other than 0".to_owned());
        }
        if parameters.len() >= MOST_VARIANTS {
            return Err(format!("{} terms are more than fit into one arena", parameters.len()));
        }
        let lacking = |parameter| {
            let seat = with_values(study.game, &study.bot, &[(parameter, Fixed::ZERO)])?;
            Ok(Entrant { name: format!("without {}", parameter.key), seat })
        };
        let variants = parameters.iter().map(lacking).collect::<Result<Vec<_>, String>>()?;
        let whole = Entrant { name: "whole".to_owned(), seat: study.bot.clone() };
        let itself = study.field.is_empty() && study.seats() == 2;
        let arena = if itself {
            let rival = rival.map(|seat| Entrant { name: "rival".to_owned(), seat });
            let against = variants.into_iter().chain(rival).collect();
            study.meeting(vec![whole], against, study.games, study.seed)?
        } else {
            let field = match study.field.is_empty() {
                true => study.copies("itself", &study.bot),
                false => study.field.clone(),
            };
            let all = std::iter::once(whole).chain(variants).collect();
            study.meeting(all, field, study.games, study.seed)?
        };
        Ok(Ablation {
            terms: parameters.into_iter().map(|parameter| parameter.key).collect(),
            arena,
            itself,
        })
    }

    /// The value of each term, by the report of the arena so far.
    pub fn worths(&self, report: &Report) -> Vec<Worth> {
        let worth = |(i, term): (usize, &String)| {
            let lacking = i + 1;
            if self.itself {
                let pair = report.pair(0, lacking)?;
                let beyond = pair.paired.map(|found| Interval {
                    low: found.low - 0.5,
                    middle: found.middle - 0.5,
                    high: found.high - 0.5,
                });
                return Some(Worth { term: term.clone(), score: pair.score, worth: beyond });
            }
            let found = standing(report, lacking, 0)?;
            let worth = found.ahead.map(|ahead| ahead.reversed());
            Some(Worth { term: term.clone(), score: found.score, worth })
        };
        self.terms.iter().enumerate().filter_map(worth).collect()
    }
}
