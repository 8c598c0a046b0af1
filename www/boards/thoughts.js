/**
 * A bot's analysis on a board: the places of candidates, which of them to show, and how to draw a score. It compares and
 * draws numbers from Rust and computes none. Nothing here depends on a game.
 */

import * as strings from '../strings/boards.js';
import { isForced } from '../ui/forced.js';
import { counted, percentText, scoreText } from '../ui/format.js';
import { along, disc, paint, plate, strokes, write } from './pen.js';

/** @typedef {import('./contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('./contract.js').BoardModel} BoardModel */
/** @typedef {import('../ui/palette.js').Palette} Palette */

/** How many of the best candidates are shown as hints. */
const FEW = 3;

/** The overlays that show a bot's analysis, the most detailed one last. @param {import('./contract.js').Renderer | undefined} renderer */
export const thoughtOverlays = (renderer) => renderer?.thoughtOverlays ?? ['hints', 'all'];

/** The location of each candidate, from Rust. @param {AnalysisInfo | null} thought @returns {any[]} */
export const locationsOf = (thought) => thought?.locations ?? [];

/**
 * The best candidate at each place: the list is sorted, so the first one there.
 * @template L
 * @param {AnalysisInfo | null} thought
 * @param {(location: any) => L | null | undefined} where   null for a candidate without a place
 * @returns {Map<L, number>}
 */
export function indexBy(thought, where) {
  /** @type {Map<L, number>} */
  const best = new Map();
  locationsOf(thought).forEach((location, i) => {
    const at = location ? where(location) : null;
    if (at !== null && at !== undefined && !best.has(at)) best.set(at, i);
  });
  return best;
}

/** The suggested candidate, or the bot's choice; -1 if there is none. @param {BoardModel} model */
export const choiceOf = ({ thought, hint }) =>
  thought ? thought.moves.indexOf(hint ?? thought.choice ?? '') : -1;

/** The candidate that the list points at, or the hint; -1 if there is neither. @param {BoardModel} model */
export const shownOf = (model) => {
  const shown = model.pointed ?? (model.hint ? choiceOf(model) : -1);
  return model.thought && shown < model.thought.moves.length ? shown : -1;
};

/** Whether the overlay shows the candidates of the displayed analysis. @param {BoardModel} model */
export const showsScores = (model) => model.overlay === 'hints' || model.overlay === 'all';

/** The best few candidates among some, and the bot's choice. @param {AnalysisInfo} thought @param {number[]} [among] */
export function bestFew(thought, among = thought.moves.map((_, i) => i)) {
  if (!thought.judges) return [];
  const choice = thought.moves.indexOf(thought.choice ?? '');
  const few = among.filter((i) => isKnown(thought, i)).slice(0, FEW);
  return choice >= 0 && !few.includes(choice) ? [...few, choice] : few;
}

/** Whether a candidate was examined enough to be shown, and not cut off by a bound. @param {AnalysisInfo} thought @param {number} i */
export const isKnown = (thought, i) =>
  !thought.rough[i] && !['bound', 'unknown'].includes(thought.classes[i]);

/**
 * The same analysis without evaluations. The numbers on the board belong to the analysis in the list, so a threat, which is another
 * player's move after a pass, has none.
 * @param {AnalysisInfo} thought
 * @returns {AnalysisInfo}
 */
export const withoutScores = (thought) => ({ ...thought, terms: [], judges: false });

/**
 * Whether to show a term: one with weight 0 does not affect the score, but its weight may be edited.
 * @param {{ weight: number }} term @param {boolean} edited   whether its weight can be edited where it is shown
 */
export const isShown = (term, edited) => term.weight !== 0 || edited;

/** Cached analyses by a single term. @type {WeakMap<AnalysisInfo, AnalysisInfo[]>} */
const alone = new WeakMap();

/**
 * An analysis by one term alone: the candidates sorted by its contributions, or by its values if its weight is 0. A
 * candidate with only a bound has no terms.
 * @param {AnalysisInfo} thought
 * @param {number} term   its index
 * @returns {AnalysisInfo}
 */
