/** What the entrants of the tournament at hand are called in tables and charts. */
import { computed } from '@preact/signals';
import { entry, plan } from '../../app/arena/state.js';
import { labels } from './figures.js';

const shown = computed(() =>
  plan.value ? labels(plan.value, entry.value) : { names: [], shared: [] },
);

/** Settings that all have who could have them, and that no label tells. */
export const shared = computed(() => shown.value.shared);

/** @param {number} entrant */
export const labelOf = (entrant) => shown.value.names[entrant] ?? '';

/** The label of a name, as reports have it. @param {string} name */
export const labelFor = (name) => {
  const i = plan.value?.entrants.findIndex((one) => one.name === name) ?? -1;
  return i < 0 ? name : labelOf(i);
};
