/** Tables by bot beyond the score: the game's metrics of ends, and several tournaments. */

import { useState } from 'preact/hooks';
import * as strings from '../../strings/arena.js';
import { Chart, WideTable } from '../../ui/chart.jsx';
import { ListName } from '../../ui/name.jsx';
import { Button } from '../../ui/parts.jsx';
import { half, order, pairOf, points } from './figures.js';
import { labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../pkg/totora.js').Measured} Measured */

/** The metrics of the ends of games by bot; a bot opens its rows by opponent. @param {{ found: ArenaReport }} props */
export function Ends({ found }) {
  const [open, setOpen] = useState(-1);
  const metrics = found.metrics ?? [];
  if (metrics.length === 0) return null;
  /** @param {(Measured | null)[] | undefined} ends */
  const cells = (ends) =>
    metrics.map(({ of, share }, i) => {
      const at = ends?.[i];
      if (!at) return null;
      const [mean, range] = share
        ? [`${points(at.mean)}%`, half(at)]
        : [at.mean.toFixed(2), `±${((at.high - at.low) / 2).toFixed(2)}`];
      return (
        <span key={of} title={strings.of(at.games)}>
          {mean} <small>{range}</small>
        </span>
      );
    });
  const places = order(found).filter((i) => found.bots[i].won.games > 0);
  const rows = places.flatMap((a) => [
    {
      key: `${a}`,
      name: (
        <Button
          class="plain cut"
          aria-expanded={open === a}
          aria-label={strings.byOpponent(labelOf(a))}
          act={() => setOpen(open === a ? -1 : a)}
        >
          {labelOf(a)}
        </Button>
      ),
      cells: cells(found.bots[a].ends),
      now: open === a,
    },
    ...places.flatMap((b) => {
      const pair = open === a && b !== a ? pairOf(found, a, b) : null;
      const name = <small>{strings.againstOne(labelOf(b))}</small>;
      return pair ? [{ key: `${a} ${b}`, name, cells: cells(pair.ends) }] : [];
    }),
  ]);
  return (
    <Chart id="ends" title={strings.endsByBot} by={strings.clickABot} wide>
      <WideTable
        label={strings.endsByBot}
        head={[strings.bot, ...metrics.map(({ of, about }) => /** @type {const} */ ([of, about]))]}
        rows={rows}
      />
      <ul class="note">
        {metrics.map(({ of, about }) => (
          <li key={of}>{strings.metric(of, about)}</li>
        ))}
      </ul>
    </Chart>
  );
}

/** The share of the points in each of several tournaments, and how it varies. @param {{ found: ArenaReport }} props */
export function Tournaments({ found }) {
  const count = found.repeat ?? 1;
  if (count < 2) return null;
  const rows = order(found).map((i) => {
    const { tournaments = [], spread } = found.bots[i];
    const shares = Array.from({ length: count }, (_, n) => {
      const score = tournaments[n];
      return score && score.wins + score.draws + score.losses > 0 ? points(score.share) : null;
    });
    const rest = spread
      ? [
          <b key="mean">{points(spread.mean)}</b>,
          strings.to(points(spread.low), points(spread.high)),
          points(spread.deviation),
          spread.firsts,
        ]
      : [null, null, null, null];
    return { key: i, name: <ListName text={labelOf(i)} />, cells: [...shares, ...rest] };
  });
  return (
    <Chart id="tournaments" title={strings.tournaments(count)} by={strings.shareInEach} wide>
      <WideTable
        label={strings.tournaments(count)}
        head={[
          strings.bot,
          ...Array.from({ length: count }, (_, n) => strings.seedOf(found.seed + n)),
          strings.mean,
          strings.lowestToHighest,
          [strings.deviation, strings.deviationOf],
          [strings.firstIn, strings.firstInOf],
        ]}
        rows={rows}
      />
    </Chart>
  );
}
