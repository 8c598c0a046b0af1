// Plays the templates of bots in code (www/sandbox/templates) against `random` and `level-3`, and says how many games each
// wins: each should beat the one and lose to the other. Needs the packed npm package (scripts/build-npm.mjs).
//   node scripts/measure-templates.mjs [--games 6] [--only isolation]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    package: { type: 'string', default: join(root, 'target', 'npm', 'package') },
  },
});
const { Game, games, init } = await import(join(values.package, 'node.js'));
await init();

const read = (/** @type {string} */ name) =>
  readFileSync(join(root, 'www', 'sandbox', name), 'utf8');
const runtime = read('bot.js');
const figures = read('templates/figures.js');
const totora = new Function(`${runtime}\nreturn totora;`)();
/** @type {[string, any][]} */
const templates = ['greedy', 'one-ply', 'alpha-beta', 'monte-carlo'].map((name) => [
  name,
  new Function('totora', 'console', `${read(`templates/${name}.js`)}\n${figures}\nreturn think;`)(
    totora,
    { log() {} },
  ),
]);

/** The share of a win of a seat. @param {{ ranks: number[] }} outcome @param {number} seat */
function share({ ranks }, seat) {
  const firsts = ranks.filter((rank) => rank === 1).length;
  return ranks[seat] === 1 ? 1 / firsts : 0;
}

/** @param {string} id @param {any} think @param {string} other @param {number} seat @param {number} seed */
async function play(id, think, other, seat, seed) {
  const options = id === 'outpost' ? { turns: 60 } : {};
  const game = new Game(id, options, seed);
  const start = game.record();
  while (!game.outcome) {
    /** @type {[string, number][]} */
    const turn = [];
    for (const at of game.legalMoves() === null
      ? game.state.to_act
      : game.state.to_act.slice(0, 1)) {
      if (at !== seat) {
        const { choice } = await game.think(other, undefined, { seat: at, seed });
        turn.push([choice ?? '-', at]);
        continue;
      }
      const record = { ...game.record(), result: null };
      const request = {
        ...{
          game: id,
          options: start.options,
          seed,
          seat,
          history: record.moves,
          state: game.state,
        },
        ...{ position: game.text, legal_moves: game.legalMoves(), budget: { ms: 150 } },
      };
      const { choice } = await totora.answer(think, request, () => Game.fromRecord(record));
      turn.push([choice, at]);
    }
    for (const [move, at] of turn) game.play(move, at);
  }
  return share(game.outcome, seat);
}

const most = Number(values.games);
for (const { id, seats } of games().filter(
  (/** @type {any} */ one) => !values.only || one.id === values.only,
))
  for (const [name, think] of templates) {
    const found = [];
    for (const other of ['random', 'level-3']) {
      let won = 0;
      for (let i = 0; i < most; i++)
        won += await play(
          id,
          think,
          id === 'outpost' && other === 'random' ? 'drifter' : other,
          i % seats,
          100 + i,
        );
      found.push(`${won} of ${most} against ${other}`);
    }
    console.log(`${id} ${name}: ${found.join(', ')}`);
  }
