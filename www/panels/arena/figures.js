/** Formats the arena's numbers. Rust computes them; only rounding for display happens here. */
import * as strings from '../../strings/arena.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {{ low: number, high: number }} Ends */

export { counted, whole } from '../../ui/format.js';

/** A share in percent, never -0. @param {number} share @param {number} [digits] */
export const points = (share, digits = 1) =>
  (100 * share).toFixed(digits).replace(/^-(?=[0.]+$)/, '');

/** A signed number with a real minus sign. @param {number} n @param {number} [digits] */
export const signed = (n, digits = 0) => {
  const text = Math.abs(n).toFixed(digits);
  if (Number(text) === 0) return '0';
  return n > 0 ? `+${text}` : `−${text}`;
};

/** Half the width of an interval, in percentage points. @param {Ends} ends */
export const half = ({ low, high }) => `±${points((high - low) / 2)}`;

/** `2 min 5 s` and the like. @param {number} seconds */
export function time(seconds) {
  const s = Math.max(1, Math.round(seconds));
  if (s < 60) return `${s} s`;
  const min = Math.round(s / 60);
  if (s < 600) return strings.minS(Math.floor(s / 60), s % 60);
  return min < 90 ? strings.min(min) : `${(s / 3600).toFixed(1)} h`;
}

/** Entrants by rank, best first. @param {ArenaReport} report */
export const order = (report) =>
  report.bots.map((_, i) => i).sort((a, b) => report.bots[a].place - report.bots[b].place);

/** Entrants with a rating, best first. @param {ArenaReport} report */
export const ratedOf = (report) =>
  order(report).filter((i) => report.bots[i].rating && report.bots[i].won.games > 0);

/** The games of one entrant against another, if any. @param {ArenaReport} report @param {number} a @param {number} b */
export function pairOf(report, a, b) {
  const found = report.pairs.find(
    (pair) => pair.bot === report.bots[a].bot && pair.against === report.bots[b].bot,
  );
  return found && found.wins + found.draws + found.losses > 0 ? found : null;
}

/** A name without its settings. @param {string} name */
export const base = (name) => name.split(/[:@ ]/)[0];

/** Replaces bot names between backticks by their labels. @param {string} text @param {(name: string) => string} label */
export const plain = (text, label) => text.replaceAll(/`([^`]*)`/g, (_, name) => label(name));

/**
 * Labels of the entrants in tables. A setting that all share is left out and shown once.
 * @param {import('../../app/arena/state.js').ArenaPlan} at
 * @param {import('../../app/types.js').GameInfo | null} entry
 * @returns {{ names: string[], shared: string[] }}
 */
export function labels(at, entry) {
  /** @type {Map<string, Set<string>>} */
  const values = new Map();
  for (const { seat } of at.entrants) {
    for (const { key } of entry?.bots.find((bot) => bot.id === seat.bot)?.options ?? []) {
      const known = values.get(key) ?? new Set();
      known.add(key in seat.options ? String(seat.options[key]) : '');
      values.set(key, known);
    }
  }
  const shared = [...values].flatMap(([key, known]) => {
    const [only] = known;
    const named = at.entrants.some(({ name }) => name.includes(`:${key}=${only}`));
    return known.size === 1 && named ? [`${key}=${only}`] : [];
  });
  const names = at.entrants.map(({ name }) =>
    shared.reduce((text, setting) => text.replace(`:${setting}`, ''), name),
  );
  // Labels must be unique, except between challengers and their opponents.
  const split = at.challengers ?? names.length;
  const apart = new Set(names.map((name, i) => `${i < split} ${name.replace(/ #\d+$/, '')}`));
  return apart.size === names.length
    ? { names: names.map((name) => name.replace(/ #\d+$/, '')), shared }
    : { names, shared };
}
