/** Games that are being played, of a tournament or a study: how far they are, how fast it goes, and what they say so far. */
import { computed, signal } from '@preact/signals';

/** How often it is asked what the games so far say, in milliseconds. */
const REPORT_EVERY = 400;

/** @typedef {'opening' | 'ready' | 'running' | 'pausing' | 'paused' | 'done'} Status */
/** @typedef {ReturnType<typeof makeProgress>} Progress */

/** @param {Status} first */
export function makeProgress(first) {
  const status = signal(first);
  /** Games played, and games in all. */
  const [done, planned] = [signal(0), signal(0)];
  /** Games a second, lately; 0 if that is not known. */
  const rate = signal(0);
  return {
    status,
    done,
    planned,
    rate,
    /** Whether games are being played. */
    busy: computed(() => status.value === 'running' || status.value === 'pausing'),
    /** Seconds until the end, if that can be told. */
    left: computed(() =>
      rate.value > 0 && status.value === 'running'
        ? (planned.value - done.value) / rate.value
        : null,
    ),
  };
}

/** The most games at the same time that make sense on this machine. */
export const spare = () => Math.max(1, (globalThis.navigator?.hardwareConcurrency || 2) - 1);

/**
 * Plays the games of a pool to their end, or until it is stopped.
 * @param {Progress} of
 * @param {import('./pool.js').WorkerPool} pool
 * @param {() => Promise<unknown>} report   asks what the games so far say, now and then and at the end
 * @param {{ size?: number, onCanSave?: (canSave: boolean) => void, enough?: () => boolean }} [how]   as `WorkerPool.play` takes it
 * @returns {Promise<boolean>} whether all are played
 */
export async function playAll(
  { done, rate },
  pool,
  report,
  { size = spare(), onCanSave, enough } = {},
) {
  let dirty = true;
  let reporting = false;
  let at = performance.now();
  let before = done.value;
  const timer = setInterval(async () => {
    const now = performance.now();
    const lately = (1000 * (done.value - before)) / (now - at);
    // Games come in handfuls: what was measured before counts as well.
    if (lately > 0) {
      rate.value = rate.value ? 0.8 * rate.value + 0.2 * lately : lately;
      at = now;
      before = done.value;
    }
    // A hidden page is not looked at.
    if (!dirty || reporting || globalThis.document?.hidden) return;
    dirty = false;
    reporting = true;
    await report().catch(() => {});
    reporting = false;
  }, REPORT_EVERY);
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
