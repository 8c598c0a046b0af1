// The package as installed in Node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Game, games, init } from 'totora';

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
  const wrong = run(['chess']);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /unknown arguments: chess\nUsage:/);
});
