/** The strength of an opponent by its level, as filled dots. */
import * as strings from '../strings/play.js';

/** @param {{ level: number, of: number }} props   `level` from 1 */
export const Strength = ({ level, of }) => (
  <span class="strength" role="img" aria-label={strings.strengthOf(level, of)}>
    {'●'.repeat(level)}
    {'○'.repeat(of - level)}
  </span>
);
