/**
 * A player of an arena at `totora serve`, where a page without it has a worker: the same calls, answered on the socket.
 */
import { ask, leave } from './served.js';

/** A promise that never resolves, and rejects when `die` is called. */
export function mortal() {
  /** @type {(error: Error) => void} */
  let die = () => {};
  /** @type {Promise<never>} */
  const dead = new Promise((_, reject) => {
    die = reject;
  });
  // A caller that waits for nothing does not miss it.
  dead.catch(() => {});
  return { dead, die };
}

/**
 * @param {import('../pkg/totora.js').ArenaSetup} setup
 * @returns {Promise<import('./arenaClient.js').Player>}
 */
export async function startServedPlayer(setup) {
  const { dead, die } = mortal();
  let player = 0;
  /** @param {object} request @param {(id: number) => void} [sent] @returns {Promise<any>} */
  const asked = (request, sent) =>
    new Promise((resolve, reject) => {
      const id = ask(request, (answer) => {
        if (!answer.error) return resolve(answer);
        const error = new Error(answer.error);
        reject(error);
        // The connection is lost.
        if (id === player) die(error);
      });
      sent?.(id);
    });
  /** @param {import('../pkg/totora.js').ArenaSetup} next */
  const open = async (next) => {
    leave(player);
    await asked({ do: 'arena', setup: next }, (id) => {
      player = id;
    });
  };
  await open(setup);
  return {
    far: {
      open,
      play: async (from, to, ms) => (await asked({ do: 'play', of: player, from, to, ms })).play,
    },
    dead,
    end: () => {
      leave(player);
      die(new Error('ended'));
    },
  };
}
