/**
 * Reviews: what stays valid while the game goes on, marks and counts, differences between bots, and
 * trying again.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resetStore, stateOf } from './fixtures.js';

const requests = vi.hoisted(() => ({
  reviews: /** @type {any[]} */ ([]),
  moves: /** @type {any[]} */ ([]),
}));
vi.mock('../../www/worker/client.js', () => ({
  review: (/** @type {any[]} */ ...call) => requests.reviews.push(call),
  judge: (/** @type {any[]} */ ...call) => requests.moves.push(call),
  stop: () => {},
}));
vi.mock('../../www/app/game.js', async () => {
  const store = await import('../../www/app/store.js');
  return {
    goTo: (/** @type {number} */ ply) => {
      const now = /** @type {any} */ (store.state.value);
      store.state.value = { ...now, ply, hash: `h${ply}` };
    },
  };
});

const store = await import('../../www/app/store.js');
const review = await import('../../www/app/review.js');
const { highest } = await import('../../www/panels/span.js');

/** @param {number} plies */
function play(plies) {
  store.rows.value = Array.from(
    { length: plies },
    (_, i) => /** @type {any} */ ({ move: `m${i}` }),
  );
  store.state.value = stateOf({ ply: plies, plies });
}

/** @param {number} ply @param {string | null} mark @param {number} share @param {number} [judge] */
const found = (ply, mark, share, judge = 0) => ({
  ...{
    ply,
    judge,
    seat: ply % 2,
    win: share,
    first: share,
    score: share,
    plies: null,
    choice: 'x',
    best: 'b',
  },
  judged:
    judge === 0 ? { move: `m${ply}`, mark, loss: 1, good: !mark, proven: false, text: 'so' } : null,
});

/** @param {any[]} assessments @param {boolean} done */
const answer = (assessments, done) =>
  requests.reviews.at(-1)[2]({
    review: { done: 1, positions: 5, found: assessments, summaries: [] },
    done,
  });

beforeEach(() => {
  resetStore();
  requests.reviews.length = 0;
  requests.moves.length = 0;
  play(4);
});

describe('a review', () => {
  it('asks the bot that the game declares, and collects its results', () => {
    review.lookBack();
    expect(requests.reviews[0].slice(0, 2)).toEqual([4, { bots: [{ bot: 'bot', options: {} }] }]);
    answer([found(0, '??', 0.5), found(1, null, 0.5)], false);
    answer([found(2, '?!', 0.2), found(3, '!', 0.2)], true);
    expect(review.marked.value.map((one) => [one.ply, one.judged.mark])).toEqual([
      [1, '??'],
      [3, '?!'],
      [4, '!'],
    ]);
    expect(review.mistakes.value.map((one) => one.ply)).toEqual([1, 3]);
    expect(review.counts.value).toEqual([
      [1, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
  });

  it('stays valid for unchanged moves, but not for replaced ones', () => {
    review.lookBack();
    answer([found(0, '??', 0.5), found(1, '?', 0.5), found(2, '??', 0.2)], true);
    store.rows.value = [store.rows.value[0], /** @type {any} */ ({ move: 'other' })];
    expect(review.marked.value.map((one) => one.ply)).toEqual([1]);
    expect(review.lookedBack.value?.whole).toBe(false);
    store.state.value = stateOf({ ply: 2, plies: 2, seed: 9 });
    expect(review.lookedBack.value).toBe(null);
  });

  it('goes from mistake to mistake', () => {
    review.lookBack();
    answer([found(0, '??', 0.5), found(2, '?!', 0.2)], true);
    review.goToMistake(-1);
    expect(store.state.value?.ply).toBe(3);
    review.goToMistake(-1);
    expect(store.state.value?.ply).toBe(1);
    review.goToMistake(-1);
    expect(store.state.value?.ply).toBe(1);
  });

  it('lists where two bots differ most, largest difference first', () => {
    review.choose({ second: { bot: 'other', options: {} } });
    review.lookBack();
    answer(
      [0.5, 0.5, 0.9].flatMap((share, ply) => [
        found(ply, null, share),
        found(ply, null, 0.5 - 0.2 * (ply % 2), 1),
      ]),
      true,
    );
    expect(review.differences.value.map((one) => one.ply)).toEqual([2, 1]);
    review.choose({ second: null });
  });
});

describe('trying again', () => {
  it('evaluates the tried move and leaves the game unchanged', () => {
    review.lookBack();
    answer([found(0, '??', 0.5)], true);
    review.tryAgain(1);
    expect(store.state.value?.ply).toBe(0);
    expect(store.humanToAct.value).toBe(0);
    const trial = /** @type {any} */ (store.trying.value);
    expect(trial.best).toBe('b');
    trial.answer('z');
    expect(requests.moves[0][0]).toEqual({
      ply: 0,
      hash: 'h0',
      move: 'z',
      bots: [{ bot: 'bot', options: {} }],
    });
    const judged = { move: 'z', mark: null, good: true, text: 'As good.' };
    requests.moves[0][1]({ review: { found: [{ judged }] }, done: true });
    expect(store.trying.value?.tried).toEqual(judged);
    review.endTrial();
    expect([store.trying.value, store.state.value?.ply]).toEqual([null, 1]);
  });
});

describe('the scale of a graph', () => {
  it('ignores outliers that would flatten the rest, and nothing else', () => {
    const moves = [49, 48, ...Array.from({ length: 30 }, (_, i) => i % 8)];
    expect(highest(moves)).toBe(7);
    expect(highest(moves, 'chance to win, %')).toBe(49);
    const stones = Array.from({ length: 40 }, (_, i) => i);
    expect(highest(stones)).toBe(39);
    expect(highest([49, 1])).toBe(49);
    expect(highest([])).toBe(0);
  });
});
