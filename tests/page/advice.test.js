/** Hints and threats: they come from an adviser that scores moves, name it, and are played with one click. */
import { beforeEach, expect, test, vi } from 'vitest';
import { BOT, GAME, HUMAN, resetStore, stateOf, thoughtOf } from './fixtures.js';

vi.mock('../../www/boards/registry.js', () => ({ renderers: { twos: {}, turns: {} } }));
vi.mock('../../www/app/saving.js', () => ({ save: () => {} }));
vi.mock('../../www/app/review.js', () => ({ giveUp: () => {}, startReviews: () => {} }));
const played = vi.hoisted(() => ({
  byHand: /** @type {any} */ (null),
  now: /** @type {any} */ (null),
}));
vi.mock('../../www/app/game.js', () => ({
  playByHand: (/** @type {string} */ move) => played.byHand(move),
}));
vi.mock('../../www/app/turns.js', () => ({
  orderNow: (/** @type {any[]} */ ...args) => played.now(...args),
}));
/** The bot that is shown, and the last request.  @type {any} */
const think = vi.hoisted(() => ({ request: null }));
vi.mock('../../www/app/shownBot.js', async () => {
  const { signal } = await import('@preact/signals');
  think.shownBot = signal(null);
  think.outdated = signal(false);
  think.shownSeat = signal(0);
  think.overlayBot = signal(null);
  return think;
});
vi.mock('../../www/app/think.js', () => ({
  think: (/** @type {any[]} */ ...[channel, config, report, more]) => {
    think.request = { channel, config, report, more };
  },
}));
vi.mock('../../www/worker/client.js', () => ({ stop: () => {} }));

const store = await import('../../www/app/store.js');
const advice = await import('../../www/app/advice.js');
const strong = { ...GAME.bots[0], terms: [{ key: 't' }] };
const drawn = { ...strong, id: 'drawn', name: 'Drawn', terms: [] };
resetStore();
advice.startAdvice();

/** @param {any} config @param {any} info */
function shows(config, info) {
  const { game, ply, hash } = stateOf({ ply: 2 });
  think.shownBot.value = config;
  store.thinking.value = { key: '', game, ply, hash, config, info };
}

beforeEach(() => {
  vi.useFakeTimers();
  resetStore();
  think.request = null;
  played.byHand = vi.fn();
  played.now = vi.fn();
  store.catalog.value = [{ ...GAME, bots: [strong, drawn] }];
  store.state.value = stateOf({ ply: 2 });
});

test('a hint shows the choice with the adviser’s name, and a second press hides it', () => {
  shows(BOT, thoughtOf('a'));
  advice.giveHint();
  expect(store.hint.value).toBe('a');
  expect(store.toasts.value).toMatchObject([{ text: 'Bot advises: plays a.' }]);
  expect(store.spoken.value).toBe('Hint from Bot: plays a. Because.');
  advice.giveHint();
  expect([store.hint.value, store.toasts.value]).toEqual([null, []]);
});

test('the action of a hint plays it, in its own position only', () => {
  shows(BOT, thoughtOf('a'));
  advice.giveHint();
  const act = store.toasts.value[0].action?.act ?? (() => {});
  act();
  expect(played.byHand).toHaveBeenCalledWith('a');
  store.state.value = stateOf({ ply: 4 });
  act();
  expect(played.byHand).toHaveBeenCalledTimes(1);
});

test('on a bot’s turn a hint offers nothing to play', () => {
  store.state.value = stateOf({ ply: 2, seats: [BOT, HUMAN] });
  shows(BOT, thoughtOf('a'));
  advice.giveHint();
  expect(store.toasts.value[0].action).toBeUndefined();
});

test('a hint waits for the thought, and is dropped when the game continues', () => {
  think.shownBot.value = BOT;
  store.thinking.value = null;
  advice.giveHint();
  expect([store.hint.value, advice.hinting()]).toEqual([null, true]);
  shows(BOT, thoughtOf('a'));
  expect(store.hint.value).toBe('a');
  advice.giveHint();
  store.thinking.value = null;
  advice.giveHint();
  store.state.value = stateOf({ ply: 4 });
  expect(advice.hinting()).toBe(false);
});

