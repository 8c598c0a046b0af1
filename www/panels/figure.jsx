/** A drawn example: a real position, played by the engine and drawn by the board's own renderer. */
import { useEffect, useRef } from 'preact/hooks';
import { example } from '../app/newGame.js';
import { theme } from '../app/store.js';
import { renderers } from '../boards/registry.js';

/**
 * @param {{ game: string, moves?: string[], options?: import('../app/types.js').OptionValues, size: { width: number, height: number }, marks?: Record<string, boolean>, question?: unknown, alt: string, children: import('preact').ComponentChildren }} props
 *   `question` for `inspect`, whose answer is drawn
 */
export function Figure({ game, moves = [], options, size, marks, question, alt, children }) {
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const colours = theme.value;
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    canvas.style.width = `${size.width}px`;
    canvas.style.aspectRatio = `${size.width} / ${size.height}`;
    // The tokens of a new theme change only after this effect.
    example(game, moves, options, question).then((shown) => {
      renderers[game].still(canvas, shown, size, marks, shown.answer);
    });
  }, [colours]);
  return (
    <figure>
      <canvas ref={place} role="img" aria-label={alt} />
      <figcaption>{children}</figcaption>
    </figure>
  );
}
