/**
 * Draws transitions: a port on each of the two borders, and a curve from one to the other in a colour
 * of its own. Directions count from 0, up, clockwise to 7, up and left, as in maps.
 */

import * as strings from '../../strings/reversi.js';
import { origin } from '../camera.js';
import { seenAt } from '../grid.js';
import { lines, paint, strokes } from '../pen.js';

/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../../pkg/totora.js').ReversiTransition} ReversiTransition */
/** @typedef {import('../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../mapView.js').Map} Map */
/** @typedef {{ x: number, y: number }} Point */

/** One step in each direction. @type {[number, number][]} */
export const STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** The names of the directions. */
export const DIRECTIONS = [
  'up',
  strings.upRight,
  'right',
  strings.downRight,
  'down',
  strings.downLeft,
  'left',
  strings.upLeft,
];

/** Light colours, with a dark rim to stand out from water and reed; none is a seat's. */
const COLOURS = [
  '#ffb3c7',
  '#9fe8c0',
  '#ffd98a',
  '#bcd0ff',
  '#f3b0f5',
  '#a6ecf2',
  '#ffbf9a',
  '#d6ef8f',
];

/** @param {number} id */
export const colourOf = (id) => COLOURS[((id % COLOURS.length) + COLOURS.length) % COLOURS.length];

/** A direction on the rotated board. @param {number} direction @param {{ turned?: number }} map */
export const seenDirection = (direction, { turned = 0 }) => (direction + 2 * turned) & 7;

/**
 * The position of a border, in tiles: the middle of a side, or a corner.
 * @param {Border} border
 * @param {Map} map
 */
export function portOf({ tile, direction }, map) {
  const [column, row] = seenAt(map, tile);
  const [dx, dy] = STEPS[seenDirection(direction, map)];
  return {
    x: column + 0.5 + dx * 0.5,
    y: row + 0.5 + dy * 0.5,
    dx: dx / Math.hypot(dx, dy),
    dy: dy / Math.hypot(dx, dy),
  };
}

/** @param {Border} a @param {Border} b */
export const sameBorder = (a, b) => a.tile === b.tile && a.direction === b.direction;

/** Whether both ends of a transition are the same border. @param {[Border, Border]} ends */
export const isMirror = ([one, other]) => sameBorder(one, other);

/**
 * The descriptions of each tile's borders that have a transition; a mirror is described once.
 * @param {[Border, Border][]} transitions   the two ends of each
 * @param {(here: Border, there: Border) => string} say
 */
export function linksOf(transitions, say) {
  const links = new Map(/** @type {[number, string[]][]} */ ([]));
  const ways = transitions.flatMap((ends) => (isMirror(ends) ? [ends] : [ends, ends.toReversed()]));
  for (const [here, there] of ways)
    links.set(here.tile, [...(links.get(here.tile) ?? []), say(here, there)]);
  return links;
}

/**
 * The opacity of curves while none is highlighted: many would hide the board.
 * @param {number} count
 */
export const strength = (count) => Math.max(0.12, Math.min(0.9, 5 / Math.max(1, count)));

/**
 * The Bézier curve between two borders, in tiles: start, two control points, end.
 * @param {[Border, Border]} ends
 * @param {Map} map
 * @returns {[Point, Point, Point, Point]}
 */
function curveOf(ends, map) {
  const [a, b] = ends.map((end) => portOf(end, map));
  const apart = Math.hypot(a.x - b.x, a.y - b.y);
  const out = apart < 0.01 ? 0.9 : Math.min(1.15, 0.45 + apart * 0.25);
  return [
    a,
    { x: a.x + a.dx * out, y: a.y + a.dy * out },
    { x: b.x + b.dx * out, y: b.y + b.dy * out },
    b,
  ];
}

/** Samples for the bounds of a curve. */
const SAMPLES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * The bounds of a transition, in tiles.
 * @param {ReversiTransition} transition
 * @param {Map} map
 */
