/** The top bar: the name, a button a room, rules, share, and light or dark. It is on Home too, so nothing heavy may enter. */
import { goHome, goToArena, goToLab, wishFor } from '../app/rooms.js';
import { dialog, games, mode, room, state, theme } from '../app/store.js';
import { focusRoom } from '../ui/focus.js';

const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' });
const SIGN = { system: '◐', light: '☀', dark: '☾' };

/** @param {string} chosen */
function go(chosen) {
  if (chosen === 'home') goHome();
  else if (chosen === 'arena') goToArena();
  else if (chosen === 'lab') goToLab();
  else wishFor(chosen);
}

/** @param {{ children?: import('preact').ComponentChildren }} props   what a room adds */
export function TopBar({ children }) {
  const now = theme.value;
  const here = room.value;
  const home = here === 'home';
  const arena = here === 'arena';
  const game = state.value?.game;
  /** Whether there is somewhere to go from. */
  const lab = here === 'lab';
  const open = home || arena || lab || !!game;
  const Name = home ? 'p' : 'h1';
  return (
    <header class="topbar">
      <a
        class="skip"
        href={location.hash || '#'}
        onClick={(event) => {
          event.preventDefault();
          focusRoom(true);
        }}
      >
        {here === 'game' ? 'Skip to the board' : 'Skip to the content'}
      </a>
      <Name class="word">
        <svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true">
          <rect width="22" height="22" rx="6" fill="var(--lake)" />
          <path d="M4 13h14v4H4z" fill="var(--reed)" />
          <path d="M7 13V8l3-2 3 2v5z" fill="var(--seat-1)" />
        </svg>
        Totora
      </Name>
      <nav aria-label="Rooms">
        <button
          type="button"
          class="nav"
          aria-current={home ? 'page' : undefined}
          title="What this is, and moments worth a look"
          onClick={goHome}
        >
          Home
        </button>
        <i class="apart" aria-hidden="true" />
        {games.value.map((one) => (
          <button
            type="button"
            class="nav"
            key={one.id}
            aria-current={here === 'game' && one.id === game ? 'page' : undefined}
            title={one.about}
            disabled={!open}
            onClick={() => go(one.id)}
          >
            {one.name}
          </button>
        ))}
        <i class="apart" aria-hidden="true" />
        <button
          type="button"
          class="nav"
          aria-current={arena ? 'page' : undefined}
          title="Which bot is better, and how sure is that?"
          disabled={!open}
          onClick={goToArena}
        >
          Arena
        </button>
        <button
          type="button"
          class="nav"
          aria-current={lab ? 'page' : undefined}
          title="Write a heuristic of your own, and watch it decide"
          disabled={!open}
          onClick={() => goToLab()}
        >
          Lab
        </button>
      </nav>
      {/* The same for narrow windows: the style sheet shows one of the two. */}
      <select
        class="pick-game"
        aria-label="Game"
        value={here === 'game' ? (game ?? '') : here}
        disabled={!open}
        onChange={(event) => go(event.currentTarget.value)}
      >
        <option value="home">Home</option>
        {games.value.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        <option value="arena">Arena</option>
        <option value="lab">Lab</option>
      </select>
      <span class="space" />
      {children}
      {/* The others have their own, and the menu beside the board has them too. */}
      {here === 'game' && mode.value === 'analyse' && (
        <>
          <button type="button" disabled={!game} onClick={() => (dialog.value = { kind: 'rules' })}>
            Rules
          </button>
          <button
            type="button"
            class="primary"
            disabled={!game}
            onClick={() => (dialog.value = { kind: 'share' })}
          >
            Share
          </button>
        </>
      )}
      <button
        type="button"
        class="icon"
        aria-label={`Colours: ${now}. Change to ${NEXT[now]}`}
        title={`Colours: ${now}`}
        onClick={() => (theme.value = NEXT[now])}
      >
        <span aria-hidden="true">{SIGN[now]}</span>
      </button>
    </header>
  );
}
