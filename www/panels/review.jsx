/**
 * Game review: the judge, progress, marks per player, navigation between mistakes, and trying again. Marks
 * and texts come from Rust.
 */

import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { showHint } from '../app/display.js';
import { goTo } from '../app/game.js';
import { cards, due, today } from '../app/learning.js';
import { moveName } from '../app/names.js';
import * as review from '../app/review.js';
import { info, rows, simultaneous, state, study, trying, you } from '../app/store.js';
import { walkLine } from '../app/variations.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/analyse.js';
import { percentText } from '../ui/format.js';
import { formatElements } from '../ui/formatElements.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { Button, LabelledChoice } from '../ui/parts.jsx';
import { Table } from '../ui/table.jsx';
import { botName } from './advisor.jsx';
import { MoveLabel, ShownMove, showing } from './moveText.jsx';

/** Number of shown moves of a line after the better move. */
const BEST_LINE = 2;
/** Maximum number of listed mistakes; the worst are kept. */
const MOST_LISTED = 200;

/**
 * The mark after a move, if it has one.
 * @param {{ ply: number }} props
 */
export function MoveMark({ ply }) {
  const one = review.markOf.value.get(ply);
  if (!one) return null;
  const { mark } = one.judged;
  const text = shownVerdict(one.judged);
  return (
    <span class="judged" data-mark={mark} title={`${strings.marks[mark][0]}: ${text}`}>
      <span aria-hidden="true">{mark}</span>
      <span class="hidden">
        {strings.marks[mark][0]}: {text}
      </span>
    </span>
  );
}

export function ReviewPanel() {
  const now = state.value;
  if (!now) return null;
  const look = review.lookedBack.value;
  const started = look && (look.found.length > 0 || look.running);
  return (
    <>
      <Judges />
      <Progress />
      {!trying.value && <Learning />}
      {now.plies === 0 && <p class="quiet">{strings.thereIsNothingToLook}</p>}
      {trying.value && !study.value && <Trial />}
      {started && (
        <>
          <Counts />
          {!trying.value && <Summaries />}
          {!trying.value && <Here />}
          <Mistakes />
          <Differences />
        </>
      )}
      <Thresholds />
    </>
  );
}

/** Selects the judge and the second opinion. */
function Judges() {
  const first = review.judge.value;
  const able = (info.value?.bots ?? []).flatMap(({ id, name, judges }) =>
    judges ? [/** @type {[string, string]} */ ([id, name])] : [],
  );
  return (
    <div class="stack two">
      <LabelledChoice
        label={strings.analysisEngine}
        look="fine"
        among={able}
        value={first?.bot ?? ''}
        choose={(bot) => review.choose({ judge: { bot, options: {} } })}
      />
      {(state.value?.seats.length ?? 0) === 2 && (
        <LabelledChoice
          label={strings.secondOpinion}
          look="fine"
          among={[['', 'none'], ...able.filter(([id]) => id !== first?.bot)]}
          value={review.second.value?.bot ?? ''}
          choose={(bot) => review.choose({ second: bot ? { bot, options: {} } : null })}
        />
      )}
    </div>
  );
}

/** Starts and stops the review, and shows its progress. */
function Progress() {
  const look = review.lookedBack.value;
  if (look?.running) {
    return (
      <div class="note row">
        <progress
          aria-label={strings.positionsAnalysed}
          max={look.positions || 1}
          value={look.positions ? look.done : undefined}
        />
        <span>{strings.of(look.done, look.positions || '…')}</span>
        <Button label={strings.stop} class="small" act={review.stopLooking} />
      </div>
    );
  }
  const whole = look?.whole && look.positions > 0 && look.done === look.positions && !look.broken;
  if (whole) return null;
  return (
    <Button
      label={look?.found.length ? strings.continueTheReview : strings.reviewTheGame}
      class="primary wide full"
      disabled={!state.value?.plies}
      act={review.lookBack}
    />
  );
}

