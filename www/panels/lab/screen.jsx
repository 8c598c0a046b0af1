/**
 * The Lab: the user's heuristic next to a board to try it on. A desktop shows everything; on a phone the board comes
 * first, then tabs, and last the rest of the board's controls. Loaded on demand. All numbers come from Rust.
 */
import './lab.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo, undo } from '../../app/game.js';
import { openSent } from '../../app/lab/incoming.js';
import * as editor from '../../app/lab/lab.js';
import { readLesson, showMiddle, takeLesson } from '../../app/lab/lessons.js';
import * as lab from '../../app/lab/state.js';
import { watchEdits } from '../../app/lab/whereEditMatters.js';
import { watchWorth } from '../../app/lab/worth.js';
import { route } from '../../app/route.js';
import { goToLab, take } from '../../app/screens.js';
import { report } from '../../app/session.js';
import { failed } from '../../app/shownBot.js';
import * as store from '../../app/store.js';
import * as strings from '../../strings/lab.js';
import { Button, Choice, Sign, Toggles } from '../../ui/parts.jsx';
import { compact } from '../../ui/shape.js';
import { BoardPanel, BoardSwitches } from '../board.jsx';
import { lazyPart } from '../lazyPart.jsx';
import { Menu } from '../menu.jsx';
import { BudgetInput, OptionInput } from '../parts.jsx';
import { Reserve } from '../seats.jsx';
import { analysisState, Failed, ThoughtOf } from '../thinking.jsx';
import { Features } from './features.jsx';
import { Lesson } from './lesson.jsx';
import { Saved } from './saved.jsx';
import { Names, Terms } from './terms.jsx';

const Code = lazyPart(() => import('./code.jsx'), 'Code', strings.theEditor);
const Prove = lazyPart(() => import('./prove.jsx'), 'Prove', strings.tests);
const Learn = lazyPart(() => import('./learn.jsx'), 'Learn', strings.learning);
const Challenge = lazyPart(() => import('./beat.jsx'), 'ChallengeScreen', strings.challenge, {
  screen: true,
});

/** Delay after a field loses the focus before a phone shows the whole screen again, in milliseconds. */
const AFTER = 400;
/** Where `lab.css` shows a strip of the board above the focused field. */
const NARROW = '(max-width: 900px)';

/** The Lab, or a challenge from one. */
export const LabScreen = () => (store.screen.value === 'beat' ? <Challenge /> : <Lab />);

