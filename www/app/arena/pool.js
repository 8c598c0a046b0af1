/**
 * Worker pool that plays arena games, one arena after another. Workers (or cores of `totora serve`) play; one more
 * holds the table of results. Every game is reproducible, so stopping loses nothing that the table has.
 */
import { startArenaWorker } from '../../worker/arenaClient.js';
import { startPlayer } from './players.js';

/** @typedef {import('../../worker/arenaClient.js').Player} Player */
/** @typedef {Awaited<ReturnType<typeof createPool>>} WorkerPool */

/** How long a player plays before it returns its games, in milliseconds. */
const SLICE = 120;
/** How long a stop waits for running games, in milliseconds. */
const PATIENCE = 1_000;
/** Largest batch of games for one player. */
const MOST = 400;

export async function createPool() {
  const table = await startArenaWorker();
  const { far } = table;
  /** @type {Player[]} */
  let players = [];
  /** @type {import('./state.js').ArenaSetup} */
  let setup;
  /** Incremented to cancel the current run. */
  let run = 0;
  /** @type {Promise<unknown>} */
  let playing = Promise.resolve();

  function endPlayers() {
    for (const player of players) player.end();
    players = [];
  }

  /** The games missing in the table, in batches for `size` players. @param {number} size */
  async function missing(size) {
    const found = await far.missing();
    /** @type {[number, number][]} */
    const gaps = [];
    for (let i = 0; i < found.length; i += 2) gaps.push([found[i], found[i + 1]]);
    // Short batches, so that all players end at about the same time.
    const left = gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    const fair = Math.max(1, Math.min(MOST, Math.ceil(left / (size * 12))));
    const take = () => {
      const first = gaps[0];
      if (!first) return null;
      const to = Math.min(first[1], first[0] + fair);
      if (to === first[1]) gaps.shift();
      else gaps[0] = [to, first[1]];
      return { from: first[0], to };
    };
    return { left, take };
  }

  /** @param {number} size @param {(games: number, canSave: boolean) => void} onProgress @param {() => boolean} enough */
  async function playOn(size, onProgress, enough) {
    const mine = ++run;
    // A tournament in rounds has more games after the first round.
    for (;;) {
      const { left, take } = await missing(size);
      if (left === 0 || mine !== run) break;
      const others = Array.from({ length: size - players.length }, () => startPlayer(setup));
      players.push(...(await Promise.all(others)));
      const play = async (/** @type {Player} */ player) => {
        for (let stretch = take(); stretch && !enough(); stretch = take()) {
          while (stretch.from < stretch.to) {
            const { from, to } = stretch;
            const lines = await player.far.play(from, to, SLICE);
            const games = lines.split('\n').length - 1;
            stretch.from += games;
            const { canSave } = await far.add(lines);
            if (mine !== run) return;
            onProgress(games, canSave);
          }
        }
      };
      await Promise.all(players.map(play)).catch((error) => {
        // A player that was stopped in the middle of a game has not failed.
        if (mine !== run) return;
        endPlayers();
        throw error;
      });
    }
    await far.settle();
    return mine === run;
  }

  return {
    /** The API of the worker that holds the table. */
    far,
    /** Plans a study, in a worker because it may take a while. @param {object} request */
    plan: (request) => far.prove(request),
    /**
     * Opens an arena, replacing the previous one, with the games saved under that name.
     * @param {import('./state.js').ArenaSetup} next @param {string} name   empty to save none
     */
    async open(next, name) {
      setup = next;
      await far.open(setup);
      const opened = players.map((player) => player.far.open(setup));
      // New players start in place of those that failed.
      await Promise.all(opened).catch(endPlayers);
      return name ? far.recall(name) : { done: 0, damaged: 0 };
    },
    /**
     * @param {number} size   how many games run in parallel
     * @param {(games: number, canSave: boolean) => void} onProgress   new games, and whether the browser can save them
     * @param {() => boolean} [enough]   whether the result is already decided
     * @returns {Promise<boolean>} whether all games are played
     */
    play(size, onProgress, enough = () => false) {
      const mine = playOn(size, onProgress, enough);
      playing = mine.catch(() => {});
      return mine;
    },
    report: () => far.report(),
    /**
     * Where two entrants first differ in their games: whether the second is better, and why.
     * @param {number} a @param {number} b
     * @param {number} most   how many games to compare
     * @param {(done: number, of: number) => boolean} [stop]   gets the progress; true stops
     */
    async divergences(a, b, most, stop = () => false) {
      const { games } = await far.games(a, b, 0, most);
      const found = [];
      for (const [i, { game }] of games.entries()) {
        if (stop(i, games.length)) break;
        found.push(await far.divergence(game, a, b));
      }
      return far.divergences(found, a, b);
    },
    /** Stops, after waiting briefly for running games. */
    async stop() {
      run++;
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, 'late'));
      if ((await Promise.race([playing, patience])) === 'late') {
        endPlayers();
        await playing;
      }
    },
    /** Terminates the players but keeps the table. */
    rest: endPlayers,
    end() {
      run++;
      endPlayers();
      table.end();
    },
  };
}
