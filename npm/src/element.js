/**
 * `<totora-game src="#1uros.…" overlay="hints" controls>` shows a game of Totora in a page. It contains a frame with the
 * built page, which draws the game and runs the bots. The element builds the frame's address, turns its messages into
 * events, and shows errors in place of the frame (docs/decisions/element-hosts-a-frame.md).
 */

/** Attributes that are copied into the frame's address. */
const PASSED = ['overlay', 'ply', 'speed', 'theme', 'panel'];
/** A game's id, or a link from `#` on. */
const LINK = /^#?[\w.~-]+$/;
/** Milliseconds without any message until the visitor reads that the page does not answer. */
const LATE = 20_000;
/** The package's own copy of the page. In constants, because bundlers replace an address that is written in one expression. */
const OWN_PAGE = './page/index.html';
const OWN_ADDRESS = import.meta.url;
const COPY_IT =
  'bundlers do not copy the page: run `npx totora page public/totora` and set base="/totora/"';
/** Messages of the page in the frame, and the events that they become. */
const EVENTS = { 'totora:move': 'move', 'totora:analysis': 'analysis', 'totora:end': 'end' };

const STYLE = `
  :host { display: block; min-width: 320px; max-width: 100%; }
  :host([hidden]) { display: none; }
  iframe {
    display: block; width: 100%; height: var(--totora-height, var(--frame-height, 480px));
    max-height: var(--totora-max-height, 2000px);
    border: var(--totora-border, 0); border-radius: var(--totora-radius, 0); background: var(--totora-background, transparent);
  }
  p { margin: 0; padding: 12px; border: 1px solid currentColor; font: inherit; overflow-wrap: anywhere; }
  [hidden] { display: none; }
`;

/** A plain class on a server, which can then import the module. */
const Base = globalThis.HTMLElement ?? class {};

/**
 * @fires move       a position is shown: `detail` has `ply`, `plies`, `move` and `words`
 * @fires analysis   a bot's analysis is complete: `detail` has `ply`, `bot`, `choice`, `why` and `candidates`
 * @fires end        the end of the game is shown: `detail` has `ranks`, `scores`, `reason` and `text`
 * @fires error      the game cannot be shown: `detail` has `message`
 * @slot             shown while the game is loading
 * @slot error       shown below the message when the game cannot be shown
 */
