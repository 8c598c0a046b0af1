/**
 * The embedded page: players, the whole position, the transport, and a panel if the address has one. No human
 * plays in it, and nothing is saved. Loaded only in iframes.
 */
import './embed.css';
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { setDisplay } from '../app/display.js';
import { analysisOf, announce, inGame, readSettings, reportSize } from '../app/embed.js';
import { goTo } from '../app/game.js';
import * as store from '../app/store.js';
import { pause } from '../app/transport.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/embed.js';
import { BoardPanel } from './board.jsx';
import { BotPanel } from './bot.jsx';
import { lazyPart } from './lazyPart.jsx';
import { MovesPanel } from './moves.jsx';
import { Reserve } from './seats.jsx';
import { SeatStrip } from './strip.jsx';
import { ThinkingPanel } from './thinking.jsx';
import { Timeline } from './timeline.jsx';
import { Toasts } from './toasts.jsx';

const PANELS = {
  thinking: { label: strings.thinking, Panel: ThinkingPanel },
  moves: { label: strings.moves, Panel: MovesPanel },
  bot: { label: strings.bot, Panel: BotPanel },
};

const StudyStrip = lazyPart(() => import('./study.jsx'), 'StudyStrip', strings.theStudy, {
  silent: true,
});

const { settings, problems } = readSettings(location.search);

/** @param {string[]} problems */
const complain = (problems) => {
  if (problems.length > 0) store.notify(strings.inTheAddress(problems.join(' ')), { error: true });
};

/** Applies the settings in the address. Call once, before anything is drawn. */
export function beginEmbed() {
  setDisplay({ theme: settings.theme ?? 'system', speed: settings.speed ?? 1 });
  complain(problems);
}

/** The same for settings that depend on the game. Call once, when it is open. */
export function arriveEmbedded() {
  const [now, entry] = [store.state.value, store.info.value];
  if (!now || !entry) return;
  const found = inGame(settings, { name: entry.name, overlays: entry.overlays, plies: now.plies });
  if (found.overlay !== null) setDisplay({ overlay: found.overlay });
  if (found.ply !== null) goTo(found.ply);
  // The reader of the parent page starts it.
  pause();
  complain(found.problems);
  const broken = store.toasts.peek().find(({ error, opening }) => error && opening);
  if (broken) announce('error', { message: broken.text });
  announceGame();
}

/** Posts each shown position, each complete analysis, and the end to the parent page. */
function announceGame() {
  let sent = '';
  effect(() => {
    const at = store.state.value;
    if (!at || `${at.hash} ${at.ply}` === sent) return;
    sent = `${at.hash} ${at.ply}`;
    const row = store.rows.peek()[at.ply - 1];
    const { ply, plies, outcome } = at;
    announce('move', { ply, plies, move: row?.move ?? null, words: row?.description ?? '' });
    if (outcome) announce('end', { ply, ...outcome, text: at.outcome_text ?? '' });
  });
  effect(() => {
    const known = store.thinking.value;
    if (known && store.thinkingStatus.value === 'done') announce('analysis', analysisOf(known));
  });
}

export function Embed() {
  const page = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => (page.current ? reportSize(page.current) : undefined), []);
  const [panel] = useState(settings.panel && PANELS[settings.panel]);
  const renderer = renderers[store.state.value?.game ?? ''];
  const whole = renderer?.reserveTells;
  return (
    <div class="page embed" ref={page} data-panel={!!panel} data-reserve={!!whole}>
      <Toasts />
      {store.study.value && <StudyStrip />}
      <SeatStrip notes={renderer?.showsSeats ? 'none' : 'all'} />
      <main class="embed-main">
        <h1 class="hidden">{store.info.value?.name ?? strings.totora}</h1>
        <BoardPanel />
        {whole && <Reserve />}
        {panel && (
          <section class="card panel column anchor" aria-label={panel.label}>
            <h2>{panel.label}</h2>
            <panel.Panel />
          </section>
        )}
        {settings.controls !== 'off' && <Timeline />}
      </main>
    </div>
  );
}
