/** The package in one file of code, ready when it is imported: nothing is fetched, and there is nothing to wait for. */
import { initFrom, start } from './api.js';
import { files, wasm } from './inlined.js';

export { Game, games } from './api.js';

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

const module = new WebAssembly.Module(bytesOf(wasm));
start(module);
// Ready by now; it only says where the other files are.
initFrom(module, async (name) => bytesOf(files[name]));

/** There is nothing to do; the same call works with every entry. */
export const init = async () => {};

export default init;
