//! The film of a search for people and programs: its file of events, and what a page shows at an event: the sentence, the
//! line, the tree so far, the moves at the root, and the counts. Searches record films; see [`crate::contract::film`].

mod words;

use crate::base::fixed::Fixed;
use crate::catalog::{AnyPosition, AnySearch};
use crate::contract::analysis::Score;
use crate::contract::calibration::percent;
use crate::contract::film::{Event, Film, Kind, Mean, MovePath, Totals, What};
use crate::contract::game::Seat;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The version of the file of events.
pub const EVENTS_VERSION: u32 = 1;
/// Maximum number of drawn nodes of a tree.
pub const MOST_DRAWN: usize = 200;
/// Maximum number of positions that are counted for plain minimax.
const MOST_COUNTED: u64 = 3_000_000;

/// Writes a film as JSON Lines: a header, the events, and a closing line with the totals. `about` describes the search.
///
/// # Errors
/// When writing fails.
pub fn write_events(
    thinking: &dyn AnySearch,
    about: &Value,
    out: &mut impl Write,
) -> io::Result<()> {
    let film = thinking.film();
    let keys: Vec<&str> = thinking.current().terms.iter().map(|term| term.key).collect();
    let mut header = json!({ "totora_events": EVENTS_VERSION, "terms": keys });
    if let (Some(header), Some(about)) = (header.as_object_mut(), about.as_object()) {
        header.extend(about.clone());
    }
    writeln!(out, "{header}")?;
    for event in film.events() {
        serde_json::to_writer(&mut *out, event)?;
        writeln!(out)?;
    }
    let analysis = thinking.choice_only();
    let end = json!({ "end": film.totals(), "choice": analysis.choice, "nodes": analysis.nodes });
    writeln!(out, "{end}")
}

/// The stored events and the places to jump to, by index among them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FilmInfo {
    /// Number of stored events.
    pub stored: usize,
    /// Number of all events.
    pub events: u64,
    /// Number of events that are not stored.
    pub skipped: u64,
    /// Positions or playouts.
    pub nodes: u64,
    /// Number of cuts.
    pub cuts: u64,
    /// Moves that the cuts spared.
    pub spared: u64,
    /// Whether it is a tree search, whose nodes are playouts.
    pub tree: bool,
    /// The first cut.
    pub first_cut: Option<usize>,
    /// The changes of the choice.
    pub choices: Vec<usize>,
    /// The start of the last iteration, or the last change of a search without depths.
    pub last_iteration: Option<usize>,
    /// The choice with the coordinates on the board.
    pub choice: Option<String>,
    /// The depth reached.
    pub depth: u32,
    /// Positions that plain minimax visits to that depth, counted; null if they are too many to count.
    pub minimax: Option<u64>,
    /// The positions up to the largest depth that was counted: a lower bound if `minimax` is null.
    pub minimax_counted: u64,
}

/// A move of a line.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FilmMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// With the coordinates on the board.
    pub name: String,
    /// For a sentence.
    #[serde(skip)]
    words: String,
    /// Who makes it.
    pub seat: Seat,
}

/// A move at the root.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct RootBar {
    /// The move.
    #[serde(flatten)]
    pub mv: FilmMove,
    /// Its value so far, or its mean reward.
    pub value: Score,
    /// Whether the value is only an upper bound.
    pub bound: bool,
    /// Number of simulations; null in other searches.
    pub visits: Option<u32>,
    /// Whether the search prefers it.
    pub best: bool,
}

/// A drawn node of the tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FilmNode {
    /// The index of its parent in the list, which comes first; null for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; that of the root is empty.
    #[serde(flatten)]
    pub mv: FilmMove,
    /// Its value in words; empty if it has none yet.
    pub value: String,
    /// Number of simulations through it; null in other searches.
    pub visits: Option<u32>,
    /// Moves that a cut spared here.
    pub cut: usize,
    /// Number of nodes below it that are not drawn.
    pub hidden: usize,
    /// Whether the event's line passes through it.
    pub here: bool,
}

