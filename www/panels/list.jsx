/**
 * A list of candidates or tasks, all rows as high: quick with hundreds of them, because only those in sight exist. The
 * keyboard goes from row to row, and a row that is pointed at elsewhere comes into sight.
 */
import { useEffect, useState } from 'preact/hooks';
import { useHeight } from '../ui/height.js';
import { termColour } from '../ui/palette.js';
import { compact } from '../ui/shape.js';

/** Height of a row in pixels, for a mouse or for a finger. */
export const rowHeight = () => (compact.value ? 44 : 28);
/** So many rows beyond each end are there as well. */
const SPARE = 4;

/**
 * @param {object} props
 * @param {import('preact').RefObject<HTMLDivElement | null>} props.list
 * @param {string} props.label
 * @param {string} props.id           what the rows' ids begin with
 * @param {number} props.count        how many rows there are
 * @param {() => number | null} props.at      the row that is looked at
 * @param {(row: number) => void} props.go    looks at one
 * @param {(event: KeyboardEvent) => void} [props.press]   any other key
 * @param {(row: number) => import('preact').ComponentChildren} props.row
 * @param {Record<string, string>} [props.spacer]   style that all rows share
 * @param {Record<string, unknown>} props.on        listeners and data of the list
 */
export function RowList({ list, label, id, count, at, go, press, row, spacer, on }) {
  const [top, setTop] = useState(0);
  const height = useHeight(list, 300);
  const ROW = rowHeight();
  const here = at();
  useEffect(() => {
    const element = list.current;
    // One that the list itself points at is there.
    if (!element || here === null || element.matches(':hover')) return;
    if (here * ROW < element.scrollTop) element.scrollTop = here * ROW;
    else if ((here + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (here + 1) * ROW - element.clientHeight;
  }, [here, count, ROW]);
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    // As it is now: two keys can come before the list is drawn again.
    const now = at() ?? -1;
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    const next = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: count - 1,
    })[event.key];
    if (next === undefined) return press?.(event);
    event.preventDefault();
    go(Math.max(0, Math.min(count - 1, next)));
  };
  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const to = Math.min(count, Math.ceil((top + height) / ROW) + SPARE);
  const rows = [];
  for (let i = from; i < to; i++) rows.push(row(i));
  return (
    <div
      class="candidates box"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={here !== null ? `${id}-${here}` : undefined}
      style={{ '--rows': count, '--row': `${ROW}px` }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={key}
      {...on}
    >
      <div class="anchor" style={{ height: `${count * ROW}px`, ...spacer }}>
        {rows}
      </div>
    </div>
  );
}

/**
 * Signed contributions by term, the positive to the right of nought and the negative to its left.
 * @param {{ parts: number[], negative: number, whole: number }} props
 *   `negative`: how far the scale goes to the left, of `whole`
 */
export function TermBar({ parts, negative, whole }) {
  const zero = negative / whole;
  let [left, right] = [zero, zero];
  return (
    <span class="bar" aria-hidden="true">
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
              backgroundColor: termColour(t),
              left: `${100 * start}%`,
              width: `${100 * width}%`,
            }}
          />
        );
      })}
    </span>
  );
}

/** How far the bars of several go to the left, and to both sides. @param {number[][]} all   contributions of each */
export function reachOf(all) {
  let [up, down] = [0, 0];
  for (const parts of all) {
    up = Math.max(
      up,
      parts.reduce((sum, part) => sum + Math.max(0, part), 0),
    );
    down = Math.max(
      down,
      parts.reduce((sum, part) => sum - Math.min(0, part), 0),
    );
  }
  return { negative: down, whole: up + down || 1 };
}
