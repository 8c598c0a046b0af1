/** Plays, pauses and resumes a tournament. After any interruption only the missing games are played. */
import * as strings from '../../strings/arena.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { playAll } from './progress.js';
import * as arena from './state.js';
import { refresh, saveMeta, tableAtHand } from './tournament.js';

/** @type {Promise<void>} */
let playing = Promise.resolve();

/** Starts or resumes play. */
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

/** Refreshes the report while the arena is open. */
const look = async () => store.screen.value === 'arena' && refresh();

/** Saves all games and refreshes the report. @param {'paused' | 'done'} status */
async function settle(status) {
  await tableAtHand().far.settle();
  await refresh();
  arena.done.value = arena.report.value?.games ?? arena.done.value;
  arena.status.value = status;
  await saveMeta();
}

/** Pauses. Running games get a moment to finish; otherwise they are replayed later. */
export async function pause() {
  if (arena.status.value !== 'running') return;
  arena.status.value = 'pausing';
  await tableAtHand().stop();
  await playing;
}

// A hidden page may be closed at any moment.
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || arena.status.value !== 'running') return;
    try {
      tableAtHand()
        .far.settle()
        .catch(() => {});
      saveMeta();
    } catch {
      // Without a table there is nothing to save.
    }
  });
}
