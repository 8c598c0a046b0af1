/** Charts of studies: shares by value, the progress of tuning, and the value of terms. */
import { aheadOf, worthOf } from '../../app/lab/worth.js';
import * as strings from '../../strings/prove.js';
import { Plot, spread, Table, WideTable } from '../../ui/chart.jsx';
import { Estimate } from '../../ui/estimate.jsx';
import { formatElements } from '../../ui/formatElements.js';
import { Swatch } from '../../ui/mark.jsx';
import { termColour, termPattern } from '../../ui/palette.js';
import { Button } from '../../ui/parts.jsx';
import { half, pairOf, points, signed, whole } from '../arena/figures.js';
import { Share } from '../arena/words.jsx';

/** @typedef {import('../../pkg/totora.js').Report} ArenaReport */
/** @typedef {import('../../pkg/totora.js').Interval} ArenaInterval */
/** @typedef {import('../../app/lab/prove.js').Found} Found */

/** The dashes of lines, by the pattern of their term. */
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3'];

/** @param {ArenaInterval | null} of */
const aheadText = (of) =>
  of
    ? strings.toWithValue(
        signed(100 * of.middle, 1),
        signed(100 * of.low, 1),
        signed(100 * of.high, 1),
      )
    : '';

/** The share of the points by value. @param {{ found: Found }} props */
export function SweepChart({ found }) {
  const plan = /** @type {import('../../pkg/totora.js').ProveSweep | null} */ (found.plan);
  const { report } = found;
  if (!plan || !report) return null;
  const all = plan.values.map((value, i) => ({ value, now: i === plan.now, ...report.bots[i] }));
  const known = all.filter((one) => one.wins + one.draws + one.losses > 0);
  if (known.length === 0) return null;
  const best = known.reduce((a, b) => (b.share > a.share ? b : a));
  const bestAhead = aheadOf(report, all.indexOf(best), plan.now);
  const line = known.map(({ value, share }) => ({ value, share }));
  const ends = known.flatMap(({ low, high }) => [low, high]);
  const name = plan.number.label;
  return (
    <>
      <p class="prove-says" role="status">
        {best.now ? (
          formatElements(strings.noOtherValueDidBetter, <b>{best.value}</b>)
        ) : (
          <>
            {formatElements(
              strings.bestSoFarWithWhere(points(report.bots[plan.now].share)),
              <b>{best.value}</b>,
              <b>{points(best.share)}%</b>,
            )}{' '}
            {bestAhead &&
              (bestAhead.low > 0
                ? strings.aheadByPoints(aheadText(bestAhead), all.length)
                : strings.theseGamesCannotTellYet)}
          </>
        )}
      </p>
      <Plot
        x={spread(plan.values, 0)}
        y={spread(ends, 0.05)}
        about={strings.shareOfThePointsAgainst(name, points(best.share), best.value)}
      >
        {({ x, y }) => (
          <>
            <polyline
              class="line"
              points={line.map((one) => `${x(one.value)},${y(one.share)}`).join(' ')}
            />
            {known.map(({ value, now, low, share, high }) => (
              <g key={value} class="point" data-now={now} data-best={value === best.value}>
                <path d={`M${x(value)} ${y(low)}V${y(high)}`} />
                <circle cx={x(value)} cy={y(share)} r={now ? 6 : 4.5} />
              </g>
            ))}
          </>
        )}
      </Plot>
      <p class="note">{strings.ringIsTheCurrentValue(name)}</p>
      <WideTable
        label={strings.sweepInFigures}
        class="prove-table"
        head={[name, strings.games, strings.points, strings.aheadOfTheCurrentValue]}
        rows={all.map((one, i) => ({
          key: one.value,
          now: one.now,
          name: (
            <>
              {one.value}
              {one.now && <small> {strings.currentValue}</small>}
            </>
          ),
          cells: [
            whole(one.wins + one.draws + one.losses),
            <Share key="share" of={one} />,
            aheadText(aheadOf(report, i, plan.now)),
          ],
        }))}
      />
    </>
  );
}

/** Loss in percentage points. @param {import('../../pkg/totora.js').Interval} worth */
const pointsOf = ({ middle }) => Math.round(-100 * middle);

/**
 * The value of each term, harmful ones first.
 * @param {{ found: Found, leaveOut?: (term: string) => void }} props   `leaveOut` removes a term from the editor, by name
 */
