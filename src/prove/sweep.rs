//! A sweep: several values of one parameter of a bot, all against the same field on the same openings. A sweep is one
//! arena; each value is a challenger.

use super::parameter::{Parameter, find, with_values};
use super::{MOST_VARIANTS, Study, VariantScore, standing};
use crate::arena::{Arena, Entrant, Report};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use serde::Serialize;

/// The arena of a sweep, and its values.
pub struct Sweep {
    /// The parameter that varies.
    pub parameter: Parameter,
    /// Its values, ascending; the current value is one of them.
    pub values: Vec<Fixed>,
    /// The arena: one challenger per value.
    pub arena: Arena,
}

/// The result of one value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The parameter's value, one of [`Sweep::values`].
    pub value: f64,
    /// Whether it is the bot's current value.
    pub now: bool,
    /// Its points, and its difference to the bot's current value.
    #[serde(flatten)]
    pub standing: VariantScore,
}

/// `steps` evenly spaced values from one to another, each rounded to an allowed one, and the current value.
pub fn values(
    parameter: &Parameter,
    from: Fixed,
    to: Fixed,
    steps: usize,
) -> Result<Vec<Fixed>, String> {
    if !(2..MOST_VARIANTS).contains(&steps) {
        return Err(format!("{steps} steps are asked for; expected 2 to {}", MOST_VARIANTS - 1));
    }
    if from >= to {
        return Err(format!("from {from} to {to} is no range; expected the smaller one first"));
    }
    for end in [from, to] {
        if end < parameter.min || end > parameter.max {
            return Err(format!(
                "{end} is out of the range of `{}`, which is {} to {}",
                parameter.key, parameter.min, parameter.max
            ));
        }
    }
    let (low, high) = (from.to_f64(), to.to_f64());
    let at = |step: usize| parameter.nearest(low + (high - low) * step as f64 / (steps - 1) as f64);
    let mut values: Vec<Fixed> = (0..steps).map(at).chain([parameter.value]).collect();
    sort_by_key(&mut values, |value| (value.thousandths(), 0));
    values.dedup();
    Ok(values)
}

impl Sweep {
    /// Prepares a sweep of the parameter with that key.
    ///
    /// # Errors
    /// What is invalid.
    pub fn new(
        study: &Study,
        key: &str,
        from: Fixed,
        to: Fixed,
        steps: usize,
    ) -> Result<Sweep, String> {
        study.needs_field()?;
        let parameter = find(&study.parameters()?, key)?.clone();
        let values = values(&parameter, from, to, steps)?;
        let variant = |&value: &Fixed| {
            let seat = with_values(study.game, &study.bot, &[(&parameter, value)])?;
            Ok(Entrant { name: format!("{key}={value}"), seat })
        };
        let variants = values.iter().map(variant).collect::<Result<_, String>>()?;
        let arena = study.arena(variants, study.games, study.seed)?;
        Ok(Sweep { parameter, values, arena })
    }

    /// The index of the bot's current value.
    pub fn now(&self) -> usize {
        self.values.iter().position(|&value| value == self.parameter.value).unwrap_or(0)
    }

    /// The result of each value, by the report of the arena so far.
    pub fn points(&self, report: &Report) -> Vec<Point> {
        let now = self.now();
        let point = |(i, value): (usize, &Fixed)| {
            let standing = standing(report, i, now)?;
            Some(Point { value: value.to_f64(), now: i == now, standing })
        };
        self.values.iter().enumerate().filter_map(point).collect()
    }
}
