/**
 * Keeps the running game in the browser: after each change of it or of how it is shown, a long one not at
 * every ply. What is kept where is `keep.js`.
 */
import { computed, effect, untracked } from '@preact/signals';
import { save as saveFile } from '../ui/out.jsx';
import { keep, keepGame, keepSeen, ownGame, recallGame, setAside } from './keep.js';
import { encodeHere } from './send.js';
import { recordText } from './session.js';
import * as store from './store.js';
import { claim, elsewhere, keepCopy, mayKeep, whenTaken } from './tabs.js';

/** A game of more plies is not written down at every one of them. */
const MANY_PLIES = 100;
/** How long it waits then, in milliseconds; and more for each character, since writing takes as long. */
const SAVE_PAUSE = 1_000;
const PAUSE_A_CHARACTER = 0.01;
/** More than storage can be expected to take beside the other games: such a record is kept as a link. */
const MAX_KEPT = 1_500_000;
/** From this size on a record is written only when it has changed. */
const LARGE = 20_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
/** The game and the record that were written last. */
let last = { game: '', record: '' };

/** Whether it was said that nothing is kept. */
let saidFull = false;
const game = computed(() => store.state.value?.game ?? '');

/**
 * Keeps every change from now on. Call once.
 * @param {(game: string) => void} [takeUp]   takes up the game of another tab that was closed
 */
export function startSaving(takeUp = () => {}) {
  /** The game as it was when it turned out that another tab has it, if it is what that tab kept. */
  let same = '';
  whenTaken((kind, waited) => {
    const kept = recallGame(kind)?.record;
    const here = recordText();
    if (!waited || !kept || kept === here) {
      // Whatever was written before may be somewhere else.
      last = { game: '', record: '' };
      save();
    } else if (here === same) takeUp(kind);
    // It is another game, or both have gone on: this one is kept beside.
    else keepCopy(kind);
  });
  effect(() => {
    if (!elsewhere.value) return;
    const here = untracked(recordText);
    same = recallGame(game.peek())?.record === here ? here : '';
  });
  effect(() => {
    if (game.value && !store.embedded.value) untracked(() => claim(game.value));
  });
  effect(() => {
    if (store.state.value) untracked(saveSoon);
  });
}

/** Says once that the browser keeps nothing. */
function sayFull() {
  if (saidFull) return;
  saidFull = true;
  store.tell('This browser keeps no games: its storage is full or forbidden. A file is safe.', {
    stays: true,
    action: { label: 'Save as a file', act: saveRecord },
  });
}

/** Saves the game at hand as a file. */
export function saveRecord() {
  const now = store.state.value;
  const name = `totora-${now?.game ?? 'game'}-${now?.ply ?? 0}.json`;
  saveFile(name, new Blob([recordText()], { type: 'application/json' }));
}

function saveSoon() {
  if ((store.state.value?.plies ?? 0) < MANY_PLIES && !store.simultaneous.value) save();
  else saving ??= setTimeout(save, SAVE_PAUSE + last.record.length * PAUSE_A_CHARACTER);
}

/** Writes down what waits to be, before the page goes. */
export function saveNow() {
  if (saving !== undefined) save();
}

/** Keeps the running game. Called when how it is shown has changed; its own changes are heard. */
export function save() {
  clearTimeout(saving);
  saving = undefined;
  const now = store.state.value;
  // Another tab may have it, or it is not known yet.
  if (!now || store.embedded.value || !mayKeep(now.game)) return;
  const record = recordText();
  if (!record) return;
  if (store.arrived.value) {
    store.arrived.value = false;
    const own = ownGame(now.game);
    if (own && own.record !== record) setAside(now.game, 'Another game was opened in its place.');
  }
  /** @type {import('./keep.js').Seen} */
  const seen = {
    ply: now.game_ply,
    variation: now.variation,
    overlay: store.overlay.value,
    turned: store.turned.value,
    running: store.running.value,
    opened: store.opened.value === record,
    waits: store.waiting.value,
    marks: store.marks.value,
    points: store.points.value,
    advisor: store.advisor.value,
  };
  if (record.length > LARGE && last.game === now.game && last.record === record) {
    keepSeen(now.game, seen);
  } else {
    if (record.length > MAX_KEPT) keepLink(now.game, seen);
    else if (!keepGame(now.game, { ...seen, record })) sayFull();
    last = { game: now.game, record };
  }
  keep('last', now.game);
}

/** Whether a link is being made, away from the page. */
let encoding = false;

/** Keeps the game at hand as a link. @param {string} game @param {import('./keep.js').Seen} seen */
async function keepLink(game, seen) {
  if (encoding) return;
  encoding = true;
  const far = encodeHere();
  try {
    const link = await far.answer;
    if (mayKeep(game) && !keepGame(game, { ...seen, record: link })) sayFull();
  } catch {
    // Too long for a link as well: what was kept last stays.
  } finally {
    far.end();
    encoding = false;
  }
}
