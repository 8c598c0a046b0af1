/**
 * A bot's analysis on the board: the candidates of squares, and how to draw scores, previews and the pointed candidate.
 * It compares and draws numbers from Rust and computes none.
 */
import { nearest } from '../grid.js';
import { rounded } from '../pen.js';
import {
  drawEvaluation,
  fillHeat,
  isKnown,
  locationsOf,
  scoreShare,
  scoreTextOf,
} from '../thoughts.js';
import { bedPlace, columnRow, onLake } from './boardState.js';
import { drawIsland, drawOutline, middleOf } from './draw.js';

/** @typedef {import('../contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('./boardState.js').UrosLocation} UrosLocation */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./draw.js').On} On */
/** @typedef {import('./bed.js').Bed} Bed */
/** @typedef {import('./shape.js').Point} Point */

/**
 * @typedef {object} ThoughtIndex
 * @property {AnalysisInfo} thought
 * @property {UrosLocation[]} locations   of the candidates
 * @property {Map<number, number>} houses   place -> candidate that builds there
 * @property {Map<number, number>} islands  Lake square -> best candidate that covers it
 * @property {number[]} ghosts   the best island placements that do not overlap
 * @property {number[]} best     the best few candidates of any kind
 */

const FEW = 3;

/** @param {Position} position @param {AnalysisInfo} thought @returns {ThoughtIndex} */
export function indexThought(position, thought) {
  const locations = /** @type {UrosLocation[]} */ (locationsOf(thought));
  const [houses, islands] = [new Map(), new Map()];
  /** @type {number[]} */
  const ghosts = [];
  /** @type {number[]} */
  const best = [];
  const taken = new Set();
  locations.forEach((at, i) => {
    if (at.kind === 'house') {
      const number = position.islands.findIndex(({ id }) => id === at.island);
      houses.set(at.cell ?? bedPlace(number, at.square), i);
      if (best.length < FEW) best.push(i);
    } else if (at.kind === 'island') {
      for (const cell of at.cells) if (!islands.has(cell)) islands.set(cell, i);
      if (ghosts.length >= FEW || at.cells.some((cell) => taken.has(cell))) return;
      ghosts.push(i);
      for (const cell of at.cells) taken.add(cell);
      if (best.length < FEW) best.push(i);
    }
  });
  return { thought, locations, houses, islands, ghosts, best };
}

/** A candidate's evaluation, in the middle of a square. @param {On} on @param {AnalysisInfo} thought @param {number} i @param {Point} square @param {number} size @param {{ plate?: boolean, strong?: boolean }} [how] */
function drawEvaluationOn({ ctx, colours, place }, thought, i, square, size, how) {
  const [x, y] = middleOf(place, square);
  drawEvaluation(ctx, colours, thought, i, { x, y, size, room: place.cell * 0.32, ...how });
}

/** The heat of a value, as a plate on a square. @param {On} on @param {AnalysisInfo} thought @param {number} i @param {Point} square @param {number} alpha @param {number} half @param {number} radius */
function drawHeat({ ctx, place }, thought, i, square, alpha, half, radius) {
  const share = scoreShare(thought, i);
  if (share === null) return;
  const { cell } = place;
  const [x, y] = middleOf(place, square);
  const reach = half * cell;
  const box = rounded(x - reach, y - reach, 2 * reach, cell * radius);
  fillHeat(ctx, box, [x, y, reach * 0.94], share, alpha);
}

/** @param {On} on @param {ThoughtIndex} index @param {string} overlay */
export function drawLakeOverlay(on, index, overlay) {
  const { ctx, colours, place } = on;
  const { thought, locations } = index;
  const { x, y, cell } = place;
  if (!thought.judges) return;
  if (overlay !== 'all') {
    for (const i of index.best) {
      const at = locations[i];
      if (at.kind === 'island') drawGhost(on, index, i);
      else if (at.kind === 'house' && at.cell !== null)
        drawHouseHint(on, columnRow(at.cell), thought, i);
    }
    return;
  }
  for (const [square, i] of index.islands) {
    const [c, r] = columnRow(square);
    drawHeat(on, thought, i, [c, r], 0.75, 0.5 - 1 / cell, 0);
    if (!isKnown(thought, i)) continue;
    // The number behind the colour, small in the corner.
    ctx.font = `600 ${Math.max(9, Math.round(cell * 0.14))}px ${colours.mono}`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = '#ffffffd0';
    ctx.fillText(scoreTextOf(thought, i, 1), x + (c + 0.94) * cell, y + (r + 0.92) * cell);
  }
  for (const [square, i] of index.houses) {
    if (!onLake(square)) continue;
    drawHeat(on, thought, i, columnRow(square), 0.85, 0.4, 0.12);
    drawEvaluationOn(on, thought, i, columnRow(square), cell * 0.2);
  }
  for (const i of index.ghosts) drawGhost(on, index, i);
}

