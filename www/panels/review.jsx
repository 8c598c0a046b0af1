/**
 * Looking back at the game: who judges, how far it has come, the marks per player, the way from mistake to
 * mistake, and trying again. Marks and words come from Rust; here they are laid out.
 */

import { useEffect } from 'preact/hooks';
import { goTo } from '../app/game.js';
import { cards, due, today } from '../app/learning.js';
import { moveName } from '../app/names.js';
import {
  accuracies,
  choose,
  counts,
  differences,
  endTrial,
  evaluations,
  goToMistake,
  here,
  judge,
  learnNext,
  lookBack,
  lookedBack,
  MARKS,
  markOf,
  mistakes,
  second,
  stopLooking,
  tryAgain,
} from '../app/review.js';
import { hint, info, puzzle, rows, simultaneous, state, trying } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { counted, percentText } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { Button, LabelledChoice } from '../ui/parts.jsx';
import { botName } from './advisor.jsx';

const NAMES = { '??': 'Blunder', '?': 'Mistake', '?!': 'Inaccuracy', '!': 'Only move' };
const MANY = { '??': 'Blunders', '?': 'Mistakes', '?!': 'Inaccuracies', '!': 'Forced moves' };
/** So many moves of a better line are shown. */
const BEST_LINE = 6;
/** So many mistakes are listed; of more the worst, so that the list stays one. */
const MOST_LISTED = 200;

/**
 * The mark behind a move, if it has one.
 * @param {{ ply: number }} props
 */
export function MoveMark({ ply }) {
  const one = markOf.value.get(ply);
  if (!one) return null;
  const { mark, text } = one.judged;
  return (
    <span class="judged" data-mark={mark} title={`${NAMES[mark]}: ${text}`}>
      <span aria-hidden="true">{mark}</span>
      <span class="hidden">
        {NAMES[mark]}: {text}
      </span>
    </span>
  );
}

export function ReviewPanel() {
  const now = state.value;
  if (!now) return null;
  const look = lookedBack.value;
  const started = look && (look.found.length > 0 || look.running);
  return (
    <>
      <Judges />
      <Progress />
      {!trying.value && <Learning />}
      {now.plies === 0 && <p class="quiet">There is nothing to look back at yet.</p>}
      {trying.value && !puzzle.value && <Trial />}
      {started && (
        <>
          <Counts />
          {!trying.value && <Here />}
          <Mistakes />
          <Differences />
        </>
      )}
      <Thresholds />
    </>
  );
}

/** Who judges, and whose second opinion is asked. */
function Judges() {
  const first = judge.value;
  const able = (info.value?.bots ?? []).flatMap(({ id, name, judges }) =>
    judges ? [/** @type {[string, string]} */ ([id, name])] : [],
  );
  return (
    <div class="stack two">
      <LabelledChoice
        label="Analysis engine"
        look="fine"
        among={able}
        value={first?.bot ?? ''}
        choose={(bot) => choose({ judge: { bot, options: {} } })}
      />
      {(state.value?.seats.length ?? 0) === 2 && (
        <LabelledChoice
          label="Second opinion"
          look="fine"
          among={[['', 'none'], ...able.filter(([id]) => id !== first?.bot)]}
          value={second.value?.bot ?? ''}
          choose={(bot) => choose({ second: bot ? { bot, options: {} } : null })}
        />
      )}
    </div>
  );
}

/** Begins it, tells how far it is, stops it. */
function Progress() {
  const look = lookedBack.value;
  if (look?.running) {
    return (
      <div class="review-progress note steady row">
        <progress
          aria-label="Positions looked at"
          max={look.positions || 1}
          value={look.positions ? look.done : undefined}
        />
        <span>
          {look.done} of {look.positions || '…'}
        </span>
        <Button label="Stop" class="small" act={stopLooking} />
      </div>
    );
  }
  const whole = look?.whole && look.positions > 0 && look.done === look.positions && !look.broken;
  if (whole) return null;
  return (
    <Button
      label={look?.found.length ? 'Go on with the review' : 'Review the game'}
      class="primary wide full"
      disabled={!state.value?.plies}
      act={lookBack}
    />
  );
}