/// What is shown at an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Frame {
    /// Its index among the stored events.
    pub at: usize,
    /// Its number among all events.
    pub number: u64,
    /// Number of events between the previous stored event and this one.
    pub skipped: u64,
    /// What happened, in a sentence.
    pub sentence: String,
    /// The moves from the root.
    pub line: Vec<FilmMove>,
    /// The moves of the playout after the line, in the game's notation.
    pub playout: Vec<String>,
    /// The contributions of the terms at a leaf, with their labels.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[string, number][]"))]
    pub terms: Vec<(&'static str, Fixed)>,
    /// The window in words; null where there is none.
    pub window: Option<[String; 2]>,
    /// Positions or playouts so far.
    pub nodes: u64,
    /// The tree so far, of the current depth.
    pub tree: Vec<FilmNode>,
    /// The moves at the root so far.
    pub root: Vec<RootBar>,
    /// The index of the next event that is not below this one's position.
    pub over: usize,
}

/// A node of the tree while it is built.
#[derive(Default)]
struct Grown {
    children: BTreeMap<String, usize>,
    parent: usize,
    plies: usize,
    mv: String,
    value: Option<Score>,
    mean: Option<Mean>,
    cut: usize,
    last: usize,
}

/// The moves of a line with their names, as far as they can be played.
fn named<'a>(position: &dyn AnyPosition, line: impl Iterator<Item = &'a str>) -> Vec<FilmMove> {
    let mut here = position.boxed();
    let mut moves = Vec::new();
    for mv in line {
        let Some(seat) = here.to_act().first() else { break };
        let name = here.move_name(seat, mv).unwrap_or_else(|_| mv.to_owned());
        // A code is described: `the house on b6`.
        let words = here.move_description(seat, mv).map(|(words, _)| words).unwrap_or_default();
        let words = match words.strip_suffix(&format!(" ({mv})")) {
            Some(words) => format!("the {words}"),
            // Orders have no place to name them by.
            None if here.simultaneous() => "this plan".to_owned(),
            None => name.clone(),
        };
        moves.push(FilmMove { mv: mv.to_owned(), name, words, seat });
        if here.play(seat, mv).is_err() {
            break;
        }
    }
    moves
}

/// Positions that plain minimax visits up to a depth by deepening, and whether all are counted.
fn minimax(position: &dyn AnyPosition, depth: u32) -> (u64, bool) {
    let (mut all, mut sum, mut before) = (0_u64, 0_u64, 1_u64);
    for plies in 1..=depth {
        let Some(branching) = position.legal_count().filter(|_| !position.simultaneous()) else {
            return (0, false);
        };
        let growth = if plies == 1 { 1 } else { (before / 1.max(all - sum)).max(branching as u64) };
        if before.saturating_mul(growth) > MOST_COUNTED {
            return (all, false);
        }
        let Some(leaves) = position.perft(plies) else { return (all, false) };
        // A deepening search visits the shallower positions again at each depth.
        before = leaves;
        sum += leaves;
        all += sum;
    }
    (all, true)
}

/// The summary of a film.
pub fn info(thinking: &dyn AnySearch) -> FilmInfo {
    let film = thinking.film();
    let (totals, events) = (film.totals(), film.events());
    let places = |kind: fn(&What) -> bool| -> Vec<usize> {
        let of = events.iter().enumerate().filter(|(_, event)| kind(&event.what));
        of.map(|(at, _)| at).collect()
    };
    let count = |kind| totals.kinds.get(&kind).copied().unwrap_or(0);
    let iterations = places(|what| matches!(what, What::Iteration { .. }));
    let mut choices = places(|what| matches!(what, What::Choice { before: Some(_), .. }));
    if totals.kinds.keys().eq([&Kind::Candidate]) {
        choices = places(|what| matches!(what, What::Candidate { best: true, .. }));
    }
    // The last iteration begins after the end of the one before it.
    let last_iteration = match iterations[..] {
        [.., before, _] => Some((before + 1).min(events.len() - 1)),
        [_] => Some(0),
        [] => choices.last().copied(),
    };
    let analysis = thinking.choice_only();
    let choice = analysis.choice.and_then(|mv| {
        let seat = thinking.position().to_act().first()?;
        thinking.position().move_name(seat, &mv).ok()
    });
    let searches = count(Kind::Iteration) > 0;
    let depth = analysis.depth;
    let (counted, whole) = if searches { minimax(thinking.position(), depth) } else { (0, false) };
    let Totals { events: all, skipped, nodes, spared, .. } = totals;
    FilmInfo {
        stored: events.len(),
        events: all,
        skipped,
        nodes,
        cuts: count(Kind::Cut),
        spared,
        tree: count(Kind::Backup) > 0,
        first_cut: places(|what| matches!(what, What::Cut { .. })).first().copied(),
        choices,
        last_iteration,
        choice,
        depth,
        minimax: whole.then_some(counted),
        minimax_counted: counted,
    }
}

