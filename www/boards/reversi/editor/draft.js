/**
 * Operations on the draft of a map: painting, resizing, joining borders, all with symmetry. Every function returns a new
 * map and leaves the old one unchanged for undo. Rust validates maps; a draft may be invalid.
 */

import * as strings from '../../../strings/editors.js';
import { columnRow, placesBetween, seenAt } from '../../grid.js';
import { sameBorder, seenDirection } from '../transitions.js';

/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {'none' | 'left-right' | 'top-bottom' | 'both' | 'half' | 'quarter'} Symmetry */

/** @type {{ id: Symmetry, label: string, title: string }[]} */
export const SYMMETRIES = [
  { id: 'none', label: strings.noSymmetry, title: strings.paintWhereYouPaint },
  { id: 'left-right', label: strings.mirror, title: strings.leftHalfIsMirrored },
  { id: 'top-bottom', label: strings.mirrorVertically, title: strings.upperHalfIsMirroredBelow },
  { id: 'both', label: strings.mirrorBothWays, title: strings.mirroredBothWaysFourImages },
  { id: 'half', label: strings.halfTurn, title: strings.turnedBy180DegreesAround },
  { id: 'quarter', label: strings.quarterTurns, title: strings.fourFoldSymmetry },
];

/** An empty map. @param {number} players @param {number} columns @param {number} rows @returns {Parts} */
export function blank(players, columns, rows) {
  return {
    players,
    overrides: 0,
    bombs: 0,
    strength: 1,
    columns,
    rows,
    tiles: '0'.repeat(columns * rows),
    transitions: [],
  };
}

/**
 * The images of borders under a symmetry, the border itself first.
 * @param {Parts} parts
 * @param {Symmetry} symmetry
 * @returns {((border: Border) => Border)[]}
 */
function images({ columns, rows }, symmetry) {
  /** @param {number} turned   quarter turns @returns {(border: Border) => Border} */
  const turn =
    (turned) =>
    ({ tile, direction }) => {
      const [column, row] = seenAt({ columns, rows, turned }, tile);
      return { tile: row * columns + column, direction: seenDirection(direction, { turned }) };
    };
  const [same, right, half, left] = [0, 1, 2, 3].map(turn);
  /** @param {Border} border */
  const across = ({ tile, direction }) => ({
    tile: tile + columns - 1 - 2 * (tile % columns),
    direction: (8 - direction) % 8,
  });
  /** @param {Border} border */
  const down = (border) => half(across(border));
  return {
    none: [same],
    'left-right': [same, across],
    'top-bottom': [same, down],
    both: [same, across, half, down],
    half: [same, half],
    quarter: columns === rows ? [same, right, half, left] : [same],
  }[symmetry];
}

/**
 * Paints tiles.
 * @param {Parts} parts
 * @param {number[]} tiles
 * @param {string} letter
 * @param {{ symmetry: Symmetry, turns: boolean }} how   `turns`: the stone of each image is the next player's
 * @returns {Parts}   the same object if nothing changed
 */
export function paint(parts, tiles, letter, { symmetry, turns }) {
  const next = [...parts.tiles];
  const player = /[1-8]/.test(letter) ? Number(letter) : 0;
  /** @type {Set<number>} */
  const done = new Set();
  images(parts, symmetry).forEach((image, k) => {
    const what =
      player && turns && player <= parts.players
        ? String(((player - 1 + k) % parts.players) + 1)
        : letter;
    for (const tile of tiles) {
      const to = image({ tile, direction: 0 }).tile;
      if (done.has(to)) continue;
      done.add(to);
      next[to] = what;
    }
  });
  const text = next.join('');
  return text === parts.tiles ? parts : { ...parts, tiles: text };
}

/**
 * Resizes the map; tiles that fit keep their position from the top left.
 * @param {Parts} parts
 * @param {number} columns
 * @param {number} rows
 * @returns {Parts}
 */
export function resize(parts, columns, rows) {
  if (columns === parts.columns && rows === parts.rows) return parts;
  let tiles = '';
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      tiles += c < parts.columns && r < parts.rows ? parts.tiles[r * parts.columns + c] : '0';
    }
  }
  const place = (/** @type {Border} */ { tile, direction }) => {
    const [c, r] = [tile % parts.columns, Math.floor(tile / parts.columns)];
    return c < columns && r < rows ? { tile: r * columns + c, direction } : null;
  };
  /** @type {Parts['transitions']} */
  const transitions = [];
  for (const [one, other] of parts.transitions) {
    const [a, b] = [place(one), place(other)];
    if (a && b) transitions.push([a, b]);
  }
  return { ...parts, columns, rows, tiles, transitions };
}

/** The index of the transition at a border. @param {Parts} parts @param {Border} border */
export function linkAt(parts, border) {
  return parts.transitions.findIndex((ends) => ends.some((end) => sameBorder(end, border)));
}

/**
 * Joins two borders. Images that would use a border twice are left out.
 * @param {Parts} parts
 * @param {Border} one
 * @param {Border} other
 * @param {Symmetry} symmetry
 * @returns {Parts}
 */
export function join(parts, one, other, symmetry) {
  let next = parts;
  for (const image of images(parts, symmetry)) {
    const [a, b] = [image(one), image(other)];
    if (linkAt(next, a) >= 0 || linkAt(next, b) >= 0) continue;
    next = { ...next, transitions: [...next.transitions, [a, b]] };
  }
  return next;
}

/**
 * Removes a transition and its images.
 * @param {Parts} parts
 * @param {number} link
 * @param {Symmetry} symmetry
 * @returns {Parts}
 */
export function unjoin(parts, link, symmetry) {
  const ends = parts.transitions[link];
  if (!ends) return parts;
  const gone = images(parts, symmetry).map((image) => ends.map(image));
  const transitions = parts.transitions.filter(
    ([a, b]) =>
      !gone.some(
        ([c, d]) =>
          (sameBorder(a, c) && sameBorder(b, d)) || (sameBorder(a, d) && sameBorder(b, c)),
      ),
  );
  return { ...parts, transitions };
}

/** Removes all transitions of a tile. @param {Parts} parts @param {number} tile @returns {Parts} */
export function unjoinTile(parts, tile) {
  const transitions = parts.transitions.filter((ends) => !ends.some((end) => end.tile === tile));
  return transitions.length === parts.transitions.length ? parts : { ...parts, transitions };
}

/** The tiles on the straight line between two, inclusive. @param {number} from @param {number} to @param {number} columns */
export const between = (from, to, columns) =>
  placesBetween(columnRow(columns, from), columnRow(columns, to)).map(
    ([column, row]) => row * columns + column,
  );

/**
 * Whether a saved draft can be drawn.
 * @param {any} draft
 * @returns {draft is Parts}
 */
export function isDraft(draft) {
  const whole = (/** @type {unknown} */ n) => Number.isInteger(n) && Number(n) >= 0;
  return (
    !!draft &&
    [draft.players, draft.overrides, draft.bombs, draft.strength].every(whole) &&
    [draft.columns, draft.rows].every((n) => whole(n) && n >= 1 && n <= MOST) &&
    typeof draft.tiles === 'string' &&
    draft.tiles.length === draft.columns * draft.rows &&
    Array.isArray(draft.transitions) &&
    draft.transitions.every(
      (/** @type {any} */ ends) =>
        Array.isArray(ends) &&
        ends.length === 2 &&
        ends.every((end) => whole(end?.tile) && whole(end?.direction)),
    )
  );
}

/** The largest size that the editor can draw; Rust limits the size of maps. */
export const MOST = 99;
