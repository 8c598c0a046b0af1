/**
 * Starts Python in a worker of the sandbox: Pyodide, from the files that the page hands in, since nothing can be fetched
 * there. It is read as text, before `worker.js`.
 */
const python = {
  /**
   * @param {{ scripts: string[], wasm: ArrayBuffer, library: ArrayBuffer }} files
   * @param {(text: string) => void} load   runs a script
   */
  async start({ scripts, wasm, library }, load) {
    // What ends Python says so on the page; the engine's own words are dropped.
    self.console.error = () => {};
    for (const script of scripts) load(script);
    // What it fetches are these two.
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
   * Reads a bot, and gives what asks it for an answer to a line.
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
    /** An error in the bot's own code has its line; one of Python itself has none, and ends the worker. */
    const read = (text) => {
      const said = parse(text || '{}');
      if (said.error) throw { fault: { error: said.error, line: said.line ?? undefined } };
      return said.thought;
    };
    /** Python itself ends where a bot ends its process. */
    const called = (name, ...given) => {
      try {
        return names.get(name)(...given);
      } catch (error) {
        if (error?.name !== 'RuntimeError') throw error;
        throw {
          fault: { error: 'Python has ended: the bot may have ended it, as by os.abort().' },
        };
      }
    };
    read(called('begin', kit, source, rules));
    return (line) => read(called('answer', line));
  },
};
