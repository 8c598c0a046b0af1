/** A tournament as a link, and as a command. */
import { useEffect, useState } from 'preact/hooks';
import { plan } from '../../app/arena/state.js';
import { linkHere } from '../../app/arena/tournament.js';
import { errorText } from '../../app/session.js';
import * as strings from '../../strings/arena.js';
import { CopyField } from '../../ui/out.jsx';

export function ShareTournament() {
  const [link, setLink] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let open = true;
    linkHere().then(
      (made) => open && setLink(made),
      (error) => open && setFailed(errorText(error)),
    );
    return () => {
      open = false;
    };
  }, []);
  return (
    <div class="share">
      <p>{strings.thisLinkSetsUp}</p>
      {link ? (
        <CopyField label={strings.link} text={link} />
      ) : (
        <p class="quiet" role="status">
          {failed ? strings.thereIsNoLink(failed) : strings.askingEachBot}
        </p>
      )}
      <h3>{strings.onTheCommandLine}</h3>
      <p>{strings.sameGamesOnAllCores}</p>
      <CopyField label={strings.command} text={plan.value?.command ?? ''} />
    </div>
  );
}
