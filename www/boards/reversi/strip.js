/**
 * The strip under the board of Reversi XT: the switch for overrides, a line about the pointed tile, the zoom, and the
 * legend of the map.
 */

import * as strings from '../../strings/reversi.js';
import { contextOf } from '../../ui/canvas.js';
import { button, make, makeCanvas } from '../../ui/dom.js';
import { plate, strokes } from '../pen.js';
import { makeStamps, SPECIALS } from './draw.js';
import { drawBomb } from './preview.js';
import { colourOf } from './transitions.js';

/** @typedef {import('../../ui/palette.js').Palette} Palette */
/** @typedef {import('./boardState.js').Position} Position */

/**
 * @typedef {object} StripState
 * @property {Position} view
 * @property {Palette} colours
 * @property {boolean} overriding
 * @property {number} overrides   the number of legal overrides for the user
 * @property {string} text
 * @property {boolean} zooms      whether the map can be zoomed
 * @property {boolean} whole
 */

const ICON = 18;

/**
 * @param {HTMLElement} parent
 * @param {{ override: () => void, zoom: (way: -1 | 0 | 1) => void }} act
 */
export function makeStrip(parent, act) {
  const override = button(
    strings.override,
    strings.placeOnAnOccupiedTile,
    act.override,
    'override',
  );
  const text = make('p', { class: 'map-words note' });
  const out = button('−', strings.zoomOut, () => act.zoom(-1), 'icon');
  const whole = button(strings.fit, strings.showTheWholeMap0, () => act.zoom(0));
  const into = button('+', strings.zoomIn, () => act.zoom(1), 'icon');
  const group = { class: 'row g2 rigid', role: 'group', 'aria-label': strings.zoom };
  const zoom = make('div', group, out, whole, into);
  const legend = make('ul', {
    class: 'map-legend row wrap middle g5 fine',
    'aria-label': strings.onThisMap,
  });
  parent.append(make('div', { class: 'map-strip row' }, override, text, zoom), legend);

  /** The input of the current legend. */
  let shown = '';

  return {
    /** @param {StripState} s */
    update(s) {
      const has = s.view.overrides.some((n) => n > 0) || s.overrides > 0;
      override.hidden = s.view.phase !== 1 || !has;
      override.disabled = s.overrides === 0;
      override.setAttribute('aria-pressed', String(s.overriding));
      const left = s.view.mover === null ? 0 : s.view.overrides[s.view.mover];
      override.textContent = s.overriding ? strings.overrideOn : strings.overridesLeft(left);
      text.textContent = s.text;
      zoom.hidden = !s.zooms && s.whole;
      out.disabled = whole.disabled = s.whole;
      drawLegend(s);
    },
    /** Colours have changed. */
    repaint() {
      shown = '';
    },
  };

  /** @param {StripState} s */
  function drawLegend({ view, colours }) {
    /** @type {[string, string, string][]} */
    const entries = [];
    for (const [letter, { name, does }] of Object.entries(SPECIALS))
      if (view.start.includes(letter)) entries.push([letter, name, does]);
    if (view.start.includes('x'))
      entries.push(['x', strings.expansionStone, strings.stoneOfNoPlayer]);
    if (view.transitions.length > 0)
      entries.push(['link', strings.transitionLabel, strings.walkGoes]);
    if (view.strength >= 0 && (view.bombs.some((n) => n > 0) || view.phase === 2)) {
      const reach = strings.bombsReach(strings.steps(view.strength));
      entries.push(['bomb', reach, strings.thrownWhenNoStoneCanBePlaced]);
    }
    const now = JSON.stringify(entries);
    if (now === shown) return;
    shown = now;
    legend.hidden = entries.length === 0;
    legend.replaceChildren(
      ...entries.map(([what, name, does]) => {
        const more = make('span', { class: 'hidden' }, `: ${does}`);
        return make('li', { title: does, class: 'row g2 anchor' }, icon(what, colours), name, more);
      }),
    );
  }
}

/**
 * A small picture of an element of a map.
 * @param {string} what   a letter of the tiles, `land`, `link` or `bomb`
 * @param {Palette} colours
 * @param {number} [size]
 * @returns {HTMLCanvasElement}
 */
export function icon(what, colours, size = ICON) {
  const canvas = makeCanvas('map-icon rigid');
  const ratio = Math.max(2, window.devicePixelRatio || 1);
  canvas.width = canvas.height = size * ratio;
  canvas.style.width = canvas.style.height = `${size}px`;
  const ctx = contextOf(canvas);
  ctx.scale(ratio, ratio);
  // Drawn a little larger than its box, because marks have a margin.
  const stamps = makeStamps(colours, size * 1.25, ratio);
  const edge = -size * 0.125;
  if (what === 'bomb') drawBomb(ctx, size * 0.44, size * 0.54, size * 0.46);
  else if (what === 'link') {
    ctx.lineCap = 'round';
    const curve = (/** @type {CanvasRenderingContext2D} */ p) => {
      p.moveTo(3, size - 4);
      p.bezierCurveTo(3, 2, size - 3, size - 2, size - 3, 4);
    };
    strokes(ctx, curve, ['#0b2227', 4.5], [colourOf(0), 2.4]);
  } else if (what === '-') plate(ctx, [1, 1, size - 2, size - 2, 4], colours.lake);
  else stamps.put(ctx, what === 'land' ? 'light' : what, edge, edge);
  return canvas;
}
