/**
 * Whether the graph is collapsed, and how far the sheet of panels is open on a phone. Saved by `settings.js`.
 */
import { computed, signal } from '@preact/signals';
import { compact, high } from '../ui/shape.js';

/** Whether the graph is collapsed; `null` until the user chooses: then it depends on the window. @type {import('@preact/signals').Signal<{ graph: boolean | null }>} */
export const folds = signal({ graph: null });
/** How far the sheet is open: tabs only, next to the board, or over it. @type {import('@preact/signals').Signal<'low' | 'half' | 'full'>} */
export const sheet = signal('half');

/** Whether the graph is collapsed now. */
export const graphFolded = computed(() => folds.value.graph ?? (compact.value || !high.value));

export function toggleGraph() {
  folds.value = { graph: !graphFolded.value };
}
