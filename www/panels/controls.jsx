/** Buttons and a menu for everything but moving, while the analysis is closed. */
import { coach, endCoach } from '../app/coach.js';
import { openAnalysis } from '../app/display.js';
import { turnBoard } from '../app/flip.js';
import { requestGame } from '../app/screens.js';
import { sounds } from '../app/sounds.js';
import * as store from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';
import { Menu } from './menu.jsx';
import { MoveText } from './moveText.jsx';
import { Extras, Hint, Redo, Resign, Undo } from './seats.jsx';
import { Threat } from './threat.jsx';

export function Controls() {
  const now = store.state.value;
  if (!now) return null;
  const plays = store.mode.value === 'play';
  const bots = now.seats.filter((seat) => !('human' in seat.config));
  const who = bots.length === 1 ? bots[0].label : strings.bot;
  return (
    <div class="controls stack">
      {!plays && <Headline />}
      <Button
        label={strings.analysis}
        class={
          plays && !store.simultaneous.value && !now.outcome && !store.study.value ? 'primary' : ''
        }
        title={strings.whatIsThinkingP(who)}
        act={() => openAnalysis()}
      />
      {plays && <Extras />}
      {plays && <Hint />}
      {plays && <Undo />}
      <More plays={plays} />
    </div>
  );
}

/** Why the bot to move chooses its move, in one sentence. */
function Headline() {
  const known = store.thought.value;
  const why = known?.why ?? '';
  const first = /^.*?[.!?](?=\s|$)/.exec(why)?.[0] ?? why;
  const thinks = known && store.botToAct.value !== null;
  return <p class="headline">{thinks && <MoveText text={first} known={known} />}</p>;
}

/** The menu with the remaining actions of the game. @param {{ plays: boolean }} props */
function More({ plays }) {
  const entry = store.info.value;
  const renderer = renderers[entry?.id ?? ''];
  /** @param {'new' | 'setup' | 'editor' | 'rules' | 'share' | 'keys'} what @param {string} label */
  const dialogButton = (what, label) => <Button label={label} act={() => store.openDialog(what)} />;
  return (
    <Menu label={strings.menu}>
      {dialogButton('new', strings.newGameTitle)}
      <Threat />
      {plays && <Redo />}
      {plays && <Resign />}
      {plays && (
        <Button label={strings.watchBots} act={() => requestGame(entry?.id ?? '', 'watch')} />
      )}
      {entry?.drafting && dialogButton('setup', strings.setUp)}
      {renderer?.editor && dialogButton('editor', renderer.editor.label)}
      {renderer?.turns && <Button label={strings.turnTheBoard} act={() => turnBoard(1)} />}
      {dialogButton('rules', strings.rules)}
      {dialogButton('share', strings.share)}
      <Button
        label={strings.sound}
        aria-pressed={sounds.value}
        act={() => (sounds.value = !sounds.value)}
      />
      {dialogButton('keys', strings.keys)}
      {coach.value && <Button label={strings.hideTheCoach} act={endCoach} />}
    </Menu>
  );
}
