/**
 * Outpost in the browser: sixty turns with standing orders, a game of four bots to its end at full
 * speed, long games and links, the map editor, keyboard and touch.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expectNoSeriousViolations } from './accessibility.js';
import {
  advance,
  ask,
  collectErrors,
  expandSections,
  expect,
  goToGame,
  openPage,
  openSide,
  recordOf,
  settled,
  stateOf,
  test,
} from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Opens the page with a new game of Outpost. @param {Page} page */
async function openOutpost(page) {
  await openPage(page, './#outpost');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
}

/** @param {Page} page @returns {Promise<import('../../www/pkg/totora.js').OutpostView>} */
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
const speed = (page, label) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption({ label });

/**
 * Starts a game between these bots.
 * @param {Page} page
 * @param {string[]} bots
 * @param {Record<string, string>} [more]
 */
async function startGame(page, bots, more = {}) {
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
function waterNear(layout, x, y) {
  for (let cx = x; cx < 50; cx++) {
    for (let cy = y; cy < 50; cy++) if (layout.water[cx * 100 + cy] === 1) return [cx, cy];
  }
  throw new Error('no water');
}

test('sixty turns are played with standing orders', async ({ page }) => {
  test.setTimeout(120_000);
  await page.clock.install();
  await openOutpost(page);
  const start = await layoutOf(page);
  const [ax, ay] = landNear(start, 8, 14);
  const [bx, by] = landNear(start, 14, 18);
  // Nothing happens before the user acts.
  await advance(page, 600);
  expect((await stateOf(page)).ply).toBe(0);
  await click(page, 0, 0);
  await expect(page.locator('.command-who')).toContainText('Outpost 0 on 0,0');
  // Outposts cannot enter water: the order goes to the nearest land, which the page says at once.
  const [wx, wy] = waterNear(start, 10, 10);
  await click(page, wx, wy);
  await expect(page.locator('.command-who')).toContainText(`${wx},${wy} is water: goes to `);
  await expect(page.locator('.command-who')).toContainText('(ordered)');
  const words = await page.locator('.command-who').textContent();
  const [, lx, ly] = /goes to (\d+),(\d+)/.exec(words ?? '') ?? [];
  expect(start.water[Number(lx) * 100 + Number(ly)]).toBe(0);
  await expect(page.locator('.given')).toContainText(`Outpost 0: go to ${lx},${ly}`);
  await click(page, ax, ay);
  await expect(page.locator('.command-who')).toContainText(`goes to ${ax},${ay} (ordered)`);
  await page.keyboard.down('Shift');
  await click(page, bx, by);
  await page.keyboard.up('Shift');
  await expect(page.locator('.given')).toContainText(
    `Outpost 0: go to ${ax},${ay}, then ${bx},${by}`,
  );
  // The selected outpost shows its order, and the list of orders is above the tasks.
  await expect(page.locator('.command-who')).toContainText(`then ${bx},${by} (ordered)`);
  const [ordersBox, tasks] = [
    await page.locator('.given').boundingBox(),
    await page.locator('.tasks').boundingBox(),
  ];
  expect((ordersBox?.y ?? 0) + (ordersBox?.height ?? 0)).toBeLessThanOrEqual(tasks?.y ?? 0);
  await page.getByRole('combobox', { name: 'Suggested by' }).selectOption('harvester');
  await speed(page, 'Fastest');
  await playTurns(page, 1);
  const record = await recordOf(page);
  expect(record.moves[0]).toContain(`go 0 ${ax},${ay} ${bx},${by}; adviser harvester`);
  expect((await viewOf(page)).empires[0].tasks?.[0]).toMatchObject({ task: 'go' });
  await expect(page.locator('.given')).toHaveCount(0);
  // The results of the turn are shown next to the orders.
  const { turn, empires } = await viewOf(page);
  await expect(page.locator('.command-last')).toContainText(`Turn ${turn}`);
  const cells = empires[0].land + empires[0].water;
  await expect(page.locator('.command-last')).toContainText(`${cells} cells, `);
  await expect(page.locator('.command-last')).toContainText('Supply ');

  // Fast-forward until the outpost arrives. It stops by itself and says why.
  await page.getByRole('checkbox', { name: 'an outpost in danger' }).uncheck();
  await page.getByRole('checkbox', { name: 'an enemy near home' }).uncheck();
  await page.getByRole('button', { name: 'Fast-forward' }).click();
  await expect(page.locator('.toast').last()).toContainText(`has arrived at ${bx},${by}`);
  const arrived = await viewOf(page);
  expect(arrived.empires[0].outposts[0]).toEqual([bx, by]);
  await expect.poll(async () => page.locator('.watch').textContent()).toContain('Watch');

  // Set a rally order and a policy for the empire, and fast-forward to the harvest.
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const [rx, ry] = landNear(start, 4, 9);
  await click(page, rx, ry);
  await page.getByRole('combobox', { name: 'Disband' }).selectOption('farthest');
  await expect(page.locator('.given')).toContainText(`New outposts: go to ${rx},${ry}`);
  await page.getByRole('checkbox', { name: 'an order completed' }).uncheck();
  await page.getByRole('checkbox', { name: 'the harvest' }).check();
  await page.getByRole('button', { name: 'Fast-forward' }).click();
  await expect.poll(async () => page.locator('.watch').textContent()).toContain('Watch');
  const season = await viewOf(page);
  expect(season.turn % 10).toBe(0);
  expect(season.empires[0].standing).toMatchObject({ rally: [rx, ry], policy: 'farthest' });

  // Up to turn 60: hold, guard, auto, raid and patrol, each given with its button.
  for (const [name, verb] of [
    ['Hold', 'hold'],
    ['Guard', 'guard'],
    ['Auto', 'auto'],
    ['Raid', 'raid'],
  ]) {
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await playTurns(page, 1);
    expect((await viewOf(page)).empires[0].tasks?.[0]?.task).toBe(verb);
  }
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Patrol', exact: true }).click();
  await click(page, ax, ay);
  await playTurns(page, 1);
  expect((await viewOf(page)).empires[0].tasks?.[0]?.task).toBe('patrol');
  const left = 60 - (await stateOf(page)).ply;
  await playTurns(page, left);
  const end = await stateOf(page);
  expect(end.ply).toBe(60);
  // Turns without new orders are short in the record, and no outpost is on auto.
  expect((await recordOf(page)).moves[59].split(' | ')[0]).toBe('.; suggested -');
  // A reload keeps the game.
  await page.reload();
  await page.waitForFunction(() => '__totora' in window);
  expect((await stateOf(page)).hash).toBe(end.hash);
});

test('a first turn with suggested orders, then an outpost is dragged to its target', async ({
  page,
}) => {
  await openOutpost(page);
  const start = await layoutOf(page);
  await page.getByTestId('as-advised').click();
  await expect(page.locator('.given')).toContainText(/Suggested orders: by [A-Z]\w+/);
  await expect(page.getByTestId('as-advised')).toHaveCount(0);
  await playTurns(page, 1);
  expect((await recordOf(page)).moves[0]).toContain(`adviser ${start.adviser}`);
  const [cell] = (await viewOf(page)).empires[0].outposts;
  expect(cell).not.toEqual([0, 0]);

  // The path is drawn while the mouse button is down, and ordered when it is released.
  const [tx, ty] = landNear(start, 12, 20);
  const [from, to] = [await positionOf(page, cell[0], cell[1]), await positionOf(page, tx, ty)];
  const picture = () =>
    board(page)
      .locator('canvas')
      .evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const before = await picture();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect.poll(picture).not.toBe(before);
  await expect(page.locator('.given')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator('.given')).toContainText(`Outpost 0: go to ${tx},${ty}`);
  await expect(page.locator('.command-who')).toContainText(`goes to ${tx},${ty} (ordered)`);
  // Released over water, the order goes to the nearest land.
  const [wx, wy] = waterNear(start, 10, 10);
  const wet = await positionOf(page, wx, wy);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(wet.x, wet.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('.command-who')).toContainText(`${wx},${wy} is water: goes to `);
  // Released outside the board, nothing is ordered.
  const ordered = await page.locator('.given').textContent();
  const box = await board(page).boundingBox();
  if (!box) throw new Error('no board');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(box.x - 30, box.y + 200, { steps: 6 });
  await page.mouse.up();
  expect(await page.locator('.given').textContent()).toBe(ordered);
});

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

test('zoom buttons and the minimap cover no home', async ({ page }) => {
  await openOutpost(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [844, 390],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('.outpost-zoom')).toBeVisible();
    const boardBox = await board(page).boundingBox();
    if (!boardBox) throw new Error('no board');
    const cell = boardBox.width / 104;
    const buttons = await page.locator('.outpost-zoom button').all();
    expect(buttons).toHaveLength(3);
    for (const button of buttons) {
      const box = await button.boundingBox();
      if (!box) throw new Error('no button');
      for (const [x, y] of [
        [0, 0],
        [99, 0],
        [99, 99],
        [0, 99],
      ]) {
        // The frame of a home is at least seven pixels wider than its cell.
        const home = {
          left: boardBox.x + (x + 2) * cell - 7,
          right: boardBox.x + (x + 3) * cell + 7,
          top: boardBox.y + (y + 2) * cell - 7,
          bottom: boardBox.y + (y + 3) * cell + 7,
        };
        const apart =
          box.x >= home.right ||
          box.x + box.width <= home.left ||
          box.y >= home.bottom ||
          box.y + box.height <= home.top;
        expect(apart, `${width}x${height}, home ${x},${y}`).toBe(true);
      }
    }
  }
});

