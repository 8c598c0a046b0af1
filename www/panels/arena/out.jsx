/** What leaves the arena: files, a picture, a link. */
import { plan, report } from '../../app/arena/state.js';
import { csvHere, fileHere, jsonHere } from '../../app/arena/tournament.js';
import { errorText } from '../../app/session.js';
import { openDialog, tell } from '../../app/store.js';
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
      tell(errorText(error), { error: true });
    }
  };
  /** @param {string} ending @param {string} type @param {() => Promise<string>} text */
  const file = (ending, type, text) =>
    saved(ending, async () => new Blob([await text()], { type }));
  const draw = saved('png', async () => {
    const found = report.value;
    if (!found || !at) throw new Error('The picture could not be made.');
    return picture(found, at);
  });
  return (
    <div class="out row g3 rigid">
      <Menu label="Export" off={none}>
        <button type="button" disabled={none} onClick={file('csv', 'text/csv', csvHere)}>
          CSV <small>a row a bot, a row a pair</small>
        </button>
        <button type="button" disabled={none} onClick={file('json', 'application/json', jsonHere)}>
          JSON <small>all that is shown here</small>
        </button>
        <button type="button" disabled={none} onClick={draw}>
          PNG <small>table and ratings</small>
        </button>
        <button
          type="button"
          disabled={none}
          onClick={file('jsonl', 'application/jsonl', fileHere)}
        >
          Games <small>for totora arena merge</small>
        </button>
      </Menu>
      <Button label="Share" class="primary" disabled={!at} act={() => openDialog('tournament')} />
    </div>
  );
}