export class TotoraGame extends Base {
  static observedAttributes = ['src', 'base', 'controls', 'label', ...PASSED];

  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late;
  #asked = false;
  /** Counts what was shown, so that an answer for an earlier address is dropped. */
  #opened = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = STYLE;
    const error = document.createElement('p');
    error.setAttribute('role', 'alert');
    error.setAttribute('part', 'error');
    error.hidden = true;
    const [loading, failed] = ['', 'error'].map((name) => {
      const slot = document.createElement('slot');
      slot.name = name;
      return slot;
    });
    failed.hidden = true;
    root.append(style, loading, error, failed);
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    this.#clear();
  }

  /** @param {string} name @param {string | null} old @param {string | null} now */
  attributeChangedCallback(name, old, now) {
    if (old === now || !this.isConnected) return;
    if (name === 'label' && this.#frame) this.#frame.title = this.#label;
    else this.#show();
  }

  get src() {
    return this.getAttribute('src') ?? '';
  }

  set src(link) {
    this.setAttribute('src', link);
  }

  get #label() {
    return this.getAttribute('label') ?? 'A game on Totora';
  }

  /** The frame's address. Throws an error that says which attribute is wrong. */
  get address() {
    const { src } = this;
    const link = src.slice(Math.max(0, src.indexOf('#'))).trim();
    if (!LINK.test(link)) {
      const what = src.trim() ? `“${src.slice(0, 40)}”` : 'missing';
      throw new Error(
        `src is ${what}: expected a game’s link, such as #1uros.…, or its id, #isolation`,
      );
    }
    const page = this.#page;
    const asked = PASSED.filter((name) => this.hasAttribute(name)).map(
      (name) => `&${name}=${encodeURIComponent(this.getAttribute(name) ?? '')}`,
    );
    const controls = this.getAttribute('controls');
    if (controls === null) asked.push('&controls=off');
    else if (!['', 'controls'].includes(controls))
      asked.push(`&controls=${encodeURIComponent(controls)}`);
    page.search = `?embed${asked.join('')}`;
    page.hash = link.startsWith('#') ? link : `#${link}`;
    return page;
  }

  /** The address of the page. Throws an error if `base` cannot be one. */
  get #page() {
    const base = this.getAttribute('base');
    const page = base === null ? new URL(OWN_PAGE, OWN_ADDRESS) : new URL(base, document.baseURI);
    if (!/^https?:$/.test(page.protocol))
      throw new Error(
        base === null
          ? `the page is not at ${page.href.slice(0, 80)}: ${COPY_IT}`
          : `base is “${page.href.slice(0, 60)}”: expected the address of a Totora page, http or https`,
      );
    // Servers for development send a folder's index only by its name.
    if (page.pathname.endsWith('/')) page.pathname += 'index.html';
    return page;
  }

  /** Whether the package's page is missing next to this module, as in a bundle. @param {URL} address */
  async #misses({ origin, pathname }) {
    if (this.hasAttribute('base')) return false;
    try {
      const answer = await fetch(origin + pathname);
      return !answer.ok || !(await answer.text()).includes('<title>Totora</title>');
    } catch {
      return false;
    }
  }

  /** Opens one frame, even if several attributes change at once. */
  #show() {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (this.isConnected) this.#open();
    });
  }

  async #open() {
    this.#clear();
    const opened = this.#opened;
    try {
      const { address } = this;
      const misses = await this.#misses(address);
      if (opened !== this.#opened) return;
      if (misses)
        throw new Error(`the page is not at ${address.origin}${address.pathname}: ${COPY_IT}`);
      this.#frameFor(address);
    } catch (error) {
      this.#fail(/** @type {Error} */ (error).message);
    }
  }

  /** @param {URL} address */
  #frameFor(address) {
    const frame = document.createElement('iframe');
    frame.title = this.#label;
    frame.src = address.href;
    frame.setAttribute('part', 'frame');
    frame.allow = 'clipboard-write';
    this.#late = setTimeout(
      () =>
        this.#report(
          `the page ${address.origin}${address.pathname} does not answer yet: base must be the address of a Totora page that allows this page to frame it`,
        ),
      LATE,
    );
    this.#frame = frame;
    this.shadowRoot?.append(frame);
  }

  #clear() {
    this.#opened += 1;
    clearTimeout(this.#late);
    this.#frame?.remove();
    this.#frame = null;
    this.#shown('');
  }

  /** Shows a problem, or clears it. @param {string} problem   empty if there is none */
  #shown(problem) {
    const [loading, failed] = this.shadowRoot?.querySelectorAll('slot') ?? [];
    const error = this.shadowRoot?.querySelector('p');
    if (!error) return;
    error.textContent = problem && `<totora-game>: ${problem}.`;
    error.hidden = !problem;
    failed.hidden = !problem;
    loading.hidden = !!problem;
  }

  /** Removes the frame, and shows why. @param {string} message */
  #fail(message) {
    this.#clear();
    this.#report(message);
  }

  /** Shows a problem. A frame that is still loading stays, and its next message clears the problem. @param {string} message */
  #report(message) {
    this.#shown(message);
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }

  /** @param {MessageEvent} event */
  #hear = ({ source, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow || typeof data?.type !== 'string')
      return;
    clearTimeout(this.#late);
    this.#shown('');
    const slot = this.shadowRoot?.querySelector('slot');
    if (slot) slot.hidden = true;
    const { type, ...detail } = data;
    if (type === 'totora:size' && Number.isFinite(data.height))
      this.#frame.style.setProperty('--frame-height', `${data.height}px`);
    else if (type === 'totora:error') this.#fail(String(detail.message));
    else if (Object.hasOwn(EVENTS, type))
      this.dispatchEvent(
        new CustomEvent(EVENTS[/** @type {keyof typeof EVENTS} */ (type)], { detail }),
      );
  };
}

if (globalThis.customElements && !customElements.get('totora-game'))
  customElements.define('totora-game', TotoraGame);
