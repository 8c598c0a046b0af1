// Alpha-beta: looks ahead, one move further each time, until it has seen POSITIONS positions. The figures evaluate the last
// position of each line.
const WIDTH = 10;
// Low, so that you can improve the bot: raise it.
const POSITIONS = 40;

function think(position) {
  const { nodes = POSITIONS, ms = Infinity } = position.budget ?? {};
  const limits = { nodes, until: Date.now() + ms };
  let found = ordered(position, position.seat);
  if (position.legal_moves === null) return totora.best(found, 'its figures are the highest');
  let depth = 1;
  for (let deeper = 2; deeper < 9; deeper++) {
    const next = [];
    let best = -Infinity;
    for (const { move, next: child } of found) {
      const value = search(child, position.seat, deeper - 1, best, Infinity, limits);
      if (value === null) break;
      next.push({ move, next: child, value });
      best = Math.max(best, value);
    }
    // The result of an unfinished search is not used.
    if (next.length < found.length) break;
    found = next.sort((a, b) => b.value - a.value);
    depth = deeper;
  }
  console.log(`depth ${depth}`);
  const candidates = found.map(({ move, value }) => ({ move, terms: { ahead: value } }));
  return totora.best(candidates, `it is best when looking ${depth} moves ahead`);
}

/** The best moves by their figures, best first. */
function ordered(position, seat, limits = { nodes: 0 }) {
  const moves = movesOf(position);
  limits.nodes -= moves.length;
  const sign = position.to_move === seat || position.legal_moves === null ? 1 : -1;
  return moves
    .map((move) => {
      const { next, figures } = after(position, move, seat);
      return { move, next, value: Object.values(figures).reduce((sum, one) => sum + one, 0) };
    })
    .sort((a, b) => sign * (b.value - a.value))
    .slice(0, WIDTH);
}

function search(position, seat, depth, low, high, limits) {
  if (limits.nodes <= 0 || Date.now() > limits.until) return null;
  if (position.outcome) return Object.values(figuresOf(position, seat))[0];
  const moves = ordered(position, seat, limits);
  if (depth <= 1) return moves[0].value;
  const mine = position.to_move === seat;
  let best = mine ? -Infinity : Infinity;
  for (const { next } of moves) {
    const value = search(next, seat, depth - 1, low, high, limits);
    if (value === null) return null;
    if (mine) {
      best = Math.max(best, value);
      low = Math.max(low, best);
    } else {
      best = Math.min(best, value);
      high = Math.min(high, best);
    }
    if (low >= high) break;
  }
  return best;
}
