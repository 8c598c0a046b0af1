// Records a first visit. Chromium with an empty profile opens the built page, or an address, and saves a screenshot after
// 0.5, 1, 2 and 5 s. For each it prints a line: the heading, whether the board on Home has changed since it appeared, and
// the sentence next to it.
//   node scripts/first-visit.mjs [folder for the screenshots] [address]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { launch } from './chromium.mjs';
import { root } from './root.mjs';

const SIZE = { width: 1440, height: 900 };
const [folder = join(root, 'test-results/first-visit'), address] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = address ? null : await preview({ root, preview: { port: 0, strictPort: false } });
const url = address ?? server?.resolvedUrls?.local[0] ?? '';
const browser = await launch();
try {
  const page = await (await browser.newContext({ viewport: SIZE })).newPage();
  await page.addInitScript(() => {
    /** @type {{ at: number, what: string }[]} */
    const seen = [];
    Object.assign(window, { seen });
    const look = () => {
      const text = (/** @type {string} */ of) =>
        document.querySelector(of)?.textContent?.trim() ?? '';
      const canvas = document.querySelector('canvas');
      // Resizing the board does not count as a change.
      const board = canvas ? [canvas.width, canvas.toDataURL()] : null;
      const what = JSON.stringify([board, text('h1'), text('.live-why')]);
      if (what !== seen.at(-1)?.what) seen.push({ at: performance.now(), what });
      setTimeout(look, 50);
    };
    look();
  });
  const begun = Date.now();
  await page.goto(url, { waitUntil: 'commit' });
  for (const seconds of [0.5, 1, 2, 5]) {
    await new Promise((done) => setTimeout(done, begun + 1000 * seconds - Date.now()));
    await page.screenshot({ path: join(folder, `${seconds}s.png`) });
    const seen = await page.evaluate(
      (until) =>
        /** @type {any} */ (window).seen
          .filter((/** @type {any} */ one) => one.at <= until)
          .map((/** @type {any} */ one) => JSON.parse(one.what)),
      1000 * seconds,
    );
    const [last, heading = '', why = ''] = seen.at(-1) ?? [];
    const same = seen.filter((/** @type {any} */ [board]) => board?.[0] === last?.[0]);
    const boards = new Set(last ? same.map((/** @type {any} */ [board]) => board[1]) : []);
    const moved = ['no board yet', 'board unchanged'][boards.size] ?? 'board has changed';
    console.log(`${seconds} s | ${heading || 'no heading'} | ${moved} | ${why || 'no sentence'}`);
  }
} finally {
  await browser.close();
  await server?.close();
}
