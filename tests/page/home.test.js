/** The slider on Home: in every position that the board can show, each drag changes what is drawn, at once. */
import { expect, test } from 'vitest';
import { badgesOf, beginning, dragged, next, weights } from '../../www/panels/home/liveGame.js';

/** @typedef {import('../../www/panels/home/liveGame.js').Shown} Shown */

/** All positions that the board can show, Blue's turns and ends included. */
function everything() {
  const found = [beginning()];
  const known = new Set([JSON.stringify(found[0])]);
  for (const shown of found)
    for (const step of weights.keys()) {
      const after = next(shown, step);
      // Trails in another order look the same.
      const key = JSON.stringify({
        ...after,
        trails: after.trails.map((trail) => [...trail].sort()),
      });
      if (!known.has(key)) found.push(after);
      known.add(key);
    }
  return found;
}

test('dragging changes the drawn scores in every position', () => {
  const all = everything();
  expect(all.filter(({ reply }) => reply).length).toBeGreaterThan(50);
  expect(all.filter(({ winner }) => winner !== null).length).toBeGreaterThan(5);
  for (const shown of all)
    for (const from of weights.keys())
      for (const to of weights.keys()) {
        if (from === to) continue;
        const after = dragged(shown, from, to);
        const badges = badgesOf(after, to);
        expect(badges.length).toBeGreaterThan(0);
        expect(badges.filter(({ best }) => best)).toHaveLength(1);
        if (after === shown) expect(badges).not.toEqual(badgesOf(shown, from));
      }
});
