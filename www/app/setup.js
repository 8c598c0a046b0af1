/**
 * Setting up a position: the draft is a text that Rust keeps, and every edit asks Rust for the next one. Undoing is
 * going back to an earlier text. No rule of any game may enter here.
 */
import { signal } from '@preact/signals';
import * as strings from '../strings/setup.js';
import { makeSteps } from '../ui/steps.js';
import { engine, readyEngine } from '../worker/engine.js';
import { drawSeed, linkFor, seatNames, start, usualBot } from './begin.js';
import { ask, errorText } from './session.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').SetupTable} SetupTable */

/** What is shown of the draft; null before it is opened. @type {import('@preact/signals').Signal<SetupTable | null>} */
export const table = signal(null);
/** The texts before. @type {ReturnType<typeof makeSteps<string>>} */
const steps = makeSteps();
export const { canUndo, canRedo } = steps;

/** What Rust shows of a text after an edit. @param {string} text @param {string} [edit] @returns {SetupTable} */
function shown(text, edit = '') {
  const now = store.state.value;
  const found = readyEngine();
  if (!now || !found) throw new Error(strings.thereIsNoGame);
  return found.set_up(now.game, now.options, now.seed, text, edit);
}

/** The start of a game with these options, as it would be set up. @param {string} game @param {import('./types.js').OptionValues} options @returns {SetupTable} */
export function shownOf(game, options) {
  const found = readyEngine();
  if (!found) throw new Error(strings.engineIsNotThereYet);
  return found.set_up(game, options, 1, '', '');
}

/** Begins with the position that is shown. */
export async function openHere() {
  await engine();
  steps.clear();
  table.value = shown(ask((session) => session.position_text()) ?? '');
}

/** @param {string} text @param {string} edit @returns {string} why it was refused; empty if it was done */
function become(text, edit) {
  try {
    const next = shown(text, edit);
    const was = table.value?.text;
    table.value = next;
    if (was !== undefined && was !== next.text) steps.add(was);
    return '';
  } catch (error) {
    return errorText(error);
  }
}

/** @param {string} command   as Rust reads edits: `put 0 3 0`, `remove 3`, `set 1 2`, `clear` */
export const edit = (command) => become(table.value?.text ?? '', command);
/** Another text in its place; an empty one is the start of the game. @param {string} text */
export const setText = (text) => become(text, '');

/** @param {'undo' | 'redo'} way */
function step(way) {
  const text = steps[way](table.value?.text ?? '');
  if (text !== undefined) table.value = shown(text);
}
export const undoEdit = () => step('undo');
export const redoEdit = () => step('redo');

/** Who sits where: those who sit there now, as far as there are seats; or people alone. @param {string[]} names @param {boolean} alone */
function sitting(names, alone) {
  const now = store.state.value?.seats.map((seat) => seat.config) ?? [];
  const entry = store.info.value;
  return names.map((_, i) =>
    alone || !entry ? { human: /** @type {const} */ (true) } : (now[i] ?? usualBot(entry, i)),
  );
}

/**
 * Begins a game from the draft.
 * @param {'play' | 'analyse'} how   with those who sit there; or with people on all seats and the thoughts in sight
 * @returns {Promise<boolean>} whether it was begun
 */
export async function begin(how) {
  const now = table.value;
  const game = store.state.value?.game;
  if (!now || !game || now.problems.length > 0) return false;
  const { names } = seatNames(game, now.options);
  const seats = sitting(names, how === 'analyse');
  if (!(await start({ game, options: now.options, seed: drawSeed(), seats }))) return false;
  if (how === 'analyse') store.openAnalysis('thinking');
  return true;
}

/** The address of a game from the draft that has not begun yet, with those who sit there. @returns {string} */
export function link() {
  const now = table.value;
  const game = store.state.value?.game;
  if (!now || !game || now.problems.length > 0) return '';
  const { names } = seatNames(game, now.options);
  return linkFor(game, now.options, sitting(names, false));
}
