/**
 * The boundary of the real wasm module: every parameter of type text rejects other values, and the
 * module still works afterwards.
 */
import { expect, test } from 'vitest';
import { engine, read } from './module.js';

/**
 * A value for each type that is good enough for the following parameters to be checked.
 * @type {Record<string, unknown>}
 */
const FITTING = {
  ...{ string: '', 'string[]': [], number: 0, boolean: false },
  Session: Object.create(engine.Session.prototype),
};
const NO_TEXT = [undefined, null, 5, true, {}, { length: 8 }, []];
/** @type {Record<string, unknown[]>} */
const WRONG = {
  string: NO_TEXT,
  'string[]': [undefined, null, 5, {}, { length: 8 }, 'a', ['a', 5]],
};

/**
 * Every function with a text parameter according to the declarations of wasm-bindgen, each with an
 * invalid argument.
 */
function misuses() {
  let type = '';
  const found = [];
  for (const line of read('www/pkg/totora.d.ts').toString().split('\n')) {
    type = /^export class (\w+)/.exec(line)?.[1] ?? (line === '}' ? '' : type);
    const shape = type ? /^ {4}(static )?(\w+)\((.*)\): / : /^export (function) (\w+)\((.*)\): /;
    const [, fixed, name, list] = shape.exec(line) ?? [];
    if (!name) continue;
    const parameters = [...list.matchAll(/(\w+)\??: ([^,]+)/g)];
    const owner = type;
    /** @param {unknown[]} args */
    const call = (args) => {
      const made = /** @type {any} */ (engine)[owner];
      if (!made) return /** @type {any} */ (engine)[name](...args);
      return fixed ? made[name](...args) : made.prototype[name].apply({}, args);
    };
    for (const [at, [, parameter, kind]] of parameters.entries()) {
      for (const wrong of WRONG[kind] ?? []) {
        /** @type {unknown[]} */
        const args = parameters.map(([, , other]) => FITTING[other] ?? {});
        args[at] = wrong;
        const title = `${type ? `${type}.` : ''}${name}, ${parameter} = ${JSON.stringify(wrong)}`;
        found.push({ title, parameter, run: call.bind(null, args) });
      }
    }
  }
  return found;
}

const all = misuses();

test('functions with text parameters are found', () => {
  const titles = all.map(({ title }) => title);
  for (const one of [
    'Arena.add, lines',
    'Session.play, move',
    'Session.play_all, moves',
    'encode_link, record',
  ]) {
    expect(titles.filter((title) => title.startsWith(one)).length, one).toBeGreaterThan(5);
  }
});

test.each(all)('$title is rejected', ({ parameter, run }) => {
  expect(run).toThrow(
    new RegExp(`^${parameter}(\\[\\d\\])?: expected (text|a list of texts), got `),
  );
});

test('text is still accepted after all these errors', () => {
  expect(engine.named_game('')).toBeUndefined();
  expect(() => engine.Session.from_record('')).toThrow('EOF');
});
