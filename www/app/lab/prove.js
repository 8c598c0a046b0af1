/**
 * Sweeps, tuning and ablations of a bot: setup, progress and results. Rust plans and evaluates the games; this module
 * plays, pauses, saves and resumes them.
 */
import { batch, computed, signal } from '@preact/signals';
import * as strings from '../../strings/prove.js';
import { engine, saved } from '../../worker/arenaClient.js';
import { createPool } from '../arena/pool.js';
import { makeProgress, playAll } from '../arena/progress.js';
import { errorText } from '../session.js';
import { recall, saveValue } from '../storage.js';
import * as store from '../store.js';

/** @typedef {import('../../pkg/totora.js').ArenaBot} ArenaBot */
/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {import('../../pkg/totora.js').Parameter} Parameter */
/** @typedef {import('../../pkg/totora.js').ProveSweep} ProveSweep */
/** @typedef {import('../../pkg/totora.js').ProveAblation} ProveAblation */
/** @typedef {import('../../pkg/totora.js').ProveTuning} ProveTuning */
/** @typedef {'sweep' | 'tune' | 'ablate'} Kind */
/**
 * @typedef {object} Subject   What is studied.
 * @property {string} game
 * @property {import('../../pkg/totora.js').OptionValues} [options]   the game's
 * @property {ArenaBot} bot
 */
/**
 * @typedef {object} Settings   Of a study; each kind uses its own.
 * @property {ArenaBot[]} field
 * @property {number} games
 * @property {number} seed
 * @property {string} [number]
 * @property {number} [from]
 * @property {number} [to]
 * @property {number} [steps]
 * @property {{ generations: number, spread: number, verify: number, parameters: string[], verify_seed?: number }} [plan]
 */
/**
 * @typedef {object} Found   Results so far.
 * @property {ProveSweep | ProveAblation | null} plan      of a sweep or an ablation
 * @property {ArenaReport | null} report                   of its games
 * @property {ProveTuning | null} tuning
 * @property {[number, number][][]} generations             per candidate: half points, and games
 * @property {ArenaReport[]} verified                       against the field, and against the original
 * @property {number} looks                                 number of verifications of such a bot in this browser
 */

/** @type {Kind[]} */
const KINDS = ['sweep', 'tune', 'ablate'];

/** @returns {Found} */
const nothing = () => ({
  plan: null,
  report: null,
  tuning: null,
  generations: [],
  verified: [],
  looks: 0,
});

/** @param {Kind} kind */
function job(kind) {
  return {
    kind,
    /** The current or last study; null before the first. Browsers have stored its settings as `wish`. @type {import('@preact/signals').Signal<{ subject: Subject, wish: Settings } | null>} */
    request: signal(null),
    /** @type {import('@preact/signals').Signal<Found>} */
    found: signal(nothing()),
    ...makeProgress('ready'),
    problem: signal(''),
    /** Storage id of its games. */
    id: '',
  };
}
/** @typedef {ReturnType<typeof job>} Job */

export const jobs = { sweep: job('sweep'), tune: job('tune'), ablate: job('ablate') };
/** The shown kind. @type {import('@preact/signals').Signal<Kind>} */
export const kind = signal(KINDS.find((one) => one === recall('prove:kind')) ?? 'sweep');
/** Shows another kind. @param {Kind} next */
export function look(next) {
  kind.value = next;
  saveValue('prove:kind', next);
}
/** The subject of the next study. @type {import('@preact/signals').Signal<Subject | null>} */
export const subject = signal(null);
/** Its settings, by kind. @type {import('@preact/signals').Signal<Record<Kind, Settings> | null>} */
export const settings = signal(null);
/** The subject's parameters. @type {import('@preact/signals').Signal<Parameter[]>} */
export const numbers = signal([]);
/** Whether any study is running. */
export const busy = computed(() => Object.values(jobs).some((at) => at.busy.value));

/** The catalogue entry of the subject's game. */
export const entry = computed(() => store.entryOf(subject.value?.game) ?? null);

/** @type {import('../arena/pool.js').WorkerPool | null} */
let pool = null;
// --- setup ------------------------------------------------------------------------------------

/**
 * Default opponents: the game's bots without a budget that are not random, except the bot itself with the same
 * parameters; if these are too few, the usual opponents.
 * @param {Subject} of
 * @returns {ArenaBot[]}
 */
export function usualField({ game, bot }) {
  const found = store.entryOf(game);
  if (!found) return [];
  const quick = found.bots.filter(
    (one) => !one.budget && one.terms.length > 0 && !['custom', 'lab', 'tuned'].includes(one.id),
  );
  const need = Math.max(1, (found.seats ?? 2) - 1);
  const own = Object.keys(bot.options).length > 0;
  const ids = quick.filter((one) => own || one.id !== bot.bot || quick.length <= need);
  const more = [...ids.map((one) => one.id), ...found.opponents, ...found.bots.map((b) => b.id)];
  return [...new Set(more)]
    .slice(0, Math.max(need, Math.min(5, ids.length)))
    .map((id) => ({ bot: id, options: {} }));
}

