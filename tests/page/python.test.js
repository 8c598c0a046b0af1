/**
 * Bots in Python: how www/sandbox/host.py runs their code, with Pyodide in Node. The sandbox is
 * tested in the browser.
 */
import { loadPyodide } from 'pyodide';
import { expect, test } from 'vitest';
import kit from '../../python/totora/bot.py?raw';
import host from '../../www/sandbox/host.py?raw';
import text from '../../www/sandbox/python.js?raw';

/** @type {any} */
const python = new Function(`${text}\nreturn python;`)();
const pyodide = await loadPyodide();

/** A game of numbers: a move is a number, and the text is the sum. */
class Sum {
  /** @type {number[]} */
  moves = [];
  get state() {
    return { ply: this.moves.length, legal: 2, to_act: [this.moves.length % 2], outcome: null };
  }
  get text() {
    return `${this.moves.reduce((all, one) => all + one, 0)}`;
  }
  legalMoves = () => ['1', '2'];
  /** @param {string} move @param {number | undefined} seat */
  play(move, seat) {
    if (!/^[12]$/.test(move) || seat !== undefined) throw new Error(`\`${move}\` is not a move`);
    this.moves.push(Number(move));
  }
  undo() {
    this.moves.pop();
  }
}

const LINE = JSON.stringify({
  ...{ do: 'think', game: 'sum', options: {}, seed: 1, seat: 0, history: [], time_left_ms: 9 },
  ...{ state: new Sum().state, position: '0', legal_moves: ['1', '2'] },
});

/** The answer of a bot, and its output. @param {string} source */
function run(source) {
  /** @type {string[]} */
  const output = [];
  const say = (/** @type {string} */ line) => output.push(line);
  try {
    const think = python.bot(pyodide, { host, kit, source }, () => new Sum(), say);
    return { thought: think(LINE), output };
  } catch (error) {
    // Without a fault, Python itself has crashed: the worker ends, and the frame says why.
    return { .../** @type {any} */ (error).fault, output, broken: String(error) };
  }
}

test('a bot plays ahead in any order, prints, draws, and returns its terms', () => {
  const { thought, output } = run(`import totora
def think(turn):
    one, two = turn.play("1"), turn.play("2")
    deep = one.play("2").play("2")
    print(one.text, two.text, deep.text, deep.history, turn.text, end=".")
    assert (one.to_move, deep.outcome, one.play("1").legal) == (1, None, ["1", "2"])
    candidates = [totora.Candidate("1", {"a": 1}), totora.Candidate("2", {"a": 1.5, "b": 1})]
    return totora.best(candidates, "why", [totora.Mark("a1", "b2", tone="good")], ["noted"])`);
  expect(output).toEqual(["1 2 5 ['1', '2', '2'] 0."]);
  expect(thought).toEqual({
    ...{ choice: '2', why: 'why', log: ['noted'] },
    candidates: [
      { move: '2', score: 2.5, terms: { a: 1.5, b: 1 } },
      { move: '1', score: 1, terms: { a: 1 } },
    ],
    draw: [{ cell: 'a1', to: 'b2', text: '', tone: 'good', layer: '' }],
  });
});

test('a bot is a function, a class, or what is passed to totora.run', () => {
  const first = 'def other(turn):\n    return turn.legal[1]\n';
  for (const source of [
    'think = lambda turn: turn.legal[1]',
    'import totora\nclass A(totora.Bot):\n    def think(self, turn):\n        return turn.legal[1]',
    `import totora\n${first}if __name__ == "__main__":\n    totora.run(other)`,
    'import totora\nclass A(totora.Bot):\n    def think(self, turn):\n        return "2"\nA().run()',
  ])
    expect(run(source).thought, source).toEqual({ choice: '2' });
});

test('an illegal move is passed to the page, which refuses it', () => {
  expect(run('def think(t):\n    return "z9"').thought).toEqual({ choice: 'z9' });
});

test.each([
  ['a = 1\nlet x = 4\n', 2, /^SyntaxError: invalid syntax/],
  ['a = 1\n\nb = 1 / 0', 3, /^ZeroDivisionError: division by zero/],
  ['def think(t):\n    return t.nothing', 2, /^AttributeError: a turn has no 'nothing'/],
  ['def f(t):\n    return t["x"]\n\ndef think(t):\n    return f(t)', 2, /^TypeError/],
  ['def think(t):\n    t.play("z9")', 2, /`z9` is not a move/],
  ['def think(t):\n    raise SystemExit(3)', 2, /^SystemExit: 3/],
  ['def think(t):\n    raise MemoryError', 2, /^MemoryError: a bot may use 512 MB/],
  ['def think(t):\n    return think(t)', 2, /^RecursionError/],
  ['raise KeyboardInterrupt', 1, /^KeyboardInterrupt/],
  ['a = 1', undefined, /^TypeError: the code has no function think\(turn\)/],
  ['def think(t):\n    return 7', undefined, /neither a move nor a Thought: 7/],
  ['async def think(t):\n    return "1"', undefined, /neither a move nor a Thought: <coroutine/],
  ['import totora\ndef think(t):\n    return totora.best([])', 3, /^ValueError: no candidates/],
  ['import numpy', 1, /^ModuleNotFoundError/],
])('%j is an error in line %s', (source, line, words) => {
  const answer = run(source);
  expect(answer.error).toMatch(words);
  expect(answer.line).toBe(line);
});

test('a bot that redefines everything only breaks itself', () => {
  const evil = run(`import builtins, json, sys, traceback
json.loads = json.dumps = traceback.extract_tb = None
sys.modules.clear()
def think(turn):
    builtins.isinstance = builtins.str = None
    return turn.legal[0]`);
  expect(evil.thought).toBeUndefined();
  expect(evil.broken).toMatch(/TypeError: 'NoneType' object is not callable/);
});
