/** The graph of the game: a line per series, or stacked areas, with a marker at the shown ply that can be dragged. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import './graph.css';
import { goTo } from '../app/game.js';
import { series, state, theme } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { make } from '../ui/dom.js';
import { drawMark, readPalette } from '../ui/palette.js';
import { EVALUATION, evaluationLines } from './evaluation.js';
import { FEW_LINES, highest, LEAST_PLIES } from './span.js';

/** Maximum number of points per line. */
const MOST_POINTS = 1000;
/** Steps between axis labels. */
const STEPS = [1, 10, 100, 1000, 10_000].flatMap((n) => [n, 2 * n, 5 * n]);

/** Lines have the colour of their seat; the second seat's is dashed too. */
const DASH = [undefined, [7, 4], [2, 3], [10, 3, 2, 3]];

/** Space for names at the ends of lines: `--names` in `time.css`. */
const NAMES = 124;
/** Minimum distance between names, in CSS pixels. */
const NAME_STEP = 14;

/** @param {{ chart: string }} props */
export function Graph({ chart }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    /** @type {uPlot | null} */
    let plot = null;
    let shape = '';
    const judged = chart === EVALUATION;
    const source = judged ? evaluationLines : series;
    let drawn = source.peek();
    let most = 0;
    let gone = false;

    /** @param {import('../app/types.js').Series[]} lines */
    const build = (lines) => {
      plot?.destroy();
      const stacked = isStacked(chart);
      const named = !judged && !stacked && lines.length > FEW_LINES;
      const colours = readPalette();
      const axis = {
        stroke: colours.ink2,
        font: `11px ${colours.font}`,
        grid: { stroke: colours.line, width: 1 },
        ticks: { show: false },
      };
      plot = new uPlot(
        {
          width: host.clientWidth,
          height: host.clientHeight,
          padding: [6, named ? NAMES : 10, 0, 0],
          legend: { show: false },
          cursor: { show: true, y: false, drag: { x: false, y: false }, points: { show: false } },
          scales: {
            x: { time: false },
            y: {
              range: (_, low, high) => {
                // Forced results are on the edges.
                if (judged) return [-3, 103];
                return stacked ? [0, Math.max(4, high)] : span(low, Math.min(high, most));
              },
            },
          },
          axes: [
            { ...axis, size: 18, gap: 2, space: 60, incrs: STEPS },
            {
              ...axis,
              size: 38,
              gap: 4,
              ...(judged
                ? { splits: () => [0, 50, 100], values: () => ['0%', '50%', '100%'] }
                : { space: 18, incrs: STEPS }),
            },
          ],
          series: [
            {},
            ...(stacked ? lines.toReversed() : lines).map((line, i) => {
              const plain = judged && i > 0 ? colours.second : colours.accent;
              const colour = line.seat === null ? plain : colours.seats[line.seat % 8];
              const look = stacked
                ? { stroke: colours.card, width: 1, fill: colour }
                : {
                    stroke: colour,
                    width: 2.2,
                    dash: DASH[(line.seat ?? (judged ? i : 0)) % DASH.length],
                    // With more than two players, a line has only its seat's plies.
                    spanGaps: judged,
                  };
              return { label: line.label, points: { show: false }, ...look };
            }),
          ],
          hooks: {
            draw: [mark, ...(named ? [nameLines] : []), ...(judged || stacked ? [] : [cut])],
          },
        },
        data(lines, stacked, judged ? Infinity : most),
        host,
      );
    };

    /** The marker of the shown ply: a separate element, so that moving it redraws no lines. @param {uPlot} u */
    const mark = (u) => {
      const line = /** @type {HTMLElement} */ (
        u.over.querySelector('.plot-mark') ?? u.over.appendChild(make('i', { class: 'plot-mark' }))
      );
      line.style.transform = `translateX(${u.valToPos(state.peek()?.ply ?? 0, 'x').toFixed(1)}px)`;
    };

    /** Marks the values that are cut off at the top, by an arrow with the value. @param {uPlot} u */
    const cut = (u) => {
      const { ctx } = u;
      const ratio = devicePixelRatio || 1;
      const colours = readPalette();
      ctx.save();
      ctx.font = `${10 * ratio}px ${colours.font}`;
      ctx.textBaseline = 'top';
      for (const { chart: its, seat, values } of drawn) {
        if (its !== chart) continue;
        const top = span(0, most)[1];
        const at = values.findIndex((value) => value > top);
        if (at < 0) continue;
        ctx.fillStyle = seat === null ? colours.accent : colours.seats[seat % 8];
        ctx.fillText(`↑ ${values[at]}`, u.valToPos(at, 'x', true) + 4 * ratio, u.bbox.top);
      }
      ctx.restore();
    };

    /** Names at the ends of the lines, each with its mark, spread so that they do not overlap. @param {uPlot} u */
    const nameLines = (u) => {
      const { ctx } = u;
      const ratio = devicePixelRatio || 1;
      const colours = readPalette();
      const lines = drawn.filter((line) => line.chart === chart);
      const ends = lines.map((line) => {
        const last = line.values.length - 1;
        const value = line.values[last] ?? 0;
        const [x, y] = [u.valToPos(last, 'x', true), u.valToPos(value, 'y', true)];
        return { line, value, x, y, at: y };
      });
      ends.sort((a, b) => a.y - b.y);
      const step = NAME_STEP * ratio;
      const { top, height } = u.bbox;
      const least = top + step / 2;
      ends.forEach((end, i) => {
        end.at = Math.max(end.y, i > 0 ? ends[i - 1].at + step : least);
      });
      const over = (ends.at(-1)?.at ?? 0) - (top + height - step / 2);
      for (let i = ends.length - 1, most = top + height - step / 2; over > 0 && i >= 0; i--) {
        ends[i].at = Math.min(ends[i].at, most);
        most = ends[i].at - step;
      }
      ctx.save();
      ctx.font = `${11.5 * ratio}px ${colours.font}`;
      ctx.textBaseline = 'middle';
      ctx.textAlign = 'left';
      for (const { line, value, x, at } of ends) {
        ctx.fillStyle = colours.seats[(line.seat ?? 0) % 8];
        drawMark(ctx, line.seat ?? 0, x + 9 * ratio, at, 4.5 * ratio);
        ctx.fillStyle = colours.ink;
        ctx.fillText(`${line.label} ${value}`, x + 17 * ratio, at);
      }
      ctx.restore();
    };

    const stop = effect(() => {
      const all = source.value;
      const lines = all.filter((line) => line.chart === chart);
      most = highest(
        lines.flatMap((line) => line.values),
        chart,
      );
      state.value;
      const now = `${theme.value} ${lines.map((line) => line.label)}`;
      if (!plot || now !== shape) {
        shape = now;
        drawn = all;
        // The theme's tokens change after this effect.
        queueMicrotask(() => {
          if (!gone) build(lines);
        });
        return;
      }
      if (all === drawn) {
        mark(plot);
        return;
      }
      drawn = all;
      plot.setData(data(lines, isStacked(chart), judged ? Infinity : most));
    });

    const sizes = new ResizeObserver(() =>
      plot?.setSize({ width: host.clientWidth, height: host.clientHeight }),
    );
    sizes.observe(host);
    return () => {
      gone = true;
      stop();
      sizes.disconnect();
      plot?.destroy();
    };
  }, [chart]);

  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const scrub = (event) => {
    const over = event.currentTarget.querySelector('.u-over');
    const plies = state.value?.plies ?? 0;
    if (!over || !plies) return;
    const rect = over.getBoundingClientRect();
    const wide = Math.max(plies, LEAST_PLIES);
    goTo(Math.round(((event.clientX - rect.left) / rect.width) * wide));
  };
  return (
    <div
      class="plot"
      ref={place}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons & 1) scrub(event);
      }}
    />
  );
}

