// Writes docs/reference/bots.md from `totora games --json`: options, bots, terms, features and review thresholds of
// every game.
//
//   node scripts/make-reference.mjs                    write the page
//   node scripts/make-reference.mjs --check            fail if the page is stale
//   node scripts/make-reference.mjs --totora FILE      use this binary instead of target/debug/totora
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const PAGE = 'docs/reference/bots.md';
const built = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/totora');
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    totora: { type: 'string', default: built },
  },
});

/** Escapes text for a cell of a table. @param {unknown} text */
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @param {string[]} head @param {unknown[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');

/** @param {string} text */
const code = (text) => `\`${text}\``;

/** @param {any} option */
function range(option) {
  if (option.type === 'choice') return option.choices.map(code).join(', ');
  if (option.type === 'text') {
    const names = option.known.map((/** @type {any} */ one) => code(one.value));
    return [...names, 'text'].join(', ');
  }
  return `${option.min} to ${option.max}`;
}

/** The default value of an option. @param {any} option */
const defaultValue = (option) => (option.default === '' ? '' : code(option.default));

/** @param {Record<string, number> | null} budget */
const budgetText = (budget) =>
  budget
    ? Object.entries(budget)
        .map(([unit, count]) => `${count} ${unit}`)
        .join(', ')
    : '';

/**
 * Merges the bots that have the same key and text into one row, which lists their values.
 * @param {any[]} bots
 * @param {(bot: any) => { key: string, text: string[], value: unknown }[]} of
 */
function grouped(bots, of) {
  /** @type {Map<string, { key: string, text: string[], values: Map<string, string[]> }>} */
  const rows = new Map();
  for (const bot of bots) {
    for (const { key, text, value } of of(bot)) {
      const id = JSON.stringify([key, text]);
      const row = rows.get(id) ?? { key, text, values: new Map() };
      rows.set(id, row);
      row.values.set(String(value), [...(row.values.get(String(value)) ?? []), bot.id]);
    }
  }
  return [...rows.values()].map(({ key, text, values }) => [
    code(key),
    ...text,
    [...values].map(([value, ids]) => `${value}: ${ids.map(code).join(', ')}`).join('; '),
  ]);
}

/** The section of a game. @param {any} game */
function section(game) {
  const parts = [`## ${game.name}`, `\`${game.id}\`, ${game.seats} seats. ${game.about}`];
  parts.push(
    '### Options',
    table(
      ['option', 'values', 'default', 'meaning'],
      game.options.map((/** @type {any} */ one) => [
        code(one.key),
        range(one),
        defaultValue(one),
        one.about,
      ]),
    ),
  );
  parts.push(
    '### Bots',
    table(
      ['bot', 'description', 'budget', 'source'],
      game.bots.map((/** @type {any} */ one) => [
        [code(one.id), ...(one.aliases ?? []).map(code)].join(', '),
        one.about,
        budgetText(one.budget),
        one.source ?? '',
      ]),
    ),
  );
  const level = (/** @type {string} */ id) => {
    const bot = game.bots.find((/** @type {any} */ one) => one.id === id);
    return `${code(id)} (${bot.name})`;
  };
  if (game.levels.length > 0)
    parts.push(
      `Opponents, level 1 to ${game.levels.length}: ${game.levels.map(level).join(', ')}.`,
    );
  const terms = grouped(game.bots, (bot) =>
    bot.terms.map((/** @type {any} */ one) => ({
      key: one.key,
      text: [one.meaning],
      value: one.weight,
    })),
  );
  if (terms.length > 0) parts.push('### Terms', table(['term', 'meaning', 'weight'], terms));
  // A weight is an option with the key of its term.
  const others = grouped(game.bots, (bot) =>
    bot.options
      .filter(
        (/** @type {any} */ one) =>
          !bot.terms.some((/** @type {any} */ term) => term.key === one.key),
      )
      .map((/** @type {any} */ one) => ({
        key: one.key,
        text: [range(one), one.about],
        value: defaultValue(one) || 'empty',
      })),
  );
  if (others.length > 0)
    parts.push('### Options of bots', table(['option', 'values', 'meaning', 'default'], others));
  if (game.judging) {
    const { bot, oracle, thresholds } = game.judging;
    const { inaccuracy, mistake, blunder } = thresholds;
    parts.push(
      '### Review',
      `Analysis by \`${bot}\`${oracle ? `, proofs by \`${oracle}\`` : ''}. Points lost: inaccuracy ${inaccuracy}, mistake ${mistake}, blunder ${blunder}.`,
    );
  }
  if (game.features.length > 0) {
    parts.push(
      '### Features',
      table(
        ['feature', 'unit', 'from', 'to', 'meaning'],
        game.features.map((/** @type {any} */ one) => [
          code(one.key),
          one.unit,
          one.least,
          one.most,
          one.about,
        ]),
      ),
    );
  }
  return parts.join('\n\n');
}

const result = spawnSync(values.totora, ['games', '--json'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (result.error)
  throw new Error(`cannot run ${values.totora}: ${result.error.message} (run \`cargo build\`)`);
if (result.status !== 0)
  throw new Error(`totora games --json exited with ${result.status}: ${result.stderr}`);
const text = `# Games, bots, terms and features

\`make reference\` writes this page from \`totora games --json\`.

- A weight is an option of its bot with the name of its term: \`balanced:bvl=6\`.
- Every bot takes \`lines\`, the number of best candidates with an exact score: 1 or more, or \`all\`. The default is 1.
- A feature is a number of a position that [formulas](lab.md) use, from its smallest to its largest value.

${JSON.parse(result.stdout).map(section).join('\n\n')}
`;
const page = join(root, PAGE);
if (!values.check) {
  writeFileSync(page, text);
} else if (readFileSync(page, 'utf8') !== text) {
  console.error(
    `${PAGE} differs from \`totora games --json\`: run \`make reference\` and commit the page`,
  );
  process.exit(1);
}
