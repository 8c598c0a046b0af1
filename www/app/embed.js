/**
 * The embedded page: the settings in its address, and the messages that it posts to the parent page (its height, and
 * the game's events). Invalid settings are reported, and the rest works. Loaded only in iframes and where their code is
 * made. See docs/how-to/embed.md.
 */

import * as strings from '../strings/embed.js';
import { shapeIn } from '../ui/dom.js';
import { escaped } from '../ui/escaped.js';

/** @typedef {'light' | 'dark' | 'system'} Theme */
/** @typedef {'thinking' | 'moves' | 'bot'} Panel */
/** @typedef {'on' | 'off'} Controls */

/**
 * Settings in the address; null is the default.
 * @typedef {object} EmbedSettings
 * @property {string | null} overlay   one of the game's, checked when the game is open
 * @property {number | null} speed     a multiple of the normal speed; Infinity is the maximum
 * @property {number | null} ply       the first position shown, in moves from 0
 * @property {Theme | null} theme
 * @property {Controls | null} controls   the buttons to step through the game
 * @property {Panel | null} panel      shown next to the board
 */

export const THEMES = /** @type {const} */ (['light', 'dark', 'system']);
export const PANELS = /** @type {const} */ (['thinking', 'moves', 'bot']);
const CONTROLS = /** @type {const} */ (['on', 'off']);
/** The slowest and fastest speed as a number; `fastest` goes beyond. */
const SPEEDS = [0.25, 32];
const FASTEST = 'fastest';
/** Type of the message about the size. */
const SIZE = 'totora:size';

/** `a, b or c`. @param {readonly string[]} names */
const oneOf = (names) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');

/** Parsers of the options: a value, or what was expected. @type {{ [K in keyof EmbedSettings]: (text: string) => { value: EmbedSettings[K] } | { expected: string } }} */
const READ = {
  overlay: (text) =>
    /^[\w-]{1,40}$/.test(text) ? { value: text } : { expected: strings.nameOfAnOverlay },
  speed(text) {
    const [least, most] = SPEEDS;
    const value = text === FASTEST ? Number.POSITIVE_INFINITY : numberOf(text, /^\d*\.?\d+$/);
    return value !== null && (text === FASTEST || (value >= least && value <= most))
      ? { value }
      : { expected: strings.numberFromToOr(least, most, FASTEST) };
  },
  ply(text) {
    const value = numberOf(text, /^\d{1,6}$/);
    return value === null ? { expected: strings.numberOfMoves0 } : { value };
  },
  theme: (text) => choiceOf(text, THEMES),
  panel: (text) => choiceOf(text, PANELS),
  controls: (text) => choiceOf(text, CONTROLS),
};

/** @param {string} text @param {RegExp} form */
const numberOf = (text, form) => (form.test(text) ? Number(text) : null);

/** @template {string} T @param {string} text @param {readonly T[]} names @returns {{ value: T } | { expected: string }} */
function choiceOf(text, names) {
  const value = names.find((name) => name === text);
  return value === undefined ? { expected: oneOf(names) } : { value };
}

/** @param {string} key @returns {key is keyof EmbedSettings} */
const isKey = (key) => Object.hasOwn(READ, key);
/** Quotes untrusted text, cut to a readable length. @param {string} text */
const quoted = (text) => `“${text.length > 24 ? `${text.slice(0, 24)}…` : text}”`;

/**
 * Reads the settings in an address.
 * @param {string} search   from `?` on
 * @returns {{ settings: EmbedSettings, problems: string[] }} errors as sentences
 */
export function readSettings(search) {
  /** @type {EmbedSettings} */
  const settings = {
    overlay: null,
    speed: null,
    ply: null,
    theme: null,
    panel: null,
    controls: null,
  };
  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} */
  const seen = new Set();
  for (const [key, text] of new URLSearchParams(search)) {
    if (key === 'embed') continue;
    if (!isKey(key)) {
      problems.push(strings.isNoOptionThereAre(quoted(key), oneOf(Object.keys(READ))));
      continue;
    }
    if (seen.has(key)) {
      problems.push(strings.isThereTwiceTheFirst(quoted(key)));
      continue;
    }
    seen.add(key);
    const read = READ[key](text);
    if ('expected' in read)
      problems.push(strings.isAndShouldBe(quoted(key), quoted(text), read.expected));
    else Object.assign(settings, { [key]: read.value });
  }
  return { settings, problems };
}

/**
 * The settings that apply to the current game.
 * @param {EmbedSettings} settings
 * @param {{ name: string, overlays: readonly string[], plies: number }} game
 * @returns {{ overlay: string | null, ply: number | null, problems: string[] }}
 */
