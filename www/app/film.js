/**
 * The film of a search: requests the recording of the shown bot's search from the worker, and what to show at an event. Rust
 * records, and makes the sentences, the tree and the counts. Loaded on demand.
 */
import { batch, effect, signal } from '@preact/signals';
import * as strings from '../strings/film.js';
import * as worker from '../worker/client.js';
import { follow } from './display.js';
import { moveName } from './names.js';
import { linkWith } from './send.js';
import { outdated } from './shownBot.js';
import * as store from './store.js';
import { life, think } from './think.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('../pkg/totora.js').FilmInfo} FilmInfo */
/** @typedef {import('../pkg/totora.js').Frame} Frame */
/** @typedef {import('../pkg/totora.js').Variation} Variation */
/** @typedef {{ name: string, nodes: number, cuts: number, choice: string | null, depth: number, more: boolean, done: boolean }} Compared */

/** Nodes after which a search for comparison stops. */
const MOST_COMPARED = 2_000_000;
/** How long one move of a playout stands on the board, in milliseconds. */
const PLY = 60;
/** The searches that can be compared. @type {(info: FilmInfo) => [string, Variation][]} */
const variations = (info) =>
  info.tree
    ? [0.3, 1, 2].map((exploration) => [strings.explores(exploration), { exploration }])
    : [
        [strings.withoutCuts, { no_cuts: true }],
        [strings.unordered, { unordered: true }],
      ];

/** The bot whose search is filmed, as it was asked. @type {BotConfig | null} */
let config = null;
/** The index of the event that was requested last. */
let aim = 0;
export const info = signal(/** @type {FilmInfo | null} */ (null));
export const frame = signal(/** @type {Frame | null} */ (null));
export const playing = signal(false);
/** Events a second. */
export const speed = signal(2);
/** A sentence about a failure or a missing event. */
export const note = signal('');
/** Comparisons by name. */
export const compared = signal(/** @type {Compared[]} */ ([]));

/** A budget that repeats the shown search: time is not reproducible, nodes are. @param {BotConfig} bot @returns {BotConfig} */
function repeatable(bot) {
  const budget = bot.budget ?? store.botInfo(bot.bot)?.budget;
  const nodes = store.thinking.peek()?.info.nodes;
  return budget && 'ms' in budget && nodes ? { ...bot, budget: { nodes } } : bot;
}

/**
 * Records the search and shows an event of it.
 * @param {number} [number]   of the event; the first by default
 */
function record(number = 1) {
  if (!config) return;
  batch(() => {
    info.value = null;
    frame.value = null;
    playing.value = false;
    compared.value = [];
  });
  const more = { lines: 1, film: {} };
  think(
    'film',
    config,
    async (answer) => {
      if (answer.error) note.value = answer.error;
      if (!answer.done || answer.error) return;
      const found = await worker.more('film', 'film', {});
      if (!found) {
        note.value = strings.failed;
        return;
      }
      const at = await worker.more('film', 'find_event', { number });
      info.value = found;
      if (typeof at === 'string') note.value = at;
      await show(typeof at === 'number' ? at : 0);
      if (typeof at === 'number' && frame.peek() && frame.peek()?.number !== number)
        note.value = strings.notStored(number);
    },
    more,
  );
}

/** Shows the stored event at an index. @param {number} at */
export async function show(at) {
  const all = info.peek()?.stored ?? 0;
  if (all === 0) return;
  aim = Math.max(0, Math.min(all - 1, at));
  const found = await worker.more('film', 'frame', { at: aim });
  if (found) frame.value = found;
}

/** Steps by a number of events, from the event that was requested last: quick presses all count. @param {number} events */
export const step = (events) => show(aim + events);

/** Runs the film until the returned function ends it. @param {BotConfig} bot @param {number} [number] */
export function open(bot, number) {
  config = repeatable(bot);
  note.value = '';
  record(number);
  let begun = false;
  // A new worker has no recordings.
  const ofWorker = effect(() => {
    life.value;
    if (begun) {
      const seen = frame.peek()?.number;
      note.value = strings.workerStopped;
      record(seen);
    }
    begun = true;
  });
  const ofLine = effect(() => {
    const now = frame.value;
    const moves = now?.line.map(({ move }) => move) ?? [];
    const candidate = store.thinking.value?.info.moves.indexOf(moves[0] ?? '') ?? -1;
    if (!now || candidate < 0 || outdated.value) {
      follow();
      return;
    }
    const all = [...moves, ...now.playout];
    let plies = now.playout.length > 0 && !still() ? moves.length : all.length;
    /** Puts the line on the board. */
    const put = () => {
      follow({ candidate, plies, moves: all });
    };
    put();
    if (plies === all.length) return;
    const timer = setInterval(() => {
      plies++;
      put();
      if (plies >= all.length) clearInterval(timer);
    }, PLY);
    return () => clearInterval(timer);
  });
  const ofTime = effect(() => {
    const now = frame.value;
    if (!playing.value || !now) return;
    if (now.at + 1 >= (info.peek()?.stored ?? 0)) {
      playing.value = false;
      return;
    }
    const timer = setTimeout(() => show(now.at + 1), 1000 / speed.value);
    return () => clearTimeout(timer);
  });
  return () => {
    for (const end of [ofWorker, ofLine, ofTime]) end();
    worker.stop('film');
    worker.stop('compare');
    batch(() => {
      follow();
      playing.value = false;
      info.value = null;
      frame.value = null;
    });
  };
}

/** Whether motion is unwanted: then nothing plays by itself. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Searches again without an improvement, for the counts, to the depth of the film. */
export function compare() {
  const known = info.peek();
  if (!known || !config) return;
  const all = variations(known);
  /** @type {Compared[]} */
  const rows = [];
  /** @param {number} n */
  const run = (n) => {
    if (n >= all.length || !config) return;
    const [name, film] = all[n];
    const budget = known.tree ? config.budget : { depth: Math.max(1, known.depth) };
    let over = false;
    think(
      'compare',
      { ...config, ...(budget && { budget }) },
      async (answer) => {
        const { thought } = answer;
        if (answer.error || !thought) return;
        const more = !known.tree && thought.nodes > MOST_COMPARED;
        const done = answer.done || more;
        if (over) return;
        over = done;
        if (more) worker.stop('compare', true);
        const found = answer.done ? await worker.more('compare', 'film', {}) : undefined;
        const { nodes, depth, choice } = thought;
        rows[n] = {
          ...{ name, nodes, depth, more, done },
          ...{ cuts: found?.cuts ?? 0, choice: found?.choice ?? (choice && moveName(choice)) },
        };
        compared.value = [...rows];
        if (done) run(n + 1);
      },
      { lines: 1, film },
    );
  };
  run(0);
}

/** Copies a link that opens the game here with the film at its event. */
export async function copyLink() {
  const now = frame.peek();
  if (!now || !config) return;
  try {
    const { link } = linkWith({ event: now.number, bot: JSON.stringify(config) });
    await navigator.clipboard.writeText(await link);
    store.notify(strings.linkCopied);
  } catch {
    store.notify(strings.linkNotCopied, { error: true });
  }
}
