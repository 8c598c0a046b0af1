/**
 * Runs a bot in a worker of the sandbox. It is read as text, after `bot.js`. What the bot may redefine is taken before its
 * code runs; what it must not reach is closed by the frame's policy, and closed here once more so that it hears why.
 */
(() => {
  const post = self.postMessage.bind(self);
  const { parse, stringify } = JSON;
  const { String, Error, Promise, TypeError, Uint8Array, URL, Blob, WebAssembly } = self;
  const evaluate = self.eval;
  const load = self.importScripts.bind(self);
  const later = self.setTimeout.bind(self);
  /** How many lines of the console are shown for one move, and this many characters of each. */
  const MOST_LINES = 200;
  const LONGEST_LINE = 500;
  /** How many bytes may be asked for in large blocks for one move. The browser ends a worker whose other memory grows too far. */
  const MOST_BYTES = 512e6;
  const LARGE = 1e6;
  let lines = 0;
  let bytes = 0;
  /** The thought that answers a line. @type {(line: string) => any} */
  let think;
  let isPython = false;

  const send = (message) => post(stringify(message));

  /** Not caught here, so that the frame hears of it and ends the worker: Python itself has broken. */
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
    // Without methods of lists: the bot may have changed them.
    let text = '';
    for (let i = 0; i < values.length && text.length < LONGEST_LINE; i++)
      text += (i > 0 ? ' ' : '') + textOf(values[i]);
    if (lines <= MOST_LINES) send({ log: text.slice(0, LONGEST_LINE) });
    else if (lines === MOST_LINES + 1)
      send({ log: `(more than ${MOST_LINES} lines: the rest is not shown)` });
  };

  /** What went wrong in the bot's own code, and in which line of it. */
  const wrong = (error) => {
    if (error?.fault) return error.fault;
    const at = /\bbot\.js:(\d+)/.exec(String(error?.stack ?? ''));
    const words = error instanceof Error ? `${error.name}: ${error.message}` : textOf(error);
    return { error: words.slice(0, 2_000), line: at ? Number(at[1]) : undefined };
  };

  /** Counts large blocks of memory; that of Python ends where all of them do. */
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
        construct(target, given, as) {
          const size =
            typeof given[0] === 'number' ? given[0] * (target.BYTES_PER_ELEMENT ?? 1) : 0;
          if (size >= LARGE) bytes += size;
          if (bytes > MOST_BYTES)
            throw new RangeError(`a bot may use ${MOST_BYTES / 1e6} MB for a move`);
          return Reflect.construct(target, given, as === self[name] ? target : as);
        },
      });
    }
  }

  const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

  /** Closes what a bot has no business with; the policy of the frame refuses it anyway. */
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
    const log = (...values) => say(...values);
    Object.assign(self.console, { log, info: log, debug: log, warn: log, error: log });
  }

  /** The rules: the module in its two parts, and the package that asks it. */
  async function rules({ bindings, api, first, rest }) {
    const at = addressOf(bindings);
    const { start, Game } = await import(addressOf(api.replace("'./bindings.js'", `'${at}'`)));
    start(new WebAssembly.Module(first), rest ? new WebAssembly.Module(rest) : null);
    return (record) => Game.fromRecord(record);
  }

  /** Reads the bot's code. */
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
    // What is wrong with the text itself is not caught here: only then does the browser say in which line.
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
          // Again, uncaught: the frame hears the line.
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
