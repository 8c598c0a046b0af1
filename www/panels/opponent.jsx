/** The opponents at the other end: a face, the character, and a short true line about the last move of each. */
import * as store from '../app/store.js';
import * as strings from '../strings/play.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { compact } from '../ui/shape.js';
import { Face } from './faces.jsx';
import { MoveLabel, ShownMove, showing } from './moveText.jsx';
import { Strength } from './strength.jsx';

/** Maximum number of opponents with a face and a line each; more are in the list of the seats only. */
const MANY = 3;

/** The seats of the bots against the only person; none in other games. */
function opponentSeats() {
  const now = store.state.value;
  const you = store.you.value;
  if (!now || you === null) return [];
  const seats = now.seats.map((_, seat) => seat).filter((seat) => seat !== you);
  return seats.every((seat) => store.asBot(now.seats[seat].config)) ? seats : [];
}

/** Of these seats, those that have space: beside the report of a game, only the best of them. @param {number[]} seats */
function speakers(seats) {
  const ranks = store.state.value?.outcome?.ranks;
  if (!ranks || !store.reportShown.value) return seats;
  return seats.toSorted((a, b) => ranks[a] - ranks[b]).slice(0, 1);
}

export function Opponent() {
  const all = opponentSeats();
  const single = all.length === 1;
  if (all.length === 0 || all.length > MANY || (compact.value && !single)) return null;
  const seats = speakers(all);
  return (
    <section
      class={single ? 'opponent' : 'stack g5'}
      aria-label={single ? strings.yourOpponent : strings.yourOpponents}
    >
      {single ? (
        <Character seat={seats[0]} size={84} named />
      ) : (
        seats.map((seat) => (
          <div class="opponent" key={seat}>
            <Character seat={seat} size={56} />
          </div>
        ))
      )}
      {!compact.value && !store.reportShown.value && single && <LastMoves />}
    </section>
  );
}

/** The face, the strength and what it says. @param {{ seat: number, size: number, named?: boolean }} props   `named`: with its name; those of several are in the list of the seats, with their faces */
function Character({ seat, size, named = false }) {
  const now = store.state.value;
  if (!now) return null;
  const one = now.seats[seat];
  const bot = store.botInfo(store.asBot(one.config)?.bot ?? '');
  const levels = store.info.value?.levels ?? [];
  const level = levels.indexOf(bot?.id ?? '') + 1;
  return (
    <>
      <Face bot={bot?.id} size={size} />
      <div class="who">
        <b class="row g2">
          <SeatMark seat={seat} title={one.label} /> {named && <Name>{one.label}</Name>}
        </b>
        {level > 0 && (
          <small>
            {named && strings.level(level)} <Strength level={level} of={levels.length} />
          </small>
        )}
      </div>
      {(named || now.ply > 0) && (
        <p class="says">
          <Says seat={seat} />
        </p>
      )}
    </>
  );
}

/** What it says at the end, by its place and the person's. @param {number} own @param {number} yours */
function saysAtEnd(own, yours) {
  if (own === yours) return strings.saysDraw;
  if (own === 1) return strings.saysWon;
  if (yours === 1) return strings.saysLost;
  return own < yours ? strings.saysBefore : strings.saysBehind;
}

/** What it says, from what has happened. @param {{ seat: number }} props */
function Says({ seat }) {
  const now = store.state.value;
  const you = store.you.value;
  if (!now || you === null || now.ply === 0) return strings.saysHello;
  if (now.outcome) return saysAtEnd(now.outcome.ranks[seat], now.outcome.ranks[you]);
  const stands = strings.saysStands(now.seats[seat].score, now.seats[you].score);
  const last = store.rows.value.slice(0, now.ply).findLast((row) => row.seat === seat);
  if (!last) return store.simultaneous.value ? stands : strings.saysHello;
  if (!last.printed.words) return strings.saysHello;
  return (
    <>
      {strings.saysPlayed} <ShownMove ply={last.ply - 1} line={[last.move]} />. {stands}
    </>
  );
}

/** Number of moves that are listed. */
const LAST = 6;

/** The last moves, the latest first. */
function LastMoves() {
  const now = store.state.value;
  const rows = store.rows.value.slice(0, now?.ply ?? 0).slice(-LAST);
  if (!now || rows.length === 0) return null;
  return (
    <ol class="last-moves" aria-label={strings.lastMoves} reversed start={rows.at(-1)?.ply}>
      {rows.toReversed().map((row) => (
        <li class="row g3" key={row.ply}>
          <span class="n fine" translate={false}>
            {row.ply}
          </span>
          {row.seat !== null && <SeatMark seat={row.seat} title={now.seats[row.seat].label} />}
          <button type="button" class="named-move" {...showing(row.ply - 1, [row.move])}>
            <MoveLabel printed={row.printed} />
          </button>
        </li>
      ))}
    </ol>
  );
}
