// The ladder of every game: all of its bots against each other, and their ratings with intervals, written into
// docs/strength.md between the marks of the game. Budgets are in nodes, so the same games are played everywhere.
//
//   make ladder              hours: every bot with its own budget
//   make ladder QUICK=1      minutes: few games with small budgets, printed and not written
//   make ladder ONLY=uros    one game
//   make ladder GAMES=24     that many games a pairing instead of what stands below
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    games: { type: 'string', default: '' },
    threads: { type: 'string', default: '' },
    totora: { type: 'string', default: join(root, 'target/release/totora') },
  },
});

// Bots that take no part: weights of one's own, and a solver whose openings take minutes.
/** @type {Record<string, string[]>} */
const LEFT_OUT = { uros: ['custom'], isolation: ['perfect'], fencemaster: ['perfect'] };
/** Games a pairing, and what differs from a game's defaults. @type {Record<string, { games: number, options?: string[] }>} */
const FULL = {
  uros: { games: 400 },
  isolation: { games: 200 },
  outpost: { games: 24 },
  fencemaster: { games: 60 },
  reversi: { games: 60 },
};
/** The same in minutes. @type {Record<string, { games: number, budget: string, options?: string[] }>} */
const QUICK = {
  uros: { games: 20, budget: '100n' },
  isolation: { games: 20, budget: '500n' },
  outpost: { games: 2, budget: '10n', options: ['T=60'] },
  fencemaster: { games: 6, budget: '100n', options: ['size=5'] },
  reversi: { games: 6, budget: '200n' },
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

/** Puts a table between the marks of a game. @param {string} id @param {string} text */
function write(id, text) {
  const file = join(root, 'docs/strength.md');
  const before = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ladder ${id} -->`, `<!-- end of ladder ${id} -->`];
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/strength.md lacks ${begin} … ${end}`);
  writeFileSync(file, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}

const games = ask(['games']);
const asked = games.filter((/** @type {any} */ game) => !values.only || game.id === values.only);
if (asked.length === 0) {
  throw new Error(`ONLY=${values.only} is no game; known are ${games.map((/** @type {any} */ g) => g.id).join(', ')}`);
}
for (const game of asked) {
  const { id } = game;
  const how = values.quick ? (QUICK[id] ?? { games: 4, budget: '100n' }) : (FULL[id] ?? { games: 100 });
  const bots = game.bots.map((/** @type {any} */ bot) => bot.id);
  const list = bots.filter((/** @type {string} */ bot) => !(LEFT_OUT[id] ?? []).includes(bot));
  const budget = 'budget' in how ? ['--budget', how.budget] : [];
  const options = (how.options ?? []).flatMap((option) => ['--option', option]);
  const count = values.games || String(how.games);
  const args = ['arena', id, '--bots', list.join(','), '--games', count, '--seed', '1'];
  const command = [...args, ...budget, ...options];
  const threads = values.threads ? ['--threads', values.threads] : [];
  const results = ask([...command, ...threads]);
  const text = table(results.bots, `totora ${command.join(' ')}`);
  process.stdout.write(`\n${game.name}\n\n${text}\n`);
  if (!values.quick) write(id, text);
}
