/** Links as chats, mails, notes and trackers change them, through the page's entry. tests/engine/links.rs opens the same. */
import { expect, test } from 'vitest';
import { pack } from '../../www/app/lab/codeLink.js';
import { openScreen } from '../../www/app/screens.js';
import disguises from '../common/disguises.json';
import pasted from '../common/pasted.json';
import { HUMAN } from './fixtures.js';
import { engine } from './module.js';

/** @typedef {{ name: string, before?: string, after?: string, insert?: string, every?: number, replace?: [string, string][] }} Disguise */

/** @param {Disguise} disguise @param {string} link */
function disguised({ before = '', after = '', insert = '', every, replace = [] }, link) {
  const letters = [...link];
  let text = '';
  letters.forEach((letter, i) => {
    text += every && i > 0 && i % every === 0 ? insert + letter : letter;
  });
  for (const [from, to] of replace) text = text.replaceAll(from, to);
  return before + text + after;
}

/** A text, and the game that it opens or parts of its error. @typedef {{ name: string, text: string, game?: string, notes?: string[], error?: string[] }} Pasted */

test('texts in the formats of others open on the page, or the error says why not', () => {
  for (const one of /** @type {Pasted[]} */ (pasted)) {
    if (!one.game) {
      for (const part of one.error ?? [])
        expect(() => engine.import_text(one.text), one.name).toThrow(part);
      continue;
    }
    const found = engine.import_text(one.text);
    const notes = found.kind === 'game' || found.kind === 'start' ? found.notes : [];
    const game = found.kind === 'game' ? JSON.parse(found.record).game : found.kind;
    expect(game, one.name).toBe(one.game.split(' ')[0]);
    expect(notes, one.name).toHaveLength(one.notes?.length ?? 0);
  }
});

/** A new game. @param {string} game */
function linkOf(game) {
  const seats = engine.seat_names(game, {}).map(() => HUMAN);
  return engine.Session.create(game, {}, 7, seats).link('off', 0);
}

test('links to games survive sixty disguises', () => {
  for (const { id } of engine.games()) {
    const link = linkOf(id);
    const plain = engine.import_text(link);
    expect(plain).toMatchObject({ kind: 'link' });
    for (const disguise of /** @type {Disguise[]} */ (disguises)) {
      const text = disguised(disguise, link);
      expect(openScreen(text), disguise.name).toBe(false);
      expect(engine.import_text(text), disguise.name).toEqual(plain);
    }
  }
});

test('links to the Lab, the arena, a challenge and a bot do too', async () => {
  const bot = await pack({ name: 'Mine', source: 'export const bot = { think() {} }' });
  expect(bot).not.toMatch(/[-_]$/);
  const lab = engine.lab_link({
    game: 'isolation',
    options: { formula: '{"terms":[{"formula":"own_moves"}]}' },
    position: '',
  });
  for (const link of [bot, lab, linkOf('isolation').replace('#', '#beat=')]) {
    const plain = engine.import_text(link);
    expect(plain).toMatchObject({ kind: 'screen' });
    for (const disguise of /** @type {Disguise[]} */ (disguises)) {
      const text = disguised(disguise, link);
      // A link that ends with its payload opens at once, others with the engine.
      const found = engine.import_text(text);
      expect(found, disguise.name).toEqual(plain);
    }
  }
});
