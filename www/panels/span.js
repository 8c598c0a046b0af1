/**
 * Minimum number of plies of the graph and the scrubber, so that a short game does not fill the width.
 * Both use it, so that the slider's handle stays below the graph's marker.
 */
export const LEAST_PLIES = 12;
/** Up to this many lines the legend names them; more are named at their ends. */
export const FEW_LINES = 3;

/** Outliers are this many interquartile ranges above the third quartile: Tukey's outer fence. */
const FENCE = 3;
/** Minimum number of values for quartiles. */
const FEW = 12;

/**
 * The maximum of a scale, without the few outliers that would flatten the rest, such as the 49 open cells of the first
 * placement in Isolation. Outliers are cut off at the top. Percentages have none.
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
