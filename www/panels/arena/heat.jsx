/** The cross table as a heat map: the share of row against column. A cell opens the list of its games. */
import { cell, plan, report } from '../../app/arena/state.js';
import { listGames } from '../../app/arena/tournament.js';
import { counted, half, order, pairOf, points } from './figures.js';
import { labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */

/** Rows and columns, by entrant. @param {ArenaReport | null} found */
function sides(found) {
  const at = plan.value;
  const all = found ? order(found) : (at?.entrants.map((_, i) => i) ?? []);
  const split = at?.challengers;
  if (!split) return { rows: all, columns: all, together: false };
  return {
    rows: all.filter((i) => i < split),
    columns: at.entrants.map((_, i) => i).slice(split),
    together: true,
  };
}

/** A colour for a share: how far it is from a half. @param {number} share */
function tint(share) {
  const away = Math.min(60, Math.abs(share - 0.5) * 300 + 3);
  return { '--heat': `${away.toFixed(0)}%` };
}

export function Heat() {
  const at = plan.value;
  const found = report.value;
  if (!at) return null;
  const { rows, columns, together } = sides(found);
  const name = (/** @type {number} */ i) => at.entrants[i].name;
  return (
    // A wide table is moved within its room, by the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
    <section class="scrolls" tabIndex={0} aria-label="Cross table">
      <table class="heat">
        <caption class="hidden">
          The share of the points of row against column in percent, with half of its 95% interval.
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((b) => (
              <th scope="col" key={b} title={name(b)}>
                <span>{labelOf(b)}</span>
              </th>
            ))}
            {together && <th scope="col">together</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((a) => (
            <tr key={a}>
              <th scope="row" title={name(a)}>
                <span>{labelOf(a)}</span>
              </th>
              {columns.map((b) => (
                <td key={b}>{a !== b && found && <Cell found={found} a={a} b={b} />}</td>
              ))}
              {together && (
                <td>
                  {found && found.bots[a].won.games > 0 && (
                    <div
                      class="cell"
                      data-good={found.bots[a].share >= 0.5}
                      style={tint(found.bots[a].share)}
                    >
                      {points(found.bots[a].share)}
                      <small>{half(found.bots[a])}</small>
                    </div>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** @param {{ found: ArenaReport, a: number, b: number }} props */
function Cell({ found, a, b }) {
  const pair = pairOf(found, a, b);
  if (!pair) return null;
  const games = pair.wins + pair.draws + pair.losses;
  // Games on one opening are no two: where they come in pairs, the interval is over pairs.
  const ends = pair.paired ?? pair;
  const chosen = cell.value?.[0] === a && cell.value[1] === b;
  const words = `${pair.bot} against ${pair.against}: ${points(pair.share)}% of the points of ${counted(games, 'game')}, 95%: ${points(ends.low)} to ${points(ends.high)}`;
  return (
    <button
      type="button"
      class="cell"
      data-good={pair.share >= 0.5}
      style={tint(pair.share)}
      aria-pressed={chosen}
      aria-label={`${words}. List these games`}
      title={`${words}; won ${pair.wins}, drawn ${pair.draws}, lost ${pair.losses}`}
      onClick={() => listGames(a, b)}
    >
      {points(pair.share, 0)}
      <small>{half(ends)}</small>
    </button>
  );
}
