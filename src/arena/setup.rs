//! The request for an arena, as JSON: for the page's form, the presets and the links; and the command line
//! that plays the same arena. Parsing is strict and bounded, since a link may come from anybody.

use super::journal::is_one;
use super::journal::{self, Header, Journal, NamedSeat, Shard};
use super::{Arena, ArenaRules, Entrant, MAX_REPEAT, MOST_GAMES, Openings, Start, entrants};
use crate::base::fixed::shorten;
use crate::base::json::{At, to_value};
use crate::base::options::{OptionSpec, Options, RawOptions};
use crate::base::util::gathered;
use crate::catalog::{AnyGame, game};
use crate::contract::declaration::{Heading, Preset};
use crate::record::link::{self, LinkError};
use crate::record::{RecordError, SeatSpec, seed_of};
use crate::session::names::written_name;
use serde::Serialize;
use serde_json::{Value, json};
use std::str::FromStr;

/// Maximum number of entrants, and of starts.
pub const MAX_ENTRANTS: usize = 64;
/// Maximum number of options that the starts may differ in.
const MAX_EACH: usize = 4;
/// The name of links to an arena, in the place of a game's id.
pub const NAME: &str = "arena";

/// A request for an arena; all fields but `game`, `bots` and `games` are optional.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArenaSetup {
    /// The game's id.
    pub game: &'static str,
    /// Values by key; the default applies to the others.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "OptionValues"))]
    pub options: RawOptions,
    /// The options whose values are the starts: every combination, with the same number of games each. One option may
    /// also stand alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "ArenaEach[] | ArenaEach | null"))]
    pub each: Vec<ArenaEach>,
    /// Texts as on the command line, or seats as in records.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(string | ArenaBot)[]"))]
    pub bots: Vec<Value>,
    /// If not empty, the other bots meet only these.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(string | ArenaBot)[]"))]
    pub against: Vec<Value>,
    /// Games per pairing, from each start.
    pub games: u32,
    /// How many tournaments are played, each with the next seed; 1 by default.
    #[serde(skip_serializing_if = "is_one")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub repeat: u32,
    /// Drawn by default.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "'drawn' | 'none' | 'earlier' | string[]")
    )]
    pub openings: Openings,
    /// The master seed: all other seeds derive from it.
    pub seed: u64,
    /// The id of the preset that it is based on.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | null"))]
    pub preset: Option<&'static str>,
    /// Stop condition, such as `sprt 0 20`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Format, clock and adjudication.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaRules"))]
    pub rules: ArenaRules,
}

/// An option with several values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArenaEach {
    /// The option's key.
    pub option: &'static str,
    /// At least one value.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(string | number)[]"))]
    pub values: Vec<Value>,
    /// The names of the values, if they differ from the values: those of map files, for example.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub names: Vec<String>,
}

/// A named tournament of a game, with its request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArenaPreset {
    game: &'static str,
    id: &'static str,
    about: &'static str,
    shows: &'static str,
    /// Number of tournaments in a published table; 0 without such a table.
    tournaments: usize,
    /// The arena of the preset.
    pub setup: ArenaSetup,
}

/// Data of an arena before its first game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ArenaPlan {
    /// Equal for equal arenas.
    id: String,
    setup: ArenaSetup,
    entrants: Vec<NamedSeat>,
    challengers: Option<usize>,
    starts: Vec<String>,
    /// Maximum number of games: a test may end the arena earlier.
    games: f64,
    /// Number of seats of a game, from the first start.
    seats: usize,
    /// The command that plays the same arena.
    command: String,
}

