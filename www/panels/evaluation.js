/**
 * Evaluations as lines of the graph: what bots think of the game from ply to ply, as the evaluation bar has
 * it, from -1 to 1, so that bots with different units stand side by side; forced results lie on the edges.
 */
import { computed } from '@preact/signals';
import { evaluations } from '../app/review.js';
import { state } from '../app/store.js';
import { botName } from './advisor.jsx';

/** The name of the chart. */
export const EVALUATION = 'Evaluation';

/** @typedef {import('../app/types.js').Series} Series */

export const evaluationLines = computed(() =>
  evaluations.value.map(({ config, seat, at }) => {
    const name = botName(config);
    const whose = seat === null ? '' : (state.value?.seats[seat]?.name ?? '');
    /** @type {(number | null)[]} */
    const values = Array.from(at, (one) => (one?.share == null ? null : 2 * one.share - 1));
    return /** @type {Series} */ ({
      chart: EVALUATION,
      label: whose || name,
      seat,
      // A position that nobody has looked at yet leaves a gap.
      values: /** @type {number[]} */ (values),
    });
  }),
);

/** What the lines' bots say of a position, in the same order. @param {number} ply */
export const evaluationsAt = (ply) =>
  evaluations.value.map(({ seat, at }) => {
    const one = at[ply];
    return (seat === null ? one?.first : one?.score) ?? null;
  });