/** Number of marks per player. */
const Counts = () => (
  <Table
    class="mark-counts full"
    head={[
      strings.player,
      [strings.accuracy, strings.shareOfTheChanceKept],
      ...review.MARKS.map(
        (mark) =>
          /** @type {const} */ ([
            <Fragment key={mark}>
              <span class="judged" data-mark={mark} aria-hidden="true">
                {mark}
              </span>
              <span class="hidden">{strings.marks[mark][1]}</span>
            </Fragment>,
            strings.marks[mark][1],
          ]),
      ),
    ]}
    rows={(state.value?.seats ?? []).map((seat, i) => ({
      key: seat.name,
      name: (
        <>
          <SeatMark seat={i} /> <Name>{seat.label}</Name>
        </>
      ),
      cells: [
        accuracyText(review.accuracies.value[i]),
        ...review.counts.value[i].map((count, n) => (
          <span key={review.MARKS[n]} data-none={count === 0}>
            {count}
          </span>
        )),
      ],
    }))}
  />
);

/** What each player can learn from the game. */
function Summaries() {
  const all = review.lookedBack.value?.summaries ?? [];
  if (all.length === 0) return null;
  return (
    <section class="small-text" aria-label={strings.summary}>
      {all.map(({ seat, text }) => (
        <p key={seat}>
          <SeatMark seat={seat} /> {text}
        </p>
      ))}
    </section>
  );
}

/** @param {number | null | undefined} accuracy */
const accuracyText = (accuracy) =>
  typeof accuracy === 'number' ? `${Math.round(accuracy)}%` : '–';

/** The judgement of the move that led to the shown position, and a button to the next mistake. */
function Here() {
  const ply = state.value?.ply ?? 0;
  const all = review.mistakes.value;
  // Until the user asks for it, the better move is not shown.
  const mayTry = all.some((one) => one.ply === ply) && !simultaneous.value;
  /** @param {1 | -1} way @param {string} words */
  const step = (way, words) => (
    <Button
      label={words}
      disabled={!all.some((one) => (one.ply - ply) * way > 0)}
      act={() => review.goToMistake(way)}
    />
  );
  return (
    <>
      <div class="row g3 even">
        {step(-1, strings.lastMistake)}
        {step(1, strings.nextMistake)}
      </div>
      <div class="verdict-here small-text" role="status">
        {review.here.value.moves.map(({ seat, judged, ...lines }) => (
          <p key={seat} data-mark={judged.mark ?? 'none'}>
            <b>
              <SeatMark seat={seat} />{' '}
              {!simultaneous.value && (
                <>
                  {ply}. <ShownMove ply={ply - 1} line={[judged.move]} />
                </>
              )}
              {judged.mark && ` ${judged.mark}`}
            </b>{' '}
            {shownVerdict(judged)}
            {judged.proven && <small> {strings.proven}</small>}
            {!mayTry && <Better ply={ply} played={judged.move} {...lines} />}
            {simultaneous.value && <TurnWalks ply={ply} {...lines} />}
          </p>
        ))}
        {ply === 0 && <p class="quiet">{strings.stepThroughTheGame}</p>}
      </div>
      {mayTry && (
        <>
          <Button
            label={strings.tryAgainFindABetter}
            class="wide full"
            act={() => review.tryAgain(ply)}
          />
          <details class="small-text" key={ply} open={review.hasTried(ply)}>
            <summary>{strings.showTheBest}</summary>
            {review.here.value.moves.map(({ seat, judged, ...lines }) => (
              <div key={seat}>
                <p>
                  {judged.text}
                  <Better ply={ply} played={judged.move} {...lines} />
                </p>
                <Walks ply={ply} played={judged.move} {...lines} />
              </div>
            ))}
          </details>
        </>
      )}
    </>
  );
}

/** @typedef {{ played: string, best: string | null, line: string[], refutation: string[], why: string }} Lines   A mistake with both lines. */

