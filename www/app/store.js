/**
 * The page's one state: signals and what is computed from them. Panels read these; only `game.js`
 * (the game itself), `think.js` (thoughts) and the panels' own small switches write them.
 * No rule of any game, no DOM and no storage may enter here.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../strings/common.js';
import { PROGRAM } from '../worker/served.js';

export { PROGRAM };

/** @typedef {import('./types.js').State} State */

// --- what Rust said, at the ply shown; written by session.js alone ------------------------------

/** The games that are offered, by what is said of them before the engine is there. @type {import('@preact/signals').Signal<import('../pkg/catalog.js').Offered[]>} */
export const games = signal([]);
/** All that is said of them, once the engine is there. @type {import('@preact/signals').Signal<import('./types.js').GameInfo[]>} */
export const catalog = signal([]);
/** @type {import('@preact/signals').Signal<State | null>} */
export const state = signal(null);
/** What no move of the game changes, which only its board renderer can read. @type {import('@preact/signals').Signal<any>} */
export const layout = signal(null);
/** The game's own view, which only its board renderer can read. @type {import('@preact/signals').Signal<any>} */
export const view = signal(null);
/** @type {import('@preact/signals').Signal<import('./types.js').MoveRow[]>} */
export const rows = signal([]);
/** @type {import('@preact/signals').Signal<import('./types.js').Series[]>} */
export const series = signal([]);

// --- how it is shown ------------------------------------------------------------------------

/** What the board shows of a thought: one of `GameInfo.overlays`. */
export const overlay = signal('off');
/** Quarter turns of the whole board, which links carry. */
export const turned = signal(0);
/** Outlines that can be switched on, by name. @type {import('@preact/signals').Signal<Record<string, boolean>>} */
export const marks = signal({});
/** Which screen of the page is open. @type {import('@preact/signals').Signal<'home' | 'game' | 'arena' | 'lab' | 'beat'>} */
export const screen = signal('game');
/**
 * The game that the user wants: to go on with, to play afresh, or to watch; or what they have brought, to be opened.
 * `start.jsx` sees to each once.
 * @type {import('@preact/signals').Signal<{ game: string, how: 'continue' | 'play' | 'watch' } | { how: 'open', what: string | File } | null>}
 */
export const navigation = signal(null);
/** A bot that is to be entered in the arena. @type {import('@preact/signals').Signal<{ game: string, bot: import('./types.js').BotConfig } | null>} */
export const pendingEntrant = signal(null);
/** What is asked of the Lab: a game, the step of its lesson from 1, and whether the game has just begun. @type {import('@preact/signals').Signal<{ game: string, step: number | null, fresh?: boolean } | null>} */
export const pendingLesson = signal(null);
/** A heuristic that is to be opened in the editor of the Lab: a bot, or a draft that need not be right. @type {import('@preact/signals').Signal<{ game: string, config?: import('./types.js').BotConfig, draft?: Extract<import('../pkg/totora.js').LabSent, { position: string }>['draft'] } | null>} */
export const pendingLabBot = signal(null);
/** The term whose contributions lie over the board in place of scores, by its place; null if none. @type {import('@preact/signals').Signal<number | null>} */
export const painted = signal(null);
/** A link to a tournament that the arena is to open; empty if none. */
export const arenaLink = signal('');
/** The link to the challenge that is open; empty if none. */
export const beatLink = signal('');
/** Whether the panels of the analysis are open; remembered. */
export const analysing = signal(false);
/** Which panel is open. */
export const tab = signal('thinking');
/** The tab that stands for the left column where there is none. */
export const SIDE = 'side';
/** Which chart of the game's series is drawn. */
export const chart = signal('');
/** @type {import('@preact/signals').Signal<'system' | 'light' | 'dark'>} */
export const theme = signal('system');
/** Whether only board and transport are shown, for an iframe. */
export const embedded = signal(false);
/** Whether the end report of the game at hand was put away. */
export const reportPutAway = signal(false);
/** Points of the games before this one in a row of rematches, by seat. @type {import('@preact/signals').Signal<number[]>} */
export const points = signal([]);

// --- transport ------------------------------------------------------------------------------

