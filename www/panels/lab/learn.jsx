/**
 * The heuristic of the Lab learns its weights: bars that move, the board with what the weights say of each move, the share
 * against an opponent, and single games with what was learned from each move.
 */
import '../arena/arena.css';
import './learn.css';
import { useEffect } from 'preact/hooks';
import { setDisplay } from '../../app/display.js';
import * as editor from '../../app/lab/lab.js';
import * as learn from '../../app/lab/learn.js';
import * as lessons from '../../app/lab/lessons.js';
import * as lab from '../../app/lab/state.js';
import * as store from '../../app/store.js';
import * as strings from '../../strings/learn.js';
import { Plot, spread } from '../../ui/chart.jsx';
import { formatElements } from '../../ui/formatElements.js';
import { ListName } from '../../ui/name.jsx';
import { termFill } from '../../ui/palette.js';
import { Button, LabelledChoice, Problem } from '../../ui/parts.jsx';
import { Numbers } from '../arena/fields.jsx';
import { points, signed, whole } from '../arena/figures.js';
import { BoardPanel } from '../board.jsx';
import { Reserve } from '../seats.jsx';
import { Lesson } from './lesson.jsx';

/** @typedef {import('../../pkg/totora.js').Learned} Learned */

/** The overlay with the scores of all moves. */
const VALUES = 'all';

/** @param {{ back: () => void }} props */
export function Learn({ back }) {
  const now = lab.draft.value;
  const game = now?.game ?? '';
  useEffect(() => {
    learn.openLearn(game);
  }, [game]);
  useEffect(() => {
    if (store.overlay.value === 'off' && store.info.value?.overlays.includes(VALUES))
      setDisplay({ overlay: VALUES });
  }, []);
  if (!now) return null;
  const found = learn.found.value;
  return (
    <main class="lab learn">
      <h1 class="hidden">{strings.learning}</h1>
      <div class="lab-board over-rest">
        <BoardPanel />
        <Reserve />
      </div>
      <div class="card lab-editor column g4 scroll">
        <p>
          <Button label={strings.backToTheLab} class="small" act={back} />
        </p>
        {lessons.taken.value && <Lesson />}
        <Run bot={lab.botOf(now)} />
        {found ? (
          <>
            <Weights found={found} />
            <Shares found={found} />
            <LastGame terms={found.terms.map(({ term }) => term)} />
            <p class="note">
              {formatElements(strings.sameOnTheCommandLine, <code>{found.command}</code>)}
            </p>
          </>
        ) : (
          <>
            <p class="note">{strings.about}</p>
            {!lessons.taken.value && (
              <p>
                <Button label={strings.tutorial} class="small" act={lessons.takeLearning} />
              </p>
            )}
            <Terms />
            <p class="quiet">{strings.before}</p>
          </>
        )}
        <Setup />
      </div>
    </main>
  );
}

/** Replaces the terms by those that the game suggests. */
function Terms() {
  const offer = learn.suggested.value;
  if (!offer) return null;
  return (
    <p class="row wrap g3">
      <span class="small-text">{lab.draft.value?.terms.map(({ name }) => name).join(' · ')}</span>
      <Button
        label={strings.useTheSuggestedTerms}
        class="small"
        act={() => editor.edit(() => ({ terms: editor.termsOf(offer.terms.terms) }))}
      />
    </p>
  );
}

/** Progress and buttons. @param {{ bot: import('../../pkg/totora.js').ArenaBot }} props */
function Run({ bot }) {
  const status = learn.status.value;
  const found = learn.found.value;
  const busy = learn.busy.value;
  const running = status === 'running';
  const { stage } = found ?? {};
  const state =
    (status === 'paused' && strings.paused) ||
    (status === 'done' && strings.finished) ||
    (running && stage === 'measure' && strings.measuring) ||
    (running && stage === 'verify' && strings.verifying);
  return (
    <div class="stack g3">
      {found && (
        <>
          <progress
            aria-label={strings.trainingGames}
            max={found.settings.games}
            value={found.games}
          />
          <p class="note" translate={false}>
            {strings.progress(
              found.games,
              whole(found.settings.games),
              running && learn.rate.value ? whole(Math.max(1, learn.rate.value)) : '',
            )}
            {state && ` · ${state}`}
          </p>
        </>
      )}
      <Problem words={learn.problem.value} />
      <div class="row wrap g3">
        {running ? (
          <Button label={strings.pause} class="primary" act={learn.pause} />
        ) : status === 'paused' ? (
          <Button label={strings.resume} class="primary" disabled={busy} act={learn.resume} />
        ) : (
          <Button
            label={strings.startFromZero}
            class="primary"
            disabled={busy || !learn.setup.value}
            act={() => learn.begin(bot)}
          />
        )}
        <Button
          label={strings.oneGame}
          disabled={busy || status === 'done' || !learn.setup.value}
          act={() => learn.playOne(bot)}
        />
        {found && (
          <>
            <Button label={strings.reset} disabled={busy} act={learn.reset} />
            <Button
              label={strings.keep}
              disabled={busy || found.games === 0}
              act={() => {
                editor.adopt(found.seat);
                lab.learning.value = false;
              }}
            />
          </>
        )}
      </div>
      {found?.notes.map((note) => (
        <p key={note} class="learn-note" role="status">
          {note}
        </p>
      ))}
    </div>
  );
}

