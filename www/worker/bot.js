/**
 * The client of a bot that a user wrote, for the page and the arena's workers. The bot runs in a sandbox, a frame
 * without an origin, and gets one request at a time through a port. Its response is a text for Rust to parse, or an
 * error.
 */

/** How long a move may take beyond a time budget, in milliseconds. */
export const PATIENCE = 5_000;
/** How long the sandbox may take to start, in milliseconds; Python may need longer on a slow machine. */
export const STARTUP = { javascript: 15_000, python: 60_000 };

/** @typedef {{ source: string, language?: 'python' }} Code   in JavaScript by default */

/** An error of a bot, with the line of its code if known. */
export class BotError extends Error {
  /** @param {string} message @param {number} [line] */
  constructor(message, line) {
    super(line ? `line ${line}: ${message}` : message);
    this.line = line;
  }
}

/** A browser's error message without its prefixes. @param {string} error */
const plain = (error) =>
  error.replace(/^Uncaught /, '').replace(/Failed to execute 'importScripts' on '\w+': /, '');

/**
 * @typedef {object} BotClient
 * @property {(line: string, ms: number) => Promise<string>} ask   sends a line of the protocol and returns the response; one at a time
 * @property {() => Promise<void>} ready   resolves when its code is loaded
 */

/**
 * @param {MessagePort} port
 * @param {(line: string) => void} [onLog]   gets what it writes to its console
 * @param {number} [startup]   how long it may take to start
 * @returns {BotClient}
 */
export function converse(port, onLog = () => {}, startup = STARTUP.python) {
  /** @type {Promise<void> | null} */
  let begun = null;
  /** The pending request: a line by its ID, or the start. @type {{ of?: number, resolve: (response: any) => void, reject: (error: Error) => void } | null} */
  let pending = null;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let id = 0;

  port.onmessage = ({ data }) => {
    const { log, ready, error, line, id: of, answer } = JSON.parse(data);
    if (log !== undefined) onLog(log);
    // Ignores the response to a request that has timed out.
    else if (of !== undefined && of !== pending?.of) return;
    else if (error !== undefined) {
      // Without an ID the error has ended the worker.
      if (of === undefined) begun = null;
      pending?.reject(new BotError(plain(error), line));
    } else if (ready) {
      if (pending?.of === undefined) pending?.resolve(undefined);
    } else pending?.resolve(JSON.stringify(answer));
  };

  /** @param {any} message @param {number} ms @param {string} late @returns {Promise<any>} */
  function send(message, ms, late) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // It may be in a loop: the next request starts a new worker.
        begun = null;
        pending = null;
        reject(new BotError(late));
      }, ms);
      const over = () => {
        clearTimeout(timer);
        pending = null;
      };
      pending = {
        of: message.id,
        resolve: (response) => [over(), resolve(response)],
        reject: (error) => [over(), reject(error)],
      };
      port.postMessage(message);
    });
  }

  function begin() {
    begun ??= send('begin', startup, `it did not start within ${startup / 1000} s`);
    return begun;
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  function next(act) {
    const mine = last.then(act, act);
    last = mine.catch(() => {});
    return mine;
  }

  return {
    ready: () => next(begin),
    ask: (line, ms) =>
      next(async () => {
        await begin();
        id++;
        return send({ id, line }, ms, `it gave no move within ${ms / 1000} s and was stopped`);
      }),
  };
}
