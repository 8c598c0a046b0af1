/** The search trees in wasm equal the native ones, which `tests/golden/trees.rs` wrote to a golden file. */
import { expect, test } from 'vitest';
import { engine, provideFiles, read } from './module.js';

provideFiles();

const SHOWN = 7;
const DEEPEST = 4;

/** Fields sorted by name, without nulls. @param {Record<string, any>} fields */
const row = (fields) =>
  Object.keys(fields)
    .sort()
    .filter((key) => fields[key] !== null)
    .map((key) => ` ${key}=${fields[key]}`)
    .join('');

/** @param {engine.Thinker} thinker */
function treeOf(thinker) {
  /** @type {string[]} */
  const path = [];
  let text = '';
  while (path.length < DEEPEST) {
    /** @type {import('../../www/pkg/totora.js').Branch[]} */
    const branches = thinker.branches(path) ?? [];
    text += `after ${path.join(' ')}: ${branches.length}\n`;
    for (const branch of branches.slice(0, SHOWN)) text += ` ${row(branch)}\n`;
    const next = branches.find(({ inner }) => inner);
    if (!next) break;
    path.push(next.move);
  }
  return text;
}

const golden = read('tests/golden/trees.txt').toString().split('=== ').slice(1);

test.each(golden.map((block) => block.split('\n')))('%s', (heading, ...rest) => {
  const [game, bot, nodes, ...plies] = heading.split(' ');
  const seats = /** @type {any} */ ([{ human: true }, { human: true }]);
  const session = engine.Session.create(game, {}, 1, seats);
  for (const ply of plies) session.play(ply, false);
  const record = session.record();
  const config = { bot, options: {}, budget: { nodes: Number.parseInt(nodes, 10) } };
  const ply = plies.length;
  const thinker = engine.Thinker.create(/** @type {any} */ ({ record, ply, bot: config }));
  while (!thinker.advance(1000));
  expect(treeOf(thinker)).toBe(rest.join('\n'));
  thinker.free();
  session.free();
});
