/** Published tables in the layout of their source, with ours beside each number. */

import * as strings from '../../strings/arena.js';
import { Chart, WideTable } from '../../ui/chart.jsx';
import { points } from './figures.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../pkg/totora.js').ReferenceReport} ArenaReference */
/** @typedef {import('../../pkg/totora.js').ReferenceCell} ReferenceCell */

/** @param {{ found: ArenaReport }} props */
export const References = ({ found }) =>
  found.references.map((one) => <Reference key={one.title} of={one} />);

/** @param {{ of: ArenaReference }} props */
const Reference = ({ of }) => (
  <Chart
    id={`known-${of.title.replaceAll(/\W/g, '-')}`}
    title={of.title}
    by={of.by_column ? strings.ofColumnAgainstRow : strings.ofRowAgainstColumn}
    wide
  >
    <WideTable
      label={strings.besideYours(of.title)}
      head={[null, ...of.columns]}
      rows={of.rows.map(([name, cells]) => ({
        key: name,
        name,
        cells: cells.map((cell, i) => cell && <Known key={of.columns[i]} cell={cell} />),
      }))}
    />
    <p class="note">{of.note}</p>
  </Chart>
);

/** @param {{ cell: ReferenceCell }} props */
function Known({ cell: { known, ours, share, outside } }) {
  const interval = share && strings.interval95(points(share.low), points(share.high));
  const title = outside ? `${interval}: ${strings.outsideOfThe95Interval}` : interval;
  return (
    <>
      {known}
      {ours && (
        <small class={outside ? 'yours outside' : 'yours'} title={title ?? ''}>
          {ours}
        </small>
      )}
    </>
  );
}