/** How many of each mark each player got. */
function Counts() {
  return (
    <table class="mark-counts table full">
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th
            scope="col"
            title="How little of the chance to win the moves lost: 100% is the best move every time"
          >
            Accuracy
          </th>
          {MARKS.map((mark) => (
            <th key={mark} scope="col" title={MANY[mark]}>
              <span class="judged" data-mark={mark} aria-hidden="true">
                {mark}
              </span>
              <span class="hidden">{MANY[mark]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {state.value?.seats.map((seat, i) => (
          <tr key={seat.name}>
            <th scope="row">
              <SeatMark seat={i} /> {seat.name}{' '}
              <small>
                <Name>{seat.player}</Name>
              </small>
            </th>
            <td class="accuracy">{accuracyText(accuracies.value[i])}</td>
            {counts.value[i].map((count, n) => (
              <td key={MARKS[n]} data-none={count === 0}>
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param {number | null | undefined} accuracy */
const accuracyText = (accuracy) =>
  typeof accuracy === 'number' ? `${Math.round(accuracy)}%` : '–';

/** What is said of the move that led to the position shown, and the way to the next mistake. */
function Here() {
  const ply = state.value?.ply ?? 0;
  const all = mistakes.value;
  const costly = all.find((one) => one.ply === ply);
  /** @param {1 | -1} way @param {string} words */
  const step = (way, words) => (
    <Button
      label={words}
      disabled={!all.some((one) => (one.ply - ply) * way > 0)}
      act={() => goToMistake(way)}
    />
  );
  return (
    <>
      <div class="row g3 even">
        {step(-1, '◀ Last mistake')}
        {step(1, 'Next mistake ▶')}
      </div>
      <div class="verdict-here small-text" role="status">
        {here.value.moves.map(({ seat, judged, best, line, why }) => (
          <p key={seat} data-mark={judged.mark ?? 'none'}>
            <b>
              <SeatMark seat={seat} /> {simultaneous.value ? '' : `${ply}. ${judged.move}`}
              {judged.mark && ` ${judged.mark}`}
            </b>{' '}
            {judged.text}
            {judged.proven && <small> Proven.</small>}
            {best && why && !simultaneous.value && (
              <span class="better">
                Better: <b>{moveName(best)}</b>
                {line.length > 0 && ` ${line.slice(0, BEST_LINE).map(moveName).join(' ')}`}. {why}
              </span>
            )}
          </p>
        ))}
        {ply === 0 && <p class="quiet">Step through the game, or from mistake to mistake.</p>}
      </div>
      {costly && !simultaneous.value && (
        <Button label="Try again: find a better move" class="wide full" act={() => tryAgain(ply)} />
      )}
    </>
  );
}

/** A better move is being looked for. */
function Trial() {
  const trial = trying.value;
  if (!trial) return null;
  const { tried, best } = trial;
  const name = state.value?.seats[trial.seat]?.name;
  return (
    <section class="trial box" aria-label="Try again">
      <h3>
        <SeatMark seat={trial.seat} /> Find a better move for {name}
      </h3>
      <p role="status" data-good={tried?.good}>
        {trial.busy && (
          <>
            <span class="spinner" aria-hidden="true" /> Looking at it…
          </>
        )}
        {!trial.busy && !tried && 'Play it on the board. The game stays as it is.'}
        {tried && (
          <>
            <b>
              {tried.move} {tried.mark}{' '}
              {tried.good ? 'is as good as the best.' : 'is not the best.'}
            </b>{' '}
            {/* Whoever is still looking is not told what the best move is. */}
            {tried.good
              ? tried.text
              : tried.loss !== null && `It loses ${percentPoints(tried.loss)}.`}
          </>
        )}
      </p>
      <div class="row g3 even">
        {best && (
          <Button
            label="Show the best"
            act={() => {
              hint.value = best;
              trial.answer(best);
            }}
          />
        )}
        {trial.card && tried && due.value.length > 0 && (
          <Button label="Next position" class="primary" act={learnNext} />
        )}
        <Button label="Back to the game" act={endTrial} />
      </div>
    </section>
  );
}

/** Positions of earlier mistakes, in all games of this browser, that have come back. */
function Learning() {
  useEffect(() => {
    today.value = Date.now();
  }, []);
  const waiting = cards.value.length;
  if (waiting === 0) return null;
  const back = due.value.length;
  const next = Math.min(...cards.value.map((card) => card.due));
  return (
    <section class="learning row spread g3 small-text" aria-label="Learn from your mistakes">
      <span>
        Learn from your mistakes: {back > 0 ? counted(back, 'position') : 'none due'}
        {back === 0 && <small> · next {new Date(next).toLocaleDateString()}</small>}
      </span>
      {back > 0 && <Button label="Start" class="small" act={learnNext} />}
    </section>
  );
}

/** The moves that cost something, to be gone to. */
function Mistakes() {
  const all = mistakes.value;
  if (all.length === 0) {
    return lookedBack.value?.running ? null : <p class="quiet">No mistake was found.</p>;
  }
  const ply = state.value?.ply;
  return (
    <ol class="mistakes rows" aria-label="Mistakes">
      {all.slice(0, MOST_LISTED).map(({ ply: at, seat, judged }) => (
        <li key={`${at} ${seat}`}>
          <button
            type="button"
            title={judged.text}
            aria-current={at === ply ? 'step' : undefined}
            onClick={() => goTo(at)}
          >
            <span class="n">{at}</span>
            <SeatMark seat={seat} />
            <span class="move">{simultaneous.value ? turnWord() : rows.value[at - 1]?.move}</span>
            <span class="judged" data-mark={judged.mark}>
              {judged.mark}
            </span>
            <span class="words dim grow cut">{judged.text}</span>
          </button>
        </li>
      ))}
      {all.length > MOST_LISTED && <li class="quiet">and {all.length - MOST_LISTED} more</li>}
    </ol>
  );
}

const turnWord = () => renderers[state.value?.game ?? '']?.turnWord ?? 'Move';

/** Where two bots differ most. */
function Differences() {
  if (!second.value || evaluations.value.length < 2) return null;
  const [one, other] = evaluations.value;
  /** @param {import('../app/review.js').Assessment | undefined} at */
  const says = (at) => (typeof at?.win === 'number' ? percentText(at.win) : '?');
  const names = [botName(one.config), botName(other.config)];
  return (
    <section class="differences row wrap g3" aria-label="Where the two differ">
      <h3>
        {names[0]} and {names[1]}
      </h3>
      {differences.value.length === 0 ? (
        <p class="quiet">They agree, as far as they have looked.</p>
      ) : (
        differences.value.map(({ ply }) => (
          <button type="button" key={ply} class="small" onClick={() => goTo(ply)}>
            {ply === 0 ? 'Start' : `After ${ply}`}: {says(one.at[ply])} against{' '}
            {says(other.at[ply])}
          </button>
        ))
      )}
    </section>
  );
}

/** A loss in words. @param {number} loss   a share */
const percentPoints = (loss) => counted(Math.round(100 * loss), 'percentage point');

/** What a mark means. */
function Thresholds() {
  const judging = info.value?.judging;
  if (!judging) return null;
  const { inaccuracy, mistake, blunder } = judging.thresholds;
  const from = (/** @type {number} */ loss) => Math.round(100 * loss);
  return (
    <p class="threshold-words fine">
      Lost chance to win: <b>?!</b> from {from(inaccuracy)}, <b>?</b> from {from(mistake)},{' '}
      <b>??</b> from {from(blunder)} percentage points; <b>!</b> where every other move is a
      mistake.
      {judging.oracle && ' Where the result of every move is proven, that alone decides.'}
      {simultaneous.value &&
        ' A turn is compared with the engine’s own orders, one turn later. Scores that are not calibrated give no mark.'}
    </p>
  );
}
