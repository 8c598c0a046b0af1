/** Python for bots: Pyodide's files, served by the page and fetched when a bot in Python first runs. */
import engine from 'pyodide/pyodide.asm.js?url';
import wasm from 'pyodide/pyodide.asm.wasm?url';
import loader from 'pyodide/pyodide.js?url';
import library from 'pyodide/python_stdlib.zip?url';
import kit from '../../python/totora/bot.py?raw';
import host from '../sandbox/host.py?raw';
import { once } from './engine.js';

export { default as starter } from '../sandbox/python.js?raw';

/** The files that a sandbox needs for Python. @param {(address: string) => Promise<Response>} fetched */
export const files = once(async (/** @type {(address: string) => Promise<Response>} */ fetched) => {
  const all = await Promise.all([loader, engine, wasm, library].map(fetched));
  const [one, other] = await Promise.all(all.slice(0, 2).map((response) => response.text()));
  const [module, zip] = await Promise.all(all.slice(2).map((response) => response.arrayBuffer()));
  return { scripts: [one, other], wasm: module, library: zip, kit, host };
});
