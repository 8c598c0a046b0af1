/**
 * The board of Isolation, on the base of squares: mats that sink, two knights, where they can still come
 * to, and what is known exactly. It shows what Rust's view says and asks `inspect` what a move would
 * leave; it holds no rule.
 */
import { centre } from '../grid.js';
import { drawRim, squareRenderer } from '../squares.js';
import { readPosition } from './boardState.js';
import * as draw from './draw.js';
import { drawOutcome, drawRegions } from './overlay.js';
import { paintKnights, paintPosition } from './paint.js';

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
  drawRim(on);
  paintPosition(on, done);
  if (marks.order) draw.drawOrder(on);
  // Marks beyond the board's own, for pictures in the rules.
  if (marks.regions) {
    drawRegions(on, on.position.regions);
    paintKnights(on, 1);
  }
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