/** Default settings of a subject. @param {Subject} of @param {Parameter[]} found @returns {Record<Kind, Settings>} */
function usual(of, found) {
  const field = usualField(of);
  const first = found[0];
  const ends = first ? range(first) : { from: 0, to: 1 };
  return {
    sweep: { field, games: 40, seed: 1, number: first?.key ?? '', ...ends, steps: 11 },
    tune: {
      field,
      games: 20,
      seed: 1,
      plan: { generations: 30, spread: 0.5, verify: 400, parameters: [] },
    },
    ablate: { field: [], games: 200, seed: 1 },
  };
}

/**
 * The previous settings, adapted to the same bot with other parameters: a heuristic being edited.
 * @param {Subject} next @param {Parameter[]} found
 */
function carriedOver(next, found) {
  const [before, how] = [subject.value, settings.value];
  if (!how || before?.game !== next.game || before.bot.bot !== next.bot.bot) return null;
  const there = (/** @type {string | undefined} */ key) => found.some((one) => one.key === key);
  const plan = how.tune.plan && {
    ...how.tune.plan,
    parameters: how.tune.plan.parameters.filter((key) => there(key)),
  };
  return {
    ...how,
    sweep: there(how.sweep.number) ? how.sweep : usual(next, found).sweep,
    tune: { ...how.tune, plan },
  };
}

/** A range around a parameter's value, for a sweep. @param {Parameter} of */
export function range({ value, min, max }) {
  const size = Math.abs(value) || Math.min(1, (max - min) / 10);
  const round = (/** @type {number} */ n) =>
    Math.round(Math.min(max, Math.max(min, n)) * 1000) / 1000;
  return { from: round(value - size), to: round(value + size) };
}

/**
 * Sets another subject with default settings. A running study continues.
 * @param {Subject} next
 */
export async function study(next) {
  const { prove } = await engine();
  const request = { do: 'numbers', game: next.game, bot: next.bot };
  try {
    /** @type {Parameter[]} */
    const found = prove(request);
    const now = carriedOver(next, found) ?? usual(next, found);
    // Restore the settings of its earlier studies.
    for (const { kind, request } of Object.values(jobs)) {
      if (request.value && JSON.stringify(request.value.subject) === JSON.stringify(next))
        now[kind] = request.value.wish;
    }
    batch(() => {
      numbers.value = found;
      subject.value = next;
      settings.value = now;
    });
  } catch (error) {
    store.notify(errorText(error), { error: true });
  }
}

/** Changes settings. @param {Kind} of @param {Partial<Settings>} change */
export function adjust(of, change) {
  if (!settings.value) return;
  settings.value = { ...settings.value, [of]: { ...settings.value[of], ...change } };
}

// --- playing ----------------------------------------------------------------------------------

/** @param {Job} of @param {object} more */
function question(of, more = {}) {
  const request = of.request.value;
  if (!request) throw new Error(strings.nothingIsSetUp);
  const { subject, wish } = request;
  return { do: of.kind, ...subject, ...wish, ...more };
}

/** Saves what is needed to resume after a reload. @param {Job} of */
function remember(of) {
  const { generations, verified, looks } = of.found.value;
  saveValue(`prove:${of.kind}`, {
    asked: of.request.value,
    id: of.id,
    generations,
    verified,
    looks,
  });
}

/** Starts a study, replacing the last one of that kind. @param {Kind} which */
export async function begin(which) {
  const at = jobs[which];
  const [of, how] = [subject.value, settings.value?.[which]];
  if (busy.value || !of || !how) return;
  const request = structuredClone({ subject: of, wish: how });
  // A new seed each time, so that nothing is fitted to the verification games.
  if (request.wish.plan) request.wish.plan.verify_seed = (await engine()).draw_seed();
  if (busy.value) return;
  if (at.id) saved.forget(at.id);
  batch(() => {
    at.request.value = request;
    at.found.value = nothing();
    at.done.value = 0;
    at.planned.value = 0;
    at.rate.value = 0;
    at.problem.value = '';
    at.id = `prove-${which}-${Date.now().toString(36)}`;
  });
  await resume(which);
}

/** Resumes a study. @param {Kind} which */
export async function resume(which) {
  const at = jobs[which];
  if (busy.value || !at.request.value) return;
  at.status.value = 'running';
  at.problem.value = '';
  try {
    pool = await createPool();
    const all = await (which === 'tune' ? tune(at, pool) : playOne(at, pool));
    at.status.value = all ? 'done' : 'paused';
    store.say(all ? strings.allGamesArePlayed : strings.pausedWhatWasFound);
  } catch (error) {
    at.status.value = 'paused';
    at.problem.value = errorText(error);
  } finally {
    pool?.end();
    pool = null;
    remember(at);
  }
}

/** Pauses a study. @param {Kind} which */
export async function pause(which) {
  const at = jobs[which];
  if (at.status.value !== 'running') return;
  at.status.value = 'pausing';
  await pool?.stop();
}

