/** The picture of a board that is shown until the engine is loaded. */
import { beforeEach, expect, test, vi } from 'vitest';
import { firstPicture } from '../../www/app/firstPicture.js';
import { route } from '../../www/app/route.js';
import { PROGRESS, saveValue } from '../../www/app/storage.js';
import * as store from '../../www/app/store.js';
import { catalog } from '../../www/pkg/catalog.js';

let dark = false;

beforeEach(() => {
  dark = false;
  vi.stubGlobal('matchMedia', () => ({ matches: dark }));
  store.theme.value = 'system';
  store.embedded.value = false;
  saveValue(PROGRESS, {});
});

/** @param {string} game @param {import('../../www/app/route.js').How} [how] */
function request(game, how = 'play') {
  route.value = { screen: 'game', request: { game, how } };
  return firstPicture();
}

test('every game has a picture of its start in both colour schemes', () => {
  for (const { id } of catalog)
    for (const one of [false, true]) {
      dark = one;
      expect(request(id)).toContain(`first/${id}${one ? '-dark' : ''}.webp`);
    }
});

test('the chosen colours go before those of the system', () => {
  store.theme.value = 'dark';
  expect(request('uros')).toContain('uros-dark.webp');
  dark = true;
  store.theme.value = 'light';
  expect(request('uros')).toContain('uros.webp');
});

test('there is no picture where another position may come', () => {
  expect(request('uros', 'continue')).not.toBe('');
  saveValue('game:uros', { record: '{}', ply: 3 });
  expect(request('uros', 'continue')).toBe('');
  // A new game begins, whatever was saved.
  expect(request('uros', 'play')).not.toBe('');
  expect(request('uros', 'watch')).toBe('');
  saveValue(PROGRESS, { uros: { won: 1, level: 2, losses: 0, last: 'x' } });
  expect(request('uros', 'play')).toBe('');
  saveValue(PROGRESS, {});
  expect(request('hex')).toBe('');
  route.value = { screen: 'game', request: { how: 'open', what: '#1uros.A' } };
  expect(firstPicture()).toBe('');
  store.embedded.value = true;
  expect(request('isolation')).toBe('');
});
