/** A tournament as a link, and as a command. */
import { plan } from '../../app/arena/state.js';
import { linkHere } from '../../app/arena/tournament.js';
import * as strings from '../../strings/arena.js';
import { CopyField } from '../../ui/copyAndSave.jsx';
import { LinkField, useLink } from '../link.jsx';

export function ShareTournament() {
  const made = useLink(() => ({ link: linkHere() }));
  return (
    <div class="share">
      <p>{strings.thisLinkSetsUp}</p>
      <LinkField {...made} making={strings.askingEachBot} />
      <h3>{strings.onTheCommandLine}</h3>
      <p>{strings.sameGamesOnAllCores}</p>
      <CopyField label={strings.command} text={plan.value?.command ?? ''} />
    </div>
  );
}
