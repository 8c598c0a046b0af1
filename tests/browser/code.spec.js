/** Bots in JavaScript: the editor of the Lab, the sandbox, and forbidden or faulty code. */
import { expect, openPage, test } from './fixtures.js';

const GOOD = `function think(position) {
  console.log('moves', position.legal.length);
  const candidates = position.legal.map((move) => ({
    move,
    terms: { left: -position.play(move).state.legal },
  }));
  return totora.best(candidates, 'it leaves few moves');
}
`;

/** @param {import('@playwright/test').Page} page @param {string} source */
async function run(page, source) {
  await page.getByLabel('Code', { exact: true }).fill(source);
  await page.getByRole('button', { name: /^Run/ }).click();
}

/** @param {import('@playwright/test').Page} page */
async function openCode(page) {
  await openPage(page, './#lab/isolation');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
}

/** What the editor says about the bot. @param {import('@playwright/test').Page} page */
const state = (page) => page.locator('#code-state');

test('a bot in code thinks, and its candidates, terms, reason and console output are shown at every move', async ({
  page,
}) => {
  await openCode(page);
  await run(page, GOOD);
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates).toContainText('it leaves few moves');
  await expect(candidates).toContainText('left');
  await expect(page.getByRole('region', { name: 'Console' })).toContainText(/Move 4\s+moves \d+/);
});

const DRAWS = `function think(position) {
  const [first, last] = [position.legal[0], position.legal.at(-1)];
  return {
    choice: first,
    draw: [
      { cell: first, to: last, text: String(position.state.ply), tone: 'good', layer: 'Ways' },
      { cell: last, tone: 'bad', layer: 'Dangers' },
    ],
    log: ['drawn ' + position.state.ply],
  };
}
`;

/** The board as a data URL. @param {import('@playwright/test').Page} page */
async function picture(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))),
  );
  return page
    .locator('.board-host canvas')
    .evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
}

for (const game of ['uros', 'isolation', 'fencemaster', 'reversi', 'outpost'])
  test(`a bot draws on the board of ${game}, in layers and for each move`, async ({ page }) => {
    await openPage(page, `./#lab/${game}`);
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.getByRole('button', { name: 'First position' }).click();
    const source =
      game === 'uros'
        ? DRAWS.replace('position.legal.at(-1)]', '"C3"]').replaceAll('cell: first', 'cell: "A1"')
        : game === 'outpost'
          ? DRAWS.replace(/const .*;/, 'const first = "3,4", last = "60,50";').replace(
              'choice: first',
              'choice: "-"',
            )
          : DRAWS;
    await run(page, source);
    await expect(page.getByRole('region', { name: 'Console' })).toContainText('drawn 0');
    const ways = page.getByRole('button', { name: 'Ways', exact: true });
    await expect(ways).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Dangers', exact: true })).toBeVisible();
    const both = await picture(page);
    await ways.click();
    await expect.poll(() => picture(page)).not.toBe(both);
    await ways.click();
    await expect.poll(() => picture(page)).toBe(both);
  });

test('drawings of a bot reappear when you step back', async ({ page }) => {
  await openCode(page);
  await run(page, DRAWS);
  const text = () =>
    page.evaluate(() => /** @type {any} */ (window).__totora.thought()?.draw?.[0]?.text);
  await expect.poll(text).toMatch(/^\d+$/);
  const firstText = await text();
  await page.locator('.lab-thoughts .play').click();
  await expect.poll(text).not.toBe(firstText);
  await page.getByRole('button', { name: 'First position' }).click();
  await expect.poll(text).toBe('0');
  const ways = page.getByRole('button', { name: 'Ways', exact: true });
  const both = await picture(page);
  await ways.click();
  await expect.poll(() => picture(page)).not.toBe(both);
});

const NETWORK = 'const think = () => fetch("https://example.org/");';

/**
 * A description, the code, the expected message, and how long the page waits before it shows it, in
 * milliseconds.
 * @type {[string, string, RegExp, number?][]}
 */
