/** Messages as plain text, never markup, with at most one action; and the progress of a long task. */
import { dismiss, task, toasts } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Button, Sign } from '../ui/parts.jsx';
import { Notices } from './notices.jsx';

/**
 * An open dialog shows newer messages itself, because everything outside of it is inert.
 * @param {{ after?: number }} props   the id of the last message before those that are shown
 */
export function Toasts({ after = 0 }) {
  const shown = toasts.value.filter((toast) => toast.id > after);
  return (
    <div class="toasts stack rigid">
      <Task />
      {shown.filter(({ error }) => error).map(message)}
      <Notices />
      {shown.filter(({ error }) => !error).map(message)}
    </div>
  );
}

/** @param {import('../app/store.js').Toast} toast */
const message = (toast) => (
  <div
    key={toast.id}
    class="toast row box"
    role={toast.error ? 'alert' : 'status'}
    data-error={toast.error}
  >
    <p>{toast.text}</p>
    {toast.action && (
      <Button
        label={toast.action.label}
        class="small"
        act={() => {
          dismiss(toast.id);
          toast.action?.act();
        }}
      />
    )}
    <Sign sign="×" class="plain" label={strings.dismiss} act={() => dismiss(toast.id)} />
  </div>
);

/** The progress of a long task, with a stop button. */
function Task() {
  const now = task.value;
  if (!now) return null;
  return (
    <div class="toast row box">
      <label class="stack grow g2">
        {now.text}
        <progress max={1} value={now.share} />
      </label>
      <Button label={strings.stop} class="small" act={now.stop} />
    </div>
  );
}
