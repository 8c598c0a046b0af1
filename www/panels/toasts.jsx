/** Messages: plain words, never markup, with at most one thing to do about it. */
import { dismiss, toasts } from '../app/store.js';

export function Toasts() {
  return (
    <div class="toasts">
      {toasts.value.map((toast) => (
        <div
          key={toast.id}
          class="toast"
          role={toast.error ? 'alert' : 'status'}
          data-error={toast.error}
        >
          <p>{toast.text}</p>
          {toast.action && (
            <button
              type="button"
              class="small"
              onClick={() => {
                dismiss(toast.id);
                toast.action?.act();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" class="icon" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}
