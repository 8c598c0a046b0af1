/**
 * The Lab: a heuristic of one's own beside the board that it is tried on. On a desktop all is in sight; on a phone the
 * board comes first, under it the rest as tabs, and last what else belongs to the board. Fetched when it is opened. All numbers come from Rust.
 */
import './lab.css';
import { useEffect } from 'preact/hooks';
import { goTo, undo } from '../../app/game.js';
import {
  adopt,
  edit,
  enter,
  enterArena,
  forgetShelved,
  keepOnShelf,
  openable,
  openBuiltIn,
  openShelved,
  playAgainst,
  redoEdit,
  removeTerm,
  shelf,
  undoEdit,
} from '../../app/lab/lab.js';
import { readLessons, takeLesson } from '../../app/lab/lessons.js';
import { watchEdits } from '../../app/lab/matters.js';
import {
  botOf,
  coding,
  draft,
  hasLab,
  labBot,
  proving,
  settings,
  shelved,
  side,
  sound,
} from '../../app/lab/state.js';
import { watchWorth } from '../../app/lab/worth.js';
import { goToLab } from '../../app/rooms.js';
import { botLink, games, labWish, openDialog, room, state, thinking } from '../../app/store.js';
import { Button, Choice, Sign, Toggles } from '../../ui/parts.jsx';
import { compact } from '../../ui/shape.js';
import { BoardRoom, BoardSwitches } from '../board.jsx';
import { late } from '../late.jsx';
import { Menu } from '../menu.jsx';
import { BudgetInput, OptionInput } from '../parts.jsx';
import { Reserve } from '../seats.jsx';
import { ThoughtOf } from '../thinking.jsx';
import { Features } from './features.jsx';
import { Lesson } from './lesson.jsx';
import { Saved } from './saved.jsx';
import { Names, Terms } from './terms.jsx';

const Code = late(() => import('./code.jsx'), 'Code', 'the editor');
const Prove = late(() => import('./prove.jsx'), 'Prove', 'the tests');
const Challenge = late(() => import('./beat.jsx'), 'ChallengeRoom', 'the challenge', {
  room: true,
});

/** The Lab, or a challenge from one. */
export const LabRoom = () => (room.value === 'beat' ? <Challenge /> : <Bench />);

