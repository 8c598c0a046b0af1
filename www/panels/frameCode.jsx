/** The HTML that embeds the game in another page, with its settings. */
import { useState } from 'preact/hooks';
import { addressFor, frameCode, PANELS, THEMES } from '../app/embed.js';
import { info, overlay, speed, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/share.js';
import { CopyField } from '../ui/copyAndSave.jsx';
import { Check, LabelledChoice, LabelledNumber } from '../ui/parts.jsx';
import { overlayName } from './board.jsx';
import { SPEEDS, speedText } from './timeline.jsx';

/** @typedef {import('../app/embed.js').Panel} Panel */

const PANEL_NAMES = { thinking: strings.thinking, moves: strings.moves, bot: strings.bot };
/** Height of a frame until it reports its own, in pixels. */
const HEIGHT = 620;

/** @param {{ link: string }} props   the address of the game, with the position shown */
export function FrameCode({ link }) {
  const now = state.value;
  const entry = info.value;
  const [settings, setSettings] = useState(
    /** @type {import('../app/embed.js').EmbedSettings} */ ({
      overlay: overlay.value,
      speed: speed.value,
      ply: null,
      theme: 'system',
      panel: null,
    }),
  );
  const [fits, setFits] = useState(true);
  if (!now || !entry) return null;
  const renderer = renderers[now.game];
  const speeds = [...new Set([...(renderer?.speeds ?? SPEEDS), settings.speed ?? 1])].sort(
    (a, b) => a - b,
  );
  const address = addressFor(link, {
    // The link includes it already.
    overlay: settings.overlay === overlay.value ? null : settings.overlay,
    speed: settings.speed === 1 ? null : settings.speed,
    ply: settings.ply,
    theme: settings.theme === 'system' ? null : settings.theme,
    panel: settings.panel,
  });
  const code = frameCode({
    address,
    title: strings.gameOfOnTotora(entry.name),
    height: HEIGHT,
    fits,
  });
  /** @param {Partial<typeof settings>} change */
  const update = (change) => setSettings({ ...settings, ...change });
  return (
    <>
      <div class="frame-options stack small-text">
        <LabelledChoice
          look="strong"
          label={renderer?.overlayLead ?? strings.scores}
          value={settings.overlay ?? 'off'}
          choose={(value) => update({ overlay: value })}
          among={entry.overlays.map((name) => [name, overlayName(renderer, name)])}
        />
        <LabelledChoice
          look="strong"
          label={strings.panel}
          value={settings.panel ?? ''}
          choose={(value) => update({ panel: /** @type {'' | Panel} */ (value) || null })}
          among={[
            ['', strings.none],
            ...PANELS.map((name) => /** @type {[string, string]} */ ([name, PANEL_NAMES[name]])),
          ]}
        />
        <LabelledChoice
          look="strong"
          label={strings.colours}
          value={settings.theme ?? 'system'}
          choose={(value) => update({ theme: value })}
          among={THEMES.map((name) => [name, strings.themes[name]])}
        />
        <LabelledChoice
          look="strong"
          label={strings.speed}
          value={settings.speed ?? 1}
          choose={(value) => update({ speed: value })}
          among={speeds.map((one) => [one, speedText(one)])}
        />
        <LabelledNumber
          label={strings.startsAt(renderer?.turnWord?.toLowerCase())}
          look="strong"
          max={now.plies}
          value={settings.ply ?? now.ply}
          // The link includes the shown ply.
          change={(ply) => update({ ply: ply === now.ply ? null : ply })}
        />
      </div>
      <Check label={strings.resizeAutomatically} on={fits} set={setFits} />
      <CopyField
        label={strings.codeForAPage}
        class="code"
        text={code}
        rows={fits ? 7 : 4}
        button={strings.copyTheCode}
      />
    </>
  );
}
