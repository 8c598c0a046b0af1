/** A menu under a button. A choice, Escape or a click outside closes it. */
import './menu.css';
import { useEffect, useRef } from 'preact/hooks';
import { keyOf } from '../ui/keys.js';

/**
 * A button with `data-stays` leaves the menu open.
 * @param {{ label: string, class?: string, off?: boolean, children: import('preact').ComponentChildren }} props
 */
export function Menu({ label, class: name = '', off = false, children }) {
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useEffect(() => {
    const away = (/** @type {Event} */ event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, []);
  return (
    <details
      ref={menu}
      class={`menu anchor ${name}`}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape' || !menu.current?.open) return;
        close();
        menu.current.querySelector('summary')?.focus();
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('button:not([data-stays])')) close();
      }}
    >
      <summary class="button" aria-disabled={off}>
        {label}
      </summary>
      <div class="menu-body">{children}</div>
    </details>
  );
}
