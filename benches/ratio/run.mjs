// Compares the speed of the wasm build with the native one. Runs every loop of cases.mjs on both sides in turn, and measures
// processor time, which other load on the machine affects less. Compares the fastest round of each side: other load only ever makes a
// round slower. Prints a table and writes it into benches/README.md.
//   node benches/ratio/run.mjs [--browser] [--rounds N] [--only TEXT] [--share FRACTION] [--module FOLDER] [--native PROGRAM] [--no-write]
// With --browser wasm runs in Chromium, otherwise in Node. --only runs the loops whose id contains TEXT. --share, such as
// 0.001, runs only that fraction of each loop. With --only, --share or --no-write nothing is written. `make bench-ratio`
// builds both sides first.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { root } from '../../scripts/root.mjs';
import { chromium } from './chromium.mjs';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./cases.mjs').Result} Result */
/** @typedef {{ seconds: number, result: Result }} Run */
/** @typedef {{ name: string, run: (one: Case) => Promise<Run>, close: () => Promise<void> }} Side */

const { values: args } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    share: { type: 'string', default: '1' },
    module: { type: 'string', default: 'www/pkg' },
    native: {
      type: 'string',
      default: join(process.env.CARGO_TARGET_DIR ?? 'target', 'release', 'totora'),
    },
    'no-write': { type: 'boolean', default: false },
  },
});
const casesFile = `cases.mjs?share=${args.share}`;
/** @type {{ CASES: Case[] }} */
const { CASES } = await import(`./${casesFile}`);
const moduleFolder = resolve(root, args.module);
const program = resolve(root, args.native);

/** Starts a process for each run; the shell's `time` reports its user and system time. @type {Side} */
const native = {
  name: 'native',
  async run(one) {
    const result = spawnSync(
      'bash',
      ['-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', program, ...one.native],
      {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
        maxBuffer: 1 << 28,
      },
    );
    if (result.error || result.status !== 0)
      throw new Error(`${one.id}: ${result.error?.message ?? result.stderr}`);
    const time = result.stderr.trim().split('\n').at(-1) ?? '';
    const seconds = time.split(' ').reduce((sum, part) => sum + Number(part), 0);
    return { seconds, result: one.read(JSON.parse(result.stdout)) };
  },
  async close() {},
};

/** @returns {Promise<Side>} */
async function node() {
  const engine = await import(pathToFileURL(join(moduleFolder, 'totora.js')).href);
  engine.initSync({ module: readFileSync(join(moduleFolder, 'totora_bg.wasm')) });
  return {
    name: `Node ${process.versions.node}`,
    async run(one) {
      const begun = process.cpuUsage();
      const result = one.run(engine);
      const { user, system } = process.cpuUsage(begun);
      return { seconds: (user + system) / 1e6, result };
    },
    async close() {},
  };
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** @param {number} rate */
function rateText(rate) {
  if (rate >= 1e6) return `${(rate / 1e6).toFixed(1)} million`;
  if (rate >= 1e4) return `${Math.round(rate / 1e3)} 000`;
  return `${Number(rate.toPrecision(3))}`;
}

/**
 * @param {Side} wasm
 * @param {Case} one
 */
async function measure(wasm, one) {
  // A warm-up run: the JavaScript engine has to find and compile hot code first.
  const { result: expected } = await native.run(one);
  const { result } = await wasm.run(one);
  if (
    !isDeepStrictEqual(JSON.parse(JSON.stringify(result)), JSON.parse(JSON.stringify(expected)))
  ) {
    throw new Error(
      `${one.id}: not the same work: native ${JSON.stringify(expected)}, wasm ${JSON.stringify(result)}`,
    );
  }
  const times = { native: /** @type {number[]} */ ([]), wasm: /** @type {number[]} */ ([]) };
  for (let round = 0; round < Number(args.rounds); round++) {
    times.native.push((await native.run(one)).seconds);
    times.wasm.push((await wasm.run(one)).seconds);
  }
  const fastest = { native: Math.min(...times.native), wasm: Math.min(...times.wasm) };
  return {
    native: one.amount / fastest.native,
    wasm: one.amount / fastest.wasm,
    ratio: fastest.native / fastest.wasm,
    ofMedians: median(times.native) / median(times.wasm),
  };
}

/** Writes the table between its two markers in benches/README.md. @param {string} mark @param {string} text */
function writeTable(mark, text) {
  const file = join(root, 'benches', 'README.md');
  const old = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`benches/README.md lacks ${begin} … ${end}`);
  writeFileSync(file, `${old.slice(0, from + begin.length)}\n${text}\n${old.slice(to)}`);
}

const cases = CASES.filter((one) => one.id.includes(args.only));
/** The results by id. @type {Map<string, Awaited<ReturnType<typeof measure>>>} */
const all = new Map();
if (cases.length === 0)
  throw new Error(`no loop matches “${args.only}”: ${CASES.map((one) => one.id).join('; ')}`);
const wasm = args.browser ? await chromium(moduleFolder, casesFile) : await node();
const lines = [
  `| loop | a second of processor time, native | ${wasm.name} | wasm / native | of medians |`,
  '| --- | --- | --- | --- | --- |',
];
console.log(lines.join('\n'));
try {
  for (const one of cases) {
    const measured = await measure(wasm, one);
    all.set(one.id, measured);
    const line = `| ${[
      one.id,
      `${rateText(measured.native)} ${one.what}`,
      rateText(measured.wasm),
      measured.ratio.toFixed(2),
      measured.ofMedians.toFixed(2),
    ].join(' | ')} |`;
    console.log(line);
    lines.push(line);
  }
} finally {
  await wasm.close();
}
for (const one of cases) {
  const [measured, other] = [all.get(one.id), all.get(one.comparedWith ?? '')];
  if (!measured || !other) continue;
  const times = (/** @type {'native' | 'wasm'} */ side) =>
    (other[side] / measured[side]).toFixed(2);
  const line = `\n“${one.id}” takes ${times('native')} times what “${one.comparedWith}” takes natively, and ${times('wasm')} times through wasm.`;
  console.log(line);
  lines.push(line);
}
if (!args['no-write'] && !args.only && Number(args.share) === 1) {
  const rustc = execFileSync('rustc', ['--version'], { cwd: root, encoding: 'utf8' }).trim();
  const environment = `${wasm.name}, ${rustc}, ${cpus()[0]?.model ?? 'an unknown processor'}, ${args.rounds} rounds.`;
  writeTable(
    `ratio in ${args.browser ? 'Chromium' : 'Node'}`,
    `${lines.join('\n')}\n\n${environment}`,
  );
}
