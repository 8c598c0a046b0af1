/**
 * A virtual list of candidates, tasks or plies: only visible rows are rendered, so thousands are fast. The focused or
 * picked row is scrolled into view; a pointer scrolls nothing.
 */
import { useEffect, useState } from 'preact/hooks';
import { pointed } from '../app/store.js';
import { useSize } from '../ui/height.js';
import { keyOf } from '../ui/keys.js';
import { termFill } from '../ui/palette.js';
import { compact } from '../ui/shape.js';

/** Number of extra rows rendered at each end. */
const SPARE = 5;

/** Index of the last number in an ascending list that is not above `value`; -1 if none. @param {number} count @param {(i: number) => number} at @param {number} value */
export function lastAt(count, at, value) {
  let [low, high] = [0, count];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (at(mid) <= value) low = mid + 1;
    else high = mid;
  }
  return low - 1;
}

/**
 * @param {object} props
 * @param {import('preact').RefObject<HTMLDivElement | null>} props.list
 * @param {string} props.label
 * @param {string} props.id           prefix of the rows' ids
 * @param {number} props.count        number of rows
 * @param {(row: number) => number} [props.tops]   top of each row, and the end of the last; equal heights by default
 * @param {() => number | null} props.at      the current row
 * @param {(row: number) => void} props.go    makes a row current
 * @param {(event: KeyboardEvent) => void} [props.press]   any other key
 * @param {(row: number) => import('preact').HTMLAttributes<HTMLDivElement>} props.row   attributes and children of a row
 * @param {Record<string, string>} [props.spacer]   style of all rows
 * @param {Record<string, unknown>} props.on        listeners and data of the list
 */
export function RowList({ list, label, id, count, tops, at, go, press, row, spacer, on }) {
  const [top, setTop] = useState(0);
  const height = useSize(list, 'clientHeight', 300);
  // For a finger or for a mouse.
  const ROW = compact.value ? 44 : 28;
  const topOf = tops ?? ((/** @type {number} */ i) => i * ROW);
  const here = at();
  /** @param {number} i */
  const bringIn = (i) => {
    const element = list.current;
    if (!element) return;
    if (topOf(i) < element.scrollTop) element.scrollTop = topOf(i);
    else if (topOf(i + 1) > element.scrollTop + element.clientHeight)
      element.scrollTop = topOf(i + 1) - element.clientHeight;
  };
  useEffect(() => {
    const still = pointed.value !== null && !list.current?.matches(':focus');
    if (here !== null && !still && !list.current?.matches(':hover')) bringIn(here);
  }, [here, count, topOf(count)]);
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    // Read it now: two keys may arrive before the next render.
    const now = at() ?? -1;
    const page = Math.max(1, Math.floor((height * count) / (topOf(count) || 1)) - 1);
    const next = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: count - 1,
    })[keyOf(event)];
    if (next === undefined) return press?.(event);
    event.preventDefault();
    if (count === 0) return;
    const to = Math.max(0, Math.min(count - 1, next));
    go(to);
    bringIn(to);
  };
  const from = Math.max(0, lastAt(count, topOf, top) - SPARE);
  const to = Math.min(count, lastAt(count, topOf, top + height) + 1 + SPARE);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
  return (
    <div
      class="candidates box scroll"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={
        here !== null && here >= from && here < to ? `${id}-${here}` : undefined
      }
      style={{ '--rows': count, '--row': `${ROW}px` }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={key}
      {...on}
    >
      <div class="anchor" style={{ height: `${topOf(count)}px`, ...spacer }}>
        {shown.map((i) => (
          <div
            key={i}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === here}
            aria-posinset={i + 1}
            aria-setsize={count}
            style={{ top: `${topOf(i)}px`, height: tops && `${tops(i + 1) - tops(i)}px` }}
            {...row(i)}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Signed contributions by term: positive ones to the right of zero, negative ones to the left.
 * @param {{ parts: number[], negative: number, whole: number }} props
 *   `negative`: the left part of the scale `whole`
 */
export function TermBar({ parts, negative, whole }) {
  const zero = negative / whole;
  let [left, right] = [zero, zero];
  return (
    <span class="bar anchor" aria-hidden="true">
      {negative > 0 && <i class="zero" style={{ left: `${100 * zero}%` }} />}
      {parts.map((part, t) => {
        if (!part) return null;
        const width = Math.abs(part) / whole;
        if (part < 0) left -= width;
        const start = part < 0 ? left : right;
        if (part > 0) right += width;
        return (
          <i
            key={t}
            data-negative={part < 0}
            style={{
              ...termFill(t),
              left: `${100 * start}%`,
              width: `${100 * width}%`,
            }}
          />
        );
      })}
    </span>
  );
}

/** Extent of several bars to the left, and in total. @param {number[][]} all   contributions of each */
export function reachOf(all) {
  /** @param {1 | -1} sign */
  const most = (sign) =>
    Math.max(
      0,
      ...all.map((parts) => parts.reduce((sum, part) => sum + Math.max(0, sign * part), 0)),
    );
  const [up, down] = [most(1), most(-1)];
  return { negative: down, whole: up + down || 1 };
}
