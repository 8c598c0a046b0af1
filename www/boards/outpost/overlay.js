/**
 * What an overlay adds to the terrain: a colour per cell, from the grids that Rust returns, and the marks above it.
 */

import * as strings from '../../strings/outpost.js';
import { terrainColours } from './terrain.js';

/** @typedef {import('./terrain.js').Layer} Layer */
/** @typedef {ReturnType<typeof import('./terrain.js').terrainColours>} TerrainColours */

/** Warm and cold colours, distinguishable by lightness and with every kind of colour vision. @type {import('./terrain.js').Rgb} */
const SOON = [214, 69, 36];
/** @type {import('./terrain.js').Rgb} */
const LATER = [240, 178, 66];
/** @type {import('./terrain.js').Rgb} */
const POOR = [120, 98, 150];
/** @type {import('./terrain.js').Rgb} */
const RICH = [26, 186, 130];

/**
 * @param {string} overlay
 * @param {any} answer   the response of `inspect` to the request of the same name
 * @param {TerrainColours} colours
 * @param {number} seat
 * @returns {Layer | null}
 */
export function layerOf(overlay, answer, colours, seat) {
  if (!answer?.grid) return null;
  const { grid } = answer;
  if (overlay === 'supply') {
    const colour = colours.seats[seat];
    return {
      grid,
      dim: true,
      paint: (digit, code) => (digit ? { colour, share: code === seat + 1 ? 0.62 : 0.24 } : null),
    };
  }
  if (overlay === 'danger') {
    return {
      grid,
      dim: true,
      paint: (digit, code) => {
        if (digit) return { colour: digit > 1 ? SOON : LATER, share: 0.78 };
        return code === seat + 1 ? { colour: colours.seats[seat], share: 0.3 } : null;
      },
    };
  }
  if (overlay === 'value') {
    return {
      grid,
      dim: true,
      paint: (digit) => {
        if (!digit) return null;
        const t = digit / 9;
        const between = (/** @type {0 | 1 | 2} */ i) => POOR[i] + (RICH[i] - POOR[i]) * t;
        return { colour: [between(0), between(1), between(2)], share: 0.14 + 0.46 * t };
      },
    };
  }
  return null;
}

/** @typedef {{ colour: string, text: string, kind?: string }} Swatch   `kind` is a pattern of the style sheet */

/** @param {number[]} c */
const css = (c) => `rgb(${c.join(' ')})`;

/**
 * The legend of an overlay.
 * @param {string} overlay
 * @param {import('../../ui/palette.js').Palette} colours
 * @param {number} seat
 * @returns {Swatch[]}
 */
export function legendOf(overlay, colours, seat) {
  if (overlay === 'danger') {
    return [
      { colour: css(SOON), text: strings.lostIfEveryEnemyCame },
      { colour: css(LATER), text: strings.twoSteps },
    ];
  }
  if (overlay === 'value') {
    return [
      { colour: css(RICH), text: strings.muchUnclaimedAreaAround },
      { colour: css(POOR), text: strings.little },
    ];
  }
  if (overlay === 'supply') {
    return [
      { colour: colours.seats[seat], text: strings.supplyReachesIt },
      { colour: '#ffffff', kind: 'choke', text: strings.outpostsHang },
    ];
  }
  if (overlay === 'tasks') {
    return [{ colour: 'transparent', kind: 'way', text: strings.whereTheBotSends }];
  }
  return [];
}

/** The legend of the board without overlays. @param {import('../../ui/palette.js').Palette} colours @param {string[]} names   of the empires @returns {Swatch[]} */
export function keyOf(colours, names) {
  const terrain = terrainColours(colours);
  return [
    { colour: css(terrain.land), text: strings.unclaimedLand },
    { colour: css(terrain.water), kind: 'waves', text: strings.water },
    ...names.map((name, e) => ({ colour: colours.seats[e], text: name })),
    { colour: css(terrain.land), kind: 'disputed', text: strings.disputed },
    { colour: 'transparent', kind: 'home', text: strings.home },
    { colour: 'transparent', kind: 'loss', text: strings.lostThisTurn },
  ];
}
