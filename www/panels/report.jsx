/** The report of a finished game and the next actions. It is next to the board, not over it. */
import { Fragment } from 'preact';
import { openAnalysis, setDisplay } from '../app/display.js';
import { goTo } from '../app/game.js';
import { playLevel, sameSetup, start } from '../app/newGame.js';
import { ending, offeredLevel } from '../app/progress.js';
import { lookBack, lookedBack } from '../app/review.js';
import * as store from '../app/store.js';
import * as strings from '../strings/play.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { Button, Sign } from '../ui/parts.jsx';
import { Table } from '../ui/table.jsx';
import { Facts } from './definitionList.jsx';
import { Face } from './faces.jsx';

/** The game's option for who starts, if any. */
const starterOption = () =>
  store.info.value?.options.filter((o) => o.type === 'choice').find((o) => o.key === 'start');

/** A rematch with the other player starting: by the game's option, or by swapping seats. */
async function rematch() {
  const setup = sameSetup();
  const starter = starterOption();
  if (!setup) return;
  const points = store.total.value;
  if (starter?.choices.length) {
    const at = starter.choices.indexOf(String(setup.options.start ?? starter.default));
    const next = starter.choices[(at + 1) % starter.choices.length];
    setup.options = { ...setup.options, start: next };
  }
  if (starter) {
    start(setup, { points });
    return;
  }
  setup.seats = [...setup.seats.slice(1), setup.seats[0]];
  await start(setup, { points: [...points.slice(1), points[0]] });
}

/** Longer texts break only between their parts. */
const MANY_PARTS = 3;

/** A text whose parts do not break: one per line if there are many. @param {{ text: string }} props */
function Parts({ text }) {
  const parts = text.split(/(?<=,|·) /);
  if (parts.length < MANY_PARTS) return text;
  return parts.map((part) => (
    <span class="part" key={part}>
      {part}{' '}
    </span>
  ));
}

/** A figure with its detail below, such as its turn. @param {{ text: string }} props */
function Figure({ text }) {
  const [, figure, beside] = /^(.*?) \((.*)\)$/.exec(text) ?? [null, text, ''];
  return (
    <>
      {figure}
      {beside && <small>{beside}</small>}
    </>
  );
}

/** A seat's player, with its place on the map in a line of its own. @param {{ seat: import('../app/types.js').SeatState }} props */
function Player({ seat: { label, player } }) {
  const place = label.startsWith(`${player}, `) ? label.slice(player.length + 2) : '';
  return (
    <span class="who">
      <Name>{place ? player : label}</Name>
      {place && <small translate={false}>{place}</small>}
    </span>
  );
}

/** The seats side by side in the order of their ranks, and the plies that decided. @param {{ table: import('../pkg/totora.js').ReportTable }} props */
function Seats({ table }) {
  const now = /** @type {import('../app/types.js').State} */ (store.state.value);
  const ranks = now.outcome?.ranks ?? [];
  const heads = table.order.map((seat) => (
    <Fragment key={seat}>
      <SeatMark seat={seat} /> <Player seat={now.seats[seat]} />
    </Fragment>
  ));
  const rows = table.columns.map((name, column) => ({
    name,
    cells: table.order.map((seat) => <Figure key={seat} text={table.rows[seat][column]} />),
  }));
  return (
    <>
      <div class="scrolls">
        <Table
          class="full"
          head={[null, ...heads]}
          rows={[{ name: strings.rank, cells: table.order.map((seat) => ranks[seat]) }, ...rows]}
        />
      </div>
      {table.moments.length > 0 && (
        <ol class="report-moments rows above below" aria-label={strings.turningPoints}>
          {table.moments.map(([ply, words]) => (
            <li key={words}>
              <Button act={() => goTo(ply)}>
                <b class="n">{ply}</b> <span>{words}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
      {table.note && <p class="quiet">{table.note}</p>}
    </>
  );
}

export function EndReport() {
  const now = store.state.value;
  if (!now || !store.reportShown.value) return null;
  const how = ending();
  const level = offeredLevel();
  const next = store.botInfo(store.info.value?.levels[level - 1] ?? '');
  const texts = now.report_table ? [] : [...now.report];
  if (store.total.value.some((n) => n > 0)) {
    const score = now.seats.map((seat, i) => `${seat.label} ${store.total.value[i]}`).join(', ');
    texts.push([strings.matchScore, score]);
  }
  const facts = texts.map(
    ([label, text]) => /** @type {[string, any]} */ ([label, <Parts key={label} text={text} />]),
  );
  return (
    <section class="card report scroll rigid" aria-label={strings.endOfTheGame}>
      <header class="row spread">
        <h2 class="result title grow" translate={false}>
          {now.outcome_text}
        </h2>
        <Sign
          sign="×"
          label={strings.closeTheReport}
          act={() => setDisplay({ reportPutAway: true })}
        />
      </header>
      <details open={store.mode.value === 'analyse'}>
        <summary>{strings.details}</summary>
        {now.report_table && <Seats table={now.report_table} />}
        <Facts value="row wrap g2 strong" of={facts} />
      </details>
      <div class="row wrap g3">
        {next && (
          <Button class="primary" act={() => playLevel(level)}>
            <Face bot={next.id} size={22} /> {how === 'won' ? strings.next : strings.easier}:{' '}
            {next.name}
          </Button>
        )}
        <Button
          label={strings.rematch}
          class={next ? '' : 'primary'}
          title={starterOption() ? strings.otherSideStarts : strings.playersChangeSeats}
          act={rematch}
        />
        <Button label={strings.newGameTitle} act={() => store.openDialog('new')} />
        <Button
          label={strings.review}
          act={() => {
            openAnalysis('review');
            if (!lookedBack.value?.whole) lookBack();
          }}
        />
        <Button label={strings.share} act={() => store.openDialog('share')} />
      </div>
    </section>
  );
}
