/** What the games say, as charts that one grasps at a glance; the figures stand beside each. */

import { entry } from '../../app/arena/state.js';
import { Swatch } from '../../ui/mark.jsx';
import { termColour } from '../../ui/palette.js';
import { counted, half, order, points, signed, whole } from './figures.js';
import { labelFor, labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */
/** @typedef {{ low: number, middle: number, high: number }} Interval */

/**
 * An estimate with its interval on a scale, and a line where nothing is.
 * @param {{ of: Interval, from: number, to: number, zero?: number }} props
 */
function Whisker({ of, from, to, zero }) {
  const x = (/** @type {number} */ value) =>
    (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from || 1);
  return (
    <svg class="whisker" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      {zero !== undefined && <path class="zero" d={`M${x(zero)} 0v20`} />}
      <path class="range" d={`M${x(of.low)} 10H${x(of.high)}M${x(of.low)} 6v8M${x(of.high)} 6v8`} />
      {/* A line without a length has round ends: a dot that no stretching makes an egg. */}
      <path class="dot" d={`M${x(of.middle)} 10h0`} />
    </svg>
  );
}

/** A scale that holds all of them. @param {Interval[]} all @param {number} [zero] */
function scale(all, zero) {
  const ends = all.flatMap(({ low, high }) => [low, high]);
  if (zero !== undefined) ends.push(zero);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const more = (to - from) * 0.04 || 1;
  return { from: from - more, to: to + more };
}

/** @param {{ found: ArenaReport }} props */
export function Ratings({ found }) {
  const places = order(found);
  const rated = places.filter((i) => found.bots[i].rating && found.bots[i].won.games > 0);
  if (rated.length === 0) return null;
  const many = found.seats.length > 2;
  const all = rated.map((i) => /** @type {Interval} */ (found.bots[i].rating));
  const { from, to } = scale(all);
  return (
    <section class="chart" aria-labelledby="ratings">
      <h2 id="ratings">
        Rating, 95% <span class="by">{found.model}, Elo</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <div class="scrolls" tabIndex={0} role="region" aria-label="Ratings">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">Bot</th>
              <td />
              <th scope="col">Elo</th>
              {many && <th scope="col">Mean rank</th>}
              <th scope="col">Points</th>
              <th scope="col" title="The likelihood that it is stronger than the next in the table">
                Above next
              </th>
            </tr>
          </thead>
          <tbody>
            {rated.map((i) => {
              const bot = found.bots[i];
              const rating = /** @type {Interval} */ (bot.rating);
              const error = Math.round((rating.high - rating.low) / 2);
              return (
                <tr key={i}>
                  <th scope="row" title={bot.bot}>
                    <span>{labelOf(i)}</span>
                  </th>
                  <td class="plot">
                    <Whisker of={rating} from={from} to={to} />
                  </td>
                  <td>
                    {signed(rating.middle)} <small>±{error}</small>
                  </td>
                  {many && (
                    <td
                      title={`${bot.wins} better, ${bot.draws} equal, ${bot.losses} worse, seat against seat`}
                    >
                      {bot.mean_rank?.middle.toFixed(2) ?? '?'}
                    </td>
                  )}
                  <td>
                    {points(bot.share)}% <small>{half(bot)}</small>
                  </td>
                  <td>{bot.superiority === null ? '' : likely(bot.superiority)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
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
  const { from, to } = scale(
    next.map((one) => one.ahead),
    0,
  );
  return (
    <section class="chart" aria-labelledby="differences">
      <h2 id="differences">
        Ahead on the same openings <span class="by">points, 95%</span>
      </h2>
      <table class="standings differences">
        <tbody>
          {next.map((one) => (
            <tr key={one.bot} data-open={one.ahead.low <= 0 && one.ahead.high >= 0}>
              <th scope="row">
                <span title={`${one.bot} against ${one.than}`}>
                  {labelFor(one.bot)} <small>over {labelFor(one.than)}</small>
                </span>
              </th>
              <td class="plot">
                <Whisker of={one.ahead} from={from} to={to} zero={0} />
              </td>
              <td title={`over ${whole(one.openings)} openings`}>
                {signed(100 * one.ahead.middle, 1)}{' '}
                <small>
                  {signed(100 * one.ahead.low, 1)} to {signed(100 * one.ahead.high, 1)}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How often each seat was first. @param {{ found: ArenaReport }} props */
export function SeatsChart({ found }) {
  if (found.seats.length === 0) return null;
  const fair = 1 / found.seats.length;
  const inTurn = !entry.value?.simultaneous;
  const all = found.seats.map(({ won }) => ({ low: won.low, middle: won.share, high: won.high }));
  const { from, to } = scale(all, fair);
  return (
    <section class="chart" aria-labelledby="seats">
      <h2 id="seats">
        First, by seat <span class="by">a drawn first is shared, 95%</span>
      </h2>
      <table class="standings">
        <tbody>
          {found.seats.map(({ seat, won }, i) => (
            <tr key={seat}>
              <th scope="row">
                <span>
                  {seat} {i === 0 && inTurn && <small>moves first</small>}
                </span>
              </th>
              <td class="plot">
                <Whisker of={all[i]} from={from} to={to} zero={fair} />
              </td>
              <td>
                {points(won.share)}% <small>{half(won)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
    <section class="chart" aria-labelledby="lengths">
      <h2 id="lengths">Length of games</h2>
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
      <p class="scale fine">
        <span>{shortest}</span>
        <span>
          median {median}, mean {found.plies.toFixed(1)} plies
        </span>
        <span>{longest}</span>
      </p>
    </section>
  );
}

/** Shares of a whole, as one bar and in words. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
export function Parts({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (parts.length === 0) return null;
  return (
    <section class="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="parts" aria-hidden="true">
        {parts.map(([name, games], i) => (
          <i key={name} style={{ flexGrow: games, backgroundColor: termColour(i) }} title={name} />
        ))}
      </div>
      <ul class="legend">
        {parts.map(([name, games], i) => (
          <li key={name}>
            <Swatch term={i} /> {name} <b>{points(games / of)}%</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Questions with answers that may come together in one game: a bar each. @param {{ id: string, title: string, counts: Record<string, number>, of: number }} props */
function Bars({ id, title, counts, of }) {
  const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(...parts.map(([, games]) => games));
  return (
    <section class="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bars">
        {parts.map(([name, games]) => (
          <li key={name}>
            <span>{name}</span>
            <i style={{ '--part': `${(100 * games) / most}%` }} />
            <b>{points(games / of)}%</b>
          </li>
        ))}
      </ul>
    </section>
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
        <section class="chart" aria-labelledby="means">
          <h2 id="means">A game in the mean</h2>
          <dl class="means">
            {means.map(([of, mean]) => (
              <div key={of}>
                <dt>{of}</dt>
                <dd>{mean.toFixed(1)}</dd>
              </div>
            ))}
          </dl>
        </section>
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
  const places = order(found);
  const fair = 1 / Math.max(2, found.seats.length);
  return (
    <section class="chart wide" aria-labelledby="starts">
      <h2 id="starts">
        First, by start <span class="by">% of its games there</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <div class="scrolls" tabIndex={0} role="region" aria-label="By start">
        <table class="heat small">
          <thead>
            <tr>
              <td />
              {found.starts.map(({ start }) => (
                <th scope="col" key={start}>
                  <span>{start}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((i) => (
              <tr key={i}>
                <th scope="row">
                  <span>{labelOf(i)}</span>
                </th>
                {found.starts.map(({ start, won }) => (
                  <td key={start}>
                    {won[i].games > 0 && (
                      <div
                        class="cell"
                        data-good={won[i].share >= fair}
                        style={{
                          '--heat': `${Math.min(60, Math.abs(won[i].share - fair) * 200 + 3).toFixed(0)}%`,
                        }}
                        title={`of ${counted(won[i].games, 'game')}`}
                      >
                        {points(won[i].share, 0)}
                        <small>{half(won[i])}</small>
                      </div>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
