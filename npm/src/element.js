/**
 * `<totora-game src="#1uros.…" overlay="hints" controls>` shows a game of Totora in a page. It contains a frame with the
 * built page, which draws the game and runs the bots. The element builds the frame's address, turns its messages into
 * events, and shows errors in place of the frame (docs/decisions/element-hosts-a-frame.md).
 */

/** Attributes that are copied into the frame's address. */
const PASSED = ['overlay', 'ply', 'speed', 'theme', 'panel'];
/** A game's id, or a link from `#` on. */
const LINK = /^#?[\w.~-]+$/;
/** Milliseconds until a frame without any message counts as failed. */
const LATE = 20_000;
/** Messages of the page in the frame, and the events that they become. */
const EVENTS = { 'totora:move': 'move', 'totora:analysis': 'analysis', 'totora:end': 'end' };

const STYLE = `
  :host { display: block; min-width: 320px; max-width: 100%; }
  :host([hidden]) { display: none; }
  iframe {
    display: block; width: 100%; height: var(--totora-height, var(--frame-height, 480px));
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
    const base = this.getAttribute('base');
    const page =
      base === null
        ? new URL('./page/index.html', import.meta.url)
        : new URL(base, document.baseURI);
    if (!/^https?:$/.test(page.protocol))
      throw new Error(
        `base is “${page.href.slice(0, 60)}”: expected the address of a Totora page, http or https`,
      );
    const asked = PASSED.filter((name) => this.hasAttribute(name)).map(
      (name) => `&${name}=${encodeURIComponent(this.getAttribute(name) ?? '')}`,
    );
    if (!this.hasAttribute('controls')) asked.push('&controls=off');
    page.search = `?embed${asked.join('')}`;
    page.hash = link.startsWith('#') ? link : `#${link}`;
    return page;
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

  #open() {
    this.#clear();
    let address;
    try {
      address = this.address;
    } catch (error) {
      this.#fail(/** @type {Error} */ (error).message);
      return;
    }
    const frame = document.createElement('iframe');
    frame.title = this.#label;
    frame.src = address.href;
    frame.setAttribute('part', 'frame');
    frame.allow = 'clipboard-write';
    this.#late = setTimeout(
      () =>
        this.#fail(
          `the page ${address.origin}${address.pathname} does not answer: base must be the address of a Totora page that allows this page to frame it`,
        ),
      LATE,
    );
    this.#frame = frame;
    this.shadowRoot?.append(frame);
  }

  #clear() {
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

  /** @param {string} message */
  #fail(message) {
    this.#clear();
    this.#shown(message);
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }

  /** @param {MessageEvent} event */
  #hear = ({ source, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow || typeof data?.type !== 'string')
      return;
    clearTimeout(this.#late);
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
