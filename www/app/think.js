/**
 * Thinking: requests analysis from the worker for the panel, for the overlay, and for a bot's move. If the panel shows the
 * bot to move, one request serves both.
 */
import { batch, effect, signal, untracked } from '@preact/signals';
import * as strings from '../strings/play.js';
import * as worker from '../worker/client.js';
import { connect } from '../worker/served.js';
import { own } from './codeBots.js';
import { play } from './game.js';
import { readOwnBots } from './lab/bots.js';
import { giveUp, startAgain, startReviews } from './review.js';
import { save } from './saving.js';
import { lineText, updateForWorker } from './session.js';
import {
  leavesOpen,
  linesOf,
  mover,
  moverKey,
  oracleBot,
  oracleKey,
  panelKey,
  shownBot,
  shownSeat,
} from './shownBot.js';
import { startSolving } from './solve.js';
import * as store from './store.js';
import { pace, pause, play as playOnward } from './transport.js';
import { startTurns } from './turns.js';
import { reload } from './version.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */

/** Minimum time between analyses for the panel in fast games, in milliseconds. */
const PANEL_PAUSE = 125;
/** The same in simultaneous games, whose turns need the worker more. */
const PANEL_PAUSE_TURNS = 500;

/** Counts new workers, so that requests are repeated after one died. */
export const life = signal(0);
/** The request that was stopped; only the user repeats it. @type {string | null} */
let stopped = null;
/** A worker that dies less often than this is restarted silently, in milliseconds. */
const A_WHILE = 60_000;
/** Set when the worker died again, until the user continues. */
const dead = signal(false);

/**
 * Shows an error instead of an analysis: an older one would look like that of the failed bot.
 * @param {string} key
 * @param {import('../worker/client.js').Answer} answer
 */
function fail(key, answer) {
  batch(() => {
    store.thinkingStatus.value = 'stopped';
    store.thinking.value = null;
    store.failure.value = { key, error: answer.error ?? '', stderr: answer.stderr ?? [] };
  });
}

/** @param {string} error */
const notifyRetry = (error) =>
  store.notify(error, { error: true, action: { label: strings.retry, act: thinkAgain } });

/**
 * @param {string} key
 * @param {string} channel   of the request
 * @param {BotConfig} config
 * @param {import('../worker/client.js').Answer} answer
 */
function show(key, channel, config, answer) {
  const now = store.state.value;
  if (!now || key !== panelKey.value) return;
  if (answer.error) {
    fail(key, answer);
    notifyRetry(answer.error);
    return;
  }
  if (!answer.thought) return;
  const info = answer.thought;
  batch(() => {
    const { game, ply, hash } = now;
    store.thinking.value = { key, channel, game, ply, hash, config, info };
    const name = `${now.game} ${config.bot}`;
    // A bot that looks ahead may have bounds elsewhere, even if all scores are exact here.
    if (
      ((info.depth > 1 && !info.exact) ||
        info.classes.some((known) => known === 'bound' || known === 'unknown')) &&
      !leavesOpen.value.includes(name)
    )
      leavesOpen.value = [...leavesOpen.value, name];
    if (oracleKey.value === key) foresee(key, config, answer);
    if (store.thinkingStatus.value !== 'stopped') {
      store.thinkingStatus.value = answer.done ? 'done' : 'busy';
    }
  });
}

/**
 * Publishes the analysis of the overlay's own bot.
 * @param {string} key
 * @param {BotConfig} config
 * @param {import('../worker/client.js').Answer} answer
 */
function foresee(key, config, answer) {
  const now = store.state.peek();
  if (!now || !answer.thought) return;
  // Only a complete analysis gets the key.
  const known = answer.done ? key : '';
  const { game, ply, hash } = now;
  store.foreseen.value = { key: known, game, ply, hash, config, info: answer.thought };
}

/**
 * Requests an analysis of the shown position.
 * @param {string} channel
 * @param {BotConfig} config
 * @param {(answer: import('../worker/client.js').Answer) => void} report
 * @param {{ passed?: boolean, lines?: number, film?: import('../pkg/totora.js').Variation }} [more]   `passed`: analyse as if
 *   the turn were passed; `lines` overrides the default; `film` records the search
 */
export function think(channel, config, report, more = {}) {
  const now = store.state.peek();
  if (!now) return;
  const { simultaneous } = store;
  // An external program needs to know its seat.
  const own = simultaneous.peek()
    ? shownSeat.peek()
    : config.bot.startsWith(store.PROGRAM)
      ? now.to_act[0]
      : undefined;
  const seat = own === undefined ? {} : { seat: own };
  const lines = untracked(() => linesOf(config));
  const many = lines === undefined ? {} : { lines };
  worker.think(
    channel,
    { ply: now.ply, hash: now.hash, bot: config, ...seat, ...many, ...more },
    report,
  );
}

/** Stops the analysis for the panel or a move; the last state stays visible. */
export function stopThinking() {
  stopped = panelKey.value;
  batch(() => {
    if (moverKey.value) pause();
    store.thinkingStatus.value = 'stopped';
  });
  worker.stop('panel', true);
  save();
}

/** Restarts the analysis of the shown position. */
export function thinkAgain() {
  batch(() => {
    stopped = null;
    store.failure.value = null;
    // If the worker has died, the next request starts a new one.
    revive();
    store.thinkingStatus.value = 'idle';
    life.value++;
  });
}

