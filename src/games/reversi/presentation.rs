//! What the page shows of a position, in figures, words and lists, and the answers to what the board and
//! the map editor ask; `view.d.ts` documents the fields. Only reads positions.

use super::board::Board;
use super::built_in::MAPS;
use super::map::{MAX_BYTES, Map, Tile};
use super::moves::{Move, Special};
use super::position::{Phase, Reversi};
use crate::fixed::shorten;
use crate::game::{Enumerable, Game, MoveList, Seat};
use crate::json::{Json, object, sort_by_key};
use crate::object;
use crate::presentation::{Metric, Presentation, SeatStatus};
use crate::util::counted;
use serde_json::Value;

/// The number of a phase in figures.
fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::Build => 1,
        Phase::Elimination => 2,
        Phase::Over => 3,
    }
}

/// One number a seat.
fn per_seat(position: &Reversi, of: &dyn Fn(Seat) -> u32) -> Vec<u32> {
    (0..position.players()).map(of).collect()
}

fn out(position: &Reversi) -> Vec<Seat> {
    position.disqualified().iter().collect()
}

/// The figures that the rules file names.
pub(super) fn summary(position: &Reversi) -> Value {
    object!({
        "phase": phase_number(position.phase()),
        "stones": per_seat(position, &|seat| position.stones(seat)),
        "overrides": per_seat(position, &|seat| position.overrides(seat)),
        "bombs": per_seat(position, &|seat| position.bombs(seat)),
        "disqualified": out(position),
    })
}

fn player(seat: Seat) -> String {
    format!("Player {}", seat + 1)
}

fn place(board: &Board, tile: usize) -> String {
    let (x, y) = board.at(tile);
    format!("{x},{y}")
}

/// What stands on a tile, in words.
fn tile_words(tile: Tile, was_hole: bool) -> &'static str {
    const STONES: [&str; 8] = [
        "stone of Player 1",
        "stone of Player 2",
        "stone of Player 3",
        "stone of Player 4",
        "stone of Player 5",
        "stone of Player 6",
        "stone of Player 7",
        "stone of Player 8",
    ];
    match tile {
        Tile::Hole if was_hole => "hole",
        Tile::Hole => "hole, blown up",
        Tile::Empty => "empty",
        Tile::Choice => "choice",
        Tile::Inversion => "inversion",
        Tile::Bonus => "bonus",
        Tile::Expansion => "expansion stone",
        Tile::Stone(number) => STONES[usize::from(number - 1) % STONES.len()],
    }
}

/// The stones that a stone of `seat` on `tile` would turn, each once, in rising order.
pub(super) fn turned(position: &Reversi, seat: Seat, tile: usize) -> Vec<usize> {
    let board = position.board();
    let mut turned: Vec<usize> = (0..8)
        .flat_map(|direction| {
            let length = position.flanked(seat, tile, direction);
            board.ray(tile, direction).take(length).map(|(tile, _)| tile)
        })
        .collect();
    sort_by_key(&mut turned, |&tile| (tile as i64, 0));
    turned.dedup();
    turned
}

/// Counts the stones that moves would turn, without a list of them.
struct Turning {
    /// For each tile the count in which it came last.
    seen: Vec<u32>,
    counts: u32,
}

impl Turning {
    fn new(position: &Reversi) -> Self {
        Turning { seen: vec![0; position.board().tiles()], counts: 0 }
    }

    /// How many [`turned`] would list.
    fn count(&mut self, position: &Reversi, seat: Seat, tile: usize) -> usize {
        self.counts += 1;
        let mut count = 0;
        for direction in 0..8 {
            let length = position.flanked(seat, tile, direction);
            for (tile, _) in position.board().ray(tile, direction).take(length) {
                count += usize::from(self.seen[tile] != self.counts);
                self.seen[tile] = self.counts;
            }
        }
        count
    }
}

/// What the answer of a move says; `None` where nothing is asked.
fn answer(position: &Reversi, special: Special) -> Option<String> {
    match special {
        Special::None => None,
        Special::Swap(number) if usize::from(number) == position.turn() + 1 => {
            Some("keep own stones".to_owned())
        }
        Special::Swap(number) => Some(format!("swap all stones with Player {number}")),
        Special::Bomb => Some("take a bomb".to_owned()),
        Special::Override => Some("take an override stone".to_owned()),
    }
}