/// Reads an [`ArenaSetup`].
///
/// # Errors
/// Which part is invalid, and what was expected.
pub fn read(setup: &Value) -> Result<Arena, String> {
    let all = At::root(setup);
    let game = game(all.need("game", "a name")?.text()?).map_err(|error| error.to_string())?;
    let openings = Openings::from_json(setup.get("openings"))?;
    let raw = options(game, &all, &openings)?;
    let check =
        |raw: &RawOptions| Options::check(game.options(), raw).map_err(|error| error.to_string());
    let (own, against) = (bots(game, &all, "bots")?, bots(game, &all, "against")?);
    let challengers = (!against.is_empty()).then_some(own.len());
    let seats: Vec<SeatSpec> = own.into_iter().chain(against).collect();
    if seats.len() > MAX_ENTRANTS {
        return Err(format!("{} bots are given; at most {MAX_ENTRANTS} are read", seats.len()));
    }
    let name = |seat: &SeatSpec| written_name(seat).unwrap_or_else(|| seat.to_text());
    let preset = all.maybe("preset", At::text)?;
    let most = MOST_GAMES;
    let games = all.need("games", format!("a whole number from 1 to {most}"))?.whole(1..=most)?;
    let arena = Arena {
        game,
        options: check(&raw)?,
        starts: starts(game, &all, &raw, &check)?,
        entrants: entrants(seats.into_iter().map(|seat| (name(&seat), seat))),
        challengers,
        games: games as u32,
        repeat: all.maybe("repeat", |at| at.whole(1..=MAX_REPEAT.into()))?.unwrap_or(1) as u32,
        openings,
        seed: seed_of(&all)?.unwrap_or(1),
        until: text(&all, "until")?,
        rules: ArenaRules {
            format: text(&all, "format")?.unwrap_or_default(),
            clock: text(&all, "clock")?,
            adjudicate: text(&all, "adjudicate")?,
        },
        preset: game.data().presets.iter().find(|one| preset == Some(one.id)),
    };
    arena.check()?;
    arena.check_size()?;
    Ok(arena)
}

/// Default options between bots, where they differ from the usual defaults, with those of drawn openings: without these if
/// the game starts from a set-up position.
pub fn defaults(
    game: &dyn AnyGame,
    openings: &Openings,
    given: impl Fn(&str) -> bool,
) -> Vec<(&'static str, &'static str)> {
    let set_up = given(game.drafting().key);
    let drawn = *openings == Openings::Drawn && !set_up;
    let drawn = if drawn { game.opening_options() } else { &[] };
    [game.data().match_options, drawn].concat()
}

/// The options of the request, and the defaults between bots for the others.
fn options(game: &dyn AnyGame, all: &At<'_>, openings: &Openings) -> Result<RawOptions, String> {
    let mut raw = all.maybe("options", |at| at.object().cloned())?.unwrap_or_default();
    let defaults = defaults(game, openings, |key| raw.contains_key(key));
    fill(game, &mut raw, &defaults);
    Ok(raw)
}

/// Sets missing options; an option may also be present under its alias.
pub fn fill(game: &dyn AnyGame, raw: &mut RawOptions, defaults: &[(&str, &str)]) {
    for &(key, value) in defaults {
        let alias = game.options().iter().find(|spec| spec.key == key).and_then(|spec| spec.alias);
        if !raw.contains_key(key) && !alias.is_some_and(|alias| raw.contains_key(alias)) {
            raw.insert(key.to_owned(), Value::from(value));
        }
    }
}

/// Parses a bot: a text as on the command line, or a seat of a record.
///
/// # Errors
/// What is wrong with it.
pub fn seat(game: &dyn AnyGame, bot: &Value) -> Result<SeatSpec, String> {
    let seat = match bot.as_str() {
        Some(text) => SeatSpec::from_text(game, text, None),
        None => SeatSpec::from_json(game, bot),
    };
    seat.map_err(RecordError::words)
}

fn bots(game: &dyn AnyGame, all: &At<'_>, key: &str) -> Result<Vec<SeatSpec>, String> {
    let listed = all.maybe(key, |at| at.list(0..=usize::MAX))?.unwrap_or_default();
    let bot = |at: &At<'_>| match seat(game, at.value())? {
        SeatSpec::Human => Err("a person cannot be entered in an arena".to_owned()),
        seat => Ok(seat),
    };
    listed.iter().map(bot).collect()
}

