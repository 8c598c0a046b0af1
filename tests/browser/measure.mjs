/**
 * Measures the built page in headless Chromium and reports; nothing is asserted. Run by hand:
 *   npm run build && npm run measure
 * First board: from navigation to the first frame with a drawn board, in a fresh browser profile.
 * Frames: time between animation frames while the mouse hovers and drags, overlay on.
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

const server = await preview({ preview: { port: 4190, strictPort: true } });
const address = 'http://127.0.0.1:4190/';

/** Opens the page in a fresh profile and notes what it fetched before the first board. */
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
  await page.goto(address);
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

const { browser, page } = await firstView();
await page.getByRole('button', { name: 'All', exact: true }).click();
/** @param {string} selector */
const boxOf = async (selector) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return box;
};
const lake = await boxOf('.board-canvas canvas');
const island = await boxOf('[data-cell="F.1"]');

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
  console.log(`${name.padEnd(13)} ${spread(noted)}`);
}

/** Moves over the Lake in a spiral. */
async function wander() {
  for (let i = 0; i < 240; i++) {
    const r = (0.45 * lake.width * (i % 120)) / 120;
    await page.mouse.move(
      lake.x + lake.width / 2 + r * Math.cos(i / 7),
      lake.y + lake.height / 2 + r * Math.sin(i / 7),
    );
  }
}
console.log('\ntime between frames, all scores shown on the board:');
await frames('hovering', wander);
await page.mouse.move(island.x + 5, island.y + 5);
await page.mouse.down();
await frames('dragging', wander);
await page.mouse.up();
await browser.close();
await server.close();
