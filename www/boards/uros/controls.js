/**
 * The visible buttons of the Reedbed: what a tap there does, or, with an island in hand, what to do
 * with it. Everything that can be dragged can be done with these as well.
 */
import { button, make } from '../../ui/dom.js';
import { SIDE } from './boardState.js';

/**
 * @param {HTMLElement} parent
 * @param {import('./index.js').BoardState} s
 * @param {import('./held.js').Actions} act
 */
export function makeControls(parent, s, act) {
  const tapWord = matchMedia('(pointer: coarse)').matches ? 'Tap' : 'Click';
  /** @param {'build' | 'take'} mode */
  const setTap = (mode) => {
    s.tap = mode;
    update();
  };
  const build = button(
    'Build houses',
    'A tap on a square in the Reedbed builds a house there',
    () => setTap('build'),
  );
  const taking = button(
    'Move islands',
    'A tap on an island takes it in hand, large: to turn it, place it or build on it',
    () => setTap('take'),
  );
  const place = button(
    'Place',
    'Put it on the Lake where it is shown (Enter)',
    () => {
      const { corner } = s.held ?? {};
      // The button is about to go: the keyboard goes where the island went.
      if (act.place() && corner) act.focusLake(corner[1] * SIDE + corner[0]);
    },
    'primary',
  );
  const back = button('Put back', 'Back into the Reedbed (Escape)', () => {
    const { island } = s.held ?? {};
    act.putBack();
    if (island) act.focusBed(island);
  });
  const label = 'What a tap in the Reedbed does';
  const tap = make(
    'div',
    { class: 'segmented row even g1', role: 'group', 'aria-label': label },
    taking,
    build,
  );
  const turn = button('↻ Turn', 'Turn by a quarter (R)', () => act.turn(1));
  const hand = make('div', { class: 'bed-hand row g3 even' }, turn, place, back);
  const help = make('p', { class: 'help fine' });
  const bar = make('div', { class: 'bed-controls' }, tap, hand, help);
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
      ? `${tapWord} the Lake to lay it there, or one of its squares here to build.`
      : `Drag an island to the Lake, or ${tapWord.toLowerCase()} it to take it; R, the wheel or a second finger turns it. ${tapWord} a square on the Lake to build.`;
  }
  return { update };
}
