/** The lesson that is taken: what the step is about, what it demands, and whether that is met. */
import {
  done,
  goToStep,
  isDone,
  judged,
  leaveLesson,
  lessonHere,
  matchHere,
  playMatch,
  predict,
  prediction,
  step,
  stopMatch,
  takeLesson,
  taken,
} from '../../app/lab/lessons.js';
import { counted } from '../../ui/format.js';
import { Button } from '../../ui/parts.jsx';

export function Lesson() {
  const found = taken.value;
  if (!found) return <Offer />;
  const at = step.value;
  const now = found.steps[at];
  const checks = judged.value;
  const ready = isDone.value;
  return (
    <section class="lab-lesson tint stack g3" aria-label="Lesson">
      <header class="row spread">
        <h2>
          Lesson, step {at + 1} of {found.steps.length}
        </h2>
        <Button label="Leave" class="small" act={leaveLesson} />
      </header>
      <h3>{now.title}</h3>
      <p>{now.text}</p>
      <div role="status">
        <ul class="demands small-text">
          {(checks?.demands ?? []).map(({ words, met }) => {
            const yes = met ?? !!matchHere.value?.verdict?.passed;
            return (
              <li key={words} data-met={yes}>
                <span aria-hidden="true">{yes ? '✓' : '○'}</span> {words}
                <span class="hidden">: {yes ? 'done' : 'not yet'}</span>
              </li>
            );
          })}
          {!checks && <li data-met="false">Fix the formula first.</li>}
        </ul>
      </div>
      {now.games && <Match question={now.question} />}
      <div class="lesson-acts row wrap">
        <details>
          <summary>Show a way</summary>
          <code>{now.hint}</code>
        </details>
        <span class="space" />
        {at > 0 && <Button label="Back" act={() => goToStep(at - 1)} />}
        <Button
          label={at + 1 < found.steps.length ? 'Next step' : 'Finish'}
          class={ready ? 'primary' : ''}
          disabled={!ready}
          act={() => goToStep(at + 1)}
        />
      </div>
    </section>
  );
}

/** What a reader may predict, as Rust names it. */
const PREDICTIONS = [
  ['stronger', 'Stronger'],
  ['equal', 'About equal'],
  ['weaker', 'Weaker'],
];

/** The games that a step wants, with the prediction where it asks for one. @param {{ question: string | null }} props */
function Match({ question }) {
  const ready = !!judged.value?.arena;
  const now = matchHere.value;
  const { verdict } = now ?? {};
  const running = !!now && !verdict;
  return (
    <div class="match row wrap">
      {question && (
        <fieldset class="row wrap" disabled={running}>
          <legend>{question}</legend>
          {PREDICTIONS.map(([key, name]) => (
            <label key={key}>
              <input
                type="radio"
                name="prediction"
                checked={prediction.value === key}
                onChange={() => predict(key)}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {running ? (
        <>
          <progress aria-label="Games are played" />
          <span class="num">{counted(now.done, 'game')}</span>
          <Button label="Stop" class="small" act={stopMatch} />
        </>
      ) : (
        <Button
          label={now ? 'Play again' : 'Play'}
          disabled={!ready || (!!question && !prediction.value)}
          act={playMatch}
        />
      )}
      {verdict && (
        <span role="status">
          {verdict.words}{' '}
          {verdict.passed ? '' : question ? 'That is not what you predicted.' : 'Not enough yet.'}
        </span>
      )}
    </div>
  );
}

function Offer() {
  const found = lessonHere.value;
  if (!found) return null;
  const before = done.value[found.game] ?? 0;
  const more = before > 0 && before < found.steps.length;
  return (
    <section class="lab-lesson offer tint stack g3" aria-label="Lesson">
      <p>
        <b>{found.title}</b> {found.about}
      </p>
      <Button
        label={more ? `Go on at step ${before + 1}` : 'Start tutorial'}
        act={() => takeLesson(more ? before : 0)}
      />
    </section>
  );
}