const BAD = [
  [
    'code that cannot be read',
    'const a = 1;\nlet 3x = 4;\nfunction think() {}',
    /line 2: .*SyntaxError/i,
  ],
  [
    'an error in its second line',
    'function think(p) {\n  return p.nothing.x;\n}',
    /line 2: TypeError/i,
  ],
  ['no think', 'const a = 1;', /has no function think/],
  ['an illegal move', 'const think = () => "z9";', /“z9” is not a move/],
  ['garbage', 'const think = () => 7;', /neither a move nor a thought/i],
  [
    'a lie',
    'const think = (p) => ({ choice: p.legal[0], candidates: [{ move: p.legal[0], score: 5, terms: { a: 1 } }] });',
    /terms sum to 1, but its score is 5/,
  ],
  [
    'a mark beside the board',
    'const think = (p) => ({ choice: p.legal[0], draw: [{ cell: p.legal[0] }, { cell: "z9" }] });',
    /mark 2: cell: “z9” is no cell of this board/i,
  ],
  [
    'a loop',
    'function think() {\n  console.log("goes round");\n  for (;;);\n}',
    /no move within 5 s and was stopped/i,
    5_000,
  ],
  [
    'a loop before it thinks',
    'console.log("goes round first");\nfor (;;);',
    /did not start within 15 s/i,
    15_000,
  ],
  [
    'memory without end',
    'function think() { const all = []; for (;;) all.push(new Uint8Array(5e7)); }',
    /may use 512 MB/,
  ],
  [
    'small buffers without end',
    'function think() { const all = []; for (;;) all.push(new ArrayBuffer(6e4).slice(0)); }',
    /may use 512 MB/,
  ],
  [
    'copies without end',
    // Most of the memory is used at once, so that the copies need no long time.
    'function think(p, a = new Uint8Array(6e4), b = new Uint8Array(4.8e8)) { const all = []; for (;;) all.push(structuredClone(a)); }',
    /may use 512 MB/,
  ],
  ['files', 'const think = () => new Blob(["x"]);', /a bot has no files/],
  ['the network', NETWORK, /a bot has no network/],
  ['storage', 'const think = () => indexedDB.open("x");', /a bot has no storage|is not a function/],
];

test('every error of a bot is reported in place, and the page still works', async ({ page }) => {
  /** @type {string[]} */
  const requested = [];
  page.on('request', (request) => {
    if (request.url().includes('example.org')) requested.push(request.url());
  });
  await page.clock.install();
  await openCode(page);
  for (const [what, source, message, ms] of BAD) {
    await test.step(what, async () => {
      await run(page, source);
      if (ms) {
        // The bot prints a line before it loops; after that only the fake clock advances.
        const [, line = ''] = /"(goes [^"]*)"/.exec(source) ?? [];
        await expect(page.getByRole('region', { name: 'Console' })).toContainText(line);
        await expect(state(page)).not.toHaveText(message);
        await page.clock.runFor(ms);
      }
      await expect(state(page)).toHaveText(message, { timeout: 60_000 });
      // Its analysis has ended too.
      await expect(page.getByRole('region', { name: 'Candidates' })).not.toContainText('Thinking…');
    });
  }
  expect(requested).toEqual([]);
  const evil = `const memory = 'mine'; JSON.stringify = () => 'x'; Array.prototype.map = null; self.onmessage = null; String = null;
    for (let i = 0; i < 1e5; i++) console.log('flood'.repeat(1000));
    function think(position) { return position.legal[0]; }`;
  await run(page, evil);
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(/[a-h]\d/);
  await expect(page.getByRole('region', { name: 'Console' })).toContainText('more than 200 lines');
  await run(page, GOOD);
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(
    'it leaves few moves',
  );
});

test('a bot from a link is shown, and runs only after a click', async ({ page }) => {
  await openCode(page);
  await page.getByLabel('Code', { exact: true }).fill(GOOD);
  await page.getByText('Share', { exact: true }).last().click();
  await page.getByRole('button', { name: /^Make a link/ }).click();
  const link = await page.getByLabel('Link').inputValue();
  expect(link).toContain('#bot.');
  await page.goto('about:blank');
  await openPage(page, link);
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(GOOD);
  await expect(page.getByText('it does not run until you press Run')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(
    'it leaves few moves',
  );
});

test('bots from links do not replace your own, and stay marked until they are run', async ({
  page,
}) => {
  await openCode(page);
  const code = page.getByLabel('Code', { exact: true });
  const name = page.getByLabel('Name of the bot');
  const link = async () => {
    await page.getByText('Share', { exact: true }).last().click();
    await page.getByRole('button', { name: /^Make a link/ }).click();
    const text = await page.getByLabel('Link').inputValue();
    await page.keyboard.press('Escape');
    return text;
  };
  await name.fill('Few');
  await code.fill(`// theirs\n${GOOD}`);
  const theirs = await link();
  await code.fill(GOOD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const fresh of [false, true]) {
    if (fresh) await page.goto('about:blank');
    await openPage(page, theirs);
    await expect(name).toHaveValue('Few 2');
  }
  await code.press('End');
  await code.pressSequentially(' // read');
  const mark = page.getByText('it does not run until you press Run');
  await expect(mark).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: 'Play against it' }).click();
  await expect(page.getByText('Read it and press Run first.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByText('Open', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Greedy' }).click();
  await expect(mark).toBeHidden();
  await code.press('Control+z');
  await expect(code).toHaveValue(/theirs[\s\S]* \/\/ read/);
  await expect(mark).toBeVisible();
  await page.getByText('Open', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Few', exact: true }).click();
  await expect(code).toHaveValue(GOOD);
});

test('a bot in code plays on a seat and in the arena', async ({ page }) => {
  await openCode(page);
  await page.getByLabel('Name of the bot').fill('Few');
  await page.getByLabel('Code', { exact: true }).fill(GOOD);
  await page.getByRole('button', { name: 'Arena', exact: true }).last().click();
  const entrants = page.locator('.entrants');
  await expect(entrants).toContainText(/Few [0-9a-f]{5}/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.results')).toContainText(/Few [0-9a-f]{5}/);
});
