/**
 * Bots' analyses on the board: the heat of every cell, the best few candidates, and the best line. It draws numbers and
 * lists from Rust.
 */

import * as strings from '../../strings/fencemaster.js';
import { isForced } from '../../ui/forced.js';
import { percentText, shareText } from '../../ui/format.js';
import { paint, write } from '../pen.js';
import {
  bestFew,
  drawPlate,
  drawResult,
  fillHeat,
  indexBy,
  isKnown,
  locationsOf,
  scaleOf,
} from '../thoughts.js';
import { drawFrame, drawStone } from './draw.js';
import { traceCell } from './hex.js';

/** @typedef {import('../contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./draw.js').On} On */
/** @typedef {number | 'win' | 'loss' | null} Value   of a cell; null shows nothing */

/**
 * @typedef {object} HeatKind   A heat map: the analysis, its number, and the label.
 * @property {string} bot
 * @property {string} label
 * @property {string} what
 * @property {string} note
 * @property {'score' | 'visits' | 'result' | { term: string }} of   a term's value is a share, shown in percent; a result is
 *   the proven result of the move
 */

/** The overlays that are heat maps. @type {Record<string, HeatKind>} */
export const HEATS = {
  outcome: {
    bot: 'perfect',
    label: 'Win/loss',
    what: strings.proven,
    note: strings.solving,
    of: 'result',
  },
  utility: {
    bot: 'norton-rizk',
    label: strings.utility,
    what: strings.nortonRizksUtility,
    note: strings.nortonRizksUtilityOfEvery,
    of: 'score',
  },
  visits: {
    bot: 'totora',
    label: strings.visits,
    what: strings.totorasVisits,
    note: strings.howOftenTotorasTreeSearch,
    of: 'visits',
  },
  rate: {
    bot: 'totora',
    label: strings.playouts,
    what: strings.wonInTotorasPlayouts,
    note: strings.whatShareOfTotorasRandom,
    of: { term: 'playouts' },
  },
  judgement: {
    bot: 'totora',
    label: strings.judgement,
    what: strings.totorasJudgement,
    note: strings.howGoodThePositionsLook,
    of: { term: 'judgement' },
  },
  distance: {
    bot: 'edgewise',
    label: strings.distance,
    what: strings.edgewisesDistance,
    note: strings.edgewiseHowManyStonesMore,
    of: 'score',
  },
};

/**
 * The overlay's content: an analysis, and which of its numbers.
 * @param {BoardModel} model
 * @returns {{ thought: AnalysisInfo | null, of: HeatKind['of'], what: string } | null}
 */
export function shownHeat(model) {
  const own = HEATS[model.overlay];
  if (own) return { thought: model.oracle, of: own.of, what: own.what };
  if (model.overlay === 'all') return { thought: model.thought, of: 'score', what: strings.score };
  return null;
}

/** The note on the whole map; for results, the solver's comment or the reason why there are none. @param {BoardModel} model */
export function noteOf({ overlay, oracle }) {
  const said = oracle && (oracle.exact ? oracle.why : (oracle.differences[0] ?? oracle.why));
  return (HEATS[overlay]?.of === 'result' && said) || (HEATS[overlay]?.note ?? '');
}

/** The candidate of each cell. @param {AnalysisInfo | null} thought @returns {Map<number, number>} */
export const byCell = (thought) => indexBy(thought, ({ cell }) => cell);

/**
 * The overlay's text for the swap, which has no cell; empty if there is none.
 * @param {BoardModel} model
 * @returns {string}
 */
export function swapText(model) {
  const heat = shownHeat(model);
  const thought = heat?.thought;
  if (!thought) return '';
  const swap = thought.moves.findIndex((_, i) => cellOf(thought, i) === null);
  return swap < 0 ? '' : textAt(thought, heat.of, swap);
}

/** The cell of a candidate; null for the swap. @param {AnalysisInfo} thought @param {number} i @returns {number | null} */
const cellOf = (thought, i) => locationsOf(thought)[i].cell;

/**
 * The displayed number of a candidate.
 * @param {AnalysisInfo} thought
 * @param {HeatKind['of']} of
 * @param {number} i
 * @returns {Value}
 */
