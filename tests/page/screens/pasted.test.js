/** Texts of other programs and of mails, pasted on the page; marks by finger and keys; studies of many chapters. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ask, expect, openPage, recordOf, stateOf, test } from '../simulated/index.js';

/** @typedef {import('../simulated/index.js').Page} Page */

/** A text, the game that it opens, and its number of plies. @type {[string, string, number][]} */
const TEXTS = [
  ['f5d6c3d3c4 33-31', 'reversi', 5],
  ['On Monday Ada wrote:\n> 1. f5 d6\n> 2. c3 d3\n\nNice game!', 'reversi', 4],
  ['<pre>f5 d6 c3</pre>', 'reversi', 3],
  ['(;FF[4]GM[Havannah]SZ[d=9];W[a1];B[swap-pieces](;W[b2])(;W[c3]))', 'fencemaster', 3],
  ['history = [[2, 3], [0, 5], [0, 2]]', 'isolation', 3],
  ['```\n1 . . .\n. x . .\n. . . 2\n. . . .\nto move: 2\n```', 'isolation', 0],
  ['--------X----------XO------OX------XO--------------------------- O', 'reversi', 0],
  ['> TURN : 3\n> A: 0,0\n> B: 99,0\n> C: 99,99\n> D: 0,99', 'outpost', 0],
  ['lake: T@A6 S@C4/90\nred: T.0 S.3\nblue: T.2\nto place: Red 2', 'uros', 0],
];

/** @param {Page} page @param {string} text @param {string} game @param {number} plies */
async function opens(page, text, game, plies) {
  await page.paste(text);
  await expect
    .poll(async () => {
      const { game: shown, plies: length } = await stateOf(page);
      return `${shown} ${length}`;
    })
    .toBe(`${game} ${plies}`);
}

test('texts of other programs open when they are pasted', async ({ page }) => {
  await openPage(page, './#uros');
  for (const [text, game, plies] of TEXTS) {
    const before = game === 'uros' ? 'isolation' : 'uros';
    await page.goto(`./#${before}`);
    await expect.poll(async () => (await stateOf(page))?.game).toBe(before);
    await opens(page, text, game, plies);
  }
});

test('the files that were collected open when they are dropped', async ({ page }) => {
  const folder = '../shared/data/pasted';
  if (!existsSync(folder)) return;
  await openPage(page, './#uros');
  const games = /** @type {Record<string, string>} */ ({
    othello: 'reversi',
    havannah: 'fencemaster',
    lg: 'fencemaster',
    aind: 'isolation',
    link: 'isolation',
  });
  for (const file of readdirSync(folder)) {
    if (!/^(othello|havannah|lg|aind|link|position)-|^othello\./.test(file)) continue;
    const [kind, of] = file.split(/[-.]/);
    await page.goto('./#uros');
    await expect.poll(async () => (await stateOf(page))?.game).toBe('uros');
    await page.drop(file, /** @type {any} */ (readFileSync(`${folder}/${file}`)));
    const expected = games[kind] ?? of;
    await expect
      .poll(async () => `${file} ${(await stateOf(page)).game}`)
      .toBe(`${file} ${expected}`);
  }
});

test('formats of positions have the one that is shown, and what a format has no place for is named', async ({
  page,
}) => {
  await openPage(page, './#reversi');
  const game = '(;GM[2];B[f5](;W[d6];B[c3]C[a note];W[d3];B[c4];W[resign])(;W[f4]))';
  await opens(page, game, 'reversi', 6);
  await page.keyboard.press('ArrowUp');
  for (const ply of [1, 2]) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  /** @param {string} title */
  const text = async (title) => {
    await dialog.getByText(title, { exact: true }).click();
    return dialog.getByRole('textbox', { name: title }).inputValue();
  };
  // After f5 and d6: four stones in a column and a row, and Black moves.
  const board = '---------------------------OX------OXX-----O--------------------';
  expect(await text('The position as OBF')).toBe(`${board} X;\n`);
  expect(await text('The position as position text')).toContain('to move: 1');
  expect(await text('The game as GGF')).toContain('RE[+64.000:r]');
  expect(await text('The game as transcript')).toBe('f5d6c3d3c4 White resigns');
  await expect(dialog).toContainText('Not in GGF: the variations.');
  await expect(dialog).toContainText('Not in transcript: the variations and the notes.');
  expect(await text('The game as SGF')).toContain('RE[B+R]');
});

