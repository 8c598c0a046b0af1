/**
 * Decides what is thought about and when: the thinking that the panel shows, and the move that a
 * bot owes. Both ask the worker; when the panel shows the very bot that is to move, one question
 * serves both. Also the transport's clock: replaying, and playing on.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import { kindOf, LOOK_AHEAD } from '../boards/thoughts.js';
import * as worker from '../worker/client.js';
import { connect } from '../worker/served.js';
import { goTo, hasHuman, play } from './game.js';
import { giveUp, startAgain, startReviews } from './review.js';
import { save } from './saving.js';
import { lineText, updateForWorker } from './session.js';
import { solveAgain, startSolving } from './solve.js';
import * as store from './store.js';
import { startTurns, turnPace } from './turns.js';
import { reload } from './version.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */

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
/** A worker that dies once in a while is started again without a question; in milliseconds. */
const A_WHILE = 60_000;
/** Set when the worker died again, until the player lets it go on. */
const dead = signal(false);

/** The seat that the shown bot thinks for: where all move at once, one of those that owe a move. */
export const shownSeat = computed(() => {
  const owing = store.state.value?.to_act ?? [];
  return owing.includes(store.seenAs.value) ? store.seenAs.value : (owing[0] ?? 0);
});

/** The bot that is to move, or whose seat is shown where all move at once; null where a person is. */
const botAtPlay = computed(() => {
  const now = store.state.value;
  if (!now) return null;
  if (store.simultaneous.value) return store.asBot(now.seats[shownSeat.value]?.config);
  return now.to_act.map((seat) => store.asBot(now.seats[seat].config)).find(Boolean) ?? null;
});

/** Whose thoughts are shown unless somebody chooses: of the bot that is to move; for a person, of the adviser. */
export const usualBot = computed(() => {
  const entry = store.info.value;
  return botAtPlay.value ?? (entry && { bot: entry.advisor, options: {} });
});

/** The bot that the panel shows. */
export const shownBot = computed(() =>
  store.state.value ? (store.advisor.value ?? usualBot.value) : null,
);

/** Why it is that one. @type {import('@preact/signals').ReadonlySignal<'chosen' | 'plays' | 'advises'>} */
export const shownAs = computed(() => {
  if (store.advisor.value) return 'chosen';
  return botAtPlay.value ? 'plays' : 'advises';
});

/** The bot that owes a move now and is free to make it. */
const mover = computed(() => {
  const now = store.state.value;
  const seat = store.botToAct.value;
  if (!now || seat === null || !store.mayMove.value || !store.running.value) return null;
  if (store.waiting.value) return null;
  // Where all seats move at once, turns are played as a whole: see turns.js.
  if (store.simultaneous.value) return null;
  return store.asBot(now.seats[seat].config);
});

/** What the panel asks: nothing while the bot that it shows has no leave to think. */
const panelBot = computed(() =>
  store.waiting.value && !store.advisor.value ? null : shownBot.value,
);

/** Faster games than this are not watched move by move: no line is made exact for the eye. */
const FAST = 6;

/** The bots that were seen to leave scores open, by game and name: for these one can ask for more lines. */
const leavesOpen = signal(/** @type {string[]} */ ([]));
/** Whether more or fewer lines of a bot may show something else. @param {string} bot */
export const hasLines = (bot) => {
  const entry = store.botInfo(bot);
  if (leavesOpen.value.includes(`${store.state.value?.game} ${bot}`)) return true;
  // Who searches may bound moves, or leave them without a score.
  if (entry?.terms.some(({ key }) => key === LOOK_AHEAD)) return true;
  // Who has changed it can change it back, even where all is exact now.
  return store.lines.value !== store.LINES && !!entry?.budget;
};

/**
 * How many lines are wanted of a bot. That is a wish of who looks, and no setting of the bot's; its choice does not
 * depend on it.
 * @param {BotConfig | null} config
 * @returns {number | 'all' | undefined}   nothing of a bot that does not search
 */
