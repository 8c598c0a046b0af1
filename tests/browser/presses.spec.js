/**
 * Presses that go wrong, on all five boards: beside what they meant, released where the page does not hear it, joined by a
 * second pointer, taken over by the browser. None of them plays anything, and after each the board can be played on.
 */
import { centreOf, expect, openPage, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ from: Point, to: Point, beside: Point }} Places   where a press begins, where it goes, and a near miss */

/** The middle of a square where something may be played now. @param {Page} page @param {number} n */
async function legalCell(page, n) {
  const id = await page
    .locator('.board-host [data-cell]:not([aria-disabled])')
    .nth(n)
    .getAttribute('data-cell');
  return centreOf(page, `${id}`);
}

/** Boards on which a click plays. */
const clicked = {
  /** @param {Page} page @returns {Promise<Places>} */
  async places(page) {
    const [from, to] = [await legalCell(page, 0), await legalCell(page, 1)];
    const board = await page.locator('.board-host canvas').first().boundingBox();
    if (!board) throw new Error('no board');
    return { from, to, beside: { x: board.x + 2, y: board.y + 2 } };
  },
  /** @param {Page} page */
  async play(page) {
    const { x, y } = await legalCell(page, 0);
    await page.mouse.click(x, y);
  },
};

/** @param {Page} page @param {Point} from @param {Point} to */
async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** Where a cell of Outpost is. @param {Page} page @param {[number, number]} cell */
async function outpostCell(page, [x, y]) {
  const box = await page.getByTestId('outpost-board').boundingBox();
  if (!box) throw new Error('no board');
  const cell = box.width / 104;
  return { x: box.x + (x + 2.5) * cell, y: box.y + (y + 2.5) * cell };
}

/** `play` makes a move, or gives an order, and `undo` takes that back. @type {Record<string, { places: (page: Page) => Promise<Places>, play: (page: Page) => Promise<unknown>, undo?: (page: Page) => Promise<unknown> }>} */
const BOARDS = {
  uros: {
    async places(page) {
      const [island] = await page.locator('.bed-canvas [data-cell$=".0"]').all();
      const square = await island.boundingBox();
      if (!square) throw new Error('no island');
      const from = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
      return { from, to: await centreOf(page, 'lake:14'), beside: { x: from.x, y: square.y - 8 } };
    },
    // An island goes where it fits without a turn, held by its first square.
    async play(page) {
      const { island, lake } = await page.evaluate(() => {
        const { legal, layout } = /** @type {any} */ (window).__totora;
        const move = legal().find((/** @type {string} */ one) => /^\w@\w\d$/.test(one));
        const [name, square] = move.split('@');
        return { island: name, lake: layout().square_names.indexOf(square) };
      });
      const squares = await Promise.all(
        (await page.locator(`[data-cell^="${island}."]`).all()).map((one) => one.boundingBox()),
      );
      const [first] = squares;
      const size = first?.width ?? 1;
      const left = Math.min(...squares.map((one) => one?.x ?? 0));
      const top = Math.min(...squares.map((one) => one?.y ?? 0));
      const [corner, next] = [await centreOf(page, `lake:${lake}`), await centreOf(page, 'lake:7')];
      const { x, y } = await centreOf(page, 'lake:0');
      const to = {
        x: corner.x + (((first?.x ?? 0) - left) / size) * (next.x - x),
        y: corner.y + (((first?.y ?? 0) - top) / size) * (next.y - y),
      };
      await drag(page, await centreOf(page, `${island}.0`), to);
    },
  },
  isolation: clicked,
  fencemaster: clicked,
  reversi: clicked,
  outpost: {
    async places(page) {
      return {
        from: await outpostCell(page, [0, 0]),
        to: await outpostCell(page, [14, 14]),
        beside: await outpostCell(page, [9, 3]),
      };
    },
    async play(page) {
      const { from, to } = await BOARDS.outpost.places(page);
      await drag(page, from, to);
    },
    undo: (page) => page.getByRole('button', { name: /^Remove: / }).click(),
  },
};

