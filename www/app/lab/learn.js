/**
 * A heuristic that learns: setup, start, pause, single games, and saving. A worker plays and learns; Rust decides what and
 * says why. The weights reach the board as the bot of the analysis.
 */
import { batch, computed, signal } from '@preact/signals';
import * as strings from '../../strings/learn.js';
import { engine, startArenaWorker } from '../../worker/arenaClient.js';
import { setDisplay } from '../display.js';
import { errorText } from '../session.js';
import { forget, recall, saveValue } from '../storage.js';
import * as store from '../store.js';

/** @typedef {import('../../pkg/totora.js').ArenaBot} ArenaBot */
/** @typedef {import('../../pkg/totora.js').Learned} Learned */
/** @typedef {import('../../pkg/totora.js').LearnedGame} LearnedGame */
/** @typedef {import('../../pkg/totora.js').LearnSettings} Settings */
/** @typedef {{ game: string, options?: import('../types.js').OptionValues, bot: ArenaBot, field: ArenaBot[], games: number, seed: number, settings: Settings }} Request */

/** How long a worker learns before it reports, in milliseconds. */
const SLICE = 150;
/** The least time between two updates of the board, and between two saves, in milliseconds. */
const [SHOW_EVERY, SAVE_EVERY] = [800, 1_000];

/** The learning at hand; null before the first. @type {import('@preact/signals').Signal<Request | null>} */
export const request = signal(null);
/** Its results so far. @type {import('@preact/signals').Signal<Learned | null>} */
export const found = signal(null);
/** The last game that was played move by move. @type {import('@preact/signals').Signal<LearnedGame | null>} */
export const lastGame = signal(null);
/** @type {import('@preact/signals').Signal<'ready' | 'running' | 'paused' | 'done'>} */
export const status = signal('ready');
/** Whether a single game is being played. */
export const stepping = signal(false);
/** Games against itself a second; 0 if unknown. */
export const rate = signal(0);
export const problem = signal('');
/** The settings of the next learning. @type {import('@preact/signals').Signal<{ game: string, against: string, seed: number, settings: Settings } | null>} */
export const setup = signal(null);
/** What the game suggests. @type {import('@preact/signals').Signal<import('../../pkg/totora.js').ProveLearning | null>} */
export const suggested = signal(null);

export const busy = computed(() => status.value === 'running' || stepping.value);

/** All that is needed to continue. @type {object | null} */
let state = null;
/** @type {import('../../worker/arenaClient.js').ArenaWorker | null} */
let worker = null;
/** Changes when the run at hand is over. */
let run = 0;
let [shown, saved] = [0, 0];

/** @param {string} game */
const place = (game) => `learn:${game}`;

/** Saves what is needed to continue after a reload. */
function remember() {
  if (!request.value || !state) return;
  saved = performance.now();
  saveValue(place(request.value.game), { request: request.value, state });
}

/** @param {Learned} next @param {object} [reached] */
function show(next, reached) {
  if (reached) state = reached;
  found.value = next;
  const now = performance.now();
  if (now - saved >= SAVE_EVERY) remember();
  if (now - shown < SHOW_EVERY && next.stage !== 'done') return;
  shown = now;
  paint();
}

/** Shows the learned weights on the board, one move ahead. */
function paint() {
  const { seat } = found.value ?? {};
  if (!seat || store.game.peek() !== request.value?.game) return;
  setDisplay({ advisor: { ...seat, options: { ...seat.options, search: 'one-ply' } } });
}

function endWorker() {
  run++;
  worker?.end();
  worker = null;
}

/** The worker with the learning, which is started if there is none. */
async function ready() {
  if (worker) return worker;
  const next = await startArenaWorker();
  worker = next;
  show(await next.far.learn({ ...request.value, ...(state && { state }) }));
  return next;
}

/** Says what happened, and that the results are there to continue from. @param {unknown} error */
function failed(error) {
  const rest = state ? strings.workerStopped(found.value?.games ?? 0) : '';
  problem.value = `${errorText(error)} ${rest}`.trim();
  endWorker();
}

/**
 * Opens the screen for a game: loads the saved learning, paused.
 * @param {string} game
 */
