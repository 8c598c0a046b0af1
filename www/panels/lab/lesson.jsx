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
  step,
  stopMatch,
  takeLesson,
  taken,
} from '../../app/lab/lessons.js';
import { counted } from '../../ui/format.js';

export function Lesson() {
  const found = taken.value;
  if (!found) return <Offer />;
  const at = step.value;
  const now = found.steps[at];
  const checks = judged.value;
  const ready = isDone.value;
  return (
    <section class="lab-lesson" aria-label="Lesson">
      <header>
        <h2>
          Lesson, step {at + 1} of {found.steps.length}
        </h2>
        <button type="button" class="small" onClick={leaveLesson}>
          Leave
        </button>
      </header>
      <h3>{now.title}</h3>
      <p>{now.text}</p>
      <div role="status">
        <ul class="demands">
          {(checks?.demands ?? []).map(({ words, met }) => {
            const yes = met ?? !!matchHere.value?.won;
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
      {now.games && <Match />}
      <div class="lesson-acts row wrap">
        <details>
          <summary>Show a way</summary>
          <code>{now.hint}</code>
        </details>
        <span class="space" />
        {at > 0 && (
          <button type="button" onClick={() => goToStep(at - 1)}>
            Back
          </button>
        )}
        <button
          type="button"
          class={ready ? 'primary' : ''}
          disabled={!ready}
          onClick={() => goToStep(at + 1)}
        >
          {at + 1 < found.steps.length ? 'Next step' : 'Finish'}
        </button>
      </div>
    </section>
  );
}

/** The games that a step wants. */
function Match() {
  const games = judged.value?.arena?.games;
  const now = matchHere.value;
  if (now && now.points === null) {
    return (
      <div class="match row wrap">
        <progress max={now.games} value={now.done} aria-label="Games played" />
        <span class="num">
          {now.done} of {now.games}
        </span>
        <button type="button" class="small" onClick={stopMatch}>
          Stop
        </button>
      </div>
    );
  }
  return (
    <div class="match row wrap">
      <button type="button" disabled={!games} onClick={playMatch}>
        {now
          ? 'Play them again'
          : games === undefined
            ? 'Play the games'
            : `Play ${counted(games, 'game')}`}
      </button>
      {now && now.points !== null && (
        <span role="status">
          <b>{Math.round((100 * now.points) / now.games)}%</b> of the points:{' '}
          {now.won ? 'that is enough.' : 'not enough yet.'}
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
    <section class="lab-lesson offer" aria-label="Lesson">
      <p>
        <b>{found.title}</b> {found.about}
      </p>
      <button type="button" onClick={() => takeLesson(more ? before : 0)}>
        {more ? `Go on at step ${before + 1}` : 'Start tutorial'}
      </button>
    </section>
  );
}
