/** The size of an element, for lists that render only visible rows. Nothing here depends on a game. */
import { useEffect, useState } from 'preact/hooks';

/**
 * The inner height or width of an element in CSS pixels, updated when it changes.
 * @param {import('preact').RefObject<HTMLElement | null>} of
 * @param {'clientHeight' | 'clientWidth'} which
 * @param {number} first   used until it is measured
 */
export function useSize(of, which, first) {
  const [size, setSize] = useState(first);
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setSize(element[which]));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return size;
}
