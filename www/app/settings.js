/** Saved settings of the page: theme, speed, number of lines, open panels and chart. */
import { effect } from '@preact/signals';
import { compact } from '../ui/shape.js';
import { setDisplay } from './display.js';
import { folds, sheet } from './panelLayout.js';
import { sounds } from './sounds.js';
import { recall, saveValue } from './storage.js';
import * as store from './store.js';

const { theme, speed, lines, analysing, tab, chart } = store;

/** By storage key; `ui/shapes.js` defines the valid values. @type {Record<string, import('@preact/signals').ReadonlySignal<any>>} */
const DISPLAYED = { theme, speed, lines, analysing, tab, chart };
/** The same outside of the store. @type {Record<string, import('@preact/signals').Signal<any>>} */
const OTHERS = { folds, sheet, sounds };
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
  if (compact.value) setDisplay({ tab: store.SIDE });
  const known = Object.entries(saved).map(([name, value]) => [
    name,
    value === ENDLESS[name] ? Number.POSITIVE_INFINITY : value,
  ]);
  setDisplay(Object.fromEntries(known.filter(([name]) => name in DISPLAYED)));
  for (const [name, value] of known) if (name in OTHERS) OTHERS[name].value = value;
  effect(() => {
    const now = Object.entries({ ...DISPLAYED, ...OTHERS }).map(([name, { value }]) => [
      name,
      value === Number.POSITIVE_INFINITY ? ENDLESS[name] : value,
    ]);
    saveValue('settings', Object.fromEntries(now));
  });
}
