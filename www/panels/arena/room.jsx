/**
 * The arena: which bot is better, and how sure that is. On the left what is set up and how far it is, on the right what
 * the games say. Fetched when it is opened; what is played goes on while people are elsewhere.
 */
import './arena.css';
import { useEffect } from 'preact/hooks';
import {
  busy,
  cell,
  changed,
  games,
  listedAfter,
  partings,
  plan,
  report,
  status,
} from '../../app/arena/state.js';
import {
  findPartings,
  LISTED,
  listGames,
  openLink,
  openOnBoard,
  openRoom,
  welcome,
} from '../../app/arena/tournament.js';
import { proving, showProve } from '../../app/lab/shown.js';
import { errorText } from '../../app/session.js';
import { arenaGuest, arenaLink, tell } from '../../app/store.js';
import { Chart, Scrolls, Table } from '../../ui/chart.jsx';
import { Button } from '../../ui/parts.jsx';
import { late } from '../late.jsx';
import {
  Differences,
  EndReport,
  Lengths,
  Parts,
  Ratings,
  Rounds,
  SeatsChart,
  Starts,
} from './charts.jsx';
import { counted, points, signed, whole } from './figures.js';
import { Heat } from './heat.jsx';
import { labelOf, shared } from './labels.js';
import { Out } from './out.jsx';
import { References } from './references.jsx';
import { Setup } from './setup.jsx';
import { Words } from './words.jsx';

const Prove = late(() => import('../lab/prove.jsx'), 'Prove', 'the tests');

export function ArenaRoom() {
  useEffect(() => {
    if (!plan.value) openRoom().catch((error) => tell(errorText(error), { error: true }));
  }, []);
  const guest = arenaGuest.value;
  useEffect(() => {
    if (!guest) return;
    showProve(false);
    if (plan.value) welcome();
  }, [guest]);
  const link = arenaLink.value;
  useEffect(() => {
    if (!link) return;
    showProve(false);
    if (plan.value) openLink();
  }, [link]);
  if (proving.value) {
    return (
      <main class="prove-room">
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
  const at = plan.value;
  const found = report.value;
  return (
    <section class="card results scroll" aria-label="Results">
      <header class="results-head high row spread g5">
        <div class="headline" role="status">
          {found ? (
            <p>
              <Words text={found.headline} />
            </p>
          ) : (
            <p>
              {at && status.value !== 'opening'
                ? `Planned: ${counted(at.games, 'game')}. Press Start, and this table fills.`
                : 'Loading…'}
            </p>
          )}
        </div>
        <Out />
      </header>
      {changed.value && (
        <p class="warning tint" role="alert">
          {changed.value.names.length === 1 ? 'One bot plays' : 'Some bots play'} otherwise than
          when {changed.value.since}: <b>{changed.value.names.join(', ')}</b>. What was found then
          need not hold now.
        </p>
      )}
      {found && found.remarks.length > 0 && (
        <ul class="remarks points dim">
          {found.remarks.map((remark) => (
            <li key={remark}>
              <Words text={remark} />
            </li>
          ))}
        </ul>
      )}
      {found?.test && <Test test={found.test} />}
      <Heat />
      {shared.value.length > 0 && <p class="note">All who can have {shared.value.join(', ')}.</p>}
      {found && found.games > 0 && (
        <>
          <div class="charts stack g6">
            <div class="column g6">
              <Rounds found={found} />
              <Ratings found={found} />
              <Differences found={found} />
              <SeatsChart found={found} />
            </div>
            <div class="column g6">
              <Games />
              <Lengths found={found} />
              <Parts id="decided" title="Decided by" counts={found.reasons} of={found.games} />
            </div>
          </div>
          <div class="charts stack g6">
            <Starts found={found} />
            <References found={found} />
            <EndReport found={found} />
          </div>
        </>
      )}
    </section>
  );
}

/** How far a sequential test is from a decision, either way. @param {{ test: NonNullable<import('../../app/arena/state.js').ArenaReport['test']> }} props */
function Test({ test: { test, log_ratio, bound } }) {
  const ends = [-bound, bound].map((end) => signed(end, 2));
  return (
    <label class="llr stack">
      <span class="row wrap spread g3">
        <span>
          {ends[0]}: {test.elo0} Elo
        </span>
        <b>log-likelihood ratio {signed(log_ratio, 2)}</b>
        <span>
          {ends[1]}: {test.elo1} Elo
        </span>
      </span>
      <meter class="full" min={-bound} max={bound} value={log_ratio} />
    </label>
  );
}

const HEADING = { id: 'games', title: 'Games of a cell', by: 'one click opens it on the board' };

/** Why one of the cell's two bots is better: where their games part. @param {{ a: number, b: number }} props */
function Partings({ a, b }) {
  const found = partings.value;
  if (!found) {
    return (
      <p>
        <Button label="Why is one better?" class="small" disabled={busy.value} act={findPartings} />
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
          title={`Game ${one.game + 1}, ply ${one.ply + 1}: ${labelOf(a)} plays ${one.first}, ${labelOf(b)} ${one.second}`}
          act={() => openOnBoard({ game: one.game, scores: null, kept: false }, one.ply)}
        />
      )),
    ],
  }));
  const label = 'Why one is better';
  return (
    <section class="stack" aria-label={label}>
      <p>
        <Words text={found.headline} />
      </p>
      <p class="note">
        Of {counted(found.looked, 'game')}, {whole(found.alike)} have no position in which the two
        play differently. A group is named by the term that speaks most for {labelOf(b)}’s move.
      </p>
      <Scrolls label={label}>
        <Table
          head={['Parted by', 'games', 'plies', `${labelOf(b)} %`, 'clearest games']}
          rows={rows}
        />
      </Scrolls>
    </section>
  );
}

/** The games of the cell that was chosen. */
function Games() {
  const at = plan.value;
  const chosen = cell.value;
  if (!at) return null;
  const list = games.value;
  if (!chosen || !list) {
    return (
      <Chart {...HEADING}>
        <p class="quiet">Choose a cell of the table: its games are listed here.</p>
      </Chart>
    );
  }
  const [a, b] = chosen;
  const page = (/** @type {number} */ after) => listGames(a, b, after);
  const after = listedAfter.value;
  return (
    <Chart {...HEADING}>
      <p>
        <b>{labelOf(a)}</b> against <b>{labelOf(b)}</b>
      </p>
      <ul class="games rows">
        {list.games.map((row) => (
          <li key={row.game}>
            <button
              type="button"
              title={`Open game ${row.game + 1} on the board`}
              onClick={() => openOnBoard(row)}
            >
              <span class="n">#{whole(row.game + 1)}</span>
              <span class="row wrap grow g5">
                {row.seats.map((one, seat) => (
                  <span key={seat} data-first={row.ranks[seat] === 1}>
                    {labelOf(one)} <b class="mono">{row.scores[seat]}</b>
                  </span>
                ))}
              </span>
              <span class="how n">
                {row.start ? `${row.start}, ` : ''}
                {row.reason}, {counted(row.plies, 'ply')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {a !== b && <Partings a={a} b={b} />}
      {list.total > LISTED && (
        <p class="note row spread">
          <Button
            label="Earlier"
            class="small"
            disabled={after === 0}
            act={() => page(after - LISTED)}
          />
          <span>
            {whole(after + 1)} to {whole(after + list.games.length)} of {whole(list.total)}
          </span>
          <Button
            label="Later"
            class="small"
            disabled={after + LISTED >= list.total}
            act={() => page(after + LISTED)}
          />
        </p>
      )}
    </Chart>
  );
}
