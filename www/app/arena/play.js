/**
 * Playing a tournament: workers take stretches of games, play them in slices and hand finished games to the table.
 * Whatever stops them, the games that the table lacks are played later; each is the same whenever it is played.
 */
import { startArenaWorker } from '../../worker/arenaClient.js';
import { errorText } from '../session.js';
import * as store from '../store.js';
import { seatOwn } from './own.js';
import * as arena from './state.js';
import { keepMeta, refresh, tableAtHand } from './tournament.js';

/** @typedef {import('../../worker/arenaClient.js').ArenaWorker} ArenaWorker */

/** How long a player plays before it hands over what it has, in milliseconds. */
const SLICE = 150;
/** How often the page asks what the games so far say. */
const REPORT_EVERY = 400;
/** How long a pause waits for the games that are being played. */
const PATIENCE = 1_000;
/** A stretch is about so many seconds of one player's games. */
const STRETCH = 1;

/** The run that counts: another number ends the one before. */
let run = 0;
/** The players at work. @type {Set<ArenaWorker>} */
const players = new Set();
/** Games that nobody plays yet: from, up to but without. @type {[number, number][]} */
let gaps = [];
/** What has not reached the table yet. @type {Set<Promise<unknown>>} */
const onTheWay = new Set();
let dirty = false;

/** A stretch of games for a player. @returns {[number, number] | null} */
function take() {
  const first = gaps[0];
  if (!first) return null;
  const fair = Math.ceil((arena.rate.value * STRETCH) / arena.workers.value) || 8;
  const end = Math.min(first[1], first[0] + Math.max(1, Math.min(1_000, fair)));
  if (end === first[1]) gaps.shift();
  else gaps[0] = [end, first[1]];
  return [first[0], end];
}

/** @param {string} lines */
function hand(lines) {
  const sent = tableAtHand()
    .far.add(lines)
    .then(({ keeps }) => {
      arena.keeps.value = keeps;
      dirty = true;
    });
  onTheWay.add(sent);
  sent.finally(() => onTheWay.delete(sent)).catch(() => {});
  return sent;
}

/** One player, until there is nothing to play. @param {number} mine @param {string} setup */
async function player(mine, setup) {
  /** @type {[number, number] | null} */
  let stretch = null;
  const self = await seatOwn(await startArenaWorker(setup), setup);
  if (mine !== run) {
    self.end();
    return;
  }
  players.add(self);
  try {
    for (stretch = take(); stretch; stretch = take()) {
      while (stretch[0] < stretch[1]) {
        const lines = await Promise.race([self.far.play(stretch[0], stretch[1], SLICE), self.dead]);
        if (mine !== run && arena.status.value !== 'pausing') return;
        const games = lines.split('\n').length - 1;
        stretch[0] += games;
        arena.done.value += games;
        hand(lines).catch((error) => fail(mine, error));
        if (mine !== run || arena.status.value !== 'running') return;
      }
    }
  } finally {
    players.delete(self);
    self.end();
  }
}

/** Something has gone wrong: the games so far stay. @param {number} mine @param {unknown} error */
async function fail(mine, error) {
  if (mine !== run) return;
  store.tell(errorText(error), { error: true });
  await pause();
}

/** Measures how fast it goes. @param {number} mine */
function measure(mine) {
  let at = performance.now();
  let done = arena.done.value;
  let asking = false;
  const timer = setInterval(async () => {
    if (mine !== run) {
      clearInterval(timer);
      return;
    }
    const now = performance.now();
    const lately = (1000 * (arena.done.value - done)) / (now - at);
    // Games come in handfuls: what was measured before counts as well.
    if (lately > 0) {
      arena.rate.value = arena.rate.value ? 0.8 * arena.rate.value + 0.2 * lately : lately;
      at = now;
      done = arena.done.value;
    }
    // A hidden page is not looked at.
    if (!dirty || asking || document.hidden || store.room.value !== 'arena') return;
    dirty = false;
    asking = true;
    await refresh().catch(() => {});
    asking = false;
    // A test may be decided before the last game.
    if (arena.report.value?.finished) gaps = [];
  }, REPORT_EVERY);
}

/** Begins to play, or goes on. */
export async function start() {
  const at = arena.plan.value;
  if (!at || arena.busy.value || arena.status.value === 'opening') return;
  const mine = ++run;
  arena.status.value = 'running';
  arena.rate.value = 0;
  try {
    measure(mine);
    const setup = JSON.stringify(at.setup);
    store.say('The tournament runs.');
    // A tournament in rounds has games to play after those of the first.
    for (;;) {
      const missing = await tableAtHand().far.missing();
      gaps = [];
      for (let i = 0; i < missing.length; i += 2) gaps.push([missing[i], missing[i + 1]]);
      if (gaps.length === 0) break;
      await Promise.all(
        Array.from({ length: arena.workers.value }, () =>
          player(mine, setup).catch((error) => fail(mine, error)),
        ),
      );
      if (mine !== run) return;
      await Promise.all(onTheWay);
    }
    await settle('done');
    store.say(
      `The tournament is over. ${(arena.report.value?.headline ?? '').replaceAll('`', '')}`,
    );
  } catch (error) {
    await fail(mine, error);
  }
}

/** Writes all down, and reads what it says. @param {'paused' | 'done'} status */
async function settle(status) {
  run++;
  await Promise.allSettled([...onTheWay]);
  await tableAtHand().far.settle();
  await refresh();
  arena.status.value = status;
  await keepMeta();
}

/** Stops for now. Games that are being played get a moment to end; else they are played again later. */
export async function pause() {
  if (arena.status.value !== 'running') return;
  arena.status.value = 'pausing';
  run++;
  const patience = performance.now() + PATIENCE;
  while (players.size > 0 && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const one of players) one.end();
  await settle('paused');
  arena.done.value = arena.report.value?.games ?? arena.done.value;
  store.say('The tournament pauses. The games so far are kept.');
}

// The page may be gone at any moment after this.
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || arena.status.value !== 'running') return;
    try {
      tableAtHand()
        .far.settle()
        .catch(() => {});
      keepMeta();
    } catch {
      // No table, nothing to write.
    }
  });
}
