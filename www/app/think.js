/**
 * Decides what is thought about and when: the thinking that the panel shows, and the move that a
 * bot owes. Both ask the worker; when the panel shows the very bot that is to move, one question
 * serves both. Also the transport's clock: replaying, and playing on.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import * as worker from '../worker/client.js';
import { goTo, hasHuman, play } from './game.js';
import { giveUp, startReviews } from './review.js';
import { save } from './saving.js';
import { updateForWorker } from './session.js';
import { solveAgain, startSolving } from './solve.js';
import * as store from './store.js';
import { startTurns, turnPace } from './turns.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('./types.js').SeatConfig} SeatConfig */

/** A bot's move is shown this long after the one before, at normal speed. */
const PACE = 900;
/** Against a person a bot answers sooner: nobody wants to wait for a machine that is ready. */
const PACE_WITH_PERSON = 420;
/** While a game runs fast, the panel thinks about some positions only. */
const PANEL_PAUSE = 125;
/** The same where all seats move at once: the turns that are played need the worker more. */
const PANEL_PAUSE_TURNS = 500;

/** Counts respawns, so that questions are asked again after the worker died. */
const life = signal(0);
/** The question that was stopped: it is not asked again unless somebody wants it. @type {string | null} */
let stopped = null;
/** Set when the worker died, until the player lets it go on. */
const dead = signal(false);

/**
 * @param {SeatConfig | undefined} config
 * @returns {BotConfig | null}
 */
function asBot(config) {
  return config && 'bot' in config ? config : null;
}

/** The seat that the shown bot thinks for: where all move at once, one of those that owe a move. */
export const shownSeat = computed(() => {
  const owing = store.state.value?.to_act ?? [];
  return owing.includes(store.seenAs.value) ? store.seenAs.value : (owing[0] ?? 0);
});

/** The bot that the panel shows: chosen, or whoever is to move, or the opponent, or the first. */
export const shownBot = computed(() => {
  const now = store.state.value;
  const entry = store.info.value;
  if (!now || !entry) return null;
  if (store.advisor.value) return store.advisor.value;
  const own = store.simultaneous.value ? asBot(now.seats[shownSeat.value]?.config) : null;
  if (own) return own;
  const turn = now.to_act.map((seat) => asBot(now.seats[seat].config)).find(Boolean);
  const other = now.seats.map((seat) => asBot(seat.config)).find(Boolean);
  return turn ?? other ?? { bot: entry.advisor, options: {} };
});

/** The bot that owes a move now and is free to make it. */
const mover = computed(() => {
  const now = store.state.value;
  const seat = store.botToAct.value;
  if (!now || seat === null || !store.atEnd.value || !store.running.value) return null;
  // Where all seats move at once, turns are played as a whole: see turns.js.
  if (store.simultaneous.value) return null;
  return asBot(now.seats[seat].config);
});

/**
 * @param {BotConfig | null} config
 * @returns {string | null} the same text for the same question
 */
function questionKey(config) {
  const now = store.state.value;
  if (!now || !config) return null;
  const seat = store.simultaneous.value ? shownSeat.value : 0;
  return JSON.stringify([
    ...[now.game, now.ply, now.hash, seat],
    ...[config.bot, config.options, config.budget],
  ]);
}

// Strings, so that effects run only when the question changes and not on every redraw.
const panelKey = computed(() => (store.state.value?.outcome ? null : questionKey(shownBot.value)));
/** The bot whose thoughts the overlay shows, whoever else is shown. @type {import('@preact/signals').ReadonlySignal<BotConfig | null>} */
const oracleBot = computed(() => {
  const now = store.state.value;
  const bot = now && renderers[now.game]?.oracles?.[store.overlay.value];
  return bot && !now.outcome ? { bot, options: {} } : null;
});
const oracleKey = computed(() => questionKey(oracleBot.value));
const moverKey = computed(() => questionKey(mover.value));
const replayKey = computed(() =>
  store.replaying.value && store.state.value ? store.state.value.ply : -1,
);

/**
 * @param {string} key
 * @param {BotConfig} config
 * @param {import('../worker/client.js').Answer} answer
 */
function show(key, config, answer) {
  const now = store.state.value;
  if (!now || key !== panelKey.value) return;
  if (answer.error) {
    store.thinkingStatus.value = 'stopped';
    store.tell(answer.error, { error: true });
    return;
  }
  if (!answer.thought) return;
  const info = answer.thought;
  batch(() => {
    store.thinking.value = { key, ply: now.ply, hash: now.hash, config, info };
    if (store.thinkingStatus.value !== 'stopped') {
      store.thinkingStatus.value = answer.done ? 'done' : 'busy';
    }
  });
}

/**
 * Asks for a thought about the position shown.
 * @param {string} channel
 * @param {BotConfig} config
 * @param {(answer: import('../worker/client.js').Answer) => void} report
 */
function think(channel, config, report) {
  const now = store.state.peek();
  if (!now) return;
  const seat = store.simultaneous.peek() ? { seat: shownSeat.peek() } : {};
  worker.think(channel, { ply: now.ply, hash: now.hash, bot: config, ...seat }, report);
}

