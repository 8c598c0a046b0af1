//! The orders of an empire for a turn, and their notation: plain orders, a step for each named outpost, or
//! standing orders, which remain in force until changed. The position checks whether an order can be
//! carried out.

use super::board::{Cell, Direction};
use super::reader::{Reader, Word};
use super::standing_rules::{self, StandingRule};
use super::steps::{Plain, write_steps};
use super::tasks::Task;
use crate::base::bytes::{put_number, put_text, take, take_byte, take_number};
use crate::contract::game::NotationError;
use std::fmt;

/// The orders of one empire for one turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Orders {
    /// Exactly these steps; other outposts stay. Standing orders are suspended this turn.
    Plain(Plain),
    /// Changes of the standing orders, which are then carried out; if empty, they stay the same.
    Standing(Vec<Clause>),
}

/// The outposts that a clause applies to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// All outposts of the empire.
    All,
    /// The outposts with these indices.
    These(Vec<u32>),
}

/// A bot that controls outposts without an order of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adviser(pub u8);

/// The bots available as advisers, by the number of an [`Adviser`]. They all decide by the visible board alone.
pub const ADVISERS: [&str; 7] =
    ["harvester", "homesteader", "shepherd", "mason", "phalanx", "kamikaze", "wolfpack"];

/// The rule for choosing the outpost to disband.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The last outpost of the list.
    #[default]
    Newest,
    /// The outpost farthest from home.
    Farthest,
    /// The outpost that adds the least area.
    Least,
}

const POLICIES: [(&str, Policy); 3] =
    [("newest", Policy::Newest), ("farthest", Policy::Farthest), ("least", Policy::Least)];

impl Policy {
    /// Its word in the notation.
    pub fn word(self) -> &'static str {
        POLICIES[self as usize].0
    }

    /// The policy for a word.
    pub fn named(word: &str) -> Option<Policy> {
        POLICIES.iter().find(|(known, _)| *known == word).map(|&(_, policy)| policy)
    }
}

/// A change of standing orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// Sets the task of these outposts.
    Task(Who, Task),
    /// Sets the adviser of the other outposts; `None`: they stay.
    Adviser(Option<Adviser>),
    /// Sets the destination of new outposts; `None`: the adviser controls them.
    Rally(Option<Cell>),
    /// Sets the tasks of new outposts, and of existing ones while a condition holds; replaces
    /// all previous rules.
    Rules(Vec<StandingRule>),
    /// Sets the rule for choosing the outpost to disband.
    Policy(Policy),
    /// For this turn: the outpost to disband, if necessary.
    Disband(u32),
    /// For this turn: a step that overrides the task.
    Step(u32, Direction),
    /// For this turn: the steps of outposts on auto that the adviser suggested when the orders were entered.
    Suggested(Vec<(u32, Direction)>),
}

impl Clause {
    /// The steps of a [`Clause::Suggested`].
    pub fn suggested(&self) -> Option<&[(u32, Direction)]> {
        match self {
            Clause::Suggested(steps) => Some(steps),
            _ => None,
        }
    }
}

/// Maximum number of clauses per turn.
const MOST_CLAUSES: usize = 1_000;
/// Maximum number of way-points of a task.
const MOST_POINTS: usize = 64;
/// Maximum size of an empire's orders for a turn, in bytes.
pub const MAX_BYTES: usize = 64 << 10;

