// Writes python/totora/_shapes.py: the analysis of the protocol as dataclasses, from the TypeScript types that the wasm build
// makes of the Rust structs. So Python, JavaScript and Rust have the same fields.
//
//   node scripts/make-python-shapes.mjs            write the file
//   node scripts/make-python-shapes.mjs --check    fail if it is stale
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const TYPES = 'www/pkg/totora.d.ts';
const FILE = 'python/totora/_shapes.py';

/** Names of the Rust structs, and of the Python classes; a class stands above those that have it as a field. */
const CLASSES = {
  Lead: 'Margin',
  TaskOptionInfo: 'TaskOption',
  TaskInfo: 'Task',
  CandidateRow: 'AnalyzedMove',
  AnalysisRow: 'Analysis',
};
const BASICS = {
  string: 'str',
  number: 'int',
  boolean: 'bool',
  null: 'None',
  Fixed: 'float',
  Seat: 'int',
  ErasedValue: 'Any',
  Score: 'float | str | None',
};
/** The value of a field that is absent, where it is not empty or false. */
const ABSENT = { examined: 'True' };

/** @typedef {{ type: string, item: string, tuple: boolean }} Python   `item`: the class of the value or its items, or empty */

/** @param {string} type @returns {Python} */
function translate(type) {
  const plain = (/** @type {string} */ text) => ({ type: text, item: '', tuple: false });
  if (type.endsWith(' | null')) {
    const inner = translate(type.slice(0, -' | null'.length));
    return { ...inner, type: `${inner.type} | None` };
  }
  if (type.endsWith('[]')) {
    const inner = translate(type.slice(0, -2));
    return { ...inner, type: `list[${inner.type}]` };
  }
  const pair = /^\[(\w+), (\w+)\]$/.exec(type);
  if (pair) {
    const [first, second] = pair.slice(1).map((item) => translate(item).type);
    return { type: `tuple[${first}, ${second}]`, item: '', tuple: true };
  }
  const record = /^Record<string, (.+)>$/.exec(type);
  // The values of terms are thousandths.
  if (record)
    return plain(`Mapping[str, ${record[1].replace('number', 'float').replace('null', 'None')}]`);
  if (Object.hasOwn(CLASSES, type)) {
    const name = CLASSES[/** @type {keyof typeof CLASSES} */ (type)];
    return { type: name, item: name, tuple: false };
  }
  if (Object.hasOwn(BASICS, type)) return plain(BASICS[/** @type {keyof typeof BASICS} */ (type)]);
  throw new Error(`${FILE}: no Python type for \`${type}\``);
}

/** The text of a comment block. @param {string} block */
const words = (block) =>
  block
    .replace(/^\s*\*? ?/gm, '')
    .replaceAll('`"', '"')
    .replaceAll('"`', '"')
    .trim()
    .replace(/\s*\n\s*/g, ' ');

/** @param {string} type @param {boolean} optional @param {string} key */
function absent(type, optional, key) {
  if (!optional) return '';
  if (Object.hasOwn(ABSENT, key)) return ABSENT[/** @type {keyof typeof ABSENT} */ (key)];
  if (type === 'bool') return 'False';
  return type.startsWith('list') ? '' : 'None';
}

/** @param {string} declarations @param {string} struct @param {string} name */
function dataclass(declarations, struct, name) {
  const found = new RegExp(`/\\*\\*([^/]*)\\*/\nexport interface ${struct} \\{\n([^}]*)\\}`).exec(
    declarations,
  );
  if (!found) throw new Error(`${TYPES} has no interface ${struct}: build the module (make wasm)`);
  const fields = [...found[2].matchAll(/\/\*\*([\s\S]*?)\*\/\n\s*(\w+)(\??): (.+);/g)].map(
    ([, about, key, mark, declared]) => {
      const { type, item, tuple } = translate(declared);
      const optional = mark === '?';
      const value = absent(type, optional, key);
      const shown =
        optional && value === 'None' && !type.endsWith('None') ? `${type} | None` : type;
      const metadata = item
        ? `metadata={"shape": ${item}}`
        : tuple
          ? 'metadata={"shape": tuple}'
          : '';
      const list = optional && !value;
      const arguments_ = [
        list ? 'default_factory=list' : value && `default=${value}`,
        metadata,
      ].filter(Boolean);
      const assigned =
        metadata || list ? ` = field(${arguments_.join(', ')})` : value && ` = ${value}`;
      return {
        required: !optional,
        text: `    ${key}: ${shown}${assigned}\n    """${words(about).replace(/"$/, '" ')}"""`,
      };
    },
  );
  // A dataclass has its fields without defaults first.
  const ordered = [
    ...fields.filter((one) => one.required),
    ...fields.filter((one) => !one.required),
  ];
  return `@dataclass(frozen=True)\nclass ${name}:\n    """${words(found[1])}"""\n\n${ordered.map(({ text }) => text).join('\n')}\n`;
}

const declarations = readFileSync(join(root, TYPES), 'utf8');
const classes = Object.entries(CLASSES).map(([struct, name]) =>
  dataclass(declarations, struct, name),
);
const text = `"""The analysis of the protocol. Written by scripts/make-python-shapes.mjs from the structs of Rust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


${classes.join('\n\n')}`;

const file = join(root, FILE);
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error(`${FILE} is stale: run node scripts/make-python-shapes.mjs`);
    process.exit(1);
  }
} else writeFileSync(file, text);
