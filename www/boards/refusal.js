/** Says at the place itself why something is not possible there: a few words that go by themselves. No game may enter here. */
import { make } from '../ui/dom.js';

/** How long it stays, in milliseconds, for this many letters. @param {string} text */
const spell = (text) => 1600 + text.length * 35;

/**
 * @param {HTMLElement} parent   must be positioned; the canvas lies in it
 * @param {(text: string) => void} say   for those who listen
 * @param {AbortSignal} signal
 */
export function makeRefusal(parent, say, signal) {
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
      // Over the place, or under it at the upper edge; always inside the board.
      const left = Math.max(4, Math.min(parent.clientWidth - width - 4, x - width / 2));
      const top = y - height - 14 < 4 ? y + 14 : y - height - 14;
      words.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      late = window.setTimeout(away, spell(text));
    },
    away,
  };
}
