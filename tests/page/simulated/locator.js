/** Finds elements of a simulated page as users and screen readers know them, each time anew. */
import {
  computeAccessibleDescription,
  computeAccessibleName,
  getRole,
} from 'dom-accessibility-api';
import { isHidden } from './keyboard.js';

/** @typedef {import('./browser.js').Page} Page */
/** @typedef {{ name?: string | RegExp, exact?: boolean, includeHidden?: boolean, level?: number }} RoleOptions */
/** @typedef {{ hasText?: string | RegExp, hasNotText?: string | RegExp, has?: Locator }} Filter */

/** How long an action or an assertion waits, in milliseconds. */
export const PATIENCE = 60_000;

/** @param {unknown} text */
export const plain = (text) =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether a text is the wanted one: contains it in any case, equals it, or matches. @param {string} text @param {string | RegExp} wanted @param {boolean} [exact] */
export const isText = (text, wanted, exact = false) =>
  wanted instanceof RegExp
    ? wanted.test(text)
    : exact
      ? text === plain(wanted)
      : text.toLowerCase().includes(plain(wanted).toLowerCase());

/** Styles matter little for names, and computing them takes most of the time. */
const STYLE = { getComputedStyle: () => /** @type {any} */ ({ getPropertyValue: () => '' }) };

/** @param {any} element */
export const nameOf = (element) => plain(computeAccessibleName(element, STYLE));
/** @param {any} element */
export const descriptionOf = (element) => plain(computeAccessibleDescription(element, STYLE));

/** Elements that can have a role. */
const BY_ROLE = new Map(
  Object.entries({
    button: 'button, summary, input, [role]',
    link: 'a, area, [role]',
    heading: 'h1, h2, h3, h4, h5, h6, [role]',
    combobox: 'select, input, [role]',
    textbox: 'input, textarea, [role]',
    searchbox: 'input, [role]',
    slider: 'input, [role]',
    spinbutton: 'input, [role]',
    checkbox: 'input, [role]',
    radio: 'input, [role]',
    dialog: 'dialog, [role]',
    option: 'option, [role]',
    listbox: 'select, datalist, [role]',
    table: 'table, [role]',
    row: 'tr, [role]',
    cell: 'td, th, [role]',
    columnheader: 'th, [role]',
    rowheader: 'th, [role]',
    region: 'section, [role]',
    status: 'output, [role]',
    meter: 'meter, [role]',
    progressbar: 'progress, [role]',
    img: 'img, svg, [role]',
    banner: 'header, [role]',
    main: 'main, [role]',
    article: 'article, [role]',
    group: 'fieldset, details, optgroup, [role]',
    navigation: 'nav, [role]',
  }),
);

/** The role of an element. @param {any} element */
function roleOf(element) {
  const given = element.getAttribute('role');
  if (given) return given.split(' ')[0];
  if (element.localName === 'summary') return 'button';
  if (element.localName === 'section')
    return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
      ? 'region'
      : null;
  if (element.localName === 'input' && element.type === 'range') return 'slider';
  if (element.localName === 'input' && element.type === 'number') return 'spinbutton';
  if (element.localName === 'select')
    return element.multiple || Number(element.getAttribute('size')) > 1 ? 'listbox' : 'combobox';
  if (element.localName === 'output') return 'status';
  if (element.localName === 'header')
    return element.closest('article, aside, main, nav, section, dialog') ? null : 'banner';
  return getRole(element);
}

/** @param {any} element */
export const isShown = (element) => element.isConnected && !isHidden(element);

/** @param {any} element */
const isInTree = (element) => isShown(element) && !element.closest('[aria-hidden="true"]');

/** @param {any} element */
export const isDisabled = (element) =>
  (element.hasAttribute('disabled') &&
    element.matches('button, input, select, textarea, option')) ||
  !!element.closest('fieldset[disabled]') ||
  element.closest('[aria-disabled]')?.getAttribute('aria-disabled') === 'true';

const BLOCK =
  /^(address|article|aside|blockquote|caption|dd|details|dialog|div|dl|dt|figcaption|figure|footer|form|h\d|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|thead|tr|ul)$/;

/** The text as shown, with a new line for each block. @param {any} element @returns {string} */
export function innerText(element) {
  let text = '';
  /** @param {any} node */
  const walk = (node) => {
    if (node.nodeType === 3) text += node.data.replace(/\s+/g, ' ');
    if (node.nodeType !== 1 || isHidden(node) || /^(script|style)$/.test(node.localName)) return;
    if (node.localName === 'br') text += '\n';
    const block = BLOCK.test(node.localName);
    if (block && text && !text.endsWith('\n')) text += '\n';
    if (/^t[dh]$/.test(node.localName) && text && !/[\n\t]$/.test(text)) text += '\t';
    for (const child of node.childNodes) walk(child);
    if (block && !text.endsWith('\n')) text += '\n';
  };
  for (const child of element.childNodes) walk(child);
  return text.replace(/ *\n */g, '\n').trim();
}

