/** A tournament as a link, and as a command. */
import { useEffect, useState } from 'preact/hooks';
import { plan } from '../../app/arena/state.js';
import { linkHere } from '../../app/arena/tournament.js';
import { errorText } from '../../app/session.js';
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
      <p>
        This link sets up the same tournament: its entrants with their weights and budgets, its
        openings and its seed. Anyone who presses Start gets the same table; if a bot has changed by
        then, the page says which.
      </p>
      {link ? (
        <CopyField label="Link" text={link} />
      ) : (
        <p class="quiet" role="status">
          {failed ? `There is no link: ${failed}` : 'Asking each bot what it plays…'}
        </p>
      )}
      <h3>On the command line</h3>
      <p>The same games, on all cores, in parts, or with programs of your own:</p>
      <CopyField label="Command" text={plan.value?.command ?? ''} />
    </div>
  );
}
