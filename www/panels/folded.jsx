/** A part of a dialog with a title. Its content is made, and loaded, when it is first opened: until then nothing moves. */
import { useState } from 'preact/hooks';

/** @param {{ title: string, children: import('preact').ComponentChildren }} props */
export function Folded({ title, children }) {
  const [opened, setOpened] = useState(false);
  return (
    <details class="as-text" onToggle={() => setOpened(true)}>
      <summary class="row g3">{title}</summary>
      {opened && children}
    </details>
  );
}
