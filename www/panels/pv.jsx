/**
 * The principal variation of a candidate. Pointing at a ply shows the numbered line up to it on the board; a
 * click walks the line, without changing the game.
 */
import { useRef, useState } from 'preact/hooks';
import { follow } from '../app/display.js';
import { printedLine } from '../app/names.js';
import { outdated } from '../app/shownBot.js';
import { botInfo, followed, state, thinking } from '../app/store.js';
import { walkLine } from '../app/variations.js';
import * as strings from '../strings/analyse.js';
import { keyOf } from '../ui/keys.js';
import { Button } from '../ui/parts.jsx';
import { MoveLabel } from './moveText.jsx';

/** Moves of a line with a picture; the rest have only words. */
const MOST_PICTURES = 3;

/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */

/** @param {{ known: AnalysisInfo, i: number }} props */
export function Line({ known, i }) {
  const row = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [at, setAt] = useState(0);
  const line = [known.moves[i], ...(known.pvs[i] ?? [])];
  const printed = printedLine(line);
  /** @param {number} n */
  const words = (n) => (n === 0 ? known.printed[i].words : (printed[n]?.words ?? line[n]));
  // It keeps its space if other candidates have a line, so that the content below does not jump.
  if (!known.pvs.some((pv) => pv.length > 0)) return null;
  const shown = line.length > 1;
  const mine = followed.value?.candidate === i ? followed.value.plies : 0;
  /** @param {number} plies */
  const followTo = (plies) => {
    if (!outdated.value) follow({ candidate: i, plies });
  };
  /** @param {number} plies */
  const walk = (plies) => {
    if (outdated.value) return;
    const id = thinking.value?.config.bot ?? '';
    const who = botInfo(id)?.name ?? id;
    follow();
    walkLine({ from: state.value?.ply ?? 0, moves: line, who, at: plies });
  };
  const leave = () => {
    follow();
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const last = line.length - 1;
    const to = /** @type {Record<string, number>} */ ({
      ArrowRight: Math.min(last, at + 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: last,
    })[keyOf(event)];
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    const button = row.current?.querySelectorAll('button')[to];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="line-row row rigid fine g3">
      <span class="lead rigid">{shown ? strings.bestLine : strings.noContinuation}</span>
      {shown && (
        <div
          class="line row g1 scrolls"
          translate={false}
          ref={row}
          role="group"
          aria-label={strings.bestLineAfter(words(0))}
          onKeyDown={key}
          onPointerLeave={leave}
        >
          {line.map((_, n) => (
            <Button
              key={n}
              class="ply rigid"
              tabIndex={n === Math.min(at, line.length - 1) ? 0 : -1}
              data-in={n < mine}
              onPointerEnter={() => followTo(n + 1)}
              onFocus={() => {
                setAt(n);
                followTo(n + 1);
              }}
              onBlur={leave}
              act={() => walk(n + 1)}
            >
              <span class="hidden">{strings.ply(n + 1, words(n))}</span>
              <i aria-hidden="true">{n + 1}</i>
              <span aria-hidden="true">
                {printed[n] && n < MOST_PICTURES ? (
                  <MoveLabel printed={printed[n]} />
                ) : printed[n] ? (
                  printed[n].short
                ) : (
                  words(n)
                )}
              </span>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
