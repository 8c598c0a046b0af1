/** The keyboard of a simulated page: events, and what browsers do with a key that no listener used. */

/** @typedef {import('./browser.js').Page} Page */

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]';

/** Whether an element is hidden by an attribute. @param {any} element @returns {boolean} */
export function isHidden(element) {
  for (let one = element; one?.getAttribute; one = one.parentElement) {
    if (one.hasAttribute('hidden')) return true;
    if (one.style?.display === 'none' || one.style?.visibility === 'hidden') return true;
    if (one.localName === 'dialog' && !one.hasAttribute('open')) return true;
    const around = one.parentElement;
    if (
      around?.localName === 'details' &&
      !around.hasAttribute('open') &&
      !(one.localName === 'summary' && one === around.querySelector('summary'))
    )
      return true;
    if (around?.hasAttribute('popover') && !around.matches(':popover-open')) return true;
  }
  return false;
}

export class Keyboard {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** The field with a value that the user typed and no `change` event has reported. @type {any} */
    this.typed = null;
    this.shift = false;
  }

  /** Reports a typed value, as leaving the field does. */
  commit() {
    const field = this.typed;
    this.typed = null;
    if (field?.isConnected) this.event(field, 'change');
  }

  /** @param {any} target @param {string} name @param {object} [more] */
  event(target, name, more = {}) {
    const { window } = this.page;
    const Kind = name.startsWith('key') ? window.KeyboardEvent : window.Event;
    const event = new Kind(name, { bubbles: true, cancelable: true, composed: true, ...more });
    return target.dispatchEvent(event);
  }

  get target() {
    const { document } = this.page.window;
    return document.activeElement ?? document.body;
  }

  /** Sets what a field holds, as typing does. @param {any} field @param {string} text @param {number} [caret] */
  enter(field, text, caret = text.length) {
    const kind =
      this.page.window[field.localName === 'textarea' ? 'HTMLTextAreaElement' : 'HTMLInputElement'];
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    try {
      field.setSelectionRange(caret, caret);
    } catch {
      // Fields for numbers have no selection.
    }
    this.typed = field;
    this.event(field, 'input');
  }

  /** @param {string} text */
  async type(text) {
    for (const sign of text) await this.press(sign);
  }

  /** @param {string} keys   such as `Enter` or `Control+z` */
  async press(keys) {
    const parts = keys === '+' ? ['+'] : keys.split('+');
    const key = /** @type {string} */ (parts.pop());
    const held = {
      ctrlKey: parts.includes('Control'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
      metaKey: parts.includes('Meta'),
    };
    const name = key === 'Space' ? ' ' : key;
    const code = /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : name === ' ' ? 'Space' : name;
    const how = { key: name, code, ...held };
    const { target } = this;
    if (this.event(target, 'keydown', how)) this.#act(this.target, name, held);
    if (this.page.window) this.event(this.target, 'keyup', how);
    await this.page.waitForTimeout(0);
  }

  /** @param {any} target @param {string} key @param {{ ctrlKey: boolean, shiftKey: boolean, metaKey: boolean, altKey: boolean }} held */
  #act(target, key, held) {
    const isField =
      target.localName === 'textarea' ||
      (target.localName === 'input' &&
        !['range', 'checkbox', 'radio', 'button', 'file'].includes(target.type));
    if (key === 'Tab') this.#tab(held.shiftKey ? -1 : 1);
    else if (key === 'Escape') this.#escape();
    else if (held.ctrlKey || held.metaKey || held.altKey) return;
    else if (key === 'Enter' && target.localName === 'textarea') this.#insert(target, '\n');
    else if (key === 'Enter' && isField) {
      this.commit();
      target.form?.requestSubmit();
    } else if ((key === 'Enter' || key === ' ') && target.matches('button, summary, a[href]'))
      target.click();
    else if (key === ' ' && ['checkbox', 'radio'].includes(target.type)) target.click();
    else if (target.type === 'range') this.#slide(target, key);
    else if (isField && !target.readOnly) this.#edit(target, key);
  }

  /** @param {number} step */
  #tab(step) {
    const { document } = this.page.window;
    const modal = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const all = [...modal.querySelectorAll(FOCUSABLE)].filter(
      (one) => one.tabIndex >= 0 && !isHidden(one) && !one.closest('[inert]'),
    );
    const at = all.indexOf(document.activeElement);
    const next = all[(at < 0 && step < 0 ? 0 : at) + step] ?? all[step > 0 ? 0 : all.length - 1];
    next?.focus();
  }

  #escape() {
    const dialog = [...this.page.window.document.querySelectorAll('dialog[open]')].at(-1);
    if (dialog && this.event(dialog, 'cancel', { bubbles: false })) dialog.close();
  }

  /** @param {any} range @param {string} key */
  #slide(range, key) {
    const step = Number(range.step || 1);
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    const [min, max] = [Number(range.min || 0), Number(range.max || 100)];
    const wanted =
      key === 'Home' ? min : key === 'End' ? max : by ? Number(range.value) + by * step : null;
    if (wanted === null) return;
    const digits = (String(step).split('.')[1] ?? '').length;
    this.enter(range, Math.min(max, Math.max(min, wanted)).toFixed(digits).replace(/\.0+$/, ''));
    this.commit();
  }

  /** @param {any} field @param {string} text */
  #insert(field, text) {
    const value = String(field.value);
    const from = field.selectionStart ?? value.length;
    const to = field.selectionEnd ?? from;
    this.enter(field, value.slice(0, from) + text + value.slice(to), from + text.length);
  }

  /** @param {any} field @param {string} key */
  #edit(field, key) {
    if ([...key].length === 1) this.#insert(field, key);
    else if (key === 'Backspace' || key === 'Delete') {
      const value = String(field.value);
      const from = field.selectionStart ?? value.length;
      const to = field.selectionEnd ?? from;
      const [a, b] =
        from !== to ? [from, to] : key === 'Delete' ? [from, from + 1] : [from - 1, from];
      if (a >= 0) this.enter(field, value.slice(0, a) + value.slice(b), a);
    }
  }
}
