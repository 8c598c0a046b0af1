/**
 * The arena: which bot is better, and how certain that is. Setup and progress are on the left, results on the right.
 * Loaded on demand; games continue while the user is on another screen.
 */
import './arena.css';
import { useEffect } from 'preact/hooks';
import * as arena from '../../app/arena/state.js';
import * as tournament from '../../app/arena/tournament.js';
import { proving, showProve } from '../../app/lab/proving.js';
import { route } from '../../app/route.js';
import { errorText } from '../../app/session.js';
import { notify } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
import { Chart, WideTable } from '../../ui/chart.jsx';
import { formatElements } from '../../ui/formatElements.js';
import { Button } from '../../ui/parts.jsx';
import { Points } from '../definitionList.jsx';
import { lazyPart } from '../lazyPart.jsx';
import * as charts from './charts.jsx';
import { Ends, Tournaments } from './ends.jsx';
import { Out } from './exports.jsx';
import { counted, points, signed, whole } from './figures.js';
import { Heat } from './heat.jsx';
import { labelOf, shared } from './labels.js';
import { References } from './references.jsx';
import { Setup } from './setup.jsx';
import { Words } from './words.jsx';

const Prove = lazyPart(() => import('../lab/prove.jsx'), 'Prove', strings.tests);

export function ArenaScreen() {
  useEffect(() => {
    if (!arena.plan.value)
      tournament.openArena().catch((error) => notify(errorText(error), { error: true }));
  }, []);
  const { screen, entrants, link } = route.value;
  useEffect(() => {
    if (!entrants) return;
    showProve(false);
    if (arena.plan.value) tournament.welcome();
  }, [entrants]);
  useEffect(() => {
    if (screen !== 'arena' || !link) return;
    showProve(false);
    if (arena.plan.value) tournament.openLink();
  }, [link]);
  if (proving.value) {
    return (
      <main class="stack">
        <Prove back={() => showProve(false)} />
      </main>
    );
  }
  return (
    <main class="arena">
      <Setup />
      <Results />
    </main>
  );
}

function Results() {
  const at = arena.plan.value;
  const found = arena.report.value;
  return (
    <section class="card results scroll" aria-label={strings.results}>
      <header class="results-head high row spread g5">
        <div class="headline" role="status">
          {found ? (
            <p>
              <Words text={found.headline} />
            </p>
          ) : (
            <p>
              {at && arena.status.value !== 'opening'
                ? strings.plannedPressStartAndThis(at.games)
                : strings.loading}
            </p>
          )}
        </div>
        <Out />
      </header>
      {arena.changed.value && (
        <p class="warning tint" role="alert">
          {formatElements(
            strings.otherwiseThan(arena.changed.value.names.length, arena.changed.value.since),
            <b>{arena.changed.value.names.join(', ')}</b>,
          )}
        </p>
      )}
      <Points
        class="remarks dim"
        of={(found?.remarks ?? []).map((remark) => <Words key={remark} text={remark} />)}
      />
      {found?.test && <Test test={found.test} />}
      <Heat />
      {shared.value.length > 0 && (
        <p class="note">{strings.allWhoCanHave(shared.value.join(', '))}</p>
      )}
      {found && found.games > 0 && (
        <>
          <div class="charts stack g6">
            <div class="column g6">
              <charts.Rounds found={found} />
              <charts.Ratings found={found} />
              <charts.Differences found={found} />
              <charts.SeatsChart found={found} />
            </div>
            <div class="column g6">
              <Games />
              <charts.Lengths found={found} />
              <charts.Parts
                id="decided"
                title={strings.decidedBy}
                counts={found.reasons}
                of={found.games}
              />
            </div>
          </div>
          <div class="charts stack g6">
            <charts.Starts found={found} />
            <Tournaments found={found} />
            <References found={found} />
            <Ends found={found} />
            <charts.EndReport found={found} />
          </div>
        </>
      )}
    </section>
  );
}

