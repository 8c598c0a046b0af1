/** An estimate with its interval, on a scale. */
import './estimate.css';

/** @typedef {import('./chart.jsx').Interval} Interval */

/**
 * An estimate as a bar or a dot, with its interval as a line.
 * @param {{ of: Interval | null, scale: [number, number], from?: number, mark?: number }} props
 *   `from`: where the bar begins, else there is a dot; `mark`: the position of a reference line
 */
export function Estimate({ of, scale: [least, most], from, mark }) {
  const at = (/** @type {number} */ n) =>
    (100 * (Math.min(most, Math.max(least, n)) - least)) / (most - least || 1);
  /** @param {number} a @param {number} b */
  const span = (a, b) => ({
    left: `${at(Math.min(a, b)).toFixed(2)}%`,
    right: `${(100 - at(Math.max(a, b))).toFixed(2)}%`,
  });
  return (
    <span class="estimate anchor" aria-hidden="true">
      {mark !== undefined && <i class="zero" style={{ left: `${at(mark)}%` }} />}
      {of && (
        <>
          {from !== undefined && (
            <i class="bar" data-good={of.middle >= from} style={span(from, of.middle)} />
          )}
          <i class="range" style={span(of.low, of.high)} />
          {from === undefined && <i class="dot" style={{ left: `${at(of.middle)}%` }} />}
        </>
      )}
    </span>
  );
}
