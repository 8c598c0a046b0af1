/**
 * The keys of the board of Reversi XT: arrows move over the map, N goes to the next move, + and - zoom, O switches
 * overrides.
 */

import * as strings from '../../strings/reversi.js';
import { ARROWS } from '../a11yGrid.js';
import { cellSeen, centre, seenAt, seenSize } from '../grid.js';
import { gridOf } from '../mapView.js';
import { isTile, usable } from './boardState.js';

const ZOOM = 1.4;

/**
 * @param {import('./boardState.js').BoardState} s
 * @param {{ focus: (tile: number) => void, map: ReturnType<typeof import('../mapView.js').makeMapView>,
 *   notify: (text: string) => void, refresh: () => void, setOverriding: (on: boolean) => void }} act
 */
export function makeKeys(s, act) {
  /** @param {string} name @param {KeyboardEvent} event */
  function key(name, event) {
    const way = ARROWS[name];
    const lower = name.toLowerCase();
    if (way) {
      const to = ahead(way);
      if (to !== null) act.focus(to);
    } else if ('+='.includes(name)) zoom(1);
    else if ('-_'.includes(name)) zoom(-1);
    else if (name === '0') act.map.zoomBy(0);
    else if (lower === 'o') act.setOverriding(!s.overriding);
    else if (lower === 'n') next(event.shiftKey ? -1 : 1);
    else if (name === 'Escape' && (s.overriding || s.answer)) {
      s.answer = '';
      if (s.overriding) act.setOverriding(false);
      else act.refresh();
    } else return false;
    return true;
  }

  /** @param {1 | -1} way */
  function zoom(way) {
    if (!s.view) return;
    const at = s.cursor === null ? undefined : centre(gridOf(s.camera, s.view), s.cursor);
    act.map.zoomBy(way, at, ZOOM);
    if (s.cursor !== null) act.map.reveal(s.view, s.cursor);
  }

  /** Moves to the next or previous tile with a legal move. @param {1 | -1} step */
  function next(step) {
    const all = [...(s.view?.targetAt.keys() ?? [])];
    const tiles = all.filter((tile) => usable(s, tile)).sort((a, b) => a - b);
    if (tiles.length === 0) return act.notify(strings.noMoveGoesAnywhereNow);
    const from = s.cursor ?? -1;
    const to =
      step > 0
        ? (tiles.find((tile) => tile > from) ?? tiles[0])
        : (tiles.findLast((tile) => tile < from) ?? tiles[tiles.length - 1]);
    act.focus(to);
  }

  /** The next tile in a direction: straight ahead, even over water, or else the nearest one more ahead than aside. @param {[number, number]} way */
  function ahead([dx, dy]) {
    if (!s.view || s.cursor === null) return null;
    const { view } = s;
    const [columns, rows] = seenSize(view);
    const [column, row] = seenAt(view, s.cursor);
    for (let k = 1; k < Math.max(columns, rows); k++) {
      for (let aside = 0; aside < k; aside++) {
        for (const side of aside === 0 ? [0] : [-aside, aside]) {
          const [c, r] = [column + dx * k + dy * side, row + dy * k + dx * side];
          const inside = c >= 0 && r >= 0 && c < columns && r < rows;
          if (inside && isTile(view, cellSeen(view, c, r))) return cellSeen(view, c, r);
        }
      }
    }
    return null;
  }

  return key;
}
