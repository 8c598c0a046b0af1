/**
 * `<totora-game src="#1uros.…" overlay="hints" controls>`: a game of Totora in a page. It is a frame with the built page,
 * which draws, thinks and says what happens; the element makes its address, hears its messages and says in place what does
 * not work (docs/decisions/element-hosts-a-frame.md).
 */

/** Attributes that go into the frame's address as they are. */
const PASSED = ['overlay', 'ply', 'speed', 'theme', 'panel'];
/** A game's id, or a link's part from `#` on. */
const LINK = /^#?[\w.~-]+$/;
/** A frame that has said nothing by then shows nothing, in milliseconds. */
const LATE = 20_000;
/** What the page in the frame says, and the event that it becomes. */
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

/** Not where there is no page, so that a server may import the module. */
const Base = globalThis.HTMLElement ?? class {};

/**
 * @fires move       a position is shown: `detail` has `ply`, `plies`, `move` and `words`
 * @fires analysis   a bot's thought is complete: `detail` has `ply`, `bot`, `choice`, `why` and `candidates`
 * @fires end        the end of the game is shown: `detail` has `ranks`, `scores`, `reason` and `text`
 * @fires error      it cannot be shown: `detail` has `message`
 * @slot             shown while the game is loading
 * @slot error       shown beside the message when it cannot be shown
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

  /** The frame's address; throws what is wrong with an attribute. */
  get address() {
    const { src } = this;
    if (!src.trim())
      throw new Error(
        'src is missing: expected a game’s link, such as #1uros.…, or its id, #isolation',
      );
    const link = src.slice(Math.max(0, src.indexOf('#'))).trim();
    if (!LINK.test(link))
      throw new Error(
        `src is “${src.slice(0, 40)}”: expected a game’s link, such as #1uros.…, or its id, #isolation`,
      );
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

  /** Attributes that change together make one frame. */
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
          `the page ${address.origin}${address.pathname} does not answer: base should be the address of a Totora page that may be framed here`,
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

  /** @param {string} problem   empty if there is none */
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
