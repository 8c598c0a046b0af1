/**
 * Outpost in the browser: sixty turns with standing orders, a game of four bots to its end at full
 * speed, long games and links, the map editor, keyboard and touch.
 */
import { execFileSync } from 'node:child_process';

import { readFileSync } from 'node:fs';

import {
  ask,
  expandSections,
  expect,
  openPage,
  openSide,
  recordOf,
  stateOf,
  test,
} from '../simulated/index.js';

/** Opens the page with a new game of Outpost. @param {Page} page */
async function openOutpost(page) {
  await openPage(page, './#outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
}

/** @param {Page} page @returns {Promise<import('../../../www/pkg/totora.js').OutpostView>} */
const viewOf = (page) => ask(page, 'view');

/** The layout, with its water as a plain array. @param {Page} page @returns {Promise<any>} */
const layoutOf = (page) =>
  page.evaluate(() => {
    const layout = /** @type {any} */ (window).__totora.layout();
    return { ...layout, water: [...layout.water] };
  });

const board = (/** @type {Page} */ page) => page.getByTestId('outpost-board');

/**
 * The position of a cell on the screen while the whole board is visible.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
async function positionOf(page, x, y) {
  const box = await board(page).boundingBox();
  if (!box) throw new Error('no board on the page');
  const cell = box.width / 104;
  return { x: box.x + (x + 2.5) * cell, y: box.y + (y + 2.5) * cell };
}

/** @param {Page} page @param {number} x @param {number} y */
async function click(page, x, y) {
  const to = await positionOf(page, x, y);
  await page.mouse.click(to.x, to.y);
}

/** @param {Page} page @param {string} label */
const _speed = (page, label) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption({ label });

/**
 * Starts a game between these bots.
 * @param {Page} page
 * @param {string[]} bots
 * @param {Record<string, string>} [more]
 */
async function _startGame(page, bots, more = {}) {
  await openSide(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog');
  await expandSections(dialog);
  const names = ['North-West', 'North-East', 'South-East', 'South-West'];
  for (const [i, name] of names.entries()) {
    await dialog.getByRole('combobox', { name, exact: true }).selectOption(bots[i]);
  }
  for (const [name, value] of Object.entries(more)) {
    const field = dialog.getByRole('spinbutton', { name });
    await field.fill(value);
    await field.blur();
  }
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
}

/** Plays turns one by one with the button. @param {Page} page @param {number} turns */
async function playTurns(page, turns) {
  for (let i = 0; i < turns; i++) {
    const { ply } = await stateOf(page);
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(ply + 1);
  }
}

/** The land cell nearest to a cell. @param {any} layout @param {number} x @param {number} y */
function landNear(layout, x, y) {
  for (let d = 0; d < 20; d++) {
    for (let dx = -d; dx <= d; dx++) {
      const dy = d - Math.abs(dx);
      for (const [cx, cy] of [
        [x + dx, y + dy],
        [x + dx, y - dy],
      ]) {
        if (cx >= 0 && cy >= 0 && cx < 100 && cy < 100 && layout.water[cx * 100 + cy] === 0)
          return [cx, cy];
      }
    }
  }
  throw new Error('no land');
}

/** @param {any} layout @param {number} x @param {number} y */
function _waterNear(layout, x, y) {
  for (let cx = x; cx < 50; cx++) {
    for (let cy = y; cy < 50; cy++) if (layout.water[cx * 100 + cy] === 1) return [cx, cy];
  }
  throw new Error('no water');
}

test('standing rules are added, reordered, refused with a reason, carried out and kept', async ({
  page,
}) => {
  await openOutpost(page);
  await page.getByText('Rules', { exact: true }).last().click();
  const maker = page.getByRole('group', { name: 'A new rule' });
  const add = maker.getByRole('button', { name: 'Add the rule' });
  const ordersBox = page.locator('.given');
  const first = 'All outposts, if an enemy is within 9 steps: guard the home';
  await maker.getByRole('spinbutton', { name: 'Number of the condition' }).fill('9');
  await maker.getByRole('spinbutton', { name: 'Number of the condition' }).blur();
  await add.click();
  await expect(ordersBox).toContainText(`Rules: ${first}`);
  // A second identical rule can never apply. It is refused and nothing is lost.
  await maker.getByRole('spinbutton', { name: 'Number of the condition' }).fill('9');
  await maker.getByRole('spinbutton', { name: 'Number of the condition' }).blur();
  await add.click();
  await expect(page.locator('.toast').last()).toContainText('rule 2');
  await expect(page.locator('.toast').last()).toContainText('never counts');
  await expect(page.locator('.standing-rules li')).toHaveCount(1);
  // A rule for new outposts, whose cell is clicked on the board.
  const [x, y] = landNear(await layoutOf(page), 9, 4);
  await maker.getByRole('combobox', { name: 'Which outposts' }).selectOption('New outposts');
  await maker.getByRole('combobox', { name: 'Condition' }).selectOption('always');
  await maker.getByRole('combobox', { name: 'Action' }).selectOption('go to');
  await expect(add).toBeDisabled();
  await maker.getByRole('button', { name: 'Which cell?' }).click();
  await click(page, x, y);
  await expect(maker.getByRole('button', { name: `${x},${y}` })).toBeVisible();
  await add.click();
  await expect(page.locator('.standing-rules li')).toHaveText([
    new RegExp(first),
    new RegExp(`New outposts: go to ${x},${y}`),
  ]);
  await page.getByRole('button', { name: /^Move up: New outposts/ }).click();
  await expect(page.locator('.standing-rules li').first()).toContainText('New outposts');
  await playTurns(page, 1);
  expect((await recordOf(page)).moves[0]).toContain(
    `rules new then go ${x},${y} / all if enemy 9 then guard`,
  );
  const { standing } = (await viewOf(page)).empires[0];
  expect(standing?.rules.map((rule) => rule.scope)).toEqual(['new', 'all']);
  // The rules are still there in the next turn, and can be removed.
  await expect(page.locator('.standing-rules li')).toHaveCount(2);
  await page.getByRole('button', { name: /^Remove the rule: New outposts/ }).click();
  await playTurns(page, 1);
  expect((await viewOf(page)).empires[0].standing?.rules).toHaveLength(1);
  // The record gives the same game.
  const [record, { hash }] = [await recordOf(page), await stateOf(page)];
  await openText(page, JSON.stringify(record));
  await expect.poll(async () => (await stateOf(page)).hash).toBe(hash);
});

test('an unguarded home is marked, and guarded with one click', async ({ page }) => {
  await openOutpost(page);
  const near = 'go 0 0,12 | go 0 18,0 | . | .';
  const record = {
    totora: 1,
    game: 'outpost',
    options: { r: 7, T: 200 },
    seed: 1,
    seats: Array.from({ length: 4 }, () => ({ human: true })),
    moves: [near, ...Array.from({ length: 95 }, () => '. | . | . | .')],
    result: null,
  };
  await openText(page, JSON.stringify(record));
  await expect.poll(async () => (await stateOf(page)).ply).toBe(96);
  const open = (await viewOf(page)).empires[0].open_home;
  expect(open?.words).toContain('Home is unguarded');
  await expect(page.locator('.open-home')).toContainText(open?.words ?? '?');
  const badge = page.getByRole('button', { name: /^North-West: .*Home is unguarded/ });
  await expect(badge.locator('em.open')).toBeVisible();
  await expect(page.getByRole('button', { name: /^North-East: .*unguarded/ })).toHaveCount(0);
  await page.getByRole('button', { name: `Send outpost ${open?.nearest} home` }).click();
  await expect(page.locator('.given')).toContainText(`Outpost ${open?.nearest}: guard`);
  await page.getByRole('button', { name: 'First position' }).click();
  await expect(page.locator('em.open')).toHaveCount(0);
});

test('the log has filters, the scrubber marks losses, the lines of the graph have names, and the report has a table', async ({
  page,
}) => {
  await openOutpost(page);
  // Four bots that fight.
  const bots = ['kamikaze', 'phalanx', 'kamikaze', 'harvester'];
  const options = ['map=delta', 'r=7', 'L=12', 'W=3', 'T=200'].flatMap((one) => ['--option', one]);
  const file = test.info().outputPath('fight.json');
  const args = ['play', 'outpost', ...options, '--seats', bots.join(','), '--seed', '1'];
  execFileSync(`${process.env.CARGO_TARGET_DIR ?? 'target'}/debug/totora`, [
    ...args,
    '--record',
    file,
  ]);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  await openText(page, JSON.stringify(record));
  const end = page.getByRole('region', { name: 'End of the game' });
  await expect(end).toBeVisible({ timeout: 90_000 });

  // The report: who played, what they lost, and the turning points.
  const { seats, outcome, report_table: table } = await stateOf(page);
  const heads = end.locator('thead th');
  await expect(heads).toHaveCount(4);
  for (const [i, seat] of table.order.entries()) {
    await expect(heads.nth(i)).toContainText(seats[seat].name);
    await expect(heads.nth(i)).toContainText(seats[seat].player);
    await expect(end.locator('tbody tr').nth(1).locator('td').nth(i)).toHaveText(
      String(outcome.scores[seat]),
    );
  }
  await expect(end.getByRole('rowheader', { name: 'Lost', exact: true })).toBeVisible();
  expect(table.moments.length).toBeGreaterThan(1);
  const lost = table.columns.indexOf('Lost');
  const most = table.order.find((/** @type {number} */ e) => Number(table.rows[e][lost]) > 0);
  expect(most).not.toBeUndefined();

  // Losses are marked on the scrubber; a click goes there.
  const marks = page.locator('.scrub-marks .scrubbed');
  expect(await marks.count()).toBeGreaterThan(0);
  const ply = Number(await marks.first().getAttribute('data-ply'));
  await expect(marks.first()).toHaveAttribute('title', /loses the outpost/);
  await marks.first().click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(ply);
  await page.getByRole('button', { name: 'Last position' }).click();
  await end.locator('.report-moments button').first().click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(table.moments[0][0]);

  // The log: all events, one kind, one empire. Reasons are not clipped.
  await page.getByRole('tab', { name: 'Moves' }).click();
  const filters = page.getByRole('group', { name: 'Show only' });
  const lines = page.locator('.log-line');
  await filters.getByRole('button', { name: 'lost' }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(0);
  await page.getByRole('listbox', { name: 'Turns so far' }).focus();
  await page.keyboard.press('Home');
  const cut = () =>
    lines.evaluateAll((all) =>
      all
        .filter((line) => {
          const words = /** @type {HTMLElement} */ (line.querySelector('.words'));
          const below = line.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
          return (
            /** @type {HTMLElement} */ (line).dataset.kind !== 'lost' ||
            !/\(cut: [^)]+\)$/.test(words.textContent ?? '') ||
            words.scrollWidth > words.clientWidth ||
            below < 0
          );
        })
        .map((line) => line.textContent),
    );
  expect(await cut()).toEqual([]);
  await page.keyboard.press('End');
  expect(await cut()).toEqual([]);
  await filters.getByRole('button', { name: seats[most].name }).click();
  await expect
    .poll(() =>
      lines.evaluateAll(
        (all, name) => all.length > 0 && all.every((line) => line.textContent?.includes(name)),
        `${seats[most].name} loses`,
      ),
    )
    .toBe(true);

  // One line per empire, with its name where it ends, and a graph high enough to read.
  const time = page.getByRole('region', { name: 'Timeline' });
  const fold = page.getByRole('button', { name: 'Graph', exact: true });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  await expect(time).toHaveAttribute('data-names', 'true');
  const graph = await page.locator('.graph').boundingBox();
  expect(graph?.height ?? 0).toBeGreaterThan(90);
  await expect(page.getByRole('combobox', { name: 'Chart' }).locator('option')).toHaveText([
    'chance to win, %',
    'cells',
    'outposts',
    'supply',
    'land',
    'water',
  ]);
  await page.getByRole('combobox', { name: 'Chart' }).selectOption('supply');
  await expect(page.locator('.plot canvas')).toBeVisible();
});

/** Opens a text with the Share dialog. @param {Page} page @param {string} text */
async function openText(page, text) {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('textbox', { name: 'A link or a record' }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

/**
 * 4,444 turns of four bots, whose moves the link leaves out. When one of these bots plays
 * differently, make it again with
 *
 * `totora play outpost --seats wolfpack,phalanx,mason,shepherd --seed 1 --option T=4444 --option
 * L=40 --option W=10 --option r=7 --record FILE`, and `totora link FILE`.
 */
const _LONG_LINK =
  '#1outpost.AVAAr_8BBAFMAVABVAG4RQFXARQBcgEOBAEId29sZnBhY2sAAAEHcGhhbGFueAAAAQVtYXNvbgAAAQhzaGVwaGVyZAAA3CIPANwiAAATBwbj1UDfVw';