export function valueAt(thought, of, i) {
  const score = thought.scores[i];
  // Moves that were not examined, or have only a bound, show nothing.
  if (!thought.judges || !isKnown(thought, i)) return null;
  if (of === 'score') return typeof score === 'number' ? (thought.wins[i] ?? score) : score;
  if (of === 'result' || typeof score !== 'number') return score;
  const visits = thought.visits[i];
  if (of === 'visits') return visits;
  const term = thought.terms.findIndex(({ key }) => key === of.term);
  // A move without visits has no share.
  const share = visits && term >= 0 ? thought.values[i * thought.terms.length + term] : Number.NaN;
  // Nor has a move whose line ends in a proven result.
  return Number.isFinite(share) ? share : null;
}

/**
 * A number in the few characters that fit into a cell.
 * @param {Value} value
 * @param {HeatKind['of'] | 'win'} [of]
 * @returns {string}
 */
export function shortText(value, of = 'score') {
  if (value === null) return '';
  if (value === 'win') return 'W';
  if (value === 'loss') return 'L';
  if (of === 'win') return percentText(value);
  if (typeof of === 'object') return shareText(value);
  const size = Math.abs(value);
  const digits = size < 1 ? 2 : size < 100 ? 1 : 0;
  const rounded = Number(size.toFixed(digits));
  const sign = value < 0 && rounded > 0 ? '−' : '';
  if (rounded >= 1000) return sign + compact(rounded);
  if (Number.isInteger(rounded)) return sign + String(rounded);
  // A zero before the decimal point is redundant.
  return sign + rounded.toFixed(digits).replace(/^0/, '');
}

/**
 * The overlay's text for a candidate, in the few characters that fit into a cell.
 * @param {AnalysisInfo} thought
 * @param {HeatKind['of']} of
 * @param {number} i
 */
function textAt(thought, of, i) {
  if (of === 'result') {
    const known = thought.classes[i];
    return isForced(known) ? known : '?';
  }
  const percent = of === 'score' && (thought.wins[i] ?? null) !== null;
  return shortText(valueAt(thought, of, i), percent ? 'win' : of);
}

const STEPS = ['', 'k', 'M', 'G', 'T', 'P'];
/** @param {number} size   at least 1000 */
function compact(size) {
  let step = 0;
  let rest = size;
  while (rest >= 999.5 && step < STEPS.length - 1) {
    rest /= 1000;
    step++;
  }
  return `${rest < 9.95 ? rest.toFixed(1).replace('.0', '') : Math.round(rest)}${STEPS[step]}`;
}

/**
 * The position of a value among all: 0 the worst, 1 the best; null if it is not a value. Visits are scaled by their
 * square root, which affects only colours.
 * @param {AnalysisInfo} thought
 * @param {HeatKind['of']} of
 * @returns {(i: number) => number | null}
 */
function sharing(thought, of) {
  const known = wellKnown(thought, of);
  const root = of === 'visits' ? Math.sqrt : (/** @type {number} */ n) => n;
  const numbers = thought.moves.map((_, i) => {
    const value = valueAt(thought, of, i);
    return typeof value === 'number' ? root(value) : null;
  });
  const { share } = scaleOf(numbers.filter((n, i) => n !== null && known(i)).map(Number));
  return (i) => {
    const number = numbers[i];
    return number === null ? null : share(number);
  };
}

/** Rates of moves with less than this share of the most visits are unreliable. */
const SELDOM = 0.01;

/**
 * Whether a candidate's number is reliable.
 * @param {AnalysisInfo} thought
 * @param {HeatKind['of']} of
 * @returns {(i: number) => boolean}
 */
function wellKnown(thought, of) {
  if (typeof of !== 'object') return () => true;
  const visits = thought.visits.map((n) => n ?? 0);
  const most = Math.max(...visits);
  return (i) => visits[i] >= most * SELDOM;
}

/**
 * The heat of all cells, with numbers if there is space.
 * @param {On} on
 * @param {AnalysisInfo} thought
 * @param {HeatKind['of']} of
 */
