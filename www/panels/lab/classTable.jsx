/** The class table: the hand-ins of a class, sorted, to print, each a click from its work. Loaded on demand. */
import './classTable.css';
import { useEffect, useState } from 'preact/hooks';
import * as table from '../../app/lab/classTable.js';
import { report } from '../../app/session.js';
import { entryOf } from '../../app/store.js';
import * as strings from '../../strings/class.js';
import { FileButton } from '../../ui/copyAndSave.jsx';
import { Name } from '../../ui/name.jsx';
import { Button } from '../../ui/parts.jsx';

/** @typedef {import('../../app/lab/classTable.js').Graded} Graded */
/** @typedef {import('../../app/lab/classTable.js').Column} Column */

/** @type {[Column, string][]} */
const COLUMNS = [
  ['name', strings.name],
  ['attempts', strings.attempts],
  ['predictions', strings.predictions],
  ['result', strings.result],
  ['verdict', strings.checked],
];

export function ClassScreen() {
  useEffect(() => {
    table.enter().catch(report);
    return table.leave;
  }, []);
  return (
    <main
      class="class-table scroll"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = event.dataTransfer?.files;
        if (!files?.length) return;
        // Elsewhere, a dropped file is a game to open.
        event.preventDefault();
        event.stopPropagation();
        table.addFiles([...files]).catch(report);
      }}
    >
      <section class="card stack g5" aria-label={strings.classTable}>
        <h2>{strings.classTable}</h2>
        <Links />
        <Actions />
        <Rows />
        <Problems />
      </section>
    </main>
  );
}

/** The list, which can be pasted, edited and loaded. */
function Links() {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const shown = typed ?? table.text.value;
  return (
    <div class="class-links stack">
      <p>{strings.about}</p>
      <textarea
        class="map-text full"
        rows={4}
        maxLength={table.MOST_TEXT}
        spellcheck={false}
        aria-label={strings.links}
        value={shown}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          setTyped(null);
          table.change(event.currentTarget.value).catch(report);
        }}
      />
      <div class="row wrap">
        <FileButton
          label={strings.addAFile}
          accept=".txt,.csv,.json,.jsonl,text/plain,application/json"
          take={(file) => table.addFiles([file]).catch(report)}
        />
      </div>
    </div>
  );
}

function Actions() {
  const now = table.progress.value;
  const [code, setCode] = useState('');
  if (table.sorted.value.length === 0) return null;
  return (
    <div class="class-actions row wrap">
      {now ? (
        <>
          <progress aria-label={strings.gamesPlayed} max={now.games} value={now.done} />
          <span class="rigid">{strings.playedOf(now.done, now.games)}</span>
          <Button label={strings.stop} act={table.stop} />
        </>
      ) : (
        <Button
          label={strings.playAgain}
          class="primary"
          title={strings.playAgainTitle}
          disabled={table.unplayed.value === 0}
          act={() => table.check().catch(report)}
        />
      )}
      {table.games.value.map((game) => (
        <Button
          key={game}
          label={strings.league(entryOf(game)?.name ?? game)}
          title={strings.leagueTitle}
          act={() => table.openLeague(game)}
        />
      ))}
      <Button label={strings.print} act={() => window.print()} />
      <label class="row">
        {strings.findACode}
        <input
          value={code}
          maxLength={40}
          spellcheck={false}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      <span role="status">{table.whoHas(code)}</span>
    </div>
  );
}

function Rows() {
  const all = table.sorted.value;
  if (table.reading.value) return <p role="status">{strings.loading}</p>;
  if (all.length === 0) return null;
  const { by, down } = table.order.value;
  const several = table.games.value.length > 1;
  const wrong = all.filter(({ verdict }) => verdict === 'wrong').length;
  return (
    <div class="stack scrolls">
      <p role="status">{strings.summary(all.length, wrong)}</p>
      <table class="table">
        <caption class="hidden">{strings.classTable}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([column, words]) => (
              <th
                key={column}
                scope="col"
                aria-sort={by === column ? (down ? 'descending' : 'ascending') : undefined}
              >
                <Button class="plain small" act={() => table.sortBy(column)}>
                  {words}
                  <span aria-hidden="true">{by === column ? (down ? ' ↓' : ' ↑') : ''}</span>
                </Button>
              </th>
            ))}
            {several && <th scope="col">{strings.game}</th>}
            <th scope="col">{strings.code}</th>
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <Row key={one.at} of={one} several={several} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{ of: Graded, several: boolean }} props */
function Row({ of, several }) {
  const { row, verdict } = of;
  const who = table.nameOf(row);
  const result = table.resultOf(of);
  return (
    <tr>
      <th scope="row">
        {row.bot ? (
          <Button
            class="plain cut"
            title={strings.openTheWork(who)}
            act={() => table.openWork(row)}
          >
            <Name>{who}</Name>
          </Button>
        ) : (
          <Name>{who}</Name>
        )}
      </th>
      <td translate={false}>{row.attempts}</td>
      <td translate={false}>
        {row.predictions > 0 && strings.rightOf(row.right, row.predictions)}
      </td>
      <td translate={false}>{result && strings.shareOf(result)}</td>
      <td data-verdict={verdict}>{strings.verdicts[verdict]}</td>
      {several && <td>{row.game && (entryOf(row.game)?.name ?? row.game)}</td>}
      <td class="mono" translate={false}>
        {row.code}
      </td>
    </tr>
  );
}

/** What is wrong, and what a teacher may want to know, by line. */
function Problems() {
  const some = table.sorted.value.filter(
    ({ problems, row }) => problems.length + row.notes.length > 0,
  );
  if (some.length === 0) return null;
  return (
    <section class="stack" aria-label={strings.whatIsWrong}>
      <h3>{strings.whatIsWrong}</h3>
      <ul class="small-text">
        {some
          .toSorted((a, b) => a.at - b.at)
          .map(({ at, row, problems }) => (
            <li key={at}>
              {strings.line(row.line)}
              {row.name && (
                <>
                  {', '}
                  <Name>{row.name}</Name>
                </>
              )}
              : {[...problems, ...row.notes].join('. ')}
            </li>
          ))}
      </ul>
    </section>
  );
}
