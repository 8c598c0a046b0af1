// Reversi: prefers squares at the edge, because stones with few neighbours are hard to capture.
import { createInterface } from 'node:readline';

const AROUND = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([dx, dy]) => dx || dy);

/** The number of the eight neighbours of a square that are off the board. */
function walls(rows, x, y) {
  return AROUND.filter(([dx, dy]) => (rows[y + dy]?.[x + dx] ?? '-') === '-').length;
}

function think({ position, legal_moves }) {
  // The text of a map: four lines of numbers (the last one: rows and columns), then the squares row by row.
  const lines = position.split('\n');
  const height = Number(lines[3].split(' ')[0]);
  const rows = lines.slice(4, 4 + height).map((line) => line.split(' '));
  const candidates = legal_moves.map((move) => {
    const [x, y] = move.split('=')[0].split(',').map(Number);
    const score = walls(rows, x, y);
    return { move, score, terms: { walls: score } };
  });
  candidates.sort((a, b) => b.score - a.score);
  const [best] = candidates;
  return { choice: best.move, candidates, why: `${best.move} has ${best.score} walls around it` };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const answer = { ok: true };
  if (request.do === 'think') answer.thought = think(request);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  if (request.do === 'quit') process.exit(0);
}
