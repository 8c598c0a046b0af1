//! The plies of one game as a tree: the main line, and its variations. It stores positions, in bounded
//! memory, and the order of plies; players and the shown position belong to the session.
//!
//! The first child of a ply continues the ply's line; every other child begins a variation. So
//! every ply without a child ends exactly one line. Lines are numbered: 0 is the main line.

use crate::base::annotation::Annotation;
use crate::base::erased_value::ErasedValue;
use crate::catalog::{AnyPosition, WrittenMove};
use crate::contract::game::{PrintedMove, Seats};
use crate::contract::presentation::Incident;
use std::iter::successors;
use std::sync::Arc;

/// A ply that was played: a move, or a turn of all seats that move at once.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its node in the tree.
    pub(crate) id: Id,
    /// The seats that played it.
    pub seats: Seats,
    /// In the notation of records.
    pub text: String,
    /// In words.
    pub description: String,
    /// For people; empty for a turn of several seats.
    pub printed: PrintedMove,
    /// Events of the ply for the log.
    pub incidents: Vec<Incident<ErasedValue>>,
}

/// Equal plies of two games may have different nodes.
impl PartialEq for Ply {
    fn eq(&self, other: &Ply) -> bool {
        (self.seats, &self.text, &self.description, &self.incidents)
            == (other.seats, &other.text, &other.description, &other.incidents)
    }
}

/// Maximum bytes of stored positions per session. Beyond it, every other position is evicted, so that
/// memory is bounded for any length of game; plies in between are played again on demand.
pub const MOST_BYTES: usize = 16 << 20;

/// Plies between two stored positions, if all seats move at once: such games are long and
/// their positions large, and this many turns are played again in a few milliseconds.
const STRIDE: usize = 32;

/// Number of plies between two stored positions of a game of this many plies, by the size of a position: the
/// plies to play again at the beginning of a variation, at most.
pub(crate) fn stride(simultaneous: bool, plies: u64, bytes: usize) -> u64 {
    let first = if simultaneous { STRIDE as u64 } else { 1 };
    let all = plies.saturating_mul(bytes as u64) / MOST_BYTES as u64;
    first.max((all + 1).next_power_of_two())
}

/// The index of a node. Indices of removed nodes are reused.
pub(crate) type Id = usize;

/// The node before the first ply.
pub(crate) const ROOT: Id = 0;

/// Maximum number of changes that can be undone.
const MOST_CHANGES: usize = 20;

struct Node {
    /// None for the root, and for free nodes.
    ply: Option<Arc<Ply>>,
    /// The seats to move after it.
    owed: Seats,
    /// The values of the graph after it.
    metrics: Vec<f64>,
    parent: Id,
    /// Number of plies up to and including this one.
    depth: usize,
    children: Vec<Id>,
    /// Whether it belongs to a walked line only, and not to the game.
    walked: bool,
    /// The position after it, if stored.
    position: Option<Box<dyn AnyPosition>>,
    /// What people added to the position after it.
    annotation: Option<Box<Annotation>>,
}

impl Node {
    /// The root, before a game from this position.
    fn new(position: &dyn AnyPosition) -> Node {
        Node {
            ply: None,
            owed: position.to_act(),
            metrics: position.metrics().iter().map(|metric| metric.value).collect(),
            parent: ROOT,
            depth: 0,
            children: Vec::new(),
            walked: false,
            position: None,
            annotation: None,
        }
    }
}

/// A change that can be undone.
enum Change {
    /// A ply was deleted with all plies after it: its parent, and its index among the children.
    Deleted { parent: Id, place: usize, node: Id },
    /// A position had this annotation before.
    Annotated { node: Id, before: Option<Box<Annotation>> },
}

/// What undoing a change returns to.
pub(crate) enum Restored {
    /// A deleted ply is back.
    Ply(Id),
    /// A position has its earlier annotation.
    Annotation(Id),
}

/// A line of the game without the plies it shares with the line that it branches off from. Includes the main line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The number of the line that it branches off from; 0 is the main line.
    pub of: usize,
    /// Number of plies that it shares with that line; 0 for the main line.
    pub after: usize,
    /// Its own plies.
    pub plies: Vec<Arc<Ply>>,
}

