/** The open study in a strip above the board: the chapter with its note and its task, and the way to the others. */
import './strip.css';
import './study.css';
import { useEffect, useState } from 'preact/hooks';
import { noteHere } from '../app/notes.js';
import { inspect } from '../app/session.js';
import { state, study } from '../app/store.js';
import { backToIt, give, giveUp, leave, turn } from '../app/study.js';
import * as strings from '../strings/studies.js';
import { keyOf } from '../ui/keys.js';
import { Name } from '../ui/name.jsx';
import { Button } from '../ui/parts.jsx';
import { shownModel } from './board.jsx';
import { saveMade } from './saveMade.js';

/** @param {KeyboardEvent} event */
function walk(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
  const key = keyOf(event).toLowerCase();
  if (key === 'n') turn(1);
  else if (key === 'b') turn(-1);
  else return;
  event.preventDefault();
}

export function StudyStrip() {
  useEffect(() => {
    window.addEventListener('keydown', walk);
    return () => window.removeEventListener('keydown', walk);
  }, []);
  const open = study.value;
  const now = state.value;
  if (!open || !now) return null;
  const { info, index, chapter } = open;
  const away = now.hash !== open.hash;
  const { note } = noteHere.value;
  return (
    <section class="coach-strip study-strip" aria-label={strings.study}>
      <div class="stack g2">
        <p>
          <b>
            <Name>{chapter.title || info.title}</Name>
          </b>{' '}
          <small>
            {chapter.title && <Name>{info.title}</Name>}
            {info.author && (
              <>
                {' '}
                <Name>{strings.by(info.author)}</Name>
              </>
            )}
          </small>
        </p>
        {note && (
          <p class="study-note" role="status">
            <Name>{note}</Name>
          </p>
        )}
        {chapter.task && <Task key={index} task={chapter.task} />}
      </div>
      <span class="row g3 wrap rigid">
        {away && <Button label={strings.toThePosition} class="small" act={backToIt} />}
        <Button
          label={strings.previous}
          title={strings.previousTitle}
          class="small"
          disabled={index === 0}
          act={() => turn(-1)}
        />
        <span class="num small-text" translate={false}>
          {strings.chapterOf(index + 1, info.chapters.length)}
        </span>
        <Button
          label={strings.next}
          title={strings.nextTitle}
          class="small primary"
          disabled={index + 1 === info.chapters.length}
          act={() => turn(1)}
        />
        <Button class="small" aria-label={strings.leaveTheStudy} act={leave}>
          <span aria-hidden="true">×</span>
        </Button>
      </span>
    </section>
  );
}

/** The result of a move that was found as a picture: the position without the answer. */
async function savePicture() {
  const model = shownModel();
  const open = study.value;
  if (!model || !open) return;
  const { chapter, info, index, tries, gaveUp } = open;
  await saveMade(`totora-study-${index + 1}.png`, async () => {
    const { stillPicture } = await import('../app/picture.js');
    const bare = { ...model, overlay: 'off', thought: null, oracle: null, hint: null };
    const question = chapter.task?.question ?? '';
    const caption = gaveUp ? question : strings.foundOnTry(question, tries + 1);
    const how = { side: 540, ratio: 2, inspect };
    return stillPicture(bare, { title: chapter.title || info.title, caption }, how);
  });
}

/** @param {{ task: import('../pkg/totora.js').StudyTask }} props */
function Task({ task }) {
  const { kind, question, hint, choices } = task;
  const [formula, setFormula] = useState('');
  const answered = study.value?.answered;
  return (
    <div class="study-task stack g2">
      <p class="strong">
        <Name>{question}</Name> {kind === 'find' && !answered?.right && strings.playTheMove}
      </p>
      {kind === 'predict' && (
        <div class="row wrap g3" role="group" aria-label={question}>
          {choices.map((choice, i) => (
            <Button key={choice} class="small" disabled={!!answered} act={() => give(String(i))}>
              <Name>{choice}</Name>
            </Button>
          ))}
        </div>
      )}
      {kind === 'term' && (
        <form
          class="row wrap g3"
          onSubmit={(event) => {
            event.preventDefault();
            give(formula);
          }}
        >
          <input
            class="grow mono"
            aria-label={strings.yourAnswer}
            value={formula}
            maxLength={400}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setFormula(event.currentTarget.value)}
          />
          <button type="submit" class="small" disabled={!formula.trim()}>
            {strings.check}
          </button>
        </form>
      )}
      {hint && !answered?.right && (
        <details>
          <summary>{strings.hint}</summary>
          <Name>{hint}</Name>
        </details>
      )}
      <p role="status" data-right={answered?.right}>
        {answered && <Name>{answered.words}</Name>}
      </p>
      <span class="row wrap g3">
        {!answered?.right && kind !== 'predict' && (
          <Button label={strings.showTheAnswer} class="small" act={giveUp} />
        )}
        {answered?.right && kind === 'find' && (
          <Button label={strings.saveAsPicture} class="small" act={savePicture} />
        )}
      </span>
    </div>
  );
}
