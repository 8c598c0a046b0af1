/** A heuristic as a link, as a file, and on the command line; and one from a file or a text. */
import { useState } from 'preact/hooks';
import { challengeOf } from '../../app/lab/beat.js';
import { fileOf, letIn, letInFile, linkToIt } from '../../app/lab/lab.js';
import { draft, sound } from '../../app/lab/state.js';
import { strings } from '../../ui/challengeStrings.js';
import { CopyField, save } from '../../ui/out.jsx';
import { Button } from '../../ui/parts.jsx';
import { OpenText } from '../openText.jsx';

export function ShareHeuristic() {
  const [link] = useState(linkToIt);
  const now = draft.value;
  if (!now) return null;
  const name = (now.name || 'heuristic').replace(/[^\w-]+/g, '-').toLowerCase();
  return (
    <div class="share">
      <p>
        This link opens a game against your heuristic. Readers first see who wrote what, and can
        take it to a Lab of their own.
      </p>
      {link ? (
        <CopyField label="Link" text={link} />
      ) : (
        <p class="quiet">
          {sound.value
            ? 'It is too long for a link: take a file.'
            : 'There is something wrong in it still: a link needs formulas without errors.'}
        </p>
      )}
      {link && <ShareChallenge of={now} />}
      <div class="share-side stack grow">
        <Button
          label="Save as a file"
          act={() => save(`${name}.json`, new Blob([fileOf(now)], { type: 'application/json' }))}
        />
      </div>
      <LetIn />
    </div>
  );
}

/** @param {{ of: import('../../app/lab/state.js').Draft }} props */
function ShareChallenge({ of }) {
  const [challenge] = useState(() => challengeOf(of));
  if (!challenge) return null;
  return (
    <>
      <h3>{strings.challenge}</h3>
      <p>{strings.challengeText}</p>
      <CopyField label={strings.challenge} text={location.origin + location.pathname + challenge} />
    </>
  );
}

/** Takes a heuristic from outside. */
export function LetIn() {
  return (
    <OpenText
      label="A heuristic"
      placeholder="Paste a heuristic here: the text of a file, a list of terms, or one formula"
      most={20_000}
      accept=".json,.txt,application/json,text/plain"
      open={letIn}
      openFile={letInFile}
    />
  );
}