/** @param {On} on @param {Point[]} squares @param {number} alpha */
function drawFaded({ ctx, ...on }, squares, alpha) {
  ctx.globalAlpha = alpha;
  drawIsland({ ctx, ...on }, squares, { shadow: false });
  ctx.globalAlpha = 1;
}

/** @param {On} on @param {ThoughtIndex} index @param {number} i */
function drawGhost(on, { thought, locations }, i) {
  const at = locations[i];
  if (at.kind !== 'island') return;
  const squares = at.cells.map(columnRow);
  drawFaded(on, squares, i === 0 ? 0.55 : 0.36);
  const how = { colour: '#ffffff', dash: [0.09, 0.08], inset: 0.05 };
  drawOutline(on, squares, { width: [1.5, 0.03], ...how });
  drawEvaluationOn(on, thought, i, middle(squares), on.place.cell * 0.22, { strong: i === 0 });
}

/** The square of a group that is nearest to its middle. @param {Point[]} squares */
function middle(squares) {
  const mean = (/** @type {0 | 1} */ k) =>
    squares.reduce((sum, p) => sum + p[k], 0) / squares.length;
  const [mc, mr] = [mean(0), mean(1)];
  return nearest(squares, (p) => Math.hypot(p[0] - mc, p[1] - mr)) ?? squares[0];
}

/** @param {On} on @param {Point} square @param {AnalysisInfo} thought @param {number} i */
function drawHouseHint(on, square, thought, i) {
  const how = { colour: '#ffffff', dash: [0.09, 0.07], inset: 0.1, halo: '#00000030' };
  drawOutline(on, [square], { width: [2, i === 0 ? 0.045 : 0.03], ...how });
  drawEvaluationOn(on, thought, i, square, on.place.cell * 0.24, { plate: false });
}

/** @param {On} on @param {Bed} bed @param {ThoughtIndex} index @param {string} overlay */
export function drawBedOverlay(on, bed, index, overlay) {
  const { colours } = on;
  if (!index.thought.judges) return;
  const few = new Set(index.best);
  for (const lying of bed.islands) {
    const here = { ...on, place: lying };
    const { cell } = lying;
    lying.squares.forEach((square, number) => {
      const i = index.houses.get(bedPlace(lying.number, number));
      if (i === undefined || (overlay !== 'all' && !few.has(i))) return;
      if (overlay === 'all') {
        drawHeat(here, index.thought, i, square, 0.9, 0.42, 0.14);
        // Numbers below nine pixels are unreadable: the colour remains, and the list has the number.
        const size = Math.max(9, cell * 0.26);
        if (cell >= 24) drawEvaluationOn(here, index.thought, i, square, size, { plate: false });
      } else {
        const how = { width: 2, dash: [3 / cell, 2.5 / cell], inset: 0.1, halo: '#ffffffb0' };
        drawOutline(here, [square], { colour: colours.accent, ...how });
      }
    });
  }
}

/** The candidate that the list or a hint points at. @param {On} on @param {ThoughtIndex} index @param {number} i */
export function drawPointed(on, { thought, locations }, i) {
  const at = locations[i];
  const { cell } = on.place;
  const island = at.kind === 'island';
  if (at.kind === 'other' || (!island && at.cell === null)) return;
  const squares = (island ? at.cells : [Number(at.cell)]).map(columnRow);
  if (island) drawFaded(on, squares, 0.8);
  const how = { colour: '#ffffff', inset: island ? 0.02 : 0.06, halo: on.colours.accent };
  drawOutline(on, squares, { width: [2.5, 0.05], ...how });
  drawEvaluationOn(on, thought, i, middle(squares), cell * 0.24, { strong: true });
}

/** The same in the Reedbed: the square to build on, or the island to take. @param {On} on @param {Bed} bed @param {UrosLocation} at */
export function drawPointedInBed(on, bed, at) {
  if (at.kind === 'other' || (at.kind === 'house' && at.cell !== null)) return;
  const lying = bed.islands.find(({ island }) => island.id === at.island);
  if (!lying) return;
  const squares = at.kind === 'house' ? [lying.squares[at.square]] : lying.squares;
  const how = { width: 2.5, inset: 0.02, halo: '#ffffff' };
  drawOutline({ ...on, place: lying }, squares, { colour: on.colours.accent, ...how });
}
