/** Charts of games: a chart with its heading, a scale for estimates, a plot with axes. */

/** @typedef {import('preact').ComponentChildren} Children */
/** @typedef {{ low: number, middle: number, high: number }} Interval */
/** @typedef {[number, number]} Range */

import { Table } from './table.jsx';

export { Table };

/**
 * A chart with its heading.
 * @param {{ id: string, title: string, by?: string, wide?: boolean, children: Children }} props   `by`: a subtitle
 */
export const Chart = ({ id, title, by, wide = false, children }) => (
  <section class={wide ? 'chart across' : 'chart'} aria-labelledby={id}>
    <h2 id={id}>
      {title}
      {by && <span class="by">{by}</span>}
    </h2>
    {children}
  </section>
);

/** A table that scrolls if it is wide, with the keyboard too. @param {{ label: string } & Parameters<typeof Table>[0]} props */
export const WideTable = ({ label, ...table }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
  <div class="scrolls" tabIndex={0} role="region" aria-label={label}>
    <Table {...table} />
  </div>
);

/** The range of a scale for all intervals, with a margin. @param {Interval[]} all @param {number} [zero] @returns {Range} */
export function scaleOf(all, zero) {
  const ends = all.flatMap(({ low, high }) => [low, high]);
  if (zero !== undefined) ends.push(zero);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const more = (to - from) * 0.04 || 1;
  return [from - more, to + more];
}

const [WIDTH, HEIGHT] = [640, 260];
const EDGE = { left: 46, right: 12, top: 12, bottom: 30 };

/** About five round ticks in a range. @param {number} from @param {number} to */
function ticks(from, to) {
  const rough = (to - from) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10);
  const found = [];
  for (let n = Math.ceil(from / step); n * step <= to + step * 1e-9; n++)
    found.push(Number((n * step).toPrecision(12)));
  return found;
}

/** The range of all values, with a margin. @param {number[]} all @param {number} least @returns {Range} */
export function spread(all, least) {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const more = Math.max((high - low) * 0.08, (least - (high - low)) / 2);
  return [low - more, high + more];
}

/**
 * A plot with its axes. Its children get the scales `x` and `y`.
 * @param {{ x: Range, y: Range, about: string, share?: boolean, children: (at: { x: (n: number) => number, y: (n: number) => number }) => Children }} props
 */
export function Plot({ x: [x0, x1], y: [y0, y1], about, share = true, children }) {
  const x = (/** @type {number} */ n) =>
    EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * (n - x0)) / (x1 - x0 || 1);
  const y = (/** @type {number} */ n) =>
    HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * (n - y0)) / (y1 - y0 || 1);
  return (
    <svg class="prove-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={about}>
      {ticks(y0, y1).map((n) => (
        <g key={n} class="rule" data-half={share && n === 0.5}>
          <path d={`M${EDGE.left} ${y(n)}H${WIDTH - EDGE.right}`} />
          <text x={EDGE.left - 6} y={y(n) + 4} text-anchor="end">
            {share ? `${Math.round(100 * n)}%` : n}
          </text>
        </g>
      ))}
      {ticks(x0, x1).map((n) => (
        <text key={n} x={x(n)} y={HEIGHT - 9} text-anchor="middle">
          {n}
        </text>
      ))}
      {children({ x, y })}
    </svg>
  );
}
