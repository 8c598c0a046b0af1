/** Bots in Python: what is fetched and when, what they think, and what they do in the sandbox that they should not. */
import { expect, openPage, test } from './fixtures.js';

const GOOD = `import totora

def think(turn):
    print("moves", len(turn.legal))
    candidates = [totora.Candidate(move, {"left": -turn.play(move).state["legal"]}) for move in turn.legal]
    return totora.best(candidates, "it leaves few moves")
`;

/** @param {import('@playwright/test').Page} page */
async function openPython(page) {
  await openPage(page, './#lab/isolation');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page
    .getByRole('group', { name: 'Language' })
    .getByRole('button', { name: 'Python' })
    .click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^# One ply/);
}

/** @param {import('@playwright/test').Page} page @param {string} source */
async function run(page, source) {
  await page.getByLabel('Code', { exact: true }).fill(source);
  await page.getByRole('button', { name: /^Run/ }).click();
}

/** What the editor says of the bot. @param {import('@playwright/test').Page} page */
const state = (page) => page.locator('#code-state');

test('Python is fetched when somebody says so, and its bot thinks as one in JavaScript', async ({
  page,
}) => {
  // A slow machine may take its time to start it.
  test.setTimeout(400_000);
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => {
    if (/pyodide|python_stdlib/.test(request.url())) fetched.push(request.url());
  });
  await openPython(page);
  await run(page, GOOD);
  await expect(state(page)).toContainText('press “Load Python”');
  expect(fetched).toEqual([]);
  await expect(page.getByText('Python is a download of 5.5 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Load Python' }).click();
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates).toContainText('it leaves few moves', { timeout: 90_000 });
  await expect(candidates).toContainText('left');
  await expect(page.getByRole('region', { name: 'Console' })).toContainText(/Move \d+\s+moves \d+/);
  expect(fetched).toHaveLength(4);
  await expect(page.getByRole('button', { name: 'Load Python' })).toHaveCount(0);
});

/** What it is, the code, what is said of it, and for how long it is waited for. @type {[string, string, RegExp, number?][]} */
const BAD = [
  ['code that cannot be read', 'a = 1\nlet x = 4\n', /line 2: SyntaxError: invalid syntax/i],
  ['an error in its second line', 'def think(t):\n    return t.nothing', /line 2: AttributeError/i],
  ['an error before it thinks', 'a = 1\n\nb = 1 / 0', /line 3: ZeroDivisionError/i],
  ['no think', 'a = 1', /has no function think/],
  ['an illegal move', 'def think(t):\n    return "z9"', /“z9” is not a move/],
  [
    'an illegal move ahead',
    'def think(t):\n    t.play("z9")',
    /line 2: ValueError: “z9” is not a move/i,
  ],
  ['garbage', 'def think(t):\n    return 7', /neither a move nor a Thought: 7/],
  ['an end of its own', 'def think(t):\n    raise SystemExit(3)', /line 2: SystemExit: 3/i],
  [
    'memory without end',
    'def think(t):\n    all = []\n    while True:\n        all.append(bytes(20_000_000))',
    /line 4: MemoryError: a bot may use 512 MB/i,
  ],
  [
    'the network by the page',
    'import js\ndef think(t):\n    js.fetch("https://example.org/")',
    /line 3: .*a bot has no network/i,
  ],
  [
    'the network by Python',
    'from urllib.request import urlopen\ndef think(t):\n    urlopen("http://example.org/")',
    /line 3: (URLError|\w*Error)/i,
  ],
  ['storage', 'import js\ndef think(t):\n    js.indexedDB.open("x")', /line 3: AttributeError/i],
  ['the page', 'import js\ndef think(t):\n    js.document', /line 3: AttributeError/i],
  ['the end of Python', 'import os\ndef think(t):\n    os.abort()', /Python has ended/i],
  [
    'a loop',
    'def think(t):\n    print("goes round")\n    while True: pass',
    /no move within 5 s and was stopped/i,
    5_000,
  ],
  [
    'a loop before it thinks',
    'print("goes round first")\nwhile True: pass',
    /did not start within 60 s/i,
    60_000,
  ],
];

test('whatever a bot in Python does wrong is said in place, and the page goes on', async ({
  page,
}) => {
  test.setTimeout(900_000);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => {
    if (request.url().includes('example.org')) asked.push(request.url());
  });
  await page.clock.install();
  await openPython(page);
  await page.getByRole('button', { name: 'Load Python' }).click();
  for (const [what, source, words, ms] of BAD) {
    await test.step(what, async () => {
      await run(page, source);
      if (ms) {
        const [, line = ''] = /"(goes [^"]*)"/.exec(source) ?? [];
        await expect(page.getByRole('region', { name: 'Console' })).toContainText(line, {
          timeout: 90_000,
        });
        await expect(state(page)).not.toHaveText(words);
        await page.clock.runFor(ms);
      }
      await expect(state(page)).toHaveText(words, { timeout: 90_000 });
    });
  }
  expect(asked).toEqual([]);
  await run(
    page,
    `import builtins, json, sys, js
json.loads = json.dumps = builtins.isinstance = None
js.JSON.stringify = js.Array.prototype.map = None
for i in range(20_000): print("flood" * 1000)
def think(turn): return turn.legal[0]`,
  );
  await expect(page.getByRole('region', { name: 'Console' })).toContainText('more than 200 lines', {
    timeout: 90_000,
  });
  await run(page, GOOD);
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(
    'it leaves few moves',
    { timeout: 90_000 },
  );
});

test('a bot in Python comes with a link as source, is run at a click, and plays in the arena', async ({
  page,
}) => {
  test.setTimeout(600_000);
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => {
    if (/pyodide|python_stdlib/.test(request.url())) fetched.push(request.url());
  });
  await openPython(page);
  await page.getByLabel('Code', { exact: true }).fill(GOOD);
  await page.getByText('Share', { exact: true }).last().click();
  await expect(page.getByRole('button', { name: /^Save as a file/ })).toContainText(
    '--seats "exec:python3 my-bot.py,random"',
  );
  await page.getByRole('button', { name: /^Make a link/ }).click();
  const link = await page.getByLabel('Link').inputValue();
  await page.evaluate(() => localStorage.setItem('totora:python', 'true'));
  await page.goto('about:blank');
  await openPage(page, link);
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(GOOD);
  await expect(page.getByText('nothing of it runs before you press Run')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(fetched).toEqual([]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(
    'it leaves few moves',
    { timeout: 90_000 },
  );
  await page.getByRole('button', { name: 'Arena', exact: true }).last().click();
  const games = page.getByRole('spinbutton', { name: 'per pairing' });
  await games.fill('2');
  await games.press('Enter');
  await expect(page.locator('.entrants')).toContainText(/My bot [0-9a-f]{5}/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.progress-words')).toContainText('all played', { timeout: 400_000 });
  await expect(page.locator('.results')).toContainText(/My bot [0-9a-f]{5}/);
});
