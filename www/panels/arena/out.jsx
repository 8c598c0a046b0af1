/** Exports of the arena: files, a picture, a link. */
import { plan, report } from '../../app/arena/state.js';
import { csvHere, fileHere, jsonHere } from '../../app/arena/tournament.js';
import { openDialog } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
import { filled } from '../../ui/filled.js';
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
  /** @type {[ending: string, words: string, about: string, make: () => Promise<Blob>][]} */
  const files = [
    ['csv', strings.csv0, strings.rowABotARow, file('text/csv', csvHere)],
    ['json', strings.json0, strings.allThatIsShownHere, file('application/json', jsonHere)],
    ['png', strings.png0, strings.tableAndRatings, draw],
    ['jsonl', strings.games0, strings.forTotoraArenaMerge, file('application/jsonl', fileHere)],
  ];
  return (
    <div class="out row g3 rigid">
      <Menu label={strings.exportText} off={none}>
        {files.map(([ending, words, about, make]) => (
          <Button
            label={filled(words, <small>{about}</small>)}
            key={ending}
            disabled={none}
            act={() => saveMade(`${name}.${ending}`, make, (why) => why)}
          />
        ))}
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
