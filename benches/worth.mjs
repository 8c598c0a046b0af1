// Measures in Chromium how long the Lab needs after a key press to show the value of each term: until the first figures
// appear, and until all are known to within five percentage points.
//   npx vite build --mode test && node benches/worth.mjs [--rounds 5] [--games uros,isolation]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preview } from 'vite';
import { launch } from '../scripts/chromium.mjs';
import { root } from '../scripts/root.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    games: { type: 'string', default: 'uros,isolation,outpost,fencemaster,reversi' },
  },
});
/** In percentage points. */
const WITHIN = 5;
/** The longest wait for a figure, in milliseconds. */
const TIMEOUT = 300_000;

/** Runs in the page: records the time of the next key press. */
const listen = () => {
  const state = /** @type {any} */ (window);
  state.pressed = 0;
  const press = () => {
    state.pressed = performance.now();
    state.cleared = false;
  };
  addEventListener('keydown', press, { capture: true, once: true });
};

/**
 * Runs in the page: the seconds since the key press, once all figures are within this interval; 0 until then.
 * @param {number} within
 */
const secondsUntilKnown = (within) => {
  const state = /** @type {any} */ (window);
  const figures = [...document.querySelectorAll('.lab-term .lab-worth b')];
  const margins = figures.map((one) => Number(/± (\d+)/.exec(one.textContent ?? '')?.[1]));
  const complete = margins.length > 0 && margins.every(Number.isFinite);
  // Figures from before the key press do not count.
  state.cleared ||= !complete;
  const close = state.pressed && state.cleared && complete && Math.max(...margins) <= within;
  return close ? (performance.now() - state.pressed) / 1000 : 0;
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
const browser = await launch();
const tools = await browser.newBrowserCDPSession();
/** The processor time that all pages and their workers have used, in seconds. */
async function spent() {
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
/** The median, minimum and maximum as text. @param {number[]} all */
const middle = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  return `${sorted[sorted.length >> 1].toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
};

console.log(`Chromium ${browser.version().split('.')[0]}, seconds: median (minimum to maximum)\n`);
console.log(`| game | first figures | processor time | within ${WITHIN} points | processor time |`);
console.log('| --- | --- | --- | --- | --- |');
for (const game of values.games.split(',')) {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(`http://127.0.0.1:${address.port}/#lab/${game}`);
  const formula = page.locator('.lab-term textarea').first();
  const figure = page.locator('.lab-term .lab-worth b').first();
  await formula.waitFor();
  /** For each round the seconds and the processor seconds to the first figures, and to the narrow ones. @type {number[][]} */
  const found = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    await figure.filter({ hasText: '±' }).waitFor();
    await formula.focus();
    await page.keyboard.press('End');
    await page.evaluate(listen);
    const begun = await spent();
    // A new formula with the same value.
    await page.keyboard.type(`+${round}-${round}`);
    const times = [];
    for (const within of [100, WITHIN]) {
      const seconds = await page.waitForFunction(secondsUntilKnown, within, {
        polling: 'raf',
        timeout: TIMEOUT,
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
