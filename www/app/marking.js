/** Whether a long press on the board marks places: while the marks of the note are open. */
import { signal } from '@preact/signals';

export const marking = signal(false);
