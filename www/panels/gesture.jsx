/**
 * The gesture of a first move: an arrow to a legal place, or from a piece in the reserve to the board. It covers neither
 * and disappears with the first move. Places come from the boards' grids for screen readers; nothing here is specific
 * to a game.
 */
import { useLayoutEffect, useState } from 'preact/hooks';

/** @typedef {{ x: number, y: number, size: number }} Spot */

/** @param {string} host @param {string} which @returns {Spot[]} */
const spots = (host, which) =>
  [...document.querySelectorAll(`.${host} [role="gridcell"]${which}`)].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, size: Math.min(width, height) };
  });

/** @param {Spot[]} all @param {{ x: number, y: number }} to */
const nearest = (all, to) => {
  const far = (/** @type {Spot} */ one) => Math.hypot(one.x - to.x, one.y - to.y);
  return all.toSorted((a, b) => far(a) - far(b))[0];
};

/** Where the arrow is visible: board, reserve and the gap between, but not over controls. */
const seen = () =>
  ['.board-host', '.reserve-host'].flatMap((host) => {
    const box = document.querySelector(host)?.getBoundingClientRect();
    return box?.width
      ? [{ x: box.left - 12, y: box.top, width: box.width + 24, height: box.height }]
      : [];
  });

/** Start and end of the arrow; null if there is nothing to point at. @returns {{ from: Spot, to: Spot, lifted: boolean, boxes: ReturnType<typeof seen> } | null} */
function find() {
  const board = document.querySelector('.board-host canvas')?.getBoundingClientRect();
  if (!board) return null;
  const middle = { x: board.left + board.width / 2, y: board.top + board.height / 2 };
  const open = spots('board-host', ':not([aria-disabled])');
  const [piece] = spots('reserve-host', ':not([aria-disabled])');
  const to = nearest(open.length ? open : spots('board-host', ''), middle);
  if (!to) return null;
  if (!open.length && piece) return { from: piece, to, lifted: true, boxes: seen() };
  if (!open.length) return null;
  // From the side with more space.
  const side = to.x > middle.x ? -1 : 1;
  const from = { ...to, x: to.x + side * to.size * 2, y: to.y - to.size * 1.2 };
  return { from, to, lifted: false, boxes: seen() };
}

export function Gesture() {
  const [way, setWay] = useState(/** @type {ReturnType<typeof find>} */ (null));
  useLayoutEffect(() => {
    const look = () =>
      setWay((before) => {
        const now = find();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    // Boards are laid out after the page, and fonts load later.
    const timer = setInterval(look, 250);
    look();
    return () => clearInterval(timer);
  }, []);
  if (!way) return null;
  const { from, to, lifted, boxes } = way;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (/** @type {Spot} */ spot, /** @type {number} */ by) => [
    spot.x + Math.cos(angle) * by,
    spot.y + Math.sin(angle) * by,
  ];
  const [x1, y1] = at(from, lifted ? from.size * 0.7 : 0);
  const [x2, y2] = at(to, -to.size * 0.62);
  const head = [-0.5, 0.5].map((turn) => [
    x2 - Math.cos(angle + turn) * 14,
    y2 - Math.sin(angle + turn) * 14,
  ]);
  const d = `M${x1} ${y1}L${x2} ${y2}M${head[0]}L${x2} ${y2}L${head[1]}`;
  return (
    <svg class="gesture" aria-hidden="true">
      <clipPath id="gesture-seen">
        {boxes.map((box) => (
          <rect key={box.y} {...box} />
        ))}
      </clipPath>
      {lifted && <circle cx={from.x} cy={from.y} r={from.size * 0.66} />}
      <circle cx={to.x} cy={to.y} r={to.size * 0.56} />
      <g clip-path="url(#gesture-seen)">
        <path class="halo" d={d} />
        <path d={d} />
      </g>
    </svg>
  );
}
