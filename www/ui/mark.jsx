/** The sign of a seat, for everything that is made of elements. */
import { markPath } from './palette.js';

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
      <rect x="-2" y="-2" width="4" height="4" rx=".9" class={`seat-fill-${(seat % 8) + 1}`} />
      <path d={markPath(seat)} fill="#fff" />
    </svg>
  );
}