/// `0:E 3:N`, `x7 0:S`, `-`; `.`, `go 3 40,12; hold 4`.
impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Orders::Plain(plain) => plain.fmt(f),
            Orders::Standing(clauses) if clauses.is_empty() => f.write_str("."),
            Orders::Standing(clauses) => {
                // A dot distinguishes a clause that looks like plain orders; next to suggested steps
                // alone it means that the standing orders stay the same.
                let bare = |c: &Clause| {
                    matches!(c, Clause::Disband(_) | Clause::Step(..) | Clause::Suggested(_))
                };
                if clauses.first().is_some_and(bare) {
                    f.write_str(".; ")?;
                }
                clauses.iter().enumerate().try_for_each(|(i, clause)| {
                    write!(f, "{}{clause}", if i > 0 { "; " } else { "" })
                })
            }
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::All => f.write_str("all"),
            Who::These(list) => list
                .iter()
                .enumerate()
                .try_for_each(|(i, index)| write!(f, "{}{index}", if i > 0 { "," } else { "" })),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |f: &mut fmt::Formatter<'_>, points: &[Cell]| {
            points.iter().try_for_each(|point| write!(f, " {point}"))
        };
        match self {
            Clause::Task(who, task) => {
                write!(f, "{} {who}", task.word())?;
                match task {
                    Task::Go(list) | Task::Patrol(list, _) => points(f, list),
                    Task::Pair(other) => write!(f, " {other}"),
                    Task::Harvest(Some(site)) => write!(f, " {site}"),
                    _ => Ok(()),
                }
            }
            Clause::Adviser(None) => f.write_str("adviser none"),
            Clause::Adviser(Some(adviser)) => write!(f, "adviser {}", adviser.id()),
            Clause::Rally(None) => f.write_str("rally off"),
            Clause::Rally(Some(cell)) => write!(f, "rally {cell}"),
            Clause::Rules(rules) if rules.is_empty() => f.write_str("rules off"),
            Clause::Rules(rules) => rules.iter().enumerate().try_for_each(|(i, rule)| {
                write!(f, "{}{rule}", if i == 0 { "rules " } else { " / " })
            }),
            Clause::Policy(policy) => write!(f, "disband {}", policy.word()),
            Clause::Disband(index) => write!(f, "x{index}"),
            Clause::Step(index, direction) => write!(f, "{index}:{}", direction.letter()),
            Clause::Suggested(steps) => {
                f.write_str("suggested ")?;
                write_steps(f, steps)
            }
        }
    }
}

impl Adviser {
    /// The id of the bot: one of [`ADVISERS`].
    pub fn id(self) -> &'static str {
        ADVISERS[usize::from(self.0) % ADVISERS.len()]
    }

    /// The adviser with a bot's id.
    pub fn named(id: &str) -> Option<Adviser> {
        ADVISERS.iter().position(|known| *known == id).map(|at| Adviser(at as u8))
    }
}

const START: &str = "steps such as `0:E 3:N`, `-`, or standing orders such as `go 3 40,12; hold 4`";
const CLAUSE: &str = "go, patrol, hold, guard, pair, harvest, raid, auto, adviser, rally, rules, disband, suggested, a step `3:N` or `x7`";

/// Parses the orders of one empire.
///
/// # Errors
/// The location of the first invalid part, and the expected input.
pub fn parse(text: &str) -> Result<Orders, NotationError> {
    let wrong = |at: usize, expected: &str| NotationError::new(text, at, expected);
    if text.len() > MAX_BYTES {
        return Err(wrong(0, &format!("at most {MAX_BYTES} bytes of orders")));
    }
    match text.trim() {
        "-" => return Ok(Orders::Plain(Plain::default())),
        "." => return Ok(Orders::Standing(Vec::new())),
        "" => return Err(wrong(0, START)),
        _ => {}
    }
    let first = text.trim_start().as_bytes()[0];
    let reader = Reader { text };
    if first.is_ascii_digit() || first == b'x' {
        reader.plain().map(Orders::Plain)
    } else if first == b'.' || first.is_ascii_lowercase() {
        reader.standing().map(Orders::Standing)
    } else {
        Err(wrong(text.len() - text.trim_start().len(), START))
    }
}

impl<'a> Reader<'a> {
    fn plain(self) -> Result<Plain, NotationError> {
        let mut plain = Plain::default();
        for (i, word) in self.words(0, self.text.len()).enumerate() {
            if word.1.starts_with('x') {
                if i > 0 {
                    return Err(self.wrong(word.0, "`x` with an index in the first place only"));
                }
                plain.disband = Some(self.disband(word)?);
            } else {
                plain.steps.push(self.step(word)?);
            }
        }
        Ok(plain)
    }