/** @param {Job} of @param {Partial<Found>} change */
const find = (of, change) => {
  of.found.value = { ...of.found.value, ...change };
};

/** Plays a sweep or an ablation. @param {Job} of @param {import('../arena/pool.js').WorkerPool} at */
async function playOne(of, at) {
  /** @type {ProveSweep | ProveAblation} */
  const plan = await at.plan(question(of));
  of.planned.value = plan.games;
  find(of, { plan });
  of.done.value = (await at.open(plan.arena, of.id)).done;
  remember(of);
  return playAll(of, at, async () => find(of, { report: await at.report() }));
}

/** @param {Job} of @param {import('../arena/pool.js').WorkerPool} at */
async function tune(of, at) {
  for (;;) {
    const { generations, verified } = of.found.value;
    /** @type {ProveTuning} */
    const tuning = await at.plan(question(of, { generations, verified: verified.length }));
    const [training, verifying] = tuning.all;
    of.planned.value = training + verifying;
    find(of, { tuning });
    if (!tuning.arena) return true;
    // An interrupted generation is replayed, which takes seconds. Verification is resumed.
    const name = tuning.stage === 'train' ? '' : `${of.id}-${tuning.stage}`;
    const before = played(of.found.value);
    of.done.value = before + (await at.open(tuning.arena, name)).done;
    const stage = tuning.stage;
    if (stage !== 'train' && of.found.value.looks === 0) countLook(of);
    /** @type {ArenaReport | null} */
    let last = null;
    const all = await playAll(of, at, async () => {
      last = await at.report();
      if (stage !== 'train') find(of, { verified: [...verified, last] });
    });
    const report = /** @type {ArenaReport | null} */ (last);
    if (!all || !report) {
      // An interrupted verification does not count.
      if (stage !== 'train') find(of, { verified });
      of.done.value = before;
      return false;
    }
    if (stage === 'train') {
      /** @type {[number, number][]} */
      const points = report.bots
        .slice(0, tuning.population)
        .map((bot) => [2 * bot.wins + bot.draws, bot.wins + bot.draws + bot.losses]);
      find(of, { generations: [...generations, points] });
    } else {
      find(of, { verified: [...verified, report] });
      saved.forget(name);
    }
    remember(of);
  }
}

/** Counts another verification of such a bot. @param {Job} of */
function countLook(of) {
  const { game, bot } = of.request.value?.subject ?? { game: '', bot: { bot: '' } };
  const name = `looks:${game}/${bot.bot}`;
  const looks = (recall(name) ?? 0) + 1;
  saveValue(name, looks);
  find(of, { looks });
}

/** Number of games that count. @param {Found} found */
const played = ({ generations, verified }) =>
  generations.flat().reduce((sum, [, games]) => sum + games, 0) +
  verified.reduce((sum, report) => sum + report.games, 0);

// --- after a reload ---------------------------------------------------------------------------

let opened = false;

/** Loads saved studies, paused. @returns {Job[]} */
function takeUp() {
  return Object.values(jobs).filter((at) => {
    const found = recall(`prove:${at.kind}`);
    if (!found || at.request.value) return false;
    batch(() => {
      at.request.value = found.asked;
      const { asked: _, id = '', ...old } = found;
      at.id = id;
      at.found.value = { ...nothing(), ...old };
      at.status.value = 'paused';
    });
    return true;
  });
}

/**
 * Opens the screen: loads saved studies, and sets the last subject unless one is set.
 * @param {Subject} first   the default
 */
export async function openProve(first) {
  const resumed = opened ? [] : takeUp();
  opened = true;
  if (!subject.value) await study(jobs[kind.value].request.value?.subject ?? first);
  for (const at of resumed) {
    await show(at).catch((error) => {
      // It is from a version with other bots or parameters.
      batch(() => {
        at.request.value = null;
        at.found.value = nothing();
        at.status.value = 'ready';
      });
      const what = strings.whatWasSaved(at.kind);
      store.notify(`${what}: ${errorText(error)}`, { error: true });
    });
  }
}

/** Shows a saved study without playing. @param {Job} of */
async function show(of) {
  const at = await createPool();
  try {
    // Another action came first.
    if (of.status.value !== 'paused') return;
    if (of.kind === 'tune') {
      const { generations, verified } = of.found.value;
      /** @type {ProveTuning} */
      const tuning = await at.plan(question(of, { generations, verified: verified.length }));
      find(of, { tuning });
      of.planned.value = tuning.all[0] + tuning.all[1];
      of.done.value = played(of.found.value);
      if (tuning.stage === 'done') of.status.value = 'done';
      return;
    }
    /** @type {ProveSweep | ProveAblation} */
    const plan = await at.plan(question(of));
    of.planned.value = plan.games;
    of.done.value = (await at.open(plan.arena, of.id)).done;
    find(of, { plan, report: of.done.value > 0 ? await at.report() : null });
    if (of.done.value >= plan.games) of.status.value = 'done';
  } finally {
    at.end();
  }
}
