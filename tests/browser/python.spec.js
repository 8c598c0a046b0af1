/**
 * Bots in Python: what is downloaded and when, what they play, and forbidden or faulty code in the
 * sandbox.
 */
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

/** What the editor says about the bot. @param {import('@playwright/test').Page} page */
const state = (page) => page.locator('#code-state');

test('Python is downloaded only after a click, and its bot works like one in JavaScript', async ({
  page,
}) => {
  // Starting Python may take long on a slow machine.
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
  await expect(page.getByText('Python is a one-time download of 5.5 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Load Python' }).click();
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates).toContainText('it leaves few moves', { timeout: 90_000 });
  await expect(candidates).toContainText('left');
  await expect(page.getByRole('region', { name: 'Console' })).toContainText(/Move \d+\s+moves \d+/);
  expect(fetched).toHaveLength(4);
  await expect(page.getByRole('button', { name: 'Load Python' })).toHaveCount(0);
});

/**
 * A description, the code, the expected message, and how long the page waits before it shows it, in
 * milliseconds. These are the limits of the sandbox, and an error of each kind on its way to the
 * page. Each case starts Python again. tests/page/python.test.js tests all errors.
 * @type {[string, string, RegExp, number?][]}
 */
const BAD = [
  ['an error before it thinks', 'a = 1\nlet x = 4\n', /line 2: SyntaxError: invalid syntax/i],
  [
    'an error while it thinks',
    'def think(t):\n    t.play("z9")',
    /line 2: ValueError: “z9” is not a move/i,
  ],
  [
    'memory without end',
    'def think(t):\n    all = []\n    while True:\n        all.append(bytes(20_000_000))',
    /line 4: MemoryError: a bot may use 512 MB/i,
  ],
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

/** A bot that tries one forbidden access after another and prints the result. */
const CURIOUS = `import js
from urllib.request import urlopen

WAYS = {
    "network by the page": lambda: js.fetch("https://example.org/"),
    "network by Python": lambda: urlopen("http://example.org/"),
    "storage": lambda: js.indexedDB.open("x"),
    "page": lambda: js.document,
}

def think(turn):
    for what, way in WAYS.items():
        try:
            way()
            print(what, "is open")
        except Exception as error:
            print(what, type(error).__name__, error)
    return turn.legal[0]
`;

test('every error of a bot in Python is reported in place, and the page still works', async ({
  page,
}) => {
  test.setTimeout(900_000);
  /** @type {string[]} */
  const requested = [];
  page.on('request', (request) => {
    if (request.url().includes('example.org')) requested.push(request.url());
  });
  await page.clock.install();
  await openPython(page);
  await page.getByRole('button', { name: 'Load Python' }).click();
  for (const [what, source, message, ms] of BAD) {
    await test.step(what, async () => {
      await run(page, source);
      if (ms) {
        const [, line = ''] = /"(goes [^"]*)"/.exec(source) ?? [];
        await expect(page.getByRole('region', { name: 'Console' })).toContainText(line, {
          timeout: 90_000,
        });
        await expect(state(page)).not.toHaveText(message);
        await page.clock.runFor(ms);
      }
      await expect(state(page)).toHaveText(message, { timeout: 90_000 });
    });
  }
  await run(page, CURIOUS);
  const output = page.getByRole('region', { name: 'Console' });
  await expect(output).toContainText(/page AttributeError/, { timeout: 90_000 });
  await expect(output).toContainText(/network by the page \w+ .*a bot has no network/i);
  await expect(output).toContainText(/network by Python (URLError|\w*Error)/);
  await expect(output).toContainText(/storage AttributeError/);
  await expect(output).not.toContainText('is open');
  expect(requested).toEqual([]);
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

test('a bot in Python is shared as a link with its source, runs only after a click, and plays in the arena', async ({
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
  await expect(page.getByText('it does not run until you press Run')).toBeVisible();
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
