/**
 * The visible buttons of the Reedbed: what a tap there does, or, with an island in hand, what to do
 * with it. Everything that can be dragged can be done with these as well.
 */

/**
 * @param {HTMLElement} parent
 * @param {import('./index.js').Scene} s
 * @param {import('./input.js').Doors} doors
 */
export function makeControls(parent, s, doors) {
  const bar = document.createElement('div');
  bar.className = 'bed-controls';
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ title,
    /** @type {() => void} */ act,
  ) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.title = title;
    made.addEventListener('click', act);
    return made;
  };
  const tapWord = matchMedia('(pointer: coarse)').matches ? 'Tap' : 'Click';
  const build = button(
    `${tapWord} builds`,
    'A tap on a square in the Reedbed builds a house there',
    () => setTap('build'),
  );
  const taking = button(
    `${tapWord} takes`,
    'A tap on an island takes it in hand, large: to turn it, place it or build on it',
    () => setTap('take'),
  );
  const turn = button('↻ Turn', 'Turn by a quarter (R)', () => doors.turn(1));
  const place = button('Place', 'Put it on the Lake where it is shown (Enter)', () => {
    const { corner } = s.held ?? {};
    // The button is about to go: the keyboard goes where the island went.
    if (doors.place() && corner) doors.focusLake(corner[1] * 6 + corner[0]);
  });
  const back = button('Put back', 'Back into the Reedbed (Escape)', () => {
    const { island } = s.held ?? {};
    doors.putBack();
    if (island) doors.focusBed(island);
  });
  place.classList.add('primary');
  const tap = document.createElement('div');
  tap.className = 'segmented';
  tap.setAttribute('role', 'group');
  tap.setAttribute('aria-label', 'What a tap in the Reedbed does');
  tap.append(build, taking);
  const hand = document.createElement('div');
  hand.className = 'bed-hand';
  hand.append(turn, place, back);
  const help = document.createElement('p');
  help.className = 'help';
  bar.append(tap, hand, help);
  parent.append(bar);
  const setTap = (/** @type {'build' | 'take'} */ mode) => {
    s.tap = mode;
    update();
  };
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
      : `Drag an island to the Lake; R, the wheel or a second finger turns it. ${tapWord} a square on the Lake to build.`;
  }
  return { update };
}
