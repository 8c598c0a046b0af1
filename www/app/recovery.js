/**
 * What the start of the page repairs in the browser's storage, which is seldom needed: values of versions that used local
 * storage move over, and logs without an entry are adopted. Nothing here touches the storage.
 */
import * as strings from '../strings/common.js';
import { digest } from '../ui/digest.js';
import { grown, isEntry, logsOf, newPlace, now, parse } from './entries.js';

/** The value that lists what was moved from local storage, by name, each with a digest of the text. */
export const MOVED = 'moved';

/**
 * @typedef {object} Found   What the browser has at the start.
 * @property {Map<string, string>} values   as JSON texts
 * @property {Map<string, any[] | null>} logs   rows by the log's name: none if the first is missing, null if they are not needed
 * @property {Map<string, string>} old   values in local storage from earlier versions
 *
 * @typedef {{ values: Map<string, string | null>, drop: string[] }} Changes   Null deletes a value.
 */

/** @param {any[] | null | undefined} rows @returns {any} the record; null if the log has none */
function recordIn(rows) {
  if (typeof rows?.[0] !== 'string') return null;
  const record =
    parse(rows[0]) &&
    parse(grown(/** @type {[string, ...import('./entries.js').Added[]]} */ (rows)));
  return typeof record?.game === 'string' && Array.isArray(record.moves) ? record : null;
}

/** Whether the second game begins with the first. @param {any} one @param {any} other */
function continues(one, other) {
  const setup = (/** @type {any} */ { game, options, seed, seats }) =>
    JSON.stringify([game, options, seed, seats]);
  return (
    setup(one) === setup(other) &&
    one.moves.every(
      (/** @type {any} */ move, /** @type {number} */ at) =>
        JSON.stringify(move) === JSON.stringify(other.moves[at]),
    )
  );
}

/** The view of a game at its last move. @param {any} record */
const atEnd = ({ moves, result }) => ({
  ply: moves.length,
  plies: moves.length,
  variation: 0,
  over: !!result,
});

/** The base-36 time in a log's name. @param {string} name */
const timeOf = (name) => Number.parseInt(name, 36);

/**
 * The changes at the start of the page.
 * @param {Found} found
 * @returns {Changes}
 */
export function recover({ values, logs, old }) {
  const next = new Map(values);
  /** @type {Set<string>} */
  const dropped = new Set();
  const entryAt = (/** @type {string} */ place) => parse(next.get(place));
  const put = (/** @type {string} */ place, /** @type {any} */ entry) =>
    next.set(place, JSON.stringify(entry));
  /** @param {string} game @param {any} entry */
  const setAside = (game, entry) =>
    put(newPlace(game), { ...entry, game, why: strings.foundInStorage, at: now() });

  const moved = moveOver(next, old, setAside);
  for (const place of moved) {
    const entry = isEntry(place) && entryAt(place);
    if (entry) put(place, repaired(entry, logs));
  }

  const used = new Set(
    [...next].flatMap(([name, text]) => (isEntry(name) ? logsOf(parse(text)) : [])),
  );
  const orphans = [...logs.keys()].filter((log) => !used.has(log) && !dropped.has(log));
  // The newest first: it is adopted, and the others are compared with it.
  for (const log of orphans.sort((a, b) => timeOf(b) - timeOf(a))) {
    const record = recordIn(logs.get(log));
    if (!record) {
      dropped.add(log);
      continue;
    }
    const place = `game:${record.game}`;
    const entry = entryAt(place);
    const own = entry && readable(entry, logs);
    const newer = own && (entry.log ? timeOf(entry.log) < timeOf(log) : !continues(record, own));
    if (!own) {
      // An entry that is no JSON is kept as it is.
      if (!entry && next.has(place)) setAside('value', { record: next.get(place) });
      put(place, { ...entry, ...atEnd(record), log, older: undefined, record: undefined });
    } else if (newer) {
      if (own.moves.length > 0 && !continues(own, record)) setAside(record.game, entry);
      else if (entry.log) dropped.add(entry.log);
      put(place, { ...entry, ...atEnd(record), log, older: undefined, record: undefined });
    } else if (record.moves.length === 0 || continues(record, own)) dropped.add(log);
    else setAside(record.game, { ...atEnd(record), log });
  }

  /** @type {Map<string, string | null>} */
  const changed = new Map([...next].filter(([name, text]) => values.get(name) !== text));
  for (const name of values.keys()) if (!next.has(name)) changed.set(name, null);
  return { values: changed, drop: [...dropped] };
}

/** @param {any} entry @param {Found['logs']} logs @returns {any} its record; null if there is none, an empty one if only the engine can read it */
function readable(entry, logs) {
  // As `recordOf` in `storage.js` reads it.
  if (typeof entry.record === 'string' && entry.record)
    return parse(entry.record) ?? { moves: [''] };
  for (const log of logsOf(entry)) {
    const record = recordIn(logs.get(log));
    if (record) return record;
  }
  return null;
}

/**
 * Moves values of earlier versions over. A browser that is killed may restore local storage after it was cleared, so
 * what was moved is remembered; a value that an old page has changed since is set aside.
 * @param {Map<string, string>} next @param {Map<string, string>} old
 * @param {(game: string, entry: any) => void} setAside
 * @returns {string[]} the names of moved values
 */
function moveOver(next, old, setAside) {
  if (old.size === 0) return [];
  const before = parse(next.get(MOVED)) ?? {};
  /** @type {string[]} */
  const moved = [];
  for (const [name, text] of old) {
    if (name.startsWith('seen:')) continue;
    // The view of a game was once a value of its own.
    const view = isEntry(name) && old.get(viewOf(name));
    const print = digest(text + (view || ''));
    if (before[name] === print) continue;
    before[name] = print;
    const entry = parse(text);
    const whole = view && entry ? JSON.stringify({ ...entry, ...parse(view) }) : text;
    if (!next.has(name)) {
      next.set(name, whole);
      moved.push(name);
    } else if (next.get(name) !== whole && name !== 'last') {
      if (name.startsWith('game:') && entry) setAside(name.slice('game:'.length), entry);
      else setAside('value', { record: whole });
    }
  }
  next.set(MOVED, JSON.stringify(before));
  return moved;
}

/** The name of a game's view in earlier versions. @param {string} place */
const viewOf = (place) =>
  place.startsWith('game:') ? place.replace('game:', 'seen:') : `seen:${place}`;

/**
 * The entry of a game from local storage, which the browser wrote later than the log: it names the log that is there,
 * and the last move of it.
 * @param {any} entry @param {Found['logs']} logs
 */
function repaired(entry, logs) {
  const log = logsOf(entry).find((name) => recordIn(logs.get(name)));
  if (!log) return entry;
  const record = recordIn(logs.get(log));
  const late = entry.plies !== undefined && record.moves.length > entry.plies;
  return {
    ...entry,
    ...(late || log !== entry.log ? atEnd(record) : {}),
    log,
    older: logsOf(entry).filter((name) => name !== log),
    record: undefined,
  };
}