    fn standing(self) -> Result<Vec<Clause>, NotationError> {
        let mut clauses = Vec::new();
        let mut from = 0;
        for (i, part) in self.text.split(';').enumerate() {
            let to = from + part.len();
            let trimmed = part.trim();
            if !(i == 0 && trimmed == ".") {
                if trimmed.is_empty() {
                    return Err(self.wrong(from, CLAUSE));
                }
                if clauses.len() == MOST_CLAUSES {
                    return Err(self.wrong(from, &format!("at most {MOST_CLAUSES} clauses")));
                }
                clauses.push(self.clause(from, to)?);
            }
            from = to + 1;
        }
        Ok(clauses)
    }

    fn clause(self, from: usize, to: usize) -> Result<Clause, NotationError> {
        let mut words = self.words(from, to);
        let head = words.next().ok_or_else(|| self.wrong(from, CLAUSE))?;
        let clause = match head.1 {
            "adviser" => {
                let (at, word) = self.next(&mut words, to, "a bot's name, or none")?;
                let known = || format!("none or one of {}", ADVISERS.join(", "));
                Clause::Adviser(if word == "none" {
                    None
                } else {
                    Some(Adviser::named(word).ok_or_else(|| self.wrong(at, &known()))?)
                })
            }
            "rally" => {
                let word = self.next(&mut words, to, "a cell such as 40,12, or off")?;
                Clause::Rally(if word.1 == "off" { None } else { Some(self.cell(word)?) })
            }
            "rules" => Clause::Rules(standing_rules::read(self, &mut words, to)?),
            "disband" => {
                let (at, word) = self.next(&mut words, to, "newest, farthest or least")?;
                let found = Policy::named(word);
                Clause::Policy(found.ok_or_else(|| self.wrong(at, "newest, farthest or least"))?)
            }
            "suggested" => Clause::Suggested(match self.next(&mut words, to, "steps, or -")? {
                (_, "-") => Vec::new(),
                first => std::iter::once(first)
                    .chain(words.by_ref())
                    .map(|word| self.step(word))
                    .collect::<Result<_, _>>()?,
            }),
            word if word.starts_with('x') && word.len() > 1 => Clause::Disband(self.disband(head)?),
            word if word.as_bytes()[0].is_ascii_digit() => {
                let (index, direction) = self.step(head)?;
                Clause::Step(index, direction)
            }
            word => {
                let known = ["go", "patrol", "hold", "guard", "pair", "harvest", "raid", "auto"];
                if !known.contains(&word) {
                    return Err(self.wrong(head.0, CLAUSE));
                }
                let who = self.who(self.next(&mut words, to, WHO)?)?;
                let task = match word {
                    "go" => Task::Go(self.points(&mut words, to, 1)?),
                    "patrol" => Task::Patrol(self.points(&mut words, to, 2)?, 0),
                    "hold" => Task::Hold,
                    "guard" => Task::Guard,
                    "pair" => {
                        let (at, other) = self.next(&mut words, to, "the other's index")?;
                        Task::Pair(self.number(at, other, "the other's index")?)
                    }
                    "harvest" => {
                        Task::Harvest(words.next().map(|word| self.cell(word)).transpose()?)
                    }
                    "raid" => Task::Raid,
                    _ => Task::Auto,
                };
                Clause::Task(who, task)
            }
        };
        match words.next() {
            Some((at, _)) => Err(self.wrong(at, "`;` or the end of the orders")),
            None => Ok(clause),
        }
    }

    fn who(self, (at, word): Word<'_>) -> Result<Who, NotationError> {
        if word == "all" {
            return Ok(Who::All);
        }
        let mut list = Vec::new();
        let mut offset = at;
        for part in word.split(',') {
            list.push(self.number(offset, part, WHO)?);
            offset += part.len() + 1;
        }
        Ok(Who::These(list))
    }

