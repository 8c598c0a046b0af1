/**
 * The lines of the running game: going to one, promoting and deleting variations, and walking a line that is no
 * part of the game, such as a principal variation. All of it is done by the session in Rust; no rule of any game
 * may enter here.
 */
import { batch, computed } from '@preact/signals';
import * as strings from '../strings/play.js';
import { ask, change, publish, whenWhole } from './session.js';
import * as store from './store.js';
import { endReplay } from './transport.js';

/** @typedef {import('./types.js').LineRow} LineRow */

/**
 * Publishes after the line has changed.
 * @param {number | undefined} common   this many plies it has in common with the one before
 * @param {string} [words]   what to say
 * @returns {boolean} whether anything was done
 */
function shown(common, words) {
  if (common === undefined) return false;
  batch(() => {
    endReplay();
    store.onward.value = '';
    publish(common);
  });
  store.say(words ?? store.state.value?.turn_text ?? '');
  return true;
}

/**
 * Shows a ply of a line, and goes on along that line.
 * @param {number} variation   0 is the main line
 * @param {number} ply
 */
export function openLine(variation, ply) {
  const common = ask((s) => s.open_line(variation, ply));
  if (common === undefined) return;
  shown(common);
  const row = store.rows.value[ply - 1];
  const where = variation === 0 ? strings.mainLine : strings.variation;
  store.say(row ? `${where}, move ${ply}: ${row.description}` : strings.startOfTheGame);
}

/**
 * Lets a variation change places with the line that it branches off from; with `all` it becomes the main line.
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
 * Deletes a line from one of its own plies on, and offers to put it back.
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

/** Puts back what was deleted last, and shows it. */
export const restore = () =>
  whenWhole(() =>
    shown(
      change((s) => s.restore()),
      strings.itIsBack,
    ),
  );

// --- a line of its own ------------------------------------------------------------------------

/**
 * Walks a line from a ply of the line that is shown, without touching the game: it is not kept and not shared,
 * bots do not move in it, and one click leads back. A strip on the page says whose line it is and how far one is.
 * @param {object} line
 * @param {number} line.from      the ply of the position that it begins from
 * @param {string[]} line.moves   as records write them
 * @param {string} line.who       whose line it is, in words: `Alpha-beta`
 * @param {number} line.at      how many of the moves are played in the position that is shown
 */
export const walkLine = ({ from, moves, who, at }) =>
  whenWhole(() => {
    const common = ask((s) => s.take_walk(from, moves, from + Math.min(at, moves.length)));
    if (common === undefined) return;
    store.walker.value = who;
    shown(common, strings.lineOfOf(who, at, moves.length));
  });

/** What is walked, for the strip that says so; null where nothing is. */
export const walk = computed(() => {
  const now = store.state.value;
  const from = now?.walk_from ?? null;
  if (!now || from === null) return null;
  return { who: store.walker.value, from, at: now.ply - from, of: now.plies - from };
});

/** Back to the game from a line that is walked. */
export function back() {
  shown(
    ask((s) => s.back()),
    strings.backInTheGame,
  );
}

/** Makes a variation of the line that is walked, and stays there. */
export function saveWalk() {
  const plies = store.rows.value.length;
  if (change((s) => s.save_walk())) shown(plies, strings.savedAsAVariation);
}

// --- the tree ---------------------------------------------------------------------------------

/** All lines of the game, with this many plies each; read when the user shows them. */
const MOST_ROWS = 400;
/** @type {import('@preact/signals').ReadonlySignal<LineRow[]>} */
export const lines = computed(() => {
  const now = store.state.value;
  if (!now || (now.variations === 0 && now.walk_from === null)) return [];
  return ask((s) => s.lines(MOST_ROWS)) ?? [];
});
