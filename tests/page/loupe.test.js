/** The loupe: where it is shown for a finger at any place, and how much it enlarges. */
import { expect, test } from 'vitest';
import { GLASS, glassAt, zoomFor } from '../../www/ui/loupe.js';

const room = { width: 390, height: 844 };

test('the loupe is inside the window and never under the finger', () => {
  for (let x = 0; x <= room.width; x += 13) {
    for (let y = 0; y <= room.height; y += 13) {
      const at = glassAt({ x, y }, room);
      expect(at.x).toBeGreaterThanOrEqual(GLASS / 2);
      expect(at.x).toBeLessThanOrEqual(room.width - GLASS / 2);
      expect(at.y).toBeGreaterThanOrEqual(GLASS / 2);
      expect(at.y).toBeLessThanOrEqual(room.height - GLASS / 2);
      expect(Math.max(Math.abs(at.x - x), Math.abs(at.y - y))).toBeGreaterThan(GLASS / 2);
    }
  }
});

test('small cells are enlarged a lot, and large ones only a little', () => {
  expect(zoomFor(3.8) * 3.8).toBeGreaterThan(26);
  expect(zoomFor(1)).toBe(8);
  expect(zoomFor(40)).toBe(1.5);
});
