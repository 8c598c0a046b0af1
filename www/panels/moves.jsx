/** The moves so far, in the notation, with their words; a click goes there. */
import { useEffect, useRef } from 'preact/hooks';
import { askToBranch, goTo, play } from '../app/game.js';
import { atEnd, botToAct, rows, state, thought } from '../app/store.js';
import { SeatMark } from './parts.jsx';

export function MovesPanel() {
  const now = state.value;
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const ply = now?.ply ?? 0;
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [ply]);
  if (!now) return null;
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
        {rows.value.map((row) => (
          <li key={row.ply} data-later={row.ply > ply}>
            <button
              type="button"
              title={row.words}
              aria-current={row.ply === ply ? 'step' : undefined}
              onClick={() => goTo(row.ply)}
            >
              <span class="n">{row.ply}</span>
              <SeatMark seat={row.seat} title={now.seats[row.seat]?.name} />
              <span class="move">{row.move}</span>
              <span class="words">{row.words}</span>
            </button>
          </li>
        ))}
      </ol>
      {!atEnd.value && botToAct.value !== null && <PlayOn />}
      {!atEnd.value && <p class="quiet">A move made here replaces what follows, after asking.</p>}
    </>
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