/// The node of the last of these plies; the root if there are none.
pub(crate) fn end_of(plies: &[Arc<Ply>]) -> Id {
    plies.last().map_or(ROOT, |ply| ply.id)
}

/// Number of plies that two lines share.
pub(crate) fn shared(one: &[Arc<Ply>], other: &[Arc<Ply>]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| Arc::ptr_eq(a, b)).count()
}

pub(crate) struct Tree {
    /// The position before the first ply.
    start: Box<dyn AnyPosition>,
    nodes: Vec<Node>,
    free: Vec<Id>,
    /// Plies between two stored positions.
    stride: usize,
    /// Bytes of the stored positions.
    bytes: usize,
    /// Bytes of the plies and annotations in a record.
    texts: usize,
    /// Number of annotated positions, with those of deleted plies.
    annotated: usize,
    /// The changes that can be undone, oldest first.
    changes: Vec<Change>,
}

impl Tree {
    pub(crate) fn new(start: Box<dyn AnyPosition>) -> Tree {
        let stride = if start.simultaneous() { STRIDE } else { 1 };
        let bytes = start.resource_estimate().bytes;
        Tree {
            nodes: vec![Node::new(start.as_ref())],
            start,
            free: Vec::new(),
            stride,
            bytes,
            texts: 0,
            annotated: 0,
            changes: Vec::new(),
        }
    }

    /// Adds a ply that led to `next`, as the last or the first child of `parent`.
    pub(crate) fn add(
        &mut self,
        parent: Id,
        (seats, WrittenMove { text, description, printed }): (Seats, WrittenMove),
        next: &dyn AnyPosition,
        (first, walked): (bool, bool),
    ) -> Id {
        let id = self.free.pop().unwrap_or(self.nodes.len());
        let ply = Ply { id, seats, text, description, printed, incidents: next.incidents() };
        let depth = self.nodes[parent].depth + 1;
        self.texts += in_record(&ply);
        let position = depth.is_multiple_of(self.stride).then(|| next.boxed());
        self.bytes += position.as_ref().map_or(0, |position| position.resource_estimate().bytes);
        let ply = Some(Arc::new(ply));
        let node = Node { ply, parent, depth, walked, position, ..Node::new(next) };
        if id == self.nodes.len() {
            self.nodes.push(node);
        } else {
            self.nodes[id] = node;
        }
        let place = if first { 0 } else { self.nodes[parent].children.len() };
        self.nodes[parent].children.insert(place, id);
        self.evict_positions();
        id
    }

    /// Evicts every other position until the rest fits into the limit.
    fn evict_positions(&mut self) {
        let deepest = self.nodes.len();
        while self.bytes > MOST_BYTES && self.stride <= deepest {
            self.stride *= 2;
            for node in &mut self.nodes {
                if !node.depth.is_multiple_of(self.stride)
                    && let Some(position) = node.position.take()
                {
                    self.bytes -= position.resource_estimate().bytes;
                }
            }
        }
    }

    /// Bytes of the stored positions, as they report their own sizes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of the plies and annotations in a record.
    pub(crate) fn texts(&self) -> usize {
        self.texts
    }

