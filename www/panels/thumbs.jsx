/**
 * Thumbnails of an option's named texts, such as maps. Each is drawn from its initial position in Rust, when it
 * scrolls into view. The same for every game that supports setup.
 */
import { useEffect, useRef } from 'preact/hooks';
import { caughtText } from '../app/session.js';
import { shownOf } from '../app/setup.js';
import { theme } from '../app/store.js';
import { makeCamera, resize } from '../boards/camera.js';
import { drawTable, worldOf } from '../boards/setupDraw.js';
import * as strings from '../strings/play.js';
import { sharpContext } from '../ui/canvas.js';
import { readPalette } from '../ui/palette.js';
import { Button } from '../ui/parts.jsx';

const SIDE = 84;

/** @param {{ game: string, options: import('../app/types.js').OptionValues }} props */
function Thumb({ game, options }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const key = JSON.stringify(options);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      // One after the other, so that the dialog opens first.
      setTimeout(() => paint(element, game, JSON.parse(key)));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [game, key, theme.value]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} />;
}

/** @param {HTMLCanvasElement} element @param {string} game @param {import('../app/types.js').OptionValues} options */
function paint(element, game, options) {
  if (!element.isConnected) return;
  try {
    const table = shownOf(game, options);
    const camera = { ...makeCamera(), smooth: true };
    const ratio = window.devicePixelRatio || 1;
    const ctx = sharpContext(element, SIDE, SIDE, ratio);
    // A cell of the largest maps is less than a pixel.
    const world = worldOf(table);
    resize(camera, { width: SIDE, height: SIDE, ratio, world });
    const span = Math.max(world.right - world.left, world.bottom - world.top);
    camera.cell = Math.min(camera.cell, SIDE / span);
    drawTable(ctx, readPalette(), camera, table);
  } catch (error) {
    caughtText(error);
    // The picture is optional: the name is always shown.
  }
}

/**
 * @param {object} props
 * @param {string} props.game
 * @param {import('../app/types.js').OptionValues} props.options   of the game, except the chosen one
 * @param {import('../app/types.js').TextOption & { key: string, label: string }} props.option
 * @param {string} props.value
 * @param {(value: string) => void} props.change
 */
export function Thumbs({ game, options, option, value, change }) {
  return (
    <div
      class="thumbs choices row wrap g3"
      role="group"
      aria-label={strings.asPictures(option.label)}
    >
      {option.known.map((one) => (
        <Button
          key={one.value}
          aria-pressed={one.value === value}
          title={one.about}
          act={() => change(one.value)}
        >
          <span aria-hidden="true">
            <Thumb game={game} options={{ ...options, [option.key]: one.value }} />
          </span>
          {one.name}
        </Button>
      ))}
    </div>
  );
}
