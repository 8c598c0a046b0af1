/**
 * The page's global state: signals and computed values. Every module reads them; each signal is written by one, which the
 * others ask (tests/page/writers.test.js). No game rules, DOM or storage here.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../strings/common.js';
import { isForced } from '../ui/forced.js';
import { PROGRAM } from '../worker/served.js';
import { route } from './route.js';

export { PROGRAM };

/** @typedef {import('./types.js').State} State */

// --- state from Rust at the shown ply; written only by session.js -------------------------------

/** The catalogue of games, available before the engine is loaded. @type {import('@preact/signals').Signal<import('../pkg/catalog.js').Offered[]>} */
export const games = signal([]);
/** The full catalogue, once the engine is loaded. @type {import('@preact/signals').Signal<import('./types.js').GameInfo[]>} */
export const catalog = signal([]);
/** @type {import('@preact/signals').Signal<State | null>} */
export const state = signal(null);
/** The constant part of the game's view, for its board renderer. @type {import('@preact/signals').Signal<any>} */
export const layout = signal(null);
/** The game's own view, for its board renderer. @type {import('@preact/signals').Signal<any>} */
export const view = signal(null);
/** @type {import('@preact/signals').Signal<import('./types.js').MoveRow[]>} */
export const rows = signal([]);
/** @type {import('@preact/signals').Signal<import('./types.js').Series[]>} */
export const series = signal([]);

// --- how it is shown ------------------------------------------------------------------------

/** The overlay on the board: one of `GameInfo.overlays`. */
export const overlay = signal('off');
/** Quarter turns of the board; saved in links. */
export const turned = signal(0);
/** Outlines that can be switched on, by name. @type {import('@preact/signals').Signal<Record<string, boolean>>} */
export const marks = signal({});
/** Which screen of the page is open. */
export const screen = computed(() => route.value.screen);
/** Index of the term whose contributions the board shows instead of scores; null if none. @type {import('@preact/signals').Signal<number | null>} */
export const painted = signal(null);
/** Whether the panels of the analysis are open; remembered. */
export const analysing = signal(false);
/** Which panel is open. */
export const tab = signal('why');
/** The tab that replaces the left column on narrow screens. */
export const SIDE = 'side';
/** Which chart of the game's series is drawn. */
export const chart = signal('');
/** @type {import('@preact/signals').Signal<'system' | 'light' | 'dark'>} */
export const theme = signal('system');
/** Whether the page is embedded: only board and transport. */
export const embedded = signal(false);
/** Whether the report of the finished game was closed. */
export const reportPutAway = signal(false);
/** Points from earlier rematches, by seat. @type {import('@preact/signals').Signal<number[]>} */
export const points = signal([]);

// --- transport ------------------------------------------------------------------------------

/** Name of the walked line: `line of Alpha-beta`. Valid only while one is walked. */
export const walker = signal('');
/** Hash of an earlier position from which bots may play on. */
export const onward = signal('');
/**
 * State of the transport; written only by `transport.js`.
 * @type {import('@preact/signals').Signal<'paused' | 'playing' | 'replaying'>}
 */
export const transport = signal('playing');
/** Whether bots move when it is their turn. */
export const running = computed(() => transport.value !== 'paused');
/** Whether the played moves are being replayed. */
export const replaying = computed(() => transport.value === 'replaying');
/** The original record of a game opened from outside; empty for others. */
export const opened = signal('');
/** How the game came, if it is not saved yet: the user's own game may be in its place. @type {import('@preact/signals').Signal<'' | 'begun' | 'opened'>} */
export const arrived = signal('');
/** Whether the game is only for practice (a chapter of a study, a position to learn, an example of the Lab): it is not saved. */
export const practice = signal(false);
/** A multiple of the normal speed; Infinity is the maximum. */
export const speed = signal(1);

// --- turns of all seats at once ---------------------------------------------------------------

/** Human orders for the pending turn of a position, by seat. @type {import('@preact/signals').Signal<{ hash: string, moves: Record<number, string> }>} */
export const orders = signal({ hash: '', moves: {} });
/** Number of turns to play before the next pause. */
export const turnsWanted = signal(Number.POSITIVE_INFINITY);
/** A query for the game after each turn: if it has an answer, the run pauses. @type {import('@preact/signals').Signal<unknown>} */
export const until = signal(null);
/** The seat whose analysis is shown. */
export const seenAs = signal(0);

// --- thinking -------------------------------------------------------------------------------

