// The ladder of every game: all of its bots against each other, and their ratings with intervals, written into
// docs/reference/strength.md between the marks of the game. Budgets are in nodes, so the same games are played everywhere.
//
//   make ladder              hours: every bot with its own budget
//   make ladder QUICK=1      minutes: few games with small budgets, printed and not written
//   make ladder SMOKE=1      seconds: two bots and two games, to see that it runs
//   make ladder ONLY=uros    one game
//   make ladder GAMES=24     that many games a pairing instead of what stands below
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    games: { type: 'string', default: '' },
    threads: { type: 'string', default: '' },
    totora: { type: 'string', default: join(root, 'target/release/totora') },
  },
});

// Bots that take no part: weights of one's own, a solver whose openings take minutes, one that draws its moves at a
// table where all others plan, and formulas that are another bot's.
/** @type {Record<string, string[]>} */
const LEFT_OUT = {
  uros: ['custom'],
  isolation: ['perfect'],
  fencemaster: ['perfect'],
  outpost: ['drifter', 'lab'],
};
/**
 * Games a pairing, and what differs from a game's defaults. With `tables`, nine bots sit at tables of four on each of these
 * maps, see `tablesOfNine`; `games` are those of a table on a map.
 * @typedef {{ games: number, budget?: string, options?: string[], tables?: string[] }} How
 */

/** @type {Record<string, How>} */
const FULL = {
  uros: { games: 400 },
  isolation: { games: 200 },
  outpost: {
    games: 4,
    budget: '20n',
    options: ['T=400', 'r=7', 'L=40', 'W=10'],
    tables: ['delta', 'marsh', 'random:9'],
  },
  fencemaster: { games: 60 },
  reversi: { games: 60 },
};
/** The same in minutes. @type {Record<string, How>} */
const QUICK = {
  uros: { games: 20, budget: '100n' },
  isolation: { games: 20, budget: '500n' },
  outpost: {
    games: 4,
    budget: '10n',
    options: ['T=100', 'r=7', 'L=40', 'W=10'],
    tables: ['delta'],
  },
  fencemaster: { games: 6, budget: '100n', options: ['size=5'] },
  reversi: { games: 6, budget: '200n' },
};

/** The same in seconds, between two bots a game, or at tables of nine. @type {Record<string, How>} */
const SMOKE = {
  ...Object.fromEntries(
    Object.keys(QUICK).map((id) => [id, { ...QUICK[id], games: 2, budget: '10n' }]),
  ),
  outpost: { ...QUICK.outpost, games: 1, budget: '1n', options: ['T=5', 'r=7', 'L=40', 'W=10'] },
};

/** What the program says as JSON. @param {string[]} args @returns {any} */
function ask(args) {
  const done = spawnSync(values.totora, [...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`totora ${args.join(' ')} ended with ${done.status}`);
  return JSON.parse(done.stdout);
}

/** A share in percent with one digit. @param {number} share */
const percent = (share) => (100 * share).toFixed(1);

/** A number with its sign. @param {number} number */
const signed = (number) => `${number < 0 ? '' : '+'}${Math.round(number)}`;

/** The table of an arena's results. @param {any[]} bots @param {string} command */
function table(bots, command) {
  const ranked = bots.toSorted((a, b) => a.place - b.place);
  const rows = ranked.map(({ place, bot, share, low, high, rating, won }) => {
    const [least, most] = [rating.low, rating.high].map(signed);
    const cells = [place, `\`${bot}\``, percent(share), `${percent(low)} to ${percent(high)}`];
    return `| ${[...cells, signed(rating.middle), `${least} to ${most}`, won.games].join(' | ')} |`;
  });
  return [
    '| | bot | share % | 95% | rating | 95% | games |',
    '| --: | --- | --: | --- | --: | --- | --: |',
    ...rows,
    '',
    `\`${command}\``,
  ].join('\n');
}

/**
 * Eighteen tables of four for nine bots, at which every two of them meet three times: the nine are the elements of the field
 * of nine, and a table is its four squares or its four other residues, moved by one of them.
 * @param {string[]} bots
 */
function tablesOfNine(bots) {
  // a + b i, with i * i = -1, counted modulo three.
  const squares = [
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 2],
  ];
  const others = [
    [1, 1],
    [2, 2],
    [1, 2],
    [2, 1],
  ];
  return [squares, others].flatMap((block) =>
    bots.map((_, moved) =>
      block.map(([a, b]) => bots[((a + Math.floor(moved / 3)) % 3) * 3 + ((b + moved) % 3)]),
    ),
  );
}

