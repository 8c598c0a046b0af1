/** Makes a study from positions on the board, previews it, and shares it. */
import './study.css';
import { useState } from 'preact/hooks';
import { open } from '../app/openGame.js';
import { errorText } from '../app/session.js';
import { closeDialog, gameName } from '../app/store.js';
import { openStudy } from '../app/study.js';
import * as draft from '../app/studyDraft.js';
import * as strings from '../strings/studies.js';
import { CopyField, save } from '../ui/copyAndSave.jsx';
import { Button, LabelledChoice, Problem } from '../ui/parts.jsx';

export function StudyEditor() {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const { title, author, chapters } = draft.draft.value;
  const text = () => draft.textOf(strings.untitled);
  /** @param {() => Promise<unknown>} act */
  const attempt = async (act) => {
    setProblem('');
    try {
      await act();
    } catch (error) {
      setLink('');
      setProblem(errorText(error));
    }
  };
  return (
    <div class="study-editor stack g4">
      <p class="quiet">{strings.editorText}</p>
      <div class="row wrap g4">
        <input
          class="grow"
          aria-label={strings.titleOfTheStudy}
          placeholder={strings.titleOfTheStudy}
          value={title}
          maxLength={80}
          onInput={(event) => draft.set({ title: event.currentTarget.value })}
        />
        <input
          aria-label={strings.author}
          placeholder={strings.author}
          value={author}
          maxLength={120}
          onInput={(event) => draft.set({ author: event.currentTarget.value })}
        />
      </div>
      <ol class="stack g3">
        {chapters.map(({ record, ply, title: name, task }, at) => (
          <li key={`${at} ${record.game} ${ply}`} class="row wrap g3">
            <input
              class="grow"
              aria-label={strings.titleOfChapter(at + 1)}
              placeholder={strings.positionOf(gameName(record.game), ply)}
              value={name}
              maxLength={80}
              onInput={(event) => draft.rename(at, event.currentTarget.value)}
            />
            <Button
              label={strings.up}
              class="small"
              disabled={at === 0}
              aria-label={strings.moveChapterUp(at + 1)}
              act={() => draft.moveUp(at)}
            />
            <Button
              label={strings.deleteIt}
              class="small"
              aria-label={strings.removeChapter(at + 1)}
              act={() => draft.remove(at, strings.chapterRemoved, strings.putItBack)}
            />
            <Task at={at} task={task} />
          </li>
        ))}
      </ol>
      <div class="row wrap g3">
        <Button
          label={strings.addThisPosition}
          class="primary"
          disabled={!draft.canAdd()}
          act={() => {
            draft.addPosition();
            setLink('');
          }}
        />
        {chapters.length > 0 && (
          <>
            <Button
              label={strings.preview}
              act={() =>
                attempt(async () => {
                  await openStudy(text(), open);
                  closeDialog();
                })
              }
            />
            <Button
              label={strings.makeALink}
              act={() =>
                attempt(async () => {
                  const fragment = await draft.linkTo(text());
                  setLink(location.href.replace(/[?#].*/, '') + fragment);
                })
              }
            />
            <Button
              label={strings.saveAsAFile}
              act={() =>
                attempt(async () => {
                  const whole = await draft.checked(text());
                  save('totora-study.json', new Blob([whole], { type: 'application/json' }));
                })
              }
            />
            <Button
              label={strings.newStudy}
              act={() => draft.clear(strings.studyCleared, strings.putItBack)}
            />
          </>
        )}
      </div>
      {problem && <Problem words={problem} />}
      {link && <CopyField label={strings.linkToTheStudy} text={link} />}
    </div>
  );
}

/** What the reader of a chapter is asked. @param {{ at: number, task?: import('../app/studyDraft.js').TaskDraft }} props */
function Task({ at, task }) {
  /** @param {'question' | 'moves' | 'why'} field @param {string} label @param {number} most */
  const text = (field, label, most) => (
    <input
      class="grow"
      aria-label={label}
      placeholder={label}
      value={task?.[field]}
      maxLength={most}
      onInput={(event) => draft.setTask(at, { [field]: event.currentTarget.value })}
    />
  );
  const choices = task ? draft.choicesOf(task) : [];
  return (
    <div class="row wrap g3 full">
      <LabelledChoice
        label={strings.task(at + 1)}
        among={[
          ['', strings.noTask],
          ['find', strings.findAMove],
          ['predict', strings.predict],
        ]}
        value={task?.kind ?? ''}
        choose={(kind) =>
          draft.ask(at, kind, kind === 'find' ? strings.whichMove : strings.whatDoYouExpect)
        }
      />
      {task && text('question', strings.question, 200)}
      {task?.kind === 'find' && text('moves', strings.rightMoves, 400)}
      {task?.kind === 'predict' && (
        <>
          <textarea
            class="full"
            rows={3}
            aria-label={strings.choices}
            placeholder={strings.choices}
            value={task.choices}
            onInput={(event) => draft.setTask(at, { choices: event.currentTarget.value })}
          />
          {choices.length > 1 && (
            <LabelledChoice
              label={strings.rightOne}
              among={choices.map((words, i) => /** @type {[number, string]} */ ([i, words]))}
              value={Math.min(task.right, choices.length - 1)}
              choose={(right) => draft.setTask(at, { right })}
            />
          )}
        </>
      )}
      {task && text('why', strings.whyIsItRight, 400)}
    </div>
  );
}
