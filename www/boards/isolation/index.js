/**
 * The board of Isolation, based on `squares.js`: mats that sink, two knights, the cells that they can reach, and exact
 * results. It shows Rust's view and uses `inspect` for the result of a move; it has no rules.
 */

import * as strings from '../../strings/isolation.js';
import { isForced } from '../../ui/forced.js';
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

/** The line of explanation under the board. @param {BoardModel} model */
function note(model) {
  if (model.overlay === 'outcome' && !model.state.outcome) return outcomeNote(model.oracle);
  if (model.overlay === 'regions') return strings.cellsThatEachKnight;
  // After the placement, its result no longer holds: a player may have made a mistake.
  const { placement, trails, settled } = readPosition(model);
  // A result that no player can change is stated by the analysis, not during play.
  if (model.brief) return '';
  if (settled) return settled;
  return placement && trails[0].length < 3 ? `${placement}.` : '';
}

/** @param {BoardModel['oracle']} known */
function outcomeNote(known) {
  if (!known) return strings.solving;
  const { classes, moves } = known;
  const sure = classes.filter(isForced).length;
  if (sure < moves.length && known.done) return strings.tooOpenToBeSolved;
  if (sure < moves.length) return strings.solvingOfMovesKnown(sure, moves.length);
  const wins = classes.filter((one) => one === 'win').length;
  let text = strings.ofMoves(wins, moves.length);
  if (wins === 0) text = strings.everyMoveLoses;
  else if (wins === moves.length) text = strings.everyMoveWins;
  const plies = known.plies.some((one) => one !== null);
  return strings.byForceWWinsL(text, plies);
}

/** The board without analysis. @param {Drawing} on @param {number} done @param {Record<string, boolean>} marks */
function paint(on, done, marks) {
  drawRim(on);
  paintPosition(on, done);
  if (marks.order) draw.drawOrder(on);
  // Additional marks for pictures in the rules.
  if (marks.regions) {
    drawRegions(on, on.position.regions);
    paintKnights(on);
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
    under(on, { overlay }, at, inspect) {
      if (overlay !== 'regions') return false;
      const move = on.position.moves.get(at ?? -1);
      drawRegions(on, (move && inspect({ after: move })?.regions) ?? on.position.regions);
      return true;
    },
    exact: ['outcome'],
    paintExact: drawOutcome,
    bare: ['regions'],
    small: ({ mover, knights }) => mover !== null && knights[mover] === null,
    describe({ regions }, model, cell) {
      if (model.overlay !== 'regions') return '';
      const who = model.state.seats.filter((_, seat) => regions[seat].includes(cell));
      return who.length ? `, ${strings.inReachOf(who.map((seat) => seat.name))}` : '';
    },
  },
  {
    marks: [
      {
        key: 'order',
        label: strings.plies,
        title: strings.numberTheClosedCells,
      },
    ],
    overlayNames: { outcome: 'Win/loss', regions: strings.reach },
    oracles: { outcome: 'perfect' },
    editor: {
      label: strings.openings,
      offer: strings.openingsWhoWins,
      load: () => import('./openings.jsx'),
    },
    turns: strings.turnTheBoard,
    note,
  },
);
