import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from '../../www/ui/keys.js';

/** @param {string} key @param {string} code @param {boolean} [shiftKey] */
const pressed = (key, code, shiftKey = false) => keyOf({ key, code, shiftKey });

test.each([
  ['Russian', 'я', 'KeyZ', 'z'],
  ['Russian', 'з', 'KeyP', 'p'],
  ['Russian', 'б', 'Comma', ','],
  ['Russian', 'ю', 'Period', '.'],
  ['Greek', 'ζ', 'KeyZ', 'z'],
  ['Greek', 'ς', 'KeyW', 'w'],
  ['Greek', ';', 'KeyQ', 'q'],
  ['Hebrew', 'ז', 'KeyZ', 'z'],
  ['Hebrew', "'", 'KeyW', 'w'],
  ['Hebrew', '/', 'KeyQ', 'q'],
  ['Arabic', 'ئ', 'KeyZ', 'z'],
  ['Arabic', 'لا', 'KeyB', 'b'],
  ['Persian', '۰', 'Digit0', '0'],
  ['an input method', 'Process', 'KeyZ', 'z'],
])('a key of another alphabet is the Latin one in its place: %s %s', (_, key, code, latin) => {
  expect(pressed(key, code)).toBe(latin);
});

test('with Shift the letter is a capital, also where the alphabet has none', () => {
  expect(pressed('К', 'KeyR', true)).toBe('R');
  expect(pressed('ר', 'KeyR', true)).toBe('R');
  expect(pressed('َ', 'KeyQ', true)).toBe('Q');
  expect(pressed('؟', 'Slash', true)).toBe('?');
});

test.each([
  ['AZERTY', 'z', 'KeyW'],
  ['AZERTY', ',', 'KeyM'],
  ['AZERTY', '&', 'Digit1'],
  ['AZERTY', 'é', 'Digit2'],
  ['QWERTZ', 'z', 'KeyY'],
  ['QWERTZ', 'ö', 'Semicolon'],
  ['Dvorak', '.', 'KeyE'],
  ['Canadian', 'É', 'Slash'],
  ['any', 'Enter', 'Enter'],
  ['any', 'ArrowLeft', 'ArrowLeft'],
  ['any', ' ', 'Space'],
  ['any', '+', 'BracketRight'],
  ['a synthetic event', 'z', ''],
])('a key of a Latin layout stays: %s %s', (_, key, code) => {
  expect(pressed(key, code)).toBe(key);
});

/** All files of the page's code. @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'pkg' ? [] : filesIn(path);
    return /\.jsx?$/.test(path) ? [path] : [];
  });

test('no handler reads the key of an event itself', () => {
  const readers = filesIn('www').filter((path) =>
    /\bevent\.(key|code|keyCode|which)\b/.test(readFileSync(path, 'utf8')),
  );
  // The one place, in a comment.
  expect(readers).toEqual(['www/ui/keys.js']);
});
