/**
 * How many plies the graph and the scrubber span at least: a short game does not fill the width,
 * they grow as it goes on. One number, so that the slider's handle stays under the graph's mark.
 */
export const LEAST_PLIES = 12;
/** How many lines of a chart are named in its legend; more of them where they end. */
export const FEW_LINES = 3;

/** How many times the spread of the middle half above it, a value is one of a kind: Tukey's outer fence. */
const FENCE = 3;
/** Fewer values than this have no middle half to speak of. */
const FEW = 12;

/**
 * The largest value that a scale should hold: that of all but the few that would flatten the rest, such as the
 * forty-nine cells that are open to the first placement of Isolation. Those run out at the top. Of percentages none is.
 * @param {number[]} values
 * @param {string} [chart]   its name, which ends with the unit
 */
export function highest(values, chart) {
  const sorted = values.toSorted((a, b) => a - b);
  const top = sorted.at(-1) ?? 0;
  if (sorted.length < FEW || chart?.endsWith('%')) return top;
  const quarter = sorted[Math.floor(sorted.length / 4)];
  const three = sorted[Math.floor((3 * sorted.length) / 4)];
  const fence = three + FENCE * Math.max(1, three - quarter);
  return top <= fence ? top : (sorted.findLast((value) => value <= fence) ?? top);
}
