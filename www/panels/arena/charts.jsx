/** What the games say, as charts that one grasps at a glance; the figures stand beside each. */

import { entry } from '../../app/arena/state.js';
import { Chart, Scrolls, scaleOf, Table, Whisker } from '../../ui/chart.jsx';
import { Swatch } from '../../ui/mark.jsx';
import { termColour } from '../../ui/palette.js';
import { counted, order, points, signed, whole } from './figures.js';
import { HeatCell } from './heat.jsx';
import { labelFor, labelOf } from './labels.js';
import { Share } from './words.jsx';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {import('../../ui/chart.jsx').Interval} Interval */

/** @param {{ found: ArenaReport }} props */
export function Ratings({ found }) {
  const rated = order(found).filter((i) => found.bots[i].rating && found.bots[i].won.games > 0);
  if (rated.length === 0) return null;
  const many = found.seats.length > 2;
  const scale = scaleOf(rated.map((i) => /** @type {Interval} */ (found.bots[i].rating)));
  const rows = rated.map((i) => {
    const bot = found.bots[i];
    const rating = /** @type {Interval} */ (bot.rating);
    const rank = (
      <span
        title={`${bot.wins} better, ${bot.draws} equal, ${bot.losses} worse, seat against seat`}
      >
        {bot.mean_rank?.middle.toFixed(2) ?? '?'}
      </span>
    );
    return {
      key: i,
      name: <span class="cut">{labelOf(i)}</span>,
      title: bot.bot,
      cells: [
        <Whisker key="drawn" of={rating} scale={scale} />,
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
    <Chart id="ratings" title="Rating, 95%" by={`${found.model}, Elo`}>
      <Scrolls label="Ratings">
        <Table
          class="plotted"
          head={['Bot', null, 'Elo', ...(many ? ['Mean rank'] : []), 'Points', 'Above next']}
          titles={{ 'Above next': 'The likelihood that it is stronger than the next in the table' }}
          rows={rows}
        />
      </Scrolls>
    </Chart>
  );
}

/** A likelihood that is never told as certain. @param {number} p */
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
    title: `${bot} against ${than}`,
    name: (
      <>
        {labelFor(bot)} <small>over {labelFor(than)}</small>
      </>
    ),
    cells: [
      <Whisker key="drawn" of={ahead} scale={scale} zero={0} />,
      <span key="ahead" title={`over ${whole(openings)} openings`}>
        {signed(100 * ahead.middle, 1)}{' '}
        <small>
          {signed(100 * ahead.low, 1)} to {signed(100 * ahead.high, 1)}
        </small>
      </span>,
    ],
  }));
  return (
    <Chart id="differences" title="Ahead on the same openings" by="points, 95%">
      <Table class="plotted" rows={rows} />
    </Chart>
  );
}

/** How often each seat was first. @param {{ found: ArenaReport }} props */
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
        {seat} {i === 0 && inTurn && <small>moves first</small>}
      </>
    ),
    cells: [
      <Whisker key="drawn" of={all[i]} scale={scale} zero={fair} />,
      <Share key="share" of={won} />,
    ],
  }));
  return (
    <Chart id="seats" title="First, by seat" by="a drawn first is shared, 95%">
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
  const words = `${shortest} to ${longest} plies, half of the games at most ${median}, ${found.plies.toFixed(1)} in the mean`;
  return (
    <Chart id="lengths" title="Length of games">
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
            <title>
              {step > 1 ? `${from} to ${from + step - 1}` : from} plies: {counted(games, 'game')}
            </title>
          </rect>
        ))}
      </svg>
      <p class="scale fine row spread">
        <span>{shortest}</span>
        <span>
          median {median}, mean {found.plies.toFixed(1)} plies
        </span>
        <span>{longest}</span>
      </p>
    </Chart>
  );
}

