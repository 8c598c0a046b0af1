/**
 * What is asked in a window of its own: new game, share, rules, a game's editor, and plain questions. All are native
 * dialogs, so that focus, Escape and what lies behind are the browser's business.
 */
import { drawSeed, linkOn, startOn } from '../app/begin.js';
import { startWith } from '../app/game.js';
import { keep, recall } from '../app/keep.js';
import { inspect, withEngine } from '../app/session.js';
import { closeDialog, dialog, info, layout, say, state, theme, view } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { Button } from '../ui/parts.jsx';
import { Frame } from './frame.jsx';
import { Keys } from './keys.jsx';
import { late } from './late.jsx';
import * as newGame from './newgame.jsx';
import { Rules } from './rules.jsx';

const NewGame = late(() => withEngine(async () => newGame), 'NewGame', 'the options');
const Share = late(() => withEngine(() => import('./share.jsx')), 'Share', 'what can be shared');
const ShareTournament = late(
  () => import('./arena/share.jsx'),
  'ShareTournament',
  'what can be shared',
);
const ShareHeuristic = late(
  () => import('./lab/share.jsx'),
  'ShareHeuristic',
  'what can be shared',
);
const SetupRoom = late(() => withEngine(() => import('./setup.jsx')), 'SetupRoom', 'the board');
/** Editors by game: a component that is made anew would be mounted anew. @type {Record<string, any>} */
const editors = {};

/** @param {string} game */
function editorOf(game) {
  const { editor } = renderers[game];
  if (editor) editors[game] ??= late(() => withEngine(editor.load), 'Editor', 'the editor');
  return editors[game];
}

export function Dialogs() {
  const open = dialog.value;
  if (!open) return null;
  if (open.kind === 'confirm') return <Confirm {...open} />;
  if (open.kind === 'new')
    return (
      <Frame title={`New game of ${info.value?.name ?? ''}`}>
        <NewGame />
      </Frame>
    );
  if (open.kind === 'keys') return <Keys />;
  const game = state.value?.game ?? '';
  if (open.kind === 'editor') return <EditorFrame game={game} />;
  if (open.kind === 'setup')
    return (
      <Frame title="Set up a position" size="full">
        <SetupRoom />
      </Frame>
    );
  if (open.kind === 'rules')
    return (
      <Frame title="Rules" size="wide">
        <Rules game={open.game ?? game} heading={open.heading} />
      </Frame>
    );
  const tournament = open.kind === 'tournament';
  const heuristic = open.kind === 'heuristic';
  const title = tournament ? 'Share the tournament' : heuristic ? 'Share the heuristic' : 'Share';
  return (
    <Frame title={title}>
      {tournament ? <ShareTournament /> : heuristic ? <ShareHeuristic /> : <Share />}
    </Frame>
  );
}

/** A game's editor, over the whole page. @param {{ game: string }} props */
function EditorFrame({ game }) {
  const Editor = editorOf(game);
  if (!Editor) return null;
  return (
    <Frame title={renderers[game].editor?.label ?? 'Editor'} size="full">
      <Editor
        layout={layout.value}
        view={view.value}
        theme={theme.value}
        drawSeed={drawSeed}
        say={say}
        inspect={inspect}
        play={async (/** @type {string} */ text) => {
          const started = await startOn(text);
          if (started) closeDialog();
          return started;
        }}
        begin={startWith}
        link={linkOn}
        recall={() => recall(`draft:${game}`)}
        keep={(/** @type {unknown} */ draft) => keep(`draft:${game}`, draft)}
        close={closeDialog}
      />
    </Frame>
  );
}

/** @param {{ title: string, text: string, yes: string, act: () => void }} props */
function Confirm({ title, text, yes, act }) {
  return (
    <Frame title={title}>
      <p>{text}</p>
      <div class="dialog-actions row">
        <Button label="Keep it as it is" act={closeDialog} />
        <Button
          label={yes}
          class="primary"
          act={() => {
            closeDialog();
            act();
          }}
        />
      </div>
    </Frame>
  );
}
