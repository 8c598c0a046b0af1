/** How high an element stands on the page, for lists that draw only the rows in sight. No game may enter here. */
import { useEffect, useState } from 'preact/hooks';

/**
 * The inner height of an element in CSS pixels, followed as it changes.
 * @param {import('preact').RefObject<HTMLElement | null>} of
 * @param {number} first   until it has been measured
 */
export function useHeight(of, first) {
  const [height, setHeight] = useState(first);
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return height;
}
