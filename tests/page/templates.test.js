/** What the templates of a new game say on the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'scripts/templates/new-game';

test('no text of a template has a name of the code in it', () => {
  const texts = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.rs'))
    .flatMap(
      (file) => readFileSync(`${FOLDER}/${file}`, 'utf8').match(/"(?:\\.|[^"\\\n])*"/g) ?? [],
    );
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /[a-z][A-Z]/.test(text))).toEqual([]);
});