export function ofTerm(thought, term) {
  const made = alone.get(thought) ?? [];
  alone.set(thought, made);
  if (made[term]) return made[term];
  const n = thought.terms.length;
  const amounts = thought.terms[term]?.weight === 0 ? thought.values : thought.contributions;
  const worth = thought.moves.map((_, i) =>
    thought.classes[i] === 'value' ? amounts[i * n + term] : null,
  );
  const order = worth
    .map((_, i) => i)
    .sort(
      (a, b) => (worth[b] ?? Number.NEGATIVE_INFINITY) - (worth[a] ?? Number.NEGATIVE_INFINITY),
    );
  /** @template T @param {T[]} column @returns {T[]} */
  const sorted = (column) => order.map((i) => column[i]);
  const one = /** @type {AnalysisInfo} */ ({
    ...thought,
    moves: sorted(thought.moves),
    descriptions: sorted(thought.descriptions),
    printed: sorted(thought.printed),
    locations: sorted(/** @type {any[]} */ (thought.locations)),
    scores: sorted(worth),
    classes: sorted(worth.map((one) => (one === null ? 'unknown' : 'value'))),
    ranks: order.map((_, at) => at),
    wins: worth.map(() => null),
    // Contributions are exact, however unsure the search is of its own scores.
    intervals: worth.map(() => null),
    rough: worth.map(() => false),
    judged: true,
    margins: worth.map(() => null),
    plies: worth.map(() => null),
    visits: worth.map(() => null),
    pvs: worth.map(() => []),
    terms: [thought.terms[term]],
    values: new Float64Array(order.map((i) => thought.values[i * n + term])),
    contributions: new Float64Array(order.map((i) => thought.contributions[i * n + term])),
  });
  made[term] = one;
  return one;
}

/** Positive values whose ratio is higher than this get a logarithmic scale. */
const WIDE = 20;

/**
 * The scale that the values of a picture share. It excludes results and bounds: a win would flatten all others.
 * @param {number[]} values
 * @returns {{ share: (value: number) => number, wide: boolean }}   0 is the worst, 1 the best; ½ where all are equal
 */
export function scaleOf(values) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const wide = least > 0 && most / least > WIDE;
  const at = (/** @type {number} */ value) => (wide ? Math.log(value) : value);
  const span = at(most) - at(least);
  return {
    wide,
    share: (value) => (span > 0 ? Math.max(0, Math.min(1, (at(value) - at(least)) / span)) : 0.5),
  };
}

/** Cached scales of analyses. @type {WeakMap<AnalysisInfo, ReturnType<typeof scaleOf>>} */
const scales = new WeakMap();

/** The number by which candidates are compared: the win chance, or the score if that is unknown. @param {AnalysisInfo} thought @param {number} i */
export const comparedBy = (thought, i) => thought.wins[i] ?? Number(thought.scores[i]);

/** The scale of an analysis. @param {AnalysisInfo} thought */
function scaleOfThought(thought) {
  const known = scales.get(thought);
  if (known) return known;
  const values = thought.scores.map((_, i) => i).filter((i) => thought.classes[i] === 'value');
  const scale = scaleOf(values.map((i) => comparedBy(thought, i)));
  scales.set(thought, scale);
  return scale;
}

/**
 * The position of a value on the scale of its analysis: 0 the worst, 1 the best; null if it is not a value.
 * @param {AnalysisInfo} thought
 * @param {number} i
 * @returns {number | null}
 */
export function scoreShare(thought, i) {
  if (thought.classes[i] !== 'value' || !thought.judges) return null;
  return scaleOfThought(thought).share(comparedBy(thought, i));
}

/**
 * A candidate's evaluation in a few characters: `54%`, `wins in 5`, `loses by 20`, `worse`, `?`; for a bot without
 * calibrated scores `+6.1`. Empty if the bot does not evaluate moves.
 * @param {AnalysisInfo} thought
 * @param {number} i
 * @param {number} [digits]   of a score
 */
export function scoreTextOf(thought, i, digits = 2) {
  const kind = thought.classes[i];
  if (!thought.judges) return '';
  if (kind === 'unknown') return '?';
  if (kind === 'bound') return strings.worse;
  if (kind === 'value') {
    const win = thought.wins[i] ?? null;
    if (isVague(thought, i)) return strings.unsure;
    return win === null ? scoreText(thought.scores[i], digits) : percentText(win);
  }
  if (kind === 'draw') return strings.draw;
  const margin = thought.margins[i];
  const win = kind === 'win';
  if (margin) return win ? strings.winsBy(margin.by) : strings.losesBy(margin.by);
  const plies = thought.plies[i] ?? null;
  return win ? strings.winsIn(plies) : strings.losesIn(plies);
}

