/** The hand-in of a finished lesson: a link and a code. Loaded on demand. */
import { useEffect } from 'preact/hooks';
import * as work from '../../app/lab/handIn.js';
import * as strings from '../../strings/class.js';
import { CopyField } from '../../ui/copyAndSave.jsx';
import { Button } from '../../ui/parts.jsx';

export function HandIn() {
  useEffect(() => {
    work.begin();
    return work.stop;
  }, []);
  const now = work.measurement.value;
  const made = work.made.value;
  return (
    <section class="lab-lesson tint stack g3 below" aria-label={strings.handIn}>
      <header class="row spread">
        <h2>{strings.handIn}</h2>
        <Button label={strings.done} class="small" act={work.close} />
      </header>
      <p>{strings.lessonIsComplete}</p>
      {!now && <Button label={strings.measure} act={work.begin} />}
      {now && !now.over && (
        <>
          <p>{strings.measuring(now.games)}</p>
          <div class="row">
            <progress aria-label={strings.gamesPlayed} max={now.games} value={now.done} />
            <span class="rigid">{strings.playedOf(now.done, now.games)}</span>
            <Button label={strings.stop} class="small" act={work.stop} />
          </div>
        </>
      )}
      {now?.over && (
        <>
          {now.result && (
            <p>
              {strings.result}: <b translate={false}>{strings.shareOf(now.result)}</b>
            </p>
          )}
          <label class="over">
            {strings.yourName}
            <input
              value={work.pupil.value}
              maxLength={work.MOST_NAME}
              autocomplete="name"
              onInput={(event) => work.setName(event.currentTarget.value)}
            />
          </label>
          {made?.problem && <p role="alert">{made.problem}</p>}
          {made?.link && (
            <>
              <CopyField label={strings.link} text={made.link} />
              <p class="note">{strings.sendTheLink}</p>
              <CopyField label={strings.code} text={made.code} />
              <p class="note">{strings.whatTheCodeIs}</p>
            </>
          )}
        </>
      )}
    </section>
  );
}