/** The better move with its line and the reason, if they are known. @param {Lines & { ply: number }} props */
function Better({ ply, best, line, why }) {
  if (!best || (!why && line.length === 0) || simultaneous.value) return null;
  const moves = [best, ...line.slice(0, BEST_LINE)];
  return (
    <span class="better">
      {formatElements(
        strings.better(why),
        moves.map((_, n) => (
          <Fragment key={n}>
            {n > 0 && ' '}
            <ShownMove ply={ply - 1} line={moves.slice(0, n + 1)} />
          </Fragment>
        )),
      )}
    </span>
  );
}

/** Buttons that walk the better line and the answer to the played move on the board. @param {Lines & { ply: number }} props */
function Walks({ ply, played, best, line, refutation }) {
  const who = botName(review.judge.value ?? { bot: '', options: {} });
  return (
    <div class="row wrap g3">
      {best && line.length > 0 && (
        <Walk
          ply={ply}
          moves={[best, ...line]}
          {...{ who, at: 1, label: strings.walkTheBetterLine }}
        />
      )}
      {refutation.length > 0 && (
        <Walk
          ply={ply}
          moves={[played, ...refutation]}
          {...{ who, at: 2, label: strings.walkTheAnswer }}
        />
      )}
    </div>
  );
}

/** Buttons that walk a turn and the next ones to their end, with the better decision and as played. @param {Omit<Lines, 'played'> & { ply: number }} props */
function TurnWalks({ ply, best, line, refutation }) {
  const played = rows.value[ply - 1]?.move;
  if (!best || played === undefined) return null;
  /** @type {[string, string[]][]} */
  const lines = [
    [strings.walkTheBetterOrder, [best, ...line]],
    [strings.walkTheTurnsAsPlayed, [played, ...refutation]],
  ];
  return (
    <span class="row wrap g3">
      {lines.map(([label, moves]) => (
        <Walk key={label} {...{ ply, moves, label, who: strings.simulation, at: moves.length }} />
      ))}
    </span>
  );
}

/** A button that walks moves from the ply before the shown one. @param {{ ply: number, moves: string[], who: string, at: number, label: string }} props */
const Walk = ({ ply, moves, who, at, label }) => (
  <Button class="small" label={label} act={() => walkLine({ from: ply - 1, moves, who, at })} />
);

/** The verdict, without the better move if the user may look for it. @param {import('../app/review.js').Judged} judged */
const shownVerdict = (judged) =>
  isMistake(judged) && !simultaneous.value ? costOf(judged) : judged.text;

/** @param {import('../app/review.js').Judged} judged */
const isMistake = ({ mark }) => mark !== null && mark !== '!';

/** What a mistake cost, without the better move: a user who tries again looks for that. @param {import('../app/review.js').Judged} judged */
const costOf = ({ points, mark, estimated }) =>
  points && !estimated
    ? strings.itLoses(strings.percentagePoints(points))
    : mark
      ? `${strings.marks[mark][0]}.`
      : '';

/** The trial of a better move. */
function Trial() {
  const trial = trying.value;
  if (!trial) return null;
  const { tried, best } = trial;
  const label = state.value?.seats[trial.seat]?.label;
  const name = trial.seat === you.value ? strings.you : label;
  return (
    <section class="trial box" aria-label={strings.again}>
      <h3>
        <SeatMark seat={trial.seat} /> {strings.findABetterMoveFor(name)}
      </h3>
      <p role="status" data-good={tried?.good}>
        {trial.busy && (
          <>
            <span class="spinner" aria-hidden="true" /> {strings.checking}
          </>
        )}
        {!trial.busy && !tried && strings.playItOnTheBoard}
        {tried && (
          <>
            <b>
              {(tried.good ? strings.isAsGood : strings.isNotTheBest)(
                `${moveName(tried.move)} ${tried.mark ?? ''}`.trim(),
              )}
            </b>{' '}
            {/* A user who is still looking is not shown what the best move is. */}
            {tried.good ? tried.text : costOf(tried)}
          </>
        )}
      </p>
      <div class="row g3 even">
        {best && (
          <Button
            label={strings.showTheBest}
            act={() => {
              showHint(best);
              trial.answer(best);
            }}
          />
        )}
        {trial.card && tried && due.value.length > 0 && (
          <Button label={strings.nextPosition} class="primary" act={review.learnNext} />
        )}
        <Button label={strings.backToTheGame} act={review.endTrial} />
      </div>
    </section>
  );
}

