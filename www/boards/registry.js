/**
 * The renderer of each game. A folder NAME next to this file has an `index.js`, which exports the renderer under the
 * game's name and is loaded when the game is opened. tests/contract/build_settings.rs compares the folders with the
 * catalogue.
 */
import * as strings from '../strings/common.js';

const boards =
  /** @type {Record<string, () => Promise<Record<string, import('./contract.js').Renderer>>>} */ (
    import.meta.glob('./*/index.js')
  );
/** The loaded renderers, by game. @type {Record<string, import('./contract.js').Renderer>} */
export const renderers = {};

/** @param {string} game @returns {boolean} whether there is a renderer that draws it */
export const canDraw = (game) => `./${game}/index.js` in boards;

/**
 * Loads the renderer of a game once. Rejects when that fails.
 * @param {string} game
 */
export async function loadRenderer(game) {
  if (game in renderers) return;
  const load = boards[`./${game}/index.js`];
  if (!load) throw new Error(strings.thisPageHasNoBoard(game));
  const renderer = (await load())[game];
  // An empty file is valid code, so the export is checked.
  if (!renderer) throw new Error(strings.fileOfThisBoard);
  renderers[game] = renderer;
}
