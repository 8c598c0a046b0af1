/**
 * What of the page is folded away, and how far the sheet of panels is drawn up on a phone. Remembered by
 * `settings.js`; the panels read it and the buttons write it.
 */
import { computed, signal } from '@preact/signals';
import { compact, high } from '../ui/shape.js';

/** The tab that stands for the left column where there is none. */
export const SIDE = 'side';

/** @typedef {{ side: boolean, panels: boolean, graph: boolean | null }} Folds */

/** Which parts are folded away; the graph is `null` until somebody has said, and goes by the room there is. @type {import('@preact/signals').Signal<Folds>} */
export const folds = signal({ side: false, panels: false, graph: null });
/** How far the sheet is drawn up: its tabs alone, beside the board, or over it. @type {import('@preact/signals').Signal<'low' | 'half' | 'full'>} */
export const sheet = signal('half');

/** Whether the graph over the game is folded away. */
export const graphFolded = computed(() => folds.value.graph ?? (compact.value || !high.value));

/** @param {keyof Folds} part */
export function toggleFold(part) {
  const now = part === 'graph' ? graphFolded.value : folds.value[part];
  folds.value = { ...folds.value, [part]: !now };
}

/** Takes up what was kept, as far as it is what it should be. @param {any} kept */
export function takeFolds(kept) {
  const { side = false, panels = false, graph = null } = kept?.folds ?? {};
  folds.value = {
    side: side === true,
    panels: panels === true,
    graph: typeof graph === 'boolean' ? graph : null,
  };
  if (['low', 'half', 'full'].includes(kept?.sheet)) sheet.value = kept.sheet;
}
