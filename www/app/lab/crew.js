/**
 * Workers that play one arena after another: some play games, one has the table. What is played, and what it means, is
 * decided elsewhere; each game is the same whenever it is played, so whoever stops loses nothing that the table has.
 */
import { startArenaWorker } from '../../worker/arenaClient.js';

/** @typedef {import('../../worker/arenaClient.js').ArenaWorker} ArenaWorker */
/** @typedef {import('../../pkg/totora.js').ArenaReport} ArenaReport */

/** How long a player plays before it hands over what it has, in milliseconds. */
const SLICE = 120;
/** How long somebody who stops waits for the games that are being played. */
const PATIENCE = 1_000;

/**
 * @typedef {object} Crew
 * @property {(asked: unknown) => Promise<any>} ask   what is to be played; asked in a worker, for it may take a while
 * @property {(setup: unknown, name: string) => Promise<number>} open
 *   opens an arena, in place of the one before; takes up the games that were kept by that name, and tells how many
 * @property {(heard: (games: number) => void) => Promise<boolean>} play   plays on; whether all games are played
 * @property {() => Promise<ArenaReport>} report   what the games so far say
 * @property {(games: number, most: number) => Promise<import('./matters.js').Case[]>} cases
 *   in the first games, the clearest positions in which the second of two entrants plays another move than the first, one a game
 * @property {(of: import('./matters.js').Case, bot: import('../types.js').BotConfig) => Promise<import('../../worker/arena.js').Told[]>} judged
 *   what a bot says of both moves there
 * @property {() => Promise<void>} stop   lets the games that are being played end, if they do so soon
 * @property {() => void} end
 */

/**
 * @param {number} size   so many games are played at the same time
 * @returns {Promise<Crew>}
 */
export async function hire(size) {
  const table = await startArenaWorker('');
  /** @type {ArenaWorker[]} */
  let players = [];
  let setup = '';
  /** Another number ends those who play. */
  let run = 0;
  /** @type {Promise<unknown>} */
  let playing = Promise.resolve();

  /** @template T @param {Promise<T>} answer @returns {Promise<T>} */
  const atTable = (answer) => Promise.race([answer, table.dead]);

  /** @param {(heard: number) => void} heard */
  async function playOn(heard) {
    const mine = ++run;
    const missing = await atTable(table.far.missing());
    /** @type {[number, number][]} */
    const gaps = [];
    for (let i = 0; i < missing.length; i += 2) gaps.push([missing[i], missing[i + 1]]);
    // Short stretches, so that all end at about the same time.
    const left = gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    const fair = Math.max(1, Math.min(400, Math.ceil(left / (size * 12))));
    const take = () => {
      const first = gaps[0];
      if (!first) return null;
      const to = Math.min(first[1], first[0] + fair);
      if (to === first[1]) gaps.shift();
      else gaps[0] = [to, first[1]];
      return { from: first[0], to };
    };
    const others = Array.from({ length: size - players.length }, () => startArenaWorker(setup));
    players.push(...(await Promise.all(others)));
    const play = async (/** @type {ArenaWorker} */ player) => {
      for (let stretch = take(); stretch; stretch = take()) {
        while (stretch.from < stretch.to) {
          const { from, to } = stretch;
          const lines = await Promise.race([player.far.play(from, to, SLICE), player.dead]);
          const games = lines.split('\n').length - 1;
          stretch.from += games;
          await atTable(table.far.add(lines));
          if (mine === run) heard(games);
          else return false;
        }
      }
      return true;
    };
    const all = await Promise.all(players.map(play)).catch((error) => {
      // Somebody who was ended in the middle of a game has not failed.
      if (mine === run) throw error;
      return [false];
    });
    await atTable(table.far.settle());
    return mine === run && all.every(Boolean);
  }

  return {
    async ask(asked) {
      return JSON.parse(await atTable(table.far.prove(JSON.stringify(asked))));
    },
    async open(next, name) {
      setup = JSON.stringify(next);
      await Promise.all([
        atTable(table.far.open(setup)),
        ...players.map((player) => Promise.race([player.far.open(setup), player.dead])),
      ]);
      if (!name) return 0;
      return (await atTable(table.far.recall(name))).done;
    },
    play(heard) {
      const mine = playOn(heard);
      playing = mine.catch(() => {});
      return mine;
    },
    async report() {
      return JSON.parse(await atTable(table.far.report()));
    },
    async cases(among, most) {
      const { far } = table;
      const { games } = JSON.parse(await atTable(far.games(0, 1, 0, among)));
      const found = [];
      for (const { game } of games) found.push(await atTable(far.parting(game, 0, 1)));
      const text = await atTable(far.partings(`[${found.join()}]`, 0, 1));
      /** @type {import('../../pkg/totora.js').ArenaPartings} */
      const { groups } = JSON.parse(text);
      // The clearest of each group, then the second of each, and so on.
      const ranked = groups.flatMap(({ clearest }) => clearest.map((one, rank) => ({ one, rank })));
      const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, most);
      const cases = chosen.map(async ({ one: { game, ply, first, second } }) => ({
        record: await atTable(far.record(game)),
        ...{ ply, before: first, after: second, told: null },
      }));
      return Promise.all(cases);
    },
    judged: ({ record, ply, before, after }, bot) =>
      atTable(table.far.judged(record, ply, bot, [before, after])),
    async stop() {
      run++;
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, 'late'));
      if ((await Promise.race([playing, patience])) === 'late') {
        for (const player of players) player.end();
        players = [];
        await playing;
      }
    },
    end() {
      run++;
      for (const one of [table, ...players]) one.end();
    },
  };
}