/** Bars of the effects, with the weights. @param {{ found: Learned }} props */
function Weights({ found: { terms } }) {
  const most = Math.max(0.5, ...terms.map(({ effect }) => Math.abs(effect)));
  return (
    <section aria-labelledby="learn-weights">
      <h2 id="learn-weights">{strings.weightsFromZero}</h2>
      <ul class="learn-bars" translate={false}>
        {terms.map(({ term, weight, effect }, i) => {
          const part = (50 * Math.abs(effect)) / most;
          return (
            <li key={term} title={strings.weightOf(term, weight)}>
              <ListName text={term} />
              <span class="learn-bar" aria-hidden="true">
                <i
                  style={{
                    left: `${effect < 0 ? 50 - part : 50}%`,
                    width: `${part}%`,
                    ...termFill(i),
                  }}
                />
              </span>
              <b>{signed(Number(weight), 2)}</b>
            </li>
          );
        })}
      </ul>
      <p class="note">{strings.effectOf}</p>
    </section>
  );
}

/** The share against the opponent, and the error of the predictions, by games. @param {{ found: Learned }} props */
function Shares({ found }) {
  const { measured, verified, blocks, settings } = found;
  const name = store.botInfo(found.against.split(/[:@]/)[0])?.name ?? found.against;
  const last = measured[measured.length - 1];
  const width = /** @type {[number, number]} */ ([0, 1.03 * Math.max(settings.games, 2)]);
  const losses = blocks.flatMap(({ loss, guess }) => [loss, guess]);
  return (
    <div class="prove-pair stack g5">
      {last && (
        <figure>
          <p class="prove-says" role="status">
            {verified
              ? strings.verified(
                  name,
                  verified.games,
                  points(verified.share),
                  points(verified.low),
                  points(verified.high),
                )
              : strings.shareNow(name, points(last.share), points(last.low), points(last.high))}
          </p>
          <Plot x={width} y={[0, 1]} about={strings.shareAgainst(name)}>
            {({ x, y }) => (
              <>
                <polyline
                  class="line"
                  points={measured.map(({ after, share }) => `${x(after)},${y(share)}`).join(' ')}
                />
                {measured.map(({ after, low, share, high }) => (
                  <g key={after} class="point">
                    <path d={`M${x(after)} ${y(low)}V${y(high)}`} />
                    <circle cx={x(after)} cy={y(share)} r="4" />
                  </g>
                ))}
              </>
            )}
          </Plot>
          <figcaption class="note">
            {strings.shareAgainst(name)}. {strings.asStrong}
          </figcaption>
        </figure>
      )}
      {blocks.length > 0 && (
        <figure>
          <Plot x={width} y={spread([0, ...losses], 0.1)} share={false} about={strings.loss}>
            {({ x, y }) => (
              <>
                {blocks.map(({ games, guess }) => (
                  <circle key={games} class="best" cx={x(games)} cy={y(guess)} r="2.5" />
                ))}
                <polyline
                  class="line"
                  points={blocks.map(({ games, loss }) => `${x(games)},${y(loss)}`).join(' ')}
                />
              </>
            )}
          </Plot>
          <figcaption class="note">
            {strings.loss}. {strings.lossAbout}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** The last game that was played move by move. @param {{ terms: string[] }} props */
function LastGame({ terms }) {
  const game = learn.lastGame.value;
  if (!game) return null;
  return (
    <section aria-labelledby="learn-last">
      <h2 id="learn-last">{strings.gameNumber(game.number)}</h2>
      <p role="status">{game.words}</p>
      <p class="note" translate={false}>
        {terms.map((term, i) => `${term} ${signed(game.changes[i], 3)}`).join(' · ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <ol class="learn-moves scroll" tabIndex={0} aria-labelledby="learn-last">
        {game.moves.map(({ name, random, why }, i) => (
          <li key={i}>
            <b translate={false}>{name}</b>
            {random && <small> {strings.randomMove}</small>}
            <p class="note">{why || strings.notLearnedFrom}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Opponent, rates and numbers of games; of the next learning from zero. */
function Setup() {
  const now = learn.setup.value;
  if (!now) return null;
  const bots = (store.info.value?.bots ?? []).filter(({ id }) => id !== lab.LAB);
  return (
    <details class="more box">
      <summary>{strings.settings}</summary>
      <fieldset class="stack" disabled={learn.status.value !== 'ready' || learn.busy.value}>
        <legend class="hidden">{strings.settings}</legend>
        <LabelledChoice
          label={strings.opponent}
          among={bots.map(({ id, name }) => [id, name])}
          value={now.against}
          choose={(against) => {
            learn.setup.value = { ...now, against };
          }}
        />
        <Numbers
          of={now.settings}
          set={learn.adjust}
          fields={[
            ['games', strings.trainingGames, 1, 100_000],
            ['rate', strings.learningRate, 0.000001, 10, 'any'],
            ['lambda', strings.lambda, 0, 1, 'any'],
            ['epsilon', strings.epsilon, 0, 1, 'any'],
            ['every', strings.every, 1, 100_000],
            ['measure', strings.measure, 0, 100_000],
            ['verify', strings.verify, 0, 100_000],
          ]}
        />
        <Numbers
          of={now}
          set={(change) => {
            learn.setup.value = { ...now, ...change };
          }}
          fields={[['seed', strings.seed, 0, Number.MAX_SAFE_INTEGER]]}
        />
      </fieldset>
    </details>
  );
}
