/** The code that puts the game into a page of one's own, with what is to be seen there. */
import { useRef, useState } from 'preact/hooks';
import { addressFor, frameCode, PANELS, THEMES } from '../app/embed.js';
import { info, overlay, speed, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { copyFrom } from '../ui/out.jsx';
import { OVERLAY_NAMES } from './board.jsx';
import { SPEEDS, speedText } from './timeline.jsx';

const THEME_NAMES = { light: 'Light', dark: 'Dark', system: 'The reader’s' };
const PANEL_NAMES = { thinking: 'Thinking', moves: 'Moves', bot: 'Bot' };
/** How high a frame is before it says better, in pixels. */
const HEIGHT = 620;

/** @param {{ link: string }} props   the address of the game, with the position shown */
export function FrameCode({ link }) {
  const now = state.value;
  const entry = info.value;
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const [wanted, setWanted] = useState(
    /** @type {import('../app/embed.js').Wanted} */ ({
      overlay: overlay.value,
      speed: speed.value,
      ply: null,
      theme: 'system',
      panel: null,
    }),
  );
  const [fits, setFits] = useState(true);
  const [copied, setCopied] = useState('');
  if (!now || !entry) return null;
  const renderer = renderers[now.game];
  const speeds = [...new Set([...(renderer?.speeds ?? SPEEDS), wanted.speed ?? 1])].sort(
    (a, b) => a - b,
  );
  const address = addressFor(link, {
    // The link has it already.
    overlay: wanted.overlay === overlay.value ? null : wanted.overlay,
    speed: wanted.speed === 1 ? null : wanted.speed,
    ply: wanted.ply,
    theme: wanted.theme === 'system' ? null : wanted.theme,
    panel: wanted.panel,
  });
  const code = frameCode({
    address,
    title: `A game of ${entry.name} on Totora`,
    height: HEIGHT,
    fits,
  });
  /** @param {Partial<typeof wanted>} change */
  const want = (change) => setWanted({ ...wanted, ...change });
  return (
    <details class="as-text frame-code">
      <summary>Embed</summary>
      <div class="frame-options">
        <Choice
          label={renderer?.overlayLead ?? 'Scores'}
          value={wanted.overlay ?? 'off'}
          choose={(value) => want({ overlay: value })}
          among={entry.overlays.map((name) => [
            name,
            renderer?.overlayNames?.[name] ?? OVERLAY_NAMES[name] ?? name,
          ])}
        />
        <Choice
          label="Panel"
          value={wanted.panel ?? ''}
          choose={(value) => want({ panel: value || null })}
          among={[['', 'None'], ...PANELS.map((name) => [name, PANEL_NAMES[name]])]}
        />
        <Choice
          label="Colours"
          value={wanted.theme ?? 'system'}
          choose={(value) => want({ theme: value })}
          among={THEMES.map((name) => [name, THEME_NAMES[name]])}
        />
        <Choice
          label="Speed"
          value={String(wanted.speed)}
          choose={(value) => want({ speed: Number(value) })}
          among={speeds.map((one) => [String(one), speedText(one)])}
        />
        <label>
          Begins at {renderer?.turnWord?.toLowerCase() ?? 'move'}
          <input
            type="number"
            min={0}
            max={now.plies}
            value={wanted.ply ?? now.ply}
            onChange={(event) => {
              const ply = event.currentTarget.valueAsNumber;
              const there = Number.isInteger(ply) && ply >= 0 && ply <= now.plies;
              // What is shown is in the link.
              want({ ply: there && ply !== now.ply ? ply : null });
              if (!there) event.currentTarget.value = String(now.ply);
            }}
          />
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={fits}
          onChange={(event) => setFits(event.currentTarget.checked)}
        />
        Resize automatically
      </label>
      <textarea
        ref={field}
        class="map-text code"
        readOnly
        rows={fits ? 7 : 4}
        value={code}
        aria-label="Code for a page"
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        onClick={async () => {
          await copyFrom(code, field.current);
          setCopied(code);
        }}
      >
        {copied === code ? 'Copied' : 'Copy the code'}
      </button>
    </details>
  );
}

/** @param {{ label: string, value: string, choose: (value: any) => void, among: string[][] }} props */
const Choice = ({ label, value, choose, among }) => (
  <label>
    {label}
    <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {among.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