/** Stops whatever thinks, for the panel or for a move; the last state stays visible. */
export function stopThinking() {
  stopped = panelKey.value;
  batch(() => {
    if (moverKey.value) store.running.value = false;
    store.thinkingStatus.value = 'stopped';
  });
  worker.stop('panel', true);
  save();
}

/** Lets the panel think again about the position shown. */
export function thinkAgain() {
  batch(() => {
    stopped = null;
    // If the worker has died, the next question starts a new one.
    dead.value = false;
    store.thinkingStatus.value = 'idle';
    life.value++;
    solveAgain();
  });
}

/** @returns {number} how long to wait before the next move is shown, in milliseconds */
export function pace() {
  const speed = store.speed.value;
  if (speed === Number.POSITIVE_INFINITY) return 0;
  if (store.simultaneous.value) return turnPace();
  return (hasHuman() && !store.replaying.value ? PACE_WITH_PERSON : PACE) / speed;
}

/** Plays and pauses, as one button: what it does depends on where the game stands. */
export function watchOrPause() {
  const now = store.state.value;
  if (!now) return;
  batch(() => {
    dead.value = false;
    if (store.replaying.value) {
      store.replaying.value = false;
      store.running.value = false;
    } else if (!store.atEnd.value) {
      store.replaying.value = true;
      store.running.value = true;
    } else if (store.simultaneous.value && !now.outcome) {
      store.until.value = null;
      store.turnsWanted.value = Number.POSITIVE_INFINITY;
      store.running.value = !store.running.value;
    } else if (store.botToAct.value !== null) {
      store.running.value = !store.running.value;
    } else if (now.plies > 0) {
      goTo(0);
      store.replaying.value = true;
      store.running.value = true;
    }
  });
  save();
}

/** What that button would do now. @type {import('@preact/signals').ReadonlySignal<'pause' | 'watch' | 'replay'>} */
export const watchState = computed(() => {
  const now = store.state.value;
  if (store.simultaneous.value && now && !now.outcome && !store.replaying.value) {
    if (store.atEnd.value) return store.running.value ? 'pause' : 'watch';
  }
  if (store.replaying.value || mover.value) return 'pause';
  if (!store.atEnd.value || store.botToAct.value !== null) return 'watch';
  return 'replay';
});

/** Starts the clockwork. Call once. */
export function startThinking() {
  worker.follow(updateForWorker);
  worker.whenDead(() => {
    batch(() => {
      dead.value = true;
      giveUp();
      store.thinkingStatus.value = 'stopped';
    });
    store.tell('The thinking stopped unexpectedly. Your game is safe.', {
      error: true,
      action: { label: 'Go on', act: thinkAgain },
    });
  });

  startReviews();
  startSolving();
  startTurns(() => {
    store.running.value = false;
  });

  // A bot's move.
  effect(() => {
    const key = moverKey.value;
    life.value;
    if (!key || dead.value) return;
    const config = /** @type {BotConfig} */ (mover.peek());
    const asked = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    if (key === panelKey.peek()) store.thinkingStatus.value = 'busy';
    think('move', config, (answer) => {
      if (answer.error) {
        store.running.value = false;
        store.tell(answer.error, { error: true });
        return;
      }
      show(key, config, answer);
      const choice = answer.thought?.choice;
      if (!answer.done || !choice) return;
      const wait = Math.max(0, pace() - (performance.now() - asked));
      const act = () => {
        if (moverKey.peek() === key) play(choice, false);
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
    const fast = mover.peek() !== null || store.replaying.peek() || turns;
    const pause = turns ? PANEL_PAUSE_TURNS : PANEL_PAUSE;
    const wait = fast ? Math.max(0, pause - (performance.now() - lastPanel)) : 0;
    const act = () => {
      lastPanel = performance.now();
      store.thinkingStatus.value = 'busy';
      think('panel', config, (answer) => show(key, config, answer));
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
    const { ply, hash } = /** @type {import('./types.js').State} */ (store.state.peek());
    think('oracle', config, (answer) => {
      if (answer.error) store.tell(answer.error, { error: true });
      else if (answer.thought) {
        // Kept as answered only when it is complete.
        const known = answer.done ? key : '';
        store.foreseen.value = { key: known, ply, hash, config, info: answer.thought };
      }
    });
    return () => worker.stop('oracle');
  });

  // Replaying what was played.
  effect(() => {
    if (replayKey.value < 0) return;
    if (store.atEnd.value) {
      store.replaying.value = false;
      return;
    }
    const timer = setTimeout(() => goTo((store.state.peek()?.ply ?? 0) + 1), pace());
    return () => clearTimeout(timer);
  });
}

/** Shows the best move of the bot whose thinking is shown. */
export function giveHint() {
  const thought = store.thought.value;
  const choice = thought?.choice;
  if (!choice) {
    store.tell('No advice yet: the bot is still thinking.');
    return;
  }
  store.hint.value = store.hint.value === choice ? null : choice;
  if (store.hint.value) {
    const words = thought.descriptions[thought.moves.indexOf(choice)] ?? choice;
    store.say(`Hint: ${words}. ${thought.why}`);
  }
}
