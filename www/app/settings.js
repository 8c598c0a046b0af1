/** What the page remembers beside the games: colours, speed, how many lines, which panels and chart are open, and whether the graph is. */
import { effect } from '@preact/signals';
import { compact } from '../ui/shape.js';
import { folds, sheet } from './folds.js';
import { keep, recall } from './keep.js';
import { sounds } from './sounds.js';
import * as store from './store.js';

const { theme, speed, lines, analysing, tab, chart } = store;

/** By the name that it is saved under; what each must be says `ui/shapes.js`. @type {Record<string, import('@preact/signals').Signal<any>>} */
const REMEMBERED = { theme, speed, lines, analysing, tab, chart, folds, sheet, sounds };
/** JSON has no infinity. @type {Record<string, string>} */
const ENDLESS = { speed: 'max', lines: 'all' };

/** Takes up what was kept, and keeps every change from now on. Call once. */
export function startSettings() {
  followTheme();
  // A frame is as its address says, and changes nothing of what is kept.
  if (store.embedded.value) return;
  const kept = recall('settings') ?? {};
  if (compact.value) tab.value = store.SIDE;
  for (const [name, of] of Object.entries(REMEMBERED)) {
    if (!(name in kept)) continue;
    of.value = kept[name] === ENDLESS[name] ? Number.POSITIVE_INFINITY : kept[name];
  }
  effect(() => {
    const now = Object.entries(REMEMBERED).map(([name, { value }]) => [
      name,
      value === Number.POSITIVE_INFINITY ? ENDLESS[name] : value,
    ]);
    keep('settings', Object.fromEntries(now));
  });
}

function followTheme() {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
}