fn starts(
    game: &dyn AnyGame,
    all: &At<'_>,
    raw: &RawOptions,
    check: &dyn Fn(&RawOptions) -> Result<Options, String>,
) -> Result<Vec<Start>, String> {
    let Some(each) = all.get("each") else { return Ok(Vec::new()) };
    let listed = if each.value().is_array() { each.list(0..=MAX_EACH)? } else { vec![each] };
    let axis = |at: &At<'_>| {
        let key = at.need("option", "the key of an option")?.text()?;
        let values = at.need("values", "a list of values")?.list(1..=MAX_ENTRANTS)?;
        let names = at.maybe("names", |at| at.list(values.len()..=values.len()))?;
        let values = values.iter().enumerate().map(|(i, value)| {
            let name = match &names {
                Some(names) => names[i].text()?.to_owned(),
                None => value_name(key, value.value(), i),
            };
            Ok((name, value.value().clone()))
        });
        Ok(Axis { option: option_key(game, key)?, values: values.collect::<Result<_, String>>()? })
    };
    let axes = listed.iter().map(axis).collect::<Result<Vec<_>, String>>()?;
    combine(&axes, |chosen| {
        let mut own = raw.clone();
        own.extend(chosen.iter().map(|(option, value)| ((*option).to_owned(), value.clone())));
        check(&own)
    })
}

/// The key of an option, which may be given by its alias.
fn option_key(game: &dyn AnyGame, key: &str) -> Result<&'static str, String> {
    let spec = game.options().iter().find(|spec| spec.key == key || spec.alias == Some(key));
    spec.map(|spec| spec.key).ok_or_else(|| {
        let known: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
        format!("`{}` is no option of {}; known: {}", shorten(key), game.name(), known.join(", "))
    })
}

/// An option with several values, each with its name.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The option's key.
    pub option: &'static str,
    /// Names and values.
    pub values: Vec<(String, Value)>,
}

impl Axis {
    /// Values for an option, named by themselves.
    ///
    /// # Errors
    /// When the game has no such option.
    pub fn new(
        game: &dyn AnyGame,
        key: &str,
        values: impl IntoIterator<Item = (Option<String>, Value)>,
    ) -> Result<Axis, String> {
        let option = option_key(game, key)?;
        let named = |(i, (name, value)): (usize, (Option<String>, Value))| {
            (name.unwrap_or_else(|| value_name(option, &value, i)), value)
        };
        Ok(Axis { option, values: values.into_iter().enumerate().map(named).collect() })
    }
}

