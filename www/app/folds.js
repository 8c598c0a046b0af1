/**
 * Whether the graph is folded away, and how far the sheet of panels is drawn up on a phone. Remembered by
 * `settings.js`; the panels read it and the buttons write it.
 */
import { computed, signal } from '@preact/signals';
import { compact, high } from '../ui/shape.js';

/** Whether the graph is folded away; `null` until the user has said, and goes by the room there is. @type {import('@preact/signals').Signal<{ graph: boolean | null }>} */
export const folds = signal({ graph: null });
/** How far the sheet is drawn up: its tabs alone, beside the board, or over it. @type {import('@preact/signals').Signal<'low' | 'half' | 'full'>} */
export const sheet = signal('half');

/** Whether the graph over the game is folded away. */
export const graphFolded = computed(() => folds.value.graph ?? (compact.value || !high.value));

export function toggleGraph() {
  folds.value = { graph: !graphFolded.value };
}
