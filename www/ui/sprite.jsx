/** Small pictures of the pieces of a move, beside its words. */
import { badgeColour, badgeInk, markPath } from './palette.js';

/** @typedef {import('../app/types.js').MoveSprite} MoveSprite */
/** @typedef {{ id: string, shape: [number, number][] }[]} Shapes   the shapes of lettered pieces, in squares */

/** @param {{ seat: number | null }} props */
const Badge = ({ seat }) =>
  seat === null ? null : (
    <path
      d={markPath(seat)}
      style={{ fill: badgeInk(seat) }}
      transform="translate(12 12) scale(5)"
    />
  );

/** A lettered piece, turned by quarter turns. @param {{ sprite: MoveSprite, shapes: Shapes }} props */
function Turned({ sprite, shapes }) {
  const shape = shapes.find(({ id }) => id === sprite.letter)?.shape ?? [];
  const wide = Math.max(...shape.map(([x]) => x + 1), 1);
  const high = Math.max(...shape.map(([, y]) => y + 1), 1);
  return (
    <g
      transform={`translate(12 12) rotate(${90 * sprite.turn}) scale(7) translate(${-wide / 2} ${-high / 2})`}
    >
      {shape.map(([x, y]) => (
        <rect key={`${x} ${y}`} class="land" x={x + 0.04} y={y + 0.04} width=".92" height=".92" />
      ))}
    </g>
  );
}

/** The drawing of each kind. @type {Record<string, (props: { sprite: MoveSprite, shapes: Shapes }) => import('preact').JSX.Element>} */
const KINDS = {
  house: () => <path d="M3 12 12 4l9 8h-3v8H6v-8z" />,
  island: Turned,
  knight: ({ sprite }) => (
    <>
      <circle cx="12" cy="12" r="10.5" />
      <path
        d="M8 19c0-4 3-5 3-8l-3 2-1-2 3-4 1-2 1.500 1.500C16 7 17.500 11 16.500 19z"
        fill="#fff"
        data-seat={sprite.seat}
      />
    </>
  ),
  stone: ({ sprite }) => (
    <>
      <circle cx="12" cy="12" r="10.5" />
      <Badge seat={sprite.seat} />
    </>
  ),
  override: () => (
    <>
      <circle cx="12" cy="12" r="10.5" />
      <path d="M12 6v12M6 12h12" stroke="#fff" stroke-width="2.500" />
    </>
  ),
  bomb: () => (
    <>
      <circle cx="11" cy="14" r="8" />
      <path d="m16 8 3-3m0 0 2 1m-2-1-1-2" stroke="currentColor" stroke-width="2" fill="none" />
    </>
  ),
  swap: () => (
    <path
      d="M5 9h12m-3-4 4 4-4 4M19 16H7m3-4-4 4 4 4"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
    />
  ),
};

/**
 * The pieces of a move.
 * @param {{ of: MoveSprite[], shapes?: Shapes }} props
 */
export const Sprites = ({ of, shapes = [] }) => (
  <>
    {of.map((sprite, i) => {
      const Kind = KINDS[sprite.kind];
      if (!Kind) return null;
      return (
        <svg key={i} class="sprite" viewBox="0 0 24 24" aria-hidden="true" data-kind={sprite.kind}>
          <g style={{ fill: sprite.seat === null ? 'currentColor' : badgeColour(sprite.seat) }}>
            <Kind sprite={sprite} shapes={shapes} />
          </g>
        </svg>
      );
    })}
  </>
);
