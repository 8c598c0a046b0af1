/** A drawn example: a real position, played by the engine and drawn by the board's own renderer. */
import { useEffect, useRef } from 'preact/hooks';
import * as examples from '../app/examples.js';
import { embedded, theme } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';

/**
 * @param {{ game: string, moves?: string[], options?: import('../app/types.js').OptionValues, size: { width: number, height: number }, marks?: Record<string, boolean>, question?: unknown, idea?: { seat: number, places: string[] }, alt: string, children: import('preact').ComponentChildren }} props
 *   `question` for `inspect`, whose answer is drawn; `idea`: the seat and the places that show an idea, which the user can try
 */
export function Figure({ game, moves = [], options, size, marks, question, idea, alt, children }) {
  const example = { game, moves, options };
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const colours = theme.value;
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    canvas.style.width = `${size.width}px`;
    canvas.style.aspectRatio = `${size.width} / ${size.height}`;
    // The tokens of a new theme change only after this effect.
    examples.show(example, question).then((shown) => {
      renderers[game].still(canvas, shown, size, marks, shown.answer);
    });
  }, [colours]);
  return (
    <figure>
      <canvas ref={place} role="img" aria-label={alt} />
      <figcaption>{children}</figcaption>
      {idea && !embedded.value && (
        <Button
          label={strings.tryThisPosition}
          class="small"
          act={() => examples.play(example, { places: idea.places, note: alt })}
        />
      )}
    </figure>
  );
}
