/**
 * Bots in code: the sandbox's content security policy, the API that their code gets, files and
 * links. The sandbox itself is tested in the browser.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeFile, pythonFile, sourceOf } from '../../www/app/lab/codeFile.js';
import { pack, unpack } from '../../www/app/lab/codeLink.js';
import { PYTHON_MB } from '../../www/app/lab/sandboxes.js';
import { all as templates } from '../../www/app/lab/templates.js';
import runtime from '../../www/sandbox/bot.js?raw';
import { converse } from '../../www/worker/bot.js';

const SOURCE = 'function think(position) {\n  return position.legal[0];\n}\n';

test('the content security policy of the sandbox contains the hash of its script', () => {
  const html = readFileSync('www/public/sandbox.html', 'utf8');
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const digest = createHash('sha256').update(script).digest('base64');
  expect(html).toContain(`script-src 'sha256-${digest}'`);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toContain('connect-src');
});

/** A game of numbers: a move is a number, and the text is the sum. */
class Sum {
  /** @type {number[]} */
  moves = [];
  plays = 0;
  get sum() {
    return this.moves.reduce((all, one) => all + one, 0);
  }
  get state() {
    return { ply: this.moves.length, legal: 2, to_act: [this.moves.length % 2], outcome: null };
  }
  get text() {
    return `${this.sum}`;
  }
  legalMoves() {
    return ['1', '2'];
  }
  /** @param {string} move */
  play(move) {
    this.plays++;
    this.moves.push(Number(move));
  }
  undo() {
    this.moves.pop();
  }
}

/** @type {any} */
const totora = new Function(`${runtime}\nreturn totora;`)();
const REQUEST = {
  ...{ game: 'sum', options: {}, seed: 1, seat: 0, history: [], time_left_ms: 1 },
  ...{ state: new Sum().state, position: '0', legal_moves: ['1', '2'] },
};

test('from a position you can play in any order, and it stays unchanged', async () => {
  const game = new Sum();
  const thought = await totora.answer(
    (/** @type {any} */ root) => {
      const one = root.play('1');
      const two = root.play('2');
      const deep = one.play('2').play('2');
      expect([root.text, one.text, two.text, deep.text]).toEqual(['0', '1', '2', '5']);
      expect([one.to_move, deep.history]).toEqual([1, ['1', '2', '2']]);
      expect(one.play('1').legal).toEqual(['1', '2']);
      return totora.best(
        [
          { move: '1', terms: { a: 1, b: 2 } },
          { move: '2', terms: { a: 4 } },
        ],
        'why',
      );
    },
    REQUEST,
    () => game,
  );
  expect(thought).toEqual({
    choice: '2',
    why: 'why',
    candidates: [
      { move: '2', terms: { a: 4 }, score: 4 },
      { move: '1', terms: { a: 1, b: 2 }, score: 3 },
    ],
  });
});

test('an invalid thought is refused with a message', async () => {
  for (const answer of [undefined, 7, {}, { choice: 1 }])
    await expect(
      totora.answer(
        () => answer,
        REQUEST,
        () => null,
      ),
    ).rejects.toThrow(/neither a move nor a thought/);
  await expect(
    totora.answer(
      () => totora.best([]),
      REQUEST,
      () => null,
    ),
  ).rejects.toThrow(/no candidates/);
});

test.each([
  ['term', { terms: { area: 1, ways: Number.NaN } }, 'the term "ways" of the move b2 is NaN'],
  ['term', { terms: { area: Infinity } }, 'the term "area" of the move b2 is Infinity'],
  ['score', { score: -Infinity }, 'the score of the move b2 is -Infinity'],
  ['sum', { terms: { a: 1e308, b: 1e308 } }, 'the score of the move b2 is Infinity'],
])('a %s that is no finite number is named with its move', async (_, given, words) => {
  const candidates = [
    { move: 'a1', score: 1 },
    { move: 'b2', ...given },
  ];
  /** @param {() => any} think */
  const answer = (think) => totora.answer(think, REQUEST, () => null);
  await expect(answer(() => totora.best(candidates))).rejects.toThrow(words);
  await expect(answer(() => ({ choice: 'a1', candidates }))).rejects.toThrow(words);
});

test('a file starts with the code, which can be extracted again', () => {
  expect(nodeFile(SOURCE).startsWith(SOURCE)).toBe(true);
  expect(sourceOf(nodeFile(SOURCE))).toBe(SOURCE);
  expect(sourceOf(SOURCE)).toBe(SOURCE);
});

test('the stated download size of Python is right', () => {
  const files = ['pyodide.js', 'pyodide.asm.js', 'pyodide.asm.wasm', 'python_stdlib.zip'];
  const all = files.map((name) => readFileSync(`node_modules/pyodide/${name}`));
  const sum = (/** @type {Buffer[]} */ list) =>
    Math.round(list.reduce((bytes, one) => bytes + one.length, 0) / 1e5) / 10;
  expect(PYTHON_MB).toEqual([sum(all.map((one) => gzipSync(one))), sum(all)]);
});

