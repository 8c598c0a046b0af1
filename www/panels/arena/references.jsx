/** Known tables beside ours. */
import { base, half, pairOf, points, signed } from './figures.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ArenaReference} ArenaReference */

/** What a reference calls the share against all others. */
const TOGETHER = 'together';

/** The entrant that a table means. @param {ArenaReport} found @param {string} name @param {(i: number) => boolean} [fits] */
const entrant = (found, name, fits = () => true) =>
  found.bots.findIndex((bot, i) => (bot.bot === name || base(bot.bot) === name) && fits(i));

/** @param {{ found: ArenaReport }} props */
export function References({ found }) {
  const { references } = found;
  if (references.length === 0) return null;
  return (
    <>
      <Together found={found} />
      {references.map((one) => (
        <Matrix key={one.title} found={found} of={one} />
      ))}
    </>
  );
}

/** The share against all, of each table, side by side. @param {{ found: ArenaReport }} props */
function Together({ found }) {
  const tables = found.references.filter((one) => one.columns.includes(TOGETHER));
  if (tables.length === 0) return null;
  const rows = [...new Set(tables.flatMap((one) => one.rows.map(([name]) => name)))];
  return (
    <section class="chart wide" aria-labelledby="together">
      <h2 id="together">
        Beside what is known <span class="by">% of the points against all opponents</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <div class="scrolls" tabIndex={0} role="region" aria-label="Beside what is known">
        <table class="known">
          <thead>
            <tr>
              <th scope="col">Bot</th>
              {tables.map((one) => (
                <th scope="col" key={one.title}>
                  {one.title}
                </th>
              ))}
              <th scope="col">yours, 95%</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((name) => {
              const ours = found.bots[entrant(found, name)];
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {tables.map((one) => {
                    const row = one.rows.find(([of]) => of === name);
                    const value = row?.[1][one.columns.indexOf(TOGETHER)] ?? null;
                    return <td key={one.title}>{value === null ? '' : value.toFixed(1)}</td>;
                  })}
                  <td>
                    {ours && ours.won.games > 0 && (
                      <>
                        <b>{points(ours.share)}</b> <small>{half(ours)}</small>
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {tables.map((one) => (
        <p class="note" key={one.title}>
          <b>{one.title}</b>: {one.note}
        </p>
      ))}
    </section>
  );
}

/** A table of row against column, with how far ours is from it. @param {{ found: ArenaReport, of: ArenaReference }} props */
function Matrix({ found, of }) {
  const columns = of.columns
    .map((name, i) => ({ name, i }))
    .filter(({ name, i }) => name !== TOGETHER && of.rows.some(([, row]) => row[i] !== null));
  if (columns.length === 0) return null;
  const told = of.columns.includes(TOGETHER);
  const rows = of.rows.filter(([, row]) => columns.some(({ i }) => row[i] !== null));
  return (
    <section class="chart wide" aria-label={of.title}>
      <h2>
        {of.title} <span class="by">% of row against column; small: how much more in yours</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <div class="scrolls" tabIndex={0} role="region" aria-label={`${of.title}, beside yours`}>
        <table class="known">
          <thead>
            <tr>
              <td />
              {columns.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, row]) => {
              const a = entrant(found, name);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {columns.map(({ name: other, i }) => (
                    <td key={other}>
                      <Known value={row[i]} found={found} a={a} other={other} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {!told && <p class="note">{of.note}</p>}
    </section>
  );
}

/** @param {{ value: number | null, found: ArenaReport, a: number, other: string }} props */
function Known({ value, found, a, other }) {
  if (value === null) return null;
  // A bot may be entered and be an opponent as well: the one that was met is meant.
  const b = a < 0 ? -1 : entrant(found, other, (i) => i !== a && !!pairOf(found, a, i));
  const pair = b < 0 ? null : pairOf(found, a, b);
  const ends = pair && (pair.paired ?? pair);
  const outside = ends && (value < 100 * ends.low || value > 100 * ends.high);
  return (
    <>
      {value.toFixed(1)}
      {pair && (
        <small data-outside={outside} title={outside ? 'outside of the 95% interval of yours' : ''}>
          {signed(100 * pair.share - value, 1)}
        </small>
      )}
    </>
  );
}
