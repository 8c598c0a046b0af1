/** Keyboard shortcuts of the page and the current board; buttons for sound and this list. */
import { sounds } from '../app/sounds.js';
import { openDialog, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { Sign } from '../ui/parts.jsx';
import { Facts } from './definitionList.jsx';

/** @param {{ title: string, keys: [string, string][] }} props */
const Table = ({ title, keys }) => (
  <section>
    <h3>{title}</h3>
    <Facts class="keys" of={keys.map(([key, what]) => [<kbd key={key}>{key}</kbd>, what])} />
  </section>
);

export function SmallSwitches() {
  return (
    <>
      <Sign
        sign="♪"
        label={strings.sound}
        aria-pressed={sounds.value}
        title={strings.soundForEachMoveS}
        act={() => (sounds.value = !sounds.value)}
      />
      <Sign sign="?" label={strings.keys} title={strings.allKeys} act={() => openDialog('keys')} />
    </>
  );
}

export function Keys() {
  const own = renderers[state.value?.game ?? '']?.keys ?? [];
  return (
    <>
      <Table title={strings.onThePage} keys={strings.pageKeys} />
      <Table title={strings.onTheBoardTitle} keys={[...strings.boardKeys, ...own]} />
    </>
  );
}
