/** How large an element is on the page, for lists that draw only the rows in sight. No game may enter here. */
import { useEffect, useState } from 'preact/hooks';

/**
 * The inner height or width of an element in CSS pixels, followed as it changes.
 * @param {import('preact').RefObject<HTMLElement | null>} of
 * @param {'clientHeight' | 'clientWidth'} which
 * @param {number} first   until it has been measured
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
