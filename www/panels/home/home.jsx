/**
 * Home: what this is, a card a game with a board on which bots play, games in progress, and moments worth a look. It
 * is drawn before the engine is there, and everything on it is a way to somewhere else; no game is played here.
 */
import '../../style/home.css';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forget, gamesUnderWay, recall } from '../../app/keep.js';
import { openRoom, wishFor, wishToOpen } from '../../app/rooms.js';
import { games } from '../../app/store.js';
import { calm } from '../../ui/canvas.js';
import { keepFocus } from '../../ui/focus.js';
import { TopBar } from '../topbar.jsx';
import { Gallery } from './gallery.jsx';
import { pictureOf } from './pictures.js';

/** How long a page that is quiet waits before it fetches what is not asked for yet, in milliseconds. */
const SETTLED = 600;

/** @typedef {import('../../app/keep.js').UnderWay} UnderWay */
/** @typedef {import('../../pkg/catalog.js').Offered} Offered */

/** Takes a text that is pasted and a file that is dropped, unless the room of the games has heard it already. */
function useBrought() {
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    /** @param {DragEvent} event */
    const over = (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    /** @param {DragEvent} event */
    const drop = (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      wishToOpen(file);
    };
    /** @param {ClipboardEvent} event */
    const paste = (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || !text.trim()) return;
      event.preventDefault();
      if (!openRoom(text.trim())) wishToOpen(text);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => leave.abort();
  }, []);
}

function Home() {
  const [kept] = useState(gamesUnderWay);
  useBrought();
  const offered = games.value;
  const bots = offered.reduce((sum, game) => sum + game.bots, 0);
  const last = kept[0];
  return (
    <div class="page home-page">
      <TopBar>
        {last && (
          <button
            type="button"
            class="continue"
            aria-label={`Continue: ${nameOf(last.game)}, ${farOf(last)}`}
            onClick={() => wishFor(last.game)}
          >
            Continue: {nameOf(last.game)}
            <span class="how-far">, {farOf(last)}</span>
          </button>
        )}
      </TopBar>
      <main class="home">
        <header class="hero">
          <h1>Play a bot. See every number behind its move. Then build a better one.</h1>
          <p>
            Five board games and {bots} bots. No sign-up and no server: it all runs in this page,
            and a link carries a whole game.
          </p>
          <p class="bring">Open a shared game: paste its link or record, or drop the file.</p>
        </header>
        <Cards kept={kept} />
        <Gallery />
      </main>
    </div>
  );
}

/** @param {string} id */
const nameOf = (id) => games.value.find((game) => game.id === id)?.name ?? id;
/** How far a game is, in words. @param {UnderWay} kept */
const farOf = ({ plies }) => (plies === null ? 'a long game' : `move ${plies}`);

/** A card a game. @param {{ kept: UnderWay[] }} props */
function Cards({ kept }) {
  const room = useRef(/** @type {HTMLElement | null} */ (null));
  const lively = mayMove();
  const [moving, setMoving] = useState(lively);
  const [progress, setProgress] = useState(() => recall('progress'));
  useEffect(() => {
    if (!moving) return;
    /** @type {(() => void) | undefined} */
    let stop;
    let open = true;
    const late = setTimeout(async () => {
      const { startMiniatures } = await import('../../app/miniatures.js');
      if (open && room.current) stop = startMiniatures(room.current);
    }, SETTLED);
    return () => {
      open = false;
      clearTimeout(late);
      stop?.();
    };
  }, [moving]);
  return (
    <section class="games" aria-label="Games" ref={room}>
      {games.value.map((game) => (
        <Card
          key={game.id}
          game={game}
          kept={kept.find((one) => one.game === game.id)}
          won={progress?.[game.id]?.won ?? 0}
        />
      ))}
      <div class="still row">
        {progress && (
          <button
            type="button"
            class="small"
            onClick={() => {
              forget('progress');
              setProgress(null);
            }}
          >
            Clear my progress
          </button>
        )}
        {lively && (
          <button
            type="button"
            class="small"
            aria-pressed={!moving}
            onClick={() => setMoving(!moving)}
          >
            Pause animations
          </button>
        )}
      </div>
    </section>
  );
}

/** Whether boards may move by themselves: a reader may want less motion, or fewer bytes. */
function mayMove() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return !calm() && !connection?.saveData;
}

/** @param {{ game: Offered, kept: UnderWay | undefined, won: number }} props   `won` is the highest level that was beaten */
function Card({ game, kept, won }) {
  const { id, name, about } = game;
  const picture = pictureOf(`card-${id}`);
  return (
    <article class="card game" aria-label={name}>
      <div class="view">
        {picture && <img src={picture} alt="" width={240} height={168} />}
        <canvas data-miniature={id} hidden />
      </div>
      <div class="telling">
        <h2>{name}</h2>
        <p>{about}</p>
        <p class="quiet">
          {game.seats} players · {game.bots} bots
          {won > 0 && ` · you beat level ${won}`}
        </p>
        {kept && (
          <button type="button" class="primary" onClick={() => wishFor(id)}>
            Continue, {farOf(kept)}
          </button>
        )}
        <div class="ways">
          <button
            type="button"
            class={kept ? '' : 'primary'}
            aria-label={`Play ${name}`}
            onClick={() => wishFor(id, 'play')}
          >
            Play
          </button>
          <button
            type="button"
            aria-label={`Watch ${name}`}
            title="Two bots or more play, and you look on"
            onClick={() => wishFor(id, 'watch')}
          >
            Watch
          </button>
        </div>
      </div>
    </article>
  );
}

/**
 * Shows Home.
 * @param {HTMLElement} root
 * @param {boolean} came   whether from another room, and not by the address
 */
export function show(root, came) {
  root.replaceChildren();
  render(<Home />, root);
  if (came) keepFocus();
  // Whoever plays finds what that needs here already, and the next visit works without a network.
  const fetchRest = () => import('../../start.jsx').then(({ workOffline }) => workOffline());
  setTimeout(() => fetchRest().catch(() => {}), 3 * SETTLED);
}
