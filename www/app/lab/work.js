/** What a pupil has done in a lesson, for the hand-in: how often games were played for each step, and the first predictions. */
import { forget, recall, saveValue } from '../storage.js';

/**
 * @typedef {object} Work
 * @property {number[]} attempts   by step
 * @property {Record<string, { said: string, right: boolean }>} predictions   by step, from 0
 */

/** @param {string} lesson   the key of its progress */
const place = (lesson) => `lab-work:${lesson}`;

/** @param {string} lesson @returns {Work} */
export const workOf = (lesson) => recall(place(lesson)) ?? { attempts: [], predictions: {} };

/** @param {string} lesson */
export const forgetWork = (lesson) => forget(place(lesson));

/** @param {string} lesson @param {number} step   from 0 */
export function countAttempt(lesson, step) {
  const { attempts, predictions } = workOf(lesson);
  const counted = Array.from({ length: Math.max(step + 1, attempts.length) }, (_, i) =>
    Math.min(9_999, (attempts[i] ?? 0) + Number(i === step)),
  );
  saveValue(place(lesson), { attempts: counted, predictions });
}

/** Notes the first prediction of a step. @param {string} lesson @param {number} step @param {Work['predictions'][string]} what */
export function notePrediction(lesson, step, what) {
  const { attempts, predictions } = workOf(lesson);
  if (!predictions[step])
    saveValue(place(lesson), { attempts, predictions: { ...predictions, [step]: what } });
}
