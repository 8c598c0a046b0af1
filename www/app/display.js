/**
 * How the game is displayed, and what the user looks at in the displayed position. Only this module writes these signals of
 * the store; every other module asks it.
 */
import { batch } from '@preact/signals';
import * as store from './store.js';

/** What `setDisplay` can change: signals of the store by their names. */
const DISPLAY = {
  advisor: store.advisor,
  analysing: store.analysing,
  chart: store.chart,
  lines: store.lines,
  marks: store.marks,
  overlay: store.overlay,
  painted: store.painted,
  reportPutAway: store.reportPutAway,
  speed: store.speed,
  tab: store.tab,
  theme: store.theme,
  turned: store.turned,
};

/** @typedef {{ [K in keyof typeof DISPLAY]?: (typeof DISPLAY)[K]['value'] }} Display */

/** Changes how the game is displayed; what is not named stays. @param {Display} changes */
export function setDisplay(changes) {
  /** @type {Record<string, import('@preact/signals').Signal<unknown>>} */
  const signals = DISPLAY;
  batch(() => {
    for (const [name, value] of Object.entries(changes)) signals[name].value = value;
  });
}

/**
 * Opens the panels of the analysis.
 * @param {string} [panel]   the panel to open; by default the last one, or the analysis if that was the left column
 */
export function openAnalysis(panel = store.tab.value === store.SIDE ? 'why' : store.tab.value) {
  setDisplay({ tab: panel, analysing: true });
}

// --- what the user looks at in the displayed position -------------------------------------------

/** Inspects a candidate while a pointer or the focus is on it. @param {number | null} candidate */
export function pointAt(candidate) {
  store.pointed.value = candidate;
}

/** Keeps a move inspected. @param {string | null} move */
export function pick(move) {
  store.picked.value = move;
}

/** Draws a line of the analysis on the board. @param {(typeof store.followed)['value']} [line] */
export function follow(line = null) {
  store.followed.value = line;
}

/** Draws moves that a text names on the board. @param {(typeof store.sketch)['value']} [line] */
export function sketch(line = null) {
  store.sketch.value = line;
}

/** Marks the move of a hint on the board. @param {string | null} move */
export function showHint(move) {
  store.hint.value = move;
}

/** Opens the film of a search, or closes it. @param {(typeof store.filmed)['value']} [film] */
export function showFilm(film = null) {
  store.filmed.value = film;
}

/** Ends all of it: another position is displayed. */
export function lookAway() {
  batch(() => {
    pointAt(null);
    pick(null);
    follow();
    sketch();
    showFilm();
    showHint(null);
  });
}

// --- trials: moves that are answered, not played --------------------------------------------------

/** Starts or changes a trial. @param {import('./types.js').Trial} trial */
export function setTrial(trial) {
  store.trying.value = trial;
}

/** Passes human moves in the displayed position to `answer` in place of playing them. @param {(move: string) => void} answer */
export function askHere(answer) {
  const now = store.state.peek();
  if (!now) return;
  const { ply, hash, to_act } = now;
  setTrial({ ply, hash, seat: to_act[0], busy: false, tried: null, best: null, answer });
}

/** Ends the trial: moves are played again. */
export function stopAsking() {
  store.trying.value = null;
}
