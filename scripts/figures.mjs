// The published playing strengths. Each figure is a tournament. docs/reference/figures.json has its command and the share of
// every bot with its interval; docs/reference/strength.md shows them between the markers of the figure. Openings are random
// but seeded, and budgets are in nodes, so the games are the same on every machine.
//
//   make ladder                   plays all figures, in about an hour, and writes both files
//   make ladder ONLY=uros         plays the figures of one game, or the figure with that id
//   make ladder SMOKE=1           plays two bots and two games of each, to check that it runs
//   make verify-figures           plays each with another seed; fails if an interval does not overlap the published one
//   make verify-figures QUICK=1   does the same with few games, in a minute
//   node scripts/figures.mjs --page     writes the page from the data without playing
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    verify: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: '' },
    totora: { type: 'string', default: join(root, 'target/release/totora') },
  },
});

/**
 * A tournament: `games` of every pairing. `quick` is the number of games for QUICK=1; it is missing where so few games could
 * not contradict the figure. Without `bots`, all bots of the game except those in `without` play each other. With `tables`,
 * nine bots play at tables of four, see `tablesOfNine`. With `learn`, a heuristic learns from `games` games against itself, and
 * its verification against that bot is the figure.
 * @typedef {{ id: string, game: string, games: number, quick?: number, bots?: string, against?: string, without?: string[],
 *   budget?: string, options?: string[], tables?: boolean, learn?: string,
 *   every?: number, verify?: number }} Figure
 */

const STRATEGIES = 'balanced,explore,expand,exterminate,exploit';
/** The options for comparing Outpost's bots. */
const MATCH = ['T=400', 'r=7', 'L=40', 'W=10'];

/** @type {Figure[]} */
const FIGURES = [
  // `custom` has weights set by the user.
  { id: 'uros', game: 'uros', games: 100, without: ['custom'] },
  { id: 'uros-tuned', game: 'uros', games: 1000, quick: 20, bots: 'tuned', against: STRATEGIES },
  {
    ...{ id: 'uros-learned', game: 'uros', games: 3000, quick: 3000 },
    ...{ learn: 'balanced', verify: 1000 },
  },
  // `perfect` needs minutes for an opening.
  { id: 'isolation', game: 'isolation', games: 200, quick: 60, without: ['perfect'] },
  {
    ...{ id: 'isolation-learned', game: 'isolation', games: 1000, quick: 1000 },
    ...{ learn: 'ab-improved', every: 1000, budget: '400n' },
  },
  // `drifter` moves at random while all others plan, and the formulas of `lab` are those of another bot.
  {
    id: 'outpost',
    game: 'outpost',
    games: 12,
    without: ['drifter', 'lab'],
    budget: '20n',
    options: MATCH,
    tables: true,
  },
  {
    id: 'outpost-totora',
    game: 'outpost',
    games: 40,
    quick: 4,
    bots: 'totora,wolfpack,phalanx,mason',
    budget: '20n',
    options: MATCH,
  },
  { id: 'fencemaster', game: 'fencemaster', games: 60, without: ['perfect'] },
  {
    id: 'fencemaster-playouts',
    game: 'fencemaster',
    games: 100,
    quick: 10,
    bots: 'totora@1000n,totora@100n',
  },
  {
    id: 'fencemaster-frames',
    game: 'fencemaster',
    games: 100,
    quick: 10,
    bots: 'totora@1000n,totora:threats=0:frames=off@1000n',
  },
  {
    ...{ id: 'fencemaster-learned', game: 'fencemaster', games: 500, quick: 500 },
    ...{ learn: 'edgewise', every: 500 },
  },
  { id: 'reversi', game: 'reversi', games: 60 },
  {
    id: 'reversi-nodes',
    game: 'reversi',
    games: 100,
    quick: 10,
    bots: 'totora@2500n,totora@1500n',
  },
  {
    id: 'reversi-alphabeta',
    game: 'reversi',
    games: 100,
    quick: 10,
    bots: 'totora@500n,alphabeta@500n',
  },
  {
    id: 'reversi-patterns',
    game: 'reversi',
    games: 100,
    quick: 6,
    bots: 'totora@2000n,totora:plain=weights@2000n',
  },
  {
    ...{ id: 'reversi-learned', game: 'reversi', games: 1000, quick: 1000 },
    ...{ learn: 'greedy', every: 1000 },
  },
];
const DATA = 'docs/reference/figures.json';
const PAGE = 'docs/reference/strength.md';
const SEED = 1;
/** Gives openings that the published games did not have. */
const OTHER_SEED = 2;

/**
 * The published result of a bot. Shares are from 0 to 1: of points, or of games won if more than two play.
 * @typedef {{ bot: string, share: number, low: number, high: number, games: number, rating?: number[], rank?: number,
 *   cells?: number }} Row
 * @typedef {{ command: string, games: number, different: number, bots: Row[] }} Result
 */

/** Runs the binary with --json, and parses its output. @param {string[]} args @returns {any} */
function ask(args) {
  const result = spawnSync(values.totora, [...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`totora ${args.join(' ')} exited with ${result.status}`);
  // A learning prints a line for each measurement before its result.
  return JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '');
}

