/** Playing a tournament, pausing it, and going on. Whatever stops it, the games that the table lacks are played later. */
import * as strings from '../../strings/arena.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { playAll } from './progress.js';
import * as arena from './state.js';
import { refresh, saveMeta, tableAtHand } from './tournament.js';

/** @type {Promise<void>} */
let playing = Promise.resolve();

/** Begins to play, or goes on. */
export function start() {
  if (arena.plan.value && !arena.busy.value && arena.status.value !== 'opening') playing = play();
  return playing;
}

async function play() {
  arena.status.value = 'running';
  arena.rate.value = 0;
  store.say(strings.tournamentRuns);
  try {
    const pool = tableAtHand();
    const all = await playAll(arena.progress, pool, look, {
      size: arena.workers.value,
      onCanSave: (canSave) => (arena.canSave.value = canSave),
      // A test may be decided before the last game.
      enough: () => !!arena.report.value?.finished,
    }).finally(pool.rest);
    await settle(all ? 'done' : 'paused');
    const headline = (arena.report.value?.headline ?? '').replaceAll('`', '');
    store.say(all ? strings.tournamentIsOver(headline) : strings.tournamentPausesTheGames);
  } catch (error) {
    store.notify(errorText(error), { error: true });
    await settle('paused');
  }
}

/** Asks what the games so far say, where the user looks. */
const look = async () => store.screen.value === 'arena' && refresh();

/** Writes all down, and reads what it says. @param {'paused' | 'done'} status */
async function settle(status) {
  await tableAtHand().far.settle();
  await refresh();
  arena.done.value = arena.report.value?.games ?? arena.done.value;
  arena.status.value = status;
  await saveMeta();
}

/** Stops for now. Games that are being played get a moment to end; else they are played again later. */
export async function pause() {
  if (arena.status.value !== 'running') return;
  arena.status.value = 'pausing';
  await tableAtHand().stop();
  await playing;
}

// The page may be gone at any moment after this.
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || arena.status.value !== 'running') return;
    try {
      tableAtHand()
        .far.settle()
        .catch(() => {});
      saveMeta();
    } catch {
      // No table, nothing to write.
    }
  });
}