/// The index of the stored event with this number, or of the last one before it.
///
/// # Errors
/// When the film has fewer events, in a sentence.
pub fn find(film: &Film, number: u64) -> Result<usize, String> {
    let all = film.totals().events;
    if number > all || number == 0 {
        return Err(format!("This film has {all} events, so there is no event {number}."));
    }
    Ok(film.events().partition_point(|event| event.number <= number).saturating_sub(1))
}

/// What is shown at the stored event `at`; `None` if there is none.
pub fn frame(thinking: &dyn AnySearch, at: usize) -> Option<Frame> {
    let events = thinking.film().events();
    let event = events.get(at)?;
    let position = thinking.position();
    let line = named(position, event.line.moves());
    let before = at.checked_sub(1).map_or(0, |at| events[at].number);
    let terms = match &event.what {
        What::Candidate { terms, .. } | What::Leaf { terms, .. } => {
            let labels = thinking.choice_only().terms;
            labels.iter().map(|term| term.label).zip(terms.iter().copied()).collect()
        }
        _ => Vec::new(),
    };
    let playout = match &event.what {
        What::Playout { moves } => moves.moves().map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let window = match &event.what {
        What::Enter { window, .. } => {
            Some(window.map(|bound| bound.map_or("…".to_owned(), words::value)))
        }
        _ => None,
    };
    let length = event.line.moves().count();
    let over = events[at + 1..].iter().position(|next| match event.what {
        What::Path { .. } => matches!(next.what, What::Path { .. }),
        _ => next.line.moves().count() <= length,
    });
    let (tree, root) = grown(position, events, at);
    Some(Frame {
        at,
        number: event.number,
        skipped: event.number - before - 1,
        sentence: words::sentence(position, event, &line, thinking.film().own_values()),
        line,
        playout,
        terms,
        window,
        nodes: event.nodes,
        tree,
        root,
        over: over.map_or(events.len() - 1, |next| at + 1 + next),
    })
}

/// The tree and the moves at the root after the events up to `at`.
fn grown(position: &dyn AnyPosition, events: &[Event], at: usize) -> (Vec<FilmNode>, Vec<RootBar>) {
    let mut nodes = vec![Grown::default()];
    let mut root: BTreeMap<String, RootBar> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    let mut clear = false;
    for (index, event) in events[..=at].iter().enumerate() {
        if std::mem::replace(&mut clear, matches!(event.what, What::Iteration { .. })) {
            nodes.truncate(1);
            nodes[0].children.clear();
        }
        let mut path = vec![0];
        for mv in event.line.moves() {
            let parent = path[path.len() - 1];
            let next = nodes.len();
            let node = *nodes[parent].children.entry(mv.to_owned()).or_insert(next);
            if node == next {
                let plies = path.len();
                nodes.push(Grown { parent, plies, mv: mv.to_owned(), ..Grown::default() });
            }
            nodes[node].last = index;
            path.push(node);
        }
        let end = path[path.len() - 1];
        let found = match &event.what {
            What::Backup { nodes: means, .. } => {
                for (&node, &mean) in path[1..].iter().zip(means) {
                    nodes[node].mean = Some(mean);
                }
                means.first().map(|mean| (rate(mean.mean), false, Some(mean.visits), false))
            }
            What::Quick { value: Score::Unknown, .. } => None,
            What::Leaf { value, .. }
            | What::Table { value }
            | What::Quick { value, .. }
            | What::Return { value } => {
                nodes[end].value = Some(*value);
                None
            }
            What::Cut { skipped, .. } => {
                nodes[end].cut = *skipped;
                None
            }
            What::Candidate { score, best, .. } => {
                nodes[end].value = Some(*score);
                Some((*score, false, None, *best))
            }
            What::Root { value, bound, best } => Some((*value, *bound, None, *best)),
            What::Choice { value, .. } => {
                let visits = event.line.last().and_then(|mv| root.get(mv)?.visits);
                Some((*value, false, visits, true))
            }
            _ => None,
        };
        if let (Some((value, bound, visits, best)), Some(mv)) = (found, event.line.moves().next()) {
            if best {
                root.values_mut().for_each(|bar| bar.best = false);
            }
            let was = root.get(mv).is_some_and(|bar| bar.best);
            if !root.contains_key(mv) {
                order.push(mv.to_owned());
            }
            let mv = FilmMove { mv: mv.to_owned(), ..FilmMove::default() };
            root.insert(mv.mv.clone(), RootBar { mv, value, bound, visits, best: best || was });
        }
    }
    let name = |bar: &mut RootBar| {
        if let Some(first) = named(position, [bar.mv.mv.as_str()].into_iter()).pop() {
            bar.mv = first;
        }
    };
    let mut bars: Vec<RootBar> = order.iter().filter_map(|mv| root.remove(mv)).collect();
    bars.iter_mut().for_each(name);
    (drawn(position, &nodes, &events[at].line), bars)
}

/// The nodes to draw: those of the line, then the most visited or latest, each after its parent.
fn drawn(position: &dyn AnyPosition, nodes: &[Grown], line: &MovePath) -> Vec<FilmNode> {
    let mut here = vec![0];
    for mv in line.moves() {
        let Some(&next) = nodes[here[here.len() - 1]].children.get(mv) else { break };
        here.push(next);
    }
    let rank = |&node: &usize| {
        let Grown { plies, mean, last, .. } = &nodes[node];
        let on_line = here.contains(&node);
        let beside = here.contains(&nodes[node].parent);
        (
            !on_line,
            !beside,
            std::cmp::Reverse(mean.map_or(0, |mean| mean.visits)),
            *plies,
            std::cmp::Reverse(*last),
        )
    };
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(rank);
    let mut place: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut chosen = vec![false; nodes.len()];
    let mut left = MOST_DRAWN;
    for node in order {
        // With its ancestors, which may rank lower.
        let mut missing = Vec::new();
        let mut up = node;
        while !chosen[up] {
            missing.push(up);
            if up == 0 {
                break;
            }
            up = nodes[up].parent;
        }
        if missing.len() <= left {
            left -= missing.len();
            missing.into_iter().for_each(|one| chosen[one] = true);
        }
    }
    let mut hidden = vec![0; nodes.len()];
    for node in (1..nodes.len()).rev() {
        if !chosen[node] {
            hidden[nodes[node].parent] += 1 + hidden[node];
        }
    }
    let mut list = Vec::new();
    for (node, grown) in nodes.iter().enumerate().filter(|(node, _)| chosen[*node]) {
        let mut path = Vec::new();
        let mut up = node;
        while up != 0 {
            path.push(nodes[up].mv.as_str());
            up = nodes[up].parent;
        }
        path.reverse();
        place[node] = Some(list.len());
        list.push(FilmNode {
            parent: if node == 0 { None } else { place[grown.parent] },
            mv: named(position, path.into_iter()).pop().unwrap_or_default(),
            value: match grown.mean {
                Some(mean) => percent(share(mean.mean)),
                None => grown.value.map_or(String::new(), words::value),
            },
            visits: grown.mean.map(|mean| mean.visits),
            cut: grown.cut,
            hidden: hidden[node],
            here: here.contains(&node),
        });
    }
    list
}

fn share(mean: f32) -> Fixed {
    Fixed::from_f64(mean.clamp(0.0, 1.0).into()).unwrap_or_default()
}

fn rate(mean: f32) -> Score {
    Score::Value(share(mean))
}
