/**
 * The line under the board: what is under the pointer in words, and the buttons that a move may need:
 * the swap, and, on a small screen, the one that puts the stone where it was aimed.
 */

/**
 * @typedef {object} BarState
 * @property {string} words
 * @property {string | null} swap    the label of the swap's button, if there is a swap to offer
 * @property {string | null} place   the label of the button that puts the stone, if one is aimed
 */

/**
 * @param {HTMLElement} parent
 * @param {{ swap: (byKeyboard: boolean) => void, place: () => void }} doors
 */
export function makeBar(parent, doors) {
  const bar = document.createElement('div');
  bar.className = 'hex-bar';
  const words = document.createElement('p');
  words.className = 'hex-words';
  const swap = button('hex-swap', 'Take the stone on the board as yours; White moves next');
  const place = button('primary', 'Put the stone on the marked cell');
  // A click that no pointer made has no detail: it came from a key.
  swap.addEventListener('click', (event) => doors.swap(event.detail === 0));
  place.addEventListener('click', () => doors.place());
  bar.append(words, swap, place);
  parent.append(bar);
  return {
    /** @param {BarState} state */
    update(state) {
      if (words.textContent !== state.words) words.textContent = state.words;
      show(swap, state.swap);
      show(place, state.place);
    },
  };
}

/** @param {string} name @param {string} title */
function button(name, title) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = name;
  made.title = title;
  made.hidden = true;
  return made;
}

/** @param {HTMLButtonElement} element @param {string | null} label */
function show(element, label) {
  element.hidden = label === null;
  if (label !== null && element.textContent !== label) element.textContent = label;
}
