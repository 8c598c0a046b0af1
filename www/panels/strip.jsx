/** The seats in one line, for small windows: players, scores, whose turn. A tap opens the tab with details. */
import { openAnalysis } from '../app/display.js';
import { playerName, reportShown, SIDE, simultaneous, state } from '../app/store.js';
import * as strings from '../strings/play.js';
import { SeatMark } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { Button } from '../ui/parts.jsx';

/** @param {{ notes?: 'all' | 'none' }} props   for pages without that tab: whether seats show their notes */
export function SeatStrip({ notes }) {
  const now = state.value;
  if (!now) return null;
  const seats = now.seats.map((seat, i) => (
    <span
      class="strip-seat row g2"
      key={seat.name}
      data-turn={seat.to_act && !simultaneous.value && !now.outcome}
    >
      <SeatMark seat={i} title={notes ? seat.name : undefined} />
      <span class="strip-name small-text" translate={false}>
        <Name>{playerName(seat, i)}</Name>
      </span>
      <b class="mono" translate={false}>
        {seat.score.split(' ')[0]}
      </b>
      {notes === 'all' && seat.note && <small>{seat.note}</small>}
    </span>
  ));
  const summary = now.seats.map((seat) => `${seat.label}, ${seat.score}`).join('; ');
  // In an iframe it is the header of the page.
  const Strip = notes ? 'header' : 'div';
  return (
    <Strip class="strip row" data-many={now.seats.length > 4}>
      {notes ? (
        <div class="strip-seats row">{seats}</div>
      ) : (
        <Button
          label={seats}
          class="strip-seats row"
          aria-label={strings.seatsAre(summary)}
          act={() => openAnalysis(SIDE)}
        />
      )}
      <p class="strip-turn" translate={false}>
        {reportShown.value ? '' : (now.outcome_text ?? now.turn_text)}
      </p>
    </Strip>
  );
}
