/** The moves so far, in the notation, with their words; a click goes there. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo, playOn } from '../app/game.js';
import { atEnd, botToAct, rows, simultaneous, state, walking } from '../app/store.js';
import { lines, openLine } from '../app/variations.js';
import { besideMove } from '../ui/format.js';
import { useHeight } from '../ui/height.js';
import { SeatMark } from '../ui/mark.jsx';
import { lookAt } from './board.jsx';
import { MoveMark } from './review.jsx';
import { Branches, isShown, LineChoice, PutBack } from './variations.jsx';

/** From so many plies on only the rows in sight are there: a long game has thousands. */
const MANY = 200;
/** Height of such a row, as the style sheet has it. */
const ROW = 30;
const SPARE = 6;

export function MovesPanel() {
  const now = state.value;
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const ply = now?.ply ?? 0;
  useEffect(() => {
    bringIntoList(list.current?.querySelector('[aria-current]'));
  }, [ply]);
  if (!now) return null;
  if (now.plies > MANY || simultaneous.value) return <Log />;
  return (
    <>
      <ol class="moves" ref={list}>
        <li>
          <button
            type="button"
            aria-current={ply === 0 ? 'step' : undefined}
            onClick={() => goTo(0)}
          >
            <span class="n" />
            <span class="start">Start</span>
          </button>
        </li>
        {(lines.value[0]?.rows ?? rows.value).map((row) => (
          <li key={row.ply} data-later={row.ply > Math.min(ply, now.main_plies)}>
            <button
              type="button"
              title={row.description}
              aria-current={isShown(0, row.ply) ? 'step' : undefined}
              onClick={() => (now.variation === 0 ? goTo(row.ply) : openLine(0, row.ply))}
            >
              <span class="n">{row.ply}</span>
              {row.seat !== null && <SeatMark seat={row.seat} title={now.seats[row.seat]?.name} />}
              <span class="move">{row.move}</span>
              <span class="words">{besideMove(row.description, row.move)}</span>
              {row.ply <= now.main_plies && <MoveMark ply={row.ply} />}
            </button>
            <Branches of={0} after={row.ply - 1} />
          </li>
        ))}
      </ol>
      <PlayOn />
      <PutBack />
    </>
  );
}

/** A line of the log: a ply, or something that happened in it. @typedef {{ ply: number, seat: number | null, text: string, location?: unknown }} Line */

/**
 * A long game: the plies, or what happened in them, as a list in which only what is in sight is there.
 * A line that happened somewhere shows the place.
 */
function Log() {
  const now = /** @type {import('../app/types.js').State} */ (state.value);
  const [eventsOnly, setEventsOnly] = useState(true);
  const [top, setTop] = useState(0);
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const height = useHeight(list, 400);
  const cache = useRef({ rows: rows.value, events: false, lines: /** @type {Line[]} */ ([]) });
  if (cache.current.rows !== rows.value || cache.current.events !== eventsOnly) {
    cache.current = { rows: rows.value, events: eventsOnly, lines: linesOf(eventsOnly) };
  }
  const { lines } = cache.current;
  // The last line at or before the ply shown.
  let at = 0;
  for (let high = lines.length; at < high; ) {
    const mid = (at + high) >> 1;
    if (lines[mid].ply <= now.ply) at = mid + 1;
    else high = mid;
  }
  const here = at - 1;

  useEffect(() => {
    const element = list.current;
    if (!element || element.matches(':hover, :focus-within')) return;
    const y = Math.max(0, here) * ROW;
    if (y < element.scrollTop || y + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = y - element.clientHeight / 2;
  }, [here, lines.length]);

  /** @param {Line} line */
  const go = (line) => {
    goTo(line.ply);
    if (line.location) lookAt(line.location);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? lines.length - 1 : here + (step ?? 0);
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (!line) return;
    go(line);
    const y = lines.indexOf(line) * ROW;
    const element = list.current;
    if (element && (y < element.scrollTop || y + ROW > element.scrollTop + element.clientHeight))
      element.scrollTop = y - element.clientHeight / 2;
  };
  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const to = Math.min(lines.length, Math.ceil((top + height) / ROW) + SPARE);
  return (
    <>
      <LineChoice />
      <PutBack />
      {simultaneous.value && (
        <label class="check">
          <input type="checkbox" checked={eventsOnly} onChange={() => setEventsOnly(!eventsOnly)} />{' '}
          Only what happened: built, disbanded, lost
        </label>
      )}
      <div
        class="log"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Turns so far"
        aria-activedescendant={here >= from && here < to ? `log-${here}` : undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={key}
      >
        <div class="spacer" style={{ height: `${lines.length * ROW}px` }}>
          {lines.slice(from, to).map((line, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
            <div
              key={from + i}
              id={`log-${from + i}`}
              class="log-line"
              role="option"
              tabIndex={-1}
              aria-selected={from + i === here}
              aria-posinset={from + i + 1}
              aria-setsize={lines.length}
              data-later={line.ply > now.ply}
              title={line.text}
              style={{ top: `${(from + i) * ROW}px` }}
              onClick={() => go(line)}
            >
              <span class="n">{line.ply}</span>
              {line.seat === null ? <span /> : <SeatMark seat={line.seat} />}
              <span class="words">{line.text}</span>
              {!simultaneous.value && <MoveMark ply={line.ply} />}
            </div>
          ))}
        </div>
      </div>
      {lines.length === 0 && <p class="quiet">Nothing has happened yet.</p>}
    </>
  );
}

/** @param {boolean} eventsOnly @returns {Line[]} */
function linesOf(eventsOnly) {
  if (!simultaneous.value || !eventsOnly)
    return rows.value.map(({ ply, seat, description }) => ({ ply, seat, text: description }));
  return rows.value.flatMap((row) =>
    row.incidents.map(({ seat, text, location }) => ({ ply: row.ply, seat, text, location })),
  );
}

/**
 * Scrolls the list that a row is in, and nothing beyond it: the page stays where the reader has it.
 * @param {Element | null | undefined} row
 */
function bringIntoList(row) {
  for (let box = row?.parentElement; row && box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto') {
      const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      const top = outer.top;
      if (inner.top < top) box.scrollTop -= top - inner.top;
      else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    }
    if (box.role === 'tabpanel') return;
  }
}

/** At an earlier position where a bot is to move, a person cannot branch by moving: this does. */
function PlayOn() {
  if (atEnd.value || walking.value) return null;
  return botToAct.value === null ? (
    <p class="quiet">Another move here begins a variation.</p>
  ) : (
    <button type="button" class="wide" onClick={playOn}>
      Let the bot play on from here
    </button>
  );
}