export function AblateChart({ found, leaveOut }) {
  const plan = /** @type {import('../../pkg/totora.js').ProveAblation | null} */ (found.plan);
  const { report } = found;
  if (!plan || !report) return null;
  const rows = plan.terms.map((term, i) => ({
    term,
    worth: worthOf(plan, report, i),
    share: plan.itself ? pairOf(report, 0, i + 1) : report.bots[i + 1],
  }));
  rows.sort((a, b) => (b.worth?.middle ?? -1) - (a.worth?.middle ?? -1));
  const ends = rows.flatMap(({ worth }) => (worth ? [worth.low, worth.high] : []));
  const scale = spread([0, ...ends], 0.1);
  const idle = rows.filter(({ worth }) => worth && worth.low <= 0 && worth.high >= 0);
  const best = rows[0]?.worth && rows[0].worth.low > 0 ? rows[0].worth : null;
  const harm = rows.findLast(({ worth }) => worth && worth.high < 0);
  return (
    <>
      <p class="prove-says" role="status">
        {harm?.worth && (
          <>
            {formatElements(
              strings.makesItWeakerByPoints(pointsOf(harm.worth)),
              <b>{harm.term}</b>,
            )}{' '}
            {leaveOut && rows.length > 1 && (
              <Button label={strings.leaveItOut} class="small" act={() => leaveOut(harm.term)} />
            )}{' '}
          </>
        )}
        {best && (
          <>{formatElements(strings.isWorthMostPoints(aheadText(best)), <b>{rows[0].term}</b>)} </>
        )}
        {idle.length > 0 &&
          strings.theseGamesCannotTell(idle.map((one) => one.term).join(', '), idle.length)}
      </p>
      <Table
        class="prove-table worths full"
        head={[
          strings.without,
          strings.whatItIsWorth95,
          strings.pointsOf100,
          plan.itself ? strings.shareAgainstIt : strings.shareWithoutIt,
        ]}
        rows={rows.map(({ term, worth, share }) => ({
          name: term,
          cells: [
            <Estimate key="drawn" of={worth} scale={scale} from={0} mark={0} />,
            worth ? aheadText(worth) : '?',
            <Share key="share" of={share} />,
          ],
        }))}
      />
    </>
  );
}

/** Progress of tuning: shares by generation, and parameters next to their original values. @param {{ found: Found }} props */
export function TuneChart({ found }) {
  const { tuning } = found;
  if (!tuning) return null;
  const { history, generations } = tuning.found.training;
  const { numbers } = tuning.found;
  const last = Math.max(generations, 2);
  const shares = history.flatMap(({ share, best }) => [share, best]);
  const moved = history.flatMap(({ values }) => values);
  const began = numbers.map(({ from }) => from);
  return (
    <>
      {history.length > 0 && (
        <div class="prove-pair stack g5">
          <figure>
            <Plot
              x={[1, last]}
              y={spread(shares, 0.1)}
              about={strings.trainingAfterTheCandidates(
                history.length,
                points(history[history.length - 1].share),
              )}
            >
              {({ x, y }) => (
                <>
                  {history.map(({ best }, i) => (
                    <circle key={i} class="best" cx={x(i + 1)} cy={y(best)} r="2.5" />
                  ))}
                  <polyline
                    class="line"
                    points={history.map(({ share }, i) => `${x(i + 1)},${y(share)}`).join(' ')}
                  />
                </>
              )}
            </Plot>
            <figcaption class="note">{strings.trainingByGeneration}</figcaption>
          </figure>
          <figure>
            <Plot
              x={[0, last]}
              y={spread([...moved, ...began], 0.5)}
              share={false}
              about={strings.numbersByGeneration}
            >
              {({ x, y }) =>
                numbers.map(({ key, from }, k) => (
                  <polyline
                    key={key}
                    class="line"
                    style={{ stroke: termColour(k), strokeDasharray: DASHES[termPattern(k)] }}
                    points={[from, ...history.map(({ values }) => values[k])]
                      .map((value, i) => `${x(i)},${y(value)}`)
                      .join(' ')}
                  />
                ))
              }
            </Plot>
            <figcaption class="note">
              <ul class="row wrap g5">
                {numbers.map(({ key, label }, k) => (
                  <li key={key}>
                    <Swatch term={k} /> {label}
                  </li>
                ))}
              </ul>
            </figcaption>
          </figure>
        </div>
      )}
      <Table
        class="prove-table"
        head={[
          strings.number,
          strings.start,
          history.length > 0 ? strings.tunedSoFar : strings.tuned,
        ]}
        rows={numbers.map(({ key, label, from, to }) => ({
          key,
          name: label,
          title: key,
          cells: [from, history.length > 0 ? <b key="to">{to}</b> : '?'],
        }))}
      />
      <Verified found={found} />
    </>
  );
}

/** Verification on new seeds. @param {{ found: Found }} props */
function Verified({ found }) {
  const { tuning, verified } = found;
  const [field, duel] = verified;
  if (!tuning) return null;
  const { training } = tuning.found;
  const seeds = (
    <p class="note">
      {strings.trainingSeedVerification(training.seed, tuning.verify_seed)}{' '}
      {found.looks > 0 && strings.lookAtAVerification(found.looks)}
    </p>
  );
  if (!field || field.games === 0) return seeds;
  const [tuned, start] = field.bots;
  const ahead = aheadOf(field, 0, 1);
  return (
    <section aria-labelledby="verified">
      <h2 id="verified">{strings.verifiedOnFreshSeeds}</h2>
      <p class="prove-says" role="status">
        <b>{points(tuned.share)}%</b> <span class="dim">{half(tuned)}</span>{' '}
        {strings.againstTheWholeFieldWhere(
          points(start.share),
          half(start),
          ahead ? aheadText(ahead) : '',
        )}
      </p>
      <Table
        class="prove-table"
        head={[strings.against, strings.tuned, strings.whereItBegan]}
        rows={[
          ...field.bots.slice(2).map(({ bot }, i) => ({
            name: bot,
            cells: [0, 1].map((side) => <Share key={side} of={pairOf(field, side, i + 2)} />),
          })),
          ...(duel
            ? [{ name: strings.atTheStart, cells: [<Share key="duel" of={duel.bots[0]} />, ''] }]
            : []),
        ]}
      />
      {seeds}
    </section>
  );
}