/** The bot whose analysis is shown; null follows the game. @type {import('@preact/signals').Signal<import('./types.js').BotConfig | null>} */
export const advisor = signal(null);
/** @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const thinking = signal(null);
/** Why a request failed; `stderr` has the last lines of a program's standard error. @type {import('@preact/signals').Signal<{ key: string, error: string, stderr: string[] } | null>} */
export const failure = signal(null);
/** @type {import('@preact/signals').Signal<'idle' | 'busy' | 'done' | 'stopped'>} */
export const thinkingStatus = signal('idle');
/** Default number of lines. */
export const LINES = 5;
/** Whether candidates show scores instead of win chances. */
export const rawScores = signal(false);
/** How many of the best candidates get exact scores; Infinity for all. */
export const lines = signal(LINES);
/** The analysis before the user began to move a weight, for comparison. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const before = signal(null);
/** The previous task of each piece; null where unchanged. @type {import('@preact/signals').Signal<(import('./types.js').AnalysisInfo['tasks'][number] | null)[]>} */
export const minds = signal([]);
/** The analysis of the overlay's own bot, if it has one. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const foreseen = signal(null);
/** The move of the candidate that the user has picked. @type {import('@preact/signals').Signal<string | null>} */
export const picked = signal(null);
/** The analysis of the game's solver, if it has one; see `verdicts`. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const solving = signal(null);
/**
 * The trial of a better move at an earlier position: human moves there are passed to `answer` and judged, and the
 * game does not change.
 * @type {import('@preact/signals').Signal<import('./types.js').Trial | null>}
 */
export const trying = signal(null);
/** The study that is open. @type {import('@preact/signals').Signal<import('./study.js').OpenStudy | null>} */
export const study = signal(null);
/** Marks that people added to the displayed position; written only by `notes.js`. @type {import('@preact/signals').Signal<import('../boards/contract.js').Mark[]>} */
export const noted = signal([]);
/** People's verdicts on moves, by line and ply: `0:3`; written only by `notes.js`. @type {import('@preact/signals').Signal<Record<string, string>>} */
export const glyphs = signal({});
/** Index of the candidate under the pointer or focus. @type {import('@preact/signals').Signal<number | null>} */
export const pointed = signal(null);
/** The best line that the user follows: its candidate and number of plies. @type {import('@preact/signals').Signal<{ candidate: number, plies: number, moves?: string[] } | null>} */
export const followed = signal(null);
/** Moves that a text names under the pointer or the focus, from a ply of the displayed line on. @type {import('@preact/signals').Signal<{ ply: number, moves: string[] } | null>} */
export const sketch = signal(null);
/** The search whose film is shown, and the event at which it opens. @type {import('@preact/signals').Signal<{ bot: import('./types.js').BotConfig, event?: number } | null>} */
export const filmed = signal(null);
/** The move of the shown hint. @type {import('@preact/signals').Signal<string | null>} */
export const hint = signal(null);
/** The adviser's analysis, if another bot is shown. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const advice = signal(null);

// --- totora serve ---------------------------------------------------------------------------

/** External programs that can play; null if the page does not come from `totora serve`. @type {import('@preact/signals').Signal<string[] | null>} */
export const programs = signal(null);
/** Number of parallel arena games in `totora serve`; 0 without it. */
export const cores = signal(0);
/** Names of bots written in this page. */
export const ownBots = signal(/** @type {string[]} */ ([]));

// --- messages -------------------------------------------------------------------------------

/** @typedef {{ kind: 'new' } | { kind: 'keys' } | { kind: 'share' } | { kind: 'tournament' } | { kind: 'heuristic' } | { kind: 'rules', game?: string, heading?: string } | { kind: 'editor' } | { kind: 'setup' } | { kind: 'confirm', title: string, text: string, yes: string, act: () => void }} Dialog */
/** @type {import('@preact/signals').Signal<Dialog | null>} */
export const dialog = signal(null);
/** @typedef {{ id: number, text: string, error: boolean, opening: boolean, action?: { label: string, act: () => void } }} Toast */
/** @type {import('@preact/signals').Signal<Toast[]>} */
export const toasts = signal([]);
/** The long task in progress (share from 0 to 1). @type {import('@preact/signals').Signal<{ text: string, share: number, stop: () => void } | null>} */
export const task = signal(null);
/**
 * Settings of a shared game's bots that exceed the usual limits, until the user allows or resets them.
 * @type {import('@preact/signals').Signal<import('../pkg/totora.js').Demand[]>}
 */
export const demands = signal([]);
/**
 * Heuristics of a shared game, by seat, until the user allows them: author and formula are shown first.
 * @type {import('@preact/signals').Signal<{ seat: number, config: import('./types.js').BotConfig }[]>}
 */