test('the log has filters, the scrubber marks losses, the lines of the graph have names, and the report has a table', async ({
  page,
}) => {
  test.setTimeout(180_000);
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
    for (const part of seats[seat].label.split(', '))
      await expect(heads.nth(i)).toContainText(part);
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
  await filters.getByRole('button', { name: seats[most].label }).click();
  await expect
    .poll(() =>
      lines.evaluateAll(
        // A corner follows only where two have the same name.
        (all, [name]) =>
          all.length > 0 &&
          all.every((line) => line.textContent?.includes(name) && / loses /.test(line.textContent)),
        seats[most].label.split(', '),
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
const LONG_LINK =
  '#1outpost.AVAAr_8BBAFMAVABVAG4RQFXARQBcgEOBAEId29sZnBhY2sAAAEHcGhhbGFueAAAAQVtYXNvbgAAAQhzaGVwaGVyZAAA3CIPANwiAAATBwbj1UDfVw';

test('a long game opens step by step, shows its progress, and can be stopped', async ({ page }) => {
  test.setTimeout(120_000);
  await openOutpost(page);
  const before = await stateOf(page);
  const dialog = page.getByRole('dialog');
  // Only the button in the dialog: an analysis behind it can be stopped too.
  const stop = dialog.getByRole('button', { name: 'Stop', exact: true });
  const progress = page.getByRole('progressbar');

  // A record of nine thousand turns without orders.
  const record = JSON.stringify({
    totora: 1,
    game: 'outpost',
    options: { T: 10_000 },
    seed: 1,
    seats: Array.from({ length: 4 }, () => ({ human: true })),
    moves: Array.from({ length: 9_000 }, () => '- | - | - | -'),
    result: null,
  });
  await openText(page, record);
  await expect(progress).toBeVisible();
  // Click at once: on a fast machine it has opened before a pointer gets there.
  await stop.dispatchEvent('click');
  await expect(progress).toBeHidden();
  expect((await stateOf(page)).hash).toBe(before.hash);
  await page.keyboard.press('Escape');
  await openText(page, record);
  await expect.poll(async () => (await stateOf(page)).plies, { timeout: 60_000 }).toBe(9_000);
  await expect(progress).toBeHidden();
  const opened = await stateOf(page);

  // A link whose bots have to play again: meanwhile the page responds.
  await openText(page, LONG_LINK);
  await expect(progress).toBeVisible();
  await expect
    .poll(async () => Number(await progress.getAttribute('value')), { timeout: 30_000 })
    .toBeGreaterThan(0.01);
  await stop.click();
  await expect(progress).toBeHidden();
  expect((await stateOf(page)).hash).toBe(opened.hash);

  // Sharing the game shows the progress, and then the link.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(
    /#1outpost\./,
    { timeout: 60_000 },
  );
  await expect(progress).toBeHidden();

  // An error is reported with its ply in the dialog, and nothing is lost.
  await page.keyboard.press('Escape');
  await openText(page, record.replace('"- | - | - | -"]', '"- | - | - | nonsense"]'));
  await expect(dialog.locator('.toast[data-error=true]')).toContainText('9000', {
    timeout: 60_000,
  });
  expect((await stateOf(page)).hash).toBe(opened.hash);
});

test('the page responds while it makes the link of a long game between bots, which can be stopped', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto(`./${LONG_LINK}`);
  await page.waitForFunction(() => '__totora' in window, null, { timeout: 90_000 });
  expect((await stateOf(page)).plies).toBe(4_444);
  await page.getByRole('button', { name: 'Share' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dialog).toContainText('No link: it was stopped.');
});

test('a link that takes long to open shows its progress and can be stopped', async ({ page }) => {
  await page.goto(`./${LONG_LINK}`);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.waitForFunction(() => '__totora' in window);
  expect((await stateOf(page)).ply).toBe(0);
  await expect(page.locator('.toast[data-error=true]')).toHaveCount(0);
});

test('a game of four bots is watched to its end at full speed', async ({ page }) => {
  test.setTimeout(120_000);
  await openOutpost(page);
  await startGame(page, ['harvester', 'homesteader', 'shepherd', 'mason']);
  await speed(page, 'Fastest');
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
    timeout: 60_000,
  });
  const end = await stateOf(page);
  expect(end.ply).toBe(400);
  expect(end.outcome.scores).toHaveLength(4);

  // Seeking is immediate anywhere, and the same ply gives the same position.
  const scrub = (/** @type {number} */ ply) =>
    page.getByRole('slider', { name: 'Move shown' }).evaluate((slider, to) => {
      const input = /** @type {HTMLInputElement} */ (slider);
      input.value = String(to);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, ply);
  await scrub(137);
  const first = await stateOf(page);
  await scrub(311);
  await scrub(137);
  expect((await stateOf(page)).hash).toBe(first.hash);
  expect(first.ply).toBe(137);

  // The log only renders the visible rows. A selected line goes to its turn.
  await page.getByRole('tab', { name: 'Moves' }).click();
  const lines = page.locator('.log-line');
  expect(await lines.count()).toBeLessThan(80);
  await page.getByRole('checkbox', { name: /Events only/ }).uncheck();
  await page.getByRole('listbox', { name: 'Turns so far' }).focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await stateOf(page)).ply).toBe(400);
  expect(await lines.count()).toBeLessThan(80);
  await page.getByRole('checkbox', { name: /Events only/ }).check();
  await page.getByRole('listbox', { name: 'Turns so far' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await stateOf(page)).ply).toBeLessThan(60);

  // All overlays, and the tasks of one empire.
  for (const name of ['Owners', 'Supply', 'Danger', 'Value', 'Tasks', 'Board']) {
    await page.getByRole('combobox', { name: 'Show on the board' }).selectOption(name);
  }
  const { label } = end.seats[2];
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await expect(page.locator('.tasks-of')).toContainText(`${label}: `);
  const thought = /** @type {any} */ (await ask(page, 'thought'));
  const view = await viewOf(page);
  expect(thought.tasks).toHaveLength(view.empires[2].muster.length);
  await page.locator('.candidate.task').first().hover();
  const shown = thought.tasks[0];
  await expect(page.locator('.detail .total')).toContainText(
    String(Math.abs(Number(shown.score.toFixed(3)))),
  );

  // The link contains the seed and the bots; opening it gives the same game.
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link.split('#')[1].length).toBeLessThan(300);
  const there = await stateOf(page);
  const other = await page.context().newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await openPage(other, link);
  expect((await stateOf(other)).hash).toBe(there.hash);
  expect((await stateOf(other)).plies).toBe(400);
  expect(problems).toEqual([]);
});

