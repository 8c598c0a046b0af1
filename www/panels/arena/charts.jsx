/** Charts of the results, each with its figures next to it. */

import { entry } from '../../app/arena/state.js';
import * as strings from '../../strings/arena.js';
import { Chart, scaleOf, Table, WideTable } from '../../ui/chart.jsx';
import { Estimate } from '../../ui/estimate.jsx';
import { formatElements } from '../../ui/formatElements.js';
import { Swatch } from '../../ui/mark.jsx';
import { ListName } from '../../ui/name.jsx';
import { termFill } from '../../ui/palette.js';
import { Facts } from '../definitionList.jsx';
import { order, points, ratedOf, signed } from './figures.js';
import { HeatCell } from './heat.jsx';
import { labelFor, labelOf } from './labels.js';
import { Share } from './words.jsx';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../ui/chart.jsx').Interval} Interval */

/** @param {{ found: ArenaReport }} props */
export function Ratings({ found }) {
  const rated = ratedOf(found);
  if (rated.length === 0) return null;
  const many = found.seats.length > 2;
  const scale = scaleOf(rated.map((i) => /** @type {Interval} */ (found.bots[i].rating)));
  const rows = rated.map((i) => {
    const bot = found.bots[i];
    const rating = /** @type {Interval} */ (bot.rating);
    const rank = (
      <span title={strings.betterEqualWorseSeat(bot.wins, bot.draws, bot.losses)}>
        {bot.mean_rank?.middle.toFixed(2) ?? '?'}
      </span>
    );
    return {
      key: i,
      name: <ListName text={labelOf(i)} />,
      title: bot.bot,
      cells: [
        <Estimate key="drawn" of={rating} scale={scale} />,
        <>
          {signed(rating.middle)} <small>±{Math.round((rating.high - rating.low) / 2)}</small>
        </>,
        ...(many ? [rank] : []),
        <Share key="share" of={bot} />,
        bot.superiority === null ? '' : likely(bot.superiority),
      ],
    };
  });
  return (
    <Chart id="ratings" title={strings.rating95} by={strings.elo(found.model)}>
      <WideTable
        label={strings.ratings}
        class="plotted"
        head={[
          strings.bot,
          null,
          strings.eloColumn,
          ...(many ? [strings.meanRank] : []),
          strings.points,
          [strings.aboveNext, strings.likelihoodThatItIsStronger],
        ]}
        rows={rows}
      />
    </Chart>
  );
}

/** A likelihood, never shown as 0 or 100 %. @param {number} p */
const likely = (p) => (p > 0.999 ? '> 99.9%' : p < 0.001 ? '< 0.1%' : `${points(p)}%`);

/** Neighbours on the same openings. @param {{ found: ArenaReport }} props */
export function Differences({ found }) {
  const places = order(found).map((i) => found.bots[i].bot);
  const next = found.differences.filter(
    (one) => places.indexOf(one.than) === places.indexOf(one.bot) + 1,
  );
  if (next.length === 0) return null;
  const scale = scaleOf(
    next.map((one) => one.ahead),
    0,
  );
  const rows = next.map(({ bot, than, ahead, openings }) => ({
    key: bot,
    open: ahead.low <= 0 && ahead.high >= 0,
    title: strings.against(bot, than),
    name: (
      <>
        {labelFor(bot)} <small>{strings.over(labelFor(than))}</small>
      </>
    ),
    cells: [
      <Estimate key="drawn" of={ahead} scale={scale} mark={0} />,
      <span key="ahead" title={strings.overOpenings(openings)}>
        {signed(100 * ahead.middle, 1)}{' '}
        <small>{strings.to(signed(100 * ahead.low, 1), signed(100 * ahead.high, 1))}</small>
      </span>,
    ],
  }));
  return (
    <Chart id="differences" title={strings.aheadOnTheSameOpenings} by="points, 95%">
      <Table class="plotted" rows={rows} />
    </Chart>
  );
}

