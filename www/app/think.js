/**
 * Thinking: asks the worker what the panel shows, what the overlay shows, and for the move that a bot owes. When the panel
 * shows the very bot that is to move, one question serves both.
 */
import { batch, effect, signal, untracked } from '@preact/signals';
import { kindOf } from '../boards/thoughts.js';
import * as strings from '../strings/play.js';
import * as worker from '../worker/client.js';
import { connect } from '../worker/served.js';
import { play } from './game.js';
import { readOwnBots } from './lab/bots.js';
import { own } from './own.js';
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
} from './shown.js';
import { solveAgain, startSolving } from './solve.js';
import * as store from './store.js';
import { pace, pause, play as playOnward } from './transport.js';
import { startTurns } from './turns.js';
import { reload } from './version.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */

/** While a game runs fast, the panel thinks about some positions only. */
const PANEL_PAUSE = 125;
/** The same where all seats move at once: the turns that are played need the worker more. */
const PANEL_PAUSE_TURNS = 500;

/** Counts respawns, so that questions are asked again after the worker died. */
const life = signal(0);
/** The question that was stopped: it is not asked again unless the user wants it. @type {string | null} */
let stopped = null;
/** A worker that dies once in a while is started again without a question; in milliseconds. */
const A_WHILE = 60_000;
/** Set when the worker died again, until the player lets it go on. */
const dead = signal(false);

/**
 * Shows an error in place of an analysis: an older one would pass for the analysis of the bot that failed.
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

/**
 * @param {string} key
 * @param {string} channel   on which it was asked
 * @param {BotConfig} config
 * @param {import('../worker/client.js').Answer} answer
 */
function show(key, channel, config, answer) {
  const now = store.state.value;
  if (!now || key !== panelKey.value) return;
  if (answer.error) {
    fail(key, answer);
    store.notify(answer.error, { error: true, action: { label: strings.retry, act: thinkAgain } });
    return;
  }
  if (!answer.thought) return;
  const info = answer.thought;
  batch(() => {
    const { game, ply, hash } = now;
    store.thinking.value = { key, channel, game, ply, hash, config, info };
    const name = `${now.game} ${config.bot}`;
    // Who looks ahead may bound moves elsewhere, even where all are exact here.
    if (
      ((info.depth > 1 && !info.exact) ||
        info.moves.some((_, i) => ['bound', 'unknown'].includes(kindOf(info, i)))) &&
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
 * Takes what the overlay's own bot says.
 * @param {string} key
 * @param {BotConfig} config
 * @param {import('../worker/client.js').Answer} answer
 */
function foresee(key, config, answer) {
  const now = store.state.peek();
  if (!now || !answer.thought) return;
  // Kept as answered only when it is complete.
  const known = answer.done ? key : '';
  const { game, ply, hash } = now;
  store.foreseen.value = { key: known, game, ply, hash, config, info: answer.thought };
}

/**
 * Asks for a thought about the position shown.
 * @param {string} channel
 * @param {BotConfig} config
 * @param {(answer: import('../worker/client.js').Answer) => void} report
 * @param {{ passed?: boolean, lines?: number }} [more]   whether it is thought about as if the turn were passed; lines other
 *   than those that are usual
 */
export function think(channel, config, report, more = {}) {
  const now = store.state.peek();
  if (!now) return;
  const { simultaneous } = store;
  // A program outside hears which seat is its own.
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

/** Stops whatever thinks, for the panel or for a move; the last state stays visible. */
export function stopThinking() {
  stopped = panelKey.value;
  batch(() => {
    if (moverKey.value) pause();
    store.thinkingStatus.value = 'stopped';
  });
  worker.stop('panel', true);
  save();
}

/** Lets the panel think again about the position shown. */
export function thinkAgain() {
  batch(() => {
    stopped = null;
    store.failure.value = null;
    // If the worker has died, the next question starts a new one.
    revive();
    store.thinkingStatus.value = 'idle';
    life.value++;
    solveAgain();
  });
}

/** After the worker died for good: what is asked next starts a new one. */
export function revive() {
  dead.value = false;
}

/** Starts the clockwork. Call once. */
export function startThinking() {
  worker.follow(updateForWorker);
  worker.followServed(lineText);
  worker.followOwn(own);
  readOwnBots();
  connect((programs, cores) =>
    batch(() => {
      store.programs.value = programs;
      store.cores.value = cores;
    }),
  );
  let lastDeath = Number.NEGATIVE_INFINITY;
  worker.whenDead((answered) => {
    const again = performance.now() - lastDeath < A_WHILE;
    lastDeath = performance.now();
    if (!again) {
      // The same questions go to a new one.
      batch(() => {
        startAgain();
        solveAgain();
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
  });

  startReviews();
  startSolving();
  // Turns begin anew with a new worker, and wait for an answer when it has died again.
  startTurns(life, () => {
    if (dead.peek()) pause();
  });

  // A bot's move.
  effect(() => {
    const key = moverKey.value;
    life.value;
    if (!key || dead.value) return;
    const config = /** @type {BotConfig} */ (mover.peek());
    const requestedAt = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    if (key === panelKey.peek()) store.thinkingStatus.value = 'busy';
    think('move', config, (answer) => {
      if (answer.error) {
        // The bot has just failed: the panel would ask it again at once.
        stopped = panelKey.peek();
        if (key === stopped) fail(key, answer);
        store.thinkingStatus.value = 'stopped';
        pause();
        // As one change, or the question would be asked twice.
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
  });

  // What the panel shows.
  let lastPanel = 0;
  effect(() => {
    const key = panelKey.value;
    life.value;
    if (!key || dead.value) return;
    // The question about the move serves the panel too.
    if (key === moverKey.value) return;
    if (key === stopped) return;
    stopped = null;
    const config = /** @type {BotConfig} */ (shownBot.peek());
    if (store.thinking.peek()?.key === key && store.thinkingStatus.peek() === 'done') return;
    const turns = store.simultaneous.peek() && store.running.peek() && store.atEnd.peek();
    // A program outside is asked for its orders, and not for its opinion meanwhile.
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
  });

  // What the overlay shows beside it.
  effect(() => {
    const key = oracleKey.value;
    life.value;
    if (!key || dead.value || store.foreseen.peek()?.key === key) return;
    const config = /** @type {BotConfig} */ (oracleBot.peek());
    // The question of the panel serves the overlay too.
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
      if (answer.error)
        store.notify(answer.error, {
          error: true,
          action: { label: strings.retry, act: thinkAgain },
        });
      else if (oracleKey.peek() === key) foresee(key, config, answer);
    });
    return () => worker.stop('oracle');
  });
}
