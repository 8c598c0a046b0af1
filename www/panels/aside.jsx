/** Games that were set aside because they did not open, or as copies of other tabs' games. */
import { useState } from 'preact/hooks';
import { open, saveAside } from '../app/openGame.js';
import { asides, forgetAside, recordOf } from '../app/storage.js';
import { closeDialog, gameName } from '../app/store.js';
import * as strings from '../strings/share.js';
import { Button } from '../ui/parts.jsx';

/** @param {import('../app/storage.js').Aside} aside */
const nameOf = ({ game }) => (game === 'value' ? strings.noGame : gameName(game));

export function KeptBeside() {
  const [found, setFound] = useState(asides);
  if (found.length === 0) return null;
  return (
    <section aria-label={strings.gamesPutAside}>
      <h3>{strings.gamesPutAside}</h3>
      <ul class="stack">
        {found.map((aside) => (
          <li key={aside.place}>
            <p>
              <b>{nameOf(aside)}</b>, {new Date(aside.at).toLocaleString()}. {aside.why}
            </p>
            <div class="row g3 even">
              {aside.game !== 'value' && (
                <Button
                  label={strings.open}
                  aria-label={strings.openTheGameOf(nameOf(aside))}
                  act={async () => {
                    if (await open(await recordOf(aside), { played: true })) closeDialog();
                  }}
                />
              )}
              <Button label={strings.saveAsAFile} act={() => saveAside(aside)} />
              <Button
                label={strings.deleteIt}
                act={() => {
                  forgetAside(aside);
                  setFound(asides());
                }}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
