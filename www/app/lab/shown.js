/** Whether the arena shows sweeps, tuning and ablations in place of a tournament; a reload finds it as it was. */
import { signal } from '@preact/signals';
import { recall, saveValue } from '../storage.js';

export const proving = signal(recall('prove:shown') === true);

/** @param {boolean} on */
export function showProve(on) {
  proving.value = on;
  saveValue('prove:shown', on);
}
