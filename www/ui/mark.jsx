/** The mark of a seat as an element. */
import { badgeColour, badgeInk, markPath, termFill } from './palette.js';

/**
 * A seat's colour and mark.
 * @param {{ seat: number, title?: string }} props
 */
export function SeatMark({ seat, title }) {
  return (
    <svg
      class="mark"
      viewBox="-2 -2 4 4"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={!title}
    >
      <rect x="-2" y="-2" width="4" height="4" rx=".9" style={{ fill: badgeColour(seat) }} />
      <path d={markPath(seat)} style={{ fill: badgeInk(seat) }} />
    </svg>
  );
}

/** A term's colour, in a legend. @param {{ term: number }} props its index, or -1 for none */
export const Swatch = ({ term }) => (
  <i class="swatch" style={term < 0 ? undefined : termFill(term)} />
);
