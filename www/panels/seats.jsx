/** The players, whose turn it is, and the available actions, with the game's reserve below. */
import { adviserName, giveHint, hinting } from '../app/advice.js';
import { playByHand, redo, setSeat, undo } from '../app/game.js';
import { choicesOf, saved, seatOf } from '../app/lab/bots.js';
import * as store from '../app/store.js';
import { orderNow } from '../app/turns.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { Button, Choice } from '../ui/parts.jsx';
import { reserveHost } from './board.jsx';
import { Face } from './faces.jsx';
import { BudgetInput } from './parts.jsx';

/** @typedef {import('../app/types.js').SeatState} SeatState */

/** More seats than this get a compact layout. */
const MANY_SEATS = 4;
/** Longer notes get a separate line on a phone. */
const LONG_NOTE = 22;

/** The name of the reserve next to the board; empty if the game has none. */
export const reserveName = () => renderers[store.state.value?.game ?? '']?.reserve ?? '';

/** The players, and whose turn it is. @param {{ brief?: boolean }} props   `brief`: read-only */
export function Seats({ brief = false }) {
  const now = store.state.value;
  const entry = store.info.value;
  if (!now || !entry) return null;
  const played = store.total.value.some((n) => n > 0);
  return (
    <div class="seats" data-many={crowd(now.seats)}>
      {!brief && <NewGameButtons />}
      {now.seats.map((seat, i) => (
        <Seat key={seat.name} seat={seat} index={i} played={played} brief={brief} />
      ))}
      {!store.reportShown.value && (
        <p class="turn-words" translate={false}>
          {now.outcome_text ?? now.turn_text}
        </p>
      )}
    </div>
  );
}

/** Buttons for another game. */
function NewGameButtons() {
  const entry = store.info.value;
  const renderer = renderers[entry?.id ?? ''];
  return (
    <header class="row wrap spread g3">
      <h2 class="hidden">{strings.seats}</h2>
      {renderer?.editor && (
        <Button
          label={renderer.editor.label}
          class="small open-editor"
          act={() => store.openDialog('editor')}
        />
      )}
      {entry?.drafting && (
        <Button
          label={strings.setUp}
          class="small"
          title={strings.placePiecesWhereYouLike}
          act={() => store.openDialog('setup')}
        />
      )}
      <Button label={strings.newGameTitle} class="small" act={() => store.openDialog('new')} />
    </header>
  );
}

/** The element for the board's reserve. */
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
 * Density of the layout: `all` for many seats, `long` for long notes on a phone.
 * @param {SeatState[]} seats
 */
function crowd(seats) {
  if (seats.length > MANY_SEATS) return 'all';
  return seats.some((seat) => seat.note.length > LONG_NOTE) ? 'long' : undefined;
}

/** @param {{ seat: SeatState, index: number, played: boolean, brief: boolean }} props */
function Seat({ seat, index, played, brief }) {
  const entry = store.info.value;
  const config = seat.config;
  const [figure, ...unit] = seat.score.split(' ');
  // With many seats the mark and the score are enough.
  const few = !brief || (store.state.value?.seats.length ?? 0) <= 2;
  const sitting = store.asBot(config);
  const bot = sitting && store.botInfo(sitting.bot);
  // Keep the seated program in the list even without a server.
  const outside = 'program' in config ? [config.program] : [];
  const known = [...new Set([...store.ownBots.value, ...(store.programs.value ?? []), ...outside])];
  return (
    <div
      class="seat box stack level"
      data-turn={seat.to_act && !store.simultaneous.value}
      data-testid={`seat-${index}`}
    >
      <SeatMark seat={index} title={seat.label} />
      <Face bot={bot?.id} size={36} />
      <div class="who">
        {brief ? (
          <b>
            <Name>{store.playerName(seat, index)}</Name>
          </b>
        ) : (
          <Choice
            label={strings.whoPlays(seat.name)}
            among={[
              ['', store.you.value === index ? seat.label : strings.human],
              ...(entry?.bots ?? []).map(
                ({ id, name, about }) =>
                  /** @type {[string, string, string]} */ ([
                    id,
                    id === bot?.id ? seat.player : name,
                    about,
                  ]),
              ),
              [strings.savedHeuristics, choicesOf(saved.value)],
              [strings.programs, known.map((name) => [store.PROGRAM + name, name])],
            ]}
            value={bot?.id ?? ''}
            choose={(value) => setSeat(index, seatOf(saved.value, value))}
          />
        )}
        <small>
          {few && seat.label.includes(seat.name) && (
            <span class="seat-name" translate={false}>
              {seat.name}{' '}
            </span>
          )}
          <span class="seat-note" translate={false}>
            {seat.note}
          </span>
          {brief && store.mode.value === 'watch' && bot && (
            <span class="seat-story">{store.storyOf(bot)}</span>
          )}
        </small>
      </div>
      <span class="score" translate={false}>
        <span class="num" translate={false} title={strings.score}>
          {figure}
        </span>
        {few && unit.length > 0 && <small> {unit.join(' ')}</small>}
        {played && (
          <small title={strings.pointsOverTheRematches}>
            {strings.pt(store.total.value[index])}
          </small>
        )}
      </span>
      {!brief && bot?.budget && 'bot' in config && (
        <BudgetInput
          label={strings.howLongItThinks(seat.name)}
          value={config.budget ?? bot.budget}
          change={(budget) => setSeat(index, { ...config, budget })}
        />
      )}
    </div>
  );
}

export const Undo = () => (
  <Button
    label={strings.undo}
    act={undo}
    disabled={store.state.value?.ply === 0 && !store.walking.value}
    title={strings.ctrlZ}
  />
);

export const Redo = () => (
  <Button
    label={strings.redo}
    act={redo}
    disabled={store.state.value?.ply === store.state.value?.plies}
    title={strings.ctrlY}
  />
);

export const Hint = () => (
  <Button
    label={strings.hint}
    act={giveHint}
    disabled={!!store.state.value?.outcome}
    aria-pressed={hinting()}
    title={strings.showTheMoveThatAdvises(adviserName())}
  />
);

export function Resign() {
  const resign = () => {
    store.openDialog('confirm', {
      title: strings.resignThisGame,
      text: store.simultaneous.value
        ? strings.yourSideStandsStill
        : (store.state.value?.seats.length ?? 0) > 2
          ? strings.youAreOutOfThis
          : strings.otherSideWinsAtOnce,
      yes: strings.resign,
      act: () => {
        if (store.simultaneous.value) orderNow(store.humanToAct.value ?? 0, 'forfeit');
        else playByHand('forfeit');
      },
    });
  };
  return (
    <Button
      label={strings.resign}
      act={resign}
      disabled={store.humanToAct.value === null || store.walking.value}
    />
  );
}

/** Moves without a place on the board. */
export function Extras() {
  const extras = store.state.value?.extras ?? [];
  if (store.humanToAct.value === null || extras.length === 0) return null;
  return (
    <div class="extras">
      {extras.map((extra) => (
        <Button
          label={extra.label}
          key={extra.move}
          title={extra.about}
          act={() => playByHand(extra.move)}
        />
      ))}
    </div>
  );
}

/** The user's actions besides moving. */
export const Actions = () => (
  <>
    <div class="actions stack g3">
      <Undo />
      <Redo />
      <Hint />
      <Resign />
    </div>
    <Extras />
  </>
);
