/** What the page remembers beside the games: colours, speed, how many lines, which panels and chart are open, and whether the graph is. */
import { effect } from '@preact/signals';
import { compact } from '../ui/shape.js';
import { folds, sheet, takeFolds } from './folds.js';
import { keep, recall } from './keep.js';
import { sounds } from './sounds.js';
import * as store from './store.js';

/** Takes up what was kept, and keeps every change from now on. Call once. */
export function startSettings() {
  followTheme();
  // A frame is as its address says, and changes nothing of what is kept.
  if (store.embedded.value) return;
  const kept = recall('settings') ?? {};
  if (['light', 'dark', 'system'].includes(kept.theme)) store.theme.value = kept.theme;
  if (typeof kept.speed === 'number' && kept.speed > 0) store.speed.value = kept.speed;
  if (kept.speed === 'max') store.speed.value = Number.POSITIVE_INFINITY;
  if (Number.isInteger(kept.lines) && kept.lines > 0) store.lines.value = kept.lines;
  if (kept.lines === 'all') store.lines.value = Number.POSITIVE_INFINITY;
  if (typeof kept.tab === 'string') store.tab.value = kept.tab;
  else if (compact.value) store.tab.value = store.SIDE;
  if (typeof kept.chart === 'string') store.chart.value = kept.chart;
  takeFolds(kept);
  store.analysing.value = kept.analysing === true;
  sounds.value = kept.sounds === true;
  effect(() => {
    const speed = store.speed.value;
    const lines = store.lines.value;
    keep('settings', {
      theme: store.theme.value,
      // JSON has no infinity.
      speed: Number.isFinite(speed) ? speed : 'max',
      lines: Number.isFinite(lines) ? lines : 'all',
      analysing: store.analysing.value,
      tab: store.tab.value,
      chart: store.chart.value,
      folds: folds.value,
      sheet: sheet.value,
      sounds: sounds.value,
    });
  });
}

function followTheme() {
  effect(() => {
    const root = document.documentElement;
    if (store.theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = store.theme.value;
  });
}
