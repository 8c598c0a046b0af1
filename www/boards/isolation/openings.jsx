/**
 * The placement explorer: the winner with best play for every pair of placements. The results come from Rust, in the
 * layout.
 */
import { useState } from 'preact/hooks';
import './openings.css';
import * as strings from '../../strings/openings.js';
import { Button } from '../../ui/parts.jsx';

/** @typedef {import('../../pkg/totora.js').IsolationLayout} IsolationLayout */

/** Names of the seats in a cell. */
const WHO = ['1', '2'];

/** @param {import('../contract.js').EditorProps} props */
export function Editor({ layout, begin, close }) {
  const { columns, rows, square_names: names, openings } = /** @type {IsolationLayout} */ (layout);
  const [first, setFirst] = useState(() => Math.floor(names.length / 2));
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const winnerOf = (/** @type {number} */ second) =>
    openings ? openings.winners[first * names.length + second] : null;
  const classOf = (/** @type {number} */ second) =>
    openings?.classes[first * names.length + second] ?? null;
  const replies = names.map((_, cell) => cell).filter((cell) => cell !== first);
  const wins = [0, 1].map((seat) => replies.filter((cell) => winnerOf(cell) === seat).length);
  const kinds = new Set(replies.map(classOf)).size;
  const resultText = (/** @type {number} */ cell) => {
    const winner = winnerOf(cell);
    return winner === null ? strings.notKnown : strings.seatWins(strings.seats[winner]);
  };
  /** @param {string} id @param {string} title @param {(name: string, cell: number) => import('preact').JSX.Element} button */
  const board = (id, title, button) => (
    <section>
      <h3 id={id}>{title}</h3>
      <div
        class="openings-board stack g1"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        role="group"
        aria-labelledby={id}
      >
        {names.map(button)}
      </div>
    </section>
  );
  /** @param {number | null} cell */
  const look = (cell) => setAt(cell === first ? null : cell);
  /** @param {number} second */
  const play = async (second) => {
    if (await begin([names[first], names[second]], { size: `${columns}x${rows}` })) close();
  };
  return (
    <div class="openings stack">
      {board('openings-first', strings.player1GoesTo, (name, cell) => (
        <Button
          label={name}
          key={name}
          aria-pressed={cell === first}
          data-light={(cell + Math.floor(cell / columns) * ((columns + 1) % 2)) % 2 === 0}
          act={() => {
            setFirst(cell);
            setAt(null);
          }}
        />
      ))}
      {board('openings-second', strings.player2AnswersWhoWins, (name, cell) => (
        <Button
          label={cell === first ? '♞' : (WHO[winnerOf(cell) ?? -1] ?? '?')}
          key={name}
          disabled={cell === first}
          aria-label={
            cell === first ? strings.player1(name) : strings.playIt(name, resultText(cell))
          }
          title={cell === first ? undefined : `${names[first]} ${name}: ${resultText(cell)}`}
          data-winner={cell === first ? 'none' : (winnerOf(cell) ?? 'unknown')}
          data-same={at !== null && classOf(cell) === classOf(at)}
          onPointerEnter={() => look(cell)}
          onPointerLeave={() => look(null)}
          onFocus={() => look(cell)}
          onBlur={() => look(null)}
          act={() => play(cell)}
        />
      ))}
      <section class="stack across">
        {openings ? (
          <>
            <p>
              {strings.afterPlayer2Wins(
                names[first],
                wins[1],
                replies.length,
                wins[0],
                kinds,
                openings.count,
              )}
            </p>
            <p class="quiet" aria-live="polite">
              {at === null
                ? strings.pointAtAnAnswer
                : strings.framedTheSameBut(names[first], names[at], resultText(at))}
            </p>
          </>
        ) : (
          <p>{strings.whoWinsIsKnown}</p>
        )}
      </section>
    </div>
  );
}