/** Chances to win with a wider interval have no percentage. */
export const VAGUE = 0.3;

/** Whether too few simulations were made for a percentage. @param {AnalysisInfo} thought @param {number} i */
export function isVague(thought, i) {
  const ends = thought.intervals[i] ?? null;
  return ends !== null && ends[1] - ends[0] > VAGUE;
}

/**
 * The same in words: `54% to win, 3 houses ahead`, `wins in 5`, `not examined`.
 * @param {AnalysisInfo} thought
 * @param {number} i
 */
export function spokenOf(thought, i) {
  if (!thought.judges) return '';
  const kind = thought.classes[i];
  if (kind === 'unknown') return strings.notExamined;
  if (kind === 'bound') return strings.worseThanTheChoice;
  if (thought.rough[i]) return strings.hardlyExamined(counted(thought.visits[i] ?? 0, 'visit'));
  if (isVague(thought, i)) return strings.tooFewSimulations;
  const text = scoreTextOf(thought, i);
  if (kind !== 'value') return text;
  if ((thought.wins[i] ?? null) === null) return strings.score(text);
  return strings.toWin(text, leadText(thought.margins[i]));
}

/**
 * An expected lead in words: `3 houses ahead`, `even`; empty if unknown.
 * @param {{ by: number, unit: string } | null | undefined} lead
 */
export function leadText(lead) {
  if (!lead) return '';
  const by = Math.round(Math.abs(lead.by));
  if (by === 0) return strings.even;
  const count = counted(by, lead.unit);
  return lead.by > 0 ? strings.ahead(count) : strings.behind(count);
}

/** How many plies of a best line are drawn unless the user follows it: more would hide the board. */
const LINE = 7;

/**
 * The line on the board: the one that the user follows, up to where they are, or the beginning of the best line of the
 * pointed candidate or of the choice.
 * @param {BoardModel} model
 * @returns {string[] | null}   its moves, the candidate first
 */
export function lineOf(model) {
  const { thought, line } = model;
  // A threat is a single move.
  if (!thought || model.passed) return null;
  const shown = shownOf(model);
  const i = line?.candidate ?? (shown >= 0 ? shown : showsScores(model) ? choiceOf(model) : -1);
  if (i < 0 || i >= thought.moves.length) return null;
  const moves = line?.moves ?? [thought.moves[i], ...(thought.pvs[i] ?? [])];
  return moves.slice(0, line?.plies ?? LINE);
}

/**
 * The colour of a score on the scale from bad to good.
 * @param {number} share   0 is the worst, 1 the best
 * @param {number} alpha
 */
export function heat(share, alpha) {
  // A single hue from faint to full is readable with every kind of colour vision.
  const t = Math.max(0, Math.min(1, share));
  return `rgba(20, 190, 120, ${alpha * (0.12 + 0.88 * t)})`;
}

/** The colour of the lines across low values. */
export const LINES = '#0b2a3370';

/**
 * Fills a shape with the heat of a value. Low values also have lines across two corners: two in the lowest third of the
 * scale, one in the next.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import('./pen.js').Trace} trace
 * @param {readonly [x: number, y: number, half: number]} square   the middle of a square within the shape, and half its side
 * @param {number} share   0 is the worst, 1 the best
 * @param {number} alpha
 */
export function fillHeat(ctx, trace, [x, y, half], share, alpha) {
  paint(ctx, trace, heat(share, alpha));
  for (let line = share < 1 / 3 ? 2 : share < 2 / 3 ? 1 : 0; line > 0; line--)
    for (const way of [-1, 1]) {
      const [near, far] = [half * (1 - 0.35 * line), half].map((length) => way * length);
      strokes(ctx, along([x + near, y + far], [x + far, y + near]), [LINES, half * 0.07]);
    }
}

/**
 * A text on a light plate.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [strong]
 */
