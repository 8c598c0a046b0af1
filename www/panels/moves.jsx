/** The moves so far, in the notation, with their words; a click goes there. */
import { useEffect, useRef } from 'preact/hooks';
import { askToBranch, goTo, play } from '../app/game.js';
import { lookBack, lookedBack } from '../app/review.js';
import { atEnd, botToAct, info, rows, state, thought } from '../app/store.js';
import { SeatMark } from './parts.jsx';

export function MovesPanel() {
  const now = state.value;
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const ply = now?.ply ?? 0;
  useEffect(() => {
    bringIntoList(list.current?.querySelector('[aria-current]'));
  }, [ply]);
  if (!now) return null;
  const remarks = new Map(lookedBack.value?.remarks.map((remark) => [remark.ply, remark]));
  return (
    <>
      {info.value?.reviews && now.plies > 0 && <LookBack />}
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
        {rows.value.map((row) => (
          <li key={row.ply} data-later={row.ply > ply}>
            <button
              type="button"
              title={remarks.get(row.ply)?.words ?? row.words}
              aria-current={row.ply === ply ? 'step' : undefined}
              onClick={() => goTo(row.ply)}
            >
              <span class="n">{row.ply}</span>
              <SeatMark seat={row.seat} title={now.seats[row.seat]?.name} />
              <span class="move">{row.move}</span>
              <span class="words">{row.words}</span>
              {remarks.has(row.ply) && (
                <span class="remark">
                  {remarks.get(row.ply)?.label}
                  <span class="hidden">: {remarks.get(row.ply)?.words}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {!atEnd.value && botToAct.value !== null && <PlayOn />}
      {!atEnd.value && <p class="quiet">A move made here replaces what follows, after asking.</p>}
    </>
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
      // What sticks to the top of the list covers nothing that is to be seen.
      const top = outer.top + (box.querySelector('.look-back')?.clientHeight ?? 0);
      if (inner.top < top) box.scrollTop -= top - inner.top;
      else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    }
    if (box.role === 'tabpanel') return;
  }
}

/** What is certain about the game: asked for, on its way, or told. */
function LookBack() {
  const look = lookedBack.value;
  if (!look?.whole || look.broken) {
    return (
      <button type="button" class="look-back" onClick={lookBack}>
        Look for missed wins
      </button>
    );
  }
  if (look.running) {
    return (
      <p class="look-back" role="status">
        <span class="spinner" aria-hidden="true" /> Looking for missed wins: {look.done} of{' '}
        {look.positions || '…'} positions
      </p>
    );
  }
  const n = look.remarks.length;
  return (
    <p class="look-back" role="status">
      {n === 0
        ? 'Nobody gave a win away, as far as can be told.'
        : `${n === 1 ? 'One move' : `${n} moves`} gave a win away:`}{' '}
      {look.remarks.map((remark) => (
        <button
          type="button"
          class="small"
          key={remark.ply}
          title={remark.words}
          aria-label={`Before ply ${remark.ply}: ${remark.words}`}
          onClick={() => goTo(remark.ply - 1)}
        >
          {remark.ply}. {rows.value[remark.ply - 1]?.move}
        </button>
      ))}
    </p>
  );
}

/** At an earlier position where a bot is to move, a person cannot branch by moving: this does. */
function PlayOn() {
  const choice = thought.value?.choice;
  return (
    <button
      type="button"
      class="wide"
      disabled={!choice}
      onClick={() => choice && askToBranch(() => play(choice, true))}
    >
      Let the bot play on from here
    </button>
  );
}