export function reachOf({ ends }, map) {
  const curve = curveOf(ends, map);
  const along = (/** @type {'x' | 'y'} */ axis) => {
    const [a, b, c, d] = curve.map((point) => point[axis]);
    return (isMirror(ends) ? [0, 1] : SAMPLES).map((t) => {
      const s = 1 - t;
      return s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
    });
  };
  const [xs, ys] = [along('x'), along('y')];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/**
 * A curve.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {ReversiTransition} transition
 * @param {Map} map
 * @param {{ alpha?: number, lit?: boolean, colour?: string }} how
 */
export function drawCurve(ctx, camera, transition, map, how) {
  if (isMirror(transition.ends)) return;
  const { x, y } = origin(camera);
  const { cell } = camera;
  const [from, ...controls] = curveOf(transition.ends, map).map(
    (point) => /** @type {[number, number]} */ ([x + point.x * cell, y + point.y * cell]),
  );
  /** @param {CanvasRenderingContext2D} path */
  const trace = (path) => {
    path.moveTo(...from);
    path.bezierCurveTo(...controls[0], ...controls[1], ...controls[2]);
  };
  ctx.save();
  ctx.globalAlpha *= how.alpha ?? 1;
  ctx.lineCap = 'round';
  const width = how.lit ? Math.max(2.4, cell * 0.09) : Math.max(1, Math.min(2.6, cell * 0.06));
  // On small tiles the dark rim would hide the colour.
  const rim = how.lit ? '#0b2227' : cell < 18 ? '#0b222700' : '#0b222780';
  strokes(
    ctx,
    trace,
    [rim, width + Math.max(1, cell * 0.045)],
    [how.colour ?? colourOf(transition.id), width],
  );
  ctx.restore();
}

/**
 * The ports of a transition: a half disc on each border; a bar for a mirror, where a walk comes back.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {ReversiTransition} transition
 * @param {Map} map
 * @param {{ lit?: boolean, colour?: string }} [how]
 */
export function drawPorts(ctx, camera, transition, map, how = {}) {
  const ends = isMirror(transition.ends) ? [transition.ends[0]] : transition.ends;
  const { colour = colourOf(transition.id), lit } = how;
  for (const end of ends)
    drawPort(ctx, camera, end, map, { colour, lit, mirror: ends.length === 1 });
}

/** A highlighted transition: its curve and its ports. @param {CanvasRenderingContext2D} ctx @param {Camera} camera @param {ReversiTransition} transition @param {Map} map @param {string} [colour] */
export function drawLit(ctx, camera, transition, map, colour) {
  drawCurve(ctx, camera, transition, map, { lit: true, colour });
  drawPorts(ctx, camera, transition, map, { lit: true, colour });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Border} border
 * @param {Map} map
 * @param {{ colour: string, lit?: boolean, mirror?: boolean }} how
 */
export function drawPort(ctx, camera, border, map, how) {
  const { cell } = camera;
  const at = origin(camera);
  const port = portOf(border, map);
  const radius = Math.max(1.6, cell * (how.lit ? 0.19 : 0.135));
  ctx.save();
  ctx.translate(at.x + port.x * cell, at.y + port.y * cell);
  ctx.rotate(Math.atan2(port.dy, port.dx));
  const width = Math.max(0.7, cell * (how.lit ? 0.045 : 0.028));
  /** @param {CanvasRenderingContext2D} p */
  const shape = (p) => {
    if (how.mirror)
      return p.roundRect(-radius * 0.45, -radius * 1.7, radius * 0.9, radius * 3.4, radius * 0.3);
    // The flat side is along the border, the round one points into the tile.
    p.arc(radius * 0.35, 0, radius, Math.PI / 2, (Math.PI * 3) / 2);
    p.closePath();
  };
  // On a small tile only the rim would be visible.
  paint(ctx, shape, how.colour, ...lines(cell >= 10 || how.lit, '#0b2227', width));
  ctx.restore();
}
