//! Steps of outposts in orders, and their text form.

use super::board::Direction;
use std::fmt;

/// Steps by index in the empire's list, after building and disbanding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plain {
    /// In a season with more outposts than can be afforded: the one to disband, by its previous index.
    pub disband: Option<u32>,
    /// The steps in input order. Of several for one outpost, the first possible one counts.
    pub steps: Vec<(u32, Direction)>,
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(index) = self.disband {
            write!(f, "x{index}")?;
            if self.steps.is_empty() {
                return Ok(());
            }
            f.write_str(" ")?;
        }
        write_steps(f, &self.steps)
    }
}

/// `0:E 3:N`, `-` for none.
pub(super) fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[(u32, Direction)]) -> fmt::Result {
    if steps.is_empty() {
        return f.write_str("-");
    }
    steps.iter().enumerate().try_for_each(|(i, (index, direction))| {
        write!(f, "{}{index}:{}", if i > 0 { " " } else { "" }, direction.letter())
    })
}