test('a game of four bots at 10× keeps its speed and can be paused and stepped', async ({
  page,
}) => {
  await page.clock.install();
  await openOutpost(page);
  await speed(page, '10×');
  await startGame(page, ['harvester', 'phalanx', 'wolfpack', 'kamikaze']);
  await page.getByRole('combobox', { name: 'Show on the board' }).selectOption('Danger');
  await expect.poll(async () => (await stateOf(page)).ply, { timeout: 20_000 }).toBeGreaterThan(30);
  await page.getByRole('button', { name: /Pause/ }).first().click();
  const { ply } = await stateOf(page);
  await advance(page, 300);
  expect((await stateOf(page)).ply).toBeLessThanOrEqual(ply + 1);
  const now = (await stateOf(page)).ply;
  await page.getByRole('button', { name: 'Play a turn' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(now + 1);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  expect((await stateOf(page)).ply).toBe(now - 1);
  // Continuing from an earlier turn first replays what was played, and then the game goes on.
  const { hash } = await stateOf(page);
  await page.getByRole('button', { name: /Watch/ }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBeGreaterThan(now + 2);
  await page.getByRole('button', { name: /Pause/ }).first().click();
  await page.getByRole('slider', { name: 'Move shown' }).evaluate((slider, to) => {
    const input = /** @type {HTMLInputElement} */ (slider);
    input.value = String(to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, now - 1);
  expect((await stateOf(page)).hash).toBe(hash);
});

test('an area selects outposts, looking back keeps the orders, and a player who resigns stands still', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await openOutpost(page);
  await speed(page, 'Fastest');
  await page.getByRole('combobox', { name: 'Suggested by' }).selectOption('harvester');
  await page.getByRole('checkbox', { name: 'an outpost in danger' }).uncheck();
  await page.getByRole('checkbox', { name: 'an enemy near home' }).uncheck();
  await page.getByRole('checkbox', { name: 'the harvest' }).check();
  // Play until there is a second outpost.
  let [turns, outposts] = [0, 0];
  while (turns < 30 || (outposts < 2 && turns < 100)) {
    turns += 10;
    await page.getByRole('button', { name: 'Fast-forward' }).click();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(turns);
    await expect.poll(async () => page.locator('.watch').textContent()).toContain('Watch');
    outposts = (await viewOf(page)).empires[0].muster.length;
  }
  expect(outposts).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Select area', exact: true }).click();
  const [from, to] = [await positionOf(page, 0, 0), await positionOf(page, 60, 60)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('.command-who')).toContainText(`${outposts} outposts`);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(page.locator('.given')).toContainText('hold');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.locator('.given')).toHaveCount(0);
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(page.locator('.given')).toContainText('hold');

  await page.getByRole('button', { name: 'Undo' }).click();
  expect((await stateOf(page)).ply).toBe(turns - 1);
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect.poll(async () => (await stateOf(page)).plies).toBe(turns);

  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect.poll(async () => (await viewOf(page)).empires[0].forfeited).toBe(true);
  await page.getByRole('button', { name: /Watch/ }).click();
  await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible({
    timeout: 40_000,
  });
  // Going back in a finished game does not start it again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('a map is painted in the editor and opened elsewhere from its link', async ({
  page,
  browser,
}) => {
  await openOutpost(page);
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  const editor = page.getByRole('dialog');
  const count = editor.locator('.outpost-count');
  await expect(count).toContainText('500 of 500');
  await editor.getByRole('button', { name: 'Empty' }).click();
  await expect(count).toContainText('0 of 500');
  await expect(count).toContainText('500 more cells of water');
  const sheet = editor.getByTestId('outpost-sheet').locator('canvas');
  const box = await sheet.boundingBox();
  if (!box) throw new Error('no sheet');
  const cell = box.width / 50;
  /** @param {number} x @param {number} y */
  const positionInSheet = (x, y) => ({ x: box.x + (x + 0.5) * cell, y: box.y + (y + 0.5) * cell });
  /** @param {[number, number]} from @param {[number, number]} to */
  const stroke = async (from, to) => {
    const [a, b] = [positionInSheet(...from), positionInSheet(...to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
  };
  // A wall across the corner cuts off the land. The editor reports it, and the map cannot be
  // played.
  await editor.getByRole('button', { name: 'Brush of 1 by 1' }).click();
  await stroke([0, 6], [6, 0]);
  await expect(count).toContainText('cannot be reached from the home');
  await expect(editor.getByRole('button', { name: 'Play this map' })).toBeDisabled();
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(count).toContainText('0 of 500');
  // Four lakes of 125 cells: 25 wide, 5 high.
  await editor.getByRole('button', { name: 'Brush of 5 by 5' }).click();
  for (const y of [8, 18, 28, 38]) await stroke([8, y], [28, y]);
  await expect(count).toContainText('500 of 500');
  await expect(count).toContainText('A valid map.');
  // An invalid text is reported with the place of the error, and the map is kept.
  await editor.getByText('As text').click();
  const text = editor.getByRole('textbox', { name: 'The map as text' });
  const good = await text.inputValue();
  await text.fill('1 2\n3 x');
  await text.blur();
  await expect(editor.getByRole('alert')).toContainText('line 2');
  await expect(count).toContainText('500 of 500');
  // It is not called valid either.
  await expect(count).not.toContainText('A valid map.');
  await expect(editor.getByRole('button', { name: 'Play this map' })).toBeDisabled();
  // A stroke discards the text. Ctrl+Z then undoes the stroke, not the typing.
  await stroke([45, 45], [46, 45]);
  await expect(count).not.toContainText('500 of 500');
  await page.keyboard.press('Control+z');
  await expect(count).toContainText('500 of 500');
  await expect(text).toHaveValue(good);
  await text.fill('1 2\n3 x');
  await editor.getByRole('button', { name: 'Back to the text of the map' }).click();
  await expect(count).toContainText('A valid map.');
  expect(good.trim().split('\n')).toHaveLength(500);
  await editor.getByRole('button', { name: 'Link to it' }).click();
  const link = await editor
    .getByRole('textbox', { name: 'Link to a game on this map' })
    .inputValue();
  expect(link.split('#')[1].length).toBeLessThan(2_500);

  const context = await browser.newContext();
  const other = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  collectErrors(other, problems);
  await openPage(other, link);
  const theirs = await layoutOf(other);
  expect(theirs.water[8 * 100 + 8]).toBe(1);
  // The other quarters are symmetric: (8,8) rotated once is (91,8).
  expect(theirs.water[91 * 100 + 8]).toBe(1);
  expect(theirs.water.filter((/** @type {number} */ one) => one === 1)).toHaveLength(2_000);
  expect(problems).toEqual([]);
  await context.close();

  await editor.getByRole('button', { name: 'Play this map' }).click();
  await expect(editor).toBeHidden();
  expect((await layoutOf(page)).water).toEqual(theirs.water);
  // The draft is kept.
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  await expect(page.locator('.outpost-count')).toContainText('500 of 500');
});

test('outposts are selected and sent, and turns are played, with the keyboard only', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('link', { name: 'Outpost', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
  for (let i = 0; i < 60; i++) {
    if (await board(page).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(board(page)).toBeFocused();
  const live = page.locator('[aria-live=polite]').first();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(live).toContainText('10,0');
  await page.keyboard.press('n');
  await expect(live).toContainText('Outpost 0 on 0,0');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('g');
  await page.keyboard.press('Enter');
  await expect(page.locator('.given')).toContainText('Outpost 0: go to 4,0');
  for (let turn = 1; turn <= 4; turn++) {
    await page.keyboard.press(' ');
    await expect.poll(async () => (await stateOf(page)).ply).toBe(turn);
  }
  expect((await viewOf(page)).empires[0].outposts[0]).toEqual([4, 0]);
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  await page.keyboard.press(' ');
  await expect.poll(async () => (await stateOf(page)).ply).toBe(5);
  expect((await viewOf(page)).empires[0].tasks?.[0]?.task).toBe('guard');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await page.keyboard.press(',');
  expect((await stateOf(page)).ply).toBe(4);
  await page.keyboard.press('.');
  expect((await stateOf(page)).ply).toBe(5);
});

test('axe-core finds no serious violation on the board, the orders, the editor and the rules', async ({
  page,
}) => {
  await openOutpost(page);
  await board(page).focus();
  await expectNoSeriousViolations(page, 'board');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
  await expectNoSeriousViolations(page, 'orders');
  await page.getByRole('button', { name: 'Map editor' }).first().click();
  await expect(page.locator('.outpost-count')).toBeVisible();
  await expectNoSeriousViolations(page, 'editor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rules' }).click();
  await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
  await expectNoSeriousViolations(page, 'rules');
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap selects an outpost, a second tap sends it, and two fingers zoom', async ({
    page,
  }) => {
    await openPage(page);
    await goToGame(page, 'Outpost');
    await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
    const tap = async (/** @type {number} */ x, /** @type {number} */ y) => {
      await board(page).scrollIntoViewIfNeeded();
      const to = await positionOf(page, x, y);
      await page.touchscreen.tap(to.x, to.y);
    };
    await tap(0, 0);
    await expect(page.locator('.command-who')).toContainText('Outpost 0');
    const [x, y] = landNear(await layoutOf(page), 5, 5);
    await tap(x, y);
    await expect(page.locator('.given')).toContainText(`go to ${x},${y}`);
    await page.getByRole('button', { name: 'Next turn' }).tap();
    await expect.poll(async () => (await stateOf(page)).ply).toBe(1);
    // Two fingers zoom in, and *Whole board* zooms out.
    await board(page).scrollIntoViewIfNeeded();
    const box = await board(page).boundingBox();
    if (!box) throw new Error('no board');
    const client = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number} */ apart) =>
      client.send('Input.dispatchTouchEvent', {
        type: /** @type {any} */ (type),
        touchPoints:
          type === 'touchEnd'
            ? []
            : [-1, 1].map((side) => ({
                x: box.x + box.width / 2 + side * apart,
                y: box.y + box.height / 2,
              })),
      });
    await touch('touchStart', 20);
    for (let apart = 30; apart <= 120; apart += 15) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    await settled(page);
    await page.getByRole('button', { name: 'Whole board' }).tap();
    // Nothing is wider than the phone, and all touch targets are large enough.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, input:not([type=file], [type=checkbox])')]
        .map((element) => ({
          name: element.textContent || element.getAttribute('aria-label'),
          box: element.getBoundingClientRect(),
        }))
        .filter(
          ({ box: one }) =>
            one.width > 0 && one.height > 0 && (one.height < 39.5 || one.width < 39.5),
        )
        .map(({ name, box: one }) => `${name} ${one.width.toFixed()}x${one.height.toFixed()}`),
    );
    expect(small).toEqual([]);
  });

  test('a whole game is played by touch: drag, aim through the loupe, give orders', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await openPage(page);
    await goToGame(page, 'Outpost');
    await expect.poll(async () => (await stateOf(page)).game).toBe('outpost');
    await openSide(page);
    await page.getByRole('button', { name: 'New game' }).first().tap();
    const dialog = page.getByRole('dialog');
    await expandSections(dialog);
    await dialog.getByRole('spinbutton', { name: 'Turns' }).fill('24');
    await dialog.getByRole('button', { name: 'Start' }).tap();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await layoutOf(page)).turns).toBe(24);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
    const layout = await layoutOf(page);
    const client = await page.context().newCDPSession(page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
    const touch = (type, touchPoints) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });

    // A touch next to a small outpost selects it and draws its path. The loupe shows the cell under
    // the finger.
    const [x, y] = landNear(layout, 9, 16);
    const [home, to] = [await positionOf(page, 0, 0), await positionOf(page, x, y)];
    const near = { x: home.x + 8, y: home.y + 6 };
    await touch('touchStart', [near]);
    for (const t of [0.3, 0.6, 0.9, 1])
      await touch('touchMove', [
        { x: near.x + (to.x - near.x) * t, y: near.y + (to.y - near.y) * t },
      ]);
    await expect(page.locator('.loupe')).toBeVisible();
    const glass = await page.locator('.loupe').boundingBox();
    if (!glass) throw new Error('no loupe');
    expect(Math.hypot(glass.x + 64 - to.x, glass.y + 64 - to.y)).toBeGreaterThan(64);
    await touch('touchEnd', []);
    await expect(page.locator('.loupe')).toHaveCount(0);
    await openSide(page);
    await expect(page.locator('.given')).toContainText(`Outpost 0: go to ${x},${y}`);

    // A long press aims, and releasing it gives the order.
    const [ax, ay] = landNear(layout, 14, 6);
    const aim = await positionOf(page, ax, ay);
    await touch('touchStart', [aim]);
    await expect(page.locator('.loupe')).toBeVisible();
    await touch('touchEnd', []);
    await expect(page.locator('.given')).toContainText(`Outpost 0: go to ${ax},${ay}`);
    // Released outside the board, it gives no order.
    const box = await board(page).boundingBox();
    if (!box) throw new Error('no board');
    await touch('touchStart', [to]);
    await expect(page.locator('.loupe')).toBeVisible();
    await touch('touchMove', [{ x: to.x, y: box.y + box.height + 20 }]);
    await touch('touchEnd', []);
    await expect(page.locator('.given')).toContainText(`Outpost 0: go to ${ax},${ay}`);

    await page.getByRole('combobox', { name: 'Suggested by' }).selectOption('harvester');
    for (let turn = 1; turn <= 24; turn++) {
      await page.getByRole('button', { name: 'Next turn' }).tap();
      await expect.poll(async () => (await stateOf(page)).ply).toBe(turn);
      if (turn === 12) {
        await page.getByRole('button', { name: 'All', exact: true }).tap();
        await page.getByRole('button', { name: 'Harvest', exact: true }).tap();
        await page.getByRole('button', { name: 'Harvest', exact: true }).tap();
        await expect(page.locator('.given')).toContainText('harvest');
      }
    }
    await expect(page.getByRole('region', { name: 'End of the game' })).toBeVisible();
    expect((await viewOf(page)).empires[0].tasks?.[0]?.task).toBe('harvest');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});