test('a picture has the note on the position', async ({ page }) => {
  await openPage(page, './#isolation');
  const record = {
    ...{ totora: 3, game: 'isolation', seed: 1, moves: ['d4', 'c3', 'b5'] },
    seats: [{ human: true }, { human: true }],
    annotations: [{ ply: 3, note: 'Far from the middle,\nbut safe for a while.' }],
  };
  await opens(page, JSON.stringify(record), 'isolation', 3);
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Pictures', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Picture as SVG' }).click(),
  ]);
  const svg = await download.text();
  expect(svg).toContain('>Far from the middle,<');
  expect(svg).toContain('>but safe for a while.<');
});

/** The annotation in the record. @param {Page} page */
const annotations = async (page) => (await recordOf(page)).annotations ?? [];

test('M marks the place with the focus, and Shift+M draws an arrow', async ({ page }) => {
  await openPage(page, './#isolation');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('.board-canvas').getByRole('gridcell', { name: /d4/i }).first().focus();
  await page.keyboard.press('m');
  await expect.poll(() => annotations(page)).toMatchObject([{ places: [{ place: 'd4' }] }]);
  await page.keyboard.press('Shift+M');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+M');
  await expect
    .poll(() => annotations(page))
    .toMatchObject([{ places: [{ place: 'd4' }], arrows: [{ from: 'd4', to: 'e4' }] }]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('m');
  await expect.poll(async () => (await annotations(page))[0]?.places).toBe(undefined);
});

/** Presses a finger on the board, holds it, and releases it elsewhere. @param {Page} page @param {string} board @param {[number, number]} from @param {[number, number]} to */
async function hold(page, board, from, to) {
  const { window } = page;
  const element = window.document.querySelector(board);
  const { x, y, width, height } = element.getBoundingClientRect();
  const fire = (/** @type {string} */ name, /** @type {[number, number]} */ [right, down]) =>
    element.dispatchEvent(
      new window.PointerEvent(name, {
        ...{ bubbles: true, cancelable: true, pointerType: 'touch', pointerId: 7, button: 0 },
        ...{ clientX: x + right * width, clientY: y + down * height },
      }),
    );
  fire('pointerdown', from);
  await page.waitForTimeout(500);
  fire('pointermove', to);
  fire('pointerup', to);
}

test('a long press marks while the marks are open, and plays as before otherwise', async ({
  page,
}) => {
  await openPage(page, './#isolation');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByText('Marks on the board').click();
  await hold(page, '.board-canvas canvas', [0.5, 0.5], [0.5, 0.5]);
  await expect.poll(async () => (await annotations(page))[0]?.places?.length).toBe(1);
  await hold(page, '.board-canvas canvas', [0.5, 0.5], [0.9, 0.9]);
  await expect.poll(async () => (await annotations(page))[0]?.arrows?.length).toBe(1);
  expect(await stateOf(page)).toMatchObject({ plies: 0 });
});

test('places of Outpost are marked by keys and by a finger', async ({ page }) => {
  await openPage(page, './#outpost');
  await page.getByRole('tab', { name: 'Moves' }).click();
  const lake = page.getByTestId('outpost-board');
  await lake.focus();
  await page.keyboard.press('m');
  await expect.poll(async () => (await annotations(page))[0]?.places?.length).toBe(1);
  await page.getByText('Marks on the board').click();
  await hold(page, '.outpost-lake canvas', [0.5, 0.5], [0.7, 0.5]);
  await expect.poll(async () => (await annotations(page))[0]?.arrows?.length).toBe(1);
  expect(await ask(page, 'state')).toMatchObject({ plies: 0 });
});

/** A study of many chapters, of the gallery's. @param {number} count @param {string} [note] */
function longStudy(count, note = '') {
  const study = JSON.parse(readFileSync('www/app/gallery/isolation.json', 'utf8'));
  const { chapters } = study;
  const chapter = (/** @type {number} */ n) => ({
    ...chapters[n % chapters.length],
    title: `${n}${note}`,
  });
  return JSON.stringify({
    ...study,
    chapters: Array.from({ length: count }, (_, n) => chapter(n)),
  });
}

test('a study of 200 chapters opens at once, and one that is too large is refused with its size', async ({
  page,
}) => {
  await openPage(page, './#isolation');
  const text = longStudy(200);
  const begun = performance.now();
  await page.drop('long.json', text);
  await expect(page.getByRole('region', { name: 'Study' })).toContainText('1 of 200');
  const took = performance.now() - begun;
  console.info(`a study of 200 chapters (${text.length} bytes): ${took.toFixed(0)} ms`);
  // Here the engine is not optimised, and other tests run beside this one.
  expect(took).toBeLessThan(8_000);
  await page.drop('large.json', `${' '.repeat(10 << 20)}${text}`);
  await expect(page.getByRole('alert')).toContainText(/10\.\d MB|1\d{7} bytes/);
});
