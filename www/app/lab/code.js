/**
 * Bots in code: in the editor, saved, and running. Each runs in a separate sandbox and receives requests as lines of the
 * protocol; Rust parses the responses, as from any program. Nothing runs without the user's consent.
 */
import { computed, signal } from '@preact/signals';
import * as strings from '../../strings/lab.js';
import { BotError, converse, PATIENCE, STARTUP } from '../../worker/bot.js';
import { engine } from '../../worker/engine.js';
import { typed } from '../../worker/served.js';
import { startAgainst } from '../newGame.js';
import { goToArena, take } from '../screens.js';
import { ask, errorText } from '../session.js';
import { saveValue } from '../storage.js';
import * as store from '../store.js';
import { offerBot, readOwnBots, savedBots } from './bots.js';
import { nodeFile, pythonFile, sourceOf } from './codeFile.js';
import { unpack } from './codeLink.js';
import { makeDrafts } from './drafts.js';
import { allowPython, PYTHON_MB, pythonAllowed, sandboxOf } from './sandboxes.js';
import * as templates from './templates.js';

/** @typedef {import('./bots.js').OwnBot} OwnBot */
/** @typedef {import('../../worker/client.js').Answer} Answer */

export { allowPython, PYTHON_MB, pythonAllowed, savedBots, templates };

/** Maximum length of the code, in characters. */
export const LONGEST = 200_000;
/** Maximum number of console lines. */
const MOST_LINES = 1_000;

/** The bot in the editor. @type {import('@preact/signals').Signal<OwnBot | null>} */
export const draft = signal(null);
/** The bot as last run, which the board shows. @type {import('@preact/signals').Signal<{ bot: OwnBot, run: number } | null>} */
export const shown = signal(null);
/** Its error. @type {import('@preact/signals').Signal<{ message: string, line?: number } | null>} */
export const fault = signal(null);
/** @type {import('@preact/signals').Signal<'idle' | 'starting' | 'ready'>} */
export const status = signal('idle');
/** Its console, by move. @type {import('@preact/signals').Signal<{ at: string, lines: string[] }[]>} */
export const log = signal([]);
/** Whether the bot came with a link, from an untrusted author, and was not run yet. */
export const sent = computed(() => !!draft.value?.sent);

/** @typedef {{ bot: OwnBot, connection: import('../../worker/bot.js').BotClient, end: () => void }} Running */
/** Running bots by name. @type {Map<string, Promise<Running>>} */
const running = new Map();
let runs = 0;

/** @param {string} name @returns {OwnBot | undefined} the bot of that name, running or saved */
const find = (name) =>
  shown.value?.bot.name === name ? shown.value.bot : savedBots().find((one) => one.name === name);

/** @param {string} line */
function appendLog(line) {
  const all = log.value;
  const now = store.state.peek();
  const at = now ? strings.move(now.ply) : '';
  const last = all.at(-1);
  const next =
    last?.at === at
      ? [...all.slice(0, -1), { at, lines: [...last.lines, line].slice(-MOST_LINES) }]
      : [...all, { at, lines: [line] }];
  log.value = next.slice(-MOST_LINES);
}

/** @param {OwnBot} bot @returns {Promise<Running>} */
async function beginSandbox(bot) {
  const { port, end } = await sandboxOf(bot);
  const write = (/** @type {string} */ line) => shown.peek()?.bot === bot && appendLog(line);
  return { bot, connection: converse(port, write, STARTUP[bot.language ?? 'javascript']), end };
}

/** @param {unknown} error @returns {{ message: string, line?: number }} */
const faultOf = (error) => ({
  message: errorText(error),
  line: error instanceof BotError ? error.line : undefined,
});

/** The bot with a default name if it has none. @param {OwnBot} bot @returns {OwnBot} */
const withName = (bot) => ({ ...bot, name: bot.name.trim() || strings.myBot });

/** @param {OwnBot} one @param {OwnBot} other */
const isSameCode = (one, other) => one.source === other.source && one.language === other.language;

/** @param {string} name */
function end(name) {
  running
    .get(name)
    ?.then((one) => one.end())
    .catch(() => {});
  running.delete(name);
}

/** Starts a bot unless it runs. @param {string} name @returns {Promise<Running>} */
async function runningOf(name) {
  const bot = find(name);
  if (!bot) throw new BotError(strings.itIsNotInThis);
  const there = await running.get(name)?.catch(() => null);
  if (there?.bot.source === bot.source) return there;
  end(name);
  const begun = beginSandbox(bot);
  running.set(name, begun);
  begun.catch(() => running.delete(name));
  return begun;
}

/**
 * A bot's analysis of a position of the current game.
 * @param {import('../../worker/thinker.js').Question} about
 * @returns {Promise<Answer>}
 */
export async function answer({ ply, hash, seat, bot }) {
  const name = bot.bot.slice(store.PROGRAM.length);
  const mine = shown.peek()?.bot.name === name;
  /** @type {import('../../pkg/totora.js').Question | undefined} */
  let question;
  try {
    const { Question } = await engine();
    const one = await runningOf(name);
    const now = store.state.peek();
    if (now?.ply !== ply || now.hash !== hash) return { done: true };
    const budget = bot.budget ?? null;
    const ms = PATIENCE + (budget && 'ms' in budget ? budget.ms : 0);
    question = ask((s) => Question.ask(s, seat ?? now.to_act[0] ?? 0, budget, ms));
    if (!question) return { done: true };
    const thought = typed(question.analysis(await one.connection.ask(question.line(), ms)));
    if (mine) fault.value = null;
    const { log: noted } = /** @type {{ log?: string[] }} */ (thought);
    if (mine) for (const line of noted ?? []) appendLog(line);
    return { thought, done: true };
  } catch (error) {
    const message = errorText(error);
    // A hanging bot may block its iframe: the next request starts a new one.
    if (error instanceof BotError && /within/.test(message)) end(name);
    if (mine) fault.value = faultOf(error);
    return { error: `${name}: ${message}`, done: true };
  } finally {
    question?.free();
  }
}