/** Whose line is walked, in words: `line of Alpha-beta`. Only of use while the state says that one is. */
export const walker = signal('');
/** The hash of a position with later plies from which bots play on all the same. */
export const onward = signal('');
/**
 * What the transport does; written by `transport.js` alone.
 * @type {import('@preact/signals').Signal<'paused' | 'playing' | 'replaying'>}
 */
export const transport = signal('playing');
/** Bots that are to move do so; off is a pause. */
export const running = computed(() => transport.value !== 'paused');
/** Moves that were played already are being shown again, one after the other. */
export const replaying = computed(() => transport.value === 'replaying');
/** The record of the game on the page as it came from outside; empty if it did not. */
export const opened = signal('');
/** Whether it has just come and is not kept yet: the user's own game may be in its place. */
export const arrived = signal(false);
/** Times the normal speed; Infinity is as fast as it goes. */
export const speed = signal(1);

// --- turns of all seats at once ---------------------------------------------------------------

/** What persons order for the turn that waits at a position, by seat. @type {import('@preact/signals').Signal<{ hash: string, moves: Record<number, string> }>} */
export const orders = signal({ hash: '', moves: {} });
/** How many turns are to be played before the next pause. */
export const turnsWanted = signal(Number.POSITIVE_INFINITY);
/** A question to the game after each turn: where it has an answer, the run pauses. @type {import('@preact/signals').Signal<unknown>} */
export const until = signal(null);
/** The seat whose thoughts are shown. */
export const seenAs = signal(0);

// --- thinking -------------------------------------------------------------------------------

/** The bot whose thinking is shown; null follows the game. @type {import('@preact/signals').Signal<import('./types.js').BotConfig | null>} */
export const advisor = signal(null);
/** @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const thinking = signal(null);
/** Why a question has no answer; `stderr` are the last lines that a program wrote on standard error. @type {import('@preact/signals').Signal<{ key: string, error: string, stderr: string[] } | null>} */
export const failure = signal(null);
/** @type {import('@preact/signals').Signal<'idle' | 'busy' | 'done' | 'stopped'>} */
export const thinkingStatus = signal('idle');
/** How many unless the user chooses. */
export const LINES = 5;
/** Whether the list of candidates shows scores in place of chances to win. */
export const rawScores = signal(false);
/** How many of the best candidates are to be exact, where a bot bounds the others; Infinity is all. */
export const lines = signal(LINES);
/** What was thought before the user began to move a weight: what it does is shown against that. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const before = signal(null);
/** What each piece did before that, where it does something else now. @type {import('@preact/signals').Signal<(import('./types.js').ThoughtInfo['tasks'][number] | null)[]>} */
export const minds = signal([]);
/** What the bot thinks whose thoughts the overlay shows, if it has one of its own. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const foreseen = signal(null);
/** The move whose candidate the user has picked, to look at it longer. @type {import('@preact/signals').Signal<string | null>} */
export const picked = signal(null);
/** What the game's solving bot thinks, if it has one; see `verdicts`. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const solving = signal(null);
/**
 * A move of the past that the user wants to find a better one for: what is played by hand at that position is
 * handed to `answer` and judged, and the game stays as it is.
 * @type {import('@preact/signals').Signal<import('./types.js').Trial | null>}
 */
export const trying = signal(null);
/** The puzzle that is open. @type {import('@preact/signals').Signal<import('./puzzle.js').Solving | null>} */
export const puzzle = signal(null);
/** The candidate that the pointer or the focus is on, by its place in the list. @type {import('@preact/signals').Signal<number | null>} */
export const pointed = signal(null);
/** The expected line that the user follows: after which candidate, and this many plies of it. @type {import('@preact/signals').Signal<{ candidate: number, plies: number, moves?: string[] } | null>} */
export const followed = signal(null);
/** The move that a hint is showing. @type {import('@preact/signals').Signal<string | null>} */
export const hint = signal(null);
/** What the adviser thinks who gave it, where another bot is shown. @type {import('@preact/signals').Signal<import('./types.js').Thinking | null>} */
export const advice = signal(null);

// --- totora serve ---------------------------------------------------------------------------