/** Whether a chart is stacked. @param {string} chart */
const isStacked = (chart) => !!renderers[state.peek()?.game ?? '']?.stacked?.includes(chart);

/**
 * The plotted data. Stacked lines are sums, the largest first: each covers the lower part of the previous
 * one, so the first seat is at the bottom.
 * @param {import('../app/types.js').Series[]} lines
 * @param {boolean} stacked
 * @param {number} most   the largest value that is not an outlier
 * @returns {uPlot.AlignedData}
 */
function data(lines, stacked, most) {
  const known = Math.max(1, ...lines.map((line) => line.values.length));
  const length = Math.max(LEAST_PLIES + 1, known);
  // A long game has more plies than pixels: plot every few plies, and the last.
  const step = Math.ceil(known / MOST_POINTS);
  const x = Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
  if (x[x.length - 1] !== length - 1) x.push(length - 1);
  /** @type {(number | null)[][]} */
  const rows = lines.map((line) => x.map((i) => line.values[i] ?? null));
  // The lines of outliers run along the top: `cut` marks them.
  if (!stacked) {
    const top = span(0, most)[1];
    return [x, ...rows.map((row) => row.map((value) => value && Math.min(value, top)))];
  }
  for (let n = 1; n < rows.length; n++) {
    const below = rows[n - 1];
    rows[n] = rows[n].map((value, i) => (value === null ? null : value + (below[i] ?? 0)));
  }
  return [x, ...rows.reverse()];
}

/** @param {number} low @param {number} high @returns {[number, number]} */
function span(low, high) {
  const from = Math.min(0, low ?? 0);
  const to = Math.max(from + 4, high ?? 0);
  return [from < 0 ? from * 1.1 : 0, to * 1.08];
}
