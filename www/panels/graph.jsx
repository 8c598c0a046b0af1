/** The graph over the game: one line a series, or areas that are parts of a whole; a mark at the ply shown, and a drag that goes there. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { goTo } from '../app/game.js';
import { series, state, theme } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { LEAST_PLIES } from './span.js';

/** Series of one seat are solid in its colour; the second seat's is dashed too. */
const DASH = [undefined, [7, 4], [2, 3], [10, 3, 2, 3]];

/** @param {{ chart: string }} props */
export function Graph({ chart }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    /** @type {uPlot | null} */
    let plot = null;
    let shape = '';

    /** @param {import('../app/types.js').Series[]} lines */
    const build = (lines) => {
      plot?.destroy();
      const stacked = isStacked(chart);
      const style = getComputedStyle(document.documentElement);
      const token = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
      const axis = {
        stroke: token('--ink-2'),
        font: `11px ${token('--font')}`,
        grid: { stroke: token('--line'), width: 1 },
        ticks: { show: false },
      };
      plot = new uPlot(
        {
          width: host.clientWidth,
          height: host.clientHeight,
          padding: [6, 10, 0, 0],
          legend: { show: false },
          cursor: { show: true, y: false, drag: { x: false, y: false }, points: { show: false } },
          scales: {
            x: { time: false },
            y: { range: (_, low, high) => (stacked ? [0, Math.max(4, high)] : span(low, high)) },
          },
          axes: [
            { ...axis, size: 18, gap: 2, space: 60, incrs: [1, 2, 5, 10, 20, 50, 100, 500] },
            { ...axis, size: 34, gap: 4, space: 18, incrs: [1, 2, 5, 10, 20, 50, 100, 500] },
          ],
          series: [
            {},
            ...(stacked ? lines.toReversed() : lines).map((line) => {
              const colour = token(
                line.seat === null ? '--accent' : `--seat-${(line.seat % 8) + 1}`,
              );
              const look = stacked
                ? { stroke: token('--card'), width: 1, fill: colour }
                : {
                    stroke: colour,
                    width: 2.2,
                    dash: line.seat === null ? undefined : DASH[line.seat % DASH.length],
                  };
              return { label: line.label, points: { show: false }, ...look };
            }),
          ],
          hooks: { draw: [mark] },
        },
        data(lines, stacked),
        host,
      );
    };

    /** The ply shown. @param {uPlot} u */
    const mark = (u) => {
      const ply = state.peek()?.ply ?? 0;
      const x = Math.round(u.valToPos(ply, 'x', true)) + 0.5;
      const { ctx, bbox } = u;
      const style = getComputedStyle(document.documentElement);
      ctx.save();
      ctx.strokeStyle = style.getPropertyValue('--ink');
      ctx.lineWidth = devicePixelRatio * 1.5;
      ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.restore();
    };

    const stop = effect(() => {
      const lines = series.value.filter((line) => line.chart === chart);
      state.value;
      const now = `${theme.value} ${lines.map((line) => line.label)}`;
      if (!plot || now !== shape) {
        shape = now;
        // The theme's tokens change after this effect.
        queueMicrotask(() => build(lines));
        return;
      }
      plot.setData(data(lines, isStacked(chart)));
    });

    const sizes = new ResizeObserver(() =>
      plot?.setSize({ width: host.clientWidth, height: host.clientHeight }),
    );
    sizes.observe(host);
    return () => {
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

/** Whether a chart of the game at hand shows parts of a whole. @param {string} chart */
const isStacked = (chart) => !!renderers[state.peek()?.game ?? '']?.stacked?.includes(chart);

/**
 * What is drawn. Stacked lines are sums, the largest first: each paints over the lower part of the one
 * before, so the first seat lies at the bottom.
 * @param {import('../app/types.js').Series[]} lines
 * @param {boolean} stacked
 * @returns {uPlot.AlignedData}
 */
function data(lines, stacked) {
  const length = Math.max(LEAST_PLIES + 1, ...lines.map((line) => line.values.length));
  const x = Array.from({ length }, (_, i) => i);
  /** @type {(number | null)[][]} */
  const rows = lines.map((line) => x.map((i) => line.values[i] ?? null));
  if (!stacked) return [x, ...rows];
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