/** The programs outside that may sit on seats; null where the page does not come from `totora serve`, and bots think in the worker. @type {import('@preact/signals').Signal<string[] | null>} */
export const programs = signal(null);
/** How many games of the arena `totora serve` plays at once; 0 where there are workers alone. */
export const cores = signal(0);
/** The names of bots written in this page. */
export const ownBots = signal(/** @type {string[]} */ ([]));
/** A link with a bot in code that waits for the Lab; empty if there is none. */
export const botLink = signal('');
/** A link with a heuristic or a lesson that waits for the Lab; empty if there is none. */
export const labLink = signal('');

// --- messages -------------------------------------------------------------------------------

/** @typedef {{ kind: 'new' } | { kind: 'keys' } | { kind: 'share' } | { kind: 'tournament' } | { kind: 'heuristic' } | { kind: 'rules', game?: string, heading?: string } | { kind: 'editor' } | { kind: 'setup' } | { kind: 'confirm', title: string, text: string, yes: string, act: () => void }} Dialog */
/** @type {import('@preact/signals').Signal<Dialog | null>} */
export const dialog = signal(null);
/** @typedef {{ id: number, text: string, error: boolean, opening: boolean, action?: { label: string, act: () => void } }} Toast */
/** @type {import('@preact/signals').Signal<Toast[]>} */
export const toasts = signal([]);
/** Something that takes a while, how far it is (0 to 1), and how to stop it. @type {import('@preact/signals').Signal<{ text: string, share: number, stop: () => void } | null>} */
export const task = signal(null);
/**
 * What the bots of the game at hand ask for beyond what is usual, until the user allows it: a stranger's
 * game has no right to it. @type {import('@preact/signals').Signal<import('../pkg/totora.js').Demand[]>}
 */
export const demands = signal([]);
/**
 * Heuristics that a stranger's game brought, by seat, until the user lets them play: who wrote what is shown first.
 * @type {import('@preact/signals').Signal<{ seat: number, config: import('./types.js').BotConfig }[]>}
 */
export const guests = signal([]);
/** Whether all of the engine is there. */
export const engineReady = signal(false);
/** How many acts wait for the second part of the engine. */
export const awaited = signal(0);
/** Whether a part of the engine is late; null if none is. @type {import('@preact/signals').Signal<import('../worker/engine.js').Late | null>} */
export const lateEngine = signal(null);
/** What the live region says. */
export const spoken = signal('');

// --- computed -------------------------------------------------------------------------------

/** The catalogue's entry of a game. @param {string | undefined} game */
export const entryOf = (game) => catalog.value.find(({ id }) => id === game);
/** What a game is called, before the engine is there too. @param {string} game */
export const gameName = (game) => games.value.find(({ id }) => id === game)?.name ?? game;
/** The catalogue's entry of the game at hand. */
export const info = computed(() => entryOf(state.value?.game) ?? null);
/** The game at hand; empty if there is none yet. */
export const game = computed(() => state.value?.game ?? '');
/** Whether a person sits at the board. */
export const personPlays = computed(
  () => !!state.value?.seats.some((seat) => 'human' in seat.config),
);
/** The seat of the only person at the board; null where there are more, or none. */
export const you = computed(() => {
  const seats = state.value?.seats ?? [];
  const people = seats.flatMap((seat, i) => ('human' in seat.config ? [i] : []));
  return people.length === 1 ? people[0] : null;
});
/** What a player is called: the only person at the board is you. @param {import('./types.js').SeatState} seat @param {number} at */
export const playerName = (seat, at) =>
  at === you.value && !embedded.value ? strings.you : seat.player;
/**
 * What stands around the board: to play, little; to watch bots, the transport too; to analyse, all panels.
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
/** Whether a line is walked that is no part of the game. */
export const walking = computed(() => (state.value?.walk_from ?? null) !== null);
/** Whether bots may move where the game is now: at the end of a line, or where the user plays on. */
export const mayMove = computed(
  () => !walking.value && (atEnd.value || onward.value === state.value?.hash),
);
/** Whether all seats move at once in the game at hand: a ply is then a turn of all of them. */
export const simultaneous = computed(() => !!info.value?.simultaneous);
/** The human seat that may act now, or null. */
export const humanToAct = computed(() => {
  const now = state.value;
  if (!now || now.outcome) return null;
  if (trying.value?.hash === now.hash) return trying.value.seat;
  return now.to_act.find((seat) => 'human' in now.seats[seat].config) ?? null;
});
/** The seat of a bot, or of a program outside, that owes a move now, or null. */
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