/** Mistakes in all games of this browser that are due for practice. */
function Learning() {
  useEffect(() => {
    today.value = Date.now();
  }, []);
  const waiting = cards.value.length;
  if (waiting === 0) return null;
  const back = due.value.length;
  const next = Math.min(...cards.value.map((card) => card.due));
  return (
    <section class="row spread g3 small-text" aria-label={strings.learnFromYourMistakes}>
      <span>
        {strings.learnFromYourMistakesIn(back)}
        {back === 0 && <small> {strings.next(new Date(next).toLocaleDateString())}</small>}
      </span>
      {back > 0 && <Button label={strings.start} class="small" act={review.learnNext} />}
    </section>
  );
}

/** The list of mistakes, with links to them. */
function Mistakes() {
  const all = review.mistakes.value;
  if (all.length === 0) {
    return review.lookedBack.value?.running ? null : (
      <p class="quiet">
        {review.undecided.value ? strings.notEnoughToJudge : strings.noMistakeWasFound}
      </p>
    );
  }
  const ply = state.value?.ply;
  return (
    <ol class="mistakes rows" aria-label={strings.marks['?'][1]}>
      {all.slice(0, MOST_LISTED).map(({ ply: at, seat, judged }) => (
        <li key={`${at} ${seat}`}>
          <Button
            title={shownVerdict(judged)}
            aria-current={at === ply ? 'step' : undefined}
            act={() => goTo(at)}
            {...showing(at - 1, [judged.move])}
          >
            <span class="n">{at}</span>
            <SeatMark seat={seat} />
            <span class="move">
              {simultaneous.value || !rows.value[at - 1] ? (
                turnWord()
              ) : (
                <MoveLabel printed={rows.value[at - 1].printed} />
              )}
            </span>
            <span class="judged" data-mark={judged.mark}>
              {judged.mark}
            </span>
            <span class="words dim grow cut">{shownVerdict(judged)}</span>
          </Button>
        </li>
      ))}
      {all.length > MOST_LISTED && (
        <li class="quiet">{strings.andMore(all.length - MOST_LISTED)}</li>
      )}
    </ol>
  );
}

const turnWord = () => renderers[state.value?.game ?? '']?.turnWord ?? strings.move;

/** Where two bots differ most. */
function Differences() {
  if (!review.second.value || review.evaluations.value.length < 2) return null;
  const [one, other] = review.evaluations.value;
  /** @param {import('../app/review.js').Assessment | undefined} at */
  const winText = (at) => (typeof at?.win === 'number' ? percentText(at.win) : '?');
  const names = [botName(one.config), botName(other.config)];
  return (
    <section class="differences row wrap g3" aria-label={strings.whereTheTwoDiffer}>
      <h3>{strings.and(names[0], names[1])}</h3>
      {review.differences.value.length === 0 ? (
        <p class="quiet">{strings.theyAgreeAsFar}</p>
      ) : (
        review.differences.value.map(({ ply }) => (
          <Button key={ply} class="small" act={() => goTo(ply)}>
            {strings.afterAgainst(ply, winText(one.at[ply]), winText(other.at[ply]))}
          </Button>
        ))
      )}
    </section>
  );
}

/** The meaning of a mark. */
function Thresholds() {
  const judging = info.value?.judging;
  if (!judging) return null;
  const { inaccuracy, mistake, blunder } = judging.thresholds;
  const from = (/** @type {number} */ loss) => Math.round(100 * loss);
  if (simultaneous.value) {
    return <p class="fine">{formatElements(strings.turnMarks, <b>?</b>, <b>?!</b>)}</p>;
  }
  return (
    <p class="fine">
      {formatElements(
        strings.lostChanceToWin(
          from(inaccuracy),
          from(mistake),
          from(blunder),
          judging.oracle !== null,
        ),
        <b>?!</b>,
        <b>?</b>,
        <b>??</b>,
        <b>!</b>,
      )}
    </p>
  );
}