// --- in the editor -----------------------------------------------------------------------------

const PLACE = 'bot-draft';

/** Saved bots, newest first. @returns {import('./drafts.js').Shelved<OwnBot>[]} */
export function shelf() {
  return savedBots().map((bot) => ({ name: bot.name, draft: bot }));
}

/** @type {ReturnType<typeof makeDrafts<OwnBot>>} */
const drafts = makeDrafts({
  draft,
  place: () => PLACE,
  shelf,
  setShelf: (_, all) => saveBots(all.map((one) => one.draft)),
  contentOf: ({ source, language }) => JSON.stringify([source, language]),
  changed(next) {
    fault.value = null;
    return next;
  },
  fileOf: (bot) => ({ ...fileOf(bot), type: 'text/plain' }),
  words: {
    unnamed: strings.myBot,
    isSavedAs: strings.yourBotIsSaved,
    stays: strings.yourBotStaysThis,
    notSaved: strings.yourBotIsNotSaved,
  },
});

export const { canUndo, canRedo, edit, undo, redo, replace, save, remove } = drafts;

/** Opens the editor with its last content or a template. */
export function open() {
  if (!draft.value) drafts.resume(PLACE, templates.fresh);
  const link = take('code');
  if (link) welcome(link);
}

/** The user has pressed *Run*: the code may run from now on, also where it is saved. */
function allow() {
  const bot = draft.value;
  if (!bot?.sent) return;
  drafts.put({ ...bot, sent: undefined });
  const saved = savedBots();
  if (saved.some((one) => one.sent && isSameCode(one, bot)))
    saveBots(saved.map((one) => (isSameCode(one, bot) ? { ...one, sent: undefined } : one)));
}

/** Runs the bot in the editor on the shown position. */
export async function run() {
  if (!draft.value) return;
  allow();
  const named = withName(draft.value);
  end(named.name);
  log.value = [];
  fault.value = null;
  status.value = 'starting';
  shown.value = { bot: named, run: ++runs };
  offerBot(named.name);
  try {
    const one = await runningOf(named.name);
    await one.connection.ready();
  } catch (error) {
    if (shown.value?.bot === named) fault.value = faultOf(error);
  }
  status.value = fault.value ? 'idle' : 'ready';
}

/** The board's bot while the editor is open; null before the first run. @returns {import('../types.js').BotConfig | null} */
export const shownBot = () =>
  shown.value && status.value === 'ready'
    ? { bot: store.PROGRAM + shown.value.bot.name, options: { run: shown.value.run } }
    : null;

// --- saving and sharing -------------------------------------------------------------------------

/** @param {OwnBot[]} all @returns {Promise<boolean>} whether they are saved */
function saveBots(all) {
  const saved = saveValue('bots', all);
  readOwnBots();
  return saved;
}

/** The bot as a file for `totora play --seats "exec:…"`. @param {OwnBot} bot @returns {{ name: string, text: string, command: string }} */
export function fileOf({ name, source, language }) {
  const [ending, program] = language === 'python' ? ['py', 'python3'] : ['mjs', 'node'];
  const file = `${name.replace(/[^\w-]+/g, '-').toLowerCase() || 'bot'}.${ending}`;
  const command = `totora play ${store.game.value || 'isolation'} --seats "exec:${program} ${file},random"`;
  const text = language === 'python' ? pythonFile(source) : nodeFile(source);
  return { name: file, text, command };
}

/** Opens a bot from a file. @param {File} file @returns {Promise<boolean>} false on failure */
export async function openFile(file) {
  if (file.size > LONGEST) {
    store.notify(strings.isLargerThanAnyBot(file.name, LONGEST / 1000), {
      error: true,
    });
    return false;
  }
  const name = file.name.replace(/\.\w+$/, '').slice(0, 40);
  const source = sourceOf(await file.text());
  return replace(
    /\.py$/i.test(file.name) ? { name, source, language: 'python' } : { name, source },
  );
}

/** Starts a new bot in another language. @param {OwnBot['language']} language */
export const begin = (language) => replace(templates.fresh(language));

/** Opens a bot from a link in the editor, to be read before it is run. @param {string} link */
async function welcome(link) {
  try {
    const bot = await unpack(link);
    // Its name may be that of a bot of the user's.
    replace({ ...bot, name: drafts.freeName(bot), sent: true });
  } catch (error) {
    store.notify(errorText(error), { error: true });
  }
}

/** Saves the bot in the editor for use elsewhere; one that came with a link must be run first. @returns {Promise<boolean>} whether it is ready */
async function ready() {
  if (!sent.value) return save();
  store.notify(strings.readItThenPressRun, { error: true });
  return false;
}

/** Starts a game against the bot in the editor. */
export async function playAgainst() {
  if (!store.state.value || !(await ready())) return;
  await run();
  if (!fault.value) await startAgainst({ program: shown.value?.bot.name ?? '' });
}

/** Enters the bot in the arena. */
export async function enterArena() {
  if (!(await ready()) || !draft.value) return;
  const { arenaName } = await import('../arena/players.js');
  const program = await arenaName(withName(draft.value).name);
  goToArena({ game: store.game.value, bot: /** @type {any} */ ({ program }) });
}
