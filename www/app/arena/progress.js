/** Progress of the games of a tournament or a study: how many are played, how fast, and the report so far. */
import { computed, signal } from '@preact/signals';

/** How often the report is refreshed, in milliseconds. */
const REPORT_EVERY = 400;

/** @typedef {'opening' | 'ready' | 'running' | 'pausing' | 'paused' | 'done'} Status */
/** @typedef {ReturnType<typeof makeProgress>} Progress */

/** @param {Status} first */
export function makeProgress(first) {
  const status = signal(first);
  /** Games played, and games in total. */
  const [done, planned] = [signal(0), signal(0)];
  /** Recent games per second; 0 if unknown. */
  const rate = signal(0);
  return {
    status,
    done,
    planned,
    rate,
    busy: computed(() => status.value === 'running' || status.value === 'pausing'),
    /** Estimated seconds left; null if unknown. */
    left: computed(() =>
      rate.value > 0 && status.value === 'running'
        ? (planned.value - done.value) / rate.value
        : null,
    ),
  };
}

/** Default number of parallel games on this machine. */
export const spare = () => Math.max(1, (globalThis.navigator?.hardwareConcurrency || 2) - 1);

/**
 * Plays all games of a pool, or until it is stopped.
 * @param {Progress} of
 * @param {import('./pool.js').WorkerPool} pool
 * @param {() => Promise<unknown>} report   called now and then, and at the end
 * @param {{ size?: number, every?: number, onCanSave?: (canSave: boolean) => void, enough?: () => boolean }} [how]   see `WorkerPool.play`; `every`: the time between reports, in milliseconds
 * @returns {Promise<boolean>} whether all are played
 */
export async function playAll(
  { done, rate },
  pool,
  report,
  { size = spare(), every = REPORT_EVERY, onCanSave, enough } = {},
) {
  let dirty = true;
  let reporting = false;
  let at = performance.now();
  let before = done.value;
  const timer = setInterval(async () => {
    const now = performance.now();
    const lately = (1000 * (done.value - before)) / (now - at);
    // Games arrive in batches, so the rate is smoothed.
    if (lately > 0) {
      rate.value = rate.value ? 0.8 * rate.value + 0.2 * lately : lately;
      at = now;
      before = done.value;
    }
    // A hidden page needs no report.
    if (!dirty || reporting || globalThis.document?.hidden) return;
    dirty = false;
    reporting = true;
    await report().catch(() => {});
    reporting = false;
  }, every);
  try {
    const onProgress = (/** @type {number} */ games, /** @type {boolean} */ canSave) => {
      done.value += games;
      dirty = true;
      onCanSave?.(canSave);
    };
    const all = await pool.play(size, onProgress, enough);
    await report();
    return all;
  } finally {
    clearInterval(timer);
  }
}
