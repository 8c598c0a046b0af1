/**
 * Which bot's analysis is shown, and the keys of the requests for the panel, the overlay, and the bot to move. `think.js`
 * sends them.
 */
import { computed, signal } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import { thoughtOverlays } from '../boards/thoughts.js';
import * as store from './store.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */

/** The seat that the shown bot analyses for: in simultaneous games, one that is to move. */
export const shownSeat = computed(() => {
  const owing = store.state.value?.to_act ?? [];
  return owing.includes(store.seenAs.value) ? store.seenAs.value : (owing[0] ?? 0);
});

/** The bot to move or, in simultaneous games, on the shown seat; null for a human. */
const botAtPlay = computed(() => {
  const now = store.state.value;
  if (!now) return null;
  if (store.simultaneous.value) return store.asBot(now.seats[shownSeat.value]?.config);
  return now.to_act.map((seat) => store.asBot(now.seats[seat].config)).find(Boolean) ?? null;
});

/** The bot shown by default: the bot to move, or the adviser if a human is to move. */
export const usualBot = computed(() => {
  const entry = store.info.value;
  return botAtPlay.value ?? (entry && { bot: entry.advisor, options: {} });
});

export const shownBot = computed(() =>
  store.state.value ? (store.advisor.value ?? usualBot.value) : null,
);

/** Why that bot is shown. @type {import('@preact/signals').ReadonlySignal<'chosen' | 'plays' | 'advises'>} */
export const shownAs = computed(() => {
  if (store.advisor.value) return 'chosen';
  return botAtPlay.value ? 'plays' : 'advises';
});

/** The bot to move, if it may move now. */
export const mover = computed(() => {
  const now = store.state.value;
  const seat = store.botToAct.value;
  if (!now || seat === null || !store.mayMove.value || !store.running.value) return null;
  if (store.waiting.value) return null;
  // In simultaneous games `turns.js` plays whole turns.
  if (store.simultaneous.value) return null;
  return store.asBot(now.seats[seat].config);
});

/** The bot that the panel requests: none while the shown bot waits for permission. */
const panelBot = computed(() =>
  store.waiting.value && !store.advisor.value ? null : shownBot.value,
);

/** Above this speed only one line is exact: it is too fast to read more. */
const FAST = 6;

/** Bots (game and name) that search or leave scores inexact: for these the number of lines can be set. */
export const leavesOpen = signal(/** @type {string[]} */ ([]));
/** Whether the number of lines matters for a bot. @param {string} bot */
export const hasLines = (bot) => {
  const entry = store.botInfo(bot);
  if (leavesOpen.value.includes(`${store.state.value?.game} ${bot}`)) return true;
  // A changed number can be changed back, even if all scores are exact now.
  return store.lines.value !== store.LINES && !!entry?.budget;
};

/**
 * How many lines a bot should compute. This is a display setting, not one of the bot's: its choice does not
 * depend on it.
 * @param {BotConfig | null} config
 * @returns {number | 'all' | undefined}   undefined for a bot that does not search
 */
export function linesOf(config) {
  const budget = config && (config.budget ?? store.botInfo(config.bot)?.budget);
  if (!budget) return undefined;
  // Lines cost no nodes of the budget, but they would cost time of a bot to move.
  const own = !!botAtPlay.value && !store.advisor.value && 'ms' in budget;
  const fast = store.running.value && store.speed.value > FAST;
  if (own || fast || store.embedded.value) return 1;
  return Number.isFinite(store.lines.value) ? store.lines.value : 'all';
}

/**
 * @param {BotConfig | null} config
 * @returns {string | null} identifies the request
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

// Strings, so that effects run only when the request changes and not on every redraw.
export const panelKey = computed(() =>
  store.state.value?.outcome ? null : questionKey(panelBot.value),
);
/** Whether the shown analysis is for another position, bot or weight. */
export const outdated = computed(() => store.thinking.value?.key !== panelKey.value);
/** Why the current request failed. */
export const failed = computed(() =>
  store.failure.value?.key === panelKey.value ? store.failure.value : null,
);
/** The bot of an overlay that always shows the same bot. @type {import('@preact/signals').ReadonlySignal<BotConfig | null>} */
export const oracleBot = computed(() => {
  const now = store.state.value;
  const bot = now && renderers[now.game]?.oracles?.[store.overlay.value];
  if (!bot || now.outcome) return null;
  // If the panel shows the same bot, use its weights.
  return shownBot.value?.bot === bot ? shownBot.value : { bot, options: {} };
});
/** The bot whose analysis is drawn over the board; null if the overlay shows none. */
export const overlayBot = computed(() => {
  const now = store.state.value;
  if (oracleBot.value || !now || now.outcome) return oracleBot.value;
  return thoughtOverlays(renderers[now.game]).includes(store.overlay.value) ? shownBot.value : null;
});
export const oracleKey = computed(() => questionKey(oracleBot.value));
export const moverKey = computed(() => questionKey(mover.value));
