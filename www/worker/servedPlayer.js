/**
 * A player of an arena at `totora serve`: the same calls as a worker, sent over the socket.
 */
import { endable } from './endableWorker.js';
import { cancel, send } from './served.js';

/**
 * @param {import('../pkg/totora.js').ArenaSetup} setup
 * @returns {Promise<import('./arenaClient.js').Player>}
 */
export async function startServedPlayer(setup) {
  const { dead, die } = endable();
  let player = 0;
  /** @param {object} message @param {(id: number) => void} [sent] @returns {Promise<any>} */
  const request = (message, sent) =>
    new Promise((resolve, reject) => {
      const id = send(message, (response) => {
        if (!response.error) return resolve(response);
        const error = new Error(response.error);
        reject(error);
        // The connection is lost.
        if (id === player) die(error);
      });
      sent?.(id);
    });
  /** @param {import('../pkg/totora.js').ArenaSetup} next */
  const open = async (next) => {
    cancel(player);
    await request({ do: 'arena', setup: next }, (id) => {
      player = id;
    });
  };
  await open(setup);
  return {
    far: {
      open,
      play: async (from, to, ms) => {
        const games = request({ do: 'play', of: player, from, to, ms });
        return (await Promise.race([games, dead])).play;
      },
    },
    end: () => {
      cancel(player);
      die(new Error('ended'));
    },
  };
}