function Lab() {
  useEffect(() => {
    const stops = [editor.enter(), watchWorth(), watchEdits()];
    return () => {
      for (const stop of stops.toReversed()) stop();
    };
  }, []);
  const { screen, lesson: pending, link, code } = route.value;
  const game = store.state.value?.game;
  useEffect(() => {
    if (!game || lab.draft.value?.game !== game) return;
    const { step, fresh } = (pending?.game === game && pending) || {};
    readLesson(game)
      .then(() => {
        // The user may have gone elsewhere in the meantime.
        if (pending !== route.peek().lesson) return;
        if (step) takeLesson(step - 1);
        else if (fresh) showMiddle();
      })
      .catch(report)
      .finally(() => {
        if (pending?.game === game && pending === route.peek().lesson) take('lesson');
      });
  }, [pending, game, lab.draft.value?.game]);
  // A lesson replaces the draft: edits made before it is loaded would be lost.
  const loadingLesson = !!pending?.step && pending.game === game;
  // Bots in code have their own links.
  useEffect(() => {
    if (screen !== 'lab' || !link || !store.engineReady.value) return;
    take('link');
    lab.coding.value = false;
    openSent(link);
  }, [link, store.engineReady.value]);
  useEffect(() => {
    if (code) lab.coding.value = true;
  }, [code]);
  const [typing, setTyping] = useState(false);
  const timer = useRef(0);
  /** Waits, so that a click elsewhere hits its target before the layout changes. @param {FocusEvent} event */
  const focus = (event) => {
    const at = event.type === 'focusin' && event.target instanceof HTMLTextAreaElement;
    clearTimeout(timer.current);
    if (at) setTyping(true);
    else timer.current = window.setTimeout(() => setTyping(false), AFTER);
  };
  useEffect(() => {
    if (typing && matchMedia(NARROW).matches)
      document.activeElement?.scrollIntoView({ block: 'center' });
  }, [typing]);
  if (!lab.hasLab.value && !lab.coding.value) return <None />;
  if (lab.proving.value && lab.sound.value) return <Proved />;
  if (lab.learning.value && lab.sound.value) {
    return (
      <Learn
        back={() => {
          lab.learning.value = false;
        }}
      />
    );
  }
  return (
    <main
      class="lab"
      data-side={lab.side.value}
      data-typing={typing && !lab.coding.value}
      onFocusIn={focus}
      onFocusOut={focus}
    >
      <h1 class="hidden">{strings.lab}</h1>
      <div class="lab-board over-rest">
        <BoardPanel />
        {!compact.value && <Reserve />}
        <Steps />
      </div>
      <Toggles
        class="lab-tabs stack two g3"
        label={strings.whatIsShownUnder}
        among={[
          ['terms', lab.coding.value ? strings.code : strings.heuristic],
          ['moves', strings.candidates],
        ]}
        value={lab.side.value}
        choose={(one) => (lab.side.value = one)}
      />
      <div class="card lab-editor column g4 scroll">
        <Toggles
          class="row g2"
          button="small"
          label={strings.howTheBotIsWritten}
          among={[
            [false, strings.formulas],
            [true, strings.code],
          ]}
          value={lab.coding.value}
          choose={(code) => (lab.coding.value = code)}
        />
        {lab.coding.value ? (
          <div class="lab-write">
            <Code />
          </div>
        ) : loadingLesson ? (
          <p class="quiet">{strings.loading}</p>
        ) : (
          <>
            <Head />
            <Settings />
            <div class="lab-write">
              <Lesson />
              <Terms />
            </div>
          </>
        )}
        <Thoughts />
        {!lab.coding.value && <Features />}
      </div>
      {compact.value && (
        <div class="lab-below">
          <BoardSwitches />
          <Reserve />
        </div>
      )}
    </main>
  );
}

/** Sweeps, tuning and ablations of the heuristic, instead of the board. */
function Proved() {
  const now = lab.draft.value;
  if (!now) return null;
  const back = () => {
    lab.proving.value = false;
  };
  return (
    <main class="stack">
      <Prove
        of={{ game: now.game, bot: lab.botOf(now) }}
        back={back}
        adopt={(bot) => {
          editor.adopt(bot);
          back();
        }}
        leaveOut={(name) => {
          const term = lab.draft.value?.terms.find((one) => one.name === name);
          if (term) editor.removeTerm(term.id);
          back();
        }}
      />
    </main>
  );
}

/** Shown for a game without a Lab. */
function None() {
  return (
    <main class="lab none">
      <p class="quiet">{strings.hasNoLabItsBots(store.gameName(store.state.value?.game ?? ''))}</p>
      <GameSelect />
    </main>
  );
}

function GameSelect() {
  return (
    <Choice
      label={strings.gameOfTheLab}
      among={store.games.value.map((one) => [one.id, one.name])}
      value={store.state.value?.game ?? ''}
      choose={goToLab}
    />
  );
}

function Head() {
  const now = lab.draft.value;
  if (!now) return <p class="quiet">{strings.loading}</p>;
  const good = lab.sound.value;
  return (
    <header class="lab-head stack">
      <div class="lab-title row wrap g3">
        <b class="cut">{now.name || strings.heuristicWithoutAName}</b>
        <span class="grow" />
        <Sign sign="↶" label={strings.undoTheChange} act={editor.undoEdit} />
        <Sign sign="↷" label={strings.redoTheChange} act={editor.redoEdit} />
        <Shelf />
        <Button label={strings.save} act={editor.saveOnShelf} />
        <Button label={strings.share} act={() => store.openDialog('heuristic')} />
        <Button
          label={strings.learn}
          disabled={!good}
          title={strings.learnTheWeights}
          act={() => {
            lab.learning.value = true;
          }}
        />
        <Button
          label={strings.tune}
          disabled={!good}
          title={strings.sweepANumberTuneAll}
          act={() => {
            lab.proving.value = true;
          }}
        />
        <Button label={strings.arena} disabled={!good} act={editor.enterArena} />
        <Button
          label={strings.playAgainstIt}
          class="primary"
          disabled={!good}
          act={editor.playAgainst}
        />
      </div>
    </header>
  );
}

