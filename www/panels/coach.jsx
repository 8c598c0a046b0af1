/** The coach of a first game: the goal and a hint above the board, and a gesture on it for the first move. */
import './strip.css';
import { advised } from '../app/advice.js';
import { coach, dismissHint } from '../app/coach.js';
import { dialog } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';
import { Gesture } from './gesture.jsx';

export function Coach() {
  const now = coach.value;
  if (!now) return null;
  return (
    <section class="coach-strip coach row" aria-label={strings.coach}>
      <div class="coach-words stack grow">
        <p>
          <b class="goal">
            <span class="hidden">{strings.goal} </span>
            {now.goal}
          </b>{' '}
          {now.hint && <span role="status">{now.hint}</span>}
        </p>
        {now.hints.map((hint) => (
          <p class="coach-room" key={hint} aria-hidden="true">
            <b>{now.goal}</b> {hint}
          </p>
        ))}
      </div>
      <Button
        class={`small ${now.hint ? '' : 'coach-room'}`}
        aria-label={strings.gotIt}
        act={dismissHint}
      >
        <span aria-hidden="true">×</span>
      </Button>
      {now.hint && now.at === 'start' && !dialog.value && !advised() && <Gesture />}
    </section>
  );
}
