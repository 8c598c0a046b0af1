/** The coach: the goal in a line that stays, a hint when one helps, and a way to put it away. */
import { coach, dismissHint, endCoach } from '../app/coach.js';
import { mode } from '../app/store.js';
import { compact } from '../ui/shape.js';

export function Coach() {
  const now = coach.value;
  if (!now) return null;
  return (
    <section class="coach" aria-label="Coach">
      <p class="goal">
        <span class="hidden">Goal: </span>
        {now.goal}
      </p>
      <div class="coach-help row" data-hint={!!now.hint}>
        {now.hint && <p role="status">{now.hint}</p>}
        {now.hint && (
          <button type="button" class="small" aria-label="Got it" onClick={dismissHint}>
            {compact.value ? 'Got it' : '×'}
          </button>
        )}
        {/* The menu has it where there is one. */}
        {mode.value === 'analyse' && (
          <button type="button" class="small" onClick={endCoach}>
            No more help
          </button>
        )}
      </div>
    </section>
  );
}