/// A move in words, as seen before it is played.
pub(super) fn describe(position: &Reversi, mv: &Move) -> String {
    let map = position.board().map();
    if mv.x >= map.width || mv.y >= map.height {
        return mv.to_string();
    }
    let (board, seat) = (position.board(), position.turn());
    let tile = board.number(mv.x, mv.y);
    let at = place(board, tile);
    if position.phase() == Phase::Elimination {
        let tiles = position.blast(tile).len() as u64;
        return format!("bomb on {at}, destroys {}", counted(tiles, "tile"));
    }
    let count = turned(position, seat, tile).len() as u64;
    let turns = format!("turns {}", counted(count, "stone"));
    let mut words = match position.tile(tile) {
        Tile::Expansion => format!("override on the expansion stone {at}, {turns}"),
        Tile::Stone(number) if usize::from(number) == seat + 1 => {
            format!("override on the own stone {at}, {turns}")
        }
        Tile::Stone(number) => format!("override on Player {number}'s stone {at}, {turns}"),
        Tile::Inversion => format!("stone on {at}, {turns}; inversion"),
        _ => format!("stone on {at}, {turns}"),
    };
    if let Some(answer) = answer(position, mv.special) {
        words += &format!("; {answer}");
    }
    words
}

/// Where a move is on the board.
pub(super) fn location(position: &Reversi, mv: &Move) -> Value {
    object!({
        "tile": position.board().number(mv.x, mv.y),
        "answer": answer(position, mv.special),
    })
}

fn border_json(board: &Board, border: super::map::Border) -> Value {
    object!({
        "tile": board.number(border.x, border.y),
        "direction": border.direction,
    })
}

/// The transition that a step from `tile` in `direction` goes through.
fn through(board: &Board, tile: usize, direction: usize) -> Option<usize> {
    let (x, y) = board.at(tile);
    board.map().transitions.iter().position(|ends| {
        ends.iter().any(|end| (end.x, end.y, usize::from(end.direction)) == (x, y, direction))
    })
}

/// The letters of tiles.
fn letters(tiles: impl Iterator<Item = Tile>) -> String {
    tiles.map(Tile::letter).collect()
}

/// A tile on which the mover may move.
struct Target {
    tile: usize,
    kind: &'static str,
    /// How many stones turn there.
    turns: usize,
    moves: Vec<Move>,
}

fn targets(position: &Reversi) -> Vec<Target> {
    let (board, seat) = (position.board(), position.turn());
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut turning = Turning::new(position);
    let mut targets: Vec<Target> = Vec::new();
    for mv in moves {
        let tile = board.number(mv.x, mv.y);
        match targets.last_mut() {
            Some(last) if last.tile == tile => last.moves.push(mv),
            _ => {
                let bomb = position.phase() == Phase::Elimination;
                let free = position.tile(tile).is_free();
                let kind = match (bomb, free) {
                    (true, _) => "bomb",
                    (_, true) => "stone",
                    _ => "override",
                };
                let turns = if bomb { 0 } else { turning.count(position, seat, tile) };
                targets.push(Target { tile, kind, turns, moves: vec![mv] });
            }
        }
    }
    targets
}

/// The answers on a choice tile and on a bonus tile, each made once a view.
struct Answers(Vec<(Special, Value)>);

impl Answers {
    fn of(&mut self, position: &Reversi, special: Special) -> Value {
        if let Some((_, label)) = self.0.iter().find(|(known, _)| *known == special) {
            return label.clone();
        }
        let label = Value::String(answer(position, special).unwrap_or_default());
        self.0.push((special, label.clone()));
        label
    }
}

/// Adds a number, without the formatting machinery: it is done thousands of times a view.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

fn push_name(text: &mut String, board: &Board, tile: usize) {
    let (x, y) = board.at(tile);
    push_number(text, x.into());
    text.push(',');
    push_number(text, y.into());
}

