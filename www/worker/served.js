/**
 * The page's end of the socket of `totora serve`: native bots and programs outside think there, and play the games of
 * the arena. Without it the page is as ever. What to ask is decided in `app/think.js`; nothing here knows a game.
 */

/** @typedef {import('./client.js').Answer} Answer */
/** @typedef {import('./thinker.js').Question} Question */

/** What a bot's name begins with that is a program outside, as on the command line. */
export const PROGRAM = 'exec:';
/** What the address names the token by. */
const PARAMETER = 'serve';
/** How long it waits before it tries again, in milliseconds; twice as long each time. */
const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;

/** @type {WebSocket | null} */
let socket = null;
/** Counts questions. */
let count = 0;
/** Those who wait, by the number of their question. @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
/** The question of each channel that is not answered yet. @type {Map<string, number>} */
const busy = new Map();
/** The last question of each channel, which is kept there to be asked about. @type {Map<string, number>} */
const last = new Map();
/** @type {(programs: string[] | null, cores: number) => void} */
let report = () => {};

/** Whether the server listens. */
let open = false;

/** Whether it answers a question: a program is asked here or nowhere. @param {Question} about */
export const takes = (about) => about.bot.bot.startsWith(PROGRAM) || open;

/**
 * Connects, if this page comes from `totora serve`, and stays connected.
 * @param {(programs: string[] | null, cores: number) => void} changed
 *   hears who may sit on seats, and how many may play games at once; null when no server can be asked
 */
export function connect(changed) {
  report = changed;
  const token = new URLSearchParams(location.search).get(PARAMETER);
  if (token) enter(token, FIRST_RETRY);
}

/** @param {string} token @param {number} pause   before the next try, if this one fails */
function enter(token, pause) {
  const address = new URL('socket', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = `?token=${encodeURIComponent(token)}`;
  address.hash = '';
  const mine = new WebSocket(address);
  socket = mine;
  let next = pause;
  mine.onopen = () => {
    open = true;
    next = FIRST_RETRY;
    ask({ do: 'programs' }, (answer) => report(answer.programs ?? [], answer.cores ?? 0));
  };
  mine.onmessage = (event) => hear(JSON.parse(event.data));
  mine.onclose = () => {
    open = false;
    socket = null;
    report(null, 0);
    for (const answer of [...waiting.values()]) {
      answer({ done: true, error: 'The connection to totora serve is lost. Is it still running?' });
    }
    waiting.clear();
    busy.clear();
    last.clear();
    setTimeout(() => enter(token, Math.min(2 * next, LAST_RETRY)), next);
  };
}

/** @param {{ id?: number, error?: string, done?: boolean, thought?: any }} answer */
function hear(answer) {
  if (answer.id === undefined) return;
  const heard = waiting.get(answer.id);
  if (answer.done !== false) waiting.delete(answer.id);
  heard?.(answer);
}

/** @param {object} request @param {(answer: any) => void} heard @returns {number} */
export function ask(request, heard) {
  const id = ++count;
  waiting.set(id, heard);
  socket?.send(JSON.stringify({ ...request, id }));
  return id;
}

/** Asks no more of a question, unless it was answered for good. @param {number} id */
export function leave(id) {
  if (!waiting.delete(id)) return;
  ask({ do: 'stop', of: id }, () => {});
  waiting.delete(count);
}

/** As the wasm engine hands it over. @param {any} thought @returns {import('../app/types.js').ThoughtInfo} */
export const typed = (thought) => ({
  ...thought,
  values: Float64Array.from(thought.values),
  contributions: Float64Array.from(thought.contributions),
});

/**
 * Asks for a thought about a position of the game. A newer question of the same channel ends the older.
 * @param {string} channel
 * @param {Question} about
 * @param {string} record   the line of the game that is looked at, as JSON text
 * @param {(answer: Answer) => void} report
 */
export function think(channel, about, record, report) {
  stop(channel);
  const before = last.get(channel);
  if (before !== undefined) {
    ask({ do: 'stop', of: before }, () => {});
    waiting.delete(count);
    last.delete(channel);
  }
  if (!open) {
    const name = about.bot.bot.slice(PROGRAM.length);
    report({
      done: true,
      error: `${name} is not here: it plays only where “totora serve” runs it.`,
    });
    return;
  }
  const { bot, ...where } = about;
  const who = bot.bot.startsWith(PROGRAM)
    ? { program: bot.bot.slice(PROGRAM.length), budget: bot.budget }
    : { bot };
  const id = ask({ do: 'think', ...where, ...who, record }, (answer) => {
    if (busy.get(channel) !== id) return;
    if (answer.done) busy.delete(channel);
    report(answer.thought ? { ...answer, thought: typed(answer.thought) } : answer);
  });
  busy.set(channel, id);
  last.set(channel, id);
}

/** Whether the last thought of a channel came from here. @param {string} channel */
export const answered = (channel) => last.has(channel);

/**
 * Asks the last thought of a channel more.
 * @param {string} channel
 * @param {string} what
 * @param {object} about
 * @returns {Promise<any>}
 */
export const more = (channel, what, about) =>
  new Promise((resolve) =>
    ask({ do: what, of: last.get(channel), ...about }, (answer) =>
      resolve(answer[what] ?? undefined),
    ),
  );

/**
 * Stops a channel. With `flush`, the last state of the thought still comes in.
 * @param {string} channel
 * @param {boolean} [flush]
 */
export function stop(channel, flush = false) {
  const id = busy.get(channel);
  if (id === undefined) return;
  if (!flush) {
    busy.delete(channel);
    waiting.delete(id);
  }
  ask({ do: 'stop', of: id }, () => {});
  waiting.delete(count);
}
