/** Saved settings of the page: theme, speed, number of lines, open panels and chart. */
import { effect } from '@preact/signals';
import { compact } from '../ui/shape.js';
import { folds, sheet } from './panelLayout.js';
import { sounds } from './sounds.js';
import { recall, saveValue } from './storage.js';
import * as store from './store.js';

const { theme, speed, lines, analysing, tab, chart } = store;

/** By storage key; `ui/shapes.js` defines the valid values. @type {Record<string, import('@preact/signals').Signal<any>>} */
const REMEMBERED = { theme, speed, lines, analysing, tab, chart, folds, sheet, sounds };
/** JSON has no infinity. @type {Record<string, string>} */
const ENDLESS = { speed: 'max', lines: 'all' };

/** Loads the settings and saves every change. Call once. */
export function startSettings() {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
  // An iframe follows its address and saves nothing.
  if (store.embedded.value) return;
  const saved = recall('settings') ?? {};
  if (compact.value) tab.value = store.SIDE;
  for (const [name, of] of Object.entries(REMEMBERED)) {
    if (!(name in saved)) continue;
    of.value = saved[name] === ENDLESS[name] ? Number.POSITIVE_INFINITY : saved[name];
  }
  effect(() => {
    const now = Object.entries(REMEMBERED).map(([name, { value }]) => [
      name,
      value === Number.POSITIVE_INFINITY ? ENDLESS[name] : value,
    ]);
    saveValue('settings', Object.fromEntries(now));
  });
}
