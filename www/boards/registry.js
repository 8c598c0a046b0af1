/**
 * Which renderer draws which game: by the folders beside this file. A folder NAME has `index.js`, which
 * exports the renderer by the name of its game, and is fetched when the game is opened. tests/contract/build_settings.rs
 * holds the folders against the catalogue, and says what is missing.
 */
import * as strings from '../strings/common.js';

const boards =
  /** @type {Record<string, () => Promise<Record<string, import('./contract.js').Renderer>>>} */ (
    import.meta.glob('./*/index.js')
  );
/** The renderers that were fetched, by game. @type {Record<string, import('./contract.js').Renderer>} */
export const renderers = {};

/** @param {string} game @returns {boolean} whether there is a renderer that draws it */
export const canDraw = (game) => `./${game}/index.js` in boards;

/**
 * Fetches the renderer of a game, if it is not there yet. Rejects when it cannot be fetched.
 * @param {string} game
 */
export async function loadRenderer(game) {
  if (game in renderers) return;
  const load = boards[`./${game}/index.js`];
  if (!load) throw new Error(strings.thisPageHasNoBoard(game));
  const renderer = (await load())[game];
  // A host that sends an empty file sends valid code.
  if (!renderer) throw new Error(strings.fileOfThisBoard);
  renderers[game] = renderer;
}
