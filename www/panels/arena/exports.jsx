/** Exports of the arena: files, a picture, a link. */
import { plan, report } from '../../app/arena/state.js';
import { csvHere, fileHere, jsonHere } from '../../app/arena/tournament.js';
import { openDialog } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
import { formatElements } from '../../ui/formatElements.js';
import { Button } from '../../ui/parts.jsx';
import { Menu } from '../menu.jsx';
import { saveMade } from '../saveMade.js';
import { picture } from './picture.js';

export function Out() {
  const at = plan.value;
  const none = !report.value?.games;
  const name = `totora-arena-${at?.id ?? ''}`;
  /** @param {string} type @param {() => Promise<string>} text */
  const file = (type, text) => async () => new Blob([await text()], { type });
  const draw = async () => {
    const found = report.value;
    if (!found || !at) throw new Error(strings.pictureCouldNotBeMade);
    return picture(found, at);
  };
  const files = {
    csv: file('text/csv', csvHere),
    json: file('application/json', jsonHere),
    png: draw,
    jsonl: file('application/jsonl', fileHere),
  };
  return (
    <div class="out row g3 rigid">
      <Menu label={strings.exportText} off={none}>
        {
          /** @type {(keyof typeof files)[]} */ (Object.keys(files)).map((ending) => (
            <Button
              label={formatElements(
                strings.files[ending][0],
                <small>{strings.files[ending][1]}</small>,
              )}
              key={ending}
              disabled={none}
              act={() => saveMade(`${name}.${ending}`, files[ending], (why) => why)}
            />
          ))
        }
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
