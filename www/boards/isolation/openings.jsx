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
    return winner === null ? strings.notKnown : strings.playerWins(WHO[winner]);
  };
  const style = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  /** @param {number} second */
  const play = async (second) => {
    if (await begin([names[first], names[second]], { size: `${columns}x${rows}` })) close();
  };
  return (
    <div class="openings stack">
      <section>
        <h3 id="openings-first">{strings.player1GoesTo}</h3>
        <div
          class="openings-board stack g1"
          style={style}
          role="group"
          aria-labelledby="openings-first"
        >
          {names.map((name, cell) => (
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
        </div>
      </section>
      <section>
        <h3 id="openings-second">{strings.player2AnswersWhoWins}</h3>
        <div
          class="openings-board stack g1"
          style={style}
          role="group"
          aria-labelledby="openings-second"
        >
          {names.map((name, cell) => (
            <Button
              label={
                cell === first ? '♞' : winnerOf(cell) === null ? '?' : WHO[winnerOf(cell) ?? 0]
              }
              key={name}
              disabled={cell === first}
              aria-label={
                cell === first ? strings.player1(name) : strings.playIt(name, resultText(cell))
              }
              title={cell === first ? undefined : `${names[first]} ${name}: ${resultText(cell)}`}
              data-winner={cell === first ? 'none' : (winnerOf(cell) ?? 'unknown')}
              data-same={at !== null && classOf(cell) === classOf(at)}
              onPointerEnter={() => setAt(cell === first ? null : cell)}
              onPointerLeave={() => setAt(null)}
              onFocus={() => setAt(cell === first ? null : cell)}
              onBlur={() => setAt(null)}
              act={() => play(cell)}
            />
          ))}
        </div>
      </section>
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
