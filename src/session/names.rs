//! Names of the players.

use crate::base::options::OptionValue;
use crate::catalog::AnyGame;
use crate::lab::heuristic::{FORMULA, LAB, Written};
use crate::record::SeatSpec;

/// The name of a player: `Human`, `Balanced`, `Balanced (custom)`, `Second thoughts by Ada`.
pub fn player_name(game: &dyn AnyGame, spec: &SeatSpec) -> String {
    match spec {
        SeatSpec::Human => "Human".to_owned(),
        SeatSpec::Program { name, .. } => name.clone(),
        SeatSpec::Bot { id, options, .. } => written_name(spec).unwrap_or_else(|| {
            let name = game.bot_info(id).map_or(*id, |info| info.name);
            let custom = !options.is_default() && *id != "custom";
            format!("{name}{}", if custom { " (custom)" } else { "" })
        }),
    }
}

/// The author's name for a heuristic, `name by author`; `None` if it states none, and for all other players.
pub fn written_name(spec: &SeatSpec) -> Option<String> {
    let SeatSpec::Bot { id: LAB, options, .. } = spec else { return None };
    let (_, formula) = options.iter().find(|(key, _)| *key == FORMULA)?;
    let OptionValue::Text(formula) = formula else { return None };
    let Written { name, author, .. } = Written::read(formula).ok()?;
    let named = match (name.trim(), author.trim()) {
        ("", "") => return None,
        (name, "") => name.to_owned(),
        ("", author) => format!("Lab by {author}"),
        (name, author) => format!("{name} by {author}"),
    };
    // Sentences about bots put their names between backticks.
    Some(named.replace('`', "'"))
}
