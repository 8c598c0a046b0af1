/** A drawn example: a real position, played by the engine and drawn by the board's own renderer. */
import { useEffect, useRef } from 'preact/hooks';
import { example } from '../app/begin.js';
import { theme } from '../app/store.js';
import { renderers } from '../boards/registry.js';

/**
 * @param {{ game: string, moves: string | string[], options?: import('../app/types.js').OptionValues, size: number, wide?: number, marks?: Record<string, boolean>, question?: unknown, alt: string, children: import('preact').ComponentChildren }} props
 */
export function Figure({ game, moves, options, size, wide, marks, question, alt, children }) {
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const colours = theme.value;
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const list = Array.isArray(moves) ? moves : moves.split(' ').filter(Boolean);
    const draw = () => {
      canvas.style.width = `${wide ?? size}px`;
      canvas.style.aspectRatio = `${wide ?? size} / ${size}`;
      const shown = example(game, list, options, question);
      if (!shown) return;
      const room = { width: wide ?? size, height: size };
      renderers[game].still(canvas, shown, room, marks, shown.answer);
    };
    // The tokens of a changed theme are there only after this effect.
    queueMicrotask(draw);
  }, [game, moves, options, size, wide, colours]);
  return (
    <figure>
      <canvas ref={place} role="img" aria-label={alt} />
      <figcaption>{children}</figcaption>
    </figure>
  );
}
