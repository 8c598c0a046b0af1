/**
 * Presses that go wrong, on all five boards: next to the target, released where the page does not
 * notice, with a second pointer, or cancelled by the browser. None of them plays a move, and the
 * board still works after each.
 */
import { centreOf, expect, openPage, stateOf, test } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ from: Point, to: Point, nearMiss: Point }} Places   where a press starts, where it goes, and a near miss */

/** The centre of a square on which a move can be played now. @param {Page} page @param {number} n */
async function legalCell(page, n) {
  const id = await page
    .locator('.board-host [data-cell]:not([aria-disabled])')
    .nth(n)
    .getAttribute('data-cell');
  return centreOf(page, `${id}`);
}

/** Boards on which a click plays a move. */
const clickBoard = {
  /** @param {Page} page @returns {Promise<Places>} */
  async places(page) {
    const [from, to] = [await legalCell(page, 0), await legalCell(page, 1)];
    const board = await page.locator('.board-host canvas').first().boundingBox();
    if (!board) throw new Error('no board');
    return { from, to, nearMiss: { x: board.x + 2, y: board.y + 2 } };
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

/** The position of a cell of Outpost on the screen. @param {Page} page @param {[number, number]} cell */
async function outpostCell(page, [x, y]) {
  const box = await page.getByTestId('outpost-board').boundingBox();
  if (!box) throw new Error('no board');
  const cell = box.width / 104;
  return { x: box.x + (x + 2.5) * cell, y: box.y + (y + 2.5) * cell };
}

/**
 * `play` makes a move or gives an order, and `undo` takes it back.
 * @type {Record<string, { places: (page: Page) => Promise<Places>, play: (page: Page) => Promise<unknown>, undo?: (page: Page) => Promise<unknown> }>}
 */
const BOARDS = {
  uros: {
    async places(page) {
      const [island] = await page.locator('.bed-canvas [data-cell$=".0"]').all();
      const square = await island.boundingBox();
      if (!square) throw new Error('no island');
      const from = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
      return {
        from,
        to: await centreOf(page, 'lake:14'),
        nearMiss: { x: from.x, y: square.y - 8 },
      };
    },
    // Drags an island that fits unturned to its place, held by its first square.
    async play(page) {
      const { island, lake } = await page.evaluate(() => {
        const { legal, layout } = /** @type {any} */ (window).__totora;
        const move = legal().find((/** @type {string} */ one) => /^\w@\w\d$/.test(one));
        const [name, square] = move.split('@');
        return { island: name, lake: layout().square_names.indexOf(square.toLowerCase()) };
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
  isolation: clickBoard,
  fencemaster: clickBoard,
  reversi: clickBoard,
  outpost: {
    async places(page) {
      return {
        from: await outpostCell(page, [0, 0]),
        to: await outpostCell(page, [14, 14]),
        nearMiss: await outpostCell(page, [9, 3]),
      };
    },
    async play(page) {
      const { from, to } = await BOARDS.outpost.places(page);
      await drag(page, from, to);
    },
    undo: (page) => page.getByRole('button', { name: /^Remove: / }).click(),
  },
};

/** The ply and the orders. @param {Page} page */
const progressOf = async (page) => ({
  ply: (await stateOf(page)).ply,
  orders: await page.locator('.given').allTextContents(),
});

const midpoint = (/** @type {Point} */ a, /** @type {Point} */ b) => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});
const OUTSIDE = { x: -40, y: 300 };

/**
 * Sends raw input events, so that a release can be left out, as happens with another window or a
 * menu.
 * @param {Page} page
 */
async function inputOf(page) {
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

/** @type {Record<string, (hand: Awaited<ReturnType<typeof inputOf>>, at: Places) => Promise<unknown>>} */
const FAULTY_PRESSES = {
  async 'a press next to the target, dragged over the board'({ mouse }, { nearMiss, to }) {
    await mouse('mouseMoved', nearMiss, 0, 'none');
    await mouse('mousePressed', nearMiss);
    await mouse('mouseMoved', midpoint(nearMiss, to));
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'a drag released outside the window'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', midpoint(from, to));
    await mouse('mouseMoved', OUTSIDE);
    await mouse('mouseReleased', OUTSIDE, 0);
  },
  async 'a drag whose release the browser does not report'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', midpoint(from, to));
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
    await touch('touchMove', midpoint(from, to));
    await touch('touchCancel');
  },
  async 'a menu that opens during a drag'({ mouse }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', midpoint(from, to));
    await mouse('mousePressed', midpoint(from, to), 3, 'right');
    await mouse('mouseReleased', midpoint(from, to), 1, 'right');
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'another window that gets the focus during a drag'({ mouse, blur }, { from, to }) {
    await mouse('mousePressed', from);
    await mouse('mouseMoved', midpoint(from, to));
    await blur();
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to, 0);
  },
  async 'another window that gets the focus during a touch'({ touch, blur }, { from, to }) {
    await touch('touchStart', from);
    await touch('touchMove', midpoint(from, to));
    await blur();
    await touch('touchMove', to);
    await touch('touchEnd');
  },
};

/** Starts a game between humans, so that no bot moves. @param {Page} page @param {string} game */
async function startGame(page, game) {
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
  test(`${game}: a press that goes wrong plays no move, and the board still works`, async ({
    page,
  }) => {
    await startGame(page, game);
    const input = await inputOf(page);
    const before = await progressOf(page);
    for (const [name, press] of Object.entries(FAULTY_PRESSES)) {
      await press(input, await places(page));
      expect(await progressOf(page), name).toEqual(before);
      await play(page);
      await expect.poll(() => progressOf(page), `after ${name}`).not.toEqual(before);
      await (undo?.(page) ?? page.keyboard.press('Control+z'));
      await expect.poll(() => progressOf(page), `undone after ${name}`).toEqual(before);
    }
  });
}
