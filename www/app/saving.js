/**
 * Saves the running game in the browser, at each change of it or of how it is shown: what was played is added to what
 * is saved, so a long game costs no more than a short one. What is saved where is `storage.js`.
 */
import { computed, effect, untracked } from '@preact/signals';
import * as strings from '../strings/play.js';
import { save as saveFile } from '../ui/save.js';
import { markSaved, recordText, sinceSaved } from './session.js';
import {
  hasLog,
  ownGame,
  recallGame,
  recordOf,
  saveGame,
  saveValue,
  setAside,
  whenTrouble,
} from './storage.js';
import * as store from './store.js';
import { claim, elsewhere, maySave, saveCopy, whenTaken } from './tabs.js';

/** Whether the record is being written; and whether it must be written again then. */
let writing = false;
let again = false;
/** Whether it is found out what another tab saved. */
let settling = false;
/** Whether all of it is to be written, whatever was. */
let anew = false;

/** Whether it was said that nothing is saved. */
let reportedFull = false;
/** Whether it was said that something does not fit. */
let reportedUnfit = false;
const game = computed(() => store.state.value?.game ?? '');

/**
 * Keeps every change from now on. Call once.
 * @param {(game: string) => void} [takeUp]   takes up the game of another tab that was closed
 */
export function startSaving(takeUp = () => {}) {
  /** The game as it was when it turned out that another tab has it, if it is what that tab saved. */
  let same = '';
  whenTrouble((what) => (what === 'full' ? reportFull() : reportUnfit()));
  const there = async (/** @type {string} */ kind) => {
    const saved = recallGame(kind);
    return saved ? recordOf(saved).catch(() => '') : '';
  };
  whenTaken(async (kind, waited) => {
    settling = waited;
    const saved = waited ? await there(kind) : '';
    settling = false;
    const here = recordText();
    if (!saved || isSame(saved, here)) {
      // Whatever was written before may be somewhere else.
      anew = true;
      save();
    } else if (here === same) takeUp(kind);
    // It is another game, or both have gone on: this one is saved beside.
    else saveCopy(kind);
  });
  effect(() => {
    if (!elsewhere.value) return;
    const here = untracked(recordText);
    same = '';
    there(game.peek()).then((saved) => {
      if (isSame(saved, here)) same = here;
    });
  });
  effect(() => {
    if (game.value && !store.embedded.value) untracked(() => claim(game.value));
  });
  effect(() => {
    if (store.state.value) untracked(save);
  });
}

/** Says once that the browser keeps nothing. */
function reportFull() {
  if (reportedFull) return;
  reportedFull = true;
  store.notify(strings.thisBrowserSavesNothing, {
    stays: true,
    action: { label: strings.saveAsAFile, act: saveRecord },
  });
}

/** Says once that something saved does not fit. */
function reportUnfit() {
  if (reportedUnfit) return;
  reportedUnfit = true;
  store.notify(strings.somethingThatWasSaved, { stays: true });
}

/** Saves the game at hand as a file. */
function saveRecord() {
  const now = store.state.value;
  const name = `totora-${now?.game ?? 'game'}-${now?.ply ?? 0}.json`;
  saveFile(name, new Blob([recordText()], { type: 'application/json' }));
}

/** Whether two records are the same game. @param {string} a @param {string} b */
export function isSame(a, b) {
  if (a === b) return true;
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}

/** Writes what waits until another write is done, before the page goes. */
export function saveNow() {
  writing = false;
  if (again) save();
}

/** How the running game is shown. @param {store.State} now @returns {import('./storage.js').Seen} */
export const seenOf = (now) => ({
  ply: now.game_ply,
  variation: now.variation,
  overlay: store.overlay.value,
  turned: store.turned.value,
  running: store.running.value,
  opened: store.opened.value !== '',
  waits: store.waiting.value,
  marks: store.marks.value,
  points: store.points.value,
  advisor: store.advisor.value,
});

/** Saves the running game. Called when how it is shown has changed; its own changes are heard. */
export function save() {
  const now = store.state.value;
  // Another tab may have it, or it is not known yet.
  if (!now || store.embedded.value || settling || !maySave(now.game)) return;
  const added = hasLog(now.game) && !store.arrived.value && !anew ? sinceSaved() : null;
  if (!added && writing) {
    again = true;
    return;
  }
  const record = added ? '' : recordText();
  if (!added && !record) return;
  if (store.arrived.value) {
    store.arrived.value = false;
    if (ownGame(now.game)) setAside(now.game, strings.anotherGameWasOpened);
  }
  if (added ? added.moves.length > 0 : store.opened.value !== record) store.opened.value = '';
  const seen = seenOf(now);
  anew = false;
  again = false;
  markSaved();
  if (!added) writing = true;
  saveGame(now.game, seen, added ?? record).then((saved) => {
    if (!added) writing = false;
    // What could not be added is written with all the rest.
    if (!saved && added && added.moves.length > 0 && !hasLog(now.game)) save();
    else if (!saved) reportFull();
    else if (again) save();
  });
  saveValue('last', now.game);
}
