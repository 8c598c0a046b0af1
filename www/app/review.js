/**
 * Game review: bots in the worker evaluate every position in the background, and the first of them judges each
 * move. Results stay valid while the moves before them are unchanged, and the worker caches them. Rust makes all
 * judgements and texts.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import * as strings from '../strings/play.js';
import { digest } from '../ui/digest.js';
import * as worker from '../worker/client.js';
import { setDisplay, setTrial, showHint, stopAsking } from './display.js';
import { goTo } from './game.js';
import { due, grade, learn, startLearning } from './learning.js';
import { open } from './openGame.js';
import { ask } from './session.js';
import * as store from './store.js';
import { endReplay } from './transport.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('../pkg/totora.js').Assessment} Assessment */
/** @typedef {import('../pkg/totora.js').Judged} Judged */
/** @typedef {import('../pkg/totora.js').Summary} Summary */
/** @typedef {{ setup: string, moves: string[], judges: BotConfig[], found: Assessment[], summaries: Summary[], done: number, positions: number, running: boolean, broken?: boolean }} Look */
/** @typedef {{ ply: number, seat: number, judged: Judged & { mark: NonNullable<Judged['mark']> } }} Marked   A move with a mark, by the ply that it made. */

/** The marks, from the worst to the best. */
export const MARKS = /** @type {const} */ (['??', '?', '?!', '!']);
/** Difference of win chances from which two bots disagree. */
const DIFFERS = 0.15;
/** How many of the largest disagreements are marked. */
const MOST_DIFFERENCES = 3;
/** Delay before a new move is reviewed, in milliseconds. */
const PAUSE = 300;

/** @type {import('@preact/signals').Signal<Look | null>} */
const look = signal(null);
/** Whether the review continues with new moves. */
const following = signal(false);
/** The chosen bots of a game: the judge and the second opinion. @type {import('@preact/signals').Signal<{ game: string, judge: BotConfig | null, second: BotConfig | null }>} */
const chosen = signal({ game: '', judge: null, second: null });

/** What an assessment depends on, besides the moves. */
const setupKey = computed(() => {
  const now = store.state.value;
  return now ? JSON.stringify([now.game, now.options, now.seed]) : '';
});
const moves = computed(() => store.rows.value.map((row) => row.move));
const choice = computed(() =>
  chosen.value.game === store.state.value?.game ? chosen.value : { judge: null, second: null },
);

/** The judge: chosen, or the game's default. @type {import('@preact/signals').ReadonlySignal<BotConfig | null>} */
export const judge = computed(() => {
  const info = store.info.value;
  return (
    choice.value.judge ?? (info ? { bot: info.judging.bot || info.advisor, options: {} } : null)
  );
});
/** The bot for a second opinion, if any. */
export const second = computed(() => choice.value.second);

/** @param {{ judge?: BotConfig, second?: BotConfig | null }} change */
export function choose(change) {
  const game = store.state.peek()?.game ?? '';
  chosen.value = { game, judge: choice.peek().judge, second: choice.peek().second, ...change };
  if (look.peek()) lookBack();
}

/** The review, if it is of the current game. */
export const lookedBack = computed(() => {
  const known = look.value;
  if (!known || known.setup !== setupKey.value) return null;
  const now = moves.value;
  let same = 0;
  while (same < known.moves.length && known.moves[same] === now[same]) same++;
  const { judges, running, done, positions, summaries } = known;
  const whole = same === now.length && same === known.moves.length;
  return {
    /** Whether it covers all moves of the game. */
    whole,
    /** A paragraph for each player, at the end. */
    summaries: whole ? summaries : [],
    running,
    broken: !!known.broken,
    done,
    positions,
    judges,
    /** What is still valid: if the next move has changed, only the evaluation. */
    found: known.found.flatMap((one) =>
      one.ply < same ? [one] : one.ply === same ? [{ ...one, judged: null }] : [],
    ),
  };
});

/** Moves with marks, in the order of the plies. @type {import('@preact/signals').ReadonlySignal<Marked[]>} */
export const marked = computed(() =>
  (lookedBack.value?.found ?? []).flatMap(({ ply, seat, judged }) =>
    judged?.mark ? [{ ply: ply + 1, seat, judged: { ...judged, mark: judged.mark } }] : [],
  ),
);
/** The mistakes among them. */
export const mistakes = computed(() => marked.value.filter((one) => one.judged.mark !== '!'));
/** The worst mark of each ply. */
export const markOf = computed(() => {
  /** @type {Map<number, Marked>} */
  const worst = new Map();
  const rank = (/** @type {Marked} */ one) => MARKS.indexOf(one.judged.mark);
  for (const one of marked.value) {
    const other = worst.get(one.ply);
    if (!other || rank(one) < rank(other)) worst.set(one.ply, one);
  }
  return worst;
});
/** Number of each mark per seat, in the order of `MARKS`. */
export const counts = computed(() =>
  (store.state.value?.seats ?? []).map((_, seat) =>
    MARKS.map(
      (mark) => marked.value.filter((one) => one.seat === seat && one.judged.mark === mark).length,
    ),
  ),
);