/// The page asks for this after every ply, on maps of up to 2 500 tiles; so nothing large is copied here.
pub(super) fn view(position: &Reversi) -> Value {
    let board = position.board();
    let map = board.map();
    let targets = targets(position);
    let names = (0..board.tiles()).map(|tile| {
        let mut name = String::new();
        push_name(&mut name, board, tile);
        Value::String(name)
    });
    let mut next = targets.iter().peekable();
    let words = (0..board.tiles()).map(|tile| {
        let mut words = String::new();
        if map.tiles[tile] == Tile::Hole {
            return Value::String(words);
        }
        words.reserve(64);
        push_name(&mut words, board, tile);
        words.push_str(", ");
        words.push_str(tile_words(position.tile(tile), false));
        if let Some(target) = next.next_if(|target| target.tile == tile) {
            words.push_str(match target.kind {
                "bomb" => ", a bomb may go here",
                "override" => ", legal with an override stone, turns ",
                _ => ", legal, turns ",
            });
            if target.kind != "bomb" {
                push_number(&mut words, target.turns);
            }
        }
        Value::String(words)
    });
    let words = Value::Array(words.collect());
    let stands = |ends: &[super::map::Border; 2]| {
        ends.iter().all(|end| position.tile(board.number(end.x, end.y)) != Tile::Hole)
    };
    let transitions =
        map.transitions.iter().enumerate().filter(|(_, ends)| stands(ends)).map(|(id, ends)| {
            let ends = ends.iter().map(|&end| border_json(board, end)).collect();
            object(vec![("id", id.json()), ("ends", Value::Array(ends))])
        });
    let mut answers = Answers(Vec::new());
    let target = |target: &Target| {
        let asks = match target.moves.first().map(|mv| mv.special) {
            Some(Special::Swap(_)) => Some("choice"),
            Some(Special::Bomb | Special::Override) => Some("bonus"),
            _ => None,
        };
        let moves = target.moves.iter().map(|mv| {
            let text = if mv.special == Special::None {
                let mut name = String::new();
                push_name(&mut name, board, target.tile);
                name
            } else {
                mv.to_string()
            };
            object(vec![("move", Value::String(text)), ("label", answers.of(position, mv.special))])
        });
        object(vec![
            ("moves", Value::Array(moves.collect())),
            ("tile", target.tile.json()),
            ("kind", target.kind.json()),
            ("turns", target.turns.json()),
            ("asks", asks.json()),
        ])
    };
    let of_seats = |of: &dyn Fn(Seat) -> u32| per_seat(position, of).json();
    object(vec![
        ("columns", map.width.json()),
        ("rows", map.height.json()),
        ("players", map.players.json()),
        ("phase", phase_number(position.phase()).json()),
        ("tiles", Value::String(letters((0..board.tiles()).map(|tile| position.tile(tile))))),
        ("start", Value::String(letters(map.tiles.iter().copied()))),
        ("square_names", Value::Array(names.collect())),
        ("square_words", words),
        ("transitions", Value::Array(transitions.collect())),
        ("mover", position.to_act().first().json()),
        ("targets", Value::Array(targets.iter().map(target).collect())),
        ("stones", of_seats(&|seat| position.stones(seat))),
        ("overrides", of_seats(&|seat| position.overrides(seat))),
        ("bombs", of_seats(&|seat| position.bombs(seat))),
        ("strength", map.strength.json()),
        ("disqualified", out(position).json()),
        ("skipped", position.skipped().json()),
        (
            "last",
            position.last().map(|(seat, tile)| object!({ "seat": seat, "tile": tile })).json(),
        ),
        ("map", Value::String(map.to_string())),
    ])
}

pub(super) fn seat_status(position: &Reversi, seat: Seat) -> SeatStatus {
    let mut note = Vec::new();
    if position.disqualified().contains(seat) {
        note.push("disqualified".to_owned());
    } else if position.phase() == Phase::Build {
        note.push(counted(u64::from(position.mobility(seat)), "move"));
    }
    for (count, one) in [(position.overrides(seat), "override"), (position.bombs(seat), "bomb")] {
        if count > 0 {
            note.push(counted(u64::from(count), one));
        }
    }
    SeatStatus {
        score: counted(u64::from(position.stones(seat)), "stone"), note: note.join(" · ")
    }
}

