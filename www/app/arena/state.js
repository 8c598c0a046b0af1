/**
 * The arena's state: the setup, its plan, and the report so far. `tournament.js` and `play.js` write it, the panels
 * read it. No rules, statistics or DOM here: Rust evaluates the games.
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
/** @typedef {import('../../pkg/totora.js').Divergences} ArenaDivergences */
/** @typedef {import('../../worker/saved.js').Meta} Meta */

/** @type {import('@preact/signals').Signal<ArenaSetup | null>} */
export const setup = signal(null);
/** The plan of the last valid setup. @type {import('@preact/signals').Signal<ArenaPlan | null>} */
export const plan = signal(null);
/** Why the setup is invalid; empty if it is valid. */
export const problem = signal('');
/** @type {import('@preact/signals').Signal<ArenaPreset[]>} */
export const presets = signal([]);
/** Tournaments saved in the browser. @type {import('@preact/signals').Signal<Meta[]>} */
export const savedTournaments = signal([]);

/** Progress of the current tournament. */
export const progress = makeProgress('opening');
export const { status, done, planned, rate, busy, left } = progress;
/** The maximum of parallel games. */
export const most = computed(() => store.cores.value || spare());
/** Chosen number of parallel games; 0 for the maximum. */
export const chosenWorkers = signal(0);
/** Number of parallel games. */
export const workers = computed(() => chosenWorkers.value || most.value);
/** Whether the browser can save the games. */
export const canSave = signal(true);
/** @type {import('@preact/signals').Signal<ArenaReport | null>} */
export const report = signal(null);
/** Bots that play differently than before, and since when. @type {import('@preact/signals').Signal<{ names: string[], since: string } | null>} */
export const changed = signal(null);

/** The cell whose games are listed: row and column as entrants. @type {import('@preact/signals').Signal<[number, number] | null>} */
export const cell = signal(null);
/** @type {import('@preact/signals').Signal<ArenaGames | null>} */
export const games = signal(null);
/** Why one bot of the cell is better. @type {import('@preact/signals').Signal<ArenaDivergences | null>} */
export const divergences = signal(null);
/** How many games of the cell precede the listed ones. */
export const listedAfter = signal(0);

/** The catalogue entry of the chosen game. */
export const entry = computed(() => store.entryOf(setup.value?.game) ?? null);
/** The chosen preset, changed or not. */
export const preset = computed(
  () =>
    presets.value.find((one) => one.id === setup.value?.preset && one.game === setup.value?.game) ??
    null,
);