/** Lets the next request start a new worker after repeated deaths. */
export function revive() {
  dead.value = false;
}

/**
 * Sends a request while there is one, and again to a new worker.
 * @param {import('@preact/signals').ReadonlySignal<string | null>} asked   its key
 * @param {import('@preact/signals').ReadonlySignal<BotConfig | null>} bot
 * @param {(key: string, config: BotConfig) => void | (() => void)} send   returns what ends it
 */
const whileAsked = (asked, bot, send) =>
  effect(() => {
    const key = asked.value;
    life.value;
    return key && !dead.value ? send(key, /** @type {BotConfig} */ (bot.peek())) : undefined;
  });

/** Requests a bot's move. @param {string} key @param {BotConfig} config */
function requestMove(key, config) {
  const requestedAt = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  if (key === panelKey.peek()) store.thinkingStatus.value = 'busy';
  think('move', config, (answer) => {
    if (answer.error) {
      // The bot has just failed: keep the panel from repeating the request.
      stopped = panelKey.peek();
      if (key === stopped) fail(key, answer);
      store.thinkingStatus.value = 'stopped';
      pause();
      // In one batch, or the request would be sent twice.
      const goOn = () =>
        batch(() => {
          playOnward();
          thinkAgain();
        });
      const label = answer.gone ? strings.goOn : strings.retry;
      store.notify(answer.error, { error: true, action: { label, act: goOn } });
      return;
    }
    show(key, 'move', config, answer);
    const choice = answer.thought?.choice;
    if (!answer.done || !choice) return;
    const wait = Math.max(0, pace() - (performance.now() - requestedAt));
    const act = () => {
      if (moverKey.peek() === key) play(choice);
    };
    if (wait > 0) timer = setTimeout(act, wait);
    else act();
  });
  return () => {
    clearTimeout(timer);
    worker.stop('move');
  };
}

/** When the panel's last request was sent. */
let lastPanel = 0;

/** Requests what the panel shows. @param {string} key @param {BotConfig} config @returns {void | (() => void)} */
function requestPanel(key, config) {
  // The request for the move serves the panel too.
  if (key === moverKey.value) return;
  if (key === stopped) return;
  stopped = null;
  if (store.thinking.peek()?.key === key && store.thinkingStatus.peek() === 'done') return;
  const turns = store.simultaneous.peek() && store.running.peek() && store.atEnd.peek();
  // An external program is busy with its orders, so do not request an analysis.
  if (turns && config.bot.startsWith(store.PROGRAM)) return;
  const fast = mover.peek() !== null || store.replaying.peek() || turns;
  const pause = turns ? PANEL_PAUSE_TURNS : PANEL_PAUSE;
  const wait = fast ? Math.max(0, pause - (performance.now() - lastPanel)) : 0;
  const act = () => {
    lastPanel = performance.now();
    store.thinkingStatus.value = 'busy';
    think('panel', config, (answer) => show(key, 'panel', config, answer));
  };
  const timer = setTimeout(act, wait);
  return () => {
    clearTimeout(timer);
    worker.stop('panel');
  };
}

/** Requests the analysis of the overlay's own bot. @param {string} key @param {BotConfig} config @returns {void | (() => void)} */
function requestOracle(key, config) {
  if (store.foreseen.peek()?.key === key) return;
  // The request of the panel serves the overlay too.
  if (key === panelKey.value) {
    const known = store.thinking.peek();
    if (known?.key === key)
      foresee(key, config, {
        thought: known.info,
        done: store.thinkingStatus.peek() === 'done',
      });
    return;
  }
  think('oracle', config, (answer) => {
    if (answer.error) notifyRetry(answer.error);
    else if (oracleKey.peek() === key) foresee(key, config, answer);
  });
  return () => worker.stop('oracle');
}

/** Starts the effects. Call once. */
export function startThinking() {
  readOwnBots();
  connect((programs, cores) =>
    batch(() => {
      store.programs.value = programs;
      store.cores.value = cores;
    }),
  );
  let lastDeath = Number.NEGATIVE_INFINITY;
  /** @param {boolean} answered */
  const died = (answered) => {
    const again = performance.now() - lastDeath < A_WHILE;
    lastDeath = performance.now();
    if (!again) {
      // A new worker gets the same requests.
      batch(() => {
        startAgain();
        life.value++;
      });
      return;
    }
    batch(() => {
      dead.value = true;
      giveUp();
      store.thinkingStatus.value = 'stopped';
    });
    store.notify(answered ? strings.thinkingStopped : strings.thinkingDoesNotStart, {
      error: true,
      action: answered
        ? { label: strings.goOn, act: thinkAgain }
        : { label: strings.reload, act: reload },
    });
  };
  worker.connect({ update: updateForWorker, line: lineText, own, died });

  startReviews();
  startSolving(life);
  // A new worker restarts turns; if it dies again, they wait for the user.
  startTurns(life, () => {
    if (dead.peek()) pause();
  });

  whileAsked(moverKey, mover, requestMove);
  whileAsked(panelKey, shownBot, requestPanel);
  whileAsked(oracleKey, oracleBot, requestOracle);
}
