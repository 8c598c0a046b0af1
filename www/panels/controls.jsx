/** What can be done beside moving while the analysis is closed: a few buttons, and a menu with the rest. */
import { coach, endCoach } from '../app/coach.js';
import { turnBoard } from '../app/flip.js';
import { wishFor } from '../app/rooms.js';
import { sounds } from '../app/sounds.js';
import {
  botToAct,
  info,
  mode,
  openAnalysis,
  openDialog,
  simultaneous,
  state,
  thought,
} from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { Button } from '../ui/parts.jsx';
import { Menu } from './menu.jsx';
import { Extras, Hint, Redo, Resign, Undo } from './seats.jsx';
import { Threat } from './threat.jsx';

export function Controls() {
  const now = state.value;
  if (!now) return null;
  const plays = mode.value === 'play';
  const bots = now.seats.filter((seat) => !('human' in seat.config));
  const who = bots.length === 1 ? bots[0].player : 'the bot';
  return (
    <div class="controls stack">
      {!plays && <Headline />}
      <Button
        label="Analysis"
        class={simultaneous.value ? '' : 'primary'}
        title={`What is ${who} thinking? (P)`}
        act={() => openAnalysis()}
      />
      {plays && <Extras />}
      {plays && <Hint />}
      {plays && <Undo />}
      <More plays={plays} />
    </div>
  );
}

/** Why the bot to move chooses what it does, in one sentence. */
function Headline() {
  const why = thought.value?.why ?? '';
  const first = /^.*?[.!?](?=\s|$)/.exec(why)?.[0] ?? why;
  return <p class="headline">{botToAct.value === null ? '' : first}</p>;
}

/** All else that concerns the game. @param {{ plays: boolean }} props */
function More({ plays }) {
  const entry = info.value;
  const renderer = renderers[entry?.id ?? ''];
  /** @param {'new' | 'setup' | 'editor' | 'rules' | 'share' | 'keys'} what @param {string} label */
  const door = (what, label) => <Button label={label} act={() => openDialog(what)} />;
  return (
    <Menu label="Menu">
      {door('new', 'New game')}
      <Threat />
      {plays && <Redo />}
      {plays && <Resign />}
      {plays && <Button label="Watch bots" act={() => wishFor(entry?.id ?? '', 'watch')} />}
      {entry?.drafting && door('setup', 'Set up')}
      {renderer?.editor && door('editor', renderer.editor.label)}
      {renderer?.turns && <Button label="Turn the board" act={() => turnBoard(1)} />}
      {door('rules', 'Rules')}
      {door('share', 'Share')}
      <Button
        label="Sound"
        aria-pressed={sounds.value}
        act={() => (sounds.value = !sounds.value)}
      />
      {door('keys', 'Keys')}
      {coach.value && <Button label="No more help" act={endCoach} />}
    </Menu>
  );
}
