/**
 * The board of Isolation, on the base of squares: mats that sink, two knights, where they can still come
 * to, and what is known exactly. It shows what Rust's view says and asks `inspect` what a move would
 * leave; it holds no rule.
 */
import { centre, frameCell } from '../grid.js';
import { drawRim, squareRenderer } from '../squares.js';
import { readPosition } from './boardState.js';
import * as draw from './draw.js';
import { drawOutcome, drawRegions } from './overlay.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('../squares.js').Drawing<Position>} Drawing */

const MOTION = 260;

/** What is to be known about what the board shows. @param {BoardModel} model */
function note(model) {
  if (model.overlay === 'outcome' && !model.state.outcome) return outcomeNote(model.oracle);
  if (model.overlay === 'regions')
    return 'Cells that each knight could still come to if the other stood still.';
  // Later on, the placement no longer says who wins: somebody may have given it away.
  const { placement, trails, settled } = readPosition(model);
  if (settled) return settled;
  return placement && trails[0].length < 3 ? `${placement}.` : '';
}

/** @param {BoardModel['oracle']} known */
function outcomeNote(known) {
  if (!known) return 'Solving…';
  const { scores, moves } = known;
  const sure = scores.filter((score) => typeof score !== 'number').length;
  if (sure < moves.length && known.done)
    return 'Too open to be solved so far: ? marks what is not known yet.';
  if (sure < moves.length) return `Solving… ${sure} of ${moves.length} moves known`;
  const wins = scores.filter((score) => score === 'win').length;
  let told = `${wins} of ${moves.length} moves ${wins === 1 ? 'wins' : 'win'}`;
  if (wins === 0) told = 'Every move loses';
  else if (wins === moves.length) told = 'Every move wins';
  const plies = known.plies.some((one) => one !== null);
  return `${told} by force: W wins, L loses${plies ? '; the number counts the plies to the end' : ''}.`;
}

/** The board as it stands, without anybody's thoughts. @param {Drawing} on @param {number} done @param {Record<string, boolean>} marks */
function paint(on, done, marks) {
  const { ctx, grid, position } = on;
  const { last } = position;
  drawRim(on);
  const going = done < 1 ? (last?.cell ?? null) : null;
  for (let cell = 0; cell < grid.columns * grid.rows; cell++) {
    const closed = position.closed.has(cell);
    if (!closed || cell === going) draw.drawMat(on, cell);
    if (closed) draw.drawSunken(on, cell, cell === going ? done : 1);
  }
  position.trails.forEach((trail, seat) => {
    const moving = going !== null && last?.seat === seat;
    draw.drawTrail(on, moving ? trail.slice(0, -1) : trail, seat);
  });
  if (last && position.winner === null) {
    const width = Math.max(1.5, grid.cell * 0.03);
    for (const cell of [last.from, last.cell]) {
      if (cell === null) continue;
      const dash = cell === last.from ? [grid.cell * 0.08, grid.cell * 0.07] : [];
      frameCell(ctx, grid, cell, { colour: '#ffffffd8', width, dash, inset: 0.03 });
    }
  }
  paintKnights(on, done);
  if (marks.order) draw.drawOrder(on);
  if (position.winner !== null && done >= 1) draw.drawEnd(on);
  // Marks beyond the board's own, for pictures in the rules.
  if (marks.regions) {
    drawRegions(on, position.regions);
    paintKnights(on, 1);
  }
}

/** @param {Drawing} on @param {number} [done] */
function paintKnights(on, done = 1) {
  const { grid, position } = on;
  position.knights.forEach((at, seat) => {
    if (at === null) return;
    let { x, y } = centre(grid, at);
    const { last } = position;
    if (done < 1 && last?.seat === seat) {
      const from = last.from === null ? { x, y } : centre(grid, last.from);
      x = from.x + (x - from.x) * done;
      // A leap: up and down again on the way.
      y = from.y + (y - from.y) * done - Math.sin(done * Math.PI) * grid.cell * 0.35;
    }
    draw.drawKnight(on, seat, x, y);
  });
}

export const isolation = squareRenderer(
  {
    read: readPosition,
    paint,
    motion: MOTION,
    moves: ({ last }) => last !== null,
    piece(on, seat, cell) {
      const { x, y } = centre(on.grid, cell);
      draw.drawKnight(on, seat, x, y);
    },
    pieces: paintKnights,
    line: ({ knights }) => knights,
    under(on, { overlay }, at, ask) {
      if (overlay !== 'regions') return false;
      const move = on.position.moves.get(at ?? -1);
      drawRegions(on, (move && ask({ after: move })?.regions) ?? on.position.regions);
      return true;
    },
    exact: ['outcome'],
    paintExact: drawOutcome,
    bare: ['regions'],
    small: ({ mover, knights }) => mover !== null && knights[mover] === null,
    describe({ regions }, model, cell) {
      if (model.overlay !== 'regions') return '';
      const who = model.state.seats.filter((_, seat) => regions[seat].includes(cell));
      return who.length ? `, in reach of ${who.map((seat) => seat.name).join(' and ')}` : '';
    },
  },
  {
    marks: [
      {
        key: 'order',
        label: 'Plies',
        title: 'Number the closed cells by the ply that closed them',
      },
    ],
    overlayNames: { outcome: 'Win/loss', regions: 'Reach' },
    oracles: { outcome: 'perfect' },
    editor: {
      label: 'Openings',
      offer: 'Openings: who wins from which placements',
      load: () => import('./openings.jsx'),
    },
    turns: 'Turn the board by a quarter',
    note,
  },
);
