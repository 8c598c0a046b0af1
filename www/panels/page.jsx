/**
 * The page's layout: which panel is where, and which keys work everywhere.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { showThreat } from '../app/advice.js';
import { openAnalysis, setDisplay } from '../app/display.js';
import { firstPicture } from '../app/firstPicture.js';
import { turnBoard } from '../app/flip.js';
import { goTo, redo, undo } from '../app/game.js';
import { sheet } from '../app/panelLayout.js';
import { forward, watchOrPause } from '../app/player.js';
import { endTrial } from '../app/review.js';
import { requested } from '../app/route.js';
import { withEngine } from '../app/session.js';
import { sounds } from '../app/sounds.js';
import * as store from '../app/store.js';
import { back } from '../app/variations.js';
import * as strings from '../strings/play.js';
import { keepFocus } from '../ui/focus.js';
import { keyOf } from '../ui/keys.js';
import { Sign } from '../ui/parts.jsx';
import { compact, shape } from '../ui/shape.js';
import { BoardPanel } from './board.jsx';
import { Coach } from './coach.jsx';
import { Controls } from './controls.jsx';
import { Dialogs } from './dialogs.jsx';
import { lazyPart, StillLoading, useSlow } from './lazyPart.jsx';
import { Opponent } from './opponent.jsx';
import { EndReport } from './report.jsx';
import { Actions, Reserve, reserveName, Seats } from './seats.jsx';
import { Grip } from './sheet.jsx';
import { SeatStrip } from './strip.jsx';
import { Toasts } from './toasts.jsx';
import { TopBar } from './topbar.jsx';

const ArenaScreen = lazyPart(
  () => withEngine(() => import('./arena/screen.jsx')),
  'ArenaScreen',
  strings.arena,
  { screen: true },
);
const Embed = lazyPart(() => import('./embed.jsx'), 'Embed', strings.theBoard, {
  screen: true,
});
const LabScreen = lazyPart(
  () => withEngine(() => import('./lab/screen.jsx')),
  'LabScreen',
  strings.lab,
  {
    screen: true,
  },
);

const ClassScreen = lazyPart(
  () => withEngine(() => import('./lab/classTable.jsx')),
  'ClassScreen',
  strings.theClassTable,
  { screen: true },
);

/** Screens other than a game. @type {Record<string, import('preact').FunctionComponent>} */
const SCREENS = { arena: ArenaScreen, lab: LabScreen, beat: LabScreen, class: ClassScreen };

const Analysis = lazyPart(() => import('./analysis.jsx'), 'Analysis', strings.theAnalysis);
const StudyStrip = lazyPart(() => import('./study.jsx'), 'StudyStrip', strings.theStudy, {
  silent: true,
});
const Timeline = lazyPart(() => import('./timeline.jsx'), 'Timeline', strings.theTimeline, {
  silent: true,
});

/** Opens or closes the analysis. Closing also ends a walked line and a trial, which only its panels could end. */
function toggleAnalysis() {
  if (!store.analysing.value) return openAnalysis();
  setDisplay({ analysing: false });
  if (store.trying.value) endTrial();
  if (store.walking.value) back();
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  if (store.screen.value !== 'game') return;
  if (event.target.closest('input, select, textarea, dialog, [role=listbox]')) return;
  // Scrolling elements keep their keys.
  const still = !event.target.closest('[role=tabpanel], [role=application]');
  const mod = event.ctrlKey || event.metaKey;
  const key = keyOf(event);
  const lower = key.toLowerCase();
  const ply = store.state.value?.ply ?? 0;
  if (mod && lower === 'z' && !event.altKey) event.shiftKey ? redo() : undo();
  else if (mod && lower === 'y') redo();
  else if (mod || event.altKey) return;
  else if (key === 'ArrowLeft' && still) goTo(ply - 1);
  else if (key === 'ArrowRight' && still) forward();
  else if (key === 'ArrowUp' && still) goTo(0);
  else if (key === 'ArrowDown' && still) goTo(store.state.value?.plies ?? 0);
  else if (key === ',') goTo(ply - 1);
  else if (key === '.') forward();
  else if (lower === 'w') watchOrPause();
  else if (lower === 'f') turnBoard(2);
  else if (lower === 'p') toggleAnalysis();
  else if (lower === 't') showThreat();
  else if (lower === 's') sounds.value = !sounds.value;
  else if (key === '?') store.openDialog('keys');
  else return;
  event.preventDefault();
}

