// ---- Figures: what the templates share. Each game has its own; all are mine minus the opponent's. ----

const COMPASS = ['N', 'E', 'S', 'W'];

/** The moves to look at: all legal ones, or in Outpost some orders for all outposts. */
function movesOf(position) {
  if (position.legal_moves !== null) return position.legal;
  const mine = position.state.summary.outposts[position.seat];
  const orders = (way) => mine.map((_, i) => `${i}:${COMPASS[way(i) % 4]}`).join(' ') || '-';
  const { ply } = position.state;
  const spread = Array.from({ length: 8 }, (_, n) =>
    orders((i) => (i * 7 + n * 5 + ply * 3 + i * n) >> 1),
  );
  return [...new Set([...COMPASS.keys()].map((way) => orders(() => way)).concat(spread))];
}

/** The position after a move, with its figures as `seat` sees them. */
function after(position, move, seat = position.seat) {
  let next = position.play(move, position.legal_moves === null ? seat : undefined);
  // Where all move at once, the others stay.
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
  if (position.game === 'uros')
    return { size: 5 * lead(summary.bvl), spread: lead(summary.efl) / 2, reeds: lead(summary.bvr) };
  if (position.game === 'reversi')
    return { moves: mine * legal, stones: lead(summary.stones) / 10, walls: walls(position, seat) };
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

/** Reversi: stones beside holes and the edge are hard to turn. */
function walls(position, seat) {
  const lines = position.text.split('\n');
  const rows = lines.slice(4, 4 + Number(lines[3].split(' ')[0])).map((line) => line.split(' '));
  let sum = 0;
  for (const [y, row] of rows.entries())
    for (const [x, stone] of row.entries()) {
      if (stone !== '1' && stone !== '2') continue;
      let around = 0;
      for (let dy = -1; dy < 2; dy++)
        for (let dx = -1; dx < 2; dx++) if ((rows[y + dy]?.[x + dx] ?? '-') === '-') around++;
      sum += (Number(stone) - 1 === seat ? 1 : -1) * around * around;
    }
  return sum / 4;
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
