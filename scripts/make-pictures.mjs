// Makes the pictures of Home from the page's own boards: `npx vite build --mode test`, then this. Each demo's link is
// opened in Chromium, and its board, with the overlay, is drawn small. Writes www/panels/home/pictures/*.webp; with
// `readme` alone, the picture of README.md, assets/game.jpg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { root } from './root.mjs';

const FOLDER = join(root, 'www/panels/home/pictures');
/** The sides of a picture in pixels: of a demo, and of a game's card. */
const [SMALL, LARGE] = [120, 180];
/** Whose position, without overlay, stands for each game. @type {Record<string, string>} */
const CARDS = {
  uros: 'uros-weights',
  isolation: 'isolation-greedy',
  outpost: 'outpost-plan',
  fencemaster: 'fencemaster-deep',
  reversi: 'reversi-mobility',
};

/** @type {{ id: string, game: string, link: string }[]} */
const demos = JSON.parse(readFileSync(join(root, 'www/app/demos.json'), 'utf8'));
const wanted = process.argv.slice(2);
/** The demo that README.md shows. */
const README = 'uros-deny';
const server = await preview({ mode: 'test', preview: { port: 4193 }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});

/** The board as it is drawn now, as large as `side` allows. @param {import('@playwright/test').Page} page @param {number} side */
const draw = (page, side) =>
  page.evaluate((most) => {
    const all = /** @type {NodeListOf<HTMLCanvasElement>} */ (
      document.querySelectorAll('.board-host canvas')
    );
    const layers = [...all].filter((one) => one.getBoundingClientRect().width > 200);
    const { width, height } = layers[0];
    const by = most / Math.max(width, height);
    const small = document.createElement('canvas');
    small.width = Math.round(width * by);
    small.height = Math.round(height * by);
    const ctx = small.getContext('2d');
    if (!ctx) throw new Error('no canvas here');
    ctx.imageSmoothingQuality = 'high';
    for (const layer of layers) ctx.drawImage(layer, 0, 0, small.width, small.height);
    return small.toDataURL('image/webp', 0.45).split(',')[1];
  }, side);

mkdirSync(FOLDER, { recursive: true });
/** @param {string} name @param {string} data */
function write(name, data) {
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
  console.log(`${name}.webp ${bytes.length} bytes`);
}
for (const { id, game, link } of demos) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:4193/${link}`);
  await page.waitForFunction(
    () => {
      const { __totora: page } = /** @type {any} */ (window);
      return page?.thought()?.done || page?.state()?.outcome;
    },
    null,
    { timeout: 90_000 },
  );
  await page.waitForTimeout(1_200);
  await page
    .getByRole('button', { name: /^(Close|Dismiss|Put away)/ })
    .first()
    .click({ timeout: 300 })
    .catch(() => {});
  write(id, await draw(page, SMALL));
  if (CARDS[game] === id) {
    const off = page
      .getByRole('group', { name: /on the board$/ })
      .first()
      .getByRole('button')
      .first();
    await off.click();
    await page.waitForTimeout(600);
    write(`card-${game}`, await draw(page, LARGE));
  }
  await context.close();
}
if (wanted.includes('readme')) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('totora:coach', '{"uros":["done"]}'));
  await page.goto(`http://127.0.0.1:4193/${demos.find((demo) => demo.id === README)?.link ?? ''}`);
  await page.waitForFunction(() => /** @type {any} */ (window).__totora?.thought()?.done, null, {
    timeout: 90_000,
  });
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: join(root, 'assets/game.jpg'), type: 'jpeg', quality: 70 });
  await context.close();
}
await browser.close();
await new Promise((resolve) => server.httpServer.close(resolve));
process.exit(0);
