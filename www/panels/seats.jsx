/** Who plays, whose turn it is, what can be done now; and the game's reserve under it. */
import { adviserName, giveHint, hinting } from '../app/advice.js';
import { playByHand, redo, setSeat, undo } from '../app/game.js';
import {
  asBot,
  botInfo,
  dialog,
  humanToAct,
  info,
  PROGRAM,
  programs,
  simultaneous,
  state,
  total,
  walking,
} from '../app/store.js';
import { orderNow } from '../app/turns.js';
import { renderers } from '../boards/registry.js';
import { SeatMark } from '../ui/mark.jsx';
import { reserveHost } from './board.jsx';
import { BudgetInput } from './parts.jsx';

/** @typedef {import('../app/types.js').SeatState} SeatState */

/** More seats than this stand closely. */
const MANY_SEATS = 4;
/** Longer notes need a line of their own on a phone. */
const LONG_NOTE = 22;

/** What the game keeps beside its board is called; empty if it has nothing there. */
export const reserveName = () => renderers[state.value?.game ?? '']?.reserve ?? '';

/** Who plays, and whose turn it is. */
export function Seats() {
  const now = state.value;
  const entry = info.value;
  if (!now || !entry) return null;
  const renderer = renderers[now.game];
  const played = total.value.some((n) => n > 0);
  return (
    <div class="seats" data-many={crowd(now.seats)}>
      <header>
        <h2>Seats</h2>
        {renderer?.editor && (
          <button
            type="button"
            class="small editor-door"
            onClick={() => (dialog.value = { kind: 'editor' })}
          >
            {renderer.editor.label}
          </button>
        )}
        {entry.drafting && (
          <button
            type="button"
            class="small"
            title="Put pieces where you like, and play or analyse from there"
            onClick={() => (dialog.value = { kind: 'setup' })}
          >
            Set up
          </button>
        )}
        <button type="button" class="small" onClick={() => (dialog.value = { kind: 'new' })}>
          New game
        </button>
      </header>
      {now.seats.map((seat, i) => (
        <Seat key={seat.name} seat={seat} index={i} played={played} />
      ))}
      <p class="turn-words">{now.outcome_text ?? now.turn_text}</p>
    </div>
  );
}

/** The place that the board draws its reserve in. */
export function Reserve() {
  const reserve = reserveName();
  if (!reserve) return null;
  return (
    <div class="reserve">
      <h2>{reserve}</h2>
      <div class="reserve-host" ref={reserveHost} />
    </div>
  );
}

/**
 * How closely the seats stand: `all` of many everywhere, `long` notes on a phone.
 * @param {SeatState[]} seats
 */
function crowd(seats) {
  if (seats.length > MANY_SEATS) return 'all';
  return seats.some((seat) => seat.note.length > LONG_NOTE) ? 'long' : undefined;
}

/** @param {{ seat: SeatState, index: number, played: boolean }} props */
function Seat({ seat, index, played }) {
  const entry = info.value;
  const config = seat.config;
  const [figure, ...unit] = seat.score.split(' ');
  const sitting = asBot(config);
  const bot = sitting && botInfo(sitting.bot);
  // One that sits there stays in the list where nobody can be asked for it.
  const outside = 'program' in config ? [config.program] : [];
  const known = [...new Set([...(programs.value ?? []), ...outside])];
  /** @param {string} value */
  const sit = (value) => {
    if (value === '') setSeat(index, { human: true });
    else if (!value.startsWith(PROGRAM)) setSeat(index, { bot: value, options: {} });
    else setSeat(index, { program: value.slice(PROGRAM.length) });
  };
  return (
    <div class="seat" data-turn={seat.to_act && !simultaneous.value} data-testid={`seat-${index}`}>
      <SeatMark seat={index} title={seat.name} />
      <div class="who">
        <select
          aria-label={`Who plays ${seat.name}`}
          value={bot?.id ?? ''}
          onChange={(event) => sit(event.currentTarget.value)}
        >
          <option value="">Human</option>
          {entry?.bots.map((one) => (
            <option key={one.id} value={one.id} title={one.about}>
              {one.id === bot?.id ? seat.player : one.name}
            </option>
          ))}
          {known.length > 0 && (
            <optgroup label="Programs">
              {known.map((name) => (
                <option key={name} value={PROGRAM + name}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        <small>
          <span class="seat-name">{seat.name} </span>
          <span class="seat-note">{seat.note}</span>
        </small>
      </div>
      <span class="score">
        <span class="num" title="Score">
          {figure}
        </span>
        {unit.length > 0 && <small> {unit.join(' ')}</small>}
        {played && <small title="Points over the rematches">{total.value[index]} pt</small>}
      </span>
      {bot?.budget && 'bot' in config && (
        <BudgetInput
          label={`How long ${seat.name} thinks`}
          value={config.budget ?? bot.budget}
          change={(budget) => setSeat(index, { ...config, budget })}
        />
      )}
    </div>
  );
}

/** What a person can do now, beside moving. */
export function Actions() {
  const now = state.value;
  if (!now) return null;
  const mine = humanToAct.value !== null;
  const resign = () => {
    dialog.value = {
      kind: 'confirm',
      title: 'Resign this game?',
      text: simultaneous.value
        ? 'Your side stands still from then on; the others play to the end.'
        : now.seats.length > 2
          ? 'You are out of this game; the others play on.'
          : 'The other side wins at once.',
      yes: 'Resign',
      act: () => {
        if (simultaneous.value) orderNow(humanToAct.value ?? 0, 'forfeit');
        else playByHand('forfeit');
      },
    };
  };
  return (
    <>
      <div class="actions">
        <button
          type="button"
          onClick={undo}
          disabled={now.ply === 0 && !walking.value}
          title="Ctrl+Z"
        >
          Undo
        </button>
        <button type="button" onClick={redo} disabled={now.ply === now.plies} title="Ctrl+Y">
          Redo
        </button>
        <button
          type="button"
          onClick={giveHint}
          disabled={!!now.outcome}
          aria-pressed={hinting()}
          title={`Show the move that ${adviserName()} advises`}
        >
          Hint
        </button>
        <button type="button" onClick={resign} disabled={!mine || walking.value}>
          Resign
        </button>
      </div>
      {mine && now.extras.length > 0 && (
        <div class="extras">
          {now.extras.map((extra) => (
            <button
              type="button"
              key={extra.move}
              title={extra.about}
              onClick={() => playByHand(extra.move)}
            >
              {extra.label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