/** The game, the search and its budget. */
function Settings() {
  const now = lab.draft.value;
  const bot = lab.labBot.value;
  if (!now) return null;
  return (
    <div class="lab-settings row wrap small-text">
      <GameSelect />
      <Those first />
      {bot?.budget && (
        <span class="lab-budget row g3 dim">
          <span>{strings.thinksFor}</span>
          <BudgetInput
            label={strings.howLongItThinks}
            value={now.budget ?? bot.budget}
            change={(budget) => editor.edit(() => ({ budget }))}
          />
        </span>
      )}
      <details class="lab-about">
        <summary>{strings.more}</summary>
        <div class="row wrap g3 below">
          <Those />
        </div>
        <Names />
      </details>
    </div>
  );
}

/** The first setting. */
const SEARCH = 'search';

/** The other settings, or only that one. @param {{ first?: boolean }} props */
const Those = ({ first = false }) =>
  lab.settings.value
    .filter(({ key }) => (key === SEARCH) === first)
    .map((option) => <Setting key={option.key} option={option} />);

/** A setting of how the heuristic is used. @param {{ option: import('../../app/types.js').OptionInfo }} props */
function Setting({ option }) {
  const now = lab.draft.value;
  if (!now) return null;
  return (
    <label class="row g3 dim" for={`lab-${option.key}`} title={option.about}>
      <span>{option.label}</span>
      <OptionInput
        id={`lab-${option.key}`}
        option={option}
        value={now.options[option.key] ?? option.default}
        change={(value) =>
          editor.edit(({ options }) => ({ options: { ...options, [option.key]: value } }))
        }
      />
    </label>
  );
}

/** Heuristics to open in the editor: saved ones and built-in bots. */
function Shelf() {
  lab.shelved.value;
  const now = lab.draft.value;
  if (!now) return null;
  const kept = editor.shelf(now.game);
  return (
    <Menu label={strings.open} class="lab-menu">
      <Saved all={kept} open={editor.openShelved} remove={editor.forgetShelved} />
      <h3 class="fine">{strings.botsAsFormulas}</h3>
      {editor.openable().map((bot) => (
        <Button
          key={bot.id}
          disabled={!!bot.why}
          title={bot.why || undefined}
          act={() => editor.openBuiltIn(bot.id)}
        >
          {bot.name}
          {bot.why && <small>{bot.why.replace(/^.*cannot be opened in the Lab: /, '')}</small>}
        </Button>
      ))}
    </Menu>
  );
}

/** The heuristic's candidates, and why. */
function Thoughts() {
  const now = store.state.value;
  const known = store.thinking.value?.game === now?.game ? store.thinking.value?.info : null;
  return (
    <section class="lab-thoughts column" aria-label={strings.candidates}>
      <h2 class="hidden">{strings.candidates}</h2>
      {now?.outcome ? (
        <p class="quiet">{strings.gameIsOverHereStep}</p>
      ) : failed.value ? (
        <Failed {...failed.value} />
      ) : known ? (
        <ThoughtOf known={known} playable />
      ) : (
        <p class="quiet">{analysisState()}</p>
      )}
    </section>
  );
}

/** Back and forth on the board. */
function Steps() {
  const now = store.state.value;
  if (!now) return null;
  const { ply, plies } = now;
  return (
    <div class="lab-steps row middle g3 dim">
      <Sign label={strings.firstPosition} sign="❙◀" act={() => goTo(0)} disabled={ply === 0} />
      <Sign label={strings.back} sign="◀" act={() => goTo(ply - 1)} disabled={ply === 0} />
      <span>{strings.moveOf(ply, plies)}</span>
      <Sign label={strings.forward} sign="▶" act={() => goTo(ply + 1)} disabled={ply === plies} />
      <Sign
        label={strings.lastPosition}
        sign="▶❙"
        act={() => goTo(plies)}
        disabled={ply === plies}
      />
      <Button label={strings.undo} class="small" disabled={ply === 0} act={undo} />
    </div>
  );
}
