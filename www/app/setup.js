/**
 * Position setup: the draft is a text, and Rust applies every edit to it. Undo goes back to an earlier text. No game
 * rules here.
 */
import { signal } from '@preact/signals';
import * as strings from '../strings/setup.js';
import { makeSteps } from '../ui/steps.js';
import { engine, readyEngine } from '../worker/engine.js';
import { openAnalysis } from './display.js';
import { linkFor, seatNames, start, usualBot } from './newGame.js';
import { ask, caughtText } from './session.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').SetupTable} SetupTable */

/** The draft as shown; null before it is opened. @type {import('@preact/signals').Signal<SetupTable | null>} */
export const table = signal(null);
/** Earlier texts. @type {ReturnType<typeof makeSteps<string>>} */
const steps = makeSteps();
export const { canUndo, canRedo } = steps;

/** The table of a text after an edit. @param {string} text @param {string} [edit] @returns {SetupTable} */
function shown(text, edit = '') {
  const now = store.state.value;
  const found = readyEngine();
  if (!now || !found) throw new Error(strings.thereIsNoGame);
  return found.set_up(now.game, now.options, now.seed, text, edit);
}

/** The initial position of a game with these options. @param {string} game @param {import('./types.js').OptionValues} options @returns {SetupTable} */
export function shownOf(game, options) {
  const found = readyEngine();
  if (!found) throw new Error(strings.engineIsNotThereYet);
  return found.set_up(game, options, 1, '', '');
}

/** Starts with the shown position. */
export async function openHere() {
  await engine();
  steps.clear();
  table.value = shown(ask((session) => session.position_text()) ?? '');
}

/** @param {string} text @param {string} edit @returns {string} why it failed; empty on success */
function become(text, edit) {
  try {
    const next = shown(text, edit);
    const was = table.value?.text;
    table.value = next;
    if (was !== undefined && was !== next.text) steps.add(was);
    return '';
  } catch (error) {
    return caughtText(error);
  }
}

/** @param {string} command   as Rust reads edits: `put 0 3 0`, `remove 3`, `set 1 2`, `clear` */
export const edit = (command) => become(table.value?.text ?? '', command);
/** Replaces the text; an empty one is the initial position. @param {string} text */
export const setText = (text) => become(text, '');

/** @param {'undo' | 'redo'} way */
function step(way) {
  const text = steps[way](table.value?.text ?? '');
  if (text !== undefined) table.value = shown(text);
}
export const undoEdit = () => step('undo');
export const redoEdit = () => step('redo');

/**
 * The setup of the draft; null if it is invalid.
 * @param {boolean} alone   only humans play, instead of the current players where possible
 */
function setupOf(alone) {
  const now = table.value;
  const game = store.state.value?.game;
  if (!now || !game || now.problems.length > 0) return null;
  const { options } = now;
  const sitting = store.state.value?.seats.map((seat) => seat.config) ?? [];
  const entry = store.info.value;
  const seats = seatNames(game, options).names.map((_, i) =>
    alone || !entry ? { human: /** @type {const} */ (true) } : (sitting[i] ?? usualBot(entry, i)),
  );
  return { game, options, seats };
}

/**
 * Starts a game from the draft.
 * @param {'play' | 'analyse'} how   with the current players; or with humans only and the analysis open
 * @returns {Promise<boolean>} whether it was started
 */
export async function begin(how) {
  const setup = setupOf(how === 'analyse');
  if (!setup || !(await start(setup))) return false;
  if (how === 'analyse') openAnalysis('why');
  return true;
}

/** The link to a new game from the draft, with the current players. @returns {string} */
export function link() {
  const setup = setupOf(false);
  return setup ? linkFor(setup.game, setup.options, setup.seats) : '';
}