/** Shares of a whole, as one bar and in words. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
export function Parts({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (parts.length === 0) return null;
  return (
    <Chart id={id} title={title}>
      <div class="parts" aria-hidden="true">
        {parts.map(([name, games], i) => (
          <i key={name} style={{ flexGrow: games, backgroundColor: termColour(i) }} title={name} />
        ))}
      </div>
      <ul class="row wrap g5 small-text">
        {parts.map(([name, games], i) => (
          <li key={name}>
            <Swatch term={i} /> {name} <b class="mono">{points(games / of)}%</b>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

/** Questions with answers that may come together in one game: a bar each. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
function Bars({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(...parts.map(([, games]) => games));
  return (
    <Chart id={id} title={title}>
      <ul class="bars small-text">
        {parts.map(([name, games]) => (
          <li key={name}>
            <span>{name}</span>
            <i style={{ '--part': `${(100 * games) / most}%` }} />
            <b class="mono">{points(games / of)}%</b>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

/** What the game itself adds up: its end report over all games. @param {{ found: ArenaReport }} props */
export function EndReport({ found }) {
  const means = Object.entries(found.means);
  // Told above already.
  const counts = Object.entries(found.counts).filter(([of]) => of !== 'decided by');
  if (means.length === 0 && counts.length === 0) return null;
  return (
    <>
      {means.length > 0 && (
        <Chart id="means" title="A game in the mean">
          <dl class="facts small-text">
            {means.map(([of, mean]) => (
              <div key={of}>
                <dt>{of}</dt>
                <dd class="mono strong">{mean.toFixed(1)}</dd>
              </div>
            ))}
          </dl>
        </Chart>
      )}
      {counts.map(([of, answers]) => {
        const sum = Object.values(answers).reduce((a, b) => a + b, 0);
        const id = `count-${of.replaceAll(/\W/g, '-')}`;
        const title = `${of[0].toUpperCase()}${of.slice(1)}`;
        // Answers that add up to all games are parts of a whole.
        return sum === found.games ? (
          <Parts key={of} id={id} title={title} counts={answers} of={sum} />
        ) : (
          <Bars key={of} id={id} title={title} counts={answers} of={found.games} />
        );
      })}
    </>
  );
}

/** What happened from each of several starts. @param {{ found: ArenaReport }} props */
export function Starts({ found }) {
  if (found.starts.length === 0) return null;
  const fair = 1 / Math.max(2, found.seats.length);
  return (
    <Chart id="starts" title="First, by start" by="% of its games there" wide>
      <Scrolls label="By start">
        <Table
          heat
          head={[null, ...found.starts.map(({ start }) => start)]}
          rows={order(found).map((i) => ({
            key: i,
            name: <span class="cut">{labelOf(i)}</span>,
            cells: found.starts.map(({ start, won }) => (
              <HeatCell
                key={start}
                of={won[i].games > 0 ? won[i] : null}
                fair={fair}
                title={`of ${counted(won[i].games, 'game')}`}
              />
            )),
          }))}
        />
      </Scrolls>
    </Chart>
  );
}

/** The rounds of a tournament in rounds, as far as they are drawn: who met whom, with the points of each. @param {{ found: ArenaReport }} props */
export function Rounds({ found }) {
  const rounds = found.rounds ?? [];
  if (rounds.length === 0) return null;
  return (
    <Chart id="rounds" title="Rounds" by="points of the games of a meeting">
      {rounds.map(({ meetings, byes }, n) => (
        <section key={n} class="stack g1">
          <h3>Round {n + 1}</h3>
          <ul class="rows">
            {meetings.map(({ bots: [a, b], points: [one, other], winner }) => (
              <li key={a + b} class="row spread g3">
                <span>
                  {[a, b].map((bot, i) => (
                    <span key={bot}>
                      {i > 0 && ' against '}
                      {bot === winner ? <b>{labelFor(bot)}</b> : labelFor(bot)}
                    </span>
                  ))}
                </span>
                <span class="n">
                  {one} : {other}
                </span>
              </li>
            ))}
            {byes.map((bot) => (
              <li key={bot} class="row spread g3">
                <span>{labelFor(bot)}</span>
                <span class="n">a bye</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Chart>
  );
}
