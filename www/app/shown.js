/**
 * Whose thoughts are shown, and what each question is: of the panel, of the overlay, and of the bot that owes a move. Who
 * asks them is `think.js`.
 */
import { computed, signal } from '@preact/signals';
import { renderers } from '../boards/registry.js';
import { thoughtOverlays } from '../boards/thoughts.js';
import * as store from './store.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */

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

/** Whose thoughts are shown unless the user chooses: of the bot that is to move; for a person, of the adviser. */
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
export const mover = computed(() => {
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

/** The bots that were seen to look ahead or to leave scores open, by game and name: for these one can ask for more lines. */
export const leavesOpen = signal(/** @type {string[]} */ ([]));
/** Whether more or fewer lines of a bot may show something else. @param {string} bot */
export const hasLines = (bot) => {
  const entry = store.botInfo(bot);
  if (leavesOpen.value.includes(`${store.state.value?.game} ${bot}`)) return true;
  // Who has changed it can change it back, even where all is exact now.
  return store.lines.value !== store.LINES && !!entry?.budget;
};

/**
 * How many lines are wanted of a bot. That is for who looks, and no setting of the bot's; its choice does not
 * depend on it.
 * @param {BotConfig | null} config
 * @returns {number | 'all' | undefined}   nothing of a bot that does not search
 */
export function linesOf(config) {
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
export const panelKey = computed(() =>
  store.state.value?.outcome ? null : questionKey(panelBot.value),
);
/** Whether what is shown is the answer to another question: of another position, bot or weight. */
export const outdated = computed(() => store.thinking.value?.key !== panelKey.value);
/** Why the question that is shown has no answer. */
export const failed = computed(() =>
  store.failure.value?.key === panelKey.value ? store.failure.value : null,
);
/** The bot whose thoughts the overlay shows, whatever else is shown. @type {import('@preact/signals').ReadonlySignal<BotConfig | null>} */
export const oracleBot = computed(() => {
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
  return thoughtOverlays(renderers[now.game]).includes(store.overlay.value) ? shownBot.value : null;
});
export const oracleKey = computed(() => questionKey(oracleBot.value));
export const moverKey = computed(() => questionKey(mover.value));
