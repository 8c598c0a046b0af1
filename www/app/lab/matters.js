/**
 * Where the last edit matters: the heuristic plays itself as it was before, both looking one move ahead, until the two
 * part; the positions in which they do are listed, with what the game's judge says of both moves. Rust plays, compares
 * and judges.
 */
import { effect, signal } from '@preact/signals';
import { makeRun } from '../arena/run.js';
import { goTo } from '../game.js';
import { open } from '../open.js';
import * as store from '../store.js';
import { botOf, draft, sound } from './state.js';

/** @typedef {import('../../worker/arena.js').Judgement} Judgement */
/** @typedef {import('./state.js').Draft} Draft */
/**
 * @typedef {object} Case     A position in which the edit changes the move.
 * @property {string} record  of the game that it is from
 * @property {number} ply
 * @property {string} before  the move that the heuristic made before the edit
 * @property {string} after   the move that it makes now
 * @property {string} [judge] the bot that has judged both moves
 * @property {Judgement[] | null} judgements   what the judge says of both moves; null as long as it thinks
 */

/** Who types pauses for so long after an edit, in milliseconds. */
const SETTLED = 1_000;
const GAMES = 40;
/** How many positions are listed. */
const CASES = 5;

/** The heuristic before the last edit; null if there was none. @type {import('@preact/signals').Signal<Draft | null>} */
export const earlier = signal(null);
/** What was found: nothing was looked for, it is on its way, or the positions. @type {import('@preact/signals').Signal<{ busy: boolean, cases: Case[] } | null>} */
export const matters = signal(null);

/** The bot by which a draft is compared. @param {Draft} of */
const quick = (of) =>
  botOf({ ...of, options: { ...of.options, search: 'one-ply' }, budget: undefined });
/** What makes a difference. @param {Draft | null} of */
const textOf = (of) => (of ? JSON.stringify([of.game, quick(of)]) : '');

const run = makeRun();

/** Forgets what was found. */
function forget() {
  run.stop();
  matters.value = null;
}

/** Follows the edits as long as the screen is open. @returns {() => void} leaves it */
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

/** Looks for the positions. */
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

/** The clearest positions in which the second plays another move than the first, one a game. @param {import('../arena/pool.js').WorkerPool} pool @returns {Promise<Case[]>} */
async function casesOf(pool) {
  const { groups } = await pool.partings(0, 1, GAMES);
  // The clearest of each group, then the second of each, and so on.
  const ranked = groups.flatMap(({ clearest }) => clearest.map((one, rank) => ({ one, rank })));
  const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, CASES);
  const cases = chosen.map(async ({ one: { game, ply, first, second } }) => ({
    record: await pool.far.record(game),
    ...{ ply, before: first, after: second, judgements: null },
  }));
  return Promise.all(cases);
}

/** Has both moves of a position judged: by the game's solver if it knows both, else by the judge of reviews. @param {import('../arena/pool.js').WorkerPool} pool @param {Case} of @param {import('../types.js').GameInfo['judging']} by */
async function judge(pool, of, { bot, oracle, oracle_budget: budget }) {
  const { record, ply, before, after } = of;
  /** @param {import('../types.js').BotConfig} by */
  const ask = (by) => pool.far.judged(record, ply, by, [before, after]);
  const solver = oracle && { bot: oracle, options: {}, ...(budget && { budget }) };
  const solved = solver ? await ask(solver) : [];
  const known = solved.length > 0 && solved.every((judgement) => judgement?.proven);
  of.judge = known && oracle ? oracle : bot;
  of.judgements = known ? solved : await ask({ bot, options: {} });
}

/** Puts a position on the board, in the Lab: the game that stood there can be taken back. @param {Case} of */
export async function showCase({ record, ply }) {
  const { result: _, ...game } = JSON.parse(record);
  const seats = game.seats.map(() => ({ human: true }));
  if (await open(JSON.stringify({ ...game, seats }), false, true)) goTo(ply);
}
