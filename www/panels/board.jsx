/**
 * The board panel: mounts the game's renderer, passes it a new model on every change, and handles its
 * moves. It depends only on the renderers' contract.
 */
import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { pointAt, setDisplay } from '../app/display.js';
import { turnBoard } from '../app/flip.js';
import { playByHand } from '../app/game.js';
import { ghosts } from '../app/ghosts.js';
import { marking } from '../app/marking.js';
import { save } from '../app/saving.js';
import { inspect, whenWhole } from '../app/session.js';
import { overlayBot } from '../app/shownBot.js';
import * as store from '../app/store.js';
import { pace } from '../app/transport.js';
import { advance, giveOrders, turning } from '../app/turns.js';
import { renderers } from '../boards/registry.js';
import { heat, LINES, ofTerm, withoutScores } from '../boards/thoughts.js';
import * as strings from '../strings/play.js';
import { calm } from '../ui/canvas.js';
import { forcedColours } from '../ui/palette.js';
import { Button, Choice } from '../ui/parts.jsx';
import { compact } from '../ui/shape.js';
import { SmallSwitches } from './keys.jsx';
import { lazyPart } from './lazyPart.jsx';
import { Threat } from './threat.jsx';

const EvalBar = lazyPart(() => import('./evalbar.jsx'), 'EvalBar', strings.evaluation, {
  silent: true,
  keeps: 'eval',
});

const Layers = lazyPart(() => import('./layers.jsx'), 'Layers', strings.layers, { silent: true });

/** The element for the reserve, which another panel provides. */
const reservePlace = signal(/** @type {HTMLElement | null} */ (null));
/** @param {HTMLElement | null} element */
export function reserveHost(element) {
  reservePlace.value = element;
}

/** The mounted board, for other panels. @type {import('../boards/contract.js').Board | null} */
let mounted = null;
/** Scrolls a place of the board into view. @param {unknown} spot */
export const lookAt = (spot) => mounted?.look?.(spot);

/** @type {import('../boards/contract.js').BoardHost} */
const host = {
  play: playByHand,
  inspect,
  whenWhole,
  // A bot's game has nothing to mark while it is only watched.
  marks: (touch) =>
    store.analysing.value &&
    !store.embedded.value &&
    !store.walking.value &&
    (!touch || marking.value),
  async mark(from, to, other) {
    try {
      const { places, toggleMark } = await import('../app/notes.js');
      const names = [places.value[from], places.value[to]];
      if (!names[0] || !names[1]) return;
      toggleMark(names[0], names[1], other ? 'red' : 'green');
    } catch (error) {
      console.warn(error);
    }
  },
  point: pointAt,
  say: store.say,
  notify: (text) => store.notify(text),
  botName: (id) => store.botInfo(id)?.name ?? id,
  seeAs: (seat) => {
    store.seenAs.value = seat;
  },
  order: giveOrders,
  advance,
};

export function BoardPanel() {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const game = store.state.value?.game;
  const all = store.mode.value === 'analyse' && !store.embedded.value;

  // Before the first paint, because style sheets use the board to lay out the panels.
  useLayoutEffect(() => {
    if (!place.current || !game) return;
    const renderer = renderers[game];
    const lake = place.current;
    /** @type {import('../boards/contract.js').Board | null} */
    let board = null;
    const stopMount = effect(() => {
      const reserve = reservePlace.value;
      const needsReserve = store.embedded.peek() ? renderer.reserveTells : renderer.reserve;
      if (needsReserve && !reserve) return;
      const mine = renderer.mount(lake, reserve, host);
      board = mounted = mine;
      const stopUpdates = effect(() => {
        const now = shownModel();
        if (now?.state.game === game) mine.update(now);
      });
      return () => {
        stopUpdates();
        mine.destroy();
        if (mounted === mine) mounted = null;
      };
    });
    const repaint = () => board?.repaint();
    const stopTheme = effect(() => {
      store.theme.value;
      // The style sheet's tokens change only after this effect.
      queueMicrotask(repaint);
    });
    const system = [matchMedia('(prefers-color-scheme: dark)'), forcedColours()];
    for (const one of system) one.addEventListener('change', repaint);
    // The board writes coordinates in the page's typeface, which may arrive later.
    document.fonts?.addEventListener('loadingdone', repaint);
    return () => {
      stopTheme();
      stopMount();
      for (const one of system) one.removeEventListener('change', repaint);
      document.fonts?.removeEventListener('loadingdone', repaint);
    };
  }, [game]);

  return (
    <section class="board-panel over-rest" aria-label={strings.board}>
      <div class="board-with-bar stack g3">
        {all && store.state.value?.seats.length === 2 && <EvalBar />}
        <div class="board-host stage" translate={false} ref={place} />
      </div>
      <BoardNote />
      {store.mode.value === 'watch' && <BadgeLegend />}
      {all && !compact.value && <BoardSwitches />}
    </section>
  );
}

/** The model for the board and for the text below it. @returns {import('../boards/contract.js').BoardModel | null} */
export function shownModel() {
  const state = store.state.value;
  const looked = store.lookedAt.value;
  // A hint of another bot shows that bot's analysis, unless a candidate is inspected.
  const advised = store.hint.value !== null && looked === null ? store.adviser.value : null;
  const known = store.thought.value;
  // Only one term, instead of the whole analysis.
  const term = store.painted.value;
  if (state && known && term !== null && term < known.terms.length) {
    const alone = { thought: ofTerm(known, term), overlay: 'all', pointed: null, line: null };
    return { ...plain(state), ...alone, hint: null };
  }
  const passed = advised?.passed ?? false;
  const minds = advised ? [] : store.minds.value;
  const thought = advised && passed ? withoutScores(advised.info) : (advised?.info ?? known);
  return state && { ...plain(state), thought, pointed: looked, passed, minds };
}