/** Accuracy of each seat: the mean over its moves, from 0 to 100; null if none was judged. */
export const accuracies = computed(() =>
  (store.state.value?.seats ?? []).map((_, seat) => {
    const known = (lookedBack.value?.found ?? []).flatMap(({ seat: whose, judged }) =>
      whose === seat && typeof judged?.accuracy === 'number' ? [judged.accuracy] : [],
    );
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
  }),
);

/** Whether the moves of some seat were examined, but the judge could not say what any of them cost. */
export const undecided = computed(() =>
  accuracies.value.some(
    (accuracy, seat) =>
      accuracy === null &&
      (lookedBack.value?.found ?? []).some((one) => one.seat === seat && one.judged),
  ),
);

/** Assessments of the shown position and of the move that led to it. */
export const here = computed(() => {
  const ply = store.state.value?.ply ?? 0;
  const found = lookedBack.value?.found ?? [];
  return {
    position: found.filter((one) => one.ply === ply),
    moves: found.flatMap((one) =>
      one.ply === ply - 1 && one.judged
        ? [
            {
              seat: one.seat,
              judged: one.judged,
              best: one.best,
              line: one.line,
              refutation: one.refutation,
              why: one.why,
            },
          ]
        : [],
    ),
  };
});

/** @typedef {{ judge: number, seat: number | null, config: BotConfig, at: Assessment[] }} Line   A bot's evaluations by ply; with more than two players, of one seat. */

/** Lines of the graph: each bot's view for the first of two sides, or for every seat if more play. */
export const evaluations = computed(() => {
  const known = lookedBack.value;
  if (!known) return [];
  const seats = store.state.value?.seats.length ?? 2;
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const one of known.found) {
    if (one.win === null || (seats > 2 && one.judge > 0)) continue;
    const seat = seats > 2 ? one.seat : null;
    const key = `${one.judge} ${seat}`;
    const line = lines.get(key) ?? {
      judge: one.judge,
      seat,
      config: known.judges[one.judge],
      at: [],
    };
    line.at[one.ply] = one;
    lines.set(key, line);
  }
  return [...lines.values()].sort((a, b) => a.judge - b.judge || (a.seat ?? 0) - (b.seat ?? 0));
});

/** The plies where two bots differ most, largest difference first. */
export const differences = computed(() => {
  const [one, other] = evaluations.value;
  if (!other || one.seat !== null) return [];
  /** @type {{ ply: number, by: number }[]} */
  const found = [];
  for (let ply = 0; ply < Math.min(one.at.length, other.at.length); ply++) {
    const [a, b] = [one.at[ply]?.win, other.at[ply]?.win];
    if (typeof a !== 'number' || typeof b !== 'number') continue;
    if (Math.abs(a - b) >= DIFFERS) found.push({ ply, by: Math.abs(a - b) });
  }
  return found.sort((a, b) => b.by - a.by).slice(0, MOST_DIFFERENCES);
});

/** Reviews the current game, and continues with new moves. */
export function lookBack() {
  const first = judge.peek();
  if (!first) return;
  const other = second.peek();
  const judges = other ? [first, other] : [first];
  const request = { setup: setupKey.peek(), moves: moves.peek(), judges };
  /** @type {Assessment[]} */
  let found = [];
  batch(() => {
    following.value = true;
    // Show the lines of the first review at once.
    if (!look.peek()) setDisplay({ chart: strings.evaluationTitle });
    look.value = { ...request, found, summaries: [], done: 0, positions: 0, running: true };
  });
  worker.review(store.state.peek()?.plies ?? 0, { bots: judges }, ({ review, done, error }) => {
    if (error) {
      batch(() => {
        following.value = false;
        look.value = null;
        store.notify(error, { error: true });
      });
      return;
    }
    if (!review) return;
    found = [...found, ...review.found];
    const { done: so, positions, summaries } = review;
    look.value = { ...request, found, summaries, done: so, positions, running: !done };
  });
}

/** Stops the review but keeps its results. */
export function stopLooking() {
  following.value = false;
  worker.stop('review');
  const known = look.peek();
  if (known) look.value = { ...known, running: false };
}

/** Gives up the review when the worker has died; only the user restarts it. */
export function giveUp() {
  following.value = false;
  const known = look.peek();
  if (known?.running) look.value = { ...known, running: false, broken: true };
  if (store.trying.peek()) stopAsking();
}

/** Restarts an unfinished review in a new worker. */
export function startAgain() {
  if (look.peek()?.running) lookBack();
}