    fn points(
        self,
        words: &mut impl Iterator<Item = Word<'a>>,
        end: usize,
        least: usize,
    ) -> Result<Vec<Cell>, NotationError> {
        let mut points = Vec::new();
        for word in words {
            if points.len() == MOST_POINTS {
                return Err(self.wrong(word.0, &format!("at most {MOST_POINTS} cells")));
            }
            points.push(self.cell(word)?);
        }
        if points.len() < least {
            let what = if least == 1 { "a cell such as 40,12" } else { "two cells or more" };
            return Err(self.wrong(end, what));
        }
        Ok(points)
    }
}

const WHO: &str = "indices of outposts such as 3 or 3,4,7, or all";

/// Encodes orders compactly, for links.
pub fn encode(orders: &Orders, out: &mut Vec<u8>) {
    match orders {
        Orders::Standing(clauses) => encode_clauses(clauses, out),
        Orders::Plain(plain) => {
            out.push(2 + u8::from(plain.disband.is_some()));
            if let Some(index) = plain.disband {
                put(out, index);
            }
            put_steps(out, &plain.steps);
        }
    }
}

/// The first byte is 0 for none, 1 for a text, 4 for suggested steps alone, 5 for other clauses followed by suggested steps.
fn encode_clauses(clauses: &[Clause], out: &mut Vec<u8>) {
    match clauses {
        [] => out.push(0),
        [Clause::Suggested(steps)] => {
            out.push(4);
            put_steps(out, steps);
        }
        [others @ .., Clause::Suggested(steps)]
            if others.iter().all(|clause| clause.suggested().is_none()) =>
        {
            out.push(5);
            encode_clauses(others, out);
            put_steps(out, steps);
        }
        _ => {
            let text = Orders::Standing(clauses.to_vec()).to_string();
            out.push(1);
            put_text(out, &text);
        }
    }
}

fn put_steps(out: &mut Vec<u8>, steps: &[(u32, Direction)]) {
    put(out, steps.len() as u32);
    // Indices mostly rise by one: then the difference is one small byte.
    let mut expected = 0;
    for &(index, direction) in steps {
        let code = u32::from(direction.code());
        if index >= expected {
            put(out, (index - expected) << 3 | code);
        } else {
            put(out, index << 3 | 4 | code);
        }
        expected = index + 1;
    }
}

/// Decodes the output of [`encode`] from the front of `bytes`; `None` if it is invalid.
pub fn decode(bytes: &mut &[u8]) -> Option<Orders> {
    let kind = take_byte(bytes)?;
    match kind {
        0 => Some(Orders::Standing(Vec::new())),
        1 => {
            let length = get(bytes)?;
            parse(std::str::from_utf8(take(bytes, length.into())?).ok()?).ok()
        }
        2 | 3 => {
            let disband = if kind == 3 { Some(get(bytes)?) } else { None };
            Some(Orders::Plain(Plain { disband, steps: get_steps(bytes)? }))
        }
        4 => Some(Orders::Standing(vec![Clause::Suggested(get_steps(bytes)?)])),
        5 => {
            // Clauses follow in their own encoding; there is no further nesting.
            let (0 | 1) = bytes.first()? else { return None };
            let Orders::Standing(mut clauses) = decode(bytes)? else { return None };
            clauses.push(Clause::Suggested(get_steps(bytes)?));
            Some(Orders::Standing(clauses))
        }
        _ => None,
    }
}

fn get_steps(bytes: &mut &[u8]) -> Option<Vec<(u32, Direction)>> {
    let count = get(bytes)? as usize;
    if count > bytes.len() {
        return None;
    }
    let mut steps = Vec::with_capacity(count);
    let mut expected = 0u32;
    for _ in 0..count {
        let code = get(bytes)?;
        let base = if code & 4 == 0 { expected } else { 0 };
        let index = base.checked_add(code >> 3).filter(|&index| index < 1_000_000)?;
        steps.push((index, Direction::from_code(code as u8)));
        expected = index + 1;
    }
    Some(steps)
}