/** Wilson's interval of 95% of a share. @param {number} won @param {number} games */
function wilson(won, games) {
  const z = 1.96;
  const middle = (won / games + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const spread = Math.sqrt(
    ((won / games) * (1 - won / games)) / games + (z * z) / (4 * games * games),
  );
  const half = (z * spread) / (1 + (z * z) / games);
  return [middle - half, middle + half];
}

/**
 * Plays the tables of nine, and makes a table of what came of it: a ladder of every four of them would take hours.
 * @param {string} id @param {string[]} bots @param {How} how @param {string[]} threads
 */
function playTables(id, bots, how, threads) {
  const folder = mkdtempSync(join(tmpdir(), 'totora-ladder-'));
  const maps = how.tables ?? [];
  const sums = new Map(
    bots.map((bot) => [bot, { games: 0, cells: 0, ranks: 0, won: maps.map(() => 0) }]),
  );
  for (const [number, table] of tablesOfNine(bots).entries()) {
    for (const [at, map] of maps.entries()) {
      const file = join(folder, `${number}-${at}.jsonl`);
      const options = [...(how.options ?? []), `map=${map}`].flatMap(
        (/** @type {string} */ option) => ['--option', option],
      );
      const budget = how.budget ? ['--budget', how.budget] : [];
      const games = ['--games', values.games || String(how.games), '--seed', '4100'];
      ask([
        'arena',
        id,
        '--bots',
        table.join(','),
        ...games,
        ...budget,
        ...options,
        ...threads,
        '--results',
        file,
      ]);
      for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
        const { played } = JSON.parse(line);
        if (!played) continue;
        const first = played.ranks.filter((/** @type {number} */ rank) => rank === 1).length;
        for (const [seat, entrant] of played.seats.entries()) {
          const sum = sums.get(table[entrant]);
          if (!sum) continue;
          sum.games += 1;
          sum.cells += played.scores[seat];
          sum.ranks += played.ranks[seat];
          if (played.ranks[seat] === 1) sum.won[at] += 1 / first;
        }
      }
    }
  }
  rmSync(folder, { recursive: true });
  const total = (/** @type {{ won: number[] }} */ { won }) => won.reduce((a, b) => a + b, 0);
  const rows = [...sums]
    .toSorted(([, a], [, b]) => total(b) - total(a) || a.ranks - b.ranks)
    .map(([bot, sum], place) => {
      const [low, high] = wilson(total(sum), sum.games);
      const by = sum.won.map((won) => Math.round((100 * won * maps.length) / sum.games)).join(', ');
      const cells = [
        place + 1,
        `\`${bot}\``,
        percent(total(sum) / sum.games),
        `${percent(low)} to ${percent(high)}`,
        by,
      ];
      return `| ${[...cells, (sum.ranks / sum.games).toFixed(2), Math.round(sum.cells / sum.games), sum.games].join(' | ')} |`;
    });
  return [
    `| | bot | won % | 95% | ${maps.map((map) => `\`${map}\``).join(', ')} | mean rank | mean cells | games |`,
    '| --: | --- | --: | --- | --- | --: | --: | --: |',
    ...rows,
    '',
    `Eighteen tables of four at which every two meet three times; ${how.budget} for who has a budget, ${(how.options ?? []).join(' ')}, seed 4100.`,
  ].join('\n');
}

/** Puts a table between the marks of a game. @param {string} id @param {string} text */
function write(id, text) {
  const file = join(root, 'docs/reference/strength.md');
  const before = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ladder ${id} -->`, `<!-- end of ladder ${id} -->`];
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reference/strength.md lacks ${begin} … ${end}`);
  writeFileSync(file, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}

/** Whether it is the real one, which is written. */
const written = !values.quick && !values.smoke;
const games = ask(['games']);
const asked = games.filter((/** @type {any} */ game) => !values.only || game.id === values.only);
if (asked.length === 0) {
  throw new Error(
    `ONLY=${values.only} is no game; known are ${games.map((/** @type {any} */ g) => g.id).join(', ')}`,
  );
}
for (const game of asked) {
  const { id } = game;
  const small = values.smoke ? SMOKE : QUICK;
  const how = written ? (FULL[id] ?? { games: 100 }) : (small[id] ?? { games: 2, budget: '100n' });
  const bots = game.bots.map((/** @type {any} */ bot) => bot.id);
  const all = bots.filter((/** @type {string} */ bot) => !(LEFT_OUT[id] ?? []).includes(bot));
  const list = values.smoke && !how.tables ? all.slice(-2) : all;
  const threads = values.threads ? ['--threads', values.threads] : [];
  if (how.tables && list.length === 9) {
    const text = playTables(id, list, how, threads);
    process.stdout.write(`\n${game.name}\n\n${text}\n`);
    if (written) write(id, text);
    continue;
  }
  const budget = how.budget ? ['--budget', how.budget] : [];
  const options = (how.options ?? []).flatMap((/** @type {string} */ option) => [
    '--option',
    option,
  ]);
  const count = values.games || String(how.games);
  const args = ['arena', id, '--bots', list.join(','), '--games', count, '--seed', '1'];
  const command = [...args, ...budget, ...options];
  const results = ask([...command, ...threads]);
  const text = table(results.bots, `totora ${command.join(' ')}`);
  process.stdout.write(`\n${game.name}\n\n${text}\n`);
  if (written) write(id, text);
}
