/**
 * Home: a live board with a slider that changes a bot's moves; a card per game; puzzles. It is drawn before the
 * engine is loaded, and everything on it links to another screen.
 */
import './home.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { setDisplay } from '../../app/display.js';
import {
  gameRoute,
  goToArena,
  goToLab,
  hrefOf,
  onPlainClick,
  requestGame,
} from '../../app/screens.js';
import { forget, gamesUnderWay, isSilent, PROGRESS, recall } from '../../app/storage.js';
import { games } from '../../app/store.js';
import * as strings from '../../strings/home.js';
import { calm } from '../../ui/canvas.js';
import { keepFocus } from '../../ui/focus.js';
import { Button } from '../../ui/parts.jsx';
import { TopBar } from '../topbar.jsx';
import { Live } from './live.jsx';
import { OpenShared } from './open.jsx';
import { pictureOf } from './pictures.js';

/** Idle time before the rest of the page is prefetched, in milliseconds. */
const SETTLED = 600;

/** @typedef {import('../../app/storage.js').UnderWay} UnderWay */
/** @typedef {import('../../pkg/catalog.js').Offered} Offered */

function Home() {
  const [saved] = useState(gamesUnderWay);
  const [Puzzles, setPuzzles] = useState(
    /** @type {null | typeof import('./puzzles.jsx')} */ (null),
  );
  useEffect(() => {
    // They are below the first screen.
    const late = setTimeout(() => import('./puzzles.jsx').then(setPuzzles, () => {}), SETTLED / 2);
    return () => clearTimeout(late);
  }, []);
  const offered = games.value;
  const bots = offered.reduce((sum, game) => sum + game.bots, 0);
  const last = saved[0];
  const lastName = offered.find((game) => game.id === last?.game)?.name ?? '';
  return (
    <div class="page home-page">
      <TopBar>
        {last && (
          <GameLink class="button continue" game={last.game}>
            {strings.goOnWith(lastName, farOf(last))}
          </GameLink>
        )}
        <OpenShared />
      </TopBar>
      <main class="home stack g6">
        {isSilent() && (
          <p class="problem box" role="alert">
            {strings.storageDoesNotAnswer}
          </p>
        )}
        <Live>
          <header class="hero">
            <h1>{strings.hero}</h1>
            <p>{strings.heroText(bots)}</p>
          </header>
        </Live>
        <Cards saved={saved} />
        {Puzzles && <Puzzles.Puzzles />}
      </main>
    </div>
  );
}

/** A link to a game: a new one, or to continue. @param {{ game: string, how?: 'play' | 'watch', class: string, title?: string, 'aria-label'?: string, children: import('preact').ComponentChildren }} props */
const GameLink = ({ game, how, ...rest }) => (
  <a
    href={hrefOf(gameRoute(game, how))}
    onClick={onPlainClick(() => {
      // A game from Home begins plain; the analysis is one click away.
      setDisplay({ analysing: false });
      requestGame(game, how);
    })}
    {...rest}
  />
);

/** The progress of a saved game as text. @param {UnderWay} saved */
const farOf = ({ plies }) => (plies === null ? strings.longGame : strings.atMove(plies));

/** The game to begin with: that of the board above. */
const FIRST = 'isolation';

/** The other screens. @type {{ id: 'arena' | 'lab', name: string, text: string, act: () => void }[]} */
const SCREENS = [
  { id: 'arena', name: strings.arena, text: strings.arenaText, act: goToArena },
  { id: 'lab', name: strings.lab, text: strings.labText, act: () => goToLab() },
];

/** A card per game, and one for each other screen. @param {{ saved: UnderWay[] }} props */
function Cards({ saved }) {
  const [progress, setProgress] = useState(() => recall(PROGRESS));
  return (
    <section class="games stack g5" aria-label={strings.games}>
      {games.value.map((game) => (
        <Card
          key={game.id}
          game={game}
          saved={saved.find((one) => one.game === game.id)}
          won={progress?.[game.id]?.won ?? 0}
        />
      ))}
      <div class="stack g5">
        {SCREENS.map(({ id, name, text, act }) => (
          <a
            class="card screen-card column g4"
            key={id}
            href={hrefOf({ screen: id })}
            onClick={onPlainClick(act)}
          >
            <h2 class="title">{name}</h2>
            <p>{text}</p>
          </a>
        ))}
      </div>
      {progress && (
        <div class="row far across">
          <Button
            label={strings.clear}
            class="small"
            act={() => {
              forget(PROGRESS);
              setProgress(null);
            }}
          />
        </div>
      )}
    </section>
  );
}

/** The board of a card while it is pointed at or has the focus. Without it, its picture stays. @param {{ game: string }} props */
function Alive({ game }) {
  const [Board, setBoard] = useState(/** @type {null | typeof import('./replay.jsx')} */ (null));
  useEffect(() => {
    import('./replay.jsx').then(setBoard, () => {});
  }, []);
  return Board && <Board.Replay game={game} />;
}

/** @param {{ game: Offered, saved: UnderWay | undefined, won: number }} props   `won` is the highest level beaten */
function Card({ game, saved, won }) {
  const { id, name, about } = game;
  const first = id === FIRST && !saved && won === 0;
  const [alive, setAlive] = useState(false);
  const wake = () => setAlive(!calm());
  const sleep = () => setAlive(false);
  return (
    <article
      class="card game column g4"
      aria-label={name}
      data-first={first}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && wake()}
      onPointerLeave={sleep}
      onFocusIn={wake}
      onFocusOut={sleep}
    >
      <GameLink class="game-title row" game={id} how={saved ? undefined : 'play'}>
        <span class="card-board">
          <img src={pictureOf(`card-${id}`)} alt="" width={208} height={208} />
          {alive && <Alive game={id} />}
        </span>
        <h2 class="title">{name}</h2>
      </GameLink>
      <p>{about}</p>
      <p class="quiet">
        {first && <b>{strings.startHere} </b>}
        {won > 0 ? strings.beaten(won) : strings.cast(game.seats, game.bots)}
      </p>
      <div class="stack two">
        {saved && (
          <GameLink class="button across" game={id}>
            {strings.goOn(farOf(saved))}
          </GameLink>
        )}
        <GameLink class="button" aria-label={strings.playGame(name)} game={id} how="play">
          {saved ? strings.newGame : strings.play}
        </GameLink>
        <GameLink
          class="button"
          aria-label={strings.watchGame(name)}
          title={strings.watchTitle}
          game={id}
          how="watch"
        >
          {strings.watch}
        </GameLink>
      </div>
    </article>
  );
}

/**
 * Shows Home.
 * @param {HTMLElement} root
 * @param {boolean} came   whether from another screen instead of the address
 */
export function show(root, came) {
  root.replaceChildren();
  render(<Home />, root);
  if (came) keepFocus();
  // Playing then starts without a delay, and the next visit works offline.
  const fetchRest = () => import('../../start.jsx').then(({ workOffline }) => workOffline());
  setTimeout(() => fetchRest().catch(() => {}), 3 * SETTLED);
}
