/** A short message at a cell that says why an action is not possible there. Nothing here depends on a game. */
import { make } from '../ui/dom.js';

/** How long a message stays, in milliseconds. @param {string} text */
const spell = (text) => 1600 + text.length * 35;

/**
 * @param {HTMLElement} parent   positioned; contains the canvas
 * @param {(text: string) => void} say   to screen readers only
 * @param {AbortSignal} signal
 */
export function makeBoardMessage(parent, say, signal) {
  const words = make('p', { class: 'refusal box', hidden: true, 'aria-hidden': 'true' });
  parent.append(words);
  let late = 0;
  const away = () => {
    words.hidden = true;
  };
  signal.addEventListener('abort', () => clearTimeout(late));
  return {
    /** @param {string} text @param {{ x: number, y: number }} at   on the canvas, in CSS pixels */
    show(text, { x, y }) {
      clearTimeout(late);
      if (!text) return away();
      say(text);
      words.textContent = text;
      words.hidden = false;
      const [width, height] = [words.offsetWidth, words.offsetHeight];
      // Above the cell, or below it at the upper edge; always inside the board.
      const left = Math.max(4, Math.min(parent.clientWidth - width - 4, x - width / 2));
      const top = y - height - 14 < 4 ? y + 14 : y - height - 14;
      words.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      late = window.setTimeout(away, spell(text));
    },
    away,
  };
}
