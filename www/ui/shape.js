/**
 * The shape of the window, which decides the layout: `wide` has three columns, `pair` has two, `tall` (an upright phone,
 * a tablet) puts everything under the board, and `low` (a phone on its side) next to it. One signal, so that content and
 * layout cannot disagree. Nothing here depends on a panel.
 */
import { computed, signal } from '@preact/signals';

/** @typedef {'wide' | 'pair' | 'tall' | 'low'} Shape */

/** The first query that matches decides; the default is `tall`. @type {[Shape, string][]} */
const QUERIES = [
  ['low', '(max-height: 499px) and (min-width: 540px)'],
  ['wide', '(min-width: 1240px) and (min-aspect-ratio: 7/5)'],
  ['pair', '(min-width: 760px) and (min-aspect-ratio: 6/5)'],
];
/** A window this high has room for a graph under the largest board. */
const HIGH = '(min-height: 1000px)';

const match = globalThis.matchMedia?.bind(globalThis);

/** @returns {Shape} */
const matchShape = () =>
  match ? (QUERIES.find(([, query]) => match(query).matches)?.[0] ?? 'tall') : 'wide';

/** The current shape of the window. @type {import('@preact/signals').Signal<Shape>} */
export const shape = signal(matchShape());
/** Whether the window is high enough to show foldable content. */
export const high = signal(match?.(HIGH).matches ?? true);

for (const query of [...QUERIES.map(([, one]) => one), HIGH])
  match?.(query).addEventListener('change', () => {
    shape.value = matchShape();
    high.value = match(HIGH).matches;
  });

/** Whether the panels are tabs, with the game's own panel first. */
export const compact = computed(() => shape.value === 'tall' || shape.value === 'low');
