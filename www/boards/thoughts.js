/**
 * A bot's thought over a board: which candidate stands where, which are worth showing, how a score looks.
 * It compares and draws numbers that Rust made; it makes none. No game may enter here.
 */

import * as strings from '../strings/boards.js';
import { counted, leadText, percentText, scoreText } from '../ui/format.js';
import { along, disc, paint, plate, strokes, write } from './pen.js';

/** @typedef {import('./contract.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('./contract.js').BoardModel} BoardModel */
/** @typedef {import('../ui/palette.js').Palette} Palette */
/** @typedef {number | 'win' | 'loss'} Score */

/** How many of the best candidates are hints. */
const FEW = 3;

/** The overlays that show a bot's thoughts, the one that shows most of them last. @param {import('./contract.js').Renderer | undefined} renderer */
export const thoughtOverlays = (renderer) => renderer?.thoughtOverlays ?? ['hints', 'all'];

/** Where each candidate is on the board, as the game's Rust side says it. @param {ThoughtInfo | null} thought @returns {any[]} */
export const locationsOf = (thought) => thought?.locations ?? [];

/**
 * Which candidate stands at each place: the list is in order, so the first is the best there.
 * @template L
 * @param {ThoughtInfo | null} thought
 * @param {(location: any) => L | null | undefined} where   null for a candidate that has no place
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

/** The candidate that is advised, or that the bot would choose; -1 if there is none. @param {BoardModel} model */
export const choiceOf = ({ thought, hint }) =>
  thought ? thought.moves.indexOf(hint ?? thought.choice ?? '') : -1;

/** The candidate that the list points at, or the hint; -1 if there is neither. @param {BoardModel} model */
export const shownOf = (model) => {
  const shown = model.pointed ?? (model.hint ? choiceOf(model) : -1);
  return model.thought && shown < model.thought.moves.length ? shown : -1;
};

/** Whether the overlay is about the candidates of the thought that is shown. @param {BoardModel} model */
export const showsScores = (model) => model.overlay === 'hints' || model.overlay === 'all';

/** The best few candidates among some, and the bot's choice. @param {ThoughtInfo} thought @param {number[]} [among] */
export function bestFew(thought, among = thought.moves.map((_, i) => i)) {
  if (!judges(thought)) return [];
  const choice = thought.moves.indexOf(thought.choice ?? '');
  const few = among.filter((i) => isKnown(thought, i)).slice(0, FEW);
  return choice >= 0 && !few.includes(choice) ? [...few, choice] : few;
}

/**
 * What is known of a candidate: a value that is exact at the depth searched, an upper bound of one, a forced
 * result, or nothing.
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @returns {'value' | 'bound' | 'win' | 'draw' | 'loss' | 'unknown'}
 */
export function kindOf(thought, i) {
  const score = thought.scores[i];
  if (score === undefined || score === null) return 'unknown';
  if (thought.bounds[i]) return 'bound';
  if (thought.proven[i] === 'draw') return 'draw';
  return typeof score === 'number' ? 'value' : score;
}

/** Whether two candidates are equally good, as far as is known. @param {ThoughtInfo} thought @param {number} i @param {number} j */
export const sameScore = (thought, i, j) =>
  kindOf(thought, i) === kindOf(thought, j) &&
  thought.scores[i] === thought.scores[j] &&
  (thought.plies[i] ?? null) === (thought.plies[j] ?? null);

/** Whether enough of it was examined, and it was not cut off by a bound: only then is it shown. @param {ThoughtInfo} thought @param {number} i */
export const isKnown = (thought, i) =>
  !thought.rough[i] && !['bound', 'unknown'].includes(kindOf(thought, i));

/**
 * Whether the bot judges moves at all: one without a heuristic, such as one that draws its moves, scores
 * nothing, and its noughts are no scores.
 * @param {ThoughtInfo} thought
 */
export const judges = (thought) =>
  thought.terms.length > 0 ||
  thought.exact ||
  thought.scores.some((score) => score !== 0) ||
  thought.visits.some((visits) => visits !== null);

/**
 * Whether people see a term: one that weighs nothing says nothing about the score, unless its weight is what they edit.
 * @param {{ weight: number }} term @param {boolean} edited   whether its weight can be set where it is shown
 */
export const isShown = (term, edited) => term.weight !== 0 || edited;

/** Thoughts of one term alone, each made once. @type {WeakMap<ThoughtInfo, Map<number, ThoughtInfo>>} */
const alone = new WeakMap();

/**
 * A thought as one of its terms would have it: the candidates by its contributions, the best first; by its values, where
 * it stands beside the score and weighs nothing. Where only a bound is known of a candidate, nothing is known of its terms.
 * @param {ThoughtInfo} thought
 * @param {number} term   its place
 * @returns {ThoughtInfo}
 */