/** What has been played and ordered. @param {Page} page */
const done = async (page) => ({
  ply: (await stateOf(page)).ply,
  orders: await page.locator('.given').allTextContents(),
});

const half = (/** @type {Point} */ a, /** @type {Point} */ b) => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});
const OUTSIDE = { x: -40, y: 300 };

/**
 * Events as the browser gets them; a release can be left out, as another window or a menu does.
 * @param {Page} page
 */
async function hands(page) {
  const client = await page.context().newCDPSession(page);
  return {
    /** @param {'mousePressed' | 'mouseMoved' | 'mouseReleased'} type @param {Point} at @param {number} [buttons] @param {'none' | 'left' | 'right'} [button] */
    mouse: (type, { x, y }, buttons = 1, button = 'left') =>
      client.send('Input.dispatchMouseEvent', { type, x, y, buttons, button, clickCount: 1 }),
    /** @param {'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel'} type @param {Point[]} points */
    touch: (type, ...points) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
      }),
    blur: () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
  };
}

/** @type {Record<string, (hand: Awaited<ReturnType<typeof hands>>, at: Places) => Promise<unknown>>} */
const MISHAPS = {
  async 'a press beside what was meant, dragged over the board'({ mouse }, { beside, to }) {
    await mouse('mouseMoved', beside, 0, 'none');
    await mouse('mousePressed', beside);
    await mouse('mouseMoved', half(beside, to));
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'a drag released outside the window'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', half(from, to));
    await mouse('mouseMoved', OUTSIDE);
    await mouse('mouseReleased', OUTSIDE, 0);
  },
  async 'a drag whose release the browser does not tell'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', half(from, to));
    await mouse('mouseMoved', to, 0, 'none');
    await mouse('mouseMoved', from, 0, 'none');
  },
  async 'a second pointer'({ touch }, { from, to }) {
    await touch('touchStart', from);
    await touch('touchStart', from, to);
    await touch('touchEnd');
  },
  async 'a touch that the browser takes over'({ touch }, { from, to }) {
    await touch('touchStart', from);
    await touch('touchMove', half(from, to));
    await touch('touchCancel');
  },
  async 'a menu that opens during a drag'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', half(from, to));
    await mouse('mousePressed', half(from, to), 3, 'right');
    await mouse('mouseReleased', half(from, to), 1, 'right');
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'another window that comes to the front during a drag'({ mouse, blur }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', half(from, to));
    await blur();
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'another window that comes to the front under a finger'({ touch, blur }, { from, to }) {
    await touch('touchStart', from);
    await touch('touchMove', half(from, to));
    await blur();
    await touch('touchMove', to);
    await touch('touchEnd');
  },
};

/** A game between people, so that nothing is waited for. @param {Page} page @param {string} game */
async function begin(page, game) {
  const seats = Array.from({ length: game === 'outpost' ? 4 : 2 }, () => ({ human: true }));
  const record = { totora: 1, game, options: {}, seed: 1, seats, moves: [], result: null };
  await openPage(page, `./#${game}`);
  await page.getByRole('button', { name: 'Share' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'A link or a record' }).fill(JSON.stringify(record));
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await stateOf(page)).seats[1].config.human).toBe(true);
}

for (const [game, { places, play, undo }] of Object.entries(BOARDS)) {
  test(`${game}: after a press that goes wrong nothing is played, and the board can be played on`, async ({
    page,
  }) => {
    await begin(page, game);
    const hand = await hands(page);
    const before = await done(page);
    for (const [name, mishap] of Object.entries(MISHAPS)) {
      await mishap(hand, await places(page));
      expect(await done(page), name).toEqual(before);
      await play(page);
      await expect.poll(() => done(page), `after ${name}`).not.toEqual(before);
      await (undo?.(page) ?? page.keyboard.press('Control+z'));
      await expect.poll(() => done(page), `undone after ${name}`).toEqual(before);
    }
  });
}