function Bench() {
  useEffect(() => {
    readLessons();
    const leave = enter();
    const stopWorth = watchWorth();
    const stopEdits = watchEdits();
    return () => {
      stopWorth();
      stopEdits();
      leave();
    };
  }, []);
  const wish = labWish.value;
  const game = state.value?.game;
  useEffect(() => {
    if (!wish || wish.game !== game || draft.value?.game !== game) return;
    labWish.value = null;
    readLessons();
    if (wish.step) takeLesson(wish.step - 1);
  }, [wish, game, draft.value?.game]);
  const sent = botLink.value;
  useEffect(() => {
    if (sent) coding.value = true;
  }, [sent]);
  if (!hasLab.value && !coding.value) return <None />;
  if (proving.value && sound.value) return <Proved />;
  return (
    <main class="lab" data-side={side.value}>
      <h1 class="hidden">Lab</h1>
      <div class="lab-board">
        <BoardRoom />
        {!compact.value && <Reserve />}
        <Steps />
      </div>
      <Toggles
        class="lab-tabs"
        label="What is shown under the board"
        among={[
          ['terms', coding.value ? 'Code' : 'Heuristic'],
          ['moves', 'Candidates'],
        ]}
        value={side.value}
        choose={(one) => (side.value = one)}
      />
      <div class="card lab-bench column g4 scroll">
        <Toggles
          class="row g2"
          button="small"
          label="How the bot is written"
          among={[
            [false, 'Formulas'],
            [true, 'Code'],
          ]}
          value={coding.value}
          choose={(code) => (coding.value = code)}
        />
        {coding.value ? (
          <div class="lab-write">
            <Code />
          </div>
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
        {!coding.value && <Features />}
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

/** The heuristic swept, tuned, and without each of its terms, in place of the board. */
function Proved() {
  const now = draft.value;
  if (!now) return null;
  const back = () => {
    proving.value = false;
  };
  return (
    <main class="prove-room">
      <Prove
        of={{ game: now.game, bot: botOf(now) }}
        back={back}
        adopt={(bot) => {
          adopt(bot);
          back();
        }}
        leaveOut={(name) => {
          const term = draft.value?.terms.find((one) => one.name === name);
          if (term) removeTerm(term.id);
          back();
        }}
      />
    </main>
  );
}

/** A game that has no Lab yet. */
function None() {
  return (
    <main class="lab none">
      <p class="quiet">
        {games.value.find((one) => one.id === state.value?.game)?.name} has no Lab: its bots are no
        sum of formulas over a position. Another game?
      </p>
      <GameSelect />
    </main>
  );
}

function GameSelect() {
  return (
    <Choice
      label="Game of the Lab"
      among={games.value.map((one) => [one.id, one.name])}
      value={state.value?.game ?? ''}
      choose={goToLab}
    />
  );
}

function Head() {
  const now = draft.value;
  if (!now) return <p class="quiet">Loading…</p>;
  const good = sound.value;
  return (
    <header class="lab-head stack">
      <div class="lab-title row wrap g3">
        <b class="cut">{now.name || 'A heuristic without a name'}</b>
        <span class="space" />
        <Sign sign="↶" label="Undo the change" act={undoEdit} />
        <Sign sign="↷" label="Redo the change" act={redoEdit} />
        <Shelf />
        <Button label="Keep" act={keepOnShelf} />
        <Button label="Share" act={() => openDialog('heuristic')} />
        <Button
          label="Tune"
          disabled={!good}
          title="Sweep a number, tune all weights, leave each term out"
          act={() => {
            proving.value = true;
          }}
        />
        <Button label="Arena" disabled={!good} act={enterArena} />
        <Button label="Play against it" class="primary" disabled={!good} act={playAgainst} />
      </div>
    </header>
  );
}

/** Which game, how it searches and for how long. */
function Settings() {
  const now = draft.value;
  const bot = labBot.value;
  if (!now) return null;
  return (
    <div class="lab-settings row wrap small-text">
      <GameSelect />
      {settings.value
        .filter(({ key }) => key === SEARCH)
        .map((option) => (
          <Setting key={option.key} option={option} />
        ))}
      {bot?.budget && (
        <span class="lab-budget row g3 dim">
          <span>Thinks for</span>
          <BudgetInput
            label="How long it thinks"
            value={now.budget ?? bot.budget}
            change={(budget) => edit(() => ({ budget }))}
          />
        </span>
      )}
      <details class="lab-about">
        <summary>More</summary>
        <div class="lab-more row wrap g3">
          {settings.value
            .filter(({ key }) => key !== SEARCH)
            .map((option) => (
              <Setting key={option.key} option={option} />
            ))}
        </div>
        <Names />
      </details>
    </div>
  );
}

/** The setting that stands first. */
const SEARCH = 'search';

/** A setting of how the heuristic is used. @param {{ option: import('../../app/types.js').OptionInfo }} props */
function Setting({ option }) {
  const now = draft.value;
  if (!now) return null;
  return (
    <label class="row g3 dim" for={`lab-${option.key}`} title={option.about}>
      <span>{option.label}</span>
      <OptionInput
        id={`lab-${option.key}`}
        option={option}
        value={now.options[option.key] ?? option.default}
        change={(value) =>
          edit(({ options }) => ({ options: { ...options, [option.key]: value } }))
        }
      />
    </label>
  );
}

/** What can be laid on the bench: what is kept, and the built-in bots. */
function Shelf() {
  shelved.value;
  const now = draft.value;
  if (!now) return null;
  const kept = shelf(now.game);
  return (
    <Menu label="Open" class="lab-menu">
      <Saved all={kept} open={openShelved} remove={forgetShelved} />
      <h3>Bots as formulas</h3>
      {openable().map((bot) => (
        <button
          type="button"
          key={bot.id}
          disabled={!!bot.why}
          title={bot.why || undefined}
          onClick={() => openBuiltIn(bot.id)}
        >
          {bot.name}
          {bot.why && <small>{bot.why.replace(/^.*cannot be opened in the Lab: /, '')}</small>}
        </button>
      ))}
    </Menu>
  );
}

/** The candidates by the heuristic, and why. */
function Thoughts() {
  const now = state.value;
  const known = thinking.value?.game === now?.game ? thinking.value?.info : null;
  return (
    <section class="lab-thoughts column" aria-label="Candidates">
      <h2 class="hidden">Candidates</h2>
      {now?.outcome ? (
        <p class="quiet">The game is over here. Step back to see what it thinks.</p>
      ) : known ? (
        <ThoughtOf known={known} playable />
      ) : (
        <p class="quiet">Thinking…</p>
      )}
    </section>
  );
}

/** Back and forth on the board. */
function Steps() {
  const now = state.value;
  if (!now) return null;
  const { ply, plies } = now;
  return (
    <div class="lab-steps row middle g3 dim steady">
      <Sign label="First position" sign="❙◀" act={() => goTo(0)} disabled={ply === 0} />
      <Sign label="Back" sign="◀" act={() => goTo(ply - 1)} disabled={ply === 0} />
      <span>
        Move {ply}
        {plies !== ply && ` of ${plies}`}
      </span>
      <Sign label="Forward" sign="▶" act={() => goTo(ply + 1)} disabled={ply === plies} />
      <Sign label="Last position" sign="▶❙" act={() => goTo(plies)} disabled={ply === plies} />
      <Button label="Undo" class="small" disabled={ply === 0} act={undo} />
    </div>
  );
}
