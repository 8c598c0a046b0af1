/**
 * The page's client of `totora serve`: native bots and external programs analyse there, and play games of the arena.
 * It is optional. `app/think.js` decides what to request; nothing here depends on a game.
 */

/** @typedef {import('./client.js').Answer} Answer */
/** @typedef {import('./thinker.js').Question} Question */

/** The prefix of an external program's name, as on the command line. */
export const PROGRAM = 'exec:';
/** The query parameter that holds the token. */
const PARAMETER = 'serve';
/** The pause before it reconnects, in milliseconds; it doubles each time. */
const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;

/** @type {WebSocket | null} */
let socket = null;
/** The ID of the latest request. */
let count = 0;
/** Callbacks of pending requests, by ID. @type {Map<number, (response: any) => void>} */
const pending = new Map();
/** The running request of each channel. @type {Map<string, number>} */
const busy = new Map();
/** The latest request of each channel; the server keeps its analysis for `more`. @type {Map<string, number>} */
const latest = new Map();
/** @type {(programs: string[] | null, cores: number) => void} */
let report = () => {};

/** Whether the socket is open. */
let open = false;

/** Whether it handles a request. External programs run only here. @param {Question} about */
export const takes = (about) => about.bot.bot.startsWith(PROGRAM) || open;

/**
 * Connects, if this page comes from `totora serve`, and stays connected.
 * @param {(programs: string[] | null, cores: number) => void} changed
 *   gets the programs that can play, and how many games can run at once; null when there is no connection
 */
export function connect(changed) {
  report = changed;
  const token = new URLSearchParams(location.search).get(PARAMETER);
  if (token) enter(token, FIRST_RETRY);
}

/** @param {string} token @param {number} pause   before the next attempt, if this one fails */
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
    send({ do: 'programs' }, (response) => report(response.programs ?? [], response.cores ?? 0));
  };
  mine.onmessage = (event) => {
    /** @type {{ id?: number, error?: string, done?: boolean, thought?: any }} */
    const response = JSON.parse(event.data);
    if (response.id === undefined) return;
    const onResponse = pending.get(response.id);
    if (response.done !== false) pending.delete(response.id);
    onResponse?.(response);
  };
  mine.onclose = () => {
    open = false;
    socket = null;
    report(null, 0);
    for (const onResponse of [...pending.values()]) {
      onResponse({
        done: true,
        error: 'The connection to totora serve is lost. Is it still running?',
      });
    }
    pending.clear();
    busy.clear();
    latest.clear();
    setTimeout(() => enter(token, Math.min(2 * next, LAST_RETRY)), next);
  };
}

/** @param {object} request @param {(response: any) => void} onResponse @returns {number} the request's ID */
export function send(request, onResponse) {
  const id = ++count;
  pending.set(id, onResponse);
  socket?.send(JSON.stringify({ ...request, id }));
  return id;
}

/** Cancels a request that is still pending. @param {number} id */
export function cancel(id) {
  if (!pending.delete(id)) return;
  sendStop(id);
}

/** Stops a request; there is no response to wait for. @param {number} id */
function sendStop(id) {
  socket?.send(JSON.stringify({ do: 'stop', of: id, id: ++count }));
}

/** An analysis with the typed arrays that the wasm engine returns. @param {any} thought @returns {import('../app/types.js').AnalysisInfo} */
export const typed = (thought) => ({
  ...thought,
  values: Float64Array.from(thought.values),
  contributions: Float64Array.from(thought.contributions),
});

/**
 * Requests an analysis of a position of the game. A newer request on the same channel ends the older.
 * @param {string} channel
 * @param {Question} about
 * @param {string} record   the displayed line of the game, as JSON text
 * @param {(response: Answer) => void} report
 */
export function think(channel, about, record, report) {
  stop(channel);
  const before = latest.get(channel);
  if (before !== undefined) {
    sendStop(before);
    latest.delete(channel);
  }
  if (!open) {
    const name = about.bot.bot.slice(PROGRAM.length);
    report({
      done: true,
      error: `${name} is not available here: it plays only where “totora serve” runs it.`,
    });
    return;
  }
  const { bot, ...where } = about;
  const who = bot.bot.startsWith(PROGRAM)
    ? { program: bot.bot.slice(PROGRAM.length), budget: bot.budget }
    : { bot };
  const id = send({ do: 'think', ...where, ...who, record }, (response) => {
    if (busy.get(channel) !== id) return;
    if (response.done) busy.delete(channel);
    report(response.thought ? { ...response, thought: typed(response.thought) } : response);
  });
  busy.set(channel, id);
  latest.set(channel, id);
}

/** Whether the latest analysis of a channel is from here. @param {string} channel */
export const answered = (channel) => latest.has(channel);

/**
 * Requests details of the latest analysis on a channel.
 * @param {string} channel
 * @param {string} what
 * @param {object} about
 * @returns {Promise<any>}
 */
export const more = (channel, what, about) =>
  new Promise((resolve) =>
    send({ do: what, of: latest.get(channel), ...about }, (response) =>
      resolve(response[what] ?? undefined),
    ),
  );

/**
 * Stops a channel. With `flush`, the last state of the analysis is still reported.
 * @param {string} channel
 * @param {boolean} [flush]
 */
export function stop(channel, flush = false) {
  const id = busy.get(channel);
  if (id === undefined) return;
  if (!flush) {
    busy.delete(channel);
    pending.delete(id);
  }
  sendStop(id);
}
