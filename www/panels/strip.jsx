/** The seats in one line, for windows that have no room for more: who, how many, whose turn. A touch opens the tab with all of it. */
import { SIDE } from '../app/folds.js';
import { simultaneous, state, tab } from '../app/store.js';
import { SeatMark } from '../ui/mark.jsx';

export function SeatStrip() {
  const now = state.value;
  if (!now) return null;
  return (
    <div class="strip" data-many={now.seats.length > 4}>
      <button
        type="button"
        class="strip-seats"
        aria-label={`Seats: ${now.seats.map((seat) => `${seat.name}, ${seat.player}, ${seat.score}`).join('; ')}`}
        onClick={() => (tab.value = SIDE)}
      >
        {now.seats.map((seat, i) => (
          <span
            class="strip-seat"
            key={seat.name}
            data-turn={seat.to_act && !simultaneous.value && !now.outcome}
          >
            <SeatMark seat={i} />
            <span class="strip-name">{seat.player}</span>
            <b>{seat.score.split(' ')[0]}</b>
          </span>
        ))}
      </button>
      <p class="strip-turn">{now.outcome_text ?? now.turn_text}</p>
    </div>
  );
}