    /// Number of plies.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len() - 1 - self.free.len()
    }

    pub(crate) fn owed(&self, id: Id) -> Seats {
        self.nodes[id].owed
    }

    pub(crate) fn metrics(&self, id: Id) -> &[f64] {
        &self.nodes[id].metrics
    }

    pub(crate) fn depth(&self, id: Id) -> usize {
        self.nodes[id].depth
    }

    /// The child with that text.
    pub(crate) fn child(&self, parent: Id, text: &str) -> Option<Id> {
        let is = |&id: &Id| self.nodes[id].ply.as_ref().is_some_and(|ply| ply.text == text);
        self.nodes[parent].children.iter().copied().find(is)
    }

    /// The children that belong to the game; the first continues the line.
    fn followers(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.nodes[id].children.iter().copied().filter(|&child| !self.nodes[child].walked)
    }

    /// The next ply of the same line.
    fn next(&self, id: Id) -> Option<Id> {
        self.followers(id).next()
    }

    /// The position after a ply.
    pub(crate) fn position(&self, id: Id) -> Option<Box<dyn AnyPosition>> {
        let mut path = Vec::new();
        let mut at = id;
        let mut position = loop {
            if let Some(kept) = &self.nodes[at].position {
                break kept.boxed();
            }
            if at == ROOT {
                break self.start.boxed();
            }
            path.push(at);
            at = self.nodes[at].parent;
        };
        for at in path.into_iter().rev() {
            // This move was legal in the same position before.
            position.play_ply(&self.nodes[at].ply.as_ref()?.text).ok()?;
        }
        Some(position)
    }

    /// The position before the first ply.
    pub(crate) fn start(&self) -> Box<dyn AnyPosition> {
        self.start.boxed()
    }

    /// The plies up to this one, and the rest of its line.
    pub(crate) fn line(&self, id: Id) -> Vec<Arc<Ply>> {
        let mut line = Vec::new();
        let mut at = id;
        while let Some(ply) = &self.nodes[at].ply {
            line.push(Arc::clone(ply));
            at = self.nodes[at].parent;
        }
        line.reverse();
        line.extend(self.line_from(self.next(id)));
        line
    }

    /// A ply, and the rest of its line.
    pub(crate) fn line_from(&self, first: Option<Id>) -> impl Iterator<Item = Arc<Ply>> + '_ {
        successors(first, |&id| self.next(id)).filter_map(|id| self.nodes[id].ply.clone())
    }

    /// All lines in the order of records: the main line; then each variation in order of its branching point, followed by
    /// the variations that branch off from it.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        // The lines still to write, the next one last: parent line, branching ply, and the first own ply.
        let mut waiting = vec![(0, ROOT, self.next(ROOT))];
        while let Some((of, fork, first)) = waiting.pop() {
            let number = lines.len();
            let plies: Vec<Arc<Ply>> = self.line_from(first).collect();
            let start = (number == 0).then_some(ROOT);
            for at in plies.iter().map(|ply| ply.id).rev().chain(start) {
                let others: Vec<Id> = self.followers(at).skip(1).collect();
                waiting.extend(others.into_iter().rev().map(|first| (number, at, Some(first))));
            }
            lines.push(Line { of, after: self.nodes[fork].depth, plies });
        }
        lines
    }

    /// Makes the line of a ply the first child at its branching point; with `all`, at every branching point back to the
    /// start. Returns false if nothing changes.
    pub(crate) fn promote(&mut self, id: Id, all: bool) -> bool {
        let mut changed = false;
        let mut at = id;
        while at != ROOT && (all || !changed) {
            let parent = self.nodes[at].parent;
            let children = &mut self.nodes[parent].children;
            if let Some(place) = children.iter().position(|&child| child == at).filter(|&p| p > 0) {
                children.remove(place);
                children.insert(0, at);
                changed = true;
            }
            at = parent;
        }
        changed
    }

    /// Deletes a ply with all plies after it; it can be restored.
    pub(crate) fn delete(&mut self, id: Id) {
        let parent = self.nodes[id].parent;
        let place = self.detach(id);
        self.add_change(Change::Deleted { parent, place, node: id });
    }

    fn add_change(&mut self, change: Change) {
        self.changes.push(change);
        if self.changes.len() > MOST_CHANGES
            && let Change::Deleted { node, .. } = self.changes.remove(0)
        {
            self.discard(node);
        }
    }

    /// Number of changes that can be undone.
    pub(crate) fn changes(&self) -> usize {
        self.changes.len()
    }

    /// What people added to the position after a ply.
    pub(crate) fn annotation(&self, id: Id) -> Option<&Annotation> {
        self.nodes[id].annotation.as_deref()
    }

    /// Whether a ply belongs to a walked line only, and not to the game.
    pub(crate) fn is_walked(&self, id: Id) -> bool {
        self.nodes[id].walked
    }

    /// Replaces the annotation of a position; returns the earlier one.
    fn put_annotation(
        &mut self,
        id: Id,
        annotation: Option<Box<Annotation>>,
    ) -> Option<Box<Annotation>> {
        let size = |one: &Option<Box<Annotation>>| one.as_ref().map_or(0, |one| one.size());
        self.texts += size(&annotation);
        self.annotated += usize::from(annotation.is_some());
        let before = std::mem::replace(&mut self.nodes[id].annotation, annotation);
        self.texts -= size(&before);
        self.annotated -= usize::from(before.is_some());
        before
    }

    /// Number of annotated positions, with those of deleted plies.
    pub(crate) fn annotated(&self) -> usize {
        self.annotated
    }

    /// Annotates a position; an empty annotation removes what was there. With `undoable`, this is a change that can be
    /// undone.
    pub(crate) fn annotate(&mut self, id: Id, annotation: Annotation, undoable: bool) {
        let annotation = Some(Box::new(annotation)).filter(|one| !one.is_empty());
        if self.nodes[id].annotation == annotation {
            return;
        }
        let before = self.put_annotation(id, annotation);
        if undoable {
            self.add_change(Change::Annotated { node: id, before });
        }
    }

    /// Undoes the last change. A deleted ply returns to its old place and merges with plies that have been played again
    /// since.
    pub(crate) fn restore(&mut self) -> Option<Restored> {
        let (parent, place, node) = match self.changes.pop()? {
            Change::Deleted { parent, place, node } => (parent, place, node),
            Change::Annotated { node, before } => {
                self.put_annotation(node, before);
                return Some(Restored::Annotation(node));
            }
        };
        let text = self.nodes[node].ply.as_ref()?.text.clone();
        let Some(same) = self.child(parent, &text) else {
            let children = &mut self.nodes[parent].children;
            children.insert(place.min(children.len()), node);
            return Some(Restored::Ply(node));
        };
        let mut pairs = vec![(same, node)];
        while let Some((same, again)) = pairs.pop() {
            for child in std::mem::take(&mut self.nodes[again].children) {
                let text = self.nodes[child].ply.as_ref()?.text.clone();
                match self.child(same, &text) {
                    Some(known) => pairs.push((known, child)),
                    None => {
                        self.nodes[child].parent = same;
                        self.nodes[same].children.push(child);
                    }
                }
            }
            // An annotation that was added since stays.
            if self.nodes[same].annotation.is_none() {
                let earlier = self.put_annotation(again, None);
                self.put_annotation(same, earlier);
            }
            self.discard(again);
        }
        Some(Restored::Ply(same))
    }

    /// Removes a ply with all plies after it for good; and all earlier deletions, which might belong to it.
    pub(crate) fn remove(&mut self, id: Id) {
        for change in std::mem::take(&mut self.changes) {
            match change {
                Change::Deleted { node, .. } => self.discard(node),
                kept @ Change::Annotated { .. } => self.changes.push(kept),
            }
        }
        self.detach(id);
        self.discard(id);
    }

    /// Removes all plies after this one for good.
    pub(crate) fn remove_after(&mut self, id: Id) {
        while let Some(&child) = self.nodes[id].children.last() {
            self.remove(child);
        }
    }

    /// Makes walked plies part of the game.
    pub(crate) fn save_walked(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.walked = false);
    }

    pub(crate) fn drop_walked(&mut self) {
        for id in 0..self.nodes.len() {
            let parent = self.nodes[id].parent;
            if self.nodes[id].walked && !self.nodes[parent].walked {
                self.detach(id);
                self.discard(id);
            }
        }
    }

    /// Detaches a ply from its parent; returns its index among the children.
    fn detach(&mut self, id: Id) -> usize {
        let parent = self.nodes[id].parent;
        let children = &mut self.nodes[parent].children;
        let place = children.iter().position(|&child| child == id).unwrap_or(0);
        children.retain(|&child| child != id);
        place
    }

    /// Frees the nodes of a ply and of all plies after it.
    fn discard(&mut self, id: Id) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let node = &mut self.nodes[id];
            waiting.append(&mut node.children);
            if let Some(position) = node.position.take() {
                self.bytes -= position.resource_estimate().bytes;
            }
            self.texts -= node.ply.as_deref().map_or(0, in_record);
            if let Some(annotation) = node.annotation.take() {
                self.texts -= annotation.size();
                self.annotated -= 1;
            }
            (node.ply, node.walked, node.metrics) = (None, false, Vec::new());
            self.free.push(id);
        }
        // A free node may become another ply.
        let nodes = &self.nodes;
        self.changes.retain(|change| match change {
            Change::Annotated { node, .. } => *node == ROOT || nodes[*node].ply.is_some(),
            Change::Deleted { .. } => true,
        });
    }
}

/// Bytes of a ply in a record, with quotes and comma.
fn in_record(ply: &Ply) -> usize {
    ply.text.len() + 3
}