/** Rounds to this many decimal places. @param {number} number @param {number} digits */
const round = (number, digits) => Number(number.toFixed(digits));

/** @param {string} game @returns {string[]} the ids of its bots */
const botsOf = (game) =>
  games.find((/** @type {any} */ one) => one.id === game).bots.map((/** @type {any} */ b) => b.id);

/** The bots that play. @param {Figure} figure */
function entrants({ game, bots, learn, without = [] }) {
  if (learn) return ['learned', learn];
  if (bots) return bots.split(',');
  // Levels are for people; `--preset levels` measures them.
  return botsOf(game).filter(
    (/** @type {string} */ bot) => !without.includes(bot) && !bot.startsWith('level-'),
  );
}

/**
 * The command of a tournament, without options that affect only its output.
 * @param {Figure} figure @param {string[]} bots @param {number} count @param {number} seed
 */
const command = (
  { game, against, budget, learn, every, verify, options = [] },
  bots,
  count,
  seed,
) => [
  ...(learn ? ['learn', game, '--against', learn] : ['arena', game, '--bots', bots.join(',')]),
  ...(against ? ['--against', against] : []),
  ...['--games', String(count), '--seed', String(seed)],
  ...(learn ? ['--measure', '0'] : []),
  ...(every ? ['--every', String(every)] : []),
  ...(verify ? ['--verify', String(verify)] : []),
  ...(budget ? ['--budget', budget] : []),
  ...options.flatMap((option) => ['--option', option]),
];
const threads = values.threads ? ['--threads', values.threads] : [];

/** Plays a figure. @param {Figure} figure @param {number} count @param {number} seed @returns {Result} */
function play(figure, count, seed) {
  const all = entrants(figure);
  const bots = values.smoke && !figure.bots && !figure.tables ? all.slice(-2) : all;
  if (figure.tables) return playTables(figure, bots, count, seed);
  const args = command(figure, bots, count, seed);
  if (figure.learn) return learned(bots, args);
  const report = ask([...args, ...threads]);
  const rows = report.bots
    .toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.place - b.place)
    .map((/** @type {any} */ one) => ({
      bot: one.bot,
      share: round(one.share, 4),
      // A bot plays all others on the same openings, so more opponents do not add evidence.
      ...wilson(one.share * count, count),
      games: one.won.games,
      rating: [one.rating.middle, one.rating.low, one.rating.high].map(Math.round),
    }));
  return {
    command: `totora ${args.join(' ')}`,
    games: report.games,
    different: report.different,
    bots: rows,
  };
}

/** A heuristic learns and is verified. @param {string[]} bots @param {string[]} args @returns {Result} */
function learned([own, other], args) {
  const { verified } = ask(args);
  const [share, low, high] = [verified.share, verified.low, verified.high].map((n) => round(n, 4));
  const { games } = verified;
  const back = (/** @type {number} */ n) => round(1 - n, 4);
  return {
    command: `totora ${args.join(' ')}`,
    games,
    different: games,
    bots: [
      { bot: own, share, low, high, games },
      { bot: other, share: back(share), low: back(high), high: back(low), games },
    ],
  };
}

/**
 * Eighteen tables of four for nine bots, so that each pair meets three times. The bots stand for the elements of the field
 * with nine elements. A table is the set of the four nonzero squares, or of the four non-squares, shifted by an element.
 * @param {string[]} bots
 */
function tablesOfNine(bots) {
  // a + b i, with i * i = -1, modulo 3.
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

/** The 95% Wilson interval of a share. @param {number} won @param {number} games */
function wilson(won, games) {
  const z = 1.96;
  const middle = (won / games + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const spread = Math.sqrt(
    ((won / games) * (1 - won / games)) / games + (z * z) / (4 * games * games),
  );
  const half = (z * spread) / (1 + (z * z) / games);
  return { low: round(middle - half, 4), high: round(middle + half, 4) };
}

/**
 * Plays the tables of nine bots: playing every combination of four would take hours. The published command is that of the
 * first table.
 * @param {Figure} figure @param {string[]} bots @param {number} count @param {number} seed @returns {Result}
 */
function playTables(figure, bots, count, seed) {
  if (bots.length !== 9)
    throw new Error(`${figure.id}: tables need nine bots, and there are ${bots.length}`);
  const folder = mkdtempSync(join(tmpdir(), 'totora-figures-'));
  const sums = new Map(bots.map((bot) => [bot, { games: 0, cells: 0, ranks: 0, won: 0 }]));
  let [played, different] = [0, 0];
  for (const [number, table] of tablesOfNine(bots).entries()) {
    const file = join(folder, `${number}.jsonl`);
    // Each table has its own seed, and so its own map.
    const args = command(figure, table, count, 100 * seed + number);
    const report = ask([...args, ...threads, '--results', file]);
    played += report.games;
    different += report.different;
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
        if (played.ranks[seat] === 1) sum.won += 1 / first;
      }
    }
  }
  rmSync(folder, { recursive: true });
  const rows = [...sums]
    .toSorted(([, a], [, b]) => b.won - a.won || a.ranks - b.ranks)
    .map(([bot, sum]) => {
      return {
        bot,
        share: round(sum.won / sum.games, 4),
        ...wilson(sum.won, sum.games),
        games: sum.games,
        rank: round(sum.ranks / sum.games, 2),
        cells: Math.round(sum.cells / sum.games),
      };
    });
  const one = command(figure, tablesOfNine(bots)[0], count, 100 * seed);
  return {
    command: `totora ${one.join(' ')}`,
    games: played,
    different,
    bots: rows,
  };
}