/** The label of a field. @param {any} element */
function labelsOf(element) {
  const labelled = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((/** @type {string} */ id) => element.ownerDocument.getElementById(id)?.textContent ?? '');
  const around = element.closest('label');
  const named = element.id
    ? element.ownerDocument.querySelector(`label[for="${element.id}"]`)
    : null;
  return [
    element.getAttribute('aria-label') ?? '',
    labelled.join(' '),
    around?.textContent ?? '',
    named?.textContent ?? '',
  ]
    .map(plain)
    .filter(Boolean);
}

export class Locator {
  /** @param {Page} page @param {() => any[]} find @param {string} words   of what it finds, for errors */
  constructor(page, find, words) {
    this.from = page;
    this.find = find;
    this.words = words;
  }

  page() {
    return this.from;
  }

  // --- narrowing -------------------------------------------------------------------------------

  /** @param {(element: any) => any[]} within @param {string} words */
  #within(within, words) {
    return new Locator(
      this.from,
      () => [...new Set(this.find().flatMap(within))],
      `${words} in ${this.words}`,
    );
  }

  /** @param {string} selector @param {Filter} [how] */
  locator(selector, how = {}) {
    const scoped = selector.startsWith('>') ? `:scope ${selector}` : selector;
    return this.#within((one) => [...one.querySelectorAll(scoped)], selector).filter(how);
  }

  /** @param {string} role @param {RoleOptions} [how] */
  getByRole(role, { name, exact, includeHidden, level } = {}) {
    const selector = BY_ROLE.get(role) ?? '*';
    return this.#within(
      (one) =>
        [...one.querySelectorAll(selector)].filter(
          (element) =>
            roleOf(element) === role &&
            (includeHidden || isInTree(element)) &&
            (level === undefined || element.localName === `h${level}`) &&
            (name === undefined || isText(nameOf(element), name, exact)),
        ),
      `${role} ${name ?? ''}`,
    );
  }

  /** @param {string | RegExp} text @param {{ exact?: boolean }} [how] */
  getByText(text, { exact } = {}) {
    return this.#within((one) => {
      const all = [...one.querySelectorAll('*')].filter(
        (element) =>
          !/^(script|style|noscript|head|title|html)$/.test(element.localName) &&
          isText(plain(element.textContent), text, exact),
      );
      // The innermost elements with the text.
      return all.filter(
        (element) => !all.some((other) => other !== element && element.contains(other)),
      );
    }, `text ${text}`);
  }

  /** @param {string | RegExp} text @param {{ exact?: boolean }} [how] */
  getByLabel(text, { exact } = {}) {
    return this.#within(
      (one) =>
        [
          ...one.querySelectorAll('input, select, textarea, [aria-label], [aria-labelledby]'),
        ].filter((element) =>
          labelsOf(element).some((/** @type {string} */ label) => isText(label, text, exact)),
        ),
      `label ${text}`,
    );
  }

  /** @param {string} id */
  getByTestId(id) {
    return this.locator(`[data-testid="${id}"]`);
  }

  /** @param {Filter} how */
  filter({ hasText, hasNotText, has }) {
    if (hasText === undefined && hasNotText === undefined && !has) return this;
    return new Locator(
      this.from,
      () => {
        const inner = has?.find() ?? [];
        return this.find().filter((element) => {
          const text = plain(element.textContent);
          return (
            (hasText === undefined || isText(text, hasText)) &&
            (hasNotText === undefined || !isText(text, hasNotText)) &&
            (!has || inner.some((one) => one !== element && element.contains(one)))
          );
        });
      },
      `${this.words} with ${hasText ?? hasNotText ?? has?.words}`,
    );
  }

  /** @param {number} n */
  nth(n) {
    return new Locator(
      this.from,
      () => [this.find().at(n)].filter(Boolean),
      `${this.words}, number ${n}`,
    );
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  async all() {
    return this.find().map((_, i) => this.nth(i));
  }

  async count() {
    return this.find().length;
  }

  // --- reading ---------------------------------------------------------------------------------

  /** The only element, once it is there. @param {(element: any) => boolean} [ready] @param {string | (() => string)} [what] @param {number} [patience] @returns {Promise<any>} */
  async element(ready = () => true, what = 'be there', patience = PATIENCE) {
    const end = performance.now() + patience;
    for (;;) {
      const found = this.find();
      if (found.length > 1)
        throw new Error(`${this.words}: ${found.length} elements instead of one`);
      if (found.length === 1 && ready(found[0])) return found[0];
      if (performance.now() > end)
        throw new Error(`${this.words} should ${typeof what === 'string' ? what : what()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async waitFor() {
    await this.element(isShown, 'be visible');
  }

  async isVisible() {
    return this.find().some(isShown);
  }

  /** @param {string} name @returns {Promise<string | null>} */
  async getAttribute(name) {
    return (await this.element()).getAttribute(name);
  }

  /** @returns {Promise<string>} */
  async textContent() {
    return (await this.element()).textContent;
  }

  async innerText() {
    return innerText(await this.element());
  }

  async allInnerTexts() {
    return this.find().map(innerText);
  }

  /** @returns {Promise<string>} */
  async inputValue() {
    return (await this.element()).value;
  }

  /** @template T @param {(element: any, given: any) => T} act @param {unknown} [given] @returns {Promise<T>} */
  async evaluate(act, given) {
    const element = await this.element();
    return this.from.named(act)(element, given);
  }

  /** @template T @param {(elements: any[]) => T} act @returns {Promise<T>} */
  async evaluateAll(act) {
    return this.from.named(act)(this.find());
  }

  // --- acting ----------------------------------------------------------------------------------

  /** @param {{ position?: { x: number, y: number } }} [how] */
  async click(how = {}) {
    const element = await this.element((one) => isShown(one) && !isDisabled(one), 'be enabled');
    if (this.from.keyboard.typed !== element) this.from.keyboard.commit();
    const { window } = this.from;
    const box = element.getBoundingClientRect();
    const at = how.position ?? { x: box.width / 2, y: box.height / 2 };
    const point = { clientX: box.x + at.x, clientY: box.y + at.y };
    const more = { bubbles: true, cancelable: true, composed: true, button: 0, ...point };
    const fire = (/** @type {string} */ name, Kind = window.MouseEvent) =>
      element.dispatchEvent(new Kind(name, { ...more, detail: 1 }));
    fire('pointerdown', window.PointerEvent);
    if (fire('mousedown')) {
      const focusable = element.closest(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      );
      if (focusable) focusable.focus();
      else window.document.activeElement?.blur();
    }
    fire('pointerup', window.PointerEvent);
    fire('mouseup');
    const link = element.closest('a[href]');
    let followed = true;
    window.addEventListener(
      'click',
      (/** @type {any} */ event) => {
        followed = !event.defaultPrevented;
        // happy-dom would load the address itself.
        if (link) event.preventDefault();
      },
      { once: true },
    );
    element.click();
    if (link && followed && !link.hasAttribute('download'))
      await this.from.history.follow(link.getAttribute('href'));
    await this.from.waitForTimeout(0);
  }

  tap() {
    return this.click();
  }

  async hover() {
    const element = await this.element(isShown, 'be visible');
    const { window } = this.from;
    for (const name of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove'])
      element.dispatchEvent(
        new window.PointerEvent(name, { bubbles: !/enter/.test(name), pointerType: 'mouse' }),
      );
    await this.from.waitForTimeout(0);
  }

  async focus() {
    const element = await this.element();
    if (this.from.keyboard.typed !== element) this.from.keyboard.commit();
    element.focus();
    await this.from.waitForTimeout(0);
  }

  async blur() {
    const element = await this.element();
    this.from.keyboard.commit();
    element.blur();
    await this.from.waitForTimeout(0);
  }

  /** @param {string} keys */
  async press(keys) {
    const element = await this.element();
    element.focus();
    await this.from.keyboard.press(keys);
  }

  /** @param {string} text */
  async fill(text) {
    const element = await this.element((one) => isShown(one) && !isDisabled(one), 'be enabled');
    element.focus();
    this.from.keyboard.enter(element, text);
    if (element.type === 'range') this.from.keyboard.commit();
    await this.from.waitForTimeout(0);
  }

  /** @param {string} text */
  async pressSequentially(text) {
    (await this.element()).focus();
    await this.from.keyboard.type(text);
  }

  /** @param {string | null | { label?: string, index?: number }} wanted   its value or its words */
  async selectOption(wanted) {
    const isWanted = (/** @type {any} */ option, /** @type {number} */ i) =>
      typeof wanted === 'string'
        ? option.value === wanted || plain(option.textContent) === wanted
        : wanted?.index === i || plain(option.textContent) === wanted?.label;
    const element = await this.element(
      (one) => isShown(one) && !isDisabled(one) && [...one.options].some(isWanted),
      () =>
        `have the option ${JSON.stringify(wanted)}, but has ${JSON.stringify(
          this.find().map((one) =>
            [...(one.options ?? [])].map(({ textContent }) => plain(textContent)),
          ),
        )}`,
    );
    element.focus();
    element.value = [...element.options].find(isWanted).value;
    this.from.keyboard.event(element, 'input');
    this.from.keyboard.event(element, 'change');
    await this.from.waitForTimeout(0);
  }

  /** @param {{ name: string, text: string }} file */
  async setInputFile({ name, text }) {
    const element = await this.element();
    Object.defineProperty(element, 'files', {
      value: [new File([text], name)],
      configurable: true,
    });
    this.from.keyboard.event(element, 'change');
    await this.from.waitForTimeout(0);
  }
}