/** Wins by seat. @param {{ found: ArenaReport }} props */
export function SeatsChart({ found }) {
  if (found.seats.length === 0) return null;
  const fair = 1 / found.seats.length;
  const inTurn = !entry.value?.simultaneous;
  const all = found.seats.map(({ won }) => ({ low: won.low, middle: won.share, high: won.high }));
  const scale = scaleOf(all, fair);
  const rows = found.seats.map(({ seat, won }, i) => ({
    key: seat,
    name: (
      <>
        {seat} {i === 0 && inTurn && <small>{strings.movesFirst}</small>}
      </>
    ),
    cells: [
      <Estimate key="drawn" of={all[i]} scale={scale} mark={fair} />,
      <Share key="share" of={won} />,
    ],
  }));
  return (
    <Chart id="seats" title={strings.winsBySeat} by={strings.tiesAreShared95}>
      <Table class="plotted" rows={rows} />
    </Chart>
  );
}

/** @param {{ found: ArenaReport }} props */
export function Lengths({ found }) {
  const { bins, shortest, median, longest } = found.lengths;
  if (bins.length === 0) return null;
  const most = Math.max(...bins.map(([, games]) => games));
  const width = 100 / bins.length;
  const step = bins.length > 1 ? bins[1][0] - bins[0][0] : 1;
  const words = strings.lengthsInPlies(shortest, longest, median, found.plies.toFixed(1));
  return (
    <Chart id="lengths" title={strings.lengthOfGames}>
      <svg
        class="bins"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {bins.map(([from, games], i) => (
          <rect
            key={from}
            x={i * width + width * 0.06}
            width={width * 0.88}
            y={40 - (39 * games) / most}
            height={(39 * games) / most}
            data-median={median >= from && median < from + step}
          >
            <title>{strings.toPlies(step, from, from + step - 1, games)}</title>
          </rect>
        ))}
      </svg>
      <p class="scale fine row spread">
        <span>{shortest}</span>
        <span>{strings.medianMeanPlies(median, found.plies.toFixed(1))}</span>
        <span>{longest}</span>
      </p>
    </Chart>
  );
}

/** Shares of a whole, as one bar and as text. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
export function Parts({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (parts.length === 0) return null;
  return (
    <Chart id={id} title={title}>
      <div class="parts" aria-hidden="true">
        {parts.map(([name, games], i) => (
          <i key={name} style={{ flexGrow: games, ...termFill(i) }} title={name} />
        ))}
      </div>
      <ul class="row wrap g5 small-text">
        {parts.map(([name, games], i) => (
          <li key={name}>
            <Swatch term={i} /> {name}{' '}
            <b class="mono" translate={false}>
              {points(games / of)}%
            </b>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

/** Counts that may occur together in one game: a bar each. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
function Bars({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(...parts.map(([, games]) => games));
  return (
    <Chart id={id} title={title}>
      <ul class="bars small-text">
        {parts.map(([name, games]) => (
          <li class="stack level" key={name}>
            <span>{name}</span>
            <i style={{ '--part': `${(100 * games) / most}%` }} />
            <b class="mono" translate={false}>
              {points(games / of)}%
            </b>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

/** The game's own end reports, summed over all games. @param {{ found: ArenaReport }} props */
export function EndReport({ found }) {
  const means = Object.entries(found.means);
  // Already shown above.
  const counts = Object.entries(found.counts).filter(([of]) => of !== 'decided by');
  if (means.length === 0 && counts.length === 0) return null;
  return (
    <>
      {means.length > 0 && (
        <Chart id="means" title={strings.averageGame}>
          <Facts value="mono strong" of={means.map(([of, mean]) => [of, mean.toFixed(1)])} />
        </Chart>
      )}
      {counts.map(([of, answers]) => {
        const sum = Object.values(answers).reduce((a, b) => a + b, 0);
        const id = `count-${of.replaceAll(/\W/g, '-')}`;
        const title = `${of[0].toUpperCase()}${of.slice(1)}`;
        // Counts that add up to all games are parts of a whole.
        return sum === found.games ? (
          <Parts key={of} id={id} title={title} counts={answers} of={sum} />
        ) : (
          <Bars key={of} id={id} title={title} counts={answers} of={found.games} />
        );
      })}
    </>
  );
}