/** Distance of a sequential test from either decision. @param {{ test: NonNullable<import('../../app/arena/state.js').ArenaReport['test']> }} props */
function Test({ test: { test, log_ratio, bound } }) {
  const ends = [-bound, bound].map((end) => signed(end, 2));
  return (
    <label class="llr stack">
      <span class="row wrap spread g3">
        <span>{strings.lowerBoundElo(ends[0], test.elo0)}</span>
        <b>{strings.logLikelihoodRatio(signed(log_ratio, 2))}</b>
        <span>{strings.upperBoundElo(ends[1], test.elo1)}</span>
      </span>
      <meter class="full" min={-bound} max={bound} value={log_ratio} />
    </label>
  );
}

const HEADING = { id: 'games', title: strings.gamesOfACell, by: strings.oneClickOpens };

/** Why one bot of the cell is better: where their games differ. @param {{ a: number, b: number }} props */
function Divergences({ a, b }) {
  const found = arena.divergences.value;
  if (!found) {
    return (
      <p>
        <Button
          label={strings.whyIsOneBetter}
          class="small"
          disabled={arena.busy.value}
          act={tournament.findPartings}
        />
      </p>
    );
  }
  const rows = found.groups.map((group) => ({
    name: group.term,
    cells: [
      whole(group.games),
      group.plies.join(' to '),
      points(group.share),
      group.clearest.map((one) => (
        <Button
          label={`#${whole(one.game + 1)}`}
          class="small"
          key={one.game}
          title={strings.gamePlyPlays(
            one.game + 1,
            one.ply + 1,
            labelOf(a),
            one.first,
            labelOf(b),
            one.second,
          )}
          act={() => tournament.openOnBoard({ game: one.game, scores: null, kept: false }, one.ply)}
        />
      )),
    ],
  }));
  const label = strings.whyOneIsBetter;
  return (
    <section class="stack" aria-label={label}>
      <p>
        <Words text={found.headline} />
      </p>
      <p class="note">{strings.ofHaveNoPosition(found.looked, found.alike, labelOf(b))}</p>
      <WideTable
        label={label}
        head={[strings.partedBy, 'games', 'plies', `${labelOf(b)} %`, strings.clearestGames]}
        rows={rows}
      />
    </section>
  );
}

/** The games of the chosen cell. */
function Games() {
  const at = arena.plan.value;
  const chosen = arena.cell.value;
  if (!at) return null;
  const list = arena.games.value;
  if (!chosen || !list) {
    return (
      <Chart {...HEADING}>
        <p class="quiet">{strings.chooseACell}</p>
      </Chart>
    );
  }
  const [a, b] = chosen;
  const page = (/** @type {number} */ after) => tournament.listGames(a, b, after);
  const after = arena.listedAfter.value;
  return (
    <Chart {...HEADING}>
      <p>{formatElements(strings.against1, <b>{labelOf(a)}</b>, <b>{labelOf(b)}</b>)}</p>
      <ul class="games rows">
        {list.games.map((row) => (
          <li key={row.game}>
            <Button
              title={strings.openGameOnTheBoard(row.game + 1)}
              act={() => tournament.openOnBoard(row)}
            >
              <span class="n">#{whole(row.game + 1)}</span>
              <span class="row wrap grow g5">
                {row.seats.map((one, seat) => (
                  <span key={seat} data-first={row.ranks[seat] === 1}>
                    {labelOf(one)}{' '}
                    <b class="mono" translate={false}>
                      {row.scores[seat]}
                    </b>
                  </span>
                ))}
              </span>
              <span class="how n">
                {row.start ? `${row.start}, ` : ''}
                {row.reason}, {counted(row.plies, 'ply')}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {a !== b && <Divergences a={a} b={b} />}
      {list.total > tournament.LISTED && (
        <p class="note row spread">
          <Button
            label={strings.earlier}
            class="small"
            disabled={after === 0}
            act={() => page(after - tournament.LISTED)}
          />
          <span>{strings.toOf(after + 1, after + list.games.length, list.total)}</span>
          <Button
            label={strings.later}
            class="small"
            disabled={after + tournament.LISTED >= list.total}
            act={() => page(after + tournament.LISTED)}
          />
        </p>
      )}
    </Chart>
  );
}