/** The thought, if it is about the position shown. */
export const thought = computed(() => here(thinking.value)?.info ?? null);

/** The same for the overlay's own bot. */
export const oracle = computed(() => here(foreseen.value)?.info ?? null);

/** The same for what a weight is compared with, if it is of the bot that is shown. */
export const comparison = computed(() => {
  const known = here(before.value);
  return known && known.config.bot === thinking.value?.config.bot ? known : null;
});

/** The same for the adviser who gave the hint. */
export const adviser = computed(() => here(advice.value));

/** The candidate that is looked at: pointed at, or picked; null if none. */
export const lookedAt = computed(() => {
  if (pointed.value !== null) return pointed.value;
  const at = thought.value?.moves.indexOf(picked.value ?? '') ?? -1;
  return at < 0 ? null : at;
});

/**
 * What is proven of the moves of the position shown, by move: from the game's solving bot, and from the bot
 * that is shown. Empty where nothing is.
 * @type {import('@preact/signals').ReadonlySignal<Map<string, import('./types.js').Verdict>>}
 */
export const verdicts = computed(() => {
  /** @type {Map<string, import('./types.js').Verdict>} */
  const found = new Map();
  /** @param {import('./types.js').ThoughtInfo | null} info */
  const add = (info) =>
    info?.moves.forEach((move, i) => {
      const result = info.proven[i];
      if (result)
        found.set(move, { result, plies: info.plies[i] ?? found.get(move)?.plies ?? null });
    });
  add(thought.value);
  add(here(solving.value)?.info ?? null);
  return found;
});

/** Points over the row of rematches, with this game's if it is over: 1, ½ or 0 a game. */
export const total = computed(() => {
  const ranks = state.value?.outcome?.ranks ?? [];
  const winners = ranks.filter((rank) => rank === 1).length;
  return (state.value?.seats ?? []).map(
    (_, seat) => (points.value[seat] ?? 0) + (ranks[seat] === 1 ? 1 / winners : 0),
  );
});

/**
 * The catalogue's entry of a bot of the game at hand.
 * @param {string} id
 */
export function botInfo(id) {
  if (id.startsWith(PROGRAM)) return programInfo(id);
  return info.value?.bots.find((bot) => bot.id === id) ?? null;
}

/** A program outside, in the form of a bot of whom nothing is known. @param {string} id @returns {import('./types.js').BotInfo} */
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
 * Who plays on a seat without a person: a bot, or a program outside in the form of one.
 * @param {import('./types.js').SeatConfig | undefined} config
 * @returns {import('./types.js').BotConfig | null}
 */
export function asBot(config) {
  if (!config || 'human' in config) return null;
  if ('bot' in config) return config;
  return { bot: PROGRAM + config.program, options: {}, budget: config.budget };
}

/**
 * Opens a window: of what kind, and what it needs to know.
 * @template {Dialog['kind']} K
 * @param {K} kind
 * @param {Omit<Extract<Dialog, { kind: K }>, 'kind'>} [more]
 */
export function openDialog(kind, more) {
  dialog.value = /** @type {Dialog} */ ({ kind, ...more });
}

/** Closes the window that is open. */
export function closeDialog() {
  dialog.value = null;
}

/**
 * Opens the panels of the analysis.
 * @param {string} [panel]   which of them; what the bot thinks in place of what a phone showed beside the board before
 */
export function openAnalysis(panel = tab.value === SIDE ? 'thinking' : tab.value) {
  tab.value = panel;
  analysing.value = true;
}

let lastToast = 0;

/**
 * Shows a message. Errors, and what `stays`, stay until they are put away; others leave by themselves.
 * @param {string} text
 * @param {{ error?: boolean, stays?: boolean, opening?: boolean, action?: { label: string, act: () => void } }} [more]
 *   `opening` is what is said about a game that was opened, or not
 * @returns {number} by which it can be put away
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
 * Puts a message away.
 * @param {number} id
 */
export function dismiss(id) {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Puts away what was said about an earlier opening: all of it, or only why it failed. @param {boolean} all */
export function dismissOpening(all) {
  toasts.value = toasts.value.filter(({ opening, error }) => !opening || (!all && !error));
}

/**
 * Says something to those who listen instead of looking.
 * @param {string} text
 */
export function say(text) {
  spoken.value = text;
}