export function ofTerm(thought, term) {
  const made = alone.get(thought) ?? new Map();
  alone.set(thought, made);
  const known = made.get(term);
  if (known) return known;
  const n = thought.terms.length;
  const amounts = thought.terms[term]?.weight === 0 ? thought.values : thought.contributions;
  const worth = thought.moves.map((_, i) =>
    kindOf(thought, i) === 'value' ? amounts[i * n + term] : null,
  );
  const order = worth
    .map((_, i) => i)
    .sort(
      (a, b) => (worth[b] ?? Number.NEGATIVE_INFINITY) - (worth[a] ?? Number.NEGATIVE_INFINITY),
    );
  /** @template T @param {T[]} column @returns {T[]} */
  const sorted = (column) => order.map((i) => column[i]);
  const one = /** @type {ThoughtInfo} */ ({
    ...thought,
    moves: sorted(thought.moves),
    descriptions: sorted(thought.descriptions),
    locations: sorted(/** @type {any[]} */ (thought.locations)),
    scores: sorted(worth),
    bounds: worth.map(() => false),
    proven: worth.map(() => null),
    wins: worth.map(() => null),
    judged: true,
    margins: worth.map(() => null),
    plies: worth.map(() => null),
    visits: worth.map(() => null),
    pvs: worth.map(() => []),
    terms: [thought.terms[term]],
    values: new Float64Array(order.map((i) => thought.values[i * n + term])),
    contributions: new Float64Array(order.map((i) => thought.contributions[i * n + term])),
  });
  made.set(term, one);
  return one;
}

/** Values that differ more than this many times, and are all positive, stand on a scale of their logarithms. */
const WIDE = 20;

/**
 * The one scale that values of a picture share. Results and bounds are not on it: a win would flatten all others.
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

/** The scales of thoughts, each made once. @type {WeakMap<ThoughtInfo, ReturnType<typeof scaleOf>>} */
const scales = new WeakMap();

/** What a candidate's value is compared by: its chance to win, or where that is not known its score. @param {ThoughtInfo} thought @param {number} i */
const comparedBy = (thought, i) => thought.wins[i] ?? Number(thought.scores[i]);

/** The scale of a thought's values. @param {ThoughtInfo} thought */
function scaleOfThought(thought) {
  const known = scales.get(thought);
  if (known) return known;
  const values = thought.scores.map((_, i) => i).filter((i) => kindOf(thought, i) === 'value');
  const scale = scaleOf(values.map((i) => comparedBy(thought, i)));
  scales.set(thought, scale);
  return scale;
}

/**
 * Where a value stands among all values of a thought: 0 the worst, 1 the best. None for what is no value.
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @returns {number | null}
 */
export function scoreShare(thought, i) {
  if (kindOf(thought, i) !== 'value' || !judges(thought)) return null;
  return scaleOfThought(thought).share(comparedBy(thought, i));
}

/**
 * What is known of a candidate, in a few characters: `54%`, `wins in 5`, `loses by 20`, `worse`, `?`; of a bot whose scores
 * are not calibrated the score, `+6.1`. Empty where the bot judges nothing.
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @param {number} [digits]   of a score
 */
export function scoreTextOf(thought, i, digits = 2) {
  const kind = kindOf(thought, i);
  if (!judges(thought)) return '';
  if (kind === 'unknown') return '?';
  if (kind === 'bound') return strings.worse;
  if (kind === 'value') {
    const win = thought.wins[i] ?? null;
    return win === null ? scoreText(thought.scores[i], digits) : percentText(win);
  }
  if (kind === 'draw') return strings.draw;
  const margin = thought.margins[i];
  const win = kind === 'win';
  if (margin) return win ? strings.winsBy(margin.by) : strings.losesBy(margin.by);
  const plies = thought.plies[i] ?? null;
  return win ? strings.winsIn(plies) : strings.losesIn(plies);
}

/**
 * The same in words: `54% to win, 3 houses ahead`, `wins in 5`, `not examined`.
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function spokenOf(thought, i) {
  if (!judges(thought)) return '';
  const kind = kindOf(thought, i);
  if (kind === 'unknown') return strings.notExamined;
  if (kind === 'bound') return strings.worseThanTheChoice;
  if (thought.rough[i]) return strings.hardlyExamined(counted(thought.visits[i] ?? 0, 'visit'));
  const text = scoreTextOf(thought, i);
  if (kind !== 'value') return text;
  if ((thought.wins[i] ?? null) === null) return strings.score(text);
  return strings.toWin(text, leadText(thought.margins[i]));
}

/** Plies of an expected line that are drawn unless the user follows it: more would hide the board. */
const LINE = 7;