/** @param {{ fromHome?: boolean }} props   whether the user came from Home instead of an address */
export function Page({ fromHome = false }) {
  useEffect(() => {
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, []);
  const shown = `${store.screen.value} ${store.state.value?.game}`;
  // A user who comes by an address starts at the top of the page.
  const here = useRef(fromHome);
  useEffect(() => {
    if (here.current) keepFocus();
    here.current ||= !!store.state.value || ['arena', 'class'].includes(store.screen.value);
  }, [shown]);
  const Screen = store.embedded.value ? undefined : SCREENS[store.screen.value];
  // The Lab has a board, and needs a game for it.
  if (Screen && (store.state.value || store.screen.value !== 'lab'))
    return <Whole key={store.screen.value} Screen={Screen} />;
  if (!store.state.value) return <Opening />;
  if (store.embedded.value) {
    return (
      <>
        <Embed />
        <Live />
      </>
    );
  }
  return (
    <div class="page" data-shape={compact.value ? shape.value : undefined}>
      <TopBar />
      <Strip />
      <GameScreen />
      <Live />
      <Dialogs />
    </div>
  );
}

/** What is above the board: a study, or the coach of a first game. */
function Strip() {
  if (store.study.value) return <StudyStrip />;
  // On a small screen, the analysis needs the space.
  return compact.value && store.mode.value === 'analyse' ? null : <Coach />;
}

/** The page with another screen, loaded on demand. @param {{ Screen: import('preact').FunctionComponent }} props */
function Whole({ Screen }) {
  return (
    <div class="page">
      <TopBar />
      <Screen />
      {!store.dialog.value && <Toasts />}
      <Live />
      <Dialogs />
    </div>
  );
}

/** The panels of a game. The mode decides which are shown, the shape of the window where. */
function GameScreen() {
  const small = compact.value;
  const all = store.mode.value === 'analyse';
  // A reserve next to the board stays visible; without one, two columns leave more space for the board.
  const columns = shape.value === 'pair' && !(all && reserveName()) ? 'two' : 'three';
  const seats = all ? !small && columns === 'three' : !small || !!reserveName();
  return (
    <main
      class="game-screen"
      data-game={store.state.value?.game}
      data-mode={store.mode.value}
      data-columns={small ? undefined : columns}
      data-sheet={all ? sheet.value : undefined}
    >
      {small && <SeatStrip />}
      {seats && (
        <section class="card side scroll anchor" aria-label={strings.seatsAndReserve}>
          {!small && <Seats brief={!all} />}
          {all && <Actions />}
          <Reserve />
        </section>
      )}
      <div class="centre over-rest">
        <BoardPanel />
      </div>
      {store.mode.value !== 'play' && <Timeline />}
      <div class="right column anchor g5">
        {small && all && <Grip />}
        {store.mode.value === 'play' && <Opponent />}
        <EndReport />
        {all ? <Panels beside={columns === 'two' && !small} /> : <Controls />}
        {!store.dialog.value && <Toasts />}
      </div>
    </main>
  );
}

/** The panels of the analysis. @param {{ beside: boolean }} props   whether the seats have no separate column */
function Panels({ beside }) {
  return (
    <section class="card panel column anchor grow" aria-label={strings.panels}>
      <Sign
        sign="×"
        class="close-analysis plain"
        label={strings.closeTheAnalysis}
        title={strings.closeTheAnalysisP}
        act={toggleAnalysis}
      />
      {beside && (
        <>
          <Seats />
          <Actions />
        </>
      )}
      <Analysis />
    </section>
  );
}

/**
 * The page while there is no game yet: the engine is loading, or a long game in the address is being opened,
 * which can be stopped.
 */
function Opening() {
  if (store.embedded.value) return <Waiting />;
  return (
    <div class="page">
      <TopBar />
      {compact.value ? (
        <Waiting />
      ) : (
        <main class="game-screen">
          <div class="card side scroll anchor" />
          <div class="centre over-rest">
            <Waiting />
          </div>
          <div class="right column anchor g5">
            <div class="card panel column anchor grow" />
          </div>
        </main>
      )}
    </div>
  );
}

/** What is loading, as far as known before the engine is loaded. */
function Waiting() {
  const slow = useSlow();
  const [picture] = useState(firstPicture);
  const request = requested.value;
  const game = request && 'game' in request ? request.game : '';
  const entry = store.games.value.find(({ id }) => id === game);
  return (
    <div class="booting">
      {picture && <img class="first-picture" src={picture} alt="" />}
      {entry && !picture && (
        <p class="coming">
          <strong>{entry.name}</strong>
          {entry.about}
        </p>
      )}
      {slow && !store.task.value ? (
        <StillLoading what={strings.game} />
      ) : (
        <p role="status">{strings.totoraIsOpening}</p>
      )}
      <Toasts />
    </div>
  );
}

/** Announces moves to screen readers. */
function Live() {
  return (
    <div class="hidden" role="status" aria-live="polite">
      {store.spoken.value}
    </div>
  );
}
