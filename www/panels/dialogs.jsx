/**
 * What is asked in a window of its own: new game, share, rules, a game's editor, and plain questions. All are native
 * dialogs, so that focus, Escape and what lies behind are the browser's business.
 */
import { lazy, Suspense } from 'preact/compat';
import { drawSeed, linkOn, startOn } from '../app/begin.js';
import { startWith } from '../app/game.js';
import { keep, recall } from '../app/keep.js';
import { inspect, withEngine } from '../app/session.js';
import { dialog, layout, say, state, theme, view } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { close, Frame } from './frame.jsx';
import { Keys } from './keys.jsx';
import { NewGame } from './newgame.jsx';
import { Rules } from './rules.jsx';

const Share = lazy(() => withEngine(() => import('./share.jsx')).then((module) => module.Share));
const ShareTournament = lazy(() =>
  import('./arena/share.jsx').then((module) => module.ShareTournament),
);
const ShareHeuristic = lazy(() =>
  import('./lab/share.jsx').then((module) => module.ShareHeuristic),
);
const SetupRoom = lazy(() =>
  withEngine(() => import('./setup.jsx')).then((module) => module.SetupRoom),
);
/** Editors by game: a component that is made anew would be mounted anew. @type {Record<string, any>} */
const editors = {};

/** @param {string} game */
function editorOf(game) {
  const { editor } = renderers[game];
  if (editor) editors[game] ??= lazy(() => withEngine(editor.load).then((module) => module.Editor));
  return editors[game];
}

export function Dialogs() {
  const open = dialog.value;
  if (!open) return null;
  if (open.kind === 'confirm') return <Confirm {...open} />;
  if (open.kind === 'new') return <NewGame />;
  if (open.kind === 'keys') return <Keys />;
  const game = state.value?.game ?? '';
  if (open.kind === 'editor') return <EditorFrame game={game} />;
  if (open.kind === 'setup')
    return (
      <Frame title="Set up a position" size="full">
        <Suspense fallback={<p class="quiet">Opening…</p>}>
          <SetupRoom />
        </Suspense>
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
      <Suspense fallback={<p class="quiet">Opening…</p>}>
        {tournament ? <ShareTournament /> : heuristic ? <ShareHeuristic /> : <Share />}
      </Suspense>
    </Frame>
  );
}

/** A game's editor, over the whole page. @param {{ game: string }} props */
function EditorFrame({ game }) {
  const Editor = editorOf(game);
  if (!Editor) return null;
  return (
    <Frame title={renderers[game].editor?.label ?? 'Editor'} size="full">
      <Suspense fallback={<p class="quiet">Opening…</p>}>
        <Editor
          layout={layout.value}
          view={view.value}
          theme={theme.value}
          drawSeed={drawSeed}
          say={say}
          inspect={inspect}
          play={async (/** @type {string} */ text) => {
            const started = await startOn(text);
            if (started) close();
            return started;
          }}
          begin={startWith}
          link={linkOn}
          recall={() => recall(`draft:${game}`)}
          keep={(/** @type {unknown} */ draft) => keep(`draft:${game}`, draft)}
          close={close}
        />
      </Suspense>
    </Frame>
  );
}

/** @param {{ title: string, text: string, yes: string, act: () => void }} props */
function Confirm({ title, text, yes, act }) {
  return (
    <Frame title={title}>
      <p>{text}</p>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          Keep it as it is
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            close();
            act();
          }}
        >
          {yes}
        </button>
      </div>
    </Frame>
  );
}
