/** The top bar: the name, a tab a game and one for the arena, rules, share, and light or dark. */
import { startDefault } from '../app/begin.js';
import { resume } from '../app/open.js';
import { goToArena, goToGame } from '../app/rooms.js';
import { save } from '../app/saving.js';
import { dialog, games, room, state, theme } from '../app/store.js';

const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' });
const SIGN = { system: '◐', light: '☀', dark: '☾' };

/** @param {string} game */
async function change(game) {
  goToGame();
  if (game === state.value?.game) return;
  save();
  if (!(await resume(game))) await startDefault(game);
}

export function TopBar() {
  const now = theme.value;
  const arena = room.value === 'arena';
  const game = state.value?.game;
  /** Whether there is somewhere to go from. */
  const open = arena || !!game;
  return (
    <header class="topbar">
      <h1 class="word">
        <svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true">
          <rect width="22" height="22" rx="6" fill="var(--lake)" />
          <path d="M4 13h14v4H4z" fill="var(--reed)" />
          <path d="M7 13V8l3-2 3 2v5z" fill="var(--seat-1)" />
        </svg>
        Totora
      </h1>
      <nav aria-label="Rooms">
        {games.value.map((one) => (
          <button
            type="button"
            class="nav"
            key={one.id}
            aria-current={!arena && one.id === game ? 'page' : undefined}
            title={one.about}
            disabled={!open}
            onClick={() => change(one.id)}
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
      </nav>
      {/* The same for narrow windows: the style sheet shows one of the two. */}
      <select
        class="pick-game"
        aria-label="Game"
        value={arena ? 'arena' : (game ?? '')}
        disabled={!open}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === 'arena') goToArena();
          else change(chosen);
        }}
      >
        {games.value.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        <option value="arena">Arena</option>
      </select>
      <span class="space" />
      {/* The arena has its own. */}
      {!arena && (
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
