/**
 * What bots think, over the board: the heat of every cell, the best few, and the line that is
 * expected. It draws numbers and lists that Rust made.
 */
import { heat } from '../canvas.js';
import { drawFrame, drawStone } from './draw.js';
import { traceCell } from './hex.js';

/** @typedef {import('../../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../../pkg/totora.js').FenceMasterSpot} FenceMasterSpot */
/** @typedef {import('../../pkg/totora.js').FenceMasterView} FenceMasterView */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./hex.js').Place} Place */
/** @typedef {number | 'win' | 'loss' | null} Value   what is shown on a cell; null is nothing */

const FEW = 3;
/** Plies of the expected line that are drawn: more would hide the board. */
const LINE = 7;

/**
 * @typedef {object} HeatKind   A heat map: whose thoughts, which of their numbers, and how that is called.
 * @property {string} bot
 * @property {string} label
 * @property {string} what
 * @property {string} note
 * @property {'score' | 'visits' | { term: string }} of   a term's value is a share, shown in percent
 */

/** The overlays that are heat maps. @type {Record<string, HeatKind>} */
export const HEATS = {
  utility: {
    bot: 'norton-rizk',
    label: 'Utility',
    what: 'utility',
    note: 'Norton-Rizk’s utility of every empty cell: it plays where that is highest.',
    of: 'score',
  },
  visits: {
    bot: 'totora',
    label: 'Visits',
    what: 'visits',
    note: 'How often Totora’s tree search has looked into every move.',
    of: 'visits',
  },
  rate: {
    bot: 'totora',
    label: 'Win rate',
    what: 'win rate',
    note: 'How often the side to move wins Totora’s playouts after every move; faint where there were few.',
    of: { term: 'win-rate' },
  },
  distance: {
    bot: 'edgewise',
    label: 'Distance',
    what: 'distance',
    note: 'How many stones more the opponent lacks to a tripod than the side to move, after every move; how many ways there are counts a little.',
    of: 'score',
  },
};

/**
 * What the overlay shows: a thought, and which of its numbers.
 * @param {BoardModel} model
 * @returns {{ thought: ThoughtInfo | null, of: HeatKind['of'], what: string } | null}
 */
export function shownHeat(model) {
  const own = HEATS[model.overlay];
  if (own) return { thought: model.oracle, of: own.of, what: own.what };
  if (model.overlay === 'all') return { thought: model.thought, of: 'score', what: 'score' };
  return null;
}

/**
 * Which candidate goes to which cell.
 * @param {ThoughtInfo | null} thought
 * @returns {Map<number, number>}
 */
export function byCell(thought) {
  const spots = /** @type {FenceMasterSpot[]} */ (thought?.spots ?? []);
  return new Map(
    spots.flatMap(({ cell }, i) => (cell === null ? [] : [/** @type {const} */ ([cell, i])])),
  );
}

/**
 * What the overlay says of the swap, which has no cell; empty if it says nothing.
 * @param {BoardModel} model
 * @returns {string}
 */
export function swapText(model) {
  const heat = shownHeat(model);
  const thought = heat?.thought;
  if (!thought) return '';
  const swap = thought.moves.findIndex((_, i) => cellOf(thought, i) === null);
  return swap < 0 ? '' : shortText(valueAt(thought, heat.of, swap), heat.of);
}

/** @param {ThoughtInfo} thought @param {number} i */
const cellOf = (thought, i) => /** @type {FenceMasterSpot} */ (thought.spots[i]).cell;

/**
 * The number that is shown of a candidate.
 * @param {ThoughtInfo} thought
 * @param {HeatKind['of']} of
 * @param {number} i
 * @returns {Value}
 */
export function valueAt(thought, of, i) {
  const score = thought.scores[i];
  if (of === 'score' || typeof score !== 'number') return score;
  const visits = thought.visits[i];
  if (of === 'visits') return visits;
  const term = thought.terms.findIndex(({ key }) => key === of.term);
  // What was never tried has no share of anything.
  return term < 0 || !visits ? null : thought.values[i * thought.terms.length + term];
}