/** A request of the protocol for a move of Isolation. */
const THINK = {
  ...{ do: 'think', seat: 0, seed: 1, time_left_ms: 1000, state: new Sum().state, history: [] },
  ...{ position: '. 1', legal_moves: ['a1', 'b2'] },
};

test('a Python file contains the kit, runs alone, and its code can be extracted again', () => {
  const source = 'import totora\n\ndef think(turn):\n    return turn.legal[1]';
  expect(sourceOf(pythonFile(source))).toBe(`${source}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'totora-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = [{ do: 'new', game: 'isolation', options: {} }, THINK, { do: 'quit' }];
  const bots = [
    source,
    `${source}\ntotora.run(think)`,
    'import totora\nclass B(totora.Bot):\n    def think(self, turn):\n        return totora.best([totora.Candidate("b2", {"a": 1})], draw=[totora.Mark("a1")])',
  ];
  for (const bot of bots) {
    writeFileSync(join(folder, 'bot.py'), pythonFile(bot));
    // Without installed packages, as the kit is in the file.
    const ran = spawnSync('python3', ['-I', '-S', join(folder, 'bot.py')], {
      input: lines.map((line) => JSON.stringify(line)).join('\n'),
      encoding: 'utf8',
    });
    if (ran.error) return console.warn('there is no python3');
    expect(ran.stderr).toBe('');
    const answers = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(answers[1].thought.choice).toBe('b2');
  }
});

test('each template is written in its language', () => {
  const python = templates.filter(({ language }) => language === 'python');
  expect(python.every(({ source }) => source.includes('\ndef think(turn):'))).toBe(true);
  expect(python.length).toBe(2);
  for (const { source, language } of templates)
    if (!language) expect(source).toMatch(/^function think\(position\)/m);
});

test('a link contains a bot and is limited in size', async () => {
  const bot = { name: 'Mine ü', source: SOURCE };
  const link = await pack(bot);
  expect(link).toMatch(/^#bot\.[\w-]+$/);
  expect(await unpack(link)).toEqual(bot);
  expect(await unpack(`https://host/${link}`)).toEqual(bot);
  const python = { ...bot, language: /** @type {const} */ ('python') };
  expect(await unpack(await pack(python))).toEqual(python);
  const strange = /** @type {any} */ ({ ...bot, language: 'ruby' });
  await expect(unpack(await pack(strange))).rejects.toThrow(
    /a language that this version does not know/,
  );
  const bomb = await pack({ name: 'x', source: 'x'.repeat(300_000) });
  await expect(unpack(bomb)).rejects.toThrow(/longer than 200000 characters/);
  await expect(unpack(link.slice(0, -9))).rejects.toThrow(/damaged/);
  await expect(unpack('#bot.!!')).rejects.toThrow(/damaged/);
  await expect(unpack(`#bot.${'A'.repeat(70_000)}`)).rejects.toThrow(/too long/);
  expect(
    await pack({ name: 'x', source: Array.from({ length: 20_000 }, () => Math.random()).join() }),
  ).toBe('');
});

test('a bot that does not respond in time is restarted, and its late response is ignored', async () => {
  const { port1, port2 } = new MessageChannel();
  /** @type {any[]} */
  const received = [];
  const hangs = new Set([1]);
  port2.onmessage = ({ data }) => {
    received.push(data);
    if (data === 'begin') port2.postMessage('{"ready":true}');
    else if (!hangs.has(data.id))
      port2.postMessage(JSON.stringify({ id: data.id, answer: { ok: data.id } }));
  };
  /** @type {string[]} */
  const log = [];
  const bot = converse(port1, (line) => log.push(line));
  await expect(bot.ask('a', 30)).rejects.toThrow(/no move within 0.03 s/);
  port2.postMessage('{"log":"hello"}');
  port2.postMessage('{"id":1,"answer":{"ok":"late"}}');
  expect(await bot.ask('b', 5_000)).toBe('{"ok":2}');
  expect(received.map((one) => one.line ?? one)).toEqual(['begin', 'a', 'begin', 'b']);
  expect(log).toEqual(['hello']);
  // The frame reports that the worker has ended.
  hangs.add(3);
  const answer = bot.ask('c', 5_000);
  await vi.waitFor(() => expect(received.at(-1).line).toBe('c'));
  port2.postMessage('{"error":"Uncaught SyntaxError: no","line":4}');
  await expect(answer).rejects.toThrow('line 4: SyntaxError: no');
  expect(await bot.ask('d', 5_000)).toBe('{"ok":4}');
  expect(received.at(-2)).toBe('begin');
  port1.close();
});
