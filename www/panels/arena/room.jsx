/**
 * The arena: which bot is better, and how sure that is. On the left what is set up and how far it is, on the right what
 * the games say. Fetched when it is opened; what is played goes on while people are elsewhere.
 */
import '../../style/arena.css';
import '../../style/results.css';
import { useEffect } from 'preact/hooks';
import { cell, changed, games, listedAfter, plan, report, status } from '../../app/arena/state.js';
import {
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
import { late } from '../late.jsx';
import { Differences, EndReport, Lengths, Parts, Ratings, SeatsChart, Starts } from './charts.jsx';
import { counted, whole } from './figures.js';
import { Heat } from './heat.jsx';
import { labelOf, shared } from './labels.js';
import { Out } from './out.jsx';
import { References } from './references.jsx';
import { Setup } from './setup.jsx';
import { Words } from './words.jsx';

const Prove = late(() => import('../lab/prove.jsx').then((module) => module.Prove), 'the tests');

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
    <section class="card results" aria-label="Results">
      <header class="results-head">
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
        <p class="warning" role="alert">
          {changed.value.names.length === 1 ? 'One bot plays' : 'Some bots play'} otherwise than
          when {changed.value.since}: <b>{changed.value.names.join(', ')}</b>. What was found then
          need not hold now.
        </p>
      )}
      {found && found.remarks.length > 0 && (
        <ul class="remarks">
          {found.remarks.map((remark) => (
            <li key={remark}>
              <Words text={remark} />
            </li>
          ))}
        </ul>
      )}
      <Heat />
      {shared.value.length > 0 && <p class="note">All who can have {shared.value.join(', ')}.</p>}
      {found && found.games > 0 && (
        <>
          <div class="charts">
            <div class="charts-column column">
              <Ratings found={found} />
              <Differences found={found} />
              <SeatsChart found={found} />
            </div>
            <div class="charts-column column">
              <Games />
              <Lengths found={found} />
              <Parts id="decided" title="Decided by" counts={found.reasons} of={found.games} />
            </div>
          </div>
          <div class="charts">
            <Starts found={found} />
            <References found={found} />
            <EndReport found={found} />
          </div>
        </>
      )}
    </section>
  );
}

/** The games of the cell that was chosen. */
function Games() {
  const at = plan.value;
  const chosen = cell.value;
  if (!at) return null;
  const list = games.value;
  const title = (
    <h2 id="games">
      Games of a cell <span class="by">one click opens it on the board</span>
    </h2>
  );
  if (!chosen || !list) {
    return (
      <section class="chart" aria-labelledby="games">
        {title}
        <p class="quiet">Choose a cell of the table: its games are listed here.</p>
      </section>
    );
  }
  const [a, b] = chosen;
  const page = (/** @type {number} */ after) => listGames(a, b, after);
  const after = listedAfter.value;
  return (
    <section class="chart" aria-labelledby="games">
      {title}
      <p class="pair">
        <b>{labelOf(a)}</b> against <b>{labelOf(b)}</b>
      </p>
      <ul class="games">
        {list.games.map((row) => (
          <li key={row.game}>
            <button
              type="button"
              title={`Open game ${row.game + 1} on the board`}
              onClick={() => openOnBoard(row)}
            >
              <span class="n">#{whole(row.game + 1)}</span>
              <span class="who">
                {row.seats.map((one, seat) => (
                  <span key={seat} data-first={row.ranks[seat] === 1}>
                    {labelOf(one)} <b>{row.scores[seat]}</b>
                  </span>
                ))}
              </span>
              <span class="how">
                {row.start ? `${row.start}, ` : ''}
                {row.reason}, {counted(row.plies, 'ply')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.total > LISTED && (
        <p class="pages note row spread">
          <button
            type="button"
            class="small"
            disabled={after === 0}
            onClick={() => page(after - LISTED)}
          >
            Earlier
          </button>
          <span>
            {whole(after + 1)} to {whole(after + list.games.length)} of {whole(list.total)}
          </span>
          <button
            type="button"
            class="small"
            disabled={after + LISTED >= list.total}
            onClick={() => page(after + LISTED)}
          >
            Later
          </button>
        </p>
      )}
    </section>
  );
}
