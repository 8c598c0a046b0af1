/** The native dialog element: the browser handles focus, Escape and the inert background. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { closeDialog, toasts } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Sign } from '../ui/parts.jsx';
import { Toasts } from './toasts.jsx';

/**
 * @param {{ title: string, size?: 'wide' | 'full', children: import('preact').ComponentChildren }} props
 */
export function Frame({ title, size, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [before] = useState(() => toasts.peek().at(-1)?.id ?? 0);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  const className = `frame-body scroll ${size === 'full' ? 'column grow' : ''}`;
  return (
    <dialog
      ref={element}
      class={size ?? ''}
      aria-label={title}
      onClose={closeDialog}
      onPointerDown={(event) => {
        if (event.target === element.current) element.current?.close();
      }}
    >
      <div class="frame column full">
        <header class="row spread">
          <h2 class="title">{title}</h2>
          <Sign sign="×" class="plain" label={strings.close} act={() => element.current?.close()} />
        </header>
        {/* Reachable by Tab, so that the keyboard can scroll it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
        <section class={className} aria-label={title} tabIndex={0}>
          {children}
        </section>
        <Toasts after={before} />
      </div>
    </dialog>
  );
}
