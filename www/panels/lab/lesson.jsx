/** The open lesson: the step's text, its requirements, and whether they are met. */
import * as lessons from '../../app/lab/lessons.js';
import { goToClass, hrefOf, onPlainClick } from '../../app/screens.js';
import * as strings from '../../strings/lab.js';
import { counted } from '../../ui/format.js';
import { formatElements } from '../../ui/formatElements.js';
import { Name } from '../../ui/name.jsx';
import { Button } from '../../ui/parts.jsx';
import { lazyPart } from '../lazyPart.jsx';

const HandIn = lazyPart(() => import('./handIn.jsx'), 'HandIn', strings.theHandIn);

export function Lesson() {
  const found = lessons.taken.value;
  if (!found) return lessons.finishedHere.value ? <HandIn /> : <Offer />;
  const at = lessons.step.value;
  const now = found.steps[at];
  const checks = lessons.judged.value;
  const ready = lessons.isDone.value;
  return (
    <section class="lab-lesson tint stack g3 below" aria-label={strings.lesson}>
      <header class="row spread">
        <h2>{strings.lessonStepOf(at + 1, found.steps.length)}</h2>
        <Button label={strings.leave} class="small" act={lessons.leaveLesson} />
      </header>
      <h3>{now.title}</h3>
      <p>{now.text}</p>
      <div role="status">
        <ul class="demands small-text">
          {(checks?.demands ?? []).map(({ words, met, lacks }) => {
            const yes = met ?? !!lessons.matchHere.value?.verdict?.passed;
            return (
              <li key={words} data-met={yes}>
                <span aria-hidden="true">{yes ? '✓' : '○'}</span> {words}
                {lacks && `: ${lacks}`}
                <span class="hidden">: {yes ? strings.done : strings.notYet}</span>
              </li>
            );
          })}
          {!checks && <li data-met="false">{strings.fixTheFormulaFirst}</li>}
        </ul>
      </div>
      {now.games && <Match question={now.question} />}
      {ready && now.learned && <p class="learned">{now.learned}</p>}
      <div class="row wrap">
        <details key={at}>
          <summary>{strings.showASolution}</summary>
          {now.hint && <p>{now.hint}</p>}
          {Object.keys(now.solution).length > 0 && (
            <div class="row wrap">
              <code>{Object.values(now.solution).join('; ')}</code>
              <Button label={strings.useIt} class="small" act={lessons.useSolution} />
            </div>
          )}
        </details>
        <span class="grow" />
        {at > 0 && <Button label={strings.back} act={() => lessons.goToStep(at - 1)} />}
        <Button
          label={at + 1 < found.steps.length ? strings.nextStep : strings.finish}
          class={ready ? 'primary' : ''}
          disabled={!ready}
          act={() => lessons.goToStep(at + 1)}
        />
      </div>
    </section>
  );
}

/** The games of a step, with a prediction if it has a question. @param {{ question: string | null }} props */
function Match({ question }) {
  const ready = !!lessons.judged.value?.arena;
  const now = lessons.matchHere.value;
  const { verdict } = now ?? {};
  const running = !!now && !verdict;
  return (
    <div class="match row wrap">
      {question && (
        <fieldset class="row wrap" disabled={running}>
          <legend>{question}</legend>
          {Object.entries(strings.predictions).map(([key, name]) => (
            <label key={key}>
              <input
                type="radio"
                name="prediction"
                checked={lessons.prediction.value === key}
                onChange={() => lessons.predict(key)}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {running ? (
        <>
          <progress aria-label={strings.gamesArePlayed} />
          <span class="num" translate={false}>
            {counted(now.done, 'game')}
          </span>
          <Button label={strings.stop} class="small" act={lessons.stopMatch} />
        </>
      ) : (
        <Button
          label={now ? strings.playAgain : strings.play}
          disabled={!ready || (!!question && !lessons.prediction.value)}
          act={lessons.playMatch}
        />
      )}
      {verdict && (
        <span role="status">
          {verdict.words} {verdict.passed ? '' : strings.notEnoughYet}
        </span>
      )}
    </div>
  );
}

function Offer() {
  const found = lessons.lessonHere.value;
  if (!found) return null;
  const before = lessons.done.value[found.key] ?? 0;
  const more = before > 0 && before < found.steps.length;
  return (
    <section class="lab-lesson offer tint stack level g3 below" aria-label={strings.lesson}>
      <p>
        <b>
          <Name>{found.title}</Name>
        </b>{' '}
        <Name>{found.about}</Name>
        {found.author && <> {formatElements(strings.byAuthor0, <Name>{found.author}</Name>)}</>}
      </p>
      <Button
        label={more ? strings.resumeAtStep(before + 1) : strings.startTutorial}
        act={() => (more ? lessons.takeLesson(before) : lessons.beginLesson())}
      />
      {found.own && <Button label={strings.closeThisLesson} act={lessons.closeLesson} />}
      <a class="small-text" href={hrefOf({ screen: 'class' })} onClick={onPlainClick(goToClass)}>
        {strings.classTable}
      </a>
    </section>
  );
}