export async function openLearn(game) {
  if (request.value?.game === game || setup.value?.game === game) return paint();
  pause();
  remember();
  endWorker();
  batch(() => {
    request.value = null;
    found.value = null;
    lastGame.value = null;
    setup.value = null;
    suggested.value = null;
    problem.value = '';
    status.value = 'ready';
  });
  state = null;
  const { prove } = await engine();
  try {
    const offer = prove({ do: 'learn', game });
    suggested.value = offer;
    setup.value = { game, against: offer.against, seed: 1, settings: offer.settings };
  } catch (error) {
    problem.value = errorText(error);
    return;
  }
  const last = recall(place(game));
  if (!last?.state) return;
  const { settings, seed, field } = last.request;
  request.value = last.request;
  state = last.state;
  setup.value = { game, against: field[0].bot, seed, settings };
  try {
    await ready();
    status.value = found.value?.stage === 'done' ? 'done' : 'paused';
  } catch (error) {
    // It is from a version with other bots or terms.
    endWorker();
    request.value = null;
    state = null;
    store.notify(`${strings.savedDoesNotFit}: ${errorText(error)}`, { error: true });
  }
}

/** @param {Partial<Settings>} change */
export function adjust(change) {
  if (setup.value)
    setup.value = { ...setup.value, settings: { ...setup.value.settings, ...change } };
}

/** A learning of these terms from zero, with the settings. @param {ArenaBot} bot */
function startOver(bot) {
  if (!setup.value) return;
  const { game, against, seed, settings } = setup.value;
  // As on the command line, both have the same budget.
  const budget = store.botInfo(against)?.budget && bot.budget;
  endWorker();
  batch(() => {
    request.value = {
      ...{ game, bot, field: [{ bot: against, options: {}, ...(budget && { budget }) }] },
      ...{ games: Math.max(1, settings.measure), seed, settings },
    };
    found.value = null;
    lastGame.value = null;
    problem.value = '';
    rate.value = 0;
  });
  state = null;
}

/** Starts a learning from zero. @param {ArenaBot} bot */
export async function begin(bot) {
  if (busy.value) return;
  startOver(bot);
  await resume();
}

/** Learns until the end, or until it is paused. */
export async function resume() {
  if (busy.value || !request.value) return;
  status.value = 'running';
  problem.value = '';
  const mine = ++run;
  try {
    const { far } = await ready();
    let [at, before] = [performance.now(), found.value?.games ?? 0];
    while (run === mine && status.value === 'running' && found.value?.stage !== 'done') {
      const { found: next, state: reached } = await far.learnOn(SLICE);
      if (run !== mine) return;
      show(next, reached);
      const now = performance.now();
      if (next.games > before) {
        const lately = (1000 * (next.games - before)) / (now - at);
        rate.value = rate.value ? 0.8 * rate.value + 0.2 * lately : lately;
      }
      [at, before] = [now, next.games];
    }
    if (status.value === 'running')
      status.value = found.value?.stage === 'done' ? 'done' : 'paused';
  } catch (error) {
    if (run === mine) {
      status.value = state ? 'paused' : 'ready';
      failed(error);
    }
  } finally {
    remember();
    paint();
  }
}

/** Pauses after the game at hand. */
export function pause() {
  if (status.value === 'running') status.value = 'paused';
}

/** Plays one game move by move, as the first one if none was played. @param {ArenaBot} bot */
export async function playOne(bot) {
  if (busy.value) return;
  if (!request.value) startOver(bot);
  stepping.value = true;
  problem.value = '';
  try {
    const { far } = await ready();
    const { game, found: next, state: reached } = await far.learnOne();
    if (game) lastGame.value = game;
    shown = 0;
    show(next, reached);
    status.value = next.stage === 'done' ? 'done' : 'paused';
  } catch (error) {
    failed(error);
    status.value = state ? 'paused' : 'ready';
  } finally {
    stepping.value = false;
    remember();
  }
}

/** Forgets the weights and the results. */
export function reset() {
  if (busy.value || !request.value) return;
  forget(place(request.value.game));
  endWorker();
  state = null;
  batch(() => {
    request.value = null;
    found.value = null;
    lastGame.value = null;
    problem.value = '';
    status.value = 'ready';
  });
}
