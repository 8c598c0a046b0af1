/**
 * Dialogs: new game, share, rules, a game's editor, and confirmations. All are native, so the browser handles focus,
 * Escape and the inert background.
 */

import { startWith } from '../app/game.js';
import { drawSeed, linkOn, startOn } from '../app/newGame.js';
import { inspect, withEngine } from '../app/session.js';
import { recall, saveValue } from '../app/storage.js';
import { closeDialog, dialog, info, layout, say, state, theme, view } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';
import { Frame } from './frame.jsx';
import { Keys } from './keys.jsx';
import { lazyPart } from './lazyPart.jsx';
import * as newGame from './newgame.jsx';

const NewGame = lazyPart(() => withEngine(async () => newGame), 'NewGame', strings.options);
const Rules = lazyPart(() => import('./rules.jsx'), 'Rules', strings.theRules);
const Share = lazyPart(
  () => withEngine(() => import('./share.jsx')),
  'Share',
  strings.whatCanBeShared,
);
const ShareTournament = lazyPart(
  () => import('./arena/share.jsx'),
  'ShareTournament',
  strings.whatCanBeShared,
);
const ShareHeuristic = lazyPart(
  () => import('./lab/share.jsx'),
  'ShareHeuristic',
  strings.whatCanBeShared,
);
const SetupScreen = lazyPart(
  () => withEngine(() => import('./setup.jsx')),
  'SetupScreen',
  strings.theBoard,
);
/**
 * Title, content and size of the dialogs by kind, but for the editors and confirmations.
 * @type {Record<string, [title: () => string, Content: import('preact').FunctionComponent<any>, size?: 'wide' | 'full']>}
 */
const DIALOGS = {
  new: [() => strings.newGameOf(info.value?.name ?? ''), NewGame],
  keys: [() => strings.keys, Keys],
  setup: [() => strings.setUpAPosition, SetupScreen, 'full'],
  rules: [() => strings.rules, Rules, 'wide'],
  share: [() => strings.share, Share],
  tournament: [() => strings.shareTheTournament, ShareTournament],
  heuristic: [() => strings.shareTheHeuristic, ShareHeuristic],
};

/** Editors by game, cached because a new component would be mounted again. @type {Record<string, any>} */
const editors = {};

/** @param {string} game */
function editorOf(game) {
  const { editor } = renderers[game];
  if (editor)
    editors[game] ??= lazyPart(() => withEngine(editor.load), 'Editor', strings.theEditor);
  return editors[game];
}

export function Dialogs() {
  const open = dialog.value;
  if (!open) return null;
  if (open.kind === 'confirm') return <Confirm {...open} />;
  const game = state.value?.game ?? '';
  if (open.kind === 'editor') return <EditorFrame game={game} />;
  const [title, Content, size] = DIALOGS[open.kind];
  return (
    <Frame title={title()} size={size}>
      <Content game={game} {...open} />
    </Frame>
  );
}

/** A game's editor, full screen. @param {{ game: string }} props */
function EditorFrame({ game }) {
  const Editor = editorOf(game);
  if (!Editor) return null;
  return (
    <Frame title={renderers[game].editor?.label ?? strings.editorTitle} size="full">
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
        keep={(/** @type {unknown} */ draft) => saveValue(`draft:${game}`, draft)}
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
      <div class="dialog-actions row far">
        <Button label={strings.cancel} act={closeDialog} />
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
