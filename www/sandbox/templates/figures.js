// ---- Figures that the templates share. Each game has its own; most are yours minus the opponent's. ----

const COMPASS = 'NESW';

/** The moves to compare: all legal ones. In Outpost, all outposts take the same step, so that you can improve the bot. */
function movesOf(position) {
  if (position.legal_moves !== null) return position.legal;
  const mine = position.state.summary.outposts[position.seat];
  return [...COMPASS].map((way) => mine.map((_, i) => `${i}:${way}`).join(' ') || '-');
}

/** The position after a move, with its figures for `seat`. */
function after(position, move, seat = position.seat) {
  let next = position.play(move, position.legal_moves === null ? seat : undefined);
  // If all players move at once, the others stay.
  while (position.legal_moves === null && next.state.ply === position.state.ply)
    next = next.play('-', next.to_move);
  return { next, figures: figuresOf(next, seat) };
}

/** @returns {Record<string, number>} */
function figuresOf(position, seat) {
  const { outcome, summary, legal, to_act } = position.state;
  if (outcome) {
    const best = outcome.ranks.filter((rank) => rank === 1).length > 1 ? 0 : 1000;
    return { result: outcome.ranks[seat] === 1 ? best : -1000 };
  }
  const lead = (list) => list[seat] - list[1 - seat];
  const mine = to_act[0] === seat ? 1 : -1;
  if (position.game === 'isolation') return { moves: lead(summary.moves) };
  if (position.game === 'uros') return { size: 5 * lead(summary.bvl), reeds: lead(summary.bvr) };
  if (position.game === 'reversi') return { stones: lead(summary.stones) / 3, moves: mine * legal };
  if (position.game === 'fencemaster')
    return { chain: chain(position, seat) - chain(position, 1 - seat) };
  if (position.game === 'outpost') {
    const others = summary.land.filter((_, i) => i !== seat);
    return {
      land: summary.land[seat] - Math.max(...others),
      posts: 5 * summary.outposts[seat].length,
    };
  }
  return { moves: mine * (legal ?? 0) };
}

/** FenceMaster: how far the longest of a seat's chains reaches, across and down the board. */
function chain(position, seat) {
  const around = [-1, 1].flatMap((d) => [
    [2 * d, 0],
    [d, 1],
    [d, -1],
  ]);
  const cells = new Map();
  for (const [y, line] of position.text.split('\n').slice(1).entries())
    for (const [x, char] of [...line].entries())
      if (char === 'WB'[seat]) cells.set(`${x},${y}`, [x, y]);
  let best = 0;
  for (const [key, first] of cells) {
    if (!cells.delete(key)) continue;
    const group = [first];
    for (const [x, y] of group)
      for (const [dx, dy] of around) {
        const found = cells.get(`${x + dx},${y + dy}`);
        if (found && cells.delete(`${x + dx},${y + dy}`)) group.push(found);
      }
    const [xs, ys] = [0, 1].map((i) => group.map((cell) => cell[i]));
    const reach = (Math.max(...xs) - Math.min(...xs)) / 2 + Math.max(...ys) - Math.min(...ys);
    best = Math.max(best, reach + group.length / 10);
  }
  return best;
}
