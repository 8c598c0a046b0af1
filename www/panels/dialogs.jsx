/**
 * What is asked in a window of its own: new game, share, rules, a game's editor, and plain questions. All are native
 * dialogs, so that focus, Escape and what lies behind are the browser's business.
 */
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { linkOn, startOn } from '../app/begin.js';
import { keep, recall } from '../app/keep.js';
import { inspect } from '../app/session.js';
import { dialog, state, toasts, view } from '../app/store.js';
import { loadRules, renderers } from '../boards/registry.js';
import { NewGame } from './newgame.jsx';
import { Toasts } from './toasts.jsx';

const Share = lazy(() => import('./share.jsx').then((module) => module.Share));
/**
 * What is made of a game when it is asked for, and kept: a component that is made anew is mounted anew.
 * @template T
 * @param {(game: string) => T} make
 */
function byGame(make) {
  /** @type {Record<string, T>} */
  const made = {};
  return (/** @type {string} */ game) => {
    made[game] ??= make(game);
    return made[game];
  };
}

const rulesOf = byGame((game) => lazy(() => loadRules(game)));
const editorOf = byGame((game) => {
  const { editor } = renderers[game];
  return editor && lazy(() => editor.load().then((module) => module.Editor));
});

export const close = () => {
  dialog.value = null;
};

export function Dialogs() {
  const open = dialog.value;
  if (!open) return null;
  if (open.kind === 'confirm') return <Confirm {...open} />;
  if (open.kind === 'new') return <NewGame />;
  const game = state.value?.game ?? '';
  if (open.kind === 'editor') return <EditorFrame game={game} />;
  const Rules = rulesOf(game);
  return (
    <Frame
      title={open.kind === 'share' ? 'Share' : 'Rules'}
      size={open.kind === 'rules' ? 'wide' : undefined}
    >
      <Suspense fallback={<p class="quiet">Opening…</p>}>
        {open.kind === 'share' ? <Share /> : <Rules />}
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
          view={view.value}
          inspect={inspect}
          play={async (/** @type {string} */ text) => {
            const started = await startOn(text);
            if (started) close();
            return started;
          }}
          link={linkOn}
          recall={() => recall(`draft:${game}`)}
          keep={(/** @type {unknown} */ draft) => keep(`draft:${game}`, draft)}
          close={close}
        />
      </Suspense>
    </Frame>
  );
}

/**
 * @param {{ title: string, size?: 'wide' | 'full', children: import('preact').ComponentChildren }} props
 */
export function Frame({ title, size, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [before] = useState(() => toasts.peek().at(-1)?.id ?? 0);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={size ?? ''}
      aria-label={title}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === element.current) element.current?.close();
      }}
    >
      <div class="frame">
        <header>
          <h2>{title}</h2>
          <button
            type="button"
            class="icon"
            aria-label="Close"
            onClick={() => element.current?.close()}
          >
            <span aria-hidden="true">×</span>
          </button>
        </header>
        {/* Reachable by Tab, so that the keyboard can scroll it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
        <section class="frame-body" aria-label={title} tabIndex={0}>
          {children}
        </section>
        <Toasts after={before} />
      </div>
    </dialog>
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