fn put(out: &mut Vec<u8>, number: u32) {
    put_number(out, number.into());
}

/// A number of at most four bytes.
fn get(bytes: &mut &[u8]) -> Option<u32> {
    take_number(bytes, 4).map(|number| number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_round_trip_through_text_and_code() {
        let canonical = [
            "-",
            ".",
            "0:E 3:N 4:W",
            "x7",
            "x7 0:S 0:S",
            ".; suggested -",
            "go 3 40,12; 4:S; suggested 5:W",
            ".; suggested 5:W; 4:S",
            "go 3 40,12",
            ".; 3:N",
            "hold 1; 3:N; x2",
            ".; x2; auto 0",
            "rules off",
            "hold 1; rules new if water then harvest / auto if cut then raid; rally off",
            "rules all if home 20 then guard / all if land then auto / all if turn 9 then harvest 1,2",
            "adviser wolfpack; rally 1,2; rally off; disband least; adviser none",
            "patrol 0 1,2 3,4; pair 3 4; harvest 1; harvest 2 5,6; raid 7; guard 8; auto 9",
        ];
        let variants = [
            (".;suggested  0:E 3:N", ".; suggested 0:E 3:N"),
            ("  4:W   2:E ", "4:W 2:E"),
            ("go 3,4 40,12 50,20;hold all", "go 3,4 40,12 50,20; hold all"),
            (
                "rules  all if enemy 6   then guard / new then go 40,12",
                "rules all if enemy 6 then guard / new then go 40,12",
            ),
        ];
        for (text, canonical) in canonical.map(|text| (text, text)).into_iter().chain(variants) {
            let orders = parse(text).expect(text);
            assert_eq!(orders.to_string(), canonical);
            assert_eq!(parse(canonical).as_ref(), Ok(&orders));
            let mut code = Vec::new();
            encode(&orders, &mut code);
            code.push(0xa5);
            let mut rest = code.as_slice();
            assert_eq!(decode(&mut rest).as_ref(), Some(&orders), "{text}");
            assert_eq!(rest, [0xa5]);
        }
    }

    #[test]
    fn errors_give_the_location() {
        for (text, at) in [
            ("", 1),
            ("0", 1),
            ("0:", 3),
            ("0:Q", 3),
            ("0:EE", 3),
            ("0:E 3", 5),
            ("0:E x7", 5),
            ("x", 2),
            ("xx", 2),
            ("9999999:E", 1),
            ("go", 3),
            ("go 3", 5),
            ("go 3 40", 6),
            ("go 3 40,100", 6),
            ("go 3 40,12;", 12),
            ("patrol 3 1,1", 13),
            ("hold 3 4", 8),
            ("hold 3,,4", 8),
            ("dance 3", 1),
            (".; dance 3", 4),
            ("adviser totora", 9),
            ("disband all", 9),
            ("suggested", 10),
            ("suggested 3", 11),
            ("suggested - 3:N", 13),
            (".; suggested 3:Q", 16),
            ("rules", 6),
            ("rules all", 10),
            ("rules some then hold", 7),
            ("rules all when cut then hold", 11),
            ("rules all if", 13),
            ("rules all if rain then hold", 14),
            ("rules all if enemy then hold", 20),
            ("rules all if enemy 0 then hold", 20),
            ("rules all if enemy 199 then hold", 20),
            ("rules all if cut hold", 18),
            ("rules all then pair 3", 16),
            ("rules all then go", 18),
            ("rules all then go 1,1 2,2", 23),
            ("rules all then hold /", 20),
            ("rules all then hold / / new then hold", 20),
            ("hold 3; rules all then", 23),
            ("?", 1),
            ("- 0:E", 1),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{error}");
        }
    }
}
