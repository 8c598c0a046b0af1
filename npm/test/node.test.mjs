// The package as installed in Node.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Game, games, init } from 'totora';
import { Conversation } from '../node_modules/totora/api.js';

/** The folder into which the package is installed. */
const fresh = fileURLToPath(new URL('..', import.meta.url));
const wasm = new URL('../node_modules/totora/totora.wasm', import.meta.url);

test('before init, calls say that init is missing', () => {
  assert.throws(() => games(), /call init\(\) and await it/);
  assert.throws(() => new Game('uros'), /call init\(\) and await it/);
});

test('wrong sources are refused with a message, and the right one still works afterwards', async () => {
  await assert.rejects(
    init(new Uint8Array([1, 2, 3])),
    /these 3 bytes are not a WebAssembly module/,
  );
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  await assert.rejects(init(empty), /is not Totora's: it has no export protocol_answer/);
  await assert.rejects(
    init(new URL('file:///nowhere/totora.wasm')),
    /totora\.wasm could not be read/,
  );
  await assert.rejects(init('http://127.0.0.1:9/totora.wasm'), /could not be loaded/);
  await assert.rejects(init(/** @type {any} */ (null)), /init expects an address/);
  await init(readFileSync(wasm));
  await init();
  assert.equal(games().length, 5);
});

test('a bot plays every game to the end, and the record and link reproduce the final position', async () => {
  for (const { id, bots } of games().filter((one) => one.id !== 'outpost')) {
    const game = new Game(id, {}, 7);
    const quick = bots.find((one) => one.id === 'random')?.id ?? bots[0].id;
    while (!game.outcome) {
      const moves = game.legalMoves();
      assert.equal(moves?.length, game.state.legal, id);
      const { choice } = await game.think(quick, { nodes: 1 });
      assert.ok(choice !== null && moves?.includes(choice), `${id}: ${choice}`);
      game.play(choice);
    }
    assert.equal(game.outcome.ranks.length, 2, id);
    const { hash, ply } = game.state;
    for (const twin of [Game.fromRecord(game.record()), Game.fromLink(game.link())]) {
      assert.equal(twin.state.hash, hash, id);
      twin.undo();
      assert.equal(twin.state.ply, ply - 1, id);
      assert.equal(twin.outcome, null, id);
    }
  }
});

test('every bot of every game thinks with its default budget', async () => {
  const said = [];
  for (const { id, bots } of games()) {
    for (const bot of bots) {
      const game = new Game(id, {}, 3);
      const { choice, candidates } = await game.think(bot.id);
      if (typeof choice !== 'string' || !Array.isArray(candidates)) said.push(`${id} ${bot.id}`);
    }
  }
  assert.deepEqual(said, []);
});

test('moves are texts or indices, and a position can be read as values', () => {
  const game = new Game('isolation', { size: '5x5' }, 1);
  assert.deepEqual([game.words, game.ply, game.over, game.outcome], [undefined, 0, false, null]);
  const [first] = game.legalMoves() ?? [];
  assert.equal(game.play(0), game);
  assert.deepEqual(game.record().moves, [first]);
  assert.ok(game.words);
  const { hash } = game.state;
  assert.throws(
    () => game.play(99),
    /`99` is not a move: expected an index of one of the \d+ legal moves/,
  );
  assert.throws(() => game.play(0.5), /`0.5` is not a move/);
  assert.throws(() => game.play(/** @type {any} */ (null)), /expected text, got null/);
  assert.throws(() => game.play('c3', 0.5), /`seat` is `0.5`; expected a seat/);
  assert.throws(() => game.play('c3', 7), /there is no seat 7/);
  assert.equal(game.state.hash, hash);
  const view = JSON.stringify(game.view);
  game.play('c3').undo();
  assert.equal(JSON.stringify(game.view), view);
  assert.equal(game.undo().ply, 0);
  assert.throws(() => game.undo(), /nothing to undo/);
  assert.equal(typeof game.layout, 'object');
  const moves = game.legalMoves();
  moves?.pop();
  assert.equal(game.legalMoves()?.length, game.state.legal);
  assert.throws(() => new Game('outpost').play(0), /the moves of this game cannot be listed/);
});

test('every game agrees with the protocol after each move', () => {
  for (const { id } of games().filter((one) => one.id !== 'outpost')) {
    const game = new Game(id, {}, 5);
    const other = new Conversation();
    const ask = (/** @type {object} */ request) =>
      JSON.parse(other.answer(JSON.stringify(request)));
    ask({ do: 'new', game: id, seed: 5 });
    for (let ply = 0; !game.over; ply++) {
      const moves = game.legalMoves() ?? [];
      assert.deepEqual(moves, ask({ do: 'legal' }).moves, id);
      const move = moves[(ply * 7919) % moves.length];
      const { state, words } = ask({ do: 'play', move });
      assert.equal(game.play(move).words, words);
      assert.deepEqual(JSON.parse(JSON.stringify(game.state)), state);
    }
    assert.deepEqual(game.outcome, ask({ do: 'state' }).state.outcome);
  }
});

test('every example in JavaScript of the READMEs runs', () => {
  const readmes = ['README.md', 'npm/README.md'].map((file) =>
    readFileSync(join(process.env.TOTORA_ROOT ?? '', file), 'utf8'),
  );
  const examples = readmes.flatMap((text) =>
    [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map((found) => found[1]),
  );
  assert.ok(examples.length >= 2);
  for (const example of examples) {
    const args = ['--input-type=module', '--eval', example];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: fresh, encoding: 'utf8' });
    assert.equal(status, 0, `${example}\n${stderr}`);
  }
});

