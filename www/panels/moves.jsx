/** The list of moves, with descriptions; a click goes there. */
import { useEffect, useRef } from 'preact/hooks';
import { goTo } from '../app/game.js';
import { withEngine } from '../app/session.js';
import { atEnd, botToAct, glyphs, rows, simultaneous, state, walking } from '../app/store.js';
import { playFromHere } from '../app/transport.js';
import { lines, openLine } from '../app/variations.js';
import * as strings from '../strings/analyse.js';
import { besideMove } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button } from '../ui/parts.jsx';
import { lazyPart } from './lazyPart.jsx';
import { Log } from './log.jsx';
import { MoveLabel, showing } from './moveText.jsx';
import { MoveMark } from './review.jsx';
import { Branches, isShown, PutBack } from './variations.jsx';

const NoteEditor = lazyPart(
  () => withEngine(() => import('./notes.jsx')),
  'NoteEditor',
  strings.theNote,
  {
    silent: true,
  },
);

/** From this many plies on only visible rows are rendered: a long game has thousands. */
const MANY = 200;

export function MovesPanel() {
  const now = state.value;
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const ply = now?.ply ?? 0;
  useEffect(() => {
    bringIntoList(list.current?.querySelector('[aria-current]'));
  }, [ply]);
  if (!now) return null;
  if (now.plies > MANY || simultaneous.value)
    return (
      <>
        <Log />
        <NoteEditor />
      </>
    );
  return (
    <>
      <ol class="moves rows" ref={list}>
        <li>
          <Button aria-current={ply === 0 ? 'step' : undefined} act={() => goTo(0)}>
            <span class="n" />
            <span class="start">{strings.start}</span>
          </Button>
        </li>
        {(lines.value[0]?.rows ?? rows.value).map((row) => (
          <li key={row.ply} data-later={row.ply > Math.min(ply, now.main_plies)}>
            <Button
              title={row.description}
              aria-current={isShown(0, row.ply) ? 'step' : undefined}
              act={() => (now.variation === 0 ? goTo(row.ply) : openLine(0, row.ply))}
              {...(now.variation === 0 && showing(row.ply - 1, [row.move]))}
            >
              <span class="n" translate={false}>
                {row.ply}
              </span>
              {row.seat !== null && <SeatMark seat={row.seat} title={now.seats[row.seat]?.label} />}
              <span class="move">
                <MoveLabel printed={row.printed} />
              </span>
              <span class="words note grow cut">
                {besideMove(row.description, row.printed.words)}
              </span>
              {glyphs.value[`0:${row.ply}`] && <b>{glyphs.value[`0:${row.ply}`]}</b>}
              {row.ply <= now.main_plies && <MoveMark ply={row.ply} />}
            </Button>
            <Branches of={0} after={row.ply - 1} />
          </li>
        ))}
      </ol>
      <PlayOn />
      <NoteEditor />
      <PutBack />
    </>
  );
}

/**
 * Scrolls a row's list only, so that the page itself does not move.
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

/** Lets a bot branch at an earlier ply where it is to move: the user cannot move there. */
function PlayOn() {
  if (atEnd.value || walking.value) return null;
  return botToAct.value === null ? (
    <p class="quiet">{strings.anotherMoveHereBegins}</p>
  ) : (
    <Button label={strings.letTheBotPlay} class="wide full" act={() => playFromHere()} />
  );
}
