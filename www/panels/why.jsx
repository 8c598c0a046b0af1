/** Why a bot would play as it would: some lines of it, and a button for the rest where there is more. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/parts.jsx';

/** @param {{ children: import('preact').ComponentChildren }} props */
export function Why({ children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setCut(element.scrollHeight > element.clientHeight + 1);
    // Its size and that of what is in it, such as a sentence that comes later.
    const size = new ResizeObserver(look);
    const text = new MutationObserver(look);
    size.observe(element);
    text.observe(element, { childList: true, characterData: true, subtree: true });
    look();
    return () => {
      size.disconnect();
      text.disconnect();
    };
  }, []);
  return (
    <section
      class="why tint"
      aria-label="Why"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled, with the keys as well
      tabIndex={0}
      ref={box}
      data-open={open}
      data-cut={cut}
    >
      {(cut || open) && (
        <Button
          label={open ? 'Less' : 'More'}
          class="small more"
          aria-expanded={open}
          act={() => setOpen(!open)}
        />
      )}
      {children}
    </section>
  );
}
