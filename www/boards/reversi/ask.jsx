/**
 * The dialog for a choice or bonus tile. It is a native dialog, so the browser handles focus, Escape and the backdrop.
 * Rust provides the moves and labels.
 */
import { render } from 'preact';
import * as strings from '../../strings/reversi.js';
import { make } from '../../ui/dom.js';
import { keyOf } from '../../ui/keys.js';
import { SeatMark } from '../../ui/mark.jsx';
import { Button } from '../../ui/parts.jsx';
import { ARROWS } from '../a11yGrid.js';

const TITLES = {
  choice: strings.choiceWhichStonesDoYou,
  bonus: strings.bonusWhatDoYouTake,
};

/**
 * @param {HTMLElement} parent
 * @param {import('./boardState.js').Target} target   a choice or bonus tile
 * @param {string} name   the tile's, such as "3,4"
 * @param {number[] | null} stones   by seat, if the answers are the seats in order
 * @param {(move: string | null) => void} onAnswer   gets null if the user cancels
 */
export function openQuestion(parent, target, name, stones, onAnswer) {
  /** @type {string | null} */
  let chosen = null;
  const dialog = make('dialog', {
    class: 'ask',
    'aria-labelledby': 'ask-title',
    /** @param {PointerEvent} event */
    onpointerdown: (event) => event.target === dialog && dialog.close(),
    onclose() {
      render(null, dialog);
      dialog.remove();
      onAnswer(chosen);
    },
    /** @param {KeyboardEvent} event */
    onkeydown(event) {
      const way = ARROWS[keyOf(event)];
      if (!way) return;
      const buttons = [...dialog.querySelectorAll('button')];
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      buttons[(at + way[0] + way[1] + buttons.length) % buttons.length].focus();
      event.preventDefault();
    },
  });
  /** @param {string} move */
  const choose = (move) => {
    chosen = move;
    dialog.close();
  };
  render(
    <>
      <h2 class="title" id="ask-title">
        {target.asks && TITLES[target.asks]}
      </h2>
      <p class="note">{strings.moveOn(name)}</p>
      <div class="answers stack g3">
        {target.moves.map(({ move, label }, seat) => (
          <button type="button" key={move} data-move={move} onClick={() => choose(move)}>
            {stones && <SeatMark seat={seat} />}
            <span>{label[0].toUpperCase() + label.slice(1)}</span>
            {stones && <small>{strings.stones(stones[seat])}</small>}
          </button>
        ))}
      </div>
      <Button label={strings.cancel} act={() => dialog.close()} />
    </>,
    dialog,
  );
  parent.append(dialog);
  dialog.showModal();
  return dialog;
}
