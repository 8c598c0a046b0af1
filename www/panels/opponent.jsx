/** The opponent at the other end: a large face, its character, and a short true line about its last move. */
import * as store from '../app/store.js';
import * as strings from '../strings/play.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { compact } from '../ui/shape.js';
import { Face } from './faces.jsx';
import { MoveLabel, ShownMove, showing } from './moveText.jsx';
import { Strength } from './strength.jsx';

/** The only bot against the only person; null in other games. */
function opponentSeat() {
  const now = store.state.value;
  if (now?.seats.length !== 2 || store.you.value === null) return null;
  const seat = 1 - store.you.value;
  return store.asBot(now.seats[seat].config) ? seat : null;
}

export function Opponent() {
  const now = store.state.value;
  const seat = opponentSeat();
  if (!now || seat === null) return null;
  const one = now.seats[seat];
  const bot = store.botInfo(store.asBot(one.config)?.bot ?? '');
  const levels = store.info.value?.levels ?? [];
  const level = levels.indexOf(bot?.id ?? '') + 1;
  return (
    <section class="opponent" aria-label={strings.yourOpponent}>
      <Face bot={bot?.id} size={84} />
      <div class="who">
        <b class="row g2">
          <SeatMark seat={seat} /> <Name>{one.label}</Name>
        </b>
        {level > 0 && (
          <small>
            {strings.level(level)} <Strength level={level} of={levels.length} />
          </small>
        )}
      </div>
      <p class="says">
        <Says seat={seat} />
      </p>
      {!compact.value && !store.reportShown.value && <LastMoves />}
    </section>
  );
}

/** What it says, from what has happened. @param {{ seat: number }} props */
function Says({ seat }) {
  const now = store.state.value;
  if (now?.outcome) {
    const rank = now.outcome.ranks[seat];
    const shared = now.outcome.ranks.filter((one) => one === rank).length > 1;
    return shared ? strings.saysDraw : rank === 1 ? strings.saysWon : strings.saysLost;
  }
  const last = store.rows.value.slice(0, now?.ply ?? 0).findLast((row) => row.seat === seat);
  if (!now || !last?.printed.words) return strings.saysHello;
  return (
    <>
      {strings.saysPlayed} <ShownMove ply={last.ply - 1} line={[last.move]} />.{' '}
      {strings.saysStands(now.seats[seat].score, now.seats[1 - seat].score)}
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
