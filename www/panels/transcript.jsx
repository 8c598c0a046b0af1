/** The game as a transcript, such as SGF, to copy or save. Rust writes it. */
import { useState } from 'preact/hooks';
import { ask } from '../app/session.js';
import { info, state } from '../app/store.js';
import * as strings from '../strings/share.js';
import { CopyField, save } from '../ui/out.jsx';
import { Button } from '../ui/parts.jsx';
import { Folded } from './folded.jsx';

export function AsTranscript() {
  const form = info.value?.transcript;
  const now = state.value;
  const [text] = useState(() => (form ? (ask((session) => session.transcript()) ?? '') : ''));
  if (!form || !now || !text) return null;
  return (
    <Folded title={form.what}>
      <CopyField label={strings.gameAs(form.what)} text={text} />
      <Button
        label={strings.saveAsAFile}
        act={() =>
          save(`totora-${now.game}.${form.ending}`, new Blob([text], { type: 'text/plain' }))
        }
      />
    </Folded>
  );
}