/** The winner from a start, with its share. @param {{ found: ArenaReport, at: ArenaReport['starts'][number] }} props */
function Winner({ found, at: { winners, won, clear } }) {
  if (winners.length === 0) return null;
  return (
    <span title={winners.map((i) => found.bots[i].bot).join(', ')}>
      {winners.map((i) => labelOf(i)).join(' = ')} <b>{points(won[winners[0]].share)}</b>
      {clear && <small title={strings.aboveAllOthers}> *</small>}
    </span>
  );
}

/** The winner from each start: in a grid of two options, the first down and the second across. @param {{ found: ArenaReport }} props */
function Winners({ found }) {
  const { starts } = found;
  const values = starts[0].values.map((_, axis) => [
    ...new Set(starts.map((one) => one.values[axis][1])),
  ]);
  const grid = values.length === 2;
  const [down, across] = grid ? starts[0].values.map(([option]) => option) : [strings.startLabel];
  const width = grid ? values[1].length : 1;
  // The last option changes fastest.
  const rows = Array.from({ length: starts.length / width }, (_, row) => {
    const cells = starts.slice(row * width, (row + 1) * width);
    const name = grid ? values[0][row] : cells[0].start;
    return {
      key: name,
      name,
      cells: cells.map((at) => <Winner key={at.start} found={found} at={at} />),
    };
  });
  return (
    <Chart id="winners" title={strings.winnerFromEachStart} by={strings.starIsClear} wide>
      <WideTable
        label={strings.winnerFromEachStart}
        head={[
          down,
          ...(grid
            ? values[1].map((value) => strings.optionIs(across, value))
            : [strings.winnerLabel]),
        ]}
        rows={rows}
      />
    </Chart>
  );
}

/** Results by starting position. @param {{ found: ArenaReport }} props */
export function Starts({ found }) {
  if (found.starts.length === 0) return null;
  const fair = 1 / Math.max(2, found.seats.length);
  const table = (
    <Chart id="starts" title={strings.winsByStart} by={strings.ofItsGamesThere} wide>
      <WideTable
        label={strings.byStart}
        heat
        head={[null, ...found.starts.map(({ start }) => start)]}
        rows={order(found).map((i) => ({
          key: i,
          name: <ListName text={labelOf(i)} />,
          cells: found.starts.map(({ start, won }) => (
            <HeatCell
              key={start}
              of={won[i].games > 0 ? won[i] : null}
              fair={fair}
              title={strings.of(won[i].games)}
            />
          )),
        }))}
      />
    </Chart>
  );
  return (
    <>
      <Winners found={found} />
      {table}
    </>
  );
}

/** The rounds drawn so far: pairings, with the points of each. @param {{ found: ArenaReport }} props */
export function Rounds({ found }) {
  const rounds = found.rounds ?? [];
  if (rounds.length === 0) return null;
  return (
    <Chart id="rounds" title={strings.rounds} by={strings.pointsOfTheGames}>
      {rounds.map(({ meetings, byes }, n) => (
        <section key={n} class="stack g1">
          <h3>{strings.round(n + 1)}</h3>
          <ul class="rows">
            {meetings.map(({ bots: [a, b], points: [one, other], winner }) => (
              <li key={a + b} class="row spread g3">
                <span>
                  {formatElements(
                    strings.against1,
                    ...[a, b].map((bot) =>
                      bot === winner ? <b key={bot}>{labelFor(bot)}</b> : labelFor(bot),
                    ),
                  )}
                </span>
                <span class="n" translate={false}>
                  {one} : {other}
                </span>
              </li>
            ))}
            {byes.map((bot) => (
              <li key={bot} class="row spread g3">
                <span>{labelFor(bot)}</span>
                <span class="n" translate={false}>
                  {strings.bye}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Chart>
  );
}
