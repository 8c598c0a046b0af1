/** Exports of the arena: files, a picture, a link. */
import { plan, report } from '../../app/arena/state.js';
import { csvHere, fileHere, jsonHere } from '../../app/arena/tournament.js';
import { errorText } from '../../app/session.js';
import { notify, openDialog } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
import { filled } from '../../ui/filled.js';
import { save } from '../../ui/out.jsx';
import { Button } from '../../ui/parts.jsx';
import { Menu } from '../menu.jsx';
import { picture } from './picture.js';

export function Out() {
  const at = plan.value;
  const none = !report.value?.games;
  const name = `totora-arena-${at?.id ?? ''}`;
  /** @param {string} ending @param {() => Promise<Blob>} made */
  const saved = (ending, made) => async () => {
    try {
      save(`${name}.${ending}`, await made());
    } catch (error) {
      notify(errorText(error), { error: true });
    }
  };
  /** @param {string} ending @param {string} type @param {() => Promise<string>} text */
  const file = (ending, type, text) =>
    saved(ending, async () => new Blob([await text()], { type }));
  const draw = saved('png', async () => {
    const found = report.value;
    if (!found || !at) throw new Error(strings.pictureCouldNotBeMade);
    return picture(found, at);
  });
  return (
    <div class="out row g3 rigid">
      <Menu label={strings.exportText} off={none}>
        <button type="button" disabled={none} onClick={file('csv', 'text/csv', csvHere)}>
          {filled(strings.csv0, <small>{strings.rowABotARow}</small>)}
        </button>
        <button type="button" disabled={none} onClick={file('json', 'application/json', jsonHere)}>
          {filled(strings.json0, <small>{strings.allThatIsShownHere}</small>)}
        </button>
        <button type="button" disabled={none} onClick={draw}>
          {filled(strings.png0, <small>{strings.tableAndRatings}</small>)}
        </button>
        <button
          type="button"
          disabled={none}
          onClick={file('jsonl', 'application/jsonl', fileHere)}
        >
          {filled(strings.games0, <small>{strings.forTotoraArenaMerge}</small>)}
        </button>
      </Menu>
      <Button
        label={strings.share}
        class="primary"
        disabled={!at}
        act={() => openDialog('tournament')}
      />
    </div>
  );
}
