import { placeOf } from '../base.js';
import { bedPlace, columnRow, inBed } from './boardState.js';

/**
 * Keys on the grids of Lake and Reedbed.
 * @param {import('./index.js').BoardState} s
 * @param {import('./heldIsland.js').Actions} act
 * @param {import('../contract.js').BoardHost} host
 * @param {() => boolean} inHand   whether an island is held
 * @param {(cell: number) => void} build
 */
export function makeKeys(s, act, host, inHand, build) {
  /** @type {import('../a11yGrid.js').A11yEvents} */
  const lakeEvents = {
    focus(id) {
      const cell = id === null ? null : placeOf(id);
      act.focus(cell);
      if (cell === null || !inHand()) return;
      act.move(columnRow(cell));
      host.say(`${s.view?.names[cell] ?? ''}${act.fitText()}`);
    },
    activate(id) {
      const cell = placeOf(id);
      if (!inHand()) return build(cell);
      if (!s.held?.corner) act.move(columnRow(cell));
      act.place();
    },
    key(key) {
      if (!s.held || !inHand()) return false;
      const { island } = s.held;
      if (key === 'r' || key === 'R') act.turn(key === 'r' ? 1 : -1);
      else if (key === 'Escape') {
        act.putBack();
        act.focusBed(island);
      } else return false;
      return true;
    },
  };

  /** @type {import('../a11yGrid.js').A11yEvents} */
  const bedEvents = {
    focus(id) {
      const [island, square] = id?.split('.') ?? [];
      const number = s.view?.islands.findIndex((one) => one.id === island) ?? -1;
      act.focus(number < 0 ? null : bedPlace(number, Number(square)));
    },
    activate(id) {
      const [island, square] = id.split('.');
      if (!act.build(island, Number(square))) pick(island);
    },
    key(key) {
      const focus = s.view && inBed(s.view, s.cursor);
      if (!focus) return false;
      if (key === ' ' || key === 'r' || key === 'R') {
        if (inHand()) act.turn(1);
        else pick(focus.island);
      } else if (key === 'Escape' && s.held) act.putBack();
      else return false;
      return true;
    },
  };

  /** Takes an island by key: the cursor moves to the Lake. @param {string} island */
  function pick(island) {
    if (act.take(island, 'hand')) act.focusLake(s.held?.answer.places[0]?.corner ?? 0);
  }

  return { lakeEvents, bedEvents };
}
