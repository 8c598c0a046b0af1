//! `totora games`.

use super::output::{Failure, out, print_line};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use totora::base::options::{OptionKind, OptionSpec};
use totora::catalog::GAMES;
use totora::session::dto::GameInfo;

#[derive(Args)]
pub(crate) struct Games {
    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.json {
            let games: Vec<GameInfo> =
                GAMES.iter().map(|game| GameInfo::from_game(*game)).collect();
            return print_line(json!(games));
        }
        let mut out = out();
        for game in GAMES {
            writeln!(
                out,
                "{}  {}, {} seats",
                game.id(),
                game.name(),
                game.data().seat_names.len()
            )?;
            writeln!(out, "  {}", game.data().about)?;
            writeln!(out, "  options:")?;
            for option in game.options() {
                writeln!(out, "    {}", describe(option))?;
            }
            writeln!(out, "  bots:")?;
            for bot in game.bots() {
                writeln!(out, "    {:<14}{}", bot.id, bot.about)?;
                for option in &bot.options {
                    writeln!(out, "      {}", describe(option))?;
                }
            }
        }
        Ok(out.flush()?)
    }
}

fn describe(option: &OptionSpec) -> String {
    let values = match &option.kind {
        OptionKind::Choice { choices, .. } => choices.join("|"),
        OptionKind::Int { min, max, .. } => format!("{min}..{max}"),
        OptionKind::Number { min, max, .. } => format!("{min}..{max}"),
        OptionKind::Text { known, .. } if !known.is_empty() => {
            let names: Vec<_> = known.iter().map(|one| one.value).collect();
            format!("text, or one of {}", names.join("|"))
        }
        OptionKind::Text { .. } => "text".to_owned(),
    };
    let default = match option.default_value().to_json() {
        Value::String(text) => text,
        other => other.to_string(),
    };
    format!("{}={values} [{default}]  {}", option.key, option.about)
}
