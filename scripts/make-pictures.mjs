// Makes the pictures of Home from the page's own boards. Needs `npx vite build --mode test`. Opens the link of each puzzle
// and card in Chromium and draws its board small. Writes www/panels/home/pictures/*.webp, and for the cards also
// www/public/preview-GAME.jpg, the preview that messengers show for a link (scripts/game-pages.mjs). Of the start of each game
// it writes www/panels/first/GAME.webp and GAME-dark.webp, which the page shows while the engine is loading.
//   node scripts/make-pictures.mjs              all of these pictures
//   node scripts/make-pictures.mjs ID ...       only these; `first` is all starts, `readme` is assets/game.jpg, the picture of README.md
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { catalog } from '../www/pkg/catalog.js';
import { launch } from './chromium.mjs';
import { root } from './root.mjs';

const FOLDER = join(root, 'www/panels/home/pictures');
const STARTS = join(root, 'www/panels/first');
const PUBLIC = join(root, 'www/public');
/** The sides of pictures in pixels: of puzzles, of cards, and of starts; and the size of a preview. */
const [SMALL, CARD, FIRST] = [116, 208, 340];
const PREVIEW = { width: 1200, height: 630 };
/** A link to a typical position of each game. @type {Record<string, string>} */
const CARDS = JSON.parse(readFileSync(join(root, 'www/panels/home/cards.json'), 'utf8'));
/** A puzzle is shown at its starting position. */
const puzzles = JSON.parse(readFileSync(join(root, 'www/app/gallery/puzzles.json'), 'utf8'));
const { readme, ...cards } = CARDS;
const pictures = [
  ...puzzles.chapters.map((/** @type {any} */ { record }, /** @type {number} */ index) => ({
    id: `${record.game}-${record.seed}-${record.moves.length}`,
    link: `#study/puzzles/${index + 1}`,
    game: '',
  })),
  ...Object.entries(cards).map(([game, link]) => ({ id: `card-${game}`, link, game })),
];
const selected = process.argv.slice(2);
const server = await preview({ mode: 'test', preview: { port: 4193 }, logLevel: 'error' });
const browser = await launch();

/**
 * Draws the current board as large as fits: alone, or next to the game's name. Returns the image in Base64.
 * @param {import('@playwright/test').Page} page
 * @param {{ side: number } | { width: number, height: number, name: string }} size
 */
const draw = (page, size) =>
  page.evaluate((target) => {
    const all = /** @type {NodeListOf<HTMLCanvasElement>} */ (
      document.querySelectorAll('.board-host canvas')
    );
    const layers = [...all].filter((one) => one.getBoundingClientRect().width > 200);
    const { width, height } = layers[0];
    const alone = 'side' in target;
    const longest = alone ? target.side : target.height - 60;
    const scale = longest / Math.max(width, height);
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    const canvas = document.createElement('canvas');
    canvas.width = alone ? w : target.width;
    canvas.height = alone ? h : target.height;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('no 2D context');
    ctx.imageSmoothingQuality = 'high';
    let x = 0;
    let y = 0;
    if (!alone) {
      const style = getComputedStyle(document.body);
      ctx.fillStyle = style.backgroundColor;
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      [x, y] = [target.width - w - 30, (target.height - h) / 2];
      ctx.fillStyle = style.color;
      ctx.font = `700 76px ${style.fontFamily}`;
      ctx.fillText(target.name, 56, 300);
      ctx.font = `500 38px ${style.fontFamily}`;
      ctx.fillText('See why a bot moves.', 58, 370);
      ctx.fillText('Then change its mind.', 58, 422);
    }
    for (const layer of layers) ctx.drawImage(layer, x, y, w, h);
    return canvas.toDataURL(alone ? 'image/webp' : 'image/jpeg', alone ? 0.45 : 0.8).split(',')[1];
  }, size);

mkdirSync(FOLDER, { recursive: true });
/** @param {string} file @param {string} data */
function write(file, data) {
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(file, bytes);
  console.log(`${file} ${bytes.length} bytes`);
}
for (const { id, link, game } of pictures) {
  if (selected.length > 0 && !selected.includes(id)) continue;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:4193/${link}`);
  await page.locator('.board-host canvas').first().waitFor({ timeout: 90_000 });
  await page.waitForTimeout(1_500);
  write(join(FOLDER, `${id}.webp`), await draw(page, { side: game ? CARD : SMALL }));
  const name = catalog.find((one) => one.id === game)?.name;
  if (name) write(join(PUBLIC, `preview-${game}.jpg`), await draw(page, { ...PREVIEW, name }));
  await context.close();
}
/** Draws the board of a new user's first game. @param {string} game @param {'light' | 'dark'} colorScheme */
async function drawFirst(game, colorScheme) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:4193/#${game}/play`);
  await page.locator('.board-host canvas').first().waitFor({ timeout: 90_000 });
  await page.waitForTimeout(1_500);
  const file = `${game}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
  write(join(STARTS, file), await draw(page, { side: FIRST }));
  await context.close();
}
if (selected.length === 0 || selected.includes('first')) {
  mkdirSync(STARTS, { recursive: true });
  for (const { id } of catalog)
    for (const colours of /** @type {const} */ (['light', 'dark'])) await drawFirst(id, colours);
}
if (selected.includes('readme')) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('totora:coach', '{"uros":["done"]}'));
  await page.goto(`http://127.0.0.1:4193/${readme}`);
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
