/**
 * The arena's state: what is set up, what that comes to, and what the games so far say. `tournament.js` and
 * `play.js` write it, the screen's panels read it. No rule, no statistic and no DOM may enter here: what games mean is
 * said by Rust.
 */
import { computed, signal } from '@preact/signals';
import * as store from '../store.js';
import { makeProgress, spare } from './progress.js';

/** @typedef {import('../../pkg/totora.js').ArenaSetup} ArenaSetup */
/** @typedef {import('../../pkg/totora.js').ArenaBot} ArenaBot */
/** @typedef {import('../../pkg/totora.js').ArenaPlan} ArenaPlan */
/** @typedef {import('../../pkg/totora.js').ArenaPreset} ArenaPreset */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ArenaGames} ArenaGames */
/** @typedef {import('../../pkg/totora.js').Partings} ArenaPartings */
/** @typedef {import('../../worker/saved.js').Meta} Meta */

/** What is set up. @type {import('@preact/signals').Signal<ArenaSetup | null>} */
export const setup = signal(null);
/** What that comes to; the last that made sense. @type {import('@preact/signals').Signal<ArenaPlan | null>} */
export const plan = signal(null);
/** Why the setup makes no tournament; empty if it does. */
export const problem = signal('');
/** @type {import('@preact/signals').Signal<ArenaPreset[]>} */
export const presets = signal([]);
/** Tournaments that are saved in the browser. @type {import('@preact/signals').Signal<Meta[]>} */
export const savedTournaments = signal([]);

/** How far the tournament at hand is. */
export const progress = makeProgress('opening');
export const { status, done, planned, rate, busy, left } = progress;
/** The most games that make sense at the same time. */
export const most = computed(() => store.cores.value || spare());
/** How many were chosen; 0 for as many as make sense. */
export const chosenWorkers = signal(0);
/** How many games are played at the same time. */
export const workers = computed(() => chosenWorkers.value || most.value);
/** Whether the browser keeps the games. */
export const canSave = signal(true);
/** @type {import('@preact/signals').Signal<ArenaReport | null>} */
export const report = signal(null);
/** The names of bots that play otherwise than they did, and since when. @type {import('@preact/signals').Signal<{ names: string[], since: string } | null>} */
export const changed = signal(null);

/** The cell whose games are listed: row and column, by entrant. @type {import('@preact/signals').Signal<[number, number] | null>} */
export const cell = signal(null);
/** @type {import('@preact/signals').Signal<ArenaGames | null>} */
export const games = signal(null);
/** Why one of the cell's two is better. @type {import('@preact/signals').Signal<ArenaPartings | null>} */
export const partings = signal(null);
/** How many games of the cell come before those that are listed. */
export const listedAfter = signal(0);

/** The catalogue's entry of the game that is set up. */
export const entry = computed(() => store.entryOf(setup.value?.game) ?? null);
/** The preset that is set up, changed or not. */
export const preset = computed(
  () =>
    presets.value.find((one) => one.id === setup.value?.preset && one.game === setup.value?.game) ??
    null,
);