pub(super) fn turn_text(position: &Reversi) -> String {
    let Some(seat) = position.to_act().first() else { return "The game is over".to_owned() };
    let doing = if position.phase() == Phase::Build { "to move" } else { "to throw a bomb" };
    let skipped = match position.skipped() {
        0 => String::new(),
        1 => ", one player was skipped".to_owned(),
        n => format!(", {n} players were skipped"),
    };
    format!("{} {doing}{skipped}", player(seat))
}

pub(super) fn metrics(position: &Reversi) -> Vec<Metric> {
    (0..position.players())
        .map(|seat| Metric {
            chart: "Stones",
            label: format!("{}'s stones", player(seat)),
            seat: Some(seat),
            value: f64::from(position.stones(seat)),
        })
        .collect()
}

pub(super) fn report(position: &Reversi) -> Vec<(&'static str, String)> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let firsts: Vec<String> =
        (0..position.players()).filter(|&seat| outcome.ranks[seat] == 1).map(player).collect();
    let mut order: Vec<Seat> = (0..position.players()).collect();
    sort_by_key(&mut order, |&seat| (i64::from(outcome.ranks[seat]), seat as i64));
    let ranking: Vec<String> = order
        .iter()
        .map(|&seat| {
            let out = if position.disqualified().contains(seat) { ", disqualified" } else { "" };
            let stones = counted(u64::from(position.stones(seat)), "stone");
            format!("{}. {} ({stones}{out})", outcome.ranks[seat], player(seat))
        })
        .collect();
    let board = position.board();
    let tiles = (0..board.tiles()).map(|tile| position.tile(tile));
    let free = tiles.clone().filter(|tile| tile.is_free()).count() as u64;
    let start = board.map().tiles.iter().filter(|tile| **tile != Tile::Hole).count();
    let left = tiles.filter(|tile| *tile != Tile::Hole).count();
    let mut report = vec![
        (if firsts.len() == 1 { "Winner" } else { "Shared first" }, firsts.join(", ")),
        (
            "How",
            match outcome.reason {
                "stones" => "by the number of stones".to_owned(),
                _ => "all others were disqualified".to_owned(),
            },
        ),
        ("Ranking", ranking.join(" · ")),
        ("Free tiles left", free.to_string()),
    ];
    if left < start {
        report.push(("Tiles blown up", (start - left).to_string()));
    }
    report
}

/// What can be asked.
const QUESTIONS: &str = "turns, blast, tile, maps, check, write";

/// Answers what the board and the map editor ask.
pub(super) fn inspect(position: &Reversi, question: &Value) -> Result<Value, String> {
    let ask = |key: &str| question.get(key);
    let tile_of = |value: &Value| {
        let tiles = position.board().tiles();
        value.as_u64().map(|tile| tile as usize).filter(|&tile| tile < tiles).ok_or_else(|| {
            format!(
                "`{}` is not a tile; expected a number from 0 to {}",
                shorten(&value.to_string()),
                tiles - 1
            )
        })
    };
    if let Some(tile) = ask("turns") {
        let seat = match ask("seat") {
            None => position.turn(),
            Some(seat) => seat
                .as_u64()
                .map(|seat| seat as usize)
                .filter(|&seat| seat < position.players())
                .ok_or_else(|| format!("`{}` is not a seat", shorten(&seat.to_string())))?,
        };
        return Ok(turns(position, seat, tile_of(tile)?));
    }
    if let Some(tile) = ask("blast") {
        return Ok(blast(position, tile_of(tile)?));
    }
    if let Some(tile) = ask("tile") {
        return Ok(about_tile(position, tile_of(tile)?));
    }
    if ask("maps").is_some() {
        return Ok(maps());
    }
    if let Some(text) = ask("check") {
        let text = text.as_str().ok_or("`check` is no text")?;
        return Ok(check(text.to_owned()));
    }
    if let Some(parts) = ask("write") {
        return Ok(check(written(parts)?));
    }
    Err(format!(
        "`{}` is not a question of this game; expected an object with one of {QUESTIONS}",
        shorten(&question.to_string())
    ))
}

