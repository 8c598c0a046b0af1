/**
 * Starts Python (Pyodide) in a worker of the sandbox, from files that the page sends, because nothing can be fetched
 * there. It is loaded as text, before `worker.js`.
 */
const python = {
  /**
   * @param {{ scripts: string[], wasm: ArrayBuffer, library: ArrayBuffer }} files
   * @param {(text: string) => void} load   runs a script
   */
  async start({ scripts, wasm, library }, load) {
    // The page reports why Python ended; Pyodide's own message is dropped.
    self.console.error = () => {};
    for (const script of scripts) load(script);
    // Pyodide fetches only these two files.
    self.fetch = async (address) => {
      const isModule = String(address).endsWith('.wasm');
      const headers = isModule ? { 'content-type': 'application/wasm' } : undefined;
      return new Response(isModule ? wasm : library, { headers });
    };
    const info = { abi_version: '2025_0', arch: 'wasm32', platform: 'emscripten', python: '3.13' };
    return self.loadPyodide({
      indexURL: 'https://sandbox.invalid/',
      lockFileContents: { info, packages: {} },
    });
  },

  /**
   * Loads a bot, and returns a function that handles a line of the protocol.
   * @param {any} pyodide
   * @param {{ host: string, kit: string, source: string }} code
   * @param {(record: object) => any} open
   * @param {(line: string) => void} say
   */
  bot(pyodide, { host, kit, source }, open, say) {
    const { parse, stringify } = JSON;
    pyodide.setStdout({ batched: say });
    pyodide.setStderr({ batched: say });
    const names = pyodide.globals.get('dict')();
    pyodide.runPython(host, { globals: names, filename: 'host.py' });
    const rules = (record) => {
      const game = open(parse(record));
      return {
        play: (move, seat) => void game.play(move, seat ?? undefined),
        undo: () => void game.undo(),
        state: () => stringify(game.state),
        text: () => game.text,
        legal: () => stringify(game.legalMoves()),
      };
    };
    /** An error in the bot's code has its line; one of Python itself has none and ends the worker. */
    const read = (text) => {
      const response = parse(text || '{}');
      if (response.error)
        throw { fault: { error: response.error, line: response.line ?? undefined } };
      return response.thought;
    };
    /** A bot that ends its process ends Python itself. */
    const call = (name, ...args) => {
      try {
        return names.get(name)(...args);
      } catch (error) {
        if (error?.name !== 'RuntimeError') throw error;
        throw {
          fault: {
            error: 'Python has ended: the bot may have ended it, for example with os.abort().',
          },
        };
      }
    };
    read(call('begin', kit, source, rules));
    return (line) => read(call('answer', line));
  },
};
