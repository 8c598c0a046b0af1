/**
 * Evaluations as lines of the graph: win chances by ply, in percent. A bot whose scores are not calibrated has no
 * line.
 */
import { computed } from '@preact/signals';
import { evaluations } from '../app/review.js';
import { state } from '../app/store.js';
import * as strings from '../strings/play.js';
import { botName } from './advisor.jsx';

/** The name of the chart. */
export const EVALUATION = strings.evaluationTitle;

/** @typedef {import('../app/types.js').Series} Series */

export const evaluationLines = computed(() =>
  evaluations.value.map(({ config, seat, at }) => {
    const name = botName(config);
    const whose = seat === null ? '' : (state.value?.seats[seat]?.label ?? '');
    /** @type {(number | null)[]} */
    const values = Array.from(at, (one) => (one?.win == null ? null : 100 * one.win));
    return /** @type {Series} */ ({
      chart: EVALUATION,
      label: whose || name,
      seat,
      // A position without an evaluation leaves a gap.
      values: /** @type {number[]} */ (values),
    });
  }),
);

/** Win chances of a position by the lines' bots, in the same order. @param {number} ply */
export const evaluationsAt = (ply) => evaluations.value.map(({ at }) => at[ply]?.win ?? null);
