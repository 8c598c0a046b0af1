/**
 * The small window in which a choice or a bonus tile asks its question. A native dialog: focus, Escape
 * and what lies behind are the browser's business. Questions and answers are Rust's moves and labels.
 */
import { markPath } from '../palette.js';

const TITLES = {
  choice: 'Choice: which stones do you want?',
  bonus: 'Bonus: what do you take?',
};

/**
 * @param {HTMLElement} parent
 * @param {import('../../pkg/totora.js').ReversiTarget} target   one that asks
 * @param {string} place   its name, such as "3,4"
 * @param {(answer: number) => { seat: number, note: string } | null} about   the seat that an answer is about
 * @param {(move: string | null) => void} answer   null when nothing was chosen
 */
export function ask(parent, target, place, about, answer) {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask';
  const title = document.createElement('h2');
  title.textContent = target.asks ? TITLES[target.asks] : '';
  title.id = 'ask-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const where = document.createElement('p');
  where.textContent = `The move on ${place}.`;
  const list = document.createElement('div');
  list.className = 'answers';
  /** @type {string | null} */
  let chosen = null;
  for (const [i, { move, label }] of target.moves.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.move = move;
    const seat = about(i);
    if (seat) button.append(mark(seat.seat));
    const words = document.createElement('span');
    words.textContent = label[0].toUpperCase() + label.slice(1);
    button.append(words);
    if (seat?.note) {
      const note = document.createElement('small');
      note.textContent = seat.note;
      button.append(note);
    }
    button.addEventListener('click', () => {
      chosen = move;
      dialog.close();
    });
    list.append(button);
  }
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = 'Not this move';
  cancel.addEventListener('click', () => dialog.close());
  dialog.append(title, where, list, cancel);
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = [...dialog.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length].focus();
    event.preventDefault();
  });
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    answer(chosen);
  });
  parent.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A seat's mark, as in the seats panel. @param {number} seat */
export function mark(seat) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'mark');
  svg.setAttribute('viewBox', '-2 -2 4 4');
  svg.setAttribute('aria-hidden', 'true');
  const plate = document.createElementNS(space, 'rect');
  for (const [key, value] of Object.entries({ x: -2, y: -2, width: 4, height: 4, rx: 0.9 }))
    plate.setAttribute(key, String(value));
  plate.setAttribute('class', `seat-fill-${(seat % 8) + 1}`);
  const sign = document.createElementNS(space, 'path');
  sign.setAttribute('d', markPath(seat));
  sign.setAttribute('fill', '#fff');
  svg.append(plate, sign);
  return svg;
}
