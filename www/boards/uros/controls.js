/**
 * The buttons of the Reedbed: they set what a tap does, or act on a held island. They can do everything that a drag can.
 */

import * as strings from '../../strings/uros.js';
import { button, make } from '../../ui/dom.js';
import { SIDE } from './boardState.js';

/**
 * @param {HTMLElement} parent
 * @param {import('./index.js').BoardState} s
 * @param {import('./heldIsland.js').Actions} act
 */
export function makeControls(parent, s, act) {
  const tapWord = matchMedia('(pointer: coarse)').matches ? strings.tap : strings.click;
  /** @param {'build' | 'take'} mode */
  const setTap = (mode) => {
    s.tap = mode;
    update();
  };
  const build = button(strings.buildHouses, strings.tapOnASquare, () => setTap('build'));
  const taking = button(strings.moveIslands, strings.tapOnAnIslandTakes, () => setTap('take'));
  const place = button(
    strings.place,
    strings.putItOnTheLake,
    () => {
      const { corner } = s.held ?? {};
      // The button is about to disappear, so the focus moves to the island.
      if (act.place() && corner) act.focusLake(corner[1] * SIDE + corner[0]);
    },
    'primary puts',
  );
  const back = button(strings.putBack, strings.backIntoTheReedbedEscape, () => {
    const { island } = s.held ?? {};
    act.putBack();
    if (island) act.focusBed(island);
  });
  const label = strings.whatATap;
  const tap = make(
    'div',
    { class: 'segmented row even g1', role: 'group', 'aria-label': label },
    taking,
    build,
  );
  const turn = button('↻ Turn', strings.turnByAQuarterR, () => act.turn(1));
  const hand = make('div', { class: 'bed-hand row g3 even' }, turn, place, back);
  const help = make('p', { class: 'bed-help fine above' });
  const bar = make('div', { class: 'above' }, tap, hand, help);
  parent.append(bar);
  function update() {
    const inHand = s.held?.how === 'hand';
    bar.dataset.hand = String(inHand);
    tap.hidden = inHand;
    hand.hidden = !inHand;
    place.disabled = !s.held?.place;
    build.setAttribute('aria-pressed', String(s.tap === 'build'));
    taking.setAttribute('aria-pressed', String(s.tap === 'take'));
    help.textContent = inHand
      ? strings.lakeToLayItThere(tapWord)
      : strings.dragAnIsland(tapWord.toLowerCase(), tapWord);
  }
  return { update };
}
