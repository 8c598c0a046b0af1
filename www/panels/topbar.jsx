/** The top bar: the name, a tab a game, rules, share, and light or dark. */
import { useEffect, useRef } from 'preact/hooks';
import { resume, save, startDefault } from '../app/game.js';
import { catalog, dialog, state, theme } from '../app/store.js';

const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' });
const SIGN = { system: '◐', light: '☀', dark: '☾' };

/** @param {string} game */
async function change(game) {
  if (game === state.value?.game) return;
  save();
  if (!(await resume(game))) await startDefault(game);
}

export function TopBar() {
  const now = theme.value;
  const tabs = useRef(/** @type {HTMLElement | null} */ (null));
  const game = state.value?.game;
  // Where there is no room for all games, the one at hand is in sight.
  useEffect(() => {
    const [bar, tab] = [tabs.current, tabs.current?.querySelector('[aria-current]')];
    if (!bar || !tab) return;
    const [outer, inner] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (game) bar.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }, [game]);
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
      <nav aria-label="Games" ref={tabs}>
        {catalog.value.map((game) => (
          <button
            type="button"
            class="nav"
            key={game.id}
            aria-current={game.id === state.value?.game ? 'page' : undefined}
            title={game.about}
            onClick={() => change(game.id)}
          >
            {game.name}
          </button>
        ))}
      </nav>
      <span class="space" />
      <button type="button" onClick={() => (dialog.value = { kind: 'rules' })}>
        Rules
      </button>
      <button type="button" class="primary" onClick={() => (dialog.value = { kind: 'share' })}>
        Share
      </button>
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