export const guests = signal([]);
/** Whether the whole engine is loaded. */
export const engineReady = signal(false);
/** Number of actions that wait for the second part of the engine. */
export const awaited = signal(0);
/** Whether a part of the engine is late; null if none is. @type {import('@preact/signals').Signal<import('../worker/engine.js').Late | null>} */
export const lateEngine = signal(null);
/** Text of the live region. */
export const spoken = signal('');

// --- computed -------------------------------------------------------------------------------

/** The catalogue entry of a game. @param {string | undefined} game */
export const entryOf = (game) => catalog.value.find(({ id }) => id === game);
/** A game's name, also before the engine is loaded. @param {string} game */
export const gameName = (game) => games.value.find(({ id }) => id === game)?.name ?? game;
/** The catalogue entry of the current game. */
export const info = computed(() => entryOf(state.value?.game) ?? null);
/** The current game; empty if there is none yet. */
export const game = computed(() => state.value?.game ?? '');
/** Whether a human plays. */
export const personPlays = computed(
  () => !!state.value?.seats.some((seat) => 'human' in seat.config),
);
/** The seat of the only human; null if there are more or none. */
export const you = computed(() => {
  const seats = state.value?.seats ?? [];
  const people = seats.flatMap((seat, i) => ('human' in seat.config ? [i] : []));
  return people.length === 1 ? people[0] : null;
});
/** A player's name: the only human is "You", except in a frame, where readers did not choose the game. @param {import('./types.js').SeatState} seat @param {number} at */
export const playerName = (seat, at) =>
  embedded.value && at === you.value ? seat.name : seat.label;
/**
 * What surrounds the board: little to play, the transport to watch bots, all panels to analyse.
 * @type {import('@preact/signals').ReadonlySignal<'play' | 'watch' | 'analyse'>}
 */
export const mode = computed(() => {
  if (analysing.value) return 'analyse';
  return personPlays.value ? 'play' : 'watch';
});
/** Whether bots wait for the user's permission. */
export const waiting = computed(() => demands.value.length > 0 || guests.value.length > 0);
/** Whether the last ply is shown. */
export const atEnd = computed(() => !!state.value && state.value.ply === state.value.plies);
/** A bot's character in a line: the story of one to watch, or what it does. @param {import('./types.js').BotInfo} bot */
export const storyOf = ({ id, about }) =>
  info.value?.watched.find(({ bot }) => bot === id)?.story ?? about;
/** Whether the report on the end is shown, which names the result: nothing else repeats it. */
export const reportShown = computed(
  () => !!state.value?.outcome && atEnd.value && !reportPutAway.value && !embedded.value,
);
/** Whether the shown line is not part of the game. */
export const walking = computed(() => (state.value?.walk_from ?? null) !== null);
/** Whether bots may move here: at the end of a line, or where the user plays on. */
export const mayMove = computed(
  () => !walking.value && (atEnd.value || onward.value === state.value?.hash),
);
/** Whether the game is simultaneous: a ply is then a turn of all seats. */
export const simultaneous = computed(() => !!info.value?.simultaneous);
/** The human seat that may act now, or null. */
export const humanToAct = computed(() => {
  const now = state.value;
  if (!now || now.outcome) return null;
  if (trying.value?.hash === now.hash) return trying.value.seat;
  return now.to_act.find((seat) => 'human' in now.seats[seat].config) ?? null;
});
/** The seat of a bot or external program that is to move, or null. */
export const botToAct = computed(() => {
  const now = state.value;
  if (!now || now.outcome) return null;
  return now.to_act.find((seat) => !('human' in now.seats[seat].config)) ?? null;
});
/** @param {import('./types.js').Thinking | null} known @returns {import('./types.js').Thinking | null} if it is about the position shown */
function here(known) {
  const now = state.value;
  return now && known && known.ply === now.ply && known.hash === now.hash ? known : null;
}

/** The analysis, if it is of the shown position. */
export const thought = computed(() => here(thinking.value)?.info ?? null);

/** The same for the overlay's own bot. */
export const oracle = computed(() => here(foreseen.value)?.info ?? null);

/** The same for the comparison, if it is of the shown bot. */
export const comparison = computed(() => {
  const known = here(before.value);
  return known && known.config.bot === thinking.value?.config.bot ? known : null;
});

/** The same for the hint's adviser. */
export const adviser = computed(() => here(advice.value));

/** The candidate under inspection: pointed at or picked; null if none. */
export const lookedAt = computed(() => {
  if (pointed.value !== null) return pointed.value;
  const at = thought.value?.moves.indexOf(picked.value ?? '') ?? -1;
  return at < 0 ? null : at;
});

/**
 * Proven results of moves in the shown position, from the game's solver and the shown bot. Empty if there
 * are none.
 * @type {import('@preact/signals').ReadonlySignal<Map<string, import('./types.js').Verdict>>}
 */
