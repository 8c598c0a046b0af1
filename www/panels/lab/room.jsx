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
import { compact } from '../../ui/shape.js';
import { BoardRoom, BoardSwitches } from '../board.jsx';
import { late } from '../late.jsx';
import { Menu } from '../menu.jsx';
import { BudgetInput } from '../parts.jsx';
import { Reserve } from '../seats.jsx';
import { ThoughtOf } from '../thinking.jsx';
import { Features } from './features.jsx';
import { Lesson } from './lesson.jsx';
import { Saved } from './saved.jsx';
import { Names, Terms } from './terms.jsx';

const Code = late(() => import('./code.jsx').then((module) => module.Code), 'the editor');
const Prove = late(() => import('./prove.jsx').then((module) => module.Prove), 'the tests');
const Challenge = late(
  () => import('./beat.jsx').then((module) => module.ChallengeRoom),
  'the challenge',
  { room: true },
);

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
      <div class="lab-tabs" role="group" aria-label="What is shown under the board">
        {
          /** @type {const} */ (['terms', 'moves']).map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={side.value === one}
              onClick={() => {
                side.value = one;
              }}
            >
              {one === 'moves' ? 'Candidates' : coding.value ? 'Code' : 'Heuristic'}
            </button>
          ))
        }
      </div>
      <div class="card lab-bench column scroll">
        <Kind />
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

/** What the bench holds: formulas, or a program. */
function Kind() {
  return (
    <div class="lab-kind" role="group" aria-label="How the bot is written">
      {[false, true].map((code) => (
        <button
          type="button"
          class="small"
          key={String(code)}
          aria-pressed={coding.value === code}
          onClick={() => {
            coding.value = code;
          }}
        >
          {code ? 'Code' : 'Formulas'}
        </button>
      ))}
    </div>
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
    <main class="lab-prove">
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
    <select
      class="lab-game"
      aria-label="Game of the Lab"
      value={state.value?.game}
      onChange={(event) => goToLab(event.currentTarget.value)}
    >
      {games.value.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
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
        <button
          type="button"
          class="icon"
          aria-label="Undo the change"
          title="Undo the change"
          onClick={undoEdit}
        >
          <span aria-hidden="true">↶</span>
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Redo the change"
          title="Redo the change"
          onClick={redoEdit}
        >
          <span aria-hidden="true">↷</span>
        </button>
        <Shelf />
        <button type="button" onClick={keepOnShelf}>
          Keep
        </button>
        <button type="button" onClick={() => openDialog('heuristic')}>
          Share
        </button>
        <button
          type="button"
          disabled={!good}
          title="Sweep a number, tune all weights, leave each term out"
          onClick={() => {
            proving.value = true;
          }}
        >
          Tune
        </button>
        <button type="button" disabled={!good} onClick={enterArena}>
          Arena
        </button>
        <button type="button" class="primary" disabled={!good} onClick={playAgainst}>
          Play against it
        </button>
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
      {option.type === 'choice' && (
        <select
          id={`lab-${option.key}`}
          value={now.options[option.key] ?? option.default}
          onChange={(event) =>
            edit(({ options }) => ({
              options: { ...options, [option.key]: event.currentTarget.value },
            }))
          }
        >
          {option.choices.map((choice, i) => (
            <option key={choice} value={choice}>
              {option.names[i]}
            </option>
          ))}
        </select>
      )}
      {option.type !== 'choice' && option.type !== 'text' && (
        <input
          id={`lab-${option.key}`}
          type="number"
          min={option.min}
          max={option.max}
          step={option.type === 'int' ? 1 : option.step}
          value={now.options[option.key] ?? option.default}
          onChange={(event) => {
            const n = event.currentTarget.valueAsNumber;
            if (Number.isFinite(n) && n >= option.min && n <= option.max)
              edit(({ options }) => ({ options: { ...options, [option.key]: n } }));
          }}
        />
      )}
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
        <ThoughtOf known={known} />
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
  /** @param {string} label @param {string} sign @param {() => void} act @param {boolean} off */
  const step = (label, sign, act, off) => (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={act}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <div class="lab-steps row middle g3 dim">
      {step('First position', '❙◀', () => goTo(0), ply === 0)}
      {step('Back', '◀', () => goTo(ply - 1), ply === 0)}
      <span>
        Move {ply}
        {plies !== ply && ` of ${plies}`}
      </span>
      {step('Forward', '▶', () => goTo(ply + 1), ply === plies)}
      {step('Last position', '▶❙', () => goTo(plies), ply === plies)}
      <button type="button" class="small" disabled={ply === 0} onClick={undo}>
        Undo
      </button>
    </div>
  );
}