test('all seats of Outpost move at once', () => {
  const game = new Game('outpost', {}, 1);
  assert.equal(game.legalMoves(), null);
  const { to_act } = game.state;
  const words = to_act.map((seat) => game.play('0:N', seat).words);
  game.play('0:N', 0);
  assert.equal(game.words, undefined);
  game.undo();
  assert.equal(game.state.ply, 1);
  assert.ok(words.at(-1) && !words[0]);
});

test('a file that a bot needs is loaded', async () => {
  const game = new Game('reversi', { map: 'othello' }, 1);
  const thought = await game.think('totora', { nodes: 500 });
  assert.ok(thought.candidates.length > 0);
});

test('errors say what is wrong and what was expected, and change nothing', () => {
  assert.throws(() => new Game('chess'), /unknown game `chess`; known are/);
  assert.throws(() => new Game('uros', { start: 'green' }), /must be one of red, blue/);
  assert.throws(() => new Game('uros', {}, -1), /`seed` is `-1`/);
  assert.throws(() => Game.fromLink('#1uros.!!'), /./);
  const read = Game.fromText('e3 f5');
  assert.deepEqual([read.state.ply, read.notes.length], [2, 1]);
  assert.throws(() => Game.fromText('hello'), /Totora opens links/);
  assert.throws(() => Game.fromRecord(/** @type {any} */ ({})), /./);
  const game = new Game('isolation', {}, 1);
  const { hash } = game.state;
  assert.throws(() => game.play('z99'), /`z99` is not a move/);
  assert.throws(() => game.undo(), /nothing to undo/);
  assert.equal(game.state.hash, hash);
});

