/** The texts of the templates for a new game. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'scripts/templates/new-game';

test('no text of a template contains an identifier of the code', () => {
  const texts = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.rs'))
    .flatMap(
      (file) => readFileSync(`${FOLDER}/${file}`, 'utf8').match(/"(?:\\.|[^"\\\n])*"/g) ?? [],
    );
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /[a-z][A-Z]/.test(text))).toEqual([]);
});
