/** The handle of the sheet of panels on a phone: pulled up it covers the board, pulled down it shows only tabs. */
import { useRef } from 'preact/hooks';
import { sheet } from '../app/panelLayout.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';

/** From the lowest to the highest. */
const STEPS = /** @type {const} */ (['low', 'half', 'full']);
/** Drag distance of a step, in pixels. */
const FAR = 36;
const NEXT = /** @type {const} */ ({ low: 'half', half: 'full', full: 'half' });

export function Grip() {
  const from = useRef(/** @type {number | null} */ (null));
  const drawn = useRef(false);
  const now = sheet.value;
  /** @param {PointerEvent} event */
  const draw = (event) => {
    if (from.current === null) return;
    const far = event.clientY - from.current;
    if (Math.abs(far) < FAR) return;
    const to = STEPS.indexOf(sheet.value) - Math.sign(far);
    from.current = event.clientY;
    drawn.current = true;
    if (STEPS[to]) sheet.value = STEPS[to];
  };
  return (
    <Button
      class="grip"
      aria-label={strings.gripTexts[now]}
      aria-expanded={now === 'full'}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientY;
        drawn.current = false;
      }}
      onPointerMove={draw}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      act={() => {
        // The end of a drag is not a click.
        if (!drawn.current) sheet.value = NEXT[now];
        drawn.current = false;
      }}
    />
  );
}
