// Plays the templates of bots in code (www/sandbox/templates) in `totora arena` against `random` and `level-3`, as the files that the Lab
// exports and on drawn openings, and prints a table: each should beat the one and lose to the other. Needs the packed npm
// package (`make npm`); those in Python are played by the program of --python, which needs the wheel.
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

/** What a game needs beside; with `all`, four sit at a table, so that everybody meets everybody. Outpost is played with the options of a first game. @type {Record<string, { weak?: string, all?: boolean, options?: string[] }>} */
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

// The page's own modules, with its imports of texts.
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
const told = ({ share, low, high, wins, draws, losses }) => {
  const [middle, from, to] = [share, low, high].map((one) => Math.round(one * 100));
  return `${middle} (${from} to ${to}), ${wins}-${draws}-${losses}`;
};

const head = ['game', 'template', 'against', '% of points', 'against level-3', 'faults'];
console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
for (const [game, { weak = 'random', all: together, options = [] }] of Object.entries(GAMES)) {
  if (values.only && values.only !== game) continue;
  const args = ['arena', game, '--json', '--games', values.games, '--keep', '--startup', '60000'];
  // No game is lost to a slow machine.
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
    console.log(`| ${[game, bot, weak, told(first), told(second), faults].join(' | ')} |`);
  }
}
