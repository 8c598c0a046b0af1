/**
 * The keyboard on the board of Reversi XT: arrows go over the map, N from move to move, + and - zoom, O
 * switches overrides.
 */
import * as cam from '../camera.js';
import { cornerOf } from './preview.js';
import { STEPS } from './transitions.js';

/** @typedef {import('./moment.js').Moment} Moment */

/**
 * @param {Moment} s
 * @param {{ focus: (tile: number) => void, moved: () => void, tell: (text: string) => void,
 *   refresh: () => void, setOverriding: (on: boolean) => void }} act
 */
export function makeKeys(s, act) {
  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const way = { ArrowUp: 0, ArrowRight: 2, ArrowDown: 4, ArrowLeft: 6 }[name];
    if (way !== undefined) {
      const to = ahead(way);
      if (to !== null) act.focus(to);
    } else if (name === '+' || name === '=') zoomKey(1.4);
    else if (name === '-' || name === '_') zoomKey(1 / 1.4);
    else if (name === '0') {
      cam.showAll(s.camera);
      act.moved();
    } else if (name.toLowerCase() === 'o') act.setOverriding(!s.overriding);
    else if (name.toLowerCase() === 'n') next(event.shiftKey ? -1 : 1);
    else if (name === 'Escape' && (s.overriding || s.answer)) {
      s.answer = '';
      if (s.overriding) act.setOverriding(false);
      else act.refresh();
    } else return false;
    return true;
  }

  /** @param {number} factor */
  function zoomKey(factor) {
    if (!s.view) return;
    const tile = s.cursor === null ? null : cornerOf(s.camera, s.view.columns, s.cursor);
    const half = s.camera.cell / 2;
    cam.zoom(s.camera, factor, tile ? { x: tile.x + half, y: tile.y + half } : undefined);
    cam.rest(s.camera);
    if (s.cursor !== null)
      cam.reveal(s.camera, s.cursor % s.view.columns, Math.floor(s.cursor / s.view.columns));
    act.moved();
  }

  /** To the next tile on which a move goes, or the one before. @param {1 | -1} step */
  function next(step) {
    const tiles = [...s.targets.keys()].filter((tile) => s.usable(tile)).sort((a, b) => a - b);
    if (tiles.length === 0) {
      act.tell('No move goes anywhere now.');
      return;
    }
    const from = s.cursor ?? -1;
    const to =
      step > 0
        ? (tiles.find((tile) => tile > from) ?? tiles[0])
        : (tiles.findLast((tile) => tile < from) ?? tiles[tiles.length - 1]);
    act.focus(to);
  }

  /** The next tile that way: straight on over water, or else the nearest that lies more that way than aside. @param {number} way */
  function ahead(way) {
    if (!s.view || s.cursor === null) return null;
    const { columns, rows } = s.view;
    const [dx, dy] = STEPS[way];
    const [column, row] = [s.cursor % columns, Math.floor(s.cursor / columns)];
    const tileOf = (/** @type {number} */ c, /** @type {number} */ r) =>
      c >= 0 && r >= 0 && c < columns && r < rows && s.view?.square_words[r * columns + c]
        ? r * columns + c
        : null;
    for (let k = 1; k < Math.max(columns, rows); k++) {
      for (let aside = 0; aside <= k - 1; aside++) {
        for (const side of aside === 0 ? [0] : [-aside, aside]) {
          const to = tileOf(column + dx * k + dy * side, row + dy * k + dx * side);
          if (to !== null) return to;
        }
      }
    }
    return null;
  }

  return key;
}
