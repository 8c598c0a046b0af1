/**
 * What an overlay adds to the terrain: a colour per cell, from the grids that Rust returns, and the marks above it.
 */

import * as strings from '../../strings/outpost.js';
import { mix, terrainColours } from './terrain.js';

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

/** How each overlay paints a cell. @type {Record<string, (colours: TerrainColours, seat: number) => Layer['paint']>} */
const PAINTS = {
  supply(colours, seat) {
    const colour = colours.seats[seat];
    return (digit, code) => (digit ? { colour, share: code === seat + 1 ? 0.62 : 0.24 } : null);
  },
  danger: (colours, seat) => (digit, code) => {
    if (digit) return { colour: digit > 1 ? SOON : LATER, share: 0.78 };
    return code === seat + 1 ? { colour: colours.seats[seat], share: 0.3 } : null;
  },
  value: () => (digit) => {
    const t = digit / 9;
    return digit ? { colour: mix(POOR, RICH, t), share: 0.14 + 0.46 * t } : null;
  },
};
/** Overlays that show the board for one empire; they are also the names of their requests. */
export const SEEN_AS = Object.keys(PAINTS);

/**
 * @param {string} overlay
 * @param {any} answer   the response of `inspect` to the request of the same name
 * @param {TerrainColours} colours
 * @param {number} seat
 * @returns {Layer | null}
 */
export const layerOf = (overlay, answer, colours, seat) =>
  answer?.grid ? { grid: answer.grid, paint: PAINTS[overlay](colours, seat) } : null;

/** @typedef {{ colour: string, text: string, kind?: string }} Swatch   `kind` is a pattern of the style sheet */

/** @param {number[]} c */
const css = (c) => `rgb(${c.join(' ')})`;

/** The legend of an overlay. @param {string} overlay @param {import('../../ui/palette.js').Palette} colours @param {number} seat @returns {Swatch[]} */
export function legendOf(overlay, colours, seat) {
  /** @type {Record<string, Swatch[]>} */
  const legends = {
    danger: [
      { colour: css(SOON), text: strings.lostIfEveryEnemyCame },
      { colour: css(LATER), text: strings.twoSteps },
    ],
    value: [
      { colour: css(RICH), text: strings.muchUnclaimedAreaAround },
      { colour: css(POOR), text: strings.little },
    ],
    supply: [
      { colour: colours.seats[seat], text: strings.supplyReachesIt },
      { colour: '#ffffff', kind: 'choke', text: strings.outpostsHang },
    ],
    tasks: [{ colour: 'transparent', kind: 'way', text: strings.whereTheBotSends }],
  };
  return legends[overlay] ?? [];
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
