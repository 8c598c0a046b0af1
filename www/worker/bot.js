/**
 * The page's end of a bot that a user wrote: it runs in a sandbox, a frame without an origin, and is asked for one move
 * after another through a port, from the page or from a worker of the arena. Whatever it does, the answer is a text that
 * Rust then reads, or an error.
 */

/** How long it may take for a move beside a budget in time, in milliseconds. */
export const PATIENCE = 5_000;
/** How long the sandbox may take to start, in milliseconds; Python may need longer on a slow machine. */
export const STARTUP = { javascript: 15_000, python: 60_000 };

/** @typedef {{ source: string, language?: 'python' }} Code   in JavaScript unless it says so */

/** What a bot did wrong, and in which line of its code if that is known. */
export class BotError extends Error {
  /** @param {string} message @param {number} [line] */
  constructor(message, line) {
    super(line ? `line ${line}: ${message}` : message);
    this.line = line;
  }
}

/** What the browser says of code that cannot be read, without whom it told. @param {string} error */
const plain = (error) =>
  error.replace(/^Uncaught /, '').replace(/Failed to execute 'importScripts' on '\w+': /, '');

/**
 * @typedef {object} Asked
 * @property {(line: string, ms: number) => Promise<string>} ask   the answer to a line of the protocol; one at a time
 * @property {() => Promise<void>} ready   waits until its code has been read
 */

/**
 * @param {MessagePort} port
 * @param {(line: string) => void} [hear]   what it writes to its console
 * @param {number} [startup]   how long it may take to start
 * @returns {Asked}
 */
export function converse(port, hear = () => {}, startup = STARTUP.python) {
  /** @type {Promise<void> | null} */
  let begun = null;
  /** Who waits for an answer: to a question by its number, or to the beginning. @type {{ of?: number, resolve: (answer: any) => void, reject: (error: Error) => void } | null} */
  let waiting = null;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let id = 0;

  port.onmessage = ({ data }) => {
    const { log, ready, error, line, id: of, answer } = JSON.parse(data);
    if (log !== undefined) hear(log);
    // The answer to a question that was given up is none.
    else if (of !== undefined && of !== waiting?.of) return;
    else if (error !== undefined) {
      // Without a number it is the end of the worker.
      if (of === undefined) begun = null;
      waiting?.reject(new BotError(plain(error), line));
    } else if (ready) {
      if (waiting?.of === undefined) waiting?.resolve(undefined);
    } else waiting?.resolve(JSON.stringify(answer));
  };

  /** @param {any} message @param {number} ms @param {string} late @returns {Promise<any>} */
  function send(message, ms, late) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // It may be in a loop: the next question goes to a fresh one.
        begun = null;
        waiting = null;
        reject(new BotError(late));
      }, ms);
      const over = () => {
        clearTimeout(timer);
        waiting = null;
      };
      waiting = {
        of: message.id,
        resolve: (answer) => [over(), resolve(answer)],
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