/**
 * A number in the few characters that a cell has room for.
 * @param {Value} value
 * @param {HeatKind['of']} [of]
 * @returns {string}
 */
export function shortText(value, of = 'score') {
  if (value === null) return '';
  if (value === 'win') return 'W';
  if (value === 'loss') return 'L';
  if (typeof of === 'object') return `${Math.round(value * 100)}%`;
  const size = Math.abs(value);
  const digits = size < 1 ? 2 : size < 100 ? 1 : 0;
  const rounded = Number(size.toFixed(digits));
  const sign = value < 0 && rounded > 0 ? '−' : '';
  if (rounded >= 1000) return sign + compact(rounded);
  if (Number.isInteger(rounded)) return sign + String(rounded);
  // A nought before the point says nothing that the point does not.
  return sign + rounded.toFixed(digits).replace(/^0/, '');
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
 * How a value stands among all: 0 the worst, 1 the best. Numbers of very different sizes, such as
 * utilities and visits, are brought closer together: only colours depend on it.
 * @param {ThoughtInfo} thought
 * @param {HeatKind['of']} of
 * @returns {(value: Value) => number}
 */
function sharing(thought, of) {
  const known = wellKnown(thought, of);
  const numbers = thought.moves
    .map((_, i) => (known(i) ? valueAt(thought, of, i) : null))
    .filter((value) => typeof value === 'number');
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  const wide = of === 'score' && least > 0 && most / least > 20;
  const scale = (/** @type {number} */ n) =>
    wide ? Math.log(n) : of === 'visits' ? Math.sqrt(n) : n;
  const span = scale(most) - scale(least);
  return (value) => {
    if (value === 'win') return 1;
    if (value === 'loss' || value === null) return 0;
    return span > 0 ? Math.max(0, Math.min(1, (scale(value) - scale(least)) / span)) : 1;
  };
}

/** What was tried less often than this share of the most tried says little about its rate. */
const SELDOM = 0.01;

/**
 * Whether a candidate's number is more than chance.
 * @param {ThoughtInfo} thought
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
 * The heat of all cells, with numbers where there is room for them.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {ThoughtInfo} thought
 * @param {HeatKind['of']} of
 */
export function drawHeat(ctx, colours, place, thought, of) {
  const share = sharing(thought, of);
  const known = wellKnown(thought, of);
  const { s } = place;
  const font = Math.min(15, s * 0.52);
  ctx.save();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `700 ${font.toFixed(1)}px ${colours.mono}`;
  thought.moves.forEach((move, i) => {
    const cell = cellOf(thought, i);
    if (cell === null) return;
    const value = valueAt(thought, of, i);
    if (value === null) return;
    const { x, y } = place.centres[cell];
    ctx.globalAlpha = known(i) ? 1 : 0.5;
    ctx.beginPath();
    traceCell(place, cell, ctx, 0.9);
    // The mats' own shades would be mistaken for heat.
    ctx.fillStyle = '#ece5d3';
    ctx.fill();
    ctx.fillStyle = heat(share(value), 0.95);
    ctx.fill();
    const sure = value === 'win' || value === 'loss';
    if (font >= 7.5 || sure) {
      if (sure) ctx.font = `800 ${Math.max(9, s * 0.7).toFixed(1)}px ${colours.font}`;
      ctx.fillStyle = '#10181b';
      ctx.fillText(shortText(value, of), x, y + s * 0.03);
      if (sure) ctx.font = `700 ${font.toFixed(1)}px ${colours.mono}`;
    }
    ctx.globalAlpha = 1;
    if (move === thought.choice) choiceFrame(ctx, colours, place, cell);
  });
  ctx.restore();
}

/**
 * The best few.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {ThoughtInfo} thought
 */
export function drawHints(ctx, colours, place, thought) {
  const few = thought.moves.map((_, i) => i).slice(0, FEW);
  const choice = thought.moves.indexOf(thought.choice ?? '');
  if (choice >= FEW) few.push(choice);
  for (const i of few) {
    const cell = cellOf(thought, i);
    if (cell === null) continue;
    if (i === choice) choiceFrame(ctx, colours, place, cell);
    else {
      drawFrame(ctx, place, cell, {
        colour: colours.reedInk,
        width: Math.max(1.5, place.s * 0.06),
        dash: [place.s * 0.2, place.s * 0.16],
        scale: 0.82,
      });
    }
    if (place.s < 14) continue;
    drawValue(ctx, colours, place, cell, thought.scores[i], i === choice);
  }
}

/**
 * A value on a plate of its own.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number} cell
 * @param {number | 'win' | 'loss'} score
 * @param {boolean} strong
 */
function drawValue(ctx, colours, place, cell, score, strong) {
  const { x, y } = place.centres[cell];
  const size = Math.max(9, Math.min(17, place.s * 0.46));
  const text = shortText(score);
  ctx.font = `700 ${Math.round(size)}px ${colours.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + size * 0.6;
  ctx.fillStyle = strong ? '#ffffff' : '#ffffffc8';
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.72, width, size * 1.44, size * 0.4);
  ctx.fill();
  ctx.fillStyle = '#1d2a2f';
  ctx.fillText(text, x, y + size * 0.06);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number} cell
 */
function choiceFrame(ctx, colours, place, cell) {
  drawFrame(ctx, place, cell, {
    colour: '#ffffff',
    width: Math.max(2, place.s * 0.075),
    scale: 0.86,
    halo: colours.accent,
  });
}

/**
 * The line that a bot expects from a candidate on: stones of both seats in turn, numbered from the
 * candidate, fainter and fainter.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {FenceMasterView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function drawLine(ctx, colours, place, view, thought, i) {
  const line = [thought.moves[i], ...(thought.pvs[i] ?? [])].slice(0, LINE);
  const mover = view.mover;
  if (mover === null || line.length < 2) return;
  const { s } = place;
  ctx.save();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `800 ${Math.max(8, s * 0.62).toFixed(1)}px ${colours.mono}`;
  line.forEach((name, n) => {
    const cell = view.cell_names.indexOf(name);
    // The candidate itself is shown already, and a swap has no cell of its own.
    if (n === 0 || cell < 0) return;
    const seat = (mover + n) % 2;
    const { x, y } = place.centres[cell];
    ctx.globalAlpha = Math.max(0.45, 0.9 - n * 0.08);
    drawStone(ctx, seat, x, y, s, { plain: true, scale: 0.86 });
    ctx.globalAlpha = 1;
    ctx.fillStyle = seat === 0 ? '#1d2a2f' : '#ffffff';
    ctx.fillText(String(n + 1), x, y + s * 0.03);
  });
  ctx.restore();
}

/**
 * One candidate, as the list or a hint points at it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {FenceMasterView} view
 * @param {number | null} cell   null for the swap: then the stone that would change its colour
 * @param {number | 'win' | 'loss' | null} score
 */
export function drawPointed(ctx, colours, place, view, cell, score) {
  const at = cell ?? (view.swap && view.last ? view.last.cell : null);
  if (at === null) return;
  const { x, y } = place.centres[at];
  if (view.mover !== null) {
    drawStone(ctx, view.mover, x, y, place.s, { ghost: cell !== null, scale: 0.94 });
  }
  drawFrame(ctx, place, at, {
    colour: '#ffffff',
    width: Math.max(2.5, place.s * 0.1),
    scale: 0.92,
    halo: colours.accent,
  });
  if (score !== null && place.s >= 14) drawValue(ctx, colours, place, at, score, true);
}