export function drawHeat(on, thought, of) {
  const { ctx, colours, place } = on;
  if (of === 'result') {
    for (const [cell, i] of byCell(thought)) {
      const { x, y } = place.centres[cell];
      drawResult(ctx, colours, thought.classes[i], thought.plies[i], x, y, place.s * 0.6);
    }
    return;
  }
  const share = sharing(thought, of);
  const known = wellKnown(thought, of);
  const { s } = place;
  const size = Math.min(15, s * 0.52);
  ctx.save();
  for (const [cell, i] of byCell(thought)) {
    const value = valueAt(thought, of, i);
    if (value === null) continue;
    const { x, y } = place.centres[cell];
    ctx.globalAlpha = known(i) ? 1 : 0.5;
    const tint = share(i);
    if (value === 'win' || value === 'loss')
      drawResult(ctx, colours, value, thought.plies[i], x, y, s * 0.6);
    else if (tint !== null) {
      // The mats' own shades would be mistaken for heat.
      const shape = (/** @type {CanvasRenderingContext2D} */ path) =>
        traceCell(place, cell, path, 0.9);
      paint(ctx, shape, '#ece5d3');
      fillHeat(ctx, shape, [x, y, s * 0.55], tint, 0.95);
    }
    const text = textAt(thought, of, i);
    const font = `700 ${size.toFixed(1)}px ${colours.mono}`;
    if (size >= 7 && typeof value === 'number') write(ctx, text, x, y + s * 0.03, font, '#10181b');
    ctx.globalAlpha = 1;
    if (thought.moves[i] === thought.choice) choiceFrame(on, cell);
  }
  ctx.restore();
}

/** The best few candidates. @param {On} on @param {AnalysisInfo} thought */
export function drawHints(on, thought) {
  for (const i of bestFew(thought)) {
    const cell = cellOf(thought, i);
    if (cell === null) continue;
    const strong = thought.moves[i] === thought.choice;
    if (strong) choiceFrame(on, cell);
    else {
      const how = { colour: on.colours.reedInk, dash: [0.2, 0.16], scale: 0.82 };
      drawFrame(on, cell, { width: [1.5, 0.06], ...how });
    }
    drawEvaluation(on, cell, thought, i, strong);
  }
}

/** A candidate's evaluation, on a plate or in its shape, if there is space. @param {On} on @param {number} cell @param {AnalysisInfo} thought @param {number} i @param {boolean} strong */
function drawEvaluation({ ctx, colours, place }, cell, thought, i, strong) {
  const score = valueAt(thought, 'score', i);
  if (place.s < 14 || score === null) return;
  const { x, y } = place.centres[cell];
  const size = Math.max(9, Math.min(17, place.s * 0.46));
  if (score === 'win' || score === 'loss')
    drawResult(ctx, colours, score, thought.plies[i], x, y, place.s * 0.62);
  else drawPlate(ctx, colours, textAt(thought, 'score', i), x, y, size, strong);
}

/** @param {On} on @param {number} cell */
function choiceFrame(on, cell) {
  const how = { colour: '#ffffff', scale: 0.86, halo: on.colours.accent };
  drawFrame(on, cell, { width: [2, 0.075], ...how });
}

/**
 * The stones of a candidate's best line, of both seats in turn, ever fainter.
 * @param {On} on
 * @param {Position} position
 * @param {(number | null)[]} cells
 */
export function drawLine({ ctx, place }, { mover }, cells) {
  if (mover === null) return;
  const { s } = place;
  cells.forEach((cell, n) => {
    // The candidate itself is shown already, and a swap has no cell.
    if (n === 0 || cell === null) return;
    const { x, y } = place.centres[cell];
    const alpha = Math.max(0.45, 0.9 - n * 0.08);
    drawStone(ctx, (mover + n) % 2, x, y, s, { plain: true, scale: 0.86, alpha });
  });
}

/**
 * The candidate that the list or a hint points at.
 * @param {On} on
 * @param {Position} position
 * @param {number | null} cell   null for the swap, which shows the stone that would change its colour
 * @param {AnalysisInfo} thought
 * @param {number} i
 */
export function drawPointed(on, { mover, swap, last }, cell, thought, i) {
  const { ctx, colours, place } = on;
  const at = cell ?? (swap && last ? last.cell : null);
  if (at === null) return;
  const { x, y } = place.centres[at];
  if (mover !== null) drawStone(ctx, mover, x, y, place.s, { ghost: cell !== null, scale: 0.94 });
  const halo = colours.accent;
  drawFrame(on, at, { colour: '#ffffff', width: [2.5, 0.1], scale: 0.92, halo });
  drawEvaluation(on, at, thought, i, true);
}
