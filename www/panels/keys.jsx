/** All keys: those of the page, and those of the board at hand; and the small switches for sound and for them. */
import { sounds } from '../app/sounds.js';
import { openDialog, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { Sign } from '../ui/parts.jsx';
import { Frame } from './frame.jsx';

/** What the keys of the page do, wherever the focus is but in a field. @type {[string, string][]} */
const PAGE = [
  ['← →', 'one move back, one forward'],
  ['↑ ↓', 'to the first position, to the last'],
  [', .', 'back and forward, on the board too'],
  ['W', 'watch, or pause'],
  ['P', 'open the analysis, or close it'],
  ['T', 'the threat: what the next player would do if this turn were passed'],
  ['F', 'flip the board, where it can be turned'],
  ['S', 'sound on or off'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['?', 'these keys'],
];
/** On every board. @type {[string, string][]} */
const BOARD = [
  ['Tab', 'to the board, and on to the panels'],
  ['arrows', 'from cell to cell, while the board has the focus'],
  ['Enter', 'play there'],
];

/** @param {{ title: string, keys: [string, string][] }} props */
const Table = ({ title, keys }) => (
  <section>
    <h3>{title}</h3>
    <dl class="keys facts">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);

export function SmallSwitches() {
  return (
    <>
      <Sign
        sign="♪"
        label="Sound"
        aria-pressed={sounds.value}
        title="A sound for each move (S)"
        act={() => (sounds.value = !sounds.value)}
      />
      <Sign sign="?" label="Keys" title="All keys (?)" act={() => openDialog('keys')} />
    </>
  );
}

export function Keys() {
  const own = renderers[state.value?.game ?? '']?.keys ?? [];
  return (
    <Frame title="Keys">
      <Table title="On the page" keys={PAGE} />
      <Table title="On the board" keys={[...BOARD, ...own]} />
    </Frame>
  );
}