/** Formats a share as a percentage. @param {number} share */
const percent = (share) => (100 * share).toFixed(1);
/** Formats the interval of a share as percentages. @param {Row} row */
const interval = ({ low, high }) => `${percent(low)}–${percent(high)}`;
/** The table of a figure, or a sentence if there are only two bots. @param {Result} result */
function table({ command, games, different, bots }) {
  const played = `${games} games${different < games ? `, ${different} different` : ''}: \`${command}\``;
  const [first, second, third] = bots;
  if (second && !third)
    return `\`${first.bot}\` has ${percent(first.share)}% (${interval(first)}) against \`${second.bot}\`. ${played}`;
  const head = first.rating
    ? '| bot | share %, 95% |\n| --- | --- |'
    : '| bot | won %, 95% | rank | cells |\n| --- | --- | --: | --: |';
  const rows = bots.map((row) => {
    const more = row.rating ? [] : [row.rank?.toFixed(2), row.cells];
    return `| ${[`\`${row.bot}\``, `${percent(row.share)} (${interval(row)})`, ...more].join(' | ')} |`;
  });
  return `${head}\n${rows.join('\n')}\n\n${played}`;
}

/** Inserts the tables of all results into the page. @param {string} page @param {Record<string, Result>} results */
function pageWith(page, results) {
  let text = page;
  for (const [id, result] of Object.entries(results)) {
    const [begin, end] = [`<!-- figure ${id} -->`, `<!-- /figure ${id} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${PAGE} lacks ${begin} … ${end}`);
    text = `${text.slice(0, from + begin.length)}\n${table(result)}\n${text.slice(to)}`;
  }
  return text;
}

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * The reasons why a published figure no longer holds.
 * @param {Figure} figure @param {Result | undefined} published
 */
function check(figure, published) {
  const { id } = figure;
  if (!published) return [`${id} was never played: make ladder ONLY=${id}`];
  const bots = entrants(figure);
  const args = figure.tables
    ? command(figure, tablesOfNine(bots)[0], figure.games, 100 * SEED)
    : command(figure, bots, figure.games, SEED);
  const now = `totora ${args.join(' ')}`;
  if (now !== published.command)
    return [`${id} was played with \`${published.command}\`, but is defined as \`${now}\` now`];
  const count = values.quick ? figure.quick : figure.games;
  if (!count) return [];
  const again = play(figure, count, OTHER_SEED);
  return again.bots.flatMap(({ bot, low, high }) => {
    const before = published.bots.find((row) => row.bot === bot);
    if (!before) return [`${id}: ${bot} is not in the published table`];
    if (low <= before.high && high >= before.low) return [];
    const was = `${percent(before.low)} to ${percent(before.high)}`;
    return [
      `${id}: ${bot} has ${percent(low)} to ${percent(high)} in ${again.games} games, but ${was} is published`,
    ];
  });
}

const games = ask(['games']);
const chosen = FIGURES.filter(
  ({ id, game }) => !values.only || values.only === id || values.only === game,
);
if (chosen.length === 0)
  throw new Error(
    `ONLY=${values.only} is neither a figure nor a game with figures; the figures are ${FIGURES.map(({ id }) => id).join(', ')}`,
  );
/** @type {Record<string, Result>} */
const published = JSON.parse(read(DATA));

if (values.page) {
  writeFileSync(join(root, PAGE), pageWith(read(PAGE), published));
} else if (values.verify) {
  const problems = chosen.flatMap((figure) => check(figure, published[figure.id]));
  const known = FIGURES.map(({ id }) => id);
  for (const id of Object.keys(published))
    if (!known.includes(id)) problems.push(`${DATA} has ${id}, which is not a figure`);
  if (pageWith(read(PAGE), published) !== read(PAGE))
    problems.push(`${PAGE} differs from ${DATA}: run node scripts/figures.mjs --page`);
  for (const text of problems) console.error(text);
  if (problems.length > 0) process.exit(1);
  console.log(`${chosen.length} figures hold.`);
} else {
  for (const figure of chosen) {
    const options = values.smoke && figure.options ? ['T=5', ...MATCH.slice(1)] : figure.options;
    const result = play({ ...figure, options }, values.smoke ? 2 : figure.games, SEED);
    console.log(`\n${figure.id}\n\n${table(result)}`);
    if (values.smoke) continue;
    published[figure.id] = result;
    const sorted = FIGURES.filter(({ id }) => id in published).map(({ id }) => [id, published[id]]);
    writeFileSync(join(root, DATA), `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
    writeFileSync(join(root, PAGE), pageWith(read(PAGE), published));
  }
}
