/** Canvas paths as SVG, the recorder of canvas calls, and the plies of an animated picture. */
import { expect, test } from 'vitest';
import { pliesOf } from '../../www/app/gif.js';
import { linesOf } from '../../www/app/picture.js';
import { PathText } from '../../www/ui/path.js';
import { makeRecorder } from '../../www/ui/svg.js';

/** @param {(path: PathText) => void} draw */
const svgPath = (draw) => {
  const path = new PathText();
  draw(path);
  return path.d;
};

test('lines, curves and rectangles', () => {
  expect(
    svgPath((p) => {
      p.moveTo(1, 2);
      p.lineTo(3.456, -4);
      p.quadraticCurveTo(1, 1, 2, 2);
      p.bezierCurveTo(1, 2, 3, 4, 5, 6);
      p.closePath();
    }),
  ).toBe('M1 2L3.46 -4Q1 1 2 2C1 2 3 4 5 6Z');
  expect(svgPath((p) => p.rect(1, 2, 3, 4))).toBe('M1 2L4 2L4 6L1 6Z');
  // A line without a start point starts at its end.
  expect(svgPath((p) => p.lineTo(7, 8))).toBe('M7 8');
});

test('arcs: a full circle in two halves, a quarter as it is, and counterclockwise', () => {
  expect(svgPath((p) => p.arc(0, 0, 2, 0, Math.PI * 2))).toBe('M2 0A2 2 0 0 1 -2 0A2 2 0 0 1 2 0');
  expect(svgPath((p) => p.arc(0, 0, 2, 0, Math.PI / 2))).toBe('M2 0A2 2 0 0 1 0 2');
  expect(svgPath((p) => p.arc(0, 0, 2, 0, Math.PI / 2, true))).toBe(
    'M2 0A2 2 0 0 0 -1.41 -1.41A2 2 0 0 0 0 2',
  );
  expect(
    svgPath((p) => {
      p.moveTo(0, 0);
      p.arcTo(10, 0, 10, 10, 4);
    }),
  ).toBe('M0 0L6 0A4 4 0 0 1 10 4');
  expect(svgPath((p) => p.roundRect(0, 0, 10, 6, 99))).toContain('A3 3 0 0 1 10 3');
});

test('a recorder contains what was drawn, at its place, and nothing else', () => {
  const ctx = makeRecorder({ width: 100, height: 50 });
  const image = { width: 4, height: 3, toDataURL: () => 'data:image/png;base64,' };
  ctx.save();
  ctx.translate(10, 20);
  ctx.scale(2, 2);
  ctx.drawImage(image, 1, 1);
  ctx.restore();
  ctx.drawImage(image, 0, 0, 8, 8);
  const text = ctx.svg('A <title>');
  expect(text).toContain('<title>A &lt;title></title>');
  expect(text).toContain('viewBox="0 0 100 50"');
  // Stored once and used twice, at each place.
  expect(text.match(/<image/g)).toHaveLength(1);
  expect(text).toContain('matrix(8 0 0 6 12 22)');
  expect(text).toContain('matrix(8 0 0 8 0 0)');
  // What it cannot record throws an error instead of being left out.
  expect(() => ctx.createConicGradient(0, 0, 0)).toThrow();
  expect(() => ctx.getImageData(0, 0, 1, 1)).toThrow();
  ctx.rect(0, 0, 1, 1);
  ctx.fillStyle = { pattern: true };
  expect(() => ctx.fill()).toThrow(/cannot be recorded/);
});

test('an animated picture has every ply, or the maximum number including both ends', () => {
  expect(pliesOf(0, 3)).toEqual([0, 1, 2, 3]);
  expect(pliesOf(5, 5)).toEqual([5]);
  const some = pliesOf(0, 1_000, 11);
  expect(some).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
  const many = pliesOf(0, 999, 240);
  expect(new Set(many).size).toBe(240);
  expect([many[0], many.at(-1)]).toEqual([0, 999]);
});

test('a note is broken into lines that fit under a board', () => {
  expect(linesOf()).toEqual([]);
  expect(linesOf('one\ntwo')).toEqual(['one', 'two']);
  const words = Array.from({ length: 80 }, (_, i) => `word${i}`);
  const lines = linesOf(words.join(' '));
  expect(lines.join(' ')).toBe(words.join(' '));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(62);
  // A word alone is as long as it is; the picture cuts it.
  expect(linesOf('x'.repeat(500))).toHaveLength(1);
});
