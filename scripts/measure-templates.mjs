// Plays the templates for code bots (www/sandbox/templates) against `random` and `level-3` in `totora arena`, and prints a
// table. Each template should beat `random` and lose to `level-3`. Bots run from the files that the Lab exports, on random
// openings. Needs the packed npm package (`make npm`). Python templates are played only with --python, which names an
// interpreter that has the wheel installed.
//   node scripts/measure-templates.mjs [--games 20] [--only isolation] [--template Greedy] [--python python3] [--totora target/release/totora]
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    template: { type: 'string', default: '' },
    python: { type: 'string', default: '' },
    totora: { type: 'string', default: join(root, 'target', 'release', 'totora') },
    package: { type: 'string', default: join(root, 'target', 'npm', 'package') },
  },
});

/**
 * Settings per game: `weak` replaces `random`; with `all`, all bots are in one tournament, at tables of four. Outpost has the
 * options of a first game.
 * @type {Record<string, { weak?: string, all?: boolean, options?: string[] }>}
 */
const GAMES = {
  uros: {},
  isolation: {},
  outpost: { weak: 'drifter', all: true, options: ['T=60', 'r=7', 'L=40', 'W=10'] },
  fencemaster: {},
  reversi: {},
};

const folder = join(root, 'target', 'templates');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'node_modules'), { recursive: true });
symlinkSync(values.package, join(folder, 'node_modules', 'totora'));

// Vite loads the page's modules: they import text files.
const server = await createServer({ root, server: { middlewareMode: true }, logLevel: 'error' });
const { all } = await server.ssrLoadModule('/www/app/lab/templates.js');
const { nodeFile, pythonFile } = await server.ssrLoadModule('/www/app/lab/codeFile.js');
await server.close();

/** @type {string[]} */
const bots = [];
for (const { name, source, language } of all) {
  if ((language && !values.python) || !name.startsWith(values.template)) continue;
  const file = join(folder, `${name.replaceAll(' ', '-')}.${language ? 'py' : 'mjs'}`);
  writeFileSync(file, language ? pythonFile(source) : nodeFile(source));
  bots.push(`${name}=exec:${language ? values.python : 'node'} ${file}`);
}

/** The share of points in percent, with its 95% interval. @param {any} pair */
const summary = ({ share, low, high, wins, draws, losses }) => {
  const [middle, from, to] = [share, low, high].map((one) => Math.round(one * 100));
  return `${middle} (${from} to ${to}), ${wins}-${draws}-${losses}`;
};

const head = ['game', 'template', 'against', '% of points', 'against level-3', 'faults'];
console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
for (const [game, { weak = 'random', all: together, options = [] }] of Object.entries(GAMES)) {
  if (values.only && values.only !== game) continue;
  const args = ['arena', game, '--json', '--games', values.games, '--keep', '--startup', '60000'];
  // No bot loses a game because the machine is slow.
  args.push('--patience', '120000');
  const others = [weak, 'level-3'];
  args.push(...options.flatMap((option) => ['--option', option]));
  if (together) args.push('--bots', [...bots, ...others].join(','));
  else args.push('--bots', bots.join(','), '--against', others.join(','));
  const ran = spawnSync(values.totora, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`${args.join(' ')}\n${ran.stderr}`);
  const { pairs, bots: table } = JSON.parse(ran.stdout);
  for (const { bot, faults } of table) {
    if (others.includes(bot)) continue;
    const [first, second] = others.map((other) =>
      pairs.find((/** @type {any} */ one) => one.bot === bot && one.against === other),
    );
    console.log(`| ${[game, bot, weak, summary(first), summary(second), faults].join(' | ')} |`);
  }
}
