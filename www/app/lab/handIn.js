/**
 * The hand-in of a finished lesson: measures the heuristic in games that anyone can play again, and makes the link and the
 * code. Nothing is sent: the pupil passes the link on.
 */
import { computed, signal } from '@preact/signals';
import { makeRun } from '../arena/run.js';
import { caughtText } from '../session.js';
import { recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { gamesOf, handIn, measuring } from './engine.js';
import { finished } from './lessons.js';
import { measure } from './measuring.js';
import { workOf } from './work.js';

/** @typedef {import('../../pkg/totora.js').HandInResult} HandInResult */

/** Maximum number of characters of a name. */
export const MOST_NAME = 60;

/** The pupil's name, which may be empty. */
export const pupil = signal('');

/**
 * The measurement: of which finished lesson, how many games are played, and the result at its end; null before it and after a stop.
 * @type {import('@preact/signals').Signal<{ of: unknown, done: number, games: number, over: boolean, result: HandInResult | null } | null>}
 */
const last = signal(null);
export const measurement = computed(() => (last.value?.of === finished.value ? last.value : null));

const run = makeRun();

export function stop() {
  run.stop();
  if (!last.value?.over) last.value = null;
}

/** Plays the games of the result. */
export function begin() {
  const of = finished.value;
  pupil.value = recall('pupil') ?? '';
  if (!of || measurement.value) return;
  const setup = measuring(of.lesson.text, of.options);
  const games = setup ? gamesOf(setup) : 0;
  last.value = { of, done: 0, games, over: !setup, result: null };
  if (!setup) return;
  return run.start(
    async (pool, goesOn) => {
      let done = 0;
      const result = await measure(pool, setup, (more) => {
        done += more;
        if (goesOn()) last.value = { of, done, games, over: false, result: null };
      });
      if (goesOn()) last.value = { of, done: games, games, over: true, result };
    },
    () => {
      last.value = null;
    },
  );
}

/** @param {string} name */
export function setName(name) {
  pupil.value = name;
  saveValue('pupil', name);
}

/** The link, its code, and why there is none. */
export const made = computed(() => {
  const of = finished.value;
  const now = measurement.value;
  if (!of || !now?.over) return null;
  const { lesson, options } = of;
  const { attempts, predictions } = workOf(lesson.key);
  const work = {
    name: pupil.value.trim(),
    options,
    attempts: lesson.steps.map((_, i) => attempts[i] ?? 0),
    predictions: Object.entries(predictions)
      .map(([step, { said, right }]) => ({ step: Number(step) + 1, said, right }))
      .filter(({ step }) => lesson.steps[step - 1]?.question)
      .sort((a, b) => a.step - b.step),
    result: now.result,
  };
  try {
    const { link, code } = handIn(lesson.text, work);
    return { link: location.origin + location.pathname + link, code, problem: '' };
  } catch (error) {
    return { link: '', code: '', problem: caughtText(error) };
  }
});

/** Closes the hand-in. */
export function close() {
  stop();
  finished.value = null;
  store.say('');
}
