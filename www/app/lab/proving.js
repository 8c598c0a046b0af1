/** Whether the arena shows sweeps, tuning and ablations instead of a tournament; survives a reload. */
import { signal } from '@preact/signals';
import { recall, saveValue } from '../storage.js';

export const proving = signal(recall('prove:shown') === true);

/** @param {boolean} on */
export function showProve(on) {
  proving.value = on;
  saveValue('prove:shown', on);
}
