/**
 * Runs a bot in a worker of the sandbox. It is loaded as text, after `bot.js` and `memory.js`. It saves built-ins before the bot's code
 * can redefine them. The frame's policy blocks forbidden APIs; they are blocked here too, for a clear error message.
 */
(() => {
  const post = self.postMessage.bind(self);
  const { parse, stringify } = JSON;
  const { String, Error, Promise, TypeError, URL, Blob, WebAssembly } = self;
  const evaluate = self.eval;
  const load = self.importScripts.bind(self);
  const later = self.setTimeout.bind(self);
  /** Limits of the console for one move: lines, and characters of each. */
  const MOST_LINES = 200;
  const LONGEST_LINE = 500;
  let lines = 0;
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

  const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

  /** @param {string} what */
  const refuse = (what) =>
    // Also as a constructor.
    function refused() {
      throw new Error(`a bot has no ${what}`);
    };
  /** @param {object} owner @param {Record<string, string[]>} closed   names by what they are for */
  function closeAll(owner, closed) {
    for (const [what, names] of Object.entries(closed))
      for (const name of names)
        if (name in owner)
          Object.defineProperty(owner, name, {
            value: refuse(what),
            configurable: false,
            writable: true,
          });
  }

  /** Blocks APIs whose memory cannot be counted. */
  function closeUncounted() {
    closeAll(self, {
      files: ['Blob', 'File', 'FileReader', 'FileReaderSync', 'Request', 'Response'],
      pictures: ['AudioData', 'ImageData', 'OffscreenCanvas', 'VideoFrame', 'createImageBitmap'],
      messages: ['MessageChannel'],
      streams: [
        'CompressionStream',
        'DecompressionStream',
        'ReadableStream',
        'TextDecoderStream',
        'TextEncoderStream',
        'TransformStream',
        'WritableStream',
      ],
    });
    closeAll(WebAssembly, {
      'WebAssembly code': [
        'Instance',
        'Module',
        'compile',
        'compileStreaming',
        'instantiate',
        'instantiateStreaming',
      ],
    });
  }

  /** Blocks APIs that a bot must not use; the frame's policy blocks them anyway. */
  function close() {
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
    closeAll(self, closed);
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
      memory.start();
      return python.bot(pyodide, { ...files, source }, open, say);
    }
    close();
    closeUncounted();
    memory.start();
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
    try {
      memory.begin();
      const thought = await think(data.line);
      send({ id: data.id, answer: { ok: true, thought } });
    } catch (error) {
      if (isPython && !error?.fault) fail(error);
      else send({ id: data.id, ...wrong(error) });
    }
  });
})();
