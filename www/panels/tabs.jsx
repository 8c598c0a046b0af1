/** Tabs: one row of names, one open panel, arrow keys between the names. */

/**
 * @param {{ tabs: { id: string, label: string, Panel: () => import('preact').ComponentChildren }[], current: import('@preact/signals').Signal<string> }} props
 */
export function Tabs({ tabs, current }) {
  const open = tabs.find((one) => one.id === current.value) ?? tabs[0];
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.indexOf(open);
    current.value = tabs[(at + step + tabs.length) % tabs.length].id;
    document.getElementById(`tab-${current.value}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <button
            type="button"
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={open.id === id}
            aria-controls={`panel-${id}`}
            tabIndex={open.id === id ? 0 : -1}
            onClick={() => {
              current.value = id;
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        class={`tabpanel ${open.id}`}
        role="tabpanel"
        id={`panel-${open.id}`}
        aria-labelledby={`tab-${open.id}`}
      >
        <open.Panel />
      </div>
    </>
  );
}
