// How long after a key the Lab says what each term is worth, in Chromium: until the first figures are there, and until all
// are known to within five points of a hundred.
//   npx vite build --mode test && node benches/worth.mjs [--rounds 5] [--games uros,isolation]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { root } from '../scripts/root.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    games: { type: 'string', default: 'uros,isolation,outpost,fencemaster,reversi' },
  },
});
/** In points of a hundred. */
const WITHIN = 5;
/** The longest wait for a figure, in milliseconds. */
const PATIENCE = 300_000;

/** Waits for the next key, in the page. */
const listen = () => {
  const mine = /** @type {any} */ (window);
  mine.pressed = 0;
  const press = () => {
    mine.pressed = performance.now();
    mine.cleared = false;
  };
  addEventListener('keydown', press, { capture: true, once: true });
};

/**
 * In the page: the seconds since the key, once there are figures that are so close; until then 0.
 * @param {number} within
 */
const known = (within) => {
  const mine = /** @type {any} */ (window);
  const told = [...document.querySelectorAll('.lab-term .lab-worth b')];
  const halves = told.map((one) => Number(/± (\d+)/.exec(one.textContent ?? '')?.[1]));
  const there = halves.length > 0 && halves.every(Number.isFinite);
  // What was known before the key is no answer to it.
  mine.cleared ||= !there;
  const close = mine.pressed && mine.cleared && there && Math.max(...halves) <= within;
  return close ? (performance.now() - mine.pressed) / 1000 : 0;
};

const server = await preview({
  root,
  mode: 'test',
  configFile: join(root, 'vite.config.js'),
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'warn',
});
const address = server.httpServer.address();
if (!address || typeof address === 'string') throw new Error('the server has no port');
const executablePath = execFileSync(
  process.execPath,
  [join(root, 'scripts', 'ensure-browser.mjs')],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
).trim();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const tools = await browser.newBrowserCDPSession();
/** The processor time of all pages and their workers so far, in seconds. */
async function spent() {
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
/** The median, and the ends. @param {number[]} all */
const middle = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  return `${sorted[sorted.length >> 1].toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
};

console.log(`Chromium ${browser.version().split('.')[0]}, seconds: median (least to most)\n`);
console.log(`| game | first figures | processor time | within ${WITHIN} points | processor time |`);
console.log('| --- | --- | --- | --- | --- |');
for (const game of values.games.split(',')) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${address.port}/#lab/${game}`);
  const formula = page.locator('.lab-term textarea').first();
  const figure = page.locator('.lab-term .lab-worth b').first();
  await formula.waitFor();
  /** Seconds and processor seconds of each round, to the first figures and to narrow ones. @type {number[][]} */
  const found = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    await figure.filter({ hasText: '±' }).waitFor();
    await formula.focus();
    await page.keyboard.press('End');
    await page.evaluate(listen);
    const begun = await spent();
    // A formula that was not there before; the value of the term stays.
    await page.keyboard.type(`+${round}-${round}`);
    const times = [];
    for (const within of [100, WITHIN]) {
      const seconds = await page.waitForFunction(known, within, {
        polling: 'raf',
        timeout: PATIENCE,
      });
      times.push(Number(await seconds.jsonValue()), (await spent()) - begun);
    }
    found.push(times);
  }
  const columns = [0, 1, 2, 3].map((i) => middle(found.map((times) => times[i])));
  console.log(`| ${game} | ${columns.join(' | ')} |`);
  await page.close();
}
await browser.close();
await server.close();
