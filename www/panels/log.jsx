/**
 * The log of a long game: a virtual list of its plies or events. A line is as high as its text needs, so that
 * nothing is cut; an event with a place on the board can show it. Events can be filtered by kind and seat.
 */
import { useMemo, useRef, useState } from 'preact/hooks';
import { goTo } from '../app/game.js';
import { rows, simultaneous, state } from '../app/store.js';
import * as strings from '../strings/analyse.js';
import { contextOf } from '../ui/canvas.js';
import { makeCanvas } from '../ui/dom.js';
import { useSize } from '../ui/height.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button, Check } from '../ui/parts.jsx';
import { lookAt } from './board.jsx';
import { lastAt, RowList } from './list.jsx';
import { MoveMark } from './review.jsx';
import { LineChoice, PutBack } from './variations.jsx';

/** A line of the log: a ply or an event. @typedef {{ ply: number, seat: number | null, kind?: string, text: string, location?: unknown }} Line */

/** Line height and padding of a row, as in the style sheet. */
const WORDS = 17;
const AROUND = 13;
/** Space next to the text of a row. */
const BESIDE = 92;

/** Measures text in the list's font. */
function makeMeasure() {
  const pen = contextOf(makeCanvas());
  /** @type {Map<string, number>} */
  const known = new Map();
  let font = '';
  /** @param {string} word */
  const width = (word) => {
    const had = known.get(word);
    if (had !== undefined) return had;
    const wide = pen.measureText(word).width;
    known.set(word, wide);
    return wide;
  };
  return {
    /** @param {string} next */
    font(next) {
      if (next === font) return;
      font = pen.font = next;
      known.clear();
    },
    /** Number of lines of a text. @param {string} text @param {number} room */
    lines(text, room) {
      const space = width(' ');
      let count = 1;
      let used = 0;
      for (const word of text.split(' ')) {
        const wide = width(word);
        if (used > 0 && used + space + wide > room) {
          count++;
          used = wide;
        } else used += (used > 0 ? space : 0) + wide;
        // A word longer than the line is broken.
        count += Math.floor(used / (room + 1));
        used %= room + 1;
      }
      return count;
    },
  };
}

export function Log() {
  const now = /** @type {import('../app/types.js').State} */ (state.value);
  const [eventsOnly, setEventsOnly] = useState(true);
  const [kinds, setKinds] = useState(/** @type {string[]} */ ([]));
  const [seats, setSeats] = useState(/** @type {number[]} */ ([]));
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const measure = useMemo(makeMeasure, []);
  const wide = useSize(list, 'clientWidth', 280);
  const happened = simultaneous.value && eventsOnly;
  const { lines, tops } = useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    measure.font(`13px ${style.getPropertyValue('--font')}`);
    /** @type {Line[]} */
    const lines = happened
      ? rows.value.flatMap((row) => happenedIn(row, kinds, seats))
      : rows.value.map(({ ply, seat, description }) => ({ ply, seat, text: description }));
    const room = Math.max(60, wide - BESIDE);
    const tops = [0];
    for (const [i, line] of lines.entries())
      tops.push(tops[i] + AROUND + WORDS * measure.lines(line.text, room));
    return { lines, tops };
  }, [rows.value, happened, kinds, seats, wide]);
  // The last line at or before the ply shown.
  const here = lastAt(lines.length, (i) => lines[i].ply, now.ply);
  /** @param {Line} line */
  const go = (line) => {
    goTo(line.ply);
    if (line.location) lookAt(line.location);
  };
  /** @param {number} i */
  const row = (i) => {
    const line = lines[i];
    return {
      class: 'log-line stack high',
      'data-later': line.ply > now.ply,
      'data-kind': line.kind,
      onClick: () => go(line),
      children: (
        <>
          <span class="n" translate={false}>
            {line.ply}
          </span>
          {line.seat === null ? <span /> : <SeatMark seat={line.seat} />}
          <span class="words">{line.text}</span>
          {!simultaneous.value && <MoveMark ply={line.ply} />}
        </>
      ),
    };
  };
  return (
    <>
      <LineChoice />
      <PutBack />
      {simultaneous.value && (
        <Check label={strings.onlyWhatHappenedBuilt} on={eventsOnly} set={setEventsOnly} />
      )}
      {happened && <Filters kinds={kinds} setKinds={setKinds} seats={seats} setSeats={setSeats} />}
      <RowList
        list={list}
        label={strings.turnsSoFar}
        id="log"
        count={lines.length}
        tops={(i) => tops[i]}
        at={() => (here < 0 ? null : here)}
        go={(i) => go(lines[i])}
        row={row}
        on={{ class: 'log box scroll' }}
      />
      {lines.length === 0 && (
        <p class="quiet">
          {kinds.length + seats.length > 0
            ? strings.nothingOfThatHasHappened
            : strings.nothingHasHappenedYet}
        </p>
      )}
    </>
  );
}

/** Events of a ply, filtered by kinds and seats; empty filters match all. @param {import('../app/types.js').MoveRow} row @param {string[]} kinds @param {number[]} seats @returns {Line[]} */
function happenedIn(row, kinds, seats) {
  return row.incidents
    .filter(
      ({ kind, seat }) =>
        (kinds.length === 0 || kinds.includes(kind)) &&
        (seats.length === 0 || seats.includes(seat)),
    )
    .map(({ kind, seat, text, location }) => ({ ply: row.ply, seat, kind, text, location }));
}

/**
 * Filters by kind and seat: pressed ones are shown; if none is pressed, all are.
 * @param {{ kinds: string[], setKinds: (kinds: string[]) => void, seats: number[], setSeats: (seats: number[]) => void }} props
 */
function Filters({ kinds, setKinds, seats, setSeats }) {
  const known = [...new Set(rows.value.flatMap((row) => row.incidents.map(({ kind }) => kind)))];
  const names = state.value?.seats.map((seat) => seat.label) ?? [];
  /** @template T @param {T[]} list @param {T} one */
  const toggled = (list, one) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  return (
    <div class="log-filters row wrap g2" role="group" aria-label={strings.showOnly}>
      {known.sort().map((kind) => (
        <Button
          label={kind}
          class="small"
          key={kind}
          aria-pressed={kinds.includes(kind)}
          act={() => setKinds(toggled(kinds, kind))}
        />
      ))}
      {names.map((name, seat) => (
        <Button
          class="small"
          key={name}
          title={name}
          aria-label={name}
          aria-pressed={seats.includes(seat)}
          act={() => setSeats(toggled(seats, seat))}
        >
          <SeatMark seat={seat} />
        </Button>
      ))}
    </div>
  );
}