/**
 * The line that is shown on the board: the one that the user follows, as far as they do, or the beginning of
 * the one after the candidate that is shown, or after the choice.
 * @param {BoardModel} model
 * @returns {string[] | null}   its moves, the candidate first
 */
export function lineOf(model) {
  const { thought, line } = model;
  // A threat is one move.
  if (!thought || model.passed) return null;
  const shown = shownOf(model);
  const i = line?.candidate ?? (shown >= 0 ? shown : showsScores(model) ? choiceOf(model) : -1);
  if (i < 0 || i >= thought.moves.length) return null;
  const moves = line?.moves ?? [thought.moves[i], ...(thought.pvs[i] ?? [])];
  return moves.slice(0, line?.plies ?? LINE);
}

/**
 * A colour between bad and good, for a score among others.
 * @param {number} share   0 is the worst, 1 the best
 * @param {number} alpha
 */
export function heat(share, alpha) {
  // One hue from faint to full: how strong it is can be seen by all kinds of colour sight.
  const t = Math.max(0, Math.min(1, share));
  return `rgba(20, 190, 120, ${alpha * (0.12 + 0.88 * t)})`;
}

/** The colour of the lines across low values. */
export const LINES = '#0b2a3370';

/**
 * Fills a shape with the heat of a value. A low one has lines across two corners too: two in the lowest third of the
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
 * A text on a light plate of its own.
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

/** What stands in the shape of a result. */
const LETTERS = { win: 'W', draw: 'D', loss: 'L', unknown: '?' };

/**
 * A forced result, distinguished from values by its shape: a round W for a win, a square L for a loss, a flat D
 * for a draw, a dashed ? for what is not known; with the plies to the end where they are.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {'win' | 'draw' | 'loss' | 'unknown'} result
 * @param {number | null | undefined} plies
 * @param {number} x
 * @param {number} y
 * @param {number} r   half its width
 */
export function drawResult(ctx, colours, result, plies, x, y, r) {
  const win = result === 'win';
  const known = result !== 'unknown';
  const ink = win ? '#ffffff' : result === 'loss' ? '#8f2d0c' : '#1d2a2f';
  const line = /** @type {const} */ ([known ? ink : '#1d2a2f80', Math.max(1.2, r * 0.1)]);
  if (!known) ctx.setLineDash([r * 0.18, r * 0.18]);
  if (result === 'loss')
    plate(ctx, [x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.22], '#fff6ef', line);
  else if (result === 'draw')
    plate(ctx, [x - r, y - r * 0.7, r * 2, r * 1.4, r * 0.2], '#eef1ec', line);
  else disc(ctx, x, y, r, win ? '#0b6e4f' : '#ffffffb0', line);
  ctx.setLineDash([]);
  // Two lines in it are readable from this size on.
  const two = known && typeof plies === 'number' && r >= 13;
  const font = `800 ${Math.round(r * (two ? 0.82 : 1.03))}px ${colours.font}`;
  write(ctx, LETTERS[result], x, y + r * (two ? -0.26 : 0.06), font, ink);
  if (!two) return;
  const small = `700 ${Math.round(Math.max(8, r * 0.6))}px ${colours.mono}`;
  write(ctx, plies, x, y + r * 0.47, small, ink);
}

/**
 * What is known of a candidate, readable on anything: a value on a plate, a result in its shape. Nothing of what was not
 * examined, or only found to be worse.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {ThoughtInfo} thought
 * @param {number} i
 * @param {{ x: number, y: number, size: number, room: number, plate?: boolean, strong?: boolean }} how
 *   `size` of the letters; `room` is half the width that a result may have
 */
export function drawTold(ctx, colours, thought, i, { x, y, size, room, ...how }) {
  const kind = kindOf(thought, i);
  if (!judges(thought) || kind === 'unknown' || kind === 'bound') return;
  if (kind !== 'value') {
    drawResult(ctx, colours, kind, thought.plies[i], x, y, room);
    return;
  }
  const score = thought.scores[i];
  // A small score is not nought.
  const text = scoreTextOf(thought, i, Math.abs(Number(score)) < 1 ? 2 : 1);
  if (how.plate !== false) drawPlate(ctx, colours, text, x, y, size, how.strong);
  else {
    const font = `700 ${Math.round(size)}px ${colours.mono}`;
    write(ctx, text, x, y + size * 0.06, font, colours.reedInk);
  }
}

/**
 * The number of a ply in a line, on a small disc: in the colour of whose ply it is, where a board says so.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {number} n   from 1
 * @param {{ x: number, y: number, r: number, seat: number | null, last: boolean }} how   `last` is where the user has followed it to
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
