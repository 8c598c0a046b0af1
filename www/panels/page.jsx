/**
 * The page's layout: which panel is where, and which keys work everywhere.
 */
import { lazy, Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { goTo, redo, undo } from '../app/game.js';
import { dialog, embedded, room, spoken, state, tab } from '../app/store.js';
import { watchOrPause } from '../app/think.js';
import { forward } from '../app/turns.js';
import { BoardRoom } from './board.jsx';
import { BotPanel } from './bot.jsx';
import { Coach } from './coach.jsx';
import { Dialogs } from './dialogs.jsx';
import { MovesPanel } from './moves.jsx';
import { EndReport } from './report.jsx';
import { ReviewPanel } from './review.jsx';
import { Seats } from './seats.jsx';
import { Tabs } from './tabs.jsx';
import { ThinkingPanel } from './thinking.jsx';
import { Timeline } from './timeline.jsx';
import { Toasts } from './toasts.jsx';
import { TopBar } from './topbar.jsx';

const ArenaRoom = lazy(() => import('./arena/room.jsx').then((module) => module.ArenaRoom));

const PANELS = [
  { id: 'thinking', label: 'Thinking', Panel: ThinkingPanel },
  { id: 'moves', label: 'Moves', Panel: MovesPanel },
  { id: 'review', label: 'Review', Panel: ReviewPanel },
  { id: 'bot', label: 'Bot', Panel: BotPanel },
];

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  if (room.value !== 'game') return;
  if (event.target.closest('input, select, textarea, dialog, [role=listbox]')) return;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const ply = state.value?.ply ?? 0;
  if (mod && key === 'z' && !event.altKey) event.shiftKey ? redo() : undo();
  else if (mod && key === 'y') redo();
  else if (mod || event.altKey) return;
  else if (event.key === ',') goTo(ply - 1);
  else if (event.key === '.') forward();
  else if (key === 'w') watchOrPause();
  else return;
  event.preventDefault();
}

export function Page() {
  useEffect(() => {
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, []);
  if (room.value === 'arena' && !embedded.value) return <Arena />;
  if (!state.value) return <Opening />;
  if (embedded.value) {
    return (
      <div class="page embed">
        <main class="embed-main">
          <BoardRoom />
          <Timeline />
        </main>
        <Live />
        <Toasts />
      </div>
    );
  }
  return (
    <div class="page">
      <TopBar />
      <Coach />
      <main class="rooms">
        <section class="card side" aria-label="Seats and reserve">
          <Seats />
        </section>
        <div class="centre">
          <BoardRoom />
        </div>
        <div class="right">
          <EndReport />
          <section class="card panel" aria-label="Panels">
            <Tabs tabs={PANELS} current={tab} />
          </section>
          {!dialog.value && <Toasts />}
        </div>
        <Timeline />
      </main>
      <Live />
      <Dialogs />
    </div>
  );
}

/** The page with the arena, which is fetched when it is opened. */
function Arena() {
  const waiting = (
    <div class="booting">
      <p role="status">The arena is opening…</p>
    </div>
  );
  return (
    <div class="page">
      <TopBar />
      <Suspense fallback={waiting}>
        <ArenaRoom />
      </Suspense>
      {!dialog.value && <Toasts />}
      <Live />
      <Dialogs />
    </div>
  );
}

/**
 * The page while there is no game yet: the engine is on its way, or a long game in the address is being opened,
 * which can be given up.
 */
function Opening() {
  const waiting = (
    <div class="booting">
      <p role="status">Totora is opening…</p>
      <Toasts />
    </div>
  );
  if (embedded.value) return waiting;
  return (
    <div class="page">
      <TopBar />
      <main class="rooms">
        <div class="card side" />
        <div class="centre">{waiting}</div>
        <div class="right">
          <div class="card panel" />
        </div>
      </main>
    </div>
  );
}

/** Says each move to those who listen. */
function Live() {
  return (
    <div class="hidden" role="status" aria-live="polite">
      {spoken.value}
    </div>
  );
}
