/**
 * Measures the built page in headless Chromium and prints the results; it asserts nothing. Run it
 * by hand:
 *
 * `npm run build && npm run measure`
 *
 * First board: the time from navigation to the first frame with a drawn board, in a new browser
 * profile.
 *
 * Frames: the time between animation frames while the mouse hovers and drags with an overlay on,
 * while a map of 50x50 is panned, and while four bots of Outpost play at 10x with each overlay.
 *
 * Typing in the Lab: the time from a change of a formula until the new candidates are shown.
 *
 * Names of measurements as arguments run only those: `npm run measure -- typing`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import config from '../../playwright.config.js';

const launch = config.use?.launchOptions ?? {};

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);

/** @param {number[]} numbers */
function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `median ${at(0.5).toFixed(1)} ms, 95% ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms (${sorted.length})`;
}

const server = await preview({ mode: 'test', preview: { port: 4190, strictPort: true } });
const address = 'http://127.0.0.1:4190/';

/** Opens the page in a new profile and lists the files that it fetched before the first board was drawn. */
async function firstView() {
  const browser = await chromium.launch(launch);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const look = () => {
      const canvas = document.querySelector('.board-canvas canvas');
      if (canvas instanceof HTMLCanvasElement && canvas.width > 300) {
        requestAnimationFrame(() => performance.mark('first-board'));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${address}#uros`);
  await page.waitForFunction(() => performance.getEntriesByName('first-board').length > 0);
  const result = await page.evaluate(() => {
    const drawn = performance.getEntriesByName('first-board')[0].startTime;
    const fetched = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime < drawn)
      .map((entry) => new URL(entry.name).pathname);
    return { drawn, fetched };
  });
  return { browser, page, ...result };
}

const only = process.argv.slice(2);

if (only.length === 0) {
  const times = [];
  /** @type {string[]} */
  let fetched = [];
  for (let i = 0; i < 5; i++) {
    const view = await firstView();
    times.push(view.drawn);
    fetched = view.fetched;
    await view.browser.close();
  }
  console.log(`first board   ${spread(times)}`);

  let first = 0;
  console.log('\nfetched before the first board, gzipped:');
  for (const path of new Set(['/index.html', ...fetched])) {
    const size = gzipSync(readFileSync(join('dist', path)), { level: 9 }).length;
    first += size;
    console.log(`${kB(size)}  ${path.slice(1)}`);
  }
  console.log(`${kB(first)}  together`);
  const all = filesIn('dist').reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  console.log(`${kB(all)}  all files of the page, kept for offline use`);
}

const { browser, page } = await firstView();
/** @param {string} selector */
const boxOf = async (selector) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return box;
};

/** @param {string} name @param {() => Promise<void>} act */
async function frames(name, act) {
  await page.evaluate(() => {
    const noted = /** @type {any} */ (window);
    noted.frameTimes = [];
    noted.noting = true;
    let before = performance.now();
    const note = (/** @type {number} */ now) => {
      noted.frameTimes.push(now - before);
      before = now;
      if (noted.noting) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  const noted = await page.evaluate(() => {
    const all = /** @type {any} */ (window);
    all.noting = false;
    return all.frameTimes.slice(2);
  });
  const late = noted.filter((/** @type {number} */ time) => time > 20).length;
  console.log(`${name.padEnd(16)} ${spread(noted)}, ${late} over 20 ms`);
}

/** Pastes a text into the page, as a user would. @param {string} text */
async function paste(text) {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Hovers over the Lake of Uros and drags an island, with all scores on the board. */
async function hoverAndDrag() {
  await page.getByRole('combobox', { name: 'Scores on the board' }).selectOption('All');
  const lake = await boxOf('.board-canvas canvas');
  const island = await boxOf('[data-cell="F.1"]');
  /** Moves the mouse over the Lake in a spiral. */
  const moveAround = async () => {
    for (let i = 0; i < 240; i++) {
      const r = (0.45 * lake.width * (i % 120)) / 120;
      await page.mouse.move(
        lake.x + lake.width / 2 + r * Math.cos(i / 7),
        lake.y + lake.height / 2 + r * Math.sin(i / 7),
      );
    }
  };
  await frames('hovering', moveAround);
  await page.mouse.move(island.x + 5, island.y + 5);
  await page.mouse.down();
  await frames('dragging', moveAround);
  await page.mouse.up();
}

/** Pans a zoomed map of 50x50. */
async function panning() {
  await paste(readFileSync('src/games/reversi/maps/ocean.map', 'utf8'));
  const into = page.getByRole('button', { name: 'Zoom in (+)' });
  await into.click();
  await into.click();
  await page.waitForTimeout(1_000);
  const map = await boxOf('.map-view canvas');
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await frames('panning 50x50', async () => {
    for (let i = 0; i < 400; i++)
      await page.mouse.move(x + 260 * Math.sin(i / 17), y + 200 * Math.sin(i / 11));
  });
  await page.mouse.up();
}

/** Four bots of Outpost in the middle of a game, at ten times the normal speed. */
async function outpost() {
  const seats = ['wolfpack', 'phalanx', 'mason', 'shepherd'];
  await paste(
    JSON.stringify({
      totora: 1,
      game: 'outpost',
      options: { L: 10, W: 10, T: 4444 },
      seed: 5,
      seats: seats.map((bot) => ({ bot, options: {} })),
      moves: [],
      result: null,
    }),
  );
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await speed.selectOption({ label: 'Fastest' });
  await page.getByRole('button', { name: 'Watch' }).click();
  const turn = () => page.evaluate(() => /** @type {any} */ (window).__totora.state().ply);
  while ((await turn()) < 250) await page.waitForTimeout(100);
  await speed.selectOption({ label: '10×' });
  for (const overlay of ['Board', 'Owners', 'Supply', 'Danger', 'Value', 'Tasks']) {
    await page.getByRole('button', { name: overlay, exact: true }).click();
    await page.waitForTimeout(500);
    const from = await turn();
    await frames(`10x ${overlay}`, () => page.waitForTimeout(4_000));
    console.log(`${' '.repeat(16)} ${(((await turn()) - from) / 4).toFixed(1)} turns a second`);
  }
}

/**
 * Types in the Lab and measures the time from a change of a formula to the frame that shows the new
 * candidates, with a search of one ply.
 */
async function typing() {
  for (const [game, formula] of [
    ['isolation', 'own_moves - 1.# * opponent_moves'],
    ['uros', '5 * own_village - 1.# * opponent_front'],
    ['fencemaster', 'opponent_lack - 1.# * own_lack + own_ways / 100'],
  ]) {
    await page.goto(`${address}#lab/${game}/1`);
    await page.reload();
    await page.locator('.lab-thoughts .candidate').first().waitFor();
    await page.waitForTimeout(1_000);
    const times = await page.evaluate(async (text) => {
      const { thought } = /** @type {any} */ (window).__totora;
      const field = /** @type {HTMLTextAreaElement} */ (
        document.querySelector('.lab-term textarea')
      );
      const found = [];
      for (let n = 10; n < 50; n++) {
        const before = thought();
        const start = performance.now();
        field.value = text.replace('#', String(n));
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => {
          const look = () => {
            const now = thought();
            if (now && now !== before && now.done) resolve(now);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
        found.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
      return found;
    }, formula);
    console.log(`typing, ${game}`.padEnd(16), spread(times));
  }
}

const parts = { hands: hoverAndDrag, panning, outpost, typing };
console.log('\ntime between frames:');
for (const [name, measure] of Object.entries(parts))
  if (only.length === 0 || only.includes(name)) await measure();
await browser.close();
await server.close();
