/**
 * Lines of the current game: selecting one, promoting and deleting variations, and walking a line outside of
 * the game, such as a principal variation. The session in Rust does the work. No game rules here.
 */
import { batch, computed } from '@preact/signals';
import * as strings from '../strings/play.js';
import { ask, change, publish, whenWhole } from './session.js';
import * as store from './store.js';
import { endReplay, playOnAtEnd } from './transport.js';

/** @typedef {import('./types.js').LineRow} LineRow */

/**
 * Publishes after a change of the line.
 * @param {number | undefined} common   number of plies in common with the previous one
 * @param {string} [words]   announced to screen readers
 * @returns {boolean} whether it succeeded
 */
function shown(common, words) {
  if (common === undefined) return false;
  batch(() => {
    endReplay();
    playOnAtEnd();
    publish(common);
  });
  store.say(words ?? store.state.value?.turn_text ?? '');
  return true;
}

/**
 * Goes to a ply of a line, which becomes the shown one.
 * @param {number} variation   0 is the main line
 * @param {number} ply
 */
export function openLine(variation, ply) {
  const common = ask((s) => s.open_line(variation, ply));
  if (common === undefined) return;
  shown(common);
  const row = store.rows.value[ply - 1];
  const where = variation === 0 ? strings.mainLine : strings.variation;
  store.say(row ? strings.moveOfLine(where, ply, row.description) : strings.startOfTheGame);
}

/**
 * Swaps a variation with the line that it branches off from; with `all` it becomes the main line.
 * @param {number} variation
 * @param {boolean} [all]
 */
export const promote = (variation, all = false) =>
  whenWhole(() =>
    shown(
      change((s) => s.promote(variation, all)),
      strings.variationWasPromoted,
    ),
  );

/**
 * Deletes a line from one of its own plies on, and offers undo.
 * @param {number} variation
 * @param {number} ply
 */
export const deleteFrom = (variation, ply) => whenWhole(() => deleteNow(variation, ply));

/** @param {number} variation @param {number} ply */
function deleteNow(variation, ply) {
  const done = shown(
    change((s) => s.delete_from(variation, ply)),
    strings.deleted,
  );
  if (!done) return;
  const what = variation === 0 ? strings.moveAndWhatFollows(ply) : strings.theVariation;
  store.notify(strings.wasDeleted(what), { action: { label: strings.putItBack, act: restore } });
}

/** Restores and shows the last deletion. */
export const restore = () =>
  whenWhole(() =>
    shown(
      change((s) => s.restore()),
      strings.itIsBack,
    ),
  );

// --- walking a line ---------------------------------------------------------------------------

/**
 * Walks a line from a ply of the shown line without changing the game. The line is not saved or shared, and bots
 * do not move in it. A strip shows whose line it is, the ply, and the way back.
 * @param {object} line
 * @param {number} line.from      the ply where it starts
 * @param {string[]} line.moves   as records write them
 * @param {string} line.who       whose line it is: `Alpha-beta`
 * @param {number} line.at      how many of the moves to play
 */
export const walkLine = ({ from, moves, who, at }) =>
  whenWhole(() => {
    const common = ask((s) => s.take_walk(from, moves, from + Math.min(at, moves.length)));
    if (common === undefined) return;
    store.walker.value = who;
    shown(common, strings.lineOfOf(who, at, moves.length));
  });

/** The walked line, for the strip; null if there is none. */
export const walk = computed(() => {
  const now = store.state.value;
  const from = now?.walk_from ?? null;
  if (!now || from === null) return null;
  return { who: store.walker.value, from, at: now.ply - from, of: now.plies - from };
});

/** Returns from a walked line to the game. */
export function back() {
  shown(
    ask((s) => s.back()),
    strings.backInTheGame,
  );
}

/** Saves the walked line as a variation, and stays there. */
export function saveWalk() {
  const plies = store.rows.value.length;
  if (change((s) => s.save_walk())) shown(plies, strings.savedAsAVariation);
}

// --- the tree ---------------------------------------------------------------------------------

/** All lines of the game with their lengths; read on demand. */
const MOST_ROWS = 400;
/** @type {import('@preact/signals').ReadonlySignal<LineRow[]>} */
export const lines = computed(() => {
  const now = store.state.value;
  if (!now || (now.variations === 0 && now.walk_from === null)) return [];
  return ask((s) => s.lines(MOST_ROWS)) ?? [];
});
