/** The window that dialogs open in: a native one, so that focus, Escape and what lies behind are the browser's business. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { dialog, toasts } from '../app/store.js';
import { Toasts } from './toasts.jsx';

/** Closes the dialog that is open. */
export const close = () => {
  dialog.value = null;
};

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