/** @param {import('../app/store.js').State} state @returns {import('../boards/contract.js').BoardModel} */
function plain(state) {
  return {
    layout: store.layout.value,
    view: store.view.value,
    state,
    actor: store.embedded.value ? null : store.humanToAct.value,
    thought: store.thought.value,
    oracle: store.oracle.value,
    overlay: store.overlay.value,
    pointed: store.lookedAt.value,
    hint: store.hint.value,
    line: store.followed.value,
    marks: store.marks.value,
    still: calm() || store.speed.value > 6,
    running: store.replaying.value || turning.value,
    pace: pace(),
    turned: store.turned.value,
    brief: store.mode.value === 'play' && !store.embedded.value,
    ghosts: ghosts.value,
    drawn: [
      ...drawn().filter(({ layer }) => store.marks.value[LAYER + layer] !== false),
      ...store.noted.value,
    ],
  };
}

/** Prefix of a layer's name among the board's switches. */
const LAYER = 'drawn:';

/** The shown bot's drawings. @returns {import('../boards/contract.js').Mark[]} */
const drawn = () => /** @type {any} */ (store.thought.value)?.draw ?? [];

/** The game's note about the board, if any. */
function BoardNote() {
  const now = shownModel();
  const note = now && renderers[now.state.game]?.note;
  // An empty note keeps its space, so that the board does not change its size.
  return note ? <p class="board-note note">{note(now)}</p> : null;
}

/** What the numbers on the board are, for spectators. It keeps its space, so that the board does not change its size. */
function BadgeLegend() {
  const model = shownModel();
  const shown = model?.overlay !== 'off' && model?.thought;
  const name = store.botInfo(overlayBot.value?.bot ?? '')?.name;
  const thought = shown || null;
  const known = thought?.classes.includes('value');
  if (renderers[model?.state.game ?? '']?.thoughtOverlays) return null;
  return (
    <p class="board-note note">
      {known &&
        name &&
        strings.badges(name, !thought?.judged && !!thought?.wins.some(Number.isFinite))}
    </p>
  );
}

/** An overlay's name. @param {import('../boards/contract.js').Renderer | undefined} renderer @param {string} name */
export const overlayName = (renderer, name) =>
  renderer?.overlayNames?.[name] ?? strings.overlayNames[name] ?? name;

/** The bot whose analysis is drawn over the board. */
function OverlayBot() {
  const known = store.botInfo(overlayBot.value?.bot ?? '');
  const silent = known?.terms.length === 0;
  return (
    <span class="overlay-bot fine">
      {known && (silent ? strings.scoresNothing(known.name) : strings.byBot(known.name))}
    </span>
  );
}

/** Hatching of low values, in this third of the scale. @param {number} gap @param {string} third */
const lines = (gap, third) =>
  `repeating-linear-gradient(135deg, ${LINES} 0 1px, transparent 1px ${gap}px) ${third} / 34% 100% no-repeat`;

/** Legend of the heat map; proven results have no colours. */
function HeatLegend() {
  const model = shownModel();
  const shown = model?.oracle ?? model?.thought;
  if (!shown?.classes.includes('value')) return null;
  return (
    <span class="heat-legend row middle fine">
      {strings.low}
      <i
        style={{
          background: `${lines(4, '0')}, ${lines(9, '50%')}, linear-gradient(to right, ${heat(0, 1)}, ${heat(1, 1)}) #ece5d3`,
        }}
      />
      {strings.high}
    </span>
  );
}

/** Switches of the overlay and the outlines: below the board, or in a tab on small screens. */
export function BoardSwitches() {
  const entry = store.info.value;
  const renderer = entry && renderers[entry.id];
  if (!entry || !renderer) return null;
  // Without a bot there is no analysis to show.
  const overlays = entry.overlays.filter((name) => {
    const bot = renderer.oracles?.[name];
    return !bot || entry.bots.some((one) => one.id === bot);
  });
  return (
    <div class="switches row wrap middle">
      <label class="row g2 fine">
        <span class="lead" aria-hidden="true">
          {renderer.overlayLead ?? strings.scores}
        </span>
        <Choice
          label={strings.onTheBoard(renderer.overlayLead)}
          among={overlays.map((name) => [name, overlayName(renderer, name)])}
          value={store.overlay.value}
          choose={(name) => {
            setDisplay({ overlay: name });
            save();
          }}
        />
      </label>
      {(renderer.heats ?? ['all']).includes(store.overlay.value) && <HeatLegend />}
      <OverlayBot />
      <div
        class="segmented wrap middle"
        role="group"
        aria-label={strings.outlinesOnTheBoard}
        hidden={renderer.marks.length === 0}
      >
        {renderer.marks.map(({ key, label, title }) => (
          <Button
            label={label}
            key={key}
            title={title}
            aria-pressed={!!store.marks.value[key]}
            act={() => {
              setDisplay({ marks: { ...store.marks.value, [key]: !store.marks.value[key] } });
              save();
            }}
          />
        ))}
      </div>
      {drawn().length > 0 && <Layers marks={drawn()} prefix={LAYER} />}
      <Threat class="small dim" />
      {renderer.turns && (
        <Button class="small turn dim" title={renderer.turns} act={() => turnBoard(1)}>
          <span aria-hidden="true">↻</span> {strings.turn}
        </Button>
      )}
      {compact.value && <SmallSwitches />}
    </div>
  );
}