/** Whether there are new moves to review. */
const behind = computed(() => {
  const known = look.value;
  if (!following.value || !known || known.setup !== setupKey.value) return false;
  // A walked line is no part of the game.
  if ((store.state.value?.walk_from ?? null) !== null) return false;
  return !known.running && !lookedBack.value?.whole;
});

/** Goes to the next or previous mistake. @param {1 | -1} step */
export function goToMistake(step) {
  const ply = store.state.peek()?.ply ?? 0;
  const all = mistakes.peek().map((one) => one.ply);
  const to = step > 0 ? all.find((other) => other > ply) : all.findLast((other) => other < ply);
  if (to !== undefined) goTo(to);
}

/** The plies after which the user has tried to find a better move: their answer is no longer hidden. */
export const attempted = signal(/** @type {ReadonlySet<string>} */ (new Set()));
/** @param {number} ply */
const attemptKey = (ply) => `${setupKey.value} ${moves.value.slice(0, ply).join(' ')}`;
/** Whether the user has tried at this ply. @param {number} ply */
export const hasTried = (ply) => attempted.value.has(attemptKey(ply));

/** Lets the user find a better move. @param {number} ply   the ply after the mistake */
export function tryAgain(ply) {
  const before = lookedBack.peek()?.found.find((one) => one.ply === ply - 1 && one.judge === 0);
  if (before) beginTrial(ply, before.seat, before.best);
}

/** Opens the position that is due longest, to find a better move there. */
export async function learnNext() {
  const card = due.peek()[0];
  if (!card || !(await open(card.link, { practice: true }))) return;
  goTo(card.ply - 1);
  beginTrial(card.ply, card.seat, card.best, card.id);
}

/**
 * Starts a trial: tries for a better move are judged without changing the game.
 * @param {number} ply   the ply after the mistake
 * @param {number} seat
 * @param {string | null} best
 * @param {string} [card]   id of the position to learn
 */
function beginTrial(ply, seat, best, card) {
  const bot = judge.peek();
  goTo(ply - 1);
  const now = store.state.peek();
  if (!bot || !now || now.ply !== ply - 1) return;
  const { hash } = now;
  const trial = { ply: now.ply, hash, seat, busy: false, tried: null, best, card };
  let first = true;
  /** @param {string} move */
  const answer = (move) => {
    if (store.trying.peek()?.hash !== hash) return;
    setTrial({ ...trial, busy: true, tried: null, answer });
    showHint(move);
    worker.judge({ ply: trial.ply, hash, move, bots: [bot] }, ({ review, done, error }) => {
      if (store.trying.peek()?.hash !== hash) return;
      if (error) {
        store.notify(error, { error: true });
        setTrial({ ...trial, answer });
        return;
      }
      const judged = review?.found[0]?.judged;
      if (!done || !judged) return;
      // Only the first try counts.
      if (card && first) grade(card, judged.good);
      first = false;
      setTrial({ ...trial, tried: judged, answer });
      attempted.value = new Set([...attempted.peek(), attemptKey(ply)]);
      store.say(judged.text);
    });
  };
  endReplay();
  setTrial({ ...trial, answer });
  store.say(strings.findABetterMove);
}

/** Ends the trial and returns to the played move. */
export function endTrial() {
  const trial = store.trying.peek();
  stopAsking();
  showHint(null);
  worker.stop('judge');
  if (trial) goTo(trial.ply + 1);
}

/** Saves the human mistakes of a reviewed game for later practice. */
function collect() {
  const now = store.state.peek();
  const known = lookedBack.peek();
  if (!now || !known?.whole || known.running || store.simultaneous.peek()) return;
  const people = now.seats.map(({ config }) => 'human' in config);
  const mine = mistakes.peek().filter(({ seat }) => people[seat]);
  // An opened link is another user's game.
  if (mine.length === 0 || store.opened.peek()) return;
  const link = ask((session) => session.link('off', store.turned.peek()));
  if (!link) return;
  const [setup, played] = [setupKey.peek(), moves.peek()];
  learn(
    mine.flatMap(({ ply, seat }) => {
      const best = known.found.find((one) => one.ply === ply - 1 && one.judge === 0)?.best;
      const id = digest([setup, ...played.slice(0, ply)].join(' '));
      return best ? [{ id, game: now.game, link, ply, seat, best }] : [];
    }),
  );
}

/** Starts the effects. Call once. */
export function startReviews() {
  startLearning();
  effect(() => {
    if (lookedBack.value?.whole && !lookedBack.value.running) untracked(collect);
  });
  effect(() => {
    if (!behind.value) return;
    const timer = setTimeout(lookBack, PAUSE);
    return () => clearTimeout(timer);
  });
  // Navigating away ends the trial.
  effect(() => {
    const hash = store.state.value?.hash;
    const trial = store.trying.peek();
    if (trial && trial.hash !== hash) stopAsking();
  });
}