test('a hint never comes from a bot that chooses at random: the game’s adviser is asked instead', () => {
  const config = { bot: 'drawn', options: {} };
  shows(config, thoughtOf('x'));
  expect(advice.adviserName()).toBe('Bot');
  advice.giveHint();
  expect(store.hint.value).toBeNull();
  expect(think.request).toMatchObject({ channel: 'advice', config: { bot: 'bot' } });
  think.request.report({ thought: thoughtOf('a'), done: false });
  expect(store.hint.value).toBeNull();
  think.request.report({ thought: thoughtOf('a'), done: true });
  expect(store.hint.value).toBe('a');
  expect(store.toasts.value).toMatchObject([{ text: 'Bot advises: plays a.' }]);
  expect(store.adviser.value?.config.bot).toBe('bot');
});

test('a solver without terms gives its own hint', () => {
  store.catalog.value = [{ ...GAME, bots: [strong, { ...drawn, judges: true }] }];
  shows({ bot: 'drawn', options: {} }, thoughtOf('x'));
  advice.giveHint();
  expect([store.hint.value, think.request]).toEqual(['x', null]);
});

test('a hint follows the analysis that goes on, and ends when another bot is shown', () => {
  shows(BOT, thoughtOf('a'));
  advice.giveHint();
  shows(think.shownBot.value, thoughtOf('b'));
  expect(store.hint.value).toBe('b');
  expect(store.toasts.value).toMatchObject([{ text: 'Bot advises: plays b.' }]);
  shows({ bot: 'drawn', options: {} }, thoughtOf('x'));
  expect([store.hint.value, store.toasts.value, advice.hinting()]).toEqual([null, [], false]);
});

test('nothing else points at moves while a bot recommends some', () => {
  expect(advice.advised()).toBe(false);
  shows(BOT, thoughtOf('a'));
  advice.giveHint();
  expect(advice.advised()).toBe(true);
  advice.giveHint();
  expect(advice.advised()).toBe(false);
  store.analysing.value = true;
  expect(advice.advised()).toBe(true);
  store.analysing.value = false;
  think.overlayBot.value = BOT;
  expect(advice.advised()).toBe(true);
  think.overlayBot.value = null;
});

test('a bot’s proposal is played as a whole turn where all seats move at once, and as a move elsewhere', () => {
  advice.playProposed('a');
  expect(played.byHand).toHaveBeenCalledWith('a');
  store.catalog.value = [{ ...GAME, simultaneous: true, bots: [strong, drawn] }];
  think.shownSeat.value = 1;
  advice.playProposed('0:S');
  expect(played.now).toHaveBeenCalledWith(1, '0:S');
  store.state.value = stateOf({ ply: 2, to_act: [0, 1], seats: [BOT, HUMAN] });
  expect(advice.mayPlayProposed()).toBe(true);
  think.shownSeat.value = 0;
  expect(advice.mayPlayProposed()).toBe(false);
  // Orders alone would leave the turn unfinished, and then nothing could be analysed or undone.
  expect(played.byHand).toHaveBeenCalledTimes(1);
});

test('a threat is requested as if the turn were passed, and is never played', () => {
  shows(BOT, thoughtOf('a'));
  advice.showThreat();
  expect(think.request).toMatchObject({ channel: 'advice', config: BOT, more: { passed: true } });
  expect([advice.threatening(), advice.hinting()]).toEqual([true, false]);
  think.request.report({ thought: thoughtOf('x'), done: true });
  expect([store.hint.value, store.advice.value?.passed]).toEqual(['x', true]);
  expect(store.toasts.value).toMatchObject([
    { text: 'Threat, if this turn were passed: plays x.' },
  ]);
  expect(store.toasts.value[0].action).toBeUndefined();
  // A hint replaces a threat, and a threat replaces a hint.
  advice.giveHint();
  expect([store.hint.value, advice.hinting(), advice.threatening()]).toEqual(['a', true, false]);
  advice.showThreat();
  expect([advice.threatening(), store.hint.value]).toEqual([true, null]);
  advice.showThreat();
  expect([advice.threatening(), store.toasts.value]).toEqual([false, []]);
});

test('there is no threat after the end of a game', () => {
  store.state.value = stateOf({ ply: 2, outcome: {} });
  advice.showThreat();
  expect([advice.threatening(), think.request]).toEqual([false, null]);
});
