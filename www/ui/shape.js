/**
 * How the window is shaped, which says where the panels of the page are: `wide` has three columns, `pair` has
 * two, `tall` (a phone held upright, a tablet) puts everything under the board, and `low` (a phone on its side)
 * beside it. One signal, so that what is drawn and how it is laid out cannot disagree. No panel may enter here.
 */
import { computed, signal } from '@preact/signals';

/** @typedef {'wide' | 'pair' | 'tall' | 'low'} Shape */

/** What is asked of the window, the first that holds wins; what none of them fits is tall. @type {[Shape, string][]} */
const ASKED = [
  ['low', '(max-height: 499px) and (min-width: 540px)'],
  ['wide', '(min-width: 1240px) and (min-aspect-ratio: 7/5)'],
  ['pair', '(min-width: 760px) and (min-aspect-ratio: 6/5)'],
];
/** So high a window has room for a graph under the largest of the boards. */
const HIGH = '(min-height: 1000px)';

const match = globalThis.matchMedia?.bind(globalThis);

/** @returns {Shape} */
const ask = () =>
  match ? (ASKED.find(([, query]) => match(query).matches)?.[0] ?? 'tall') : 'wide';

/** How the window is shaped now. @type {import('@preact/signals').Signal<Shape>} */
export const shape = signal(ask());
/** Whether the window is high enough for what can be folded away. */
export const high = signal(match?.(HIGH).matches ?? true);

for (const query of [...ASKED.map(([, one]) => one), HIGH])
  match?.(query).addEventListener('change', () => {
    shape.value = ask();
    high.value = match(HIGH).matches;
  });

/** Whether the panels are a sheet of tabs, with the game's own as the first of them. */
export const compact = computed(() => shape.value === 'tall' || shape.value === 'low');
