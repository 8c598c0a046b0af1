/** Shares a heuristic as a link, file or command line; imports one from a file or text. */
import { useState } from 'preact/hooks';
import { challengeOf } from '../../app/lab/beat.js';
import { letIn, letInFile } from '../../app/lab/incoming.js';
import { fileOf, linkToIt, linkToLab } from '../../app/lab/lab.js';
import { lessonLink } from '../../app/lab/lessons.js';
import { draft, sound } from '../../app/lab/state.js';
import * as challengeStrings from '../../strings/challenge.js';
import * as strings from '../../strings/lab.js';
import { CopyField, save } from '../../ui/copyAndSave.jsx';
import { Button } from '../../ui/parts.jsx';
import { OpenText } from '../openText.jsx';

export function ShareHeuristic() {
  const [link] = useState(linkToIt);
  const [toLab] = useState(linkToLab);
  const [lesson] = useState(lessonLink);
  const now = draft.value;
  if (!now) return null;
  const name = (now.name || 'heuristic').replace(/[^\w-]+/g, '-').toLowerCase();
  return (
    <div class="share">
      <p>{strings.thisLinkOpensAGame}</p>
      {link ? (
        <CopyField label={strings.link} text={link} />
      ) : (
        <p class="quiet">{sound.value ? strings.itIsTooLong : strings.thereIsSomethingWrong}</p>
      )}
      <h3>{strings.theLab}</h3>
      <p>{strings.thisLinkOpensTheLab}</p>
      {toLab.link ? (
        <CopyField label={strings.linkToTheLab} text={toLab.link} />
      ) : (
        <p class="quiet">{toLab.problem}</p>
      )}
      {lesson && (
        <>
          <h3>{strings.theLesson}</h3>
          <CopyField label={strings.linkToTheLesson} text={lesson} />
        </>
      )}
      {link && <ShareChallenge of={now} />}
      <div class="stack grow">
        <Button
          label={strings.saveAsAFileButton}
          act={() => save(`${name}.json`, new Blob([fileOf(now)], { type: 'application/json' }))}
        />
      </div>
      <OpenText
        label={strings.aHeuristic}
        placeholder={strings.pasteAHeuristicHere}
        most={40_000}
        accept=".json,.txt,application/json,text/plain"
        open={letIn}
        openFile={letInFile}
      />
    </div>
  );
}

/** @param {{ of: import('../../app/lab/state.js').Draft }} props */
function ShareChallenge({ of }) {
  const [challenge] = useState(() => challengeOf(of));
  if (!challenge) return null;
  return (
    <>
      <h3>{challengeStrings.challenge}</h3>
      <p>{challengeStrings.challengeText}</p>
      <CopyField
        label={challengeStrings.challenge}
        text={location.origin + location.pathname + challenge}
      />
    </>
  );
}
