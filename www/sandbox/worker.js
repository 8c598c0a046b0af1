/**
 * Runs a bot in a worker of the sandbox. It is loaded as text, after `bot.js`. It saves built-ins before the bot's code
 * can redefine them. The frame's policy blocks forbidden APIs; they are blocked here too, for a clear error message.
 */
(() => {
  const post = self.postMessage.bind(self);
  const { parse, stringify } = JSON;
  const { String, Error, Promise, TypeError, Uint8Array, URL, Blob, WebAssembly } = self;
  const evaluate = self.eval;
  const load = self.importScripts.bind(self);
  const later = self.setTimeout.bind(self);
  /** Limits of the console for one move: lines, and characters of each. */
  const MOST_LINES = 200;
  const LONGEST_LINE = 500;
  /** How many bytes a bot may allocate in large blocks for one move. The browser limits other memory. */
  const MOST_BYTES = 512e6;
  const LARGE = 1e6;
  let lines = 0;
  let bytes = 0;
  /** Returns the thought for a line of the protocol. @type {(line: string) => any} */
  let think;
  let isPython = false;

  const send = (message) => post(stringify(message));

  /** Throws uncaught, so that the frame ends the worker: Python itself has failed. */
  const fail = (error) =>
    later(() => {
      throw error;
    });

  const textOf = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.stack ?? String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };

  const say = (...values) => {
    lines++;
    // Uses no array methods: the bot may have redefined them.
    let text = '';
    for (let i = 0; i < values.length && text.length < LONGEST_LINE; i++)
      text += (i > 0 ? ' ' : '') + textOf(values[i]);
    if (lines <= MOST_LINES) send({ log: text.slice(0, LONGEST_LINE) });
    else if (lines === MOST_LINES + 1)
      send({ log: `(more than ${MOST_LINES} lines: the rest is not shown)` });
  };

  /** The error in the bot's code, with its line. */
  const wrong = (error) => {
    if (error?.fault) return error.fault;
    const at = /\bbot\.js:(\d+)/.exec(String(error?.stack ?? ''));
    const words = error instanceof Error ? `${error.name}: ${error.message}` : textOf(error);
    return { error: words.slice(0, 2_000), line: at ? Number(at[1]) : undefined };
  };

  /** Counts large blocks of memory, and limits the wasm memory of Python. */
  function measureMemory() {
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * 65_536 > MOST_BYTES) throw new RangeError();
      return grow.call(this, pages);
    };
    for (const name of Object.getOwnPropertyNames(self)) {
      const kind = /^(ArrayBuffer|(Big)?(Int|Uint|Float)\d+(Clamped)?Array)$/.test(name)
        ? self[name]
        : null;
      if (!kind) continue;
      self[name] = new Proxy(kind, {
        construct(target, args, newTarget) {
          const size = typeof args[0] === 'number' ? args[0] * (target.BYTES_PER_ELEMENT ?? 1) : 0;
          if (size >= LARGE) bytes += size;
          if (bytes > MOST_BYTES)
            throw new RangeError(`a bot may use ${MOST_BYTES / 1e6} MB for a move`);
          return Reflect.construct(target, args, newTarget === self[name] ? target : newTarget);
        },
      });
    }
  }

  const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

  /** Blocks APIs that a bot must not use; the frame's policy blocks them anyway. */
  function close() {
    const refuse = (what) => () => {
      throw new Error(`a bot has no ${what}`);
    };
    const closed = {
      network: [
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'WebSocketStream',
        'EventSource',
        'WebTransport',
        'importScripts',
      ],
      storage: ['indexedDB', 'caches', 'BroadcastChannel', 'cookieStore'],
      workers: ['Worker', 'SharedWorker'],
      messages: ['postMessage', 'close'],
    };
    for (const [what, names] of Object.entries(closed))
      for (const name of names)
        if (name in self)
          Object.defineProperty(self, name, {
            value: refuse(what),
            configurable: false,
            writable: true,
          });
    Object.assign(self.console, { log: say, info: say, debug: say, warn: say, error: say });
  }

  /** Starts the engine from its two parts, and returns a function that opens records. */
  async function rules({ bindings, api, first, rest }) {
    const at = addressOf(bindings);
    const { start, Game } = await import(addressOf(api.replace("'./bindings.js'", `'${at}'`)));
    start(new WebAssembly.Module(first), rest ? new WebAssembly.Module(rest) : null);
    return (record) => Game.fromRecord(record);
  }

  /** Loads the bot's code. */
  async function begin({ source, python: files }, open) {
    if (files) {
      isPython = true;
      const pyodide = await python.start(files, (text) => load(addressOf(text)));
      close();
      measureMemory();
      return python.bot(pyodide, { ...files, source }, open, say);
    }
    close();
    measureMemory();
    // A syntax error is not caught here: the browser reports its line only if it is uncaught.
    load(addressOf(`${source}\n//# sourceURL=bot.js`));
    const own = evaluate('typeof think === "function" ? think : null');
    if (!own) throw new Error('the code has no function think(position)');
    return (line) => totora.answer(own, parse(line), open);
  }

  self.addEventListener('message', async ({ data }) => {
    if (data.start) {
      try {
        const open = await rules(data.start);
        think = await begin(data.start, open);
        send({ ready: true });
      } catch (error) {
        if (error instanceof SyntaxError && !/bot\.js/.test(String(error.stack))) {
          // Loads it again, uncaught, so that the frame gets the line.
          later(() => load(addressOf(data.start.source)));
        } else send(wrong(error));
      }
      return;
    }
    lines = 0;
    bytes = 0;
    try {
      const thought = await think(data.line);
      send({ id: data.id, answer: { ok: true, thought } });
    } catch (error) {
      if (isPython && !error?.fault) fail(error);
      else send({ id: data.id, ...wrong(error) });
    }
  });
})();