fn turns(position: &Reversi, seat: Seat, tile: usize) -> Value {
    let board = position.board();
    let rays: Vec<Value> = (0..8)
        .filter_map(|direction| {
            let length = position.flanked(seat, tile, direction);
            if length == 0 {
                return None;
            }
            let mut from = (tile, direction);
            let steps: Vec<Value> = board
                .ray(tile, direction)
                .take(length + 1)
                .map(|(here, heading)| {
                    let through = through(board, from.0, from.1);
                    from = (here, heading);
                    object!({ "tile": here, "heading": heading, "through": through })
                })
                .collect();
            Some(object!({ "direction": direction, "steps": steps }))
        })
        .collect();
    let turned = turned(position, seat, tile);
    object!({
        "tile": tile,
        "seat": seat,
        "words": format!(
            "A stone of {} on {} would turn {}.",
            player(seat),
            place(board, tile),
            counted(turned.len() as u64, "stone")
        ),
        "turned": turned,
        "rays": rays,
    })
}

fn blast(position: &Reversi, tile: usize) -> Value {
    let board = position.board();
    let tiles = if position.tile(tile) == Tile::Hole { Vec::new() } else { position.blast(tile) };
    let mut lost = vec![0u32; position.players()];
    for &tile in &tiles {
        if let Tile::Stone(number) = position.tile(tile)
            && let Some(lost) = lost.get_mut(usize::from(number) - 1)
        {
            *lost += 1;
        }
    }
    let losses: Vec<String> = lost
        .iter()
        .enumerate()
        .filter(|(_, lost)| **lost > 0)
        .map(|(seat, &lost)| format!("{} of {}", counted(u64::from(lost), "stone"), player(seat)))
        .collect();
    let with = if losses.is_empty() { "no stones".to_owned() } else { losses.join(", ") };
    object!({
        "tile": tile,
        "words": format!(
            "A bomb on {} would destroy {} with {with}.",
            place(board, tile),
            counted(tiles.len() as u64, "tile")
        ),
        "tiles": tiles,
        "lost": lost,
    })
}

fn about_tile(position: &Reversi, tile: usize) -> Value {
    let board = position.board();
    let steps: Vec<Value> = (0..8)
        .map(|direction| {
            board
                .neighbour(tile, direction)
                .filter(|&next| position.tile(next) != Tile::Hole)
                .map(|next| object!({ "tile": next, "through": through(board, tile, direction) }))
                .json()
        })
        .collect();
    let was_hole = board.map().tiles[tile] == Tile::Hole;
    let words = format!("{}, {}", place(board, tile), tile_words(position.tile(tile), was_hole));
    object!({ "tile": tile, "words": words, "steps": steps })
}

fn maps() -> Value {
    let maps: Vec<Value> = MAPS
        .iter()
        .filter_map(|map| {
            let read = Map::parse(map.text).ok()?;
            Some(object!({
                "name": map.name,
                "about": map.about,
                "players": read.players,
                "columns": read.width,
                "rows": read.height,
                "text": map.text,
            }))
        })
        .collect();
    Value::Array(maps)
}

