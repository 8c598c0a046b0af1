/**
 * The engines: a wasm module a game, fetched when it is first needed, so that nobody waits for the
 * games of others. All have the same face (`src/web`); what is said about every game without its
 * engine is in the catalogue that the build wrote. Page and worker both load from here.
 */

/** @typedef {typeof import('../pkg/totora.js')} Engine */

/** Every module that was built, by its file. */
const modules = /** @type {Record<string, () => Promise<Engine>>} */ (
  import.meta.glob('../pkg/*/totora.js')
);

/** Those that are loaded or on their way. @type {Map<string, Promise<Engine>>} */
const asked = new Map();
/** Those that are ready. @type {Map<string, Engine>} */
const ready = new Map();

/**
 * The engine of a game. Rejects for a game that was not built, and when it cannot be fetched; the
 * next call then tries again.
 * @param {string} game
 * @returns {Promise<Engine>}
 */
export function engine(game) {
  const known = asked.get(game);
  if (known) return known;
  const coming = load(game);
  asked.set(game, coming);
  coming.catch(() => asked.delete(game));
  return coming;
}

/** @param {string} game */
async function load(game) {
  const find = modules[`../pkg/${game}/totora.js`];
  if (!find) throw new Error(`There is no game “${game}” here.`);
  const found = await find();
  await found.default();
  ready.set(game, found);
  return found;
}

/**
 * The engine of a game, if it is ready now.
 * @param {string} game
 * @returns {Engine | undefined}
 */
export const readyEngine = (game) => ready.get(game);
