/** The coach: the goal in a line that stays, a hint when one helps, and a way to put it away. */
import { coach, dismissHint, endCoach } from '../app/coach.js';

export function Coach() {
  const now = coach.value;
  if (!now) return null;
  return (
    <section class="coach" aria-label="Coach">
      <p class="goal">
        <b>Goal:</b> {now.goal}
      </p>
      <div class="coach-help row" data-hint={!!now.hint}>
        {now.hint && <p role="status">{now.hint}</p>}
        {now.hint && (
          <button type="button" class="small" onClick={dismissHint}>
            Got it
          </button>
        )}
        <button type="button" class="small" onClick={endCoach}>
          No more help
        </button>
      </div>
    </section>
  );
}