export function inGame({ overlay, ply }, { name, overlays, plies }) {
  /** @type {string[]} */
  const problems = [];
  const known = overlay === null || overlays.includes(overlay);
  if (!known)
    problems.push(
      strings.isAndShouldBeIn(quoted('overlay'), quoted(overlay), oneOf(overlays), name),
    );
  const there = ply === null || ply <= plies;
  if (!there) problems.push(strings.isAndThisGame(quoted('ply'), ply, plies));
  return { overlay: known ? overlay : null, ply: there ? ply : plies, problems };
}

/**
 * The address for an iframe.
 * @param {string} link        the address of a game, with its fragment
 * @param {Partial<EmbedSettings>} settings
 * @returns {string}
 */
export function addressFor(link, settings) {
  const [before, fragment = ''] = link.split('#', 2);
  const options = Object.entries(settings)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(
      ([key, value]) => `&${key}=${value === Number.POSITIVE_INFINITY ? FASTEST : String(value)}`,
    );
  return `${before}?embed${options.join('')}${fragment && `#${fragment}`}`;
}

/**
 * The HTML that embeds an address.
 * @param {{ address: string, title: string, height: number, fits: boolean }} frame   `height` in pixels; `fits` resizes
 *   the frame to the height that it reports
 * @returns {string}
 */
export function frameCode({ address, title, height, fits }) {
  const frame = `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${height}" style="border: 0" loading="lazy"></iframe>`;
  if (!fits) return frame;
  return `${frame}
<script>
  addEventListener('message', ({ source, data }) => {
    if (data?.type !== '${SIZE}') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.height = data.height;
  });
</script>`;
}

/** Limits of the frame's height, in pixels. */
const HEIGHTS = [320, 2_000];

/**
 * The height that a frame needs to show everything, with the board as wide as possible.
 * @param {{ page: number, host: { width: number, height: number }, shape: number }} measured   the minimal
 *   height of the page, the board's space then, and the board's height divided by its width
 */
export function heightFor({ page, host, shape }) {
  const [least, most] = HEIGHTS;
  const needed = Math.ceil(page + Math.max(0, host.width * shape - host.height));
  return Math.min(most, Math.max(least, needed));
}

/**
 * Posts the needed height to the parent page, now and whenever it changes.
 * @param {HTMLElement} page
 * @returns {() => void}   stops it
 */
export function reportSize(page) {
  const { parent } = window;
  if (parent === window) return () => {};
  let sent = '';
  const report = () => {
    const host = page.querySelector('.board-host');
    if (!host || host.clientWidth < 1) return;
    // Panels may need more height than the board: measure the page without stretching.
    page.style.height = 'min-content';
    const { clientWidth: width, clientHeight: height } = host;
    const least = page.getBoundingClientRect().height;
    page.style.height = '';
    const needed = heightFor({ page: least, host: { width, height }, shape: shapeIn(host) });
    const message = { type: SIZE, width: page.clientWidth, height: needed };
    const text = JSON.stringify(message);
    if (text === sent) return;
    sent = text;
    // The message is public, and the parent's origin is unknown.
    parent.postMessage(message, '*');
  };
  const sizes = new ResizeObserver(report);
  sizes.observe(page);
  const watch = () => {
    for (const part of page.querySelectorAll('.board-host, .reserve, .panel, .toasts, .timeline'))
      sizes.observe(part);
    report();
  };
  const parts = new MutationObserver(watch);
  parts.observe(page, { childList: true, subtree: true });
  watch();
  return () => {
    sizes.disconnect();
    parts.disconnect();
  };
}

/** How many candidates a message has. */
const MOST_SENT = 5;

/**
 * An analysis in the format of the protocol.
 * @param {import('./types.js').Thinking} thinking
 */
export function analysisOf({ ply, config, info }) {
  const { choice, why, moves, scores, terms, contributions } = info;
  const candidates = moves.slice(0, MOST_SENT).map((move, i) => ({
    move,
    score: scores[i],
    terms: Object.fromEntries(
      terms.map(({ key }, j) => [key, contributions[i * terms.length + j] ?? null]),
    ),
  }));
  return { ply, bot: config.bot, choice, why, candidates };
}

/**
 * Posts an event of the game to the parent page. It is public, and the parent's origin is unknown.
 * @param {'move' | 'analysis' | 'end' | 'error'} what
 * @param {object} detail
 */
export function announce(what, detail) {
  const { parent } = window;
  if (parent !== window) parent.postMessage({ type: `totora:${what}`, ...detail }, '*');
}