export function drawPlate(ctx, colours, text, x, y, size, strong) {
  ctx.font = `700 ${Math.round(size)}px ${colours.mono}`;
  const width = ctx.measureText(text).width + size * 0.6;
  const box = [x - width / 2, y - size * 0.72, width, size * 1.44, size * 0.4];
  plate(ctx, /** @type {any} */ (box), strong ? '#ffffff' : '#ffffffc8');
  write(ctx, text, x, y + size * 0.06, ctx.font, '#1d2a2f');
}

/** The letter in the shape of a result. */
const LETTERS = { win: 'W', draw: 'D', loss: 'L' };

/**
 * A forced result, distinguished from values by its shape: a round W for a win, a square L for a loss, a flat D
 * for a draw, a dashed ? if nothing is proven; with the plies to the end if known.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {AnalysisInfo['classes'][number]} result
 * @param {number | null | undefined} plies
 * @param {number} x
 * @param {number} y
 * @param {number} r   half its width
 */
export function drawResult(ctx, colours, result, plies, x, y, r) {
  const win = result === 'win';
  const known = isForced(result);
  const ink = win ? '#ffffff' : result === 'loss' ? '#8f2d0c' : '#1d2a2f';
  const line = /** @type {const} */ ([known ? ink : '#1d2a2f80', Math.max(1.2, r * 0.1)]);
  if (!known) ctx.setLineDash([r * 0.18, r * 0.18]);
  if (result === 'loss')
    plate(ctx, [x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.22], '#fff6ef', line);
  else if (result === 'draw')
    plate(ctx, [x - r, y - r * 0.7, r * 2, r * 1.4, r * 0.2], '#eef1ec', line);
  else disc(ctx, x, y, r, win ? '#0b6e4f' : '#ffffffb0', line);
  ctx.setLineDash([]);
  // From this size on two lines are readable.
  const two = known && typeof plies === 'number' && r >= 13;
  const font = `800 ${Math.round(r * (two ? 0.82 : 1.03))}px ${colours.font}`;
  write(ctx, known ? LETTERS[result] : '?', x, y + r * (two ? -0.26 : 0.06), font, ink);
  if (!two) return;
  const small = `700 ${Math.round(Math.max(8, r * 0.6))}px ${colours.mono}`;
  write(ctx, plies, x, y + r * 0.47, small, ink);
}

/**
 * Draws a candidate's evaluation, readable on any background: a value on a plate, a result in its shape. Candidates that
 * were not examined or have only a bound are left out.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {AnalysisInfo} thought
 * @param {number} i
 * @param {{ x: number, y: number, size: number, room: number, plate?: boolean, strong?: boolean }} how
 *   `size` of the letters; `room` is half the width of a result
 */
export function drawEvaluation(ctx, colours, thought, i, { x, y, size, room, ...how }) {
  const kind = thought.classes[i];
  if (!thought.judges || kind === 'unknown' || kind === 'bound') return;
  if (kind !== 'value') {
    drawResult(ctx, colours, kind, thought.plies[i], x, y, room);
    return;
  }
  const score = thought.scores[i];
  // A small score must not round to 0.
  const text = scoreTextOf(thought, i, Math.abs(Number(score)) < 1 ? 2 : 1);
  if (how.plate !== false) drawPlate(ctx, colours, text, x, y, size, how.strong);
  else {
    const font = `700 ${Math.round(size)}px ${colours.mono}`;
    write(ctx, text, x, y + size * 0.06, font, colours.reedInk);
  }
}

/**
 * The number of a ply in a line, on a small disc in the colour of its seat, if the board provides it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} n   from 1
 * @param {{ x: number, y: number, r: number, seat: number | null, last: boolean }} how   `last`: the ply that the user has reached
 */
export function drawPly(ctx, colours, n, { x, y, r, seat, last }) {
  const size = last ? r * 1.25 : r;
  const fill = seat === null ? (last ? colours.accent : '#ffffff') : colours.seats[seat];
  const light = fill !== '#ffffff';
  disc(ctx, x, y, size, fill, [
    light ? '#ffffff' : colours.accent,
    Math.max(1, r * (last ? 0.3 : 0.16)),
  ]);
  const font = `700 ${Math.max(8, Math.round(size * 1.2))}px ${colours.mono}`;
  write(ctx, n, x, y + size * 0.06, font, light ? '#ffffff' : '#1d2a2f');
}
