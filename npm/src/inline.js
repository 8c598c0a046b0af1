/** The package in one JavaScript file, ready as soon as it is imported: it fetches nothing. */
import { initFrom, start } from './api.js';
import { files, wasm } from './inlined.js';

export { Game, games } from './api.js';

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

const module = new WebAssembly.Module(bytesOf(wasm));
start(module);
// The module has started; this only sets where the other files come from.
initFrom(module, async (name) => bytesOf(files[name]));

/** Does nothing. It exists so that `init` works with every entry point of the package. */
export const init = async () => {};

export default init;
