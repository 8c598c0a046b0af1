/** The top bar: name, a link per screen, rules, share, and theme. Home has it too, so its imports must stay small. */

import { setDisplay } from '../app/display.js';
import * as screens from '../app/screens.js';
import { games, mode, openDialog, screen, state, theme } from '../app/store.js';
import * as strings from '../strings/common.js';
import { focusScreen } from '../ui/focus.js';
import { Button, Choice, Sign } from '../ui/parts.jsx';

const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' });
const SIGN = { system: '◐', light: '☀', dark: '☾' };

/** Screens without a game. */
const OTHERS = [
  ['arena', strings.arena, strings.whichBotIsBetter],
  ['lab', strings.lab, strings.writeAHeuristic],
];

/** The route to a game by its id, or to another screen. @param {string} chosen @returns {import('../app/route.js').Route} */
const routeTo = (chosen) =>
  chosen === 'home' || chosen === 'arena' || chosen === 'lab'
    ? { screen: chosen }
    : screens.gameRoute(chosen);

/** @param {string} chosen */
function go(chosen) {
  if (chosen === 'home') screens.goHome();
  else if (chosen === 'arena') screens.goToArena();
  else if (chosen === 'lab') screens.goToLab();
  else screens.requestGame(chosen);
}

/** A link to a screen, disabled until `open`. @param {{ screen: string, name: string, here: boolean, open: boolean, title: string }} props */
const Way = ({ screen, name, here, open, title }) => (
  <a
    class="button nav plain"
    href={open ? screens.hrefOf(routeTo(screen)) : undefined}
    aria-current={here ? 'page' : undefined}
    aria-disabled={!open}
    title={title}
    onClick={screens.onPlainClick(() => open && go(screen))}
  >
    {name}
  </a>
);

/** @param {{ children?: import('preact').ComponentChildren }} props   additions of a screen */
export function TopBar({ children }) {
  const now = theme.value;
  const here = screen.value;
  const home = here === 'home';
  const game = state.value?.game;
  /** Whether there is somewhere to go from. */
  const open = here !== 'game' || !!game;
  const Name = home ? 'p' : 'h1';
  return (
    <header class="topbar row">
      <a
        class="skip"
        href={location.hash || '#'}
        onClick={(event) => {
          event.preventDefault();
          focusScreen(true);
        }}
      >
        {here === 'game' ? strings.skipToTheBoard : strings.skipToTheContent}
      </a>
      <Name class="word row">
        <svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true">
          <rect width="22" height="22" rx="6" fill="var(--lake)" />
          <path d="M4 13h14v4H4z" fill="var(--reed)" />
          <path d="M7 13V8l3-2 3 2v5z" fill="var(--seat-1)" />
        </svg>
        {strings.totora}
      </Name>
      <nav class="row g2 scrolls" aria-label={strings.screens}>
        <Way
          screen="home"
          name={strings.home}
          here={home}
          open
          title={strings.whatThisIsAndPuzzles}
        />
        <i class="apart rigid" aria-hidden="true" />
        {games.value.map((one) => (
          <Way
            key={one.id}
            screen={one.id}
            name={one.name}
            here={here === 'game' && one.id === game}
            open={open}
            title={one.about}
          />
        ))}
        <i class="apart rigid" aria-hidden="true" />
        {OTHERS.map(([id, name, title]) => (
          <Way key={id} screen={id} name={name} here={here === id} open={open} title={title} />
        ))}
      </nav>
      {/* The same for narrow windows: the style sheet shows one of the two. */}
      <Choice
        class="pick-game"
        label={strings.game}
        among={[
          ['home', strings.home],
          ...games.value.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
          ...OTHERS.map(([id, name]) => /** @type {[string, string]} */ ([id, name])),
          ...(here === 'beat' ? [/** @type {[string, string]} */ ([here, strings.challenge])] : []),
          ...(here === 'class'
            ? [/** @type {[string, string]} */ ([here, strings.classTable])]
            : []),
        ]}
        value={here === 'game' ? (game ?? '') : here}
        disabled={!open}
        choose={go}
      />
      <span class="grow" />
      {children}
      {/* The others have their own, and the menu beside the board has them too. */}
      {here === 'game' && mode.value === 'analyse' && (
        <>
          <Button label={strings.rules} disabled={!game} act={() => openDialog('rules')} />
          <Button label={strings.share} disabled={!game} act={() => openDialog('share')} />
        </>
      )}
      <Sign
        sign={SIGN[now]}
        label={strings.coloursChangeTo(now, NEXT[now])}
        title={strings.colours(now)}
        act={() => setDisplay({ theme: NEXT[now] })}
      />
    </header>
  );
}
