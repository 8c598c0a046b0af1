/** Published tables next to ours. */

import * as strings from '../../strings/arena.js';
import { Chart, WideTable } from '../../ui/chart.jsx';
import { base, pairOf, signed } from './figures.js';
import { Share } from './words.jsx';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ReferenceReport} ArenaReference */

/** A reference's name for the share against all others. */
const TOGETHER = 'together';

/** The entrant that a table refers to. @param {ArenaReport} found @param {string} name @param {(i: number) => boolean} [fits] */
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
  const names = [...new Set(tables.flatMap((one) => one.rows.map(([name]) => name)))];
  const rows = names.map((name) => {
    const ours = found.bots[entrant(found, name)];
    const theirs = tables.map((one) => {
      const row = one.rows.find(([of]) => of === name);
      return row?.[1][one.columns.indexOf(TOGETHER)]?.toFixed(1) ?? '';
    });
    return {
      name,
      cells: [...theirs, ours && ours.won.games > 0 && <Share key="yours" of={ours} />],
    };
  });
  const title = strings.comparedWithKnownResults;
  return (
    <Chart id="together" title={title} by={strings.ofThePointsAgainstAll} wide>
      <WideTable
        label={title}
        head={[strings.bot, ...tables.map((one) => one.title), 'yours, 95%']}
        rows={rows}
      />
      {tables.map((one) => (
        <p class="note" key={one.title}>
          <b>{one.title}</b>: {one.note}
        </p>
      ))}
    </Chart>
  );
}

/** A table of row against column, with how far ours is from it. @param {{ found: ArenaReport, of: ArenaReference }} props */
function Matrix({ found, of }) {
  const columns = of.columns
    .map((name, i) => ({ name, i }))
    .filter(({ name, i }) => name !== TOGETHER && of.rows.some(([, row]) => row[i] !== null));
  if (columns.length === 0) return null;
  const together = of.columns.includes(TOGETHER);
  const rows = of.rows
    .filter(([, row]) => columns.some(({ i }) => row[i] !== null))
    .map(([name, row]) => ({
      name,
      cells: columns.map(({ name: other, i }) => (
        <Known key={other} value={row[i]} found={found} a={entrant(found, name)} other={other} />
      )),
    }));
  return (
    <Chart
      id={`known-${of.title.replaceAll(/\W/g, '-')}`}
      title={of.title}
      by={strings.ofRowAgainstColumnSmall}
      wide
    >
      <WideTable
        label={strings.besideYours(of.title)}
        head={[null, ...columns.map(({ name }) => name)]}
        rows={rows}
      />
      {!together && <p class="note">{of.note}</p>}
    </Chart>
  );
}

/** @param {{ value: number | null, found: ArenaReport, a: number, other: string }} props */
function Known({ value, found, a, other }) {
  if (value === null) return null;
  // A bot may be both entrant and opponent: use the one that was played.
  const b = a < 0 ? -1 : entrant(found, other, (i) => i !== a && !!pairOf(found, a, i));
  const pair = b < 0 ? null : pairOf(found, a, b);
  const ends = pair && (pair.paired ?? pair);
  const outside = ends && (value < 100 * ends.low || value > 100 * ends.high);
  return (
    <>
      {value.toFixed(1)}
      {pair && (
        <small
          class={outside ? 'outside' : ''}
          title={outside ? strings.outsideOfThe95Interval : ''}
        >
          {signed(100 * pair.share - value, 1)}
        </small>
      )}
    </>
  );
}
