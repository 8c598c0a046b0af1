/**
 * Where the last edit matters: the heuristic plays against its previous version, both with a one-move search. Positions
 * in which their moves differ are listed, with the judge's view of both moves. Rust plays, compares and judges.
 */
import { effect, signal } from '@preact/signals';
import { isForced } from '../../ui/forced.js';
import { makeRun } from '../arena/run.js';
import { goTo } from '../game.js';
import { open } from '../openGame.js';
import * as store from '../store.js';
import { botOf, draft, sound } from './state.js';

/** @typedef {import('../../worker/arena.js').Judgement} Judgement */
/** @typedef {import('./state.js').Draft} Draft */
/**
 * @typedef {object} Case     A position in which the edit changes the move.
 * @property {string} record  of its game
 * @property {number} ply
 * @property {string} before  the move before the edit
 * @property {string} after   the move after the edit
 * @property {string} [judge] the bot that judged both moves
 * @property {Judgement[] | null} judgements   of both moves; null while the judge is thinking
 */

/** Delay after an edit, so that typing is not interrupted, in milliseconds. */
const SETTLED = 1_000;
const GAMES = 40;
/** Maximum number of listed positions. */
const CASES = 5;

/** The heuristic before the last edit; null if there was none. @type {import('@preact/signals').Signal<Draft | null>} */
export const earlier = signal(null);
/** The search result; null before the first search. @type {import('@preact/signals').Signal<{ busy: boolean, cases: Case[] } | null>} */
export const matters = signal(null);

/** A draft as a bot with a one-move search. @param {Draft} of */
const quick = (of) =>
  botOf({ ...of, options: { ...of.options, search: 'one-ply' }, budget: undefined });
/** The parts of a draft that affect its moves. @param {Draft | null} of */
const textOf = (of) => (of ? JSON.stringify([of.game, quick(of)]) : '');

const run = makeRun();

/** Clears the result. */
function forget() {
  run.stop();
  matters.value = null;
}

/** Watches edits while the screen is open. @returns {() => void} stops it */
export function watchEdits() {
  /** @type {Draft | null} */
  let settled = draft.peek();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = effect(() => {
    const now = draft.value;
    clearTimeout(timer);
    if (!now || !sound.value) return;
    if (settled?.game !== now.game) {
      settled = now;
      forget();
      earlier.value = null;
      return;
    }
    timer = setTimeout(() => {
      if (textOf(now) === textOf(settled)) return;
      forget();
      earlier.value = settled;
      settled = now;
    }, SETTLED);
  });
  return () => {
    stop();
    clearTimeout(timer);
    forget();
    earlier.value = null;
  };
}

/** Searches for the positions. */
export async function findWhereItMatters() {
  const [now, before, game] = [draft.value, earlier.value, store.state.value];
  const judging = store.info.value?.judging;
  if (!now || !before || !game || !judging) return;
  matters.value = { busy: true, cases: [] };
  await run.start(async (pool, goesOn) => {
    const bots = [quick(before), quick(now)];
    await pool.open({ game: now.game, options: game.options, bots, games: GAMES, seed: 1 }, '');
    await pool.play(1, () => {});
    const cases = await casesOf(pool);
    for (const one of cases) {
      if (!goesOn()) return;
      matters.value = { busy: true, cases };
      await judge(pool, one, judging);
    }
    if (goesOn()) matters.value = { busy: false, cases: [...cases] };
  }, forget);
}

/** The clearest positions in which the two play different moves, at most one per game. @param {import('../arena/pool.js').WorkerPool} pool @returns {Promise<Case[]>} */
async function casesOf(pool) {
  const { groups } = await pool.divergences(0, 1, GAMES);
  // The clearest of each group, then the second of each, and so on.
  const ranked = groups.flatMap(({ clearest }) => clearest.map((one, rank) => ({ one, rank })));
  const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, CASES);
  const cases = chosen.map(async ({ one: { game, ply, first, second } }) => ({
    record: await pool.far.record(game),
    ply,
    before: first,
    after: second,
    judgements: null,
  }));
  return Promise.all(cases);
}

/** Judges both moves of a position: by the solver if it has proven both, else by the reviews' judge. @param {import('../arena/pool.js').WorkerPool} pool @param {Case} of @param {import('../types.js').GameInfo['judging']} by */
async function judge(pool, of, { bot, oracle, oracle_budget: budget }) {
  const { record, ply, before, after } = of;
  /** @param {import('../types.js').BotConfig} by */
  const ask = (by) => pool.far.judged(record, ply, by, [before, after]);
  const solver = oracle && { bot: oracle, options: {}, ...(budget && { budget }) };
  const solved = solver ? await ask(solver) : [];
  const known = solved.length > 0 && solved.every((one) => one && isForced(one.known));
  of.judge = known && oracle ? oracle : bot;
  of.judgements = known ? solved : await ask({ bot, options: {} });
}

/** Shows a position in the Lab; the user's own game stays saved. @param {Case} of */
export async function showCase({ record, ply }) {
  const { result: _, ...game } = JSON.parse(record);
  const seats = game.seats.map(() => ({ human: true }));
  const how = { stays: true, practice: true };
  if (await open(JSON.stringify({ ...game, seats }), how)) goTo(ply);
}
