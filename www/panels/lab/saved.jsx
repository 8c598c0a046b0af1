/** A menu of saved drafts in the Lab: a click opens one, its cross deletes it. */

import * as strings from '../../strings/lab.js';
import { Name } from '../../ui/name.jsx';
import { Button, Sign } from '../../ui/parts.jsx';

/**
 * @template {{ name: string }} T
 * @param {{ all: T[], note?: (one: T) => string, open: (one: T) => void, remove: (one: T) => void }} props
 */
export const Saved = ({ all, note, open, remove }) => (
  <>
    {all.length > 0 && <h3 class="fine">{strings.savedHere}</h3>}
    {all.map((one) => (
      <div class="shelved row" key={one.name}>
        <Button act={() => open(one)}>
          <Name>{one.name}</Name>
          {note?.(one) && <small>{note(one)}</small>}
        </Button>
        <Sign
          sign="×"
          data-stays
          label={strings.deleteText(one.name)}
          title={strings.deleteIt}
          act={() => remove(one)}
        />
      </div>
    ))}
  </>
);
