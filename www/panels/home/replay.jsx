/**
 * The board of a card on Home that is pointed at or has the focus: the game of its picture, replayed by the engine and drawn by
 * the game's own renderer. Loaded on use.
 */
import { useEffect, useRef } from 'preact/hooks';
import { read } from '../../app/examples.js';
import { renderers } from '../../boards/registry.js';
import cards from './cards.json';

/** Milliseconds for each picture, and at the end; the maximum number of pictures. */
const [EACH, END, MOST] = [450, 3_000, 60];
/** A link to a game for each card. @type {Record<string, string>} */
const links = cards;

/** @param {{ game: string }} props */
export function Replay({ game }) {
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    /** @type {import('../../app/types.js').Session | null} */
    let session = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let gone = false;
    /** @param {number} ply */
    function show(ply) {
      const canvas = place.current;
      if (!canvas || !session) return;
      const { plies } = session.state();
      const at = Math.min(ply, plies);
      session.go_to(at);
      const side = canvas.clientWidth;
      const shown = { layout: session.layout(), view: session.view() };
      renderers[game].still(canvas, shown, { width: side, height: side });
      const stride = Math.ceil(plies / MOST);
      timer = setTimeout(() => show(at < plies ? at + stride : 0), at < plies ? EACH : END);
    }
    read(game, links[game]).then(
      (found) => {
        session = found;
        if (gone) found.free();
        else show(0);
      },
      // The picture stays.
      (error) => console.warn(error),
    );
    return () => {
      gone = true;
      clearTimeout(timer);
      session?.free();
    };
  }, []);
  return <canvas ref={place} />;
}