/// The text that the editor's parts mean, whether or not they are a valid map.
fn written(parts: &Value) -> Result<String, String> {
    let number = |key: &str| -> Result<u64, String> {
        parts
            .get(key)
            .and_then(Value::as_u64)
            .ok_or_else(|| format!("`{key}` of the map is missing, or no whole number"))
    };
    let (columns, rows) = (number("columns")? as usize, number("rows")?);
    let tiles =
        parts.get("tiles").and_then(Value::as_str).ok_or("`tiles` of the map is no text")?;
    if tiles.len() > MAX_BYTES {
        return Err(format!("`tiles` of the map has more than {MAX_BYTES} bytes"));
    }
    let mut text = format!(
        "{}\n{}\n{} {}\n{rows} {columns}\n",
        number("players")?,
        number("overrides")?,
        number("bombs")?,
        number("strength")?
    );
    for (i, letter) in tiles.chars().enumerate() {
        text.push(letter);
        text.push(if (i + 1) % columns.max(1) == 0 { '\n' } else { ' ' });
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let transitions =
        parts.get("transitions").and_then(Value::as_array).ok_or("`transitions` is no list")?;
    for ends in transitions {
        let end = |i: usize| -> Option<String> {
            let tile = ends.get(i)?.get("tile")?.as_u64()? as usize;
            let direction = ends.get(i)?.get("direction")?.as_u64()?;
            Some(format!("{} {} {direction}", tile % columns.max(1), tile / columns.max(1)))
        };
        let (one, other) = end(0)
            .zip(end(1))
            .ok_or_else(|| format!("`{}` is not a pair of borders", shorten(&ends.to_string())))?;
        text += &format!("{one} <-> {other}\n");
    }
    Ok(text)
}

/// What is allowed on a map, but worth knowing.
pub(super) fn notes(position: &Reversi) -> Vec<String> {
    let mut notes = Vec::new();
    for seat in 0..position.players() {
        if position.stones(seat) == 0 {
            notes.push(format!("{} has no stone.", player(seat)));
        }
    }
    match position.phase() {
        Phase::Build if position.turn() > 0 => {
            notes.push(format!("{} begins: nobody before can move.", player(position.turn())));
        }
        Phase::Build => {}
        Phase::Elimination => {
            notes.push("Nobody can move at the start: the bombs come at once.".to_owned());
        }
        Phase::Over => notes.push("Nobody can move at the start: the game is over.".to_owned()),
    }
    notes
}

fn check(text: String) -> Value {
    let problems: Vec<Value> = Map::problems(&text)
        .into_iter()
        .map(|problem| {
            object!({
                "line": problem.line,
                "column": problem.column,
                "tile": problem.tile,
                "message": problem.message,
            })
        })
        .collect();
    let position = Map::parse(&text).ok().map(Reversi::on);
    let parts = position.as_ref().map(|position| {
        let board = position.board();
        let map = board.map();
        let transitions: Vec<[Value; 2]> =
            map.transitions.iter().map(|ends| ends.map(|end| border_json(board, end))).collect();
        object!({
            "players": map.players,
            "overrides": map.overrides,
            "bombs": map.bombs,
            "strength": map.strength,
            "columns": map.width,
            "rows": map.height,
            "tiles": letters(map.tiles.iter().copied()),
            "transitions": transitions,
        })
    });
    let mut open = Vec::new();
    if let Some(position) = &position {
        let board = position.board();
        let map = board.map();
        for tile in 0..board.tiles() {
            let (x, y) = board.at(tile);
            if map.tiles[tile] == Tile::Hole {
                continue;
            }
            for direction in 0..8 {
                if map.neighbour(x, y, direction).is_none() {
                    open.push(object!({ "tile": tile, "direction": direction }));
                }
            }
        }
    }
    object!({
        "text": text,
        "valid": position.is_some(),
        "problems": problems,
        "notes": position.as_ref().map(notes).unwrap_or_default(),
        "parts": parts,
        "open": open,
    })
}

impl Presentation for Reversi {
    type Summary = Value;
    type Layout = ();
    type View = Value;
    type Location = Value;
    type Question = Value;
    type Answer = Value;

    fn position_text(&self) -> String {
        super::diagram::write(self)
    }

    fn layout(&self) {}

    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {}", seat + 1)
    }

    fn describe_move(&self, mv: &Move) -> String {
        describe(self, mv)
    }

    fn summary(&self) -> Value {
        summary(self)
    }

    fn view(&self) -> Value {
        view(self)
    }

    fn location(&self, mv: &Move) -> Value {
        location(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        seat_status(self, seat)
    }

    fn metrics(&self) -> Vec<Metric> {
        metrics(self)
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        report(self)
    }

    fn turn_text(&self) -> String {
        turn_text(self)
    }

    fn inspect(&self, question: Value) -> Result<Value, String> {
        inspect(self, &question)
    }
}
