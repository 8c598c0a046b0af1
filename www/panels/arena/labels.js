/** Labels of the current entrants in tables and charts. */
import { computed } from '@preact/signals';
import { entry, plan } from '../../app/arena/state.js';
import { labels } from './figures.js';

const shown = computed(() =>
  plan.value ? labels(plan.value, entry.value) : { names: [], shared: [] },
);

/** Settings that all entrants share, which labels leave out. */
export const shared = computed(() => shown.value.shared);

/** @param {number} entrant */
export const labelOf = (entrant) => shown.value.names[entrant] ?? '';

/** The label of a name in a report. @param {string} name */
export const labelFor = (name) => {
  const i = plan.value?.entrants.findIndex((one) => one.name === name) ?? -1;
  return i < 0 ? name : labelOf(i);
};