export const verdicts = computed(() => {
  /** @type {Map<string, import('./types.js').Verdict>} */
  const found = new Map();
  /** @param {import('./types.js').AnalysisInfo | null} info */
  const add = (info) =>
    !info?.claimed &&
    info?.moves.forEach((move, i) => {
      const result = info.classes[i];
      if (isForced(result))
        found.set(move, { result, plies: info.plies[i] ?? found.get(move)?.plies ?? null });
    });
  add(thought.value);
  add(here(solving.value)?.info ?? null);
  return found;
});

/**
 * The proven result of the shown position for the seat to move: a win if any move is proven to win, else the best result if those of all
 * moves are proven; null if it is not proven.
 * @type {import('@preact/signals').ReadonlySignal<import('./types.js').Verdict | null>}
 */
export const provenHere = computed(() => {
  const found = [...verdicts.value.values()];
  const reached = (/** @type {import('./types.js').Verdict['result']} */ result) =>
    found.filter((one) => one.result === result).map(({ plies }) => plies);
  /** @param {(number | null)[]} plies */
  const known = (plies) => plies.flatMap((one) => (one === null ? [] : [one]));
  const wins = reached('win');
  if (wins.length > 0) {
    const sure = known(wins);
    return { result: 'win', plies: sure.length > 0 ? Math.min(...sure) : null };
  }
  const legal = state.value?.legal ?? 0;
  if (found.length === 0 || found.length < legal) return null;
  if (reached('draw').length > 0) return { result: 'draw', plies: null };
  const lost = reached('loss');
  return { result: 'loss', plies: lost.includes(null) ? null : Math.max(...known(lost)) };
});

/** Points over all rematches, including this game if it is over: 1, ½ or 0 per game. */
export const total = computed(() => {
  const ranks = state.value?.outcome?.ranks ?? [];
  const winners = ranks.filter((rank) => rank === 1).length;
  return (state.value?.seats ?? []).map(
    (_, seat) => (points.value[seat] ?? 0) + (ranks[seat] === 1 ? 1 / winners : 0),
  );
});

/**
 * The catalogue entry of a bot of the current game.
 * @param {string} id
 */
export function botInfo(id) {
  if (id.startsWith(PROGRAM)) return programInfo(id);
  return info.value?.bots.find((bot) => bot.id === id) ?? null;
}

/** An external program as a catalogue entry without details. @param {string} id @returns {import('./types.js').BotInfo} */
const programInfo = (id) => ({
  id,
  name: id.slice(PROGRAM.length),
  about: strings.programOutsideWhichTotora,
  source: null,
  options: [],
  terms: [],
  budget: null,
  judges: false,
});

/**
 * The bot on a seat, or an external program as one.
 * @param {import('./types.js').SeatConfig | undefined} config
 * @returns {import('./types.js').BotConfig | null}
 */
export function asBot(config) {
  if (!config || 'human' in config) return null;
  if ('bot' in config) return config;
  return { bot: PROGRAM + config.program, options: {}, budget: config.budget };
}

/**
 * Opens a dialog with its parameters.
 * @template {Dialog['kind']} K
 * @param {K} kind
 * @param {Omit<Extract<Dialog, { kind: K }>, 'kind'>} [more]
 */
export function openDialog(kind, more) {
  dialog.value = /** @type {Dialog} */ ({ kind, ...more });
}

/** Closes the open dialog. */
export function closeDialog() {
  dialog.value = null;
}

let lastToast = 0;

/**
 * Shows a message. Errors and messages with `stays` remain until dismissed; others disappear by themselves.
 * @param {string} text
 * @param {{ error?: boolean, stays?: boolean, opening?: boolean, action?: { label: string, act: () => void } }} [more]
 *   `opening`: it is about opening a game
 * @returns {number} its id, to dismiss it
 */
export function notify(text, more = {}) {
  const { error = false, opening = false, action } = more;
  const toast = { id: ++lastToast, text, error, opening, action };
  const others = toasts.value.filter((other) => other.text !== text);
  toasts.value = [...others, toast].slice(-4);
  if (!toast.error && !more.stays)
    setTimeout(() => dismiss(toast.id), more.action ? 12_000 : 5_000);
  return toast.id;
}

/**
 * Dismisses a message.
 * @param {number} id
 */
export function dismiss(id) {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Dismisses messages about an earlier opening: all, or only errors. @param {boolean} all */
export function dismissOpening(all) {
  toasts.value = toasts.value.filter(({ opening, error }) => !opening || (!all && !error));
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function say(text) {
  spoken.value = text;
}