test('the inline package runs in a worker', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads';
    import { Game } from 'totora/inline';
    const game = new Game('reversi', { map: 'othello' }, 1);
    const thought = await game.think('totora', { nodes: 100 });
    parentPort.postMessage([game.legalMoves().length, thought.candidates.length]);`;
  const file = new URL('./inline-worker.mjs', import.meta.url);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(file, code);
  const worker = new Worker(fileURLToPath(file));
  const heard = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  assert.equal(heard[0], heard[1]);
});

test('the command lists games, speaks the protocol, and refuses unknown arguments', () => {
  const command = fileURLToPath(new URL('../node_modules/.bin/totora', import.meta.url));
  const run = (/** @type {string[]} */ args, input = '') =>
    spawnSync(command, args, { input, encoding: 'utf8' });
  assert.match(run(['games']).stdout, /^uros {8}.*\n {12}.*totora/);
  const lines = ['{"do":"new","game":"isolation","options":{"size":"5x5"}}', 'nonsense', ''];
  lines.push('{"do":"play","move":"a1"}', '{"do":"quit"}', '{"do":"state"}');
  const answers = run([], lines.join('\n'))
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    [true, false, true, true],
  );
  assert.equal(answers[2].state.ply, 1);
  assert.equal(run(['protocol'], '{"do":"new","game":"uros"}').status, 0);
  const wrong = run(['chess']);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /unknown arguments: chess\n/);
  for (const args of [['--help'], ['play', '--help']])
    assert.match(run(args).stdout, /Usage:\n {2}totora games/);
  assert.match(run(['--version']).stdout, /^totora \d+\.\d+\.\d+\n$/);
  assert.match(
    run(['arena', 'uros']).stderr,
    /`arena` needs the native command: pip install totora/,
  );
  assert.equal(JSON.parse(run(['games', '--json']).stdout).length, 5);
});

test('the command plays the same games as the native one, and says what is wrong', () => {
  const command = fileURLToPath(new URL('../node_modules/.bin/totora', import.meta.url));
  const run = (/** @type {string[]} */ ...args) => spawnSync(command, args, { encoding: 'utf8' });
  const native = process.env.TOTORA_NATIVE;
  for (const args of [
    ['play', 'uros', '--seats', 'balanced,exploit:bvl=6', '--seed', '1'],
    [
      'play',
      'isolation',
      '--seats',
      'greedy,random',
      '--seed',
      '2',
      '--option',
      'size=5x5',
      '--json',
    ],
    ['play', 'reversi', '--seats', 'totora@200n,random', '--seed', '2', '--option', 'map=othello'],
    [
      'play',
      'outpost',
      '--seats',
      'drifter,drifter,drifter,drifter',
      '--seed',
      '2',
      '--option',
      'turns=20',
    ],
  ]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /seed/);
    if (native) assert.equal(stdout, spawnSync(native, args, { encoding: 'utf8' }).stdout);
  }
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['play'], /play needs a game and its bots/],
    [['play', 'uros', '--seats', 'balanced'], /expected 2 bots, one for each seat; there are 1/],
    [['play', 'chess', '--seats', 'a,b'], /unknown game `chess`/],
    [['play', 'uros', '--seats', 'human,random'], /need the native command/],
    [
      ['play', 'uros', '--seats', 'random,random', '--seed', 'x'],
      /--seed is `x`; expected a whole number/,
    ],
    [['play', 'uros', '--sets', 'random,random'], /--sets/],
    [['serve', '--port', '99999'], /port/i],
  ])) {
    const { status, stderr } = run(...args);
    assert.ok(status === 2 || status === 1, `${args}: ${status}`);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
});

test('serve shows the page, and no other files', async () => {
  const command = fileURLToPath(new URL('../node_modules/.bin/totora', import.meta.url));
  const served = spawn(command, ['serve', '--port', '0']);
  try {
    const [line] = await once(served.stdout, 'data');
    const address = /http:\S+/.exec(String(line))?.[0] ?? '';
    const page = await fetch(address);
    assert.match(page.headers.get('content-type') ?? '', /text\/html/);
    assert.match(await page.text(), /<title>Totora/);
    for (const path of ['nothing.js', '%2e%2e%2fpackage.json', '..%2fpackage.json', '%ff'])
      assert.equal((await fetch(address + path)).status, 404, path);
  } finally {
    served.kill();
  }
});

test('the commands of the README run', () => {
  const readme = readFileSync(join(process.env.TOTORA_ROOT ?? '', 'npm/README.md'), 'utf8');
  const commands = [...readme.matchAll(/^npx (totora .*)$/gm)].map(([, command]) => command);
  assert.ok(commands.length >= 4);
  for (const command of commands.filter((one) => one !== 'totora serve')) {
    const { status, stderr } = spawnSync('npx', command.split(' '), {
      cwd: fresh,
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${command}\n${stderr}`);
  }
});

test('the element names no file in a way that webpack replaces', () => {
  const source = readFileSync(
    new URL('../node_modules/totora/element.js', import.meta.url),
    'utf8',
  );
  assert.match(source, /import\.meta\.url/);
  assert.doesNotMatch(source, /new URL\([^)]*import\.meta/);
});
