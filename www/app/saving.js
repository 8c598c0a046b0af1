/**
 * Saves the current game in the browser at each change of the game or its view. New moves are appended, so a long game
 * costs no more than a short one. The storage format is in `storage.js`.
 */
import { computed, effect, untracked } from '@preact/signals';
import * as strings from '../strings/play.js';
import { save as saveFile } from '../ui/save.js';
import { goToGame } from './screens.js';
import { disown, markSaved, recordText, settle, sinceSaved, whenLeaving } from './session.js';
import {
  asides,
  commit,
  hasLog,
  ownGame,
  recallGame,
  recordOf,
  saveGame,
  setAside,
  takeBack,
  whenTrouble,
} from './storage.js';
import * as store from './store.js';
import { claim, elsewhere, maySave, saveCopy, whenTaken } from './tabs.js';

/** Whether a record is being written, and whether to write it again afterwards. */
let writing = false;
let again = false;
/** The game on the board: how many of its saves have not ended, and what it was when it left the board during one. @type {{ saves: number, left: import('./storage.js').Left | null }} */
let sitting = { saves: 0, left: null };
/** Whether the game of another tab is being read. */
let settling = false;
/** Whether to write the whole record next time. */
let anew = false;
/** Opens the saved game of a kind. @type {(game: string) => unknown} */
let openSaved = () => {};

/** What was reported, and the message. @type {Map<import('./storage.js').Trouble, number>} */
const reported = new Map();
const game = computed(() => store.state.value?.game ?? '');

/**
 * Saves every change from now on. Call once.
 * @param {(game: string) => unknown} [takeUp]   opens the saved game of a kind
 */
export function startSaving(takeUp = () => {}) {
  /** The record when another tab was found to have the game, if both are the same. */
  let same = '';
  openSaved = takeUp;
  whenTrouble(report);
  whenLeaving(() => {
    const now = store.state.peek();
    // If one of them fails, the last moves are only here.
    if (now && sitting.saves > 0) sitting.left = { seen: seenOf(now), record: recordText() };
    sitting = { saves: 0, left: null };
  });
  const there = async (/** @type {string} */ kind) => {
    const saved = recallGame(kind);
    return saved ? recordOf(saved) : '';
  };
  whenTaken(async (kind, waited) => {
    // The place is free, and the game on the board is not for it.
    if (store.practice.value) return;
    settling = waited;
    const saved = waited ? await there(kind).catch(() => null) : '';
    settling = false;
    const here = recordText();
    if (saved === '' || isSame(saved ?? '', here)) {
      // The earlier record may be in another place.
      anew = true;
      save();
    } else if (here === same) takeUp(kind);
    // The games differ: save this one as a copy.
    else saveCopy(kind);
  });
  effect(() => {
    if (!elsewhere.value) return;
    const here = untracked(recordText);
    same = '';
    there(game.peek()).then(
      (saved) => {
        if (isSame(saved, here)) same = here;
      },
      () => {},
    );
  });
  effect(() => {
    if (game.value && !store.embedded.value && !store.practice.value)
      untracked(() => claim(game.value));
  });
  effect(() => {
    if (store.state.value) untracked(save);
  });
}

const TROUBLES = {
  unfit: strings.somethingThatWasSaved,
  full: strings.thisBrowserSavesNothing,
  silent: strings.storageDoesNotAnswer,
};

/**
 * Reports once that the browser saves nothing, or that a saved value is invalid; a message that the storage does not
 * answer goes when it does.
 * @param {import('./storage.js').Trouble | null} what
 */
function report(what) {
  if (what === null) {
    store.dismiss(reported.get('silent') ?? 0);
    reported.delete('silent');
    return;
  }
  if (reported.has(what)) return;
  const action = { label: strings.saveAsAFile, act: saveRecord };
  const more = what === 'unfit' ? {} : { action };
  reported.set(what, store.notify(TROUBLES[what], { stays: true, ...more }));
}

/** Saves the current game to a file. */
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

/** Starts a pending write at once, before the page is closed. */
export function saveNow() {
  writing = false;
  if (again) save();
}

/** The view of the current game. @param {store.State} now @returns {import('./storage.js').Seen} */
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

/**
 * Sets the user's own game aside before another one is saved in its place, and offers the way back.
 * @param {string} game @param {'begun' | 'opened'} how
 */
function makeRoom(game, how) {
  const own = ownGame(game);
  // After a finished game the user has begun the next one.
  if (!own || (how === 'begun' && own.over)) return;
  const opened = how === 'opened';
  const why = opened ? strings.anotherGameWasOpened : strings.anotherGameWasBegun;
  const aside = setAside(game, why);
  if (!aside) return;
  commit().then((saved) => {
    if (!saved) return;
    store.notify(strings.yourGameWasPutAside, {
      stays: opened,
      opening: true,
      action: { label: strings.backToIt, act: () => goBack(aside) },
    });
  });
}

/** Goes back to a game that was set aside. The game in its place may be the user's own as well. @param {import('./storage.js').Aside} aside */
async function goBack({ place, game }) {
  saveNow();
  const aside = asides().find((one) => one.place === place);
  // The user may have deleted it meanwhile.
  if (!aside) return;
  if (ownGame(game)) setAside(game, strings.youWentBackToAnother);
  takeBack(aside);
  if (store.screen.value === 'game') goToGame(game);
  await openSaved(game);
}

/** Saves the current game. Call it after a change of the view; changes of the game trigger it. */
export function save() {
  const now = store.state.value;
  if (!now || store.embedded.value || store.practice.value) return;
  // Another tab may have the game, or that is not known yet.
  if (settling || !maySave(now.game)) return;
  const added = hasLog(now.game) && !store.arrived.value && !anew ? sinceSaved() : null;
  if (!added && writing) {
    again = true;
    return;
  }
  const record = added ? '' : recordText();
  if (!added && !record) return;
  if (store.arrived.value) {
    makeRoom(now.game, store.arrived.value);
    settle();
  }
  if (added ? added.moves.length > 0 : store.opened.value !== record) disown();
  const seen = seenOf(now);
  anew = false;
  again = false;
  markSaved();
  if (!added) writing = true;
  const mine = sitting;
  mine.saves++;
  saveGame(now.game, seen, added ?? record, () => mine.left).then((saved) => {
    mine.saves--;
    if (!added) writing = false;
    const stays = mine === sitting;
    // If appending fails, write the whole record; also what was played while a whole one failed.
    if (!saved && stays && (added ? !hasLog(now.game) : store.state.peek() !== now)) save();
    else if (again) save();
  });
}