/// The starts of all combinations of values; the last option changes fastest. `check` makes the options of a start.
///
/// # Errors
/// When an option occurs twice, a name occurs twice, there are too many starts, or a start's options do not fit.
pub fn combine(
    axes: &[Axis],
    mut check: impl FnMut(&[(&'static str, Value)]) -> Result<Options, String>,
) -> Result<Vec<Start>, String> {
    if axes.is_empty() {
        return Ok(Vec::new());
    }
    for (i, axis) in axes.iter().enumerate() {
        let option = axis.option;
        if axes[..i].iter().any(|other| other.option == option) {
            return Err(format!("`{option}` is varied twice; list all of its values once"));
        }
        for (n, (name, _)) in axis.values.iter().enumerate() {
            if axis.values[..n].iter().any(|(other, _)| other == name) {
                return Err(format!("`{option}` has `{}` twice", shorten(name)));
            }
        }
    }
    let count: usize = axes.iter().map(|axis| axis.values.len()).product();
    if count > MAX_ENTRANTS {
        return Err(format!("that makes {count} starts; at most {MAX_ENTRANTS} are played"));
    }
    let longer = |before: Vec<Vec<usize>>, axis: &Axis| -> Vec<Vec<usize>> {
        let with = |one: Vec<usize>| {
            (0..axis.values.len()).map(move |next| [one.as_slice(), &[next]].concat())
        };
        before.into_iter().flat_map(with).collect()
    };
    let combinations = axes.iter().fold(vec![Vec::new()], longer);
    let start = |chosen: Vec<usize>| {
        let at = axes.iter().zip(&chosen).map(|(axis, &i)| (axis.option, &axis.values[i]));
        let names: Vec<_> = at.clone().map(|(option, (name, _))| (option, name.clone())).collect();
        let values: Vec<_> = at.map(|(option, (_, value))| (option, value.clone())).collect();
        Ok(Start { name: name_of(&names), values: names, options: check(&values)? })
    };
    combinations.into_iter().map(start).collect()
}

/// The name of a start: the value of its only option, or all options with their values.
fn name_of(values: &[(&'static str, String)]) -> String {
    match values {
        [(_, value)] => value.clone(),
        several => {
            let texts: Vec<_> =
                several.iter().map(|(option, value)| format!("{option}={value}")).collect();
            texts.join(" ")
        }
    }
}

/// The name of a value: itself, unless it is long or has several lines, such as a map.
fn value_name(key: &str, value: &Value, i: usize) -> String {
    match value.as_str() {
        Some(text) if text.len() > 40 || text.contains('\n') => format!("{key} {}", i + 1),
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

/// A field whose value is a text in the form of the command line.
fn text<T: FromStr<Err = String>>(all: &At<'_>, key: &str) -> Result<Option<T>, String> {
    all.maybe(key, At::text)?.map(str::parse).transpose()
}

/// Drawn openings, unless the preset starts every game from the plain position.
pub fn of_preset_openings(preset: &Preset) -> Openings {
    if preset.plain_start.is_empty() { Openings::Drawn } else { Openings::None }
}

/// The arena of a preset.
pub fn of_preset(game: &dyn AnyGame, preset: &Preset) -> ArenaSetup {
    let pairs = preset.options.iter().map(|&(key, value)| (key.to_owned(), Value::from(value)));
    let texts = |texts: &[&str]| texts.iter().map(|&text| Value::from(text)).collect();
    ArenaSetup {
        game: game.id(),
        options: gathered(pairs),
        each: (preset.each.iter())
            .map(|(option, values)| ArenaEach { option, values: texts(values), names: Vec::new() })
            .collect(),
        bots: texts(preset.bots),
        against: texts(preset.against),
        games: preset.games,
        repeat: 1,
        openings: of_preset_openings(preset),
        seed: 1,
        preset: Some(preset.id),
        until: None,
        rules: ArenaRules::default(),
    }
}

fn published_tournaments(preset: &Preset) -> usize {
    let rows = preset.references.iter().flat_map(|reference| reference.rows);
    let number = |(heading, _): &(Heading, &[f64])| match heading {
        Heading::Tournament(number) => Some(*number),
        _ => None,
    };
    rows.filter_map(number).max().unwrap_or(0)
}

/// The presets of all games.
pub fn presets() -> Vec<ArenaPreset> {
    let of = |game: &&'static dyn AnyGame| {
        let (game, presets) = (*game, game.data().presets);
        presets.iter().map(move |preset| ArenaPreset {
            game: game.id(),
            id: preset.id,
            about: preset.about,
            shows: preset.shows,
            tournaments: published_tournaments(preset),
            setup: of_preset(game, preset),
        })
    };
    crate::catalog::GAMES.iter().flat_map(of).collect()
}

/// The options that the starts differ in, with their values.
fn each(arena: &Arena) -> Vec<ArenaEach> {
    let Some(first) = arena.starts.first() else { return Vec::new() };
    if first.values.is_empty() {
        return earlier_each(arena).into_iter().collect();
    }
    let axis = |(at, &(option, _)): (usize, &(&'static str, String))| {
        let spec = arena.game.options().iter().find(|spec| spec.key == option)?;
        let mut found: Vec<(&str, Value)> = Vec::new();
        for start in &arena.starts {
            let name = start.values.get(at)?.1.as_str();
            if !found.iter().any(|(known, _)| *known == name) {
                found.push((name, start.options.get(spec).to_json()));
            }
        }
        let mut numbered = found.iter().enumerate();
        let usual = numbered.all(|(i, (name, value))| *name == value_name(option, value, i));
        let names = found.iter().filter(|_| !usual).map(|(name, _)| (*name).to_owned()).collect();
        let values = found.iter().map(|(_, value)| value.clone()).collect();
        Some(ArenaEach { option, values, names })
    };
    first.values.iter().enumerate().filter_map(axis).collect()
}

/// The same for a results file of an earlier version, whose starts name no option.
fn earlier_each(arena: &Arena) -> Option<ArenaEach> {
    let values = |spec: &OptionSpec| -> Vec<Value> {
        arena.starts.iter().map(|start| start.options.get(spec).to_json()).collect()
    };
    let named = |spec: &&OptionSpec| {
        let mut starts = arena.starts.iter().zip(values(spec)).enumerate();
        starts.all(|(i, (start, value))| start.name == value_name(spec.key, &value, i))
    };
    let spec = arena.game.options().iter().find(named)?;
    Some(ArenaEach { option: spec.key, values: values(spec), names: Vec::new() })
}

/// The request for an arena; [`read`] is the reverse.
pub fn write(arena: &Arena) -> ArenaSetup {
    let mut options = arena.options.to_json();
    for spec in arena.game.options() {
        let other = arena.game.data().match_options.iter().chain(arena.game.opening_options());
        if other.clone().any(|&(key, _)| key == spec.key) {
            options.insert(spec.key.to_owned(), arena.options.get(spec).to_json());
        }
    }
    let each = each(arena);
    for axis in &each {
        options.remove(axis.option);
    }
    let seat = |entrant: &Entrant| {
        let text = entrant.seat.to_text();
        let same = SeatSpec::from_text(arena.game, &text, None)
            .is_ok_and(|as_read| as_read == entrant.seat);
        if same { Value::from(text) } else { json!(entrant.seat) }
    };
    let (own, against) = arena.entrants.split_at(arena.challengers.unwrap_or(arena.entrants.len()));
    ArenaSetup {
        game: arena.game.id(),
        options,
        each,
        bots: own.iter().map(seat).collect(),
        against: against.iter().map(seat).collect(),
        games: arena.games,
        repeat: arena.repeat,
        openings: arena.openings.clone(),
        seed: arena.seed,
        preset: arena.preset.map(|preset| preset.id),
        until: arena.until.map(|test| test.to_string()),
        rules: arena.rules,
    }
}

/// An option with several values as an argument of the command line. Values with names are maps: the name of a map's file is not known
/// here, so it is `NAME.txt`.
pub fn each_argument(option: &str, values: String, names: &[String]) -> String {
    let files = || names.iter().map(|name| format!("{name}.txt")).collect::<Vec<_>>().join(",");
    let values = if names.is_empty() { values } else { files() };
    format!("--each {}", quoted(&format!("{option}={values}")))
}

/// A shell word, quoted if necessary.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_:=.@,/".contains(c);
    if text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The command that plays the same arena.
pub fn command(arena: &Arena) -> String {
    let setup = write(arena);
    let text = |value: &Value| match value["program"].as_str() {
        // The program's own command is not known here.
        Some(program) => format!("{program}=exec:COMMAND"),
        None => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    let list = |values: &[Value]| values.iter().map(text).collect::<Vec<_>>().join(",");
    let mut words = vec![format!("totora arena {}", arena.game.id())];
    let preset = arena.preset.filter(|preset| {
        read(&to_value(&of_preset(arena.game, preset))).is_ok_and(|usual| {
            let Arena { games, repeat, seed, .. } = *arena;
            let same = Arena { games, repeat, seed, ..usual };
            write(&same) == setup
        })
    });
    if let Some(preset) = preset {
        words.push(format!("--preset {}", preset.id));
    } else {
        words.push(format!("--bots {}", quoted(&list(&setup.bots))));
        if arena.challengers.is_some() {
            words.push(format!("--against {}", quoted(&list(&setup.against))));
        }
        for (key, value) in &setup.options {
            words.push(format!("--option {}", quoted(&format!("{key}={}", text(value)))));
        }
        for ArenaEach { option, values, names } in &setup.each {
            words.push(each_argument(option, list(values), names));
        }
    }
    match &arena.openings {
        Openings::Drawn => {}
        _ if preset.is_some() => {}
        Openings::None | Openings::Earlier => words.push("--openings none".to_owned()),
        Openings::Book(_) => words.push("--openings FILE".to_owned()),
    }
    words.extend(arena.rules.options());
    words.extend(arena.until.map(|test| format!("--until {}", quoted(&test.to_string()))));
    if arena.repeat > 1 {
        words.push(format!("--repeat {}", arena.repeat));
    }
    words.push(format!("--games {} --seed {}", arena.games, arena.seed));
    words.join(" ")
}

/// The data of an arena before its first game.
pub fn describe(arena: &Arena) -> ArenaPlan {
    let setup = write(arena);
    let id = link::CHECKSUM.checksum(to_value(&setup).to_string().as_bytes());
    let start = arena.start(0, arena.seed);
    ArenaPlan {
        id: format!("{}-{id:08x}", arena.game.id()),
        setup,
        entrants: arena.entrants.iter().map(NamedSeat::from).collect(),
        challengers: arena.challengers,
        starts: arena.starts.iter().map(|start| start.name.clone()).collect(),
        games: arena.expected(),
        seats: start.map_or(0, |start| start.seats()),
        command: command(arena),
    }
}

/// The first line of its results file.
pub fn header_line(arena: &Arena) -> String {
    journal::header_line(&Header::new(arena, Shard::WHOLE))
}

/// A link to the arena, with the fingerprints of its bots ([`Arena::print`]) if they are known.
///
/// # Errors
/// When the arena is too large for a link.
pub fn to_link(arena: &Arena, prints: &[u32]) -> Result<String, String> {
    let mut setup = to_value(&write(arena));
    if !prints.is_empty() {
        setup["prints"] = json!(prints);
    }
    link::pack(NAME, setup.to_string().into_bytes()).map_err(|error| error.to_string())
}

/// The arena in a link; the reverse of [`to_link`].
///
/// # Errors
/// When the text is no such link, is damaged, or requests something unknown.
pub fn from_link(text: &str) -> Result<(Arena, Vec<u32>), String> {
    let address = link::find(text).map_err(|error| error.to_string())?;
    if address.name != NAME {
        return Err("this is no link to an arena".to_owned());
    }
    let bytes = address.into_content();
    let damaged = || LinkError::Damaged("it holds no arena").to_string();
    let mut setup: Value = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
    // Links of versions without drawn openings.
    if let Some(setup) = setup.as_object_mut() {
        setup.entry("openings").or_insert_with(|| Openings::Earlier.into());
    }
    let arena = read(&setup).map_err(|error| format!("this link does not fit: {error}"))?;
    let print = |value: &Value| value.as_u64().map(|print| print as u32);
    let prints = setup.get("prints").and_then(Value::as_array);
    let prints = prints.into_iter().flatten().map(print).collect::<Option<Vec<_>>>();
    Ok((arena, prints.filter(|prints| prints.len() <= MAX_ENTRANTS).unwrap_or_default()))
}

/// The arena of a results file, and the lines of its finished games; `None` if the text is no such file.
///
/// # Errors
/// Which line is wrong, and how.
pub fn from_results(text: &str) -> Option<Result<(Arena, &str), String>> {
    if !text.starts_with(journal::MAGIC) {
        return None;
    }
    let cut = || "the file of results ends before its first line does".to_owned();
    let read = || {
        let journal = Journal::read(text.as_bytes())?.ok_or_else(cut)?;
        let lines = text[..journal.whole].split_once('\n').map_or("", |(_, lines)| lines);
        Ok((journal.header.arena()?, lines))
    };
    Some(read())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena_from(setup: Value) -> Arena {
        read(&setup).unwrap_or_else(|error| panic!("{error}: {setup}"))
    }

    #[test]
    fn presets_survive_round_trips_through_json_and_links() {
        let presets = presets();
        assert_eq!(presets.len(), 10);
        for preset in presets {
            let arena = arena_from(to_value(&preset.setup));
            let setup = write(&arena);
            assert_eq!(write(&arena_from(to_value(&setup))), setup);
            let link = to_link(&arena, &[7, u32::MAX]).expect("short");
            let (again, prints) = from_link(&link).expect("a link");
            assert_eq!((write(&again), prints), (setup, vec![7, u32::MAX]));
            let names = |arena: &Arena| -> Vec<String> {
                arena.entrants.iter().map(|one| one.name.clone()).collect()
            };
            assert_eq!(names(&again), names(&arena));
            assert_eq!(again.starts, arena.starts);
            assert!(link.len() < 600, "{}", link.len());
            assert!(command(&arena).contains("--preset"), "{}", command(&arena));
            assert_eq!(arena.expected(), arena.schedule().games() as f64);
        }
    }

    #[test]
    fn entrants_may_be_text_or_objects_and_survive_a_round_trip() {
        let arena = arena_from(json!({
            "game": "isolation", "games": 4, "seed": 9,
            "options": {"opening": "free"},
            "bots": ["ab-custom@500n", {"bot": "random", "options": {}}, "random"],
        }));
        let names: Vec<&str> = arena.entrants.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["ab-custom@500n", "random", "random #2"]);
        let again = arena_from(to_value(&write(&arena)));
        assert_eq!(again.options.to_json(), arena.options.to_json());
        assert_eq!(
            command(&arena),
            "totora arena isolation --bots ab-custom@500n,random,random --option opening=free --games 4 --seed 9"
        );
        let tested = arena_from(json!({
            "game": "isolation", "games": 4, "bots": ["greedy", "random", "tuned"], "until": "sprt 0 20",
        }));
        assert_eq!(to_value(&write(&arena_from(to_value(&write(&tested)))))["until"], "sprt 0 20");
        assert!(command(&tested).contains("--until 'sprt 0 20' --games 4"));
        let rounds = arena_from(json!({
            "game": "isolation", "games": 4, "bots": ["greedy", "random"], "format": "knockout",
        }));
        assert_eq!(to_value(&write(&arena_from(to_value(&write(&rounds)))))["format"], "knockout");
        assert!(command(&rounds).contains("--format knockout --games 4"));
        let program = arena_from(json!({
            "game": "isolation", "games": 4, "bots": ["greedy", {"program": "minnow"}],
        }));
        assert!(command(&program).contains("--bots greedy,minnow=exec:COMMAND"));
        // By default, openings are drawn.
        let usual =
            arena_from(json!({"game": "isolation", "games": 4, "bots": ["random", "random"]}));
        assert_ne!(usual.options.to_json(), arena.options.to_json());
    }

    #[test]
    fn invalid_and_oversized_setups_are_rejected() {
        let wrong = |setup: Value| read(&setup).err().expect("refused");
        let two = json!(["balanced", "explore"]);
        assert!(wrong(json!({"bots": two})).contains("`game` is missing"));
        assert!(wrong(json!({"game": "uros", "bots": two})).contains("`games` is missing"));
        assert!(
            wrong(json!({"game": "uros", "bots": ["balanced"], "games": 2})).contains("at least 2")
        );
        let human = json!([{"human": true}, "balanced"]);
        assert!(wrong(json!({"game": "uros", "bots": human, "games": 2})).contains("a person"));
        let many = json!(vec!["random"; 64]);
        let much = wrong(json!({"game": "uros", "bots": many, "games": 1_000_000}));
        assert!(much.contains("at most 1000000"), "{much}");
        // Eight seats and 64 entrants have 4,426,165,368 combinations, which are too many to list.
        let map = "8\n1\n0 0\n3 9\n1 2 3 4 5 6 7 8 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n";
        let crowd = json!({"game": "reversi", "bots": many, "games": 1, "options": {"map": map}});
        assert!(wrong(crowd).contains("4426165368 games"));
        assert!(from_link("#1uros.AAAA").is_err() && from_link("#1arena.AAAA").is_err());
    }
}