function linesOf(config) {
  const budget = config && (config.budget ?? store.botInfo(config.bot)?.budget);
  if (!budget) return undefined;
  // Lines cost no nodes of the budget, but a mover's clock is its own.
  const own = !!botAtPlay.value && !store.advisor.value && 'ms' in budget;
  const fast = store.running.value && store.speed.value > FAST;
  if (own || fast || store.embedded.value) return 1;
  return Number.isFinite(store.lines.value) ? store.lines.value : 'all';
}

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
    ...[config.bot, config.options, config.budget, linesOf(config)],
  ]);
}

// Strings, so that effects run only when the question changes and not on every redraw.
const panelKey = computed(() => (store.state.value?.outcome ? null : questionKey(panelBot.value)));
/** Whether what is shown is the answer to another question: of another position, bot or weight. */
export const outdated = computed(() => store.thinking.value?.key !== panelKey.value);
/** Why the question that is shown has no answer. */
export const failed = computed(() =>
  store.failure.value?.key === panelKey.value ? store.failure.value : null,
);
/** The bot whose thoughts the overlay shows, whoever else is shown. @type {import('@preact/signals').ReadonlySignal<BotConfig | null>} */
const oracleBot = computed(() => {
  const now = store.state.value;
  const bot = now && renderers[now.game]?.oracles?.[store.overlay.value];
  if (!bot || now.outcome) return null;
  // The very bot that the panel shows speaks once, with the weights that are shown.
  return shownBot.value?.bot === bot ? shownBot.value : { bot, options: {} };
});
/** Whose thoughts lie over the board: the bot, or null where the overlay shows none. */
export const overlayBot = computed(() => {
  const now = store.state.value;
  if (oracleBot.value || !now || now.outcome) return oracleBot.value;
  const thoughts = renderers[now.game]?.thoughtOverlays ?? ['hints', 'all'];
  return thoughts.includes(store.overlay.value) ? shownBot.value : null;
});
const oracleKey = computed(() => questionKey(oracleBot.value));
const moverKey = computed(() => questionKey(mover.value));
const replayKey = computed(() =>
  store.replaying.value && store.state.value ? store.state.value.ply : -1,
);

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
    store.tell(answer.error, { error: true, action: { label: 'Retry', act: thinkAgain } });
    return;
  }
  if (!answer.thought) return;
  const info = answer.thought;
  batch(() => {
    const { game, ply, hash } = now;
    store.thinking.value = { key, channel, game, ply, hash, config, info };
    const name = `${now.game} ${config.bot}`;
    if (
      info.moves.some((_, i) => ['bound', 'unknown'].includes(kindOf(info, i))) &&
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
 */
export function think(channel, config, report) {
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
  const wish = lines === undefined ? {} : { lines };
  worker.think(channel, { ply: now.ply, hash: now.hash, bot: config, ...seat, ...wish }, report);
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
    store.failure.value = null;
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
  if (store.atEnd.value && !now.outcome && store.waiting.value) {
    store.say('The bots wait for an answer: see the notice.');
    return;
  }
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
  worker.followServed(lineText);
  connect((programs) => {
    store.programs.value = programs;
  });
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
    store.tell(
      answered
        ? 'The thinking stopped unexpectedly. Your game is safe.'
        : 'The thinking does not start: a part of the page may be missing. Your game is kept.',
      {
        error: true,
        action: answered ? { label: 'Go on', act: thinkAgain } : { label: 'Reload', act: reload },
      },
    );
  });

  startReviews();
  startSolving();
  // Turns begin anew with a new worker, and wait for an answer when it has died again.
  startTurns(life, () => {
    if (dead.peek()) store.running.value = false;
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
        // The panel would ask whoever has just failed at once again.
        stopped = panelKey.peek();
        if (key === stopped) fail(key, answer);
        store.thinkingStatus.value = 'stopped';
        store.running.value = false;
        // As one change, or the question would be asked twice.
        const goOn = () =>
          batch(() => {
            store.running.value = true;
            thinkAgain();
          });
        const label = answer.gone ? 'Go on' : 'Retry';
        store.tell(answer.error, { error: true, action: { label, act: goOn } });
        return;
      }
      show(key, 'move', config, answer);
      const choice = answer.thought?.choice;
      if (!answer.done || !choice) return;
      const wait = Math.max(0, pace() - (performance.now() - asked));
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
        store.tell(answer.error, { error: true, action: { label: 'Retry', act: thinkAgain } });
      else if (oracleKey.peek() === key) foresee(key, config, answer);
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
