//! Facts about a field beyond the rules: ownership under pressure, cells that outposts
//! depend on, the surroundings of a cell. Bots use them, and the page shows them.

use super::board::{CELLS, Cell, Cells, Direction, HOMES, Owners, supplied, supply};
use super::field::{Field, Rules};

pub(super) fn neutral(owners: &Owners) -> Cells {
    let taken = owners.disputed.clone();
    owners.own.iter().fold(taken, |taken, own| taken.with(own, |a, b| a | b)).complement()
}

/// The number of an empire's own land cells that are supplied.
pub(super) fn supplied_land(rules: &Rules, owners: &Owners, seat: usize) -> u32 {
    supply(HOMES[seat], &owners.passable(seat, &rules.map.land)).count_in(&owners.own[seat])
}

/// Own outposts that would be lost if every enemy came one step nearer.
pub(super) fn cut_off(rules: &Rules, field: &Field, seat: usize) -> Vec<usize> {
    let passable =
        owners_if_enemies_approach(rules, field, seat, 1).passable(seat, &rules.map.land);
    let reached = supply(HOMES[seat], &passable);
    let posts = field.posts[seat].iter().enumerate();
    posts
        .filter(|&(_, &post)| !supplied(post, HOMES[seat], &reached))
        .map(|(index, _)| index)
        .collect()
}

/// Ownership if all enemies of an empire came this number of steps nearer to every cell.
pub(super) fn owners_if_enemies_approach(
    rules: &Rules,
    field: &Field,
    empire: usize,
    steps: u32,
) -> Owners {
    let mut posts = field.posts.clone();
    for (e, posts) in posts.iter_mut().enumerate() {
        if e != empire {
            let around = posts.iter().map(|&post| Cells::diamond(post, steps));
            let cells = around.fold(Cells::EMPTY, |cells, near| cells.with(&near, |a, b| a | b));
            *posts = cells.iter().collect();
        }
    }
    let mut owners = Owners::default();
    owners.measure(&posts, rules.r);
    owners
}

/// The outpost whose removal costs an empire the least area; the newest of several.
pub(super) fn least_useful(rules: &Rules, field: &Field, empire: usize) -> Option<u32> {
    let mut posts = field.posts.clone();
    let mut owners = Owners::default();
    let mut area_without = |index: usize| {
        let gone = posts[empire].remove(index);
        owners.measure(&posts, rules.r);
        posts[empire].insert(index, gone);
        owners.own[empire].count()
    };
    (0..field.posts[empire].len())
        .max_by_key(|&index| area_without(index))
        .map(|index| index as u32)
}

/// Cells of an empire's supply area whose loss alone would cut off outposts, with their number: the cut vertices
/// of the graph of its passable cells, by a depth-first search with low-link
/// values (Hopcroft and Tarjan, 1973).
pub(super) fn choke_points(rules: &Rules, field: &Field, empire: usize) -> Vec<(Cell, u32)> {
    let home = HOMES[empire];
    let reached = supply(home, &field.owners.passable(empire, &rules.map.land));
    if !reached.contains(home) {
        return Vec::new();
    }
    let mut outposts = vec![0u32; CELLS];
    let mut cut = vec![0u32; CELLS];
    for &post in &field.posts[empire] {
        // An outpost at the end of a line, on a cell that does not pass supply on, depends on the only
        // adjacent cell that does; with several such cells it is hardly ever cut off.
        let mut beside = post.neighbours().filter(|&n| reached.contains(n));
        match (reached.contains(post), beside.next(), beside.next()) {
            (true, ..) => outposts[post.index()] += 1,
            (false, Some(only), None) => {
                outposts[only.index()] += 1;
                cut[only.index()] += u32::from(only != home);
            }
            _ => {}
        }
    }
    let mut place = vec![0u32; CELLS];
    let mut low = vec![0u32; CELLS];
    let mut below = vec![0u32; CELLS];
    let mut count = 1;
    let mut stack = vec![(home, home, 0usize)];
    place[home.index()] = 1;
    low[home.index()] = 1;
    while let Some((cell, parent, next)) = stack.pop() {
        let at = cell.index();
        if let Some(&direction) = Direction::ALL.get(next) {
            stack.push((cell, parent, next + 1));
            let to = cell.step(direction).filter(|&to| reached.contains(to) && to != parent);
            let Some(to) = to else { continue };
            if place[to.index()] == 0 {
                count += 1;
                place[to.index()] = count;
                low[to.index()] = count;
                stack.push((to, cell, 0));
            } else {
                low[at] = low[at].min(place[to.index()]);
            }
            continue;
        }
        below[at] += outposts[at];
        if cell != home {
            let up = parent.index();
            below[up] += below[at];
            low[up] = low[up].min(low[at]);
            if low[at] >= place[up] && parent != home {
                cut[up] += below[at];
            }
        }
    }
    (0..CELLS).filter(|&at| cut[at] > 0).map(|at| (Cell::from_index(at), cut[at])).collect()
}

/// A site with much water for an outpost; taken sites are excluded.
pub(super) fn best_site(
    rules: &Rules,
    field: &Field,
    me: usize,
    post: Cell,
    taken: &[Cell],
) -> Option<Cell> {
    rules
        .sites
        .harvest(me)
        .iter()
        .filter(|site| !taken.iter().any(|&t| t.distance(site.cell) <= rules.r))
        .filter(|site| !field.owners.is_enemy_cell(site.cell, me))
        .min_by_key(|site| {
            site.cell.distance(post) + u32::from(rules.map.from_home(me)[site.cell.index()]) / 2
        })
        .map(|site| site.cell)
}

/// The number of land and water cells of a set.
pub(super) fn both(cells: &Cells, rules: &Rules) -> [u32; 2] {
    [cells.count_in(&rules.map.land), cells.count_in(&rules.map.water)]
}
